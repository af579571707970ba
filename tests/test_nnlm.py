"""The feed-forward neural language model: windows, scores, training, mixing, its rungs."""

import itertools
import re

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import softmax

from elmo_lite import nnlm
from elmo_lite.files import ROOT
from elmo_lite.ngram import NGramModel
from elmo_lite.text import BOS, EOS, UNK, Vocabulary

LINES = [
    "귀여운 강아지 좋아해",
    "귀여운 고양이 사랑해",
    "사랑스러운 강아지 사랑해",
    "새 냉장고 샀어",
]
TEXT = [line.split() for line in LINES]
SHAPE = nnlm.NNLMShape(context_size=2, emb_dim=3, hidden_dim=5)


@pytest.fixture(scope="module")
def vocabulary():
    return Vocabulary.build(TEXT)


@pytest.fixture()
def model(vocabulary):
    return nnlm.NNLM(vocabulary, SHAPE, seed=1)


# ---- examples ----


TEXTS = st.lists(st.lists(st.sampled_from("abcx"), max_size=5), min_size=1, max_size=5)


@settings(max_examples=40, deadline=None)
@given(TEXTS, st.integers(1, 6))
def test_examples_are_the_windows_of_a_loop(sentences, size):
    vocabulary = Vocabulary.build([["a", "b", "c"]])  # x is unknown
    rows = []
    for sentence in sentences:
        padded = [BOS] * size + sentence + [EOS]
        rows += [padded[i : i + size + 1] for i in range(len(sentence) + 1)]
    contexts, targets = nnlm.examples(sentences, vocabulary, size)
    want = np.array([vocabulary.ids(row) for row in rows])
    np.testing.assert_array_equal(contexts, want[:, :-1])
    np.testing.assert_array_equal(targets, want[:, -1])


def test_examples_refuse_what_is_no_list_of_sentences(vocabulary):
    with pytest.raises(TypeError, match="list of tokens"):
        nnlm.examples(["귀여운 강아지"], vocabulary, 2)
    with pytest.raises(ValueError, match="no sentences"):
        nnlm.examples([], vocabulary, 2)
    for mark in (BOS, EOS):
        with pytest.raises(ValueError, match="Leave <s> and </s> out"):
            nnlm.examples([["새", mark, "새"]], vocabulary, 2)


def test_a_context_is_a_list_of_tokens(model):
    """A string would be read letter by letter, and every letter is unknown."""
    with pytest.raises(TypeError, match="A context is a list of tokens"):
        model.distribution("새 냉장고")


# ---- the network ----


def by_hand(model, context):
    """Probabilities of all words after a context of ids, as chapter 02 computes them in numpy."""
    E, W, b1, U, b2 = (parameter.detach().double().numpy() for parameter in model.parameters())
    h = np.tanh(W @ E[np.array(context)].reshape(-1) + b1)
    p = softmax(U @ h + b2)
    p[model.vocabulary.id(BOS)] = 0  # the package never predicts it
    return p / p.sum()


def test_an_untrained_model_is_nearly_a_unigram_model(vocabulary):
    small = nnlm.NNLM(vocabulary, nnlm.NNLMShape(2, 3, 5))
    with torch.no_grad():
        small.output.weight.zero_()
    counts = np.array(vocabulary.counts) + 1.0
    counts[vocabulary.id(BOS)] = 0
    np.testing.assert_allclose(small.distribution(), counts / counts.sum(), atol=1e-6)


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        (nnlm.NNLMShape, "context_size", 0),
        (nnlm.NNLMShape, "dropout", 1.0),
        (nnlm.Training, "epochs", 0),
        (nnlm.Training, "batch_size", 0),
        (nnlm.Training, "learning_rate", 0.0),
    ],
)
def test_what_makes_no_sense_is_refused(kind, name, value):
    with pytest.raises(ValueError, match=name):
        kind(**{name: value})


# ---- scoring ----


def test_each_word_and_each_end_is_scored_once_in_order(model, vocabulary):
    sentences = [["귀여운", "고양이"], [], ["never-seen"]]
    got = model.token_log_probabilities(sentences)
    contexts = [[BOS, BOS], [BOS, "귀여운"], ["귀여운", "고양이"], [BOS, BOS], [BOS, BOS]]
    contexts.append([BOS, UNK])
    targets = ["귀여운", "고양이", EOS, EOS, UNK, EOS]
    want = [
        np.log(by_hand(model, vocabulary.ids(context))[vocabulary.id(target)])
        for context, target in zip(contexts, targets, strict=True)
    ]
    np.testing.assert_allclose(got, want, atol=1e-5)
    assert model.perplexity(sentences) == pytest.approx(np.exp(-got.mean()))


@pytest.mark.parametrize("context", [["귀여운", "강아지"], ["새", "귀여운", "강아지"], ["새"], []])
def test_a_distribution_sees_only_the_window_and_sums_to_1(model, vocabulary, context):
    p = model.distribution(context)
    window = vocabulary.ids([BOS, BOS, *context][-2:])
    np.testing.assert_allclose(p, by_hand(model, window), atol=1e-6)
    assert p.sum() == pytest.approx(1) and p[vocabulary.id(BOS)] == 0


def test_scoring_is_without_dropout_and_leaves_the_mode_alone(vocabulary):
    model = nnlm.NNLM(vocabulary, nnlm.NNLMShape(2, 8, 8, dropout=0.5)).train()
    first = model.token_log_probabilities(TEXT)
    np.testing.assert_array_equal(first, model.token_log_probabilities(TEXT))
    assert model.training


def test_the_table_becomes_keyed_vectors(model, vocabulary):
    vectors = model.keyed_vectors()
    assert vectors.index_to_key == vocabulary.words
    row = model.embedding.weight[vocabulary.id("고양이")].detach().numpy()
    np.testing.assert_array_equal(vectors["고양이"], row)


