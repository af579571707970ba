# %% [markdown]
# # 12c What ELMo buys
#
# **Which layers, which place, which task: when is ELMo worth its price?**
#
# The paper's section 5 turns the screws of ELMo one by one. We do the same on small tasks, then
# leave news for names and opinions, and draw up a bill at the end.
#
# You will be able to
# - **predict** what lambda does to the shares of the layers, from its gradient,
# - **choose** where in a network ELMo comes in,
# - **read** a figure of layer weights without telling a story,
# - **score** entities as whole spans,
# - **decide** for which task ELMo is worth a try.
#
# You need chapter 12b: $[x; \text{ELMo}]$, and the rule that calls a difference none.

# %% tags=["setup"]
from dataclasses import replace

import numpy as np
import torch
from scipy.optimize import minimize
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from elmo_lite import corpora, static_vectors
from elmo_lite.checks import ch12c as checks
from elmo_lite.course import chapter
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import results
from elmo_lite.experiments.task_runs import SETTINGS, Recipe, Task
from elmo_lite.experiments.task_runs import run as run_task
from elmo_lite.plots import ch12c as plots
from elmo_lite.plots import common
from elmo_lite.reading.cache import fingerprint

torch.set_num_threads(1)  # networks as small as these are quicker on one core

# %%
common.course_map("12c")

# %% [markdown]
# ## 1. Which layers? Lambda again
# Chapter 09b put the weights of the mixture on a leash: the loss of the task plus
# $\lambda \lVert w \rVert_2^2$. Here we look into it with a task so small that it fits on paper.
# Let the loss of the task with layer $j$ alone be $a_j$, and let the loss of a mixture be the mean
# of these, weighted by the shares $s = \mathrm{softmax}(w)$. (A real task is not as simple, but the
# pull is of the same kind.) Then
#
# $$L(w) = \sum_j s_j a_j + \lambda \sum_j w_j^2, \qquad
# \frac{\partial L}{\partial w_j} = s_j \Big(a_j - \sum_i s_i a_i\Big) + 2 \lambda w_j \tag{1}$$
#
# Training steps against the gradient. So the first part pushes the share of a layer up if its loss
# is below that of the mixture. The second pulls every weight back to 0, that is, to equal shares.
#
# By hand, with $a = (3, 1, 2)$ at $w = 0$: the shares are $1/3$, the mean loss is 2, and the
# gradient is $\frac13 (1, -1, 0) = (0.33, -0.33, 0)$. One step against it lowers the share of layer
# 0 and raises that of layer 1. At $w = (1, 0, 0)$ and $\lambda = 0.5$ the leash alone adds
# $(1, 0, 0)$.

# %% [markdown] tags=["exercise"]
# ### Exercise 12c.1: the gradient of the leash
# Difficulty 2 of 3, 15 minutes.
#
# Write the gradient of equation (1). `w` and `a` are arrays with one number for each layer,
# `strength` is $\lambda$.
#
# <details><summary>Hint 1</summary>
#
# `s = np.exp(w - w.max())`, then `s /= s.sum()`, are the shares.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `s @ a` is the loss of the mixture, one number.
#
# </details>

# %% tags=["exercise"]
def leash_gradient(w, a, strength):
    """dL/dw of equation (1): one number for each layer."""
    # begin solution
    s = np.exp(w - w.max())
    s /= s.sum()
    return s * (a - s @ a) + 2 * strength * w
    # end solution

# %% tags=["check"]
checks.ch12c_ex1(leash_gradient)

# %%
def gradient(w, a, strength):
    """The gradient of L(w), from PyTorch instead of from equation (1)."""
    w = torch.tensor(w, requires_grad=True)
    loss = w.softmax(0) @ torch.tensor(a) + strength * w.square().sum()
    loss.backward()
    return w.grad.numpy()


a, w = np.array([3.0, 1, 2]), np.array([1.0, 0, 0])
assert np.allclose(gradient(np.zeros(3), a, 0.5), [1 / 3, -1 / 3, 0])
assert np.allclose(gradient(w, a, 0.5) - gradient(w, a, 0.0), [1, 0, 0])

