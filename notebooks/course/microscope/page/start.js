// The page in a browser of its own: files from its address, and its state in the address.
import { LABELS } from "./labels.js";
import { mount } from "./microscope.js";
import { fromAddress } from "./source.js";

const KEYS = {
  text: "s", second: "t", mode: "m", layer: "l", index: "k", row: "r", model: "w",
  language: "language",
};

const MODES = ["near", "pos", "next", "previous", "sense"];
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
  if (!languages[state.language]) delete state.language;
  if (!MODES.includes(state.mode)) delete state.mode;
  if (!["trained", "random"].includes(state.model)) delete state.model;
  return state;
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
  address.hash = all;
  history.replaceState(null, "", address);
}

export async function start(root, files = {}) {
  const base = new URL("./data/", document.baseURI);
  const languages = files.languages ?? await (await fetch(new URL("languages.json", base))).json();
  return mount(root, {
    languages, source: files.source ?? fromAddress(base), changed: remember,
    worker: files.worker ?? (() => new Worker(new URL("./worker.js", import.meta.url), { type: "module" })),
    state: { ...stateOf(location.hash, languages), page: pageOf(location.search) },
  });
}
