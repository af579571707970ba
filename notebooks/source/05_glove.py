# %% [markdown]
# # 05 GloVe
#
# **Can we read word vectors straight off a table of co-occurrence counts?**
#
# Word2Vec (chapter 03) walks through a text and forgets each window at once. GloVe counts all
# windows first. Then it learns from the counts alone and never looks at the text again.
#
# You will be able to
# - **count** which words keep company, by hand and in a sparse table,
# - **reweigh** such a table with logarithms and with PPMI,
# - **derive** the loss of GloVe from a ratio of two probabilities, step by step,
# - **train** GloVe with AdaGrad, with gradients written by hand,
# - **compare** GloVe with Word2Vec on the same text, and say what the numbers do not show.
#
# You need NumPy's matrix product, the rule $\log(a/b) = \log a - \log b$, the slope of a square,
# and Word2Vec's two tables and negative samples (chapters 03 and 03b).

# %% tags=["setup"]
from collections import Counter

import numpy as np
from scipy.sparse import csr_array

from elmo_lite import corpora, glove, stats, word2vec
from elmo_lite.checks import ch05 as checks
from elmo_lite.course import chapter
from elmo_lite.plots import ch05 as plots
from elmo_lite.plots import common
from elmo_lite.text import Vocabulary

# %%
common.course_map("05")

# %% [markdown]
# ## 1. Who stands beside whom?
# Two words **co-occur** (동시 등장) when they stand within a few words of each other, in one
# **window** (윈도우). All such counts together make the **co-occurrence matrix** (동시 등장 행렬)
# $X$: the number $X_{ik}$ says how often word $k$ stands in the window around word $i$.
#
# Our toy is three sentences: "I like deep learning." "I like NLP." "I enjoy flying." The full
# stop is a token (토큰) like any other. The window reaches one word to each side.
#
# By hand: "I like" stands there twice. So the cell in row I and column like is 2, and the cell
# in row like and column I is 2 as well. "deep learning" stands there once, which makes two cells
# with a 1.
#
# **Predict.** What do all cells of the table add up to?
#
# <details><summary>Answer</summary>
#
# To 20. The sentences have 5, 4 and 4 tokens, so 4 + 3 + 3 = 10 pairs of neighbours, and each
# pair is counted from both sides.
#
# </details>

# %%
lines = ["I like deep learning .", "I like NLP .", "I enjoy flying ."]
text = [line.split() for line in lines]
words = ["I", "like", "enjoy", "deep", "learning", "NLP", "flying", "."]
pairs = Counter()
for sentence in text:
    for i, centre in enumerate(sentence):
        for neighbour in sentence[max(i - 1, 0) : i] + sentence[i + 1 : i + 2]:
            pairs[centre, neighbour] += 1
X = np.array([[pairs[a, b] for b in words] for a in words])
assert X.sum() == 20

# %% [markdown]
# The next cell writes the table of the lecture down, row by row, and holds ours against it. Then
# it counts in another way, without a loop over the words. All sentences become one array of ids.
# One addition counts every pair "word, next word" of the text, and turning the table over its
# diagonal adds the pairs "word, previous word".

# %%
lecture = "02100000 20010100 10000010 01001000 00010001 01000001 00100001 00001110"
assert np.array_equal(X, [[int(digit) for digit in row] for row in lecture.split()])
ids = np.array([words.index(word) for sentence in text for word in sentence])
number = np.repeat([0, 1, 2], [len(sentence) for sentence in text])  # which sentence
same = number[:-1] == number[1:]  # no window reaches over the end of a sentence
after = np.zeros((8, 8), dtype=int)
np.add.at(after, (ids[:-1][same], ids[1:][same]), 1)
assert np.array_equal(X, after + after.T)
plots.count_tables({"counts X, window 1": X}, words, {"counts X, window 1": 0})

# %% [markdown]
# The table is **symmetric** (대칭 행렬): if I stands beside like, then like stands beside I. And
# of its 64 cells, 46 are empty.
#
# ### A wider window
# In practice the window reaches 5 to 10 words to each side. GloVe lets a near word count more
# than a far one: a word $d$ places away adds $1/d$. In "I like deep learning ." with window 3,
# I and learning are 3 places apart, so they add 1/3.

# %% [markdown] tags=["exercise"]
# ### Exercise 5.1: near words count more
# Difficulty 1 of 3, 10 minutes.
#
# Count one sentence, a list of words, in a window that reaches `window` words to each side. Two
# words that are $d$ places apart add $1/d$, in both directions. Return a `Counter` (or a
# dictionary) that maps pairs `(word, neighbour)` to numbers.
#
# <details><summary>Hint 1</summary>
#
# Two loops, over the places `i` and `k`. Skip `i == k`, and skip all that are further apart than
# `window`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# In "a b a" with window 2 the pair `("a", "b")` comes to 1 + 1 = 2, and `("a", "a")` to 1/2 from
# each side, so 1.
#
# </details>

# %% tags=["exercise"]
def near_counts(sentence, window):
    """Pair of words -> sum of 1 / distance, over all places within the window."""
    # begin solution
    found = Counter()
    for i, word in enumerate(sentence):
        for k, neighbour in enumerate(sentence):
            if 0 < abs(i - k) <= window:
                found[word, neighbour] += 1 / abs(i - k)
    return found
    # end solution

# %% tags=["check"]
checks.ch05_ex1(near_counts)

