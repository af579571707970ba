"""The command `evaluate senses`: its scores are those of its parts, for our texts and a folder."""

import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
import torch
from gensim.models import KeyedVectors
from small import language_model

from elmo_lite import corpora, senses, weights
from elmo_lite.corpora import Occurrence
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import evaluate, results, sense_set
from elmo_lite.experiments import senses as experiments
from elmo_lite.experiments.runner import Runner
from elmo_lite.experiments.senses import SenseLab
from elmo_lite.reading import cache

LEMMAS = ("bank", "play")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    folder = tmp_path_factory.mktemp("weights")
    weights.ours.save(language_model(), folder)
    return folder


@pytest.fixture(autouse=True)
def quick(monkeypatch, tmp_path):
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))
    vectors = KeyedVectors(2)
    vectors.add_vectors(["the", "river"], np.eye(2, dtype=np.float32))
    monkeypatch.setattr(experiments, "vectors", {"static_en": vectors}.get)


@pytest.fixture
def folder(tmp_path):
    """Two words of our treebank in the format of CoarseWSD-20."""
    for lemma in LEMMAS:
        word = tmp_path / "sets" / lemma
        word.mkdir(parents=True)
        found = [o for o in corpora.senses("en") if o.lemma == lemma]
        names = sorted({o.sense for o in found})
        classes = {str(i): name for i, name in enumerate(names)}
        (word / "classes_map.txt").write_text(json.dumps(classes))
        for part in ("train", "test"):
            some = [o for o in found if o.split == part]
            lines = [f"{o.index}\t{' '.join(o.tokens)}\n" for o in some]
            (word / f"{part}.data.txt").write_text("".join(lines))
            gold = "".join(f"{names.index(o.sense)}\n" for o in some)
            (word / f"{part}.gold.txt").write_text(gold)
    return tmp_path / "sets"


def run(*arguments):
    return evaluate.main(["senses", *map(str, arguments)])


def written(out, name):
    return results.read(out)["experiments"][name]


def test_the_numbers_are_those_of_the_parts(folder, tiny, tmp_path, capsys):
    out = tmp_path / "senses.jsonl"
    assert run("--coarsewsd", folder, "--weights", tiny, "--seeds", 1, "--out", out) == 0
    rows = written(out, "own")["rows"]
    found = [o for lemma in LEMMAS for o in corpora.senses("en") if o.lemma == lemma]
    train, test = ([o for o in found if o.split == part] for part in ("train", "test"))

    guesses = senses.tag_naive_bayes(train, test)
    (row,) = results.select(rows, by="naive Bayes")
    right = [o.sense == g for o, g in zip(test, guesses, strict=True)]
    np.testing.assert_array_equal(results.unpack(row), right)
    assert row["accuracy"] == pytest.approx(senses.accuracy(test, guesses), abs=1e-5)
    assert row["words"]["bank"] == pytest.approx(
        np.mean([r for o, r in zip(test, right, strict=True) if o.lemma == "bank"]),
        abs=1e-5,
    )

    elmo = Elmo.load(tiny)
    vectors = [cache.occurrence_vectors(elmo, part)[2] for part in (train, test)]
    (row,) = results.select(rows, model="trained", layer=2, tagger="centroids")
    lemmas = senses.by_lemma(train), senses.by_lemma(test)
    x, y = senses.placed_like(vectors[0], lemmas[0], vectors[1], lemmas[1], row["space"])
    guesses = senses.tag(train, x, test, y, senses.by_centroids)
    assert row["accuracy"] == pytest.approx(senses.accuracy(test, guesses), abs=1e-5)
    assert row["balanced"] == pytest.approx(senses.balanced_accuracy(test, guesses), abs=1e-5)
    assert len([r for r in rows if r.get("model") == "random"]) == 3 * 2
    assert "naive Bayes" in capsys.readouterr().out


def test_few_examples_are_few():
    found = [o for o in corpora.senses("en") if o.lemma in LEMMAS]
    train, test = ([o for o in found if o.split == part] for part in ("train", "test"))
    data = sense_set.published("ours", "exact", train, test)
    some = experiments.few_of(data, 3, seed=1)
    counts = Counter(train[i].sense for i in some)
    assert set(counts) == {o.sense for o in train} and set(counts.values()) == {3}
    assert some.tolist() != experiments.few_of(data, 3, seed=2).tolist()


