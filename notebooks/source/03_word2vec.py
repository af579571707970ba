# %% [markdown]
# # 03 Word2Vec
#
# **What does a vector learn when its only job is to guess its neighbours?**
#
# The network of chapter 02 learnt vectors on the way to another goal, the next word. Word2Vec
# gives that goal up. It keeps only what the vectors need: a word, and the words around it.
#
# You will be able to
# - **list** the training examples of Word2Vec's two models, CBOW and skip-gram, for any sentence,
# - **compute** a prediction of CBOW by hand: two tables, a mean, a softmax,
# - **count** what a step costs, and say which part of it is too heavy,
# - **explain** why opposites such as 친절한 (kind) and 불친절한 (unkind) end up close together,
# - **ask** vectors for neighbours and analogies, and say when the answer is wrong.
#
# You need the softmax, the cross-entropy and the embedding table of chapter 02.

# %% tags=["setup"]
import numpy as np
import torch
from matplotlib import pyplot as plt
from torch import nn

from elmo_lite import static_vectors, word2vec
from elmo_lite.checks import ch03 as checks
from elmo_lite.course import chapter
from elmo_lite.plots import ch03 as plots
from elmo_lite.plots import common
from elmo_lite.text import Vocabulary

# %%
common.course_map("03")

# %% [markdown]
# ## 1. A word is known by its company
# Cover a word: "The fat ... sat on the mat". You can guess it, or at least its kind, from the
# words around it. Words that fit the same gaps have something in common. This old idea of
# linguistics is all that Word2Vec uses.
#
# The **centre word** (중심 단어) is the covered one. The **context words** (주변 단어) stand in a
# **window** (윈도우) around it: with window 2, up to two on each side. The window slides over the
# text, so any text makes its own training examples. Nobody has to label anything.
#
# **Predict.** "The fat cat sat on the mat" has seven words. With window 2, how many context words
# are there in all seven windows together?
#
# <details><summary>Answer</summary>
#
# 22. The three words in the middle have four each, the two next to the ends three, and the two at
# the ends two: $3 \cdot 4 + 2 \cdot 3 + 2 \cdot 2$.
#
# </details>

# %%
cat = "The fat cat sat on the mat".split()
for i, word in enumerate(cat):
    around = [cat[j] for j in range(max(0, i - 2), min(len(cat), i + 3)) if j != i]
    print(f"{word:4} {around}")

# %%
ids = np.arange(7)  # here the id of a word is its place
centres, contexts = word2vec.windows(ids, window=2)  # -1: no word there
assert contexts[1].tolist() == [-1, 0, 2, 3] and (contexts >= 0).sum() == 22
plots.context_windows(cat, window=2)

# %% [markdown]
# Each row is one training example: the green words are given, the dark one is asked for. As in
# the lecture's table, each word could be written as a **one-hot** vector (원-핫 벡터), 1 at its own
# place and 0 elsewhere. ("The" and "the" count as two words there, and here.) The ids are the same
# with less writing, as chapter 02 showed.
#
# A text has more than one sentence. `word2vec.windows` takes one long array in which -1 marks the
# end of each sentence, and no window reaches over such a mark.

# %%
two = np.array([0, 1, 2, -1, 3, 4, -1])
for centre, around in zip(*word2vec.windows(two, window=2), strict=True):
    print(centre, around[around >= 0])

# %% [markdown] tags=["exercise"]
# ### Exercise 3.1: the words around
# Difficulty 1 of 3, 5 minutes.
#
# Write the loop yourself. `sentence` is a list of words, `i` the place of the centre word. Return
# the list of its context words, in their order. The centre itself is not among them, though an
# equal word elsewhere in the window is.
#
# <details><summary>Hint 1</summary>
#
# Two slices: the words before place i, and the words after it.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# A slice may run over the end of a list, but a negative start counts from the back: use
# `max(0, i - window)`.
#
# </details>

# %% tags=["exercise"]
def words_around(sentence, i, window):
    """The words of the list `sentence` at most `window` places from place i, without place i."""
    # begin solution
    return sentence[max(0, i - window) : i] + sentence[i + 1 : i + 1 + window]
    # end solution

