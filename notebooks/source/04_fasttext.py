# %% [markdown]
# # 04 FastText
#
# Mistype a word in a search box, and it still finds what you meant. Mistype it in a program that
# looks words up in a table of vectors, and the program stops, because *teahcer* has no row. Nor has
# a word that the training text had only twice, and most types are that rare. In Korean it is worse,
# since one verb comes in dozens of forms. FastText has one idea against all of this: a new word is
# made of old pieces.
#
# **How can a word that was never seen still get a useful vector?**
#
# You will be able to
# - **cut** a word into character n-grams, and say what the marks `<` and `>` are for,
# - **train** n-grams as a skip-gram, and foresee which other words a step will move,
# - **hash** n-grams into a table of fixed size, and count how many must share a row,
# - **take** Korean syllables apart into jamo, and make typing errors as a keyboard makes them,
# - **judge** what subwords buy for typing errors, rare words and new words.
#
# You need the skip-gram and the cosine of chapter 03, and negative sampling (03b).

# %% tags=["setup"]
from collections import Counter

import numpy as np
import torch
from matplotlib import pyplot as plt

from elmo_lite import corpora, fasttext, text
from elmo_lite.corpora import keyboard
from elmo_lite.stats import paired
from notebooks.course import chapter, results
from notebooks.course.check import ch04 as checks
from notebooks.course.plots import ch04 as plots

FIRST, VOWEL, LAST = keyboard.FIRST, keyboard.VOWELS, ["", *keyboard.LAST]  # jamo, by number

# %% [markdown]
# ## 1. Five strangers
# You see one root (어근) in eat, eats, eaten, eater and eating. Word2Vec sees five words, and it
# gives a row only to those that it meets often enough, usually five times, because a row that was
# trained twice is still noise. How many of the five get one in our Wikipedia sample?

# %%
documents = corpora.wikipedia_sample().documents
sentences = [[word.lower() for word in sentence] for document in documents for sentence in document]
counts = Counter(word for sentence in sentences for word in sentence)
family = ["eat", "eats", "eaten", "eater", "eating"]
for word in family:
    print(f"{word:7}{counts[word]:3}")

rare = sum(count < 5 for count in counts.values())
print(f"{rare:,} of {len(counts):,} types occur fewer than five times: {rare / len(counts):.0%}")

# %% [markdown]
# Three of the five are **out of vocabulary** (OOV, 미등록 단어), like 74 % of all types, and so is
# nearly every typing error. A word without a row has no vector, so knowing *tensor* and *flow* does
# not help with *tensorflow*. And the form (형태) of a word is invisible, so what is learned about
# *eat* does not help *eats*. Both faults have one cause: a word is one row.
#
# ## 2. Cut the word into n-grams
# FastText (Bojanowski and others 2017) takes a word as a bag of **character n-grams**
# (문자 n-gram), all runs of n characters, or **subwords** (서브워드). Two marks come first, `<`
# before the word and `>` after it, and they count as characters.
#
# By hand, for *eating* and n = 3: write `<eating>`, lay a window of three letters on it and move it
# along. You get `<ea`, `eat`, `ati`, `tin`, `ing`, `ng>`. Usually all lengths from 3 to 6 are taken
# together. They are $G_w$, the n-grams of the word $w$; the word itself is not one of them.
#
# **Predict.** `<eating>` has 8 characters. How many n-grams of length 3, 4, 5 and 6 are there?
#
# <details><summary>Answer</summary>
#
# A window of n letters has 8 - n + 1 positions, so there are 6 + 5 + 4 + 3 = 18.
#
# </details>

# %% [markdown] tags=["exercise"]
# ### Exercise 4.1: character n-grams
# Difficulty 1 of 3, 10 minutes.
#
# Write the function. It returns the n-grams of `<word>` with all lengths from `min_n` to `max_n`
# as a list, in any order. A run that occurs twice in the word (`ana` in banana) is in the list
# twice. If the word is too short for a length, that length gives none.
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
    """All runs of min_n to max_n characters in <word>, as a list."""
    # begin solution
    marked = f"<{word}>"
    lengths = range(min_n, max_n + 1)
    return [marked[i : i + n] for n in lengths for i in range(len(marked) - n + 1)]
    # end solution


