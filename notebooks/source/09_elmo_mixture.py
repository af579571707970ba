# %% [markdown]
# # 09 ELMo's mixture
#
# *My watch was a birthday gift.* *He has a gift for music.* In chapter 06b both gifts had the same
# vector, and no training could part them. Now we have a model that reads whole sentences. It gives
# every word five vectors, and four of them depend on the sentence. But a tagger or a spam
# filter has room for one. Until 2018 people kept the top layer and threw the rest away. **ELMo**
# (*Embeddings from Language Models*) keeps everything: it is the weighted sum of all layers of a
# frozen biLM, and every task chooses the weights for itself.
#
# **How do the layers of a word become one vector?**
#
# You will be able to
# - **gather** everything that a biLM knows of a word, and join it into layers,
# - **test** whether two vectors of one word differ in the right way,
# - **compute** an ELMo vector by hand, in four steps,
# - **write** ELMo's mixture as a module that learns, with the norm of the published code,
# - **explain** why the same sentence can get two different vectors.
#
# You need the biLM of [chapter 08](08_bidirectional_language_model.ipynb), the softmax of chapter
# 02, and the wall of [chapter 06b](06b_maps_and_the_wall.ipynb).

# %% tags=["setup"]
import numpy as np
import torch
from matplotlib import pyplot as plt
from scipy.spatial.distance import pdist
from sklearn.decomposition import PCA
from torch import nn

import elmo_lite.elmo
from elmo_lite import corpora, senses, static_vectors, stats
from elmo_lite.controls import with_random_weights, with_warm_start
from elmo_lite.elmo import Elmo
from elmo_lite.reading.cache import occurrence_vectors
from notebooks.course.check import ch09 as checks
from notebooks.course.plots import ch09 as plots
from notebooks.course.plots import common

torch.set_num_threads(1)  # small tensors: one thread is fast, and gives the same sums everywhere

# %% [markdown]
# ## 1. Five vectors for one word
# The trained biLM reads the two sentences, which are from the slides on ELMo.

# %%
elmo = Elmo.load("en")
present = "My watch was a birthday gift .".split()
talent = "He has a gift for music .".split()
both = elmo.layers([present, talent], progress=False)
k, m = present.index("gift"), talent.index("gift")
for name, tensor in both[0].named().items():
    print(f"{name:11} {tuple(tensor.shape)}: time, proj_dim")

# %% [markdown]
# Five tensors. With $L$ LSTM layers there are always $2L + 1$: the token vector, and for each layer
# one vector from the left and one from the right. The paper calls them the **representations**
# (표현) of token $t_k$:
#
# $$R_k = \{x_k^{LM},\ \overrightarrow{h}_{k,j}^{LM},\ \overleftarrow{h}_{k,j}^{LM} \mid j = 1,
# \dots, L\} \tag{1}$$
#
# **Predict.** Which of the five are exactly the same for both gifts?
#
# <details><summary>Answer</summary>
#
# Only the token vector, which is made of g-i-f-t and nothing else. The others have read what comes
# before or after it.
#
# </details>

# %%
strips, kinds = {}, []
for name, tensor in both[0].named().items():
    a, b = tensor[k], both[1].named()[name][m]
    strips[f"{name}, birthday"], strips[f"{name}, music"] = a[:48], b[:48]
    kinds += [name.split()[0]] * 2
    print(f"{name:11} cosine {torch.cosine_similarity(a, b, dim=0):.2f}")
common.vector_strips(strips, kinds, "Two gifts, the first 48 of 192 numbers")

# %% [markdown]
# Only the token vector is the same, number by number. The other four differ, with cosines from 0.71
# to 0.87.
#
# ### Side by side
# We want to know what comes before the word and what comes after it, so we put both vectors side by
# side, which is called **concatenation** (연결). The token vector has no direction. It is taken
# twice, because with half the length it could not be added to the others:
#
# $$h_{k,0} = [x_k; x_k] \qquad h_{k,j} = [\overrightarrow{h}_{k,j}; \overleftarrow{h}_{k,j}]
# \tag{2}$$
#
# By hand, with two numbers per direction: $x_k = (1, 2)$, forward $(0, 4)$ and backward $(2, 2)$
# make $h_{k,0} = (1, 2, 1, 2)$ and $h_{k,1} = (0, 4, 2, 2)$.

