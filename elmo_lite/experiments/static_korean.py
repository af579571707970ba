"""Static vectors for Korean: the experiment korean of `evaluate static`, and its fastText models.

The text is reviews without labels (NSMC, in neither half of the scored set). A token is an eojeol.
The units of its n-grams are syllables (음절) as they are written, or jamo (자모), the letters.
"""

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

from elmo_lite import corpora
from elmo_lite.experiments.inputs import keyed
from elmo_lite.experiments.results import Row
from elmo_lite.experiments.runner import Experiment, crossed
from elmo_lite.fasttext import jamo
from elmo_lite.static_vectors import score_analogies
from elmo_lite.text import tokenize

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

WORDS = 1_000_000
WORD = "남동생"
TYPOS = ("남동쉥", "난동생", "냚동생")
# Fixed beforehand. Of syllables, one or two already carry a meaning; jamo need three to six.
NGRAMS = {"syllables": (1, 3), "jamo": (3, 6)}


@cache
def sentences() -> list[list[str]]:
    """The first million tokens of the reviews."""
    found: list[list[str]] = []
    read = 0
    for line in corpora.raw_text("nsmc_unlabelled"):
        found.append(tokenize(line))
        read += len(found[-1])
        if read >= WORDS:
            break
    return found


@cache
def seen() -> dict[str, int]:
    """The words that all three models know, with their counts."""
    counts = Counter(word for sentence in sentences() for word in sentence)
    return {word: count for word, count in counts.items() if count >= 5}


@cache
def trained(unit: str) -> Any:
    """A model of gensim: Word2Vec for "eojeol", FastText for "syllables" and "jamo"."""
    from gensim.models import FastText, Word2Vec

    options: dict[str, Any] = {"vector_size": 100, "window": 5, "sg": 1, "min_count": 5}
    options |= {"epochs": 3, "seed": 1, "workers": 1}
    if unit == "eojeol":
        return Word2Vec(sentences(), **options)
    shortest, longest = NGRAMS[unit]
    words = [[spelled(word, unit) for word in sentence] for sentence in sentences()]
    return FastText(words, min_n=shortest, max_n=longest, bucket=200_000, **options)


def spelled(word: str, unit: str) -> str:
    """The word as the model of this unit reads it."""
    return jamo(word) if unit == "jamo" else word


def vectors_for(model: Any, unit: str, words: list[str]) -> "KeyedVectors":
    """Vectors for these words, seen in training or not."""
    return keyed(words, [model.wv[spelled(word, unit)] for word in words])


def scores(unit: str) -> Row:
    """Word pairs, analogies, and the ranks of 남동생 among the neighbours of its misspellings."""
    model = trained(unit)
    words = sorted(seen(), key=lambda word: -seen()[word])
    if unit != "eojeol" and WORD not in words:  # letters give a vector to a word too rare for one
        words.append(WORD)
    known = vectors_for(model, unit, words)
    near = known.most_similar(WORD, topn=8) if WORD in known else []
    analogies, asked = score_analogies(known, "ko")
    pairs = corpora.word_pairs("ws353_ko")
    rho = known.evaluate_word_pairs(str(corpora.gensim_file(pairs)), case_insensitive=False)[1]
    return {
        "ws353_ko": round(float(rho.statistic), 4),
        "ws353_ko_pairs": sum(a in known and b in known for a, b, _ in pairs),
        "analogies": analogies,
        "asked": asked,
        "neighbours": [word for word, _ in near],
        "typos": {typo: rank(model, unit, known, typo) for typo in TYPOS},
    }


def rank(model: Any, unit: str, known: "KeyedVectors", typo: str) -> int:
    """The rank of 남동생 among the neighbours of a misspelling; 0 if that has no vector."""
    if unit == "eojeol":
        return 0
    near = known.similar_by_vector(model.wv[spelled(typo, unit)], topn=None)
    return int((near > near[known.key_to_index[WORD]]).sum()) + 1


KOREAN = Experiment(
    "korean",
    grid=lambda lab: crossed(unit=("eojeol", "syllables", "jamo"), seed=(1,)),
    run=lambda lab, setting: scores(setting["unit"]),
    about=lambda lab: {
        "data": {"NSMC reviews without labels": "part", "WS-353 in Korean": "exact"},
        "text": f"{WORDS:,} tokens",
        "settings": "100 dimensions, window 5, 5 negatives, 3 epochs, min_count 5; gensim",
        "note": f"n-grams of {NGRAMS['syllables']} syllables or {NGRAMS['jamo']} jamo; seed 1",
    },
    scores=("ws353_ko", "analogies"),
)
