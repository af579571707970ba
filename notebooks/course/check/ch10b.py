"""Answer checks of chapter 10b: the vote, centroids, the most frequent sense, balanced accuracy."""

from collections import Counter

import numpy as np

from notebooks.course.check.exercise import Arguments, Exercise

NAMES = np.array(["bank.money", "bank.river", "bank.snow"])


def vote(labels, cosines, *, each=1.0):
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
        (dict(each=0), "First the number of votes counts; the sums decide only between equals."),
        (
            lambda labels, cosines: labels[int(np.argmax(cosines))],
            "This is the nearest neighbour alone: all of them vote.",
        ),
    ],
    returns="one of the labels",
    hint="The label with the most votes; of several, the one with the largest sum of cosines.",
)


def centroid_cosines(learned, labels, new, *, means=("centroids", "centroids"), scaled=True):
    """means: what is subtracted from the new vectors, and from the centroids."""
    names = sorted(set(labels))
    centroids = np.stack([learned[labels == name].mean(axis=0) for name in names])
    mean = {"centroids": centroids.mean(axis=0), "all": learned.mean(axis=0), "": 0}
    x, y = new - mean[means[0]], centroids - mean[means[1]]
    if scaled:
        x, y = (part / np.linalg.norm(part, axis=1, keepdims=True) for part in (x, y))
    return x @ y.T


def _unfair(rng: np.random.Generator) -> Arguments:
    """One sense is far more frequent than the others, and all vectors share a large part."""
    sizes = ((9, 1), (6, 2), (8, 2, 1))[rng.integers(3)]
    labels = rng.permutation(np.repeat(NAMES[: len(sizes)], sizes))
    centroids, noise = rng.normal(1, 1, (len(sizes), 4)), rng.normal(0, 0.3, (len(labels) + 3, 4))
    kinds = np.append(np.searchsorted(NAMES, labels), rng.integers(0, len(sizes), 3))
    vectors = centroids[kinds] + noise
    return vectors[:-3], labels, vectors[-3:]


SHIPS = np.array([[1.0, 0]] * 9 + [[0, 1]]), np.array(["ship"] * 9 + ["pear"])
FROM_BOTH = "Subtract the mean of the centroids from both: from the new vectors and the centroids."

ch10b_ex2 = Exercise(
    "10b.2",
    centroid_cosines,
    _unfair,
    cases=[(*SHIPS, np.array([[0.9, 0.2], [0.3, 0.8]]))],
    mistakes=[
        (
            dict(means=("all", "all")),
            "You subtract the mean of all examples, which is nearly the frequent sense itself. "
            "Subtract the mean of the centroids: there every sense counts once.",
        ),
        (
            dict(means=("", "")),
            "These are the cosines of equation (1): subtract the mean of the centroids first.",
        ),
        (dict(means=("", "centroids")), FROM_BOTH),
        (dict(means=("centroids", "")), FROM_BOTH),
        (
            dict(scaled=False),
            "These are dot products: divide every row by its length, after the subtraction.",
        ),
        (
            lambda learned, labels, new: centroid_cosines(learned, labels, new).T,
            "A row for each new vector and a column for each sense, not the other way round.",
        ),
    ],
    returns="an array with a row for each new vector and a column for each sense",
    hint="Subtract the mean of the centroids, then take the cosines, senses in alphabetical order.",
    tolerance=1e-4,
)


def _most_frequent(senses: list[str]) -> str:
    return Counter(senses).most_common(1)[0][0]


def usual_sense(lemma, train, first, *, of=_most_frequent):
    found = [sense for word, sense in train if word == lemma]
    return of(found) if found else first.get(lemma, "")


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
        (dict(of=lambda senses: senses[0]), TRAINING_FIRST),
        (dict(of=lambda senses: senses[-1]), TRAINING_FIRST),
        (dict(first={}), "Training never had this word: ask the dictionary `first`."),
    ],
    returns="the name of a sense",
    hint="`bank` is bank.money in training, three times of five; `gift` is only in `first`, and "
    "`yard` is in neither.",
)


def balanced_accuracy(gold: np.ndarray, guesses: np.ndarray) -> float:
    return float(np.mean([np.mean(guesses[gold == sense] == sense) for sense in np.unique(gold)]))


def _gold_and_guesses(rng: np.random.Generator) -> Arguments:
    """One sense is far more frequent than the others."""
    size = int(rng.integers(10, 31))
    gold = NAMES[rng.choice(3, size, p=[0.6, 0.3, 0.1])]
    return gold, np.where(rng.uniform(size=size) < 0.6, gold, rng.permutation(gold))


ch10b_ex4 = Exercise(
    "10b.4",
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