def test_documents_are_never_divided():
    found = [
        Occurrence(("a", "b"), i % 2, f"s{i % 3}", "a", document=f"d{i % 9}") for i in range(50)
    ]
    data = sense_set.by_document("x", "own split", found, 0, {})
    train, test = ({o.document for o in part} for part in (data.train, data.test))
    assert len(train) == 6 and len(test) == 3 and not train & test
    assert len(data.train) + len(data.test) == 50
    other = sense_set.by_document("x", "own split", found, 1, {})
    assert {o.document for o in other.test} != test


def test_a_word_of_wordnet_is_lemma_and_part_of_speech():
    assert sense_set.word_of("say%2:32:00::") == "say%2"
    assert sense_set.word_of("good%5:00:00:right:00") == "good%3"


def test_words_that_training_never_had_get_their_first_sense(tiny):
    train = [Occurrence(("a", "bank"), 1, "b1", "bank"), Occurrence(("b", "bank"), 1, "b1", "bank")]
    test = [
        Occurrence(("the", "gift"), 1, "g1", "gift"),
        Occurrence(("x", "bank"), 1, "b1", "bank"),
    ]
    data = sense_set.published("x", "exact", train, test)
    data = replace(data, fallback={"gift": "g1", "bank": "b2"})
    runner = Runner(None, "test", Elmo.load(tiny))
    runner.measure(experiments.tagging("x", lambda lab: data), SenseLab(Elmo.load(tiny), range(0)))
    accuracies = {r.get("by", r.get("tagger")): r["accuracy"] for r in runner.rows("x")}
    assert accuracies["first sense"] == 0.5
    assert all(value == 1 for by, value in accuracies.items() if by != "first sense")


def test_another_choice_of_words_is_measured_anew(folder, tiny, tmp_path):
    out, common = tmp_path / "senses.jsonl", ("--weights", tiny, "--seeds", 1)
    for words in (LEMMAS, LEMMAS[:1], LEMMAS[:1]):
        if words != LEMMAS and (folder / LEMMAS[1]).exists():
            (folder / LEMMAS[1]).rename(tmp_path / "away")
        assert run("--coarsewsd", folder, *common, "--out", out) == 0
        found = written(out, "own")
        assert found["about"]["words"] == list(words)
        assert len(found["rows"]) == 4 + 2 * 3 * 2
        assert all(row["words"].keys() == set(words) for row in found["rows"])


def test_each_split_of_semcor_has_its_own_random_weights(tiny, tmp_path, monkeypatch):
    every = [replace(o, sense=f"{o.lemma}%1:{o.sense}", document=f"brown{1 + i % 2}/{i % 12}")
             for i, o in enumerate(corpora.senses("en")) if o.lemma in LEMMAS]  # fmt: skip
    monkeypatch.setattr(sense_set.corpora, "semcor", lambda: every)
    monkeypatch.setattr(sense_set.corpora, "wordnet_senses", lambda: [])
    out = tmp_path / "senses.jsonl"
    for folder, name in (("", "SemCor 3.0"), ("brown1", "SemCor 3.0, brown1")):
        choice = ["--semcor", folder] if folder else []
        options = ("--weights", tiny, "--seeds", 2, "--out", out)
        assert run("semcor", *options, *choice) == 0
        found = written(out, "semcor")
        assert list(found["about"]["data"]) == [name]
        random = results.select(found["rows"], model="random")
        assert {(row["split"], row["draw"]) for row in random} == {(0, 0), (1, 1)}
        assert len(found["rows"]) == 2 * (3 + 2 * 3 * 2)