# %% tags=["check"]
checks.ch03_ex1(words_around)

# %% [markdown]
# ## 2. CBOW: look up, average, choose
# The first of two models is **CBOW** (continuous bag of words): predict the centre from the words
# around it. It has two matrices. $W$ has one row per word of the vocabulary and $M$ columns, so
# it is the embedding table of chapter 02. $W'$ has $M$ rows and one column per word. It turns a
# vector into one score per word. $W'$ is *not* $W$ turned on its side (its transpose, 전치 행렬):
# its numbers are its own.
#
# For the context words $c_1, \dots, c_n$, with $W_c$ the row of word $c$ in $W$, $W'_w$ the column
# of word $w$ in $W'$, and $V$ the number of words:
#
# $$h = \frac1n \sum_{i=1}^{n} W_{c_i} \qquad
# P(w \mid c_1, \dots, c_n) = \frac{\exp(h \cdot W'_w)}{\sum_{v=1}^{V} \exp(h \cdot W'_v)} \tag{1}$$
#
# $h$ is the **projection layer** (투사층). By hand, for the centre "fat" with contexts The, cat and
# sat, and $M = 3$. The rows are (1, 0, 2), (3, 1, -1) and (-1, 2, 2). Their mean is (1, 1, 1). So
# the score of each word is just the sum of its column in $W'$.

# %%
W = np.array([[1, 0, 2], [0, 1, 1], [3, 1, -1], [-1, 2, 2], [2, -1, 0], [1, 1, -2], [0, -2, 1]])
W2 = np.array([[1, 1, 0, -1, 2, 0, 1], [-1, 0, 2, 1, -1, -1, 0], [0, 1, -1, 0, -1, 0, 0]])
h = (W[0] + W[2] + W[3]) / 3
scores = h @ W2
p = np.exp(scores) / np.exp(scores).sum()
assert h.tolist() == [1, 1, 1] and scores.tolist() == [0, 2, 1, 0, 0, -1, 1]
print(f"P(fat | The, cat, sat) = {p[1]:.3f}, loss = {-np.log(p[1]):.3f}")

# %%
rows = {cat[i]: W[i] for i in (0, 2, 3)}
plots.cbow_by_hand(rows, h, dict(zip(cat, p, strict=True)), true="fat")

# %% [markdown]
# The dark bar is the probability of the true word, 0.456. Training makes it longer. It moves the
# rows of The, cat and sat in $W$, and in $W'$ the column of "fat" towards $h$ and all other columns
# away from it.
#
# "Looking up" is again a one-hot vector times a matrix, and the mean can be one as well: a row
# that holds 1/3 at the three contexts. Three ways, one result.

# %%
one_hot = np.eye(7)
by_one_hot = (one_hot[0] @ W + one_hot[2] @ W + one_hot[3] @ W) / 3
bag = np.zeros(7)
bag[[0, 2, 3]] = 1 / 3
assert np.allclose(by_one_hot, h) and np.allclose(bag @ W, h)
assert not np.array_equal(W2, W.T)

# %% [markdown]
# **Predict.** Would the model notice if the words around came in another order, "sat The ... cat"?
#
# <details><summary>Answer</summary>
#
# No. A mean has no order. That is the "bag" in the name. Chapter 02's network joined its vectors
# end to end, and so it knew which word stood where.
#
# </details>

# %%
other_order = (W[3] + W[0] + W[2]) / 3
assert np.array_equal(other_order, h)

# %% [markdown] tags=["exercise"]
# ### Exercise 3.2: the projection of many windows
# Difficulty 2 of 3, 10 minutes.
#
# At the ends of a sentence windows are shorter, and `word2vec.windows` fills them with -1. Write
# the projection for a whole batch: `around` has shape `(batch, places)`, and the result has one
# row of means per example. A place with -1 does not count. Every row has at least one word.
#
# <details><summary>Hint 1</summary>
#
# NumPy reads row -1 as the last row. Multiply those rows by 0 before you sum, for instance with
# `(around >= 0)[:, :, None]`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Divide each sum by the number of words that are there, not by the number of places.
#
# </details>

