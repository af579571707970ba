# %% [markdown]
# # 07b New words
#
# The char-CNN of chapter 07 has a vector for every string, so nothing can ever be missing again.
# Then we trained a biLM (chapter 08) on top of one, from random weights, on nearly as much text as
# the course has, and asked its token layer for the neighbours of *money*. It said *honey* and
# *monkey*. Where is the meaning of a word to come from, if all you see is its letters?
#
# **What does a vector made of letters know, and what can it not know?**
#
# You will be able to
# - **teach** a char-CNN to spell word vectors, with a training step of your own,
# - **read** a list of neighbours before and after training, and say what each training did,
# - **predict** what an unknown word gets, and when it is worth something,
# - **find** the word behind a typing error, and say why training makes a network worse at it.
#
# You need the char-CNN of chapter 07, the skip-gram vectors and the cosine of chapter 03, and the
# typing errors of chapter 04.

# %% tags=["setup"]
from itertools import product

import numpy as np
import torch
from matplotlib import pyplot as plt
from torch.nn import functional as F

from elmo_lite import corpora, fasttext, static_vectors
from elmo_lite.char_cnn import CharCNN, CharShape, embed_words
from elmo_lite.controls import with_random_weights, with_warm_start
from elmo_lite.corpora import keyboard
from elmo_lite.elmo import Elmo
from elmo_lite.stats import paired
from elmo_lite.text import character_ids, tokenize
from elmo_lite.training import warm_start
from notebooks.course import chapter
from notebooks.course.check import ch07b as checks
from notebooks.course.plots import ch07b as plots

torch.set_num_threads(1)  # small networks: one thread is fast, and gives the same sums everywhere

# %% [markdown]
# ## 1. Nobody is a stranger, and nobody is known
# Our English biLM has 30,000 words in its softmax. How many tokens of two other texts are not among
# them?
#
# **Predict.** One token in 1,000, or one in 20?
#
# <details><summary>Answer</summary>
#
# About one in 20. Names and special terms have no end, however long the list.
#
# </details>

# %%
elmo = Elmo.load()
vocabulary = elmo.model.vocabulary
for name, text in (("Wikipedia", corpora.wikipedia_sample()), ("news", corpora.lee_news())):
    tokens = [token for document in text.documents for line in document for token in line]
    print(f"{name}: {np.mean(vocabulary.ids(tokens) == 0):.1%} of {len(tokens):,} tokens")
letters_only = [word for word in vocabulary.words[3:] if word.isascii() and word.isalpha()]
lower = [word for word in letters_only if word.islower()]  # the most frequent first
pool = lower[:5000]

# %% [markdown]
# In Wikipedia 5.9 % of the tokens are missing, and in the news 4.5 %. A table of words has one row
# `<unk>` for all of them, while a char-CNN reads them letter by letter. We take three char-CNNs,
# one with random weights and two that are explained later, and look for neighbours among 5,000
# frequent words. (Random weights give nearly parallel vectors, so we subtract the mean before we
# take a cosine.)

# %%
nets = {"random": with_random_weights(elmo, seed=0).bilm.char_cnn}
nets["warm start"] = with_warm_start(elmo, seed=0).bilm.char_cnn
nets["after reading"] = elmo.bilm.char_cnn


@torch.no_grad()
def spell(net, words):
    return embed_words(net, torch.from_numpy(character_ids(words)))


spelt = {name: spell(net, pool) for name, net in nets.items()}


# %%
def vectors(name, words):  # of length 1, the mean subtracted: (words, 192)
    return F.normalize(spell(nets[name], words) - spelt[name].mean(dim=0), dim=1)


def neighbours(name, word, count=6):
    near = (tables[name] @ vectors(name, [word])[0]).topk(count + 1).indices.tolist()
    return [pool[i] for i in near if pool[i] != word][:count]


tables = {name: vectors(name, pool) for name in nets}
for word in ("money", "honey", "river", "dog"):
    print(f"{word:8}", *neighbours("random", word))

# %% [markdown]
# To random weights a word is what it looks like: *honey* is next to *money*, *river* to *liver*,
# *dog* to *log*. Any network of this kind begins here, and a language model that starts from it
# must find out word by word that money has to do with *bank* and nothing with honey. Our text, 55
# million words, was too small for that. The published ELMo read 768 million, ten times over.
#
# ## 2. Letters pull both ways
# We cannot read that much, so we help. Skip-gram (chapter 03) learns within minutes which words
# *money* goes with. Can a network learn to **spell** its vectors, with the letters going in
# and the vector coming out? The smallest speller has one row of weights $W_a$ for each letter $a$,
# and a word $w$ gets the sum of its letters' rows:
#
# $$x_w = \sum_a \#(a, w)\, W_a, \qquad J = |x_w - y_w|^2 \tag{1}$$
#
# $y_w$ is the goal, the vector that should come out. The row of a letter has the gradient
#
# $$\frac{\partial J}{\partial W_a} = 2\, \#(a, w)\, (x_w - y_w) \tag{2}$$
#
# By hand, with one number per word: *money* should get 1 and *honey* -1. All weights are 0, and
# $\eta = 0.1$. One step for *money*: the error is $0 - 1$, so each of its five letters gets 0.1 · 2
# = 0.2, and *money* is at 5 · 0.2 = 1, as it should. But *honey* shares four letters and has been
# dragged to 0.8. One step for *honey*: the error is 1.8, each letter loses 0.36, and *honey* is at
# -1. Now *money* is at 1 - 4 · 0.36 = -0.44.

