"""The perplexity of a trained model on a text, or on each text of a folder.

python -m elmo_lite perplexity FILE [--weights DIR]
"""

import argparse
from pathlib import Path

from elmo_lite import weights
from elmo_lite.corpora.lines import find_texts, read_lines, sentences_of
from elmo_lite.files import WEIGHTS, sentence_on_error, typed
from elmo_lite.reading.score import perplexity


def main(argv: list[str]) -> int:
    """Print forward and backward perplexity of a text, or of each text of a folder."""
    parser = argparse.ArgumentParser(prog=typed("perplexity"))
    parser.add_argument(
        "file", type=Path, help="a text, one paragraph or sentence a line, or a folder of texts"
    )
    parser.add_argument("--weights", type=Path, default=WEIGHTS / "elmo_lite_en", help="a folder")
    parser.add_argument("--tokenised", action="store_true", help="tokens are split by white space")
    args = parser.parse_args(argv)
    return sentence_on_error(lambda: _perplexity(args))


def _perplexity(args: argparse.Namespace) -> int:
    files = find_texts([args.file])
    model = weights.ours.load(args.weights)
    for path in files:
        lines = list(read_lines(path))
        if args.tokenised:
            sentences = [line.split() for line in lines if line.split()]
        else:
            sentences = sentences_of(lines)
        if not sentences:
            raise ValueError(f"There is no sentence to score in {path}: the text is empty.")
        found = perplexity(model, sentences)
        print(f"{path.name}: {found}" if args.file.is_dir() else found)
    return 0
