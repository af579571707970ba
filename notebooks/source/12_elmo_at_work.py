# %% [markdown] tags=["lecture"]
# # 12 ELMo at work
#
# Your phone buzzes: *Claim your free prize now!* You would like a filter that puts such messages
# away. A textbook builds one with ELMo, trains it for one epoch and prints an accuracy of 0.9776.
# Ninety-eight percent on the first try! We rebuild that notebook line by line, run it, and ask what
# its author did not: what the number means, what would have been enough, and who pays.
#
# **Does context help a real task, and at what price?**
#
# You will be able to
# - **see** which words of a message push a filter, and test whether context moves them,
# - **turn** a batch of messages into vectors, and train a network on them,
# - **explain** why 98 % can be a poor score, and set a score beside its ledger,
# - **find** copies that leak into a test part, and measure what they are worth,
# - **weigh** a score against its price.
#
# You need the mixture ([chapter 09](09_elmo_mixture.ipynb)), TF-IDF
# ([06](06_using_static_vectors.ipynb)) and the paired bootstrap
# ([03b](03b_negative_sampling.ipynb)).

# %% tags=["setup"]
import re

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from threadpoolctl import threadpool_limits
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits as cross_entropy

from elmo_lite import corpora, static_vectors
from elmo_lite.controls import with_random_weights, with_warm_start
from elmo_lite.elmo import Elmo
from elmo_lite.stats import paired_f1
from elmo_lite.text import tokenize
from notebooks.course import chapter, language, results, typed
from notebooks.course.check import check, yours_or_ours
from notebooks.course.live import live
from notebooks.course.plots import ch12 as plots
from notebooks.course.plots import families

threadpool_limits(1)  # small tables: one thread is fast, and adds in the same order each time
torch.set_num_threads(1)

# %% [markdown] tags=["lecture"]
# ## 1. Who pushes?
# Unwanted advertising and fraud are **spam** (스팸), everything else is **ham**. Our 440 messages
# were written for this course, 352 to learn from and 88 for the test.

# %% tags=["lecture"]
messages = corpora.our_messages()
pairs = [*messages.train, *messages.test]
texts = [text for _, text in pairs]
y = np.array([int(label == "spam") for label, _ in pairs])
n = len(messages.train)
print(f"{len(pairs)} messages, {y.sum()} spam; {y[n:].sum()} of them in the test part")
for label, text in pairs[n : n + 4]:
    print(f"{label:5} {text}")

# %% [markdown] tags=["lecture"]
# Three filters read the 352 messages. Each is a logistic regression on one vector for a message,
# the mean over its words: of ELMo's vectors, of the vectors that the same biLM has with random
# weights, and of static vectors. Because it is a mean, every word has its own part in the answer, a
# **push** towards spam or away from it. Type two messages.
#
# **Predict.** *Free* occurs in both messages below. For which filters is its push in the first one
# not the same as in the second?
#
# <details><summary>Answer</summary>
#
# For two of the three: the biLM with random weights mixes the neighbours into the vector, too.
#
# </details>

# %%
elmo, static = Elmo.load("en"), static_vectors.load()
controls = {"random": with_random_weights, "warm": with_warm_start}
readers = ["ELMo", *(f"{way}{seed}" for way in controls for seed in ("", " 1", " 2"))]


def reader(name):
    """Our ELMo, or the control of this name and seed, such as "random 1"."""
    way, _, seed = name.partition(" ")
    return controls[way](elmo, int(seed or 0)) if way in controls else elmo


def small(text):
    return [word.lower() for word in tokenize(text)]


def static_rows(text):
    known = [word for word in small(text) if word in static]
    return static[known] if known else np.zeros((1, static.vector_size))


# %%
from elmo_lite.tools.vectorizer import ElmoVectorizer

of_texts = {name: ElmoVectorizer(reader(name)).fit_transform(texts) for name in readers}
of_texts["static"] = np.array([static_rows(text).mean(axis=0) for text in texts])
v = of_texts["ELMo"]
REGRESSION = LogisticRegression(max_iter=5000)
STRENGTHS = {"C": [0.1, 1, 10, 100, 1000, 10_000, 100_000]}
filters = {}
for name, vectors in of_texts.items():
    search = GridSearchCV(REGRESSION, STRENGTHS, cv=3, scoring="f1").fit(vectors[:n], y[:n])
    filters[name] = search.best_estimator_.coef_[0], search.best_estimator_.intercept_[0]


def pushes_of(name, texts):
    """For each text the push of every word that this filter sees."""
    weights, bias = filters[name]
    found = map(static_rows, texts) if name == "static" else reader(name).embed(texts)
    return [vectors @ weights + bias for vectors in found]


# %% tags=["lecture"]
def push(one="Claim your free prize now!", other="Are you free tonight?"):
    rows, tokens = [], {text: typed.english(text) for text in (one, other)}
    for name in ("ELMo", "random", "static"):
        for text, pushes in zip(tokens, pushes_of(name, [*tokens]), strict=True):
            words = [w for w in tokens[text] if name != "static" or w.lower() in static]
            words = words or ["no known word"]
            rows.append((f"{name}, mean {pushes.mean():+.1f}", words, pushes))
    plots.word_pushes(rows)


live(push, one="Claim your free prize now!", other="Are you free tonight?")

# %% [markdown] tags=["lecture"]
# The static *free* pushes with 17.3 wherever it is. ELMo's *free* pushes 6 towards spam beside
# the prize, and 1.9 towards ham beside tonight, so the two are 8 apart. With random weights they
# are less than 2 apart. That looks like reading.
#
# But two messages decide nothing, and every filter has its own scale. So let us ask all words that
# occur both in spam and in ham of the test part: does a word push more towards spam where it stands
# in spam? We divide by the spread of all pushes of a filter, take two more seeds of the random
# weights, and add three of the warm context of chapter 10, whose char-CNN spells static vectors and
# whose LSTMs are random.

