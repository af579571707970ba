// The parts of the page, before anything is in them.
import { fill, h } from "./dom.js";

/** Fill `root` -> its parts by name. language: of the model; languages: of all models. */
export function build(root, labels, examples, { language, languages, widget }) {
  const el = {}, keep = (name, node) => (el[name] = node);
  const button = (what, properties, ...children) => h(`button${what}`, { type: "button", ...properties }, ...children);
  const radio = (text, title) => button("", { role: "radio", title }, text);
  const modes = Object.entries(labels.modes);
  el.modes = Object.fromEntries(modes.map(([mode, [name]], i) =>
    [mode, radio(name, fill(labels.key, { n: i + 1 }))]));
  el.models = {
    trained: radio(labels.trained, labels.trainedTitle),
    random: radio(labels.random, labels.randomTitle),
  };
  const ways = Object.entries(labels.ways);
  el.ways = Object.fromEntries(ways.map(([way, [name, title]]) => [way, radio(name, title)]));
  const box = (label, placeholder) => h("input", {
    type: "text", spellcheck: false, autocomplete: "off", ariaLabel: label, placeholder });

  const head = h("header", {},
    h("h1", {}, h("span.long", {}, labels.title), h("span.brief", {}, labels.short)),
    keep("speed", h("span.speed", { role: "status" })),
    h("span.weights", {}, h("span.weights-name", { ariaHidden: "true" }, labels.weights),
      h("span.switch", { role: "radiogroup", ariaLabel: labels.weights }, ...Object.values(el.models))),
    ...Object.keys(languages).filter((other) => other !== language).slice(0, 1).map((other) =>
      keep("other", button(".plain.other", { value: other, title: labels.change }, labels.models[other]))),
    keep("page", button(".page", { value: labels.page.lang, lang: labels.page.lang, title: labels.page.title },
      labels.page.name)),
    keep("help", button(".help", { ariaLabel: labels.help }, "?")));
  const letter = (name, k) => keep(name, h(`b.letter.letter-${k}`, { ariaHidden: "true" }, "AB"[k]));
  const sentences = h("div.sentences", {}, letter("letterA", 0), keep("text", box(labels.sentence, labels.type[language])),
    letter("letterB", 1), keep("second", box(labels.second, labels.typeSecond)),
    keep("compare", button(".plain", {}, labels.compare)),
    keep("remove", button(".plain", { ariaLabel: labels.remove }, "×")));
  const controls = h("div.controls", {},
    h("span.switch.modes", { role: "radiogroup", ariaLabel: labels.show }, ...Object.values(el.modes)),
    keep("direction", h("span.switch.ways", { role: "radiogroup", ariaLabel: labels.way }, ...Object.values(el.ways))),
    h("label.pair-of", {}, keep("pairName", h("span")), " ",
      keep("pair", h("input", { type: "text", size: 9, ariaLabel: labels.weighTitle })), keep("weighed", h("span"))));
  el.loading = h("div.loading", {}, keep("status", h("p", { role: "status" })),
    h("div.track", {}, keep("bar", h("div.bar"))));
  root.replaceChildren(head, sentences, keep("cut", h("p.cut", { role: "status", hidden: true })), keep("tried", h("div.examples")), controls,
    keep("say", h("p.say", { role: "status" })), keep("caption", h("p.caption")),
    keep("lowerRow", h("label.lower", {}, keep("lower", h("input", { type: "checkbox" })), keep("lowerText", h("span")))),
    keep("tags", h("p.legends.tags", { hidden: true })), keep("grids", h("div.grids")),
    keep("bars", h("p.legends.bars-of", { hidden: true })), panel(labels, keep, button), keep("desks", h("div.desks")),
    h("footer", {}, keep("licence", h("span")), " ", ...(examples.biased
      ? [h("span", {}, labels.bias), " ", keep("biased", button(".link", {}, labels.biasExample))]
      : [h("span", {}, labels.biasAlone)]), take(labels, keep, button, widget)),
    el.loading, dialog(labels, keep, button));
  return el;
}

/** The examples of a mode, as buttons; choose(example) is told which was pressed. */
export function fillTried(where, labels, language, { works, fails }, choose) {
  const button = (kind) => (e) => h(`button.example${kind}`, {
    type: "button", title: e.second ? `${e.text} | ${e.second}` : e.text, lang: language, onclick: () => choose(e),
  }, e.name);
  where.replaceChildren(h("span", { title: labels.chosen }, labels.try), ...works.map(button("")),
    ...(fails.length ? [h("span", { title: labels.chosenFails }, labels.fails), ...fails.map(button(".fails"))] : []));
}

/** Below the grid: facts on the chosen cell, and a map of its word. */
function panel(labels, keep, button) {
  const names = h("span.stops-names", { ariaHidden: "true" }, h("b", {}, labels.context), h("b", {}, labels.alone));
  const slider = h("input", { type: "range", step: 0.01, orient: "vertical", min: 0 });
  const travel = h("div.travel", {}, h("span.stops", {}, keep("slider", slider), names),
    keep("play", button(".plain", { title: labels.playTitle }, labels.play)));
  return keep("panel", h("section.panel", { hidden: true, ariaLabel: labels.sentence },
    keep("facts", h("div.facts")),
    h("figure.map", {},
      h("figcaption", {}, keep("mapTitle", h("span")), keep("legend", h("span.legend")),
        keep("large", button(".plain", { title: labels.large, ariaLabel: labels.large, ariaPressed: "false" }, labels.largeName))),
      h("div.stage", {}, keep("chart", h("div.chart")), travel), keep("readout", h("p.readout")))));
}

/** What one takes along. */
function take({ take: t }, keep, button, widget) {
  const one = (name, text, title) => keep(name, button(".link", { title, ...(/^[A-Z]+$/.test(text) && { lang: "en" }) }, text));
  return h("span.take", {}, one("copy", widget ? t.call : t.address, widget ? t.callTitle : t.addressTitle),
    h("span", {}, t.picture, " ", one("svg", "SVG", t.pictureTitle), " ", one("png", "PNG", t.pictureTitle)),
    h("span", {}, t.table, " ", one("csv", "CSV", t.tableTitle)));
}

function dialog(labels, keep, button) {
  return keep("dialog", h("dialog", { ariaLabel: labels.help }, h("h2", { tabIndex: -1 }, labels.help),
    h("p", {}, keep("startTour", button(".plain", {}, `▸ ${labels.tour.start}`))), keep("about", h("div")),
    h("form", { method: "dialog" }, h("button.plain", {}, labels.close))));
}
