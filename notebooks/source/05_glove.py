# %% [markdown]
# # 05 GloVe
#
# In a school canteen you need not hear a word to find out who plays in the band. Watch who sits
# with whom for a month, and the groups show themselves. Words can be watched in the same way:
# *june* and *july* keep nearly the same company, and to find that out we need no network, only a
# long text and a table with a row and a column for every word. So did we need Word2Vec at all?
#
# **Can we read word vectors straight off a table of co-occurrence counts?**
#
# You will be able to
# - **count** which words keep company, and reweigh the counts with logarithms and PPMI,
# - **compress** the table to 50 numbers per word,
# - **derive** the loss of GloVe from a ratio of two probabilities, step by step,
# - **write** its gradient, and train GloVe with it,
# - **decide** which of these vectors to trust, and for what.
#
# You need logarithms, the slope of a square, the cosine ([chapter 03](03_word2vec.ipynb)) and
# negative samples ([chapter 03b](03b_negative_sampling.ipynb)).

# %% tags=["setup"]
from collections import Counter

import matplotlib.pyplot as plt
import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.linalg import svds
from sklearn.metrics.pairwise import cosine_similarity

from elmo_lite import corpora, glove, stats
from elmo_lite.text import Vocabulary
from notebooks.course import chapter
from notebooks.course.check import check, yours_or_ours
from notebooks.course.plots import ch05 as plots

# %% [markdown]
# ## 1. Who sits with whom?
# Two words **co-occur** (동시 등장) when they are at most $m$ positions apart in a sentence. All
# such meetings fill the **co-occurrence matrix** (동시 등장 행렬) $X$, where $X_{ij}$ says how
# often word $j$ was seen in the window around word $i$.
#
# Our toy is three sentences: "I like deep learning." "I like NLP." "I enjoy flying." With $m = 1$
# only direct neighbours count. "I like" occurs twice, so row *I* has a 2 in column *like*, and row
# *like* a 2 in column *I*.
#
# **Predict.** What do all entries of the table add up to?
#
# <details><summary>Answer</summary>
#
# To 20. The sentences have 5, 4 and 4 tokens, so 4 + 3 + 3 = 10 pairs of neighbours, and each
# pair is counted once from each side.
#
# </details>
#
# In practice $m$ is 5 to 10, and GloVe lets a near word count more than a far one: at a distance of
# three positions it adds only 1/3.
#
# $$X_{ij} = \sum_{\text{positions } k,\, l} \frac{1}{|k - l|}
# \qquad\text{where } t_k = i,\ t_l = j \text{ and } 0 < |k - l| \le m \tag{1}$$

# %% [markdown] tags=["exercise"]
# ### Exercise 5.1: count the company
# Difficulty 1 of 3, 10 minutes.
#
# Count one sentence, a list of words, by equation (1). Return a `Counter` (or a dictionary) that
# maps pairs `(word, neighbour)` to numbers. In "I like deep learning ." with `window` 3, the pair
# `("I", "learning")` gets 1/3.
#
# <details><summary>Hint 1</summary>
#
# Two loops, over the positions `k` and `l`. Skip `k == l`, and skip all that are further apart
# than `window`.
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
    """Pair of words -> sum of 1 / distance, over all positions within the window."""
    # begin solution
    found = Counter()
    for k, word in enumerate(sentence):
        for other, neighbour in enumerate(sentence):
            if 0 < abs(k - other) <= window:
                found[word, neighbour] += 1 / abs(k - other)
    return found
    # end solution


# %% tags=["check"]
check("5.1", near_counts)

# %% tags=["known"]
def inputs(rng):
    words = rng.choice(["I", "like", "deep", "learning", "NLP"], size=rng.integers(0, 9))
    return words.tolist(), int(rng.integers(1, 6))


cases = [(["a", "b", "a"], 2), (["I", "like", "deep", "learning", "NLP"], 3)]

# %% [markdown] tags=["known"]
# Hint: Two words d positions apart, at most `window`, add 1/d, in both directions.
# Returns: a `Counter` or a dictionary from pairs to numbers
#
# - `1 / abs(k - other)` → `1` :: Each pair adds 1; two words d positions apart should add 1/d.
# - `0 < abs(k - other)` → `0 < other - k` :: You count only words that come after. The window
#   reaches to both sides.
# - `0 < abs(k - other)` → `abs(k - other)`; `1 / abs(k - other)` → `1 / max(abs(k - other), 1)` ::
#   A word is no neighbour of itself: leave out distance 0.

# %%
near_counts = yours_or_ours("5.1", near_counts)
text = ["I like deep learning .", "I like NLP .", "I enjoy flying ."]
text = [line.split() for line in text]
words = ["I", "like", "enjoy", "deep", "learning", "NLP", "flying", "."]


def count_table(window):
    table = np.zeros((len(words), len(words)))
    for sentence in text:
        for (word, neighbour), count in near_counts(sentence, window).items():
            table[words.index(word), words.index(neighbour)] += count
    return table


X = count_table(window=1)
plots.count_tables({"counts X, window 1": X}, words, {"counts X, window 1": 0})

