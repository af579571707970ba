"""Word senses (어의) from word vectors: spaces, neighbours, a sense tagger. Notebooks 10 and 10b.

Everything here takes vectors of any kind, one row for each occurrence of a word: a layer of ELMo, a
layer of random weights, or a mean of static vectors. So all of them are compared in one way.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from elmo_lite.corpora import Occurrence
from elmo_lite.corpora.examples import from_examples as from_examples  # an inventory of one's own

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

NEIGHBOURS = 5
Labels = Sequence[str] | np.ndarray  # the sense, or the word, of each row
# vectors to learn from, their senses, vectors to tag -> a sense for each of these
SenseTagger = Callable[[np.ndarray, Labels, np.ndarray], list[str]]


def rows_of(names: Iterable[str]) -> dict[str, np.ndarray]:
    """Name -> the indices at which it stands."""
    found: dict[str, list[int]] = {}
    for i, name in enumerate(names):
        found.setdefault(name, []).append(i)
    return {name: np.array(rows) for name, rows in found.items()}


def by_lemma(occurrences: Iterable[Occurrence]) -> dict[str, np.ndarray]:
    """Lemma -> the indices of its occurrences."""
    return rows_of(occurrence.lemma for occurrence in occurrences)


# ---- spaces: what is subtracted and shrunk before cosines are taken ----

# Name of a space -> the power of the variance by which the wide directions are shrunk.
POWERS = {"raw": 0.0, "centred": 0.0, "whitened 1/4": 0.25, "whitened 1/2": 0.5}
SPACES = tuple(POWERS)


def unit(vectors: np.ndarray) -> np.ndarray:
    """Every row scaled to length 1; a row of zeros stays zeros. (n, dim) -> (n, dim)"""
    vectors = np.asarray(vectors, dtype=np.float32)
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9)


def centred(vectors: np.ndarray, mean: np.ndarray | None = None) -> np.ndarray:
    """Unit vectors after the mean is subtracted: what all occurrences share says nothing.

    mean: that of the occurrences to learn from, if these are others; else that of `vectors` itself.
    """
    vectors = np.asarray(vectors, dtype=np.float32)
    return unit(vectors - (vectors.mean(axis=0) if mean is None else mean))


def subtract_means(vectors: np.ndarray, groups: Labels) -> np.ndarray:
    """(n, dim) and n names -> (n, dim), each row minus the mean of its group."""
    moved = np.array(vectors, dtype=np.float32)
    for rows in rows_of(groups).values():
        moved[rows] -= moved[rows].mean(axis=0)
    return moved


def whiten(vectors: np.ndarray, power: float) -> np.ndarray:
    """Centred (n, dim) -> (n, dim) along the axes of PCA, the wide ones shrunk (백색화)."""
    return vectors @ whitening(vectors, power)


def whitening(vectors: np.ndarray, power: float) -> np.ndarray:
    """The matrix of `whiten`, (dim, dim): each axis of PCA divided by its variance to a power.

    A tenth of the mean variance is added to each, so that no axis is blown up.
    """
    variances, axes = np.linalg.eigh(vectors.T @ vectors / len(vectors))
    variances = np.maximum(variances, 0)  # rounding can push a 0 below 0
    return axes / (variances + max(variances.mean() / 10, 1e-9)) ** power


def in_space(vectors: np.ndarray, groups: Labels, space: str) -> np.ndarray:
    """Unit vectors of occurrences in one of SPACES: (n, dim) and n names -> (n, dim).

    groups: the word of each row. All spaces but "raw" subtract the mean of each word.
    """
    x = np.array(vectors, dtype=np.float32)
    if _checked(space) != "raw":
        x = subtract_means(x, groups)
    if POWERS[space]:
        x = whiten(x, POWERS[space])
    return unit(x)


def both_in_space(
    learned: np.ndarray, groups: Labels, new: np.ndarray, new_groups: Labels, space: str
) -> tuple[np.ndarray, np.ndarray]:
    """in_space for vectors to learn from and for new ones: (n, dim), (m, dim).

    Means and axes come from the first part alone. A new word that it lacks keeps its mean.
    """
    x, y = np.array(learned, dtype=np.float32), np.array(new, dtype=np.float32)
    if _checked(space) != "raw":
        means = {name: x[rows].mean(axis=0) for name, rows in rows_of(groups).items()}
        for name, rows in rows_of(new_groups).items():
            y[rows] -= means.get(name, 0)
        x = subtract_means(x, groups)
    if POWERS[space]:
        matrix = whitening(x, POWERS[space])
        x, y = x @ matrix, y @ matrix
    return unit(x), unit(y)


def _checked(space: str) -> str:
    if space not in SPACES:
        raise ValueError(f"There is no space {space!r}: choose one of {', '.join(SPACES)}.")
    return space


# ---- neighbours ----


def neighbours(asked: np.ndarray, known: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """The k rows of `known` with the largest cosine to each row of `asked`, the nearest first.

    Both are unit vectors, (m, dim) and (n, dim) -> indices (m, k), cosines (m, k)
    """
    cosines = asked @ known.T
    # Equal vectors share a rank on every computer: their cosines differ in the last digits only.
    order = np.argsort(-cosines.round(5), axis=1, kind="stable")[:, :k]
    return order, np.take_along_axis(cosines, order, axis=1)


def vote(labels: Labels, cosines: Iterable[float]) -> str:
    """The label with the most votes; of several, the one with the largest sum of cosines."""
    votes: dict[str, tuple[int, float]] = {}
    for label, cosine in zip(labels, cosines, strict=True):
        number, total = votes.get(label, (0, 0.0))
        votes[label] = (number + 1, total + cosine)
    return max(votes, key=lambda label: votes[label])


# ---- taggers: vectors to learn from, their senses, new vectors -> a sense for each of these ----


def by_neighbours(
    learned: np.ndarray, labels: Labels, new: np.ndarray, k: int = NEIGHBOURS
) -> list[str]:
    """The vote of the k nearest occurrences. learned (n, dim) and new (m, dim): unit vectors."""
    order, cosines = neighbours(new, learned, k)
    return [vote([labels[i] for i in row], near) for row, near in zip(order, cosines, strict=True)]


def by_centroids(learned: np.ndarray, labels: Labels, new: np.ndarray) -> list[str]:
    """The sense whose mean vector, its centroid (중심), has the largest cosine.

    This is the way of the ELMo paper, section 5.3.
    """
    names, cosines = sorted(set(labels)), centroid_cosines(learned, labels, new)
    return [names[i] for i in cosines.argmax(axis=1)]


def centroid_cosines(learned: np.ndarray, labels: Labels, new: np.ndarray) -> np.ndarray:
    """The cosine of each new vector with the centroid of each sense, in alphabetical order.

    (n, dim), n senses, (m, dim) -> (m, senses). The mean of the centroids is subtracted first.
    (The mean of all vectors would be nearly that of the most frequent sense, whose centroid it
    would leave at the origin.)
    """
    learned, kinds = np.asarray(learned, dtype=np.float32), np.asarray(labels)
    centroids = np.stack([learned[kinds == name].mean(axis=0) for name in sorted(set(labels))])
    middle = centroids.mean(axis=0)
    return unit(new - middle) @ unit(centroids - middle).T


def leave_one_out(directions: np.ndarray, labels: Labels, k: int = NEIGHBOURS) -> np.ndarray:
    """Which occurrences get their sense from the vote of their neighbours: (n,) of bool.

    directions: (n, dim), unit vectors; none votes for itself. Chooses a layer or a space within the
    training part, so that the test part is scored once.
    """
    order, cosines = neighbours(directions, directions, k + 1)
    right = np.zeros(len(labels), dtype=bool)
    for i in range(len(labels)):
        others = order[i] != i
        rows, near = order[i][others][:k], cosines[i][others][:k]
        if len(rows):
            right[i] = vote([labels[row] for row in rows], near) == labels[i]
    return right


def leave_one_out_by_centroids(vectors: np.ndarray, labels: Labels) -> np.ndarray:
    """Which occurrences are nearest to the centroid of the others of their sense: (n,) of bool.

    An occurrence that is the only one of its sense has no such centroid and counts as wrong.
    """
    kinds, cosines = np.asarray(labels), left_out_cosines(vectors, labels)
    own = np.searchsorted(sorted(set(labels)), kinds)
    alone = np.isinf(cosines[np.arange(len(own)), own])
    return (cosines.argmax(axis=1) == own) & ~alone


def left_out_cosines(vectors: np.ndarray, labels: Labels) -> np.ndarray:
    """centroid_cosines of each occurrence with itself left out: (n, dim), n senses -> (n, senses).

    -inf where an occurrence is the only one of its sense: without it there is no centroid.
    """
    vectors, kinds = np.asarray(vectors, dtype=np.float32), np.asarray(labels)
    names = sorted(set(labels))
    means = np.stack([vectors[kinds == name].mean(axis=0) for name in names])
    found = np.full((len(kinds), len(names)), -np.inf, np.float32)
    for s, name in enumerate(names):
        own = vectors[kinds == name]
        if len(own) > 1:
            centroids = np.repeat(means[None], len(own), axis=0)  # (own, senses, dim)
            centroids[:, s] = (own.sum(axis=0) - own) / (len(own) - 1)
            middle = centroids.mean(axis=1)
            asked = unit(own - middle)[:, None]
            found[kinds == name] = (asked * unit(centroids - middle[:, None])).sum(axis=2)
    return found


# ---- many words at once ----


def tag(
    train: Sequence[Occurrence],
    learned: np.ndarray,
    test: Sequence[Occurrence],
    new: np.ndarray,
    tagger: SenseTagger = by_neighbours,
    fallback: Mapping[str, str] | None = None,
) -> list[str]:
    """Tag each test occurrence with a sense, one lemma after the other.

    learned, new: the vectors of both parts. A lemma without training occurrences gets
    `fallback[lemma]`, or "" where that is missing too.
    """
    seen = by_lemma(train)
    guesses = [""] * len(test)
    for lemma, rows in by_lemma(test).items():
        if lemma in seen:
            labels = [train[i].sense for i in seen[lemma]]
            if len(set(labels)) == 1:  # nothing to choose from: most words of a running text
                found = labels[:1] * len(rows)
            else:
                found = tagger(learned[seen[lemma]], labels, new[rows])
        else:
            found = [(fallback or {}).get(lemma, "")] * len(rows)
        for row, sense in zip(rows, found, strict=True):
            guesses[row] = sense
    return guesses


def sample_of_each(labels: Labels, number: int, random: np.random.Generator) -> np.ndarray:
    """Sample `number` occurrences of each sense (all, if it has fewer) -> their indices."""
    kinds = np.asarray(labels)
    chosen = [
        random.permutation(np.flatnonzero(kinds == name))[:number] for name in sorted(set(labels))
    ]
    return np.sort(np.concatenate(chosen))


def balanced_accuracy(gold: Labels, guesses: Labels) -> float:
    """The share that is right in each sense, averaged over the senses."""
    right = np.asarray(gold) == np.asarray(guesses)
    return float(np.mean([right[rows].mean() for rows in rows_of(gold).values()]))


# ---- baselines ----


def most_frequent(labels: Labels) -> str:
    """The most frequent sense; of several the one seen first."""
    return Counter(labels).most_common(1)[0][0]


def tag_most_frequent(train: Sequence[Occurrence], test: Sequence[Occurrence]) -> list[str]:
    """For every occurrence the sense that its lemma has most often in training."""
    seen = {w: most_frequent([train[i].sense for i in rows]) for w, rows in by_lemma(train).items()}
    return [seen.get(o.lemma, "") for o in test]


def words_around(occurrence: Occurrence) -> list[str]:
    """The words around the occurrence, in lower case, the word itself left out."""
    around = occurrence.tokens[: occurrence.index] + occurrence.tokens[occurrence.end :]
    return [word.lower() for word in around]


def tag_naive_bayes(train: Sequence[Occurrence], test: Sequence[Occurrence]) -> list[str]:
    """Naive Bayes over the bag of words around the occurrence, each lemma for itself."""
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.naive_bayes import MultinomialNB

    guesses = tag_most_frequent(train, test)
    seen = by_lemma(train)
    for lemma, rows in by_lemma(test).items():
        senses = [train[i].sense for i in seen.get(lemma, ())]
        bag = CountVectorizer(analyzer=words_around)
        if len(set(senses)) > 1 and any(words_around(train[i]) for i in seen[lemma]):
            counts = bag.fit_transform([train[i] for i in seen[lemma]])
            model = MultinomialNB().fit(counts, senses)
            for row, sense in zip(
                rows, model.predict(bag.transform([test[i] for i in rows])), strict=True
            ):
                guesses[row] = str(sense)
    return guesses


def mean_of_words_around(
    occurrences: Sequence[Occurrence], vectors: "KeyedVectors", cut: int = 0
) -> np.ndarray:
    """The mean of the static vectors of the words around: (occurrences, dim), zeros if none.

    cut: so many of the most frequent words, mostly function words, are left out.
    """
    rows = np.zeros((len(occurrences), vectors.vector_size), np.float32)
    for i, occurrence in enumerate(occurrences):
        words = [word for word in words_around(occurrence) if word in vectors]
        # key_to_index counts from the most frequent word; fastText has vectors for others as well.
        known = [vectors[word] for word in words if vectors.key_to_index.get(word, cut) >= cut]
        if known:
            rows[i] = np.mean(known, axis=0)
    return rows


def next_door(occurrences: Sequence[Occurrence], vectors: "KeyedVectors") -> np.ndarray:
    """Unit static vectors of the words before and after, zeros if none: (2, occurrences, dim)."""
    rows = np.zeros((2, len(occurrences), vectors.vector_size), np.float32)
    for i, o in enumerate(occurrences):
        for side, at in zip(rows, (o.index - 1, o.end), strict=True):
            word = o.tokens[at].lower() if 0 <= at < len(o.tokens) else ""
            if word in vectors:
                side[i] = vectors[word]
    return unit(rows)


# ---- how similar are occurrences of one sense? ----


def anisotropy(vectors: np.ndarray, pairs: int, random: np.random.Generator) -> float:
    """Mean cosine of two occurrences picked at random: how narrow the cone of all vectors is.

    If it is far above 0, a cosine of 0.9 may mean nothing; subtract the mean first.
    """
    first, second = random.integers(0, len(vectors), (2, pairs))
    first, second = first[first != second], second[first != second]
    return float((unit(vectors[first]) * unit(vectors[second])).sum(axis=1).mean())
