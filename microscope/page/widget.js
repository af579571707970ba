// The page as a widget of a notebook. ENGINE, the text of the worker, stands above in the bundle.
import { keepKeys } from "./focus.js";
import { mount } from "./microscope.js";
import { fromAddress, fromMessages } from "./source.js";

/* global ENGINE */

/** What anywidget calls to show it -> what it calls in the end. */
export async function render({ model, el }) {
  const root = document.createElement("div");
  el.classList.add("microscope-widget");
  el.append(root);
  const engine = URL.createObjectURL(new Blob([ENGINE], { type: "text/javascript" }));
  const page = mount(root, {
    widget: true, languages: model.get("languages"), source: source(model),
    worker: () => new Worker(engine), state: model.get("state"),
  });
  const release = keepKeys(root);                         // after the page has its own keys
  return async () => {
    release();
    (await page).assistant.stop();
  };
}

/** By address where it answers at once, as on the reader's own computer; else by messages. */
function source(model) {
  const address = model.get("address"), byMessages = fromMessages(model);
  let reached;
  return async (name, progress) => {
    reached ??= fetch(new URL("languages.json", address), { signal: AbortSignal.timeout(2000) })
      .then((response) => response.ok, () => false);
    return (await reached ? fromAddress(address) : byMessages)(name, progress);
  };
}
