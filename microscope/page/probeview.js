// The mode Your probe: lines of one's own, how often a probe on each layer is right beside its
// controls, a map, and the tags of what is typed.
import { reveal } from "./answers.js";
import { around, fill, h } from "./dom.js";
import { drawGrid } from "./grid.js";
import { arrow, within } from "./keys.js";
import { OccurrenceMap, SYMBOLS } from "./map.js";
import { parsed } from "./probe.js";
import { walkOf } from "./walkview.js";

const QUIET = 400;                                        // ms after the last key in the lines
const BYTES = 2e6;                                        // of a file

export class ProbeView {
  /** page: its state, labels and assistant; root: an element for us. */
  constructor(page, root) {
    Object.assign(this, { page, root, found: {}, result: null, of: null, runs: 0 });
    this.build();
  }

  // ---- questions ----

  /** Begin to read the lines if they are new, and tag the sentence -> whether it was the newest. */
  async refresh() {
    const { page, page: { state } } = this;
    state.probe ??= page.examples.probe.works[0].probe;
    if (this.lines.value !== state.probe) this.lines.value = state.probe;
    if (this.of !== state.probe) this.begin(state.probe);
    return this.tag();
  }

  /** Read the lines, a few at a time; what is typed meanwhile is answered in between. */
  async begin(text) {
    const { page, page: { assistant, labels } } = this, t = labels.probe, run = ++this.runs;
    const { examples, kinds: names, problem } = parsed(text);
    Object.assign(this, { of: text, examples, names, result: null });
    this.say(problem ? fill(t.problems[problem.name], problem.values) : "", Boolean(problem));
    this.draw();
    if (problem) return;
    let answer = await assistant.ask("probe", { examples, kinds: names });
    while (run === this.runs && page.assistant === assistant && !answer?.trained) {
      if (answer) this.say(fill(t.reading, { n: examples.length.toLocaleString(), percent: Math.round(100 * answer.share) }));
      answer = await assistant.ask("probe", {});
    }
    if (run !== this.runs || page.assistant !== assistant) return;
    this.result = answer;
    this.say(fill(t.read, { n: answer.n.toLocaleString(),
      counts: answer.kinds.map((label, c) => `${label} ${answer.counts[c]}`).join(", ") }));
    if (page.desk === this) {
      await this.tag();
      page.answered();
    }
  }

  /** Read no more of the lines. */
  stop() {
    this.runs++;
  }

  async tag() {
    const { page, result } = this, { text, model, index } = page.state;
    if (!result) {
      this.draw();
      return page.desk === this;
    }
    const found = await page.assistant.ask("tags", { text, model, index });
    if (!found || page.desk !== this) return false;
    this.found = found;
    page.state.index = found.place < 0 ? within(index, 0, Math.max(0, found.tokens.length - 1)) : found.place;
    this.draw();
    return true;
  }

  // ---- choices ----

