# %% [markdown] tags=["lecture"]
# # 03b Negative sampling
#
# Chapter 03 left us with a bill: 3 million multiplications to score all words for a single pair
# (30,000 words, 100 numbers each), and a larger vocabulary makes it larger. In 2013 the authors of
# word2vec reported that one computer can train on more than 100 billion words in a day. One of
# their tricks is an easier question. At the end of this chapter your own step trains vectors on 2.5
# million words in less than a minute, and you watch the neighbours of *king* come to court.
#
# **How can a vector be trained without a look at every other word?**
#
# You will be able to
# - **turn** one question with 30,000 answers into six yes-or-no questions,
# - **write** one step of training, first for a pair and then for a thousand pairs at once,
# - **sample** negative words, and thin out frequent ones, as word2vec does,
# - **check** the rules of thumb for the power, the negatives and the windows,
# - **say** with an interval which difference between two models you may believe.
#
# You need skip-gram, its two tables and the cosine from chapter 03.

# %% tags=["setup"]
import numpy as np
import torch
from gensim.models import Word2Vec
from torch.nn.functional import logsigmoid

from elmo_lite import corpora, running_text, senses, static_vectors, word2vec
from elmo_lite.text import Vocabulary
from notebooks.course import chapter, language
from notebooks.course.check import check, yours_or_ours
from notebooks.course.live import live
from notebooks.course.plots import ch03b as plots
from notebooks.course.plots import families

torch.set_num_threads(1)  # the steps are small: one thread will do

# %% [markdown] tags=["lecture"]
# ## 1. Forces
# Every word is a point in the plane, its vector $u$ as a context. We take one true pair of the
# sentence at a time, a centre word and a neighbour, and two words at random. The arrow is the
# vector $v$ of the centre, dashed before the step. The true neighbour moves the way the dashed
# arrow points, the random words the opposite way, and the arrow answers all three. Move the slider.
# (Now and then the true neighbour is one of the random words as well. The step comes from the
# course's package; you write your own in this chapter.)

# %% tags=["lecture"]
thou = "thou shalt not make a machine in the likeness of a human mind".split()
names = sorted(set(thou))


def watch(step=23):
    """The forces of this step, after all the steps before it."""
    rng, model = np.random.default_rng(3), word2vec.SkipGram(len(names), 2)
    for table in (model.v, model.u):
        table.weight.data = torch.tensor(rng.normal(0, 0.5, (len(names), 2))).float()
    for number in range(step + 1):
        k = 1 + number % (len(thou) - 2)
        o = k + rng.choice([-1, 1])
        negatives = rng.choice(len(names), 2)
        before = [table.weight.detach().clone() for table in (model.v, model.u)]
        w, true = torch.tensor([names.index(thou[k])]), torch.tensor([names.index(thou[o])])
        model.step(w, true, torch.tensor(negatives)[None], eta=0.5)
    after = [table.weight.detach() for table in (model.v, model.u)]
    plots.forces(thou, k, o, [names[i] for i in negatives], names, before, after)


live(watch, step=(0, 120))

# %% [markdown] tags=["lecture"]
# The centre word is in the picture twice, as the point $u$ and as the arrow $v$. These are two
# vectors, and nothing makes them equal. Nobody says what any of these words means. Two forces,
# company and chance, make the map, and each step moves four vectors at most and leaves all others
# where they are, however large the vocabulary is. That is the whole trick.
#
# ## 2. A smaller question
# Take "not" and "thou" in *thou shalt not make a machine*. Skip-gram asked which of all words is
# next to "not", so it had to score all of them. The smaller question is: do "not" and "thou" belong
# together, yes or no? One question needs one score, the dot product, and the **sigmoid**
# (시그모이드), $\sigma(x) = 1 / (1 + e^{-x})$, turns the score into a probability:
#
# $$P(\text{yes} \mid w, o) = \sigma(v_w \cdot u_o) \tag{1}$$
#
# This is **logistic regression** (로지스틱 회귀) on a dot product. As in chapter 03, $v_w$ is the
# vector of $w$ as a centre word and $u_o$ that of $o$ as a context word.
#
# **Predict.** Every pair of the text is an example with **label** (레이블) 1, "yes". What would a
# model learn that sees only these, and where could examples with label 0 come from?
#
# <details><summary>Answer</summary>
#
# It would learn to say yes to everything, since nothing speaks against large products. The zeros
# come from chance. A word picked at random from the vocabulary hardly ever belongs next to "not",
# so we pair "not" with a few random words and call these pairs false. Now and then one of them is
# true by accident.
#
# </details>

# %%
random_words = ["aaron", "taco", "mango", "finglonger", "plumbus"]
rng = np.random.default_rng(0)
print("centre  context     label")
for k in (0, 1, 3, 4):  # the window of 2 words on each side of "not", which is at position 2
    print(f"not     {thou[k]:12} 1")
    for word in rng.choice(random_words, size=2, replace=False):
        print(f"not     {word:12} 0")

# %% [markdown] tags=["lecture"]
# The random words are **negative samples** (네거티브 샘플), here $K = 2$ for each true pair. With
# $K = 5$ a pair costs six dot products, where a softmax over 30,000 words costs 30,000.
#
# The loss $J$ of one pair is small if the model says yes to the true word $o$ and no to each of the
# negative words $o_1, \dots, o_K$. Since $1 - \sigma(x) = \sigma(-x)$, the probability of a no is
# the sigmoid of minus the score:
#
# $$J = -\log \sigma(v_w \cdot u_o) - \sum_{i=1}^{K} \log \sigma(-v_w \cdot u_{o_i}) \tag{2}$$
#
# The idea has outlived word2vec: telling true pairs from random ones is called **contrastive
# learning** (대조 학습) today, and models that match pictures with captions are trained this way.
#
# ## 3. Errors that push and pull
# Take the centre "not", the true word "thou" and the negatives "aaron" and "taco", with the dot
# products 0.2, -1.11 and 0.74. The **error** (오차) of a word is its label minus what the model
# says. In two dimensions, these vectors have just these products:

# %% tags=["lecture"]
asked, labels = ["thou", "aaron", "taco"], np.array([1, 0, 0])
v = np.array([1.0, 0.5])  # the centre "not"
u = np.array([[0.0, 0.4], [-1.2, 0.18], [0.6, 0.28]])  # a row for each context word
arrows = ["v of not", *(f"u of {word}" for word in asked)]
scores = u @ v
said = 1 / (1 + np.exp(-scores))
for name, label, score, p in zip(asked, labels, scores, said, strict=True):
    print(f"{name:6} label {label}  product {score:5.2f}  sigmoid {p:.2f}  error {label - p:5.2f}")
