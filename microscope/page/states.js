// One direction of the biLM with all its states, and the same sentence read again with some of them
// exchanged or held: elmo_lite/exchange.py of the course.
//
// Positions count as the direction reads: 0 is the mark, 1 the first word that it reads, and after
// the last one the model is asked for a word. Layers: 0 is the word vector, 1 to L are the LSTMs.
import { BOS, EOS } from "./spell.js";

/** A sentence as one direction reads it; words: in the order in which they are read.
 *
 * states[k][j]: { h, c, gates, out } of layer j at position k; gates: i, f, g, o, each (hidden_dim);
 * out: what the layer above reads. output: what the softmax reads at the end. */
export class Reading {
  constructor(elmo, words, direction = "forward", changes = []) {
    Object.assign(this, { elmo, words, direction, last: words.length });
    const all = [direction === "forward" ? BOS : EOS, ...words];
    elmo.learn(all);
    this.vectors = all.map((word) => elmo.known.get(word));
    this.states = all.map(() => []);
    [this.output] = new Walk(this, [changes], true).outputs();
  }

  /** What writes the state of this reading into another one, at a position; cells: only these. */
  exchange(layer, at, cells = null) {
    return { layer, from: at, to: at, cells, of: this };
  }

  /** Read this sentence again, once for each list of changes -> the last output of each. */
  again(variants) {
    return new Walk(this, variants, false).outputs();
  }
}

/** What holds cells of a layer at values from a position on. */
export function hold(layer, cells, values, from) {
  return { layer, from, to: Infinity, cells, values };
}

/** A sentence read several times at once, each time with its own changes. A row begins at its first
 * change, with the states of the reading before it; so the rows of a step are those that have begun. */
class Walk {
  constructor(reading, variants, record) {
    const { last } = reading;
    const starts = variants.map((changes) =>
      (record ? 0 : Math.min(last, ...changes.map(({ from }) => from))));
    this.order = variants.map((_, i) => i).sort((a, b) => starts[a] - starts[b]);
    this.begins = this.order.map((i) => starts[i]);
    this.first = this.begins[0];
    this.changes = this.order.flatMap((i, row) => variants[i].map((change) => ({ ...change, row })));
    this.places = [];                                     // [position, row], step after step
    for (let k = this.first; k <= last; k++)
      this.begins.forEach((begin, row) => { if (begin <= k) this.places.push([k, row]); });
    Object.assign(this, { reading, record, elmo: reading.elmo });
  }

  outputs() {
    const { elmo: { m, P, H, options }, places, reading, changes, record } = this;
    // Below the lowest change everything is as it was.
    const lowest = record ? 1 : Math.max(1, Math.min(...changes.map(({ layer }) => layer)));
    const x = m.scratch("walk.x", places.length * P * 4);
    const sums = m.scratch("walk.sums", places.length * 4 * H * 4);
    for (let j = lowest; j <= options.num_layers; j++) {
      if (j === lowest) this.enter(j, x, sums);
      else this.multiply(j, x, sums, places.length);
      this.layer(j, x, sums);
    }
    const found = [], rows = this.order.length, end = (x >> 2) + (places.length - rows) * P;
    this.order.forEach((i, row) => {
      found[i] = lowest > options.num_layers ? reading.output
        : m.f32.slice(end + row * P, end + (row + 1) * P);
    });
    return found;
  }

  /** sums = W x + b of layer j */
  multiply(j, x, sums, rows) {
    const { m, w, P, H } = this.elmo, name = this.name(j);
    m.matmul(x, w[`${name}w_input`], w[`${name}bias`], sums, rows, 4 * H, P);
  }

  name(j) {
    return `bilm.${this.reading.direction}_lstms.${j - 1}.`;
  }

  /** What the lowest layer reads: the same in all rows, but for exchanged word vectors; so each
   * is multiplied once. */
  enter(j, x, sums) {
    const { elmo: { m, P, H }, places, first, reading, changes } = this;
    const read = reading.vectors.slice(first).map((vector, i) =>
      (j > 1 ? reading.states[first + i][j - 1].out : vector));
    const which = places.map(([k]) => k - first);
    for (const { layer, from, of, row } of changes) {
      if (layer) continue;
      which[places.findIndex(([k, r]) => k === from && r === row)] = read.length;
      read.push(of.vectors[from]);
    }
    const once = m.scratch("walk.once", read.length * P * 4);
    const multiplied = m.scratch("walk.multiplied", read.length * 4 * H * 4);
    read.forEach((vector, i) => m.f32.set(vector, (once >> 2) + i * P));
    this.multiply(j, once, multiplied, read.length);
    const f = m.f32, from = multiplied >> 2;
    which.forEach((i, place) => {
      f.set(read[i], (x >> 2) + place * P);
      f.copyWithin((sums >> 2) + place * 4 * H, from + i * 4 * H, from + (i + 1) * 4 * H);
    });
  }

