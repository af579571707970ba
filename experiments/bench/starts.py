"""How a biLM should begin: size of the char-CNN, warm start, projection, softmax, at equal words.

    python course.py bench starts TEXT --vectors V192 V256 --out DIR [--only NAME ...] [--words N]

TEXT is a folder with train.txt and heldout/NAME.txt, a paragraph a line. Every setting reads the
same words in the same order with one seed and one thread; the learning rate falls over the second
half. Judged on development data only: held-out perplexity on the way, and
experiments/development.py at the end. The rows go to data/results/starts.json as they come; a row
that is there is not measured again.
"""

import argparse
import json
import math
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import torch

from elmo_lite import weights
from elmo_lite.bilm import SHAPES, BiLanguageModel, BiLMShape
from elmo_lite.char_cnn import CharShape
from elmo_lite.corpora.lines import first_sentences
from elmo_lite.elmo import Elmo
from elmo_lite.files import DATA, write_atomically
from elmo_lite.reading import score
from elmo_lite.training import warm_start
from elmo_lite.training.run import TrainingRun, TrainingSettings
from experiments import development

RESULTS = DATA / "results" / "starts.json"
WORDS = 2_000_000
LOOKS = (0.1, 0.2, 0.35, 0.6, 1.0)  # shares of the words after which perplexity is measured
LOW = torch.backends.mkldnn.is_available()  # products in bfloat16
LITE = BiLMShape()
WIDE = SHAPES["wide"]
FILTERS_256 = ((1, 32), (2, 64), (3, 128), (4, 160), (5, 160), (6, 128), (7, 96))
WIDE_256 = BiLMShape(CharShape(filters=FILTERS_256, num_highway=2, emb_dim=256), proj_dim=256)


@dataclass(frozen=True)
class Start:
    """One setting of the experiment."""

    shape: BiLMShape = WIDE
    warm: bool = True
    softmax: bool = True  # whether the warm start fills the softmax too
    words: float = 1.0  # share of WORDS; 0 leaves the LSTMs untrained
    token_rate: float = 1.0  # the learning rate of the char-CNN, as a share
    seed: int = 0


STARTS = {
    "lite, random": Start(LITE, warm=False),
    "wide, random": Start(warm=False),
    "lite, warm": Start(LITE),
    "wide, warm": Start(),
    "wide, warm, softmax random": Start(softmax=False),
    "wide, warm, slow char-CNN": Start(token_rate=0.2),
    "wide, warm, very slow char-CNN": Start(token_rate=0.05),
    "wide 256, warm": Start(WIDE_256),
    "wide 256, warm, slow char-CNN": Start(WIDE_256, token_rate=0.2),
    "wide, random, LSTMs untrained": Start(warm=False, words=0),
    "wide, warm, LSTMs untrained": Start(words=0),
    "wide 256, warm, LSTMs untrained": Start(WIDE_256, words=0),
}
for _name in ("wide, warm", "wide, warm, slow char-CNN", "wide 256, warm"):
    STARTS[f"{_name}, seed 1"] = replace(STARTS[_name], seed=1)


def measure(name, start, text, vectors, words, out):
    """Train one setting -> its row."""
    vocabulary, rows = vectors[start.shape.proj_dim]
    torch.manual_seed(start.seed)
    model = BiLanguageModel(start.shape, vocabulary)
    row = {"start": name, "parameters": sum(p.numel() for p in model.parameters())}
    goals, known = warm_start.targets(rows)
    asked = [vocabulary.words[i] for i in known.nonzero().flatten().tolist()]
    if start.warm:
        row["cosine"] = begin(model, start, out, asked, goals, known)
    files = sorted((text / "heldout").glob("*.txt"))
    heldout = [sentence for path in files for sentence in first_sentences(path, 5000)]

    def variance():
        return development.share_of_variance(Elmo(model.eval()), asked, goals[known].numpy())

    row["perplexity"] = {}
    if start.words:
        settings = TrainingSettings(
            tokens=round(start.words * words),
            decay=0.5,
            dropout=0.0,
            low_precision=LOW,
            token_rate=start.token_rate,
        )
        run = TrainingRun(model, settings, [text / "train.txt"])
        looks = [share * settings.tokens for share in LOOKS]

        def look(record):
            if record["tokens"] >= looks[0]:
                looks.pop(0)
                row["perplexity"][record["tokens"]] = perplexity(model, heldout)
                row["share of skip-gram variance"] = variance()
                run.step_module.train()
                print(name, record["tokens"], row["perplexity"][record["tokens"]], flush=True)

        run.train(look)
        row["words"] = run.reached.tokens
        row["seconds"] = round(run.reached.seconds)
    if out:
        weights.ours.save(model, out / name.replace(", ", "_").replace(" ", "-"))
    row["share of skip-gram variance"] = variance()
    return row | development.scores_of(Elmo(model.eval()))


def begin(model, start, out, words, goals, known):
    """Warm start; settings that share a char-CNN spell it once -> mean cosine."""
    shape = start.shape
    size = "_".join(f"{width}-{number}" for width, number in shape.characters.filters)
    kept = out / f"char_cnn_{shape.proj_dim}_{size}_seed{start.seed}.pt" if out else None
    cnn = model.bilm.char_cnn
    if kept and kept.exists():
        cnn.load_state_dict(torch.load(kept, weights_only=True))
    else:
        settings = warm_start.SpellingSettings(seed=start.seed)
        warm_start.spell_out(cnn, words, goals[known], settings, LOW)
        if kept:
            kept.parent.mkdir(parents=True, exist_ok=True)
            torch.save(cnn.state_dict(), kept)
    if start.softmax:
        warm_start.fill_softmax(model.softmax, goals)
    return round(warm_start.spelled(cnn, words, goals[known]), 3)


def perplexity(model, heldout):
    """Of the mean of both directions' losses."""
    found = score.perplexity(model.eval(), heldout)
    return round(math.sqrt(found.forward * found.backward), 2)


def one_a_line(rows):
    """The rows as a list in JSON."""
    lines = (json.dumps(row, separators=(",", ":")) for row in rows)
    return "[\n" + ",\n".join(lines) + "\n]"


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("text", type=Path, nargs="?")
    parser.add_argument("--vectors", type=Path, nargs="+", default=[])
    parser.add_argument("--words", type=int, default=WORDS)
    parser.add_argument("--only", nargs="+", default=list(STARTS))
    parser.add_argument("--out", type=Path, help="folder for the trained weights")
    parser.add_argument("--results", type=Path, default=RESULTS)
    args = parser.parse_args(argv)
    if args.text is None or not args.vectors:
        print("Skipped: name the folder of a text, and word vectors with --vectors.")
        return 0
    torch.set_num_threads(1)
    loaded = [warm_start.load(folder) for folder in args.vectors]
    vectors = {rows.shape[1]: (vocabulary, rows) for vocabulary, rows in loaded}

    def done():  # read each time: another process may be measuring other settings
        return json.loads(args.results.read_text()) if args.results.exists() else []

    for name in args.only:
        if all(row["start"] != name for row in done()):
            row = measure(name, STARTS[name], args.text, vectors, args.words, args.out)
            write_atomically(args.results, f"{one_a_line([*done(), row])}\n".encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