# %% [markdown]
# **Predict.** Where do the shares end at $\lambda = 1$, and where at $\lambda = 0.001$?
#
# <details><summary>Answer</summary>
#
# At $\lambda = 1$ the weights stay small, so the shares in equation (1) stay near $1/3$, and the
# two parts balance where $\frac13 (a_j - 2) = -2 w_j$: at $w = (-0.17, 0.17, 0)$. The shares are
# about $(0.28, 0.39, 0.33)$. At $\lambda = 0.001$ the leash is so long that the best layer takes
# nearly all.
#
# </details>

# %%
def shares(w):
    return np.exp(w) / np.exp(w).sum()


def settle(strength):
    """The shares where the loss of equation (1) is smallest."""
    found = minimize(lambda w: shares(w) @ a + strength * (w @ w), np.zeros(3))
    return shares(found.x)


assert np.allclose(settle(1.0), [0.28, 0.39, 0.33], atol=0.01)
assert settle(0.001)[1] > 0.98
strengths = np.geomspace(0.0001, 1, 25)
plots.lambda_shares(strengths, [settle(strength) for strength in strengths])

# %% [markdown]
# The paper tried $\lambda = 1$, nearly an average, and $0.001$, nearly free. In its Table 2
# (chapter 09b) the last layer alone adds most of the gain, the average adds a few tenths of a point
# to that, and free weights once more.
#
# `python -m elmo_lite evaluate tasks` measured the same on two tasks: topics of AG News titles, one
# label for a sentence, and parts of speech of English-EWT, one for each word. GloVe stands beside
# ELMo everywhere, and is alone in the first row. (Does the first line below say False? Then the
# measured numbers of this chapter come from an earlier biLM than the one loaded here.)

# %%
measured = chapter.results("tasks")
elmo = Elmo.load("en")
print("measured with the weights loaded here:", measured["weights"] == fingerprint(elmo))
experiments = measured["experiments"]
print(results.facts(experiments["mixtures"]))
print(experiments["mixtures"]["about"]["settings"])

# %%
mixtures = experiments["mixtures"]["rows"]
panels = {task: results.by(mixtures, "mixture", task=task) for task in ("topics", "tags")}
plots.setting_panels(panels)

# %%
def say(name, without, joined):
    gain, spread, verdict = results.compare(without, joined)
    print(f"{name}: {100 * gain:+.1f} points, spread {100 * spread:.1f}: {verdict}")


for task, found in panels.items():
    say(f"{task}, last layer over no ELMo", found["no ELMo"], found["last layer"])
    say(f"{task}, average over last layer", found["last layer"], found["average"])
    say(f"{task}, lambda 0.001 over average", found["average"], found["lambda 0.001"])
    say(f"{task}, lambda 0.001 over layer 0", found["layer 0"], found["lambda 0.001"])

# %% [markdown]
# The second and third line of each task test the claim behind *deep* in the paper's title: all
# layers beat the last one, and weighing them beats their average. In the paper the average gained
# 0.2 to 0.5 points over the last layer, and free weights 0.2 more. Where a spread above is larger
# than that, "none" does not contradict the paper: our seeds could not have shown so little. The
# fourth line asks for context: layer 0 reads the letters of a word and no neighbours.
#
# ## 2. Which place?
# ELMo may come in at the **input** of the network, $[x; \text{ELMo}]$, behind it at the **output**,
# $[h; \text{ELMo}']$ with a mixture of its own, or at both (chapter 09b built it). A topic has one
# $h$ for the whole title; there ELMo$'$ is the mean over its words.
#
# This one we try live: a **tagger** (태거) finds parts of speech in sentences of our treebank.
# What is new in it, compared with the classifier of 12b?
#
# First, every word gets scores of its own: no state stands for the whole sentence, and one linear
# layer judges the state $h_k$ of each word. Second, the reader is a **biLSTM** (양방향 LSTM), two
# LSTMs, one for each direction, whose states are joined: $h_k$ knows what follows as well. In
# chapter 08 that was cheating, since the next word was the answer. Here the answer is a tag, and
# looking ahead is fair.
#
# Third, padding can do harm. A reader from left to right has passed the last word when it comes to
# the zeros behind it. A backward LSTM would meet them first and carry their traces to every word.
# So the batch is **packed** (패킹): PyTorch is told the lengths, and the backward LSTM starts at
# the last real word of each sentence. Lines marked New are what a tagger asks for. Dropout (chapter
# 09b) and ELMo at the output are in the package's classifier as well.

