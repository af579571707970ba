# %% [markdown]
# # 08 Bidirectional language model
#
# **How can a model read in both directions without seeing the answer?**
#
# Chapter 07 made a vector from the letters of a word. It is the same vector in every sentence.
# From here on the vectors read the sentence: first from the left, then from the right. This is
# the model at the heart of ELMo.
#
# You will be able to
# - **compute** one step of an LSTM with projection by hand,
# - **write** the two products of a bidirectional language model and their joint loss,
# - **build** the model from two stacks of LSTMs, and count what they share,
# - **test** which word may change which vector, and catch a model that cheats.
#
# You need chapters 02 and 07, matrix products in NumPy and PyTorch, and the functions
# $\tanh$ and $\sigma(a) = 1 / (1 + e^{-a})$.

# %% tags=["setup"]
from dataclasses import replace
from fractions import Fraction

import numpy as np
import torch
from torch import nn

from elmo_lite.bilm import (
    SHAPES,
    BiLanguageModel,
    BiLM,
    BiLMShape,
    NaiveBiLSTM,
    ProjectedLSTM,
    lstm_step,
)
from elmo_lite.char_cnn import CharCNN, CharShape
from elmo_lite.checks import ch08 as checks
from elmo_lite.course import chapter
from elmo_lite.plots import ch08 as plots
from elmo_lite.plots import common
from elmo_lite.reading.plain import token_vectors
from elmo_lite.text import BOS, EOS, SENTENCE_BEGIN, SENTENCE_END, Vocabulary, character_ids

torch.set_num_threads(1)  # small networks: one thread is fast, and gives the same sums everywhere

# %%
common.course_map("08")

# %% [markdown]
# ## 1. The word behind decides
# 배 is a small Korean word with three meanings: belly, pear and ship. Four sentences begin alike:
# 배가 고프다 "I am hungry" (the belly is empty), 배가 아프다 "my belly hurts", 배가 달다 "the pear
# is sweet", 배가 떠났다 "the ship has left".
#
# **Predict.** A model reads from left to right and has just read 배가. What does it know about
# the meaning of 배?
#
# <details><summary>Answer</summary>
#
# Nothing: up to here the four sentences are one. The word that decides stands behind. A model
# that reads from right to left has read 고프다 or 떠났다 before it comes to 배가.
#
# </details>

# %%
ships = ["배가 고프다", "배가 아프다", "배가 달다", "배가 떠났다"]
from_left = {line.split()[0] for line in ships}
from_right = {line.split()[1] for line in ships}
print(len(from_left), "beginning,", len(from_right), "endings")

# %% [markdown]
# Chapter 01 met the opposite case: in "the boy with the red kite is happy" the word "is" depends
# on "boy", five words before. So a good reader needs two things: both directions, and a memory
# that is longer than the window of chapter 02.
#
# ## 2. A memory that reads on
# A **recurrent network** (순환 신경망, RNN) reads one word after the other. It keeps a **state**
# (은닉 상태) $h_k$, made from the word of now, $x_k$, and the state before:
#
# $$h_k = \tanh(w\,x_k + u\,h_{k-1}) \tag{1}$$
#
# By hand, with plain numbers: $w = 1$, $u = \frac12$, $h_0 = 0$, and the inputs 1, 0, 0. Then
# $h_1 = \tanh 1 = 0.76$, $h_2 = \tanh 0.38 = 0.36$, $h_3 = \tanh 0.18 = 0.18$. The state still
# knows of the 1, but less at each step.

# %%
def rnn(xs, w, u):
    h, states = np.zeros(u.shape[0]), []
    for x in xs:
        h = np.tanh(w @ x + u @ h)
        states.append(h)
    return np.array(states)


one_then_zeros = np.eye(1, 9).T  # 1, 0, 0, ...: nine steps of one number each
by_rnn = rnn(one_then_zeros, w=np.array([[1.0]]), u=np.array([[0.5]]))[:, 0]
assert np.allclose(by_rnn[:3], [0.76, 0.36, 0.18], atol=0.005)

# %% [markdown]
# The function is written for vectors already: there $w$ and $u$ are matrices. PyTorch has the
# same network, and both must agree on random numbers.

# %%
torch.manual_seed(0)
theirs = nn.RNN(3, 4, bias=False, batch_first=True)
xs = torch.randn(5, 3)
w, u = (p.detach().numpy() for p in (theirs.weight_ih_l0, theirs.weight_hh_l0))
with torch.no_grad():
    assert np.allclose(rnn(xs.numpy(), w, u), theirs(xs)[0], atol=1e-6)

