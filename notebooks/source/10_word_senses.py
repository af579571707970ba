# %% [markdown]
# # 10 Word senses
#
# **Does the vector of a word change with its meaning?**
#
# This is the question for which ELMo was built. We answer it layer by layer for 1,722 sentences
# with words of known meaning, and hold every answer against a biLM that never learned anything.
#
# You will be able to
# - **find** the occurrences of a word that are most similar to one of them, in each layer,
# - **say** why a raw cosine misleads, and take away what all vectors share,
# - **draw** maps of the senses of a word, and know what a map hides,
# - **ask** which easier difference could make the same picture,
# - **judge** a score as trained minus random, with an interval.
#
# You need the layers of the biLM (chapters 08 and 09), cosines and static vectors (chapter 03), PCA
# and t-SNE (chapter 06b), and the bootstrap (chapter 09b).

# %% tags=["setup"]
import matplotlib.pyplot as plt
import numpy as np
import torch
from sklearn.manifold import TSNE

from elmo_lite import corpora, senses, static_vectors
from elmo_lite.checks import ch10 as checks
from elmo_lite.corpora import Occurrence
from elmo_lite.course import chapter
from elmo_lite.elmo import Elmo
from elmo_lite.plots import ch10 as plots
from elmo_lite.plots import common
from elmo_lite.reading.cache import occurrence_vectors, with_random_weights
from elmo_lite.stats import interval
from elmo_lite.text import tokenize

torch.set_num_threads(1)  # the same sums everywhere

# %%
common.course_map("10")

# %% [markdown]
# ## 1. One vector for all meanings
# *My watch was a birthday **gift**.* *He has a **gift** for music.* The first gift is 선물, the
# second 재능. A word with several meanings is **polysemous** (다의어), and each meaning is a
# **sense** (어의). A static vector has to serve all senses of a word at once.
#
# Which words are near *play* then? The paper lists the neighbours in GloVe: *playing, game, games,
# played, players, plays, player, Play, football, multiplayer*. That is sport, as nouns and verbs
# mixed; theatre is missing. Here are the neighbours in our own vectors, as far as our tagged
# sentences hold them, each with the **parts of speech** (품사) that it has there.

# %%
static = static_vectors.load()
tags = {}
for part in ("train", "dev", "test"):
    for words, upos in corpora.our_tagged(part):
        for word, tag in zip(words, upos, strict=True):
            tags.setdefault(word.lower(), set()).add(tag)

# %%
near = [pair for pair in static.most_similar("play", topn=400) if pair[0] in tags][:10]
kinds = [", ".join(sorted(tags[word])) for word, _ in near]
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

# %%
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

# %%
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

# %%
bank = kinds_of(treebank, layers)
plays = [i for i in places["play"] if treebank[i].tokens[treebank[i].index] == "play"]
apart = {name: np.ptp(vectors[plays], axis=0).max() for name, vectors in bank.items()}
assert apart["static"] == 0  # one and the same
assert apart["layer 0"] < 0.1 * apart["layer 1"]  # it sees letters alone: only rounding is left

# %% [markdown]
# ### A toy by hand
# The Korean 배 can be a pear, a boat or a belly. Say we have four occurrences, with two numbers
# each: 배를 깎았다 (peeled) (3, 1) and 배가 달다 (is sweet) (2, 0) are pears, 배를 탔다 (boarded)
# (0, 2) and 배가 떠났다 (left) (1, 3) are boats. What is 배를 샀다 (bought), with (2, 1)?
#
# $$\cos(a, b) = \frac{a \cdot b}{\lVert a \rVert \, \lVert b \rVert} \tag{1}$$
#
# With the first pear it is $7 / (\sqrt5 \sqrt{10}) = 0.99$, with the second $4 / (\sqrt5 \cdot 2) =
# 0.89$, with the boats $2 / (\sqrt5 \cdot 2) = 0.45$ and $5 / (\sqrt5 \sqrt{10}) = 0.71$. So: a
# pear.

# %%
toy, toy_senses = np.array([[3.0, 1], [2, 0], [0, 2], [1, 3]]), ["pear", "pear", "boat", "boat"]
new = np.array([2.0, 1])

# %%
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
# All of them end up above 0.99. The shared part rules the direction, and the difference between
# pears and boats is left in the third digit.
#
# </details>

# %%
def centred(vectors, mean):
    """Unit vectors after the mean is taken away."""
    return senses.unit(vectors - mean)

