# %% [markdown]
# # 04 FastText
#
# **How can a word that was never seen still get a useful vector?**
#
# Word2Vec keeps one row of its table for each word. A word without a row has no vector, and two
# rows know nothing of each other, however alike the words are spelled. FastText looks inside the
# word.
#
# You will be able to
# - **cut** a word into character n-grams, and say what the marks `<` and `>` are for,
# - **build** the vector of any word from those of its n-grams, by hand and in code,
# - **train** n-grams as a skip-gram, and follow what one step does to words that were not in it,
# - **hash** n-grams into a table of fixed size, and count what falls together,
# - **compare** syllables and jamo as the letters of Korean.
#
# You need chapters 03 and 03b: the two tables of the skip-gram, its pairs, negative sampling, and
# the cosine of chapter 02.

# %% tags=["setup"]
import unicodedata
from collections import Counter

import numpy as np
import torch
from matplotlib import pyplot as plt

from elmo_lite import corpora, fasttext, stats, text
from elmo_lite.checks import ch04 as checks
from elmo_lite.course import chapter
from elmo_lite.plots import ch04 as plots
from elmo_lite.plots import common

# %%
common.course_map("04")

# %% [markdown]
# ## 1. Five strangers
# eat, eats, eaten, eater, eating: you see one root (어근) in five words. What does Word2Vec see? We
# count them in our Wikipedia sample, all in small letters. A word gets a row only if it was seen
# at least five times, since a row that was trained two or three times is still noise.
#
# **Predict.** How many of the five get a row?
#
# <details><summary>Answer</summary>
#
# Two: eat and eating. The other three are in the text, but too seldom.
#
# </details>

# %%
documents = corpora.wikipedia_sample().documents
sentences = [[word.lower() for word in sentence] for document in documents for sentence in document]
counts = Counter(word for sentence in sentences for word in sentence)
family = ["eat", "eats", "eaten", "eater", "eating"]
print({word: counts[word] for word in family})
assert sum(counts[word] >= 5 for word in family) == 2
one_hot = np.eye(len(family))  # what Word2Vec starts from: no two have anything in common
assert np.array_equal(one_hot @ one_hot.T, one_hot)
rare = sum(count < 5 for count in counts.values())
print(f"{rare:,} of {len(counts):,} different words have fewer than five places")

# %% [markdown]
# Three of four different words stay without a vector: they are **out of vocabulary** (OOV, 미등록
# 단어). And a typing error (오타) is nearly always a new word. So Word2Vec has two faults, and
# both have one cause, a word is one row and nothing more:
#
# 1. A word that was not seen has no vector: knowing "tensor" and "flow" does not help with
#    "tensorflow".
# 2. The **form** (형태) of a word is invisible: what is learnt about eat does not help eats.
#
# ## 2. Cut the word into n-grams
# FastText (Bojanowski, Grave, Joulin and Mikolov 2017) takes a word as a bag of **character
# n-grams** (문자 n-그램): all runs of n letters. First come two marks, `<` before the word and `>`
# behind it. They count as letters. Each run is called a **subword** (서브워드).
#
# By hand, for "eating" and n = 3: write `<eating>`, lay a window of three letters on it, and
# move it along: `<ea`, `eat`, `ati`, `tin`, `ing`, `ng>`. Usually all lengths from 3 to 6 are
# taken together.
#
# **Predict.** `<eating>` has 8 characters. How many n-grams of length 3, 4, 5 and 6 are there?
#
# <details><summary>Answer</summary>
#
# A window of n letters has 8 - n + 1 places: 6 + 5 + 4 + 3 = 18.
#
# </details>

# %% [markdown] tags=["exercise"]
# ### Exercise 4.1: character n-grams
# Difficulty 1 of 3, 10 minutes.
#
# Write the function. It returns the n-grams of `<word>` with all lengths from `min_n` to `max_n`
# as a list; the order does not matter. A run that stands twice in the word (`ana` in banana)
# stands twice in the list. If the word is too short for a length, that length gives none.
#
# <details><summary>Hint 1</summary>
#
# `marked[i : i + n]` is the n-gram that starts at i.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# The last start is `len(marked) - n`, and `range` leaves its end out.
#
# </details>

# %% tags=["exercise"]
def character_ngrams(word, min_n, max_n):
    """All runs of min_n to max_n letters in <word>, as a list."""
    # begin solution
    marked = f"<{word}>"
    lengths = range(min_n, max_n + 1)
    return [marked[i : i + n] for n in lengths for i in range(len(marked) - n + 1)]
    # end solution

# %% tags=["check"]
checks.ch04_ex1(character_ngrams)

# %% [markdown]
# The package's function gives the same n-grams, in another order. (With n = 1 it leaves out a mark
# on its own, as fastText does; that will matter for Korean.) Here is the whole table for "eating".

# %%
by_hand = ["<ea", "eat", "ati", "tin", "ing", "ng>"]
assert fasttext.ngrams("eating", 3, 3) == by_hand
assert len(fasttext.ngrams("eating", 3, 6)) == 6 + 5 + 4 + 3
her, where = (set(fasttext.ngrams(word, 3, 5)) for word in ("her", "where"))
assert "her" in where and "<her>" in her and "<her>" not in where
plots.ngram_table("eating", 3, 6)

