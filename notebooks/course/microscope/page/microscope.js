// The page: a sentence in, what each layer makes of each word out.
//
// mount(root, { source, worker, ... }) builds it; all answers come from the worker, so that typing
// never waits.
import { Assistant } from "./assistant.js";
import { Corpus } from "./corpus.js";
import { concordance, lens, named } from "./details.js";
import { around, fill, h } from "./dom.js";
import { EXAMPLES } from "./examples.js";
import { AHEAD, cellId, drawGrid, drawInfluence } from "./grid.js";
import { keyInGrid, keyOfPage, rove } from "./keys.js";
import { LABELS } from "./labels.js";
import { loader } from "./loader.js";
import { OccurrenceMap, SYMBOLS } from "./map.js";
import { build } from "./skeleton.js";
import { followTheme } from "./theme.js";

const FILES = {
  about: "about.json", options: "options.json", words: "words.txt",
  weights: "weights.safetensors",
};
const BANK = "bank.safetensors", RANDOM = "bank.random.safetensors", SCORES = "scores.json";
const FOREIGN = { en: /[가-힣]/, ko: /^[^가-힣]*[a-z][^가-힣]*$/i };  // a sentence for the other model
const QUIET = 120;                                        // ms before the bars are asked for
let pages = 0;

/** source: see source.js; worker(): a new worker; languages: { en: "English", ... }.
 *
 * state: what is shown first, else it stands in the address. changed(state): told of every change. */
export async function mount(root, options) {
  const page = new Page(root, options);
  await page.open();
  return page;
}

class Page {
  constructor(root, options) {
    this.root = root;
    this.options = options;
    this.prefix = `m${++pages}-`;                         // of ids: a notebook may hold several
    this.state = {
      text: "", second: null, mode: "next", model: "trained", layer: 2, index: 0, row: 0,
      others: true, pair: [], language: Object.keys(options.languages)[0], page: "en",
      example: null, ...options.state,
    };
    root.classList.add("microscope");
    root.addEventListener("keydown", (event) => keyOfPage(this, event));
    if (!options.widget) document.body.addEventListener("keydown", (event) => {
      if (event.target === document.body) keyOfPage(this, event);
    });
    followTheme(root);
  }

  /** The parts of the page in its language; what is loaded stays. */
  build() {
    const { state, root, options } = this;
    this.map?.stop();
    this.labels = LABELS[state.page];
    this.examples = EXAMPLES[state.language];
    root.classList.remove("large");
    root.lang = state.page;
    if (!options.widget) {
      document.documentElement.lang = state.page;
      document.title = this.labels.title;
    }
    this.el = build(root, this.labels, this.examples, { ...options, language: state.language });
    this.listen();
    if (this.corpus) this.furnish();
    else if (this.reported) this.report(...this.reported);
  }

  /** What needs the corpus. */
  furnish() {
    const { el, corpus, state } = this;
    if (corpus.scores) el.loading.remove();
    else this.report(...this.reported);
    this.describe();
    this.map = new OccurrenceMap(el.chart, corpus.last, state.language, (i) => this.readout(i));
  }

  /** The same page in another language. */
  async speak(page) {
    const { state } = this;
    state.page = page;
    this.build();
    this.el.page.focus();
    if (!this.corpus) return;
    this.map.set(state.layer);
    this.el.slider.value = state.layer;
    await this.set({});
  }

  // ---- loading ----

  /** Load the model of the state, show what it expects, and load what it is compared with. */
  async open() {
    const { state, root } = this, language = state.language;
    this.assistant?.stop();
    this.corpus = this.reported = null;
    this.loaded = { weights: false, trained: false, random: false };
    this.grids = [];
    state.model = "trained";
    this.build();
    const assistant = this.assistant = new Assistant(this.options.worker());
    this.fetchAll = this.fetcher();
    try {
      const files = await this.fetchAll(FILES);
      const simd = !location.search.includes("plain"), corpus = Corpus.parse(files.about);
      const ready = await assistant.ask("load", { files, simd }, Object.values(files));
      if (!ready) return;                                 // another language was chosen meanwhile
      this.corpus = corpus;
      this.words = corpus.numWords.toLocaleString();
      this.loaded.weights = true;
      this.furnish();
      await this.first();
      if (assistant === this.assistant) await this.compare(assistant);
    } catch (error) {
      if (assistant === this.assistant) this.report(0, "failed", { error: error.message });
      throw error;
    }
    if (assistant !== this.assistant) return;
    if (this.options.state?.model === "random") await this.choose("random");
    root.dataset.ready = language;
  }

