"""ELMo: sentences in, every layer of every word out, and their mixture.

Used from notebook 07 on; notebook 09 builds the mixture.

elmo = Elmo.load()
elmo.layers(["We sat on the bank."])[0][2]         # layer 2 of a sentence, (time, 2 * proj_dim)
elmo.embed(["We sat on the bank."], layer=1)[0]    # the same kind of thing, as a numpy array
vectors, mask = elmo(["We sat on the bank."])      # the mixture, for training on a task
"""

from collections.abc import Iterable, Iterator, Sized
from copy import deepcopy
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from elmo_lite import published, scoring, weights
from elmo_lite.bilm import BiLM, Layers
from elmo_lite.chapter import in_notebook
from elmo_lite.fast_reading import Reader
from elmo_lite.language_model import LanguageModel
from elmo_lite.paths import WEIGHTS
from elmo_lite.reading import States
from elmo_lite.scalar_mix import ScalarMix
from elmo_lite.sentences import WARM_UP, Sentence, Sentences, blocks, to_tokens

BLOCK = 4  # stream takes the words of this many batches at a time
DELAY = 1  # seconds before a progress bar appears
Layer = int | str  # 0, 1, 2, "mix" or "all"


class Elmo(nn.Module):
    """A trained biLM as a source of word vectors, and a mixture of its layers that can be trained.

    The biLM is frozen: an optimizer over elmo.parameters() changes `mix` and nothing else. By
    default every sentence is read from an empty state, so that its vectors do not depend on the
    sentences before or beside it; `begin` offers two other ways.
    """

    def __init__(
        self,
        model: LanguageModel | BiLM,
        layer_norm: bool = False,
        max_tokens: int = 4096,
        precision: str = "float32",
    ) -> None:
        """max_tokens: how many positions are read at once; fewer need less memory. precision:
        "bfloat16" and "int8" are faster and less exact, see docs/embedding.md."""
        super().__init__()
        # The same numbers in memory, but frozen here and not in the model that was given, which
        # may still be in training. What is in `shared` is not copied.
        shared: dict[int, object] = {
            id(p): nn.Parameter(p.detach(), requires_grad=False) for p in model.parameters()
        }
        if isinstance(model, LanguageModel):
            shared[id(model.vocabulary)] = model.vocabulary
        self.model = deepcopy(model, shared).eval()
        self.reader = Reader(self.bilm, precision)
        self.max_tokens = max_tokens
        self.num_layers = self.bilm.shape.num_layers + 1
        self.mix = ScalarMix(self.num_layers, layer_norm)
        self.begin("fresh")

    @classmethod
    def load(cls, name: str | Path = "en", download: bool = False, **options) -> "Elmo":
        """The weights of the course by language, a published model ("small", "medium", "original",
        "5.5b"; see published.load), or those in a folder of your own. options: as above.
        """
        shipped = WEIGHTS / f"elmo_lite_{name}"
        folder = shipped if shipped.is_dir() else Path(name)
        if str(name).lower() in published.MODELS and not folder.is_dir():
            return cls(published.load(str(name), download=download), **options)
        if not folder.is_dir():
            there = ", ".join(sorted(p.name[10:] for p in WEIGHTS.glob("elmo_lite_*"))) or "none"
            raise FileNotFoundError(
                f"There are no weights {str(name)!r}: name a folder, a language (here: {there}) "
                f"or a published model ({', '.join(published.MODELS)})."
            )
        return cls(weights.load(folder), **options)

    @property
    def bilm(self) -> BiLM:
        return self.model.bilm if isinstance(self.model, LanguageModel) else self.model

    def begin(self, start: str, rows: int = 1, warm_up: Sentences = WARM_UP) -> "Elmo":
        """Where the reading of a sentence starts.

        "fresh": from an empty state. Same sentence, same vectors. Our own weights learned this way.
        "carried": where the last sentence ended, also that of the call before. Same sentence,
            different vectors. With rows=B, sentence n goes on where sentence n - B ended: this is
            how the published ELMo reads batches of B, and what its weights learned.
        "warm": from the state that `warm_up` leaves behind, always the same one. Same sentence,
            same vectors, and the published weights do not meet the empty state, which they hardly
            know. For another language than English, give a text of your own.
        Every call of `begin` forgets what was read before.
        """
        if start not in ("fresh", "carried", "warm"):
            raise ValueError(f'start is "fresh", "carried" or "warm", not {start!r}.')
        if rows < 1:
            raise ValueError(f"rows is 1 or more, not {rows}.")
        before = to_tokens(warm_up) if start == "warm" else []
        if start == "warm" and not any(before):
            raise ValueError("warm_up holds no words: give a text.")
        self.start, self.rows = start, rows
        self.states: States | None = None
        for sentence in before:
            _, self.states = self.reader.read_on([sentence], self.states)
        return self

    def _groups(self, tokens: list[list[str]]) -> Iterator[tuple[list[int], Layers]]:
        """Sentences in the groups in which they are read; layers as those of reading.read."""
        if self.start == "carried":
            for first in range(0, len(tokens), self.rows):
                group = list(range(first, min(first + self.rows, len(tokens))))
                layers, self.states = self.reader.read_on([tokens[i] for i in group], self.states)
                yield group, layers
        else:
            yield from self.reader.read(tokens, self.max_tokens, self.states)

    def _sentences(self, tokens: list[list[str]]) -> Iterator[tuple[int, Layers]]:
        """(index, its layers without the marks of the sentence), in any order."""
        for group, layers in self._groups(tokens):
            for row, index in enumerate(group):
                words = slice(1, len(tokens[index]) + 1)
                forward = [h[row, words].clone() for h in layers.forward]
                backward = [h[row, words].clone() for h in layers.backward]
                yield index, Layers(layers.token[row, words].clone(), forward, backward)

    def layers(self, sentences: Sentences, progress: bool | None = None) -> list[Layers]:
        """One Layers object per sentence, each tensor (time, proj_dim), in the given order.

        A sentence is plain text, which text.tokenize splits, or a list of tokens. progress: True
        shows a bar if it takes long, False does not, None decides by where you work.
        """
        tokens = to_tokens(sentences)
        with _bar(len(tokens), progress) as bar:
            found: dict[int, Layers] = {}
            for index, layers in self._sentences(tokens):
                found[index] = layers
                bar.update()
        return [found[i] for i in range(len(tokens))]

    def padded(self, sentences: Sentences) -> tuple[Tensor, Tensor]:
        """layers (num_layers, batch, time, 2 * proj_dim), zeros behind the end of a sentence, and
        mask (batch, time), true at words: what several mixtures can share."""
        found = self.layers(sentences, progress=False)
        lengths = [len(layers.token) for layers in found]
        like, longest = next(self.bilm.parameters()), max(lengths, default=0)
        result = like.new_zeros(self.num_layers, len(found), longest, 2 * self.bilm.shape.proj_dim)
        for row, (layers, length) in enumerate(zip(found, lengths, strict=True)):
            for j in range(self.num_layers):
                result[j, row, :length] = layers[j]
        steps = torch.arange(longest, device=like.device)
        return result, steps < torch.tensor(lengths, device=like.device)[:, None]

    def forward(self, sentences: Sentences) -> tuple[Tensor, Tensor]:
        """The mixture (batch, time, 2 * proj_dim) and mask (batch, time), true at words."""
        layers, mask = self.padded(sentences)
        return self.mix(layers, mask), mask

    def stream(
        self,
        sentences: Iterable[Sentence],
        layer: Layer = "mix",
        pooling: str | None = None,
        progress: bool | None = None,
    ) -> Iterator[np.ndarray]:
        """What embed gives, one sentence at a time: for more sentences than fit into memory."""
        _check(layer, pooling, self.num_layers)
        with _bar(len(sentences) if isinstance(sentences, Sized) else None, progress) as bar:
            for tokens in blocks(sentences, BLOCK * self.max_tokens, self.rows):
                found = {}
                for index, layers in self._sentences(tokens):
                    found[index] = self._vectors(layers, layer, pooling)
                    bar.update()
                yield from (found[i] for i in range(len(tokens)))

    @torch.no_grad()
    def _vectors(self, layers: Layers, layer: Layer, pooling: str | None) -> np.ndarray:
        """One sentence as numpy: (time, dim), (dim,) if pooled, layers first if all."""
        every = [layers[j] for j in range(self.num_layers)]
        if layer == "mix":
            words = self.mix(every)
        else:
            words = torch.stack(every) if layer == "all" else every[int(layer)]
        if pooling and words.shape[-2] == 0:
            words = words.new_zeros(*words.shape[:-2], words.shape[-1])
        elif pooling:
            words = words.mean(dim=-2) if pooling == "mean" else words.amax(dim=-2)
        return words.cpu().numpy()

    def embed(
        self,
        sentences: Sentences,
        layer: Layer = "mix",
        pooling: str | None = None,
        progress: bool | None = None,
    ) -> list[np.ndarray] | np.ndarray:
        """Vectors as numpy arrays, for people who want nothing else.

        layer: "mix", 0 (the words without context), 1, 2, or "all".
        pooling: None gives one array (time, 2 * proj_dim) per sentence; "mean" or "max" over the
        words gives one array (sentences, 2 * proj_dim), zeros for a sentence without words.
        layer "all" puts one more axis, the layers, before the last two, or the last one if pooled.
        With layer_norm every sentence is normalised on its own here.
        """
        found = list(self.stream(sentences, layer, pooling, progress))
        if pooling is None:
            return found
        if found:
            return np.stack(found)
        dims = (self.num_layers,) if layer == "all" else ()
        return np.zeros((0, *dims, 2 * self.bilm.shape.proj_dim), np.float32)

    def scores(self, sentences: Sentences) -> list[scoring.WordScores]:
        """Natural log-probabilities of every word and of the end (backward: the start) mark.

        The log-probability of a sentence is their sum. A word outside the vocabulary is scored as
        <unk>. Every sentence is read from an empty state.
        """
        if not isinstance(self.model, LanguageModel):
            raise ValueError("These weights have no softmax: they give vectors, no probabilities.")
        return scoring.score(self.model, to_tokens(sentences), self.max_tokens)

    def surprise(self, sentences: Sentences, direction: str = "forward") -> list[np.ndarray]:
        """-log P of every word given the words before it ("forward") or behind it ("backward").

        One array (time,) per sentence. 0 is a word that had to come; a large number a surprise.
        """
        if direction not in ("forward", "backward"):
            raise ValueError(f'direction is "forward" or "backward", not {direction!r}.')
        if direction == "forward":
            return [-scores.forward[:-1] for scores in self.scores(sentences)]
        return [-scores.backward[1:] for scores in self.scores(sentences)]


def _check(layer: Layer, pooling: str | None, num_layers: int) -> None:
    if layer not in ("mix", "all", *range(num_layers)):
        raise ValueError(f'layer is "mix", "all" or 0 to {num_layers - 1}, not {layer!r}.')
    if pooling not in (None, "mean", "max"):
        raise ValueError(f'pooling is None, "mean" or "max", not {pooling!r}.')


def _bar(total: int | None, progress: bool | None):
    """A progress bar; None: in a terminal only, since a notebook would keep what is left of it."""
    from tqdm.auto import tqdm

    hidden = (in_notebook() or None) if progress is None else not progress
    return tqdm(total=total, unit=" sentences", disable=hidden, delay=DELAY)
