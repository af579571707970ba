# %% [markdown]
# # 02 Neural language model
#
# Somebody who has read 귀여운 강아지 좋아해 ("I like the cute puppy") is not surprised by
# 사랑스러운 고양이 사랑해 ("I love the lovely cat"), even without having seen any two of these
# words together. The counts of chapter 01 are, because to them *cute* and *lovely* are two marks
# on paper. In this chapter every word becomes a row of numbers, similar words get similar rows,
# and what the model learns about the puppy serves the cat.
#
# **Can a network that learns vectors for words predict better than counts?**
#
# You will be able to
# - **compute** the forward pass of a neural language model in NumPy,
# - **derive** the gradient of its loss, and follow it down to the word vectors,
# - **train** the model on Wikipedia, and compare and mix it with Kneser-Ney,
# - **explain** with an experiment what a shared table of word vectors buys.
#
# You need chapter 01, the product of a matrix and a vector, and the idea of a **gradient**
# (기울기), the direction in which a number grows fastest.

# %% tags=["setup"]
import itertools
from collections import Counter

import numpy as np
import torch
from matplotlib import pyplot as plt
from torch import nn
from torch.nn import functional as F

from elmo_lite import corpora, stats
from elmo_lite.corpora import ladder
from elmo_lite.ngram import NGramModel
from elmo_lite.text import Vocabulary
from notebooks.course import results
from notebooks.course.check import ch02 as checks
from notebooks.course.plots import ch02 as plots
from notebooks.course.plots import common

torch.set_num_threads(1)  # small networks: one thread is fast, and gives the same sums everywhere

# %% [markdown]
# ## 1. The lovely fridge
# Here is a small world of three groups. In each, three adjectives, three nouns and three verbs
# combine freely:
#
# - cute, lovely, small + puppy, cat, rabbit + like, love, hugged
# - heavy, old, new + fridge, telephone, computer + bought, sold, repaired
# - kind, strict, young + teacher (선생님), teacher (교사), professor + met, respect, visited
#
# That makes 81 lines of three words. We hide the three that begin with 사랑스러운 고양이, "lovely
# cat", and let Kneser-Ney read the other 78.
#
# **Predict.** After 사랑스러운 (lovely), which word that never followed it does Kneser-Ney find
# likelier: 고양이 (cat) or 냉장고 (fridge)?
#
# <details><summary>Answer</summary>
#
# The fridge. Kneser-Ney judges an unseen pair by the company that its second word keeps. The
# fridge follows three different adjectives, and the cat only two, since we hid the third.
#
# </details>

# %%
groups, world = [], []
for line in (
    "귀여운 사랑스러운 작은 | 강아지 고양이 토끼 | 좋아해 사랑해 안았어",
    "무거운 낡은 새 | 냉장고 전화기 컴퓨터 | 샀어 팔았어 고쳤어",
    "친절한 엄격한 젊은 | 선생님 교사 교수님 | 만났어 존경해 찾아갔어",
):
    adjectives, nouns, verbs = [part.split() for part in line.split("|")]
    groups.append((adjectives, nouns, verbs))
    world += itertools.product(adjectives, nouns, verbs)
seen = [line for line in world if line[:2] != ("사랑스러운", "고양이")]

small = Vocabulary.build(world)
counts = NGramModel(2, "kneser-ney").fit(seen, small)
asked = ["강아지", "토끼", "고양이", "냉장고", "선생님"]
counted = counts.distribution(["사랑스러운"])[small.ids(asked)]
print(f"{len(seen)} of {len(world)} lines")
print("after 사랑스러운:", ", ".join(f"{n} {p:.1%}" for n, p in zip(asked, counted, strict=True)))

# %% [markdown]
# Kneser-Ney gives the lovely cat 0.7 % and the lovely fridge 1.0 %. No
# count says that 사랑스러운 and 귀여운 are used in the same way, although both come
# before 강아지 and 토끼. Our network will have to find that out from these 78 lines.
#
# ## 2. Words as numbers
# A network computes with numbers. The plain way to get them is **one-hot encoding** (원-핫 인코딩):
# every word becomes a vector with a single 1, at its own position, and 0 everywhere else. Is 선생님
# (teacher) then more similar to 교사 (teacher) than to 전화기 (telephone), in a vocabulary of eight
# words? We multiply two vectors position by position and add up, which gives their **dot product**
# (내적).
#
# **Predict.** Which two of the three one-hot vectors have the largest dot product?
#
# <details><summary>Answer</summary>
#
# None. Two words never have their 1 at the same position, so each dot product is 0.
#
# </details>

