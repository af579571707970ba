"""Tests of the experiment that asks for the words nearest to a Korean typing error."""

from dataclasses import replace

import pytest

from elmo_lite import corpora
from experiments import static_new_words
from tests import small

LINES = ["남동생 과 누나 가 논다", "누나 와 남동생 이 온다", "나비 가 난다", "나비 가 앉는다"] * 10


def test_the_nearest_words_of_two_ways_to_cut(monkeypatch):
    monkeypatch.setattr(corpora, "raw_text", lambda name: LINES)
    quick = replace(static_new_words.SETTINGS, emb_dim=8, buckets=500, epochs=1)
    monkeypatch.setattr(static_new_words, "SETTINGS", quick)
    rows, about = small.measured(static_new_words.korean_neighbours)
    asked = {(row["cut"], row["word"]) for row in rows}
    assert asked == {(cut, w) for cut in ("syllables", "jamo") for w in static_new_words.ASKED}
    known = {word for line in LINES for word in line.split()}
    for row in rows:
        assert len(set(row["nearest"])) == 6 and set(row["nearest"]) <= known - {row["word"]}
    brother = {row["cut"]: row["nearest"] for row in rows if row["word"] == "나몽생"}
    assert "남동생" in brother["jamo"]
    assert about["text"] == "320 tokens"


def test_a_missing_text_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("ELMO_LITE_DATA", str(tmp_path))
    with pytest.raises(corpora.Missing, match=r"wiki_narrative.txt is missing .*: save a copy as"):
        static_new_words.plots_and_lives()
