# %% [markdown] tags=["lecture"]
# # 09b Learning the mixture
#
# In chapter 09 you turned the knobs of the mixture by hand, and searched 66 settings for the best
# one. A task does not search. It has some labelled sentences, a small classifier and a gradient,
# and the gradient turns the knobs while the classifier learns. Then people look where the knobs
# stand, and read there what the layers know: *syntax is in layer 1, meaning in layer 2*. May they?
#
# **Which of the layers should a task listen to?**
#
# You will be able to
# - **watch** four tasks pull the shares where they want them,
# - **find** out which way a weight is pulled, with nothing but a nudge,
# - **write** the gradient that says the same, and train with it,
# - **remove** a layer, and compare what a task prefers with what it needs,
# - **say** what a regulariser does to shares that somebody will read.
#
# You need the mixture of [chapter 09](09_elmo_mixture.ipynb), gradient descent from chapter 02, and
# intervals (03b).

# %% tags=["setup"]
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from elmo_lite import corpora
from elmo_lite.controls import with_warm_start
from elmo_lite.elmo import Elmo, Mixture
from elmo_lite.stats import paired
from elmo_lite.text import to_tokens
from microscope.corpus import Corpus
from notebooks.course.check import check, yours_or_ours
from notebooks.course.language import label, padded
from notebooks.course.live import live
from notebooks.course.plots import ch09b as plots
from notebooks.course.plots import families

torch.set_num_threads(1)  # small tensors: one thread is fast

# %% [markdown] tags=["lecture"]
# ## 1. Four tasks pull
# The biLM is frozen, so it reads our two texts once: the 1,722 sentences in which one word is
# marked with its sense, and 840 titles of news. Then four tasks share its layers:
# - **last letter**: with which letter does the word end? Silly, but we know the right layer. 200
#   sentences to learn from, 300 for the test.
# - **part of speech**: noun, verb, ...? The same sentences.
# - **sense**: *bank.money* or *bank.river*? 861 marked words to learn from, 861 for the test, and
#   only senses of that word may be answered.
# - **topic** of a title, from the mean of its words: 672 titles to learn from, 168 for the test.
#
# The same network without its training reads them as well. It is the *warm context* of chapter 09:
# its char-CNN spells skip-gram vectors, and its LSTMs are random (one initialisation here).

# %%
elmo, corpus = Elmo.load("en"), Corpus.load("en")
headlines = [*corpora.our_headlines().train, *corpora.our_headlines().test]
titles = to_tokens([title for _, title in headlines])
rng = np.random.default_rng(0)
learn_from = np.array([o.split == "train" for o in corpus.occurrences])
parts = np.flatnonzero(learn_from), np.flatnonzero(~learn_from)
chosen = [*rng.permutation(parts[0])[:200], *rng.permutation(parts[1])[:300]]
some = np.isin(corpus.sentence, chosen)  # the words of these 500 sentences
words, tags, place = np.array(corpus.words)[some], corpus.tags[some], corpus.sentence[some]
marked = np.isin(np.arange(len(some)), corpus.marked)
wanted = some | marked  # the words whose vectors we keep


# %%
def read(elmo):
    """Every layer of the words of 500 sentences, of the marked words, and of the titles."""
    kept, end = [], 0
    for vectors in elmo.stream(corpus.sentences, layer="all", progress=False):
        end += vectors.shape[1]
        kept.append(vectors[:, wanted[end - vectors.shape[1] : end]])
    x = np.concatenate(kept, axis=1)
    means = [t.mean(axis=1) for t in elmo.stream(titles, layer="all", progress=False)]
    found = x[:, some[wanted]], x[:, marked[wanted]], np.stack(means, axis=1)
    return [torch.from_numpy(each) for each in found]  # each (layers, items, dim)


readings = {"trained": read(elmo), "warm context": read(with_warm_start(elmo, 0))}
for each in readings["trained"]:
    print(tuple(each.shape))

# %% [markdown]
# A layer with small numbers would need a larger share to be heard (chapter 09), and we want to read
# the shares. So each dimension is first brought to mean 0 and standard deviation 1, as measured on
# the training part.


# %%
@dataclass
class Task:
    x: torch.Tensor  # (layers, items, dim)
    labels: torch.Tensor  # (items,)
    allowed: torch.Tensor  # (items, labels): which labels may be answered
    train: torch.Tensor  # row numbers
    test: torch.Tensor


def make_task(x, labels, in_train, allowed=None):
    train, test = (torch.from_numpy(np.flatnonzero(part)) for part in (in_train, ~in_train))
    mean, deviation = x[:, train].mean(1, keepdim=True), x[:, train].std(1, keepdim=True)
    names, numbers = np.unique(labels, return_inverse=True)
    if allowed is None:
        allowed = np.ones((len(labels), len(names)), dtype=bool)
    labels, allowed = torch.from_numpy(numbers), torch.from_numpy(allowed)
    return Task((x - mean) / (deviation + 1e-5), labels, allowed, train, test)


# %%
senses, lemmas = np.array([(o.sense, o.lemma) for o in corpus.occurrences]).T
lemma_of = dict(zip(senses, lemmas, strict=True))
own_senses = np.array([lemma_of[s] for s in np.unique(senses)]) == lemmas[:, None]
topics = np.array([topic for topic, _ in headlines])
first = np.arange(len(titles)) < len(corpora.our_headlines().train)