# %% tags=["lecture"]
tokens = [small(text) for text in texts[n:]]
for name in sorted(readers):
    pushes = pushes_of(name, texts[n:])
    in_ham, in_spam = {}, {}
    for label, words, found in zip(y[n:], tokens, pushes, strict=True):
        for word, value in zip(words, found, strict=True):
            (in_spam if label else in_ham).setdefault(word, []).append(value)
    both = in_ham.keys() & in_spam.keys()
    moved = [np.mean(in_spam[word]) - np.mean(in_ham[word]) for word in both]
    spread = np.concatenate(pushes).std()
    one, other = pushes_of(name, ["Claim your free prize now!", "Are you free tonight?"])
    named = language.padded(language.label(name, "way"), 11)
    print(f"{named} free {(one[2] - other[2]) / spread:+.1f}", end="; ")
    print(f"{len(both)} words {np.mean(moved) / spread:+.2f}")

# %% [markdown] tags=["lecture"]
# *Free* was a lucky choice. Its two pushes are 1.6 spreads apart in ELMo, 0.3 to 0.5 with random
# weights, and −0.1 to 0.2 in the warm context. But over all 110 words, a word in spam leans towards
# spam by 0.61 spreads in ELMo, by 0.61 or 0.62 with random weights, and by 0.17 to 0.26 in the warm
# context. On average random weights move these words as far as ELMo does, so our first picture does
# not show that ELMo reads. Whether reading makes a better *filter* is the question of this chapter.

# %% [markdown]
# ## 2. One vector for a message
# The mean of sums is a sum of means, so we may average the words first, in each layer $j$, and mix
# the layers later:
#
# $$\bar h_j = \frac1N \sum_{k=1}^{N} h_{k,j}, \qquad v = \gamma \sum_{j=0}^{L} s_j\, \bar h_j
# \tag{1}$$
#
# By hand, in one layer: *free* is (2, 1) and *prize* (1, 1), so "free prize" becomes (1.5, 1). Put
# "hello", (4, 0), into the same batch. It has one word, so a row of zeros is added as padding, and
# here is the trap: the mean of (4, 0) and (0, 0) would be (2, 0). The mean of its *words* is (4,
# 0).

# %% [markdown] tags=["exercise"]
# ### Exercise 12.1: the mean of the words
# Difficulty 1 of 3, 8 minutes.
#
# Write the left half of (1) for a batch. `h` is a tensor (layers, batch, time, dim), `mask` (batch,
# time) is true at words. Return the means, (layers, batch, dim). Section 5 and the last screen run
# on it.
#
# For instance, with `h = torch.tensor([[[[2.0], [4.0], [9.0]]]])` and `mask = torch.tensor([[True,
# True, False]])` it is `tensor([[[3.]]])`.
#
# <details><summary>Hint 1</summary>
#
# `h * mask[..., None]` has zeros at the padding, so its sum over the words is right.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# By what must each message's sum be divided? The mask knows it, and `[:, None]` gives it a shape
# that fits.
#
# </details>


# %% tags=["exercise"]
def mean_of_words(h, mask):
    """(layers, batch, time, dim) and mask (batch, time) -> (layers, batch, dim)."""
    # begin solution
    total = (h * mask[..., None]).sum(dim=2)
    return total / mask.sum(dim=1)[:, None]
    # end solution


# %% tags=["check"]
check("12.1", mean_of_words)

# %% [markdown] tags=["door"]
# Your mean makes one vector of a whole message, 440 messages in three layers, and agrees with the
# package.


# %% tags=["known"]
def inputs(rng):
    """Padding is not zero everywhere: the mask alone says what is a word."""
    lengths = torch.from_numpy(rng.integers(1, 6, 3))
    h = torch.from_numpy(rng.normal(size=(2, 3, int(lengths.max()) + 1, 4)).round(1)).float()
    return h, torch.arange(h.shape[2]) < lengths[:, None]


by_hand = torch.tensor([[[[2.0, 1], [1, 1]], [[4, 0], [0, 0]]]])
cases = [(by_hand, torch.tensor([[True, True], [True, False]]))]
cases += [(by_hand * torch.tensor([[1.0], [0]]), cases[0][1])]  # a word of zeros

# %% [markdown] tags=["known"]
# Hint: Add up the vectors of the real words, and divide by their number in each message.
# Returns: a tensor (layers, batch, dim)
#
# - `h * mask[..., None]` → `h` :: Padding is not a word: use the mask.
# - `mask.sum(dim=1)[:, None]` → `h.shape[2]` :: Divide by the number of words of each message, as
#   `mask` counts them.
# - `total / mask.sum(dim=1)[:, None]` → `total` :: This is the sum: divide it.
# - `total / mask.sum(dim=1)[:, None]` → `(total / mask.sum(dim=1)[:, None]).mean(dim=0)` :: Keep
#   the layers apart: the shape is (layers, batch, dim).

# %%
mean_of_words = yours_or_ours("12.1", mean_of_words)


def read(elmo, texts):
    """The mean of the words of every message, in each layer: (layers, messages, dim)"""
    batches = [texts[i : i + 60] for i in range(0, len(texts), 60)]
    found = [torch.as_tensor(mean_of_words(*elmo.padded(batch))) for batch in batches]
    return torch.cat(found, dim=1).numpy()


means = read(elmo, texts)
print(means.shape, "layers, messages, numbers")
assert np.allclose(means.mean(axis=0), v, atol=1e-5)  # equal shares, gamma = 1

