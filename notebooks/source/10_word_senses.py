# %% [markdown]
# # 10 Word senses
#
# Ask a friend to translate *play* into Korean and you get a question back: 연극 (a drama), 경기하다
# (to compete) or 연주하다 (to perform music)? Korean returns the favour: 눈이 아프다 "my eye hurts"
# and 눈이 온다 "it is snowing" begin with the same word. A table of word vectors never asks back,
# for it has one row for *play*; chapter 06b proved that nobody who looks at this row alone gets
# past 55.1 % on the sentences of this course. ELMo reads the sentence first, so its vector is
# different every time. But does it differ in the right way?
#
# **Does the vector of a word change with its meaning?**
#
# You will be able to
# - **ask** a biLM which other words are most like one word in its sentence,
# - **draw** a map on which you can read the sentences behind the points,
# - **measure** what reading taught a model, beside baselines that never read,
# - **find** out where a gain comes from, by taking its cause away,
# - **whiten** a space, and tag the sense of a word in a sentence of your own.
#
# You need the layers of the biLM (chapters 08 and 09), cosines (03), PCA and the words around
# (06b), and the interval (03b).

# %% tags=["setup"]
import numpy as np
import torch
from matplotlib import pyplot as plt

from elmo_lite import corpora, senses, static_vectors
from elmo_lite.controls import with_random_weights, with_warm_start
from elmo_lite.elmo import Elmo
from elmo_lite.reading.cache import occurrence_vectors, token_vectors
from elmo_lite.stats import paired
from notebooks.course import chapter
from notebooks.course.check import check, yours_or_ours
from notebooks.course.live import live
from notebooks.course.plots import ch10 as plots
from notebooks.course.plots import common, families
from notebooks.course.results import select, unpack, values

torch.set_num_threads(1)  # the same sums everywhere

# %% [markdown]
# ## 1. Two bats
# One bat sleeps in the attic, another one hits a ball. We let the biLM read both sentences, and ask
# each of its layers: which other words are most like this *bat*? The answers come from our
# sense-annotated corpus (chapter 06b): 1,722 sentences about 47 words with several senses, 14 for
# each sense. The model reads them all, and we keep a vector for **each occurrence** (출현), one
# word at one position.

# %%
elmo, static, corpus = Elmo.load("en"), static_vectors.load(), corpora.senses("en")
corpus = [o for part in ("train", "test") for o in corpus if o.split == part]
sentences = [o.tokens for o in corpus]
with chapter.timed("10", "reading the corpus"):
    read = token_vectors(elmo, sentences)
print(read.shape, "layers, tokens, numbers")
forms = [token.lower() for sentence in sentences for token in sentence]
lemmas = np.array([o.lemma for o in corpus])


# %%
def own_forms(word):
    """The word as it stands in our corpus: bat, bats."""
    return {word} | {o.tokens[o.index].lower() for o in corpus if o.lemma == word}


def watch(
    one="The bat sleeps in the attic all day .",
    other="He hit the ball with a wooden bat .",
    word="bat",
):
    table = [w for w, _ in static.most_similar(word, topn=5)]
    both = one.split(), other.split()
    plots.two_worlds(elmo, read, sentences, both, word, own_forms(word), table)


live(watch, one="a sentence", other="another one", word="bat")

# %% [markdown]
# Layer 0 knows only how the word is spelled, so it gives both bats one list, as the table of static
# vectors does. From layer 1 on there are two: in the attic something like a *squirrel*, a *cat* or
# a *dog*, at the ball game something like a *hammer* or a *stick*. Nobody has told the model what a
# sense is. It has only guessed words, from the left and from the right.
#
# **Try it.** Put in two sentences of your own, with a space before each full stop. *Ring*, *train*
# and *light* are good, and so is a word that we never thought of.
#
# ## 2. The paper's Table 4, by your own function
# The ELMo paper shows this with *play*. GloVe has one list for it: *playing, game, games, played,
# players, plays, player, Play, football, multiplayer*. The biLM is asked about one *play* at a
# time: for a *play* in baseball it finds another one in baseball, and for a *play* on Broadway
# another one with actors. Behind such a table is little more than a cosine, so build it.