# %% [markdown]
# ## 2. A row is a vector
# Each row of $X$ describes a word by its company. That is already a word vector, with no training
# at all. Do similar words get similar rows? We measure with the cosine of chapter 02: the dot
# product (내적) of two rows, divided by their lengths. It is 1 for rows that point the same way,
# and 0 for rows that share nothing.
#
# By hand: the row of like is (2, 0, 0, 1, 0, 1, 0, 0), that of enjoy (1, 0, 0, 0, 0, 0, 1, 0).
# Their dot product is 2, their lengths are $\sqrt6$ and $\sqrt2$:
#
# $$\cos(\text{like}, \text{enjoy}) = \frac{2}{\sqrt6\,\sqrt2} = 0.577 \tag{1}$$

# %%
def cosine(a, b):
    return a @ b / np.sqrt((a @ a) * (b @ b))


like, enjoy, nlp = (X[words.index(word)] for word in ("like", "enjoy", "NLP"))
unit = X / np.linalg.norm(X, axis=1, keepdims=True)  # then unit @ unit.T has all pairs at once
assert np.allclose([cosine(like, enjoy), (unit @ unit.T)[1, 2]], 2 / np.sqrt(12))
print(f"like, enjoy {cosine(like, enjoy):.3f}   like, NLP {cosine(like, nlp):.3f}")

# %% [markdown]
# like and enjoy never stand side by side, and yet they are similar, because both follow I. like
# and NLP do stand side by side, and their rows share nothing. The rows do not ask who is near
# whom. They ask who has the same neighbours.
#
# ### The price
# A real text has thousands of words, so the table has millions of cells. Ours is the sample of
# Wikipedia inside the library gensim: 98 articles in small letters. (We predict no next word
# here, so nothing is held out.) We keep the words that are seen at least 10 times, and take a
# window of 10.
#
# **Predict.** Which share of the cells will not be 0?
#
# <details><summary>Answer</summary>
#
# About 6 %. A table with most cells empty is called **sparse** (희소).
#
# </details>

# %%
wiki = [[word.lower() for word in sentence] for sentence in corpora.wikipedia_sample().sentences]
known = Vocabulary.build(wiki, min_count=10)
with chapter.timed("05", "counting the pairs of the Wikipedia sample"):
    table = glove.cooccurrence(wiki, known, window=10)

# %%
table = csr_array(table[3:, 3:])  # without the three special tokens, which are in no window
names = known.words[3:]
cells = table.shape[0] ** 2
print(f"{sum(known.counts[3:]):,} words of text, {len(names):,} different ones")
print(f"{cells:,} cells, {table.nnz:,} not empty: {table.nnz / cells:.1%}")

# %% [markdown]
# A sparse table stores only the cells that are not 0. The form used here, compressed sparse row
# (CSR), has three arrays: the numbers row by row, the column of each, and where each row starts.
# By hand, the third row of the toy (enjoy) is the two numbers 1, 1 in columns 0 and 6.

# %%
by_package = glove.cooccurrence(text, Vocabulary.build(text), window=1)
assert by_package.nnz == (X > 0).sum() and by_package.sum() == 20  # the same count again
toy = csr_array(X)
start, end = toy.indptr[2:4]
assert toy.data[start:end].tolist() == [1, 1] and toy.indices[start:end].tolist() == [0, 6]
stored = table.data.nbytes + table.indices.nbytes + table.indptr.nbytes
print(f"dense: {cells * 4 / 1e6:.0f} MB, sparse: {stored / 1e6:.0f} MB")
edges = [0, 100, 300, 1000, 2000, len(names)]
blocks = list(zip(edges[:-1], edges[1:], strict=True))
filled = [[table[a:b, c:d].nnz / (b - a) / (d - c) for c, d in blocks] for a, b in blocks]
plots.filled_cells(filled, edges)

# %% [markdown]
# Frequent words have met almost all frequent words; rare words have met hardly anyone. And it
# grows worse: the 400,000 words of the published GloVe vectors would make 160 billion cells.
#
# Here is the goal of the chapter: rows that are short and **dense** (밀집), say 50 numbers, and
# still know what the long rows know.
#
# ## 3. Raw counts are ruled by the frequent words
# First, do the long rows know anything? We ask for the nearest rows (largest cosine) of a few
# words.

# %%
def neighbours(rows, word, n=6):
    """The words with the most similar rows; rows may be sparse."""
    lengths = np.sqrt(np.asarray((rows * rows).sum(axis=1)).ravel())
    own = rows[[names.index(word)]]
    own = own.toarray().ravel() if hasattr(own, "toarray") else own.ravel()
    similar = (rows @ own) / np.maximum(lengths, 1e-12)
    similar[names.index(word)] = -np.inf
    return [names[i] for i in np.argsort(-similar)[:n]]


for word in ("june", "film", "ocean", "seven"):
    print(f"{word:6} {' '.join(neighbours(table, word))}")

