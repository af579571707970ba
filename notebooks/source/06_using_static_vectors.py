# %% [markdown]
# # 06 Using static vectors
#
# Your editor wants the newspaper's titles sorted by topic, tonight, and hands you 42 of them with
# a label. No network can learn English from 42 titles. But somebody else has read millions of
# sentences already and left the result on the web, as one vector for each word. In this chapter we
# put such vectors into a classifier and find out when they help, and when counting is better.
#
# **What are static vectors worth in a real task?**
#
# You will be able to
# - **fill** an embedding layer with vectors from a file,
# - **build** a classifier that reads in order, with a table that is learned, frozen or fine-tuned,
# - **compare** them with baselines, and look at what each gets wrong,
# - **tell** what the vectors owe to the text that they were trained on.
#
# You need the vectors of chapters [03](03_word2vec.ipynb) to [05](05_glove.ipynb), softmax,
# cross-entropy and gradients ([chapter 02](02_neural_language_model.ipynb)), and the interval
# ([chapter 03b](03b_negative_sampling.ipynb)).

# %% tags=["setup"]
from collections import Counter

import numpy as np
import torch
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from torch import nn

from elmo_lite import corpora, static_vectors, tasks
from elmo_lite.stats import interval, paired
from elmo_lite.text import tokenize
from notebooks.course import chapter
from notebooks.course.check import check, yours_or_ours
from notebooks.course.live import live
from notebooks.course.plots import ch06 as plots
from notebooks.course.plots import families
from notebooks.course.results import select, unpack

torch.set_num_threads(1)  # networks as small as these are quicker on one core

# %% [markdown]
# ## 1. Forty-two titles, and one that you type
# Our news titles have four labels: Business, Sci/Tech, Sports, World. The first 42 are what the
# editor gave us. 630 more could be labelled with patience, and 168 are kept for the test.

# %%
news = corpora.our_headlines()
labels = sorted({label for label, _ in news.train})
order = np.random.default_rng(0).permutation(len(news.train))  # the file is sorted by label
pairs = [news.train[i] for i in order] + news.test
texts = [[token.lower() for token in tokenize(text)] for _, text in pairs]
numbers = np.array([labels.index(label) for label, _ in pairs])
titles, y, test_titles, test_y = texts[:672], numbers[:672], texts[672:], numbers[672:]
for label, text in pairs[:4]:
    print(f"{label:9}", text)

# %% [markdown]
# The vectors are those of chapter 03: skip-gram, trained on 55 million words of free text (anyone
# may use it), 30,000 words in 100 dimensions. They are **static** (정적 벡터), since a word has one
# vector whatever stands around it, and **pre-trained** (사전 훈련된), since they were trained
# before our task on other text. Two networks read the 42 titles. They are the same but for the word
# vectors that they begin with: one has ours, the other has random numbers and must learn.

# %%
vectors = static_vectors.load()
every = sorted({word for title in texts for word in title})
own = {word: i for i, word in enumerate(every)}


def in_rows(words, index):
    """The row of each word in a table; row 0 is for words that it does not know."""
    return np.array([index.get(word, -1) + 1 for word in words])


