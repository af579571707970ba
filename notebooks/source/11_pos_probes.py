# %% [markdown] tags=["lecture"]
# # 11 Part-of-speech probes
#
# *I will record a record.* Read it aloud: the first *record* has its stress at the end, the second
# at the beginning, so a phone that reads you this message has to know that one is a verb and the
# other a noun. Our biLM has learned to guess words, and nobody told it what a verb is. Does it know
# all the same?
#
# **Which layer knows the part of speech, and how can we be sure?**
#
# You will be able to
# - **see** what every layer takes a word for, and change one word to find out why,
# - **write** a probe, and compare the layers of a model by it,
# - **catch** a probe that has learned by heart, with labels that mean nothing,
# - **look** into the lower layers with a lens that you build, and know what it cannot see,
# - **probe** for a label of your own, beside other ways to find it.
#
# You need the layers of the biLM (chapter 08), softmax and cross-entropy (02), and intervals (03b).

# %% tags=["setup"]
from collections import Counter
from types import SimpleNamespace

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from elmo_lite import corpora, probes, senses, static_vectors
from elmo_lite.controls import with_random_weights, with_warm_start
from elmo_lite.elmo import Elmo
from elmo_lite.stats import paired
from elmo_lite.text import tokenize
from elmo_lite.tools.cache import layer_vectors
from notebooks.course import chapter, typed
from notebooks.course.check import check, yours_or_ours
from notebooks.course.language import label, padded
from notebooks.course.live import live
from notebooks.course.plots import ch11 as plots
from notebooks.course.plots import families
from notebooks.course.results import difference, scores

torch.set_num_threads(1)  # the same sums with any number of processors

# %% [markdown] tags=["lecture"]
# ## 1. A tag in every cell
# A **part of speech** (품사) is a class of words that fit into the same gaps: nouns, verbs,
# adjectives. The **tag** (태그) of a word names its class in this sentence, and a **tagset** (태그
# 집합) is the list of all classes. Ours are the 17 tags of Universal Dependencies, which serve all
# languages. PROPN is a name, ADP a preposition, and PART the *to* of *to go*.
#
# Every token of our sentences from chapter 10 has a tag. The biLM reads them once, and we keep the
# vector of every token in every layer.

# %% tags=["lecture"]
train, test = corpora.our_tagged("train"), corpora.our_tagged("test")
(words, tags), (new_words, gold) = probes.flat(train), probes.flat(test)
y_train, y_test, names = probes.numbered(tags, gold)  # tags as numbers
elmo = Elmo.load("en")
sentences = [sentence for part in (train, test) for sentence, _ in part]
layers = np.array(layer_vectors(elmo, sentences), np.float32)
x_train, x_test = np.split(layers, [len(words)], axis=1)
print("training part", x_train.shape, "test part", x_test.shape)

# %% [markdown] tags=["lecture"]
# On each of the three layers we now train a small classifier, which you will write in section 3.
# Here is what the three say of two sentences that differ in one word. Type two others, and let the
# same network answer with random weights.


# %%
settings = probes.ProbeSettings(epochs=8, learning_rate=0.01, weight_decay=1e-3)
blank = with_random_weights(elmo, 0)
both = layer_vectors(blank, sentences)  # as they are stored, in half precision
x_blank, new_blank = np.split(both, [len(words)], axis=1)
probes_of = {}
for weights, x in (("trained", x_train), ("random", x_blank)):
    probes_of[weights] = [probes.fit(x[j], y_train, len(names), settings) for j in range(3)]
readers = {"trained": elmo, "random": blank}


# %%
from functools import cache


@cache
def korean_probes():
    """The same for Korean, fitted when Korean is typed: models, their probes, names of tags."""
    lines, its = zip(*corpora.our_tagged("train", "ko"), strict=True)
    y, _, called = probes.numbered([tag for line in its for tag in line], [])
    models = {"trained": typed.korean(), "random": with_random_weights(typed.korean(), 0)}
    fitted = {}
    for weights, model in models.items():
        x = layer_vectors(model, lines)
        fitted[weights] = [probes.fit(x[j], y, len(called), settings) for j in range(3)]
    return models, fitted, called


# %%
def tags_of(sentence, weights="trained"):
    """What each probe calls each word: one list for each layer."""
    korean = typed.is_korean(sentence)
    models, fitted, called = korean_probes() if korean else (readers, probes_of, names)
    h = models[weights].layers([sentence], progress=False)[0]
    numbers = [probes.predict(fitted[weights][j], h[j].numpy()) for j in range(3)]
    return [[called[i] for i in row] for row in numbers]


# %% tags=["lecture"]
def compare(sentence="I want to record.", other="I want the record.", weights="trained"):
    one, two = typed.words(sentence), typed.words(other)
    plots.tag_grid(one, tags_of(one, weights), two, tags_of(two, weights))


live(compare, sentence="I want to record.", other="I want the record.", weights=list(readers))

# %% [markdown] tags=["lecture"]
# Layers 1 and 2 tell the verb from the noun. Begin with the lowest row, though: layer 0 is the
# char-CNN, which sees the letters of one word and no neighbour, so *record* is a noun for it in
# both sentences. A frame marks a tag that has changed. In layer 0 only the word that we replaced
# has one. In layers 1 and 2 *record* has one too, and nobody has touched *record*. So there its tag
# depends on the word before it. We know this because we changed that word and nothing else, an
# intervention as in chapter 08.
#
# Does that take a trained network? Here is the one with random weights.

# %% [markdown]
# **In Korean.** The Korean biLM reads Hangul (chapter 13), and its probes learn from our Korean
# sentences in about ten seconds. Type 그는 잘못 말했다. ("He said it wrongly.") and 그의 잘못
# 때문이다. ("It is because of his mistake."): 잘못 is an adverb in one and a noun in the other.
# Layers 0 and 1 call it an adverb twice; layer 2 tells them apart.

# %% tags=["lecture"]
compare(weights="random")

# %% [markdown] tags=["lecture"]
# It has a frame around *record* as well: any network that mixes in the neighbours has two vectors
# for it. So that the tag can depend on the neighbour comes with the architecture. This one takes
# *the record* for an adjective, but do not build on that: other random weights get it right (seed 1
# does, in layer 1). How often the tag is right, one sentence cannot tell. Sections 3 and 5 count.
#
# And the message on the phone?

# %% tags=["lecture"]
phone = tokenize("I will record a record.")
for weights in readers:
    for j, row in enumerate(tags_of(phone, weights)):
        print(padded(label(weights, "way"), 11), f"layer {j}:", *row)

# %% [markdown] tags=["lecture"]
# Layers 1 and 2 read it correctly, while layer 0 has to give both words the same tag. With random
# weights no layer finds the second one.
#
# **Try it.** *I want the boy.* and *I want the boys.* frame nothing: both are nouns. *They work
# hard.* and *Her work is hard.* do better. Then find a sentence that all layers get wrong. Ours is
# *The can is open.*: none of them lets this *can* be a noun. Section 4 looks into it.
#
# ## 2. What a table of counts knows
# How much can be had without any network? Give each word the tag that it had most often in
# training, and a new word the most frequent tag of all.
#
# **Predict.** What share of the test tokens does this get right: about 50, 70 or 90 %? And a tagger
# that answers NOUN every time?
#
# <details><summary>Answer</summary>
#
# 89.5 %, and 21.8 %.
#
# </details>


# %%
def most_frequent_tags(words, tags, new_words):
    counts = {}
    for word, tag in zip(words, tags, strict=True):
        counts.setdefault(word, Counter())[tag] += 1
    other = Counter(tags).most_common(1)[0][0]
    return [counts[w].most_common(1)[0][0] if w in counts else other for w in new_words], counts


counted, counts = most_frequent_tags(words, tags, new_words)
print(f"most frequent tag {np.mean(np.array(counted) == np.array(gold)):.1%},", end=" ")
print(f"always NOUN {gold.count('NOUN') / len(gold):.1%}")
print("to:", dict(counts["to"]), " that:", dict(counts["that"]))
kinds = np.array([min(len(counts.get(word, ())), 2) for word in new_words])
for kind, name in enumerate(("new words", "words with one tag", "words with several")):
    found = np.array(counted)[kinds == kind] == np.array(gold)[kinds == kind]
    print(f"{name}: {np.mean(kinds == kind):.0%} of the tokens, {found.mean():.1%} right")

