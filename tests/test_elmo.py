"""Elmo: whatever comes in, each sentence gets its own layers back."""

import random
import time

import numpy as np
import pytest
import torch

from elmo_lite import weights
from elmo_lite.bilm import BiLanguageModel, BiLMShape
from elmo_lite.char_cnn import CharShape
from elmo_lite.elmo import Elmo
from elmo_lite.files import WEIGHTS
from elmo_lite.reading import plain
from elmo_lite.reading import score as scoring
from elmo_lite.text import Vocabulary, character_ids, tokenize
from elmo_lite.weights import published

SENTENCES = ["We sat on the bank.", ["one"], [], "배가 항구에 닿았다.", ["long"] * 60]


WORDS = ["the", "bank", "a", "river", "gift", "은행", "sat", "ran", "!"]


def close(actual, expected, tolerance=1e-5):
    np.testing.assert_allclose(actual, expected, rtol=0, atol=tolerance)


def some_sentences(number, longest=12, seed=0):
    rng = random.Random(seed)
    return [rng.choices(WORDS, k=rng.randint(0, longest)) for _ in range(number)]


@pytest.fixture
def model():
    torch.manual_seed(0)
    shape = BiLMShape(
        CharShape(char_dim=4, filters=((1, 4), (2, 4)), emb_dim=6), hidden_dim=8, proj_dim=6
    )
    model = BiLanguageModel(shape, Vocabulary.build([["a", "the", "bank"]]))
    for name, parameter in model.named_parameters():
        if "w_hidden" in name or "w_project" in name:
            torch.nn.init.normal_(parameter, std=0.7)  # so that a word is not soon forgotten
    return model


@pytest.fixture
def elmo(model):
    return Elmo(model)


def test_layers_equal_the_bilm_on_each_sentence_alone(elmo):
    tokens = [
        ["We", "sat", "on", "the", "bank", "."],
        ["one"],
        [],
        ["배가", "항구에", "닿았다", "."],
    ]
    for sentence, layers in zip(tokens, elmo.layers(SENTENCES), strict=False):
        ids = torch.from_numpy(character_ids(["<S>", *sentence, "</S>"]))[None]
        alone = elmo.model.bilm(ids)
        for name, tensor in layers.named().items():
            torch.testing.assert_close(tensor, alone.named()[name][0, 1:-1], rtol=0, atol=1e-6)
        torch.testing.assert_close(layers[2], alone[2][0, 1:-1], rtol=0, atol=1e-6)


def test_nothing_is_carried_from_one_call_to_the_next(elmo):
    first = elmo.layers(["We sat on the bank."])[0][2]
    elmo.layers(["Something else entirely."] * 5)
    assert torch.equal(first, elmo.layers(["We sat on the bank."])[0][2])


def test_the_same_word_has_one_token_vector_and_many_in_context(elmo):
    layers = elmo.layers([["my", "bank"], ["the", "bank", "there"]])
    assert torch.allclose(layers[0][0][1], layers[1][0][1], atol=1e-7)
    assert (layers[0][1][1] - layers[1][1][1]).abs().max() > 1e-3


def test_one_sentence_in_place_of_a_list_is_refused(elmo):
    with pytest.raises(TypeError, match=r"write \[sentence\]"):
        elmo.layers("We sat on the bank.")


def test_weights_in_a_folder_of_ones_own(elmo, tmp_path):
    weights.ours.save(elmo.model, tmp_path / "mine", half=False)
    mine = Elmo.load(tmp_path / "mine")
    torch.testing.assert_close(mine.layers([["a"]])[0][1], elmo.layers([["a"]])[0][1])
    with pytest.raises(FileNotFoundError, match="options.json"):
        Elmo.load(tmp_path)
    with pytest.raises(FileNotFoundError, match="no weights 'xx'.*language.*small, medium"):
        Elmo.load("xx")