def train(table, index, number, seed, network=tasks.Classifier):
    """A network trained on the first `number` titles."""
    torch.manual_seed(seed)
    steps = {"epochs": 5 * 672 // number, "learning_rate": 5e-3, "seed": seed}
    settings = tasks.TaskSettings(reader="lstm", hidden_dim=64, **steps)
    model = network(table(), len(labels), settings)
    tasks.train(model, [in_rows(title, index) for title in titles[:number]], y[:number], settings)
    return model


# %%
frozen = train(lambda: tasks.table(vectors, frozen=True), vectors.key_to_index, 42, seed=1)
learned = train(lambda: tasks.fresh_table(len(every) + 1, 100, 1), own, 42, seed=1)
networks = {"ready vectors": (frozen, vectors.key_to_index), "learned": (learned, own)}


def after_each_word(model, index, words):
    """The probabilities of the labels after each word: (time, labels)."""
    with torch.no_grad():
        x = model.table(torch.tensor(in_rows(words, index)))
        states, _ = model.reader(x[None])
        return model.output(states)[0].softmax(dim=1).numpy()


# %% [markdown]
# Type a title. Each column shows what a network believes after reading up to that word. The words
# in grey occur in none of the titles that it has learned from.

# %%
read_so_far = {word for title in titles[:42] for word in title}


def read(title="the goalkeeper saved two penalties"):
    words = [token.lower() for token in tokenize(title)]
    beliefs = {name: after_each_word(*network, words) for name, network in networks.items()}
    plots.beliefs(words, beliefs, labels, [word for word in words if word not in read_so_far])


live(read, title="the goalkeeper saved two penalties")
near = [(w, vectors.similarity("goalkeeper", w)) for w in ("footballers", "playoffs", "coach")]
print("goalkeeper and", *(f"{word} {cosine:.2f} " for word, cosine in near))

# %% [markdown]
# No word of our example is in the 42 titles. The learned table is sure of Sci/Tech, for no
# reason. The network with ready vectors has never met a goalkeeper either, but its titles have
# *footballers*, *playoffs* and a *coach*, and in its table a goalkeeper lies near all three.

# %% [markdown]
# ## 2. Three ways to fill an embedding layer
# An **embedding layer** (임베딩 층) is a table $E$ with one row per word (chapter 02). Who writes
# its numbers? Either the task does, starting from small random ones, or a pre-trained table is
# copied in. Take pencil and paper. Two film reviews have labels, and a third one comes:
#
# - training: "great film" is positive, "awful film" is negative,
# - test: "superb film". No training review contains *superb*.
#
# Each word vector has two dimensions. The mean of the word vectors $x_1, \dots, x_N$ is the
# **sentence vector** (문장 벡터) $v$, and the output vector $u$ of *positive* turns it into a
# probability, as in chapter 03b:
#
# $$v = \frac1N \sum_{k=1}^{N} x_k, \qquad
# p = P(\text{positive}) = \sigma(u \cdot v) = \frac{1}{1 + e^{-u \cdot v}} \tag{1}$$
#
# Take great $= (1, 0.2)$, superb $= (0.9, 0.4)$, awful $= (-0.8, 0.4)$, film $= (0.2, 1)$ and
# $u = (2, 0)$. For "great film" we get $v = (0.6, 0.6)$ and $p = \sigma(1.2) = 0.77$, and for
# "awful film" $v = (-0.3, 0.7)$ and $p = \sigma(-0.6) = 0.35$.

# %%
rows = {"great": 0, "superb": 1, "awful": 2, "film": 3}
ready = np.array([[1, 0.2], [0.9, 0.4], [-0.8, 0.4], [0.2, 1]])
u = np.array([2.0, 0.0])


def positive(review, table):
    v = np.mean([table[rows[word]] for word in review.split()], axis=0)
    return 1 / (1 + np.exp(-u @ v))


for review in ("great film", "awful film"):
    print(f"{review}: {positive(review, ready):.2f}")

# %% [markdown]
# How does training move the rows? By the chain rule, the gradient of the cross-entropy $J$ of one
# review with label $y$ (1 for positive, 0 for negative) is the same for each of its $N$ words, and
# zero for every word that the review does not contain:
#
# $$\frac{\partial J}{\partial x_k} = \frac{(p - y)\,u}{N} \tag{2}$$
#
# For "great film" that is $(0.769 - 1) \times (2, 0) / 2 = (-0.231, 0)$.

# %% [markdown] tags=["exercise"]
# ### Exercise 6.1: one step on the table
# Difficulty 2 of 3, 10 minutes.
#
# Return the table after one step of gradient descent on one text. `ids` are the rows of its words
# (a word that occurs twice is in the list twice), `y` is its label, and `rate` is the learning
# rate $\eta$. Only the table moves, `u` stays. Do not change the table that you are given.
#
# <details><summary>Hint 1</summary>
#
# First $v$ and $p$ as in (1): `table[ids].mean(axis=0)`. Then copy the table.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Each entry of `ids` has an $N$-th share of $v$, and so of the gradient. What happens to the row of
# a word that is in the list twice, and what to a row that is not in it?
#
# </details>


# %% tags=["exercise"]
def table_step(table, u, ids, y, rate):
    """The table (rows, dim) after one step on one text, by equation (2)."""
    # begin solution
    v = table[ids].mean(axis=0)
    p = 1 / (1 + np.exp(-u @ v))
    new = table.copy()
    for i in ids:
        new[i] -= rate * (p - y) * u / len(ids)
    return new
    # end solution


# %% tags=["check"]
check("6.1", table_step)


# %% tags=["known"]
def inputs(rng):
    ids = [int(i) for i in rng.integers(0, 4, size=5)]
    return rng.normal(size=(5, 3)), rng.normal(size=3), ids, int(rng.integers(2)), 0.5


cases = [(np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]]), np.array([2.0, 0.0]), [0, 1], 1, 1.0)]