def four_tasks(of_words, of_marked, of_titles, letter=1):  # letter 1: the last one
    letters = [w.lower()[-letter:][0] for w in words]
    return {
        "last letter": make_task(of_words, letters, learn_from[place]),
        "part of speech": make_task(of_words, tags, learn_from[place]),
        "sense": make_task(of_marked, senses, learn_from, own_senses),
        "topic": make_task(of_titles, topics, first),
    }


tasks = four_tasks(*readings["trained"])

# %% [markdown] tags=["lecture"]
# One function trains a linear classifier on the mixture. It sends its gradient back as far as the
# mixture, and there `pull` takes over. For now PyTorch does that.


# %%
def pull(mix, h, nabla):  # nabla: what the task sends back, one vector for each word
    mix(h).backward(nabla)


def scores_of(task, classify, vectors, rows):
    """(rows, labels), and next to nothing for a label that may not be answered"""
    return classify(vectors).masked_fill(~task.allowed[rows], -1e9)


def start(keep):
    """A new mixture; a layer that is not kept has a share of 0 and stays there."""
    mix = Mixture(3)
    with torch.no_grad():
        mix.weights[[j for j in range(3) if j not in keep]] = -torch.inf
    return mix


# %%
@dataclass
class Run:
    mix: Mixture
    classify: nn.Module
    right: np.ndarray  # which test items, at the end
    shares: np.ndarray  # after each update: (updates, 3)
    pulls: np.ndarray  # how hard task and leash (section 4) pull at w, and the loss: (updates, 3)


def right_answers(task, mix, classify):
    parts = task.test.split(500)  # some at a time, which needs less memory
    with torch.no_grad():
        scores = [scores_of(task, classify, mix(task.x[:, part]), part) for part in parts]
    return (torch.cat(scores).argmax(dim=1) == task.labels[task.test]).numpy()


def loss_on(rows, task, classify, vectors, dropout=0.0):
    scores = scores_of(task, classify, F.dropout(vectors, dropout), rows)
    return F.cross_entropy(scores, task.labels[rows])


# %%
def fit(task, keep=(0, 1, 2), seed=0, strength=0.0, updates=200, dropout=()):
    torch.manual_seed(seed)
    mix, classify = start(keep), nn.Linear(task.x.shape[2], task.allowed.shape[1])
    groups = [{"params": mix.parameters(), "lr": 0.05}, {"params": classify.parameters()}]
    optimizer = torch.optim.Adam(groups, lr=0.01)
    shares, pulls = [], []
    for update in range(updates):
        rows = task.train[torch.randint(len(task.train), (64,))]
        h = task.x[:, rows]
        vectors = mix(h).detach().requires_grad_()  # the task's side ends here
        loss = loss_on(rows, task, classify, vectors, 0.5 if update in dropout else 0.0)
        loss.backward()
        pull(mix, h, vectors.grad)
        leash = 2 * strength * mix.weights.detach().nan_to_num(neginf=0)
        pulls.append([mix.weights.grad.norm().item(), leash.norm().item(), loss.item()])
        mix.weights.grad += leash
        optimizer.step()
        optimizer.zero_grad()
        shares.append(mix.s.tolist())
    return Run(mix, classify, right_answers(task, mix, classify), np.array(shares), np.array(pulls))


# %% [markdown] tags=["lecture"]
# **Predict.** All tasks start with a third for each layer. Where will the shares of each of the
# four go?
#
# <details><summary>Answer</summary>
#
# The last letter goes to layer 0, parts of speech to layer 1 and senses to layer 2. The topic
# moves least.
#
# </details>


# %% tags=["lecture"]
def watch(weights="trained", letter=1, strength=0.0, seed=0):
    mine = tasks
    if (weights, letter) != ("trained", 1):
        mine = four_tasks(*readings[weights], letter)
    found = {}
    for name, task in mine.items():
        run = fit(task, seed=seed, strength=strength)
        found[f"{name}: {100 * run.right.mean():.0f} %"] = [run.shares]
    plots.moving_shares(found)


live(watch, weights=list(readings), letter=(1, 4), strength=[0.0, 0.001, 0.01, 0.1], seed=(0, 9))

# %% [markdown] tags=["lecture"]
# Nobody told them. The last letter gives layer 0 a share of 0.75, parts of speech prefer layer 1
# with 0.73, and senses layer 2 with 0.75. The topic, the mean of a title's words, stays closest to
# the thirds. It looks like the paper's claim, *syntax sits lower than meaning*, and you can watch
# it happen: in the second panel layers 1 and 2 climb together at first, and then layer 2 has to
# give way.
#
# But would any network have given us this picture? Here is the one whose LSTMs
# have never read.

# %% tags=["lecture"]
watch("warm context")

# %% [markdown] tags=["lecture"]
# For parts of speech, reading has reversed the picture: the untrained network is asked for its
# layer 0, ours for layer 1, and the score rose from 89 to 95 %. But the senses ask the top layer of
# the untrained network, too, with 0.64, although the weights of that layer are random numbers, and
# the score is 63 % instead of 77. **"Meaning sits on top" would have been found in a network whose
# top has learned nothing.** A share compares the layers of one network. How good they are, it does
# not say.
#
# **Try it.** Move `letter` to 2, 3 and 4, which asks for the letter before the last one, and so on
# (a shorter word is asked for its first). Who is asked? Then take other seeds: what stays, and what
# was luck?
#
# ## 2. What pulls?
# Stop the training of a task early. Which way are its weights pulled now? You can find out without
# any formula: raise one raw weight a little, leave everything else as it is, and look whether the
# loss $J$ falls. If it does, the gradient pulls this weight up. Once up and once down is more
# exact, and gives the slope of $J$ along this weight:
#
# $$\frac{\partial J}{\partial w_j} \approx \frac{J(w + \varepsilon e_j) - J(w - \varepsilon e_j)}{2
# \varepsilon} \tag{1}$$
#
# where $e_j$ is 1 at $j$ and 0 elsewhere. By hand, with $J(w) = w_0^2 + 3 w_1$ at $w = (2, 0)$ and
# $\varepsilon = 0.1$: $(4.41 - 3.61) / 0.2 = 4$ for the first weight and $(4.3 - 3.7) / 0.2 = 3$
# for the second.

