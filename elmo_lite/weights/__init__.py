"""Trained weights on disk: ours.py in the form of the course, published.py in that of the paper."""

from elmo_lite.weights import ours, published

__all__ = ["ours", "published"]
