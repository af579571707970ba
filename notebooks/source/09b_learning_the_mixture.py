# %% [markdown]
# # 09b Learning the mixture
#
# You have two hundred labelled sentences, a frozen biLM with three layers, and an afternoon. You
# could try each layer, keep the best, and hope that its lead of half a point was not luck. Or you
# let the task turn the knobs that you turned by hand in chapter 09. Then somebody asks whether that
# was any better, and you are back at the half point.
#
# **Which of the layers should a task listen to?**
#
# You will be able to
# - **write** the step by which a task moves its shares,
# - **read** learned shares, and say what they do not prove,
# - **write** a paired bootstrap, over items and over seeds,
# - **read** the table that made ELMo famous, in points and in errors.
#
# You need chapter 09, and gradient descent from chapter 02.

# %% tags=["setup"]
from dataclasses import dataclass

import numpy as np
import torch
from matplotlib import pyplot as plt
from torch import nn
from torch.nn import functional as F

from elmo_lite import corpora, stats
from elmo_lite.controls import with_random_weights, with_warm_start
from elmo_lite.elmo import Elmo, Mixture
from elmo_lite.reading.cache import fingerprint
from elmo_lite.text import to_tokens
from notebooks.course.check import ch09b as checks
from notebooks.course.plots import ch09b as plots
from notebooks.course.plots import common

torch.set_num_threads(1)  # small tensors: one thread is fast, and gives the same sums everywhere

# %% [markdown]
# ## 1. The biLM stays as it is
# We read two texts of this course once: 1,722 sentences in which one word is marked with its sense,
# and 840 titles of news.

# %%
elmo = Elmo.load("en")
occurrences = list(corpora.senses("en"))
sentences = [list(o.tokens) for o in occurrences]
headlines = [*corpora.our_headlines().train, *corpora.our_headlines().test]
titles = to_tokens([title for _, title in headlines])


def read(elmo, sentences):
    """Every layer of every word, one sentence after another: (layers, words, dim)"""
    vectors = list(elmo.stream(sentences, layer="all", progress=False))
    return torch.from_numpy(np.concatenate(vectors, axis=1))


x, x_titles = read(elmo, sentences), read(elmo, titles)
print(tuple(x.shape), tuple(x_titles.shape))

# %% [markdown]
# Once is enough, because the biLM is frozen. To be sure, we train for something silly, vectors of
# length 1, and compare a **fingerprint** (지문) of the biLM, a hash that a single changed bit would
# change.

# %%
before = fingerprint(elmo)
optimizer = torch.optim.Adam(elmo.parameters(), lr=0.1)
for _ in range(5):
    vectors, mask = elmo(sentences[:4])
    loss = (vectors[mask].norm(dim=1) - 1).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

with torch.no_grad():
    kept, again = elmo.mix(x[:, : int(mask.sum())]), elmo(sentences[:4])[0][mask]
assert fingerprint(elmo) == before
assert torch.allclose(kept, again, atol=1e-4)
print(f"gamma {elmo.mix.gamma.item():.2f}, s {elmo.mix.s.detach().numpy().round(2)}")

# %% [markdown]
# Not one bit has moved, and the mixture of the kept layers is that of the live model. Only the four
# numbers of the mixture learned: $\gamma$ fell from 1 to 0.52.
#
# ## 2. How a task turns the knobs
# Gradient descent asks how the loss $J$ changes with each raw weight $w_j$. Let
# $\nabla_k = \partial J / \partial \text{ELMo}_k$ be the gradient that the task sends back to the
# mixture. How far a layer points along it is the layer's **push**:
#
# $$q_j = \gamma\, \nabla_k \cdot h_{k,j} \tag{1}$$
#
# The shares have the sum 1, so one can only grow at the cost of the others. The softmax compares
# each push with the mean push, and the weight of a layer that pushes more than that falls:
#
# $$\frac{\partial J}{\partial w_j} = s_j \Big( q_j - \sum_i s_i\, q_i \Big) \tag{2}$$
#
# By hand: $h_0 = (1, 0)$, $h_1 = (0, 1)$, $h_2 = (1, 1)$, equal shares, $\gamma = 1$, and the task
# says $\nabla = (3, -3)$, "less of the first number, more of the second". The pushes are 3, -3 and
# 0, their mean is 0, and the gradient is $(1, -1, 0)$. A step with $\eta = 0.5$ makes $w = (-0.5,
# 0.5, 0)$, with shares of 0.19, 0.51 and 0.31. Layer 1 had what the task wanted.

