"""Probes learn what is there and nothing else; controls and scores are checked by hand."""

import numpy as np
import pytest
import torch

from elmo_lite import left_out, probes
from elmo_lite.bilm import SHAPES, BiLM
from elmo_lite.corpora.examples import labelled
from elmo_lite.elmo import Elmo
from elmo_lite.stats import interval
from experiments.inputs import keyed

TRAIN = [
    (["banks", "bank", "on", "the", "bank"], ["NOUN", "VERB", "ADP", "DET", "NOUN"]),
    (["the", "bank", "opened"], ["DET", "NOUN", "VERB"]),
]

SMALL = probes.ProbeSettings(epochs=20, batch_size=32, learning_rate=1e-2, decay=0.9)


def planted(words, seed, labels=3, dim=12, noise=0.5):
    """Vectors in which the label stands, one direction for each, under noise."""
    random = np.random.default_rng(seed)
    y = random.integers(0, labels, words)
    return np.eye(labels, dim)[y] * 3 + noise * random.normal(size=(words, dim)), y


# ---- the probe ----


@pytest.mark.parametrize(("noise", "least", "most"), [(0.5, 0.97, 1.0), (1e6, 0.25, 0.42)])
def test_a_probe_finds_what_is_in_the_vectors_and_nothing_in_noise(noise, least, most):
    x, y = planted(600, 0, noise=noise)
    x_test, y_test = planted(600, 1, noise=noise)
    right = probes.predict(probes.fit(x, y, 3, SMALL), x_test) == y_test
    assert least < right.mean() <= most


def test_a_linear_probe_cannot_solve_xor_and_a_hidden_layer_can():
    random = np.random.default_rng(0)
    x = random.normal(size=(2000, 2))
    y = (x[:, 0] * x[:, 1] > 0).astype(int)
    settings = {"epochs": 20, "batch_size": 64, "learning_rate": 1e-2, "decay": 1.0}
    flat = probes.fit(x, y, 2, probes.ProbeSettings(**settings))
    deep = probes.fit(x, y, 2, probes.ProbeSettings(hidden=32, **settings))
    assert (probes.predict(flat, x) == y).mean() < 0.65
    assert (probes.predict(deep, x) == y).mean() > 0.95


def test_the_prediction_is_the_largest_logit_of_the_standardised_vector():
    x, y = planted(200, 2)
    probe = probes.fit(x, y, 3)
    weight, bias = (p.detach().numpy() for p in probe.classify.parameters())
    z = (x - x.mean(axis=0)) / (x.std(axis=0) + 1e-5)
    np.testing.assert_array_equal(probes.predict(probe, x), (z @ weight.T + bias).argmax(axis=1))


def test_the_mixture_turns_to_the_layer_that_knows():
    x, y = planted(800, 4)
    noise = np.random.default_rng(5).normal(size=x.shape)
    probe = probes.fit(np.stack([noise, x]), y, 3, SMALL)
    assert probe.mix.s[1] > 0.6
    assert (probes.predict(probe, np.stack([noise, x])) == y).mean() > 0.95


def test_the_same_seed_gives_the_same_probe_and_leaves_the_random_numbers_alone():
    x, y = planted(200, 6)
    torch.manual_seed(1)
    one, two = probes.fit(x, y, 3), probes.fit(x, y, 3)
    other = probes.fit(x, y, 3, probes.ProbeSettings(seed=1))
    after = torch.rand(1)
    torch.manual_seed(1)
    assert after == torch.rand(1)
    assert torch.equal(one.classify.weight, two.classify.weight)
    assert not torch.equal(one.classify.weight, other.classify.weight)


def test_vectors_and_labels_must_fit():
    with pytest.raises(ValueError, match="There are 5 vectors and 4 labels"):
        probes.fit(np.zeros((5, 2)), np.zeros(4, int), 2)


def test_the_halves_of_the_two_directions():
    x = np.arange(12).reshape(1, 2, 6)
    assert probes.half(x, "forward").tolist() == [[[0, 1, 2], [6, 7, 8]]]
    assert probes.half(x, "backward").tolist() == [[[3, 4, 5], [9, 10, 11]]]
    assert probes.half(x, "both").shape == x.shape
    with pytest.raises(ValueError, match="direction is one of forward, backward, both"):
        probes.half(x, "up")


# ---- controls ----


def test_words_and_tags_laid_end_to_end_and_what_is_most_frequent():
    words, tags = probes.flat(TRAIN)
    assert words == ["banks", "bank", "on", "the", "bank", "the", "bank", "opened"]
    assert tags[4:6] == ["NOUN", "DET"]
    found = probes.most_frequent_tags(words, tags, ["bank", "the", "opened", "Zurich"])
    assert found == ["NOUN", "DET", "VERB", "NOUN"]