# %% [markdown] tags=["exercise", "lecture"]
# ### Exercise 9b.1: a nudge
# Difficulty 1 of 3, 8 minutes.
#
# Write (1). `J` is a function that takes a tensor of raw weights and gives a number, `w` is a
# tensor, and `epsilon` a number. Return a tensor with one slope for each weight; `w` itself has to
# stay as it was. `nudge(lambda w: float(w[0] ** 2 + 3 * w[1]), torch.tensor([2.0, 0.0]), 0.1)` is
# `tensor([4., 3.])`. With your function we will see who is pulled which way.
#
# <details><summary>Hint 1</summary>
#
# `up = w.clone()` is a copy. Which one of its numbers do you change?
#
# </details>


# %% tags=["exercise"]
def nudge(J, w, epsilon):
    """The slope of J along each weight, by two calls of J for each: (weights,)"""
    # begin solution
    slopes = torch.zeros(len(w))
    for j in range(len(w)):
        up, down = w.clone(), w.clone()
        up[j] += epsilon
        down[j] -= epsilon
        slopes[j] = (J(up) - J(down)) / (2 * epsilon)
    return slopes
    # end solution


# %% tags=["check"]
check("9b.1", nudge)

# %% [markdown] tags=["door"]
# Six calls of $J$ for three slopes: remember this price when the chain rule does it in one run.


# %% tags=["known"]
def cubic(w, a):
    return float((a * w**3).sum() + w.prod())


def use(answer, w, a, epsilon):
    """The slopes of a function that is no straight line, if w is as it was."""
    given, calls = torch.tensor(w, dtype=torch.float64), []

    def J(asked):
        calls.append(1)
        return cubic(asked, torch.tensor(a))

    J.written = f"lambda w: float((torch.tensor({a.tolist()}) * w**3).sum() + w.prod())"
    found = answer(J, given, epsilon)
    if not torch.equal(given, torch.tensor(w, dtype=torch.float64)):
        return "other weights"
    if len(calls) > 2 * len(w):
        return "more calls"
    return found.double() if isinstance(found, torch.Tensor) else "no tensor"


def inputs(rng):
    n = int(rng.integers(2, 5))
    return rng.normal(size=n).round(1), rng.normal(size=n).round(1), float(rng.choice([0.1, 0.5]))


cases = [(np.array([1.0, 2.0]), np.array([1.0, 1.0]), 0.5)]
tolerance = 1e-4

# %% [markdown] tags=["known"]
# Hint: For each weight: J with this weight raised by epsilon, minus J with it lowered, divided by 2
#   epsilon.
# Returns: a tensor with one slope for each weight
#
# - `/ (2 * epsilon)` → `/ epsilon` :: From down to up it is two steps: divide by 2 epsilon.
# - `(J(up) - J(down)) / (2 * epsilon)` → `(J(up) - J(w)) / epsilon` :: You only went up: where the
#   loss is curved, up and down together are more exact.
# - `up, down = w.clone(), w.clone()` → `up = down = w` :: `w` itself has changed: nudge a copy.
# - `J(up) - J(down)` → `J(down) - J(up)` :: The sign is wrong: up minus down.
# - `up[j] += epsilon` → `up += epsilon`; `down[j] -= epsilon` → `down -= epsilon` :: You raise all
#   weights at once: only number j.
# - `up, down = w.clone(), w.clone()` → `up, down = torch.zeros_like(w), torch.zeros_like(w)` ::
#   Start from `w`, not from zeros.
# - `up, down = w.clone(), w.clone()` → `up, down = w, w.clone()` :: `w` itself has changed: nudge a
#   copy.
# - `return slopes` → `return slopes.tolist()` :: Return a tensor: the page goes on with it.
# - `up, down = w.clone(), w.clone()` → `up, down, _ = w.clone(), w.clone(), J(w)` :: Two calls of
#   `J` for each weight are enough. Yours makes more, and each reads all training items.

# %% [markdown] tags=["lecture"]
# We train each task for 20 updates, hold its classifier, and nudge.
#
# **Predict.** For each task three slopes will come out. What is their sum?
#
# <details><summary>Answer</summary>
#
# 0. Raise all raw weights by the same, and the softmax gives the same shares.
#
# </details>

# %% tags=["lecture"]
nudge = yours_or_ours("9b.1", nudge)


def loss_of(task, run):
    """J as a function of the raw weights, over all training items; the rest stands still."""

    def J(w):
        with torch.no_grad():
            h = task.x[:, task.train]
            vectors = run.mix.gamma * torch.tensordot(w.to(h.dtype).softmax(dim=0), h, dims=1)
            return loss_on(task.train, task, run.classify, vectors).item()

    return J


