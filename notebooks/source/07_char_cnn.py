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
# - **compute** a convolution, its maximum and a highway layer, by hand and in code,
# - **compare** the same filters before and after training, and say what they have learnt,
# - **follow** a word from its spelling to its meaning, layer by layer.
#
# You need the cosine (chapter 03), layers with weights and biases (02), the n-grams of letters
# (04), and tensors in PyTorch.

# %% tags=["setup"]
import matplotlib.pyplot as plt
import numpy as np
import torch
from torch import nn

from elmo_lite import static_vectors
from elmo_lite.controls import with_random_weights
from elmo_lite.elmo import Elmo
from elmo_lite.text import character_ids
from notebooks.course.check import ch07 as checks
from notebooks.course.plots import ch07 as plots

torch.set_num_threads(1)  # the products are small
off = torch.set_grad_enabled(False)  # nothing is trained in this chapter

# %% [markdown]
# ## 1. The row of all strangers
# A model with a table has a row for each word that it knows, and row 0 for all the rest. We look up
# five strings in the vocabulary of our English biLM, the model that this part of the course is
# about. The last one is Korean for "younger brother".

# %%
elmo = Elmo.load()
vocabulary = elmo.model.vocabulary
for word in ("beautiful", "dog", "beautifful", "blorping", "남동생"):
    print(f"{word:12} row {vocabulary.id(word)}")

# %% [markdown]
# Three strangers share row 0, the unknown word. A network that reads this table cannot tell a
# misspelt *beautiful* from a younger brother. So it should not look the word up, but read it.
#
# ## 2. A word is a row of bytes
# Which characters should a network know? English needs 26 letters and some marks, Korean has
# 11,172 syllables, and there are thousands of emoji. Text files have one answer, UTF-8: each
# **character** (문자) is written as one to four **bytes** (바이트), numbers from 0 to 255. An
# English letter takes one byte, a syllable of Hangul three, most emoji four. Since GPT-2, GPT has
# built its pieces of words from the same 256 bytes.
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
# A word of more than 48 bytes is cut.
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

# %%
ids_of = checks.ch07_ex1.yours_or_ours(ids_of)
words = ["dog", "café", "남동생", "😀"]
rows = [[i for i in ids_of(word) if i != 261] for word in words]
print([len(row) for row in rows], "ids without padding")
plots.byte_strips(words, rows)

# %% [markdown]
# 남동생 fills 11 positions and *dog* 5. Nobody tells the network that 236, 131 and 169 are one
# syllable.
#
# Bytes are one alphabet of many. 갔다 (went), 샀다 (bought), 잤다 (slept) and 탔다 (rode) are past
# tenses, and what makes them so is the ㅆ at the foot of the first syllable. Which runs of three
# ids do all four share, in bytes and in the **jamo** (자모) of chapter 04?

# %%
for alphabet in ("bytes", "jamo"):
    shared = None
    for row in character_ids(["갔다", "샀다", "잤다", "탔다"], alphabet=alphabet).tolist():
        written = row[: row.index(260) + 1]
        runs = {tuple(written[i : i + 3]) for i in range(len(written) - 2)}
        shared = runs if shared is None else shared & runs
    print(f"{alphabet:5} {len(shared)} shared runs: {sorted(shared)}")

# %% [markdown]
# In bytes they share 2 runs, 다 and its end. Of the past tense there is no trace, because the last
# byte of a syllable depends on its first consonant as well. In jamo they share 3 runs, and two of
# these hold id 321, which is ㅆ. ELMo's bytes can spell Korean; jamo show what it is made of.
#
# ## 3. A filter slides over a word
# An id is only a name, so a small table gives each id a short vector, 16 numbers in ELMo and in our
# model. Our toy has two for each letter.
#
# A **filter** (필터) of **width** (너비) $n$ looks at $n$ letters at a time. It has a vector of
# weights $W_i$ for each of them, and a bias $b$. Laid on the letters $e_p, \dots, e_{p+n-1}$, it
# answers with one number:
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