# %% [markdown] tags=["exercise"]
# ### Exercise 7b.1: one step of spelling
# Difficulty 1 of 3, 10 minutes.
#
# Write a step down the gradient (2). `W` has the shape (letters, dim), `letters` holds the counts
# of the word, shape (letters,), and `goal` has the shape (dim,). Return the new weights; leave the
# old ones as they are.
#
# <details><summary>Hint 1</summary>
#
# The word gets `letters @ W`, and the error is that minus the goal.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `np.outer(letters, error)` has the shape of `W`.
#
# </details>


# %% tags=["exercise"]
def letter_step(W, letters, goal, rate):
    """The weights after one step for one word: (letters, dim)."""
    # begin solution
    error = letters @ W - goal
    return W - rate * 2 * np.outer(letters, error)
    # end solution


# %% tags=["check"]
checks.ch07b_ex1(letter_step)

# %% [markdown]
# **Predict.** We take turns, *money*, *honey*, *money*, *honey*. Does it settle? And what does
# *monkey* get in the end, which nobody taught?
#
# <details><summary>Answer</summary>
#
# It settles, at m = 1, h = -1 and 0 for the letters that both share. So *monkey* gets 1: it has
# the m of *money*.
#
# </details>

# %%
letter_step = checks.ch07b_ex1.yours_or_ours(letter_step)
alphabet = sorted(set("moneyhoneymonkey"))
counts = {w: np.array([w.count(a) for a in alphabet]) for w in ("money", "honey", "monkey")}
goals = {"money": np.array([1.0]), "honey": np.array([-1.0])}
weights = [np.zeros((len(alphabet), 1))]
for _, (word, goal) in product(range(20), goals.items()):
    weights.append(letter_step(weights[-1], counts[word], goal, rate=0.1))
for letter, weight in zip(alphabet, weights[-1].round(2) + 0.0, strict=True):
    print(letter, weight.item(), end="  ")

by_torch = torch.zeros(len(alphabet), 1, dtype=torch.float64, requires_grad=True)
money = torch.tensor(counts["money"], dtype=torch.float64)
((money @ by_torch - goals["money"].item()) ** 2).sum().backward()  # equation (1)
assert np.allclose(weights[1], -0.1 * by_torch.grad)

# %%
ax = plt.figure(figsize=(8, 3.6)).add_subplot(xlabel="step", ylabel="what the word gets")
paths = {word: [(letters @ W).item() for W in weights] for word, letters in counts.items()}
looks = (("-", plots.GREEN), ("-", plots.GREEN), (":", plots.HERE))
for (word, path), (line, colour) in zip(paths.items(), looks, strict=True):
    ax.plot(path, line, color=colour, label=word)
plots.label_lines(ax)
ends = plots.told({word: path[-1] for word, path in paths.items()})
plots.describe(ax, f"Three words over 40 steps, in zigzag at first. At the end: {ends}.")

# %% [markdown]
# After 40 steps *money* and *honey* have what they should, and the assert says that torch finds the
# same gradient. The weights show how: m has 1.00, h has -1.00, and o, n, e and y have 0.00. To keep
# two words apart that look alike, training must ignore what they share and stake everything on the
# one letter in which they differ. *monkey* pays the price. Nobody taught it, but it has the letters
# of *money*, so it follows step by step and ends as 1.00 money.
#
# A real char-CNN reads pieces of up to seven letters. It finds better evidence than an m, but it
# plays the same game.
#
# ## 3. A warm start
# Training one network to reproduce another is called **distillation** (지식 증류).
# Pinter and others (2017) got vectors for unknown words in this way. We use it to give our
# biLM a **warm start** (웜 스타트), so that it begins with what is known already and not from
# noise. Whoever adapts a BERT or a GPT begins with somebody else's training in the same way.
#
# What exactly should be spelt? Skip-gram vectors share a large mean, and their lengths mostly tell
# how frequent a word is. Neither is meaning, so both go, and a factor makes the single numbers
# about 1 in size:
#
# $$y_w = \sqrt d \; \frac{r_w - \bar r}{|r_w - \bar r|}, \qquad r_w = \frac{v_w}{|v_w|} \tag{3}$$
#
# where $\bar r$ is the mean of all $r_w$. The assert says that the package does the same.


