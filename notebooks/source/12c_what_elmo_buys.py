# %% [markdown]
# # 12c What ELMo buys
#
# You have a tagger that works, and somebody offers you a biLM: many megabytes, and seconds where
# there were milliseconds. "It adds eleven points", they say. Before you buy, ask what a biLM that
# has read nothing adds, and what the letters of a word add alone. Here every gain is taken apart in
# this way, and at the end there is a bill.
#
# **Which layers, which place, which task: when is ELMo worth its price?**
#
# You will be able to
# - **split** a gain into letters, architecture and reading,
# - **score** names as whole spans,
# - **write** the attention between two sentences, and choose where ELMo comes in,
# - **predict** what λ does to the shares of the layers,
# - **decide** for which task ELMo is worth a try.
#
# You need chapters 12b ($[x; \text{ELMo}]$ and its training) and 09b (shares, paired bootstrap).

# %% tags=["setup"]
import numpy as np
import torch
from matplotlib import pyplot as plt
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_score
from sklearn.pipeline import make_pipeline

from elmo_lite import corpora, entailment
from elmo_lite.elmo import Elmo
from elmo_lite.stats import paired
from experiments import task_entities, task_pairs
from experiments.task_gains import KINDS, gains_of, interval_of, scores, stored
from experiments.task_lab import TaskLab
from notebooks.course import chapter
from notebooks.course.check import ch12c as checks
from notebooks.course.plots import ch12c as plots
from notebooks.course.results import unpack, values

torch.set_num_threads(1)  # networks as small as these are quicker on one core

# %% [markdown]
# ## 1. Who earned the gain?
# A **tagger** (태거) gives every word a label of its own, here its part of speech. It is the
# network of 12b with two changes. A linear layer judges the state $h_k$ of each word, and the
# reader is a **biLSTM** (양방향 LSTM), so that $h_k$ knows what follows as well. In chapter 08
# that was cheating, since the next word was the answer. Here the answer is a tag.
#
# Batches are packed (**packing**, 패킹), so that no LSTM reads padding.
#
# `python course.py measure tasks` has trained it on 1,000 sentences of UD English-EWT: on GloVe
# alone, with ELMo beside it, and with the controls of 10b, which are random weights, the warm start
# (a char-CNN that spells word vectors, untrained LSTMs) and layer 0 of our biLM, letters alone.

# %% [markdown]
# **Predict.** GloVe alone tags 83 % of the words right, and ELMo lifts that by eleven points. How
# much of it does layer 0 bring alone?
#
# <details><summary>Answer</summary>
#
# Nearly all of it, 10.6 points. Endings and capitals tell most of a part of speech.
#
# </details>

# %%
measured = chapter.results("tasks")["experiments"]
MIXED = {kind: kind for kind in KINDS} | {"none": "no ELMo", "trained": "lambda 0.001"}
ewt = stored(measured["mixtures"], "mixture", MIXED, task="tags")
counted = stored(measured["mixtures"], "mixture", {"most frequent tag": "counting"})
print(plots.told(gains_of(ewt), "{:+.1f}"))

print("ELMo minus layer 0:", np.round(interval_of(ewt | {"none": ewt["layer 0"]}), 1))
plots.setting_panels({"tags, UD English-EWT": scores(counted) | scores(ewt)})

# %% [markdown]
# The offer was honest: ELMo adds 11.0 points, from 83.1 to 94.1 %. But layer 0, which sees the
# letters of one word and no neighbour, adds 10.6 of them. A table of static vectors knows
# neither the ending of a rare word nor its capital, and a char-CNN sees both. Random filters get
# only 2.7 points out of them, and letters that have learned to spell word vectors 8.5. What the
# LSTMs have read is worth 0.4 points (0.1 to 0.6).
#
# ## 2. Names
# A **named entity** (개체명) is a name of a person, a place or a firm, and it may have several
# words. The tags say where one begins and goes on: B-person, I-person, and O outside
# (**IOB2**). A tagger that calls everything O has most words right and has found nothing. So
# entities are scored as whole **spans** (구간): a name counts as found if its first word, its
# last word and its type are right.
#
# By hand, and in the figure a span is filled if it is on both sides:

# %%
tokens = ["Maria", "Silva", "flew", "to", "New", "York"]
gold = ["B-person", "I-person", "O", "O", "B-location", "I-location"]
found = ["B-person", "I-person", "O", "O", "O", "B-location"]
plots.span_rows(tokens, corpora.entities(gold), corpora.entities(found))

