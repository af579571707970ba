# %% [markdown] tags=["lecture"]
# # 08b Training the biLM
#
# Chapter 08 built a machine that has never read a word. Give it one, *bank*, and let it say what
# stands before and after: it produces words in random order. Ten seconds of training are enough to
# make it babble in common words. The weights that come with this course took seven hours. Is there
# anything in them that seconds do not give?
#
# **What does a biLM learn in seconds, and what in hours?**
#
# You will be able to
# - **let** a model speak in both directions, and measure how far back it looks,
# - **lay** a text into rows and windows whose state goes on,
# - **write** one update of a recurrent model, and teach yours a new voice,
# - **read** the curve of a long run,
# - **test** whether a model knows grammar, and tell two ways of failing apart.
#
# You need the model and the loss of chapter 08, and perplexity from chapter 01.

# %% tags=["setup"]
import copy

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from elmo_lite import corpora
from elmo_lite.bilm import SHAPES, BiLanguageModel
from elmo_lite.controls import with_random_weights
from elmo_lite.elmo import Elmo
from elmo_lite.reading import plain, score
from elmo_lite.text import SENTENCE_BEGIN, SENTENCE_END, Vocabulary, tokenize
from elmo_lite.training import batches
from elmo_lite.training.run import TrainingRun, TrainingSettings
from notebooks.course import chapter, typed
from notebooks.course.check import check, yours_or_ours
from notebooks.course.language import label, padded
from notebooks.course.live import live
from notebooks.course.plots import ch08b as plots

torch.set_num_threads(1)  # small networks: one thread is fast


# %% tags=["setup"]
def without_history(state):  # the same numbers, cut off from the computation behind them
    return [[(h.detach(), c.detach()) for h, c in stack] for stack in state]


# %% [markdown] tags=["lecture"]
# ## 1. Seconds: a small model learns before your eyes
# A small biLM with random weights reads Simple Wikipedia, 512 words and marks of it at each update.
# We keep a copy of it before it reads, after 30 updates and after 90, and put the shipped model
# beside them.

# %% tags=["lecture"]
wiki = [list(sentence) for sentence in corpora.simple_wiki(110_000).sentences]
wiki, unread = wiki[:-400], wiki[-400:]
messages = corpora.our_messages()
train_spam, test_spam = ([label for label, _ in p] for p in (messages.train, messages.test))
messages, new_messages = ([tokenize(t) for _, t in p] for p in (messages.train, messages.test))
vocabulary = Vocabulary.build(wiki + messages, max_size=3000, min_count=2)
torch.manual_seed(0)
model = BiLanguageModel(SHAPES["tiny"], vocabulary).eval()
stages = {"nothing read": copy.deepcopy(model)}


# %% tags=["lecture"]
def look(record):
    if record["step"] in (30, 90):
        print(f"update {record['step']}: loss {record['forward']:.1f}, {record['backward']:.1f}")
        stages[f"{record['step']} updates"] = copy.deepcopy(model).eval()


settings = TrainingSettings(rows=32, steps=16, learning_rate=0.005, warmup=0, dropout=0.0)
run = TrainingRun(model, settings)
with chapter.timed("08b", "90 updates"):
    text = batches.pack(wiki, vocabulary, rows=32, steps=16)
    run.read(text, look, stop=lambda: run.reached.step == 90)
trained = Elmo.load("en")
stages["shipped"] = trained.model


# %% tags=["setup"]
def next_word(model):
    """A function: P of each word of the vocabulary after `said`, or before it (backward)."""

    @torch.inference_mode()
    def ask(said, backward=False):
        _, layers = next(plain.read(model.bilm, [said]))
        h = layers.backward[-1][:, 1] if backward else layers.forward[-1][:, len(said)]
        p = model.log_distribution(h).exp()[0].double().numpy()
        p[[0, 2 if backward else 1]] = 0  # neither <unk> nor the mark where it began
        p = p**1.5  # a little bolder: the temperature of chapter 01, at 2/3
        return p / p.sum()

    return ask


# %% [markdown] tags=["exercise"]
# ### Exercise 8b.1: speak around a word
# Difficulty 2 of 3, 10 minutes.
#
# The list `middle` holds one or more words. First the backward model says what comes before them,
# word by word, until it says `<s>`. Then the forward model goes on after all of this until it says
# `</s>`. Each of the two says at most `longest` words. `ask(said, backward)` gives the
# probabilities of all `words` before (or after) the list `said`; draw with `rng.choice(words,
# p=...)`. Return two lists, the words before `middle` and the words after it, in reading order and
# without the marks.
#
# <details><summary>Hint 1</summary>
#
# A word drawn backward goes to the front of what was said.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Two loops, one after the other. What was said so far grows with each word: what does the backward
# model hear at its second word, and what does the forward model hear at its first?
#
# </details>


# %% tags=["exercise"]
def grow(ask, words, middle, rng, longest=7):
    """The words that a model says before and after `middle`."""
    # begin solution
    before, after = [], []
    while len(before) < longest:
        word = rng.choice(words, p=ask(before + middle, True))
        if word == "<s>":
            break
        before = [str(word)] + before
    while len(after) < longest:
        word = rng.choice(words, p=ask(before + middle + after, False))
        if word == "</s>":
            break
        after = after + [str(word)]
    return before, after
    # end solution


# %% tags=["check"]
check("8b.1", grow)

# %% [markdown] tags=["door"]
# Any biLM can now speak around a word, the small one mostly in loose words, the shipped one in
# phrases.

# %% tags=["known"]
ALL = ["<s>", "</s>", "the", "cat", "dog", "sat", "ran"]


class Dice(np.random.Generator):
    """A generator that can be written down."""


def inputs(rng):
    return rng.dirichlet(np.full(7, 0.8), size=(2, 7)), int(rng.integers(1000)), 5


cases = [(None, seed, longest) for seed, longest in ((0, 3), (1, 8), (4, 1), (7, 2), (8, 3))]


