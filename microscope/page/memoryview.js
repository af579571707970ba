// The mode Memory: the values of a cell over a sentence, a list of cells, and knobs that hold them.
import { parts, reveal, wordList } from "./answers.js";
import { called, drawLines } from "./cellline.js";
import { cut, fill, h } from "./dom.js";
import { arrow, rove, within } from "./keys.js";
import { drawKnobs, knobs } from "./knobs.js";
import { SWITCHES } from "./switches.js";
import { cellTable } from "./take.js";
import { walkOf } from "./walkview.js";

const MOST = 5;                                           // words of a list
const LISTS = ["named", "here", "between"];
const sameCell = (a, b) => a.layer === b.layer && a.cell === b.cell;

export class MemoryView {
  /** page: its state, labels and assistant; root: an element for us. */
  constructor(page, root) {
    Object.assign(this, { page, root, found: null });
  }

  /** The cells of our weights that follow something; with other weights nobody knows any. */
  get named() {
    const { state, corpus } = this.page, known = corpus.shipped && state.model === "trained";
    return known ? SWITCHES[state.language]?.[state.direction] ?? [] : [];
  }

  /** What a cell follows, in words, or undefined. */
  follows(layer, cell) {
    const [, , what] = this.named.find(([j, own]) => j === layer && own === cell) ?? [];
    return this.page.labels.memory.follows[what];
  }

  /** The same as it stands in a list: behind an arrow, up where the cell is high then. */
  arrowed(layer, cell) {
    const [, , , low] = this.named.find(([j, own]) => j === layer && own === cell) ?? [], what = this.follows(layer, cell);
    return what && `${low ? "↓" : "↑"} ${what}`;
  }

  /** Ask for everything, and draw it -> whether it was the newest question. */
  async refresh() {
    const { page } = this, { state } = page, named = this.named.map(([layer, cell]) => ({ layer, cell }));
    if (!this.lists().includes(state.list)) state.list = this.lists()[0];
    state.cell ??= named[0] ?? { layer: 1, cell: 0 };
    const { text, second, ask, direction, model, pair, index, cell, held, list } = state;
    const what = { text, second, ask, direction, model, pair, index, cell, held, list, named };
    const found = await page.assistant.ask("memory", what);
    if (!found || page.desk !== this) return false;
    this.found = found;
    if (!found.problem) Object.assign(state, { held: found.held, cell: found.chosen });   // those that exist
    if (found.tokens.length) {
      const { from, to } = parts(found);
      state.index = within(state.index, from, to - 1);
    }
    this.draw();
    return true;
  }

  lists() {
    const { second } = this.page.state;
    return LISTS.filter((list) => (list === "named" ? this.named.length : list === "here" || second?.trim()));
  }

  table() {
    return cellTable(this);
  }

  // ---- choices ----

  select(index) {
    const { page } = this;
    this.focus = ".box.here";
    if (page.state.held.length) page.typed({ index });    // what is held begins there
    else page.set({ index });
  }

  choose({ layer, cell }) {
    this.focus = ".strip.here";
    this.page.set({ cell: { layer, cell } });
  }

  /** Hold a cell at a value, or let it go: null. */
  hold(cell, value) {
    const { state } = this.page, others = state.held.filter((one) => !sameCell(one, cell));
    const { layer, cell: own } = cell, place = state.held.findIndex((one) => sameCell(one, cell));
    if (value !== null) others.splice(place < 0 ? others.length : place, 0, { layer, cell: own, value });
    this.page.typed({ held: others });
  }

  key(event) {
    const { page: { state, root }, found } = this, { from, to } = parts(found);
    const step = arrow(event, root, to - from);
    if (!step?.[1]) return;
    event.preventDefault();
    this.select(within(state.index + step[1], from, to - 1));
  }

  // ---- drawing ----

  draw() {
    const { page: { labels, state }, root, found } = this;
    this.page.el.caption.hidden = Boolean(found.problem);
    if (found.problem) {
      this.held = null;
      return root.replaceChildren(h("p.told.problem", {}, labels.memory.empty));
    }
    const left = root.querySelector(".scroller")?.scrollLeft ?? 0;
    const lines = h("div.scroller", {}, drawLines(this));
    // The knobs stay as long as they are those of the same cells: one of them may be dragged.
    const cells = knobs(this).map(({ layer, cell }) => `${layer}.${cell}`);
    const key = JSON.stringify([cells, found.tokens[state.index], found.at]);
    if (this.held === key) {
      root.querySelector(".scroller").replaceWith(lines);
      this.update();
    } else {
      const [node, update] = drawKnobs(this);
      Object.assign(this, { held: key, update, answers: h("div.lists") });
      root.replaceChildren(lines, h("div.answers.of-memory", {}, node, this.answers));
    }
    lines.scrollLeft = left;
    if (this.shown !== state.index) reveal(lines, lines.querySelector(".box.here"));
    this.shown = state.index;
    this.drawAnswers();
    if (this.focus) root.querySelector(this.focus)?.focus({ preventScroll: true });
    this.focus = null;
  }

  /** The words that are expected, as it is and with cells held. */
  drawAnswers() {
    const { page, found } = this, t = page.labels.memory, [before, after] = found.answers;
    const asked = fill(t.before[found.direction], { word: cut(found.tokens[found.at], 22) });
    const cells = page.state.held.map(({ cell, value }) => `${cell} = ${value.toFixed(1).replace("-", "−")}`);
    const list = (answer, kind, title) =>
      wordList(page, answer, { title: [title], kind, pair: found.pair, most: MOST });
    const outside = found.unknown.map((word) => h("p.outside", {}, fill(t.outside, { word, n: page.words })));
    this.answers.replaceChildren(...outside, list(before, "of-before", asked),
      ...(after ? [list(after, "of-after", fill(t.after, { cells: cells.join(", ") }))] : []));
  }

  /** Which cells are listed. */
  tabs() {
    const { page, found } = this, { labels, state } = page, t = labels.memory, lists = this.lists();
    const word = cut(found.tokens[state.index], 22);
    const choose = (focus, change) => { this.focus = focus; page.set(change); };
    const tab = (list) => h("button", {
      type: "button", role: "radio", ariaChecked: String(list === state.list), tabIndex: list === state.list ? 0 : -1,
      onclick: () => choose(".tabs [aria-checked=true]", { list }),
    }, fill(t.lists[list], { word }));
    const gates = h("button.plain.gates", {
      type: "button", ariaPressed: String(state.gates), onclick: () => choose(".gates", { gates: !state.gates }),
    }, t.gatesOf);
    return h("div.row.choice", {}, h("span.switch.tabs", {
      role: "radiogroup", ariaLabel: t.list, onkeydown: (event) => rove(event, [...event.currentTarget.children]),
    }, ...lists.map(tab)), gates, walkOf(page));
  }

  /** The value of the chosen cell at the chosen word. */
  valueNow() {
    const { found, page: { state } } = this;
    return found.plain[state.index - parts(found).from];
  }
}
