# %% [markdown]
# # 07 Char-CNN
#
# You have never met the word *blorping*, and yet you know a lot about it. It is something one does,
# whoever does it is a blorper, and yesterday she blorped. All of this you read off the letters. A
# table of word vectors cannot, because *blorping* has no row there. FastText takes the mean of the
# word's pieces. ELMo has no list of words and none of pieces: it reads bytes, and finds out by
# itself what to look for.
#
# **How does a network read a word from its characters?**
#
# You will be able to
# - **write** a word of any script as the row of numbers that ELMo reads,
# - **build** a convolution with its maximum, and train a reader that knows English when it sees it,
# - **build** a highway layer, and run a trained char-CNN on your own code,
# - **follow** a word from its spelling to its meaning, layer by layer.
#
# You need the cosine (chapter 03), layers with weights and biases and the training loop (02), the
# n-grams of letters (04), and tensors in PyTorch.

# %% tags=["setup"]
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from elmo_lite import static_vectors
from elmo_lite.controls import with_random_weights
from elmo_lite.elmo import Elmo
from notebooks.course.check import check, yours_or_ours
from notebooks.course.live import live
from notebooks.course.plots import ch07 as plots

torch.set_num_threads(1)  # the products are small
off = torch.set_grad_enabled(False)  # we train in one place only, and switch it on there

# %% [markdown]
# ## 1. The row of all strangers
# A model with a table has a row for each word that it knows, and row 0 for all the rest. We look up
# five strings in the vocabulary of our English biLM, the model that this part of the course is
# about. The last one is Korean for "younger brother".

# %%
elmo = Elmo.load()
cnn = elmo.bilm.char_cnn  # the trained weights
vocabulary = elmo.model.vocabulary
for word in ("beautiful", "dog", "beautifful", "blorping", "남동생"):
    print(f"{word:12} row {vocabulary.id(word)}")

# %% [markdown]
# Three strangers share row 0, and a network that reads this table cannot tell a misspelt
# *beautiful* from a younger brother. So our model does not look words up. It reads them, with a
# char-CNN. Here is one word on its way through; the vector that comes out is compared with those of
# 4,000 frequent words. Type a word of your own.

# %%
letters_only = [word for word in vocabulary.words if word.isascii() and word.isalpha()]
words = [word for word in letters_only if word.islower()]  # the most frequent come first
pool, pool_ids = words[:4000], cnn.shape.ids_of(words[:4000])[:, :24]
vectors = cnn(pool_ids)


def read(word="blorping"):
    plots.machine(cnn, word, pool, vectors)


live(read, word="blorping")

# %% [markdown]
# Read it from the top. Every letter is a column of 16 numbers. Then filters slide over the letters:
# each looks at a few of them, its width, and answers with a number. Of each width from two to seven
# we see the one that answers loudest to this word, with its best window framed, and only that one
# number goes on. At the right it passes two gates, and of these six next to nothing is left. The
# survivor below the gap, which heard *blor*, was quieter than five of them, but both gates let it
# pass. The word that nobody has ever written arrives among *cutting* and *killing*: it is something
# one does, and it does not sound friendly.
#
# You will build all of this, from the bytes to the gates.
#
# ## 2. A word is a row of bytes
# Which characters should a network know? English needs 26 letters and some marks, Korean has 11,172
# syllables, and there are thousands of emoji. Text files have one answer, UTF-8: each **character**
# (문자) is written as one to four **bytes** (바이트), numbers from 0 to 255. An English letter
# takes one byte, a syllable of Hangul three, most emoji four. GPT has built its pieces of words
# from the same 256 bytes since GPT-2.
#
# By hand: 남 has the number B0A8 in Unicode, in binary 1011 000010 101000. UTF-8 puts these three
# groups behind the marks 1110, 10 and 10. So the bytes are `11101011 10000010 10101000`, or 235,
# 130, 168. ELMo reads every word as a row of exactly 50 ids:
#
# | id | what it stands for |
# |---|---|
# | 0 | no word here |
# | 1 to 256 | byte 0 to 255, so byte + 1 |
# | 257, 258 | start and end of the sentence |
# | 259, 260 | begin and end of the word |
# | 261 | padding, up to 50 |
#
# **Predict.** How many of its 50 positions does 남동생 fill, without padding?
#
# <details><summary>Answer</summary>
#
# Eleven: three syllables of three bytes, begin and end.
#
# </details>