def test_sets_that_are_missing_are_named_and_the_others_measured(
    tiny, tmp_path, monkeypatch, capsys
):
    bank = [o for o in corpora.senses("en") if o.lemma == "bank"]
    parts = ([o for o in bank if o.split == part] for part in ("train", "dev", "test"))
    splits = corpora.Splits(corpora.senses("en").about, *parts)

    def nowhere(word=""):
        raise corpora.Missing(f"the file of {word or 'SemCor'} is missing: save it", "or not")

    def coarse(word):
        return splits if word == "bank" else nowhere(word)

    monkeypatch.setattr(sense_set.corpora, "semcor", nowhere)
    monkeypatch.setattr(sense_set.corpora, "senseval", nowhere)
    monkeypatch.setattr(sense_set.corpora, "coarsewsd", coarse)
    out = tmp_path / "senses.jsonl"
    options = ("--weights", tiny, "--seeds", 1, "--out", out)
    names = ("coarsewsd", "senseval", "semcor")
    assert run(*names, *options, "--nouns", "bank", "spring") == 0
    assert capsys.readouterr().err.split("\n") == [
        "coarsewsd: CoarseWSD-20 lacks spring (five files each); "
        "the file of spring is missing: save it.",
        "senseval: the file of hard is missing: save it.",
        "semcor: the file of SemCor is missing: save it.",
        "Left out, wholly or in part: coarsewsd, senseval, semcor.",
        "",
    ]
    found = written(out, "coarsewsd")
    assert found["about"]["data"] == {"CoarseWSD-20, 1 of 20 nouns": "part"}
    assert len(found["rows"]) == 4 + 2 * 3 * 2

    assert run("coarsewsd", *options, "--nouns", "spring", "yard") == 3
    assert "CoarseWSD-20 lacks spring, yard" in capsys.readouterr().err
    assert run("coarsewsd", *options, "--nouns", "spring", "--again") == 3
    assert written(out, "coarsewsd") == found


def test_bad_folders_get_one_sentence(folder, tiny, tmp_path, capsys):
    (folder / "bank" / "test.gold.txt").write_text("0\n")
    assert run("--coarsewsd", folder, "--weights", tiny) != 0
    assert "not in the format of CoarseWSD-20" in capsys.readouterr().err
    assert run("--coarsewsd", tmp_path / "nowhere", "--weights", tiny) != 0
    assert "holds no folder" in capsys.readouterr().err
    assert run("everything", "--weights", tiny) != 0
    assert "There is no experiment 'everything'" in capsys.readouterr().err
    assert run("ours", "--coarsewsd", folder, "--weights", tiny) != 0
    assert "name none" in capsys.readouterr().err
    assert run("ours", "--seeds", 0, "--weights", tiny) != 0
    assert "--seeds is at least 1" in capsys.readouterr().err


def occurrences(*pairs):
    return [Occurrence((lemma,), 0, sense, lemma) for lemma, sense in pairs]


def test_the_space_is_chosen_by_the_training_part_alone():
    """The sense is in the first number; the others, far larger, drown it in raw vectors."""
    random = np.random.default_rng(0)
    labels = [("bank", f"b{i % 2}") for i in range(40)]
    data = sense_set.published("x", "exact", occurrences(*labels), occurrences(*labels[:4]))
    signs = np.array([1.0 if sense == "b0" else -1.0 for _, sense in labels + labels[:4]])
    vectors = np.column_stack([3 * signs, random.normal(0, 10, (44, 2))])
    placed = experiments.in_best_space(data, vectors)
    assert placed.space.startswith("whitened") and placed.leave_one_out > 0.8
    other = vectors.copy()
    other[40:] = random.normal(size=(4, 3))  # the test part may be anything
    again = experiments.in_best_space(data, other)
    assert again.space == placed.space and np.array_equal(again.train, placed.train)


def test_the_warm_start_is_a_control_where_the_model_began_with_one(
    folder, tiny, tmp_path, monkeypatch
):
    elmo, start = Elmo.load(tiny), tmp_path / "start"
    other = language_model(["x"]).bilm.char_cnn
    with torch.no_grad():
        other.projection.weight += 1
    weights.ours.save_start(other, start)
    monkeypatch.setattr(cache, "WARM_START", start)
    assert cache.controls(elmo) == ["random", "warm start"]
    one, two = (cache.with_warm_start(elmo, seed) for seed in (0, 1))
    spelled = [e.embed([["bank"]], layer=0)[0] for e in (one, two, elmo)]
    assert np.array_equal(spelled[0], spelled[1]) and not np.allclose(spelled[0], spelled[2])
    read = [e.embed([["the", "bank"]], layer=2)[0] for e in (one, two)]
    assert not np.allclose(*read)

    out = tmp_path / "senses.jsonl"
    assert run("--coarsewsd", folder, "--weights", tiny, "--seeds", 2, "--out", out) == 0
    rows = written(out, "own")["rows"]
    assert {(r["model"], r["draw"]) for r in rows if "model" in r} == {
        *[("trained", 0), ("random", 0), ("random", 1), ("warm start", 0), ("warm start", 1)]
    }
    assert all(r["space"] in senses.SPACES for r in rows if "model" in r)