# %% [markdown] tags=["known"]
# Hint: Each row in `ids` moves by -rate * (p - y) * u / N, as equation (2) says.
#
# - `-= rate` → `+= rate` :: Step against the gradient: subtract it.
# - ` / len(ids)` → `` :: v is a mean of N words, so divide the gradient by N.
# - `for i in ids` → `for i in range(len(table))` :: Only the rows in `ids` move: every other row
#   stays.
# - `for i in ids` → `for i in set(ids)` :: A word that occurs twice moves twice: loop over `ids`
#   (`table[ids] -= ...` counts each row once).

# %%
table_step = yours_or_ours("6.1", table_step)
after = table_step(ready, u, [0, 3], 1, rate=1.0)  # great film
print((after - ready).round(3))

layer = nn.Embedding.from_pretrained(torch.tensor(ready), freeze=False)
p = torch.sigmoid(layer(torch.tensor([0, 3])).mean(dim=0) @ torch.tensor(u))
(-p.log()).backward()
assert np.allclose(after - ready, -layer.weight.grad)  # PyTorch's own gradient

# %% [markdown]
# Great and film have moved by 0.231, superb and awful not at all, and PyTorch's own gradient
# agrees.
#
# **Predict.** What does the ready table say to "superb film"? And what do tables say that began
# with random numbers and were trained on the two reviews until both were right?
#
# <details><summary>Answer</summary>
#
# The ready table says 0.75, because superb lies beside great. The random tables say anything at
# all: by (2) training never touches the row of superb, so it stays where chance put it.
#
# </details>

# %%
print(f"ready table:    {positive('superb film', ready):.2f}")
for seed in range(1, 7):
    table = np.random.default_rng(seed).normal(size=(4, 2))
    for _ in range(50):
        table = table_step(table, u, [0, 3], 1, rate=1.0)  # great film
        table = table_step(table, u, [2, 3], 0, rate=1.0)  # awful film
    print(f"random table {seed}: {positive('superb film', table):.2f}")

# %% [markdown]
# All six random tables have learned their two reviews, and about the third they say anything,
# from 0.05 to 0.90. This is the whole case for pre-trained vectors: they know something about the
# words that our labels never mention. So there are three ways to train a classifier, and they
# differ in the table alone:
#
# | way | the table starts as | in training its rows |
# |---|---|---|
# | **learned** (학습) | small random numbers | move |
# | **frozen** (동결) | pre-trained vectors | stay |
# | **fine-tuned** (미세 조정) | pre-trained vectors | move |
#
# Other people's vectors come as text files, such as GloVe 6B, which has read six billion words. The
# format could not be plainer: a line is a word and its numbers. Whoever reads such a file has a
# dictionary from words to arrays, and the next step is yours.

# %% [markdown] tags=["exercise"]
# ### Exercise 6.2: from vectors to a table
# Difficulty 1 of 3, 6 minutes.
#
# Make the matrix of an embedding layer from ready vectors. `words` is the vocabulary of a task,
# `vectors` maps a word to its vector (a dictionary, or gensim's `KeyedVectors`: both understand
# `word in vectors` and `vectors[word]`), and `dim` is the length of a vector. Return an array of
# shape `(len(words) + 1, dim)`: row 0 is zeros and stands for every unknown word, row $i + 1$ is
# the vector of `words[i]`, or zeros if it has none.
#
# <details><summary>Hint 1</summary>
#
# Begin with `np.zeros((len(words) + 1, dim))`, and fill only the rows that have a vector.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `enumerate(words, start=1)` counts from 1.
#
# </details>


# %% tags=["exercise"]
def embedding_rows(words, vectors, dim):
    """The matrix of an embedding layer, (len(words) + 1, dim); row 0 is for unknown words."""
    # begin solution
    table = np.zeros((len(words) + 1, dim))
    for row, word in enumerate(words, start=1):
        if word in vectors:
            table[row] = vectors[word]
    return table
    # end solution


# %% tags=["check"]
check("6.2", embedding_rows)


# %% tags=["known"]
def inputs(rng):
    names = ["river", "bank", "gift", "music", "watch", "play"]
    some = [name for name in names if rng.random() < 0.5]
    return names, {name: rng.normal(size=5) for name in some}, 5