# %% [markdown] tags=["exercise"]
# ### Exercise 7.1: the ids of a word
# Difficulty 1 of 3, 8 minutes.
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
# Cut the bytes, not the letters, and cut before you add the end. How many ids are still missing
# then?
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
check("7.1", ids_of)

# %% tags=["known"]
def inputs(rng):
    return ("".join(rng.choice([*"abcdefgh남동생é😀"], size=rng.integers(0, 40))),)


cases = [(w,) for w in ("dog", "", "café", "남동생", "😀", "남" * 16, "z" * 48, "z" * 49)]

# %% [markdown] tags=["known"]
# Hint: Begin 259, the first 48 bytes plus 1, end 260, then 261 up to 50 ids.
#
# - `byte + 1` → `byte` :: Id 0 is taken, so add 1 to each byte.
# - `word.encode()[:48]` → `map(ord, word[:48])` :: These are the numbers of `ord`; use the bytes,
#   `word.encode()`.
# - `[:48]` → `` :: It is always 50 ids, so keep 48 bytes.
# - `word.encode()[:48]` → `word[:48].encode()` :: Cut the bytes, not the letters.
# - `word.encode()[:48]` → `word.encode()`; `ids + [261] * (50 - len(ids))` →
#   `(ids + [261] * 50)[:50]` :: The end of the word, 260, must be in the row: keep room for it.
# - `[261]` → `[0]` :: What follows the end of the word is padding, 261 at every position.
# - `return ids + [261] * (50 - len(ids))` → `return ids` :: Fill it up to 50 ids.

# %%
ids_of = yours_or_ours("7.1", ids_of)
four = ["dog", "café", "남동생", "😀"]
rows = [[i for i in ids_of(word) if i != 261] for word in four]
print([len(row) for row in rows], "ids without padding")
plots.byte_strips(four, rows)

# %% [markdown]
# 남동생 fills 11 positions and *dog* 5. Nobody tells the network that 236, 131 and 169 are one
# syllable.
#
# ## 3. A filter slides over a word
# An id is only a name, so a small table gives each id a short vector, 16 numbers in ELMo and in our
# model. Our toy has two for each letter.
#
# A **filter** (필터) of **width** (너비) $n$ looks at $n$ ids at a time, in English $n$ letters. It
# has a vector of weights $W_i$ for each of them, and a bias $b$. Laid on the letters
# $e_p, \dots, e_{p+n-1}$, it answers with one number:
#
# $$a_p = b + \sum_{i=0}^{n-1} W_i \cdot e_{p+i} \tag{1}$$
#
# Sliding it over all positions $p$ is a **convolution** (합성곱), which puts the C into CNN.
#
# By hand: d = (2, 0), o = (0, 1), g = (1, 1), y = (−1, 2). The filter has width 2, its weights are
# $W_0 = (1, 1)$ and $W_1 = (-1, 2)$, the same numbers as g and y, and $b = -5$:
# - do: (2 + 0) + (0 + 2) − 5 = −1
# - og: (0 + 1) + (−1 + 2) − 5 = −3
# - gg: (1 + 1) + (−1 + 2) − 5 = −2
# - gy: (1 + 1) + (1 + 4) − 5 = 2
#
# A long word has more answers than a short one, but the next layer wants equally many inputs for
# every word. So only the largest answer of each filter is kept, by **max pooling** (최대 풀링), and
# a **ReLU** (렐루), the function $\max(0, a)$, turns it into 0 if it is negative:
#
# $$h = \max\bigl(0,\; \max_p a_p\bigr) \tag{2}$$
#
# Both equations are those of Kim and others (2016), except that Kim has tanh where ELMo has ReLU:
# tanh presses all large answers to nearly 1, ReLU leaves their size. Jozefowicz and others (2016)
# put such a char-CNN in front of two LSTMs, and ELMo is their model in both directions, at half
# the size.
#
# **Predict.** What is $h$ of our filter for *doggy*, and what for *dog*?
#
# <details><summary>Answer</summary>
#
# 2 for *doggy*, from the window gy. For *dog* the answers are −1 and −3, so $h = 0$: the filter is
# silent.
#
# </details>

