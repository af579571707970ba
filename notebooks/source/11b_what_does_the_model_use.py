# %% [markdown] tags=["lecture"]
# # 11b What does the model use?
#
# You know your neighbour's birthday. Nothing that you did today depended on it. Knowing and using
# are two things, for people and for networks, and a probe ([chapter 11](11_pos_probes.ipynb)) can
# only ever show the first. So in this chapter we do what nobody should do to a neighbour: we reach
# into the model while it reads, change what it remembers, and watch what it says next.
#
# **Which of the things that a layer knows does the model use?**
#
# You will be able to
# - **hold** a memory cell at a value of your own, and see what the model now believes,
# - **exchange** the state of a layer between two sentences, and measure what comes along,
# - **follow** the number of a subject on its way through the layers, word by word,
# - **compare** what a probe reads with what the model uses,
# - **find** a switch among 1,536 cells, and turn it on sentences that it was not found on.
#
# You need the LSTM step ([chapter 08](08_bidirectional_language_model.ipynb)), probes
# ([chapter 11](11_pos_probes.ipynb)) and intervals ([chapter 03b](03b_negative_sampling.ipynb)).

# %% tags=["setup"]
import numpy as np
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from elmo_lite import corpora, exchange, stats
from elmo_lite.bilm import LSTMLayer
from elmo_lite.controls import with_random_weights
from elmo_lite.elmo import Elmo
from elmo_lite.reading.plain import token_vectors
from notebooks.course import chapter, typed
from notebooks.course.check import check, yours_or_ours
from notebooks.course.language import padded
from notebooks.course.live import live
from notebooks.course.microscope import Microscope
from notebooks.course.plots import ch11b as plots
from notebooks.course.results import select, values

torch.set_num_threads(1)  # the same sums with any number of processors

# %% tags=["setup"]
elmo = Elmo.load("en")
vocabulary = elmo.model.vocabulary

# %% [markdown] tags=["lecture"]
# ## 1. A bracket that nobody opened
# Here is the beginning of a sentence: *The king of the north , born in 1920*. It has no bracket.
# The forward half of our biLM reads it, with its two layers of 768 memory cells each, and we hold
# two of these 1,536 cells at a value of our own from the first word on: cell 337 of layer 1 at 3,
# and cell 358 of layer 1 at −3. Everything else runs as always. Beside it, as a control, we hold
# two cells of the same layer that were drawn at random, at the same values.
#
# **Predict.** Which word will the model expect next, when the two cells are held? And with two
# random cells?
#
# <details><summary>Answer</summary>
#
# A closing bracket. With random cells, the same words as before.
#
# </details>


# %% tags=["lecture"]
def answers(reading, number=5, model=elmo.model):
    """The likeliest next words of each row, with their probabilities."""
    p, ids = model.log_distribution(reading.output[:, -1]).exp().topk(number)
    return [
        [(model.vocabulary.words[i], v) for i, v in zip(row, values, strict=True)]
        for row, values in zip(ids.tolist(), p.tolist(), strict=True)
    ]


# %% tags=["lecture"]
BEGINNING = "The king of the north , born in 1920"


def break_in(sentence=BEGINNING, value=3.0):
    speaker = typed.reader(elmo, sentence)
    up, down = (337, 358) if speaker is elmo else (234, 127)  # those of the Korean biLM
    two, random = {up: value, down: -value}, {47: value, 610: -value}
    rows = [[], [exchange.hold(1, two)], [exchange.hold(1, random)]]
    reading = exchange.read(speaker, typed.words(sentence), rows)
    names = ["as it is", f"{up} and {down} held", "two random cells held"]
    plots.next_words(dict(zip(names, answers(reading, model=speaker.model), strict=True)), ")")
    p = np.exp(exchange.log_p(speaker, reading, [")"])[:, 0])
    print("P of a closing bracket:", *(f"{each:.4f}" for each in p))


live(break_in, sentence=BEGINNING, value=(0.0, 3.0))

# %% [markdown] tags=["lecture"]
# Two numbers of 1,536, and the model closes a bracket that nobody opened: the probability of `)`
# rises from 0.0015 to 0.92. Two random cells, held in the same way, leave the answer as it was. So
# these two cells are not just *related* to brackets: in this sentence they turn the answer. Type a
# sentence of your own, and turn the slider.
#
# Was this pair of random cells a lucky choice? Here are 200.

# %% [markdown]
# **In Korean.** Type 서울 인구 천만 명 ("Seoul, population ten million"): the Korean biLM (chapter
# 13) has such a pair too, 234 and 127. Held at 3 and −3 they raise the closing bracket from 0.0004
# to 0.19.

# %% tags=["lecture"]
pairs = exchange.random_cells(2, 768, draws=200)
rows = [[exchange.hold(1, {up: 3.0, down: -3.0})] for up, down in pairs]
reading = exchange.read(elmo, BEGINNING, rows)
p = np.exp(exchange.log_p(elmo, reading, [")"])[:, 0])
print(f"200 random pairs: {p.mean():.4f} on average, at most {p.max():.4f}")

# %% [markdown]
# None of them comes near: the best of 200 reaches 0.026.
#
# ## 2. Hold a cell
# A memory cell that we hold is a **knob** (손잡이). It needs a single line in the LSTM step of
# chapter 08, and the line has its place: after the new cell has been made and clipped, and before
#
# $$h_k = W_{\text{proj}} \, (o_k \odot \tanh c_k) \tag{1}$$
#
# since this $h$ is all that the rest of the model ever hears of the cell.

# %% [markdown] tags=["exercise"]
# ### Exercise 11b.1: the held step
# Difficulty 1 of 3, 8 minutes.
#
# Below is the step of chapter 08, cut open between the clip of `c` and that of `h`. `held` is a
# dictionary, such as `{337: 3.0, 358: -3.0}`: these cells get these values, in every sentence of
# the batch. `c` has the shape (sentences, hidden_dim). Then make `h` by equation (1); the matrix is
# `lstm.w_project`, and `o` still needs its sigmoid.
#
# <details><summary>Hint 1</summary>
#
# `held.items()` gives pairs of a cell and its value, and `c[:, cell]` is this cell in every
# sentence.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `... @ lstm.w_project.T`, as in chapter 08.
#
# </details>