def test_a_language_is_looked_up_among_the_shipped_weights(elmo, tmp_path, monkeypatch):
    weights.ours.save(elmo.model, tmp_path / "elmo_lite_ko", half=False)
    monkeypatch.setattr("elmo_lite.elmo.WEIGHTS", tmp_path)
    close(Elmo.load("ko").embed([["배"]])[0], elmo.embed([["배"]])[0])
    with pytest.raises(FileNotFoundError, match=r"\(here: ko\)"):
        Elmo.load("en")


def test_a_published_model_is_loaded_by_its_name(model, tmp_path, monkeypatch):
    pytest.importorskip("h5py")
    shape = model.bilm.shape
    monkeypatch.setenv("ELMO_LITE_DATA", str(tmp_path))
    monkeypatch.setitem(published.MODELS, "some", ("some", shape))
    published.save(model.bilm, tmp_path / "options.json", tmp_path / "elmo_some_weights.hdf5")
    elmo = Elmo.load("Some", precision="bfloat16")
    assert elmo.reader.precision == "bfloat16"
    close(Elmo.load("some").embed([["bank"]])[0], Elmo(model).embed([["bank"]])[0])
    monkeypatch.setattr(published, "ASK_ABOVE", 0)
    (tmp_path / "elmo_some_weights.hdf5").unlink()
    with pytest.raises(FileNotFoundError, match="download=True"):
        Elmo.load("some")


def test_the_shipped_weights_load_in_a_second_and_tell_two_banks_apart():
    if not (WEIGHTS / "elmo_lite_en").is_dir():
        pytest.skip("the weights in data/weights/elmo_lite_en are not there")
    began = time.process_time()
    elmo = Elmo.load()
    assert time.process_time() - began < 1
    sentences = ["He swam to the bank of the river .", "She owed money to the bank ."]
    places = [sentence.split().index("bank") for sentence in sentences]
    found = [
        [vectors[place] for vectors, place in zip(elmo.embed(sentences, j), places, strict=True)]
        for j in range(3)
    ]
    close(*found[0])  # the same letters
    for j in (1, 2):
        one, two = found[j]
        assert 0 < one @ two / np.linalg.norm(one) / np.linalg.norm(two) < 0.95
    text = tokenize("We went to the house of a friend .")
    right, wrong = elmo.log_probabilities([text, text[::-1]])
    assert right.forward.sum() > wrong.forward.sum() + 10
    assert right.backward.sum() > wrong.backward.sum() + 10


# --- the same sentence, the same vectors -----------------------------------------------------


@pytest.mark.parametrize("max_tokens", [1, 40, 4096])
def test_a_vector_does_not_depend_on_neighbours_order_or_batches(model, max_tokens):
    sentences = some_sentences(60)
    alone = [Elmo(model).embed([sentence], layer="all")[0] for sentence in sentences]
    elmo = Elmo(model, max_tokens=max_tokens)
    order = list(range(60))
    for _ in range(2):
        found = elmo.embed([sentences[i] for i in order], layer="all")
        for vectors, i in zip(found, order, strict=True):
            assert vectors.shape == (3, len(sentences[i]), 12)
            close(vectors, alone[i])
        random.Random(1).shuffle(order)


def test_plain_text_is_tokenised_and_tokens_are_taken_as_they_are(elmo):
    text = "We don't sit on Mr. Kim's bank."
    close(*(elmo.embed([sentence])[0] for sentence in (text, tokenize(text))))
    assert len(elmo.embed([text.split()])[0]) == 7


def test_a_carried_state_is_one_long_reading(elmo):
    first, second = ["the", "bank"], ["a", "river", "ran"]
    alone = elmo.embed([second], layer="all")[0]
    elmo.start_from("carried")
    elmo.embed([first])
    after = elmo.embed([second], layer="all")[0]
    assert np.abs(after - alone)[1:].max() > 1e-3  # same sentence, different vectors
    close(after[0], alone[0])  # the layer without context stays
    # by hand: the forward model reads all six marks and words of both in a row
    ids = torch.from_numpy(character_ids(["<S>", *first, "</S>", "<S>", *second, "</S>"]))[None]
    by_hand = elmo.bilm(ids).forward[-1][0, -4:-1].detach()
    close(after[2, :, :6], by_hand)
    elmo.start_from("carried")
    close(elmo.embed([second], layer="all")[0], alone)  # forgotten
    assert np.abs(elmo.embed([second], layer="all")[0] - alone).max() > 1e-3
    elmo.start_from("fresh")
    close(elmo.embed([second], layer="all")[0], alone)