# %% [markdown]
# The table is **symmetric** (대칭 행렬), because whoever sits beside you has you beside them,
# and 46 of its 64 entries are empty. Its cousin, the **document-term matrix** (문서 단어 행렬,
# DTM), has a row for each document: it records who was in the same room, ours who sat side
# by side.
#
# ## 2. A row is already a vector
# Each row of $X$ describes a word by its company, so it is a word vector already. Take *like* = (2,
# 0, 0, 1, 0, 1, 0, 0) and *enjoy* = (1, 0, 0, 0, 0, 0, 1, 0). Their cosine is $2/(\sqrt6\,\sqrt2) =
# 0.58$. Yet the two never occur side by side! *like* and *NLP* do, and their cosine is 0. So the
# rows do not tell us who meets whom, but who has the same friends.
#
# Now a real text: the sample of Wikipedia inside the library gensim, 98 articles in lower case. We
# keep the words that are seen at least 10 times and take $m = 10$.
#
# **Predict.** What share of this table will not be empty?
#
# <details><summary>Answer</summary>
#
# About 6 %. Such a table is called **sparse** (희소), and only what is not 0 is stored.
#
# </details>

# %%
wiki = [[word.lower() for word in sentence] for sentence in corpora.wikipedia_sample().sentences]
known = Vocabulary.build(wiki, min_count=10)
with chapter.timed("05", "counting the pairs of the Wikipedia sample"):
    table = glove.cooccurrence(wiki, known, window=10)
table = csr_array(table[3:, 3:])  # without the three special tokens, which are in no window
names = known.words[3:]
print(f"{sum(known.counts[3:]):,} tokens, {len(names):,} types")
print(f"{len(names) ** 2:,} entries, {table.nnz / len(names) ** 2:.1%} are not 0")

# %%
known_toy = Vocabulary.build(text)
ids = known_toy.ids(words)
toy = glove.cooccurrence(text, known_toy, window=3).toarray()
assert np.allclose(toy[ids][:, ids], count_table(window=3))
assert np.isclose(cosine_similarity(X)[1, 2], 2 / np.sqrt(6 * 2))  # like and enjoy, by hand
print(f"toy: {(X == 0).sum()} of {X.size} entries are empty, all together {X.sum():.0f}")

# %% [markdown]
# The first `assert` compares the course's fast counter with your loop. Which rows are most similar?


# %%
def neighbours(rows, word, n=6):
    """The n words whose rows have the largest cosine with the row of `word`."""
    similar = cosine_similarity(rows[[names.index(word)]], rows)[0]
    nearest = [names[i] for i in np.argsort(-similar)[: n + 1]]
    return [other for other in nearest if other != word][:n]


for word in ("june", "film", "ocean", "seven"):
    print(f"{word:6} {' '.join(neighbours(table, word))}")

# %% [markdown]
# *june* has found six other months, without any training. But *film* is most similar to *in*, *by*
# and *at*, because the large entries, in the columns of *the*, *of* and the comma, decide a cosine.
# Everybody in the canteen has sat beside the most popular girl, so sitting there says nothing about
# you.
#
# ## 3. Turning down the popular words
# There are two repairs. The logarithm, $\log(1 + X_{ij})$, turns a thousand times more into
# a few times more. The other one asks a better question: how much more often do $i$ and $j$
# meet than they would if everybody sat down at random? With $P(i, j)$ the share of the pair
# among all pairs and $P(i)$ the share of row $i$, this is **pointwise mutual information**
# (점별 상호정보량, PMI). Negative values are set to 0, which adds a P for *positive*:
#
# $$\text{PPMI}(i, j) = \max\left(0,\ \log\frac{P(i, j)}{P(i)\,P(j)}\right) \tag{2}$$
#
# By hand, in the toy, where all entries add up to 20:
# - *I* and *like*: $\frac{2/20}{3/20 \cdot 4/20} = \frac{10}{3}$, and $\log \frac{10}3 = 1.20$,
# - *enjoy* and *flying*: $\frac{1/20}{2/20 \cdot 2/20} = 5$, and $\log 5 = 1.61$.
#
# The first pair has the larger count and the smaller PPMI, because *I* has more company to choose
# from. With $X_i$ the sum of row $i$ and $X_{\text{all}}$ the sum of the table,
#
# $$\text{PMI}(i, j) = \log X_{ij} - \log X_i - \log X_j + \log X_{\text{all}}, \tag{3}$$
#
# so PMI is the log table minus the popularity of both words. For *I* and *like*:
# $\log 2 - \log 3 - \log 4 + \log 20 = 0.69 - 1.10 - 1.39 + 3.00 = 1.20$.

# %% [markdown] tags=["exercise"]
# ### Exercise 5.2: more often than by chance
# Difficulty 2 of 3, 15 minutes.
#
# Write equation (2) for a whole table of counts, a square NumPy array in which every row has at
# least one count. Where a count is 0, the answer is 0.
#
# <details><summary>Hint 1</summary>
#
# By chance, row $i$ and column $j$ would meet `rows[i] * columns[j] / total` times. For all
# entries at once: `counts.sum(axis=1, keepdims=True) * counts.sum(axis=0) / counts.sum()`.
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
check("5.2", ppmi)

# %% tags=["known"]
def inputs(rng):
    """A symmetric table without an empty row."""
    size = int(rng.integers(3, 7))
    table = rng.integers(0, 6, size=(size, size))
    return (table + table.T + 3.0 * np.eye(size),)


