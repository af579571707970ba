# %% [markdown] tags=["lecture"]
# # 07 Char-CNN
#
# You have never met the word *blorping*, and yet you know a lot about it. It is something one does,
# whoever does it is a blorper, and yesterday she blorped. All of this you read off the letters. A
# table of word vectors cannot, because *blorping* has no row there. FastText takes the mean of the
# word's pieces. To read a word, ELMo needs no list of words and none of pieces. It reads bytes
# through small filters, a thousand in our model, and what each of them should look for is learned.
#
# **How does a network read a word from its characters?**
#
# You will be able to
# - **write** a word of any script as the row of ids that ELMo reads,
# - **build** a convolution with its maximum, and train filters that tell words from shuffled
#   letters,
# - **see** what filters of a trained char-CNN look for, and what they looked for before,
# - **build** a highway layer, and measure what it removes, adds and costs,
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
from elmo_lite.controls import with_random_weights, with_warm_start
from elmo_lite.elmo import Elmo
from notebooks.course import chapter, typed
from notebooks.course.check import check, yours_or_ours
from notebooks.course.language import label, padded
from notebooks.course.live import live
from notebooks.course.plots import ch07 as plots

torch.set_num_threads(1)  # the products are small
off = torch.set_grad_enabled(False)  # we train in one place only, and switch it on there

# %% [markdown] tags=["lecture"]
# ## 1. The row of all strangers
# A model with a table has a row for each word that it knows, and row 0 for all the rest. We look up
# five strings in the vocabulary of our English biLM, the model that this part of the course is
# about. The last one is Korean for "younger brother".

# %% tags=["lecture"]
elmo = Elmo.load()
cnn = elmo.bilm.char_cnn  # the trained weights
untrained = with_random_weights(elmo, seed=0).bilm.char_cnn  # those that the training began with
vocabulary = elmo.model.vocabulary
for word in ("beautiful", "dog", "beautifful", "blorping", "남동생"):
    print(f"{word:12} row {vocabulary.id(word)}")

# %% [markdown] tags=["lecture"]
# Three strangers share row 0, and a network that reads this table cannot tell a misspelt
# *beautiful* from a younger brother. So our model does not look words up. It reads them, with a
# char-CNN. Here is one word on its way through; the vector that comes out is compared with those of
# 4,000 frequent words. In the last line the same network does the same with random weights. Type a
# word of your own.

# %% tags=["lecture"]
letters_only = [word for word in vocabulary.words if word.isascii() and word.isalpha()]
words = [word for word in letters_only if word.islower()]  # the most frequent come first
pool, pool_ids = words[:4000], cnn.shape.ids_of(words[:4000])[:, :24]
vectors, random_vectors = cnn(pool_ids), untrained(pool_ids)


def on_its_way(word="blorping"):
    word = typed.word(word)
    typed.note_korean([word])
    plots.machine(cnn, word, pool, vectors, (untrained, random_vectors))


live(on_its_way, word="blorping")

# %% [markdown] tags=["lecture"]
# Read it from the top. Every letter is a column of 16 numbers. Then filters slide over the letters:
# each looks at a few of them at a time, its width, and gives each window a number. Of each width
# from two to seven we see the filter with the largest number for this word, its best window framed,
# and only that one number goes on. At the right it passes two gates, and of these six next to
# nothing is left. The survivor below the gap, a filter that *blor* excites, came in smaller than
# five of them, but both gates let it pass. This stranger arrives among *cutting* and *killing*: it
# is something one does, and it does not sound friendly. With random weights it arrives among
# *shopping*, *helping* and *hoping*, which share the end *ping* with it.
#
# ## 2. A word is a row of bytes
# Which characters should a network know? English needs 26 letters
# and some marks, Korean has 11,172 syllables, and there are thousands of emoji. The usual answer is
# UTF-8: each **character** (문자) is written as one to four **bytes** (바이트), numbers from 0 to
# 255. An English letter takes one byte, a syllable of Hangul three, 😀 four. GPT has built its
# pieces of words from the same 256 bytes since GPT-2.
#
# By hand: 남 has the number B0A8 in Unicode, in binary 1011 000010 101000. UTF-8 puts these three
# groups after the marks 1110, 10 and 10. So the bytes are `11101011 10000010 10101000`, or 235,
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

# %% [markdown] tags=["door"]
# 남동생 fills 11 positions of your ids, dog 5. Nobody tells the network that 236, 131 and 169 are
# one syllable.


# %% tags=["known"]
def inputs(rng):
    return ("".join(rng.choice([*"abcdeFGH남동생é😀"], size=rng.integers(0, 40))),)


def use(answer, word):
    """Its ids, if they are whole numbers."""
    ids = answer(word)
    kind = getattr(np.asarray(ids).dtype, "kind", "")
    return {"f": "no whole numbers", "U": "strings"}.get(kind, ids)


