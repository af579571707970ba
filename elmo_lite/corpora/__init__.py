"""Texts to count, train and measure on, each with its licence, its citation and its state."""

from elmo_lite.corpora.corpus import Corpus
from elmo_lite.corpora.running import lee_news, wikipedia_sample

__all__ = ["Corpus", "lee_news", "wikipedia_sample"]
