// What the bars under the words mean, and the tags in the cells: said beside them.
import { h } from "./dom.js";
import { AHEAD } from "./grid.js";

/** Under the grid: what the bars under its words are. */
export function barsLegend({ el, labels, state, grids, assistant }) {
  const t = labels.bars, two = AHEAD[state.mode] && state.pair.length === 2;
  const mark = (kind, text, lang) => h("span.key", {}, h(`i.${kind}`, { ariaHidden: "true" }), h("span", { lang }, text));
  const sides = [["left", t.left, AHEAD[state.mode] !== -1], ["right", t.right, AHEAD[state.mode] !== 1], ["own", t.own, true]];
  const keys = two ? state.pair.map((word, i) => mark(`back-${i}`, word, state.language))
    : sides.filter(([, , read]) => read).map(([kind, text]) => mark(kind, text, state.page));
  el.bars.hidden = !grids.some(({ tokens }) => tokens.length) || !assistant.facts.simd;
  el.bars.replaceChildren(two ? t.odds : t.change, ...keys, t.grey);
}

/** Above the grid: what the tags in its cells are called. */
export function tagsLegend({ el, labels, state, grids, rows }) {
  el.tags.hidden = state.mode !== "pos";
  if (el.tags.hidden) return;
  const first = grids.flatMap(({ cells }) => rows.flatMap((j) => cells[j].map(({ top }) => top[0].word)));
  const seen = Object.keys(labels.tags).filter((tag) => first.includes(tag));
  el.tags.replaceChildren(...seen.map((tag) =>
    h("span.key", {}, h("b", { lang: "en" }, tag), labels.tags[tag])));
}
