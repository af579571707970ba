"""Which softmax trains best per hour? Full, sampled or adaptive, the same time for each.

    python course.py bench softmax [--minutes 4] [--threads 1]

Each way trains the shape `lite` on the same text (the Wikipedia sample inside gensim, last 20
articles held out) with the same seed for the same time, in turns of a few seconds so that a noisy
machine is noisy for all. Perplexity on the held-out articles is exact over the whole vocabulary.
"""

import argparse
import math
import time

import torch
from torch import nn

from elmo_lite import bilm, corpora
from elmo_lite.bilm import BiLanguageModel
from elmo_lite.reading import score
from elmo_lite.text import Vocabulary
from elmo_lite.training import batches
from elmo_lite.training.run import TrainingRun, TrainingSettings

SAMPLES = 4096


class FullSoftmax(nn.Module):
    """One vector for every word; in training optionally against SAMPLES sampled words only."""

    def __init__(self, dim, size, sampled):
        super().__init__()
        self.words = nn.Linear(dim, size)
        nn.init.normal_(self.words.weight, std=dim**-0.5)
        nn.init.zeros_(self.words.bias)
        self.sampled = sampled
        # Words stand by falling frequency: sample ranks as Zipf's law would have them.
        ranks = torch.arange(size, dtype=torch.float64)
        self.chance = ((ranks + 2).log() - (ranks + 1).log()) / math.log(size + 1)

    def log_prob(self, context):
        return self.words(context).log_softmax(dim=1)

    def forward(self, context, targets):
        if not (self.sampled and self.training):
            return self.log_prob(context).gather(1, targets[:, None]).squeeze(1)
        sample = torch.multinomial(self.chance, SAMPLES, replacement=True).unique()
        # log of the chance that a word is among the samples: taken off, so that frequent words do
        # not look more probable than they are (Jean et al. 2015)
        correction = (-torch.expm1(SAMPLES * torch.log1p(-self.chance))).log().float()
        weight, bias = self.words.weight, self.words.bias
        right = (context * weight[targets]).sum(1) + bias[targets] - correction[targets]
        others = context @ weight[sample].t() + bias[sample] - correction[sample]
        others = others.masked_fill(sample == targets[:, None], -1e9)
        return right - torch.logsumexp(torch.cat([right[:, None], others], dim=1), dim=1)


class Model(BiLanguageModel):
    """A language model with another softmax."""

    def __init__(self, shape, vocabulary, sampled):
        super().__init__(shape, vocabulary)
        full = FullSoftmax(shape.proj_dim, len(vocabulary), sampled)
        self.softmax = full  # type: ignore[assignment]

    def log_probability(self, context, targets):
        flat = context.reshape(-1, context.shape[-1])
        return self.softmax(flat, targets.reshape(-1)).view(targets.shape)


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=4.0, help="training time of each way")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args(argv)
    torch.set_num_threads(args.threads)
    documents = corpora.wikipedia_sample().documents
    training = [s for d in documents[:-20] for s in d]
    held_out = [s for d in documents[-20:] for s in d][:700]
    vocabulary = Vocabulary.build(training, max_size=30_000)
    shape = bilm.SHAPES["lite"]
    settings = TrainingSettings(dropout=0.0, learning_rate=3e-3, warmup=100)
    runs = {}
    for name, make in {
        "full": lambda: Model(shape, vocabulary, sampled=False),
        f"sampled ({SAMPLES:,})": lambda: Model(shape, vocabulary, sampled=True),
        "adaptive": lambda: BiLanguageModel(shape, vocabulary),
    }.items():
        torch.manual_seed(0)
        runs[name] = TrainingRun(make(), settings)
    block = batches.pack(training, vocabulary, settings.rows, settings.steps)
    windows = block.forward.words.shape[1] // settings.steps
    while min(run.progress.seconds for run in runs.values()) < 60 * args.minutes:
        for run in runs.values():
            until = min(run.progress.seconds + 10, 60 * args.minutes)
            while run.progress.seconds < until:
                run.update(block, (run.progress.step % windows) * settings.steps)
    print(f"lite, {len(vocabulary):,} words, {args.minutes} minutes each, {args.threads} threads")
    for name, run in runs.items():
        began = time.perf_counter()
        found = score.perplexity(run.model.eval(), held_out)
        print(
            f"{name:<16} {run.progress.tokens:9,} tokens read "
            f"({run.progress.tokens / run.progress.seconds:5.0f}/s), "
            f"{sum(p.numel() for p in run.model.softmax.parameters()) / 1e6:.1f} M parameters, "
            f"perplexity {found.forward:.0f} forward, {found.backward:.0f} backward "
            f"[scored in {time.perf_counter() - began:.0f} s]"
        )
    return 0


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))
