"""What several tests share: a model of a few hundred numbers, and a disk that is full."""

import contextlib
import signal

import pytest
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


@contextlib.contextmanager
def full_disk(limit: int = 2000):
    """Limit the size of files, in bytes, as if the disk was full.

    The limit ends with the block: pytest itself may be writing into a file.
    """
    resource = pytest.importorskip("resource")
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
