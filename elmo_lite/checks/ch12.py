"""Answer checks of chapter 12: the majority, TF-IDF, copies that leak into the test part."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from elmo_lite.checks.exercise import Arguments, Exercise

# ---- 12.1 ----


def majority_scores(train: list[str], test: list[str], positive: str) -> tuple[float, float]:
    answer = Counter(train).most_common(1)[0][0]
    true = test.count(positive)
    f1 = 2 * true / (len(test) + true) if answer == positive else 0.0
    return test.count(answer) / len(test), f1


def _some_labels(rng: np.random.Generator) -> Arguments:
    """An odd number of training labels, so that there is one majority."""
    train = rng.choice(["ham", "spam"], size=7).tolist()
    test = rng.choice(["ham", "spam"], size=rng.integers(2, 8)).tolist()
    return train, test, str(rng.choice(["ham", "spam"]))


ch12_ex1 = Exercise(
    "12.1",
    majority_scores,
    _some_labels,
    cases=[
        (["ham", "ham", "spam"], ["spam", "ham", "spam", "spam"], "spam"),
        (["spam", "spam", "ham"], ["spam", "ham", "ham", "ham", "spam"], "spam"),
        (["ham", "ham", "spam"], ["spam", "ham"], "ham"),
        (["spam"], ["ham", "ham"], "spam"),
    ],
    mistakes=[
        (
            lambda train, test, positive: majority_scores(test, test, positive),
            "The majority is that of the training labels: the test labels are not known.",
        ),
        (
            lambda train, test, positive: (majority_scores(train, test, positive)[0], 0.0),
            "If the majority is `positive`, every message is marked: the F1 is not 0.",
        ),
        (
            lambda train, test, _: majority_scores(train, test, "spam"),
            "`positive` may be any label.",
        ),
    ],
    returns="two numbers: the accuracy and the F1",
    hint="Compare every test label with the majority of training. Where that is `positive`, all "
    "are marked, and 2 right, 5 marked, 2 true make an F1 of 2 * 2 / (5 + 2); else the F1 is 0.",
)

# ---- 12.2 ----

Texts = list[list[str]]


def _counts(words: list[str], texts: Texts) -> np.ndarray:
    return np.array([[text.count(word) for word in words] for text in texts], dtype=float)


def _vocabulary(train: Texts) -> list[str]:
    return sorted({word for text in train for word in text})


def _idf(train: Texts, smooth: int = 1, more: int = 1, each_text_once: bool = True) -> np.ndarray:
    counts = _counts(_vocabulary(train), train)
    holds = (counts > 0 if each_text_once else counts).sum(axis=0)
    return np.asarray(np.log((smooth + len(train)) / (smooth + holds)) + more)


def _scaled(table: np.ndarray, least: float = 1e-12) -> np.ndarray:
    return table / np.maximum(np.linalg.norm(table, axis=1, keepdims=True), least)


def tfidf(train: Texts, texts: Texts, **options: Any) -> np.ndarray:
    return _scaled(_counts(_vocabulary(train), texts) * _idf(train, **options))


def _not_scaled(train: Texts, texts: Texts) -> np.ndarray:
    return _counts(_vocabulary(train), texts) * _idf(train)


def _each_word_once(train: Texts, texts: Texts) -> np.ndarray:
    return _scaled((_counts(_vocabulary(train), texts) > 0) * _idf(train))


def _with_new_words(train: Texts, texts: Texts) -> np.ndarray:
    new = [word for word in _vocabulary(texts) if word not in _vocabulary(train)]
    return np.hstack([tfidf(train, texts), _counts(new, texts)])


def _as_they_come(train: Texts, texts: Texts) -> np.ndarray:
    words = list(dict.fromkeys(word for text in train for word in text))
    return tfidf(train, texts)[:, [_vocabulary(train).index(word) for word in words]]


def _some_texts(rng: np.random.Generator) -> Arguments:
    """The last text has no known word."""
    words = [f"w{i}" for i in range(6)]
    train = [rng.choice(words[:5], size).tolist() for size in rng.integers(1, 6, 7)]
    texts = [rng.choice(words, size).tolist() for size in (1, 4, 8)]
    return train, [*texts, ["w5"]]


FREE = [["free", "prize"], ["free", "tonight"]]

ch12_ex2 = Exercise(
    "12.2",
    tfidf,
    _some_texts,
    cases=[(FREE, [["free", "free", "prize", "today"]])],
    mistakes=[
        (_not_scaled, "Scale each row to the length 1."),
        (
            lambda train, texts: tfidf(train, texts, each_text_once=False),
            "n_w counts the training texts that hold w: each text once, however often.",
        ),
        (lambda train, b: _scaled(_counts(_vocabulary(train), b)), "The idf is missing."),
        (lambda train, texts: tfidf(train, texts, more=0), "The idf is the logarithm plus 1."),
        (
            lambda train, texts: tfidf(train, texts, smooth=0),
            "Add 1 to the numerator and to the denominator: ln((1 + n) / (1 + n_w)).",
        ),
        (_each_word_once, "Each word counts as often as it occurs in the text."),
        (
            lambda train, texts: _scaled(_not_scaled(train, texts), least=0),
            "A text without a known word is a row of zeros: do not divide by 0.",
        ),
        (_with_new_words, "Words that `train` does not have get no column."),
        (_as_they_come, "The columns should be the words of `train` in sorted order."),
    ],
    hint="Equation (3): count times idf, columns in sorted order, rows of length 1.",
)

# ---- 12.3 ----


def _shape(text: str) -> str:
    return " ".join(re.sub(r"\d+", "0", text.lower()).split())


def _leaks(shape: Callable[[str], object]) -> Callable[..., list[int]]:
    """The search with a shape of the texts that may be wrong."""

    def leaks(train: list[str], test: list[str]) -> list[int]:
        known = {shape(text) for text in train}
        return [i for i, text in enumerate(test) if shape(text) in known]

    return leaks


leaks = _leaks(_shape)


def _the_others(train: list[str], test: list[str]) -> list[int]:
    return [i for i in range(len(test)) if i not in leaks(train, test)]


def _in_order(answer: Callable[..., Any], train: list[str], test: list[str]) -> Any:
    """The order of the positions does not matter."""
    got = answer(train, test)
    return sorted(got) if isinstance(got, (list, tuple, set, np.ndarray)) else got


MESSAGES = (
    ["win a prize", "see you", "call  0900 123\tnow"],
    [
        *("see you", "Win a PRIZE", "hello", "Call 0800 55 now", "win  a prize ", "you see"),
        "see you!",
    ],
)

ch12_ex3 = Exercise(
    "12.3",
    leaks,
    cases=[
        MESSAGES,
        (["a 12", "b"], ["a 7", "A 123456", "a", "ab", "b 0", "a 1 2", "a 34"]),
        ([], ["a"]),
    ],
    use=_in_order,
    mistakes=[
        (_leaks(lambda text: text), "Not only exact copies count, also `Win a PRIZE`."),
        (
            _leaks(lambda text: " ".join(re.sub(r"\d+", "0", text).split())),
            "`Win a PRIZE` agrees with `win a prize` in small letters.",
        ),
        (
            _leaks(lambda text: " ".join(text.lower().split())),
            "`Call 0800 55 now` agrees with a training text if every number becomes one 0.",
        ),
        (
            _leaks(lambda text: re.sub(r"\d+", "0", text.lower())),
            "White space between words becomes one space, and none is left at the ends.",
        ),
        (
            _leaks(lambda text: re.sub(r"\s+", " ", re.sub(r"\d+", "0", text.lower()))),
            "No white space is left at the ends of a text.",
        ),
        (
            _leaks(lambda text: re.sub("[0 ]+", " 0 ", _shape(text))),
            "`a 1 2` has two numbers, `a 12` one: each number becomes a 0 of its own.",
        ),
        (
            _leaks(lambda text: " ".join(re.sub(r"\d", "0", text.lower()).split())),
            "A number of any length becomes a single 0.",
        ),
        (
            _leaks(lambda text: _shape(text).replace("0", "").split()),
            "A number becomes a 0, and is not dropped.",
        ),
        (
            _leaks(lambda text: tuple(sorted(_shape(text).split()))),
            "`you see` is no copy of `see you`: the order of the words stays.",
        ),
        (_leaks(lambda text: _shape(text.strip("!"))), "`see you!` is no copy of `see you`."),
        (_the_others, "These are the messages without a copy: return the others."),
        (
            lambda train, test: [test[i] for i in leaks(train, test)],
            "Return the positions in `test`, as numbers, and not the texts.",
        ),
        (
            lambda train, test: [i in leaks(train, test) for i in range(len(test))],
            "Return the positions in `test`, as numbers, and not true or false for each text.",
        ),
    ],
    returns="a list of positions",
    hint="Two texts agree if they are the same in small letters, with each number as one 0 and "
    "all white space as one space.",
)