# %%
def goals_of(vectors):  # equation (3)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    centred = unit - unit.mean(axis=0)
    return vectors.shape[1] ** 0.5 * centred / np.linalg.norm(centred, axis=1, keepdims=True)


static = static_vectors.load()
every = goals_of(static.vectors)
theirs, _ = warm_start.targets(torch.from_numpy(static.vectors))
assert np.allclose(every, theirs, atol=1e-3)

# %% [markdown] tags=["exercise"]
# ### Exercise 7b.2: a step for the char-CNN
# Difficulty 2 of 3, 10 minutes.
#
# `net(ids)` spells a batch of words, and `goals` has the same shape. The loss is the mean of the
# squared differences over all numbers. Clear the old gradients, compute the new ones, let the
# optimizer take its step, and return the loss before the step as a Python number.
#
# <details><summary>Hint 1</summary>
#
# `F.mse_loss(net(ids), goals)` is the loss.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `optimizer.zero_grad()`, `loss.backward()`, `optimizer.step()`, in this order.
#
# </details>


# %% tags=["exercise"]
def spelling_step(net, ids, goals, optimizer):
    """One step of training; returns the loss before it."""
    # begin solution
    loss = F.mse_loss(net(ids), goals)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
    # end solution


# %% tags=["check"]
checks.ch07b_ex2(spelling_step)

# %% [markdown]
# Now a char-CNN of 480 filters learns to spell six words live: our three, and one companion in
# meaning for each. The vectors are those that the course ships (chapter 06).

# %%
spelling_step = checks.ch07b_ex2.yours_or_ours(spelling_step)
six = ["money", "honey", "monkey", "cash", "butter", "horse"]
goals = torch.from_numpy(every[[static.key_to_index[word] for word in six]])
ids = torch.from_numpy(character_ids(six))
torch.manual_seed(0)
small = CharCNN(CharShape(emb_dim=100))
optimizer = torch.optim.Adam(small.parameters(), lr=0.001)

# %%
shown = {"before": spell(small, six)}
for step in range(61):
    if step % 20 == 0:
        cosine = F.cosine_similarity(spell(small, six), goals).mean()
        print(f"after {step:2} steps: mean cosine with the goals {cosine:.2f}")
    spelling_step(small, ids, goals, optimizer)
shown |= {"after 60 steps": spell(small, six), "the goals": goals}

# %%
for ax, (name, x) in zip(plt.figure(figsize=(15, 4)).subplots(1, 3), shown.items(), strict=True):
    cosines = F.normalize(x, dim=1) @ F.normalize(x, dim=1).T
    plots.heatmap(ax, cosines, six, six, plots.signed_norm([1]), write="{:.2f}", turn=40)
    ax.set_title(f"cosines, {name}")
    first = {f"money and {six[i]}": cosines[0, i].item() for i in (1, 2, 3)}
    plots.describe(ax, f"Cosines between six words, {plots.told({name: first})}.")

size = sum(p.numel() for p in nets["warm start"].parameters())
print(f"in full: {size / 1e6:.1f} million parameters for {30_000 * 192 / 1e6:.1f} million numbers")
starts = {row["start"]: row for row in chapter.results("starts")}
print(f"mean cosine with the goals: {starts['wide, warm']['cosine']:.2f}")

# %% [markdown]
# Before the first step *money* has a cosine of 0.98 with *honey* and 0.97 with *monkey*. Sixty
# steps later these are 0.05 and -0.03, and *cash* is above both with 0.49, as in the goals. So a
# network can spell meanings. But it may have learnt six words by heart, with half a million
# parameters for 600 numbers.
#
# The same was done at full size. Skip-gram vectors of 192 numbers were trained on the text of
# the biLM. Then a char-CNN with 1,024 filters spelt all 30,000 words, forty times
# over. The result, `data/weights/warm_start_en`, is the second of our networks. The mean cosine
# with the goals is 0.73. It is not 1, because 4.5 million parameters have to produce 5.8 million
# numbers, and *honey* still pulls at *money*.
#
# ## 4. Spellings, meanings, and what reading did
# The third network is the char-CNN of our English biLM. It began as the second one and then read
# most of the text, asked for the next one and the one before.
#
# **Predict.** Before it read, *quickly* had four adverbs in -ly among its six nearest words, beside
# *quick* and *soon*. How many will there be after reading?
#
# <details><summary>Answer</summary>
#
# Six. *quick* means the same, but it rarely appears where *quickly* does.
#
# </details>

# %%
asked = ["money", "river", "quickly", "oncology", "insular", "blorping"]  # change these
for word in asked:
    print(word, "" if word in vocabulary else "(never taught)")
    for name in nets:
        print(f"  {name:14}", *neighbours(name, word))