# %%
class Tagger_v1(nn.Module):
    def __init__(self, table, num_tags, hidden_dim=128, dropout=0.0, at_output=None):
        super().__init__()
        self.table, dim = table, table.embedding_dim  # what is read of a word: x, ELMo or both
        self.reader = nn.LSTM(dim, hidden_dim, batch_first=True, bidirectional=True)  # New
        self.at_output = at_output  # ELMo' with a mixture of its own, or None
        self.dropout = nn.Dropout(dropout)
        more = at_output.embedding_dim if at_output is not None else 0
        self.output = nn.Linear(2 * hidden_dim + more, num_tags)  # New: both directions

    def forward(self, numbers, lengths):
        """numbers (batch, time, 2): rows and places -> scores (batch, time, num_tags)."""
        x = self.dropout(self.table(numbers))
        packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)  # New
        h, _ = pad_packed_sequence(self.reader(packed)[0], batch_first=True)  # New
        if self.at_output is not None:
            h = torch.cat([h, self.at_output(numbers)], dim=-1)
        return self.output(self.dropout(h))

# %% [markdown]
# `tasks.Classifier` without pooling does the same. We build both with ELMo at the input and at the
# output, copy the weights of ours into the other, and give them two sentences, of three words and
# of six. Random numbers stand for the layers of a biLM. The same seed makes the same dropout.

# %%
from elmo_lite import tasks
from elmo_lite.tasks import ElmoTable, FirstLayer, word_numbers

toy = [text.split() for text in ("the cat sat", "the fat cat sat on mats")]
numbers = word_numbers(toy, {word: i for i, word in enumerate(toy[1])})
layers = np.random.default_rng(0).normal(size=(3, 9, 8))  # layer, word, number
first, behind = FirstLayer(tasks.fresh_table(7, 4), ElmoTable(layers)), ElmoTable(layers)

# %%
settings = tasks.TaskSettings("none", hidden_dim=5, dropout=0.3, epochs=1)
torch.manual_seed(0)
ours = Tagger_v1(first, 2, hidden_dim=5, dropout=0.3, at_output=behind)
package = tasks.Classifier(first, first.embedding_dim, 2, settings, behind)
package.load_state_dict(ours.state_dict())
ids, lengths = tasks.pad(numbers)
scores = []
for model in (ours, package):
    torch.manual_seed(1)
    scores.append(model(ids, lengths).detach())
assert scores[0].shape == (2, 6, 2) and torch.allclose(*scores, atol=1e-6)

# %% [markdown]
# Does padding stay out of the scores? We score the short sentence alone, then beside the long one,
# with words of the other sentence where its padding was. Without packing, its states do change.

# %%
with torch.no_grad():
    alone, other = ids[:1, :3], ids.clone()
    other[0, 3:] = ids[1, 3:]
    for model in (ours.eval(), package.eval()):
        score = model(alone, lengths[:1])[0]
        assert torch.allclose(model(ids, lengths)[0, :3], score, atol=1e-6)
        assert torch.allclose(model(other, lengths)[0, :3], score, atol=1e-6)
    loose = [ours.reader(first(batch))[0][0, :3] for batch in (alone, ids)]  # not packed
    assert not torch.allclose(*loose, atol=1e-3)