cases = [(w,) for w in ("dog", "Dog", "", "café", "남동생", "😀", "남" * 16, "z" * 48, "z" * 49)]
cases += [("\u1102\u1161\u11b7",), (" dog",), ("dog ",)]  # 남 as three characters, and blanks

# %% [markdown] tags=["known"]
# Hint: Begin 259, the first 48 bytes plus 1, end 260, then 261 up to 50 ids.
#
# - `byte + 1` → `byte` :: Id 0 is taken, so add 1 to each byte.
# - `word.encode()[:48]` → `map(ord, word[:48])` :: These are the numbers of `ord`; use the bytes,
#   `word.encode()`.
# - `[:48]` → `` :: It is always 50 ids, so keep 48 bytes.
# - `word.encode()[:48]` → `word[:48].encode()` :: Cut the bytes, not the letters.
# - `word.encode()[:48]` → `word.lower().encode()[:48]` :: ELMo reads capitals: *Dog* and *dog* have
#   different bytes.
# - `word.encode()[:48]` → `word.encode()`; `ids + [261] * (50 - len(ids))` →
#   `(ids + [261] * 50)[:50]` :: The end of the word, 260, must be in the row: keep room for it.
# - `[261]` → `[0]` :: What follows the end of the word is padding, 261 at every position.
# - `return ids + [261] * (50 - len(ids))` → `return ids` :: Fill it up to 50 ids.
# - `return ids + [261] * (50 - len(ids))` →
#   `return [float(i) for i in ids + [261] * (50 - len(ids))]` :: The ids are whole numbers: the
#   network looks up rows by them.
# - `word.encode()[:48]` → `word.strip().encode()[:48]` :: Leave the word as it is: the bytes of
#   blanks and of every character count.
# - `return ids + [261] * (50 - len(ids))` →
#   `return [str(i) for i in ids + [261] * (50 - len(ids))]` :: Your ids are strings: return whole
#   numbers.

# %%
ids_of = yours_or_ours("7.1", ids_of)


def spelled(words):
    """The ids of many words: (words, 50)."""
    return torch.from_numpy(np.array([ids_of(word) for word in words]))


four = ["dog", "café", "남동생", "😀"]
rows = [row[row != 261].tolist() for row in spelled(four)]
print([len(row) for row in rows], "ids without padding")
plots.byte_strips(four, rows)

# %% [markdown] tags=["lecture"]
# 남동생 fills 11 positions and *dog* 5. Nobody tells the network that 236, 131 and 169 are one
# syllable.
#
# ## 3. A filter slides over a word
# An id is only a name, so a small table gives each id a short vector, 16 numbers in ELMo and in our
# model. Our toy has two for each letter.
#
# A **filter** (필터) of **width** (너비) $n$ looks at $n$ ids at a time, in English $n$ letters. It
# has a vector of weights $W_i$ for each of them, and a bias $b$. Laid on the letters
# $e_p, \dots, e_{p+n-1}$, it gives this window one number, its **activation** (활성값):
#
# $$a_p = b + \sum_{i=0}^{n-1} W_i \cdot e_{p+i} \tag{1}$$
#
# Sliding it over all positions $p$ is a **convolution** (합성곱), which puts the C into CNN.
#
# By hand: d = (1, −1), o = (0, 1), g = (1, 1), y = (−1, 2). The filter has width 2, its weights are
# $W_0 = (1, 1)$ and $W_1 = (-1, 2)$, the same numbers as g and y, and $b = -6$:
# - do: (1 − 1) + (0 + 2) − 6 = −4
# - og: (0 + 1) + (−1 + 2) − 6 = −4
# - gg: (1 + 1) + (−1 + 2) − 6 = −3
# - gy: (1 + 1) + (1 + 4) − 6 = 1
#
# Each filter has as many activations in a word as there are windows. Only the largest of them is
# kept, by **max pooling** (최대 풀링), and a **ReLU** (렐루), the function $\max(0, a)$, turns it
# into 0 if it is negative:
#
# $$h = \max\bigl(0,\; \max_p a_p\bigr) \tag{2}$$
#
# Both equations are those of Kim and others (2016), except that Kim has tanh where ELMo has ReLU:
# tanh presses all large answers to nearly 1, ReLU leaves their size. Jozefowicz and others (2016)
# put such a char-CNN in front of two LSTMs, and ELMo starts from their model: it reads in both
# directions, with half the dimensions.
#
# **Predict.** What is $h$ of our filter for *doggy*, and what for *dog*?
#
# <details><summary>Answer</summary>
#
# 1 for *doggy*, from the window gy. For *dog* both activations are −4, so $h = 0$: the filter is
# silent.
#
# </details>

# %% tags=["lecture"]
letters = {"d": (1, -1), "o": (0, 1), "g": (1, 1), "y": (-1, 2)}
W, b = np.array([[1.0, 1], [-1, 2]]), -6


