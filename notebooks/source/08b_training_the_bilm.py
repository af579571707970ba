# %% [markdown]
# # 08b Training the biLM
#
# Chapter 08 built a machine that has never read a word. Ask it what comes after *She went to the*,
# and *of* is about as likely as *school*. A model that knew English would say *school* or
# *hospital*. Between the two lie a loop of five lines, a lot of text, and the question of everybody
# who has ever watched a network train: is it worth waiting longer?
#
# **What does a biLM learn in seconds, and what in hours?**
#
# You will be able to
# - **lay** a text into rows and windows whose state goes on,
# - **write** one update of a recurrent language model, and train one,
# - **start** a model with the meaning of words,
# - **read** the curve of a long run,
# - **let** a model speak, from both ends of a sentence.
#
# You need the model and the loss of chapter 08, and perplexity from chapter 01.

# %% tags=["setup"]
import numpy as np
import torch
from matplotlib import pyplot as plt

from elmo_lite import corpora, static_vectors
from elmo_lite.bilm import SHAPES, BiLanguageModel
from elmo_lite.elmo import Elmo
from elmo_lite.ngram import NGramModel
from elmo_lite.reading import plain, score
from elmo_lite.text import Vocabulary
from elmo_lite.training import batches
from elmo_lite.training.run import TrainingSettings, TrainingStep, tensors_of
from elmo_lite.training.warm_start import warm_start
from notebooks.course import chapter, results
from notebooks.course.check import ch08b as checks
from notebooks.course.plots import ch08b as plots
from notebooks.course.plots import common

torch.set_num_threads(1)  # small networks: one thread is fast, and gives the same sums everywhere


def without_history(state):  # the same numbers, cut off from the computation behind them
    return [[(h.detach(), c.detach()) for h, c in stack] for stack in state]


# %% [markdown]
# ## 1. Rows, windows, and a state that goes on
# One sentence per update would be slow, and filling up short sentences to the length of long ones
# is wasted work. So we lay sentences end to end into a few **rows** (행), and cut all rows into
# pieces of equally many steps. Such a piece is a **training window** (학습 윈도우), and gives one
# update.
#
# By hand, one row with the sentences *I am Sam* and *go*, for the forward model:
#
# | | | | | | | |
# |---|---|---|---|---|---|---|
# | is read | `<s>` | I | am | Sam | `<s>` | go |
# | must be predicted | I | am | Sam | `</s>` | go | `</s>` |
# | keep | 0 | 1 | 1 | 1 | 0 | 1 |
#
# Each word is predicted one step before it is read. The last line makes rows possible: before each
# step the LSTM's state is multiplied by it, so where a new sentence starts, the old one is
# forgotten.

# %% [markdown] tags=["exercise"]
# ### Exercise 8b.1: sentences in a row
# Difficulty 2 of 3, 15 minutes.
#
# Lay sentences end to end into one row. Return three lists of equal length: the words that are
# read, the words to predict, and keep (0 at the first word that is read of a sentence, else 1).
# With `backward=True` each sentence is read from its last word to its first; then it begins with
# `</s>`, and `<s>` is what must be predicted at its end. The sentences keep their order.
#
# <details><summary>Hint 1</summary>
#
# What is read is the first mark and then the words; what is predicted is the words and then the
# last mark.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `sentence[::-1]` is a reversed copy of a list.
#
# </details>


# %% tags=["exercise"]
def lay_out(sentences, backward=False):
    """Three lists for one row: read, predict, keep."""
    # begin solution
    read, predict, keep = [], [], []
    first, last = ("</s>", "<s>") if backward else ("<s>", "</s>")
    for sentence in sentences:
        words = sentence[::-1] if backward else sentence
        read = read + [first] + words
        predict = predict + words + [last]
        keep = keep + [0] + [1] * len(words)
    return read, predict, keep
    # end solution


# %% tags=["check"]
checks.ch08b_ex1(lay_out)

# %% [markdown]
# Now two rows and windows of four steps. Each sentence goes into the row that is shortest so far.
#
# **Predict.** The first window ends in the middle of *The fat cat sat*. What does the backward
# model read in its first step, and what is left for the second window?
#
# <details><summary>Answer</summary>
#
# It reads `</s>` and must predict *sat*, since every sentence is reversed on its own. *The* is left
# for the second window, where `<s>` must be predicted.
#
# </details>