# %% tags=["check"]
checks.ch04_ex1(character_ngrams)

# %%
character_ngrams = checks.ch04_ex1.yours_or_ours(character_ngrams)
print(len(character_ngrams("eating", 3, 6)), "n-grams")
plots.ngram_table("eating", 3, 6)

# %% [markdown]
# Eight of the 18 are dark, because they touch an edge of the word: `ing>` is an ending, while `ing`
# also occurs inside *ingredient*. The marks keep words and pieces apart as well. *where* contains
# the piece `her`, but not `<her>`, which is the word *her*.
#
# How close are the five strangers now? Of all different n-grams of two words $a$ and $b$, take the
# share that both have, their **Jaccard similarity** (자카드 유사도):
#
# $$\text{share}(a, b) = \frac{|G_a \cap G_b|}{|G_a \cup G_b|} \tag{1}$$
#
# By hand, with n = 3 alone, *eat* and *eats* share `<ea` and `eat`, 2 of their 5.


# %%
def share(first, second):
    """Equation (1), from the n-grams of both words."""
    return len(set(first) & set(second)) / len(set(first) | set(second))


def shares(words, min_n, max_n, cut=fasttext.character_ngrams):
    pieces = [cut(word, min_n, max_n) for word in words]
    table = np.zeros((len(words), len(words)))
    for i, j in np.ndindex(table.shape):
        table[i, j] = share(pieces[i], pieces[j])
    return table


assert share(character_ngrams("eat", 3, 3), character_ngrams("eats", 3, 3)) == 2 / 5  # by hand
plots.overlap(family, shares(family, 3, 6, character_ngrams))

# %% [markdown]
# No two of them are strangers any more. Every pair shares at least 10 % of its n-grams (*eaten* and
# *eater* 27 %), since all five have `<ea`, `eat` and `<eat`. What is learned about these three
# serves the whole family.
#
# ## 3. A word is the mean of its n-grams
# Each n-gram $g$ gets a vector $z_g$. A known word also keeps a row of its own, $z_w$, as in
# Word2Vec; a new word has none:
#
# $$v_w = \frac{1}{1 + |G_w|} \Bigl( z_w + \sum_{g \in G_w} z_g \Bigr) \quad \text{known}, \qquad
# v_w = \frac{1}{|G_w|} \sum_{g \in G_w} z_g \quad \text{new} \tag{2}$$
#
# The paper writes the sum without dividing. FastText's own program, gensim and our package take
# the mean, so that long words do not get long vectors. The cosines are the same.
#
# By hand, in two dimensions: *eat* with n = 3 has the n-grams `<ea`, `eat` and `at>`. If their
# vectors are (1, 0), (2, 3) and (0, 3) and the word has no row, it gets (3/3, 6/3) = (1, 2).
#
# Say that *Orange* was trained, with n from 2 to 5. *Oranges* and the typing error *Orrange* have
# no row, but most of their n-grams do.

# %%
assert np.allclose(np.mean([(1, 0), (2, 3), (0, 3)], axis=0), (1, 2))  # equation (2) by hand
orange = set(character_ngrams("Orange", 2, 5))
for word in ("Oranges", "Orrange", "Arrange"):
    own = set(character_ngrams(word, 2, 5))
    print(f"{word}: {len(own & orange)} of its {len(own)} n-grams are known from Orange")
plots.shared_ngrams("Orange", "Oranges", 2, 5)