def activations(word):
    """Equation (1) at every position."""
    e = np.array([letters[letter] for letter in word], dtype=float)
    return [(e[p : p + 2] * W).sum() + b for p in range(len(e) - 1)]


def slide(at=3):
    doggy = np.array([letters[letter] for letter in "doggy"], dtype=float)
    plots.slide("doggy", doggy, W, activations("doggy"), at)


live(slide, at=(0, 3))

# %% tags=["lecture"]
for word in ("doggy", "dog", "gydo"):
    print(word, "has h =", max(0, *activations(word)))
pairs = [first + second for first in letters for second in letters]
print(f"of {len(pairs)} pairs above 0:", *(pair for pair in pairs if activations(pair)[0] > 0))

# %% [markdown] tags=["lecture"]
# Of all sixteen pairs of these letters *gy* alone is above 0. It is found anywhere in a word, in
# *doggy* as well as in *gydo*, and where it was is forgotten. The weights are the vectors of g and
# y, and the bias draws the line between this pair and the next best.
#
# **Try it.** Draw the line lower, with $b = -5$: which other pairs get through? Then look for a
# filter of width 1 that is above 0 for a single letter. For d, g and y you will find one, and for o
# there is none. Draw the four letters as points to see why, and what 16 numbers for a letter are
# good for.

# %% [markdown] tags=["exercise"]
# ### Exercise 7.2: many filters, many words
# Difficulty 3 of 3, 20 minutes.
#
# Write (1) and (2) in PyTorch for all filters of one width and many words at once. `e` has the
# shape (words, positions, dim), `W` (filters, width, dim), `b` (filters,). Return h, a tensor of
# the shape (words, filters). Your function will be trained in section 4, so gradients must be able
# to pass through it, to all three arguments; in sections 5 and 7 it runs the trained filters of our
# model.
#
# For instance, `convolve(torch.tensor([[[1.0], [2.0]]]), torch.tensor([[[3.0]]]),
# torch.tensor([-1.0]))` is `tensor([[5.]])`.
#
# <details><summary>Hint 1</summary>
#
# First all words at one start p: their windows are `e[:, p : p + n]`, of shape (words, n,
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
def convolve(e, W, b):
    """The largest activation of each filter in each word, or 0: (words, filters)."""
    # begin solution
    n = W.shape[1]
    starts = range(e.shape[1] - n + 1)
    flat = W.flatten(1).T
    a = torch.stack([e[:, p : p + n].flatten(1) @ flat for p in starts])
    return torch.relu(a.amax(dim=0) + b)
    # end solution


# %% tags=["check"]
check("7.2", convolve)

# %% [markdown] tags=["door"]
# Any word, 남동생 as well, now comes out as 1,024 numbers, one for each filter.


# %% tags=["known"]
def with_tensors(answer, learning, *arrays):
    """What an answer returns, or the gradients that come back through it."""
    given = [torch.from_numpy(array).float() for array in arrays]  # as in the chapter
    if not learning:
        return in_one(answer(*given))
    with torch.enable_grad():
        given = [array.requires_grad_(True) for array in given]
        try:
            found = in_one(answer(*given))
        except RuntimeError as error:
            if "numpy()" not in str(error):
                raise
            return "no gradient"
        if found is None or isinstance(found, str):
            return found
        if not isinstance(found, torch.Tensor) or not found.requires_grad:
            return "no gradient"
        found.square().sum().backward()
    slopes = [array.grad for array in given]
    return "no gradient" if any(slope is None for slope in slopes) else slopes


def in_one(found):
    """What an answer returns, or that there are several tensors or other numbers in it."""
    if torch.is_tensor(found) and found.dtype is torch.float64:
        return "64 bits"
    several = isinstance(found, (list, tuple)) and any(map(torch.is_tensor, found))
    return "several tensors" if several else found


def inputs(rng):
    """Small arrays for the numbers, larger ones for the gradients."""
    learning = int(rng.integers(2))
    words, filters, width, dim = rng.integers(2, 4, size=4) + learning
    long = width + rng.integers(2, 4)
    shapes = ((words, long, dim), (filters, width, dim), filters)
    return learning, *(rng.normal(size=shape) for shape in shapes)


use, trials, tolerance = with_tensors, 40, 1e-4
cases = [
    (0, np.array([[[1.0], [2], [-1]]]), np.array([[[2.0], [-1]], [[-1], [0]]]), np.array([0.5, -1]))
]