# %%
lay_out = checks.ch08b_ex1.yours_or_ours(lay_out)
rows = [["The fat cat sat".split()], ["I am Sam".split(), "I like NLP".split()]]
laid = {}
for direction in ("forward", "backward"):
    laid[direction] = [lay_out(row, backward=direction == "backward") for row in rows]
plots.packed_rows(laid, steps=4)

# %% [markdown]
# The dashed line is the edge between the windows, and it runs through *The fat cat sat*. If every
# window began with an empty state, the model would meet *sat* as if nothing had come before. So a
# window begins with the state in which the last one ended, its **carried state** (이어받은 상태).
# Are the vectors those of the sentence in one piece?

# %%
torch.manual_seed(0)
bilm = BiLanguageModel(SHAPES["tiny"], Vocabulary.build(rows[1])).bilm
x, keep = torch.randn(1, 6, 64), torch.ones(1, 6, 1)  # one row, six steps
empty, stack = bilm.zero_state(1), bilm.forward_lstms
with torch.no_grad():
    whole, _ = bilm.read(x, stack, empty, keep)
    _, carried = bilm.read(x[:, :4], stack, empty, keep[:, :4])
    after, _ = bilm.read(x[:, 4:], stack, carried, keep[:, 4:])
    fresh, _ = bilm.read(x[:, 4:], stack, empty, keep[:, 4:])
assert torch.allclose(after[-1], whole[-1][:, 4:], atol=1e-6)
cosine = torch.cosine_similarity(fresh[-1], whole[-1][:, 4:], dim=-1)[0, 0].item()
print(f"step 5 from an empty state: cosine {cosine:.2f} with the sentence in one piece")

# %% [markdown]
# With the carried state both agree, but from an empty one the vector differs (cosine 0.52). Only
# the *gradient* stops at the edge: the second window learns from what the first remembered, but
# cannot teach it what to remember. This is **truncated backpropagation through time** (절단 시간
# 역전파).
#
# ## 2. One update
# ### A cheaper softmax
# A full softmax over 30,003 words would be the most expensive part of an update, and most of these
# words are rare. So the **adaptive softmax** (적응형 소프트맥스) chooses twice: among the 1,000
# most frequent words and an entry for each group of rarer ones (the real model has two), and then
# within the group:
#
# $$P(\text{rare word}) = P(\text{rarer}) \cdot P(\text{word} \mid \text{rarer}) \tag{1}$$
#
# By hand: if "rarer" has probability $\frac14$ and *zebra* has $\frac1{10}$ among the rarer words,
# then $P(\text{zebra}) = \frac1{40}$, and all words together still sum to 1.

# %%
train, dev = ([tokens for tokens, _ in corpora.our_tagged(part)] for part in ("train", "dev"))
vocabulary = Vocabulary.build(train, min_count=2)  # a word seen once counts as <unk>
torch.manual_seed(0)
model = BiLanguageModel(SHAPES["tiny"], vocabulary)
context, rare = torch.randn(1, 64), 1100  # an id after the first 1,000
with torch.no_grad():
    first = model.softmax.head(context).softmax(dim=1)  # 1,000 words and "rarer"
    second = model.softmax.tail[0](context).softmax(dim=1)
    package = model.log_distribution(context).exp()
assert torch.allclose(first[0, -1] * second[0, rare - 1000], package[0, rare])
elmo = Elmo.load("en")
full = len(elmo.model.vocabulary) * (elmo.bilm.shape.proj_dim + 1)
adaptive = sum(p.numel() for p in elmo.model.softmax.parameters())
print(f"our softmax: {full / 1e6:.1f} million parameters, adaptive {adaptive / 1e6:.1f} million")

# %% [markdown]
# The rarer words get shorter vectors as well, so our softmax has 1.9 million parameters instead of
# 5.8.
#
# ### The loss of a window
# Now chapter 08's joint loss for a whole window, divided by the number of predictions.


# %%
def loss_of(model, window, state):
    """The mean loss of a window, and both states at its end."""
    characters, parts = window
    bilm, after, total, count = model.bilm, [], 0, 0
    vectors = bilm.char_cnn(characters)  # each different word of the window once
    stacks = (bilm.forward_lstms, bilm.backward_lstms)
    for part, before, stack in zip(parts, state, stacks, strict=True):
        x = vectors[part["words"]]  # (rows, time, proj_dim)
        layers, end = bilm.read(x, stack, before, part["keep"])
        there = part["targets"] != batches.NO_TARGET
        total = total - model.log_probability(layers[-1][there], part["targets"][there]).sum()
        count = count + there.sum()
        after.append(end)
    return total / count, after