# %% [markdown]
# The loss, too, must know where a sentence ends: it is the mean of $-\log p(\text{tag})$ over the
# real words. Behind the end stands a label that no tag has, -100, and PyTorch's cross-entropy
# leaves it out. (So a long sentence counts more than a short one.) `tasks.train` does the same.

# %%
gold = [np.array([0, 1, 0]), np.array([1, 0, 1, 1, 0, 1])]
labels = torch.full((2, 6), tasks.NO_LABEL)
labels[0, :3], labels[1] = torch.tensor(gold[0]), torch.tensor(gold[1])
real = labels != tasks.NO_LABEL
loss = nn.functional.cross_entropy(scores[0].flatten(0, 1), labels.flatten()).item()
each = -scores[0].log_softmax(-1)[real][range(9), labels[real]]  # nine real words
assert np.isclose(each.mean(), loss, atol=1e-5)
torch.manual_seed(1)  # the dropout of above
assert np.isclose(tasks.train(package, numbers, gold, settings)[0], loss, atol=1e-5)

# %% [markdown]
# Now the experiment. `task_runs` puts the parts together: table, ELMo, this tagger, and 12b's stop
# by the development part. Beside ELMo stand our static vectors of chapter 06. A small training part
# is read several times in an epoch: 150 sentences seven times, to make about a thousand. Still, the
# measured runs had up to 30 epochs, and these have four. They tell who learns quickly, and not who
# is best in the end.

# %%
parts = [list(corpora.our_tagged(part)) for part in ("train", "dev", "test")]
lots = np.random.default_rng(0)
drawn = [
    [part[i] for i in lots.permutation(len(part))[:size]]
    for part, size in zip(parts, (150, 60, 150), strict=True)
]
task = Task(*drawn, vectors=static_vectors.load)
print([len(part) for part in drawn], "sentences,", len(task.names), "tags")

# %%
wheres = {"no ELMo": (), "input": ("input",), "output": ("output",)}
wheres["input and output"] = ("input", "output")
settings = replace(SETTINGS, epochs=4, hidden_dim=64, learning_rate=5e-3)
live = {name: [] for name in wheres}
steps = chapter.progress([(name, seed) for name in wheres for seed in (1, 2)], "training")
with chapter.timed("12c", "training 8 taggers"):
    for name, seed in steps:
        recipe = Recipe(elmo=wheres[name], settings=settings)
        live[name].append(run_task(task, recipe, elmo, seed)["accuracy"])

# %% [markdown]
# **Predict.** At which of the three places will ELMo add most for tags? In the paper's Table 3
# the input was best for SRL, a task of words, and both places for SQuAD and SNLI, whose networks
# have attention (chapter 09b) behind the LSTM or GRU.
#
# <details><summary>Answer</summary>
#
# Our tagger has nothing like attention, so the paper would let us expect the input. What came out
# is in the figure, live at the left, measured on larger sets in the middle and at the right.
#
# </details>

# %%
places = experiments["places"]["rows"]
print(results.facts(experiments["places"]))
panels = {"our sentences": live}
panels["tags, EWT"] = results.by(places, "place", task="tags")
panels["topics, AG News"] = results.by(places, "place", task="topics")
plots.setting_panels(panels)

# %%
for task_name, found in panels.items():
    for place in ("output", "input and output"):
        say(f"{task_name}, {place} over input", found["input"], found[place])

# %% [markdown]
# Where a task says none twice, the choice of place is free, and the input is the simplest. Where
# both places together gain, they cost a second mixture and a wider last layer. Do not lean on our
# sentences: two seeds may lie close by luck. And the three tasks of the paper, or our two, are too
# few for a rule.
#
# ## 3. What the tasks have chosen
# The paper's Figure 2 shows the shares that each task learned. At the input all tasks favour the
# first LSTM layer, most of all SQuAD and coreference; at the output the shares are nearly equal,
# with a slight preference for the lower layers. Do ours agree? Four tasks, each with ELMo at both
# places: topics, tags, heads (on which side the head of a word stands, chapter 11) and opinions (on
# films, SST-2).

