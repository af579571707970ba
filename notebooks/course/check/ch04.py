"""Answer checks of chapter 04: n-grams, a training step, the hash, jamo."""

import unicodedata

import numpy as np
from scipy.special import expit as sigmoid

from elmo_lite import fasttext
from notebooks.course.check.exercise import Arguments, Exercise

WORDS = ["eating", "her", "where", "a", "oranges", "banana", "남동생", "to"]
PIECES = ["a", "ing", "<ea", "where", "eating>", "tensorflow"]
KOREAN = ["몰라", "모르네", "남동생", "값", "꽃", "뷁", "가", "힣", "읽었어요"]


def _in_order(answer, *given):
    """The order of the n-grams does not matter."""
    got = answer(*given)
    return sorted(got) if isinstance(got, (list, tuple)) else got


def _runs(text, min_n, max_n, spare=0):
    """All runs of the text, with `spare` starts too many."""
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
    fasttext.character_ngrams,
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
            lambda word, min_n, max_n: list(set(fasttext.character_ngrams(word, min_n, max_n))),
            "An n-gram that occurs twice in a word should occur twice in the list.",
        ),
    ],
    returns="a list of n-grams",
    hint="Each length n gives the runs `marked[i : i + n]` of the word with its marks.",
)


def subword_step(Z, rows, U, y, rate, *, word=np.mean, moving=None):
    """word: of its rows. moving: the rows that move, if they are not those of the word."""
    errors = sigmoid(U @ word(Z[rows], axis=0)) - y
    moved = Z.copy()
    moved[rows if moving is None else moving] -= rate * errors @ U
    return moved


def _a_word(rng: np.random.Generator) -> Arguments:
    """Vectors of eight n-grams, of which three or four are in the word; two contexts are true."""
    rows = rng.permutation(8)[: rng.integers(3, 5)].tolist()
    labels = np.array([1, 1, 0, 0])
    return rng.normal(size=(8, 3)), rows, rng.normal(size=(4, 3)), labels, 0.1


ch04_ex2 = Exercise(
    "4.2",
    subword_step,
    _a_word,
    cases=[(np.zeros((3, 2)), [0, 2], np.array([[1.0, 0.0], [0.0, 2.0]]), np.array([1, 0]), 0.1)],
    mistakes=[
        (
            lambda Z, rows, U, y, rate: subword_step(Z, rows, U, y, -rate),
            "Your n-grams go uphill: subtract the rate times the gradient.",
        ),
        (dict(word=np.sum), "The word is the mean of its rows here, not their sum."),
        (
            lambda Z, rows, U, y, rate: subword_step(Z, rows, U, y, rate / len(rows)),
            "Give each row the whole gradient, not its share 1/|G|.",
        ),
        (dict(moving=slice(None)), "Only the rows of this word may move."),
    ],
    returns="an array of the shape of Z",
    hint="v is the mean of Z[rows]; errors are sigmoid(U @ v) - labels; the gradient errors @ U.",
)


def bucket(piece, buckets, *, start=2166136261, bits=32):
    number = start
    for byte in piece.encode():
        number = (number ^ byte) * 16777619 % 2**bits
    return number % buckets


def _multiplies_first(piece, buckets):
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
        (dict(bits=900), "Keep only 32 bits after each product."),
        (dict(buckets=2**32), "Take the hash modulo `buckets`."),
        (dict(start=0), "The hash starts at 2166136261, not at 0."),
    ],
    hint="For each byte: exclusive or, then the product, then 32 bits. At the end modulo buckets.",
    tolerance=0,
)


ch04_ex4 = Exercise(
    "4.4",
    fasttext.jamo,
    lambda rng: ("".join(chr(i) for i in rng.integers(44032, 55204, size=rng.integers(1, 5))),),
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