# %% [markdown]
# *Oranges* gets 18 of its 26 vectors from *Orange*, and the typing error *Orrange* gets 17. But
# *Arrange* gets 14, and it has nothing to do with fruit. Spelling alone cannot know that, so
# something has to be learned from the context as well.
#
# ## 4. Training: I am eating food now
# We train as in chapter 03b, and only $v_w$ is new. With the true outside words $O$ of the centre
# word and $K$ negative words, the loss is
#
# $$J = -\sum_{o \in O} \log \sigma(v_w \cdot u_o) - \sum_{k=1}^{K} \log \sigma(-v_w \cdot u_k)
# \tag{3}$$
#
# In "I am eating food now", with a window of 1, *eating* has the outside words *am* and *food*,
# whose label $y$ is 1. Our negative words are *paris* and *earth*, with label 0. The gradient for
# $v_w$ is the sum of the outside vectors, each times the answer minus its label:
#
# $$\frac{\partial J}{\partial v_w} = \sum_{o} \bigl(\sigma(v_w \cdot u_o) - y_o\bigr)\, u_o
# \tag{4}$$
#
# Here $o$ runs over all four words. By hand: if all $z$ are 0, every answer is 1/2, so the factors
# in (4) are -1/2, -1/2, 1/2, 1/2 (chapter 03b had the opposite sign). The derivative of the mean
# would give each n-gram only a share $1/|G_w|$ of (4). The programs hand each one the whole of it,
# as if the vectors had been added, because otherwise a long word would hardly move.

# %% [markdown] tags=["exercise"]
# ### Exercise 4.2: one step
# Difficulty 2 of 3, 15 minutes.
#
# `Z` holds the vectors of all n-grams, one a row; `rows` lists the rows of the centre word; `U` has
# a row for each outside word, true or negative, and `labels` says which. Return the new `Z` after
# one step: $v_w$ is the mean of the word's rows, and each of these rows moves against the whole
# gradient (4), times `rate`. Leave the old `Z` as it is. (A real step moves `U` as well.)
#
# <details><summary>Hint 1</summary>
#
# `errors = 1 / (1 + np.exp(-U @ v)) - labels`, and the gradient is `errors @ U`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Work on `moved = Z.copy()`. Then `moved[rows] -= ...` changes the rows of the word, all at once.
#
# </details>


# %% tags=["exercise"]
def subword_step(Z, rows, U, labels, rate):
    """The vectors of all n-grams after one step: (num_ngrams, dim)."""
    # begin solution
    v = Z[rows].mean(axis=0)
    errors = 1 / (1 + np.exp(-U @ v)) - labels
    moved = Z.copy()
    moved[rows] -= rate * errors @ U
    return moved
    # end solution


# %% tags=["check"]
checks.ch04_ex2(subword_step)

# %%
subword_step = checks.ch04_ex2.yours_or_ours(subword_step)
outside, labels = ["am", "food", "paris", "earth"], np.array([1, 1, 0, 0])
pieces = sorted({piece for word in family for piece in character_ngrams(word, 3, 6)})
eating = [pieces.index(piece) for piece in character_ngrams("eating", 3, 6)]
U = np.random.default_rng(4).normal(size=(4, 10)) / 2
Z = subword_step(np.zeros((len(pieces), 10)), eating, U, labels, rate=0.1)
print(f"{np.any(Z != 0, axis=1).sum()} of the {len(pieces)} n-grams of the family have moved")

table = torch.zeros(len(pieces), 10, dtype=torch.float64, requires_grad=True)
scores = torch.tensor(U) @ table[eating].mean(dim=0)
signs = torch.tensor(2.0 * labels - 1)  # +1 for true words, -1 for negative ones
(-torch.nn.functional.logsigmoid(signs * scores)).sum().backward()  # equation (3)
assert np.allclose(18 * table.grad.numpy(), -Z / 0.1)

# %% [markdown]
# Torch agrees. It differentiates the mean, so 18 times its gradient is what our step used.
#
# **Predict.** Now 40 steps, and all of them with *eating*. What happens to the other four words?
#
# <details><summary>Answer</summary>
#
# They come along, each as far as its n-grams are also n-grams of eating.
#
# </details>

# %%
for _ in range(39):
    Z = subword_step(Z, eating, U, labels, rate=0.1)
answers = 1 / (1 + np.exp(-U @ Z[eating].mean(axis=0)))
for word, answer in zip(outside, answers, strict=True):
    print(f"{word:6} {answer:.2f}")

ax = plt.figure(figsize=(7.5, 3.8)).add_subplot(xlim=(0, 1.15), ylim=(0, 4))
said = []
for word, right in zip(family, [9, 9, -54, 9, 9], strict=True):
    rows = [pieces.index(piece) for piece in character_ngrams(word, 3, 6)]
    known, score = np.isin(rows, eating).mean(), Z[rows].mean(axis=0) @ U[1]
    ax.plot(known, score, "o", color="#2E9E4F", markersize=10)
    plots.note(ax, word, (known, score), (right, -5))
    said.append(f"{word} {known:.2f}, {score:.2f}")
