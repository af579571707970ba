"""Exact perplexity, from whole distributions and from sentences one by one."""

import math

import numpy as np
import pytest
import small
import torch

from elmo_lite import weights
from elmo_lite.reading import plain, score
from elmo_lite.reading.fast import Reader
from elmo_lite.text import BOS, EOS, character_ids
from elmo_lite.tools import perplexity as command

SENTENCES = [["a", "b"], [], ["c", "zebra", "a", "a", "b"], ["배"]]


@pytest.fixture
def model():
    return small.language_model(["a", "b", "c"], ["a", "b"], ["배"]).double().eval()


def by_hand(model, sentence):
    """(forward, backward) log-probabilities of one sentence, from whole distributions."""
    ids = model.vocabulary.ids([BOS, *sentence, EOS])
    marked = torch.from_numpy(character_ids(["<S>", *sentence, "</S>"]))[None]
    layers = model.bilm(marked)
    forward = model.log_distribution(layers.forward[-1][0]).detach().numpy()
    backward = model.log_distribution(layers.backward[-1][0]).detach().numpy()
    steps = range(len(sentence) + 1)
    return (
        np.array([forward[k, ids[k + 1]] for k in steps]),
        np.array([backward[k + 1, ids[k]] for k in steps]),
    )


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("max_tokens", [1, 8, 4096])
def test_scores_equal_those_of_each_sentence_alone(model, max_tokens, fast):
    read = Reader(model.bilm).read if fast else None
    found = score.score(model, SENTENCES, max_tokens, read)
    for sentence, scores in zip(SENTENCES, found, strict=True):
        forward, backward = by_hand(model, sentence)
        np.testing.assert_allclose(scores.forward, forward, rtol=1e-9)
        np.testing.assert_allclose(scores.backward, backward, rtol=1e-9)


def test_perplexity_by_hand(model):
    found = score.perplexity(model, SENTENCES)
    parts = [by_hand(model, s) for s in SENTENCES]
    assert found.tokens == 2 + 0 + 5 + 1 + 4
    assert found.unknown == 1
    assert score.perplexity(model, [["<unk>", *SENTENCES[0], "<unk>"]]).unknown == 2
    assert found.vocabulary == 7
    for direction, value in enumerate((found.forward, found.backward)):
        total = sum(part[direction].sum() for part in parts)
        assert value == pytest.approx(math.exp(-total / 12), rel=1e-9)


def test_a_model_that_knows_nothing_has_the_size_of_the_vocabulary_as_perplexity(model):
    with torch.no_grad():
        for parameter in model.softmax.parameters():
            parameter.zero_()
    # Head: the frequent words and one entry for the only rare word, all equally likely.
    assert score.perplexity(model, SENTENCES).forward == pytest.approx(7, rel=1e-9)


def test_groups_hold_similar_lengths_and_respect_the_budget():
    sentences = [["a"] * n for n in (5, 1, 30, 2, 5)]
    groups = list(plain.by_length(sentences, 14))
    assert sorted(i for group in groups for i in group) == [0, 1, 2, 3, 4]
    for group in groups:
        longest = max(len(sentences[i]) for i in group)
        assert len(group) == 1 or len(group) * (longest + 2) <= 14


def test_a_perplexity_beyond_all_numbers_is_infinite():
    assert score.perplexity_of(math.log(5)) == pytest.approx(5)
    assert score.perplexity_of(1e6) == math.inf
    assert math.isnan(score.perplexity_of(math.nan))
    with pytest.raises(ValueError, match="the text is empty"):
        score.perplexity(None, [])


def test_the_command_scores_each_text_of_a_folder(model, tmp_path, capsys):
    weights.ours.save(model.float(), tmp_path / "model", half=False)
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "a.txt").write_text("a b\n")
    (texts / "b.txt").write_text("c c c\n")
    args = ["--weights", str(tmp_path / "model"), "--tokenised"]
    assert command.main([str(texts), *args]) == 0
    expected = [score.perplexity(model, [s]) for s in (["a", "b"], ["c", "c", "c"])]
    assert capsys.readouterr().out == f"a.txt: {expected[0]}\nb.txt: {expected[1]}\n"
    (texts / "b.txt").write_text("\n")
    assert command.main([str(texts), *args]) == 1
    assert "b.txt: the text is empty" in capsys.readouterr().err
