"""How probable is a text? Log-probabilities and exact perplexity of a biLM, in both directions.

python -m elmo_lite perplexity FILE [--weights DIR]
"""

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from elmo_lite import batches, fast, weights
from elmo_lite.errors import sentence_on_error
from elmo_lite.language_model import LanguageModel
from elmo_lite.paths import WEIGHTS
from elmo_lite.text import BOS, EOS, SENTENCE_BEGIN, SENTENCE_END, character_ids

Sentence = Sequence[str]


@dataclass(frozen=True)
class WordScores:
    """Natural log-probabilities for one sentence of N words.

    forward: (N + 1,) for t_1 ... t_N and </s>; backward: (N + 1,) for <s> and t_1 ... t_N.
    """

    forward: np.ndarray
    backward: np.ndarray


@dataclass(frozen=True)
class Perplexity:
    """Per token, marks of sentences counted: every direction predicts N words and one mark."""

    forward: float
    backward: float
    tokens: int  # words and one mark a sentence
    unknown: int  # words outside the vocabulary, scored as <unk>
    vocabulary: int

    def __str__(self) -> str:
        return (
            f"forward {self.forward:.2f}, backward {self.backward:.2f} "
            f"({self.tokens:,} tokens, {self.unknown:,} unknown, {self.vocabulary:,} words)"
        )


def by_length(sentences: Sequence[Sentence], max_tokens: int) -> Iterator[list[int]]:
    """Indices of sentences in groups of similar length, each with at most max_tokens positions."""
    group: list[int] = []
    for index in sorted(range(len(sentences)), key=lambda i: len(sentences[i])):
        if group and (len(group) + 1) * (len(sentences[index]) + 2) > max_tokens:
            yield group
            group = []
        group.append(index)
    if group:
        yield group


@torch.inference_mode()
def score(
    model: LanguageModel, sentences: Sequence[Sentence], max_tokens: int = 4096
) -> list[WordScores]:
    """Log-probability of every word given what stands before it, and given what stands behind."""
    scores: dict[int, WordScores] = {}
    bilm, vocabulary = model.bilm, model.vocabulary
    device = next(model.parameters()).device
    for group in by_length(sentences, max_tokens):
        marked = [[SENTENCE_BEGIN, *sentences[i], SENTENCE_END] for i in group]
        lengths = torch.tensor([len(s) for s in marked], device=device)
        distinct = {word: k for k, word in enumerate(dict.fromkeys(w for s in marked for w in s))}
        vectors = fast.embed_words(
            bilm.char_cnn, torch.from_numpy(character_ids(list(distinct))).to(device)
        )
        where = torch.zeros(len(group), int(lengths.max()), dtype=torch.long, device=device)
        targets = torch.zeros_like(where)
        for row, sentence in enumerate(marked):
            where[row, : len(sentence)] = torch.tensor([distinct[word] for word in sentence])
            ids = vocabulary.ids([BOS, *sentence[1:-1], EOS])
            targets[row, : len(sentence)] = torch.from_numpy(ids)
        layers = bilm.layers(vectors[where], lengths)
        forward = model.log_probability(layers.forward[-1][:, :-1], targets[:, 1:]).cpu().numpy()
        backward = model.log_probability(layers.backward[-1][:, 1:], targets[:, :-1]).cpu().numpy()
        for row, index in enumerate(group):
            count = len(sentences[index]) + 1
            scores[index] = WordScores(forward[row, :count].copy(), backward[row, :count].copy())
    return [scores[i] for i in range(len(sentences))]


def perplexity(model: LanguageModel, sentences: Sequence[Sentence]) -> Perplexity:
    """exp of the mean negative log-probability, exact over the whole vocabulary."""
    if not sentences:
        raise ValueError("There is no sentence to score: the text is empty.")
    scores = score(model, sentences)
    tokens = sum(len(s) + 1 for s in sentences)
    return Perplexity(
        math.exp(-sum(float(s.forward.sum(dtype=np.float64)) for s in scores) / tokens),
        math.exp(-sum(float(s.backward.sum(dtype=np.float64)) for s in scores) / tokens),
        tokens,
        sum(word not in model.vocabulary for s in sentences for word in s),
        len(model.vocabulary),
    )


def main(argv: list[str]) -> int:
    """Prints forward and backward perplexity of a text."""
    parser = argparse.ArgumentParser(prog="python -m elmo_lite perplexity")
    parser.add_argument("file", type=Path, help="a text file, one paragraph or sentence a line")
    parser.add_argument("--weights", type=Path, default=WEIGHTS / "elmo_lite_en")
    parser.add_argument("--tokenised", action="store_true", help="tokens are split by spaces")
    args = parser.parse_args(argv)
    return sentence_on_error(lambda: _perplexity(args))


def _perplexity(args: argparse.Namespace) -> int:
    lines = list(batches.read_lines(batches.find_texts([args.file])[0]))
    if args.tokenised:
        sentences = [line.split() for line in lines if line.split()]
    else:
        sentences = batches.sentences_of(lines)
    print(perplexity(weights.load(args.weights), sentences))
    return 0
