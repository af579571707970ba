"""Is the biLM better than counting? Its forward perplexity beside Kneser-Ney, source by source.

    python course.py bench quality TEXT [--weights DIR] [--order 5] [--json FILE]

TEXT is a folder with the text that the biLM was trained on, in train.txt, a paragraph a line, and
paragraphs that it never read, in heldout/NAME.txt. Both models are trained on the same paragraphs
(Kneser-Ney counts each of them once), have the same vocabulary, and score the same held-out tokens,
the ends of sentences included. The same surprise is also given per character, where the space or
end after each word counts as one. Where WikiText-2 valid is at hand, the biLM alone reads it too,
in two ways: whole paragraphs, and the first sentences of them.
"""

import argparse
import json
import math
import sys
from pathlib import Path

from elmo_lite import corpora, weights
from elmo_lite.corpora import Missing
from elmo_lite.corpora.lines import first_sentences, read_lines, sentences_of
from elmo_lite.files import WEIGHTS, write_atomically
from elmo_lite.reading import score
from experiments.bench.kneser_ney import KneserNey

MODELS = ("forward", "backward", "kneser-ney")
WIKITEXT_SENTENCES = 2500


def pooled(rows):
    """Several texts as one: perplexity is the exponential of a mean over all of their tokens."""
    sums = {unit: sum(row[unit] for row in rows) for unit in ("tokens", "characters")}
    logs = {m: sum(row["tokens"] * math.log(row[m]) for row in rows) for m in MODELS}
    return sums | {m: math.exp(total / sums["tokens"]) for m, total in logs.items()}


def shown(row):
    """A row of perplexities as it is printed and kept, with what the biLM has of Kneser-Ney's."""
    ratio = row["forward"] / row["kneser-ney"]
    share = row["tokens"] / row["characters"]
    found = row | {m: round(row[m], 2) for m in MODELS} | {"ratio": round(ratio, 3)}
    return found | {f"{m} per character": round(row[m] ** share, 3) for m in MODELS}


def cut_at_full_stops(paragraphs):
    """Tokenised paragraphs -> sentences that end with ".", "!" or "?"."""
    for paragraph in paragraphs:
        sentence = []
        for token in paragraph:
            sentence.append(token)
            if token in (".", "!", "?"):
                yield sentence
                sentence = []
        if sentence:
            yield sentence


def wikitext(model):
    """Perplexities of WikiText-2 valid, tokens as published: {way of reading: row}"""
    paragraphs = list(corpora.wikitext2().sentences)
    first = list(cut_at_full_stops(paragraphs))[:WIKITEXT_SENTENCES]
    ways = {"first sentences": first, "whole paragraphs": paragraphs}
    found = {name: score.perplexity(model, sentences) for name, sentences in ways.items()}
    return {
        name: {
            "tokens": row.tokens,
            "unknown": row.unknown,
            "forward": round(row.forward, 2),
            "backward": round(row.backward, 2),
        }
        for name, row in found.items()
    }


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("text", type=Path, nargs="?")
    parser.add_argument("--weights", type=Path, default=WEIGHTS / "elmo_lite_en")
    parser.add_argument("--order", type=int, default=5)
    parser.add_argument("--held-out-words", type=int, default=20_000, help="of each source")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args(argv)
    if args.text is None:
        print("Skipped: name the folder of the text that the biLM was trained on.")
        return 0
    model = weights.ours.load(args.weights)
    lines = dict.fromkeys(read_lines(args.text / "train.txt"))
    training = sentences_of(list(lines))
    counted = sum(map(len, training))
    print(f"{counted:,} words of training text, each paragraph once", flush=True)
    counting = KneserNey(training, model.vocabulary, args.order)
    del training, lines
    found = {}
    for path in sorted((args.text / "heldout").glob("*.txt")):
        sentences = first_sentences(path, args.held_out_words)
        ours = score.perplexity(model, sentences)
        found[path.stem] = {
            "tokens": ours.tokens,
            "unknown": ours.unknown,
            "characters": sum(len(word) + 1 for words in sentences for word in words),
            "forward": ours.forward,
            "backward": ours.backward,
            "kneser-ney": counting.perplexity(sentences),
        }
        print(f"{path.stem:<16}{shown(found[path.stem])}", flush=True)
    found["all"] = pooled(list(found.values()))
    found = {name: shown(row) for name, row in found.items()}
    print(f"{'all':<16}{found['all']}")
    facts = {"order": args.order, "vocabulary": len(model.vocabulary), "words counted": counted}
    record = facts | {"heldout": found}
    try:
        record["wikitext2"] = wikitext(model)
        print(f"WikiText-2 valid: {record['wikitext2']}")
    except Missing as error:
        print(f"WikiText-2 is left out: {error}")
    if args.json:
        write_atomically(args.json, (json.dumps(record, indent=1) + "\n").encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