loss = -np.log(said[0]) - np.log(1 - said[1:]).sum()
assert np.isclose(loss, 0.598 + 0.285 + 1.130, atol=1e-3)  # by hand
plots.sigmoid_errors(asked, scores, labels)

# %% [markdown] tags=["lecture"]
# The largest error is that of "taco", -0.68: the model was rather sure of a pair that chance put
# together. About "aaron" it was already right, so there is less to correct. By (2) the loss is
# $0.598 + 0.285 + 1.130 = 2.013$.
#
# The label minus the sigmoid is the right measure because it is the slope of the loss, with the
# sign reversed: the derivative of $-\log\sigma(x)$ is $\sigma(x) - 1$ and that of
# $-\log\sigma(-x)$ is $\sigma(x)$. So one step down the slope, with learning rate $\eta$ (학습률)
# and $e_i$ the error of context word $i$, is
#
# $$v \leftarrow v + \eta \sum_i e_i\, u_i \qquad u_i \leftarrow u_i + \eta\, e_i\, v \tag{3}$$
#
# A positive error pulls two vectors together and a negative one pushes them apart. By hand, for
# $\eta = 1$, the vector of "not" moves by
#
# $$0.450 \cdot (0, 0.4) - 0.248 \cdot (-1.2, 0.18) - 0.677 \cdot (0.6, 0.28) = (-0.11, -0.05).$$

# %% [markdown] tags=["exercise", "lecture"]
# ### Exercise 3b.1: one step
# Difficulty 2 of 3, 12 minutes.
#
# Write equation (3) for all words at once. `u` has one context vector per row and `labels` a 1 or 0
# for each row; `eta` is the learning rate $\eta$. Return the new `v` and the new `u` as two NumPy
# arrays, and leave the old ones as they are.
#
# For instance, `one_step(np.array([0.0]), np.array([[2.0]]), np.array([1]), 1)` gives `[1.0]` and
# `[[2.0]]`.
#
# <details><summary>Hint 1</summary>
#
# First all errors: the labels minus the sigmoid of `u @ v`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `v` gets a sum over the words, and each word gets its own multiple of `v`. Which product of two
# vectors has a row for each word?
#
# </details>


# %% tags=["exercise"]
def one_step(v, u, labels, eta):
    """-> (new v, new u) after one step down the slope of the loss."""
    # begin solution
    e = labels - 1 / (1 + np.exp(-(u @ v)))
    return v + eta * e @ u, u + eta * np.outer(e, v)
    # end solution


# %% tags=["check"]
check("3b.1", one_step)

# %% [markdown] tags=["door"]
# One step lifts "thou" from 0.55 to 0.66 and moves four vectors. The softmax of chapter 03 would
# have moved a whole table.

# %% tags=["known"]
def inputs(rng):
    dim, number = int(rng.integers(2, 5)), int(rng.integers(2, 6))
    labels, eta = rng.integers(0, 2, number), float(rng.integers(1, 9)) / 8
    return rng.normal(size=dim), rng.normal(size=(number, dim)), labels, eta


def use(answer, *arguments):
    """Both new values, which must be arrays: the chapter calculates with them."""
    found = answer(*arguments)
    if not isinstance(found, (tuple, list)):
        return found if found is None else "one thing"
    arrays = all(isinstance(x, np.ndarray) for x in found)
    return found if arrays else "no arrays"

# %% [markdown] tags=["known"]
# Hint: v moves by the sum of error times word, each word by its error times the old v; both times
#   the learning rate.
# Returns: two NumPy arrays (no lists or tensors): the new v, and the new vectors of the words
#
# - `return v + eta * e @ u, u + eta * np.outer(e, v)` → `new = v + eta * e @ u; return new,
#   u + eta * np.outer(e, new)` :: The words move along the old v: compute both before you change
#   one.
# - `v + eta * e @ u, u + eta` → `v - eta * e @ u, u - eta` :: You climb: the error is the label
#   minus the sigmoid, and the step adds it.
# - `1 / (1 + np.exp(-(u @ v)))` → `u @ v` :: The error is the label minus the sigmoid of the
#   product.
# - `labels - 1` → `-1` :: The true word has the label 1: without it everything is pushed away.
# - `    return v + eta` → `    eta = 1; return v + eta` :: The learning rate `eta` is missing:
#   both moves are multiplied by it.
# - `return v + eta * e @ u, u + eta * np.outer(e, v)` →
#   `return eta * e @ u, eta * np.outer(e, v)` :: These are the moves: return what v and u are
#   after them.
# - `ours(v, u, labels, eta)[::-1]` :: The two are exchanged: the new v comes first.
# - `ours(v, u, np.eye(len(u))[0], eta)` :: Which words are true is said by `labels`: it need not
#   be the first alone.
# - `ours(v, u, labels, eta)[0]` :: Return two arrays, with a comma between them; you return one
#   thing.
# - `[each.tolist() for each in ours(v, u, labels, eta)]` :: Return two NumPy arrays, no lists or
#   tensors: the chapter calculates with them.

# %% tags=["lecture"]
one_step = yours_or_ours("3b.1", one_step)
new_v, new_u = one_step(v, u, labels, eta=1)
print("not moves by", (new_v - v).round(2))
print("sigmoids before", said.round(2), "and after", (1 / (1 + np.exp(-new_u @ new_v))).round(2))
v_tensor, u_tensor = torch.tensor(v, requires_grad=True), torch.tensor(u, requires_grad=True)
(-logsigmoid(u_tensor[0] @ v_tensor) - logsigmoid(-u_tensor[1:] @ v_tensor).sum()).backward()
assert np.allclose(v - v_tensor.grad.numpy(), new_v)  # PyTorch's slope is ours
plots.push_pull(arrows, np.vstack([v, u]), np.vstack([new_v, new_u]), [None, 1, 0, 0])