# %% [markdown] tags=["exercise"]
# ### Exercise 9.1: from five to three
# Difficulty 1 of 3, 10 minutes.
#
# Write (2) for all words of a sentence. `x` is a tensor of the shape (time, dim); `forward` and
# `backward` are lists with one such tensor for each LSTM layer, the lowest first. Return one tensor
# of the shape (layers, time, 2 * dim), layer 0 first. The rest of the chapter runs on it.
#
# <details><summary>Hint 1</summary>
#
# `torch.cat([a, b], dim=-1)` puts two tensors side by side.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Collect the layers in a list that starts with `torch.cat([x, x], dim=-1)`, and `torch.stack` it.
#
# </details>


# %% tags=["exercise"]
def join_layers(x, forward, backward):
    """The layers h_0 to h_L of all words of a sentence."""
    # begin solution
    layers = [torch.cat([x, x], dim=-1)]
    for j in range(len(forward)):
        layers.append(torch.cat([forward[j], backward[j]], dim=-1))
    return torch.stack(layers)
    # end solution


# %% tags=["check"]
checks.ch09_ex1(join_layers)

# %%
join_layers = checks.ch09_ex1.yours_or_ours(join_layers)
h = join_layers(both[0].token, both[0].forward, both[0].backward)
assert torch.equal(h, both[0].join())
print(tuple(h.shape), "layers, time, 2 * proj_dim")

# %% [markdown]
# The five vectors have become three, with 384 numbers each, and they agree with those of the
# package, `both[0][0]` to `both[0][2]`.
#
# ## 2. Do they differ in the right way?
# That the gifts differ proves nothing yet, since any network that mixes in the neighbouring words
# would do that. They should differ as the meanings do. So we ask for company: of the 28
# sentences with *gift* in our sense-annotated corpus (chapter 06b), which is the most similar?
#
# Three models answer, always with their top layer: ours, the same network with **random
# weights**, and the warm start of chapter 08b, whose char-CNN spells skip-gram vectors while its
# LSTMs have never been trained. What these two **controls** (대조군) can do as well, our model did
# not learn by reading.

# %%
models = {"random weights": with_random_weights(elmo, 0), "warm start": with_warm_start(elmo, 0)}
models["trained"] = elmo
corpus = corpora.senses("en")
labels, rows = np.array([o.sense for o in corpus]), senses.by_lemma(corpus)
# for each model: (layers, marked words, 2 * proj_dim)
read = {name: np.float32(occurrence_vectors(model, corpus)) for name, model in models.items()}
for name, vectors in read.items():
    distances = pdist(vectors[2, rows["gift"]], "cosine")  # 1 - cosine, for each pair of gifts
    print(f"mean cosine of two gifts, {name}: {1 - distances.mean():.2f}")

# %% [markdown]
# We cannot take the cosine yet. With random weights two gifts have a mean cosine of 0.97, since all
# vectors of a layer share a large part, as if they lay in a narrow cone (chapter 10). Trained, it
# is still 0.71. So we subtract the mean of the 28 gifts first and compare what is left.
#
# **Predict.** Which gift is nearest to *My watch was a birthday gift*, a present or a talent, for
# the trained model and for the two controls?
#
# <details><summary>Answer</summary>
#
# A present for the trained model, a talent for both controls.
#
# </details>


# %%
def nearest(name, sentence, place, word):
    """The occurrence of the word in our corpus that is nearest to this one, by the top layer."""
    known = read[name][2, rows[word]]
    asked = models[name].layers([sentence], progress=False)[0][2][place].numpy()
    mean = known.mean(axis=0)
    cosines = senses.centred(known, mean) @ senses.centred(asked, mean)
    best = rows[word][cosines.argmax()]
    return cosines.max(), labels[best], " ".join(corpus[best].tokens)


for sentence, place in ((present, k), (talent, m)):
    print(" ".join(sentence))
    for name in models:
        cosine, sense, found = nearest(name, sentence, place, "gift")
        print(f"    {name:14} {cosine:.2f} {sense:12} {found}")