# %% [markdown]
# Counting finds nine tags of ten without a glance at any sentence. It lives on words that have only
# one tag: they are 68 % of the tokens, and there it is right in 98.8 %. So a probe that finds 88 %
# has found less than a table of counts. What is interesting is the rest: words with several tags,
# such as *that*, with three, or *to*, which is PART 77 times (*to go*) and ADP, a preposition, 77
# times (*to school*), where counting gets 77.8 %, and new words, where it can only guess.
#
# ## 3. A probe for each layer
# A **probe** (탐침) is a small classifier on frozen vectors: the biLM stays as it is, and only the
# classifier learns. If it finds the tag in the vector $h$ of a token, the tag was there to be
# found, unless the probe has learned it by heart (section 4). A **linear probe** (선형 탐침) has a
# row of weights $W_a$ and a number $b_a$ for each tag $a$, and a softmax:
#
# $$p_a = \frac{e^{W_a \cdot h + b_a}}{\sum_{a'} e^{W_{a'} \cdot h + b_{a'}}} \tag{1}$$
#
# By hand, with two numbers and three tags: $h = (2, 1)$, the rows are $(1, 0)$, $(0, 1)$ and $(-1,
# -1)$, and all $b_a = 0$. The scores are 2, 1 and −3, their exponentials 7.39, 2.72 and 0.05, the
# sum is 10.16, and so $p = (0.73, 0.27, 0.005)$.
#
# Such a probe can only draw straight borders between the tags. It brings every dimension of a
# vector to mean 0 and standard deviation 1, so that no layer profits from its scale, and then
# trains like any softmax (chapter 02).


# %% tags=["setup"]
def predict(probe, x):
    """The number of the likeliest tag of each token, by (1): (tokens,)"""
    W, b, mean, deviation = probe
    return ((x - mean) / deviation @ W.T + b).argmax(axis=1)  # the softmax would not change it


# %% [markdown] tags=["exercise", "lecture"]
# ### Exercise 11.1: the probe
# Difficulty 2 of 3, 20 minutes.
#
# Write the training. `x` (tokens, dim) and `y` (tokens,), the numbers of the right tags, are
# arrays.
# 1. `mean` and `deviation`, arrays (dim,), are those of `x`; add 1e-5 to the deviation, so that it
#    is never 0. Make tensors of the standardised vectors and of `y`.
# 2. `probe` is an `nn.Linear` from `dim` numbers to `num_tags` scores.
# 3. Go through all tokens 8 times, each time in a new random order, in batches of 512:
#   cross-entropy and a step of Adam with a learning rate of 0.01 and `weight_decay=1e-3`. After
#   each round, multiply the learning rate by 0.75.
#
# The last two lines are given: they return $W$, $b$, the mean and the deviation. A call is
# `fit(x_train[1], y_train, len(names))`. From here on the probes that this notebook trains on our
# own tagged sentences are yours.
#
# <details><summary>Hint 1</summary>
#
# `torch.randperm(len(y)).split(512)` gives the row numbers of one batch after the other.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.75)` has a `step()` of its own, and
# `F.cross_entropy` takes the scores, without a softmax.
#
# </details>


# %% tags=["exercise"]
def fit(x, y, num_tags):
    """Train a linear probe -> W (num_tags, dim), b (num_tags,), mean (dim,), deviation (dim,)"""
    torch.manual_seed(0)
    # begin solution
    mean, deviation = x.mean(axis=0), x.std(axis=0) + 1e-5
    z, y = torch.tensor((x - mean) / deviation, dtype=torch.float32), torch.tensor(y)
    probe = nn.Linear(x.shape[1], num_tags)
    optimizer = torch.optim.Adam(probe.parameters(), lr=0.01, weight_decay=1e-3)
    falling = torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.75)
    for _ in range(8):
        for rows in torch.randperm(len(y)).split(512):
            optimizer.zero_grad()
            F.cross_entropy(probe(z[rows]), y[rows]).backward()
            optimizer.step()
        falling.step()
    # end solution
    W, b = (parameter.detach().numpy() for parameter in probe.parameters())
    return W, b, mean, deviation


# %% tags=["check"]
check("11.1", fit)

# %% [markdown] tags=["door"]
# Your probe finds 97.4 % of the tags in layer 1 and 92.9 in layer 0. Now it has to show that it
# has not learned them by heart.

# %% tags=["known"]
trials = 1


SIGNAL = np.kron(np.eye(3), [[1.5, 0.75]])  # (tags, 6)


def some_tokens(rng):
    """Tokens sorted by their tag: a small signal under noise, the noise, but loud, and a 1."""
    y = np.repeat(np.arange(3), 2000)
    noise = rng.normal(size=(len(y), 6))
    small = 0.01 * (SIGNAL[y] + noise + 0.3 * rng.normal(size=noise.shape))
    return np.hstack([small, 5 + 3 * noise, np.ones((len(y), 1))]).astype(np.float32), y


def inputs(rng):
    return (int(rng.integers(0, 999)),)


def trained(answer, x, num_tags):
    """A record for each step of a training on tokens that all have a label of their own."""
    from torch.optim.optimizer import register_optimizer_step_post_hook

    steps, now, plain = [], {}, F.linear

    def linear(z, *weights, **named):
        scores = plain(z, *weights, **named)
        if scores.requires_grad:
            seen = dict(z=z.detach().clone(), scores=scores.detach().clone())
            scores.register_hook(lambda grad: now.update(seen, grad=grad.clone()))
        return scores

    def after(optimizer, *_):
        groups = optimizer.param_groups
        grads = [w.grad for group in groups for w in group["params"] if w.dim() == 1]
        bias = None if not grads or grads[0] is None else grads[0].clone()
        biases = len(grads)
        settings = groups[0]["lr"], [group.get("weight_decay", 0) for group in groups]
        kind = type(optimizer).__name__
        steps.append(dict(now, bias=bias, biases=biases, kind=kind, settings=settings))

    F.linear, hook = linear, register_optimizer_step_post_hook(after)
    try:
        answer(x, np.arange(num_tags), num_tags)
    finally:
        F.linear = plain
        hook.remove()
    return steps


def loss_of(step):
    """The loss that has the gradients of a step, "no fault" if it is the right one."""
    rows, scores = step["grad"].argmin(dim=1), step["scores"].requires_grad_()
    losses = {
        "no fault": F.cross_entropy(scores, rows),
        "sum": F.cross_entropy(scores, rows, reduction="sum"),
        "softmax": F.cross_entropy(scores.softmax(dim=1), rows),
    }
    for name, loss in losses.items():
        grad = torch.autograd.grad(loss, scores)[0]
        if (grad - step["grad"]).abs().max() < 0.01 * grad.abs().max():
            return name
    return "another loss"


def vectors_of(step, x):
    """What was done with the vectors before a step, "no fault" if they are standardised."""
    tokens, moved = step["grad"].argmin(dim=1).numpy(), x - x.mean(axis=0)
    ways = [
        ("no fault", moved / (x.std(axis=0) + 1e-5)),
        ("variance", moved / (x.var(axis=0) + 1e-5)),
        ("more than 1e-5", moved / (x.std(axis=0) + 1e-3)),
        ("more than 1e-5", moved / (x.std(axis=0) + 1e-2)),
        ("no deviation", moved),
        ("one for all", x),
        ("one for all", (x - x.mean()) / x.std()),
        ("one for all", (x - x.mean()) / (x.std() + 1e-5)),
        ("one for all", (x - x.mean()) / (x.std(axis=0) + 1e-5)),
        ("one for all", x / (x.std(axis=0) + 1e-5)),
    ]
    z = step["z"].numpy()
    same = (name for name, way in ways if np.allclose(z, way[tokens], rtol=0.005, atol=0.005))
    return next(same, "other vectors")