# %%
def windows_of(sentences, rows=16, steps=16):
    """The windows of a text as tensors, without the last one, which is mostly empty."""
    block = batches.pack(sentences, vocabulary, rows, steps)
    starts = range(0, block.forward.words.shape[1] - steps, steps)
    everything = slice(0, rows)
    return [tensors_of(block, start, steps, everything, torch.device("cpu")) for start in starts]


window, nothing = windows_of(train)[0], [model.bilm.zero_state(16) for _ in range(2)]
with torch.no_grad():
    ours, _ = loss_of(model, window, nothing)
    sums, _ = TrainingStep(model, TrainingSettings(dropout=0.0))(*window, nothing)
    count = sum((part["targets"] != batches.NO_TARGET).sum() for part in window[1])
assert torch.allclose(ours, sums.sum() / count, atol=1e-4)
print(f"loss {ours:.2f}, a uniform guess {np.log(len(vocabulary) - 1):.2f}")

# %% [markdown]
# The package computes the same, only faster. The loss is 6.93, close to a uniform guess. Now the
# five lines, and a guard: now and then a window has a huge gradient, and one step along it would
# throw the weights far away. So a gradient longer than 1 is shortened to length 1 (**gradient
# clipping**, 기울기 클리핑).

# %% [markdown] tags=["exercise"]
# ### Exercise 8b.2: one update
# Difficulty 2 of 3, 15 minutes.
#
# Write one step of training. `loss_of(window, state)` gives the loss, as a tensor, and the state at
# the end of the window. Compute both, clear the old gradients, compute the new ones, clip them to
# length 1 with `torch.nn.utils.clip_grad_norm_(parameters, 1.0)`, and step. Return the loss as a
# number, and the state for the next window, cut off from its history by the function
# `without_history` (below the imports of this chapter).
#
# <details><summary>Hint 1</summary>
#
# `optimizer.zero_grad()`, `loss.backward()`, clip, `optimizer.step()`, in this order.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `loss.item()` is the number in a tensor.
#
# </details>


# %% tags=["exercise"]
def update(loss_of, window, state, parameters, optimizer):
    """Train on one window -> its loss, and the state for the next window."""
    # begin solution
    loss, state = loss_of(window, state)
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(parameters, 1.0)
    optimizer.step()
    return loss.item(), without_history(state)
    # end solution


# %% tags=["check"]
checks.ch08b_ex2(update)

# %% [markdown]
# ## 3. Seconds: a small model learns before your eyes
# Our text is the 775 training sentences of the course's sense-annotated corpus, about words such as
# *bank* and *play*; 86 others stay unread and tell us how good the model is. To hear what it learns
# we let it speak: draw a word from what it expects, read that word as well, draw the next. The
# backward model does the same from the end.


# %%
@torch.inference_mode()
def next_word(model, said, backward=False):
    """P of each word of the vocabulary after `said` (backward: before it)."""
    _, layers = next(plain.read(model.bilm, [said]))
    at_end = layers.backward[-1][:, 1] if backward else layers.forward[-1][:, len(said)]
    return model.log_distribution(at_end).exp()[0].double().numpy()


def voice(model, backward=False):
    """The same for speaking: without <unk>, and without the mark that begins a sentence."""

    def speakable(said):
        p = next_word(model, said, backward)
        p[[0, 2 if backward else 1]] = 0
        return p / p.sum()

    return speakable


# %% [markdown] tags=["exercise"]
# ### Exercise 8b.3: speak
# Difficulty 2 of 3, 15 minutes.
#
# Sample a sentence. `next_word(said)` gives the probabilities of all `words` after the list `said`,
# or before it if `backward`. Draw one with `rng.choice(words, p=...)`. Stop at `<s>` or `</s>`,
# which are no words of the sentence, or when there are `longest` words. Return the words in the
# order of the sentence, also when they were drawn from its end.
#
# <details><summary>Hint 1</summary>
#
# Forward the new list is `[*said, word]`, backward `[word, *said]`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `while len(said) < longest:`, and `return said` as soon as a mark is drawn.
#
# </details>