cases = [(["gift", "zyx"], {"gift": np.array([1.0, 2.0])}, 2)]

# %% [markdown] tags=["known"]
# Hint: Row 0 is zeros, and row i + 1 is the vector of `words[i]`, or zeros if it has none.
#
# - `return table` → `return table[1:]` :: Row 0 is missing: it is all zeros, and the words begin in
#   row 1.
# - `enumerate(words, start=1)` → `enumerate([w for w in words if w in vectors], start=1)` :: A word
#   without a vector keeps its row, filled with zeros.
# - `        if word in vectors:` → `        if True:` :: Some words have no vector: ask `if word in
#   vectors` first.
# - `start=1` → `start=0` :: Row 0 is the one for unknown words, and the words begin in row 1.

# %% [markdown]
# ## 3. The classifier: embedding, LSTM, dense
# A mean forgets the order of the words. A small classifier that reads in order has three layers: an
# embedding layer, an LSTM, and a dense layer that turns the last state into scores. Chapter 08
# opens the **LSTM** (장단기 메모리); here it is a box that reads one word vector after the other
# and keeps a **state** (은닉 상태) $h$, a vector that sums up all it has read so far. For good or
# bad reviews, one output and a sigmoid would do. We have four topics, so four scores and a softmax.
#
# Titles differ in length, so the short ones of a batch get zeros at the end, which is called
# **padding** (패딩). An LSTM reads from left to right, so if we take its state at the last *real*
# word, the padding cannot matter.

# %% [markdown] tags=["exercise"]
# ### Exercise 6.3: the network
# Difficulty 3 of 3, 12 minutes.
#
# Write the `forward` of the classifier. `ids` (batch, time) are the rows of the words, padded at
# the end, and `lengths` (batch,) says how many words each title really has. Return the scores
# (batch, labels). The layers are `self.table`, `self.reader` and `self.output`; a reader returns
# two things, and the first is the states (batch, time, hidden_dim).
#
# <details><summary>Hint 1</summary>
#
# Two lines bring you to the states. Then you need one state of each title: which one?
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# A tensor can be indexed with two arrays at once: `states[[0, 1], [4, 2]]` is state 4 of title 0
# and state 2 of title 1.
#
# </details>


# %% tags=["exercise"]
def forward(self, ids, lengths):
    """ids (batch, time), lengths (batch,) -> scores (batch, num_labels)."""
    # begin solution
    states, _ = self.reader(self.table(ids))
    last = states[torch.arange(len(ids)), lengths - 1]
    return self.output(last)
    # end solution


# %% tags=["check"]
check("6.3", forward)


# %% tags=["known"]
def inputs(rng):
    """The seed of a small network, and three titles of 2 to 5 words, padded."""
    lengths = torch.tensor([2, 5, 3])
    rows = torch.tensor(rng.integers(1, 9, size=(3, 5)))
    rows[torch.arange(5)[None] >= lengths[:, None]] = 0
    return int(rng.integers(1000)), rows, lengths


def use(answer, seed, rows, lengths):
    torch.manual_seed(seed)
    settings = tasks.TaskSettings(reader="lstm", hidden_dim=5)
    scores = answer(tasks.Classifier(nn.Embedding(9, 4), 3, settings), rows, lengths)
    return scores.detach() if torch.is_tensor(scores) else scores


# %% [markdown] tags=["known"]
# Hint: the states come from reader(table(ids)); the scores from the state at the last real word.
# Returns: a tensor of the shape (batch, labels)
#
# - `states[torch.arange(len(ids)), lengths - 1]` → `states[:, -1]` :: Your network reads the
#   padding: take each title's state at position `lengths - 1`, not the last column.
# - `states[torch.arange(len(ids)), lengths - 1]` → `states.mean(dim=1)` :: You take the mean of all
#   states; the last real one has read the whole title.
# - `lengths - 1` → `lengths - 2` :: That is the state before the last word. Positions count from 0.
# - `return self.output(last)` → `return last` :: These are states, not scores: the output layer is
#   missing.

# %%
forward = yours_or_ours("6.3", forward)


class Classifier(nn.Module):
    def __init__(self, table, num_labels, settings):
        super().__init__()
        self.table = table
        self.reader = nn.LSTM(table.embedding_dim, settings.hidden_dim, batch_first=True)
        self.output = nn.Linear(settings.hidden_dim, num_labels)


