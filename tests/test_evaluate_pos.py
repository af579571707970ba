"""The command `evaluate pos` on small files: its scores are those of the parts, and it goes on."""

from dataclasses import replace

import numpy as np
import pytest
from gensim.models import KeyedVectors
from small import language_model

from elmo_lite import corpora, probes, weights
from elmo_lite.corpora import our_tagged
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import evaluate, pos, results, tagged_set
from elmo_lite.experiments.runner import Runner
from elmo_lite.experiments.tagged_set import TaggedSet
from elmo_lite.reading import cache


def conllu(sentences):
    blocks = [
        "".join(
            f"{i}\t{word}\t_\t{tag}\t_\t_\t_\t_\t_\t_\n"
            for i, (word, tag) in enumerate(zip(*sentence, strict=True), 1)
        )
        for sentence in sentences
    ]
    return "\n".join(blocks) + "\n"


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    folder = tmp_path_factory.mktemp("weights")
    weights.ours.save(language_model(), folder)
    return folder


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sets")
    paths = []
    for part, number in (("train", 60), ("test", 30)):
        paths.append(folder / f"{part}.conllu")
        paths[-1].write_text(conllu(our_tagged(part)[:number]), encoding="utf-8")
    return paths


@pytest.fixture(autouse=True)
def quick(monkeypatch, tmp_path):
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(pos, "HIDDEN", (0, 4))
    vectors = KeyedVectors(2)
    vectors.add_vectors(["the", "bank"], np.eye(2, dtype=np.float32))
    monkeypatch.setattr(pos, "vectors", {"static_en": vectors}.get)


def run(files, tiny, *more):
    return evaluate.main(
        ["pos", "--conllu", *map(str, files), "--weights", str(tiny), "--seeds", "1", *more]
    )


def written(out):
    return results.read(out)["experiments"]


def measured(name, data):
    """The rows of an experiment on a set."""
    runner = Runner(None, "test", data.elmo)
    (each,) = (e for e in pos.ON_EWT if e.name == name)
    runner.measure(replace(each, load=lambda lab: data), None)
    return runner.rows(name)


def test_the_numbers_are_those_of_the_parts(files, tiny, tmp_path, capsys):
    out = tmp_path / "pos.jsonl"
    assert run(files, tiny, "--out", str(out)) == 0
    found = written(out)
    train, test = our_tagged("train")[:60], our_tagged("test")[:30]
    words, tags = probes.flat(train)
    new, gold = probes.flat(test)

    guesses = probes.most_frequent_tags(words, tags, new)
    right = np.array(guesses) == np.array(gold)
    (row,) = results.select(found["baselines"]["rows"], by="most frequent tag")
    np.testing.assert_array_equal(results.unpack(row), right)
    assert row["accuracy"] == pytest.approx(right.mean(), abs=1e-5)
    unseen = [r for r, word in zip(right, new, strict=True) if word not in set(words)]
    assert row["unseen"] == pytest.approx(np.mean(unseen), abs=1e-5)
    assert row["interval"][0] < row["accuracy"] < row["interval"][1]

    elmo = Elmo.load(tiny)
    x = [cache.token_vectors(elmo, [w for w, _ in part]) for part in (train, test)]
    labels, gold_ids, names = probes.numbered(tags, gold)
    probe = probes.fit(probes.half(x[0][1], "backward"), labels, len(names))
    accuracy = (probes.predict(probe, probes.half(x[1][1], "backward")) == gold_ids).mean()
    where = {"model": "trained", "layer": 1, "direction": "backward"}
    (row,) = results.select(found["layers"]["rows"], **where)
    assert row["accuracy"] == pytest.approx(accuracy, abs=1e-5)

    keys = {(r["labels"], r["layer"], r["hidden"]) for r in found["selectivity"]["rows"]}
    assert len(keys) == 2 * 3 * 2
    assert found["layers"]["about"]["words"] == {"train": len(words), "test": len(new)}
    assert "most frequent tag" in capsys.readouterr().out


def test_finished_rows_are_not_measured_again(files, tiny, tmp_path, monkeypatch, capsys):
    out = str(tmp_path / "pos.jsonl")
    assert run(files, tiny, "baselines", "--out", out) == 0
    monkeypatch.setattr(tagged_set, "share", None)
    assert run(files, tiny, "baselines", "--out", out) == 0
    with pytest.raises(TypeError):
        run(files, tiny, "baselines", "--out", out, "--again")


def test_other_sentences_are_measured_anew(files, tiny, tmp_path):
    out = tmp_path / "pos.jsonl"
    words = []
    for train, test in (files, files[::-1]):
        assert run([train, test], tiny, "baselines", "--out", str(out)) == 0
        found = written(out)["baselines"]
        assert len(found["rows"]) == 4
        words.append((found["about"]["words"]["train"], found["rows"][0]["accuracy"]))
    assert words[0] != words[1]


