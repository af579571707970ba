# %% [markdown]
# # 10 Word senses
#
# **Does the vector of a word change with its meaning?**
#
# This is the question for which ELMo was built. We answer it for hundreds of sentences whose
# meanings are known, layer by layer, and hold every answer against a biLM that never learned
# anything.
#
# You will be able to
# - **find** the occurrences of a word that are most similar to one of them, in each layer,
# - **say** why a raw cosine misleads, and take away what all vectors share,
# - **draw** maps of the senses of a word, and know what a map hides,
# - **build** a sense tagger from neighbours and one from centroids, with their baselines,
# - **judge** a score as trained minus random, with an interval.
#
# You need the layers of the biLM (chapters 08 and 09), cosines and static vectors (chapter 03).

# %% tags=["setup"]
import matplotlib.pyplot as plt
import numpy as np
import torch

from elmo_lite import chapter, checks, corpora, plots, senses, static_vectors
from elmo_lite.corpora import Occurrence
from elmo_lite.elmo import Elmo
from elmo_lite.layer_cache import fingerprint, occurrence_vectors, with_random_weights
from elmo_lite.record import interval, mean_and_spread
from elmo_lite.text import tokenize

torch.set_num_threads(1)  # the same sums everywhere

# %%
plots.course_map("10")

# %% [markdown]
# ## 1. One vector for all meanings
# *My watch was a birthday **gift**.* *He has a **gift** for music.* The first gift is 선물, the
# second 재능. A word with several meanings is **polysemous** (다의어), and each meaning is a **sense**
# (어의). A static vector has to serve all senses of a word at once.
#
# Which words are near *play* then? The paper lists the neighbours in GloVe: *playing, game, games,
# played, players, plays, player, Play, football, multiplayer*. That is sport, as nouns and verbs
# mixed; theatre is missing. Here are the neighbours in our own vectors, each with the **parts of
# speech** (품사) that it has in our sentences.

# %%
static = static_vectors.load()
tags = {}
for part in ("train", "dev", "test"):
    for words, upos in corpora.our_tagged(part):
        for word, tag in zip(words, upos, strict=True):
            tags.setdefault(word.lower(), set()).add(tag)
near = static.most_similar("play", topn=10)
kinds = [", ".join(sorted(tags.get(word, {"not in our sentences"}))) for word, _ in near]
plots.words_beside([w for w, _ in near], [c for _, c in near], kinds, "Nearest to play")

# %% [markdown]
# Our vectors have read other texts than GloVe, so they keep other company. The problem is the same:
# one list for every *play*, whatever the sentence says.
#
# ## 2. An occurrence is a vector
# From now on the unit is not the word but the **occurrence** (출현): one word in one sentence. Our
# English treebank of senses has 14 sentences for each sense, half of them to learn from and half
# to test on. It was written for this course, so we may look at every sentence.

# %%
treebank = corpora.senses("en")
labels = np.array([o.sense for o in treebank])
places = senses.by_lemma(treebank)
print(len(treebank), "sentences,", len(places), "words,", len(set(labels)), "senses")
for sense in corpora.sense_inventory("en"):
    if sense.lemma == "play":
        print(f"{sense.sense}: {sense.gloss}")

# %% [markdown]
# The biLM reads each sentence once, and of each we keep the vector of the marked word in every
# layer. The control of this chapter reads them too: the same architecture with **random weights**,
# drawn three times.

# %%
elmo = Elmo.load("en")


def read(model):
    """(layers, occurrences, dim) in float32"""
    return np.array(occurrence_vectors(model, treebank), dtype=np.float32)


with chapter.timed("10", "reading 1,722 sentences with four models"):
    layers = read(elmo)
    random = [read(with_random_weights(elmo, draw)) for draw in range(3)]
print(layers.shape)

# %% [markdown]
# The **mixture** of chapter 09 with equal shares joins them. And there is the static vector of the
# word itself. (A word that the static vectors do not know gets zeros.)

# %%
def word_vector(o):
    word = o.tokens[o.index].lower()
    return static[word] if word in static else np.zeros(static.vector_size, np.float32)


def kinds_of(occurrences, layers):
    """Every kind of vector of these occurrences."""
    found = {"static": np.stack([word_vector(o) for o in occurrences])}
    found |= {f"layer {j}": layers[j] for j in range(len(layers))}
    return {**found, "mixture": layers.mean(axis=0)}


