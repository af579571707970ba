# %% [markdown]
# # 06b Maps and the wall
#
# **What does a map of word vectors show, and where must every table of vectors fail?**
#
# Vectors of 100 numbers cannot be looked at. Two methods draw them on paper, and each bends them in
# its own way. Then we stand in front of a wall that no table of words can climb.
#
# You will be able to
# - **compute** a map by PCA, by hand and with the singular value decomposition,
# - **explain** what t-SNE keeps, and what its perplexity means,
# - **measure** what a map bends, and distrust the groups on it,
# - **export** vectors for the TensorBoard projector,
# - **show** on two sentences why one vector per word cannot hold two senses, and what that costs.
#
# You need the vectors of chapter 06, cosines from chapter 02, perplexity from chapter 01, and the
# product of matrices.

# %% tags=["setup"]
import numpy as np
from matplotlib import pyplot as plt
from scipy.spatial.distance import pdist, squareform

from elmo_lite import corpora, static_vectors
from elmo_lite.checks import ch06b as checks
from elmo_lite.course import chapter
from elmo_lite.experiments.static_limits import form_of, sense_accuracy, vector_of
from elmo_lite.plots import ch06b as plots
from elmo_lite.plots import common

# %%
common.course_map("06b")

# %% [markdown]
# ## 1. The shadow of a cloud
# A **projector** (프로젝터) is a program that draws word vectors as points on a page. The page has
# two dimensions, the vectors have 100. Something must be left out. What is the best thing to keep?
#
# We begin smaller: four words with two made-up numbers each, to be drawn on a line. A good line is
# one on which the words lie far apart. First we **centre** (중심화) the points: their mean,
# $(4, 3)$, is taken away from each, since a map need not show where the whole cloud lies.

# %%
words = ["dog", "tea", "hand", "hill"]
raw = np.array([[6, 4], [2, 2], [3.5, 4], [4.5, 2]])
toy = raw - raw.mean(axis=0)
assert toy.tolist() == [[2, 1], [-2, -1], [-0.5, 1], [0.5, -1]]

# %% [markdown]
# Let $d$ be a direction, a vector of length 1. The **shadow** of a point $x$ on the line along $d$
# lies at $x \cdot d$. How far apart are the shadows of all points? Their squares summed up say it:
#
# $$s(d) = \sum_{k} (x_k \cdot d)^2 \tag{1}$$
#
# By hand, for the direction $(1, 0)$: the shadows are the first numbers, and
# $s = 2^2 + 2^2 + 0.5^2 + 0.5^2 = 8.5$. For $(0, 1)$ they are the second numbers, and $s = 4$.

# %%
def spread_along(d, points):
    """The sum of the squared shadows of the points on the line along d."""
    total = 0.0
    for x in points:
        total += (x @ d) ** 2
    return total


assert spread_along(np.array([1, 0]), toy) == 8.5
assert spread_along(np.array([0, 1]), toy) == 4

# %% [markdown]
# **Predict.** Is there a direction with more than 8.5?
#
# <details><summary>Answer</summary>
#
# Yes: the direction from tea to dog, $(2, 1)$ cut to length 1, has 10. It lies at an angle of 27
# degrees.
#
# </details>

# %%
degrees = np.arange(181)
spread = []
for angle in np.deg2rad(degrees):
    d = np.array([np.cos(angle), np.sin(angle)])
    spread.append(spread_along(d, toy))
assert np.allclose(np.array(spread[:91]) + spread[90:], 12.5)
plots.spread_by_angle(degrees, spread)

# %% [markdown]
# There is one widest direction, and the narrowest stands at a right angle to it. What one direction
# gains, the one at a right angle loses: the two always sum to 12.5.
#
# With 100 numbers there are too many directions for a loop. With the points as the rows of $X$, (1)
# becomes
#
# $$s(d) = d^\top (X^\top X)\, d \tag{2}$$
#
# and the $d$ that makes this largest is the **eigenvector** (고유벡터) of $X^\top X$ with the
# largest **eigenvalue** (고윳값): the direction that the matrix only stretches, and stretches most.
# By hand:
#
# $$X^\top X = \begin{pmatrix} 8.5 & 3 \\ 3 & 4 \end{pmatrix}, \qquad
# \begin{pmatrix} 8.5 & 3 \\ 3 & 4 \end{pmatrix} \begin{pmatrix} 2 \\ 1 \end{pmatrix} =
# \begin{pmatrix} 20 \\ 10 \end{pmatrix} = 10 \begin{pmatrix} 2 \\ 1 \end{pmatrix}$$

