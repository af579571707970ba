// In a notebook our keys stay ours: `m` on a cell of the grid must not reach Jupyter, which would
// turn the notebook's cell into Markdown.

/** Keep the focus within `root` until the reader goes elsewhere, and plain keys from those above it. */
export function keepKeys(root) {
  root.tabIndex = -1;                                     // a click on a word of ours is a click on us
  root.dataset.lmSuppressShortcuts = "true";              // JupyterLab looks for it
  root.addEventListener("keydown", (event) => {           // others listen further up
    if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  });
  let inside = false;
  const follow = ({ target }) => { inside = root.contains(target); };
  document.addEventListener("pointerdown", follow, true);
  document.addEventListener("focusin", follow, true);
  const stay = () => {                                    // what had the focus was drawn anew
    if (inside && document.activeElement === document.body) root.focus({ preventScroll: true });
  };
  const watch = new MutationObserver(stay);
  watch.observe(root, { childList: true, subtree: true });
  return () => {
    watch.disconnect();
    document.removeEventListener("pointerdown", follow, true);
    document.removeEventListener("focusin", follow, true);
  };
}
