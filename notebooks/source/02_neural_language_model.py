# %% [markdown]
# # 02 Neural language model
#
# **Can a network that learns vectors for words predict better than counts?**
#
# Chapter 01 ended with a model to which every word is a mark on paper. Here a word becomes a row
# of numbers that is learnt. The model is the one of Bengio, Ducharme, Vincent and Jauvin, 2003.
#
# You will be able to
# - **show** that a one-hot vector times a table reads one row of it,
# - **count** the parameters of a network by hand,
# - **build** a feed-forward neural language model and train it on real text,
# - **measure** it beside Kneser-Ney, alone and mixed,
# - **explain** what shared vectors buy, and what a fixed window can never see.
#
# You need chapter 01, the product of a vector and a matrix, and the idea of a **gradient**
# (기울기): the direction in which a number grows fastest.

# %% tags=["setup"]
import itertools

import numpy as np
import torch
from matplotlib import pyplot as plt
from torch import nn
from torch.nn import functional as F

from elmo_lite import nnlm
from elmo_lite.checks import ch02 as checks
from elmo_lite.experiments import ladder
from elmo_lite.ngram import NGramModel
from elmo_lite.plots import ch02 as plots
from elmo_lite.plots import common
from elmo_lite.text import BOS, EOS, UNK, Vocabulary

torch.set_num_threads(1)  # small networks: one thread is fast, and gives the same sums everywhere

# %%
common.course_map("02")

# %% [markdown]
# ## 1. Words as numbers, twice
# A network needs numbers. The plainest way is **one-hot encoding** (원-핫 인코딩): with $V$ words,
# each word is a vector of $V$ numbers, a single 1 and otherwise 0. Here are three Korean words,
# 선생님 and 교사 (both "teacher") and 전화기 ("telephone"), in a vocabulary of eight.
#
# How alike are two vectors $a$ and $b$? We measure the **cosine similarity** (코사인 유사도),
# 1 for the same direction, 0 for a right angle and -1 for opposite directions. It is the **dot
# product** (내적) of the two, divided by both lengths:
#
# $$\cos(a, b) = \frac{a \cdot b}{\lVert a \rVert\,\lVert b \rVert} \tag{1}$$
#
# **Predict.** Which of the three one-hot vectors are most alike?
#
# <details><summary>Answer</summary>
#
# None. Two different words never have their 1 at the same place, so every dot product is 0.
#
# </details>

# %%
def cosine(a, b):
    """Equation (1)."""
    return a @ b / np.sqrt((a @ a) * (b @ b))


words = ["선생님", "교사", "전화기"]
one_hot = np.eye(8)[[0, 2, 6]]
wished = np.array([[1.2, 0.8, 1.5, 2.1], [1.1, 0.9, 1.7, 1.8], [2.6, 0.2, 0.1, 0.0]])
for name, vectors in (("one-hot", one_hot), ("wished for", wished)):
    teacher, other_teacher, telephone = vectors
    print(f"{name:10} cos(선생님, 교사) = {cosine(teacher, other_teacher):.2f}", end="   ")
    print(f"cos(선생님, 전화기) = {cosine(teacher, telephone):.2f}")

# %%
figure = plt.figure(figsize=(11, 2.3))
left, right = figure.subplots(1, 2, width_ratios=(2, 1))
plots.word_strips(words, one_hot, "one-hot vectors", ax=left)
plots.word_strips(words, wished, "dense vectors, as we wish them", ax=right)

# %% [markdown]
# On the left all words are equally strange to each other. On the right, where we chose the
# numbers by hand, two words are close. Such a **dense vector** (밀집 벡터) of a word is called
# its **embedding** (임베딩).
#
# | | one-hot vector | embedding |
# |---|---|---|
# | numbers per word | $V$, as many as there are words | few, often 50 to 300 |
# | kind | sparse (희소): nearly all 0 | dense (밀집) |
# | made | by hand: a place for each word | learnt from text |
# | values | 0 and 1 | real numbers |
#
# Nobody writes such numbers by hand for 10,000 words. This chapter learns them, and section 8
# asks again about 선생님 and 교사, with vectors that no one chose.
#
# ## 2. One-hot times a table is a lookup
# The example of the lecture: "what will the fat cat sit on". Seven words, so $V = 7$. Let $W$ be
# a table with one row of $M = 5$ numbers for each word. In a network, the one-hot vector $x$ of
# "fat" is multiplied by it:
#
# $$e = x\,W, \qquad e_j = \sum_{i=1}^{V} x_i\,W_{ij} \tag{2}$$
#
# By hand: only $x_4 = 1$ ("fat" is the fourth word), so each sum keeps a single term, and
# $e = (2.1, 1.8, 1.5, 1.7, 2.7)$, the fourth row. (The rows of the first four words are the
# lecture's, the other three are ours.)
#
# **Predict.** How many multiplications does the product need with $V = 10{,}003$ (10,000 words and
# three marks) and $M = 64$, and how many of them matter?
#
# <details><summary>Answer</summary>
#
# $V \times M = 640{,}192$, and all but 64 multiply by 0. Reading the row needs none.
#
# </details>