cases = [(np.array([[1.0, 9.0], [9.0, 1.0]]),), (np.array([[0.0, 2, 1], [2, 1, 0], [1, 0, 9]]),)]

# %% [markdown] tags=["known"]
# Hint: Compare each count with rows * columns / total (equation 2).
#
# - `np.maximum(counts / expected, 1)` → `counts / expected` :: There is a `-inf` in your answer:
#   where a count is 0, return 0. And what is below 0 becomes 0.
# - `np.maximum(counts / expected, 1)` → `np.where(counts > 0, counts / expected, 1)` :: Your answer
#   has negative numbers: what is below 0 becomes 0.
# - `np.log(` → `(` :: This is the ratio: take its logarithm.

# %%
ppmi = yours_or_ours("5.2", ppmi)
assert np.allclose(ppmi(X)[[0, 2], [1, 6]], np.log([10 / 3, 5]))  # the two pairs by hand
assert np.isclose(ppmi(X)[0, 1], np.log(2) - np.log(3) - np.log(4) + np.log(20))  # equation (3)
assert np.allclose(ppmi(X), glove.ppmi(csr_array(X)).toarray())  # the package, on a sparse table
logs = table.copy()
logs.data = np.log1p(table.data)
informative = glove.ppmi(table)
for word in ("film", "ocean", "seven"):
    for name, rows in {"raw": table, "log": logs, "PPMI": informative}.items():
        print(f"{word:6} {name:5} {' '.join(neighbours(rows, word))}")

# %% [markdown]
# Both repairs work on *film*: its neighbours now include *films* and *award*. But *seven* shows the
# weakness of PPMI, which finds *won*, *singles* and *slam*, the words of one article on a tennis
# player. A rare word met a few times by chance gets a large PPMI. The three tables for eleven
# words, each with its own scale:

# %%
some = ["the", "of", "and", "river", "sea", "ocean", "father", "mother", "daughter"]
some += ["physics", "chemistry"]
at = [names.index(word) for word in some]
cut = {"raw": table, "log(1 + X)": logs, "PPMI": informative}
plots.count_tables({name: rows[at][:, at].toarray() for name, rows in cut.items()}, some)

# %% [markdown]
# In the raw table only the corner of *the*, *of* and *and* is bright. In the PPMI table the bright
# blocks are the waters, the family and the sciences. But *father* and *chemistry*, who met a single
# time, shine there too.
#
# Lists prove little, so here are eight groups of words. Of the ten nearest neighbours of *june*,
# what share are among the ten other months (without *may*)?

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
members = [(group, word) for group, line in groups.items() for word in line.split()]


# %%
def found_shares(rows):
    """For each word of the groups, the share of its nearest neighbours from its own group."""
    shares = []
    at = [names.index(word) for _, word in members]
    for (group, word), similar in zip(members, cosine_similarity(rows[at], rows), strict=True):
        own = groups[group].split()
        nearest = [names[i] for i in np.argsort(-similar)[: len(own)]]
        near = [other for other in nearest if other != word][: len(own) - 1]
        shares.append(np.mean([other in own for other in near]))
    return np.array(shares)


found = {"raw": found_shares(table), "log": found_shares(logs), "PPMI": found_shares(informative)}
for name, shares in found.items():
    print(f"{name:5} {shares.mean():.0%} of the neighbours of {len(shares)} words")
print({g: [f"{found[n][[m[0] == g for m in members]].mean():.0%}" for n in found] for g in groups})

# %% [markdown]
# The log table finds 52 %, the raw counts 49 % and PPMI 46 %, which is no sure difference (section
# 8). So here the better question brought nothing. It lost on the family (74 to 45 %) and on the
# countries (35 to 15 %).
#
# ## 4. Fifty numbers instead of 4,672
# No network wants 4,672 numbers for a word. The **singular value decomposition** (특잇값 분해,
# SVD) writes any table as a sum of simple patterns, the loudest first, and we keep $d$ of
# them:
#
# $$X \approx U S V^\top, \qquad \text{with } d \text{ columns in } U \text{ and } V,
# \text{ and } d \text{ sizes } s_1 \ge s_2 \ge \dots \text{ in } S \tag{4}$$
#
# Row $i$ of $US$ is then the vector of word $i$. Of all vectors with $d$ numbers these keep the dot
# products of the long rows best. The toy, cut from 8 numbers to 2:

# %%
U, sizes, _ = np.linalg.svd(X)
print("sizes:", sizes.round(2))
places = U[:, :2] * sizes[:2]
like, enjoy = places[1:3]
cosine = like @ enjoy / np.sqrt((like @ like) * (enjoy @ enjoy))
print(f"cosine of like and enjoy: {cosine:.2f}")
ax = plt.figure(figsize=(7, 4)).add_subplot(xlabel="first number", ylabel="second number")
for word, (x, y) in zip(words, places, strict=True):
    ax.plot([0, x], [0, y], "o-", color="#7A7A7A", lw=1, markevery=[1])
    up = {"deep": 4, "flying": 4, "enjoy": 5}.get(word, -4)  # away from all lines
    right = word == "enjoy"
    plots.note(ax, word, (x, y), (5 if right else -9, up), ha="left" if right else "right")
