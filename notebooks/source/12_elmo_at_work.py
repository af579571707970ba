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
# - **explain** why 98 % can be a poor score,
# - **compare** a filter with what counts words, counts letters, or never learned to read,
# - **find** copies that leak into a test part, and **weigh** a score against its price.
#
# You need the mixture (chapter 09), TF-IDF (06) and the paired bootstrap (09b).

# %% tags=["setup"]
import re

import numpy as np
import torch
from matplotlib import pyplot as plt
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from threadpoolctl import threadpool_limits
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits as cross_entropy

from elmo_lite import corpora, static_vectors
from elmo_lite.controls import with_random_weights, with_warm_start
from elmo_lite.elmo import Elmo, Mixture
from elmo_lite.stats import paired
from elmo_lite.text import tokenize
from notebooks.course import chapter
from notebooks.course.check import ch12 as checks
from notebooks.course.plots import ch12 as plots

threadpool_limits(1)  # small tables: one thread is fast, and gives the same sums everywhere
torch.set_num_threads(1)

# %% [markdown]
# ## 1. One vector for a message
# Unwanted advertising is **spam** (스팸), everything else **ham**. Our 440 messages were written
# for this course, 352 to learn from and 88 for the test.

# %%
messages = corpora.our_messages()
pairs = [*messages.train, *messages.test]
texts = [text for _, text in pairs]
y = np.array([int(label == "spam") for label, _ in pairs])
n = len(messages.train)
print(
    len(pairs), "messages,", y.sum(), "spam;", len(pairs) - n, "in the test,", y[n:].sum(), "spam"
)
for label, text in pairs[n : n + 4]:
    print(f"{label:5} {text}")

# %% [markdown]
# A classifier wants one vector for each message. The old notebook takes the mean of ELMo's word
# vectors. A mean of sums is a sum of means, so we may average the words first, in each layer $j$,
# and mix the layers later:
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
# Difficulty 1 of 3, 10 minutes.
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
# `mask.sum(dim=1)` is the number of words of each message. It needs the shape (batch, 1).
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
checks.ch12_ex1(mean_of_words)

# %%
mean_of_words = checks.ch12_ex1.yours_or_ours(mean_of_words)


def read(elmo, texts):
    """The mean of the words of every message, in each layer: (layers, messages, dim)"""
    batches = [texts[i : i + 60] for i in range(0, len(texts), 60)]
    return torch.cat([mean_of_words(*elmo.padded(batch)) for batch in batches], dim=1).numpy()


# %%
from elmo_lite.reading.vectorizer import ElmoVectorizer

elmo = Elmo.load("en")
means = read(elmo, texts)
v = means.mean(axis=0)  # equal shares, gamma = 1
print(means.shape, "layers, messages, numbers")
assert np.allclose(v[:60], ElmoVectorizer(elmo).fit_transform(texts[:60]), atol=1e-5)

# %% [markdown]
# Your means agree with `ElmoVectorizer`, which packs the same two steps for scikit-learn. The idea
# has lived on: Sentence-BERT averages the word vectors of BERT in the same way.
#
# ## 2. The old notebook, line by line
# It is written for TensorFlow 1, which no longer installs. Each of its lines has an heir.
#
# | line of the old notebook | line of today | what it does |
# |---|---|---|
# | `hub.Module(".../elmo/1", trainable=True)` | `Elmo.load("en")` | load the biLM |
# | `signature="default"` | `tokenize(text)` | find the words; theirs splits at spaces |
# | `Lambda(..., output_shape=(1024,))` | `read(elmo, texts)` | a mean vector for each message |
# | `Dense(256, activation="relu")` | `nn.Linear(384, 256), nn.ReLU()` | a layer of 256 units |
# | `Dense(1, activation="sigmoid")` | `nn.Linear(256, 1)` | one score |
# | `loss="binary_crossentropy"` | `cross_entropy(z, y)` | equation (2) |
# | `optimizer="adam"` | `torch.optim.Adam(...)` | gradient descent (chapter 02) |
# | `fit(epochs=1, batch_size=60)` | `one_epoch(...)` | exercise 12.2 |
#
# A layer in which every unit reaches every unit of the next is called a **dense layer** (밀집층).
# The last one gives a score $z$, and $\sigma(z)$ is the probability of spam. The loss is the
# **binary cross-entropy** (이진 교차 엔트로피), the surprise at the true label $y$, 1 for spam and
# 0 for ham:
#
# $$J = -\,y \ln \sigma(z) - (1 - y) \ln \sigma(-z) \tag{2}$$
#
# By hand: $z = 2$ says spam with a probability of 0.88. If it is spam, the loss is $-\ln 0.88 =
# 0.13$. If it was your mother, it is $-\ln 0.12 = 2.13$.

