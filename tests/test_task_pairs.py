"""Sentence pairs: no cue in one sentence alone; attention by hand; no influence of padding."""

import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
import torch
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from small import language_model, measured

from elmo_lite import corpora, entailment
from elmo_lite.bilm import SHAPES
from elmo_lite.elmo import Elmo
from elmo_lite.first_layer import ElmoTable
from elmo_lite.text import tokenize
from experiments import task_pairs

PAIRS = corpora.our_pairs()


def test_each_sentence_has_both_labels_and_each_block_four_pairs():
    assert len(PAIRS) == 600 and Counter(pair.label for pair in PAIRS) == {"yes": 300, "no": 300}
    assert set(Counter(pair.block for pair in PAIRS).values()) == {4}
    kinds = Counter(pair.block.partition(".")[0] for pair in PAIRS)
    assert list(kinds) == ["thing", "action", "property", "sense", "roles", "logic"]
    assert set(kinds.values()) == {100}
    for side in ("premise", "hypothesis"):
        labels = Counter((getattr(pair, side), pair.label) for pair in PAIRS)
        assert len(labels) == 600 and set(labels.values()) == {1}
    sentences = {text for pair in PAIRS for text in pair[1:3]}
    assert len(sentences) == 600
    assert all(3 <= len(tokenize(text)) <= 18 and text[-1] == "." for text in sentences)


def test_two_of_the_hundred_blocks_that_12c_trains_on_exchange_roles_in_a_passive():
    blocks = [b for b in entailment.blocks_of(PAIRS) if int(b.name[-2:]) % 3]
    both = {b.name: " ".join((*b.premises, *b.hypotheses)) for b in blocks}
    passive = [n for n, text in both.items() if re.search(r"(was|were) \w+ by ", text)]
    assert len(blocks) == 102
    assert [n for n in passive if n.startswith("roles")] == ["roles.05", "roles.19"]


@pytest.mark.parametrize("side", ["premise", "hypothesis"])
def test_one_sentence_alone_tells_nothing(side):
    model = make_pipeline(CountVectorizer(), LogisticRegression())
    texts, labels = [getattr(pair, side) for pair in PAIRS], [pair.label for pair in PAIRS]
    blocks = [pair.block for pair in PAIRS]
    found = cross_val_score(model, texts, labels, groups=blocks, cv=GroupKFold(5))
    assert found.mean() == pytest.approx(0.5, abs=0.01)


def test_each_hypothesis_follows_from_the_premise_at_its_place():
    found = entailment.blocks_of(PAIRS)
    assert len(found) == 150
    yes = {(pair.premise, pair.hypothesis) for pair in PAIRS if pair.label == "yes"}
    assert {p for block in found for p in zip(*block[1:], strict=True)} == yes
    no = {(p, h) for b in found for p, h in zip(b.premises, b.hypotheses[::-1], strict=True)}
    assert no == {(pair.premise, pair.hypothesis) for pair in PAIRS if pair.label == "no"}


def test_a_wrong_premise_is_the_twin_or_another():
    scores = np.array([[9, 1, 1, 1], [9, 1, 1, 1], [0, 0, 0, 1], [0, 5, 0, 1]])
    assert entailment.outcomes(scores).tolist() == [0, 1, 1, 2]


def test_attention_by_hand():
    premise = torch.tensor([[[2.0, 0.0], [0.0, 2.0], [9.0, 9.0]]])
    inside = torch.tensor([[True, True, False]])
    found = entailment.attend(torch.tensor([[[1.0, 1.0], [50.0, 0.0]]]), premise, inside)
    assert torch.allclose(found, torch.tensor([[[1.0, 1.0], [2.0, 0.0]]]), atol=1e-5)


@pytest.fixture
def elmo(monkeypatch, tmp_path):
    """A small biLM; four blocks of pairs, one epoch."""
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path))
    few = [pair for pair in PAIRS if pair.block in ("thing.01", "thing.02", "sense.03", "roles.01")]
    monkeypatch.setattr(corpora, "our_pairs", lambda: few)
    monkeypatch.setattr(task_pairs, "SETTINGS", replace(task_pairs.SETTINGS, epochs=1))
    return Elmo(language_model(shape=SHAPES["tiny"]))


