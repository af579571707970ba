"""What a colour means, in the whole course; marks and line styles say the same in grey print."""

from typing import Any, NamedTuple

import numpy as np
from matplotlib.colors import CenteredNorm, to_rgb
from matplotlib.typing import ColorType

COLOURS = {
    "token": "#2E9E4F",  # green: the token layer, before any context
    "forward": "#C62828",  # red: reads from left to right
    "backward": "#5E2A84",  # purple: reads from right to left
    "mix": "#00A0BC",  # cyan: the weighted sum of the layers
    "static": "#7A7A7A",  # grey: one vector per word, whatever the context
}
LINES: dict[str, Any] = {
    "token": (0, (1, 1)),
    "forward": "-",
    "backward": "--",
    "mix": "-.",
    "static": (0, (5, 2, 1, 2, 1, 2)),
}
GREEN, RED, PURPLE, CYAN, GREY = COLOURS.values()
DASHED = (0, (3, 3))  # a level to compare with, where the line has no other meaning
# The layers where both directions stand together.
LAYER_COLOURS = {"layer 0": GREEN, "layer 1": "#8FB3D9", "layer 2": "#14385C"}
LAYERS = list(LAYER_COLOURS.values())
# The senses of a word: colours that colour-blind readers can tell apart, and a marker for each.
SENSE_COLOURS = ["#0072B2", "#E69F00", "#111111", "#56B4E9", "#CC79A7", "#D55E00"]
SENSE_MARKERS = ["o", "s", "^", "D", "v", "P"]
SENSES = list(zip(SENSE_MARKERS, SENSE_COLOURS, strict=True))
# Parts of speech that do alike have one colour, as on the page of the microscope.
TAG_GROUPS = {
    "#0072B2": "NOUN PROPN PRON",
    "#D55E00": "VERB AUX",
    "#CC79A7": "ADJ ADV",
    "#E69F00": "DET",
    "#7A7A7A": "ADP CCONJ SCONJ PART INTJ",
    "#56B4E9": "NUM",
}
TAG_COLOURS = {tag: colour for colour, tags in TAG_GROUPS.items() for tag in tags.split()}
SIGNED = "RdBu_r"  # colour map for signed values, always with signed_norm
MAGNITUDE = "viridis"  # colour map for counts, probabilities and other magnitudes
HERE = "#14385C"  # the one thing to look at, where no other colour has a meaning
FAINT = "#E4E4E4"
PALE = "#9A9A9A"  # baselines


class Look(NamedTuple):
    """How a way to the vectors is drawn in every figure: as a mark, or as a line."""

    colour: str
    marker: str
    face: str  # the inside of the mark
    line: Any = "-"

    @property
    def mark(self) -> dict[str, Any]:
        """Arguments of `plot` for a mark alone."""
        return {"color": self.colour, "marker": self.marker, "mfc": self.face, "mew": 1.6, "ls": ""}


# The ledger: one ladder of controls, in this order and in these words in every chapter.
LEDGER = {
    "blind": Look(GREY, "X", GREY, (0, (1, 4))),
    "a row a word": Look(GREY, "s", GREY, LINES["static"]),
    "words around": Look(GREY, "P", GREY, (0, (8, 3))),
    "letters": Look("black", "^", "black", "--"),
    "char-CNN, warm": Look(GREEN, "v", "#C4E6CD", (0, (1, 2))),
    "char-CNN, read": Look(GREEN, "v", GREEN, (0, (1, 1))),
    "random context": Look(GREY, "o", "white", ":"),
    "warm context": Look(GREY, "D", GREY, DASHED),
    "layer 1": Look(HERE, "o", HERE, (0, (6, 2))),
    "layer 2": Look(HERE, "o", HERE),
    "ELMo": Look(CYAN, "o", CYAN, LINES["mix"]),
}
# Other names of its rows, as a part of the name of a way; the first that fits counts.
ALSO = {
    "warm start, layer 0": "char-CNN, warm",
    "spelled": "char-CNN, warm",
    "random": "random context",
    "warm start": "warm context",
    "layer 0": "char-CNN, read",
    "by heart": "blind",
    "learned": "a row a word",  # a table that the task fills
    "frozen": "a row a word",
    "fine-tuned": "a row a word",
    "mean vector": "a row a word",
    "the mean": "a row a word",
    "dealt out": "a row a word",
    "million": "a row a word",  # static vectors, named by their text
    "GloVe 6B": "a row a word",
    "last layer": "layer 2",
    "average": "ELMo",
    "lambda": "ELMo",
    "input": "ELMo",
    "output": "ELMo",
    "no ELMo": "a row a word",
    "ELMo": "ELMo",
    "static context": "words around",
    "static": "a row a word",
    "most frequent": "blind",
    "majority": "blind",
    "layer 1": "layer 1",
    "trained": "layer 2",
}


def row_of(way: str) -> str:
    """The row of the ledger that a way belongs to; a method without vectors stands with "letters".

    "random, layer 2" -> "random context", "naive Bayes" -> "letters"
    """
    exact = next((row for row in LEDGER if way == row), None)
    other = next((row for name, row in ALSO.items() if name in way), None)
    part = next((row for row in LEDGER if row in way), None)
    return exact or other or part or "letters"


def look_of(way: str) -> Look:
    """Its colour, mark and line."""
    return LEDGER[row_of(way)]


def ink_on(colour: ColorType) -> str:
    """Black or white: whichever can be read on this background."""
    red, green, blue = to_rgb(colour)
    return "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "white"


def signed_norm(values: Any, share: float = 1.0) -> CenteredNorm:
    """Colour limits for signed values: 0 in the middle, the same reach on both sides.

    share: of the values that lie within; the few beyond have the colours of the ends.
    """
    reach = float(np.quantile(np.abs(values), share))
    return CenteredNorm(0, reach or 1.0)