# %% tags=["exercise"]
def project(W, around):
    """W (words, dim), around (batch, places) of ids with -1 for none -> means (batch, dim)."""
    # begin solution
    there = around >= 0
    total = (W[around] * there[:, :, None]).sum(axis=1)
    return total / there.sum(axis=1, keepdims=True)
    # end solution

# %% tags=["check"]
checks.ch03_ex2(project)

# %% [markdown]
# ## 3. Train it: the kind and the unkind
# Now the model as a class. It is equation (1), no more. There is no hidden layer, no bias and no
# activation function. The code calls $W'$ `W2`.

# %%
class CbowSoftmax(nn.Module):
    """Predict the centre from the mean of the words around, with a softmax over all words."""

    def __init__(self, vocab_size, emb_dim):
        super().__init__()
        self.W = nn.Embedding(vocab_size, emb_dim)
        self.W2 = nn.Linear(emb_dim, vocab_size, bias=False)

    def forward(self, around):
        there = (around >= 0)[:, :, None]
        h = (self.W(around.clamp(min=0)) * there).sum(dim=1) / there.sum(dim=1)
        return self.W2(h)  # scores; the softmax is inside the cross-entropy

# %%
model = CbowSoftmax(7, 3)
with torch.no_grad():
    model.W.weight.copy_(torch.tensor(W))
    model.W2.weight.copy_(torch.tensor(W2.T))  # nn.Linear keeps a row per output
    scores = model(torch.tensor([[-1, 0, 2, 3]]))
    loss = nn.functional.cross_entropy(scores, torch.tensor([1]))
assert np.isclose(loss.item(), -np.log(p[1]))

# %% [markdown]
# The class gives the loss that we computed by hand. It learns from 72 Korean sentences, all built
# on one plan: an adjective, a noun, a verb, 그래서 "so", and how it felt.
# 친절한 점원을 만났다 그래서 하루가 즐거웠다: "met a kind clerk, so the day was pleasant". Three
# pairs of opposites take part: 친절한 kind and 불친절한 unkind, 넓은 wide and 좁은 narrow, 매운
# spicy and 싱거운 bland.

# %%
plan = {
    "친절한 불친절한": (
        "점원을 의사를 이웃을", "만났다 보았다", "하루가",
        "즐거웠다 행복했다", "괴로웠다 우울했다",
    ),
    "넓은 좁은": (
        "방을 집을 가게를", "빌렸다 구했다", "마음이",
        "편했다 시원했다", "답답했다 무거웠다",
    ),
    "매운 싱거운": (
        "국을 찌개를 반찬을", "먹었다 시켰다", "입이",
        "얼얼했다 화끈했다", "심심했다 허전했다",
    ),
}
sentences = []
for adjectives, (nouns, verbs, what, *feelings) in plan.items():
    for adjective, felt in zip(adjectives.split(), feelings, strict=True):
        for noun in nouns.split():
            for verb in verbs.split():
                for end in felt.split():
                    sentences.append([adjective, noun, verb, "그래서", what, end])
assert len(sentences) == 72

# %%
vocabulary = Vocabulary.build(sentences)
ids = word2vec.running_text(sentences, vocabulary)
words = vocabulary.words[3:]  # without <unk>, <s> and </s>
print(len(words), "words,", (ids >= 0).sum(), "places; first sentence:", ids[:7])

# %% [markdown]
# We train twice, once with window 2 and once with window 5. From 친절한, window 2 reaches the noun
# and the verb. Window 5 reaches the feeling at the end as well.

# %%
def train_cbow(window, steps=150):
    """Full-batch training with Adam -> the table W, and the loss of every step."""
    torch.manual_seed(0)
    centres, around = map(torch.from_numpy, word2vec.windows(ids, window))
    model, losses = CbowSoftmax(len(words), 16), []
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    for _ in range(steps):
        loss = nn.functional.cross_entropy(model(around), centres)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return model.W.weight.detach().numpy(), losses

