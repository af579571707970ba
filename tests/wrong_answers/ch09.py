"""Typical wrong answers to the exercises of chapter 09, and a part of the hint each must get."""

import numpy as np
import torch
from torch import nn


def softmax(w):
    powers = np.exp(w - np.max(w))
    return powers / powers.sum()


def raw_weights(layers, w, gamma):
    return gamma * np.tensordot(w, layers, axes=1)


def no_division(layers, w, gamma):
    return gamma * np.tensordot(np.exp(w), layers, axes=1)


def softmax_twice(layers, w, gamma):
    return gamma * np.tensordot(softmax(softmax(w)), layers, axes=1)


def forgets_gamma(layers, w, gamma):
    return np.tensordot(softmax(w), layers, axes=1)


def overflows(layers, w, gamma):
    return gamma * np.tensordot(np.exp(w) / np.exp(w).sum(), layers, axes=1)


def does_not_add(layers, w, gamma):
    return gamma * softmax(w)[:, None, None] * layers


class Right(nn.Module):
    def __init__(self, num_layers):
        super().__init__()
        self.weights = nn.Parameter(torch.zeros(num_layers))
        self.gamma = nn.Parameter(torch.ones(()))


class NoSoftmax(Right):
    def forward(self, layers):
        return self.gamma * sum(w * h for w, h in zip(self.weights, layers, strict=True))


class Detached(Right):
    def forward(self, layers):
        s = self.weights.detach().softmax(0).numpy()
        return self.gamma.item() * sum(float(a) * h for a, h in zip(s, layers, strict=True))


class FrozenShares(Right):
    def forward(self, layers):
        s = self.weights.detach().softmax(0)
        return self.gamma * sum(a * h for a, h in zip(s, layers, strict=True))


class PlainMean(Right):
    def forward(self, layers):
        return self.gamma * torch.stack(list(layers)).mean(0)


class NoGamma(Right):
    def forward(self, layers):
        s = self.weights.softmax(0)
        return sum(a * h for a, h in zip(s, layers, strict=True)) + 0 * self.gamma


class PlainTensors(nn.Module):
    def __init__(self, num_layers):
        super().__init__()
        self.weights, self.gamma = torch.zeros(num_layers), torch.ones(())


class RandomStart(Right):
    def __init__(self, num_layers):
        super().__init__(num_layers)
        self.weights = nn.Parameter(torch.arange(1.0, num_layers + 1))


def counts_padding(layer, mask):
    return np.where(mask[..., None], (layer - layer.mean()) / layer.std(), 0.0)


def leaves_padding(layer, mask):
    return (layer - layer[mask].mean()) / layer[mask].std()


def one_mean_per_word(layer, mask):
    normed = (layer - layer.mean(-1, keepdims=True)) / (layer.std(-1, keepdims=True) + 1e-12)
    return np.where(mask[..., None], normed, 0.0)


def divides_by_variance(layer, mask):
    return np.where(mask[..., None], (layer - layer[mask].mean()) / layer[mask].var(), 0.0)


def only_subtracts(layer, mask):
    return np.where(mask[..., None], layer - layer[mask].mean(), 0.0)


def one_less(layer, mask):
    return np.where(mask[..., None], (layer - layer[mask].mean()) / layer[mask].std(ddof=1), 0.0)


def changes_in_place(layer, mask):
    layer[~mask] = 0
    return leaves_padding(layer, mask) * mask[..., None]


WRONG = {
    "ch09_ex1": [
        (raw_weights, "raw weights"),
        (no_division, "sum to 1"),
        (softmax_twice, "twice"),
        (forgets_gamma, "`gamma` has no effect"),
        (overflows, "subtract `w.max()`"),
        (does_not_add, "shape"),
    ],
    "ch09_ex2": [
        (NoSoftmax, "softmax first"),
        (Detached, "No gradient can flow"),
        (FrozenShares, "arrives at `weights`"),
        (PlainMean, "plain mean"),
        (NoGamma, "`gamma` has no effect"),
        (PlainTensors, "`nn.Parameter`"),
        (RandomStart, "start `weights` with zeros"),
    ],
    "ch09_ex3": [
        (counts_padding, "padding was counted"),
        (leaves_padding, "must be 0"),
        (one_mean_per_word, "one for all words"),
        (divides_by_variance, "standard deviation"),
        (only_subtracts, "variance is not 1"),
        (one_less, "less one"),
        (changes_in_place, "changes `layer`"),
    ],
}