# %% [markdown]
# The arrow of "not" is the sum by hand, short and to the lower left: to the left because "taco"
# pushes harder than "aaron" does from the other side, and down because "taco" and "aaron" together
# (0.23) outweigh the pull of "thou" (0.18). "thou" comes over to "not", "aaron" moves further away,
# and "taco" is pushed just past the origin.
#
# **Predict.** Now "taco" becomes a true word as well, beside "thou". After forty steps, is the
# model less sure of "thou" because of it? And what would the softmax of chapter 03 do?
#
# <details><summary>Answer</summary>
#
# No. Each yes-or-no question has a probability of its own, so "thou" need not give anything up.
# Under a softmax the two share one probability of 1, and the goal for each is half of it.
#
# </details>

# %%
for text, both in (("thou alone", [1, 0, 0]), ("thou and taco", [1, 0, 1])):
    at_v, at_u = v, u  # yes or no: your step
    in_v, in_u = v, u  # a softmax over the three words
    for _ in range(40):
        at_v, at_u = one_step(at_v, at_u, np.array(both), eta=0.1)
        p = np.exp(in_u @ in_v)
        e = np.array(both) / sum(both) - p / p.sum()
        in_v, in_u = in_v + 0.1 * e @ in_u, in_u + 0.1 * np.outer(e, in_v)
    p = np.exp(in_u @ in_v)
    yes = 1 / (1 + np.exp(-at_u[0] @ at_v))
    named = language.padded(text, 14)
    print(f"{named} true: sigmoid of thou {yes:.3f}, softmax {p[0] / p.sum():.3f}")

# %% [markdown] tags=["lecture"]
# "thou" loses nothing: its sigmoid is 0.955 alone and 0.960 beside "taco". Under a softmax over the
# same three words it falls from 0.953 to 0.476, because the probabilities of all words must sum to
# 1. The smaller question has given that up, and with it the sum over the vocabulary.
#
# **Try it.** Make all three words true, `[1, 1, 1]`, and take ever more steps. Does anything hold
# the products back?
#
# ## 4. Which words are sampled?
# If every word had the same chance, most negatives would be rare words, because most words of a
# vocabulary are rare. If words were sampled as often as they occur, "the" and "of" would come again
# and again. Word2vec goes between: the count to the power of 0.75.
#
# $$P(o) = \frac{\#(o)^{0.75}}{\sum_{w} \#(w)^{0.75}} \tag{4}$$
#
# By hand, for the counts 81, 16 and 1: the fourth roots are 3, 2 and 1, their cubes 27, 8 and 1. So
# the rarest word is sampled once in 36 times, although it occurs once in 98.

# %% [markdown] tags=["exercise"]
# ### Exercise 3b.2: sample the negatives
# Difficulty 2 of 3, 10 minutes.
#
# Write the sampler of equation (4). Word `i` has the count `counts[i]`. Return an array of word
# numbers of the shape `size`, which is a number or a tuple, with the random generator `rng`.
#
# <details><summary>Hint 1</summary>
#
# `rng.choice(number, size, p=probabilities)` samples from 0, 1, ..., number - 1.
#
# </details>


# %% tags=["exercise"]
def sample_words(counts, size, rng):
    """Word numbers in the given shape, each sampled by its count to the power of 0.75."""
    # begin solution
    weights = counts**0.75
    return rng.choice(len(counts), size, p=weights / weights.sum())
    # end solution


# %% tags=["check"]
check("3b.2", sample_words)

# %% [markdown] tags=["door"]
# From a text of 2,388,727 tokens your sampler makes "the", 6.4 % of the tokens, into 1.8 % of the
# negatives.

# %% tags=["known"]
def use(answer, counts):
    """The shares of words 0 and 1 and of all others; or what is wrong before that."""
    rng = np.random.default_rng(0)
    drawn, later = (np.asarray(answer(counts, 40_000, rng)) for _ in range(2))
    again = np.asarray(answer(counts, 40_000, np.random.default_rng(0)))
    table = np.asarray(answer(counts, (3, 2), rng))
    if drawn.shape != (40_000,) or table.shape != (3, 2):
        return "another shape"
    if drawn.dtype.kind not in "iu":
        return "no whole numbers"
    if drawn.max() > len(counts):
        return "numbers of no words"
    if not np.array_equal(drawn, again):
        return "another rng"
    if np.array_equal(drawn, later):
        return "nothing is drawn" if (np.diff(drawn) >= 0).all() else "the same words again"
    if len(counts) > 99 and len(set(np.asarray(answer(counts, 900, rng)))) == 900:
        return "without replacement"
    shares = np.bincount(drawn, minlength=len(counts)) / drawn.size
    near = abs(shares[: len(counts)] - counts**0.75 / (counts**0.75).sum()).max() < 0.02
    if near and shares[: len(counts)] @ (counts == 0):
        return "a word with the count 0"
    table = np.asarray(answer(counts, (2000, 3), rng))
    pairs = (drawn[1:], drawn[:-1]), (table[1:], table[:-1]), (table[:, 1:], table[:, :-1])
    if not all(independent(*pair, shares) for pair in pairs):
        return "draws that hang together"
    return np.array([*shares[:2], shares[2:].sum()])


def independent(first, second, shares):
    """Whether the first of two draws is as often the larger one as the second."""
    larger = (1 - shares @ shares) / 2  # where it does not depend on the other one
    return max(abs((first > second).mean() - larger), abs((first < second).mean() - larger)) < 0.05


def inputs(rng):
    """One very frequent word, and many rare ones: their share tells 0.75 from 0.7, and rounding."""
    return (np.concatenate([[4, rng.integers(450_000, 480_000), 0], np.ones(4460, int)]),)


# No count of the second is a fourth power: powers cut to whole numbers show
cases, trials, tolerance = [(np.array([16, 81, 1]),), (np.array([2, 5, 3]),)], 3, 0.01

