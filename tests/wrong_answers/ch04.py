"""Typical wrong answers to the exercises of chapter 04, with a part of the hint for each."""

import unicodedata

import numpy as np

from elmo_lite import fasttext


def without_marks(word, low, high):
    return [word[i : i + n] for n in range(low, high + 1) for i in range(len(word) - n + 1)]


def range_too_short(word, low, high):
    marked = f"<{word}>"
    return [marked[i : i + n] for n in range(low, high) for i in range(len(marked) - n + 1)] or (
        fasttext.ngrams(word, low, high) if low == high else []
    )


def runs_over_the_end(word, low, high):
    marked = f"<{word}>"
    return [marked[i : i + n] for n in range(low, high + 1) for i in range(len(marked))]


def last_start_missing(word, low, high):
    marked = f"<{word}>"
    return [marked[i : i + n] for n in range(low, high + 1) for i in range(len(marked) - n)]


def adds(word, vectors, n, dim):
    return sum((vectors.get(p, np.zeros(dim)) for p in fasttext.ngrams(word, n, n)), np.zeros(dim))


def divides_by_all(word, vectors, n, dim):
    return adds(word, vectors, n, dim) / len(fasttext.ngrams(word, n, n))


def asks_for_all(word, vectors, n, dim):
    return np.mean([vectors[p] for p in fasttext.ngrams(word, n, n)], axis=0)


def nothing_for_none(word, vectors, n, dim):
    found = [vectors[p] for p in fasttext.ngrams(word, n, n) if p in vectors]
    return np.mean(found, axis=0) if found else np.zeros(1)


def fnv(piece, buckets, start=2166136261, bits=2**32, first_times=False):
    number = start
    for byte in piece.encode():
        if first_times:
            number = (number * 16777619 % bits) ^ byte
        else:
            number = (number ^ byte) * 16777619 % bits
    return number % buckets


def cut(word, last=True, times=588):
    found = ""
    for letter in word:
        number = ord(letter) - 44032
        found += chr(ord("ᄀ") + number // times)
        found += chr(ord("ᅡ") + number % times // 28)
        if last and number % 28:
            found += chr(ord("ᆨ") - 1 + number % 28)
    return "".join(fasttext.jamo(c) for c in map(fasttext._letter, found))


WRONG = {
    "ch04_ex1": [
        (without_marks, "marks are missing"),
        (range_too_short, "`range` leaves its end out"),
        (runs_over_the_end, "too short or too long"),
        (last_start_missing, "last n-gram is missing"),
        (lambda word, low, high: list(set(fasttext.ngrams(word, low, high))), "stand twice"),
        (lambda word, low, high: word, "Return a list"),
    ],
    "ch04_ex2": [
        (adds, "sum of the n-grams"),
        (divides_by_all, "that are known, not of all"),
        (asks_for_all, "leave such n-grams out"),
        (nothing_for_none, "return `dim` zeros"),
        (lambda word, vectors, n, dim: np.mean([*vectors.values()]), "`axis=0`"),
    ],
    "ch04_ex3": [
        (lambda p, b: fnv(p, b, first_times=True), "exclusive or with the byte comes first"),
        (lambda p, b: fnv(p, b, bits=2**900), "32 bits"),
        (lambda p, b: fnv(p, 2**32), "modulo `buckets`"),
        (lambda p, b: fnv(p, b, start=0), "starts at 2166136261"),
    ],
    "ch04_ex4": [
        (lambda word: cut(word, last=False), "last consonants are missing"),
        (lambda word: cut(word, times=560), "588 right"),
        (lambda word: unicodedata.normalize("NFD", word), "tied to their place"),
        (lambda word: [*cut(word)], "one string"),
    ],
}
