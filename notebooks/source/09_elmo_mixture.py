# %% [markdown]
# # 09 ELMo's mixture
#
# **How do the layers of a word become one vector?**
#
# The biLM of chapter 08 gives a word not one vector but several. A tagger or a classifier wants
# one. ELMo, *Embeddings from Language Models*, is the step between the two: a weighted sum whose
# weights the task itself chooses. Only four numbers of it learn. Here we turn each of them by hand.
#
# You will be able to
# - **gather** the representations of a word from a trained biLM,
# - **compute** an ELMo vector by hand in four steps,
# - **write** the mixture as a module that can learn, with a mask and layer norm,
# - **recognise** three mistakes that are often made with it.
#
# You need chapter 08 and the softmax from chapter 02.

# %% tags=["setup"]
import numpy as np
import torch
from torch import nn

import elmo_lite.elmo
from elmo_lite import corpora
from elmo_lite.checks import ch09 as checks
from elmo_lite.course import chapter
from elmo_lite.elmo import Elmo
from elmo_lite.plots import ch09 as plots
from elmo_lite.plots import common

torch.set_num_threads(1)  # small tensors: one thread is fast, and gives the same sums everywhere

# %%
common.course_map("09")

# %% [markdown]
# ## 1. Two stages
# Everything so far was the first stage, **pre-training** (사전 훈련): a biLM read free text and
# learned to predict words. No person labelled that text. It is done once, and takes hours or weeks.
#
# The second stage is **adaptation** (적응) to a task: finding parts of speech, spam, names. Here
# there are labels, but few of them. The biLM is **frozen** (동결): its numbers stay as they are.
# What learns is the network of the task, and a handful of numbers that say how to mix the layers
# of the biLM. How large is the handful?

# %%
elmo = Elmo.load("en")
biggest = sum(p.numel() for p in elmo.bilm.parameters())
learning = [name for name, p in elmo.named_parameters() if p.requires_grad]
mixture = sum(p.numel() for p in elmo.parameters() if p.requires_grad)
tagger = nn.Linear(2 * elmo.bilm.shape.proj_dim, 17)  # 17 parts of speech
task = sum(p.numel() for p in tagger.parameters())
assert learning == ["mix.weights", "mix.gamma"]
print(f"biLM {biggest:,}; mixture {mixture}: {learning}; tagger {task:,}")

# %%
words_read = f"{chapter.results('pretrain_en')['tokens'] / 1e6:.0f} million words"
plots.two_stages(biggest, mixture, task, words_read)

# %% [markdown]
# Left of the dashed line is the work that was done before you came. (There a softmax learned, too;
# it was needed to predict words, and no task reads it.) Right of it is what this chapter and the
# next are about: the box with four numbers.
#
# ## 2. What the biLM says about one word
# Our word is play, from the lecture. We read two sentences in which it means different things and
# collect everything that the biLM computes at its place.

# %%
game = ["The", "children", "play", "in", "the", "garden", "."]
stage = ["We", "saw", "a", "new", "play", "at", "the", "theatre", "."]
layers = elmo.layers([game, stage], progress=False)
k, m = game.index("play"), stage.index("play")
for name, tensor in layers[0].named().items():
    print(f"{name:11} {tuple(tensor.shape)} (time, proj_dim)")

# %% [markdown]
# Five tensors. With $L$ LSTM layers there are always $2L + 1$ of them: the token vector, and each
# layer in two directions. In the letters of the paper, the set of **representations** (표현) of
# token $t_k$ is
#
# $$R_k = \{x_k,\ \overrightarrow{h}_{k,j},\ \overleftarrow{h}_{k,j} \mid j = 1, \dots, L\}
# \tag{1}$$

# %%
representations = {name: tensor[k] for name, tensor in layers[0].named().items()}
assert len(representations) == 2 * elmo.bilm.shape.num_layers + 1
colours = ["token", "forward", "backward", "forward", "backward"]
common.vector_strips(representations, colours, "Five representations of play")

# %% [markdown]
# Each strip is one vector, a cell for each number, blue below 0 and red above, all on one scale.
# Nothing is drawn by hand: these are the tensors of the trained model.
#
# **Predict.** Which of the five is exactly the same for play in the other sentence, "We saw a new
# play at the theatre ."?
#
# <details><summary>Answer</summary>
#
# Only the token vector. It is made from the letters p-l-a-y and nothing else. The forward states
# have read "The children" or "We saw a new"; the backward states what follows.
#
# </details>