bank = kinds_of(treebank, layers)
plays = [i for i in places["play"] if treebank[i].tokens[treebank[i].index] == "play"]
assert np.ptp(bank["static"][plays], axis=0).max() == 0  # one and the same
assert np.ptp(bank["layer 0"][plays], axis=0).max() < 0.01  # it only sees the letters
assert np.ptp(bank["layer 1"][plays], axis=0).max() > 0.1

# %% [markdown]
# ### A toy by hand
# The Korean 배 can be a pear, a boat or a belly. Say we have four occurrences, with two numbers each:
# 배를 깎았다 (peeled) (3, 1) and 배가 달다 (is sweet) (2, 0) are pears, 배를 탔다 (boarded) (0, 2) and
# 배가 떠났다 (left) (1, 3) are boats. What is 배를 샀다 (bought), with (2, 1)?
#
# $$\cos(a, b) = \frac{a \cdot b}{\lVert a \rVert \, \lVert b \rVert} \tag{1}$$
#
# With the first pear it is $7 / (\sqrt5 \sqrt{10}) = 0.99$, with the second $4 / (\sqrt5 \cdot 2) =
# 0.89$, with the boats $2 / (\sqrt5 \cdot 2) = 0.45$ and $5 / (\sqrt5 \sqrt{10}) = 0.71$. So: a pear.

# %%
toy, toy_senses = np.array([[3.0, 1], [2, 0], [0, 2], [1, 3]]), ["pear", "pear", "boat", "boat"]
new = np.array([2.0, 1])
cosines = []
for row in toy:  # equation (1) as a loop
    cosines.append(new @ row / (np.sqrt(new @ new) * np.sqrt(row @ row)))
assert np.allclose(cosines, [0.990, 0.894, 0.447, 0.707], atol=1e-3)
vectorised = senses.unit(toy) @ senses.unit(new)
assert np.allclose(cosines, vectorised)

# %% [markdown]
# **Predict.** Now every vector gets the same large part, (10, 10), added. It says nothing about the
# senses. What happens to the four cosines?
#
# <details><summary>Answer</summary>
#
# All of them end up above 0.97. The shared part rules the direction, and the difference between
# pears and boats is left in the third digit.
#
# </details>

# %%
def centred(vectors, mean):
    """Unit vectors after the mean is taken away."""
    return senses.unit(vectors - mean)


moved, mean = toy + 10, (toy + 10).mean(axis=0)
shared = senses.unit(moved) @ senses.unit(new + 10)
mended = centred(moved, mean) @ centred(new + 10, mean)
print("moved:", shared.round(3), " mean taken away:", mended.round(3))
assert shared.min() > 0.97
assert np.allclose(mended, [0.894, 0.894, -0.894, -0.894], atol=1e-3)
figure, panels = plt.subplots(1, 3, figsize=(11, 3.9))
groups = {"as they are": (toy, new), "all moved": (moved, new + 10)}
groups["mean taken away"] = (moved - mean, new + 10 - mean)
for ax, (name, (rows, one)) in zip(panels, groups.items(), strict=True):
    plots.arrows_of_senses([*rows, one], [*toy_senses, "?"], name, ax=ax)

# %% [markdown]
# On the right the **mean** of the four known vectors was taken away first. Now pears and boats point
# in opposite directions, and a cosine can be read again: above 0 is "more alike than usual".
#
# ### Why a raw cosine misleads
# Vectors that share a large part lie in a narrow cone; this is called **anisotropy** (이방성). How
# narrow is the cone of each layer? We compare three means: the cosine of two occurrences of one
# sense, of two senses of one word, and of any two occurrences of any words (the vertical bar).

# %%
def cosine_row(vectors):
    """Mean cosines: same sense, other sense of the same word, any two words."""
    found = [senses.mean_cosines(vectors[rows], labels[rows]) for rows in places.values()]
    chance = senses.anisotropy(vectors, 20_000, np.random.default_rng(0))
    return (*np.mean(found, axis=0), chance)


raw = {f"layer {j}": cosine_row(layers[j]) for j in range(3)}
raw |= {f"random, layer {j}": cosine_row(random[0][j]) for j in range(3)}
corrected = {name: (s - c, d - c, 0.0) for name, (s, d, c) in raw.items()}
figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.4), sharey=True)
plots.sense_cosines(raw, "raw", ax=left)
plots.sense_cosines(corrected, "less the chance", ax=right)

# %%
for name, (same, other, chance) in raw.items():
    print(f"{name:16} any two {chance:.2f}   same less other sense {same - other:+.3f}")
