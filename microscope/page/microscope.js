// The page: a sentence in, what each layer makes of each word out.
//
// mount(root, { source, worker, ... }) builds it; all answers come from the worker, so that typing
// never waits.
import { reveal } from "./answers.js";
import { usual } from "./asked.js";
import { Assistant } from "./assistant.js";
import { unchanged } from "./claims.js";
import { Corpus } from "./corpus.js";
import { any, listen, sync, syncClaim } from "./controls.js";
import { concordance, fit, lens, named } from "./details.js";
import { around, fill, h } from "./dom.js";
import { EXAMPLES } from "./examples.js";
import { ExchangeView } from "./exchangeview.js";
import { followed, remains } from "./follow.js";
import { AHEAD, cellId, drawGrid, drawInfluence } from "./grid.js";
import { keyInGrid, keyOfPage } from "./keys.js";
import { LABELS } from "./labels.js";
import { loader } from "./loader.js";
import { barsLegend, tagsLegend } from "./legend.js";
import { OccurrenceMap, SYMBOLS } from "./map.js";
import { MemoryView } from "./memoryview.js";
import { ProbeView } from "./probeview.js";
import { senseName } from "./sensenames.js";
import { build } from "./skeleton.js";
import { followTheme } from "./theme.js";
import { tokenize } from "./tokenize.js";
import { greet, startTour } from "./tour.js";
import { walkButton, walkOf } from "./walkview.js";