# %% tags=["lecture"]
def who_moves(name, seed=0):
    task = tasks[name]
    run, later = fit(task, seed=seed, updates=20), fit(task, seed=seed, updates=60)
    slopes = nudge(loss_of(task, run), run.mix.weights.detach(), 0.05)
    moved = (later.mix.weights - run.mix.weights).detach()
    print(padded(label(name, "way"), 15), end=" slopes ")
    print(*(f"{s:+.3f}" for s in slopes), f" sum {slopes.sum():+.3f}", end="")
    print("   then the weights move by", *(f"{m:+.2f}" for m in moved))


# %% tags=["lecture"]
for name in tasks:
    who_moves(name)
print("with seed 2", end=" ")
who_moves("last letter", seed=2)

# %% [markdown] tags=["lecture"]
# With seed 0 the nudge knows which way the weights will move. Where a slope is clearly negative the
# weight rises in the next 40 updates, where it is clearly positive the weight falls: in the senses,
# layer 2 goes up and layer 0 down. (A slope holds where it was measured. With seed 2, two weights
# of the last letter have gone the other way after 40 updates.) In the topic all slopes are nearly
# 0, and they foretell little. And the slopes sum to 0, since only differences count in a softmax.
#
# ### The same without a nudge
# Six calls of $J$ for three slopes is a lot, and nobody would do that for a million weights. The
# chain rule does it in one run. Let $\nabla_k = \partial J / \partial \text{ELMo}_k$ be the
# gradient that the task sends back for word $k$. How far a layer points along it, summed over the
# words of the batch, is the layer's **push**:
#
# $$q_j = \gamma \sum_k \nabla_k \cdot h_{k,j} \tag{2}$$
#
# The shares have the sum 1, so one can only grow at the cost of the others. The softmax compares
# each push with the mean push, and the weight of a layer that pushes more than that falls:
#
# $$\frac{\partial J}{\partial w_j} = s_j \Big( q_j - \sum_i s_i\, q_i \Big) \tag{3}$$
#
# By hand, for one word: $h_0 = (1, 0)$, $h_1 = (0, 1)$, $h_2 = (1, 1)$, equal shares, $\gamma = 1$,
# and the task says $\nabla = (3, -3)$, "less of the first number, more of the second". The pushes
# are 3, -3 and 0, their mean is 0, and the gradient is $(1, -1, 0)$. A step with $\eta = 0.5$ makes
# $w = (-0.5, 0.5, 0)$, with shares of 0.19, 0.51 and 0.31. Layer 1 had what the task wanted.

# %% [markdown] tags=["exercise"]
# ### Exercise 9b.2: the gradient of the mixture
# Difficulty 3 of 3, 20 minutes.
#
# Write (2) and (3) with torch for a batch: `h` has the shape (layers, words, dim), `nabla` (words,
# dim), `w` (layers,), and `gamma` is a number. Return two tensors: $\partial J / \partial w$, of
# shape (layers,), and $\partial J / \partial \gamma$, a single number, for which you have no
# formula yet. The numbers of the toy above give `tensor([1., -1., 0.])` and `tensor(0.)`. All that
# follows is trained by your function.
#
# <details><summary>Hint 1</summary>
#
# All sums over words and dimensions at once: `(h * nabla).sum(dim=(1, 2))`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# ELMo is $\gamma$ times a vector that does not depend on $\gamma$. How does $J$ change if that
# factor grows a little? You have all the products that you need, before they are multiplied by
# $\gamma$.
#
# </details>


# %% tags=["exercise"]
def gradients(h, nabla, w, gamma):
    """(layers, words, dim), (words, dim), (layers,), a number -> dJ/dw (layers,), dJ/dgamma"""
    # begin solution
    s = w.softmax(dim=0)
    along = (h * nabla).sum(dim=(1, 2))
    pushes = gamma * along
    return s * (pushes - s @ pushes), s @ along
    # end solution


# %% tags=["check"]
check("9b.2", gradients)

# %% [markdown] tags=["door"]
# Nudge and formula agree to four decimals, 0.0352, -0.0083 and -0.0268 for the senses, and yours
# needs one run in place of six.


# %% tags=["known"]
def use(answer, h, nabla, w, gamma):
    given = (torch.tensor(each) for each in (h, nabla, w))
    return answer(*given, gamma)


def inputs(rng):
    shapes = (3, 4, 5), (4, 5), 3
    return *(rng.normal(size=shape) for shape in shapes), float(rng.uniform(0.5, 2))


two = np.array([[[1.0, 0.0]], [[0.0, 1.0]], [[1.0, 1.0]]])
cases = [(two, np.array([[3.0, -3.0]]), np.zeros(3), gamma) for gamma in (1.0, 0.0)]
cases += [(two[[0, 1, 2, 1]], np.array([[3.0, -3.0]]), np.zeros(4), 1.0)]  # one layer more

# %% [markdown] tags=["known"]
# Hint: First the shares, then the pushes (2), then s times (push minus mean push); for gamma, the
#   push of the mixture without gamma.
# Returns: two tensors: (layers,), and a single number
#
# - `return s * (pushes - s @ pushes)` → `return pushes` :: These are the pushes q; the softmax is
#   missing.
# - `(pushes - s @ pushes)` → `pushes` :: Subtract the mean push.
# - `s * (pushes - s @ pushes)` → `s * (pushes - pushes.mean())` :: The mean push is weighted by the
#   shares: the sum of s times q.
# - `pushes = gamma * along` → `pushes = along` :: Where is gamma in the pushes?
# - `s @ along` → `s @ pushes` :: In the gradient of gamma there is no gamma left.
# - `s @ along` → `along.sum()` :: In the gradient of gamma each layer counts with its share.
# - `return s * (pushes - s @ pushes)` → `return -s * (pushes - s @ pushes)` :: Return the gradient;
#   a step subtracts it later.