# %%
moved, mean = toy + 10, (toy + 10).mean(axis=0)
shared = senses.unit(moved) @ senses.unit(new + 10)
mended = centred(moved, mean) @ centred(new + 10, mean)
print("moved:", shared.round(3), " mean taken away:", mended.round(3))
assert shared.min() > 0.99
assert np.allclose(mended, [0.894, 0.894, -0.894, -0.894], atol=1e-3)

# %%
figure, panels = plt.subplots(1, 3, figsize=(11, 3.9))
groups = {"as they are": (toy, new), "all moved": (moved, new + 10)}
groups["mean taken away"] = (moved - mean, new + 10 - mean)
for ax, (name, (rows, one)) in zip(panels, groups.items(), strict=True):
    common.arrows_of_senses([*rows, one], [*toy_senses, "?"], name, ax=ax)

# %% [markdown]
# On the right the **mean** of the four known vectors was taken away first. Now pears and boats
# point in opposite directions, and a cosine can be read again: above 0 is "more alike than usual".
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

# %%
raw = {f"layer {j}": cosine_row(layers[j]) for j in range(3)}
raw |= {f"random, layer {j}": cosine_row(random[0][j]) for j in range(3)}
corrected = {name: (s - c, d - c, 0.0) for name, (s, d, c) in raw.items()}
figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.4), sharey=True)
plots.sense_cosines(raw, "raw", ax=left)
plots.sense_cosines(corrected, "less the chance", ax=right)

# %%
gap = {name: same - other for name, (same, other, _) in raw.items()}
for name, (_, _, chance) in raw.items():
    print(f"{name:16} any two {chance:.2f}   same less other sense {gap[name]:+.3f}")

# %% [markdown]
# Read the left figure from the bars. Where the bar stands far to the right, a cosine of 0.8 means
# "two words", and not "alike": a random biLM gives high cosines to everything. On the right the
# chance is taken away, which makes layers comparable. What tells of senses is the length of the
# line from square to dot; the printed column has it. Layer 0 sees letters alone. What it has comes
# from forms: one sense of a word may stand in the plural more often than another.

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
# The second half of the paper's Table 4 shows neighbours of *play* in the biLM: a *play* of
# baseball has one of sport beside it, a *play* on Broadway one with actors. Part of speech and
# sense agree. We do this for every kind of vector: take an occurrence, rank all others of the same
# word by cosine, and look at the first three. Vectors with context lose their mean first. (Static
# vectors and layer 0 keep theirs: a form is one vector there, and of a word with one form only
# rounding would be left.) The occurrence itself must not take part: its cosine is 1 and proves
# nothing.

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

# %%
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
# A tick (✓) marks a neighbour with the same sense. The framed word is the occurrence, its colour
# the sense.
#
# Now sentences that are not in the treebank: the two of a lecture's slides. The function tokenises
# a new sentence, reads it and asks the same question.

# %%
def ask(sentence, word, lemma, sense="", k=3, ax=None):
    """The neighbours of a word in a sentence of your own, as a figure."""
    tokens = tuple(tokenize(sentence))
    query = Occurrence(tokens, tokens.index(word), sense, lemma)
    asked = kinds_of([query], np.array(occurrence_vectors(elmo, [query]), dtype=np.float32))
    plots.neighbour_table(query, nearest_others(query, asked, k), sentence, ax=ax)

# %%
figure, (upper, lower) = plt.subplots(2, 1, figsize=(12, 11.4))
ask("My watch was a birthday gift.", "gift", "gift", "gift.present", ax=upper)
ask("He has a gift for music.", "gift", "gift", "gift.talent", ax=lower)

# %% [markdown]
# **Your turn.** Change the sentence, run the cell, and see how the neighbours change. `lemma` is
# the form in the dictionary. These words are there:

# %%
print(", ".join(places))
ask("We had a picnic on the bank and watched the swans.", "bank", "bank", "bank.river")

# %% [markdown]
# A table of one sentence is an anecdote. So we ask for all 1,722 occurrences: is the nearest other
# occurrence of the word of the same sense? And three rivals answer too: random weights, the mean of
# the static vectors of the *other* words in the sentence, and another occurrence picked blindly.

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


def by_luck(names):
    """The chance that another occurrence, picked blindly, has the same sense."""
    same = names[:, None] == names
    return (same.sum(axis=1) - 1).mean() / (len(names) - 1)

# %%
right = {f"layer {j}": right_neighbours(layers[j]) for j in range(3)}
right["mixture"] = right_neighbours(bank["mixture"])
for j in range(3):
    right[f"random, layer {j}"] = np.mean([right_neighbours(r[j]) for r in random], axis=0)
