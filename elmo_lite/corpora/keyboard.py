"""Typing errors as a keyboard makes them, in English and in Korean. Chapters 04, 07b and 13.

One key goes wrong: a neighbour is hit instead, or the key is dropped, doubled or swapped with the
next one. A Korean word is typed jamo by jamo on the two-set layout (두벌식), and the computer puts
the syllables together; so one key that is dropped can change two syllables.

    typing_error("teacher", np.random.default_rng(0))
    typing_errors("남동생")["dropped"]     # 나동생, 나몽생, ...: all that one dropped key can make
"""

import re
from collections.abc import Collection, Iterable

import numpy as np

from elmo_lite.fasttext import jamo

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