# %% [markdown]
# The trained model is right both times. It puts the birthday gift next to the *lovely gift*, with
# a cosine of 0.40, although the two sentences share no word but *a* and *gift*. Both controls
# answer with Lena, who had a gift for languages. The trained model keeps her for the gift for music
# (0.57). There the warm start is right as well, with Clara, whose sentence has the same four words
# *a gift for music*. Random weights are wrong both times, so the architecture alone does not do it.
#
# **Try it.** Call `nearest("trained", ...)` with a sentence of your own, as a list of words, the
# position of the word and its lemma, such as *bank*, *match*, *spring* or *letter*. `print(*rows)`
# shows all 47.
#
# ### All plays at once
# Take the 42 sentences with *play*, the word of the textbook and of the paper: in a game, on an
# instrument, at the theatre, 14 of each. We subtract their mean and draw a map by PCA.
#
# **Predict.** Which of the three senses will part from the others?
#
# <details><summary>Answer</summary>
#
# The theatre. A play is a noun there and a verb in the other two, so both the topic and the grammar
# around it are different.
#
# </details>


# %%
def right_neighbours(vectors):
    """For each marked word: has the nearest other occurrence of its lemma the same sense?"""
    right = np.zeros(len(corpus))
    for here in rows.values():
        directions = senses.centred(vectors[here])
        cosines = (directions @ directions.T).round(5)  # equal letters are a tie everywhere
        np.fill_diagonal(cosines, -np.inf)  # not itself
        right[here] = labels[here] == labels[here][cosines.argmax(axis=1)]
    return right


# %%
fig, axs = plt.subplots(1, 2, figsize=(11, 4.4))
plays = rows["play"]
forms = np.array([corpus[i].tokens[corpus[i].index] for i in plays])
for ax, name in zip(axs, ("random weights", "trained"), strict=True):
    xy = PCA(2).fit_transform(senses.centred(read[name][2, plays]))
    right, said = right_neighbours(read[name][2])[plays], {}
    for sense, look in plots.LOOKS.items():
        chosen = labels[plays] == f"play.{sense}"
        ax.plot(*xy[chosen].T, **look, label=sense)
        said[sense] = right[chosen].sum()
    ax.set(title=name, xticks=[], yticks=[])
    plots.describe(ax, f"42 plays, {name}. Right neighbours: {plots.told(said, '{:.0f}')} of 14.")
axs[1].legend(loc="upper left", bbox_to_anchor=(1, 1))
for form in ("play", "played"):  # where the verbs are
    place = xy[(forms == form) & (labels[plays] != "play.theatre")].mean(axis=0)
    plots.note(axs[1], form, place, (25, -28))

# %% [markdown]
# The theatre is an island. Each of its 14 plays has another one as its nearest neighbour, even
# where the letters p-l-a-y are exactly those of the verb. With random weights it is 12 of 14 and no
# island. The verbs have islands too, but look at what they are: the form *play* on one, *played*
# and *plays* on the other, games and music mixed on both, so that only 16 of 28 verbs find their
# sense. What the top layer shows first is grammar, and meaning comes after it.
#
# Now all 47 words and 1,722 occurrences. How many find their sense?

# %%
right = {"letters (layer 0)": right_neighbours(read["trained"][0])}
for name, vectors in read.items():
    right[name] = right_neighbours(vectors[2])
shares = {name: 100 * found.mean() for name, found in right.items()}
fig, ax = plt.subplots(figsize=(9, 2.6))
ax.barh(list(shares), list(shares.values()), color=plots.BARS)
for y, share in enumerate(shares.values()):
    ax.text(share + 1, y, f"{share:.0f} %", va="center")
ax.invert_yaxis()
ax.set(xlabel="% of occurrences whose nearest neighbour has their sense", xlim=(0, 100))
plots.describe(ax, f"Right senses in percent: {plots.told(shares, '{:.0f}')}.")

# %%
tags = {}  # the part of speech of every word of a sentence
for part in ("train", "dev", "test"):
    for tokens, its_tags in corpora.our_tagged(part):
        tags[tuple(tokens)] = its_tags
is_noun = np.array([tags[o.tokens][o.index] == "NOUN" for o in corpus])
nouns = [word for word, here in rows.items() if is_noun[here].all()]

lemmas = np.array([o.lemma for o in corpus])
for case, chosen in {"all": list(rows), "nouns": nouns}.items():
    kept = np.isin(lemmas, chosen)
    ours = right["trained"][kept]
    print(f"{case}, {len(chosen)} words: trained {ours.mean():.0%}, minus")
    for control in ("random weights", "warm start"):
        theirs = right[control][kept]
        gain, low, high = 100 * np.array(stats.paired(ours, theirs, groups=lemmas[kept]))
        print(f"  {control} {theirs.mean():.0%}: {gain:+.0f} points [{low:+.0f}, {high:+.0f}]")
