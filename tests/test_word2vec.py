"""word2vec.py: windows, pairs, subsampling, negatives, the hand-written gradients, training."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from small import two_topics
from torch.nn.functional import logsigmoid

from elmo_lite import word2vec
from elmo_lite.text import Vocabulary
from elmo_lite.word2vec import Cbow, NegativeSampler, SkipGram, Word2VecSettings

SENTENCE = ["the", "fat", "cat", "sat", "on", "the", "mat"]


def plain_pairs(sentences, window):
    """Two loops over lists of words: the definition."""
    return [
        (word, sentence[j])
        for sentence in sentences
        for i, word in enumerate(sentence)
        for j in range(max(0, i - window), min(len(sentence), i + window + 1))
        if j != i
    ]


@given(st.lists(st.lists(st.integers(0, 5), max_size=8), max_size=6), st.integers(1, 4))
@settings(max_examples=100, deadline=None)
def test_pairs_are_those_of_two_loops_and_never_cross_a_sentence_end(sentences, window):
    ids = np.array([i for sentence in sentences for i in [*sentence, -1]], dtype=np.int64)
    centres, contexts = word2vec.pairs(ids, window)
    assert list(zip(centres.tolist(), contexts.tolist(), strict=True)) == plain_pairs(
        sentences, window
    )


def test_each_centre_draws_its_reach_evenly():
    ids = np.arange(3000)
    _, around = word2vec.windows(ids, 3, np.random.default_rng(0))
    middle = around[3:-3] >= 0
    reach = middle.sum(axis=1) // 2
    assert (middle[:, ::-1] == middle).all()  # as far to the left as to the right
    shares = np.bincount(reach, minlength=4) / len(reach)
    assert shares[0] == 0 and np.allclose(shares[1:], 1 / 3, atol=0.03)


def test_running_text_drops_unknown_words_before_the_windows():
    vocabulary = Vocabulary.build([["a", "b"], ["b"]])
    ids = word2vec.running_text([["a", "x", "b"], ["b"]], vocabulary)
    assert ids.tolist() == [1, 0, -1, 0, -1]  # b is more frequent than a, so it is word 0
    assert word2vec.running_text([], vocabulary).tolist() == []


def test_keep_probability_is_that_of_gensim():
    from gensim.models import Word2Vec

    counts = np.array([500, 200, 50, 3])
    model = Word2Vec(sample=0.01, min_count=1, vector_size=2)
    model.build_vocab_from_freq({w: int(c) for w, c in zip("abcd", counts, strict=True)})
    theirs = [model.wv.get_vecattr(word, "sample_int") / (2**32 - 1) for word in "abcd"]
    assert np.allclose(word2vec.keep_probability(counts, 0.01), theirs, atol=1e-6)
    assert (word2vec.keep_probability(counts, 0) == 1).all()


def test_negatives_are_drawn_by_the_power_of_their_count():
    sampler = NegativeSampler([81, 16, 1, 0])
    assert np.allclose(sampler.probabilities, np.array([27, 8, 1, 0]) / 36)
    drawn = sampler.draw((100, 300), np.random.default_rng(0))
    assert drawn.shape == (100, 300)
    assert np.allclose(
        np.bincount(drawn.ravel(), minlength=4) / 30_000, [0.75, 2 / 9, 1 / 36, 0], atol=0.01
    )


def double(model):
    """A model in float64 whose two tables hold random numbers."""
    model = model.double()
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for table in (model.centre, model.context):
            table.weight.copy_(torch.randn(table.weight.shape, generator=generator))
    return model


def test_loss_is_the_formula_of_the_paper():
    """With a pool of exactly `negatives` words each of them counts once."""
    model = double(SkipGram(6, 4))
    v, u = model.centre.weight, model.context.weight
    want = -logsigmoid(v[2] @ u[5]) - logsigmoid(-v[2] @ u[0]) - logsigmoid(-v[2] @ u[1])
    got = model.loss(torch.tensor([2]), torch.tensor([5]), torch.tensor([0, 1]), 2)
    assert torch.isclose(got, want)
    twice = model.loss(torch.tensor([2]), torch.tensor([5]), torch.tensor([0, 1, 0, 1]), 2)
    assert torch.isclose(twice, want)  # a larger pool weighs the same


def test_each_group_of_examples_meets_its_own_negatives():
    model = double(SkipGram(7, 3))
    centres, contexts = torch.tensor([0, 0, 3, 6]), torch.tensor([1, 1, 0, 2])
    pool = torch.tensor([[5, 1], [4, 2]])
    got = model.loss(centres, contexts, pool, 2)
    apart = [model.loss(centres[s], contexts[s], pool[i], 2) for i, s in ((0, [0, 1]), (1, [2, 3]))]
    assert torch.isclose(got, sum(apart))


class WholeGradients(Cbow):
    """The mean of the words around, as CBOW has it, and the gradient of their sum."""

    def project(self, around):
        mean = super().project(around)
        total = mean * (around >= 0).sum(dim=1)[:, None]
        return (mean - total).detach() + total


@pytest.mark.parametrize("pool", [[5, 1, 1, 0], [[5, 1], [1, 0]]], ids=["one pool", "two groups"])
@pytest.mark.parametrize(
    ("kind", "like", "contexts"),
    [
        (SkipGram, SkipGram, [1, 1, 0, 2]),
        (Cbow, WholeGradients, [[1, 4, -1], [6, 2, 3], [-1, 0, 5], [3, 1, 2]]),
    ],
)
def test_a_step_is_gradient_descent_by_autograd(kind, like, contexts, pool):
    """Repeated words included. CBOW gives each word around the whole gradient, as word2vec does."""
    model, by_autograd = double(kind(7, 3)), double(like(7, 3))
    batch = torch.tensor([0, 0, 3, 6]), torch.tensor(contexts), torch.tensor(pool)
    by_autograd.loss(*batch, 3).backward()
    model.step(*batch, 3, 0.01)
    for mine, reference in zip(model.parameters(), by_autograd.parameters(), strict=True):
        assert torch.allclose(mine, reference - 0.01 * reference.grad, atol=1e-12)
        assert not torch.equal(mine, reference)


def test_no_vector_moves_further_than_the_bound():
    table, rows = torch.zeros(3, 2), torch.tensor([0, 1, 1])
    word2vec.move(table, rows, torch.tensor([[3.0, 4.0], [-0.1, 0.0], [-0.2, 0.0]]), 1.0)
    bound = word2vec.LONGEST_MOVE
    assert torch.allclose(table, torch.tensor([[-0.6 * bound, -0.8 * bound], [0.3, 0.0], [0, 0]]))


def test_cbow_projects_to_the_mean_of_the_words_that_are_there():
    model = double(Cbow(5, 2))
    table = model.context.weight.detach().numpy()
    got = model.project(torch.tensor([[-1, 1, 2, -1], [4, -1, -1, -1]])).detach().numpy()
    assert np.allclose(got, [(table[1] + table[2]) / 2, table[4]])


@pytest.mark.parametrize("architecture", ["skip-gram", "cbow"])
def test_words_that_share_contexts_come_close(architecture):
    options = {"emb_dim": 8, "epochs": 10, "sample": 0, "batch_size": 32, "group": 4}
    chosen = Word2VecSettings(architecture=architecture, learning_rate=0.1, **options)
    vectors = word2vec.train(two_topics(), chosen)
    for word, kin in [("cat", {"dog", "cow", "fur"}), ("saw", {"drill", "nail", "wood"})]:
        assert {other for other, _ in vectors.most_similar(word, topn=3)} == kin
    assert vectors.get_vecattr("cat", "count") == sum(s.count("cat") for s in two_topics())


def test_the_seed_decides_and_progress_is_told():
    chosen, done = Word2VecSettings(emb_dim=4, epochs=2, min_count=1, batch_size=256), []
    first = word2vec.train(two_topics(60), chosen, done.append)
    again = word2vec.train(iter(two_topics(60)), chosen)
    other = word2vec.train(two_topics(60), replace(chosen, seed=1))
    assert np.array_equal(first.vectors, again.vectors)
    assert not np.allclose(first.vectors, other.vectors)
    assert done == sorted(done) and done[0] == 0 and done[-1] == 1 and 0.5 in done


def test_the_share_done_grows_evenly_though_the_last_chunk_is_shorter(monkeypatch):
    monkeypatch.setattr(word2vec, "CHUNK", 800)
    ids = np.tile([0, 1, 2, 3, -1], 400)  # 2,000 positions; 6 pairs a sentence, 2,400 in all
    chosen = Word2VecSettings(window=1, sample=0, batch_size=96)
    found = word2vec.batches(ids, np.full(4, 400), chosen, np.random.default_rng(0))
    done = [share for share, _, _ in found]
    assert len(done) == 25 and np.allclose(done, np.arange(25) / 25)


def test_what_cannot_be_trained_is_said():
    with pytest.raises(ValueError, match="Fewer than two words occur 5 times"):
        word2vec.train([SENTENCE])
    for name, wrong in (("architecture", "skipgram"), ("window", 0), ("learning_rate", 0)):
        with pytest.raises(ValueError, match=name):
            Word2VecSettings(**{name: wrong})
