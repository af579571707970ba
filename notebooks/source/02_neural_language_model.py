# %% [markdown]
# # 02 Neural language model
#
# Somebody who has read 귀여운 강아지 좋아해 ("I like the cute puppy") is not surprised by
# 사랑스러운 고양이 사랑해 ("I love the lovely cat"), even if no two words of this second sentence
# have ever stood together before. The counts of chapter 01 are surprised, because to them *cute*
# and *lovely* are two marks on paper. In this chapter every word becomes a row of numbers, similar
# words get similar rows, and what the model learns about the puppy serves the cat.
#
# **Can a network that learns vectors for words predict better than counts?**
#
# You will be able to
# - **follow** one prediction through a neural language model, and its error back to the words,
# - **write** the model as a PyTorch module, and the loop that trains it,
# - **compare** it with Kneser-Ney on the same words, and mix the two,
# - **show** with hidden pairs what a shared table of word vectors knows and counts cannot know.
#
# You need chapter 01, the product of a matrix and a vector, and the idea of a **gradient**
# (기울기), the direction in which a number grows fastest.

# %% tags=["setup"]
import itertools

import numpy as np
import torch
from matplotlib import pyplot as plt
from torch import nn
from torch.nn import functional as F

from elmo_lite import nnlm
from elmo_lite.corpora import ladder
from elmo_lite.ngram import NGramModel
from elmo_lite.text import Vocabulary
from notebooks.course import results
from notebooks.course.check import check, yours_or_ours
from notebooks.course.live import live
from notebooks.course.plots import ch02 as plots
from notebooks.course.plots import common

torch.set_num_threads(1)  # small networks: one thread is fast, and gives the same sums everywhere

# %% [markdown]
# ## 1. The lovely fridge
# Here is a small world of three groups. In each, three adjectives (counting 새, *new*, among them),
# three nouns and three verbs combine freely:
#
# - cute, lovely, small + puppy, cat, rabbit + like, love, hugged
# - heavy, old, new + fridge, telephone, computer + bought, sold, repaired
# - kind, strict, young + teacher (선생님), teacher (교사), professor + met, respect, visited
#
# That makes 81 lines of three words. We hide the three that begin with 사랑스러운 고양이, "lovely
# cat", and two models read the other 78: Kneser-Ney, and a network like the one that you will
# build.
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
shape = nnlm.NNLMShape(context_size=2, emb_dim=8, hidden_dim=16)
training = nnlm.Training(epochs=20, batch_size=32, learning_rate=0.02, seed=2)
machine = nnlm.fit(seen, seen, small, shape, training)

# %%
every_adjective = [word for adjectives, _, _ in groups for word in adjectives]
every_noun = [word for _, nouns, _ in groups for word in nouns]


def glossed(word):
    return f"{word} ({plots.ENGLISH[word]})" if word in plots.ENGLISH else word


def ask(adjective="사랑스러운"):
    """What the machine makes of `<s>` and an adjective, and what the counts say."""
    ids = torch.tensor(small.ids(["<s>", adjective]))
    with torch.no_grad():
        rows = machine.embedding(ids)  # (2, 8)
        h = torch.tanh(machine.hidden(rows.flatten()))  # (16,)
    p, counted = machine.distribution([adjective]), counts.distribution([adjective])
    by_network = {glossed(noun): p[small.id(noun)] for noun in every_noun}
    by_counts = {glossed(noun): counted[small.id(noun)] for noun in every_noun}
    plots.through(["<s>", glossed(adjective)], rows, h, by_network, by_counts, "고양이 (cat)")
    for noun in ("고양이 (cat)", "냉장고 (fridge)"):
        print(f"{noun}: {by_counts[noun]:.1%} by counts")


live(ask, adjective=[(glossed(word), word) for word in every_adjective])

# %% [markdown]
# Kneser-Ney gives the lovely cat 0.7 % and the lovely fridge 1.0 %. The network, which has read the
# same 78 lines, gives 9.4 % to the cat and 0.2 % to the fridge. Choose *cute* or *small* above the
# figure: the lower row of numbers looks much the same, and so does most of the coloured block in
# the middle. Choose *heavy*, and both are different. So the network treats *lovely* like *cute*,
# and nobody told it to. How does that happen?
#
# ## 2. A row of numbers for each word
# The plain way to turn a word into numbers is **one-hot encoding** (원-핫 인코딩): a vector with a
# single 1, at the word's own position, and 0 everywhere else. Is 선생님 (teacher) then more similar
# to 교사 (teacher) than to 전화기 (telephone)? We multiply two vectors position by position and add
# up, which gives their **dot product** (내적).