# %% [markdown]
# The first line of each word is spelling, the second meaning: *money* was next to *lonely* and
# *month* and is now next to *pay* and *funds*, and *river* has left the liver for the valley. The
# third line has learnt something else. *quickly* has lost *quick*, and its six neighbours are all
# adverbs in -ly. The last three words were never taught. *oncology* goes to the sciences because
# of its ending, and *insular* to the bacteria, because it looks like *insulin* and *cellular*.
# For the invented *blorping* the warm start can only make up a meaning, metal and skin, while the
# network that has read answers with six words in -ing.
#
# **Try it.** Put your own name into `asked`, a word from your field, and a word that you invent.
# Which network has the funniest answer?
#
# Now we ask all 5,000. Is the nearest neighbour near in **meaning**, one of the twenty nearest in
# the vectors of chapter 06 (which are not those that were taught)? And is it near in **grammar**,
# with the same **part of speech** (품사)? For this we take the words that occur at least twice in
# our own tagged English sentences.

# %%
unit = F.normalize(torch.from_numpy(static[pool]), dim=1)
close = (unit @ unit.T).fill_diagonal_(-2).topk(20).indices
seen = {}
for words, tags in corpora.our_tagged("train"):
    for word, tag in zip(words, tags, strict=True):
        seen.setdefault(word, []).append(tag)
tagged = [i for i, word in enumerate(pool) if len(seen.get(word, [])) > 1]
tags = []
for i in tagged:
    found = seen[pool[i]]
    tags.append(max(sorted(set(found)), key=found.count))  # the commonest tag
tags = np.array(tags)

# %%
meaning, grammar = {}, {}
for name, table in tables.items():
    nearest = (table @ table.T).fill_diagonal_(-2).argmax(dim=1)
    meaning[name] = (close == nearest[:, None]).any(dim=1).numpy()
    among = table[tagged] @ table[tagged].T
    grammar[name] = tags == tags[among.fill_diagonal_(-2).argmax(dim=1)]
    print(f"{name:14} meaning {meaning[name].mean():.0%}  grammar {grammar[name].mean():.0%}")
chance = sum(np.mean(tags == tag) ** 2 for tag in set(tags))  # both have this tag, or that, ...
print(f"two words at random: grammar {chance:.0%}")
for what, right in (("meaning", meaning), ("grammar", grammar)):
    gain, low, high = paired(right["after reading"], right["warm start"])
    print(f"{what}: what reading changed {gain:+.1%} ({low:+.1%} to {high:+.1%})")

# %%
ax = plt.figure(figsize=(7.5, 4.2)).add_subplot(xlim=(0, 112), ylim=(15, 100))
ax.axhline(100 * chance, color=plots.PALE, linestyle="--")
plots.note(ax, "two words at random", (64, 100 * chance), (0, 5), color="#555555")
points = {name: (100 * meaning[name].mean(), 100 * grammar[name].mean()) for name in nets}
for (name, place), shift in zip(points.items(), ((0, -22), (-20, -22), (-120, 12)), strict=True):
    ax.plot(*place, "o", color=plots.GREY if name == "random" else plots.GREEN, markersize=11)
    plots.note(ax, f"{name}: {place[0]:.0f}, {place[1]:.0f}", place, shift)
first, second, third = points.values()
plots.arrow(ax, first, second, plots.HERE, shrinkA=9, shrinkB=9)
plots.arrow(ax, second, third, plots.HERE, shrinkA=9, shrinkB=9)
ax.set(xlabel="nearest word is near in meaning, in %", ylabel="same part of speech, in %")
plots.describe(
    ax, f"Percent of words near in meaning, and in grammar. {plots.told(points, '{:.0f}')}."
)

# %% [markdown]
# **The warm start brings the meaning, and reading adds grammar and leaves its teacher.** The part
# of speech keeps rising: 38 %, 74 %, 83 %. Near in meaning the nearest word is in 19 % of the cases
# with random weights, in 91 % after the warm start, and in 82 % after reading. Both changes that
# reading made, -9.1 and +9.4 points, are far beyond chance (paired bootstrap, chapter 03b). But be
# careful with the first one. The judge is a sibling of the teacher: both are skip-gram on the same
# text, so 82 % says how far the network has moved from skip-gram, and not that its meanings became
# worse.
#
# ### What an unknown word gets
# The vectors of chapter 06 know thousands of words that the biLM was never taught. The test is the
# choice of chapter 04: of two candidates, one is among the ten nearest in meaning and the other is
# random, so guessing gives 50 %. We ask for 500 rare taught words and 500 new ones. Some of these
# have a **relative** that was taught, one that begins with the same letters up to the last three,
# as *phrasing* has *phrase*.
#
# **Predict.** After the warm start, how many choices are right for taught words, for new ones
# with a relative, and for those without?
#
# <details><summary>Answer</summary>
#
# 98, 80 and 69 % after the warm start.
#
# </details>