# %% [markdown] tags=["exercise"]
# ### Exercise 9b.1: the gradient of the weights
# Difficulty 2 of 3, 15 minutes.
#
# Write equations (1) and (2) with numpy for one word: `layers` has the shape (layers, dim),
# `gradient` is $\nabla_k$ of shape (dim,), `w` has one raw weight for each layer. Return
# $\partial J / \partial w$, of shape (layers,).
#
# <details><summary>Hint 1</summary>
#
# All pushes at once: `gamma * layers @ gradient`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `s @ q` is the sum of the products.
#
# </details>


# %% tags=["exercise"]
def gradient_of_weights(layers, gradient, w, gamma):
    """(layers, dim), (dim,), (layers,), a number -> (layers,)"""
    # begin solution
    s = np.exp(w - w.max())
    s = s / s.sum()
    pushes = gamma * layers @ gradient
    return s * (pushes - s @ pushes)
    # end solution


# %% tags=["check"]
checks.ch09b_ex1(gradient_of_weights)

# %%
gradient_of_weights = checks.ch09b_ex1.yours_or_ours(gradient_of_weights)
mix = Mixture(3)
wanted = torch.randn(x.shape[2], generator=torch.manual_seed(0))
(mix(x[:, 0]) @ wanted).backward()  # a loss whose gradient at the mixture is `wanted`
by_hand = gradient_of_weights(x[:, 0].numpy(), wanted.numpy(), np.zeros(3), 1.0)
assert np.allclose(by_hand, mix.weights.grad, atol=1e-4)
print(by_hand.round(2))

# %% [markdown]
# The formula and PyTorch agree on a word of our corpus.
#
# ## 3. Four tasks choose
# - **last letter**: with which letter does the word end? Silly, but we know the right layer. 200
#   sentences to learn from, 300 for the test.
# - **part of speech**: noun, verb, ...? The same sentences.
# - **sense**: *bank.money* or *bank.river*? 861 marked words to learn from, 861 for the test, and
#   only senses of that word may be answered.
# - **topic** of a title, from the mean of its words: 672 titles to learn from, 168 for the test.
#
# A layer with small numbers needs a larger share to be heard (chapter 09). So each number is first
# brought to mean 0 and spread 1, as measured on the training part.


# %%
@dataclass
class Task:
    x: torch.Tensor  # (layers, items, dim)
    labels: torch.Tensor  # (items,)
    allowed: torch.Tensor  # (items, labels): which labels may be answered
    train: torch.Tensor  # row numbers
    test: torch.Tensor
    groups: np.ndarray  # of the test items, see section 7


def make_task(x, labels, in_train, groups, allowed=None):
    train, test = (torch.from_numpy(np.flatnonzero(part)) for part in (in_train, ~in_train))
    mean, spread = x[:, train].mean(1, keepdim=True), x[:, train].std(1, keepdim=True)
    names, numbers = np.unique(labels, return_inverse=True)
    if allowed is None:
        allowed = np.ones((len(labels), len(names)), dtype=bool)
    labels, allowed = torch.from_numpy(numbers), torch.from_numpy(allowed)
    return Task((x - mean) / (spread + 1e-5), labels, allowed, train, test, groups[~in_train])


# %% [markdown]
# Now the labels. `word_tasks` makes the first three tasks for any network, as we shall ask two
# others.

# %%
# for each word of the corpus: its part of speech, its sentence, and whether that is for training
tags_of = {}
for part in ("train", "dev", "test"):
    for tokens, its_tags in corpora.our_tagged(part):
        tags_of[tuple(tokens)] = its_tags
tags = np.concatenate([tags_of[o.tokens] for o in occurrences])
words = np.concatenate(sentences)
lengths = [len(sentence) for sentence in sentences]
sentence_of = np.repeat(np.arange(len(sentences)), lengths)  # the sentence of each word
in_train = np.array([o.split == "train" for o in occurrences])
parts = np.flatnonzero(in_train), np.flatnonzero(~in_train)
rng = np.random.default_rng(0)
chosen = [*rng.permutation(parts[0])[:200], *rng.permutation(parts[1])[:300]]
some = np.isin(sentence_of, chosen)  # the words of these 500 sentences

# %%
# for each marked word: its row, its sense, and the senses that may be answered
marked = np.cumsum([0, *lengths[:-1]]) + [o.index for o in occurrences]
senses, lemmas = np.array([(o.sense, o.lemma) for o in occurrences]).T
lemma_of = dict(zip(senses, lemmas, strict=True))
own_senses = np.array([lemma_of[s] for s in np.unique(senses)]) == lemmas[:, None]


