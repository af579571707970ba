# %% [markdown]
# # 11 Part-of-speech probes
#
# *I will record a record.* Read it aloud: the first *record* has its stress at the end, the
# second at the beginning, and a phone that reads you this message has to know that one is a
# verb and the other a noun. Our biLM has only ever guessed words, and nobody told it what a verb
# is. Does it know all the same?
#
# **Which layer knows the part of speech, and how can we be sure?**
#
# You will be able to
# - **build** a linear probe, from its gradient by hand to a class,
# - **choose** the controls without which the score of a probe is empty,
# - **compare** two layers on the same sentences, with an interval,
# - **tell** knowledge from learning by heart, with control labels,
# - **judge** the saying that grammar lives in the lower layer and meaning in the upper one.
#
# You need the layers of the biLM (chapter 08), softmax and cross-entropy (02), the two controls
# and the paired bootstrap (09, 09b).

# %% tags=["setup"]
from collections import Counter

import numpy as np
import torch
from matplotlib import pyplot as plt
from torch import nn
from torch.nn import functional as F

from elmo_lite import corpora, probes
from elmo_lite.controls import with_random_weights, with_warm_start
from elmo_lite.elmo import Elmo
from elmo_lite.reading.cache import token_vectors
from elmo_lite.stats import paired
from notebooks.course import chapter
from notebooks.course.check import ch11 as checks
from notebooks.course.plots import ch11 as plots
from notebooks.course.results import select, unpack, values

torch.set_num_threads(1)  # the same sums everywhere

# %% [markdown]
# ## 1. One word, several tags
# A part of speech (품사) is a class of words that fit into the same gaps: nouns, verbs,
# adjectives. The **tag** (태그) of a word in a sentence names its class, and a **tagset** (태그
# 집합) is the list of all classes. We use UPOS, the 17 tags of Universal Dependencies, which
# serve all languages (PROPN is a name, ADP a preposition, SCONJ a conjunction such as
# *because*). A tag is less than a sense: *gift* is a NOUN as a present and as a talent, and so
# are all meanings of the Korean 배 (ship, pear, belly).
#
# Every token of our sense-annotated corpus has a tag.

# %%
train, dev = corpora.our_tagged("train"), corpora.our_tagged("dev")
test = corpora.our_tagged("test")[::2]
(words, tags), (dev_words, dev_tags) = probes.flat(train), probes.flat(dev)
new_words, gold = probes.flat(test)
for name, part in (("train", train), ("dev", dev), ("test", test)):
    print(f"{name:5} {len(part)} sentences, {sum(len(w) for w, _ in part):,} tokens")

# %%
counts = {}
for word, tag in zip(words, tags, strict=True):
    counts.setdefault(word.lower(), Counter())[tag] += 1
purity = {w: max(c.values()) / c.total() for w, c in counts.items() if c.total() >= 20}
often = [found for found in counts.values() if found.total() > 1]
print(f"{len(often)} types occur more than once,", end=" ")
print(f"{np.mean([len(found) == 1 for found in often]):.0%} of them with one tag only")

shown = sorted(purity, key=purity.get)[:8]
ax = plt.figure(figsize=(9, 4.4)).add_subplot(xlabel="share of its occurrences, in %")
for y, word in enumerate(shown):
    ranked = {tag: 100 * n / counts[word].total() for tag, n in counts[word].most_common()}
    shades = [plots.HERE, "#5B8DB8", "#B9CFE3", plots.FAINT, plots.FAINT]
    plots.stack(ax, y, ranked, dict(zip(ranked, shades, strict=False)), least=9)
ax.set_yticks(range(len(shown)), shown)
ax.invert_yaxis()
plots.describe(ax, f"Tags of eight words: {plots.told({w: counts[w] for w in shown}, '{}')}.")

# %% [markdown]
# *To* is a particle 78 times (*to go*) and a preposition 77 times (*to school*), and *that*
# belongs to three classes almost equally. For these eight only the sentence can tell. But of
# all types that occur more than once, 83 % had one tag everywhere.
#
# So there is a tagger that reads no sentence at all: give each word the tag that it had **most
# often**. By hand: if *play* was VERB, VERB and NOUN, it is always called a VERB, and a word
# that training never had gets the most frequent tag of all.
#
# **Predict.** Which share of our test tokens does it get right: about 50, 70 or 90 %? And what
# does a tagger get that answers NOUN every time?
#
# <details><summary>Answer</summary>
#
# 89.4 %, and 22.0 %.
#
# </details>


# %%
def most_frequent_tags(words, tags, new_words):
    counts = {}
    for word, tag in zip(words, tags, strict=True):
        counts.setdefault(word, Counter())[tag] += 1
    other = Counter(tags).most_common(1)[0][0]
    return [counts[w].most_common(1)[0][0] if w in counts else other for w in new_words]


