"""The bench of embedding measures what its rows say, on a small scale."""

import pytest
import torch

from elmo_lite.bilm import SHAPES, BiLM
from elmo_lite.corpora.public.fetch import Missing
from elmo_lite.elmo import Elmo
from experiments.bench import embed


@pytest.fixture
def elmo():
    found = Elmo(BiLM(SHAPES["tiny"]))
    found.reader.prepare()
    return found


def test_each_way_reads_as_its_name_says(elmo):
    ways, batch = embed.ways_to_read(None, elmo, "corpus"), [["a"], ["b"]]
    for _ in range(2):  # the ways take turns
        for name in ways:
            ways[name](batch)
            assert elmo.start == ("carried" if "carried" in name else "fresh"), name


def test_warm_means_that_every_word_is_known_and_cold_that_none_is(elmo, monkeypatch):
    asked, original = [], elmo.reader.char_cnn
    monkeypatch.setattr(elmo.reader, "char_cnn", lambda w: asked.extend(w) or original(w))
    cold, warm = embed.ways_to_read(None, elmo, "1").values()
    for _ in range(2):
        for way, seen in ((cold, ["</S>", "<S>", "a"]), (warm, [])):
            way([["a"]])
            assert sorted(asked) == seen
            asked.clear()

    read = []
    ways = {
        "cold": lambda batch: read.append("c" + batch),
        "warm": lambda batch: read.append("w" + batch),
    }
    seconds = embed.interleaved(ways, ["1", "2"], 1)
    assert list(seconds) == ["cold", "warm"]
    assert " ".join(read) == "c1 w1 w1 c1 c2 w1 w2 w1 w2", "warm is read once more before"


def test_a_rehearsal_prints_every_row(monkeypatch, capsys):
    pytest.importorskip("h5py")
    tagged = [(["word"] * 20, ["NOUN"] * 20)] * 40
    monkeypatch.setattr(embed, "ewt", lambda part: tagged)
    monkeypatch.setattr(embed.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setitem(embed.SHAPES, "small", SHAPES["tiny"])
    monkeypatch.setitem(embed.SENTENCES, "small", {"1": 2, "8": 8, "32": 32, "corpus": 40})
    threads = str(torch.get_num_threads())
    assert embed.main(["small", "--rounds", "1", "--threads", threads]) == 0
    said = capsys.readouterr().out
    rows = [line.strip("| ").split(" | ") for line in said.splitlines() if line.startswith("| ")]
    ways = [f"float32, {how}" for how in ("cold", "warm", "file order, state carried")]
    assert [row[0] for row in rows[1:]] == ways
    assert all(len(row) == 5 for row in rows[1:-1])
    assert f"threads: {threads}" in said
    with pytest.raises(SystemExit):
        embed.main(["other"])


def test_each_part_is_missing_once_and_comes_back(elmo, monkeypatch):
    def now():
        return elmo.reader.side_by_side, torch.get_num_threads()

    before = torch.get_num_threads()
    torch.set_num_threads(2)
    seen = []
    monkeypatch.setattr(elmo, "layers", lambda batch, progress: seen.append(now()))
    for way in embed.ways_of_parts(elmo).values():
        way([["a"]])
        assert now() == (True, 2)
    torch.set_num_threads(before)
    assert seen == [(True, 2), (True, 2), (False, 2), (True, 1)]


def test_without_the_sentences_it_says_so(monkeypatch, capsys):
    def missing(part):
        raise Missing("a.txt is missing", "or do without")

    monkeypatch.setattr(embed, "ewt", missing)
    assert embed.main([]) == 0 and capsys.readouterr().out.startswith("Skipped: a.txt is missing")