# %% tags=["exercise"]
def speak(next_word, words, rng, backward=False, longest=20):
    """A sentence, word by word; backward from its last word to its first."""
    # begin solution
    said = []
    while len(said) < longest:
        word = rng.choice(words, p=next_word(said))
        if word in ("<s>", "</s>"):
            return said
        said = [word, *said] if backward else [*said, word]
    return said
    # end solution


# %% tags=["check"]
checks.ch08b_ex3(speak)

# %%
update = checks.ch08b_ex2.yours_or_ours(update)
speak = checks.ch08b_ex3.yours_or_ours(speak)


def listen(model, seeds):
    """Print what both directions say."""
    for backward in (False, True):
        for seed in seeds:
            rng = np.random.default_rng(seed)
            said = speak(voice(model, backward), model.vocabulary.words, rng, backward)
            print("backward:" if backward else "forward: ", " ".join(said))


untrained = score.perplexity(model.eval(), dev)
listen(model, seeds=[0])

# %% [markdown]
# Words at random. Now it reads its 775 sentences three times, in a new order each time.
#
# **Predict.** A uniform guess has a loss of 7.0. Knowing how frequent each word is, and nothing of
# context, gives 5.36. In which of the three readings does the loss fall below that for good?
#
# <details><summary>Answer</summary>
#
# In the first, from update 39 of its 51 on. Which words are frequent is the easiest thing to learn.
#
# </details>


# %%
def three_readings(model):
    """Train a model -> the loss of each update."""
    parameters, losses = list(model.parameters()), []
    optimizer, state = torch.optim.Adam(parameters, lr=0.005), nothing

    def loss_here(window, state):
        return loss_of(model, window, state)

    for epoch in range(3):
        order = np.random.default_rng(epoch).permutation(len(train))
        steps = chapter.progress(windows_of([train[i] for i in order]), f"reading {epoch + 1}")
        for window in steps:
            loss, state = update(loss_here, window, state, parameters, optimizer)
            losses.append(loss)
            steps.say(f"loss {loss:.1f}")
    return losses


with chapter.timed("08b", "three readings"):
    losses = three_readings(model)

# %%
counts = np.delete(vocabulary.counts, 1)  # <s> is never predicted
share = counts[counts > 0] / counts.sum()
unigram = -(share * np.log(share)).sum()
ax = plt.figure(figsize=(8, 3.6)).add_subplot(xlabel="updates", ylabel="loss per prediction")
ax.plot(range(1, len(losses) + 1), losses, color=plots.RED)
ax.axhline(unigram, color=plots.GREY, ls=":")
plots.note(ax, f"word frequencies {unigram:.2f}", (len(losses), unigram), (0, 5), ha="right")
above = [i for i, loss in enumerate(losses, 1) if loss >= unigram]
below = max(above, default=0) + 1  # a model that is trained on has no update above the line
said = f"The loss falls from {losses[0]:.2f} to {np.mean(losses[-10:]):.2f}, the last ten updates."
plots.describe(ax, f"{said} From update {below} of {len(losses)} on it is below {unigram:.2f}.")

# %%
trained = score.perplexity(model.eval(), dev)
counting = NGramModel(3, "kneser-ney").fit(train, vocabulary).perplexity(dev)
print(f"perplexity on the unread sentences: before {untrained.forward:,.0f}")
print(f"after: forward {trained.forward:.0f}, backward {trained.backward:.0f}")
print(f"counting, Kneser-Ney of order 3: {counting:.0f}")
listen(model, seeds=[0, 1])

# %% [markdown]
# What lies below the line is learnt from context. The model stays there from update 39 on and ends
# at 4.59, and on the sentences that it never read its perplexity has fallen from 1,067 to 76
# forward and 69 backward. It is not English yet, but some words have found their neighbours: *We
# orders*, *the years*. Counting is still better, with 66: on twelve thousand words a trigram model
# has learnt all that it can, and our biLM has only begun.
#
# ## 4. Two new rungs of the ladder
# Now by the rules of chapter 01: the same Wikipedia sample, the same 10,000 words and test tokens,
# and every unknown word is `<unk>`, so the letters give no advantage there.
#
# **Predict.** Is it easier to predict a word from all words before it, or from all words after it?
#
# <details><summary>Answer</summary>
#
# It makes no difference: 123.4 and 122.6 for our model, 155.7 and 155.3 for counting. By the chain
# rule a perfect model would have the same perplexity from both ends.
#
# </details>

