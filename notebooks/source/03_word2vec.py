# %% [markdown]
# # 03 Word2Vec
#
# A furniture shop writes *couch* in its catalogue, and whoever searches for *sofa* finds nothing.
# Somebody could type in all pairs of words that mean nearly the same, or a machine could find them
# by reading. The vectors of chapter 02 could do a little of this as a by-product of predicting the
# next word. Word2Vec keeps only the by-product.
#
# **What does a vector learn when its only job is to guess its neighbours?**
#
# You will be able to
# - **list** the training examples of CBOW and skip-gram for any sentence,
# - **derive** the gradient of skip-gram and train it with your own code,
# - **explain** why 친절한 (kind) and 불친절한 (unkind) end up with the same vector,
# - **compare** vectors by their cosine, and find the neighbours of a word,
# - **judge** an analogy: how much of the answer is arithmetic?
#
# You need the softmax, the cross-entropy and the embedding table of chapter 02.

# %% tags=["setup"]
import numpy as np
import torch
from matplotlib import pyplot as plt
from sklearn.decomposition import PCA

from elmo_lite import static_vectors
from notebooks.course.check import ch03 as checks
from notebooks.course.plots import ch03 as plots
from notebooks.course.plots import common

# %% [markdown]
# ## 1. A word is known by its company
# Cover one word: "The fat ▢ sat on the mat". You can guess what sort of word is under the box,
# because few words fit. Words that fit into the same boxes have something in common, and this old
# idea, the **distributional hypothesis** (분포 가설), is all that **Word2Vec** (워드투벡터) uses.
#
# The covered word is the **centre word** (중심 단어) $w$. A word around it is a **context word**
# (주변 단어), called $o$ because it is outside the centre. The size $m$ of the **window** (윈도우)
# says how far we look: with $m = 2$, at most two words to each side.
#
# **Predict.** How many context words do the windows of "The fat cat sat on the mat" have together,
# with $m = 2$?
#
# <details><summary>Answer</summary>
#
# 22: four for each of the three words in the middle, three for each of the two next to the ends,
# two for each end.
#
# </details>

# %%
tokens = "The fat cat sat on the mat".split()
plots.context_windows(tokens, window=2)

# %% [markdown]
# Seven windows hold 22 context words and not 28, because a sentence has ends. Each row is a
# training example that nobody had to label. ("The" and "the" are two words here.)
#
# **CBOW** guesses the dark word from the green ones, **skip-gram** each green word from the dark
# one. The first has a famous heir: BERT is trained to guess covered words from both sides, with a
# deep network in between.
#
# ## 2. CBOW: look up, average, choose
# **CBOW** (continuous bag of words, 연속 단어 주머니) has two tables of the size $|V| \times d$.
# Table $v$ holds a vector for each word that is given, table $u$ one for each word that can be
# asked for. For a set $O$ of context words we look up their rows of $v$, take the mean $h$, and
# let a softmax over all words choose the centre:
#
# $$h = \frac{1}{|O|} \sum_{o \in O} v_o \qquad
# P(w \mid O) = \frac{\exp(u_w \cdot h)}{\sum_{w' \in V} \exp(u_{w'} \cdot h)} \tag{1}$$
#
# Many slides call the first table $W$, the second, with a column for each word, $W'$, and the mean
# the projection layer (투사층). $W'$ is not the **transpose** (전치 행렬) of $W$.
#
# By hand, for the centre *fat* and $d = 3$: the rows of *The*, *cat* and *sat* are (1, 0, 2),
# (3, 1, -1) and (-1, 2, 2), so they sum to (3, 3, 3) and $h$ is (1, 1, 1). The score of a word is
# then simply the sum of its three numbers in $u$.

# %%
v = np.array([[1, 0, 2], [0, 1, 1], [3, 1, -1], [-1, 2, 2], [2, -1, 0], [1, 1, -2], [0, -2, 1]])
u = np.array([[1, -1, 0], [1, 0, 1], [0, 2, -1], [-1, 1, 0], [2, -1, -1], [0, -1, 0], [1, 0, 0]])
around, centre = [0, 2, 3], 1
h = v[around].mean(axis=0)
scores = u @ h
p = np.exp(scores) / np.exp(scores).sum()
print("h =", h, " scores =", scores)
print(f"P(fat | The, cat, sat) = {p[centre]:.3f}, loss J = {-np.log(p[centre]):.3f}")

# %%
plots.cbow_by_hand(tokens, v, u, around, centre)

