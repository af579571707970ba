# %% [markdown]
# # 07 Char-CNN
#
# **How does a network read a word from its characters?**
#
# FastText (chapter 04) adds up the vectors of the pieces of a word. The first layer of ELMo goes
# further: it has no list of words and no list of pieces. It reads bytes, and learns by itself
# which pieces matter.
#
# You will be able to
# - **write** any word as the row of numbers that ELMo reads,
# - **compute** a convolution, its maximum over time and a highway layer, by hand and in code,
# - **show** which pieces of words a trained filter listens to,
# - **tell** what training changed, with the help of a net that was never trained,
# - **build** the whole network and hold it against the tested one.
#
# You need vectors and their cosine (chapter 03), a linear layer and its training (chapter 02),
# and the shapes of tensors in PyTorch.

# %% tags=["setup"]
import numpy as np
import torch
from torch import nn

from elmo_lite import char_cnn
from elmo_lite.checks import ch07 as checks
from elmo_lite.elmo import Elmo
from elmo_lite.plots import ch07 as plots
from elmo_lite.plots import common
from elmo_lite.text import character_ids

off = torch.set_grad_enabled(False)  # nothing is trained in this chapter

# %%
common.course_map("07")

# %% [markdown]
# ## 1. The row of all strangers
# A model with a table of words has one row per word, and one more for all words that it does not
# know. Here is the vocabulary (단어 집합) of our English biLM, the model that this part of the
# course is about. We look up two everyday words, a typing error (오타), an invented word and the
# Korean 남동생 ("younger brother").

# %%
elmo = Elmo.load()
vocabulary = elmo.model.vocabulary
for word in ("beautiful", "dog", "beautifful", "blorping", "남동생"):
    print(f"{word}: row {vocabulary.id(word)}")
strangers = vocabulary.ids(["beautifful", "blorping", "남동생"])
assert set(strangers) == {0} and vocabulary.id("dog") > 0

# %% [markdown]
# Three strangers share row 0, the unknown word (미등록 단어, OOV). A network that reads this table
# cannot tell a misspelt "beautiful" from a younger brother.
#
# The mend: do not look the word up, read it.
#
# ## 2. A word is a row of bytes
# Which signs should the network know? English needs 26 letters and some marks, Korean 11,172
# syllables, and there are thousands of emoji. Text files have a common answer, **UTF-8**: every
# character (글자) is written as one to four **bytes** (바이트), numbers from 0 to 255. An English
# letter takes one byte, a Hangul syllable three, most emoji four.
#
# By hand: 남 has the number B0A8 in Unicode, in binary 1011 000010 101000. UTF-8 puts these three
# groups behind the marks 1110, 10 and 10: `11101011 10000010 10101000`, or 235, 130, 168.

# %%
groups = [0b1110_1011, 0b10_000010, 0b10_101000]  # mark and group, three times
assert ord("남") == 0b1011_000010_101000 == 0xB0A8
assert bytes(groups) == "남".encode()
for word in ("dog", "café", "남동생", "😀"):
    print(f"{word}: {list(word.encode())}")

# %% [markdown]
# ELMo reads a word in a row of exactly 50 ids:
#
# | id | what it stands for |
# |---|---|
# | 0 | no word here (a sentence shorter than its neighbours) |
# | 1 to 256 | byte 0 to 255, so byte + 1 |
# | 257, 258 | the marks of the start and the end of a sentence |
# | 259, 260 | begin and end of the word |
# | 261 | padding (채움), up to 50 |
#
# Begin and end do the job of `<` and `>` in FastText: the "her" inside "where" is not the word
# "her". A word of more than 48 bytes is cut.
#
# **Predict.** How many of its 50 places does 남동생 fill, padding not counted?
#
# <details><summary>Answer</summary>
#
# Eleven: three syllables of three bytes, begin and end. A word of 48 bytes is 16 syllables long.
#
# </details>

# %%
words = ["dog", "café", "남동생", "😀"]
rows = [[259, *(byte + 1 for byte in word.encode()), 260] for word in words]  # by hand
for word, row in zip(words, rows, strict=True):
    assert character_ids([word])[0].tolist() == row + [261] * (50 - len(row))