# %% [markdown]
# ### Gates
# At every step equation (1) squeezes the whole memory through $u$ and $\tanh$. The **LSTM** (long
# short-term memory, 장단기 메모리; Hochreiter and Schmidhuber 1997, with the forget gate of Gers
# and others 2000) keeps a second vector beside the state, the **cell** (셀) $c_k$. It is carried
# over by a plain product with a **gate** (게이트), a number between 0 and 1:
#
# $$c_k = f_k \, c_{k-1} + i_k \, g_k \tag{2}$$
#
# The forget gate $f_k$ says how much of the memory stays, the input gate $i_k$ how much of the
# new value $g_k$ comes in. (The GRU of chapter 06 is a younger and smaller relative: one gate does
# both, and there is no cell beside the state.)
#
# **Predict.** With $f = 0.99$ at every step, how much of the 1 is left after eight more steps?
#
# <details><summary>Answer</summary>
#
# $0.99^8 = 0.92$. With $f = 0.5$ it would be 0.004.
#
# </details>

# %%
memories = {"RNN, u = 0.5": by_rnn}
for f in (0.5, 0.9, 0.99):
    cells = [1.0]
    for _ in range(8):
        cells.append(f * cells[-1])  # equation (2) with the input gate closed
    assert np.allclose(cells, f ** np.arange(9))  # the same at once
    memories[f"cell, f = {f}"] = cells
plots.fading_memory(memories)

# %% [markdown]
# A gate near 1 carries the boy to the verb. And the network sets its gates itself, anew for each
# word, from what it reads: it can keep a subject until the verb has come and then let it go.
#
# ## 3. One step of the LSTM, with projection
# Four small networks look at the word $x_k$ and at the last output $h_{k-1}$. Their sums are
# called $a$; each has weights of its own, which stand in the rows of two matrices $W$ and $U$:
#
# $$(a_i, a_f, a_g, a_o) = W x_k + U h_{k-1} + b \tag{3}$$
#
# $$i = \sigma(a_i), \quad f = \sigma(a_f), \quad g = \tanh a_g, \quad o = \sigma(a_o) \tag{4}$$
#
# Equation (2) makes the new cell. The output gate $o$ decides what is said aloud, and a matrix $P$
# makes it shorter. That is the **projection** (투영) of Sak and others (2014):
#
# $$h_k = P \, (o \odot \tanh c_k) \tag{5}$$
#
# ($\odot$ multiplies number by number.) By hand, with one cell: $a_i = 0$, $a_f = \ln 3$,
# $a_g = \frac12 \ln 3$, $a_o = 0$, $c_{k-1} = 1$ and $P = 2$. The logarithms are chosen so that
# the gates are plain fractions:
# - $i = \frac12$, $f = \frac34$, $g = \frac12$, $o = \frac12$,
# - $c_k = \frac34 \cdot 1 + \frac12 \cdot \frac12 = 1$,
# - $h_k = 2 \cdot \frac12 \cdot \tanh 1 = 0.76$.

# %%
def sigmoid(a):
    return 1 / (1 + np.exp(-a))


def step(a, c, P, clip=3.0):
    """Equations (4), (2) and (5): the sums a (4 * hidden_dim,) and the old cell -> new h and c."""
    i, f, g, o = np.split(a, 4)
    c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
    c = np.clip(c, -clip, clip)
    h = P @ (sigmoid(o) * np.tanh(c))
    return np.clip(h, -clip, clip), c

# %%
h, c = step(np.log(3) * np.array([0, 1, 0.5, 0]), np.array([1.0]), np.array([[2.0]]))
assert np.isclose(c[0], 1) and np.isclose(h[0], np.tanh(1))
print(f"c = {c[0]:.2f}, h = {h[0]:.2f}")

# %% [markdown]
# The published model also clips the cell and the output at ±3, so that a long text cannot blow
# them up. Ours does the same.
#
# Now random weights: five cells, vectors of three numbers. Our step must agree with the one of the
# package, to the last digits.

# %%
torch.manual_seed(4)
small = BiLMShape(CharShape(emb_dim=3), hidden_dim=5, proj_dim=3)
lstm = ProjectedLSTM(3, 5, 3).double()
W, U, b, P = (p.detach().numpy() for p in lstm.parameters())
x, h_old, c_old = (torch.randn(1, n, dtype=torch.float64) for n in (3, 3, 5))

# %%
a = W @ x[0].numpy() + U @ h_old[0].numpy() + b  # equation (3)
h, c = step(a, c_old[0].numpy(), P)
with torch.no_grad():
    theirs = lstm_step(x, (h_old, c_old), lstm, small)
assert np.allclose(h, theirs[0][0], atol=1e-12) and np.allclose(c, theirs[1][0], atol=1e-12)