ax.margins(0.12)
plots.describe(ax, f"The eight words of the toy at {plots.told(zip(words, places, strict=True))}.")

# %% [markdown]
# *like* and *enjoy* now point in the same direction: their cosine has gone from 0.58 to 1.00. What
# they share, an *I* in front, belongs to the loudest patterns and was kept. What kept them apart,
# *NLP* here and *flying* there, is quiet and was lost. So the cut generalises.
#
# Now the real table. The sizes can go to the words alone, $US$, or be shared between words and
# contexts, $U\sqrt S$.

# %%
dim, fifty = 50, {}
for name, rows in {"raw": table, "log": logs, "PPMI": informative}.items():
    fifty[name] = svds(rows, dim, rng=np.random.default_rng(0))  # U, sizes and V
    U, sizes, _ = fifty[name]
    for way, power in {"U S": 1, "U sqrt(S)": 0.5}.items():
        found[f"{name}, {way}"] = found_shares(U * sizes**power)
        print(f"{name}, {way:10} {found[f'{name}, {way}'].mean():.0%}")

U, sizes, _ = fifty["log"]
print("largest sizes of the log table:", np.sort(sizes)[::-1][:4].round(0))
loudest, counts = np.argmax(sizes), np.log(known.counts[3:])
print(f"loudest pattern and log count: r = {np.corrcoef(np.abs(U[:, loudest]), counts)[0, 1]:.2f}")
print(f"U S without the loudest: {found_shares(np.delete(U * sizes, loudest, axis=1)).mean():.0%}")
families = [group for group, _ in members]
difference, low, high = stats.paired(found["log, U sqrt(S)"], found["log"], groups=families)
print(f"U sqrt(S) minus the long log rows: {difference:+.3f}, between {low:+.3f} and {high:+.3f}")

# %% [markdown]
# Fifty numbers lose nothing if the popular words were turned down first. $U\sqrt S$ of the log
# table reaches 56 %, where the long rows have 52 %; the interval of the difference goes from -2 to
# +11 points, so we cannot tell them apart. The raw table falls from 49 to 41 %. A singular value
# says how loud its pattern is, and the loudest of the log table (634, the third has 101) mostly
# says how frequent a word is ($r = 0.82$). Is it the culprit that the root turns down? Deleting it
# brings $US$ from 51 to 52 %, where the root brings 56, and for PPMI the root does harm. So this is
# not the reason, and we do not know it.
#
# **Try it.** Above set `dim = 10`, or let the power be 0. Ten numbers find little more than a third
# of the neighbours.
#
# ## 5. Ice and steam
# GloVe, *global vectors*, fits short vectors to the counts by descending a loss, and the
# loss comes from an observation about ratios. What appears near *ice*, and what near
# *steam*? The **co-occurrence probability** (동시 등장 확률) is
#
# $$P(j \mid i) = \frac{X_{ij}}{X_i}, \qquad X_i = \sum_j X_{ij} \tag{5}$$
#
# and in the six billion words of the paper:
#
# | $j$ | solid | gas | water | fashion |
# |---|---|---|---|---|
# | $P(j \mid \text{ice})$ | 0.00019 | 0.000066 | 0.0030 | 0.000017 |
# | $P(j \mid \text{steam})$ | 0.000022 | 0.00078 | 0.0022 | 0.000018 |
#
# **Predict.** Divide each number by the one below it: for which words is the ratio large, small, or
# about 1?
#
# <details><summary>Answer</summary>
#
# | | solid | gas | water | fashion |
# |---|---|---|---|---|
# | near ice | large | small | large | small |
# | near steam | small | large | large | small |
# | ratio | large: 8.9 | small: 0.085 | about 1: 1.36 | about 1: 0.96 |
#
# </details>
#
# In a ratio popularity cancels. It is far from 1 exactly for the words that tell ice from steam.
#
# Do 55 million words, the text behind this course's vectors, show it too? We added *cold*, *hot*
# and *engine*; the bars are 95 % intervals.

# %%
p_ice = np.array([1.9e-4, 6.6e-5, 3.0e-3, 1.7e-5])  # the paper's table
p_steam = np.array([2.2e-5, 7.8e-4, 2.2e-3, 1.8e-5])
probes = ["solid", "gas", "water", "fashion"]
paper = {"solid": 8.9, "gas": 0.085, "water": 1.36, "fashion": 0.96}  # before rounding the rows
rows = chapter.results("static_vectors")["experiments"]["ice_steam"]["rows"]
a = np.array([row["ice"] for row in rows]) + 0.5  # half a meeting more, so that 0 can be drawn
b = np.array([row["steam"] for row in rows]) + 0.5
water = next(row for row in rows if row["word"] == "water")
x_ice = water["ice"] / water["p_ice"]  # X_i of equation (5), from a count and its share
x_steam = water["steam"] / water["p_steam"]
ours = (a / x_ice) / (b / x_steam)
factor = np.exp(1.96 * np.sqrt(1 / a + 1 / b))  # the usual 95 % interval of a ratio of counts
for row in rows:
    print(f"{row['word']:8} near ice {row['ice']:3}, near steam {row['steam']:3}")
plots.ratio_dots([row["word"] for row in rows], paper, ours, ours / factor, ours * factor)

