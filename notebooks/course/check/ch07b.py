"""Answer checks of chapter 07b: a step by hand, a step of training, the edit distance."""

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from notebooks.course.check.exercise import Exercise


def letter_step(W: np.ndarray, letters: np.ndarray, goal: np.ndarray, rate: float) -> np.ndarray:
    return W - rate * 2 * np.outer(letters, letters @ W - goal)


ch07b_ex1 = Exercise(
    "7b.1",
    letter_step,
    lambda rng: (rng.normal(size=(5, 3)), rng.integers(0, 3, 5), rng.normal(size=3), 0.1),
    cases=[(np.zeros((3, 1)), np.array([1, 0, 2]), np.array([1.0]), 0.1)],
    mistakes=[
        (
            lambda W, f, g, rate: letter_step(W, f, g, -rate),
            "Your step goes uphill: subtract the rate times the gradient.",
        ),
        (lambda W, f, g, rate: letter_step(W, f, g, rate / 2), "The 2 of equation (2) is missing."),
        (
            lambda W, f, g, rate: W - rate * 2 * (f @ W - g),
            "Every letter moves by its count: a letter that the word does not have stays.",
        ),
        (
            lambda W, f, g, rate: letter_step(W, f, 0 * g, rate),
            "The goal is missing: the error is the spelt vector minus the goal.",
        ),
    ],
    returns="an array of the shape of W",
    hint="The word gets letters @ W; each row of W moves by 2 * rate * count * error.",
)


def spelling_step(net, ids, goals, optimizer, *, fault=""):
    loss = F.mse_loss(net(ids), goals, reduction="sum" if fault == "sum" else "mean")
    if fault != "not cleared":
        optimizer.zero_grad()
    loss.backward()
    if fault != "no step":
        optimizer.step()
    return F.mse_loss(net(ids), goals).item() if fault == "after" else loss.item()


def _two_steps(answer, weights, ids, goals):
    """Two steps on a small network: what the answer returns, and the weights afterwards."""
    net = nn.EmbeddingBag.from_pretrained(torch.tensor(weights), freeze=False, mode="sum")
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    with torch.enable_grad():
        losses = [answer(net, torch.tensor(ids), torch.tensor(goals), optimizer) for _ in range(2)]
    return {"losses": losses, "weights": net.weight.detach().numpy()}


ch07b_ex2 = Exercise(
    "7b.2",
    spelling_step,
    lambda rng: (rng.normal(size=(7, 3)), rng.integers(0, 7, (4, 5)), rng.normal(size=(4, 3))),
    use=_two_steps,
    mistakes=[
        (dict(fault="not cleared"), "Clear the old gradients first: `optimizer.zero_grad()`."),
        (dict(fault="no step"), "The weights have not moved: `optimizer.step()` is missing."),
        (dict(fault="sum"), "Take the mean of the squares over all numbers, not their sum."),
        (dict(fault="after"), "Return the loss before the step."),
    ],
    hint="Spell, loss, clear the gradients, backward, step; return the loss as a number.",
)


def edit_distance(a, b, *, replaced=1, swapped=1, ends=1):
    """What each change costs; ends: a letter in the first row and column."""
    d = [[ends * (i + j) for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            replace = d[i - 1][j - 1] + replaced * (a[i - 1] != b[j - 1])
            d[i][j] = min(d[i - 1][j] + 1, d[i][j - 1] + 1, replace)
            if i > 1 and j > 1 and a[i - 2 : i] == b[j - 1] + b[j - 2]:
                d[i][j] = min(d[i][j], d[i - 2][j - 2] + swapped)
    return d[-1][-1]


ch07b_ex3 = Exercise(
    "7b.3",
    edit_distance,
    lambda rng: tuple("".join(rng.choice([*"abc"], rng.integers(2, 7))) for _ in range(2)),
    cases=[("form", "from"), ("honey", "money"), ("teahcer", "teacher"), ("cat", "catty")],
    mistakes=[
        (dict(swapped=2), "A swap of two neighbours should cost 1."),
        (dict(replaced=2), "A wrong letter costs 1, not 2."),
        (dict(ends=0), "The first row and column count 0, 1, 2, ..."),
    ],
    returns="one whole number",
    hint="Fill the table row by row, and return its last entry.",
    tolerance=0,
)