# %% [markdown]
# The dark n-grams know where the word begins or ends: `ing>` is an ending, while `ing` also stands
# inside "ingredient".
#
# Why the marks? The word "where" holds the three letters h, e, r. So its n-gram `her` would be
# the same thing as the word "her". With marks the word is `<her>`, and "where" has no such n-gram.
#
# Now the five strangers again. Of all different n-grams of two words, which share do both have?
# This is their **Jaccard similarity** (자카드 유사도):
#
# $$\text{share}(a, b) = \frac{|G_a \cap G_b|}{|G_a \cup G_b|} \tag{1}$$
#
# where $G_w$ is the set of the n-grams of word $w$.
#
# **Predict.** Which two of the five share the most?
#
# <details><summary>Answer</summary>
#
# eaten and eater. They differ in one letter, at the end.
#
# </details>

# %%
sets = [set(fasttext.ngrams(word)) for word in family]
loop = [[len(a & b) / len(a | b) for b in sets] for a in sets]
every = sorted(set().union(*sets))
has = np.array([[piece in own for piece in every] for own in sets], dtype=int)
both = has @ has.T  # vectorised: row i, column j counts the n-grams in both words
sizes = has.sum(axis=1)
shares = both / (sizes[:, None] + sizes - both)
assert np.allclose(shares, loop)
plots.overlap(family, shares)

# %% [markdown]
# No pair is at 0 any more. All five have `<ea`, `eat` and `<eat` in common, and what is learnt
# about these three n-grams serves all of them.
#
# ## 3. A word is the mean of its n-grams
# Each n-gram $g$ gets a vector $z_g$. The vector of the word $w$ is their mean. A word of the
# vocabulary also has a row of its own, as in Word2Vec; we count it among its pieces $G_w$:
#
# $$v_w = \frac{1}{|G_w|} \sum_{g \in G_w} z_g \tag{2}$$
#
# (The paper writes the sum. Programs, ours included, take the mean, so that long words do not get
# long vectors. The direction is the same.)
#
# By hand, in two dimensions, with n = 3 only and no row for the word: "eat" has the n-grams
# `<ea`, `eat` and `at>`. Say that $z$ is (1, 0), (2, 3) and (0, 3). The mean is
# (3/3, 6/3) = (1, 2).

# %% [markdown] tags=["exercise"]
# ### Exercise 4.2: a vector for any word
# Difficulty 2 of 3, 10 minutes.
#
# `vectors` is a dictionary from n-gram to NumPy array. Return the mean of the vectors of all
# n-grams of `word` with `n` letters that the dictionary holds; n-grams that it does not hold are
# left out. If it holds none, return zeros with `dim` entries.
#
# <details><summary>Hint 1</summary>
#
# First make the list of the vectors that are there. `fasttext.ngrams(word, n, n)` gives the
# n-grams.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `np.mean(found, axis=0)` takes the mean over the n-grams and keeps the dimensions.
#
# </details>

# %% tags=["exercise"]
def vector_of(word, vectors, n, dim):
    """The mean of the known n-grams of a word, (dim,)."""
    # begin solution
    found = [vectors[piece] for piece in fasttext.ngrams(word, n, n) if piece in vectors]
    return np.mean(found, axis=0) if found else np.zeros(dim)
    # end solution

# %% tags=["check"]
checks.ch04_ex2(vector_of)

# %%
z = {"<ea": np.array([1.0, 0.0]), "eat": np.array([2.0, 3.0]), "at>": np.array([0.0, 3.0])}
total = np.zeros(2)
for piece in ("<ea", "eat", "at>"):  # equation (2) as a loop
    total += z[piece]
vectorised = np.stack([*z.values()]).mean(axis=0)
assert np.allclose(total / 3, [1, 2]) and np.allclose(vectorised, [1, 2])

# %% [markdown]
# ### Orange, Oranges and Orrange
# Say that "Orange" was trained, with n from 2 to 5. Then "Oranges" comes along, and the typing
# error "Orrange". Neither has a row. But most of their n-grams do.

# %%
orange = set(fasttext.ngrams("Orange", 2, 5))
for word in ("Oranges", "Orrange", "Arrange"):
    own = set(fasttext.ngrams(word, 2, 5))
    print(f"{word}: {len(own & orange)} of its {len(own)} n-grams are known from Orange")
plots.shared_ngrams("Orange", "Oranges", 2, 5)