def use(answer, table, seed, longest):
    """Let an answer speak: a model that looks at the words at both ends, or counts all of them."""

    def ask(said, backward=False):
        p = table[int(bool(backward)), (ALL.index(said[0]) + 3 * ALL.index(said[-1])) % 7].copy()
        p[1 if backward else 0] = 0
        return p / p.sum()

    def count(said, backward=False):
        end = np.array([2, 0] if backward else [0, 2])
        return np.concatenate([end, np.roll([1, 2, 4], len(said))]) / 9

    count.written = (
        "lambda said, backward=False: np.concatenate([[2, 0] if backward else [0, 2], "
        "np.roll([1, 2, 4], len(said))]) / 9"
    )
    dice, middle = Dice(np.random.PCG64(seed)), ["the", "cat"]
    dice.written = f"np.random.default_rng({seed})"
    unused = dice.bit_generator.state
    if table is None:
        found = answer(count, ALL[:5], middle, dice, longest)
    else:
        found = answer(ask, [*ALL], middle, dice, longest)
    if dice.bit_generator.state == unused and str(found) != "([], [])":
        return "another generator"
    return found if middle == ["the", "cat"] else "another middle"


# %% [markdown] tags=["known"]
# Hint: First all words before `middle`, then all words after it; each word is drawn from `ask`.
# Returns: two lists: the words before and the words after
#
# - `[str(word)] + before` → `before + [str(word)]` :: A word drawn backward goes to the front.
# - `ask(before + middle, True)` → `ask(middle, True)` :: Ask with all that was said so far.
# - `ask(before + middle + after, False)` → `ask(middle + after, False)` :: The forward model goes
#   on after everything, the words before `middle` too.
# - `ask(before + middle, True)` → `ask(before + middle, False)` :: Before `middle` it is the
#   backward model that speaks: `ask(said, True)`.
# - `return before, after` → `return after, before` :: Return the words before `middle` first.
# - `< longest` → `<= longest` :: Each of the two says at most `longest` words.
# - `before, after = [], []` → `before, after = [], []; middle.append("the")` :: Your function
#   changes the list `middle`, which the page still needs: work on a copy.
# - `rng.choice` → `np.random.choice` :: Draw every word with `rng`, which your function is given:
#   then the same seed gives the same words.
# - `< longest` → `< 7` :: At most `longest` words, not always 7.
# - `len(after) < longest` → `len(after) + len(before) < longest` :: Each of the two says at most
#   `longest` words, not both together.
# - `return before, after` → `return before + middle, after` :: The two lists hold the new words
#   alone, without `middle`.

# %% tags=["lecture"]
grow = yours_or_ours("8b.1", grow)


def listen(models, word, seed):
    said, asks, words, middle = {}, {}, {}, typed.english(word)
    for name, model in models.items():
        asks[name], words[name] = next_word(model), model.vocabulary.words
        rng = np.random.default_rng(seed)
        said[name] = grow(asks[name], words[name], middle, rng)
    plots.speaking(said, asks, middle, words)


def watch(word="bank", seed=10):
    listen(stages, word, seed)


# %% tags=["lecture"]
live(watch, word="bank", seed=(0, 20))

# %% [markdown] tags=["lecture"]
# Purple words were said backward, red ones forward; the number below each is the probability, in
# percent, with which it was drawn. (A temperature of 2/3 makes it bolder than the model's own, and
# `<unk>` is never drawn.) Before reading, any of the thousand most frequent words is about as good
# as the next (section 3 says why the rarer ones hardly ever come). After 30 updates and after 90
# mostly frequent words come. One text is one seed of many, so here are five of the small model
# after 90 updates, and five of the shipped one.

# %% tags=["lecture"]
for name in ("90 updates", "shipped"):
    ask, words = next_word(stages[name]), stages[name].vocabulary.words
    print(label(name))
    for seed in range(5):
        before, after = grow(ask, words, ["bank"], np.random.default_rng(seed))
        print("   ", *before, "BANK", *after)

# %% [markdown] tags=["lecture"]
# In the five texts of the small model hardly anything holds together for longer than a pair such as
# *of the*. Those of the shipped model have whole phrases: *got back to a seat in the bank*, *top of
# the bridge is over the bank*. Now and then it loses itself, too (*the central bank of the bank*).
#
# ### How far back does it look?
# Listening is not measuring. If the small model knows pairs and nothing else, it must not matter to
# it what stood before the last word. So we take sentences that the small model has not read (the
# shipped one may have), keep the last few words before the thirteenth, and put the beginning of
# *another* sentence in front of them. How much more does the thirteenth word surprise it than after
# its own twelve words?
#
# **Predict.** After 30 updates, after 90, after seven hours: at how many words of its own does each
# curve become level?
#
# <details><summary>Answer</summary>
#
# At none, at one, and not yet at eight.
#
# </details>


# %% tags=["setup"]
@torch.inference_mode()
def expected(model, beginnings):
    """P of each word of the vocabulary after each of some beginnings of equal length."""
    x, _ = plain.token_vectors(model.bilm, beginnings)
    layers, _ = model.bilm.read(x[:, :-1], model.bilm.forward_lstms)
    return model.log_distribution(layers[-1][:, -1]).exp().double().numpy()


# %% tags=["lecture"]
long = [sentence for sentence in unread if len(sentence) > 12]
others = long[1:] + long[:1]


def surprise(model, own):
    mixed = [b[: 12 - own] + a[12 - own : 12] for a, b in zip(long, others, strict=True)]
    column = model.vocabulary.ids([sentence[12] for sentence in long])
    p = expected(model, mixed)[np.arange(len(long)), column]
    return np.exp(-np.log(p).mean())  # the perplexity of the thirteenth words


own = [0, 1, 2, 3, 4, 6, 8, 12]
found = {}
for name in ("30 updates", "90 updates", "shipped"):
    found[name] = [surprise(stages[name], k) for k in own]
plots.far_back(own, found)

# %% [markdown] tags=["lecture"]
# This is what seconds buy, one thing after the other. After 30 updates **no** word of what came
# before helps the model: the curve is level from the start. After 90 it uses **one**: a wrong last
# word makes it 1.5 times as perplexed, and everything further back can be exchanged without any
# loss. The bigram of chapter 01 looks at one word, too. The shipped model uses **more than eight**.
# With its last word alone it is 8.2 times as perplexed as with all twelve, and even with eight of
# the twelve it still misses the other four (1.4). Where none of the twelve is its own, it is 204
# times as perplexed.

