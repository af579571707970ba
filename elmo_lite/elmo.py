"""ELMo: sentences in, every layer of every word out.

elmo = Elmo.load()
elmo.layers(["We sat on the bank of the river."])[0][2]   # layer 2, (time, 2 * proj_dim)
"""

from collections.abc import Sequence
from pathlib import Path

from elmo_lite import reading, weights
from elmo_lite.bilm import Layers
from elmo_lite.language_model import LanguageModel
from elmo_lite.paths import WEIGHTS
from elmo_lite.text import tokenize


class Elmo:
    """A trained biLM as a source of word vectors.

    It keeps no state: the vectors of a sentence do not depend on the sentences before or beside it.
    """

    def __init__(self, model: LanguageModel) -> None:
        self.model = model.eval()

    @classmethod
    def load(cls, name: str | Path = "en") -> "Elmo":
        """The weights of the course by language, or those in a folder of your own."""
        shipped = WEIGHTS / f"elmo_lite_{name}"
        return cls(weights.load(shipped if shipped.is_dir() else name))

    def layers(self, sentences: Sequence[str | Sequence[str]]) -> list[Layers]:
        """One Layers object per sentence, each tensor (time, proj_dim), in the given order.

        A sentence is plain text, which text.tokenize splits, or a list of tokens.
        """
        if isinstance(sentences, str):
            raise TypeError("layers() takes a list of sentences: write [sentence].")
        tokens = [tokenize(s) if isinstance(s, str) else list(s) for s in sentences]
        found: dict[int, Layers] = {}
        for group, layers in reading.read(self.model.bilm, tokens):
            for row, index in enumerate(group):
                words = slice(1, len(tokens[index]) + 1)  # the marks of the sentence stay out
                found[index] = Layers(
                    layers.token[row, words].clone(),
                    [h[row, words].clone() for h in layers.forward],
                    [h[row, words].clone() for h in layers.backward],
                )
        return [found[i] for i in range(len(tokens))]