assert abs(raw["layer 0"][0] - raw["layer 0"][1]) < 0.02  # letters know no sense
assert raw["layer 2"][0] - raw["layer 2"][1] > raw["random, layer 2"][0] - raw["random, layer 2"][1]

# %% [markdown]
# Read the left figure from the bars. Where the bar stands far to the right, a cosine of 0.8 means
# "two words", and not "alike": a random biLM gives high cosines to everything. On the right the
# chance is taken away, which makes layers comparable. What tells of senses is the length of the
# line from square to dot. It is almost nothing in layer 0, which sees letters, and the printed
# column has it for the others.

# %% [markdown] tags=["exercise"]
# ### Exercise 10.1: within and between
# Difficulty 2 of 3, 15 minutes.
#
# Write the pair (mean cosine of two occurrences with the same label, mean cosine of two with
# different labels). A vector with itself is not a pair.
#
# <details><summary>Hint 1</summary>
#
# With rows of length 1, `unit @ unit.T` holds all cosines at once.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `labels[:, None] == labels` is true where two labels agree; `~np.eye(n, dtype=bool)` is false
# only on the diagonal.
#
# </details>

# %% tags=["exercise"]
def within_between(vectors, labels):
    """vectors (n, dim), labels: an array of n labels -> (within, between)."""
    # begin solution
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = unit @ unit.T
    same = labels[:, None] == labels
    pairs = ~np.eye(len(labels), dtype=bool)
    return cosines[same & pairs].mean(), cosines[~same].mean()
    # end solution

# %% tags=["check"]
checks.ch10_ex1(within_between)

# %% [markdown]
# ## 3. Nearest occurrences
# Now the experiment of the paper's Table 4, for every kind of vector: take an occurrence, rank all
# others of the same word by cosine, and look at the first three. Vectors with context lose their
# mean first. The occurrence itself must not take part: its cosine is 1 and proves nothing.

# %%
def nearest_others(query, asked, k=3):
    """For each kind of vector the k nearest occurrences of the same word, the query left out."""
    rows, groups = places[query.lemma], {}
    for name, vectors in bank.items():
        mean = 0 if name in ("static", "layer 0") else vectors[rows].mean(axis=0)
        cosines = centred(vectors[rows], mean) @ centred(asked[name], mean)[0]
        order = np.argsort(-cosines, kind="stable")
        found = [(treebank[rows[i]], float(cosines[i])) for i in order]
        groups[name] = [(o, c) for o, c in found if o.tokens != query.tokens][:k]
        assert all(o is not query for o, _ in groups[name])
    return groups

# %%
start = next(i for i in places["play"] if labels[i] == "play.music")  # the first one, no choice
query = treebank[start]
groups = nearest_others(query, {name: v[[start]] for name, v in bank.items()})
rows = places["play"]
tested = senses.nearest_occurrences(layers[2][rows], list(rows).index(start), 3)
assert [o for o, _ in groups["layer 2"]] == [treebank[rows[i]] for i, _ in tested]
assert np.allclose([c for _, c in groups["layer 2"]], [c for _, c in tested], atol=1e-5)

# %% [markdown]
# **Predict.** Our sentence has the form *played*. What will the static vectors and layer 0 bring?
#
# <details><summary>Answer</summary>
#
# Other sentences with *played*, all with cosine 1.00: every *played* is the same vector, so their
# order means nothing. With luck the sense is right. Only layers 1 and 2 can do more than that.
#
# </details>

# %%
plots.neighbour_table(query, groups, "Who is near this play?")

# %% [markdown]
# A tick (✓) marks a neighbour with the same sense. The framed word is the occurrence, its colour the
# sense.
#
# Now sentences that are not in the treebank: the two of lecture *000*. The function tokenises a new
# sentence, reads it and asks the same question.

# %%
def ask(sentence, word, lemma, sense="", k=3, ax=None):
    """The neighbours of a word in a sentence of your own, as a figure."""
    tokens = tuple(tokenize(sentence))
    query = Occurrence(tokens, tokens.index(word), sense, lemma)
    asked = kinds_of([query], np.array(occurrence_vectors(elmo, [query]), dtype=np.float32))
    plots.neighbour_table(query, nearest_others(query, asked, k), sentence, ax=ax)


figure, (upper, lower) = plt.subplots(2, 1, figsize=(12, 9.4))
ask("My watch was a birthday gift.", "gift", "gift", "gift.present", ax=upper)
ask("He has a gift for music.", "gift", "gift", "gift.talent", ax=lower)

# %% [markdown]
# **Your turn.** Change the sentence, run the cell, and see how the neighbours change. `lemma` is the
# form in the dictionary. These words are there:

# %%
print(", ".join(places))
ask("We had a picnic on the bank and watched the swans.", "bank", "bank", "bank.river")

# %% [markdown]
# A table of one sentence is an anecdote. So we ask for all 1,722 occurrences: is the nearest other
# occurrence of the word of the same sense? And three rivals answer too: random weights, the mean of
# the static vectors of the *other* words in the sentence, and pure chance.

# %%
def right_neighbours(vectors):
    """For each occurrence 1.0 if the nearest other one of its word has its sense, else 0.0."""
    right = np.zeros(len(treebank))
    for rows in places.values():
        directions = senses.centred(vectors[rows])
        cosines = directions @ directions.T
        np.fill_diagonal(cosines, -np.inf)  # not itself
        right[rows] = labels[rows] == labels[rows][cosines.argmax(axis=1)]
    return right


right = {f"layer {j}": right_neighbours(layers[j]) for j in range(3)}
right["mixture"] = right_neighbours(bank["mixture"])
for j in range(3):
    right[f"random, layer {j}"] = np.mean([right_neighbours(r[j]) for r in random], axis=0)
right["static context"] = right_neighbours(senses.context_average(treebank, static))
chance = np.mean([(labels[rows][:, None] == labels[rows]).mean() for rows in places.values()])
for name, values in right.items():
    print(f"{name:16} {values.mean():6.1%}")
print(f"{'chance, about':16} {chance:6.1%}")

# %% [markdown]
# Is a difference more than luck? Occurrences of one word are alike, so we let the 47 words vote, each
# with one number. A **bootstrap** (부트스트랩, chapter 09b) draws 47 words with repetition, again and
# again; the middle 95 % of the means are the interval.

# %%
def by_word(occurrences, right):
    """The mean of each word."""
    return np.array([right[rows].mean() for rows in senses.by_lemma(occurrences).values()])


def verdict(name, differences):
    low, high = interval(differences)
    found = "a difference" if low > 0 or high < 0 else "no difference beyond chance"
    gain = 100 * np.mean(differences)
    print(f"{name}: {gain:+.1f} points ({100 * low:+.1f} to {100 * high:+.1f}): {found}")


word_scores = {name: by_word(treebank, values) for name, values in right.items()}
for j in range(3):
    difference = word_scores[f"layer {j}"] - word_scores[f"random, layer {j}"]
    verdict(f"layer {j}, trained less random", difference)
verdict("layer 2 less static context", word_scores["layer 2"] - word_scores["static context"])
verdict("layer 2 less layer 1", word_scores["layer 2"] - word_scores["layer 1"])

# %% [markdown]
# The lines answer the question of this chapter for one corpus. Trained less random is what
# *reading* has taught the model; the rest comes with the architecture, which passes the other words
# on to the vector in any case.

# %% [markdown] tags=["exercise"]
# ### Exercise 10.2: the nearest other
# Difficulty 1 of 3, 10 minutes.
#
# You are given all cosines of the occurrences of one word, an array (n, n), and their labels. Return
# the share of occurrences whose nearest *other* occurrence has the same label.
#
# <details><summary>Hint 1</summary>
#
# Each occurrence has cosine 1 with itself. Put something very small in its place, in a copy.
#
# </details>

# %% tags=["exercise"]
def nearest_is_right(cosines, labels):
    """cosines (n, n), labels: an array of n labels -> a share between 0 and 1."""
    # begin solution
    others = cosines.copy()
    np.fill_diagonal(others, -np.inf)
    return np.mean(labels[others.argmax(axis=1)] == labels)
    # end solution

# %% tags=["check"]
checks.ch10_ex2(nearest_is_right)

# %% [markdown]
# ## 4. A map of senses
# A vector has 384 numbers, paper has two dimensions. **Principal component analysis** (PCA, 주성분
# 분석) takes the mean away and turns the cloud, so that the first axis points where it is widest,
# and the second where it is widest at a right angle to it. All other directions are dropped. The
# singular value decomposition does it in one line.

# %%
def pca(vectors):
    """(n, dim) -> (n, 2), and the share of the spread that the two axes keep."""
    moved = vectors - vectors.mean(axis=0)
    _, sizes, axes = np.linalg.svd(moved, full_matrices=False)
    return moved @ axes[:2].T, (sizes[:2] ** 2).sum() / (sizes**2).sum()


points, kept = pca(toy)
assert np.isclose(kept, 1) and np.allclose(np.linalg.norm(points[0]), np.sqrt(2.5))