# %%
sentence = ["what", "will", "the", "fat", "cat", "sit", "on"]
table = np.array([[0.5, 2.1, 1.9, 1.5, 0.8], [0.8, 1.2, 2.8, 1.8, 2.1], [0.1, 0.8, 1.2, 0.9, 0.7],
                  [2.1, 1.8, 1.5, 1.7, 2.7], [1.9, 1.6, 1.4, 2.0, 2.4], [0.3, 2.6, 0.2, 1.1, 0.9],
                  [1.0, 0.4, 2.2, 0.6, 0.1]])
x = np.zeros(7)
x[sentence.index("fat")] = 1
loop = [sum(x[i] * table[i, j] for i in range(7)) for j in range(5)]  # equation (2)
assert np.allclose(loop, [2.1, 1.8, 1.5, 1.7, 2.7])
assert np.array_equal(x @ table, table[3]) and np.allclose(loop, x @ table)
print(f"{table.size} multiplications here, {10_003 * 64:,} in the prediction")

# %%
plots.table_lookup(sentence, x, table)

# %% [markdown]
# The 1 lights one row, and that row is the result. So libraries never build the one-hot vector:
# they take the row by its number. In PyTorch the table is `nn.Embedding`, and a table read in
# this way is called a **lookup table** (룩업 테이블).

# %%
embedding = nn.Embedding.from_pretrained(torch.tensor(table))
ids = torch.tensor([sentence.index(word) for word in ("will", "the", "fat", "cat")])
rows = F.one_hot(ids, 7).double() @ embedding.weight
assert torch.equal(embedding(ids), rows)
print("a row per word:", tuple(rows.shape), "  joined:", tuple(rows.flatten().shape))

# %% [markdown]
# ## 3. The network
# To predict "sit", the model looks at the four words before it: will, the, fat, cat. We write
# $m$ for the number of context words. (The lecture calls it n = 4; in the counting of chapter 01,
# which includes the word to predict, it is a 5-gram model.)
#
# 1. **Look up** (the lecture's **projection layer**, 투사층): four rows of 5 numbers, and nothing
#    else is done to them.
# 2. **Join** (concatenate, 연결): one vector $z$ of $4 \times 5 = 20$ numbers. Order is kept, since
#    each place in the window has its own part of $z$.
# 3. **Hidden layer** (은닉층) of $H$ numbers, its units. Weights (가중치) $A$ and a bias (편향) $d$
#    mix the 20 numbers; tanh, the **activation function** (활성화 함수), squashes each result
#    between -1 and 1.
# 4. **Output layer** (출력층), with weights $U$ and bias $b$: one score $s_i$ for each word of the
#    vocabulary, which the **softmax** (소프트맥스) turns into probabilities.
#
# $$h = \tanh(A z + d), \qquad s = U h + b, \qquad
# P(t = i \mid u) = \frac{e^{s_i}}{\sum_{k=1}^{V} e^{s_k}} \tag{3}$$
#
# $u$ is the context as in chapter 01. Softmax by hand, for the scores 2, 1 and 0:
# $e^2 + e^1 + e^0 = 7.39 + 2.72 + 1 = 11.11$, so the probabilities are 0.67, 0.24 and 0.09.
# The second cell below computes all of (3), once with loops and once with matrices, on random
# weights.

# %%
def softmax(scores):
    """The right part of (3); taking the largest score away changes nothing but avoids overflow."""
    powers = np.exp(scores - scores.max())
    return powers / powers.sum()


assert np.allclose(softmax(np.array([2.0, 1.0, 0.0])), [0.67, 0.24, 0.09], atol=0.005)
assert np.allclose(softmax(np.array([1002.0, 1001.0, 1000.0])), softmax(np.array([2.0, 1, 0])))

# %%
rng = np.random.default_rng(0)
m, M, H, V = 4, 5, 8, 7
A, d = rng.normal(0, 0.3, (H, m * M)), np.zeros(H)
U, b = rng.normal(0, 0.3, (V, H)), np.zeros(V)
z = np.concatenate([table[i] for i in ids])
h = [np.tanh(sum(A[k, j] * z[j] for j in range(20)) + d[k]) for k in range(H)]
scores = np.array([sum(U[i, k] * h[k] for k in range(H)) + b[i] for i in range(V)])
p = softmax(U @ np.tanh(A @ z + d) + b)
assert np.allclose(p, softmax(scores)) and np.isclose(p.sum(), 1)
plots.window_network(["will", "the", "fat", "cat"], "sit", M, H, sentence, p)

# %% [markdown]
# The network has not learnt anything yet, so the probabilities on top are as random as its
# weights. Note what is shared: all four places read the same table, so a word has one row,
# wherever it stands.
#
# ### How wrong is it? Cross-entropy
# The **loss** (손실) of one prediction is the **cross-entropy** (교차 엔트로피) between the
# one-hot vector $y$ of the right word and the probabilities. Again the one-hot vector only picks:
#
# $$L = -\sum_{i=1}^{V} y_i \log P(t = i \mid u) = -\log P(\text{right word} \mid u) \tag{4}$$
#
# Look back at equation (5) of chapter 01: the perplexity is exp of the mean of just this number.
# To train with cross-entropy is to train for low perplexity.