# %% [markdown]
# The true word gets a probability of 0.456, so the loss is $-\log 0.456 = 0.785$. Training lowers
# it in both tables. It moves the three rows in $v$; in $u$ it moves the vector of *fat* towards $h$
# and the vectors of *all* other words away from it. Remember that "all": it will cost us. The order
# "sat The ▢ cat" would change nothing:

# %%
bag = np.eye(7)[[3, 0, 2]].mean(axis=0)  # three one-hot vectors, in another order
print("bag =", bag.round(2))
assert np.allclose(bag @ v, h)

# %% [markdown]
# A mean has no order, and that is the "bag" in the name. The `assert` also says that looking up
# rows and multiplying by one-hot vectors agree. Compared with chapter 02's neural language model
# (NNLM), CBOW gave up a lot:
#
# | | NNLM | CBOW |
# |---|---|---|
# | given | the words before | the words on both sides |
# | vectors are | joined, in order | averaged, without order |
# | hidden layer | yes | none |
# | goal | a language model | the vectors |
#
# ## 3. Skip-gram: the question reversed
# **Skip-gram** (스킵그램) asks the other way round: given *not*, what is around it? Take a
# commandment from the novel *Dune*, "Thou shalt not make a machine in the likeness of a human
# mind". What must the training data look like?

# %% [markdown] tags=["exercise"]
# ### Exercise 3.1: skip-gram's training data
# Difficulty 1 of 3, 10 minutes.
#
# Each pair of a centre word and one of its context words is a training example. `tokens` is a list
# of words and `m` the size of the window. Return the list of all pairs `(centre, context)`, in the
# order of the text: first all pairs of the first centre from left to right, then those of the
# second. A centre is not its own context, but an equal word at another position is.
#
# <details><summary>Hint 1</summary>
#
# Two loops: over the positions k of the centre, and over the positions i near it. Leave out i = k.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# The window begins at `max(0, k - m)` and ends before `min(len(tokens), k + m + 1)`.
#
# </details>


# %% tags=["exercise"]
def pairs(tokens, m):
    """All pairs (centre, context) of a list of words, at most m positions apart."""
    # begin solution
    found = []
    for k in range(len(tokens)):
        for i in range(max(0, k - m), min(len(tokens), k + m + 1)):
            if i != k:
                found.append((tokens[k], tokens[i]))
    return found
    # end solution


# %% tags=["check"]
checks.ch03_ex1(pairs)

# %%
pairs = checks.ch03_ex1.yours_or_ours(pairs)
thou = "thou shalt not make a machine in the likeness of a human mind".split()
found = pairs(thou, m=2)
print(len(thou), "tokens,", len(found), "pairs; those of the third and fourth token:")
for w, o in found[5:13]:
    print(f"{w:5} {o}")

# %% [markdown]
# 13 windows become 46 pairs, so there are more steps, but a rare context word is not diluted in a
# mean.
#
# The softmax now has the row of the centre in place of the mean, and the loss adds up all pairs:
#
# $$P(o \mid w) = \frac{\exp(u_o \cdot v_w)}{\sum_{o' \in V} \exp(u_{o'} \cdot v_w)} \qquad
# J = -\sum_{k} \sum_{0 < |i| \le m} \log P(t_{k+i} \mid t_k) \tag{2}$$
#
# One pair by hand: *not* is the centre, *thou* the true answer, and the vocabulary is cut down to
# five words. With $v_{not} = (1, 2)$ their scores are 0, -1, 2, 0 and -1. The exponentials
# sum to 10.12, so the model gives *taco* $7.39 / 10.12 = 0.73$ and *thou* only 0.10.

# %%
five = ["aardvark", "aaron", "taco", "thou", "zyzzyva"]
v_not = np.array([1.0, 2.0])
u_five = np.array([[0, 0], [1, -1], [0, 1], [2, -1], [-1, 0]], dtype=float)
scores = u_five @ v_not
p_five = np.exp(scores) / np.exp(scores).sum()
error = np.array([0, 0, 0, 1, 0]) - p_five  # target minus prediction
for word, score, share, e in zip(five, scores, p_five, error, strict=True):
    print(f"{word:9} score {score:2.0f}   P {share:.3f}   error {e:6.3f}")
figure, ax = plt.subplots(figsize=(7, 2.8))
ax.barh(five, error, color=["#7A7A7A", "#7A7A7A", "#7A7A7A", "#14385C", "#7A7A7A"])
ax.axvline(0, color="black", lw=1)
ax.invert_yaxis()
ax.set_xlabel("error = target − P (above 0: pull nearer, below 0: push away)")
plots.describe(ax, f"Target minus P as bars: {plots.told(zip(five, error, strict=True))}.")

