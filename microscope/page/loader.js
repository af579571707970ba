// All files of a language, and how far they are.

const BYTES = 18e6;                                       // about: for the bar

/** What fetches files of a language: { name: file } -> { name: ArrayBuffer }; source: see source.js
 *
 * show(share, text, values): told how far it is; text: the name of one in labels.js. */
export function loader(source, language, show) {
  let done = 0;
  const mega = (bytes) => (bytes / 1e6).toFixed(0);
  const progress = (bytes) => {
    done += bytes;
    show(done / BYTES, "fetching", { done: mega(done), all: mega(Math.max(BYTES, done)) });
  };
  progress.wait = (share, what) => show(share, "making", { what, percent: Math.round(100 * share) });
  progress(0);
  return async function fetchAll(files) {
    const get = (name) => source(`${language}/${files[name]}`, progress);
    const [first, ...others] = Object.keys(files), found = {};
    found[first] = await get(first);                      // the last to be made: then all are there
    await Promise.all(others.map(async (name) => { found[name] = await get(name); }));
    return found;
  };
}