# %%
right = sentence.index("sit")
y = np.eye(7)[right]
loss = -np.log(p[right])
assert np.isclose(loss, -(y * np.log(p)).sum())
assert np.isclose(loss, F.cross_entropy(torch.tensor(scores), torch.tensor(right)))
print(f"P(sit) = {p[right]:.3f}, loss {loss:.2f}, perplexity of this one word {np.exp(loss):.1f}")

# %% [markdown]
# ## 4. Counting parameters
# The **parameters** (매개변수) are the numbers that training may change. Seeing a network as
# matrices makes counting them easy: a layer from $a$ to $b$ numbers has a matrix of $b \times a$
# weights and $b$ biases.
#
# By hand, for a small network $4 \to 8 \to 8 \to 3$ with biases in each layer:
# $(4 \cdot 8 + 8) + (8 \cdot 8 + 8) + (8 \cdot 3 + 3) = 40 + 72 + 27 = 139$.
#
# For the network of section 3: the table has $7 \cdot 5 = 35$ numbers and no bias, the hidden
# layer $20 \cdot 8 + 8 = 168$, the output layer $8 \cdot 7 + 7 = 63$. Together 266.

# %%
small = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 3))
assert sum(p.numel() for p in small.parameters()) == 139
assert table.size + A.size + d.size + U.size + b.size == 35 + 168 + 63 == 266

# %% [markdown] tags=["exercise"]
# ### Exercise 2.1: count the parameters
# Difficulty 1 of 3, 10 minutes.
#
# Write the count for any network of the kind of section 3. Mind what the lecture stresses: the
# table has no bias.
#
# <details><summary>Hint 1</summary>
#
# The hidden layer reads the joined vectors, `context_size * emb_dim` numbers. The table is stored
# once, however many words the window has.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Table, hidden weights, hidden biases, output weights, output biases: five terms. For
# `(7, 4, 5, 8)` they sum to 266.
#
# </details>

# %% tags=["exercise"]
def count_parameters(vocab_size, context_size, emb_dim, hidden_dim):
    """How many numbers the network of equation (3) can learn."""
    # begin solution
    table = vocab_size * emb_dim
    hidden = context_size * emb_dim * hidden_dim + hidden_dim
    return table + hidden + hidden_dim * vocab_size + vocab_size
    # end solution

# %% tags=["check"]
checks.ch02_ex1(count_parameters)

# %% [markdown]
# ## 5. The class
# The network of section 3 as a PyTorch module. We build it twice: once with one-hot vectors, as on
# paper, and once with `F.embedding`, the function inside `nn.Embedding`.

# %%
class NNLM_v1(nn.Module):
    """One-hot vectors times a table, joined, hidden layer, a score for each word."""

    def __init__(self, vocab_size, context_size, emb_dim, hidden_dim):
        super().__init__()
        self.table = nn.Parameter(0.3 * torch.randn(vocab_size, emb_dim))
        self.hidden = nn.Linear(context_size * emb_dim, hidden_dim)
        self.output = nn.Linear(hidden_dim, vocab_size)

    def look_up(self, contexts):
        return F.one_hot(contexts, len(self.table)).float() @ self.table

    def forward(self, contexts):
        """Ids (batch, context_size) -> scores (batch, vocab_size)."""
        z = self.look_up(contexts).flatten(1)  # join: (batch, context_size * emb_dim)
        return self.output(torch.tanh(self.hidden(z)))


class NNLM_v2(NNLM_v1):
    """The same, but the rows are read by their number."""

    def look_up(self, contexts):
        return F.embedding(contexts, self.table)  # New

# %% [markdown]
# Both must give the same scores, and, more than that, the same gradient: how much each number of
# the table would change the loss.
#
# **Predict.** One training example: will, the, fat, cat, and then sit. Which rows of the table
# get a gradient that is not 0?
#
# <details><summary>Answer</summary>
#
# The four rows that were read: will, the, fat and cat. Not "sit", the word to predict: it stands
# in the output layer only.
#
# </details>

# %%
torch.manual_seed(0)
v1, v2 = NNLM_v1(7, 4, 5, 8), NNLM_v2(7, 4, 5, 8)
v2.load_state_dict(v1.state_dict())
assert sum(p.numel() for p in v1.parameters()) == 266
contexts, target = ids[None], torch.tensor([right])
for model in (v1, v2):
    F.cross_entropy(model(contexts), target).backward()
assert torch.allclose(v1(contexts), v2(contexts))
for one, other in zip(v1.parameters(), v2.parameters(), strict=True):
    assert torch.allclose(one.grad, other.grad)
plots.table_gradient(sentence, v2.table.grad)

# %% [markdown]
# One example moves the rows of its four context words and no other. Over a long text, each row is
# moved by all the places where its word was read. Words that are read before the same words get
# pushed the same way.
#
# ### One step downhill
# Training (훈련) repeats one step: take the gradient, go a little the other way. This is **gradient
# descent** (경사 하강법). With $\theta$ for all parameters and a small **learning rate** (학습률)
# $\eta$:
#
# $$\theta \leftarrow \theta - \eta\,\frac{\partial L}{\partial \theta} \tag{5}$$
#
# The lecture's sentence alone gives three examples with four words of context: after "what will
# the fat" comes "cat", and so on.

