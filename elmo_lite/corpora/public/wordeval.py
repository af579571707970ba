"""What static word vectors are measured on (pairs, analogies), and GloVe's published vectors."""

import csv
import hashlib
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from elmo_lite import files
from elmo_lite.corpora.examples import Examples
from elmo_lite.corpora.lines import lines_of
from elmo_lite.corpora.public.fetch import load
from elmo_lite.corpora.public.sets import about, file

if TYPE_CHECKING:  # gensim takes half a second to import
    from gensim.models import KeyedVectors

WordPair = tuple[str, str, float]  # two words and how similar people find them
Question = tuple[str, str, str, str, str]  # group, then "a is to b as c is to d"

PAIRS = ("ws353", "ws353_similarity", "ws353_relatedness", "simlex999", "men", "ws353_ko")


def read_pairs(data: bytes) -> list[WordPair]:
    """Lines "word word score ..." with tabs or spaces between the columns."""
    rows = (re.split(r"[\t ]+", line) for line in lines_of(data))
    return [(row[0], row[1], float(row[2])) for row in rows]


def read_korean_pairs(data: bytes) -> list[WordPair]:
    """A heading, then "word,word,score"; UTF-8 with a byte order mark."""
    rows = list(csv.reader(io.StringIO("\n".join(lines_of(data)), newline="\n")))
    return [(first, second, float(score)) for first, second, score in rows[1:]]


def read_analogies(data: bytes) -> list[Question]:
    """Lines ": group" and, below each, "a b c d"."""
    found: list[Question] = []
    group = ""
    for line in lines_of(data):
        if line.startswith(":"):
            group = line[1:].strip()
        else:
            a, b, c, d = line.split()
            found.append((group, a, b, c, d))
    return found


def word_pairs(name: str = "ws353") -> Examples[WordPair]:
    """Pairs of words with a score by people: ws353, ws353_similarity, ws353_relatedness,
    simlex999, men, or ws353_ko in Korean."""
    if name not in PAIRS:
        raise ValueError(f"There are pairs named {', '.join(PAIRS)}, not {name!r}.")
    read = read_korean_pairs if name == "ws353_ko" else read_pairs
    _, found = load(file(name, "all", read))
    return Examples(found, about(name), {"pairs": len(found)})


def analogies(language: str = "en") -> Examples[Question]:
    """Questions "a is to b as c is to d" with their group: 19,544 in English, 10,000 in Korean."""
    if language not in ("en", "ko"):
        raise ValueError(f'There are analogies in "en" and "ko", not {language!r}.')
    _, found = load(file(f"analogies_{language}", "all", read_analogies))
    counts = {"questions": len(found), "groups": len({question[0] for question in found})}
    return Examples(found, about(f"analogies_{language}"), counts)


def gensim_file(examples: Examples[WordPair] | Examples[Question]) -> Path:
    """Write pairs or questions as gensim's evaluate_word_pairs and evaluate_word_analogies read
    them (tabs; ": group"), into the cache -> the path."""
    lines: list[str] = []
    group = ""
    for example in examples:
        if len(example) == 5 and example[0] != group:
            group = str(example[0])
            lines.append(f": {group}")
        lines.append("\t".join(map(str, example)) if len(example) == 3 else " ".join(example[1:]))
    data = "".join(f"{line}\n" for line in lines).encode("utf-8")
    # A part of a set has the name of the set: the file is named by what it holds.
    path = files.cache_dir() / "gensim" / f"{hashlib.sha256(data).hexdigest()[:16]}.txt"
    files.write_atomically(path, data)
    return path


# --- GloVe


def read_glove(data: bytes) -> list[bytes]:
    """The text format, "word number number ...", as lines; only those that are used are parsed."""
    found = data.removesuffix(b"\n").split(b"\n")
    if any(line.count(b" ") != 50 for line in found):
        raise ValueError("a line does not hold a word and 50 numbers")
    return found


def read_matrix(data: bytes) -> np.ndarray:
    """A numpy file -> (words, 50)."""
    return np.load(io.BytesIO(data), allow_pickle=False)


def glove(words: int = 50_000) -> "KeyedVectors":
    """GloVe 6B, 50 numbers a word, the most frequent words first: gensim's KeyedVectors.

    .about says where they come from. The download is 862 MB, of which 171 MB are kept.
    """
    from gensim.models import KeyedVectors

    where, found = load(file("glove", "all", read_glove), file("glove", "cut", read_matrix))
    if where.state == "exact":
        rows = [line.decode("utf-8").split(" ") for line in found[:words]]
        names, numbers, note = [row[0] for row in rows], [row[1:] for row in rows], ""
    else:
        names = load(file("glove", "words", lines_of))[1][:words]
        numbers, note = found[:words], "Rounded to 16 bits (largest error 0.002)."
    if len(names) < words:
        raise ValueError(f"Only {len(names):,} words of GloVe are here: ask for words={len(names)}")
    vectors = KeyedVectors(50)
    vectors.add_vectors(names, np.array(numbers, dtype=np.float32))
    name = f"GloVe 6B, 50 dimensions, {words:,} words"
    state = "exact" if where.state == "exact" and words == 400_000 else "part"
    vectors.about = about("glove", name=name, state=state, note=note)
    vectors._repr_markdown_ = vectors.about.lines  # shown by a notebook
    return vectors