# %% [markdown] tags=["known"]
# Hint: The share of each word among the samples should be count ** 0.75 over the sum of those.
# Returns: an array of word numbers
# Tried: the shares of word 0, of word 1 and of all others in 40,000 draws with the counts `{0}`
#
# - `counts**0.75` → `counts**1.0` :: Raise the counts to the power 0.75 first.
# - `counts**0.75` → `counts**0.7` :: The power is not 0.75: your rare words come too often.
# - `, p=weights / weights.sum()` → `` :: All words come equally often: the shares `p` have to
#   follow the counts.
# - `rng.choice(` → `1 + rng.choice(` :: The words are numbered from 0: yours begin with 1.
# - `len(counts), size,` → `len(counts), int(np.prod(size)),` :: `size` can be a shape such as
#   (3, 2): hand it on to `rng.choice` as it is.
# - `rng.choice(` → `np.random.default_rng(0).choice(` :: A new generator with a fixed seed draws
#   the same words in every batch: draw from the `rng` that you are given.
# - `rng.choice(len(counts), size, p=weights / weights.sum())` →
#   `np.full(size, weights.argmax())` :: Nothing is drawn here: let `rng.choice` draw each word
#   anew.
# - `rng.choice(` → `np.random.choice(` :: Draw from the `rng` that you are given, so that a run can
#   be repeated.
# - `rng.choice(len(counts),` → `rng.choice(counts,` :: These are counts: return the numbers of
#   the words, 0, 1, ...
# - `size, p=weights` → `p=weights` :: `size` can be a shape such as (3, 2): hand it on to
#   `rng.choice` as it is.
# - `ours(counts, size, rng) / 1` :: Word numbers are whole numbers: the chapter looks up rows by
#   them.
# - `size, p=weights` → `size, replace=np.prod(size) > len(counts), p=weights` :: Draw with
#   replacement: a frequent word is a negative again and again.
# - `counts**0.75` → `np.maximum(counts, 1) ** 0.75` :: A word with the count 0 does not occur in
#   the text, so it is never drawn.
# - `counts**0.75` → `np.sort(counts) ** 0.75` :: The numbers of the words are those of `counts`:
#   leave `counts` in its order.
# - `rng.choice(len(counts), size, p=weights / weights.sum())` →
#   `np.sort(rng.choice(len(counts), np.prod(size), p=weights / weights.sum())).reshape(size)` ::
#   Your words hang together: draw each of them anew, and leave them in the order in which they were
#   drawn.
# - `p=weights / weights.sum()` →
#   `p=(weights / weights.sum()).round(4) / (weights / weights.sum()).round(4).sum()` :: You round
#   the shares: that of a rare word is so small that this changes it, or leaves nothing of it.
# - `p=weights / weights.sum()` →
#   `p=(weights / weights.sum()).round(5) / (weights / weights.sum()).round(5).sum()` :: You round
#   the shares: that of a rare word is so small that this changes it, or leaves nothing of it.

# %% [markdown]
# Now a real text. With the course comes a slice of Simple English Wikipedia: 2.5 million words, its
# paragraphs in random order.

# %% tags=["lecture"]
sample_words = yours_or_ours("3b.2", sample_words)
wiki = [[word.lower() for word in sentence] for sentence in corpora.simple_wiki().sentences]
vocabulary = Vocabulary.build(wiki, min_count=5)
words, counts = vocabulary.words[3:], np.array(vocabulary.counts[3:])  # without the 3 specials
share = counts / counts.sum()
print(f"{counts.sum():,} tokens of {len(words):,} types that occur five times or more")
shown = [words.index(word) for word in ("the", "on", "united", "river", words[-1])]
assert np.allclose(word2vec.sampling_shares([81, 16, 1]), np.array([27, 8, 1]) / 36)  # by hand
sampled = word2vec.sampling_shares(counts)
plots.drawing_shares([words[i] for i in shown], share[shown], sampled[shown])

# %% [markdown] tags=["lecture"]
# "the" makes up 6.4 % of the tokens but only 1.8 % of the negatives, 0.28 times its share, while a
# word with five tokens comes up 3.7 times as often as its share. The authors found the power 0.75
# by trying. In section 8 we try it, too.
#
# ## 5. Fewer of the frequent words
# The pair (cat, the) says little about "cat", because "the" is next to so many words.
# **Subsampling** (서브샘플링) deletes tokens of frequent words at random before the windows are
# made. With $P(w)$ the share of $w$ among the tokens and a threshold $\varepsilon$, a token is kept
# with probability
#
# $$P(\text{keep}) = \min\left(1,\; \sqrt{\varepsilon / P(w)} + \varepsilon / P(w)\right). \tag{5}$$
#
# By hand, for $P(w) = 0.04$ and $\varepsilon = 0.0001$: $\varepsilon / P(w)$ is $1/400$, so the
# word is kept with probability $0.05 + 0.0025 = 0.0525$. (The paper has only the root; its program
# and gensim add the rest.)

# %% [markdown] tags=["exercise"]
# ### Exercise 3b.3: thin out a text
# Difficulty 2 of 3, 12 minutes.
#
# `ids` is a text as an array of word numbers, in which -1 marks the end of each sentence. Return it
# without the tokens that (5) deletes; the marks stay. Draw `rng.random(len(ids))` once: a token is
# kept where its number is smaller than its probability.
#
# <details><summary>Hint 1</summary>
#
# `counts[ids] / counts.sum()` is the share $P(w)$ of every token. At the marks it is that of the
# last word, which does no harm if you keep them anyway.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `a | b` of two arrays of True and False is True where one of them is.
#
# </details>


# %% tags=["exercise"]
def thin_out(ids, counts, epsilon, rng):
    """The text without the tokens that equation (5) deletes; -1 ends a sentence and stays."""
    # begin solution
    ratio = epsilon * counts.sum() / counts[ids]
    keep = np.sqrt(ratio) + ratio
    return ids[(rng.random(len(ids)) < keep) | (ids == -1)]
    # end solution


# %% tags=["check"]
check("3b.3", thin_out)

# %% [markdown] tags=["door"]
# Of "the" your function leaves 4 %, of "river" 62 %, and words that were too far apart now meet in
# a window.

# %% tags=["known"]
from notebooks.course.check import seeded


def use(answer, ids, counts, epsilon, seed):
    return answer(ids, counts, epsilon, seeded(seed))


def inputs(rng):
    counts = np.array([20, 300, 1, 4000, 70, 2])[: int(rng.integers(4, 7))]
    ids = rng.integers(-1, len(counts), size=int(rng.integers(40, 80)))
    return ids, counts, float(rng.uniform(0.001, 0.02)), int(rng.integers(99))


# The first random number is 0.36565697, and the probability 0.36565668: the token goes
cases = [(np.array([3, -1]), np.array([20, 300, 1, 4000]), 0.075, 17388)]

