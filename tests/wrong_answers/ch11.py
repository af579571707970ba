"""Typical wrong answers to the exercises of chapter 11, and a part of the hint each must get."""

from collections import Counter

import numpy as np

# ---- 11.1 ----


def first_tag(words, tags, new):
    seen = {}
    for word, tag in zip(words, tags, strict=True):
        seen.setdefault(word, tag)
    return [seen.get(word, "DET") for word in new]


def last_tag(words, tags, new):
    seen = dict(zip(words, tags, strict=True))
    return [seen.get(word, "DET") for word in new]


def leaves_new_words_out(words, tags, new):
    found = zip(new, best(words, tags, new), strict=True)
    return [tag for word, tag in found if word in words]


def guesses_a_noun(words, tags, new):
    found = best(words, tags, new)
    return ["NOUN" if word == "fly" else tag for word, tag in zip(new, found, strict=True)]


def majority_for_all(words, tags, new):
    return [Counter(tags).most_common(1)[0][0]] * len(new)


def best(words, tags, new):
    counts = {}
    for word, tag in zip(words, tags, strict=True):
        counts.setdefault(word, Counter())[tag] += 1
    return [counts[w].most_common(1)[0][0] if w in counts else "DET" for w in new]


# ---- 11.2 ----


def softmax(logits):
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    return p / p.sum(axis=1, keepdims=True)


def errors(x, y, W, b):
    return softmax(x @ W.T + b) - np.eye(len(b))[y]


def sums(x, y, W, b):
    e = errors(x, y, W, b)
    return e.T @ x, e.sum(axis=0)


def turns_the_sign(x, y, W, b):
    e = errors(x, y, W, b)
    return -e.T @ x / len(y), -e.mean(axis=0)


def forgets_the_answer(x, y, W, b):
    p = softmax(x @ W.T + b)
    return p.T @ x / len(y), p.mean(axis=0)


def forgets_the_softmax(x, y, W, b):
    e = x @ W.T + b - np.eye(len(b))[y]
    return e.T @ x / len(y), e.mean(axis=0)


def lies_on_its_side(x, y, W, b):
    e = errors(x, y, W, b)
    return x.T @ e / len(y), e.mean(axis=0)


def gives_the_weights_only(x, y, W, b):
    return (errors(x, y, W, b).T @ x / len(y)).tolist()[0][:1]


# ---- 11.3 ----


def draws_for_every_token(words, tags, seed):
    return np.random.default_rng(seed).permutation(tags).tolist()


def draws_all_labels_alike(words, tags, seed):
    rng = np.random.default_rng(seed)
    names = sorted(set(tags))
    of = {word: str(rng.choice(names)) for word in sorted(set(words))}
    return [of[word] for word in words]


def forgets_the_seed(words, tags, seed):
    rng = np.random.default_rng(0)
    of = {word: str(rng.choice(tags)) for word in sorted(set(words))}
    return [of[word] for word in words]


def gives_the_tags(words, tags, seed):
    return tags


def shuffles_within_few_words(words, tags, seed):
    of = dict(zip(words, tags, strict=True))
    of["w1"] = "VERB" if of.get("w1") == "NOUN" else "NOUN"
    return [of[word] for word in words]


# ---- 11.4 ----


def per_sentence(a, b, lengths):
    starts = np.r_[0, np.cumsum(lengths)[:-1]]
    return np.add.reduceat(a.astype(float) - b, starts)


def swaps(a, b, lengths, draws):
    more = per_sentence(a, b, lengths)
    return -more[draws].sum(axis=1) / lengths[draws].sum(axis=1)


def averages_shares(a, b, lengths, draws):
    return (per_sentence(a, b, lengths) / lengths)[draws].mean(axis=1)


def divides_by_all_words(a, b, lengths, draws):
    return per_sentence(a, b, lengths)[draws].sum(axis=1) / lengths.sum()


def draws_words(a, b, lengths, draws):
    return (a.astype(float) - b)[draws].mean(axis=1)


WRONG = {
    "ch11_ex1": [
        (first_tag, "most often"),
        (last_tag, "most often"),
        (leaves_new_words_out, "one tag for each"),
        (guesses_a_noun, "most frequent tag of all"),
        (majority_for_all, "seen once"),
    ],
    "ch11_ex2": [
        (sums, "divide by their number"),
        (turns_the_sign, "sign is wrong"),
        (forgets_the_answer, "Subtract 1"),
        (forgets_the_softmax, "softmax first"),
        (lies_on_its_side, "on its side"),
        (gives_the_weights_only, "two arrays"),
    ],
    "ch11_ex3": [
        (draws_for_every_token, "two labels"),
        (draws_all_labels_alike, "as often as the tag occurs"),
        (forgets_the_seed, "use `seed`"),
        (gives_the_tags, "right tags"),
        (shuffles_within_few_words, "too often"),
    ],
    "ch11_ex4": [
        (swaps, "sign is wrong"),
        (averages_shares, "sum, then divide"),
        (divides_by_all_words, "drawn sentences"),
        (draws_words, "numbers of sentences"),
    ],
}