# %%
rungs, from_right = results.ladder(), results.ladder(direction="backward")
for name, perplexity in from_right.items():
    print(f"{name:20} forward {rungs[name]:6.1f}   backward {perplexity:6.1f}")
common.perplexity_ladder(rungs, highlight=["biLM tiny"])

# %% [markdown]
# The small biLM has a perplexity of 123, where the best counting has 156, the network of chapter 02
# has 145, and even that network mixed with Kneser-Ney has 126. A memory without a window and words
# that share letters have won this together. And the order is reversed: on twelve thousand words
# counting was ahead, on half a million it is behind, because longer contexts hardly help it: it has
# never met most of them.
#
# ## 5. A head start
# The real model reads more, and still not a hundredth of what ELMo read: 768 million words, ten
# times over. The paper begins with random weights, so its LSTMs must find out what words mean while
# they learn grammar. But skip-gram finds that out on a laptop in minutes, so its vectors become the
# first knowledge of our model.
#
# This is the warm start of chapter 07b. Skip-gram vectors of 192 numbers are trained on the same
# text, and the char-CNN learns to spell them out: the letters b-a-n-k go in, the vector of *bank*
# should come out. The same vectors fill the softmax.
#
# Only then does the biLM read. Our small model can begin like this too. The course's skip-gram
# vectors have 100 numbers and it needs 64, so it is taught their 64 principal components (chapter
# 06b).

# %%
skip_gram = static_vectors.load()
table = np.zeros((len(vocabulary), 100), np.float32)
for row, word in enumerate(vocabulary.words):
    if word.lower() in skip_gram:
        table[row] = skip_gram[word.lower()]
there = table.any(axis=1)
_, _, directions = np.linalg.svd(table[there] - table[there].mean(axis=0), full_matrices=False)
goals = torch.from_numpy(table @ directions[:64].T)
torch.manual_seed(0)
warm = BiLanguageModel(SHAPES["tiny"], vocabulary)
cosine = warm_start(warm, goals)
print(f"{there.mean():.0%} of the words have a vector; spelled with a mean cosine of {cosine:.2f}")

# %% [markdown]
# **Predict.** The warm model now reads the same sentences in the same order. The other one came to
# a perplexity of 76 on the unread sentences. Where does the warm one end?
#
# <details><summary>Answer</summary>
#
# At 66, an eighth lower.
#
# </details>

# %%
warm_losses = three_readings(warm)
begun_warm = score.perplexity(warm.eval(), dev)
print(f"unread sentences: random {trained.forward:.0f}, warm {begun_warm.forward:.0f}")

# %%
ten = np.ones(10) / 10  # for means of ten updates
ax = plt.figure(figsize=(8, 3.6)).add_subplot(xlabel="updates", ylabel="loss, mean of ten")
for name, values, look in (("random start", losses, ":"), ("warm start", warm_losses, "-")):
    means = np.convolve(values, ten, "valid")
    ax.plot(range(10, len(values) + 1), means, look, color=plots.RED, label=name)
plots.label_lines(ax)
ends = f"random start {np.mean(losses[-10:]):.2f}, warm start {np.mean(warm_losses[-10:]):.2f}"
plots.describe(ax, f"Loss of the last ten updates: {ends}.")

# %% [markdown]
# In the first reading they are level; then the warm start leads, and on the unread sentences it
# ends at 66 instead of 76, level with counting. Its 176 filters spell the vectors badly, with a
# mean cosine of 0.33; the 1,024 of our real model reach 0.73.
#
# But the loss asks for words, not for meaning, so training may overwrite what it was
# given. At full size: the perplexity of both starts, and how much of the skip-gram vectors a linear
# map still finds in layer 0.

# %%
starts = {row["start"]: row for row in chapter.results("starts")}
slow = "wide, warm, slow char-CNN"
for key in ("wide, random", "wide, warm, LSTMs untrained", "wide, warm", slow):
    row, read = starts[key], starts[key].get("words", 0) / 1e6
    perplexity = list(row["perplexity"].values())[-1:]  # none before it has read
    print(f"{key:28} {read:.1f} M {row['share of skip-gram variance']:.0f} %", *perplexity)