# %% [markdown] tags=["known"]
# Hint: For each start p: `e[:, p : p + n]`, flattened, times the flattened weights.
# Returns: one tensor of shape (words, filters)
#
# - `torch.relu(a.amax(dim=0) + b)` → `torch.relu(a.amax(dim=0) + b).detach()` :: The numbers are
#   right, but no gradient comes back to one of `e`, `W` and `b`, or to none of them, so nobody can
#   train your function: calculate with the arguments themselves, in PyTorch alone, without
#   `detach`, `numpy` or `item`, and without `nn.Parameter`, which makes a tensor of its own.
# - `torch.relu(a.amax(dim=0) + b)` → `a.amax(dim=0) + b` :: ReLU is missing:
#   a negative maximum becomes 0.
# - ` + b` → `` :: The bias is missing.
# - `amax` → `mean` :: Take the maximum over the positions, not the mean.
# - `- n + 1` → `- n` :: You stop one window too early: L - n + 1 windows of width n fit into L
#   letters.
# - `ours(e, W.flip(1), b)` :: You reversed the filter: its first row meets the
#   first letter of the window.
# - `list(ours(e, W, b))` :: Return one tensor, and no list or tuple of tensors: `torch.stack` makes
#   one of them.
# - `ours(e, W, b).T` :: Return (words, filters), not the other way round.
# - `amax(dim=0) + b)` → `sum(dim=0) + b)` :: Take the maximum over the positions, not the sum.
# - `torch.relu(a.amax(dim=0) + b)` → `torch.relu(a.amax(dim=0)) + b` :: The bias belongs inside
#   of the ReLU: add it first.
# - `torch.relu(a.amax(dim=0) + b)` → `(a + b).abs().amax(dim=0)` :: Leave out the absolute value:
#   what is below 0 becomes 0.
# - `torch.relu(a.amax(dim=0) + b)` → `torch.relu(a + b)` :: You return every position: take the
#   maximum over them.
# - `torch.relu(a.amax(dim=0) + b)` → `torch.tanh(a.amax(dim=0) + b)` :: The function is
#   `torch.relu`.
# - `ours(e, W, b).double()` :: Return 32-bit numbers, like those that you are given: the layers of
#   the chapter cannot multiply others, such as those of `.double()`.

# %%
convolve = yours_or_ours("7.2", convolve)
print("filters, as (width, number):", cnn.shape.filters)
ids = spelled(["unhappily", "blorping", "남동생"])
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
first, second = cnn.convolve(spelled(pair))
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
# So width limits what can be learnt, and we can watch it. Your `convolve` shall learn to see
# whether a string is an English word: 5,000 words, and the same words with their letters shuffled.
# The network is 100 filters of one width with one weighted sum on top, and its examination 1,000
# other words and their shuffled letters.

# %%
rng = np.random.default_rng(0)
real = [word for word in words if 4 <= len(word) <= 10][:6000]
shuffled = ["".join(rng.permutation([*word])) for word in real]
examples = spelled(real + shuffled)[:, :14]
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
# every two answers one is wrong. Width 2 is right 88 times in 100 and width 3 91 times in the
# examination. Show your inventions to the network of width 3.


# %%
def judge(strings="blorping gniprolb spling ngspil wug xqzt"):
    asked = typed.several(strings)
    score = readers[3](spelled(asked))
    plots.verdicts(asked, score.sigmoid().tolist())


live(judge, strings="blorping gniprolb spling ngspil wug xqzt")

# %% [markdown]
# *Blorping* and *spling* could be English, it says, and *gniprolb* could not, although it has the
# very same letters. *Wug* passes too. Yet *xqzt* gets more than *gniprolb*, and it has not one
# vowel. What were the wrong strings made of that your function learned from?

# %% [markdown] tags=["lecture"]
# ## 5. What training did to the filters
# The filters of our model did not find out by themselves what to look for. They had two teachers.
# First the char-CNN was taught by skip-gram: letters in, the word's skip-gram vector out (chapter
# 07b). Then the language model went on from there while it read (chapter 08b). It all began from
# random weights with seed 0, so we can look at the same filters before and after. Which strings of
# letters excite a filter most, of all windows in our 4,000 words? Your `convolve` says it, if
# each window is given to it as a word.
#
# **Predict.** Of the ten strings that excite an untrained filter most, about half have the same
# letter at a position, on average. After training, will they be more alike, less alike, or as
# before?
#
# <details><summary>Answer</summary>
#
# About as before.
#
# </details>


# %% tags=["lecture"]
windows = {n: pool_ids.unfold(1, n, 1).reshape(-1, n).unique(dim=0) for n in range(2, 8)}


def favourites(net, width, count=10):
    """For each filter of a width the strings that excite it most: (filters, count, width)."""
    conv = net.convolutions[width - 1]
    h = convolve(net.embedding(windows[width]), conv.weight.mT, conv.bias)  # (windows, filters)
    return windows[width][h.topk(count, dim=0).indices.T]


before = {width: favourites(untrained, width) for width in range(2, 8)}
after = {width: favourites(cnn, width) for width in range(2, 8)}


def atlas(first=0):
    plots.atlas(before, after, first)


live(atlas, first=(0, 62, 2))