  /** Layer j over all steps: x becomes its output. */
  layer(j, x, sums) {
    const { elmo: { m, w, P, H, options }, begins, reading, record, first } = this;
    const name = this.name(j), rows = begins.length, skip = options.skip && j > 1;
    const [h, c, r, o] = [["h", P], ["c", H], ["r", 4 * H], ["o", H]].map(([part, size]) =>
      m.scratch(`walk.${part}`, rows * size * 4));
    const f = m.f32, [h0, C, R, O] = [h >> 2, c >> 2, r >> 2, o >> 2];
    f.fill(0, h0, h0 + rows * P);
    f.fill(0, C, C + rows * H);
    const limit = options.proj_clip || Infinity;
    for (let k = first, n = 0, X = x >> 2, G = sums >> 2; k <= reading.last; k++) {
      for (; n < rows && begins[n] === k; n++) {
        if (!k) continue;                                 // before the mark all states are zeros
        f.set(reading.states[k - 1][j].h, h0 + n * P);
        f.set(reading.states[k - 1][j].c, C + n * H);
      }
      const here = this.changes.filter(({ layer, from, to }) => layer === j && from <= k && k <= to);
      m.matmul(h, w[`${name}w_hidden`], 0, r, n, 4 * H, P);
      newCells(f, G, R, C, n, H, options.cell_clip || Infinity);
      for (const { row, cells, values, of } of here)
        cells?.forEach((cell, i) => { f[C + row * H + cell] = of ? of.states[k][j].c[cell] : values[i]; });
      spoken(f, G, C, O, n, H);
      m.matmul(o, w[`${name}w_project`], 0, h, n, P, H);
      for (let i = h0; i < h0 + n * P; i++) f[i] = clip(f[i], limit);
      for (const { row, cells, of } of here) {
        if (cells) continue;                              // a whole state
        f.set(of.states[k][j].h, h0 + row * P);
        f.set(of.states[k][j].c, C + row * H);
      }
      for (let i = 0; i < n * P; i++) f[X + i] = skip ? f[X + i] + f[h0 + i] : f[h0 + i];
      if (record) reading.states[k][j] = {
        h: f.slice(h0, h0 + P), c: f.slice(C, C + H), gates: f.slice(G, G + 4 * H), out: f.slice(X, X + P),
      };
      X += n * P;
      G += n * 4 * H;
    }
  }
}

/** c = sigmoid(f) c + sigmoid(i) tanh(g), clipped. At G: sums from the input, which become the gates
 * i, f, g, o; at R: sums from h. */
function newCells(f, G, R, C, n, H, limit) {
  for (let row = 0; row < n; row++) {
    let p = G + row * 4 * H, q = R + row * 4 * H;
    for (let u = C + row * H, end = u + H; u < end; u++, p++, q++) {
      // tanh(v) = 2 sigmoid(2 v) - 1, and Math.tanh is slow
      const input = 1 / (1 + Math.exp(-f[p] - f[q]));
      const forget = 1 / (1 + Math.exp(-f[p + H] - f[q + H]));
      const fresh = 2 / (1 + Math.exp(-2 * (f[p + 2 * H] + f[q + 2 * H]))) - 1;
      f[p + 3 * H] = 1 / (1 + Math.exp(-f[p + 3 * H] - f[q + 3 * H]));
      f[u] = clip(f[u] * forget + fresh * input, limit);
      f[p] = input;
      f[p + H] = forget;
      f[p + 2 * H] = fresh;
    }
  }
}

/** o tanh(c), which is projected to h. */
function spoken(f, G, C, O, n, H) {
  for (let row = 0; row < n; row++) {
    let p = G + row * 4 * H + 3 * H;
    for (let u = row * H, end = u + H; u < end; u++, p++)
      f[O + u] = (2 / (1 + Math.exp(-2 * f[C + u])) - 1) * f[p];
  }
}

function clip(value, limit) {
  return value > limit ? limit : value < -limit ? -limit : value;
}