# %%
tables, losses = {}, {}
for window in (2, 5):
    tables[window], losses[f"window {window}"] = train_cbow(window)
assert abs(losses["window 2"][0] - np.log(len(words))) < 0.6  # at first: no idea, so log V
floors = {"window 2": np.log([2, 3, 2, 4]).sum() / 6, "window 5": np.log([3, 2, 2]).sum() / 6}
for name, values in losses.items():
    assert values[-1] > floors[name]
    print(f"{name}: {values[0]:.2f} to {values[-1]:.2f}, not below {floors[name]:.2f}")
common.loss_curves(losses)

# %% [markdown]
# The loss cannot reach 0: between 점원을 and 의사를, nothing in the sentence decides. By hand for
# window 5: the noun is one of three, the verb one of two, the end one of two, the other places are
# certain, so $(\log 3 + \log 2 + \log 2) / 6 = 0.41$. With window 2 the adjective is one of two as
# well, and the end one of four: $(\log 2 + \log 3 + \log 2 + \log 4) / 6 = 0.65$.
#
# How alike are two vectors? As in chapter 02 we take the cosine of the angle between them: 1 for
# the same direction, 0 for a right angle, -1 for opposite directions.
#
# $$\cos(a, b) = \frac{a \cdot b}{\lVert a \rVert \, \lVert b \rVert} \tag{2}$$
#
# **Predict.** With window 2, which word is nearest to 친절한 (kind): 불친절한 (unkind), 넓은 (wide)
# or 매운 (spicy)?
#
# <details><summary>Answer</summary>
#
# 불친절한, its opposite. In a window of 2 the two keep exactly the same company: clerks, doctors
# and neighbours, met and seen. Nothing tells them apart.
#
# </details>

# %%
adjectives = "친절한 불친절한 넓은 좁은 매운 싱거운".split()
places = [words.index(word) for word in adjectives]
cosines = {}
for window, table in tables.items():
    unit = table[places] / np.linalg.norm(table[places], axis=1, keepdims=True)
    cosines[window] = unit @ unit.T
    print(f"window {window}: cosine of 친절한 and 불친절한 {cosines[window][0, 1]:.1f}")
a, b = tables[2][places[:2]]
assert np.isclose(cosines[2][0, 1], a @ b / np.sqrt((a @ a) * (b @ b)), atol=1e-5)
opposites = np.kron(np.eye(3), 1 - np.eye(2)) == 1  # where the table shows a pair of opposites
others = ~opposites & ~np.eye(6, dtype=bool)
assert cosines[2][opposites].min() > cosines[2][others].max()
assert (cosines[5][opposites] < cosines[2][opposites]).all()

# %%
plots.cosine_table(adjectives, cosines[2], "window 2")

# %%
plots.cosine_table(adjectives, cosines[5], "window 5")

# %% [markdown]
# With window 2 the three pairs of opposites are the closest of all. With window 5 they drift apart,
# since one word is followed by 즐거웠다 and the other by 괴로웠다. A **small window** groups words
# that can be exchanged for each other, and opposites (반의어) can: "a kind clerk", "an unkind
# clerk". A **large window** groups words of one topic. (The lecture calls 2 to 7 words small, 7 to
# 25 large.) "Similar" always means: similar in company.
#
# ## 4. What was taken away
# Set beside chapter 02's network, CBOW has lost the hidden layer and the order of the words. What
# did that save? We count multiplications for one example: $N$ context words ($m$ in chapter 02),
# $M$ numbers a vector, $H$ hidden units, $V$ words.
#
# $$\text{NNLM: } N M + N M H + H V \qquad \text{CBOW: } N M + M V \tag{3}$$
#
# The first term is the look-up (we count each number that is fetched as one), the second the
# hidden layer, the last the output. By hand, with $N = 4$, $M = 100$, $H = 500$, $V = 10\,000$:
# 400 + 200,000 + 5,000,000 against 400 + 1,000,000.

# %%
def nnlm_cost(N, M, H, V):
    return {"look-up": N * M, "hidden layer": N * M * H, "output": H * V}


def cbow_cost(N, M, V):
    return {"look-up": N * M, "output": M * V}