# %% [markdown] tags=["exercise"]
# ### Exercise 10.1: the neighbours
# Difficulty 2 of 3, 10 minutes.
#
# `vectors` (n, dim) has a row for each token of a corpus, and `names` are the n words. Which rows
# are nearest to `vector`, by the cosine? Return a list of the `k` nearest rows (their numbers), the
# nearest first. Two things would spoil it: a name in `left_out` may not answer, and of rows with
# the same name only the nearest counts, or all five answers would be *cat*. All tables of this
# chapter will come from your function.
#
# <details><summary>Hint 1</summary>
#
# `np.argsort(-cosines, kind="stable")` gives all rows, the most similar first. Walk along it.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Keep a set of the names that may not answer any more. It starts as `set(left_out)` and grows.
#
# </details>


# %% tags=["exercise"]
def neighbours(vector, vectors, names, left_out, k):
    """The rows of the k most similar names, the most similar first."""
    # begin solution
    cosines = vectors @ vector / (np.linalg.norm(vectors, axis=1) * np.linalg.norm(vector))
    found, seen = [], set(left_out)
    for i in np.argsort(-cosines, kind="stable"):
        if len(found) < k and names[i] not in seen:
            found.append(int(i))
            seen.add(names[i])
    return found
    # end solution


# %% tags=["check"]
check("10.1", neighbours)

# %% tags=["known"]
ANIMALS = np.array("cat dog bat owl fox".split())


def inputs(rng):
    names = ANIMALS[rng.integers(0, 5, 14)]
    return rng.normal(size=4), rng.normal(size=(14, 4)), names.tolist(), ["bat"], 3


pointing = np.array([[1.0, 0], [9, 3], [2, 0.1], [1, 1], [0, 1]])
cases = [(np.array([2.0, 0]), pointing, ["bat", "dog", "cat", "cat", "owl"], ["bat"], 2)]


def use(answer, vector, vectors, names, left_out, k):
    return [int(i) for i in answer(vector, vectors, names, left_out, k)]

# %% [markdown] tags=["known"]
# Hint: Sort by the cosine, skip names that are left out or were found before, stop after k.
# Returns: a list of k row numbers
#
# - `vectors @ vector / (np.linalg.norm(vectors, axis=1) * np.linalg.norm(vector))` →
#   `vectors @ vector` :: This is the dot product, which long vectors win: divide by the lengths.
# - `-cosines` → `cosines` :: These are the farthest: sort by minus the cosine.
# - `set(left_out)` → `set()` :: A word in `left_out` has answered.
# - `            seen.add(names[i])` → `` :: One word has answered twice: remember which were found.
# - `found.append(int(i))` → `found.append(len(found))` :: Return the numbers of the rows in
#   `vectors`, not the ranks.

# %% [markdown]
# Before we take a cosine we subtract the mean of all tokens from both sides; section 6 says why.
#
# **Predict.** The last sentence of the next cell is *She went to the bank to open an account*. What
# will this *bank* be like?
#
# <details><summary>Answer</summary>
#
# Like a bench, a house and a porch. That is a failure, and section 7 comes back to it.
#
# </details>

# %%
neighbours = yours_or_ours("10.1", neighbours)
layer_2 = np.array(read[2], np.float32)  # on the disk it has 16 bits
mean = layer_2.mean(axis=0)


def vector_of(sentence, word):
    """Layer 2 of the word in its sentence."""
    tokens = sentence.split()
    return elmo.layers([tokens], progress=False)[0][2][tokens.index(word)].numpy()


for sentence, word in (
    ("They will play against the champions in the final .", "play"),
    ("She wrote a play for the small theatre in our town .", "play"),
    ("The word begins with the letter B .", "letter"),
    ("She wrote a long letter to her aunt .", "letter"),
    ("You were right about the answer .", "right"),
    ("Turn right at the next corner .", "right"),
    ("The bank pays three percent on savings .", "bank"),
    ("She went to the bank to open an account .", "bank"),
):
    asked = vector_of(sentence, word) - mean
    found = neighbours(asked, layer_2 - mean, forms, own_forms(word), 5)
    print(f"{sentence:54}", *[forms[i] for i in found])