counted = np.array(most_frequent_tags(words, tags, new_words)) == np.array(gold)
print(f"most frequent tag {counted.mean():.1%}, always NOUN {gold.count('NOUN') / len(gold):.1%}")

# %% [markdown]
# Counting gets 89.4 % without a glance at any sentence. So a probe that finds 88 % of the tags
# has found less than a table of counts.
#
# ## 2. A linear probe
# A **probe** (탐침) is a small classifier on frozen vectors. We take the vector $h$ of a token
# from one layer and ask whether its tag can be read off. A **linear probe** (선형 탐침) has a
# row of weights $W_a$ and a number $b_a$ for each tag $a$, and a softmax (chapter 02):
#
# $$p_a = \frac{e^{W_a \cdot h + b_a}}{\sum_{a'} e^{W_{a'} \cdot h + b_{a'}}} \tag{1}$$
#
# It can only draw straight lines between the tags, so it adds little of its own (section 5).
#
# By hand, with two numbers and three tags: $h = (2, 1)$, the rows are $(1, 0)$, $(0, 1)$ and
# $(-1, -1)$, all $b_a = 0$. The scores are 2, 1 and −3, their exponentials 7.39, 2.72 and 0.05,
# the sum is 10.16. So $p = (0.73, 0.27, 0.005)$. If the right tag is $y$, the loss is $-\log
# p_y$, and its gradient is short:
#
# $$\frac{\partial(-\log p_y)}{\partial W_a} = (p_a - [a = y])\, h \tag{2}$$
#
# where $[a = y]$ is 1 for the right tag and 0 for the others; for $b_a$ it is the same without
# $h$. If the second tag is right, the three rows have the gradients $0.73\,h$, $-0.73\,h$ and
# $0.005\,h$. A step goes the other way: the row of the right tag is pulled towards $h$ and the
# others are pushed away, each as hard as the probe was wrong.
#
# For many tokens the gradient is the mean over them. First as a loop, on 90 points of a toy.

# %%
h, W, b = np.array([2.0, 1.0]), np.array([[1.0, 0], [0, 1], [-1, -1]]), np.zeros(3)
print("by hand:", (np.exp(W @ h + b) / np.exp(W @ h + b).sum()).round(3))
rng = np.random.default_rng(0)
centres = np.array([[2.0, 1.0], [-1.5, 2.0], [0.0, -2.0]])
y = rng.integers(0, 3, 90)
x = centres[y] + rng.normal(size=(90, 2))


def gradient_loop(x, y, W, b):
    dW, db = np.zeros_like(W), np.zeros_like(b)
    for h, right in zip(x, y, strict=True):
        p = np.exp(W @ h + b) / np.exp(W @ h + b).sum()
        for a in range(len(W)):
            dW[a] += (p[a] - (a == right)) * h / len(x)
            db[a] += (p[a] - (a == right)) / len(x)
    return dW, db


# %% [markdown] tags=["exercise"]
# ### Exercise 11.1: the same without a loop
# Difficulty 2 of 3, 15 minutes.
#
# Write `gradient(x, y, W, b)` with matrix products: `x` has shape (tokens, dim), `y` (tokens,)
# holds the numbers of the right tags, `W` is (tags, dim) and `b` (tags,). Return the gradients of
# `W` and of `b`.
#
# <details><summary>Hint 1</summary>
#
# `x @ W.T + b` are all scores at once, (tokens, tags). Take the softmax of each row.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `np.eye(len(b))[y]` is 1 at the right tags and 0 elsewhere. With the errors $e$ of shape (tokens,
# tags), `e.T @ x` sums error times vector over all tokens.
#
# </details>


# %% tags=["exercise"]
def gradient(x, y, W, b):
    """The mean of equation (2) over all tokens: (tags, dim) and (tags,)."""
    # begin solution
    p = np.exp(x @ W.T + b)
    p /= p.sum(axis=1, keepdims=True)
    errors = p - np.eye(len(b))[y]
    return errors.T @ x / len(y), errors.mean(axis=0)
    # end solution


# %% tags=["check"]
checks.ch11_ex1(gradient)

# %%
gradient = checks.ch11_ex1.yours_or_ours(gradient)
weight, bias = torch.tensor(W, requires_grad=True), torch.tensor(b, requires_grad=True)
F.cross_entropy(torch.tensor(x) @ weight.T + bias, torch.tensor(y)).backward()
assert np.allclose([gradient(x, y, W, b)[0], gradient_loop(x, y, W, b)[0]], weight.grad)

W, b = np.zeros((3, 2)), np.zeros(3)
for _ in range(200):
    dW, db = gradient(x, y, W, b)
    W, b = W - 0.5 * dW, b - 0.5 * db
plots.probe_regions(x, y, ["NOUN", "VERB", "DET"], W, b)