# %% [markdown] tags=["exercise"]
# ### Exercise 7.2: one filter, one word
# Difficulty 1 of 3, 10 minutes.
#
# Write equation (1) in NumPy: the list of all answers of one filter, from the first window to the
# last. `vectors` has the shape (letters, dim) and `weights` the shape (width, dim).
#
# <details><summary>Hint 1</summary>
#
# A word of L letters has L − n + 1 windows of width n.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `(vectors[p : p + n] * weights).sum() + bias` is the answer at position p.
#
# </details>

# %% tags=["exercise"]
def answers_of(vectors, weights, bias):
    """The answer of the filter to each window, as a list."""
    # begin solution
    n = len(weights)
    starts = range(len(vectors) - n + 1)
    return [float((vectors[p : p + n] * weights).sum() + bias) for p in starts]
    # end solution

# %% tags=["check"]
checks.ch07_ex2(answers_of)

# %%
answers_of = checks.ch07_ex2.yours_or_ours(answers_of)
letters = {"d": (2, 0), "o": (0, 1), "g": (1, 1), "y": (-1, 2)}
W, b = np.array([[1.0, 1], [-1, 2]]), -5.0
doggy = np.array([letters[letter] for letter in "doggy"], dtype=float)
answers = answers_of(doggy, W, b)
print("h of doggy", max(0, *answers), " h of dog", max(0, *answers_of(doggy[:3], W, b)))

# %%
conv = nn.Conv1d(in_channels=2, out_channels=1, kernel_size=2).double()
conv.weight.copy_(torch.from_numpy(W.T))  # Conv1d wants (filters, dim, width)
conv.bias.fill_(b)
assert np.allclose(answers, conv(torch.from_numpy(doggy.T)))
plots.convolution_by_hand("doggy", doggy, answers)

# %% [markdown]
# *doggy* gets 2 and *dog* 0, and PyTorch's `Conv1d` has the same answers. The filter detects *gy*,
# because its weights are the vectors of g and y, and a dot product is large where two vectors point
# the same way. It finds *gy* anywhere in a word, and then forgets where it was.

# %% [markdown] tags=["exercise"]
# ### Exercise 7.3: many filters, many words
# Difficulty 3 of 3, 20 minutes.
#
# Write (1) and (2) in PyTorch for all filters of one width and many words at once. `letters` has
# the shape (words, positions, dim), `weights` (filters, width, dim), `biases` (filters,). Return h
# with the shape (words, filters). The trained filters of our model will run on your function.
#
# <details><summary>Hint 1</summary>
#
# Loop over the start p. The windows of all words there are `letters[:, p : p + n]`, of shape
# (words, n, dim). `.flatten(1)` makes it (words, n · dim), and does the same to `weights`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `windows.flatten(1) @ weights.flatten(1).T` has the shape (words, filters). Stack those of all p,
# take `.amax(dim=0)`, add the biases, and end with `torch.relu`.
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
checks.ch07_ex3(convolve)

# %%
convolve = checks.ch07_ex3.yours_or_ours(convolve)
cnn = elmo.bilm.char_cnn  # the trained weights
print("filters, as (width, number):", cnn.shape.filters)
ids = torch.tensor([ids_of(word) for word in ("unhappily", "blorping", "남동생")])
vectors = cnn.embedding(ids)  # (words, 50, 16)
h = torch.cat([convolve(vectors, c.weight.mT, c.bias) for c in cnn.convolutions], dim=1)
assert torch.allclose(h, cnn.convolve(ids), atol=1e-4)
print("letters", tuple(vectors.shape), " h", tuple(h.shape))

# %% [markdown]
# Your function agrees with the course's package. Our model has 1,024 filters of widths 1 to 7, so
# any word, 남동생 as well, comes out as 1,024 numbers.
#
# What do they hear in *unhappily*? For each width from 2 on we take the one that answers loudest.
# In the figure `<` and `>` are begin and end, and a dot is padding.

