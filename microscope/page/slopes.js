// How the answer would move with each memory cell: a backward pass by hand, so that of thousands of
// cells only the likely ones are exchanged.
import { predict } from "./softmax.js";

const STEP = 0.02;                                        // of a number of the output

/** log P(a) - log P(b) for outputs of a direction. */
export function preferences(elmo, outputs, [a, b]) {
  const ids = [elmo.id(a), elmo.id(b)];
  return predict(elmo, outputs, 0, outputs.map(() => ids))
    .map(({ asked }) => Math.log(asked[ids[0]]) - Math.log(asked[ids[1]]));
}

/** The slope of the preference by every cell: slopes[k][j] (hidden_dim) at position k, layer j. */
export function slopes(reading, pair) {
  const { elmo, states, last, direction } = reading, { P, H, options } = elmo;
  const count = options.num_layers, found = states.map(() => []);
  const later = Array.from({ length: count + 1 }, () =>   // what the next position passes back
    ({ h: new Float32Array(P), c: new Float32Array(H) }));
  for (let k = last; k > 0; k--) {
    let out = k === last ? atTheEnd(reading, pair) : new Float32Array(P);
    for (let j = count; j > 0; j--) {
      const name = `bilm.${direction}_lstms.${j - 1}.`, before = states[k - 1][j].c;
      const dh = out.map((v, d) => v + later[j].h[d]);
      const { dc, dx, earlier } = backStep(elmo, name, states[k][j], before, dh, later[j].c);
      found[k][j] = dc;
      later[j] = earlier;
      out = options.skip && j > 1 ? dx.map((v, d) => v + out[d]) : dx;
    }
  }
  return found;
}

/** The slope by the last output, by trying. */
function atTheEnd({ elmo, output }, pair) {
  const moved = Array.from(output, (_, d) => output.map((v, i) => (i === d ? v + STEP : v)));
  const [here, ...there] = preferences(elmo, [output, ...moved], pair);
  return Float32Array.from(there, (value) => (value - here) / STEP);
}

/** One step of an LSTM backwards. dh: the slope by its h, dcLater: by its c through what follows. */
function backStep({ m, w, P, H, options }, name, { h, c, gates }, before, dh, dcLater) {
  const projClip = options.proj_clip || Infinity, cellClip = options.cell_clip || Infinity;
  const through = dh.map((v, d) => (Math.abs(h[d]) < projClip ? v : 0));
  const dm = transposed(m, w[`${name}w_project`], P, H, through);
  const dc = new Float32Array(H), dGates = new Float32Array(4 * H);
  const earlier = { c: new Float32Array(H) };
  for (let u = 0; u < H; u++) {
    const [i, f, g, o] = [0, H, 2 * H, 3 * H].map((part) => gates[part + u]), t = Math.tanh(c[u]);
    dc[u] = dm[u] * o * (1 - t * t) + dcLater[u];
    const inside = Math.abs(c[u]) < cellClip ? dc[u] : 0;
    dGates[u] = inside * g * i * (1 - i);
    dGates[H + u] = inside * before[u] * f * (1 - f);
    dGates[2 * H + u] = inside * i * (1 - g * g);
    dGates[3 * H + u] = dm[u] * t * o * (1 - o);
    earlier.c[u] = inside * f;
  }
  earlier.h = transposed(m, w[`${name}w_hidden`], 4 * H, P, dGates);
  return { dc, earlier, dx: transposed(m, w[`${name}w_input`], 4 * H, P, dGates) };
}

/** y (cols) = d (rows) . w (rows, cols) */
function transposed({ f32 }, w, rows, cols, d) {
  const y = new Float32Array(cols);
  for (let r = 0, p = w >> 2; r < rows; r++) {
    const v = d[r];
    for (let i = 0; i < cols; i++, p++) y[i] += v * f32[p];
  }
  return y;
}
