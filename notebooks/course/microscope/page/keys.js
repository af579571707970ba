// What the keys do.

/** Arrows within the grid; where it is narrow, words go down and layers to the right. */
export function keyInGrid(page, event, row) {
  const { state, corpus } = page, last = page.grids[row].tokens.length - 1;
  const steps = page.root.clientWidth <= 700
    ? { ArrowDown: [0, 1], ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowLeft: [-1, 0] }
    : { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowUp: [1, 0], ArrowDown: [-1, 0] };
  const step = { ...steps, Home: [0, -last], End: [0, last] }[event.key];
  if (!step) return;
  event.preventDefault();
  const within = (value, most) => Math.max(0, Math.min(most, value));
  page.select(row, within(state.layer + step[0], corpus.last), within(state.index + step[1], last));
}

/** Keys of the whole page, as long as nobody is typing. */
export function keyOfPage(page, event) {
  const { el, root, state, corpus, labels } = page, { target, key } = event;
  const typing = target.tagName === "INPUT" && target.type === "text";
  if (key === "Escape" && root.classList.contains("large")) return el.large.click();
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !corpus) return;
  const mode = Object.keys(labels.modes)[Number(key) - 1];
  const mapped = el.panel.classList.contains("mapped");
  if (mode) page.set({ mode, example: null });
  else if (key === "w") page.choose(state.model === "trained" ? "random" : "trained");
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