print("gifts:", {name: int(found[rows["gift"]].sum()) for name, found in right.items()}, "of 28")

# %% [markdown]
# 71 of 100 find their sense, 21 points more than with random weights [17, 25]. The letters alone
# get 46. A network that merely mixes in the neighbouring words gets 50, so 4 points come with the
# architecture. If the neighbours arrive with the meaning that skip-gram found, it is 62, even
# though the LSTMs are random. The last 9 points [6, 13] were learned by reading sentences in
# order. (Paired bootstrap over words, chapter 09b; one random initialisation of each control.)
#
# Part of it is grammar, as with *play*. 19 of the words, *bank* and *gift* among them, are nouns in
# every sense. There the trained model finds 62 of 100, only 12 points more than random weights [6,
# 18], and its lead of 6 points over the warm start could be luck [-1, 12].
#
# ## 3. ELMo in four steps
# So far we took the top layer. ELMo's forerunners of 2017 did the same, TagLM with a biLM and CoVe
# with a translation model. But a network works its way from letters to predictions layer by layer,
# and each layer knows things that the next one no longer needs (chapter 11 looks for them). So why
# choose? ELMo takes the **weighted sum** (가중합) of all layers. The textbook computes it for
# *play* in four steps, and so do we, with two numbers per direction.
#
# **Step 1, concatenate**: $h_{k,0} = (1, 2, 1, 2)$ and $h_{k,1} = (0, 4, 2, 2)$ from above, and
# $h_{k,2} = (8, 0, 4, -4)$. **Step 2, weigh** (가중치): each layer gets its share $s_j$, say one
# half for the letters and a quarter for each of the others. **Step 3, add** (합). **Step 4,
# scale** (크기 조절): one more number, $\gamma = 2$, makes the result longer or shorter.
#
# The first number, by hand: $2 \cdot (\frac12 \cdot 1 + \frac14 \cdot 0 + \frac14 \cdot 8) = 5$.

# %%
toy = np.array([[1, 2, 1, 2], [0, 4, 2, 2], [8, 0, 4, -4]])  # step 1
s, gamma = np.array([0.5, 0.25, 0.25]), 2
added = np.zeros(4)
for j in range(3):
    print(f"s_{j} h_{j} =", s[j] * toy[j])  # step 2
    added = added + s[j] * toy[j]  # step 3
print("ELMo    =", gamma * added)  # step 4
assert np.allclose(gamma * added, gamma * s @ toy)

# %% [markdown]
# With all layers in one matrix, the loop is the product of a vector and a matrix, and both agree.
# As an equation:
#
# $$\text{ELMo}_k^{task} = E(R_k; \Theta^{task}) = \gamma^{task} \sum_{j=0}^{L} s_j^{task}\,
# h_{k,j}^{LM} \tag{3}$$
#
# The superscripts hold the whole idea. What has $LM$ was made by the language model, once and for
# all. What has *task* belongs to one task: its shares $s_j^{task}$ and its scale $\gamma^{task}$,
# together $\Theta^{task}$. (The slides number the weights $s_1$ to
# $s_3$. Ours begin with $s_0$, as in the paper.)

# %%
frozen = sum(p.numel() for p in elmo.bilm.parameters())
learns = sum(p.numel() for p in elmo.parameters() if p.requires_grad)
print(f"frozen {frozen:,}, can learn {learns}")
plots.one_bilm_many_tasks(frozen, ["tagger", "spam filter", "sense finder"])

# %% [markdown]
# Four numbers learn, and 9,797,408 stay as they are. There are two stages. In **pre-training**
# (사전 훈련) the biLM reads plain text, which takes hours or days but no labels. In **adaptation**
# (적응) a task with few labels trains its own small network and these four numbers, while the biLM
# stays frozen. (The softmax of chapter 08 is not counted, because no task reads it.)
#
# The heirs, GPT and BERT, kept the first stage and go on training all numbers in the second. But
# BERT's authors also tried weighted sums of its frozen layers, and many probes of what a layer
# knows still train equation (3), under the name *scalar mix*.
#
# ## 4. Shares that sum to 1
# The shares should be positive and sum to 1, so that $\gamma$ alone decides about the length. But
# gradient descent moves its numbers freely. So three **raw weights** $w$ learn, and the softmax
# makes shares of them:
#
# $$s_j = \frac{e^{w_j}}{\sum_i e^{w_i}} \tag{4}$$
#
# By hand, $w = (1, 0, 0)$ gives $s_0 = e / (e + 2) = 0.58$ and 0.21 for each of the others.

