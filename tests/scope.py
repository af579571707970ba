"""Files for the microscope of a part of our corpus: what tests load in the place of all of it."""

import shutil

from microscope.corpus import Corpus
from microscope.store import Store

LEMMAS = {  # the words of the examples, and some others
    "en": ("bank", "bat", "current", "light", "play", "right"),
    "ko": ("눈", "배", "사과"),
}


def part(language):
    """The sentences of a few words."""
    whole = Corpus.load(language)
    starts = [o.lemma in LEMMAS[language] for o in whole.occurrences]
    pairs = list(zip(whole.occurrences, tags_of(whole), strict=True))
    return Corpus(language, [pair for pair, wanted in zip(pairs, starts, strict=True) if wanted])


def tags_of(corpus):
    """The tags of each sentence."""
    lengths = [len(tokens) for tokens in corpus.sentences]
    starts = [sum(lengths[:i]) for i in range(len(lengths))]
    return [corpus.tags[s : s + n].tolist() for s, n in zip(starts, lengths, strict=True)]


def fill(cache, shared, monkeypatch, languages=("en",)):
    """Put small files where a store in the cache folder `cache` looks for its own.

    shared: a folder for all processes of a test run; the files are made there once.
    """
    for language in languages:
        small = part(language)
        with monkeypatch.context() as patch:
            patch.setattr(Corpus, "load", lambda _, small=small: small)
            patch.setenv("ELMO_LITE_CACHE", str(shared / "microscope"))
            made = Store().make(language)
            patch.setenv("ELMO_LITE_CACHE", str(cache))
            target = Store().folder(language)
        if not target.exists():
            shutil.copytree(made, target)
    return cache