assert len(rows[2]) == 11
plots.byte_strips(words, rows)

# %% [markdown]
# Every cell is one id; grey cells are begin and end. The network never sees the letters above the
# lines. It is not told that 남 is one sign, it must find out that its three bytes belong together.

# %% [markdown] tags=["exercise"]
# ### Exercise 7.1: the ids of a word
# Difficulty 1 of 3, 10 minutes.
#
# Write the function that turns one word into its list of 50 ids: begin, the bytes plus one, end,
# padding. Of a long word keep the first 48 bytes.
#
# <details><summary>Hint 1</summary>
#
# `"남".encode()` gives the bytes, and a loop over bytes gives whole numbers.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Cut the bytes, not the letters: `word.encode()[:48]`. Then `[261] * n` is a list of n paddings.
#
# </details>

# %% tags=["exercise"]
def ids_of(word):
    """The 50 character ids of a word, as a list."""
    # begin solution
    ids = [259, *(byte + 1 for byte in word.encode()[:48]), 260]
    return ids + [261] * (50 - len(ids))
    # end solution

# %% tags=["check"]
checks.ch07_ex1(ids_of)

# %% [markdown]
# ## 3. A filter slides over a word
# An id is only a name, so each id gets a short vector from a small table with one row per id, as a
# word did in chapter 02. Our toy gives each letter two numbers.
#
# A **filter** (필터) of **width** (너비) $w$ looks at $w$ letters at a time. It has one vector of
# weights per letter of its **window** (창), and a bias $b$. Laid on the letters
# $e_p, \dots, e_{p+w-1}$ it answers with one number:
#
# $$a_p = b + \sum_{i=0}^{w-1} W_i \cdot e_{p+i} \tag{1}$$
#
# Sliding it over all places $p$ is a **one-dimensional convolution** (1차원 합성곱).
#
# By hand: d = (2, 0), o = (0, 1), g = (1, 1), y = (−1, 2). The filter has width 2, the weights
# $W_0 = (1, 1)$ and $W_1 = (-1, 2)$, the same numbers as g and y, and $b = -5$:
# - do: (2 + 0) + (0 + 2) − 5 = −1
# - og: (0 + 1) + (−1 + 2) − 5 = −3
# - gg: (1 + 1) + (−1 + 2) − 5 = −2
# - gy: (1 + 1) + (1 + 4) − 5 = 2

# %%
letters = {"d": (2, 0), "o": (0, 1), "g": (1, 1), "y": (-1, 2)}
W, b = np.array([[1.0, 1], [-1, 2]]), -5.0
doggy = np.array([letters[letter] for letter in "doggy"], dtype=float)
answers = []
for p in range(len(doggy) - 1):  # equation (1) as a loop
    answers.append(b + sum(W[i] @ doggy[p + i] for i in range(2)))
assert answers == [-1, -3, -2, 2]

# %% [markdown]
# Vectorised, the windows are cut out first, and one product serves them all. The cell after it
# lets PyTorch's `Conv1d` do the same; it takes many filters at once. Mind its order of axes:
# (words, numbers of a letter, places).

# %%
windows = np.lib.stride_tricks.sliding_window_view(doggy, (2, 2))[:, 0]  # (places, 2, 2)
vectorised = (windows * W).sum(axis=(1, 2)) + b
assert np.allclose(answers, vectorised)

# %%
conv = nn.Conv1d(in_channels=2, out_channels=1, kernel_size=2).double()
conv.weight.copy_(torch.from_numpy(W.T))  # (1, numbers, width)
conv.bias.fill_(b)
by_torch = conv(torch.from_numpy(doggy.T)[None])[0, 0]
assert np.allclose(answers, by_torch)

