"""The free text that the shipped biLMs are trained on, kept apart from all they are scored on.

    python -m elmo_lite.corpora.free_text DIR                       English
    python -m elmo_lite.corpora.free_text DIR --language ko         Korean

writes DIR/train.txt (paragraphs of all sources in one shuffled order, old novels cut down),
DIR/heldout/SOURCE.txt (paragraphs that training never sees) and DIR/overlap.json (how many 8-grams
each source shares with each scored set, and how many lines were dropped for it; which scored sets
were not there to compare with).
"""

import argparse
import json
import lzma
import random
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from elmo_lite.corpora import unpack
from elmo_lite.files import DATA, data_dir, sentence_on_error

GRAM = 8  # words
DROP_FROM = 3  # a line with that many 8-grams in common with a scored set is dropped

# source: (where it is, how often training text repeats it; below 1, the share of its lines that
# is taken). Modern text comes first and whole; old novels are cut down, so that nobody in the text
# is more likely to travel by coach than by car. Left out of `modern`: wordnet_glosses, since with a
# dictionary in the text the sense probes would be another experiment.
SOURCES: dict[str, tuple[str, float]] = {
    **{
        name: (f"pretrain_en/modern/{name}.txt.xz", 1)
        for name in (
            *("simplewiki_2021", "enwiki_2015_core", "openstax_by_2026", "podcasts"),
            *("press_briefings", "tatoeba", "earnings_calls", "us_gov_web", "meetings"),
            *("common_voice", "biology_2014"),
        )
    },
    "openstax_by": ("pretrain_en/openstax/openstax_by.txt.xz", 1),
    "openstax_by_2": ("pretrain_en/openstax/openstax_by_2.txt.xz", 1),
    "gap_wikipedia": ("pretrain_en/wikipedia/gap_wikipedia.txt.xz", 1),
    "masc": ("pos/nltk/masc_tagged.zip", 1),
    "dialogues": ("pretrain_en/dialogues/sgd_dialogues.txt.xz", 1),
    "state_union": ("pretrain_en/nltk/state_union.zip", 1),
    "inaugural": ("pretrain_en/nltk/inaugural.zip", 1),
    "novels_1890": ("pretrain_en/novels/novels_1890_1929.txt.xz", 1),
    "novels_1840": ("pretrain_en/novels/novels_1840_1889.txt.xz", 0.5),
}
HELD_OUT = 0.005  # the share of the lines of each source that is kept for measuring

# What probes and tasks of the course are scored on, test and training parts.
SCORED = {
    "UD English-EWT": "pos/ud_english_ewt",
    "Brown (and SemCor)": "pos/nltk/brown.zip",
    "SemCor": "wsd/semcor3_noad",
    "Senseval-2": "wsd/senseval2",
    "CoarseWSD-20": "wsd/coarsewsd20",
    "SMS Spam": "classification/sms_spam/SMSSpamCollection",
    "AG News": "classification/ag_news",
    "IMDB": "classification/imdb",
    "SST": "classification/sst",
    "sentence polarity": "classification/nltk_sentence_sets",
    "WNUT-17": "ner/wnut17",
    "WikiText-2 valid": "pretrain_en/wikitext2_eval",
    "Wikipedia sample (ladder)": "pretrain_en/wikipedia/enwiki_2011_sample.txt.xz",
}
KOREAN_SOURCES: dict[str, tuple[str, float]] = {
    name: (f"pretrain_ko/{name}.txt.xz", 1) for name in ("nsmc_unlabelled", "3i4k", "chatbot")
}
KOREAN_SCORED = {
    "NSMC": "classification/nsmc_rebuilt",
    "UD Korean GSD": "pos/ud_korean_gsd",
    "UD Korean Kaist": "pos/ud_korean_kaist",
}
LANGUAGES = {"en": (SOURCES, SCORED), "ko": (KOREAN_SOURCES, KOREAN_SCORED)}
OWN = {
    "our own sense sentences": DATA / "senses",
    "our own task texts": DATA / "tasks",
    "our own Korean texts": DATA / "korean",
}