# %% [markdown]
# Your function, the loop and PyTorch agree, and 200 steps of it have trained the probe of the
# figure. 96 % of the points end up on the right side of its straight borders; the other four
# lie among points of another tag.
#
# The real probe is not much more. It brings every number of a vector to mean 0 and standard
# deviation 1, so that no layer profits from its scale.


# %%
class LinearProbe(nn.Module):
    def __init__(self, x, num_tags):
        super().__init__()
        self.mean, self.deviation = x.mean(dim=0), x.std(dim=0, correction=0) + 1e-5
        self.classify = nn.Linear(x.shape[1], num_tags)

    def forward(self, x):
        return self.classify((x - self.mean) / self.deviation)


def fit(x, y, num_tags, settings):
    """x (tokens, dim), y (tokens,) -> a trained LinearProbe."""
    torch.manual_seed(settings.seed)
    probe, rate = LinearProbe(x, num_tags), settings.learning_rate
    optimizer = torch.optim.Adam(probe.parameters(), rate, weight_decay=settings.weight_decay)
    for epoch in range(settings.epochs):
        optimizer.param_groups[0]["lr"] = rate * settings.decay**epoch
        for batch in torch.randperm(len(y)).split(settings.batch_size):
            optimizer.zero_grad()
            F.cross_entropy(probe(x[batch]), y[batch]).backward()
            optimizer.step()
    return probe


# %% [markdown]
# The biLM reads all our sentences once, and we keep every layer of every token. (Layer 0 is the
# char-CNN, which sees the letters of one word and no neighbour.) The package has our probe as
# `probes.fit`, and after one epoch both have the same weights.

# %%
y_train, y_test, names = probes.numbered(tags, gold)
_, y_dev, _ = probes.numbered(tags, dev_tags)
sentences = [sentence for part in (train, dev, test) for sentence, _ in part]
ends = np.cumsum([len(words), len(dev_words)])
lengths = np.array([len(sentence) for sentence, _ in test])
sentence_of = np.repeat(np.arange(len(test)), lengths)  # of each test token


def read(model):
    """Every layer of every token, (layers, tokens, dim), of train, dev and test."""
    return np.split(np.array(token_vectors(model, sentences), np.float32), ends, axis=1)


elmo = Elmo.load("en")
x_train, x_dev, x_test = read(elmo)
print("train", x_train.shape, "dev", x_dev.shape, "test", x_test.shape)

one_epoch = probes.ProbeSettings(epochs=1)
ours = fit(torch.tensor(x_train[1]), torch.tensor(y_train), len(names), one_epoch)
theirs = probes.fit(x_train[1], y_train, len(names), one_epoch)
assert torch.allclose(ours.classify.weight, theirs.classify.weight, atol=1e-4)

# %% [markdown]
# ## 3. The layers and their controls
# Every layer gets five probes with five seeds, and beside them stand the controls that answer
# the obvious objections. *Any network would do:* three networks with random weights. *It is all
# in the static vectors:* three warm starts, whose char-CNN can spell skip-gram vectors while
# the LSTMs are still random (chapter 09). *It is all in the letters:* a linear classifier on
# pieces of the word, up to four letters long. *It is all in the counts:* the tagger of section
# 1.
#
# **Predict.** A biLM with random weights has never read a word. Does a probe on its layers get
# as little as "always NOUN", or more? And which of its layers is the best?
#
# <details><summary>Answer</summary>
#
# Far more: 81.1 % on layer 0. Random weights still give equal words equal vectors, so a probe
# can learn the tags word by word, as counting does. Layer 0 is the best, because an LSTM that
# has learned nothing only stirs the neighbours in and blurs the word.
#
# </details>


# %%
def trained_probe(x, y, seed=0):
    chosen = {"epochs": 15, "decay": 0.8, "learning_rate": 0.01, "weight_decay": 1e-3}
    return probes.fit(x, y, len(names), probes.ProbeSettings(**chosen, seed=seed))


def probe_layers(name, model, seeds):
    """Keep which test tokens are right, and the accuracy on dev, for each layer and seed."""
    train_part, dev_part, test_part = read(model)
    for j in range(3):
        for seed in seeds:
            probe = probe_of[name, j] = trained_probe(train_part[j], y_train, seed)
            found = right.setdefault(f"{name}, layer {j}", [])
            found.append(probes.predict(probe, test_part[j]) == y_test)
            dev_right = probes.predict(probe, dev_part[j]) == y_dev
            on_dev.setdefault(f"{name}, layer {j}", []).append(dev_right.mean())


# %%
letters = np.array(probes.letters(words, tags, new_words))
right = {"most frequent tag": [counted], "letters": [letters == np.array(gold)]}
probe_of, on_dev = {}, {}
for seed in range(3):
    probe_layers("random", with_random_weights(elmo, seed), [seed])
    probe_layers("warm start", with_warm_start(elmo, seed), [seed])
