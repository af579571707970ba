# %% [markdown]
# # 11 Part-of-speech probes
#
# *I will record a record.* Read it aloud: the first *record* has its stress at the end, the second
# at the beginning, so a phone that reads you this message has to know that one is a verb and the
# other a noun. Our biLM has only ever guessed words, and nobody told it what a verb is. Does it
# know all the same?
#
# **Which layer knows the part of speech, and how can we be sure?**
#
# You will be able to
# - **see** what every layer takes a word for, and change one word to find out why,
# - **train** a probe on each layer of a model, and compare layers by it,
# - **catch** a probe that has learned by heart, with labels that mean nothing,
# - **separate** what reading adds from what the word itself gives away,
# - **look** into the lower layers with a lens that you build.
#
# You need the layers of the biLM (chapter 08), softmax and cross-entropy (02), and intervals (03b).

# %% tags=["setup"]
from collections import Counter

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from elmo_lite import corpora, probes
from elmo_lite.elmo import Elmo
from elmo_lite.reading.cache import token_vectors
from elmo_lite.stats import paired
from elmo_lite.text import tokenize
from notebooks.course import chapter
from notebooks.course.check import check, yours_or_ours
from notebooks.course.live import live
from notebooks.course.plots import ch11 as plots
from notebooks.course.plots import families
from notebooks.course.results import select, unpack, values

torch.set_num_threads(1)  # the same sums everywhere

# %% [markdown]
# ## 1. A tag in every cell
# A **part of speech** (품사) is a class of words that fit into the same gaps: nouns, verbs,
# adjectives. The **tag** (태그) of a word names its class in this sentence, and a **tagset** (태그
# 집합) is the list of all classes. Ours are the 17 tags of Universal Dependencies, which serve all
# languages. PROPN is a name, ADP a preposition, and PART the *to* of *to go*.
#
# Every token of our sentences from chapter 10 has a tag. The biLM reads them once, and we keep the
# vector of every token in every layer.

# %%
train, test = corpora.our_tagged("train"), corpora.our_tagged("test")
(words, tags), (new_words, gold) = probes.flat(train), probes.flat(test)
y_train, y_test, names = probes.numbered(tags, gold)  # tags as numbers
elmo = Elmo.load("en")
sentences = [sentence for part in (train, test) for sentence, _ in part]
layers = np.array(token_vectors(elmo, sentences), np.float32)
x_train, x_test = np.split(layers, [len(words)], axis=1)
print("train", x_train.shape, "test", x_test.shape)

# %% [markdown]
# On each of the three layers we now train a small classifier, which section 3 takes apart. Here is
# what the three say of two sentences that differ in one word. Type two others.


# %%
settings = probes.ProbeSettings(epochs=8, learning_rate=0.01, weight_decay=1e-3)
probe_of = [probes.fit(x_train[j], y_train, len(names), settings) for j in range(3)]


def tags_of(sentence):
    """What each probe calls each word: one list for each layer."""
    read = elmo.layers([sentence], progress=False)[0]
    numbers = [probes.predict(probe_of[j], read[j].numpy()) for j in range(3)]
    return [[names[i] for i in row] for row in numbers]


def compare(sentence="I want to record.", other="I want the record."):
    one, two = tokenize(sentence), tokenize(other)
    plots.tag_grid(one, tags_of(one), two, tags_of(two))


live(compare, sentence="I want to record.", other="I want the record.")

# %% [markdown]
# Layers 1 and 2 tell the verb from the noun. Begin with the lowest row, though: layer 0 is the
# char-CNN, which sees the letters of one word and no neighbour, so *record* is a noun for it in
# both sentences. A frame marks a tag that has changed. In layer 0 only the word that we replaced
# has one. In layers 1 and 2 *record* has one too, and nobody has touched *record*. So there its tag
# depends on the word before it. We know this because we changed that word and nothing else, an
# intervention as in chapter 08.
#
# And the message on the phone?