ax.axline((0, 0), (known, score), color="#E4E4E4", zorder=0)
ax.set(xlabel="share of the word's n-grams that eating has too", ylabel="score with food")
plots.describe(ax, f"Share of n-grams known from eating, and score with food: {'; '.join(said)}.")

# %% [markdown]
# *am* and *food* are at 0.94 and 0.97 now, *paris* and *earth* at 0.06 and 0.14. And *eat*, which
# no step was for, has half the score of *eating* with *food*, 1.77 of 3.54, because half of its
# n-grams are in *eating*. That is the gift of fastText and its danger as well: 14 of the 22 n-grams
# of *beating* moved too, so it came further than *eat*.
#
# ## 5. Buckets
# How many rows does the table of n-grams need? Nobody knows before reading the text. So fastText
# fixes the number of rows, its **buckets** (버킷), and a **hash function** (해시 함수) says which
# row an n-gram has: it turns any text into a number that looks random, but is the same for the same
# text. Two n-grams that get the same row are in a **collision** (충돌), and share it.
#
# %% [markdown] tags=["exercise"]
# ### Exercise 4.3: the hash
# Difficulty 2 of 3, 15 minutes.
#
# Write the bucket of a piece of text in plain letters: its hash FNV-1a, modulo `buckets`. The hash
# starts at 2166136261. For each byte of the piece it takes the exclusive or (배타적 논리합, `^` in
# Python) with the byte, multiplies by 16777619, and keeps the last 32 bits. By hand, for the letter
# a, which is byte 97: 2166136261 ^ 97 = 2166136228, times 16777619, modulo $2^{32}$, is 3826002220.
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
# How crowded do the buckets get? If $|G|$ different n-grams fall into $B$ buckets at random, one
# of them is alone if none of the others falls into its bucket:
#
# $$P(\text{not alone}) = 1 - \left(1 - \tfrac1B\right)^{|G| - 1} \tag{5}$$
#
# **Predict.** If there are as many buckets as n-grams, how many share one?
#
# <details><summary>Answer</summary>
#
# About 63 %, since equation (5) comes to $1 - 1/e$. Room for all is not enough to keep them apart.
#
# </details>

# %%
bucket = checks.ch04_ex3.yours_or_ours(bucket)
vocabulary = [word for word, count in counts.items() if count >= 5]
G = {piece for word in vocabulary for piece in character_ngrams(word, 3, 6) if piece.isascii()}


def not_alone(B):
    held = Counter(bucket(piece, B) for piece in G)
    return 100 * sum(number for number in held.values() if number > 1) / len(G)


print(f"{len(G):,} n-grams; in as many buckets {not_alone(len(G)):.0f} % are not alone")
sizes = [10_000, 50_000, 200_000, 1_000_000, 2_000_000]
counted = [not_alone(B) for B in sizes]
ax = plt.figure(figsize=(8, 3.6)).add_subplot(xscale="log", ylim=(-5, 115))
B = np.geomspace(10_000, 2_000_000)
ax.plot(B, 100 - 100 * (1 - 1 / B) ** (len(G) - 1), color="#7A7A7A")  # equation (5)
ax.plot(sizes, counted, "o", color="#2E9E4F")
for B, percent in zip(sizes, counted, strict=True):
    plots.note(ax, f"{percent:.0f} %", (B, percent), (9, 5))
ax.set(xlabel="buckets B", ylabel="n-grams not alone, in %")
said = "; ".join(f"{B:,}: {p:.0f} %" for B, p in zip(sizes, counted, strict=True))
plots.describe(ax, f"N-grams that share their bucket, dots counted, line by chance: {said}.")

# %% [markdown]
# The dots lie on the line of equation (5), so the hash spreads the n-grams evenly. With
# fastText's 2,000,000 buckets 3 % of ours share a row, with 50,000 it is 67 %. We train with 50,000
# all the same: a word is the mean of 22 n-grams, so a blurred one does little harm.
#
# ## 6. In torch
# Torch has the mean over rows ready: `embedding_bag` takes the row numbers of all words in one
# line, and where each word begins. The package has the same class, and the step of exercise 4.2 for
# a batch. Both give the same loss.


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