# %% [markdown] tags=["lecture"]
# ## 2. Rows, windows, and a state that goes on
# What happened in one of these updates? One sentence at a time would be slow, and filling up short
# sentences to the length of long ones is wasted work. So sentences are laid end to end into a few
# **rows** (행), and all rows are cut into pieces of equally many steps. Such a piece is a
# **training window** (학습 윈도우), and gives one update.
#
# By hand, one row with the sentences *I am Sam* and *go*, for the forward model:
#
# | | | | | | | |
# |---|---|---|---|---|---|---|
# | is read | `<s>` | I | am | Sam | `<s>` | go |
# | must be predicted | I | am | Sam | `</s>` | go | `</s>` |
# | keep | 0 | 1 | 1 | 1 | 0 | 1 |
#
# Each word is predicted one step before it is read. Before each step the state of the LSTM is
# multiplied by *keep*, so it forgets the old sentence where a new one starts.

# %% [markdown] tags=["exercise"]
# ### Exercise 8b.2: sentences in a row
# Difficulty 2 of 3, 10 minutes.
#
# Lay sentences end to end into one row. Return three lists of equal length: the words that are
# read, the words to predict, and keep (0 at the first word that is read of a sentence, else 1).
# With `backward=True` each sentence is read from its last word to its first; then it begins with
# `</s>`, and `<s>` is what must be predicted at its end. The sentences keep their order. Your model
# will be trained on these rows.
#
# For instance, `lay_out([["go"]])` is `(["<s>", "go"], ["go", "</s>"], [0, 1])`.
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
check("8b.2", lay_out)

# %% [markdown] tags=["door"]
# So a text becomes rows that go on from window to window, and the state is forgotten only where a
# sentence starts.


# %% tags=["known"]
def inputs(rng):
    sizes = rng.integers(1, 4, size=rng.integers(2, 4))
    sentences = [[str(w) for w in rng.choice(ALL[2:], n, replace=False)] for n in sizes]
    return sentences, bool(rng.integers(2))


cases = [([["I", "am", "Sam"], ["go"]], False), ([["I", "am", "Sam"], ["go"]], True)]

# %% [markdown] tags=["known"]
# Hint: A sentence of N words takes N + 1 steps: the first mark and then its words are read.
# Returns: three lists: read, predict, keep
#
# - `predict + words + [last]` → `predict + [first] + words` :: A word must not be predicted from
#   itself, but one step before it.
# - `[0] + [1] * len(words)` → `[1] + [0] * len(words)` :: Keep and forget are exchanged: 0 where a
#   sentence starts, else 1.
# - `[0] + [1]` → `[1] + [1]` :: Where a sentence starts the state is forgotten: keep is 0 there.
# - `("</s>", "<s>") if backward else ("<s>", "</s>")` → `("<s>", "</s>")` :: Backward, the marks
#   change places: `</s>` is read, `<s>` predicted.
# - `sentence[::-1] if backward else sentence` → `sentence` :: With backward=True each sentence is
#   read from its last word.
# - `ours(sentences[::-1] if backward else sentences, backward)` :: Reverse each sentence on its
#   own; their order in the row stays.

# %% [markdown]
# Now two rows and windows of four steps.
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

# %% tags=["lecture"]
lay_out = yours_or_ours("8b.2", lay_out)
rows = [["The fat cat sat".split()], ["I am Sam".split(), "I like NLP".split()]]
laid = {}
for direction in ("forward", "backward"):
    laid[direction] = [lay_out(row, direction == "backward") for row in rows]
plots.packed_rows(laid, steps=4)

# %% [markdown] tags=["lecture"]
# A dark bar stands where *keep* is 0. The dashed line between the windows runs through *The fat cat
# sat*. If every window began with an empty state, the model would meet the end of the sentence as
# if nothing had come before. So a window begins with the state in which the last one ended, its
# **carried state** (이어받은 상태). Does the reader get the same vectors as from the sentence in
# one piece?

# %%
bilm = stages["90 updates"].bilm
with torch.no_grad():
    x, _ = plain.token_vectors(bilm, ["The fat cat sat".split()])
    whole, _ = bilm.read(x, bilm.forward_lstms)
    _, carried = bilm.read(x[:, :4], bilm.forward_lstms)
    after, _ = bilm.read(x[:, 4:], bilm.forward_lstms, carried)
    fresh, _ = bilm.read(x[:, 4:], bilm.forward_lstms)
assert torch.allclose(after[-1], whole[-1][:, 4:], atol=1e-5)
cosine = torch.cosine_similarity(fresh[-1], whole[-1][:, 4:], dim=-1)[0, 0].item()
print(f"sat from an empty state: cosine {cosine:.2f} with sat in its sentence")

# %% [markdown]
# With the carried state it does; from an empty one *sat* is another vector (cosine about 0.84).
# Only the *gradient* stops at the edge: a window learns from what the one before it remembered, but
# cannot teach it what to remember. This is **truncated backpropagation through time** (절단 시간
# 역전파).
#
# ## 3. Your update teaches it a new voice
# We build an update of our own, and give it another text: 352 short messages of our own, like those
# sent by phone. First your rows become windows of numbers. The sentences are dealt out to the rows
# like cards, and the ends that stick out are cut off.

# %%
marks = {"<s>": SENTENCE_BEGIN, "</s>": SENTENCE_END}
spelling = model.bilm.shape.characters


def windows_of(sentences, rows=16, steps=16):
    """For each window: letters to read, words to predict, and keep, of both directions."""
    both = []
    for backward in (False, True):
        laid = [lay_out(sentences[k::rows], backward) for k in range(rows)]
        time = min(len(read) for read, _, _ in laid) // steps * steps
        read, predict, keep = (np.array([row[i][:time] for row in laid]) for i in range(3))
        letters = spelling.ids_of([marks.get(word, word) for word in read.flat])
        goals = torch.tensor(vocabulary.ids(predict.flat)).reshape(rows, time)
        parts = (letters.reshape(rows, time, -1), goals, torch.tensor(keep[..., None]).float())
        both.append(list(zip(*(part.split(steps, dim=1) for part in parts), strict=True)))
    return list(zip(*both, strict=True))


# %% [markdown]
# Then the loss of a window: chapter 08's joint loss, divided by the number of predictions. The
# shipped model knows 30,003 words, and a full softmax would score every one of them at each
# prediction, although most of them are rare. The **adaptive softmax** (적응형 소프트맥스) chooses
# twice: first among the 1,000 most frequent words and an entry for each group of rarer ones, then
# within the group:
#
# $$P(\text{rare word}) = P(\text{rarer}) \cdot P(\text{word} \mid \text{rarer}) \tag{1}$$
#
# By hand: if "rarer" has probability $\frac14$ and *zebra* has $\frac1{10}$ among the rarer words,
# then $P(\text{zebra}) = \frac1{40}$, and all words together still sum to 1. The rarer words get
# shorter vectors as well.
#
# Now and then a recurrent model meets a window with a huge gradient, and a plain step of gradient
# descent along it would throw the weights far away.
# So a gradient longer than 1 is shortened to length 1 (**gradient clipping**, 기울기 클리핑).

