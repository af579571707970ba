"""Counting: what a row of `weighed` says, and one of `ice_steam`."""

import numpy as np
import pytest
import small
from scipy.stats import spearmanr

from elmo_lite import corpora
from experiments import static_counts
from notebooks.course.results import select

WORDS = ["cat", "dog", "cow", "fur", "paw", "saw", "drill", "nail", "wood", "bolt"]
PAIRS = [(a, b, float(i * j % 7)) for i, a in enumerate(WORDS) for j, b in enumerate(WORDS[:i])]
MILLIONS = (0.0006, 0.002)


@pytest.fixture
def of_two_topics(monkeypatch):
    """A text of two topics, and pairs of our own; the last pair has an unknown word."""
    rng, topics = np.random.default_rng(0), (WORDS[:5], WORDS[5:])
    lines = [rng.choice(topics[i % 2], size=6).tolist() for i in range(400)]
    pairs = small.examples([*PAIRS, ("cat", "unseen", 3.0)])
    monkeypatch.setattr(corpora, "word_pairs", lambda name: pairs)
    monkeypatch.setattr(static_counts, "text", lambda: lines)
    monkeypatch.setattr(static_counts, "MILLIONS", MILLIONS)
    monkeypatch.setattr(static_counts, "DIM", 4)
    for cached in (static_counts.vocabulary, static_counts.counted):
        cached.cache_clear()
    yield small.measured(static_counts.weighed, None)[0]
    for cached in (static_counts.vocabulary, static_counts.counted):
        cached.cache_clear()


def test_a_row_is_spearmans_rho_of_its_cosines(of_two_topics):
    known, counts = static_counts.vocabulary(), static_counts.counted(0.002).toarray()
    assert {row["men_pairs"] for row in of_two_topics} == {len(PAIRS)}
    expected = counts.sum(axis=1)[:, None] * counts.sum(axis=0) / counts.sum()
    with np.errstate(divide="ignore"):
        pmi = np.where(counts > 0, np.log(counts / expected), 0)
    tables = {"counts": counts, "log(1 + count)": np.log1p(counts), "PMI": pmi}
    for by, rows in (tables | {"PPMI": np.maximum(pmi, 0)}).items():
        lengths = np.linalg.norm(rows, axis=1)
        at = [(known.id(a) - 3, known.id(b) - 3) for a, b, _ in PAIRS]
        cosines = [rows[i] @ rows[j] / lengths[i] / lengths[j] for i, j in at]
        rho = spearmanr(cosines, [mark for *_, mark in PAIRS]).statistic
        (row,) = select(of_two_topics, million=0.002, by=by, made="rows")
        assert row["men"] == pytest.approx(rho, abs=1e-3), by


def test_each_length_of_text_is_cut_and_trained_on(of_two_topics):
    shorter, longer = (static_counts.counted(million).sum() for million in MILLIONS)
    assert 3 < longer / shorter < 4
    cut = static_counts.vectors_of(0.002, "PPMI", "4 dimensions")
    rows = static_counts.vectors_of(0.002, "PPMI", "rows")
    U, S, Vt = np.linalg.svd(rows)
    assert np.allclose(cut @ cut.T, (U[:, :4] * S[:4] ** 2) @ U[:, :4].T, atol=1e-4)
    (row,) = select(of_two_topics, million=0.002, by="GloVe")
    assert row["made"] == "4 dimensions" and row["seed"] == 1


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