# %% [markdown] tags=["lecture"]
# Nudge and formula have to agree. Here they are, side by side, for the sense task after 20 updates.

# %% tags=["lecture"]
gradients = yours_or_ours("9b.2", gradients)
task, run = tasks["sense"], fit(tasks["sense"], updates=20)
h = task.x[:, task.train]
vectors = run.mix(h).detach().requires_grad_()
loss_on(task.train, task, run.classify, vectors).backward()
w = run.mix.weights.detach()
formula, _ = gradients(h, vectors.grad, w, run.mix.gamma.item())
nudged = nudge(loss_of(task, run), w, 0.05)
print("nudged ", *(f"{s:+.4f}" for s in nudged), "\nformula", *(f"{s:+.4f}" for s in formula))

# %%
by_torch = fit(tasks["sense"])


def pull(mix, h, nabla):  # from here on, your gradient
    dw, dgamma = gradients(h, nabla, mix.weights.detach(), mix.gamma.item())
    dw, dgamma = (torch.as_tensor(grad, dtype=torch.float32) for grad in (dw, dgamma))
    mix.weights.grad, mix.gamma.grad = dw, dgamma.reshape(())


by_hand = fit(tasks["sense"])
assert np.allclose(by_hand.shares, by_torch.shares, atol=0.01)
print("PyTorch", by_torch.shares[-1].round(3), " yours", by_hand.shares[-1].round(3))

# %% [markdown] tags=["lecture"]
# Nudge and formula agree to four decimals, and your gradient trains as PyTorch's did.
#
# ## 3. What a task needs
# Senses give layer 2 three quarters of the sum. Could they do without it? The way to find out is an
# **ablation** (제거 실험): remove the layer, train again, and see what is lost.
#
# **Predict.** Order the last letter, parts of speech and senses by what they lose without their
# favourite layer.
#
# <details><summary>Answer</summary>
#
# The last letter loses most, by far. The other two lose about a point, too little to order them.
#
# </details>

# %% [markdown] tags=["exercise", "lecture"]
# ### Exercise 9b.3: remove a layer
# Difficulty 2 of 3, 15 minutes.
#
# `score(keep, seed)` trains with the layers in the tuple `keep` and gives a percentage. Return an
# array of shape (seeds, num_layers): how many points are lost, with each of the `seeds` (a list of
# numbers), when layer j is removed. Compare equal seeds, and do not train the full set more than
# once for each seed. If `score((0, 1), 0)` is 80 and `score((0,), 0)` is 73, then layer 1 is worth
# 7 points with seed 0.
#
# <details><summary>Hint 1</summary>
#
# `tuple(i for i in range(num_layers) if i != j)` keeps all layers but j.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Two loops: over the seeds, in which the full set is trained, and in it over the layers.
#
# </details>


# %% tags=["exercise"]
def cost_of_removal(score, num_layers, seeds):
    """How many points each layer is worth with each seed: (seeds, num_layers)"""
    # begin solution
    lost = np.zeros((len(seeds), num_layers))
    for row, seed in enumerate(seeds):
        full = score(tuple(range(num_layers)), seed)
        for j in range(num_layers):
            keep = tuple(i for i in range(num_layers) if i != j)
            lost[row, j] = full - score(keep, seed)
    return lost
    # end solution


# %% tags=["check"]
check("9b.3", cost_of_removal)

# %% [markdown] tags=["door"]
# By your function the last letter loses 14.4 points without layer 0. What a task asks for and what
# it needs are two things.


# %% tags=["known"]
def use(answer, worth):
    """A score that adds what the kept layers are worth with a seed; worth: (seeds, layers)."""
    if worth.shape[1] < 2:
        raise ValueError("nothing is left of a single layer")  # no example is made as small
    full = []

    def score(keep, seed):
        full.append(len(keep) == worth.shape[1])
        return 50 + sum(worth[seed - 1, j] for j in keep)

    points = f"sum({worth.tolist()}[seed - 1][j] for j in keep)"
    score.written = f"lambda keep, seed: 50 + {points} + 0 * len(keep)"
    found = answer(score, worth.shape[1], list(range(1, len(worth) + 1)))
    return "more full sets" if sum(full) > len(worth) else found


def inputs(rng):
    return (rng.uniform(-5, 9, (int(rng.integers(2, 4)), int(rng.integers(2, 5)))).round(1),)


cases = [(np.array([[7.0, 2.0], [5.0, 3.0]]),)]


# %% [markdown] tags=["known"]
# Hint: For each seed and each layer: the score with all layers minus the score without this one.
# Returns: an array of shape (seeds, num_layers)
#
# - `full - score(keep, seed)` → `score(keep, seed) - full` :: What is lost is positive: all layers
#   minus the rest.
# - `full - score(keep, seed)` → `abs(full - score(keep, seed))` :: Without a layer the score can
#   also rise: then it is worth a negative number of points, and the minus has to stay.
# - `full - score(keep, seed)` → `max(0, full - score(keep, seed))` :: Without a layer the score can
#   also rise: then it is worth a negative number of points, not 0.
# - `if i != j` → `if i == j` :: You keep layer j alone; keep all layers but j.
# - `return lost` → `return lost.mean(axis=0)` :: A row for each seed: the page takes the mean
#   later.
# - `return lost` → `return lost.T` :: The seeds are the rows, the layers the columns.
# - `full - score(keep, seed)` → `score((*range(num_layers),), seed) - score(keep, seed)` ::
#   Train the full set once for each seed, before the loop over the layers.
# - `score(keep, seed)` → `score(keep, seeds[0])` :: Compare equal seeds: pass `seed` on.

