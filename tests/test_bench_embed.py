"""The bench of embedding measures what its rows say, on a small scale."""

import pytest
import torch

from elmo_lite.bilm import SHAPES, BiLM
from elmo_lite.corpora.fetch import Missing
from elmo_lite.elmo import Elmo
from elmo_lite.experiments.bench import embed

WAYS = [f"{precision}, {how}" for precision in embed.WAYS for how in ("cold", "warm")]


@pytest.fixture
def elmo():
    found = Elmo(BiLM(SHAPES["tiny"]))
    found.reader.prepare()
    return found


def test_each_way_reads_as_its_name_says(elmo):
    ways, batch = embed.ways_to_read(None, {"float32": elmo}, "corpus"), [["a"], ["b"]]
    for _ in range(2):  # the ways take turns
        for name in ways:
            ways[name](batch)
            assert elmo.start == ("carried" if "carried" in name else "fresh"), name


def test_warm_means_that_every_word_is_known_and_cold_that_none_is(elmo, monkeypatch):
    asked, found, original = [], [], elmo.reader.char_cnn

    def timed(work):
        asked.clear()
        work()
        found.append(sorted(asked))
        return 1.0

    monkeypatch.setattr(elmo.reader, "char_cnn", lambda w: asked.extend(w) or original(w))
    monkeypatch.setattr(embed, "timed", timed)
    ways = embed.ways_to_read(None, {"float32": elmo}, "1")
    embed.interleaved(ways, [[["a"]], [["b"]], [["c"]]], 2)
    cold, warm = found[::2], found[1::2]  # the ways take turns
    assert list(ways) == ["float32, cold", "float32, warm"] and warm == [[], [], []]
    assert cold[1:] == [sorted(["a", "b", "c", *["<S>", "</S>"] * 3])] * 2


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
    assert [row[0] for row in rows[1:]] == [*WAYS, "float32, file order, state carried"]
    assert all(len(row) == 5 for row in rows[1:-1])
    assert f"threads: {threads}" in said
    with pytest.raises(SystemExit):
        embed.main(["other"])


def test_each_part_is_missing_once_and_comes_back(elmo, monkeypatch):
    seen = []
    monkeypatch.setattr(
        elmo,
        "layers",
        lambda batch, progress: seen.append((elmo.reader.side_by_side, torch.get_num_threads())),
    )
    threads, together = torch.get_num_threads(), elmo.reader.side_by_side
    for way in embed.ways_of_parts(elmo).values():
        way([["a"]])
        assert (elmo.reader.side_by_side, torch.get_num_threads()) == (together, threads)
    whole = together, threads
    assert together and seen == [whole, whole, (False, threads), (together, 1)]


def test_without_the_sentences_it_says_so(monkeypatch, capsys):
    def missing(part):
        raise Missing("a.txt is missing", "or do without")

    monkeypatch.setattr(embed, "ewt", missing)
    assert embed.main([]) == 0 and capsys.readouterr().out.startswith("Skipped: a.txt is missing")
