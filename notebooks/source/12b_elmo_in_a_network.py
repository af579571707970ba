# %% [markdown]
# # 12b ELMo in a network
#
# You have a network that works. It looks every word up in a table, reads the vectors with an LSTM
# and names the topic of a news title, right nearly nine times in ten. The ELMo paper promises that
# you only have to change the line that looks up a word, and six tasks out of six get better. A
# student tried it on titles and wrote a report: 0.73 points more with one table, 1.1 with another.
# Is that ELMo, or luck? And would random numbers have done the same?
#
# **What does ELMo add to a network that works without it?**
#
# You will be able to
# - **write** the layer that puts ELMo beside other word vectors,
# - **train** a network that knows when to stop, and test it on every title you have,
# - **find out** why a good input can do harm, and repair it with one number,
# - **judge** a gain by what random numbers gain in the same place,
# - **watch** your network change its mind, word by word.
#
# You need the classifier of chapter 06, the mixture (09, 09b) and the paired bootstrap (03b).

# %% tags=["setup"]
from copy import deepcopy

import numpy as np
import torch
from sklearn.metrics import f1_score
from torch import nn

from elmo_lite import corpora, static_vectors, tasks
from elmo_lite.controls import with_random_weights
from elmo_lite.elmo import Elmo, Mixture
from elmo_lite.reading.cache import token_vectors
from elmo_lite.text import tokenize
from notebooks.course import chapter
from notebooks.course.check import check, yours_or_ours
from notebooks.course.live import live
from notebooks.course.plots import ch12b as plots
from notebooks.course.plots import families
from notebooks.course.results import gain, select, values

torch.set_num_threads(1)  # networks as small as these are quicker on one core

# %% [markdown]
# ## 1. Two vectors for one word
# *Programmers race to fix a hole* and *Runner wins mountain race*: two titles, one word in common.
# Here is what the network will read of them. The left part of a row comes from the table of static
# vectors, the right part from ELMo, which has read the title. Type two titles of your own, and turn
# the volume $\gamma$.

# %%
elmo, static = Elmo.load("en"), static_vectors.load()
table = tasks.table(static, frozen=True)  # row 0 is zeros, for unknown words


def layers_of(words):
    """What the biLM finds in a title: (num_layers, words, dim)"""
    layers = elmo.layers([words], progress=False)[0]
    return torch.stack([layers[j] for j in range(3)])


# %%
def beside(one="Programmers race to fix a hole", other="Runner wins mountain race", volume=1.0):
    titles = [one.split(), other.split()]
    rows = [tasks.word_numbers([words], static.key_to_index)[0][:, 0] for words in titles]
    x = [table.weight[row] for row in rows]
    joined = [volume * layers_of(words).mean(dim=0) for words in titles]
    plots.side_by_side(titles, x, joined)


ONE, OTHER = "Programmers race to fix a hole", "Runner wins mountain race"
live(beside, one=ONE, other=OTHER, volume=(0.05, 2.0, 0.05))

# %% [markdown]
# In the grey part the two rows of *race* are the same, in the right part they differ: there the
# race of the programmers is another one. That is what we want to give the network. But look at the
# bars, too. The static vector is short and ELMo is long, so ELMo comes in like a neighbour with a
# loudspeaker. Remember that; it will matter.
#
# In letters, word $k$ enters the network as
#
# $$[x_k;\ \text{ELMo}_k], \qquad \text{ELMo}_k = \gamma \sum_{j=0}^{L} s_j\, h_{k,j} \tag{1}$$
#
# just as in the paper. The biLM stays frozen; the shares $s_j$ and the scale $\gamma$ are learned
# with the task.
#
# By hand: a word with $x = (5)$, whose three layers are $(1, 0)$, $(2, 2)$ and $(3, 4)$. With
# shares $\frac14, \frac12, \frac14$ the layers add up to $(2, 2)$; with $\gamma = 2$ ELMo is $(4,
# 4)$, and the network reads $(5, 4, 4)$.
#
# ## 2. The line that changes
# A static vector has a row in a table. ELMo has no table: the same word has another vector wherever
# it occurs. So the biLM reads all titles once, and we keep what it found, position by position. The
# network then needs two numbers for each word: its row in the table, and its position among the
# words of all titles, put one after the other.

