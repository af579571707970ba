"""Windows and negatives beside gensim's, on a toy text and pairs of our own."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy.stats import spearmanr

from elmo_lite import corpora, word2vec
from elmo_lite.corpora.examples import About, Examples
from elmo_lite.experiments import static_compare, static_sampling
from elmo_lite.experiments.runner import Runner
from elmo_lite.experiments.static_compare import StaticLab

SENTENCES = [
    "the teacher read a letter to the student in the garden .",
    "a farmer drove the wagon over the bridge to the market .",
    "the farmer sold butter and cheese at the market .",
    "the river under the bridge was frozen in winter .",
]
PAIRS = [
    ("teacher", "student"), ("butter", "cheese"), ("river", "bridge"), ("farmer", "market"),
    ("wagon", "cheese"), ("frozen", "butter"), ("letter", "river"), ("teacher", "teachers"),
]  # fmt: skip


@pytest.fixture
def text(tmp_path):
    """A folder like that of the free text."""
    (tmp_path / "train.txt").write_text("\n".join(20 * SENTENCES), encoding="utf-8")
    yield tmp_path
    static_compare.sentences.cache_clear()


@pytest.fixture
def sets(monkeypatch, tmp_path):
    """Pairs of our own; the people of every set see them in another order."""

    def pairs(name: str) -> Examples:
        order = np.random.default_rng(list(name.encode())).permutation(len(PAIRS))
        rows = [(*pair, float(score)) for pair, score in zip(PAIRS, order, strict=True)]
        return Examples(rows, About(name, "none", "none"), {})

    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(corpora, "word_pairs", pairs)


@pytest.fixture
def sampling(monkeypatch):
    """The experiment on the toy text: 3,000 pairs, vectors of four numbers."""
    chosen = replace(static_sampling.SETTINGS, emb_dim=4, min_count=1, sample=0, batch_size=64)
    monkeypatch.setattr(static_sampling, "SETTINGS", chosen)
    monkeypatch.setattr(static_sampling, "PAIRS", 3_000)


def test_every_setting_reads_the_text_until_it_has_so_many_pairs(text, sampling):
    work = static_sampling.Text.of(StaticLab(text, range(1)))
    for window in (1, 3):
        readings = work.readings(window)
        ids = np.resize(work.ids, round(readings * len(work.ids)))
        centres, _ = word2vec.pairs(ids, window, np.random.default_rng(1))
        assert len(centres) == pytest.approx(3_000, rel=0.1)


def test_settings_are_measured_for_ours_and_gensims_and_compared_pair_by_pair(
    text, sets, sampling, monkeypatch
):
    two = (static_sampling.USUAL, static_sampling.NARROW)
    monkeypatch.setattr(static_sampling, "MODELS", two)
    runner = Runner(None, "test")
    lab = StaticLab(text, range(1, 3), runner.rows)
    with pytest.raises(ValueError, match="Measure `sampling` first"):
        static_sampling.run_difference(lab, static_sampling.comparisons()[0])
    runner.measure(static_sampling.SAMPLING, lab)
    rows = runner.rows("sampling")
    assert [(r["seed"], r["window"], r["by"]) for r in rows] == list(
        product((1, 2), (5, 2), ("ours", "gensim"))
    )
    assert all(len(static_sampling.unpacked(r["cosines"]["ws353"])) == len(PAIRS) for r in rows)
    first, second = (static_sampling.named(r) for r in rows[:2])
    setting = {"first": first, "second": second, "test": "ws353"}
    found = static_sampling.run_difference(lab, setting)
    known, marks = slice(len(PAIRS) - 1), [mark for *_, mark in corpora.word_pairs("ws353")]
    means = []
    for name in (first, second):
        own = [r for r in rows if static_sampling.named(r) == name]
        cosines = [static_sampling.unpacked(r["cosines"]["ws353"])[known] for r in own]
        means.append(np.mean([spearmanr(x, marks[known]).statistic for x in cosines]))
    assert found["difference"] == pytest.approx(means[0] - means[1], abs=1e-4)
    assert found["low"] <= found["difference"] <= found["high"]
    assert found["pairs"] == len(PAIRS) - 1, "teachers has no vector"


def test_what_is_compared_has_rows():
    known = {
        static_sampling.named({"by": by} | model)
        for by in static_sampling.BY
        for model in static_sampling.MODELS
    }
    for row in static_sampling.comparisons():
        assert {row["first"], row["second"]} <= known and row["first"] != row["second"]
