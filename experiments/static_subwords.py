"""What subwords buy: the experiments fasttext and korean of static.py, chapter 04.

Words that the text has often are divided into three groups at random. The first stays as it is
(known), of the second two occurrences stay in the text (rare), the third is taken out (new). Then
models are trained, as Word2Vec with a row for each word and as fastText, and asked about each word
which of two others is its neighbour. One is among the ten nearest words in reference vectors that
were trained with a row for each word on far more text; the other is any word. Guessing gives one
half. The same is asked with a typing error in the place of each known word (typing errors), and
whether the word itself is the nearest word to its typing error (found).

The row by "spelling" needs no training: similarity is the share of n-grams in common.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from gensim.models import KeyedVectors

from elmo_lite import corpora, static_vectors
from elmo_lite.corpora.keyboard import typing_error
from elmo_lite.fasttext import FastTextSettings
from elmo_lite.text import tokenize
from experiments import static_compare
from experiments.inputs import first_words, unit
from experiments.static_compare import gensim_word2vec
from experiments.store import Store, crossed, scored
from notebooks.course.results import Row

WORDS = 500_000  # tokens to train on; the Korean reference is trained on four times as many
GROUP = 500  # words in each of the three groups
OFTEN = 10  # occurrences in the text of the words of the groups
CANDIDATES = 5000  # the most frequent words, among which neighbours are looked for
SETTINGS = FastTextSettings(epochs=3, min_count=2)
QUESTIONS = ("known", "rare", "new", "typing errors", "found")
TwoWords = tuple[str, int, int]  # a word, and two candidates: a neighbour, any other word


@dataclass(frozen=True, eq=False)
class Quiz:
    """The text of the models, the words to ask about, and the candidates for their neighbours."""

    text: list[list[str]]
    words: list[str]  # the candidates
    asked: dict[str, list[TwoWords]]
    meant: list[int]  # the words that the typing errors come from


# ---- the experiments ----


def fasttext(store: Store, text: Path | None, seeds: range) -> None:
    store.measured_on("fasttext", facts("free text", "the shipped vectors"))
    settings = ways("spelling", ("Word2Vec", "fastText"), seeds)
    for setting in store.todo("fasttext", settings):
        store.add("fasttext", setting, **answer(english_quiz(text), setting))


def korean(store: Store, _: Path | None, seeds: range) -> None:
    reference = f"Word2Vec on {4 * WORDS:,} tokens"
    store.measured_on("korean", facts("NSMC reviews without labels", reference))
    models = ("Word2Vec", "fastText, syllables", "fastText, jamo")
    for setting in store.todo("korean", ways("spelling, jamo", models, seeds)):
        store.add("korean", setting, **answer(korean_quiz(), setting))


def ways(spelling: str, models: Sequence[str], seeds: range) -> list[Row]:
    """The seeds change slowest, so that a run that is cut short has compared all models."""
    return [
        *crossed(by=(spelling,), words=QUESTIONS),
        *crossed(seed=seeds, by=models, words=QUESTIONS),
    ]


def facts(data: str, reference: str) -> Row:
    return {
        "data": {data: "part"},
        "text": f"{WORDS:,} tokens; reference: {reference}",
        "settings": "100 dimensions, window 5, 5 negatives, 3 epochs, min_count 2, 200,000 buckets",
        "note": f"{GROUP} words a group, each {OFTEN} times or more in the text before; a rare "
        f"word keeps two occurrences; neighbours among the {CANDIDATES:,} most frequent words",
    }


# ---- the quiz ----


@cache
def english_quiz(folder: Path | None) -> Quiz:
    return quiz(static_compare.sentences(folder, WORDS), static_vectors.load())


@cache
def korean_quiz() -> Quiz:
    lines = corpora.raw_text("nsmc_unlabelled")
    text = first_words(map(tokenize, lines), 4 * WORDS)
    reference = gensim_word2vec(text, replace(SETTINGS, seed=1, min_count=2 * OFTEN))
    return quiz(first_words(text, WORDS), reference)


def quiz(text: list[list[str]], reference: KeyedVectors) -> Quiz:
    """Groups, questions and typing errors, and the text without what is hidden."""
    counts = Counter(word for sentence in text for word in sentence)
    frequent = [word for word, count in counts.most_common() if word in reference]
    rng = np.random.default_rng(0)
    often = [word for word in frequent if counts[word] >= OFTEN and is_plain(word)]
    chosen = rng.choice(often, (3, GROUP), replace=False).tolist()
    groups = dict(zip(QUESTIONS, chosen, strict=False))
    hidden = {*groups["rare"], *groups["new"]}
    left = [word for word in frequent if word not in hidden]
    words = list(dict.fromkeys([*groups["known"], *left[:CANDIDATES]]))
    near = unit(reference[words])

    def question(word: str) -> TwoWords:
        """One of the ten candidates nearest to the word, and any other one."""
        cosines = near @ unit(reference[[word]])[0]
        order = [i for i in np.argsort(-cosines) if words[i] != word]
        return word, int(rng.choice(order[:10])), int(rng.choice(order[10:]))

    asked = {group: [question(word) for word in found] for group, found in groups.items()}
    asked["typing errors"] = [
        (typing_error(word, rng, known=counts), a, b) for word, a, b in asked["known"]
    ]
    meant = [words.index(word) for word in groups["known"]]
    kept = list(hide(text, set(groups["rare"]), set(groups["new"])))
    return Quiz(kept, words, asked, meant)


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


# ---- the models ----


@lru_cache(maxsize=1)
def trained(quiz: Quiz, by: str, seed: int) -> Callable[[str], np.ndarray]:
    """A model's vector of a word, zeros if it has none."""
    if by == "Word2Vec":
        table = gensim_word2vec(quiz.text, replace(SETTINGS, seed=seed))
        return lambda word: table[word] if word in table else np.zeros(SETTINGS.emb_dim)
    settings = replace(settings_of(by), seed=seed)
    table = static_compare.gensim_fasttext(quiz.text, settings)
    return lambda word: table[static_compare.spelled(word, settings.units)]


