// All files of a language, and how far they are.
import { fill } from "./dom.js";

const BYTES = 18e6;                                       // about: for the bar

/** source: see source.js; files: { name: file }; show(share, text) -> { name: ArrayBuffer } */
export async function fetchAll(source, language, files, labels, show) {
  let done = 0;
  const mega = (bytes) => (bytes / 1e6).toFixed(0);
  const progress = (bytes) => {
    done += bytes;
    const values = { done: mega(done), all: mega(Math.max(BYTES, done)) };
    show(done / BYTES, fill(labels.fetching, values));
  };
  progress.wait = (share, what) => show(share, fill(labels.making, { what, percent: Math.round(100 * share) }));
  progress(0);
  const get = (name) => source(`${language}/${files[name]}`, progress);
  const [first, ...others] = Object.keys(files), found = {};
  found[first] = await get(first);                        // when one has come, all are there
  await Promise.all(others.map(async (name) => { found[name] = await get(name); }));
  return found;
}