# %%
pieces = torch.arange(7).unfold(0, 5, 1)  # rows of five ids: four to read and one to predict
for step in range(301):
    loss = F.cross_entropy(v2(pieces[:, :4]), pieces[:, 4])
    v2.zero_grad()
    loss.backward()
    with torch.no_grad():
        for parameter in v2.parameters():
            parameter -= 0.5 * parameter.grad  # equation (5)
    if step % 100 == 0:
        print(f"step {step}: loss {loss:.2f}")
print("after will the fat cat:", sentence[v2(contexts).argmax()])

# %% [markdown]
# The loss starts near $\log 7 = 1.95$, blind guessing among seven words, and falls towards 0: the
# network has learnt three examples by heart. That is no art. The test is text that it has not
# read.
#
# ## 6. Real text
# We take the Wikipedia sample of chapter 01 with its split into training, dev and test text. For
# a training that you can watch, the vocabulary has only 2,000 words here; all others are `<unk>`.
# Section 7 has the numbers for the full 10,000.
#
# Every token becomes one example, so we need all windows of all sentences. Before each sentence
# stand $m$ marks `<s>`, so that no window reaches into the sentence before.

# %% [markdown] tags=["exercise"]
# ### Exercise 2.2: cut windows
# Difficulty 2 of 3, 15 minutes.
#
# `sentences` are lists of ids. Return two arrays: the contexts, shape (examples, m), and the
# targets, shape (examples,). Each word is a target once, and then the end mark. The id of `<s>` is
# 1, that of `</s>` is 2.
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
checks.ch02_ex2(cut_windows)

# %%
wiki = ladder.corpus()
vocabulary = Vocabulary.build(wiki.train, max_size=2000)
contexts, targets = nnlm.windows(wiki.train, vocabulary, context_size=4)
padded = [[*[BOS] * 4, *sentence, EOS] for sentence in wiki.train[:50]]
looped = [row[i : i + 5] for row in padded for i in range(len(row) - 4)]
assert np.array_equal([vocabulary.ids(row[:4]) for row in looped], contexts[: len(looped)])
assert np.array_equal([vocabulary.id(row[4]) for row in looped], targets[: len(looped)])
print(f"{len(targets):,} examples from {len(wiki.train):,} sentences")
dev_targets = nnlm.windows(wiki.dev, vocabulary, context_size=4)[1]
for name, ids_to_predict in (("training", targets), ("dev", dev_targets)):
    share = (ids_to_predict == vocabulary.id(UNK)).double().mean()
    print(f"{name} text: {share:.0%} of the targets are {UNK}")

# %% [markdown]
# `nnlm.windows` needs no loop: it writes all padded sentences one after the other, takes every
# stretch of $m + 1$ ids, and drops those whose last id is `<s>`. No other stretch crosses a border,
# since $m$ marks stand between two sentences.
#
# The package's class is `nnlm.NNLM`. It adds four things: the vocabulary; the score $-\infty$ for
# `<s>`, which is never predicted, as in all models of the ladder; dropout (explained in section 7);
# and first biases $b_i$ that are the logarithm of how often each word was seen. So before any
# training it already is about a unigram model. With equal weights it computes what `NNLM_v2` does.

# %%
shape = nnlm.NNLMShape(context_size=4, emb_dim=32, hidden_dim=64)
package = nnlm.NNLM(vocabulary, shape)
ours = NNLM_v2(len(vocabulary), 4, 32, 64)
for mine, theirs in zip(ours.parameters(), package.parameters(), strict=True):
    mine.data = theirs.data
words = [i for i in range(len(vocabulary)) if i != vocabulary.id(BOS)]
with torch.no_grad():
    assert torch.allclose(ours(contexts[:99])[:, words], package(contexts[:99])[:, words])
count = sum(p.numel() for p in package.parameters())
assert count == shape.num_parameters(len(vocabulary)) == 202_547
losses, perplexities = [], [package.perplexity(wiki.dev)]
print(f"{count:,} parameters, of them {package.output.weight.numel():,} in the matrix U")

# %% [markdown]
# Nearly two thirds of all numbers sit in the output layer, and every single prediction uses all of
# them. Keep that in mind for chapter 03.
#
# Now train, on **batches** (배치) of 256 examples in random order. Instead of the plain step (5)
# we use Adam, which keeps a step size for each parameter, and the learning rate falls to a tenth
# on the way. One pass through the text is an **epoch** (에폭).

# %%
def note(epoch):
    losses.append(epoch["loss"])
    perplexities.append(epoch["dev_perplexity"])
    print(f"epoch {epoch['epoch']}: loss {losses[-1]:.2f}, dev perplexity {perplexities[-1]:.1f}")


training = nnlm.Training(epochs=2, batch_size=256, learning_rate=0.003, seed=0)
model = nnlm.fit(wiki.train, wiki.dev, vocabulary, shape, training, on_epoch=note)