# %%
words = ["선생님 (teacher)", "교사 (teacher)", "전화기 (telephone)"]
one_hot = np.eye(8)[[0, 2, 6]]
dense = np.array([[1.2, 0.8, 1.5, 2.1], [1.1, 0.9, 1.7, 1.8], [2.6, 0.2, 0.1, 0.0]])
print("선생님 · 교사 and 선생님 · 전화기, one-hot:", one_hot[1:] @ one_hot[0])
print("선생님 · 교사 and 선생님 · 전화기, dense:  ", dense[1:] @ dense[0])
left, right = plt.figure(figsize=(12.5, 2.3)).subplots(1, 2, width_ratios=(2, 1))
plots.word_strips(words, one_hot, "one-hot vectors", ax=left)
plots.word_strips(["", "", ""], dense, "dense vectors, chosen by hand", ax=right)

# %% [markdown]
# One-hot vectors are **sparse** (희소): here there are eight words, so each of the three has seven
# zeros. And they make every two words equally different. With the four numbers on the right the
# teachers score 8.37 and the telephone 3.43. Such a short vector is a **dense vector** (밀집 벡터),
# and the dense vector of a word is its **embedding** (임베딩). We chose these by hand; a model has
# to learn them.
#
# All embeddings form a table $E$ with one row of $d$ numbers per word (Bengio's paper calls it
# $C$). Multiplied by the one-hot vector of a word $w$, it gives the vector $x$ of the word:
#
# $$x = \text{onehot}(w)\;E \tag{1}$$
#
# The row of a word and its vector are the same $d$ numbers. We say *row* when we look them up in
# $E$, and *vector* when we calculate with them.
#
# By hand, for the sentence "what will the fat cat sit on", with $\lvert V \rvert = 7$ words and
# $d = 5$: *fat* is the fourth word, so only the fourth term of each sum is not 0, and $x$ is the
# fourth row, (2.1, 1.8, 1.5, 1.7, 2.7).

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
# The 1 picks one row, and that row is the result. So no library multiplies: each reads the row by
# its number, and $E$ is called a **lookup table** (룩업 테이블). The first layer of GPT-2 is this
# very table, with 50,257 rows of 768 numbers.
#
# ## 3. Four words through the network
# To predict *sit*, the model may read the $m = 4$ words before it: will, the, fat, cat.
#
# 1. **Look up** the row of each word in $E$, four times 5 numbers (the **projection layer**,
#    투사층).
# 2. **Join** (연결) the rows into one vector $z$ of 20 numbers, in the order of the words.
# 3. **Mix.** Each of the 8 units of the **hidden layer** (은닉층) weighs all 20 numbers, adds a
#    **bias** (편향) and goes through tanh, an **activation function** (활성화 함수) with values
#    from -1 to 1.
# 4. **Score.** The **output layer** (출력층) weighs the 8 hidden numbers once for each word, which
#    gives each word a **score** (점수) $a_w$, and the **softmax** (소프트맥스) turns the scores
#    into probabilities.
#
# $$z = [x_{k-4}; x_{k-3}; x_{k-2}; x_{k-1}], \qquad h = \tanh(W z + b_1), \qquad
# a = U h + b_2 \tag{2}$$
#
# $$P(w) = \frac{e^{a_w}}{\sum_{w'} e^{a_{w'}}} \tag{3}$$
#
# The softmax by hand, for the scores 2, 1 and 0: $7.39 + 2.72 + 1 = 11.11$, so the probabilities
# are $7.39 / 11.11 = 0.67$, then 0.24 and 0.09. A network whose arrows all run from input to output
# is a **feed-forward network** (피드 포워드 신경망).


# %% tags=["setup"]
def softmax(scores):
    """Equation (3); subtracting the largest score changes nothing but avoids overflow."""
    powers = np.exp(scores - scores.max())
    return powers / powers.sum()


def forward(ids, E, W, b1, U, b2):
    """Equations (2) and (3): the hidden layer, and the probability of every word."""
    z = E[ids].reshape(-1)  # the rows, one after the other
    h = np.tanh(W @ z + b1)
    return h, softmax(U @ h + b2)


# %%
rng = np.random.default_rng(0)
W, b1 = rng.normal(0, 0.1, (8, 20)), np.zeros(8)
U, b2 = rng.normal(0, 0.3, (7, 8)), np.zeros(7)