# %% [markdown]
# Same word, two lists. The *play* of the champions is like *move* and *train*, the one on the stage
# like a *concerto* and a *drama*. The *right* of an answer is like *wrong*, while at the corner
# *right* is like *straight*.
#
# The last line fails: you open an account in a *bench*, a *house* or a *porch*. But look at the
# line above. That *bank* has the same meaning, and it is like a *company* and a *government*. The
# two play different parts in their sentences, since one pays and the other is where somebody goes,
# and the neighbours follow the part.
#
# ## 3. All 28 watches
# A list shows one occurrence. To see all occurrences of a word we draw the map of chapter 06b:
# *watch* has 28, of which 14 are clocks and 14 look at something. Beside it is the warm context,
# the same network before it read anything: its char-CNN spells skip-gram vectors, its LSTMs are
# still random. It mixes the neighbouring words in as well, but it has never learned how.

# %%
starts = np.cumsum([0] + [len(sentence) for sentence in sentences[:-1]])
marked = starts + [o.index for o in corpus]  # where the marked words are among all tokens
kept = np.float32(read[:, marked])  # (layers, occurrences, dim)
warm = with_warm_start(elmo, 0)
rows_of = senses.by_lemma(corpus)


def pca_map(vectors):  # chapter 06b
    U, S, _ = np.linalg.svd(vectors - vectors.mean(axis=0), full_matrices=False)
    return U[:, :2] * S[:2]


# %%
def draw(word="watch", layer=2):
    found = [corpus[i] for i in rows_of[word]]
    untrained = np.float32(occurrence_vectors(warm, found)[layer])
    maps = {"trained": pca_map(kept[layer][rows_of[word]]), "warm context": pca_map(untrained)}
    chosen = plots.spread_out(maps["trained"], [o.sense for o in found])
    plots.maps_with_snippets(maps, found, chosen)


live(draw, word=list(rows_of), layer=(0, 2))

# %% [markdown]
# Trained, all 28 lie next to one of their own sense, clocks on one side and looking on the other.
# The warm context manages 16, so this is more than mixing: reading has taught the model something.
#
# But choose *bat* in the menu. The same model gets 19 of 28, and the map falls into *bat* and
# *bats*, with animals and clubs in both parts. Is *watch* the rule, or is *bat*?
#
# ## 4. What did reading add?
# Two words prove nothing, so let all 1,722 occurrences ask for their nearest relative. Only
# occurrences of the same word may answer, and the answer is right if it has the same sense.

# %% [markdown] tags=["exercise"]
# ### Exercise 10.2: the nearest other
# Difficulty 1 of 3, 10 minutes.
#
# `cosines` (n, n) holds all cosines between the occurrences of one word, and `labels`, an array,
# their n senses. For each occurrence say whether its nearest *other* occurrence has the same sense:
# an array of n booleans. The next cell lets it answer 1,722 questions.
#
# <details><summary>Hint 1</summary>
#
# Each occurrence has cosine 1 with itself. Which number can stand on the diagonal instead, so that
# no row chooses it, even where all other cosines are negative?
#
# </details>


# %% tags=["exercise"]
def nearest_is_right(cosines, labels):
    """cosines (n, n), labels: an array of n senses -> n booleans."""
    # begin solution
    others = cosines.copy()
    np.fill_diagonal(others, -np.inf)
    return labels[others.argmax(axis=1)] == labels
    # end solution


# %% tags=["check"]
check("10.2", nearest_is_right)

# %% tags=["known"]
BANKS = np.array(["bank.money", "bank.river", "bank.snow"])
BELOW_ZERO = np.array([[1.0, -0.2, -0.6], [-0.2, 1.0, -0.5], [-0.6, -0.5, 1.0]])
cases = [(BELOW_ZERO, BANKS[[0, 1, 0]])]


def inputs(rng):
    size = int(rng.integers(5, 13))
    vectors = rng.normal(size=(size, 4))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors @ vectors.T, BANKS[rng.integers(0, 2, size)]

# %% [markdown] tags=["known"]
# Hint: For each row: is the label at its largest cosine outside the diagonal its own?
#
# - `others, -np.inf` → `others, 1` :: Every occurrence was its own neighbour: leave the diagonal
#   out.
# - `others, -np.inf` → `others, 0` :: 0 is larger than a negative cosine: put `-np.inf` on the
#   diagonal.
# - `-np.inf` → `np.inf`; `argmax` → `argmin` :: A large cosine is near: these are the farthest.
# - `ours(cosines, labels).mean()` :: One answer for each occurrence, not their mean.

# %% [markdown]
# Our opponent is the reader without order from chapter 06b: the mean static vector of the words
# around, without the 200 most frequent words. Each model is read in the space that serves it best
# in the training half (section 6).