# %% [markdown]
# Counting gets the same text, the same vocabulary and the same dev tokens.
#
# **Predict.** Kneser-Ney was hard to beat in chapter 01. Will the network, after two passes, be
# better or worse than the trigram model?
#
# <details><summary>Answer</summary>
#
# A little better here, and the mixture of both is better than either. See the figure, and
# section 7 for the full vocabulary.
#
# </details>

# %%
trigram = NGramModel(3, "kneser-ney").fit(wiki.train, vocabulary)
counting = {"unigram": NGramModel(1).fit(wiki.train, vocabulary).perplexity(wiki.dev)}
counting["trigram, Kneser-Ney"] = trigram.perplexity(wiki.dev)
assert np.isclose(perplexities[0], counting["unigram"], rtol=0.1)
assert perplexities[2] < perplexities[1] and perplexities[2] < counting["trigram, Kneser-Ney"]
plots.perplexity_by_epoch(np.exp(losses), perplexities, counting)

# %% [markdown]
# The red line starts at the unigram model, as its biases say, and crosses the trigram model. (The
# squares are the training loss (4) as a perplexity, averaged over an epoch while the network still
# learns. They end above the line of the dev text, although the network never saw that one. But more
# of its targets are `<unk>`, as the count above says, and what comes so often is easy to guess. So
# compare models on one text only.)
#
# ### Two opinions are better than one
# Bengio's paper did not stop there: it averaged the probabilities of the network and of a trigram
# model. With a weight $\lambda$ between 0 and 1:
#
# $$P(t \mid u) = \lambda\,P_{\text{NNLM}}(t \mid u) +
# (1 - \lambda)\,P_{\text{count}}(t \mid u) \tag{6}$$
#
# By hand: if the network gives the right word 0.1 and counting gives it 0.3, then with
# $\lambda = \tfrac12$ the mixture gives 0.2. The mixture (혼합 모델) helps if the two are wrong at
# different places. $\lambda$ is chosen on the dev text.

# %% [markdown] tags=["exercise"]
# ### Exercise 2.3: choose the weight
# Difficulty 2 of 3, 10 minutes.
#
# You get the probabilities that two models gave to the same dev tokens. Return the weight
# $\lambda$ of the first model with the lowest perplexity, among 0, 0.05, 0.1, ..., 1.
#
# <details><summary>Hint 1</summary>
#
# Mix the probabilities, not their logarithms. Then take the logarithm, and the mean.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `np.linspace(0, 1, 21)` has the weights. The lowest perplexity is the highest mean logarithm.
#
# </details>

# %% tags=["exercise"]
def best_weight(first, second):
    """The weight of the first model; both arrays hold one probability per token."""
    # begin solution
    weights = np.linspace(0, 1, 21)
    return max(weights, key=lambda w: np.log(w * first + (1 - w) * second).mean())
    # end solution

# %% tags=["check"]
checks.ch02_ex3(best_weight)

# %%
first, second = (np.exp(each.token_log_probabilities(wiki.dev)) for each in (model, trigram))
weights = np.linspace(0, 1, 21)
curve = [np.exp(-np.log(w * first + (1 - w) * second).mean()) for w in weights]
weight = nnlm.choose_weight(model, trigram, wiki.dev)
assert np.isclose(weights[np.argmin(curve)], weight)
plots.mixture_weights(weights, curve)

# %%
mixture = nnlm.Mixture(model, trigram, weight)
for name, each in (("Kneser-Ney", trigram), ("NNLM", model), ("mixture", mixture)):
    print(f"{name:12} test {np.exp(-each.token_log_probabilities(wiki.test).mean()):.1f}")

# %% [markdown]
# The curve is lowest inside, not at an end: each model knows something that the other does not.
# That was on dev, where the weight was chosen; the three numbers under it are of the test text.
#
# ## 7. Its rung on the ladder
# With 10,000 words a training takes minutes, so its numbers come from the results file
# (`python -m elmo_lite ladder` measures them again): $m = 4$, $M = 64$, $H = 64$, three epochs,
# one seed. **Dropout** (드롭아웃) sets each number of $z$ and of $h$ to 0 with probability 0.2
# while training, and scales the others up, so that the network cannot rely on any single one.
# Weight and epoch were chosen on dev, as everything on the ladder.

# %%
rungs, best = ladder.load(without=["biLM"]), "5-gram, Kneser-Ney"
scores = np.array([rungs[name] for name in (best, "NNLM", "NNLM + Kneser-Ney")])
assert scores.round().tolist() == [156, 145, 126]
assert np.allclose(1 - scores / scores[0], [0, 0.07, 0.19], atol=0.005)
print({rung["name"]: rung["chosen"] for rung in ladder.read() if "NNLM" in rung["name"]})
common.perplexity_ladder(rungs, highlight=["NNLM", "NNLM + Kneser-Ney"])