# %% tags=["exercise"]
def held_step(lstm, x, h, c, held):
    """The new h and c after reading x, where some cells are held: {cell: value}."""
    i, f, g, o = (x @ lstm.w_input.T + h @ lstm.w_hidden.T + lstm.bias).chunk(4, dim=1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    c = c.clamp(-3, 3)
    # begin solution
    for cell, value in held.items():
        c[:, cell] = value
    h = (torch.sigmoid(o) * torch.tanh(c)) @ lstm.w_project.T
    # end solution
    return h.clamp(-3, 3), c


# %% tags=["check"]
check("11b.1", held_step)

# %% [markdown] tags=["door"]
# You can now hold a cell still while a model reads. What two of them do alone is what the next
# cells ask.


# %% tags=["known"]
def toy_stack(seed):
    """Two small LSTMs with the residual connection, as ours."""
    torch.manual_seed(seed)
    return [LSTMLayer(3, 5, 3).requires_grad_(False) for _ in range(2)]


def inputs(rng):
    cells = rng.choice(5, int(rng.integers(0, 4)), replace=False)
    return int(rng.integers(1, 999)), {int(i): round(float(rng.normal()), 1) for i in cells}


cases = [(0, {}), (0, {0: 1.0}), (1, {2: 1.0}), (2, {0: -2.0, 4: 1.0}), (0, {1: 4.0})]


class Written(list):
    """A list that can be written into a call."""


def written(text):
    """What a text says, to be shown as this text."""
    value = eval(text, {"torch": torch})
    value = Written(value) if isinstance(value, list) else value
    value.written = text
    return value


by_hand = """type("LSTM", (), dict(w_input=torch.ones(8, 1), w_hidden=torch.zeros(8, 1), \
bias=torch.zeros(8), w_project=torch.full((1, 2), 2.0)))"""


def use(answer, seed, held):
    """The step of a small LSTM, on two sentences; c and h are so large that both clips count."""
    if seed == 0:
        lstm, x, h = written(by_hand), torch.tensor([[0.0], [2.0]]), torch.zeros(2, 1)
        c = torch.tensor([[1.0, 2.0], [1.0, 4.0]])
    else:
        lstm = toy_stack(seed)[0]
        lstm.w_project *= 4
        x, h, c = torch.randn(2, 3), torch.randn(2, 3), 3 * torch.randn(2, 5)
    given = dict(held)
    found = answer(lstm, x, h, c, given)
    return found if given == held else "other cells"


# %% [markdown] tags=["known"]
# Hint: First write the values into c, then make h of this c with the output gate and the matrix.
# Returns: two tensors: h and c
# Tried: a small LSTM with random weights, in the middle of two sentences, with `held = {1}`
#
# - `c[:, cell] = value` → `c[:, cell] += value` :: A held cell has this value; yours adds the value
#   to what was there.
# - `c[:, cell] = value` → `c[0, cell] = value` :: Only the first sentence of the batch is held:
#   `c[:, cell]`.
# - `(ours(lstm, x, h, c, {})[0], ours(lstm, x, h, c, held)[1])` :: Your h is made of the cells as
#   they were before: hold them first.
# - `torch.tanh(c)` → `c` :: The tanh of the cell in (1) is missing.
# - `torch.sigmoid(o)` → `o` :: The output gate is the sigmoid of `o`.
# - `for cell, value in held.items()` → `for cell, value in [held.popitem() for _ in
#   range(len(held))]` :: Your function empties `held`, which is still needed at the next word:
#   leave it as it is.
# - `return h.clamp(-3, 3), c` → `return h, c` :: The clip of `h` is gone: what you return is
#   `h.clamp(-3, 3)`.
# - `    c = c.clamp(-3, 3)` → `` :: The clip of `c` is gone: it stands before the cells are held.

# %% [markdown]
# A loop over the words and over the layers makes a reader of it. Position 0 is the mark `<S>`
# before the first word. `held` says which cells of which layer are held: `{1: {337: 3.0}}`.

# %%
held_step = yours_or_ours("11b.1", held_step)


# %% tags=["setup"]
def at_rest(stack, sentences):
    """The states (h, c) of all layers before the first word: zeros."""
    shapes = [lstm.w_project.shape for lstm in stack]
    return [(torch.zeros(sentences, p), torch.zeros(sentences, hidden)) for p, hidden in shapes]


def vectors(elmo, sentences):
    """Sentences of equal length -> word vectors (sentences, positions, 192), no end mark."""
    return token_vectors(elmo.bilm, [s.split() for s in sentences])[0][:, :-1]


# %% tags=["setup"]
def read(stack, x, held=None):
    """Read x: the last output, and states[k][j], the pair (h, c) of layer j + 1 after position k.

    x: (sentences, positions, 192); held: {layer: {cell: value}}, from the first word on.
    """
    state, states = at_rest(stack, len(x)), []
    for k in range(x.shape[1]):
        out = x[:, k]
        for j, lstm in enumerate(stack):
            here = held.get(j + 1, {}) if held and k > 0 else {}
            h, c = held_step(lstm, out, *state[j], here)
            state[j] = h, c
            out = h + out if j else h  # layer 2 has a residual connection
        states.append(list(state))
    return out, states


# %% [markdown]
# Now with your step, on sixteen beginnings that we have not used before. None has a bracket.
# What does each of the two cells do alone?

# %%
starts = """The town is near the river | She played for the team in 1998 | They bought a new car
My brother lives in a small house | He wrote many books about the war | The film was made in Italy
The children went to school | We had dinner with our friends | The book on the table is old
The team won the game | People came from the city | It rained in the mountains
The president visited France | A dog slept under the tree | The old bridge was built in 1850
The queen of the island"""
starts = [s.strip() for line in starts.split("\n") for s in line.split("|")]
CLOSING, stack = vocabulary.id(")"), elmo.bilm.forward_lstms
for cells in ({}, {337: 3.0}, {358: -3.0}, {337: 3.0, 358: -3.0}):
    p, first = [], 0
    for start in starts:
        out, _ = read(stack, vectors(elmo, [start]), {1: cells})
        every = elmo.model.log_distribution(out)[0].exp()
        p.append(float(every[CLOSING]))
        first += int(every.argmax() == CLOSING)
    low, high = stats.interval(p)
    print(f"{str(cells):24} P of ) on average {np.mean(p):.5f} ({low:.4f} to {high:.4f})")
print(f"both held: {first} of {len(p)} times first; from {min(p):.3f} to {max(p):.3f}")

# %% [markdown]
# It takes both. Alone, cell 337 makes the bracket 25 times as likely, from 0.00006 to 0.0015, and
# cell 358 ten times, to 0.0006; together they bring it to 0.069 (0.041 to 0.103), more than a
# thousand times what it was. Yet the bracket leads in 2 of the 16 only. How far a knob turns the
# answer depends on the sentence, and the king of the north, with 0.92, was our best.
#
# **Try it.** Hold the two the other way round, 337 at −3 and 358 at 3, in a sentence that has an
# open bracket: `break_in("The king ( born in 1920", -3)`.
#
# ## 3. Put one sentence's state into another
# A knob needs a value, and we made ours up. There is a way to break in without making up anything,
# which is to take what the model itself had in mind in another sentence. Read *The boys near the
# park* and keep all states. Then read *The boy near the park*, and at one position take the state
# of one layer, its $h$ and its $c$, from the first sentence. If the model now expects *are*, this
# state carried the number. This is an **exchange** (교환) of states; for large models it is called
# **activation patching** (활성화 패칭).

# %% [markdown] tags=["exercise"]
# ### Exercise 11b.2: the exchange
# Difficulty 2 of 3, 10 minutes.
#
# The loop below is that of `read`. `other[k][j]` is the pair `(h, c)` that layer `j + 1` had after
# position `k` in the other sentences. At position `at`, and only there, the state of `layer` (1 or
# 2) is to be the other one. Write what is missing; a line or two will do.
#
# <details><summary>Hint 1</summary>
#
# When are you at the right place? Compare `k` with `at`, and `j + 1` with `layer`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `h, c = other[k][j]`
#
# </details>


# %% tags=["exercise"]
def exchanged(stack, x, other, layer, at):
    """Read x, but take the state of one layer at one position from `other`: the last output."""
    state = at_rest(stack, len(x))
    for k in range(x.shape[1]):
        out = x[:, k]
        for j, lstm in enumerate(stack):
            h, c = held_step(lstm, out, *state[j], {})
            # begin solution
            if k == at and j + 1 == layer:
                h, c = other[k][j]
            # end solution
            state[j] = h, c
            out = h + out if j else h
    return out


# %% tags=["check"]
check("11b.2", exchanged)

# %% [markdown] tags=["door"]
# With one state of layer 2 from the other sentence the model expects "were", although nobody has
# touched the boy.


# %% tags=["known"]
def states_of(stack, x):
    """states[k][j] of a stack, nothing held."""
    state, states = at_rest(stack, len(x)), []
    for k in range(x.shape[1]):
        out = x[:, k]
        for j, lstm in enumerate(stack):
            state[j] = held_step(lstm, out, *state[j], {})
            out = state[j][0] + out if j else state[j][0]
        states.append(list(state))
    return states


def inputs(rng):
    return int(rng.integers(1, 999)), int(rng.integers(1, 3)), int(rng.integers(0, 4))


cases = [(0, 1, 0), (0, 2, 0), (1, 1, 1), (2, 2, 3), (3, 1, 3), (4, 2, 0)]
two_by_hand = """[type("LSTM", (), dict(w_input=torch.ones(4, 1), w_hidden=torch.ones(4, 1), \
bias=torch.zeros(4), w_project=torch.ones(1, 1)))] * 2"""


def use(answer, seed, layer, at):
    """Two sentences of four positions, and the states of two others; a small case for seed 0."""
    if seed == 0:
        ones = written("[[(torch.ones(1, 1), torch.ones(1, 1))] * 2] * 2")
        return answer(written(two_by_hand), torch.tensor([[[1.0], [0.5]]]), ones, layer, at)
    stack = toy_stack(seed)
    x, y = torch.randn(2, 2, 4, 3)
    return answer(stack, x, states_of(stack, y), layer, at)


# %% [markdown] tags=["known"]
# Hint: Where k is `at` and j + 1 is `layer`, the state is `other[k][j]`; else nothing changes.
# Returns: one tensor, the last output (sentences, dim)
# Tried: two small layers with random weights, which read two sentences of four positions, with
#   `layer = {1}` and `at = {2}`
#
# - `j + 1 == layer` → `j == layer` :: Layers count from 1 and `j` from 0: compare `j + 1`.
# - `k == at and j + 1 == layer` → `k == at` :: You exchange both layers: only `layer` is asked for.
# - `k == at and j + 1 == layer` → `k >= at and j + 1 == layer` :: You exchange at every position
#   from `at` on: only at this one.
# - `k == at and j + 1 == layer` → `j + 1 == layer` :: You exchange at every position: only at `at`.
# - `h, c = other[k][j]` → `h, c = h, other[k][j][1]` :: A state has two parts: h is exchanged as
#   well.
# - `h, c = other[k][j]` → `h, c = other[k][j][0], c` :: A state has two parts: c is exchanged as
#   well.

# %%
exchanged = yours_or_ours("11b.2", exchanged)
many, one = (vectors(elmo, [s]) for s in ("The boys near the park", "The boy near the park"))
_, states = read(stack, many)
for layer in (1, 2):
    out = exchanged(stack, one, states, layer, at=5)
    p, ids = elmo.model.log_distribution(out).exp()[0].topk(4)
    print(
        f"layer {layer} at park:",
        *(f"{vocabulary.words[i]} {v:.2f}" for i, v in zip(ids, p, strict=True)),
    )
same = exchange.Comparison(elmo, "The boys near the park", "The boy near the park", ("are", "is"))
row = [[exchange.exchange(same.first, 2, 5)]]
assert np.allclose(out, exchange.walk(elmo.bilm, one, row, "forward").output[0, -1], atol=1e-5)

# %% [markdown]
# With the state of layer 2 from the other sentence the model expects *were*, although nobody has
# touched the boy. With that of layer 1, taken at the same word, it goes on to expect *was* and
# *is*. (The last line holds your function to the library's.)
#
# ## 4. The number climbs
# How much comes along? Let $D = \log P(\textit{are}) - \log P(\textit{is})$ after the last word.
# It is $D_A$ in the sentence that gives the state, $D_B$ in the one that takes it, and $D'$ in the
# second sentence after the exchange. The share of the answer that comes along is
#
# $$\text{share} = \frac{D' - D_B}{D_A - D_B} \tag{2}$$
#
# It is 0 if nothing has changed, and 1 if B now answers as A does. By hand: $D_A = 2$, $D_B = -6$
# and $D' = 0$ make a share of $\frac{0 + 6}{2 + 6} = 0.75$.

# %% [markdown] tags=["exercise"]
# ### Exercise 11b.3: the share, layer by layer and word by word
# Difficulty 2 of 3, 15 minutes.
#
# `x` holds the word vectors of the sentences A, `y` those of the sentences B, both (pairs,
# positions, 192). `prefers(out)` gives $D$ for each pair from the last output, (pairs,). Put the
# state of A into B at each position and in each of the two layers, with `exchanged`, and return the
# shares (2) as a tensor of the shape (2, positions, pairs), layer 1 first.
#
# <details><summary>Hint 1</summary>
#
# Read A and B once: `out, states = read(stack, x)`. Whose states does `exchanged` need, and which
# word vectors?
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `torch.zeros(2, x.shape[1], len(x))`, and two loops that fill `table[layer - 1, at]`.
#
# </details>


# %% tags=["exercise"]
def shares(stack, x, y, prefers):
    """The share that comes along from A (x) to B (y): (2, positions, pairs)"""
    # begin solution
    out_a, states = read(stack, x)
    out_b, _ = read(stack, y)
    d_a, d_b = prefers(out_a), prefers(out_b)
    table = torch.zeros(2, x.shape[1], len(x))
    for layer in (1, 2):
        for at in range(x.shape[1]):
            d = prefers(exchanged(stack, y, states, layer, at))
            table[layer - 1, at] = (d - d_b) / (d_a - d_b)
    return table
    # end solution


# %% tags=["check"]
check("11b.3", shares)

# %% [markdown] tags=["door"]
# Each cell of the next picture is one exchange: at "boys" layer 1 carries 0.94 of the answer, two
# words later 0.11.

# %% tags=["known"]
trials = 4
tolerance = 1e-4


def inputs(rng):
    return (int(rng.integers(1, 999)),)


cases = [(0,)]


def first_number(out):
    return out[:, 0]


first_number.written = "lambda out: out[:, 0]"


def use(answer, seed):
    """Two pairs that differ in their first two words; the preference is made of the output.

    A small case for seed 0.
    """
    if seed == 0:
        x, y = torch.tensor([[[1.0], [0.5]]]), torch.tensor([[[0.0], [0.5]]])
        return answer(written(two_by_hand), x, y, first_number)
    stack = toy_stack(seed)
    x = torch.randn(2, 4, 3)
    y = x.clone()
    y[:, :2] += 2 * torch.randn(2, 2, 3).sign()
    return answer(stack, x, y, lambda out: 5 * out[:, 0] - out[:, 1])


# %% [markdown] tags=["known"]
# Hint: D after the exchange minus D of B, divided by D of A minus D of B; B is read, with states of
#   A.
# Returns: one tensor of shape (2, positions, pairs)
# Tried: two small layers with random weights, and two pairs of sentences of four positions, which
#   differ in the first two
#
# - `exchanged(stack, y, states, layer, at)` → `exchanged(stack, x, read(stack, y)[1], layer,
#   at)` :: You put the state of B into A: read `y`, with the states of `x`.
# - `(d - d_b) / (d_a - d_b)` → `(d - d_a) / (d_b - d_a)` :: This is the share that is *lost*: it
#   should be 0 where nothing has changed.
# - `(d - d_b) / (d_a - d_b)` → `d / d_a` :: Count from where B was: subtract `d_b` above and below.
# - `(d - d_b) / (d_a - d_b)` → `d - d_b` :: This is the change: divide it by the whole difference.
# - `table[layer - 1, at]` → `table[2 - layer, at]` :: Layer 1 comes first.

# %%
shares = yours_or_ours("11b.3", shares)


def prefer(a, b, model=elmo.model):
    """D for each sentence, from its last output."""
    ids = [model.vocabulary.id(a), model.vocabulary.id(b)]

    def prefers(out):
        p = model.log_distribution(out)[:, ids]
        return p[:, 0] - p[:, 1]

    return prefers


# %% tags=["lecture"]
MANY, ONE = "The boys who play in the park", "The boy who plays in the park"


def compare(first=MANY, second=ONE, pair="are is"):
    speaker = typed.reader(elmo, first, second)
    a, b = typed.equally_long(first, second)
    asked = typed.pair(pair, speaker.model.vocabulary)
    x, y = vectors(speaker, [" ".join(a)]), vectors(speaker, [" ".join(b)])
    table = shares(speaker.bilm.forward_lstms, x, y, prefer(*asked, speaker.model))
    plots.carried(a, b, table[:, 1:, 0], asked)


live(compare, first=MANY, second=ONE, pair="are is")

# %% [markdown] tags=["lecture"]
# Each cell of this picture is one exchange. At *boys* the state of layer 1 carries 0.94 of the
# answer, at *who* 0.70, and two words after the noun 0.11. Layer 2 begins with 0.29 at the noun,
# has 0.88 one word later, and 0.90 at the end. Type other sentences of equal length, and two
# words that may come next.
#
# One pair may be an accident. Here are 24 nouns, one and many, before *that we saw in the old
# town*, all read in one batch. The two channels are as thick as the share that they carry on
# average; the small black bars are 95 % intervals over the nouns.
#
# **Predict.** The verb is due after *town*. Which layer carries most of the number by then, and
# which did at the noun?
#
# <details><summary>Answer</summary>
#
# At the noun layer 1, at *town* layer 2.
#
# </details>

# %% [markdown]
# **In Korean.** Type 그 제안에는 아무런 관심이 ("in that proposal any interest"), 그 제안에는 많은
# 관심이 ("much interest") and 없다 있다 ("there is none, there is"). Layer 1 carries all of the
# answer at 아무런, where layer 2 has 0.42; at the noun it is 0.73 and 0.58. Chapter 13b takes this
# further.

# %% tags=["lecture"]
nouns = """boy girl dog key cat teacher car bird house friend doctor king
tree book student river picture singer horse door ship garden lamp machine""".split()
TAIL = "that we saw in the old town"


def many_and_one(elmo, tail):
    """The word vectors of "The boys TAIL" and of "The boy TAIL", for every noun."""
    many = vectors(elmo, [f"The {noun}s {tail}" for noun in nouns])
    return many, vectors(elmo, [f"The {noun} {tail}" for noun in nouns])


# %% tags=["lecture"]
x, y = many_and_one(elmo, TAIL)
climb = shares(stack, x, y, prefer("are", "is"))[:, 2:].numpy()  # from the noun on
ends = [[stats.interval(each) for each in layer] for layer in climb]
plots.river(["noun", *TAIL.split()], climb.mean(axis=2), ends)

# %% [markdown] tags=["lecture"]
# **In this clause the number of the subject climbs from layer 1 to layer 2 within two words, and
# most of it waits there for the verb.** At the noun layer 1 carries everything, which must be so,
# since all the rest is made from it. One word later it carries 0.52 and layer 2 has 0.73; two words
# later 0.20 is left in layer 1, and it stays there. Layer 2 still gains a little: when the verb is
# due it carries 0.83.
#
# Is this about one sentence? Five other tails:

# %%
tails = """near the park, near the parks, with the red kite, that he had bought last year,
from the other side of the river""".replace("\n", " ").split(", ")
steps = []
for tail in tails:
    found = shares(stack, *many_and_one(elmo, tail), prefer("are", "is"))[:, 2:].numpy()
    steps.append(found[:, [0, 1, 2, -1]])
    print(f"{tail:33} layer 1", *found.mean(axis=2)[0].round(2))
    print(f"{'':33} layer 2", *found.mean(axis=2)[1].round(2))
for j, layer in enumerate(np.mean(steps, axis=0), 1):
    for when, each in zip(("at the noun", "1 later", "2 later", "at the last"), layer, strict=True):
        low, high = stats.interval(each)
        print(f"layer {j} {padded(when, 12)} {each.mean():.2f} ({low:.2f} to {high:.2f})")

# %%
x, y = many_and_one(elmo, "near the park")
for way, from_, into in (("many of one", x, y), ("one of many", y, x)):
    _, states = read(stack, from_)
    d = prefer("are", "is")(exchanged(stack, into, states, layer=2, at=5))
    right = d > 0 if into is y else d < 0
    print(f"near the park, layer 2 makes {way}: {int(right.sum())} of {len(d)} verbs turn")

# %% [markdown]
# The direction is the same in all. On average layer 1 falls to 0.30 (0.29 to 0.32) one word after
# the noun, and layer 2 rises from 0.57 to 0.76 (0.75 to 0.77) and stays there to the last word. But
# a phrase is not a clause. At the noun the model cannot know what follows, so its state is the same
# in all five; yet that of layer 2 carries 0.58 to 0.69 before the four phrases, and only 0.31
# before the clause. At the last word layer 1 has 0.24 to 0.31 in the phrases, and 0.12 in the
# clause.
#
# A share of 0.70 need not turn a verb. In *near the park* it turns only 9 of 24 from *is* to *are*.
# The other way round, all 24 turn.
#
# But is it the number that travels, or does any strange state upset the model? Two controls could
# show that: the state of *another* noun at the last word, once plural and once singular.

# %%
prefers, another = prefer("are", "is"), torch.arange(len(nouns)).roll(1)
x, y = many_and_one(elmo, TAIL)
(out_a, plural), (out_b, singular) = read(stack, x), read(stack, y)
d_a, d_b = prefers(out_a), prefers(out_b)
given = {
    "the same noun, plural": plural[-1],
    "another noun, plural": [(h[another], c[another]) for h, c in plural[-1]],
    "another noun, singular": [(h[another], c[another]) for h, c in singular[-1]],
}
for name, state in given.items():
    d = prefers(exchanged(stack, y, [state] * len(plural), 2, len(plural) - 1))
    share = ((d - d_b) / (d_a - d_b)).numpy()
    low, high = stats.interval(share)
    print(f"layer 2 of {padded(name, 23)} {share.mean():.2f} ({low:.2f} to {high:.2f})")

# %% [markdown]
# It is the number. The state of another plural noun carries 0.84 (0.78 to 0.92), that of the noun
# itself 0.83. That of another singular noun comes from another sentence as well, and carries 0.00.
#
# And a network that has never learned anything?


# %%
def apart(elmo):
    """By how much D differs between many and one, on average."""
    prefers = prefer("are", "is", elmo.model)
    high, low = (prefers(read(elmo.bilm.forward_lstms, x)[0]) for x in many_and_one(elmo, TAIL))
    return float((high - low).abs().mean())


print(f"trained {apart(elmo):.2f}; random weights", end=" ")
random_models = [with_random_weights(elmo, seed) for seed in range(3)]
print(*(f"{apart(other):.4f}" for other in random_models))
for other in random_models:
    layers, prefers = other.bilm.forward_lstms, prefer("are", "is", other.model)
    found = shares(layers, *many_and_one(other, TAIL), prefers)[:, -1]
    low, high = found.median(dim=1).values.tolist()
    print(f"at the last word, the median noun: layer 1 {low:.2f}, layer 2 {high:.2f}")

# %% [markdown]
# With random weights there is next to nothing to carry: many and one differ by 0.001 to 0.003 in
# $D$, where the trained model has 3.80. And what there is stays mostly in layer 1: for the median
# noun its share at the last word is 0.57 to 0.80, where layer 2 has 0.19 to 0.36. So this climb was
# learned.
#
# The microscope draws such a grid for any two sentences of equal length, and a click on one of its
# cells exchanges that state. (It is a live page: run the cell.)

# %%
Microscope(MANY, ONE, mode="exchange", weigh="are is", word="park")

# %% [markdown] tags=["lecture"]
# ## 5. Where *she* and *he* live
# Does everything climb? *My mother goes to the market when* may go on with *she*, and *My father
# goes to the market when* with *he*. Here is the same picture as before for ten pairs of people,
# where $D$ is now $\log P(\textit{she}) - \log P(\textit{he})$.
#
# **Predict.** Which layer carries the answer at the last word, layer 1 or layer 2?
#
# <details><summary>Answer</summary>
#
# Layer 1, all the way.
#
# </details>

# %% tags=["lecture"]
people = """mother father | sister brother | daughter son | wife husband | aunt uncle
grandmother grandfather | queen king | girl boy | woman man | niece nephew"""
people = [pair.split() for line in people.split("\n") for pair in line.split("|")]
CLAUSE = "goes to the market when"
x = vectors(elmo, [f"My {she} {CLAUSE}" for she, _ in people])
y = vectors(elmo, [f"My {he} {CLAUSE}" for _, he in people])
stay = shares(stack, x, y, prefer("she", "he"))[:, 2:].numpy()
ends = [[stats.interval(each) for each in layer] for layer in stay]
plots.river(["mother", *CLAUSE.split()], stay.mean(axis=2), ends)

# %% [markdown] tags=["lecture"]
# Nothing climbs here. Layer 1 carries 0.94 of *she* or *he* to the end of the clause, and layer 2
# carries 0.04. So not everything climbs in this model: the number did in our sentences, and *she*
# or *he* did not.
#
# Layer 1 has 768 cells. Does it take all of them? We exchange every cell alone, with the values of
# the other sentence at every position, in three of the pairs.


# %% tags=["lecture"]
def comparison(she, he, clause=CLAUSE):
    return exchange.Comparison(elmo, f"My {she} {clause}", f"My {he} {clause}", ("she", "he"))


# %% tags=["lecture"]
searched = [comparison(she, he) for she, he in people[:3]]
every = np.mean([pair.each_cell(1) for pair in searched], axis=0)  # each cell alone
best = {int(cell): every[cell] for cell in np.argsort(-every)[:5]}
draws = [cells[0] for cells in exchange.random_cells(1, 768, draws=40)]
plots.best_cells(best, every[draws])

# %% [markdown] tags=["lecture"]
# One cell, 406, carries 0.80, the next one 0.17, and 40 random cells nothing on average.
#
# But whoever searches 768 cells finds a best one. So it has to prove itself with people that it was
# not found with, in the clause of the search and in three others.

# %%
CELL, clauses = next(iter(best)), [CLAUSE, "said that", "was late because", "came home before"]
alone, random = {}, []
for she, he in people[3:]:
    pairs = [comparison(she, he, clause) for clause in clauses]
    alone[she, he] = np.mean([pair.of_cells(1, [[CELL]]) for pair in pairs])
    random += [np.mean([pair.of_cells(1, exchange.random_cells(10, 768)) for pair in pairs])]


# %%
print(", ".join(f"{she}/{he} {share:.2f}" for (she, he), share in alone.items()))
for name, found in ((f"cell {CELL}", [*alone.values()]), ("ten random cells", random)):
    low, high = stats.interval(found)
    print(f"{padded(name, 17)} {np.mean(found):.2f} ({low:.2f} to {high:.2f})")

# %% [markdown] tags=["lecture"]
# **In six new pairs of seven, one cell of layer 1's 768 carries 0.79 to 0.90 of *she* or *he*.** In
# the seventh it carries nothing (−0.10). These are *wife* and *husband*, and with them the mean is
# 0.72 (0.44 to 0.87). Does the cell fail there, or the model? Let us look at what it holds, and
# then set it by hand.

# %% tags=["lecture"]
for who in ("mother", "father", "wife", "husband"):
    reading = exchange.read(elmo, f"My {who} {CLAUSE}")
    print(f"after {who} {reading.cell(1, CELL)[0, 2]:+.2f}", end="; ")
rows = [[], [exchange.hold(1, {CELL: -0.4}, start=2)]]
reading = exchange.read(elmo, f"My husband {CLAUSE}", rows)
for p in np.exp(exchange.log_p(elmo, reading, ["she", "he"])):
    print(f"\nMy husband {CLAUSE}: she {p[0]:.2f}, he {p[1]:.2f}", end="")
others = [cell for cell in range(768) if cell != CELL]
share, second = comparison("wife", "husband").of_cells(1, [others, [579]])
print(f"\nwife/husband: the other 767 cells {share:.2f}, cell 579 alone {second:.2f}")
for whose in ("The", "Her", "His"):
    reading = exchange.read(elmo, f"{whose} husband {CLAUSE}")
    [p] = np.exp(exchange.log_p(elmo, reading, ["she", "he"]))
    print(f"{whose} husband: cell {reading.cell(1, CELL)[0, 2]:.2f}, she {p[0]:.2f}, he {p[1]:.2f}")

# %% [markdown] tags=["lecture"]
# The model fails here, and the cell with it. After *husband* it holds 0.57, much as after *wife*,
# so in this cell a husband is a woman. The other cells of layer 1 carry 1.02 of what tells *wife*
# from *husband*, and 579, the second best of our search, carries as much alone. Between them the
# model is undecided: *she* 0.11, *he* 0.12. Is it the word *my*, because who writes *my husband* is
# mostly a woman? Not here: after *The husband* the model expects *she* with 0.36 and *he* with
# 0.13. Of the four only *His husband* leans clearly to *he*, 0.38. Set to −0.4, where *father*
# leaves it, the cell alone repairs our sentence: *he* 0.30, *she* 0.02.
#
# **Try it.** Put *nurse*, *doctor*, *teacher* in the place of *husband*, and look at the cell
# before you look at the probabilities.
#
# ## 6. Knowing is not using
# A probe would have told another story. Can the number of the subject be read from the state at the
# last word? We ask 30 nouns, one and many, in six sentences each, with a logistic regression that
# is tested on nouns that it has not seen. And we ask random weights as well.
#
# **Predict.** From which of the two layers does the probe read the number better? And from random
# weights?
#
# <details><summary>Answer</summary>
#
# From both without an error, and from random weights nearly so.
#
# </details>

# %% tags=["lecture"]
nouns = [*nouns, "road", "table", "tower", "train", "flower", "letter"]
six = """near the park, that we saw last year, with the red kite, from the old town,
in the small picture, that he had bought""".replace("\n", " ").split(", ")
number = np.repeat([1, 0] * len(six), len(nouns))  # many, then one, for each sentence
group = np.tile(np.arange(len(nouns)), 2 * len(six))


# %% tags=["lecture"]
def last_states(elmo, batches):
    """The state, h and c, of each layer after the last word: two of (sentences, 960)."""
    found = [[], []]
    for x in batches:
        _, states = read(elmo.bilm.forward_lstms, x)
        for j in (0, 1):
            found[j].append(torch.cat(states[-1][j], dim=1))
    return [torch.cat(rows).numpy() for rows in found]


def of_nouns(elmo):
    return last_states(elmo, [x for tail in six for x in many_and_one(elmo, tail)])


def new_probe():
    return make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000))