# %% [markdown]
# They do. *solid* was met 39 times near *ice* and never near *steam*; *gas* has a ratio of 0.19 and
# *water* one of 0.85, whose bar holds 1. *cold* goes with ice, *hot* and *engine* with steam. About
# *fashion*, met near neither, our text says nothing: the bar covers a factor of 2,500.
#
# ## 6. From the ratio to the loss
# We look for vectors that carry the ratio. As in Word2Vec each word has two: $v_i$ as the
# centre (중심 단어) and $u_j$ as a word around it (주변 단어). We want a function $F$ with
#
# $$F(v_{\text{ice}}, v_{\text{steam}}, u_j) = \frac{P(j \mid \text{ice})}{P(j \mid \text{steam})}
# \tag{6}$$
#
# **Step 1: a difference.** Vectors are compared by their difference, so let $F$ look at
# $v_{\text{ice}} - v_{\text{steam}}$ only.
#
# **Step 2: a dot product.** The simplest way from vectors to a number is $(v_{\text{ice}} -
# v_{\text{steam}}) \cdot u_j$.
#
# **Step 3: an exponential.** A difference on the left must become a quotient on the right, and
# $\exp(a - b) = \exp(a) / \exp(b)$ does exactly that. With $F = \exp$, equation (6) holds as soon
# as every pair has
#
# $$v_i \cdot u_j = \log P(j \mid i) \tag{7}$$
#
# For the paper's table the SVD finds such vectors, two numbers per word, which is no feat: any
# table of two rows can be written so.
# %%
log_p = np.log([p_ice, p_steam])  # (2 words, 4 contexts)
left, sizes_p, right = np.linalg.svd(log_p, full_matrices=False)
v, u = left * sizes_p, right.T  # two rows of 2 numbers, four rows of 2 numbers
assert np.allclose(np.exp(u @ (v[0] - v[1])), p_ice / p_steam)  # equation (6), all contexts
plots.difference_line(v[0], v[1], u, ("ice", "steam"), probes)

# %% [markdown]
# The difference is a direction with a meaning, "ice rather than steam": *solid* lies at
# +2.16 on it, *gas* at -2.47, the other two near 0.
#
# **Step 4: biases.** By (5), $\log P(j \mid i) = \log X_{ij} - \log X_i$. The last term is one
# number for each word $i$, so the model can learn it as a bias $b_i$. Since $X$ is symmetric, the
# other side gets a bias $\tilde b_j$ as well:
#
# $$v_i \cdot u_j + b_i + \tilde b_j = \log X_{ij} \tag{8}$$
#
# Compare this with (3). With $b_i$ near $\log X_i$ and $\tilde b_j$ near $\log X_j$, the product
# $v_i \cdot u_j$ is PMI minus the constant $\log X_{\text{all}}$: GloVe factorises a **shifted
# PMI**. So does skip-gram with $K$ negative samples, whose optimum is $\text{PMI}(i, j) - \log K$.
# Counting and predicting are after the same table.
#
# **Step 5: a weighted loss.** Short vectors cannot meet (8) for millions of pairs. So we
# minimise the squared errors, each with a weight (가중치) $f$:
#
# $$J = \sum_{i,j} f(X_{ij})\,\big(v_i \cdot u_j + b_i + \tilde b_j - \log X_{ij}\big)^2,
# \qquad f(x) = \min\left(1, \frac{x}{x_{\max}}\right)^{3/4} \tag{9}$$
#
# Since $\log 0$ does not exist, $f(0) = 0$ and the empty entries drop out. A count of 1 may be
# chance and a count of 50 hardly is, so $f$ grows. And "of the" must not outweigh everything else,
# so $f$ stops growing. The paper took $x_{\max} = 100$ for billions of words; we take 10.

# %%
x = np.linspace(0, 20, 400)
ax = plt.figure(figsize=(7, 3)).add_subplot(xlabel="count x", ylabel="weight f(x)")
ax.plot(x, glove.weight(x), color="#14385C")
for count, weight in zip((1, 5, 15), glove.weight((1, 5, 15)), strict=True):
    ax.plot(count, weight, "o", color="#14385C")
    plots.note(ax, f"f({count}) = {weight:.2f}", (count, weight), (6, -16))
plots.describe(ax, "The weight f(x) rises from 0 to 1 at x = 10 and stays: f(1) 0.18, f(5) 0.59.")

# %% [markdown]
# One pair by hand. Let $v = (0.4, 0.2)$ for *I*, $u = (1, 0.5)$ for *like*, and both biases 0. The
# model says $0.4 \cdot 1 + 0.2 \cdot 0.5 = 0.5$ where the truth is $\log 2 = 0.693$, so the error
# is $-0.193$. With the weight $f(2) = 0.2^{0.75} = 0.299$ the pair adds
# $0.299 \cdot 0.193^2 = 0.011$ to the loss. Now all pairs, with matrices:

# %%
rng = np.random.default_rng(5)
v, u = rng.normal(0, 0.3, (8, 2)), rng.normal(0, 0.3, (8, 2))
v[0], u[1] = (0.4, 0.2), (1, 0.5)  # I as centre, like beside it
b, b_out = np.zeros(8), np.zeros(8)


def errors(v, u, b, b_out, X):
    """The model minus log X, for all pairs; log 1 where a count is 0."""
    return v @ u.T + b[:, None] + b_out - np.log(np.where(X > 0, X, 1))


