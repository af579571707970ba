"""Is the biLM better than counting? Its forward perplexity beside Kneser-Ney, source by source.

    python course.py bench quality TEXT [--weights DIR] [--order 5] [--json FILE]

TEXT is the folder that `python -m elmo_lite.corpora.free_text` wrote. Both models are trained on
the same paragraphs (Kneser-Ney counts each of them once), have the same vocabulary, and score the
same held-out tokens, the ends of sentences included.
"""

import argparse
import json
import math
from pathlib import Path

from elmo_lite import batches, scoring, weights
from elmo_lite.ngram import NGramModel
from elmo_lite.paths import WEIGHTS


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("text", type=Path, nargs="?")
    parser.add_argument("--weights", type=Path, default=WEIGHTS / "elmo_lite_en")
    parser.add_argument("--order", type=int, default=5)
    parser.add_argument("--held-out-words", type=int, default=20_000, help="of each source")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args(argv)
    if args.text is None:
        print("Skipped: name the folder that elmo_lite.corpora.free_text wrote.")
        return 0
    model = weights.load(args.weights)
    lines = dict.fromkeys(batches.read_lines(args.text / "train.txt"))
    training = batches.sentences_of(list(lines))
    print(f"{sum(map(len, training)):,} words of training text, each paragraph once", flush=True)
    counting = NGramModel(args.order, "kneser-ney").fit(training, model.vocabulary)
    del training, lines
    found, totals = {}, [0.0, 0.0, 0.0, 0]
    for path in sorted((args.text / "heldout").glob("*.txt")):
        sentences = []
        for line in batches.read_lines(path):
            sentences += batches.sentences_of([line])
            if sum(map(len, sentences)) > args.held_out_words:
                break
        ours = scoring.perplexity(model, sentences)
        theirs = counting.perplexity(sentences)
        found[path.stem] = {
            "tokens": ours.tokens,
            "unknown": ours.unknown,
            "forward": round(ours.forward, 2),
            "backward": round(ours.backward, 2),
            "kneser-ney": round(theirs, 2),
            "ratio": round(ours.forward / theirs, 3),
        }
        logs = [math.log(x) * ours.tokens for x in (ours.forward, ours.backward, theirs)]
        totals = [a + b for a, b in zip(totals, [*logs, ours.tokens], strict=True)]
        print(f"{path.stem:<16}{found[path.stem]}", flush=True)
    forward, backward, theirs = (math.exp(total / totals[3]) for total in totals[:3])
    found["all"] = {
        "tokens": totals[3],
        "forward": round(forward, 2),
        "backward": round(backward, 2),
        "kneser-ney": round(theirs, 2),
        "ratio": round(forward / theirs, 3),
    }
    print(f"{'all':<16}{found['all']}")
    if args.json:
        record = {"order": args.order, "vocabulary": len(model.vocabulary), "heldout": found}
        args.json.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))