SETTING = {"seed": 1, "place": "output", "elmo": "trained", "attention": True}


@pytest.mark.parametrize("attention", [True, False])
def test_padding_and_the_other_pairs_have_no_influence(elmo, attention):
    data = task_pairs.Questions()
    setting = SETTING | {"place": "input and output", "attention": attention}
    model = task_pairs.build(data, elmo, setting).eval()
    short, long = sorted(data.numbers.values(), key=len)[:: len(data.numbers) - 1]
    assert len(short) < len(long)
    with torch.no_grad():
        together = model([short, long], [long, short])
        each = [model([p], [h]) for h in (long, short) for p in (short, long)]
    assert torch.allclose(together.flatten(), torch.cat(each).flatten(), atol=1e-6)


def test_no_network_has_seen_the_block_that_it_answers(elmo, monkeypatch):
    data, train, taught = task_pairs.Questions(), task_pairs.train, []
    score = data.scores

    def watched(data, model, chosen, seed):
        taught.append((model, {int(i) for i in chosen}))
        train(data, model, chosen, seed)

    def asked(model, chosen):
        if not model.training:
            seen.append((model, {int(i) for i in chosen}))
        return score(model, chosen)

    seen = []
    monkeypatch.setattr(task_pairs, "train", watched)
    monkeypatch.setattr(data, "scores", asked)
    task_pairs.answers(data, elmo, SETTING)
    assert len(taught) == task_pairs.FOLDS and len(seen) >= 2
    every = set(range(len(data.blocks)))
    for model, learned in taught:
        told = set().union(*(blocks for other, blocks in seen if other is model))
        assert told == every - learned
    assert set().union(*(blocks for _, blocks in seen)) == every


def test_every_setting_is_measured_and_a_seed_repeats_it(elmo):
    rows, _ = measured(task_pairs.pairs, elmo)
    assert {row["items"] for row in rows} == {8}
    assert [(row["place"], row["elmo"], row["attention"]) for row in rows] == [
        ("no ELMo", "trained", True),
        ("input", "trained", True),
        ("output", "trained", True),
        ("input and output", "trained", True),
        ("output", "layer 0", True),
        ("output", "random weights", True),
        ("static vectors at the output", "none", True),
        ("input", "trained", False),
        ("output", "trained", False),
        *(("output", kind, True) for kind in ("forward", "backward", "dropout 0.5", "dropout 0")),
        ("output", "layer 0, dropout 0", True),
        ("output", "each word alone, dropout 0", True),
        ("no ELMo", "dropout 0", True),
    ]
    data = task_pairs.Questions()
    again = task_pairs.answers(data, elmo, SETTING)
    row = rows[2]
    assert row["accuracy"] == np.mean(again == entailment.RIGHT)
    assert row["twin"] == np.mean(again == entailment.TWIN)
    assert isinstance(task_pairs.build(data, elmo, SETTING).at_output, ElmoTable)
    assert [i for i, row in enumerate(rows) if "weights" in row] == [1, 2, 3, 4, *range(7, 15)]


def test_each_word_alone_has_one_vector_wherever_it_is_and_no_layer_but_0_of_its_sentence(elmo):
    data = task_pairs.Questions()
    words = [word for tokens in data.tokens for word in tokens]
    setting = SETTING | {"elmo": "each word alone, dropout 0"}
    rows = task_pairs.build(data, elmo, setting).at_output.layers
    first, again = [i for i, word in enumerate(words) if word == "."][:2]
    np.testing.assert_array_equal(rows[:, first], rows[:, again])
    in_context = task_pairs.layers(data, elmo)
    np.testing.assert_allclose(rows[0], in_context[0], atol=1e-5)
    assert not np.allclose(rows[2], in_context[2], atol=1e-3)


def test_one_direction_alone_is_half_of_elmo(elmo):
    data = task_pairs.Questions()
    whole, *halves = (
        task_pairs.build(data, elmo, SETTING | {"elmo": kind}).at_output.layers
        for kind in ("trained", "forward", "backward")
    )
    np.testing.assert_array_equal(np.concatenate(halves, axis=2), whole)