def word_task(x, name):
    if name == "sense":
        return make_task(x[:, marked], senses, in_train, lemmas, own_senses)
    endings = [word[-1].lower() for word in words[some]]
    labels = {"last letter": endings, "part of speech": tags[some]}[name]
    return make_task(x[:, some], labels, in_train[sentence_of[some]], sentence_of[some])


tasks = {name: word_task(x, name) for name in ("last letter", "part of speech", "sense")}
# for each title: the mean of its words
means = [vectors.mean(dim=1) for vectors in x_titles.split([len(t) for t in titles], dim=1)]
topics, number = [topic for topic, _ in headlines], np.arange(len(titles))
first = number < len(corpora.our_headlines().train)
tasks["topic"] = make_task(torch.stack(means, dim=1), topics, first, number)

# %% [markdown]
# One function trains a linear classifier on the mixture. A single layer is a mixture with a share
# of 1 that may not learn, and the mean one with equal shares. The raw weights take larger steps
# than the classifier, because 200 updates are few.


# %%
KINDS = ["layer 0", "layer 1", "layer 2", "mean", "learned"]


def mixture(kind):
    mix = Mixture(3)
    if kind == "mean":
        mix.weights.requires_grad_(False)
    elif kind != "learned":
        mix.pick(int(kind[-1]))  # "layer 1"
    return mix


# %%
def fit(task, kind, seed, strength=0.001, updates=200):
    """Which test items are right (items,), and the shares after each update (updates, layers)."""
    torch.manual_seed(seed)
    mix, classify = mixture(kind), nn.Linear(task.x.shape[2], task.allowed.shape[1])
    groups = [{"params": mix.parameters(), "lr": 0.05}, {"params": classify.parameters()}]
    optimizer = torch.optim.Adam(groups, lr=0.01)
    shares = []
    for _ in range(updates):
        rows = task.train[torch.randint(len(task.train), (64,))]
        scores = classify(mix(task.x[:, rows])).masked_fill(~task.allowed[rows], -1e9)
        loss = F.cross_entropy(scores, task.labels[rows]) + mix.penalty(strength)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        shares.append(mix.s.detach().numpy())
    with torch.no_grad():
        scores = classify(mix(task.x[:, task.test])).masked_fill(~task.allowed[task.test], -1e9)
    return (scores.argmax(dim=1) == task.labels[task.test]).double().numpy(), np.array(shares)


# %% [markdown]
# Each setting gets five seeds: other first weights of the classifier, other batches. (The penalty:
# section 9.)
#
# **Predict.** All tasks start with a third for each layer. Where will the shares of each of the
# four go?
#
# <details><summary>Answer</summary>
#
# The last letter goes to layer 0, parts of speech to layer 1 and senses to layer 2. The topic
# moves least.
#
# </details>

# %%
right, shares = {}, {}  # right[task][kind]: (seeds, items)
for name, task in tasks.items():
    right[name] = {}
    for kind in KINDS:
        runs = [fit(task, kind, seed) for seed in range(5)]
        right[name][kind] = np.array([answers for answers, _ in runs])
    shares[name] = np.array([path for _, path in runs])  # of "learned", the last one
plots.moving_shares(shares)

# %% [markdown]
# Nobody told them. The last letter gives layer 0 a share of 0.78. Parts of speech prefer layer 1
# (0.60, with 0.26 for layer 2), senses layer 2 (0.65, with 0.26 for layer 1), and every seed, a
# thin line, agrees. That is the paper's claim in four numbers: syntax sits lower than meaning. The
# softmax reads the top layer, so that layer must say *which* word comes next, and the one below it
# can settle what kind of word. The topic, the mean of many words, stays closest to the thirds, with
# 0.24, 0.43 and 0.34.
#
# **Try it.** Invent a task and predict its shares. Ours is the tag of the *next* word. A vector
# knows it in 64 % of the cases, and layer 1 gets a share of 0.64: syntax again.

# %%
places = sentence_of[some]
mine = make_task(x[:, some], np.roll(tags, -1)[some], in_train[places], places)
answers, path = fit(mine, "learned", seed=0)
print(f"{answers.mean():.0%} right, shares {path[-1].round(2)}")

# %% [markdown]
# ### What a share does not prove
# Ask the same of networks that have read nothing: one with random weights, and the warm start,
# whose char-CNN can spell word vectors, with random LSTMs on top.