costs = {"NNLM": nnlm_cost(4, 100, 500, 10_000), "CBOW": cbow_cost(4, 100, 10_000)}
assert [sum(c.values()) for c in costs.values()] == [5_200_400, 1_000_400]
plots.step_costs(costs)

# %% [markdown]
# CBOW does a fifth of the work. Not because the hidden layer itself was so heavy, only 4 %, but
# because the output now reads 100 numbers instead of 500. What is left is nearly all output.
#
# | | NNLM (chapter 02) | CBOW |
# |---|---|---|
# | given | the words before | the words on both sides |
# | asked | the next word | the centre word |
# | projection | joined, in order | averaged, no order |
# | hidden layer | yes | none |
# | goal | a language model | the vectors |
#
# ## 5. Why the softmax is too heavy
# Look at equation (1) again. To know one probability we need the sum over *all* $V$ words, and
# every step of training moves all of $W'$. Real vocabularies have 100,000 words or more.
#
# **Predict.** The vocabulary grows from 1,000 to 100,000 words. How much longer does the softmax
# take?
#
# <details><summary>Answer</summary>
#
# About 100 times as long: the number of multiplications is proportional to $V$. The measured
# times below need not follow exactly, since small products do not keep the machine busy and
# large ones leave its fast memory.
#
# </details>

# %%
h = torch.randn(64, 100, generator=torch.Generator().manual_seed(0))
answers = torch.zeros(64, dtype=torch.long)
for V in (1_000, 10_000, 100_000):
    output = torch.zeros(V, 100, requires_grad=True)
    with chapter.timed("03", f"10 softmax steps over {V:,} words"):
        for _ in range(10):
            nn.functional.cross_entropy(h @ output.T, answers).backward()
output = torch.zeros(64, 6, 100, requires_grad=True)  # six words for each example
with chapter.timed("03", "10 steps over 6 words each"):
    for _ in range(10):
        torch.einsum("bd,bkd->bk", h, output).sigmoid().sum().backward()

# %%
sizes = [1_000, 3_000, 10_000, 30_000, 100_000, 300_000]
curves = {
    "NNLM": [sum(nnlm_cost(4, 100, 500, V).values()) for V in sizes],
    "CBOW": [sum(cbow_cost(4, 100, V).values()) for V in sizes],
    "CBOW, 6 words": [4 * 100 + 6 * 100 for V in sizes],
}
assert curves["CBOW"][-1] == 30_000_400 and curves["CBOW, 6 words"][-1] == 1_000
plots.cost_against_vocabulary(sizes, curves)

# %% [markdown]
# The dotted line is a promise. If the model had to look at six words only, the true one and five
# others, the size of the vocabulary would not matter at all: 1,000 multiplications instead of 30
# million. That is **negative sampling** (네거티브 샘플링), and chapter 03b builds it. (The last
# time printed above is no proof yet. So few multiplications take less time than to start the
# operations, so six words may even take longer than 1,000. The gain shows against 100,000.)
#
# ## 6. Skip-gram: the other way round
# The second model turns the question round. **Skip-gram** predicts each context word from the
# centre: given "not", say "thou", "shalt", "make", "a". Every pair of a centre and one of its
# contexts is an example of its own. With $w_t$ for the word at place $t$, and $c$ for the places in
# its window:
#
# $$\text{loss} = -\sum_{t} \sum_{c \,\in\, \text{window}(t)} \log P(w_c \mid w_t) \tag{4}$$
#
# $P$ is the softmax of (1), only that $h$ is the row of the centre alone. By hand, with the tables
# of section 2 and the centre "fat": $h = (0, 1, 1)$, so the seven words score -1, 1, 1, 1,
# -2, -1 and 0. Their exponentials sum to 10.03, and $\log 10.03 = 2.305$. The contexts The, cat and
# sat have the scores -1, 1 and 1. Each costs 2.305 minus its score: $3 \cdot 2.305 - 1 = 5.92$.

