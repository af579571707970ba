"""Answer checks of chapter 02: parameters, windows, the weight of a mixture, nearest rows."""

import numpy as np

from elmo_lite.checks.exercise import Arguments, Exercise

BOS, EOS = 1, 2  # as in every vocabulary of the course

# ---- 2.1 ----


def size(vocab_size: int, context_size: int, emb_dim: int, hidden_dim: int) -> int:
    hidden = context_size * emb_dim * hidden_dim + hidden_dim
    return vocab_size * emb_dim + hidden + hidden_dim * vocab_size + vocab_size


def _parts(v: int, m: int, e: int, h: int) -> str:
    return (
        f"For sizes {(v, m, e, h)} there are {v * e} numbers in the table, {m * e * h + h} in the "
        f"hidden layer and {h * v + v} in the output layer."
    )


NO_BIAS = "The table has no bias: it is only read."

ch02_ex1 = Exercise(
    "2.1",
    size,
    lambda rng: tuple(rng.integers(2, 60, size=4).tolist()),
    cases=[(7, 4, 5, 8)],
    mistakes=[
        (
            lambda v, m, e, h: size(v, m, e, h) + (m - 1) * v * e,
            "The table is stored once, not once for each position.",
        ),
        (lambda v, m, e, h: size(v, m, e, h) + e, NO_BIAS),
        (lambda v, m, e, h: size(v, m, e, h) + v, NO_BIAS),
        (lambda v, m, e, h: size(v, m, e, h) - h - v, "Both layers have biases as well."),
        (lambda v, m, e, h: size(v, m, e, h) - h, "The hidden layer has a bias for each unit."),
        (lambda v, m, e, h: size(v, m, e, h) - v, "The output layer has a bias for each word."),
        (
            lambda v, m, e, h: size(v, 1, e, h),
            "The hidden layer reads all joined vectors: context_size * emb_dim numbers.",
        ),
        (
            lambda v, m, e, h: size(v, m, v, h) - v * v,
            "The hidden layer reads embeddings, not one-hot vectors; and where is the table?",
        ),
        (
            lambda v, m, e, h: size(v, m, e, h) - v * e,
            "The table is missing: vocab_size * emb_dim numbers.",
        ),
    ],
    hint=_parts,
    tolerance=0,
)

# ---- 2.2 ----


def _cut(sentences: list[list[int]], m: int, start: list[int], end: list[int]) -> Arguments:
    """The windows of sentences that are padded with these marks."""
    rows = []
    for sentence in sentences:
        padded = [*start, *sentence, *end]
        rows += [padded[i - m : i + 1] for i in range(m, len(padded))]
    table = np.array(rows, dtype=int).reshape(-1, m + 1)
    return table[:, :-1], table[:, -1]


def cut_windows(sentences: list[list[int]], m: int) -> Arguments:
    return _cut(sentences, m, [BOS] * m, [EOS])


def _across(sentences: list[list[int]], m: int) -> Arguments:
    return _cut([[i for s in sentences for i in [*s, EOS]]], m, [BOS] * m, [])


def _reversed(sentences: list[list[int]], m: int) -> Arguments:
    contexts, targets = cut_windows(sentences, m)
    return contexts[:, ::-1], targets


def _with_the_target(sentences: list[list[int]], m: int) -> Arguments:
    contexts, targets = cut_windows(sentences, m)
    return np.column_stack([contexts, targets]), targets


def _some_sentences(rng: np.random.Generator) -> Arguments:
    lengths = rng.integers(1, 7, size=rng.integers(1, 5))
    return [rng.integers(3, 30, size=n).tolist() for n in lengths], int(rng.integers(1, 6))


ch02_ex2 = Exercise(
    "2.2",
    cut_windows,
    _some_sentences,
    cases=[([[5, 6, 7], [8]], 2)],
    mistakes=[
        (lambda s, m: _cut(s, m, [BOS] * m, []), "The end mark, 2, is a target too."),
        (lambda s, m: _cut(s, m, [], [EOS]), "Put m times 1 first, or words are lost."),
        (lambda s, m: _cut(s, m, [], []), "Put m times 1 before a sentence, and 2 after it."),
        (lambda s, m: _cut(s, m, [BOS], [EOS]), "One `<s>` is not enough: put m of them."),
        (_across, "A window of yours reaches into the sentence before."),
        (_reversed, "Your contexts run backwards."),
        (_with_the_target, "Your contexts hold m + 1 ids: keep the last one, the target, apart."),
    ],
    returns="two arrays, `contexts, targets`",
    hint="Every position from m on is a target, and the m ids before it are its context.",
)

