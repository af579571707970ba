// The mode Exchange: two sentences, a grid of what each state carries, and the answer before and after.
import { parts, ratio, replaced, wordList } from "./answers.js";
import { drawCarried, drawOutcome } from "./carried.js";
import { built } from "./details.js";
import { fill, h } from "./dom.js";
import { COUNTS } from "./exchange.js";
import { drawFewer } from "./fewer.js";
import { arrow, within } from "./keys.js";
import { carriedTable } from "./take.js";

export class ExchangeView {
  /** page: its state, labels and assistant; root: an element for us. */
  constructor(page, root) {
    Object.assign(this, { page, root, found: null, fewer: null, editing: null });
  }

  // ---- questions ----

  /** Ask for everything but the cells, draw it, and ask for these -> whether it was the newest. */
  async refresh() {
    const { page } = this, { text, second, ask, direction, pair, model } = page.state;
    const what = { text, second: second ?? "", ask, direction, pair, model };
    const found = await page.assistant.ask("exchange", what);
    if (!found || page.desk !== this) return false;
    Object.assign(this, { found, fewer: null, editing: null });
    const { from, to } = parts(found);
    page.state.index = within(page.state.index, from, to - 1);
    this.draw();
    this.narrow();
    return true;
  }

  async narrow() {
    const { page, found } = this, { layer, index } = page.state;
    if (!layer || !this.whole(layer, index)) return;
    const fewer = await page.assistant.ask("narrow", { layer, index });
    const { state } = page;
    if (this.found !== found || page.desk !== this || state.layer !== layer || state.index !== index) return;
    if (!fewer) return void this.narrow();                // another question came between
    this.fewer = fewer;
    this.drawLists();
    this.update();
  }

  // ---- what was found ----

  /** What the whole state of a layer at a word leads to, or null. */
  whole(layer, index) {
    return this.found.grid?.[layer]?.[index - parts(this.found).from] ?? null;
  }

  /** What the chosen state leads to, whole or narrowed down, or null. */
  chosen() {
    const { fewer, page: { state } } = this, whole = this.whole(state.layer, state.index);
    if (!whole || !state.fewer || !state.layer) return whole;
    return fewer ? (state.draw ? fewer.random : fewer.found)[state.fewer - 1] : null;
  }

  /** The word of the second sentence at an index of the first, if each word has one. */
  other(index) {
    const { second, problem, at, other } = this.found;
    return ["empty", "one", "unequal"].includes(problem) ? null : second[index + other - at];
  }

  table() {
    return carriedTable(this);
  }

  // ---- choices ----

  select(layer, index) {
    const { page } = this, { state } = page;
    if (layer !== state.layer || index !== state.index) this.fewer = null;
    Object.assign(state, { layer, index });
    this.draw();
    this.root.querySelector(".cell.here")?.focus({ preventScroll: true });
    page.options.changed?.(state);
    if (!this.fewer) this.narrow();
  }

  /** More or fewer cells, found or random ones. */
  narrowTo(change) {
    const { page } = this;
    Object.assign(page.state, change);
    page.options.changed?.(page.state);
    this.drawLists();
    this.update();
  }

  /** Ask for another word at an index, or no more. */
  edit(index) {
    this.editing = index;
    this.draw();
    this.root.querySelector(".word-of")?.select();
  }

  edited(word) {
    const { editing: index, found, page } = this, { text, second } = page.state;
    if (index === null) return;
    const other = this.other(index);
    this.editing = null;
    if (!word || word === (other ?? found.tokens[index])) return void this.draw();
    page.typed({ second: other === null ? replaced(text, index, word)
      : replaced(second, index + found.other - found.at, word) });
  }

  key(event) {
    const { page: { state, root, corpus }, found } = this, { from, to } = parts(found);
    const step = event.target.tagName === "INPUT" ? null : arrow(event, root, to - from);
    if (!step) return;
    event.preventDefault();
    this.select(within(state.layer + step[0], 0, corpus.last), within(state.index + step[1], from, to - 1));
  }

  // ---- drawing ----

  draw() {
    const { page: { labels }, root, found } = this;
    const focused = document.activeElement?.matches?.(".carried .cell");
    const left = root.querySelector(".scroller")?.scrollLeft ?? 0;
    this.page.el.caption.hidden = Boolean(found.problem); // it says what the cells show
    if (found.problem === "empty")
      return root.replaceChildren(h("p.told.problem", {}, labels.exchange.empty));
    this.panel = h("div.answers");
    root.replaceChildren(this.verdict(), h("div.scroller", {}, drawCarried(this)), this.panel);
    root.querySelector(".scroller").scrollLeft = left;
    if (focused) root.querySelector(".cell.here")?.focus({ preventScroll: true });
    this.drawPanel();
  }

  /** What the two sentences prefer, or why they cannot be compared. */
  verdict() {
    const { page: { labels, state, words }, found } = this, t = labels.exchange, { pair, problem } = found;
    const unknown = found.unknown.map((word) => `“${word}”`).join(", ");
    const outside = unknown ? [`${fill(t.outside, { word: unknown, n: words })} `] : [];
    const word = (i) => h(`b.ink-${i}`, { lang: state.language }, pair[i]);
    const times = (preference) => h("b", {}, ratio(preference));
    const values = !pair ? found.counts
      : { a: word(0), b: word(1), high: times(found.high), low: times(found.low) };
    const what = problem === "nothing" && state.model === "random" ? "untaught" : problem ?? "differs";
    return h(`p.told${problem ? ".problem" : ""}`, { role: "status" }, ...outside, ...built(t[what], values));
  }

  drawPanel() {
    const [fewer, update] = this.found.grid ? drawFewer(this) : [h("div"), () => {}];
    this.lists = h("div.lists");
    this.update = update;
    this.panel.replaceChildren(this.lists, fewer);
    this.drawLists();
  }

  /** The words that are expected after A, after B, and after B with a state of A. */
  drawLists() {
    const { page, found, lists } = this, [a, b] = found.answers, { pair = [] } = found, after = this.chosen();
    const letter = (k, text) => h(`b.letter.letter-${k}`, {}, text);
    const title = fill(page.labels.exchange.inFull, { j: page.state.layer });
    const both = [letter(2, "A→B"), h("span", { title }, this.name())];
    const shown = [wordList(page, a, { title: [letter(0, "A")], kind: "of-a", pair })];
    if (b) shown.push(wordList(page, b, { title: [letter(1, "B")], kind: "of-b", pair }));
    if (after) shown.push(wordList(page, after, { title: both, kind: "of-both", pair }));
    else if (found.grid) shown.push(h("div.answer", {}, h("h3", {}, ...both)));
    lists.replaceChildren(...shown);
    const outcome = this.root.querySelector(".outcome");
    outcome?.replaceWith(drawOutcome(this, outcome.style.cssText));
  }

  /** What was taken from A, in words. */
  name() {
    const { page: { labels, state }, found } = this, t = labels.exchange;
    const n = state.layer && COUNTS[state.fewer - 1], few = n > 1 ? t.cells : t.cell;
    const text = !state.layer ? t.vector : !n ? t.state : state.draw ? t.randomCells : few;
    return `${fill(text, { n, j: state.layer })} · ${found.tokens[state.index]}`;
  }
}