# %% [markdown]
# On the same test tokens the network reaches 145 where the best counting reaches 156, 7 % less,
# and the mixture 126, 19 % less. (In the paper of 2003 the mixture reaches 252 on the Brown
# corpus and 109 on news, the best n-gram model 312 and 117.) In the mixture the network has a
# little more to say than counting: dev chose the weight 0.6.
#
# ## 8. What sharing buys
# Chapter 01 ended with pets and a fridge. The lecture promises more: who has read 귀여운 강아지
# 좋아해 ("I like the cute puppy") should find 사랑스러운 고양이 사랑해 ("I love the lovely cat")
# possible. We put that to the test with a small world of our own. Three adjectives, three nouns
# and three verbs go together in each of three groups:
# - 귀여운 cute, 사랑스러운 lovely, 작은 small; 강아지 puppy, 고양이 cat, 토끼 rabbit; 좋아해 like,
#   사랑해 love, 안았어 hugged,
# - 무거운 heavy, 낡은 old, 새 new; 냉장고 fridge, 전화기 telephone, 컴퓨터 computer; 샀어 bought,
#   팔았어 sold, 고쳤어 repaired,
# - 친절한 kind, 엄격한 strict, 젊은 young; 선생님 and 교사 teacher, 교수님 professor; 만났어 met,
#   존경해 respect, 찾아갔어 visited.
#
# That makes 81 lines. We take out the three that hold 사랑스러운 고양이.

# %%
rows = ["귀여운 사랑스러운 작은|강아지 고양이 토끼|좋아해 사랑해 안았어"]
rows += ["무거운 낡은 새|냉장고 전화기 컴퓨터|샀어 팔았어 고쳤어"]
rows += ["친절한 엄격한 젊은|선생님 교사 교수님|만났어 존경해 찾아갔어"]
groups = [[words.split() for words in row.split("|")] for row in rows]
world = [list(line) for group in groups for line in itertools.product(*group)]
seen = [line for line in world if line[:2] != ["사랑스러운", "고양이"]]

# %% [markdown]
# **Predict.** After 사랑스러운, neither 고양이 (cat) nor 냉장고 (fridge) nor 선생님 (teacher) was
# ever seen. To which of the three does Kneser-Ney give the least?
#
# <details><summary>Answer</summary>
#
# To the cat! The fridge has followed three different adjectives, the cat only two, since we took
# one away. Company is all that Kneser-Ney can go by.
#
# </details>

# %%
assert (len(world), len(seen)) == (81, 78)
small, nouns = Vocabulary.build(seen), ["강아지", "고양이", "냉장고", "선생님"]
tables, sharing = [], []
for seed in range(5):
    small_training = nnlm.Training(epochs=20, batch_size=32, learning_rate=0.02, seed=seed)
    pets = nnlm.fit(seen, seen, small, nnlm.NNLMShape(2, 8, 16), small_training)
    sharing.append(pets.distribution(["사랑스러운"])[small.ids(nouns)])
    tables.append(pets.keyed_vectors())
plain = NGramModel(2).fit(seen, small).distribution(["사랑스러운"])
smooth = NGramModel(2, "kneser-ney", discount=0.75).fit(seen, small).distribution(["사랑스러운"])
assert plain[small.id("고양이")] == 0 and smooth[small.id("고양이")] < smooth[small.id("냉장고")]
assert all(puppy > cat > 5 * max(others) for puppy, cat, *others in sharing)
counted = {"counting": plain[small.ids(nouns)], "Kneser-Ney": smooth[small.ids(nouns)]}
plots.unseen_pairs(nouns, sharing, counted, "P(next word | 사랑스러운)")

# %% [markdown]
# Counting gives the lovely cat 0, and Kneser-Ney less than the lovely fridge. For every seed, the
# network gives the cat at least five times as much as fridge or teacher, though less than the
# puppy, which it has read. No line told it so. But 귀여운, 사랑스러운 and 작은 all stand before
# 강아지 and 토끼, so their rows in the table became alike, and similar rows lead to similar
# predictions: 고양이 did follow the other two. (The row of 고양이 itself plays no part here. It is
# the word to predict, so only its place in the output layer counts.)
#
# One chosen pair may be luck. In each of the three groups nine pairs of adjective and noun are
# possible. We take out each of the 27 in turn, train again (with the last of the five seeds), and
# ask whether the missing noun gets more than all six nouns of the other groups.

# %%
wins = {"NNLM": 0, "Kneser-Ney": 0}
pairs = [(a, n, k) for k, group in enumerate(groups) for a in group[0] for n in group[1]]
for adjective, noun, k in pairs:
    rest = [line for line in world if line[:2] != [adjective, noun]]
    others = [word for j, group in enumerate(groups) if j != k for word in group[1]]
    fitted = {"Kneser-Ney": NGramModel(2, "kneser-ney", discount=0.75).fit(rest, small)}
    fitted["NNLM"] = nnlm.fit(rest, rest, small, nnlm.NNLMShape(2, 8, 16), small_training)
    for name, each in fitted.items():
        p = each.distribution([adjective])
        wins[name] += p[small.id(noun)] > p[small.ids(others)].max()
assert wins["NNLM"] > 20 and wins["Kneser-Ney"] < 4
print({name: f"{count} of {len(pairs)}" for name, count in wins.items()})