# %%
words = ["선생님", "교사", "전화기"]
one_hot = np.eye(8)[[0, 2, 6]]
dense = np.array([[1.2, 0.8, 1.5, 2.1], [1.1, 0.9, 1.7, 1.8], [2.6, 0.2, 0.1, 0.0]])
print("선생님 · 교사 and 선생님 · 전화기, one-hot:", one_hot[1:] @ one_hot[0])
print("선생님 · 교사 and 선생님 · 전화기, dense:  ", dense[1:] @ dense[0])
left, right = plt.figure(figsize=(11, 2.3)).subplots(1, 2, width_ratios=(2, 1))
plots.word_strips(words, one_hot, "one-hot vectors", ax=left)
plots.word_strips(words, dense, "dense vectors, chosen by hand", ax=right)

# %% [markdown]
# One-hot vectors make all words equally strange to each other: the two teachers have a dot product
# of 0, exactly like teacher and telephone. With the four numbers on the right the teachers score
# 8.37, the telephone 3.43. Such a short vector is a **dense vector** (밀집 벡터), and the dense
# vector of a word is its **embedding** (임베딩).
#
# | | one-hot vector | embedding |
# |---|---|---|
# | numbers per word | $\lvert V \rvert$, as many as there are words | few, often 50 to 300 |
# | kind | sparse (희소): all but one are 0 | dense (밀집) |
# | values | 0 and 1 | real numbers |
# | where from | assigned: one position for each word | learned from text |
#
# We chose these by hand. Nobody can do that for 10,000 words, so this chapter is about the last
# row.
#
# ## 3. A table to look words up
# All embeddings form a table $E$ with one row of $d$ numbers per word (Bengio's paper calls it
# $C$). Multiplied by the one-hot vector of a word $w$, it gives the vector $x$ of the word:
#
# $$x = \text{onehot}(w)\;E \tag{1}$$
#
# Take the sentence "what will the fat cat sit on", with $\lvert V \rvert = 7$ and $d = 5$. By hand:
# *fat* is the fourth word, so only the fourth term of each sum is not 0, and $x$ is the fourth row,
# (2.1, 1.8, 1.5, 1.7, 2.7).

# %%
sentence = ["what", "will", "the", "fat", "cat", "sit", "on"]
numbers = "0.5 2.1 1.9 1.5 0.8   0.8 1.2 2.8 1.8 2.1   0.1 0.8 1.2 0.9 0.7   2.1 1.8 1.5 1.7 2.7"
numbers += "   1.9 1.6 1.4 2.0 2.4   0.3 2.6 0.2 1.1 0.9   1.0 0.4 2.2 0.6 0.1"
E = np.array(numbers.split(), dtype=float).reshape(7, 5)
fat = np.zeros(7)
fat[sentence.index("fat")] = 1
assert np.allclose(fat @ E, E[3])  # equation (1) is the fourth row
plots.table_lookup(sentence, fat, E)

# %% [markdown]
# The 1 picks one row, and that row is the result. So no library multiplies by the table: each reads
# the row by its number, and $E$ is called a **lookup table** (룩업 테이블). The first layer of
# GPT-2 is this very table, with 50,257 rows of 768 numbers.
#
# ## 4. From scores to probabilities
# At its other end the network has a **score** (점수) $a_w$ for each word of the vocabulary. The
# **softmax** (소프트맥스) turns scores into probabilities: it takes $e$ to the power of each
# score, which is positive, and divides by the sum.
#
# $$P(w) = \frac{e^{a_w}}{\sum_{w'} e^{a_{w'}}} \tag{2}$$
#
# By hand, for the scores 2, 1 and 0: $7.39 + 2.72 + 1 = 11.11$, so the probabilities are $7.39 /
# 11.11 = 0.67$, then 0.24 and 0.09.
#
# How wrong is it, once we know the word that came? The **loss** (손실) $J$ is the
# **cross-entropy** (교차 엔트로피), and with one right word $t$ it is simply
#
# $$J = -\log P(t) \tag{3}$$
#
# The perplexity of chapter 01 is $e$ to the power of the mean of this number, so whoever trains
# for a low loss trains for a low perplexity.


# %% tags=["setup"]
def softmax(scores):
    """Equation (2); subtracting the largest score changes nothing but avoids overflow."""
    powers = np.exp(scores - scores.max())
    return powers / powers.sum()


# %%
three = softmax(np.array([2.0, 1.0, 0.0]))
losses = -np.log(three)
p = np.linspace(0.01, 1, 200)
ax = plt.figure(figsize=(7.5, 3.4)).add_subplot(xlabel="probability of the word", ylabel="loss J")
ax.plot(p, -np.log(p), three, losses, "o")
for x, y in zip(three, losses, strict=True):
    plots.note(ax, f"probability {x:.2f}, loss {y:.2f}", (x, y), (9, 4))
plots.describe(ax, f"The loss: {plots.told(zip(three.round(2), losses, strict=True))}.")

