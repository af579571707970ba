"""The command `ladder`: every rung of the perplexity ladder, measured and written down.

python -m elmo_lite ladder [--out FILE] [--again]

A rung that is there is not measured again, unless the text or another condition has changed.
"""

import argparse
import sys
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from elmo_lite.experiments import ladder_bilm, ladder_nnlm
from elmo_lite.experiments.ladder import FILE, LadderCorpus, Rung, Uniform, check, corpus, rung
from elmo_lite.experiments.results import Row
from elmo_lite.experiments.runner import Experiment, Runner, crossed
from elmo_lite.files import sentence_on_error
from elmo_lite.ngram import NGramModel

KS = (1.0, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001, 0.0003)
ORDERS = {"unigram": 1, "bigram": 2, "trigram": 3, "4-gram": 4, "5-gram": 5}
KNESER_NEY = ("bigram", "trigram", "4-gram", "5-gram")
FORWARD = (
    *("uniform", "unigram", "bigram, maximum likelihood", "trigram, maximum likelihood"),
    *("trigram, add-k", "bigram, add-k", *(f"{order}, Kneser-Ney" for order in KNESER_NEY)),
    *("NNLM", "NNLM + Kneser-Ney", ladder_bilm.NAME),
)
BACKWARD = ("5-gram, Kneser-Ney", ladder_bilm.NAME)


def choose(models: dict[Any, NGramModel], text: LadderCorpus) -> Any:
    """The key of the fitted model with the lowest perplexity on dev."""
    return min(models, key=lambda key: models[key].perplexity(text.dev))


class LadderWork:
    """The text, and the models that several rungs share: each is made once."""

    def __init__(self, text: LadderCorpus) -> None:
        self.text = text
        self.kneser_ney = cache(lambda order: self.fitted(order, "kneser-ney"))
        self.neural = cache(self._neural)

    def fitted(self, *options: Any, **more: Any) -> NGramModel:
        return NGramModel(*options, **more).fit(self.text.train, self.text.vocabulary)

    @cached_property
    def best_order(self) -> int:
        models = {ORDERS[name]: self.kneser_ney(ORDERS[name]) for name in KNESER_NEY}
        return int(choose(models, self.text))

    def _neural(self, nnlm: bool) -> dict[tuple[str, str], Rung]:
        """The rungs of the NNLM, or those of the biLM and of counting from the right."""
        if nnlm:
            rungs = ladder_nnlm.rungs(self.text, self.kneser_ney(self.best_order))
        else:
            rungs = ladder_bilm.rungs(self.text)
        return {(each["name"], each["direction"]): each for each in rungs}

    def run(self, setting: Row) -> Rung:
        """Perplexity on dev and test."""
        name, direction = setting["name"], setting["direction"]
        if "NNLM" in name or name == ladder_bilm.NAME or direction == "backward":
            return self.neural("NNLM" in name)[name, direction]
        if name == "uniform":
            return rung(name, Uniform(self.text.vocabulary), self.text, order=0)
        words, _, smoothing = name.partition(", ")
        order, chosen = ORDERS[words], {}
        if smoothing == "add-k":
            models = {k: self.fitted(order, "add-k", k=k) for k in KS}
            chosen = {"k": choose(models, self.text)}
            model = models[chosen["k"]]
        elif smoothing == "Kneser-Ney":
            model = self.kneser_ney(order)
            chosen = {"order": order} if order == self.best_order else {}
        else:
            model = self.fitted(order)
        return rung(name, model, self.text, order, chosen=chosen)


LADDER = Experiment(
    "ladder",
    grid=lambda work: [
        *crossed(name=FORWARD, direction=("forward",)),
        *crossed(name=BACKWARD, direction=("backward",)),
    ],
    run=LadderWork.run,
    about=lambda work: work.text.conditions,
    load=lambda lab: LadderWork(corpus()),
)


def show(each: Rung) -> str:
    """A line for a rung: perplexity on dev and test, and what dev has chosen."""
    dev, test = ("infinite" if p is None else f"{p:,.1f}" for p in each["perplexity"].values())
    chosen = ", ".join(f"{key} = {value}, by dev" for key, value in each["chosen"].items())
    name = each["name"] + (", backward" if each["direction"] == "backward" else "")
    return f"{name:<28}dev {dev:>10}   test {test:>10}   {chosen}".rstrip()


def write(out: Path, again: bool) -> int:
    runner = Runner(out, "python -m elmo_lite ladder")
    runner.measure(LADDER, None, again)
    check(runner.rows("ladder"))
    print("\n".join([*map(show, runner.rows("ladder")), f"written to {out}"]))
    return 0


def main(argv: list[str]) -> int:
    """Measure all rungs that are missing, print them and write the results file."""
    parser = argparse.ArgumentParser(prog="python -m elmo_lite ladder", description=main.__doc__)
    parser.add_argument("--out", type=Path, default=FILE, help="where to write the rows")
    parser.add_argument("--again", action="store_true", help="measure again what is there")
    args = parser.parse_args(argv)
    return sentence_on_error(lambda: write(args.out, args.again))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
