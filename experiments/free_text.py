"""The free text that the shipped biLMs are trained on, kept apart from all they are scored on.

    python -m experiments.free_text DIR                       English
    python -m experiments.free_text DIR --language ko         Korean

writes DIR/train.txt (paragraphs of all sources in one shuffled order, some sources cut down),
DIR/heldout/SOURCE.txt (paragraphs that training never sees) and DIR/overlap.json (how many runs of
words each source shares with each scored set, and how many lines were dropped for it; which scored
sets were not there to compare with). `--share nsmc_unlabelled=0.5` takes half of a source.
"""

import argparse
import json
import lzma
import random
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from elmo_lite.corpora import unpack
from elmo_lite.files import DATA, data_dir, sentence_on_error

HELD_OUT = 0.005  # the share of the lines of each source that is kept for measuring


@dataclass(frozen=True)
class Plan:
    """Of what a text is made, and what is kept out of it. Paths are below the folder of sets."""

    sources: dict[str, str]
    shares: dict[str, float]  # of these sources not all lines are taken
    scored: dict[str, str]  # what probes and tasks are scored on, test and training parts
    gram: int  # words in a run
    drop_from: int  # a line with that many runs in common with a scored set is dropped


# ---- English ----

# Where each source is. Left out of `modern`: wordnet_glosses, since with a dictionary in the text
# the sense probes would be another experiment.
SOURCES = {
    **{
        name: f"pretrain_en/modern/{name}.txt.xz"
        for name in (
            *("simplewiki_2021", "enwiki_2015_core", "openstax_by_2026", "podcasts"),
            *("press_briefings", "tatoeba", "earnings_calls", "us_gov_web", "meetings"),
            *("common_voice", "biology_2014"),
        )
    },
    "openstax_by": "pretrain_en/openstax/openstax_by.txt.xz",
    "openstax_by_2": "pretrain_en/openstax/openstax_by_2.txt.xz",
    "gap_wikipedia": "pretrain_en/wikipedia/gap_wikipedia.txt.xz",
    "masc": "pos/nltk/masc_tagged.zip",
    "dialogues": "pretrain_en/dialogues/sgd_dialogues.txt.xz",
    "state_union": "pretrain_en/nltk/state_union.zip",
    "inaugural": "pretrain_en/nltk/inaugural.zip",
    "novels_1890": "pretrain_en/novels/novels_1890_1929.txt.xz",
    "novels_1840": "pretrain_en/novels/novels_1840_1889.txt.xz",
}
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
# ---- Korean ----

REVIEWS = "nsmc_unlabelled"
# Left out of `mixed`: krdict_definitions, as in English. Left out of pretrain_ko: kornlu, which is
# scored elsewhere, and the laws.
KOREAN_SOURCES = {
    **{name: f"pretrain_ko/{name}.txt.xz" for name in (REVIEWS, "3i4k", "chatbot")},
    **{
        name: f"pretrain_ko/mixed/{name}.txt.xz"
        for name in (
            *("wiki_articles", "wiki_articles_more", "wiki_homonyms", "wiki_narrative"),
            *("wiki_biography", "bible_krv", "boddari_bookreviews", "boddari_unesco"),
            *("boddari_wikinews", "boddari_fairytales", "literature_pd", "stories_asp"),
            *("tatoeba_ko", "common_voice", "xpersona", "question_pair", "stylekqc"),
            *("cataclysm_game", "rpi_projects", "docs_misc", "docs_web", "docs_rust"),
            *("docs_python", "docs_gnome"),
        )
    },
}
KOREAN_SCORED = {
    "NSMC": "classification/nsmc_rebuilt",
    "UD Korean GSD": "pos/ud_korean_gsd",
    "UD Korean Kaist": "pos/ud_korean_kaist",
    "KLUE-NER": "ner/klue_ner",
    "Korean ambiguity data": "wsd/korean_ambiguity",
}

PLANS = {
    # Nobody in the text should be more likely to travel by coach than by car.
    "en": Plan(SOURCES, {"novels_1840": 0.5}, SCORED, gram=8, drop_from=3),
    # Film reviews know few things besides films, so half of them are enough. The verses are in the
    # Korean of 1900, and of the requests ten phrasings each say the same. An eojeol says as much as
    # two English words, so a single run of seven is no accident.
    "ko": Plan(
        KOREAN_SOURCES,
        {REVIEWS: 0.5, "bible_krv": 0.2, "stylekqc": 0.2},
        KOREAN_SCORED,
        gram=7,
        drop_from=1,
    ),
}
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
    else:
        data = path.read_bytes()
        text = lzma.decompress(data) if path.suffix == ".xz" else data
        yield path.name, text.decode("utf-8", "replace")


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
    elif name.startswith("klue-ner"):  # the sentence with its names marked, then a line a syllable
        text = "\n".join(re.findall(r"^## \S+\t(.*)$", text, re.MULTILINE))
        text = re.sub(r"<([^<>]*):[A-Z]{2}>", r"\1", text)
    elif name.startswith("ambiguity"):  # form, analysis, sentence
        text = "\n".join(line.split("\t")[-1] for line in text.split("\n"))
    elif "conll" in name or name.endswith(".annotated"):
        text = " ".join(line.split("\t")[0] for line in text.split("\n"))
    return re.findall(r"[^\W_]+", re.sub(r"<[^<>]*>", " ", text).lower())


