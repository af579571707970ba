# %% [markdown]
# # 08b Training the biLM
#
# **What does a biLM learn in seconds, and what in hours?**
#
# Chapter 08 built the model; its weights were random. Here a small one learns before your eyes,
# and the weights that come with the course show what a longer run adds.
#
# You will be able to
# - **lay** a text into rows and windows for two directions,
# - **train** a biLM with a loop of your own, and let it speak,
# - **compare** language models on one text, forward and backward,
# - **find** the word that surprises a model most.
#
# You need chapter 08, perplexity and the ladder from chapter 01, and an idea of gradient descent.

# %% tags=["setup"]
import random
from dataclasses import replace

import numpy as np
import torch

from elmo_lite import corpora
from elmo_lite.bilm import SHAPES, BiLanguageModel, BiLM, BiLMShape
from elmo_lite.char_cnn import CharShape
from elmo_lite.checks import ch08b as checks
from elmo_lite.course import chapter
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import ladder
from elmo_lite.ngram import NGramModel
from elmo_lite.plots import ch08b as plots
from elmo_lite.plots import common
from elmo_lite.reading import plain, score
from elmo_lite.text import Vocabulary
from elmo_lite.training import batches
from elmo_lite.training.run import TrainingRun, TrainingSettings

torch.set_num_threads(1)  # small networks: one thread is fast, and gives the same sums everywhere

# %%
common.course_map("08b")

# %% [markdown]
# ## 1. A text in rows
# Our text is the English treebank written for this course: short sentences with words of many
# meanings, such as bank and play. Its training part has 775 sentences; 86 others, the dev part,
# stay unread and tell us how good the model is.

# %%
train, dev = ([tokens for tokens, _ in corpora.our_tagged(part)] for part in ("train", "dev"))
vocabulary = Vocabulary.build(train, min_count=2)  # words seen once count as <unk>
print(len(train), "and", len(dev), "sentences;", vocabulary)
print(" ".join(train[1]))

# %% [markdown]
# A graphics card or a processor likes large products, so we read many sentences side by side.
# Sentences differ in length. Filling up the short ones would waste work; instead, we lay them end
# to end into **rows** (행), each sentence into the row that is shortest so far.
#
# Then we cut all rows into **windows** (창) of equally many steps. One window is one update. The
# state of the LSTMs goes on from one window to the next. And where a new sentence starts, the old
# state is multiplied by 0: the sentence before is forgotten. (In the code `keep` is 0 there, else
# 1.)
#
# By hand, with three sentences in two rows:

# %%
toy = [["the", "cat", "sat"], ["I", "am", "Sam"], ["play", "it"]]
block = batches.pack(toy, Vocabulary.build(toy), rows=2, steps=7)
names = ["-", "<s>", "</s>", *dict.fromkeys(w for sentence in toy for w in sentence)]
targets = [*Vocabulary.build(toy).words, "-"]  # the last one, index -1, is "no target"
streams = {"forward": block.forward, "backward": block.backward}
read = {d: [[names[i] for i in row] for row in s.words] for d, s in streams.items()}
predict = {d: [[targets[i] for i in row] for row in s.targets] for d, s in streams.items()}
assert read["forward"][0] == ["<s>", "the", "cat", "sat", "<s>", "play", "it"]
assert predict["backward"][0] == ["sat", "cat", "the", "<s>", "it", "play", "<s>"]

# %% [markdown]
# **Predict.** Before you look at the figure: what does the backward model read first in the row of
# "the cat sat", and what must it predict there?
#
# <details><summary>Answer</summary>
#
# It reads `</s>` and must predict "sat". Each sentence is turned round on its own.
#
# </details>

# %%
plots.packed_rows(read, predict, {d: s.keep for d, s in streams.items()})

# %% [markdown]
# Above, what is read; below it, in colour, what must be predicted; `-` is padding. A thick bar
# stands where the state is forgotten. Position by position, no model sees its target: the target
# is read one step later.
#
# ## 2. A softmax that saves
# Each prediction is a choice among all words of the vocabulary. With 30,000 words this is the most
# expensive step of all. But most of these words are rare. The **adaptive softmax** (적응형
# 소프트맥스; Grave and others 2017) makes two choices: first among the 1,000 most frequent words
# and one more entry, "a rarer word"; and only for a rarer word a second choice among these:
#
# $$P(\text{rare word}) = P(\text{rarer}) \cdot P(\text{word} \mid \text{rarer}) \tag{1}$$
#
# By hand: if "rarer" has probability $\frac14$, and among the rarer words "zebra" has
# $\frac1{10}$, then $P(\text{zebra}) = \frac1{40}$. All words together still sum to 1. And rare
# words get shorter vectors, which saves parameters too. (`lite` has two such groups of rarer
# words.)