# %%
chosen = experiments["layer_weights"]["rows"]
print(results.facts(experiments["layer_weights"]))
task_names = ("topics", "tags", "heads", "opinions")
at_input = {t: np.array(results.values(chosen, "s_input", task=t)) for t in task_names}
common.learned_shares(at_input, "Shares at the input, a dot a seed")

# %%
at_output = {t: np.array(results.values(chosen, "s_output", task=t)) for t in task_names}
common.learned_shares(at_output, "Shares at the output, a dot a seed")

# %%
for place, found in (("input", at_input), ("output", at_output)):
    ahead = [t for t in task_names if found[t].mean(axis=0).argmax() == 1]
    print(f"{place}: layer 1 has the largest mean share for", ", ".join(ahead) or "no task")

# %% [markdown]
# Before you say "this task needs layer 1", remember chapter 09b: layers differ in scale, and a
# layer with small numbers needs a large share to be heard. What reaches the network from layer $j$
# is about as large as share times length, $s_j \cdot \lVert h_j \rVert$. By hand: shares
# $(0.5, 0.3, 0.2)$ and lengths $(4, 10, 10)$ give $(2, 3, 2)$. The largest share belongs to layer
# 0, but layer 1 is the loudest.
#
# And a choice that another seed does not repeat is no choice.

# %%
heard = np.array([0.5, 0.3, 0.2]) * [4, 10, 10]
assert np.allclose(heard, [2, 3, 2]) and heard.argmax() == 1

# %% [markdown] tags=["exercise"]
# ### Exercise 12c.2: reading a figure of layer weights
# Difficulty 1 of 3, 10 minutes.
#
# `shares` has a row for each seed and a column for each layer; `lengths` holds the mean length of
# the vectors of each layer. Return the number of the layer that is the loudest in *every* seed, or
# `None` if the seeds do not agree.
#
# <details><summary>Hint 1</summary>
#
# `shares * lengths` multiplies each column; `argmax(axis=1)` gives one layer for each seed.
#
# </details>

# %% tags=["exercise"]
def loudest(shares, lengths):
    """The layer with the largest share times length in all seeds, else None."""
    # begin solution
    found = set((np.asarray(shares) * lengths).argmax(axis=1).tolist())
    return found.pop() if len(found) == 1 else None
    # end solution

# %% tags=["check"]
checks.ch12c_ex2(loudest)

# %%
sentences = [tokens for tokens, _ in drawn[0]]
vectors = np.concatenate(list(elmo.stream(sentences, layer="all", progress=False)), axis=1)
lengths = np.linalg.norm(vectors, axis=2).mean(axis=1)
print("mean length of layers 0, 1, 2:", *[f"{length:.1f}" for length in lengths])

assert results.agreed([[2, 3, 2], [1, 4, 2]]) == 1  # of the package: your last step
for t in task_names:
    share, loud = (results.agreed(v) for v in (at_input[t], at_input[t] * lengths))
    print(f"{t}: layer of the largest share {share}, loudest layer {loud}")

# %% [markdown]
# These are the shares at the input. None: the seeds do not agree. Where the two answers differ, the
# figure alone would have told a wrong story. (The lengths come from sentences of ours; on other
# texts they may differ. And they must be those of the biLM whose shares were measured. If section 1
# printed False, it is not the one loaded here: take these lines as practice, not as a result.)
#
# ## 4. Names
# A **named entity** (개체명) is a name of a person, a place, a firm, and it may have several words.
# The tags say where one begins and goes on: B-person, I-person, and O outside (**IOB2**). A tagger
# that calls everything O has most words right and has found nothing. So entities are scored as
# whole **spans**: a name counts as found if its first word, its last word and its type are right.
#
# By hand; in the figure a span is filled if it stands on both sides:

# %%
tokens = ["Maria", "Silva", "flew", "to", "New", "York"]
gold = ["B-person", "I-person", "O", "O", "B-location", "I-location"]
found = ["B-person", "I-person", "O", "O", "O", "B-location"]
print("tags right:", sum(g == f for g, f in zip(gold, found, strict=True)), "of", len(gold))
spans, guessed = corpora.entities(gold), corpora.entities(found)
hits = len(set(spans) & set(guessed))
assert hits / len(spans) == hits / len(guessed) == 0.5
plots.span_rows(tokens, spans, guessed)