# %%
i, f, g, o = np.split(a, 4)
parts = {"word $x_k$": x[0].numpy(), "old output $h_{k-1}$": h_old[0].numpy()}
parts |= {"old cell $c_{k-1}$": c_old[0].numpy(), "forget $f$": sigmoid(f)}
parts |= {"input $i$": sigmoid(i), "new value $g$": np.tanh(g), "cell $c_k$": c}
parts |= {"output gate $o$": sigmoid(o), "output $h_k$": h}
plots.lstm_strips(parts)

# %% [markdown]
# Read one column from top to bottom: forget gate times old cell, plus input gate times new value,
# is the cell. All forget gates lie above $\frac12$, because their bias starts at 1: remember,
# unless told otherwise. The five cells work inside; only the three numbers of $h_k$ leave the
# layer.
#
# Why make $h$ shorter? The state goes back into $U$ and on into the softmax, and both get smaller
# with it. With hidden_dim $H$ and proj_dim $D$, one layer has
#
# $$4H(D + D + 1) + H D \tag{6}$$
#
# parameters: $W$, $U$ and $b$, then the projection. Without it, $U$ alone has $4H^2$.

# %%
def layer_size(H, D):
    return 4 * H * (D + D + 1) + H * D


H, D = SHAPES["lite"].hidden_dim, SHAPES["lite"].proj_dim
built = sum(p.numel() for p in ProjectedLSTM(D, H, D).parameters())
assert built == layer_size(H, D)
print(f"{built:,} with projection, {4 * H * (D + H + 1):,} without")

# %% [markdown]
# ## 4. Two readings of one sentence
# The chain rule of chapter 01 takes a sentence apart from the left. $N$ is the number of its
# tokens $t_1, \dots, t_N$. The **forward language model** (순방향 언어 모델) predicts each token
# from those before it:
#
# $$p(t_1, \dots, t_N) = \prod_{k=1}^{N} p(t_k \mid t_1, \dots, t_{k-1}) \tag{7}$$
#
# Nothing forces us to begin at the left. The **backward language model** (역방향 언어 모델)
# predicts each token from those behind it:
#
# $$p(t_1, \dots, t_N) = \prod_{k=1}^{N} p(t_k \mid t_{k+1}, \dots, t_N) \tag{8}$$

# %%
words = ["the", "fat", "cat", "sat", "on", "the", "mat"]
for k in range(3):  # the paper's letters beside the code; k counts from 0 here
    print(f"p({words[k]} | {' '.join(words[:k])})   p({words[k]} | {' '.join(words[k + 1 :])})")
plots.two_readings(words)

# %% [markdown]
# Each row hides one word. The red words are what the forward model may use, the purple ones what
# the backward model may use: never the word itself.
#
# Both products are exact. By hand with the diary of three sentences from chapter 01, counting
# whole beginnings or whole endings: from the left, `P(I) · P(am | I) · P(Sam | I am)` is
# 2/3 · 1/2 · 1, from the right, `P(Sam) · P(am | Sam) · P(I | am Sam)` is 1/3 · 1 · 1.

# %%
sam = [line.split() for line in ("I am Sam", "Sam I am", "I do not like green eggs and ham")]


def product(sentence, sentences):
    """The chain rule with counts of beginnings, each factor a fraction."""
    p = Fraction(1)
    for k in range(len(sentence)):
        seen = sum(s[:k] == sentence[:k] for s in sentences)
        p *= Fraction(sum(s[: k + 1] == sentence[: k + 1] for s in sentences), seen)
    return p


forward = product(["I", "am", "Sam"], sam)
backward = product(["Sam", "am", "I"], [s[::-1] for s in sam])
assert forward == backward == Fraction(1, 3)

# %% [markdown]
# (The end of the sentence adds a factor of 1 on both sides here.) A backward model needs no new
# code: turn the sentences round, and train a forward model. Two *trained* models will not
# agree so well, since each only comes near the truth in its own way.
#
# In practice every sentence stands between two marks, `<s>` and `</s>`. The forward model starts
# at `<s>` and its last target is `</s>`. The backward model starts at `</s>`, and its last target
# is `<s>`.

# %% [markdown] tags=["exercise"]
# ### Exercise 8.1: the targets of the backward stream
# Difficulty 1 of 3, 10 minutes.
#
# A sentence is a list of words without marks. Return two lists of equal length: what the backward
# model reads, in its reading order, and what it must predict at each of these steps.
#
# For `["the", "cat"]` it reads `</s>`, `cat`, `the` and predicts `cat`, `the`, `<s>`.
#
# <details><summary>Hint 1</summary>
#
# `words[::-1]` is the list turned round.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# The targets are the inputs, one step later. Put both marks on, turn the list round, and take all
# but the last and all but the first.
#
# </details>

