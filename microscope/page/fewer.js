// A slider from a whole state to one of its cells, each stop beside as many random cells.
import { decimals } from "./answers.js";
import { fill, h } from "./dom.js";
import { COUNTS } from "./exchange.js";
import { walkOf } from "./walkview.js";

const NAMED = 10;                                         // cells that are named

/** view: of ExchangeView -> what stands beside the lists of words, and what brings it up to date:
 * who holds the slider must keep it, also when the cells are found meanwhile. */
export function drawFewer(view) {
  const { page: { labels, state }, found } = view, t = labels.exchange;
  const whole = view.whole(state.layer, state.index);
  const note = (text) => [h("div.fewer", {}, h("p", {}, text, " ", walkOf(view.page))), () => {}];
  if (!whole) return note(t.alike);
  if (!state.layer) return note(t.noCells);
  const texts = [t.all, ...COUNTS.map(String)], choose = (change) => view.narrowTo(change);
  const stops = texts.map((text, n) => stop(text, t.grey, () => choose({ fewer: n })));
  const slider = h("input", {
    type: "range", min: 0, max: COUNTS.length, step: 1, ariaLabel: t.slider,
    oninput: () => choose({ fewer: Number(slider.value) }),
  });
  const box = h("input", { type: "checkbox", onchange: () => choose({ draw: box.checked }) });
  const list = h("p.cells"), chance = h("label.random-cells", {}, box, ` ${t.randomly}`);
  const node = h("div.fewer", {}, h("h3", {}, fill(t.fewer, { size: found.size })),
    h("div.stops-of", {}, ...stops.map(([one]) => one)), slider, chance, list);
  const update = () => {
    const shares = [whole, ...(view.fewer?.found ?? [])].map(({ share }) => share);
    const most = Math.max(1, ...shares);
    const means = [undefined, ...(view.fewer?.random ?? []).map(({ mean }) => mean)];
    stops.forEach(([one, show], n) => {
      one.classList.toggle("here", n === state.fewer);
      show(shares[n], means[n], most);
    });
    slider.value = state.fewer;
    slider.setAttribute("aria-valuetext", texts[state.fewer]);
    box.checked = state.draw;
    node.classList.toggle("by-chance", state.draw);
    list.replaceChildren(...names(view), " ", walkOf(view.page));
  };
  update();
  return [node, update];
}

/** One stop of the slider: the share of the cells that carry most, beside that of random ones. */
function stop(text, title, choose) {
  const found = h("i.found"), chance = h("i.chance");
  const share = h("b.ink-0"), mean = h("span.chance-of", { title });
  const node = h("button.stop", { type: "button", tabIndex: -1, onclick: choose },
    h("span.bars", { ariaHidden: "true" }, found, chance), share, mean, h("span", {}, text));
  const height = (bar, value, most) => {
    bar.style.height = `${Math.round(100 * Math.max(0.02, Math.min(1, (value ?? 0) / most)))}%`;
  };
  return [node, (value, other, most) => {
    height(found, value, most);
    height(chance, other, most);
    chance.hidden = other === undefined;
    share.textContent = value === undefined ? "…" : decimals(value);
    mean.textContent = other === undefined ? "" : decimals(other);
  }];
}

/** The cells that are exchanged, each a way to the mode Memory. */
function names({ page, fewer, found }) {
  const { state, labels } = page, t = labels.exchange, n = state.fewer;
  if (!n || !fewer) return [fill(t.hint, { size: found.size })];
  const count = COUNTS[n - 1], shown = Math.min(NAMED, count);
  const cells = state.draw ? fewer.random[n - 1].cells.map((cell) => [cell]) : fewer.cells;
  const look = (cell) => page.enter("memory", { cell: { layer: state.layer, cell }, list: "between" });
  const link = ([cell, share]) => h("button.link", {
    type: "button", title: t.toMemory, onclick: () => look(cell),
  }, share === undefined ? `${cell}` : `${cell} (${decimals(share)})`);
  const links = cells.slice(0, shown).flatMap((one, i) => [i ? ", " : "", link(one)]);
  return [`${state.draw ? t.drawn : t.best} `, ...links, shown < count ? " …" : ""];
}