# %%
torch.manual_seed(0)
model = BiLanguageModel(SHAPES["tiny"], vocabulary)
context = torch.randn(1, SHAPES["tiny"].proj_dim)
word = 1100  # an id behind the first 1,000
with torch.no_grad():
    first = model.softmax.head(context).softmax(dim=1)  # 1,000 words and "rarer"
    second = model.softmax.tail[0](context).softmax(dim=1)
    package = model.log_distribution(context).exp()
by_hand = first[0, -1] * second[0, word - 1000]  # equation (1)
assert torch.isclose(by_hand, package[0, word]) and torch.isclose(package.sum(), torch.tensor(1.0))

# %%
full = 30_003 * (SHAPES["lite"].proj_dim + 1)
lite = Elmo.load("en")
saved = sum(p.numel() for p in lite.model.softmax.parameters())
print(f"softmax of `lite`: {full / 1e6:.1f} million parameters, adaptive {saved / 1e6:.1f} million")

# %% [markdown]
# ## 3. One update
# An update has five parts: token vectors for the words of the window, both LSTM stacks, the loss at
# every position that has a target, its gradient, one step of the optimizer (최적화기) Adam. Here
# are the first three, for a window at the beginning of a text.

# %%
def window_loss(model, block, steps):
    """The two sums of -log P over the first window, from empty states."""
    bilm, total = model.bilm, []
    vectors = bilm.char_cnn(torch.from_numpy(block.characters))  # each distinct word once
    stacks = bilm.forward_lstms, bilm.backward_lstms
    for direction, stack in zip((block.forward, block.backward), stacks, strict=True):
        part = direction.window(0, steps)
        x = vectors[torch.from_numpy(part.words.T)]  # (time, rows, proj_dim)
        keep = torch.from_numpy(part.keep.T[..., None])
        layers, _ = bilm.run_direction(x, bilm.zero_state(x.shape[1]), keep, stack)
        targets = torch.from_numpy(part.targets.T)
        there = targets != batches.NO_TARGET
        total.append(-model.log_probability(layers[-1][there], targets[there]).sum())
    return torch.stack(total)

# %%
settings = TrainingSettings(tokens=12_366, rows=16, steps=16, dropout=0.0)  # one reading
block = batches.pack(train, vocabulary, settings.rows, settings.steps)
with torch.no_grad():
    ours = window_loss(model, block, settings.steps)
count = (block.forward.window(0, settings.steps).targets != batches.NO_TARGET).sum()
first = TrainingRun(model, settings).update(block, 0)  # the package: the same, then Adam
assert np.allclose(ours / count, [first["forward"], first["backward"]], atol=1e-3)
print(f"loss per token {first['forward']:.2f} forward, {first['backward']:.2f} backward")
print(f"a uniform guess: {np.log(len(vocabulary)):.2f}")

# %% [markdown]
# The package runs the same computation with gradients written by hand
# (`elmo_lite/training/gradient.py`), which is faster.
#
# Three habits keep such a training stable:
# - **clipping** (기울기 클리핑): a gradient that is too long is shortened to length 1,
# - **dropout** (드롭아웃): a share of the inputs of each layer is set to 0 at random,
# - a **schedule** (학습률 스케줄): the learning rate rises during a warm-up, stays, and falls to 0
#   at the end. The figure shows it for 157 updates, three readings of our text.

# %%
settings = TrainingSettings(3 * 12_366, rows=16, steps=16, learning_rate=5e-3, warmup=20, decay=0.5)
settings = replace(settings, dropout=0.2)
updates, read_by_then = np.arange(157), np.linspace(0, settings.tokens, 157, endpoint=False)
rates = [settings.rate(step, tokens) for step, tokens in zip(updates, read_by_then, strict=True)]
plots.rate_schedule(updates, rates)

