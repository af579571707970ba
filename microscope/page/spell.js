// A word as character ids: text.character_ids of the course, for both of its alphabets.

export const BOS = "<S>";
export const EOS = "</S>";
export const PADDING = 261;
const OWN = new Map([[BOS, 257], [EOS, 258]]);
const BEGIN = 259, END = 260;
// The jamo of modern Hangul have ids after those of the bytes: 19 initials, 21 vowels, 27 finals.
const JAMO = [[0x1100, 19], [0x1161, 21], [0x11a8, 27]];
const JAMO_IDS = new Map();
for (const [first, count] of JAMO) {
  for (let i = 0; i < count; i++)
    JAMO_IDS.set(String.fromCharCode(first + i), PADDING + 1 + JAMO_IDS.size);
}
/** How many ids an alphabet has. */
export const SIZES = { bytes: PADDING + 1, jamo: PADDING + 1 + JAMO_IDS.size };
const utf8 = new TextEncoder();

/** Begin of word, its letters (at most `most` ids in all), end of word; without the padding. */
export function characterIds(word, most = 50, alphabet = "bytes") {
  if (OWN.has(word)) return [BEGIN, OWN.get(word), END];
  const letters = alphabet === "jamo" ? [...word].flatMap(jamo) : bytes(word);
  return [BEGIN, ...letters.slice(0, most - 2), END];
}

function bytes(text) {
  return [...utf8.encode(text)].map((byte) => byte + 1);
}

/** A syllable is two or three jamo; what is not Hangul is spelled in bytes. */
function jamo(character) {
  const hangul = /[\uac00-\ud7a3\u3131-\u3163]/.test(character);
  const letters = [...(hangul ? character.normalize("NFKD") : character)];
  const ids = letters.map((letter) => JAMO_IDS.get(letter));
  return ids.every(Boolean) ? ids : bytes(character);
}

// Jamo as they stand alone, in the order of their ids.
const ALONE = [..."ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ",
  ..."ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"];

/** An id as one reads it: a letter, a jamo, a byte in hexadecimal, or the sign of a mark. */
export function letterOf(id) {
  if (id > PADDING) return ALONE[id - PADDING - 1];
  const mark = { [BEGIN]: "⟨", [END]: "⟩", [PADDING]: "·", 257: BOS, 258: EOS }[id];
  const plain = id > 32 && id < 128;
  return mark ?? (plain ? String.fromCharCode(id - 1) : (id - 1).toString(16).toUpperCase().padStart(2, "0"));
}