# %% [markdown]
# Four of six tags are right. But of the two spans that the tagger gave, one is right (precision
# 1/2), and of the two true names one was found (recall 1/2). $F_1$ is twice the number of hits over
# the spans of both sides: $2 \cdot 1 / (2 + 2) = 0.5$.

# %% [markdown] tags=["exercise"]
# ### Exercise 12c.3: F1 of spans
# Difficulty 3 of 3, 20 minutes.
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
checks.ch12c_ex3(span_f1)

# %% [markdown]
# WNUT-17 asks for names in tweets, comments and forums, and its test part was chosen for names that
# are rare and new. A table of static vectors often lacks them; ELMo at least reads their letters
# and what stands around them. The first row knows the names of the training part by heart;
# static_en are our vectors of chapter 06, GloVe 6B the 50,000 most frequent words of the published
# table.

# %%
names = experiments["wnut"]
print(results.facts(names))
print(names["about"]["settings"])
for table in ("static_en", "GloVe 6B"):
    unknown = np.mean(results.values(names["rows"], "unknown", input=table))
    print(f"{table}: {unknown:.1%} of the test words have no vector")

# %%
f1 = results.by(names["rows"], "input", "f1")
f1["GloVe 6B + ELMo"] = f1.pop("GloVe 6B + ELMo")  # last, below layer 0
plots.setting_panels({"WNUT-17": f1}, "F1 of spans")

# %%
for without, joined in (
    ("static_en", "static_en + ELMo"),
    ("GloVe 6B", "GloVe 6B + ELMo"),
    ("GloVe 6B", "GloVe 6B + layer 0"),
    ("GloVe 6B + layer 0", "GloVe 6B + ELMo"),
):
    say(f"{joined} over {without}", f1[without], f1[joined])

# %% [markdown]
# The last two lines split the gain of ELMo: what letters alone bring, and what context adds to
# them.
#
# ## 5. Opinions
# SST-5 asks for one of five opinions of a sentence from a film review. The paper gains 3.3 points
# there (Table 1), with a biLM that has read a billion words; ours has read far less, and hardly a
# review.
#
# **Predict.** Does our small biLM help here?
#
# <details><summary>Answer</summary>
#
# There is reason to doubt it. An opinion hangs on words such as *dull* or *moving*, and nothing in
# a language model's task forces it to tell praise from blame. On the other hand, it has seen which
# words stand together, and what follows a *not*. The lines below the figure have the verdict.
#
# </details>

# %%
opinions = experiments["sentiment"]
accuracy = results.by(opinions["rows"], "input")
print(results.facts(opinions))
print(opinions["about"]["settings"])
plots.setting_panels({"SST-5": accuracy})

# %%
for without, joined in (
    ("static_en", "static_en + ELMo"),
    ("GloVe 6B", "GloVe 6B + ELMo"),
    ("TF-IDF", "GloVe 6B + ELMo"),
    ("GloVe 6B", "ELMo"),
):
    say(f"{joined} over {without}", accuracy[without], accuracy[joined])

# %% [markdown]
# "None" is a result too: who prints only the tasks with a gain leaves the readers to find the
# others. ("Unknown" would be no result: one run on each side was all there was.)
#
# ## 6. The bill
# Pairs of 12b and 12c in one figure, each with the largest training part that we measured: the same
# network, the same frozen static vectors, without ELMo and with it at the input. Points of F1 for
# names, of accuracy elsewhere. Two things are not in it: what happened with fewer titles (12b,
# section 5), and spam, which has no such network (chapter 12). Look there for losses as well.

# %%
every = results.pairs(experiments)
plots.gain_forest(every, "What ELMo adds")