# %% [markdown] tags=["exercise"]
# ### Exercise 12c.1: F1 of spans
# Difficulty 3 of 3, 20 minutes.
#
# Four of the six tags in the figure are right. But of the two spans that the tagger gave, one is
# right (precision 1/2), and of the two true names one was found (recall 1/2). $F_1$ is twice the
# number of hits, divided by the spans of both sides together: $2 \cdot 1 / (2 + 2) = 0.5$.
#
# `gold` and `found` are the tags of one sentence. Return the F1 of whole spans. A span begins with
# a B- tag and goes on with I- tags of the same type; an I- tag that continues nothing of its type
# begins a span of its own. If neither side has a span, return 0.
#
# <details><summary>Hint 1</summary>
#
# First a helper that turns tags into a set of (first, last, type). Then `len(a & b)` counts what
# agrees.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Go from left to right with a list of spans. An I- tag prolongs the last span if that one ended at
# the word before and has the same type; else it starts a new one.
#
# </details>


# %% tags=["exercise"]
def span_f1(gold, found):
    """F1 of whole entities in one sentence, from IOB2 tags."""

    # begin solution
    def spans(tags):
        ends = []
        for i, tag in enumerate(tags):
            kind = tag[2:]
            if tag[0] == "I" and ends and ends[-1][1:] == (i - 1, kind):
                ends[-1] = (ends[-1][0], i, kind)
            elif tag != "O":
                ends.append((i, i, kind))
        return set(ends)

    a, b = spans(gold), spans(found)
    return 2 * len(a & b) / (len(a) + len(b)) if a or b else 0.0
    # end solution


# %% tags=["check"]
checks.ch12c_ex1(span_f1)

# %%
span_f1 = checks.ch12c_ex1.yours_or_ours(span_f1)
assert np.isclose(span_f1(gold, found), task_entities.span_scores([gold], [found])["f1"])
print(span_f1(gold, found))

# %% [markdown]
# Your function agrees with the package on this sentence. Now real names: **WNUT-17** has tweets and
# comments, 3,394 sentences to learn from, and 1,287 test sentences chosen for names that are rare
# and new. The tagger reads GloVe, the 50,000 most frequent words, with and without a biLM. One
# baseline learns nothing: it finds again the names of training.
#
# **Predict.** On parts of speech the letters did nearly everything. More or less so for names?
#
# <details><summary>Answer</summary>
#
# Less, but still most of it: 12.1 of 13.7 points.
#
# </details>

# %%
GLOVE = {kind: f"GloVe 6B + {name}" for kind, name in KINDS.items()} | {"none": "GloVe 6B"}
names = stored(measured["wnut"], "input", GLOVE)
by_heart = stored(measured["wnut"], "input", {"learned by heart": "names of training"})
print(plots.told(gains_of(names, "f1"), "{:+.1f}"))
facts = measured["wnut"]["about"]["names"]  # four facts and the type of each test name
ends = task_entities.f1_interval(names["trained"], names["layer 0"], facts["sentence"])
print("ELMo minus layer 0:", np.round(ends, 1))
plots.setting_panels({"WNUT-17": scores(by_heart, "f1") | scores(names, "f1")}, "F1 of spans, %")

# %% [markdown]
# ELMo lifts F1 from 17.2 to 30.9, and letters alone lift it to 29.3. So of 13.7 points letters
# bring 12.1, and the other 1.6 may be chance (−0.7 to 3.7). Letters do it because a new name is a
# word that no table has, and its capital is the best hint.
#
# Which errors are left? The next cell sorts the test names by kind.

# %%
for kind in ("none", "layer 0", "trained"):
    found = np.mean([unpack(row) for row in names[kind]], axis=0)  # of each name, over seeds
    shares = {"all": 100 * found.mean()}
    for fact in ("capital", "vector", "seen"):
        mask = np.array(facts[fact], dtype=bool)
        shares |= {fact: 100 * found[mask].mean(), f"no {fact}": 100 * found[~mask].mean()}
    print(f"{KINDS[kind]}, % found:", plots.told(shares, "{:.0f}"))
print(f"{np.mean(values(names['trained'], 'precision')):.0%} of ELMo's names are right")
types = np.array(facts["type"])
print({name: f"{found[types == name].mean():.0%}" for name in sorted(set(facts["type"]))})

# %% [markdown]
# The tagger with ELMo is not careless, it is blind: 57 % of what it marks is right, but it finds
# only 21 % of all names, and without ELMo 10 %. What it gains are capitals (from 11 to 27
# %) and words that GloVe does not have (from 1 to 11 %). And it pays for its trust in
# capitals: of the names without a capital it finds 2 %, where GloVe alone found 7. Persons and
# places are found in more than a third of the cases, products hardly ever.

# %% [markdown]
# ## 3. Two sentences, and which place
# Does *A child gives food to a bird* follow from *A boy is feeding a parrot in the yard*? The
# paper's SNLI asks 570,000 such questions: does the **premise** (전제) entail the **hypothesis**
# (가설)? We have written 600 pairs for **entailment** (함의), in blocks of four, and each sentence
# occurs once with *yes* and once with *no*. In SNLI a classifier that sees the hypothesis alone is
# right in two thirds of the cases instead of one third, because the writers left traces, such as
# *nobody* in what is false. What can be guessed from our hypotheses alone?