# %% [markdown]
# We subtract the prediction from the target $y$, which is 1 for the true word and 0 for the others.
# The largest error $e$ (오차) is that of *thou*, 0.90, which got a tenth of the probability that it
# deserved, followed by *taco* with -0.73. Minus the error is also the slope of the loss by the
# score. For one pair this loss is $\log \sum_{o'} \exp(u_{o'} \cdot v_w) - u_o \cdot v_w$, and the
# derivative of the first part for a score is the probability of that word. So with
# $e_{o'} = y_{o'} - P(o' \mid w)$
#
# $$\frac{\partial J}{\partial v_w} = - \sum_{o' \in V} e_{o'}\, u_{o'} \qquad
# \frac{\partial J}{\partial u_{o'}} = - e_{o'}\, v_w \tag{3}$$
#
# For the first number of $v_{not}$ the five words give
# $0.099 \cdot 0 + 0.036 \cdot 1 + 0.730 \cdot 0 - 0.901 \cdot 2 + 0.036 \cdot (-1) = -1.80$.

# %% [markdown] tags=["exercise"]
# ### Exercise 3.2: the gradient of skip-gram
# Difficulty 2 of 3, 20 minutes.
#
# Write equation (3) for one pair. `v` and `u` have a row per word, `w` is the id of the centre and
# `o` that of the true context word. Return two arrays: the gradient for the row `v[w]`, of shape
# `(dim,)`, and the gradient for the whole table `u`, of the shape of `u`.
#
# <details><summary>Hint 1</summary>
#
# Start with the errors of all words: minus the softmax of `u @ v[w]`, plus 1 at position `o`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# The sum over words in (3) is `error @ u`. The second part has a row per word, each of them a
# multiple of `v[w]`: that is `np.outer(error, v[w])`. Both need the minus sign.
#
# </details>


# %% tags=["exercise"]
def gradients(v, u, w, o):
    """The gradients of -log P(o | w): for v[w], shape (dim,), and for u, shape (words, dim)."""
    # begin solution
    p = np.exp(u @ v[w])
    error = -p / p.sum()
    error[o] += 1
    return -error @ u, -np.outer(error, v[w])
    # end solution


# %% tags=["check"]
checks.ch03_ex2(gradients)

# %%
gradients = checks.ch03_ex2.yours_or_ours(gradients)
v_one, u_one = (torch.tensor(x, requires_grad=True) for x in (v_not[None], u_five))
loss = torch.nn.functional.cross_entropy(v_one @ u_one.T, torch.tensor([3]))
loss.backward()
to_v, to_u = gradients(v_not[None], u_five, 0, 3)
print("loss", round(loss.item(), 3), " gradient for v_not", to_v.round(2))
assert np.allclose(to_v, v_one.grad) and np.allclose(to_u, u_one.grad)

# %% [markdown]
# PyTorch knows nothing of our derivation and finds the same gradient, (-1.80, 1.59). Now a step:
# every vector moves against its gradient, as far as the learning rate $\eta$ says.
#
# **Try it.** Take $\eta = 1$, then $\eta = 5$. Which word profits from a step that is too long?

# %%
eta = 0.1
stepped_v, stepped_u = v_not - eta * to_v, u_five - eta * to_u
after = np.exp(stepped_u @ stepped_v)
after = after / after.sum()
for word, old, new in zip(five, p_five, after, strict=True):
    print(f"{word:9} {old:.3f} -> {new:.3f}")

# %% [markdown]
# One step takes *thou* from 0.099 to 0.297 and *taco* from 0.730 to 0.503.
#
# ## 4. Train it: the kind and the unkind
# Our text is 72 Korean sentences on one plan: an adjective, a noun, a verb, 그래서 (so), and how it
# felt. 친절한 점원을 만났다 그래서 하루가 즐거웠다 means "met a kind clerk, so the day was
# pleasant". Three pairs of opposites take part: 친절한 (kind) and 불친절한 (unkind), 넓은 (wide)
# and 좁은 (narrow), 매운 (spicy) and 싱거운 (bland).

