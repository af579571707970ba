"""Hangul: syllables and their letters (jamo, 자모), the ids of these letters, and the keyboard.

Cut into letters and put together again in chapter 04, typed in 04, 07b and 13, read by a char-CNN
in 13.

    jamo("몰라")               # ㅁㅗㄹㄹㅏ: the letters, whatever their place in the syllable
    jamo_ids("몰라")           # their ids, which know the place: a first ㄹ is not a last ㄹ
    composed("ㅁㅗㄹㄹㅏ")     # 몰라
    typing_error("남동생", np.random.default_rng(0))

A typing error is one key that goes wrong, in Korean or in English: a neighbour is hit instead, or
the key is dropped, doubled or swapped with the next one. A Korean word is typed jamo by jamo on the
two-set layout (두벌식), and the computer puts the syllables together; so one key that is dropped
can change two syllables.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable
from functools import cache, lru_cache

import numpy as np

# ---- the letters of a syllable ----


@cache
def _letter(mark: str) -> str:
    """A jamo that Unicode ties to its position in a syllable -> the same letter without position.

    Unicode gives them similar names: HANGUL CHOSEONG RIEUL (first), HANGUL JONGSEONG RIEUL (last),
    and HANGUL LETTER RIEUL.
    """
    kind, _, name = unicodedata.name(mark, "").removeprefix("HANGUL ").partition(" ")
    if kind not in ("CHOSEONG", "JUNGSEONG", "JONGSEONG"):
        return mark
    return unicodedata.lookup(f"HANGUL LETTER {name}")


def jamo(text: str) -> str:
    """Hangul syllables cut into their letters: 몰라 -> ㅁㅗㄹㄹㅏ. Everything else is unchanged."""
    return "".join(
        "".join(map(_letter, unicodedata.normalize("NFD", letter)))
        if "가" <= letter <= "힣"
        else letter
        for letter in text
    )


# ---- their ids ----

FIRST_ID = 262  # the first number that the bytes and marks of text.py leave free
# The jamo of modern Hangul have ids of their own after those of the bytes: 19 initial consonants,
# 21 vowels, 27 final consonants. A syllable is two or three jamo, and three bytes without meaning.
_JAMO = [*range(0x1100, 0x1113), *range(0x1161, 0x1176), *range(0x11A8, 0x11C3)]
JAMO_IDS = {chr(code): i for i, code in enumerate(_JAMO, FIRST_ID)}


def jamo_ids(token: str, errors: str = "strict") -> list[int]:
    """The ids of a token in jamo; what is not Hangul is spelled in bytes, as everywhere."""
    return [i for character in token for i in _ids_of_character(character, errors)]


@lru_cache(maxsize=20_000)
def _ids_of_character(character: str, errors: str) -> list[int]:
    hangul = "\uac00" <= character <= "\ud7a3" or "\u3131" <= character <= "\u3163"
    letters = unicodedata.normalize("NFKD", character) if hangul else character
    if all(letter in JAMO_IDS for letter in letters):
        return [JAMO_IDS[letter] for letter in letters]
    return [byte + 1 for byte in character.encode("utf-8", errors)]


# ---- the keyboard ----

SLIPS = ("neighbour", "dropped", "doubled", "swapped")
# Three rows of letters; each row is shifted by about half a key to the right of the one above.
LAYOUTS = (
    ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    ("ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ", "ㅁㄴㅇㄹㅎㅗㅓㅏㅣ", "ㅋㅌㅊㅍㅠㅜㅡ"),
)
SHIFTED = dict(zip("ㅃㅉㄸㄲㅆㅒㅖ", "ㅂㅈㄷㄱㅅㅐㅔ", strict=True))  # typed with the shift key
TWO_KEYS = {  # a letter, and the two keys that it takes
    row[0]: row[1:]
    for row in (
        *("ㅘㅗㅏ", "ㅙㅗㅐ", "ㅚㅗㅣ", "ㅝㅜㅓ", "ㅞㅜㅔ", "ㅟㅜㅣ", "ㅢㅡㅣ", "ㄳㄱㅅ", "ㄵㄴㅈ"),
        *("ㄶㄴㅎ", "ㄺㄹㄱ", "ㄻㄹㅁ", "ㄼㄹㅂ", "ㄽㄹㅅ", "ㄾㄹㅌ", "ㄿㄹㅍ", "ㅀㄹㅎ", "ㅄㅂㅅ"),
    )
}
# The letters of a syllable in the order of Unicode.
FIRST = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
LAST = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"


def keystrokes(word: str) -> str:
    """The keys that a word is typed with: 왔다 -> ㅇㅗㅏㅆㄷㅏ. Latin letters are unchanged."""
    return jamo(word).translate(_KEYS)


def composed(keys: str) -> str:
    """What the computer makes of typed keys: a consonant before a vowel starts a syllable."""
    return _SYLLABLE.sub(_syllable, keys)


def _syllable(match: re.Match[str]) -> str:
    first, vowel, last = match.groups(default="")
    end = 1 + _LASTS.index(last) if last else 0
    return chr(ord("가") + 588 * FIRST.index(first) + 28 * _VOWELS.index(vowel) + end)


def typing_errors(word: str) -> dict[str, list[str]]:
    """Everything that one wrong key can make of a word: {kind of slip: words in order}."""
    keys = keystrokes(word)
    found: dict[str, set[str]] = {kind: set() for kind in SLIPS}
    for i, key in enumerate(keys):
        before, after = keys[:i], keys[i + 1 :]
        found["neighbour"] |= {before + near + after for near in NEIGHBOURS.get(key, "")}
        found["dropped"].add(before + after)
        found["doubled"].add(before + key + key + after)
        found["swapped"].add(before + after[:1] + key + after[1:])
    return {
        kind: sorted({composed(typed) for typed in wrong} - {word, ""})
        for kind, wrong in found.items()
    }


def typing_error(
    word: str, rng: np.random.Generator, kind: str = "", known: Collection[str] = ()
) -> str:
    """The word with one wrong key; kind: one of SLIPS, drawn at random where none is named.

    known: words that may not come out, since no one could see that they are errors.
    """
    kinds = (kind,) if kind else SLIPS
    every = typing_errors(word)
    possible = [[error for error in every[each] if error not in known] for each in kinds]
    possible = [errors for errors in possible if errors]
    if not possible:
        raise ValueError(f"{word!r} has no typing error of the kind {' or '.join(kinds)}.")
    return str(rng.choice(possible[int(rng.integers(len(possible)))]))


# ---- tables made from those above ----


def _neighbours() -> dict[str, str]:
    """Each key with those that touch it: two in its row, two in the row above, two below."""
    found: dict[str, str] = {}
    for rows in LAYOUTS:
        places = {(i, j): key for i, row in enumerate(rows) for j, key in enumerate(row)}
        for (i, j), key in places.items():
            near = [(i, j - 1), (i, j + 1), (i - 1, j), (i - 1, j + 1), (i + 1, j - 1), (i + 1, j)]
            found[key] = "".join(places[place] for place in near if place in places)
    return found | {twin: key + found[key] for twin, key in SHIFTED.items()}  # or shift forgotten


def _one_of(letters: Iterable[str]) -> str:
    return "|".join(sorted(letters, key=len, reverse=True))


NEIGHBOURS = _neighbours()
_KEYS = str.maketrans(TWO_KEYS)
_VOWELS = [TWO_KEYS.get(letter, letter) for letter in VOWELS]
_LASTS = [TWO_KEYS.get(letter, letter) for letter in LAST]
# A first consonant, the longest vowel, and the longest end that leaves a vowel its consonant.
_SYLLABLE = re.compile(f"([{FIRST}])({_one_of(_VOWELS)})((?:{_one_of(_LASTS)})(?![{VOWELS}]))?")
