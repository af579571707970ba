"""Elmo: sentences in, their own layers out; the mixture; a step of a scikit-learn pipeline."""

import pickle
import random
import re
from operator import length_hint

import numpy as np
import pytest
import small
import torch
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_union
from sklearn.utils import estimator_checks, get_tags

from elmo_lite import weights
from elmo_lite.elmo import Elmo, Mixture, masked_norm
from elmo_lite.reading import plain
from elmo_lite.text import character_ids, to_tokens
from elmo_lite.tools.vectorizer import ElmoVectorizer
from elmo_lite.weights import copies, published

SENTENCES = ["We sat on the bank.", ["one"], [], "배가 항구에 닿았다.", ["long"] * 60]
WORDS = ["the", "bank", "a", "river", "gift", "은행", "sat", "ran", "!"]


def close(actual, expected, tolerance=1e-5):
    np.testing.assert_allclose(actual, expected, rtol=0, atol=tolerance)


def some_sentences(number, longest=12, seed=0):
    rng = random.Random(seed)
    return [rng.choices(WORDS, k=rng.randint(0, longest)) for _ in range(number)]


@pytest.fixture
def model():
    model = small.language_model()
    for name, parameter in model.named_parameters():
        if "w_hidden" in name or "w_project" in name:
            torch.nn.init.normal_(parameter, std=0.7)  # so that a word is not soon forgotten
    return model


@pytest.fixture
def elmo(model):
    return Elmo(model)


def alone(elmo, sentence):
    """The layers of a sentence (3, time, 12) from the biLM itself, without any reader."""
    ids = torch.from_numpy(character_ids(["<S>", *sentence, "</S>"]))[None]
    layers = elmo.bilm(ids)
    return torch.stack([layers[j][0, 1:-1] for j in range(3)]).detach()


def test_weights_in_a_folder_and_weights_by_language(elmo, tmp_path, monkeypatch):
    weights.ours.save(elmo.model, tmp_path / "elmo_lite_ko", half=False)
    monkeypatch.setattr("elmo_lite.elmo.WEIGHTS", tmp_path)
    for name in (tmp_path / "elmo_lite_ko", "ko"):
        close(Elmo.load(name).embed([["배"]])[0], elmo.embed([["배"]])[0])
    with pytest.raises(FileNotFoundError, match="options.json"):
        Elmo.load(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"'xx'.*language \(here: ko\).*small, medium"):
        Elmo.load("xx")


def test_a_published_model_is_loaded_by_its_name(model, tmp_path, monkeypatch):
    pytest.importorskip("h5py")
    shape = model.bilm.shape
    monkeypatch.setenv("ELMO_LITE_DATA", str(tmp_path))
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setitem(published.MODELS, "some", ("some", shape))
    published.save(model.bilm, tmp_path / "options.json", tmp_path / "elmo_some_weights.hdf5")
    assert Elmo.load("Some", max_tokens=7).max_tokens == 7
    close(Elmo.load("some").embed([["bank"]])[0], Elmo(model).embed([["bank"]])[0])
    monkeypatch.setattr(copies, "ASK_ABOVE", 0)
    (tmp_path / "elmo_some_weights.hdf5").unlink()
    with pytest.raises(FileNotFoundError, match="download=True"):
        Elmo.load("some")


def test_the_shipped_weights_tell_two_banks_apart():
    river, money = Elmo.load().embed(["the bank of the river", "owed to the bank"], "all")
    close(river[0, 1], money[0, 3])  # the same letters
    for one, two in zip(river[1:, 1], money[1:, 3], strict=True):
        assert 0 < one @ two / np.linalg.norm(one) / np.linalg.norm(two) < 0.95


# ---- the same sentence, the same vectors ----


@pytest.mark.parametrize("max_tokens", [1, 40, 4096])
def test_a_vector_is_that_of_its_sentence_alone_whatever_the_order_or_the_batches(
    model, max_tokens
):
    sentences, elmo = some_sentences(60), Elmo(model, max_tokens=max_tokens)
    for given in (sentences, sentences[::-1]):
        for vectors, sentence in zip(elmo.embed(given, layer="all"), given, strict=True):
            close(vectors, alone(elmo, sentence))