# %% [markdown]
# A blind guess would win about 4 times (1 in 7 each). Kneser-Ney does worse than that: the pair
# that we take out leaves its noun with less company than the others have.
#
# Now the question of section 1, asked of vectors that nobody chose: is 선생님 nearer to 교사 than
# to 전화기? And which rows are alike in the whole table?
#
# **Predict.** Which kind of word (adjective, noun or verb) will the table fail to keep apart by
# group?
#
# <details><summary>Answer</summary>
#
# The verbs. After every verb comes `</s>`, whatever the group, so nothing pushes their rows apart.
#
# </details>

# %%
for name in ("교사", "전화기", "강아지"):
    values = [table.similarity("선생님", name) for table in tables]
    print(f"cos(선생님, {name}): {min(values):.2f} to {max(values):.2f} over five seeds")
assert all(t.similarity("선생님", "교사") > t.similarity("선생님", "전화기") for t in tables)
words = [word for part in range(3) for group in groups for word in group[part]]
plots.table_cosines(words, tables[0][words], size=3)

# %% [markdown]
# For each of the five seeds the answer is yes: 선생님 is nearer to 교사 than to 전화기.
#
# The figure has adjectives, then nouns, then verbs (first seed; a minus marks cosines below -0.3).
# The dark blocks along the diagonal are threes that can stand for each other, and the nine verbs
# are one large block. Nouns of two groups can be alike as well, though other verbs follow them: see
# 선생님 and 강아지 there, and the last range above for other seeds. Nothing forbids it, since the
# adjective stands in the same window and has already told the group. The table has learnt what it
# was asked for, what comes *after* a word. Who buys and who hugs it was never asked.
#
# ## 9. Neighbours in the table
# Back to Wikipedia. Which rows of the table of section 6 point the same way?

# %% [markdown] tags=["exercise"]
# ### Exercise 2.4: nearest rows
# Difficulty 2 of 3, 15 minutes.
#
# Return the numbers of the `k` rows of `table` with the highest cosine (1) to row `i`, the best
# first, without `i` itself.
#
# <details><summary>Hint 1</summary>
#
# Divide each row by its length, `np.linalg.norm(table, axis=1, keepdims=True)`. Then a dot product
# is a cosine.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `np.argsort(-cosines)` sorts from the highest to the lowest. Row `i` itself has cosine 1: take it
# out.
#
# </details>

# %% tags=["exercise"]
def nearest(table, i, k):
    """The k rows most alike to row i, by cosine."""
    # begin solution
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    order = np.argsort(-(unit @ unit[i]))
    return order[order != i][:k]
    # end solution

# %% tags=["check"]
checks.ch02_ex4(nearest)

# %%
vectors = model.keyed_vectors()
for word in ("can", "is", "he", "years", "city", "music"):
    print(f"{word:6}", ", ".join(other for other, _ in vectors.most_similar(word, topn=5)))

# %% [markdown]
# Can goes with may and must, is with are and was, he with she: what a word does in a sentence is
# in the table. What a noun means is hardly there: the neighbours of city, years and music look
# like accidents. Two passes through 350,000 words are little, and predicting the next word asks
# more about grammar than about cities. Chapter 03 gets better neighbours, with a simpler network
# and more text.
#
# ## 10. What a window can never see
# "The boy with the red kite is happy": in chapter 01 counting needed n = 6 to see "boy". The
# network has the same blind spot, since it reads $m$ words and not one more. A **feed-forward**
# network (피드 포워드 신경망), whose arrows all run from input to output, has a fixed input.
#
# A **recurrent** network (순환 신경망, RNN) reads one word at a time, and keeps a vector $h_k$, its
# **state** (상태), that it carries on. The same weights serve at every step:
#
# $$h_k = \tanh(A\,e_k + R\,h_{k-1} + d) \tag{7}$$
#
# $e_k$ is the row of the word at place $k$, and $h_0 = 0$. By hand with one unit, $A = 1$, $R = 1$,
# $d = 0$: for the inputs 1, 0, 0 the states are $\tanh 1 = 0.76$, $\tanh 0.76 = 0.64$,
# $\tanh 0.64 = 0.57$. The 1 of the first step is still felt at the third.

# %%
cell = nn.RNN(1, 1)
with torch.no_grad():
    for weight, value in zip(cell.parameters(), (1.0, 1.0, 0.0, 0.0), strict=True):
        weight.fill_(value)
    states = cell(torch.tensor([[1.0], [0.0], [0.0]]))[0].flatten()
h = [0.0]
for e in (1, 0, 0):
    h.append(np.tanh(e + h[-1]))  # equation (7)
assert np.allclose(h[1:], states) and np.allclose(h[1:], [0.76, 0.64, 0.57], atol=0.005)

# %% [markdown]
# An experiment with made-up word strings: first "boy" or "boys", then up to 12 random words, then
# the model must choose "is" or "are". We compare windows of 2, 4 and 8 words with a small
# recurrent network. All have the same kind of table and train on the same 400 batches.
#
# **Predict.** At how many words in between does the window of 4 fail, and how does it fail?
#
# <details><summary>Answer</summary>
#
# From 4 words in between on: then "boy" is the fifth word back. It fails completely, to 50 %, like
# a coin: no training helps, since nothing in its window tells the two cases apart.
#
# </details>

