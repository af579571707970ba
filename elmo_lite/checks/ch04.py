"""Answer checks of chapter 04: n-grams, the vector of a word, the hash, jamo."""

import unicodedata
from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite import fasttext
from elmo_lite.checks.exercise import Arguments, Exercise

WORDS = ["eating", "her", "where", "a", "oranges", "banana", "남동생", "to"]
PIECES = ["a", "ing", "<ea", "where", "eating>", "tensorflow"]
KOREAN = ["몰라", "모르네", "남동생", "값", "꽃", "뷁", "가", "힣", "읽었어요"]

# ---- 4.1 ----


def _in_order(answer: Callable[..., Any], word: str, min_n: int, max_n: int) -> Any:
    """The order of the n-grams does not matter."""
    got = answer(word, min_n, max_n)
    return sorted(got) if isinstance(got, (list, tuple)) else got


def _runs(text: str, min_n: int, max_n: int, spare: int = 0) -> list[str]:
    """All runs of the text; with `spare`, that many starts too many, or too few."""
    found = []
    for n in range(min_n, max_n + 1):
        starts = min(len(text) - n + 1 + spare, len(text))
        found += [text[i : i + n] for i in range(starts)]
    return found


def _word_and_lengths(rng: np.random.Generator) -> Arguments:
    shortest = int(rng.integers(2, 5))
    return str(rng.choice(WORDS)), shortest, shortest + int(rng.integers(0, 4))


ch04_ex1 = Exercise(
    "4.1",
    fasttext.ngrams,
    _word_and_lengths,
    cases=[("eating", 3, 3), ("banana", 2, 3)],
    use=_in_order,
    mistakes=[
        (_runs, "The marks are missing: put `<` before the word and `>` after it first."),
        (
            lambda word, min_n, max_n: _runs(f"<{word}>", min_n, max_n - 1),
            "The longest n-grams are missing: `range` leaves its end out.",
        ),
        (
            lambda word, min_n, max_n: _runs(f"<{word}>", min_n, max_n, 99),
            "Some of your n-grams are too short: stop in time.",
        ),
        (
            lambda word, min_n, max_n: _runs(f"<{word}>", min_n, max_n, -1),
            "The last n-gram is missing: the last start is `len(marked) - n`.",
        ),
        (
            lambda word, min_n, max_n: list(set(fasttext.ngrams(word, min_n, max_n))),
            "An n-gram that occurs twice in a word should occur twice in the list.",
        ),
    ],
    returns="a list of n-grams",
    hint="Each length n gives the runs `marked[i : i + n]` of the word with its marks.",
)

# ---- 4.2 ----


def _found(word: str, vectors: dict[str, np.ndarray], n: int) -> list[np.ndarray]:
    return [vectors[piece] for piece in fasttext.ngrams(word, n, n) if piece in vectors]


def vector_of(word: str, vectors: dict[str, np.ndarray], n: int, dim: int) -> np.ndarray:
    found = _found(word, vectors, n)
    return np.mean(found, axis=0) if found else np.zeros(dim)


def _sum(word: str, vectors: dict[str, np.ndarray], n: int, dim: int) -> np.ndarray:
    return np.sum([np.zeros(dim), *_found(word, vectors, n)], axis=0)


def _asks_for_all(word: str, vectors: dict[str, np.ndarray], n: int, dim: int) -> np.ndarray:
    return np.mean([vectors[piece] for piece in fasttext.ngrams(word, n, n)], axis=0)


def _some_vectors(rng: np.random.Generator) -> Arguments:
    """A word, and vectors of the first half of its n-grams; rarely of none."""
    word, n = str(rng.choice(["eater", "oranges", "banana"])), int(rng.integers(2, 5))
    pieces = fasttext.ngrams(word, n, n)
    known = pieces[: len(pieces) // 2 + 1] if rng.random() < 0.9 else []
    return word, {piece: rng.normal(size=5) for piece in [*known, "zzz"]}, n, 5


TOY = {"<ea": np.array([1.0, 0.0]), "eat": np.array([2.0, 3.0]), "at>": np.array([0.0, 3.0])}

ch04_ex2 = Exercise(
    "4.2",
    vector_of,
    _some_vectors,
    cases=[("eat", TOY, 3, 2), ("to", TOY, 3, 2)],
    mistakes=[
        (_sum, "This is the sum of the n-grams' vectors. Divide it by how many there are."),
        (
            lambda word, vectors, n, dim: (
                _sum(word, vectors, n, dim) / len(fasttext.ngrams(word, n, n))
            ),
            "Divide by the number of n-grams that are known, not of all n-grams.",
        ),
        (
            lambda word, vectors, n, dim: np.mean([*vectors.values()], axis=0),
            "You took the mean of the whole dictionary, not of the word's n-grams.",
        ),
        (
            lambda word, vectors, n, dim: np.mean(
                [vectors[p] for p in fasttext.ngrams(word, n, n)]
            ),
            "The dictionary does not hold every n-gram: leave out those that it does not.",
        ),
        (
            lambda word, vectors, n, dim: np.mean(_found(word, vectors, n), axis=0),
            "If no n-gram of the word is known, return `dim` zeros.",
        ),
        (
            lambda word, vectors, n, dim: np.mean(_sum(word, vectors, n, dim)),
            "Your mean runs over everything and is one number: use `axis=0`.",
        ),
    ],
    hint="Take the mean over the vectors of the known n-grams of the word.",
)

# ---- 4.3 ----


def _hash(piece: str, start: int = 2166136261, bits: int = 32) -> int:
    number = start
    for byte in piece.encode():
        number = (number ^ byte) * 16777619 % 2**bits
    return number


def bucket(piece: str, buckets: int) -> int:
    return _hash(piece) % buckets


def _multiplies_first(piece: str, buckets: int) -> int:
    number = 2166136261
    for byte in piece.encode():
        number = (number * 16777619 % 2**32) ^ byte
    return number % buckets


ch04_ex3 = Exercise(
    "4.3",
    bucket,
    lambda rng: (str(rng.choice(PIECES)), int(rng.choice([50_000, 1009, 2**32]))),
    cases=[("a", 1009), ("ing", 50_000)],
    mistakes=[
        (_multiplies_first, "You multiply first. In FNV-1a the exclusive or comes first."),
        (
            lambda piece, n: _hash(piece, bits=900) % n,
            "Keep only 32 bits: take `% 2**32` after each product.",
        ),
        (lambda piece, n: _hash(piece), "Take the hash modulo `buckets`."),
        (lambda piece, n: _hash(piece, start=0) % n, "The hash starts at 2166136261, not at 0."),
    ],
    hint="For each byte: exclusive or, then the product, then 32 bits. At the end modulo buckets.",
    tolerance=0,
)

# ---- 4.4 ----


def _syllables(rng: np.random.Generator) -> Arguments:
    return ("".join(chr(44032 + int(i)) for i in rng.integers(11172, size=rng.integers(1, 5))),)


ch04_ex4 = Exercise(
    "4.4",
    fasttext.jamo,
    _syllables,
    cases=[(word,) for word in KOREAN],
    mistakes=[
        (
            lambda word: "".join(fasttext.jamo(letter)[:2] for letter in word),
            "The last consonants are missing: use `number % 28`.",
        ),
        (lambda word: fasttext.jamo(word[0]), "Only the first syllable came out."),
        (
            lambda word: unicodedata.normalize("NFD", word),
            "These are jamo tied to their position in the syllable. Use FIRST, VOWEL and LAST.",
        ),
    ],
    returns='one string, `"".join(letters)`',
    hint="Is 44032 subtracted, and 588 right?",
)