# %% tags=["lecture"]
def agreement(strings):
    """How many of a filter's strings have the commonest letter, mean over the positions."""
    commonest = strings.mode(dim=1, keepdim=True).values
    return (strings == commonest).float().mean().item()


u0, h0 = untrained.convolve(pool_ids), cnn.convolve(pool_ids)  # (4000, 1024)
for name, h, found in (("untrained", u0, before), ("trained", h0, after)):
    alike = np.mean([agreement(strings) for strings in found.values()])
    begin, end = [(found[7] == mark).any(dim=2).float().mean() for mark in (259, 260)]
    print(f"{name:9}: strings agree at {alike:.0%} of the positions;", end=" ")
    print(f"of width 7 {begin:.0%} have the begin of a word, {end:.0%} its end;", end=" ")
    print(f"{(h > 0).float().mean():.0%} of the activations are above 0")

# %% [markdown] tags=["lecture"]
# A filter does not look for one string. Many are excited by a family that shares a few letters,
# such as *rible>*, *lable>* and *uable>*, or *hum*, *ham* and *fam*, and such families come free
# with random weights. Training has not made them purer: before and after, about half of a filter's
# ten strings have the commonest letter of a position (of ten at random 24 %). Other things did
# change. Among the favourites of width 7, 31 % begin a word where it was 17 %, and fewer end one.
# And on average an untrained filter is above 0 in 98 % of the words, a trained one in 47 %.
#
# What are such filters good for? For each of our 4,000 words we look for the one with the nearest
# 1,024 activations, and ask whether the two begin alike or end alike.
#
# **Predict.** These random filters have learnt nothing. Will *ship* be nearest to *ships*, to
# *chip*, or to any word at all?
#
# <details><summary>Answer</summary>
#
# To *chip*. Random filters see letters too. Why they often rhyme is tested below.
#
# </details>


# %% tags=["lecture"]
def nearest(vectors):
    """For each row the index of the row with the largest cosine, itself left out."""
    unit = vectors / vectors.norm(dim=1, keepdim=True)
    return (unit @ unit.T).fill_diagonal_(-2).argmax(dim=1).tolist()


def compare(name, vectors):
    near = [pool[i] for i in nearest(vectors)]
    begin = np.mean([word[:3] == other[:3] for word, other in zip(pool, near, strict=True)])
    end = np.mean([word[-3:] == other[-3:] for word, other in zip(pool, near, strict=True)])
    some = " ".join(f"{word}: {near[pool.index(word)]}" for word in ("ship", "dog", "eight"))
    print(f"{padded(name, 10)} first three {begin:.0%}  last three {end:.0%}   {some}")


warm = with_warm_start(elmo, seed=0).bilm.char_cnn  # after its first teacher
for name, h in (("untrained", u0), ("skip-gram", warm.convolve(pool_ids)), ("trained", h0)):
    compare(name, h)

# %% [markdown] tags=["lecture"]
# Without training many neighbours rhyme: 48 % of the nearest words share the last three letters, 36
# % the first three, and *ship* is nearest to *chip*, *dog* to *log*. After the lesson of skip-gram
# only 21 % rhyme, and 70 % share the first three letters: *ship* has *ships* and *dog* has *dogs*.
# Reading, the second teacher, left these shares where they were.
#
# But why should chance rhyme? It may be the row itself. Padding comes *after* the word, so the end
# mark is in up to seven windows of width 7, and the begin mark in one. Test it: push every word to
# the right end of its row, so that the padding comes first.

# %%
rolled = torch.stack([row.roll(int((row == 261).sum())) for row in pool_ids])
compare("untrained", untrained.convolve(rolled))
compare("trained", cnn.convolve(rolled))

# %% [markdown] tags=["lecture"]
# It is mostly the row. With the padding in front, the same random filters agree in the first three
# letters in 65 % and rhyme in only 18 %. What training did holds for either row: more neighbours
# agree at the beginning, and fewer at the end. But *eight* still has *light*, in either row,
# trained or not.
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
# has the result. `W` and `W_r` are (dim, dim), with one row for each output, as in (3). As in
# exercise 7.2, gradients must be able to pass through it, to all five arguments.
#
# If all weights and biases are 0, the gate is 1/2 and half of `h` comes out.
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

# %% [markdown] tags=["door"]
# With a bias of -2 your gate lets 0.12 of the new through at first. What training makes of it
# stands below.


# %% tags=["known"]
def inputs(rng):
    """Small arrays for the numbers, larger ones for the gradients."""
    learning = int(rng.integers(2))
    words, dim = rng.integers([1, 2], 4) + 2 * learning
    shapes = ((words, dim), (dim, dim), (dim,), (dim, dim), (dim,))
    return learning, *(rng.normal(size=shape) for shape in shapes)


use, trials, tolerance = with_tensors, 40, 1e-4