def probe_reads(x, answer, group):
    """How many of 100 answers a linear probe gets right, on words that it has not seen."""
    guesses = cross_val_predict(new_probe(), x, answer, groups=group, cv=GroupKFold(5))
    return 100 * (guesses == answer).mean()


# %% tags=["lecture"]
learned, random_states = of_nouns(elmo), [of_nouns(other) for other in random_models]
knows = {f"layer {j}": probe_reads(x, number, group) for j, x in enumerate(learned, 1)}
for j in (0, 1):
    read_by = [probe_reads(x[j], number, group) for x in random_states]
    knows[f"layer {j + 1}, random weights"] = np.mean(read_by)
used = [shares(stack, *many_and_one(elmo, tail), prefer("are", "is"))[:, -1] for tail in six]
carries = dict(
    zip(knows, [*torch.stack(used).mean(dim=(0, 2)).tolist(), np.nan, np.nan], strict=True)
)
plots.knowing(knows, carries)

# %% [markdown] tags=["lecture"]
# **Knowing is not using.** The probe reads the number from both layers without an error, so it
# cannot tell them apart. The exchange tells them apart at once: over the same sentences the state
# of layer 1 carries 0.30 of the answer at the last word and that of layer 2 carries 0.72.
#
# Random weights, which have learned nothing, let the probe read 95 of 100. Do they hold the number,
# or only the letter *s* at the end of all our plurals? We ask the same probes about *men* and
# *bus*. And we ask for *she* or *he*, which no letter tells, over the four clauses of section 5.