def test_one_probe_serves_all_experiments_that_ask_for_it(tiny, monkeypatch):
    train = [(["the", "dog"], ["DET", "NOUN"]), (["dog"], ["NOUN"])] * 8
    data = TaggedSet("x", "part", train, train[:3], Elmo.load(tiny), (0,))
    trained = []
    fit = probes.fit
    monkeypatch.setattr(probes, "fit", lambda *x: trained.append(x) or fit(*x))
    both = measured("layers", data)
    before = len(trained)
    rows = measured("confusion", data)
    assert before == 8 + 4 and len(trained) == before
    both = results.select(both, model="trained", direction="both")[:3]
    for row, same in zip(rows, both, strict=True):
        assert row["layer"] == same["layer"] and row["accuracy"] == same["accuracy"]
        x = [part[row["layer"]] for part in data.vectors(row)]
        found = tagged_set.probe_tags(x, data.tags[0], probes.ProbeSettings())
        assert row["accuracy"] == np.mean(found == np.array(data.tags[1])).round(5)


def test_a_set_that_is_missing_is_named_and_the_other_measured(tiny, tmp_path, monkeypatch, capsys):
    def nowhere(*_):
        raise corpora.Missing("ewt is missing: save it", "or do without")

    tagged = [("", our_tagged("train")[i : i + 5]) for i in range(0, 30, 5)]
    monkeypatch.setattr(corpora, "ewt", nowhere)
    monkeypatch.setattr(pos, "load", lambda file: (None, tagged))
    out = str(tmp_path / "pos.jsonl")
    options = ["--weights", str(tiny), "--seeds", "1", "--out", out]
    assert evaluate.main(["pos", "baselines", "head", *options]) == 0
    captured = capsys.readouterr()
    assert captured.err == (
        "baselines: ewt is missing: save it.\nLeft out, wholly or in part: baselines, head.\n"
    )
    assert "\nbaselines_brown\n" in captured.out
    monkeypatch.setattr(pos, "load", nowhere)
    assert evaluate.main(["pos", "head", *options]) == 3  # Brown has no heads: it is not read
    assert capsys.readouterr().err == (
        "head: ewt is missing: save it.\n"
        "Nothing was measured: every set that it needs is missing.\n"
    )


def test_bad_files_and_names_get_one_sentence(files, tiny, tmp_path, capsys):
    assert run([files[0], tmp_path / "missing"], tiny) != 0
    (tmp_path / "bad").write_text("only words\n", encoding="utf-8")
    assert run([tmp_path / "bad", files[1]], tiny) != 0
    assert run(files, tiny, "nothing") != 0
    shown = capsys.readouterr()
    assert "Traceback" not in shown.out + shown.err
    assert "There is no experiment 'nothing'" in shown.err
    assert evaluate.main(["everything"]) == 2


def test_a_property_of_some_words_takes_those_words_only(tiny, monkeypatch):
    sentences = [(["dogs", "ran", "home"], ["NNS", "VBD", "NN"]), (["a", "dog"], ["DT", "NN"])] * 5
    data = TaggedSet("x", "part", sentences, sentences, Elmo.load(tiny), (0,), pos.NUMBER)
    assert data.words[0][:3] == ["dogs", "home", "dog"] and data.lengths[:2] == [2, 1]
    rows = measured("number", data)
    assert results.values(rows, by="majority") == [0.66667]  # 2 of 3
    assert results.values(rows, by="most frequent tag") == [1]
    assert {r["model"] for r in rows if "model" in r} == {"trained", "random"}
    x = [part[1][rows] for part, rows in zip(data.vectors({}), data.kept, strict=True)]
    found = tagged_set.probe_tags(x, data.tags[0], probes.ProbeSettings())
    (row,) = results.select(rows, model="trained", layer=1)
    assert row["accuracy"] == np.mean(found == np.array(data.tags[1])).round(5) and "gain" in row


def test_the_gain_is_the_difference_of_two_scores_on_the_same_words():
    better, below = np.array([1, 1, 0, 1, 1, 0], bool), np.array([1, 0, 0, 0, 1, 1], bool)
    row = pos.gain(better, below, [2, 2, 2])
    assert row["gain"] == pytest.approx(better.mean() - below.mean(), abs=1e-5)
    low, high = row["gain_interval"]
    assert -0.5 <= low < row["gain"] < high <= 0.5
    assert pos.gain(better, better, [6])["gain_interval"] == [0, 0]


def test_drawn_sentences_bring_all_their_words():
    train = [(["a", "b"], ["X", "Y"]), (["c"], ["X"]), (["d", "e", "f"], ["X"] * 3)]
    data = TaggedSet("x", "part", train, train, None)
    assert data.training_words(3, 0).tolist() == [0, 1, 2, 3, 4, 5]
    for seed in range(5):
        rows = data.training_words(1, seed).tolist()
        assert rows in ([0, 1], [2], [3, 4, 5])


def test_confusion_counts_new_words_apart_and_compares_with_the_layer_below(tiny):
    train = [(["the", "dog"], ["DET", "NOUN"])] * 8
    test = [(["the", "cat"], ["DET", "NOUN"]), (["dog", "hm"], ["NOUN", "X"])]
    rows = measured("confusion", TaggedSet("x", "part", train, test, Elmo.load(tiny), (0,)))
    assert [row["layer"] for row in rows] == [0, 1, 2] and rows[0]["names"] == ["DET", "NOUN"]
    for row, below in zip(rows[1:], rows, strict=False):
        assert row["gain"] == pytest.approx(row["accuracy"] - below["accuracy"], abs=2e-5)
    for row in rows:  # a tag that training never had is in no table, and never right
        assert np.sum(row["table"], axis=1).tolist() == [1, 2]
        assert np.sum(row["new_words"], axis=1).tolist() == [0, 1]  # the cat
        assert row["accuracy"] == np.trace(row["table"]) / 4