# %%
letters = {"d": (2, 0), "o": (0, 1), "g": (1, 1), "y": (-1, 2)}
doggy = np.array([letters[letter] for letter in "doggy"], dtype=float)
W, b = np.array([[1.0, 1], [-1, 2]]), -5
answers = []
for p in range(len(doggy) - 1):
    answers.append((doggy[p : p + 2] * W).sum() + b)
print("h of doggy", max(0, *answers), " h of dog", max(0, *answers[:2]))


def slide(at=3):
    plots.slide("doggy", doggy, W, answers, at)


live(slide, at=(0, 3))

# %% [markdown]
# *doggy* gets 2 and *dog* 0. The filter detects *gy*, because its weights are the vectors of g and
# y, and a dot product is large where two vectors point the same way. It finds *gy* anywhere in a
# word, and then forgets where it was.

# %% [markdown] tags=["exercise"]
# ### Exercise 7.2: many filters, many words
# Difficulty 3 of 3, 20 minutes.
#
# Write (1) and (2) in PyTorch for all filters of one width and many words at once. `letters` has
# the shape (words, positions, dim), `weights` (filters, width, dim), `biases` (filters,). Return h
# with the shape (words, filters). It will be trained in section 4, and run the trained filters of
# our model in section 7.
#
# <details><summary>Hint 1</summary>
#
# First all words at one start p: their windows are `letters[:, p : p + n]`, of shape (words, n,
# dim). `.flatten(1)` makes each window one row, and each filter as well.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# One matrix product compares every window with every filter, (words, filters). Collect one for each
# start, stack them, and think about which axis the maximum must run along.
#
# </details>

# %% tags=["exercise"]
def convolve(letters, weights, biases):
    """The strongest answer of each filter to each word: (words, filters)."""
    # begin solution
    n = weights.shape[1]
    starts = range(letters.shape[1] - n + 1)
    flat = weights.flatten(1).T
    answers = torch.stack([letters[:, p : p + n].flatten(1) @ flat for p in starts])
    return torch.relu(answers.amax(dim=0) + biases)
    # end solution

# %% tags=["check"]
check("7.2", convolve)

# %% tags=["known"]
def with_tensors(answer, *arrays):
    return answer(*map(torch.from_numpy, arrays))


def inputs(rng):
    words, filters, width, dim = rng.integers(2, 5, size=4)
    long = width + rng.integers(2, 5)
    return tuple(rng.normal(size=s) for s in ((words, long, dim), (filters, width, dim), filters))


use = with_tensors

# %% [markdown] tags=["known"]
# Hint: For each start p: `letters[:, p : p + n]`, flattened, times the flattened weights.
# Returns: one tensor of shape (words, filters)
#
# - `torch.relu(answers.amax(dim=0) + biases)` → `answers.amax(dim=0) + biases` :: ReLU is missing:
#   a negative maximum becomes 0.
# - ` + biases` → `` :: The bias is missing.
# - `amax` → `mean` :: Take the maximum over the positions, not the mean.
# - `- n + 1` → `- n` :: You stop one window too early: L - n + 1 windows of width n fit into L
#   letters.
# - `ours(letters, weights.flip(1), biases)` :: You reversed the filter: its first row meets the
#   first letter of the window.
# - `ours(letters, weights, biases).T` :: Return (words, filters), not the other way round.