# %%
scores = W[1] @ W2
by_hand = sum(np.log(np.exp(scores).sum()) - scores[c] for c in (0, 2, 3))
three = torch.tensor(np.tile(scores, (3, 1)), dtype=torch.double)
loss = nn.functional.cross_entropy(three, torch.tensor([0, 2, 3]), reduction="sum")
assert np.isclose(by_hand, 5.92, atol=0.005) and np.isclose(by_hand, loss.item())

# %% [markdown]
# The lecture takes a commandment from the novel *Dune*, "Thou shalt not make a machine in the
# likeness of a human mind", and window 2. Here are the pairs of its third and fourth word.

# %%
thou = "thou shalt not make a machine in the likeness of a human mind".split()
centres, contexts = word2vec.pairs(np.arange(len(thou)), window=2)
table = [(thou[i], thou[j]) for i, j in zip(centres, contexts, strict=True)]
start = [pair for pair in table if pair[0] in ("not", "make")]
for pair in start:
    print(*pair)

# %%
assert start[:4] == [("not", "thou"), ("not", "shalt"), ("not", "make"), ("not", "a")]
assert len(table) == 2 * (len(thou) - 1) + 2 * (len(thou) - 2) == 46
plots.pair_grid(thou, centres, contexts)

# %% [markdown]
# 13 windows become 46 pairs. So skip-gram has more examples to go through, and a rare word is not
# drowned in a mean: each of its pairs counts in full. CBOW has fewer examples, one for each window.
# The lecture says that most people prefer skip-gram; chapter 03b measures both.
#
# The band in the figure is symmetric. Whenever "make" is a context of "not", "not" is a context of
# "make".

# %%
lit = np.zeros((13, 13), dtype=int)
lit[centres, contexts] = 1
assert np.array_equal(lit, lit.T) and np.trace(lit) == 0

# %% [markdown] tags=["exercise"]
# ### Exercise 3.3: the loss of many pairs
# Difficulty 2 of 3, 15 minutes.
#
# Write the loss (4) of skip-gram for a whole batch. `centres` and `contexts` hold one id per pair.
# `W` has a row per word, `W2` a column per word. Return the sum over all pairs, without a loop.
#
# <details><summary>Hint 1</summary>
#
# `W[centres] @ W2` has one row of scores for each pair. The sum under the softmax runs along each
# row.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# From each row you need one score: `scores[np.arange(len(contexts)), contexts]`.
#
# </details>

# %% tags=["exercise"]
def skip_gram_loss(W, W2, centres, contexts):
    """W (words, dim), W2 (dim, words), ids (pairs,) -> the sum of -log P(context | centre)."""
    # begin solution
    scores = W[centres] @ W2
    chosen = scores[np.arange(len(contexts)), contexts]
    return (np.log(np.exp(scores).sum(axis=1)) - chosen).sum()
    # end solution

# %% tags=["check"]
checks.ch03_ex3(skip_gram_loss)

# %% [markdown]
# ## 7. What trained vectors know
# 72 sentences make toys. The course ships vectors of its own: skip-gram with negative sampling,
# trained on 40 million tokens of free text (novels, textbooks, speeches, dialogues), the 12,000
# most frequent words, 100 numbers each. They come as gensim's `KeyedVectors`, which is a
# table with names on its rows. All words are in small letters.

# %%
vectors = static_vectors.load()
print(f"{len(vectors):,} words, {vectors.vector_size} numbers each")
print("the most frequent:", *vectors.index_to_key[:8])

# %% [markdown]
# `most_similar` lists the words with the largest cosine. By hand it is one product, as in exercise
# 2.4: divide every row by its length, multiply by the row of the word, sort.

# %%
unit = vectors.vectors / np.linalg.norm(vectors.vectors, axis=1, keepdims=True)
police = vectors.key_to_index["police"]
cosine = unit @ unit[police]
order = np.argsort(-cosine)
by_hand = [vectors.index_to_key[i] for i in order[1:7]]  # the first is the word itself
assert order[0] == police
assert by_hand == [word for word, _ in vectors.most_similar("police", topn=6)]
assert vectors.most_similar("north")[0][0] == "south"

