// Exchange: what carries the answer of one sentence into another? Shares for each layer and word,
// and, of the cells of one state, those that carry most: elmo_lite/exchange.py of the course.
import { inOrder, inText, places, position } from "./asked.js";
import { preferences, slopes } from "./slopes.js";
import { predict } from "./softmax.js";

export const LEAST = 0.1;                                 // preferences that differ by less: nothing to carry
export const COUNTS = [30, 10, 3, 1];                     // cells to which a state is narrowed down
const LISTED = 6;                                         // next words
const LIKELY = [32, 64];                                  // cells tried one by one: those whose slope
                                                          // promises most, and whose is largest
const AT_ONCE = 32;                                       // readings between two looks at the post
const DRAWS = 20;                                         // of random cells

/** The two words whose preference differs most between two outputs, of those that are likely.
 *
 * Each is expected more by one of them: its p log(p / q) is largest. */
export function tellingPair(elmo, [first, second]) {
  const likely = predict(elmo, [first, second], 20).flatMap(({ top }) => top.map(({ id }) => id));
  const ids = [...new Set(likely)].filter((id) => !elmo.words[id].startsWith("<"));
  const [p, q] = predict(elmo, [first, second], 0, [ids, ids]).map(({ asked }) => asked);
  const best = (value) => ids.reduce((a, b) => (value(b) > value(a) ? b : a));
  const a = best((id) => p[id] * Math.log(p[id] / q[id])), b = best((id) => q[id] * Math.log(q[id] / p[id]));
  return [a, b].map((id) => elmo.words[id]);
}

/** Outputs as answers to the reader: { top, pair: [P(a), P(b)] } */
export function said(elmo, outputs, pair) {
  const ids = pair.map((word) => elmo.id(word));
  return predict(elmo, outputs, LISTED, outputs.map(() => ids))
    .map(({ top, asked }) => ({ top, pair: ids.map((id) => asked[id]) }));
}

/** Two readings of equally many words, compared by the words of `pair`.
 *
 * high, low: what each prefers, log P(a) - log P(b). */
export class Comparison {
  constructor(first, second, pair) {
    Object.assign(this, { first, second, pair, elmo: first.elmo });
    [this.high, this.low] = preferences(this.elmo, [first.output, second.output], pair);
  }

  /** Whether there is a difference that a state could carry. */
  get differs() {
    return Math.abs(this.high - this.low) >= LEAST;
  }

  share(preference) {
    return (preference - this.low) / (this.high - this.low);
  }

  shares(variants) {
    return preferences(this.elmo, this.second.again(variants), this.pair).map((p) => this.share(p));
  }

  /** What each list of changes leads to: its share, and its next words. */
  answers(variants) {
    if (!variants.length) return [];
    return said(this.elmo, this.second.again(variants), this.pair).map((answer) => {
      const [a, b] = answer.pair;
      return { ...answer, share: this.share(Math.log(a) - Math.log(b)) };
    });
  }

  /** Whether a layer has the same in both sentences at a position. */
  same(layer, k) {
    if (!layer) return this.first.words[k - 1] === this.second.words[k - 1];
    const [a, b] = [this.first, this.second].map(({ states }) => states[k][layer]);
    return a.c.every((v, u) => v === b.c[u]) && a.h.every((v, d) => v === b.h[d]);
  }

  /** The whole state of each layer at each position, exchanged: grid[layer][k - 1], null where both
   * sentences have the same. */
  grid() {
    const { first, elmo } = this, layers = [...Array(elmo.options.num_layers + 1).keys()];
    return layers.map((layer) => {
      const where = first.words.map((_, i) => i + 1).filter((k) => !this.same(layer, k));
      const answers = this.answers(where.map((k) => [first.exchange(layer, k)]));
      return first.words.map((_, i) => answers[where.indexOf(i + 1)] ?? null);
    });
  }

