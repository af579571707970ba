"""Answer checks of chapter 08b: sentences in a row, one update, a sampler for both directions."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from elmo_lite.checks.exercise import Arguments, Exercise

WORDS = ["the", "cat", "dog", "Sam", "sat", "ran"]
BEGIN, END = "<s>", "</s>"


def _layer(
    swap: bool = True, each: bool = True, itself: bool = False, keep: tuple[int, int] = (0, 1)
) -> Callable[..., tuple[list, list, list]]:
    """A layout with mistakes. keep: its values at the start of a sentence and elsewhere."""

    def lay_out(sentences, backward=False):
        first, last = (END, BEGIN) if backward and swap else (BEGIN, END)
        read, predict, kept = [], [], []
        for sentence in sentences:
            words = [*sentence][::-1] if backward and each else [*sentence]
            read += [first, *words]
            predict += [*words, last]
            kept += [keep[0]] + [keep[1]] * len(words)
        return read, read if itself else predict, kept

    return lay_out


def _sentences(rng: np.random.Generator) -> Arguments:
    sizes = rng.integers(1, 4, size=rng.integers(2, 4))
    sentences = [[str(w) for w in rng.choice(WORDS, size, replace=False)] for size in sizes]
    return sentences, bool(rng.integers(2))


ch08b_ex1 = Exercise(
    "8b.1",
    _layer(),
    _sentences,
    cases=[([["I", "am", "Sam"], ["go"]], False), ([["I", "am", "Sam"], ["go"]], True)],
    mistakes=[
        (_layer(itself=True), "A word must not be predicted from itself, but one step before it."),
        (_layer(keep=(1, 0)), "Keep and forget are exchanged: 0 where a sentence starts, else 1."),
        (_layer(keep=(1, 1)), "Where a sentence starts the state is forgotten: keep is 0 there."),
        (_layer(swap=False), "Backward, the marks change places: `</s>` is read, `<s>` predicted."),
        (_layer(each=False), "With backward=True each sentence is read from its last word."),
        (
            lambda s, backward=False: _layer()(s[::-1] if backward else s, backward),
            "Reverse each sentence on its own; their order in the row stays.",
        ),
    ],
    returns="three lists: read, predict, keep",
    hint="A sentence of N words takes N + 1 steps: the first mark and then its words are read.",
)


def without_history(state: Any) -> Any:
    return [[(h.detach(), c.detach()) for h, c in stack] for stack in state]


def _updater(*left_out: str) -> Callable[..., tuple[float, Any]]:
    """An update that leaves out what is named."""

    def update(loss_of, window, state, parameters, optimizer):
        loss, after = loss_of(window, state)
        if "zero" not in left_out:
            optimizer.zero_grad()
        loss.backward()
        if "clip" not in left_out:
            nn.utils.clip_grad_norm_(parameters, 1.0)
        if "step" not in left_out:
            optimizer.step()
        after = state if "carry" in left_out else after
        return loss.item(), after if "detach" in left_out else without_history(after)

    return update


def _train(answer: Callable[..., Any], weights: np.ndarray, windows: np.ndarray) -> Any:
    """Three updates of a small recurrent model -> the losses, and its weights at the end."""
    parameters = [torch.tensor(weights, requires_grad=True)]
    optimizer = torch.optim.SGD(parameters, lr=0.1)

    def loss_of(window: Tensor, state: Any) -> tuple[Tensor, Any]:
        h, c = state[0][0]
        h = torch.tanh(parameters[0][0] * window + parameters[0][1] * h)
        c = c + parameters[0][2] * h
        return 9 * ((c - window) ** 2).mean(), [[(h, c)]]

    losses, zero = [], torch.zeros(2, dtype=torch.float64)
    state = [[(zero, zero)]]
    for window in torch.from_numpy(windows):
        loss, state = answer(loss_of, window, state, parameters, optimizer)
        losses.append(float(loss))
    return losses, parameters[0].detach().numpy()


ch08b_ex2 = Exercise(
    "8b.2",
    _updater(),
    lambda rng: (rng.normal(size=3), rng.normal(size=(3, 2))),
    mistakes=[
        (_updater("detach"), "The state still carries its history: use `without_history`."),
        (_updater("zero"), "Gradients pile up: call `optimizer.zero_grad()` first."),
        (_updater("clip"), "The gradient is not clipped to length 1."),
        (_updater("carry"), "Return the state after the window, not the one before it."),
        (_updater("step"), "The weights stay as they are: `optimizer.step()` is missing."),
    ],
    use=_train,
    returns="the loss as a number, and the state for the next window",
    hint="Loss, old gradients away, new gradients, clip, step; then the loss and the new state.",
)


def speak(next_word, words, rng, backward=False, longest=20, mistake=""):
    said: list[str] = []
    while len(said) < longest - (mistake == "short"):
        p = next_word(said)
        word = words[int(np.argmax(p))] if mistake == "sure" else rng.choice(words, p=p)
        if word in (BEGIN, END):
            return [*said, word] if mistake == "mark" else said
        said = [word, *said] if backward and mistake != "append" else [*said, word]
    return said


def _talk(answer: Callable[..., Any], table: np.ndarray, seed: int, backward: bool) -> Any:
    """What an answer makes of a model that looks at the last word (backward: at the first)."""
    words = [*WORDS, BEGIN if backward else END]

    def next_word(said: Sequence[str]) -> np.ndarray:
        return np.asarray(table[words.index(said[0 if backward else -1]) if said else 0])

    said = answer(next_word, words, np.random.default_rng(seed), backward, 8)
    return [*map(str, said)] if isinstance(said, list) else said


def _a_table(rng: np.random.Generator) -> Arguments:
    table = rng.dirichlet(np.full(7, 0.7), size=7)
    return table, int(rng.integers(1000)), bool(rng.integers(2))


ch08b_ex3 = Exercise(
    "8b.3",
    speak,
    _a_table,
    mistakes=[
        (partial(speak, mistake="mark"), "The mark ends the sentence and is no word of it."),
        (
            partial(speak, mistake="sure"),
            "Draw the word by its probability: `rng.choice(words, p=...)`.",
        ),
        (partial(speak, mistake="append"), "Backward, each new word comes before what was said."),
        (
            partial(speak, mistake="short"),
            "Stop when the sentence has `longest` words, not before.",
        ),
    ],
    use=_talk,
    returns="a list of words",
    hint="Ask `next_word(said)`, draw one word, stop at a mark, and go on with one word more.",
)