def test_a_tag_that_training_never_saw_is_never_right():
    train, test, names = probes.numbered(["NOUN", "DET"], ["DET", "INTJ"])
    assert names == ["DET", "NOUN"]
    assert train.tolist() == [1, 0] and test.tolist() == [0, 2]


def test_control_labels_belong_to_the_word_and_say_nothing_about_it():
    random = np.random.default_rng(0)
    words = [f"w{i}" for i in range(4000)]
    tags = random.choice(["NOUN", "VERB"], size=4000, p=[0.8, 0.2]).tolist()
    first = probes.control_labels(words, tags, seed=3)
    second = probes.control_labels(["w7", "w7", "new", "w9"], tags, seed=3)
    assert second[0] == second[1] == first[7] and second[3] == first[9]
    assert np.mean([label == "NOUN" for label in first]) == pytest.approx(0.8, abs=0.03)
    agree = np.mean([a == b for a, b in zip(first, tags, strict=True)])
    assert agree == pytest.approx(0.8**2 + 0.2**2, abs=0.03)  # what chance gives
    assert probes.control_labels(words, tags, seed=4) != first


def test_characters_alone_know_a_suffix():
    words = [f"{stem}{end}" for stem in ("walk", "talk", "jump", "look") for end in ("ing", "s")]
    tags = ["VERB" if word.endswith("ing") else "NOUN" for word in words]
    found = probes.letters(words * 20, tags * 20, ["blicking", "daxs"])
    assert found == ["VERB", "NOUN"]


def test_static_rows():
    vectors = keyed(["bank"], np.array([[1, 2]]))
    assert probes.static_rows(["Bank", "zebra"], vectors).tolist() == [[1, 2], [0, 0]]


# ---- scores ----


def test_the_interval_resamples_sentences_and_an_empty_one_counts_for_nothing():
    right = np.random.default_rng(0).random(60) < 0.7
    lengths = [1, 2, 3, 4, 5] * 4
    sentences = np.split(right, np.cumsum(lengths)[:-1])
    expected = interval([sentence.sum() for sentence in sentences], lengths)
    assert probes.sentence_interval(right, lengths) == expected
    assert probes.sentence_interval(right, [0, *lengths, 0]) == expected


# ---- labels of one's own ----

TIMES = """past: They *read* it yesterday .

now: I *read* it: every day .
past: He *read* the letter
now: *Read* it !
past: We *read* a poem last night
now: They *read and write* now""".splitlines()


def test_a_line_and_a_triple_say_the_same():
    found = labelled(TIMES)
    assert [o.sense for o in found] == ["past", "now"] * 3
    assert (found[1].tokens[2:5], found[1].index) == (("it", ":", "every"), 1)
    assert found[3].lemma == "Read"
    assert found[5].tokens[found[5].index : found[5].end] == ("read", "and", "write")
    assert labelled([("They read it yesterday .", "read", "past"), *TIMES])[0] == found[0]
    korean = labelled([(f"배를 {n}개 깎았다", "배", label) for label in "가나" for n in range(3)])
    assert korean[0].tokens[korean[0].index] == "배를"


@pytest.mark.parametrize(
    ("examples", "said"),
    [
        ([], "two labels or more, and there is none"),
        ([TIMES[0]] * 3, "two labels or more, and all 3 examples have past"),
        (TIMES[:-1], "The label now has too few different sentences, 2: give 3 or more of each"),
        (["a: I *read* it"] * 3 + ["b: We *read* it"] * 3, "The label . has too few different"),
        ("past: I *read* it", "as a list of lines"),
        ({"past": ["I *read* it"]}, "as a list of lines"),
        (["past: I read it"], "has no mark: put stars around a"),
        (["I *read* it"], "Begin a line with its label and a colon"),
        (["I *read*: it"], "Begin a line with its label and a colon"),
        (["past: *I* *read* it"], "Mark one word with stars, not 2"),
        ([("I read it", "see", "past")], "has no see: mark it with stars"),
        ([("I read it", "past")], "a line or .sentence, word, label., not"),
    ],
)
def test_what_examples_lack_is_said_in_a_sentence(examples, said):
    with pytest.raises(ValueError, match=said):
        labelled(examples)


@pytest.mark.parametrize(("noise", "least", "most"), [(0.5, 0.9, 1), (1e6, 0.3, 0.7)])
def test_a_probe_on_few_examples_finds_what_is_there(noise, least, most):
    x, y = planted(60, 0, labels=2, dim=40, noise=noise)
    assert least <= left_out.leave_one_out(x, y, range(60)).mean() <= most