# %% [markdown] tags=["known"]
# Hint: The gate r weighs the new value, 1 - r the old number: one row of the result per word.
# Returns: one tensor of the shape of h
#
# - `r * torch.relu` → `(1 - r) * torch.relu`; `+ (1 - r) * h` → `+ r * h` :: The gate is
#   reversed: `r` weighs the new value.
# - `return r * torch.relu(h @ W.T + b) + (1 - r) * h` →
#   `return (r * torch.relu(h @ W.T + b) + (1 - r) * h).detach()` :: The numbers are right, but no
#   gradient comes back to one of the five arguments, or to none of them: calculate with them
#   themselves, in PyTorch alone, without `detach` or `numpy`, and without `nn.Parameter`, which
#   makes a tensor of its own.
# - `torch.relu(h @ W.T + b)` → `(h @ W.T + b)` :: The ReLU is missing.
# - ` + (1 - r) * h` → `` :: Add the old number, times 1 - r.
# - `+ (1 - r) * h` → `+ h` :: The old number passes with the weight `1 - r`, and not whole.
# - `ours(h, W.T, b, W_r.T, b_r)` :: Each row of `W` belongs to one output, and each row of `h` to
#   one word; you multiply the words by the columns of `W`.
# - `W_r.T + b_r` → `W_r.T`; `W.T + b` → `W.T` :: Both biases are missing.
# - `torch.relu(h @ W.T + b)` → `torch.tanh(h @ W.T + b)` :: The new value goes through
#   `torch.relu`.
# - `torch.sigmoid(` → `torch.relu(` :: The gate is a sigmoid: it lies between 0 and 1.
# - `torch.sigmoid(` → `torch.tanh(` :: The gate is a sigmoid: it lies between 0 and 1.
# - `torch.sigmoid(h @ W_r.T + b_r)` → `torch.softmax(h @ W_r.T + b_r, 1)` :: The gate is a
#   sigmoid for each number: a softmax would make the gates of a word sum to 1.
# - `list(ours(h, W, b, W_r, b_r))` :: Return one tensor, and no list or tuple of tensors:
#   `torch.stack` makes one of rows.
# - `ours(h, W_r, b_r, W, b)` :: The two pairs are exchanged: `W_r` and `b_r` make the gate.
# - `+ (1 - r) * h` → `+ (1 - r) * h.detach()` :: The numbers are right, but one of the gradients
#   that come back through your layer is not: leave out `detach`, so that every use of `h` and of
#   the weights counts.
# - `ours(h, W, b, W_r, b_r).double()` :: Return 32-bit numbers, like those that you are given: the
#   layers of the chapter cannot multiply others, such as those of `.double()`.

# %%
highway = yours_or_ours("7.3", highway)
W, W_r = torch.tensor([[1.0, 0], [-1, 1]]), torch.tensor([[1.0, -2], [0, 0]])
b, b_r = torch.tensor([1.0, 0]), torch.tensor([0, np.log(3)]).float()
print(highway(torch.tensor([[2.0, 1]]), W, b, W_r, b_r))

# %% [markdown] tags=["lecture"]
# Training starts with $b_r = -2$ everywhere, so that at first $r$ is near $\sigma(-2) = 0.12$ and
# most of the input passes. And afterwards? We add up all numbers of the 4,000 words: how much of
# what comes into a layer leaves it again, $(1 - r)\,h$, and how much is new, $r\,g$?
#
# **Predict.** A trained highway can let its input pass, remove it, or add something new. Which is
# the largest amount, and which the smallest?
#
# <details><summary>Answer</summary>
#
# In the first highway as much is removed as passes, in the second three times as much. The new is
# the smallest in both.
#
# </details>


# %% tags=["lecture"]
def your_layer(net, h, new=True):
    """Your highway with the weights of one layer; new=False sets all new values g to 0."""
    t = net.transform
    W, b = (t.weight, t.bias) if new else (0 * t.weight, 0 * t.bias)
    return highway(h, W, b, net.gate.weight, net.gate.bias)


def amounts(net, h):
    """What passes, what is removed and what is new, in percent of the input."""
    kept, whole = your_layer(net, h, new=False).sum(), your_layer(net, h).sum()
    found = {"passed": kept, "removed": h.sum() - kept, "new": whole - kept}
    return {name: 100 * (amount / h.sum()).item() for name, amount in found.items()}


h1 = your_layer(cnn.highways[0], h0)
h2 = your_layer(cnn.highways[1], h1)
shares = {"untrained": amounts(untrained.highways[0], u0)}
shares |= {"highway 1": amounts(cnn.highways[0], h0), "highway 2": amounts(cnn.highways[1], h1)}
new = h2 - your_layer(cnn.highways[1], h1, new=False)
print(f"of what leaves highway 2, {(new.sum() / h2.sum()).item():.0%} is new")
plots.amounts(shares)

