"""Rows of counts, raw, as logarithms or as PPMI: what a row of `counts` says."""

import numpy as np
import pytest
import small
from scipy.sparse import issparse
from scipy.stats import spearmanr

from elmo_lite import corpora, glove
from experiments import static_counts
from experiments.static_compare import StaticLab
from notebooks.course.results import select

WORDS = ["cat", "dog", "cow", "fur", "paw", "saw", "drill", "nail", "wood", "bolt"]
PAIRS = [(a, b, float(i * j % 7)) for i, a in enumerate(WORDS) for j, b in enumerate(WORDS[:i])]
LENGTHS = (600, 2_000)


@pytest.fixture
def lab(tmp_path, monkeypatch):
    """A text of two topics, and pairs of our own; the last pair has an unknown word."""
    rng = np.random.default_rng(0)
    topics = (WORDS[:5], WORDS[5:])
    lines = [" ".join(rng.choice(topics[i % 2], size=6)) + "." for i in range(400)]
    (tmp_path / "train.txt").write_text("\n".join(lines), encoding="utf-8")
    pairs = small.examples([*PAIRS, ("cat", "unseen", 3.0)])
    monkeypatch.setattr(corpora, "word_pairs", lambda name: pairs)
    monkeypatch.setattr(static_counts, "LENGTHS", LENGTHS)
    return StaticLab(tmp_path, range(1, 2))


@pytest.mark.parametrize("by", static_counts.TABLES)
def test_a_row_is_spearmans_rho_of_its_cosines(lab, by):
    known = static_counts.vocabulary(lab.text, 600)
    counts = static_counts.counted(lab.text, 600)
    table = {"raw": counts, "log": np.log1p(counts.toarray()), "PPMI": glove.ppmi(counts)}[by]
    rows = table.toarray() if issparse(table) else table
    lengths = np.linalg.norm(rows, axis=1)
    at = [(known.id(a) - 3, known.id(b) - 3) for a, b, _ in PAIRS]
    cosines = [rows[i] @ rows[j] / lengths[i] / lengths[j] for i, j in at]
    people = [mark for *_, mark in PAIRS]
    measured, _ = small.measured_by_runner(static_counts.COUNTS, lab)
    assert len(measured) == 2 * 3 and {row["men_pairs"] for row in measured} == {len(PAIRS)}
    (row,) = select(measured, words=600, by=by)
    assert row["men"] == pytest.approx(spearmanr(cosines, people).statistic, abs=1e-3)