# %%
nearest_is_right = yours_or_ours("10.2", nearest_is_right)
labels = np.array([o.sense for o in corpus])


def right_neighbours(directions):
    """For each occurrence: has the nearest other one of its word its sense?"""
    right = np.zeros(len(corpus), dtype=bool)
    for rows in rows_of.values():
        cosines = directions[rows] @ directions[rows].T
        right[rows] = nearest_is_right(cosines.round(5), labels[rows])  # equal vectors tie
    return right


# %%
around = senses.mean_of_words_around(corpus, static, cut=200)
for name, vectors, space in (
    ("words around", around, "centred"),
    ("layer 2", kept[2], "whitened 1/4"),
):
    found = right_neighbours(senses.in_space(vectors, lemmas, space))
    print(f"{name}: {found.sum()} of {len(found)}, {found.mean():.1%}")

# %% [markdown]
# These two and the rest of the ledger, with five seeds of each untrained network, are among the
# measured results of the course.

# %%
measured = chapter.results("ledger")["experiments"]["senses_ours"]["rows"]
LEDGER = ["blind", "a row a word", "words around", "char-CNN, read"]
LEDGER += ["random context", "warm context", "layer 1", "layer 2"]


def answers(way, by="one vote"):
    """Which occurrences found their sense: (seeds, occurrences)."""
    where = {"layer": 2} if way.endswith("context") else {}
    return np.array([unpack(row) for row in select(measured, row=way, by=by, **where)])


families.scores({w: 100 * answers(w).mean(axis=1) for w in LEDGER}, "right sense, %")

# %%
for other in ("words around", "warm context"):
    gain = paired(answers("layer 2"), answers(other), groups=lemmas)
    print(f"layer 2 minus {other}:", *[f"{100 * x:+.1f}" for x in gain])
for by in ("one vote", "five votes", "centroids"):
    gain = answers("layer 2", by).mean() - answers("layer 1", by).mean()
    print(f"layer 2 minus layer 1, {by}: {100 * gain:+.1f}")

# %% [markdown]
# So the vector does change with the meaning. Layer 2 finds the right sense 74 times in 100, where a
# row a word finds it 45 times. But mixing skip-gram vectors at random is good for 66, and the words
# around, with no network at all, for 65. Reading in context is worth 9.0 points over the words
# around (3.7 to 13.9, resampled by whole words) and 7.5 over the warm context (4.5 to 10.4).
#
# The two layers are level: one neighbour prefers layer 1, centroids (chapter 10b) prefer layer 2,
# and five votes hardly care. The paper, with a hundred times the text, found its upper layer 1.6
# points better.
#
# ## 5. Watch or bat?
# Where do the 9 points come from? The maps have raised a suspicion: a watch and watching differ in
# grammar, the two bats do not. Our corpus can test it by taking the cause away. 19 of its words,
# *bat*, *bank* and *letter* among them, are nouns in every sense. In the other 28 there are verbs,
# adjectives or adverbs too, and mostly it is the sense that decides.
#
# **Predict.** Layer 2 leads the words around by 9.0 points. By how much in the 28 words, and by how
# much in the 19?
#
# <details><summary>Answer</summary>
#
# By 17.3 in the 28. In the 19 it is 4.8 points *behind*.
#
# </details>

# %%
is_noun = np.array([o.pos == "NOUN" for o in corpus])
always = [word for word, rows in rows_of.items() if is_noun[rows].all()]
nouns = np.isin(lemmas, always)
parts = {"28 words, grammar helps": ~nouns, f"{len(always)} words, always nouns": nouns}
found = {}
for title, part in parts.items():
    ways = ("blind", "words around", "warm context", "layer 2")
    found[title] = {w: 100 * answers(w)[:, part].mean(axis=1) for w in ways}
    for other in ("words around", "warm context"):
        gain = paired(answers("layer 2")[:, part], answers(other)[:, part], groups=lemmas[part])
        print(f"{title}: layer 2 minus {other}", *[f"{100 * x:+.1f}" for x in gain])
families.scores(found, "right sense, %")

# %% [markdown]
# Where grammar helps, layer 2 leads by 17.3 points (12.3 to 22.2). Where it cannot, the words
# around are right 69 times in 100 and layer 2 64 times; the interval of the difference, −11.6 to
# 2.5, includes 0, so we cannot tell them apart. The suspicion was right: what our small biLM knows
# of senses, beyond the company that a word keeps, is above all grammar.
#
# ### Sentences that we did not write
# CoarseWSD-20 has 20 nouns in sentences from Wikipedia, of which we had the files of 12. A few
# examples of each sense are labelled, and a new occurrence goes to the sense with the nearest mean
# (chapter 10b).