# %%
assert (toy.T @ toy).tolist() == [[8.5, 3], [3, 4]]
values, directions = np.linalg.eigh(toy.T @ toy)  # the smallest first
first = directions[:, -1] * np.sign(directions[0, -1])
assert np.allclose(values, [2.5, 10]) and np.allclose(first, np.array([2, 1]) / 5**0.5)
assert np.isclose(max(spread), 10, atol=0.01)  # the loop, in steps of one degree
plots.widest_direction(toy, words, first)

# %% [markdown]
# Dog and tea keep their distance. But hand and hill fall on one place: what lies behind one another
# falls together. The line keeps $10 / 12.5 = 80\,\%$ of the **variance** (분산). That is the mean
# of the squared distances from the middle; their sum gives the same share.
#
# This is **PCA** (주성분 분석, principal component analysis): a picture of the shadow of the cloud
# from its widest side. The second axis is the widest direction at a right angle to the first.
#
# In practice the **singular value decomposition** (특잇값 분해, SVD)
# writes the centred matrix as $X = U S V^\top$. The rows of $V^\top$ are the directions, the widest
# first; the squares of the numbers $S$ are the eigenvalues; and the map is ready:
#
# $$X V = U S \tag{3}$$

# %%
U, S, Vt = np.linalg.svd(toy, full_matrices=False)
assert np.allclose(S**2, values[::-1])
assert np.allclose(toy @ Vt.T, U * S)
print(np.abs(U * S)[:, 0].round(2))  # the shadows; an axis may point the other way

# %% [markdown] tags=["exercise"]
# ### Exercise 6b.1: a map by PCA
# Difficulty 2 of 3, 15 minutes.
#
# `X` holds one vector in each row, not yet centred. Return two things: the map, shape
# `(words, 2)`, that is the first two columns of $US$, and the share of the variance that these two
# axes keep. An axis may point either way.
#
# <details><summary>Hint 1</summary>
#
# Centre the columns first: `X - X.mean(axis=0)`. Then `np.linalg.svd(..., full_matrices=False)`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# numpy returns `S` as a row of numbers, so `U * S` multiplies each column of `U` by its number. The
# variance along an axis is the square of that number.
#
# </details>

# %% tags=["exercise"]
def pca_map(X):
    """The map of the rows, (words, 2), and the share of the variance that it keeps."""
    # begin solution
    U, S, _ = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
    return U[:, :2] * S[:2], (S[:2] ** 2).sum() / (S**2).sum()
    # end solution

# %% tags=["check"]
checks.ch06b_ex1(pca_map)

# %% [markdown]
# Now real vectors: sixty words in six groups. Each is cut to length 1, since the cosine, and not
# the length, says how near two words are.

# %%
vectors = static_vectors.load()
groups = {"animals": "dog cat horse cow sheep pig bird fish wolf bear"}
groups["food"] = "bread butter cheese meat fruit soup sugar milk tea wine"
groups["body"] = "hand arm leg head foot finger shoulder neck knee ear"
groups["numbers"] = "two three four five six seven eight nine ten twenty"
groups["feelings"] = "anger fear joy grief pride shame sorrow pity hope envy"
groups["places"] = "street house church garden village city river road field hill"
groups = {name: line.split() for name, line in groups.items()}
chosen = [word for line in groups.values() for word in line]
X = vectors[chosen].astype(np.float64)
X /= np.linalg.norm(X, axis=1, keepdims=True)

# %%
from sklearn.decomposition import PCA