# %% tags=["exercise"]
def backward_stream(words):
    """A list of words -> (inputs, targets), both in the order of reading."""
    # begin solution
    turned = ["<s>", *words, "</s>"][::-1]
    return turned[:-1], turned[1:]
    # end solution

# %% tags=["check"]
checks.ch08_ex1(backward_stream)

# %% [markdown]
# ## 5. The model
# The **bidirectional language model** (양방향 언어 모델, biLM) of Peters and others (2018) trains
# both directions at once. It adds the logarithms of both products and makes the sum as large as it
# can:
#
# $$\sum_{k=1}^{N} \Big( \log p(t_k \mid t_1, \dots, t_{k-1};
# \Theta_x, \overrightarrow{\Theta}_{LSTM}, \Theta_s) + \log p(t_k \mid t_{k+1}, \dots, t_N;
# \Theta_x, \overleftarrow{\Theta}_{LSTM}, \Theta_s) \Big) \tag{9}$$
#
# The same sum with a minus sign, so that small is good, is its **joint loss**.
#
# $\Theta$ stands for parameters. Look for the letters without an arrow: $\Theta_x$, which makes
# the token vectors, and $\Theta_s$, the softmax, are **shared** by both directions. The LSTMs are
# not. That is all that ties the two models together.
#
# **Predict.** Why does it make sense to share these two and not the LSTMs?
#
# <details><summary>Answer</summary>
#
# What a word is does not depend on where one comes from, nor does the list of words to choose
# from. But what has been read does: after "the" from the left comes a noun, after "the" from the
# right comes what stands before "the".
#
# </details>
#
# First one layer in one direction. It is the step of section 3 for a whole batch, in a loop.

# %%
class LSTM_v1(nn.Module):
    """One layer with projection: x (batch, time, input_dim) -> (batch, time, proj_dim)."""

    def __init__(self, input_dim, hidden_dim, proj_dim):
        super().__init__()
        self.w_input = nn.Parameter(torch.randn(4 * hidden_dim, input_dim) / 10)
        self.w_hidden = nn.Parameter(torch.randn(4 * hidden_dim, proj_dim) / 10)
        self.bias = nn.Parameter(torch.zeros(4 * hidden_dim))
        self.w_project = nn.Parameter(torch.randn(proj_dim, hidden_dim) / 10)

    def forward(self, x):
        h = x.new_zeros(len(x), self.w_project.shape[0])
        c = x.new_zeros(len(x), self.w_project.shape[1])
        outputs = []
        for k in range(x.shape[1]):
            gates = x[:, k] @ self.w_input.T + h @ self.w_hidden.T + self.bias
            i, f, g, o = gates.chunk(4, dim=1)
            c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
            c = c.clamp(-3, 3)
            h = (torch.sigmoid(o) * torch.tanh(c)) @ self.w_project.T
            h = h.clamp(-3, 3)
            outputs.append(h)
        return torch.stack(outputs, dim=1)

# %% [markdown]
# Then the model. Two stacks of these layers read the same token vectors, one of them backwards.
# Each layer hands all its outputs $h_{k,j}$ to the layer above it ($j$ counts the layers), and the
# outputs of the last one go to the softmax. ELMo has two such layers, so that there is something to
# mix: chapters 10 and 11 show what each of them knows.
#
# One line is marked: the second layer *adds* what it found to what it was given. We come back to
# this **residual connection** (잔차 연결) below.

# %%
class BiLM_v1(nn.Module):
    """Two stacks of LSTMs over the same token vectors."""

    def __init__(self, shape):
        super().__init__()
        dims = shape.proj_dim, shape.hidden_dim, shape.proj_dim
        self.char_cnn = CharCNN(shape.characters)  # shared
        self.forward_lstms, self.backward_lstms = (
            nn.ModuleList(LSTM_v1(*dims) for _ in range(shape.num_layers)) for _ in range(2)
        )

    def read(self, x, lstms):
        layers = []
        for j, lstm in enumerate(lstms):
            x = lstm(x) + x if j > 0 else lstm(x)  # the residual connection
            layers.append(x)
        return layers

    def layers(self, x):
        """x (batch, time, proj_dim) -> all forward and all backward layers."""
        backward = self.read(x.flip(1), self.backward_lstms)
        return self.read(x, self.forward_lstms), [h.flip(1) for h in backward]

# %% [markdown]
# The package has the same model, made for sentences of different lengths. We give both the same
# weights (the names are the same on purpose) and let them read the cat.

