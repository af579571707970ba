"""The perplexity ladder: every language model of the course on the same text.

    python course.py measure ladder [--out FILE]

writes data/results/ladder.jsonl: counting (chapter 01), the NNLM (02) and the biLM `tiny` (08b),
all trained on the text and the vocabulary of elmo_lite/corpora/ladder.py alone. Each rung (one
model, one number) carries the conditions that it was measured under, and rungs with different
conditions are refused where they are read (notebooks/course/results.py).

The rule of the ladder holds on both sides: a word outside the vocabulary is <unk> as a target and
also where it is read. So the characters of rare words, which a biLM could use and the other models
cannot, do not help it here.
"""

import argparse
import copy
import math
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from elmo_lite.bilm import SHAPES, BiLanguageModel
from elmo_lite.corpora.ladder import LadderCorpus, corpus, count_scored
from elmo_lite.files import RESULTS, sentence_on_error, write_atomically
from elmo_lite.ngram import NGramModel, Predictor, TokenLists
from elmo_lite.nnlm import Averaged, NNLMShape, Training, choose_weight, fit
from elmo_lite.reading import score
from elmo_lite.text import BOS, UNK, Vocabulary
from elmo_lite.training import batches
from elmo_lite.training.run import TrainingRun, TrainingSettings
from experiments.store import lines

FILE = RESULTS / "ladder.jsonl"
DELTAS = (1.0, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001, 0.0003)
ORDER_NAMES = {1: "unigram", 2: "bigram", 3: "trigram"}
NNLM_SHAPE = NNLMShape(context_size=4, emb_dim=64, hidden_dim=64, dropout=0.2)
NNLM_TRAINING = Training(epochs=3, learning_rate=2e-3)
EPOCHS, ROWS, STEPS = 4, 32, 20  # of the biLM


Rung = dict[str, Any]


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


# ---- counting ----


class Uniform:
    """Every word of the vocabulary but <s> is equally likely, always: the foot of the ladder."""

    def __init__(self, vocabulary: Vocabulary):
        self.log_p = -np.log(len(vocabulary) - (BOS in vocabulary))

    def token_log_probabilities(self, sentences: TokenLists) -> np.ndarray:
        return np.full(count_scored(sentences), self.log_p)


def choose(models: dict[Any, NGramModel], text: LadderCorpus) -> Any:
    """The key of the fitted model with the lowest perplexity on dev."""
    return min(models, key=lambda key: models[key].perplexity(text.dev))


def counting(text: LadderCorpus) -> tuple[list[Rung], NGramModel]:
    """The rungs of chapter 01, and the best model."""

    def fitted(*options: Any) -> NGramModel:
        return NGramModel(*options).fit(text.train, text.vocabulary)

    rungs = [rung("uniform", Uniform(text.vocabulary), text, order=0)]
    rungs.append(rung("unigram", fitted(1), text, order=1))
    for order in (2, 3):
        plain = fitted(order)
        rungs.append(rung(f"{ORDER_NAMES[order]}, maximum likelihood", plain, text, order))
    for order in (3, 2):
        models = {delta: fitted(order, "add-delta", delta) for delta in DELTAS}
        delta = choose(models, text)
        name = f"{ORDER_NAMES[order]}, add-δ"
        rungs.append(rung(name, models[delta], text, order, chosen={"delta": delta}))
    kneser_ney = {order: fitted(order, "kneser-ney") for order in (2, 3, 4, 5)}
    best = choose(kneser_ney, text)
    for order, model in kneser_ney.items():
        name = f"{ORDER_NAMES.get(order, f'{order}-gram')}, Kneser-Ney"
        chosen = {"order": order} if order == best else {}
        rungs.append(rung(name, model, text, order, chosen=chosen))
    return rungs, kneser_ney[best]


class FromTheRight:
    """An n-gram model that reads every sentence from its end."""

    def __init__(self, model: NGramModel, text: LadderCorpus) -> None:
        self.model = model.fit([s[::-1] for s in text.train], text.vocabulary)

    def token_log_probabilities(self, sentences: TokenLists) -> np.ndarray:
        return self.model.token_log_probabilities([s[::-1] for s in sentences])


# ---- the NNLM ----