# %% [markdown] tags=["exercise"]
# ### Exercise 9.2: an ELMo vector
# Difficulty 1 of 3, 10 minutes.
#
# Write (4) and (3) with numpy, for all words of a sentence at once: `layers` has the shape (layers,
# time, dim), `w` has one raw weight for each layer, `gamma` is a number, and the result has the
# shape (time, dim).
#
# <details><summary>Hint 1</summary>
#
# `np.exp(w)` divided by its sum gives the shares.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Add up `s[j] * layers[j]` in a loop, or write `np.tensordot(s, layers, axes=1)`.
#
# </details>


# %% tags=["exercise"]
def elmo_vectors(layers, w, gamma):
    """(layers, time, dim), (layers,), a number -> (time, dim)"""
    # begin solution
    s = np.exp(w) / np.exp(w).sum()
    return gamma * np.tensordot(s, layers, axes=1)
    # end solution


# %% tags=["check"]
checks.ch09_ex2(elmo_vectors)

# %% [markdown]
# If the three layers of a word are $(1, 0, 0)$, $(0, 1, 0)$ and $(0, 0, 1)$, then its ELMo vector
# *is* the shares. So your function can draw them.
#
# Before any training $w = (0, 0, 0)$. Does that switch the layers off?

# %%
elmo_vectors = checks.ch09_ex2.yours_or_ours(elmo_vectors)
one_word = np.eye(3)[:, None]  # (layers, time, dim) = (3, 1, 3)
cases = {}
for w in ((0, 0, 0), (1, 0, 0), (3, 2, 2), (-2, 0, 3)):
    cases[f"w = {w}"] = elmo_vectors(one_word, np.array(w), gamma=1)[0]
plots.share_bars(cases, "Shares after the softmax")

# %% [markdown]
# No, each has a third then. $(1, 0, 0)$ and $(3, 2, 2)$ are one and the same model, with 0.58,
# 0.21 and 0.21, because adding a number to all raw weights cancels in (4). So a raw weight has no
# zero, and a $w_1$ of $-0.4$ does not say that layer 1 does harm. Report $s$, and $\gamma$ beside
# it. A lead of 3 is nearly everything, as the last bar shows with 0.95.
#
# ## 5. A module that learns
# A task trains $w$ and $\gamma$ together with its own network, so they must be parameters of a
# torch module.

# %% [markdown] tags=["exercise"]
# ### Exercise 9.3: the mixture
# Difficulty 2 of 3, 15 minutes.
#
# Complete the class. `weights` (one number per layer, at first all 0) and `gamma` (a single number,
# at first 1) are `nn.Parameter`s. `forward` gets a tensor of the shape (layers, ..., dim) and
# returns (..., dim).
#
# <details><summary>Hint 1</summary>
#
# `nn.Parameter(torch.zeros(num_layers))` and `nn.Parameter(torch.ones(()))`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `s = self.weights.softmax(dim=0)`, then `torch.tensordot(s, layers, dims=1)`. Stay with torch all
# the way, so that gradients can flow back.
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
        return self.gamma * torch.tensordot(s, layers, dims=1)
        # end solution


# %% tags=["check"]
checks.ch09_ex3(Mixture)

# %%
Mixture = checks.ch09_ex3.yours_or_ours(Mixture)
w, gamma = [0.5, -1.0, 1.0], 1.5
mix = Mixture(3)
with torch.no_grad():
    mix.weights.copy_(torch.tensor(w))
    mix.gamma.fill_(gamma)
    gift = mix(h)[k].numpy()
assert np.allclose(gift, elmo_vectors(h.numpy(), np.array(w), gamma)[k], atol=1e-5)
shares = mix.weights.softmax(dim=0).detach().numpy()
plots.mixing_strip(h[:, k].numpy(), shares, gamma, gift)