U, S, Vt = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
flat = U[:, :2] * S[:2]
theirs = PCA(2, svd_solver="full").fit_transform(X)
assert np.allclose(np.abs(theirs), np.abs(flat))
kept = np.cumsum(S**2) / (S**2).sum()
assert 0.2 < kept[1] < 1 / 3
for axes in (1, 2, 3, 10, 30):
    print(f"{axes:2} axes keep {kept[axes - 1]:.0%} of the variance")

# %% [markdown]
# scikit-learn draws the same map. It keeps less than a third: most of the cloud lies behind the
# page.
#
# ## 2. Who is near whom
# **t-SNE** (t-distributed stochastic neighbour embedding) asks for the neighbours of each word. Its
# map may be any arrangement on the page, if only near words are near there as well.
#
# For a word $i$ every other word $j$ gets a weight that falls with the distance $D_{ij}$, and the
# weights of one word sum to 1:
#
# $$p_{j|i} = \frac{\exp(-D_{ij}^2 / 2\sigma_i^2)}
# {\sum_{k \neq i} \exp(-D_{ik}^2 / 2\sigma_i^2)} \tag{4}$$
#
# The width $\sigma_i$ says how far the word looks. By hand, three neighbours at the distances 1, 2
# and 3, with $\sigma = 1$: $e^{-0.5} = 0.607$, $e^{-2} = 0.135$, $e^{-4.5} = 0.011$, with the sum
# 0.753. Divided by it: 0.806, 0.180, 0.015. With $\sigma = 2$ they are 0.487, 0.334, 0.179.

# %%
def neighbour_weights(distances, sigma):
    w = np.exp(-(distances**2) / (2 * sigma**2))
    return w / w.sum()


three = np.array([1.0, 2.0, 3.0])
assert neighbour_weights(three, 1).round(3).tolist() == [0.806, 0.18, 0.015]
assert neighbour_weights(three, 2).round(3).tolist() == [0.487, 0.334, 0.179]

# %% [markdown]
# How many neighbours is that? Chapter 01 had a number for it: the **perplexity** (혼란도), two to
# the power of the **entropy** (엔트로피) $H = -\sum_j p_j \log_2 p_j$. Equal weights for $k$ words
# have the perplexity $k$; unequal ones have less.

# %%
from scipy.stats import entropy


def perplexity_of(weights):
    return 2 ** entropy(weights, base=2)


assert np.isclose(perplexity_of(np.full(7, 1 / 7)), 7)
for sigma in (1, 2):
    found = perplexity_of(neighbour_weights(three, sigma))
    print(f"width {sigma}: as many as {found:.2f} equal neighbours")

# %% [markdown]
# We set one perplexity for all words, and t-SNE searches the width of each word that gives it: a
# small one in a crowd, a large one for a lonely word. Here is the same search for dog.

# %%
from scipy.optimize import brentq

D = squareform(pdist(X))


def weights_at(distances, perplexity):
    """The weights of the neighbours, with the width that gives this perplexity."""

    def gap(sigma):
        return perplexity_of(neighbour_weights(distances, sigma)) - perplexity

    return neighbour_weights(distances, brentq(gap, 0.05, 5))


dog = np.delete(D[chosen.index("dog")], chosen.index("dog"))
print("nearest to dog:", [word for word in chosen if word != "dog"][dog.argmin()])
curves = {f"perplexity {wanted}": weights_at(dog, wanted) for wanted in (30, 10, 3)}
assert curves["perplexity 3"].max() > 0.5 > np.sort(curves["perplexity 30"])[-6:].sum()
plots.neighbour_weights(curves)

# %% [markdown]
# With perplexity 3 the nearest word has most of the weight; with 30 it takes seven words to gather
# half of it.
#
# On the page the weights are made from the distances $|y_i - y_j|$ of the map, with a flatter
# curve, and for all pairs of the $n$ words at once:
#
# $$q_{ij} = \frac{(1 + |y_i - y_j|^2)^{-1}}{\sum_{k \neq l} (1 + |y_k - y_l|^2)^{-1}},
# \qquad p_{ij} = \frac{p_{j|i} + p_{i|j}}{2n} \tag{5}$$
#
# Points that should be neighbours are pulled together and all others pushed apart, by gradients,
# until the **Kullback-Leibler divergence** (쿨백-라이블러 발산)
# $\sum_{ij} p_{ij} \log (p_{ij} / q_{ij})$ is as small as it gets. A neighbour that is torn away
# costs much. Strangers that come too near cost little.

