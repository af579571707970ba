"""The record of the long run, data/results/pretrain_en.json, after one more part of it.

    python course.py bench record RUN [--text TEXT] [--quality FILE] [--layers FILE]

RUN is the folder of a part that went on from the shipped weights (`pretrain --from`). Its log is
joined to the log before. TEXT/overlap.json says what the text shares with the scored sets; the two
files are what `bench quality` and `bench layers` wrote with `--json`. What is not named stays.
"""

import argparse
import json
import math
from pathlib import Path

from elmo_lite import training_log
from elmo_lite.files import write_atomically
from elmo_lite.paths import RESULTS


def without(quality, left_out):
    """The row "all" again from the texts' own rows, one text left out."""
    rows = [row for name, row in quality.items() if name not in ("all", left_out)]
    tokens = sum(row["tokens"] for row in rows)
    found = {"tokens": tokens}
    for model in ("forward", "backward", "kneser-ney"):
        logs = sum(row["tokens"] * math.log(row[model]) for row in rows)
        found[model] = round(math.exp(logs / tokens), 2)
    return found | {"ratio": round(found["forward"] / found["kneser-ney"], 3)}


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path, nargs="?")
    parser.add_argument("--record", type=Path, default=RESULTS / "pretrain_en.json")
    for name in ("text", "quality", "layers"):
        parser.add_argument(f"--{name}", type=Path)
    args = parser.parse_args(argv)
    if args.run is None:
        print("Skipped: name the folder of a run.")
        return 0
    record = json.loads(args.record.read_text(encoding="utf-8"))
    record["log"] = training_log.join(record["log"], training_log.read_log(args.run / "log.jsonl"))
    record["tokens"] = record["log"][-1]["tokens"]
    if args.text:
        overlap = (args.text / "overlap.json").read_text(encoding="utf-8")
        record["overlap"] = json.loads(overlap)
    if args.quality:
        record["quality"] = json.loads(args.quality.read_text(encoding="utf-8"))
        rows = record["quality"]["heldout"]
        rows["all but dialogues"] = without(rows, "dialogues")
    if args.layers:
        record["layers"] = json.loads(args.layers.read_text(encoding="utf-8"))
    write_atomically(args.record, (json.dumps(record, indent=1) + "\n").encode())
    print(f"{record['tokens']:,} words read, {len(record['log'])} lines of log")
    return 0


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))
