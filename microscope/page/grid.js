// The grid: columns are words, rows are layers, the data flows upwards.
import { exact, fill, h, short, width } from "./dom.js";
import { SYMBOLS } from "./map.js";
import { senseName } from "./sensenames.js";

const WIDEST = 260;                                       // of a column
export const AHEAD = { next: 1, previous: -1 };
const GROUPS = {
  noun: "NOUN PROPN PRON", verb: "VERB AUX", describe: "ADJ ADV",
  determiner: "DET", small: "ADP CCONJ SCONJ PART INTJ", number: "NUM", mark: "PUNCT SYM X",
};
const GROUP = new Map();
for (const [group, tags] of Object.entries(GROUPS))
  for (const tag of tags.split(" ")) GROUP.set(tag, group);

/** view: { state, corpus, labels, words }; found: the answer to "grid"; select(row, layer, index) */
export function drawGrid(view, found, row, select) {
  const { state, corpus, labels, rows } = view, { tokens } = found;
  const from = (j) => corpus.last - j;                    // the highest layer is the first line
  const lines = [...rows].reverse().map((j) => h("div.line", { role: "row" },
    rowName(view, j, place(-1, from(j))),
    ...(j ? [flow("forward", from(j)), flow("backward", from(j))] : []),
    ...tokens.map((_, k) => drawCell(view, found, { j, k, row, line: from(j), select }))));
  const words = h("div.line.words", { role: "row" },
    h("div.row-name", { style: place(-1, rows.length), role: "rowheader" },
      h("small", {}, row ? labels.second : "")),
    ...tokens.map((_, k) => drawWord(view, found, { k, row, line: rows.length, select })));
  return h("div.grid", {
    role: "grid", ariaLabel: fill(labels.grid, { text: tokens.join(" ") }),
    style: `--columns:${columns(state.mode, found)};--layers:${rows.length}`,
  }, ...lines, words);
}

const place = (k, line) => `--k:${k};--line:${line}`;

function flow(direction, line) {
  return h(`div.flow.${direction}`, { style: place(-1, line), ariaHidden: "true" });
}

function rowName({ labels }, j, style) {
  const what = fill(labels.rows[Math.min(j, 2)], { below: j - 1 });
  return h("div.row-name", { style, role: "rowheader" },
    h("b", {}, fill(labels.layer, { j })), h("small", {}, what));
}

/** A column for each word, in widths of its letters; where only some words have an answer, these get
 * the room. A word without end is cut. */
function columns(mode, { tokens, cells }) {
  const em = (px) => `${(px / 18).toFixed(2)}em`;
  return tokens.map((token, k) => {
    const room = Math.min(WIDEST, width(token)), letters = /\p{L}/u.test(token);
    if (mode === "sense" || mode === "probe")
      return cells[0][k] ? `minmax(${em(160)}, 2fr)` : `minmax(${em(Math.max(54, room))}, 1fr)`;
    const edge = AHEAD[mode] && (k === 0 || k === tokens.length - 1);
    const full = letters || mode === "pos" || edge;
    return `minmax(${em(Math.max(full ? 86 : 70, room))}, ${full ? 1 : 0.7}fr)`;
  }).join(" ");
}

function drawWord({ state, labels, words }, { tokens, lemmas, known }, { k, row, line, select }) {
  const here = row === state.row && k === state.index;
  return h("button.word", {
    style: place(k, line), role: "columnheader", type: "button", tabIndex: -1,
    title: known[k] ? "" : `${tokens[k]}: ${fill(labels.unknown, { n: words })}`,
    className: `word${lemmas[k] >= 0 ? " marked" : ""}${here ? " here" : ""}`,
    onclick: () => select(row, state.layer, k),
  }, h("span", { lang: state.language }, tokens[k]), h("i.heard", { ariaHidden: "true" }));
}

function drawCell(view, { tokens, cells }, { j, k, row, line, select }) {
  const { state, labels } = view, cell = cells[j][k], token = tokens[k];
  const here = row === state.row && j === state.layer && k === state.index;
  const common = {
    id: cellId(view, row, j, k), style: place(k, line), role: "gridcell", type: "button",
    tabIndex: here ? 0 : -1, ariaSelected: String(here), onclick: () => select(row, j, k),
  };
  const name = `${fill(labels.layer, { j })}, ${token}`, at = here ? " here" : "";
  if (!cell)
    return h("button", { ...common, className: `cell none${at}`, ariaLabel: `${name}: ${labels.none}` });
  const said = cell.top.map((one) => `${answerOf(view, one)[0]} ${one.p.toFixed(2)}`).join(", ");
  const paired = cell.pair?.length === 2;
  return h("button", {
    ...common, className: `cell ${tone(view, cell, j)}${paired ? " paired" : ""}${at}`,
    style: `${common.style};--p:${strength(state.mode, cell.top[0].p, j).toFixed(3)}`,
    ariaLabel: `${name}: ${said}`,
  }, ...inside(view, cell), paired ? balance(cell.pair, state) : null);
}