# %% [markdown]
# How many answers there are depends on the word. The next layer wants the same number of inputs
# for every word. So of each filter only the largest answer is kept, the **maximum over time**
# (최대 풀링, max-over-time pooling). Then **ReLU** (rectified linear unit, 정류 선형 함수), the
# function $\max(0, a)$, turns a negative number into 0:
#
# $$f = \max\big(0,\; \max_p a_p\big) \tag{2}$$
#
# **Predict.** What is $f$ of this filter for "doggy", and what for "dog"?
#
# <details><summary>Answer</summary>
#
# 2 for "doggy", from the window gy. For "dog" the answers are −1 and −3, so $f = 0$: the filter
# is silent.
#
# </details>

# %%
# "doggy" begins with "dog": the first two answers are those of "dog"
f = {word: max(0, *answers[: len(word) - 1]) for word in ("dog", "doggy")}
assert f == {"dog": 0, "doggy": 2}
plots.convolution_by_hand("doggy", doggy, answers)

# %% [markdown]
# The green window won; its answer is circled. Its letters point the way of the filter's weights, so
# their products are large: this filter is a detector of gy, wherever it stands in the word.

# %% [markdown] tags=["exercise"]
# ### Exercise 7.2: one filter, one word
# Difficulty 2 of 3, 15 minutes.
#
# Write equations (1) and (2) for one filter: return the pair (place, value), the place $p$ of the
# largest answer (the first one, if several are equal) and the value $f$ after ReLU.
#
# <details><summary>Hint 1</summary>
#
# A word of n letters has n − w + 1 windows of width w.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `(vectors[p : p + w] * weights).sum() + bias` is the answer at place p, and `np.argmax` finds
# the place of the first largest one.
#
# </details>

# %% tags=["exercise"]
def strongest(vectors, weights, bias):
    """vectors: (letters, dim), weights: (width, dim) -> (place of the maximum, f)."""
    # begin solution
    w = len(weights)
    answers = [
        (vectors[p : p + w] * weights).sum() + bias for p in range(len(vectors) - w + 1)
    ]
    return int(np.argmax(answers)), max(0.0, float(np.max(answers)))
    # end solution

# %% tags=["check"]
checks.ch07_ex2(strongest)

# %% [markdown]
# Now the trained filters. Our model gives each id 16 numbers, and it has 480 filters of widths 1
# to 5. Nobody told them what to look for: they were trained together with the language model that
# reads their output.
#
# The next cell takes, for the word "unhappily", the two filters of each width from 2 on that answer
# strongest. In the figure `<` and `>` are begin and end, and a dot is the padding. Windows that lie
# wholly in the padding all give the same answer, so one column is enough for them.

# %%
cnn = elmo.bilm.char_cnn
NAMES = {259: "<", 260: ">", 261: "·"}


def show(ids):
    """Character ids as letters, where they are letters."""
    return "".join(NAMES.get(i, chr(i - 1)) for i in ids)


print(cnn.shape.filters, "->", cnn.shape.num_filters, "filters")

# %%
word, chosen, table = "unhappily", [], []
ids = torch.from_numpy(character_ids([word]))
for conv in list(cnn.convolutions)[1:]:
    answers = conv(cnn.embedding(ids).transpose(1, 2))[0]  # (filters, places)
    for k in answers.amax(dim=1).topk(2).indices.tolist():
        chosen.append(f"width {conv.kernel_size[0]}, filter {k}")
        table.append(answers[k, : len(word) + 3].numpy())
        assert table[-1].max() == answers[k].max()
plots.max_over_time(show(ids[0].tolist()[: len(word) + 3]), table, chosen)

# %% [markdown]
# Each row is one filter, and its circle marks the only number that the next layer will see. The
# place of the circle is forgotten.
#
# ## 4. Width is the length of an n-gram
# A filter of width 1 sees single letters, one of width 3 trigrams of letters (chapter 01 had
# n-grams of words). What can each width know? Take two words of the same letters: "listen" and
# "silent".
#
# **Predict.** Which share of the filters of width 1 gives "listen" and "silent" different numbers?
#
# <details><summary>Answer</summary>
#
# None. Both words show them the same letters, and the maximum forgets the order.
#
# </details>

