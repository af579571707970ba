"""Elmo: whatever comes in, each sentence gets its own layers back."""

import pytest
import torch

from elmo_lite import weights
from elmo_lite.bilm import BiLMShape
from elmo_lite.char_cnn import CharShape
from elmo_lite.elmo import Elmo
from elmo_lite.language_model import LanguageModel
from elmo_lite.text import Vocabulary, character_ids

SENTENCES = ["We sat on the bank.", ["one"], [], "배가 항구에 닿았다.", ["long"] * 60]


@pytest.fixture
def elmo():
    torch.manual_seed(0)
    shape = BiLMShape(
        CharShape(char_dim=4, filters=((1, 4), (2, 4)), emb_dim=6), hidden_dim=8, proj_dim=6
    )
    return Elmo(LanguageModel(shape, Vocabulary.build([["a"]])))


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
    weights.save(elmo.model, tmp_path / "mine", half=False)
    mine = Elmo.load(tmp_path / "mine")
    torch.testing.assert_close(mine.layers([["a"]])[0][1], elmo.layers([["a"]])[0][1])
    with pytest.raises(FileNotFoundError, match="options.json"):
        Elmo.load(tmp_path)