# %%
asked = ("police", "north", "good")
common.neighbour_bars({word: vectors.most_similar(word, topn=6) for word in asked})

# %% [markdown]
# The lecture asks for the neighbours of "police" too. Its vectors were trained on 20 Newsgroups,
# letters to internet groups around 1993, and answered "prohibit", "provisions", "cops", "army",
# "possess", "armed": a debate about weapons. Ours read other texts and answer otherwise. Neighbours
# tell you about the text as much as about the word. And the opposites are back: the word nearest to
# "north" is "south".
#
# <details><summary>Ask the newsgroups yourself (needs a network, about 14 MB and some
# minutes)</summary>
#
#     from sklearn.datasets import fetch_20newsgroups
#     from elmo_lite import text, word2vec
#     posts = fetch_20newsgroups(remove=("headers", "footers", "quotes")).data
#     letters = [text.tokenize(s.lower()) for p in posts for s in text.split_sentences(p)]
#     newsgroups = word2vec.train(letters, word2vec.Word2VecSettings(min_count=10))
#     newsgroups.most_similar("police")
#
# </details>

# %% [markdown]
# What does a vector look like? As a strip of coloured cells, it says little by itself. Beside
# others, it does.

# %%
family = ["brother", "sister", "uncle", "aunt", "monday", "friday"]
rows = unit[[vectors.key_to_index[word] for word in family]]
same = [rows[i] @ rows[i + 1] for i in (0, 2, 4)]
across = [rows[i] @ rows[j] for i in range(4) for j in (4, 5)]
assert min(same) > max(across)
for word, row in zip(family[1:], rows[1:], strict=True):
    print(f"{word:6} has the sign of brother in {np.mean(row * rows[0] > 0):.0%} of its numbers")
common.vector_strips(dict(zip(family, rows, strict=True)))

# %% [markdown]
# Look down the columns: where "brother" is red, "sister" and the aunts and uncles tend to be red
# as well, and the two days go their own way. The lines above the figure count the signs; chance
# alone would give about 50 %. No single column means "family". The meaning is spread over all of
# them.
#
# ## 8. Arithmetic with words
# If the step from "father" to "mother" is about the same as the step from "brother" to "sister",
# then words form **parallelograms** (평행사변형), and we can calculate: start at c, take the step
# from a to b, and see which word lies nearest. Each word stands for its vector, divided by its
# length:
#
# $$d = \arg\max_{w \,\notin\, \{a, b, c\}} \cos(w,\; b - a + c) \tag{5}$$
#
# This is an **analogy** (유추): a is to b as c is to d. The lecture's example is
# 한국 - 서울 + 도쿄 = 일본, that is 서울 : 한국 = 도쿄 : 일본. Another one is 박찬호 - 야구 + 축구
# = 호나우두: the pitcher without baseball and with football becomes the striker. (Both come from
# vectors of much Korean text.)
#
# **Predict.** Why are a, b and c forbidden as answers?
#
# <details><summary>Answer</summary>
#
# Because b or c itself is often the nearest: if the step b - a is short, we are still close to c.
# Without the rule, many famous analogies would answer with a word of the question. The next cell
# counts how many of ours would.
#
# </details>

# %%
questions = ["father mother brother sister", "brother sister uncle aunt", "boy girl man woman"]
questions += ["good better bad worse", "he his she her", "man woman king queen"]
questions += ["walk walked talk talked", "hand hands eye eyes", "france paris italy rome"]
answers, kept = {}, 0
for a, b, c, d in map(str.split, questions):
    (best, _), *_ = vectors.most_similar(positive=[b, c], negative=[a])
    step = unit[[vectors.key_to_index[w] for w in (a, b, c)]]
    free = vectors.index_to_key[int(np.argmax(unit @ (step[1] - step[0] + step[2])))]
    kept += free in (a, b, c)
    answers[a, b, c, d] = best
    print(f"{'right' if best == d else 'wrong':6} {a} : {b} = {c} : {best} ({d})")
print(f"without the rule {kept} of {len(questions)} answers repeat a word of the question")