# %%
torch.manual_seed(0)
bilm = BiLM(SHAPES["tiny"]).eval()
ours = BiLM_v1(SHAPES["tiny"])
ours.load_state_dict(bilm.state_dict())
with torch.no_grad():
    x, lengths = token_vectors(bilm, [words])
    layers = bilm.layers(x, lengths)
    forward, backward = ours.layers(x)
for j in range(2):
    assert torch.allclose(forward[j], layers.forward[j], atol=1e-5)
    assert torch.allclose(backward[j], layers.backward[j], atol=1e-5)
print({name: tuple(tensor.shape) for name, tensor in layers.named().items()})

# %% [markdown]
# Seven words and two marks are nine positions. Every layer gives each of them a vector of
# proj_dim = 64 numbers, per direction.
#
# Now equation (9). The forward state at position $k$ predicts token $k+1$, the backward state
# predicts token $k-1$. First as a loop over positions, then with two slices, then by the package.

# %%
speaker = BiLanguageModel(SHAPES["tiny"], Vocabulary.build([words])).eval()
ids = torch.from_numpy(speaker.vocabulary.ids([BOS, *words, EOS]))
characters = torch.from_numpy(character_ids([SENTENCE_BEGIN, *words, SENTENCE_END]))
with torch.no_grad():
    top = speaker.bilm(characters[None])
    ahead, behind = (speaker.log_distribution(h[-1][0]) for h in (top.forward, top.backward))

# %%
forward_sum = sum(ahead[k, ids[k + 1]] for k in range(len(ids) - 1))
backward_sum = sum(behind[k, ids[k - 1]] for k in range(1, len(ids)))
sliced = [ahead[:-1].gather(1, ids[1:, None]).sum(), behind[1:].gather(1, ids[:-1, None]).sum()]
with torch.no_grad():
    package = speaker.joint_log_likelihood(characters[None], ids[None])
assert np.allclose([forward_sum, backward_sum], sliced, atol=1e-4)
assert np.allclose(sliced, package, atol=1e-4)
print(f"joint loss {-sum(sliced):.1f}, chance {2 * 8 * np.log(len(speaker.vocabulary)):.1f}")

# %% [markdown]
# Untrained, the model does about as well as chance: $2 \cdot 8$ tokens, each one of nine words.
#
# ## 6. What is shared, in numbers
# The course has four shapes. `tiny` trains in a notebook, `lite` are the weights that come with
# the course, `small` and `original` are two published ELMo models. We count their parameters with
# the vocabulary that each was trained with (for the published ones about 800,000 words; the
# course's own softmax saves parameters on rare words, as chapter 08b shows).
#
# **Predict.** Which part is the largest in `original`: the letters, the LSTMs or the softmax?
#
# <details><summary>Answer</summary>
#
# The softmax, by far: 793,471 words times 513 numbers. It is needed for training only. Whoever uses
# ELMo's vectors throws it away.
#
# </details>

# %%
def parts_of(name, softmax):
    with torch.device("meta"):  # shapes without numbers: no memory needed
        model = BiLM(SHAPES[name])
    modules = (model.char_cnn, model.forward_lstms, model.backward_lstms)
    counts = [sum(p.numel() for p in module.parameters()) for module in modules]
    return dict(zip(("token", "forward", "backward", "softmax"), [*counts, softmax], strict=True))


def softmax_of(name, vocab_size):
    return vocab_size * (SHAPES[name].proj_dim + 1)  # a vector and a bias for each word

# %%
vocab_sizes = {"tiny": 10_003, "lite": 30_003, "small": 793_471, "original": 793_471}
counts = {name: parts_of(name, softmax_of(name, v)) for name, v in vocab_sizes.items()}
for name, parts in counts.items():
    size = layer_size(SHAPES[name].hidden_dim, SHAPES[name].proj_dim)  # equation (6)
    assert parts["forward"] == parts["backward"] == SHAPES[name].num_layers * size
plots.parameter_bars(counts)

# %% [markdown]
# Red and purple are equal and separate; green and grey stand once for both directions. Without
# sharing, the green and the grey part would have to be paid twice.
#
# The number that the authors give for `original` is 93.6 million, without the softmax. You can
# derive it.