def fault_of(steps, x):
    """The first thing in which a training is not as it was asked for."""
    if not steps:
        return "no step"
    first, tokens = steps[0], len(x)
    if first["biases"] == 0:
        return "no bias"
    each = -(-tokens // 512)  # batches in a round
    seen = all("grad" in step for step in steps)  # else nobody has called the probe
    if first["bias"] is None or not first["bias"].any():
        return "zero too late" if seen else "no backward"
    if seen:
        if not first["z"].isfinite().all():
            return "0/0"
        faults = [loss_of(first), vectors_of(first, x)]
        if first["z"].abs().max() > 1000:
            faults.reverse()  # such vectors give scores too large to tell a loss by
        for fault in faults:
            if fault != "no fault":
                return fault
        batches = [step["grad"].argmin(dim=1).tolist() for step in steps]
        if len(batches[0]) != 512:
            return "batches"
    if len(steps) != 8 * each:
        return "rounds"
    if seen:
        rounds = [sum(batches[k : k + each], []) for k in range(0, len(batches), each)]
        if any(sorted(row) != list(range(tokens)) for row in rounds):
            return "some tokens"
        if sorted(rounds[0]) == rounds[0] or rounds[0] == rounds[1]:
            return "order"
        if not all(torch.allclose(s["bias"], s["grad"].sum(dim=0), atol=1e-6) for s in steps):
            both = sum(step["grad"].sum(dim=0) for step in steps[:2])
            return "gradients" if torch.allclose(steps[1]["bias"], both, atol=1e-6) else "penalty"
    if first["kind"] != "Adam":
        return "AdamW" if first["kind"] == "AdamW" else "another optimizer"
    rates, decays = zip(*(step["settings"] for step in steps), strict=True)
    if not np.isclose(rates[0], 0.01):
        return "first rate"
    if not np.allclose(rates, np.repeat(0.01 * 0.75 ** np.arange(8), each)):
        return "rate"
    if np.allclose(decays, 1e-3):
        return "no fault"
    return "another decay" if np.any(decays) else "decay"


def use(answer, seed):
    """The first fault of a training, or "no fault"."""
    rng = np.random.default_rng(seed)
    x = (rng.normal(size=(700, 6)) * [0.05, 0.5, 1, 2, 3, 0] + [1, 0, -1, 2, 0, 2]).astype("f4")
    given = x.copy()
    fault = fault_of(trained(answer, given, len(x)), x)  # the quick run comes first
    if fault != "no fault":
        return fault
    if not np.array_equal(given, x):
        return "changes x"
    (x, y), (new_x, new_y) = some_tokens(rng), some_tokens(rng)
    probe = answer(x, y, 4)  # the last tag is that of no token
    if not isinstance(probe, (tuple, list)) or len(probe) != 4:
        return probe
    probe = [np.asarray(each) for each in probe]
    if not (probe[3] > 0).all():
        return "0/0"
    if len(probe[0]) != 4:
        return "another number of scores"
    return "no fault" if np.mean(predict(probe, new_x) == new_y) > 0.9 else "few tags are right"


# %% [markdown] tags=["known"]
# Hint: Standardise with the mean and deviation of x, shuffle in every round, and for each batch:
#   zero the gradients, cross-entropy, backward, step.
# Returns: W, b, mean and deviation
#
# - `(x - mean) / deviation, dtype` → `x, dtype` :: You train on the raw vectors, or standardise
#   them with one number for all: each dimension has a mean and a deviation of its own, `axis=0`.
# - `(x - mean) / deviation, dtype` → `x - mean, dtype` :: Divide by the deviation as well.
# - `x.std(axis=0)` → `x.var(axis=0)` :: This is the variance: the deviation is its root,
#   `x.std(axis=0)`.
# - ` + 1e-5` → `` :: A dimension in which all vectors are equal has a deviation of 0, and 0/0 is
#   `nan`: add 1e-5.
# - `z, y = torch.tensor((x - mean) / deviation` → `x -= mean; x /= deviation; z, y =
#   torch.tensor(x` :: This changes `x` itself, which the chapter still needs: make new vectors,
#   `(x - mean) / deviation`.
# - ` + 1e-5` → ` + 1e-2` :: Add 1e-5 to the deviation and no more: where it is small, more would
#   change the vectors.
# - `y[rows])` → `y[:len(rows)])` :: The probe does not read the standardised vector of each tag:
#   standardise every dimension, and take the same rows of both, `z[rows]` and `y[rows]`.
# - `            optimizer.step()` → `            pass` :: The probe never learns:
#   `optimizer.step()` is missing.
# - `.backward()` → `` :: The bias of the probe gets no gradient: let
#   `probe(z[rows])` make the scores, and call `.backward()` on the loss of each batch.
# - `.backward()` → `.backward(); optimizer.zero_grad()` :: `zero_grad()` between `backward()` and
#   `step()` clears the gradients before they are used: call it before `backward()`.
# - `optimizer.zero_grad()` → `pass` :: The gradients of all batches add up: zero them before each
#   `backward()`.
# - `torch.randperm(len(y))` → `torch.arange(len(y))` :: Shuffle in every round: a new
#   `torch.randperm` each time.
# - `falling.step()` → `pass` :: The learning rate should fall: 0.75 times the last one after each
#   round, and not after each batch.
# - `.split(512)` → `.split(64)` :: A batch has 512 tokens.
# - `range(8)` → `range(2)` :: Go through all tokens 8 times.
# - `F.cross_entropy(probe(z[rows]), y[rows])` → `(F.cross_entropy(probe(z[rows]), y[rows]) +
#   probe.bias.abs().sum())` :: What reaches the optimizer is not the gradient of the cross-entropy
#   alone: something is added to the loss, or done to the gradient before the step.
# - `weight_decay=1e-3` → `weight_decay=0` :: Adam is missing its `weight_decay=1e-3`.
# - `weight_decay=1e-3` → `weight_decay=1e-2` :: Adam's `weight_decay` is not 1e-3 for the weights
#   and the bias alike.
# - `F.cross_entropy(probe(z[rows])` → `F.cross_entropy(probe(z[rows]).softmax(1)` ::
#   `F.cross_entropy` takes the scores, without a softmax: it has one of its own.
# - `F.cross_entropy(probe(z[rows]), y[rows])` → `F.mse_loss(probe(z[rows]), F.one_hot(y[rows],
#   num_tags).float())` :: The gradient is not that of the cross-entropy of the
#   scores: use `F.cross_entropy(probe(z[rows]), y[rows])`, with nothing in between.
# - `y[rows])` → `y[rows], reduction="sum")` :: The loss is the mean over the batch. With a sum the
#   `weight_decay` counts 512 times less: leave `reduction` as it is.
# - `optim.Adam(` → `optim.AdamW(` :: AdamW shrinks the weights beside the step, Adam adds the
#   `weight_decay` to the gradient, and the two train different probes: use `torch.optim.Adam`.
# - `optim.Adam(` → `optim.SGD(` :: The optimizer is not Adam: use `torch.optim.Adam`.
# - `nn.Linear(x.shape[1], num_tags)` → `nn.Linear(x.shape[1], num_tags + 1)` :: The probe has
#   `num_tags` scores, one for each tag.
# - `nn.Linear(x.shape[1], num_tags)` → `nn.Linear(x.shape[1], num_tags, bias=False)`;
#   `(parameter.detach().numpy() for parameter in probe.parameters())` →
#   `(probe.weight.detach().numpy(), np.zeros(num_tags))` :: The probe has a bias for each tag:
#   leave `bias` as PyTorch sets it.
# - `lr=0.01` → `lr=0.1` :: Adam begins with a learning rate of 0.01.

# %% tags=["lecture"]
fit = yours_or_ours("11.1", fit)


def probe_layers(x_train, y_train, x_test, y_test):
    """Which test tokens a linear probe on each layer gets right: (layers, tokens)"""
    right = []
    for x, new_x in zip(x_train, x_test, strict=True):
        x, new_x = x.astype(np.float32), new_x.astype(np.float32)  # some are in half precision
        probe = fit(x, y_train, int(y_train.max()) + 1)
        right.append(predict(probe, new_x) == y_test)
    return np.array(right)


right = probe_layers(x_train, y_train, x_test, y_test)
untrained = probe_layers(x_blank, y_train, new_blank, y_test)
for j in range(3):
    print(f"layer {j}: {right[j].mean():.1%} of the tags, random weights {untrained[j].mean():.1%}")

# %% [markdown]
# Layer 1 finds 97.4 % of the tags and layer 2 finds 97.2; layer 0, which sees no neighbour, finds
# 92.9. Counting misses ten words of a hundred, layer 1 between two and three, and with random
# weights no layer gets as far as counting. The biLM knows parts of speech, it seems. Layer 1 is a
# little ahead of layer 2; section 6 looks closer.
#
# ## 4. Learned by heart?
# But remember the *can*. Does the probe read grammar, or does it recognise the word and remember
# its tag?

# %% tags=["lecture"]
print("can in the training part:", dict(counts["can"]))
other_words = np.array([word.lower() != "can" for word in words])
without = [fit(x[other_words], y_train[other_words], len(names)) for x in x_train]


def tags_without_can(sentence):
    h = elmo.layers([sentence], progress=False)[0]
    return [[names[i] for i in predict(without[j], h[j].numpy())] for j in range(3)]


for sentence in ("The can is open.", "You can open the can."):
    line = tokenize(sentence)
    for j, row in enumerate(zip(tags_of(line), tags_without_can(line), strict=True)):
        print(f"layer {j}:", *row[0], " never saw can:", *row[1])

# %% [markdown] tags=["lecture"]
# It was an AUX 33 times of 33, so perhaps the probe has simply remembered it. It need not have. We
# took all of them away and fitted the probes again, and they say the same, although they have never
# seen a *can*. So nothing has to be learned by heart for this: in these two sentences our biLM
# gives every *can* a vector that a probe takes for that of an auxiliary.
#
# Could the probe have remembered it all the same? With 384 numbers for each tag it has room for
# many words, and Hewitt and Liang (2019) measure this. **Control labels** (대조 레이블) are
# nonsense: each type draws one of the tags at random and keeps it. If *play* draws DET, it is a DET
# in all sentences. There is no rule to be found, so a probe that gets more of them right than a
# blind guess has learned words by heart. The **selectivity** (선택성) of a probe is
#
# $$\text{accuracy on tags} - \text{accuracy on control labels} \tag{2}$$

# %% [markdown] tags=["exercise"]
# ### Exercise 11.2: labels that mean nothing
# Difficulty 2 of 3, 10 minutes.
#
# Write `control(words, tags, seed)`: a list with one label for each token in `words`. Each *type*
# draws its label once, each tag with the probability of its share in the list `tags`. The same
# `seed` gives the same labels. There are more words than tags, for the words of the test part come
# as well, without theirs.
#
# <details><summary>Hint 1</summary>
#
# `rng.choice(tags)` draws a tag with exactly these probabilities.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Draw for all types first, and keep their labels in a dictionary. A set has no fixed order; sort
# it.
#
# </details>


# %% tags=["exercise"]
def control(words, tags, seed):
    """One label for each token, the same wherever its type occurs."""
    # begin solution
    rng, types = np.random.default_rng(seed), sorted(set(words))
    label = dict(zip(types, rng.choice(tags, len(types)).tolist(), strict=True))
    return [label[word] for word in words]
    # end solution


# %% tags=["check"]
check("11.2", control)

# %% [markdown] tags=["door"]
# Of our nonsense labels a probe on layer 0 gets 74.4 % right, where a blind answer has 16.7: it has
# learned words by heart.

# %% tags=["known"]
trials = 1


def inputs(rng):
    """Three tokens of five are NOUN but only three types of ten, the others VERB, w7 is ADP.

    The last 500 words are those of a test part, two of them new, and have no tags.
    """
    types = [f"{'wW'[i % 2]}{i // 2}" for i in range(900)]
    tag = {w: ("NOUN", "VERB", "ADP")[(i % 10 > 2) + (w == "w7")] for i, w in enumerate(types)}
    often = np.array([3.5 if tag[w] == "NOUN" else 1 for w in types])
    some = rng.choice(types, 2500, p=often / often.sum()).tolist()
    more = rng.choice(types, 498, p=often / often.sum()).tolist()
    return [*some, *more, "x0", "X0"], [tag[w] for w in some]


class Word(str):
    """A string whose place in a set is another one in every run, as in a new process."""

    run = 0

    def __hash__(self):
        return hash((str(self), Word.run))

    def __eq__(self, other):
        return str(self) == str(other)


def use(answer, some, their_tags):
    """The first fault: no list of labels is the only right one."""
    if len(some) < len(their_tags):
        raise ValueError("fewer words than tags")  # no example is made so
    some = [Word(word) for word in some]
    Word.run = 0
    got = answer(some, their_tags, 0)
    if not isinstance(got, (list, tuple, np.ndarray)):
        return got if got is None else "no list"
    got = [str(each) for each in got]
    if len(got) != len(some):
        return "one for each tag" if len(got) == len(their_tags) else "number"
    if set(got) - set(their_tags):
        return "no tags"
    of_type, in_order = (dict(zip(words, got, strict=True)) for words in (some, sorted(some)))
    if got != [of_type[word] for word in some]:
        return "sorted" if got == [in_order[word] for word in sorted(some)] else "two labels"
    drawn = Counter(of_type.values())
    if len(drawn) == 1:
        return "one label"
    if len({(len(word), label) for word, label in of_type.items()}) == len({*map(len, of_type)}):
        return "one label for each length"
    small = [word for word in of_type if word[0] == "w" and Word(f"W{word[1:]}") in of_type]
    if all(of_type[word] == of_type[Word(f"W{word[1:]}")] for word in small):
        return "one label for two types"
    for tag, count in Counter(their_tags).items():
        if abs(drawn[tag] / len(of_type) - count / len(their_tags)) > 0.08:
            return "shares"
    if [str(each) for each in answer(some, their_tags, 0)] != got:
        return "seed does not repeat"
    Word.run = 1
    if [str(each) for each in answer([Word(word) for word in some], their_tags, 0)] != got:
        return "another order in every run"
    if [str(each) for each in answer(some, their_tags, 1)] == got:
        return "seed has no effect"
    ten, eight_nouns, nouns = [*"abcdefghij"], ["NOUN"] * 8 + ["VERB"] * 2, 0
    for seed in range(0, 3_000_000, 1000):
        nouns += [str(each) for each in answer(ten, eight_nouns, seed)].count("NOUN")
    return "no fault" if abs(nouns / 30_000 - 0.8) < 0.0115 else "other shares"


# %% [markdown] tags=["known"]
# Hint: Each type gets one tag at random, as often as the tag occurs in `tags`.
# Returns: a list of labels
#
# - `for word in words]` → `for word in types]` :: Return one label for each token of the text, not
#   for each type.
# - `for word in words]` → `for word in words[: len(tags)]]` :: There are more words than tags:
#   return a label for each word, those of the test part as well.
# - `(np.random.default_rng(seed).permutation(tags).tolist() * 2)[: len(words)]` :: One word has two
#   labels: draw one for each type, and keep it.
# - `return [label[word] for word in words]` → `return label` :: Return a list of labels, one for
#   each token.
# - `rng.choice(tags, ` → `rng.choice(sorted(set(tags)), ` :: Draw each label as often as the tag
#   occurs in the list `tags`, token by token: three of five are NOUN here.
# - `[str(np.random.default_rng(seed).choice(tags))] * len(words)` :: All words get the
#   same label: draw one for each type, from one generator that is made before the loop.
# - `for word in words]` → `for word in sorted(words)]` :: The labels have to stand in the order of
#   `words`; yours stand in that of the sorted words.
# - `[str(np.random.default_rng(seed + len(word)).choice(tags)) for word in words]` :: All words of
#   the same length get the same label: each type draws its own.
# - `rng.choice(tags, ` → `rng.choice([*tags, *sorted(set(tags))], ` :: Your shares are not quite
#   those of `tags`: take the counts as they are, without smoothing and without a power.
# - `default_rng(seed)` → `default_rng()` :: The same seed should give the same labels again: use
#   `default_rng(seed)`.
# - `sorted(set(words))` → `list(set(words))` :: A set has another order in every run of Python,
#   and `hash(word)` another value, so the same seed gives other labels: sort the set, and draw.
# - `default_rng(seed)` → `default_rng(0)` :: Another seed, other labels: use `seed`.
# - `types = np.random.default_rng(seed), sorted(set(words))` → `types =
#   np.random.default_rng(seed), sorted({word.lower() for word in words})`; `for word in words]` →
#   `for word in map(str.lower, words)]` :: *The* and *the* are two types here: leave the words as
#   they are.

# %%
control = yours_or_ours("11.2", control)
nonsense = control(words + new_words, tags, 0)
labels, new_labels, _ = probes.numbered(nonsense[: len(words)], nonsense[len(words) :])
by_heart = probe_layers(x_train, labels, x_test, new_labels)
for j in range(3):
    real, drawn = 100 * right[j].mean(), 100 * by_heart[j].mean()
    print(f"layer {j}: tags {real:.1f}, control {drawn:.1f}, selectivity {real - drawn:.1f}")
print(f"always the most frequent control label: {np.bincount(new_labels).max() / len(gold):.1%}")

# %% [markdown]
# A probe can learn by heart. On layer 0 it gets 74 % of the nonsense right, where a blind answer
# has 17 %. On layer 1 it is 65 % and on layer 2 62, and selectivity grows from 18.5 points to 32.6
# and 35.1. A larger probe remembers more: on layer 1, with 256 hidden units it gains 0.9 points on
# the tags of another text, and 15.1 on their control labels. So we stay with the smaller of the
# two.
#
# But does it *live* on memory? Some words of the test part it has never met in this spelling.

# %% tags=["lecture"]
of_words = np.array(counted) == np.array(gold)
for kind, name in enumerate(("new words", "words with one tag", "words with several")):
    row = [f"layer {j} {right[j, kinds == kind].mean():.1%}" for j in range(3)]
    print(f"{padded(name, 18)} counting {of_words[kinds == kind].mean():.1%},", *row)

# %% [markdown] tags=["lecture"]
# It can do without. On these words layer 1 finds 95.6 % of the tags, nearly as many as on all.
# Layer 0, which has only their letters, finds 88.2, and counting 50.1. And where a word has several
# tags, letters are no better than counts, 77.8 %, and layer 1 finds 93.3.
#
# ## 5. What only the sentence can tell
# How much of the score is in the word itself, how much in its neighbours, and how much takes a
# network that has read? The neighbours can be had without any LSTM: lay the layer 0 of the word
# before, of the word and of the word after side by side, 576 numbers, and train the same probe.
#
# **Predict.** Layer 0 of the word alone has 92.9 %, layer 1 has 97.4. To which of the two will the
# three words come nearer?
#
# <details><summary>Answer</summary>
#
# To layer 1: they find 97.0 %.
#
# </details>

# %% tags=["lecture"]
sentence_of = np.repeat(np.arange(len(test)), [len(row) for _, row in test])
last = np.cumsum([len(sentence) for sentence in sentences]) - 1  # of each sentence


def three_words(x):
    """The word before, the word, the word after; zeros beyond the ends of a sentence."""
    before, after = np.zeros_like(x), np.zeros_like(x)
    before[1:], after[:-1] = x[:-1], x[1:]
    before[[0, *last[:-1] + 1]] = after[last] = 0
    return np.split(np.hstack([before, x, after]), [len(words)])


warm = layer_vectors(with_warm_start(elmo, 0), sentences)
for name, x in {"char-CNN": layers[0], "char-CNN, never read a sentence": warm[0]}.items():
    x, new_x = three_words(probes.half(x, "forward"))  # layer 0 has its vector twice
    three = probe_layers([x], y_train, [new_x], y_test)[0]
    gain, low, high = (100 * each for each in paired(right[1], three, groups=sentence_of))
    print(f"{name}, three words: {three.mean():.1%},", end=" ")
    print(f"layer 1 minus this: {gain:+.1f} ({low:+.1f} to {high:+.1f})")

# %% [markdown] tags=["lecture"]
# **Three words side by side, without any LSTM, find nearly all that layer 1 finds**: 97.0 %, half a
# point less (0.2 to 0.8). With the char-CNN from before the training, which has learned to spell
# skip-gram vectors and never read a sentence, it is 95.6. So a high score of a layer does not say
# that the LSTM has understood a sentence: the neighbours at hand, well spelled, are enough for
# nearly all of it.
#
# Our own sentences are clean and few, so we ask English-EWT as well: blogs, reviews, mails and
# answers from the web, typing errors included, 204,577 tokens to learn from. With
# `python course.py measure pos` such probes were trained on it with five seeds, and those of
# networks that have never read a text with three.
#
# And we ask a second question. The **head** (지배소) of a word is the word on which it depends. In
# *Sam likes green ham* the heads of *Sam* and *green* are to the right, that of *ham* is to the
# left, and *likes* is the root. Left, right or root?
#
# **Predict.** On EWT layer 0 finds 89.0 % of the tags. More or fewer of the heads?
#
# <details><summary>Answer</summary>
#
# Fewer: 75.3 %. The most frequent answer of each word gets 74.3.
#
# </details>

# %% tags=["lecture"]
ledger = {
    "char-CNN, warm": ("warm start", 0), "char-CNN, read": ("trained", 0),
    "random context": ("random", 1), "warm context": ("warm start", 1),
    "layer 1": ("trained", 1), "layer 2": ("trained", 2),
}  # fmt: skip
others = {"most frequent answer": "most frequent tag", "letters": "characters"}
others |= {"a row a word": "static vectors", "char-CNN, read, three words": "three words"}
found = {"tags": {way: scores("pos", "baselines", by=by) for way, by in others.items()}}
found["heads"] = {
    way: scores("pos", "head", by=others[way])
    for way in ("most frequent answer", "char-CNN, read, three words")
}
for way, (model, j) in ledger.items():
    found["tags"][way] = scores("pos", "layers", model=model, layer=j, direction="both")
    found["heads"][way] = scores("pos", "head", model=model, layer=j)
for ways in found.values():
    ways |= {way: 100 * np.atleast_1d(seeds) for way, seeds in ways.items()}
families.scores(found, "right answers on EWT, in %")

# %%
lengths = chapter.results("pos")["experiments"]["layers"]["about"]["lengths"]
in_sentence = np.repeat(np.arange(len(lengths)), lengths)


def minus(task, these, those):
    """The accuracy of some probes minus that of others, in points, with its interval."""
    middle, low, high = (100 * x for x in difference("pos", task, these, those, in_sentence))
    return f"{middle:+.2f} ({low:+.2f} to {high:+.2f})"


one, zero = ({"model": "trained", "layer": j} for j in (1, 0))
whole, three = {"direction": "both"}, {"by": "three words"}
print("layer 1 minus char-CNN, read, tags: ", minus("layers", one | whole, zero | whole))
print("layer 1 minus char-CNN, read, heads:", minus("head", one, zero))
print("layer 1 minus three words, tags:    ", minus(("layers", "baselines"), one | whole, three))
print("layer 1 minus three words, heads:   ", minus("head", one, three))

# %% [markdown]
# Layer 1 finds 94.1 % of the tags, 5.1 points more than the word alone (4.7 to 5.4), and on heads
# it gains more than twice as much, 11.5 (11.0 to 12.0). Here, too, the neighbours are enough for
# most of that: three words side by side find 93.7 % of the tags and 84.6 of the heads. What layer 1
# has beyond them is 0.4 points on tags (0.1 to 0.7) and 2.2 on heads (1.7 to 2.8).
#
# Does any network do as well that mixes the neighbours in? Compare the warm context with the warm
# char-CNN that it reads: it loses more than a point on tags, and gains 4.5 on heads. Is it the
# random layer that costs, or is it the neighbours that are mixed in there? In our own sentences we
# send each word through that layer alone, too, in a sentence of its own.

# %%
spelled, mixed_in = probes.half(warm[0], "forward"), warm[1]
types = sorted({*words, *new_words})  # each in a sentence of its own
row = {word: i for i, word in enumerate(types)}
lonely = layer_vectors(with_warm_start(elmo, 0), [[word] for word in types])[1]
alone = lonely[[row[word] for word in words + new_words]]
ways = {"char-CNN": spelled, "layer 1, word alone": alone, "layer 1, in its sentence": mixed_in}
ways["side by side"] = np.hstack([spelled, mixed_in])
for name, x in ways.items():
    x, new_x = np.split(x, [len(words)])
    print(f"never read, {name}: {probe_layers([x], y_train, [new_x], y_test).mean():.1%}")

# %% [markdown]
# It is the neighbours. A word alone gets through the random layer well, with 91.7 %, like its
# char-CNN; in its sentence, where the neighbours are mixed in, it is 88.1. Yet they bring something
# as well, for side by side with the char-CNN the same layer gets 93.9. A random mixture has the
# neighbours and covers the word with them. **All these networks see the neighbours; only ours gains
# on tags by mixing them in.**
#
# ### A hundred sentences
# Tags cost money, because somebody has to write them. How many does a probe need?

# %% tags=["lecture"]
sizes, curves = [100, 300, 1000, 3000, 12544], {}
for way in ("layer 1", "char-CNN, read", "char-CNN, warm", "random context"):
    model, j = ledger[way]
    curves[way] = scores("pos", "learning", model=model, layer=j, sentences=sizes)
curves["most frequent tag"] = scores("pos", "learning", by="most frequent tag", sentences=sizes)
for way, of_size in curves.items():
    curves[way] = [100 * np.array(seeds) for seeds in of_size.values()]
families.curves(sizes, curves, "tagged sentences of EWT", "right tags, in %", log=True)

# %% [markdown]
# With 100 tagged sentences layer 1 gets 89.3 %, where counting gets 66.3. Layer 0 alone would bring
# 84.1, so the spelled word is enough for most of the gain. With all 12,544 sentences, more than a
# hundred times as many, counting is still behind with 86.2 %, and the letters come near with 88.9.
# GPT and BERT struck the same bargain on a larger scale.
#
# ## 6. Grammar below, meaning above?
# The paper did the same with its own biLM: a probe on each layer for tags, nearest neighbours for
# word senses (its tables 5 and 6). The first layer was better at tags, 97.3 % and 96.8, the second
# at senses, 67.4 and 69.0. So there grammar sits below and meaning above, by 0.5 points and by 1.6.
# Our layer 1 leads on tags as well, but by a third of a point. So little? A vector of ELMo has two
# halves, one that has read from the left and one from the right. We probe them alone.

# %% tags=["lecture"]
two = {"model": "trained", "layer": 2}
for direction in ("both", "forward", "backward"):
    half = {"direction": direction}
    gain = minus("layers", two | half, one | half)
    print(f"layer 2 minus layer 1, {padded(label(direction, 'half'), 8)}: {gain}")

# %% [markdown] tags=["lecture"]
# In each half the upper layer is clearly worse, by 0.72 points forward (0.50 to 0.93) and by 1.30
# backward (1.06 to 1.55). Put together, 0.32 are left. Can the other half help out? Take the tokens
# of our own test sentences that a half still gets right in layer 1 and no longer in layer 2, and
# ask the other half about them.

# %%
halves = {}
for direction in ("forward", "backward"):
    x, new_x = probes.half(x_train, direction), probes.half(x_test, direction)
    halves[direction] = probe_layers(x, y_train, new_x, y_test)
for half, other in (("forward", "backward"), ("backward", "forward")):
    lost = halves[half][1] & ~halves[half][2]
    kept = halves[other][2][lost].mean()
    joined = right[2][lost].mean()
    one, two = label(half, "half"), label(other, "half")
    print(f"{one} loses {lost.sum()}: {two} still has {kept:.0%}, both together {joined:.0%}")

# %% [markdown] tags=["lecture"]
# It can. Of 214 tokens that the forward half loses, the backward half still has 79 %, and of 319
# that the backward half loses, the forward half has 85 %. Both together get 81 and 86 % of them
# right. So the two halves together hide most of what each loses on its way up.
#
# Why should a higher layer know less about the tags? Here is a guess. The forward half has to name
# the *next* word, and the last layer is the one that is asked. So on its way up the state exchanges
# the word that it has read for the one that is due. Then layer 2 should know less about this word
# and *more* about the next, and in the backward half more about the word before. An untrained
# network, in which nobody asks the last layer for anything, should show no such exchange.
#
# **Predict.** We train the same probes for the tag of the word that is still to be guessed. Which
# layer wins now?
#
# <details><summary>Answer</summary>
#
# Layer 2, in both directions.
#
# </details>


# %%
def neighbour_tags(part, step):
    """For each token the tag of the next one (step 1) or of the one before (step -1)."""
    shifted = []
    for _, row in part:
        shifted += row[1:] + ["END"] if step == 1 else ["START"] + row[:-1]
    return shifted


# %% tags=["lecture"]
paths = {}
for direction, step in (("forward", 1), ("backward", -1)):
    x, new_x = probes.half(x_train, direction), probes.half(x_test, direction)
    y, new_y, _ = probes.numbered(neighbour_tags(train, step), neighbour_tags(test, step))
    here, ahead = halves[direction], probe_layers(x, y, new_x, new_y)
    paths[direction] = 100 * np.stack([here.mean(axis=1), ahead.mean(axis=1)], axis=1)
    gains = [100 * np.array(paired(r[2], r[1], groups=sentence_of)) for r in (here, ahead)]
    for what, (gain, low, high) in zip(("this word", "to be guessed"), gains, strict=True):
        half = padded(label(direction, "half"), 8)
        print(f"{half}, {padded(what, 14)}: {gain:+.1f} ({low:+.1f} to {high:+.1f})")
plots.journey(paths)

# %%
for direction, step in (("forward", 1), ("backward", -1)):
    y, new_y, _ = probes.numbered(neighbour_tags(train, step), neighbour_tags(test, step))
    for name, vectors in {"random": both, "warm": warm}.items():
        x, new_x = np.split(probes.half(vectors[1:], direction), [len(words)], axis=1)
        here, ahead = probe_layers(x, y_train, new_x, y_test), probe_layers(x, y, new_x, new_y)
        gains = [100 * (r[1].mean() - r[0].mean()) for r in (here, ahead)]
        name, half = padded(label(name, "way"), 11), padded(label(direction, "half"), 8)
        print(f"{name}, {half}: this word {gains[0]:+.1f}, to be guessed {gains[1]:+.1f}")

# %% [markdown]
# What the guess foretold comes true. From layer 0 to layer 1 both halves learn about both words.
# From layer 1 to layer 2 they turn: the forward half loses 0.7 points on the word that it has read,
# and gains 1.2 on the next (0.7 to 1.7). The backward half loses 1.5 and gains 1.2 on the word
# before (0.8 to 1.7). The loss alone would prove nothing, for random weights lose here, too, 1.8
# and 0.5. But the untrained networks do not gain like this on the word to be guessed: these two
# gain at most 0.1 there, and when we ran two more seeds of each, at most 0.5. What ours gains has
# been learned.
#
# And meaning above? Chapter 10 asked in three ways: in one layer 2 was ahead of layer 1, and in two
# we could not tell. The question outlived ELMo. In BERT tags are settled in low layers, and who is
# meant by *she* further up (Tenney, Das and Pavlick 2019).
#
# ## 7. A lens for the lower layers
# If a state is on its way from one word to the next, can we watch it? The softmax of the biLM turns
# the last state into words. Nothing keeps us from pushing a lower state of the same length through
# it. This **layer lens** (층 렌즈) is known as the logit lens since it was tried on GPT. It is a
# heuristic, for the lower layers were never trained for it.

# %% [markdown] tags=["exercise"]
# ### Exercise 11.3: the layer lens
# Difficulty 3 of 3, 20 minutes.
#
# Write `lens(elmo, words, direction, top)`. `words` is a list of words, and `direction` is
# `"forward"` or `"backward"`. `elmo.layers([words], progress=False)[0]` has the
# states of one sentence: `.token` is layer 0, and the lists `.forward` and `.backward` hold layers
# 1 and 2, each of the shape (time, proj_dim). `elmo.model.log_distribution(h)` gives the
# log-probability of every word, (time, vocab_size), and `elmo.model.vocabulary.words` has the words
# in this order.
#
# Return a list with a row for layers 0, 1 and 2. A row has for each position a list of the `top`
# likeliest words, each as (word, probability).
#
# <details><summary>Hint 1</summary>
#
# The three states of a direction in one list: layer 0 is the same for both directions.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `.topk(top, dim=1)` gives values and positions, both (time, top). What has to be done with
# log-probabilities first?
#
# </details>


# %% tags=["exercise"]
def lens(elmo, words, direction, top):
    """[layer][position] -> the likeliest words, as (word, probability)."""
    # begin solution
    layers = elmo.layers([words], progress=False)[0]
    states = layers.forward if direction == "forward" else layers.backward
    cells = []
    for h in [layers.token, *states]:
        p, ids = elmo.model.log_distribution(h).exp().topk(top, dim=1)
        row = []
        for k in range(len(words)):
            answers = [elmo.model.vocabulary.words[i] for i in ids[k].tolist()]
            row.append(list(zip(answers, p[k].tolist(), strict=True)))
        cells.append(row)
    return cells
    # end solution


# %% tags=["check"]
check("11.3", lens)

# %% [markdown] tags=["door"]
# Your lens lets every layer name a word: after "park" layer 2 says "are" with 0.60. Now ask which
# word makes it plural.


# %% tags=["known"]
def inputs(rng):
    some = "the fat cat sat on the mat".split()
    seed, top = int(rng.integers(0, 99)), int(rng.integers(1, 5))
    return ["The", *rng.permutation(some)[: int(rng.integers(3, 6))].tolist()], seed, top


trials, tolerance = 6, 1e-5


def use(answer, some, seed, top):
    """Both directions of a stand-in for ELMo with random states and a softmax over nine letters."""
    from elmo_lite.bilm import Layers
    from notebooks.course.check.remembered import global_names

    code = getattr(getattr(answer, "function", answer), "__code__", None)
    if code and "elmo" in global_names(code):
        return "that of the page"

    torch.manual_seed(seed)
    token, one, two, three, four = torch.randn(5, len(some), 4)
    W, spelled = torch.randn(9, 4), SimpleNamespace(words=list("gbhadifce"))
    model = SimpleNamespace(vocabulary=spelled)
    model.log_distribution = lambda h: (h @ W.T).log_softmax(dim=1)
    states = Layers(token, [one, two], [three, four])
    found, asked = [], []

    def layers(sentences, progress=True):
        asked.extend(s.split() if isinstance(s, str) else list(s) for s in sentences)
        return [states]

    speaker = SimpleNamespace(model=model, layers=layers)
    for direction in ("forward", "backward"):
        cells = answer(speaker, some, direction, top)
        if not isinstance(cells, (list, tuple)):
            return cells
        if any(sentence != some for sentence in asked):
            other = next(sentence for sentence in asked if sentence != some)
            names = {"without capitals": [word.lower() for word in some], "reversed": some[::-1]}
            return next((n for n, way in names.items() if way == other), "not one sentence")
        lists = [all(isinstance(cell, (list, tuple, np.ndarray)) for cell in row) for row in cells]
        if not all(lists):
            return "no lists"
        if [len(row) for row in cells] == [3] * len(some) != [len(some)] * 3:
            return "a row for each position"
        for row in cells:  # a zip would be empty when the chapter reads it again
            for cell in [cell[:] for cell in row]:
                if {len(cell)} != {top}:
                    return "another number of words"
                if not all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in cell):
                    return "no pairs"
                if all(isinstance(p, str) and not isinstance(w, str) for w, p in cell):
                    return "the word second"
                if not all(isinstance(word, str) for word, _ in cell):
                    return "no words"
                if any(isinstance(p, torch.Tensor) for _, p in cell):
                    return "tensors"
                found.append([(str(w), float(p)) for w, p in cell])
    return found