Classifier.forward = forward

settings = tasks.TaskSettings(reader="lstm", hidden_dim=64)
yours = Classifier(tasks.table(vectors, frozen=True), 4, settings)
yours.load_state_dict(frozen.state_dict())
batch, lengths = tasks.pad([in_rows(title, vectors.key_to_index) for title in test_titles[:20]])
assert torch.allclose(yours(batch, lengths), frozen(batch, lengths))

# %% [markdown]
# With the weights of section 1 in it, your class gives our network's scores.
#
# ## 4. Forty-two titles, or 672
# Before any network come the **baselines** (기준선). **TF-IDF** (단어 빈도-역문서 빈도) weighs the
# words of a title: how often here, how rarely elsewhere. Logistic regression (chapter 03b) learns
# one weight per word and label, so it knows neither order nor similar words. The second baseline is
# equation (1), logistic regression on the mean of our vectors. Then your network, with each way
# to fill its table. All else is the same, and each way runs with five seeds.

# %%
embedding_rows = yours_or_ours("6.2", embedding_rows)
matrix = torch.tensor(embedding_rows(every, vectors, 100), dtype=torch.float32)
rows_of = [in_rows(title, own) for title in texts]
means = np.array([matrix[row].mean(axis=0).numpy() for row in rows_of])
tables = {
    "frozen": lambda: nn.Embedding.from_pretrained(matrix.clone(), freeze=True),
    "fine-tuned": lambda: nn.Embedding.from_pretrained(matrix.clone(), freeze=False),
}


def baselines(number):
    """The answers of TF-IDF and of the mean after the first `number` titles."""
    counting = make_pipeline(TfidfVectorizer(analyzer=list), LogisticRegression(C=10))
    averaging = LogisticRegression(C=10, max_iter=1000)
    return {
        "TF-IDF": counting.fit(titles[:number], y[:number]).predict(test_titles),
        "mean vector": averaging.fit(means[:number], y[:number]).predict(means[672:]),
    }


# %% [markdown]
# **Predict.** Four topics, so guessing gets 25 %. With 42 titles to learn from, where do the
# learned table, the frozen table, TF-IDF and the mean vector end up? And with 672?
#
# <details><summary>Answer</summary>
#
# With 42 titles the two without pre-trained vectors guess a little better than chance: 36 % with a
# learned table, 37 % for TF-IDF. The frozen table gets 67 % and the mean vector 76 %. With 672
# titles all of them rise, and the order stays: learned 74, TF-IDF 79, frozen 90, mean vector 92.
#
# </details>

# %%
sizes, seeds = (42, 672), range(1, 6)
answers = {number: baselines(number) for number in sizes}
trained = {}
with chapter.timed("06", "30 networks"):
    for number in sizes:
        for way in ("learned", "frozen", "fine-tuned"):
            answers[number][way] = []
            for seed in seeds:
                table = tables.get(way, lambda seed=seed: tasks.fresh_table(len(matrix), 100, seed))
                trained[way] = train(table, own, number, seed, Classifier)
                answers[number][way].append(tasks.predict(trained[way], rows_of[672:]))

right, percent = {}, {}
for n, given in answers.items():
    right[n] = {way: np.atleast_2d(found) == test_y for way, found in given.items()}
    percent[f"{n} titles"] = {way: 100 * hits.mean(axis=1) for way, hits in right[n].items()}
families.scores(percent, "right on 168 test titles, %", order="value")


# %%
def gain(number, a, b):
    """a minus b in points on the same titles, with its 95 % interval over titles and seeds."""
    middle, low, high = (100 * x for x in paired(right[number][a], right[number][b]))
    print(f"{number} titles, {a} minus {b}: {middle:+.0f} ({low:+.0f} to {high:+.0f})")


for number in sizes:
    gain(number, "frozen", "learned")
    gain(number, "mean vector", "frozen")
    gain(number, "fine-tuned", "frozen")
for number in sizes:
    known = {word for title in titles[:number] for word in title}
    new = np.mean([word not in known for title in test_titles for word in title])
    print(f"{new:.0%} of the test tokens occur in none of the {number} titles")

