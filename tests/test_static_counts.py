"""Counting on the free text: what a row of `counts` says, and one of `ice_steam`."""

import numpy as np
import pytest
import small
from scipy.sparse import issparse
from scipy.stats import spearmanr

from elmo_lite import corpora, glove
from experiments import static_counts
from notebooks.course.results import select

WORDS = ["cat", "dog", "cow", "fur", "paw", "saw", "drill", "nail", "wood", "bolt"]
PAIRS = [(a, b, float(i * j % 7)) for i, a in enumerate(WORDS) for j, b in enumerate(WORDS[:i])]
LENGTHS = (600, 2_000)


@pytest.fixture
def text(tmp_path, monkeypatch):
    """A text of two topics, and pairs of our own; the last pair has an unknown word."""
    rng = np.random.default_rng(0)
    topics = (WORDS[:5], WORDS[5:])
    lines = [" ".join(rng.choice(topics[i % 2], size=6)) + "." for i in range(400)]
    (tmp_path / "train.txt").write_text("\n".join(lines), encoding="utf-8")
    pairs = small.examples([*PAIRS, ("cat", "unseen", 3.0)])
    monkeypatch.setattr(corpora, "word_pairs", lambda name: pairs)
    monkeypatch.setattr(static_counts, "LENGTHS", LENGTHS)
    return tmp_path


@pytest.mark.parametrize("by", static_counts.TABLES)
def test_a_row_is_spearmans_rho_of_its_cosines(text, by):
    known = static_counts.vocabulary(text, 600)
    counts = static_counts.counted(text, 600)
    table = {"raw": counts, "log": np.log1p(counts.toarray()), "PPMI": glove.ppmi(counts)}[by]
    rows = table.toarray() if issparse(table) else table
    lengths = np.linalg.norm(rows, axis=1)
    at = [(known.id(a) - 3, known.id(b) - 3) for a, b, _ in PAIRS]
    cosines = [rows[i] @ rows[j] / lengths[i] / lengths[j] for i, j in at]
    people = [mark for *_, mark in PAIRS]
    measured, _ = small.measured(static_counts.counts, text)
    assert len(measured) == 2 * 3 and {row["men_pairs"] for row in measured} == {len(PAIRS)}
    (row,) = select(measured, words=600, by=by)
    assert row["men"] == pytest.approx(spearmanr(cosines, people).statistic, abs=1e-3)


def test_ice_and_steam_by_hand(tmp_path):
    far = "Ice one two three four five six seven eight nine ten gas."  # gas is the 11th behind it
    lines = ["Solid ice is cold.", "Hot steam fills the engine.", "The water was ice cold.", far]
    lines += ["Steam over water is a gas."]
    (tmp_path / "train.txt").write_text("\n".join(lines), encoding="utf-8")
    found, _ = small.measured(static_counts.ice_steam, tmp_path)
    rows = {row["word"]: row for row in found}
    counts = {word: (row["ice"], row["steam"]) for word, row in rows.items()}
    assert counts == {
        "solid": (1, 0), "gas": (0, 1), "water": (1, 1), "fashion": (0, 0),
        "cold": (2, 0), "hot": (0, 1), "engine": (0, 1),
    }  # fmt: skip
    # Neighbours of ice: 4 + 5 + 10. Of steam: 5 + 6.
    assert (rows["cold"]["p_ice"], rows["water"]["p_steam"]) == (0.105, 0.0909)
    assert rows["water"]["ratio"] == round((1 / 19) / (1 / 11), 3)
    assert rows["gas"]["ratio"] == 0
    assert rows["solid"]["ratio"] is None, "steam was never seen beside it"