# %%
stories = [
    "친절한/불친절한 점원을/의사를/이웃을 만났다/보았다 하루가 즐거웠다/행복했다 괴로웠다/우울했다",
    "넓은/좁은 방을/집을/가게를 빌렸다/구했다 마음이 편했다/시원했다 답답했다/무거웠다",
    "매운/싱거운 국을/찌개를/반찬을 먹었다/시켰다 입이 얼얼했다/화끈했다 심심했다/허전했다",
]
sentences = []
for story in stories:
    adjectives, nouns, verbs, what, *feelings = [part.split("/") for part in story.split()]
    for adjective, felt in zip(adjectives, feelings, strict=True):
        for noun in nouns:
            for verb in verbs:
                for end in felt:
                    sentences.append([adjective, noun, verb, "그래서", what[0], end])
words = sorted({word for sentence in sentences for word in sentence})
number = {word: i for i, word in enumerate(words)}
print(len(sentences), "sentences,", len(words), "words; the first:", *sentences[0])

# %% [markdown]
# The loop is **stochastic gradient descent** (확률적 경사 하강법): one pair, one step, with a
# learning rate that falls to 0. If your exercise passed its check, it is your code that trains. We
# train twice: with $m = 2$ an adjective sees its noun and its verb, with $m = 5$ also the feeling
# at the end.


# %%
def train(examples, dim=16, passes=20, eta=0.1):
    """Skip-gram with the full softmax on pairs of ids -> the tables v and u."""
    rng = np.random.default_rng(0)
    v, u = rng.normal(0, 0.1, (2, len(words), dim))
    for done in range(passes):
        for step, (w, o) in enumerate(rng.permutation(examples)):
            rate = eta * (1 - (done + step / len(examples)) / passes)
            to_v, to_u = gradients(v, u, w, o)
            v[w] -= rate * to_v
            u -= rate * to_u
    return v, u


# %%
def mean_loss(v, u, examples):
    """The mean of -log P(o | w) over the pairs."""
    scores = v[examples[:, 0]] @ u.T
    chosen = scores[np.arange(len(examples)), examples[:, 1]]
    return (np.log(np.exp(scores).sum(axis=1)) - chosen).mean()


examples, tables = {}, {}
for m in (2, 5):
    found = []
    for sentence in sentences:
        found += [(number[w], number[o]) for w, o in pairs(sentence, m)]
    examples[m] = np.array(found)
    tables[m] = train(examples[m])
    loss = mean_loss(*tables[m], examples[m])
    print(f"m = {m}: {len(found):,} pairs, loss {np.log(len(words)):.2f} -> {loss:.2f}")

# %% [markdown]
# The loss of a pair falls from 3.61, which is $\log 37$ or no idea at all, to 1.97 with the small
# window and 2.42 with the large one. To compare vectors we take the **cosine similarity** (코사인
# 유사도), the cosine of the angle between them:
#
# $$\cos(a, b) = \frac{a \cdot b}{\lVert a \rVert \, \lVert b \rVert} \tag{4}$$
#
# It is 1 for the same direction, 0 for a right angle and -1 for opposite directions, whatever the
# lengths. By hand, (1, 2) and (2, 1) have the product 4 and both the length $\sqrt 5$, so their
# cosine is $4/5$. For vectors divided by their lengths it is simply the dot product.
#
# **Predict.** After training with $m = 2$, which word is nearest to 친절한 (kind)?
#
# <details><summary>Answer</summary>
#
# 불친절한, its opposite. Within two positions both keep exactly the same company: clerks, doctors
# and neighbours, met and seen.
#
# </details>

# %%
gloss = {
    "불친절한": "unkind",
    "즐거웠다": "was pleasant",
    "괴로웠다": "was painful",
    "넓은": "wide",
}
lengths = np.linalg.norm([1, 2]) * np.linalg.norm([2, 1])
assert np.isclose(np.array([1, 2]) @ [2, 1] / lengths, 4 / 5)  # equation (4) by hand
cosines = {word: [] for word in gloss}
for v, _ in tables.values():
    unit = v / np.linalg.norm(v, axis=1, keepdims=True)
    for word in gloss:
        cosines[word].append(unit[number["친절한"]] @ unit[number[word]])
figure, ax = plt.subplots(figsize=(7, 3.6))
for word, look, mark in zip(gloss, ["o-", "s--", "^:", "D-."], "●■▲◆", strict=True):
    ax.plot([2, 5], cosines[word], look, color="#14385C", label=f" {mark} {word} {gloss[word]}")
ax.set_xticks([2, 5], ["m = 2", "m = 5"])
ax.set_ylabel("cosine with 친절한 (kind)")
plots.label_lines(ax, gap=0.065)
plots.describe(ax, f"Cosines with 친절한 at m = 2 and m = 5: {plots.told(cosines)}.")