# %%
def show(ids):
    """Character ids as text: < begin, > end, · padding."""
    names = {259: "<", 260: ">", 261: "·"}
    return "".join(names.get(i, chr(i - 1)) for i in ids)


table, names, written = [], [], show(ids[0].tolist())
for n, conv in list(enumerate(cnn.convolutions, start=1))[1:]:
    answers = conv(vectors[:1].mT)[0]  # (filters, positions)
    loudest = answers[answers.amax(dim=1).argmax()]
    p = int(loudest.argmax())
    table.append(loudest[:12].numpy())
    names.append(f"width {n} hears {written[p : p + n]}")
plots.max_over_time(written[:12], table, names)

# %% [markdown]
# Four of the six hear the second half of the word, such as *pil* or *ily>*, and the two widest its
# beginning, *<unhap* and *<unhapp*. Nearly everywhere else their answers are negative (blue).
# Each row is one filter, and its circle is the only number that the next layer will see.
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
widths = np.repeat(range(1, 8), [number for _, number in cnn.shape.filters])
differ = ~np.isclose(first, second, atol=1e-6)
percent = [100 * differ[widths == n].mean() for n in range(1, 8)]
ax = plt.figure(figsize=(7.5, 3.2)).add_subplot(xlabel="width of the filters", ylim=(0, 100))
bars = ax.bar(range(1, 8), percent, width=0.6, color=plots.GREEN)
ax.bar_label(bars, [f"{p:.0f} %" for p in percent], padding=3)
ax.set_ylabel("filters that differ, in %")
silent = [100 * ((first == 0) & (second == 0))[widths == n].float().mean() for n in (2, 7)]
print(f"silent for both: width 2 {silent[0]:.0f} %, width 7 {silent[1]:.0f} %")
said = "; ".join(f"width {n}: {p:.0f} %" for n, p in enumerate(percent, start=1))
plots.describe(ax, f"Filters that tell {pair[0]} from {pair[1]}. {said}.")

# %% [markdown]
# No filter of width 1 tells the words apart, but 58 % of those of width 2 do, because *li* occurs
# in the one word alone and *si* in the other. Width 3 does best, with 63 %, and width 7 only
# reaches 49 %. Wide filters know more, but they seldom speak: 51 % of width 7 are silent for both
# words, compared with 34 % of width 2, and two zeros do not differ.
#
# **Try it.** Put *banana* and *bananana* in place of the pair. From which width on are there
# filters that can tell them apart, and why is it exactly that one?
#
# FastText cuts words into n-grams as well, but each n-gram has a row of its own, and the word is
# the mean of them all. A filter is softer, because similar letters get similar answers, and
# harder, because of all n-grams it keeps only the best.
#
# ## 5. What training did to the filters
# Our filters were trained in two steps. First the char-CNN learnt to spell skip-gram vectors:
# letters in, the word's vector out, with a mean cosine of 0.73 over the vocabulary. Then the
# language model corrected it a little while reading (chapter 08b). All this began from random
# weights with seed 0, so we can have the same filters back as they were.
#
# We ask a filter what it wants to hear: of all n-grams in the 4,000 most frequent words, which does
# it answer most? (Darker means louder.)
#
# **Predict.** Which lists look tidier, those before training or those after it?
#
# <details><summary>Answer</summary>
#
# Those before it, by a little.
#
# </details>

# %%
untrained = with_random_weights(elmo, seed=0).bilm.char_cnn.eval()
nets = {"before": untrained, "after": cnn}
known = [word for word in vocabulary.words if word.isascii() and word.isalpha()]
pool = [word for word in known if word.islower()][:4000]  # the most frequent come first
pool_ids = torch.tensor([ids_of(word)[:24] for word in pool])

# %%
def grams_and_answers(net, n):
    """All different n-grams of the pool, and the answers of the filters of width n to them."""
    grams = pool_ids.unfold(1, n, 1).reshape(-1, n).unique(dim=0)
    answers = net.convolutions[n - 1](net.embedding(grams).mT)[:, :, 0]
    return grams, answers  # (n-grams, n), (n-grams, filters)