# %% tags=["lecture"]
cost_of_removal = yours_or_ours("9b.3", cost_of_removal)
seeds, runs = [0, 1, 2], {}


def score_of(name):
    """A function that trains this task with some layers, and remembers the run."""

    def score(keep, seed):
        keep = tuple(keep)
        runs[name, keep, seed] = fit(tasks[name], keep, seed)
        return 100 * runs[name, keep, seed].right.mean()

    return score


shares, lost = {}, {}
for name in tasks:
    lost[name] = cost_of_removal(score_of(name), 3, seeds)
    shares[name] = [runs[name, (0, 1, 2), seed].shares[-1] for seed in seeds]
plots.asked_and_needed(shares, lost)


# %% tags=["lecture"]
def right_of(name, keep):
    return [runs[name, keep, seed].right for seed in seeds]


gains = {}
for name, favourite in {"last letter": 0, "part of speech": 1, "sense": 2}.items():
    keep = tuple(j for j in range(3) if j != favourite)
    gain = paired(right_of(name, (0, 1, 2)), right_of(name, keep))
    gains[f"{name}, all minus all but layer {favourite}"] = [100 * x for x in gain]
families.gains(gains, "points")

# %% [markdown] tags=["lecture"]
# What a task asks for and what it needs are two things. The small dots are three seeds, and the
# lines of the second figure **confidence intervals** (신뢰 구간): the middle 95 % of chapter 03b.
# The last letter needs layer 0: without it 14.4 points are lost. But parts of speech, with 0.69 on
# layer 1, lose 0.7 when it is gone (0.2 to 1.2), and the senses, with 0.77 on layer 2, lose 1.0,
# where the interval includes 0 (−0.8 to 2.8). Where do they find what they need? Let each layer
# work alone.

# %% tags=["lecture"]
for name in tasks:
    alone = [np.mean([score_of(name)((j,), seed) for seed in seeds]) for j in range(3)]
    everything = 100 * np.mean(right_of(name, (0, 1, 2)))
    print(padded(label(name, "way"), 15), end=" ")
    print(f"all {everything:.1f} %, alone:", *(f"{score:.1f}" for score in alone), end=" ")
    x = tasks[name].x
    thirds = replace(tasks[name], x=x.mean(dim=0, keepdim=True).expand_as(x))  # thrice the mean
    print(f"a third of each: {100 * fit(thirds).right.mean():.1f}")

# %% [markdown] tags=["lecture"]
# For parts of speech and senses either of the upper layers can do nearly all of it alone: the
# senses get 76.7 % from layer 1 and 77.7 from layer 2, where all three together have 77.4. When one
# of them goes, the other is still there. Layer 0 alone has 47.7.
#
# Why not take the best layer, then, and forget the mixture? One has to know it first. In each of
# the four tasks the mixture is within a point of the best layer: 0.9 below it for the last letter,
# 1.0 above it for the topic. Whoever picks the worst layer pays 18 points for the last letter (70.3
# from layer 2) and 30 for the senses. So keep all layers where you do not know the best one. Does
# the task also have to choose? We tried a third of each, whatever the task wants, with one seed.
# The last letter gets 78.2 %, so there the choice is worth about 9 points. The other three tasks,
# in which no layer is far ahead of both others, get 95.1, 76.8 and 91.7 %, at most 0.6 points less
# than with their own choice. And do not read a share as a measure of knowledge.
#
# ## 4. A leash for the weights
# With few examples the shares may chase accidents. A **regulariser** (정규화 항) can hold them
# back. In some cases the paper adds one to the loss of the task, with a strength $\lambda$:
#
# $$\lambda \lVert w \rVert_2^2 = \lambda \sum_j w_j^2 \tag{4}$$
#
# It is smallest at $w = 0$, where all layers have a third: a leash whose other end is tied to the
# mean. By hand, with $w = (1, -2, 3)$ and $\lambda = 0.5$: $0.5 \cdot (1 + 4 + 9) = 7$. It pulls at
# $w$ with its gradient $2 \lambda w$. The paper tries $\lambda = 1$, which leaves little more than
# the mean of the layers, and $\lambda = 0.001$, which leaves the shares free. Does it?
#
# **Predict.** We train the sense task for 1,000 updates instead of 200, without a leash and with
# $\lambda = 0.001$. What happens to the shares, and to the score?
#
# <details><summary>Answer</summary>
#
# Without a leash they hardly move after the first 200 updates. With it they creep back towards
# thirds, and the score ends at 77.5 % in place of 77.0.
#
# </details>

# %% tags=["lecture"]
long = {}
for strength in (0.0, 0.001):
    long[f"λ = {strength:g}"] = fit(tasks["sense"], strength=strength, updates=1000)
plots.moving_shares({f"{n}: {100 * r.right.mean():.1f} %": [r.shares] for n, r in long.items()})