# %%
mine = copy.deepcopy(stages["90 updates"]).train()


def loss_of(window, state):
    """The mean loss of a window, and the states of both stacks at its end."""
    after, losses = [], []
    stacks = (mine.bilm.forward_lstms, mine.bilm.backward_lstms)
    for (letters, goals, keep), before, stack in zip(window, state, stacks, strict=True):
        x = mine.bilm.char_cnn(letters.flatten(0, 1)).reshape(*goals.shape, -1)
        layers, end = mine.bilm.read(x, stack, before, keep)
        losses.append(-mine.log_probability(layers[-1], goals).mean())
        after.append(end)
    return sum(losses) / 2, after


# %% [markdown] tags=["exercise"]
# ### Exercise 8b.3: one update
# Difficulty 1 of 3, 7 minutes.
#
# Write one step of training. `loss_of(window, state)` gives the loss, as a tensor, and the state at
# the end of the window. Clip the gradients to length 1 with `torch.nn.utils.clip_grad_norm_(
# parameters, 1.0)` before the step. Return the loss as a number, and the state for the next window,
# cut off from its history by the function `without_history` (below the imports of this chapter).
#
# <details><summary>Hint 1</summary>
#
# Loss, old gradients away, new gradients, clip, step.
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
    loss, after = loss_of(window, state)
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(parameters, 1.0)
    optimizer.step()
    return loss.item(), without_history(after)
    # end solution


# %% tags=["check"]
check("8b.3", update)

# %% [markdown] tags=["door"]
# Your update brings unread messages from a perplexity of 431 to about 110. Wikipedia pays for it:
# 89 becomes about 220.


# %% tags=["known"]
def inputs(rng):
    return rng.normal(size=3), rng.normal(size=(3, 2))


cases = [(np.array([1.0]), np.array([[3.0]]))]


class Written(list):
    """A list that can be written into a call."""


def one_update(answer, weights, window):
    """What an answer returns for a single window, as a call that can be pasted."""
    w = torch.tensor(weights, requires_grad=True)
    parameters, optimizer = Written([w]), torch.optim.SGD([w], lr=0.1)

    def loss_of(window, state):
        return ((w - window) ** 2).sum(), [[(state[0][0][0] + window, window)]]

    parameters.written = f"[w := torch.tensor({weights.tolist()}, requires_grad=True)]"
    optimizer.written = "torch.optim.SGD([w], lr=0.1)"
    loss_of.written = (
        "lambda window, state: (((w - window) ** 2).sum(), [[(state[0][0][0] + window, window)]])"
    )
    zero = torch.zeros(1, dtype=torch.float64)
    return answer(loss_of, torch.from_numpy(window), [[(zero, zero)]], parameters, optimizer)


def use(answer, weights, windows):
    """Three updates of a small recurrent model -> the losses, and its weights at the end."""
    if len(windows) == 1:
        return one_update(answer, weights, windows[0])
    parameters = [torch.tensor(part, requires_grad=True) for part in (weights[:2], weights[2:])]
    optimizer = torch.optim.SGD(parameters, lr=0.1)

    def toy_loss(window, state):
        h, c = state[0][0]
        h = torch.tanh(parameters[0][0] * window + parameters[0][1] * h)
        c = c + parameters[1] * h
        return 9 * ((c - window) ** 2).mean(), [[(h, c)]]

    losses, zero = [], torch.zeros(2, dtype=torch.float64)
    state = [[(zero, zero)]]
    for window in torch.from_numpy(windows):
        loss, state = answer(toy_loss, window, state, parameters, optimizer)
        if any(part.requires_grad for part in state[0][0]):
            return "history"
        if isinstance(loss, torch.Tensor) and loss.requires_grad:
            return "a loss with its graph"
        losses.append(float(loss))
    return losses, torch.cat(parameters).detach().numpy()


trials = 8
pasted = """(w := torch.tensor(1.0, requires_grad=True), [{name}(lambda window, state: \
((w - window) ** 2, state), window, [], [w], torch.optim.SGD([w], lr=0.1)) \
for window in (3.0, 1.2)], w.item())[-1]"""

# %% [markdown] tags=["known"]
# Hint: Loss, old gradients away, new gradients, clip, step; then the loss and the new state.
# Returns: the loss as a number, and the state for the next window
# Tried: the three losses and the weights at the end, after one call for each of the windows `{1}`
#   on a small recurrent model with the weights `{0}`, the first two in one parameter
#
# - `without_history(after)` → `after` :: The state still carries its history: use
#   `without_history`.
# - `optimizer.zero_grad()` → `pass` :: Gradients pile up: call `optimizer.zero_grad()` first.
# - `torch.nn.utils.clip_grad_norm_(parameters, 1.0)` → `pass` :: The gradient is not clipped to
#   length 1.
# - `torch.nn.utils.clip_grad_norm_(parameters, 1.0)` → `[torch.nn.utils.clip_grad_norm_([w], 1.0)
#   for w in parameters]` :: You clip the gradient of each parameter by itself: all of them
#   together have the length 1, so call `clip_grad_norm_` once.
# - `without_history(after)` → `without_history(state)` :: Return the state after the window, not
#   the one before it.
# - `optimizer.step()` → `pass` :: The weights stay as they are: `backward` or `optimizer.step()` is
#   missing, or `zero_grad` stands between the two and clears what the step needs.
# - `optimizer.step()` → `pass`; `optimizer.zero_grad()` →
#   `[optimizer.step(), optimizer.zero_grad()]` :: The step comes before `backward`: it uses the
#   gradients of the window before.
# - `return loss.item()` → `return loss` :: Return the loss as a number, `loss.item()`: this tensor
#   keeps everything that its window went through.

# %%
update = yours_or_ours("8b.3", update)
parameters = list(mine.parameters())
optimizer = torch.optim.Adam(parameters, lr=0.005)
for epoch in range(2):
    state = [mine.bilm.zero_state(16) for _ in range(2)]
    order = np.random.default_rng(epoch).permutation(len(messages))
    for window in windows_of([messages[i] for i in order]):
        loss, state = update(loss_of, window, state, parameters, optimizer)