# %% [markdown]
# The three losses are 0.41, 1.41 and 2.41. They differ by 1, as the scores do, because the sum in
# (2) is the same for all words. The curve has no ceiling: a model that gives the right word only
# 0.01 pays 4.6, and one that gives it 0 pays infinitely much, which is why counts need smoothing. A
# softmax never gives 0 to anything. GPT and all its relatives still end in (2) and learn by (3).
#
# ## 5. The network
# To predict *sit*, the model may read the $m = 4$ words before it: will, the, fat, cat.
#
# 1. **Look up** the row of each word in $E$, four times 5 numbers (the **projection layer**,
#    투사층).
# 2. **Join** (연결) the rows into one vector $z$ of 20 numbers, in the order of the words.
# 3. **Mix.** Each of the 8 units of the **hidden layer** (은닉층) weighs all 20 numbers, adds a
#    **bias** (편향) and goes through tanh, an **activation function** (활성화 함수) with values
#    from -1 to 1.
# 4. **Score.** The **output layer** (출력층) weighs the 8 hidden numbers once for each word, then
#    comes the softmax.
#
# $$z = [x_{k-4}; x_{k-3}; x_{k-2}; x_{k-1}], \qquad h = \tanh(W z + b_1), \qquad
# P(t_k \mid t_{k-4}, \dots, t_{k-1}) = \text{softmax}(U h + b_2) \tag{4}$$
#
# A network whose arrows all run from input to output is a **feed-forward network** (피드 포워드
# 신경망).

# %% [markdown] tags=["exercise"]
# ### Exercise 2.1: the forward pass
# Difficulty 2 of 3, 15 minutes.
#
# Write equation (4). `ids` are the numbers of the context words, in their order, and the result is
# an array with the probability of every word.
#
# <details><summary>Hint 1</summary>
#
# `E[ids]` has one row per word; `.reshape(-1)` writes the rows one after the other.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Then `W @ z + b1` goes through `np.tanh`, and `U @ h + b2` through `softmax`.
#
# </details>


# %% tags=["exercise"]
def forward(ids, E, W, b1, U, b2):
    """The probability of every word after the words `ids`, shape (vocab_size,)."""
    # begin solution
    z = E[ids].reshape(-1)
    h = np.tanh(W @ z + b1)
    return softmax(U @ h + b2)
    # end solution


# %% tags=["check"]
checks.ch02_ex1(forward)

# %%
forward = checks.ch02_ex1.yours_or_ours(forward)
rng = np.random.default_rng(0)
W, b1 = rng.normal(0, 0.3, (8, 20)), np.zeros(8)
U, b2 = rng.normal(0, 0.3, (7, 8)), np.zeros(7)
ids = [sentence.index(word) for word in ("will", "the", "fat", "cat")]
p = forward(ids, E, W, b1, U, b2)
print("P:", *p.round(4))
plots.window_network(["will", "the", "fat", "cat"], "sit", E, W, sentence, p)

# %% [markdown]
# With random weights the network gives *on* 0.41 and *sit* 0.08. Its loss, $-\log 0.0849$, is 2.47,
# and blind guessing among seven words costs only $\log 7 = 1.95$. There is one table, so a word has
# the same row at all four positions, but each position has its own columns of $W$.
#
# ### How many numbers can it learn?
# The numbers that training may change are the **parameters** (매개변수). A layer from $p$ to $q$
# numbers has $p \cdot q$ weights and $q$ biases, so a network $4 \to 8 \to 8 \to 3$ has
# $(32 + 8) + (64 + 8) + (24 + 3) = 139$.
#
# **Predict.** How many has ours, with its table?
#
# <details><summary>Answer</summary>
#
# 266: the table $7 \cdot 5 = 35$ without a bias, the hidden layer $20 \cdot 8 + 8 = 168$, and the
# output layer $8 \cdot 7 + 7 = 63$.
#
# </details>
#
# ## 6. Learning
# Which way should each number move to lower the loss? The **backward pass** (역전파) answers layer
# by layer, from the loss down to the table. You take its first step.

# %% [markdown] tags=["exercise"]
# ### Exercise 2.2: the gradient of the loss
# Difficulty 2 of 3, 20 minutes.
#
# Put (2) into (3) and you get $J = -a_t + \log \sum_w e^{a_w}$. By how much does $J$ grow for each
# score $a_w$? Find the derivative on paper, then return all of them as one array. `right` is the
# number of the word that came.
#
# <details><summary>Hint 1</summary>
#
# The derivative of $\log \sum_{w'} e^{a_{w'}}$ by $a_w$ is $e^{a_w} / \sum_{w'} e^{a_{w'}}$. You
# know this fraction.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# The term $-a_t$ contributes -1 for the right word and 0 for all others.
#
# </details>