shown = {"random start": "wide, random", "warm start": "wide, warm"}
ends = {name: starts[key]["perplexity"] for name, key in shown.items()}  # by words read
ax = plt.figure(figsize=(8, 3.6)).add_subplot(xlabel="million words read", yscale="log")
for name, look in (("random start", "o:"), ("warm start", "o-")):
    read = np.array([*map(int, ends[name])]) / 1e6
    ax.plot(read, [*ends[name].values()], look, color=plots.RED, label=name)
ax.set(ylabel="held-out perplexity", yticks=(100, 200, 400), yticklabels=(100, 200, 400))
ax.minorticks_off()
plots.label_lines(ax)
values = {name: [*curve.values()] for name, curve in ends.items()}
plots.describe(ax, f"Held-out perplexity at five moments: {plots.told(values, '{:.0f}')}.")

# %% [markdown]
# **The warm start is worth three times the text.** After 0.7 million words it is at 150, and the
# random start is at 157 after 2.0. Before it reads, its layer 0 explains 53 % of the variance of
# the vectors, on words that the map was not fitted to; after two million words 33 % are left, and a
# layer 0 that began at random has reached 7 %. If the char-CNN learns at a fifth of the rate of the
# LSTMs, 48 % survive, and the perplexity is no worse. Our weights were trained this way.
#
# ## 6. Hours: the curve of the real run
# Our weights read 50 million words, most of them modern: Wikipedia, textbooks, talk, and some old
# novels. The command `python -m elmo_lite pretrain` logged both losses, and now and then the
# perplexity of twenty texts that were held out.
#
# **Predict.** After 6.4 million words the training perplexity is 85. Where is it after 25.6
# million, four times as many?
#
# <details><summary>Answer</summary>
#
# At 71. Four times the text took a sixth off.
#
# </details>

# %%
run = chapter.results("pretrain_en")
heldout = [record for record in run["log"] if "heldout" in record]
curve, step = [], 0
for record in run["log"]:
    if record["step"] >= step + 20:  # the mean loss of fewer updates is mostly noise
        curve.append(record)
    step = record["step"]
millions = np.array([record["tokens"] for record in curve]) / 1e6
both = {d: np.exp([record[d] for record in curve]) for d in ("forward", "backward")}
million = 0.8
while million < millions[-1]:
    near = np.abs(millions - million).argmin()
    print(f"{million:5.1f} million words: {both['forward'][near]:.0f} {both['backward'][near]:.0f}")
    million = 2 * million
hours = curve[-1]["seconds"] / 3600
print(f"{millions[-1]:.1f} million words in {hours:.1f} hours on two cores")

# %%
points = []
for record in heldout:
    mean = np.exp(np.mean(np.log(list(record["heldout"].values()))))  # every text counts the same
    points.append((record["tokens"] / 1e6, mean))
rates = {record["tokens"] / 1e6: record["rate"] for record in run["log"] if "rate" in record}
falling = [million for million, rate in rates.items() if rate == max(rates.values())][-1]
plots.run_curve(millions, both, points, falling)

# %% [markdown]
# In 7.1 hours the training perplexity falls from over 3,000 to 57 in both directions, and most of
# that in the first minutes. Each doubling of the text brings less than the one before (167, 121,
# 96, 85, 76 and 71, beginning at 0.8 million words): frequent words are learnt soon, and what is
# rare takes ever more text to meet again.
#
# The held-out texts go from 121.1 after 1.9 million words to 72.4 after 39.9 million, and the last
# ten million of these brought only 2 points. Then, in the grey band, the learning rate falls to 0,
# and ten million words bring 9.4 points, down to 63.0, as much as the 26 million before them. At a
# constant rate every window pulls the weights its own way, which is why the dots jump: 80.2, 82.9
# and 78.4 in a row. So never judge a run before its rate has fallen. Judged by their final loss,
# models of very different sizes lie on a straight line when both axes are logarithmic. These
# **scaling laws** (스케일링 법칙) tell the makers of models such as GPT how large a model to train,
# and on how much text.
#
# And which texts did ours learn?

# %%
early, late = heldout[0], heldout[-1]
names = [f"after {record['tokens'] / 1e6:.1f} M" for record in (early, late)]
forward = []
for record in (early, late):
    forward.append({text: both[0] for text, both in record["heldout"].items()})
plots.texts_of_the_run(*forward, names)

