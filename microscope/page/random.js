// The control: the same architecture with random weights. They are drawn here, as PyTorch draws
// them from a seed (tools.cache.with_random_weights), so that nobody has to fetch them.
import { cutoffs } from "./softmax.js";
import { SIZES } from "./spell.js";

/** PyTorch's generator, MT19937 -> a function that draws a float32 from [0, 1). */
function twister(seed) {
  const s = new Uint32Array(624);
  s[0] = seed;
  for (let i = 1; i < 624; i++) s[i] = Math.imul(1812433253, s[i - 1] ^ (s[i - 1] >>> 30)) + i;
  let at = 624;
  const mix = () => {
    for (let i = 0; i < 624; i++) {
      const y = (s[i] & 0x80000000) | (s[(i + 1) % 624] & 0x7fffffff);
      s[i] = s[(i + 397) % 624] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    at = 0;
  };
  return () => {
    if (at === 624) mix();
    let y = s[at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    y ^= y >>> 18;
    return (y & 0xffffff) * 2 ** -24;                     // 24 bits
  };
}

/** name -> { dtype, shape, data }, as a file of weights would give. */
export function randomWeights(options, numWords, seed = 0) {
  const draw = twister(seed), round = Math.fround, found = {};
  const put = (name, shape, fill) => {
    const data = new Float32Array(shape.reduce((a, b) => a * b));
    fill(data);
    found[name] = { dtype: "F32", shape, data };
  };
  const uniform = (bound) => (data) => {
    const from = round(-bound), width = round(round(bound) - from);
    for (let i = 0; i < data.length; i++) data[i] = round(draw() * width) + from;
  };
  const linear = (name, rows, cols, bias = true) => {     // Kaiming: both bounds are the same
    put(`${name}.weight`, [rows, cols], uniform(1 / Math.sqrt(cols)));
    if (bias) put(`${name}.bias`, [rows], uniform(1 / Math.sqrt(cols)));
  };
  const { characters: c, hidden_dim: H, proj_dim: P } = options, cnn = "bilm.char_cnn.";

  put(`${cnn}embedding.weight`, [SIZES[c.alphabet ?? "bytes"], c.char_dim], (data) => {
    normal(data, draw);
    data.fill(0, 0, c.char_dim);                          // the row of "no word"
  });
  c.filters.forEach(([width, num], i) => {
    const bound = 1 / Math.sqrt(c.char_dim * width);
    put(`${cnn}convolutions.${i}.weight`, [num, c.char_dim, width], uniform(bound));
    put(`${cnn}convolutions.${i}.bias`, [num], uniform(bound));
  });
  const F = c.filters.reduce((sum, [, num]) => sum + num, 0);
  for (let i = 0; i < c.num_highway; i++) {
    linear(`${cnn}highways.${i}.transform`, F, F);
    linear(`${cnn}highways.${i}.gate`, F, F);
    found[`${cnn}highways.${i}.gate.bias`].data.fill(-2);
  }
  linear(`${cnn}projection`, P, F);
  for (const direction of ["forward", "backward"]) {
    for (let j = 0; j < options.num_layers; j++) {
      const name = `bilm.${direction}_lstms.${j}.`;
      for (const [part, rows, cols] of [["w_input", 4 * H, P], ["w_hidden", 4 * H, P], ["w_project", P, H]])
        put(name + part, [rows, cols], uniform(Math.sqrt(6 / (rows + cols))));
      put(`${name}bias`, [4 * H], (data) => data.fill(1, H, 2 * H));   // remember by default
    }
  }
  const cuts = cutoffs(numWords);
  linear("softmax.head", cuts[1] + cuts.length - 2, P, false);
  for (let i = 0; i < cuts.length - 2; i++) {
    const dim = Math.floor(P / 2 ** (i + 1));
    linear(`softmax.tail.${i}.0`, dim, P, false);
    linear(`softmax.tail.${i}.1`, cuts[i + 2] - cuts[i + 1], dim, false);
  }
  return found;
}

/** Normal numbers by Box and Muller, sixteen at a time; a rest draws the last sixteen anew. */
function normal(data, draw) {
  for (let i = 0; i < data.length; i++) data[i] = draw();
  const starts = Array.from({ length: Math.floor(data.length / 16) }, (_, n) => 16 * n);
  for (const start of starts) turn(data, start);
  if (data.length % 16 === 0) return;
  const last = data.length - 16;
  for (let i = last; i < data.length; i++) data[i] = draw();
  turn(data, last);
}

function turn(data, start) {
  for (let i = start; i < start + 8; i++) {
    const radius = Math.sqrt(-2 * Math.log(1 - data[i])), angle = 2 * Math.PI * data[i + 8];
    data[i] = radius * Math.cos(angle);
    data[i + 8] = radius * Math.sin(angle);
  }
}
