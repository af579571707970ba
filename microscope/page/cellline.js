// The lines of the mode Memory: a sentence coloured by the value of a cell, and other cells below it.
import { blank, columnsOf, decimals, leastWidth, parts } from "./answers.js";
import { cut, fill, h } from "./dom.js";

const MOST = 1.5;                                         // the value with the strongest colour
const LETTERS = 22;                                       // of a word that has no end
const GATES = ["forget", "input", "candidate", "output"];

/** view: of MemoryView. The chosen cell over one or two sentences, its gates, and the list. */
export function drawLines(view) {
  const { page: { state, labels }, found } = view, { from, to } = parts(found), t = labels.memory;
  const words = found.tokens.slice(from, to).map((word) => cut(word, LETTERS)), { cell } = found, back = found.direction === "backward";
  const columns = columnsOf(words, 1.15, 52), shift = back ? 2 : 1;
  columns.splice(back ? 0 : words.length, 0, "minmax(112px, 1.4fr)");
  const at = (k) => `grid-column:${k + shift}`;
  const letter = cell.second && h("b.letter.letter-0", {}, "A");
  const first = row(".spoken", name(view, cell, letter), [
    ...cell.values.map((v, k) => box(view, from + k, words[k], v, at(k))),
    blank(view.page, found, `grid-column:${back ? 1 : words.length + 1}`, "group",
      (step) => view.page.typed({ ask: found.at + step })),
  ]);
  const rows = [first, ...second(view, at)];
  if (state.gates) rows.push(...GATES.map((gate, i) =>
    row(".gate", h("span.name", { title: t.gateTitles[gate] }, t.gates[gate]),
      found.gates[i].map((v, k) => h("span.v", { style: `${at(k)};${colour(v, 1)}` }, decimals(v))))));
  const list = found.rows.map((one) => strip(view, one, words, at));
  return h("div.lines", { style: `--columns:${columns.join(" ")};--least:${leastWidth(columns)}` },
    ...rows, view.tabs(), ...(list.length ? list : [h("p.hint", {}, t.noList)]));
}

function row(kind, head, cells) {
  return h(`div.row${kind}`, {}, head, h("span.over", {}, ...cells));
}

/** A cell of the list: its name, and a mark for each word. */
function strip(view, one, words, at) {
  const { page: { state }, found: { cell } } = view;
  const here = one.layer === cell.layer && one.cell === cell.cell;
  const said = words.map((word, k) => `${word} ${decimals(one.values[k])}`).join(", ");
  const other = (k) => (state.list === "between" ? one.second?.[k] : undefined);
  return h("button", {
    type: "button", className: `row strip${here ? " here" : ""}`, ariaPressed: String(here),
    ariaLabel: `${called(view, one)}: ${said}`, onclick: () => view.choose(one),
  }, name(view, one), h("span.over", {}, ...one.values.map((v, k) => patch(v, other(k), at(k)))));
}

/** The same cell over the second sentence. */
function second({ page: { state, labels }, found }, at) {
  const { cell: { second: own }, direction } = found, back = direction === "backward";
  if (!own) return [];
  const { from, to } = parts({ tokens: found.second, at: found.other, direction });
  const words = found.second.slice(from, to).map((word) => cut(word, LETTERS)), late = found.cell.values.length - words.length;
  if (late < 0) return [h("p.hint", {}, labels.memory.longer)];
  return [row(".spoken.second", h("span.name", {}, h("b.letter.letter-1", {}, "B")), own.map((v, k) =>
    h("span.box", { style: `${at(k + (back ? late : 0))};${colour(v)}` },
      ...inside(v, words[k], state.language))))];
}

/** A word of the sentence, coloured by the value of the chosen cell. */
function box(view, index, word, value, style) {
  const { page: { state } } = view, here = index === state.index;
  return h("button", {
    type: "button", className: `box${here ? " here" : ""}`, style: `${style};${colour(value)}`,
    ariaPressed: String(here), tabIndex: here ? 0 : -1,
    onclick: () => view.select(index), onkeydown: (event) => view.key(event),
  }, ...inside(value, word, state.language));
}

/** A number, a line at its height, and the word. */
function inside(value, word, lang) {
  const size = Math.max(-1, Math.min(1, value / MOST));
  const line = h("i", { style: `bottom:${(50 + 50 * size).toFixed(1)}%` });
  return [h("em", {}, decimals(value)), h("span.height", { ariaHidden: "true" }, line), h("b", { lang }, word)];
}

/** A small mark for a value; two, one above the other, for two sentences. */
function patch(value, other, style) {
  const one = (v) => h("i", { style: colour(v) });
  return h("span.patch", { style, ariaHidden: "true" }, one(value), other === undefined ? null : one(other));
}

/** Orange above zero, blue below it. */
function colour(value, most = MOST) {
  const size = Math.min(1, Math.abs(value) / most);
  return `--c:var(${value < 0 ? "--minus" : "--plus"});--p:${size.toFixed(3)}`;
}

/** A cell in words: its number, its layer, and what it follows, if that is known. */
export function called(view, { layer, cell }) {
  const { labels } = view.page, known = view.follows(layer, cell);
  return fill(known ? labels.memory.known : labels.memory.cell, { cell, j: layer, what: known });
}

/** The same in brief; with the letter of a sentence there is room for the number alone. */
function name(view, one, letter = null) {
  const { layer, cell } = one, { labels } = view.page, known = view.arrowed(layer, cell);
  return h("span.name", { title: called(view, one) }, letter, h("b", {}, `${cell}`),
    letter ? null : h("span", {}, known ?? fill(labels.memory.brief, { j: layer })));
}