# %%
verdicts = {name: results.compare(*pair)[2] for name, pair in every.items()}
for verdict in ("a gain", "none", "a loss", "unknown"):
    print(f"{verdict}:", "; ".join(n for n, v in verdicts.items() if v == verdict) or "-")

# %% [markdown]
# And the price? With ELMo the first layer is wider, and the texts have to be read once by the biLM.
# (The seconds depend on the chosen epochs, and on what else the machine did. Only a difference of
# several times counts.)

# %%
rows = experiments["titles"]["rows"]
for kind, name in (("none", "without ELMo"), ("trained", "with ELMo")):
    runs = {"input": "GloVe, frozen", "elmo": kind}
    seconds = np.mean(results.values(rows, "seconds", **runs))
    epochs = np.mean(results.values(rows, "epochs", **runs))
    print(f"AG titles, one training {name}: {seconds:.0f} s, best epoch {epochs:.0f}")
machines = {str(row.get("machine")) for row in rows if row["input"] == "GloVe, frozen"}
if len(machines) > 1:
    print("(not all on one machine: do not compare these seconds)")
spam = experiments["spam"]
messages = sum(spam["about"]["sizes"]["file order"].values())
reading = next(row["reading"] for row in spam["rows"] if "reading" in row)
print(f"reading {messages:,} messages: {reading:.0f} s")

# %% [markdown]
# What to use when? The figure answers for the tasks that are in it. For a task of your own, a place
# to begin:
#
# | you have | begin with | then |
# |---|---|---|
# | words that give the label away (spam, topics) | TF-IDF, naive Bayes | ELMo, if order matters |
# | few labelled examples | frozen static vectors | ELMo beside them, with seeds: it may lose |
# | labels for single words (tags, names) | static vectors, a biLSTM | ELMo at the input |
# | several senses, new spellings | static vectors of subwords (04) | ELMo by layers (10, 11) |
# | a text of a special kind | the biLM as it is | fine-tuned; check the score, not perplexity |
# | no time to run a biLM | TF-IDF | that is an answer, too |
#
# The order of the columns is the advice: the cheap thing first, and a rule for calling a difference
# none before you look.
#
# ## What you can now do
# - say from its gradient what lambda does to the shares,
# - put ELMo at the input, the output or both, and compare,
# - read layer weights with their scale and their seeds,
# - score names as spans,
# - write a bill: gains, nulls, losses and seconds.
#
# ## One honest limit
# Settings were the same for all inputs and were not searched for each; few seeds, some sets only in
# parts, one small biLM. The figure says what ELMo added *here*. The paper's gains stand on a biLM
# that is many times as large and has read a billion words.
#
# ## Sources
# - Peters and others 2018, *Deep contextualized word representations*, sections 5.1, 5.2 and 5.5,
#   Tables 1 to 3 and Figure 2; a Korean review retells sections 5.1 and 5.2.
# - WNUT-17: Derczynski and others 2017. SST: Socher and others 2013. English-EWT: Silveira and
#   others 2014. AG News: Zhang and others 2015.
#
# ## Where next
# All of this was English. Chapter 13 asks what changes when words are built from syllables and
# endings.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. With a large lambda, a mixture scores as well as with a small one. What does that say?
#    - [x] for this task an average of the layers is enough :: free weights found nothing better
#    - [ ] lambda has no effect :: it has, on the shares; the score does not depend on them here
#    - [ ] the weights were not trained :: they were, on a short leash
# 2. A tagger has 95 % of the tags right and an F1 of spans of 0.2. How can that be?
#    - [ ] one of the two is wrong :: they count different things
#    - [x] most words are O, and O is easy :: names are few, and each needs all its tags right
#    - [ ] the names are too short :: in a short name fewer tags must be right, which is easier
# 3. Layer 0 has the largest share in all seeds. What follows?
#    - [ ] the task needs letters, not context :: perhaps layer 0 only has small numbers
#    - [ ] layers 1 and 2 can be left out :: that has to be measured, as in section 1
#    - [x] nothing yet, before lengths are looked at :: what arrives is share times length