# %% tags=["lecture"]
MEN = "men women children feet teeth mice geese people".split()
BUS = "bus glass class boss dress cross gas".split()


def called_plural(elmo, states, j, words):
    """How many of 100 such words the probe of all 30 nouns calls plural, after six tails."""
    batches = [vectors(elmo, [f"The {word} {tail}" for word in words]) for tail in six]
    probe = new_probe().fit(states[j], number)
    return 100 * probe.predict(last_states(elmo, batches)[j]).mean()


for j in (0, 1):
    for kind, words in (("men", MEN), ("bus", BUS)):
        ours = called_plural(elmo, learned, j, words)
        asked = zip(random_models, random_states, strict=True)
        theirs = [called_plural(other, states, j, words) for other, states in asked]
        print(f"layer {j + 1}: plural are {ours:.0f} of 100 {kind!r}; random weights", end=" ")
        print(*(f"{each:.0f}" for each in theirs))

# %% tags=["lecture"]
she_he = [f"My {who} {clause}" for clause in clauses for pair in people for who in pair]
is_she, of_pair = np.array([1, 0] * 40), np.tile(np.arange(10).repeat(2), 4)
for name, other in (("our model", elmo), ("random weights", random_models[0])):
    states = last_states(other, [vectors(other, [text]) for text in she_he])
    found = [probe_reads(x, is_she, of_pair) for x in states]
    print(f"she or he, {name}: layer 1 {found[0]:.0f}, layer 2 {found[1]:.0f} of 100")
