// The selection follows its reader: it goes on with who types on, and else stays with its word.
import { usual } from "./asked.js";

/** How many tokens two sentences share at their beginning, and behind that at their end. */
export function shared(before, after) {
  const most = Math.min(before.length, after.length);
  let start = 0, end = 0;
  while (start < most && before[start] === after[start]) start++;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { start, end };
}

/** Whether at least half of a sentence is still there. */
export function remains(before, after) {
  const { start, end } = shared(before, after);
  return 2 * (start + end) >= before.length && after.length > 0;
}

/** Where the chosen word of a sentence is in the next one; on: somebody types on at its end. */
export function followed(before, after, index, on) {
  const { start, end } = shared(before, after), last = usual(after, "forward");
  if (on || !after.length) return Math.max(0, last);
  if (index < start) return index;
  if (index >= before.length - end) return index + after.length - before.length;
  if (!remains(before, after)) return last;
  return Math.max(0, Math.min(index, Math.max(start, after.length - end - 1)));
}