probe_layers("trained", elmo, range(5))
plots.accuracy_rows({name: [found.mean() for found in each] for name, each in right.items()})

# %% [markdown]
# Reading has taught the model grammar. A probe on layer 1 finds the tag of 97.6 % of the tokens
# and on layer 2 of 97.4 %, where counting has 89.4 and letters 91.3. Of the random networks the
# best layer gets 81.1, of the warm start 92.1.
#
# Look at the step from layer 0 to layer 1. It costs the random network 8.5 points and the warm
# start 2.7, but the trained model gains 4.5. So the 8.2 points over counting have three sources:
# 2.7 are in the static vectors that the warm start spells, 1.1 came when the letters were
# trained further, and 4.5 are context.
#
# Does the phone get its sentence right?


# %%
def tag(sentence, j):
    vectors = np.array(token_vectors(elmo, [sentence.split()])[j], np.float32)
    return [names[i] for i in probes.predict(probe_of["trained", j], vectors)]


for sentence in ("I will record a record .", "They play a game .", "The play was long ."):
    for j in range(3):
        pairs = zip(sentence.split(), tag(sentence, j), strict=True)
        print(f"layer {j}:", *(f"{word}/{found}" for word, found in pairs))

# %% [markdown]
# Layer 0 has one vector for *record*, so both are nouns, and one for *play*, so both are verbs.
# Layers 1 and 2 get all four right.
#
# **Try it.** Write a sentence that the tagger gets wrong: *The old man the boat*, or *Time
# flies like an arrow*. Which layer gives up first?
#
# ## 4. Which layer, then?
# We choose a layer on the development part. On the test part the best of several would look too
# good, because the winner is partly lucky.

# %%
for j in range(3):
    print(f"trained, layer {j}, development part: {np.mean(on_dev[f'trained, layer {j}']):.2%}")
best = max(range(3), key=lambda j: np.mean(on_dev[f"trained, layer {j}"]))
chosen = f"trained, layer {best}"
print("chosen:", chosen)

# %% [markdown]
# Layer 1 has 97.39 % on the development part and layer 2 has 97.10, so layer 1 is our choice.
# How sure is their difference on the test part? We need the paired bootstrap of chapter 09b:
# resample whole sentences and take the difference each time.
#
# By hand: three sentences have 4, 2 and 2 tokens, and in them layer 2 has 1, 0 and −1 tokens
# right more than layer 1. If we draw the sentences 1, 1 and 3, the difference is $(1 + 1 - 1) /
# (4 + 4 + 2) = 0.1$.

# %% [markdown] tags=["exercise"]
# ### Exercise 11.2: resampled differences
# Difficulty 3 of 3, 20 minutes.
#
# `a` and `b` (tokens,) are true where two taggers are right, on the same tokens. `lengths` are the
# numbers of tokens in the sentences, in order. Each row of `draws` holds the indices (from 0) of
# the drawn sentences. Return one difference of accuracies, a's minus b's, for each row of `draws`.
#
# <details><summary>Hint 1</summary>
#
# First the tokens gained in each sentence: `np.add.reduceat` sums pieces of an array, given the
# positions where they start.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `gained[draws]` has the shape of `draws`. Sum each row, and divide by the tokens in it.
#
# </details>


# %% tags=["exercise"]
def differences(a, b, lengths, draws):
    """a's accuracy minus b's in each draw of sentences: (draws,)"""
    # begin solution
    starts = np.cumsum(lengths) - lengths
    gained = np.add.reduceat(a.astype(float) - b, starts)
    return gained[draws].sum(axis=1) / lengths[draws].sum(axis=1)
    # end solution


# %% tags=["check"]
checks.ch11_ex2(differences)

# %%
differences = checks.ch11_ex2.yours_or_ours(differences)
draws = np.random.default_rng(0).integers(0, len(test), (1000, len(test)))
one, other = right["trained, layer 2"][0], right["trained, layer 1"][0]
yours = np.percentile(differences(one, other, lengths, draws), [2.5, 97.5])
theirs = np.array(paired(one, other, groups=sentence_of)[1:])
assert np.allclose(yours, theirs, atol=0.0015)
print("layer 2 minus layer 1, seed 0, in points:", 100 * yours.round(4), 100 * theirs.round(4))


# %%
def show(a, b, right=right, groups=sentence_of):
    gain, low, high = (100 * x for x in paired(right[a], right[b], groups=groups))
    print(f"{a} minus {b}: {gain:+.2f} points [{low:+.2f}, {high:+.2f}]")


for name in (*list(right)[:2], "random, layer 0", "warm start, layer 0", "trained, layer 0"):
    show(chosen, name)