mine.eval()
for name, each in {"before": stages["90 updates"], "after": mine}.items():
    found = [score.perplexity(each, unseen).forward for unseen in (new_messages, unread)]
    print(f"{name:6} unread messages {found[0]:.0f}, unread Wikipedia {found[1]:.0f}")


# %%
for name, each in {"Wikipedia only": stages["90 updates"], "then your update": mine}.items():
    before, after = grow(next_word(each), vocabulary.words, ["call"], np.random.default_rng(1))
    print(padded(name, 20), *before, "CALL", *after)

# %% [markdown]
# Your update works: the perplexity of messages that the model never saw falls from 431 to about
# 110, and in this one text it speaks to somebody: *your*. (These networks were trained a minute
# ago. On another processor the last digits of the sums differ, and you may read other words and
# slightly other numbers.) It has paid for that: on Wikipedia it rises from 89 to about 220.
# Training on the text of a task like this is called fine-tuning; Peters and others did it with ELMo
# before most of their tasks. Does the task gain, too? About a quarter of the messages are spam. A
# classifier that has to find them gets the mean of the top layer over each message.


# %%
def sorted_right(model):
    means = [
        Elmo(model).embed(part, layer=2, pooling="mean", progress=False)
        for part in (messages, new_messages)
    ]
    classifier = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
    return classifier.fit(means[0], train_spam).score(means[1], test_spam) * len(new_messages)


for name, each in (stages | {"after your update": mine}).items():
    if name in ("nothing read", "90 updates", "after your update"):
        way, right = padded(label(name), 20), sorted_right(each)
        print(f"{way} {right:.0f} of {len(new_messages)} messages sorted right")

# %% [markdown]
# The perplexity has fallen to a quarter, and the task shows no gain: before your update 81 of 88
# messages were sorted right, and after it no more. The network that has read nothing sorts 82. The
# paper met a gain and the lack of one: on SNLI, fine-tuning brought 0.6 points on the development
# data (89.5 % in place of 88.9), and on sentiment about none.
#
# ## 4. Hours: the curve of the real run
# The shipped weights read 50 million words: Wikipedia, textbooks, talk, old novels. ELMo read
# fifteen times as much, ten times over, and began with random weights. We could not afford that, so
# ours got a head start: skip-gram vectors were trained first, the char-CNN learnt to spell them
# (chapter 07b), and they fill the softmax. Two short runs show what this changes, the same model on
# the same two million words. (The warm one follows our recipe, in which the char-CNN learns at a
# fifth of the rate. That is not the reason for its lead: at the full rate it ends at 100.)

# %%
starts = {row["start"]: row for row in chapter.results("starts")}
for name, key in {"random": "wide, random", "warm": "wide, warm, slow char-CNN"}.items():
    final = list(starts[key]["perplexity"].values())[-1]
    print(f"{name} start, {starts[key]['words'] / 1e6:.1f} million words: perplexity {final:.0f}")

# %% [markdown] tags=["lecture"]
# Do not take 97 instead of 157 for cheaper learning: the vectors of the warm start had read the
# whole training text of the shipped model before. The two lines say that such knowledge can be
# handed over. They do not say how much text it replaces.
#
# The command `python -m elmo_lite pretrain` logged the whole run, and now and then the perplexity
# of twenty texts that were held out. For the last fifth of the text, in which the learning rate
# falls to 0, the band is grey.
#
# **Predict.** Which lowers the held-out perplexity more: the ten million words before the rate
# begins to fall, or the ten million while it falls?
#
# <details><summary>Answer</summary>
#
# The last ten, by far: 9.4 points and two.
#
# </details>

# %%
run = chapter.results("pretrain_en")
heldout = [record for record in run["log"] if "heldout" in record]
points = []
for record in heldout:
    mean = np.exp(np.mean(np.log(list(record["heldout"].values()))))  # all texts count alike
    points.append((record["tokens"] / 1e6, mean))

# %%
curve, step = [], 0
for record in run["log"]:
    if record["step"] >= step + 20:  # the mean loss of fewer updates is noisy
        curve.append(record)
    step = record["step"]
millions = np.array([record["tokens"] for record in curve]) / 1e6
both = {d: np.exp([record[d] for record in curve]) for d in ("forward", "backward")}
for million in (0.8, 1.6, 3.2, 6.4, 12.8, 25.6):
    near = np.abs(millions - million).argmin()
    print(f"{million:4.1f} million words: {both['forward'][near]:.0f}")
print(f"{millions[-1]:.1f} million words in {curve[-1]['seconds'] / 3600:.1f} hours on two cores")
ends = np.exp(np.log(list(heldout[-1]["heldout"].values())).mean(axis=0))
print(f"held out, at the end: forward {ends[0]:.1f}, backward {ends[1]:.1f}")


# %% tags=["lecture"]
rates = {record["tokens"] / 1e6: record["rate"] for record in run["log"] if "rate" in record}
falling = [million for million, rate in rates.items() if rate == max(rates.values())][-1]
plots.run_curve(millions, both, points, falling)

# %% [markdown] tags=["lecture"]
# In the first six lines above the figure, each doubling of the text brings less than the one
# before. Drawn on two logarithmic axes, the final losses of models of very different sizes lie
# close to a straight line; from such **scaling laws** (스케일링 법칙) the makers of GPT read how
# large a model to train, and on how much text.
#
# The right half holds the lesson of this curve. At a constant rate the held-out perplexity creeps
# down and jumps as it goes; the ten million words before the grey band brought only two points, and
# one could have stopped there. Then the learning rate falls to 0, and ten million words bring 9.4
# points, from 72.4 to 63.0, about as much as the 26 million before them. **Judged before its rate
# had fallen, this run would have been judged too early.** (How much of the 9.4 points the rate did,
# only the same ten million words at the constant rate would show. That run takes an hour and a
# half, and we have not made it.)
#
# Our backward model ends slightly below the forward one, at 62.8 and 63.1, and so did the paper's.
#
# Do not compare 63 with the paper's 39.7, the mean of the two directions of its biLM, or with the
# 30.0 of a larger forward model (CNN-BIG-LSTM). Those are for news, with 793,471 words to choose
# from. Under the rules of chapter 01, with one text and one vocabulary for all, a biLM of the small
# shape of section 1, trained on that text, reaches 123 where the best counting has 156
# (`data/results/ladder.jsonl`).
#
# ## 5. What hours bought: is or are?
# *The boys near the park* goes on with *are*. Neither frequent words nor frequent neighbours tell
# you so: the noun next to the verb is *park*, and one must have kept the boys. That a verb takes
# the number of its subject is called **agreement** (일치). A noun between the two is an
# **attractor** (유인어) if it has the other number, because it can attract the verb. Linguists test
# language models in this way (Linzen and others, 2016). You write the test, and its sentences too,
# so that the model can hardly have learnt them by heart.
#
# Each noun can be singular or plural, which makes four kinds of sentences: *boy … park*, *boy …
# parks*, *boys … park*, *boys … parks*. Two of the four have an attractor, and the other two are
# the control: there the nearest noun has the right number, so whoever fails *there* was not misled
# by it.
#
# **Predict.** Draw a square of four cells, *boy* above *boys* and *park* left of *parks*. Where is
# somebody right who always says *is*? And somebody who follows the nearest noun?
#
# <details><summary>Answer</summary>
#
# The first in the upper row, the second on the diagonal from *boy … park* to *boys … parks*.
#
# </details>