@pytest.mark.parametrize("labels", [["a", "b"] * 6, ["a"] * 9 + ["b"] * 3])
def test_equal_vectors_are_a_tie_and_count_as_a_coin(labels):
    x = np.ones((12, 5)) + 1e-7 * np.random.default_rng(0).normal(size=(12, 5))
    assert left_out.leave_one_out(x, labels, range(12)).tolist() == [0.5] * 12


def refitted(x, y, out):
    """Scores of the rows that are left out, by a weighted ridge fitted to all others, as it is."""
    count, kept = y.max() + 1, ~out
    weight = (len(y) / count / np.bincount(y)[y])[kept]
    z = (x - x.mean(axis=0)) / x.std(axis=0) / np.sqrt(x.shape[1])
    mean, target = np.average(z[kept], axis=0, weights=weight), np.eye(count)[y[kept]]
    moved, target = z[kept] - mean, target - np.average(target, axis=0, weights=weight)
    gram = (moved * weight[:, None]).T @ moved + np.eye(x.shape[1])
    return (z[out] - mean) @ np.linalg.solve(gram, (moved * weight[:, None]).T @ target)


@pytest.mark.parametrize(("n", "dim", "labels"), [(12, 40, 2), (60, 9, 3)])
def test_one_equation_says_what_a_new_fit_says(n, dim, labels):
    """Fewer examples than numbers and more, with a frequent label, one and four left out."""
    x, y = planted(n, 0, labels=labels, dim=dim, noise=1.0)
    y[: n // 2] = 0
    for out in ([3], [0, 1, n - 2, n - 1]):
        out = np.isin(np.arange(n), out)
        probe = left_out.Ridge(x, y, labels)
        assert np.allclose(probe.without(out), refitted(x, y, out), atol=1e-8)


def test_who_knows_the_word_alone_is_right_as_often_as_a_coin():
    """Two words, as often under both labels: with one left out, a word would speak against it."""
    words = ["sheep"] * 4 + ["fish"] * 8
    x, labels = np.eye(2)[[0] * 4 + [1] * 8], ["one", "many"] * 6
    assert left_out.leave_one_out(x, labels, range(12), words).tolist() == [0.5] * 12


def test_a_sentence_is_left_out_as_a_whole():
    """Each group has a direction and a label of its own: whoever keeps half of it knows it all."""
    groups = np.arange(20).repeat(2)
    x, y = np.eye(20)[groups], (groups % 2).astype(str)
    assert left_out.leave_one_out(x, y, range(40)).mean() == 1
    assert left_out.leave_one_out(x, y, groups).mean() <= 0.5


def test_more_labels_than_two_and_one_that_nobody_else_has():
    x = np.concatenate([np.eye(4)[[0, 1, 2] * 5], np.eye(4)[[3]]])
    right = left_out.leave_one_out(x, [*"abc" * 5, "d"], range(16))
    assert right.tolist() == [1] * 15 + [0]


def test_a_rare_label_is_never_left_out_altogether():
    """Three long sentences with one label: a probe that knew one label alone would always win."""
    labels, groups = ["a"] * 15 + ["b"] * 3, [*np.arange(3).repeat(5), 3, 4, 5]
    x = np.random.default_rng(0).normal(size=(18, 4))
    assert left_out.leave_one_out(x, labels, groups).mean() < 0.9
    planted_too = np.hstack([x, 9 * np.eye(2)[[0] * 15 + [1] * 3]])
    assert left_out.leave_one_out(planted_too, labels, groups).mean() == 1


def test_every_label_counts_the_same_and_all_right_is_not_certain():
    labels = ("a",) * 18 + ("b",) * 6
    right = {"blind": np.repeat([1.0, 0.0], [18, 6]), "layer 1": np.ones(24)}
    lines = str(probes.Probed(labels, right)).splitlines()
    assert lines[1].startswith("blind            50% right")
    assert lines[2] == "layer 1         100% right, 95 %: 82% to 100%"


def test_stars_and_colons_of_other_keyboards():
    bold = [line.replace("*", "**") for line in TIMES]
    wide = [line.replace(":", "：", 1) for line in TIMES]
    assert labelled(bold) == labelled(wide) == labelled(TIMES)


def test_examples_of_ones_own_stand_beside_their_controls():
    found = probes.from_examples(
        Elmo(BiLM(SHAPES["tiny"])), TIMES, keyed(["yesterday"], [[1.0, 0.0]])
    )
    ways = ["blind", "words around", "letters", "random context", "layer 0", "layer 1", "layer 2"]
    assert [way for way in found.right if way != "warm context"] == ways
    assert found.labels == ("past", "now") * 3
    assert all(right.shape == (6,) for right in found.right.values())
    lines = str(found).splitlines()
    assert lines[0] == "6 examples: 3 now, 3 past"
    assert lines[1] == "blind            50% right, 95 %: 19% to 81%"
