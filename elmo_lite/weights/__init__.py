"""Trained weights on disk: ours.py in the form of the course, published.py in that of the paper,
many_langs.py in that of ELMoForManyLangs."""

from elmo_lite.weights import many_langs, ours, published

__all__ = ["many_langs", "ours", "published"]
