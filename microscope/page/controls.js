// The controls above the grid: what they show, and what they do.
import { MOST } from "./asked.js";
import { holds } from "./claims.js";
import { fill, h } from "./dom.js";
import { AHEAD } from "./grid.js";
import { rove } from "./keys.js";
import { fillTried } from "./skeleton.js";
import { listenTake } from "./take.js";
import { tokenize } from "./tokenize.js";
import { startTour } from "./tour.js";

const LETTERS = 48;                                       // ids of a word, less the marks at its ends
const FOREIGN = { en: /[가-힣]/, ko: /^[^가-힣]*[a-z][^가-힣]*$/i };  // a sentence for the other model

/** They show the state. */
export function sync(page) {
  const { state, el, labels, root, desk, corpus } = page, exchange = state.mode === "exchange";
  const probe = state.mode === "probe", two = (state.second !== null || exchange) && !probe;
  if (!labels.modes[state.mode]) state.mode = "next";
  if (el.text.value !== state.text) el.text.value = state.text;
  if (two && el.second.value !== (state.second ?? "")) el.second.value = state.second ?? "";
  el.second.hidden = !two;
  el.remove.hidden = !two || exchange;
  el.compare.hidden = two || probe;
  el.letterA.hidden = el.letterB.hidden = !two || !desk;
  const chosen = [[el.modes, state.mode], [el.models, state.model], [el.ways, state.direction]];
  for (const [group, own] of chosen) {
    for (const [name, radio] of Object.entries(group)) {
      radio.ariaChecked = String(name === own);
      radio.tabIndex = name === own ? 0 : -1;
    }
  }
  syncClaim(page);
  syncCut(page);
  el.caption.hidden = false;
  el.second.placeholder = exchange ? labels.exchange.second : labels.typeSecond;
  el.caption.textContent = desk ? labels.modes[state.mode][1] : corpus ? page.caption() : "";
  syncLower(page);
  el.pair.parentElement.hidden = (!AHEAD[state.mode] && !desk) || probe;
  el.pairName.textContent = probe ? "" : desk ? labels[state.mode].pair : labels.weigh;
  el.direction.hidden = !desk || probe;
  if (document.activeElement !== el.pair) el.pair.value = state.pair.join(" ");
  el.weighed.replaceChildren(...(state.pair.length === 2 && !desk
    ? state.pair.map((word, i) => h(`b.ink-${i}`, { lang: state.language }, `■ ${word} `)) : []));
  root.classList.toggle("random", state.model === "random");
  root.classList.toggle("two", two && !desk);
  root.classList.toggle("at-desk", Boolean(desk));
  root.classList.toggle("single", !desk && page.corpus !== null && page.rows.length === 1);
  for (const [mode, made] of Object.entries(page.desks)) made.root.hidden = mode !== state.mode;
  root.dataset.mode = state.mode;
  const weighed = desk ? desk.found?.pair?.join(" ") : page.examples.works.find((e) => e.pair)?.pair;
  el.pair.placeholder = weighed || any(page);
  el.pair.title = state.mode === "memory" ? labels.memory.pairTitle : labels.weighTitle;
  const shelf = page.shelf();
  if (page.shown !== shelf || !el.tried.children.length)
    fillTried(el.tried, labels, state.language, page.shown = shelf, (e) => page.example(e));
}

/** What stands in the box of words where none is asked for. */
export const any = ({ state: { mode }, labels }) => (mode === "memory" ? labels.memory.any : "");

/** A sign that is no letter of any language, or one that was lost on the way, in words. */
function oddity({ state: { text, second }, labels }) {
  const [sign] = /\ufffd|\p{Extended_Pictographic}/u.exec(`${text} ${second ?? ""}`) ?? [];
  return sign && fill(labels.odd[sign === "\ufffd" ? "broken" : "signs"], { sign });
}