# %%
from sklearn.manifold import TSNE

settings = {"init": "pca", "random_state": 0, "method": "exact"}
model = TSNE(perplexity=10, **settings)
tsne = model.fit_transform(X)

# %%
n = len(chosen)
p = np.zeros((n, n))
for i in range(n):
    others = np.arange(n) != i
    p[i, others] = weights_at(D[i, others], 10)
p = (p + p.T) / (2 * n)

q = 1 / (1 + squareform(pdist(tsne)) ** 2)
np.fill_diagonal(q, 0)
q /= q.sum()
pairs = ~np.eye(n, dtype=bool)
ours = (p[pairs] * np.log(p[pairs] / q[pairs])).sum()
assert np.isclose(ours, model.kl_divergence_, rtol=1e-2)

# %% [markdown]
# Our two equations give the divergence that scikit-learn reports for its map. Here are both maps.
# Where there is no room for a word, its point stands alone. (Another computer rounds differently,
# and t-SNE may then lay its islands elsewhere.)

# %%
axs = plt.figure(figsize=(9, 12)).subplots(2, 1)
plots.word_map(flat, chosen, groups, "PCA", axs[0])
plots.word_map(tsne, chosen, groups, "t-SNE, perplexity 10", axs[1])

# %% [markdown]
# Both find the groups. On the PCA map the animals lie among food and body; t-SNE makes islands of
# the same groups. (Fish has come to the edge of the food, where one may look for it.) One animal is
# far from all others: bear stands with the feelings. Is that the map's fault?

# %%
row = X @ X[chosen.index("bear")]
for i in np.argsort(-row)[1:5]:
    group = next(name for name, line in groups.items() if chosen[i] in line)
    print(f"{chosen[i]:8} {row[i]:.2f}  {group}")

# %% [markdown]
# No, the vectors themselves say so. To bear a sorrow is a verb, and bear has one vector for both.
# We shall come back to that.
#
# ## 3. What a map bends
# **Predict.** We compare, for all pairs of words, the distance among the vectors with the
# distance on the map. Which map keeps the order of the distances better?
#
# <details><summary>Answer</summary>
#
# Neither keeps it well: the rank correlation is about 0.6 for both. Look at the right end: pairs
# that are equally far among the vectors are near or far on the map.
#
# </details>

# %%
axs = plt.figure(figsize=(11, 4.4)).subplots(1, 2)
plots.map_distances(pdist(X), pdist(flat), "PCA", axs[0])
plots.map_distances(pdist(X), pdist(tsne), "t-SNE", axs[1])

# %% [markdown]
# In 100 dimensions most pairs are about equally far apart, between 1.1 and 1.4. A page cannot show
# that. The nearest neighbours are another matter.

# %% [markdown] tags=["exercise"]
# ### Exercise 6b.2: neighbours that a map keeps
# Difficulty 3 of 3, 15 minutes.
#
# `X` holds vectors, `flat` the points of their map, row by row. For each row take its `k` nearest
# rows in `X` and its `k` nearest in `flat` (Euclidean distance, never the row itself). Return the
# share of the neighbours in `X` that are neighbours on the map as well, averaged over all rows.
#
# <details><summary>Hint 1</summary>
#
# `np.linalg.norm(X[:, None] - X[None], axis=2)` is the table of all distances.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Write `np.inf` on the diagonal (`np.fill_diagonal`), then `np.argsort(..., axis=1)[:, :k]`.
#
# </details>

# %% tags=["exercise"]
def kept_neighbours(X, flat, k):
    """The share of the k nearest neighbours in X that are among the k nearest in flat."""
    # begin solution
    near = []
    for points in (X, flat):
        distances = np.linalg.norm(points[:, None] - points[None], axis=2)
        np.fill_diagonal(distances, np.inf)
        near.append(np.argsort(distances, axis=1)[:, :k])
    return np.mean([len(set(a) & set(b)) / k for a, b in zip(*near, strict=True)])
    # end solution