# %% [markdown] tags=["known"]
# Hint: Push `.token` and then each state of the direction through `log_distribution`, and take the
#   likeliest words of every position with their probabilities.
# Returns: a list of layers, each a list of positions, each a list of pairs (word, probability)
#
# - `.exp()` → `` :: These are log-probabilities: `.exp()` makes probabilities of them.
# - `[layers.token, *states]` → `states` :: Layer 0 is missing: begin with `layers.token`.
# - `direction == "forward"` → `True` :: You read the forward states in both directions.
# - `[layers.token, *states]` → `[layers.token, *states][::-1]` :: The order of the layers is
#   reversed: layer 0 comes first.
# - `layers.forward if` → `layers.backward if`; `else layers.backward` → `else layers.forward` ::
#   The two directions are exchanged.
# - `topk(top, dim=1)` → `topk(5, dim=1)` :: Each position has `top` words.
# - `[elmo.model.vocabulary.words[i] for i in ids[k].tolist()]` → `ids[k].tolist()` :: These are the
#   numbers of the words: look them up in `elmo.model.vocabulary.words`.
# - `list(zip(answers, p[k].tolist(), strict=True))` → `answers` :: Each word comes with its
#   probability: (word, probability).
# - `zip(answers, p[k].tolist(), strict=True)` → `zip(p[k].tolist(), answers, strict=True)` :: A
#   pair is (word, probability), in this order.
# - `p[k].tolist()` → `p[k]` :: Your probabilities are tensors, and the page needs numbers:
#   `.tolist()` makes them.
# - `list(zip(answers, p[k].tolist(), strict=True))` → `dict(zip(answers, p[k].tolist()))` :: A
#   position is a list of pairs (word, probability), and no dictionary or `zip`: `list(zip(...))`.
# - `elmo.layers([words]` → `elmo.layers(words` :: `elmo.layers` takes a list of sentences, and
#   reads each word as one here: write `[words]`.
# - `elmo.layers([words]` → `elmo.layers([[word.lower() for word in words]]` :: ELMo reads letters,
#   and *The* has others than *the*: hand it the words as they are.
# - `elmo.layers([words]` → `elmo.layers([words if direction == "forward" else words[::-1]]` :: Hand
#   over the words in their order: the backward states come back in this order, too.
# - `list(map(list, zip(*ours(elmo, words, direction, top))))` :: A row is a layer, and in it stands
#   a list for each position.
# - `topk(top, dim=1)` → `topk(top, dim=1, largest=False)` :: These are the least likely words.
# - `lens(elmo` → `lens(given` :: Your function reads with the `elmo` of the page, and not with the
#   one that it is given: use its argument.