carried = []
for clause in clauses:
    x, y = (vectors(elmo, [f"My {pair[i]} {clause}" for pair in people]) for i in (0, 1))
    carried.append(shares(stack, x, y, prefer("she", "he"))[1, -1])
print(f"layer 2 carries {torch.cat(carried).mean():.2f} of she or he")

# %% [markdown] tags=["lecture"]
# Random weights read the letter: to them *bus* is plural (in 71 to 100 of 100) and *men* is
# singular (plural in at most 12). Our model is not fooled that way. The probe calls its *men*
# plural in 77 of 100 from layer 1 and in 96 from layer 2, and its *bus* never.
#
# The clearest case is *she* or *he*. The probe reads it from layer 2 in 94 of 100, yet layer 2
# carries 0.04 of the answer. (With the random weights of one network it does no better than
# guessing.) What a probe finds is there to be found. Whether anybody uses it, only a change can
# show.
#
# ## 7. A switch
# So far we knew what to look for. Let us turn the question round: what does a cell do all day? A
# cell that follows one fact about the text is a **switch** (스위치).

# %% tags=["lecture"]
SWITCHES = {"layer 1, 720": (1, 720), "layer 1, 337": (1, 337), "layer 2, 241": (2, 241)}
KOREAN = {"layer 1, 86": (1, 86), "layer 1, 234": (1, 234), "layer 2, 372": (2, 372)}
TEXT = '" The boys are late ( as always ) , " she said .'


