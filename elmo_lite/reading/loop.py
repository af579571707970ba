"""The loops of fast.py: one layer in one direction over sentences packed step by step."""

import os
import warnings
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Lock

import numpy as np
import torch
from torch import Tensor, nn

from elmo_lite.bilm import BiLMShape, LSTMLayer
from elmo_lite.reading.products import make_product

ROWS = 512  # positions whose inputs are multiplied at once


class Loop(nn.Module):
    """bilm.LSTMLayer for sentences that end at different times: one layer in one direction.

    In the subset of Python that TorchScript compiles. The gates are in the order i, f, o, g, so
    that the three sigmoids are one operation.
    """

    def __init__(self, lstm: LSTMLayer, shape: BiLMShape) -> None:
        super().__init__()
        w_input, w_hidden, bias = (
            torch.cat([blocks[k] for k in (0, 1, 3, 2)])
            for blocks in (w.detach().chunk(4) for w in (lstm.w_input, lstm.w_hidden, lstm.bias))
        )
        self.inputs = make_product(w_input, bias)
        self.hidden = make_product(w_hidden, None)
        self.project = make_product(lstm.w_project, None)
        self.dim, self.rows = shape.hidden_dim, ROWS
        self.cell_clip, self.proj_clip = shape.cell_clip or 0.0, shape.proj_clip or 0.0

    def forward(self, x: Tensor, sizes: list[int], h: Tensor, c: Tensor) -> Tensor:
        """x: (positions, proj_dim), sizes[t] rows for step t; h, c: a row for each sentence.

        Returns h at each position. c holds the last state of each sentence afterwards.
        """
        outputs: list[Tensor] = []
        inputs, start, ready, done = x, 0, 0, 0
        for t, size in enumerate(sizes):
            if done == ready:  # inputs for the next steps, some hundred rows at a time
                start, following = done, t
                while following < len(sizes) and ready - start < self.rows:
                    ready += sizes[following]
                    following += 1
                inputs = self.inputs(x[start:ready])
            part = inputs[done - start : done - start + size]
            gates = self.hidden.plus(h[:size], part)  # type: ignore[operator]
            gates[:, : 3 * self.dim].sigmoid_()
            i, f, o, g = gates.chunk(4, 1)
            c = c[:size].mul_(f).addcmul_(i, g.tanh_())
            if self.cell_clip > 0:
                c.clamp_(-self.cell_clip, self.cell_clip)
            h = self.project(c.tanh().mul_(o))
            if self.proj_clip > 0:
                h.clamp_(-self.proj_clip, self.proj_clip)
            outputs.append(h)
            done += size
        return torch.cat(outputs)


def compiled(lstm: nn.Module, shape: BiLMShape) -> nn.Module:
    """Compile the loop; return it uncompiled where TorchScript is missing."""
    assert isinstance(lstm, LSTMLayer)
    loop = Loop(lstm, shape)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it is deprecated
            return torch.jit.script(loop)
    except Exception:
        return loop


class Packing:
    """The order of packed words: step by step, and in each step the longest sentence first.

    rows and reversed: the index of every packed position in (batch * time), read forward and read
    backward. sizes: how many sentences have each step. last: where each sentence ends; order: which
    sentence that is. words: the indices of those of the first sentence, of the second, and so on.
    steps: how far each sentence is read from where it is begun, by default to its other end.
    """

    def __init__(self, lengths: Sequence[int], steps: Sequence[int] | None = None) -> None:
        length, steps_of = np.array(lengths), np.array(steps or lengths)
        self.time = int(length.max())
        self.words = torch.from_numpy(np.flatnonzero(np.arange(self.time) < length[:, None]))
        order = np.argsort(-steps_of, kind="stable")
        begin, length, steps_of = order * self.time, length[order], steps_of[order]
        step = np.arange(int(steps_of[0]))[:, None]
        there = step < steps_of  # (time, batch)
        counts = there.sum(1)
        self.sizes: list[int] = counts.tolist()
        self.rows = torch.from_numpy((begin + step)[there])
        self.reversed = torch.from_numpy((begin + length - 1 - step)[there])
        before = np.cumsum(counts) - counts
        self.last = torch.from_numpy(before[steps_of - 1] + np.arange(len(length)))
        self.order = torch.from_numpy(order)


_read_in: set[int] = set()  # the process that has read with several threads; a fork inherits it


def refuse_a_fork() -> None:
    """Raise RuntimeError where a product would wait forever.

    PyTorch's threads do not live on in a fork, and a fork does not notice.
    """
    if torch.get_num_threads() == 1:
        return
    if _read_in and os.getpid() not in _read_in:
        raise RuntimeError(
            "This process was forked from one that had read with several threads, which are not "
            "here: call torch.set_num_threads(1) before you read, or start the process with "
            'multiprocessing.get_context("spawn").'
        )
    _read_in.add(os.getpid())


_workers: dict[tuple[int, int], ThreadPoolExecutor] = {}
_one_makes = Lock()  # two readers may come at once


def two_workers() -> ThreadPoolExecutor:
    """Two threads for the two directions, each with half of the threads that PyTorch may use.

    A forked process has no threads, so it makes them again.
    """
    with _one_makes:
        threads = torch.get_num_threads()
        key = os.getpid(), threads
        if key not in _workers:
            _workers.clear()
            both, each = Barrier(2), max(1, threads // 2)
            pool = ThreadPoolExecutor(2, "direction", torch.set_num_threads, (each,))
            list(pool.map(lambda _: both.wait(), range(2)))  # both are there
            torch.set_num_threads(threads)  # what they set is what later threads would begin with
            _workers[key] = pool
        return _workers[key]