# %%
found, both = {}, ("part of speech", "sense")
for name, control in (("random", with_random_weights), ("warm start", with_warm_start)):
    theirs = read(control(elmo, 0), sentences)
    for task in both:
        items = word_task(theirs, task)
        runs = [fit(items, "learned", seed) for seed in range(5)]
        found[task, name] = np.array([path[-1] for _, path in runs])
        print(f"{task}, {name}: {np.mean([answers for answers, _ in runs]):.1%} right")
    del theirs, items  # the next network needs their memory
for task in both:
    found[task, "trained"] = shares[task][:, -1]
    print(f"{task}, trained: {right[task]['learned'].mean():.1%} right")
order = [(task, name) for task in both for name in ("random", "warm start", "trained")]
common.learned_shares({f"{task},\n{name}": found[task, name] for task, name in order})

# %% [markdown]
# For parts of speech reading has reversed the picture: without it the tagger takes 0.59 or 0.66 of
# layer 0, the letters, and with it 0.13. So after reading the tagger prefers layer 1 to the
# letters, and the score rose from 89.7 % (warm start) to 95.4 %. But look at the senses. The warm
# start, with its random LSTMs, gives layer 2 more than half as well, 0.52, and gets 63.4 % instead
# of 77.5 %. A share says which of *these* layers a task prefers. How much the layer knows, only the
# score says.
#
# ## 4. Was it worth it?
# The alternatives: each layer alone, and the plain mean.

# %%
percent = {
    name: {kind: 100 * found.mean(axis=1) for kind, found in kinds.items()}
    for name, kinds in right.items()
}
plots.scores_of_tasks(percent)

# %% [markdown]
# The wrong layer is expensive: letters alone get 47.5 % of the senses, and the top layer 70.4 % of
# the last letters. But the better rows are close. On parts of speech layer 1 has 95.6 %, layer 2
# 94.8 %, the mean 95.2 % and the learned mixture 95.4 %. Is that an order, or would 300 other
# sentences have given another one?
#
# ## 5. The paired bootstrap, by hand
# We have no other sentences, but our own can play their part: take as many of them as there are, at
# random and with replacement, so that some come twice and others not at all. That is Efron's
# **bootstrap** (부트스트랩), and each such pick is a **resample** (재표본).
#
# Two systems A and B answer the same ten items, 1 for right and 0 for wrong:
#
# | item | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | right |
# |---|---|---|---|---|---|---|---|---|---|---|---|
# | A | 1 | 1 | 1 | 0 | 1 | 1 | 1 | 0 | 1 | 1 | 8 |
# | B | 1 | 0 | 1 | 1 | 1 | 0 | 1 | 0 | 0 | 1 | 6 |
# | A - B | 0 | +1 | 0 | -1 | 0 | +1 | 0 | 0 | +1 | 0 | +2 |
#
# The difference is $2/10 = 0.2$ for A. Now roll a die with ten sides ten times. We got 3, 9, 1, 1,
# 7, 4, 10, 2, 7, 5: items 1 and 7 twice, 6 and 8 never. The last row has 0, +1, 0, 0, 0, -1, 0, +1,
# 0, 0 there, so in this resample A leads by 0.1. Next we got 4, 4, 7, 1, 10, 3, 8, 6, 4, 5, which
# makes -0.2, so B wins. With $r_i$ for what the die shows in throw $i$ of $M$, a resampled
# difference is
#
# $$\Delta^* = \frac1M \sum_{i=1}^{M} \big(A_{r_i} - B_{r_i}\big) \tag{3}$$
#
# Do that 1,000 times and sort. The middle 95 % are the **confidence interval** (신뢰 구간) of the
# difference. Because both systems meet the same dice, it is a **paired bootstrap** (쌍체
# 부트스트랩).
#
# **Predict.** Ten items, 8 right against 6. Does the interval hold 0?
#
# <details><summary>Answer</summary>
#
# Yes: it goes from -0.2 to 0.6. A is better on three items and B on one, which a coin does easily.
#
# </details>

# %% [markdown] tags=["exercise"]
# ### Exercise 9b.2: the paired bootstrap
# Difficulty 2 of 3, 15 minutes.
#
# `a` and `b` hold one number for each item, and `rows` has the shape (resamples, items): each row
# is what the die showed. Return three numbers: the difference of the means (a minus b), and the
# percentiles 2.5 and 97.5 of the resampled differences (3).
#
# <details><summary>Hint 1</summary>
#
# `(a - b)[rows]` has the shape of `rows`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `np.percentile(differences, [2.5, 97.5])`.
#
# </details>