# %% [markdown] tags=["exercise"]
# ### Exercise 12.2: one epoch
# Difficulty 2 of 3, 15 minutes.
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
checks.ch12_ex2(one_epoch)

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
one_epoch = checks.ch12_ex2.yours_or_ours(one_epoch)


def new_network(dim, seed):
    torch.manual_seed(seed)
    return nn.Sequential(nn.Linear(dim, 256), nn.ReLU(), nn.Linear(256, 1))


# %%
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
# equal shares. The
# mixture would have been worth a try, and with the $\bar h_j$ that we kept it costs nothing.
#
# ## 3. Right 98 times in 100, and still bad?
# "Always ham" is right for 72.7 % of our test messages and for 87.0 % of the textbook's, so its
# scale begins at 87.0. **Accuracy** (정확도) is easy to please where one label is frequent. Ask how
# well *spam* is found. **Precision** (정밀도): of what was marked, how much is spam? **Recall**
# (재현율): of the spam, how much was marked? **F1** (F1 점수) is their harmonic mean (조화 평균):
#
# $$F_1 = \frac{2 P R}{P + R} = \frac{2 \cdot \text{spam that was marked}}{\text{all marked} +
# \text{all spam}} \tag{3}$$
#
# By hand: ten messages, three of them spam; a filter marks four, two of them rightly. $P = 2/4$, $R
# = 2/3$ and $F_1 = 4 / (4 + 3) = 0.57$. Its accuracy is 0.7, which "always ham" has too, with an
# $F_1$ of 0.
#
# What is the F1 behind 0.9776? We can corner it. 25 of 1,115 answers are wrong. Our copy of the set
# has 145 spam messages in this part, so the 25 are missed spam, or marked ham, or something
# between.


# %%
def f1(gold, guesses):  # equation (3) for arrays of 0 and 1; 0 where no spam was marked
    right = (gold * guesses).sum()
    return 2 * right / (gold.sum() + guesses.sum()) if right else 0.0


for missed in (0, 25):
    right = 145 - missed
    marked = right + 25 - missed
    print(f"{missed:2} missed, {25 - missed:2} marked wrongly: F1 {2 * right / (marked + 145):.3f}")

# %% [markdown]
# So 97.8 % accuracy is an F1 between 0.906 and 0.921. Now ours, update by update: five networks
# with equal shares, and five that train $s_j$ and $\gamma$ as well.


# %%
class Mixed(nn.Module):
    """The network on a mixture that is trained with it: input (messages, layers, dim)."""

    def __init__(self, dim, seed):
        super().__init__()
        self.network, self.mix = new_network(dim, seed), Mixture(3)

    def forward(self, h):
        return self.network(self.mix(h.transpose(0, 1)))


def learn(network, x, epochs=20):
    """-> what it guesses of the test messages before and after each epoch: (epochs + 1, tests)"""
    optimizer, found = torch.optim.Adam(network.parameters()), []
    for epoch in range(epochs + 1):
        with torch.no_grad():
            found.append((network(x[n:])[:, 0] > 0).int().numpy())
        order = torch.randperm(n)
        if epoch < epochs:
            one_epoch(network, optimizer, x[:n][order], labels[:n][order])
    return np.array(found)


# %%
layers = torch.tensor(means).transpose(0, 1)  # (messages, layers, dim)
fixed = np.array([learn(new_network(x.shape[1], seed), x) for seed in range(1, 6)])
mixed = [Mixed(x.shape[1], seed) for seed in range(1, 6)]
open_mix = np.array([learn(network, layers) for network in mixed])
print("shares:", torch.stack([each.mix.s.detach() for each in mixed]).mean(dim=0).numpy().round(2))


