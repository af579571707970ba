"""The command `evaluate senses`: which layer tells the senses of a word apart.

    python -m elmo_lite evaluate senses [EXPERIMENT ...] [--weights DIR] [--nouns NOUN ...]
                                        [--semcor brown1] [--seeds N] [--again]
    python -m elmo_lite evaluate senses --coarsewsd DIR [--out FILE]

writes data/results/senses.json (with --coarsewsd only where --out says). Finished rows are written
at once; the same command goes on after an interruption. Rows that were measured on other words are
measured anew, with other weights those of the trained model alone. Vectors are kept in the cache
folder. --seeds: draws of random weights, and splits of SemCor.
Nothing is tuned: five neighbours, or the nearest mean of a sense. `leave_one_out` is a score within
the training part, which may choose a layer; a test part is scored once for each shipped checkpoint.

`chapter.results("senses")["experiments"][NAME]` is {about, rows}. model: trained, or random (the
same architecture, random weights; `draw` says which ones). by: what needs no biLM: first sense
(of WordNet), most frequent sense, naive Bayes (words around), static context (the mean of the
static vectors around), neighbours or centroids.

| NAME | what tells the rows apart | what was measured |
|---|---|---|
| ours | model, draw, layer, tagger (neighbours, centroids); or by | accuracy, interval (95 %), |
|  |  | mean_of_words, balanced (mean of the senses), words {lemma: accuracy}, leave_one_out |
| coarsewsd | the same | the same, over the nouns that are at hand |
| senseval | the same | the same; the senses are skewed, so read `balanced` |
| few | model, draw, layer, shots (1, 3, 10, 30), seed; or by | accuracy: mean of the words of |
|  |  | CoarseWSD-20, nearest centroid |
| semcor | split (0, 1, 2: of the documents) and model, draw (that of the split), | as in ours; |
|  | layer, tagger; or by | words that training never had get their first sense |
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from elmo_lite.corpora.sense_sets import COARSE_WORDS
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import evaluate_command, sense_set
from elmo_lite.experiments import sense_experiments as experiments
from elmo_lite.experiments.partial_record import PartialRecord
from elmo_lite.experiments.record import Record, Row
from elmo_lite.experiments.sense_set import SenseSet
from elmo_lite.files import RESULTS
from elmo_lite.stats import mean_and_spread

FILE = RESULTS / "senses.json"


# ---- what is printed ----


def table(rows: Sequence[Row]) -> str:
    """The best first: accuracy, mean of the words and balanced accuracy, in percent."""
    keys = ("by", "model", "layer", "tagger")
    named = [{**{key: None for key in keys}, **row} for row in rows]
    columns = [mean_and_spread(named, keys, c) for c in ("accuracy", "mean_of_words", "balanced")]
    lines = ["accuracy   spread   mean of words   balanced", ""]
    for key, (mean, spread, number) in sorted(columns[0].items(), key=lambda pair: -pair[1][0]):
        by, model, layer, tagger = key
        what = by or f"{model} weights, layer {layer}, {tagger}"
        words, balanced = (100 * column[key][0] for column in columns[1:])
        spreads = f"{100 * spread:.2f}" if number > 1 else "-"
        lines.append(
            f"{100 * mean:8.2f}   {spreads:>6}   {words:13.2f}   {balanced:8.2f}      {what}"
        )
    return "\n".join(lines)


# ---- the command ----


Measure = Callable[..., None]


def _whole(
    work: Measure, record: Record, name: str, elmo: Elmo, seeds: int, data: SenseSet
) -> None:
    """`work` on all words of one set; behind it, words of the set that are not here are named."""
    record.measured_on(name, **facts(data))
    work(record, name, data, elmo, range(seeds))
    if data.missing:
        raise data.missing


def _semcor(record: Record, name: str, elmo: Elmo, seeds: int, folder: str) -> None:
    """Each split of the documents with its own draw of random weights."""
    for split, data in enumerate(sense_set.semcor(range(seeds), folder)):
        record.measured_on(name, data={data.name: data.state}, occurrences=len(data.occurrences))
        skip = ("naive Bayes",)
        experiments.tagging(record, name, data, elmo, (split,), skip, split=split)


def facts(data: SenseSet) -> Row:
    """What tells one choice of words from another."""
    words = sorted({o.lemma for o in data.occurrences})
    sizes = {"train": len(data.train), "test": len(data.test)}
    return {"data": {data.name: data.state}, **sizes, "words": words}


tagging, few = partial(_whole, experiments.tagging), partial(_whole, experiments.few_shots)
# name: how it is measured, and on what
EXPERIMENTS: dict[str, tuple[Measure, Callable[[argparse.Namespace], Any]]] = {
    "ours": (tagging, lambda args: sense_set.ours()),
    "coarsewsd": (tagging, lambda args: sense_set.coarsewsd(args.nouns)),
    "few": (few, lambda args: sense_set.coarsewsd(args.nouns)),
    "senseval": (tagging, lambda args: sense_set.senseval()),
    "semcor": (_semcor, lambda args: args.semcor),
}
OWN = {"own": (tagging, lambda args: sense_set.own_folder(args.coarsewsd))}


def main(argv: list[str]) -> int:
    """Measures what the layers know of word senses, for chapter 10."""
    parser = evaluate_command.parser("senses", __doc__)
    evaluate_command.add_experiments(parser)
    evaluate_command.add_weights(parser)
    parser.add_argument("--coarsewsd", type=Path, metavar="DIR", help="a folder of your own")
    parser.add_argument(
        "--nouns",
        nargs="+",
        choices=sorted(COARSE_WORDS),
        metavar="NOUN",
        default=(),
        help="only these nouns of CoarseWSD-20 (default: all that are at hand)",
    )
    parser.add_argument(
        "--semcor",
        choices=("brown1", "brown2", "brownv"),
        default="",
        help="only these documents of SemCor (default: all of them)",
    )
    args = parser.parse_args(argv)
    args.out = args.out or (None if args.coarsewsd else FILE)
    return evaluate_command.run(args, EXPERIMENTS, lambda: _evaluate(args))


def _evaluate(args: argparse.Namespace) -> PartialRecord:
    if args.coarsewsd and args.experiments:
        raise ValueError("With --coarsewsd there is one experiment: name none.")
    elmo, record = evaluate_command.open_record(args)
    known = OWN if args.coarsewsd else EXPERIMENTS
    for name in evaluate_command.chosen(args, known):
        measure, choose = known[name]
        with record.experiment(name, args.again):
            measure(record, name, elmo, args.seeds, choose(args))
        if name != "few" and record.rows(name):
            print(f"\n{name}\n{table(record.rows(name))}\n", flush=True)
    return record


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