# %% tags=["exercise"]
def paired_interval(a, b, rows):
    """The difference, and the low and the high end of its interval."""
    # begin solution
    gaps = (a - b)[rows].mean(axis=1)
    low, high = np.percentile(gaps, [2.5, 97.5])
    return (a - b).mean(), low, high
    # end solution


# %% tags=["check"]
checks.ch09b_ex2(paired_interval)

# %%
paired_interval = checks.ch09b_ex2.yours_or_ours(paired_interval)
A = np.array([1, 1, 1, 0, 1, 1, 1, 0, 1, 1])
B = np.array([1, 0, 1, 1, 1, 0, 1, 0, 0, 1])
rows = np.random.default_rng(0).integers(0, 10, (1000, 10))
difference, low, high = paired_interval(A, B, rows)
assert np.allclose(stats.paired(A, B), (difference, low, high))

# %%
gaps = (A - B)[rows].mean(axis=1)
ax = plt.figure(figsize=(8, 3.2)).add_subplot(xlabel="A minus B", ylabel="resamples")
ax.hist(gaps, np.arange(-0.65, 1.0, 0.1), color=plots.PALE, edgecolor="white")
ax.plot([low, high], [-12, -12], color=plots.HERE, lw=6, solid_capstyle="butt", clip_on=False)
plots.note(ax, "95 % interval", (high, -12), (8, 0), color=plots.HERE, va="center")
ax.axvline(0, color="black", lw=1)
worse = (gaps <= 0).mean()
plots.describe(
    ax,
    f"Differences of 1,000 resamples: mean {difference:.2f}, 95 % interval "
    f"{low:.2f} to {high:.2f}; {worse:.0%} are 0 or below.",
)

# %% [markdown]
# The interval goes from -0.2 to 0.6, and in 20 % of the resamples A does not lead at all. So ten
# items cannot say which system is better. Your function agrees with `stats.paired`, which the whole
# course uses. With 1,000 items of the same pattern the interval would be a tenth as wide and would
# leave out 0, since its width falls with the root of the number of items.
#
# ## 6. Why pairs matter
# Now for real: layer 1 minus layer 2 on parts of speech, 0.8 points. Suppose each layer had been
# tested on sentences of its own. Then we would have to throw two sets of dice.
#
# **Predict.** Both ways have the same scores. Which interval is wider, and by how much?
#
# <details><summary>Answer</summary>
#
# The one with two sets of dice, more than twice: one layer may get the hard sentences.
#
# </details>

# %%
a, b = (right["part of speech"][kind].mean(axis=0) for kind in ("layer 1", "layer 2"))
rng = np.random.default_rng(0)
dice, other_dice = rng.integers(0, len(a), (2, 1000, len(a)))
ways = {"other items": a[dice].mean(1) - b[other_dice].mean(1)}
ways["the same items"] = a[dice].mean(1) - b[dice].mean(1)
ax = plt.figure(figsize=(8, 3.2)).add_subplot(xlabel="layer 1 minus layer 2, points", yticks=[])
ends = {}
for (name, gaps), colour in zip(ways.items(), (plots.PALE, plots.HERE), strict=True):
    ax.hist(100 * gaps, np.arange(-0.8, 2.1, 0.05), color=colour, alpha=0.8)
    ends[name] = 100 * np.percentile(gaps, [2.5, 97.5])
    plots.note(ax, name, (ends[name][1], 40 if name == "other items" else 120), color=colour)
ax.axvline(0, color="black", lw=1)
correlation = np.corrcoef(a, b)[0, 1]
plots.describe(
    ax,
    f"Layer 1 minus layer 2. Ends of the intervals: {plots.told(ends)}. "
    f"The correlation of the two is {correlation:.2f}.",
)

# %% [markdown]
# With the same items for both the interval is 0.48 to 1.05, with other items 0.03 to 1.49. The
# first way leaves no doubt that layer 1 is better with these seeds. The second only just says so,
# and would need more than six times as many words for the same width. The reason is the variance of
# a difference:
#
# $$\operatorname{Var}(\bar A - \bar B) = \frac1M \big(\operatorname{Var} A + \operatorname{Var} B -
# 2 \operatorname{Cov}(A, B)\big) \tag{4}$$
#
# A hard word is hard for both layers: their answers have a correlation of 0.85. What they share
# says nothing about which is better, and pairing subtracts it. So never compare the intervals of
# two scores; take the interval of the difference.
#
# ## 7. What has to be resampled
# The dice have to throw whatever could have been otherwise. There are two traps.
#
# **Items that come together.** Copy every answer ten times, and the interval shrinks although
# nobody has learnt anything. The words of one sentence, and the sentences of one lemma, may be such
# copies. So `stats.paired(..., groups=...)` throws whole groups. Layer 2 minus layer 1 on senses:

# %%
a, b = right["sense"]["layer 2"].mean(axis=0), right["sense"]["layer 1"].mean(axis=0)
item, lemma = np.arange(len(a)), tasks["sense"].groups
ten_a, ten_b, ten = (np.repeat(y, 10) for y in (a, b, item))
found = {"861 items": stats.paired(a, b), "by lemma": stats.paired(a, b, groups=lemma)}
found["every item ten times"] = stats.paired(ten_a, ten_b)
found["the same, in groups"] = stats.paired(ten_a, ten_b, groups=ten)
for name, line in found.items():
    print(f"{name:20}", (100 * np.array(line)).round(1))

# %% [markdown]
# With copies layer 2 seems to win, 0.4 to 1.4; as groups they give back the honest interval, -0.7
# to 2.3. So layer 2 has the larger share of the senses, but nobody can say that it knows them
# better. (Whole lemmas change little.)
#
# **Seeds.** Train with another seed, and half a point may come or go. So seeds go into the dice as
# well: each resample takes five of A's five seeds with replacement, five of B's, and then the
# items.

# %% [markdown] tags=["exercise"]
# ### Exercise 9b.3: seeds too
# Difficulty 2 of 3, 15 minutes.
#
# Now `a` and `b` have the shape (seeds, items). For resample r, `rows[r]` are the items, the same
# for both, `seeds_a[r]` the seeds of a, and `seeds_b[r]` those of b. Return an array with the
# difference of the means for each resample.
#
# <details><summary>Hint 1</summary>
#
# `a[seeds_a[r]]` takes the seeds, and `[:, rows[r]]` after it the items.
#
# </details>


# %% tags=["exercise"]
def with_seeds(a, b, rows, seeds_a, seeds_b):
    """One difference for each resample: (resamples,)"""
    # begin solution
    gaps = []
    for r in range(len(rows)):
        from_a = a[seeds_a[r]][:, rows[r]].mean()
        from_b = b[seeds_b[r]][:, rows[r]].mean()
        gaps.append(from_a - from_b)
    return np.array(gaps)
    # end solution


# %% tags=["check"]
checks.ch09b_ex3(with_seeds)

# %%
with_seeds = checks.ch09b_ex3.yours_or_ours(with_seeds)
a, b = right["part of speech"]["learned"], right["part of speech"]["mean"]
rows = np.random.default_rng(0).integers(0, a.shape[1], (1000, a.shape[1]))
lines = {f"seed {s}": paired_interval(a[s], b[s], rows) for s in range(5)}
lines["mean of the seeds"] = paired_interval(a.mean(axis=0), b.mean(axis=0), rows)
seeds = np.random.default_rng(1).integers(0, 5, (2, 1000, 5))
gaps = with_seeds(a, b, rows, *seeds)
lines["seeds resampled"] = ((a - b).mean(), *np.percentile(gaps, [2.5, 97.5]))
shown = {name: 100 * np.array(line) for name, line in lines.items()}
plots.differences({"part of speech": shown}, "learned minus mean, points", width=8)

# %% [markdown]
# No seed alone decides, since all five intervals hold 0. Their mean, 0.22, seems to decide (0.02 to
# 0.42). But an interval over items asks what other *words* would have done to these ten
# classifiers, and not what another *training* would have done. With seeds in the dice it is -0.16
# to 0.57, almost twice as wide, and 0 is back inside. And five differences above 0? Five coins fall
# on the same side once in 16 throws. There is no winner.
#
# ## 8. The verdict
# Section 4 again, asked properly: the learned mixture minus each alternative, with groups and seeds
# resampled.

# %%
verdict = {}
for name, kinds in right.items():
    verdict[name] = {}
    for kind in KINDS[:-1]:
        found = stats.paired(kinds["learned"], kinds[kind], groups=tasks[name].groups)
        verdict[name][f"minus {kind}"] = 100 * np.array(found)
plots.differences(verdict, "points")