def read(words="will the fat cat"):
    ids = [sentence.index(word) for word in words.split()]
    h, p = forward(ids, E, W, b1, U, b2)
    plots.through(words.split(), E[ids], h, dict(zip(sentence, p, strict=True)), right="sit")


live(read, words="will the fat cat")

# %% [markdown]
# With random weights the network gives *sit* 11.4 %, less than the 1 in 7 of blind guessing. Write
# the same four words in another order: the rows are the same and the hidden layer is not. All
# positions share the table, but each has its own columns of $W$.
#
# ## 4. Which way should each number move?
# How wrong is it, once we know the word $t$ that came? The **loss** (손실) $J$ is the
# **cross-entropy** (교차 엔트로피), and with one right word it is simply
#
# $$J = -\log P(t) \tag{4}$$
#
# For *sit* it is $-\log 0.114 = 2.17$. Perplexity is $e$ to the power of the mean loss, so whoever
# trains for a low loss trains for a low perplexity. GPT and its relatives still end in (3) and are
# pretrained by (4).
#
# Does the loss fall when a number in the network grows a little? The **backward pass** (역전파)
# answers for all of them, layer by layer, from the loss down to the table. You write it.

# %% [markdown] tags=["exercise"]
# ### Exercise 2.1: the gradient at the top
# Difficulty 1 of 3, 10 minutes.
#
# Put (3) into (4) and you get $J = -a_t + \log \sum_w e^{a_w}$. By how much does $J$ grow for each
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
# The term $-a_t$ is there for one word only. What does it add to that word's derivative?
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
check("2.1", score_gradient)

# %% tags=["known"]
def inputs(rng):
    return rng.normal(size=6), int(rng.integers(6))


cases = [(np.array([2.0, 1.0, 0.0]), 1)]

# %% [markdown] tags=["known"]
# Hint: Each derivative is a probability, and the right word has 1 subtracted.
#
# - `-ours(scores, right)` :: The sign is the other way round: the loss falls when the right score
#   grows.
# - `    gradient[right] -= 1` → `` :: The term -a of the right word is missing: it contributes -1
#   there.
# - `ours(scores, right)[right]` :: Return the derivative for every score, not only for that of the
#   right word.
# - `gradient = softmax(scores)` → `gradient = scores.copy()` :: Take probabilities, not scores: use
#   `softmax(scores)`.
# - `-np.log(softmax(scores)[right])` :: This is the loss. Return its derivative for each score.

# %% [markdown]
# The gradient is probability minus truth: for the scores 2, 1 and 0, when the second word came, it
# is 0.67, -0.76 and 0.09. A step against it pulls the word that came up by what it lacks, and
# pushes the others down.
#
# From here the **chain rule** (연쇄 법칙) of derivatives leads down. A layer that computed $a = U
# h + b_2$ hands on $U^\top$ times the gradient of $a$, and tanh multiplies by its own slope,
# $1 - h^2$.
#
# **Predict.** The example is "will the fat cat", then *sit*. Which rows of $E$ will move?
#
# <details><summary>Answer</summary>
#
# The four rows that were read. The row of *sit* stays: as the word to predict, *sit* takes part
# through its row of $U$ only.
#
# </details>

# %% [markdown] tags=["exercise"]
# ### Exercise 2.2: down to the words
# Difficulty 3 of 3, 20 minutes.
#
# Return the gradient of the whole table $E$ for one example: the words `ids`, and then the word
# `right`. It has the shape of $E$. Go down the network in reverse: scores, hidden layer, $z$, rows.
# A word may stand in the window twice.
#
# <details><summary>Hint 1</summary>
#
# `forward` gives you $h$. You need the gradients of the scores, of $h$, of $W z + b_1$ and of $z$,
# in this order, each made from the one before it.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `d_z` has one row of $d$ numbers for each position. What happens to a word that stands at two of
# them? (`np.add.at` knows.)
#
# </details>


# %% tags=["exercise"]
def table_gradient(ids, right, E, W, b1, U, b2):
    """The derivative of the loss by every number of E, an array of the same shape."""
    d_E = np.zeros_like(E)
    # begin solution
    h, _ = forward(ids, E, W, b1, U, b2)
    d_scores = score_gradient(U @ h + b2, right)
    d_h = U.T @ d_scores
    d_z = W.T @ (d_h * (1 - h**2))
    np.add.at(d_E, ids, d_z.reshape(len(ids), -1))
    # end solution
    return d_E


# %% tags=["check"]
check("2.2", table_gradient)