# %% tags=["check"]
checks.ch06b_ex2(kept_neighbours)

# %% [markdown]
# We measure it for several $k$. A map on which the words are shuffled would keep a share of
# $k / 59$.

# %%
from sklearn.neighbors import NearestNeighbors


def kept_on(points, k):
    search = [NearestNeighbors(n_neighbors=k).fit(each) for each in (X, points)]
    true, drawn = (each.kneighbors(return_distance=False) for each in search)
    return np.mean([len(set(a) & set(b)) / k for a, b in zip(true, drawn, strict=True)])


ks = [1, 2, 5, 10, 15, 20]
shares = {name: [kept_on(m, k) for k in ks] for name, m in (("PCA", flat), ("t-SNE", tsne))}
assert shares["t-SNE"][2] > shares["PCA"][2] + 0.15
plots.kept_by_k(ks, shares, [k / (n - 1) for k in ks])

# %% [markdown]
# Here the two part. t-SNE keeps nearly eight in ten of the five nearest neighbours, PCA about half.
# At ten they come close: each group has ten words, and both maps keep the groups. So use t-SNE to
# look for neighbours, and neither to read off far distances, sizes of groups or gaps between them.
#
# Does a clump on a t-SNE map mean a group? We draw 200 points from a single round cloud in ten
# dimensions, with no groups in it at all.
#
# **Predict.** What will t-SNE show with perplexity 3, and what with 30?
#
# <details><summary>Answer</summary>
#
# With perplexity 3 it strings the points into clumps; with 30 it spreads them evenly.
#
# </details>

# %%
noise = np.random.default_rng(0).normal(size=(200, 10))
maps = {"PCA": PCA(2, svd_solver="full").fit_transform(noise)}
for perplexity in (3, 30):
    model = TSNE(perplexity=perplexity, **settings)
    maps[f"t-SNE, perplexity {perplexity}"] = model.fit_transform(noise)
plots.noise_maps(maps)

# %% [markdown]
# With perplexity 3 each point looks at three others, and small accidents become clumps. So try
# several perplexities, and check each group among the vectors themselves.
#
# ## 4. A map to turn with the mouse
# The **TensorBoard projector** (projector.tensorflow.org) draws such maps in three dimensions, in a
# browser. (The site needs a network; this course does not.) It reads two files: one line of
# numbers per word with tabs between them, and one word per line.

# %%
import tempfile
from pathlib import Path

folder = Path(tempfile.mkdtemp())
static_vectors.export_tsv(vectors, folder, words=2000)
numbers = np.loadtxt(folder / "vectors.tsv", delimiter="\t")
names = (folder / "metadata.tsv").read_text(encoding="utf-8").split("\n")[:-1]
assert names == vectors.index_to_key[:2000]
assert np.allclose(numbers, vectors.vectors[:2000], atol=1e-4)
print([file.name for file in sorted(folder.iterdir())], numbers.shape)

# %% [markdown]
# A click on a word lists its nearest points "in the original space": the program knows that a map
# bends. It offers two measures, the Euclidean distance and the **cosine distance** (코사인 거리),
# 1 minus the cosine. For two vectors of length 1 they go together:
#
# $$|a - b|^2 = |a|^2 + |b|^2 - 2\, a \cdot b = 2\,(1 - \cos(a, b)) \tag{6}$$
#
# By hand, $a = (1, 0)$ and $b = (0.6, 0.8)$: $|a - b|^2 = 0.16 + 0.64 = 0.8$, and
# $2\,(1 - 0.6) = 0.8$. But our file holds vectors of all lengths. Here is the list for water, the
# word of the lecture's picture, by both measures.

