"""The command `evaluate tasks`: ELMo at work, the numbers that chapters 12 to 12c quote.

    python -m elmo_lite evaluate tasks [EXPERIMENT ...] [--weights DIR] [--seeds N] [--again]

writes data/results/tasks.json. The public sets are looked for as always (ELMO_LITE_DATA). Every
finished row is written at once, and a row that is there is not measured again: after an
interruption the same command goes on. With other weights, the rows that read them are measured
anew. --again measures the named experiments afresh. Epochs and settings are chosen on a development
part (spam: by cross-validation of the training part); a test part is scored once for each row.

`chapter.results("tasks")` is a dictionary:

    made_by, shape and weights (fingerprint) of the biLM, machine {processor, cores, threads, ...}
    experiments {NAME: {about, rows}}

about says what was measured on what: data (name of each set -> state), sizes, settings, note. rows
is a list of flat rows. Scores are shares between 0 and 1; seconds are wall-clock seconds of one
thread. `seed` is there wherever chance is; `mean_and_spread` makes one line of all seeds.

| NAME | what tells the rows apart | what was measured |
|---|---|---|
| spam | data (file order, no copies), input; seed | accuracy, f1 (of spam), f1_interval |
|  |  | (95 %), precision, recall, accuracy_new, f1_new (on test messages without a copy in |
|  |  | training), chosen (settings), reading (seconds of the biLM) |
| titles | input, elmo (none, trained, random weights); seed | accuracy, macro_f1, ... |
| descriptions | text (title, description, both), elmo; seed | the same |
| dimensions | emb_dim of a learned embedding layer; seed | the same |
| fine_tuned | biLM (as shipped, fine-tuned); seed | the same; biLM perplexity: one row with |
|  |  | forward_before, forward_after, backward_before, backward_after |
| mixtures | task (topics, tags), mixture (no ELMo, layer 0, ...); seed | accuracy, ... |
| places | task, place (input, output, input and output); seed | accuracy, ... |
| sizes | task, sentences, elmo; seed | accuracy, ... |
| layer_weights | task (topics, tags, heads, opinions); seed | s_input, s_output, ... |
| wnut | input (names of training, static_en, ELMo, static_en + ELMo, ...); seed | f1, |
|  |  | precision, recall (of entities, span and type exact) |
| sentiment | input (majority, TF-IDF, static_en, ELMo, ...); seed | accuracy, macro_f1 |

Rows of a network also have dev (score of the development part), epochs (the best one) and, with
ELMo, s_input and gamma_input: the mixture that was learned (s_output, gamma_output: the other one).
"""

import argparse
import sys
from importlib import import_module

import torch

from elmo_lite.experiments import evaluate_command
from elmo_lite.experiments.partial_record import PartialRecord
from elmo_lite.experiments.record import Record
from elmo_lite.files import RESULTS
from elmo_lite.stats import mean_and_spread

FILE = RESULTS / "tasks.json"

# name: (module, function), in the order in which they are measured
EXPERIMENTS = {
    "spam": ("task_spam", "spam"),
    "titles": ("task_titles", "titles"),
    "descriptions": ("task_titles", "descriptions"),
    "dimensions": ("task_titles", "dimensions"),
    "fine_tuned": ("task_titles", "fine_tuned"),
    "mixtures": ("task_paper", "mixtures"),
    "places": ("task_paper", "places"),
    "sizes": ("task_paper", "sizes"),
    "layer_weights": ("task_paper", "layer_weights"),
    "wnut": ("task_entities", "wnut"),
    "sentiment": ("task_sentiment", "sentiment"),
}

Columns = tuple[tuple[str, ...], tuple[str, ...]]  # what tells rows apart; the scores to print
COLUMNS: dict[str, Columns] = {
    "spam": (("data", "input"), ("accuracy", "f1")),
    "titles": (("input", "elmo"), ("accuracy", "macro_f1")),
    "descriptions": (("text", "elmo"), ("accuracy", "macro_f1")),
    "dimensions": (("emb_dim",), ("accuracy", "macro_f1")),
    "fine_tuned": (("biLM",), ("accuracy", "macro_f1")),
    "mixtures": (("task", "mixture"), ("accuracy",)),
    "places": (("task", "place"), ("accuracy",)),
    "sizes": (("task", "sentences", "elmo"), ("accuracy",)),
    "layer_weights": (("task",), ("accuracy",)),
    "wnut": (("input",), ("f1", "precision", "recall")),
    "sentiment": (("input",), ("accuracy",)),
}


# ---- what is printed ----


def table(record: Record, name: str) -> str:
    """One line for all seeds of a row: mean and spread of each score in percent."""
    keys, scores = COLUMNS[name]
    rows = [{**dict.fromkeys(keys), **row} for row in record.rows(name)]
    found = {score: mean_and_spread(rows, keys, score) for score in scores}
    lines = ["".join(f"{score:>17}" for score in scores)]
    for key in found[scores[0]]:
        cells = []
        for score in scores:
            mean, spread, number = found[score].get(key, (float("nan"), 0.0, 0))
            beside = f" ± {100 * spread:5.2f}" if number > 1 else " " * 8
            cells.append(f"{100 * mean:9.2f}{beside}")
        what = ", ".join(str(part) for part in key if part is not None)
        lines.append("".join(cells) + f"   {what}")
    return "\n".join(lines)


# ---- the command ----


def main(argv: list[str]) -> int:
    """Measures ELMo at work, for chapters 12 to 12c."""
    parser = evaluate_command.parser("tasks", __doc__)
    evaluate_command.add_experiments(parser)
    evaluate_command.add_weights(parser)
    args = parser.parse_args(argv)
    args.out = args.out or FILE
    return evaluate_command.run(args, EXPERIMENTS, lambda: _evaluate(args))


def _evaluate(args: argparse.Namespace) -> PartialRecord:
    torch.set_num_threads(1)
    elmo, record = evaluate_command.open_record(args)
    seeds = range(1, args.seeds + 1)
    for name in evaluate_command.chosen(args, EXPERIMENTS):
        module, function = EXPERIMENTS[name]
        with record.experiment(name, args.again):
            getattr(import_module(f"elmo_lite.experiments.{module}"), function)(record, elmo, seeds)
        if record.rows(name):
            print(f"\n{name}\n{table(record, name)}\n", flush=True)
    return record


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
