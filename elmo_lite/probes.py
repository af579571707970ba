"""Linear probes (탐침): what can be read off a vector, and what to compare it with. Chapter 11.

A probe is a small classifier on frozen vectors, one row for each word. Its accuracy alone says
little: a probe can memorise, and a word's most frequent tag is right most of the time. So
every number here has its controls: random weights, most frequent tags, and labels chosen at random
for every word (Hewitt and Liang 2019).
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from unicodedata import normalize

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from elmo_lite.controls import CONTROLS, SEEDS, names_for
from elmo_lite.corpora.examples import Occurrence, Tagged, labelled
from elmo_lite.elmo import Elmo, Mixture, joined
from elmo_lite.left_out import leave_one_out
from elmo_lite.senses import mean_of_words_around
from elmo_lite.stats import interval, wilson

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

Words = Sequence[str]
Tags = Sequence[str]


@dataclass(frozen=True)
class ProbeSettings:
    """How a probe is trained. hidden=0 is a linear probe; more is one hidden layer of that size."""

    hidden: int = 0
    epochs: int = 8
    batch_size: int = 512
    learning_rate: float = 3e-3
    decay: float = 0.75  # of the learning rate, after every epoch
    weight_decay: float = 1e-4
    seed: int = 0


LINEAR = ProbeSettings()


class Probe(nn.Module):
    """Standardise every number of a vector, mix the layers if there are several, classify."""

    mean: Tensor
    deviation: Tensor

    def __init__(self, x: Tensor, num_tags: int, hidden: int = 0) -> None:
        """x: the training vectors, (words, dim) or (num_layers, words, dim)."""
        super().__init__()
        self.register_buffer("mean", x.mean(dim=-2, keepdim=True))
        self.register_buffer("deviation", x.std(dim=-2, correction=0, keepdim=True) + 1e-5)
        self.mix = Mixture(len(x)) if x.dim() == 3 else None
        dim = x.shape[-1]
        self.classify: nn.Module = nn.Linear(dim, num_tags)
        if hidden:
            first, last = nn.Linear(dim, hidden), nn.Linear(hidden, num_tags)
            self.classify = nn.Sequential(first, nn.ReLU(), last)

    def forward(self, x: Tensor) -> Tensor:
        """x (words, dim) or (num_layers, words, dim) -> a score for each tag (words, num_tags)"""
        z = (x - self.mean) / self.deviation
        return self.classify(self.mix(z) if self.mix else z)


def fit(x: np.ndarray, y: np.ndarray, num_tags: int, settings: ProbeSettings = LINEAR) -> Probe:
    """Train a probe on x (words, dim), or on several layers (num_layers, words, dim) and their mix.

    y: (words,), the number of the right tag of each word.
    """
    vectors, labels = _tensor(x), torch.as_tensor(y)
    if vectors.shape[-2] != len(labels):
        raise ValueError(f"There are {vectors.shape[-2]} vectors and {len(labels)} labels.")
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(settings.seed)
        probe, rate = Probe(vectors, num_tags, settings.hidden), settings.learning_rate
        optimizer = torch.optim.Adam(probe.parameters(), rate, weight_decay=settings.weight_decay)
        for epoch in range(settings.epochs):
            optimizer.param_groups[0]["lr"] = rate * settings.decay**epoch
            for rows in torch.randperm(len(labels)).split(settings.batch_size):
                optimizer.zero_grad()
                F.cross_entropy(probe(vectors[..., rows, :]), labels[rows]).backward()
                optimizer.step()
    return probe.eval()


@torch.inference_mode()
def predict(probe: Probe, x: np.ndarray) -> np.ndarray:
    """The number of the likeliest tag of each word: (words,)"""
    parts = _tensor(x).split(4096, dim=-2)
    return torch.cat([probe(part).argmax(dim=1) for part in parts]).numpy()


def _tensor(x: np.ndarray) -> Tensor:
    return torch.from_numpy(np.array(x, dtype=np.float32))


# ---- tagged sentences as arrays ----


def flat(sentences: Sequence[Tagged]) -> tuple[list[str], list[str]]:
    """All words and all tags, one sentence after another."""
    words = [word for words, _ in sentences for word in words]
    return words, [tag for _, tags in sentences for tag in tags]


def numbered(train: Tags, test: Tags) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Tags as numbers: (words,), (words,), and their names. A tag that only `test` has is never
    right, so it gets a number that no probe gives."""
    names = sorted(set(train))
    number = {name: i for i, name in enumerate(names)}
    ids = [np.array([number.get(tag, len(names)) for tag in tags]) for tags in (train, test)]
    return ids[0], ids[1], names