# %% tags=["known"]
def inputs(rng):
    m, d, hidden, size = rng.integers(2, 5, 4) + (0, 0, 1, 4)
    shapes = ((size, d), (hidden, m * d), hidden, (size, hidden), size)
    weights = [rng.normal(size=shape) for shape in shapes]
    return rng.integers(size, size=m).tolist(), int(rng.integers(size)), *weights


trials = 30

# %% [markdown] tags=["known"]
# Hint: Scores, then U transposed, then times 1 - h², then W transposed, then one row for each word.
#
# - ` * (1 - h**2)` → `` :: The slope of tanh is missing: multiply the gradient of h by 1 - h².
# - `(1 - h**2)` → `(1 - h)` :: The slope of tanh is 1 - h², not 1 - h.
# - `np.add.at(d_E, ids, d_z.reshape(len(ids), -1))` → `d_E[ids] += d_z.reshape(len(ids), -1)` :: A
#   word that stands in the window twice gets both gradients: `+=` with a list of numbers keeps only
#   the last one.
# - `d_scores = score_gradient(U @ h + b2, right)` → `d_scores = forward(ids, E, W, b1, U, b2)[1]`
#   :: You pass the probabilities down. Subtract 1 for the right word: `score_gradient` does it.
# - `d_z.reshape(len(ids), -1)` → `d_z.reshape(-1, len(ids)).T` :: z has the rows one after the
#   other, so `reshape(len(ids), -1)` gives them back.
# - `-ours(ids, right, E, W, b1, U, b2)` :: The sign is the other way round.

# %%
score_gradient = yours_or_ours("2.1", score_gradient)
table_gradient = yours_or_ours("2.2", table_gradient)
three = np.array([2.0, 1.0, 0.0])
print("scores 2, 1, 0:", softmax(three).round(2), "gradient:", score_gradient(three, 1).round(2))
ids, right = [sentence.index(word) for word in ("will", "the", "fat", "cat")], 5
d_E = table_gradient(ids, right, E, W, b1, U, b2)

# %%
left, middle = plt.figure(figsize=(12.5, 3.6)).subplots(1, 2)
plots.heatmap(left, d_E, sentence, [], plots.signed_norm(d_E), "{:.3f}")
left.set_title("One example: the gradient of the table")
moved = [word for word, row in zip(sentence, d_E, strict=True) if row.any()]
plots.describe(left, f"Of the seven rows only those of {', '.join(moved)} have a gradient.")

table, climb = E.copy(), []
for _ in range(40):
    climb.append(forward(ids, table, W, b1, U, b2)[1][right])
    table -= table_gradient(ids, right, table, W, b1, U, b2)
middle.plot(climb, color=plots.RED)
middle.set(xlabel="steps of the table alone", ylabel='P("sit")', ylim=(0, 0.5))
middle.set_title("Forty steps, each with a new gradient")
plots.note(middle, f"{climb[0]:.2f}", (0, climb[0]), (6, -14))
plots.note(middle, f"{climb[-1]:.2f}", (39, climb[-1]), (0, 8), ha="right")
plots.describe(middle, f"P of sit climbs from {climb[0]:.2f} to {climb[-1]:.2f} in 40 steps.")

# %% [markdown]
# Exactly the four rows that were read have a gradient (left). On the right we move them against it
# by a step, compute the gradient again, and so on forty times, with nothing else touched: *sit* is
# lifted from 0.11 to 0.30. This is **gradient descent** (경사
# 하강법): every **parameter** (매개변수) $\theta$ goes a little against its gradient, and the
# **learning rate** (학습률) $\eta$ says how little (ours was 1).
#
# $$\theta \leftarrow \theta - \eta\,\frac{\partial J}{\partial \theta} \tag{5}$$
#
# So a row is shaped by all the places where its word was read. Two words that come before the same
# words are pushed the same way. That is our guess why *cute* and *lovely* end up together, and
# section 7 tests it.
#
# ## 5. The model as a module
# PyTorch does the backward pass by itself. A model is an `nn.Module`: its layers are made once, in
# `__init__`, and `forward` says how numbers run through them.

# %% [markdown] tags=["exercise"]
# ### Exercise 2.3: the module
# Difficulty 2 of 3, 10 minutes.
#
# Write equation (2) for a **batch** (배치) of many windows at once: `contexts` are ids of shape
# (batch, context_size), and the result has the scores, shape (batch, vocab_size). There is no
# softmax, because PyTorch's loss contains it. Name the three layers `embedding`, `hidden` and
# `output`; `nn.Embedding(rows, d)` is a table, and `nn.Linear(p, q)` has the weights and biases
# of a layer from $p$ to $q$ numbers.
#
# <details><summary>Hint 1</summary>
#
# How many numbers does the hidden layer read? All rows of the window, one after the other.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# The rows that you look up have the shape (batch, context_size, emb_dim). `.flatten(1)` joins
# everything but the batch.
#
# </details>


