# %% [markdown]
# # 12 ELMo at work
#
# Your phone buzzes: *Claim your free prize now!* You would like a filter that puts such messages
# away. A textbook builds one with ELMo in twenty lines, trains it for one epoch and prints an
# accuracy of 0.9776. Ninety-eight percent on the first try! We rebuild that notebook line by line,
# run it, and ask what its author did not: what the number means, what would have been enough, and
# who pays.
#
# **Does context help a real task, and at what price?**
#
# You will be able to
# - **turn** a batch of messages into vectors, and train a network on them,
# - **see** which words of a message push a filter,
# - **explain** why 98 % can be a poor score, and set a score beside its ledger,
# - **find** copies that leak into a test part, and **weigh** a score against its price.
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
from elmo_lite.stats import paired
from elmo_lite.text import tokenize
from notebooks.course import chapter, results
from notebooks.course.check import check, yours_or_ours
from notebooks.course.live import live
from notebooks.course.plots import ch12 as plots
from notebooks.course.plots import families

threadpool_limits(1)  # small tables: one thread is fast, and gives the same sums everywhere
torch.set_num_threads(1)

# %% [markdown]
# ## 1. Who pushes?
# Unwanted advertising is **spam** (스팸), everything else **ham**. Our 440 messages were written
# for this course, 352 to learn from and 88 for the test.

# %%
messages = corpora.our_messages()
pairs = [*messages.train, *messages.test]
texts = [text for _, text in pairs]
y = np.array([int(label == "spam") for label, _ in pairs])
n = len(messages.train)
print(len(pairs), "messages,", y.sum(), "spam;", y[n:].sum(), "of them in the test part")
for label, text in pairs[n : n + 4]:
    print(f"{label:5} {text}")

# %% [markdown]
# Two filters read the 352 messages. Both are logistic regressions on one vector for a message, the
# mean over its words, of ELMo's vectors in one and of static vectors in the other. Because it is a
# mean, every word has its own part in the answer, a **push** towards spam or away from it. Type two
# messages.

# %%
elmo, static = Elmo.load("en"), static_vectors.load()


def small(text):
    return [word.lower() for word in tokenize(text)]


def static_rows(text):
    known = [word for word in small(text) if word in static]
    return static[known] if known else np.zeros((1, static.vector_size))


# %%
from elmo_lite.reading.vectorizer import ElmoVectorizer

table = np.array([static_rows(text).mean(axis=0) for text in texts])
v = ElmoVectorizer(elmo).fit_transform(texts)
REGRESSION = LogisticRegression(max_iter=5000)
STRENGTHS = {"C": [0.1, 1, 10, 100, 1000, 10_000, 100_000]}
filters = {}
for name, vectors in {"ELMo": v, "static": table}.items():
    search = GridSearchCV(REGRESSION, STRENGTHS, cv=3, scoring="f1").fit(vectors[:n], y[:n])
    filters[name] = search.best_estimator_.coef_[0], search.best_estimator_.intercept_[0]


# %%
def push(one="Claim your free prize now!", other="Are you free tonight?"):
    rows = []
    for name, (weights, bias) in filters.items():
        for text in (one, other):
            words = [w for w in tokenize(text) if name == "ELMo" or w.lower() in static]
            vectors = elmo.embed([text])[0] if name == "ELMo" else static_rows(text)
            pushes = vectors @ weights + bias
            rows.append((f"{name}, mean {pushes.mean():+.1f}", words, pushes))
    plots.word_pushes(rows)


live(push, one="Claim your free prize now!", other="Are you free tonight?")

# %% [markdown]
# A static *free* pushes with 17.3 wherever it is. ELMo's *free* pushes 6.0 towards spam beside the
# prize, and 1.9 towards ham beside tonight. So ELMo reads the sentence. But look at the mean as
# well: +1.3 is a narrow yes to the first message, and the mark at its end helps to carry it. Trust
# the contrast between two sentences, and no single push. Whether reading makes a better *filter* is
# the question of this chapter.
#
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
# time) is true at words. Return the means, (layers, batch, dim). The rest of the chapter runs on
# it.
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