def files_in(path: Path) -> Iterator[tuple[str, str]]:
    """(name, text) of every text file under a path, archives opened."""
    if path.is_dir():
        for child in sorted(path.iterdir()):
            yield from files_in(child)
    elif path.name.endswith((".tar.xz", ".tgz", ".zip")):
        for name, data in unpack.members(path, ".*"):
            yield name, decoded(data)
    elif path.suffix == ".xz":
        yield path.name, lzma.decompress(path.read_bytes()).decode("utf-8", "replace")
    else:
        yield path.name, path.read_text(encoding="utf-8", errors="replace")


def decoded(text: bytes) -> str:
    """Most files are UTF-8. Speeches of 1970 to 1974 and 2005 write ’ as in Big5, the rest is
    Windows-1252."""
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError:
        encoding = "big5" if b"\xa1\xa6" in text else "cp1252"
        return text.decode(encoding, "replace")


def running_words(name: str, text: str) -> list[str]:
    """The words of a file in reading order, in lower case, without markup and labels."""
    if "conllu" in name:
        text = "\n".join(re.findall(r"^# text = (.*)$", text, re.MULTILINE))
    elif name.startswith(("brown/", "masc_tagged/")):
        text = re.sub(r"[/_][^\s/_]+(?=\s)", "", text)
    elif "conll" in name or name.endswith(".annotated"):
        text = " ".join(line.split("\t")[0] for line in text.split("\n"))
    return re.findall(r"[^\W_]+", re.sub(r"<[^<>]*>", " ", text).lower())


class Grams:
    """Turn words into 64-bit hashes of their 8-grams."""

    def __init__(self) -> None:
        generator = np.random.default_rng(0)
        self.weights = generator.integers(1, 2**63, GRAM, dtype=np.uint64) | np.uint64(1)
        self.codes: dict[str, int] = {}

    def hashes(self, words: list[str]) -> np.ndarray:
        """words -> one hash per 8-gram, (len(words) - 7,)."""
        codes = self.codes
        for word in words:
            if word not in codes:
                codes[word] = len(codes) + 1
        ids = np.array([codes[word] for word in words], dtype=np.uint64)
        ids = ids * np.uint64(0x9E3779B97F4A7C15)
        ids ^= ids >> np.uint64(29)
        if len(ids) < GRAM:
            return np.empty(0, dtype=np.uint64)
        windows = np.lib.stride_tricks.sliding_window_view(ids, GRAM)
        return (windows * self.weights).sum(axis=1, dtype=np.uint64)