# %% [markdown]
# **Pre-trained vectors are worth more than anything else here.** With 42 titles the frozen table
# gets 67 % and a learned one 36 %, for the same network and titles. Sixteen times as many titles
# shrink the gap to half and do not close it. This fits the toy of section 2: three quarters of
# the test tokens occur in none of the 42 titles, nearly a third in none of the 672, and about these
# a learned table has nothing to say. Whether fine-tuning adds anything we cannot tell: both
# of its intervals include 0.
#
# The surprise is on top. The mean vector has no LSTM and no order of words, and with 42 titles it
# beats the LSTM by 9 points. Why, we have not tested; one guess is that reading in order
# has to be learned too. At 672 titles we cannot tell
# the two apart. Look at what they get wrong.

# %%
given = {way: np.atleast_2d(found)[0] for way, found in answers[672].items()}  # seed 1
for one, other in (("mean vector", "frozen"), ("frozen", "mean vector")):
    print(f"{one} right; {other} says:")
    for i in np.flatnonzero((given[one] == test_y) & (given[other] != test_y))[:5]:
        print(f"  {labels[given[other][i]]:9}", " ".join(test_titles[i]))

# %% [markdown]
# Some of these one understands: *play* and *games* may have made *new console* Sports, and *lions*
# a title about animals. Others, like the tea auction, one does not. To find out, delete a word
# and ask again.
#
# ### Try your network
# **Try it.** Your own `forward`, now trained on 672 titles, reads a title of yours.

# %%
trained["frozen"].table = tasks.table(vectors, frozen=True)  # no row has moved: any word will do
networks = {"frozen": (trained["frozen"], vectors.key_to_index)}
networks["learned"] = (trained["learned"], own)
read_so_far = {word for title in titles for word in title}
live(read, title="the goalkeeper saved two penalties")

# %% [markdown]
# With 672 titles both say Sports: four of the five words have been read by now. Ready vectors pay
# where the words are new, so type grey words.
#
# ### Open experiment
# Deal the vectors out to the wrong words: every word gets the vector of some other word, so the
# table holds the same numbers as before. Predict first what happens to the mean vector and to the
# frozen network with 42 titles. Then, in the cell that makes `matrix`, shuffle its rows from row 1
# on (`np.random.default_rng(0).permutation`) before `means`, run from there on, and explain what
# you see: do the numbers help, or which word has which?

# %% [markdown]
# ## 5. Film reviews: which text did the vectors read?
# IMDB is a set of English film reviews, half of them positive. It is not ours to print, so `python
# course.py measure static imdb nsmc` measured a part of it, and we read the results from a file:
# 2,000 reviews to train on, 500 to choose settings by, and 4,000 to test on. The reader is the best
# of section 4, the mean vector.
#
# There is a trap here. Vectors of different makers have read different texts, and those that have
# read film reviews may simply be better at them. So the measurement has two more tables,
# trained by the same skip-gram on one million words each: once on other film reviews, once on free
# text, which is mostly encyclopedia, textbooks and talk.
#
# **Predict.** Which table is better on film reviews: ours, which has read 55 million words of
# everything, or the one that has read a single million words of reviews? And where is TF-IDF?
#
# <details><summary>Answer</summary>
#
# The million words of reviews win by two points. TF-IDF beats both.
#
# </details>

# %%
measured = chapter.results("static_vectors")["experiments"]


def right_on(data, name):  # which test reviews this input gets right
    rows = select(measured[data]["rows"], input=name)
    return unpack(next(row for row in rows if "seed" not in row))


def difference(data, a, b):
    """a minus b in points on the same reviews, with the 95 % interval."""
    middle, low, high = (100 * x for x in paired(right_on(data, a), right_on(data, b)))
    print(f"{a} minus {b}: {middle:+.1f} ({low:+.1f} to {high:+.1f})")


# %%
inputs_of = {"TF-IDF": "TF-IDF + logistic regression", "ours, 55 million": "skip-gram (ours)"}
inputs_of["GloVe 6B, 50 dimensions"] = "GloVe 6B"
inputs_of |= {"1 million, reviews": "skip-gram, film reviews"}
inputs_of |= {"1 million, other text": "skip-gram, other text"}
hits = {name: right_on("imdb", given) for name, given in inputs_of.items()}
accuracy = {name: [100 * each.mean()] for name, each in hits.items()}
ends = {name: [100 * end for end in interval(each)] for name, each in hits.items()}
families.scores(accuracy, "right on 4,000 IMDB reviews, %", ends, order="value")
difference("imdb", "skip-gram, film reviews", "skip-gram, other text")
difference("imdb", "skip-gram, film reviews", "skip-gram (ours)")

