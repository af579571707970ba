"""The course's own models beside what everybody uses: how much slower, or faster, are they?

    python course.py bench peers [--rounds 3]

counting: a trigram model with Kneser-Ney, beside nltk.lm, on the course's piece of Wikipedia
skip-gram: one epoch of negative sampling at gensim's settings, beside gensim, in one thread
training: a window of the shape `lite`, beside the loss of chapter 08, and beside the same network
    of nn.LSTM with a full softmax; all begin from random weights

The ways of a comparison run in turns. Printed are medians of seconds, the ratio to the first way,
and the work in a second. Only the ratios of one run mean something.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from elmo_lite import corpora, word2vec
from elmo_lite.bilm import SHAPES, BiLanguageModel
from elmo_lite.ngram import NGramModel
from elmo_lite.text import UNK, Vocabulary
from elmo_lite.training.batches import NO_TARGET, pack
from elmo_lite.training.command import bfloat16_is_faster
from elmo_lite.training.run import TrainingRun, TrainingSettings, tensors_of
from experiments.static_compare import SETTINGS, gensim_word2vec

SCORED = 20  # sentences: nltk goes through its counts for each word
ROWS, STEPS = 64, 32
Text = list[list[str]]
Way = Callable[[], object]


def in_turns(title: str, work: int, unit: str, ways: dict[str, Way], rounds: int) -> None:
    """Time every way, in turns, and print the medians."""
    found: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            found[name].append(time.perf_counter() - start)
    print(f"\n{title}")
    first = statistics.median(next(iter(found.values())))
    for name, times in found.items():
        middle = statistics.median(times)
        print(f"{name:<34}{middle:9.3f} s{first / middle:9.2f} x{work / middle:12,.0f} {unit}/s")


# ---- counting ----


def nltk_model(sentences: Text, vocabulary: Vocabulary) -> object:
    from nltk import lm
    from nltk.lm.preprocessing import padded_everygram_pipeline

    grams, words = padded_everygram_pipeline(3, known(sentences, vocabulary))
    model = lm.KneserNeyInterpolated(3)
    model.fit(grams, words)
    return model


def known(sentences: Text, vocabulary: Vocabulary) -> list[list[str]]:
    return [[word if word in vocabulary else UNK for word in s] for s in sentences]


def nltk_scores(model, sentences: Text, vocabulary: Vocabulary) -> list[float]:
    from nltk.lm.preprocessing import pad_both_ends
    from nltk.util import ngrams

    grams = [g for s in known(sentences, vocabulary) for g in ngrams(pad_both_ends(s, 3), 3)]
    return [model.logscore(word, context) for *context, word in grams]


def counting(text: Text, rounds: int) -> None:
    vocabulary = Vocabulary.build(text, min_count=2)
    words = sum(map(len, text))
    fits: dict[str, Way] = {
        "nltk.lm": lambda: nltk_model(text, vocabulary),
        "elmo_lite.ngram": lambda: NGramModel(3, "kneser-ney").fit(text, vocabulary),
    }
    in_turns("counting: fit a trigram model", words, "words", fits, rounds)
    theirs, ours = fits["nltk.lm"](), NGramModel(3, "kneser-ney").fit(text, vocabulary)
    asked = text[:SCORED]
    scores: dict[str, Way] = {
        "nltk.lm": lambda: nltk_scores(theirs, asked, vocabulary),
        "elmo_lite.ngram": lambda: ours.token_log_probabilities(asked),
    }
    in_turns("counting: score with it", sum(map(len, asked)), "words", scores, rounds)


# ---- skip-gram ----


def skip_gram(text: Text, rounds: int) -> None:
    torch.set_num_threads(1)
    settings = replace(SETTINGS, epochs=1)
    ways: dict[str, Way] = {
        "gensim": lambda: gensim_word2vec(text, settings),
        "elmo_lite.word2vec": lambda: word2vec.train(text, settings),
    }
    in_turns("skip-gram: one epoch", sum(map(len, text)), "words", ways, rounds)


# ---- training a biLM ----


class Plain(nn.Module):
    """The biLM of PyTorch's own parts: no state is carried, nothing is skipped or clipped."""

    def __init__(self, model: BiLanguageModel) -> None:
        super().__init__()
        shape = model.bilm.shape
        self.char_cnn = model.bilm.char_cnn
        self.forward_lstm, self.backward_lstm = (
            nn.LSTM(shape.proj_dim, shape.hidden_dim, 2, batch_first=True, proj_size=shape.proj_dim)
            for _ in range(2)
        )
        self.softmax = nn.Linear(shape.proj_dim, len(model.vocabulary))

    def joint_loss(self, characters: Tensor, ids: Tensor) -> Tensor:
        x = self.char_cnn(characters.flatten(0, 1)).unflatten(
            0, characters.shape[:2]
        )  # every token
        forward = self.softmax(self.forward_lstm(x)[0][:, :-1])
        backward = self.softmax(self.backward_lstm(x.flip(1))[0].flip(1)[:, 1:])
        return F.cross_entropy(forward.flatten(0, 1), ids[:, 1:].flatten()) + F.cross_entropy(
            backward.flatten(0, 1), ids[:, :-1].flatten()
        )


def update(model: Plain | BiLanguageModel, characters: Tensor, ids: Tensor) -> None:
    """One step of the plain loop."""
    optimizer = torch.optim.AdamW(model.parameters())
    model.joint_loss(characters, ids).backward()
    optimizer.step()


def training(text: Text, rounds: int, name: str = "lite") -> None:
    vocabulary = Vocabulary.build(text, max_size=30_000)
    model = BiLanguageModel(SHAPES[name], vocabulary)
    block = pack(text, vocabulary, ROWS, STEPS)
    characters, windows = tensors_of(block, 0, STEPS, slice(0, ROWS), torch.device("cpu"))
    every, ids = characters[windows[0]["words"]], windows[0]["targets"].clamp(min=0)
    words = int((block.forward.targets[:, :STEPS] != NO_TARGET).sum())
    settings = TrainingSettings(
        rows=ROWS, steps=STEPS, dropout=0.0, low_precision=bfloat16_is_faster("cpu")
    )
    run, plain = TrainingRun(model, settings), Plain(BiLanguageModel(SHAPES[name], vocabulary))
    plain_words = BiLanguageModel(SHAPES[name], vocabulary)
    ways: dict[str, Way] = {
        "nn.LSTM, full softmax": lambda: update(plain, every, ids),
        "joint_loss of chapter 08": lambda: update(plain_words, every, ids),
        "elmo_lite.training": lambda: run.update(block, 0),
    }
    in_turns(f"training: a window of {ROWS} x {STEPS}", words, "tokens", ways, rounds)


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog=Path(__file__).stem, description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args(argv).rounds
    text = corpora.wikipedia_sample().sentences
    for compare in (counting, training, skip_gram):
        compare(text, rounds)


if __name__ == "__main__":
    main()