def gram_hashes(words: list[str], gram: int) -> np.ndarray:
    """One 64-bit hash for each run of `gram` words, (len(words) - gram + 1,). Another process has
    other hashes."""
    grams = zip(*(words[i:] for i in range(gram)), strict=False)
    return np.fromiter(map(hash, grams), dtype=np.int64)


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
    lines: list[str], scored: dict[str, np.ndarray], plan: Plan
) -> tuple[list[str], dict[str, int]]:
    """-> the lines to keep, and how many runs all lines share with each scored set."""
    hashes = [gram_hashes(running_words("", line), plan.gram) for line in lines]
    line_of = np.repeat(np.arange(len(lines)), [len(found) for found in hashes])
    together = np.concatenate(hashes)
    counts, most = {}, np.zeros(len(lines), dtype=int)
    for name, known in scored.items():
        first, last = (np.searchsorted(known, together, side) for side in ("left", "right"))
        shared = np.bincount(line_of[first < last], minlength=len(lines))  # `known` holds it
        counts[name] = int(shared.sum())
        most = np.maximum(most, shared)
    kept = [line for line, number in zip(lines, most, strict=True) if number < plan.drop_from]
    return kept, counts


def scored_sets(folder: Path, plan: Plan) -> dict[str, np.ndarray]:
    """The sorted hashes of the runs of every scored set that is there, and of our own texts."""
    scored = {}
    for name, path in {**{n: folder / place for n, place in plan.scored.items()}, **OWN}.items():
        files = files_in(path) if path.exists() else ()
        hashes = [gram_hashes(running_words(file, text), plan.gram) for file, text in files]
        if hashes:
            scored[name] = np.unique(np.concatenate(hashes))
    return scored


def build(folder: Path, out: Path, plan: Plan) -> None:
    """Write train.txt, heldout/ and overlap.json into out."""
    (out / "heldout").mkdir(parents=True, exist_ok=True)
    scored = scored_sets(folder, plan)
    sources: dict[str, dict] = {}
    rest: dict[str, list[str]] = {}
    hidden: set[str] = set()
    for source, place in plan.sources.items():
        found = source_lines(folder / place)
        lines, counts = clean(found, scored, plan)
        random.Random(f"0 {source}").shuffle(lines)
        cut = max(1, round(HELD_OUT * len(lines)))
        _write(out / "heldout" / f"{source}.txt", lines[:cut])
        hidden.update(line.strip() for line in lines[:cut])
        rest[source] = lines[cut:]
        sources[source] = {
            "lines": len(found),
            "dropped": len(found) - len(lines),
            "times": plan.shares.get(source, 1),
            "shared runs": {name: number for name, number in counts.items() if number},
        }
        print(source, json.dumps(sources[source]), file=sys.stderr, flush=True)
    training: list[str] = []
    for source, lines in rest.items():
        # Some lines occur in a text more than once, or in two: no held-out line stays anywhere.
        kept = [line for line in lines if line.strip() not in hidden]
        sources[source]["repeats of held-out lines"] = len(lines) - len(kept)
        kept = kept[: round(plan.shares.get(source, 1) * len(kept))]
        sources[source]["words"] = sum(len(line.split()) for line in kept)
        training += kept
    random.Random(0).shuffle(training)
    _write(out / "train.txt", training)
    report = {
        "words in a run": plan.gram,
        "scored runs": {name: len(hashes) for name, hashes in scored.items()},
        "missing": [name for name in plan.scored if name not in scored],
        "sources": sources,
    }
    _write(out / "overlap.json", [json.dumps(report, indent=1)])


def _write(path: Path, lines: list[str]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)


def shares_of(arguments: Sequence[str], plan: Plan) -> dict[str, float]:
    """["bible_krv=0.2"] -> {"bible_krv": 0.2}"""
    shares = {}
    for argument in arguments:
        source, _, number = argument.partition("=")
        if source not in plan.sources or not re.fullmatch(r"0?\.\d+|[01]", number):
            raise ValueError(f"--share {argument}: write SOURCE=NUMBER, such as bible_krv=0.2.")
        shares[source] = float(number)
    return shares


def main(argv: Sequence[str]) -> int:
    """Build the text in the folder that is named."""
    parser = argparse.ArgumentParser(
        prog="python -m experiments.free_text",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("out", type=Path, help="folder to write")
    parser.add_argument("--language", choices=PLANS, default="en")
    parser.add_argument("--share", nargs="*", default=[], help="SOURCE=NUMBER from 0 to 1")
    args = parser.parse_args(argv)

    def command() -> int:
        folder = data_dir()
        if folder is None:
            raise ValueError("Set ELMO_LITE_DATA to the folder of public sets.")
        plan = PLANS[args.language]
        build(folder, args.out, replace(plan, shares=plan.shares | shares_of(args.share, plan)))
        return 0

    return sentence_on_error(command)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