# %% [markdown]
# By hand: the toy has only two dimensions, so everything is kept, and the first pear stays
# $\sqrt{1.5^2 + 0.5^2}$ away from the mean. Now *play* in the three layers. The number in the title
# is measured in all 384 dimensions: the share of occurrences to which the vote of their five
# nearest others gives the right sense.

# %%
rows = places["play"]
figure, panels = plt.subplots(1, 3, figsize=(12, 4.5))
for j, ax in enumerate(panels):
    points, kept = pca(layers[j][rows])
    vote = senses.leave_one_out(layers[j][rows], labels[rows])
    title = f"layer {j}: {vote:.0%} of votes right\n(the map keeps {kept:.0%})"
    plots.sense_map(points, labels[rows], title, ax=ax)

# %% [markdown]
# In layer 0 there are only as many points as forms: *play, plays, played, playing*. Below the title
# stands the share of the spread that the map keeps. What it drops may hold the senses, so trust
# the vote more than your eyes.
#
# ### The other famous map
# **t-SNE** places the points so that neighbours stay neighbours, by many small steps from a random
# start. **Predict.** We run it three times on the same vectors of layer 2, with three seeds. What
# will stay the same?
#
# <details><summary>Answer</summary>
#
# Who stands beside whom, more or less. Where a group lies, how far groups are from each other and
# which way they are turned is another one each time.
#
# </details>

# %%
from sklearn.manifold import TSNE

figure, panels = plt.subplots(1, 3, figsize=(12, 4.2))
middles = []
for seed, ax in enumerate(panels):
    tsne = TSNE(perplexity=10, init="random", random_state=seed)
    points = tsne.fit_transform(senses.centred(layers[2][rows]))
    middles.append([points[labels[rows] == name].mean(axis=0) for name in sorted(set(labels[rows]))])
    plots.sense_map(points, labels[rows], f"t-SNE, seed {seed}", ax=ax)

# %%
for seed, (game, music, theatre) in enumerate(middles):
    ratio = np.linalg.norm(theatre - game) / np.linalg.norm(music - game)
    print(f"seed {seed}: theatre is {ratio:.1f} times as far from game as music is")

# %% [markdown]
# The three ratios come from the same vectors. So do not measure distances on such a map. In this
# course maps are drawn with PCA, which has no seed, and claims are made in all dimensions.
#
# ## 5. A sense tagger
# Neighbours can do work: a **sense tagger** (어의 태거) gives each new occurrence a sense. It learns
# from 7 sentences of each sense and is tested on the other 7. The first way asks the $k = 5$ nearest
# training occurrences for a vote; if two senses have the same number of votes, the closer one wins.

# %%
train = [o for o in treebank if o.split == "train"]
test = [o for o in treebank if o.split == "test"]
first = np.array([o.split == "train" for o in treebank])


def by_neighbours(train, labels, test, k=5):
    """Vectors and senses to learn from, vectors to tag -> a sense for each of these."""
    mean = train.mean(axis=0)
    cosines = centred(test, mean) @ centred(train, mean).T  # (test, train)
    guesses = []
    for row in cosines:
        votes = {}
        for i in np.argsort(-row, kind="stable")[:k]:
            number, closeness = votes.get(labels[i], (0, 0.0))
            votes[labels[i]] = (number + 1, closeness + row[i])
        guesses.append(max(votes, key=votes.get))
    return guesses

# %% [markdown]
# The second way is that of the paper. The vectors of a sense $s$ are averaged to its **centroid** (중심),
# and the most similar centroid wins:
#
# $$c_s = \frac{1}{n_s} \sum_{i:\, s_i = s} h_i, \qquad
# \hat s = \arg\max_s \cos(h, c_s) \tag{2}$$
#
# By hand, with 배: the pears have the centroid (2.5, 0.5), the boats (0.5, 2.5). For (2, 1) the cosines
# are $5.5 / (\sqrt5 \sqrt{6.5}) = 0.96$ and $3.5 / (\sqrt5 \sqrt{6.5}) = 0.61$: a pear again.

# %%
def by_centroids(train, labels, test):
    """Equation (2): the sense with the nearest mean vector."""
    names = sorted(set(labels))
    kinds = np.array(labels)
    centroids = np.stack([train[kinds == name].mean(axis=0) for name in names])
    cosines = senses.unit(test) @ senses.unit(centroids).T
    return [names[i] for i in cosines.argmax(axis=1)]

