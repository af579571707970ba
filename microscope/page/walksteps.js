// The steps of the walk through a cell: words, tables and strips of numbers.
import { decimals } from "./answers.js";
import { bar, built } from "./details.js";
import { exact, fill, h } from "./dom.js";
import { spoken } from "./grid.js";
import { CHAPTERS } from "./walkwords.js";

export const STEPS = ["letters", "filters", "highway", "projection", "forward", "backward", "softmax"];

/** view: of WalkView -> what a step shows, as a list of elements. */
export function drawStep(view, name) {
  const { found, t } = view, draw = { letters, filters, highway, projection, softmax }[name] ?? reader;
  return [
    h("h3", {}, `${STEPS.indexOf(name) + 1}. ${t.heads[name]}`), ...draw(view, found, name),
    h("div.built-in", {}, view.page.state.model === "random" ? h("p", {}, t.says.random) : null,
      chapter(view, t.chapter, name), name === "softmax" ? chapter(view, t.mixture, "mixture") : null),
  ].filter(Boolean);
}

/** Where a step is built: a link where the pages of the course lie beside this one. */
function chapter({ t, links }, text, name) {
  const slug = CHAPTERS[name], href = links(slug), said = t.chapters[slug];
  return h("p", {}, ...built(text, {
    chapter: href ? h("a", { href, target: "_blank", rel: "noopener" }, said) : h("b", {}, said) }));
}

/** A text about the word: it stands in the language of the model. */
function says({ t, word, lang }, name, values = {}) {
  const parts = t.says[name].split("{word}").flatMap((text, i) =>    // it may be there twice
    [i ? h("b", { lang }, word) : "", ...built(text, values)]);
  return h("p", {}, ...parts);
}

// ---- from letters to layer 0 ----

function letters(view, { letters: all }) {
  const { lang } = view, dim = all[0].vector.length;
  return [
    says(view, "letters", { n: all.length, m: all.length - 2, dim }),
    h("ol.ids", {}, ...all.map(({ id, text, vector }) => h("li", {},
      h("b", { lang }, text), h("em", {}, String(id)), strip(view, vector, "tall")))),
  ];
}

function filters(view, { filters: { rows, count, quiet, from, to } }) {
  const { t: { columns }, lang } = view, most = rows[0].answer || 1;
  return [
    says(view, "filters", { count: whole(count), quiet, from, to }),
    table([columns.filter, columns.letters, columns.answer, ""], rows.map(({ filter, seen, answer }) => [
      filter, h("span.seen", { lang }, ...seen.map((text) => h("i", {}, text))), decimals(answer),
      h("span.answer-of", { ariaHidden: "true" }, h("i", { style: `width:${(100 * answer / most).toFixed(1)}%` })),
    ]), "with-bars"),
  ];
}

function highway(view, { highways }) {
  if (!highways.length) return [says(view, "none")];
  const { t: { columns }, at } = view, k = Math.min(at.highway ?? highways.length, highways.length);
  const { rows, count, mean } = highways[k - 1];
  return [
    layers(view, "highway", highways.map((_, i) => i + 1), k),
    says(view, "highway", { count: whole(count), mean: decimals(mean) }),
    beside(table([columns.number, columns.old, columns.gate, columns.candidate, columns.new],
      rows.map(({ number, before, gate, fresh, after }) => [number, ...[before, gate, fresh, after].map(shade)])),
    rows.map(({ number, before, gate, fresh, after }) => [number, sum([gate, fresh], [1 - gate, before]), after])),
  ];
}

function projection(view, { vector, filters: { count } }) {
  return [says(view, "projection", { count: whole(count), dim: vector.length }), strip(view, vector)];
}

// ---- the readers and the softmax ----