# %%
settings = fasttext.FastTextSettings(emb_dim=8, buckets=1000)
rows = fasttext.rows_of_words(family, settings)
package = fasttext.SubwordSkipGram(rows, settings)
torch.nn.init.normal_(package.context.weight, generator=torch.Generator().manual_seed(0))
ours = SubwordSkipGram_v1([own.tolist() for own in rows], len(family) + 1000, 8)
ours.load_state_dict(package.state_dict())
w, o, negatives = torch.tensor([0, 4, 4]), torch.tensor([1, 2, 3]), torch.tensor([2, 3])
assert torch.allclose(ours.loss(w, o, negatives), package(w, o, negatives[None]).sum())

# %% [markdown]
# ## 7. English: errors, rare words, new words
# We train on the Wikipedia sample, three times through, and ask for the nearest known words to
# seven that have no row.

# %%
torch.set_num_threads(1)  # the steps are small: a second thread would only make them wait
settings = fasttext.FastTextSettings(
    emb_dim=50, window=2, epochs=3, buckets=50_000, batch_size=2048
)
with chapter.timed("04", "training on the Wikipedia sample"):
    model = fasttext.train(sentences, settings)
vectors = model.keyed_vectors()

asked = ["democratization", "australians", "oranges", "eater"]  # new words
asked += ["mathematisc", "teahcer", "tensorflow"]
for word in asked:
    near = [name for name, _ in vectors.similar_by_vector(model.vector(word), topn=5)]
    print(f"{word:16}", *near)

# %% [markdown]
# Endings work best: *democratization* finds other nouns in -ation, and *australians* finds
# archaeologists and journalists. *mathematisc* finds *mathematics*. But *eater* finds *theater*,
# which is pure spelling, *teahcer* fails, because a swap in the middle of a short word breaks most
# of its n-grams, and the vector of *tensorflow* says nothing at all. A new word always has a
# vector, not always a useful one.
#
# **Try it.** Put words into `asked`: your name, a compound, a typing error.
#
# Why does *oranges* find *ranges* first? Compare its n-grams (the rows) with those of *orange*.

# %%
first, second = (model.pieces(word) for word in ("oranges", "orange"))
unit = [rows / np.linalg.norm(rows, axis=1, keepdims=True) for _, rows in (first, second)]
print("range", counts["range"], "times, orange", counts["orange"], "times")
plots.piece_similarity(first[0], second[0], unit[0] @ unit[1].T)

# %% [markdown]
# White squares are n-grams of both words. Away from them the darkest patch is where `rang` and
# `range` meet, with a cosine of 0.87. *range*, which occurs 79 times, has trained them; *orange*,
# with 4, has no row. An n-gram belongs to the word that uses it most.
#
# ### Typing errors come from a keyboard
# To measure what this is worth we need **typing errors** (오타) as fingers make them. Damerau
# (1964) found that four in five had one of four slips: a letter wrong, missing, too many, or
# swapped with the next. Our module `keyboard` makes them key by key, and its wrong letters are
# neighbouring keys.

# %%
for kind, errors in keyboard.typing_errors("teacher").items():
    print(f"{kind:10} {len(errors):3}, such as", *errors[-4:])

# %% [markdown]
# ### What subwords buy
# Now the question of the chapter, on half a million tokens of modern English. We took 1,500 words
# that occur ten times or more and divided them at random: 500 stay, 500 keep two occurrences, 500
# are deleted from the text. So the groups differ only in how often a model has read them. A fourth
# group has one typing error for each of the 500 that stay.
#
# For each word we show two others and ask which one is its neighbour. One is among its ten nearest
# in the vectors that the course ships (chapter 03), which have read a hundred times as much and are
# blind to spelling. The other is drawn at random, so guessing gives 50 %. Word2Vec and fastText
# (gensim's, 100 numbers, three seeds) read the same text. Spelling alone learns nothing and takes
# the word with the larger share (1). In the output *rare* means read twice, and *found* asks which
# word was meant.
#
# **Predict.** Where does fastText beat Word2Vec, and where does it not?
#
# <details><summary>Answer</summary>
#
# It wins wherever Word2Vec has no row or a bad one. On words that were read often they are level.
#
# </details>

