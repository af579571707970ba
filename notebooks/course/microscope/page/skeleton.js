// The parts of the page, before anything is in them.
import { fill, h } from "./dom.js";

/** Fill `root` -> its parts by name. language: of the model; languages: of all models. */
export function build(root, labels, examples, { language, languages }) {
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
  const example = (what) => (e) => button(what, { title: e.text, lang: language }, e.name);
  el.works = examples.works.map(example(".example"));
  el.fails = examples.fails.map(example(".example.fails"));
  const box = (label, placeholder) => h("input", {
    type: "text", spellcheck: false, autocomplete: "off", ariaLabel: label, placeholder });

  const head = h("header", {},
    h("h1", {}, h("span.long", {}, labels.title), h("span.brief", {}, labels.short)),
    keep("speed", h("span.speed", { role: "status" })),
    h("span.weights", {}, h("span.weights-name", { ariaHidden: "true" }, labels.weights),
      h("span.switch", { role: "radiogroup", ariaLabel: labels.weights }, ...Object.values(el.models))),
    ...Object.keys(languages).filter((other) => other !== language).slice(0, 1).map((other) =>
      keep("other", button(".plain", { value: other }, labels.models[other]))),
    keep("page", button(".page", { value: labels.page.lang, lang: labels.page.lang, title: labels.page.title },
      labels.page.name)),
    keep("help", button(".help", { ariaLabel: labels.help }, "?")));
  const sentences = h("div.sentences", {}, keep("text", box(labels.sentence, labels.type[language])),
    keep("second", box(labels.second, labels.typeSecond)), keep("compare", button(".plain", {}, labels.compare)),
    keep("remove", button(".plain", { ariaLabel: labels.remove }, "×")));
  const tried = h("div.examples", {}, h("span", { title: labels.chosen }, labels.try), ...el.works,
    ...(el.fails.length ? [h("span", { title: labels.chosenFails }, labels.fails), ...el.fails] : []));
  const controls = h("div.controls", {},
    h("span.switch.modes", { role: "radiogroup", ariaLabel: labels.show }, ...Object.values(el.modes)),
    h("label.pair-of", {}, `${labels.weigh} `,
      keep("pair", h("input", { type: "text", size: 9, ariaLabel: labels.weighTitle })), keep("weighed", h("span"))));
  el.loading = h("div.loading", {}, keep("status", h("p", { role: "status" })),
    h("div.track", {}, keep("bar", h("div.bar"))));
  root.replaceChildren(head, sentences, tried, controls,
    keep("say", h("p.say", { role: "status" })), keep("caption", h("p.caption")),
    el.loading, keep("grids", h("div.grids")), panel(labels, keep, button),
    h("footer", {}, keep("licence", h("span")), " ", ...(examples.biased
      ? [h("span", {}, labels.bias), " ", keep("biased", button(".link", {}, labels.biasExample))]
      : [h("span", {}, labels.biasAlone)])),
    dialog(labels, keep));
  return el;
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
        keep("large", button(".plain", { title: labels.large, ariaLabel: labels.large, ariaPressed: "false" }, "⤢"))),
      h("div.stage", {}, keep("chart", h("div.chart")), travel), keep("readout", h("p.readout")))));
}

function dialog(labels, keep) {
  return keep("dialog", h("dialog", { ariaLabel: labels.help }, h("h2", {}, labels.help), keep("about", h("div")),
    h("form", { method: "dialog" }, h("button.plain", {}, labels.close))));
}