# %% [markdown] tags=["known"]
# Hint: Keep a token where the random number is below its probability, and every -1.
# Returns: an array of word numbers
#
# - ` | (ids == -1)` → `` :: The marks -1 must stay: they keep windows inside a sentence.
# - `np.sqrt(ratio) + ratio` → `np.sqrt(ratio)` :: Add the second term of (5), ε / P(w).
# - `np.sqrt(ratio) + ratio` → `ratio` :: The root of ε / P(w) is missing.
# - `< keep` → `> keep` :: Now the frequent words stay and the others go: keep a token where the
#   random number is smaller.
# - `rng.random(` → `np.random.default_rng(0).random(` :: Draw from the `rng` that you are given: a
#   generator of your own deletes the same tokens in every text.
# - `epsilon * counts.sum() / counts[ids]` → `epsilon / counts[ids]` :: P(w) is a share: the count
#   divided by the number of all tokens.
# - `keep = np.sqrt(ratio) + ratio` → `keep = (np.sqrt(ratio) + ratio).round(3)` :: You round the
#   probabilities: a random number just above one then falls below it. Take them as they are.
# - `keep = np.sqrt(ratio) + ratio` → `keep = (np.sqrt(ratio) + ratio).round(6)` :: You round the
#   probabilities: a random number just above one then falls below it. Take them as they are.

# %% [markdown]
# **Predict.** Which share is larger with $\varepsilon = 0.0001$: that of the types that lose
# tokens, or that of the tokens that are lost?
#
# <details><summary>Answer</summary>
#
# That of the tokens. Only 362 of our 22,625 types are touched, but they lose about half of the
# text.
#
# </details>

# %%
thin_out = yours_or_ours("3b.3", thin_out)
ids, rng = running_text.to_ids(wiki, vocabulary), np.random.default_rng(0)
thinned = np.asarray(thin_out(ids, counts, 0.0001, rng))
kept = np.bincount(thinned[thinned >= 0], minlength=len(counts)) / counts
touched = word2vec.keep_probability(counts, epsilon=0.0001) < 1
print(f"{touched.sum()} types are touched, {1 - kept @ share:.0%} of all tokens are gone")
print({word: f"{kept[words.index(word)]:.0%}" for word in ("the", "on", "united", "river")})

# %% [markdown]
# So few words make up so much of a text. Of "the" 4 % is left, of "river" 62 %. About half of the
# tokens are left to train on, and since the windows are made afterwards, words that were too far
# apart now meet.
#
# ## 6. From one pair to a text
# One pair at a time is slow in Python, so we take 1,024 at once. A softmax would have to move all
# of $u$. Here a batch touches a few thousand rows, and the others stay as they are.

# %% [markdown] tags=["exercise"]
# ### Exercise 3b.4: the step that trains
# Difficulty 3 of 3, 20 minutes.
#
# `v` and `u` are the two tables, tensors with a row for each word. `w` and `o` are the ids of the
# centres and the true context words, of shape `(batch,)`, `negatives` those of the random words,
# `(batch, K)`. Move the rows of the batch by equation (3), in place, and nothing else. All errors
# are taken before anything moves. A word can occur many times in a batch, and then all of its moves
# add up: `v.index_add_(0, w, moves)` adds row i of `moves` to row `w[i]` of `v`.
#
# <details><summary>Hint 1</summary>
#
# Put the true word and the negatives side by side, `torch.cat([o[:, None], negatives], dim=1)`:
# that is `(batch, 1 + K)`. The first column has the label 1, the others 0.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `torch.einsum("bd,bkd->bk", a, b)` multiplies the vector `a` of each example with its own `k`
# vectors `b`. The two moves of (3) have the letters in other places.
#
# </details>


# %% tags=["exercise"]
def batch_step(v, u, w, o, negatives, eta):
    """One step of skip-gram for a batch; changes the rows of v and u that occur in it."""
    # begin solution
    context = torch.cat([o[:, None], negatives], dim=1)
    centre, others = v[w], u[context]
    error = -torch.sigmoid(torch.einsum("bd,bkd->bk", centre, others))
    error[:, 0] += 1
    v.index_add_(0, w, eta * torch.einsum("bk,bkd->bd", error, others))
    moves = eta * torch.einsum("bk,bd->bkd", error, centre)
    u.index_add_(0, context.flatten(), moves.flatten(0, 1))
    # end solution


# %% tags=["check"]
check("3b.4", batch_step)

# %% [markdown] tags=["door"]
# This step now reads 0.1, 0.5 and 2.5 million words. Your vectors in sections 6 and 7 are its work.


# %% tags=["twist"]
from notebooks.course.check.promised import names_in


def batch_step_by_product(v, u, w, o, negatives, eta):
    """The same step, its moves added up by the product with a matrix of 0 and 1."""
    context = torch.cat([o[:, None], negatives], dim=1)
    centre, others = v[w], u[context]
    error = -torch.sigmoid(torch.einsum("bd,bkd->bk", centre, others))
    error[:, 0] += 1
    whose_v = torch.nn.functional.one_hot(w, len(v)).to(v.dtype)  # (batch, words)
    whose_u = torch.nn.functional.one_hot(context.flatten(), len(u)).to(u.dtype)
    v += eta * whose_v.T @ torch.einsum("bk,bkd->bd", error, others)
    u += eta * whose_u.T @ torch.einsum("bk,bd->bkd", error, centre).flatten(0, 1)


def use(answer, seed):
    """The tables after a step, or what is still in it."""
    if names_in(answer) & {"index_add_", "index_add"}:
        return "index_add_"
    generator = torch.Generator().manual_seed(seed)
    v, u = torch.randn(2, 7, 3, generator=generator)
    w, o = torch.randint(0, 7, (2, 6), generator=generator)
    negatives = torch.randint(0, 7, (6, 2), generator=generator)
    answer(v, u, w, o, negatives, 0.1)
    return {"v": v, "u": u}


def inputs(rng):
    return (int(rng.integers(1000)),)


tolerance = 1e-4


# %% [markdown] tags=["twist"]
# Twist: make the same step without `index_add_`. A matrix of 0 and 1 that says which row of the
#   batch belongs to which word adds all moves of a word in one product.
# Hint: `one_hot(w, len(v))` has a row for each example; transposed, times the moves, it adds up
#   those of each word.
# Returns: nothing: the tables are changed in place
#
# - ` error[:, 0] += 1` → `` :: The first column has the label 1.
# - `whose_v.T @` → `(whose_v / whose_v.sum(0).clamp(1)).T @` :: The moves of a word add up; you
#   took their mean.
# - `whose_v = ` → `v.index_add_(0, w[:0], v[:0]); whose_v = ` :: There is `index_add_` in your
#   step, or in a function that it calls: do without.

