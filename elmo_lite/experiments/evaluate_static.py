"""The command `evaluate static`: every number on static vectors that chapters 03b to 06b quote.

    python -m elmo_lite evaluate static [EXPERIMENT ...] [--text DIR] [--seeds N] [--again]

writes data/results/static_vectors.json. DIR is the folder that `python -m
elmo_lite.corpora.free_text DIR` wrote; the public sets are looked for as always (ELMO_LITE_DATA).
Every finished row is written at once, and a row that is there is not measured again: after an
interruption the same command goes on. --again measures the named experiments afresh.

`chapter.results("static_vectors")` is a dictionary:

    made_by, machine {processor, cores, threads, python, torch, numpy, gensim}
    experiments {NAME: {about, rows}}

about says what was measured on what: data (name of each set -> state), text, settings, note. rows
is a list of flat rows. Scores are shares between 0 and 1, Spearman's rho between -1 and 1; seconds
are wall-clock seconds of one thread and only good for ratios inside one experiment. `seed` is
there wherever chance is; `mean_and_spread` makes one line of all seeds.

| NAME | what tells the rows apart | what was measured |
|---|---|---|
| word2vec | architecture skip-gram, cbow; by ours, gensim; seed | ws353, simlex999, seconds |
| negatives | negatives 2, 5, 20; seed | ws353, simlex999, seconds |
| window | window 2, 10; seed | ws353, ws353_similarity, ws353_relatedness, simlex999, |
|  |  | seconds, neighbours {word: [five words]} |
| fasttext | by ours, gensim, word2vec (gensim), n-grams only; seed | ws353, ws353_all (with the |
|  |  | words never seen), simlex999, typos_1, typos_10 (the original first, among ten), seconds |
| glove | by GloVe, skip-gram (both ours); seed | ws353, simlex999, seconds |
| ice_steam | word solid, gas, water, fashion | ice, steam (counts), p_ice, p_steam, ratio |
| korean | unit eojeol, syllables, jamo | ws353_ko, analogies, asked (questions with all words |
|  |  | known), neighbours [words of 남동생], typos {misspelling: rank of 남동생, 0 for no vector} |
| imdb, nsmc | input (see below), training learned, frozen, fine-tuned, -; seed | accuracy, |
|  |  | unknown (share of test tokens without a vector), seconds |
| unknown | text, vectors | tokens, types, unknown_tokens, unknown_types (shares) |
| wall | by most frequent sense, .. of the form, static vector, mean of the sentence | accuracy |
| shipped | vectors static_en, GloVe 6B | ws353, simlex999, men, analogies, asked, |
|  |  | and for pairs NAME_pairs (how many had both words) |

input of imdb: majority, TF-IDF + logistic regression, embedding layer, skip-gram (ours), GloVe 6B.
input of nsmc: the same two baselines, TF-IDF of characters + logistic regression, embedding layer,
syllable fastText, jamo fastText.
"""

import argparse
import sys
from importlib import import_module
from pathlib import Path

import torch

from elmo_lite.experiments import evaluate_command
from elmo_lite.experiments.partial_record import PartialRecord
from elmo_lite.files import RESULTS

FILE = RESULTS / "static_vectors.json"

# name: (module, function), in the order in which they are measured
EXPERIMENTS = {
    "word2vec": ("static_experiments", "word2vec_and_gensim"),
    "negatives": ("static_experiments", "negatives"),
    "window": ("static_experiments", "window"),
    "glove": ("static_experiments", "glove_and_word2vec"),
    "fasttext": ("static_subwords", "fasttext_and_gensim"),
    "ice_steam": ("static_experiments", "ice_and_steam"),
    "shipped": ("static_experiments", "shipped"),
    "korean": ("static_korean", "korean"),
    "imdb": ("static_tasks", "imdb"),
    "nsmc": ("static_tasks", "nsmc"),
    "unknown": ("static_limits", "unknown"),
    "wall": ("static_limits", "wall"),
}


def main(argv: list[str]) -> int:
    """Measures static word vectors for chapters 03 to 06."""
    parser = evaluate_command.parser("static", __doc__)
    evaluate_command.add_experiments(parser)
    parser.add_argument("--text", type=Path, help="the folder of elmo_lite.corpora.free_text")
    args = parser.parse_args(argv)
    args.out = args.out or FILE
    return evaluate_command.run(args, EXPERIMENTS, lambda: _evaluate(args))


def _evaluate(args: argparse.Namespace) -> PartialRecord:
    torch.set_num_threads(1)
    record = PartialRecord(args.out, args.command)
    seeds = range(1, args.seeds + 1)
    for name in evaluate_command.chosen(args, EXPERIMENTS):
        module, function = EXPERIMENTS[name]
        with record.experiment(name, args.again):
            experiment = getattr(import_module(f"elmo_lite.experiments.{module}"), function)
            experiment(record, args.text, seeds)
    return record


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