# %%
convolve = yours_or_ours("7.2", convolve)
print("filters, as (width, number):", cnn.shape.filters)
ids = torch.tensor([ids_of(word) for word in ("unhappily", "blorping", "남동생")])
e = cnn.embedding(ids)  # (words, 50, 16)
h = torch.cat([convolve(e, c.weight.mT, c.bias) for c in cnn.convolutions], dim=1)
assert torch.allclose(h, cnn.convolve(ids), atol=1e-4)
print("letters", tuple(e.shape), " h", tuple(h.shape))

# %% [markdown]
# Your function agrees with the package (whose `Conv1d` wants the axes in another order, hence
# `.mT`). Any word, 남동생 as well, comes out as 1,024 numbers, one for each filter.
#
# ## 4. Width is the length of an n-gram
# What can each width know? Take *listen* and *silent*, two words of the same letters.
#
# **Predict.** How many filters of width 1 give the two words different numbers?
#
# <details><summary>Answer</summary>
#
# None. Both words show them the same letters, and the maximum forgets the order.
#
# </details>

# %%
pair = ("listen", "silent")
first, second = cnn.convolve(torch.tensor([ids_of(word) for word in pair]))
begin = 0
for width, number in cnn.shape.filters:
    filters = slice(begin, begin + number)
    differ = (first[filters] - second[filters]).abs() > 1e-6
    print(f"width {width}: {differ.float().mean():4.0%} of the filters differ")
    begin += number

# %% [markdown]
# No filter of width 1 tells the words apart, but more than half of those of width 2 do: *li* occurs
# in the one word alone, and *si* in the other.
#
# **Try it.** Put *banana* and *bananana* in place of the pair. From which width on are there
# filters that can tell them apart, and why is it exactly that one?
#
# So width decides what can be learnt, and we can watch it. Your `convolve` shall learn to see
# whether a string is an English word: 5,000 words, and the same words with their letters shuffled.
# The network is 100 filters of one width with one weighted sum on top, and its examination 1,000
# other words and their shuffled letters.

# %%
rng = np.random.default_rng(0)
real = [word for word in words if 4 <= len(word) <= 10][:6000]
shuffled = ["".join(rng.permutation([*word])) for word in real]
examples = torch.tensor([ids_of(word)[:14] for word in real + shuffled])
is_word = torch.tensor([1.0] * 6000 + [0.0] * 6000)
seen = torch.arange(12000) % 6000 < 5000  # the word and its letters in the same part


@torch.enable_grad()
def train(width, filters=100):
    torch.manual_seed(0)
    table, out = nn.Embedding(262, 16), nn.Linear(filters, 1)
    W = nn.Parameter(torch.randn(filters, width, 16) / (16 * width) ** 0.5)
    b = nn.Parameter(torch.zeros(filters))
    optimizer = torch.optim.Adam([*table.parameters(), *out.parameters(), W, b], lr=0.01)
    for _ in range(3):
        for chosen in seen.nonzero()[torch.randperm(10000), 0].split(200):
            score = out(convolve(table(examples[chosen]), W, b))[:, 0]
            optimizer.zero_grad()
            F.binary_cross_entropy_with_logits(score, is_word[chosen]).backward()
            optimizer.step()
    return lambda ids: out(convolve(table(ids), W, b))[:, 0]

# %%
readers, right = {}, {}
for width in (1, 2, 3):
    readers[width] = train(width)
    says_word = readers[width](examples[~seen]) > 0
    right[width] = 100 * (says_word == is_word[~seen]).float().mean().item()
plots.right_by_width(right)

# %% [markdown]
# Width 1 has learnt nothing at all: a word and its shuffled letters get the same number, so of
# every two answers one is wrong. Width 2 is right 88 times in 100 and width 3 91 times, on strings
# that they have never seen. Nobody told them a rule of spelling, and they have an opinion on your
# inventions too.

# %%
def judge(strings="blorping gniprolb spling ngspil wug xqzt"):
    asked = strings.split()
    score = readers[3](torch.tensor([ids_of(word) for word in asked]))
    plots.verdicts(asked, score.sigmoid().tolist())