# %% [markdown]
# "Oranges" misses only those n-grams that reach past the e. The typing error loses the n-grams
# that lie across the doubled r, and keeps the rest. "Arrange" is spelled much like it, and keeps
# many as well, though it has nothing to do with fruit: spelling alone cannot know.
#
# ## 4. Training: I am eating food now
# Nothing else changes against chapter 03b. The centre word has the vector $v_w$ of equation (2);
# the context words keep their own table with the rows $u_c$. The score of a pair is the dot
# product $v_w \cdot u_c$, and $\sigma(x) = 1 / (1 + e^{-x})$ turns it into an answer between 0 and
# 1. With the true contexts $C$ and the negative words $N$ the loss is
#
# $$L = -\sum_{c \in C} \log \sigma(v_w \cdot u_c) - \sum_{n \in N} \log \sigma(-v_w \cdot u_n)
# \tag{3}$$
#
# In "I am eating food now", with a window of 1, eating has the contexts am and food: label 1. We
# take paris and earth as negative words: label 0. The derivative by a score is the answer minus
# the label, and each n-gram has the share $1/|G_w|$ in $v_w$. With $x$ running over all four words,
#
# $$\frac{\partial L}{\partial z_g} = \frac{1}{|G_w|} \sum_{x} (\sigma(v_w \cdot u_x) -
# \text{label}_x)\, u_x \tag{4}$$
#
# The same for all its n-grams! By hand: with all $z = 0$ every answer is 1/2, so the differences
# are -1/2, -1/2, 1/2 and 1/2. (Chapter 03b wrote them with the other sign.) The second half of the
# cell lets torch differentiate equation (3) by itself, and finds the same; only the rows of
# eating's own n-grams have a gradient.

# %%
contexts, labels = ["am", "food", "paris", "earth"], np.array([1, 1, 0, 0])
rng = np.random.default_rng(4)
U = rng.normal(size=(4, 10)) / 2  # a row for each context word
rows = {piece: i for i, piece in enumerate(every)}  # all n-grams of the five words
z, eating = np.zeros((len(every), 10)), [rows[p] for p in fasttext.ngrams("eating")]
v = z[eating].mean(axis=0)
errors = 1 / (1 + np.exp(-U @ v)) - labels
assert errors.tolist() == [-0.5, -0.5, 0.5, 0.5]
gradient = errors @ U / len(eating)  # equation (4)
table = torch.zeros(len(every), 10, dtype=torch.float64, requires_grad=True)
scores = torch.tensor(U) @ table[eating].mean(dim=0)
signs = torch.tensor(2.0 * labels - 1)
(-torch.nn.functional.logsigmoid(signs * scores)).sum().backward()
assert np.allclose(table.grad[eating], gradient)
others = [i for i in range(len(every)) if i not in eating]
assert not table.grad[others].any()

# %% [markdown]
# Now forty steps. (Each n-gram takes the whole sum of equation (4) times 0.1, without the factor
# 1/18. FastText's program does so too: otherwise a long word would hardly move.)
#
# **Predict.** We train eating alone. What happens to eat, eats, eaten and eater?
#
# <details><summary>Answer</summary>
#
# They move too, each as far as it shares n-grams with eating.
#
# </details>

# %%
answers = []
for _ in range(40):
    p = 1 / (1 + np.exp(-U @ z[eating].mean(axis=0)))
    answers.append(p)
    z[eating] -= 0.1 * (p - labels) @ U
plots.sigmoid_lines(dict(zip(contexts, np.transpose(answers), strict=True)), true=["am", "food"])

# %% [markdown]
# am and food rise towards 1, paris and earth fall towards 0, all from 1/2.

# %%
word_vectors = {w: z[[rows[p] for p in fasttext.ngrams(w)]].mean(axis=0) for w in family}
food_scores = [word_vectors[word] @ U[1] for word in family]
known = [np.isin(fasttext.ngrams(w), fasttext.ngrams("eating")).mean() for w in family]
assert np.allclose(food_scores, np.array(known) * food_scores[-1])
assert np.isin(fasttext.ngrams("beating"), fasttext.ngrams("eating")).mean() == 14 / 22
plots.pulled_along(family, known, food_scores)

# %% [markdown]
# The points lie on one line, exactly: all n-grams of eating started at 0 and made the same moves,
# so a word's score is its share of them times the score of eating. That is the gift of fastText,
# and its danger: 14 of the 22 n-grams of "beating" moved too, more than a half, so it came along
# further than eat.
#
# ## 5. Buckets
# How many rows does the table of n-grams need? Real text has very many n-grams, and a program does
# not know them beforehand. FastText fixes the number of rows, its **buckets** (버킷), and lets a
# **hash function** (해시 함수) say which row an n-gram has: a rule that turns any text into a
# number that looks random, but is always the same for the same text. Two n-grams may get one row,
# a **collision** (충돌), and must then share it.
#
# The hash is FNV-1a. It starts at 2166136261; for each byte of the n-gram it takes the exclusive
# or (배타적 논리합, `^` in Python) with the byte, then multiplies by 16777619, and keeps the last
# 32 bits. By hand, for the single letter a, byte 97: 2166136261 ^ 97 = 2166136228, times 16777619,
# modulo $2^{32}$, is 3826002220.

# %% [markdown] tags=["exercise"]
# ### Exercise 4.3: the hash
# Difficulty 2 of 3, 15 minutes.
#
# Write the bucket of a piece of text in plain letters: its FNV-1a hash modulo `buckets`.
#
# <details><summary>Hint 1</summary>
#
# `for byte in piece.encode():` goes through the bytes. First `^`, then `*`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Python's numbers do not end at 32 bits: take `% 2**32` after each product.
#
# </details>

# %% tags=["exercise"]
def bucket(piece, buckets):
    """The bucket of an n-gram, from 0 to buckets - 1."""
    # begin solution
    number = 2166136261
    for byte in piece.encode():
        number = (number ^ byte) * 16777619 % 2**32
    return number % buckets
    # end solution