# %% [markdown]
# With the small window *kind* and *unkind* have a cosine of 1.00, while *was pleasant* is at -0.02,
# a right angle. A small window gives the same vector to words that can be exchanged for each
# other, and **antonyms** (반의어) can: one meets a kind clerk or an unkind one. So "similar" always
# means *similar in company*, and a search box with such vectors will offer *narrow* to somebody
# who wants *wide*.
#
# With the large window *unkind* falls to 0.55 and *was pleasant* climbs to 0.58, because now all
# words of one story share most of their company. Even *was painful*, which never occurs with
# *kind*, climbs to 0.56. So here a large window groups the words of a story, but three stories with
# nothing but 그래서 in common are easy. Chapter 03b asks real text.
#
# ### Open experiment
# Predict at which of $m = 3, 4, 5$ the opposites part, then train and look. Delete 그래서 from
# every sentence and predict again. Explain both results by listing who sees whom.

# %% [markdown]
# ## 5. What there is to learn
# Equation (2) has the same term for each pair of the same two words, so with $\#(w, o)$ for their
# number, and $\#(w)$ for that of all pairs with the centre $w$,
#
# $$J = -\sum_{w} \sum_{o} \#(w, o)\, \log P(o \mid w) \tag{5}$$
#
# and the text itself has disappeared: skip-gram can learn nothing but a table of counts. The errors
# of all pairs with the centre $w$ add up to $\#(w, o) - \#(w)\, P(o \mid w)$ for each $o$, so the
# whole gradient is a product of matrices. The `assert` finds it equal to `gradients` summed over
# all pairs; then 1,000 steps follow.

# %%
counts = np.zeros((len(words), len(words)))
for w, o in examples[2]:
    counts[w, o] += 1


def all_at_once(v, u):
    """Gradients of J for both tables, from the counts alone."""
    p = np.exp(v @ u.T)
    p = p / p.sum(axis=1, keepdims=True)
    error = counts - counts.sum(axis=1, keepdims=True) * p
    return -error @ u, -error.T @ v


v, u = np.random.default_rng(1).normal(0, 0.1, (2, len(words), 16))
one_by_one = sum(gradients(v, u, w, o)[1] for w, o in examples[2])
assert np.allclose(all_at_once(v, u)[1], one_by_one)

# %%
for _ in range(1000):
    to_v, to_u = all_at_once(v, u)
    v, u = v - 0.0014 * to_v, u - 0.0014 * to_u
p = np.exp(v @ u.T) / np.exp(v @ u.T).sum(axis=1, keepdims=True)
share = counts / counts.sum(axis=1, keepdims=True)
lowest = -np.log(share[examples[2][:, 0], examples[2][:, 1]]).mean()
print(f"loss {mean_loss(v, u, examples[2]):.3f}, lowest possible {lowest:.3f}")
print(f"P(만났다 | 친절한) = {p[number['친절한'], number['만났다']]:.3f}")

# %%
figure, ax = plt.subplots(figsize=(5.5, 4.2))
ax.plot([0, share.max()], [0, share.max()], color="#9A9A9A", lw=1)
ax.plot(share.ravel(), p.ravel(), "o", color="#14385C", alpha=0.3)
ax.set(xlabel="counted share #(w, o) / #(w)", ylabel="learned P(o | w)")
text = f"The learned P(o | w) of {p.size:,} pairs of words over their counted shares: all are on"
plots.describe(ax, f"{text} the diagonal, the furthest is {np.abs(p - share).max():.3f} away.")

# %% [markdown]
# The loss (5) is lowest if the model repeats the shares of the counts, and it does: 친절한 has 24
# pairs, six of them with 만났다 (met), and the model says 0.249. The loss is 1.951, the lowest
# possible 1.949, and no probability is further than 0.004 from its share. Now the cosine of 1.00
# has an exact reason: *kind* and *unkind* have equal rows of counts, so they get equal vectors.
#
# A dot product thus ends up at $\log P(o \mid w)$ plus a number that depends on $w$ alone. With the
# $K$ negative samples of chapter 03b it ends up at the PMI minus $\log K$ (Levy and Goldberg). The
# PMI, pointwise mutual information, says how much more often two words meet than by chance; chapter
# 05 builds vectors from it. Why train, then? Because a real table is nearly empty, and 100 numbers
# a word force words with similar rows to share what they know.
#
# ### What a step costs
# Take four context words, $d = 100$, 500 hidden units and 10,000 words. The NNLM multiplies 200,000
# times in the hidden layer and $500 \cdot 10{,}000 = 5{,}000{,}000$ times in the output; CBOW only
# $100 \cdot 10{,}000 = 1{,}000{,}000$ times. That is a fifth, all of it in the output. With 30,000
# words a pair costs 3 million. Chapter 03b scores six words instead of all: 600.
#
# ## 6. What real vectors know
# The course ships skip-gram vectors, trained with negative sampling on 55 million words of mostly
# modern text: the 30,000 most frequent words, in lower case, with 100 numbers each.

