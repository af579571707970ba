// All files of a language, and how far they are.

const BYTES = 18e6;                                       // about: for the bar

/** source: see source.js; files: { name: file } -> { name: ArrayBuffer }
 *
 * show(share, text, values): told how far it is; text: the name of one in labels.js. */
export async function fetchAll(source, language, files, show) {
  let done = 0;
  const mega = (bytes) => (bytes / 1e6).toFixed(0);
  const progress = (bytes) => {
    done += bytes;
    show(done / BYTES, "fetching", { done: mega(done), all: mega(Math.max(BYTES, done)) });
  };
  progress.wait = (share, what) => show(share, "making", { what, percent: Math.round(100 * share) });
  progress(0);
  const get = (name) => source(`${language}/${files[name]}`, progress);
  const [first, ...others] = Object.keys(files), found = {};
  found[first] = await get(first);                        // when one has come, all are there
  await Promise.all(others.map(async (name) => { found[name] = await get(name); }));
  return found;
}
