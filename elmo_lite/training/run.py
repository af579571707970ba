"""Training a biLM: the loss of a window, and the loop over windows.

batches.py lays text into windows, bilm.py is the model, gradient.py runs it, checkpoints.py saves
a run, command.py is the command line. Taught in chapter 08b.
"""

import hashlib
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from elmo_lite.bilm import BiLanguageModel, LSTMLayer, State
from elmo_lite.char_cnn import embed_words
from elmo_lite.text import EOS
from elmo_lite.training import batches, gradient
from elmo_lite.training.batches import Block, Position

PACKERS = 4  # processes that pack text while a GPU trains, which is faster than one of them


@dataclass(frozen=True)
class TrainingSettings:
    """How a model is trained; BiLMShape says what is trained."""

    tokens: int = 200_000_000  # the run ends when so many words of text have been read
    rows: int = 64  # sentences read side by side, in all processes together
    steps: int = 32  # positions between two updates
    learning_rate: float = 2e-3
    warmup: int = 300  # updates
    decay: float = 0.1  # the share of the tokens at the end in which the rate falls to 0
    dropout: float = 0.1
    clip: float = 1.0  # largest norm of the gradient; 0 for no limit
    token_rate: float = 1.0  # the learning rate of the char-CNN, as a share of learning_rate
    seed: int = 0
    low_precision: bool = False

    def __post_init__(self) -> None:
        positive = ("tokens", "rows", "steps")
        for name in (*positive, "warmup", "learning_rate", "decay", "clip", "token_rate"):
            least = 1 if name in positive else 0
            if not getattr(self, name) >= least:
                raise ValueError(f"{name} is {getattr(self, name)}: give at least {least}.")
        if not 0 <= self.dropout < 1:
            raise ValueError(f"dropout is {self.dropout}: give a share from 0 to below 1.")

    def rate(self, step: int, tokens: int) -> float:
        """The learning rate: it rises for `warmup` updates, stays, and falls to 0 at the end."""
        left = (self.tokens - tokens) / max(1.0, self.decay * self.tokens)
        return self.learning_rate * min(1.0, (step + 1) / max(1, self.warmup), max(0.0, left))


class TrainingStep(nn.Module):
    """The loss of one window; a module, so that DistributedDataParallel can wrap it."""

    def __init__(self, model: BiLanguageModel, settings: TrainingSettings) -> None:
        super().__init__()
        self.model = model
        self.settings = settings

    def forward(
        self, characters: Tensor, windows: Sequence[dict[str, Tensor]], states: list[list[State]]
    ) -> tuple[Tensor, list[list[State]]]:
        """-> the two sums of -log P, (2,), and the states after the window.

        characters: (distinct words, 50); a window holds words, targets (rows, time), keep
        (rows, time, 1) for one direction.
        """
        bilm = self.model.bilm
        low_precision = self.settings.low_precision
        with torch.autocast(characters.device.type, torch.bfloat16, enabled=low_precision):
            vectors = embed_words(bilm.char_cnn, characters)
        vectors = vectors.float() if low_precision else vectors
        losses, last_states = [], []
        for window, state, lstms in zip(
            windows, states, (bilm.forward_lstms, bilm.backward_lstms), strict=True
        ):
            x = F.embedding(window["words"], vectors)
            x, last = self.read(x, lstms, state, window["keep"])
            there = window["targets"] != batches.NO_TARGET
            context = self.drop(x[there])
            losses.append(-self.log_probability(context, window["targets"][there]).sum())
            last_states.append([(h.detach(), c.detach()) for h, c in last])
        return torch.stack(losses), last_states

    def read(
        self, x: Tensor, stack: nn.ModuleList, states: list[State], keep: Tensor
    ) -> tuple[Tensor, list[State]]:
        """BiLM.read with dropout before each layer, faster -> the last layer, and all states."""
        last_states = []
        for j, lstm in enumerate(stack):
            assert isinstance(lstm, LSTMLayer)
            output, last = gradient.run_lstm(
                lstm, self.drop(x), states[j], keep, self.settings.low_precision
            )
            x = output + x if self.model.bilm.shape.skip and j > 0 else output
            last_states.append(last)
        return x, last_states

    def log_probability(self, context: Tensor, targets: Tensor) -> Tensor:
        if self.settings.low_precision:
            return gradient.log_probability(self.model.softmax, context, targets)
        return self.model.log_probability(context, targets)

    def drop(self, x: Tensor) -> Tensor:
        return F.dropout(x, self.settings.dropout, self.training)


def tensors_of(
    block: Block, start: int, steps: int, rows: slice, device: torch.device
) -> tuple[Tensor, list[dict[str, Tensor]]]:
    """The part of a block that one process needs for one window."""
    part = rows, slice(start, start + steps)
    directions = block.forward, block.backward
    words = np.stack([direction.words[part] for direction in directions])
    distinct, where = np.unique(words, return_inverse=True)
    where = where.reshape(words.shape)
    windows = [
        {
            "words": torch.from_numpy(numbers).to(device),
            "targets": torch.from_numpy(direction.targets[part]).to(device),
            "keep": torch.from_numpy(direction.keep[part][..., None]).to(device),
        }
        for direction, numbers in zip(directions, where, strict=True)
    ]
    return torch.from_numpy(block.characters[distinct]).to(device).long(), windows