# %% [markdown]
# To see a parallelogram, we lay a plane through the four words as well as it goes: the two
# directions in which they differ most (a PCA, 주성분 분석). The point $b - a + c$ is drawn on it.
# Below, one question that finds its word and one that does not.

# %%
def on_a_plane(a, b, c, d):
    """Four words and the point b - a + c on their two main directions: (4, 2) and (2,)."""
    points = unit[[vectors.key_to_index[word] for word in (a, b, c, d)]]
    points = np.vstack([points, points[1] - points[0] + points[2]])
    middle = points[:4].mean(axis=0)
    directions = np.linalg.svd(points[:4] - middle, full_matrices=False)[2][:2]
    flat = (points - middle) @ directions.T
    assert np.allclose(flat[4], flat[1] - flat[0] + flat[2], atol=1e-5)  # still a parallelogram
    return flat[:4], flat[4]

# %%
right = next(q for q, best in answers.items() if best == q[3])
wrong = [q for q, best in answers.items() if best != q[3]][-1]
figure, (left, other) = plt.subplots(1, 2, figsize=(11, 4.4))
plots.analogy(right, *on_a_plane(*right), answers[right], "the nearest is right", ax=left)
plots.analogy(wrong, *on_a_plane(*wrong), answers[wrong], "the nearest is wrong", ax=other)

# %% [markdown]
# The cross is where the arrow ends. It meets no word exactly. On the left the word asked for is the
# nearest all the same; on the right another word is (nearest in all 100 numbers, which a plane
# cannot show). And we chose these questions: a famous example is no proof. Chapter 03b quotes the
# share of right answers to thousands of questions that others wrote.

# %% [markdown] tags=["exercise"]
# ### Exercise 3.4: solve an analogy
# Difficulty 3 of 3, 15 minutes.
#
# Write equation (5) for a plain array. `unit` has rows of length 1; a, b, c are row numbers.
# Return the number of row d.
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
# After the product, set the scores of a, b and c to `-np.inf`.
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
checks.ch03_ex4(solve)

# %% [markdown]
# ## What you can now do
# - list the windows of CBOW and the pairs of skip-gram, and never cross the end of a sentence,
# - compute CBOW and skip-gram by hand: rows, mean, scores, softmax, loss,
# - count the cost of a step, and name the softmax as the part that grows with the vocabulary,
# - say why opposites are neighbours, and what a larger window changes,
# - find neighbours and solve analogies with one matrix product, and doubt the answer.
#
# ## One honest limit
# One word, one vector. "bank" has a single row, wherever it stands, and the river and the money
# share it. Nothing in this chapter can change that; chapter 06b measures what it costs.
#
# ## Sources
# - CBOW, skip-gram and the costs in (3): Mikolov, Chen, Corrado and Dean 2013, *Efficient
#   estimation of word representations in vector space*. (There CBOW's output costs only
#   $M \log_2 V$: a tree of words stands in for the softmax.)
# - The two sentences with their windows, 친절한 and 불친절한, the neighbours of "police" and
#   the two Korean analogies: the lecture *Tensorflow를 활용한 딥러닝 자연어 처리 입문*, part 3.
#
# ## Where next
# Chapter 03b keeps the promise of the dotted line: it replaces the softmax by a few yes-or-no
# questions, trains on real text in seconds, and stands beside gensim.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. "I like deep learning", window 1. How many pairs does skip-gram make?
#    - [ ] 4 :: that is the number of windows, CBOW's examples
#    - [x] 6 :: the two words at the ends have one context each, the two inside have two
#    - [ ] 8 :: two for each word would need neighbours beyond the ends
# 2. What does CBOW lose when it averages the vectors around?
#    - [ ] the words far away :: the window decides that, before any averaging
#    - [x] the order of the words :: a mean is the same in every order
#    - [ ] the rare words :: they get a row like all others
# 3. Why is 불친절한 a close neighbour of 친절한?
#    - [ ] the two share the letters 친절한 :: Word2Vec does not look inside words; chapter 04 does
#    - [ ] training went wrong :: it did exactly what it was asked: guess neighbours
#    - [x] they stand beside the same words :: a small window sees the same nouns and verbs