# %% [markdown] tags=["lecture"]
# With $\lambda = 0.001$ the shares end at 0.29, 0.35 and 0.36, and the score is 77.5 %, where it
# was 77.0 without a leash. After a hundred updates the shares had looked much as they do without
# one. Who pulls them back? Here is how hard the task pulls at $w$, and how hard the leash does,
# each as a mean of 25 updates.

# %% tags=["lecture"]
plots.tug_of_war({"λ = 0.001": long["λ = 0.001"].pulls[:, :2]})

# %% [markdown] tags=["lecture"]
# The pull of the task falls to less than a hundredth, and after about a hundred updates the leash
# is the stronger of the two. But why does the task let go? Our guess is that the loss on its 861
# words falls towards 0, and a task without a loss has no gradient to pull with. That can be tried:
# keep the loss up, and then let it fall. **Dropout** (chapter 02) on the vectors, which the paper
# puts there as well, hides about half of every vector at every update, so some loss is left. We
# switch it on for 500 updates, and then off.
#
# **Predict.** Where are the shares after 500 updates, and where after 1,000?
#
# <details><summary>Answer</summary>
#
# With dropout, layer 2 has 0.79 after 500. Without it the shares creep back towards thirds.
#
# </details>

# %% tags=["lecture"]
half = fit(tasks["sense"], strength=0.001, updates=1000, dropout=range(500))
print("shares after 500 updates:", *half.shares[499].round(2))
plots.moving_shares(
    {"without dropout": [long["λ = 0.001"].shares], "dropout up to 500": [half.shares]}
)

# %% tags=["lecture"]
pulls = {"without dropout": long["λ = 0.001"].pulls, "dropout up to 500": half.pulls}
for name, each in pulls.items():
    at_last = (each[end - 50 : end, 2].mean() for end in (100, 500, 1000))
    print(f"{label(name, 'way')}: loss before 100, 500, 1000:", *(f"{x:.4f}" for x in at_last))
plots.tug_of_war({name: each[:, :2] for name, each in pulls.items()})

# %% [markdown] tags=["lecture"]
# As long as there is dropout the loss stays up, 0.0224 at the end of it where it would be 0.0003.
# On average the task pulls harder than the leash until then, and layer 2 keeps its large share.
# When dropout ends, the pull of the task falls below that of the leash. 500 updates later the loss
# is 0.0001, and the shares are 0.29, 0.34 and 0.37. That fits our guess. (The loss alone does not
# set the pull: without dropout it was 0.0423 shortly before update 100, and the leash took over
# about there.)
#
# With a leash, learned shares can be a snapshot: ask when it was taken. This is why all other
# figures of this chapter have $\lambda = 0$. (The paper found small values of $\lambda$ the best
# for most tasks, and one that did not care: names, with a smaller training set. What ELMo brought
# to six tasks is in [chapter 12c](12c_what_elmo_buys.ipynb).)
#
# ## 5. How far does a word see?
# Last, a task of your own. The upper layers of a word have read its neighbours. So we ask for the
# tag of another word, so many places to the right or to the left.

# %% [markdown] tags=["exercise"]
# ### Exercise 9b.4: the tag of a neighbour
# Difficulty 2 of 3, 10 minutes.
#
# `tags` and `place` are arrays with one entry for each word of a corpus, sentence after sentence:
# its tag, and the number of its sentence. Return an array of the same length with the tag of the
# word `distance` places to the right (to the left, if negative), and `"-"` where that would be
# another sentence, or no word at all. For `tags` DET NOUN VERB and `place` 0 0 1, a distance of 1
# gives NOUN - -.
#
# <details><summary>Hint 1</summary>
#
# A loop over the words: is there a word at `k + distance`, and is it in the same sentence?
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# In Python `tags[-1]` is no error, but the last word of the whole corpus, and the corpus may have a
# single sentence: ask for both, a position inside the corpus and the same sentence.
#
# </details>


# %% tags=["exercise"]
def neighbour_tags(tags, place, distance):
    """The tag of the word at this distance, "-" outside of the sentence: (words,)"""
    # begin solution
    found = []
    for k in range(len(tags)):
        other = k + distance
        if 0 <= other < len(tags) and place[other] == place[k]:
            found.append(tags[other])
        else:
            found.append("-")
    return np.array(found)
    # end solution


# %% tags=["check"]
check("9b.4", neighbour_tags)

# %% [markdown] tags=["door"]
# With it the vector of a word tells the tag of the next word in 67 % of the cases, where guessing
# gets 22.


# %% tags=["known"]
def inputs(rng):
    lengths = rng.integers(1, 5, size=int(rng.integers(1, 4)))
    tags = rng.choice(["NOUN", "VERB", "DET"], lengths.sum())
    numbers = rng.choice(9, len(lengths), replace=False)  # as sentences chosen from a corpus have
    return tags, np.repeat(numbers, lengths), int(rng.choice([-2, -1, 1, 2]))


cases = [
    (np.array(["DET", "NOUN", "VERB"]), np.array([0, 0, 1]), 1),
    (np.array(["DET", "NOUN"]), np.array([0, 0]), 1),
    (np.array(["DET", "NOUN"]), np.array([0, 0]), -1),
    (np.array(["DET", "NOUN"]), np.array([0, 0]), 0),
]

