"""How fast our word vectors are trained, beside gensim's and beside plain loops.

    python course.py bench static

Skip-gram and fastText stand beside gensim's and beside a plain loop of our own, GloVe beside a
plain loop only (gensim has no GloVe). All take turns on the same text in one process and one
thread, and the median of the rounds counts. A pair is a centre word and one word near it; all
sides meet about the same number of them, so the number is counted once, on our side. The loops
get a small part of the text, since they are slow. Seconds are those of the processor.
"""

import argparse
import sys
from collections.abc import Callable, Sequence

import numpy as np
import torch

from elmo_lite import corpora, fasttext, glove, word2vec
from elmo_lite.experiments.bench._tools import in_turns
from elmo_lite.experiments.static_compare import gensim_fasttext, gensim_word2vec
from elmo_lite.text import SPECIALS

SETTINGS = word2vec.Word2VecSettings(epochs=1, min_count=5, seed=1)
FAST = fasttext.FastTextSettings(epochs=1, min_count=5, seed=1, buckets=100_000)
Job = tuple[str, Callable[[], object], float]  # name, what is measured, how many pairs it meets


def compare(title: str, jobs: Sequence[Job], rounds: int) -> None:
    """Print pairs per second of each job, and how ours (the first) compares with it."""
    times = in_turns({name: action for name, action, _ in jobs}, rounds)
    print(title)
    rates = {name: pairs / times[name] for name, _, pairs in jobs}
    ours = rates[jobs[0][0]]
    for name, rate in rates.items():
        print(f"  {name:<12}{rate:>12,.0f} pairs a second   ours is {ours / rate:.2f} times that")


def text(words: int) -> list[list[str]]:
    found, read = [], 0
    for sentence in corpora.wikipedia_sample().sentences:
        found.append([word.lower() for word in sentence])
        read += len(sentence)
        if read >= words:
            break
    return found


def numbers(sentences: list[list[str]]) -> tuple[np.ndarray, np.ndarray]:
    """The running text as ids, and the counts of the words."""
    vocabulary = word2vec.build_vocabulary(sentences, SETTINGS)
    counts = np.array(vocabulary.counts[len(SPECIALS) :])
    return word2vec.running_text(sentences, vocabulary), counts


def pairs_met(ids: np.ndarray, counts: np.ndarray) -> int:
    rng = np.random.default_rng(1)
    return sum(len(centres) for _, centres, _ in word2vec.batches(ids, counts, SETTINGS, rng))


# ---- plain loops: one pair after the other, one word after the other ----


def loop_skip_gram(centres: np.ndarray, contexts: np.ndarray, counts: np.ndarray) -> None:
    rng = np.random.default_rng(1)
    sampler = word2vec.NegativeSampler(counts)
    centre = (rng.random((len(counts), SETTINGS.emb_dim)) - 0.5) / SETTINGS.emb_dim
    context = np.zeros_like(centre)
    for c, true in zip(centres, contexts, strict=True):
        to_centre = np.zeros(SETTINGS.emb_dim)
        for k in range(1 + SETTINGS.negatives):
            word = true if k == 0 else sampler.draw(1, rng)[0]
            error = 1 / (1 + np.exp(-centre[c] @ context[word])) - (k == 0)
            to_centre += error * context[word]
            context[word] -= SETTINGS.learning_rate * error * centre[c]
        centre[c] -= SETTINGS.learning_rate * to_centre


def loop_fasttext(
    centres: np.ndarray, contexts: np.ndarray, counts: np.ndarray, pieces: list[np.ndarray]
) -> None:
    rng = np.random.default_rng(1)
    sampler = word2vec.NegativeSampler(counts)
    rows = (rng.random((len(counts) + FAST.buckets, FAST.emb_dim)) - 0.5) / FAST.emb_dim
    context = np.zeros((len(counts), FAST.emb_dim))
    for c, true in zip(centres, contexts, strict=True):
        given, to_given = rows[pieces[c]].mean(axis=0), np.zeros(FAST.emb_dim)
        for k in range(1 + FAST.negatives):
            word = true if k == 0 else sampler.draw(1, rng)[0]
            error = 1 / (1 + np.exp(-given @ context[word])) - (k == 0)
            to_given += error * context[word]
            context[word] -= 0.025 * error * given
        for row in pieces[c]:
            rows[row] -= 0.025 * to_given / len(pieces[c])


