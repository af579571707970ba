"""The two texts that ship in data/text: a sample of Wikipedia, and a slice of Simple Wikipedia.

    python -m experiments.shipped_texts

writes wikipedia_sample.txt.xz from the dump in gensim's test data (tokens, a sentence a line, an
empty line after each article), and simple_wiki.txt.xz from the folder that ELMO_LITE_DATA names:
paragraphs in random order, a paragraph a line, none with 8 words in a row from what the course
scores. It prints the numbers of the card in data/text/README.md.
"""

import bz2
import lzma
import random
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from importlib.metadata import distribution
from pathlib import Path

import numpy as np

from elmo_lite.corpora.corpus import Documents
from elmo_lite.corpora.lines import read_lines, sentences_of
from elmo_lite.files import DATA, data_dir, sentence_on_error, write_atomically
from experiments import wiki
from experiments.free_text import PLANS, clean, gram_hashes, running_words, scored_sets

DUMP = "enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2"
SIMPLE_WIKI = "pretrain_en/modern/simplewiki_2021.txt.xz"
WORDS = 2_500_000  # tokens of the slice
PLAN = replace(PLANS["en"], drop_from=1)  # no paragraph with a single run of a scored set


def articles(path: Path) -> Documents:
    """The articles of a dump, without redirects, lists of meanings, and articles without sentences.

    document -> sentence -> tokens
    """
    documents = []
    with bz2.open(path) as dump:
        for _, page in ElementTree.iterparse(dump):
            if page.tag.rpartition("}")[2] != "page":
                continue
            markup = page.findtext("{*}revision/{*}text") or ""
            listing = "{{disambig" in markup.lower() or "{{hndis" in markup.lower()
            if page.find("{*}redirect") is None and not listing:
                documents.append(wiki.sentences(markup))
            page.clear()
    return [document for document in documents if document]


def as_lines(documents: Documents) -> str:
    """Tokens, a sentence a line, and an empty line after each document."""
    lines = []
    for document in documents:
        lines += [" ".join(sentence) for sentence in document] + [""]
    return "".join(f"{line}\n" for line in lines)


def slice_of(lines: list[str], words: int) -> tuple[list[str], int]:
    """The first lines that have so many tokens together, and how many they have."""
    taken, tokens = [], 0
    for line in lines:
        if tokens >= words:
            break
        taken.append(line)
        tokens += sum(map(len, sentences_of([line])))
    return taken, tokens


def write(name: str, text: str) -> None:
    """Pack a text into data/text."""
    data = lzma.compress(text.encode("utf-8"), preset=9 | lzma.PRESET_EXTREME)
    write_atomically(DATA / "text" / name, data)
    print(f"{name}: {len(data):,} bytes")


def main() -> int:
    """Write both files."""
    dump = distribution("gensim").locate_file(f"gensim/test/test_data/{DUMP}")
    sample = as_lines(articles(Path(str(dump))))
    write("wikipedia_sample.txt.xz", sample)
    folder = data_dir()
    if folder is None:
        raise ValueError("Set ELMO_LITE_DATA to the folder of public sets.")
    scored = scored_sets(folder, PLAN)
    missing = [name for name in PLAN.scored if name not in scored]
    if missing:
        raise ValueError(f"The slice would not be compared with {', '.join(missing)}: add them.")
    hashes = gram_hashes(running_words("", sample), PLAN.gram)
    scored["the sample of Wikipedia as it ships"] = np.unique(hashes)
    lines = list(dict.fromkeys(read_lines(folder / SIMPLE_WIKI)))
    random.Random(0).shuffle(lines)
    kept, _ = clean(lines, scored, PLAN)
    taken, tokens = slice_of(kept, WORDS)
    print(f"{len(lines):,} paragraphs, {len(lines) - len(kept):,} of them share 8 words in a row")
    print(f"{len(taken):,} paragraphs with {tokens:,} tokens are taken")
    write("simple_wiki.txt.xz", "".join(f"{line}\n" for line in taken))
    return 0


if __name__ == "__main__":
    sys.exit(sentence_on_error(main))