def settings_of(by: str) -> FastTextSettings:
    """How "fastText, jamo" or "spelling, jamo" cuts words."""
    return replace(SETTINGS, **static_compare.CUTS.get(by.partition(", ")[2], {}))


@lru_cache(maxsize=1)
def similarity(quiz: Quiz, by: str, seed: int) -> Callable[[str], np.ndarray]:
    """How similar a word is to each candidate: cosines, or shares of n-grams in common."""
    if by.startswith("spelling"):
        settings = settings_of(by)
        sets = [set(settings.pieces(word)) for word in quiz.words]

        def shares(word: str) -> np.ndarray:
            own = set(settings.pieces(word))
            return np.array([len(own & other) / max(len(own | other), 1) for other in sets])

        return shares
    vector = trained(quiz, by, seed)
    near = unit(np.array([vector(word) for word in quiz.words]))
    return lambda word: near @ unit(vector(word)[None])[0]


# ---- the scores ----


def answer(quiz: Quiz, setting: Row) -> Row:
    """The answers of one model to one kind of question."""
    words, near = setting["words"], similarity(quiz, setting["by"], setting.get("seed", 0))
    if words == "found":
        errors = [error for error, *_ in quiz.asked["typing errors"]]
        found = [near(error) for error in errors]
        pairs = zip(found, quiz.meant, strict=True)
        return scored(np.array([(each >= each[i]).sum() == 1 for each, i in pairs]))
    right = []
    for i, (query, neighbour, other) in enumerate(quiz.asked[words]):
        similar = near(query)
        ahead = float(similar[neighbour] - similar[other])
        right.append(ahead > 0 if ahead else i % 2 == 0)  # of what is equally near, every second
    return scored(np.array(right))
