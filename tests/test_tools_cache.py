"""Cached vectors are those that Elmo gives; random weights are new, and the same for a seed."""

import ctypes
import errno
import os
import sys
from dataclasses import replace

import numpy as np
import pytest
import torch

from elmo_lite import controls
from elmo_lite.bilm import SHAPES, BiLanguageModel, BiLM
from elmo_lite.corpora import Occurrence
from elmo_lite.elmo import Elmo
from elmo_lite.text import Vocabulary
from elmo_lite.tools import cache
from experiments.bench.memory import megabytes

SENTENCES = [["a", "bank", "here"], [], ["play", "it"], ["a", "bank", "here", "too"]]


@pytest.fixture(scope="module")
def elmo():
    torch.manual_seed(0)
    vocabulary = Vocabulary.build([["a", "bank", "here", "it"]])
    return Elmo(BiLanguageModel(SHAPES["tiny"], vocabulary))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Where the files are: a cache of its own."""
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path))
    return tmp_path / "vectors"


def test_every_word_has_the_layers_that_elmo_gives(elmo):
    found = cache.layer_vectors(elmo, SENTENCES)
    expected = np.concatenate(elmo.embed(SENTENCES, layer="all"), axis=1)
    assert found.dtype == np.float16
    np.testing.assert_allclose(found, expected, atol=2e-3)


def test_an_occurrence_of_several_words_is_their_mean(elmo):
    tokens = ("it", "took", "place", "here")
    occurrences = [Occurrence(tokens, 1, "s", "take_place", end=3), Occurrence(tokens, 3, "t", "h")]
    found = cache.occurrence_vectors(elmo, occurrences)
    layers = elmo.embed([list(tokens)], layer="all")[0]
    np.testing.assert_allclose(found[:, 0], layers[:, 1:3].mean(axis=1), atol=2e-3)
    np.testing.assert_allclose(found[:, 1], layers[:, 3], atol=2e-3)
    assert cache.occurrence_vectors(elmo, []).shape[:2] == (3, 0)


def test_what_is_there_is_not_read_again(elmo, folder, monkeypatch):
    first = np.array(cache.layer_vectors(elmo, SENTENCES))
    monkeypatch.setattr(Elmo, "stream", None)
    np.testing.assert_array_equal(cache.layer_vectors(elmo, SENTENCES), first)
    with pytest.raises(TypeError):  # another text would have to be read
        cache.layer_vectors(elmo, [["it"]])
    assert len(list(folder.iterdir())) == 1  # and what failed leaves nothing behind


def test_an_interruption_leaves_no_half_file(elmo, folder, monkeypatch):
    def stops(self, sentences, layer, **options):
        yield np.zeros((3, 3, 2 * elmo.bilm.shape.proj_dim), np.float32)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Elmo, "stream", stops)
        cache.layer_vectors(elmo, SENTENCES)
    assert list(folder.iterdir()) == []
    found = cache.layer_vectors(elmo, SENTENCES)
    assert np.abs(found).max(axis=2).all()  # no word of any layer was left empty


def test_a_full_disk_is_noticed_before_the_reading(elmo, folder, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", full, raising=False)
    monkeypatch.setattr(Elmo, "stream", None)
    with pytest.raises(OSError, match="No space left on device.*make room"):
        cache.layer_vectors(elmo, SENTENCES)
    assert list(folder.iterdir()) == []


def test_other_weights_have_another_fingerprint_and_other_vectors(elmo):
    torch.manual_seed(5)
    expected = torch.rand(1)
    torch.manual_seed(5)
    one, same, other = (controls.with_random_weights(elmo, seed) for seed in (1, 1, 2))
    assert torch.rand(1) == expected  # the random numbers of others are left alone
    prints = [cache.weights_hash(each) for each in (elmo, one, same, other)]
    assert prints[1] == prints[2] and len(set(prints)) == 3
    vectors = [cache.layer_vectors(each, SENTENCES) for each in (one, other)]
    assert np.abs(vectors[0] - vectors[1]).max() > 0.01
    assert one.bilm.shape == elmo.bilm.shape


def test_a_control_reads_as_its_model_does(elmo):
    """Another start, other batches or another precision would be a difference of their own."""
    warm = Elmo(BiLM(elmo.bilm.shape).to(torch.bfloat16), max_tokens=50)
    warm.start_from("warm", warm_up=[["play", "it"]])
    control = controls.with_random_weights(warm, 3)
    assert (control.max_tokens, control.start, control.warm_up) == (50, "warm", [["play", "it"]])
    assert next(control.bilm.parameters()).dtype == torch.bfloat16
    # it is the start of its own weights: what it gives right after the same text
    expected = controls.with_random_weights(warm, 3).start_from("carried")
    expected.embed([["play", "it"]])
    same = zip(control.embed(SENTENCES[:1]), expected.embed(SENTENCES[:1]), strict=True)
    assert all(map(np.array_equal, *zip(*same, strict=True)))
    assert not np.array_equal(control.embed([["a"]]), control.start_from("fresh").embed([["a"]]))
    carried = controls.with_random_weights(Elmo(elmo.model).start_from("carried", rows=2), 3)
    assert (carried.start, carried.rows, carried.states) == ("carried", 2, None)


def test_a_warm_control_begins_with_the_words_that_it_spells():
    elmo = Elmo.load().start_from("warm")
    control = controls.with_warm_start(elmo, 0)
    states = controls.with_warm_start(elmo, 0).start_from("warm").states
    for one, other in zip(
        control.states[0] + control.states[1], states[0] + states[1], strict=True
    ):
        assert all(map(torch.equal, one, other))


def test_a_control_is_on_the_device_of_its_model():
    elmo = Elmo(BiLM(SHAPES["tiny"]))
    elmo.to("meta")  # every computer has it
    assert next(controls.with_random_weights(elmo, 0).bilm.parameters()).device.type == "meta"


def test_vectors_with_a_carried_state_are_read_each_time(elmo, folder):
    """What the first call did to the state, the second one must do as well."""
    texts = SENTENCES, [[], []], SENTENCES
    one, other = (Elmo(elmo.model).start_from("carried") for _ in range(2))
    for _ in range(2):  # from the beginning again: the first time nothing was on the disk
        one.start_from("carried"), other.start_from("carried")
        found = [cache.layer_vectors(one, text) for text in texts]
        expected = [np.concatenate(other.embed(text, layer="all"), axis=1) for text in texts]
        for each, right in zip(found, expected, strict=True):
            np.testing.assert_allclose(each, right, atol=2e-3)
        assert np.abs(found[0] - found[2]).max() > 0.01
    assert not folder.exists()


def test_a_model_in_bfloat16_has_a_fingerprint_and_vectors(elmo):
    half = Elmo(BiLM(SHAPES["tiny"]).to(torch.bfloat16))
    half.start_from("warm")
    assert cache.weights_hash(half) not in (cache.weights_hash(elmo), "")
    expected = np.concatenate(half.embed(SENTENCES, layer="all"), axis=1)
    np.testing.assert_allclose(cache.layer_vectors(half, SENTENCES), expected, atol=2e-3)


def test_what_changes_the_vectors_changes_the_file(elmo):
    without_skip = Elmo(BiLM(replace(elmo.bilm.shape, skip=False)))
    without_skip.bilm.load_state_dict(elmo.bilm.state_dict())
    others = [
        elmo,
        without_skip,
        *(Elmo(elmo.model).start_from("warm", warm_up=[[word]]) for word in ("a", "bank")),
    ]
    assert len({cache.weights_hash(other) for other in others}) == 1
    assert len({cache._key(other, SENTENCES, []) for other in others}) == len(others)
    assert cache._key(Elmo(elmo.model), SENTENCES, []) == cache._key(elmo, SENTENCES, [])


def test_the_fingerprint_stays_what_results_files_are_keyed_by(elmo):
    weights = BiLM(SHAPES["tiny"])
    with torch.no_grad():
        for number, parameter in enumerate(weights.parameters()):
            parameter.fill_(number / 8)
    assert cache.weights_hash(Elmo(weights)) == "db1018ad31c31bb8"


def test_memory_that_a_reading_freed_goes_back_to_the_system():
    if sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "malloc_trim"):
        pytest.skip("only glibc keeps what was freed and can be asked for it")
    before = megabytes(os.getpid(), "RssAnon")
    small = [bytes(50_000) for _ in range(2_000)]  # below the size that is mapped on its own
    last = bytes(50_000)  # above them all, so that the heap cannot simply shrink
    assert megabytes(os.getpid(), "RssAnon") > before + 80
    del small
    cache.give_back_memory()
    assert megabytes(os.getpid(), "RssAnon") < before + 30 and last


def test_words_with_line_breaks_and_empty_words_have_keys_of_their_own(elmo):
    texts = (
        [["a\nb"]],
        [["a", "b"]],
        [["a"], ["b"]],
        [[""]],
        [[]],
        [["a", ""]],
        [["a"], []],
        [["\ud800"]],
    )
    keys = {cache._key(elmo, text, [(0, 0, 1)]) for text in texts}
    assert len(keys) == len(texts)
    one, two = (
        cache.occurrence_vectors(elmo, [Occurrence(t, 0, "s", "l")])
        for t in (("a\nb",), ("a", "b"))
    )
    assert np.abs(one - two).max() > 0.01


@pytest.mark.parametrize(
    "damage", [lambda data: data[:200], lambda data: data[:70], lambda data: b""]
)
def test_a_cut_file_heals(elmo, folder, damage):
    expected = np.array(cache.layer_vectors(elmo, SENTENCES))
    (file,) = folder.iterdir()
    file.write_bytes(damage(file.read_bytes()))
    np.testing.assert_array_equal(cache.layer_vectors(elmo, SENTENCES), expected)


def test_a_file_of_other_vectors_is_not_taken(elmo, folder):
    expected = np.array(cache.layer_vectors(elmo, SENTENCES))
    (file,) = folder.iterdir()
    np.save(file, expected.astype(np.float32))
    np.testing.assert_array_equal(cache.layer_vectors(elmo, SENTENCES), expected)


def test_vectors_too_large_for_half_precision_are_refused(folder):
    model = BiLM(replace(SHAPES["tiny"], proj_clip=None))
    with torch.no_grad():
        model.char_cnn.projection.bias[0] = 70_000
    with pytest.raises(ValueError, match="A vector holds 70,000, too much for half precision: use"):
        cache.layer_vectors(Elmo(model), [["a"]])
    assert list(folder.iterdir()) == []