def test_a_carried_state_goes_through_calls_and_streams_alike(elmo):
    sentences = some_sentences(40, seed=3)
    together = elmo.start_from("carried").embed(sentences, layer=2)
    elmo.start_from("carried").max_tokens = 5
    streamed = list(elmo.stream(iter(sentences), layer=2))
    elmo.start_from("carried")
    one_by_one = [elmo.embed([sentence], layer=2)[0] for sentence in sentences]
    for a, b, c in zip(together, streamed, one_by_one, strict=True):
        close(a, b)
        close(a, c)


@pytest.mark.parametrize("max_tokens", [3, 4096])
def test_rows_carry_as_the_published_code_does(elmo, max_tokens):
    """Sentence n goes on where sentence n - 3 ended, like batches of 3."""
    sentences = some_sentences(14, seed=4)
    elmo.max_tokens = max_tokens
    found = elmo.start_from("carried", rows=3).embed(sentences, layer=1)
    states = None
    for first in range(0, 14, 3):
        batch = sentences[first : first + 3]
        layers, states = plain.read_on(elmo.bilm, batch, states)
        for row, sentence in enumerate(batch):
            close(found[first + row], layers[1][row, 1 : len(sentence) + 1])


def test_a_warm_start_is_always_the_same_and_never_the_empty_one(elmo):
    sentences = some_sentences(30, seed=5)
    fresh = elmo.embed(sentences, layer=2)
    warm = elmo.start_from("warm").embed(sentences, layer=2)
    for a, b in zip(warm, elmo.embed(sentences[::-1], layer=2)[::-1], strict=True):
        close(a, b)
    index = max(range(30), key=lambda i: len(sentences[i]))
    assert np.abs(warm[index] - fresh[index]).max() > 1e-3
    # it is what a carried state gives right after the same text
    elmo.start_from("carried").embed([["the", "river"], ["a"]])
    expected = elmo.embed([sentences[index]], layer=2)[0]
    elmo.start_from("warm", warm_up=[["the", "river"], ["a"]])
    close(elmo.embed(sentences, layer=2)[index], expected)


def test_a_start_that_does_not_exist_is_refused(elmo):
    with pytest.raises(ValueError, match="warm_up holds no words"):
        elmo.start_from("warm", warm_up=[])
    with pytest.raises(ValueError, match='"fresh", "carried" or "warm"'):
        elmo.start_from("cold")
    with pytest.raises(ValueError, match="1 or more"):
        elmo.start_from("carried", rows=0)


# --- vectors as numpy ----------------------------------------------------------------------------


def test_embed_gives_the_layers_the_mixture_and_the_pooled_vectors(elmo):
    tokens = [tokenize(s) if isinstance(s, str) else s for s in SENTENCES]
    layers = elmo.layers(SENTENCES)
    for j in range(3):
        for vectors, sentence in zip(elmo.embed(SENTENCES, layer=j), layers, strict=True):
            assert vectors.dtype == np.float32 and isinstance(vectors, np.ndarray)
            close(vectors, sentence[j])
    with torch.no_grad():
        elmo.mix.weights.copy_(torch.tensor([0.3, -1.0, 2.0]))
        elmo.mix.gamma.fill_(1.5)
    s = np.exp([0.3, -1.0, 2.0]) / np.exp([0.3, -1.0, 2.0]).sum()
    mixed = elmo.embed(SENTENCES)
    means, maxima = (elmo.embed(SENTENCES, pooling=p) for p in ("mean", "max"))
    assert means.shape == maxima.shape == (5, 12)
    for i, sentence in enumerate(layers):
        close(mixed[i], 1.5 * sum(s[j] * sentence[j].numpy() for j in range(3)))
        close(means[i], mixed[i].mean(0) if tokens[i] else np.zeros(12))
        close(maxima[i], mixed[i].max(0) if tokens[i] else np.zeros(12))
    every = elmo.embed(SENTENCES, layer="all", pooling="mean")
    close(every[:, 1], elmo.embed(SENTENCES, layer=1, pooling="mean"))