# %% tags=["check"]
checks.ch04_ex3(bucket)

# %% [markdown]
# The package hashes all n-grams at once, byte by byte in NumPy. gensim, the library whose FastText
# we compare with, must give the same numbers, also for Hangul. (There is one odd corner: fastText
# takes bytes above 127, of which Hangul is made, as negative numbers. So do gensim and we.)

# %%
from gensim.models.fasttext import ft_ngram_hashes

for word in (*family, "남동생", "모르다"):
    ours = fasttext.bucket_ids(fasttext.ngrams(word), 50_000)
    assert ours.tolist() == ft_ngram_hashes(word, 3, 6, 50_000)
assert fasttext.hash_bytes(["a"])[0] == 3826002220

# %% [markdown]
# How many n-grams of our text are not alone in their bucket? If N n-grams fall into B buckets by
# chance, an n-gram is alone if none of the N - 1 others falls into its bucket:
#
# $$P(\text{not alone}) = 1 - \left(1 - \tfrac1B\right)^{N-1} \tag{5}$$
#
# **Predict.** If there are as many buckets as n-grams, how many share?
#
# <details><summary>Answer</summary>
#
# About 63 %: equation (5) comes to $1 - 1/e$. A table with room for all is not enough to keep
# them apart.
#
# </details>

# %%
vocabulary = [word for word, count in counts.items() if count >= 5]
pieces = sorted({piece for word in vocabulary for piece in fasttext.ngrams(word)})
N, sizes = len(pieces), [10_000, 50_000, 200_000, 1_000_000, 2_000_000]


def not_alone(B):
    held = np.bincount(fasttext.bucket_ids(pieces, B), minlength=B)
    return held[held > 1].sum() / N


counted = [not_alone(B) for B in sizes]
expected = [1 - (1 - 1 / B) ** (N - 1) for B in sizes]
assert np.allclose(counted, expected, atol=0.01)
print(f"{len(vocabulary):,} words have {N:,} different n-grams")
print(f"in {N:,} buckets {not_alone(N):.0%} of them are not alone")
print(f"n-grams in a word: {np.mean([len(fasttext.ngrams(word)) for word in vocabulary]):.0f}")
plots.collisions(sizes, counted, expected)

# %% [markdown]
# The counts lie on the line, so the hash does its job: it looks like chance. A collision blurs one
# n-gram, and a word is the mean of 22 of them on average, so no single one decides.
# We train with 50,000 buckets, which is crowded, but small; fastText's program has 2,000,000.
#
# ## 6. The model as a module
# In torch the mean over rows has a name, `embedding_bag`: one line of row numbers, and for each
# word the place where it begins.

# %%
class SubwordSkipGram_v1(torch.nn.Module):
    """Words are means of rows; the loss is equation (3), summed over pairs."""

    def __init__(self, rows_of_words, num_rows, dim):
        super().__init__()
        self.rows_of_words = rows_of_words  # a list of row numbers for each word
        self.pieces = torch.nn.Embedding(num_rows, dim)
        self.context = torch.nn.Embedding(len(rows_of_words), dim)

    def words(self, ids):
        rows = [self.rows_of_words[i] for i in ids]
        line = torch.tensor([row for own in rows for row in own])
        begins = torch.tensor([0, *np.cumsum([len(own) for own in rows])[:-1]])
        return torch.nn.functional.embedding_bag(line, self.pieces.weight, begins, mode="mean")

    def loss(self, centres, contexts, negatives):
        given = self.words(centres)
        true = (given * self.context(contexts)).sum(dim=1)
        false = given @ self.context(negatives).T
        return -torch.nn.functional.logsigmoid(torch.cat([true, -false.flatten()])).sum()

# %% [markdown]
# The class of the package has the same loss. (It shares one pool of negative words among all pairs
# of a batch, as Word2Vec in chapter 03b; with `negatives` equal to the size of the pool the two
# losses are equal.) Its `step` writes the gradients by hand, and touches only the rows that a batch
# needs. A row that more than 32 examples of a batch would move at once, such as that of `ing`, is
# moved only as far as 32 of them would on average.

# %%
settings = fasttext.FastTextSettings(emb_dim=8, buckets=1000)
bags = fasttext.Bags(family, settings)
package = fasttext.SubwordSkipGram(bags, len(family), settings)
torch.nn.init.normal_(package.context.weight, generator=torch.Generator().manual_seed(0))
rows = [bags.of(np.array([i]))[0].tolist() for i in range(len(family))]
ours = SubwordSkipGram_v1(rows, len(family) + 1000, 8)
ours.load_state_dict(package.state_dict())
batch = torch.tensor([0, 4, 4]), torch.tensor([1, 2, 3]), torch.tensor([2, 3])
assert torch.allclose(ours.loss(*batch), package.loss(*batch, negatives=2))
assert torch.allclose(ours.words([0, 4])[1], package.words(np.array([4]))[0])

# %% [markdown]
# ## 7. Real text
# We train on the Wikipedia sample: 50 dimensions, three epochs (에포크, rounds through the text), n
# from 3 to 6, at most five words to each side, one seed.

