// A probe of one's own: lines as examples, and a linear probe that is asked about each example after
// it was fitted to all the others.
import { tokenize } from "./tokenize.js";

export const LINES = 2000;                                // at most
export const FEWEST = 4;                                  // examples of a label
export const LABELS_MOST = 12;
const WINDOW = 60;                                        // words of a sentence that are read
const MARK = /\*(?!\s)([^*]+?)(?<!\s)\*/g;                // as in elmo_lite.senses.from_examples
const PENALTY = 1;                                        // for vectors of length 1: nothing is tuned

// ---- lines -> examples ----

/** "label: a sentence with one *marked* word", a line each -> { examples, kinds, problem }
 *
 * examples: [{ label, tokens, at, end }], the word is tokens[at] to tokens[end - 1]; problem: the name
 * of a sentence of labels.js with what it says, or null. */
export function parsed(text) {
  const lines = text.split(/\r?\n/).map((line, i) => [line.trim(), i + 1]).filter(([line]) => line);
  const problem = (name, values = {}) => ({ examples: [], kinds: [], problem: { name, values } });
  if (text.includes("\0") || text.split("\ufffd").length > 1 + text.length / 100) return problem("binary");
  if (!lines.length) return problem("empty");
  if (lines.length > LINES) return problem("lines", { n: lines.length.toLocaleString(), most: LINES.toLocaleString() });
  const examples = [];
  for (const [line, n] of lines) {
    const [, label, sentence] = /^([^:：*]{1,40})[:：]\s*(.+)$/.exec(line) ?? [];
    if (!label?.trim()) return problem("label", { line: n });
    const marks = [...sentence.matchAll(MARK)];
    if (marks.length !== 1) return problem(marks.length ? "marks" : "mark", { line: n, n: marks.length });
    examples.push({ label: label.trim(), ...marked(sentence, marks[0]) });
  }
  const kinds = [...new Set(examples.map(({ label }) => label))];
  const count = (label) => examples.filter((one) => one.label === label).length;
  if (kinds.length < 2) return problem("one", { label: kinds[0] });
  if (kinds.length > LABELS_MOST) return problem("many", { n: kinds.length, most: LABELS_MOST });
  const few = kinds.find((label) => count(label) < FEWEST);
  if (few) return problem("few", { label: few, n: count(few), least: FEWEST });
  return { examples, kinds, problem: null };
}

/** The tokens of a sentence, and where its marked word is; of a long one the words around it. */
function marked(sentence, { 0: mark, 1: word, index }) {
  const [before, inside, after] = [sentence.slice(0, index), word, sentence.slice(index + mark.length)].map(tokenize);
  const from = Math.max(0, before.length - WINDOW / 2);
  const tokens = [...before.slice(from), ...inside, ...after.slice(0, WINDOW / 2)];
  return { tokens, at: before.length - from, end: before.length - from + inside.length };
}

// ---- a linear probe ----

/** Ridge regression from rows (n, dim) to labels (numbers below `count`), every label counting as much.
 *
 * loo: for each example the scores of all labels, (n, count), by what was fitted to the others. */
export class Ridge {
  constructor(rows, y, count) {
    Object.assign(this, { count, dim: rows[0].length });
    const n = rows.length, sizes = new Float64Array(count);
    for (const label of y) sizes[label]++;
    const weight = y.map((label) => n / (count * sizes[label]));
    this.standardise(rows);
    const x = rows.map((row) => this.scaled(row));
    this.mean = x[0].map((_, d) => x.reduce((sum, row, i) => sum + weight[i] * row[d], 0) / n);
    const root = weight.map(Math.sqrt);
    const moved = x.map((row, i) => row.map((v, d) => root[i] * (v - this.mean[d])));
    const target = y.map((label, i) =>
      Float64Array.from({ length: count }, (_, c) => root[i] * ((c === label) - 1 / count)));
    const hat = n <= this.dim ? this.dual(moved, target) : this.primal(moved, target);
    this.loo = y.map((label, i) => {
      const fitted = this.times(moved[i]), h = hat[i] + weight[i] / n, left = n - weight[i];
      return Float64Array.from(fitted, (value, c) => {
        const gold = (c === label) - 1 / count, miss = gold - value / root[i];
        // without the share that the label has among the others: that would speak against this one
        const prior = (n / count - (c === label ? weight[i] : 0)) / left;
        return gold + 1 / count - miss / (1 - h) - prior;
      });
    });
    this.heat = heatOf(this.loo, y);
  }