# %%
def is_new(word):
    cases = (word, word.capitalize(), word.upper())
    return word.isascii() and len(word) > 3 and not any(case in vocabulary for case in cases)


def has_relative(word):
    stem = word[: max(4, len(word) - 3)]
    return any(other.startswith(stem) and len(other) < len(stem) + 4 for other in lower)


rng = np.random.default_rng(0)
new = [word for word in static.index_to_key if word.isalpha() and is_new(word)]
new = rng.permutation(new)[:500].tolist()
rare = [word for word in lower[5000:] if word in static and len(word) > 3]
questions = rng.permutation(rare)[:500].tolist() + new
relative = np.array([has_relative(word) for word in new])
groups = {"taught": np.arange(500), "new, with a relative": 500 + np.flatnonzero(relative)}
groups["new, without one"] = 500 + np.flatnonzero(~relative)
for name, rows in groups.items():
    print(f"{len(rows)} {name}")

# %%
near = (F.normalize(torch.from_numpy(static[questions]), dim=1) @ unit.T).topk(10).indices.numpy()
true, other = near[np.arange(1000), rng.integers(10, size=1000)], rng.integers(5000, size=1000)
right = {}
for name in nets:
    x = vectors(name, questions)
    right[name] = ((x * tables[name][true]).sum(1) > (x * tables[name][other]).sum(1)).numpy()
shares = {name: [100 * right[name][rows].mean() for rows in groups.values()] for name in nets}
gain, low, high = paired(right["after reading"][500:], right["warm start"][500:])
print(f"new words, after reading minus warm start: {gain:+.1%} ({low:+.1%} to {high:+.1%})")

ax = plt.figure(figsize=(8, 4)).add_subplot(ylabel="right choices in %", ylim=(45, 103))
for (name, line), look in zip(shares.items(), ("s:", "o--", "o-"), strict=True):
    ax.plot(list(groups), line, look, color=plots.GREY if look == "s:" else plots.GREEN, label=name)
plots.label_lines(ax, gap=0.09)
plots.describe(ax, f"Right choices, {', '.join(groups)}. {plots.told(shares, '{:.0f}')}.")

# %% [markdown]
# **An unknown word gets what its pieces have meant elsewhere, and that is about half a meaning.**
# After the warm start a taught word is right in 98 % of the choices, a new word with a relative in
# 80 %, and one without in 69 %, where random weights have 54 %. That is the *monkey* of section 2
# on a large scale: if the letters that made the difference for other words also make it here, the
# guess is good. Reading costs the taught words five points (93 %), and leaves the new ones as they
# are (+2 points, with an interval from -2 to +6).
#
# ## 5. Who finds the word behind a typing error?
# *teahcer* is an unknown word too. Is its nearest candidate *teacher*? We make typing errors with
# the keyboard of chapter 04, one of each of its four kinds for 250 words of at least five letters,
# and no error may be a word.

# %%
rng = np.random.default_rng(7)
meant = rng.permutation([i for i, word in enumerate(pool) if len(word) >= 5])[:250]
known = set(vocabulary.words)
wrong = [keyboard.typing_error(pool[i], rng, slip, known) for slip in keyboard.SLIPS for i in meant]
answers = np.tile(meant, 4)
for slip, first in zip(keyboard.SLIPS, range(0, 1000, 250), strict=True):
    examples = [f"{pool[i]} {wrong[first + k]}" for k, i in enumerate(meant[:4])]
    print(f"{slip:10}", *examples, sep="  ")

# %% [markdown]
# The **edit distance** (편집 거리) of two words is the smallest number of slips that lead from one
# to the other: a letter wrong, missing, too many, or two neighbours swapped (Damerau 1964). Let
# $\Delta_{ij}$ be the distance of the first $i$ letters of $a$ and the first $j$ of $b$. Then
# $\Delta_{i0} = i$, $\Delta_{0j} = j$, and
#
# $$\Delta_{ij} = \min\big(\Delta_{i-1,j} + 1,\;\; \Delta_{i,j-1} + 1,\;\;
# \Delta_{i-1,j-1} + [a_i \neq b_j],\;\; \Delta_{i-2,j-2} + 1 \text{ if swapped}\big) \tag{4}$$
#
# where $[a_i \neq b_j]$ is 1 if the letters differ and 0 if not. By hand, *on* and *no*:
# $\Delta_{11} = \Delta_{12} = \Delta_{21} = 1$, so the first three terms of $\Delta_{22}$ are 2,
# and the swap wins with $\Delta_{00} + 1 = 1$.

