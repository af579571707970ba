"""Static vectors at work: the experiments imdb and nsmc of static.py, chapter 06.

Reviews of films are classified by logistic regression on the mean vector of their words (training
"mean"), with several tables of static vectors. The settings were chosen on other training reviews.

The Korean tables are trained here, on film reviews or on other text, as long. The reviews are those
of NSMC without labels, in neither half of the scored set; the other text is captions and their
like, questions, commands and laws. A token is an eojeol, cut into syllables (음절) or jamo (자모).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from pathlib import Path

import numpy as np
from gensim.models import KeyedVectors

from elmo_lite import corpora
from elmo_lite.corpora.examples import Labelled, Splits
from elmo_lite.fasttext import FastTextSettings
from elmo_lite.text import tokenize
from experiments import inputs, static_compare, task_runs
from experiments.store import Store, crossed
from experiments.task_runs import Example, Task
from notebooks.course.results import Row

Made = Callable[[list[str]], KeyedVectors]  # the words of the reviews in small letters -> table
TFIDF = "TF-IDF + logistic regression"
LETTERS = "TF-IDF of characters + logistic regression"
STRENGTHS = (1.0, 10.0)  # C of logistic regression on TF-IDF
MEAN_STRENGTHS = (0.01, 0.1, 1.0, 10.0)  # the same on the mean vector
# Reviews to train on, to choose by, and to test on.
SIZES = {"imdb": (2000, 500, 4000), "nsmc": (5000, 500, 5000)}
ENGLISH_WORDS, KOREAN_WORDS = 1_000_000, 500_000  # tokens of each text that is trained on here
KOREAN_TEXTS = {
    "film reviews": ("nsmc_unlabelled",),
    "other text": ("kornlu", "3i4k", "chatbot", "korean_laws"),
}
UNITS = {"word2vec": "eojeol", "syllable fastText": "syllables", "jamo fastText": "jamo"}


# ---- the two sets ----


def imdb(store: Store, text: Path | None, seeds: range) -> None:
    """The lecture's assignment: English reviews, and only the vectors change."""
    tables: dict[str, Made] = {
        "skip-gram (ours)": lambda words: inputs.vectors("static_en"),
        "GloVe 6B": lambda words: inputs.vectors("GloVe 6B"),
        "skip-gram, film reviews": lambda words: skip_gram(film_reviews()),
        "skip-gram, other text": lambda words: skip_gram(
            static_compare.sentences(text, ENGLISH_WORDS)
        ),
    }
    compare(store, "imdb", corpora.imdb(), TFIDF, tables, f"{ENGLISH_WORDS:,} words")


def nsmc(store: Store, _: Path | None, seeds: range) -> None:
    """Korean reviews: whole eojeol, syllables or jamo, of film reviews or of other text."""
    tables: dict[str, Made] = {
        f"{name}, {text}": partial(korean_vectors, unit, text)
        for text in ("film reviews", "other text")
        for name, unit in UNITS.items()
    }
    compare(store, "nsmc", corpora.nsmc(), LETTERS, tables, f"{KOREAN_WORDS:,} tokens")


def compare(
    store: Store,
    name: str,
    reviews: Splits[Labelled],
    baseline: str,
    tables: dict[str, Made],
    words: str,
) -> None:
    """A baseline, and the mean vector by each table, on the same reviews."""
    task = sampled(reviews, SIZES[name])
    store.measured_on(name, facts(reviews, task, words))
    settings = crossed(input=(baseline,), training=("-",))
    settings += crossed(input=tables, training=("mean",))
    for setting in store.todo(name, settings):
        store.add(name, setting, **classify(task, setting["input"], tables))


def facts(reviews: Splits[Labelled], task: Task, words: str) -> Row:
    sizes = " + ".join(f"{size:,}" for size in task.sizes.values())
    return {
        "data": {
            f"{reviews.about.name}, {sizes} reviews": "part",
            "published set": reviews.about.state,
        },
        "text": f"film reviews and other text: {words} of each",
        "note": "parts of the training and the test reviews, sampled with seed 0; the dev part "
        "chooses C; right: of the test reviews, in their order",
    }


def sampled(reviews: Splits[Labelled], sizes: Sequence[int]) -> Task:
    """Parts of a set, sampled with seed 0. sizes: as in SIZES."""
    rng, (size, dev, tests) = np.random.default_rng(0), sizes

    def some(examples: Sequence[Labelled], number: int) -> list[Example]:
        chosen = [examples[i] for i in rng.permutation(len(examples))[:number]]
        return [(tokenize(text), label) for label, text in chosen]

    known, test = some(reviews.train, size + dev), some(reviews.test, tests)
    return Task(known[:size], known[size:], test)


def classify(task: Task, name: str, tables: dict[str, Made]) -> Row:
    """A baseline, or logistic regression on the mean vector; C is chosen by the dev part."""
    if name in (TFIDF, LETTERS):
        features = character_ngrams if name == LETTERS else list
        return task_runs.tfidf(task, STRENGTHS, features)
    table = tables[name](sorted({t.lower() for tokens in task.sentences for t in tokens}))
    rows = [inputs.mean_vector(table, map(str.lower, tokens)) for tokens in task.sentences]
    words = [token.lower() for tokens, _ in task.test for token in tokens]
    unknown = static_compare.count_unknown(words, table)["unknown_tokens"]
    return task_runs.on_means(task, rows, MEAN_STRENGTHS) | {"unknown": unknown}


def character_ngrams(tokens: Sequence[str]) -> list[str]:
    text = " ".join(tokens)
    return [text[i : i + n] for n in (1, 2, 3) for i in range(len(text) - n + 1)]


# ---- the texts that vectors are trained on ----


def skip_gram(text: list[list[str]]) -> KeyedVectors:
    return static_compare.gensim_word2vec(text, replace(static_compare.SETTINGS, epochs=3, seed=1))


def film_reviews() -> list[list[str]]:
    """English reviews without labels, in small letters."""
    lines = corpora.raw_text("imdb_unlabelled")
    return inputs.first_words(map(inputs.small_letters, lines), ENGLISH_WORDS)


@cache
def korean(text: str) -> list[list[str]]:
    lines = (line for name in KOREAN_TEXTS[text] for line in corpora.raw_text(name))
    return inputs.first_words(map(tokenize, lines), KOREAN_WORDS)


@lru_cache(maxsize=len(UNITS))
def korean_model(unit: str, text: str) -> KeyedVectors:
    """Vectors of eojeol, or for every word, spelled in syllables or in jamo."""
    if unit == "eojeol":
        return skip_gram(korean(text))
    cut = static_compare.CUTS[unit]
    settings = FastTextSettings(epochs=3, learning_rate=0.025, seed=1, **cut)
    return static_compare.gensim_fasttext(korean(text), settings)


def korean_vectors(unit: str, text: str, words: Sequence[str]) -> KeyedVectors:
    """Vectors for these words: of eojeol those that the text has, of n-grams all."""
    table = korean_model(unit, text)
    spelling = {word: static_compare.spelled(word, unit) for word in words}
    known = [word for word in words if spelling[word] in table]
    return inputs.keyed(known, [table[spelling[word]] for word in known])