# %% [markdown] tags=["exercise"]
# ### Exercise 8.2: 93.6 million
# Difficulty 3 of 3, 25 minutes.
#
# The published options say:
# - 261 character ids with vectors of 16 numbers (the id of "no word" needs none),
# - filters, as (width, number): (1, 32), (2, 32), (3, 64), (4, 128), (5, 256), (6, 512), (7, 1024);
#   a filter of width w has 16·w weights and a bias,
# - two highway layers on as many numbers as there are filters; each has two square matrices and
#   two biases,
# - a linear projection, with bias, to 512 numbers,
# - two directions of two LSTM layers, hidden_dim 4096, proj_dim 512.
#
# (In exercise 7.4 you counted the first four with 262 ids: 18,037,856. Here it is one id, 16
# numbers, less.)
#
# Write a function that computes the number of parameters from such options, also for others.
#
# <details><summary>Hint 1</summary>
#
# `d = sum(number for _, number in filters)` is the width of a highway layer: 2048 here. One
# highway layer has $2(d^2 + d)$ parameters.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Equation (6) is one LSTM layer in one direction. The input of every layer has proj_dim numbers.
#
# </details>

# %% tags=["exercise"]
def count_parameters(num_ids, char_dim, filters, num_highway, proj_dim, hidden_dim, num_layers):
    """Parameters of a biLM without its softmax."""
    # begin solution
    d = sum(number for _, number in filters)
    letters = num_ids * char_dim
    convolutions = sum(number * (char_dim * width + 1) for width, number in filters)
    highways = num_highway * 2 * (d * d + d)
    projection = d * proj_dim + proj_dim
    layer = 4 * hidden_dim * (2 * proj_dim + 1) + hidden_dim * proj_dim
    return letters + convolutions + highways + projection + 2 * num_layers * layer
    # end solution

# %% tags=["check"]
checks.ch08_ex2(count_parameters)

# %% [markdown]
# ## 7. The residual connection
# The second layer does not replace what the first one found; it adds to it:
#
# $$h_{k,2} = \mathrm{LSTM}_2(h_{\cdot,1})_k + h_{k,1} \tag{10}$$
#
# The sum stands *outside* the recurrence: the state that the second LSTM carries to the next word
# is its own plain output, without the sum. We check both on the live model, with and without
# the connection.

# %%
plain = BiLM(replace(SHAPES["tiny"], skip=False)).eval()
plain.load_state_dict(bilm.state_dict())
with torch.no_grad():
    with_sum, without_sum = bilm.layers(x), plain.layers(x)
added = with_sum.forward[1] - with_sum.forward[0]
assert torch.equal(with_sum.forward[0], without_sum.forward[0])
assert torch.allclose(added, without_sum.forward[1], atol=1e-6)
assert not torch.allclose(with_sum.forward[1], without_sum.forward[1], atol=1e-2)

# %% [markdown]
# Two things follow. The gradient reaches the first layer by a short way, past the second LSTM, and
# so cannot fade on it: a mend for the **vanishing gradient** (기울기 소실). And the two layers
# speak one language: the second one starts near the first and corrects it. Does it also help to
# train? Chapter 08b tries it, over several seeds.
#
# ## 8. The whole model, unrolled
# To **unroll** (펼치기) a recurrent network is to draw it once for each position. The next figure
# is drawn from the configuration of `tiny`, for our sentence.
#
# **Predict.** How many vectors does the model compute for seven words and two layers? And how many
# of them belong to "sat"?
#
# <details><summary>Answer</summary>
#
# $2 \cdot 2 \cdot 7$ outputs of LSTMs and 7 token vectors: 35. Five of them, $2L + 1$, belong to
# "sat": its token vector, and for each of the two layers a forward and a backward one.
#
# </details>

# %%
L, T = SHAPES["tiny"].num_layers, len(words)
print(f"{2 * L * T + T} vectors, {2 * L + 1} for each word")
plots.unrolled_bilm(SHAPES["tiny"], words, chosen=words.index("sat"))

# %% [markdown]
# Rings mark the five vectors of "sat"; everything that they have read is solid. Above, information
# flows to the right, below to the left, and no arrow leads from one stack into the other. The thin
# bows are the residual connections. The vectors of a word contain the word itself:
# $\overrightarrow{h}_{k}$ has read $t_1, \dots, t_k$ and is used to predict $t_{k+1}$.
#
# ## 9. A biLM is not a bidirectional RNN
# Libraries offer an LSTM with `bidirectional=True`, a **bidirectional RNN** (양방향 순환
# 신경망). It looks simpler: after *each* layer it joins both directions, and the next layer reads
# both. Why not use that?
#
# We ask the models themselves. Change the token vector of one word $m$ and look at which states $k$
# change. For a fair prediction of word $k+1$, the forward state $k$ must not change when a later
# word does.

# %%
def influence(states_of, x):
    """change[k, m]: how much the state at k changes when the token vector at m does."""
    with torch.no_grad():
        before, changes = states_of(x), []
        for m in range(x.shape[1]):
            other = x.clone()
            other[0, m] += 1
            changes.append((states_of(other) - before).abs().amax(dim=-1)[0])
    return torch.stack(changes, dim=1).numpy()

