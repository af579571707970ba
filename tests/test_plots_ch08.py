"""The figures of chapter 08 show the numbers that they were given."""

import numpy as np

from elmo_lite import plots
from elmo_lite.plots.style import COLOURS, alt_text

RECORDS = [
    {"step": 50, "tokens": 1_000_000, "forward": 6.0, "backward": 6.2},
    {"step": 60, "tokens": 1_500_000, "heldout": {"a": [100.0, 400.0], "b": [400.0, 400.0]}},
    {"step": 100, "tokens": 2_000_000, "forward": 5.0, "backward": 5.1},
]


def test_training_log_draws_perplexities():
    ax = plots.training_log(RECORDS)
    lines = {line.get_label(): line for line in ax.get_lines()}
    for direction, losses in (("forward", [6.0, 5.0]), ("backward", [6.2, 5.1])):
        np.testing.assert_allclose(lines[direction].get_xdata(), [1.0, 2.0])
        np.testing.assert_allclose(lines[direction].get_ydata(), np.exp(losses))
        assert lines[direction].get_color() == COLOURS[direction]
    points = [line for line in ax.get_lines() if line.get_marker() in ("o", "s")]
    np.testing.assert_allclose([p.get_ydata()[0] for p in points], [200.0, 400.0])
    assert [p.get_color() for p in points] == [COLOURS["forward"], COLOURS["backward"]]
    assert "148 forward" in alt_text(ax.figure)
