"""The bench of embedding measures what its rows say, on a small scale."""

import importlib
import json
import time

import pytest
import torch

from elmo_lite.bilm import SHAPES, BiLM
from elmo_lite.elmo import Elmo


@pytest.fixture
def bench():
    return importlib.import_module("elmo_lite.experiments.bench.embed")


def a_reader():
    elmo = Elmo(BiLM(SHAPES["tiny"]))
    elmo.embed([["a"]])  # as the bench does, for the differences
    return elmo


def test_each_way_reads_as_its_name_says(bench):
    elmo = a_reader()
    ways, batch = bench.ways_to_read(None, {"float32": elmo}, "corpus"), [["a"], ["b"]]
    for _ in range(2):  # the ways take turns
        for name in ways:
            ways[name](batch)
            assert elmo.start == ("carried" if "carried" in name else "fresh"), name


def test_warm_means_that_every_word_is_known_and_cold_that_none_is(bench, monkeypatch):
    elmo, asked = a_reader(), []
    original = elmo.reader.char_cnn
    monkeypatch.setattr(
        elmo.reader, "char_cnn", lambda words: asked.extend(words) or original(words)
    )
    found, name = {"cold": [], "warm": []}, ""

    def timed(work, clock):
        asked.clear()
        work()
        found[name].append(sorted(asked))

    def named(way, run):
        def run_named(batch):
            nonlocal name
            name = way
            run(batch)

        return run_named

    ways = bench.ways_to_read(None, {"float32": elmo}, "1")
    ways = {way: named(way.split()[-1], run) for way, run in ways.items()}
    monkeypatch.setattr(bench, "timed", timed)
    bench.interleaved(ways, [[["a"]], [["b"]], [["c"]]], 2, time.perf_counter)
    assert found["warm"] == [[], [], []]
    assert found["cold"][1:] == [sorted(["a", "b", "c", *["<S>", "</S>"] * 3])] * 2


def test_a_rehearsal_writes_every_row(bench, tmp_path, monkeypatch, capsys):
    pytest.importorskip("h5py")

    def missing(part):
        raise bench.Missing("a.txt is missing", "or do without")

    monkeypatch.setattr(bench, "ewt", missing)
    monkeypatch.setitem(bench.SHAPES, "small", SHAPES["tiny"])
    sizes = {"1": 2, "8": 8, "32": 32, "corpus": 40}
    monkeypatch.setitem(bench.SENTENCES, "small", sizes)
    out = tmp_path / "out.json"
    options = ["--no-peer", "--rounds", "1", "--threads", str(torch.get_num_threads())]
    assert bench.main(["small", *options, "--precisions", "int8", "--out", str(out)]) == 0
    data = json.loads(out.read_text(encoding="utf-8"))
    rows = [(row["case"], row["way"]) for row in data["parts"]["small"]["rows"]]
    ways = [f"{precision}, {how}" for precision in ("float32", "int8") for how in ("cold", "warm")]
    assert rows[:-1] == [(case, way) for case in sizes for way in ways]
    assert rows[-1] == ("corpus", "float32, file order, state carried")
    assert "**small**" in bench.table(data)
    with pytest.raises(SystemExit):
        bench.main(["--precisions", "int4"])