# %%
for name, tensor in layers[0].named().items():
    a, b = tensor[k], layers[1].named()[name][m]
    cosine = torch.cosine_similarity(a, b, dim=0)
    print(f"{name:11} cosine {cosine:.2f}{'  identical' if torch.equal(a, b) else ''}")
assert torch.equal(layers[0].token[k], layers[1].token[m])
assert not torch.allclose(layers[0].forward[0][k], layers[1].forward[0][m])

# %% [markdown]
# ## 3. Four steps by hand
# The lecture turns the five vectors into one in four steps. We follow them with a toy: two numbers
# per direction, two LSTM layers.
#
# **Step 1, concatenate** (연결). Put forward and backward of a layer side by side. The token vector
# has no direction, so it stands there twice; otherwise it would be too short to be added:
#
# $$h_{k,0} = [x_k; x_k] \qquad h_{k,j} = [\overrightarrow{h}_{k,j}; \overleftarrow{h}_{k,j}]
# \tag{2}$$

# %%
x = np.array([1.0, 2.0])
forward = [np.array([0.0, 4.0]), np.array([8.0, 0.0])]
backward = [np.array([2.0, 2.0]), np.array([4.0, -4.0])]
h0 = np.concatenate([x, x])
h1, h2 = (np.concatenate(pair) for pair in zip(forward, backward, strict=True))
print(h0, h1, h2, sep="\n")

# %% [markdown]
# From five vectors we are down to three, and all have four numbers. (Some drawings of ELMo show a
# token layer that is as wide as the others and do not say why. This is why.)
#
# **Step 2, weigh** (가중치). Each layer gets a share: say one half for the letters, a quarter for
# each of the others. **Step 3, add** (합). **Step 4, scale** (크기 조절) by one more number, gamma.

# %%
s, gamma = [0.5, 0.25, 0.25], 2.0
weighed = [s[0] * h0, s[1] * h1, s[2] * h2]  # step 2
added = weighed[0] + weighed[1] + weighed[2]  # step 3
play = gamma * added  # step 4
assert np.array_equal(added, [2.5, 2.0, 2.0, 0.5])  # first number: 0.5 * 1 + 0.25 * 0 + 0.25 * 8
print(play)

# %% [markdown]
# The four steps in one line are the equation of the paper:
#
# $$\text{ELMo}_k = \gamma \sum_{j=0}^{L} s_j\, h_{k,j} \tag{3}$$
#
# The simplest choice is the top layer alone, $s = (0, 0, 1)$ and $\gamma = 1$. ELMo's forerunners
# TagLM (vectors from a biLM) and CoVe (from a translation model) did that in 2017. New in ELMo is
# that all layers take part.
#
# With all layers in one array of shape `(layers, dim)`, steps 2 and 3 are one product of a vector
# and a matrix. Check that both ways agree:

# %%
H = np.stack([h0, h1, h2])
assert np.array_equal(gamma * np.array(s) @ H, play)
live = np.stack([layers[0][j][k].numpy() for j in range(3)])  # layers[0][j] does step 1
assert np.array_equal(live[0], np.tile(layers[0].token[k].numpy(), 2))
assert np.array_equal(np.split(live[2], 2)[0], layers[0].forward[1][k].numpy())
print(live.shape, (gamma * np.array(s) @ live)[:3].round(2))

# %% [markdown]
# ## 4. Where the shares come from
# The shares should be positive and sum to 1, so that gamma alone decides the length. But gradient
# descent moves numbers freely; it would soon push one below 0. So the numbers that learn are three
# **raw weights** $w$, and the softmax makes shares of them:
#
# $$s_j = \frac{e^{w_j}}{\sum_i e^{w_i}} \tag{4}$$
#
# **Predict.** Before any training $w = (0, 0, 0)$. What are the shares? And for $w = (1, 0, 0)$?
#
# <details><summary>Answer</summary>
#
# One third each: weights of zero do not switch the layers off. For $(1, 0, 0)$:
# $e / (e + 2) = 0.58$, and 0.21 for each of the others.
#
# </details>