show("warm start, layer 0", "most frequent tag")
show("trained, layer 0", "warm start, layer 0")
show("trained, layer 2", "trained, layer 1")

# %% [markdown]
# Layer 1 is 8.2 points above counting, 5.6 above the best layer of any control and 4.5 above
# layer 0, and no interval comes near 0, nor do those of the three sources. Its lead on layer 2 is
# of another kind: 0.23 points, with an interval from −0.04 to 0.50. With so few tokens we cannot
# tell the two layers apart; section 6 has almost four times as many.
#
# ## 5. Learned by heart?
# A probe with 384 numbers for each tag could learn words by heart. Hewitt and Liang have a test
# for that. **Control labels** (대조 레이블) are nonsense: each type draws one of the tags at
# random, and keeps it. If *play* draws DET, it is a DET in all sentences. A probe that gets
# these labels right has memorised its words. The **selectivity** (선택성) of a probe is
#
# $$\text{accuracy on tags} - \text{accuracy on control labels} \tag{3}$$

# %% [markdown] tags=["exercise"]
# ### Exercise 11.3: control labels
# Difficulty 2 of 3, 15 minutes.
#
# Write `control(words, tags, seed)`: a list with one label for each token in `words`. Each *type*
# draws its label once, each tag with the probability of its share in the list `tags`.
#
# <details><summary>Hint 1</summary>
#
# `rng.choice(tags)` draws a tag with exactly these probabilities.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Draw first, in a dictionary over `sorted(set(words))`; then look up every token.
#
# </details>


# %% tags=["exercise"]
def control(words, tags, seed):
    """One label for each token, the same wherever its type occurs."""
    # begin solution
    rng, types = np.random.default_rng(seed), sorted(set(words))
    label = dict(zip(types, rng.choice(tags, len(types)).tolist(), strict=True))
    return [label[word] for word in words]
    # end solution


# %% tags=["check"]
checks.ch11_ex3(control)

# %%
control = checks.ch11_ex3.yours_or_ours(control)
nonsense = control(words + new_words, tags, 0)
n_train, n_test, _ = probes.numbered(nonsense[: len(words)], nonsense[len(words) :])
by_heart = {}
for j in range(3):
    five = [trained_probe(x_train[j], n_train, seed) for seed in range(5)]
    by_heart[j] = np.array([probes.predict(probe, x_test[j]) == n_test for probe in five])
    tags_right = np.mean(right[f"trained, layer {j}"])
    print(f"layer {j}: tags {tags_right:.1%}, control labels {by_heart[j].mean():.1%}", end=", ")
    print(f"selectivity {100 * (tags_right - by_heart[j].mean()):.1f}")

selective = {j: np.array(right[f"trained, layer {j}"]) - 1.0 * by_heart[j] for j in range(3)}
gain, low, high = paired(selective[2], selective[1], groups=sentence_of)
print(f"layer 2 more selective by {100 * gain:+.1f} [{100 * low:+.1f}, {100 * high:+.1f}]")
print(f"always the most frequent control label: {max(Counter(n_test).values()) / len(n_test):.1%}")

# %% [markdown]
# The probe does learn by heart. On layer 0 it gets 73.8 % of the nonsense right, where a blind
# answer gets 24.5, because every type has one vector to be memorised. In the upper layers the
# vector of a word changes from sentence to sentence, which makes this harder: 65.0 % on layer 1
# and 62.4 on layer 2. So selectivity rises from 19.3 to 32.6 and 35.0.
#
# This is the second finding of Hewitt and Liang, and we see it too. In the published ELMo the first
# layer had the better tags but the second was more selective, and so is ours, by 2.4 points (1.5 to
# 3.3). Layer 1 has kept more of the word itself, and a probe can look a word up, so a small lead on
# tags need not be grammar.
#
# How much more does a larger probe memorise? We ask a text that we did not write, English-EWT:
# American blogs, reviews and mails, which `python course.py measure pos` reads.

# %%
ewt = chapter.results("pos")["experiments"]
rows = ewt["selectivity"]["rows"]
sizes = sorted({row["hidden"] for row in rows})
scores = {}
for labels in ("tags", "control"):
    for j in range(3):
        found = [np.mean(values(rows, labels=labels, layer=j, hidden=n)) for n in sizes]
        scores.setdefault(labels, []).append(found)
for j in range(3):
    gains = [100 * (scores[labels][j][-1] - scores[labels][j][0]) for labels in scores]
    print(f"layer {j}, from linear to {sizes[-1]} units:", end=" ")
    print(f"tags {gains[0]:+.1f}, control labels {gains[1]:+.1f}")
plots.selectivity_panels(sizes, scores["tags"], scores["control"])