def scores(found):
    # accuracy and F1 after each epoch, in percent, means of the seeds
    every = [[(np.mean(g == y[n:]), f1(y[n:], g)) for g in seed] for seed in found]
    return 100 * np.mean(every, axis=0).T


# %%
accuracy, of_spam = scores(fixed)
lines = [("accuracy", accuracy, plots.GREY, "--"), ("F1 of spam", of_spam, plots.HERE, "-")]
lines.append(("F1, mixture trained", scores(open_mix)[1], plots.CYAN, ":"))
ax = plt.figure(figsize=(9, 4.2)).add_subplot(xlabel="updates", ylabel="percent")
for name, values, colour, line in lines:
    ax.plot(6 * np.arange(1, 21), values[1:], line, color=colour, label=name)
for number, name in ((6, "one epoch of ours"), (75, "one epoch of the textbook")):
    ax.axvline(number, color=plots.PALE, lw=1)
    ax.text(number + 8, 8, name, color=plots.GREY)
plots.label_lines(ax)
ends = {name: [values[i] for i in (1, 13, 20)] for name, values, *_ in lines}
plots.describe(ax, f"After 6, 78 and 120 updates: {plots.told(ends, '{:.1f}')}.")
gain, low, high = 100 * np.array(paired(open_mix[:, 20] == y[n:], fixed[:, 20] == y[n:]))
print(f"mixture trained minus equal shares: {gain:+.1f} points right [{low:+.1f}, {high:+.1f}]")

# %% [markdown]
# After 6 updates the F1 is 0.0, while the accuracy looks like a beginning, 72.7 %. After 78, as
# many as in the textbook, the F1 is 85.7 %, and after 120 it is 88.6. So at one epoch of the
# textbook 2.9 points are missing. The mixture, now that it may be
# trained, moves from 0.33 each to 0.30, 0.33 and 0.37 and buys nothing: it is right 0.5 points more
# often than equal shares (−1.8 to 2.7). The switch that was not connected did no harm.
#
# **Try it.** Write three spam messages that get past our filter, and three that you would send to a
# friend and that it puts away.

# %%
mine = ["Claim your free prize now!", "are you free tonight?", "Mum, I lost my phone. Pay this"]
for text, h in zip(mine, torch.tensor(read(elmo, mine)).transpose(0, 1), strict=True):
    print(f"{mixed[0](h[None]).sigmoid().item():.2f}  {text}")

# %% [markdown]
# ## 4. What would have been enough?
# We compare our filter with eight others, and to have
# 440 test messages instead of 88, we take turns: learn on four fifths, test on the last fifth, five
# times (**cross-validation**, 교차 검증). All vectors go to the same classifier, logistic
# regression, and how freely its weights may grow, $C$, is chosen for each filter within what it
# learns from.
#
# - **TF-IDF** counts words, **TF-IDF of characters** runs of one to four letters, digits and signs
#   inside words. **Majority** always says ham.
# - The **mean of static_en** (our static vectors) and **layer 0** know words without context.
# - **Random weights** and the **warm start**, three seeds each, are ELMo without the reading.
# - **Split at spaces** is ELMo with the words of the old notebook: *prize!* is one word.
#
# **Predict.** Which filter is the best, and how many points of F1 does ELMo have over the same
# network with random weights?
#
# <details><summary>Answer</summary>
#
# Counting characters is the best, with 92.9. And ELMo has nothing over random weights: 86.2 beside
# 88.1.
#
# </details>

# %%
folds = list(StratifiedKFold(5, shuffle=True, random_state=0).split(texts, y))
every_text = np.array(texts)
REGRESSION = LogisticRegression(max_iter=5000)
STRENGTHS = {"C": [0.1, 1, 10, 100, 1000, 10_000, 100_000]}


def in_turns(features):
    """A guess for every message, by a filter that has not seen it: (440,)"""
    guesses = np.zeros(len(y), int)
    for some, others in folds:
        inputs, new = features(some, others)
        search = GridSearchCV(REGRESSION, STRENGTHS, cv=3, scoring="f1").fit(inputs, y[some])
        guesses[others] = search.predict(new)
    return guesses


