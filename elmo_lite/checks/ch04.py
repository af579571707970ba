"""Answer checks of chapter 04: n-grams, the vector of a word, the hash, jamo."""

from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite import fasttext
from elmo_lite.checks.report import Hint, Result, close, equal, present, run

WORDS = ["eating", "her", "where", "a", "oranges", "banana", "남동생", "to"]
PIECES = ["a", "ing", "<ea", "where", "eating>", "tensorflow"]
KOREAN = ["몰라", "모르네", "남동생", "값", "꽃", "뷁", "가", "힣", "읽었어요"]


def ch04_ex1(answer: Callable[..., Any]) -> Result:
    return run("Exercise 4.1", answer, _ngrams)


def ch04_ex2(answer: Callable[..., Any]) -> Result:
    return run("Exercise 4.2", answer, _vector)


def ch04_ex3(answer: Callable[..., Any]) -> Result:
    return run("Exercise 4.3", answer, _bucket)


def ch04_ex4(answer: Callable[..., Any]) -> Result:
    return run("Exercise 4.4", answer, _jamo)


# ---- 4.1 ----


def _ngrams(answer: Callable[..., Any]) -> None:
    _one_word(answer, "eating", 3, 3)
    for word in WORDS:
        for low, high in ((3, 6), (2, 2), (2, 5), (4, 4)):
            _one_word(answer, word, low, high)


def _one_word(answer: Callable[..., Any], word: str, low: int, high: int) -> None:
    got = answer(word, low, high)
    present(got)
    if isinstance(got, str) or not isinstance(got, (list, tuple)):
        raise Hint(f"Return a list of n-grams, not a `{type(got).__name__}`.")
    want, found = sorted(fasttext.ngrams(word, low, high)), sorted(got)
    if found == want:
        return
    asked = f"for `{word}` and lengths from {low} to {high}"
    bare = [word[i : i + n] for n in range(low, high + 1) for i in range(len(word) - n + 1)]
    if found == sorted(bare):
        raise Hint("The marks are missing: put `<` before the word and `>` behind it first.")
    if low < high and found == sorted(fasttext.ngrams(word, low, high - 1)):
        raise Hint("The longest n-grams are missing: `range` leaves its end out.")
    if any(not low <= len(piece) <= high for piece in found):
        raise Hint(f"Some of your n-grams are too short or too long {asked}: stop in time.")
    if found == sorted(set(want)):
        raise Hint("An n-gram that stands twice in a word should stand twice in the list.")
    last = [f"<{word}>"[-n:] for n in range(low, high + 1) if n <= len(word) + 2]
    if want and set(want) - set(found) <= set(last):
        raise Hint(f"The last n-gram is missing {asked}: the last start is `len(marked) - n`.")
    raise Hint(f"There should be {len(want)} n-grams {asked}; yours are {len(found)} or others.")


# ---- 4.2 ----


def _vector(answer: Callable[..., Any]) -> None:
    rng = np.random.default_rng(2)
    toy = {"<ea": np.array([1.0, 0.0]), "eat": np.array([2.0, 3.0]), "at>": np.array([0.0, 3.0])}
    _one_vector(answer, "eat", toy, 3, 2)
    for word in ("eater", "oranges", "banana"):
        for n in (2, 3, 4):
            pieces = fasttext.ngrams(word, n, n)
            known = {piece: rng.normal(size=5) for piece in pieces[: len(pieces) // 2 + 1]}
            known["zzz"] = rng.normal(size=5)
            _one_vector(answer, word, known, n, 5)
    got = answer("eat", {"zzz": np.ones(4)}, 3, 4)
    close(got, np.zeros(4), "If no n-gram of the word is known, return `dim` zeros.")


def _one_vector(
    answer: Callable[..., Any], word: str, vectors: dict[str, Any], n: int, dim: int
) -> None:
    pieces = fasttext.ngrams(word, n, n)
    rows = np.array([vectors[piece] for piece in pieces if piece in vectors])
    try:
        got = answer(word, dict(vectors), n, dim)
    except KeyError as error:
        raise Hint(f"The dictionary does not hold {error}: leave such n-grams out.") from None
    present(got)
    got = np.asarray(got, dtype=float)
    if got.shape == rows.mean(axis=0).shape:
        if np.allclose(got, rows.mean(axis=0)):
            return
        if np.allclose(got, rows.sum(axis=0)):
            raise Hint("This is the sum of the n-grams' vectors. Divide it by how many there are.")
        if np.allclose(got, rows.sum(axis=0) / len(pieces)):
            raise Hint("Divide by the number of n-grams that are known, not of all n-grams.")
        if np.allclose(got, np.mean([*vectors.values()], axis=0)):
            raise Hint("You took the mean of the whole dictionary, not of the word's n-grams.")
    if got.shape == ():
        raise Hint("Your mean runs over everything and is one number: use `axis=0`.")
    close(got, rows.mean(axis=0), f"Take the mean over the known n-grams of `{word}`, n = {n}.")


# ---- 4.3 ----


def _fnv(piece: str, number: int = 2166136261) -> int:
    for byte in piece.encode():
        number = (number ^ byte) * 16777619 % 2**32
    return number


def _bucket(answer: Callable[..., Any]) -> None:
    for piece in PIECES:
        for buckets in (2**32, 50_000, 1009):
            got = answer(piece, buckets)
            present(got)
            if got == _fnv(piece) % buckets:
                continue
            _name_the_mistake(got, piece, buckets)
            want = _fnv(piece) % buckets
            equal(got, want, f"The bucket of `{piece}` among {buckets:,} should be {want:,}.")


def _name_the_mistake(got: Any, piece: str, buckets: int) -> None:
    first_multiplied = endless = 2166136261
    for byte in piece.encode():
        first_multiplied = (first_multiplied * 16777619 % 2**32) ^ byte
        endless = (endless ^ byte) * 16777619
    if got == first_multiplied % buckets:
        raise Hint("You multiply first. In FNV-1a the exclusive or with the byte comes first.")
    if got == endless % buckets:
        raise Hint("Keep only 32 bits: take `% 2**32` after each product.")
    if got == _fnv(piece):
        raise Hint("This is the hash itself. Take it modulo `buckets`.")
    if got == _fnv(piece, 0) % buckets:
        raise Hint("The hash starts at 2166136261, not at 0.")


# ---- 4.4 ----


def _jamo(answer: Callable[..., Any]) -> None:
    for word in KOREAN:
        got = answer(word)
        present(got)
        want = fasttext.jamo(word)
        if got == want:
            continue
        if isinstance(got, list):
            raise Hint('Return one string: `"".join(letters)`.')
        if got == "".join(fasttext.jamo(letter)[:2] for letter in word):
            raise Hint(f"The last consonants are missing in `{word}`: use `number % 28`.")
        if got == fasttext.jamo(word[0]):
            raise Hint("Only the first syllable came out: go on until the end of the word.")
        if isinstance(got, str) and fasttext.unicodedata.normalize("NFD", word) == got:
            raise Hint("These are jamo tied to their place. Use FIRST, VOWEL and LAST.")
        equal(got, want, f"The jamo of `{word}` are `{want}`; is 44032 taken off, and 588 right?")