# %% [markdown] tags=["exercise"]
# ### Exercise 12b.1: the layer that joins
# Difficulty 2 of 3, 10 minutes.
#
# `numbers` has the shape (batch, time, 2). `numbers[..., 0]` are rows of the table, 0 for an
# unknown word. `numbers[..., 1]` are positions, counted from **1**, and 0 where a short title is
# filled up. `self.layers` has the shape (num_layers, words, dim), and the first word of all is
# `self.layers[:, 0]`. `self.mix(layers, mask)` is the mixture of chapter 09 for layers of any shape
# (num_layers, ..., dim): it knows $s$ and $\gamma$, and gives zeros where the mask is false. Return
# equation (1) for the whole batch: (batch, time, emb_dim + dim).
#
# <details><summary>Hint 1</summary>
#
# Indexing with a table of positions gives a table of vectors: `self.layers[:, places]` has the
# shape (num_layers, batch, time, dim).
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# The first word has position 1 and stands at place 0. What happens to position 0, and which of your
# three steps takes care of it? `.clamp(min=0)` keeps an index from becoming negative.
#
# </details>

# %% tags=["exercise"]
class Beside(nn.Module):
    """The first layer of a network: [x; ELMo] of every word."""

    def __init__(self, table, layers, gamma=1.0):
        super().__init__()
        self.table, self.layers = table, layers  # both stay as they are
        self.mix = Mixture(len(layers))  # the shares and gamma: these are trained
        nn.init.constant_(self.mix.gamma, gamma)

    def forward(self, numbers):
        """(batch, time, 2) -> (batch, time, emb_dim + dim)"""
        # begin solution
        rows, positions = numbers[..., 0], numbers[..., 1]
        layers = self.layers[:, (positions - 1).clamp(min=0)]
        return torch.cat([self.table(rows), self.mix(layers, positions > 0)], dim=-1)
        # end solution

# %% tags=["check"]
check("12b.1", Beside)

# %% tags=["known"]
def inputs(rng):
    words = int(rng.integers(5, 9))
    numbers = np.zeros((2, 4, 2), dtype=np.int64)
    numbers[0, :, 0], numbers[0, :, 1] = rng.integers(0, 6, 4), np.arange(1, 5)
    last = words - 4
    numbers[1, :last, 0] = rng.integers(0, 6, last)
    numbers[1, :last, 1] = np.arange(5, words + 1)
    return rng.normal(size=(6, 2)), rng.normal(size=(3, words, 4)), numbers, rng.normal(size=3)


def use(answer, rows, layers, numbers, w):
    """What the layer gives for a batch, with fixed shares and a volume of 0.7."""
    of_words = nn.Embedding.from_pretrained(torch.from_numpy(rows))
    first = answer(of_words, torch.from_numpy(layers), 0.7).double()
    with torch.no_grad():
        first.mix.weights.copy_(torch.from_numpy(w))
    return first(torch.from_numpy(numbers)).detach().numpy()

# %% [markdown] tags=["known"]
# Hint: Three steps: look up x, mix the layers at the positions, join the two.
# Returns: a class whose `forward` gives (batch, time, emb_dim + dim)
#
# - `(positions - 1).clamp(min=0)` → `positions.clamp(max=self.layers.shape[1] - 1)` :: Your words
#   get the vector of their neighbour: positions are counted from 1, places from 0.
# - `self.mix(layers, positions > 0)` → `self.mix(layers)` :: Where a title is filled up, ELMo has
#   to be 0: give the mixture its mask.
# - `self.mix(layers, positions > 0)` → `self.mix(layers, rows > 0)` :: You leave out the words that
#   the table does not know. ELMo knows them: mask by positions.
# - `[self.table(rows), self.mix(layers, positions > 0)]` → `[self.mix(layers, positions > 0),
#   self.table(rows)]` :: The order is x first, then ELMo.
# - `self.mix(layers, positions > 0)` → `layers.mean(dim=0) * (positions > 0)[..., None]` :: This
#   average knows neither shares nor gamma: call `self.mix`.