# %%
torch.set_num_threads(1)  # the steps are small: a second thread would only make them wait
settings = fasttext.FastTextSettings(emb_dim=50, epochs=3, buckets=50_000, batch_size=2048)
with chapter.timed("04", "training on the Wikipedia sample"):
    model = fasttext.train(sentences, settings)
vectors = model.keyed_vectors()
print(f"{len(vectors):,} words")

# %% [markdown]
# Now we ask for words that have no row: "eater" and "oranges" were too rare, "tensorflow" never
# stands in the text, and two are typing errors. `similar_by_vector` lists the known words with
# the highest cosine.
#
# **Predict.** Will the neighbours be alike in meaning, or in spelling?
#
# <details><summary>Answer</summary>
#
# In spelling first of all. With so little text the n-grams in common weigh more than
# what was learnt from the contexts.
#
# </details>

# %%
for word in ("eater", "oranges", "tensorflow", "mathematisc", "teahcer"):
    assert word not in vectors
    near = [name for name, _ in vectors.similar_by_vector(model.vector(word), topn=5)]
    print(f"{word:14}", *near)

# %% [markdown]
# "eater" comes to "theater" and to words in -er, "oranges" to "ranges" and to other plurals:
# spelling, and some grammar. "mathematisc" is mended. But for "teahcer" no neighbour fits: the swap
# in the middle of a short word leaves too little of it. And "tensorflow" has a vector now, but its
# neighbours say nothing: not every vector is a useful one.
#
# Why does "oranges" come to "ranges" and not to "orange"? "orange" was seen four times, so it has
# no row and cannot be listed. But even its n-grams were trained by others. Here each n-gram of
# "oranges" is compared with each of "orange".

# %%
assert (counts["range"], counts["orange"]) == (79, 4)
first, second = (model.pieces(word) for word in ("oranges", "orange"))
unit = [rows / np.linalg.norm(rows, axis=1, keepdims=True) for _, rows in (first, second)]
plots.piece_similarity(first[0], second[0], unit[0] @ unit[1].T)

# %% [markdown]
# White squares are n-grams in both words, with cosine 1. The dark red off the diagonal, where
# `rang`, `range` and `ange` meet, shows who trained them: "range", which stands 79 times in the
# text, where "orange" has 4.
#
# ### A test with typing errors
# We take 300 known words of at least six letters and swap two neighbouring letters inside: teacher
# becomes "teahcer". For which share of the errors is the right word the nearest neighbour?
#
# Word2Vec has no vector for any of the errors, so its share is 0. gensim's FastText has the same
# settings as ours. And two controls (대조군) show what spelling alone does: **untrained** tables,
# where all rows are random numbers, 50 or 300 of them, and **n-grams only**, which has no vectors
# at all and takes the word with the largest share (1).
#
# **Predict.** Who finds the most?
#
# <details><summary>Answer</summary>
#
# N-grams only. A typing error is a matter of spelling, and a vector of 50 numbers cannot
# hold all that the list of n-grams says.
#
# </details>

# %%
def swapped(word, rng):
    i = int(rng.integers(1, len(word) - 2))
    return word[:i] + word[i + 1] + word[i] + word[i + 2 :]


rng = np.random.default_rng(7)
long = [word for word in vectors.index_to_key if len(word) >= 6 and word.isalpha()]
errors = [(swapped(word, rng), word) for word in rng.choice(long, 300, replace=False)]
errors = [(error, word) for error, word in errors if error not in vectors]


def found(vectors, vector, errors):
    """Share of the errors whose nearest word is the right one."""
    near = [vectors.similar_by_vector(vector(error), topn=1)[0][0] for error, _ in errors]
    return np.mean([name == word for name, (_, word) in zip(near, errors, strict=True)])


def nearest_by_ngrams(error, sets):
    own = set(fasttext.ngrams(error))
    return max(sets, key=lambda word: len(own & sets[word]) / len(own | sets[word]))

# %%
from gensim.models import FastText

peer = FastText(
    sentences, vector_size=50, sg=1, epochs=3, alpha=0.05, bucket=50_000, seed=1, workers=1
)
scores = {"Word2Vec": [0.0], "ours": [found(vectors, model.vector, errors)]}
scores["gensim's FastText"] = [found(peer.wv, peer.wv.get_vector, errors)]
for dim in (50, 300):
    noise = np.random.default_rng(0).normal(size=(len(model.rows), dim)).astype("float32")
    blank = fasttext.FastText(model.vocabulary, noise, settings)
    scores[f"untrained, {dim}"] = [found(blank.keyed_vectors(), blank.vector, errors)]
sets = {word: set(fasttext.ngrams(word)) for word in vectors.index_to_key}
scores["n-grams only"] = [np.mean([nearest_by_ngrams(e, sets) == word for e, word in errors])]
shares = [share for [share] in scores.values()]
assert np.allclose(shares, [0, 0.16, 0.15, 0.10, 0.35, 0.43], atol=0.04)
title = f"{len(errors)} typing errors"
plots.seed_bars(scores, "right word is nearest", title, highlight=["ours"])