# %% [markdown]
# With 256 hidden units instead of none, the probe on layer 1 gains 0.9 points on tags and 15.1
# on nonsense, and its selectivity falls from 34 to 20. On layer 0 hardly anything is left, 3 of
# 24 points. Layer 2 is the most selective at every size. So we read tags with the smallest
# probe there is.
#
# ## 6. A text that we did not write
# EWT has typing errors, names and web addresses, and sixteen times as many tokens to learn
# from.

# %%
about = ewt["layers"]["about"]
for part, number in about["sentences"].items():
    print(f"{part:5} {number:6,} sentences, {about['words'][part]:7,} tokens")
ways, intervals, bits = {}, {}, {}
for row in ewt["baselines"]["rows"] + select(ewt["layers"]["rows"], direction="both"):
    name = row.get("by") or f"{row['model']}, layer {row['layer']}"
    name = name.replace("characters", "letters")
    ways.setdefault(name, []).append(row["accuracy"])
    intervals.setdefault(name, []).append(row["interval"])
    bits.setdefault(name, []).append(unpack(row))
in_sentence = np.repeat(np.arange(len(about["lengths"])), about["lengths"])
for name in ("most frequent tag", "warm start, layer 0", "trained, layer 0"):
    show("trained, layer 1", name, bits, in_sentence)
show("trained, layer 0", "letters", bits, in_sentence)
below = ("most frequent tag", "letters", "static vectors", "random", "warm start", "trained")
drawn = {n: ways[n] for kind in below for n in ways if n.startswith(kind) and "mix" not in n}
plots.accuracy_rows(drawn, {name: np.mean(intervals[name], axis=0) for name in drawn})

# %% [markdown]
# Everything is harder here. Layer 1 finds 94.1 % of the tags, layer 2 finds 93.8 and counting
# 86.2; the pale lines are 95 % intervals over sentences. The letters lose least: with 88.9 they
# are ahead of the warm start (86.5) and level with trained layer 0, which is 0.10 ahead (−0.22 to
# 0.41). So 5.1 of the 7.9 points over counting are context (4.7 to 5.4).
#
# ### Few examples
# Tags cost money. How many does a probe need?

# %%
rows = ewt["learning"]["rows"]
sizes = sorted({row["sentences"] for row in rows})
curves = {}
for model, j in (("trained", 1), ("trained", 0), ("warm start", 0), ("random", 0)):
    curves[f"{model}, layer {j}"] = [values(rows, model=model, layer=j, sentences=n) for n in sizes]
curves["most frequent tag"] = [values(rows, by="most frequent tag", sentences=n) for n in sizes]
plots.learning_curves(sizes, {name: found for name, found in curves.items() if found[0]})
print("layer 2 with 100:", np.mean(values(rows, model="trained", layer=2, sentences=100)).round(3))

# %% [markdown]
# This is what pre-training buys: with 100 tagged sentences layer 1 gets 89.3 %, and counting
# gets 66.3. Three quarters of the difference need no context: random layer 0 has 67.1, the static
# vectors of the warm start bring it to 79.8, and reading to 84.1. Context adds the other 5.2.
# Counting needs all 12,544 sentences to reach 86.2, so a language model is worth more than a
# hundred times the tags.
#
# ## 7. Where the errors are
# A **confusion table** (혼동 행렬) has a row for each right tag and a column for each tag
# given. We subtract the table of layer 1 from that of layer 2, on EWT. Red on the diagonal:
# layer 2 has more of this tag right; red elsewhere: it makes this mistake more often. The rare
# X is left out.

# %%
rows = ewt["confusion"]["rows"]
kept = [i for i, name in enumerate(rows[0]["names"]) if name != "X"]
tables = [np.mean(values(rows, "table", layer=j), axis=0)[np.ix_(kept, kept)] for j in (1, 2)]
plots.confusion_difference([rows[0]["names"][i] for i in kept], *tables)

# %% [markdown]
# The two layers make much the same mistakes, and the lead of layer 1
# is spread over 13 of the 16 tags. Of 1,000 adjectives it gets 13 more right, and of 1,000
# adverbs as well. Layer 2 gets 16 more of 1,000 SCONJ right, since fewer are taken for
# prepositions (*as*, *since* and *after* can be both). But of fewer than 400 that is six words.
#
# ### New words
# Words that training never had are hard. Here are those of our test part.

# %%
known = set(words)
is_new = np.array([word not in known for word in new_words])
print(f"{is_new.sum()} of {len(is_new):,} tokens are new: {is_new.mean():.1%}")
for name in right:
    found = np.mean(right[name], axis=0)
    print(f"{name:20} known {found[~is_new].mean():.1%}, new {found[is_new].mean():.1%}")