# %% [markdown] tags=["lecture"]
# Before training the first highway lets 87 % of its input pass. Afterwards it removes half of its
# input, the second three quarters. A filter sees seven letters at most; a gate sees what all
# filters have found in this word. The new values look like nothing, 1 and 3 % of the input. But so
# little is left that those of the second highway are 12 % of what leaves it.
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


# %% tags=["lecture"]
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


# %% tags=["lecture"]
yours = YourCharCNN(cnn.shape)
yours.load_state_dict(cnn.state_dict())
assert torch.allclose(yours(ids), cnn(ids), atol=1e-4)
print(tuple(ids.shape), "->", tuple(yours(ids).shape))
size = sum(p.numel() for p in yours.highways.parameters())
everything = sum(p.numel() for p in yours.parameters())
print(f"in the highways: {size / everything:.0%} of {everything:,} parameters")

# %% [markdown] tags=["lecture"]
# It agrees, with 94 % of its parameters in the highways. A lecture on ELMo says of the char-CNN
# that it looks at neighbouring words, that it is fast because it is a CNN, and that the highway
# saves computing. The first is a slip: a filter sees neighbouring letters of one word. The other
# two can be timed, here for our 4,000 words.

# %% tags=["lecture"]
with chapter.timed("07", "filters"):
    yours.convolve(pool_ids)
with chapter.timed("07", "two highways and the projection"):
    yours.projection(yours.highways[1](yours.highways[0](h0)))
with chapter.timed("07", "the projection alone"):
    yours.projection(h0)
with chapter.timed("07", "looking 4,000 rows up in a table"):
    vectors[torch.arange(4000)]

# %% [markdown] tags=["lecture"]
# The highways save nothing: with the projection they take 0.44 s on top of the 0.37 of all filters,
# and the projection alone would be done in 0.017. And is a CNN fast? Compare the filters with an
# LSTM over the letters that has as many outputs: time `nn.LSTM(16, 512, bidirectional=True)`.
# Beside a table our char-CNN is slow: looking up takes less than a thousandth of its time. ELMo's
# own code can keep the vectors of a list of words in such a table, once they are computed.
#
# So where does meaning come in? We stop the network after each step, look for the nearest word, and
# ask whether it is one of the ten nearest in the skip-gram vectors of chapter 06.
#
# **Predict.** After the filters the nearest word of *eight* is *light*. After which step will it
# be another number word: highway 1, highway 2 or projection?
#
# <details><summary>Answer</summary>
#
# After the second highway.
#
# </details>

# %% tags=["lecture"]
steps = {"filters, untrained": u0, "filters": h0}
steps |= {"highway 1": h1, "highway 2": h2, "projection": vectors}
near = {step: nearest(x) for step, x in steps.items()}
asked = ("eight", "because", "money", "ship", "dog")
print(" " * 18, *(f"{word:10}" for word in asked))
for step, found in near.items():
    nearby = (f"{pool[found[pool.index(word)]]:10}" for word in asked)
    print(padded(label(step, "way"), 18), *nearby)

# %% tags=["lecture"]
static = static_vectors.load()
skipgram = F.normalize(torch.tensor(static[pool]), dim=1)
ten = (skipgram @ skipgram.T).fill_diagonal_(-2).topk(10).indices.tolist()


def right(found):
    """How many of the nearest words are among the ten nearest of skip-gram, in percent."""
    return 100 * np.mean([i in best for i, best in zip(found, ten, strict=True)])


plots.right_by_step({step: right(found) for step, found in near.items()})

# %% tags=["lecture"]
for step, found in near.items():
    hits = 0  # without pairs that share the first three letters or the last three
    for word, i, best in zip(pool, found, ten, strict=True):
        hits += i in best and word[:3] != pool[i][:3] and word[-3:] != pool[i][-3:]
    name = padded(label(step, "way"), 18)
    print(f"{name} right and spelled otherwise: {100 * hits / len(pool):.1f} %")

# %% [markdown] tags=["lecture"]
# **The meaning that spelling does not show comes late.** With random filters 20 % of the nearest
# words are right, after the trained filters 47 %, after the projection 78 %. But filters find what
# is spelled alike, such as *ship* and *ships*. Right, with neither the first three letters nor the
# last three in common, are 0.4 % after the filters, trained or not, 6 after the second highway and
# 27 after the projection. On the way *because* leaves *cause* for *although*, and *eight* leaves
# *light* for *three* and then *four*.
#
# Could one matrix do that as well, straight from the filters to the end? We keep the filters as
# they are and fit one, by least squares, to what the whole network makes of 5,000 other words. Then
# we take pieces out of the network: the new values of a highway, or all that the gates remove.
#
# **Predict.** Which hurts more: to remove nothing in both highways, or to add nothing new in one?
#
# <details><summary>Answer</summary>
#
# To remove nothing.
#
# </details>