def nnlm(text: LadderCorpus, counts: NGramModel) -> list[Rung]:
    """The NNLM, and its mixture with the best model that counts."""
    epochs: list[dict[str, Any]] = []
    model = fit(text.train, text.dev, text.vocabulary, NNLM_SHAPE, NNLM_TRAINING, epochs.append)
    best = min(epochs, key=lambda each: each["dev_perplexity"])["epoch"]
    order = NNLM_SHAPE.context_size + 1
    both = Averaged(model, counts, choose_weight(model, counts, text.dev))
    chosen = {"weight of the NNLM": both.weight}
    alone = rung("NNLM", model, text, order, chosen={"epoch": best})
    return [alone, rung("NNLM + Kneser-Ney", both, text, max(order, counts.n), chosen=chosen)]


# ---- the biLM ----


class OneDirection:
    """One direction of a trained biLM, as a language model for the ladder."""

    def __init__(self, model: BiLanguageModel, direction: str) -> None:
        self.model, self.direction = model, direction

    def token_log_probabilities(self, sentences: TokenLists) -> np.ndarray:
        """Natural log of P for each word and each mark: (num_words + num_sentences,)."""
        scores = score.score(self.model, only_known(sentences, self.model.vocabulary))
        return np.concatenate([getattr(s, self.direction).astype(np.float64) for s in scores])


def only_known(sentences: TokenLists, vocabulary: Vocabulary) -> TokenLists:
    """The sentences with <unk> in the place of every word outside the vocabulary."""
    return [[word if word in vocabulary else UNK for word in s] for s in sentences]


def train_bilm(
    text: LadderCorpus, epochs: int = EPOCHS, seed: int = 0
) -> tuple[BiLanguageModel, list[score.Perplexity]]:
    """-> the model after the epoch with the lowest mean loss on dev; dev after every epoch.

    Every epoch reads the sentences in a new order.
    """
    known, dev = (only_known(part, text.vocabulary) for part in (text.train, text.dev))
    settings = TrainingSettings(
        tokens=epochs * sum(map(len, known)),
        rows=ROWS,
        steps=STEPS,
        learning_rate=4e-3,
        warmup=100,
        decay=0.5,
        dropout=0.2,
        seed=seed,
    )
    torch.manual_seed(seed)
    model = BiLanguageModel(SHAPES["tiny"], text.vocabulary)
    run = TrainingRun(model, settings)
    measured, lowest, kept = [], math.inf, model.state_dict()
    for epoch in range(1, epochs + 1):
        order = list(known)
        random.Random(f"{seed} {epoch}").shuffle(order)
        run.read(batches.pack(order, text.vocabulary, ROWS, STEPS))
        measured.append(score.perplexity(model.eval(), dev))
        if loss(measured[-1]) < lowest:
            lowest, kept = loss(measured[-1]), copy.deepcopy(model.state_dict())
    model.load_state_dict(kept)
    return model, measured


def loss(measured: score.Perplexity) -> float:
    return measured.forward * measured.backward


def bilm(text: LadderCorpus) -> list[Rung]:
    """Both directions of `tiny`."""
    model, measured = train_bilm(text)
    chosen = {"epoch": 1 + measured.index(min(measured, key=loss))}
    return [
        rung("biLM tiny", OneDirection(model, direction), text, None, direction, chosen)
        for direction in ("forward", "backward")
    ]


# ---- the command ----


def write(out: Path) -> int:
    """Measure all rungs, print them and write the results file."""
    text = corpus()
    rungs, best = counting(text)
    rungs += nnlm(text, best)
    right = FromTheRight(NGramModel(5, "kneser-ney"), text)
    rungs.append(rung("5-gram, Kneser-Ney", right, text, 5, "backward"))
    rungs += bilm(text)
    for each in rungs:
        dev, test = (
            "infinite" if p is None else f"{p:,.1f}"
            for p in (each["perplexity"]["dev"], each["perplexity"]["test"])
        )
        chosen = ", ".join(f"{key} = {value}, by dev" for key, value in each["chosen"].items())
        name = each["name"] + (", backward" if each["direction"] == "backward" else "")
        print(f"{name:<28}dev {dev:>10}   test {test:>10}   {chosen}".rstrip())
    found = {"ladder": {"about": text.conditions, "rows": rungs}}
    data = {"made_by": "python course.py measure ladder", "experiments": found}
    write_atomically(out, lines(data).encode("utf-8"))
    print(f"written to {out}")
    return 0


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python course.py measure ladder", description=write.__doc__
    )
    parser.add_argument("--out", type=Path, default=FILE, help="where to write the rungs")
    args = parser.parse_args(argv)
    return sentence_on_error(lambda: write(args.out))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