live(judge, strings="blorping gniprolb spling ngspil wug xqzt")

# %% [markdown]
# *Blorping* and *spling* could be English, and *gniprolb* could not, although it has the very same
# letters. *Wug* passes too. This is your function, trained in a few seconds.
#
# ## 5. What training did to the filters
# The filters of our model had another lesson, in two steps. First the char-CNN learnt to spell
# skip-gram vectors: letters in, the word's vector out. Then the language model corrected it a
# little while reading (chapter 08b). It all began from random weights with seed 0, so we can look
# at the same filters before training.
#
# What are they good for? For each of our 4,000 words we look for the one with the nearest 1,024
# numbers, and ask whether the two begin alike or end alike.
#
# **Predict.** Random filters have learnt nothing. Will *ship* be nearest to *ships*, to *chip*, or
# to any word at all?
#
# <details><summary>Answer</summary>
#
# To *chip*. Random filters hear letters too. Why they rhyme is tested below.
#
# </details>

# %%
def nearest(vectors):
    """For each row the number of the row with the largest cosine, itself left out."""
    unit = vectors / vectors.norm(dim=1, keepdim=True)
    return (unit @ unit.T).fill_diagonal_(-2).argmax(dim=1).tolist()


def compare(name, vectors):
    near = [pool[i] for i in nearest(vectors)]
    begin = np.mean([word[:3] == other[:3] for word, other in zip(pool, near, strict=True)])
    end = np.mean([word[-3:] == other[-3:] for word, other in zip(pool, near, strict=True)])
    some = " ".join(f"{word}: {near[pool.index(word)]}" for word in ("ship", "dog", "eight"))
    print(f"{name:10} first three {begin:.0%}  last three {end:.0%}   {some}")


untrained = with_random_weights(elmo, seed=0).bilm.char_cnn.eval()
u0, h0 = untrained.convolve(pool_ids), cnn.convolve(pool_ids)
compare("untrained", u0)
compare("trained", h0)

# %% [markdown]
# Without training the network rhymes: 48 % of the nearest words share the last three letters, and
# *ship* is nearest to *chip*, *dog* to *log*. After training only 21 % rhyme, and 70 % share the
# first three letters, so that *ship* has *ships* and *dog* has *dogs*.
#
# But why should chance rhyme? One suspect is the row itself. Padding comes *after* the word, so the
# end mark is in seven windows of width 7, and the begin mark in one. Test it: push every word to
# the right end of its row, so that the padding comes first.

# %%
rolled = torch.stack([row.roll(int((row == 261).sum())) for row in pool_ids])
compare("untrained", untrained.convolve(rolled))
compare("trained", cnn.convolve(rolled))

# %% [markdown]
# The suspect is guilty. With the padding in front, the same random filters agree in the first
# three letters in 65 % and rhyme in only 18 %, so the rhymes were an accident of the row. Training
# is none: in both rows it moved the filters to the beginning, where English keeps the stem. But
# *eight* still has *light*, because a filter hears spelling and nothing else.
#
# ## 6. The highway
# The 1,024 numbers $h$ of a word now go through a **highway layer** (하이웨이 층; Srivastava and
# others 2015). For each number it computes a new value $g$ from all of them, and a **gate**
# (게이트) $r$ between 0 and 1:
#
# $$r = \sigma(W_r h + b_r), \qquad g = \max(0,\, W h + b) \tag{3}$$
#
# $\sigma$ is the sigmoid of chapter 03b. The gate says how far the old number is replaced by the
# new one: with $r = 0$ the old one passes untouched, with $r = 1$ only the new one is left, and in
# between they are mixed in these shares. ELMo and our model have two such layers. (Leave the
# gates out and add, and you have the residual connection of chapter 08.)
#
# By hand, with two numbers: $h = (2, 1)$,
# $W = \begin{pmatrix}1&0\\-1&1\end{pmatrix}$, $b = (1, 0)$,
# $W_r = \begin{pmatrix}1&-2\\0&0\end{pmatrix}$, $b_r = (0, \log 3)$.
# - new values: $\max(0, (2 + 1, -2 + 1)) = (3, 0)$
# - gates: $\sigma(0) = \tfrac12$ and $\sigma(\log 3) = \tfrac34$
# - so the first number becomes the middle of 2 and 3, and of the second a quarter is left:
#   $(2.5, 0.25)$

