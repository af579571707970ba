"""Answer checks of chapter 14: the numbers of a geometry, a word as a row of ids, an LSTM step."""

import numpy as np
from scipy.special import expit as sigmoid

from notebooks.course.check.exercise import Arguments, Exercise


def count_weights(
    filters, num_highway, proj_dim, hidden_dim,
    *, lstms=4, bias=1, inputs=2, project=1, rows=261, gates=4, joined=1
):  # fmt: skip
    d = sum(number for _, number in filters)
    cnn = rows * 16 + sum(16 * width * number + bias * number for width, number in filters)
    highway = num_highway * 2 * (d * d + bias * d)
    last = d * proj_dim + bias * proj_dim
    size = inputs * proj_dim * gates * hidden_dim + bias * gates * hidden_dim
    return cnn + highway + joined * last + lstms * (size + project * hidden_dim * proj_dim)


def _some_geometry(rng: np.random.Generator) -> Arguments:
    filters = [(width, int(rng.integers(1, 9))) for width in range(1, int(rng.integers(2, 5)))]
    return filters, *(int(number) for number in rng.integers(1, 9, 3))


ch14_ex1 = Exercise(
    "14.1",
    count_weights,
    _some_geometry,
    cases=[([(1, 2)], 1, 3, 5)],
    mistakes=[
        (dict(lstms=2), "There are four LSTMs: two layers in two directions."),
        (dict(bias=0), "Biases are weights too: one for each output."),
        (dict(inputs=1), "An LSTM reads the token and its own last output."),
        (dict(project=0), "Each LSTM projects from hidden_dim to proj_dim."),
        (dict(rows=262), "The file has no row for id 0, so 261 rows of 16."),
        (dict(gates=1), "Three gates and a candidate: 4 * hidden_dim columns."),
        (dict(joined=0), "The char-CNN ends with a projection to proj_dim."),
        (
            lambda f, n, p, h: count_weights(f, 2 * n, p, h) - count_weights(f, n, p, h),
            "The highway layers are a part only; add the other parts.",
        ),
    ],
    hint="Add 261 * 16 letters, the filters, the highway layers, the projection, four LSTMs.",
)


def word_row(word, *, numbers=str.encode, shift=1, pad=261, room=48):
    row = [258, *numbers(word)[:room], 259]
    return [i + shift for i in row] + [pad] * (50 - len(row))


ch14_ex2 = Exercise(
    "14.2",
    word_row,
    lambda rng: ("".join(rng.choice([*"abcdefgh배가é"], rng.integers(1, 40))),),
    cases=[("cat",), ("배",), ("z" * 60,), ("가" * 17,)],
    mistakes=[
        (dict(shift=0, pad=260), "Every id is one larger in the end: 0 is no word."),
        (dict(pad=0), "The positions after the word hold the padding id, 261."),
        (
            dict(numbers=lambda word: [*map(ord, word)]),
            "A letter is not a byte: use `word.encode()`.",
        ),
        (
            lambda word: word_row(word, room=99)[:50],
            "Cut the word to 48 bytes first, so that the end mark has room.",
        ),
        (dict(pad=260), "The padding is shifted as well: 260 + 1."),
        (lambda word: word_row(word)[1:] + [261], "A word begins with 258 + 1."),
    ],
    returns="a list of 50 ids",
    hint="259, the bytes plus 1 (48 at most), 260, then 261 up to 50 ids.",
)


def step(x, h, c, w, b, w_p, *, order="igfo", forget=1.0, clip_c=3.0, clip_h=3.0, first="x"):
    """What follows w_p can be forgotten: the chapter and the mistakes do."""
    both = np.concatenate([x, h] if first == "x" else [h, x])
    block = dict(zip(order, np.split(both @ w + b, 4), strict=True))
    kept = sigmoid(block["f"] + forget) * c
    c = np.clip(kept + sigmoid(block["i"]) * np.tanh(block["g"]), -clip_c, clip_c)
    return np.clip((sigmoid(block["o"]) * np.tanh(c)) @ w_p, -clip_h, clip_h), c


def _some_step(rng: np.random.Generator, proj: int = 3, hidden: int = 4) -> Arguments:
    shapes = [(proj,), (proj,), (hidden,), (2 * proj, 4 * hidden), (4 * hidden,), (hidden, proj)]
    return tuple(rng.normal(size=shape, scale=2.5) for shape in shapes)


ch14_ex3 = Exercise(
    "14.3",
    step,
    _some_step,
    cases=[tuple(np.array(a) for a in ([1.0], [0.0], [2.0], [[0.0] * 4] * 2, [0.0] * 4, [[4.0]]))],
    mistakes=[
        (dict(forget=0), "The forget gate is sigmoid(f + 1): the 1 is not in the file."),
        (dict(order="ifgo"), "The blocks are i, g, f, o: g, the candidate, is second."),
        (dict(clip_c=np.inf), "Clip c to -3..3 before you use it."),
        (dict(clip_h=np.inf), "Clip h to -3..3 after the projection."),
        (dict(clip_c=np.inf, clip_h=np.inf), "Clip c and h to -3..3."),
        (dict(first="h"), "The rows of W belong to x first, then to h."),
        (lambda *given: step(*given)[::-1], "Return h first, then c."),
    ],
    returns="two arrays: h and c",
    hint="Split [x, h] W + B into i, g, f, o; then c, clipped; then h = (o tanh c) W_P, clipped.",
)