# %%
lens = yours_or_ours("11.3", lens)


# %% tags=["lecture"]
def look(sentence="The boys who play in the park", direction="forward"):
    line, model = typed.words(sentence), typed.reader(elmo, sentence)
    plots.lens_grid(line, lens(model, line, direction, 3), direction)


live(look, sentence="The boys who play in the park", direction=["forward", "backward"])

# %% [markdown] tags=["lecture"]
# Read the column of *park* from below. Layer 0 thinks of *visit*, *town* and *Park*. In layer 1 no
# word has more than 0.02. Layer 2 says *are*, with 0.60: it has left the park and gone back to the
# boys. Or so it seems. But *play* is plural as well, so we put it into the past, where it does not
# tell, and change the noun alone.

# %% [markdown]
# **In Korean.** Type 그 제안에는 많은 관심이 ("in that proposal much interest"), then put 아무런
# ("any") in the place of 많은. The last column of layer 2 goes from 있었다 ("there was") to 없었다
# ("there was none"), each with 0.19: so what it expects depends on the word that wants a *no*.

# %% tags=["lecture"]
for sentence in ("The boys who played in the park", "The boy who played in the park"):
    word, probability = lens(elmo, sentence.split(), "forward", 1)[2][-1][0]
    print(f"{sentence} → {word} {probability:.2f}")