# %%
few = chapter.results("senses")["experiments"]["few"]["rows"]
shots = (1, 3, 10, 30)
public = {
    "words around": {"by": "static context, centroids"},
    "random context": {"model": "random", "layer": 2},
    "warm context": {"model": "warm start", "layer": 2},
    "layer 2": {"model": "trained", "layer": 2},
}
curves = {w: [100 * np.array(values(few, shots=n, **public[w])) for n in shots] for w in public}
families.curves(shots, curves, "examples of each sense", "right sense, %", log=True)

# %% [markdown]
# Nouns again, and here the words around win outright: from ten examples they find 82.4 % of the
# senses, layer 2 77.5. Yet its reading is worth something, since the warm context gets 74.1 and
# random weights 66.7.
#
# ## 6. Why did I have to whiten?
# All these scores were read in spaces that we had prepared. Here is what happens without.
#
# **Predict.** Draw two tokens of the corpus at random. What is the cosine of their vectors in our
# layer 2, and in layer 2 of a network with random weights?
#
# <details><summary>Answer</summary>
#
# 0.31 in ours, and 0.92 with random weights.
#
# </details>

# %%
some = sentences[:300]
blank = token_vectors(with_random_weights(elmo, 0), some)
for name, vectors in (("trained", read[2][: blank.shape[1]]), ("random", blank[2])):
    cosine = senses.anisotropy(np.float32(vectors), 20_000, np.random.default_rng(0))
    print(f"{name}: two tokens at random have a cosine of {cosine:.2f}")

# %% [markdown]
# Vectors that share a large part lie in a narrow cone, which is called **anisotropy** (이방성). In
# such a cone a cosine of 0.9 sounds like a match and is worth nothing.
#
# ### A toy by hand
# The Korean 배 is a pear or a ship. Let the first number of a vector come from the ending, 배를,
# 배는 or 배가, and the second from the sense: 배를 깎았다 "I peeled the pear" (9, 7), 배를 탔다 "I
# took the ship" (9, 5), 배는 달다 "the pear is sweet" (7, 7), 배는 떠났다 "the ship has left" (7,
# 5), and with 배가 once more (5, 7) and (5, 5). Who is nearest to the peeled pear? The ship that
# left:
#
# $$\cos = \frac{9 \cdot 7 + 7 \cdot 5}{\sqrt{130}\,\sqrt{74}} = 0.999 \tag{1}$$
#
# A wrong answer with a proud number! Subtract the mean (7, 6), and the peeled pear becomes (2,
# 1). Now its cosine with that ship, (0, −1), is −0.45, and cosines can be read: above 0 is more
# similar than usual. But the other 배를, (2, −1), has 0.6 and wins, because the endings are spread
# out more than the senses.
#
# So we shrink the directions in which *all* vectors differ most, which is called **whitening**
# (백색화). They are the axes $a_i$ of PCA; $\text{var}_i$ is the variance along each, and
# $\overline{\text{var}}$ the mean of these. A vector $h$ gets the coordinates
#
# $$h'_i = \frac{(h - \bar h) \cdot a_i}{(\text{var}_i + 0.1\, \overline{\text{var}})^{p}} \tag{2}$$
#
# With $p = 0$ nothing shrinks, with $p = \frac12$ all directions become about equally wide, and $p
# = \frac14$ is half the way. The tenth keeps tiny directions from being blown up. In the toy the
# variances are $\frac83$ and 1; with $p = \frac12$, and without the tenth, (2, 1) becomes (1.22,
# 1). Its cosine with the ship (1.22, −1) falls to 0.2, and with the sweet pear, (0, 1), it rises to
# 0.63; with the tenth these are 0.25 and 0.61.