# %%
names, lists, strengths = [], [], []
for n in (3, 4, 5, 6):
    _, answers = grams_and_answers(untrained, n)
    standing_out = (answers.amax(dim=0) - answers.mean(dim=0)) / answers.std(dim=0)
    k = int(standing_out.argmax())  # the filter whose best n-gram is furthest above the rest
    for when, net in nets.items():
        grams, answers = grams_and_answers(net, n)
        best = answers[:, k].topk(7)
        names.append(f"width {n}, {when}")
        lists.append([show(gram) for gram in grams[best.indices].tolist()])
        strengths.append(best.values.numpy())
plots.filter_ngrams(names, lists, strengths)

# %% [markdown]
# The untrained lists are the tidy ones. The filter of width 3 wants an *s* in front (*soc*, *sug*,
# *sop*), that of width 5 a double *s* and a vowel (*esson*, *essin*, *ussio*). After training two
# favourites are still *sky* and *museum*, and the list of *sky* has kept its *s*. But *summ* is now
# followed by *ign>*, and *rsona* by *husba*. We chose filters that stood out before training, so
# let us count over all of them.

# %%
standard = {}
for when, net in nets.items():
    same, above, standard[when] = [], [], []
    for n in range(3, 8):
        grams, answers = grams_and_answers(net, n)
        best = grams[answers.topk(10, dim=0).indices.T]  # (filters, 10, n)
        pairs = (best[:, :, None] == best[:, None]).float().mean(dim=3)  # letters in common
        same.append((pairs.sum(dim=(1, 2)) - 10) / 90)  # without each n-gram and itself
        above.append((answers > 0).float().mean(dim=0))
        standard[when].append((answers - answers.mean(dim=0)) / answers.std(dim=0))
    same, above = (100 * torch.cat(each).mean().item() for each in (same, above))
    print(f"{when:6} {same:.0f} % of the letters in common, {above:.0f} % of the answers above 0")

pairs = zip(standard["before"], standard["after"], strict=True)
r = torch.cat([(before * after).mean(dim=0) for before, after in pairs])
print(f"correlation of a filter's answers before and after: {r.mean():.2f}")

# %% [markdown]
# Training did not tidy the lists. Of the ten best n-grams of a filter, any two have 34 % of their
# letters in common before training and 31 % after it. A tidy list is no sign of learning. It comes
# from equation (1), a sum with one term for each position: random weights have a favourite letter
# at each position too, and the best n-grams combine the favourites. This is why every look into a
# trained network in this course has the untrained one beside it.
#
# Nor did the filters change jobs. Their answers before and after have a correlation of 0.67, so a
# filter still hears roughly what chance made it hear. What changed is how often it speaks: 11 %
# of the answers are above 0, where it was 50 %.
#
# What is that good for? For each word we look for the one with the nearest 1,024 numbers.

# %%
def nearest(vectors):
    """For each row the number of the row with the largest cosine, itself left out."""
    unit = vectors / vectors.norm(dim=1, keepdim=True)
    return (unit @ unit.T).fill_diagonal_(-2).argmax(dim=1).tolist()

# %%
for when, net in nets.items():
    near = [pool[i] for i in nearest(net.convolve(pool_ids))]
    pairs = list(zip(pool, near, strict=True))
    begin = np.mean([word[:3] == other[:3] for word, other in pairs])
    end = np.mean([word[-3:] == other[-3:] for word, other in pairs])
    print(f"{when:6} same first three letters {begin:.0%}, same last three {end:.0%}")
    print("      ", *(f"{word}: {near[pool.index(word)]} " for word in ("ship", "dog", "eight")))