# %%
vectors = static_vectors.load()
unit = vectors.vectors / np.linalg.norm(vectors.vectors, axis=1, keepdims=True)
row, names = vectors.key_to_index, vectors.index_to_key
print(f"{len(names):,} words, {unit.shape[1]} numbers each")
for word in ["sofa", "police", "north", "bank"]:
    cosines = unit @ unit[row[word]]
    nearest = np.argsort(-cosines)[1:7]  # the first is the word itself
    print(f"{word:8}", ", ".join(f"{names[i]} {cosines[i]:.2f}" for i in nearest))

# %% [markdown]
# The shop is saved: the word nearest to *sofa* is *couch*, with 0.92, followed by whatever belongs
# in the same room (and an old spelling of *sat*). *North* is nearest to *south* (0.92): the
# opposites are back. Vectors trained on internet groups of 1993, which argue about guns, gave
# *police* the neighbours *prohibit*, *provisions*, *cops* and *army*; ours are *officers*,
# *undercover* and *fbi*. Neighbours tell you about the text as much as about the word.
#
# **Try it.** Put your own words into the list: a first name, a colour, a verb in the past.

# %%
family = ["brother", "sister", "uncle", "aunt", "monday", "friday"]
rows = unit[[row[word] for word in family]]
for word, strip in zip(family[1:], rows[1:], strict=True):
    print(f"{word:6} has the sign of brother in {np.mean(strip * rows[0] > 0):.0%} of its numbers")
common.vector_strips(dict(zip(family, rows, strict=True)))

# %% [markdown]
# *Brother* and *sister* have the same sign in 82 of 100 numbers, *brother* and *monday* only in 60.
# No column means "family"; the meaning is spread over all of them.
#
# ### How good is that?
# For WS-353 people judged 353 pairs of words. We sort the pairs once by their judgement and once by
# our cosine; the **rank correlation** (순위 상관) of the two orders is 1 if they agree and 0 if
# they have nothing in common. Ours is 0.64 on the 326 pairs with known words (chapter 03b). That is
# good: two judges agree at 0.61 on average, and GloVe, on 42 billion words, reached 0.76. But
# WS-353 also rewards words that merely go together. SimLex-999 asks for words that mean the same,
# and there we get 0.29, because to us *north* means *south*.
#
# ## 7. Arithmetic with words
# If the step from *father* to *mother* is about the same as the step from *brother* to *sister*,
# the four words form a **parallelogram** (평행사변형) and we can calculate. Start at $c$, take the
# step from $a$ to $b$, and see which word is nearest, with all vectors divided by their length:
#
# $$\text{answer} = \arg\max_{w \,\notin\, \{a, b, c\}} \; v_w \cdot (v_b - v_a + v_c)
# \tag{6}$$
#
# By hand: $a = (1, 0)$, $b = (0, 1)$ and $c = (0.6, 0.8)$ lead to (-0.4, 1.8), and of the words at
# (-0.6, 0.8) and (0.8, 0.6) the first wins, with 1.68 to 0.76.
#
# This is an **analogy** (유추): $a$ is to $b$ as $c$ is to the answer. Two in Korean: 한국 - 서울 +
# 도쿄 = 일본 (Korea minus Seoul plus Tokyo is Japan) and 박찬호 - 야구 + 축구 = 호나우두 (a pitcher
# minus baseball plus football is Ronaldo).

# %% [markdown] tags=["exercise"]
# ### Exercise 3.3: solve an analogy
# Difficulty 2 of 3, 15 minutes.
#
# Write equation (6). `unit` has rows of length 1; `a`, `b` and `c` are row numbers. Return the
# number of the row that answers, which is none of the three.
#
# <details><summary>Hint 1</summary>
#
# The target is `unit[b] - unit[a] + unit[c]`. Its length does not change which row wins, so you
# need not divide by it.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# After the product with all rows, set the scores of a, b and c to `-np.inf`.
#
# </details>