# %%
Beside = yours_or_ours("12b.1", Beside)
toy = nn.Embedding.from_pretrained(torch.tensor([[0.0], [5.0]]))
h = torch.tensor([[[1.0, 0.0]], [[2.0, 2.0]], [[3.0, 4.0]]])  # layer, word, number
first = Beside(toy, h, gamma=2.0)
with torch.no_grad():
    first.mix.weights.copy_(torch.tensor([0.25, 0.5, 0.25]).log())  # the softmax gives s back
    print(first(torch.tensor([[[1, 1]]])))

# %% [markdown]
# Your layer finds what we found by hand. What follows it is chapter 06: an LSTM reads the vectors,
# and a dense layer names one of four topics from its last state.

# %%
class Network(nn.Module):
    def __init__(self, first, dim, hidden_dim=64):
        super().__init__()
        self.first, self.dropout = first, nn.Dropout(0.3)
        self.reader = nn.LSTM(dim, hidden_dim, batch_first=True)
        self.output = nn.Linear(hidden_dim, 4)

    def states(self, numbers):
        return self.reader(self.dropout(self.first(numbers)))[0]

    def forward(self, numbers, lengths):
        last = self.states(numbers)[torch.arange(len(lengths)), lengths - 1]
        return self.output(self.dropout(last))  # (batch, topics)


# %% [markdown]
# ## 3. A network that knows when to stop
# How long shall it train? Too short and it has learned nothing, too long and it knows the training
# titles by heart. So some titles are set aside, and after every epoch the network is tried on them.
# As in the report, an epoch without a new best score halves the learning rate, and after a few such
# epochs in a row training ends. This is **early stopping** (조기 종료). By hand: the scores are 70,
# 80, 75 and 79 %, and the patience is 2. The third epoch halves the rate. The fourth is better than
# the third but no record, so it halves the rate again; and since two epochs have passed after the
# best one, it is also the last.

# %% [markdown] tags=["exercise"]
# ### Exercise 12b.2: what an epoch decides
# Difficulty 1 of 3, 5 minutes.
#
# `scores` are the scores of all epochs so far, the newest last, and `rate` is the learning rate.
# Return the next rate (half of it, unless the newest score is better than all before) and whether
# to stop (once `patience` epochs have passed after the best one). Of equal scores the first counts
# as the best.
#
# <details><summary>Hint 1</summary>
#
# Which epoch was the best, and how far back is it? Both answers follow from this number.
#
# </details>

# %% tags=["exercise"]
def after_epoch(scores, rate, patience):
    """-> (the next learning rate, whether to stop)"""
    # begin solution
    best, last = np.argmax(scores), len(scores) - 1
    return (rate if best == last else rate / 2), last - best >= patience
    # end solution

# %% tags=["check"]
check("12b.2", after_epoch)

# %% tags=["known"]
def inputs(rng):
    scores = np.round(rng.uniform(0.6, 0.9, rng.integers(1, 7)), 2).tolist()
    return scores, 0.01, int(rng.integers(1, 4))


cases = [
    ([0.7, 0.8, 0.75, 0.79], 0.01, 2),
    ([0.7], 0.01, 2),
    ([0.7, 0.8], 0.01, 2),
    ([0.8, 0.7], 0.01, 2),
    ([0.8, 0.8], 0.01, 1),
    ([0.8, 0.7, 0.75], 0.01, 2),
    ([0.8, 0.7, 0.75, 0.79], 0.01, 4),
]


def use(answer, scores, rate, patience):
    found, stop = answer(scores, rate, patience)
    return float(found), bool(stop)

# %% [markdown] tags=["known"]
# Hint: Find the best epoch (the first of equals). Is it the last one? How many came after it?
# Returns: two things: the learning rate, and whether to stop
#
# - `if best == last` → `if last == 0 or scores[-1] > scores[-2]` :: Compare the newest score with
#   the best of all before, not with the one before it.
# - `np.argmax(scores)` → `len(scores) - 1 - np.argmax(scores[::-1])` :: An equal score is no better
#   one: the first of equals is the best.
# - `>= patience` → `> patience` :: You stop one epoch too late: count the epochs after the best.
# - `last - best >= patience` → `last - best + 1 >= patience` :: You stop one epoch too early: count
#   the epochs after the best.
# - `rate / 2` → `rate` :: The rate is never halved.