# %% [markdown] tags=["exercise"]
# ### Exercise 7b.3: the edit distance
# Difficulty 3 of 3, 25 minutes.
#
# Write (4). `swapped` means that letters i - 1 and i of `a` are letters j and j - 1 of `b`. Return
# one whole number.
#
# <details><summary>Hint 1</summary>
#
# Make a table `d` with `len(a) + 1` rows and `len(b) + 1` columns, filled with `i + j`. Only the
# first row and the first column keep these values.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Letter i of `a` is `a[i - 1]`. Letters are swapped if `i > 1 and j > 1` and
# `a[i - 2 : i] == b[j - 1] + b[j - 2]`.
#
# </details>


# %% tags=["exercise"]
def edit_distance(a, b):
    """The smallest number of slips from a to b."""
    # begin solution
    d = [[i + j for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i, j in product(range(1, len(a) + 1), range(1, len(b) + 1)):
        d[i][j] = min(d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]))
        if i > 1 and j > 1 and a[i - 2 : i] == b[j - 1] + b[j - 2]:
            d[i][j] = min(d[i][j], d[i - 2][j - 2] + 1)
    return d[-1][-1]
    # end solution


# %% tags=["check"]
checks.ch07b_ex3(edit_distance)

# %% [markdown]
# Of equally near candidates we take the most frequent. Those whose letter counts differ by more
# than two are left out, because one slip cannot do more.
#
# **Predict.** The edit distance, three char-CNNs and the n-gram vectors of chapter 04: who wins?
# And does it help a char-CNN to have been trained?
#
# <details><summary>Answer</summary>
#
# The edit distance wins. Among the char-CNNs the one with random weights does, by far.
#
# </details>

# %%
edit_distance = checks.ch07b_ex3.yours_or_ours(edit_distance)


def by_edits(wrong, candidates):
    """The position of the nearest candidate for each word, the first among equals."""
    letters = sorted(set("".join(wrong + candidates)))
    counts = np.array([[word.count(a) for a in letters] for word in wrong + candidates])
    found = []
    for word, row in zip(wrong, counts, strict=False):
        near = np.flatnonzero(abs(counts[len(wrong) :] - row).sum(axis=1) <= 2)
        found.append(min(near, key=lambda i: edit_distance(word, candidates[i]), default=-1))
    return np.array(found)


found = {"edit distance": by_edits(wrong, pool) == answers}
for name in nets:
    nearest = (vectors(name, wrong) @ tables[name].T).argmax(dim=1).numpy()
    found[f"char-CNN, {name}"] = nearest == answers

# %%
for word, name in product(("teahcer", "doggy"), nets):
    print(f"{word:8} {name:14}", *neighbours(name, word))
documents = corpora.wikipedia_sample().documents
sentences = [[word.lower() for word in line] for document in documents for line in document]
how = fasttext.FastTextSettings(emb_dim=50, window=2, epochs=3, buckets=50_000, batch_size=2048)
model = fasttext.train(sentences, how)  # that of chapter 04
ngrams = F.normalize(torch.tensor(np.array([model.vector(word) for word in pool + wrong])), dim=1)
found["n-grams of chapter 04"] = (ngrams[5000:] @ ngrams[:5000].T).argmax(dim=1).numpy() == answers


# %%
def compare(first, second):
    points = (round(100 * x) for x in paired(found[first], found[second], groups=answers))
    print(f"{first} minus {second}: {{:+}} points ({{:+}} to {{:+}})".format(*points))


compare("edit distance", "char-CNN, random")
compare("char-CNN, random", "char-CNN, after reading")
compare("char-CNN, after reading", "char-CNN, warm start")
compare("char-CNN, warm start", "n-grams of chapter 04")
by_slip = {name: row.reshape(4, 250).mean(axis=1) for name, row in found.items()}
green = ["char-CNN, warm start", "char-CNN, after reading"]  # random weights are grey
plots.found_again(by_slip, green, "One slip: is the word behind it the nearest of 5,000?")

# %% [markdown]
# **The edit distance wins with 89 %, and the best network is the one that has learnt nothing.**
# Random weights find 77 % of the words, 28 points more than our own network (49 %), and the warm
# start is last with 38 %, level with the n-grams of chapter 04. *teahcer* shows why. To random
# weights it is next to *teacher*, because most pieces are still there. The trained networks put it
# next to *toxic* and *metals*, or to *snake* and *chicken*. They had to learn that one letter can
# make all the difference, as between *money* and *honey*, and a typing error is a difference of one
# letter.
#
# So have they forgotten how words are spelt? We ask the same question at three stages of the
# char-CNN: the filters, the highway layers, the projection. It is often said that a char-CNN sees
# from the letters alone that *dog* and *doggy* are related. So which rank has *dog* among the
# neighbours of *doggy*, which was never taught, and of *puppy*, which was?
#
# **Predict.** At which stage is the spelling lost?
#
# <details><summary>Answer</summary>
#
# Mostly at the last. The filters of the trained networks still find 84 and 81 %.
#
# </details>


