"""Does the Korean biLM read the sentence? Three probes of context, chapters 13 and 13b.

    python -m experiments.korean_context [PROBE ...] [--weights DIR] [--vectors DIR] [--out FILE]

homonyms: our Korean sentences with senses. An occurrence gets the sense of the nearest occurrence
    of the same noun in another form (배가 is asked among 배를, 배는, 배에서), so the particle
    (조사) helps nobody. The mean of each form or of each noun is subtracted (means), then the
    vectors are whitened or not: what serves layer and model best on the training part is taken
ambiguity: the public Korean ambiguity data: forms with two or more analyses, 가는 "thin" or
    "going". Nearest sentence of the same form, analyses that occur twice or more, sentences of up
    to 40 eojeol, centred and whitened 1/4 over all occurrences. Nothing is chosen
swaps: our Korean sentences. An eojeol outside the vocabulary changes places with another one, so
    that the words around it alone can tell: which of the two sentences is more probable, forward
    and backward together? `same ending`: the two share their last syllable

blind: a sentence picked at random. words around: the mean of their static vectors, of all words or
without the 200 most frequent ones; --vectors names the word vectors that training began with, and
without it the char-CNN of the shipped warm start spells them. random context (random weights) and
warm context (the warm start under random LSTMs): five draws of each. minus: what a layer of the
trained model has more than a control, with its 95 % interval, over words and draws.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import torch

from elmo_lite import controls, corpora, senses
from elmo_lite.bilm import BiLanguageModel
from elmo_lite.char_cnn import embed_words
from elmo_lite.corpora.examples import Occurrence
from elmo_lite.corpora.fetch import Missing
from elmo_lite.corpora.lines import read_lines
from elmo_lite.elmo import Elmo
from elmo_lite.files import WEIGHTS, data_dir, sentence_on_error
from elmo_lite.reading.cache import occurrence_vectors
from elmo_lite.stats import interval, paired
from elmo_lite.text import SPECIALS, Vocabulary, tokenize
from elmo_lite.weights.ours import load_vectors
from experiments.store import scored
from notebooks.course.results import Row, unpack

AMBIGUITY = "wsd/korean_ambiguity/ambiguity.tsv.xz"
LONGEST = 40  # eojeol
FREQUENT = 200  # words that say nothing of the topic
DRAWS = 5  # of each control
BATCH = 256  # words that the char-CNN spells at once
DIGITS = 5
Vectors = Callable[[list[str]], np.ndarray]  # words -> (words, dim), zeros where there is none


# ---- the sentences ----


def ambiguous(path: Path) -> list[Occurrence]:
    """The forms of the ambiguity data that are a word of their sentence; sense: the analysis."""
    found = []
    for line in read_lines(path):
        form, analysis, sentence = line.split("\t")
        words = tuple(tokenize(sentence))
        if len(sentence.split()) <= LONGEST and form in words:
            found.append(Occurrence(words, words.index(form), analysis, form))
    return repeated(found)


def repeated(occurrences: Sequence[Occurrence]) -> list[Occurrence]:
    """Those whose sense occurs twice or more, of words that still have two senses or more."""
    counts = Counter((o.lemma, o.sense) for o in occurrences)
    kept = [o for o in occurrences if counts[o.lemma, o.sense] > 1]
    senses_of = Counter(lemma for lemma, _ in {(o.lemma, o.sense) for o in kept})
    return [o for o in kept if senses_of[o.lemma] > 1]


def forms(occurrences: Sequence[Occurrence]) -> np.ndarray:
    """The eojeol of each occurrence, as it is written."""
    return np.array([o.tokens[o.index] for o in occurrences])


def rows_of(names: Sequence[str] | np.ndarray) -> list[np.ndarray]:
    """The rows of each name."""
    _, group = np.unique(np.asarray(names), return_inverse=True)
    return [np.flatnonzero(group == g) for g in range(group.max() + 1)]


# ---- the nearest occurrence ----


def nearest_right(
    x: np.ndarray, occurrences: Sequence[Occurrence], other_form: bool = False
) -> np.ndarray:
    """Whether the nearest other occurrence of the same word has the same sense: (n,) of bool.

    x: (n, dim), unit vectors. other_form: only occurrences in another form are asked. Of equally
    near ones a random one is taken, so vectors that know no context do as well as a blind pick.
    """
    sense, form = np.array([o.sense for o in occurrences]), forms(occurrences)
    right = np.zeros(len(occurrences), dtype=bool)
    random = np.random.default_rng(0)
    for rows in rows_of([o.lemma for o in occurrences]):
        cosines = (x[rows] @ x[rows].T).round(5)
        cosines = cosines + 1e-6 * random.random(cosines.shape)
        asked = form[rows][:, None] != form[rows] if other_form else ~np.eye(len(rows), dtype=bool)
        nearest = rows[np.where(asked, cosines, -2).argmax(axis=1)]
        right[rows] = (sense[nearest] == sense[rows]) & asked.any(axis=1)
    return right


def blind(occurrences: Sequence[Occurrence], other_form: bool = False) -> float:
    """How often an occurrence picked at random has the same sense."""
    sense, form = np.array([o.sense for o in occurrences]), forms(occurrences)
    shares = np.zeros(len(occurrences))
    for rows in rows_of([o.lemma for o in occurrences]):
        asked = form[rows][:, None] != form[rows] if other_form else ~np.eye(len(rows), dtype=bool)
        same = asked & (sense[rows][:, None] == sense[rows])
        shares[rows] = same.sum(axis=1) / np.maximum(asked.sum(axis=1), 1)
    return float(shares.mean())


def homonyms(x: np.ndarray, occurrences: Sequence[Occurrence]) -> Row:
    """The score of vectors (n, dim) on our homonyms, read across the particle."""
    learn = np.array([o.split == "train" for o in occurrences])
    names: dict[str, Sequence[str]] = {
        "form": [str(form) for form in forms(occurrences)],
        "noun": [o.lemma for o in occurrences],
    }
    found = {
        (means, space): nearest_right(senses.in_space(x, of, space), occurrences, other_form=True)
        for means, of in names.items()
        for space in senses.SPACES[1:]
    }
    means, space = max(found, key=lambda way: found[way][learn].mean())
    return scores(found[means, space]) | {"means": means, "space": space}


def ambiguity(x: np.ndarray, occurrences: Sequence[Occurrence]) -> Row:
    """The score of vectors (n, dim) on the ambiguity data."""
    together = senses.in_space(x, ["all"] * len(x), "whitened 1/4")
    return scores(nearest_right(together, occurrences))


def scores(right: np.ndarray) -> Row:
    return scored(right, DIGITS) | {"interval": interval(right)}


def around(
    occurrences: Sequence[Occurrence], vectors: Vectors, without: Sequence[str] = ()
) -> np.ndarray:
    """The mean of the vectors of the other words, each of length 1: (n, dim), zeros if none."""
    left_out = set(without)
    words = sorted({w for o in occurrences for w in o.tokens} - left_out)
    table = dict(zip(words, senses.unit(vectors(words)), strict=True))
    dim = len(next(iter(table.values())))
    rows = np.zeros((len(occurrences), dim), np.float32)
    for row, o in zip(rows, occurrences, strict=True):
        others = [w for k, w in enumerate(o.tokens) if k != o.index and w not in left_out]
        if others:
            row[:] = np.mean([table[w] for w in others], axis=0)
    return rows


def word_vectors(elmo: Elmo, folder: Path | None) -> Vectors:
    """The static vectors of words, those of a folder or what the warm start spells."""
    if folder:
        vocabulary, rows = load_vectors(folder, "give the folder that training.warm_start wrote")
        table = rows.numpy()
        table[len(SPECIALS) :] -= table[len(SPECIALS) :].mean(axis=0)
        table[: len(SPECIALS)] = 0  # an unknown word has none
        return lambda words: table[vocabulary.ids(words)]
    cnn = controls.with_warm_start(elmo, 0).bilm.char_cnn

    @torch.inference_mode()
    def spelt(words: list[str]) -> np.ndarray:
        parts = cnn.shape.ids_of(words).split(BATCH)
        return torch.cat([embed_words(cnn, part) for part in parts]).numpy()

    return spelt


# ---- an eojeol in a sentence where it does not belong ----


def swapped(
    sentences: Sequence[Sequence[str]], vocabulary: Vocabulary, same_ending: bool = False
) -> list[tuple[list[str], list[str]]]:
    """Sentences and their copies with one unknown eojeol in the place of another.

    Of each sentence the first eojeol outside the vocabulary is taken, of two syllables or more and
    all Hangul; in its place comes one of another sentence, drawn with seed 0.
    """
    strange = []
    for n, words in enumerate(sentences):
        unknown = [k for k, w in enumerate(words) if is_hangul(w) and w not in vocabulary]
        if unknown:
            strange.append((n, unknown[0]))
    random, pairs = np.random.default_rng(0), []
    for n, k in strange:
        word = sentences[n][k]
        others = [sentences[m][j] for m, j in strange if sentences[m][j] not in sentences[n]]
        if same_ending:
            others = [other for other in others if other[-1] == word[-1]]
        if others:
            other = others[random.integers(len(others))]
            pairs.append((list(sentences[n]), [*sentences[n][:k], other, *sentences[n][k + 1 :]]))
    return pairs


def is_hangul(word: str) -> bool:
    return len(word) > 1 and all("가" <= letter <= "힣" for letter in word)


def prefers(elmo: Elmo, pairs: Sequence[tuple[list[str], list[str]]]) -> np.ndarray:
    """Whether the first sentence of each pair is the more probable one: (pairs,) of bool."""
    found = elmo.log_probabilities([sentence for pair in pairs for sentence in pair])
    sums = np.array([s.forward.sum() + s.backward.sum() for s in found]).reshape(-1, 2)
    return sums[:, 0] > sums[:, 1]


# ---- the whole ledger of a probe ----


def models(elmo: Elmo) -> Iterator[tuple[Row, Elmo]]:
    """The trained model, and the draws of both controls."""
    yield {"model": "trained", "draw": 0}, elmo
    for name in controls.names_for(elmo):
        for draw in range(DRAWS):
            yield {"model": name, "draw": draw}, controls.CONTROLS[name](elmo, draw)


def vocabulary_of(elmo: Elmo) -> Vocabulary:
    """The words that a model predicts."""
    assert isinstance(elmo.model, BiLanguageModel), "these weights came without a softmax"
    return elmo.model.vocabulary


def nearest_ledger(
    elmo: Elmo,
    occurrences: Sequence[Occurrence],
    score: Callable[[np.ndarray, Sequence[Occurrence]], Row],
    vectors: Vectors,
) -> Iterator[Row]:
    """Every row of homonyms or ambiguity, but for the blind pick."""
    words = vocabulary_of(elmo).words[len(SPECIALS) :]
    for by, without in (
        ("words around", []),
        ("words around, no function words", words[:FREQUENT]),
    ):
        yield {"by": by} | score(around(occurrences, vectors, without), occurrences)
    for row, each in models(elmo):
        read = occurrence_vectors(each, occurrences)
        for layer in range(each.num_layers):
            yield row | {"layer": layer} | score(read[layer], occurrences)


def differences(rows: Sequence[Row], words: Sequence[str]) -> Iterator[Row]:
    """What each layer of the trained model has more than the same layer of a control, and than the
    words around. words: the word of each item; whole words are resampled."""
    for row in [r for r in rows if r.get("model") == "trained"]:
        others = {r["by"]: [r] for r in rows if "by" in r and "right" in r}
        for r in rows:
            if r.get("model", "trained") != "trained" and r.get("layer") == row.get("layer"):
                others.setdefault(r["model"], []).append(r)
        for name, found in others.items():
            ours, theirs = [unpack(row)] * len(found), [unpack(r) for r in found]
            difference, low, high = paired(ours, theirs, groups=words)
            numbers = [round(number, DIGITS) for number in (difference, low, high)]
            yield {"minus": name, "layer": row.get("layer"), "difference": numbers}


def homonym_rows(elmo: Elmo, vectors: Vectors) -> list[Row]:
    found = corpora.senses("ko")
    rows: list[Row] = [{"by": "blind", "accuracy": round(blind(found, other_form=True), DIGITS)}]
    rows += nearest_ledger(elmo, found, homonyms, vectors)
    return rows + list(differences(rows, [o.lemma for o in found]))


def ambiguity_rows(elmo: Elmo, vectors: Vectors) -> list[Row]:
    path = (data_dir() or Path("none")) / AMBIGUITY
    if not path.exists():
        raise Missing(f"The Korean ambiguity data are missing: put them at {path}")
    found = ambiguous(path)
    rows: list[Row] = [{"by": "blind", "accuracy": round(blind(found), DIGITS)}]
    rows += nearest_ledger(elmo, found, ambiguity, vectors)
    return rows + list(differences(rows, [o.lemma for o in found]))


def swap_rows(elmo: Elmo, vectors: Vectors) -> list[Row]:
    sentences = [o.tokens for o in corpora.senses("ko")]
    rows = []
    for ending in (False, True):
        pairs = swapped(sentences, vocabulary_of(elmo), same_ending=ending)
        for row, each in models(elmo):
            rows.append(row | {"same ending": ending} | scores(prefers(each, pairs)))
    return rows


PROBES = {"homonyms": homonym_rows, "ambiguity": ambiguity_rows, "swaps": swap_rows}


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("probe", nargs="*", help=f"{', '.join(PROBES)} (default: all)")
    parser.add_argument("--weights", type=Path, default=WEIGHTS / "elmo_lite_ko")
    parser.add_argument("--vectors", type=Path, help="word vectors that training began with")
    parser.add_argument("--out", type=Path, help="a .jsonl to append the rows to")
    args = parser.parse_args(argv)

    def measure() -> int:
        wrong = set(args.probe) - set(PROBES)
        if wrong:
            raise ValueError(f"There is no probe {min(wrong)}: choose {', '.join(PROBES)}.")
        elmo = Elmo.load(args.weights)
        vectors = word_vectors(elmo, args.vectors)
        for name in args.probe or PROBES:
            for row in PROBES[name](elmo, vectors):
                row = {"experiment": name} | row
                print({k: v for k, v in row.items() if k != "right"}, flush=True)
                if args.out:
                    with args.out.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(row, ensure_ascii=False) + "\n")
        return 0

    return sentence_on_error(measure)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