# %% [markdown]
# Without training the network rhymes: 48 % of the nearest words share the last three letters, and
# *ship* is nearest to *chip*, *dog* to *log*. After training it is only 21 %, and 70 % share the
# first three instead of 36 %, so that *ship* has *ships* and *dog* has *dogs*. The filters learnt
# to listen to the beginning, where English keeps the stem. The rhymes were an accident of the row:
# padding comes after the word, so the end mark is in seven windows of width 7, and the begin mark
# in one. But *eight* still has *light*, because a filter hears spelling and nothing else.
#
# ## 6. The highway
# The 1,024 numbers $h$ of a word now go through a **highway layer** (하이웨이 층; Srivastava and
# others 2015). For each number it computes a new value and a **gate** (게이트) $r$ between 0 and
# 1, which says how far the old number is replaced by the new one:
#
# $$r = \sigma(W_r h + b_r), \qquad
# h' = r \odot \max(0,\, W h + b) + (1 - r) \odot h \tag{3}$$
#
# $\sigma$ is the sigmoid of chapter 03b, and $\odot$ multiplies number by number. With $r = 0$
# the input passes untouched, with $r = 1$ it is replaced. ELMo has two such layers, and so has
# our model. (Leave the gates out and add, and you have the residual connection of chapter 08.)
#
# By hand, with two numbers: $h = (2, 1)$,
# $W = \begin{pmatrix}1&0\\-1&1\end{pmatrix}$, $b = (1, 0)$,
# $W_r = \begin{pmatrix}1&-2\\0&0\end{pmatrix}$, $b_r = (0, \log 3)$.
# - new values: $\max(0, (2 + 1, -2 + 1)) = (3, 0)$
# - gates: $\sigma(0) = \tfrac12$ and $\sigma(\log 3) = \tfrac34$
# - $h' = (\tfrac12 \cdot 3 + \tfrac12 \cdot 2,\; \tfrac34 \cdot 0 + \tfrac14 \cdot 1) =
#   (2.5, 0.25)$

# %% [markdown] tags=["exercise"]
# ### Exercise 7.4: one highway layer
# Difficulty 2 of 3, 15 minutes.
#
# Write equation (3) in PyTorch for many words at once: `h` has the shape (words, dim), and so has
# the result. `W` and `W_r` are (dim, dim), with one row for each output, as in (3).
#
# <details><summary>Hint 1</summary>
#
# For one word it is `W @ h`. With the words as rows it becomes `h @ W.T`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# What passes is the input `h` itself, without weights, times `1 - r`.
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
checks.ch07_ex4(highway)

# %%
highway = checks.ch07_ex4.yours_or_ours(highway)
W, W_r = torch.tensor([[1.0, 0], [-1, 1]]), torch.tensor([[1.0, -2], [0, 0]])
b, b_r = torch.tensor([1.0, 0]), torch.tensor([0, np.log(3)]).float()
print(highway(torch.tensor([[2.0, 1]]), W, b, W_r, b_r))

# %% [markdown]
# These are our numbers. Training starts with $b_r = -2$ everywhere, so that at first $r$ is near
# $\sigma(-2) = 0.12$ and most of the input passes.
#
# **Predict.** Where will the gates be after training: still near 0.12, in the middle, or at the two
# ends?
#
# <details><summary>Answer</summary>
#
# Mostly at the ends: those of layer 1 at both, those of layer 2 at 1.
#
# </details>

# %%
def through(net, words_ids):
    """For each highway layer: its input h, its gates r and its new values."""
    h, found = net.convolve(words_ids), []
    for layer in net.highways:
        new, r = torch.relu(layer.transform(h)), torch.sigmoid(layer.gate(h))
        found.append((h, r, new))
        h = layer(h)
    return found


layers = {"before": through(untrained, pool_ids)[0]}
layers["after, layer 1"], layers["after, layer 2"] = through(cnn, pool_ids)

# %%
ax = plt.figure(figsize=(8.5, 3.4)).add_subplot(xlabel="gate r: 0 = passes, 1 = is replaced")
looks = (plots.GREY, "-", 0.2, 35), (plots.GREEN, "-", 0.07, 45), (plots.GREEN, "--", 0.72, 40)
ends = {}
for (name, (_, r, _)), (colour, line, x, y) in zip(layers.items(), looks, strict=True):
    counts, edges = np.histogram(r, bins=20, range=(0, 1))
    ax.stairs(100 * counts / r.numel(), edges, color=colour, linestyle=line, linewidth=2)
    plots.note(ax, name, (x, y), color=colour)
    ends[name] = {"below 0.05": 100 * (r < 0.05).float().mean().item()}
    ends[name]["above 0.95"] = 100 * (r > 0.95).float().mean().item()