# %%
assert by_neighbours(toy, toy_senses, new[None], k=3) == ["pear"]
assert by_centroids(toy, toy_senses, new[None]) == ["pear"]
for j in range(3):
    parts = (train, layers[j][first], test, layers[j][~first])
    for ours, tested in ((by_neighbours, senses.by_neighbours), (by_centroids, senses.by_centroids)):
        assert senses.tag(*parts, ours) == senses.tag(*parts, tested)

# %% [markdown]
# Both agree with the tested `elmo_lite.senses`, whose `tag` takes one word after the other. Now the
# **baselines** (기준선), each of which asks: do we need a biLM at all?
#
# - **most frequent sense**: always the same sense for a word. Ours are all equally frequent, so
#   this is the level of guessing; in real text it is strong.
# - **naive Bayes** (나이브 베이즈): counts which words stood around each sense in training.
# - **static context**: the mean of the static vectors around.
# - **random weights**: the same biLM, never trained, in three draws.
#
# Which layer may stand for a model? Looking at the test would be cheating. We choose within the
# training part: each training occurrence is tagged by the others (**leave one out**, 하나씩 빼기).

# %%
def tagged(vectors):
    """1.0 for each test occurrence that its nearest neighbours tag right, else 0.0."""
    guesses = senses.tag(train, vectors[first], test, vectors[~first])
    return np.array([o.sense == guess for o, guess in zip(test, guesses, strict=True)], float)


def within(vectors):
    """How well training occurrences are tagged by each other: mean of the words."""
    seen, rows = vectors[first], senses.by_lemma(train).values()
    return np.mean([senses.leave_one_out(seen[r], [train[i].sense for i in r]) for r in rows])


best = max(range(3), key=lambda j: within(layers[j]))
best_random = max(range(3), key=lambda j: np.mean([within(r[j]) for r in random]))
print("chosen within the training part: layer", best, "and random layer", best_random)

# %%
hits = {f"trained, layer {j}": tagged(layers[j]) for j in range(3)}
for j in range(3):
    hits[f"random, layer {j}"] = np.mean([tagged(r[j]) for r in random], axis=0)
hits["static context"] = tagged(senses.context_average(treebank, static))
for name, way in (
    ("naive Bayes", senses.tag_naive_bayes),
    ("most frequent sense", senses.tag_most_frequent),
):
    guesses = way(train, test)
    hits[name] = np.array([o.sense == g for o, g in zip(test, guesses, strict=True)], float)
scores = {name: by_word(test, values) for name, values in hits.items()}
rows = {name: (values.mean(), *interval(values)) for name, values in scores.items()}
plots.sense_tagger_scores(rows, "Our treebank, five neighbours, mean of 47 words")

# %%
ours = scores[f"trained, layer {best}"]
verdict("trained less random weights", ours - scores[f"random, layer {best_random}"])
verdict("trained less static context", ours - scores["static context"])
verdict("trained less naive Bayes", ours - scores["naive Bayes"])
verdict("random weights less naive Bayes", scores[f"random, layer {best_random}"] - scores["naive Bayes"])

# %% [markdown]
# The intervals in the figure belong to single rows; the lines below it compare word by word, which
# is sharper. The last line is a warning: a biLM that never learned anything is a baseline to be
# taken seriously. A paper that leaves it out may praise the architecture and call it knowledge.

# %% [markdown] tags=["exercise"]
# ### Exercise 10.3: every sense counts the same
# Difficulty 1 of 3, 10 minutes.
#
# In real text one sense of a word is often far more frequent than the others. Who always guesses it
# has a high accuracy and knows nothing. **Balanced accuracy** (균형 정확도) is the share of right
# answers within each true sense, averaged over the senses. Write it.
#
# <details><summary>Hint 1</summary>
#
# For one sense: among the places where `gold` is this sense, how many have it in `guesses` too?
#
# </details>

# %% tags=["exercise"]
def balanced_accuracy(gold, guesses):
    """gold, guesses: arrays of labels, equally long -> a share between 0 and 1."""
    # begin solution
    return np.mean([np.mean(guesses[gold == sense] == sense) for sense in set(gold)])
    # end solution

# %% tags=["check"]
checks.ch10_ex3(balanced_accuracy)

# %% [markdown] tags=["exercise"]
# ### Exercise 10.4: an interval for a difference
# Difficulty 2 of 3, 15 minutes.
#
# `a` and `b` hold the scores of two taggers for the same words, and `draws` (number of draws, words)
# holds drawn places of words, with repetition. For each draw compute the mean difference `a - b`
# of the drawn words; return the 2.5th and the 97.5th percentile of these means.
#
# <details><summary>Hint 1</summary>
#
# Both taggers must be scored on the same drawn words: take the difference first, then draw.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `(a - b)[draws]` has the shape of `draws`. `np.percentile(values, [2.5, 97.5])` does the rest.
#
# </details>