# %% [markdown] tags=["lecture"]
# Here it is the noun: the boys *were*, the boy *was*. Now choose *backward* above, and watch the
# states go the other way.
#
# One sentence proves little. In forty sentences of the test part, how often does each layer say the
# word itself, and how often the next one? And is that learned? The control is a char-CNN that never
# read a sentence: that of the *warm context*, which only learned to spell skip-gram vectors. Its
# states and those of random weights go through the same softmax, that of our model.
#
# **Predict.** Our layer 0 names its own word in two cases of three. What can the char-CNN do that
# never read?
#
# <details><summary>Answer</summary>
#
# Just the same, 67 %.
#
# </details>


# %% tags=["lecture"]
def said(reader, sentence):
    """The likeliest word of each layer and position, through the softmax of our model."""
    through = SimpleNamespace(layers=reader.layers, model=elmo.model)
    cells = lens(through, list(sentence), "forward", 1)
    return np.array([[cell[0][0] for cell in row] for row in cells])  # (layers, words)


def shares_of(reader):
    """How often, in %, each layer says the word itself, and the next one: two arrays (layers,)."""
    itself, ahead = [], []
    for sentence, _ in test[:40]:
        line, rows = np.array(sentence), said(reader, sentence)
        itself.append(rows[:, :-1] == line[:-1])
        ahead.append(rows[:, :-1] == line[1:])
    return [100 * np.hstack(found).mean(axis=1) for found in (itself, ahead)]