# %%
def of_vectors(vectors):
    # centred, and scaled so that the mean length is 1: the same C then suits all
    def features(some, others):
        moved = vectors - vectors[some].mean(axis=0)
        moved /= np.linalg.norm(moved[some], axis=1).mean()
        return moved[some], moved[others]

    return features


def of_counts(counter):
    def features(some, others):
        return counter.fit_transform(every_text[some]), counter.transform(every_text[others])

    return features


# %%
def small(text):
    return [word.lower() for word in tokenize(text)]


def static_mean(text):
    known = [word for word in small(text) if word in static]
    return static[known].mean(axis=0) if known else np.zeros(static.vector_size)


static = static_vectors.load()
table = np.array([static_mean(text) for text in texts])
characters = TfidfVectorizer(analyzer="char_wb", ngram_range=(1, 4))
guesses = {"majority": np.zeros(len(y), int), "mean of static_en": in_turns(of_vectors(table))}
guesses["TF-IDF of characters"] = in_turns(of_counts(characters))
guesses["TF-IDF"] = in_turns(of_counts(TfidfVectorizer(analyzer=small)))
guesses["ELMo"] = in_turns(of_vectors(v))
guesses["ELMo, layer 0"] = in_turns(of_vectors(means[0]))
at_spaces = read(elmo, [text.split() for text in texts]).mean(axis=0)
guesses["ELMo, split at spaces"] = in_turns(of_vectors(at_spaces))
controls = {"random weights": with_random_weights, "warm start": with_warm_start}
for name, control in controls.items():
    read_by = [read(control(elmo, seed), texts).mean(axis=0) for seed in range(3)]
    guesses[name] = np.array([in_turns(of_vectors(vectors)) for vectors in read_by])

# %%
right = {name: found == y for name, found in guesses.items()}
for name in [name for name in right if name != "ELMo"]:
    gain, low, high = 100 * np.array(paired(right["ELMo"], right[name]))
    print(f"ELMo minus {name}: {gain:+.1f} points [{low:+.1f}, {high:+.1f}]")
f1_of = {name: [100 * f1(y, g) for g in np.atleast_2d(found)] for name, found in guesses.items()}
f1_of = dict(sorted(f1_of.items(), key=lambda item: -np.mean(item[1])))
plots.filters(f1_of, "F1 of spam in percent, 440 messages of ours")

# %% [markdown]
# The best filter has never seen a vector. Counting characters has an F1 of 92.9 and is right 3.6
# points more often than ELMo (interval 1.1 to 6.1).
#
# Context seems to help: ELMo, with an F1 of 86.2, is right 6.4 points more often than its own layer
# 0 (3.4 to 9.5) and 8.0 points more often than the static mean. But random weights have 88.1. The
# same network, which has never read a text, is as good a filter: ELMo minus random weights is −1.0
# points, between −3.7 and 2.0. What helps here is that an LSTM mixes each word with its neighbours,
# and not what ELMo has read. Splitting at spaces costs nothing: ELMo is even 0.2 points behind the
# split copy (−2.7 to 2.5).
#
# And what does the winner look at? A regression has a weight for each run of characters.

# %%
model = LogisticRegression(C=100, max_iter=5000).fit(characters.fit_transform(texts[:n]), y[:n])
runs, weights = characters.get_feature_names_out(), model.coef_[0]
order = np.argsort(weights)
print("spam:", "  ".join(f"'{runs[i]}'" for i in order[:-25:-1]))
print("ham: ", "  ".join(f"'{runs[i]}'" for i in order[:24]))

# %% [markdown]
# More than half of these runs are pieces of *.example*, and that is no knowledge of spam. The
# ending is reserved for invented addresses, so every link of ours has it: 47 of the 120 spam
# messages, and no ham. Our winner has learned how this course makes up addresses. We cut
# the ending off, and ask again.