def test_a_carried_state_is_one_long_reading(elmo):
    first, second = ["the", "bank"], ["a", "river", "ran"]
    fresh = alone(elmo, second)
    for _ in range(2):  # to start again forgets what was read
        elmo.start_from("carried")
        close(elmo.embed([first], layer="all")[0], alone(elmo, first))
        after = elmo.embed([second], layer="all")[0]
    # The forward model reads all marks and words of both in a row.
    both = alone(elmo, [*first, "</S>", "<S>", *second])
    close(after[2, :, :6], both[2, -3:, :6])
    assert np.abs(after - fresh.numpy())[1:].max() > 1e-3  # same sentence, different vectors
    close(after[0], fresh[0])  # the layer without context stays
    close(elmo.start_from("fresh").embed([second], layer="all")[0], fresh)


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


# ---- vectors as numpy ----


def test_embed_gives_the_layers_the_mixture_and_the_pooled_vectors(elmo):
    tokens, layers = to_tokens(SENTENCES), elmo.layers(SENTENCES)
    for j in range(3):
        for vectors, sentence in zip(elmo.embed(SENTENCES, layer=j), layers, strict=True):
            assert vectors.dtype == np.float32 and isinstance(vectors, np.ndarray)
            close(vectors, sentence[j])
    factors = small.set_mixture(elmo.mix, [0.3, -1.0, 2.0], gamma=1.5)
    mixed = elmo.embed(SENTENCES)
    means, maxima = (elmo.embed(SENTENCES, pooling=p) for p in ("mean", "max"))
    assert means.shape == maxima.shape == (5, 12)
    for i, sentence in enumerate(layers):
        close(mixed[i], sum(factors[j] * sentence[j].numpy() for j in range(3)))
        close(means[i], mixed[i].mean(0) if tokens[i] else np.zeros(12))
        close(maxima[i], mixed[i].max(0) if tokens[i] else np.zeros(12))
    every = elmo.embed(SENTENCES, layer="all", pooling="mean")
    close(every[:, 1], elmo.embed(SENTENCES, layer=1, pooling="mean"))


def test_no_sentences_no_vectors(elmo):
    assert elmo.embed([]) == elmo.layers([]) == []
    shapes = [v.shape for v in (elmo.embed([], pooling="mean"), elmo.embed([], "all", "max"))]
    assert shapes == [(0, 12), (0, 3, 12)] and elmo([])[0].shape == (0, 0, 12)


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


def test_many_sentences_are_taken_and_given_back_bit_by_bit(elmo, monkeypatch):
    """Memory cannot grow: few sentences are in work at a time, few words at once."""
    elmo.max_tokens = 50
    original, waiting, sizes = elmo.reader.read_on, iter(some_sentences(2000)), []

    def read_on(batch, *others):
        sizes.append(len(batch) * (max(map(len, batch)) + 2))
        return original(batch, *others)

    monkeypatch.setattr(elmo.reader, "read_on", read_on)
    for given, _ in enumerate(elmo.stream(waiting, pooling="mean"), start=1):
        taken = 2000 - length_hint(waiting)
        assert taken - given <= 4 * 50 / 2  # four budgets of the shortest: their two marks
    assert given == 2000 and max(sizes) <= 50


def test_layer_0_needs_no_lstm(elmo, monkeypatch):
    sentences = [["a", "bank"], [], ["the", "bank", "here"]]
    wanted = [layers[0] for layers in elmo.embed(sentences, layer="all")]
    elmo.start_from("carried")  # here the state has to be read on
    carried = elmo.embed(sentences, layer=0)
    assert elmo.states is not None
    elmo.start_from("fresh")
    monkeypatch.setattr(elmo.reader, "read_on", None)  # nobody calls it
    for given in (elmo.embed(sentences, layer=0), carried):
        assert [vectors.shape for vectors in given] == [(n, wanted[0].shape[1]) for n in (2, 0, 3)]
        close(np.concatenate(given), np.concatenate(wanted))