def loss(v, u, b, b_out, X):
    return (glove.weight(X) * errors(v, u, b, b_out, X) ** 2).sum()


print(f"error of (I, like): {errors(v, u, b, b_out, X)[0, 1]:.3f}")
print(f"loss of all pairs:  {loss(v, u, b, b_out, X):.3f}")

# %% [markdown]
# ## 7. Learning from the counts
# For one pair with the error $e$, the slope of $f e^2$ along $v_i$ is $2 f e\,u_j$. The learning
# rate can take the 2:
#
# $$\nabla_{v_i} = f(X_{ij})\,e\,u_j, \qquad \nabla_{u_j} = f(X_{ij})\,e\,v_i,
# \qquad \nabla_{b_i} = \nabla_{\tilde b_j} = f(X_{ij})\,e \tag{10}$$

# %% [markdown] tags=["exercise"]
# ### Exercise 5.3: the gradient of GloVe
# Difficulty 2 of 3, 20 minutes.
#
# A word takes part in many pairs, and its gradients add up. Write equation (10), summed over all
# pairs of a table `X` of shape `(words, words)`. `v` and `u` have shape `(words, d)`, `b` and
# `b_out` shape `(words,)`. Return the four gradients in this order: `v`, `u`, `b`, `b_out`.
# `glove.weight(X)` is $f$ for a whole table. By hand, *I* and *like* alone give $v_{\text{I}}$ the
# gradient $0.299 \cdot (-0.193) \cdot (1, 0.5) = (-0.058, -0.029)$.
#
# <details><summary>Hint 1</summary>
#
# First make a table `pull` of all $f(X_{ij})\,e$, with
# `errors = v @ u.T + b[:, None] + b_out - np.log(np.where(X > 0, X, 1))`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# The sum over $j$ of `pull[i, j] * u[j]` is row $i$ of the matrix product `pull @ u`. For $u_j$ the
# sum runs over the rows instead, so the table is transposed. A bias needs a sum along an axis.
#
# </details>


# %% tags=["exercise"]
def gradients(v, u, b, b_out, X):
    """Half the slopes of the loss along v, u, b and b_out."""
    # begin solution
    errors = v @ u.T + b[:, None] + b_out - np.log(np.where(X > 0, X, 1))
    pull = glove.weight(X) * errors
    return pull @ u, pull.T @ v, pull.sum(axis=1), pull.sum(axis=0)
    # end solution


# %% tags=["check"]
check("5.3", gradients)

# %% tags=["known"]
def inputs(rng):
    """Not symmetric, so that rows and columns cannot be exchanged unseen."""
    size, dim = (int(n) for n in rng.integers(2, 6, size=2))
    v, u = rng.normal(size=(2, size, dim))
    return v, u, *rng.normal(size=(2, size)), rng.integers(0, 15, size=(size, size)).astype(float)

# %% [markdown] tags=["known"]
# Hint: Weight times error for all pairs makes a table; equation (10) sums its rows or columns.
# Returns: four arrays: the gradients of v, u, b and b_out
#
# - `glove.weight(X) *` → `` :: The weight is missing: multiply each error by `glove.weight(X)`.
# - `pull = ` → `pull = -` :: The sign is reversed: the error is the model minus log X.
# - `pull.T` → `pull` :: The gradient of u sums over the rows of the table: use `pull.T @ v`.
# - ` + b[:, None] + b_out` → `` :: The biases are missing from the error.

# %% [markdown]
# A learning rate that is right for *the*, which is in thousands of pairs, is wrong for *ocean*.
# **AdaGrad** (아다그라드) gives every number a rate of its own. It keeps $G$, the sum of all
# squared slopes $g$ so far, and divides by its root:
#
# $$G \leftarrow G + g^2, \qquad v \leftarrow v - \eta\,\frac{g}{\sqrt{G}} \tag{11}$$
#
# By hand, with $\eta=0.1$ and a $G$ of 1: two slopes of 2 move a number by $0.2/\sqrt5=0.089$ and
# then by $0.2/\sqrt9=0.067$. Two slopes of 20 move it by $2/\sqrt{401}=0.100$ and
# $2/\sqrt{801}=0.071$, which is hardly more. Adam grew out of this idea.


# %%
# One step of equation (11): the number and its G afterwards
def adagrad(value, seen, slope, learning_rate):
    seen = seen + slope**2
    return value - learning_rate * slope / np.sqrt(seen), seen


for slope in (2, 20):
    first, seen = adagrad(0, 1, slope, learning_rate=0.1)
    second, seen = adagrad(first, seen, slope, learning_rate=0.1)
    print(f"slopes of {slope:2}: the moves are {-first:.3f} and {first - second:.3f}")

# %%
gradients = yours_or_ours("5.3", gradients)


class Glove_v1:
    """GloVe on a dense table of counts; every step uses all pairs."""

    def __init__(self, vocab_size, emb_dim, seed=0):
        rng = np.random.default_rng(seed)
        shapes = [(vocab_size, emb_dim), (vocab_size, emb_dim), vocab_size, vocab_size]
        self.parts = [(rng.random(shape, np.float32) - 0.5) / emb_dim for shape in shapes]
        self.seen = [np.ones(shape) for shape in shapes]  # 1, so that first moves are not too long

    def step(self, X, learning_rate):
        for i, slope in enumerate(gradients(*self.parts, X)):
            self.parts[i], self.seen[i] = adagrad(
                self.parts[i], self.seen[i], slope, learning_rate
            )