right["static context"] = right_neighbours(senses.context_average(treebank, static))
luck = sum(by_luck(labels[rows]) * len(rows) for rows in places.values()) / len(labels)
for name, values in right.items():
    print(f"{name:17} {values.mean():6.1%}")
print(f"{'another at random':17} {luck:6.1%}")

# %% [markdown]
# Layer 0 can only tell forms apart: where two occurrences have the same form, rounding and the
# order of the list decide.
#
# Is a difference more than luck? Occurrences of one word are alike, so we let the 47 words vote,
# each with one number. (A word of two senses then weighs as much as one of three, so these gains
# differ a little from the differences of the lines above.) A **bootstrap** (부트스트랩, chapter
# 09b) draws 47 words with repetition, again and again; the middle 95 % of the means are the
# interval.

# %%
def by_word(occurrences, right):
    """The mean of each word."""
    return np.array([right[rows].mean() for rows in senses.by_lemma(occurrences).values()])


def verdict(name, differences):
    low, high = interval(differences)
    found = "a difference" if low > 0 or high < 0 else "no difference beyond chance"
    gain = 100 * np.mean(differences)
    print(f"{name}: {gain:+.1f} points ({100 * low:+.1f} to {100 * high:+.1f}): {found}")

# %%
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
# You are given all cosines of the occurrences of one word, an array (n, n), and their labels.
# Return the share of occurrences whose nearest *other* occurrence has the same label.
#
# <details><summary>Hint 1</summary>
#
# Each occurrence has cosine 1 with itself. Put `-np.inf` in its place, in a copy: it is below every
# cosine.
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

# %% [markdown] tags=["exercise"]
# ### Exercise 10.3: an interval for a difference
# Difficulty 2 of 3, 15 minutes.
#
# `a` and `b` hold the scores of two taggers for the same words, and `draws` (number of draws,
# words) holds drawn places of words, with repetition. For each draw compute the mean difference `a
# - b` of the drawn words; return the 2.5th and the 97.5th percentile of these means.
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
checks.ch10_ex3(difference_interval)

# %% [markdown]
# ## 4. A map of senses
# A vector has 384 numbers, paper has two dimensions. **Principal component analysis** (PCA, 주성분
# 분석, chapter 06b) takes the mean away and turns the cloud, so that the first axis points where it
# is widest, and the second where it is widest at a right angle to it. All other directions are
# dropped. The singular value decomposition does it in one line.

# %%
def pca(vectors):
    """(n, dim) -> (n, 2), and the share of the spread that the two axes keep."""
    moved = vectors - vectors.mean(axis=0)
    _, sizes, axes = np.linalg.svd(moved, full_matrices=False)
    return moved @ axes[:2].T, (sizes[:2] ** 2).sum() / (sizes**2).sum()

# %%
points, kept = pca(toy)
assert np.isclose(kept, 1) and np.allclose(np.linalg.norm(points[0]), np.sqrt(2.5))

# %% [markdown]
# By hand: the toy has only two dimensions, so everything is kept, and the first pear stays
# $\sqrt{1.5^2 + 0.5^2}$ away from the mean. Now *play* and *bank* in the three layers. The number
# in the title is measured in all 384 dimensions: the share of occurrences to which the vote of
# their five nearest others gives the right sense.

# %%
figure, grid = plt.subplots(2, 3, figsize=(12, 9))
for lemma, panels in zip(("play", "bank"), grid, strict=True):
    rows = places[lemma]
    for j, ax in enumerate(panels):
        points, kept = pca(layers[j][rows])
        vote = senses.leave_one_out(layers[j][rows], labels[rows])
        title = f"{lemma}, layer {j}: {vote:.0%} of votes right\n(the map keeps {kept:.0%})"
        plots.sense_map(points, labels[rows], title, ax=ax)

# %% [markdown]
# In layer 0 there are only as many points as forms: *play, Play, plays, played, playing*; *bank,
# banks*. The senses lie on top of each other there, and you see the one drawn last.
# Below the title stands the share of the spread that the map keeps. What it drops may hold the
# senses, so trust the vote more than your eyes.
#
# Look at *play* once more. *theatre* is a noun, the other two senses are verbs. If *theatre* stands
# apart, it may be for its grammar and not for its meaning. So we ask without it:

# %%
rows = places["play"]
verbs = [i for i in rows if treebank[i].pos == "VERB"]
assert {labels[i] for i in verbs} == {"play.game", "play.music"}
for j in range(3):
    vote = senses.leave_one_out(layers[j][verbs], labels[verbs])
    print(f"layer {j}, game or music: {vote:.0%} of {len(verbs)} votes right (guessing: 50%)")

# %% [markdown]
# A map with three clouds cannot tell us this. A share well above one half says that game and music
# are told apart as well. A share at or below it says that something else than the sense decides who
# is near, perhaps the form of the verb or its place in the sentence. (With one left out there are
# 13 against 14, which pulls a little below one half.) Always ask which easier difference could make
# the same picture.
#
# ### The other famous map
# **t-SNE** (chapter 06b) places the points so that neighbours stay neighbours, by many small steps
# from a random start. **Predict.** We run it three times on the same vectors of layer 2, with three
# seeds. What will stay the same?
#
# <details><summary>Answer</summary>
#
# Who stands beside whom, more or less. Where a group lies, how far groups are from each other and
# which way they are turned is another one each time.
#
# </details>

# %%
figure, panels = plt.subplots(1, 3, figsize=(12, 4.2))
middles = []
for seed, ax in enumerate(panels):
    # perplexity: about ten neighbours of each point count
    tsne = TSNE(perplexity=10, init="random", random_state=seed)
    points = tsne.fit_transform(senses.centred(layers[2][rows]))
    middles.append([points[labels[rows] == n].mean(axis=0) for n in sorted(set(labels[rows]))])
    plots.sense_map(points, labels[rows], f"t-SNE, seed {seed}", ax=ax)

# %%
for seed, (game, music, theatre) in enumerate(middles):
    ratio = np.linalg.norm(theatre - game) / np.linalg.norm(music - game)
    print(f"seed {seed}: theatre is {ratio:.1f} times as far from game as music is")

# %% [markdown]
# The three ratios come from the same vectors: if three runs disagree, distances on such a map are
# not to be measured. In this course maps are drawn with PCA, which has no seed, and claims are made
# in all dimensions.
#
# ### Ask for yourself
# Type a sentence, click a word, and change the layer: the next cell opens the explorer of this
# course. Run it in JupyterLab; a saved page shows only its name. The same explorer opens as a page
# of its own with `python -m elmo_lite explore`.

# %%
from elmo_lite.explorer.page import Explorer

Explorer()

# %% [markdown]
# ## What you can now do
# - find the nearest occurrences of a word in each layer, the occurrence itself left out,
# - say why a cosine of 0.8 can mean nothing, and correct it,
# - draw a map with PCA, and say how much it drops,
# - hold a picture against the easier difference that could make it,
# - report a number as trained minus random, with an interval over words.
#
# ## One honest limit
# A sense is not a thing in the world. Somebody drew a line between *game* and *music*, and somebody
# else would draw it elsewhere. And our sentences were written to show their senses: texts of the
# world are less kind. Chapter 10b goes there.
#
# ## Sources
# - Neighbours of *play* (Table 4): Peters and others 2018, *Deep contextualized word
#   representations*, section 5.3.
# - Anisotropy of contextual vectors, and correcting for it: Ethayarajh 2019, *How Contextual are
#   Contextualized Word Representations?*
# - The sentences with *gift* are in the slides on ELMo, Table 4 with *play* in the review of the
#   paper; the lecture on word vectors ends with words of several meanings as the limit of static
#   vectors.
#
# ## Where next
# Neighbours can do work. Chapter 10b makes them into a sense tagger, with the baselines that it has
# to beat, on sentences that we did not write.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. Two occurrences of *bank* have a raw cosine of 0.85 in layer 2. What does it say?
#    - [ ] they have the same sense :: in a narrow cone any two words can reach that
#    - [x] nothing yet :: it has to be held against the cosine of any two occurrences
#    - [ ] layer 2 is better than layer 1 :: cosines of two layers differ in scale
# 2. Layer 0 puts three *played* of the right sense first. What does it show?
#    - [ ] layer 0 knows this sense :: it sees letters only, all *played* are equal to it
#    - [x] nothing but luck :: the order among equal vectors has no meaning
#    - [ ] the static vectors are worse :: they have the same tie, in another order perhaps
# 3. Two groups lie far apart on a t-SNE map. What follows?
#    - [ ] their senses are very different :: another seed puts them elsewhere
#    - [x] little, before it is measured in all dimensions :: the map keeps neighbours, not distance
#    - [ ] PCA would show the same :: PCA keeps wide directions, and may drop what separates them
