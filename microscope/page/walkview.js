// The walk through a cell: a dialog that leads from the letters of its word to the expected words, one
// step at a time, with the numbers of the sentence that stands there. Nothing of it exists before it
// is opened.
import { built } from "./details.js";
import { h } from "./dom.js";
import { rove } from "./keys.js";
import { drawStep, STEPS } from "./walksteps.js";

/** The button that opens it, for as long as the page has this language. It stands where a cell is
 * chosen, so it is moved. */
export function walkButton(page) {
  return h("button.plain.open-cell", { type: "button", title: page.labels.walk.openTitle, onclick: () => open(page) });
}

/** The button for a mode; in Exchange and Memory a cell is a number of a state, and a word is opened. */
export function walkOf({ el, labels: { walk }, state: { mode } }) {
  el.walk.textContent = ["exchange", "memory"].includes(mode) ? walk.openWord : walk.open;
  return el.walk;
}

async function open(page) {
  const { state, assistant, root, desk } = page, { model, row, index } = state;
  const layer = state.mode === "memory" ? state.cell.layer : state.layer;
  const found = await assistant.ask("walk", { model, text: row && !desk ? state.second : state.text, index });
  if (!found || root.querySelector("dialog[open]")) return;
  const view = new WalkView(page, found, layer);
  root.append(view.node);
  view.node.showModal();
  view.go(0);
  view.head.focus();
}

class WalkView {
  constructor(page, found, layer) {
    const { labels, state } = page, t = labels.walk;
    Object.assign(this, { page, found, t, lang: state.language, word: found.tokens[found.index] });
    this.at = { layer: Math.max(1, layer), highway: null };
    this.here = layer ? ["forward", "backward"] : ["projection"];   // where the chosen cell is made
    this.links = chapterLinks(state.page);
    const button = (what, text, onclick, more = {}) => h(`button${what}`, { type: "button", onclick, ...more }, text);
    this.steps = Object.fromEntries(STEPS.map((name, i) => [name, button(`.step.of-${name}`, "", () => this.go(i))]));
    for (const [name, node] of Object.entries(this.steps)) {
      const marked = this.here.includes(name);
      node.append(h("small", {}, `${STEPS.indexOf(name) + 1}`), t.names[name], marked ? h("i", { title: t.here }, "◆") : "");
    }
    this.head = h("h2", { tabIndex: -1 }, ...built(t.title, { j: layer, word: h("b", { lang: this.lang }, this.word) }));
    this.body = h("section.step-body", { ariaLive: "polite" });
    this.back = button(".plain", t.back, () => this.go(this.step - 1));
    this.next = button(".plain.next", t.next, () => this.go(this.step + 1));
    this.node = h("dialog.walk", { ariaLabel: this.head.textContent, onclose: () => this.node.remove(),
      onkeydown: (event) => this.key(event) },
    h("div.walk-head", {}, this.head, button(".plain.leave", "✕", () => this.node.close(), { ariaLabel: t.close })),
    h("nav.steps", { ariaLabel: t.steps }, ...Object.values(this.steps)), this.body,
    h("div.walk-foot", {}, this.back, this.next));
  }

  /** To a step; behind the last one is the end. */
  go(step) {
    if (step >= STEPS.length) return this.node.close();
    this.step = Math.max(0, step);
    this.draw();
    this.node.scrollTop = 0;
  }

  choose(part, value) {
    this.at[part] = value;
    this.draw();
    this.body.querySelector("[role=radio][aria-checked=true]").focus();
  }

  draw() {
    const name = STEPS[this.step];
    for (const [own, node] of Object.entries(this.steps)) {
      if (own === name) node.setAttribute("aria-current", "step");
      else node.removeAttribute("aria-current");
    }
    this.node.dataset.step = name;
    this.body.replaceChildren(...drawStep(this, name));
    for (const group of this.body.querySelectorAll("[role=radiogroup]"))
      group.addEventListener("keydown", (event) => rove(event, [...group.children]));
    this.back.ariaDisabled = String(!this.step);          // a button that is off would swallow keys
    this.next.textContent = this.step === STEPS.length - 1 ? this.t.end : this.t.next;
  }

  /** Arrows lead on and back; no key goes to the page behind it. */
  key(event) {
    const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    if (ctrlKey || metaKey || altKey) return;
    event.stopPropagation();
    const to = { ArrowRight: Math.min(this.step + 1, STEPS.length - 1), ArrowLeft: this.step - 1,
      Home: 0, End: STEPS.length - 1 }[key];
    if (to === undefined || defaultPrevented) return;
    event.preventDefault();
    this.go(to);
  }
}

/** Where the chapters are, if they lie beside the page: the website of the course says it. */
function chapterLinks(language) {
  const there = document.querySelector("meta[name=chapters]")?.content.split(" ") ?? [];
  const folder = language === "en" ? "../notebooks/" : `../${language}/notebooks/${language}/`;
  return (slug) => (there.includes(slug) ? `${folder}${slug}.html` : null);
}
