"""The text of the perplexity ladder: one corpus, one split and one vocabulary for every model.

Perplexities can be compared only if all models score the same tokens and choose among the same
words.

* Text: the Wikipedia sample, split by article. No article is in two parts.
* Vocabulary: the 10,000 most frequent words of the training part, <unk>, and </s>, which ends a
  sentence. A model chooses among these 10,002; the mark <s> is given, never predicted.
* Every other word counts as <unk>, in training and in scoring. So <unk> has a probability like any
  frequent word, and saying "some rare word" is right for all of them, in every model.
* Each word and each </s> is scored once. Perplexity is exp of minus the mean log-probability.
* What a model leaves open (k, the order) is chosen on the dev part, never on the test part.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from elmo_lite.corpora.texts import Corpus, sha256, wikipedia_sample
from elmo_lite.text import UNK, Vocabulary

SPLIT = "by article: the last 10 are the test part, the 10 before them dev, the others train"
UNKNOWN = f"every word outside the vocabulary counts as {UNK}, in training and in scoring"
Sentences = list[list[str]]


@dataclass(frozen=True)
class LadderCorpus:
    """The three parts of the text, the vocabulary, and the conditions they set for a rung."""

    train: Sentences = field(repr=False)
    dev: Sentences = field(repr=False)
    test: Sentences = field(repr=False)
    vocabulary: Vocabulary
    conditions: dict[str, Any]


@cache
def corpus() -> LadderCorpus:
    """The text of the ladder; the first call reads it."""
    return split(wikipedia_sample())


def split(text: Corpus, held_out: int = 10, max_size: int = 10_000) -> LadderCorpus:
    """Last articles test, those before them dev, the rest train; vocabulary from train."""
    articles = text.documents
    cuts = (articles[: -2 * held_out], articles[-2 * held_out : -held_out], articles[-held_out:])
    train, dev, test = ([sentence for article in cut for sentence in article] for cut in cuts)
    vocabulary = Vocabulary.build(train, max_size=max_size)
    conditions = {
        "corpus": text.name,
        "corpus_sha256": sha256(articles),
        "split": SPLIT,
        "vocabulary_size": len(vocabulary),
        "vocabulary_sha256": hashlib.sha256("\n".join(vocabulary.words).encode()).hexdigest(),
        "unknown": UNKNOWN,
        "scored_tokens": {"dev": count_scored(dev), "test": count_scored(test)},
    }
    return LadderCorpus(train, dev, test, vocabulary, conditions)


def count_scored(sentences: Iterable[Sequence[str]]) -> int:
    """How many tokens a model scores: every word, and one </s> per sentence."""
    return sum(len(sentence) + 1 for sentence in sentences)