# %%
pairs = corpora.our_pairs()
for pair in pairs[:4]:
    print(f"{pair.label:3}  {pair.premise}  ->  {pair.hypothesis}")
hypotheses, labels = [pair.hypothesis for pair in pairs], [pair.label for pair in pairs]
blocks = [pair.block for pair in pairs]
counting = make_pipeline(CountVectorizer(), LogisticRegression())
folds = GroupKFold(5)
right = cross_val_score(counting, hypotheses, labels, groups=blocks, cv=folds)
print(f"the hypothesis alone: {100 * right.mean():.0f} %")

# %% [markdown]
# Exactly half: nothing leaks. Now we ask five blocks together: from
# which of their ten premises does this hypothesis follow? The hardest to refuse is the *twin*,
# the other premise of its block. A first baseline takes the mean of the static vectors of each
# sentence, and the largest cosine.

# %%
work = task_pairs.PairLab(TaskLab(Elmo.load("en"), range(1, 2)))
kinds = np.array([block.name.partition(".")[0] for block in work.blocks for _ in range(2)])
table = work.vectors[0].weight.numpy()


def mean_vector(text):
    mean = table[work.numbers[text][:, 0]].mean(axis=0)
    return mean / np.linalg.norm(mean)


similar = np.zeros((len(work.blocks), 2), dtype=int)
for fold in range(task_pairs.FOLDS):
    for group in work.groups(fold):
        some = [work.blocks[i] for i in group]
        p = np.array([mean_vector(text) for block in some for text in block.premises])
        h = np.array([mean_vector(text) for block in some for text in block.hypotheses])
        similar[group] = entailment.outcomes(h @ p.T).reshape(-1, 2)
similar = similar.flatten()
print(f"right {np.mean(similar == entailment.RIGHT):.1%}")
print(f"twin {np.mean(similar == entailment.TWIN):.1%}")

# %% [markdown]
# The cosine is right in 45.0 % of the questions, without any training, and in 25.7 % it takes the
# twin.

# %% [markdown] tags=["exercise"]
# ### Exercise 12c.2: attention
# Difficulty 2 of 3, 15 minutes.
#
# A network compares better word by word, *child* with *boy*, *bird* with *parrot*. Which with
# which? That is what attention (어텐션) answers. Each word $h$ of the hypothesis gets a score with
# each word $p_i$ of the premise, a softmax makes weights of the scores, and $h$ is compared
# with the weighted mean:
#
# $$a = \sum_i \alpha_i\, p_i, \qquad
# \alpha = \mathrm{softmax}_i \big(h \cdot p_i / \sqrt d\big) \tag{1}$$
#
# By hand, with $d = 2$: $h = (1, 0)$ and premise words $(2, 0)$ and $(0, 2)$ have the scores
# $2/\sqrt2 = 1.41$ and 0, the weights 0.80 and 0.20, and the mean is $(1.61, 0.39)$.
#
# Write it for all words of a hypothesis: `h` has the shape (words, dim), `p` (others, dim), and
# `inside` says which rows of `p` are words, since the others are padding and must get no weight.
# Return an array of the shape of `h`.
#
# <details><summary>Hint 1</summary>
#
# `h @ p.T` has all dot products, a row for each word of the hypothesis.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `scores[:, ~inside] = -np.inf` before the softmax: `np.exp(-np.inf)` is 0.
#
# </details>


# %% tags=["exercise"]
def attend(h, p, inside):
    """(words, dim), (others, dim), (others,) -> (words, dim)"""
    # begin solution
    scores = h @ p.T / np.sqrt(p.shape[1])
    scores[:, ~inside] = -np.inf
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = weights / weights.sum(axis=1, keepdims=True)
    return weights @ p
    # end solution


# %% tags=["check"]
checks.ch12c_ex2(attend)

# %%
attend = checks.ch12c_ex2.yours_or_ours(attend)
h, p = np.array([[1.0, 0]]), np.array([[2.0, 0], [0, 2], [9, 9]])
inside = np.array([True, True, False])  # the last row is padding
theirs = entailment.attend(*(torch.tensor(x) for x in (h, p, inside)))
assert np.allclose(attend(h, p, inside), theirs)
print(attend(h, p, inside).round(2))