# %%
torch.manual_seed(0)
naive, inside = NaiveBiLSTM(SHAPES["tiny"]), x[:, 1:-1]  # without the two marks
half = SHAPES["tiny"].proj_dim
changes = {
    "forward LM": influence(lambda x: bilm.layers(x).forward[1], inside),
    "backward LM": influence(lambda x: bilm.layers(x).backward[1], inside),
    "naive BiLSTM, forward half": influence(lambda x: naive(x)[..., :half], inside),
    "ELMo, [forward; backward]": influence(lambda x: bilm.layers(x)[2], inside),
}
forward, backward, leaky, elmo = changes.values()
assert (forward[np.triu_indices(7, k=1)] == 0).all()  # exactly zero, not nearly
assert (backward[np.tril_indices(7, k=-1)] == 0).all()
assert (leaky > 0).all() and np.array_equal(elmo, np.maximum(forward, backward))

# %% [markdown]
# **Predict.** Which of the four tables have cells that are exactly zero?
#
# <details><summary>Answer</summary>
#
# The forward and the backward language model: a triangle of 21 zeros each. The "forward half" of
# the naive BiLSTM has none: in its second layer it reads outputs of the first layer that come from
# the right. ELMo's vector has none either, but it is made *after* both have
# predicted, by putting their states side by side.
#
# </details>

# %%
plots.who_sees_whom(changes, words)

# %% [markdown]
# A hatched cell is exactly zero: not a single bit of the state changes. In the first table
# everything above the diagonal is hatched, so no state knows a later word. The third table has no
# hatched cell: the answer has leaked in. The fourth has none either, and that is the prize: a
# vector that knows both sides, from two models that never cheated.
#
# The zeros hold for every weight and every sentence. They tell us at once what the forward vector
# knows of 배가:

# %%
ship_states = [bilm.layers(token_vectors(bilm, [s.split()])[0]) for s in ships]
left = torch.stack([state.forward[1][0, 1] for state in ship_states])
right = torch.stack([state.backward[1][0, 1] for state in ship_states])
assert torch.equal(left, left[:1].expand_as(left))  # one vector in all four sentences
assert len(torch.unique(right, dim=0)) == 4  # four different ones

# %% [markdown]
# ### The cheat at work
# What happens to a model that can see the answer? We draw words by lot, 20 kinds, every word
# independent of all others. There is *nothing* to learn. The best honest loss per word is
# $\log 20 = 3.00$.
#
# Two models train with the same joint loss: the naive BiLSTM, and two separate LSTMs.
#
# **Predict.** What will the loss of each be after 150 updates?
#
# <details><summary>Answer</summary>
#
# The separate LSTMs stay at 3.00. The naive BiLSTM falls toward 0: it copies the word that it
# should predict.
#
# </details>

# %%
V, dim = 20, 24


def predict_neighbours(x, net):
    """Forward states and backward states of the last layer."""
    if isinstance(net, NaiveBiLSTM):
        return net(x).chunk(2, dim=-1)
    return net[0](x)[0], net[1](x.flip(1))[0].flip(1)


def joint_loss(words, table, softmax, net):
    forward, backward = predict_neighbours(table(words), net)
    log_p = [softmax(h).log_softmax(dim=-1) for h in (forward[:, :-1], backward[:, 1:])]
    targets = words[:, 1:, None], words[:, :-1, None]
    found = [p.gather(2, t).mean() for p, t in zip(log_p, targets, strict=True)]
    return -sum(found) / 2

# %%
def train_on_noise(name, net, updates=150):
    torch.manual_seed(2)
    table, softmax = nn.Embedding(V, dim), nn.Linear(dim, V)
    weights = [p for module in (net, table, softmax) for p in module.parameters()]
    optimizer, losses = torch.optim.Adam(weights, lr=0.01), []
    steps = chapter.progress(range(updates), name)
    for _ in steps:
        loss = joint_loss(torch.randint(V, (32, 10)), table, softmax, net)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        steps.say(f"loss {loss.item():.1f}")
    return losses, table, softmax

# %%
torch.manual_seed(3)
cheater = NaiveBiLSTM(BiLMShape(CharShape(emb_dim=dim), proj_dim=dim))
honest = nn.ModuleList(nn.LSTM(dim, dim, 2, batch_first=True) for _ in range(2))