# %%
model, by_class = Glove_v1(vocab_size=8, emb_dim=2), []
for _ in range(300):
    by_class.append(loss(*model.parts, X) / (X > 0).sum())  # the mean over the pairs
    model.step(X, learning_rate=0.1)
print("loss at steps 1, 100, 200, 300:", np.round(by_class[::100] + by_class[-1:], 3))

settings = glove.GloveSettings(emb_dim=2, epochs=300, learning_rate=0.1)
_, by_package = glove.fit(csr_array(X), settings)
assert np.allclose(by_class, by_package, atol=1e-4)

# %% [markdown]
# The mean loss of the toy falls from 0.036 to 0.001, and the `assert` says that the package's
# `glove.fit`, which works through a large table block by block, takes the same 300 steps. Now
# Wikipedia, with 50 numbers:

# %%
settings = glove.GloveSettings(emb_dim=dim, epochs=15, seed=0)
with chapter.timed("05", "GloVe on the Wikipedia sample, 15 epochs"):
    trained, losses = glove.fit(table, settings)
print(f"mean loss: {losses[0]:.3f} in the first epoch, {losses[-1]:.3f} in the last")
popularity = np.log(table.sum(axis=1))
print(f"correlation of b with log X_i: {np.corrcoef(trained.centre_bias, popularity)[0, 1]:.2f}")
for word in ("june", "film", "ocean", "seven"):
    print(f"{word:6} {' '.join(neighbours(trained.vectors, word))}")  # the sum of v and u

# %% [markdown]
# The loss falls from 0.223 to 0.048, and *film* now has *director* and *festival*. The biases
# follow $\log X_i$ with a correlation of 0.61: they have taken over a good part of each word's
# popularity, but not all, so shifted PMI describes what was learned only roughly.

# %%
pairs = table.tocoo()
predicted = trained.predict(pairs.row, pairs.col)
plots.predicted_counts(np.log(pairs.data), predicted)

# %% [markdown]
# Above a count of 10 the log count is off by 0.21 on average, below it by 0.62. There the cloud is
# also flatter than the line: for a rare pair the model says what is usual for these two words.
#
# ## 8. Who wins?
# The eight groups again, with GloVe, trained with three seeds:

# %%
runs = [found_shares(trained.vectors)]
for seed in (1, 2):
    settings = glove.GloveSettings(emb_dim=dim, epochs=15, seed=seed)
    again, _ = glove.fit(table, settings)
    runs.append(found_shares(again.vectors))
print("GloVe, seed by seed:", *[f"{shares.mean():.0%}" for shares in runs])
found["GloVe"] = np.array(runs)
for name, shares in found.items():
    gain, low, high = stats.paired(shares, found["log"], groups=families)
    print(f"{name:16} {shares.mean():.0%}   minus log rows {gain:+.2f} [{low:+.2f}, {high:+.2f}]")
means = {name: shares.mean() for name, shares in found.items()}
ax = plt.figure(figsize=(8, 4.6)).add_subplot(xlabel="share of neighbours from the same group")
ax.barh(list(means), list(means.values()), color="#7A7A7A")
ax.invert_yaxis()
for y, mean in enumerate(means.values()):
    plots.note(ax, f"{mean:.0%}", (mean, y), (5, -5))
plots.describe(ax, f"Share of neighbours from the same group: {plots.told(means)}.")

# %% [markdown]
# On this small text counting wins. GloVe finds 37 % (35 to 39 by seed), 15 points fewer than the
# long log rows (interval 10 to 20), and the fifty numbers of the SVD find 56 %.
#
# Eight groups are few, so we ask people as well. They have rated how similar or related two words
# are, in WS-353 and SimLex-999 (chapter 03b) and in the 3,000 pairs of MEN. Rho is Spearman's rank
# correlation of chapter 03. We count in one, three and ten million words of the larger text. GloVe
# and skip-gram read one million, with one seed each.
#
# **Predict.** In the groups PPMI brought nothing. Will it help here?
#
# <details><summary>Answer</summary>
#
# Yes, more than anything else.
#
# </details>

# %%
rows = chapter.results("static_vectors")["experiments"]["counts"]["rows"]
print("1 million words:              WS-353 SimLex   MEN   MEN minus PPMI, U sqrt(S)")
for row in [row for row in rows if row["words"] == 1_000_000]:
    more, low, high = row["men_minus_best"]
    scores = f"{row['ws353']:.2f}   {row['simlex999']:.2f}   {row['men']:.2f}"
    print(f"{row['by']:10} {row['made']:15}   {scores}   {more:+.2f} [{low:+.2f}, {high:+.2f}]")
shipped = chapter.results("static_vectors")["experiments"]["shipped"]["rows"][0]
print(f"the course's skip-gram, 55 million words, on MEN: {shipped['men']:.2f}")