export const cellId = ({ prefix }, row, j, k) => `${prefix}cell-${row}-${j}-${k}`;
export const spoken = (labels, word) => (Object.hasOwn(labels.special, word) ? labels.special[word] : word);

/** The colour of a cell: what it says, or who says it. */
function tone({ state, corpus }, { top: [first] }, j) {
  if (state.mode === "pos") return `tone-pos-${GROUP.get(first.word) ?? "mark"}`;
  if (state.mode === "sense") return `tone-sense-${corpus.senses[first.id].k}`;
  if (state.mode === "probe") return `tone-sense-${first.id % 6}`;
  if (!j) return "tone-token";
  return AHEAD[state.mode] ? `tone-${state.mode}` : "tone-mix";
}

/** How strong the colour is, from 0 to 1: the confidence. */
function strength(mode, p, j) {
  const between = (low, high) => Math.max(0, Math.min(1, (p - low) / (high - low)));
  if (mode === "near") return between(0.3, 0.9);
  if (mode === "sense" || mode === "probe") return between(0.34, 1);
  return AHEAD[mode] && !j ? p / 2 : p;                   // a heuristic must not outshine the rest
}

/** What a cell says -> [in words, the language of these words] */
export function answerOf({ state, corpus, labels }, { word, id }) {
  if (state.mode === "sense") return senseName(labels.code, corpus.senses[id]);
  return state.mode === "pos" ? [word, "en"] : [spoken(labels, word), state.language];
}

/** The first answer, and the next ones in small type. */
function inside(view, cell) {
  const { state, corpus, labels } = view, [first, ...more] = cell.top;
  const sense = state.mode === "sense", probe = state.mode === "probe";
  const [said, lang] = answerOf(view, first);
  const right = cell.truth?.known && first.word === cell.truth.word;
  const head = h("span.first", {},
    sense || probe ? h("span.glyph", { ariaHidden: "true" },
      `${SYMBOLS[probe ? first.id % 6 : corpus.senses[first.id].k]} `) : null,
    h(first.word.length > 8 && !sense ? "span.w.long" : "span.w", { lang }, said),
    h("em", {}, short(first.p)), right ? h("b.right", { title: labels.came }, "✓") : null);
  if (sense) return [head, shares(cell.senses, corpus)];
  const shown = more.slice(0, cell.pair?.length ? 1 : 2)
    .filter(({ p }) => state.mode !== "pos" || p >= 0.005);
  return [head, ...shown.map(({ word, p }) =>
    h("span.more", {}, h("span.w", { lang }, spoken(labels, word)), h("em", {}, short(p))))];
}

function shares(senses, corpus) {
  return h("span.share", { ariaHidden: "true" }, ...senses.map(({ id, p }) =>
    h(`i.back-${corpus.senses[id].k}`, { style: `flex:${p.toFixed(3)}` })));
}

/** Two words weighed against each other: two bars in one line, faint where both are unlikely. */
function balance([a, b], { pair: [one, other], language: lang }) {
  const all = a + b || 1, seen = Math.min(1, 0.25 + 8 * (a + b)).toFixed(2);
  return h("span.pair", {
    lang, title: `${one} ${exact(a)}, ${other} ${exact(b)}`, style: `opacity:${seen}`, ariaHidden: "true",
  }, h("i.back-0", { style: `flex:${a / all}` }), h("i.back-1", { style: `flex:${b / all}` }));
}

/** Bars under the words of a grid: what the chosen cell would lose without each of them. */
export function drawInfluence({ state, labels }, grid, { change, odds }) {
  const size = odds ? odds.map(Math.abs) : change, most = Math.max(...size, 1e-9);
  grid.querySelectorAll(".word").forEach((word, k) => {
    const bar = word.querySelector(".heard");
    const unread = change[k] < 1e-6 && k !== state.index;
    const side = k < state.index ? "left" : k > state.index ? "right" : "own";
    const [kind, name] = odds && odds[k] > 0 ? ["back-0", state.pair[0]] : ["back-1", state.pair[1]];
    word.classList.toggle("unread", unread);
    bar.style.width = `${Math.round((size[k] / most) * 100)}%`;
    bar.className = `heard ${odds ? kind : side}`;
    word.title = unread ? labels.unread
      : odds ? fill(labels.moves, { word: name, times: Math.exp(Math.abs(odds[k])).toFixed(1) })
      : fill(labels.changes, { x: change[k].toFixed(2) });
  });
}