def shared(hashes: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Which hashes are in the sorted array `known`, (len(hashes),) of bool."""
    if not len(known):
        return np.zeros(len(hashes), dtype=bool)
    at = np.minimum(np.searchsorted(known, hashes), len(known) - 1)
    return known[at] == hashes


def source_lines(path: Path) -> list[str]:
    """The paragraphs of a source, one a line."""
    lines: list[str] = []
    for name, text in files_in(path):
        if name.startswith("masc_tagged/"):
            if not name.endswith(".txt") or "/" not in name.removeprefix("masc_tagged/"):
                continue
            text = re.sub(r"_[^\s_]+(?=\s|$)", "", text)
        elif path.suffix == ".zip":  # speeches: blank lines separate paragraphs
            text = "\n".join(" ".join(p.split()) for p in re.split(r"\n\s*\n", text))
        lines += [line for line in text.split("\n") if line.strip()]
    return lines


def clean(
    lines: Iterable[str], grams: Grams, scored: dict[str, np.ndarray]
) -> tuple[list[str], dict[str, int], int]:
    """-> the lines to keep, shared 8-grams by scored set, and the number of lines dropped."""
    kept, counts, dropped = [], dict.fromkeys(scored, 0), 0
    for line in lines:
        hashes = grams.hashes(running_words("", line))
        found = {name: int(shared(hashes, known).sum()) for name, known in scored.items()}
        for name, number in found.items():
            counts[name] += number
        if max(found.values(), default=0) >= DROP_FROM:
            dropped += 1
        else:
            kept.append(line)
    return kept, counts, dropped


def scored_sets(
    folder: Path, grams: Grams, places: dict[str, str]
) -> tuple[dict[str, np.ndarray], list[str]]:
    """-> the sorted 8-gram hashes of every scored set, and the names of those that are not there"""
    scored: dict[str, np.ndarray] = {}
    missing = []
    for name, path in {**{n: folder / p for n, p in places.items()}, **OWN}.items():
        if path.exists():
            hashes = [grams.hashes(running_words(n, text)) for n, text in files_in(path)]
            scored[name] = np.unique(np.concatenate(hashes)) if hashes else np.empty(0, np.uint64)
        else:
            missing.append(name)
    return scored, missing


def repeated(lines: list[str], times: float) -> list[str]:
    """The lines `times` times over; a fraction takes that share of them (they are shuffled)."""
    whole = int(times)
    return lines * whole + lines[: round((times - whole) * len(lines))]


def build(folder: Path, out: Path, language: str = "en", seed: int = 0) -> dict:
    """Write train.txt, heldout/ and overlap.json into out; returns what overlap.json holds."""
    grams = Grams()
    places, scored_places = LANGUAGES[language]
    scored, missing = scored_sets(folder, grams, scored_places)
    sources: dict[str, dict] = {}
    held_out: dict[str, list[str]] = {}
    rest: dict[str, list[str]] = {}
    for source, (place, times) in places.items():
        lines, counts, dropped = clean(source_lines(folder / place), grams, scored)
        random.Random(f"{seed} {source}").shuffle(lines)
        cut = max(1, round(HELD_OUT * len(lines)))
        held_out[source], rest[source] = lines[:cut], lines[cut:]
        sources[source] = {
            "lines": len(lines) + dropped,
            "dropped": dropped,
            "times": times,
            "shared 8-grams": {name: number for name, number in counts.items() if number},
        }
        print(source, json.dumps(sources[source]), file=sys.stderr, flush=True)
    # Some lines occur in a text more than once, or in two: a held-out line goes everywhere.
    hidden = {line.strip() for lines in held_out.values() for line in lines}
    training: list[str] = []
    for source, lines in rest.items():
        kept = [line for line in lines if line.strip() not in hidden]
        training += repeated(kept, sources[source]["times"])
        sources[source]["repeats of held-out lines"] = len(lines) - len(kept)
        sources[source]["words"] = sum(len(line.split()) for line in kept)
    random.Random(seed).shuffle(training)
    report = {
        "scored 8-grams": {name: len(hashes) for name, hashes in scored.items()},
        "missing": missing,
        "sources": sources,
    }
    (out / "heldout").mkdir(parents=True, exist_ok=True)
    for source, lines in held_out.items():
        _write(out / "heldout" / f"{source}.txt", lines)
    _write(out / "train.txt", training)
    _write(out / "overlap.json", [json.dumps(report, indent=1)])
    return report


def _write(path: Path, lines: list[str]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)


def main(argv: Sequence[str]) -> int:
    """Build the text in the folder that is named."""
    parser = argparse.ArgumentParser(
        prog="python -m elmo_lite.corpora.free_text",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("out", type=Path, help="folder to write")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    args = parser.parse_args(argv)
    folder = data_dir()
    if folder is None:
        print("Set ELMO_LITE_DATA to the folder of public sets.", file=sys.stderr)
        return 2
    return sentence_on_error(lambda: _build(folder, args.out, args.language))


def _build(folder: Path, out: Path, language: str) -> int:
    build(folder, out, language)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