# %% [markdown]
# Letting the task choose is an insurance. Compared with the wrong layer it brings 30.1 points
# (senses, layer 0) or 17.4 (last letter, layer 2). Compared with the best layer, which you would
# have to know beforehand, it costs 0.8 points on the last letter and nothing that we can see
# elsewhere. Compared with the plain mean it brings 10.1 points on the silly task, and on the real
# ones no difference shows: 0.22, 0.23 and -0.24.
#
# And the paper's claim, all layers instead of the top one? Parts of speech gain 0.58 (0.18 to
# 1.03), because layer 1 knows more of them, and here the paper is right. Senses listen to the top
# anyway and gain 0.16 (-1.3 to 1.6). Topics gain 3.1, but 168 titles are too few to be sure (-0.1
# to 6.4).
#
# ### Open experiment
# Give the tagger 20 sentences instead of 200 (`chosen`). Predict what happens to the five scores,
# to the shares, and to the width of the intervals. Then look, and explain which of the three
# surprised you.
#
# ## 9. A leash for the weights
# With few examples the shares may chase accidents. So the paper adds a **regulariser** (정규화 항)
# to the loss of the task, with a strength $\lambda$:
#
# $$\lambda \lVert w \rVert_2^2 = \lambda \sum_j w_j^2 \tag{5}$$
#
# It is smallest at $w = 0$: a leash whose other end is tied to the mean. By hand, with
# $w = (1, -2, 3)$ and $\lambda = 0.5$: $0.5 \cdot (1 + 4 + 9) = 7$.
#
# **Predict.** The paper tries $\lambda = 1$ and $\lambda = 0.001$. What do they do to the shares,
# and to the scores, of the last letter and of parts of speech?
#
# <details><summary>Answer</summary>
#
# With 1 both are back at the mean, which costs the last letter nearly 10 points and parts of speech
# next to nothing.
#
# </details>

# %%
strengths, leashed = [0.001, 0.01, 0.1, 1.0], {}
for name in ("last letter", "part of speech"):
    leashed[name] = [(right[name]["learned"].mean(), shares[name][:, -1].mean(axis=0))]
    for strength in strengths[1:]:
        runs = [fit(tasks[name], "learned", seed, strength) for seed in range(5)]
        score = np.mean([answers for answers, _ in runs])
        leashed[name].append((score, np.mean([path[-1] for _, path in runs], axis=0)))
plots.shares_by_strength(strengths, leashed)

# %% [markdown]
# With $\lambda = 1$ the shares are nearly equal. The last letter falls from 87.8 % to 78.3 %, and
# parts of speech hardly care: 95.4 % and 95.2 %. A short leash hurts only where the mean is a bad
# choice, and helps nowhere here, so we take 0.001 everywhere else.
#
# The paper's own measurement (its Table 2, development sets): SQuAD asks for the answer to a
# question, SNLI whether one sentence follows from another, SRL who does what to whom.
#
# | task | baseline | top layer | all, $\lambda = 1$ | all, $\lambda = 0.001$ |
# |---|---|---|---|---|
# | SQuAD | 80.8 | 84.7 | 85.0 | 85.2 |
# | SNLI | 88.1 | 89.1 | 89.3 | 89.5 |
# | SRL | 81.6 | 84.1 | 84.6 | 84.8 |
#
# There, too, the large step is from nothing to the top layer. All layers add 0.2 to 0.5 points and
# free shares another 0.2, without intervals. (CoVe, vectors from a translation model, had also
# gained when its layers were averaged.)
#
# ## 10. At the input and at the output
# In a network that exists already, the vector $x_k$ of a word becomes $[x_k; \text{ELMo}_k]$ at the
# **input** (입력), often with dropout (chapter 02). Some tasks add ELMo once more at the **output**
# (출력) of the network's RNN, $[h_k; \text{ELMo}'_k]$, with a mixture of its own. In the paper's
# Table 3 both places are best for SQuAD (85.6, input alone 85.1) and SNLI (89.5 and 88.9), and the
# input for SRL (84.7, both 84.3). The first two have attention (어텐션, chapter 12c) after the RNN,
# which looks straight at the biLM's view of the other words. BERT and GPT later kept the attention
# and dropped the RNN.
#
# ## 11. What ELMo brought in 2018
# The paper's Table 1 has six tasks, each with the best system before, a strong baseline, and the
# baseline with ELMo. From 90 to 92 is two points, and so is 50 to 52, but in the first case a fifth
# of all errors is gone. This is the **error reduction** (오류 감소율):
#
# $$\text{relative gain} = \frac{\text{new} - \text{baseline}}{100 - \text{baseline}} \tag{6}$$
#
# By hand for SQuAD: $(85.8 - 81.1) / (100 - 81.1) = 4.7 / 18.9 = 24.9\,\%$.