# %%
listen, silent = cnn.convolve(torch.from_numpy(character_ids(["listen", "silent"])))
widths = np.repeat([1, 2, 3, 4, 5], [number for _, number in cnn.shape.filters])
differ = ~np.isclose(listen, silent, atol=1e-6)
shares = [differ[widths == width].mean() for width in range(1, 6)]
assert shares[0] == 0 and min(shares[1:]) > 0
plots.filters_that_differ(range(1, 6), shares, ("listen", "silent"))

# %% [markdown]
# From width 2 on there is order: "li" stands only in the one word, "si" only in the other. (Bars
# end below 100 %, since both words may hold the winning piece, such as "en", and a filter that is
# silent for both says 0 twice.)
#
# ### What does a filter listen to?
# The answer to a window depends on this window alone. So we can ask a filter directly: we collect
# all different n-grams in the 10,000 most frequent lower-case words and sort them by its answer.
#
# A filter is **picky** if its best n-gram stands far above the crowd, in standard deviations of its
# answers. Per width from 2 on, we show the two pickiest filters.

# %%
known = [word for word in vocabulary.words[3:] if word.isascii() and word.isalpha()]
pool = [word for word in known if word.islower()][:10_000]  # the most frequent come first
pool_ids = torch.from_numpy(character_ids(pool))[:, :24]
print(f"{len(pool):,} words, from {pool[0]!r} to {pool[-1]!r}")

# %%
def answers_of(cnn, number):
    """All different n-grams of a width, and the answers to them: (n-grams, filters)."""
    conv = cnn.convolutions[number]
    width = conv.kernel_size[0]
    grams = pool_ids.unfold(1, width, 1).reshape(-1, width).unique(dim=0)
    return grams, conv(cnn.embedding(grams).transpose(1, 2))[:, :, 0]

# %%
names, ngrams, strengths = [], [], []
for number in range(1, 5):
    grams, answers = answers_of(cnn, number)
    pickiness = (answers.amax(dim=0) - answers.mean(dim=0)) / answers.std(dim=0)
    for k in pickiness.topk(2).indices.tolist():
        best = answers[:, k].topk(7)
        names.append(f"width {number + 1}, filter {k}")
        ngrams.append([show(gram) for gram in grams[best.indices].tolist()])
        strengths.append(best.values.numpy())
        assert strengths[-1][0] == answers[:, k].max()
plots.filter_ngrams(names, ngrams, strengths)

# %% [markdown]
# The rows look tidy: in most of them the n-grams are spelt alike. Would a net with random weights
# give lists as tidy?
#
# **Predict.** We draw fresh random weights, train nothing, and ask again. How picky are the
# filters, and how often is an answer above 0?
#
# <details><summary>Answer</summary>
#
# They are about as picky. Any weights prefer some letters at each place, and the top of the list
# combines those. But training makes filters silent: fewer n-grams get an answer above 0.
#
# </details>

# %%
def untrained(seed):
    """A net of the same shape with random weights."""
    torch.manual_seed(seed)
    return char_cnn.CharCNN(cnn.shape).eval()

# %%
picky, loud = {}, {}
for name, net in (("trained", cnn), ("random", untrained(0))):
    answers = [answers_of(net, number)[1] for number in range(1, 5)]
    picky[name] = torch.cat([(a.amax(0) - a.mean(0)) / a.std(0) for a in answers]).mean().item()
    loud[name] = torch.cat([(a > 0).float().mean(dim=0) for a in answers]).mean().item()
    print(f"{name}: pickiness {picky[name]:.1f}, {loud[name]:.0%} of the answers above 0")
assert loud["trained"] < loud["random"]
assert picky["random"] > 0.5 * picky["trained"]