# %%
links = np.array([".example" in text for text in texts])
print("links:", (links & (y == 1)).sum(), "spam messages,", (links & (y == 0)).sum(), "ham")
cut = [text.replace(".example", "") for text in texts]
every_text = np.array(cut)  # what the counters read
without = {"TF-IDF of characters": in_turns(of_counts(characters))}
without["TF-IDF"] = in_turns(of_counts(TfidfVectorizer(analyzer=small)))
without["mean of static_en"] = in_turns(of_vectors(np.array([static_mean(text) for text in cut])))
for name, control in {"ELMo": None, **controls}.items():
    models = [control(elmo, seed) for seed in range(3)] if control else [elmo]
    by = [read(model, cut) for model in models]
    without[name] = np.array([in_turns(of_vectors(h.mean(axis=0))) for h in by])
    without[f"{name}, layer 0"] = np.array([in_turns(of_vectors(h[0])) for h in by])
for name, found in without.items():
    f1_of[name] = [100 * f1(y, g) for g in np.atleast_2d(found)]
    gain, low, high = 100 * np.array(paired(without["ELMo"] == y, found == y))
    beside = f"   ELMo minus this: {gain:+.1f} points [{low:+.1f}, {high:+.1f}]"
    print(f"{name:24} F1 {np.mean(f1_of[name]):.1f}", beside if name != "ELMo" else "")

# %% [markdown]
# Characters fall from an F1 of 92.9 to 84.5 and are now level with ELMo, at 82.8: it is right 0.9
# points less often (−3.6 to 1.6), and 1.1 points more often than words (−1.6 to 4.3). Of its lead
# over its own layer 0, 2.5 points are left (−0.2 to 5.2). Random weights have the highest F1, 86.4,
# where their layer 0 has 60.9, but no filter here is better than ELMo beyond chance.
#
# ### Who pushes?
# Logistic regression answers spam where $a \cdot v + b$ is above 0, with weights $a$ and a bias
# $b$. As $v$ is a mean over words, this score is a mean too, and each word has its part in it, a
# **push** towards spam or away from it:
#
# $$a \cdot v + b = \frac1N \sum_{k=1}^{N} (a \cdot \text{ELMo}_k + b) \tag{4}$$
#
# **Predict.** *Free* is in "Claim your free prize now!" and in "Are you free tonight?" In which one
# does it push harder, for static vectors and for ELMo?
#
# <details><summary>Answer</summary>
#
# Static: 17.3 in both. ELMo: 6.1 towards spam beside the prize, and 1.9 towards ham beside tonight.
#
# </details>


# %%
rows = []
for name, vectors in {"ELMo": v, "static": table}.items():
    search = GridSearchCV(REGRESSION, STRENGTHS, cv=3, scoring="f1").fit(vectors[:n], y[:n])
    a, b = search.best_estimator_.coef_[0], search.best_estimator_.intercept_[0]
    for text in ("Claim your free prize now!", "Are you free tonight?"):
        words = elmo.embed([text])[0] if name == "ELMo" else static[small(text)]
        push = words @ a + b
        rows.append((f"{name}, mean {push.mean():+.1f}", tokenize(text), push))
plots.word_pushes(rows)

# %% [markdown]
# A static *free* pushes with 17.3 wherever it is. ELMo's *free* pushes 6.1 towards spam beside the
# prize, and 1.9 towards ham beside tonight. But look at the sum: a mean of +1.3 is a narrow yes to
# our first message, and the mark at its end, with 3.7, helps to carry it. With 384 weights and 352
# messages, a push of 3.5 by *Claim* towards ham is noise. Trust the contrast, and no single push.
#
# ### Which ones go wrong?

# %%
letters, found = without["TF-IDF of characters"], without["ELMo"][0]
for name, marks in (("ELMo", found), ("characters", letters)):
    print(f"{name}: {np.sum(marks & (1 - y))} ham marked, {np.sum((1 - marks) & y)} spam missed")
for i in np.flatnonzero((found != y) & (letters != y))[:8]:
    print(f"  {pairs[i][0]}: {texts[i]}")

# %% [markdown]
# Both filters mark 18 to 20 honest messages and miss about as much spam, and they share their hard
# cases. A bank's balance or a refund has the digits of an offer, and *My darling, I arrive next
# week* is fraud that is written like a letter, because that is the trick.
#
# ## 5. The real set, and its price
# The textbook's set is the SMS Spam Collection, 5,572 real messages, the first 4,457 of them for
# training (our copy has two more). The command `python course.py measure tasks spam` has run
# the filters on it and kept the time.
#