# %% [markdown]
# This is the attention of the Transformer, and so of BERT and GPT, which
# have three learned matrices before it.
#
# Our network is a small relative of the paper's for SNLI. A biLSTM reads each sentence,
# attention aligns the words, a layer compares $h$ with $a$, and mean and maximum over the
# hypothesis give one score. ELMo comes in at the **input** of the biLSTM, $[x; \text{ELMo}]$,
# or at its **output**, $[h; \text{ELMo}']$. In the paper's Table 3 both places together are
# best for SQuAD and SNLI, whose networks have attention there, and the input alone for SRL,
# whose network has none. The authors guess why: there attention can look at the biLM.
#
# `evaluate tasks` has trained it with each seed on two thirds of the blocks and asked about the
# others. Two of these networks are trained here as well, so that we can look inside.
#
# **Predict.** Which of three wins: no ELMo, ELMo at the input, or at the output?
#
# <details><summary>Answer</summary>
#
# The output, with 48.9 %, before the input with 44.7 % and no ELMo with 37.2 %.
#
# </details>

# %%
rights = {}
for row in measured["pairs"]["rows"]:
    rights.setdefault(task_pairs.name_of(row), []).append(unpack(row))
models = {f"ELMo at the {place}": work.answers(place, 1)[1] for place in ("input", "output")}

# %%
ranking = sorted(rights, key=lambda name: np.mean(rights[name]))
percent = {name: [np.mean(seed) for seed in rights[name]] for name in ranking}
plots.setting_panels({"300 hypotheses, ten premises each": percent})

# %%
of_kind = {"mean of words": [similar == entailment.RIGHT]} | rights
shown = ("mean of words", "no ELMo", "ELMo at the input")
shown += ("layer 0 at the output", "ELMo at the output")
order = list(dict.fromkeys(kinds))
grid = np.zeros((len(order), len(shown)))
for y, kind in enumerate(order):
    for x, way in enumerate(shown):
        grid[y, x] = 100 * np.mean(np.array(of_kind[way])[:, kinds == kind])
ax = plt.figure(figsize=(9.5, 3.6)).add_subplot()
ax.imshow(grid, cmap="viridis", vmin=10, vmax=90, aspect="auto")
for (y, x), value in np.ndenumerate(grid):
    ink = "black" if value > 55 else "white"
    ax.text(x, y, f"{value:.0f}", ha="center", va="center", color=ink)
ax.set_xticks(range(len(shown)), [name.replace(" at", "\nat") for name in shown])
ax.set_yticks(range(len(order)), order)
ax.set_title("right in percent, by what the two premises of a block differ in")
told = plots.told(zip(order, grid, strict=True), "{:.0f}")
plots.describe(ax, f"% right ({', '.join(shown)}): {told}.")

# %%
base = np.repeat(np.arange(len(work.blocks)), 2)  # the two hypotheses of a block go together


def compare(one, other, where=""):
    mask = np.array([where in kind for kind in kinds])
    sides = [np.array(rights[name])[:, mask] for name in (one, other)]
    gain, low, high = 100 * np.array(paired(*sides, groups=base[mask]))
    print(f"{where} {one} minus {other}: {gain:+.1f} points [{low:+.1f}, {high:+.1f}]".strip())


for other in list(rights):
    if other != "ELMo at the output":
        compare("ELMo at the output", other)
compare("ELMo at the input and output", "ELMo at the input")
compare("ELMo at the output, no attention", "ELMo at the input, no attention")
compare("ELMo at the output", "layer 0 at the output", "sense")


# %% [markdown]
# ELMo at the output gains 11.7 points over no ELMo (interval 6.1 to 17.1), and 4.1 over ELMo at
# the input (−0.7 to 9.1). Both places together have most, as in the paper's Table 3: 51.3 %, which
# is 6.5 points more than the input alone (2.1 to 10.7) and 2.4 more than the output alone (−2.7 to
# 6.7). Without ELMo the network has 37.2 %, and
# plain cosines 45.0: a hundred blocks are too few for a biLSTM.
#
# Who earned the 11.7 points? Random weights at the same place add 0.9, static vectors 3.0, layer 0
# 8.0 and the warm start 8.2. That leaves 3.6 points for the context, and with 300 questions we
# cannot be sure of them (−1.8 to 9.3). Nearly half lie where contextual vectors should help: on
# `sense`, one word with two meanings, letters reach 61 % and ELMo 70, but here, too, the interval
# holds 0 (−2.5 to 21.9). And `roles` falls to 24 %. Its premises have the same words (so the 50 %
# of their means is a coin), and no network here has learned who does what.
#
# And the authors' reason? It fails here. Without attention, each sentence one mean vector, ELMo at
# the output gets 51.2 %, which is not worse but 2.4 points better, and the interval of the
# difference (−6.4 to 2.1) holds 0. There, too, it is ahead of the input, by 6.1 points (0.8 to
# 10.9). So the gain comes from the place itself: what is compared there has not gone through a
# biLSTM that knows little.
#
# What does the attention look at? Here are its weights for the first pair of the file.
# %%
def states(model, text):
    """What attention sees: (words, dim)"""
    numbers = torch.from_numpy(work.numbers[text])[None]
    with torch.no_grad():
        return model.states(numbers, torch.tensor([numbers.shape[1]]))[0]