# %% [markdown]
# Word2Vec cannot even try. Training lifts a table of 50 numbers from about 10 of 100 errors to
# about 16, and gensim's is level with ours, on one seed and one small text. But 300 random numbers
# find more than twice as many without any training, and the bare n-grams more still. So
# whoever only wants to mend typing errors needs no vectors. Vectors are for what spelling cannot
# say.
#
# ### More text, more seeds
# The same question on more text, measured by `python -m elmo_lite evaluate static fasttext`. Each
# model gets two tests:
# - WS-353: do its cosines order 353 pairs of words as people did? (Spearman's rho; 1 is the same
#   order.) `ws353` leaves out pairs with a word that was not seen; `ws353_all` takes all pairs,
#   which needs vectors for unseen words.
# - Typing errors: 300 of the 5,000 most frequent words get one error each. Is the right word the
#   nearest of these 5,000 (`typos_1`), or among the nearest ten (`typos_10`)?
#
# The row "n-grams only" ranks words by equation (1) again.

# %%
measured = chapter.results("static_vectors")["experiments"]["fasttext"]
columns = ["ws353", "ws353_all", "typos_1", "typos_10"]
table = {name: stats.mean_and_spread(measured["rows"], "by", name) for name in columns}
print(f"{'':17}", *(f"{name:>13}" for name in columns))
for by in dict.fromkeys(row["by"] for row in measured["rows"]):
    cells = [table[name].get(by) for name in columns]
    shown = ["{:.2f} ± {:.2f}".format(*cell) if cell else "-" for cell in cells]
    print(f"{by:17}", *(f"{value:>13}" for value in shown), f"  n = {cells[-1][2]}")
facts, seconds = measured["about"], stats.mean_and_spread(measured["rows"], "by", "seconds")
print(f"n seeds; {facts['text']}; WS-353: {facts['data']['WS-353']} set; {facts['settings']}")
speed = seconds["gensim"][0] / seconds["ours"][0]
print(f"ours has {speed:.2f} times the speed of gensim, one thread each")
gain = table["typos_1"]["ours"][0] - table["typos_1"]["n-grams only"][0]
print(f"typing errors: {100 * gain:+.0f} points for our training against the n-grams alone")
meaning = table["ws353"]["ours"][0] - table["ws353"]["word2vec (gensim)"][0]
pairs = measured["rows"][0]["ws353_pairs"]
print(f"WS-353: {meaning:+.2f} for ours against one row a word; {pairs} pairs of known words")
print(f"so many pairs leave rho uncertain by about {2 / np.sqrt(pairs):.2f} to each side")

# %% [markdown]
# Behind each mean stands the standard deviation over the seeds; with one seed it is 0 and says
# nothing. A small deviation is not the whole doubt, for other words could have been asked: with
# 300 errors a share is uncertain by up to 6 points to each side. The line on typing errors sets
# training against spelling alone. Trained vectors listen to the contexts as well, and that can cost
# them typing errors. What training is meant to win is meaning. The last two lines ask for that:
# ours is ahead of one row a word, but by less than the doubt. The better news is `ws353_all`: the
# pairs with unseen words do not pull the score down.
#
# ## 8. Korean: one verb, many faces
# A Korean verb changes its ending (어미) with tense, mood and politeness. 모르다 ("not to know")
# shows itself as 모르네, 모르더라, 몰라야, 몰랐다, 모르겠으나, 몰라, 모르겠니, 모르면서 and more.

# %%
korean = [text.tokenize(line) for line in corpora.korean_verbs()]
reviews = corpora.our_reviews()
parts = (reviews.train, reviews.dev, reviews.test)
korean += [text.tokenize(review) for part in parts for _, review in part]
korean += [list(item.tokens) for item in corpora.senses("ko")]
seen = Counter(word for sentence in korean for word in sentence)
forms = [word for word in seen if word.startswith(("모르", "몰라", "몰랐"))]
once = sum(seen[word] == 1 for word in forms)
print(f"{len(korean):,} sentences, {sum(seen.values()):,} words, {len(seen):,} different ones")
print(f"{len(forms)} forms of 모르다, {once} of them seen once")

# %% [markdown]
# For Word2Vec these are strangers again. N-grams help, if the letters are small enough. In Python,
# as in most programs, a letter of Hangul is a whole **syllable** (음절): 몰. But a syllable is
# built from **jamo** (자모): a first consonant (초성), a vowel (중성), and perhaps a last
# consonant (종성). 모르 and 몰라 have no syllable in common, though their jamo both begin with
# ㅁㅗㄹ.
#
# Unicode (유니코드) numbers the 11,172 syllables in order: 19 first consonants, 21 vowels, and 28
# last consonants, the first of which is "none". So the number of a syllable is
#
# $$\text{code} = 44032 + 588 \cdot \text{first} + 28 \cdot \text{vowel} + \text{last} \tag{6}$$
#
# since 21 · 28 = 588. By hand: 몰 has the code 47792, which is 44032 + 3760. And 3760 = 588 · 6 +
# 28 · 8 + 8: first consonant number 6 is ㅁ, vowel number 8 is ㅗ, last consonant number 8 is ㄹ.