# %%
from notebooks.course import results
from notebooks.course.results import select

spam = chapter.results("tasks")["experiments"]["spam"]
SHOWN = ["TF-IDF of characters", "TF-IDF", "naive Bayes", "mean of static_en", "majority"]
SHOWN += ["ELMo", "ELMo, layer 0", "random weights", "warm start"]
SHOWN += [
    "ELMo, dense 256, 1 epoch",
    "ELMo, split at spaces, dense 256, 1 epoch",
    "ELMo, dense 256",
]
rows_of = {name: select(spam["rows"], data="file order", input=name) for name in SHOWN}
rows_of = {name: found for name, found in rows_of.items() if found}  # what has been measured
f1_real = {name: [100 * row["f1"] for row in found] for name, found in rows_of.items()}
f1_real = dict(sorted(f1_real.items(), key=lambda item: -np.mean(item[1])))
plots.filters(f1_real, "F1 of spam in percent, 1,117 real messages")

# %%
print(f"{'':42}{'ours, cut':>10}{'F1, SMS':>10}{'wrong':>8}{'reading':>10}{'training':>10}")
for name in f1_real:
    found, ours = rows_of[name], f"{np.mean(f1_of[name]):.1f}" if name in f1_of else ""
    wrong = 1117 * (1 - np.mean([row["accuracy"] for row in found]))
    reading, training = found[0].get("reading", 0), np.mean([row["seconds"] for row in found])
    reading = "as ELMo" if name in controls else f"{reading:.0f} s"
    line = f"{name:42}{ours:>10}{np.mean(f1_real[name]):10.1f}{wrong:8.0f}"
    print(line + f"{reading:>10}{training:8.1f} s")
ends = rows_of["TF-IDF of characters"][0]["f1_interval"]
print("TF-IDF of characters, 95 % interval of F1:", *[f"{100 * end:.1f}" for end in ends])
others = {"ELMo, dense 256": SHOWN[:3], "ELMo": SHOWN[6:9], SHOWN[9]: [SHOWN[1], SHOWN[10]]}
for one, name in [(key, name) for key in others for name in others[key]]:
    gain, low, high = 100 * np.array(results.gain(rows_of[one], rows_of[name]))
    print(f"{one} minus {name}: {gain:+.1f} points right [{low:+.1f}, {high:+.1f}]")

# %% [markdown]
# The textbook's number comes out again. Our small biLM with the same network (*dense 256*) and one
# epoch is wrong in 24 of the 1,117 messages, an accuracy of 97.9 %, and the F1 behind it is 91.6.
# And what it lacked: naive Bayes and TF-IDF with words are wrong 13 times each, and TF-IDF with
# characters 11 times. A count of words, ready in one second, makes half the mistakes and is right
# 0.9 points more often (0.2 to 1.8). Splitting at spaces costs 0.8 points here (0.2
# to 1.4).
#
# ELMo catches up when it is trained longer. With 80 epochs, which four of five seeds chose and
# which is the most that we allowed, it is wrong 13 times as well. Its F1 is 95.5, where characters
# have 96.2 (interval 93.5 to 98.3), and it is right 0.2 points less often (−0.9 to 0.5), which is
# no difference.
#
# What did the reading do? With the regression, ELMo is right 1.0 points more often than random
# weights (0.1 to 1.8). But the warm start, whose LSTMs have read nothing, is level with it: 0.1
# points, between −0.8 and 1.0. Spelling helps; of context we see no gain.
#
# And the price? Reading takes ELMo 118 seconds, and TF-IDF is done with everything in one: a
# hundred times as much. The textbook took 1,137 seconds for its epoch, and a second one would cost
# as much again, since its `Lambda` reads every message anew. Read once, and keep the vectors.
#
# <details><summary>Lab: the real messages in your own hands (needs the network once)</summary>
#
# Put this in place of the first cell of section 1, and run everything down to section 3.
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
# Difficulty 2 of 3, 15 minutes.
#
# Return the positions in `test` of the texts that are also in `train`, as a list of numbers. Two
# texts count as the same if they agree in small letters, with every number turned into a single
# `0` (so that "Call 0900 123" and "call 0800 55" agree), with all white space between words made
# one space, and with none left at the ends.
#
# <details><summary>Hint 1</summary>
#
# Write a helper that gives the shape of a text: `text.lower()`, then `re.sub(r"\d+", "0", ...)`,
# then `" ".join(... .split())`.
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
checks.ch12_ex3(leaks)