# %% [markdown] tags=["exercise"]
# ### Exercise 8b.1: the schedule
# Difficulty 2 of 3, 10 minutes.
#
# Write the schedule of the figure. `step` counts updates from 0. In the first `warmup` updates the
# rate is `top` times $(step + 1) / warmup$; then it is `top`; in the last `decay` of the `total`
# updates (a share, such as 0.5) it falls in a straight line, so that it would be 0 at
# `step = total`. Where two of these would apply, the smaller rate counts.
#
# <details><summary>Hint 1</summary>
#
# `min` of three numbers: 1, the warm-up, and the share that is left of the decay.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# What is left of the decay is `(total - step) / (decay * total)`: it is 1 where the decay starts.
#
# </details>

# %% tags=["exercise"]
def rate_at(step, top, warmup, total, decay):
    """The learning rate of update `step`."""
    # begin solution
    left = (total - step) / (decay * total)
    return top * min(1.0, (step + 1) / warmup, max(0.0, left))
    # end solution

# %% tags=["check"]
checks.ch08b_ex1(rate_at)

# %% [markdown]
# ## 4. Before and after
# First, what does the model say before it has read anything? A forward language model speaks like
# the n-gram models of chapter 01: draw a word, read it, draw the next. The backward model does the
# same from the end of a sentence.

# %%
@torch.inference_mode()
def next_word(model, said, direction):
    """P of each word of the vocabulary for the next place (backward: the place before)."""
    _, layers = next(plain.read(model.bilm, [said]))
    if direction == "forward":
        state, never = layers.forward[-1][:, len(said)], [0, 1]  # <unk> and <s>
    else:
        state, never = layers.backward[-1][:, 1], [0, 2]  # <unk> and </s>
    p = model.log_distribution(state).exp()[0]
    p[never] = 0
    return p / p.sum()


def speak(model, direction, seed, longest=12, temperature=1.0):
    """Draw a sentence word by word; backward, from its last word to its first."""
    generator, said = torch.Generator().manual_seed(seed), []
    while len(said) < longest:
        p = next_word(model, said, direction) ** (1 / temperature)  # see exercise 8b.2
        drawn = torch.multinomial(p, 1, generator=generator)
        word = model.vocabulary.words[int(drawn)]
        if word in ("<s>", "</s>"):
            break
        said = [*said, word] if direction == "forward" else [word, *said]
    return " ".join(said)

# %%
torch.manual_seed(0)
model = BiLanguageModel(SHAPES["tiny"], vocabulary).eval()
untrained = score.perplexity(model, dev)
for direction in ("forward", "backward"):
    print(f"{direction:8}:", speak(model, direction, seed=1))

# %% [markdown]
# Words by lot. Now the same model reads its 775 sentences three times, in a new order each time.
# (The last windows of a text hold few words and more padding; we leave those out.)
#
# **Predict.** A uniform guess has a loss of 7.0 per token. Where will the loss be after the third
# reading?
#
# <details><summary>Answer</summary>
#
# Between 4 and 5: a loss of 4.6 is a choice among 100 words instead of 1,122. The curve falls
# steeply at first: which words are frequent at all is learnt soonest.
#
# </details>

# %%
windows = []
for epoch in range(3):
    order = random.Random(epoch).sample(train, len(train))
    block = batches.pack(order, vocabulary, settings.rows, settings.steps)
    starts = range(0, block.forward.words.shape[1], settings.steps)
    full = [(block.forward.window(at, settings.steps).targets >= 0).mean() > 0.5 for at in starts]
    windows += [(block, at) for at, enough in zip(starts, full, strict=True) if enough]
run, losses = TrainingRun(model, settings), {"forward": [], "backward": []}
uniform = np.log(len(vocabulary) - 1)  # <s> is never guessed

# %%
run.step_module.train()
steps = chapter.progress(windows, "training tiny")
with chapter.timed("08b", "three readings"):
    for block, start in steps:
        if start == 0:
            run.states = run.fresh_states()
        record = run.update(block, start)
        for direction, values in losses.items():
            values.append(record[direction])
        steps.say(f"loss {record['forward']:.1f} forward, {record['backward']:.1f} backward")
trained = score.perplexity(model.eval(), dev)

# %%
counts = np.array(vocabulary.counts) * (np.arange(len(vocabulary)) != 1)  # without <s>
share = counts / counts.sum()
unigram = -(share[share > 0] * np.log(share[share > 0])).sum()  # the loss of knowing frequencies
assert max(np.mean(v[-10:]) for v in losses.values()) < unigram < uniform
plots.learning_curve(losses, {"uniform guess": uniform, "word frequencies": unigram})