  standardise(rows) {
    const n = rows.length, dim = this.dim;
    this.middle = new Float64Array(dim);
    this.scale = new Float64Array(dim);
    for (const row of rows) for (let d = 0; d < dim; d++) this.middle[d] += row[d] / n;
    for (const row of rows) for (let d = 0; d < dim; d++) this.scale[d] += (row[d] - this.middle[d]) ** 2 / n;
    this.scale = this.scale.map((v) => (v > 1e-10 ? 1 / Math.sqrt(v * dim) : 0));
  }

  scaled(row) {
    return Float64Array.from(row, (v, d) => (v - this.middle[d]) * this.scale[d]);
  }

  /** Fewer examples than numbers: (n, n). -> what each example adds to its own fit */
  dual(x, target) {
    const n = x.length, kernel = x.map((a) => Float64Array.from(x, (b) => dot(a, b)));
    for (let i = 0; i < n; i++) kernel[i][i] += PENALTY;
    const low = cholesky(kernel), found = target[0].map(() => null);
    const columns = Array.from(found, (_, c) => solve(low, target.map((row) => row[c])));
    this.w = columns.map((alpha) => {
      const w = new Float64Array(this.dim);
      x.forEach((row, i) => { for (let d = 0; d < this.dim; d++) w[d] += alpha[i] * row[d]; });
      return w;
    });
    return x.map((_, i) => {
      const e = new Float64Array(n);
      e[i] = 1;
      return 1 - PENALTY * solve(low, e)[i];
    });
  }

  primal(x, target) {
    const dim = this.dim, gram = Array.from({ length: dim }, () => new Float64Array(dim));
    for (const row of x)
      for (let a = 0; a < dim; a++) {
        const v = row[a], into = gram[a];
        if (v) for (let b = 0; b <= a; b++) into[b] += v * row[b];
      }
    for (let a = 0; a < dim; a++) gram[a][a] += PENALTY;
    const low = cholesky(gram);
    this.w = Array.from(target[0], (_, c) => {
      const sum = new Float64Array(dim);
      x.forEach((row, i) => { for (let d = 0; d < dim; d++) sum[d] += row[d] * target[i][c]; });
      return solve(low, sum);
    });
    return x.map((row) => {
      const z = forward(low, row);
      return dot(z, z);
    });
  }

  times(moved) {
    return this.w.map((w) => dot(w, moved));
  }

  /** How likely each label is for a new vector. */
  tags(row) {
    const x = this.scaled(row);
    return softmax(this.times(x.map((v, d) => v - this.mean[d])), this.heat);
  }
}

/** How often the scores are right; of level ones each counts in part: (n,) */
export function rights(scores, y) {
  return scores.map((row, i) => {
    const most = Math.max(...row), level = [...row.keys()].filter((c) => row[c] > most - 1e-9);
    return level.includes(y[i]) ? 1 / level.length : 0;
  });
}

/** The 95 % interval of a share of n, as Wilson computes it. */
export function wilson(share, n, z = 1.959964) {
  const middle = share + z * z / (2 * n), all = 1 + z * z / n;
  const half = z * Math.sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  return [Math.max(0, (middle - half) / all), Math.min(1, (middle + half) / all)];
}

function heatOf(scores, y) {
  const loss = (heat) => scores.reduce((sum, row, i) => sum - Math.log(softmax(row, heat)[y[i]] + 1e-12), 0);
  const tried = Array.from({ length: 30 }, (_, i) => 0.5 * 1.22 ** i);
  return tried.reduce((a, b) => (loss(b) < loss(a) ? b : a));
}

