// A probe of one's own: lines as examples, and a linear probe that is asked about each example after
// it was fitted to others.
import { tokenize } from "./tokenize.js";

export const LINES = 2000;                                // at most
export const FEWEST = 3;                                  // examples of a label
export const LABELS_MOST = 12;
const WINDOW = 60;                                        // words of a sentence that are read
const MARK = /\*+(?!\s)([^*]+?)(?<!\s)\*+/g;              // as in elmo_lite/corpora/examples.py
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

/** Ridge regression from rows (n, dim) to labels (numbers below `count`), every label counting as much,
 * and what it would say without some of the rows: Ridge in elmo_lite/left_out.py. */
export class Ridge {
  constructor(rows, y, count) {
    Object.assign(this, { y, count, dim: rows[0].length });
    const n = rows.length, sizes = new Float64Array(count);
    for (const label of y) sizes[label]++;
    this.weight = y.map((label) => n / (count * sizes[label]));
    this.standardise(rows);
    const x = rows.map((row) => this.scaled(row));
    this.mean = x[0].map((_, d) => x.reduce((sum, row, i) => sum + this.weight[i] * row[d], 0) / n);
    this.root = this.weight.map(Math.sqrt);
    const moved = x.map((row, i) => row.map((v, d) => this.root[i] * (v - this.mean[d])));
    const target = y.map((label, i) => wanted(label, count).map((v) => this.root[i] * v));
    this.hat = n <= this.dim ? this.dual(moved, target) : this.primal(moved, target);
    this.miss = moved.map((row, i) => this.times(row).map((v, c) => target[i][c] - v));
  }

  /** Scores of rows that are left out, by what was learned from all others: (left out, count).
   *
   * It is what a fit to the others gives, by one small equation. The share of a label among the others
   * is subtracted: leaving an example out makes its label rarer. A label that none has is never said. */
  without(out) {
    const { y, count, weight, root, hat, miss } = this, n = y.length, there = new Float64Array(count);
    const gone = new Set(out), prior = new Float64Array(count);
    let all = 0;
    y.forEach((label, i) => {
      if (gone.has(i)) return;
      there[label]++;
      all += weight[i];
      wanted(label, count).forEach((v, c) => { prior[c] += weight[i] * v; });
    });
    const low = cholesky(out.map((i) => Float64Array.from(out, (j) => (i === j) - hat(i, j) - root[i] * root[j] / n)));
    const columns = Array.from(prior, (_, c) => solve(low, out.map((i) => miss[i][c])));
    return out.map((i, k) => Float64Array.from(wanted(y[i], count), (v, c) =>
      (there[c] ? v - columns[c][k] / root[i] - prior[c] / all : -Infinity)));
  }

  standardise(rows) {
    const n = rows.length, dim = this.dim;
    this.middle = new Float64Array(dim);
    this.scale = new Float64Array(dim);
    for (const row of rows) for (let d = 0; d < dim; d++) this.middle[d] += row[d] / n;
    let size = 0;
    for (const row of rows) for (let d = 0; d < dim; d++) {
      this.scale[d] += (row[d] - this.middle[d]) ** 2 / n;
      size += row[d] ** 2 / n / dim;
    }
    const least = 1e-4 * Math.sqrt(size) + 1e-12;         // others are equal, but for 1e-7
    this.scale = this.scale.map((v) => (Math.sqrt(v) > least ? 1 / Math.sqrt(v * dim) : 0));
  }

  scaled(row) {
    return Float64Array.from(row, (v, d) => (v - this.middle[d]) * this.scale[d]);
  }

  /** Fewer examples than numbers: (n, n). -> hat(i, j): how much example j adds to the fit of i */
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
    const inverse = x.map((_, i) => {
      const e = new Float64Array(n);
      e[i] = 1;
      return forward(low, e, i);
    });
    return (i, j) => (i === j) - PENALTY * dot(inverse[i], inverse[j]);
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
    const solved = x.map((row) => forward(low, row));
    return (i, j) => dot(solved[i], solved[j]);
  }

  times(moved) {
    return this.w.map((w) => dot(w, moved));
  }

  /** How likely each label is for a new vector; heat: see heatOf. */
  tags(row, heat) {
    const x = this.scaled(row);
    return softmax(this.times(x.map((v, d) => v - this.mean[d])), heat);
  }
}

