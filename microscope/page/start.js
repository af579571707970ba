// The page in a browser of its own: files from its address, and its state in the address.
import { LABELS } from "./labels.js";
import { mount } from "./microscope.js";
import { fromAddress } from "./source.js";
import { inAddress } from "./take.js";

const KEYS = {
  text: "s", second: "t", mode: "m", layer: "l", index: "k", row: "r", model: "w",
  language: "language",
};

const MODES = ["near", "pos", "next", "previous", "sense", "exchange", "memory", "probe"];
const LISTS = ["named", "here", "between"];
const OWN = document.documentElement.lang;                // of the page, if its address names none

/** What the part of the address behind # says. */
export function stateOf(hash, languages) {
  const asked = new URLSearchParams(hash.slice(1)), state = {};
  for (const [name, key] of Object.entries(KEYS)) {
    if (!asked.has(key)) continue;
    const number = ["layer", "index", "row"].includes(name);
    state[name] = number ? Math.max(0, Math.trunc(Number(asked.get(key))) || 0) : asked.get(key);
  }
  if (asked.get("p")) state.pair = asked.get("p").split(" ").filter(Boolean).slice(0, 2);
  if (!Object.hasOwn(languages, state.language)) delete state.language;
  if (!MODES.includes(state.mode)) delete state.mode;
  if (!["trained", "random"].includes(state.model)) delete state.model;
  if (asked.get("q")) state.probe = asked.get("q");
  return { ...state, lower: asked.get("o") === "1", ...apart(asked) };
}

/** What Exchange and Memory keep. A cell is layer.cell, a held one layer.cell:value. */
function apart(asked) {
  const cell = (text) => {
    const [, layer, own, value] = /^(\d+)\.(\d+)(?::(-?\d+(?:\.\d+)?))?$/.exec(text) ?? [];
    const found = { layer: Number(layer), cell: Number(own) };
    return layer && (value === undefined ? found : { ...found, value: Number(value) });
  };
  const held = (asked.get("h") ?? "").split(",").map(cell).filter((one) => one && "value" in one).slice(0, 8);
  const number = (key) => (/^\d+$/.test(asked.get(key) ?? "") ? Number(asked.get(key)) : null);
  return {
    ask: number("a"), direction: asked.get("d") === "backward" ? "backward" : "forward",
    fewer: Math.min(4, number("n") ?? 0), draw: asked.get("x") === "1",
    cell: cell(asked.get("c") ?? "") ?? null, held, gates: asked.get("g") === "1",
    list: LISTS.includes(asked.get("i")) ? asked.get("i") : "named",
  };
}

/** The same as parts of an address: what differs from how a mode opens. */
function keptApart({ mode, ask, direction, cell, held, fewer, draw, list, gates }) {
  const named = ({ layer, cell: own, value }) => `${layer}.${own}${value === undefined ? "" : `:${value}`}`;
  const both = { a: ask ?? "", d: direction === "backward" ? direction : "" };
  const own = mode === "exchange" ? { n: fewer || "", x: draw ? 1 : "" }
    : { c: cell ? named(cell) : "", h: held.map(named).join(","), g: gates ? 1 : "", i: list === "named" ? "" : list };
  const kept = mode === "exchange" || mode === "memory" ? { ...both, ...own } : {};
  return Object.entries(kept).filter(([, value]) => value !== "");
}

/** The language of the page: ?page=ko, or that of the file. */
function pageOf(search) {
  const asked = new URLSearchParams(search).get("page");
  return Object.hasOwn(LABELS, asked) ? asked : OWN;
}

export function remember(state) {
  const all = new URLSearchParams(), address = new URL(location);
  if (state.page !== pageOf(location.search)) address.searchParams.set("page", state.page);
  for (const [name, key] of Object.entries(KEYS)) if (state[name] !== null) all.set(key, state[name]);
  if (state.pair.length) all.set("p", state.pair.join(" "));
  if (state.lower) all.set("o", "1");
  if (state.mode === "probe" && state.probe !== null && inAddress(state)) all.set("q", state.probe);
  for (const [key, value] of keptApart(state)) all.set(key, value);
  address.hash = all;
  history.replaceState(null, "", address);
}

export async function start(root, files = {}) {
  const base = new URL("./data/", document.baseURI);
  const languages = files.languages ?? await (await fetch(new URL("languages.json", base))).json();
  const page = await mount(root, {
    languages, source: files.source ?? fromAddress(base), changed: remember,
    worker: files.worker ?? (() => new Worker(new URL("./worker.js", import.meta.url), { type: "module" })),
    state: { ...stateOf(location.hash, languages), page: pageOf(location.search) },
  });
  addEventListener("hashchange", () => page.show(stateOf(location.hash, languages)));   // a link, pasted here
  return page;
}