# %%
for row in tags_of(tokenize("I will record a record.")):
    print(*row)

# %% [markdown]
# Layers 1 and 2 read it correctly, while layer 0 has to give both words the same tag.
#
# **Try it.** *boy* and *boys* will frame nothing, since both are nouns. *They work hard.* and *Her
# work is hard.* do better. Then find a sentence that all layers get wrong. Ours is *The can is
# open.*: none of them lets a *can* be a noun. Section 4 looks into it.
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
several = [found for found in counts.values() if found.total() > 1]
alone = np.mean([len(found) == 1 for found in several])
print(f"of {len(several)} types that occur more than once {alone:.0%} have one tag everywhere")
print("to:", dict(counts["to"]), " that:", dict(counts["that"]))

# %% [markdown]
# Counting finds nine tags of ten without a glance at any sentence, because most words have only
# one: of the types that occur more than once, 84 % had one tag everywhere. So a probe that finds
# 88 % has found less than a table of counts. What is interesting is the rest, words like *that*,
# with three tags, or *to*, which is PART 77 times (*to go*) and ADP, a preposition, 77 times (*to
# school*).
#
# ## 3. A probe for each layer
# A **probe** (탐침) is a small classifier on frozen vectors: the biLM stays as it is, and only the
# classifier learns. If it finds the tag in the vector $h$ of a token, the tag was there to be
# found. A **linear probe** (선형 탐침) has a row of weights $W_a$ and a number $b_a$ for each tag
# $a$, and a softmax:
#
# $$p_a = \frac{e^{W_a \cdot h + b_a}}{\sum_{a'} e^{W_{a'} \cdot h + b_{a'}}} \tag{1}$$
#
# By hand, with two numbers and three tags: $h = (2, 1)$, the rows are $(1, 0)$, $(0, 1)$ and $(-1,
# -1)$, and all $b_a = 0$. The scores are 2, 1 and −3, their exponentials 7.39, 2.72 and 0.05, the
# sum is 10.16, and so $p = (0.73, 0.27, 0.005)$.
#
# Such a probe can only draw straight borders between the tags, so it adds little of its own. It
# brings every number of a vector to mean 0 and standard deviation 1, so that no layer profits from
# its scale, and then trains like any softmax (chapter 02).


# %% tags=["setup"]
class LinearProbe(nn.Module):
    def __init__(self, x, num_tags):
        super().__init__()
        self.mean, self.deviation = x.mean(dim=0), x.std(dim=0, correction=0) + 1e-5
        self.classify = nn.Linear(x.shape[1], num_tags)

    def forward(self, x):
        return self.classify((x - self.mean) / self.deviation)


# %% tags=["setup"]
def fit(x, y):
    """x (tokens, dim), y (tokens,) numbers of tags -> a trained probe."""
    torch.manual_seed(0)
    x, y = torch.tensor(x, dtype=torch.float32), torch.tensor(y)
    probe = LinearProbe(x, int(y.max()) + 1)
    optimizer = torch.optim.Adam(probe.parameters(), lr=0.01, weight_decay=1e-3)
    falling = torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.75)
    for _ in range(8):
        for batch in torch.randperm(len(y)).split(512):
            optimizer.zero_grad()
            F.cross_entropy(probe(x[batch]), y[batch]).backward()
            optimizer.step()
        falling.step()  # the learning rate, after every epoch
    return probe


def predict(probe, x):
    """The number of the likeliest tag of each token: (tokens,)"""
    with torch.no_grad():
        return probe(torch.tensor(x, dtype=torch.float32)).argmax(dim=1).numpy()