# %% [markdown] tags=["exercise"]
# ### Exercise 10.3: whiten
# Difficulty 3 of 3, 20 minutes.
#
# In the end a sentence will come that nobody knew when the space was made. So `known` (n, dim)
# decides on the mean, the axes and the variances of (2), and `new` (m, dim) is moved by the same.
# The variances and axes are the eigenvalues and eigenvectors of $M^\top M / n$, where $M$ is
# `known` with its mean subtracted. Return both, `known` and `new`, in their new coordinates; the
# axes may come in any order and point either way.
#
# <details><summary>Hint 1</summary>
#
# `variances, axes = np.linalg.eigh(...)` returns the axes as *columns*, so `M @ axes` has one
# coordinate in each column.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Make one matrix that does it all, by dividing each column of `axes` by its own number. Both parts
# are multiplied by it.
#
# </details>


# %% tags=["exercise"]
def whiten(known, new, power):
    """(n, dim) and (m, dim) in the coordinates that whiten `known`."""
    # begin solution
    mean = known.mean(axis=0)
    moved = known - mean
    variances, axes = np.linalg.eigh(moved.T @ moved / len(moved))
    stretch = axes / (variances + variances.mean() / 10) ** power
    return moved @ stretch, (new - mean) @ stretch
    # end solution


# %% tags=["check"]
check("10.3", whiten)

# %% tags=["known"]
def inputs(rng):
    known = rng.normal(size=(20, 4)) @ rng.normal(size=(4, 4)) * (1, 1, 2, 3) + 2
    return known, rng.normal(2, 2, size=(3, 4)), float(rng.choice([0.25, 0.5]))


def use(answer, known, new, power):
    """All dot products: the axes may come in any order, and point either way."""
    both = np.vstack(answer(known, new, power))
    return both @ both.T

# %% [markdown] tags=["known"]
# Hint: Mean, variances and axes come from `known`; each coordinate is divided by (variance + mean
#   variance / 10) ** power.
# Returns: two arrays, `known` and `new`
#
# - `(new - mean)` → `(new - new.mean(axis=0))` :: A new sentence is alone and has no mean of its
#   own: subtract the mean of `known` from both.
# - `(new - mean)` → `new` :: The mean of `known` has to be subtracted from `new` as well.
# - ` + variances.mean() / 10` → `` :: Add a tenth of the mean variance to each variance.
# - `axes /` → `axes.T /` :: The axes are the columns of what `eigh` returns.
# - ` ** power` → ` ** (2 * power)` :: The variance to this power; it is no standard deviation.
# - ` ** power` → ` ** -power` :: Divide by the power: wide directions must shrink.
# - ` / len(moved)` → `` :: Divide the products by the number of rows, or they are no variances.
# - `(ours(known, new, power)[0], ours(new, new, power)[1])` :: `new` is moved along the axes of
#   `known`, not along its own.

# %%
whiten = yours_or_ours("10.3", whiten)
toy = np.array([[9.0, 7], [9, 5], [7, 7], [7, 5], [5, 7], [5, 5]])
stages = {"as they are": toy, "mean subtracted": toy - toy.mean(axis=0)}
stages["whitened"] = whiten(toy, toy, 0.5)[0][:, ::-1]  # eigh gives the widest axis last
figure, panels = plt.subplots(1, 3, figsize=(12, 3.9))
for ax, (name, vectors) in zip(panels, stages.items(), strict=True):
    senses_of_toy = ["?", "ship", "pear", "ship", "pear", "ship"]
    common.arrows_of_senses(vectors, senses_of_toy, name, ax=ax)
    cosines = senses.unit(vectors) @ senses.unit(vectors)[0]
    print(f"{name}: cosines with the first", cosines[1:].round(2))

# %% [markdown]
# The dashed arrow is the peeled pear, and only on the right is a pear its nearest. Now the ledger,
# with the mean of each word subtracted and whitened more and more:

# %%
spaces = {"p = 0": "centred", "p = 1/4": "whitened 1/4", "p = 1/2": "whitened 1/2"}
print(f"{'':16}", *[f"{name:>8}" for name in spaces])
for way in ("random context", "warm context", "layer 2"):
    where = {"layer": 2} if way.endswith("context") else {}
    rows = select(measured, row=way, by="one vote", **where)
    scores = [100 * np.mean([row["by_space"][space] for row in rows]) for space in spaces.values()]
    print(f"{way:16}", *[f"{score:8.1f}" for score in scores])

# %% [markdown]
# Random weights gain 9 points by whitening and our model not even 3. Without it we would have
# praised reading for 22 points over random weights. With each model in its best space, which is
# fair, it is 15.
#
# ## 7. Your sentence
# Now your functions tag a word in a sentence that the corpus does not have. The known occurrences
# are whitened, after the mean of each word is subtracted, your sentence is moved by the same, and
# its five nearest relatives vote. We begin with the failure of section 2.

