"""The perplexity ladder: every language model of the course on the same text.

Perplexities can be compared only if all models score the same tokens and choose among the same
words. So each rung (one model, one number) carries the conditions that it was measured under, and
rungs with different conditions are refused.

* Text: the Wikipedia sample inside gensim, split by article. No article is in two parts.
* Vocabulary: the 10,000 most frequent words of the training part, <unk>, and </s>, which ends a
  sentence. A model chooses among these 10,002; the mark <s> is given, never predicted.
* Every other word counts as <unk>, in training and in scoring. So <unk> has a probability like any
  frequent word, and saying "some rare word" is right for all of them, in every model.
* Each word and each </s> is scored once. Perplexity is exp of minus the mean log-probability.
* What a model leaves open (k, the order) is chosen on the dev part, never on the test part.

`python -m elmo_lite ladder` measures the rungs and writes data/results/ladder.jsonl: see
ladder_command.py.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from elmo_lite import corpora
from elmo_lite.corpora.corpus import sha256
from elmo_lite.experiments import results
from elmo_lite.files import RESULTS
from elmo_lite.ngram import Predictor, TokenLists
from elmo_lite.text import BOS, UNK, Vocabulary

FILE = RESULTS / "ladder.jsonl"
SPLIT = "by article: the last 10 are the test part, the 10 before them dev, the others train"
UNKNOWN = f"every word outside the vocabulary counts as {UNK}, in training and in scoring"
CONDITIONS = (
    *("corpus", "corpus_sha256", "split", "vocabulary_size", "vocabulary_sha256"),
    *("unknown", "scored_tokens"),
)

Rung = dict[str, Any]


@dataclass(frozen=True)
class LadderCorpus:
    """The three parts of the text, the vocabulary, and the conditions they set for a rung."""

    train: TokenLists = field(repr=False)
    dev: TokenLists = field(repr=False)
    test: TokenLists = field(repr=False)
    vocabulary: Vocabulary
    conditions: dict[str, Any]


@cache
def corpus() -> LadderCorpus:
    """The text of the ladder. The first call prepares it, which takes seconds."""
    return split(corpora.wikipedia_sample())


def split(text: corpora.Corpus, held_out: int = 10, max_size: int = 10_000) -> LadderCorpus:
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


class Uniform:
    """Every word of the vocabulary but <s> is equally likely, always: the foot of the ladder."""

    def __init__(self, vocabulary: Vocabulary):
        self.log_p = -np.log(len(vocabulary) - (BOS in vocabulary))

    def token_log_probabilities(self, sentences: TokenLists) -> np.ndarray:
        return np.full(count_scored(sentences), self.log_p)


# ---- rungs ----


def rung(
    name: str,
    model: Predictor,
    text: LadderCorpus,
    order: int | None = None,
    direction: str = "forward",
    chosen: dict[str, Any] | None = None,
) -> Rung:
    """Measure a fitted model on the dev and the test part.

    `order` is how many words it looks at, the predicted one included (None: all before it);
    `chosen` holds what was chosen on dev. A perplexity of None means infinite: `zeros` says for
    which share of the tokens the model gave a probability of 0.
    """
    perplexity, zeros = {}, {}
    for part, sentences in (("dev", text.dev), ("test", text.test)):
        log_p = model.token_log_probabilities(sentences)
        expected = text.conditions["scored_tokens"][part]
        if log_p.shape != (expected,):
            scored = f"{name} scored {log_p.size:,} tokens of the {part} part"
            raise ValueError(f"{scored}, not {expected:,}: score every word and one </s> each.")
        if np.isnan(log_p).any() or (log_p > 1e-6).any():
            raise ValueError(f"{name} gave a log-probability above 0, or none at all (nan).")
        zeros[part] = round(float(np.isneginf(log_p).mean()), 4)
        perplexity[part] = None if zeros[part] else round(float(np.exp(-log_p.mean())), 3)
    result: Rung = {"name": name, "perplexity": perplexity, "zeros": zeros, "order": order}
    return result | {"direction": direction, "chosen": chosen or {}} | text.conditions


def read(path: Path = FILE) -> list[Rung]:
    """All rungs of the results file, if they were measured under the same conditions."""
    if not path.exists():
        raise FileNotFoundError(f"There is no {path.name} yet: run python -m elmo_lite ladder")
    rungs: list[Rung] = results.read(path)["experiments"]["ladder"]["rows"]
    first = rungs[0]
    for each in rungs:
        for condition in CONDITIONS:
            if each.get(condition) != first.get(condition):
                raise ValueError(
                    f"The rung {each['name']!r} cannot be compared with {first['name']!r}: "
                    f"{condition} differs ({each.get(condition)} and {first.get(condition)}). "
                    "Measure both on the same text: python -m elmo_lite ladder"
                )
    return rungs


def load(
    path: Path = FILE, direction: str = "forward", without: Sequence[str] = ()
) -> dict[str, float]:
    """Name -> test perplexity, from the worst to the best, for a figure.

    Left out are infinite ones (no bar), and names with a word of `without` (not built yet).
    """
    found = {}
    for each in read(path):
        name, perplexity = each["name"], each["perplexity"]["test"]
        if perplexity and each["direction"] == direction and not any(w in name for w in without):
            found[name] = perplexity
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))