def test_no_sentences_no_vectors(elmo):
    assert elmo.embed([]) == [] and elmo.layers([]) == []
    assert elmo.embed([], pooling="mean").shape == (0, 12)
    assert elmo.embed([], layer="all", pooling="max").shape == (0, 3, 12)
    assert elmo([])[0].shape == (0, 0, 12)


def test_with_layer_norm_each_sentence_is_normalised_on_its_own(model):
    elmo = Elmo(model, layer_norm=True)
    alone = elmo([["a", "bank"]])[0].detach()
    close(elmo.embed([["river"] * 9, ["a", "bank"]])[1], alone[0])


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        (dict(sentences="one text"), TypeError, r"write \[sentence\]"),
        (dict(sentences=["fine", None]), TypeError, "Sentence 1 is neither text nor a list"),
        (dict(sentences=[["a", 3]]), TypeError, "Sentence 0 .*: it is or holds 3"),
        (dict(sentences=[[["a"]]]), TypeError, r"holds \['a'\]"),
        (dict(sentences=[["a\ud800"]]), ValueError, "lone surrogate"),
        (dict(sentences=["a"], layer=3), ValueError, '"mix", "all" or 0 to 2, not 3'),
        (dict(sentences=["a"], layer="top"), ValueError, "not 'top'"),
        (dict(sentences=["a"], pooling="sum"), ValueError, '"mean" or "max", not .sum.'),
    ],
)
def test_what_cannot_be_embedded_is_one_sentence(elmo, given, error, says):
    with pytest.raises(error, match=says):
        elmo.embed(**given)


def test_a_sentence_of_5000_words_is_like_any_other(elmo):
    for lstm in (*elmo.bilm.forward_lstms, *elmo.bilm.backward_lstms):
        lstm.w_hidden.data /= 4  # calm: a strong recurrence makes roundings grow over 5,000 steps
    long = random.Random(0).choices(WORDS, k=5000)
    found = elmo.embed([["a"], long, ["river"]], layer=1)[1]
    assert found.shape == (5000, 12)
    ids = torch.from_numpy(character_ids(["<S>", *long, "</S>"]))[None]
    with torch.no_grad():
        close(found, elmo.bilm(ids)[1][0, 1:-1])


def test_many_sentences_are_taken_and_given_back_bit_by_bit(elmo, monkeypatch):
    """Memory cannot grow: few sentences are in work at a time, few words at once."""
    elmo.max_tokens = 50
    taken, given, sizes = 0, 0, []

    def sentences():
        nonlocal taken
        for sentence in some_sentences(2000):
            taken += 1
            yield sentence

    def read_on(batch, states):
        sizes.append(len(batch) * (max(map(len, batch)) + 2))
        return original(batch, states)

    original = elmo.reader.read_on
    monkeypatch.setattr(elmo.reader, "read_on", read_on)
    ahead = 0
    for _ in elmo.stream(sentences(), pooling="mean"):
        given += 1
        ahead = max(ahead, taken - given)
    assert given == 2000
    assert ahead <= 4 * 50 / 2  # four budgets of the shortest sentences: their two marks
    assert max(sizes) <= 50


