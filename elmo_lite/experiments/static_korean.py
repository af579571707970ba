"""Korean vectors of film reviews and of other text, as long; static_reviews reads them.

The reviews are those of NSMC without labels, in neither half of the scored set. The other text is
captions and their like, questions, commands and laws. A token is an eojeol. The units of the
n-grams are syllables (음절) as they are written, or jamo (자모), the letters.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

from elmo_lite import corpora
from elmo_lite.experiments.inputs import keyed
from elmo_lite.fasttext import jamo
from elmo_lite.text import tokenize

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

WORDS = 500_000  # tokens of each text
TEXTS = {
    "film reviews": ("nsmc_unlabelled",),
    "other text": ("kornlu", "3i4k", "chatbot", "korean_laws"),
}
# Fixed beforehand. Of syllables, one or two already carry a meaning; jamo need three to six.
NGRAMS = {"syllables": (1, 3), "jamo": (3, 6)}


@cache
def sentences(text: str) -> list[list[str]]:
    """The first half million tokens of a text."""
    found: list[list[str]] = []
    read = 0
    for name in TEXTS[text]:
        for line in corpora.raw_text(name):
            if read >= WORDS:
                return found
            found.append(tokenize(line))
            read += len(found[-1])
    return found


@cache
def trained(unit: str, text: str) -> Any:
    """A model of gensim: Word2Vec for "eojeol", FastText for "syllables" and "jamo"."""
    from gensim.models import FastText, Word2Vec

    options: dict[str, Any] = {"vector_size": 100, "window": 5, "sg": 1, "min_count": 5}
    options |= {"epochs": 3, "seed": 1, "workers": 1}
    if unit == "eojeol":
        return Word2Vec(sentences(text), **options)
    shortest, longest = NGRAMS[unit]
    words = [[spelled(word, unit) for word in sentence] for sentence in sentences(text)]
    return FastText(words, min_n=shortest, max_n=longest, bucket=200_000, **options)


def spelled(word: str, unit: str) -> str:
    """The word as the model of this unit reads it."""
    return jamo(word) if unit == "jamo" else word


def vectors_for(unit: str, text: str, words: list[str]) -> "KeyedVectors":
    """Vectors for these words: of eojeol those that the text has, of n-grams all."""
    model = trained(unit, text)
    known = [word for word in words if unit != "eojeol" or word in model.wv]
    return keyed(known, [model.wv[spelled(word, unit)] for word in known])