# %% [markdown]
# june does well. But the row of film is most similar to those of small grammatical words. The
# reason: the largest numbers of its row stand in the columns of the, the comma and the like. They
# say little about film, and they decide the cosine.
#
# Two cures change the numbers of the table and leave its shape alone. The first is the
# **logarithm** (로그), $\log(1 + X_{ik})$: 1,000 times more becomes only a few times more.
#
# The second asks a better question: how much more often do $i$ and $k$ meet than they would by
# chance? With $P(i, k)$ the share of the pair among all pairs, and $P(i)$ the share of row $i$,
# this is **pointwise mutual information** (점별 상호정보량, PMI). Where it is negative it becomes
# 0, hence PPMI, with a P for positive:
#
# $$\text{PPMI}(i, k) = \max\left(0,\ \log\frac{P(i, k)}{P(i)\,P(k)}\right) \tag{2}$$
#
# By hand, in the toy, where all cells add up to 20:
# - I and like: $\frac{2/20}{3/20 \cdot 4/20} = \frac{10}{3}$, and $\log \frac{10}3 = 1.20$,
# - enjoy and flying: $\frac{1/20}{2/20 \cdot 2/20} = 5$, and $\log 5 = 1.61$.
#
# The count of the first pair is larger, its PPMI is smaller: I has more company to choose from.

# %% [markdown] tags=["exercise"]
# ### Exercise 5.2: more often than by chance
# Difficulty 2 of 3, 15 minutes.
#
# Write equation (2) for a whole table of counts, a square NumPy array in which every row has at
# least one count. Where a count is 0, the answer is 0.
#
# <details><summary>Hint 1</summary>
#
# By chance, row $i$ and column $k$ would meet `rows[i] * columns[k] / total` times. For all
# cells at once: `counts.sum(axis=1, keepdims=True) * counts.sum(axis=0) / counts.sum()`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# $\log 0$ is $-\infty$. Take the logarithm of `np.maximum(ratio, 1)`: what is below 1 has a
# negative logarithm, and would become 0 anyway.
#
# </details>

# %% tags=["exercise"]
def ppmi(counts):
    """Positive pointwise mutual information of a (words, words) table of counts."""
    # begin solution
    expected = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0) / counts.sum()
    return np.log(np.maximum(counts / expected, 1))
    # end solution

# %% tags=["check"]
checks.ch05_ex2(ppmi)

# %%
surprise = np.zeros((8, 8))
for i, k in np.argwhere(X):  # a loop over the cells that are not 0
    surprise[i, k] = max(0, np.log((X[i, k] / 20) / (X[i].sum() / 20 * X[:, k].sum() / 20)))
assert np.allclose(glove.ppmi(toy).toarray(), surprise)
tables = {"raw": X, "log(1 + X)": np.log1p(X), "PPMI": surprise}
plots.count_tables(tables, words, {"raw": 0, "log(1 + X)": 2, "PPMI": 2})

# %% [markdown]
# Left, the pair I and like is the brightest. Right, the brightest are enjoy with flying and deep
# with learning, words that have little other company. Now the same three tables for eleven words
# of the Wikipedia text. Each has its own scale: yellow is its largest number.

# %%
assert np.allclose(surprise[[0, 2], [1, 6]], np.log([10 / 3, 5]))  # as by hand
logs = table.copy()
logs.data = np.log1p(logs.data)
informative = glove.ppmi(table)
for word in ("june", "film", "ocean", "seven"):
    print(f"{word:6} log   {' '.join(neighbours(logs, word))}")
    print(f"{word:6} PPMI  {' '.join(neighbours(informative, word))}")
some = ["the", "of", "and", "river", "sea", "ocean", "father", "mother", "daughter"]
some += ["physics", "chemistry"]
at = [names.index(word) for word in some]
cut = {"raw": table, "log(1 + X)": logs, "PPMI": informative}
cut = {title: rows[at][:, at].toarray() for title, rows in cut.items()}
father, chemistry = some.index("father"), some.index("chemistry")
assert cut["raw"][father, chemistry] == 1 / 2  # they met once, two places apart
assert cut["PPMI"][father, chemistry] > 1
plots.count_tables(cut, some)

# %% [markdown]
# In the raw table only the corner of the, of and and is bright. In the PPMI table the bright
# blocks are the groups of words that belong together, and the neighbours of film and ocean are
# now words about films and oceans. PPMI is too fond of rare words, however: father and chemistry
# shine too, though they met a single time.
#
# So counting can make good vectors. They are just very long: here every word has
# 4,672 numbers. GloVe makes them short, and it starts from a question about ratios.
#
# ## 4. Ice and steam
# What tells ice from steam? The paper that introduced GloVe counts how often other words appear
# near each of them. The **co-occurrence probability** (동시 등장 확률) is a count divided by the
# sum of its row:
#
# $$P(k \mid i) = \frac{X_{ik}}{X_i}, \qquad X_i = \sum_k X_{ik} \tag{3}$$
#
# **Predict.** For each of the words solid, gas, water and fashion: is $P(k \mid \text{ice})$
# larger than $P(k \mid \text{steam})$, smaller, or about the same?
#
# <details><summary>Answer</summary>
#
# Solid goes with ice, gas with steam. Water goes with both and fashion with neither, so for
# these two the ratio is close to 1. A single probability does not show that: water is the
# most frequent near both.
#
# </details>

# %%
p_ice = np.array([1.9e-4, 6.6e-5, 3.0e-3, 1.7e-5])  # the paper's table, 6 billion words
p_steam = np.array([2.2e-5, 7.8e-4, 2.2e-3, 1.8e-5])
probes, paper = ["solid", "gas", "water", "fashion"], p_ice / p_steam
for word, *numbers in zip(probes, p_ice, p_steam, paper, strict=True):
    print("{:8} P(k|ice) {:.1e}   P(k|steam) {:.1e}   ratio {:.2g}".format(word, *numbers))
