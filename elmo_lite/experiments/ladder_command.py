"""The command `ladder`: every rung of the perplexity ladder, measured and written down.

python -m elmo_lite ladder [--out FILE]
"""

import argparse
import sys
from pathlib import Path
from typing import Any

from elmo_lite.experiments import ladder_bilm, ladder_nnlm, results
from elmo_lite.experiments.ladder import FILE, LadderCorpus, Rung, Uniform, check, corpus, rung
from elmo_lite.files import sentence_on_error, write_atomically
from elmo_lite.ngram import NGramModel

DELTAS = (1.0, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001, 0.0003)
ORDER_NAMES = {1: "unigram", 2: "bigram", 3: "trigram"}


def choose(models: dict[Any, NGramModel], text: LadderCorpus) -> Any:
    """The key of the fitted model with the lowest perplexity on dev."""
    return min(models, key=lambda key: models[key].perplexity(text.dev))


def measure(text: LadderCorpus, max_order: int = 5) -> list[Rung]:
    """The rungs of chapters 01, 02 and 08b, from the foot of the ladder up."""
    train, vocabulary = text.train, text.vocabulary
    rungs = [rung("uniform", Uniform(vocabulary), text, order=0)]
    rungs.append(rung("unigram", NGramModel(1).fit(train, vocabulary), text, order=1))
    for order in (2, 3):
        plain = NGramModel(order).fit(train, vocabulary)
        rungs.append(rung(f"{ORDER_NAMES[order]}, maximum likelihood", plain, text, order))
    for order in (3, 2):
        models = {
            delta: NGramModel(order, "add-delta", delta=delta).fit(train, vocabulary)
            for delta in DELTAS
        }
        delta = choose(models, text)
        name = f"{ORDER_NAMES[order]}, add-δ"
        rungs.append(rung(name, models[delta], text, order, chosen={"delta": delta}))
    kneser_ney = {
        order: NGramModel(order, "kneser-ney").fit(train, vocabulary)
        for order in range(2, max_order + 1)
    }
    best = choose(kneser_ney, text)
    for order, model in kneser_ney.items():
        name = f"{ORDER_NAMES.get(order, f'{order}-gram')}, Kneser-Ney"
        chosen = {"order": order} if order == best else {}
        rungs.append(rung(name, model, text, order, chosen=chosen))
    return rungs + ladder_nnlm.rungs(text, kneser_ney[best]) + ladder_bilm.rungs(text)


def write(out: Path) -> int:
    """Measure all rungs, print them and write the results file."""
    text = corpus()
    rungs = measure(text)
    check(rungs)
    for each in rungs:
        dev, test = (
            "infinite" if p is None else f"{p:,.1f}"
            for p in (each["perplexity"]["dev"], each["perplexity"]["test"])
        )
        chosen = ", ".join(f"{key} = {value}, by dev" for key, value in each["chosen"].items())
        name = each["name"] + (", backward" if each["direction"] == "backward" else "")
        print(f"{name:<28}dev {dev:>10}   test {test:>10}   {chosen}".rstrip())
    found = {"ladder": {"about": text.conditions, "rows": rungs}}
    data = {"made_by": "python -m elmo_lite ladder", "experiments": found}
    write_atomically(out, results.lines(data).encode("utf-8"))
    print(f"written to {out}")
    return 0


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m elmo_lite ladder", description=write.__doc__)
    parser.add_argument("--out", type=Path, default=FILE, help="where to write the rungs")
    args = parser.parse_args(argv)
    return sentence_on_error(lambda: write(args.out))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
