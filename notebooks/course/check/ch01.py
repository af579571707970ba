"""Answer checks of chapter 01: counting, maximum likelihood, add-delta, the Kneser-Ney discount."""

from collections import Counter, defaultdict

import numpy as np

from notebooks.course.check.exercise import Arguments, Exercise

WORDS = ["I", "am", "Sam", "do", "not", "like", "ham"]
SAM = [line.split() for line in ("I am Sam", "Sam I am", "I do not like green eggs and ham")]


def _text(rng: np.random.Generator) -> list[list[str]]:
    """A few sentences of a few words, with many repetitions."""
    words = WORDS[: rng.integers(3, len(WORDS) + 1)]
    lengths = rng.integers(2, 6, size=rng.integers(2, 7))
    return [[str(word) for word in rng.choice(words, size=length)] for length in lengths]


def count_after(sentences, n, *, starts=None, end=True):
    """starts: how many <s> stand in front, if not n - 1."""
    after: defaultdict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for sentence in sentences:
        padded = ["<s>"] * (n - 1 if starts is None else starts) + sentence + ["</s>"] * end
        for k in range(n - 1, len(padded)):
            after[tuple(padded[k - n + 1 : k])][padded[k]] += 1
    return after


def _other_key(key):
    return lambda text, n: {key(c): words for c, words in count_after(text, n).items()}


ch01_ex1 = Exercise(
    "1.1",
    count_after,
    lambda rng: (_text(rng), int(rng.integers(1, 5))),
    cases=[([["I", "am"]], 2), ([["I", "am"]], 3), ([["I"]], 1), (SAM, 2), (SAM, 3)],
    trials=40,
    mistakes=[
        (dict(starts=0, end=False), "Put `<s>` in front and `</s>` at the end."),
        (dict(starts=0), "Put n - 1 times `<s>` in front of each sentence."),
        (dict(end=False), "Predict `</s>` at the end as well."),
        (
            lambda text, n: count_after(text, n, starts=n),
            "`<s>` is never predicted: put it n - 1 times.",
        ),
        (dict(starts=1), "Put n - 1 times `<s>` in front, not always one."),
        (lambda text, n: count_after(text, n + 1), "A context has n - 1 words, not n."),
        (lambda text, n: count_after([sum(text, [])], n), "Pad each sentence on its own."),
        (_other_key(" ".join), "The keys are tuples of words, such as ('I',), not strings."),
        (_other_key(lambda c: c[0] if len(c) == 1 else c), "For n = 2 the key is `('I',)`."),
    ],
    returns="a dictionary with tuples as keys and Counters as values",
    hint="Go through each padded sentence and count every word under the n - 1 words before it.",
)


def probability(word, context, after, *, divisor=lambda counts, after: counts.total()):
    counts = after.get(context)
    return counts[word] / divisor(counts, after) if counts else 0


def _word_and_counts(rng: np.random.Generator) -> Arguments:
    after = dict(count_after(_text(rng), int(rng.integers(1, 4))))
    contexts = [*after, ("ham", "Sam")]
    return str(rng.choice([*WORDS, "</s>"])), contexts[rng.integers(len(contexts))], after


SAM_PAIRS = dict(count_after(SAM, 2))

ch01_ex2 = Exercise(
    "1.2",
    probability,
    _word_and_counts,
    cases=[(w, (c,), SAM_PAIRS) for w, c in (("am", "I"), ("I", "<s>"), ("ham", "I"), ("a", "b"))],
    trials=60,
    mistakes=[
        (
            lambda word, context, after: after[context][word] / after[context].total(),
            "An unseen context is no key of `after`: use `after.get(context)` and return 0.",
        ),
        (dict(divisor=lambda counts, after: 1), "Divide the count by all counts of the context."),
        (dict(divisor=lambda counts, after: len(counts)), "Divide by the sum of the counts."),
        (
            dict(divisor=lambda counts, after: sum(c.total() for c in after.values())),
            "You divided by the length of the text. Divide by the count of this context only.",
        ),
    ],
    hint="Divide the count of the word after this context by the sum of all counts after it.",
)


def add_delta(count: float, total: float, delta: float, vocab_size: int) -> float:
    return (count + delta) / (total + delta * vocab_size)


def _counted(rng: np.random.Generator) -> Arguments:
    total = int(rng.integers(1, 30))
    return int(rng.integers(0, total + 1)), total, float(rng.uniform(0.01, 2)), 12


ch01_ex3 = Exercise(
    "1.3",
    add_delta,
    _counted,
    cases=[(2, 3, 1.0, 12), (0, 3, 1.0, 12), (0, 0, 0.5, 10), (np.array([0, 2]), 3, 1.0, 12)],
    mistakes=[
        (lambda c, t, d, v: c + d, "Divide the new count by the sum of the new counts."),
        (lambda c, t, d, v: (c + d) / max(t, 1), "The sum of all counts has grown as well."),
        (lambda c, t, d, v: (c + d) / (t + d), "Every one of the |V| tokens got δ, not only one."),
        (lambda c, t, d, v: (c + d) / (t + v), "Each of the |V| tokens got δ, which may not be 1."),
        (lambda c, t, d, v: (c + 1) / (t + v), "You added 1 to every count. Add δ."),
        (lambda c, t, d, v: c / (t + d * v), "The count of the word has grown by δ as well."),
    ],
    hint="Add δ to every count, of all |V| tokens; then divide the new count by the new sum.",
)


def discounted(count: int, total: int, types: int, discount: float, lower: float) -> float:
    return max(count - discount, 0) / total + discount * types / total * lower


def _after_a_context(rng: np.random.Generator) -> Arguments:
    types = int(rng.integers(1, 9))
    total, count = types + int(rng.integers(0, 20)), int(rng.integers(0, 4))
    return min(count, total), total, types, float(rng.uniform(0.1, 0.9)), float(rng.uniform(0, 0.2))


ch01_ex4 = Exercise(
    "1.4",
    discounted,
    _after_a_context,
    cases=[(2, 3, 2, 0.5, 23 / 360), (0, 3, 2, 0.5, 23 / 360)],
    mistakes=[
        (
            lambda c, t, k, d, p: (c - d) / t + d * k / t * p,
            "A word never seen has the count 0, and nothing can be taken off: use `max(..., 0)`.",
        ),
        (lambda c, t, k, d, p: max(c - d, 0) / t, "Give the freed share to the shorter context."),
        (lambda c, t, k, d, p: max(c - d, 0) / t + d / t * p, "Each of the `types` words gave D."),
        (lambda c, t, k, d, p: max(c - d, 0) / t + d * p, "Free is D times `types`, by `total`."),
        (lambda c, t, k, d, p: max(c - d, 0) / t + d * k * p, "Divide what is free by `total`."),
        (dict(lower=1), "Multiply the free share by `lower`."),
        (
            lambda c, t, k, d, p: (c - d) / t if c else d * k / t * p,
            "Words that were seen get their part of the freed share as well.",
        ),
    ],
    hint="What is left of the count, out of `total`, and the freed share times `lower`.",
)