# %% tags=["exercise"]
def difference_interval(a, b, draws):
    """a, b: (words,), draws: (draws, words) of places -> (low, high)."""
    # begin solution
    low, high = np.percentile((a - b)[draws].mean(axis=1), [2.5, 97.5])
    return low, high
    # end solution

# %% tags=["check"]
checks.ch10_ex4(difference_interval)

# %% [markdown]
# ## 6. Sentences that we did not write
# Our sentences were written to show their senses. Texts of the world are less kind. CoarseWSD-20
# holds sentences of Wikipedia for 20 nouns, of which this course has those named below. Their text
# stays where it is; `python -m elmo_lite evaluate senses` measured the same taggers on them and
# wrote the scores to a file.

# %%
measured = chapter.results("senses")
coarse = measured["experiments"]["coarsewsd"]
print("measured with the weights loaded here:", measured["weights"] == fingerprint(elmo))
print(coarse["about"])


def choose(rows, **wanted):
    return [row for row in rows if all(row.get(key) == value for key, value in wanted.items())]


def chosen_layer(rows, model):
    """The layer that is best within the training part, by neighbours."""
    near = choose(rows, model=model, tagger="neighbours")
    return max(range(3), key=lambda j: np.mean([r["leave_one_out"] for r in choose(near, layer=j)]))

# %%
def word_means(rows, nouns, **wanted):
    """(nouns,): the accuracy for each noun, mean of the rows that are wanted."""
    return np.mean([[r["words"][n] for n in nouns] for r in choose(rows, **wanted)], axis=0)


rows, nouns = coarse["rows"], sorted(coarse["rows"][0]["words"])
j, r = chosen_layer(rows, "trained"), chosen_layer(rows, "random")
near = {"tagger": "neighbours"}
trained = word_means(rows, nouns, model="trained", layer=j, **near)
untrained = word_means(rows, nouns, model="random", layer=r, **near)
plots.trained_minus_random(nouns, trained, untrained)

# %%
others = ("most frequent sense", "naive Bayes", "static context, neighbours")
print(f"mean of {len(nouns)} nouns: trained layer {j} {trained.mean():.1%}, random layer {r}", end=" ")
print(f"{untrained.mean():.1%}")
verdict("trained less random weights", trained - untrained)
for by in others:
    score = word_means(rows, nouns, by=by)
    print(f"{by}: {score.mean():.1%}")
    verdict(f"trained less {by}", trained - score)

# %% [markdown]
# These test sets have hundreds of training sentences for a noun, with clear topics: an arm of the
# body and an arms trade do not share many words. With so much to count, counting is hard to beat.
# The lines say who is ahead of whom.
#
# ### Few examples
# Nobody has hundreds of examples for every sense of every word. What if there are 1, 3, 10 or 30?
#
# **Predict.** Who loses least when examples become few: words that are counted, or vectors?
#
# <details><summary>Answer</summary>
#
# Naive Bayes can only use words that it has met in training, and a single sentence has few. A
# vector knows that *loan* is like *credit* before it has seen any example. So vectors should hold
# up better at the left end. Whether they do, and whether it takes training, is in the figure.
#
# </details>

# %%
few = measured["experiments"]["few"]["rows"]
ways = {
    f"trained, layer {j}": choose(few, model="trained", layer=j),
    f"random, layer {r}": choose(few, model="random", layer=r),
    "static context": choose(few, by="static context, centroids"),
    "naive Bayes": choose(few, by="naive Bayes"),
}
curves = {
    name: {n: (mean, spread) for n, (mean, spread, _) in mean_and_spread(f, "shots", "accuracy").items()}
    for name, f in ways.items()
}
plots.few_shot_curves(curves)

# %%
def by_seed(name, shots):
    """The accuracy for each seed of the draw of examples, mean of the draws of weights."""
    found = mean_and_spread(choose(ways[name], shots=shots), "seed", "accuracy")
    return np.array([found[seed][0] for seed in sorted(found)])


for shots in (1, 10):
    for name in list(ways)[1:]:
        difference = by_seed(list(ways)[0], shots) - by_seed(name, shots)
        verdict(f"{shots} a sense, trained less {name}", difference)

