"""word2vec.py and running_text.py: pairs, thinning, negatives, the loss, a step, training."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from small import two_topics
from torch.nn.functional import logsigmoid

from elmo_lite import running_text, word2vec
from elmo_lite.text import Vocabulary
from elmo_lite.word2vec import Cbow, SkipGram, Word2VecSettings

SENTENCE = ["the", "fat", "cat", "sat", "on", "the", "mat"]


@given(st.lists(st.lists(st.integers(0, 5), max_size=8), max_size=6), st.integers(1, 4))
@settings(max_examples=100, deadline=None)
def test_pairs_of_a_text_are_those_of_its_sentences(sentences, m):
    ids = np.array([i for sentence in sentences for i in [*sentence, -1]], dtype=np.int64)
    w, o = running_text.pairs(ids, m)
    plain = [pair for sentence in sentences for pair in word2vec.pairs(sentence, m)]
    assert list(zip(w.tolist(), o.tolist(), strict=True)) == plain


def test_each_centre_draws_its_reach_evenly():
    ids = np.arange(3000)
    _, around = running_text.windows(ids, 3, np.random.default_rng(0))
    middle = around[3:-3] >= 0
    reach = middle.sum(axis=1) // 2
    assert (middle[:, ::-1] == middle).all()  # as far to the left as to the right
    shares = np.bincount(reach, minlength=4) / len(reach)
    assert shares[0] == 0 and np.allclose(shares[1:], 1 / 3, atol=0.03)


def test_a_running_text_drops_unknown_words_before_the_windows():
    vocabulary = Vocabulary.build([["a", "b"], ["b"]])
    ids = running_text.to_ids([["a", "x", "b"], ["b"]], vocabulary)
    assert ids.tolist() == [1, 0, -1, 0, -1]  # b is more frequent than a, so it is word 0
    assert running_text.to_ids([], vocabulary).tolist() == []


def test_keep_probability_is_that_of_gensim():
    from gensim.models import Word2Vec

    counts = np.array([500, 200, 50, 3])
    model = Word2Vec(sample=0.01, min_count=1, vector_size=2)
    model.build_vocab_from_freq({w: int(c) for w, c in zip("abcd", counts, strict=True)})
    theirs = [model.wv.get_vecattr(word, "sample_int") / (2**32 - 1) for word in "abcd"]
    assert np.allclose(word2vec.keep_probability(counts, 0.01), theirs, atol=1e-6)
    assert (word2vec.keep_probability(counts, 0) == 1).all()


def test_negatives_are_sampled_by_the_power_of_their_count():
    shares = word2vec.sampling_shares([81, 16, 1, 0])
    assert np.allclose(shares, np.array([27, 8, 1, 0]) / 36)
    assert np.allclose(word2vec.sampling_shares([2, 6], power=1), [1 / 4, 3 / 4])


def double(model):
    """A model in float64 whose two tables hold random numbers."""
    model = model.double()
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for table in (model.v, model.u):
            table.weight.copy_(torch.randn(table.weight.shape, generator=generator))
    return model


def test_loss_is_the_formula_of_the_paper_for_each_pair():
    """Two pairs, each with two negative words of its own."""
    model = double(SkipGram(6, 4))
    v, u = model.v.weight, model.u.weight
    first = -logsigmoid(v[2] @ u[5]) - logsigmoid(-v[2] @ u[0]) - logsigmoid(-v[2] @ u[1])
    second = -logsigmoid(v[1] @ u[4]) - logsigmoid(-v[1] @ u[3]) - logsigmoid(-v[1] @ u[3])
    got = model(torch.tensor([2, 1]), torch.tensor([5, 4]), torch.tensor([[0, 1], [3, 3]]))
    assert torch.allclose(got, torch.stack([first, second]))


def test_pairs_that_share_their_negatives_have_the_loss_of_pairs_with_copies_of_them():
    generator = torch.Generator().manual_seed(0)
    v, u = torch.randn(2, 6, 4, generator=generator)
    n = torch.randn(2, 5, 4, generator=generator)  # two groups of three pairs
    copies = n.repeat_interleave(3, dim=0)
    shared, own = word2vec.batch_loss(v, u, n), word2vec.batch_loss(v, u, copies)
    assert shared.shape == (6,) and torch.allclose(shared, own)
    chapter = -logsigmoid((v * u).sum(1)) - logsigmoid(-torch.einsum("bd,bkd->bk", v, copies)).sum(
        1
    )
    assert torch.allclose(own, chapter)


def dense(model, batch):
    """The gradients of both tables with all of their rows, by autograd on the summed loss."""
    model(*batch).sum().backward()
    found = [table.weight.grad.to_dense() for table in (model.v, model.u)]
    model.zero_grad()
    return found


def test_a_step_of_the_model_is_the_step_of_the_page():
    """Groups of one pair, and moves too short for the bound: word 1 is in the batch five times."""
    model = double(SkipGram(7, 3))
    v, u = model.v.weight.detach().clone(), model.u.weight.detach().clone()
    w, o = torch.tensor([0, 1, 1, 4]), torch.tensor([1, 2, 0, 3])
    negatives = torch.tensor([[5, 1], [3, 3], [1, 6], [0, 2]])
    word2vec.batch_step(v, u, w, o, negatives, 0.02)
    model.step(w, o, negatives, 0.02)
    assert torch.allclose(model.v.weight, v) and torch.allclose(model.u.weight, u)


def test_a_batch_of_one_pair_is_one_step():
    v, u = torch.randn(2, 6, 3, generator=torch.Generator().manual_seed(0)).double()
    rows = [5, 0, 2]  # the true word, then the negatives
    new_v, new_u = word2vec.one_step(v[4].numpy(), u[rows].numpy(), np.array([1, 0, 0]), 0.1)
    word2vec.batch_step(v, u, torch.tensor([4]), torch.tensor([5]), torch.tensor([[0, 2]]), 0.1)
    assert np.allclose(v[4], new_v) and np.allclose(u[rows], new_u)


def test_gradients_with_all_words_are_those_of_autograd():
    v, u = torch.randn(2, 6, 3, generator=torch.Generator().manual_seed(1)).double()
    around, w, o = [1, 4, 1], 2, 5
    for start, asked, found in (
        (v[w], o, word2vec.gradients(v.numpy(), u.numpy(), w, o)),
        (v[around], w, word2vec.cbow_gradients(v.numpy(), u.numpy(), around, w)),
    ):
        given, table = start.clone().requires_grad_(), u.clone().requires_grad_()
        h = given if given.ndim == 1 else given.mean(dim=0)
        (-(table @ h).log_softmax(dim=0)[asked]).backward()
        assert np.allclose(found[0], given.grad) and np.allclose(found[1], table.grad)


@pytest.mark.parametrize(
    ("kind", "contexts"), [(SkipGram, [1, 1, 0]), (Cbow, [[1, 4], [6, -1]] * 2)]
)
def test_a_step_moves_against_the_gradient_and_only_the_rows_of_the_batch(kind, contexts):
    model = double(kind(9, 3))
    w = torch.tensor([0, 0, 3, 6][: len(contexts)])
    batch = w, torch.tensor(contexts), torch.tensor([[5, 1, 1]])
    before = [model.v.weight.detach().clone(), model.u.weight.detach().clone()]
    gradients = dense(model, batch)
    model.step(*batch, 0.01)
    for table, old, gradient in zip((model.v, model.u), before, gradients, strict=True):
        assert torch.allclose(table.weight, old - 0.01 * gradient, atol=1e-12)
        assert torch.equal(table.weight[[2, 7, 8]], old[[2, 7, 8]])
        assert not torch.equal(table.weight, old)


def test_in_cbow_each_word_around_gets_the_whole_gradient_of_the_mean():
    """As in word2vec's program; autograd on a plain mean gives each word its part of it."""
    model = double(Cbow(7, 3))
    w, around, negatives = torch.tensor([0]), torch.tensor([[1, 4, -1, 4]]), torch.tensor([[5, 1]])
    table = model.v.weight.detach().clone().requires_grad_()
    v = ((table[1] + 2 * table[4]) / 3)[None]
    word2vec.batch_loss(v, model.u(w), model.u(negatives)).sum().backward()
    assert torch.allclose(dense(model, (w, around, negatives))[0], 3 * table.grad)


def test_no_vector_moves_further_than_the_bound():
    table, bound = word2vec.zeros(3, 2), word2vec.LONGEST_MOVE
    rows = table(torch.tensor([0, 1, 1]))
    (rows * torch.tensor([[3.0, 4.0], [-0.1, 0.0], [-0.2, 0.0]])).sum().backward()
    word2vec.move(table, 1.0)
    expected = torch.tensor([[-0.6 * bound, -0.8 * bound], [0.3, 0.0], [0, 0]])
    assert torch.allclose(table.weight, expected) and table.weight.grad is None


def test_cbow_projects_to_the_mean_of_the_words_that_are_there():
    model = double(Cbow(5, 2))
    table = model.v.weight.detach().numpy()
    around = torch.tensor([[-1, 1, 2, -1], [4, -1, -1, -1], [-1, -1, -1, -1]])
    got = model.project(around).detach().numpy()
    assert np.allclose(got, [(table[1] + table[2]) / 2, table[4], [0, 0]])


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