assert np.allclose(paper, [8.9, 8.5e-2, 1.36, 0.96], rtol=0.05)  # as printed there, rounded

# %% [markdown]
# Large, small, about 1, about 1: the ratio says which words matter for the difference, and which
# do not. What says our own text? First the Wikipedia sample, with all its words and plain counts
# (each word within 10 places counts 1).

# %%
everything = Vocabulary.build(wiki)
plain = glove.cooccurrence(wiki, everything, window=10, by_distance=False)
print({word: everything.counts[everything.id(word)] for word in ("ice", "steam")})
for word, found in glove.ratios(plain, everything, "ice", "steam", probes).items():
    counts = f"{found['count_first']:.0f} near ice, {found['count_second']:.0f} near steam"
    print(f"{word:8} {counts}, ratio {found['ratio']:.2g}")

# %% [markdown]
# Nothing to read here. steam stands twice in the whole sample, and three of four ratios are 0/0
# (`nan`, not a number). Ratios need much more text.
#
# So we counted again in a text that is more than eighty times as long: the free text of chapter 03,
# 40 million tokens of old novels and newer texts, that the models of this course are trained on.
# (Its modern paragraphs stand in it up to four times, which makes the counts look larger than they
# are.) To the paper's four words we add three that we expect near one of the two: cold, hot and
# engine.

# %%
rows = chapter.results("static_vectors")["experiments"]["ice_steam"]["rows"]
rows = {row["word"]: row for row in rows}
near = {word: (rows[word]["ice"], rows[word]["steam"]) for word in rows}
total_ice, total_steam = near["water"] / np.array([rows["water"][p] for p in ("p_ice", "p_steam")])
for word, (ice, steam) in near.items():
    print(f"{word:8} {ice:3} near ice, {steam:3} near steam")
assert near["solid"] == near["gas"] == near["fashion"] == (0, 0)
print(f"all words: {total_ice:,.0f} near ice, {total_steam:,.0f} near steam")
print("expected with the paper's probabilities:")
for word, ice, steam in zip(probes, p_ice * total_ice, p_steam * total_steam, strict=True):
    print(f"{word:8} {ice:4.1f} near ice, {steam:4.1f} near steam")

# %% [markdown]
# Solid, gas and fashion were not seen once, near either word! What did the paper's probabilities
# let us expect? For fashion less than one meeting, for solid with ice two, for gas with steam four
# or five. If meetings fall by chance (the Poisson law, 푸아송 분포), then where $m$ are expected
# none comes with probability $e^{-m}$: $e^{-2.1}$ is one in eight, $e^{-4.6}$ one in a hundred. So
# the missing solid is no surprise, and the missing gas is: our old novels seem to speak less of
# it. It took 6 billion words to fill the paper's table.
#
# How sure can we be of a ratio? If the counts are $a$ and $b$, a usual approximation of its **95 %
# confidence interval** (95 % 신뢰 구간) reaches a factor of $\exp\big(1.96\sqrt{1/a + 1/b}\big)$ to
# both sides. We add 1/2 to all counts, so that a 0 can be drawn too.

# %%
assert np.allclose(np.exp([-2.1, -4.6]), [1 / 8, 1 / 100], rtol=0.03)  # none, by chance
a, b = np.array(list(near.values())).T + 0.5
ours, factor = a / total_ice / (b / total_steam), np.exp(1.96 * np.sqrt(1 / a + 1 / b))
low, high = ours / factor, ours * factor
assert [w for w, x, y in zip(near, low, high, strict=True) if not x < 1 < y] == ["cold", "engine"]
plots.ratio_dots(list(near), dict(zip(probes, paper, strict=True)), ours, low, high)

# %% [markdown]
# Two of our seven bars stay clear of 1: cold goes with ice, engine goes with steam. The ratio does
# pick out the words that matter. The bar of water holds 1, and the paper's ratio. But about solid,
# gas and fashion our text says nothing: their bars reach over a factor of thousands. (Repeated
# paragraphs make all bars a little too short.)
#
# Ratios carry meaning, and ratios of small counts carry noise.
#
# ## 5. From the ratio to the loss
# The ratio carries the meaning. Now we look for vectors that carry the ratio. As in Word2Vec
# each word has two: $w_i$ as the centre (중심 단어), and $\tilde w_k$ as part of the context (주변
# 단어). We want a function $F$ with
#
# $$F(w_i, w_j, \tilde w_k) = \frac{P(k \mid i)}{P(k \mid j)} \tag{4}$$
#
# **Step 1: a difference.** The ratio compares $i$ with $j$. In a space of vectors things are
# compared by their difference, so $F$ should look at $w_i - w_j$.
#
# **Step 2: a dot product.** The left side has vectors, the right side is a number. The simplest
# way from two vectors to a number is the dot product: $F\big((w_i - w_j) \cdot \tilde w_k\big)$.
#
# **Step 3: an exponential.** A difference on the left must become a quotient on the right. There
# is a function that does this, $\exp(a - b) = \exp(a) / \exp(b)$. So let $F = \exp$; then (4)
# holds as soon as
#
# $$w_i \cdot \tilde w_k = \log P(k \mid i) \tag{5}$$
#
# (The lecture first writes the dot product $\approx P(k \mid i)$, then, "more precisely", the
# logarithm. Without the logarithm, a difference could not become a ratio.)
#
# Does it work? The paper's table has two words and four contexts. Vectors with two numbers are
# enough to meet (5) exactly; the singular value decomposition (특잇값 분해) finds them.