def watch(text=TEXT):
    words, speaker = typed.words(text), typed.reader(elmo, text)
    reading, cells = exchange.read(speaker, words), SWITCHES if speaker is elmo else KOREAN
    plots.tape(words, {name: reading.cell(*cell)[0, 1:] for name, cell in cells.items()})


live(watch, text=TEXT)

# %% [markdown] tags=["lecture"]
# Cell 720 is 1 at the opening quotation mark, sinks to 0.4, is up once more at the closing mark,
# and at 0 two words later. Cell 337, which we held on the first page, is 1 from the opening bracket
# on and −1 at the closing one. Cell 241 of layer 2 rises at *boys* and stays up until the quotation
# is over.
#
# Three cells that we chose for you prove little. So let us search all 1,536 for one that follows a
# fact, in sentences of Simple Wikipedia, and score what we find in others. A fact is a number for
# each token: 1 inside quotation marks, 0 outside.

# %% [markdown]
# **In Korean.** Type 그는 " 아무런 문제가 없다 " 고 말했다 ( 물론 거짓말이다 ) . (He said "there is
# no problem", a lie of course). The Korean biLM has its own switches: 86 of layer 1 for quotation
# marks, 234 for brackets, and 372 of layer 2 for the word that wants a *no*. It falls to −0.9 at
# 아무런 and −1.4 at the noun, and is back at −0.2 with 없다. That need not be the *no*: put 생겼다
# ("arose") in the place of 없다, and it comes back as well. Held at −2 in 많은 문제가 ("many
# problems") it adds 0.1 to the log-odds of 없다 over 있다 ("there is"), where 아무런 in the place
# of 많은 adds 8.5: here the cell follows the word, and carries little of what it asks for.

# %%
sentences = [s for s in corpora.simple_wiki(60_000).sentences if 8 <= len(s) <= 30]


def cells_over(elmo, sentences):
    """(tokens, 1536): layer 1 in the columns 0 to 767, then layer 2."""
    starts = np.cumsum([0, *map(len, sentences)])
    found = np.empty((starts[-1], 1536), np.float16)  # 16 bits will do, and take half the memory
    for i, cells in exchange.cells_of(elmo, sentences):  # a sentence: (layers, words, 768)
        found[starts[i] : starts[i + 1]] = cells.transpose(0, 1).flatten(1)
    return found


def inside(sentences, opening, closing):
    """1 from an opening mark to the word before the closing one, else 0."""
    fact = []
    for words in sentences:
        open_ = False
        for word in words:
            open_ = word != closing if open_ else word == opening
            fact.append(float(open_))
    return np.array(fact)


halves = sentences[::2], sentences[1::2]
c, new_c = (cells_over(elmo, half) for half in halves)
print(f"{len(halves[0])} and {len(halves[1])} sentences, {len(c) + len(new_c)} tokens")


# %% tags=["setup"]
def correlations(c, fact):
    """The correlation of each cell, a column of c, with a fact about the tokens: (cells,)"""
    fact, found = fact - fact.mean(), []
    for some in np.array_split(c, 16, axis=1):  # all at once would take much memory
        some = some.astype(np.result_type(some, np.float32))
        scale = len(c) * some.std(axis=0) * fact.std()
        found.append(fact.astype(some.dtype) @ some / np.maximum(scale, 1e-9))
    return np.concatenate(found)


# %% [markdown] tags=["exercise"]
# ### Exercise 11b.4: the search for a switch
# Difficulty 2 of 3, 10 minutes.
#
# `c` (tokens, cells) holds what every cell holds after every token of one half of the text, and
# `fact` (tokens,) a number for each token, such as 1 inside quotation marks and 0 outside. Find the
# cell that follows the fact most closely; it may also run against it. Return its column and its
# correlation with the fact in the *other* half, which is `new_c` and `new_fact`, with its sign.
# `correlations(c, fact)` gives the correlation of every cell.
#
# <details><summary>Hint 1</summary>
#
# A correlation of −0.9 is closer than one of 0.8.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# In which half may you choose, and in which half do you report?
#
# </details>


# %% tags=["exercise"]
def find_switch(c, fact, new_c, new_fact):
    """-> the column of the best cell, and its correlation on new sentences."""
    # begin solution
    best = int(np.abs(correlations(c, fact)).argmax())
    return best, float(correlations(new_c, new_fact)[best])
    # end solution


# %% tags=["check"]
check("11b.4", find_switch)

# %% [markdown] tags=["door"]
# Your search finds cell 720 for the quotation marks, with a correlation of 0.92 on new sentences,
# and 358 for the brackets.

# %% tags=["known"]
trials = 12
half = np.array([0.0, 1, 0, 1])
six = np.column_stack([half, np.eye(4), half[[0, 2, 1, 3]]])
cases = [(six, half, 1 - six, half)]  # it turns round in the new half


def inputs(rng):
    """Six cells in any order, with or against the fact: 4 is the closest in the first half.

    In the new half it is less close and 2 is the best, in both together it is 5.
    """
    fact, new_fact = (rng.integers(0, 2, n).astype(float) for n in (40, 30))
    order, signs, found = rng.permutation(6), rng.choice([-1, 1], 6), []
    for f, noise in ((fact, (9, 0.6, 9, 9, 0.1, 0.25)), (new_fact, (9, 0.6, 0.05, 9, 0.7, 0.25))):
        c = signs * (f[:, None] + noise * rng.normal(size=(len(f), 6)))
        found += [c[:, order], f]
    return tuple(found)