# %% [markdown]
# So a tidy list is no proof of learning: every filter has one. What training changed is when a
# filter speaks. In this course, each look inside a trained net stands beside the same look into a
# random one.
#
# ## 5. Highway: rework or let pass
# The 480 numbers $x$ of a word now go through a **highway layer** (하이웨이 층; Srivastava and
# others 2015). It computes a new value for each number, and beside it a **gate** (게이트) $g$
# between 0 and 1 that says how much of the new value to take:
#
# $$g = \sigma(W_g x + b_g), \qquad
# y = g \odot \max(0,\, W x + b) + (1 - g) \odot x \tag{3}$$
#
# $\sigma(z) = 1/(1 + e^{-z})$ is the sigmoid (시그모이드), and $\odot$ multiplies number by number.
# With $g = 0$ the input passes untouched, with $g = 1$ it is replaced. (A highway does not save
# computing, as one may read: new value and gate are computed for every number, and then weighed.)
#
# By hand, with two numbers: $x = (2, 1)$,
# $W = \begin{pmatrix}1&0\\-1&1\end{pmatrix}$, $b = (1, 0)$,
# $W_g = \begin{pmatrix}1&-2\\0&0\end{pmatrix}$, $b_g = (0, \log 3)$.
# - new values: $\max(0, (2 + 1, -2 + 1)) = (3, 0)$
# - gates: $\sigma(0) = \tfrac12$ and $\sigma(\log 3) = \tfrac34$
# - $y = (\tfrac12 \cdot 3 + \tfrac12 \cdot 2,\; \tfrac34 \cdot 0 + \tfrac14 \cdot 1) =
#   (2.5, 0.25)$

# %%
x, W, b = np.array([2.0, 1]), np.array([[1.0, 0], [-1, 1]]), np.array([1.0, 0])
W_g, b_g = np.array([[1.0, -2], [0, 0]]), np.array([0, np.log(3)])
y = []
for i in range(2):  # number by number
    new = max(0, W[i] @ x + b[i])
    g = 1 / (1 + np.exp(-(W_g[i] @ x + b_g[i])))
    y.append(g * new + (1 - g) * x[i])
assert np.allclose(y, [2.5, 0.25])

# %% [markdown] tags=["exercise"]
# ### Exercise 7.3: one highway layer
# Difficulty 2 of 3, 15 minutes.
#
# Write equation (3) with NumPy for many words at once: `x` has shape (words, dim), and so has the
# result. `W` and `W_g` are (dim, dim), with one row per output, as in (3).
#
# <details><summary>Hint 1</summary>
#
# For one word it is `W @ x`. With the words as rows it becomes `x @ W.T`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# What passes is the input `x` itself, without weights, times `1 - g`.
#
# </details>

# %% tags=["exercise"]
def highway(x, W, b, W_g, b_g):
    """x: (words, dim) -> (words, dim)."""
    # begin solution
    g = 1 / (1 + np.exp(-(x @ W_g.T + b_g)))
    return g * np.maximum(0, x @ W.T + b) + (1 - g) * x
    # end solution

# %% tags=["check"]
checks.ch07_ex3(highway)

# %% [markdown]
# As a PyTorch module it is short. The bias of the gate starts at −2, so that at first most of the
# input passes.

# %%
class Highway(nn.Module):
    """Equation (3)."""

    def __init__(self, dim):
        super().__init__()
        self.transform = nn.Linear(dim, dim)
        self.gate = nn.Linear(dim, dim)
        nn.init.constant_(self.gate.bias, -2.0)

    def forward(self, x):
        g = torch.sigmoid(self.gate(x))
        return g * torch.relu(self.transform(x)) + (1 - g) * x

# %%
layer = Highway(2).double()
values = {"transform.weight": W, "transform.bias": b, "gate.weight": W_g, "gate.bias": b_g}
layer.load_state_dict({name: torch.tensor(value) for name, value in values.items()})
assert np.allclose(layer(torch.from_numpy(x)), y)

# %% [markdown]
# **Predict.** Where do the gates of a fresh layer lie, and where after training?
#
# <details><summary>Answer</summary>
#
# A fresh gate lies near $\sigma(-2) = 0.12$. Training drives gates to the two ends, where a number
# is passed or replaced.
#
# </details>