for name in (*readers, "warm"):
    shares = shares_of(readers[name] if name in readers else with_warm_start(elmo, 0))
    for j, (own, following) in enumerate(zip(*shares, strict=True)):
        way = padded(label(name, "way"), 11)
        print(f"{way} layer {j}: the word itself {own:4.1f} %, the next {following:4.1f} %")

# %% [markdown] tags=["lecture"]
# The control takes the picture apart. Our layer 0 names its own word in 66.7 % of the cases, and a
# char-CNN that has never read in 66.6: to spell skip-gram vectors is enough for this. The other end
# comes from reading: layer 2 names the next word in 19.5 %, layer 1 in 7.0, and the controls never
# do.
#
# In between, layer 1 hardly ever says the word, and mostly not the next one either. Has it
# forgotten the word? The lens cannot tell, since it asks a softmax that was trained for layer 2. A
# probe can. Which of the words that occur five times or more in the training part is this one?

# %% tags=["lecture"]
lower, new_lower = ([word.lower() for word in part] for part in (words, new_words))
often = {word for word, count in Counter(lower).items() if count >= 5}
rows, new_rows = (np.array([w in often for w in part]) for part in (lower, new_lower))
y, new_y, _ = probes.numbered(np.array(lower)[rows], np.array(new_lower)[new_rows])
print(f"{len(often)} words, {new_rows.sum()} tokens of the test part")
for direction in ("both", "forward"):
    x, new_x = probes.half(x_train, direction), probes.half(x_test, direction)
    found = probe_layers((h[rows] for h in x), y, new_x[:, new_rows], new_y).mean(axis=1)
    print(
        padded(label(direction, "half"), 8),
        *(f"layer {j}: {share:.1%}" for j, share in enumerate(found)),
    )

# %% [markdown] tags=["lecture"]
# Of these 427 words little is forgotten. The lens, which chooses among all words, found the right
# one in 0.3 % of the states of layer 1. A probe, which chooses among these, finds 98.9 % in the
# forward half of layer 1, and still 96.1 % in that of layer 2.
#
# Why is the lens blind to it? Perhaps the word has moved into directions that the softmax does not
# read. Or it is written in another code, which one has to translate. To the first a rank has
# something to say, that of the part of the softmax with the most frequent words: if it is 192, as
# many as a state has numbers, no direction is closed to that part. For the second we let least
# squares find the one matrix that brings layer 1 closest to layer 0 in the training part, and put
# the lens behind it. (The *tuned lens* of Belrose and others, 2023, sets such a map before the
# softmax, too, but has it learn what the last layer will say.) The networks that have read nothing
# get a matrix as well, to our layer 0.
#
# **Predict.** How often does the softmax now name the word itself from layer 1: under 10 %, or more
# than half the time?
#
# <details><summary>Answer</summary>
#
# More than half: 57.8 %.
#
# </details>