# %% tags=["known"]
def inputs(rng):
    """Padding is not zero everywhere: the mask alone says what is a word."""
    lengths = torch.from_numpy(rng.integers(1, 6, 3))
    h = torch.from_numpy(rng.normal(size=(2, 3, int(lengths.max()) + 1, 4)).round(1))
    return h, torch.arange(h.shape[2]) < lengths[:, None]


by_hand = torch.tensor([[[[2.0, 1], [1, 1]], [[4, 0], [0, 0]]]])
cases = [(by_hand, torch.tensor([[True, True], [True, False]]))]

# %% [markdown] tags=["known"]
# Hint: Add up the vectors of the real words, and divide by their number in each message.
# Returns: a tensor (layers, batch, dim)
#
# - `h * mask[..., None]` → `h` :: Padding is not a word: use the mask.
# - `mask.sum(dim=1)[:, None]` → `h.shape[2]` :: Divide by the number of words of each message, and
#   not by the longest.
# - `total / mask.sum(dim=1)[:, None]` → `total` :: This is the sum: divide it.
# - `total / mask.sum(dim=1)[:, None]` → `(total / mask.sum(dim=1)[:, None]).mean(dim=0)` :: Keep
#   the layers apart: the shape is (layers, batch, dim).

# %%
mean_of_words = yours_or_ours("12.1", mean_of_words)


def read(elmo, texts):
    """The mean of the words of every message, in each layer: (layers, messages, dim)"""
    batches = [texts[i : i + 60] for i in range(0, len(texts), 60)]
    return torch.cat([mean_of_words(*elmo.padded(batch)) for batch in batches], dim=1).numpy()


means = read(elmo, texts)
print(means.shape, "layers, messages, numbers")
assert np.allclose(means.mean(axis=0), v, atol=1e-5)  # equal shares, gamma = 1

# %% [markdown]
# Your means agree with `ElmoVectorizer`, which packs the same two steps for scikit-learn and made
# the vectors of section 1. The idea has lived on: Sentence-BERT averages the word vectors of BERT
# in the same way. And why did every word have a push of its own? With the weights $a$ and the bias
# $b$ of the regression,
#
# $$a \cdot v + b = \frac1N \sum_{k=1}^{N} (a \cdot \text{ELMo}_k + b) \tag{2}$$
#
# ## 3. The old notebook, line by line
# It is written for TensorFlow 1, which no longer installs. Each of its lines has an heir.
#
# | line of the old notebook | line of today | what it does |
# |---|---|---|
# | `hub.Module(".../elmo/1", trainable=True)` | `Elmo.load("en")` | load the biLM |
# | `signature="default"` | `tokenize(text)` | find the words; theirs splits at spaces |
# | `Lambda(..., output_shape=(1024,))` | `read(elmo, texts)` | a mean vector for each message |
# | `Dense(256, activation="relu")` | `nn.Linear(384, 256), nn.ReLU()` | a layer of 256 units |
# | `Dense(1, activation="sigmoid")` | `nn.Linear(256, 1)` | one score |
# | `loss="binary_crossentropy"` | `cross_entropy(z, y)` | equation (3) |
# | `optimizer="adam"` | `torch.optim.Adam(...)` | gradient descent (chapter 02) |
# | `fit(epochs=1, batch_size=60)` | `one_epoch(...)` | exercise 12.2 |
#
# A layer in which every unit reaches every unit of the next is called a **dense layer** (밀집층).
# The last one gives a score $z$, and $\sigma(z)$ is the probability of spam. The loss is the
# **binary cross-entropy** (이진 교차 엔트로피), the surprise at the true label $y$, 1 for spam and
# 0 for ham:
#
# $$J = -\,y \ln \sigma(z) - (1 - y) \ln \sigma(-z) \tag{3}$$
#
# By hand: $z = 2$ says spam with a probability of 0.88. If it is spam, the loss is $-\ln 0.88 =
# 0.13$. If it was your mother, it is $-\ln 0.12 = 2.13$.