# %% tags=["known"]
import time


def use(answer, v, u, *batch):
    """The tables themselves after a step."""
    v, u = v.clone(), u.clone()
    answer(v, u, *batch)
    if len(batch[0]) > 99 and too_slow(answer, v.clone(), u.clone(), *batch):
        return "too slow"
    return {"v": v, "u": u}


def too_slow(answer, *given):
    """Whether an answer takes 20 times as long as ours."""

    def took(function):
        began = time.process_time()
        function(*given)
        return time.process_time() - began

    ours = min(took(batch_step) for _ in range(3))
    return min(took(answer) for _ in range(2)) > max(20 * ours, 0.02)


def inputs(rng):
    """Words occur several times in the batch."""
    tables = torch.tensor(rng.normal(size=(2, 7, 3)), dtype=torch.float32)
    ids = torch.tensor(rng.integers(0, 7, (6, 4)))
    return *tables, ids[:, 0], ids[:, 1], ids[:, 2:], float(rng.integers(1, 9)) / 32


few = torch.tensor([[1.0], [0.5], [-6.0]]), torch.tensor([[0.5], [1.0], [2.0]])
batch = torch.tensor([0, 0]), torch.tensor([1, 2]), torch.tensor([[2], [2]])
many = torch.randint(500, (256, 9), generator=torch.Generator().manual_seed(0))
cases = [(*few, *batch, 0.5)]
cases += [(torch.eye(500, 50), torch.ones(500, 50), many[:, 0], many[:, 1], many[:, 2:], 0.01)]
tolerance = 1e-5
# %% [markdown] tags=["known"]
# Hint: Errors first; then rows `w` of v move by the sum of error times u, the rows of u by error
#   times the old v.
# Returns: nothing: the tables are changed in place
#
# - `    error[:, 0] += 1` → `` :: The first column has the label 1: without it all words are pushed
#   away.
# - `v.index_add_(0, w, eta *` → `v[w] += (eta *` ; `error, others))` → `error, others))` ::
#   A word that comes twice must move twice: use `index_add_`, since `v[w] +=` keeps one move only.
# - `error, centre)` → `error, v[w])` :: The context words move along the old v: take `v[w]` before
#   you change it.
# - `    v.index_add_(0, w, eta * torch.einsum("bk,bkd->bd", error, others))` → `` :: The centre
#   words have to move as well.
# - `    u.index_add_(0, context.flatten(), moves.flatten(0, 1))` → `` :: The context words have to
#   move as well.
# - `-torch.sigmoid(` → `torch.sigmoid(` :: The error is the label minus the sigmoid.
# - `    v.index_add_(0, w, eta *` → `    v = v.index_add(0, w, eta *`;
#   `    u.index_add_(0,` → `    u = u.index_add(0,` :: You make new tables, and the old ones, which
#   the chapter uses, stay as they are: change the rows in place, with `index_add_`.
# - `v.index_add_(0, w, eta *` → `v[w] += (eta *` ; `error, others))` → `error, others))` ;
#   `u.index_add_(0, context.flatten(), moves.flatten(0, 1))` → `u[context] += moves` :: A word that
#   comes twice must move twice, in `v` and in `u`: use `index_add_`, since `+=` keeps one move.
# - `context = torch.cat([o[:, None], negatives], dim=1)` →
#   `eta = eta / len(w); context = torch.cat([o[:, None], negatives], dim=1)` :: The moves of a
#   batch add up; you took their mean.
# - `context = torch.cat([o[:, None], negatives], dim=1)` →
#   `eta = 1; context = torch.cat([o[:, None], negatives], dim=1)` :: The learning rate `eta` is
#   missing.
# - `context = torch.cat([o[:, None], negatives], dim=1)` →
#   `eta = -eta; context = torch.cat([o[:, None], negatives], dim=1)` :: You climb: the error is
#   the label minus the sigmoid, and the step adds it.
# - `context = torch.cat([o[:, None], negatives], dim=1)` →
#   `[v[i] @ v[i] for i in w for _ in w[:40]]; context = torch.cat([o[:, None], negatives], dim=1)`
#   :: The numbers are right, but a batch takes more than 20 times as long as it needs, and section
#   6 has thousands of batches: make the step for all pairs of the batch at once, without a loop
#   over them.

# %%
batch_step = yours_or_ours("3b.4", batch_step)


def train(sentences, emb_dim=50, window=5, negatives=5, sample=1e-4, learning_rate=0.05, seed=0):
    """Skip-gram on a text, read once; the learning rate falls in a straight line."""
    vocabulary, rng = Vocabulary.build(sentences, min_count=5), np.random.default_rng(seed)
    counts = np.array(vocabulary.counts[3:])
    ids = running_text.to_ids(sentences, vocabulary)
    text = np.asarray(thin_out(ids, counts, sample, rng))
    w, o = running_text.pairs(text, window, rng)  # every centre draws its reach, from 1 to window
    order = rng.permutation(len(w))
    v = torch.tensor(rng.uniform(-0.5, 0.5, (len(counts), emb_dim)) / emb_dim).float()
    u = torch.zeros(len(counts), emb_dim)
    for number, start in enumerate(range(0, len(order), 1024)):
        batch = order[start : start + 1024]
        if number % 64 == 0:  # your sampler goes through all counts, so one call for 64 batches
            drawn = torch.from_numpy(sample_words(counts, (64, 1024, negatives), rng))
        pairs = torch.from_numpy(w[batch]), torch.from_numpy(o[batch])
        noise = drawn[number % 64, : len(batch)]
        batch_step(v, u, *pairs, noise, eta=learning_rate * (1 - start / len(order)))
    return word2vec.keyed_vectors(vocabulary, v.numpy())

# %% [markdown] tags=["lecture"]
# **Predict.** Your step reads 0.1, then 0.5, then 2.5 million words. At which size will *queen* be
# near *king*?

# %% tags=["lecture"]
ends, models = np.cumsum([len(sentence) for sentence in wiki]), {}
with chapter.timed("03b", "skip-gram on 0.1, 0.5 and 2.5 million words"):
    for size in (100_000, 500_000, 2_500_000):
        models[f"{size / 1e6} million"] = train(wiki[: np.searchsorted(ends, size) + 1])