# %% [markdown]
# Both directions learn at about the same pace. Within the first reading they pass the line of the
# word frequencies, and what lies below it is learnt from context.
#
# On the sentences that were never read:

# %%
counting = NGramModel(3, "kneser-ney").fit(train, vocabulary).perplexity(dev)
print(f"untrained biLM  {untrained.forward:6.0f} forward {untrained.backward:6.0f} backward")
print(f"trained biLM    {trained.forward:6.0f} forward {trained.backward:6.0f} backward")
print(f"Kneser-Ney      {counting:6.0f} forward")
assert counting < trained.forward < untrained.forward / 10
for direction in ("forward", "backward"):
    for seed in (1, 2):
        print(f"{direction:8}:", speak(model, direction, seed))

# %% [markdown]
# It is not English yet, but words now have neighbours. The backward sentences were drawn from
# their last word to their first. And counting is still better here: on twelve thousand words a
# trigram model has learnt all that it can, and our biLM has only begun. (The dev sentences are
# written around the same few dozen words of many meanings as the training text, so all these
# perplexities are low. Text and sentences are our own, which is why we may print them.)

# %% [markdown] tags=["exercise"]
# ### Exercise 8b.2: a temperature
# Difficulty 2 of 3, 10 minutes.
#
# Before drawing, one often sharpens or flattens a distribution with a **temperature** (온도)
# $\tau$: the new probabilities are proportional to $p^{1/\tau}$. With $\tau = 1$ nothing changes;
# near 0 the likeliest word gets everything.
#
# Write it for an array `log_p` of log-probabilities. The result must sum to 1, also for large
# negative numbers such as -2000.
#
# <details><summary>Hint 1</summary>
#
# $p^{1/\tau} = \exp(\log p / \tau)$.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Subtract the largest number before `np.exp`: the constant cancels when you divide by the sum.
#
# </details>

# %% tags=["exercise"]
def with_temperature(log_p, temperature):
    """Log-probabilities (words,) -> new probabilities (words,) that sum to 1."""
    # begin solution
    scaled = np.asarray(log_p) / temperature
    weights = np.exp(scaled - scaled.max())
    return weights / weights.sum()
    # end solution

# %% tags=["check"]
checks.ch08b_ex2(with_temperature)

# %% [markdown]
# How evenly is a distribution spread? Chapter 06b measured that by the entropy,
# $H = -\sum_i p_i \log p_i$. With the natural logarithm, as in our losses, a choice among eight
# equally likely words has $H = -8 \cdot \frac18 \log \frac18 = \log 8$. So $e^H$ tells how many
# equally likely words leave as much open.
#
# The next cell shows what our model expects after "She went to the". In a running notebook a slider
# (슬라이더) sets the temperature; a saved one shows three.
#
# **Predict.** At which of them has the likeliest word the largest share? And where is the entropy
# largest?
#
# <details><summary>Answer</summary>
#
# At 0.5, and at 2: small temperatures sharpen, large ones flatten. The order of the words never
# changes.
#
# </details>

# %%
p = next_word(model, ["She", "went", "to", "the"], "forward").double()
entropies = []
for temperature in (0.5, 1, 2):
    q = (p.log() / temperature).softmax(0)
    assert np.isclose(q.sum(), 1) and torch.equal(q.topk(10).indices, p.topk(10).indices)
    entropies.append(torch.special.entr(q).sum().item())  # the sum of -q log q
assert entropies == sorted(entropies)
assert np.isclose(torch.special.entr(torch.full((8,), 1 / 8)).sum(), np.log(8))
plots.temperature_bars(p.log(), vocabulary.words)

# %%
for temperature in (0.5, 1, 2):
    print(f"{temperature:3}:", speak(model, "forward", 1, temperature=temperature))

# %% [markdown]
# A small temperature keeps to the likeliest words; a large one comes closer to words by lot.
#
# ## 5. Does the residual connection help?
# Chapter 08 left this open. We train a still smaller biLM on the same text, with and without the
# connection, with two and with four layers, from three random beginnings (**seeds**, 시드) each.
#
# **Predict.** Will four layers beat two? With the connection, and without it?
#
# <details><summary>Answer</summary>
#
# With it, yes: 4.94 against 5.00. Without it the deeper model is no better than the shallow one,
# 5.10 and 5.10: what the first layers find has to pass through every LSTM above.
#
# </details>