  /** The sentence of the state, or the first example. */
  async first() {
    const { state } = this;
    const all = [...this.examples.works, ...this.examples.fails];
    const asked = this.options.state ?? {}, example = all.find(({ text }) => text === asked.text);
    if (!state.text) await this.example(all[0]);
    else if (example && !asked.mode) await this.example(example);
    else await this.set({ layer: Math.min(state.layer, this.corpus.last), example });
  }

  /** Load the bank and its scores, which are made while one can ask what comes next. */
  async compare(assistant) {
    const { bank } = await this.fetchAll({ bank: BANK });
    if (!await assistant.ask("furnish", { name: "trained", bank }, [bank])) return;
    this.loaded.trained = true;
    await this.refresh();
    const { scores } = await this.fetchAll({ scores: SCORES });
    if (assistant !== this.assistant) return;
    this.corpus.scores = JSON.parse(new TextDecoder().decode(scores));
    this.el.loading.remove();
    this.sync();
  }

  /** What fetches files by name, with a bar -> name: ArrayBuffer */
  fetcher() {
    const { state, options, assistant } = this;
    const show = (...how) => {                            // not after a failure, or another model
      if (assistant === this.assistant && this.reported?.[1] !== "failed") this.report(...how);
    };
    return loader(options.source, state.language, show);
  }

  /** Say how far loading is; text: the name of one in labels.js. */
  report(share, text, values) {
    const { el, labels } = this;
    this.reported = [share, text, values];
    el.status.textContent = fill(labels[text], values);
    el.bar.style.width = `${Math.min(100, 100 * share)}%`;
  }

  /** What the weights are, in the foot and in the dialog. */
  describe() {
    const { corpus, labels, el } = this, { licence, precision } = corpus;
    el.licence.textContent = fill(licence ? labels.licence : labels.own, { licence, precision });
    const values = {
      n: corpus.sentences.length.toLocaleString(), form: labels.forms[precision],
      parameters: (corpus.parameters / 1e6).toFixed(1),
      myriads: Math.round(corpus.parameters / 1e4).toLocaleString(),
    };
    el.about.replaceChildren(...labels.about.map((text) => h("p", {}, fill(text, values))));
    el.slider.max = corpus.last;
    el.slider.ariaLabel = fill(labels.slider, { last: corpus.last });
  }

  // ---- state ----

  /** Change the state, and ask for what it shows. */
  async set(change) {
    Object.assign(this.state, change);
    this.sync();
    await this.refresh();
  }

  /** Controls show the state. */
  sync() {
    const { state, el, labels, root } = this, two = state.second !== null;
    if (el.text.value !== state.text) el.text.value = state.text;
    if (two && el.second.value !== state.second) el.second.value = state.second;
    el.second.hidden = el.remove.hidden = !two;
    el.compare.hidden = two;
    for (const [group, chosen] of [[el.modes, state.mode], [el.models, state.model]]) {
      for (const [name, radio] of Object.entries(group)) {
        radio.ariaChecked = String(name === chosen);
        radio.tabIndex = name === chosen ? 0 : -1;
      }
    }
    const foreign = el.other && FOREIGN[state.language]?.test(state.text);
    el.say.textContent = foreign ? labels.foreign[state.language]
      : labels.examples[state.example?.name] ?? "";
    el.say.hidden = !el.say.textContent;
    el.caption.textContent = this.corpus?.scores ? this.caption() : "";
    el.pair.parentElement.hidden = !AHEAD[state.mode];
    if (document.activeElement !== el.pair) el.pair.value = state.pair.join(" ");
    el.weighed.replaceChildren(...(state.pair.length === 2
      ? state.pair.map((word, i) => h(`b.ink-${i}`, { lang: state.language }, `■ ${word} `)) : []));
    root.classList.toggle("random", state.model === "random");
    root.classList.toggle("two", two);
    root.dataset.mode = state.mode;
    el.pair.placeholder = this.examples.works.find((e) => e.pair)?.pair ?? "";
    if (!labels.modes[state.mode]) state.mode = "next";
  }

  /** What a cell shows, how often it is right, and what its controls get. */
  caption() {
    const { corpus, labels, state } = this, { trained, random, without } = corpus.scores[state.mode];
    const [, what, blind] = labels.modes[state.mode];
    const percent = (shares) => shares.map((share) => Math.round(100 * share)).join(", ");
    const values = {
      trained: percent(trained), random: percent(random), blind: percent([without]), without: blind,
      layers: corpus.layers.join(", "), last: corpus.last,
      n: corpus.sentences.length.toLocaleString(), l: corpus.lemmas.length,
    };
    if (state.model === "random") return fill(labels.control, values);
    return fill(labels.caption, { ...values, what: fill(what, values) });
  }

