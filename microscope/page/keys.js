// What the keys do.

/** What a key means in a grid: [layers up, words on], or undefined. Where the page is narrow, words
 * go down and layers to the right. */
export function arrow(event, root, words) {
  const steps = root.clientWidth <= 700
    ? { ArrowDown: [0, 1], ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowLeft: [-1, 0] }
    : { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowUp: [1, 0], ArrowDown: [-1, 0] };
  return { ...steps, Home: [0, -words], End: [0, words] }[event.key];
}

export const within = (value, least, most) => Math.max(least, Math.min(most, value));

/** Arrows within the grid. */
export function keyInGrid(page, event, row) {
  const { state, corpus } = page, words = page.grids[row].tokens.length;
  const step = arrow(event, page.root, words);
  if (!step) return;
  event.preventDefault();
  page.select(row, within(state.layer + step[0], page.rows[0], corpus.last), within(state.index + step[1], 0, words - 1));
}

/** Keys of the whole page, as long as nobody is typing. */
export function keyOfPage(page, event) {
  const { el, root, state, corpus, labels } = page, { target, key } = event;
  const typing = target.tagName === "TEXTAREA" || (target.tagName === "INPUT" && target.type === "text");
  if (key === "Escape" && root.classList.contains("large")) return el.large.click();
  if (key === "Escape" && page.tour && !root.querySelector("dialog[open]")) return page.tour.leave();
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !corpus) return;
  const mode = Object.keys(labels.modes)[Number(key) - 1];
  const mapped = el.panel.classList.contains("mapped");
  if (mode) page.enter(mode);
  else if (key === "w") page.choose(state.model === "trained" ? "random" : "trained");
  else if (key === "o" && el.walk.offsetParent) el.walk.click();
  else if (key === "m" && mapped) el.large.click();
  else if (key === "p" && mapped) page.play();
  else if (key === "/") {
    event.preventDefault();
    el.text.focus();
  }
}

/** Arrows move within a group of radio buttons. */
export function rove(event, radios) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const next = radios[(radios.indexOf(document.activeElement) + step + radios.length) % radios.length];
  next.focus();
  next.click();
}
