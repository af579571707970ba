"""The record of the long run, data/results/pretrain_en.json, after one more part of it.

    python course.py bench record RUN [--text TEXT] [--quality FILE] [--layers FILE]

RUN is the folder of the last part, which went on from the shipped weights (`pretrain --from`). Its
log is joined to the log before; if that was done already, what was joined is replaced, so that the
command may be repeated. TEXT/overlap.json says what the text shares with the scored sets; the two
files are what `bench quality` and `bench layers` wrote with `--json`. The trained rows of `layers`
are joined to those of fewer words; one without its words is that of the whole run. What is not
named stays. The tables of the model card are written anew from the record, which also keeps the
fingerprint of the weights beside the card: save the new ones there first.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from elmo_lite import weights
from elmo_lite.elmo import Elmo
from elmo_lite.experiments.bench._tools import write_json
from elmo_lite.experiments.bench.layers import SENSES
from elmo_lite.experiments.bench.quality import pooled, shown
from elmo_lite.files import RESULTS, WEIGHTS, write_atomically
from elmo_lite.reading.cache import fingerprint
from elmo_lite.training.log import join, read_log


def before_part(log, part):
    """The log without what an earlier call has joined of this part: its losses are as they were."""
    first = next(((row["forward"], row["backward"]) for row in part if "forward" in row), None)
    losses = [(row.get("forward"), row.get("backward")) for row in log]
    return log[: losses.index(first)] if first in losses else log


def without(quality, left_out):
    """The row "all" again from the texts' own rows, one text left out."""
    return shown(pooled([row for name, row in quality.items() if name not in ("all", left_out)]))


def joined(layers, new, tokens):
    """Scores of the layers after more and more words, with new ones among them."""
    for row in new["trained"]:
        row["words"] = row["words"] or tokens
    again = {row["words"] for row in new["trained"]}
    kept = [row for row in layers.get("trained", []) if row["words"] not in again]
    return new | {"trained": sorted(kept + new["trained"], key=lambda row: row["words"])}


def quality_table(heldout):
    """The lines of the card's table of perplexities."""
    lines = ["| held-out text | forward | backward | Kneser-Ney 5 | forward / Kneser-Ney |"]
    lines.append("|---" * 5 + "|")
    keys = ("forward", "backward", "kneser-ney", "ratio")
    for name, row in heldout.items():
        lines.append(" | ".join([f"| {name}", *(str(row[key]) for key in keys)]) + " |")
    return lines


def layers_table(layers):
    """The lines of the card's table of what the layers know."""
    depth = len(layers["random"][0]["upos"])
    lines = ["| | " + " | ".join(f"layer {j}" for j in range(depth)) + " |"]
    lines.append("|---" * (depth + 1) + "|")
    names = {"upos": "UPOS"} | {column: f"senses, {name}" for column, name in SENSES.items()}
    for column, name in names.items():
        trained = [row for row in layers["trained"] if column in row]
        for row in trained:
            words = f"{row['words'] / 1e6:.1f} million words read"
            lines.append(table_row(f"{name}, {words}", "{:.1f} %", row[column]))
        fresh = np.mean([row[column] for row in layers["random"]], axis=0)
        base = layers["sets"].get(column)
        beside = f" (majority {base['majority']} %)" if base else ""
        lines.append(table_row(f"{name}, random weights{beside}", "{:.1f} %", fresh))
        difference = np.array(trained[-1][column]) - fresh
        lines.append(table_row(f"**{name}, trained minus random**", "{:+.1f}", difference))
    return lines


def overlap_table(overlap):
    """The lines of the card's table of 8-grams that the text shares with what is scored."""
    lines = ["| scored set | its 8-grams | in the training text |", "|---|---|---|"]
    for name, number in overlap["scored 8-grams"].items():
        shared = sum(row["shared 8-grams"].get(name, 0) for row in overlap["sources"].values())
        lines.append(f"| {name} | {number:,} | {shared:,} |")
    return lines


def table_row(what, form, scores):
    return f"| {what} | " + " | ".join(form.format(score) for score in scores) + " |"


def rewrite(card, lines):
    """Put all of these lines in the place of the card's table that begins with the first one."""
    before, found, rest = card.read_text(encoding="utf-8").partition(lines[0] + "\n")
    if not found:
        raise ValueError(f"{card} has no table {lines[0]!r}: put this line into it.")
    behind = rest[rest.index("\n\n") :]
    write_atomically(card, (before + "\n".join(lines) + behind).encode())


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path, nargs="?")
    parser.add_argument("--record", type=Path, default=RESULTS / "pretrain_en.json")
    parser.add_argument("--card", type=Path, default=WEIGHTS / "elmo_lite_en" / "README.md")
    for name in ("text", "quality", "layers"):
        parser.add_argument(f"--{name}", type=Path)
    args = parser.parse_args(argv)
    if args.run is None:
        print("Skipped: name the folder of a run.")
        return 0
    part = read_log(args.run / "log.jsonl")
    if not part:
        parser.error(f"there is no log.jsonl with a record in {args.run}")
    record = json.loads(args.record.read_text(encoding="utf-8"))
    record["log"] = join(before_part(record["log"], part), part)
    record["tokens"] = record["log"][-1]["tokens"]
    if args.text:
        overlap = (args.text / "overlap.json").read_text(encoding="utf-8")
        record["overlap"] = json.loads(overlap)
    if args.quality:
        record["quality"] = json.loads(args.quality.read_text(encoding="utf-8"))
        rows = record["quality"]["heldout"]
        rows["all but dialogues"] = without(rows, "dialogues")
    if args.layers:
        new = json.loads(args.layers.read_text(encoding="utf-8"))
        record["layers"] = joined(record.get("layers", {}), new, record["tokens"])
    record["weights"] = fingerprint(Elmo(weights.ours.load(args.card.parent)))
    write_json(args.record, record)
    if args.text:
        rewrite(args.card, overlap_table(record["overlap"]))
    if args.quality:
        rewrite(args.card, quality_table(record["quality"]["heldout"]))
    if args.layers:
        rewrite(args.card, layers_table(record["layers"]))
    print(f"{record['tokens']:,} words read, {len(record['log'])} lines of log")
    return 0


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))