def weights_of(place, number, which=0):
    """The weights of equation (1) for a hypothesis of a block and its premise."""
    block, model = work.blocks[number], models[place][work.folds[number]]  # never saw this block
    h, p = (states(model, texts[which]) for texts in (block.hypotheses, block.premises))
    return (h @ p.T / p.shape[1] ** 0.5).softmax(dim=1).numpy()


for place in models:
    every = [weights_of(place, number).max(axis=1).mean() for number in range(150)]
    print(f"{place}: the largest weight of a word is {np.mean(every):.2f} on average")

# %%
shown = 0  # a block
texts = work.blocks[shown].hypotheses[0], work.blocks[shown].premises[0]
words, others = (work.tokens[work.sentences.index(text)] for text in texts)
figure, axs = plt.subplots(1, 2, figsize=(12, 3.6))
for ax, place in zip(axs, ("ELMo at the input", "ELMo at the output"), strict=True):
    weights = weights_of(place, shown)
    ax.imshow(weights, cmap="Greys", vmin=0, vmax=1, aspect="auto")
    ax.set_xticks(range(len(others)), others, rotation=40)
    ax.set_yticks(range(len(words)), words)
    ax.set_title(place)
    first = [others[i] for i in weights.argmax(axis=1)]
    told = zip(words, first, weights.max(axis=1), strict=True)
    said = ", ".join(f"{word} looks at {other} ({most:.2f})" for word, other, most in told)
    plots.describe(ax, f"{place}: {said}.")

# %% [markdown]
# With ELMo at the input the attention is a blur, with a largest weight of 0.21 on
# average. At the output it is 0.48, and right: *child* looks at *boy* with 0.55 and *dog*
# at *puppy* with 0.41. The biLM's vectors of the two have a large
# product from the start, and the attention needs only to find it.
#
# **Try it.** Set `shown = 77`, where a bat flies out of a cave. Which word does *animal* look at?
#
# ## 4. Which layers?
# Chapter 09b put the weights of the mixture on a leash, $\lambda \lVert w \rVert_2^2$. What it does
# shows best on a task that fits on paper.

# %% [markdown] tags=["exercise"]
# ### Exercise 12c.3: the gradient of the leash
# Difficulty 2 of 3, 10 minutes.
#
# Let $a_j$ be the loss with layer $j$ alone, and let the loss of a mixture be their mean,
# weighted by the shares $s = \mathrm{softmax}(w)$:
#
# $$J(w) = \sum_j s_j a_j + \lambda \sum_j w_j^2, \qquad
# \frac{\partial J}{\partial w_j} = s_j \Big(a_j - \sum_i s_i a_i\Big) + 2 \lambda w_j \tag{2}$$
#
# The first part lifts the share of a layer whose loss is below that of the mixture. The second
# pulls every weight back to 0, which means to equal shares. By hand, with $a = (3, 1, 2)$ and
# $w = 0$: the shares are $1/3$, the mean loss is 2, and the gradient is $\frac13 (1, -1, 0)$.
# At $w = (1, 0, 0)$ and $\lambda = 0.5$ the leash alone adds $(1, 0, 0)$.
#
# Write the gradient of equation (2). `w` and `a` are arrays with one number for each layer,
# `strength` is $\lambda$.
#
# <details><summary>Hint 1</summary>
#
# `s = np.exp(w - w.max())`, then `s /= s.sum()`, are the shares, and `s @ a` is the loss of the
# mixture.
#
# </details>


# %% tags=["exercise"]
def leash_gradient(w, a, strength):
    """dJ/dw of equation (2): one number for each layer."""
    # begin solution
    s = np.exp(w - w.max())
    s /= s.sum()
    return s * (a - s @ a) + 2 * strength * w
    # end solution


# %% tags=["check"]
checks.ch12c_ex3(leash_gradient)

# %%
leash_gradient = checks.ch12c_ex3.yours_or_ours(leash_gradient)
a, w = np.array([3.0, 1, 2]), torch.tensor([1.0, 0, 0], dtype=torch.double, requires_grad=True)
(w.softmax(0) @ torch.tensor(a) + 0.5 * w.square().sum()).backward()
assert np.allclose(leash_gradient(np.array([1.0, 0, 0]), a, 0.5), w.grad)
print(leash_gradient(np.zeros(3), a, 0.5).round(2))

# %% [markdown]
# PyTorch agrees. Now walk downhill for many values of λ.
#
# **Predict.** Where do the shares end at $\lambda = 1$, and where at $\lambda = 0.001$?
#
# <details><summary>Answer</summary>
#
# At 1 the two parts balance near $w = (-0.16, 0.17, -0.02)$, with shares of about 0.28, 0.39 and
# 0.32. At 0.001 the best layer takes 99 %.
#
# </details>