# %%
small = BiLMShape(
    CharShape(filters=((1, 8), (2, 16), (3, 32)), emb_dim=32), hidden_dim=64, proj_dim=32
)
quick = replace(settings, tokens=12_366, rows=32, learning_rate=1e-2, warmup=10, dropout=0.0)


def dev_loss(num_layers, skip, seed):
    """Loss per token on dev, mean of both directions, after one reading."""
    torch.manual_seed(seed)
    model = BiLanguageModel(replace(small, num_layers=num_layers, skip=skip), vocabulary)
    order = random.Random(seed).sample(train, len(train))
    run = TrainingRun(model, quick)
    block = batches.pack(order, vocabulary, quick.rows, quick.steps)
    for start in range(0, block.forward.words.shape[1], quick.steps):
        run.update(block, start)
    measured = score.perplexity(model.eval(), dev)
    return np.log([measured.forward, measured.backward]).mean()

# %%
residual = {}
tries = [(n, skip, seed) for n in (2, 4) for skip in (True, False) for seed in range(3)]
steps = chapter.progress(tries, "twelve small models")
for num_layers, skip, seed in steps:
    name = f"{num_layers} layers, {'with' if skip else 'without'}"
    residual.setdefault(name, []).append(dev_loss(num_layers, skip, seed))
    steps.say("all trained" if seed == 2 else name)

# %%
for n in (2, 4):
    assert max(residual[f"{n} layers, with"]) < min(residual[f"{n} layers, without"])
common.seed_dots(residual, "loss per token on dev", "With and without residual connection")

# %% [markdown]
# A dot is one model, a line the mean of three. At both depths every model with the connection beats
# every model without it, by more than the seeds differ. What this does not show: how both compare
# after a long training, or with a learning rate chosen for each. It shows that the short cut makes
# the *start* easier.
#
# ## 6. Two new rungs of the ladder
# To compare `tiny` with counting we need the rules of chapter 01: the same Wikipedia sample, the
# same vocabulary of 10,000 words, the same test tokens. Every unknown word is `<unk>`, also where
# it is read, so that the biLM cannot profit from its letters. Four readings take a few minutes on
# one core; that is too long for a notebook, so the numbers come from the command `python -m
# elmo_lite ladder`. After which reading to stop was chosen on the dev part.
#
# A backward model stands on a ladder of its own: it predicts the same words from the other side.
# Kneser-Ney can read from the right as well.
#
# **Predict.** A word is predicted from all words before it, or from all words behind it. Which is
# easier?
#
# <details><summary>Answer</summary>
#
# Nearly the same. The probability of a whole sentence can be taken apart from both ends (chapter
# 08); with a perfect model both perplexities would be equal.
#
# </details>

# %%
rungs, from_right = ladder.load(), ladder.load(direction="backward")
for name, perplexity in from_right.items():
    print(f"{name:20} forward {rungs[name]:6.1f}   backward {perplexity:6.1f}")
assert rungs["biLM tiny"] == min(rungs.values()) and "biLM tiny" in from_right
common.perplexity_ladder(rungs, highlight=["biLM tiny"])

# %% [markdown]
# `tiny` reads the whole beginning of a sentence. It stands below counting of every order, below
# the network of chapter 02, which sees a window, and even a little below that network mixed with
# Kneser-Ney: about 123 from the left and as much from the right, where counting has 156. This is
# one model with one seed, and two things are new in it at once: the memory of an LSTM, and words
# that are read from their letters. Which of the two won how much is not measured. On the dev part,
# the last of its four readings was the best one, so it had not finished learning.
#
# ## 7. The log of a long run
# The weights that come with the course, `lite`, have the same parts in a larger size. They were
# trained by the command `python -m elmo_lite pretrain` on free text: novels, textbooks, speeches,
# dialogues. Again and again the command wrote a line with both losses into its log.
#
# **Predict.** Does the perplexity fall as much in the second half of the run as in the first?
#
# <details><summary>Answer</summary>
#
# No. On a log scale, a training run falls steeply and then ever more slowly: each further step down
# needs many times as much text.
#
# </details>

# %%
long_run = chapter.results("pretrain_en")
steps = [record for record in long_run["log"] if "forward" in record]
print(f"{long_run['tokens'] / 1e6:.1f} million words read in {len(steps)} lines of the log")
plots.training_log(long_run["log"])

