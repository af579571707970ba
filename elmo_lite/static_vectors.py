"""The word vectors that the course ships, and how word vectors are scored.

`load()` gives 30,000 English words with 100 numbers each, as gensim's KeyedVectors: skip-gram
vectors of word2vec.py, trained on the free text of the shipped biLM. They were made with

    python -m elmo_lite.static_vectors DIR        (DIR/train.txt is that text, a paragraph a line)

Words are in lower case: ask for "bank", not "Bank".
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch

from elmo_lite import corpora, word2vec
from elmo_lite.corpora.lines import read_lines, sentences_of
from elmo_lite.files import WEIGHTS, not_here, sentence_on_error, write_atomically
from elmo_lite.hangul import typing_error
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


# ---- the quiz of chapter 04: which of two words is the neighbour? ----

TwoWords = tuple[str, int, int]  # a word, and two candidates: a neighbour, any other word


@dataclass(frozen=True, eq=False)
class Quiz:
    """A text to train on, and questions that fall into kinds; see neighbour_quiz."""

    text: list[list[str]]
    words: list[str]  # the candidates
    asked: dict[str, list[TwoWords]]  # known, rare, new, typing errors
    meant: list[int]  # the words that the typing errors come from


def neighbour_quiz(
    text: Sequence[list[str]],
    reference: "KeyedVectors",
    group: int = 500,
    often: int = 10,
    candidates: int = 5000,
) -> Quiz:
    """Hide words in a text, and ask which of two others is the neighbour of each.

    Of the words that occur `often` times or more, one group stays as it is (known), of the second
    two occurrences stay (rare), the third is taken out (new). One of the two words that are asked
    about is among the ten nearest in the reference vectors, the other is any word, so guessing is
    right in one half. The same is asked with a typing error in the place of each known word.
    """
    counts = Counter(word for sentence in text for word in sentence)
    frequent = [word for word, count in counts.most_common() if word in reference]
    rng = np.random.default_rng(0)
    plain = [word for word in frequent if counts[word] >= often and is_plain(word)]
    known, rare, new = rng.choice(plain, (3, group), replace=False).tolist()
    hidden = {*rare, *new}
    left = [word for word in frequent if word not in hidden]
    words = list(dict.fromkeys([*known, *left[:candidates]]))
    near = _unit(reference[words])

    def question(word: str) -> TwoWords:
        """One of the ten candidates nearest to the word, and any other one."""
        cosines = near @ _unit(reference[[word]])[0]
        order = [i for i in np.argsort(-cosines) if words[i] != word]
        return word, int(rng.choice(order[:10])), int(rng.choice(order[10:]))

    groups = {"known": known, "rare": rare, "new": new}
    asked = {kind: [question(word) for word in found] for kind, found in groups.items()}
    asked["typing errors"] = [
        (typing_error(word, rng, known=counts), a, b) for word, a, b in asked["known"]
    ]
    kept = list(hide(text, set(rare), set(new)))
    return Quiz(kept, words, asked, [words.index(word) for word in known])


def is_plain(word: str) -> bool:
    """Whether a word has four small Latin letters or more, or two syllables or more, only these."""
    return re.fullmatch("[a-z]{4,}|[가-힣]{2,}", word) is not None


def hide(text: Iterable[list[str]], rare: set[str], new: set[str]) -> Iterator[list[str]]:
    """The text without the new words, and with two occurrences of each rare one."""
    seen: Counter[str] = Counter()
    for sentence in text:
        kept = []
        for word in sentence:
            seen[word] += word in rare
            if word not in new and seen[word] <= 2:
                kept.append(word)
        yield kept


def answers(quiz: Quiz, kind: str, similar: Callable[[str], np.ndarray]) -> np.ndarray:
    """Which questions of a kind are answered rightly: (questions,) of bool.

    similar: a word -> how similar it is to each of quiz.words. Of what is equally similar every
    second answer is right. The kind "found" asks whether the word that was meant is the one most
    similar to its typing error.
    """
    if kind == "found":
        found = [similar(error) for error, *_ in quiz.asked["typing errors"]]
        pairs = zip(found, quiz.meant, strict=True)
        return np.array([(each >= each[i]).sum() == 1 for each, i in pairs])
    right = []
    for i, (word, neighbour, other) in enumerate(quiz.asked[kind]):
        near = similar(word)
        ahead = float(near[neighbour] - near[other])
        right.append(ahead > 0 if ahead else i % 2 == 0)
    return np.array(right)


def _unit(rows: np.ndarray) -> np.ndarray:
    """Every row scaled to length 1; a row of zeros stays zeros."""
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)


# ---- making the shipped vectors ----


def main(argv: Sequence[str]) -> int:
    """Train the vectors that the course ships."""
    parser = argparse.ArgumentParser(prog="python -m elmo_lite.static_vectors", description=__doc__)
    parser.add_argument("text", type=Path, help="a folder with the text in train.txt")
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