# %% [markdown] tags=["exercise"]
# ### Exercise 7.3: one highway layer
# Difficulty 2 of 3, 12 minutes.
#
# Write the whole layer in PyTorch for many words at once: `h` has the shape (words, dim), and so
# has the result. `W` and `W_r` are (dim, dim), with one row for each output, as in (3).
#
# <details><summary>Hint 1</summary>
#
# For one word it is `W @ h`. With the words as rows it becomes `h @ W.T`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# The two shares sum to 1. Where the gate is 1, nothing of the old number may be left.
#
# </details>

# %% tags=["exercise"]
def highway(h, W, b, W_r, b_r):
    """h: (words, dim) -> (words, dim)."""
    # begin solution
    r = torch.sigmoid(h @ W_r.T + b_r)
    return r * torch.relu(h @ W.T + b) + (1 - r) * h
    # end solution

# %% tags=["check"]
check("7.3", highway)

# %% tags=["known"]
def inputs(rng):
    words, dim = rng.integers(2, 6, size=2)
    shapes = ((words, dim), (dim, dim), (dim,), (dim, dim), (dim,))
    return tuple(rng.normal(size=shape) for shape in shapes)


use = with_tensors

# %% [markdown] tags=["known"]
# Hint: The gate r weighs the new value, 1 - r the old number: one row of the result per word.
# Returns: one tensor of the shape of h
#
# - `r * torch.relu` → `(1 - r) * torch.relu`; `+ (1 - r) * h` → `+ r * h` :: The gate is
#   reversed: `r` weighs the new value.
# - `torch.relu(h @ W.T + b)` → `(h @ W.T + b)` :: The ReLU is missing.
# - ` + (1 - r) * h` → `` :: Add the old number, times 1 - r.
# - `+ (1 - r) * h` → `+ h` :: The old number passes with the weight `1 - r`, and not whole.
# - `ours(h, W.T, b, W_r.T, b_r)` :: Each row of `W` belongs to one output: with words as rows it is
#   `h @ W.T`.
# - `W_r.T + b_r` → `W_r.T`; `W.T + b` → `W.T` :: Both biases are missing.

# %%
highway = yours_or_ours("7.3", highway)
W, W_r = torch.tensor([[1.0, 0], [-1, 1]]), torch.tensor([[1.0, -2], [0, 0]])
b, b_r = torch.tensor([1.0, 0]), torch.tensor([0, np.log(3)]).float()
print(highway(torch.tensor([[2.0, 1]]), W, b, W_r, b_r))

# %% [markdown]
# Training starts with $b_r = -2$ everywhere, so that at first $r$ is near $\sigma(-2) = 0.12$ and
# most of the input passes. And afterwards? Each number above 0 can be
# passed (by a gate below 0.1), turned down (by one in between), erased (by one above 0.9, with a
# new value of 0), or mixed with a new value that is not 0.
#
# **Predict.** Which of the four hardly ever happens in the trained network?
#
# <details><summary>Answer</summary>
#
# Mixing. New values are nearly always 0.
#
# </details>

# %%
def fates(layer, h):
    """What becomes of the numbers above 0, in percent."""
    awake, new, r = h > 0.01, torch.relu(layer.transform(h)), torch.sigmoid(layer.gate(h))
    alone, low, high = new == 0, r < 0.1, r > 0.9
    found = {"passed": alone & low, "turned down": alone & ~low & ~high}
    found |= {"erased": alone & high, "mixed": ~alone}
    return {name: 100 * each[awake].float().mean().item() for name, each in found.items()}