# %% [markdown]
# Red and purple run nearly on top of each other. (A lone spike is mostly a line of the log with
# fewer words behind it.) A point is the geometric mean of the held-out texts, each counting the
# same. (A comma counts as a word here, as everywhere in the log.)
#
# Why do the points go *up* more than once? The run had several parts. At the end of each the
# learning rate fell to 0, and the model settled. The next part started from its weights with a high
# rate again, which first undoes some of that. So compare the ends of the parts, the low points.
#
# The perplexities of `lite` cannot stand on the ladder: another vocabulary (30,000 words) and other
# texts. Kneser-Ney of order 5 has counted the whole training text; how much of it the biLM has read
# says its model card (`data/weights/elmo_lite_en/README.md`). Both score the same tokens, and "all"
# weighs the texts by their length. The last column is forward divided by counting: below 1 the biLM
# wins, above 1 counting. (Held-out dialogues nearly repeat those of the training text, so the last
# row leaves them out.)

# %%
print("held-out text       tokens  forward  backward  counting  ratio")
for name, row in long_run["quality"]["heldout"].items():
    numbers = f"{row['forward']:9.1f}{row['backward']:10.1f}{row['kneser-ney']:10.1f}"
    print(f"{name:18}{row['tokens']:8,}{numbers}{row['ratio']:7.2f}")

# %% [markdown]
# Two things to look for. Forward and backward are close in every row. And the ratio differs from
# text to text: the more a text repeats fixed phrases, as the dialogues do, the stronger is the
# counting of long n-grams; where new sentences are made, the biLM is worth more.
#
# **And the layers?** The loss asks for the next word only. But we want the vectors inside. So while
# the run went on, its layers were asked two things that nobody had taught them: the part of speech
# of every word (chapter 11 shows how) and the sense of a noun such as "bank" (chapter 10). The
# sentences are development data, never a test set. At 0 words stands the same network before any
# training, with random weights: the mean of several draws.
#
# **Predict.** Where does reading add more, at parts of speech or at senses? And what can layer 0,
# which sees one word at a time, know of each?
#
# <details><summary>Answer</summary>
#
# At parts of speech: every word of every sentence has one, and little is needed to tell them apart.
# Layer 0 knows much of them, since spelling says a lot ("-ly", "-ed"). Of the senses of a noun it
# knows next to nothing: its vector of "bank" is the same in every sentence, and only the form
# ("Bank", "banks") may give a hint.
#
# </details>

# %%
known = long_run["layers"]
rows, draws, sets = known["trained"], known["random"], known["sets"]
print("million words       right answers (%), layers 0 to 2: parts of speech | senses")
for row in rows:
    print(f"{row['words'] / 1e6:13.1f}      ", *row["upos"], "|", *row["senses"])
later = [np.subtract(rows[-1][of], rows[0][of]).round(1) for of in ("upos", "senses")]
spread = [np.ptp([draw[of] for draw in draws], axis=0).round(1) for of in ("upos", "senses")]
print("last row less first", *later[0], "|", *later[1])
print(f"spread of {len(draws)} draws  ", *spread[0], "|", *spread[1])
plots.layers_while_reading(known)

# %% [markdown]
# Measured at the points alone; the lines between them are only for the eye. Compare each line with
# its own start at 0: what stands above it was learned from reading. In the right panel look where
# layers 1 and 2 start beside the most frequent sense: even an untrained network mixes the
# neighbours into a vector. So "better than the most frequent" is too weak a test, and chapters 10
# and 11 put random weights beside the trained ones.
#
# "Last row less first" says, in points, what all the text after the first row has brought. The line
# below it is the largest less the smallest of the draws of random weights: read a change of that
# size as none. The low points of the perplexity kept falling meanwhile. A model that guesses better
# need not know more of everything.
#
# A dozen nouns are few. So here are all sets of senses that were asked, each within its training
# part: the most frequent sense, the mean of the random draws, the last row. (Where "ours" stands,
# it is the treebank of this course. Chapters 10 and 10b measure on the test parts.)

# %%
for of, name in {"senses": "CoarseWSD-20", "senseval": "Senseval-2", "ours": "ours"}.items():
    if all(of in row for row in (sets, rows[-1], *draws)):
        mean = np.mean([draw[of] for draw in draws], axis=0).round(1)
        words, majority = sets[of]["words"], sets[of]["majority"]
        print(f"{name:12} {words:3} words, most frequent {majority}", end="")
        print(" | random", *mean, "| last row", *rows[-1][of])

