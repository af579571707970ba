"""Answer checks of chapter 08b: sentences in a row, one update, a sampler for both directions."""

import numpy as np
import torch
from torch import nn

from notebooks.course.check.exercise import Arguments, Exercise

WORDS = ["the", "cat", "dog", "Sam", "sat", "ran"]
BEGIN, END = "<s>", "</s>"


def lay_out(sentences, backward=False, *, swap=True, each=True, itself=False, keep=(0, 1)):
    """keep: its values at the start of a sentence and elsewhere."""
    first, last = (END, BEGIN) if backward and swap else (BEGIN, END)
    read, predict, kept = [], [], []
    for sentence in sentences:
        words = [*sentence][::-1] if backward and each else [*sentence]
        read += [first, *words]
        predict += [*words, last]
        kept += [keep[0]] + [keep[1]] * len(words)
    return read, read if itself else predict, kept


def _sentences(rng: np.random.Generator) -> Arguments:
    sizes = rng.integers(1, 4, size=rng.integers(2, 4))
    sentences = [[str(w) for w in rng.choice(WORDS, size, replace=False)] for size in sizes]
    return sentences, bool(rng.integers(2))


ch08b_ex1 = Exercise(
    "8b.1",
    lay_out,
    _sentences,
    cases=[([["I", "am", "Sam"], ["go"]], False), ([["I", "am", "Sam"], ["go"]], True)],
    mistakes=[
        (dict(itself=True), "A word must not be predicted from itself, but one step before it."),
        (dict(keep=(1, 0)), "Keep and forget are exchanged: 0 where a sentence starts, else 1."),
        (dict(keep=(1, 1)), "Where a sentence starts the state is forgotten: keep is 0 there."),
        (dict(swap=False), "Backward, the marks change places: `</s>` is read, `<s>` predicted."),
        (dict(each=False), "With backward=True each sentence is read from its last word."),
        (
            lambda s, backward=False: lay_out(s[::-1] if backward else s, backward),
            "Reverse each sentence on its own; their order in the row stays.",
        ),
    ],
    returns="three lists: read, predict, keep",
    hint="A sentence of N words takes N + 1 steps: the first mark and then its words are read.",
)


def without_history(state):
    return [[(h.detach(), c.detach()) for h, c in stack] for stack in state]


def update(loss_of, window, state, parameters, optimizer, *, left_out=""):
    loss, after = loss_of(window, state)
    if left_out != "zero":
        optimizer.zero_grad()
    loss.backward()
    if left_out != "clip":
        nn.utils.clip_grad_norm_(parameters, 1.0)
    if left_out != "step":
        optimizer.step()
    if left_out == "carry":
        after = state
    return loss.item(), after if left_out == "detach" else without_history(after)


def _train(answer, weights, windows):
    """Three updates of a small recurrent model -> the losses, and its weights at the end."""
    parameters = [torch.tensor(weights, requires_grad=True)]
    optimizer = torch.optim.SGD(parameters, lr=0.1)

    def loss_of(window, state):
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
    update,
    lambda rng: (rng.normal(size=3), rng.normal(size=(3, 2))),
    mistakes=[
        (dict(left_out="detach"), "The state still carries its history: use `without_history`."),
        (dict(left_out="zero"), "Gradients pile up: call `optimizer.zero_grad()` first."),
        (dict(left_out="clip"), "The gradient is not clipped to length 1."),
        (dict(left_out="carry"), "Return the state after the window, not the one before it."),
        (dict(left_out="step"), "The weights stay as they are: `optimizer.step()` is missing."),
    ],
    use=_train,
    returns="the loss as a number, and the state for the next window",
    hint="Loss, old gradients away, new gradients, clip, step; then the loss and the new state.",
)


def speak(next_word, words, rng, backward=False, longest=20, *, mistake=""):
    said: list[str] = []
    while len(said) < longest - (mistake == "short"):
        p = next_word(said)
        word = words[int(np.argmax(p))] if mistake == "sure" else rng.choice(words, p=p)
        if word in (BEGIN, END):
            return [*said, word] if mistake == "mark" else said
        said = [word, *said] if backward and mistake != "append" else [*said, word]
    return said


def _talk(answer, table, seed, backward):
    """What an answer makes of a model that looks at the last word (backward: at the first)."""
    words = [*WORDS, BEGIN if backward else END]

    def next_word(said):
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
        (dict(mistake="mark"), "The mark ends the sentence and is no word of it."),
        (dict(mistake="sure"), "Draw the word by its probability: `rng.choice(words, p=...)`."),
        (dict(mistake="append"), "Backward, each new word comes before what was said."),
        (dict(mistake="short"), "Stop when the sentence has `longest` words, not before."),
    ],
    use=_talk,
    returns="a list of words",
    hint="Ask `next_word(said)`, draw one word, stop at a mark, and go on with one word more.",
)