h1 = cnn.highways[0](h0)
h2 = cnn.highways[1](h1)
shares = {"untrained": fates(untrained.highways[0], u0)}
shares |= {"layer 1": fates(cnn.highways[0], h0), "layer 2": fates(cnn.highways[1], h1)}
plots.fates(shares)

# %% [markdown]
# The trained highway hardly ever makes anything new: only 1 % of the numbers meet a new value that
# is not 0. So a gate near 1 does not replace a number, it erases it: 34 % of them in highway 1
# (layer 1), 52 % in highway 2. A filter sees seven letters at most. A gate sees what all filters
# have found, and decides which of them to believe in this word.
#
# ## 7. From spelling to meaning
# After the highways a last linear layer, the **projection** (투영), brings the 1,024 numbers down
# to 192, the size that the LSTMs of chapter 08 read. That is $x_k$, the token vector of the paper.
# Here is the whole network, on your functions. It loads the trained weights and must agree with the
# package.

# %%
class Highway(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.transform, self.gate = nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, h):
        new, gate = self.transform, self.gate
        return highway(h, new.weight, new.bias, gate.weight, gate.bias)

# %%
class YourCharCNN(nn.Module):
    """Character ids (words, positions) -> one vector a word (words, emb_dim)."""

    def __init__(self, shape):
        super().__init__()
        dim = shape.num_filters
        self.embedding = nn.Embedding(262, shape.char_dim, padding_idx=0)
        self.convolutions = nn.ModuleList(nn.Conv1d(16, k, n) for n, k in shape.filters)
        self.highways = nn.ModuleList(Highway(dim) for _ in range(shape.num_highway))
        self.projection = nn.Linear(dim, shape.emb_dim)

    def convolve(self, ids):
        e = self.embedding(ids)
        found = [convolve(e, c.weight.mT, c.bias) for c in self.convolutions]
        return torch.cat(found, dim=1)

    def forward(self, ids):
        h = self.convolve(ids)
        for layer in self.highways:
            h = layer(h)
        return self.projection(h)

# %%
yours = YourCharCNN(cnn.shape)
yours.load_state_dict(cnn.state_dict())
assert torch.allclose(yours(ids), cnn(ids), atol=1e-4)
print(tuple(ids.shape), "->", tuple(yours(ids).shape))
size = sum(p.numel() for p in yours.highways.parameters())
everything = sum(p.numel() for p in yours.parameters())
print(f"in the highways: {size / everything:.0%} of {everything:,} parameters")

# %% [markdown]
# It agrees, with 94 % of its parameters in the highways. So where does meaning come in? We stop the
# network after each step, look for the nearest word, and ask whether it is one of the ten nearest
# in the skip-gram vectors of chapter 06.
#
# **Predict.** After the filters the nearest word of *eight* is *light*. After which step will it
# be another number word: highway 1, highway 2 or projection?
#
# <details><summary>Answer</summary>
#
# After the second highway.
#
# </details>

# %%
steps = {"filters, untrained": u0, "filters": h0}
steps |= {"highway 1": h1, "highway 2": h2, "projection": vectors}
steps["without highways"] = cnn.projection(h0)
near = {step: nearest(vectors) for step, vectors in steps.items()}
asked = ("eight", "because", "money", "ship", "dog")
print(" " * 20, *(f"{word:10}" for word in asked))
for step, found in near.items():
    print(f"{step:20}", *(f"{pool[found[pool.index(word)]]:10}" for word in asked))

# %%
static = static_vectors.load()
skipgram = torch.tensor(np.stack([static[word] for word in pool]))
unit = skipgram / skipgram.norm(dim=1, keepdim=True)
ten = (unit @ unit.T).fill_diagonal_(-2).topk(10).indices.tolist()
right = {}
for step, found in near.items():
    right[step] = 100 * np.mean([i in best for i, best in zip(found, ten, strict=True)])
plots.right_by_step(right)

