"""The types of what figures are given, and of what they return."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from numpy.typing import ArrayLike

Ax = Axes | None  # where to draw; None: in a figure of its own
Axs = Sequence[Axes] | None
Words = Sequence[str]
Ints = Sequence[int]
Numbers = Sequence[float]
Pair = tuple[float, float]
Arrays = Mapping[str, ArrayLike]
Seeds = Mapping[str, Sequence[float]]  # name -> one score per seed
Scores = Mapping[str, float]
