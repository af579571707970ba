"""The bidirectional language model: two language models in opposite directions.

They share the token vectors (char-CNN) and the softmax; their LSTMs are separate, and neither ever
sees what the other has read. That is why a biLM is not a bidirectional RNN. One call gives every
layer by name and direction.

Built in chapter 08, with its letters. `lstm_step` is the page's, with the two clips as arguments.
In a layer W, U, b and W_proj are called w_input, w_hidden, bias and w_project, as on the page and
in the weight files. What the page leaves out: `keep` and a first state, with which a layer reads on
where it ended, and sentences of several lengths in one batch, each reversed within its own.
training/gradient.py and reading/fast.py compute the same faster.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

from elmo_lite.char_cnn import PUBLISHED_FILTERS, CharCNN, CharShape, check_sizes
from elmo_lite.files import read_object, write_atomically
from elmo_lite.text import Vocabulary

State = tuple[Tensor, Tensor]  # h (batch, proj_dim) and c (batch, hidden_dim)


@dataclass(frozen=True)
class BiLMShape:
    """The shape of a biLM. proj_dim is also the size of a token vector, as in the paper."""

    characters: CharShape = CharShape()
    hidden_dim: int = 768
    proj_dim: int = 192
    num_layers: int = 2
    cell_clip: float | None = 3.0
    proj_clip: float | None = 3.0
    skip: bool = True

    def __post_init__(self) -> None:
        check_sizes(hidden_dim=self.hidden_dim, proj_dim=self.proj_dim, num_layers=self.num_layers)
        for clip in (self.cell_clip, self.proj_clip):
            if clip is not None and (type(clip) not in (int, float) or not 0 < clip < float("inf")):
                raise ValueError(f"A clip is {clip!r}: give a number above 0, or None.")
        if type(self.skip) is not bool:
            raise ValueError(f"skip is {self.skip!r}: give True or False.")
        if self.characters.emb_dim != self.proj_dim:
            raise ValueError(
                f"Token vectors have {self.characters.emb_dim} numbers and LSTM outputs "
                f"{self.proj_dim}: make emb_dim equal to proj_dim."
            )


SHAPES = {
    "tiny": BiLMShape(
        CharShape(filters=((1, 16), (2, 32), (3, 64), (4, 64)), emb_dim=64),
        hidden_dim=192,
        proj_dim=64,
    ),
    "lite": BiLMShape(),
    "wide": BiLMShape(
        CharShape(
            filters=((1, 32), (2, 64), (3, 128), (4, 224), (5, 256), (6, 192), (7, 128)),
            num_highway=2,
        )
    ),
    # Endings make Korean words many and long: jamo, wide filters, and fewer LSTM cells for 16 MB.
    "korean": BiLMShape(
        CharShape(
            filters=((1, 32), (2, 64), (3, 128), (4, 160), (5, 160), (6, 128)), alphabet="jamo"
        ),
        hidden_dim=640,
    ),
    "small": BiLMShape(
        CharShape(filters=PUBLISHED_FILTERS, num_highway=1, emb_dim=128),
        hidden_dim=1024,
        proj_dim=128,
    ),
    "original": BiLMShape(
        CharShape(filters=PUBLISHED_FILTERS, num_highway=2, emb_dim=512),
        hidden_dim=4096,
        proj_dim=512,
    ),
}


def lstm_step(
    x: Tensor,
    h: Tensor,
    c: Tensor,
    W: Tensor,
    U: Tensor,
    b: Tensor,
    W_proj: Tensor,
    cell_clip: float | None = None,
    proj_clip: float | None = None,
) -> State:
    """Equations (3), (4), (2) and (5): the new h and c after reading x.

    x: (batch, input_dim), h: (batch, proj_dim), c: (batch, hidden_dim); the rows of W, U and b
    belong to the gates i, f, g, o, hidden_dim to each. A clip keeps numbers between -clip and clip:
    the cell is clipped first, so that h is made of the clipped cell, as in the published ELMo.
    """
    i, f, g, o = (x @ W.T + h @ U.T + b).chunk(4, dim=1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    if cell_clip:
        c = c.clamp(-cell_clip, cell_clip)
    h = (torch.sigmoid(o) * torch.tanh(c)) @ W_proj.T
    if proj_clip:
        h = h.clamp(-proj_clip, proj_clip)
    return h, c


class LSTMLayer(nn.Module):
    """One LSTM in one direction, whose output is projected from hidden_dim to proj_dim."""

    def __init__(
        self,
        input_dim: int,
        hidden_dim: int,
        proj_dim: int,
        cell_clip: float | None = None,
        proj_clip: float | None = None,
    ) -> None:
        super().__init__()
        self.cell_clip, self.proj_clip = cell_clip, proj_clip
        self.w_input = nn.Parameter(torch.empty(4 * hidden_dim, input_dim))
        self.w_hidden = nn.Parameter(torch.empty(4 * hidden_dim, proj_dim))
        self.bias = nn.Parameter(torch.zeros(4 * hidden_dim))
        self.w_project = nn.Parameter(torch.empty(proj_dim, hidden_dim))
        for weight in (self.w_input, self.w_hidden, self.w_project):
            nn.init.xavier_uniform_(weight)
        with torch.no_grad():
            self.bias[hidden_dim : 2 * hidden_dim] = 1.0  # remember by default

    def forward(
        self, x: Tensor, state: State | None = None, keep: Tensor | None = None
    ) -> tuple[Tensor, State]:
        """x: (batch, time, input_dim) -> every h (batch, time, proj_dim), and the last state.

        state: where to start, zeros if not given. keep: (batch, time, 1), 0 where a new sentence
        starts and the state must be forgotten, else 1.
        """
        proj_dim, hidden_dim = self.w_project.shape
        h, c = state or (x.new_zeros(len(x), proj_dim), x.new_zeros(len(x), hidden_dim))
        weights = self.w_input, self.w_hidden, self.bias, self.w_project
        outputs = []
        for k in range(x.shape[1]):
            if keep is not None:
                h, c = h * keep[:, k], c * keep[:, k]
            h, c = lstm_step(x[:, k], h, c, *weights, self.cell_clip, self.proj_clip)
            outputs.append(h)
        return torch.stack(outputs, dim=1), (h, c)


@dataclass
class Layers:
    """Every layer of a biLM for a batch. Each tensor is (batch, time, proj_dim).

    token is x; forward[0] is h_fwd[k, 1], and so on, the last one being the layer that predicts.
    """

    token: Tensor
    forward: list[Tensor]
    backward: list[Tensor]

    def __getitem__(self, j: int) -> Tensor:
        """h[k, j] as (batch, time, 2 * proj_dim): [x; x] for j = 0, else [h_fwd; h_bwd]."""
        if j == 0:
            return torch.cat([self.token, self.token], dim=-1)
        if not 0 < j < len(self):
            raise IndexError(f"Layer {j} does not exist: choose 0 to {len(self) - 1}.")
        return torch.cat([self.forward[j - 1], self.backward[j - 1]], dim=-1)

    def __len__(self) -> int:
        return len(self.forward) + 1

    def of(self, row: int, words: slice) -> "Layers":
        """One sentence of the batch: copies of some of its positions, (words, proj_dim) each."""
        forward, backward = (
            [h[row, words].clone() for h in direction]
            for direction in (self.forward, self.backward)
        )
        return Layers(self.token[row, words].clone(), forward, backward)

    def named(self) -> dict[str, Tensor]:
        """All of them by name: 'token', 'forward 1', 'backward 1', 'forward 2', ..."""
        names = {"token": self.token}
        for j, (forward, backward) in enumerate(zip(self.forward, self.backward, strict=True), 1):
            names[f"forward {j}"] = forward
            names[f"backward {j}"] = backward
        return names


class BiLM(nn.Module):
    """Two stacks of LSTMs over shared token vectors."""

    def __init__(self, shape: BiLMShape) -> None:
        super().__init__()
        self.shape = shape
        self.char_cnn = CharCNN(shape.characters)
        self.forward_lstms, self.backward_lstms = nn.ModuleList(), nn.ModuleList()
        sizes = shape.proj_dim, shape.hidden_dim, shape.proj_dim
        for stack in (self.forward_lstms, self.backward_lstms):
            for _ in range(shape.num_layers):
                stack.append(LSTMLayer(*sizes, shape.cell_clip, shape.proj_clip))

    def zero_state(self, batch: int) -> list[State]:
        """One (h, c) of zeros per layer."""
        shape, like = self.shape, next(self.parameters())
        return [
            (like.new_zeros(batch, shape.proj_dim), like.new_zeros(batch, shape.hidden_dim))
            for _ in range(shape.num_layers)
        ]

    def read(
        self,
        x: Tensor,
        stack: Iterable[nn.Module],
        states: list[State] | None = None,
        keep: Tensor | None = None,
    ) -> tuple[list[Tensor], list[State]]:
        """All layers of one stack, and the last state of each.

        x: (batch, time, proj_dim), in the order in which the stack reads; states and keep: see
        LSTMLayer.
        """
        layers, last_states = [], []
        for j, lstm in enumerate(stack):
            output, last = lstm(x, states[j] if states else None, keep)
            # The residual connection is outside the recurrence: the state keeps the plain h.
            x = output + x if self.shape.skip and j > 0 else output
            layers.append(x)
            last_states.append(last)
        return layers, last_states

    def forward(self, characters: Tensor, lengths: Tensor | None = None) -> Layers:
        """characters: (batch, time, 50) with the sentence marks as ordinary positions.

        lengths: (batch,), all of time if not given. Positions beyond a length come back as zeros.
        """
        x = self.char_cnn(characters.flatten(0, 1))
        return self.layers(x.unflatten(0, characters.shape[:2]), lengths)

    def layers(self, x: Tensor, lengths: Tensor | None = None) -> Layers:
        """The same from token vectors x: (batch, time, proj_dim)."""
        batch, time, _ = x.shape
        if lengths is None:
            lengths = torch.full((batch,), time, device=x.device)
        steps = torch.arange(time, device=x.device)
        real = (steps < lengths[:, None]).to(x.dtype)[..., None]  # (batch, time, 1)
        x = x * real
        forward, _ = self.read(x, self.forward_lstms)
        # Each sentence is reversed, read, and its layers are reversed again.
        backward, _ = self.read(reverse(x, lengths), self.backward_lstms)
        return Layers(
            x,
            [h * real for h in forward],
            [reverse(h, lengths) * real for h in backward],
        )


def reverse(x: Tensor, lengths: Tensor) -> Tensor:
    """Reverse each sentence within its own length: (batch, time, dim) -> (batch, time, dim)."""
    steps = torch.arange(x.shape[1], device=x.device)
    last = lengths[:, None] - 1
    where = torch.where(steps <= last, last - steps, steps)
    return x.gather(1, where[..., None].expand_as(x))


class BiLanguageModel(nn.Module):
    """A biLM with the softmax that both directions share: what is trained, and what is shipped.

    The softmax is exact and adaptive (Grave et al. 2017): frequent words have full vectors, rare
    ones shorter vectors, and ids go by falling frequency, so `cutoffs` are ranks.
    """

    def __init__(self, shape: BiLMShape, vocabulary: Vocabulary) -> None:
        super().__init__()
        self.vocabulary = vocabulary
        self.bilm = BiLM(shape)
        cutoffs = [rank for rank in (1000, 6000) if rank < len(vocabulary) - 1]
        self.softmax = nn.AdaptiveLogSoftmaxWithLoss(
            shape.proj_dim, len(vocabulary), cutoffs or [len(vocabulary) - 1], div_value=2.0
        )

    def log_probability(self, context: Tensor, targets: Tensor) -> Tensor:
        """log P(target | context): (..., proj_dim) and ids (...) -> (...)."""
        flat = context.reshape(-1, context.shape[-1])
        return self.softmax(flat, targets.reshape(-1)).output.view(targets.shape)

    def log_distribution(self, context: Tensor) -> Tensor:
        """log P of every word of the vocabulary: (n, proj_dim) -> (n, vocab_size)."""
        return self.softmax.log_prob(context)

    def joint_loss(self, characters: Tensor, ids: Tensor) -> Tensor:
        """Minus the sum of equation (8), for sentences of equal length.

        characters: (batch, time, 50), ids: (batch, time), both with <s> first and </s> last.
        Forward, state k is asked for token k + 1; backward, for token k - 1.
        """
        layers = self.bilm(characters)
        ahead = self.log_probability(layers.forward[-1][:, :-1], ids[:, 1:])
        behind = self.log_probability(layers.backward[-1][:, 1:], ids[:, :-1])
        return -(ahead.sum() + behind.sum())


# ---- a shape on disk ----


def save_shape(shape: BiLMShape, path: Path) -> None:
    """Write a shape as JSON, whole or not at all."""
    write_atomically(path, (json.dumps(asdict(shape), indent=1) + "\n").encode())


def load_shape(path: Path) -> BiLMShape:
    """Read what save_shape wrote."""
    found = read_object(path)
    try:
        characters = dict(found.pop("characters"))
        filters = tuple((width, number) for width, number in characters.pop("filters"))
        return BiLMShape(CharShape(filters=filters, **characters), **found)
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path} does not describe a biLM ({error}): fetch it again.") from error