# %% [markdown]
# Compare the last row with the random draws, layer by layer. Where sets differ, trust none of them
# alone.
#
# ## 8. Which word surprises most?
# Chapter 01 began with a choice: 나는 버스를 탔다 "I took the bus" or 나는 버스를 태운다 "I burn
# the bus". (Korean is the subject of chapter 13. Here we ask in English.) The
# **surprise** (놀람) of a word is $-\log P$: 0 for a word that had to come. The biLM gives every
# word two of them, one from each side:
#
# $$-\log P(t_k \mid t_1, \dots, t_{k-1}) \qquad -\log P(t_k \mid t_{k+1}, \dots, t_N) \tag{2}$$

# %%
elmo = Elmo.load("en")
good = ["The", "dog", "slept", "under", "the", "table", "."]
odd = ["The", "table", "slept", "under", "the", "dog", "."]
surprise = {d: elmo.surprise([good, odd], d) for d in ("forward", "backward")}
scores = elmo.log_probabilities([odd])[0]
assert np.allclose(-scores.forward[:-1], surprise["forward"][1], atol=1e-4)
assert np.isclose(surprise["forward"][0][0], surprise["forward"][1][0], atol=1e-4)
assert np.isclose(surprise["backward"][0][-1], surprise["backward"][1][-1], atol=1e-4)

# %% [markdown]
# The asserts hold for any weights. At "The" the forward model has read nothing but the mark, in
# both sentences, so it is equally surprised; at the full stop, so is the backward model.
#
# **Predict.** "The table slept under the dog ." At which words *can* the forward model notice that
# something is odd, and at which the backward model?
#
# <details><summary>Answer</summary>
#
# Forward: at "slept", since tables do not sleep, and at "dog", after "slept under the". Backward:
# at "slept", before "under the dog", and at "table", before "slept". Each can notice a quarrel
# only at that word of a pair which it reads second.
#
# </details>

# %%
plots.surprise_bars(odd, surprise["forward"][1], surprise["backward"][1])

# %% [markdown]
# A bar up is the surprise from the left, a bar down that from the right; the largest of each
# direction has a frame. Rare words have long bars in any sentence, so the next cell compares each
# word with itself in the good sentence: a number above 0 is what the odd order costs. It holds two
# things, the quarrel of the words and the mere change of place: "table" after "The" may be rarer
# than after "under the", with no quarrel at all. Single words cannot tell the two apart.

# %%
for word in ("table", "slept", "under", "dog"):
    k, j = odd.index(word), good.index(word)
    cost = [surprise[d][1][k] - surprise[d][0][j] for d in ("forward", "backward")]
    print(f"{word:8} forward {cost[0]:+5.1f}   backward {cost[1]:+5.1f}")

# %% [markdown]
# A small model need not notice all that you notice. And one pair proves nothing. Here are eight,
# each with the same words in both versions, so that rare words cost both the same. We compare the
# log-probability of the whole sentences: above 0 the model would choose the good one. A coin would
# choose right in four of eight.

# %%
pairs = [
    ("I took the bus and burned the wood .", "I burned the bus and took the wood ."),
    ("He wrote a letter and climbed a wall .", "He wrote a wall and climbed a letter ."),
    ("She drank her tea and read a book .", "She drank her book and read a tea ."),
    ("The teacher ran and the rope was cut .", "The teacher was cut and the rope ran ."),
    ("He ate an apple and told a story .", "He ate a story and told an apple ."),
    ("The boys are here and the boy is gone .", "The boys is here and the boy are gone ."),
    ("She opened the door with a key .", "She opened the key with a door ."),
    ("The dog slept under the table .", "The table slept under the dog ."),
]
scored = [elmo.log_probabilities([a.split(), b.split()]) for a, b in pairs]
for direction in ("forward", "backward"):
    gains = [getattr(a, direction).sum() - getattr(b, direction).sum() for a, b in scored]
    shown = " ".join(f"{gain:+.2f}" for gain in gains)
    print(f"{direction:8} {sum(g > 0 for g in gains)} of {len(pairs)}: {shown}")

# %% [markdown]
# Each number is $\log P(\text{good}) - \log P(\text{odd})$: above 0 the model chose the good
# sentence. Eight pairs of our own are a glance, not a measurement, and the two directions need not
# agree: each sees the quarrel from its side.