# %%
def shares_by_loop(w):
    powers = [np.exp(number) for number in w]
    return [power / sum(powers) for power in powers]


cases = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (-2, 0, 3)]
softmax = {str(w): torch.tensor(w, dtype=torch.float64).softmax(dim=0).numpy() for w in cases}
assert all(np.allclose(shares_by_loop(w), softmax[str(w)]) for w in cases)
plots.share_bars({f"w = {w}": s for w, s in softmax.items()}, "Shares after the softmax")

# %% [markdown]
# One bar is one choice of $w$, and always full. A step of 1 multiplies a layer's share, compared
# with the others, by 2.7; to give a layer nearly everything takes a distance of about 5.

# %% [markdown] tags=["exercise"]
# ### Exercise 9.1: an ELMo vector
# Difficulty 1 of 3, 10 minutes.
#
# Write equations (3) and (4) with numpy, for all words of a sentence at once: `layers` has shape
# `(layers, time, dim)`, `w` has one raw weight for each layer, and the result has shape
# `(time, dim)`. Raw weights may be as large as 1000.
#
# <details><summary>Hint 1</summary>
#
# Subtract `w.max()` before `np.exp`; the shares stay the same, and nothing overflows.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `np.tensordot(s, layers, axes=1)` multiplies each layer by its share and adds them up.
#
# </details>

# %% tags=["exercise"]
def elmo_vectors(layers, w, gamma):
    """(layers, time, dim), (layers,), a number -> (time, dim)"""
    # begin solution
    powers = np.exp(w - np.max(w))
    return gamma * np.tensordot(powers / powers.sum(), layers, axes=1)
    # end solution

# %% tags=["check"]
checks.ch09_ex1(elmo_vectors)

# %% [markdown]
# ## 5. A module that can learn
# So that a task can train $w$ and $\gamma$, they must be parameters of a torch module. You have all
# its parts; try it yourself before you read on.

# %% [markdown] tags=["exercise"]
# ### Exercise 9.2: write the mixture
# Difficulty 2 of 3, 15 minutes.
#
# Complete the class. `weights` (one number per layer) and `gamma` (a single number) are
# `nn.Parameter`; at first every layer counts the same, and `gamma` is 1. `forward` gets a list of
# tensors of the same shape `(..., dim)`, one for each layer.
#
# <details><summary>Hint 1</summary>
#
# `nn.Parameter(torch.zeros(num_layers))` and `nn.Parameter(torch.ones(()))`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# In `forward`: `s = self.weights.softmax(dim=0)`, then a sum over `s_j * h_j`. Stay with torch all
# the way, so that gradients can flow back to both.
#
# </details>

# %% tags=["exercise"]
class Mixture(nn.Module):
    """gamma * sum of softmax(weights)_j * layers[j]"""

    def __init__(self, num_layers):
        super().__init__()
        # begin solution
        self.weights = nn.Parameter(torch.zeros(num_layers))
        self.gamma = nn.Parameter(torch.ones(()))
        # end solution

    def forward(self, layers):
        # begin solution
        s = self.weights.softmax(dim=0)
        return self.gamma * sum(s_j * h_j for s_j, h_j in zip(s, layers, strict=True))
        # end solution

# %% tags=["check"]
checks.ch09_ex2(Mixture)

# %% [markdown]
# Our own class can do two things more. Sentences of a batch differ in length, so a **mask**
# (마스크) says where real words are; behind the end it gives zeros. And `layer_norm` will be
# explained in section 6.

# %%
class ScalarMix(nn.Module):
    def __init__(self, num_layers, layer_norm=False):
        super().__init__()
        self.layer_norm = layer_norm
        self.weights = nn.Parameter(torch.zeros(num_layers))
        self.gamma = nn.Parameter(torch.ones(()))

    def forward(self, layers, mask):
        """num_layers tensors (batch, time, dim), mask (batch, time) -> (batch, time, dim)"""
        real = mask[..., None].float()
        if self.layer_norm:
            layers = [normalise(layer, real) for layer in layers]
        s = self.weights.softmax(dim=0)
        mixed = sum(s_j * h_j for s_j, h_j in zip(s, layers, strict=True))
        return self.gamma * mixed * real