# %%
strengths, ends = np.geomspace(0.001, 1, 10), []
for strength in strengths:
    w = np.zeros(3)
    for _ in range(3000):
        w -= 0.3 * leash_gradient(w, a, strength)
    ends.append(np.exp(w) / np.exp(w).sum())
ax = plt.figure(figsize=(8, 3.8)).add_subplot(xscale="log", xlabel="λ", ylabel="share s")
for j, column in enumerate(np.array(ends).T):
    ax.plot(strengths, column, "osD"[j] + "-", color=plots.LAYERS[j], label=f"layer {j}")
plots.label_lines(ax)
plots.describe(
    ax,
    f"Shares at λ = 0.001: {plots.told([('', ends[0])])}; "
    f"at λ = 1: {plots.told([('', ends[-1])])}.",
)

# %% [markdown]
# With a short leash, $\lambda = 1$, the shares stay at 0.28, 0.39 and 0.32, and with a long one
# layer 1 takes 0.99. The paper tries exactly these two. Does a real task care? Here are its
# Tables 2 and 3 once more for parts of speech, and both leashes for names.

# %%
TABLE_2 = ("no ELMo", "layer 0", "last layer", "average", "lambda 1", "lambda 0.001")
table_2 = {f"ELMo, {n}" if n in TABLE_2[2:] else n: n for n in TABLE_2}
table_3 = {"ELMo at the output": "output", "ELMo at both places": "input and output"}
both = stored(measured["mixtures"], "mixture", table_2, task="tags")
both |= stored(measured["places"], "place", table_3, task="tags")
leashes = {"ELMo, lambda 1": "GloVe 6B + lambda 1", "ELMo, lambda 0.001": "GloVe 6B + ELMo"}
leashes = stored(measured["wnut"], "input", leashes)
of_tags, of_leashes = scores(both), scores(leashes, "f1")
plots.setting_panels({"tags, UD English-EWT": of_tags, "names, F1 of spans": of_leashes}, "%")
for other in ("ELMo, average", "ELMo, last layer", "ELMo at the output"):
    ends = interval_of({"trained": both["ELMo, lambda 0.001"], "none": both[other]})
    print("tags, ELMo, lambda 0.001 minus", other, np.round(ends, 1))
ends = task_entities.f1_interval(*reversed(leashes.values()), facts["sentence"])
print("names, lambda 0.001 minus lambda 1", np.round(ends, 1))

# %% [markdown]
# Any mixture will do for tags: the average has 94.2 %, a short leash 94.2, a long one 94.1. The
# last layer alone has 93.6 (0.2 to 0.9 less), no more than layer 0 with 93.7. In the paper's
# Table 2, too, the last layer alone is the worst choice. For names a short leash has 30.6 and
# a long one 30.9, and the paper found its NER insensitive to λ as well. The
# place matters more: the output alone has 93.0, a point less than the input (0.9 to 1.4).
# It is the worst place, as for the paper's SRL, another tagger without attention.
#
# ### What the tasks have chosen
# In the paper's Figure 2 all tasks favour layer 1 at the input and, slightly, the lower layers at
# the output. Here are the networks of section 3.

# %%
for place, name in (("ELMo at the input", "first"), ("ELMo at the output", "at_output")):
    for model in models[place]:  # one for each third of the blocks
        table = getattr(model, name)
        mix = table.elmo.mix if name == "first" else table.mix
        print(place, mix.s.detach().numpy().round(2), f"gamma {mix.gamma.item():.2f}")

# %% [markdown]
# As in the paper, at the input layer 1 leads in all three networks, with 0.35 to 0.37, and at the
# output no layer does.
#
# ## 5. Opinions
# **SST-5** asks for one of five opinions in a sentence from a film review, from very negative to
# very positive. The paper gains 3.3 points there.
#
# **Predict.** Ours has read hardly a review. Does it help?
#
# <details><summary>Answer</summary>
#
# Not that we can show: 1.5 points, and the interval holds 0. Layer 0 alone brings 1.9.
#
# </details>

# %%
opinions = stored(measured["sentiment"], "input", GLOVE)
others = {"always the same": "majority", "TF-IDF": "TF-IDF"}
others = scores(stored(measured["sentiment"], "input", others))
print(plots.told(gains_of(opinions), "{:+.1f}"))
print("ELMo minus no ELMo:", np.round(interval_of(opinions), 1))
for name, found in (others | scores(opinions)).items():
    print(f"{name}: {100 * np.mean(found):.1f} %")

# %% [markdown]
# No gain is certain: ELMo has 44.0 % beside GloVe, up from 42.4 % for GloVe alone, a difference
# between −0.3 and 3.4. Layer 0 has 44.3, and even random weights have 43.5. TF-IDF has 38.0 %, and
# giving always the same answer 23.1 %.
#
# ## 6. The bill
# Each row is one network, without ELMo, with it, and with each control:

# %%
TOPICS = {kind: kind for kind in KINDS}
tasks = {"parts of speech, EWT": ewt}
tasks["topics, AG News titles"] = stored(measured["titles"], "elmo", TOPICS, input="GloVe, frozen")
tasks["opinions, SST-5"] = opinions
gains = {name: gains_of(found) for name, found in tasks.items()}
gains["names, WNUT-17 (F1)"] = gains_of(names, "f1")
means = {name: 100 * np.mean(right) for name, right in rights.items()}
of_pairs = {kind: means.get(f"{kind} at the output") for kind in reversed(KINDS.values())}
gains["pairs, ELMo at the output"] = {k: m - means["no ELMo"] for k, m in of_pairs.items() if m}


# %%
intervals = {name: interval_of(found) for name, found in tasks.items()}
for name, found in tasks.items():
    print(name, "ELMo minus layer 0", np.round(interval_of(found | {"none": found["layer 0"]}), 1))
sides = names["trained"], names["none"]
intervals["names, WNUT-17 (F1)"] = task_entities.f1_interval(*sides, facts["sentence"])
last = np.array([rights[k] for k in ("ELMo at the output", "no ELMo")])
intervals["pairs, ELMo at the output"] = tuple(100 * np.array(paired(*last, groups=base)[1:]))
plots.gain_forest(gains, {name: ends for name, ends in intervals.items() if ends})

# %% [markdown]
# Names gain 13.7 points, pairs 11.7, tags 11.0 and opinions 1.5, and titles lose 0.8 (chapter
# 12b); on opinions the interval holds 0. But look at the green squares: wherever ELMo gains, most
# of it is a good reader of letters. Of what the context adds we are sure only on tags, 0.4 points.
# On pairs it is most, 3.6, but the interval holds 0.
#
# ### Beside the paper
# Points hide how much was left to gain, so the paper also counts the share of all errors that is
# gone (chapter 09b). Its introduction promises "up to 20 %". Its own Table 1 says more: 24.9 % for
# SQuAD and 21 % for NER.

# %%
PAPER = {"SQuAD": (81.1, 85.8), "NER": (90.15, 92.22), "SRL": (81.4, 84.6)}
PAPER |= {"Coref": (67.2, 70.4), "SST-5": (51.4, 54.7), "SNLI": (88.0, 88.7)}
theirs = {name: 100 * (new - old) / (100 - old) for name, (old, new) in PAPER.items()}
ours_ = {}
for name, found in [*tasks.items(), ("names, WNUT-17 (F1)", names)]:
    score = "f1" if "F1" in name else "accuracy"
    old = 100 * np.mean(values(found["none"], score))
    ours_[name] = 100 * gains[name]["ELMo"] / (100 - old)
ours_["pairs, ELMo at the output"] = 100 * gains["pairs, ELMo at the output"]["ELMo"]
ours_["pairs, ELMo at the output"] /= 100 - means["no ELMo"]
figure, axs = plt.subplots(1, 2, figsize=(12.5, 3.4), width_ratios=[2, 3])
for ax, found, title in zip(axs, (theirs, ours_), ("the paper's Table 1", "ours"), strict=True):
    bars = ax.barh(list(found), list(found.values()), color=plots.CYAN)
    ax.bar_label(bars, fmt=" %.1f")
    ax.invert_yaxis()
    ax.set(title=title, xlabel="% of the errors gone", xlim=(-16, 80))
    plots.describe(ax, f"Errors gone, {title}: {plots.told(found, '{:.1f}')}.")