# %%
after_epoch = yours_or_ours("12b.2", after_epoch)
news = corpora.our_headlines()
pairs = sorted([*news.train, *news.dev, *news.test])
topics = sorted({topic for topic, _ in pairs})
gold = np.array([topics.index(topic) for topic, _ in pairs])
titles = [tokenize(text) for _, text in pairs]
numbers = tasks.word_numbers(titles, static.key_to_index)
print(len(titles), "titles,", sum(map(len, titles)), "words,", *topics)


@torch.no_grad()
def topics_of(network, part):
    network.eval()
    return network(*tasks.pad([numbers[i] for i in part])).argmax(dim=1).numpy()


# %%
def train(network, part, dev, rate=5e-3):
    """Train on the titles `part` until your function says stop; keep the best epoch."""
    rng, scores, stop = np.random.default_rng(0), [], False
    optimiser = torch.optim.Adam(network.parameters(), lr=rate)
    while not stop:
        network.train()
        for group in tasks.batches([len(titles[i]) for i in part], 56, rng):
            guesses = network(*tasks.pad([numbers[i] for i in part[group]]))
            loss = nn.functional.cross_entropy(guesses, torch.from_numpy(gold[part[group]]))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        scores.append((topics_of(network, dev) == gold[dev]).mean())
        if np.argmax(scores) == len(scores) - 1:
            best = deepcopy(network.state_dict())
        rate, stop = after_epoch(scores, rate, patience=3)
        optimiser.param_groups[0]["lr"] = rate
    network.load_state_dict(best)
    network.updates = len(scores) * -(-len(part) // 56)


# %% [markdown]
# ## 4. Every title once
# The 840 titles were written for this course, 210 for each topic. They are few, so none may be
# wasted: we cut them into three **folds** (폴드) of 280. A network learns from one fold, stops by
# the second and is tested on the third; then the folds change places.

# %% [markdown] tags=["exercise"]
# ### Exercise 12b.3: judged by a stranger
# Difficulty 3 of 3, 15 minutes.
#
# `fold[i]`, from 0 to K - 1, is the fold of title i. `learn(part, dev)` gets two arrays of title
# numbers; it trains a new network on `part`, lets `dev` decide when to stop, and returns a function
# from title numbers to guesses. Return an array with one guess for every title, each from a network
# that had the title neither in `part` nor in `dev`. When fold f is the test part, the next fold is
# `dev` (after the last comes 0), and all others are `part`.
#
# <details><summary>Hint 1</summary>
#
# K networks in all. Each title belongs to `dev` once, to the test part once, and otherwise to
# `part`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `np.flatnonzero(fold == f)` are the numbers of the titles of a fold, and `%` brings you from the
# last fold to the first.
#
# </details>

# %% tags=["exercise"]
def every_title_once(learn, fold):
    """A guess for every title, by a network that never saw it: (titles,)"""
    # begin solution
    guesses, K = np.zeros(len(fold), dtype=int), fold.max() + 1
    for f in range(K):
        following = (f + 1) % K
        part = np.flatnonzero((fold != f) & (fold != following))
        guess = learn(part, np.flatnonzero(fold == following))
        test = np.flatnonzero(fold == f)
        guesses[test] = guess(test)
    return guesses
    # end solution

# %% tags=["check"]
check("12b.3", every_title_once)

# %% tags=["known"]
def inputs(rng):
    K = int(rng.integers(3, 6))
    return (rng.permutation(4 * K) % K,)


def use(answer, fold):
    """What each title hears from a network that only counts: whom it saw, and how often."""
    def learn(part, dev):
        part, dev = np.asarray(part), np.asarray(dev)
        seen = 1000 * np.isin(np.arange(len(fold)), part)
        seen = seen + 100 * np.isin(np.arange(len(fold)), dev)
        return lambda chosen: seen[chosen] + 10 * fold[dev[0]] + len(part) // 4

    return np.asarray(answer(learn, fold))

# %% [markdown] tags=["known"]
# Hint: For each fold: train on the others but one, stop by that one, guess this one.
# Returns: an array with a guess for each title
#
# - `(fold != f) & (fold != following)` → `fold != f` :: The titles that end the training are also
#   trained on, so they always look good and it never stops in time.
# - `(fold != f) & (fold != following)` → `fold != following` :: Your networks have seen the titles
#   on which they are tested. Nobody would notice this leak but you.
# - `np.flatnonzero(fold == following)` → `np.flatnonzero(fold == f)` :: The test titles choose the
#   epoch. They must not decide anything.
# - `following = (f + 1) % K` → `following = (f - 1) % K` :: The next fold ends the training, not
#   the one before.
# - `following = (f + 1) % K` → `following = max(f - 1, 1 - f)` :: After the last fold comes 0.

# %% [markdown]
# Now the biLM reads the titles, once for all. So does a biLM with random weights: it has letters,
# LSTMs and as many numbers, and it has never read a word. What it gains, ELMo has not earned by
# reading.

# %%
every_title_once = yours_or_ours("12b.3", every_title_once)
fold = np.random.default_rng(0).permutation(len(titles)) % 3
read = {}
for way, reader in {"random context": with_random_weights(elmo, 0), "ELMo": elmo}.items():
    layers = token_vectors(reader, titles)
    read[way] = torch.from_numpy(np.array(layers, dtype=np.float32))
    print(f"{way:15} (layers, words, numbers) {tuple(read[way].shape)}")


# %%
class Alone(nn.Module):
    """The network that works without ELMo reads x alone."""

    def forward(self, numbers):
        return table(numbers[..., 0])


def run(way=None, gamma=1.0):
    """Your guess for every title, and your three networks."""
    networks = []

    def learn(part, dev):
        torch.manual_seed(0)
        first = Beside(table, read[way], gamma) if way else Alone()
        network = Network(first, 484 if way else 100)
        train(network, part, dev)
        networks.append(network)
        return lambda chosen: topics_of(network, chosen)

    return every_title_once(learn, fold), networks


# %% [markdown]
# **Predict.** With static vectors alone the network is right in about 85 of 100 titles. What will
# it be with ELMo, and what with random numbers in ELMo's place?
#
# <details><summary>Answer</summary>
#
# In this run it gains 1.6 points with ELMo and loses 1.1 with random numbers.
#
# </details>

# %%
guesses, networks = {}, {}
for name in ("a row a word", "random context", "ELMo"):
    guesses[name], networks[name] = run(name if name in read else None)
    f1 = f1_score(gold, guesses[name], average="macro")
    print(f"{name:15} {np.mean(guesses[name] == gold):.1%} right, mean F1 of topics {f1:.3f}")

# %% [markdown]
# Your network is right in 88.5 % of the titles with ELMo and in 86.9 % without, a gain of 1.6
# points; random numbers make it worse. That is a number as in the report, from one run. Start the
# same networks from other random weights, and each of the three scores moves by a point or more by
# itself.
#
# ## 5. Luck?
# So we need more than one run. `experiments/ledger.py` trains the same networks with five seeds,
# each of which also draws new random weights for the control. A mark is one run.

# %%
ledger = chapter.results("ledger")["experiments"]["topics_ours"]["rows"]
loud = {way: select(ledger, row=way, length=0) for way in guesses}
families.scores({w: 100 * np.array(values(r)) for w, r in loud.items()}, "right topics, %")

# %%
def minus(a, b):
    return 100 * np.array(gain(a, b))  # middle, low, high


families.gains(
    {
        "ELMo minus a row a word": minus(loud["ELMo"], loud["a row a word"]),
        "random minus a row a word": minus(loud["random context"], loud["a row a word"]),
        "ELMo minus random": minus(loud["ELMo"], loud["random context"]),
    },
    "points",
)

# %% [markdown]
# ELMo adds 3.8 points, and the interval, over titles and seeds, is well above 0 (1.8 to 5.6). Your
# single run showed less than half of it. Random numbers do harm in four of five runs, once a great
# deal, so it is not the mere extra input that helps. On our titles, beside our static vectors, the
# paper is right.
#
# ## 6. The report's titles
# Now the titles of the report: **AG News**, 7,568 titles to test on, and GloVe in the place of our
# static vectors. It was trained on six billion words, ours on 55 million. The report compared four
# networks. With an embedding layer, which learns its vectors from the titles, ours has 80.6 %, and
# with ELMo 82.7. With GloVe it has 84.7. You know by now what ELMo will do there, don't you?
#
# **Predict.** What does ELMo add to GloVe, with 13,188 titles to learn from, and with 100?
#
# <details><summary>Answer</summary>
#
# Less than nothing: it costs 0.8 points, and with 100 titles 4.8.
#
# </details>

# %%
experiments = chapter.results("tasks")["experiments"]
about = experiments["titles"]["about"]
print(about["data"], about["sentences"])
kinds = {"a row a word": "none", "random context": "random weights", "warm context": "warm start"}
kinds |= {"char-CNN, read": "layer 0", "ELMo": "trained"}
sizes = {"13,188 titles": experiments["titles"]["rows"]}
sizes["100 titles"] = select(experiments["growth"]["rows"], sentences=100)
found = {}
for size, rows in sizes.items():
    glove = {way: select(rows, input="GloVe, frozen", elmo=kind) for way, kind in kinds.items()}
    found[size] = {way: 100 * np.array(values(some)) for way, some in glove.items()}
families.scores(found, "right topics, %")

# %% [markdown]
# ELMo does harm. With all titles it costs 0.8 points, with 100 titles 4.8. And see who does worst
# on the right: layer 0, and then the warm context, all those that speak of real words. The random
# control costs only 0.9. How can an input that knows something be worse than one that knows
# nothing?
#
# ## 7. Too loud
# Section 1 had a suspect. Let us measure it.

# %%
def length_of(vectors):
    return vectors.norm(dim=-1).mean().item()


known = np.concatenate(numbers)[:, 0]
print(f"mean length of x {length_of(table.weight[known[known > 0]]):.1f}")
for way, layers in read.items():
    print(f"{way:15} {length_of(layers.mean(dim=0)):.1f}")
for network in networks["ELMo"]:
    print(f"gamma after {network.updates} updates: {network.first.mix.gamma.item():.2f}")

# %% [markdown]
# ELMo is three and a half times as long as $x$, random vectors are no longer than $x$, and the
# network does not turn ELMo down. The scale
# $\gamma$ could do it, but it begins at 1, and Adam moves a number by about the learning rate in
# each update. After 30 to 60 updates of 0.005, it has gone from 1 to 1.11 at most, and in the
# wrong direction. If we want ELMo quiet, we have to start it quiet.

# %% [markdown] tags=["exercise"]
# ### Exercise 12b.4: the volume
# Difficulty 2 of 3, 5 minutes.
#
# `layers` is a tensor of shape (num_layers, words, dim). At first all shares are equal. Return the
# $\gamma$ with which the vectors of equation (1) then have the mean length `length`.
#
# <details><summary>Hint 1</summary>
#
# First the mixture with $\gamma = 1$, then one length for each word, then their mean.
#
# </details>

# %% tags=["exercise"]
def volume(layers, length):
    """The gamma that makes the mixture so long on average."""
    # begin solution
    mixed = layers.mean(dim=0)
    return length / mixed.norm(dim=1).mean().item()
    # end solution

# %% tags=["check"]
check("12b.4", volume)

# %% tags=["known"]
def inputs(rng):
    return rng.normal(size=(3, 5, 4)) + rng.normal(size=(3, 1, 4)), float(rng.uniform(0.2, 3))


def use(answer, layers, length):
    return float(answer(torch.from_numpy(layers), length))

# %% [markdown] tags=["known"]
# Hint: Mix with equal shares, take the length of every word's vector, then the mean of those.
# Returns: one number
#
# - `length / mixed.norm(dim=1).mean()` → `mixed.norm(dim=1).mean() / length` :: Upside down: a long
#   vector needs a small gamma.
# - `mixed.norm(dim=1).mean()` → `mixed.mean(dim=0).norm()` :: You take the length of the mean
#   vector. Words that point apart cancel there: take the mean of the lengths.
# - `mixed.norm(dim=1)` → `layers.norm(dim=2)` :: You average the lengths of the layers. The mixture
#   is shorter than they are: mix first.
# - `mixed.norm(dim=1)` → `mixed.norm(dim=0)` :: One length for each word: `dim=1`, not `dim=0`.

# %%
volume = yours_or_ours("12b.4", volume)
gamma = volume(read["ELMo"], 1)
print(f"gamma {gamma:.2f}, length {gamma * length_of(read['ELMo'].mean(dim=0)):.2f}")
found, _ = run("ELMo", gamma)
print(f"{np.mean(found == gold):.1%} right on our titles")
rows = sizes["100 titles"]
quiet = select(rows, input="GloVe, frozen, gamma from 0.1", elmo="trained")
families.gains(
    {
        "loud minus no ELMo": minus(glove["ELMo"], glove["a row a word"]),
        "quiet minus loud": minus(quiet, glove["ELMo"]),
        "quiet minus no ELMo": minus(quiet, glove["a row a word"]),
        "quiet minus random": minus(quiet, glove["random context"]),
    },
    "points, 100 titles of AG News",
)

# %% [markdown]
# With 100 titles of AG News, $\gamma$ from 0.1 instead of 1 wins back 4.0 points (2.3 to 6.0).
# Nothing else has changed, so with few titles loudness was the cause. (With all 13,188 the start of
# $\gamma$ makes no difference that we can be sure of.) What is left is no gain either: quiet, ELMo
# does as well as random numbers. So beside GloVe we find nothing that reading in context adds to a
# title of the news.
#
# On our own titles nothing seems to change, 87.7 % in your one run. Does loudness not matter there?
# It does, but look whom it hurts.
#
# ## 8. The ledger at equal length
# A fair ledger compares vectors at equal length. All of them are turned down to a mean length of 1,
# as your `volume` does it, and trained with five seeds again. The warm context spells static
# vectors and has LSTMs that never read; `char-CNN, read` is ELMo's layer 0 alone, which knows no
# neighbour.
#
# **Predict.** Turned down, who gains most on our titles?
#
# <details><summary>Answer</summary>
#
# The random context: 82.7 % loud, 86.9 % quiet. ELMo does not gain. A fair comparison makes the
# controls stronger.
#
# </details>

# %%
ways = ("random context", "warm context", "char-CNN, read", "ELMo")
equal = {"a row a word": select(ledger, row="a row a word")}
equal |= {way: select(ledger, row=way, length=1) for way in ways}
families.scores({w: 100 * np.array(values(r)) for w, r in equal.items()}, "right topics, %")
differences = {f"ELMo minus {w}": minus(equal["ELMo"], equal[w]) for w in equal if w != "ELMo"}
families.gains(differences, "points")

# %% [markdown]
# This is the win, and it survives. At equal length ELMo adds 3.4 points to the static vectors (1.9
# to 5.1). It is 2.4 points ahead of random numbers (0.8 to 4.0) and 1.9 ahead of the warm context
# (0.5 to 3.4): reading has earned them. One rung is left. ELMo's own layer 0, which sees
# no neighbour, has 2.3 of the 3.4 points, and the last 1.1 may be chance. So most of the gain is
# there before the first neighbour is read, in better vectors of single words. How much the context
# adds to that, 840 titles cannot tell.

# %%
f1 = [[np.mean([100 * row["f1"][t] for row in rows]) for t in topics] for rows in equal.values()]
families.table(f1, list(equal), topics, "F1 of each topic", "{:.1f}", most=100)

# %% [markdown]
# Sports and World gain most, about four points each, and every topic gains.
#
# ## 9. Your network reads
# Now let your network speak. After every word we ask its output layer what it would say if the
# title ended here, and take the mean of your three networks.

# %%
@torch.no_grad()
def beliefs(network, words):
    """The probability of every topic after each word: (words, topics)"""
    network.eval()
    if isinstance(network.first, Beside):
        network.first.layers = layers_of(words)
    each = torch.from_numpy(tasks.word_numbers([words], static.key_to_index)[0])
    return network.output(network.states(each[None])[0]).softmax(dim=-1).numpy()


def read_aloud(title="Pitcher of milk found in old tomb"):
    words, shown = title.split(), ("a row a word", "ELMo")
    found = {w: np.mean([beliefs(n, words) for n in networks[w]], axis=0) for w in shown}
    plots.reading(words, topics, found)


live(read_aloud, title="Pitcher of milk found in old tomb")

# %% [markdown]
# *Pitcher* sounds like baseball, and the static network never gets over it: it ends with 69 %
# for Sports. ELMo's network gives up Sports as soon as the milk comes. It is no oracle,
# though: try *Rebels attack oil field*, which it takes for a match.
#
# **Try it.** Type titles until the two networks disagree. Which words make the left one believe in
# Sports, whatever follows them? Can you write a title that only the right one gets wrong?
#
# ### Open experiment
# ELMo was turned down beside $x$. Turn $x$ up instead: give `Beside` a table whose weights are ten
# times as large, and leave $\gamma$ at 1. Predict first: is it the volume itself that does harm, or
# only that one voice is louder than the other? Then learn from ten titles of each topic and try
# again.
#
# ## What you can now do
# - put ELMo beside any other vectors, for a batch,
# - train a network that stops in time, and have every title judged by a network that never saw it,
# - measure how loud an input is, and turn it down,
# - split a gain into what numbers, letters and reading bring,
# - watch a network change its mind.
#
# ## One honest limit
# The static vectors beside which ELMo wins have read 55 million words, and the GloVe beside which
# it adds nothing six billion. The published ELMo has read 0.8 billion words ten times, and may tell
# GloVe what ours cannot.
#
# ## Sources
# - Peters, Neumann, Iyyer, Gardner, Clark, Lee and Zettlemoyer 2018, *Deep contextualized word
#   representations*, sections 3.3 and 5.4: <https://arxiv.org/abs/1802.05365>
# - Zhang, Zhao and LeCun 2015, *Character-level convolutional networks for text classification*,
#   for AG News: <https://arxiv.org/abs/1509.01626>
# - Pennington, Socher and Manning 2014, *GloVe: global vectors for word representation*:
#   <https://aclanthology.org/D14-1162>
# - Prechelt 1998, *Early stopping, but when?*: <https://doi.org/10.1007/3-540-49430-8_3>
# - The lecture: the report on AG News titles, for the four networks and the wishes.
#
# ## Where next
# The report's last wish was to let the biLM read the titles first, without labels: **domain
# transfer** (도메인 전이). `fine_tune` of the package does it. On AG News perplexity falls to a
# seventh, and the score does not move.
#
# Chapter 12c asks which layers, at which place in the network, and for which tasks. Today nobody
# puts a frozen reader beside a table. Fine-tuning, where the whole reader goes on learning with the
# task, won in the same year, with ULMFiT, GPT and BERT.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A biLM with random weights beside GloVe does as well as a trained one. What follows?
#    - [x] reading has added nothing here :: whatever the network gains, it gains from the form and
#      the additional numbers
#    - [ ] random weights are as good as trained ones :: for this task and these vectors; beside our
#      own static vectors they were not
#    - [ ] the trained biLM is broken :: it may know much that this task does not need
# 2. Why does $\gamma$ hardly move while the network trains?
#    - [ ] its gradient is 0 :: it is not, the loss depends on it
#    - [x] Adam moves a number by about the learning rate in each update :: sixty times 0.005 is
#      0.3, even if every update goes the same way, and the rate is halved on the way
#    - [ ] the biLM is frozen :: it is, but the mixture is not
# 3. The dev titles decide when the training ends. Why may they not be the test titles as well?
#    - [ ] the network would learn them by heart :: it never trains on them
#    - [x] the epoch would be chosen to suit them :: the score of the best of twenty tries flatters
#    - [ ] there would be too few of them :: true of many sets, but not the reason
