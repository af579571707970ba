"""The biLM on the ladder: the rule for unknown words, the tokens scored, the epoch that is kept."""

import numpy as np
import pytest
import torch

from elmo_lite.bilm import SHAPES, BiLanguageModel
from elmo_lite.corpora.corpus import Corpus
from elmo_lite.experiments import ladder, ladder_bilm
from elmo_lite.ngram import NGramModel
from elmo_lite.reading import score


@pytest.fixture(scope="module")
def toy():
    """Six articles; the last two are test, the two before them dev; the vocabulary is a, b."""
    lines = ["a b a b|b a", "a a b c", "c a b", "a b|b", "b a z", "a b a|y"]
    documents = [[sentence.split() for sentence in line.split("|")] for line in lines]
    return ladder.split(Corpus("toy", "CC0", "made up", "exact", documents), 2, 2)


@pytest.fixture
def model(toy):
    torch.manual_seed(0)
    return BiLanguageModel(SHAPES["tiny"], toy.vocabulary).eval()


@pytest.mark.parametrize("direction", ["forward", "backward"])
def test_a_direction_scores_every_word_and_one_mark(toy, model, direction):
    log_p = ladder_bilm.OneDirection(model, direction).token_log_probabilities(toy.test)
    assert log_p.shape == (toy.conditions["scored_tokens"]["test"],)
    known = [["b", "a", "<unk>"], ["a", "b", "a"], ["<unk>"]]
    exact = [getattr(s, direction) for s in score.score(model, known)]
    np.testing.assert_allclose(log_p, np.concatenate(exact))


def test_letters_of_unknown_words_do_not_help(toy, model):
    one = ladder_bilm.OneDirection(model, "forward")
    scores = [one.token_log_probabilities([["a", w, "b"]]) for w in ("zebra", "Quagga")]
    np.testing.assert_array_equal(*scores)
    plain = [score.score(model, [["a", w, "b"]])[0].forward for w in ("zebra", "Quagga")]
    assert not np.allclose(*plain), "with letters the two would differ"


def test_counting_from_the_right_is_counting_turned_sentences(toy):
    right = ladder_bilm.FromTheRight(NGramModel(2), toy)
    assert right.model.probability("a", ["b"]) == pytest.approx(3 / 4)  # a stands before b: 3 of 4
    scored = right.token_log_probabilities([["a", "b"]])
    # </s> a b, read from the right: b first (2 of 3 sentences end in it), then a, then the end
    assert scored[0] == pytest.approx(np.log(1 / 3))
    assert len(scored) == 3


def test_the_epoch_with_the_lowest_dev_perplexity_is_kept(toy):
    seen = []
    model, epoch = ladder_bilm.train(toy, epochs=3, on_epoch=lambda e, dev: seen.append((e, dev)))
    assert [e for e, _ in seen] == [1, 2, 3]
    products = [dev.forward * dev.backward for _, dev in seen]
    assert epoch == 1 + int(np.argmin(products))
    known = ladder_bilm.only_known(toy.dev, toy.vocabulary)
    again = score.perplexity(model, known)
    assert again.forward == pytest.approx(seen[epoch - 1][1].forward, rel=1e-4)


def test_the_same_seed_gives_the_same_model(toy):
    weights = [ladder_bilm.train(toy, epochs=1)[0].state_dict() for _ in range(2)]
    for name, values in weights[0].items():
        assert torch.equal(values, weights[1][name]), name
    other = ladder_bilm.train(toy, epochs=1, seed=1)[0].state_dict()
    assert any(not torch.equal(values, other[name]) for name, values in weights[0].items())


def test_the_rungs_keep_the_conditions_of_the_ladder(toy):
    rungs = ladder_bilm.rungs(toy)
    ladder.check([ladder.rung("uniform", ladder.Uniform(toy.vocabulary), toy), *rungs])
    assert [(r["name"], r["direction"]) for r in rungs] == [
        ("5-gram, Kneser-Ney", "backward"),
        ("biLM tiny", "forward"),
        ("biLM tiny", "backward"),
    ]
    assert all(r["perplexity"]["test"] > 1 and r["zeros"]["test"] == 0 for r in rungs)