function softmax(scores, heat) {
  const most = Math.max(...scores), e = Array.from(scores, (v) => Math.exp(heat * (v - most)));
  const sum = e.reduce((a, b) => a + b);
  return e.map((v) => v / sum);
}

function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** The lower triangle L with L Lᵀ = a. */
function cholesky(a) {
  const n = a.length, low = a.map((row) => Float64Array.from(row));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i][j];
      for (let k = 0; k < j; k++) sum -= low[i][k] * low[j][k];
      low[i][j] = i === j ? Math.sqrt(sum) : sum / low[j][j];
    }
  }
  return low;
}

function forward(low, b) {
  const z = new Float64Array(b.length);
  for (let i = 0; i < b.length; i++) {
    let sum = b[i];
    for (let k = 0; k < i; k++) sum -= low[i][k] * z[k];
    z[i] = sum / low[i][i];
  }
  return z;
}

function solve(low, b) {
  const z = forward(low, b);
  for (let i = z.length - 1; i >= 0; i--) {
    z[i] /= low[i][i];
    for (let k = 0; k < i; k++) z[k] -= low[i][k] * z[i];
  }
  return z;
}

// ---- controls and a map ----

const SLOTS = 512;                                        // of hashed features

function hashed(names) {
  const row = new Float32Array(SLOTS);
  for (const name of names) {
    let hash = 2166136261;
    for (const letter of name) hash = Math.imul(hash ^ letter.codePointAt(0), 16777619);
    row[(hash >>> 0) % SLOTS] += 1;
  }
  return row;
}

/** The word's letters alone: its parts of 1 to 4 letters. */
export function letters({ tokens, at, end }) {
  const word = [...`<${tokens.slice(at, end).join(" ").normalize("NFD")}>`], names = [];
  for (let n = 1; n <= 4; n++)
    for (let i = 0; i + n <= word.length; i++) names.push(word.slice(i, i + n).join(""));
  return hashed(names);
}

/** The words around it, without their order: five on either side. */
export function around({ tokens, at, end }) {
  const near = [...tokens.slice(Math.max(0, at - 5), at), ...tokens.slice(end, end + 5)];
  return hashed(near.map((word) => word.toLowerCase()));
}

/** Two principal components of standardised rows, turned like the map of the layer above. */
export function flat(ridge, rows, above) {
  const x = rows.map((row) => ridge.scaled(row)), dim = x[0].length, axes = [];
  for (let a = 0; a < 2; a++) {
    let v = Float64Array.from({ length: dim }, (_, d) => Math.cos(d * (a + 1) + a));
    for (let step = 0; step < 60; step++) {
      const next = new Float64Array(dim);
      for (const row of x) {
        const p = dot(row, v);
        for (let d = 0; d < dim; d++) next[d] += p * row[d];
      }
      for (const other of axes) {
        const p = dot(next, other);
        for (let d = 0; d < dim; d++) next[d] -= p * other[d];
      }
      const size = Math.sqrt(dot(next, next));
      if (size < 1e-12) break;
      v = next.map((value) => value / size);
    }
    axes.push(v);
  }
  const place = (row) => axes.map((axis) => dot(row, axis)), points = x.map(place);
  const most = Math.max(1e-6, ...points.map(([a, b]) => Math.hypot(a, b)));
  const turn = above ? turned(points, above) : (p) => p;
  const at = (p) => turn(p).map((v) => v / most);
  return { points: points.map(at), of: (row) => at(place(ridge.scaled(row))) };
}

/** The rotation, perhaps with a reflection, that brings points nearest to others. */
function turned(points, others) {
  const best = [1, -1].map((flip) => {
    let cos = 0, sin = 0;
    points.forEach(([a, b], i) => {
      const [c, d] = others[i];
      cos += a * c + flip * b * d;
      sin += a * d - flip * b * c;
    });
    return { flip, size: Math.hypot(cos, sin), angle: Math.atan2(sin, cos) };
  }).reduce((a, b) => (b.size > a.size ? b : a));
  const [cos, sin] = [Math.cos(best.angle), Math.sin(best.angle)];
  return ([a, b]) => [cos * a - sin * best.flip * b, sin * a + cos * best.flip * b];
}