const FILES = {
  about: "about.json", options: "options.json", words: "words.txt",
  weights: "weights.safetensors",
};
const BANK = "bank.safetensors", RANDOM = "bank.random.safetensors", SCORES = "scores.json";
const VIEWS = { exchange: ExchangeView, memory: MemoryView, probe: ProbeView };   // modes that draw everything themselves
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
    this.state = { ...this.usual(), ...options.state };
    root.classList.add("microscope");
    root.addEventListener("keydown", (event) => keyOfPage(this, event));
    if (!options.widget) document.body.addEventListener("keydown", (event) => {
      if (event.target === document.body) keyOfPage(this, event);
    });
    followTheme(root);
  }

  /** What is shown where nobody asks for anything. */
  usual() {
    return {
      text: "", second: null, mode: "next", model: "trained", layer: 2, index: 0, row: 0,
      others: true, lower: false, pair: [], language: Object.keys(this.options.languages)[0], page: "en",
      ask: null, direction: "forward", fewer: 0, draw: false,        // of Exchange
      cell: null, held: [], list: "named", gates: false,             // of Memory
      probe: null,                                       // of Your probe: its lines
      example: null,
    };
  }

  /** The parts of the page in its language; what is loaded stays. */
  build() {
    const { state, root, options } = this;
    this.map?.stop();
    this.tour?.close();
    this.desks?.probe?.stop();
    this.labels = LABELS[state.page];
    this.examples = EXAMPLES[state.language];
    root.classList.remove("large");
    root.lang = state.page;
    if (!options.widget) {
      document.documentElement.lang = state.page;
      document.title = this.labels.title;
    }
    this.el = build(root, this.labels, this.examples, { ...options, language: state.language });
    this.desks = {};
    this.el.walk = walkButton(this);
    listen(this);
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
    const { state } = this, step = this.tour?.step;
    state.page = page;
    this.build();
    this.el.page.focus();
    if (!this.corpus) return;
    this.map.set(state.layer);
    this.el.slider.value = state.layer;
    await this.set({});
    if (step !== undefined) startTour(this, step);
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
    const busy = (now) => root.toggleAttribute("data-busy", now);
    const assistant = this.assistant = new Assistant(this.options.worker(), busy);
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
      greet(this);
      if (assistant === this.assistant) await this.compare(assistant);
    } catch (error) {
      if (assistant === this.assistant) this.report(0, "failed", { error: error.message });
      throw error;
    }
    if (assistant === this.assistant) await this.ready();
  }

  async ready() {
    if (this.options.state?.model === "random") await this.choose("random");
    this.root.dataset.ready = this.state.language;
  }

  /** What another address asks for, in the same page; what is loaded stays. */
  async show(asked) {
    const { state, root, options, loaded } = this, { language, page } = state;
    Object.assign(state, this.usual(), { page }, asked);
    options.state = asked;
    delete root.dataset.ready;
    delete root.dataset.drawn;
    if (state.language !== language || !loaded.trained) return this.open();
    state.model = "trained";
    this.grids = [];
    this.shown = this.revealed = null;
    this.build();
    await this.first();
    await this.ready();
  }

  /** The sentence of the state, or the first example. */
  async first() {
    const { state } = this;
    const { works, fails } = this.shelf(), all = [...works, ...fails], asked = this.options.state ?? {};
    this.lent = { text: state.text, pair: state.pair };
    this.pointed = asked.index !== undefined;
    const example = all.find((e) => unchanged(e, asked, this.desk));
    if (!state.text && state.probe === null) await this.example(all[0]);
    else if (example && !asked.mode) await this.example(example);
    else {
      const { last } = this.corpus;                       // who asks for a lower layer wants to see it
      if (AHEAD[state.mode] && state.layer < Math.min(2, last)) state.lower = true;
      const end = state.mode === "memory" ? 0 : usual(tokenize(state.text), "forward");
      const index = asked.index ?? this.chosen(state.text, end);
      await this.set({ layer: Math.min(state.layer, last), index: Math.max(0, index), example });
    }
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
    sync(this);
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

  /** The examples of a mode. */
  shelf(mode = this.state.mode) {
    return VIEWS[mode] ? this.examples[mode] : this.examples;
  }

  /** What draws the mode, if it is Exchange or Memory. */
  get desk() {
    const { state: { mode }, desks } = this;
    if (!Object.hasOwn(VIEWS, mode)) return null;
    if (!desks[mode]) {
      const root = h(`section.desk.${mode}`, { ariaLabel: this.labels.modes[mode][0] });
      this.el.desks.append(root);
      desks[mode] = new VIEWS[mode](this, root);
    }
    return desks[mode];
  }

  // ---- state ----

  /** Change the state, and ask for what it shows. */
  async set(change) {
    Object.assign(this.state, change);
    sync(this);
    await this.refresh();
  }

  /** What a cell shows, how often it is right, and what its controls get. */
  caption() {
    const { corpus, labels, state, rows } = this, [, what, blind] = labels.modes[state.mode];
    const { trained, random, without } = corpus.scores?.[state.mode] ?? {};
    const percent = (shares) => shares?.map((share) => Math.round(100 * share)).join(", ") ?? "…";
    const shown = (shares) => percent(shares?.slice(rows[0]));
    const values = {
      trained: shown(trained), random: shown(random), blind: percent(corpus.scores && [without]),
      without: blind, layers: this.named(rows),
      n: corpus.sentences.length.toLocaleString(), l: corpus.lemmas.length,
    };
    if (state.model === "random") return fill(labels.control, values);
    return fill(labels.caption, { ...values, what: fill(what, values) });
  }

  /** The layers that have a row. The softmax was trained for the highest alone. */
  get rows() {
    const { state, corpus: { layers, last } } = this;
    return AHEAD[state.mode] && !state.lower ? [last] : layers;
  }

  /** Layers in words: "layer 2", "layers 0, 1, 2". */
  named(layers) {
    const { labels } = this;
    return fill(layers.length > 1 ? labels.layers : labels.layer, { list: layers.join(", "), j: layers[0] });
  }

  /** Ask for the grids of the sentences, draw them, and look at the chosen cell. */
  async refresh() {
    const { state, assistant, desk } = this, early = AHEAD[state.mode] || desk;
    const loaded = this.loaded[early && state.model === "trained" ? "weights" : state.model];
    if (!loaded || desk) {
      this.grids = [];
      this.el.grids.replaceChildren();                    // not the answers of another mode
      this.el.bars.hidden = this.el.tags.hidden = true;
      this.el.panel.hidden = true;
    }
    if (!loaded) return;
    if (desk) {
      if (!await desk.refresh()) return;                  // a newer question is under way
      if (state.mode !== "probe") this.el.pair.placeholder = desk.found.pair?.join(" ") || any(this);
      return void this.answered();
    }
    const texts = state.second?.trim() ? [state.text, state.second] : [state.text];
    const { model, mode, pair, lower } = state;
    if (!this.rows.includes(state.layer)) state.layer = this.corpus.last;
    const answers = await Promise.all(texts.map((text, slot) =>
      assistant.ask("grid", { slot, model, text, mode, pair, lower })));
    if (this.desk || answers.some((answer) => !answer)) return;       // a newer question is under way
    this.grids = answers;
    syncClaim(this);
    if (!answers[state.row]) state.row = 0;
    state.index = Math.max(0, Math.min(state.index, answers[state.row].tokens.length - 1));
    this.draw();
    this.answered();
    await this.inspect();
  }

  /** Say how long it took, and keep the state. */
  answered() {
    const { state, assistant: { facts: { ms } } } = this;
    this.el.speed.textContent = fill(this.labels.answered, { ms: ms.toFixed(ms < 10 ? 1 : 0) });
    this.options.changed?.(state);
    this.root.dataset.drawn = state.mode;                 // when what is shown is of the mode
    this.tour?.update();
  }

  /** Ask for everything on the chosen cell, and a little later for the bars under the words. */
  async inspect() {
    clearTimeout(this.quiet);
    const { state, assistant, el } = this, grid = this.grids[state.row];
    el.panel.hidden = !grid?.tokens.length;
    if (!grid?.tokens.length) return;
    const [text, second] = state.row ? [state.second, state.text] : [state.text, state.second ?? ""];
    const { model, mode, layer, index, others, pair, lower } = state;
    const what = { model, text, mode, layer, index };
    const found = await assistant.ask("detail", { ...what, others, second, lower });
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
    this.pointed = true;
    Object.assign(state, { row, layer, index });
    this.draw();
    if (focus) this.cell()?.focus({ preventScroll: false });
    if (moved) map.glide(layer, (t) => { el.slider.value = t; });
    this.options.changed?.(state);
    this.inspect();
  }

  // ---- drawing ----

  view() {
    const { state, corpus, labels, words, prefix, rows } = this;
    return { state, corpus, labels, words, prefix, rows, two: this.grids.length > 1 };
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
    const { row, index } = this.state, at = `${row} ${index} ${this.grids[row]?.tokens.length}`;
    if (this.revealed !== at && this.cell()) reveal(el.grids.children[row], this.cell());
    this.revealed = at;
    barsLegend(this);
    tagsLegend(this);
  }

  drawPanel(found) {
    const { el, corpus, labels, map, state } = this, { lemma, points } = found;
    const others = (value) => { this.state.others = value; this.inspect(); };
    const over = (i) => map.over(i);
    el.facts.replaceChildren(...(found.lens ? lens(this.view(), found)
      : concordance(this.view(), found, { over, others })));
    el.facts.querySelector("h2").append(walkOf(this));
    el.panel.classList.toggle("mapped", Boolean(points));
    fit(el.panel);
    if (!points) return;
    const senses = corpus.sensesOf[lemma], word = corpus.lemmas[lemma], n = points.length;
    const count = ({ id }) => points.filter((p) => p.sense === id).length;
    const counts = senses.map((s) => fill(labels.of, { n: count(s), sense: senseName(state.page, s)[0] })).join(", ");
    const stars = found.stars.map((star) => (found.stars.length > 1
      ? { ...star, lang: state.language } : { ...star, name: labels.yours, lang: state.page }));
    this.lemma = lemma;
    el.mapTitle.textContent = fill(labels.occurrences, { n, word });
    el.legend.replaceChildren(...senses.map((sense) => named(labels, sense)));
    map.show({
      points, stars, senses: Object.fromEntries(senses.map((s) => [s.id, { ...s, name: senseName(state.page, s) }])),
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

  /** The word that is chosen in a sentence: in Sense the first marked one, unless the reader has chosen
   * another one. */
  chosen(text, index) {
    const words = tokenize(text), marked = (word) => word !== undefined && this.corpus.lemma(word) >= 0;
    if (this.state.mode !== "sense" || (this.pointed && marked(words[index]))) return index;
    const first = words.findIndex(marked);
    return first < 0 ? index : first;
  }

  /** Another sentence: the selection follows it, and two words to weigh go with the one they came with. */
  write(row, text) {
    const { state, desk, lent } = this, old = (row ? state.second : state.text) ?? "";
    const [before, after] = [old, text].map(tokenize), change = row ? { second: text } : { text, ask: null };
    const index = state.row === row ? state.index : before.length - 1;
    const on = text.length > old.length && text.startsWith(old);
    if (on || !remains(before, after)) this.pointed = false;
    if (!desk) Object.assign(change, { row, index: this.chosen(text, followed(before, after, index, on)) });
    else if (!row && !state.held.length) change.index = followed(before, after, index, on);
    const same = lent && lent.pair.join(" ") === state.pair.join(" ");
    if (!row && same && !remains(tokenize(lent.text), after)) change.pair = [];
    return this.typed(change);
  }

  /** What is not as in an example any more. */
  typed(change) {
    return this.set({ ...change, example: null });
  }

  /** Another mode. Exchange and Memory open with an example of theirs, unless a sentence was typed. */
  enter(mode, change = {}) {
    const { state } = this, apart = Object.hasOwn(VIEWS, mode);
    if (mode === state.mode) return this.set({});
    const keeps = mode === "probe" && state.probe !== null && !this.examples.probe.works.some((e) => e.probe === state.probe);
    if (apart && state.example && !keeps && !Object.keys(change).length) return this.example(this.shelf(mode).works[0]);
    const asked = apart && AHEAD[state.mode], last = tokenize(state.text).length - 1;
    const left = this.desk;
    const inside = asked > 0 ? state.index < last : state.index > 0;
    state.mode = mode;
    const sentence = state.row ? state.second ?? "" : state.text;
    return this.typed({                                   // the blank is where the chosen cell looks
      mode, index: this.chosen(sentence, state.index), ...(asked && { ask: inside ? state.index : null, direction: asked > 0 ? "forward" : "backward" }),
      ...(apart && !left && { pair: [] }), ...change,
    });
  }

  /** Look at the model of another language. */
  async look(language) {
    Object.assign(this.state, {
      language, text: "", second: null, row: 0, pair: [], example: null,
      ask: null, direction: "forward", cell: null, held: [], probe: null,
    });
    await this.open();
    this.el.other.focus();
  }

  example(e) {
    const [layer, index] = e.at;
    if (!this.corpus) return;
    this.map.set(layer);
    this.el.slider.value = layer;
    this.pointed = true;
    this.lent = { text: e.text, pair: e.pair?.split(" ") ?? [] };
    return this.set({
      text: e.text, second: e.second ?? null, mode: e.mode, layer, index, row: 0,
      pair: e.pair?.split(" ") ?? [], example: e, ask: e.ask ?? null, direction: e.direction ?? "forward",
      ...(e.probe && { probe: e.probe }), cell: e.cell ?? null, held: e.held ?? [], list: e.list ?? "named", fewer: 0, draw: false, gates: false,
    });
  }

  /** Trained or random weights; the random ones are drawn when they are first asked for. */
  async choose(model) {
    const { el, assistant, loaded } = this;
    if (!loaded.trained) return;
    if (!loaded[model]) {
      el.models[model].classList.add("busy");
      el.speed.textContent = this.labels.drawing;
      try {
        const { bank } = await this.fetchAll({ bank: RANDOM });
        await assistant.ask("add", { name: model, bank }, [bank]);
        loaded[model] = true;
      } catch (error) {                                   // the next click tries again
        el.speed.textContent = fill(this.labels.failed, { error: error.message });
        return;
      } finally {
        el.models[model].classList.remove("busy");
      }
    }
    if (assistant === this.assistant) await this.set({ model });
  }

  toLayer(layer) {
    const { state, map, el, rows } = this;
    if (layer !== state.layer && rows.includes(layer)) this.select(state.row, layer, state.index, false);
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