def use(answer, c, fact, new_c, new_fact):
    if min(len({*fact}), len({*new_fact})) < 2 or c.shape[1] != new_c.shape[1]:
        raise ValueError("no cell follows a fact that stays the same")  # no example is so small
    got = answer(c, fact, new_c, new_fact)
    if not isinstance(got, (tuple, list, np.ndarray)) or any(isinstance(x, str) for x in got):
        return got  # no pair, or a number in a string, which the page could not print
    return tuple(float(each) for each in got)


# %% [markdown] tags=["known"]
# Hint: The largest absolute correlation in `c` chooses the cell, and `new_c` gives its number.
# Returns: two numbers: the column of the cell, and its correlation on the new sentences
#
# - `np.abs(correlations(c, fact))` → `correlations(c, fact)` :: A cell may run against the fact:
#   choose by the absolute value.
# - `correlations(new_c, new_fact)[best]` → `correlations(c, fact)[best]` :: This is its correlation
#   on the sentences that it was found on, which flatters: report that of the new ones.
# - `correlations(c, fact)).argmax()` → `correlations(new_c, new_fact)).argmax()` :: You choose on
#   the new sentences: choose on the old ones, and report on the new.
# - `float(correlations(new_c, new_fact)[best])` → `abs(float(correlations(new_c,
#   new_fact)[best]))` :: Return the correlation with its sign.
# - `correlations(c, fact)).argmax()` → `correlations(np.concatenate([c, new_c]),
#   np.concatenate([fact, new_fact]))).argmax()` :: You choose on both halves together, so the new
#   sentences have a say in it: choose on the old ones alone.

# %%
find_switch = yours_or_ours("11b.4", find_switch)
for name, marks in (("in quotation marks", '""'), ("in brackets", "()")):
    fact, new = (inside(half, *marks) for half in halves)
    cell, r = find_switch(c, fact, new_c, new)
    print(f"{padded(name, 18)}: cell {cell % 768} of layer {cell // 768 + 1}, r = {r:.2f}")

# %% [markdown] tags=["lecture"]
# The search finds 720 for the quotation marks, with a correlation of 0.92 on new sentences. For
# brackets it finds 358, one of the two cells of the first page. It runs against them, at −0.89.
#
# But whoever searches 1,536 cells finds a best one. So here is the same search for ten facts, in
# our model and in three networks with random weights. (It takes minutes, so the numbers are stored:
# `python course.py measure exchange` makes them, from 4,000 sentences.)
#
# **Predict.** Is there a fact that random weights follow more closely than our model?
#
# <details><summary>Answer</summary>
#
# Yes, how far into the sentence a word stands.
#
# </details>

# %% tags=["lecture"]
rows = chapter.results("exchange")["experiments"]["switches"]["rows"]
trained = {row["fact"]: abs(row["r"]) for row in select(rows, model="trained")}
random = {fact: values(rows, "r", model="random", fact=fact) for fact in trained}
plots.follows(trained, {fact: np.abs(r) for fact, r in random.items()})

# %% [markdown] tags=["lecture"]
# There is one. To know how far into the sentence it is, a network needs no training: random weights
# follow it with 0.94, ours with 0.69. For quotation marks and brackets such a cell had to be
# learned: ours have 0.93 against 0.17, and 0.91 against 0.24 in the best of the three.
#
# That is *looked at*. Does the model use it? Twelve sentences of our own, once with an opening mark
# before them and once with *So*; after the full stop, does a quotation mark follow or the end? On
# three of them we let an exchange choose the cell, and score on the other nine.

# %%
said = """I am very tired . | We have to go home . | The food is ready . | You are late again .
It was a good game . | She can not come today . | They live in a small town .
He wants to be a doctor . | The train leaves in an hour . | My father works in the city .
There is no water here . | This is the best place of all ."""
said = [s.strip() for line in said.split("\n") for s in line.split("|")]
quoted = [exchange.Comparison(elmo, f'" {s}', f"So {s}", ('"', "</s>")) for s in said]
strongest = exchange.strongest(quoted[:3], layer=1, number=3)
print("found on three sentences:", *(f"cell {cell} {share:.2f}" for cell, share in strongest))
OTHER = strongest[0][0]
r = correlations(new_c[:, [OTHER]], inside(halves[1], '"', '"'))[0]
print(f"cell {OTHER} follows quotation marks with r = {r:.2f}")
chosen = {"cell 720": [[720]], f"cell {OTHER}": [[OTHER]], "all of layer 1": [range(768)]}
chosen["ten random cells"] = exchange.random_cells(10, 768)
for name, cells in chosen.items():
    found = [pair.of_cells(1, cells).mean() for pair in quoted[3:]]
    low, high = stats.interval(found)
    print(f"{padded(name, 17)} {np.mean(found):.2f} ({low:.2f} to {high:.2f})")

# %% [markdown]
# The cell that looks most like the switch is not the one that carries most. Cell 720 carries 0.25
# (0.18 to 0.32), and 464, which follows the marks less closely, carries 0.42 (0.39 to 0.45).
# Ten random cells carry 0.03.
#
# That is *exchanged*, and now 720 is *turned*. We hold it at seven values and ask for a quotation
# mark after each of the twelve sentences, with an opening mark and without. The pale lines are
# twenty random cells of layer 1, each held alone, over four of the sentences without a mark.

# %%
values = [-3, -2, -1, 0, 1, 2, 3]


def mark_after(sentences, cell):
    """For each value at which the cell is held: P of a quotation mark, the mean of sentences."""
    rows = [[exchange.hold(1, {cell: value})] for value in values]
    found = []
    for sentence in sentences:
        reading = exchange.read(elmo, sentence.split(), rows)
        found.append(np.exp(exchange.log_p(elmo, reading, ['"'])[:, 0]))
    return np.mean(found, axis=0)


lines = {"a mark is open": [f'" {s}' for s in said], "no mark": said}
turned = {name: mark_after(some, 720) for name, some in lines.items()}
as_it_is = [exchange.log_p(elmo, exchange.read(elmo, s.split()), ['"'])[0, 0] for s in said]
print(f"no mark, nothing held: {np.exp(as_it_is).mean():.3f}")
others = [mark_after(said[:4], cell) for [cell] in exchange.random_cells(1, 768)]
plots.turned(values, turned, others, "P of a quotation mark")

# %% [markdown] tags=["lecture"]
# **One switch, looked at, exchanged and turned: cell 720 follows quotation marks with r = 0.92 and
# carries a quarter of the answer. Held at 3 it makes a mark where none is open nearly four times as
# likely (0.029 to 0.108), held at −3 less than a fifth as likely (0.005).** With an opening mark
# its probability goes from 0.20 at −3 to 0.48 at 3. The random cells leave it at 0.03 on average.
# None of the seven values of 720 makes the model certain.
#
# The microscope has a gallery of switches in its mode *Memory*, and a knob for every cell.

# %%
Microscope(TEXT, mode="memory")

# %% [markdown] tags=["lecture"]
# ## 8. A switch of your own
# Name a fact by some words: *one of them has been read in this sentence*. Your search looks for the
# cell that follows it, on one half of the text, and says how closely on the other. Then the cell
# is held at both ends, in a sentence that you write.


# %% tags=["lecture"]
def was_read(sentences, facts):
    """1 from the first of these words on to the end of the sentence, else 0."""
    read_by_now = [np.cumsum([word.lower() in facts for word in words]) for words in sentences]
    return (np.concatenate(read_by_now) > 0).astype(float)


# %% tags=["lecture"]
FACT, START = "she her woman mother girl", "The old man went to the market with"


def own_switch(fact=FACT, sentence=START, value=2.0):
    words, asked = typed.english(sentence), {word.lower() for word in typed.several(fact)}
    old, new = (was_read(half, asked) for half in halves)
    if not (old.any() and new.any()):
        raise typed.NotThere("Our text has these words in one half or in none: name more of them.")
    column, r = find_switch(c, old, new_c, new)
    layer, cell = 1 + column // 768, column % 768
    print(f"cell {cell} of layer {layer}: r = {r:.2f} on new sentences")
    turns = [[exchange.hold(layer, {cell: v})] for v in (-value, value)]
    reading = exchange.read(elmo, words, [turns[0], [], turns[1]])
    names = [f"held at −{value:g}", "as it is", f"held at {value:g}"]
    plots.next_words(dict(zip(names, answers(reading), strict=True)))