# %% tags=["exercise"]
def score_gradient(scores, right):
    """The derivative of the loss by each score, an array as long as `scores`."""
    # begin solution
    gradient = softmax(scores)
    gradient[right] -= 1
    return gradient
    # end solution


# %% tags=["check"]
checks.ch02_ex2(score_gradient)

# %%
score_gradient = checks.ch02_ex2.yours_or_ours(score_gradient)
scores = np.array([2.0, 1.0, 0.0])
slopes = score_gradient(scores, 1)
print("scores 2, 1, 0; the second word came:", slopes.round(2))
moved = scores - slopes
print("one step against it:", moved.round(2), f"loss {-np.log(softmax(moved)[1]):.2f}")

# %% [markdown]
# The gradient is probability minus truth:
#
# $$\frac{\partial J}{\partial a_w} = P(w) - \begin{cases} 1 & \text{if } w = t \\ 0 &
# \text{otherwise} \end{cases} \tag{5}$$
#
# For the scores 2, 1, 0 it is 0.67, -0.76 and 0.09. The first word, which the model found
# likeliest, is pushed down hardest. The second, which came, is pulled up by what it lacks, and the
# pushes sum to 0. From here the chain rule (연쇄 법칙) leads through $U$, tanh and $W$ to the rows
# of $E$.
#
# **Predict.** The example is "will the fat cat", then *sit*. Which rows of $E$ will move?
#
# <details><summary>Answer</summary>
#
# The four rows that were read. The row of *sit* stays: as the word to predict, *sit* takes part
# through its row of $U$ only.
#
# </details>

# %%
z = E[ids].reshape(-1)
h = np.tanh(W @ z + b1)
print("z:", *z)
print("h:", *h.round(2))
d_scores = score_gradient(U @ h + b2, sentence.index("sit"))
d_h = U.T @ d_scores
d_z = W.T @ (d_h * (1 - h**2))  # the derivative of tanh is 1 - tanh²
for name, slopes in (("7 scores:", d_scores), ("h:       ", d_h), ("z:       ", d_z)):
    print("slope for", name, *slopes.round(2))
d_E = np.zeros_like(E)
for position, word in enumerate(ids):
    d_E[word] += d_z[5 * position : 5 * position + 5]
ax = plt.figure(figsize=(7, 3.4)).add_subplot(title="Gradient of the table after one example")
plots.heatmap(ax, d_E, sentence, [], plots.signed_norm(d_E), "{:.3f}")
moved = [word for word, row in zip(sentence, d_E, strict=True) if row.any()]
plots.describe(ax, f"Of the seven rows only those of {', '.join(moved)} have a gradient.")

# %% [markdown]
# Exactly the four rows that were read have a gradient. So a row is shaped by all occurrences of its
# word in the contexts, and by nothing else. Two words that come before the same words are pushed
# the same way, and that is how *cute* and *lovely* will find each other.
#
# PyTorch does the backward pass by itself. Does the network as a class get the same gradient?


# %%
class NNLM(nn.Module):
    """Equation (4), without the softmax: the scores of a batch of contexts."""

    def __init__(self, vocab_size, context_size, emb_dim, hidden_dim):
        super().__init__()
        self.context_size = context_size
        self.embedding = nn.Embedding(vocab_size, emb_dim)  # E
        nn.init.normal_(self.embedding.weight, std=0.1)  # start with small numbers
        self.hidden = nn.Linear(context_size * emb_dim, hidden_dim)  # W and b1
        self.output = nn.Linear(hidden_dim, vocab_size)  # U and b2

    def forward(self, contexts):
        """Ids (batch, context_size) -> scores (batch, vocab_size)."""
        z = self.embedding(contexts).flatten(1)  # (batch, context_size * emb_dim)
        h = torch.tanh(self.hidden(z))  # (batch, hidden_dim)
        return self.output(h)


# %%
toy = NNLM(vocab_size=7, context_size=4, emb_dim=5, hidden_dim=8).double()
for parameter, ours in zip(toy.parameters(), (E, W, b1, U, b2), strict=True):
    parameter.data = torch.tensor(ours)
loss = F.cross_entropy(toy(torch.tensor([ids])), torch.tensor([sentence.index("sit")]))
loss.backward()
print(f"loss {loss:.2f}, {sum(p.numel() for p in toy.parameters())} parameters")
assert torch.allclose(toy.embedding.weight.grad, torch.tensor(d_E))  # by hand and by PyTorch