# %%
a, b = np.array([1, 0]), np.array([0.6, 0.8])
assert np.isclose(((a - b) ** 2).sum(), 0.8) and np.isclose(2 * (1 - a @ b), 0.8)
water = numbers[names.index("water")]
lengths = np.linalg.norm(numbers, axis=1)
lists = {"cosine": 1 - numbers @ water / lengths / np.linalg.norm(water)}
lists["euclidean"] = np.linalg.norm(numbers - water, axis=1)
for name, distance in lists.items():
    near = np.argsort(distance)[1:9]
    print(f"{name:9}", *[f"{names[i]} {distance[i]:.2f}" for i in near])

# %% [markdown]
# The lists agree at the top and part further down, where the lengths of the vectors come in.
#
# ## 5. The wall
# Now to what no training can mend. The classic example: a bank account and a river bank. In Korean
# they are two words, 은행 and 강둑; in English they are **homonyms** (동음이의어): one form, and
# two unrelated senses (의미). A static table has one row for both. A textbook
# writes bank as $(0.2, 0.8, -1.2)$: so it stands under the account, and so under the river.
#
# **Predict.** How much do the vectors of bank differ in the two sentences of the figure?
#
# <details><summary>Answer</summary>
#
# Not at all. Both are row number `vectors.key_to_index["bank"]` of the same table.
#
# </details>

# %%
sentences = ["She opened a bank account in town .", "They sat on the river bank at noon ."]
sentences = [line.split() for line in sentences]
places = [sentence.index("bank") for sentence in sentences]
strips = np.array([vectors[s[i]] for s, i in zip(sentences, places, strict=True)])
assert np.array_equal(strips[0], strips[1])
plots.same_strips(sentences, places, strips[:, :40])

# %% [markdown]
# (The first 40 of the 100 numbers; red is positive, blue is negative.) The other example is gift:
# 선물, a present, or 재능, a talent. Its senses are kin; such a word is **polysemous** (다의어).

# %%
gifts = ["My watch was a birthday gift .", "He has a gift for music ."]
gifts = [line.split() for line in gifts]
places = [sentence.index("gift") for sentence in gifts]
strips = np.array([vectors[s[i]] for s, i in zip(gifts, places, strict=True)])
plots.same_strips(gifts, places, strips[:, :40])

# %% [markdown]
# Cell by cell the same. What does the one row hold? Roughly, all contexts of the word together,
# each as often as the training text had it. A toy by hand: let contexts of money have the vector
# $(1, 0)$, those of water $(0, 1)$, and let three of four banks have money. The mean of the
# contexts is $(0.75, 0.25)$, of length 0.79. Its cosine with money is $0.75 / 0.79 = 0.95$, with
# water 0.32. The rarer sense is still in there, buried under the other.

# %%
bank = np.mean([[1, 0], [1, 0], [1, 0], [0, 1]], axis=0)
assert (bank / np.linalg.norm(bank)).round(2).tolist() == [0.95, 0.32]
for word in ("bank", "gift", "play", "spring", "match"):
    print(f"{word:7}", *[near for near, _ in vectors.most_similar(word, topn=8)])
money, river = vectors.similarity("bank", "money"), vectors.similarity("bank", "river")
print(f"bank and money {money:.2f}, bank and river {river:.2f}")

# %% [markdown]
# In our real vectors the money has won as well: no shore is among the neighbours of bank, and the
# cosine with river is smaller. spring is a season, match is sport, and play went to the machines
# of the dialogues. And bear, in section 2, had gone to the feelings.
#
# ## 6. What the wall costs
# The course has sentences of its own for 47 words with several senses. Each is marked with the
# sense that its word has there; half of them are for training and half for testing. Such a
# collection of marked sentences is called a **treebank** (트리뱅크), though ours has no trees. A
# **sense tagger** (의미 태거) shall name the sense in the test sentences.
#
# If it sees nothing but the vector of the word, all sentences with that word look the same, and get
# the same answer. The best one is the **most frequent sense** (최빈 의미) of the training
# sentences. By hand: training has bank as river, money, river; the tests are bank as money and
# bank as river. The answer is twice river, and one of two is right.

