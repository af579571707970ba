"""Answer checks of chapter 10b: the vote, the most frequent sense, balanced accuracy."""

from collections import Counter

import numpy as np

from elmo_lite.checks.ch10 import NAMES
from elmo_lite.checks.exercise import Arguments, Exercise


def vote(labels: list[str], cosines: list[float], each: float = 1.0) -> str:
    votes: dict[str, tuple[float, float]] = {}
    for label, cosine in zip(labels, cosines, strict=True):
        number, total = votes.get(label, (0.0, 0.0))
        votes[label] = (number + each, total + cosine)
    return max(votes, key=lambda label: votes[label])


def _neighbours(rng: np.random.Generator) -> Arguments:
    """The nearest first, often with a tie that the nearest does not win."""
    k = int(rng.integers(3, 7))
    cosines = np.sort(rng.uniform(-0.5, 1, k))[::-1]
    return [str(name) for name in NAMES[rng.integers(0, 3, k)]], [float(c) for c in cosines]


ch10b_ex1 = Exercise(
    "10b.1",
    vote,
    _neighbours,
    cases=[
        (["pear", "ship", "ship", "pear"], [0.9, 0.8, 0.7, 0.1]),
        (["ship", "pear", "pear", "ship"], [-0.89, 0.89, 0.89, -0.89]),
        (["pear", "ship", "ship"], [0.9, 0.3, 0.2]),
    ],
    mistakes=[
        (
            lambda labels, cosines: Counter(labels).most_common(1)[0][0],
            "If two labels have equally many votes, the larger sum of their cosines decides.",
        ),
        (
            lambda labels, cosines: vote(labels, cosines, each=0),
            "First the number of votes counts; the sums decide only between equals.",
        ),
        (
            lambda labels, cosines: labels[int(np.argmax(cosines))],
            "This is the nearest neighbour alone: all of them vote.",
        ),
    ],
    returns="one of the labels",
    hint="The label with the most votes; of several, the one with the largest sum of cosines.",
)


Train = list[tuple[str, str]]  # (lemma, sense)


def _most_frequent(senses: list[str]) -> str:
    return Counter(senses).most_common(1)[0][0]


def _senses(lemma: str, train: Train) -> list[str]:
    return [sense for word, sense in train if word == lemma]


def usual_sense(lemma: str, train: Train, first: dict[str, str]) -> str:
    found = _senses(lemma, train)
    return _most_frequent(found) if found else first.get(lemma, "")


def _first_of_training(lemma: str, train: Train, first: dict[str, str]) -> str:
    return [*_senses(lemma, train), first.get(lemma, "")][0]


FIRST = {"bank": "bank.river", "gift": "gift.present", "play": "play.game"}
RIVER, MONEY = ("bank", "bank.river"), ("bank", "bank.money")
TRAIN = [
    *(RIVER, MONEY, MONEY, MONEY, RIVER),
    *[("play", "play.music")] * 4,
    *[("plays", "plays.other")] * 6,
]
TRAINING_FIRST = "Training knows this word: its most frequent sense there comes first."

ch10b_ex2 = Exercise(
    "10b.2",
    usual_sense,
    cases=[(lemma, TRAIN, FIRST) for lemma in ("bank", "play", "gift", "yard")],
    mistakes=[
        (
            lambda lemma, train, first: _most_frequent([sense for _, sense in train]),
            "Count the senses of this word alone, not of all words.",
        ),
        (lambda lemma, train, first: first.get(lemma, ""), TRAINING_FIRST),
        (_first_of_training, TRAINING_FIRST),
        (lambda lemma, train, first: dict(train).get(lemma, first.get(lemma, "")), TRAINING_FIRST),
        (
            lambda lemma, train, first: usual_sense(lemma, train, {}),
            "Training never had this word: ask the dictionary `first`.",
        ),
    ],
    returns="the name of a sense",
    hint="`bank` is bank.money in training, three times of five; `gift` is only in `first`, and "
    "`yard` is in neither.",
)


def balanced_accuracy(gold: np.ndarray, guesses: np.ndarray) -> float:
    return float(np.mean([np.mean(guesses[gold == sense] == sense) for sense in set(gold)]))


def _gold_and_guesses(rng: np.random.Generator) -> Arguments:
    """One sense is far more frequent than the others."""
    size = int(rng.integers(10, 31))
    gold = NAMES[rng.choice(3, size, p=[0.6, 0.3, 0.1])]
    return gold, np.where(rng.uniform(size=size) < 0.6, gold, rng.permutation(gold))


ch10b_ex3 = Exercise(
    "10b.3",
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