function reader(view, { readers, tokens, index }, direction) {
  const { t, at, lang } = view, { read, layers: all } = readers[direction], { columns } = t;
  const { layer: j, cells, size, out } = all[Math.min(at.layer, all.length) - 1];
  const unread = (k) => (direction === "forward" ? k > index : k < index);
  return [
    layers(view, "layer", all.map((one) => one.layer), j),
    h(`p.sentence-of.${direction}`, { lang }, ...tokens.flatMap((token, k) =>
      [h(k === index ? "b" : unread(k) ? "s" : "span", {}, token), " "])),
    says(view, direction, { n: read, j, size }),
    beside(table([columns.cell, columns.before, columns.forget, columns.input, columns.candidate, columns.now, columns.output, columns.said],
      cells.map(({ cell, before, forget, input, candidate, now, output, said }) =>
        [cell, ...[before, forget, input, candidate, now, output, said].map(shade)]), "wide"),
    cells.map(({ cell, before, forget, input, candidate, now }) => [cell, sum([forget, before], [input, candidate]), now])),
    says(view, "out", { j, dim: out.length }), strip(view, out),
  ];
}

function softmax(view, { readers, numWords }) {
  const { t, lang, page: { state, labels } } = view, last = readers.forward.layers.length;
  const list = ([direction, { top, truth }]) => h(`div.lens.now.${direction}`, {},
    h("h3", {}, ...built(t.of[direction], { word: h("span", { lang }, view.word) })),
    h("ol", {}, ...top.map((one) => bar({ state, labels }, one, one.word === truth.word ? ".came" : ""))),
    truth.known ? h("p.aside", {}, ...built(t.truth, {
      word: h("b", { lang }, spoken(labels, truth.word)), p: exact(truth.p) })) : null);
  return [
    says(view, "softmax", { last, n: whole(numWords) }),
    h("div.lenses.both", {}, ...Object.entries(readers).map(list)),
  ];
}

/** The layers that a step can show, as a switch. */
function layers(view, part, all, here) {
  if (all.length < 2) return null;
  const button = (j) => h("button", {
    type: "button", role: "radio", ariaChecked: String(j === here), tabIndex: j === here ? 0 : -1,
    onclick: () => view.choose(part, j),
  }, String(j));
  return h("p.choice-of", {}, h("span", { ariaHidden: "true" }, view.t.layer), " ",
    h("span.switch", { role: "radiogroup", ariaLabel: view.t.layer }, ...all.map(button)));
}

// ---- numbers ----

const whole = (n) => n.toLocaleString("en");

/** A table and, where there is room, its first row as a sum. */
function beside(node, rows) {
  const [[name, text, value]] = rows;
  return h("div.beside", {}, node, h("p.sum-of", {}, h("b", {}, String(name)), `: ${text} = ${decimals(value)}`));
}

function sum(...pairs) {
  return pairs.map(([a, b]) => `${decimals(a)} × ${b < 0 ? `(${decimals(b)})` : decimals(b)}`).join(" + ");
}

/** A number on its colour. */
function shade(v) {
  return h("span.shade", { style: colour(v, 1.5) }, decimals(v));
}

function colour(v, most) {
  return `--c:var(${v < 0 ? "--minus" : "--plus"});--p:${Math.min(1, Math.abs(v) / most).toFixed(3)}`;
}

/** A vector as a strip of cells. */
function strip({ t }, vector, kind = "") {
  const low = Math.min(...vector), high = Math.max(...vector), most = Math.max(-low, high) || 1;
  const alt = fill(t.numbers, { n: vector.length, low: decimals(low), high: decimals(high) });
  return h(`div.strip-of${kind && `.${kind}`}`, { role: "img", ariaLabel: alt, title: alt },
    ...Array.from(vector, (v) => h("i", { style: colour(v, most) })));
}

function table(head, rows, kind = "") {
  return h(`table.numbers${kind && `.${kind}`}`, {},
    h("thead", {}, h("tr", {}, ...head.map((name) => h(name ? "th" : "td", name ? { scope: "col" } : {}, name)))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((part, i) =>
      h(i ? "td" : "th", i ? {} : { scope: "row" }, typeof part === "number" ? String(part) : part))))));
}