# %% [markdown]
# Meaning comes late. With random filters 20 % of the nearest words are right, after the trained
# filters 47 %, after the projection 78 %. On the way *because* leaves *cause* for *although*, and
# *eight* leaves *light* for *three* and then *four*. The projection needs the highways: without
# them 45 % are right, and *eight* is *light* again.
#
# Now it is your network that reads, on your ids, filters and highways. Where does a word that
# nobody has ever written go, and who are its neighbours after each step?

# %%
def walk(word="unblorpable"):
    ids = torch.tensor([ids_of(word)])
    at = yours.convolve(ids)
    walked = {"filters": (at, h0)}
    for n, (layer, others) in enumerate(zip(yours.highways, (h1, h2), strict=True), start=1):
        at = layer(at)
        walked[f"highway {n}"] = (at, others)
    walked["projection"] = (yours.projection(at), vectors)
    for step, (vector, others) in walked.items():
        best = torch.cosine_similarity(vector, others).topk(5).indices.tolist()
        print(f"{step:12}", *(f"{pool[i]:13}" for i in best))
    plots.machine(yours, word, pool, vectors)


live(walk, word="unblorpable")

# %% [markdown]
# To the filters *unblorpable* is a kind of *capable* and *comfortable*. After the second highway it
# is *impossible*, and it was your code that got it there. Type *beautifful*, or your own name.
#
# ### Open experiment
# Shuffled letters are an easy enemy. Train the reader of section 4 on harder ones: swap two
# neighbouring letters of each word, once. Predict first: which width will lose most, and will
# width 4 or 5 now be worth its price? Then type your own misspellings, and explain what it misses.
#
# ## What you can now do
# - write a word as ELMo's row of ids, and compute a convolution and a highway layer by hand,
# - train filters of your own, and say what their width lets them know,
# - run a whole char-CNN with trained weights on functions of your own,
# - say at which step *eight* stops being a kind of *light*.
#
# ## One honest limit
# Skip-gram was the teacher of this char-CNN and is its judge here. So the 78 % say how well a
# lesson of frequent words was learnt, and nothing about a word that was never in a lesson.
#
# ## Sources
# - Kim, Jernite, Sontag and Rush 2016, *Character-aware neural language models*:
#   <https://arxiv.org/abs/1508.06615>
# - Jozefowicz, Vinyals, Schuster, Shazeer and Wu 2016, *Exploring the limits of language modeling*:
#   <https://arxiv.org/abs/1602.02410>
# - Srivastava, Greff and Schmidhuber 2015, *Highway networks*: <https://arxiv.org/abs/1505.00387>
# - Peters and others 2018, *Deep contextualized word representations*, section 3.4:
#   <https://arxiv.org/abs/1802.05365>
# - The lecture *ELMO (Embeddings from Language Model)*, for the char-CNN as a first layer that
#   survives unknown words and can read Korean. *dog* and *doggy* are from a textbook on NLP.
#
# ## Where next
# Now every string has a vector, *blorping* as well. Is it a sensible one?
# [Chapter 07b](07b_new_words.ipynb) asks what the char-CNN makes of words that it never saw.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A filter of width 3 reads the word 남동생. What does one of its windows show?
#    - [ ] three syllables :: the network reads bytes, and a syllable has three of them
#    - [ ] always one whole syllable :: it moves on by one byte, not by one syllable
#    - [x] three neighbouring ids :: a whole syllable, parts of two, or bytes together with marks
# 2. Filters of width 1 have to tell new words from the same words with shuffled letters. How often
#    are they right?
#    - [x] half of the time :: both strings give every filter the same maximum
#    - [ ] less often than width 2, but more often than by guessing :: the order of the letters is
#      invisible to them
#    - [ ] always, after enough training :: no weights can tell two equal inputs apart
# 3. In our trained highway the gate of a number is 1. What usually comes out?
#    - [ ] the number that went in :: it passes where the gate is 0
#    - [ ] a new number, made from all filters :: it could be, but hardly any new value is above 0
#    - [x] 0 :: an open gate lets the new value in, and this is nearly always 0
