// Where a sentence is asked for a word: the words that are read before it, in reading order.

export const MOST = 40;                                   // words of a typed sentence that are read
const CLOSING = new Set([".", "!", "?", "…", "..."]);

/** The place where a direction is asked unless told: after the last word, without a closing mark,
 * or before the first one. It is the index of the last word that is read. */
export function usual(tokens, direction) {
  if (direction === "backward") return 0;
  const last = tokens.length - 1;
  return last > 0 && CLOSING.has(tokens[last]) ? last - 1 : last;
}

/** Where two sentences are asked: the indices of the last words that are read; ask: of the first
 * one, null for the usual place. In the second one it is as far from the usual place. */
export function places(tokens, second, ask, direction) {
  const usually = usual(tokens, direction);
  const at = ask === null ? usually : Math.max(0, Math.min(tokens.length - 1, ask));
  if (!second) return [at];
  const other = usual(second, direction) + at - usually;
  return [at, Math.max(0, Math.min(second.length - 1, other))];
}

/** The words that are read, in reading order. */
export function inOrder(tokens, at, direction) {
  return direction === "backward" ? tokens.slice(at).reverse() : tokens.slice(0, at + 1);
}

/** The index of a word in the text -> its position in the order of reading, from 1. */
export function position(index, tokens, direction) {
  return direction === "backward" ? tokens.length - index : index + 1;
}

/** What is known for each position, from 1 -> in the order of the text, for the words that are read. */
export function inText(list, direction) {
  return direction === "backward" ? [...list].reverse() : list;
}