# %% [markdown] tags=["exercise"]
# ### Exercise 8b.3: surprising from both sides
# Difficulty 1 of 3, 10 minutes.
#
# A word that is only surprising from the left may simply come too early to be guessed. Find the
# word that is surprising from *both* sides: for each word take the smaller one of its two
# surprises, and return the word for which this is largest.
#
# <details><summary>Hint 1</summary>
#
# `np.minimum(forward, backward)` compares two arrays number by number.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `np.argmax` gives the position of the largest number.
#
# </details>

# %% tags=["exercise"]
def surprising_from_both(words, forward, backward):
    """The word of the list `words` whose smaller surprise is the largest."""
    # begin solution
    return words[int(np.argmax(np.minimum(forward, backward)))]
    # end solution

# %% tags=["check"]
checks.ch08b_ex3(surprising_from_both)

# %% [markdown]
# ## 9. How far it is to the published model
# Peters and others (2018) trained `original`: char-CNN of 2048 filters, two LSTM layers with 4096
# units and projections to 512 numbers. It read the 1B Word Benchmark, 768 million words, ten times.
# The average of its forward and backward perplexity is 39.7. They compare it with a larger model
# that only reads forward, CNN-BIG-LSTM of Jozefowicz and others (2016): 30.0. The authors halved
# all sizes of that model on purpose, to get vectors that others can afford. Their two directions
# have nearly the same perplexity, the backward one a little lower. Compare our rows above.

# %%
def parameters(name):
    with torch.device("meta"):
        return sum(p.numel() for p in BiLM(SHAPES[name]).parameters())


models = {
    "here, 3 readings": (settings.tokens, parameters("tiny")),
    "rung of the ladder": (4 * sum(map(len, ladder.corpus().train)), parameters("tiny")),
    "lite": (long_run["tokens"], parameters("lite")),
    "original": (7.68e9, parameters("original")),
}
plots.model_scale(models)

# %% [markdown]
# Both scales are logarithmic: equal steps are equal factors. Perplexities of these four cannot
# be compared, because texts and vocabularies differ; only the distance can.
#
# ## What you can now do
# - lay a text into rows and windows, and say what `keep` is for,
# - train a biLM with warm-up, clipping and decay, and draw sentences from both ends,
# - read a ladder with two directions, and say which numbers may stand on it,
# - find surprising words from both sides.
#
# ## One honest limit
# A perplexity says how well a model guesses words. It does not say what its vectors know, and the
# vectors are what we are after. We took a first look; chapters 10 and 11 measure it with care. And
# the live training had one seed, one text of our own, and no settings chosen with care.
#
# Sources: Peters and others, "Deep contextualized word representations" (2018); Jozefowicz and
# others, "Exploring the limits of language modeling" (2016); Grave and others, "Efficient softmax
# approximation for GPUs" (2017); a review of the ELMo paper, *Deep Contextualized Word
# Representation*, which has 39.7 and 30.0 the wrong way round; for the bus, the lecture
# *Tensorflow를 활용한 딥러닝 자연어 처리 입문*, part 3.
#
# ## Where next
# The model predicts words, but we want its vectors. A word now has three layers: its letters, and
# two that have read the sentence. Chapter 09 asks which of them a task should listen to.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. Why is the state multiplied by 0 where a sentence starts?
#    - [x] what stood before in the row is another sentence :: rows are filled end to end, in a
#      random order
#    - [ ] to keep the gradient short :: that is what clipping does
#    - [ ] to hide the answer :: the answer is read one step later anyway
# 2. A biLM has perplexity 60 forward and 62 backward on a text. What is its perplexity at filling
#    a gap from both sides?
#    - [ ] 61, the mean :: the mean describes two guesses, each made from one side
#    - [ ] 60 times 62 :: these are two guesses at the same word, not at two words
#    - [x] these numbers do not say :: no output of the model predicts a word from both sides
# 3. Model A: perplexity 40 with 800,000 words. Model B: 66 with 30,000 words, on another text.
#    Which is better?
#    - [ ] A, since 40 is less than 66 :: neither the texts nor the choices are the same
#    - [ ] B, since it has fewer words to choose from :: that makes its task easier, not the model
#      better
#    - [x] one cannot say :: the ladder has rules because of such pairs