def test_a_bar_is_shown_if_asked_for_and_not_otherwise(elmo, monkeypatch, capsys):
    monkeypatch.setattr("elmo_lite.elmo.DELAY", 0)
    elmo.embed([["a"]] * 3)
    elmo.layers([["a"]] * 3, progress=False)
    assert capsys.readouterr().err == ""
    elmo.embed([["a"]] * 3, progress=True)
    assert "3/3" in capsys.readouterr().err


# --- the mixture in training ------------------------------------------------------------------


def test_the_module_gives_the_mixture_of_a_batch(elmo):
    vectors, mask = elmo(SENTENCES)
    layers = elmo.layers(SENTENCES)
    assert mask.sum(1).tolist() == [len(sentence.token) for sentence in layers]
    for i, sentence in enumerate(layers):
        close(vectors[i][mask[i]].detach(), sum(sentence[j] for j in range(3)) / 3)
    assert not vectors[~mask].any()


def test_only_the_mixture_learns(elmo, model):
    before = {name: p.clone() for name, p in elmo.named_parameters()}
    optimizer = torch.optim.AdamW(elmo.parameters(), lr=0.1, weight_decay=0.1)
    vectors, mask = elmo([["the", "bank"], ["river"]])
    (vectors[mask].square().sum() + elmo.mix.penalty()).backward()
    optimizer.step()
    changed = {name for name, p in elmo.named_parameters() if not torch.equal(p, before[name])}
    assert changed == {"mix.weights", "mix.gamma"}
    assert {id(p) for p in optimizer.state} == {id(elmo.mix.weights), id(elmo.mix.gamma)}
    assert [name for name, p in elmo.named_parameters() if p.requires_grad] == [
        "mix.weights",
        "mix.gamma",
    ]


def test_the_model_that_was_given_goes_on_learning_and_elmo_sees_it(model):
    model.train()
    elmo = Elmo(model)
    before = elmo.embed([["bank"]], layer=0)[0]
    assert model.training and all(p.requires_grad for p in model.parameters())
    with torch.no_grad():
        model.bilm.char_cnn.projection.bias += 1
    close(elmo.embed([["bank"]], layer=0)[0], before + 1)


def test_several_mixtures_can_share_one_reading(elmo):
    layers, mask = elmo.padded([["the", "bank"], ["river"]])
    one, two = torch.nn.ModuleList([type(elmo.mix)(3).pick(j) for j in (0, 2)])
    assert torch.equal(one(layers, mask), layers[0]) and torch.equal(two(layers, mask), layers[2])


# --- probabilities ------------------------------------------------------------------------------


def test_surprise_is_the_score_without_the_marks(elmo):
    sentences = ["the bank", ["a"], []]
    scores = scoring.score(elmo.model, [["the", "bank"], ["a"], []])
    found = zip(elmo.surprise(sentences), elmo.surprise(sentences, "backward"), strict=True)
    for (forward, backward), score, number in zip(found, scores, (2, 1, 0), strict=True):
        close(forward, -score.forward[:number])
        close(backward, -score.backward[1:])
    with pytest.raises(ValueError, match='"forward" or "backward"'):
        elmo.surprise(sentences, "both")


def test_probabilities_of_all_next_words_sum_to_one(elmo):
    words = elmo.model.vocabulary.words
    scores = elmo.log_probabilities(
        [["the", word] for word in words[3:]] + [["the", "outside"], ["the"]]
    )
    ends = scores[-1].forward[1]
    # <s> is the one word of the vocabulary that cannot stand in a sentence
    rest = sum(np.exp(s.forward[1]) for s in scores[:-1]) + np.exp(ends)
    first = elmo.layers([["the"]])[0].forward[-1]
    begin = elmo.model.log_distribution(first).exp()[0, words.index("<s>")].item()
    assert rest + begin == pytest.approx(1, abs=1e-5)


def test_weights_without_a_softmax_say_so(model):
    elmo = Elmo(model.bilm)
    close(elmo.embed([["bank"]])[0], Elmo(model).embed([["bank"]])[0])
    with pytest.raises(ValueError, match="no softmax"):
        elmo.surprise([["bank"]])