# %%
@torch.no_grad()
def depths(net, words):
    """The vectors of words at three depths of a char-CNN."""
    filters = net.convolve(torch.from_numpy(character_ids(words))[:, :26])
    highway = net.highways[1](net.highways[0](filters))
    return {"filters": filters, "highway": highway, "projection": net.projection(highway)}


shares, dog = {}, pool.index("dog")
for name, net in nets.items():
    shares[name], ranks = [], {"doggy": [], "puppy": []}
    for x in depths(net, [*pool, *wrong, *ranks]).values():
        x = F.normalize(x - x[:5000].mean(dim=0), dim=1)
        hits = (x[5000:6000] @ x[:5000].T).argmax(dim=1).numpy() == answers
        shares[name].append(100 * hits.mean())
        for word, row in zip(ranks, x[6000:], strict=True):
            cosines = x[:5000] @ row
            ranks[word].append(int((cosines > cosines[dog]).sum()) + (word not in pool))
    print(f"{name:14} rank of dog, stage by stage:", ranks)

# %%
ax = plt.figure(figsize=(8, 3.8)).add_subplot(ylabel="words found, in %", ylim=(0, 100))
for (name, line), look in zip(shares.items(), ("s:", "o--", "o-"), strict=True):
    colour = plots.GREY if name == "random" else plots.GREEN
    ax.plot(["filters", "highway", "projection"], line, look, color=colour, label=name)
plots.label_lines(ax, gap=0.09)
plots.describe(ax, f"Words found from each depth of the char-CNN: {plots.told(shares, '{:.0f}')}.")

# %%
cnn = nets["after reading"]
with torch.no_grad():
    intact, slipped = (
        cnn.convolve(torch.from_numpy(character_ids(words))[:, :26])
        for words in ([pool[i] for i in answers], wrong)
    )
same = torch.isclose(intact, slipped, atol=1e-5)
widths = np.repeat(range(1, 8), [count for _, count in cnn.shape.filters])
kept = np.zeros((4, 7))
for row, column in product(range(4), range(7)):
    here, filters = slice(250 * row, 250 * row + 250), widths == column + 1
    awake = intact[here][:, filters] > 0
    kept[row, column] = same[here][:, filters][awake].float().mean()

ax = plt.figure(figsize=(8, 2.8)).add_subplot(title="What one slip leaves as it was")
plots.heatmap(ax, kept, keyboard.SLIPS, [str(n) for n in range(1, 8)], write="{:.0%}")
ax.set_xlabel("width of the filters")
said = plots.told(dict(zip(keyboard.SLIPS, kept, strict=True)), "{:.0%}")
plots.describe(ax, f"Numbers above 0 that one slip leaves as they were, by width: {said}.")

# %% [markdown]
# **The spelling is not forgotten, it is thrown away, mostly in the last step.** The filters of
# all three networks find about the same, 79 % with random weights, 84 and 81 % with trained ones.
# The highway layers bring the trained ones down to 70 and 67 %, and the projection to 38 and
# 49 %. A random matrix keeps distances nearly as they are, a trained one what it was trained for.
# The filters can keep so much because a slip touches only the windows in which it lies: of the
# numbers above 0, width 2 keeps 59 to 94 %, width 7 only 14 to 36 %.
#
# So it is true of the letters: at the filters *dog* is the nearest word to *doggy* in every
# network. At the output it is still number 1 for random weights, but number 19 for ours and 224 for
# the warm start, which puts *ashamed* and *fool* there. For *puppy*, which was taught, *dog*
# is in our network number 1,956 at the filters and number 2 at the output. Meaning comes in where
# spelling goes out.
#
# ## 6. Korean words in an English model
# The byte scheme takes every script, so 남동생 has a vector as well. The candidates are now the
# words of our own Korean texts, and the slips those of the Korean keyboard. The first word is
# 내려지는, "that is handed down".

# %%
lines = corpora.korean_verbs() + [" ".join(each.tokens) for each in corpora.senses("ko")]
written = {token for line in lines for token in tokenize(line)}
korean = sorted(word for word in written if all("가" <= letter <= "힣" for letter in word))
rng = np.random.default_rng(7)
meant = rng.permutation([i for i, word in enumerate(korean) if len(word) >= 3])[:150]
wrong = [
    keyboard.typing_error(korean[i], rng, slip, written) for slip in keyboard.SLIPS for i in meant
]
answers = np.tile(meant, 4)
print(
    f"{len(korean):,} words;", *(f"{korean[meant[0]]} {error}" for error in wrong[::150]), sep="  "
)