live(own_switch, fact=FACT, sentence=START, value=(0.5, 3.0))

# %% [markdown] tags=["lecture"]
# The search, which knows nothing of section 5, finds cell 406 again, with a correlation of 0.61 on
# new sentences. Held at −2 it makes *his* the likeliest next word, held at 2 *her*. Now name yours:
# *not never no*, or *he him his man father*, the months, or *film movie song album band*. Before
# you look, bet on the layer. And if your cell follows the fact but its knob changes nothing in your
# sentence, you have found what this chapter is about.
#
# ### Open experiment
# Does what a backward sentence has to remember climb as well? Read from the right: `stack =
# elmo.bilm.backward_lstms`, the words reversed, and a pair such as *which we saw ) is big* and
# *which we saw , is big*, where the model is asked what came before, `(` or `,`. Predict in which
# layer the open bracket waits, then draw its river. Or go on reading after the exchange: what does
# a sentence say that was told half-way that its subject is many?

# %% [markdown] tags=["exercise", "build"]
# ### Exercise 11b.5: a longer build, fool cell 241
# Difficulty 3 of 3, 45 minutes.
#
# This one is optional, and it has no recipe. Cell 241 of layer 2 holds the number of the subject:
# after *The girl* it is near −1, after *The girls* near 1. Is it the number, or only one of its
# places? Write `fooling(noun)`: a beginning such as *The girl that they know*, in which the cell
# believes in many while the model still expects *is* or *was*. It starts with *The* and the noun,
# which is singular, and goes on for two to eight words of the vocabulary, so that *is* could
# follow. The check judges all but your grammar; for that ask your neighbour.
#
# `fooled` reads a beginning: it gives what the cell holds at the end if the model thinks *is* and
# *was* together more than four times as likely as *are* and *were*, and else −1. Your score is
# the mean over twelve nouns which the check draws and you do not know. The baseline, *that they
# know*, reaches 0.01. Reach 0.6. Ours, one of the best of 182 endings that a loop has tried on
# four nouns, reaches 0.82, and *that the parents are proud of* 0.84.
#
# <details><summary>Hint 1</summary>
#
# Which word told the cell *many*, and when did it tell it? Chapter 08 found that a new subject
# writes the cell over.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Search where you need not think: a loop over some plural subjects and some verbs, the mean of
# `fooled` over a few nouns of your own, and the best one last.
#
# </details>


# %% tags=["setup", "build"]
def fooled(beginning):
    """What cell 241 holds at the end, if the model expects one by more than four to one; or -1."""
    reading = exchange.read(elmo, beginning.split())
    p = np.exp(exchange.log_p(elmo, reading, ["is", "was", "are", "were"])[0])
    return float(reading.cell(2, 241)[0, -1]) if p[0] + p[1] > 4 * (p[2] + p[3]) else -1.0


# %% tags=["build"]
for ending in ("", "with the red kites", "that they know"):
    print(f"The girl {ending:20}", f"{fooled(f'The girl {ending}'):.2f}")


# %% tags=["exercise", "build"]
def fooling(noun):
    """A beginning that starts with The and the noun: cell 241 says many, the model one."""
    # begin solution
    return f"The {noun} that many people like"
    # end solution


# %% tags=["check", "build"]
check("11b.5", fooling)

# %% tags=["known"]
at_least, trials = 0.6, 1
DRAWN_FROM = """cat car bird friend doctor king student river dog town letter road tree ship garden
school church song story sister picture machine lady poem"""


def inputs(rng):
    return ()


def use(answer):
    """The mean of `fooled` over twelve nouns, or the first fault."""
    scores = []
    for noun in np.random.default_rng(20).permutation(DRAWN_FROM.split())[:12]:
        beginning = answer(str(noun))
        if not isinstance(beginning, str):
            return beginning if beginning is None else "no text"
        words = beginning.split()
        if words[:2] != ["The", noun]:
            return "another noun"
        if not 4 <= len(words) <= 10:
            return "another length"
        if not all(word.isalpha() and word in vocabulary for word in words[2:]):
            return "a word that is none"
        scores.append(fooled(beginning))
    return float(np.mean(scores))


# %% [markdown] tags=["known"]
# Hint: The baseline, *that they know*, reaches 0.01 here. A noun for which the model does not
#   expect *is* or *was* by more than four to one counts −1.
# Returns: a string
#
# - `"The girl that they know"` :: Begin with *The* and the noun that you are given; the check has
#   other nouns than your practice.
# - `f"The {noun} that they know".split()` :: Return a string, with spaces between the words.
# - `f"The {noun} they"` :: After the noun come two to eight words.
# - `f"The {noun} that zyzzyx know"` :: Use words of `vocabulary` alone, without commas and the
#   like.

# %% [markdown] tags=["lecture"]
# ## What you can now do
# - hold any cell at a value, and see what the model then believes,
# - exchange a state between two sentences, and say how much of the answer comes along,
# - say which layer carries an answer at which word, and with which controls,
# - tell what a probe reads from what a model uses,
# - find a switch on one half of a text, and score it on the other.
#
# ## One honest limit
# A share says what one state does to one answer of this model, and nothing about people or other
# models. Shares need not sum to 1 either: what layer 1 still holds and layer 2 already has is
# counted twice, and two copies that stand in for each other would both look unimportant.
#
# ## Sources
# - Karpathy, Johnson and Fei-Fei 2015, *Visualizing and understanding recurrent networks*, who
#   found cells for quotation marks and brackets by looking: <https://arxiv.org/abs/1506.02078>
# - Strobelt, Gehrmann, Pfister and Rush 2018, *LSTMVis*, a tool to look for such cells:
#   <https://arxiv.org/abs/1606.07461>
# - Lakretz and others 2019, *The emergence of number and syntax units in LSTM language models*, for
#   cells of number and what is lost without them: <https://arxiv.org/abs/1903.07435>
# - Hewitt and Liang 2019, *Designing and interpreting probes with control tasks*:
#   <https://arxiv.org/abs/1909.03368>
# - Vig and others 2020, *Causal mediation analysis for interpreting neural NLP: the case of gender
#   bias*, for neurons of GPT-2 set to their values in another sentence:
#   <https://arxiv.org/abs/2004.12265>
# - Meng, Bau, Andonian and Belinkov 2022, *Locating and editing factual associations in GPT*, for
#   a map, by layer and word, of what a state restores: <https://arxiv.org/abs/2202.05262>
#
# ## Where next
# We have asked what the model uses for its own answer, the next word.
# [Chapter 12](12_elmo_at_work.ipynb) asks what its vectors are good for in a task of ours.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A linear probe reads the number of the subject from layer 1 without an error. What follows?
#    - [ ] the model uses layer 1 for the verb :: a probe cannot show it; in the exchange layer 1
#      has the smaller say at the last word, 0.30
#    - [ ] the model has learned what a plural is :: a probe on such nouns is content with the
#      letter *s*, which random weights keep as well
#    - [x] the number can be found there, and no more :: whether it is used, only a change shows
# 2. Sentences A and B have different answers. You put a state of A into B, and B's answer does not
#    change. What follows?
#    - [ ] this layer does not know the difference :: it may know it and not use it, as layer 2
#      does with *she* and *he*
#    - [x] at this word the answer does not hang on this state alone :: it may have been passed on
#      by then, or a copy elsewhere may do the same
#    - [ ] the model is not trained :: a trained model has such states as well
# 3. In a new model you look at all 1,536 cells and find one that follows question marks with r =
#    0.6. What do you do first?
#    - [ ] give it a name :: a search of 1,536 cells always finds a best one, even with random
#      weights
#    - [x] score it on sentences that it was not found on :: a cell chosen among many flatters
#    - [ ] look for a cell with a higher r :: that is the search once more, not a test
