// A tour of five steps for the first minute. It moves the page itself, and says what is there then with
// the numbers of the cells; it can be left at any time.
import { built } from "./details.js";
import { exact, fill, h } from "./dom.js";
import { senseName } from "./sensenames.js";

const STEPS = ["boys", "boy", "layer", "random", "own"];
const TARGETS = { layer: ".grids", random: ".weights", own: ".sentences" };   // else the chosen cell
const PLANS = {                                           // by the language of the model
  en: {
    boys: ["The boys who play in the park are happy.", 6, "boys"],
    boy: ["The boy who plays in the park is happy.", 6, "boy"], pair: "are is", senses: "right, right",
  },
  ko: {
    boys: ["우리에게는 아무런 문제가", 2, "아무런"], boy: ["우리에게는 많은 문제가", 2, "많은"], pair: "없다 있다",
    senses: "사과, 사과",
  },
};
const KEY = "elmo-lite-tour";

/** Whether it has been shown in this browser. Where nothing can be kept, it does not come by itself. */
function shown() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true;
  }
}

function keep() {
  try {
    localStorage.setItem(KEY, "shown");
  } catch { /* private windows, files: then it is started from the help alone */ }
}

/** On the first visit to a page that nobody sent with a sentence of theirs. */
export function greet(page) {
  const { widget, state } = page.options;
  if (!widget && !state?.text && !shown()) new Tour(page, 0);
}

/** From the help, or again in another language. */
export function startTour(page, step = 0) {
  page.tour?.close();
  new Tour(page, step, { ...page.state });
  page.tour.next.focus();
}

class Tour {
  /** before: the state to which the reader returns who leaves; null on the first visit. */
  constructor(page, step, before = null) {
    const t = page.labels.tour;
    const button = (what, text, onclick, title = "") => h(`button.plain${what}`, { type: "button", onclick, title }, text);
    Object.assign(this, { page, t, before, plan: PLANS[page.state.language] ?? PLANS.en });
    this.count = h("b");
    this.text = h("p", { ariaLive: "polite" });
    this.back = button("", t.back, () => this.go(this.step - 1));
    this.next = button(".next", t.next, () => this.go(this.step + 1));
    this.node = h("div.tour-place", {}, h("section.tour", { ariaLabel: t.name },
      h("div.tour-head", {}, this.count, button(".leave", `${t.leave} ✕`, () => this.leave(), t.leaveTitle)),
      this.text, h("div.tour-head", {}, this.back, this.next)));
    page.root.append(this.node);
    page.tour = this;
    keep();
    this.go(step);
  }

  /** To a step: the page first, then what is said of it. */
  async go(step) {
    if (step >= STEPS.length) return this.close();
    this.step = Math.max(0, step);
    const { t, page } = this, name = STEPS[this.step];
    this.count.textContent = fill(t.count, { n: this.step + 1, all: STEPS.length });
    this.back.ariaDisabled = String(!this.step);
    this.next.textContent = this.step === STEPS.length - 1 ? t.end : t.next;
    page.root.dataset.tour = name;
    this.waits = (name === "layer" || name === "random") && !page.loaded.trained;
    this.moving = true;
    if (!this.waits) await this[name]();
    this.moving = false;
    if (page.tour !== this || STEPS[this.step] !== name) return;   // left, or further on
    this.say();
    const target = page.root.querySelector(TARGETS[name] ?? ".cell.here");
    target?.scrollIntoView({ block: "nearest" });
  }

  /** What the page calls when its cells are new. */
  update() {
    if (this.waits && this.page.loaded.trained) this.go(this.step);
    else if (!this.moving) this.say();
  }

  // ---- what each step does ----

  boys() {
    return this.expect("trained", this.plan.boys);
  }

  boy() {
    return this.expect("trained", this.plan.boy);
  }

  random() {
    return this.expect("random", this.plan.boys);
  }

  async expect(model, [text, index]) {
    const { page, plan: { pair } } = this, { state, corpus: { last } } = page;
    if (state.model !== model) await page.choose(model);
    if (page.tour !== this) return;
    const there = state.text === text && state.mode === "next" && state.layer === last && state.index === index;
    if (there && state.pair.join(" ") === pair && state.second === null && !state.lower) return;
    state.lower = false;
    await page.example({ text, mode: "next", at: [last, index], pair });
  }

  async layer() {
    const { page } = this;
    if (page.state.model !== "trained") await page.choose("trained");
    if (page.tour === this) await page.example(this.senses);
  }

  async own() {
    const { page, before } = this;
    if (page.state.model !== "trained") await page.choose("trained");
    if (page.tour !== this) return;
    if (before) await page.set({ ...before });
    page.el.text.focus();
    page.el.text.select();
  }

  get senses() {
    return this.page.examples.works.find(({ name }) => name === this.plan.senses);
  }

  // ---- what is said ----

  /** The text of the step, as long as the page still shows what it is about. */
  say() {
    const { t, waits } = this, name = STEPS[this.step];
    const values = waits || name === "own" ? {} : name === "layer" ? this.twice() : this.weighed(name);
    if (!values) return;
    const so = { boys: values.higher && t.boysSo, boy: values.lower && t.boySo }[name] || "";
    const text = waits ? t.wait : name === "layer" && !values.same ? t.layerElse : t[name];
    this.text.replaceChildren(...built(text + so, values));
  }

  /** The chosen cell and its two words, if it is that of the plan. */
  weighed(name) {
    const { page: { state, grids, corpus }, plan } = this, [text, index, why] = plan[name === "boy" ? "boy" : "boys"];
    const found = grids[0]?.cells[corpus.last]?.[index]?.pair;
    const model = name === "random" ? "random" : "trained";
    if (state.model !== model || state.text !== text || state.mode !== "next" || found?.length !== 2 || state.pair.join(" ") !== plan.pair) return null;
    const word = (one) => h("b", { lang: state.language }, one), [a, b] = plan.pair.split(" ").map(word);
    return { j: corpus.last, at: word(grids[0].tokens[index]), why: word(why), a, b,
      pa: exact(found[0]), pb: exact(found[1]), higher: found[0] > found[1], lower: found[0] < found[1] };
  }

  /** The senses of one word at its two places. */
  twice() {
    const { page: { state, grids, corpus, labels }, senses } = this;
    if (state.example !== senses || state.mode !== "sense" || !grids.length) return null;
    const at = senses.says.map(([, k, , row = 0]) => (j) => grids[row]?.cells[j]?.[k]?.top[0].id);
    const name = (id) => {
      const [text, lang] = senseName(labels.code, corpus.senses[id]);
      return h("b", { lang }, text);
    };
    const [zero, other] = at.map((id) => id(0)), [one, two] = at.map((id) => id(corpus.last));
    if ([zero, other, one, two].some((id) => id === undefined)) return null;
    const [, k] = senses.says[0];
    return { j: corpus.last, word: h("b", { lang: state.language }, grids[0].tokens[k]), same: zero === other,
      zero: name(zero), one: name(one), two: name(two) };
  }

  // ---- the end ----

  /** The reader goes: what stood there before comes back. */
  async leave() {
    const { page, before } = this;
    this.close();
    if (before) await page.set({ ...before, model: page.state.model });
    const model = before?.model ?? "trained";
    if (page.state.model !== model) await page.choose(model);
  }

  close() {
    const { page } = this, inside = this.node.contains(document.activeElement);
    page.tour = null;
    this.node.remove();
    delete page.root.dataset.tour;
    if (inside) page.el.help.focus();
  }
}