# %% [markdown]
# This is the ELMo vector of the birthday gift; function and module agree on it. Each
# strip is a layer (24 numbers of each half), with a bar for its share. Layer 2 has the largest
# share, 0.57, and you find its pattern again in the sum.
#
# **Try it.** In a running notebook the next cell has sliders for $w_0$ to $w_2$ and $\gamma$.
# Make the last row look like layer 0, then find out what $\gamma$ alone does. (A saved notebook
# shows six settings.)

# %%
settings = [((0, 0, 0), 1), ((3, 3, 3), 1), ((0, 0, 0), 2), ((9, 0, 0), 1), ((0, 9, 0), 1)]
plots.mix_sliders(h[:, k].numpy(), [*settings, ((0, 0, 9), 1)])

# %% [markdown]
# ### Can four numbers be learned?
# Let us play the task. Somebody has mixed the layers of our two sentences with secret shares of
# 0.1, 0.7 and 0.2 and $\gamma = 3$, and gives us the result. Gradient descent starts at equal
# shares.

# %%
secret, scale = torch.tensor([0.1, 0.7, 0.2]), 3.0
wanted = scale * torch.tensordot(secret, h, dims=1)
mix, path = Mixture(3), []
optimizer = torch.optim.Adam(mix.parameters(), lr=0.05)
for _ in range(200):
    loss = (mix(h) - wanted).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    path.append([*mix.weights.softmax(dim=0).tolist(), mix.gamma.item() / scale])

fig, ax = plt.subplots(figsize=(8, 3.2))
names, path = ["layer 0", "layer 1", "layer 2", "γ / 3"], np.array(path)
for name, line, look in zip(names, path.T, plots.FOUR_LINES, strict=True):
    ax.plot(line, **look, label=name)
ax.set(xlabel="updates", ylim=(0, 1.1))
plots.label_lines(ax)
ends = plots.told(zip(names, path[-1], strict=True))
plots.describe(ax, f"Learning: {ends} at the end; layer 2 at most {path[:, 2].max():.2f}.")

# %% [markdown]
# After 200 updates the shares are 0.10, 0.70 and 0.20, and $\gamma$ is 3. The gradient of a loss
# is enough. But look at the detour: layer 2 first climbs to 0.46 before it gives way, because it
# contains layer 1 (chapter 08) and can stand in for it. So mind how you read learned shares in
# chapter 09b.
#
# ## 6. Not all layers are equally loud
# A layer with larger numbers gets more of the sum. What does a share of a third really buy? We
# compare the mean lengths $\lVert h_{k,j} \rVert$ over our 1,722 marked words.

# %%
lengths = np.linalg.norm(read["trained"], axis=2).mean(axis=1)
print("mean length of layers 0, 1, 2:", lengths.round(1))
mixed_length = np.linalg.norm(read["trained"].mean(axis=0), axis=1).mean()
static = static_vectors.load()
known = [o.tokens[o.index] for o in corpus if o.tokens[o.index] in static]
static_length = np.linalg.norm(static[known], axis=1).mean()
print(f"equal mixture {mixed_length:.1f}, static vector {static_length:.1f}")
print(f"they are equally long with gamma = {static_length / mixed_length:.2f}")
cases = {"shares": np.ones(3) / 3, "share times length": lengths / lengths.sum()}
plots.share_bars(cases, "What a third buys")

# %% [markdown]
# Not the same: a third of layer 2 brings 44 % of the length into the sum, a third of layer 1 only
# 26 %. Layer 2 is longer because it adds its own output to that of layer 1 (chapter 08).
#
# ### Which norm?
# The paper says that it can help to apply **layer norm** (층 정규화) to each layer first: subtract
# the mean, divide by the standard deviation. But of which numbers? PyTorch's `nn.LayerNorm` takes
# each vector by itself. The published ELMo takes *one* mean and *one* deviation over all numbers of
# all words of the batch. By hand, with two words, $(0, 2)$ and $(4, 6)$: PyTorch makes $(-1, 1)$ of
# the first, whose mean and deviation are both 1, and $(-1, 1)$ of the second as well. For ELMo the
# mean is 3 and the variance $(9 + 1 + 1 + 9) / 4 = 5$, so the words stay apart, as $(-1.34, -0.45)$
# and $(0.45, 1.34)$.