# %%
rows = chapter.results("static_vectors")["experiments"]


def compare(language, words, first, second):
    """The difference of two models on the same questions, in points, with its 95 % interval."""
    right, means = [], []
    for by in (first, second):
        seeds = results.select(rows[language]["rows"], by=by, words=words)
        right.append([results.unpack(row) for row in seeds])  # (seeds, questions)
        means.append(f"{by} {100 * np.mean(right[-1]):.0f}")
    gain, low, high = (round(100 * x) for x in paired(*right))
    print(f"{words:14} {' - '.join(means)} = {gain:+} ({low:+} to {high:+})")


compare("fasttext", "known", "fastText", "Word2Vec")
compare("fasttext", "rare", "fastText", "Word2Vec")
compare("fasttext", "new", "fastText", "spelling")
compare("fasttext", "typing errors", "fastText", "spelling")
compare("fasttext", "found", "spelling", "fastText")
looks = {"Word2Vec": ("Word2Vec", "s", "#7A7A7A"), "fastText": ("fastText", "o", "#2E9E4F")}
looks["spelling alone"] = ("spelling", "D ", "#555555")
plots.what_subwords_buy(rows["fasttext"]["rows"], looks)

# %% [markdown]
# **For English words that were read often subwords buy nothing, for all others a lot.** On the
# first group Word2Vec has 83 % and fastText 81 %, and the interval of the difference contains 0
# (chapter 09b explains the paired bootstrap). A row that was trained twice is worth 60 %, and
# n-grams lift that to 72 %. On words that it has never read fastText has 75 %, where Word2Vec can
# only guess, and with a typing error in the word 70 %. Similar spelling does not explain this,
# since spelling alone has 56 to 60 % everywhere. The n-grams have learned their meaning in other
# words.
#
# One result goes against fastText. Asked for the word behind a typing error, among 5,000, spelling
# alone is right 29 points more often (65 and 36 %), because 100 numbers cannot hold a whole list of
# n-grams, and training spends them on meaning. To correct errors you need no vectors; to work with
# a text that nobody has corrected you need subwords.
#
# ## 8. Korean: one verb, many faces
# A Korean verb changes its ending (어미) with tense, mood and politeness. 모르다, "not to know",
# appears as 모르네, 모르더라, 몰라야, 몰랐다, 모르겠으나, 몰라, 모르겠니, 모르면서 and more.
# How many forms do our own Korean texts have?

# %%
korean = [text.tokenize(line) for line in corpora.korean_verbs()]
reviews = corpora.our_reviews()
for part in (reviews.train, reviews.dev, reviews.test):
    korean += [text.tokenize(review) for _, review in part]
seen = Counter(word for sentence in korean for word in sentence)
stems = ("모르", "모른", "모를", "모릅", "몰라", "몰랐")
forms = [word for word in seen if word.startswith(stems)]
once = sum(seen[word] == 1 for word in forms)
print(f"{sum(seen.values()):,} tokens: {len(forms)} forms of 모르다, {once} of them once")

# %% [markdown]
# To Word2Vec these 34 forms are strangers, and 23 of them were met once. N-grams help, if the
# pieces are small enough. In Python a character of Hangul is a whole **syllable** (음절), such as
# 몰. But a syllable is built from **jamo** (자모): an initial consonant (초성), a vowel (중성), and
# often a final consonant (종성). 모르 and 몰라 share no syllable, but both begin with ㅁㅗㄹ.
#
# Unicode (유니코드) numbers the 11,172 syllables in order: 19 initial consonants, 21 vowels and 28
# final consonants, the first of which is "none". So the number of a syllable is
#
# $$\text{code} = 44032 + 588 \cdot \text{initial} + 28 \cdot \text{vowel} + \text{final} \tag{6}$$
#
# since 21 · 28 = 588.