# %% [markdown]
# The gradient by hand and that of PyTorch agree in all 35 numbers.
#
# Training repeats one step, **gradient descent** (경사 하강법). It moves every parameter $\theta$
# a little against its gradient, and the **learning rate** (학습률) $\eta$ says how little:
#
# $$\theta \leftarrow \theta - \eta\,\frac{\partial J}{\partial \theta} \tag{6}$$
#
# With $\eta = 1$ the scores 2, 1 and 0 of section 6 became 1.33, 1.76 and -0.09, and the loss fell
# from 1.41 to 0.60. We take the mean loss of a **batch** (배치) of examples for each step, and the
# optimizer Adam, which adapts $\eta$ for each parameter.
#
# ## 7. Real text
# We take the Wikipedia sample of chapter 01 and make one example of every token.

# %% [markdown] tags=["exercise"]
# ### Exercise 2.3: cut windows
# Difficulty 2 of 3, 15 minutes.
#
# `sentences` are lists of ids. Return two arrays: the contexts, shape (examples, m), and the
# targets, shape (examples,). Each word is a target once, and then the end mark. The id of `<s>` is
# 1, that of `</s>` is 2, and no context reaches into the sentence before.
#
# <details><summary>Hint 1</summary>
#
# Pad first: `[1] * m + sentence + [2]`. Then every position from `m` on is a target.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# The context of position `i` is `padded[i - m : i]`.
#
# </details>


# %% tags=["exercise"]
def cut_windows(sentences, m):
    """All contexts of m ids, and the id that follows each, as two arrays."""
    # begin solution
    contexts, targets = [], []
    for sentence in sentences:
        padded = [1] * m + list(sentence) + [2]
        for i in range(m, len(padded)):
            contexts.append(padded[i - m : i])
            targets.append(padded[i])
    return np.array(contexts), np.array(targets)
    # end solution


# %% tags=["check"]
checks.ch02_ex3(cut_windows)

# %%
cut_windows = checks.ch02_ex3.yours_or_ours(cut_windows)


def examples(sentences, vocabulary, m):
    """Sentences of words -> contexts and targets, as tensors of ids."""
    ids = [vocabulary.ids(sentence).tolist() for sentence in sentences]
    contexts, targets = cut_windows(ids, m)
    return torch.tensor(contexts), torch.tensor(targets)


wiki = ladder.corpus()
vocabulary = Vocabulary.build(wiki.train, max_size=2000)
train_set, dev_set, test_set = (
    examples(part, vocabulary, m=4) for part in (wiki.train, wiki.dev, wiki.test)
)
trigram = NGramModel(3, "kneser-ney").fit(wiki.train, vocabulary)
print(f"{len(train_set[1]):,} examples, {len(vocabulary):,} words to choose from")
print(f"{(test_set[1] == 0).double().mean():.0%} of the test tokens are <unk>")

# %% [markdown]
# So that you can watch the training, the vocabulary has only the 2,000 most frequent words here and
# three marks. 26 % of the test tokens become `<unk>`, which is easy to guess, so these perplexities
# are far lower than those of chapter 01 and compare within this section only.
#
# **Predict.** Kneser-Ney was hard to beat. Our network reads the text twice. Will it get below the
# trigram model?
#
# <details><summary>Answer</summary>
#
# Yes, but not on its first reading.
#
# </details>