# %% tags=["exercise"]
class NNLM(nn.Module):
    """A neural language model over a window of `context_size` words."""

    def __init__(self, vocab_size, context_size, emb_dim, hidden_dim):
        super().__init__()
        self.context_size = context_size
        # begin solution
        self.embedding = nn.Embedding(vocab_size, emb_dim)  # E
        self.hidden = nn.Linear(context_size * emb_dim, hidden_dim)  # W and b1
        self.output = nn.Linear(hidden_dim, vocab_size)  # U and b2

    def forward(self, contexts):
        """Ids (batch, context_size) -> scores (batch, vocab_size)."""
        z = self.embedding(contexts).flatten(1)  # (batch, context_size * emb_dim)
        h = torch.tanh(self.hidden(z))  # (batch, hidden_dim)
        return self.output(h)
        # end solution


# %% tags=["check"]
check("2.3", NNLM)

# %% tags=["known"]
def inputs(rng):
    vocab_size, m, d, hidden = (int(n) for n in rng.integers(2, 9, 4))
    contexts = torch.from_numpy(rng.integers(vocab_size, size=(5, m)))
    return vocab_size, m, d, hidden, contexts


def use(answer, vocab_size, m, d, hidden, contexts):
    """Its scores and the slopes of its table, with the same numbers in every answer's layers."""
    model = answer(vocab_size, m, d, hidden)
    random = torch.Generator().manual_seed(0)
    with torch.no_grad():
        for name in ("embedding", "hidden", "output"):
            for parameter in getattr(model, name).parameters():
                parameter.normal_(0, 0.5, generator=random)
    scores = model(contexts)
    F.cross_entropy(scores, contexts[:, 0]).backward()
    return scores.detach().numpy(), model.embedding.weight.grad.numpy()


# %% [markdown] tags=["known"]
# Hint: Look up, `.flatten(1)`, the hidden layer, `torch.tanh`, the output layer: in this order.
# Returns: a class whose `forward` gives scores of shape (batch, vocab_size)
#
# - `torch.tanh(self.hidden(z))` → `self.hidden(z)` :: The hidden units go through `torch.tanh`.
# - `return self.output(h)` → `return self.output(h).softmax(1)` :: Return the scores: PyTorch's
#   loss does the softmax itself.
# - `self.embedding(contexts).flatten(1)` → `self.embedding(contexts).transpose(1, 2).flatten(1)` ::
#   Write the rows one after the other; yours are mixed.
# - `self.embedding(contexts).flatten(1)` → `self.embedding(contexts.flip(1)).flatten(1)` :: The
#   rows are joined in the wrong order: the first word comes first.
# - `self.embedding(contexts).flatten(1)` → `self.embedding(contexts).detach().flatten(1)` :: The
#   table gets no gradient: look the rows up inside `forward`, without `detach`.

# %%
NNLM = yours_or_ours("2.3", NNLM)
toy = NNLM(vocab_size=7, context_size=4, emb_dim=5, hidden_dim=8).double()
for parameter, ours in zip(toy.parameters(), (E, W, b1, U, b2), strict=True):
    parameter.data = torch.tensor(ours)
loss = F.cross_entropy(toy(torch.tensor([ids])), torch.tensor([right]))
loss.backward()
print(f"loss {loss:.2f}")
assert torch.allclose(toy.embedding.weight.grad, torch.tensor(d_E))  # by hand and by PyTorch

# %% [markdown]
# The gradient by hand and that of PyTorch agree in all 35 numbers of the table. What is left to
# write is the loop. Each step takes a batch of examples, and the **optimizer** (옵티마이저) Adam
# refines (5): it averages the gradients of recent steps and scales the step of each parameter.

# %% [markdown] tags=["exercise"]
# ### Exercise 2.4: the loop
# Difficulty 2 of 3, 10 minutes.
#
# Go once through all examples, in random order, `batch_size` at a time. `contexts` has the shape
# (examples, m), `targets` (examples,). For each batch: compute the scores and their
# `F.cross_entropy`, clear the old gradients, compute new ones, let the optimizer take one step.
#
# <details><summary>Hint 1</summary>
#
# `torch.randperm(n).split(batch_size)` gives the numbers of the examples, batch by batch.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Gradients are added to those that are there already. Who clears them, and who uses them? Both are
# methods of the optimizer.
#
# </details>


