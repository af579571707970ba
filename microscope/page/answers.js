// What Exchange and Memory share: the blank in a sentence, words of a text that are replaced, and
// lists of the words that are expected there.
import { exact, h, width } from "./dom.js";
import { spoken } from "./grid.js";
import { tokenize } from "./tokenize.js";

const WIDEST = 300;                                       // of a column: a word without end is cut

/** A share or the value of a cell: −.05, .94, 1.00 */
export function decimals(x) {
  const text = Math.abs(x).toFixed(2).replace(/^0\./, ".");
  return (x < 0 && text !== ".00" ? "−" : "") + text;
}

/** A preference log P(a) - log P(b) as a ratio: "34 : 1" or "1 : 27" */
export function ratio(preference) {
  const times = Math.exp(Math.abs(preference));
  const text = times < 1.05 ? "1" : times < 9.95 ? times.toFixed(1) : Math.round(times).toLocaleString();
  return preference >= 0 ? `${text} : 1` : `1 : ${text}`;
}

/** A text in which its k-th token is another word. */
export function replaced(text, k, word) {
  let at = 0;
  for (const [i, token] of tokenize(text).entries()) {
    at = text.indexOf(token, at);
    if (at < 0) return text;                              // half a character is "?" as a token
    if (i === k) return text.slice(0, at) + word + text.slice(at + token.length);
    at += token.length;
  }
  return text;
}

/** The words that are read, by their indices, and the others, which stand beyond the blank. */
export function parts({ tokens, at, direction }) {
  return direction === "backward" ? { from: at, to: tokens.length, rest: tokens.slice(0, at) }
    : { from: 0, to: at + 1, rest: tokens.slice(at + 1) };
}

/** Where the model is asked for a word: the blank, which can be moved by move(step). */
export function blank({ state, labels }, { tokens, at, direction }, style, role, move) {
  const button = (step, text, title) => h("button.move", {
    type: "button", title, ariaLabel: title, disabled: !tokens[at + step], onclick: () => move(step),
  }, text);
  const { rest } = parts({ tokens, at, direction });
  return h("span.blank", { style, role, ariaLabel: labels.blank.name },
    h("span", {}, button(-1, "‹", labels.blank.left), h("b", {}, "▁▁"), button(1, "›", labels.blank.right)),
    rest.length ? h("small", { lang: state.language, title: labels.blank.rest }, rest.join(" ")) : null);
}

/** How wide the columns of words are: parts of a template of a CSS grid; scale: of the letters. */
export function columnsOf(words, scale, least) {
  const room = (word) => Math.max(least, Math.min(WIDEST, Math.ceil(width(word) * scale)));
  return words.map((word) => `minmax(${room(word)}px, 1fr)`);
}

/** The sum of their least widths. */
export function leastWidth(columns) {
  return `${columns.reduce((sum, column) => sum + Number(/\d+/.exec(column)), 0)}px`;
}

/** Scroll a line of words so far that a part of it is seen. */
export function reveal(scroller, part) {
  const [whole, own] = [scroller, part].map((node) => node.getBoundingClientRect());
  const hidden = own.right > whole.right || own.left < whole.left + whole.width / 3;
  if (hidden) scroller.scrollLeft += own.left - (whole.left + (2 * whole.width) / 3);
}

/** A list of expected words under a title. The pair that is asked for has its own line above. */
export function wordList(view, { top, pair: shares = [] }, { title, kind, pair = [], most = 6 }) {
  const { state, labels } = view, lang = state.language;
  const item = ({ word, p }) => h(`li${pair.includes(word) ? `.of-pair.ink-${pair.indexOf(word)}` : ""}`, {},
    h("i", { style: `width:${Math.max(1, p * 100).toFixed(1)}%`, ariaHidden: "true" }),
    h("span", { lang }, spoken(labels, word)), h("em", {}, exact(p)));
  return h(`div.answer.${kind}`, {}, h("h3", {}, ...title), weighed(view, shares, pair),
    h("ol", {}, ...top.slice(0, most).map(item)));
}

/** Two words weighed against each other, as a ratio and as a bar; or how likely one word is. */
function weighed({ state, labels }, [a, b], pair) {
  if (a === undefined) return null;
  const name = (i) => h(`b.ink-${i}`, { lang: state.language }, spoken(labels, pair[i])), all = a + b || 1;
  if (b === undefined) return h("p.weighed", {}, h("span", {}, name(0)), ` ${exact(a)}`);
  return h("p.weighed", {}, h("span", {}, name(0), " : ", name(1)), ` ${ratio(Math.log(a) - Math.log(b))}`,
    h("span.bar-of-two", { ariaHidden: "true", title: `${exact(a)} : ${exact(b)}` },
      h("i.back-0", { style: `flex:${a / all}` }), h("i.back-1", { style: `flex:${b / all}` })));
}