# %%
some = pool_ids[::10]
before, after = (
    torch.sigmoid(net.highways[0].gate(net.convolve(some))).numpy() for net in (untrained(0), cnn)
)
ends = [np.mean((g < 0.05) | (g > 0.95)) for g in (before, after)]
print("below 0.05 or above 0.95: {:.0%} before and {:.0%} after training".format(*ends))
assert ends[0] < ends[1]
plots.gate_histogram(before, after)

# %% [markdown]
# So training uses the highway as a switch. What passes untouched? We look at one word: each dot
# is one of its 480 numbers, with its value before the layer and behind it.

# %%
x = cnn.convolve(torch.from_numpy(character_ids(["unhappily"])))[0]
y, g = cnn.highways[0](x), torch.sigmoid(cnn.highways[0].gate(x))
new = torch.relu(cnn.highways[0].transform(x))
assert torch.allclose(y - x, g * (new - x), atol=1e-5)  # equation (3), turned round
passed, erased = (x > 0.1) & (g < 0.05), (x > 0.1) & (g > 0.95) & (new < 0.1)
print(f"of 480 numbers {int(passed.sum())} pass, {int(erased.sum())} are erased")
plots.passed_through(x, y, g, "unhappily")

# %% [markdown]
# Dots on the diagonal came out as they went in: here the detector itself is the message. Dots on
# the floor were erased: the gate is open, and the new value is 0. Dots between the two were turned
# down. Dots above the diagonal hold something new: it can ask for two pieces at once, "un" *and*
# "ly" say, which no filter of width 5 sees together.
#
# ## 6. The whole network
# A last linear layer, the **projection** (투영), brings the 480 numbers down to 192, the size that
# the LSTMs of chapter 08 read. That is $x_k$, the token vector of the ELMo paper.

# %%
class CharCNN(nn.Module):
    """Character ids (words, positions) -> one vector a word (words, emb_dim)."""

    def __init__(self, char_dim, filters, num_highway, emb_dim):
        super().__init__()
        self.embedding = nn.Embedding(262, char_dim, padding_idx=0)
        self.convolutions = nn.ModuleList(nn.Conv1d(char_dim, n, width) for width, n in filters)
        dim = sum(n for _, n in filters)
        self.highways = nn.ModuleList(Highway(dim) for _ in range(num_highway))
        self.projection = nn.Linear(dim, emb_dim)

    def forward(self, ids):
        letters = self.embedding(ids).transpose(1, 2)  # (words, char_dim, positions)
        best = [conv(letters).amax(dim=2) for conv in self.convolutions]
        x = torch.relu(torch.cat(best, dim=1))
        for layer in self.highways:
            x = layer(x)
        return self.projection(x)

# %%
ours = CharCNN(char_dim=16, filters=cnn.shape.filters, num_highway=1, emb_dim=192)
ours.load_state_dict(cnn.state_dict())
ids = torch.from_numpy(character_ids(["dog", "unhappily", "blorping", "남동생", "😀"]))
assert torch.allclose(ours(ids), cnn(ids), atol=1e-5)
print(tuple(ids.shape), "->", tuple(ours(ids).shape))

# %% [markdown]
# The same numbers as the tested `elmo_lite.char_cnn.CharCNN` with the shipped weights, also for
# Korean and an emoji.
#
# How large is it? By hand, a filter of width $w$ has $16 w$ weights and a bias.
# - table of ids: 262 × 16 = 4,192
# - filters: 544 + 2,112 + 6,272 + 8,320 + 10,368 = 27,616
# - highway: 2 × (480 × 480 + 480) = 461,760
# - projection: 480 × 192 + 192 = 92,352

# %%
sizes = {name: sum(p.numel() for p in part.parameters()) for name, part in cnn.named_children()}
assert list(sizes.values()) == [4_192, 27_616, 461_760, 92_352]
table_size = len(vocabulary) * 192
print(f"char-CNN: {sum(sizes.values()):,}   a table of {len(vocabulary):,} words: {table_size:,}")

# %% [markdown]
# Nearly ten times smaller than the table, and it can read words that no table holds. The filters,
# which do the reading, are the small part; the highway is the large one.