def test_words_that_are_asked_for_alone_are_as_in_the_whole_sentence(elmo):
    """In blocks of any size, from any start; what lies beyond them is not read."""
    sentences = some_sentences(60)
    parts = [(len(s) // 3, len(s) // 3 + min(len(s), 2 - i % 2)) for i, s in enumerate(sentences)]
    elmo.max_tokens = 50
    for start in ("fresh", "warm", "carried"):
        whole = list(elmo.start_from(start).stream(sentences, "all"))
        found = list(elmo.start_from(start).stream(sentences, "all", wanted=parts))
        for one, other, (first, end) in zip(whole, found, parts, strict=True):
            close(other, one[:, first:end])
    _, h, _ = next(elmo.start_from("fresh").stream([["a"] * 9], "all", wanted=[(3, 4)]))
    assert len(h) == 1  # not the others
    ((_, layers),) = elmo.reader.read([["a"] * 9], wanted=[(3, 4)])
    forward, backward = layers.forward[0][0, 1:-1], layers.backward[0][0, 1:-1]
    assert (forward[4:] == 0).all() and (forward[:4] != 0).all()  # it stops behind word 3
    assert (backward[:3] == 0).all() and (backward[3:] != 0).all()


def test_a_bar_is_shown_if_asked_for_and_not_otherwise(elmo, monkeypatch, capsys):
    monkeypatch.setattr("elmo_lite.elmo.DELAY", 0)
    elmo.embed([["a"]] * 3)
    elmo.layers([["a"]] * 3, progress=False)
    assert capsys.readouterr().err == ""
    elmo.embed([["a"]] * 3, progress=True)
    assert "3/3" in capsys.readouterr().err


# ---- the mixture in training ----


def test_the_module_gives_the_mixture_of_a_batch(elmo):
    vectors, mask = elmo(SENTENCES)
    layers = elmo.layers(SENTENCES)
    assert mask.sum(1).tolist() == [len(sentence.token) for sentence in layers]
    for i, sentence in enumerate(layers):
        close(vectors[i][mask[i]].detach(), sum(sentence[j] for j in range(3)) / 3)
    assert not vectors[~mask].any()


def test_only_the_mixture_learns(elmo):
    before = {name: p.clone() for name, p in elmo.named_parameters()}
    optimizer = torch.optim.AdamW(elmo.parameters(), lr=0.1, weight_decay=0.1)
    vectors, mask = elmo([["the", "bank"], ["river"]])
    (vectors[mask].square().sum() + elmo.mix.penalty()).backward()
    optimizer.step()
    changed = {name for name, p in elmo.named_parameters() if not torch.equal(p, before[name])}
    assert changed == {"mix.weights", "mix.gamma"}


def test_the_model_that_was_given_goes_on_learning_and_elmo_sees_it(model):
    model.train()
    elmo = Elmo(model)
    before = elmo.embed([["bank"]], layer=0)[0]
    assert model.training and all(p.requires_grad for p in model.parameters())
    with torch.no_grad():
        model.bilm.char_cnn.projection.bias += 1
    close(elmo.embed([["bank"]], layer=0)[0], before + 1)


def test_weights_without_a_softmax_say_so(model):
    elmo = Elmo(model.bilm)
    close(elmo.embed([["bank"]])[0], Elmo(model).embed([["bank"]])[0])
    with pytest.raises(ValueError, match="no softmax"):
        elmo.log_probabilities([["bank"]])


# ---- the mixture ----


def random_layers(num_layers):
    generator = torch.Generator().manual_seed(0)
    return torch.randn(num_layers, 2, 4, 6, generator=generator) * 3 + 1


def test_a_new_mixture_is_the_mean():
    layers = random_layers(3)
    torch.testing.assert_close(Mixture(3)(layers), layers.mean(dim=0))


@pytest.mark.parametrize("num_layers", [1, 3, 7])
@pytest.mark.parametrize("layer_norm", [False, True])
def test_the_mixture_equals_numpy_whatever_the_padding_is(num_layers, layer_norm):
    layers, mix = random_layers(num_layers), Mixture(num_layers, layer_norm)
    mask = torch.tensor([[1, 1, 1, 1], [1, 1, 0, 0]]).bool()
    factors = small.set_mixture(mix, [0.3, -1.0, 2.0, 0.0, 1.0, -0.5, 0.7][:num_layers], gamma=1.5)
    h, real = layers.double().numpy(), mask.numpy()
    expected = np.zeros((2, 4, 6))
    for j in range(num_layers):
        words = h[j][real]  # (6 words, dim)
        if layer_norm:
            words = (words - words.mean()) / words.std()
        expected[real] += factors[j] * words
    for given in (layers, torch.where(mask[..., None], layers, torch.tensor(1000.0))):
        close(mix(given, mask).detach(), expected, 2e-5)


def test_a_layer_that_never_varies_does_not_explode():
    constant = torch.full((1, 2, 3, 4), 7.0)
    assert not Mixture(1, layer_norm=True)(constant).any()
    nobody = torch.zeros(2, 3, dtype=torch.bool)
    assert not Mixture(1, layer_norm=True)(constant, nobody).any()


@pytest.mark.parametrize(("layer", "kind"), [(0, torch.float32), (2, torch.float64)])
def test_a_picked_layer_comes_out_bit_by_bit(layer, kind):
    layers, mix = random_layers(3).to(kind), Mixture(3).to(kind).pick(layer)
    assert torch.equal(mix(layers), layers[layer])
    assert mix.s.tolist() == [float(j == layer) for j in range(3)]
    assert mix.penalty(1.0) == 0
    mix(layers).sum().backward()
    assert mix.weights.grad is None and mix.gamma.grad is not None


def test_the_penalty_is_lambda_times_the_squared_length_of_w():
    mix = Mixture(3)
    small.set_mixture(mix, [1.0, -2.0, 3.0])
    assert [mix.penalty(0.5).item(), mix.penalty().item()] == pytest.approx([7.0, 0.014])
    mix.penalty(0.5).backward()
    assert mix.weights.grad.tolist() == [1.0, -2.0, 3.0]  # 2 * lambda * w


def test_the_norm_looks_at_real_words_alone_and_leaves_zeros_elsewhere():
    layer, mask = random_layers(1)[0], torch.ones(2, 4, dtype=torch.bool)
    mask[1, 1:] = False
    layer[~mask] = 100.0
    found = masked_norm(layer, mask)
    assert not found[~mask].any()
    torch.testing.assert_close(found[mask].mean(), torch.tensor(0.0), atol=1e-6, rtol=0)
    torch.testing.assert_close(found[mask].std(correction=0), torch.tensor(1.0))


def test_a_wrong_number_of_layers_is_named():
    with pytest.raises(ValueError, match="takes 3 layers, not 2"):
        Mixture(3)(random_layers(2))
    with pytest.raises(IndexError, match="0 to 2"):
        Mixture(3).pick(3)


@pytest.mark.parametrize("name", ["", " "])
def test_an_empty_name_does_not_mean_the_working_directory(tmp_path, monkeypatch, name):
    weights.ours.save(small.language_model(), tmp_path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="name of the weights is empty: name a folder"):
        Elmo.load(name)
    assert Elmo.load(".").num_layers == 3  # who says so means it


def test_vectors_of_a_model_in_bfloat16_are_numpy_arrays():
    model = small.language_model()
    exact = Elmo(model).embed(TEXTS[:1], "all")[0]
    found = Elmo(model.bfloat16()).embed(TEXTS[:1], "all")[0]
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, exact, atol=0.05)


def test_the_advice_for_a_lone_surrogate_can_be_followed():
    token, elmo = "a\ud800b", Elmo(small.language_model())
    with pytest.raises(ValueError, match="lone surrogate") as caught:
        elmo.embed([[token]])
    (advice,) = re.findall(r"token\.encode\(.*?\)\.decode\(\)", str(caught.value))
    np.testing.assert_array_equal(elmo.embed([[eval(advice)]])[0], elmo.embed([["ab"]])[0])


# ---- for scikit-learn ----

TEXTS = ["We sat on the bank.", "", "배가 항구에 닿았다."]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("weights")
    weights.ours.save(small.language_model(), folder, half=False)
    return folder


@pytest.mark.parametrize(("layer", "pooling"), [("mix", "mean"), (2, "max"), ("all", "max")])
def test_the_features_are_the_pooled_vectors(folder, layer, pooling):
    vectorizer = ElmoVectorizer(folder, layer, pooling)
    found = vectorizer.fit_transform(TEXTS)
    expected = Elmo.load(folder).embed(TEXTS, layer, pooling).reshape(3, -1)
    np.testing.assert_allclose(found, expected, atol=1e-6)
    assert found.dtype == np.float32 and found.shape[1] == (36 if layer == "all" else 12)
    assert len(vectorizer.get_feature_names_out()) == found.shape[1]


def test_text_tokens_arrays_and_generators_are_all_sentences(folder):
    vectorizer = ElmoVectorizer(folder).fit(TEXTS)
    expected = vectorizer.transform(TEXTS)
    for given in (np.array(TEXTS), np.array(TEXTS, dtype=object), iter(TEXTS), tuple(TEXTS)):
        np.testing.assert_allclose(vectorizer.transform(given), expected, atol=1e-6)
    tokens = [["We", "sat", "on", "the", "bank", "."], [], ["배가", "항구에", "닿았다", "."]]
    np.testing.assert_allclose(vectorizer.transform(tokens), expected, atol=1e-6)
    assert vectorizer.transform([]).shape == (0, 12)


def test_beside_another_vectorizer(folder):
    union = make_union(ElmoVectorizer(folder, 0), ElmoVectorizer(folder, 1))
    found = union.fit_transform(TEXTS)
    assert found.shape == (3, 24)
    assert not np.allclose(found[:, :12], found[:, 12:])
    assert union.get_feature_names_out()[0] == "elmovectorizer-1__elmo0"


def test_clones_and_pickles_give_the_same_features(folder):
    loaded = Elmo.load(folder)
    small.set_mixture(loaded.mix, [5.0, 0.0, 0.0])  # a trained mixture goes with it
    expected = loaded.embed(TEXTS, pooling="mean")
    vectorizer = ElmoVectorizer(loaded).fit(TEXTS)
    for twin in (clone(vectorizer).fit(TEXTS), pickle.loads(pickle.dumps(vectorizer))):
        np.testing.assert_allclose(twin.transform(TEXTS), expected, atol=1e-6)


def test_wrong_parameters_are_named_by_fit_and_wrong_sentences_by_transform(folder):
    for wrong, says in (({"layer": 9}, "0 to 2, not 9"), ({"pooling": None}, "not None")):
        with pytest.raises(ValueError, match=says):
            ElmoVectorizer(folder, **wrong).fit(TEXTS)
    with pytest.raises(NotFittedError):
        ElmoVectorizer(folder).transform(TEXTS)
    for given, says in (("one text", r"write \[sentence\]"), (np.zeros((2, 3)), "Sentence 0")):
        with pytest.raises(TypeError, match=says):
            ElmoVectorizer(folder).fit(TEXTS).transform(given)


def test_fit_reads_nothing_and_leaves_a_carried_state_alone(folder):
    elmo = Elmo.load(folder).start_from("carried")
    elmo.embed(TEXTS[:1])
    before = [[h.clone() for h, _ in direction] for direction in elmo.states]
    ElmoVectorizer(elmo).fit(TEXTS)
    for direction, kept in zip(elmo.states, before, strict=True):
        assert all(torch.equal(h, old) for (h, _), old in zip(direction, kept, strict=True))


# What scikit-learn checks without a table of numbers; check_estimator itself stops at text.
CHECKS = "get_params_invariance set_params no_attributes_set_in_init mixin_order"


@pytest.mark.parametrize("name", [*CHECKS.split(), "parameters_default_constructible"])
def test_the_checks_of_scikit_learn(folder, name):
    getattr(estimator_checks, f"check_{name}")("ElmoVectorizer", ElmoVectorizer(folder))


def test_scikit_learn_is_told_that_text_goes_in(folder):
    tags = get_tags(ElmoVectorizer(folder))
    assert tags.input_tags.string and not tags.input_tags.two_d_array
    assert tags.transformer_tags.preserves_dtype == []