# ---- training ----


def train(vocabulary, dev=TEXT, **changes):
    epochs = []
    settings = nnlm.Training(**({"epochs": 40, "batch_size": 8, "learning_rate": 0.02} | changes))
    return nnlm.fit(TEXT, dev, vocabulary, SHAPE, settings, epochs.append), epochs


def test_it_learns_its_text_and_comes_out_the_same_for_a_seed(vocabulary):
    state = torch.random.get_rng_state()
    model, epochs = train(vocabulary)
    assert torch.equal(state, torch.random.get_rng_state()), "the reader's own seed is left alone"
    assert epochs[-1]["loss"] < 0.6 * epochs[0]["loss"]
    assert model.distribution(["새", "냉장고"]).argmax() == vocabulary.id("샀어")
    again, other = train(vocabulary)[0], train(vocabulary, seed=1)[0]
    for one, two in zip(model.parameters(), again.parameters(), strict=True):
        assert torch.equal(one, two)
    assert not torch.equal(model.embedding.weight, other.embedding.weight)


def test_the_loss_of_an_epoch_is_the_mean_over_tokens(vocabulary):
    _, epochs = train(vocabulary, epochs=1, learning_rate=1e-12, batch_size=7)
    untrained = nnlm.NNLM(vocabulary, SHAPE, seed=0)
    assert epochs[0]["loss"] == pytest.approx(np.log(untrained.perplexity(TEXT)), rel=1e-5)


def test_the_best_epoch_on_dev_is_kept(vocabulary):
    dev = [["사랑스러운", "고양이", "좋아해"], ["새", "강아지", "샀어"]]
    model, epochs = train(vocabulary, dev, epochs=60)
    curve = [each["dev_perplexity"] for each in epochs]
    assert model.perplexity(dev) == pytest.approx(min(curve))
    assert min(curve) < curve[-1], "the test needs a text on which training goes too far"
    assert [each["epoch"] for each in epochs] == list(range(1, 61))


@pytest.mark.parametrize("perplexity", [np.nan, np.inf])
def test_a_training_that_runs_away_says_what_to_do(vocabulary, perplexity, monkeypatch):
    monkeypatch.setattr(nnlm.NNLM, "perplexity", lambda model, sentences: perplexity)
    with pytest.raises(ValueError, match="take a smaller learning_rate"):
        train(vocabulary, epochs=2)


def test_sharing_gives_an_unseen_pair_more_than_a_pair_of_strangers():
    groups = [["작은 예쁜 착한", "강아지 고양이 토끼", "좋아해"]]
    groups += [["새 낡은", "냉장고 전화기", "샀어"]]
    groups = [[words.split() for words in group] for group in groups]
    lines = [list(line) for group in groups for line in itertools.product(*group)]
    text = [line for line in lines if line[:2] != ["예쁜", "고양이"]]
    words, shape = Vocabulary.build(text), nnlm.NNLMShape(2, 8, 16)
    for seed in range(3):
        training = nnlm.Training(epochs=60, batch_size=16, learning_rate=0.02, seed=seed)
        p = nnlm.fit(text, text, words, shape, training).distribution(["예쁜"])
        assert p[words.id("고양이")] > 2 * p[words.id("냉장고")]
    assert NGramModel(2).fit(text, words).probability("고양이", ["예쁜"]) == 0


def test_with_other_seeds_of_chapter_02_the_hidden_pair_rises_and_falls_too():
    """Section 7 says so of two seeds: above 0.16, and below 0.11 in the end."""
    code = (ROOT / "notebooks/source/02_neural_language_model.py").read_text(encoding="utf-8")
    parts = re.split(r"(?m)^# %%.*$", code)
    marks = "import itertools\n", "groups, world = ", "class NNLM", "def train(", "def read_world("
    cells = [next(part for part in parts if mark in part) for mark in marks]
    page = {}
    exec("\n".join(cells), page)
    cat = page["small"].id("고양이")
    for seed in (1, 2):
        read = page["read_world"](page["seen"], seed)
        p = [page["next_words"](model, page["small"], ["사랑스러운"])[cat] for model in read]
        assert max(p) > 0.16 and p[-1] < 0.11


# ---- mixing ----


def test_two_models_are_averaged_by_their_probabilities(model, vocabulary):
    counts = NGramModel(2).fit(TEXT, vocabulary)  # with zeros: log 0 must not spoil the mixture
    both = nnlm.Averaged(model, counts, 0.3)
    sentences = [["귀여운", "냉장고"], *TEXT]
    with np.errstate(divide="ignore"):
        p = np.exp(counts.token_log_probabilities(sentences))
    want = 0.3 * np.exp(model.token_log_probabilities(sentences)) + 0.7 * p
    np.testing.assert_allclose(np.exp(both.token_log_probabilities(sentences)), want)
    assert (p == 0).any()
    for weight, alone in ((1.0, model), (0.0, counts)):
        both = nnlm.Averaged(model, counts, weight).token_log_probabilities(sentences)
        np.testing.assert_allclose(both, alone.token_log_probabilities(sentences))


def test_the_weight_is_the_best_of_21_on_dev(model, vocabulary):
    counts = NGramModel(2, "add-delta", delta=0.5).fit(TEXT, vocabulary)
    weight = nnlm.choose_weight(model, counts, TEXT)
    perplexity = {}
    for i in range(21):
        log_p = nnlm.Averaged(model, counts, i / 20).token_log_probabilities(TEXT)
        perplexity[round(i / 20, 2)] = np.exp(-log_p.mean())
    assert weight == min(perplexity, key=lambda w: perplexity[w])
