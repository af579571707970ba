// What one takes along: the address, a picture of what is shown, and its numbers as a table.
import { parts } from "./answers.js";
import { fill, h } from "./dom.js";
import { answerOf } from "./grid.js";
import { picture, pixels } from "./picture.js";

const SHORT = 1500;                                       // letters of a probe that an address keeps

/** Whether an address can keep the lines of a probe. */
export const inAddress = ({ mode, probe }) => mode !== "probe" || (probe ?? "").length <= SHORT;

/** What is shown, of which sentences and weights: in words. */
export function caption({ state, labels, corpus, desk }) {
  const { licence, precision, shipped } = corpus, t = labels.take, two = state.second?.trim();
  const weights = state.model === "random" ? t.random
    : shipped ? fill(t.trained, { model: labels.models[state.language], licence, precision })
    : fill(labels.own, { precision });
  const texts = state.mode === "probe" ? `${desk.said.textContent} “${state.text}”` : two ? `“${state.text}” | “${state.second}”` : `“${state.text}”`;
  return [`${labels.short}: ${labels.modes[state.mode][0]}. ${texts}`.trim(), weights];
}

/** The parts of the page that a picture shows. */
function shown({ el, desk, grids }) {
  if (desk) return [desk.root];
  return [el.grids, ...(el.bars.hidden ? [] : [el.bars]), ...(grids.length ? [el.panel] : [])];
}

/** The numbers that are shown: rows of cells, the first has their names. */
export function table(page) {
  const { desk, grids, rows, state } = page;
  if (desk) return desk.table();
  const most = Math.max(0, ...grids.flatMap(({ cells }) => rows.flatMap((j) => cells[j].map((c) => c?.top.length ?? 0))));
  const names = Array.from({ length: most }, (_, n) => [`answer ${n + 1}`, `p ${n + 1}`]).flat();
  const pair = state.pair.length === 2 && grids[0]?.cells[rows[0]]?.[0]?.pair ? state.pair.map((word) => `p(${word})`) : [];
  const lines = grids.flatMap(({ tokens, cells }, s) => rows.flatMap((j) => tokens.map((token, k) => {
    const cell = cells[j][k], answers = (cell?.top ?? []).flatMap((one) => [answerOf(page.view(), one)[0], number(one.p)]);
    return [s + 1, j, k + 1, token, ...answers, ...Array(2 * most - answers.length).fill(""),
      ...(pair.length ? (cell?.pair ?? ["", ""]).map(number) : [])];
  })));
  return [["sentence", "layer", "position", "word", ...names, ...pair], ...lines];
}

export const number = (x) => (typeof x === "number" ? Number(x.toPrecision(6)) : "");

/** Rows as CSV. A text that a spreadsheet would compute gets a mark before it: a link may have brought it. */
export function csv(rows, lines) {
  const cell = (value) => {
    const text = typeof value === "string" && /^[=+\-@\t]./.test(value) ? `'${value}` : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const note = lines.map((line) => `# ${line.replace(/\s+/g, " ")}`);
  return `\ufeff${[...note, ...rows.map((row) => row.map(cell).join(","))].join("\r\n")}\r\n`;
}

/** The call of a notebook that shows the same. */
export function call({ state, grids }) {
  const quoted = (text) => JSON.stringify(text), word = grids[state.row]?.tokens[state.index];
  const given = [quoted(state.text), ...(state.second ? [quoted(state.second)] : []), `mode=${quoted(state.mode)}`];
  if (word !== undefined && !state.row) given.push(`word=${quoted(word)}`, `layer=${state.layer}`);
  if (state.pair.length) given.push(`weigh=${quoted(state.pair.join(" "))}`);
  if (state.lower) given.push("lower=True");
  if (state.mode === "probe") given.push(`probe=${quoted(state.probe)}`);
  if (state.model === "random") given.push('model="random"');
  if (state.language !== "en") given.push(`language=${quoted(state.language)}`);
  return `Microscope(${given.join(", ")})`;
}

async function copy(text) {
  if (navigator.clipboard) {
    const done = await navigator.clipboard.writeText(text).then(() => true, () => false);
    if (done) return;
  }
  const box = h("textarea", { value: text, style: "position:fixed;opacity:0" });
  document.body.append(box);
  box.select();
  document.execCommand("copy");
  box.remove();
}

function save(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** What the buttons do. */
export function listenTake(page) {
  const { el, labels, root, options } = page, name = (end) => `microscope-${page.state.mode}.${end}`;
  const drawn = () => {
    const style = getComputedStyle(root);
    return picture(shown(page), caption(page), style.backgroundColor, style.color);
  };
  const told = (button, text) => {
    const before = button.textContent;
    button.textContent = text;
    setTimeout(() => { button.textContent = before; }, 1500);
  };
  el.copy.onclick = async () => {
    await copy(options.widget ? call(page) : location.href);
    told(el.copy, labels.take[options.widget || inAddress(page.state) ? "copied" : "without"]);
  };
  el.svg.onclick = () => save(new Blob([drawn().text], { type: "image/svg+xml" }), name("svg"));
  el.png.onclick = async () => save(await pixels(drawn()), name("png"));
  el.csv.onclick = () => save(new Blob([csv(table(page), caption(page))], { type: "text/csv" }), name("csv"));
}

/** The table of the mode Exchange. */
export function carriedTable({ found }) {
  const { from } = parts(found), second = (k) => found.second?.[k + found.other - found.at] ?? "";
  const lines = (found.grid ?? []).flatMap((row, j) => row.map((answer, k) =>
    [j, from + k + 1, found.tokens[from + k], second(from + k), answer ? number(answer.share) : ""]));
  return [["layer", "position", "word of A", "word of B", `share of ${(found.pair ?? []).join(" : ")}`], ...lines];
}

/** The table of the mode Memory. */
export function cellTable({ found }) {
  const { from } = parts(found), own = [found.cell, ...found.rows].filter(Boolean), seen = new Set();
  const once = own.filter(({ layer, cell }) => !seen.has(`${layer}.${cell}`) && seen.add(`${layer}.${cell}`));
  const lines = once.flatMap(({ layer, cell, values }) => values.map((value, k) =>
    [layer, cell, from + k + 1, found.tokens[from + k], number(value)]));
  return [["layer", "cell", "position", "word", "value"], ...lines];
}