def loop_glove(rows: np.ndarray, columns: np.ndarray, values: np.ndarray, size: int) -> None:
    rng = np.random.default_rng(1)
    tables = (rng.random((2, size, 100)) - 0.5) / 100
    biases, squares = np.zeros((2, size)), np.ones((2, size, 101))
    for i, j, x in zip(rows, columns, values, strict=True):
        weight = min(1.0, (x / 10) ** 0.75)
        error = tables[0, i] @ tables[1, j] + biases[0, i] + biases[1, j] - np.log(x)
        pulls = [weight * error * tables[1, j], weight * error * tables[0, i]]
        for side, word in ((0, i), (1, j)):
            gradient = np.append(pulls[side], weight * error)
            step = 0.05 * gradient / np.sqrt(squares[side, word])
            squares[side, word] += gradient**2
            tables[side, word] -= step[:-1]
            biases[side, word] -= step[-1]


# ---- the three comparisons ----


def skip_gram(sentences: list[list[str]], loop_pairs: int, rounds: int) -> None:
    ids, counts = numbers(sentences)
    met = pairs_met(ids, counts)
    centres, contexts = (side[:loop_pairs] for side in word2vec.pairs(ids, 5))
    jobs = [
        ("ours", lambda: word2vec.train(sentences, SETTINGS), met),
        ("gensim", lambda: gensim_word2vec(sentences, SETTINGS), met),
        ("plain loop", lambda: loop_skip_gram(centres, contexts, counts), len(centres)),
    ]
    compare("Skip-gram, vocabulary included", jobs, rounds)


def fast_text(sentences: list[list[str]], loop_pairs: int, rounds: int) -> None:
    ids, counts = numbers(sentences)
    met = pairs_met(ids, counts)
    centres, contexts = (side[:loop_pairs] for side in word2vec.pairs(ids, 5))
    words = word2vec.build_vocabulary(sentences, SETTINGS).words[len(SPECIALS) :]
    pieces = [
        np.append(len(words) + fasttext.bucket_ids(FAST.pieces(word), FAST.buckets), i)
        for i, word in enumerate(words)
    ]
    jobs = [
        ("ours", lambda: fasttext.train(sentences, FAST), met),
        ("gensim", lambda: gensim_fasttext(sentences, FAST), met),
        ("plain loop", lambda: loop_fasttext(centres, contexts, counts, pieces), len(centres)),
    ]
    compare("FastText, vocabulary and n-grams included", jobs, rounds)


def glove_cells(sentences: list[list[str]], loop_pairs: int, rounds: int) -> None:
    settings = glove.GloveSettings(epochs=3)
    vocabulary = word2vec.build_vocabulary(sentences, SETTINGS)
    counts = glove.cooccurrence(sentences, vocabulary, settings.window).tocoo()
    part = np.random.default_rng(1).permutation(counts.nnz)[:loop_pairs]
    rows, columns = (side[part] for side in counts.coords)
    met = counts.nnz * settings.epochs
    jobs = [
        ("ours", lambda: glove.train(sentences, settings), met),
        (
            "plain loop",
            lambda: loop_glove(rows, columns, counts.data[part], len(vocabulary)),
            len(part),
        ),
    ]
    compare("GloVe, counting included (a pair is a filled cell of the table)", jobs, rounds)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python course.py bench static", description=__doc__)
    parser.add_argument("--words", type=int, default=200_000, help="words of text")
    parser.add_argument("--loop-pairs", type=int, default=10_000, help="pairs for the plain loops")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(argv)
    torch.set_num_threads(1)
    sentences = text(options.words)
    print(f"{sum(map(len, sentences)):,} words, median of {options.rounds} rounds, one thread")
    for measure in (skip_gram, fast_text, glove_cells):
        measure(sentences, options.loop_pairs, options.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