# %% [markdown]
# Your means agree with `ElmoVectorizer`, which packs the same two steps for scikit-learn and made
# the biLMs' vectors in section 1. The idea has lived on: Sentence-BERT averages the vectors that
# BERT gives to the pieces of a sentence. And why did every word have a push of its own? With the
# weights $a$ and the bias $b$ of the regression,
#
# $$a \cdot v + b = \frac1N \sum_{k=1}^{N} (a \cdot \text{ELMo}_k + b) \tag{2}$$
#
# ## 3. The old notebook, line by line
# It is written for TensorFlow 1, which has no version for the Python of this course. Most of its
# lines have an heir.
#
# | line of the old notebook | line of today | what it does |
# |---|---|---|
# | `pd.read_csv("spam.csv", encoding="latin-1")` | `corpora.our_messages()` | read the messages |
# | `hub.Module(".../elmo/1", trainable=True)` | `Elmo.load("en")` | load the biLM |
# | `sess.run(tf.global_variables_initializer())` | none | fill the weights with numbers |
# | `sess.run(tf.tables_initializer())` | none | fill the look-up tables |
# | `signature="default"` | `tokenize(text)` | find the words; theirs splits at spaces |
# | `Lambda(..., output_shape=(1024,))` | `read(elmo, texts)` | a mean vector for each message |
# | `Dense(256, activation="relu")` | `nn.Linear(384, 256), nn.ReLU()` | a layer of 256 units |
# | `Dense(1, activation="sigmoid")` | `nn.Linear(256, 1)` | one score |
# | `loss="binary_crossentropy"` | `cross_entropy(z, y)` | equation (3) |
# | `optimizer="adam"` | `torch.optim.Adam(...)` | gradient descent (chapter 02) |
# | `fit(epochs=1, batch_size=60)` | `one_epoch(...)` | every message once, 60 an update |
#
# In TensorFlow 1 a program first describes a computation; numbers exist only in a session (세션)
# that runs it. That is why weights and tables have to be filled by two lines of their own, even
# those that were downloaded. Today a tensor has its numbers as soon as it is made.
#
# The file has a label in column `v1` and a message in column `v2`, and three more columns that are
# nearly empty. It is written in Latin-1, in which a pound sign is one byte that is no valid UTF-8:
# without `encoding` the first price would stop pandas. Its 5,572 messages are cut, in their order,
# into the first 80 %, 4,457, and the other 1,115. The file of those who collected it, which we use,
# has 5,574, so our test part has 1,117. Our own messages would look like this in it:

# %%
print("v1    v2")
for label, text in pairs[:5]:
    print(f"{label:5} {text[:74]}")
try:
    "£1,000".encode("latin-1").decode("utf-8")
except UnicodeDecodeError as error:
    print(error)

# %% [markdown] tags=["lecture"]
# ### The network on top
# A layer in which every unit reaches every unit of the next is called a **dense layer** (밀집층).
# The last one gives a score $z$, and $\sigma(z)$ is the probability of spam. The loss is the
# **binary cross-entropy** (이진 교차 엔트로피), the surprise at the true label $y$, 1 for spam and
# 0 for ham:
#
# $$J = -\,y \ln \sigma(z) - (1 - y) \ln \sigma(-z) \tag{3}$$
#
# By hand: $z = 2$ says spam with a probability of 0.88. If it is spam, the loss is $-\ln 0.88 =
# 0.13$. If it was your mother, it is $-\ln 0.119 = 2.13$.