# %% [markdown]
# By this measure our tags beat the paper: 65.1 % of the errors are gone, and 18.6 % on pairs.
# That is no triumph, since GloVe with 50 numbers is a weak baseline. The paper's were the best of
# their year, and that of NER read letters already. So its 21.0 % came on top of the letters,
# while of our 16.6 % on WNUT most *are* the letters.
#
# ### What to use when
# The price is the reading (chapter 12). For it you get:
#
# | task | without | with ELMo | of which letters | ELMo minus letters |
# |---|---|---|---|---|
# | parts of speech, EWT | 83.1 | 94.1 | 10.6 of 11.0 | 0.4 (0.1 to 0.6) |
# | names, WNUT-17, F1 | 17.2 | 30.9 | 12.1 of 13.7 | 1.6 (−0.7 to 3.7) |
# | pairs, ours | 37.2 | 48.9 | 8.0 of 11.7 | 3.6 (−1.8 to 9.3) |
# | opinions, SST-5 | 42.4 | 44.0 | all of 1.5 | −0.3 (−2.0 to 1.6) |
# | topics, AG News | 84.7 | 83.9 | none | 0.2 (−0.9 to 1.5) |
#
# - Spam: count runs of characters (12). Topics: static vectors of much text (12b).
# - Rare and new words (names, tags): buy letters, a char-CNN or fastText (04).
# - Senses of one word: buy the biLM, right 74 times in 100 where letters are 46 (10).
#
# ### Open experiment
# Write ten blocks like `roles.01`, named from `roles.26` on. Give them to a new
# `lab = task_pairs.PairLab(work.lab)` by `lab.blocks = entailment.blocks_of([*pairs, *yours])`.
# Predict first: will they lift `roles`, and with ELMo only?
#
# ## 7. What came after
# ELMo had ancestors. **Seq2Seq** (2014) packed a sentence into a vector with one LSTM and
# unpacked it in another language with a second one. In 2015 attention let the second look back
# at every word. **context2vec** (2016) trained
# a biLSTM to guess a word from both sides, and CoVe (2017) took its vectors from a translator.
#
# The **Transformer** (2017) kept the attention and dropped the LSTM: every word looks at every
# other one by equation (1), in many layers and in parallel, so models could grow. **GPT** (2018)
# kept ELMo's one language model for all tasks, forward only, and let each task train it further.
# **BERT** (2018) kept both directions, in one network: it hides 15 % of the words and guesses them.
# On SQuAD it went from ELMo's 85.8 to over 90.
#
# What stayed is the large text, the guessing of words, a vector for each word in its sentence, and
# layers that hold different things. The LSTM, the letters and the frozen model are gone.
#
# ## What you can now do
# - split a gain into letters, architecture and reading before you believe it,
# - score names as spans,
# - build a test set without a cue in one half of it,
# - write attention, and put ELMo where your network compares.
#
# ## One honest limit
# This is what *our* biLM buys, after 50 million words. The paper's had read 768 million, ten times
# over, and its vectors are nearly three times as long.
#
# ## Sources
# - Peters and others 2018, *Deep contextualized word representations*, Tables 1 to 3, Figure 2:
#   <https://arxiv.org/abs/1802.05365>. Two of the course's lectures retell it, one in Korean.
# - Derczynski and others 2017, *Results of the WNUT2017 shared task*:
#   <https://aclanthology.org/W17-4418>
# - Socher and others 2013, *Recursive deep models for semantic compositionality over a sentiment
#   treebank* (SST): <https://aclanthology.org/D13-1170>
# - Silveira and others 2014, *A gold standard dependency corpus for English* (EWT):
#   <https://aclanthology.org/L14-1067>
# - Bowman and others 2015, *A large annotated corpus for learning natural language inference*
#   (SNLI): <https://arxiv.org/abs/1508.05326>
# - Gururangan and others 2018, *Annotation artifacts in natural language inference data* (the
#   hypothesis alone): <https://arxiv.org/abs/1803.02324>
# - Sutskever and others 2014, *Sequence to sequence learning with neural networks*:
#   <https://arxiv.org/abs/1409.3215>
# - Bahdanau and others 2015, *Neural machine translation by jointly learning to align and
#   translate*: <https://arxiv.org/abs/1409.0473>
# - Melamud and others 2016, *context2vec*: <https://aclanthology.org/K16-1006>
# - McCann and others 2017, *Learned in translation* (CoVe):
#   <https://arxiv.org/abs/1708.00107>
# - Vaswani and others 2017, *Attention is all you need*: <https://arxiv.org/abs/1706.03762>
# - Radford and others 2018, *Improving language understanding by
#   generative pre-training* (GPT): <https://openai.com/research/language-unsupervised>
# - Devlin and others 2018, *BERT*: <https://arxiv.org/abs/1810.04805>
#
# ## Where next
# Chapter 13 asks what changes when words are built from syllables and endings.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. ELMo lifts a tagger by eleven points, and layer 0 alone by 10.6. What has the context brought?
#    - [ ] eleven points :: that is what ELMo brought, letters included
#    - [x] less than half a point :: the rest comes without a look at any neighbour
#    - [ ] nothing, ever :: on this task little; on pairs it was 3.6 points of 11.7
# 2. A tagger has 95 % of the tags right and an F1 of spans of 0.2. How can that be?
#    - [ ] one of the two is wrong :: they count different things
#    - [x] most words are O, and O is easy :: names are few, and each needs all its tags right
#    - [ ] the names are too short :: in a short name fewer tags must be right, which is easier
# 3. On a set of sentence pairs, a classifier of hypotheses alone is right in 67 % of three labels.
#    What follows?
#    - [ ] the set is easy :: the question may be hard; the set gives the answer away
#    - [x] a part of every score on it needs no premise :: so this baseline belongs beside it
#    - [ ] hypotheses follow from anything :: the classifier has found traces of how they were made