# %% [markdown]
# Dialogues fell most, from 97 to 15: they book tables and trains in the same phrases. At the other
# end are inaugural speeches and a mixed corpus (MASC), the only two above 100. Simple English
# Wikipedia has 51 and the full one 77, so the same encyclopedia in plain words is a third less
# surprising. A perplexity depends that much on the text, so ours cannot be put next to the paper's
# 39.7 or the 30.0 of a larger forward model, CNN-BIG-LSTM: these are for news, with 793,471 words
# to choose from.
#
# ## 7. What it learnt on the way
# The loss asks for the next word only, and we want the vectors. So we ask layer 2 two things that
# nobody taught it: the part of speech of a word (by a linear classifier, chapter 11), and the sense
# of a word such as *bank* (by the five nearest neighbours, chapter 10, on three sets). We ask three
# times, on development data: after the warm start, when the LSTMs are still random, after two
# million words, and at the end.
#
# **Predict.** Which gains more by reading, tags or senses? Does the gain come early or late?
#
# <details><summary>Answer</summary>
#
# Tags gain 9.8 points, 8.7 of them in the first two million words. Senses of our corpus gain 11.1,
# and 4.2 of these come later; on Senseval-2 the whole gain comes later.
#
# </details>

# %%
titles = {"upos": "parts of speech", "CoarseWSD-20": "senses, twelve nouns"}
titles |= {"Senseval-2": "senses, Senseval-2", "our corpus": "senses, our corpus"}
known = {title: [row[key][2] for row in run["layers"]] for key, title in titles.items()}
print("million words read    ", *(f"{row['words'] / 1e6:6.1f}" for row in run["layers"]))
for title, scores in known.items():
    print(f"{title:22}", *(f"{percent:6.1f}" for percent in scores))
ax = plt.figure(figsize=(8, 4.2)).add_subplot(ylabel="right answers of layer 2 (%)")
for (title, scores), look in zip(known.items(), ("s--", "o-", "^-", "D-"), strict=True):
    ax.plot(scores, look, color=plots.GREY if look == "s--" else plots.HERE, label=title)
moments = [f"{row['words'] / 1e6:.1f}" for row in run["layers"]]
ax.set_xticks(range(len(moments)), moments)
ax.set(xlabel="million words read (steps, not to scale)", xlim=(-0.2, len(moments) - 0.2))
plots.label_lines(ax)
plots.describe(ax, f"Percent right after {', '.join(moments)} million words: {plots.told(known)}.")

# %%
for row in run["gains"]:
    print(f"from {row['from'] / 1e6:.0f} to {row['to'] / 1e6:.0f} million words")
    for key, title in titles.items():
        gain, low, high = row[key]
        print(f"    {title:22} {gain:+5.1f} points [{low:+.1f}, {high:+.1f}]")

# %% [markdown]
# Every gain has an interval, from a paired bootstrap (chapter 09b).
#
# Grammar is learnt fast, and meaning slowly. The next word depends on grammar in every sentence, so
# tags win 8.7 points in the first two million words, and 1.1 in the 48 million after them.
#
# Senses go on where tags have stopped. On our corpus reading brings 11.1 points, from 59.5 to
# 70.6 %, and 4.2 of them (1.5 to 6.8) come after the first two million words. On Senseval-2 these
# two million bring nothing, and the others 3.8 points (1.8 to 5.8), up to 84.5 %. Only the twelve
# nouns have little to win: they have 88.8 % before reading and 89.8 % after it, which could be luck
# (−0.5 to 2.5). There random LSTMs do so well because they mix the neighbouring words into every
# state, and the topic is enough to tell the *bow* of a ship from that of an archer. So this model,
# warm but unread, is part of every comparison from now on.
#
# ## 8. The model speaks
# Now listen to it.
#
# **Predict.** Which words come first after *She went to the*? And one answer is no word at all:
# which share does `<unk>` get, the entry for everything outside the 30,000 words?
#
# <details><summary>Answer</summary>
#
# *United* with 3.6 %, then *hospital* and *University* with almost 3 % each, and *school* with
# 1.5 %. `<unk>` has 8.2 %, more than any word, for many rare words together are not rare.
#
# </details>

# %%
words, prompt = np.array(elmo.model.vocabulary.words), "She went to the"
p = next_word(elmo.model, prompt.split())
best = np.argsort(-p)[:12][::-1]
ax = plt.figure(figsize=(8, 4.4)).add_subplot(xlabel="probability (%)", title=f"{prompt} ...")
colours = [plots.GREY if i == 0 else plots.RED for i in best]  # 0 is <unk>
ax.bar_label(ax.barh(words[best], 100 * p[best], color=colours), fmt="%.1f", padding=3)
shares = plots.told({words[i]: 100 * p[i] for i in best[::-1]}, "{:.1f}")
plots.describe(ax, f"After {prompt}, in percent: {shares}; together {100 * p[best].sum():.0f}.")