# %% tags=["setup"]
nouns = "boy girl teacher doctor student king farmer writer cat dog friend lawyer".split()
nouns = [(noun, noun + "s") for noun in nouns]
places = [(noun, noun + "s") for noun in ("park", "house", "car", "river")]
people = [(noun, noun + "s") for noun in ("teacher", "singer", "soldier", "neighbour")]


def expects(model):
    """A function: sentences of equal length -> P(is or was) and P(are or were), (n, 2)."""
    verbs = model.vocabulary.ids("is was are were".split())
    return lambda sentences: expected(model, sentences)[:, verbs].reshape(-1, 2, 2).sum(axis=2)


# %% [markdown] tags=["exercise", "lecture"]
# ### Exercise 8b.4: the agreement test
# Difficulty 3 of 3, 15 minutes.
#
# `nouns` and `others` are lists of pairs (singular, plural), and `template` is a beginning such as
# `"The {noun} near the {other}"`. Fill it with each noun and each other noun, but leave out the
# cases where both are the same pair. Do this four times, for both numbers of the noun and both of
# the other. Ask the model: `expects(sentences)` takes a list of sentences, each a list of words,
# and gives a row for each, P of a singular verb and P of a plural verb. The model is right if the
# verb of the *noun's* number has more. Return an array of four shares: `right[0, 1]` says how often
# it is right where the noun is singular (0) and the other plural (1).
#
# <details><summary>Hint 1</summary>
#
# `template.format(noun=..., other=...)` fills a template, also one that has no `{other}`, and
# `split` makes words of it.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Begin with one of the four cells: the sentences with `noun[0]` and `other[1]`. The choice of the
# model is `expects(sentences).argmax(axis=1)`. What should it be in this cell?
#
# </details>


# %% tags=["exercise"]
def agreement(expects, template, nouns, others):
    """(2, 2) shares of right answers: number of the noun, number of the other noun."""
    # begin solution
    right = np.zeros((2, 2))
    for i in (0, 1):
        for j in (0, 1):
            sentences = []
            for noun in nouns:
                for other in others:
                    if noun != other:
                        text = template.format(noun=noun[i], other=other[j])
                        sentences.append(text.split())
            right[i, j] = np.mean(expects(sentences).argmax(axis=1) == i)
    return right
    # end solution


# %% tags=["check"]
check("8b.4", agreement)

# %% [markdown] tags=["door"]
# By your test the shipped model is right in all 192 sentences, and its shape with random weights
# says "are" every time.


# %% tags=["known"]
def inputs(rng):
    return rng.normal(size=(2, 26)), int(rng.integers(3))


cases = [(None, 0), (None, 1)]


def by_length(sentences):
    return np.array([[2 * len(words[1]), 2 * len(words[-1]) - 3] for words in sentences])


by_length.written = (
    "lambda sentences: np.array([[2 * len(s[1]), 2 * len(s[-1]) - 3] for s in sentences])"
)


def undecided(sentences):
    return np.array([[2 - (words[1][-1] == "s"), 1] for words in sentences])


undecided.written = (
    "lambda sentences: np.array([[2 - (s[1][-1] == 's'), 1] for s in sentences])"
)


def use(answer, weights, which):
    """Test a model whose bets are sums over the letters of the first and the last noun."""
    if weights is None:
        pairs = [("cat", "cats"), ("boy", "boys")], [("boy", "boys"), ("taxi", "taxis")]
        model = (by_length, undecided)[which]
        return answer(model, "The {noun} near the {other}", *pairs)

    def bets(sentences):
        rows = []
        for sentence in sentences:
            total = 0.0
            for k, word in enumerate(sentence):
                total += sum(weights[k % 2, ord(letter) % 26] for letter in word)
            rows.append([np.exp(-abs(total)), np.exp(-abs(total)) * np.exp(np.clip(total, -5, 5))])
        return np.array(rows)

    template = ("The {noun} near the {other}", "The {noun}", "The {other} of the {noun}")[which]
    some = [nouns[0], nouns[2], nouns[5], people[0]]
    return np.array(answer(bets, template, some, [people[0], *places[:2]]), dtype=float)


trials = 30

# %% [markdown] tags=["known"]
# Hint: Each cell has sentences of its own, and in row i the right answer is i.
# Returns: an array (2, 2) of shares between 0 and 1
#
# - `noun=noun[i], other=other[j]` → `noun=noun[j], other=other[i]` :: Row and column are exchanged:
#   the row is the number of the noun.
# - `if noun != other` → `if True` :: The same noun twice is left out: compare `noun` with `other`.
# - `argmax` → `argmin` :: Column 0 is the singular verb, so a singular noun is 0.
# - `== i)` → `== j)` :: The verb must agree with `noun`, not with `other`.
# - `text.split()` → `text.lower().split()` :: Leave the words as they are in the template: *The*
#   begins a sentence, and the model knows it from *the*.
# - `text.split()` → `text` :: Each sentence is a list of words: use `split`.
# - `other=other[j]` → `other=other[1 - i]` :: Both columns are the same: in the control the other
#   noun has the number of the first.
# - `ours(expects, template, nouns, others).T` :: Row and column are exchanged: the row is the
#   number of the noun.
# - `expects(sentences).argmax(axis=1) == i` → `expects(sentences)[:, i] >= expects(sentences)[:, 1
#   - i]` :: The verb of the noun's number must have more: as much as the other is not enough.