# %%
layers = senses.subtract_means(kept[2], lemmas)


def ask(sentence="She went to the bank to open an account .", word="bank", power=0.25):
    """The five occurrences of the word that are most like the one in the sentence."""
    rows, line = rows_of[word], sentence.split()
    mean = kept[2][rows].mean(axis=0, dtype=np.float32)
    known, new = whiten(layers, vector_of(sentence, word)[None] - mean, power)
    nearest = neighbours(new[0], known[rows], list(rows), [], 5)
    cosines = senses.unit(known[rows[nearest]]) @ senses.unit(new)[0]
    found = [(corpus[i], cosine) for i, cosine in zip(rows[nearest], cosines, strict=True)]
    query = corpora.Occurrence(tuple(line), line.index(word), "", word)
    points = pca_map(np.vstack([known[rows], new]))
    plots.own_sentence(points, labels[rows], query, found)


live(ask, sentence="your sentence", word=list(rows_of), power=(0, 0.5, 0.05))

# %% [markdown]
# Four of five say *money*. Among all words this *bank* was like a bench; among banks, all of which
# play such a part, its sense is left. (The first neighbour is nearly our sentence. Without it,
# three of the other four still say *money*. And do not trust the map: it shows two directions of
# 384, and the vote uses all of them.)
#
# Write a sentence of your own, and move the power to 0. Then find one that the vote gets wrong.
#
# ### Open experiment
# Shuffle the words of every sentence, but leave the marked word where it is, and read the corpus
# again. Predict first, and then repeat section 5: which of the two halves suffers more, and which
# row does not move at all?
#
# ## What you can now do
# - list the tokens of a corpus that are most like a word in its sentence,
# - draw a map of a word whose points can be read,
# - say what reading in context adds to the words around, and for which words,
# - test a reason by taking the cause away,
# - whiten a space, and tag a new sentence in it.
#
# ## One honest limit
# A sense is not a thing in the world. Somebody decided that a game and a concert are two senses of
# *play* and that chess and football are one, and another dictionary draws the line elsewhere. Our
# sentences were also written to show their senses, and real text is less kind.
#
# ## Sources
# - Peters, Neumann, Iyyer, Gardner, Clark, Lee and Zettlemoyer 2018, *Deep contextualized word
#   representations*, section 5.3 with Tables 4 and 5: <https://arxiv.org/abs/1802.05365>
# - Ethayarajh 2019, *How contextual are contextualized word representations?*, for anisotropy:
#   <https://arxiv.org/abs/1909.00512>
# - Su, Cao, Liu and Ou 2021, *Whitening sentence representations for better semantics and faster
#   retrieval*: <https://arxiv.org/abs/2103.15316>
# - Loureiro, Rezaee, Pilehvar and Camacho-Collados 2021, *Analysis and evaluation of language
#   models for word sense disambiguation*, for CoarseWSD-20: <https://arxiv.org/abs/2008.11608>
# - The lecture that ends with the limits of word embeddings, for *play* and 다의어; the review of
#   the ELMo paper, for Table 4.
#
# ## Where next
# Chapter 10b turns neighbours into a sense tagger and sends it to sentences that we did not write,
# where counting words is a serious opponent.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. Two occurrences of *bank* have a plain cosine of 0.85 in some layer. What does that say?
#    - [ ] they have the same sense :: in a narrow cone any two tokens can reach that
#    - [x] nothing yet :: compare it with the cosine of any two tokens of that layer
#    - [ ] that layer is a good one :: with random weights any two tokens have more than that
# 2. Layer 2 beats the words around on all 47 words and not on the 19 nouns. What follows?
#    - [ ] it knows no senses of nouns :: a blind pick is far behind it there too
#    - [x] much of its lead is grammar :: where all senses share a part of speech, the lead is gone
#    - [ ] the 19 nouns are too few to say anything :: on public nouns the words around lead as well
# 3. An untrained network finds the right sense more often than a blind pick. Why?
#    - [ ] its random weights happen to be good ones :: all five initialisations do it
#    - [x] it mixes the neighbouring words into the vector :: similar sentences give similar
#      mixtures, without any knowledge of what the words mean
#    - [ ] the test sentences leaked into it :: it has never read a text