# %% [markdown] tags=["exercise"]
# ### Exercise 11.1: a probe for each layer
# Difficulty 1 of 3, 10 minutes.
#
# `x_train` has the shape (layers, tokens, dim) and `y_train` (tokens,) the numbers of the right
# tags; the test part is alike. Train one probe on each layer, with `fit` and `predict`. Return an
# array of the shape (layers, test tokens) that is True where the probe of this layer is right. The
# rest of the chapter asks all its questions with your function.
#
# <details><summary>Hint 1</summary>
#
# A loop over `range(len(x_train))`, and a list that grows by one row for each layer.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Which tokens must the probe never have seen when it is asked?
#
# </details>


# %% tags=["exercise"]
def probe_layers(x_train, y_train, x_test, y_test):
    """Which test tokens a linear probe on each layer gets right: (layers, tokens)"""
    # begin solution
    right = []
    for j in range(len(x_train)):
        probe = fit(x_train[j], y_train)
        right.append(predict(probe, x_test[j]) == y_test)
    return np.array(right)
    # end solution


# %% tags=["check"]
check("11.1", probe_layers)

# %% tags=["known"]
trials = 3


def inputs(rng):
    y, y_new = rng.integers(0, 3, 40), rng.integers(0, 3, 40)
    noise, noise_new = rng.normal(size=(2, 3, 40, 4))
    signal = rng.normal(size=(3, 3, 4))  # layers, tags, dim
    return noise + signal[:, y], y, noise_new + signal[:, y_new], y_new

# %% [markdown] tags=["known"]
# Hint: For each layer: fit on its training vectors, predict its test vectors, compare with y_test.
# Returns: one array of True and False, of shape (layers, test tokens)
#
# - `fit(x_train[j], y_train)` → `fit(x_test[j], y_test)` :: Your probe has trained on the test
#   tokens, so it knows the answers: fit it on the training part.
# - `predict(probe, x_test[j]) == y_test` → `predict(probe, x_train[j]) == y_train` :: You ask for
#   the tokens that the probe was trained on: predict the test part.
# - `fit(x_train[j], y_train)` → `fit(x_train[0], y_train)` :: Each layer needs a probe of its own;
#   yours was trained on layer 0.
# - `np.array(right)` → `np.array(right).mean(axis=1)` :: Return which tokens are right, not how
#   many: the page averages them later.
# - ` == y_test)` → `)` :: These are the tags that the probe gives: compare them with `y_test`.

# %%
probe_layers = yours_or_ours("11.1", probe_layers)
right = probe_layers(x_train, y_train, x_test, y_test)
for j in range(3):
    print(f"layer {j}: {right[j].mean():.1%} of the tags")

# %% [markdown]
# Layer 1 finds 97.4 % of the tags and layer 2 finds 97.2; layer 0, which sees no neighbour, finds
# 92.9. Counting misses ten words of a hundred, layer 1 between two and three. The biLM knows parts
# of speech, it seems, and layer 1 knows them best.
#
# ## 4. Learned by heart?
# But remember the *can*. Does the probe read grammar, or does it recognise the word and remember
# its tag?

# %%
print("can in the training part:", dict(counts["can"]))

# %% [markdown]
# It was an AUX 33 times of 33, so perhaps the probe has simply remembered it. With 384 numbers for
# each tag it has room for many words, and Hewitt and Liang (2019) measure how many. **Control
# labels** (대조 레이블) are nonsense: each type draws one of the tags at random and keeps it. If
# *play* draws DET, it is a DET in all sentences. There is no rule to be found, so a probe that gets
# such labels right has learned words by heart. The **selectivity** (선택성) of a probe is
#
# $$\text{accuracy on tags} - \text{accuracy on control labels} \tag{2}$$

# %% [markdown] tags=["exercise"]
# ### Exercise 11.2: labels that mean nothing
# Difficulty 2 of 3, 10 minutes.
#
# Write `control(words, tags, seed)`: a list with one label for each token in `words`. Each *type*
# draws its label once, each tag with the probability of its share in the list `tags`. The same
# `seed` gives the same labels.
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

# %% tags=["known"]
trials = 1