# %% tags=["lecture"]
agreement = yours_or_ours("8b.4", agreement)
follows = "The {noun} who %s the {other}"


def nearest_noun(sentences):
    return np.array([[0, 1] if words[-1].endswith("s") else [1, 0] for words in sentences])


def always_is(sentences):
    return np.array([[1, 0] for _ in sentences])


# %% tags=["lecture"]
near = "The {noun} near the {other}"
untrained = with_random_weights(trained, 0).model  # the shape of the shipped model
judges = {"always is": always_is, "nearest noun": nearest_noun}
judges |= {name: expects(stages[name]) for name in ("90 updates", "shipped")}
judges["its shape, random"] = expects(untrained)
found = {name: agreement(judge, near, nouns, places) for name, judge in judges.items()}
plots.squares(found, "park")

# %% [markdown] tags=["lecture"]
# After seconds the small model fares like our first baseline: it says *is* or *was* in each of the
# 192 sentences. The shipped model is right in all of them. **Here it has agreement, and the small
# model shows none.** Its shape alone does not do it: these random weights always say *are*. (The
# two differ in size and text as well as in hours. What more hours would make of the small model, we
# have not tried.)
#
# Now for something harder, a clause with a verb and a person: *The boy who liked the singers*.

# %% tags=["lecture"]
shipped = expects(trained.model)
follows = "The {noun} who VERB the {other}"


def square(template, verb):
    return agreement(shipped, template.replace("VERB", verb), nouns, people)


verbs = ("liked", "met", "helped", "heard", "believed", "thought")
plots.squares({f"who {verb}": square(follows, verb) for verb in verbs})

# %% [markdown] tags=["lecture"]
# *Liked* and *met* are perfect. The other four fail about *boy … singers*, all with the same 0 %,
# and had we asked about nothing else, we would have written one sentence about all of them:
# relative clauses are too hard for it. The whole square says that **there are two failures**.
# - *Helped* and *heard* fail in the whole upper row, so also about *The boy who helped the singer*
#   (45 and 40 %), where no plural is in sight. There nothing can have attracted the verb.
# - *Believed* and *thought* are right on the diagonal and go wrong beside it: never right about
#   *boy … singers*, and about *boys … singer* in 21 and 64 %. They follow the nearest noun,
#   *thought* less often than *believed*: this looks like attraction.
#
# Why these verbs? We look at what else the model expects there.

# %% tags=["lecture"]
known = trained.model.vocabulary
bare = "go get come make take play work live say know want find win run feel see look keep".split()
said = {}
for beginning in ("who liked the singer", "who heard the singer", "who believed the singers"):
    p = expected(trained.model, [f"The boy {beginning}".split()])[0]
    said[beginning] = [(known.words[i], p[i]) for i in np.argsort(-p)[:8]]
plots.next_words(said, [*bare, "sing"])

# %% [markdown] tags=["lecture"]
# The next words give a hint at both. After *liked the singer* the model expects *was* and *is*,
# besides *'s*. After *heard the singer* it gives *were* more than half of what it gives *was*,
# though no plural is in sight, and *sing* comes right behind them. English allows *heard the singer
# **sing***, with a **bare verb** (원형 동사) that looks like a plural. After *believed the singers*
# it expects *were*, and it is right! *The boy who believed the singers were …* is good English.
# There it was our question that was wrong.
#
# **Predict.** English allows a bare verb after *helped, heard, made, let, felt, saw, watched, had*
# and *listened to*. If that is the reason, which of these nine should fail about *boy … singer*?

# %%
columns = known.ids(bare)
plain_verbs = "liked met followed thanked visited loved called knew told asked"
may = "helped,heard,made,let,felt,saw,watched,had,listened to".split(",")
expect, right = {}, {}
for verb in [*plain_verbs.split(), *may]:
    template = follows.replace("VERB", verb)
    text = [template.format(noun=a, other=b).split() for a, _ in nouns for b, _ in people if a != b]
    expect[verb] = 100 * expected(trained.model, text)[:, columns].sum(axis=1).mean()
    right[verb] = 100 * square(follows, verb)[0, 0]
plots.slot(expect, right, may)

# %% [markdown]
# All nine, one should think, and only four do, or rather three and a half: *let* has 0 %, *heard*
# 40, *helped* 45 and *made* 91.5. The grammar book does not tell the four from the five. What *the
# model* expects does: these four are the verbs after which it gives the bare verbs of our list more
# than 3 %. After the other verbs in the figure it gives them less than 1 % and is wrong in one of
# 47 sentences at most.
#
# That is still a coincidence of two numbers. So we give each verb what is due, and ask again
# afterwards: *helped the singers **win***, *believed the singers **would win***, with eight verbs
# each. Now a verb for the boy is the only one that is left. Beside it stand *met* and *helped* with
# *last week* in place of such a verb, and *believed* with a preposition that rules the second verb
# out. The last two squares ask about the error that will be left over.
#
# **Predict.** Which of the two failures goes away?

# %% tags=["lecture"]
due = "win sing dance leave sleep swim run work".split()


def goes_on(template):
    return np.mean([square(template, verb) for verb in due], axis=0)


# %% tags=["lecture"]
plots.squares(
    {
        "helped … win": goes_on("The {noun} who helped the {other} VERB"),
        "heard … win": goes_on("The {noun} who heard the {other} VERB"),
        "believed … would win": goes_on("The {noun} who believed the {other} would VERB"),
        "met … last week": square("The {noun} who VERB the {other} last week", "met"),
        "helped … last week": square("The {noun} who VERB the {other} last week", "helped"),
        "believed in …": square(follows, "believed in"),
        "met … and would win": goes_on("The {noun} who met the {other} and would VERB"),
        "met … who would win": goes_on("The {noun} who met the {other} who would VERB"),
    }
)

# %% tags=["lecture"]
def told_apart(clause):
    """Mean log P(is, was) / P(are, were) with boy and with boys; how often boy has more, in %."""
    odds = []
    for number in (0, 1):
        text = []
        for noun in nouns:
            for other in people:
                if noun != other:
                    text += [f"The {noun[number]} who {clause.format(o)}".split() for o in other]
        one, many = shipped(text).T
        odds.append(np.log(one / many))
    return odds[0].mean(), odds[1].mean(), 100 * np.mean(odds[0] > odds[1])