# %% [markdown] tags=["exercise"]
# ### Exercise 4.4: syllables to jamo
# Difficulty 2 of 3, 15 minutes.
#
# Invert equation (6). By hand: 몰 has the code 47792 = 44032 + 3760, and 3760 = 588 · 6 + 28 · 8 +
# 8. Initial consonant number 6 is ㅁ, vowel number 8 is ㅗ, final consonant number 8 is ㄹ.
#
# The function gets a word of Hangul syllables and returns its jamo in one string: 몰라 becomes
# ㅁㅗㄹㄹㅏ. `FIRST`, `VOWEL` and `LAST` list the letters by number; `LAST[0]`
# is the empty string.
#
# <details><summary>Hint 1</summary>
#
# `ord("몰")` is 47792. Subtract 44032 first.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `number // 588` is the initial consonant, `number % 588 // 28` the vowel, `number % 28` the final
# consonant.
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
# Now compare the n-grams of 1 to 3 syllables with those of 3 to 6 jamo. 여동생, "younger sister",
# is there as a stranger.
#
# **Predict.** Which of the eight forms above share no syllable with 모르네?
#
# <details><summary>Answer</summary>
#
# 몰라, 몰라야 and 몰랐다. The verb is irregular (불규칙): 모르 + 아 becomes 몰라.
#
# </details>

# %%
to_jamo = checks.ch04_ex4.yours_or_ours(to_jamo)
some = ["모르네", "모르더라", "모르면서", "모르겠니", "몰라", "몰라야", "몰랐다", "여동생"]
left, right = plt.figure(figsize=(15, 5)).subplots(1, 2)
plots.overlap(some, shares(some, 1, 3), "1 to 3 syllables in common, in %", left)
by_jamo = shares([to_jamo(word) for word in some], 3, 6)
plots.overlap(some, by_jamo, "3 to 6 jamo in common, in %", right)

# %% [markdown]
# As syllables the verb falls into two blocks, 모르 and 몰, with hardly anything in common. As jamo
# every form shares at least 6 % with every other, and still nothing with 여동생.
#
# ### 남동생 and a slip of the finger
# 남동생 is "younger brother". On the two-set keyboard (두벌식) it takes nine keys, and the computer
# puts the syllables together, so one wrong key can do more damage than in English. Drop the ㄷ, and
# the ㅁ of the first syllable moves into the second: 나몽생.

# %%
print(keyboard.keystrokes("남동생"))
for kind, errors in keyboard.typing_errors("남동생").items():
    print(f"{kind:10} {len(errors):3}, such as", *errors[:5])

pair = ["남동생", "나몽생"]
by_syllable, by_jamo = shares(pair, 1, 3), shares([to_jamo(word) for word in pair], 3, 6)
print(f"in common: syllable n-grams {by_syllable[0][1]:.0%}, jamo n-grams {by_jamo[0][1]:.0%}")

# %% [markdown]
# One key of nine has destroyed two syllables of three. The two have 11 % of their syllable n-grams
# in common, and 30 % of their jamo n-grams.
#
# Does the finer cut pay? The test is that of section 7, on half a million eojeol (어절, the words
# between spaces) of film reviews. The reference is Word2Vec on four times as many. (Differences are
# rounded last.)

# %%
for words in ("known", "rare", "new", "typing errors", "found"):
    compare("korean", words, "fastText, jamo", "fastText, syllables")
compare("korean", "known", "fastText, jamo", "Word2Vec")
compare("korean", "rare", "fastText, jamo", "Word2Vec")
compare("korean", "found", "spelling, jamo", "fastText, jamo")
looks = {"Word2Vec": looks["Word2Vec"], "syllables": ("fastText, syllables", "^", "#0072B2")}
looks["jamo"] = ("fastText, jamo", "o", "#2E9E4F")
looks["spelling alone"] = ("spelling, jamo", "D ", "#555555")
plots.what_subwords_buy(rows["korean"]["rows"], looks)

