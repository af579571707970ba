// Below the grid: what the chosen cell is compared with, or the likeliest words of every layer.
import { around, cut, exact, fill, h, plain, signed } from "./dom.js";
import { spoken } from "./grid.js";
import { SYMBOLS } from "./map.js";
import { senseName } from "./sensenames.js";

/** A sense as the page shows it everywhere: its symbol and its name in its colour. */
export function named(labels, sense) {
  const [name, lang] = senseName(labels.code, sense);
  return h(`b.ink-${sense.k}`, { title: labels.gloss(sense) }, `${SYMBOLS[sense.k]} `, h("span", { lang }, name));
}

/** A text of labels.js in which {name} may be an element: fill cannot do that. */
export function built(text, values) {
  return text.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? values[part] ?? part : part));
}

// ---- a concordance: the occurrences that are nearest, aligned on their word ----

const MOST = 7, LEAST = 4;                                // lines

/** Take away the last lines that would run out of the panel. */
export function fit(panel) {
  const lines = [...panel.querySelectorAll(".kwic tr")], end = panel.getBoundingClientRect().bottom;
  while (lines.length > LEAST && lines.at(-1).getBoundingClientRect().bottom > end + 1) lines.pop().remove();
}

export function concordance(view, found, { over, others }) {
  const { corpus, labels } = view, rows = found.near.slice(0, MOST);
  const head = h("h2", {}, h("span", {}, ...heading(view, found)));
  if (!found.senses) {
    const box = h("input", { type: "checkbox", checked: !view.state.others });
    box.onchange = () => others(!box.checked);
    head.append(h("label", {}, box, fill(labels.also, { word: cut(found.tokens[found.index]) })));
  } else if (found.cosines) {
    const list = corpus.layers.map((j) => signed(found.cosines[j])).join(", ");
    head.append(h("small", {}, fill(labels.cosines, { list, layers: corpus.layers.join(", ") })));
  }
  return [head, h("table.kwic", {}, h("tbody", {}, ...rows.map((item) => line(view, item, over))))];
}

function heading({ state, corpus, labels }, { tokens, index, layer: j, senses, tags }) {
  const word = h("b", { lang: state.language }, cut(tokens[index]));
  if (tags) {
    const list = tags.map(({ word: tag, p }) => `${tag} ${p.toFixed(2)}`).join(", ");
    return built(labels.tagged, { word, j, tags: h("b", { lang: "en" }, list) });
  }
  if (!senses) return built(labels.like, { word, j });
  if (!j) return built(labels.spelling, { word });
  const best = senses.reduce((a, b) => (b.p > a.p ? b : a));
  return built(labels.is, { word, j, sense: named(labels, corpus.senses[best.id]), p: best.p.toFixed(2) });
}

function line({ state, corpus, labels }, { sentence, position, cosine }, over) {
  const marked = corpus.marked[sentence] === position;
  const sense = marked ? corpus.senses[corpus.sense[sentence]] : null;
  const [name, own] = sense ? senseName(labels.code, sense) : [];
  const [before, key, after] = around(corpus.sentences[sentence], position), lang = state.language;
  return h("tr", { onmouseenter: () => over(sentence), onmouseleave: () => over(null) },
    h("td.mark-of", {}, sense ? h(`b.ink-${sense.k}`,
      { lang: own, title: `${name}: ${labels.gloss(sense)}`, role: "img", ariaLabel: name }, SYMBOLS[sense.k]) : ""),
    h("td.before", { lang }, h("span", {}, before)), h("td.key", { lang }, key),
    h("td.after", { lang }, h("span", {}, after)),
    h("td.cosine", { title: labels.cosine }, cosine.toFixed(2)));
}

// ---- the lens: the likeliest words of every layer ----

export function lens(view, { tokens, index, layer, lens: columns, truth }) {
  const { state, corpus, labels, words, two } = view, few = columns.length === 1;
  const most = (two ? 5 : 7) * (few ? 2 : 1);             // one layer has the room for two columns
  const before = (index > 6 ? "… " : "") + plain(tokens.slice(Math.max(0, index - 6), index + 1).map((word) => cut(word)));
  const after = plain(tokens.slice(index, index + 7).map((word) => cut(word))) + (index + 7 < tokens.length ? " …" : "");
  const text = state.mode === "next" ? fill(labels.after, { text: before })
    : fill(labels.before, { text: after });
  const random = state.model === "random";
  const kind = (j) => (random ? 3 : j === corpus.last ? 2 : j || !corpus.shipped ? 1 : 0);
  const column = ({ layer: j, top, p }) => {
    const shown = top.slice(0, most), listed = shown.some(({ word }) => word === truth.word);
    const item = (one) => bar(view, one, one.word === truth.word ? ".came" : "");
    const missed = truth.known && !listed;
    return h(`div.lens${j === layer ? ".now" : ""}${j ? "" : ".of-token"}`, {},
      h("h3", {}, fill(labels.layer, { j }), h("small", {}, ` (${labels.lens[kind(j)]})`)),
      h("ol", {}, ...shown.map(item),
        missed ? bar(view, { word: truth.word, p }, ".came.out") : null));
  };
  const values = { last: corpus.last, p: exact(columns.at(-1).p), n: words };
  const note = truth.known
    ? built(labels.was, { ...values, word: h("b", { lang: state.language }, spoken(labels, truth.word)) })
    : [fill(labels.rare, { ...values, word: cut(truth.word) })];
  return [
    h("h2", {}, h("span", {}, text), h("small", {}, ...note)),
    h(`div.lenses${few ? ".one" : ""}`, {}, ...columns.map(column)),
  ];
}

/** A word of a list with its probability, as a bar. */
export function bar({ state, labels }, { word, p }, classes) {
  const share = h("i", { style: `width:${Math.max(1, p * 100).toFixed(1)}%`, ariaHidden: "true" });
  return h(`li${classes}`, {}, share, h("span", { lang: state.language }, spoken(labels, word)), h("em", {}, exact(p)));
}