# %% tags=["exercise"]
def solve(unit, a, b, c):
    """a is to b as c is to which row of `unit` (words, dim)? Not a, b or c themselves."""
    # begin solution
    scores = unit @ (unit[b] - unit[a] + unit[c])
    scores[[a, b, c]] = -np.inf
    return int(np.argmax(scores))
    # end solution


# %% tags=["check"]
checks.ch03_ex3(solve)

# %%
solve = checks.ch03_ex3.yours_or_ours(solve)
toy = np.array([[1, 0], [0, 1], [0.6, 0.8], [-0.6, 0.8], [0.8, 0.6]])
assert np.allclose(toy[3:] @ (toy[1] - toy[0] + toy[2]), [1.68, 0.76])  # by hand
assert solve(toy, 0, 1, 2) == 3
for question in ["seoul korea tokyo", "baseball football pitcher", "man woman king"]:
    a, b, c = (row[word] for word in question.split())
    free = np.argmax(unit @ (unit[b] - unit[a] + unit[c]))
    print(question, "->", names[solve(unit, a, b, c)], "   without the rule:", names[free])

# %% [markdown]
# Both questions work in English: *japan*, and for the pitcher a *goalkeeper*. But famous examples
# prove little, so we ask 180 questions: in each of six families every pair of words has to explain
# every other pair. There are two baselines: one answers with the word nearest to $c$, the other
# uses equation (6) but may also answer $a$, $b$ or $c$.
#
# **Predict.** How often does the latter repeat a word of the question: in 10, 40 or 70 of 100
# cases?
#
# <details><summary>Answer</summary>
#
# In 73. The step from $a$ to $b$ is short compared with the vectors, so we often end up where we
# started, at $c$. Even *king* minus *man* plus *woman* is *king*.
#
# </details>

# %%
families = {
    "capitals": "korea seoul japan tokyo france paris italy rome spain madrid germany berlin",
    "women": "father mother brother sister son daughter uncle aunt king queen husband wife",
    "plurals": "hand hands eye eyes dog dogs tree trees child children man men",
    "past": "walk walked talk talked go went see saw take took ask asked",
    "comparatives": "good better bad worse large larger old older long longer high higher",
    "opposites": "good bad happy unhappy rich poor hot cold strong weak kind unkind",
}
questions = {}
for family, listed in families.items():
    ids = [row[word] for word in listed.split()]
    known = list(zip(ids[::2], ids[1::2], strict=True))
    questions[family] = []
    for a, b in known:
        for c, d in known:
            if c != a:
                questions[family].append((a, b, c, d))
print(sum(map(len, questions.values())), "questions")

# %%
shares, repeated = {}, []
for family, asked in questions.items():
    right = []
    for a, b, c, d in asked:
        free = np.argmax(unit @ (unit[b] - unit[a] + unit[c]))
        near_c = np.argsort(-(unit @ unit[c]))[1]
        right.append([solve(unit, a, b, c) == d, near_c == d, free == d])
        repeated.append(free in (a, b, c))
    shares[family] = np.mean(right, axis=0)
    analogy, near, free = shares[family]
    print(f"{family:13} analogy {analogy:.0%}, nearest to c {near:.0%}, no rule {free:.0%}")
print(f"without the rule, {np.mean(repeated):.0%} of the answers repeat a word of the question")

# %%
figure, ax = plt.subplots(figsize=(9, 4))
looks = {
    "analogy": ("o", "#14385C"),
    "nearest to c": ("s", "white"),
    "without the rule": ("x", "k"),
}
for i, (name, (marker, face)) in enumerate(looks.items()):
    values = [100 * share[i] for share in shares.values()]
    ax.plot(values, range(len(shares)), marker, color="#14385C", mfc=face, ms=10)
    ax.annotate(name, (values[3], 3), (0, 9), textcoords="offset points", ha="center")
ax.set_yticks(range(len(shares)), shares)
ax.invert_yaxis()
ax.set_xlabel("right answers in %")
plots.describe(ax, f"Shares of analogy, nearest to c, without the rule: {plots.told(shares)}.")