# %% [markdown]
# **The text matters more than its size.** On the same number of words, reviews beat other text by 6
# points, and they beat our own vectors, which have read 55 times as much. (GloVe is the file with
# 50 dimensions beside our 100, so its low place says little about GloVe.) A good score praises
# the text as much as the method.
#
# And here counting wins outright, with TF-IDF 6 points above the best table. A review has some 260
# tokens, and a mean gives every
# token the same weight, while logistic regression on TF-IDF learns one for each word.
#
# <details><summary>Lab: IMDB with GloVe in an LSTM (needs internet, 15 minutes)</summary>
#
# Load the set by one line, read the GloVe file, and swap the table.
# `glove.6B.50d.txt` is in `glove.6B.zip` on the page of GloVe (see Sources).
#
# ```python
# imdb = corpora.imdb()  # downloads 84 MB once
# some, test = imdb.train[::10], imdb.test[::10]
# texts = [[t.lower() for t in tokenize(text)][-100:] for _, text in some + test]
# every = sorted({word for text in texts for word in text})
# row_of = {word: row for row, word in enumerate(every, start=1)}
# ids = [np.array([row_of[word] for word in text]) for text in texts]
# y = np.array([label == "positive" for label, _ in some + test], dtype=int)
#
# with open("glove.6B.50d.txt", encoding="utf-8") as file:
#     split = [line.split() for line in file]
# glove = {word: np.array(numbers, dtype=float) for word, *numbers in split}
# rows = torch.tensor(embedding_rows(every, glove, 50), dtype=torch.float32)
# table = nn.Embedding.from_pretrained(rows, freeze=True)  # swap this line
#
# settings = tasks.TaskSettings(hidden_dim=128, epochs=6, learning_rate=3e-3)
# model, n = Classifier(table, 2, settings), len(some)
# tasks.train(model, ids[:n], y[:n], settings)
# print(tasks.accuracy(model, ids[n:], y[n:]))
# ```
#
# With `freeze=True` we got 74 %, with `freeze=False` 77 %, and with a learned table,
# `tasks.fresh_table(len(every) + 1, 50)`, 71 % (one seed each, the 50,000 most frequent words). For
# a GRU in place of the LSTM write `nn.GRU`, and nothing else changes.
#
# </details>
#
# ### Korean reviews: subwords or text?
# NSMC is a set of short film reviews from Naver (네이버 영화 리뷰). A lecture quotes four
# accuracies for it (see Sources), with fastText over syllables (음절) or over jamo (자모):
#
# | the first layer | its text | accuracy |
# |---|---|---|
# | embedding layer, learned | the reviews | 84.05 % |
# | fastText, jamo | the reviews and Wikipedia | 86.90 % |
# | fastText, syllables | the reviews and Wikipedia | 87.07 % |
# | fastText, syllables | the same and Namuwiki (나무위키) | 87.15 % |
#
# So fastText gains three points. But it has two advantages over the first row: it has read more
# text, and it can spell a word that it has never seen. Which of the two is it? We cross them: whole
# words (Word2Vec), syllables and jamo, each trained on half a million tokens of film reviews or of
# other Korean text. The reader is again the mean (5,000 reviews to train on and 5,000 to test on, a
# part of NSMC, own split).

# %%
units = {"whole words": "word2vec", "syllables": "syllable fastText", "jamo": "jamo fastText"}
kinds = ("film reviews", "other text")
table = np.zeros((3, 2))
for i, by in enumerate(units.values()):
    for j, kind in enumerate(kinds):
        table[i, j] = 100 * right_on("nsmc", f"{by}, {kind}").mean()
columns = [f"trained on {kind}" for kind in kinds]
families.table(table, list(units), columns, write="{:.1f}", most=100)
for kind in kinds:
    difference("nsmc", f"syllable fastText, {kind}", f"word2vec, {kind}")
    difference("nsmc", f"jamo fastText, {kind}", f"syllable fastText, {kind}")
by_characters = right_on("nsmc", "TF-IDF of characters + logistic regression").mean()
print(f"TF-IDF over runs of one to three characters: {by_characters:.1%}")

