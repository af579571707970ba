"""Tokens per second of training, from the plain way to ours, in one process.

    python course.py bench pretrain [--size lite] [--threads 2] [--rounds 3]

Plain: char-CNN on every token at full width, torch.nn.LSTM with proj_size, softmax over all words.
Each line adds one change to the line above it. The line of the hand-written gradient is our own
model, so it also brings what torch.nn.LSTM cannot do, and pays for it: the skip connection, the
clips, and states that are forgotten where a sentence starts. Rounds are interleaved and medians are
shown, since machines are noisy; only the ratios of one run mean something.
"""

import argparse
import json
import statistics
import time
from functools import partial

import torch
from torch import nn
from torch.nn import functional as F

from elmo_lite import bilm, corpora
from elmo_lite.bilm import BiLanguageModel
from elmo_lite.char_cnn import embed_words
from elmo_lite.text import Vocabulary
from elmo_lite.training import batches
from elmo_lite.training.run import TrainingRun, TrainingSettings

WORDS = 30_000


class PlainStep(nn.Module):
    """The loss of a window in the way that one writes first; switches turn our changes on."""

    def __init__(self, shape, vocabulary, distinct=False, adaptive=False):
        super().__init__()
        self.model = BiLanguageModel(shape, vocabulary)
        self.distinct, self.adaptive = distinct, adaptive
        self.lstms = nn.ModuleList(
            nn.LSTM(shape.proj_dim, shape.hidden_dim, shape.num_layers, proj_size=shape.proj_dim)
            for _ in range(2)
        )
        self.softmax = nn.Linear(shape.proj_dim, len(vocabulary))

    def token_vectors(self, characters, words):
        cnn = self.model.bilm.char_cnn
        if self.distinct:
            return F.embedding(words, embed_words(cnn, characters))
        x = cnn.convolve(characters[words.flatten()])  # every token, all 50 positions
        for highway in cnn.highways:
            x = highway(x)
        return cnn.projection(x).view(*words.shape, -1)

    def forward(self, characters, windows, states):
        losses = []
        for window, lstm in zip(windows, self.lstms, strict=True):
            top, _ = lstm(self.token_vectors(characters, window["words"]))
            there = window["targets"] != batches.NO_TARGET
            context, targets = top[there], window["targets"][there]
            if self.adaptive:
                losses.append(-self.model.log_probability(context, targets).sum())
            else:
                losses.append(F.cross_entropy(self.softmax(context), targets, reduction="sum"))
        return torch.stack(losses), states


def make_ways(shape, vocabulary):
    """name: a fresh training.run.TrainingRun with its own way to compute the loss of a window."""
    ways = {}
    for name, change in {
        "plain": partial(PlainStep, shape, vocabulary),
        "+ each distinct word once": partial(PlainStep, shape, vocabulary, distinct=True),
        "+ adaptive softmax": partial(PlainStep, shape, vocabulary, distinct=True, adaptive=True),
        "+ hand-written LSTM gradient": None,
        "+ products in bfloat16": None,
    }.items():
        torch.manual_seed(0)
        settings = TrainingSettings(low_precision="bfloat16" in name, dropout=0.0)
        run = TrainingRun(BiLanguageModel(shape, vocabulary), settings)
        if change:
            run.step_module = change()
            run.model = run.step_module  # type: ignore[assignment]  # with a softmax of its own
            run.optimizer = torch.optim.AdamW(run.model.parameters(), lr=1e-3)
            run.model.vocabulary = vocabulary
        ways[name] = run
    return ways


def peak(dtype):
    """Multiply-adds per second of a large matrix product, times two, on all threads."""
    a = torch.randn(1024, 1024).to(dtype)
    rounds = []
    for _ in range(8):
        began = time.perf_counter()
        a @ a
        rounds.append(time.perf_counter() - began)
    return 2 * 1024**3 / min(rounds)


def operations_per_token(shape):
    """Floating-point operations of the LSTMs for one token, forward and backward pass."""
    step = 4 * shape.hidden_dim * 2 * shape.proj_dim + shape.hidden_dim * shape.proj_dim
    return 3 * 2 * step * 2 * shape.num_layers


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", default="lite", choices=list(bilm.SHAPES))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(argv)
    torch.set_num_threads(args.threads)
    sentences = corpora.wikipedia_sample().sentences
    vocabulary = Vocabulary.build(sentences, max_size=WORDS)
    shape = bilm.SHAPES[args.size]
    ways = make_ways(shape, vocabulary)
    settings = TrainingSettings()
    block = batches.pack(sentences[:3000], vocabulary, settings.rows, settings.steps)
    speeds: dict[str, list[float]] = {name: [] for name in ways}
    for round_number in range(args.rounds + 1):
        for name, run in ways.items():
            tokens, seconds = run.progress.tokens, run.progress.seconds
            run.update(block, round_number * settings.steps)
            spent = run.progress.seconds - seconds
            if round_number:  # the first round warms up
                speeds[name].append((run.progress.tokens - tokens) / spent)
    medians = {name: statistics.median(values) for name, values in speeds.items()}
    peaks = {dtype: peak(dtype) for dtype in (torch.float32, torch.bfloat16)}
    print(
        f"{args.size}, {len(vocabulary):,} words, {args.threads} threads, windows of "
        f"{settings.rows} x {settings.steps}; peak {peaks[torch.float32] / 1e9:.0f} GFLOP/s in "
        f"float32, {peaks[torch.bfloat16] / 1e9:.0f} in bfloat16"
    )
    for name, speed in medians.items():
        precision = torch.bfloat16 if "bfloat16" in name else torch.float32
        share = operations_per_token(shape) * speed / peaks[precision]
        print(
            f"{name:<32}{speed:8.0f} tokens/s {speed / medians['plain']:6.1f} x   "
            f"LSTM products alone {share:4.0%} of the peak of their precision"
        )
    if args.json:
        print(json.dumps({name: round(s, 1) for name, s in medians.items()}))
    return 0


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))
