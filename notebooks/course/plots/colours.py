"""What a colour means, in the whole course; the line styles say the same in grey print."""

from typing import Any

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
SIGNED = "RdBu_r"  # colour map for signed values, always with signed_norm
MAGNITUDE = "viridis"  # colour map for counts, probabilities and other magnitudes
HERE = "#14385C"  # the one thing to look at, where no other colour has a meaning
FAINT = "#E4E4E4"
PALE = "#9A9A9A"  # baselines


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