def half(x: np.ndarray, direction: str) -> np.ndarray:
    """The half of [forward; backward] that one direction wrote, or "both"."""
    dim = x.shape[-1] // 2
    parts = {"forward": slice(0, dim), "backward": slice(dim, None), "both": slice(None)}
    if direction not in parts:
        raise ValueError(f"direction is one of {', '.join(parts)}, not {direction!r}.")
    return x[..., parts[direction]]


# ---- controls ----


def most_frequent_tags(train_words: Words, train_tags: Tags, words: Words) -> list[str]:
    """For each word the tag that it has most often; a new word gets the most frequent tag of all.

    This needs no context and no vector, and is hard to beat.
    """
    counts: dict[str, Counter[str]] = {}
    for word, tag in zip(train_words, train_tags, strict=True):
        counts.setdefault(word, Counter())[tag] += 1
    best = {word: found.most_common(1)[0][0] for word, found in counts.items()}
    other = Counter(train_tags).most_common(1)[0][0]
    return [best.get(word, other) for word in words]


def control_labels(words: Words, tags: Tags, seed: int = 0) -> list[str]:
    """A control label (대조 레이블) for each word, the same wherever the word occurs.

    It is sampled as often as it occurs in `tags`, and means nothing: a probe that is good here has
    memorised the words. The hash of a word decides, so that lists of other words, those of a test
    part for instance, give a word the same label.
    """
    names, counts = np.unique(np.asarray(tags), return_counts=True)
    ends = np.cumsum(counts) / counts.sum()

    def label(word: str) -> str:
        digest = hashlib.sha256(f"{seed} {word}".encode("utf-8", "surrogatepass")).digest()
        share = int.from_bytes(digest[:6], "big") / 2**48  # evenly spread over 0 to 1
        return str(names[np.searchsorted(ends, share, side="right")])

    return [label(word) for word in words]


