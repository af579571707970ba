// Memory: the value of a cell at every word, the cells that change most, their gates, and the answer
// when some cells are held: elmo_lite/exchange.py of the course.
import { inOrder, inText, places, position } from "./asked.js";
import { said } from "./exchange.js";
import { hold, Reading } from "./states.js";

const ROWS = 7;                                           // cells in the list

/** Everything that the mode shows.
 *
 * cell: { layer, cell }, the chosen one; held: [{ layer, cell, value }, ...] from the word `index` on;
 * list: "named" (the cells of `named`), "here" (those that change most at this word) or "between"
 * (those that differ most from the second sentence). reading(words): a Reading. */
export function remembered(elmo, reading, what) {
  const { tokens, second, ask, direction, list, named, pair } = what, clip = elmo.options.cell_clip || 3;
  const [at, other] = places(tokens, second, ask, direction);
  const words = inOrder(tokens, at, direction), found = { tokens, second, at, other, direction, clip };
  if (!words.length) return { ...found, problem: "empty" };
  const exists = (one) => one.layer >= 1 && one.layer <= elmo.options.num_layers && one.cell < elmo.H;
  const chosen = exists(what.cell) ? what.cell : named[0] ?? { layer: 1, cell: 0 };
  const k = clamp(position(what.index, tokens, direction), 1, words.length);
  const held = what.held.filter(exists)
    .map(({ layer, cell, value }) => ({ layer, cell, value: clamp(value, -clip, clip) }));
  const changes = held.map(({ layer, cell, value }) => hold(layer, [cell], [value], k));
  const plain = reading(words), now = held.length ? new Reading(elmo, words, direction, changes) : plain;
  const beside = second?.length ? reading(inOrder(second, other, direction)) : null;
  const known = pair.filter((word) => elmo.id(word));
  const values = ({ layer, cell }, of) =>
    inText(of.words.map((_, i) => of.states[i + 1][layer].c[cell]), direction);
  const line = (one) => ({ ...one, values: values(one, now), second: beside && values(one, beside) });
  const rows = list === "here" ? largest(elmo, plain.states[k], plain.states[k - 1])
    : list !== "between" ? named
    : beside?.last >= k ? largest(elmo, plain.states[k], beside.states[k]) : [];
  return {
    ...found, chosen, held, pair: known, cell: line(chosen), rows: rows.map(line),
    plain: values(chosen, plain), gates: gates(elmo, now, chosen, direction),
    unknown: pair.filter((word) => !elmo.id(word)),
    answers: (held.length ? [plain, now] : [plain]).map((one) => answer(one, known)),
  };
}

/** What is expected after a reading; once for each. */
function answer(one, pair) {
  const key = pair.join(" ");
  one.answers ??= new Map();
  if (!one.answers.has(key)) one.answers.set(key, said(one.elmo, [one.output], pair)[0]);
  return one.answers.get(key);
}

/** The cells of all layers that differ most between two positions. */
function largest(elmo, one, other) {
  const found = [];
  for (let layer = 1; layer <= elmo.options.num_layers; layer++)
    one[layer].c.forEach((v, cell) => found.push({ layer, cell, change: v - other[layer].c[cell] }));
  return found.sort((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, ROWS);
}

/** The gates of a cell at every word: [forget, input, candidate, output], each in the order of the text. */
function gates({ H }, { words, states }, { layer, cell }, direction) {
  return [1, 0, 2, 3].map((part) =>
    inText(words.map((_, i) => states[i + 1][layer].gates[part * H + cell]), direction));
}

function clamp(value, least, most) {
  return Math.max(least, Math.min(most, value));
}