# %% [markdown]
# A curve is the mean of five draws of the examples, a band one standard deviation. All vectors are
# tagged by the nearest centroid, as in the paper.
#
# ## 7. Beside the paper
# The paper's Table 5, which lecture *000* shows too, is about the fine senses of **WordNet**, several
# to many for each word. Its authors learned centroids from SemCor and tested on other texts. We
# learn from two thirds of the documents of SemCor and test on the rest, three times. A word that
# training never had gets the first sense of WordNet, as in the paper. The numbers of the two blocks
# are measured on different texts: compare within a block, not across.

# %%
rows = measured["experiments"]["semcor"]["rows"]
paper = {
    "first sense": 65.9, "Raganato and others 2017": 69.9, "Iacobacci and others 2016": 70.1,
    "CoVe, layer 1": 59.4, "CoVe, layer 2": 64.7, "biLM, layer 1": 67.4, "biLM, layer 2": 69.0,
}  # fmt: skip
ours = {by: choose(rows, by=by) for by in ("first sense", "most frequent sense", "naive Bayes")}
ours["static context"] = choose(rows, by="static context, centroids")
for model in ("random", "trained"):
    for j in (1, 2):
        ours[f"{model}, layer {j}"] = choose(rows, model=model, layer=j, tagger="centroids")
means = {name: 100 * np.mean([r["accuracy"] for r in found]) for name, found in ours.items()}
blocks = {"The paper's Table 5, F1": paper, "Ours, on SemCor by document, % right": means}
plots.beside_the_paper(blocks, "all words that have a sense of WordNet")

# %%
def by_split(name):
    return np.array([row["accuracy"] for row in sorted(ours[name], key=lambda row: row["split"])])


for name in ("first sense", "most frequent sense", "random, layer 2", "trained, layer 1"):
    gains = 100 * (by_split("trained, layer 2") - by_split(name))
    print(f"trained, layer 2 less {name}: {gains.mean():+.2f} (splits {gains.min():+.2f} to {gains.max():+.2f})")

# %% [markdown]
# The first sense is a giant among baselines: it needs no training at all, and for years few systems
# passed it by much. In the paper, layer 2 is above layer 1, and this is the ground for its sentence
# "meaning higher". Whether our small model carries that sentence is in the last line, and above in
# section 3: a sign that changes between splits carries nothing.
#
# ## What you can now do
# - find the nearest occurrences of a word in each layer, the occurrence itself left out,
# - say why a cosine of 0.8 can mean nothing, and correct it,
# - draw a map with PCA, and say how much it drops,
# - build two sense taggers, and choose a layer without looking at the test,
# - report a score as trained minus random, with an interval over words.
#
# ## One honest limit
# A sense is not a thing in the world. Somebody drew a line between *game* and *music*, and somebody
# else would draw it elsewhere. Where a tagger fails, the sentence may lie on the line. And our
# weights come from a model thousands of times smaller in computing than the published one, so a
# null result here says little about large models.
#
# ## Sources
# - Neighbours, Tables 4 and 5, nearest sense centroids: Peters and others 2018, *Deep contextualized
#   word representations*, section 5.3.
# - Anisotropy of contextual vectors, and correcting for it: Ethayarajh 2019, *How Contextual are
#   Contextualized Word Representations?*
# - CoarseWSD-20: Loureiro and others 2021. SemCor: Miller and others 1993.
# - The sentences with *gift* and Table 5 are in lecture *000*, Table 4 with *play* in *001*; lecture *004*
#   ends with words of several meanings as the limit of static vectors.
#
# ## Where next
# A sense is one thing that a layer can know. Chapter 11 asks each layer for the part of speech, and
# adds controls for the probe itself: how much of the answer did it learn on its own?

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. Two occurrences of *bank* have a raw cosine of 0.85 in layer 2. What does it say?
#    - [ ] they have the same sense :: in a narrow cone any two words can reach that
#    - [x] nothing yet :: it has to be held against the cosine of any two occurrences
#    - [ ] layer 2 is better than layer 1 :: cosines of two layers differ in scale
# 2. A trained biLM tags 80 % of senses right. Which number is most needed beside it?
#    - [ ] the perplexity of the biLM :: it tells of predicting words, not of senses
#    - [ ] the accuracy on the training part :: that says how well it remembers
#    - [x] the same with random weights :: the architecture alone may bring most of it
# 3. Two groups lie far apart on a t-SNE map. What follows?
#    - [ ] their senses are very different :: another seed puts them elsewhere
#    - [x] little, before it is measured in all dimensions :: the map keeps neighbours, not distances
#    - [ ] PCA would show the same :: PCA keeps wide directions, and may drop what separates them
