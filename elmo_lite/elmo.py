"""ELMo: sentences in, every layer of every word out, and their mixture.

Built in chapter 09: `join_layers` and the mixture. Used from chapter 07 on.

elmo = Elmo.load()
elmo.layers(["We sat on the bank."])[0][2]         # layer 2 of a sentence, (time, 2 * proj_dim)
elmo.embed(["We sat on the bank."], layer=1)[0]    # layer 1, as a numpy array
vectors, mask = elmo(["We sat on the bank."])      # the mixture, for training on a task

For a scikit-learn pipeline see tools/vectorizer.py.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from copy import deepcopy
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeVar

import numpy as np
import torch
from torch import Tensor, nn
from tqdm import tqdm

from elmo_lite import weights
from elmo_lite.bilm import BiLanguageModel, BiLM, Layers
from elmo_lite.files import WEIGHTS
from elmo_lite.reading import score
from elmo_lite.reading.fast import Reader, Span
from elmo_lite.reading.plain import States
from elmo_lite.text import WARM_UP, Sentence, Sentences, blocks, to_tokens

BLOCK = 4  # sentences are sorted by length within so many batches
DELAY = 1  # seconds before a progress bar appears
Layer = int | str  # 0, 1, 2, "mix" or "all"
T = TypeVar("T")


# ---- from five vectors to three, and to one ----


def join_layers(x: Tensor, forward: Sequence[Tensor], backward: Sequence[Tensor]) -> Tensor:
    """Equation (2), h[k, 0] to h[k, L] of every word: (num_layers, ..., time, 2 * dim).

    x: (..., time, dim); forward and backward: such a tensor for each LSTM layer, the lowest first.
    """
    layers = [torch.cat([x, x], dim=-1)]
    for j in range(len(forward)):
        layers.append(torch.cat([forward[j], backward[j]], dim=-1))
    return torch.stack(layers)


def joined(layers: Layers) -> Tensor:
    """join_layers of what Elmo.layers gives for a sentence."""
    return join_layers(layers.token, layers.forward, layers.backward)


class Mixture(nn.Module):
    """ELMo_k = gamma * sum_j s_j h[k, j], equation (3), with s = softmax(w), equation (4).

    At first w = 0, so that every layer counts the same, and gamma = 1. `layer_norm` brings the
    layers to the same scale first: one mean and one variance per layer, over all real words of the
    batch, as in the published code. A vector then depends on the batch.
    """

    def __init__(self, num_layers: int, layer_norm: bool = False) -> None:
        super().__init__()
        self.layer_norm = layer_norm
        self.weights = nn.Parameter(torch.zeros(num_layers))
        self.gamma = nn.Parameter(torch.ones(()))

    @property
    def s(self) -> Tensor:
        """The share of every layer: positive, with the sum 1. (num_layers,)"""
        return self.weights.softmax(dim=0)

    def forward(self, layers: Sequence[Tensor] | Tensor, mask: Tensor | None = None) -> Tensor:
        """Layers h_0 to h_L, each (..., dim), mask (...) true at real words -> (..., dim)."""
        if len(layers) != len(self.weights):
            raise ValueError(f"This mixture takes {len(self.weights)} layers, not {len(layers)}.")
        if mask is None:
            mask = torch.ones(layers[0].shape[:-1], dtype=torch.bool, device=layers[0].device)
        if self.layer_norm:
            layers = [masked_norm(layer, mask) for layer in layers]
        mixed = sum(s_j * h_j for s_j, h_j in zip(self.s, layers, strict=True))
        return self.gamma * mixed * mask[..., None]

    def penalty(self, strength: float = 0.001) -> Tensor:
        """lambda * ||w||^2, to be added to the loss of a task.

        It pulls the shares towards each other: the paper tries 1, which leaves little more than an
        average, and 0.001, which lets the task choose.
        """
        if not self.weights.requires_grad:  # a picked layer has no shares to pull
            return self.weights.new_zeros(())
        return strength * self.weights.square().sum()

    def pick(self, layer: int) -> "Mixture":
        """Take this layer and nothing else; gamma stays trainable. `Mixture(n)` learns again."""
        if not 0 <= layer < len(self.weights):
            raise IndexError(f"Layer {layer} does not exist: choose 0 to {len(self.weights) - 1}.")
        with torch.no_grad():
            self.weights.fill_(-torch.inf)  # a share of 0
            self.weights[layer] = 0.0
        self.weights.requires_grad_(False)
        return self


def masked_norm(layer: Tensor, mask: Tensor) -> Tensor:
    """Mean 0 and variance 1 over all numbers of all real words: layer (..., dim), mask (...)."""
    real = layer[mask]  # (words, dim)
    if not len(real):
        return torch.zeros_like(layer)
    normed = (layer - real.mean()) / torch.sqrt(real.var(correction=0) + 1e-12)
    return normed * mask[..., None]


# ---- sentences in, layers out ----


class Elmo(nn.Module):
    """A trained biLM as a source of word vectors, and a mixture of its layers that can be trained.

    The biLM is frozen: an optimizer over elmo.parameters() changes `mix` alone. By default every
    sentence is read from an empty state, so that its vectors do not depend on the sentences before
    or beside it; `start_from` offers two other ways.
    """

    def __init__(
        self,
        model: BiLanguageModel | BiLM,
        max_tokens: int = 4096,
    ) -> None:
        """max_tokens: how many positions are read at once; fewer need less memory."""
        super().__init__()
        # Frozen, and the model that was given may still be in training: a copy in the same memory.
        self.model = deepcopy(model).requires_grad_(False).eval()
        self.model.load_state_dict(model.state_dict(), assign=True)
        self.reader = Reader(self.bilm)
        self.max_tokens = max_tokens
        self.num_layers = self.bilm.shape.num_layers + 1
        self.mix = Mixture(self.num_layers)
        self.start_from("fresh")

    @classmethod
    def load(
        cls, name: str | Path = "en", download: bool = False, max_tokens: int = 4096
    ) -> "Elmo":
        """The weights of the course by language, a published model ("small", "medium", "original",
        "5.5b"; see published.load), or a path: a folder with our weights, published ones or those
        of ELMoForManyLangs, or a published weight file.
        """
        if not str(name).strip():
            raise ValueError("The name of the weights is empty: name a folder or a language.")
        shipped = WEIGHTS / f"elmo_lite_{name}"
        folder = shipped if shipped.is_dir() else Path(name)
        by_name = str(name).lower() in weights.published.MODELS and not folder.is_dir()
        if by_name or folder.is_file() or any(folder.glob("*.hdf5")):
            return cls(weights.published.load(name, download=download), max_tokens)
        if not folder.is_dir():
            if name in ("en", "ko") and not WEIGHTS.is_dir():
                raise FileNotFoundError(
                    "The weights come with the course, not with the package alone: get the course "
                    "and name their folder, as in "
                    f"Elmo.load('elmo-lite/data/weights/{shipped.name}')."
                )
            there = ", ".join(sorted(p.name[10:] for p in WEIGHTS.glob("elmo_lite_*"))) or "none"
            raise FileNotFoundError(
                f"There are no weights {str(name)!r}: name a folder, a language (here: {there}) "
                f"or a published model ({', '.join(weights.published.MODELS)})."
            )
        form = weights.many_langs if (folder / "encoder.pkl").is_file() else weights.ours
        return cls(form.load(folder), max_tokens)

    @property
    def bilm(self) -> BiLM:
        return self.model.bilm if isinstance(self.model, BiLanguageModel) else self.model

    def start_from(self, start: str, rows: int = 1, warm_up: Sentences = WARM_UP) -> "Elmo":
        """Choose the state from which a sentence is read, and forget what was read before.

        "fresh": an empty state. Same sentence, same vectors. Our own weights learned this way.
        "carried": the state after the last sentence, also that of the call before. Same sentence,
            different vectors. With rows=B, sentence n goes on where sentence n - B ended: this is
            how the published ELMo reads batches of B, and what its weights learned.
        "warm": the state after `warm_up`, always the same one. Same sentence, same vectors, and
            published weights do not meet the empty state, which they hardly know. For another
            language than English, give a text of your own.
        """
        if start not in ("fresh", "carried", "warm"):
            raise ValueError(f'start is "fresh", "carried" or "warm", not {start!r}.')
        if rows < 1:
            raise ValueError(f"rows is 1 or more, not {rows}.")
        before = to_tokens(warm_up) if start == "warm" else []
        if start == "warm" and not any(before):
            raise ValueError("warm_up holds no words: give a text.")
        self.start, self.rows, self.warm_up = start, rows, warm_up
        self.states: States | None = None
        for sentence in before:
            _, self.states = self.reader.read_on([sentence], self.states)
        return self

    def _carried(self, tokens: list[list[str]]) -> Iterator[tuple[list[int], Layers]]:
        """Groups of `rows` sentences in their order, each read from the state of the last group."""
        for first in range(0, len(tokens), self.rows):
            group = list(range(first, min(first + self.rows, len(tokens))))
            layers, self.states = self.reader.read_on([tokens[i] for i in group], self.states)
            yield group, layers

    def _each(
        self,
        sentences: Iterable[Sentence],
        make: Callable[[Layers], T],
        progress: bool | None,
        wanted: Iterable[Span] = (),
        spell: bool = False,
    ) -> Iterator[T]:
        """make(layers) of every sentence in the given order; layers without the sentence marks.

        wanted: as in Reader.read_on. spell: layer 0 is enough.
        """
        spans = iter(wanted)
        total = len(sentences) if isinstance(sentences, Sized) else None
        hidden = None if progress is None else not progress  # None: shown in a terminal only
        with tqdm(total=total, unit=" sentences", disable=hidden, delay=DELAY) as bar:
            for tokens in blocks(sentences, BLOCK * self.max_tokens, self.rows):
                here = list(islice(spans, len(tokens)))
                if self.start == "carried":
                    groups = self._carried(tokens)
                elif spell:
                    groups = self.reader.spell(tokens, self.max_tokens)
                else:
                    groups = self.reader.read(tokens, self.max_tokens, self.states, here)
                made: dict[int, T] = {}
                for group, layers in groups:
                    for row, index in enumerate(group):
                        first, end = here[index] if here else (0, len(tokens[index]))
                        made[index] = make(layers.of(row, slice(1 + first, 1 + end)))
                        bar.update()
                yield from (made[i] for i in range(len(tokens)))

    def layers(self, sentences: Sentences, progress: bool | None = None) -> list[Layers]:
        """One Layers object per sentence, each tensor (time, proj_dim), in the given order.

        A sentence is plain text, which text.tokenize splits, or a list of tokens. progress: True
        shows a bar if it takes long, False does not, None shows it in a terminal only.
        """
        return list(self._each(sentences, lambda layers: layers, progress))

    def padded(self, sentences: Sentences) -> tuple[Tensor, Tensor]:
        """Return layers (num_layers, batch, time, 2 * proj_dim), padded with zeros, and
        mask (batch, time), true at words: what several mixtures can share."""
        found = self.layers(sentences, progress=False)
        lengths = [len(layers.token) for layers in found]
        like, longest = next(self.bilm.parameters()), max(lengths, default=0)
        result = like.new_zeros(self.num_layers, len(found), longest, 2 * self.bilm.shape.proj_dim)
        for row, (layers, length) in enumerate(zip(found, lengths, strict=True)):
            result[:, row, :length] = joined(layers)
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
        wanted: Iterable[Span] = (),
    ) -> Iterator[np.ndarray]:
        """Yield what embed returns, one sentence at a time, for texts larger than memory.

        wanted: for each sentence the first word that is asked for and the one after the last, whose
        vectors alone are yielded: it takes about half of the time, and less memory.
        """
        if layer not in ("mix", "all", *range(self.num_layers)):
            last = self.num_layers - 1
            raise ValueError(f'layer is "mix", "all" or 0 to {last}, not {layer!r}.')
        if pooling not in (None, "mean", "max"):
            raise ValueError(f'pooling is None, "mean" or "max", not {pooling!r}.')
        make = partial(self._vectors, layer=layer, pooling=pooling)
        return self._each(sentences, make, progress, wanted, spell=layer == 0)

    @torch.no_grad()
    def _vectors(self, layers: Layers, layer: Layer, pooling: str | None) -> np.ndarray:
        """One sentence as numpy: (time, dim), (dim,) if pooled, layers first if all."""
        if layer == "mix":
            words = self.mix(joined(layers))
        else:
            words = joined(layers) if layer == "all" else layers[int(layer)]
        if pooling and words.shape[-2] == 0:
            words = words.new_zeros(*words.shape[:-2], words.shape[-1])
        elif pooling:
            words = words.mean(dim=-2) if pooling == "mean" else words.amax(dim=-2)
        words = words.float() if words.dtype == torch.bfloat16 else words  # numpy has no bfloat16
        return words.cpu().numpy()

    def embed(
        self,
        sentences: Sentences,
        layer: Layer = "mix",
        pooling: str | None = None,
        progress: bool | None = None,
    ) -> list[np.ndarray] | np.ndarray:
        """Return vectors as numpy arrays.

        layer: "mix", 0 (the words without context), 1, 2, or "all".
        pooling: None gives one array (time, 2 * proj_dim) per sentence; "mean" or "max" over the
        words gives one array (sentences, 2 * proj_dim), zeros for a sentence without words.
        layer "all" adds an axis, the layers, before the last two, or before the last one if pooled.
        """
        found = list(self.stream(sentences, layer, pooling, progress))
        if pooling is None:
            return found
        if found:
            return np.stack(found)
        dims = (self.num_layers,) if layer == "all" else ()
        return np.zeros((0, *dims, 2 * self.bilm.shape.proj_dim), np.float32)

    def log_probabilities(self, sentences: Sentences) -> list[score.WordScores]:
        """Natural log-probabilities of every word and of the end (backward: the start) mark.

        The log-probability of a sentence is their sum. A word outside the vocabulary is scored as
        <unk>. Every sentence is read from an empty state.
        """
        if not isinstance(self.model, BiLanguageModel):
            raise ValueError("These weights have no softmax: they give vectors, no probabilities.")
        return score.score(self.model, to_tokens(sentences), self.max_tokens, self.reader.read)