# %%
names = ["boy", "boys", "with", "the", "red", "kite", "near", "a", "tree", "old", "<s>"]


def strings(count, between, rng):
    """`count` strings with so many random words in between; the answer is 0 (is) or 1 (are)."""
    first = rng.integers(0, 2, count)
    rest = rng.integers(2, len(names) - 1, (count, between))
    return torch.from_numpy(np.column_stack([first, rest])), torch.from_numpy(first)


class Window(nn.Module):
    """Sees the last m words."""

    def __init__(self, m):
        super().__init__()
        self.m, self.embedding = m, nn.Embedding(len(names), 8)
        self.layers = nn.Sequential(nn.Linear(8 * m, 32), nn.Tanh(), nn.Linear(32, 2))

    def forward(self, x):
        x = F.pad(x, (self.m, 0), value=len(names) - 1)[:, -self.m :]
        return self.layers(self.embedding(x).flatten(1))

# %%
class Recurrent(nn.Module):
    """Reads all words, one after the other."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(len(names), 8)
        self.rnn, self.output = nn.RNN(8, 32, batch_first=True), nn.Linear(32, 2)

    def forward(self, x):
        states, _ = self.rnn(self.embedding(x))  # (batch, time, 32)
        return self.output(states[:, -1])

# %%
def accuracies(reader, seed=0):
    """Train on 0 to 12 words in between; the share of right answers at each distance."""
    rng = np.random.default_rng(seed)
    optimizer = torch.optim.Adam(reader.parameters(), lr=0.005)
    for _ in range(400):
        x, y = strings(64, int(rng.integers(0, 13)), rng)
        loss = F.cross_entropy(reader(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    tests = (strings(500, between, rng) for between in range(13))
    return [float((reader(x).argmax(1) == y).double().mean()) for x, y in tests]

# %%
torch.manual_seed(0)
readers = {f"window of {m}": Window(m) for m in (2, 4, 8)} | {"recurrent": Recurrent()}
right = {name: accuracies(reader) for name, reader in readers.items()}
for m in (2, 4, 8):
    share = right[f"window of {m}"]
    assert min(share[:m]) > 0.99 and min(share[m:]) > 0.4 and max(share[m:]) < 0.6
assert min(right["recurrent"]) > 0.99
plots.memory_reach(range(13), right)

# %% [markdown]
# Each window is perfect up to its edge and a coin beyond it. A larger window only moves the edge,
# and pays with a larger matrix $A$. The recurrent network has no edge, with the same weights for
# any length. (One fact among random words is easy to keep. How long a real memory lasts, and what
# the LSTM, a recurrent network with gates, does about it, is a matter of chapter 08.)
#
# ## What you can now do
# - show that a one-hot vector times a table reads one row, and that `nn.Embedding` gives the same
#   scores and gradients,
# - count the parameters of a network by hand,
# - build and train a feed-forward neural language model,
# - measure it fairly beside Kneser-Ney, and mix the two,
# - say what shared vectors buy, and where a fixed window ends.
#
# ## One honest limit
# The text is small, the network of the ladder has one seed, and its sizes were set once, not
# searched for. On much more text, counting needs one pass and the network needs hours; who leads
# there is not measured here. And the worlds of sections 8 and 10 are made up, so that one thing at
# a time can be seen.
#
# ## Sources
# - The model, the mixture and the idea that similar words should share what is learnt: Bengio,
#   Ducharme, Vincent and Jauvin 2003, *A neural probabilistic language model*.
# - "what will the fat cat sit on", the lookup table, the comparison of one-hot vectors and
#   embeddings, and 귀여운 강아지: the lecture *Tensorflow를 활용한 딥러닝 자연어 처리 입문*,
#   part 3.
# - Dropout: Srivastava and others 2014. Adam: Kingma and Ba 2015.
#
# ## Where next
# Most of the work of this network is the output layer: a score for every word of the vocabulary,
# at every step. If all we want are the vectors, most of that can go. Chapter 03 takes away the
# hidden layer and the softmax, and is left with Word2Vec.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. What does a one-hot vector times the table cost a library, and what does it give?
#    - [ ] $V \times M$ multiplications, a new vector :: on paper; but all terms but one row are 0
#    - [x] one lookup, a row of the table :: the 1 picks the row of its word
#    - [ ] a softmax over the rows :: softmax comes at the other end, on the scores
# 2. The window grows from 4 to 8 words. Which parts of the network get more parameters?
#    - [ ] the table :: it has one row for each word, wherever the word stands
#    - [x] the hidden layer :: the joined vector is twice as long, and so is each row of $A$
#    - [ ] the output layer :: it reads the hidden units, and their number stays
# 3. Why can the network give 사랑스러운 고양이 a probability that counting cannot?
#    - [ ] it gives every word something :: so does Kneser-Ney, and it prefers the fridge
#    - [x] 귀여운 got a similar row :: 고양이 did follow 귀여운, and similar rows predict alike
#    - [ ] it has read more text :: both have read the same 78 lines