# %% [markdown]
# **Korean gives the same picture, and jamo beat syllables where the spelling is wrong.** On words
# read often fastText and Word2Vec are level again, 83 and 85 %. On words read twice jamo lift 69 %
# to 83 %, and on words never read the cuts have 79 and 80 %, so up to here any cut will do. With a
# wrong key in the word the jamo still have 78 %, the syllables 73 %, and jamo find the word that
# was meant in 36 % of the cases, syllables in 25 %. Plain spelling over jamo finds it in 69 %, so
# it is the better corrector again.
#
# ### Open experiment
# Add `min_n=2, max_n=3` to the settings of section 7, or 5 and 6. First write down which of the
# words in `asked` will get better neighbours and which worse. Then explain what surprised you.
#
# ## Appendix: the same models and people's judgement
# The rank correlation of chapter 03, the mean of the seeds, over pairs whose words occur five
# times or more in the half million tokens, and over all pairs of the set, for which only n-grams
# have vectors. (*Ours* is our package.)

# %%
for language, name in (("fasttext", "ws353"), ("korean", "ws353_ko")):
    print(f"{name:24} {'known pairs':>12} {'all pairs':>10}")
    found = results.select(rows[language]["rows"], words="people")
    for by in dict.fromkeys(row["by"] for row in found):
        model = results.select(found, by=by)
        known, every = (np.mean([row[key] for row in model]) for key in (name, f"{name}_all"))
        line = f"  {by:22} {known:5.2f} of {model[0][f'{name}_pairs']:3}"
        print(line + (f" {every:10.2f}" if by != "Word2Vec" else f"{'-':>11}"))

# %% [markdown]
# Half a million tokens teach little of what people call similar: over the English words that it
# knows Word2Vec reaches 0.15, fastText 0.08. Over all Korean pairs the syllables are ahead with
# 0.20, jamo have 0.10.
#
# ## What you can now do
# - give an unseen word a vector, and say which n-grams made it,
# - tell beforehand how far a step on one word moves another,
# - choose a number of buckets, and n-grams of letters, syllables or jamo,
# - say for which words subwords are worth their price, and when plain spelling is better.
#
# ## One honest limit
# Our texts have half a million tokens; after a whole Wikipedia fewer words are rare. Three seeds
# are few, but the best and the worst of a model are 1.3 points apart on average, while other words
# would move a difference by 3 to 6.
#
# ## Sources
# - P. Bojanowski, E. Grave, A. Joulin, T. Mikolov (2017). *Enriching Word Vectors with Subword
#   Information.* https://aclanthology.org/Q17-1010/
# - F. J. Damerau (1964). *A technique for computer detection and correction of spelling errors.*
#   https://doi.org/10.1145/363958.363994
# - G. Fowler, L. C. Noll, K.-P. Vo. *FNV hash.* http://www.isthe.com/chongo/tech/comp/fnv/
# - S. Park, J. Byun, S. Baek, Y. Cho, A. Oh (2018). *Subword-level Word Vector Representations for
#   Korean.* ACL (the Korean WS-353, and jamo). https://aclanthology.org/P18-1226/
# - L. Finkelstein and others (2002). *Placing search in context: the concept revisited.*
#   (WS-353). https://doi.org/10.1145/503104.503110
# - The lecture *Tensorflow를 활용한 딥러닝 자연어 처리 입문*, part 3 (the toys).
#
# ## Where next
# Subwords have won: BERT and GPT read pieces of words too, but put them together in context, where
# fastText takes a mean. Chapter 05 counts words instead. Letters come back in chapter 07, where a
# network learns by itself which runs of letters matter.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. Why does fastText write `<` and `>` around each word?
#    - [ ] to tell words apart in a sentence :: the text is already cut into words before
#    - [x] so that `<her>` and the `her` inside "where" are two things :: a mark ties an n-gram to
#      the edge of the word
#    - [ ] so that short words have n-grams at all :: a welcome effect, but "a" still has none of
#      length 4
# 2. Only "eating" is trained. What happens to the vector of "eater"?
#    - [ ] nothing, it was not trained :: the n-grams that it shares with eating were
#    - [x] it moves with the n-grams that both have :: as far as its share of them goes
#    - [ ] it becomes equal to that of eating :: only if all its n-grams were those of eating
# 3. You want a program that corrects typing errors and nothing else. What do you need?
#    - [ ] Word2Vec :: it has a row for hardly any typing error
#    - [ ] fastText :: it finds the word behind an error in 36 % of the cases, plain spelling in
#      65 %
#    - [x] a list of words and their n-grams :: the word with the largest share (1) is the best
#      guess