ax.set(xlim=(0, 1), ylabel="share of the gates, in %")
plots.describe(ax, f"Shares of gates in percent. {plots.told(ends, '{:.0f}')}.")

# %% [markdown]
# Training has made switches of the gates, above all of those in layer 1: 45 % are below 0.05 and
# 23 % above 0.95, where it was 4 % and none. In layer 2 it is 41 % above and only 7 % below. So
# what becomes of the numbers above 0? They are passed (by a gate below 0.1), turned down (by one
# in between), erased (by one above 0.9), or mixed with a new value that is not 0.

# %%
parts = {"passed": plots.GREEN, "turned down": "#A9D8B5", "erased": plots.FAINT}
parts |= {"mixed": plots.HERE}
ax = plt.figure(figsize=(10.5, 2.9)).add_subplot(xlabel="share of the numbers above 0, in %")
fates = {}
for y, (name, (h, r, new)) in enumerate(layers.items()):
    awake, after = h > 0.01, r * new + (1 - r) * h > 0.01
    alone = [r < 0.1, (r >= 0.1) & (r <= 0.9), r > 0.9]
    found = [gates & (new == 0) for gates in alone] + [new > 0]
    percent = [100 * each[awake].float().mean().item() for each in found]
    fates[name] = dict(zip(parts, percent, strict=True))
    labels = [f"{p:.0f} % {part}" for part, p in fates[name].items()]
    plots.stack(ax, y, fates[name], parts, labels, least=12)
    both = ((r < 0.1).float().mean(dim=0) > 0.05) & ((r > 0.9).float().mean(dim=0) > 0.05)
    print(f"{name:14} above 0: {awake.float().mean():.0%} -> {after.float().mean():.0%};",
          f"gates that pass here and erase there: {both.float().mean():.0%}")
plots.name_rows(ax, list(fates))
ax.set_xlim(0, 100)
plots.describe(ax, f"What becomes of the numbers above 0. {plots.told(fates, '{:.0f}')}.")

# %% [markdown]
# The trained highway hardly ever makes anything new: only 1 % of the numbers meet a new value that
# is not 0. So a gate near 1 does not replace a number, it erases it. Layer 1 passes 42 % and erases
# 34 %, layer 2 passes 8 % and erases 52 %. A word wakes 47 % of the filters; after the first layer
# 36 % of the numbers are left, after the second 23 %.
#
# And the choice depends on the word: 62 % of the gates of layer 1 are nearly closed in some words
# and wide open in others (each in at least 5 % of them), and 59 % of those of layer 2. A filter
# sees seven letters at most. A gate sees what all filters have found, and decides which of them to
# believe in this word.
#
# ## 7. From spelling to meaning
# After the highways a last linear layer, the **projection** (투영), brings the 1,024 numbers down
# to 192, the size that the LSTMs of chapter 08 read. That is $x_k$, the token vector of the paper.
# Here is the whole network, on your functions.

# %%
class PageCharCNN(nn.Module):
    """Character ids (words, positions) -> one vector a word (words, emb_dim)."""

    def __init__(self, shape):
        super().__init__()
        dim = shape.num_filters
        self.embedding = nn.Embedding(262, shape.char_dim, padding_idx=0)
        self.convolutions = nn.ModuleList(nn.Conv1d(16, k, n) for n, k in shape.filters)
        self.highways = nn.ModuleList()
        for _ in range(shape.num_highway):
            pair = {"transform": nn.Linear(dim, dim), "gate": nn.Linear(dim, dim)}
            self.highways.append(nn.ModuleDict(pair))
        self.projection = nn.Linear(dim, shape.emb_dim)

    def forward(self, ids):
        e = self.embedding(ids)
        h = torch.cat([convolve(e, c.weight.mT, c.bias) for c in self.convolutions], dim=1)
        for layer in self.highways:
            new, gate = layer["transform"], layer["gate"]
            h = highway(h, new.weight, new.bias, gate.weight, gate.bias)
        return self.projection(h)