# %% [markdown] tags=["exercise"]
# ### Exercise 6b.3: the most frequent sense
# Difficulty 2 of 3, 15 minutes.
#
# `train` and `test` are lists of pairs `(word, sense)`. Give each test word the sense that it has
# most often in `train`, and return the share of right answers. Of equally frequent senses take the
# first in the alphabet. A word that is not in `train` counts as wrong.
#
# <details><summary>Hint 1</summary>
#
# Make one `Counter` of senses for each word, in a dictionary.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `min(counts, key=lambda sense: (-counts[sense], sense))` takes the largest count, and of equal
# ones the first in the alphabet.
#
# </details>

# %% tags=["exercise"]
def most_frequent_accuracy(train, test):
    """The share of test pairs (word, sense) that the most frequent sense gets right."""
    # begin solution
    counts = {}
    for word, sense in train:
        counts.setdefault(word, {}).setdefault(sense, 0)
        counts[word][sense] += 1
    best = {
        word: min(found, key=lambda sense: (-found[sense], sense))
        for word, found in counts.items()
    }
    return sum(best.get(word) == sense for word, sense in test) / len(test)
    # end solution

# %% tags=["check"]
checks.ch06b_ex3(most_frequent_accuracy)

# %% [markdown]
# Now with vectors: a test sentence gets the most frequent sense of those training sentences of the
# word whose vectors are nearest. What counts as the vector of a sentence is handed over as a
# function.

# %%
def cosine(a, b):
    return a @ b / max(np.linalg.norm(a) * np.linalg.norm(b), 1e-12)


def tag(test, training, vector):
    """The most frequent sense of the nearest training sentences; many may be equally near."""
    near = [cosine(vector(test), vector(each)) for each in training]
    best = max(near) - 1e-9
    senses = [each.sense for each, c in zip(training, near, strict=True) if c >= best]
    return min(set(senses), key=lambda sense: (-senses.count(sense), sense))

# %%
treebank = corpora.senses("en")
banks = [o for o in treebank if o.lemma == "bank"]
training = [o for o in banks if o.split == "train"]
test = [o for o in banks if o.split == "test"]


def word_vector(o):
    """The static vector of the marked word."""
    return vector_of(vectors, o.tokens[o.index]).astype(np.float64)


right = np.mean([tag(o, training, word_vector) == o.sense for o in test])
assert np.isclose(right, sense_accuracy(banks, word_vector)["accuracy"], atol=1e-4)
rows = {word_vector(o).tobytes() for o in banks}
print(f"{len(banks)} sentences with bank or banks, {len(rows)} different vectors")
print(f"{right:.1%} of the test sentences right")

# %% [markdown]
# `sense_accuracy` of the package does this for all words. We compare four vectors of a sentence: a
# number that is always the same (so the plain most frequent sense), the **form** alone (is it bank
# or banks?), the static vector, and the mean of the vectors of *all* its words.

# %%
ways = {"most frequent sense": lambda o: np.zeros(1)}
ways["most frequent sense of the form"] = form_of(treebank)
ways["static vector"] = word_vector
ways["mean of the sentence"] = lambda o: np.mean([vector_of(vectors, t) for t in o.tokens], axis=0)
parts = {"all 47 words": treebank}
for lemma in ("bank", "gift"):
    parts[lemma] = [o for o in treebank if o.lemma == lemma]

# %%
found = {
    name: {way: sense_accuracy(part, f)["accuracy"] for way, f in ways.items()}
    for name, part in parts.items()
}
live, wall = found["all 47 words"], chapter.results("static_vectors")["experiments"]["wall"]
assert all(abs(live[row["by"]] - row["accuracy"]) < 0.02 for row in wall["rows"])
plots.sense_scores(found)

# %% [markdown]
# First the most frequent sense: 38.2 %. In our treebank all senses of a word have equally many
# sentences, so the rule is no better than guessing among two or three. In real text one sense is
# mostly far ahead, and this baseline is much higher.
#
# The static vector has 47.1 %. Where do the nine points come from? From the form: whoever knows
# nothing but whether the word is bank or banks has 48.5 %. How sure are such shares? Of $N$
# sentences a share $a$ is uncertain by about $2\sqrt{a(1 - a)/N}$ to each side, and the difference
# of two such shares by $\sqrt2$ times as much. (That holds for shares of different sentences. Ours
# are of the same ones, so it is rather too wide.)