new = {name: [found[is_new] for found in right[name]] for name in (chosen, *list(right)[:2])}
show(chosen, "most frequent tag", new, sentence_of[is_new])
guesses = probes.predict(probe_of["trained", best], x_test[best])
missed = [i for i in np.flatnonzero(is_new) if guesses[i] != y_test[i]]
print(", ".join(f"{new_words[i]} ({gold[i]}, called {names[guesses[i]]})" for i in missed[:8]))

# %% [markdown]
# One token in eleven is new, and there counting is blind: it answers NOUN and gets 50.0 %.
# Letters get 70.4, trained layer 0 gets 89.0, and layer 1 gets 96.0. That is 46 points more
# than counting (43 to 50), and on known words it is 4.4. Most of the mistakes can be forgiven, for
# *Park by the old bridge* begins like a place. But *Canberra* is no pronoun.
#
# ## 8. What only the sentence can tell
# The word itself gives most tags away. The **head** (지배소) of a word is the word on which it
# depends. In *Sam likes green ham* the heads of *Sam* and *green* are to the right, that of
# *ham* is to the left, and *likes* is the root. We ask: left, right, or root?
#
# **Predict.** On EWT trained layer 0 gets 89.0 % of the tags. More or fewer of the heads?
#
# <details><summary>Answer</summary>
#
# Fewer: 75.3 %. The most frequent answer of each word alone gets 74.3.
#
# </details>

# %%
rows = ewt["head"]["rows"]
ax = plt.figure(figsize=(8, 4)).add_subplot(xlabel="layer", ylabel="right answers, in %")
shown = {"trained": plots.HERE, "warm start": "#E69F00", "random": plots.GREY}
said = {}
for model, colour in shown.items():
    found = [100 * np.array(values(rows, model=model, layer=j)) for j in range(3)]
    said[model] = [np.mean(seeds) for seeds in found]
    face = "white" if model == "random" else colour
    ax.plot(range(3), said[model], "-o", color=colour, mfc=face)
    ax.text(2.06, said[model][2], model, color=colour, va="center")
floor = 100 * values(rows, by="most frequent tag")[0]
ax.plot([0, 2], [floor, floor], "--", color="black", lw=1)
ax.text(2.06, floor - 0.3, "most frequent\nanswer of the word", va="top")
ax.set(xticks=range(3), xlim=(-0.1, 2.7))
said["most frequent answer of the word"] = [floor]
of = {f"{m}, layer {j}": map(unpack, select(rows, model=m, layer=j)) for m in shown for j in (0, 1)}
heads = {name: [*found] for name, found in of.items()}
for name in ("trained, layer 0", "warm start, layer 1"):
    show("trained, layer 1", name, heads, in_sentence)
plots.describe(ax, f"Heads, right answers by layer in percent: {plots.told(said, '{:.1f}')}.")

# %% [markdown]
# From layer 0 to layer 1 the trained model gains 11.5 points, 75.3 to 86.8 %, and layer 2 gets
# 86.8 as well. Even random weights gain 8 and the warm start 4.5, but at layer 1 the trained model
# is 9.1 points above the warm start (8.6 to 9.7).
#
# ## 9. Grammar below, meaning above?
# In the paper a linear probe on the first layer of the published biLM has 97.3 % of the tags
# (Table 6), on the second 96.8, and of the word senses 67.4 and 69.0 (Table 5). With CoVe, the
# layers of a translation model, the order is the same. So grammar is better below and meaning
# above.
#
# The claim in one picture: layer 2 minus layer 1, tags on top, senses (chapter 10) below.


# %%
def upper_minus_lower(rows, groups=None):
    """Layer 2 minus layer 1, in points, and its interval."""
    upper, lower = (select(rows, model="trained", layer=j) for j in (2, 1))
    # Senses: neighbouring items are resampled together.
    groups = np.arange(upper[0]["items"]) // 20 if groups is None else groups
    return 100 * np.array(paired([*map(unpack, upper)], [*map(unpack, lower)], groups=groups))


# %%
gaps = {"tags: biLM of the paper": (96.8 - 97.3,), "tags: CoVe of the paper": (92.8 - 93.3,)}
pair = right["trained, layer 2"], right["trained, layer 1"]
gaps["tags: our sentences"] = 100 * np.array(paired(*pair, groups=sentence_of))
gaps["tags: EWT"] = upper_minus_lower(select(ewt["layers"]["rows"], direction="both"), in_sentence)
gaps["tags: EWT, Penn tagset"] = upper_minus_lower(ewt["penn"]["rows"], in_sentence)
gaps["heads: EWT"] = upper_minus_lower(ewt["head"]["rows"], in_sentence)
gaps["senses: biLM of the paper"] = (69.0 - 67.4,)
gaps["senses: CoVe of the paper"] = (64.7 - 59.4,)
senses = chapter.results("senses")["experiments"]
sets = {"ours": "our sentences", "senseval": "Senseval-2", "coarsewsd": "CoarseWSD-20"}
for task, name in (sets | {"semcor": "SemCor"}).items():
    rows = select(senses[task]["rows"], tagger="neighbours")
    rows = select(rows, split=0) or rows  # one division of SemCor
    gaps[f"senses: {name}"] = upper_minus_lower(rows)

