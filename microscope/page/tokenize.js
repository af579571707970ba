// text.tokenize of the course: the same tokens for the same text.
//
// What Python's `re` has and JavaScript's has not is written out: \w, \s, \d and \b for all of
// Unicode, (?i:...) within a pattern, and atomic groups: (?>X) is (?=(X))\1.

const L = String.raw`[\p{L}\p{N}_]`;                                      // Python's \w
const W = String.raw`(?:${L}|(?![\u{10000}-\u{10FFFF}])\p{M})`;           // and accents on letters
const S = String.raw`\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;  // \s
const END = `(?!${L})`;                                                   // \b after a letter
const LATIN = "[A-Za-zÀ-ɏ]+";

let groups = 0;
/** An atomic group; its number is that of the call, so the order of the calls matters. */
const atom = (x) => `(?=(${x}))\\${++groups}`;
/** Letters in either case, with the odd letters that Python counts as the same. */
const ODD = { s: "ſ", i: "İı", k: "K" };
const any = (word) => [...word].map((c) => `[${c}${c.toUpperCase()}${ODD[c] ?? ""}]`).join("");
const anyOf = (words) => words.split(" ").map(any).join("|");

const TITLES = "Mr Mrs Ms Messrs Dr Prof St Ft Mt Gen Lt Col Capt Cpt Sgt Maj Adm Rev Hon Sen Rep "
  + "Reps Gov Fr Sr Br vs cf ca approx Fig Figs pp Vol vols Nos eds viz";
const OTHERS = "Jr Inc Ltd Co Corp Bros etc al Jan Feb Aug Sept Sep Oct Nov Dec Ave Blvd Dept Univ";
const ABBREVIATION = `${TITLES} ${OTHERS}`.split(" ").join("|");
const CLITIC = anyOf("s m d re ve ll");
const PREFIX = anyOf("e non anti pro pre post co re mid multi semi neo ex sub");
const NT = `${any("n")}['’]${any("t")}(?!${W})`;
const joined = (first, second) => `${any(first)}(?=${any(second)}${END})`;
const ACCENTS = String.raw`(?![\u{10000}-\u{10FFFF}])\p{M}|[\u{1F3FB}-\u{1F3FF}]`;

const PATTERN = [
  String.raw`(?:https?:\/\/|www\.)[^${S}<>()"]*(?:${L}|\/)`,              // URL
  atom(String.raw`(?:${L}|[.+\-]){1,64}`) + `@(?:${L}|-)+`
    + atom(String.raw`(?:\.(?:${L}|-)+)*`),                               // e-mail address
  `${atom(String.raw`(?:[A-Za-z]\.){2,}`)}|(?:${ABBREVIATION})\\.`,
  String.raw`[Nn]o\.(?=[${S}]*\p{Nd})`,
  String.raw`[A-HJ-Z]\.(?=[${S}]+[A-Z])`,                                 // initial: "J. Smith"
  atom(String.raw`\p{Nd}+`) + atom(String.raw`(?:[.,:\/]\p{Nd}+)*`)
    + `(?:(?=[aApP][mM]${END})|${atom(`${W}*`)})`,                        // number: 3.5  20th  3월
  [["can", "not"], ["gon", "na"], ["wan", "na"], ["got", "ta"]].map((p) => joined(...p)).join("|"),
  `(?:${PREFIX})-${atom("[a-zA-Z]+")}`,
  `${atom(`${W}+`)}(?!['’])${atom(`(?:\\.(?=[a-z])${W}+)*`)}`,            // a word, or notes.txt
  `[A-Za-z]+(?=${NT})`,                                                   // the "do" of "don't"
  `${NT}|['’](?:${CLITIC})(?!${W})`,
  `${atom(LATIN)}${atom(`(?:['’](?!(?:${CLITIC})${END})${LATIN})?`)}`,    // O'Brien
  atom(`${W}+`),
  String.raw`[:;=]-?[()DP](?!${L})`,
  atom("[.!?]{2,}"),
  String.raw`[\u{1F1E6}-\u{1F1FF}]{2}`,                                   // a flag
  String.raw`[()\[\]{}"“”„«»,]`,                                          // never joined
  sign(),
];
/** Any other sign, with its repetitions, the accents on it, and what a joiner adds to it. */
function sign() {
  const one = `([^${S}\\p{L}\\p{N}_])`, again = `\\${++groups}`;
  return one + atom(String.raw`(?:${again}|${ACCENTS}|\u200d[^${S}\p{L}\p{N}_])*`);
}

const TOKEN = new RegExp(PATTERN.join("|"), "gu");
const BEYOND = new RegExp(String.raw`[A-HJ-Z]\.[${S}]+[A-Z]|[Nn]o\.[${S}]+\p{Nd}`, "u");
const SPACE = new RegExp(`[${S}]+`, "u");
const LONE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** The tokens of a text. A lone surrogate, which has no bytes, becomes "?". */
export function tokenize(text) {
  if (text.length < LONG) return tokens(text);
  if (kept.text !== text) Object.assign(kept, { text, tokens: tokens(text) });
  return kept.tokens;
}

const LONG = 10_000;                                      // letters: the page cuts a sentence often
const kept = { text: null, tokens: null };

function tokens(text) {
  const clean = text.replace(LONE, "?");
  if (BEYOND.test(clean)) return clean.match(TOKEN) ?? [];
  return clean.split(SPACE).flatMap((piece) => piece.match(TOKEN) ?? []);
}