models["55 million (shipped)"] = static_vectors.load()
for word in ("good", "eat", "king"):
    print(word)
    for size, vectors in models.items():
        named = language.padded(language.label(size), 20)
        print(f"  {named}", *(other for other, _ in vectors.most_similar(word, topn=6)))

# %% [markdown] tags=["lecture"]
# This was your step, on a text that nobody labelled. (As in word2vec, each centre draws at random
# how far its window reaches, from 1 to 5, so near words count more.) After 0.1 million words the
# lists are noise, and after half a million not much better. With 2.5 million *king* has found
# *queen*, *prince* and two royal names, *eat* is among insects, prey and seeds, and the nearest
# word to *good* is its opposite *bad*. The shipped vectors, from 55 million words of many texts,
# Simple English Wikipedia among them, list synonyms for *good* and four forms of *eat*, though
# *bad* is still one of the six for *good*.
#
# **Try it.** Ask for words of your own, or train again with `window=2`.
#
# ## 7. How good, and how sure?
# The neighbours of three words are no measurement. Let us give the vectors a task, that of chapter
# 00: 1,722 sentences, in each of which one of 47 words is marked. A sentence becomes the mean of
# the vectors of its other words (without the 200 most frequent ones), and its nearest sentence with
# the same word should have the same sense. We compare ours with gensim's word2vec, with the same
# settings, and with CBOW. In chapter 03 each of the $N$ words of a mean moved by an $N$-th of the
# mean's gradient. In word2vec's program it moves by the whole of it, and in this CBOW too.

# %% tags=["lecture"]
marked = corpora.senses("en")
sense_of = np.array([one.sense for one in marked])


def shares(vectors):
    """For each of the 47 words: how many % of its sentences find their sense."""
    means = senses.mean_of_words_around(marked, vectors, cut=200)
    found = []
    for rows in senses.by_lemma(marked).values():
        right = senses.leave_one_out(senses.centred(means[rows]), sense_of[rows], 1)
        found.append(100 * right.mean())
    return np.array(found)


score = {size: shares(vectors) for size, vectors in models.items()}
sizes = [0.1, 0.5, 2.5, 55]
curve = {"words around": [share.mean() for share in score.values()]}
lemmas = senses.by_lemma(marked).values()
blind = np.mean([100 * 13 / (len(rows) - 1) for rows in lemmas])  # 13 others share its sense
families.curves(sizes, curve, "million words read", "right senses, %", {"blind": blind}, log=True)

# %%
half = wiki[: np.searchsorted(ends, 500_000) + 1]
same = dict(vector_size=50, window=5, negative=5, sample=1e-4, min_count=5, seed=0, workers=1)
runs = {
    "gensim": (wiki, 1, 1, 0.05),  # the text, how often it is read, 1 for skip-gram, the rate
    "gensim, 0.5 million 5 times": (half, 5, 1, 0.05),
    "CBOW": (wiki, 1, 0, 0.05),
    "CBOW, rate 0.2": (wiki, 1, 0, 0.2),
}
centres, _ = running_text.pairs(thinned, 5, np.random.default_rng(0))
print(f"{len(centres) / np.sum(thinned >= 0):.1f} pairs for each centre word")

# %%
for name, (text, epochs, sg, rate) in runs.items():
    score[name] = shares(Word2Vec(text, sg=sg, epochs=epochs, alpha=rate, **same).wv)
for name in ("2.5 million", *runs):
    named = language.padded(language.label(name), 28)
    print(f"{named} {score[name].mean():.1f} % right senses, mean of 47 words")

# %% [markdown] tags=["lecture"]
# Your vectors go from 40 to 44 to 48 % with the text, and the shipped ones, from 55 million words
# and with twice the dimensions, have 66. Picking blindly gets 38: each sense has 14 sentences, so
# if a word has two senses, 13 of the other 27 share it ($13/27$), and if it has three, $13/41$.
# (All these are means over the 47 words. Over the 1,722 sentences, as chapter 10 counts, blind
# picking gets 36.5.)
#
# The curve mixes more text with more steps. So we let gensim read the half million five times: that
# gets 47.2 %, and 2.5 million words read once get 49.2. CBOW gets only 40.4 % in one reading, but
# where skip-gram takes 4.4 steps for a window, it takes one. With steps four times as long, a rate
# of 0.2 in place of 0.05, it gets 52.7 %. (Another computer got 52.4 here.)
#
# How sure are we? Had we marked 47 other words, both scores would have come out different. So we
# sample our 47 words with replacement, a thousand times, and see how the
# *difference* comes out each time. The middle 95 % of these differences are our **interval**. This
# is the **paired bootstrap** (쌍체 부트스트랩): paired, because both models are asked the same
# words.

# %% tags=["lecture"]
def interval(one, other, rng):
    """The mean difference over the words, and the middle 95 % of 1,000 resampled ones."""
    again = rng.choice(one - other, size=(1000, len(one))).mean(axis=1)  # this line is all of it
    return np.mean(one - other), *np.percentile(again, [2.5, 97.5])


rng, mine, gensim = np.random.default_rng(0), score["2.5 million"], score["gensim"]
found = {
    "2.5 million minus 0.5": interval(mine, score["0.5 million"], rng),
    "2.5 million minus 0.5, 5 times": interval(gensim, score["gensim, 0.5 million 5 times"], rng),
    "55 million minus 2.5": interval(score["55 million (shipped)"], mine, rng),
    "ours minus gensim": interval(mine, gensim, rng),
    "skip-gram minus CBOW": interval(gensim, score["CBOW"], rng),
    "skip-gram minus CBOW, rate 0.2": interval(gensim, score["CBOW, rate 0.2"], rng),
}
families.gains(found, "right senses, points")

