"""The record of the long run, data/results/pretrain_en.json, after one more part of it.

    python course.py bench record RUN [--text TEXT] [--quality FILE] [--layers FILE]

RUN is the folder of the last part, which went on from the shipped weights (`pretrain --from`). Its
log is joined to the log before; if that was done already, what was joined is replaced, so that the
command may be repeated. TEXT/overlap.json says what the text shares with the scored sets; the two
files are what `bench quality` and `bench layers` wrote with `--json`. What is not named stays.
"""

import argparse
import json
from pathlib import Path

from bench_quality import pooled, shown

from elmo_lite import training_log
from elmo_lite.files import write_atomically
from elmo_lite.paths import RESULTS


def before_part(log, part):
    """The log without what an earlier call has joined of this part: its losses are as they were."""
    first = next(((row["forward"], row["backward"]) for row in part if "forward" in row), None)
    losses = [(row.get("forward"), row.get("backward")) for row in log]
    return log[: losses.index(first)] if first in losses else log


def without(quality, left_out):
    """The row "all" again from the texts' own rows, one text left out."""
    return shown(pooled([row for name, row in quality.items() if name not in ("all", left_out)]))


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
    part = training_log.read_log(args.run / "log.jsonl")
    if not part:
        parser.error(f"there is no log.jsonl with a record in {args.run}")
    record = json.loads(args.record.read_text(encoding="utf-8"))
    record["log"] = training_log.join(before_part(record["log"], part), part)
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