# %% [markdown] tags=["exercise"]
# ### Exercise 9b.4: relative gain
# Difficulty 1 of 3, 5 minutes.
#
# Write equation (6) for scores in percent. The answer is in percent, too, and negative if the new
# system is worse.
#
# <details><summary>Hint 1</summary>
#
# A baseline of 90 % makes 10 % errors.
#
# </details>


# %% tags=["exercise"]
def relative_gain(baseline, new):
    """Which share of the errors is gone, in percent."""
    # begin solution
    return 100 * (new - baseline) / (100 - baseline)
    # end solution


# %% tags=["check"]
checks.ch09b_ex4(relative_gain)

# %%
relative_gain = checks.ch09b_ex4.yours_or_ours(relative_gain)
names = (
    "SQuAD (answers);SNLI (follows?);SRL (roles);Coref (who);NER (names);SST-5 (opinions)".split(
        ";"
    )
)
before = 84.4, 88.6, 81.7, 67.2, 91.93, 53.7
baseline = 81.1, 88.0, 81.4, 67.2, 90.15, 51.4
with_elmo = 85.8, 88.7, 84.6, 70.4, 92.22, 54.7
found = [relative_gain(old, new) for old, new in zip(baseline, with_elmo, strict=True)]
gains = dict(zip(names, zip(before, baseline, with_elmo, found, strict=True), strict=True))
plots.paper_gains(gains)

# %% [markdown]
# ELMo set a new record on all six. It removes 24.9 % of the errors of SQuAD and 21 % of those of
# NER, but only 5.8 % for SNLI, which gains 0.7 points with a spread of 0.17 between seeds and is
# 0.1 above the best system before: a record and no proof. (For scale: CoVe had brought 1.8 points
# on SQuAD. On SRL the single model beat the best ensemble by 1.2.)
#
# ## What you can now do
# - write the gradient by which a task moves its shares,
# - read learned shares beside scores and controls,
# - write a paired bootstrap over items, groups and seeds,
# - turn a gain in points into a share of the errors.
#
# ## One honest limit
# A bootstrap speaks of other items of the same kind, and of other seeds. Our sentences were all
# written for this course, and no interval can say what happens on those of other people. Chapters
# 11 and 12c ask other texts.
#
# ## Sources
# - Peters and others 2018, *Deep contextualized word representations*,
#   <https://aclanthology.org/N18-1202/>: Tables 1 to 3, the first also in the lecture *ELMO
#   (Embeddings from Language Model)*.
# - Efron 1979, *Bootstrap methods: another look at the jackknife*,
#   <https://doi.org/10.1214/aos/1176344552>.
# - Koehn 2004, *Statistical significance tests for machine translation evaluation*,
#   <https://aclanthology.org/W04-3250/>.
# - Reimers and Gurevych 2017, *Reporting score distributions makes a difference*,
#   <https://aclanthology.org/D17-1035/>: what a seed can do to a tagger.
#
# ## Where next
# Four numbers can say that the layers differ, but not how. Chapter 10 asks the layers about the
# meaning of words, and chapter 11 about their grammar.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A task has learned the shares 0.6, 0.2 and 0.2. What follows?
#    - [ ] layer 0 knows three times as much as each of the others :: the warm start of section 3
#      gave its layer 2 more than half of the weight for senses, and knew far less than ours
#    - [x] of these layers the task prefers layer 0, if other seeds agree :: how much it knows, only
#      a score says
#    - [ ] the other layers can be left out :: that has to be measured
# 2. Two systems have 80 % ± 2 and 82 % ± 2 on the same test. Is the second one better?
#    - [ ] no, since the intervals overlap :: each interval holds the luck of the items, and both
#      systems share it
#    - [ ] yes, since 82 is more than 80 :: with other items it might be less
#    - [x] that takes the interval of the difference :: on the same items it may be far narrower
#      than either
# 3. You ask a model for ELMo vectors at the input and at the output before any training, and both
#    are identical. Why?
#    - [ ] the second mixture is broken :: it works, and training will pull the two apart
#    - [x] both mix the same layers and begin with equal shares :: each place gets gradients of its
#      own only in training
#    - [ ] the biLM is frozen :: it is, but two mixtures with other shares would differ all the same