# %% [markdown] tags=["known"]
# Hint: At k stands tags[k + distance] if that word is in the sentence of word k, and else "-".
# Returns: an array of tags, as long as `tags`
#
# - ` and place[other] == place[k]` → `` :: At the end of a sentence you look into the next one.
# - `k + distance` → `k - distance` :: A positive distance goes to the right.
# - `np.roll(tags, -distance)` :: `np.roll` knows no sentences: at their ends put a "-".
# - `np.where(np.roll(place, -distance) == place, np.roll(tags, -distance), "-")` :: `np.roll` comes
#   round: behind the last word of the corpus stands its first one, which may be in the same
#   sentence.
# - `0 <= other < len(tags) and` → `other < len(tags) and` :: A negative position is no error in
#   Python: `tags[-1]` is the last word.
# - `            found.append("-")` → `            pass` :: The result is as long as `tags`: put a
#   "-" where there is no such word.

# %%
neighbour_tags = yours_or_ours("9b.4", neighbour_tags)
distances = [-3, -2, -1, 0, 1, 2, 3]


def at_distance(x, distance):
    found = neighbour_tags(tags, place, distance)
    there = found != "-"  # the words that have such a neighbour
    return make_task(x[:, there], found[there], learn_from[place][there])


# %% tags=["lecture"]
seen = {}
for distance in distances:
    task = at_distance(readings["trained"][0], distance)
    run, blind = fit(task), task.labels[task.test].bincount().max() / len(task.test)
    seen[f"{distance}: {100 * run.right.mean():.0f} % (blind {100 * blind:.0f})"] = run.shares[-1]
plots.shares_by_distance(seen)

# %% [markdown] tags=["lecture"]
# The vector of a word tells the tag of the next word in 67 % of the cases, where guessing the most
# frequent tag gets 22. Two places to the right it is 40 %, and three places away 24, hardly more
# than guessing. (Words with no such neighbour, at the edge of a sentence, are left out.) The task
# asks the upper two layers: for the next word, layer 0 has a share of 0.04. So has reading taught
# them to look at the neighbours? You know by now how to find out: let each layer work alone, and
# ask the network whose LSTMs have never read. Layer 0 alone sees no neighbour: what it finds, it
# guesses from the word itself.

# %% tags=["lecture"]
for distance in (-1, 0, 1):
    for name, reading in readings.items():
        task = at_distance(reading[0], distance)
        alone = [100 * fit(task, keep=(j,)).right.mean() for j in range(3)]
        print(f"{distance:+d}", padded(label(name), 16), end=" ")
        print(f"all {100 * fit(task).right.mean():.0f} %, alone:", *(f"{x:.0f}" for x in alone))

# %% [markdown]
# The word itself gives away something of the next tag: layer 0 alone finds 43 %, where guessing
# gets 22. Layer 1 alone finds 68 %. But with LSTMs that have never read, too, layer 1 finds 60 %
# where layer 0 finds 42, so random LSTMs pass the neighbour on. **Seeing the neighbours comes with
# the architecture.** What reading adds shows when an upper layer works alone (one seed): layer 1
# rises from 60 to 68 % for the next word, and from 83 to 95 % for the word itself. With all three
# layers the untrained network is closer, with 65 and 89 % where ours has 67 and 95.
#
# **Try it.** What about the word itself? Put `words` in the place of `tags` into `at_distance`, and
# find out at which distance the network still knows which word stood there.
#
# ### Open experiment
# Give the tagger 20 sentences instead of 200 (`chosen`), once without a leash and once with
# $\lambda = 0.01$. Predict what happens to the shares and to the score of each. Then look, and
# explain which of them surprised you.
#
# ## What you can now do
# - find out with a nudge which way a weight is pulled, and check a formula by it,
# - write the gradient by which a task moves its shares, and train with it,
# - tell which layer a task asks from which layer it needs,
# - ask about the leash when somebody shows you shares.
#
# ## One honest limit
# These are the shares of a linear classifier on standardised layers, with few sentences. Another
# network on top may ask other layers.
#
# ## Sources
# - Peters and others 2018, *Deep contextualized word representations*,
#   <https://aclanthology.org/N18-1202/>: section 5.1 with Table 2, for the leash.
# - Tenney, Das and Pavlick 2019, *BERT rediscovers the classical NLP pipeline*, reads such shares
#   layer by layer: <https://arxiv.org/abs/1905.05950>.
#
# ## Where next
# You have seen what a task asks for, and that this is not what a layer knows. What does it know?
# Chapter 10 asks the layers about the meaning of words, and chapter 11 about their grammar.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A task has learned the shares 0.6, 0.2 and 0.2. What follows?
#    - [ ] layer 0 knows three times as much as each of the others :: how much a layer knows,
#      a share does not say
#    - [x] of these layers the task asks layer 0 first, if other seeds agree :: it is a preference
#    - [ ] the other layers can be left out :: that has to be measured, by leaving them out
# 2. Somebody reports shares of 0.35, 0.33 and 0.32 after a long training with $\lambda = 0.001$.
#    What do you ask?
#    - [ ] why the task needs all layers equally :: nobody can know that from these shares
#    - [x] what the shares were without the leash :: the leash may have pulled them to the
#      thirds
#    - [ ] nothing, the result is clear :: a leash alone can make shares look so
# 3. You nudge the three raw weights of a mixture without a leash and get the slopes 0.3, 0.1 and
#    0.2. What do you know?
#    - [ ] all three shares will fall :: their sum stays 1, so that cannot be
#    - [ ] layer 1 will gain, since it has the lowest slope :: it would, if the numbers were right
#    - [x] something is wrong :: slopes of a softmax sum to 0