# %% [markdown]
# Grammar is easy and the world is hard. The arithmetic solves 83 % of the past tenses, where the
# nearest word alone gets 17 %, and 77 % of the comparatives, where it gets 0 %, so there really is
# a step from *good* to *better* that fits *long* as well. Of *father : mother* and similar pairs it
# solves 77 % too, but in 50 % the answer is already nearest to $c$, so most of this success is not
# arithmetic. Capitals and opposites stay at 27 %. And without the rule 73 % of all answers repeat
# the question. An analogy proves nothing without its baselines (Linzen).
#
# The last figure lays a plane along the two directions in which the words differ most (a PCA, see
# chapter 06b), for our first pair asked both ways.

# %%
figure, axs = plt.subplots(1, 2, figsize=(11, 4.2))
for ax, asked in zip(axs, ["japan tokyo korea seoul", "korea seoul japan tokyo"], strict=True):
    a, b, c, d = (row[word] for word in asked.split())
    end, found = unit[b] - unit[a] + unit[c], solve(unit, a, b, c)
    shown = list(dict.fromkeys([a, b, c, d, found]))
    flat = PCA(2).fit(unit[shown]).transform([*unit[shown], end])
    plots.analogy([names[i] for i in shown], flat[:-1], flat[-1], names[found], ax=ax)
    for i in shown[3:]:
        print(f"{names[i]} {unit[i] @ end / np.linalg.norm(end):.2f}", end="   ")

# %% [markdown]
# The step from *japan* to *tokyo* leads to *seoul*, but the step from *korea* to *seoul* leads to
# *osaka*, with a cosine of 0.86 where *tokyo* has 0.82. (On the plane *tokyo* looks nearer, but the
# cosine sees all 100 numbers.) The vectors know "a big city of that country" better than "its
# capital", because the two keep nearly the same company.
#
# ## What you can now do
# - list the examples of CBOW and skip-gram, write the gradient and train with it,
# - say why opposites become neighbours, and what a window of 5 sees that one of 2 does not,
# - compare words by their cosine, and an analogy with its baselines.
#
# ## One honest limit
# One word has one vector. *Bank* owns a single row, and all six of its neighbours above are about
# money; the river has vanished. Chapter 06b measures what that costs.
#
# ## Sources
# - Mikolov, Chen, Corrado and Dean 2013, *Efficient estimation of word representations in vector
#   space*, <https://arxiv.org/abs/1301.3781>: CBOW, skip-gram, the cost of a step.
# - Alammar 2019, *The illustrated Word2vec*, <https://jalammar.github.io/illustrated-word2vec/>:
#   "thou shalt not" and *taco*.
# - The lecture *Tensorflow를 활용한 딥러닝 자연어 처리 입문*, part 3,
#   <https://wikidocs.net/69141>: the cat, *Dune*, 친절한, *police*, the Korean analogies.
# - Levy and Goldberg 2014, *Neural word embedding as implicit matrix factorization*,
#   <https://papers.nips.cc/paper/5477-neural-word-embedding-as-implicit-matrix-factorization>:
#   the optimum.
# - Finkelstein and others 2002, *Placing search in context*,
#   <https://doi.org/10.1145/503104.503110>: WS-353.
# - Hill, Reichart and Korhonen 2015, *SimLex-999*, <https://aclanthology.org/J15-4004>: how well
#   judges agree.
# - Pennington, Socher and Manning 2014, *GloVe*, <https://aclanthology.org/D14-1162>: its score.
# - Linzen 2016, *Issues in evaluating semantic spaces using word analogies*,
#   <https://aclanthology.org/W16-2503>: the baselines of analogies.
#
# ## Where next
# Chapter 03b replaces the softmax by yes-or-no questions and trains both models on real text.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. "I like deep learning", $m = 1$. How many pairs does skip-gram make?
#    - [ ] 4 :: that is the number of windows, CBOW's examples
#    - [x] 6 :: the two words at the ends have one context each, the two inside have two
#    - [ ] 8 :: two for each word would need neighbours beyond the ends
# 2. The true context word has a probability of 0.9. How far does its $u_o$ move in one step?
#    - [ ] by $0.9\, \eta\, v_w$ :: the error counts, and that is 1 minus 0.9
#    - [x] by $0.1\, \eta\, v_w$ :: the error is 0.1, and $u_o$ is pulled towards $v_w$
#    - [ ] not at all, the answer is right :: it stops only at a probability of 1
# 3. Why is 불친절한 a close neighbour of 친절한?
#    - [ ] the two share the letters 친절한 :: Word2Vec does not look inside words; chapter 04 does
#    - [ ] training went wrong :: it did exactly what it was asked: guess neighbours
#    - [x] they occur beside the same words :: equal rows of counts give equal vectors