# %%
log_p = np.log([p_ice, p_steam])  # (2 words, 4 contexts)
left, sizes, right = np.linalg.svd(log_p, full_matrices=False)
w, contexts = left * sizes, right.T  # two rows of 2 numbers, four rows of 2 numbers
assert np.allclose(w @ contexts.T, log_p)  # equation (5)
assert np.allclose(np.exp(contexts @ (w[0] - w[1])), paper)  # equation (4), all contexts
plots.difference_line(w[0], w[1], contexts, ("ice", "steam"), probes)

# %% [markdown]
# The difference of two word vectors is a direction, and this one means "ice rather than steam".
# Solid lies far on one side, gas far on the other, and the words that do not matter lie near 0.
#
# **Step 4: biases.** By (3), $\log P(k \mid i) = \log X_{ik} - \log X_i$. The last term does not
# depend on $k$: it is one number per word $i$, and we let the model learn it as a **bias** (편향)
# $b_i$. $X$ is symmetric, so the context gets a bias $\tilde b_k$ too:
#
# $$w_i \cdot \tilde w_k + b_i + \tilde b_k = \log X_{ik} \tag{6}$$
#
# Now the two roles can be exchanged.

# %%
P = X / X.sum(axis=1, keepdims=True)  # equation (3)
assert np.allclose(P.sum(axis=1), 1)
i, k = np.nonzero(X)
assert np.allclose(np.log(P[i, k]) + np.log(X.sum(axis=1))[i], np.log(X[i, k]))  # b_i = log X_i
assert (X == X.T).all() and not np.allclose(P, P.T)  # X can be exchanged, P cannot

# %% [markdown]
# **Step 5: a weighted loss.** With short vectors, (6) cannot hold for millions of pairs. So we
# ask for the smallest squared error, and a function $f$ gives each error its **weight** (가중치):
#
# $$J = \sum_{i,k} f(X_{ik})\,\big(w_i \cdot \tilde w_k + b_i + \tilde b_k -
# \log X_{ik}\big)^2 \tag{7}$$
#
# Why the weight?
# - Most pairs never meet. $\log 0$ does not exist, so $f(0)$ must be 0: the empty cells drop out.
# - A count of 1 may be chance, a count of 50 hardly is. So $f$ must grow.
# - "of the" must not outweigh everything else. So $f$ must stop growing.
#
# The paper chose $f(x) = (x / x_{\max})^{3/4}$ below $x_{\max}$, and 1 from there on. It took
# $x_{\max} = 100$ for billions of words; we take 10, since our counts are smaller. By hand, $f(1)
# = 0.1^{0.75} = 0.18$ and $f(5) = 0.5^{0.75} = 0.59$.

# %%
assert np.allclose(glove.weight([0, 1, 5, 20]), [0, 0.1**0.75, 0.5**0.75, 1])
light = (table.data < 1).mean()
print(f"{light:.0%} of the Wikipedia counts are below 1, {(table.data >= 10).mean():.1%} reach 10")
plots.weight_curve(10, 0.75, marks=(1, 5, 15))

# %% [markdown]
# The dotted line is the exponent 1. The exponent 3/4 lifts the small counts, which are most of
# them.
#
# One pair by hand. Let $w = (0.4, 0.2)$ for I, $\tilde w = (1, 0.5)$ for like, and both biases 0.
# The model says $0.4 \cdot 1 + 0.2 \cdot 0.5 = 0.5$. The truth is $\log 2 = 0.693$, so the error
# is $-0.193$. The weight is $f(2) = 0.2^{0.75} = 0.299$, and the pair adds $0.299 \cdot 0.193^2 =
# 0.011$ to the loss. Below, the whole loss as a loop, and with matrices.

# %%
rng = np.random.default_rng(5)
w, c = rng.normal(0, 0.3, (8, 2)), rng.normal(0, 0.3, (8, 2))  # c stands for the w with ~
w[0], c[1] = (0.4, 0.2), (1, 0.5)  # I as centre, like as context
b, d = np.zeros(8), np.zeros(8)  # the biases of centre and context
by_loop = 0
for i, k in np.argwhere(X):
    error = w[i] @ c[k] + b[i] + d[k] - np.log(X[i, k])
    by_loop += min(X[i, k] / 10, 1) ** 0.75 * error**2
    if (i, k) == (0, 1):
        print(f"I, like: error {error:.3f}, loss {min(X[i, k] / 10, 1) ** 0.75 * error**2:.3f}")
errors = w @ c.T + b[:, None] + d - np.log(np.where(X > 0, X, 1))  # empty cells: log 1
assert np.isclose((glove.weight(X) * errors**2).sum(), by_loop)  # f is 0 where X is 0

# %% [markdown]
# ## 6. Learning by hand
# **The gradient** (기울기). Let $e$ be the error of a pair. The slope of $f e^2$ along $w_i$
# is $2 f e\, \tilde w_k$, and along the bias it is $2 f e$. The 2 is a constant that the learning
# rate (학습률) can take, so we leave it out:
#
# $$\nabla_{w_i} = f(X_{ik})\,e\,\tilde w_k, \qquad \nabla_{\tilde w_k} = f(X_{ik})\,e\,w_i,
# \qquad \nabla_{b_i} = \nabla_{\tilde b_k} = f(X_{ik})\,e \tag{8}$$
#
# By hand, for I and like: $0.299 \cdot (-0.193) \cdot (1, 0.5) = (-0.058, -0.029)$.
#
# A word takes part in many pairs, and their gradients add up. That sum is a matrix product: put
# all $f e$ into a table $E$; then the gradients of all centre vectors are $E \tilde W$.

