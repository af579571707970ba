"""A model of a few hundred numbers, for every test that needs one."""

import torch

from elmo_lite.bilm import BiLanguageModel, BiLMShape
from elmo_lite.char_cnn import CharShape
from elmo_lite.text import Vocabulary

SHAPE = BiLMShape(
    CharShape(char_dim=4, filters=((1, 4), (2, 4)), emb_dim=6), hidden_dim=8, proj_dim=6
)


def language_model(*sentences: list[str], shape: BiLMShape = SHAPE) -> BiLanguageModel:
    """A biLM with the words of these sentences as vocabulary, the same at every call."""
    torch.manual_seed(0)
    return BiLanguageModel(shape, Vocabulary.build(sentences or [["a", "the", "bank"]]))