# %% tags=["exercise"]
def train(model, optimizer, contexts, targets, batch_size):
    """One pass over the examples, in random order."""
    # begin solution
    for batch in torch.randperm(len(targets)).split(batch_size):
        loss = F.cross_entropy(model(contexts[batch]), targets[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    # end solution


# %% tags=["check"]
check("2.4", train)

# %% tags=["known"]
def use(answer, passes):
    """The loss after some passes over 64 examples that can be learned by heart."""
    torch.manual_seed(0)
    contexts = torch.randint(0, 9, (64, 2))
    targets = contexts.sum(1) % 9
    model = nn.Sequential(nn.Embedding(9, 8), nn.Flatten(), nn.Linear(16, 32), nn.Tanh())
    model.append(nn.Linear(32, 9))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(passes):
        answer(model, optimizer, contexts, targets, 16)
    with torch.no_grad():
        return float(F.cross_entropy(model(contexts), targets))


cases = [(30,)]
at_most = 0.5

# %% [markdown] tags=["known"]
# Hint: The loss on 64 examples should fall far below that of guessing, 2.2, in 30 passes.
#
# - `        optimizer.step()` → `` :: Nothing moves: `loss.backward()` finds the gradients, and
#   `optimizer.step()` follows them.
# - `        optimizer.zero_grad()` → `` :: The gradients of earlier batches pile up: call
#   `optimizer.zero_grad()` before `loss.backward()`.
# - `.split(batch_size)` → `.split(batch_size)[:1]` :: You train on one batch only: go through all.

# %% [markdown]
# ## 6. Real text
# We take the Wikipedia sample of chapter 01 and cut a window of four words before every token. So
# that you can watch the training, the vocabulary has only the 2,000 most frequent words. A quarter
# of the test tokens become `<unk>`, which is easy to guess, so these perplexities compare within
# this section only.
#
# **Predict.** Kneser-Ney was hard to beat. Your network reads the text twice. Will it get below the
# trigram model?
#
# <details><summary>Answer</summary>
#
# Yes, but not on its first reading.
#
# </details>

# %%
train = yours_or_ours("2.4", train)
wiki = ladder.corpus()
vocabulary = Vocabulary.build(wiki.train, max_size=2000)
train_set, dev_set, test_set = (
    nnlm.examples(part, vocabulary, 4) for part in (wiki.train, wiki.dev, wiki.test)
)
trigram = NGramModel(3, "kneser-ney").fit(wiki.train, vocabulary)
print(f"{len(train_set[1]):,} windows, {len(vocabulary):,} words to choose from")
print(f"{(test_set[1] == 0).double().mean():.0%} of the test tokens are <unk>")


@torch.no_grad()
def log_probabilities(model, contexts, targets):
    """The logarithm of P(target | context) for each example."""
    found = []
    for some, right in zip(contexts.split(4096), targets.split(4096), strict=True):
        found.append(F.cross_entropy(model(some), right, reduction="none"))
    return -torch.cat(found).double().numpy()


# %%
torch.manual_seed(0)
model = NNLM(len(vocabulary), context_size=4, emb_dim=32, hidden_dim=64)
nn.init.normal_(model.embedding.weight, std=0.1)  # start with small numbers
optimizer = torch.optim.Adam(model.parameters(), lr=0.003)
curve = []
for _ in range(2):
    for quarter in torch.randperm(len(train_set[1])).chunk(4):
        train(model, optimizer, train_set[0][quarter], train_set[1][quarter], 256)
        curve.append(np.exp(-log_probabilities(model, *dev_set).mean()))

# %%
level = trigram.perplexity(wiki.dev)
ax = plt.figure(figsize=(8, 3.8)).add_subplot(xlabel="times that the network has read the text")
ax.plot(np.arange(1, 9) / 4, curve, "o-", color=plots.RED)
ax.axhline(level, color=plots.GREY, ls="--")
plots.note(ax, f"trigram, Kneser-Ney: {level:.1f}", (2, level), (0, 6), ha="right")
plots.note(ax, f"after one reading: {curve[3]:.1f}", (1, curve[3]), (0, 9))
plots.note(ax, f"after two: {curve[7]:.1f}", (2, curve[7]), (0, -18), ha="right")
ax.set(ylabel="perplexity (dev data)", ylim=(34, None), title="The second reading wins")
plots.describe(ax, f"Network by quarters: {np.round(curve, 1)}. Trigram, Kneser-Ney {level:.1f}.")
network = np.exp(log_probabilities(model, *test_set))
kneser_ney = np.exp(trigram.token_log_probabilities(wiki.test))
for name, p in (("network", network), ("trigram", kneser_ney)):
    print(f"{name}: {np.exp(-np.log(p).mean()):.1f} on the test data")

# %% [markdown]
# On the dev data the network has a perplexity of 39.8 after one reading and 36.0 after two; the
# trigram model has 38.5. On the test data, after two readings, it has 39.9, which is 7 % below the
# 42.9 of the trigram model.
#
# ### Two opinions are better than one
# Bengio's paper averaged the network and the counts, with a weight $\lambda$ between 0 and 1:
#
# $$P(w) = \lambda\,P_{\text{network}}(w) + (1 - \lambda)\,P_{\text{counts}}(w) \tag{6}$$
#
# By hand: the network gives two words 0.2 and 0.02, the counts 0.02 and 0.2. Each has a perplexity
# of $1/\sqrt{0.2\cdot0.02}=15.8$. Half and half, both words get 0.11, and the perplexity of the
# mixture (혼합 모델) is $1/0.11=9.1$.


# %%
def mixed(network, counts, weight):
    """The perplexity of equation (6)."""
    return np.exp(-np.log(weight * network + (1 - weight) * counts).mean())


toy = np.array([0.2, 0.02]), np.array([0.02, 0.2])
print("by hand 15.8, 9.1, 15.8; by the code", *[f"{mixed(*toy, w):.1f}" for w in (0, 0.5, 1)])
on_dev = [log_probabilities(model, *dev_set), trigram.token_log_probabilities(wiki.dev)]
on_dev = np.exp(on_dev)
best = min(np.arange(21) / 20, key=lambda weight: mixed(*on_dev, weight))
print(f"best on the dev data: λ = {best:.2f}")
print(f"there the test data have {mixed(network, kneser_ney, best):.1f}")

# %% [markdown]
# At $\lambda = 0.6$ the mixture has 36.7 on the test data, 8 % below the network alone. The toy
# shows how that can be: where one of the two gives nearly nothing, the average still gives half of
# what the other says.
#
# With all 10,000 words the training takes minutes, so the next numbers come from the results file.
# That network has $d = 64$, 64 hidden units and three readings, and **dropout** (드롭아웃), which
# sets a fifth of its numbers to 0 at random during training.

# %%
rungs = results.ladder(without=["biLM"])
common.perplexity_ladder(rungs, highlight=["NNLM", "NNLM + Kneser-Ney"])

# %% [markdown]
# The network reaches 145, 7 % below the 156 of the best counts, and the mixture 126, 19 % below.
# The paper of 2003 found the same order: on the Brown corpus the best counts had 312, the mixture
# 252. So the answer to this chapter's question is yes: by a little alone, by a lot together with
# the counts (one training run each).
#
# ## 7. Back to the fridge
# One hidden pair may be luck, so let us hide each of the 27 pairs of adjective and noun in turn,
# train your network on the rest, and ask whether the hidden noun gets more than each of the six
# nouns of other groups. Guessing would win 4 times, 1 in 7.
#
# And our guess from section 4, that similar rows do it? If so, a network whose table stays at its
# random start must lose something, although all its other layers learn.
#
# **Predict.** How many of the 27 does it win with a frozen table? And if the hidden layer is frozen
# as well, so that only the output layer learns?

# %%
def read_world(lines, seed, frozen=()):
    """Your network after 20 readings of these lines; the layers named in `frozen` do not learn."""
    torch.manual_seed(seed)
    network = NNLM(len(small), context_size=2, emb_dim=8, hidden_dim=16)
    nn.init.normal_(network.embedding.weight, std=0.1)
    for layer in frozen:
        getattr(network, layer).requires_grad_(False)
    optimizer = torch.optim.Adam(network.parameters(), lr=0.02, fused=True)  # one call a step
    contexts, targets = nnlm.examples(lines, small, 2)
    for _ in range(20):
        train(network, optimizer, contexts, targets, 32)
    return network


def next_words(model, vocabulary, words):
    """The probability that a network gives to every word after `words`."""
    padded = [1] * model.context_size + vocabulary.ids(words).tolist()
    with torch.no_grad():
        return model(torch.tensor([padded[-model.context_size :]])).softmax(1)[0].numpy()


# %%
def wins(predict):
    """How often the hidden noun beats the strangers; predict(lines, adjective) -> all P."""
    won = 0
    for adjectives, nouns, _ in groups:
        strangers = small.ids([noun for noun in every_noun if noun not in nouns])
        for adjective, noun in itertools.product(adjectives, nouns):
            p = predict([line for line in world if line[:2] != (adjective, noun)], adjective)
            won += int(p[small.id(noun)] > p[strangers].max())
    return won


def by_counts(lines, adjective):
    return NGramModel(2, "kneser-ney").fit(lines, small).distribution([adjective])


def by_network(seed, frozen):
    return lambda lines, word: next_words(read_world(lines, seed, frozen), small, [word])


won, both = {"Kneser-Ney": [wins(by_counts)]}, ("embedding", "hidden")
won["table and hidden layer frozen"] = [wins(by_network(seed, both)) for seed in range(3)]
won["table frozen"] = [wins(by_network(seed, ("embedding",))) for seed in range(3)]
won["all layers learn"] = [wins(by_network(seed, ())) for seed in range(3)]

# %%
pairs = sum(len(adjectives) * len(nouns) for adjectives, nouns, _ in groups)
ax = plt.figure(figsize=(8, 3)).add_subplot(xlabel=f"of {pairs} hidden pairs won; dotted: guessing")
for y, found in enumerate(won.values()):
    ax.plot(found, [y] * len(found), "o", ms=10, color=plots.RED if y == 3 else plots.GREY)
    plots.note(ax, ", ".join(map(str, found)), (max(found), y), (0, 9), ha="center")
ax.axvline(pairs / (len(every_noun) - 2), color=plots.GREY, ls=":")  # the noun and its strangers
ax.set(yticks=range(4), yticklabels=won, ylim=(-0.6, 3.8))
plots.describe(ax, f"Hidden pairs won, of {pairs}, a dot a seed: {plots.told(won, '{:.0f}')}.")

# %% [markdown]
# Your network wins 27 of 27 with each of three seeds. Kneser-Ney wins none, which is worse than
# guessing, because hiding a pair always leaves its noun with less company than the others have.
#
# With a frozen table the network wins 13, 18 and 20. So our guess was half right: learned rows
# help, by 7 to 14 pairs, but without them the network still gets well beyond guessing. The hidden
# layer stands in for them: with it frozen too, the wins are gone, 0, 0 and 2. So an output layer
# alone does hardly better than counts. That *lovely* is like *cute* has to be learned where the
# words come in, and the table learns it best.
#
# **Try it.** Write a fourth group into `world` in section 1 (two adjectives, two nouns and a verb
# are enough), and run that section again. Then leave lines of the new group out of `seen`. How few
# may the network read before it confuses this group with an old one?
#
# ### Open experiment
# 새 means *new*, and it is also the word for *bird*. Let it be a noun of the first group as well:
# add "새" to the nouns of *cute, lovely, small*. Now one row of the table must serve two words.
# Which rows does it move towards, what happens to P(noun | 새), and does the answer depend on the
# seed? (Chapter 06b meets this wall again, and chapter 10 climbs it.)
#
# ## 8. Your network writes
# A model that predicts can also write: take a word at random by its probability, append it, ask
# again. Above is your network, below the trigram model, both without `<unk>`.

# %%
def write(predict, start, seed, length=18):
    """Go on from `start`; predict(words) gives P of every word of the vocabulary."""
    random, words = np.random.default_rng(seed), start.split()
    while len(words) < length and words[-1] != "</s>":
        p = predict(words).astype(float)
        p[0] = 0  # <unk>
        words.append(vocabulary.words[random.choice(len(p), p=p / p.sum())])
    return " ".join(words).removesuffix(" </s>")


# %%
def both_write(start="The city", seed=1):
    for name, predict in (
        ("network", lambda words: next_words(model, vocabulary, words)),
        ("trigram", lambda words: trigram.distribution(words[-2:])),
    ):
        for number in range(3):
            print(f"{name}: {write(predict, start, 10 * seed + number)}")


live(both_write, start="The city", seed=(0, 20))

# %% [markdown]
# Two or three words in a row often fit, and no line is about anything. The window is one limit:
# what lies more than four words back cannot have an influence, for the trigram model more than two.
#
# ## What you can now do
# - follow four words through a neural language model, and the error back to their rows,
# - write the model as a module and the loop that trains it,
# - compare a network with counts on the same words, and mix the two,
# - show with hidden pairs what a shared table knows and counts cannot know.
#
# ## One honest limit
# The window ends after four words. In "the boy with the red kite is happy" our network reads *with
# the red kite* and must choose between *is* and *are* without the boy. A larger window only moves
# the edge. Chapter 08 removes it with a network that reads word by word and keeps a memory, an
# LSTM; the attention of BERT and GPT is the other way out.
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