# %%
page = PageCharCNN(cnn.shape)
page.load_state_dict(cnn.state_dict())
assert torch.allclose(page(ids), cnn(ids), atol=1e-4)
print(tuple(ids.shape), "->", tuple(page(ids).shape))
sizes = {name: sum(p.numel() for p in part.parameters()) for name, part in page.named_children()}
for name, size in sizes.items():
    print(f"{name:13}{size:10,} parameters  {size / sum(sizes.values()):4.0%}")
print(f"{'together':13}{sum(sizes.values()):10,}")
print(f"{'a table':13}{192 * len(vocabulary):10,} for {len(vocabulary):,} words")

# %% [markdown]
# Reading letters costs next to nothing: all filters together have 77,312 parameters, 2 % of the 4.5
# million, and the highways have 94 %. A table of our 30,003 words would have 5.8 million and read
# no other word.
#
# So where does meaning come in? We stop the network after each step, look for the nearest word,
# and ask whether it is one of the ten nearest in the skip-gram vectors of chapter 06.
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
h0 = cnn.convolve(pool_ids)
h1 = cnn.highways[0](h0)
h2 = cnn.highways[1](h1)
steps = {"filters, untrained": untrained.convolve(pool_ids), "filters": h0}
steps |= {"highway 1": h1, "highway 2": h2, "projection": cnn.projection(h2)}
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
ax = plt.figure(figsize=(10, 3.2)).add_subplot(ylabel="right, in %", ylim=(0, 100))
colours = [plots.GREY, *4 * [plots.GREEN], "#A9D8B5"]
bars = ax.bar(list(right), right.values(), width=0.6, color=colours)
ax.bar_label(bars, [f"{p:.0f} %" for p in right.values()], padding=3)
said = plots.told(right, "{:.0f}")
plots.describe(ax, f"Share of nearest words among the ten nearest of skip-gram. {said}.")

# %% [markdown]
# Meaning comes late. Before training 20 % of the nearest words are right, because relatives are
# often spelt alike. The trained filters come to 47 %, because they hear the stem; then the
# highways bring it to 59 % and the projection to 78 %. On the way *because* leaves *cause* for
# *although*, and *eight* leaves *light* for *three* and then *four*. The projection, trained
# on top of the highways, needs them: without the highways 45 % are right, and *eight* is *light*
# again.
#
# No rule of spelling leads from *eight* to *four*, so the network has learnt it by heart. The
# filters report pieces such as *ight*, the gates see from all pieces together which word it must
# be, and erase what other words would need. Most of the 4.5 million parameters are a memory, and
# letters are the key to it.
#
# ### Open experiment
# Roll every row of `pool_ids` to the right by its own padding (`torch.roll`), so that the word
# comes last. Predict, for the untrained and for the trained filters, how many nearest words will
# now share their last three letters, and how many the first three. Then look, and explain.
#
# ## What you can now do
# - write a word as ELMo's row of ids, and compute a convolution and a highway layer by hand,
# - run a whole char-CNN with trained weights on functions of your own,
# - say what training did to the filters: quieter, no tidier, and turned to the stem,
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
# 2. A filter's best n-grams are *ocks*, *ooks*, *acks* and *ock>*. What does this show?
#    - [ ] it has learnt an English ending :: this list is from a filter with random weights
#    - [x] nothing about learning :: any weights have a favourite letter at each position
#    - [ ] it is silent for all other n-grams :: the list shows the best answers, not all of them
# 3. In our trained highway the gate of a number is 1. What usually comes out?
#    - [ ] the number that went in :: it passes where the gate is 0
#    - [ ] a new number, made from all filters :: it could be, but hardly any new value is above 0
#    - [x] 0 :: an open gate lets the new value in, and this is nearly always 0
