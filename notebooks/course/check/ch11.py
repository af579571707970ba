"""Answer checks of chapter 11: the gradient of a probe, resampled sentences, control labels."""

from collections import Counter

import numpy as np
from scipy.special import softmax

from notebooks.course.check.exercise import Arguments, Exercise


def gradient(x, y, W, b, *, errors=lambda logits, right: softmax(logits, axis=1) - right):
    """errors: from the logits and the one-hot right tags."""
    e = errors(x @ W.T + b, np.eye(len(b))[y])
    return e.T @ x / len(y), e.mean(axis=0)


def _tagged_words(rng: np.random.Generator) -> Arguments:
    number, dim, tags = rng.integers(2, 12), int(rng.integers(2, 4)), int(rng.integers(4, 6))
    x, W = rng.normal(size=(number, dim)), rng.normal(size=(tags, dim))
    return x, rng.integers(0, tags, number), W, rng.normal(size=tags)


ch11_ex1 = Exercise(
    "11.1",
    gradient,
    _tagged_words,
    mistakes=[
        (
            lambda *a: [len(a[0]) * g for g in gradient(*a)],
            "This is the sum over the words: divide by their number.",
        ),
        (
            dict(errors=lambda logits, right: right - softmax(logits, axis=1)),
            "The sign is wrong: it is p minus the right answer.",
        ),
        (
            dict(errors=lambda logits, right: softmax(logits, axis=1)),
            "Subtract 1 at the right label.",
        ),
        (dict(errors=lambda logits, right: logits - right), "Take the softmax of the logits."),
        (
            lambda *a: (gradient(*a)[0].T, gradient(*a)[1]),
            "Your gradient of `W` is transposed: it needs the shape of `W`.",
        ),
    ],
    returns="two arrays: the gradient of `W` and the gradient of `b`",
    hint="The gradient of `W` is the mean of (p - right answer) times x, that of `b` the mean of "
    "(p - right answer).",
)


def _gained(a, b, lengths):
    """The words that a has right and b has wrong, minus the others, in each sentence."""
    return np.add.reduceat(a.astype(float) - b, np.cumsum(lengths) - lengths)


def differences(a, b, lengths, draws):
    return _gained(a, b, lengths)[draws].sum(axis=1) / lengths[draws].sum(axis=1)


def _two_taggers(rng: np.random.Generator) -> Arguments:
    number = int(rng.integers(3, 21))
    lengths = rng.integers(1, 6, number)
    a, b = (rng.random(lengths.sum()) < share for share in (0.9, 0.6))
    return a, b, lengths, rng.integers(0, number, (7, number))


ch11_ex2 = Exercise(
    "11.2",
    differences,
    _two_taggers,
    mistakes=[
        (
            lambda a, b, lengths, draws: differences(b, a, lengths, draws),
            "The sign is wrong: count what `a` has right and `b` has wrong as +1.",
        ),
        (
            lambda a, b, lengths, draws: (_gained(a, b, lengths) / lengths)[draws].mean(axis=1),
            "A long sentence has more words: sum, then divide.",
        ),
        (
            lambda a, b, lengths, draws: _gained(a, b, lengths)[draws].sum(axis=1) / lengths.sum(),
            "Divide by the words of the sampled sentences.",
        ),
        (
            lambda a, b, lengths, draws: (a.astype(float) - b)[draws].mean(axis=1),
            "`draws` are numbers of sentences, not of words.",
        ),
    ],
    hint="For each draw: the words gained in its sentences, divided by their words.",
)


def control(words, tags, seed):
    types = sorted(set(words))
    drawn = np.random.default_rng(seed).choice(tags, len(types)).tolist()
    label = dict(zip(types, drawn, strict=True))
    return [label[word] for word in words]


def _first_fault(answer, words, tags):
    """What is wrong with labels that are random: there is no single right answer to compare."""
    got = answer(words, tags, 0)
    if not isinstance(got, (list, tuple, np.ndarray)):
        return got
    got = [str(label) for label in got]
    if len(got) != len(words):
        return "number"
    if set(got) - set(tags):
        return "no tags"
    label = dict(zip(words, got, strict=True))
    if got != [label[word] for word in words]:
        return "two labels"
    counts = Counter(label.values())
    shares = {tag: count / len(tags) for tag, count in Counter(tags).items()}
    if any(abs(counts[tag] / len(label) - share) > 0.06 for tag, share in shares.items()):
        return "shares"
    if [str(label) for label in answer(words, tags, 0)] != got:
        return "seed does not repeat"
    if [str(label) for label in answer(words, tags, 1)] == got:
        return "seed has no effect"
    return "no fault"


def _tagged_text(rng: np.random.Generator) -> Arguments:
    """Three words of five are NOUN, the others VERB, and w7 is ADP."""
    words = [f"w{i}" for i in rng.integers(0, 900, 6000)]
    return words, [("NOUN", "VERB", "ADP")[int(w[1:]) % 10 // 6 + (w == "w7")] for w in words]


ch11_ex3 = Exercise(
    "11.3",
    control,
    _tagged_text,
    trials=1,
    use=_first_fault,
    mistakes=[
        (
            lambda words, tags, seed: control(sorted(set(words)), tags, seed),
            "Return one label for each token of the text, not for each type.",
        ),
        (
            lambda words, tags, seed: np.random.default_rng(seed).permutation(tags),
            "One word has two labels: sample one for each type, and keep it.",
        ),
        (
            lambda words, tags, seed: control(words, sorted(set(tags)), seed),
            "Sample each label as often as the tag occurs: three of five tags are NOUN here.",
        ),
        (
            dict(seed=None),
            "The same seed should give the same labels again: use `default_rng(seed)`.",
        ),
        (dict(seed=0), "Another seed, other labels: use `seed`."),
    ],
    returns="a list of labels",
    hint="Each type gets one tag at random, as often as the tag occurs in `tags`.",
)
