"""Word senses (어의) from word vectors: neighbours, a sense tagger, its baselines. Notebook 10.

Everything here takes vectors of any kind, one row for each occurrence of a word: a layer of ELMo, a
layer of random weights, or an average of static vectors. So all of them are compared in one way.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from elmo_lite.corpora import Occurrence

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

NEIGHBOURS = 5
Senses = Sequence[str]
# training vectors, their senses, vectors to tag -> a sense for each
SenseTagger = Callable[[np.ndarray, Senses, np.ndarray], list[str]]


# ---- directions and neighbours ----


def unit(vectors: np.ndarray) -> np.ndarray:
    """Every row scaled to length 1; a row of zeros stays zeros. (n, dim) -> (n, dim)"""
    vectors = np.asarray(vectors, dtype=np.float32)
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9)


def centred(vectors: np.ndarray, mean: np.ndarray | None = None) -> np.ndarray:
    """Unit vectors after the mean is subtracted: what all occurrences share says nothing.

    mean: that of the training occurrences, if these are others; else that of `vectors` itself.
    """
    vectors = np.asarray(vectors, dtype=np.float32)
    return unit(vectors - (vectors.mean(axis=0) if mean is None else mean))


def nearest(queries: np.ndarray, bank: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """The k rows of `bank` with the largest cosine to each query, the nearest first.

    queries (q, dim) and bank (n, dim) are unit vectors -> indices (q, k), cosines (q, k)
    """
    cosines = queries @ bank.T
    # Equal vectors share a place on every computer: their cosines differ in the last digits only.
    order = np.argsort(-cosines.round(5), axis=1, kind="stable")[:, :k]
    return order, np.take_along_axis(cosines, order, axis=1)


# ---- spaces: what is subtracted and stretched before cosines are taken ----

SPACES = ("raw", "centred", "whitened 1/4", "whitened 1/2")


def placed(vectors: np.ndarray, groups: Sequence[np.ndarray], space: str) -> np.ndarray:
    """Unit vectors of occurrences in one of SPACES. (n, dim) -> (n, dim)

    groups: the rows of each word. Centred: the mean of its word is subtracted from each row.
    Whitened (백색화): then the directions in which all rows vary most are shrunk, by the
    eigenvalues of their covariance to the power -1/4 or -1/2, a tenth of the mean eigenvalue added
    to each.
    """
    rows_of = dict(enumerate(groups))
    return placed_like(vectors, rows_of, vectors[:0], {}, space)[0]


def placed_like(
    train: np.ndarray,
    train_rows: Mapping[Any, np.ndarray],
    test: np.ndarray,
    test_rows: Mapping[Any, np.ndarray],
    space: str,
) -> tuple[np.ndarray, np.ndarray]:
    """Place both parts as the training part wants it -> their unit vectors.

    train (n, dim), test (m, dim); train_rows and test_rows say which rows are those of a word.
    Means and directions come from the training part alone.
    """
    if space not in SPACES:
        raise ValueError(f"There is no space {space!r}: choose one of {', '.join(SPACES)}.")
    x, y = np.array(train, dtype=np.float32), np.array(test, dtype=np.float32)
    if space != "raw":
        means = {word: x[rows].mean(axis=0) for word, rows in train_rows.items()}
        for part, rows_of in ((x, train_rows), (y, test_rows)):
            for word, rows in rows_of.items():
                part[rows] -= means.get(word, 0)
    if space.startswith("whitened"):
        matrix = stretch(x, 0.25 if space.endswith("1/4") else 0.5)
        x, y = x @ matrix, y @ matrix
    return unit(x), unit(y)


def stretch(x: np.ndarray, power: float) -> np.ndarray:
    """The matrix (dim, dim) that shrinks the directions in which centred rows vary most."""
    values, directions = np.linalg.eigh(x.T @ x / len(x))
    values = np.maximum(values, 0) + max(values.mean() / 10, 1e-9)
    return directions * values**-power


# ---- taggers: vectors in, a sense for each out ----


def by_neighbours(
    train: np.ndarray, senses: Senses, test: np.ndarray, k: int = NEIGHBOURS, centre: bool = True
) -> list[str]:
    """The sense that most of the k nearest training occurrences have; if equal, the closer ones.

    centre: subtract the mean of the training vectors first.
    """
    mean = np.asarray(train, dtype=np.float32).mean(axis=0) * centre
    order, cosines = nearest(centred(test, mean), centred(train, mean), k)
    return [_vote([senses[i] for i in row], near) for row, near in zip(order, cosines, strict=True)]


def _vote(senses: list[str], cosines: np.ndarray) -> str:
    votes = Counter(senses)
    closeness = {
        sense: sum(c for s, c in zip(senses, cosines, strict=True) if s == sense) for sense in votes
    }
    return max(votes, key=lambda sense: (votes[sense], closeness[sense]))


def by_centroids(train: np.ndarray, senses: Senses, test: np.ndarray) -> list[str]:
    """The sense whose mean training vector, its centroid (중심), has the largest cosine.

    This is the way of the ELMo paper, section 5.3.
    """
    names, cosines = centroid_cosines(train, senses, test)
    return [names[i] for i in cosines.argmax(axis=1)]


def centroid_cosines(
    train: np.ndarray, senses: Senses, test: np.ndarray
) -> tuple[list[str], np.ndarray]:
    """The senses, and the cosine of every test vector with the centroid of each: (m, senses).

    The mean of the centroids is subtracted first. (The mean of all training vectors would be
    nearly that of the most frequent sense, whose centroid it would leave at the origin.)
    """
    train, labels = np.asarray(train, dtype=np.float32), np.asarray(senses)
    names = sorted(set(senses))
    centroids = np.stack([train[labels == name].mean(axis=0) for name in names])
    middle = centroids.mean(axis=0)
    return names, unit(test - middle) @ unit(centroids - middle).T


def most_frequent(senses: Senses) -> str:
    """The most frequent sense; of several the one seen first."""
    return Counter(senses).most_common(1)[0][0]


def left_out(directions: np.ndarray, senses: Senses, k: int = NEIGHBOURS) -> np.ndarray:
    """Which occurrences get their sense from the vote of their neighbours: (n,) of bool.

    directions: (n, dim), unit vectors; none votes for itself. Chooses a layer within the training
    part, so that the test part is scored once.
    """
    order, cosines = nearest(directions, directions, k + 1)
    right = np.zeros(len(senses), dtype=bool)
    for i, (row, near) in enumerate(zip(order, cosines, strict=True)):
        others = [(senses[j], c) for j, c in zip(row, near, strict=True) if j != i][:k]
        if others:
            names, closeness = zip(*others, strict=True)
            right[i] = _vote(list(names), np.array(closeness)) == senses[i]
    return right


def left_out_by_centroids(vectors: np.ndarray, senses: Senses) -> np.ndarray:
    """Which occurrences are nearest to the centroid of the others of their sense: (n,) of bool.

    An occurrence that is the only one of its sense has no such centroid and counts as wrong.
    """
    vectors, labels = np.asarray(vectors, dtype=np.float32), np.asarray(senses)
    names, right = sorted(set(senses)), np.zeros(len(labels), dtype=bool)
    means = np.stack([vectors[labels == name].mean(axis=0) for name in names])
    for s, name in enumerate(names):
        own = vectors[labels == name]
        if len(own) > 1:
            centroids = np.repeat(means[None], len(own), axis=0)  # (own, senses, dim)
            centroids[:, s] = (own.sum(axis=0) - own) / (len(own) - 1)
            middle = centroids.mean(axis=1)
            asked = unit(own - middle)[:, None]
            cosines = (asked * unit(centroids - middle[:, None])).sum(axis=2)
            right[labels == name] = cosines.argmax(axis=1) == s
    return right


# ---- many words at once ----


def by_lemma(occurrences: Iterable[Occurrence]) -> dict[str, np.ndarray]:
    """Lemma -> the indices of its occurrences."""
    places: dict[str, list[int]] = {}
    for i, occurrence in enumerate(occurrences):
        places.setdefault(occurrence.lemma, []).append(i)
    return {lemma: np.array(found) for lemma, found in places.items()}


def tag(
    train: Sequence[Occurrence],
    train_vectors: np.ndarray,
    test: Sequence[Occurrence],
    test_vectors: np.ndarray,
    tagger: SenseTagger = by_neighbours,
    fallback: Mapping[str, str] | None = None,
) -> list[str]:
    """Tag each test occurrence with a sense, one lemma at a time.

    A lemma without training occurrences gets `fallback[lemma]`, or "" where that is missing too.
    """
    seen = by_lemma(train)
    guesses = [""] * len(test)
    for lemma, rows in by_lemma(test).items():
        if lemma in seen:
            senses = [train[i].sense for i in seen[lemma]]
            if len(set(senses)) == 1:  # nothing to choose from: most words of a running text
                found = senses[:1] * len(rows)
            else:
                found = tagger(train_vectors[seen[lemma]], senses, test_vectors[rows])
        else:
            found = [(fallback or {}).get(lemma, "")] * len(rows)
        for row, sense in zip(rows, found, strict=True):
            guesses[row] = sense
    return guesses


def sample_of_each(senses: Senses, number: int, random: np.random.Generator) -> np.ndarray:
    """Sample `number` occurrences of each sense (all, if it has fewer) -> their indices."""
    labels = np.asarray(senses)
    chosen = [
        random.permutation(np.flatnonzero(labels == name))[:number] for name in sorted(set(senses))
    ]
    return np.sort(np.concatenate(chosen))


def accuracy(test: Sequence[Occurrence], guesses: Sequence[str]) -> float:
    """The share of occurrences with the right sense."""
    return float(np.mean([o.sense == guess for o, guess in zip(test, guesses, strict=True)]))


def balanced_accuracy(test: Sequence[Occurrence], guesses: Sequence[str]) -> float:
    """The share that is right in each sense, averaged over the senses (of every lemma)."""
    right: dict[tuple[str, str], list[bool]] = {}
    for o, guess in zip(test, guesses, strict=True):
        right.setdefault((o.lemma, o.sense), []).append(o.sense == guess)
    return float(np.mean([np.mean(found) for found in right.values()]))


# ---- baselines ----


def tag_most_frequent(
    train: Sequence[Occurrence],
    test: Sequence[Occurrence],
    fallback: Mapping[str, str] | None = None,
) -> list[str]:
    """For every occurrence the sense that its lemma has most often in training."""
    seen = {
        lemma: most_frequent([train[i].sense for i in rows])
        for lemma, rows in by_lemma(train).items()
    }
    return [seen.get(o.lemma, (fallback or {}).get(o.lemma, "")) for o in test]


def context(occurrence: Occurrence) -> list[str]:
    """The words around the occurrence, in lower case, the word itself left out."""
    around = occurrence.tokens[: occurrence.index] + occurrence.tokens[occurrence.end :]
    return [word.lower() for word in around]


def tag_naive_bayes(
    train: Sequence[Occurrence],
    test: Sequence[Occurrence],
    fallback: Mapping[str, str] | None = None,
) -> list[str]:
    """Naive Bayes over the bag of words around the occurrence, each lemma for itself."""
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.naive_bayes import MultinomialNB

    guesses = tag_most_frequent(train, test, fallback)
    seen = by_lemma(train)
    for lemma, rows in by_lemma(test).items():
        senses = [train[i].sense for i in seen.get(lemma, ())]
        bag = CountVectorizer(analyzer=context)
        if len(set(senses)) > 1 and any(context(train[i]) for i in seen[lemma]):
            counts = bag.fit_transform([train[i] for i in seen[lemma]])
            model = MultinomialNB().fit(counts, senses)
            for row, sense in zip(
                rows, model.predict(bag.transform([test[i] for i in rows])), strict=True
            ):
                guesses[row] = str(sense)
    return guesses


def context_average(occurrences: Sequence[Occurrence], vectors: "KeyedVectors") -> np.ndarray:
    """The mean of the static vectors of the words around: (occurrences, dim), zeros if none."""
    rows = np.zeros((len(occurrences), vectors.vector_size), np.float32)
    for i, occurrence in enumerate(occurrences):
        known = [vectors[word] for word in context(occurrence) if word in vectors]
        if known:
            rows[i] = np.mean(known, axis=0)
    return rows


# ---- how similar are occurrences of one sense? ----


def mean_cosines(vectors: np.ndarray, senses: Senses) -> tuple[float, float]:
    """Mean cosine of two occurrences of the same sense, and of two of different senses."""
    directions, labels = unit(vectors), np.asarray(senses)
    cosines = directions @ directions.T
    same = labels[:, None] == labels
    pairs = ~np.eye(len(labels), dtype=bool)
    return float(cosines[same & pairs].mean()), float(cosines[~same].mean())


def anisotropy(vectors: np.ndarray, pairs: int, random: np.random.Generator) -> float:
    """Mean cosine of two occurrences picked at random: how narrow the cone of all vectors is.

    If it is far above 0, a cosine of 0.9 may mean nothing; subtract the mean first.
    """
    first, second = random.integers(0, len(vectors), (2, pairs))
    first, second = first[first != second], second[first != second]
    return float((unit(vectors[first]) * unit(vectors[second])).sum(axis=1).mean())