  /** Ask for the grids of the sentences, draw them, and look at the chosen cell. */
  async refresh() {
    const { state, assistant } = this;
    if (!this.loaded[AHEAD[state.mode] && state.model === "trained" ? "weights" : state.model]) {
      this.grids = [];
      this.el.grids.replaceChildren();                    // not the answers of another mode
      this.el.panel.hidden = true;
      return;
    }
    const texts = state.second?.trim() ? [state.text, state.second] : [state.text];
    const { model, mode, pair } = state;
    const answers = await Promise.all(texts.map((text, slot) =>
      assistant.ask("grid", { slot, model, text, mode, pair })));
    if (answers.some((answer) => !answer)) return;        // a newer question is under way
    this.grids = answers;
    if (!answers[state.row]) state.row = 0;
    state.index = Math.max(0, Math.min(state.index, answers[state.row].tokens.length - 1));
    const { ms } = assistant.facts;
    this.el.speed.textContent = fill(this.labels.answered, { ms: ms.toFixed(ms < 10 ? 1 : 0) });
    this.draw();
    this.options.changed?.(state);
    await this.inspect();
  }

  /** Ask for everything on the chosen cell, and a little later for the bars under the words. */
  async inspect() {
    clearTimeout(this.quiet);
    const { state, assistant, el } = this, grid = this.grids[state.row];
    el.panel.hidden = !grid?.tokens.length;
    if (!grid?.tokens.length) return;
    const [text, second] = state.row ? [state.second, state.text] : [state.text, state.second ?? ""];
    const { model, mode, layer, index, others, pair } = state;
    const what = { model, text, mode, layer, index };
    const found = await assistant.ask("detail", { ...what, others, second });
    if (!found) return;
    this.drawPanel(found);
    if (assistant.facts.simd) this.quiet = setTimeout(async () => {
      const heard = await assistant.ask("influence", { ...what, pair });
      if (heard && this.grids[state.row] === grid)        // else it is about an older sentence
        drawInfluence(this.view(), el.grids.children[state.row], heard);
    }, QUIET);
  }

  select(row, layer, index, focus = true) {
    const { state, map, el } = this, moved = layer !== state.layer;
    Object.assign(state, { row, layer, index });
    this.draw();
    if (focus) this.cell()?.focus({ preventScroll: false });
    if (moved) map.glide(layer, (t) => { el.slider.value = t; });
    this.options.changed?.(state);
    this.inspect();
  }

  // ---- drawing ----

  view() {
    const { state, corpus, labels, words, prefix } = this;
    return { state, corpus, labels, words, prefix, two: this.grids.length > 1 };
  }

  cell() {
    const { row, layer, index } = this.state;
    return this.root.querySelector(`#${cellId(this, row, layer, index)}`);
  }

  draw() {
    const { el } = this, focused = el.grids.contains(document.activeElement);
    const scrolled = [...el.grids.children].map((node) => node.scrollLeft);
    const select = (...at) => this.select(...at);
    el.grids.replaceChildren(...this.grids.map((found, row) => {
      const grid = drawGrid(this.view(), found, row, select);
      grid.addEventListener("keydown", (event) => keyInGrid(this, event, row));
      return h("div.scroller", {}, grid);
    }));
    scrolled.forEach((left, row) => { if (el.grids.children[row]) el.grids.children[row].scrollLeft = left; });
    if (focused) this.cell()?.focus({ preventScroll: true });
    this.root.dataset.drawn = this.state.mode;            // when the cells are those of the mode
  }

  drawPanel(found) {
    const { el, corpus, labels, map, state } = this, { lemma, points } = found;
    const others = (value) => { this.state.others = value; this.inspect(); };
    const over = (i) => map.over(i);
    el.facts.replaceChildren(...(found.lens ? lens(this.view(), found)
      : concordance(this.view(), found, { over, others })));
    el.panel.classList.toggle("mapped", Boolean(points));
    if (!points) return;
    const senses = corpus.sensesOf[lemma], word = corpus.lemmas[lemma], n = points.length;
    const count = ({ id }) => points.filter((p) => p.sense === id).length;
    const counts = senses.map((s) => fill(labels.of, { n: count(s), sense: s.short })).join(", ");
    const stars = found.stars.map((star) => (found.stars.length > 1
      ? { ...star, lang: state.language } : { ...star, name: labels.yours, lang: state.page }));
    this.lemma = lemma;
    el.mapTitle.textContent = fill(labels.occurrences, { n, word });
    el.legend.replaceChildren(...senses.map((sense) => named(labels, sense)));
    map.show({
      points, stars, senses: Object.fromEntries(senses.map((s) => [s.id, s])),
      form: (i) => corpus.form(i), alt: fill(labels.map, { n, word, counts }),
    });
    this.readout(null);
  }