# %%
def gradients(w, c, b, d, X):
    """Half the slopes of the loss along w, c, b and d."""
    errors = w @ c.T + b[:, None] + d - np.log(np.where(X > 0, X, 1))
    E = glove.weight(X) * errors
    return E @ c, E.T @ w, E.sum(axis=1), E.sum(axis=0)


by_loop = np.zeros_like(w)
for i, k in np.argwhere(X):
    error = w[i] @ c[k] + b[i] + d[k] - np.log(X[i, k])
    by_loop[i] += min(X[i, k] / 10, 1) ** 0.75 * error * c[k]  # equation (8)
slopes = gradients(w, c, b, d, X)
assert np.allclose(slopes[0], by_loop)
_, package = glove.gradients(glove.Glove(w, c, b, d), csr_array(X * 1.0).tocsc())
assert all(np.allclose(a, b) for a, b in zip(slopes, package, strict=True))

# %% [markdown]
# **AdaGrad.** Plain descent moves every number by the same learning rate $\eta$ times its slope.
# But "the" is in thousands of pairs and "ocean" in a few. A rate that is right for one is wrong
# for the other. **AdaGrad** gives each number a rate of its own: it keeps $G$, the sum of all
# squared slopes $g$ so far, and divides by its root:
#
# $$G \leftarrow G + g^2, \qquad w \leftarrow w - \eta\,\frac{g}{\sqrt{G}} \tag{9}$$
#
# By hand, with $\eta = 0.1$, $G = 16$ and a slope of 3: the new $G$ is 25, and the move is $0.1
# \cdot 3 / 5 = 0.06$. If the same slope comes again, $G$ is 34 and the move only 0.051. We start
# with $G = 1$, so that the first moves are not too large.

# %% [markdown] tags=["exercise"]
# ### Exercise 5.3: a step of AdaGrad
# Difficulty 2 of 3, 10 minutes.
#
# Write equation (9) for arrays. Return the new values and the new `seen` (our $G$), and leave the
# arrays that you were given as they are.
#
# <details><summary>Hint 1</summary>
#
# Mind the order: first add the square to `seen`, then divide by the root of the sum.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `seen += gradient**2` would change the array of the caller; `seen = seen + gradient**2` makes a
# new one.
#
# </details>

# %% tags=["exercise"]
def adagrad(values, gradient, seen, learning_rate):
    """One step of AdaGrad: the new values, and the new sums of squared slopes."""
    # begin solution
    seen = seen + gradient**2
    return values - learning_rate * gradient / np.sqrt(seen), seen
    # end solution

# %% tags=["check"]
checks.ch05_ex3(adagrad)

# %% [markdown]
# To see it work, let one number have a slope of 1 at every step, and another one only at every
# tenth step. (All moves are made by the package's `adagrad`.)
#
# **Predict.** Which of the two makes the longer moves towards the end?
#
# <details><summary>Answer</summary>
#
# The second one. It has used up less of its rate: after 60 steps it has moved 6 times, the
# other one 60 times.
#
# </details>

# %%
moves = {"at every step": [], "at every tenth step": []}
for lengths, every in zip(moves.values(), (1, 10), strict=True):
    value, seen = 0.0, 1.0
    for step in range(60):
        slope = 1.0 if step % every == 0 else 0.0
        new, seen = glove.adagrad(value, slope, seen, 0.1)
        lengths.append(value - new if slope else np.nan)
        value = new
assert 2.9 < moves["at every tenth step"][50] / moves["at every step"][59] < 3
plots.step_lengths(moves)

# %% [markdown]
# The last move of the number with few slopes is three times as long as that of the other.
#
# ### The model as a class
# Now all pieces together: two tables, two biases, one step.

# %%
class Glove_v1:
    """GloVe on a dense table of counts, all pairs in every step."""

    def __init__(self, vocab_size, emb_dim, seed):
        rng = np.random.default_rng(seed)
        shapes = [(vocab_size, emb_dim)] * 2 + [vocab_size] * 2
        self.parts = [(rng.random(shape) - 0.5) / emb_dim for shape in shapes]
        self.seen = [np.ones(shape) for shape in shapes]

    def loss(self, X):
        w, c, b, d = self.parts
        errors = w @ c.T + b[:, None] + d - np.log(np.where(X > 0, X, 1))
        return (glove.weight(X) * errors**2).sum()

    def step(self, X, learning_rate):
        slopes = gradients(*self.parts, X)
        for i, slope in enumerate(slopes):
            self.parts[i], self.seen[i] = glove.adagrad(
                self.parts[i], slope, self.seen[i], learning_rate
            )


model = Glove_v1(vocab_size=8, emb_dim=2, seed=0)
for step in range(301):
    if step % 100 == 0:
        print(f"step {step:3}: loss {model.loss(X):.2f}")
    model.step(X, learning_rate=0.1)

