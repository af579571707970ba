"""The record of the long run, data/results/pretrain_en.json, which chapter 08b shows.

    python course.py bench record RUN [--weights DIR]

RUN is the folder of the run. The record holds its settings, its log with at most 300 points of the
curve and all held-out measurements, and what the layers know on development data: after the warm
start, and in the shipped weights. Without the public sets the scores of the layers stay as they
were.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from elmo_lite.controls import with_warm_start
from elmo_lite.corpora import Missing
from elmo_lite.elmo import Elmo
from elmo_lite.files import RESULTS, WEIGHTS, write_atomically
from elmo_lite.tools.cache import weights_hash
from elmo_lite.training import checkpoints
from elmo_lite.training.log import read_log, thinned
from experiments import development
from experiments.bench import starts

KEPT = ("step", "tokens", "seconds", "forward", "backward", "rate", "heldout")
SETS = ("CoarseWSD-20", "Senseval-2", "our corpus")


def layers(elmo: Elmo, tokens: int) -> list[dict[str, Any]]:
    """Development scores of each layer in its best space, before reading and after."""
    return [
        in_best_space("warm start", 0, development.scores_of(with_warm_start(elmo, 0))),
        in_best_space("trained", tokens, development.scores_of(elmo)),
    ]


def in_best_space(model: str, words: int, scores: Mapping[str, Any]) -> dict[str, Any]:
    """A row: percent of each layer, senses by neighbours."""
    depth = range(len(scores["upos"]))
    row = {"model": model, "words": words, "upos": scores["upos"]}
    for name in SETS:
        row[name] = [development.best(scores[name]["neighbours"], j) for j in depth]
    return row


def written(record: dict[str, Any]) -> bytes:
    """The record as JSON, with a line for each row of its lists."""
    parts = []
    for name, value in record.items():
        text = starts.one_a_line(value) if isinstance(value, list) else json.dumps(value)
        parts.append(f" {json.dumps(name)}: {text}")
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path, nargs="?")
    parser.add_argument("--weights", type=Path, default=WEIGHTS / "elmo_lite_en")
    parser.add_argument("--record", type=Path, default=RESULTS / "pretrain_en.json")
    args = parser.parse_args(argv)
    if args.run is None:
        print("Skipped: name the folder of a run.")
        return 0
    log, saved = read_log(args.run / "log.jsonl"), checkpoints.found(args.run)
    if not (log and saved):
        parser.error(f"there is no log.jsonl with a record, or no checkpoint, in {args.run}")
    before = json.loads(args.record.read_text()) if args.record.exists() else {}
    elmo = Elmo.load(args.weights)
    known = before.get("layers", [])
    try:
        known = layers(elmo, log[-1]["tokens"])
    except Missing as missing:
        print(f"The scores of the layers stay as they were. {missing}")
    points = [{key: row[key] for key in KEPT if key in row} for row in thinned(log)]
    for point in points:
        if "rate" in point:
            point["rate"] = round(point["rate"], 6)
    record = {
        "what": f"the training run of data/weights/{args.weights.resolve().name}",
        "made_by": "python course.py bench record RUN",
        "weights": weights_hash(elmo),
        "tokens": points[-1]["tokens"],
        "settings": json.loads((saved[-1] / "run.json").read_text())["settings"],
        "log": points,
        "layers": known,
    }
    write_atomically(args.record, written(record))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