# %%
ax, drawn = plt.figure(figsize=(9, 5)).add_subplot(xlabel="layer 2 minus layer 1, in points"), []
for name, (middle, *ends) in gaps.items():
    colour = plots.GREY if "paper" in name else plots.HERE
    written = f"{middle:+.2f}" + (f" [{ends[0]:+.2f}, {ends[1]:+.2f}]" if ends else "")
    drawn.append(plots.Row(name, [middle], colour, written, ends or None))
plots.rows(ax, drawn, "border")
ax.axvline(0, color="black", lw=1)
plots.describe(ax, f"Layer 2 minus layer 1, in points: {plots.told(gaps, '{:+.2f}')}.")

# %% [markdown]
# Grammar below: yes, by a little. On EWT layer 1 leads by 0.32 points (0.13 to 0.51). With the
# Penn tagset of the paper it leads by 0.14 (−0.05 to 0.34), and on our sentences by 0.23 (−0.04 to
# 0.50); each of these alone could be luck. Heads are grammar as well, and there the layers are
# level (−0.01, from −0.33 to 0.31).
#
# Meaning above: sometimes. On our senses layer 2 leads by 3.95 points (1.28 to 6.51), and on
# CoarseWSD-20 by 0.43 (0.03 to 0.84). On SemCor it leads by 0.07 (−0.12 to 0.24), on Senseval-2
# layer 1 is 0.56 ahead (−0.20 to 1.35), and nothing is left of the paper's 1.6. So where our
# layers differ beyond chance, the saying is right, but only on our own senses by more than half a
# point.
#
# The question outlived ELMo: in BERT tags are settled in low layers, and who is meant by *she*
# near the top (Tenney, Das and Pavlick 2019).
#
# ### Open experiment
# Each vector has a forward half, which has read what is to the left, and a backward half. Give
# the probe one half only: `probes.half(x_train[1], "forward")`. Predict first how much each
# half loses, and which tags need to see what comes next.
#
# ## What you can now do
# Build a probe, set controls beside it, and compare layers by an interval. Ours found:
#
# | right tags, in % | ours | EWT | EWT, 100 sentences |
# |---|---|---|---|
# | counting | 89.4 | 86.2 | 66.3 |
# | random, layer 0 | 81.1 | 75.6 | 67.1 |
# | warm start, layer 0 | 92.1 | 86.5 | 79.8 |
# | trained, layer 0 | 93.1 | 89.0 | 84.1 |
# | trained, layer 1 | 97.6 | 94.1 | 89.3 |
# | trained, layer 2 | 97.4 | 93.8 | 88.4 |
#
# ## One honest limit
# A probe shows that a property *can* be read off a vector, not that the model uses it. To find
# that out, one would change the vector and watch the predictions.
#
# ## Sources
# - Peters and others 2018, *Deep contextualized word
#   representations*, section 5.3 with Tables 5 and 6: <https://arxiv.org/abs/1802.05365>
# - Hewitt and Liang 2019, *Designing and interpreting probes with control tasks*:
#   <https://arxiv.org/abs/1909.03368>
# - Tenney, Das and Pavlick 2019, *BERT rediscovers the classical NLP pipeline*:
#   <https://arxiv.org/abs/1905.05950>
# - Silveira and others 2014, *A gold standard dependency corpus for English* (English-EWT):
#   <https://universaldependencies.org/treebanks/en_ewt/>
# - The lecture: the slides on ELMo, for the table of 품사 태깅.
#
# ## Where next
# A probe asks what a vector holds. Chapter 12 asks what it is good for.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A probe on some layer finds 88 % of the tags. What does that say?
#    - [ ] the layer knows the part of speech well :: the letters alone may give as much
#    - [x] nothing before the baselines are known :: counting gets nearly 90 % on our text
#    - [ ] the probe is too small :: a larger one would also learn more by heart
# 2. A larger probe gains 2 points on tags and 15 on control labels. What follows?
#    - [ ] the layer knows more than we thought :: then the control labels would not have gained
#    - [ ] the control labels were easy :: they are random, so there is no rule to find
#    - [x] it learned by heart :: selectivity fell, so the gain says little about the layer
# 3. Layer 2 is 0.1 points ahead of layer 1, with an interval from −0.2 to +0.4. What do we write?
#    - [x] we cannot tell them apart :: 0 lies inside, and other sentences could reverse the order
#    - [ ] layer 2 is better :: the interval holds losses as well
#    - [ ] both layers are the same :: they may differ by up to 0.4 points