# %% [markdown]
# **Both help, and the text helps more.** Film reviews instead of other text are worth 6 to 9
# points. Syllables instead of whole words are worth 3.6 points after film reviews and 6.4 after
# other text, perhaps because more words are missing there. So the three points of the lecture's
# table can come from either cause, and it cannot tell which. Jamo are level with syllables after
# film reviews and worse after other text. And again a plain baseline wins: runs of characters,
# counted, can spell as well, and get 80.4 %.
#
# ## 6. Words without a vector
# A word that is not in the table is an unknown word (chapter 01). Its row is zeros, and what it
# says is lost. So before you use any vectors, ask how many of your words they know: of the tokens,
# where a word counts as often as it occurs, and of the types, where it counts once.

# %%
tokens = [t.lower() for _, message in corpora.our_messages().test for t in tokenize(message)]
missing = Counter(word for word in tokens if word not in vectors)
print(*[word for word, _ in missing.most_common(16)])

print(f"{'without a vector':16} {'tokens':>7} {'types':>7}")
for row in select(measured["unknown"]["rows"], vectors="static_en"):
    print(f"{row['text']:16} {row['unknown_tokens']:7.1%} {row['unknown_types']:7.1%}")

# %% [markdown]
# Abbreviations, times, codes, web addresses: much of what a spam filter could use is missing. On
# IMDB 46 % of the types are unknown and only 3.6 % of the tokens, because the missing words are
# rare ones. Short messages and social media (SMS Spam, WNUT-17) lose nearly one token in ten.
# [Chapter 04](04_fasttext.ipynb) and [chapter 07](07_char_cnn.ipynb) have the repair, vectors made
# of letters.
#
# ## What you can now do
# - fill an embedding layer with ready vectors, and say which rows move in training,
# - build a classifier that reads in order and does not read the padding,
# - judge vectors on a task beside counting, and look at the mistakes,
# - ask which text the vectors have read before you praise the method.
#
# ## One honest limit
# 168 test titles are few: one of them is worth 0.6 points, and the intervals of section 4 reach 3
# to 9 points to either side. Section 5 trained each table once.
#
# ## Sources
# - J. Pennington, R. Socher, C. D. Manning, *GloVe: Global Vectors for Word Representation*, 2014,
#   <https://aclanthology.org/D14-1162/>; the vectors: <https://nlp.stanford.edu/projects/glove/>.
# - IMDB: A. L. Maas and others, *Learning Word Vectors for Sentiment Analysis*, 2011,
#   <https://aclanthology.org/P11-1015/>.
# - NSMC: L. Park, *Naver Sentiment Movie Corpus*, 2015, <https://github.com/e9t/nsmc>.
# - FastText: P. Bojanowski and others, *Enriching Word Vectors with Subword Information*, 2017,
#   <https://aclanthology.org/Q17-1010/>.
# - Unknown words: SMS Spam, T. A. Almeida, J. M. Gómez Hidalgo, A. Yamakami, *Contributions to the
#   Study of SMS Spam Filtering*, 2011, <https://doi.org/10.1145/2034691.2034742>; WNUT-17, L.
#   Derczynski and others, *Results of the WNUT2017 Shared Task on Novel and Emerging Entity
#   Recognition*, 2017, <https://aclanthology.org/W17-4418/>.
# - The classifier, the assignment and the four accuracies for NSMC: the lecture *Tensorflow를
#   활용한 딥러닝 자연어 처리 입문*, part 3.
#
# ## Where next
# [Chapter 06b](06b_maps_and_the_wall.ipynb) draws the vectors on maps, and then runs into the wall
# that stops whoever looks at one row only: one vector for each word, whatever the sentence says.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A word occurs in test reviews but in no training review. Which tables can still use it?
#    - [ ] the learned one, since it has a row for every word :: training never touched that row, so
#      it holds what chance put there
#    - [x] the frozen and the fine-tuned one :: its row comes from another text, and no training
#      review has to mention it
#    - [ ] the fine-tuned one only :: no review moves its row, so the frozen table has the same one
# 2. FastText trained on film reviews beats an embedding layer on film reviews. What follows?
#    - [ ] subwords help with film reviews :: the text may have helped instead; vary one at a time
#    - [x] subwords or the text helped, and we cannot tell which :: two things changed at once
#    - [ ] nothing, since the sets differ in size :: the accuracy is measured on the same test
#      reviews; what differs is what the tables know
# 3. Of the tokens of a text 4 % have no vector, and of its types 46 %. What does that say?
#    - [ ] one of the numbers must be wrong :: they count different things, and both can be right
#    - [ ] the vectors are useless for this text :: 24 of 25 tokens have a vector
#    - [x] the missing words are rare ones :: a rare word counts once among the types and hardly at
#      all among the tokens
