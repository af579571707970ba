"""Typical wrong answers to the exercises of chapter 03b, and a part of the hint each must get."""

import numpy as np


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def turned_round(v, words, labels):
    return sigmoid(words @ v) - labels


def no_sigmoid(v, words, labels):
    return labels - words @ v


def changes_v_first(v, words, labels, learning_rate):
    error = (labels - sigmoid(words @ v))[:, None]
    v = v + learning_rate * (error * words).sum(axis=0)
    return v, words + learning_rate * error * v


def climbs(v, words, labels, learning_rate):
    error = (labels - sigmoid(words @ v))[:, None]
    return v - learning_rate * (error * words).sum(axis=0), words - learning_rate * error * v


def averages(v, words, labels, learning_rate):
    error = (labels - sigmoid(words @ v))[:, None]
    return v + learning_rate * (error * words).mean(axis=0), words + learning_rate * error * v


def in_place(v, words, labels, learning_rate):
    error = (labels - sigmoid(words @ v))[:, None]
    v += learning_rate * (error * words).sum(axis=0)
    return v, words


def shares(counts):
    return counts / counts.sum()


def no_division(counts):
    return counts**0.75


def power_last(counts):
    return (counts / counts.sum()) ** 0.75


WRONG = {
    "ch03b_ex1": [(turned_round, "sign is turned round"), (no_sigmoid, "through the sigmoid")],
    "ch03b_ex2": [
        (changes_v_first, "along the old v"),
        (climbs, "You climb"),
        (averages, "too short"),
        (in_place, "changes its arguments"),
    ],
    "ch03b_ex3": [
        (shares, "power 0.75 first"),
        (no_division, "sum to 1"),
        (power_last, "First the power"),
    ],
}
