"""How chapters ask for measured rows: one helper for scores, one for differences."""

import base64
import json
import zlib

import numpy as np
import pytest

from notebooks.course import results


def packed(right):
    return base64.b64encode(zlib.compress(np.packbits(right).tobytes())).decode()


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Two inputs with two seeds each, and a baseline that has no seed."""
    right = {"a": [[1, 1, 0, 0], [1, 1, 1, 0]], "b": [[1, 0, 0, 0], [0, 1, 0, 0]]}
    rows = [
        {
            "input": name,
            "seed": seed,
            "accuracy": float(np.mean(each)),
            "items": 4,
            "right": packed(each),
        }
        for name, seeds in right.items()
        for seed, each in enumerate(seeds)
    ]
    rows.append({"input": "blind", "accuracy": 0.25})
    lines = [{"made_by": "x"}, {"experiment": "titles", "about": {}}, *rows]
    (tmp_path / "few.jsonl").write_text("\n".join(map(json.dumps, lines)))
    monkeypatch.setattr(results, "RESULTS", tmp_path)


def test_a_list_asks_for_an_entry_each_and_an_entry_has_all_seeds(file):
    found = results.scores("few", "titles", input=["a", "blind"])
    assert found == {"a": [0.5, 0.75], "blind": 0.25}
    assert results.scores("few", "titles", input="b") == [0.25, 0.25]
    assert results.scores("few", "titles", input=["a", "b"], seed=[1]) == {
        ("a", 1): [0.75],
        ("b", 1): [0.25],
    }


def test_what_was_not_measured_is_said(file):
    with pytest.raises(ValueError, match="few.jsonl has no row of titles with .*'input': 'c'"):
        results.scores("few", "titles", input=["a", "c"])


def test_a_difference_is_that_of_the_same_items(file):
    middle, low, high = results.difference("few", "titles", {"input": "a"}, {"input": "b"})
    assert middle == pytest.approx(0.375) and low < middle < high


def test_the_f1_of_names_lies_within_its_interval():
    ways = {"input": "GloVe 6B + ELMo"}, {"input": "GloVe 6B"}
    middle, low, high = results.f1_difference("tasks", "wnut", *ways)
    names = results.read(results.RESULTS / "tasks.jsonl")["experiments"]["wnut"]["rows"]
    one, other = (np.mean(results.values(names, "f1", **way)) for way in ways)
    assert 0 < low < middle < high and middle == pytest.approx(one - other)