# %%
two = torch.tensor([[0, 2], [4, 6]], dtype=torch.float64)
per_vector = nn.LayerNorm(2, elementwise_affine=False)(two)
per_batch = (two - two.mean()) / two.std(correction=0)
print("nn.LayerNorm", per_vector.numpy().round(2).tolist())
print("ELMo        ", per_batch.numpy().round(2).tolist())

# %% [markdown]
# PyTorch's norm has made one word of two, although we only wanted the *layers* to be equally loud.
# ELMo's norm moves and scales all words of a layer by the same two numbers, so their differences
# survive.
#
# The short sentences of a batch are padded, and a **mask** (마스크) says where real words are.

# %% [markdown] tags=["exercise"]
# ### Exercise 9.4: ELMo's norm
# Difficulty 2 of 3, 15 minutes.
#
# `layer` is a tensor of the shape (batch, time, dim), `mask` one of the shape (batch, time), which
# is true at real words. Take mean and standard deviation (divided by the count) over all numbers of
# all real words. Subtract the one, divide by the other, and return a tensor of the shape of
# `layer`. After the end of a sentence it is 0, whatever the input has there.
#
# <details><summary>Hint 1</summary>
#
# `layer[mask]` has the shape (words, dim): the real words alone. `.std(correction=0)` divides by
# the count.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Multiply by `mask[..., None]`, which is 0 after the end of a sentence.
#
# </details>


# %% tags=["exercise"]
def masked_norm(layer, mask):
    """(batch, time, dim), (batch, time) -> (batch, time, dim)"""
    # begin solution
    real = layer[mask]
    normed = (layer - real.mean()) / real.std(correction=0)
    return normed * mask[..., None]
    # end solution


# %% tags=["check"]
checks.ch09_ex4(masked_norm)

# %%
masked_norm = checks.ch09_ex4.yours_or_ours(masked_norm)


def normed_mixture(mix, layers, mask):
    """layers (layers, batch, time, dim), mask (batch, time) -> (batch, time, dim)"""
    return mix(torch.stack([masked_norm(layer, mask) for layer in layers]))


batch, mask = elmo.padded([present, talent])
package = elmo_lite.elmo.Mixture(3, layer_norm=True)
with torch.no_grad():
    ours, theirs = normed_mixture(Mixture(3), batch, mask), package(batch, mask)
    alone = normed_mixture(Mixture(3), batch[:, :1], mask[:1])
assert torch.allclose(ours, theirs, atol=1e-4)
moved = (ours[0, k] - alone[0, k]).norm() / alone[0, k].norm()
print(f"the birthday gift moves by {moved:.1%} of its length")
every = torch.ones(1, len(corpus), dtype=torch.bool)
normed = [masked_norm(torch.tensor(layer)[None], every) for layer in read["trained"]]
print("mean lengths after the norm:", [f"{v.norm(dim=-1).mean():.1f}" for v in normed])

# %% [markdown]
# Norm and mixture together are all of ELMo's second stage. They agree with the package's
# `Mixture`, and the three layers are now equally loud, with mean lengths of 19.3 to 19.6. The
# price: mean and deviation come from the batch, so a vector depends on the sentences beside it.
# With the second sentence for company, the birthday gift moves by 1.5 % of its length. The
# published code leaves the norm off unless you ask for it.
#
# ### What is gamma for?
# A task often reads $[x; \text{ELMo}]$, a static vector with the ELMo vector beside it. An equal
# mixture is 9.5 long and a static vector 2.9, so a task that reads both hears ELMo three times as
# loud. With $\gamma = 0.30$ they are equal. The paper's appendix tells what happened without it
# when only the top layer was used. On SNLI the model fell well below its baseline, on SRL it did
# not train at all (both tasks: chapter 09b).
#
# ## 7. The same sentence, another vector
# "I embed the same sentence twice and get different vectors." Users of the published ELMo asked
# this again and again. It is no bug. Its LSTMs go on from one batch to the next, in training and
# when they embed: it is **stateful** (상태 유지). Our weights learned with an empty state at the
# start of each sentence, so `Elmo` reads that way unless you ask for another. We read the birthday
# sentence six times in both ways.