# %% tags=["lecture"]
print("rank:", np.linalg.matrix_rank(elmo.model.softmax.head.weight.detach().numpy()))
read = {"trained": layers, "random": both, "warm": warm}
forward = {name: probes.half(x, "forward") for name, x in read.items()}
asked = np.flatnonzero(sentence_of < 40)
asked = np.setdiff1d(asked, last - len(words))  # as above, without the last word of a sentence
goal = torch.from_numpy(forward["trained"][0, : len(words)])
for name, j in (("trained", 1), ("trained", 2), ("random", 1), ("warm", 1)):
    h = np.insert(forward[name][j].astype(np.float32), 192, 1, axis=1)  # a 1 for the bias
    h = torch.from_numpy(h)
    known, new = h[: len(words)], h[len(words) :]
    translated = new[asked] @ torch.linalg.lstsq(known, goal).solution
    parts = map(elmo.model.log_distribution, translated.split(64))  # of 30,003 words each
    best = torch.cat([part.argmax(dim=1) for part in parts]).tolist()
    own = [elmo.model.vocabulary.words[i] == new_words[k] for i, k in zip(best, asked, strict=True)]
    way = padded(label(name, "way"), 11)
    print(f"{way} layer {j}, translated: the word itself {np.mean(own):.1%}")

# %% [markdown] tags=["lecture"]
# The rank is 192, so to the most frequent words no direction is closed altogether (how strongly
# each is read, the rank does not say, and rarer words have shorter vectors, chapter 08b). And a
# matrix for each layer brings most of the words back: after it the softmax names the word in 57.8 %
# of the states of layer 1 and in 54.4 of layer 2, where layer 0 itself has 66.7. To keep the word
# needs no reading: the warm context keeps it in 61 %, random weights in 41. **What a lens does not
# say may be there all the same, in a code that this softmax does not speak.**
#
# ## 8. A probe of your own
# Tags are only one thing that can be asked. Take any label that you can give to a word in a
# sentence: how do you find out whether a layer knows it? You need a handful of sentences, a probe,
# and beside it other ways to find the label. The probe is asked about one sentence and learns from
# the others, without one of each other label (four times, another one each time).
# `probes.from_examples` does this: a line is a label, a colon and a sentence with one *marked*
# word.
#
# Ours asks about words that do not say whether they are one or many: *sheep*, *deer*, *fish*. No
# letter tells, for each of them stands equally often under both labels.


# %% tags=["lecture"]
ONE = """one: A *sheep* was lost in the snow.
one: This *sheep* has a black face.
one: Each *sheep* gets its own number.
one: The old *sheep* sleeps by itself.
one: Every *deer* knows the way to the water.
one: That *deer* looks very young.
one: Her *deer* does not eat from my hand.
one: The wounded *deer* hides itself in the trees.
one: One *fish* is swimming near the boat.
one: He caught another *fish* and put it back.
one: The largest *fish* weighs four pounds.
one: The *fish* turns around and comes back."""


# %% tags=["lecture"]
MANY = """many: Two *sheep* were standing in the rain.
many: These *sheep* have thick coats.
many: All *sheep* get their food at six.
many: The old *sheep* sleep near each other.
many: Many *deer* know the smell of people.
many: Those *deer* look hungry.
many: Some *deer* do not fear the dogs.
many: The wounded *deer* hide themselves in the trees.
many: Three *fish* are swimming in the glass.
many: She caught several *fish* and threw them back.
many: Most *fish* weigh less than a cat.
many: The *fish* turn around and swim together."""
lines = [*ONE.splitlines(), *MANY.splitlines()]
mine = probes.from_examples(elmo, lines, static_vectors.load())
print(f"{len(lines)} examples")
for way, (share, low, high) in mine.scores().items():
    print(f"{padded(label(way, 'way'), 18)} {share:4.0%} right, 95 %: {low:.0%} to {high:.0%}")

# %%
found = probes.labelled(lines)
apart = [o.tokens for o in found], [o.lemma.lower() for o in found]
bag = senses.mean_of_words_around(found, static_vectors.load())  # with the most frequent words
every = probes.leave_one_out(bag, np.array([o.sense for o in found]), *apart)
print(f"words around, none left out: {every.mean():.0%} right")
for way, other in {"warm context": mine.right["warm context"], "words around": every}.items():
    gain, low, high = (100 * each for each in paired(mine.right["layer 1"], other))
    print(f"layer 1 minus {label(way, 'way')}: {gain:+.0f} ({low:+.0f} to {high:+.0f})")

# %% [markdown] tags=["lecture"]
# With twelve sentences of each kind layer 1 is right in 24 of 24, layer 2 in 91 %. The letters get
# half, as a coin does, and random weights get no more. The words around get half as well, but only
# because their mean leaves out the 200 most frequent words: *two*, *these* and *was* are among
# them, and with them the bag gets 84 %. The warm context, which mixes such words at random, gets
# 80. So the neighbours are enough for a good deal of this once more. Layer 1 gains 20 points over
# the warm context (8 to 35) and 16 over the bag (5 to 29).
#
# **Try it.** Write lines of your own: *read* in the past and now, *light* as in weight and in
# lamps, a subject that does something and one that suffers it. Three examples of each label are the
# least; twelve tell more.
#
# ### Open experiment
# Teach the probe what a *can* is. Write sentences such as *She opened a can of soup*, read them
# with `layer_vectors`, add the vectors of *can* with the tag NOUN to the training part, and fit the
# probes again. Predict first how many you will need before *You can open the can* comes out right,
# in which layers it never will, and what becomes of *You can*.
#
# ## What you can now do
# - change one word and see which layers notice,
# - probe every layer of a model, beside a table of counts and the ledger,
# - measure how much a probe has learned by heart,
# - tell what a layer holds from what the softmax reads of it,
# - probe for a label of your own, beside other ways to find it.
#
# ## One honest limit
# A probe shows that a property *can* be read off a vector, and a lens what it would say if it were
# asked. Neither shows that the model uses it. For that one has to change the state itself and watch
# the prediction, as chapter 08 did with three cells and
# [chapter 11b](11b_what_does_the_model_use.ipynb) does word by word.
#
# ## Sources
# - Peters and others 2018, *Deep contextualized word representations*, section 5.3 with Tables 5
#   and 6: <https://arxiv.org/abs/1802.05365>
# - Hewitt and Liang 2019, *Designing and interpreting probes with control tasks*:
#   <https://arxiv.org/abs/1909.03368>
# - Tenney, Das and Pavlick 2019, *BERT rediscovers the classical NLP pipeline*:
#   <https://arxiv.org/abs/1905.05950>
# - nostalgebraist 2020, *Interpreting GPT: the logit lens*:
#   <https://www.lesswrong.com/posts/AcKRB8wDpdaN6v6ru/interpreting-gpt-the-logit-lens>
# - Belrose and others 2023, *Eliciting Latent Predictions from Transformers with the Tuned Lens*:
#   <https://arxiv.org/abs/2303.08112>
# - Silveira and others 2014, *A gold standard dependency corpus for English* (English-EWT):
#   <https://universaldependencies.org/treebanks/en_ewt/>
# - The lecture: the slides on ELMo, for the table of 품사 태깅.
#
# ## Where next
# Chapter 08b asked what the model says, and chapters 10 to 11 what it knows.
# [Chapter 11b](11b_what_does_the_model_use.ipynb) asks what of this it uses, and
# [chapter 12](12_elmo_at_work.ipynb) what we can use it for.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A probe on some layer finds 88 % of the tags. What does that say?
#    - [ ] the layer knows the part of speech well :: the letters of the words may give as much
#    - [x] nothing before the baselines are known :: counting gets nearly 90 % on our text
#    - [ ] the probe is too small :: a larger one would also learn more by heart
# 2. A larger probe gains 2 points on tags and 15 on control labels. What follows?
#    - [ ] the layer knows more than we thought :: it may, but a probe that remembers so much cannot
#      show it
#    - [ ] the 2 points were learned by heart :: they may have been; on new words one could find out
#    - [x] the 2 points cannot be credited to the layer :: such a probe can remember so many words
#      that it might have them from there
# 3. Through the lens a layer never says the word that it has read. What follows?
#    - [ ] the layer has forgotten the word :: a probe may still find it, as in our layer 1
#    - [x] the output softmax does not read the word from this layer :: this is all that a lens asks
#    - [ ] the layer was trained badly :: nobody ever asked it for the word