# %%
ax = plt.figure(figsize=(8, 5)).add_subplot(xscale="log", xlabel="words of text", ylabel="rho, MEN")
told = {}
ways = [("PPMI", "rows", "o-"), ("PPMI", "U sqrt(S)", "s--"), ("log", "rows", "o-")]
ways += [("log", "U sqrt(S)", "s--"), ("GloVe", "trained", "D"), ("skip-gram", "trained", "^")]
for by, made, style in ways:
    line = [row for row in rows if (row["by"], row["made"]) == (by, made)]
    colour = "#7A7A7A" if by == "log" else "#14385C"
    men = [row["men"] for row in line]
    name = "_" if made == "trained" else f" {by}, {made}"
    ax.plot([row["words"] for row in line], men, style, color=colour, label=name)
    if made == "trained":  # a single point: its name goes to the left
        plots.note(ax, by, (1e6, men[0]), (-9, -5), ha="right")
    told[f"{by}, {made}"] = men
ax.set_xlim(5e5, 1.1e7)
ax.set_xticks([1e6, 3e6, 1e7], ["1 million", "3 million", "10 million"])
ax.minorticks_off()
plots.label_lines(ax)
plots.describe(ax, f"Correlation with people on MEN at 1, 3, 10 million words: {plots.told(told)}.")

# %% [markdown]
# PPMI wins by a distance. With three million words its rows have a rho of 0.60 on MEN and the log
# rows one of 0.25, although all that PPMI does to the log table is to subtract the popularity of
# both words, and to cut off what is below 0.
#
# Fifty numbers are enough again. With one million words they even beat the long rows, 0.52 to 0.48
# on MEN; with ten million the long rows lead with 0.68 to 0.65.
#
# On one million words GloVe has 0.26 on MEN and skip-gram 0.23; only on SimLex-999 is skip-gram
# level with PPMI. Gradient descent needs more text: the course's skip-gram has read 55 million
# words and reaches 0.59, on more pairs, which PPMI has after three million.
#
# So the answer to our question is yes: on a small text, counting, PPMI and one SVD make better
# vectors than gradient descent. The trained ones became the standard because Word2Vec needs no
# table and reads on for as long as there is text. With equally good settings neither side wins
# (Levy and others 2015).
#
# ### Open experiment
# Train GloVe on the Wikipedia table for 5, 15 and 50 epochs (`glove.GloveSettings(epochs=...)`) and
# print the last loss and `found_shares(model.vectors).mean()` for each. First write down which you
# expect to win. What does the model learn in the later epochs?
#
# ## What you can now do
# - count company, reweigh it with PPMI, and cut the table down to fifty numbers a word,
# - go from a ratio of probabilities to the loss of GloVe, and train it with your gradient,
# - say which vectors won on which test.
#
# ## One honest limit
# The settings of GloVe and skip-gram were not tuned for each text, and tuning would bring them
# nearer. And the row of *bank* adds up its company at the river and at the counter: no vector here
# keeps two meanings apart.
#
# ## Sources
# - J. Pennington, R. Socher and C. Manning, *GloVe: Global Vectors for Word Representation*, 2014,
#   <https://aclanthology.org/D14-1162/>.
# - O. Levy and Y. Goldberg, *Neural Word Embedding as Implicit Matrix Factorization*, 2014,
#   <https://papers.nips.cc/paper/5477-neural-word-embedding-as-implicit-matrix-factorization>:
#   shifted PMI.
# - O. Levy, Y. Goldberg and I. Dagan, *Improving Distributional Similarity with Lessons Learned
#   from Word Embeddings*, 2015, <https://aclanthology.org/Q15-1016/>: the root of the sizes.
# - J. Duchi, E. Hazan and Y. Singer, *Adaptive Subgradient Methods for Online Learning and
#   Stochastic Optimization*, 2011, <https://jmlr.org/papers/v12/duchi11a.html>: AdaGrad.
# - MEN, WS-353 and SimLex-999: as in chapter 03b.
# - The three sentences and the two tables of ice and steam: the lecture *Tensorflow를 활용한 딥러닝
#   자연어 처리 입문*, part 3.
#
# ## Where next
# [Chapter 06](06_using_static_vectors.ipynb) puts static vectors to work, and
# [chapter 06b](06b_maps_and_the_wall.ipynb) runs into their wall: one vector for all meanings of
# a word.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. *like* and *enjoy* never occur side by side. Why is the cosine of their rows not 0?
#    - [x] both occur beside *I* :: a row lists the company of a word, and the two share a neighbour
#    - [ ] they mean nearly the same :: true, but the table knows no meanings, only counts
#    - [ ] the cosine of two rows of counts is never 0 :: *like* and *NLP* have cosine 0
# 2. Somebody says that $U\sqrt S$ wins because the root turns the loudest pattern down. What now?
#    - [ ] believe it, since that pattern is how frequent a word is :: true, and still no proof
#    - [x] delete the pattern and look :: a reason is worth what happens when its cause is removed
#    - [ ] count on more text :: that tests another question
# 3. $P(j \mid \text{ice}) / P(j \mid \text{steam})$ is close to 1. What do we know of $j$?
#    - [ ] it is frequent near both :: *water* is, but *fashion* is rare near both and has 1 too
#    - [x] it does not tell ice from steam :: only a ratio far from 1 marks a word that matters
#    - [ ] it was counted too seldom :: that makes a ratio unsure, not close to 1