# %% [markdown]
# ## 7. From the toy to real text
# The dense step computes all $V^2$ pairs at once, which no memory holds when $V$ is large. The
# package cuts the table into **tiles** (타일) of some hundred rows and columns, drawn anew in each
# epoch. A tile's step is our step: the same matrix products, and the cells that are 0 left out.
# Only the rows and columns of the tile move.
#
# Two checks. The gradients of all tiles add up to the gradient of the whole table. And with one
# tile for the whole toy, the package makes the same step as our class.

# %%
w, c, b, d = model.parts
whole, total = gradients(*model.parts, X)[0], np.zeros_like(w)
for rows in np.array_split(np.random.default_rng(1).permutation(8), 3):
    for columns in np.array_split(np.random.default_rng(2).permutation(8), 2):
        small = glove.Glove(w[rows], c[columns], b[rows], d[columns])
        tile = csr_array(X[np.ix_(rows, columns)] * 1.0).tocsc()
        total[rows] += glove.gradients(small, tile)[1][0]
assert np.allclose(total, whole)
start = Glove_v1(8, 2, seed=0)
same = glove.Glove(*(part.copy() for part in start.parts))
squares = glove.Glove(*(part.copy() for part in start.seen))
for _ in range(5):
    start.step(X, 0.05)
    tile, everyone = csr_array(X * 1.0).tocsc(), np.arange(8)
    glove.step(same, squares, tile, everyone, everyone, glove.GloveSettings(learning_rate=0.05))
assert all(np.allclose(a, b) for a, b in zip(start.parts, same.parts(), strict=True))

# %% [markdown]
# Now the Wikipedia table: 50 numbers per word, 15 times over all counts. (Learning rate and number
# of epochs were chosen on the word pairs of MEN, a public list that scores nothing in this
# chapter.)

# %%
settings = glove.GloveSettings(emb_dim=50, epochs=15, min_count=10, seed=0)
with chapter.timed("05", "GloVe on the Wikipedia sample, 15 epochs"):
    trained, losses = glove.fit(table, settings)
assert losses[0] > 4 * losses[-1] and losses[0] - losses[1] > (losses[0] - losses[-1]) / 2
plots.falling_loss(losses)

# %% [markdown]
# The loss falls to less than a quarter, and more than half of that fall comes in the second epoch.
#
# **Predict.** For which pairs will the model meet the log counts best: the frequent or the rare
# ones?
#
# <details><summary>Answer</summary>
#
# The frequent ones. They have the larger weight, and there are fewer of them. The rare ones are
# many, and the model cannot (and should not) learn chance meetings by heart.
#
# </details>

# %%
pairs = table.tocoo()
log_counts, predicted = np.log(pairs.data), trained.predict(pairs.row, pairs.col)
for name, chosen in (("10 or more", pairs.data >= 10), ("below 10", pairs.data < 10)):
    error = np.abs(predicted - log_counts)[chosen].mean()
    print(f"count {name}: {chosen.sum():,} pairs, mean error {error:.2f}")
plots.predicted_counts(log_counts, predicted)

# %% [markdown]
# Frequent pairs lie close to the line. (The few most frequent, far right, fall short of it: one
# that is counted 10,000 times weighs no more than one with 10.) Below a count of 10 the cloud is
# wide and flatter than the line: for rare pairs the model says what is usual for these two words,
# not what the text happened to hold. The weight $f$ asks for just that.
#
# Which of the two tables is the word vector? The counts are symmetric, so centre and context
# table play the same role and differ only by their random start. The paper adds them, and so do
# we.

# %%
vectors = trained.vectors
assert np.allclose(vectors, trained.centre + trained.context)
for word in ("june", "film", "ocean", "seven"):
    print(f"{word:6} {' '.join(neighbours(vectors, word))}")

# %% [markdown]
# ## 8. Beside Word2Vec
# Both models learn two tables from who stands near whom. What differs:
#
# | | Word2Vec (skip-gram) | GloVe |
# |---|---|---|
# | reads | the text, window by window | a table of counts |
# | an example is | one meeting of two words, plus random words | one cell of the table |
# | error | right or wrong (log loss) | distance to $\log X_{ik}$, squared |
# | words that never meet | pushed apart (negative samples) | left out |
# | work per epoch grows with | the length of the text | the number of filled cells |
#
# For a fair comparison both read the same text, with the same words and 50 dimensions. (The windows
# differ: 10 with weights $1/d$ here, 5 there, each the usual choice of its method.) No public
# test set is needed: eight groups of words, written for this course, are test enough for so small
# a text. For each word of a group of $g$ words we look at its $g - 1$ nearest neighbours among all
# 4,672 words. Which share of them is in the group?

# %%
groups = {
    "months": "january february march april june july august september october november december",
    "numbers": "two three four five six seven eight nine ten",
    "family": "father mother son daughter brother sister wife",
    "countries": "france germany england spain italy russia greece china japan",
    "directions": "north south east west northern southern eastern western",
    "languages": "english french german greek latin spanish italian",
    "water": "river sea ocean lake island coast",
    "colours": "red blue green white black yellow",
}
groups = {name: words.split() for name, words in groups.items()}


def found_share(rows, group):
    near = [neighbours(rows, word, len(group) - 1) for word in group]
    return np.mean([[word in group for word in found] for found in near])

# %%
import torch

torch.set_num_threads(1)  # the steps are small: a second thread would only make them wait
same_text = word2vec.Word2VecSettings(emb_dim=50, min_count=10, epochs=5, seed=0)
with chapter.timed("05", "our skip-gram on the Wikipedia sample"):
    skip_gram = word2vec.train(wiki, same_text)
