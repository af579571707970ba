"""Rows of counts, cut down or not, beside GloVe and skip-gram: what a row of `counts` says."""

import numpy as np
import pytest
import small
from scipy.sparse import issparse
from scipy.stats import spearmanr

from elmo_lite import corpora, glove, stats
from experiments import static_counts
from experiments.static_compare import StaticLab

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
    monkeypatch.setattr(static_counts, "TRAINED", LENGTHS)
    monkeypatch.setattr(static_counts, "DIM", 3)
    return StaticLab(tmp_path, range(1, 2))


def test_every_setting_of_the_grid_is_scored_on_the_same_pairs(lab):
    rows, _ = small.measured(static_counts.COUNTS, lab)
    assert len(rows) == 2 * 9 + 2 * 2
    for row in rows:
        assert row["men_pairs"] == len(PAIRS) and -1 <= row["men"] <= 1
        difference, low, high = row["men_minus_best"]
        assert low <= difference <= high
        if (row["by"], row["made"]) == ("PPMI", "U sqrt(S)"):
            assert row["men_minus_best"] == [0, 0, 0]


@pytest.mark.parametrize("by", static_counts.TABLES)
def test_a_row_is_spearmans_rho_of_its_cosines_and_a_paired_bootstrap(lab, by):
    known = static_counts.vocabulary(lab.text, 600)
    counts = static_counts.counted(lab.text, 600)
    table = {"raw": counts, "log": np.log1p(counts.toarray()), "PPMI": glove.ppmi(counts)}[by]
    rows = table.toarray() if issparse(table) else table
    lengths = np.linalg.norm(rows, axis=1)
    at = [(known.id(a) - 3, known.id(b) - 3) for a, b, _ in PAIRS]
    cosines = [rows[i] @ rows[j] / lengths[i] / lengths[j] for i, j in at]
    people = [mark for *_, mark in PAIRS]
    row = static_counts.run(lab, {"words": 600, "made": "rows", "by": by})
    assert row["men"] == pytest.approx(spearmanr(cosines, people).statistic, abs=1e-3)
    best = static_counts.reference(lab.text, 600, "men")
    wanted = stats.paired_correlations(cosines, best, people)
    assert row["men_minus_best"] == pytest.approx(wanted, abs=1e-3)


def test_u_s_has_the_dot_products_of_the_best_table_of_that_rank(lab):
    setting = {"words": 2_000, "by": "log", "made": "U S"}
    left, sizes, _ = np.linalg.svd(np.log1p(static_counts.counted(lab.text, 2_000).toarray()))
    short = static_counts.vectors(lab.text, setting)
    wanted = left[:, :3] * sizes[:3]
    np.testing.assert_allclose(short @ short.T, wanted @ wanted.T, atol=1e-3)
    root = static_counts.vectors(lab.text, setting | {"made": "U sqrt(S)"})
    np.testing.assert_allclose((root**2).sum(axis=0) ** 2, (short**2).sum(axis=0), rtol=1e-4)