# %% [markdown] tags=["exercise"]
# ### Exercise 12.2: one epoch
# Difficulty 2 of 3, 10 minutes.
#
# Write what `fit(epochs=1, batch_size=60)` does. Go through `x` (messages, dim) and `y` (messages,)
# in their order, `rows` at a time; the last batch may be shorter. For each batch take the scores
# `network(...)[:, 0]` and the mean loss `cross_entropy(scores, labels)`, and do one update with
# `optimizer`. Return the list of losses as plain numbers.
#
# <details><summary>Hint 1</summary>
#
# `for start in range(0, len(x), rows):` and then `x[start : start + rows]`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# An update is three calls: `optimizer.zero_grad()`, `loss.backward()`, `optimizer.step()`.
#
# </details>


# %% tags=["exercise"]
def one_epoch(network, optimizer, x, y, rows=60):
    """Train on every message once, `rows` at a time -> the loss of each update."""
    # begin solution
    losses = []
    for start in range(0, len(x), rows):
        scores = network(x[start : start + rows])[:, 0]
        loss = cross_entropy(scores, y[start : start + rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
    # end solution


# %% tags=["check"]
check("12.2", one_epoch)


# %% tags=["known"]
def inputs(rng):
    size, rows = int(rng.integers(5, 12)), int(rng.integers(2, 5))
    x = rng.normal(size=(size + (size % rows == 0), 3))
    labels = rng.integers(0, 2, 12).astype(float)
    return *map(torch.from_numpy, (rng.normal(size=3), x, labels[: len(x)])), rows


def use(answer, weights, x, labels, rows):
    """What an epoch returns, and the weights after it."""
    network = nn.Linear(len(weights), 1, dtype=torch.float64)
    with torch.no_grad():
        network.weight[:] = weights
        network.bias[:] = 0
    with torch.enable_grad():
        losses = answer(network, torch.optim.SGD(network.parameters(), lr=0.5), x, labels, rows)
    return losses, network.weight.detach()[0]


# %% [markdown] tags=["known"]
# Hint: For each batch: scores, loss, zero_grad, backward, step, and `loss.item()` in the list.
# Returns: a list of losses, one for each update
#
# - `optimizer.zero_grad()` → `pass` :: Gradients add up in PyTorch: `optimizer.zero_grad()` in
#   every update.
# - `optimizer.step()` → `pass` :: Nothing is learned yet: call `optimizer.step()` after
#   `backward()`.
# - `range(0, len(x), rows)` → `range(0, len(x) - rows + 1, rows)` :: The last messages are missing:
#   the last batch may be a short one.
# - `cross_entropy(scores, ` → `cross_entropy(scores.sigmoid(), ` :: The loss `..._with_logits`
#   takes scores: it has a sigmoid inside.

# %% [markdown]
# **Predict.** We train for one epoch, 60 messages an update, on our 352 messages instead of 4,457.
# How many updates is that, and how good will the filter be?
#
# <details><summary>Answer</summary>
#
# Six updates, and the filter is useless: it marks no message at all.
#
# </details>

# %%
one_epoch = yours_or_ours("12.2", one_epoch)


def new_network(dim, seed):
    torch.manual_seed(seed)
    return nn.Sequential(nn.Linear(dim, 256), nn.ReLU(), nn.Linear(256, 1))


x, labels = torch.tensor(v), torch.tensor(y, dtype=torch.float32)
network = new_network(x.shape[1], seed=1)
optimizer = torch.optim.Adam(network.parameters())
losses = one_epoch(network, optimizer, x[:n], labels[:n])
marked = (network(x[n:])[:, 0] > 0).numpy()
print(len(losses), "updates, losses", np.round(losses, 2))
print(f"{100 * np.mean(marked == y[n:]):.1f} % right, {marked.sum()} marked as spam")

# %% [markdown]
# 72.7 % of the answers are right, exactly what always saying ham would get, and of 24 spam messages
# none is found. Six updates have taught the network that ham is more frequent, and nothing else.
# The textbook's single epoch has 75 updates, and for us that is 13 epochs. So an epoch is no unit
# of learning, but an update is.
#
# ### The switch that was not connected
# `trainable=True` sounds as if the network could change ELMo. The page of this module says what it
# opens: the four numbers $s_0, s_1, s_2, \gamma$, and in this first version also *all weights of
# the LSTMs*.

# %%
cells, dim = 4096, 512  # of the published model: two layers, two directions
lstm = (dim + dim) * 4 * cells + 4 * cells + cells * dim
print(f"opened: {4 * lstm + 4:,} numbers; trained: {1024 * 256 + 256 + 256 + 1:,}")

# %% [markdown]
# 75.6 million numbers, and none of them moved. Keras trains the weights that its layers know of,
# and a `Lambda` layer is a plain function that knows of none. So only the 262,657 numbers of the
# two dense layers were trained, without a warning, and the textbook's ELMo is equation (1) with
# equal shares.
#
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
# has 145 spam messages in this part, so the 25 are missed spam, or marked ham, or something
# between.


# %%
def f1(gold, guesses):  # equation (4) for arrays of 0 and 1; 0 where no spam was marked
    right = (gold * guesses).sum()
    return 2 * right / (gold.sum() + guesses.sum()) if right else 0.0


for missed in (0, 25):
    right = 145 - missed
    marked = right + 25 - missed
    print(f"{missed:2} missed, {25 - missed:2} marked wrongly: F1 {2 * right / (marked + 145):.3f}")

# %% [markdown]
# So 97.8 % accuracy is an F1 between 0.906 and 0.921. Now ours, update by update, with five seeds.

# %%
def learn(network, epochs=20):
    """-> accuracy and F1 of the test messages before and after each epoch: (epochs + 1, 2)"""
    optimizer, found = torch.optim.Adam(network.parameters()), []
    for epoch in range(epochs + 1):
        with torch.no_grad():
            guesses = (network(x[n:])[:, 0] > 0).int().numpy()
        found.append((np.mean(guesses == y[n:]), f1(y[n:], guesses)))
        order = torch.randperm(n)
        if epoch < epochs:
            one_epoch(network, optimizer, x[:n][order], labels[:n][order])
    return found


# %%
accuracy, of_spam = 100 * np.mean(
    [learn(new_network(x.shape[1], seed)) for seed in range(1, 6)], axis=0
).T
plots.by_update(6 * np.arange(21), {"accuracy": accuracy, "F1 of spam": of_spam})

# %% [markdown]
# After 6 updates the F1 is 0, while the accuracy looks like a beginning. After 78, as many as in
# the textbook, the F1 is 85.7 %, and after 120 it is 88.6 and still rises.
#
# ## 5. What would have been enough?
# To have 440 test messages instead of 88, we take turns: learn on four fifths, test on the last
# fifth, five times (**cross-validation**, 교차 검증). All inputs go to the same logistic
# regression, and how freely its weights may grow is chosen for each within what it learns from. The
# cheapest rivals come first: TF-IDF of words, and TF-IDF of runs of one to four characters.

# %%
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
def of_vectors(vectors):  # centred, of mean length 1: the same strengths then suit all
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


words = TfidfVectorizer(analyzer=small)
characters = TfidfVectorizer(analyzer="char_wb", ngram_range=(1, 4))
whole = {"TF-IDF of characters": in_turns(of_counts(characters, texts))}
whole |= {"TF-IDF of words": in_turns(of_counts(words, texts)), "ELMo": in_turns(of_vectors(v))}
for name, found in whole.items():
    print(f"{name:22} F1 {100 * f1(y, found):.1f}")

# %% [markdown]
# The best filter has never seen a vector. What does it look at?

# %%
model = LogisticRegression(C=100, max_iter=5000).fit(characters.fit_transform(texts[:n]), y[:n])
runs, order = characters.get_feature_names_out(), np.argsort(model.coef_[0])
print("spam:", "  ".join(f"'{runs[i]}'" for i in order[:-25:-1]))
print("ham: ", "  ".join(f"'{runs[i]}'" for i in order[:24]))
links = np.array([".example" in text for text in texts])
print("links:", (links & (y == 1)).sum(), "spam messages,", (links & (y == 0)).sum(), "ham")

# %% [markdown]
# More than half of the runs for spam are pieces of *.example*, which is no knowledge of spam. The
# ending is reserved for invented addresses, so every link of ours has it: 47 of the 120 spam
# messages, and no ham. Our winner has learned how this course makes up addresses. We cut the ending
# off and ask again, now with the whole ledger.
#
# **Predict.** How many points of F1 will ELMo have over the same network with random weights?
#
# <details><summary>Answer</summary>
#
# None. Random weights are 3.6 points ahead.
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
spam = chapter.results("tasks")["experiments"]["spam"]
INPUTS = {"letters": "TF-IDF of characters", "counting words": "TF-IDF", "blind": "majority"}
INPUTS |= {"a row a word": "mean of static_en", "char-CNN, read": "ELMo, layer 0", "ELMo": "ELMo"}
INPUTS |= {"random context": "random weights", "warm context": "warm start"}
rows_of = {way: results.select(spam["rows"], data="file order", input=INPUTS[way]) for way in ours}
ladder = {
    "440 messages of ours": {
        way: [100 * f1(y, g) for g in np.atleast_2d(found)] for way, found in ours.items()
    },
    "1,117 real messages": {
        way: [100 * row["f1"] for row in found] for way, found in rows_of.items()
    },
}
families.scores(ladder, "F1 of spam, %")

# %%
for way in ("letters", "counting words", "random context", "warm context"):
    here = 100 * np.array(paired(ours["ELMo"] == y, ours[way] == y))
    real = 100 * np.array(results.gain(rows_of["ELMo"], rows_of[way]))
    told = [f"{gain:+.1f} ({low:+.1f} to {high:+.1f})" for gain, low, high in (here, real)]
    print(f"ELMo minus {way:15} points right: ours {told[0]}, real {told[1]}")

# %% [markdown]
# **No filter here is surely better than counting letters.** The right half is the textbook's set,
# the SMS Spam Collection (`python course.py measure tasks spam` has run it). Letters lead there
# with 96.2, counted words have 95.5 and ELMo 93.7. On our messages, without the trick, random
# weights lead, but they are right only 1.0 points more often than letters (−1.7 to 3.7). ELMo is
# level with letters, with counted words and with both controls: all four intervals include 0. And
# reading is not what helps. On the real set ELMo is right 1.0 points more often than random weights
# (0.1 to 1.8), but the warm start, whose LSTMs have read nothing, is level with it. Spelling helps;
# of context we see no gain.

# %%
REAL = ["TF-IDF", "TF-IDF of characters", "ELMo, dense 256, 1 epoch", "ELMo, dense 256"]
for name in REAL:
    found = results.select(spam["rows"], data="file order", input=name)
    wrong = 1117 * (1 - np.mean([row["accuracy"] for row in found]))
    seconds = found[0].get("reading", 0) + np.mean([row["seconds"] for row in found])
    of_real = 100 * np.mean([row["f1"] for row in found])
    print(f"{name:26} F1 {of_real:.1f}, {wrong:3.0f} wrong, {seconds:4.0f} s")

# %% [markdown]
# The textbook's number comes out again. Our small biLM with the same network (*dense 256*) and one
# epoch is wrong in 24 of the 1,117 messages, an accuracy of 97.9 %. A count of words, ready in a
# second, makes half the mistakes. Trained longer (four of five seeds took the 80 epochs at which we
# stopped looking, so more might help), the network catches up, and it needs a hundred times as
# long, more than two thirds of it for the reading. The textbook took 1,137 seconds for its epoch,
# and a second one would cost as much again, since its `Lambda` reads every message anew. Read once,
# and keep the vectors.
#
# <details><summary>Lab: the real messages in your own hands (needs internet once)</summary>
#
# Put this in place of the first cell of section 1, and run everything down to section 4.
#
# ```python
# messages = corpora.sms_spam(copies=True)  # downloads 0.2 MB once
# pairs, n = [*messages.train, *messages.test], len(messages.train)
# texts = [text for _, text in pairs]
# y = np.array([int(label == "spam") for label, _ in pairs])
# ```
#
# </details>
#
# ## 6. The leak
# The public set holds 403 exact copies: advertisements that went to several people, answers that a
# phone offers ready-made. If one copy is for training and another for the test, the test asks for
# what was learned by heart. This is a **leak** (데이터 누수).
#
# By hand: the training part is "win a prize", "see you"; the test part "see you", "Win a prize",
# "hello". The first is an exact copy, and the second one too, if we look past the capital.

# %% [markdown] tags=["exercise"]
# ### Exercise 12.3: find the leak
# Difficulty 3 of 3, 12 minutes.
#
# Return the positions in `test` of the texts that are also in `train`, as a list of numbers. Two
# texts count as the same if they agree in small letters, with every number turned into a single
# `0` (so that "Call 0900 123" and "call 0800 55" agree), with all white space between words made
# one space, and with none left at the ends.
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


# %% tags=["known"]
known_texts = ["win a prize", "see you", "call  0900 123\tnow", "a 12"]
new_texts = ["see you", "Win a PRIZE", "hello", "Call 0800 55 now", "win  a prize ", "you see"]
new_texts += ["a 7", "call 0100 999 now"]
cases = [(known_texts, new_texts), ([], ["a"])]
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
print(spam["about"]["note"].split(" no copies:")[0])  # of the real set
new = {way: [100 * row["f1_new"] for row in rows_of[way]] for way in ("letters", "ELMo")}
print("F1 without the copies:", {way: round(np.mean(each), 1) for way, each in new.items()})

# %% [markdown]
# **A quarter of the test slipped in gives a filter that understands nothing an F1 of 34.5.** On the
# real set your function, run over it once, names 120 of the 1,117 test messages (107 are exact
# copies). The leak is real and small: without the copies letters fall from 96.2 to 95.3 and ELMo
# from 93.7 to 92.3.
#
# ### Try to get past it
# **Try it.** The last screen is yours. Write spam that the filter of section 1 lets through, and a
# message to a friend that it puts away. Which word gave you away?

# %%
mine = ["Claim your free prize now!", "are you free tonight?", "Mum, I lost my phone. Pay this"]
weights, bias = filters["ELMo"]
for text, vector in zip(mine, read(elmo, mine).mean(axis=0), strict=True):
    print(f"{1 / (1 + np.exp(-(vector @ weights + bias))):.2f}  {text}")
live(push, one=mine[2], other=mine[1])

# %% [markdown]
# ### Open experiment
# Spammers read textbooks, too. Write *FR33 PR1ZE*: in the spam that is tested, turn every e into 3,
# i into 1, o into 0 and a into 4, and leave the training as it is. Predict the F1 of the filters
# above, then look. Then disguise the spam in training as well: who recovers?
#
# ## What you can now do
# - turn messages into vectors, train a network on them, and see what each word pushes,
# - tell accuracy from F1, and an epoch from an update,
# - set a score beside its ledger and its price, and ask what the winner looks at,
# - find the copies that make a test easy.
#
# ## One honest limit
# The textbook ran the published ELMo, and ours has about a tenth of its parameters. That random
# weights filter our messages as well as it does says nothing about the large model. A task has to
# *need* what a biLM has read before reading can help.
#
# ## Sources
# - *Ch10. Word embedding, v06. ELMo* (in Korean), a textbook chapter, here "the old notebook".
# - Peters, Neumann, Iyyer, Gardner, Clark, Lee and Zettlemoyer 2018, *Deep contextualized word
#   representations*: <https://arxiv.org/abs/1802.05365>
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
#    - [ ] how many epochs it was trained :: first see whether it has learned anything
#    - [ ] which layer it uses :: nothing is known yet that a layer could explain
# 2. ELMo beats TF-IDF over words, and so does the same network with random weights. What
#    did the reading of a biLM contribute?
#    - [ ] the difference between ELMo and TF-IDF :: random weights have the same difference
#    - [x] nothing that this test can show :: what helps is in the architecture: letters, and words
#      that are mixed with their neighbours
#    - [ ] at least the letters of layer 0 :: random weights see the letters, too
# 3. The old notebook is trained for a second epoch. What does that cost?
#    - [ ] a few seconds, since only the dense layers learn :: in its code each message goes through
#      the biLM again
#    - [x] about as much again, unless the vectors were kept :: the biLM is frozen, so a second
#      reading gives what the first one gave
#    - [ ] less, since the biLM has learned from the first epoch :: it is frozen and learns nothing