def normalise(layer, real):
    """Mean 0 and variance 1 over all numbers of all real words."""
    count = real.sum() * layer.shape[-1]
    mean = (layer * real).sum() / count
    variance = ((layer - mean) * real).square().sum() / count
    return (layer - mean) * real / torch.sqrt(variance + 1e-12)

# %%
batch, mask = elmo.padded([game, stage])  # (layers, batch, time, 2 * proj_dim) and (batch, time)
for layer_norm in (False, True):
    ours = ScalarMix(3, layer_norm)
    package = elmo_lite.elmo.ScalarMix(3, layer_norm)
    with torch.no_grad():
        for module in (ours, package):
            module.weights.copy_(torch.tensor([0.5, -1.0, 1.0]))
            module.gamma.fill_(1.5)
        assert torch.allclose(ours(batch, mask), package(batch, mask), atol=1e-5)
        assert not ours(batch, mask)[~mask].any()
print(tuple(batch.shape), mask.sum(dim=1).tolist(), "words")

# %% [markdown]
# Now play once more, with the live layers, the shares of $w = (0.5, -1, 1)$ and
# $\gamma = 1.5$. The numpy lines of section 4 must give what the package gives.

# %%
mix = elmo_lite.elmo.ScalarMix(3)
with torch.no_grad():
    mix.weights.copy_(torch.tensor([0.5, -1.0, 1.0]))
    mix.gamma.fill_(1.5)
    result = mix(batch, mask)[0, k].numpy()
s = np.array(shares_by_loop([0.5, -1.0, 1.0]))
assert np.allclose(result, 1.5 * s @ live, atol=1e-5)
plots.mixing_strip(live, s, 1.5, result)

# %% [markdown]
# Read it from top to bottom: a strip for each layer, a bar for its share, the line under a sum, and
# the sum times gamma. In the first row both halves are the same, $[x; x]$. (Only 24 numbers of each
# half are drawn.)
#
# ## 6. The layers do not shout equally loud
# Equal shares need not mean equal influence. A layer whose numbers are larger takes more of the
# sum. How large are they? We look at eighty sentences of our treebank.

# %%
sentences = [words for words, _ in corpora.our_tagged("dev")][:80]
treebank, there = elmo.padded(sentences)
words = {f"layer {j}": treebank[j][there].numpy() for j in range(3)}  # (words, 2 * proj_dim)
lengths = np.array([np.linalg.norm(v, axis=1).mean() for v in words.values()])
for (name, v), length in zip(words.items(), lengths, strict=True):
    print(f"{name}: spread {v.std():.2f}, largest {np.abs(v).max():.1f}, mean length {length:.1f}")
plots.layer_scales(words)

# %% [markdown]
# Each curve shows how often a number of that size occurs in a layer. A wide, low curve belongs to
# a layer with large numbers. The widths differ, because nothing in the training asks them to be
# equal. (The output of an LSTM is clipped at 3, chapter 08: what would be larger lies at 3. Layer 2
# adds layer 1 to its own output, so it can go beyond.)
#
# So what does a share really buy? We compare $s_j$ with $s_j \lVert h_j \rVert$, the length that
# a layer brings into the sum.
#
# **Layer norm** (층 정규화) is one remedy that the paper mentions: subtract the mean and divide by
# the standard deviation, before the shares. In the published code there is one mean and one
# variance for a whole layer, over all numbers of all words of the batch. In numpy:

# %%
def norm_by_hand(v):
    """(words, dim): one mean and one standard deviation for everything."""
    return (v - v.mean()) / v.std()


real = there[..., None].float()
for j, v in enumerate(words.values()):
    ours = elmo_lite.elmo.normalise(treebank[j], real)[there].numpy()
    assert np.allclose(ours, norm_by_hand(v), atol=1e-4)
normed = np.array([np.linalg.norm(norm_by_hand(v), axis=1).mean() for v in words.values()])
cases = {"shares s": np.ones(3) / 3, "length brought in": lengths / lengths.sum()}
plots.share_bars({**cases, "after layer norm": normed / normed.sum()}, "What a third buys")

# %% [markdown]
# The first bar is what we asked for, the second what we got, the third what layer norm repairs.
# In the published code it is off unless you ask for it; the weights can learn to counter the
# scales, too. And it has a price. Mean and variance come from the batch, so the vector of a word
# depends on the sentences beside it:

# %%
for layer_norm in (False, True):
    mix = elmo_lite.elmo.ScalarMix(3, layer_norm)
    with torch.no_grad():
        alone = mix(batch[:, :1], mask[:1])[0, k]
        together = mix(batch, mask)[0, k]
    distance = (alone - together).norm().item()
    print(f"layer norm {layer_norm}: distance {distance:.2f}")
    assert torch.allclose(alone, together, atol=1e-6) != layer_norm

# %% [markdown]
# And gamma? A task often reads $[x; \text{ELMo}]$, a static vector beside the ELMo vector (chapter
# 12). If one is ten times as long, the other is hardly heard, and steps of gradient descent that
# suit one are wrong for the other. Gamma is one number that can put this right at once. The paper's
# appendix tells what happened without it when only the top layer was used: the model of one task
# (SNLI: does one sentence follow from another?) fell well below its baseline, that of another (SRL:
# who does what to whom?) did not train at all. By hand: which gamma makes the vectors of the mean
# as long as static vectors of length 5?

# %%
mean = np.stack(list(words.values())).mean(axis=0)
length = np.linalg.norm(mean, axis=1).mean()
gamma = 5 / length
assert np.isclose(np.linalg.norm(gamma * mean, axis=1).mean(), 5)
print(f"mean length {length:.1f}; gamma {gamma:.2f}")

# %% [markdown] tags=["exercise"]
# ### Exercise 9.3: layer norm with a mask
# Difficulty 2 of 3, 15 minutes.
#
# Write layer norm for a batch in numpy. `layer` has shape `(batch, time, dim)`; `mask` has shape
# `(batch, time)` and is true at real words. Mean and variance (divided by the count, not by the
# count less one) are over all numbers of the real words. Behind the end of a sentence the result is
# 0, whatever stands there in the input.
#
# <details><summary>Hint 1</summary>
#
# `layer[mask]` has shape `(words, dim)`: the real words alone.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `np.where(mask[..., None], something, 0.0)` puts zeros behind the ends.
#
# </details>

# %% tags=["exercise"]
def masked_norm(layer, mask):
    """(batch, time, dim), (batch, time) -> (batch, time, dim)"""
    # begin solution
    real = layer[mask]
    normed = (layer - real.mean()) / real.std()
    return np.where(mask[..., None], normed, 0.0)
    # end solution

# %% tags=["check"]
checks.ch09_ex3(masked_norm)

# %% [markdown]
# ## 7. Turn the knobs
# In a running notebook the next cell shows four sliders (슬라이더), $w_0$ to $w_2$ and $\gamma$,
# and draws the mixture of play again at each move. In a saved notebook, where sliders cannot run,
# you see the strips for six settings.
#
# **Predict.** Add 3 to all three raw weights. What changes? Then double gamma. What changes?
#
# <details><summary>Answer</summary>
#
# Adding the same number to all raw weights changes nothing: it cancels in equation (4). Doubling
# gamma doubles every number: the same pattern in stronger colours.
#
# </details>

# %%
settings = [((0, 0, 0), 1), ((3, 3, 3), 1), ((0, 0, 0), 2), ((9, 0, 0), 1), ((0, 9, 0), 1)]
plots.mix_sliders(live, [*settings, ((0, 0, 9), 1)])

# %% [markdown]
# Rows 1 and 2 are the same; row 3 has the same pattern, stronger. The last three rows are nearly
# the pure layers: letters, layer 1, layer 2. Compare rows 4 and 6: two patterns, though both "are"
# the word play.
#
# ## 8. Mistakes on purpose
# **Mistake 1: reading $w$ as if it were $s$.** After training, someone prints the weights and finds
# "layer 1: -0.4, so it hurts". Which of these three models likes layer 1 least?

# %%
reported = [(0.6, -0.4, 0.1), (2.6, 1.6, 2.1), (0.1, -0.9, -0.4)]
shares = [shares_by_loop(w) for w in reported]
assert np.allclose(shares[0], shares[1]) and np.allclose(shares[0], shares[2])
plots.same_shares(reported)

# %% [markdown]
# None: all three are the same model. Raw weights have no zero point; only their differences count.
# Report $s$, and beside it gamma. A tool that gives "the weights" should say which of the two it
# means.
#
# **Mistake 2: a second softmax.** The shares are softmaxed already. Whoever does it again, for
# instance because a function takes raw weights, flattens them:

# %%
once = np.array(shares_by_loop([4.0, 0.0, 0.0]))
twice = np.array(shares_by_loop(once))
print("once", once.round(2), "twice", twice.round(2))
assert once.max() > 0.95 and twice.max() < 0.6

# %% [markdown]
# **Mistake 3: a state that is carried on.** "I embed the same sentence twice and get different
# vectors." With the published ELMo this is no error: during training its LSTMs go on from one batch
# to the next, and the published code keeps the last state (**stateful**, 상태 유지) when it embeds,
# too. Our weights learned with an empty state at the start of each sentence, and `Elmo` reads that
# way by default. `begin("carried")` shows the other way; `begin("warm")` starts each sentence from
# one fixed state, which a few sentences of text have left.

# %%
def repeated(start, readings=6):
    """Mean distance of each reading's vectors (layer 2) from those of the first reading."""
    elmo.start_from(start)
    read = [elmo.embed([game], layer=2, progress=False)[0] for _ in range(readings)]
    return [float(np.linalg.norm(v - read[0], axis=1).mean()) for v in read]


distances = {start: repeated(start) for start in ("carried", "fresh", "warm")}
elmo.start_from("fresh")  # back to the default
assert distances["fresh"] == distances["warm"] == [0.0] * 6
assert distances["carried"][1] > 0
plots.state_distances(distances)

# %% [markdown]
# From an empty or a fixed state, every reading gives the same vectors, bit for bit: two lines lie
# on 0. With a carried state the second reading differs from the first, since it begins with what
# the first has left. Which words are touched more, those that a direction reads first or those that
# it reads last? (Forward, "The" comes first; backward, the full stop.)

# %%
elmo.start_from("carried")
first, second = (elmo.layers([game], progress=False)[0] for _ in range(2))
elmo.start_from("fresh")
for direction in ("forward", "backward"):
    moved = getattr(second, direction)[1] - getattr(first, direction)[1]  # of layer 2
    moved = moved.norm(dim=1).tolist()
    pairs = zip(game, moved, strict=True)
    print(f"{direction:8}", "  ".join(f"{word} {distance:.1f}" for word, distance in pairs))
    in_order = moved if direction == "forward" else moved[::-1]
    assert in_order[0] > in_order[-1] > 0

# %% [markdown]
# Those that it reads first: on the way to the far end the trace of the old state fades. In so short
# a sentence it is not gone when the end comes.
#
# ## What you can now do
# - gather the $2L + 1$ representations of a word, and make $L + 1$ layers of them,
# - compute an ELMo vector in four steps: concatenate, weigh, add, scale,
# - write the mixture as a module with a mask and layer norm,
# - tell raw weights from shares, and a fresh state from a carried one.
#
# ## One honest limit
# We chose all weights by hand. Nothing here shows that a mixture is better than one layer; the next
# chapter measures it. And scales were measured on sentences of one treebank, our own, with one set
# of weights.
#
# Sources: Peters and others, "Deep contextualized word representations" (2018), sections 3.2 and
# 3.3 and the appendix on gamma; Korean slides on ELMo; a Korean
# review of the paper; a Korean textbook chapter on ELMo with the word play.
#
# ## Where next
# A mixture with weights chosen by hand is only a formula. Chapter 09b lets a task choose them, and
# asks whether it was worth it.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. Why does the token vector stand in $h_{k,0}$ twice?
#    - [x] so that it is as long as the other layers and can be added to them :: a layer has two
#      directions, the token vector none
#    - [ ] so that letters count double :: the share $s_0$ says how much they count
#    - [ ] because it is computed once from the left and once from the right :: it is the same
#      vector, made from letters alone
# 2. A trained mixture has $w = (-1, -1, -1)$ and $\gamma = 1$. What does it give?
#    - [ ] minus the sum of the layers :: raw weights become positive shares first
#    - [x] the mean of the layers :: three equal raw weights give a third each
#    - [ ] nearly nothing :: the shares always sum to 1
# 3. You embed one sentence twice with the published ELMo and get different vectors. Why?
#    - [ ] dropout is still on :: possible, but here there is a reason even without it
#    - [ ] the weights have changed :: embedding changes no weight
#    - [x] the LSTM state of the first reading was kept :: start fresh or from a fixed state if that
#      disturbs you
