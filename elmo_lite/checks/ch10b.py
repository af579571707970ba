"""Answer checks of chapter 10b: agreement of neighbours, balanced accuracy, the usual sense."""

from collections import Counter

import numpy as np

from elmo_lite.checks.ch10 import BELOW_ZERO, NAMES, cosines_of
from elmo_lite.checks.exercise import Arguments, Exercise

# ---- 10b.1 ----


def _agreement(cosines: np.ndarray, labels: np.ndarray, k: int, diagonal: float) -> float:
    others = cosines.copy()
    np.fill_diagonal(others, diagonal)
    near = np.argsort(-others, axis=1)[:, :k]
    return float(np.mean(labels[near] == labels[:, None]))


def agreement(cosines: np.ndarray, labels: np.ndarray, k: int) -> float:
    return _agreement(cosines, labels, k, -np.inf)


def _one_word(rng: np.random.Generator) -> Arguments:
    size, k = ((9, 3), (12, 5), (20, 1), (15, 4))[rng.integers(4)]
    return cosines_of(rng.normal(size=(size, 4))), NAMES[rng.integers(0, 3, size)], k


OWN_NEIGHBOUR = (
    "An occurrence is among its own neighbours: leave the diagonal out, by -np.inf (0 is larger "
    "than a negative cosine)."
)

ch10b_ex1 = Exercise(
    "10b.1",
    agreement,
    _one_word,
    cases=[(BELOW_ZERO, NAMES[[0, 1, 0]], 1)],
    mistakes=[
        (lambda cosines, labels, k: _agreement(cosines, labels, k, 1), OWN_NEIGHBOUR),
        (lambda cosines, labels, k: _agreement(cosines, labels, k, 0), OWN_NEIGHBOUR),
        (
            lambda cosines, labels, k: _agreement(-cosines, labels, k, -1),
            "These are the farthest ones: sort by falling cosine.",
        ),
        (
            lambda cosines, labels, k: agreement(cosines, labels, k) * len(labels) * k,
            "This is a number of neighbours; return their share.",
        ),
        (lambda cosines, labels, k: agreement(cosines, labels, 1), "All `k` neighbours count."),
    ],
    hint="The share of the k nearest others that have the same label.",
)

# ---- 10b.2 ----


def balanced_accuracy(gold: np.ndarray, guesses: np.ndarray) -> float:
    return float(np.mean([np.mean(guesses[gold == sense] == sense) for sense in set(gold)]))


def _gold_and_guesses(rng: np.random.Generator) -> Arguments:
    """One sense is far more frequent than the others."""
    size = int(rng.integers(10, 31))
    gold = NAMES[rng.choice(3, size, p=[0.6, 0.3, 0.1])]
    return gold, np.where(rng.uniform(size=size) < 0.6, gold, rng.permutation(gold))


ch10b_ex2 = Exercise(
    "10b.2",
    balanced_accuracy,
    _gold_and_guesses,
    cases=[(np.array([*"aaab"]), np.array([*"aaaa"]))],
    mistakes=[
        (
            lambda gold, guesses: np.mean(gold == guesses),
            "This is plain accuracy: the frequent sense rules. Average over the senses.",
        ),
        (
            lambda gold, guesses: balanced_accuracy(guesses, gold),
            "The senses are those of `gold`: of the true ones, how many are found?",
        ),
        (
            lambda gold, guesses: balanced_accuracy(gold, guesses) * len(set(gold)),
            "Add the shares up and divide by the number of senses.",
        ),
    ],
    hint="The share that is right in each sense of `gold`, then their mean.",
)

# ---- 10b.3 ----

Train = list[tuple[str, str]]  # (lemma, sense)


def _most_frequent(senses: list[str]) -> str:
    return Counter(senses).most_common(1)[0][0]


def _senses(lemma: str, train: Train) -> list[str]:
    return [sense for word, sense in train if word == lemma]


def usual_sense(lemma: str, train: Train, first: dict[str, str]) -> str:
    found = _senses(lemma, train)
    return _most_frequent(found) if found else first.get(lemma, "")


def _no_dictionary(lemma: str, train: Train, first: dict[str, str]) -> str:
    found = _senses(lemma, train)
    return _most_frequent(found) if found else ""


def _none_at_the_end(lemma: str, train: Train, first: dict[str, str]) -> str | None:
    return usual_sense(lemma, train, first) or None


def _with_its_number(lemma: str, train: Train, first: dict[str, str]) -> object:
    found = _senses(lemma, train)
    return Counter(found).most_common(1)[0] if found else first.get(lemma, "")


FIRST = {"bank": "bank.river", "gift": "gift.present", "play": "play.game"}
RIVER, MONEY = ("bank", "bank.river"), ("bank", "bank.money")
TRAIN = [
    *(RIVER, MONEY, MONEY, MONEY, RIVER),
    *[("play", "play.music")] * 4,
    *[("plays", "plays.other")] * 6,
]
TRAINING_FIRST = "Training knows this word: its most frequent sense there comes first."

ch10b_ex3 = Exercise(
    "10b.3",
    usual_sense,
    cases=[(lemma, TRAIN, FIRST) for lemma in ("bank", "play", "gift", "yard")],
    mistakes=[
        (
            lambda lemma, train, first: _most_frequent([sense for _, sense in train]),
            "Count the senses of this word alone, not of all words.",
        ),
        (lambda lemma, train, first: first.get(lemma, ""), TRAINING_FIRST),
        (
            lambda lemma, train, first: next(iter(_senses(lemma, train)), first.get(lemma, "")),
            TRAINING_FIRST,
        ),
        (lambda lemma, train, first: dict(train).get(lemma, first.get(lemma, "")), TRAINING_FIRST),
        (_no_dictionary, "Training never had this word: ask the dictionary `first`."),
        (_with_its_number, "Return the sense alone, without its number."),
        (_none_at_the_end, "For a word in neither list return the empty string, not `None`."),
    ],
    returns="the name of a sense",
    hint="`bank` is bank.money in training, three times of five; `gift` is only in `first`, and "
    "`yard` is in neither.",
)