# ---- 2.3 ----

WEIGHTS = np.linspace(0, 1, 21)


def _curve(first: np.ndarray, second: np.ndarray) -> list[float]:
    """The mean logarithm for each weight."""
    return [np.log(w * first + (1 - w) * second).mean() for w in WEIGHTS]


def best_weight(first: np.ndarray, second: np.ndarray) -> float:
    return float(WEIGHTS[np.argmax(_curve(first, second))])


def _two_models(rng: np.random.Generator) -> Arguments:
    lean = rng.choice([0.9, 1.1, 0.8, 0.5, 2.0])  # one model may be better
    first, second = rng.uniform(0.001, 0.3, size=(2, 400))
    return first ** (1 / lean), second


MIX_FIRST = (
    "This is the better model alone. Mix the probabilities first, take the logarithm after, and "
    "the mean last."
)

ch02_ex3 = Exercise(
    "2.3",
    best_weight,
    _two_models,
    mistakes=[
        (
            lambda first, second: 1 - best_weight(first, second),
            "This is the weight of the second model; return that of the first.",
        ),
        (
            lambda first, second: WEIGHTS[np.argmin(_curve(first, second))],
            "You took the highest perplexity: the lowest one has the highest mean logarithm.",
        ),
        (
            lambda first, second: np.exp(-np.max(_curve(first, second))),
            "This is the perplexity itself. Return the weight that reaches it.",
        ),
        (
            lambda first, second: int(np.argmax(_curve(first, second))),
            "This is the index in the list of weights; return the weight.",
        ),
        (
            lambda a, b: max(WEIGHTS, key=lambda w: (w * np.log(a) + (1 - w) * np.log(b)).mean()),
            MIX_FIRST,
        ),
        (lambda a, b: max(WEIGHTS, key=lambda w: (w * a + (1 - w) * b).mean()), MIX_FIRST),
    ],
    hint="Of 0, 0.05, ..., 1 take the weight whose mixture has the highest mean logarithm.",
)

# ---- 2.4 ----


def _cosines(table: np.ndarray, i: int) -> np.ndarray:
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    return unit @ unit[i]


def _highest(scores: np.ndarray, i: int, k: int) -> np.ndarray:
    order = np.argsort(-scores)
    return order[order != i][:k]


def nearest(table: np.ndarray, i: int, k: int) -> np.ndarray:
    return _highest(_cosines(table, i), i, k)


def _rows(rng: np.random.Generator) -> Arguments:
    """Rows of very different lengths."""
    table = rng.normal(size=(12, 5)) * rng.uniform(0.2, 5, size=(12, 1))
    return table, int(rng.integers(12)), 4


LENGTHS = "Divide by the lengths: long rows win a plain dot product."

ch02_ex4 = Exercise(
    "2.4",
    nearest,
    _rows,
    mistakes=[
        (
            lambda table, i, k: np.argsort(-_cosines(table, i))[:k],
            "Row `i` itself is among them: it is its own best neighbour, leave it out.",
        ),
        (lambda table, i, k: nearest(table, i, k)[::-1], "The best one comes first."),
        (
            lambda table, i, k: np.argsort(_cosines(table, i))[:k],
            "These are the least similar rows: sort from the highest.",
        ),
        (lambda table, i, k: _highest(table @ table[i], i, k), LENGTHS),
        (lambda table, i, k: np.argsort(-(table @ table[i]))[:k], LENGTHS),
        (
            lambda table, i, k: _highest(-np.linalg.norm(table - table[i], axis=1), i, k),
            "You took the distance; the cosine ignores lengths.",
        ),
        (
            lambda table, i, k: _cosines(table, i)[nearest(table, i, k)],
            "These are the cosines. Return the numbers of the rows.",
        ),
        (lambda table, i, k: table[nearest(table, i, k)], "Return the numbers of these rows."),
    ],
    hint="Return the numbers of the k other rows with the highest cosine, the best first.",
)
