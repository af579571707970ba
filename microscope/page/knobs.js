// Knobs: sliders that hold memory cells at a value.
import { decimals } from "./answers.js";
import { called } from "./cellline.js";
import { cut, fill, h } from "./dom.js";

/** view: of MemoryView -> the knobs of the held cells and of the chosen one, and what brings them up to
 * date: who drags a slider must keep it. */
export function drawKnobs(view) {
  const { page: { state, labels }, found } = view, t = labels.memory, rows = knobs(view);
  const lines = rows.map((cell) => line(view, cell));
  const from = fill(t.from, { word: cut(found.tokens[state.index], 22) });
  const node = h("div.knobs", {}, h("h3", {}, from),
    h("div.knob-rows", {}, ...lines.map(([one]) => one)), h("p.hint", {}, t.hint));
  const update = () => lines.forEach(([, own]) => own());
  update();
  return [node, update];
}

/** The cells that have a knob: those that are held, and the chosen one. */
export function knobs({ page: { state: { held, cell } } }) {
  const chosen = held.some((one) => one.layer === cell.layer && one.cell === cell.cell);
  return chosen ? held : [...held, cell];
}

function line(view, cell) {
  const { page: { labels } } = view, t = labels.memory, name = called(view, cell);
  const known = view.arrowed(cell.layer, cell.cell) ?? fill(t.brief, { j: cell.layer });
  const output = h("output"), slider = h("input", {
    type: "range", min: -view.found.clip, max: view.found.clip, step: 0.1,
    ariaLabel: fill(t.slider, { name }), oninput: () => view.hold(cell, Number(slider.value)),
  });
  const release = h("button.plain", { type: "button", onclick: () => view.hold(cell, null) }, t.release);
  const update = () => {
    const { held } = view.page.state;
    const own = held.find((one) => one.layer === cell.layer && one.cell === cell.cell);
    const value = own ? own.value : view.valueNow();
    if (document.activeElement !== slider || !own) slider.value = value;
    output.textContent = decimals(value);
    release.hidden = !own;
    node.classList.toggle("held", Boolean(own));
  };
  const label = h("span.name", { title: name }, h("b", {}, `${cell.cell}`), ` ${known}`);
  const node = h("div.knob", {}, label, slider, output, release);
  return [node, update];
}