def digest(path: Path) -> str:
    """The sha256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@dataclass
class Reached:
    """How far a run has come: what is needed to go on, besides weights and optimizer."""

    step: int = 0
    tokens: int = 0
    position: Position = Position()
    window: int = 0  # windows of the current block that were read
    seconds: float = 0.0


class TrainingRun:
    """A training run: call train() once, or read() for each block of your own.

    A checkpoint of one process holds everything, so that a resumed run is the same run. One of
    several processes holds no states and random numbers: each starts with fresh ones.
    """

    def __init__(
        self,
        model: BiLanguageModel,
        settings: TrainingSettings,
        files: Sequence[Path] = (),
        device: str | torch.device = "cpu",
    ) -> None:
        several = torch.distributed.is_available() and torch.distributed.is_initialized()
        # Not the variable RANK: a cluster may set it for a job of one process.
        self.rank = torch.distributed.get_rank() if several else 0
        self.world = torch.distributed.get_world_size() if several else 1
        if settings.rows % self.world:
            raise ValueError(f"{settings.rows} rows do not divide by {self.world} processes.")
        self.files, self.settings, self.device = list(files), settings, torch.device(device)
        # What is read, to the byte: a run goes on with the same text alone.
        self.text = [[path.name, path.stat().st_size, digest(path)] for path in self.files]
        self.model = model.to(self.device)
        torch.manual_seed(settings.seed + self.rank)
        self.step_module: nn.Module = TrainingStep(model, settings)
        if self.world > 1:
            from torch.nn.parallel import DistributedDataParallel

            # A batch without rare words leaves the tail of the softmax unused.
            self.step_module = DistributedDataParallel(
                self.step_module, find_unused_parameters=True
            )
        named = list(model.named_parameters())
        letters = [p for name, p in named if name.startswith("bilm.char_cnn.")]
        others = [p for name, p in named if not name.startswith("bilm.char_cnn.")]
        self.optimizer = torch.optim.AdamW(
            [{"params": letters, "share": settings.token_rate}, {"params": others, "share": 1.0}],
            lr=settings.learning_rate,
            betas=(0.9, 0.99),
            weight_decay=0.0,
        )
        self.reached = Reached()
        self.states = self.fresh_states()

    def fresh_states(self) -> list[list[State]]:
        rows = self.settings.rows // self.world
        return [self.model.bilm.zero_state(rows) for _ in range(2)]

    def blocks(self) -> Iterator[Block]:
        """Yield blocks of the files from the current position on."""
        for position, block in batches.packed_ahead(
            PACKERS if self.device.type == "cuda" else 0,
            files=self.files,
            vocabulary=self.model.vocabulary,
            rows=self.settings.rows,
            steps=self.settings.steps,
            seed=self.settings.seed,
            position=self.reached.position,
            spelling=self.model.bilm.shape.characters,
        ):
            self.reached.position = position
            yield block

    def train(
        self,
        on_update: Callable[[dict], None] = lambda record: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """Read the files until settings.tokens is reached or stop() is true."""

        def enough() -> bool:
            return self.reached.tokens >= self.settings.tokens or self.agreed(stop())

        for block in self.blocks():
            if not self.read(block, on_update, enough):
                return

    def read(
        self,
        block: Block,
        on_update: Callable[[dict], None] = lambda record: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Train on the remaining windows of a block, then forget the states; False if stopped.

        on_update gets the record of each update.
        """
        self.step_module.train()
        steps = self.settings.steps
        while self.reached.window < block.forward.words.shape[1] // steps:
            if stop():
                return False
            on_update(self.update(block, self.reached.window * steps))
        self.states, self.reached.window = self.fresh_states(), 0
        return True

    def agreed(self, stop: bool) -> bool:
        """Whether any process wants to stop: all must leave before the same update."""
        if self.world == 1:
            return stop
        flag = torch.tensor(float(stop), device=self.device)
        torch.distributed.all_reduce(flag, torch.distributed.ReduceOp.MAX)
        return bool(flag)

    def update(self, block: Block, start: int) -> dict:
        """Train on one window: forward, backward, one step of the optimizer -> its record."""
        began = time.perf_counter()
        settings, reached = self.settings, self.reached
        share = settings.rows // self.world
        rows = slice(self.rank * share, (self.rank + 1) * share)
        inputs = tensors_of(block, start, settings.steps, rows, self.device)
        there = slice(start, start + settings.steps)
        counts = [
            int((d.targets[:, there] != batches.NO_TARGET).sum())
            for d in (block.forward, block.backward)
        ]
        losses, self.states = self.step_module(*inputs, self.states)
        mean = losses.sum() / max(1, sum(counts))
        rate = settings.rate(reached.step, reached.tokens)
        for group in self.optimizer.param_groups:
            group["lr"] = rate * group["share"]
        self.optimizer.zero_grad(set_to_none=True)
        (mean * self.world).backward()  # DistributedDataParallel divides by the processes
        norm = nn.utils.clip_grad_norm_(self.model.parameters(), settings.clip or math.inf)
        if not torch.isfinite(norm):
            raise FloatingPointError(
                f"The loss is no longer a number at update {reached.step}: "
                "go on from the last checkpoint with a smaller --learning-rate."
            )
        self.optimizer.step()
        end = self.model.vocabulary.id(EOS)
        words = counts[0] - int((block.forward.targets[:, there] == end).sum())
        reached.step += 1
        reached.tokens += words
        reached.window += 1
        reached.seconds += time.perf_counter() - began
        total = losses.detach().clone()
        if self.world > 1:
            torch.distributed.all_reduce(total)
        per_token = total.cpu() / torch.tensor(counts).clamp(min=1)
        return {
            "step": reached.step,
            "tokens": reached.tokens,
            "block": reached.position.blocks,
            "seconds": round(reached.seconds, 3),
            "forward": float(per_token[0]),
            "backward": float(per_token[1]),
            "rate": rate,
        }