# %% tags=["lecture"]
def one_epoch(network, optimizer, x, y, rows=60):
    """Train on every message once, `rows` at a time -> the loss of each update."""
    losses = []
    for start in range(0, len(x), rows):
        scores = network(x[start : start + rows])[:, 0]
        loss = cross_entropy(scores, y[start : start + rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


# %% [markdown] tags=["lecture"]
# **Predict.** We train for one epoch, 60 messages an update, on our 352 messages instead of 4,457.
# Will the filter mark more messages than there are spam, fewer, or none?
#
# <details><summary>Answer</summary>
#
# None at all. We shall soon ask whether that means that it has learned nothing.
#
# </details>


# %% tags=["lecture"]
def new_network(dim, seed):
    torch.manual_seed(seed)
    return nn.Sequential(nn.Linear(dim, 256), nn.ReLU(), nn.Linear(256, 1))


x, labels = torch.tensor(v), torch.tensor(y, dtype=torch.float32)
network = new_network(x.shape[1], seed=1)
optimizer = torch.optim.Adam(network.parameters())
losses = one_epoch(network, optimizer, x[:n], labels[:n])
marked = (network(x[n:])[:, 0] > 0).numpy()
print(f"{len(losses)} updates, losses", np.round(losses, 2))
print(f"{100 * np.mean(marked == y[n:]):.1f} % right, {marked.sum()} marked as spam")

# %% [markdown] tags=["lecture"]
# 72.7 % of the answers are right, exactly what always saying ham would get, and of 24 spam messages
# none is found. The textbook's single epoch has 75 updates, and for us that takes 13 epochs. So
# whoever compares the two should count updates. Has the network learned nothing in its six? We need
# a better question than accuracy to find out, and section 4 has one.

# %% [markdown]
# ### The switch that was not connected
# `trainable=True` sounds as if the network could change ELMo. The page of this module says what it
# opens: the four numbers $s_0, s_1, s_2, \gamma$, and in this first version also *all weights of
# the LSTMs*. But an optimizer moves what it is given, and `model.fit` gives it the weights of the
# layers. A `Lambda` layer is a plain function, which has none: the page of Keras 2 warns of this.
# Our network is given finished vectors, so no gradient reaches our biLM either. We count.

# %%
cells, dim = 4096, 512  # of the published model: two layers, two directions
lstm = (dim + dim) * 4 * cells + 4 * cells + cells * dim
print(f"theirs: opened {4 * lstm + 4:,} numbers; trained {1024 * 256 + 256 + 256 + 1:,}")
given = sum(weights.numel() for weights in network.parameters())
moved = sum(weights.grad is not None for weights in elmo.bilm.parameters())
print(f"ours: trained {given:,} numbers; weights of the biLM with a gradient: {moved}")

# %% [markdown]
# 75.6 million numbers were opened, and only the 262,657 of the two dense layers could learn. The
# textbook's ELMo is equation (1) with equal shares, and so is ours.

# %% [markdown] tags=["lecture"]
# ## 4. Right 98 times in 100, and still bad?
# "Always ham" is right for 72.7 % of our test messages and for 87.0 % of the textbook's, so its
# scale begins at 87.0. **Accuracy** (정확도) is easy to please where one label is frequent. Ask how
# well *spam* is found. **Precision** (정밀도): of what was marked, how much is spam? **Recall**
# (재현율): of the spam, how much was marked? **F1** (F1 점수) is their harmonic mean (조화 평균):
#
# $$F_1 = \frac{2 P R}{P + R} = \frac{2 \cdot \text{spam that was marked}}{\text{all marked} +
# \text{all spam}} \tag{4}$$
#
# By hand: ten messages, three of them spam; a filter marks four, two of them rightly. $P = 2/4$, $R
# = 2/3$ and $F_1 = 4 / (4 + 3) = 0.57$. Its accuracy is 0.7, which "always ham" has too, with an
# $F_1$ of 0.
#
# What is the F1 behind 0.9776? We can corner it. 25 of 1,115 answers are wrong. Our copy of the set
# has 145 spam messages in this part. If theirs has as many, the 25 are missed spam, or marked ham,
# or something between.


# %% tags=["setup", "lecture"]
def f1(gold, guesses):  # equation (4) for arrays of 0 and 1; 0 where no spam was marked
    right = (gold * guesses).sum()
    return 2 * right / (gold.sum() + guesses.sum()) if right else 0.0


# %% tags=["lecture"]
for missed in (0, 25):
    right = 145 - missed
    marked = right + 25 - missed
    print(f"{missed:2} missed, {25 - missed:2} marked wrongly: F1 {2 * right / (marked + 145):.3f}")

# %% [markdown] tags=["lecture"]
# With so much spam, an accuracy of 97.8 % is an F1 between 0.906 and 0.921.

# %% [markdown] tags=["exercise"]
# ### Exercise 12.2: where to draw the line
# Difficulty 2 of 3, 12 minutes.
#
# Our network marks a message if its score $z$ is above 0, but nobody has to draw the line there.
# `scores` (n,) are the scores of n messages and `gold` (n,) their labels, arrays of numbers. A
# filter marks each message whose score is the threshold or more. Which threshold has the best F1?
# Try all scores, and of equally good ones return the highest, as a number. `f1(gold, marked)` is
# the function above. So `best_threshold(np.array([-3, -0.5, -2, -1]), np.array([0, 1, 0, 1]))` is
# -1.0: it marks the two spam messages and nothing else. Your function will look into the network
# that marked nothing.
#
# <details><summary>Hint 1</summary>
#
# `(scores >= threshold).astype(int)` are the marks of one threshold.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Walk through the scores from the highest to the lowest, and keep a threshold only if it is better
# than the best one so far.
#
# </details>


# %% tags=["exercise"]
def best_threshold(scores, gold):
    """The score from which on one should mark to have the best F1: a number."""
    # begin solution
    best, found = -1.0, 0.0
    for threshold in sorted(scores, reverse=True):
        here = f1(gold, (scores >= threshold).astype(int))
        if here > best:
            best, found = here, threshold
    return float(found)
    # end solution


# %% tags=["check"]
check("12.2", best_threshold)

# %% [markdown] tags=["door"]
# A classifier is an order and a line. You have just drawn the line.


# %% tags=["known"]
def inputs(rng):
    size = int(rng.integers(4, 10))
    gold = rng.integers(0, 2, size)
    gold[0] = 1
    return (rng.normal(size=size) + gold - 2).round(1), gold


cases = [(np.array([-3, -0.5, -2, -1]), np.array([0, 1, 0, 1]))]
cases += [(np.array([-1.0, -2.0, -3.0, -4.0]), np.array([1, 0, 0, 1]))]  # two are equally good
cases += [(np.array([-4.0, -3.0, -2.0, -1.0]), np.array([1, 0, 0, 1]))]  # and not in order
cases += [(np.array([2.0, 2.0, 1.0, 0.0]), np.array([1, 0, 0, 1]))]  # equal scores go together
cases += [(np.array([-2.3456, -0.6543, -0.1234]), np.array([0, 1, 0]))]
cases += [(np.array([-3.0, -0.5]), np.array([0, 0]))]  # no spam: every F1 is 0

# %% [markdown] tags=["known"]
# Hint: For each score: mark what reaches it, take the F1, and keep the best threshold.
# Returns: a number, one of the scores
#
# - `scores >= threshold` → `scores > threshold` :: A message with exactly this score is marked,
#   too: `>=`.
# - `f1(gold, (scores >= threshold).astype(int))` → `np.mean(gold == (scores >= threshold))` :: This
#   is the threshold with the best accuracy. Ask for the F1.
# - `sorted(scores, reverse=True)` → `sorted(scores)` :: Of equally good thresholds the highest
#   counts.
# - `sorted(scores, reverse=True)` → `scores` :: Of equally good thresholds the highest counts, in
#   whatever order the scores come.
# - `float(found)` → `float(best)` :: Return the threshold, not its F1.
# - `0.0 * ours(scores, gold)` :: 0 is the line that the network has already. Try all scores.
# - `best, found = -1.0, 0.0` → `best, found = 0.0, 0.0` :: Where every F1 is 0 the highest score is
#   asked for: try all scores, also of messages that are no spam, and begin below 0.

# %% [markdown] tags=["lecture"]
# **Predict.** The network above marked nothing after six updates. We let the training messages
# choose its threshold, and look at the test. Will its F1 be above 50 %?
#
# <details><summary>Answer</summary>
#
# Yes, it is 79.2 %.
#
# </details>

# %% tags=["lecture"]
best_threshold = yours_or_ours("12.2", best_threshold)


def scored(network):
    """The test messages: accuracy, F1 from 0 on, F1 from your threshold on, and the threshold."""
    with torch.no_grad():
        z = network(x)[:, 0].numpy()
    line = best_threshold(z[:n], y[:n])
    marks = [(z[n:] >= threshold).astype(int) for threshold in (0, line)]
    return np.mean(marks[0] == y[n:]), f1(y[n:], marks[0]), f1(y[n:], marks[1]), line


accuracy, at_0, at_line, line = scored(network)
print(f"from 0 on: F1 {100 * at_0:.1f}; from {line:.2f} on: F1 {100 * at_line:.1f}")


# %% tags=["lecture"]
def learn(network, epochs=20):
    """The scores of the test messages before and after each epoch: (epochs + 1, 3)"""
    optimizer, found = torch.optim.Adam(network.parameters()), [scored(network)[:3]]
    for _ in range(epochs):
        order = torch.randperm(n)
        one_epoch(network, optimizer, x[:n][order], labels[:n][order])
        found.append(scored(network)[:3])
    return found


runs = [learn(new_network(x.shape[1], seed)) for seed in range(1, 6)]
accuracy, at_0, at_line = 100 * np.mean(runs, axis=0).T
everything = 100 * f1(y[n:], np.ones(len(y) - n, int))
print(f"before the first update: F1 {at_line[0]:.1f}; everything marked: F1 {everything:.1f}")
curves = {"accuracy": accuracy, "F1 of spam": at_0, "F1, threshold chosen": at_line}
plots.by_update(6 * np.arange(21), curves)

# %% [markdown] tags=["lecture"]
# The network that marked nothing has learned a lot. Here are five like it on average. Before the
# first update, the threshold that the training messages choose brings an F1 of 44.7 %, hardly more
# than marking everything (42.9). After six updates it is 79.5 % from your threshold on, where from
# 0 on it is 0: the messages are in a useful order already, and the line was in the wrong place.
# After 78 updates, about as many as in the textbook, the two lines are about equally good (85.7 and
# 86.1 %).

# %%
network = new_network(x.shape[1], seed=1)
optimizer, losses = torch.optim.Adam(network.parameters()), []
for _ in range(13):
    losses += one_epoch(network, optimizer, x[:n], labels[:n])
with torch.no_grad():
    afterwards = cross_entropy(network(x[:n])[:, 0], labels[:n])
print(f"mean loss of {len(losses)} updates {np.mean(losses):.2f}, after the last {afterwards:.2f}")

# %% [markdown]
# The textbook prints two more numbers for its epoch, a loss of 0.1076 and an accuracy of 0.9545,
# which is less than the 0.9776 of its test. Its test need not be easier than its training for that:
# Keras averages over the epoch *while* the network learns. Our 78 updates have a mean loss of 0.24.
# After the last of them, the same messages have 0.09.

# %% [markdown] tags=["lecture"]
# ## 5. What would have been enough?
# To have 440 test messages instead of 88, we take turns: learn on four fifths, test on the last
# fifth, five times (**cross-validation**, 교차 검증). All inputs go to the same logistic
# regression, and how freely its weights may grow is chosen for each within what it learns from. The
# cheapest rivals come first: TF-IDF of words, and TF-IDF of runs of one to four characters.

# %% tags=["lecture"]
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.model_selection import StratifiedKFold

folds = list(StratifiedKFold(5, shuffle=True, random_state=0).split(texts, y))


def our_f1(model, inputs, gold):
    return f1(gold, model.predict(inputs))


def in_turns(features):
    """A guess for every message, by a filter that has not seen it: (440,)"""
    guesses = np.zeros(len(y), int)
    for some, others in folds:
        inputs, new = features(some, others)
        search = GridSearchCV(REGRESSION, STRENGTHS, cv=3, scoring=our_f1).fit(inputs, y[some])
        guesses[others] = search.predict(new)
    return guesses


# %%
def of_vectors(vectors):  # centred, of mean length 1: we can try the same strengths on all
    def features(some, others):
        moved = vectors - vectors[some].mean(axis=0)
        moved /= np.linalg.norm(moved[some], axis=1).mean()
        return moved[some], moved[others]

    return features


# %%
def of_counts(counter, texts):
    def features(some, others):
        texts_of = [[texts[i] for i in part] for part in (some, others)]
        return counter.fit_transform(texts_of[0]), counter.transform(texts_of[1])

    return features


# %% tags=["lecture"]
words = TfidfVectorizer(analyzer=small)
characters = TfidfVectorizer(analyzer="char_wb", ngram_range=(1, 4))
whole = {"TF-IDF of characters": in_turns(of_counts(characters, texts))}
whole |= {"TF-IDF of words": in_turns(of_counts(words, texts)), "ELMo": in_turns(of_vectors(v))}
for name, found in whole.items():
    print(f"{language.padded(language.label(name), 22)} F1 {100 * f1(y, found):.1f}")

# %% [markdown] tags=["lecture"]
# The best filter knows no word vectors. What does it look at?

# %% tags=["lecture"]
model = LogisticRegression(C=100, max_iter=5000).fit(characters.fit_transform(texts[:n]), y[:n])
runs, order = characters.get_feature_names_out(), np.argsort(model.coef_[0])
print("spam:", "  ".join(f"'{runs[i]}'" for i in order[:-25:-1]))
print("ham: ", "  ".join(f"'{runs[i]}'" for i in order[:24]))
links = np.array([".example" in text for text in texts])
print(f"links: {(links & (y == 1)).sum()} spam messages, {(links & (y == 0)).sum()} ham")

# %% [markdown] tags=["lecture"]
# More than half of these runs for spam are pieces of *.example*, which is no knowledge of spam. The
# ending is reserved for invented addresses, so every link of ours has it: 47 of the 120 spam
# messages, and no ham. Our winner has learned how this course makes up addresses. We cut the ending
# off and ask again, now with the whole ledger. Beside it stands the set of the textbook, the SMS
# Spam Collection (`python course.py measure tasks spam spam_gains leak` has run it).
#
# **Predict.** Which score will be highest on the real messages: letters, counted words, ELMo, or
# the same biLM with random weights? And without the ending on ours?
#
# <details><summary>Answer</summary>
#
# That of letters on the real ones, that of random weights on ours.
#
# </details>

# %%
cut = [text.replace(".example", "") for text in texts]
ours = {"blind": np.zeros(len(y), int), "letters": in_turns(of_counts(characters, cut))}
ours["counting words"] = in_turns(of_counts(words, cut))
ours["a row a word"] = in_turns(of_vectors(np.array([static_rows(t).mean(axis=0) for t in cut])))
contexts = {"random context": with_random_weights, "warm context": with_warm_start}
for name, control in contexts.items():
    by_seed = [read(control(elmo, seed), cut).mean(axis=0) for seed in range(3)]
    ours[name] = np.array([in_turns(of_vectors(vectors)) for vectors in by_seed])
by_layer = read(elmo, cut)
ours["char-CNN, read"] = in_turns(of_vectors(by_layer[0]))
ours["ELMo"] = in_turns(of_vectors(by_layer.mean(axis=0)))

# %%
measured = chapter.results("tasks")["experiments"]
INPUTS = {"letters": "TF-IDF of characters", "counting words": "TF-IDF", "blind": "majority"}
INPUTS |= {"a row a word": "mean of static_en", "char-CNN, read": "ELMo, layer 0", "ELMo": "ELMo"}
INPUTS |= {"random context": "random weights", "warm context": "warm start"}


def rows_of(way):
    return results.select(measured["spam"]["rows"], data="file order", input=INPUTS[way])


# %% tags=["lecture"]
ladder = {"440 messages of ours": {}, "1,117 real messages": {}}
for way, found in ours.items():
    ladder["440 messages of ours"][way] = [100 * f1(y, g) for g in np.atleast_2d(found)]
    ladder["1,117 real messages"][way] = [100 * row["f1"] for row in rows_of(way)]
families.scores(ladder, "F1 of spam, %")

# %% tags=["lecture"]
ASKED = [("letters", "counting words"), ("ELMo", "counting words")]
ASKED += [("ELMo", w) for w in ("letters", "random context", "warm context", "char-CNN, read")]
gains = {"440 messages of ours": {}, "1,117 real messages": {}}
for one, other in ASKED:
    name = f"{one} minus {other}"
    gains["440 messages of ours"][name] = 100 * np.array(paired_f1(y, ours[one], ours[other]))
    rows = measured["spam_gains"]["rows"]
    (row,) = results.select(rows, input=INPUTS[one], minus=INPUTS[other])
    gains["1,117 real messages"][name] = 100 * np.array(row["gain"])
ahead = 100 * np.array(paired_f1(y, ours["random context"], ours["counting words"]))
print("ours, random context minus counting words:", *[f"{end:+.1f}" for end in ahead])
families.gains(gains, "points of F1")

# %% [markdown] tags=["lecture"]
# **In this regression no vectors are ahead of counting words on the real messages.** (There ELMo
# and its controls give all their layers side by side, and the training part also chose between the
# mean and the maximum of the words.) Letters lead with 96.2, but counted words have 95.5, and we
# cannot tell the two apart (+0.7, −1.2 to 2.6). ELMo has 93.7. What did its reading bring? It is
# 3.8 points ahead of random weights (0.6 to 7.0), but their three seeds all took the freest weights
# that we allowed, so still freer ones might bring them nearer. And we cannot tell ELMo from the
# warm context (+0.3, −3.0 to 3.7), whose LSTMs have read nothing. Its lead over its own layer 0,
# which sees no neighbour, is 2.4 points on the real messages and 4.3 on ours, and both may be
# chance. On ours, without the trick, random weights lead with 86.4. They are ahead of counted
# words, but as the best of six tries, and only just (+5.6, 0.3 to 11.4).

# %%
REAL = ["TF-IDF", "TF-IDF of characters", "ELMo, dense 256, 1 epoch", "ELMo, dense 256"]
for name in REAL:
    found = results.select(measured["spam"]["rows"], data="file order", input=name)
    wrong = 1117 * (1 - np.mean([row["accuracy"] for row in found]))
    seconds = found[0].get("reading", 0) + np.mean([row["seconds"] for row in found])
    of_real = 100 * np.mean([row["f1"] for row in found])
    named = language.padded(language.label(name), 26)
    print(f"{named} F1 {of_real:.1f}, {wrong:3.0f} wrong, {seconds:4.0f} s")

# %% [markdown]
# The textbook's number comes out again. Our small biLM with the same network (*dense 256*) and one
# epoch is wrong in 24 of the 1,117 messages, an accuracy of 97.9 %. A count of words, ready in a
# second, is wrong in 13, about half as many. Trained longer (four of five seeds took the 80 epochs
# at which we stopped looking, so more might help), the network is wrong in 13 as well, and it needs
# more than a hundred times as long, more than two thirds of it for the reading. The textbook took
# 1,137 seconds for its epoch, and a second one would cost about as much again, since its `Lambda`
# reads every message anew. Read once, and keep the vectors.
#
# <details><summary>Lab: the real messages in your own hands (needs internet once)</summary>
#
# Put this in place of the first cell of section 1, and run everything down to the end of section 3.
# It takes a while: seven biLMs read all messages.
#
# ```python
# messages = corpora.sms_spam(copies=True)  # downloads 0.2 MB once
# pairs, n = [*messages.train, *messages.test], len(messages.train)
# texts = [text for _, text in pairs]
# y = np.array([int(label == "spam") for label, _ in pairs])
# ```
#
# </details>

# %% [markdown] tags=["lecture"]
# ## 6. The leak
# The public set holds 403 exact copies, among them advertisements and answers that a phone offers
# ready-made. If one copy is for training and another for the test, the filter is asked about a
# message that it has met. This is a **leak** (데이터 누수).
#
# By hand: the training part is "win a prize", "see you"; the test part "see you", "Win a prize",
# "hello". The first is an exact copy, and the second one too, if we look past the capital.

# %% [markdown] tags=["exercise"]
# ### Exercise 12.3: find the leak
# Difficulty 3 of 3, 12 minutes.
#
# Return the positions in `test` of the texts that are also in `train`, as a list of numbers. Two
# texts count as the same if they agree in small letters, with every run of digits turned into a
# single `0`, also inside a word ("Call 0900 123" and "call 0800 55" agree, and so do "b4u" and
# "b2u"), with all white space between words made one space, and with none left at the ends. So
# `leaks(["win a prize", "see you"], ["see you", "hello", "Win a PRIZE"])` is `[0, 2]`.
#
# <details><summary>Hint 1</summary>
#
# Write a helper that gives the shape of a text. `re.sub(r"\d+", ...)` replaces whole numbers, and
# `split()` without an argument forgets how wide the white space was.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Collect the shapes of `train` in a set; then one pass over `enumerate(test)`.
#
# </details>


# %% tags=["exercise"]
def leaks(train, test):
    """The positions in `test` of texts whose shape `train` has as well."""

    # begin solution
    def shape(text):
        return " ".join(re.sub(r"\d+", "0", text.lower()).split())

    known = {shape(text) for text in train}
    return [i for i, text in enumerate(test) if shape(text) in known]
    # end solution


# %% tags=["check"]
check("12.3", leaks)

# %% [markdown] tags=["door"]
# With the first quarter of the test slipped in, a parrot that understands nothing gets an F1 of
# 34.5. On the real set the same search names 120 of 1,117 messages.


# %% tags=["known"]
known_texts = ["win a prize", "see you", "call  0900 123\tnow", "a 12", "gr8 night"]
new_texts = ["see you", "Win a PRIZE", "hello", "Call 0800 55 now", "win  a prize ", "you see"]
new_texts += ["a 7", "call 0100 999 now", "a", "seeyou", "GR2 night", "gr night", "see you"]
cases = [(["see you"], ["see you", "seeyou", "See  you "]), (["a 12"], ["a", "a 7"])]
cases += [(["see you"], [" see you"])]  # a first letter after a space
cases += [(["gr8"], ["gr2", "gr"]), (["hi"], ["hi", "no", "hi"]), (["hi"], ["hi!", "oh", "oh"])]
cases += [(["3.50", "0900 123"], ["3", "0900"]), (["hi", "Hi"], ["no", "hi"])]
cases += [(known_texts, new_texts), ([], ["a"]), (["a #"], ["a 5", "a #"])]
cases += [(["win 100"], ["win 7", "win"]), (["10p"], ["10 p", "5p"]), (["win!"], ["win !"])]
tolerance = 0

# %% [markdown] tags=["known"]
# Hint: Two texts agree if they are the same in small letters, with each number as one 0 and all
#   white space as one space.
# Returns: a list of positions
#
# - `" ".join(re.sub(r"\d+", "0", text.lower()).split())` → `text` :: Not only exact copies count,
#   also `Win a PRIZE`.
# - `text.lower()` → `text` :: `Win a PRIZE` agrees with `win a prize` in small letters.
# - `re.sub(r"\d+", "0", text.lower())` → `text.lower()` :: `Call 0800 55 now` agrees with a
#   training text if every number becomes one 0.
# - `" ".join(re.sub(r"\d+", "0", text.lower()).split())` → `re.sub(r"\d+", "0", text.lower())` ::
#   White space between words becomes one space, and none is left at the ends.
# - `re.sub(r"\d+", "0", text.lower())` → `re.sub(r"\d+", "", text.lower())` :: You delete the
#   numbers, so that `a 12` agrees with `a`. Each becomes one 0.
# - `" ".join(` → `"".join(` :: You delete the spaces, so that `seeyou` agrees with `see you`. They
#   become one space.
# - `r"\d+"` → `r"\d"` :: You turn every digit into a 0, so that `12` and `7` differ. A run of
#   digits becomes one 0.
# - `r"\d+"` → `r"\b\d+\b"` :: Digits inside a word count as well: `b4u` agrees with `b2u`.
# - `[i for i, text in enumerate(test) if` → `[test.index(text) for text in test if` :: `test.index`
#   gives the first of equal texts: a text that is there twice has two positions.
# - `[i for i, text` → `[text for i, text` :: Return the positions in `test`, as numbers, and not
#   the texts.

# %% [markdown]
# Our own messages have no copies, so we can watch a leak grow. A **parrot** knows the label of each
# message that it has met, and says ham to all others. We slip test messages into its training part.

# %%
leaks = yours_or_ours("12.3", leaks)
print("copies in our test part:", leaks(texts[:n], texts[n:]))
parrots = {}
for slipped in (0, 22, 44, 66, 88):
    met = dict(zip(texts[: n + slipped], y[: n + slipped], strict=True))
    parrot = np.array([met.get(text, 0) for text in texts[n:]])
    parrots[slipped] = 100 * f1(y[n:], parrot)
    found = len(leaks(texts[: n + slipped], texts[n:]))
    print(f"{slipped:2} slipped in, your function finds {found:2}: F1 {parrots[slipped]:.1f}")
exact, alike = re.findall(r"\d+", measured["spam"]["about"]["note"])[:2]  # of the real set
print(f"the real set: {exact} exact copies, {alike} but for capitals, numbers and spaces")

# %% [markdown]
# **With the first quarter of the test slipped in, a filter that understands nothing has an F1 of
# 34.5.** On the real set the same search names 120 of the 1,117 test messages (107 are exact
# copies). Call them twins. What is such a leak worth to a filter that does understand something?
# Take the twins out of the *training* part and train again. And since a smaller training part may
# cost something by itself, take out as many others in their place.
#
# **Predict.** Without the twins in training, will the F1 of letters fall by more or by less than
# one point?
#
# <details><summary>Answer</summary>
#
# By less, from 96.2 to 95.8.
#
# </details>

# %% tags=["lecture"]
for name in ("TF-IDF of characters", "TF-IDF", "ELMo"):
    print(language.label(name))
    for part in ("all", "without the twins", "without as many others"):
        found = results.select(measured["leak"]["rows"], input=name, trained_on=part)
        kinds = ("f1", "f1_new", "right_twins")
        whole, others, twins = (100 * np.mean([row[kind] for row in found]) for kind in kinds)
        named = language.padded(language.label(part), 23)
        print(f"  trained on {named} F1 {whole:.1f}; F1 of the others {others:.1f}", end="")
        print(f"; twins right {twins:.1f} %")

# %% [markdown] tags=["lecture"]
# **Without the twins these three filters lose about a point of F1 or less.** With their copies in
# training all twins are right. Without them, letters and ELMo still have 98.3 % and counted words
# 97.5: of the 120 twins, at most two or three needed their copy. The F1 falls by 0.3 points for
# letters (before rounding), by 1.0 for words and by 1.1 for ELMo. Without as many others it falls
# by 0.0, 0.3 and 0.6, on average of three samples. All this is one test part, without an interval,
# so trust the size and not the decimals. Had we left the twins out of the *test* instead, letters
# would have fallen from 96.2 to 94.8, which looks like a larger leak. But trained without the
# copies they have 95.2 on the same others. So judge a leak by training without it.
#
# ### Try to get past it
# **Try it.** The last screen is yours. Write spam that the filter of section 1 lets through, and a
# message to a friend that it puts away. Which word gave you away?

# %% tags=["lecture"]
mine = ["Mum, I lost my phone. Pay this", "are you free tonight?"]
weights, bias = filters["ELMo"]
for text, vector in zip(mine, read(elmo, mine).mean(axis=0), strict=True):
    print(f"{1 / (1 + np.exp(-(vector @ weights + bias))):.2f}  {text}")
live(push, one=mine[0], other=mine[1])

# %% [markdown]
# ### Open experiment
# Spammers read textbooks, too. Write *FR33 PR1Z3*: in the spam that is tested, turn every e into 3,
# i into 1, o into 0 and a into 4, and leave the training as it is. Predict the F1 of the filters
# above, then look. Then disguise the spam in training as well: who recovers?
#
# ## What you can now do
# - turn messages into vectors, train a network on them, and see what each word pushes,
# - tell accuracy from F1, an order from a line, and an epoch from an update,
# - set a score beside its ledger and its price, and ask what the winner looks at,
# - find copies, and judge a leak by training without it.
#
# ## One honest limit
# The textbook ran the published ELMo, and ours has about a tenth of its parameters. That we cannot
# tell it from random weights on our messages says nothing about the large model. If you have its
# weights, chapter 14 has a command that filters our messages with them.
#
# ## Sources
# - *Ch10. Word embedding, v06. ELMo* (in Korean), a textbook chapter, here "the old notebook".
# - Peters, Neumann, Iyyer, Gardner, Clark, Lee and Zettlemoyer 2018, *Deep contextualized word
#   representations*: <https://arxiv.org/abs/1802.05365>
# - Keras 2, the page of the layer `Lambda`: <https://keras.io/2.16/api/layers/core_layers/lambda/>
# - TensorFlow Hub 2018, the page of the module *google/elmo/1*:
#   <https://www.tensorflow.org/hub/modules/google/elmo/1>
# - Almeida, Gómez Hidalgo and Yamakami 2011, *Contributions to the study of SMS spam filtering: new
#   collection and results*: <https://doi.org/10.1145/2034691.2034742>
# - Reimers and Gurevych 2019, *Sentence-BERT: sentence embeddings using Siamese BERT-networks*:
#   <https://arxiv.org/abs/1908.10084>
#
# ## Where next
# In chapter 12b ELMo enters a network that reads word by word, beside the vectors that this network
# had before, as the paper proposes.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A spam filter has an accuracy of 0.87 on a set with 86.6 % ham. What do you ask first?
#    - [x] its F1 of spam :: somebody who always says ham has 0.866 and finds no spam at all
#    - [ ] how many epochs it was trained :: first see whether it finds any spam
#    - [ ] which layer it uses :: nothing is known yet that a layer could explain
# 2. ELMo beats TF-IDF over words, and the same network with random weights does so by as much.
#    What did the reading of a biLM contribute?
#    - [ ] the difference between ELMo and TF-IDF :: random weights have the same difference
#    - [x] nothing that this test can show :: the whole lead is there without any reading
#    - [ ] at least the letters of layer 0 :: random weights see the letters, too
# 3. The old notebook is trained for a second epoch. What does that cost?
#    - [ ] a few seconds, since only the dense layers learn :: in its code each message goes through
#      the biLM again
#    - [x] about as much again, unless the vectors were kept :: the biLM is frozen, so a second
#      reading brings nothing new
#    - [ ] less, since the biLM has learned from the first epoch :: it is frozen and learns nothing