# %%
a, N = live["static vector"], wall["rows"][0]["occurrences"]
spare = 2 * np.sqrt(2 * a * (1 - a) / N)
gap = a - live["most frequent sense of the form"]
print(f"{N} test sentences: a difference is uncertain by {100 * spare:.1f} points to each side")
print(f"static vector minus form: {100 * gap:+.1f} points")
print("a difference" if abs(gap) > spare else "no difference beyond chance")

# %% [markdown]
# So the vector shows no more of the sense than the form does. For bank both are even worse than the
# most frequent sense. The only banks in training is of money, both in the test are of rivers. And
# bank is of rivers in 7 of 13 training sentences, but in 5 of 12 of the test. So both ways answer
# money for banks, river for bank, and 5 of 14 are right. So few sentences let such chance through.
#
# The mean of *all* vectors of the sentence is better: 52.3 %, and much better for bank and gift
# (with 14 test sentences each, so read these two with care). What was missing is the context
# (문맥). But a mean is a poor reader. It forgets who bites whom:

# %%
a, b = ([vector_of(vectors, w) for w in s.split()] for s in ("dog bites man", "man bites dog"))
assert np.allclose(np.mean(a, axis=0), np.mean(b, axis=0))

# %% [markdown]
# What we want is a vector for each word in each sentence, made by something that reads.
#
# ## What you can now do
# - compute a map by PCA, and say which share of the variance it keeps,
# - say what t-SNE makes small, and what perplexity its reader sets,
# - measure what a map bends, and distrust clumps until the vectors confirm them,
# - load vectors into the TensorBoard projector,
# - show that one vector per word stops at the most frequent sense, and what that costs.
#
# ## One honest limit
# The sixty words were chosen because their groups are clear; others make no such tidy picture. The
# accuracies hold for our own treebank with its equal senses. But the wall depends on none of this:
# vectors that are identical cannot be told apart.
#
# ## Sources
# - PCA: Pearson 1901, *On lines and planes of closest fit to systems of points in space*; t-SNE:
#   van der Maaten and Hinton 2008, *Visualizing data using t-SNE*. How its settings mislead:
#   Wattenberg, Viégas and Johnson 2016, *How to use t-SNE effectively*.
# - The projector and its water: the lecture *Tensorflow를 활용한 딥러닝 자연어 처리 입문*, part 3.
#   The two banks: the chapter on ELMo of the book that it goes with. The two gifts: the slides
#   *ELMO (Embeddings from Language Model)*.
#
# ## Where next
# Two things are missing. A table has no row for a word it never met: chapter 07 builds a vector
# from the characters of the word, so that every word has one. And a row knows nothing of the
# sentence: chapter 08 reads the whole sentence, in both directions, before it gives the word its
# vector.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A PCA map keeps 30 % of the variance, and two words lie on the same place. What follows?
#    - [ ] their vectors are equal :: they may differ in the directions that the map does not show
#    - [x] little: they differ in directions that the shadow does not show, or not at all :: 70 % of
#      the variance lies behind the page
#    - [ ] their cosine is 0.3 :: the share of the variance says nothing about a single pair
# 2. On a t-SNE map two groups of words lie far apart. What does that say?
#    - [ ] the words of the groups are very different :: t-SNE looks at near neighbours; far
#      distances on its map mean little
#    - [x] little more than that few words of one group have near neighbours in the other :: that is
#      what t-SNE keeps
#    - [ ] the vectors lie on two planes :: no map of two dimensions can say that
# 3. Better static vectors are trained on ten times as much text. What happens to the sense accuracy
#    of a tagger that sees only the vector of the word, for a word with a single form?
#    - [ ] it rises, since bank gets a better vector :: it gets one better vector, the same in both
#      sentences
#    - [x] it stays at the most frequent sense :: identical vectors cannot be told apart, however
#      good they are
#    - [ ] it falls, since more senses are mixed :: it was at the most frequent sense and stays
#      there