# %%
cheat_losses, table, softmax = train_on_noise("naive BiLSTM", cheater)
honest_losses, _, _ = train_on_noise("two LSTMs", honest)
assert cheat_losses[-1] < 0.2 and abs(np.mean(honest_losses[-50:]) - np.log(V)) < 0.05
plots.cheating({"naive BiLSTM": cheat_losses, "separate": honest_losses}, floor=np.log(V))

# %% [markdown]
# A loss near 0 on pure chance is no success but an alarm. To be sure, hide the future from the
# cheater: it reads nine words and must predict the tenth.

# %%
torch.manual_seed(5)
drawn = torch.randint(V, (2000, 10))
with torch.no_grad():
    states, _ = predict_neighbours(table(drawn[:, :9]), cheater)
    log_p = softmax(states[:, -1]).log_softmax(dim=-1)
    loss = -log_p.gather(1, drawn[:, 9:]).mean()
    right = (log_p.argmax(dim=1) == drawn[:, 9]).float().mean()
assert loss > np.log(V) and right < 0.1
print(f"with the future hidden: {right:.0%} right (chance {1 / V:.0%}), loss {loss:.1f}")

# %% [markdown]
# Its loss is now worse than that of a blind guess: all it ever learned is to copy. There are two
# honest ways out. ELMo keeps the directions apart until the training is done. A later model, BERT
# (2018), lets every layer see both sides and hides the word itself behind a mask.
#
# Other networks need a mask as well when they predict the next word. Take a convolution over
# words, with its window centred on a position: it looks ahead. An LSTM needs none, because it has
# not read on yet: the order of reading is its mask.

# %% [markdown] tags=["exercise"]
# ### Exercise 8.3: a convolution that does not look ahead
# Difficulty 2 of 3, 15 minutes.
#
# `x` is an array of shape (time,), `kernel` of shape (width,). Return `y` of shape (time,) with
#
# $$y_k = \sum_{d=0}^{\text{width}-1} \text{kernel}_d \; x_{k-d}$$
#
# where values before the beginning count as 0. So `kernel[0]` is the weight of the present, and
# $y_k$ never sees $x_{k+1}$. This is called a **causal convolution** (인과 합성곱).
#
# <details><summary>Hint 1</summary>
#
# Put width - 1 zeros before `x`, and none behind it.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `np.convolve(x, kernel)` turns the kernel round as the sum above does. Which of its
# time + width - 1 values do you need?
#
# </details>

# %% tags=["exercise"]
def causal_convolution(x, kernel):
    """(time,) and (width,) -> (time,); y[k] depends on x[0], ..., x[k] only."""
    # begin solution
    padded = np.concatenate([np.zeros(len(kernel) - 1), x])
    return np.array([padded[k : k + len(kernel)] @ kernel[::-1] for k in range(len(x))])
    # end solution

# %% tags=["check"]
checks.ch08_ex3(causal_convolution)

# %% [markdown]
# ## What you can now do
# - compute an LSTM step with projection by hand, and say what each gate is for,
# - write equations (7), (8) and (9), and the targets of both streams,
# - build a biLM, and say which parameters are shared and how many there are,
# - test any model for a look at the answer, with exact zeros.
#
# ## One honest limit
# Each direction still guesses with one eye closed: neither of them ever uses both sides of a gap to
# fill it. ELMo puts the two half-views side by side afterwards, but no layer has learned to weigh
# them against each other.
#
# Sources: Peters and others, "Deep contextualized word representations" (2018), for equations (7)
# to (9) and the sizes; Jozefowicz and others (2016) for a char-CNN with projected LSTMs; the
# lecture *ELMO (Embeddings from Language Model)* for the two directions and their joint loss.
#
# ## Where next
# The model is built, but all its weights were random. Chapter 08b trains one before your eyes, and
# looks into the log of a long run.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. Which parameters do the two directions of a biLM share?
#    - [x] those of the token vectors and of the softmax :: their $\Theta$ in equation (9) has no
#      arrow
#    - [ ] all of them :: then one LSTM would have to read both ways with the same weights
#    - [ ] none of them :: so it was in an earlier model (Peters and others 2017); sharing saves
#      parameters
# 2. From which layer on can the forward half of a naive BiLSTM see the word that it should
#    predict?
#    - [ ] the first :: there, the forward half has only read from the left
#    - [x] the second :: it reads the joined outputs of the first, and they hold what comes from
#      the right
#    - [ ] none :: the table of section 9 shows not a single zero for it
# 3. ELMo's vector of a word changes with every word of the sentence. Is that cheating?
#    - [ ] yes, it sees the answer :: it predicts nothing: its two halves did, each on its own
#    - [x] no, each half was trained without seeing its answer :: they are joined only after the
#      training
#    - [ ] no, it does not see the word itself :: it does: both halves have read the word; only
#      their predictions must not