# %% [markdown] tags=["exercise"]
# ### Exercise 7.4: count the parameters
# Difficulty 2 of 3, 10 minutes.
#
# Write the count for any shape. `filters` is a list of (width, number) pairs. Then try the
# published shape: 16 numbers per id, (1, 32), (2, 32), (3, 64), (4, 128), (5, 256), (6, 512),
# (7, 1024), two highway layers, 512 at the end. The check wants that number, too.
#
# <details><summary>Hint 1</summary>
#
# `num_filters` is the sum of the numbers, and a highway layer holds two linear layers from
# num_filters to num_filters, each with a bias.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# For the shape of our model the sum is 585,920.
#
# </details>

# %% tags=["exercise"]
def count_parameters(char_dim, filters, num_highway, emb_dim, num_ids=262):
    """How many numbers a char-CNN of this shape has to learn."""
    # begin solution
    num_filters = sum(number for _, number in filters)
    convolutions = sum(number * (width * char_dim + 1) for width, number in filters)
    highways = num_highway * 2 * (num_filters + 1) * num_filters
    return num_ids * char_dim + convolutions + highways + (num_filters + 1) * emb_dim
    # end solution

# %% tags=["check"]
checks.ch07_ex4(count_parameters)

# %% [markdown]
# For scale: the text of the published ELMo has 793,471 words that occur at least three times. Its
# char-CNN does without a table of that many rows.

# %%
published = char_cnn.CharShape(filters=char_cnn.PUBLISHED_FILTERS, num_highway=2, emb_dim=512)
size = sum(p.numel() for p in char_cnn.CharCNN(published).parameters())
print(f"{published.num_filters:,} filters, {size:,} parameters; the table: {793_471 * 512:,}")

# %% [markdown]
# ## What you can now do
# - write a word of any script as ELMo's row of 50 ids,
# - compute a convolution, its maximum over time and a highway layer by hand,
# - find the n-grams that a filter answers to, and say why tidy lists prove little,
# - say what training changed: when a filter speaks, and which way its number goes,
# - build the whole char-CNN, and count its parameters.
#
# ## One honest limit
# We looked at single filters and single gates, because they can be drawn. The vector is a mixture
# of all 480 numbers, and no drawing of one filter says what the whole vector is good for. That
# has to be measured, and chapter 07b does it.
#
# ## Sources
# - Convolutions over the letters of a word, maximum over time, highway, then a language model: Kim
#   and others 2016, *Character-Aware Neural Language Models*.
# - 2,048 filters, two highway layers, projection to 512: Peters and others 2018, *Deep
#   contextualized word representations*, section 3.4. The 793,471 words: Jozefowicz and others
#   2016, *Exploring the Limits of Language Modeling*.
# - Highway layers: Srivastava, Greff and Schmidhuber 2015, *Highway Networks*.
# - The slides on ELMo and the review of its paper which this course builds on name the char-CNN as
#   its first layer.
#
# ## Where next
# Now every string has a vector, a misspelt word and 남동생 as well. Is it a sensible one? Chapter
# 07b asks what such a vector knows: spelling, grammar, meaning, context.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A filter of width 3 reads the word 남동생. What does one window of it show?
#    - [ ] three syllables :: the net reads bytes, and a syllable has three of them
#    - [ ] always one whole syllable :: it slides on by one byte, not by one syllable
#    - [x] three neighbouring ids :: a whole syllable, parts of two, or a mark and two bytes
# 2. The gate of a highway layer is 0 for one of the numbers. What comes out there?
#    - [ ] 0 :: the gate weighs the new value; what it leaves over is the share of the input
#    - [x] the number that went in :: $y = 0 \cdot \text{new} + 1 \cdot x$
#    - [ ] the new value :: that is the gate 1
# 3. A trained filter has a tidy list of n-grams. What does this show?
#    - [ ] it learned this piece of language :: a filter with random weights has such a list as well
#    - [x] little, without a control :: any weights prefer some letters at each place
#    - [ ] the filter is always silent elsewhere :: the list shows the top answers only
