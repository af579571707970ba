// One cell of the grid, opened: the numbers between the letters of its word and the words that both
// readers expect. Everything is computed by the modules that fill the grid.
import { inOrder } from "./asked.js";
import { predict } from "./softmax.js";
import { characterIds, letterOf, PADDING } from "./spell.js";

const ROWS = 5;                                           // numbers of a table: those that say most
const LIKELY = 6;                                         // words of a list

/** The steps to a word of a sentence; reading(words, direction): a Reading.
 *
 * -> { tokens, index, letters, filters, highways, vector, readers: { forward, backward }, numWords } */
export function walked(elmo, reading, tokens, index) {
  const word = tokens[index], { filters, ...steps } = elmo.steps(word);
  const readers = Object.fromEntries(["forward", "backward"].map((direction) =>
    [direction, reader(elmo, reading(inOrder(tokens, index, direction), direction))]));
  expected(elmo, readers, tokens, index);
  return {
    tokens, index, letters: letters(elmo, word), filters: strongest(elmo, word, filters),
    highways: replaced(steps), vector: steps.vector, readers, numWords: elmo.words.length,
  };
}

/** [{ id, text, vector }]: the ids of a word with their rows of the table. */
function letters({ m, w, options: { characters: c } }, word) {
  const table = w["bilm.char_cnn.embedding.weight"] >> 2;
  return characterIds(word, c.max_characters, c.alphabet).map((id) => ({
    id, text: letterOf(id), vector: m.f32.slice(table + id * c.char_dim, table + (id + 1) * c.char_dim),
  }));
}

/** The filters that answer most, each with the run of letters where it does; quiet: how many say 0. */
function strongest({ filters: plans, options: { characters: c } }, word, { answers, where }) {
  const texts = characterIds(word, c.max_characters, c.alphabet).map(letterOf);
  const width = (filter) => plans.find(({ out, num }) => filter < out + num).width;
  const rows = most([...answers.keys()], (filter) => answers[filter]).map((filter) => ({
    filter, width: width(filter), answer: answers[filter], at: where[filter],
    seen: Array.from({ length: width(filter) }, (_, k) => texts[where[filter] + k] ?? letterOf(PADDING)),
  }));
  const widths = plans.map((plan) => plan.width);
  return { rows, count: answers.length, quiet: answers.filter((v) => v === 0).length,
    from: Math.min(...widths), to: Math.max(...widths) };
}

/** The numbers that each highway layer changes most. */
function replaced({ highways }) {
  return highways.map(({ before, gates, fresh, after }) => {
    const rows = most([...before.keys()], (i) => Math.abs(after[i] - before[i]))
      .map((i) => ({ number: i, before: before[i], gate: gates[i], fresh: fresh[i], after: after[i] }));
    return { rows, count: before.length, mean: gates.reduce((sum, gate) => sum + gate, 0) / gates.length };
  });
}

/** What a reader has read and what each of its layers does at the last word that it read. */
function reader({ H, options: { num_layers: count } }, { words, last, states, output }) {
  const layer = (j) => {
    const before = states[last - 1][j].c, { c, gates, out } = states[last][j];
    const cells = most([...c.keys()], (cell) => Math.abs(c[cell] - before[cell])).map((cell) => {
      const [input, forget, candidate, outgoing] = [0, 1, 2, 3].map((part) => gates[part * H + cell]);
      return { cell, before: before[cell], forget, input, candidate, now: c[cell], output: outgoing,
        said: outgoing * Math.tanh(c[cell]) };
    });
    return { layer: j, cells, size: H, out };
  };
  return { read: words.length, layers: Array.from({ length: count }, (_, i) => layer(i + 1)), output };
}

/** The words that both readers expect, and the probability of the word that stands there. */
function expected(elmo, { forward, backward }, tokens, index) {
  const there = [tokens[index + 1] ?? "</s>", tokens[index - 1] ?? "<s>"], ids = there.map((word) => elmo.id(word));
  predict(elmo, [forward.output, backward.output], LIKELY, ids.map((id) => [id])).forEach(({ top, asked }, i) => {
    const own = [forward, backward][i];
    own.top = top;
    own.truth = { word: there[i], known: ids[i] > 0, p: asked[ids[i]] };
    delete own.output;
  });
}

function most(list, size) {
  return list.sort((a, b) => size(b) - size(a)).slice(0, ROWS);
}