# %%
def train(model, optimizer, contexts, targets, batch_size):
    """One pass over the examples, in random order."""
    for batch in torch.randperm(len(targets)).split(batch_size):
        loss = F.cross_entropy(model(contexts[batch]), targets[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  # equation (6), with the rates of Adam


@torch.no_grad()
def log_probabilities(model, contexts, targets):
    """The logarithm of P(target | context) for each example."""
    pieces = zip(contexts.split(4096), targets.split(4096), strict=True)
    losses = [F.cross_entropy(model(c), t, reduction="none") for c, t in pieces]
    return -torch.cat(losses).double().numpy()


# %%
torch.manual_seed(0)
model = NNLM(len(vocabulary), context_size=4, emb_dim=32, hidden_dim=64)
optimizer = torch.optim.Adam(model.parameters(), lr=0.003)
curve = []
for _ in range(2):
    for quarter in torch.randperm(len(train_set[1])).chunk(4):
        train(model, optimizer, train_set[0][quarter], train_set[1][quarter], batch_size=256)
        curve.append(np.exp(-log_probabilities(model, *dev_set).mean()))
level = trigram.perplexity(wiki.dev)
ax = plt.figure(figsize=(8, 3.8)).add_subplot(xlabel="times that the network has read the text")
ax.plot(np.arange(1, 9) / 4, curve, "o-", color=plots.RED)
ax.axhline(level, color=plots.GREY, ls="--")
plots.note(ax, f"trigram, Kneser-Ney: {level:.1f}", (2, level), (0, 6), ha="right")
for times, found, up, side in ((1, curve[3], 9, "left"), (2, curve[7], -18, "right")):
    plots.note(ax, f"network: {found:.1f}", (times, found), (0, up), ha=side)
ax.set(ylabel="perplexity (dev data)", ylim=(34, None), title="The second reading wins")
plots.describe(ax, f"Network by quarters: {np.round(curve, 1)}. Trigram, Kneser-Ney {level:.1f}.")

# %% [markdown]
# After one reading the network has 39.8, after two 36.1, and the trigram model has 38.5. Does the
# test data confirm it? `stats.paired` resamples the ten test articles and gives an interval for
# the difference, as chapter 09b explains. We also split the test words by how often the training
# data had the two words before them.

# %%
network = log_probabilities(model, *test_set)
kneser_ney = trigram.token_log_probabilities(wiki.test)
articles = corpora.wikipedia_sample().documents[-10:]
article = []
for number, sentences in enumerate(articles):
    for tokens in sentences:
        article += [number] * (len(tokens) + 1)  # and </s>
found = 1 - np.exp(-np.array(stats.paired(network, kneser_ney, groups=article)))
print("network lower by {:.1%}, interval {:.1%} to {:.1%}".format(*found))

before = Counter(tuple(pair) for pair in train_set[0][:, 2:].tolist())
times = np.array([before[tuple(pair)] for pair in test_set[0][:, 2:].tolist()])
print("two words before, seen | of the test | network | Kneser-Ney")
bands = [("never", 0, 0), ("1 to 10", 1, 10), ("11 to 100", 11, 100), ("more", 101, 1e9)]
for name, low, high in bands:
    chosen = (times >= low) & (times <= high)
    both = [np.exp(-each[chosen].mean()) for each in (network, kneser_ney)]
    print(f"{name:>22} | {chosen.mean():11.0%} | {both[0]:7.1f} | {both[1]:10.1f}")

# %% [markdown]
# It does: the perplexity of the network is 7.3 % lower, with an interval from 6.0 to 8.2 %. It
# gains most where the counts have least. After two words that the training data never had together
# the gain is 15 % (45.7 and 53.6), after pairs seen 11 to 100 times 3 %, after the most frequent
# pairs 6 %. To a table of counts a new pair is a blank, to the network it is two known rows.
#
# ### Two opinions are better than one
# Bengio's paper averaged the two, with a weight $\lambda$ between 0 and 1:
#
# $$P(w) = \lambda\,P_{\text{network}}(w) + (1 - \lambda)\,P_{\text{counts}}(w) \tag{7}$$
#
# $P(w)$ is their mixture (혼합 모델). By hand: the network gives two words 0.2 and 0.02, the counts
# 0.02 and 0.2. Each has a perplexity of $1/\sqrt{0.2\cdot0.02}=15.8$. Half and half, both words get
# 0.11, and the perplexity is $1/0.11=9.1$. $\lambda$ is chosen on the dev data.


# %%
# The perplexity of equation (7)
def mixed(network, counts, weight):
    return np.exp(-np.log(weight * network + (1 - weight) * counts).mean())


toy = np.array([0.2, 0.02]), np.array([0.02, 0.2])
print("by hand 15.8, 9.1, 15.8; by the code", *[f"{mixed(*toy, w):.1f}" for w in (0, 0.5, 1)])

# %%
weights = np.linspace(0, 1, 21)
first = np.exp(log_probabilities(model, *dev_set))
second = np.exp(trigram.token_log_probabilities(wiki.dev))
curve = np.array([mixed(first, second, w) for w in weights])
best = curve.argmin()
ax = plt.figure(figsize=(8, 3.6)).add_subplot(xlabel="weight λ of the network")
ax.plot(weights, curve, color=plots.CYAN)
for i, side in ((0, "left"), (best, "center"), (20, "right")):
    plots.note(ax, f"{curve[i]:.1f}", (weights[i], curve[i]), (0, 8), ha=side)
ax.set(ylabel="perplexity (dev data)", ylim=(32.5, 39.8), title="The best model is between the two")
plots.describe(
    ax, f"{curve[0]:.1f} at 0, {curve[best]:.1f} at {weights[best]:.2f}, {curve[20]:.1f} at 1."
)

# %% [markdown]
# At $\lambda = 0.6$ the mixture has 33.2, 8 % below the better of the two. Where one gives nearly
# nothing, the average still gives about half of what the other says.
#
# **Try it.** Write a beginning into `start` and let both models go on, the network above,
# Kneser-Ney below. Find one where Kneser-Ney quotes and one where the network is vague. (`<unk>`
# is left out.)


# %%
# The probability that a network gives to every word after `words`
def next_words(model, vocabulary, words):
    padded = [1] * model.context_size + vocabulary.ids(words).tolist()
    with torch.no_grad():
        return model(torch.tensor([padded[-model.context_size :]])).softmax(1)[0].numpy()


start = "the Moon might".split()
for p in (next_words(model, vocabulary, start), trigram.distribution(start[-2:])):
    best = [i for i in np.argsort(-p) if i != 0][:5]
    print(", ".join(f"{vocabulary.words[i]} {p[i]:.1%}" for i in best))

# %% [markdown]
# The training data had *Moon might* once, followed by *contain*, and Kneser-Ney has kept that. The
# network has not. It says what comes after any *might*, *may* or *could*: *be*, *have*.
#
# ### The full vocabulary
# With all 10,000 words the training takes minutes, so its numbers come from the results file. This
# network has $d = 64$, 64 hidden units, three readings, and **dropout** (드롭아웃), which sets a
# fifth of its numbers to 0 at random during training.

# %%
rungs = results.ladder(without=["biLM"])
common.perplexity_ladder(rungs, highlight=["NNLM", "NNLM + Kneser-Ney"])

# %% [markdown]
# The network reaches 145, 7 % below the 156 of the best counts, and the mixture 126, 19 % below.
# The paper of 2003 found the same order: on the Brown corpus the best counts had 312, the mixture
# 252. So the answer to this chapter's question is yes: by a little alone, by a lot together with
# the counts.
#
# ## 8. Back to the fridge
# Now five networks with different seeds read the 78 lines.


# %%
def read_world(lines, seed):
    torch.manual_seed(seed)
    network = NNLM(len(small), context_size=2, emb_dim=8, hidden_dim=16)
    optimizer = torch.optim.Adam(network.parameters(), lr=0.02)
    contexts, targets = examples(lines, small, m=2)
    for _ in range(20):
        train(network, optimizer, contexts, targets, batch_size=32)
    return network


networks = [read_world(seen, seed) for seed in range(5)]
found = [next_words(each, small, ["사랑스러운"])[small.ids(asked)] for each in networks]
left, right = plt.figure(figsize=(11, 3)).subplots(1, 2, sharey=True, sharex=True)
for ax, p, name, colour in (
    (left, counted, "Kneser-Ney", plots.GREY),
    (right, np.mean(found, axis=0), "network, mean of five seeds", plots.RED),
):
    bars = ax.barh(asked, 100 * p, color=colour)
    ax.bar_label(bars, fmt="%.1f %%", padding=4)
    ax.set(title=name, xlabel="P(noun | 사랑스러운), in %", xlim=(0, 60))
    plots.describe(ax, f"{name}: {plots.told(zip(asked, p, strict=True), '{:.1%}')}.")
left.invert_yaxis()

# %% [markdown]
# The network gives the lovely cat 7.5 %, the lovely fridge 0.1 % and the lovely teacher 0.3 %.
# 귀여운, 사랑스러운 and 작은 all come before puppy and rabbit, so their rows became similar, and
# similar rows lead to similar predictions.
#
# One pair may be luck, so let us hide each of the 27 pairs of adjective and noun in turn, train
# again, and ask whether the hidden noun gets more than each of the six nouns of other groups.
# Guessing would win 4 times, 1 in 7.

# %%
wins = {"network": 0, "Kneser-Ney": 0}
every_noun = groups[0][1] + groups[1][1] + groups[2][1]
for adjectives, nouns, _ in groups:
    strangers = small.ids([noun for noun in every_noun if noun not in nouns])
    for adjective, noun in itertools.product(adjectives, nouns):
        rest = [line for line in world if line[:2] != (adjective, noun)]
        p = next_words(read_world(rest, seed=0), small, [adjective])
        wins["network"] += p[small.id(noun)] > p[strangers].max()
        p = NGramModel(2, "kneser-ney").fit(rest, small).distribution([adjective])
        wins["Kneser-Ney"] += p[small.id(noun)] > p[strangers].max()
print(", ".join(f"{name}: {count} of 27" for name, count in wins.items()))

# %% [markdown]
# The network wins 27 of 27, Kneser-Ney 0 of 27, which is worse than guessing, because hiding a
# pair always leaves its noun with less company than the others have.
#
# What is in the table? We compare rows by their cosine (코사인), 1 for the same direction and 0 for
# no relation, which chapter 03 explains.
#
# **Predict.** Which will the table fail to keep apart by group: adjectives, nouns or verbs?
#
# <details><summary>Answer</summary>
#
# The verbs. After every verb the line ends, whatever the group, so nothing pushes their rows
# apart.
#
# </details>


# %%
def cosines(network, words):
    """The cosine of each row of the table with each other row."""
    rows = network.embedding.weight.detach().numpy()[small.ids(words)]
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit @ unit.T


group_of = np.repeat([0, 1, 2], 3)
same = group_of[:, None] == group_of  # (9, 9), true where two words are of one group
others = same & (np.eye(9) == 0)  # without the word itself
axs = plt.figure(figsize=(15, 5.2)).subplots(1, 3)
for part, name in enumerate(("adjectives", "nouns", "verbs")):
    words = groups[0][part] + groups[1][part] + groups[2][part]
    found = np.array([cosines(network, words) for network in networks])  # (5, 9, 9)
    said = f"within groups {found[:, others].mean():.2f}, between {found[:, ~same].mean():.2f}"
    print(f"{name}: {said}")
    first = found[0].round(1) + 0  # + 0 makes -0 a 0
    plots.heatmap(axs[part], first, words, words, plots.signed_norm([1]), "{:.1f}", turn=45)
    axs[part].set_title(name)
    plots.describe(axs[part], f"Mean cosines of {name}: {said}.")

# %% [markdown]
# Over the five networks, adjectives of one group have a mean cosine of 0.92, those of different
# groups -0.16. Nouns have 0.97 and 0.48, and verbs, as predicted, 0.96 and 0.96. In the first
# network, which the figure shows, 선생님 has cosine 1.0 with 교사 and 0.3 with 전화기, and nobody
# chose these numbers.
#
# ### Open experiment
# How much of the 27 is due to the *learned* table? Freeze it at its random start by adding
# `network.embedding.weight.requires_grad_(False)` to `read_world`, and predict how many pairs the
# network still wins. Use three seeds. How can a network win at all with rows that mean nothing, and
# why does it depend so much on the seed?
#
# ## 9. Neighbours on Wikipedia
# The network of section 7 has a table too, with 2,003 rows. Which ones point the same way?

# %%
E = model.embedding.weight.detach().numpy()
E = E / np.linalg.norm(E, axis=1, keepdims=True)
for word in ("can", "is", "June", "said", "city", "music"):
    order = np.argsort(-(E @ E[vocabulary.id(word)]))
    print(f"{word:6}", ", ".join(vocabulary.words[i] for i in order[1:6]))

# %% [markdown]
# *can* has *should, could, may* beside it, *June* other months, *said* has *claimed* and *wrote*.
# The neighbours of *city* and *music*, however, are accidents. What comes after *June* tells you
# that it was a month, and the next word is all that this model is asked about. What comes after
# *music* says little about music, so chapter 03 asks a different question.
#
# ## What you can now do
# - compute the forward pass of a neural language model, from four words to a softmax,
# - write down the gradient of its loss, and say which rows of the table it moves,
# - train the model, compare it with counts on the same words, and mix the two,
# - show with hidden pairs what a shared table knows and counts cannot know.
#
# ## One honest limit
# The window ends after four words. In "the boy with the red kite is happy" our network reads *with
# the red kite* and must choose between *is* and *are* without the boy. A larger window only moves
# the edge. Chapter 08 removes it with a network that reads word by word and keeps a memory, an
# LSTM; the attention of BERT and GPT is the other way out. And each network of section 7 was
# trained only once.
#
# ## Sources
# - Bengio, Ducharme, Vincent and Jauvin 2003, *A neural probabilistic language model*, for the
#   model, the mixture and the idea of sharing: <https://www.jmlr.org/papers/v3/bengio03a.html>
# - Kingma and Ba 2015, *Adam: a method for stochastic optimization*:
#   <https://arxiv.org/abs/1412.6980>
# - The lecture *Tensorflow를 활용한 딥러닝 자연어 처리 입문*, part 3, for "what will the fat cat
# sit on", the two kinds of vectors and 귀여운 강아지; its textbook:
# <https://wikidocs.net/book/2155>
#
# ## Where next
# Nearly two thirds of the 202,547 parameters of our network sit in the output layer, and every
# prediction needs all of them. If only the vectors are wanted, most of this work is wasted. Chapter
# 03 drops the hidden layer and asks for all neighbours, and what remains is Word2Vec.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A network gives the word that came the probability 0.2. What is the gradient of the loss for
#    the score of this word?
#    - [ ] 0.2 :: that would push the score of the right word down
#    - [x] -0.8 :: probability minus truth, $0.2 - 1$; a step against it pulls the score up
#    - [ ] 1.61 :: this is the loss itself, $-\log 0.2$
# 2. The window grows from 4 to 8 words. Which part of the network gets more parameters?
#    - [ ] the table $E$ :: it has one row per word, wherever the word occurs
#    - [x] the hidden layer :: $z$ is twice as long, and so is each row of $W$
#    - [ ] the output layer :: it reads the hidden units, and their number stays
# 3. Why does the network expect a lovely cat, which it has never read?
#    - [ ] it gives every word something :: so does Kneser-Ney, and it prefers the fridge
#    - [x] 사랑스러운 has a row like that of 귀여운 :: the cat did follow 귀여운, and similar
#      rows lead to similar predictions
#    - [ ] the row of 고양이 is close to that of 강아지 :: the row of a word matters when it is
#      read, not when it is predicted
