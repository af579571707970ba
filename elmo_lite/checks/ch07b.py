"""Answer checks of chapter 07b: nearest words, agreement of neighbours, each word once."""

from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.exercise import Arguments, Exercise


def _rows(rng: np.random.Generator, number: int, dim: int) -> np.ndarray:
    """Vectors of very different lengths."""
    return rng.normal(size=(number, dim)) * rng.uniform(0.2, 5, size=(number, 1))


# ---- 7b.1 ----


def _scores(vector: np.ndarray, table: np.ndarray) -> np.ndarray:
    return np.asarray(table @ vector / np.linalg.norm(table, axis=1))


def nearest(vector: np.ndarray, table: np.ndarray, words: list[str], count: int) -> list[str]:
    return [words[i] for i in np.argsort(-_scores(vector, table))[:count]]


def _by(score: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> Callable[..., list[str]]:
    """A search by another score, the highest first."""
    return lambda vector, table, words, count: [
        words[i] for i in np.argsort(-score(vector, table))[:count]
    ]


def _a_search(rng: np.random.Generator) -> Arguments:
    number, dim = int(rng.integers(6, 12)), int(rng.integers(2, 6))
    words = [f"word{i}" for i in range(number)]
    return rng.normal(size=dim), _rows(rng, number, dim), words, int(rng.integers(2, 5))


ch07b_ex1 = Exercise(
    "7b.1",
    nearest,
    _a_search,
    mistakes=[
        (_by(lambda vector, table: -_scores(vector, table)), "Sort by falling cosine."),
        (_by(lambda vector, table: table @ vector), "A long vector wins: divide by its length."),
        (
            _by(lambda vector, table: -np.linalg.norm(table - vector, axis=1)),
            "You compare by distance; the exercise asks for the cosine.",
        ),
        (
            lambda vector, table, words, count: nearest(vector, table, words, count + 1)[1:],
            "You leave out the nearest word; here the vector is not in the table.",
        ),
        (
            lambda vector, table, words, count: nearest(vector, table, words, count)[::-1],
            "The nearest word should come first.",
        ),
        (
            lambda vector, table, words, count: np.argsort(-_scores(vector, table))[:count],
            "Return the words themselves, `words[i]`, and no numbers.",
        ),
        (
            lambda vector, table, words, count: nearest(vector, table, words, len(words)),
            "Return only as many words as `count` says.",
        ),
    ],
    returns="a list of words",
    hint="Return the `count` words with the largest cosines, the nearest first.",
)

# ---- 7b.2 ----


def _hits(scores: np.ndarray, tags: list[str], diagonal: float = -np.inf) -> list[bool]:
    """Whether the best other column of each row has the same tag."""
    np.fill_diagonal(scores, diagonal)
    return [tags[i] == tags[j] for i, j in enumerate(scores.argmax(axis=1))]


def _cosines(table: np.ndarray) -> np.ndarray:
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    return np.asarray(unit @ unit.T)


def agreement(table: np.ndarray, tags: list[str]) -> float:
    return float(np.mean(_hits(_cosines(table), tags)))


def _some_tags(rng: np.random.Generator) -> Arguments:
    number = int(rng.integers(8, 20))
    tags = rng.choice(["NOUN", "VERB", "ADJ"], size=number).tolist()
    return _rows(rng, number, int(rng.integers(2, 5))), tags


ch07b_ex2 = Exercise(
    "7b.2",
    agreement,
    _some_tags,
    mistakes=[
        (
            lambda table, tags: np.mean(_hits(_cosines(table), tags, diagonal=2)),
            "Each word agrees with itself: take the nearest *other* word.",
        ),
        (
            lambda table, tags: np.mean(_hits(table @ table.T, tags)),
            "A long vector wins: divide by its length.",
        ),
        (
            lambda table, tags: sum(_hits(_cosines(table), tags)),
            "Return a share, not a count: divide by the number of words.",
        ),
        (lambda table, tags: 1 - agreement(table, tags), "This is the share that does not agree."),
    ],
    hint="For each word: has the other word with the largest cosine the same tag?",
)

# ---- 7b.3 ----


def embed_once(tokens: list[str], embed: Callable[[list[str]], np.ndarray]) -> np.ndarray:
    words, positions = np.unique(tokens, return_inverse=True)
    return embed(words.tolist())[positions]


def _calls_and_rows(answer: Callable[..., Any], tokens: list[str]) -> dict[str, Any]:
    """The words of each call of `embed`, in the alphabet's order, and what the answer returns."""
    calls = []

    def embed(words: list[str]) -> np.ndarray:
        calls.append(sorted(str(word) for word in words))
        return np.array([[ord(word[0]), ord(word[0]) ** 2] for word in words], dtype=float)

    rows = answer(tokens, embed)
    return {"calls": sorted(calls), "rows": rows}


def _calls_for_each(tokens: list[str], embed: Callable[[list[str]], np.ndarray]) -> np.ndarray:
    rows = {token: embed([token])[0] for token in set(tokens)}
    return np.array([rows[token] for token in tokens])


def _loses_the_order(tokens: list[str], embed: Callable[[list[str]], np.ndarray]) -> np.ndarray:
    words, positions = np.unique(tokens, return_inverse=True)
    return embed(words.tolist())[np.sort(positions)]


ch07b_ex3 = Exercise(
    "7b.3",
    embed_once,
    lambda rng: (rng.choice([*"abcdefgh"], size=rng.integers(10, 30)).tolist(),),
    use=_calls_and_rows,
    mistakes=[
        (lambda tokens, embed: embed(tokens), "Give `embed` each different word once."),
        (
            lambda tokens, embed: embed(sorted(set(tokens))),
            "You return one row per different word; each token needs its row, at its position.",
        ),
        (_calls_for_each, "You call `embed` for each word; collect the words and call it once."),
        (_loses_the_order, "Each token needs the row of its own word, in its order."),
        (lambda tokens, embed: np.zeros((len(tokens), 2)), "Your function never calls `embed`."),
    ],
    hint="Call `embed` once, with the different words; then return the row of each token.",
)
