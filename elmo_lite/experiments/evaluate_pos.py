"""The command `evaluate pos`: what the layers know of parts of speech and of sentence structure.

    python -m elmo_lite evaluate pos [EXPERIMENT ...] [--weights DIR] [--data ewt|brown]
                                     [--seeds N] [--again]
    python -m elmo_lite evaluate pos --conllu TRAIN TEST [--out FILE]

writes data/results/pos.json (with --conllu only where --out says). Finished rows are written at
once; the same command goes on after an interruption. Rows that were measured on other sentences are
measured anew, with other weights those of the trained model alone. Vectors are kept in the cache
folder. How a probe is trained was fixed before any test part was scored; a test part is scored once
for each shipped checkpoint.

`chapter.results("pos")["experiments"][NAME]` is {about, rows}; accuracies are shares of the words
of the test part. model: trained, or random (the same architecture, random weights; `draw` says
which ones). layer: 0, 1, 2, or "mix" (a mixture learned with the probe). NAME_brown is the same
on the Brown corpus.

| NAME | what tells the rows apart | what was measured |
|---|---|---|
| layers | model, draw, layer, direction (both, forward, backward), seed | accuracy, unseen |
|  |  | (accuracy on words that training never had), interval (95 %, over sentences) |
| baselines | by: majority, most frequent tag, characters, static vectors; seed | the same |
| selectivity | labels (tags, control), layer, hidden (0: linear), seed | accuracy |
|  |  | (probes on 3,000 sentences of training) |
| learning | model, layer (or by: most frequent tag), sentences, seed | accuracy |
| confusion | layer, seed | names, table (row: right tag; column: tag given), new_words |
|  |  | (the same, of words that training never had), accuracy, gain (over the layer below), |
|  |  | gain_interval (95 %, over sentences, on the same words) |
| head, number, tense | model, draw, layer, seed; by: majority, most frequent tag | accuracy, |
|  |  | gain, gain_interval |

head: does the head of a word stand to its left or right, or is it the root? number of nouns:
singular or plural; tense of verbs: present or past (both from the PTB tags).
"""

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from elmo_lite import corpora
from elmo_lite.corpora.examples import Tagged
from elmo_lite.corpora.fetch import load
from elmo_lite.corpora.pos import read_brown, read_conllu, short_tag
from elmo_lite.corpora.sets import file
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import evaluate_command, pos_experiments
from elmo_lite.experiments.partial_record import PartialRecord
from elmo_lite.experiments.record import Row
from elmo_lite.experiments.tagged_set import TaggedSet
from elmo_lite.files import RESULTS
from elmo_lite.stats import mean_and_spread

FILE = RESULTS / "pos.json"
EXPERIMENTS = {
    "layers": pos_experiments.layers,
    "baselines": pos_experiments.baselines,
    "selectivity": pos_experiments.selectivity,
    "learning": pos_experiments.learning,
    "confusion": pos_experiments.confusion,
    "head": pos_experiments.head,
    "number": pos_experiments.number,
    "tense": pos_experiments.tense,
}
FOR_ALL = ("layers", "baselines", "selectivity")  # what needs nothing but words and tags
FOR_BROWN = ("layers", "baselines")
BROWN_WORDS = 200_000


# ---- the sets ----


def english_ewt(elmo: Elmo, seeds: Sequence[int]) -> TaggedSet:
    """UD English-EWT with its official parts; the development part stays out of it."""
    train, test = corpora.ewt("train"), corpora.ewt("test")
    return TaggedSet(train.name, train.state, train, test, elmo, seeds)


def brown(elmo: Elmo, seeds: Sequence[int]) -> TaggedSet:
    """Whole documents of Brown, in random order, up to 200,000 words: 80 % of them for training."""
    _, documents = load(file("brown", "all", read_brown))
    chosen: list[list[Tagged]] = []
    words = 0
    for i in random.Random(0).sample(range(len(documents)), len(documents)):
        if words < BROWN_WORDS:
            short = [(w, [short_tag(tag) for tag in tags]) for w, tags in documents[i][1]]
            chosen.append(short)
            words += sum(len(w) for w, _ in short)
    cut = round(0.8 * len(chosen))
    train, test = ([s for d in part for s in d] for part in (chosen[:cut], chosen[cut:]))
    return TaggedSet("Brown corpus, part", "own split", train, test, elmo, seeds)