  /** The sentence of an occurrence, or the glosses of all senses. */
  readout(i) {
    const { el, corpus, labels, state } = this;
    if (i === null) {
      const glosses = (corpus.sensesOf[this.lemma] ?? []).map((s) => `${SYMBOLS[s.k]} ${labels.gloss(s)}`);
      el.readout.replaceChildren(h("span.hint", {}, glosses.join("   ")));
    } else {
      const sentence = around(corpus.sentences[i], corpus.marked[i]);
      el.readout.replaceChildren(named(labels, corpus.senses[corpus.sense[i]]), " ",
        h("span", { lang: state.language }, ...sentence));
    }
  }

  // ---- controls ----

  listen() {
    const { el, state } = this, typed = (change) => this.set({ ...change, example: null });
    el.text.oninput = () => typed({ text: el.text.value });
    el.second.oninput = () => typed({ second: el.second.value });
    el.compare.onclick = () => { typed({ second: "" }); el.second.focus(); };
    el.remove.onclick = () => { this.set({ second: null, row: 0 }); el.text.focus(); };
    el.pair.oninput = () => this.set({ pair: el.pair.value.split(/[\s,/]+/).filter(Boolean).slice(0, 2) });
    for (const [mode, radio] of Object.entries(el.modes)) radio.onclick = () => typed({ mode });
    for (const [model, radio] of Object.entries(el.models)) radio.onclick = () => this.choose(model);
    for (const group of this.root.querySelectorAll("[role=radiogroup]"))
      group.addEventListener("keydown", (event) => rove(event, [...group.children]));
    this.examples.works.forEach((e, i) => { el.works[i].onclick = () => this.example(e); });
    this.examples.fails.forEach((e, i) => { el.fails[i].onclick = () => this.example(e); });
    if (el.biased) el.biased.onclick = () => this.example(this.examples.biased);
    if (el.other) el.other.onclick = () => this.look(el.other.value);
    el.page.onclick = () => this.speak(el.page.value);
    el.slider.oninput = () => this.map.set(Number(el.slider.value));
    el.slider.onchange = () => this.toLayer(Math.round(el.slider.value));
    el.slider.onkeydown = (event) => {                    // keys go from layer to layer
      const step = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      this.toLayer(Math.max(0, Math.min(this.corpus.last, state.layer + step)));
    };
    el.play.onclick = () => this.play();
    el.large.onclick = () => {
      const large = this.root.classList.toggle("large");
      el.large.textContent = large ? "✕" : "⤢";
      el.large.ariaPressed = String(large);
    };
    el.help.onclick = () => el.dialog.showModal();
  }

  /** Look at the model of another language. */
  async look(language) {
    Object.assign(this.state, { language, text: "", second: null, row: 0, pair: [], example: null });
    await this.open();
    this.el.other.focus();
  }

  example(e) {
    const [layer, index] = e.at;
    if (!this.corpus) return;
    this.map.set(layer);
    this.el.slider.value = layer;
    return this.set({
      text: e.text, second: e.second ?? null, mode: e.mode, layer, index, row: 0,
      pair: e.pair?.split(" ") ?? [], example: e,
    });
  }

  /** Trained or random weights; the random ones are drawn when they are first asked for. */
  async choose(model) {
    const { el, assistant, loaded } = this;
    if (!loaded.trained) return;
    if (!loaded[model]) {
      el.models[model].classList.add("busy");
      el.speed.textContent = this.labels.drawing;
      const { bank } = await this.fetchAll({ bank: RANDOM });
      await assistant.ask("add", { name: model, bank }, [bank]);
      el.models[model].classList.remove("busy");
      loaded[model] = true;
    }
    if (assistant === this.assistant) await this.set({ model });
  }

  toLayer(layer) {
    const { state, map, el } = this;
    if (layer !== state.layer) this.select(state.row, layer, state.index, false);
    else map.glide(layer, (t) => { el.slider.value = t; }, 300);
  }

  /** The map from layer 0 to the last. */
  play() {
    const { map, el, corpus, state } = this, show = (t) => { el.slider.value = t; };
    map.glide(0, (start) => {
      show(start);
      if (start === 0) setTimeout(() => map.glide(corpus.last, (t) => {
        show(t);
        if (t === corpus.last) this.select(state.row, corpus.last, state.index, false);
      }, 1800 * corpus.last), 700);
    }, map.t > 0.01 ? 700 : 1);
  }
}