# %%
keys = [keyboard.keystrokes(word) for word in korean]
found = {"edit distance of keys": by_edits([keyboard.keystrokes(word) for word in wrong], keys)}
for name, net in nets.items():
    x = spell(net, korean + wrong)
    x = F.normalize(x - x[: len(korean)].mean(dim=0), dim=1)
    found[f"char-CNN, {name}"] = (x[len(korean) :] @ x[: len(korean)].T).argmax(dim=1).numpy()
found = {name: nearest == answers for name, nearest in found.items()}
compare("edit distance of keys", "char-CNN, random")
compare("char-CNN, random", "char-CNN, after reading")
by_slip = {name: row.reshape(4, 150).mean(axis=1) for name, row in found.items()}
plots.found_again(by_slip, green, f"One slip: the nearest of {len(korean):,} Korean words?")

# %% [markdown]
# **On Hangul training did nothing but harm.** With random weights 53 % of the words are found,
# after the warm start 21 %, after reading 19 %. The trained projection keeps what tells English
# words apart, and how a Hangul syllable is spelt is not part of that. Counting keys finds 95 %, 42
# points more than the best network, because one wrong key is one slip for it, even if it destroys
# two syllables and so six bytes. Chapter 13 trains a network that reads Korean.
#
# ## 7. *bank* in three layers
# All our vectors belong to a spelling. Let the biLM of chapter 08 read two sentences with *bank*.
# Layer 0 is the char-CNN, layers 1 and 2 are LSTMs.

# %%
lines = [s.split() for s in ("They sat on the river bank .", "She opened a bank account .")]
read = elmo.layers(lines, progress=False)
for j, ax in enumerate(plt.figure(figsize=(11, 4.2)).subplots(3, 1)):
    two = np.stack([h[j][line.index("bank")] for h, line in zip(read, lines, strict=True)])
    cosine = two[0] @ two[1] / np.linalg.norm(two, axis=1).prod()
    plots.heatmap(ax, two[:, :48], ["river", "account"], [], plots.signed_norm(two[:, :48]))
    ax.set_title(f"layer {j}: cosine {cosine:.2f}")
    plots.describe(ax, f"The vectors of bank in two sentences, layer {j}: cosine {cosine:.2f}.")

# %% [markdown]
# In layer 0 the two vectors are the same, number by number. In layers 1 and 2 they part, with
# cosines of 0.70 and 0.79, because the LSTMs have read the sentence. Chapter 10 asks whether they
# part in the right way.
#
# ### Open experiment
# Teach the warm char-CNN one new word. After `import copy`, take
# `net = copy.deepcopy(nets["warm start"]).requires_grad_(True)`, let the goal of *doggy* be
# `spell(net, ["puppy"])`, and do 30 of your `spelling_step`s with Adam at a rate of 0.0003. First
# write down what you expect for *doggy*, and for *piggy* and *money*, which nobody asked for. Then
# find a way to teach *doggy* that harms the others less.
#
# ## What you can now do
# - teach a network to spell word vectors, and say which letters it must stake on,
# - tell spelling, meaning and grammar apart in a list of neighbours,
# - say what an unknown word gets, and at which stage a network loses its spelling.
#
# ## One honest limit
# Our errors are single slips in words of five letters and more, so the shares compare networks, not
# spelling checkers.
#
# ## Sources
# - M. E. Peters and others (2018). *Deep contextualized word representations.*
#   <https://arxiv.org/abs/1802.05365>
# - Y. Pinter, R. Guthrie, J. Eisenstein (2017). *Mimicking Word Embeddings using Subword RNNs.*
#   <https://aclanthology.org/D17-1010/>
# - F. J. Damerau (1964). *A technique for computer detection and correction of spelling errors.*
#   <https://doi.org/10.1145/363958.363994>
# - That a char-CNN finds the kinship of *dog* and *doggy* is said in the lecture *ELMO (Embeddings
#   from Language Model)*.
#
# ## Where next
# The token vector $x_k$ is the floor on which
# [chapter 08](08_bidirectional_language_model.ipynb) builds its two language models.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. Two words look alike and mean different things. How does a speller keep them apart?
#    - [x] it stakes much on the letters in which they differ :: as m and h did for *money* and
#      *honey*
#    - [ ] it stores both words in a table :: it has none, only weights for pieces of words
#    - [ ] it cannot :: after 60 steps their cosine fell from 0.98 to 0.05
# 2. Why does *quick* leave the neighbours of *quickly* when the biLM reads?
#    - [ ] the char-CNN forgets all meaning :: most nearest neighbours are still near in meaning
#    - [x] the two appear in different positions of a sentence :: and reading is about what comes
#      next
#    - [ ] their spelling is too different :: it is what they share
# 3. You must correct typing errors in search queries. Which tool do you take?
#    - [ ] the char-CNN after reading, it has learnt most :: what it learnt is not spelling
#    - [ ] n-gram vectors, they were made for unknown words :: they give them a meaning,
#      they do not repair them
#    - [x] the edit distance :: it counts slips, which is the question