def letters(train_words: Words, train_tags: Tags, words: Words, seed: int = 0) -> list[str]:
    """A linear classifier on the character n-grams (1 to 4) of the word alone.

    It sees 800,000 words in all, or the training words 8 times, and small sets at most 100 times.
    """
    from sklearn.feature_extraction.text import HashingVectorizer
    from sklearn.linear_model import SGDClassifier

    grams = HashingVectorizer(
        analyzer="char_wb", ngram_range=(1, 4), lowercase=False, n_features=2**16
    )
    passes = max(8, min(100, 800_000 // len(train_words)))
    model = SGDClassifier(loss="log_loss", alpha=1e-6, max_iter=passes, tol=None, random_state=seed)
    model.fit(grams.transform(train_words), list(train_tags))
    return [str(tag) for tag in model.predict(grams.transform(words))]


def static_rows(words: Words, vectors) -> np.ndarray:
    """The static vector of every word in lower case, zeros for an unknown one: (words, dim)."""
    rows = np.zeros((len(words), vectors.vector_size), np.float32)
    for row, word in enumerate(words):
        if word.lower() in vectors:
            rows[row] = vectors[word.lower()]
    return rows


# ---- scores ----


def sentence_interval(right: np.ndarray, lengths: Sequence[int]) -> list[float]:
    """The 95 % interval of an accuracy, resampling whole sentences (words of one are similar)."""
    lengths = [length for length in lengths if length]
    starts = np.cumsum([0, *lengths[:-1]])
    return interval(np.add.reduceat(right.astype(float), starts), lengths)


# ---- labels of one's own ----


@dataclass(frozen=True)
class Probed:
    """What probes on a few examples get right, beside what could get it right as well."""

    labels: tuple[str, ...]  # of the examples
    right: dict[str, np.ndarray]  # way -> (examples,), 1 where its answer is right, a tie in part

    def scores(self) -> dict[str, tuple[float, float, float]]:
        """Way -> the share of right answers, and its 95 % interval from low to high.

        Every label counts the same, so that a frequent one does not make guessing look good.
        """
        counts = Counter(self.labels)
        weights = np.array([1 / counts[label] for label in self.labels]) / len(counts)
        shares = {way: float(weights @ right) for way, right in self.right.items()}
        return {
            way: (share, *wilson(share, 1 / np.sum(weights**2))) for way, share in shares.items()
        }

    def __str__(self) -> str:
        counts = Counter(self.labels)
        named = ", ".join(f"{counts[label]} {label}" for label in sorted(counts))
        lines = [f"{len(self.labels)} examples: {named}"]
        for way, (share, low, high) in self.scores().items():
            lines.append(f"{way:15} {share:4.0%} right, 95 %: {low:.0%} to {high:.0%}")
        return "\n".join(lines)


def from_examples(
    elmo: Elmo,
    examples: Iterable[str | tuple[str, str, str]],
    static: "KeyedVectors | None" = None,
) -> Probed:
    """Probe each layer for labels of any kind, each example left out once, beside its controls.

    >>> print(from_examples(elmo, ["past: I *read* it yesterday .", ...]))
    24 examples: 12 now, 12 past
    blind            50% right, 95 %: 31% to 69%
    ...

    examples: lines "label: a sentence with one *marked* word", or (sentence, word, label).
    static: word vectors for the words around. Untrained networks answer from their upper layer.
    """
    found = labelled(examples)
    labels = np.array([occurrence.sense for occurrence in found])
    apart = [o.tokens for o in found], [o.lemma.lower() for o in found]
    frequent = Counter(labels.tolist()).most_common(1)[0][0]
    right = {"blind": (labels == frequent).astype(float)}
    if static is not None:
        around = mean_of_words_around(found, static, cut=200)
        right["words around"] = leave_one_out(around, labels, *apart)
    right["letters"] = leave_one_out(_letter_counts(found), labels, *apart)
    for control in names_for(elmo):  # random, warm start
        tried = [_marked_layers(CONTROLS[control](elmo, seed), found)[-1] for seed in range(SEEDS)]
        scores = [leave_one_out(x, labels, *apart) for x in tried]
        right[f"{control.split()[0]} context"] = np.mean(scores, axis=0)
    for j, x in enumerate(_marked_layers(elmo, found)):
        right[f"layer {j}"] = leave_one_out(x, labels, *apart)
    return Probed(tuple(labels.tolist()), right)


def _marked_layers(elmo: Elmo, found: Sequence[Occurrence]) -> np.ndarray:
    """Every layer of the marked words, several of them averaged: (layers, examples, dim)"""
    read = elmo.layers([list(occurrence.tokens) for occurrence in found], progress=False)
    rows = [joined(r)[:, o.index : o.end].mean(dim=1) for r, o in zip(read, found, strict=True)]
    return torch.stack(rows, dim=1).double().numpy()


def _letter_counts(found: Sequence[Occurrence]) -> np.ndarray:
    """How often each n-gram of 1 to 4 letters is in the marked word: (examples, n-grams)

    Hangul comes apart into jamo.
    """
    from sklearn.feature_extraction.text import CountVectorizer

    grams = CountVectorizer(analyzer="char_wb", ngram_range=(1, 4), lowercase=False)
    return grams.fit_transform([normalize("NFD", o.lemma) for o in found]).toarray().astype(float)