def own_files(train: Path, test: Path, elmo: Elmo, seeds: Sequence[int]) -> TaggedSet:
    """Two CoNLL-U files with any tags in the UPOS column."""
    parts = []
    for path in (train, test):
        try:
            found = [s for s in read_conllu(path.read_bytes()) if s[0]]
        except (ValueError, KeyError) as error:
            raise ValueError(f"{path} could not be read: {error}.") from error
        if not found:
            raise ValueError(f"{path} holds no sentence in CoNLL-U: ten columns, tabs between.")
        parts.append(found)
    return TaggedSet(f"{train.name}, {test.name}", "own split", parts[0], parts[1], elmo, seeds)


# ---- what is printed ----


def table(rows: Sequence[Row]) -> str:
    """The rows of "layers" and "baselines", the best first: accuracy in percent and its spread."""
    keys = ("by", "model", "layer", "direction")
    named = [{**{key: None for key in keys}, **row} for row in rows]
    lines = ["accuracy   spread   on new words", ""]
    unseen = mean_and_spread(named, keys, "unseen")
    scores = mean_and_spread(named, keys, "accuracy")
    for key, (mean, spread, number) in sorted(scores.items(), key=lambda pair: -pair[1][0]):
        by, model, layer, direction = key
        what = by or f"{model} weights, layer {layer}, {direction}"
        new = f"{100 * unseen[key][0]:6.2f}" if key in unseen else "     -"
        spreads = f"{100 * spread:.2f}" if number > 1 else "-"
        lines.append(f"{100 * mean:8.2f}   {spreads:>6}   {new}         {what}")
    return "\n".join(lines)


# ---- the command ----


def main(argv: list[str]) -> int:
    """Measures what the layers know of parts of speech, for chapter 11."""
    parser = evaluate_command.parser("pos", __doc__)
    evaluate_command.add_experiments(parser)
    evaluate_command.add_weights(parser)
    parser.add_argument("--data", choices=("ewt", "brown"), help="(default: both)")
    parser.add_argument("--conllu", nargs=2, type=Path, metavar=("TRAIN", "TEST"))
    args = parser.parse_args(argv)
    args.out = args.out or (None if args.conllu else FILE)
    return evaluate_command.run(args, EXPERIMENTS, lambda: _evaluate(args))


def _evaluate(args: argparse.Namespace) -> PartialRecord:
    elmo, record = evaluate_command.open_record(args)
    seeds = range(args.seeds)
    if args.conllu:
        train, test = args.conllu
        _measure(record, lambda: own_files(train, test, elmo, seeds), FOR_ALL, args, "")
        return record
    if args.data != "brown":
        _measure(record, lambda: english_ewt(elmo, seeds), tuple(EXPERIMENTS), args, "")
    if args.data != "ewt":
        _measure(record, lambda: brown(elmo, seeds), FOR_BROWN, args, "_brown")
    return record


def _measure(
    record: PartialRecord,
    load: Callable[[], TaggedSet],
    names: Sequence[str],
    args: argparse.Namespace,
    suffix: str,
) -> None:
    """The chosen experiments on one set, which is read only if there are any."""
    chosen = evaluate_command.chosen(args, names)
    data = None
    with record.going_on(", ".join(name + suffix for name in chosen)):
        data = load() if chosen else None
    if data is None:
        return
    for name in chosen:
        with record.experiment(name + suffix, args.again):
            record.measured_on(name + suffix, **facts(data))
            EXPERIMENTS[name](record, name + suffix, data)
    rows = record.rows("layers" + suffix) + record.rows("baselines" + suffix)
    if rows:
        print(f"\n{data.name} ({data.state})\n{table(rows)}\n", flush=True)


def facts(data: TaggedSet) -> Row:
    """What tells one choice of sentences from another."""
    return {
        "data": {data.name: data.state},
        "sentences": {"train": len(data.train), "test": len(data.test)},
        "words": {"train": len(data.words[0]), "test": len(data.words[1])},
        "tags": len(set(data.tags[0])),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
