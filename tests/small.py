"""What several tests share: small models and vectors, rows of experiments, a disk that is full."""

import contextlib
import signal
from collections.abc import Sequence

import numpy as np
import pytest
import torch

from elmo_lite.bilm import BiLanguageModel, BiLM, BiLMShape
from elmo_lite.char_cnn import CharShape
from elmo_lite.corpora.examples import About, Examples
from elmo_lite.elmo import Elmo, Mixture
from elmo_lite.text import Vocabulary
from experiments.inputs import keyed
from experiments.store import Measurement, Store

SHAPE = BiLMShape(
    CharShape(char_dim=4, filters=((1, 4), (2, 4)), emb_dim=6), hidden_dim=8, proj_dim=6
)


def language_model(*sentences: list[str], shape: BiLMShape = SHAPE) -> BiLanguageModel:
    """A biLM with the words of these sentences as vocabulary, the same at every call."""
    torch.manual_seed(0)
    return BiLanguageModel(shape, Vocabulary.build(sentences or [["a", "the", "bank"]]))


def random_bilm(shape: BiLMShape, seed: int = 0) -> BiLM:
    """Weights and biases so large that gates open and shut and vectors are about 1."""
    torch.manual_seed(seed)
    bilm = BiLM(shape)
    for parameter in bilm.parameters():
        inputs = parameter[0].numel() if parameter.dim() > 1 else 4
        torch.nn.init.normal_(parameter, std=1.5 * inputs**-0.5)
    with torch.no_grad():
        bilm.char_cnn.embedding.weight[0] = 0
    return bilm.eval()


def set_mixture(mix: Mixture, weights: list[float], gamma: float = 1.0) -> np.ndarray:
    """Give a mixture these numbers -> what it multiplies each layer by, gamma * s."""
    with torch.no_grad():
        mix.weights.copy_(torch.tensor(weights))
        mix.gamma.fill_(gamma)
    return gamma * np.exp(weights) / np.exp(weights).sum()


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


def static_vectors(words: Sequence[str], seed: int = 0, dim: int = 6):
    """Random vectors for these words."""
    return keyed(list(words), np.random.default_rng(seed).normal(size=(len(words), dim)))


def two_topics(number: int = 400) -> list[list[str]]:
    """Sentences about animals or about tools: words of one topic never meet the other."""
    rng = np.random.default_rng(0)
    topics = (["cat", "dog", "cow", "fur"], ["saw", "drill", "nail", "wood"])
    return [rng.choice(topics[i % 2], 6).tolist() for i in range(number)]


def measured(
    experiment: Measurement,
    given: object = None,
    seeds: Sequence[int] = range(1, 2),
    store: Store | None = None,
) -> tuple[list, dict]:
    """The rows of an experiment of a script, and what it was measured on."""
    store = store or Store(None, "test", given if isinstance(given, Elmo) else None)
    experiment(store, given, seeds)
    found = store.data["experiments"][experiment.__name__]
    return found["rows"], found["about"]


def examples(rows: Sequence[tuple]) -> Examples:
    """Rows in the place of a public set."""
    return Examples(list(rows), About("toy", "none", "none"), {})