# %% tags=["lecture"]
def best_matrix(h, x):
    """The matrix and bias that come nearest to making x of h, by (ridge) least squares."""
    h = F.pad(h, (0, 1), value=1)  # a 1 for the bias
    return torch.linalg.solve(h.T @ h + 10 * torch.eye(h.shape[1]), h.T @ x)


def add_only(net, h):
    """A highway that adds what is new and removes nothing."""
    return h + your_layer(net, h) - your_layer(net, h, new=False)


first, second = yours.highways
h_others = cnn.convolve(cnn.shape.ids_of(words[4000:9000])[:, :30])
x_others = yours.projection(second(first(h_others)))
from_others = best_matrix(h_others, x_others)
from_these = best_matrix(h0, vectors)
unremoved = add_only(second, add_only(first, h0))
refitted = best_matrix(add_only(second, add_only(first, h_others)), x_others)

# %% tags=["lecture"]
with_bias = F.pad(h0, (0, 1), value=1)
changed = {
    "one matrix, fitted on other words": with_bias @ from_others,
    "one matrix, fitted on these words": with_bias @ from_these,
    "nothing removed": yours.projection(unremoved),
    "nothing removed, last matrix refitted": F.pad(unremoved, (0, 1), value=1) @ refitted,
    "nothing new in highway 1": yours.projection(second(your_layer(first, h0, new=False))),
    "nothing new in highway 2": yours.projection(your_layer(second, h1, new=False)),
}
moved, kept = {}, {"the whole network": right(near["projection"])}
for name, x in changed.items():
    found = nearest(x)
    moved[name] = 100 * np.mean([i != j for i, j in zip(found, near["projection"], strict=True)])
    kept[name] = right(found)
plots.taken_out(moved, kept)

# %% [markdown] tags=["lecture"]
# Neither matrix does it. Fitted on other words it makes 28 % of the nearest words right, fewer than
# the filters alone, and even fitted on these very words 45 %. Removing matters: with everything put
# back that the gates of both highways take away, only 46 % are right, and refitting the last matrix
# on the other words does not help: 33 %. The new values matter as well. Without those of the second
# highway every fourth word has another nearest word, and 70 % instead of 78 are right; without
# those of the first, 16 % have another one.
#
# Now it is your network that reads, on your ids, filters and highways. Where does an invented word
# go, and who are its neighbours after each step?


# %%
def walk(word="unblorpable"):
    word = typed.word(word)
    typed.note_korean([word])
    h = yours.convolve(spelled([word]))
    walked = {"filters": (h, h0)}
    for n, (layer, others) in enumerate(zip(yours.highways, (h1, h2), strict=True), start=1):
        h = layer(h)
        walked[f"highway {n}"] = (h, others)
    walked["projection"] = (yours.projection(h), vectors)
    for step, (vector, others) in walked.items():
        best = torch.cosine_similarity(vector, others).topk(5).indices.tolist()
        print(padded(label(step, "way"), 12), *(f"{pool[i]:13}" for i in best))


live(walk, word="unblorpable")

# %% [markdown]
# To the filters *unblorpable* is a kind of *capable* and *comfortable*. After the second highway it
# is *impossible*, and it was your code that got it there. Type *beautifful*, or your own name.
#
# ### Open experiment
# Shuffled letters are an easy enemy. Train the reader of section 4 on harder ones: swap two
# neighbouring letters of each word, once. Predict first: which width will lose most, and will
# width 4 or 5 be worth its price? Then type your own misspellings, and explain what it misses.
#
# ## What you can now do
# - write a word as ELMo's row of ids, and compute a convolution and a highway layer by hand,
# - train filters of your own, and say what their width lets them know,
# - say what excites a trained filter, and what training changed in it,
# - run a whole char-CNN with trained weights on functions of your own,
# - say at which step *eight* stops being a kind of *light*, and what the highways do for it.
#
# ## One honest limit
# The judge here is the skip-gram of chapter 06, and the first teacher of this char-CNN was another
# skip-gram. So the 78 % say how well pupil and judge agree on frequent words that were in the
# lesson, and nothing about a word that was in none.
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
#    - [x] three neighbouring ids :: for instance a whole syllable, or the begin mark with two bytes
# 2. Filters of width 1 have to tell new words from the same words with shuffled letters. How often
#    are they right?
#    - [x] half of the time :: both strings give every filter the same maximum
#    - [ ] less often than width 2, but more often than by guessing :: the order of the letters is
#      invisible to them
#    - [ ] always, after enough training :: whatever the weights, both strings give the same number
# 3. What is the second highway of our trained network mostly busy with?
#    - [ ] saving computing :: it is almost half of the parameters, and every word goes through all
#      of them
#    - [x] removing what the filters have found :: three quarters of its input do not get through
#    - [ ] making new values :: they are a few percent of its input, though not without effect