# %% [markdown] tags=["lecture"]
# From 0.5 to 2.5 million words the score rises by 4.3 points, and the interval goes from 0.8 to
# 8.0. It leaves out 0, so with other words we expect a gain as well. But is it the text, or only
# the number of steps? If gensim reads the half million five times, the 2.5 million are ahead by 2.0
# points, and the interval of that, -1.2 to 5.1, includes 0. We **cannot tell them apart** here,
# which is less than saying that they are equal: the text may have its part. Nor can we tell ours
# from gensim's. Skip-gram beats CBOW by 8.9 points (5.9 to 12.2) at the same rate, and loses to it
# by 3.4 (0.9 to 6.1) if only CBOW takes the longer steps. So whoever compares two models has to say
# what was equal. (These intervals do not know the luck of the seed, since each model was trained
# once.)
#
# **Try it.** Skip-gram may take longer steps, too: `(wiki, 1, 1, 0.2)`. Who is ahead then?
#
# ## 8. Rules of thumb, tested
# The paper gives the power 0.75, and 5 to 20 negatives for a small text, 2 to 5 for a large one.
# The source lecture has windows of 5 to 10 for tables of counts, of 7 to 25 to gather related
# words, and of 2 to 7 to gather words that can replace each other. What holds on our text? We vary
# one thing at a time and ask people: MEN has pairs of words with a judgement of how related they
# are, so of the windows it tests those for related words. Of its pairs 2,515 have both words in our
# vocabulary. We part them at the count of the rarer word, into a frequent and a rare half. All
# settings train on about 16 million pairs (centre, context), so a wide window reads the text less
# often than a narrow one. The grey bands are the rules: for the negatives that for a small text,
# for the window the first two in one, 5 to 25. (gensim trains, three times with other seeds. The
# judgements do not ship with the course, so the scores are stored. They come from
# `python course.py measure static sampling`.)
#
# **Predict.** Power 0 gives all words the same chance of being a negative, power 1 samples them as
# they occur. Which of the two will do harm, and to whom: frequent or rare words?
#
# <details><summary>Answer</summary>
#
# Power 0, and it harms both halves. Power 1 does no harm that we could see.
#
# </details>

# %% tags=["lecture"]
rows = chapter.results("static_vectors")["experiments"]["sampling"]["rows"]
usual = {"power": 0.75, "negatives": 5, "window": 5, "emb_dim": 50}
titles = ["power of the counts", "negatives K", "window m", "dimensions d"]
advice = {"power of the counts": [0.75], "negatives K": [5, 20], "window m": [5, 25]}

# %% tags=["lecture"]
found, changes = {}, []
for title, name in zip(titles, usual, strict=True):
    same = [row for row in rows if all(row[o] == usual[o] for o in usual if o != name)]
    same = sorted(same, key=lambda row: row[name])
    found[title] = {row[name]: {k: row[k] for k in ("frequent", "rare")} for row in same}
    named = language.label(title)
    changes += [(f"{named} {row[name]:g}", row) for row in same if row[name] != usual[name]]
plots.rules(found, advice)

# %%
print("gain over power 0.75, K = 5, m = 5, d = 50; the interval resamples pairs and seeds")
for change, row in changes:
    print(language.padded(change, 23), end="")
    for kind in ("frequent", "rare"):
        gain, low, high = row[f"{kind}_gain"]
        print(f"{language.label(kind)} {gain:+.2f} ({low:+.2f} to {high:+.2f})", end="  ")
    print()

# %% [markdown] tags=["lecture"]
# **The power.** With equal chances for all words rho falls from 0.59 to 0.44 for frequent words and
# from 0.31 to 0.14 for rare ones. But between 0.75 and 1 we cannot tell, in either half. So on this
# text it matters that the negatives follow the counts.
#
# **The negatives.** Compared with 5, two are worse by 0.03 in both halves, and 15 are better by
# 0.02, if only just: both intervals begin right above 0. That agrees with the rule for small texts,
# at the price of 16 dot products a pair in place of six. With 20 the gain is 0.02 again, and for
# rare words its interval includes 0.
#
# **The window.** For frequent words we cannot tell any other window from one of 5. For rare words
# 10, 20 and 25 cost 0.03, 0.04 and 0.05, so the rule that related words want a wide window finds no
# support here. That is for equally many pairs: with a window of 20 they take 1.6 readings of the
# text, with one of 2 they take 5.3.
#
# **The dimensions.** We cannot tell vectors of 25 from those of 50, and 100 are worse by 0.01 for
# frequent words. So with this text and 16 million pairs we see no gain from longer vectors.
#
# ### Open experiment
# Is thinning out worth it? Train on 0.5 million words once with `sample=1e-4` and once with
# `sample=1`, which keeps every token. Predict first which of the two makes more pairs, which takes
# longer, and whose neighbours will be better: those of *good*, or those of *king*. Then look: how
# much of it does equation (5) explain?
#
# ## What you can now do
# - ask six yes-or-no questions in place of one with 30,000 answers,
# - train word vectors on a text of your own, with a step that you wrote,
# - say how sure you are of a difference between two models.
#
# ## One honest limit
# These vectors are not part of a language model. Equation (1) tells neighbours from noise, but it
# gives no probability for the next word, so this chapter has no rung on the perplexity ladder.
#
# ## Sources
# - The lecture *Tensorflow를 활용한 딥러닝 자연어 처리 입문*, part 3: the table of errors, and the
#   advice on windows and negatives.
# - Alammar 2019, *The Illustrated Word2vec*, <https://jalammar.github.io/illustrated-word2vec/>:
#   the sentence, "aaron", "taco" and their companions, and the dot products of section 3.
# - Mikolov, Sutskever, Chen, Corrado and Dean 2013, *Distributed Representations of Words and
#   Phrases and their Compositionality*, <https://arxiv.org/abs/1310.4546>: negative sampling, the
#   power 0.75, subsampling.
#
# ## Where next
# Before training "eat" has no more to do with "eating" than with "moon": these vectors do not know
# how a word is spelled, and what the two have in common they must learn from their neighbours. A
# word that was not in the text has no vector at all. Chapter 04 looks inside the words.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. The product of a centre and a negative word is 2. What does the step do?
#    - [ ] nothing, since the word is only noise :: noise with a large product is an error, and
#      $\sigma(2)$ is 0.88
#    - [x] it pushes the two apart :: the error is 0 - 0.88, a strong push
#    - [ ] it pulls the two together :: that is what a label of 1 does
# 2. Why not sample the negatives evenly from the vocabulary?
#    - [ ] it would be slower :: it needs no counts, so there is less to compute
#    - [x] most of them would be rare words :: and in section 8 equal chances lower the scores of
#      frequent and of rare words
#    - [ ] the probabilities would not sum to 1 :: each would be $1/|V|$, and that sums to 1
# 3. The vocabulary grows from 10,000 to 100,000 words. How many dot products does a pair with 5
#   negatives cost?
#    - [x] as many as before :: six, whatever the size of the tables
#    - [ ] ten times as many :: that is the softmax
#    - [ ] it needs 50 negatives :: their number does not depend on the vocabulary