clauses = ["met the {} last week", "helped the {}", "helped the {} win"]
clauses += ["believed the {} would win", "met the {} and would win", "met the {} who would win"]
for clause in clauses:
    boy, boys, more = told_apart(clause)
    print(f"boy {boy:+.1f}, boys {boys:+.1f}, difference {boy - boys:.1f},", end=" ")
    middle, which = (boy + boys) / 2, clause.format("singer(s)")
    print(f"middle {middle:+.1f}, boy has more in {more:.0f} %: {which}")

# %% [markdown] tags=["lecture"]
# With *helped* the first one goes away, nearly. After *helped the singers win* the model is right
# about the boy in 86 %, where it was in none, and after *helped the singer win* in 98, where it was
# in 45. (About the boys it falls from 100 to 89 and 81 %.) *Heard* follows in the half that has no
# attractor (99 %, where it was 40), but beside *singers* it stops at 45. So with *helped* **our
# question came too early.** (The verb need not even come, if only its place is past: after *helped
# the singers last week* the model is right about the boy in 96 %.)
#
# The second one is about the boys now, and only now is it an error. After *believed the singers
# would win* no verb but the boys' can follow, and the model mostly says *is* all the same: it is
# right about *boys* in 10 and 38 %, and about *boy* in 100 and 95. Over the same distance without a
# second verb (*met the singers last week*) it has 100 %, and with a preposition (*believed in the
# singers*) 89 % or more. So neither this distance nor a relative clause is by itself too much for
# it. Is it the second sentence inside the clause? It need not be. *Met the singers and would win*
# has no second sentence, and about *boys* the model is right in only half of the cases (51 and 49
# %). *Met the singers who would win* has one, and it is right in 90 and 98 % (though about *boy …
# singers* only in 69).
#
# Has it lost the boys, then? Right or wrong is a coarse measure. The lines below the squares, which
# have only *win* of the eight verbs, ask a finer one: with all other words the same, are the odds
# of *is* higher with *boy* than with *boys*? They are, in every pair and after each of these six
# clauses: **none of them makes it lose the boys**. But what is left of them shrinks, from a
# difference of 5.5 over *last week* to 0.8 after *would win*. The middle between *boy* and *boys*
# lies on the side of *is* in both cases, at 0.8 and at 1.1. (After *The*, before any noun, the
# model is at 1.1 as well.) A difference of 5.5 carries *boys* across to *are* from there, and one
# of 0.8 does not.


# %%
def trail(*sentences):
    found = {}
    for sentence in sentences:
        words = typed.english(sentence)
        bets = [shipped([words[: k + 1]])[0] for k in range(len(words))]
        found[" ".join(words)] = [float(np.log(one / many)) for one, many in bets]
    plots.trail(found)


# %%
def watch_bets(
    one="The boy who helped the singers win", other="The boys who believed the singer would win"
):
    trail(one, other)


live(
    watch_bets,
    one="The boy who helped the singers win",
    other="The boys who believed the singer would win",
)

# %% [markdown]
# Above 0 the model expects *is* or *was*. The first sentence stands at 4.9 at *boy*, falls to -1.6
# at *singers*, and comes back to 0.5 with *win*. The second begins at -3.3 with *boys*, as it
# should, rises with *singer* to 3.8, and ends at 0.7, on the wrong side.
#
# **Try it.** Put sentences of your own into the two boxes. Does *The boys who knew that the singer
# would win* fail, too? And *The boys who said this*?
#
# ### Open experiment
# Try `"The {noun} whom the {other} liked"`. Is its square one that you have met, and why? Write
# templates that tell the verb, the clause and the nearest noun apart, and draw the square of each
# before you run it.
#
# ## What you can now do
# - let a biLM speak around any word, and measure how far back it looks,
# - lay text into rows, and say when a state goes on and when it is forgotten,
# - write an update with clipping and a state that is cut off from its history,
# - read the curve of a long run, and its learning rate with it,
# - test a model on sentences of your own, with the control that tells one failure from another.
#
# ## One honest limit
# There is one long run with one seed, and twelve nouns. Another run might stumble over other verbs.
#
# ## Sources
# - Peters and others 2018, *Deep contextualized word representations*, for 39.7 and for fine-tuning
#   a biLM: <https://arxiv.org/abs/1802.05365>
# - Jozefowicz and others 2016, *Exploring the limits of language modeling*, for 30.0:
#   <https://arxiv.org/abs/1602.02410>
# - Grave and others 2017, *Efficient softmax approximation for GPUs*, for (1):
#   <https://arxiv.org/abs/1609.04309>
# - Williams and Peng 1990, *An efficient gradient-based algorithm for on-line training of recurrent
#   network trajectories*, for the cut at the edge of a window:
#   <https://doi.org/10.1162/neco.1990.2.4.490>
# - Kaplan and others 2020, *Scaling laws for neural language models*:
#   <https://arxiv.org/abs/2001.08361>
# - Linzen, Dupoux and Goldberg 2016, *Assessing the ability of LSTMs to learn syntax-sensitive
#   dependencies*: <https://aclanthology.org/Q16-1037/>; Marvin and Linzen 2018, *Targeted syntactic
#   evaluation of language models*, for templates: <https://aclanthology.org/D18-1151/>
# - The lecture *Deep Contextualized Word Representation*, a review of the ELMo paper.
#
# ## Where next
# Every word has three layers now, and chapter 09 makes one vector of them.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. What goes from one training window to the next?
#    - [x] the state, but not the gradient :: the state is cut off from its history
#    - [ ] both :: then every update would have to go back through all windows before it
#    - [ ] neither :: a sentence that is cut by the edge would be read as if it began there
# 2. You exchange all but the last word before the one to be predicted, and the perplexity of a
#    model stays the same. What has it learned?
#    - [ ] nothing at all :: it may still know which words are frequent, and which are neighbours
#    - [x] at most which word follows which :: more than the last word it does not use
#    - [ ] sentences by heart :: then another beginning would mislead it
# 3. A model is right about *boy … singer* and *boys … singers*, and wrong in the two cells with an
#    attractor. What does it do?
#    - [ ] it always says *is* :: then the whole upper row would be right, and nothing below it
#    - [x] it follows the nearest noun :: the two cells of the diagonal, where both nouns agree
#    - [ ] it expects a bare verb :: then it would fail without an attractor, too