/** What the example shows: said only while it is so, for the weights of the course and in the cells. */
export function syncClaim(page) {
  const { state, el, labels, desk, corpus, grids } = page;
  const foreign = el.other && FOREIGN[state.language]?.test(state.text), e = state.example;
  const ours = state.model === "trained" && corpus?.shipped, odd = oddity(page);
  const so = e && ours && (desk || (grids.length && holds(e, grids)));
  el.say.textContent = foreign ? labels.foreign[state.language] : odd ? odd : so ? labels.examples[e.name] ?? "" : "";
  el.say.hidden = !el.say.textContent;
}

/** How many words of a long sentence are read, or that a word without end is cut. */
function syncCut({ state, el, labels }) {
  const texts = [state.text, state.second ?? ""].map(tokenize), all = Math.max(...texts.map(({ length }) => length));
  const letters = Math.max(0, ...texts.flatMap((words) => words.slice(0, MOST).map(({ length }) => length)));
  const said = all > MOST ? fill(labels.cut, { n: MOST, all: all.toLocaleString() })
    : letters > LETTERS ? fill(labels.long, { all: letters.toLocaleString() }) : "";
  el.cut.hidden = !said;
  el.cut.textContent = said;
}

/** The switch for the lower layers, which says what their answers are. */
function syncLower(page) {
  const { el, state, labels, corpus } = page, asked = AHEAD[state.mode] && corpus?.last > 0;
  el.lowerRow.hidden = !asked;
  if (!asked) return;
  const kind = state.model === "random" ? "random" : corpus.shipped ? "shipped" : "own";
  el.lower.checked = state.lower;
  el.lowerText.textContent = fill(labels.lower[kind], { layers: page.named(corpus.layers.slice(0, -1)) });
}

/** What they do. */
export function listen(page) {
  const { el, state } = page, typed = (change) => page.typed(change);
  el.text.oninput = () => page.write(0, el.text.value);
  el.second.oninput = () => page.write(1, el.second.value);
  el.compare.onclick = () => { typed({ second: "" }); el.second.focus(); };
  el.remove.onclick = () => { page.set({ second: null, row: 0 }); el.text.focus(); };
  el.pair.oninput = () => {                             // in Exchange "," may be one of the two
    page.lent = null;                                     // chosen by the reader: they stay
    const between = page.desk ? /\s+/ : /[\s,/]+/;
    const pair = el.pair.value.split(between).filter(Boolean).slice(0, 2);
    return page.desk ? typed({ pair }) : page.set({ pair });
  };
  for (const [mode, radio] of Object.entries(el.modes)) radio.onclick = () => page.enter(mode);
  for (const [direction, radio] of Object.entries(el.ways))
    radio.onclick = () => typed({ direction, ask: null, held: [], cell: null });
  for (const [model, radio] of Object.entries(el.models)) radio.onclick = () => page.choose(model);
  for (const group of page.root.querySelectorAll("[role=radiogroup]"))
    group.addEventListener("keydown", (event) => rove(event, [...group.children]));
  if (el.biased) el.biased.onclick = () => page.example(page.examples.biased);
  if (el.other) el.other.onclick = () => page.look(el.other.value);
  el.page.onclick = () => page.speak(el.page.value);
  el.lower.onchange = () => page.set({ lower: el.lower.checked });
  el.slider.oninput = () => page.map.set(Number(el.slider.value));
  el.slider.onchange = () => page.toLayer(Math.round(el.slider.value));
  el.slider.onkeydown = (event) => {                    // keys go from layer to layer
    const step = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    page.toLayer(Math.max(0, Math.min(page.corpus.last, state.layer + step)));
  };
  el.play.onclick = () => page.play();
  el.large.onclick = () => {
    const large = page.root.classList.toggle("large");
    el.large.textContent = large ? "✕" : page.labels.largeName;
    el.large.ariaPressed = String(large);
  };
  listenTake(page);
  el.startTour.onclick = () => { el.dialog.close(); startTour(page); };
  el.help.onclick = () => {
    el.dialog.showModal();
    el.dialog.querySelector("h2").focus();
    el.dialog.scrollTop = 0;                              // the button that closes it is at its end
  };
}