assert skip_gram.index_to_key == names  # the same words in the same order
kinds = {"raw counts": table, "PPMI rows": informative, "GloVe": vectors}
kinds["skip-gram"] = skip_gram.vectors
scores = {
    kind: {name: found_share(rows, group) for name, group in groups.items()}
    for kind, rows in kinds.items()
}
means = {kind: np.mean(list(shares.values())) for kind, shares in scores.items()}
for kind, mean in means.items():
    print(f"{kind:11} {mean:.0%}")
assert max(means["GloVe"], means["skip-gram"]) < min(means["raw counts"], means["PPMI rows"])
plots.group_scores(scores, "Who finds its own kind?", "neighbours from the same group")

# %% [markdown]
# On average no trained vector beats the plain rows here, and we print it as it is. A text of
# 400,000 words gives rows that are good enough for months and numbers, and squeezing 4,672 numbers
# into 50 loses more than it tidies up. (One seed; nothing was tuned on these groups. A few per cent
# up or down mean nothing with eight groups.)
#
# What short vectors buy shows in use: 50 numbers fit into any network. And with more text? Here
# are both models on more words of the free text, with 100 dimensions. They are scored with two
# public lists of word pairs. People had judged how related (WS-353) or how similar (SimLex-999)
# two words are. **Spearman's rho** (스피어만 상관계수) is 1 if the cosines bring the pairs into
# the same order as people did, and 0 if the orders have nothing in common.

# %%
measured = chapter.results("static_vectors")["experiments"]["glove"]
found = {}
for title, key in (("WS-353", "ws353"), ("SimLex-999", "simlex999")):
    found[title] = {
        model: [row[key] for row in measured["rows"] if row["by"] == model]
        for model in ("GloVe", "skip-gram")
    }
    for model, line in stats.mean_and_spread(measured["rows"], "by", key).items():
        print("{:11} {:10} {:.3f} ± {:.3f}, seeds: {}".format(title, model, *line))
    glove_mean, skip_mean = (np.mean(found[title][model]) for model in found[title])
    print(f"{title}: GloVe reaches {glove_mean / skip_mean:.0%} of skip-gram's score")
facts = measured["about"]
print(f"{facts['text']}; GloVe: window 10, {glove.GloveSettings().epochs} epochs; "
      f"skip-gram: {facts['settings']}")
plots.compared_scores(found, f"Spearman's rho ({facts['data']['WS-353']} data sets), dot: a seed")

# %% [markdown]
# Behind ± stands the standard deviation over the seeds, 0 if there is only one. On SimLex-999 GloVe
# is far behind. Its window of 10 words may be one reason (chapter 03).
# Nothing was tuned on these lists; skip-gram's settings are gensim's usual ones. The paper reports
# GloVe ahead of Word2Vec on billions of words; later work found that much of such differences comes
# from settings, such as the window or the treatment of frequent words, not from the models.
#
# ## What you can now do
# - count co-occurrences by hand, with a loop and in a sparse table,
# - say what logarithms and PPMI mend in such a table,
# - go from a ratio of probabilities to the loss of GloVe, one step at a time,
# - train GloVe with gradients and AdaGrad of your own,
# - compare static vectors on equal terms, and say when a comparison shows nothing.
#
# ## One honest limit
# On our small text the long rows of plain counts are better than what we trained. And GloVe shares
# two limits with Word2Vec: a word that was not counted has no vector, and a word with two meanings
# has one row for both.
#
# ## Sources
# - The loss, the weight $f$, ice and steam, the sum of both tables: Pennington, Socher and Manning
#   2014, *GloVe: Global Vectors for Word Representation*.
# - AdaGrad: Duchi, Hazan and Singer 2011. PPMI rows as word vectors: Bullinaria and Levy 2007.
# - Settings matter more than models: Levy, Goldberg and Dagan 2015, *Improving Distributional
#   Similarity with Lessons Learned from Word Embeddings*.
# - MEN: Bruni, Tran and Baroni 2014. WS-353 and SimLex-999: as in chapter 03b.
# - The three sentences and their table: the lecture *Tensorflow를 활용한 딥러닝 자연어 처리 입문*.
#
# ## Where next
# Chapter 06 puts static vectors to work in a classifier. Chapter 06b draws maps of words, and then
# stands before the wall that no static vector can pass: one vector for all meanings of a word.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. like and enjoy never stand side by side. Why is their cosine not 0?
#    - [x] both stand beside I :: a row lists the company of a word, and the two share a neighbour
#    - [ ] they mean nearly the same :: true, but the table knows no meanings, only counts
#    - [ ] the cosine of two rows of counts is never 0 :: like and NLP have cosine 0
# 2. Why does the loss of GloVe leave out pairs that never met?
#    - [ ] their dot product is 0 :: nothing in the model makes it 0; they are simply not asked for
#    - [x] log 0 does not exist, and f(0) = 0 :: an empty cell says little in a finite text anyway
#    - [ ] the memory would not hold them :: a welcome effect, but not the reason in the loss
# 3. P(k | ice) / P(k | steam) is close to 1. What do we know about k?
#    - [ ] k is frequent near both words :: water is, but fashion is rare near both, and has 1 too
#    - [x] k does not tell ice from steam :: only a ratio far from 1 marks a word that matters
#    - [ ] k was counted too seldom :: that makes a ratio unsure, not close to 1