# %% [markdown]
# Our own messages have no copies, so we can watch a leak grow. A **parrot** knows the label of each
# message that it has met, and says ham to all others. We slip test messages into its training part.

# %%
leaks = checks.ch12_ex3.yours_or_ours(leaks)
print("copies in our test part:", leaks(texts[:n], texts[n:]))
for slipped in (0, 22, 44, 66, 88):
    known = dict(zip(texts[: n + slipped], y[: n + slipped], strict=True))
    parrot = np.array([known.get(text, 0) for text in texts[n:]])
    print(f"{slipped:2} slipped in: accuracy {100 * np.mean(parrot == y[n:]):.1f} %, ", end="")
    print(f"F1 {100 * f1(y[n:], parrot):.1f} %")

# %% [markdown]
# With a quarter of the test slipped in, a parrot that has understood nothing has an F1 of 34.5 %,
# and with all of it 100 %. How much of the scores above is the parrot's? The command has scored
# each filter twice, on the whole test part and without the messages that were in training, too.

# %%
print(spam["about"]["note"].split(" no copies:")[0])  # the note goes on about another split
for name in ("TF-IDF of characters", "TF-IDF", "ELMo", "ELMo, dense 256"):
    clean = [100 * row["f1"] for row in select(spam["rows"], data="no copies", input=name)]
    print(f"other splits, {name}: {np.mean(clean):.1f}, from {min(clean):.1f} to {max(clean):.1f}")

shown = [name for name in f1_real if f1_real[name][0] > 0]
every = [np.mean(f1_real[name]) for name in shown]
new = [100 * np.mean([row["f1_new"] for row in rows_of[name]]) for name in shown]
ax = plt.figure(figsize=(9, 4)).add_subplot(xlabel="F1 of spam in percent")
ax.hlines(shown, new, every, color=plots.GREY)
ax.plot(every, shown, "o", color=plots.HERE)
ax.plot(new, shown, "o", mfc="white", color=plots.HERE)
ax.invert_yaxis()
ax.set_title("● all test messages   ○ without copies")
change, told = np.mean(np.subtract(new, every)), plots.told(zip(shown, new, strict=True), "{:.1f}")
plots.describe(ax, f"F1 without copies: {told}; on average {change:+.1f}.")

# %% [markdown]
# The leak is real and small. 107 of the 1,117 test messages have an exact copy in the training
# part, and without them the F1 falls by 0.8 points on average.
#
# The clean way is to drop the copies first and to divide anew, each seed another split. Characters
# keep the lead with 95.4, ELMo with a dense layer has 95.1 and words 93.0. But a filter moves by
# three to five points from split to split, further than these three lie apart. Four digits, 0.9776,
# promise more than one run on one split can keep.
#
# ### Open experiment
# Spammers read textbooks, too. Write *FR33 PR1ZE*: in the spam that is tested, turn every e into 3,
# i into 1, o into 0 and a into 4, and leave the training as it is. Predict the F1 of the filters
# above, then look. Then disguise the spam in training as well: who recovers?
#
# ## What you can now do
# Train a network on vectors of messages, set a score beside baselines and its price, and ask what a
# winner looks at and what leaks. The scores:
#
# | F1 of spam, % | ours, links cut | SMS |
# |---|---|---|
# | TF-IDF of characters | 84.5 | 96.2 |
# | TF-IDF | 80.8 | 95.5 |
# | ELMo | 82.8 | 93.7 |
# | its layer 0 | 78.5 | 91.3 |
# | warm start | 81.0 | 93.4 |
# | random weights | 86.4 | 89.9 |
#
# ## One honest limit
# The textbook ran the published ELMo, and ours has an eighth of its size. That random weights
# filter our messages as well as it does says nothing about the large model. And spam gives itself
# away on the surface: a task has to *need* what a biLM has read before reading can help.
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