def inputs(rng):
    """Three words of five are NOUN, the others VERB, and w7 is ADP."""
    some = [f"w{i}" for i in rng.integers(0, 900, 6000)]
    return some, [("NOUN", "VERB", "ADP")[int(w[1:]) % 10 // 6 + (w == "w7")] for w in some]


def use(answer, some, their_tags):
    """The first fault: no list of labels is the only right one."""
    got = answer(some, their_tags, 0)
    if not isinstance(got, (list, tuple, np.ndarray)):
        return got
    got = [str(each) for each in got]
    if len(got) != len(some):
        return "number"
    if set(got) - set(their_tags):
        return "no tags"
    of_type = dict(zip(some, got, strict=True))
    if got != [of_type[word] for word in some]:
        return "two labels"
    drawn = Counter(of_type.values())
    for tag, count in Counter(their_tags).items():
        if abs(drawn[tag] / len(of_type) - count / len(their_tags)) > 0.06:
            return "shares"
    if [str(each) for each in answer(some, their_tags, 0)] != got:
        return "seed does not repeat"
    if [str(each) for each in answer(some, their_tags, 1)] == got:
        return "seed has no effect"
    return "no fault"

# %% [markdown] tags=["known"]
# Hint: Each type gets one tag at random, as often as the tag occurs in `tags`.
# Returns: a list of labels
#
# - `for word in words]` → `for word in types]` :: Return one label for each token of the text, not
#   for each type.
# - `np.random.default_rng(seed).permutation(tags).tolist()` :: One word has two labels: draw one
#   for each type, and keep it.
# - `rng.choice(tags, ` → `rng.choice(sorted(set(tags)), ` :: Draw each label as often as the tag
#   occurs: three of five tags are NOUN here.
# - `default_rng(seed)` → `default_rng()` :: The same seed should give the same labels again: use
#   `default_rng(seed)`.
# - `default_rng(seed)` → `default_rng(0)` :: Another seed, other labels: use `seed`.

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
# The probe does learn by heart. On layer 0 it gets 74 % of the nonsense right, where a blind answer
# gets 17. On layer 1 it is 65 % and on layer 2 62, so selectivity grows from 18.5 points to 32.6
# and 35.1: in the upper layers the probe lives less on memory. A larger probe remembers more. On
# layer 1, with 256 hidden units it gains 0.9 points on the tags of another text, and 15.1 on their
# control labels. So we stay with the smallest that there is.
#
# ## 5. What only the sentence can tell
# How much of the score comes from reading, and how much is in the word itself? Our own sentences
# are clean and few, so we ask English-EWT: American blogs, reviews and mails with all their typing
# errors, 204,577 tokens to learn from. `python course.py measure pos` has run the loop of exercise
# 11.1 on it with five seeds, also for networks that have never read a text.
#
# And we ask a second question, to which the word alone has no answer. The **head** (지배소) of a
# word is the word on which it depends. In *Sam likes green ham* the heads of *Sam* and *green* are
# to the right, that of *ham* is to the left, and *likes* is the root. Left, right or root?
#
# **Predict.** On EWT layer 0 finds 89.0 % of the tags. More or fewer of the heads?
#
# <details><summary>Answer</summary>
#
# Fewer: 75.3 %. The most frequent answer of each word gets 74.3.
#
# </details>

# %%
ewt = chapter.results("pos")["experiments"]
both = select(ewt["layers"]["rows"], direction="both")
ledger = {
    "char-CNN, warm": ("warm start", 0), "char-CNN, read": ("trained", 0),
    "random context": ("random", 1), "warm context": ("warm start", 1),
    "layer 1": ("trained", 1), "layer 2": ("trained", 2),
}  # fmt: skip
others = {"most frequent answer": "most frequent tag", "letters": "characters"}
others["a row a word"] = "static vectors"
found = {}
for task, rows in (("tags", both + ewt["baselines"]["rows"]), ("heads", ewt["head"]["rows"])):
    scores = {name: values(rows, by=by) for name, by in others.items()}
    scores |= {name: values(rows, model=m, layer=j) for name, (m, j) in ledger.items()}
    found[task] = {name: 100 * np.array(seeds) for name, seeds in scores.items() if seeds}
families.scores(found, "right answers on EWT, in %")

# %%
in_sentence = np.repeat(np.arange(2077), ewt["layers"]["about"]["lengths"])


def difference(rows, one, other):
    """The accuracy of some rows minus that of others, in points, with its interval."""
    pair = [[unpack(row) for row in select(rows, **which)] for which in (one, other)]
    gain, low, high = (100 * x for x in paired(*pair, groups=in_sentence))
    return f"{gain:+.2f} ({low:+.2f} to {high:+.2f})"


upper, lower = dict(model="trained", layer=1), dict(model="trained", layer=0)
print("layer 1 minus char-CNN, read, tags: ", difference(both, upper, lower))
print("layer 1 minus char-CNN, read, heads:", difference(ewt["head"]["rows"], upper, lower))

# %% [markdown]
# Reading is worth 5.1 points on tags (4.7 to 5.4) and more than twice as much on heads, 11.5 (11.0
# to 12.0). Layer 1 finds 94.1 % of the tags. Without trained context nothing gets past 89.0,
# neither the letters nor the char-CNN, and static vectors do not even reach counting.
#
# Could any network have done it that mixes the neighbours in? Compare the warm context with the
# warm char-CNN that it reads: untrained mixing costs more than a point on tags. On heads it brings
# 4.5, well short of 11.5.
#
# ### A hundred sentences
# Tags cost money, because somebody has to write them. How many does a probe need?

# %%
rows = ewt["learning"]["rows"]
sizes = sorted({row["sentences"] for row in rows})
curves = {}
for way in ("layer 1", "char-CNN, read", "char-CNN, warm", "random context"):
    model, j = ledger[way]
    found = [values(rows, model=model, layer=j, sentences=n) for n in sizes]
    curves[way] = [100 * np.array(seeds) for seeds in found]
counting = [values(rows, by="most frequent tag", sentences=n) for n in sizes]
curves["most frequent tag"] = [100 * np.array(seeds) for seeds in counting]
families.curves(sizes, curves, "tagged sentences of EWT", "right tags, in %", log=True)

# %% [markdown]
# With 100 tagged sentences layer 1 gets 89.3 %, where counting gets 66.3. Layer 0 alone would bring
# 84.1, so most of the gain is in the spelled word. Counting needs all 12,544 sentences to reach
# 86.2: a language model that has read plain text is worth more than a hundred times the tags. GPT
# and BERT struck the same bargain on a larger scale.
#
# ## 6. Grammar below, meaning above?
# This is what the paper reports (its tables 5 and 6): a probe on each layer for tags, nearest
# neighbours for word senses. Left and right are two tests with opponents of their own, so compare
# within a column only.
#
# | tags | accuracy | senses | F1 |
# |---|---|---|---|
# | Collobert and others 2011 | 97.3 | WordNet's first sense | 65.9 |
# | Ma and Hovy 2016 | 97.6 | Raganato and others 2017 | 69.9 |
# | Ling and others 2015 | 97.8 | Iacobacci and others 2016 | 70.1 |
# | CoVe, first layer | 93.3 | CoVe, first layer | 59.4 |
# | CoVe, second layer | 92.8 | CoVe, second layer | 64.7 |
# | biLM, first layer | 97.3 | biLM, first layer | 67.4 |
# | biLM, second layer | 96.8 | biLM, second layer | 69.0 |
#
# Grammar below and meaning above, then, by 0.5 points and by 1.6. Our layer 1 leads on tags as
# well, but by a third of a point. So little? A vector of ELMo has two halves, one that has read
# from the left and one from the right. We probe them alone.

# %%
for direction in ("both", "forward", "backward"):
    halves = select(ewt["layers"]["rows"], direction=direction)
    one, other = dict(model="trained", layer=2), dict(model="trained", layer=1)
    print(f"layer 2 minus layer 1, {direction:8}: {difference(halves, one, other)}")

# %% [markdown]
# In each half the upper layer is clearly worse, by 0.72 points forward (0.50 to 0.93) and
# by 1.30 backward (1.06 to 1.55). Put together, the halves hide most of it: what one has lost, the
# other may still have, and 0.32 are left.
#
# Why should a higher layer know less? Here is a guess. The forward half has to name the *next*
# word, and the last layer is the one that is asked. So on its way up the state may let go of the
# word that it has read. Then layer 2 should know less about this word and *more* about the next,
# and in the backward half more about the word before.
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


sentence_of = np.repeat(np.arange(len(test)), [len(row) for _, row in test])
paths = {}
for direction, step in (("forward", 1), ("backward", -1)):
    x, new_x = probes.half(x_train, direction), probes.half(x_test, direction)
    y, new_y, _ = probes.numbered(neighbour_tags(train, step), neighbour_tags(test, step))
    here, ahead = probe_layers(x, y_train, new_x, y_test), probe_layers(x, y, new_x, new_y)
    paths[direction] = 100 * np.stack([here.mean(axis=1), ahead.mean(axis=1)], axis=1)
    gains = [100 * np.array(paired(r[2], r[1], groups=sentence_of)) for r in (here, ahead)]
    for what, (gain, low, high) in zip(("this word", "to be guessed"), gains, strict=True):
        print(f"{direction:8}, {what:13}: {gain:+.1f} ({low:+.1f} to {high:+.1f})")
plots.journey(paths)

# %% [markdown]
# It is as we guessed. From layer 0 to layer 1 both halves learn about both words. From layer 1 to
# layer 2 they turn: the forward half loses 0.7 points on the word that it has read, and gains 1.2
# on the next (0.7 to 1.7). The backward half loses 1.5 and gains 1.2 on the word before (0.8 to
# 1.7).
#
# So layer 1 is not where grammar lives. It is where the sentence has come in and the word has not
# yet gone out. As for meaning above: chapter 10 finds our two layers level on senses, so that half
# of the saying we cannot confirm. The question outlived ELMo. In BERT tags are settled in low
# layers, and who is meant by *she* near the top (Tenney, Das and Pavlick 2019).
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
# Write `lens(elmo, words, direction, top)`. `elmo.layers([words], progress=False)[0]` has the
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

# %% tags=["known"]
def inputs(rng):
    some = "the fat cat sat on the mat".split()
    return rng.permutation(some)[: int(rng.integers(3, 6))].tolist(), int(rng.integers(0, 99))


trials = 6


def use(answer, some, seed):
    """Both directions of a stand-in for ELMo with random states and a softmax over nine letters."""
    from types import SimpleNamespace

    from elmo_lite.bilm import Layers

    torch.manual_seed(seed)
    token, one, two, three, four = torch.randn(5, len(some), 4)
    W, spelled = torch.randn(9, 4), SimpleNamespace(words=list("abcdefghi"))
    model = SimpleNamespace(vocabulary=spelled)
    model.log_distribution = lambda h: (h @ W.T).log_softmax(dim=1)
    states = Layers(token, [one, two], [three, four])
    speaker = SimpleNamespace(model=model, layers=lambda *_, **__: [states])
    found = []
    for direction in ("forward", "backward"):
        cells = answer(speaker, some, direction, 2)
        if not isinstance(cells, (list, tuple)):
            return cells
        for row in cells:
            found.append([[(str(w), round(float(p), 5)) for w, p in cell] for cell in row])
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

# %%
lens = yours_or_ours("11.3", lens)
itself, ahead, total = np.zeros(3), np.zeros(3), 0
for sentence, _ in test[:40]:
    cells = lens(elmo, list(sentence), "forward", 1)
    for k in range(len(sentence) - 1):
        said = [row[k][0][0] for row in cells]  # the first word of each layer
        itself += [word == sentence[k] for word in said]
        ahead += [word == sentence[k + 1] for word in said]
        total += 1
for j in range(3):
    print(f"layer {j} says the word itself {itself[j] / total:.0%},", end=" ")
    print(f"the next {ahead[j] / total:.0%}")

# %% [markdown]
# Your lens shows the way from one word to the next. In forty test sentences layer 0 says the word
# that it stands for in 67 cases of 100, and never the next one. Layer 1 hardly says either: it has
# left the word, and names the next one 7 times in 100. Layer 2 gets it right 19 times in 100, which
# is what it was trained for.
#
# Here is one sentence under the lens, the last picture of this chapter, drawn by your function.


# %%
def look(sentence="The boys who play in the park", direction="forward"):
    read = tokenize(sentence)
    plots.lens_grid(read, lens(elmo, read, direction, 3), direction)


live(look, sentence="The boys who play in the park", direction=["forward", "backward"])

# %% [markdown]
# Read the column of *park* from below. Layer 0 thinks of *visit*, *town* and *Park*. Layer 1 is
# between two words and has no opinion above 0.02. Layer 2 says *are*, with 0.60: it has left the
# park and gone back to the boys. Then choose *backward*, and watch it go the other way.
#
# ### Open experiment
# Teach the probe what a *can* is. Write sentences such as *She opened a can of soup*, read them
# with `token_vectors`, add the vectors of *can* with the tag NOUN to the training part, and fit the
# probes again. Predict first how many you will need before *You can open the can* comes out right,
# in which layers it never will, and what becomes of *You can*.
#
# ## What you can now do
# - change one word and see which layers notice,
# - probe every layer of a model, beside a table of counts and the ledger,
# - measure how much a probe has learned by heart,
# - say why layer 1 leads: the sentence has come in, and the word is still there,
# - look into the lower layers of any language model.
#
# ## One honest limit
# A probe shows that a property *can* be read off a vector, and a lens what it would say if it were
# asked. Neither shows that the model uses it. For that one would have to change the state itself
# and watch the prediction, as chapter 08 did with three cells.
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
# - Silveira and others 2014, *A gold standard dependency corpus for English* (English-EWT):
#   <https://universaldependencies.org/treebanks/en_ewt/>
# - The taggers in the table: Collobert and others 2011, <https://arxiv.org/abs/1103.0398>; Ma and
#   Hovy 2016, <https://arxiv.org/abs/1603.01354>; Ling and others 2015,
#   <https://arxiv.org/abs/1508.02096>
# - The lecture: the slides on ELMo, for the table of 품사 태깅.
#
# ## Where next
# A probe asks what a vector holds. Chapter 12 asks what it is good for.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A probe on some layer finds 88 % of the tags. What does that say?
#    - [ ] the layer knows the part of speech well :: the letters of the words may give as much
#    - [x] nothing before the baselines are known :: counting gets nearly 90 % on our text
#    - [ ] the probe is too small :: a larger one would also learn more by heart
# 2. A larger probe gains 2 points on tags and 15 on control labels. What follows?
#    - [ ] the layer knows more than we thought :: then the control labels would not have gained
#    - [ ] the control labels were easy :: they are random, so there is no rule to find
#    - [x] it learned by heart :: selectivity fell, so the gain says little about the layer
# 3. Why does layer 1 tag better than layer 2?
#    - [ ] grammar is simpler than meaning :: nothing in this chapter has measured which is simpler
#    - [x] layer 2 has begun to let go of the word, and knows more about the next one :: the probes
#      for the neighbour's tag show both
#    - [ ] layer 2 was trained for too short a time :: both layers were trained together