  /** The cells of a layer at a position that carry most, each exchanged alone: [[cell, share], ...]
   *
   * Exchanged are those that promise something by their slope, between the slopes in both readings;
   * undefined if interrupted. */
  async search(layer, k, interrupted) {
    this.slopes ??= [this.first, this.second].map((reading) => slopes(reading, this.pair));
    const [a, b] = [this.first, this.second].map(({ states }) => states[k][layer].c);
    const [s, t] = this.slopes.map((found) => found[k][layer]);
    const promise = Array.from(a, (v, u) => ((s[u] + t[u]) / 2) * (v - b[u]) / (this.high - this.low));
    const best = (value, count) =>
      [...promise.keys()].sort((u, v) => value(promise[v]) - value(promise[u])).slice(0, count);
    const likely = [...new Set([...best((p) => p, LIKELY[0]), ...best(Math.abs, LIKELY[1])])];
    const found = [];
    for (let i = 0; i < likely.length; i += AT_ONCE) {
      const some = likely.slice(i, i + AT_ONCE);
      const shares = this.shares(some.map((cell) => [this.first.exchange(layer, k, [cell])]));
      some.forEach((cell, n) => found.push([cell, shares[n]]));
      if (await interrupted()) return undefined;
    }
    return found.sort((one, other) => other[1] - one[1]);
  }

  /** A state narrowed down to the cells that carry most, beside as many random ones.
   *
   * -> { cells: [[cell, share], ...], found: an answer for each of COUNTS, random: one for each, of
   * the first draw, with the mean share of all draws } */
  async narrow(layer, k, interrupted) {
    const best = await this.search(layer, k, interrupted);
    if (!best) return undefined;
    const cells = best.map(([cell]) => cell), draw = generator(1000 * layer + k);
    const exchange = (some) => [this.first.exchange(layer, k, some)];
    const found = this.answers(COUNTS.map((count) => exchange(cells.slice(0, count))));
    const random = [];
    for (const count of COUNTS) {
      const draws = Array.from({ length: DRAWS }, () => sample(this.elmo.H, count, draw));
      const shares = this.shares(draws.map(exchange)), mean = shares.reduce((a, b) => a + b) / DRAWS;
      const [answer] = this.answers([exchange(draws[0])]);
      random.push({ ...answer, cells: draws[0], mean });
      if (await interrupted()) return undefined;
    }
    return { cells: best.slice(0, COUNTS[0]), found, random };
  }
}

/** Random numbers in [0, 1) from a seed, so that the same cells are drawn each time. */
function generator(seed) {
  let state = Math.imul(seed, 2654435761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** `count` of the numbers below n, without repetition. */
function sample(n, count, draw) {
  const all = [...Array(n).keys()];
  for (let i = 0; i < count; i++) {
    const j = i + Math.floor(draw() * (n - i));
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all.slice(0, count);
}

// ---- the questions of the page ----

/** Two sentences -> their words, where they are asked, and why they cannot be compared, if so. */
export function compared(tokens, second, ask, direction) {
  const [at, other] = places(tokens, second, ask, direction);
  const words = [[tokens, at], [second ?? [], other ?? 0]].map(([all, k]) => inOrder(all, k, direction));
  const [n, m] = words.map((list) => list.length);
  const problem = !n ? "empty" : !m ? "one" : n !== m ? "unequal"
    : words[0].every((word, i) => word === words[1][i]) ? "same" : null;
  return { at, other, words, problem, counts: { n, m } };
}

/** Everything that the mode shows but for the cells: see narrowed. reading(words): a Reading. */
export function exchanged(elmo, reading, { tokens, second, ask, direction, pair }) {
  const { words, ...found } = compared(tokens, second, ask, direction);
  const unknown = pair.filter((word) => !elmo.id(word));
  Object.assign(found, { tokens, second, direction, unknown, size: elmo.H });
  if (found.problem === "empty") return found;
  const first = reading(words[0]);
  if (found.problem) return { ...found, answers: said(elmo, [first.output], []) };
  const both = [first, reading(words[1])], outputs = both.map(({ output }) => output);
  found.given = pair.length === 2 && !found.unknown.length;
  found.pair = found.given ? pair : tellingPair(elmo, outputs);
  const comparison = new Comparison(...both, found.pair), { high, low, differs } = comparison;
  const answers = said(elmo, outputs, found.pair);
  const grid = differs ? comparison.grid().map((row) => inText(row, direction)) : null;
  return { ...found, high, low, answers, grid, problem: differs ? null : "nothing", comparison };
}

/** The cells of one state of what `exchanged` found; index: of the word in the text. */
export function narrowed({ comparison, tokens, direction }, { layer, index }, interrupted) {
  const k = position(index, tokens, direction);
  return k <= comparison.first.last ? comparison.narrow(layer, k, interrupted) : undefined;
}
