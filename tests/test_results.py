"""Rows are chosen by their values."""

from elmo_lite.experiments.results import by, select, values

ROWS = [
    {"input": "majority", "elmo": "none", "accuracy": 0.25},
    {"input": "GloVe", "elmo": "none", "seed": 1, "accuracy": 0.8},
    {"input": "GloVe", "elmo": "trained", "seed": 1, "accuracy": 0.9, "f1": 0.7},
    {"input": "GloVe", "elmo": "none", "seed": 2, "accuracy": 0.82},
]


def test_scores_of_the_rows_that_are_wanted():
    assert select(ROWS, seed=1) == ROWS[1:3] and select(ROWS) == ROWS
    assert values(ROWS, input="GloVe", elmo="none") == [0.8, 0.82]
    assert values(ROWS, "f1", input="GloVe", elmo="trained") == [0.7]
    assert values(ROWS, input="fastText") == []
    assert by(ROWS, "input", elmo="none") == {"majority": [0.25], "GloVe": [0.8, 0.82]}
    assert list(by(ROWS, "elmo")) == ["none", "trained"]