/** 1 for the label and 0 for all others, with a mean of 0. */
function wanted(label, count) {
  return Array.from({ length: count }, (_, c) => (c === label) - 1 / count);
}

// ---- leaving out ----

const PAIRINGS = 4;                                       // as in elmo_lite/left_out.py, with the reasons
const PARTS = 100;

/** In each round which examples are asked, and which are not learned from: [{ asked, out }].
 *
 * groups: what is left out together, the sentence of each example; alike: its word. With an example,
 * one of every other label stays out, of the same word if there is one. */
export function rounds(y, groups, alike) {
  const numbers = numbered(groups), words = numbered(alike), parts = numbers.map((number) => number % PARTS);
  const kinds = [...new Set(y)], turns = new Set(numbers).size <= PARTS ? PAIRINGS : 1, found = [];
  const seen = new Map(), ranks = y.map((label, i) => {
    const key = `${label} ${words[i]}`, rank = seen.get(key) ?? 0;
    seen.set(key, rank + 1);
    return rank;
  });
  const rows = new Map(kinds.map((label) => [label, [...y.keys()].filter((i) => y[i] === label)]));
  const pool = (label, word) => {
    const all = rows.get(label), same = all.filter((i) => words[i] === word);
    return same.length ? same : all;
  };
  for (const part of [...new Set(parts)].sort((a, b) => a - b)) {
    const asked = [...y.keys()].filter((i) => parts[i] === part);
    for (let turn = 0; turn < turns; turn++) {
      const out = new Set(asked);
      for (const i of asked) for (const label of kinds) {
        if (label === y[i]) continue;
        const others = pool(label, words[i]);
        out.add(others[(turn + ranks[i]) % others.length]);
      }
      for (const label of kinds) {                        // a probe has to know every label
        if (rows.get(label).some((i) => !out.has(i))) continue;
        for (const i of rows.get(label)) if (parts[i] !== part) out.delete(i);
      }
      found.push({ asked, out: [...out] });
    }
  }
  return found;
}

function numbered(list) {
  const names = [...new Set(list)], number = new Map(names.map((name, i) => [name, i]));
  return list.map((one) => number.get(one));
}

/** What a ridge says of examples that it has not seen -> { right, scores }: how often each is answered
 * rightly, where of n level labels each counts 1 / n, and the mean scores of its rounds. */
export function leftOut(ridge, plan) {
  const { y, count } = ridge, n = y.length, times = new Float64Array(n), right = new Float64Array(n);
  const scores = y.map(() => new Float64Array(count));
  for (const { asked, out } of plan) {
    const found = ridge.without(out);
    asked.forEach((i, k) => {                             // they stand first in `out`
      const row = Array.from(found[k], (v) => Math.round(1e4 * v)), most = Math.max(...row);
      const level = row.filter((v) => v === most).length;
      right[i] += row[y[i]] === most ? 1 / level : 0;
      found[k].forEach((v, c) => { scores[i][c] += Math.max(v, -1); });
      times[i]++;
    });
  }
  const mean = (v, i) => v / times[i];
  return { right: Array.from(right, mean), scores: scores.map((row, i) => row.map((v) => mean(v, i))) };
}

/** The 95 % interval of a share of n, as Wilson computes it. */
export function wilson(share, n, z = 1.959964) {
  const middle = share + z * z / (2 * n), all = 1 + z * z / n;
  const half = z * Math.sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  return [Math.max(0, (middle - half) / all), Math.min(1, (middle + half) / all)];
}

/** How sharp the scores have to become to be probabilities: as those of examples left out say. */
export function heatOf(scores, y) {
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

/** z with L z = b; the first numbers of b are zeros. */
function forward(low, b, zeros = 0) {
  const z = new Float64Array(b.length);
  for (let i = zeros; i < b.length; i++) {
    let sum = b[i];
    for (let k = zeros; k < i; k++) sum -= low[i][k] * z[k];
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