# %%
listen(elmo.model, seeds=[0, 1, 2])

# %% [markdown]
# The model knows that *went to the* leads to a place: *hospital*, *school*, *house*, *church*. But
# *United* is ahead of them all with 3.6 %, and *University* follows *hospital*, because much of its
# text is Wikipedia, where people go to the United States and to the University of somewhere. And
# ahead of *United* is the grey bar, `<unk>`: a word that the vocabulary lacks. For speaking we set
# it to 0.
#
# No answer is likely, and rightly so: the twelve of the figure have 25 % together.
#
# Its sentences have grammar, from both ends, and a voice for every occasion: a colleague who had
# fun, a preacher with his *wicked, corrupt, bad man*, a manual for shipbuilders, a clerk who says
# *wait here a minute please*. They lack anything to say, for nobody asked it for more than the next
# word.
#
# **Try it.** Give it a beginning of your own. What makes it sound like a novel, what like an
# encyclopedia? Then change the temperature (chapter 01): 0.5 is a cautious speaker.


# %%
def go_on(beginning, seed=0, temperature=0.5):
    start = beginning.split()

    def likely(said):
        p = voice(elmo.model)([*start, *said]) ** (1 / temperature)
        return p / p.sum()

    return " ".join([*start, *speak(likely, words, np.random.default_rng(seed))])


print(go_on("The professor opened the door and"))
print(go_on("In 1990 , the city of"))

# %% [markdown]
# The second sentence has all that an encyclopedia needs, except that Moscow is not the capital of
# Bosnia.
#
# ### Open experiment
# Train the small model of section 3 for ten readings, and measure its perplexity on the unread
# sentences after each. Predict first: does it go on falling, and does it ever pass counting? What
# does the *training* loss show meanwhile, and which curve would you stop by?
#
# ## What you can now do
# - say when a state goes on, and when it is forgotten,
# - write an update with clipping and a state that is cut off from its history,
# - give a model a warm start, and check what it keeps of it,
# - read a training curve on two log scales,
# - sample sentences from both ends.
#
# ## One honest limit
# One run, one seed. An interval over sentences does not say what another run would bring, so a few
# percent between two settings above say nothing.
#
# ## Sources
# - Peters and others 2018, *Deep contextualized word representations*, for 39.7:
#   <https://arxiv.org/abs/1802.05365>
# - Jozefowicz and others 2016, *Exploring the limits of language modeling*, for 30.0:
#   <https://arxiv.org/abs/1602.02410>
# - Grave and others 2017, *Efficient softmax approximation for GPUs*, for (1):
#   <https://arxiv.org/abs/1609.04309>
# - Williams and Peng 1990, *An efficient gradient-based algorithm for on-line training of recurrent
#   network trajectories*, for the cut at the edge of a window:
#   <https://doi.org/10.1162/neco.1990.2.4.490>
# - Kaplan and others 2020, *Scaling laws for neural language models*:
#   <https://arxiv.org/abs/2001.08361>
# - The lecture *Deep Contextualized Word Representation*, a review of the ELMo paper.
#
# ## Where next
# Every word has three layers now, and chapter 09 makes one vector of them.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. Why is the state multiplied by 0 where a sentence starts?
#    - [x] what came before in the row is another sentence :: rows are filled end to end, in a
#      random order
#    - [ ] to keep the gradient short :: that is what clipping does
#    - [ ] to hide the answer :: the answer is read one step later anyway
# 2. What goes from one training window to the next?
#    - [x] the state, but not the gradient :: the state is cut off from its history
#    - [ ] both :: then every update would reach back to the beginning of the text
#    - [ ] neither :: a sentence that is cut by the edge would be read as if it began there
# 3. Model A has perplexity 40 with 800,000 words, model B 63 with 30,000 words on another text.
#    Which one is better?
#    - [ ] A, since 40 is less than 63 :: neither the texts nor the choices are the same
#    - [ ] B, since it has fewer words to choose from :: that makes its task easier, not the model
#      better
#    - [x] one cannot say :: the ladder has rules because of such pairs
