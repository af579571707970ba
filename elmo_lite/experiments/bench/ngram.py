"""How fast NGramModel counts and scores, beside nltk.lm in the same run.

    python course.py bench ngram

The text is made here: phrases of words that follow Zipf's law, so that n-grams come back as they
do in real text. Both sides take turns, and the medians are compared. nltk.lm scores Kneser-Ney by
a walk through all contexts for each token, so it gets few tokens there, and the time per token
counts. Seconds are those of the processor, so that other programs do not disturb the comparison.
The exit status is 1 if any ratio is below the target.
"""

import argparse
import sys
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from elmo_lite.experiments.bench._tools import in_turns, seconds
from elmo_lite.ngram import NGramModel
from elmo_lite.text import BOS, EOS, UNK, Vocabulary

TARGET = 20  # times faster than nltk.lm, for order 3 on 200,000 tokens
Sentences = list[list[str]]
Row = tuple[str, Callable[[], object], Callable[[], object], float]


def zipf_text(num_tokens: int, seed: int, num_words: int = 20_000) -> Sentences:
    """Sentences of 20 words, cut from phrases of 1 to 5 words; words and phrases are Zipfian."""
    words = [f"w{i}" for i in range(num_words)]
    phrases = np.split(_zipf(num_words, 150_000, seed=0), np.arange(3, 150_000, 3))  # shared
    random = np.random.default_rng(seed)
    chosen = _zipf(len(phrases), num_tokens // 2 + 1, seed)
    lengths = random.integers(1, 4, size=len(chosen))
    ids = np.concatenate([phrases[i][:n] for i, n in zip(chosen, lengths, strict=True)])
    while len(ids) < num_tokens:
        ids = np.concatenate([ids, ids])
    tokens = [words[i] for i in ids[:num_tokens]]
    return [tokens[start : start + 20] for start in range(0, num_tokens, 20)]


def _zipf(size: int, number: int, seed: int) -> np.ndarray:
    """`number` ranks below `size`; rank r has a probability proportional to 1 / (r + 3)."""
    cumulative = np.cumsum(1 / (np.arange(size) + 3))
    draws = np.random.default_rng(seed).random(number) * cumulative[-1]
    return np.searchsorted(cumulative, draws)


def compare(train: Sentences, test: Sentences, order: int, rounds: int) -> float:
    """Print one line per job and give back the smallest ratio."""
    rows = jobs(train, test, order)
    sides = {(name, i): side for name, *both, _ in rows for i, side in enumerate(both)}
    times = in_turns(sides, rounds)
    ratios = []
    print(f"{'':<22}{'elmo_lite':>12}{'nltk.lm':>12}{'ratio':>9}")
    for name, _, _, share in rows:
        ours_s, theirs_s = times[name, 0], times[name, 1] / share
        ratios.append(theirs_s / ours_s)
        note = "" if share == 1 else f"   (nltk.lm: {share:.2%} of the tokens, scaled up)"
        print(f"{name:<22}{ours_s:>10.3f} s{theirs_s:>10.2f} s{ratios[-1]:>8.0f}x{note}")
    return min(ratios)


def jobs(train: Sentences, test: Sentences, order: int) -> list[Row]:
    """(name, our action, nltk's action, the share of the tokens that nltk's action reads)."""
    from nltk import lm
    from nltk.lm.preprocessing import padded_everygrams
    from nltk.util import ngrams

    vocabulary = Vocabulary.build(train, max_size=10_000)
    known = lm.Vocabulary(vocabulary.words, unk_label=UNK)

    def ours(smoothing: str) -> NGramModel:
        return NGramModel(order, smoothing, delta=0.1, discount=0.75).fit(train, vocabulary)

    def peer(model: lm.api.LanguageModel) -> lm.api.LanguageModel:
        model.fit(padded_everygrams(order, sentence) for sentence in train)
        return model

    def padded_ngrams(sentences: Sentences) -> Iterator[tuple[str, ...]]:
        padded = ([BOS] * (order - 1) + sentence + [EOS] for sentence in sentences)
        return (gram for sentence in padded for gram in ngrams(sentence, order))

    def perplexity(model: lm.api.LanguageModel, sentences: Sentences) -> float:
        return model.perplexity(padded_ngrams(sentences))

    peers = {
        "mle": peer(lm.MLE(order, vocabulary=known)),
        "add-delta": peer(lm.Lidstone(0.1, order, vocabulary=known)),
        "kneser-ney": peer(lm.KneserNeyInterpolated(order, 0.75, vocabulary=known)),
    }
    # Without </s> in its history, a maximum likelihood is the same number in both.
    expected = [peers["mle"].score(gram[-1], gram[:-1]) for gram in padded_ngrams(test[:500])]
    if not np.allclose(np.exp(ours("mle").token_log_probabilities(test[:500])), expected):
        raise SystemExit("bench ngram: the two models disagree, so there is nothing to compare.")

    rows: list[Row] = [
        (
            "fit (kneser-ney)",
            lambda: ours("kneser-ney"),
            lambda: peer(lm.KneserNeyInterpolated(order, 0.75, vocabulary=known)),
            1.0,
        )
    ]
    for name, model in peers.items():
        read = test[:2] if name == "kneser-ney" else test
        share = sum(map(len, read)) / sum(map(len, test))
        actions = partial(ours(name).perplexity, test), partial(perplexity, model, read)
        rows.append((f"score ({name})", *actions, share))
    return rows


def measure_size(num_tokens: int, orders: Sequence[int]) -> None:
    """Print the seconds and the memory that a longer text takes."""
    train, test = zipf_text(num_tokens, seed=1), zipf_text(1_000_000, seed=2)
    vocabulary = Vocabulary.build(train, max_size=10_000)
    for order in orders:
        model = NGramModel(order, "kneser-ney")
        fit = seconds(partial(model.fit, train, vocabulary))
        score = seconds(partial(model.perplexity, test))
        ngrams = sum(level.table.nnz for level in model.levels)
        tracemalloc.start()
        model.fit(train, vocabulary)
        peak = tracemalloc.get_traced_memory()[1] / 2**20
        tracemalloc.stop()
        print(
            f"order {order}, {num_tokens:,} tokens, {ngrams:,} n-grams: fit {fit:.2f} s, "
            f"1,000,000 tokens scored in {score:.2f} s, {peak:,.0f} MiB at most while counting"
        )


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python course.py bench ngram", description=__doc__)
    parser.add_argument("--tokens", type=int, default=200_000, help="tokens beside nltk.lm")
    parser.add_argument("--long", type=int, default=1_000_000, help="tokens of the longer text")
    parser.add_argument("--order", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(argv)
    print(
        f"N-gram models: order {options.order}, {options.tokens:,} tokens counted and as many "
        f"others scored, median of {options.rounds} rounds"
    )
    worst = float("inf")
    try:
        train, test = zipf_text(options.tokens, seed=1), zipf_text(options.tokens, seed=2)
        worst = compare(train, test, options.order, options.rounds)
        print(f"smallest ratio {worst:.0f}x, target {TARGET}x")
    except ModuleNotFoundError as error:
        print(f"no comparison: {error.name} is not installed (it is in the extra 'peers')")
    measure_size(options.long, (3, 5))
    return int(worst < TARGET)


if __name__ == "__main__":
    sys.exit(main())