# %%
def six_readings(start):
    """Mean distance of the layer 2 vectors of each reading from those of the first."""
    elmo.start_from(start)
    readings = [elmo.embed([present], layer=2, progress=False)[0] for _ in range(6)]
    elmo.start_from("fresh")  # back to the default
    return [np.linalg.norm(v - readings[0], axis=1).mean() for v in readings]


fig, ax = plt.subplots(figsize=(8, 3))
distances = {"carried state": six_readings("carried"), "fresh state": six_readings("fresh")}
for (name, found), look in zip(distances.items(), ("o-", "s--"), strict=True):
    ax.plot(range(1, 7), found, look, color=plots.HERE, label=name)
ax.set(xlabel="reading of the same sentence", ylabel="distance to the first")
plots.label_lines(ax)
plots.describe(ax, f"Distance of each reading from the first: {plots.told(distances)}.")

# %% [markdown]
# With a fresh state all six readings agree bit for bit. With a carried one the second reading is
# 4.4 away from the first and the sixth 7.2, nearly half the length of such a vector (15.9), because
# each began with what the one before it left. If your vectors change from call to call, look for
# a state.
#
# ### Open experiment
# Which shares are best for meaning? `right_neighbours(vectors)` gives a 1 for each of our 1,722
# occurrences whose nearest neighbour has its sense, and `elmo_vectors(read["trained"], w, 1)`
# mixes the layers. Predict where the best $w$ lies and what the letters do to the score, then try
# ten settings. You chose the winner on the words that you scored: what is missing before you may
# publish it?
#
# ## What you can now do
# - join the $2L + 1$ representations of a word into $L + 1$ layers,
# - ask whether vectors differ as meanings do, with two controls beside them,
# - concatenate, weigh, add and scale, and say which four numbers learn,
# - tell raw weights from shares, one norm from another, a fresh state from a carried one.
#
# ## One honest limit
# Our two gifts were lucky. Over all 28 sentences the trained model finds no more gifts than random
# weights (section 2). A single word proves little, which is why we counted all 47, and why chapter
# 10 chooses its words by a rule.
#
# ## Sources
# - Peters, Neumann, Iyyer, Gardner, Clark, Lee and Zettlemoyer 2018, *Deep contextualized word
#   representations*, sections 3.2 and 3.3 and the appendix: <https://arxiv.org/abs/1802.05365>
# - Peters and others 2017, *Semi-supervised sequence tagging with bidirectional language models*
#   (TagLM): <https://arxiv.org/abs/1705.00108>
# - McCann and others 2017, *Learned in translation: contextualized word vectors* (CoVe):
#   <https://arxiv.org/abs/1708.00107>
# - Ba, Kiros and Hinton 2016, *Layer normalization*: <https://arxiv.org/abs/1607.06450>
# - Devlin and others 2019, *BERT*, section 5.3: <https://arxiv.org/abs/1810.04805>
# - Tenney, Das and Pavlick 2019, *BERT rediscovers the classical NLP pipeline*, for scalar mixes:
#   <https://arxiv.org/abs/1905.05950>
# - The two gifts and (3): the lecture *ELMO (Embeddings from Language Model)*. The four steps with
#   *play*: the textbook of the lecture on word embeddings.
#
# ## Where next
# Chapter 09b gives the four numbers to a real task and finds out which layers it listens to.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A trained mixture has $w = (-1, -1, -1)$ and $\gamma = 1$. What does it give?
#    - [ ] minus the sum of the layers :: raw weights become positive shares first
#    - [x] the mean of the layers :: three equal raw weights give a third each
#    - [ ] nearly nothing :: the shares always sum to 1
# 2. Someone takes the softmax of $s = (0.95, 0.04, 0.01)$ once more, because a function asked for
#    "weights". What happens?
#    - [ ] nothing, they sum to 1 already :: the softmax makes new numbers of any numbers
#    - [x] the largest share falls from 0.95 to 0.56 :: shares differ by less than 1, and a
#      difference of 1 is only a factor of 2.7
#    - [ ] the largest share gets even larger :: it was 24 times the second and is now 2.5 times
# 3. Which norm would make the vectors of *the* and *elephant* equally long in every layer?
#    - [x] `nn.LayerNorm` :: it gives each vector the variance 1, and with it the same length
#    - [ ] ELMo's :: it moves and scales all words of a layer alike, so a longer one stays longer
#    - [ ] both :: ELMo's norm does not look at single vectors
