// The grid of the mode Exchange: what each state carries, the words of both sentences below it, and
// the answer at its end.
import { blank, columnsOf, decimals, leastWidth, parts } from "./answers.js";
import { fill, h } from "./dom.js";
import { spoken } from "./grid.js";

const place = (k, line) => `--k:${k};--line:${line}`;

/** view: of ExchangeView. Rows: layers, the highest above; columns: words. */
export function drawCarried(view) {
  const { page: { corpus, labels }, found } = view, { from, to } = parts(found), { last } = corpus;
  const words = found.tokens.slice(from, to), back = found.direction === "backward", shift = back ? 1 : 0;
  const end = back ? 0 : words.length;                    // the column of the blank
  const both = words.map((word, k) => [word, view.other(from + k) ?? ""]);
  const columns = columnsOf(both.map((two) => two.reduce((a, b) => (b.length > a.length ? b : a))), 1.15, 58);
  columns.splice(end, 0, "minmax(112px, 1.4fr)");
  const rows = [...corpus.layers].reverse().map((j) => h("div.line", { role: "row" },
    rowName(j ? fill(labels.layer, { j }) : labels.exchange.vector, last - j),
    ...words.map((_, k) => share(view, j, from + k, place(k + shift, last - j))),
    j === last ? drawOutcome(view, place(end, 0)) : null));
  return h(`div.grid.carried${back ? ".back" : ""}`, {
    role: "grid", ariaLabel: labels.exchange.grid, onkeydown: (event) => view.key(event),
    style: `--columns:${columns.join(" ")};--least:${leastWidth(columns)};--layers:${last + 1}`,
  }, ...rows, h("div.line.words", { role: "row" }, rowName("", last + 1),
    ...both.map(([word, other], k) => drawWord(view, from + k, word, other, place(k + shift, last + 1))),
    blank(view.page, found, place(end, last + 1), "columnheader",
      (step) => view.page.typed({ ask: found.at + step }))));
}

function rowName(text, line) {
  return h("div.row-name", { role: "rowheader", style: place(-1, line) }, h("b", {}, text));
}

/** One cell: the share that the state of layer j at a word carries. */
function share(view, j, index, style) {
  const { page: { labels, state }, found } = view, t = labels.exchange, answer = view.whole(j, index);
  const here = j === state.layer && index === state.index ? " here" : "";
  const common = {
    role: "gridcell", type: "button", tabIndex: here ? 0 : -1, ariaSelected: String(Boolean(here)),
    onclick: () => view.select(j, index),
  };
  const name = `${j ? fill(labels.layer, { j }) : t.vector}, ${found.tokens[index]}`;
  if (!answer) return h("button", {
    ...common, style, className: `cell none${here}`,
    ariaLabel: `${name}: ${found.grid ? t.alike : t.nothingHere}`,
  });
  const size = Math.min(1, Math.abs(answer.share));
  return h("button", {
    ...common, className: `cell share-of${here}`,
    style: `${style};--c:var(${answer.share < 0 ? "--other" : "--one"});--p:${size.toFixed(3)}`,
    ariaLabel: `${name}: ${decimals(answer.share)}`,
  }, decimals(answer.share));
}

/** Which of the two words is likelier after B, or after B with the chosen state of A. */
export function drawOutcome(view, style) {
  const { page: { labels, state }, found } = view, { pair } = found;
  const answer = view.chosen() ?? found.answers.at(-1);
  const i = pair && answer.pair[0] < answer.pair[1] ? 1 : 0, word = pair ? pair[i] : answer.top[0].word;
  const arrow = h("span", { ariaHidden: "true" }, found.direction === "backward" ? "←" : "→");
  return h(`div.outcome${pair ? `.ink-${i}` : ""}`, { style, title: labels.exchange.outcome, role: "gridcell" },
    arrow, h("b", { lang: state.language }, spoken(labels, word)));
}

/** A word of both sentences. A click asks for another one: the second sentence is made so. */
function drawWord(view, index, word, other, style) {
  const { page: { labels, state } } = view, lang = state.language, differs = other && other !== word;
  if (view.editing === index) return editor(view, other || word, style);
  return h("button", {
    style, type: "button", role: "columnheader", tabIndex: index === state.index ? 0 : -1,
    className: `word${differs ? " differs" : ""}`, title: labels.exchange.replace, onclick: () => view.edit(index),
  }, ...(!differs ? [h("span", { lang }, word)] : [
    h("b.unseen", {}, "A "), h("span.ink-0", { lang }, word), h("b.unseen", {}, " B "), h("span.ink-1", { lang }, other),
  ]));
}

function editor(view, value, style) {
  const { labels, state } = view.page;
  return h("span.word", { style, role: "columnheader" }, h("input.word-of", {
    type: "text", value, size: Math.max(4, value.length), lang: state.language,
    ariaLabel: labels.exchange.replace, spellcheck: false, autocomplete: "off",
    onkeydown: (event) => {
      event.stopPropagation();
      if (event.key === "Enter") view.edited(event.target.value.trim());
      if (event.key === "Escape") view.edit(null);
    },
    onblur: (event) => view.edited(event.target.value.trim()),
  }));
}