  write() {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.page.typed({ probe: this.lines.value }), QUIET);
  }

  async open(file) {
    if (!file) return;
    const text = file.size > BYTES ? "\0" : await file.text();
    this.file.value = "";
    const { problem } = parsed(text), wrong = ["binary", "lines"].includes(problem?.name);
    if (wrong) return void this.say(fill(this.page.labels.probe.problems[problem.name], problem.values), true);
    this.lines.value = text;
    this.page.typed({ probe: text });
  }

  select(row, layer, index) {
    const { page, page: { state } } = this, moved = layer !== state.layer, other = index !== state.index;
    page.pointed = true;
    Object.assign(state, { layer, index });
    page.options.changed?.(state);
    this.draw();
    this.root.querySelector(".cell.here")?.focus({ preventScroll: true });
    if (moved) this.map?.glide(layer);
    if (other) this.tag();
  }

  key(event) {
    const { page: { state, root, corpus }, found } = this, n = found.tokens.length, step = arrow(event, root, n);
    if (!step) return;
    event.preventDefault();
    this.select(0, within(state.layer + step[0], 0, corpus.last), within(state.index + step[1], 0, n - 1));
  }

  // ---- drawing ----

  build() {
    const { page: { labels, state, corpus }, root } = this, t = labels.probe;
    this.lines = h("textarea", { ariaLabel: t.lines, spellcheck: false, placeholder: t.placeholder, lang: state.language,
      oninput: () => this.write() });
    this.file = h("input", { type: "file", accept: ".txt,.csv,.tsv,text/*", ariaLabel: t.file, hidden: true,
      onchange: () => this.open(this.file.files[0]) });
    this.said = h("p.said", { role: "status" });
    this.scores = h("div.scores", { role: "group", ariaLabel: t.scores });
    this.grid = h("div.scroller");
    this.chart = h("div.chart");
    this.legend = h("figcaption.legend");
    this.readout = h("p.readout");
    root.replaceChildren(
      h("div.probe-top", {},
        h("div.lines-of", {}, h("p.hint", {}, t.how), this.lines, h("div.row.choice", {},
          h("button.plain", { type: "button", onclick: () => this.file.click() }, t.file), this.file,
          h("span.private", {}, t.private)), this.said),
        this.scores),
      h("div.probe-below", {}, h("div", {}, this.typed = h("h2"), this.grid),
        h("figure.map", {}, this.legend, h("div.stage", {}, this.chart), this.readout)));
    this.map = new OccurrenceMap(this.chart, corpus.last, state.language, (i) => this.over(i));
  }

  say(text, problem = false) {
    this.said.textContent = text;
    this.said.classList.toggle("problem", problem);
  }

  draw() {
    const { page, page: { labels, state, corpus }, result, root, found } = this;
    for (const part of root.querySelectorAll(".scores, .probe-below")) part.hidden = !result;
    if (!result) return;
    this.scores.replaceChildren(...this.rows());
    const view = { ...page.view(), rows: corpus.layers }, focused = root.querySelector(".grid")?.contains(document.activeElement);
    const left = this.grid.scrollLeft, about = found.cells?.[0]?.some(Boolean);
    const grid = found.tokens?.length && about
      ? drawGrid(view, found, 0, (...at) => this.select(...at)) : h("p.hint", {}, labels.probe.none);
    this.typed.replaceChildren(labels.probe.typed, ...(about ? [" ", walkOf(page)] : []));
    if (about) grid.addEventListener("keydown", (event) => this.key(event));
    this.grid.replaceChildren(grid);
    this.grid.scrollLeft = left;
    const here = root.querySelector(".cell.here");
    if (here) reveal(this.grid, here);
    if (focused) root.querySelector(".cell.here")?.focus({ preventScroll: true });
    this.drawMap();
    this.page.el.caption.hidden = false;
    state.layer = Math.min(state.layer, corpus.last);
  }

  /** Each layer beside random weights, then what needs no network. */
  rows() {
    const { page: { labels, corpus, state }, result } = this, t = labels.probe;
    const percent = (x) => Math.round(100 * x);
    const line = (name, { share, interval }, kind) => h(`div.score.${kind}`, {},
      h("span.of", {}, name), h("span.track-of", { ariaHidden: "true" }, h("i", { style: `width:${100 * share}%` }),
        interval ? h("b", { style: `left:${100 * interval[0]}%;width:${100 * (interval[1] - interval[0])}%` }) : null),
      h("em", {}, `${percent(share)} %`, interval ? h("small", {}, ` ${interval.map(percent).join("–")}`) : null));
    const layers = [...corpus.layers].reverse().flatMap((j) => {
      const name = fill(labels.layer, { j });
      return [line(name, result.trained[j], `trained${j === state.layer ? ".now" : ""}`),
        line(t.random, result.random[j], "control")];
    });
    return [h("h2", {}, fill(t.right, { n: result.n.toLocaleString() })), ...layers,
      line(t.letters, result.letters, "control"), line(t.around, result.around, "control"),
      line(fill(t.blind, { label: result.blind.label }), result.blind, "control")];
  }

  drawMap() {
    const { page: { labels, state }, result, found: { star }, names } = this, t = labels.probe;
    const senses = names.map((name, id) => ({ id, k: id % 6, name: [name, state.language] }));
    const drawn = JSON.stringify([this.of, star, state.language]);
    this.legend.replaceChildren(h("span", {}, t.map), ...senses.map(({ k, name }) =>
      h(`b.ink-${k}`, {}, `${SYMBOLS[k]} `, h("span", { lang: state.language }, name[0]))));
    if (this.drawn === drawn) return;
    this.drawn = drawn;
    this.map.show({
      points: result.points, senses: Object.fromEntries(senses.map((one) => [one.id, one])),
      stars: star ? [{ at: star.at, near: star.at.map(() => []), name: labels.yours, lang: state.page }] : [],
      form: (i) => this.word(i), alt: fill(t.mapOf, { n: result.n, labels: names.join(", ") }),
    });
    this.map.set(state.layer);
    this.over(null);
  }

  word(i) {
    const { tokens, at, end } = this.examples[i];
    return tokens.slice(at, end).join(" ");
  }

  /** The example that is pointed at, and whether the probe of the chosen layer is wrong about it. */
  over(i) {
    const { page: { labels, state }, result, examples } = this, t = labels.probe;
    if (i === null || !result) return void this.readout.replaceChildren(h("span.hint", {}, t.point));
    const { tokens, at, label } = examples[i], lang = state.language;
    this.readout.replaceChildren(h("b", { lang }, label), result.wrong[state.layer][i] ? ` (${t.wrong}) ` : " ",
      h("span", { lang }, ...around(tokens, at)));
  }

  // ---- to take along ----

  table() {
    const { result } = this, names = [["layer", "random weights"], ["trained", "random"]];
    if (!result) return [["what", "layer", "right", "from", "to", "examples"]];
    const row = (what, j, { share, interval = ["", ""] }) => [what, j, share, ...interval, result.n];
    const layers = names[1].flatMap((name, i) => result[name].map((score, j) => row(names[0][i], j, score)));
    return [["what", "layer", "right", "from", "to", "examples"], ...layers, row("letters alone", "", result.letters),
      row("words around", "", result.around), row(`always ${result.blind.label}`, "", result.blind)];
  }
}