# %% tags=["setup"]
FIRST = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
VOWEL = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
LAST = ["", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"]

# %% [markdown] tags=["exercise"]
# ### Exercise 4.4: syllables to jamo
# Difficulty 2 of 3, 15 minutes.
#
# Turn equation (6) around. The function gets a word of Hangul syllables and returns its jamo in
# one string: 몰라 becomes ㅁㅗㄹㄹㅏ. `FIRST`, `VOWEL` and `LAST` list the letters by number;
# `LAST[0]` is the empty string.
#
# <details><summary>Hint 1</summary>
#
# `ord("몰")` is 47792. Take 44032 off first.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `number // 588` is the first consonant. `number % 588 // 28` is the vowel, and `number % 28` the
# last consonant.
#
# </details>

# %% tags=["exercise"]
def to_jamo(word):
    """The jamo of a word of Hangul syllables, as a string."""
    # begin solution
    letters = []
    for syllable in word:
        number = ord(syllable) - 44032
        letters += [FIRST[number // 588], VOWEL[number % 588 // 28], LAST[number % 28]]
    return "".join(letters)
    # end solution

# %% tags=["check"]
checks.ch04_ex4(to_jamo)

# %% [markdown]
# The package asks Unicode instead of a table of ours: the normal form NFD cuts a syllable into
# jamo. NFD has two codes for ㄹ, one for the first and one for the last place. To FastText
# they would be two letters, so the package turns both into the one ㄹ.
#
# How much do the forms of 모르다 share, as syllables (n from 1 to 3) and as jamo (n from 3 to 5)?
#
# **Predict.** Which of the forms in the next cell share no syllable at all with 모르네?
#
# <details><summary>Answer</summary>
#
# 몰라, 몰라야 and 몰랐다. The verb is irregular (불규칙): before 아, 르 loses its vowel and its ㄹ
# is doubled, so 모르 + 아 becomes 몰라. With jamo they do share, if little.
#
# </details>

# %%
some = ["모르네", "모르더라", "모르면서", "모르겠니", "몰라", "몰라야", "몰랐다", "여동생"]
assert fasttext.jamo("몰라") == "ㅁㅗㄹㄹㅏ" and fasttext.jamo("남동생") == "ㄴㅏㅁㄷㅗㅇㅅㅐㅇ"
axes = plt.figure(figsize=(15, 5)).subplots(1, 2)
shares = plots.shared_shares(some, 1, 3)
assert not shares[0, 4:7].any() and plots.shared_shares(some, 3, 5, fasttext.jamo)[0, 4:7].all()
plots.overlap(some, shares, "Syllables, n = 1 to 3: shared, in %", axes[0])
by_jamo = plots.shared_shares(some, 3, 5, fasttext.jamo)
plots.overlap(some, by_jamo, "Jamo, n = 3 to 5: shared, in %", axes[1])

# %% [markdown]
# On the left two blocks, and between them zeros: 모르 and 몰 are strangers. (모르더라 meets 몰라
# and 몰라야 by chance, in the syllable 라.) On the right no zero is left between the blocks, while
# 여동생 ("younger sister") still shares nothing with the verb.
#
# ### 남동생 and a slip of the finger
# 남동생 is "younger brother". One slip, and it is 남둥생. The slip changes one jamo of nine, but
# one syllable of three, the middle one.

# %%
plots.shared_ngrams("남동생", "남둥생", 1, 3)

# %%
plots.shared_ngrams(fasttext.jamo("남동생"), fasttext.jamo("남둥생"), 3, 5)

# %% [markdown]
# Of 16 different n-grams of syllables 4 are in both words, a quarter; of 36 of jamo 12, a third.
# None of the four runs from one syllable into the next; among the jamo, ㄴㅏㅁㄷ and ㅇㅅㅐㅇ do.
#
# Now the measurement. We train on our own Korean texts, with syllables and with jamo, three seeds
# each. Then we take 300 words of three or more syllables and change one jamo of each by chance: a
# first consonant, a vowel or a last consonant into another of its kind. How often is the right
# word, of all known words, the nearest to the error? Each side also gets its untrained table of 50
# numbers.

# %%
KINDS = [range(0x1100, 0x1113), range(0x1161, 0x1176), range(0x11A8, 0x11C3)]


def slip(word, rng):
    """The word with one jamo replaced by another of its kind."""
    marks = [ord(mark) for mark in unicodedata.normalize("NFD", word)]
    i = int(rng.integers(len(marks)))
    kind = next(kind for kind in KINDS if marks[i] in kind)
    marks[i] = rng.choice([mark for mark in kind if mark != marks[i]])
    return unicodedata.normalize("NFC", "".join(map(chr, marks)))


rng = np.random.default_rng(9)
long = [w for w in seen if len(w) >= 3 and all("가" <= c <= "힣" for c in w)]
slips = [(slip(word, rng), word) for word in rng.choice(long, 300, replace=False)]
slips = [(error, word) for error, word in slips if error not in seen]
print(len(slips), "errors, such as", *(error for error, _ in slips[:4]))

# %%
cuts = {"syllables": ("letters", 1, 3), "jamo": ("jamo", 3, 5)}
trained, scores = {}, {}
for name, (units, low, high) in cuts.items():
    for seed in range(3):
        choice = fasttext.FastTextSettings(
            emb_dim=50, min_count=1, epochs=5, buckets=50_000, units=units, min_n=low, max_n=high,
            seed=seed,
        )
        model_ko = trained[name, seed] = fasttext.train(korean, choice)
        noise = np.random.default_rng(seed).normal(size=model_ko.rows.shape).astype("float32")
        blank = fasttext.FastText(model_ko.vocabulary, noise, choice)
        for label, each in ((name, model_ko), (f"{name}, untrained", blank)):
            share = found(each.keyed_vectors(), each.vector, slips)
            scores.setdefault(label, []).append(share)
plots.seed_bars(scores, "right word is nearest", f"{len(slips)} slips, three seeds", ["jamo"])

# %% [markdown]
# Jamo find a little more than half of the errors, syllables about two in five, and no seed turns
# the order around. But look at the untrained tables: they do about as well. Fourteen thousand words
# of text are too few to teach the n-grams anything that would help here. What the jamo win, they
# win by a finer cut.
#
# And 남동생 itself? In our texts it comes with particles (조사), as in 남동생은. Five slips of
# that word, and the place of the right word among all known ones (1 is the nearest; the mean of
# three seeds):

# %%
def place(vectors, vector, word):
    """1 if `word` is the nearest known word to `vector`, 2 if it is the second, ..."""
    cosines = vectors.cosine_similarities(vector, vectors.vectors)
    return 1 + int((cosines > cosines[vectors.key_to_index[word]]).sum())


known = {key: each.keyed_vectors() for key, each in trained.items()}
for error in ("남둥생은", "넘동생은", "남동셍은", "남돔생은", "담동생은"):
    places = {
        key: place(known[key], each.vector(error), "남동생은") for key, each in trained.items()
    }
    means = {cut: np.mean([places[cut, seed] for seed in range(3)]) for cut in cuts}
    print(error, *(f"  {cut} {mean:.1f}" for cut, mean in means.items()))

million = chapter.results("static_vectors")["experiments"]["korean"]
print(f"\n{million['about']['text']} of film reviews, gensim, {million['about']['note']}:")
for row in million["rows"][1:]:  # the first has no n-grams, so no vector for a slip
    print(f"{row['unit']:9}", *(f" {error} {at}" for error, at in row["typos"].items()))
    print(f"{'':9}  WS-353 in Korean {row['ws353_ko']:.2f} ({row['ws353_ko_pairs']} pairs), "
          f"analogies {row['analogies']:.1%} of {row['asked']}")

# %% [markdown]
# With jamo the right word is the first or nearly so, for all five errors. With syllables two of the
# five are found as well; for the other three, other words come before it on average.
# These five are chosen by hand and show the kind; the bars above are the measurement.
#
# Does it hold for more text? The last lines were measured on about a hundred times as much, with
# three other slips, of 남동생 itself; behind each stands the place of the right word. There the
# order turns. The jamo bring only the first slip closer; they are behind in the other two, and in
# both tests of meaning. One reason may be that a finer cut shares more between a slip and its word,
# but also between words that have nothing to do with each other. It is one word, one seed and a
# small number of pairs and questions. So it does not show which cut is better; our five slips do
# not either.
#
# ## What you can now do
# - cut any word into its n-grams, in letters, syllables or jamo,
# - give an unseen word a vector, and say which n-grams made it,
# - train n-grams, and tell beforehand how far a word is pulled along,
# - count collisions, and choose a number of buckets,
# - test on typing errors, with an untrained table as the control.
#
# ## One honest limit
# A vector from n-grams knows the spelling first, and knows it less well than the n-grams
# themselves. "Arrange" is no fruit and "theater" no eater, yet they come near. Our texts are
# small, above all the Korean one with ten thousand words: what is measured here is how n-grams
# carry spelling. How well they carry meaning needs far more text.
#
# ## Sources
# - FastText: Bojanowski, Grave, Joulin and Mikolov 2017, *Enriching word vectors with subword
#   information*. The hash FNV-1a: Fowler, Noll and Vo.
# - WS-353: Finkelstein and others 2002.
# - The table of "eating", "I am eating food now", Orange and Oranges, the forms of 모르다, 남동생
#   and jamo as letters: the lecture *Tensorflow를 활용한 딥러닝 자연어 처리 입문*, part 3.
#
# ## Where next
# Chapter 05 goes another way to static vectors: it counts first, and fits the vectors to the
# table. The thought of this chapter, that a word is made of letters, comes back in chapter 07,
# where a network learns by itself which runs of letters matter.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. Why does FastText write `<` and `>` around each word?
#    - [ ] to tell words apart in a sentence :: the text is already cut into words before
#    - [x] so that `<her>` and the `her` inside "where" are two things :: a mark ties an n-gram to
#      the edge of the word
#    - [ ] so that short words have n-grams at all :: a welcome effect, but "a" has none of length
#      4 even so
# 2. Only "eating" is trained. What happens to the vector of "eater"?
#    - [ ] nothing, it was not trained :: its n-grams were, those that it shares with eating
#    - [x] it moves with the n-grams that both have :: as far as its share of them goes
#    - [ ] it becomes equal to that of eating :: only if all its n-grams were those of eating
# 3. An untrained table finds many typing errors. What follows?
#    - [ ] training is useless :: it was not asked for meaning here
#    - [x] this test measures shared spelling :: random rows have nothing else to go by
#    - [ ] random numbers know Korean :: they know which rows two words have in common
