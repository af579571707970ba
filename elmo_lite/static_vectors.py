"""The word vectors that the course ships, and how word vectors are scored.

`load()` gives 30,000 English words with 100 numbers each, as gensim's KeyedVectors: skip-gram
vectors of word2vec.py, trained on the free text of the shipped biLM. They were made with

    python -m elmo_lite.static_vectors DIR        (DIR as written by experiments.free_text)

Words are in lower case: ask for "bank", not "Bank".
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch

from elmo_lite import corpora, word2vec
from elmo_lite.corpora.lines import read_lines, sentences_of
from elmo_lite.files import WEIGHTS, not_here, sentence_on_error, write_atomically
from elmo_lite.text import SPECIALS, Vocabulary
from elmo_lite.weights.ours import load_vectors, save_vectors

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

FOLDER = WEIGHTS / "static_en"
SHIPPED_WORDS = 30_000
# Fixed before any score was taken, and never changed after one.
SETTINGS = word2vec.Word2VecSettings(
    emb_dim=100, window=5, negatives=5, sample=1e-4, epochs=1, min_count=20, seed=0
)


# ---- on disk ----


def save(vectors: "KeyedVectors", folder: str | Path, words: int = SHIPPED_WORDS) -> None:
    """Write the first (most frequent) words in half precision, with their counts."""
    kept = vectors.index_to_key[:words]
    counts = [int(vectors.get_vecattr(word, "count")) for word in kept]
    vocabulary = Vocabulary([*SPECIALS, *kept], [0, 0, 0, *counts])
    save_vectors(vocabulary, torch.from_numpy(np.asarray(vectors.vectors[: len(kept)])), folder)


def load(folder: str | Path = FOLDER) -> "KeyedVectors":
    """Read what save wrote -> gensim's KeyedVectors in float32, the most frequent word first."""
    if folder == FOLDER and not FOLDER.is_dir():
        raise FileNotFoundError(not_here("static_en"))
    vocabulary, rows = load_vectors(folder, "fetch the whole folder again", len(SPECIALS))
    return word2vec.keyed_vectors(vocabulary, rows.numpy())


def export_tsv(vectors: "KeyedVectors", folder: str | Path, words: int | None = None) -> None:
    """Write vectors.tsv and metadata.tsv, as the projector of TensorBoard reads them.

    One word a line in both: its numbers with tabs between them, and the word itself.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    rows = vectors.vectors[:words]
    numbers = "".join("\t".join(f"{x:.5f}" for x in row) + "\n" for row in rows)
    names = "".join(f"{word}\n" for word in vectors.index_to_key[:words])
    write_atomically(folder / "vectors.tsv", numbers.encode("utf-8"))
    write_atomically(folder / "metadata.tsv", names.encode("utf-8"))


# ---- text to train on ----


def sentences(file: str | Path, max_words: int | None = None) -> Iterator[list[str]]:
    """Yield tokenised sentences in lower case, up to about `max_words` words.

    Equal words are one object: thirty million of them fit into a gigabyte.
    """
    known: dict[str, str] = {}
    read = 0
    lines = read_lines(Path(file))
    while block := list(islice(lines, 2000)):
        for sentence in sentences_of(block):
            yield [known.setdefault(word, word) for word in map(str.lower, sentence)]
            read += len(sentence)
            if max_words and read >= max_words:
                return


# ---- scores ----


def score_pairs(vectors: "KeyedVectors", name: str) -> tuple[float, int]:
    """Spearman's rho with what people said, and how many pairs had two known words."""
    pairs = corpora.word_pairs(name)
    known = sum(a in vectors and b in vectors for a, b, _ in pairs)
    file = corpora.gensim_file(pairs)
    rho = vectors.evaluate_word_pairs(str(file), case_insensitive=False)[1].statistic
    return round(float(rho), 4), known


def score_analogies(vectors: "KeyedVectors", language: str = "en") -> tuple[float, int]:
    """The share of analogies answered right, among those with four known words; their number."""
    questions = corpora.analogies(language)
    file = corpora.gensim_file(lowered(questions))
    score, sections = vectors.evaluate_word_analogies(str(file), case_insensitive=False)
    asked = len(sections[-1]["correct"]) + len(sections[-1]["incorrect"])
    return round(float(score), 4), asked


def lowered(questions: corpora.Examples) -> corpora.Examples:
    """The questions in lower case, as the words of our vectors are."""
    rows = [(group, *(word.lower() for word in words)) for group, *words in questions]
    return corpora.Examples(rows, questions.about, questions.counts)


# ---- making the shipped vectors ----


def main(argv: Sequence[str]) -> int:
    """Train the vectors that the course ships."""
    parser = argparse.ArgumentParser(prog="python -m elmo_lite.static_vectors", description=__doc__)
    parser.add_argument("text", type=Path, help="the folder of experiments.free_text")
    parser.add_argument("--out", type=Path, default=FOLDER)
    args = parser.parse_args(argv)
    return sentence_on_error(lambda: _make(args.text / "train.txt", args.out))


def _make(file: Path, out: Path) -> int:
    vectors = word2vec.train(list(sentences(file)), SETTINGS)
    save(vectors, out)
    print(f"{SHIPPED_WORDS:,} of {len(vectors):,} words written to {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
