# %% [markdown]
# # 11 Part-of-speech probes
#
# **Which layer knows the part of speech, and how can we be sure?**
#
# A score alone proves nothing. Here every score of our biLM stands beside what counting, letters
# and random weights reach, and a claim that one layer is better is made only where an interval
# allows it.
#
# You will be able to
# - **build** a linear probe, from its gradient by hand to a class,
# - **choose** the controls without which a probe's score is empty,
# - **measure** selectivity, so that learning by heart is not taken for knowledge,
# - **compare** two layers on the same words, with an interval,
# - **say** how far "syntax lower, meaning higher" holds for a model.
#
# You need the layers of chapter 08 and their mixture (chapter 09), softmax and cross-entropy
# (chapter 02), random weights as a control (chapter 07b), and intervals (chapter 09b).

# %% tags=["setup"]
from collections import Counter

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from elmo_lite import corpora, probes
from elmo_lite.checks import ch11 as checks
from elmo_lite.course import chapter
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import pos_figures
from elmo_lite.plots import ch11 as plots
from elmo_lite.plots import common
from elmo_lite.reading import cache

# %%
common.course_map("11")

# %% [markdown]
# ## 1. One word, several tags
# A **part of speech** (품사) is a class of words that can stand in the same places: nouns, verbs,
# adjectives. The 17 classes of Universal Dependencies, called UPOS, are made for all languages.
# The **tag** (태그) of a word in a sentence names its class: in "They play a game" the word "play"
# is a VERB, in "The play was long" a NOUN. (PROPN is a name, ADP a preposition, AUX a helping verb,
# DET an article or its like, PART a particle, CCONJ and SCONJ are conjunctions, X is the rest.)
#
# A tag is not a sense. The lecture's gift, a present or a talent, is a NOUN both times, and so are
# all meanings of the Korean 배 (ship, pear, belly). Chapter 10 asks for senses; here we ask for
# tags, in the English sentences that were written and tagged for this course.

# %%
train, test = corpora.our_tagged("train"), corpora.our_tagged("test")[::2]
(words, tags), (new_words, gold) = probes.flat(train), probes.flat(test)
print(f"{len(train)} sentences with {len(words):,} words to learn from,")
print(f"{len(test)} with {len(new_words):,} to be tested on; {len(set(tags))} tags")

counts = {}
for word, tag in zip(words, tags, strict=True):
    counts.setdefault(word.lower(), Counter())[tag] += 1
purity = {w: max(c.values()) / c.total() for w, c in counts.items() if c.total() >= 20}
chosen = sorted(purity, key=purity.get)[:8]
one_tag = np.mean([len(c) == 1 for c in counts.values() if c.total() > 1])
print(f"words seen more than once that had one tag only: {one_tag:.0%}")
plots.tags_of_words({word: counts[word] for word in chosen})

# %% [markdown]
# For these eight words only the sentence can tell. But they are the exception: most words had one
# tag wherever they stood. So there is a tagger that reads no sentence at all, and it is the first
# **baseline** (기준선), the score to beat: give each word the tag that it had most often.
#
# By hand: "play" was VERB, VERB and NOUN in training, so it is always called a VERB. A word that
# training never had gets the commonest tag of all.

# %% [markdown] tags=["exercise"]
# ### Exercise 11.1: the tagger without a sentence
# Difficulty 1 of 3, 10 minutes.
#
# Write it. `words` and `tags` are the training text, one tag for each word; return a list with one
# tag for each of `new_words`.
#
# <details><summary>Hint 1</summary>
#
# Keep one `Counter` for each word: `counts.setdefault(word, Counter())[tag] += 1`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `Counter(tags).most_common(1)[0][0]` is the commonest tag of all.
#
# </details>

# %% tags=["exercise"]
def frequent_tags(words, tags, new_words):
    """The most frequent tag of each new word; the commonest tag of all for a stranger."""
    # begin solution
    counts = {}
    for word, tag in zip(words, tags, strict=True):
        counts.setdefault(word, Counter())[tag] += 1
    other = Counter(tags).most_common(1)[0][0]
    return [counts[w].most_common(1)[0][0] if w in counts else other for w in new_words]
    # end solution

# %% tags=["check"]
checks.ch11_ex1(frequent_tags)

# %% [markdown]
# **Predict.** What does it reach on our test sentences: about 50, 70 or 90 % of the words? And what
# does a tagger reach that calls everything a NOUN?
#
# <details><summary>Answer</summary>
#
# Nearly 90 %, and about 22 %. A probe with 85 % on such a text would have learned next to nothing.
#
# </details>

# %%
def share(guesses):
    """Share of the test words with the right tag."""
    return np.mean(np.array(guesses) == np.array(gold))


plain = {
    "majority": share(probes.majority(tags, len(gold))),
    "most frequent tag": share(probes.most_frequent_tags(words, tags, new_words)),
}
assert 0.85 < plain["most frequent tag"] < 0.93
print({name: f"{value:.1%}" for name, value in plain.items()})

# %% [markdown]
# ## 2. A linear probe
# A **probe** (탐침) is a small classifier on frozen vectors. We take the vector $h$ of a word from
# one layer and ask whether its tag can be read off. A **linear** (선형) probe has one row of
# weights $W_c$ and one number $b_c$ for each tag $c$:
#
# $$p_c = \frac{e^{W_c \cdot h + b_c}}{\sum_{c'} e^{W_{c'} \cdot h + b_{c'}}} \tag{1}$$
#
# It can only draw straight lines between the tags. That is wanted: what it finds must be there
# already, and not be worked out by the probe itself.
#
# By hand, with two numbers and three tags: $h = (2, 1)$, rows $(1, 0)$, $(0, 1)$, $(-1, -1)$, all
# $b_c = 0$. The sums are 2, 1 and −3; $e$ to the power of them is 7.39, 2.72 and 0.05, together
# 10.16. So $p = (0.73, 0.27, 0.005)$.

# %%
h, W, b = np.array([2.0, 1.0]), np.array([[1.0, 0], [0, 1], [-1, -1]]), np.zeros(3)
p = np.exp(W @ h + b) / np.exp(W @ h + b).sum()
assert np.allclose(p, [0.727, 0.268, 0.005], atol=5e-4)

# %% [markdown]
# If the right tag is $y$, the loss is $-\log p_y$, and its gradient is short:
#
# $$\frac{\partial(-\log p_y)}{\partial W_c} = (p_c - [c = y])\, h \tag{2}$$
#
# where $[c = y]$ is 1 for the right tag and 0 for the others; for $b_c$ it is the same without $h$.
# For $y = 1$ (the second tag, since we count from 0) the gradients of the three rows are $0.73\,h$,
# $-0.73\,h$ and $0.005\,h$. A step goes against the gradient: the row of the right tag is pulled
# towards $h$, the other rows are pushed away, each as strongly as the probe was wrong.
#
# With many words the gradient is the mean over them. First the loop.

# %%
rng = np.random.default_rng(0)
centres = np.array([[2.0, 1.0], [-1.5, 2.0], [0.0, -2.0]])
y = rng.integers(0, 3, 90)
x = centres[y] + rng.normal(size=(90, 2))


def gradient_loop(x, y, W, b):
    """Equation (2) for one word after the other, and the mean."""
    dW, db = np.zeros_like(W), np.zeros_like(b)
    for h, right in zip(x, y, strict=True):
        p = np.exp(W @ h + b) / np.exp(W @ h + b).sum()
        for c in range(len(W)):
            dW[c] += (p[c] - (c == right)) * h / len(x)
            db[c] += (p[c] - (c == right)) / len(x)
    return dW, db

# %% [markdown] tags=["exercise"]
# ### Exercise 11.2: the same without a loop
# Difficulty 2 of 3, 15 minutes.
#
# Write `gradient(x, y, W, b)` with matrix products: `x` has shape (words, dim), `y` (words,) holds
# the numbers of the right tags, `W` (tags, dim), `b` (tags,). Return the gradients of `W` and `b`.
#
# <details><summary>Hint 1</summary>
#
# `x @ W.T + b` are all sums at once, (words, tags). Take the softmax of each row.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `np.eye(len(b))[y]` is 1 at the right tags and 0 elsewhere. With the errors $E$ of shape (words,
# tags), `E.T @ x` adds up error times vector over all words.
#
# </details>

# %% tags=["exercise"]
def gradient(x, y, W, b):
    """The mean of equation (2) over all words: (tags, dim) and (tags,)."""
    # begin solution
    p = np.exp(x @ W.T + b)
    p /= p.sum(axis=1, keepdims=True)
    errors = p - np.eye(len(b))[y]
    return errors.T @ x / len(y), errors.mean(axis=0)
    # end solution

# %% tags=["check"]
checks.ch11_ex2(gradient)

# %%
# PyTorch works out the same gradient by itself; it has to agree with the loop.
weight, bias = torch.tensor(W, requires_grad=True), torch.tensor(b, requires_grad=True)
F.cross_entropy(torch.tensor(x) @ weight.T + bias, torch.tensor(y)).backward()
dW, db = gradient_loop(x, y, W, b)
assert np.allclose(dW, weight.grad) and np.allclose(db, bias.grad)

W, b = np.zeros((3, 2)), np.zeros(3)
for _ in range(200):
    dW, db = gradient_loop(x, y, W, b)
    W, b = W - 0.5 * dW, b - 0.5 * db
plots.probe_regions(x, y, ["NOUN", "VERB", "DET"], W, b)

# %% [markdown]
# Three regions with straight borders: that is all a linear probe can do, in 2 dimensions or in 384.
# Now the real thing. It first brings every number of a vector to mean 0 and spread 1, so that a
# layer with large numbers has no advantage; then it learns in small batches, with the optimizer
# Adam and a falling rate.

# %%
class LinearProbe(nn.Module):
    """Standardises a vector and classifies it."""

    def __init__(self, x, num_labels):
        super().__init__()
        self.mean, self.deviation = x.mean(dim=0), x.std(dim=0, correction=0) + 1e-5
        self.classify = nn.Linear(x.shape[1], num_labels)

    def forward(self, x):
        return self.classify((x - self.mean) / self.deviation)

# %%
def fit(x, y, num_labels, settings):
    """x (words, dim), y (words,) -> a trained LinearProbe."""
    torch.manual_seed(settings.seed)
    probe, rate = LinearProbe(x, num_labels), settings.learning_rate
    optimizer = torch.optim.Adam(probe.parameters(), rate, weight_decay=settings.weight_decay)
    for epoch in range(settings.epochs):
        optimizer.param_groups[0]["lr"] = rate * settings.decay**epoch
        for rows in torch.randperm(len(y)).split(settings.batch_size):
            optimizer.zero_grad()
            F.cross_entropy(probe(x[rows]), y[rows]).backward()
            optimizer.step()
    return probe

# %% [markdown]
# The vectors come from the English biLM of the course, all layers of all words. Remember that layer
# 0 is the char-CNN, which sees one word only, and that layers 1 and 2 hold a forward half and a
# backward half.

# %%
def read(elmo, sentences):
    """Every layer of every word: (layers, words, dim)."""
    found = elmo.embed([words for words, _ in sentences], layer="all", progress=False)
    return np.concatenate(found, axis=1)


elmo = Elmo.load()
x_train, x_test = read(elmo, train), read(elmo, test)
y_train, y_test, names = probes.numbered(tags, gold)
print(x_train.shape, x_test.shape)

# %% [markdown]
# The package has this class as `probes.Probe`, with two additions that we need later: a hidden
# layer, if it is asked for, and a mixture of several layers. Both must give the same numbers.

# %%
settings = probes.ProbeSettings(epochs=2)
ours = fit(torch.tensor(x_train[1]), torch.tensor(y_train), len(names), settings)
theirs = probes.fit(x_train[1], y_train, len(names), settings)
assert torch.allclose(ours.classify.weight, theirs.classify.weight, atol=1e-4)
answers = ours(torch.tensor(x_test[1])).argmax(dim=1).numpy()
assert np.mean(answers == probes.predict(theirs, x_test[1])) > 0.999

# %% [markdown]
# ## 3. The layers and their controls
# **Predict.** A biLM with *random* weights has never read a word. How many test words does a probe
# on its layers get right: as few as the majority tagger, or more?
#
# <details><summary>Answer</summary>
#
# Far more. Random weights still give equal words equal token vectors, so a probe can learn words
# and endings from them. "Better than chance" is therefore no sign of what training taught.
#
# </details>
#
# We train a probe on each layer, with three seeds; on the mixture of chapter 09, whose weights the
# probe learns; and on each layer of three random biLMs. A fourth control sees the letters of the
# word and nothing else.

# %%
def score(x, other, labels=y_train, right=y_test, hidden=0, seed=0):
    """Train a probe on x and its labels; the share of the test words that it gets right."""
    settings = probes.ProbeSettings(epochs=13, decay=0.8, hidden=hidden, seed=seed)
    probe = probes.fit(x, labels, len(names), settings)
    return np.mean(probes.predict(probe, other) == right)


trained = [[score(x_train[j], x_test[j], seed=seed) for seed in range(3)] for j in range(3)]
mixture = [score(x_train, x_test)]
untrained = np.zeros((3, 3))  # layer, draw
for draw in chapter.progress(range(3), "random biLMs"):
    model = cache.with_random_weights(elmo, draw)
    one, two = read(model, train), read(model, test)
    untrained[:, draw] = [score(one[j], two[j]) for j in range(3)]

# %%
letters = share(probes.characters_only(words, tags, new_words))
rows = [(name, [value], "baseline") for name, value in plain.items()]
rows += [("characters only", [letters], "baseline")]
rows += [(f"random weights, layer {j}", untrained[j], "random") for j in range(3)]
rows += [("trained, layer 0", trained[0], "token"), ("trained, layer 1", trained[1], "layer")]
rows += [("trained, layer 2", trained[2], "layer"), ("trained, mixture", mixture, "mix")]
lead = min(trained[1] + trained[2]) - max(untrained.max(), *plain.values(), letters)
print(f"trained layers 1 and 2 over the best baseline or random layer: {100 * lead:+.1f} points")
plots.accuracy_rows(rows, "Our own sentences: who finds the tags?")

# %% [markdown]
# Read it from the top. Counting is strong. Random weights are far above the majority, but below
# counting, and their upper layers are worse than their lowest: a random LSTM blurs the word, and
# what it passes on of the neighbours does not make up for that. Trained layer 0 sees letters only,
# so its rivals are counting and the letters themselves. The printed line holds the worst run of the
# trained layers 1 and 2 against the best of *all* these rivals, and against the random layers that
# see the sentence as well: such a lead says what reading taught.
#
# Layer 0 has a limit that we can see. It has one vector for "play".

# %%
assert untrained[0].min() > untrained[1:].max() + 0.03
pair = [
    ("They play a game .".split(), 1),
    ("The play was long .".split(), 1),
]
probe_of = {}
for j in range(3):
    settings = probes.ProbeSettings(epochs=13, decay=0.8)
    probe_of[j] = probes.fit(x_train[j], y_train, len(names), settings)
    # read() takes (words, tags); it does not use the tags
    vectors = np.stack([read(elmo, [(tokens, [])])[j][k] for tokens, k in pair])
    tags_found = [names[i] for i in probes.predict(probe_of[j], vectors)]
    assert j > 0 or tags_found[0] == tags_found[1]  # equal vectors, equal tags
    print(f"layer {j}: They play ({tags_found[0]}), The play ({tags_found[1]})")

# %% [markdown]
# ## 4. A public text
# Our sentences are few, short and clean. English-EWT is a treebank of blogs, reviews and mails with
# a fixed division into training and test. We do not print its text, but our command
# `python -m elmo_lite evaluate pos` has measured it in the same way. Probes were trained with one
# setting that was fixed before; the test part is scored once.

# %%
measured = chapter.results("pos")
pos, about = measured["experiments"], measured["experiments"]["layers"]["about"]
same = measured["weights"] == cache.fingerprint(elmo)
print("measured with", "the weights" if same else "other weights than those", "loaded here")
print(*(f"{name} ({state})" for name, state in about["data"].items()))
for part in ("train", "test"):
    print(f"{part}: {about['sentences'][part]:,} sentences, {about['words'][part]:,} words")

# %%
rows, intervals = pos_figures.score_rows(pos)
print("seeds or draws:", ", ".join(f"{name} {len(values)}" for name, values, _ in rows))
plots.accuracy_rows(rows, "English-EWT: who finds the tags?", intervals)

# %% [markdown]
# In brackets stands the 95 % **interval** (신뢰 구간): we draw the test sentences again and again,
# with repetition, and keep the middle 95 % of the scores. (The ends are means over the seeds or
# draws of the row.) Whole sentences are drawn, since the words of one sentence are alike. The marks
# are seeds or draws; they say how much luck there is in the training of a probe, which is another
# question.

# %%
score_of = {name: np.mean(values) for name, values, _ in rows}
layer = [score_of[f"trained, layer {j}"] for j in range(3)]
at_random = max(score_of[f"random, layer {j}"] for j in range(3))
frequent = score_of["most frequent tag"]
best = int(np.argmax(layer))
print(f"best layer: {best}, {layer[best]:.1%} of the words")
print(f"over random weights: {100 * (layer[best] - at_random):+.1f} points")
print(f"over the most frequent tag: {100 * (layer[best] - frequent):+.1f} points")

# %%
other, brown = pos["layers_brown"]["about"], {k: pos[f"{k}_brown"] for k in ("layers", "baselines")}
print(*(f"{name} ({state}), words: {other['words']}" for name, state in other["data"].items()))
for name, found, _ in pos_figures.score_rows(brown)[0]:
    span = f"{min(found):.1%} to {max(found):.1%}, runs: {len(found)}"
    print(f"{name:17} {np.mean(found):.1%} ({span})")

# %% [markdown]
# The last cell asks whether this holds for other text and other tags. The **Brown** corpus is
# American English of 1961, from news to novels, with a finer set of tags (NNS for a noun in the
# plural). Whole documents make the two parts, so no text stands in both.
#
# ### One direction alone
# **Predict.** The forward half of a vector has read the words to the left and the word itself. How
# much is lost without the other half?
#
# <details><summary>Answer</summary>
#
# Less than one might think, whichever half is taken: each of them knows the word. What lies on the
# other side of it helps with what is left. A half also has fewer numbers, 192 instead of 384, so
# not all of the loss is due to the direction.
#
# </details>

# %%
ways = pos_figures.halves(pos)
for way, seeds in ways.items():
    first, second = (100 * (np.mean(seeds[j]) - np.mean(seeds[0])) for j in (1, 2))
    print(f"{way}: layer 1 over layer 0 {first:+.1f} points, layer 2 over layer 0 {second:+.1f}")
plots.halves_by_layer(ways, ("most frequent tag", frequent))

# %% [markdown]
# The curves start at one point, since layer 0 holds the same vector twice. The printed lines say
# what each direction adds to it, and whether both together add more than either.
#
# ## 5. Learned by heart?
# A probe with 384 numbers per word can learn words by heart. Hewitt and Liang proposed a test:
# **control labels** (대조 레이블). Each word of the vocabulary gets one label, drawn at random as
# often as the tags occur, and keeps it everywhere. There is nothing to understand about these
# labels. A probe that gets them right has learned them by heart. **Selectivity** (선택성) is
#
# $$\text{accuracy on tags} - \text{accuracy on control labels} \tag{3}$$
#
# By hand: if "play" drew DET, then "play" is a DET in both of our sentences, and "game" may well
# be an ADP.

# %% [markdown] tags=["exercise"]
# ### Exercise 11.3: control labels
# Difficulty 2 of 3, 15 minutes.
#
# Write `control(words, tags, seed)`: a list with one label for each word of the text. Each
# *different* word draws its label once, each tag with the probability of its share in `tags`.
#
# <details><summary>Hint 1</summary>
#
# `rng.choice(tags)` draws a tag with exactly these probabilities.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Draw first, in a dictionary over `sorted(set(words))`; then look up every word of the text.
#
# </details>

# %% tags=["exercise"]
def control(words, tags, seed):
    """One label per word of the text, the same wherever the word stands."""
    # begin solution
    rng, kinds = np.random.default_rng(seed), sorted(set(words))
    label = dict(zip(kinds, rng.choice(tags, len(kinds)).tolist(), strict=True))
    return [label[word] for word in words]
    # end solution

# %% tags=["check"]
checks.ch11_ex3(control)

# %%
# Our sentences again; the package's version takes a hash instead of a generator.
drawn, drawn_test = probes.control_labels(words, tags, new_words)
numbers, numbers_test, _ = probes.numbered(drawn, drawn_test)
by_heart = score(x_train[1], x_test[1], numbers, numbers_test)
real, heart = round(100 * trained[1][0], 1), round(100 * by_heart, 1)
print(f"layer 1: tags {real} %, control labels {heart} %, selectivity {real - heart:.1f}")
print(f"always the commonest control label: {max(Counter(drawn_test).values()) / len(gold):.1%}")

# %% [markdown]
# What a linear probe gets right of the nonsense labels beyond the commonest one, it has learned by
# heart. Only its lead on the tags, the selectivity, is not explained in this way. **Predict.** What
# happens to that lead if the probe gets a hidden layer?
#
# <details><summary>Answer</summary>
#
# One expects it to shrink: a larger probe can learn more by heart, which helps with control labels,
# and on the tags little is left to gain. This is why we read off tags with the smallest probe.
#
# </details>

# %%
sizes, kept, nonsense = pos_figures.selectivity(pos)
for j in range(3):
    more = [100 * (scores[j][-1] - scores[j][0]) for scores in (kept, nonsense)]
    print(f"layer {j}, from linear to {sizes[-1]} hidden units: ", end="")
    print(f"tags {more[0]:+.1f}, control labels {more[1]:+.1f} points")
plots.selectivity_panels(sizes, kept, nonsense)

# %% [markdown]
# English-EWT again, with probes on 3,000 of its sentences. The number at each arrow is the
# selectivity in points, and the printed lines say what the largest probe gains over the linear one.
# On layer 0 a word has the same vector wherever it stands, and one vector is easily learned by
# heart. Where context is mixed in, a word has many.
#
# ## 6. Few examples
# Tags cost money: somebody has to write them. So how soon does a probe pass the counting of tags?
# A **learning curve** (학습 곡선) tells.

# %%
sizes, curves = pos_figures.learning(pos, best)
left = {name: 100 * np.mean(values[0]) for name, (_, values) in curves.items()}
ahead = left[f"trained, layer {best}"] - left["most frequent tag"]
print(f"{sizes[0]} sentences, layer {best} over the most frequent tag: {ahead:+.1f} points")
plots.tag_learning_curves(sizes, curves)

# %% [markdown]
# Look at the left end. Counting has hardly seen any words yet; the vectors were trained on running
# text without a single tag, and so the probe has something to go by for words that its few
# sentences never had. The lead at the left end, printed above the figure, is what pre-training
# buys.
#
# ## 7. Where the errors are
# Two layers with nearly the same score may still differ. A **confusion table** (혼동 행렬) has a
# row for each right tag and a column for each tag given. We subtract the table of layer 1 from that
# of layer 2. Red on the diagonal: layer 2 has more of this tag right. Red elsewhere: it makes this
# mistake more often.

# %%
upos = pos["confusion"]["rows"][0]["names"]
plots.confusion_difference(upos, pos_figures.tables(pos, 1), pos_figures.tables(pos, 2))

# %% [markdown]
# Where cells are pale the two layers agree, which is a result too. Before you read a large number,
# look at the count beside its tag: in a row with few words, one word is much.
#
# ### New words
# The hard cases are the words that training never had. Who can tag those?

# %%
split = pos_figures.known_and_new(pos)
strangers, total = pos_figures.tables(pos, best, "new_words"), pos_figures.tables(pos, best).sum()
print(f"{strangers.sum():,.0f} of {total:,.0f} test words are new: {strangers.sum() / total:.1%}")
gain = 100 * (split[f"trained, layer {best}"][1] - split["characters"][1])
print(f"new words, trained layer {best} over characters: {gain:+.1f} points")
plots.known_and_new(split)

# %% [markdown]
# On known words counting is a strong rival. The open circles tell the systems apart: every new word
# gets the same answer from the counts. Its letters can say more, and layers 1 and 2 see the letters
# and the neighbours; the printed line says what that adds. (Layer 0 sees letters too, but unlike
# the n-grams of the characters it was never trained for tags.) And where do new words land? Five
# from our own text, then all of English-EWT.

# %%
known, guesses = set(words), probes.predict(probe_of[2], x_test[2])
missed = [
    f"{word} ({right}, called {names[i]})"
    for word, right, i in zip(new_words, gold, guesses, strict=True)
    if word not in known and right != names[i]
]
print("From our own test sentences:", ", ".join(missed[:5]))
plots.landing_places(upos, strangers)

# %% [markdown]
# ## 8. One task is not the whole story
# Perhaps tags are special. We ask for three more properties, again with one probe per layer:
# - the **head** (지배소) of a word, the word that it depends on: does it stand to the left or to
#   the right, or is the word the root? In "Sam likes green ham" Sam and green have theirs to the
#   right, ham to the left, and likes is the root;
# - the **number** (수) of nouns, singular or plural;
# - the **tense** (시제) of verbs, present or past.

# %%
panels, floors = pos_figures.properties(pos)
for name, lines in panels.items():
    step = [100 * (lines[look][1] - lines[look][0]) for look in ("layer", "random")]
    print(f"{name}, layer 1 over layer 0: trained {step[0]:+.1f} points, random {step[1]:+.1f}")
plots.property_panels(panels, floors)

# %% [markdown]
# Dashed: the most frequent label of each word; dotted: the majority; open marks: random weights.
# Number is nearly written on the word ("-s"), so a context can add little. Of the head a word tells
# only a part ("the" has it to the right), and the context tells the rest: so there we expect the
# largest step from layer 0 to layer 1. Random layers may gain as well, since any trace of the
# neighbours helps. The printed points say whether it is so.
#
# ### Which layer, then?
# Two intervals that overlap do not settle it: both layers are tested on the *same* words, and what
# counts is the interval of the **difference**. By hand: in three sentences of 4, 2 and 2 words
# layer 2 has 1, 0 and −1 words more than layer 1. If we draw the sentences 1, 1 and 3, the
# difference is (1 + 1 − 1) / (4 + 4 + 2) = 0.1.

# %% [markdown] tags=["exercise"]
# ### Exercise 11.4: draws of a difference
# Difficulty 3 of 3, 20 minutes.
#
# `a` and `b` (words,) are true where two taggers are right, on the same words. `lengths` are the
# numbers of words in the sentences, in order. Each row of `draws` holds the numbers of the drawn
# sentences. Return one difference of accuracies, a's minus b's, for each row of `draws`.
#
# <details><summary>Hint 1</summary>
#
# First the words gained in each sentence: `np.add.reduceat` adds up pieces of an array, given the
# places where they start.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `gained[draws]` has the shape of `draws`. Sum over each row, and divide by the words in it.
#
# </details>

# %% tags=["exercise"]
def differences(a, b, lengths, draws):
    """a's accuracy minus b's in each draw of sentences: (draws,)"""
    # begin solution
    starts = np.cumsum(lengths) - lengths
    gained = np.add.reduceat(a.astype(float) - b, starts)
    return gained[draws].sum(axis=1) / lengths[draws].sum(axis=1)
    # end solution

# %% tags=["check"]
checks.ch11_ex4(differences)

# %% [markdown]
# The command has done this for each pair of neighbouring layers, a thousand draws each. Only an
# interval that leaves 0 out is called a difference.

# %%
gained, lengths, drawn = np.array([1, 0, -1]), np.array([4, 2, 2]), [0, 0, 2]  # by hand, above
assert np.isclose(gained[drawn].sum() / lengths[drawn].sum(), 0.1)


def verdict(low, high):
    return "a gain" if low > 0 else "a loss" if high < 0 else "no difference beyond chance"


for name, j, gain, (low, high) in pos_figures.gains(pos):
    print(f"{name}, layer {j} over {j - 1}: {100 * gain:+.2f} points, ", end="")
    print(f"95 % from {100 * low:+.2f} to {100 * high:+.2f}: {verdict(low, high)}")

# %% [markdown]
# ## 9. Syntax lower, meaning higher?
# The paper's table 6 tags the Wall Street Journal. Taggers built for the job: Collobert and others
# 97.3 %, Ma and Hovy 97.6 %, Ling and others 97.8 %. A linear probe on the first layer of the
# published biLM: 97.3 %, on the second 96.8 %. On CoVe, the layers of a translation model: 93.3 and
# 92.8 %. In both models the first layer is ahead; for word senses (its table 5) the second is. From
# this comes the saying that syntax lives in the lower layer and meaning in the higher one.

# %%
pairs = {
    "biLM of the paper (WSJ)": (97.3, 96.8),
    "CoVe of the paper (WSJ)": (93.3, 92.8),
    "ours (English-EWT)": (100 * layer[1], 100 * layer[2]),
}
plots.first_and_second(pairs)

# %% [markdown]
# Read slopes, not heights: other text, another set of tags, and a model of 94 million numbers where
# ours has far fewer. The next cell says what our numbers carry.

# %%
found = {name: verdict(*ends) for name, j, _, ends in pos_figures.gains(pos) if j == 2}
for name in ("part of speech", "head"):
    print(f"{name}: the second layer over the first, {found[name]}")
carried = found["part of speech"] == found["head"] == "a loss"
print("Our probes", "agree with" if carried else "do not show", "'syntax lower'.")

# %% [markdown]
# This is half of the saying. The other half, meaning, is measured in chapters 10 and 10b. A saying
# about all biLMs needs more than one model; what we know is what one small model does with these
# properties.
#
# ## What you can now do
# - build a linear probe, and tell what it can find and what it cannot,
# - set majority, most frequent tag, letters and random weights beside every score,
# - measure selectivity with control labels,
# - compare two layers by the interval of their difference,
# - say how much of a well-known reading your own numbers carry.
#
# ## One honest limit
# A probe shows that a property *can* be read off a vector, not that the model uses it. And its
# absence for a linear probe is no proof that it is not there: it may lie behind a curved border.
#
# ## Sources
# - Tables 5 and 6: Peters and others 2018, *Deep contextualized word representations*, as given in
#   the lecture slides on ELMo which this course builds on.
# - Control labels and selectivity: Hewitt and Liang 2019, *Designing and Interpreting Probes with
#   Control Tasks*. Random weights as the control: Liu and others 2019, *Linguistic Knowledge and
#   Transferability of Contextual Representations*.
# - English-EWT: Silveira and others 2014, *A Gold Standard Dependency Corpus for English*. Brown:
#   Francis and Kučera 1964, *A Standard Corpus of Present-Day Edited American English*.
#
# ## Where next
# A probe asks what a vector holds. Chapter 12 asks what it is good for: does context help a real
# task, and is it worth its price?

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A probe on a layer finds 88 % of the tags. What does that say?
#    - [ ] the layer knows the part of speech well :: perhaps the letters alone give as much
#    - [x] nothing before the baselines are known :: counting tags reaches nearly 90 % on our text
#    - [ ] the probe is too small :: size is not the question; see selectivity
# 2. A larger probe gains 2 points on tags and 15 on control labels. What follows?
#    - [ ] the layer knows more than we thought :: then the control labels would not have gained
#    - [ ] the control labels were easy :: drawn at random, they have no rule to find
#    - [x] it learned by heart :: selectivity fell, so the gain says little of the layer
# 3. Layer 2 is 0.1 points ahead of layer 1, 95 % interval from −0.2 to +0.4. What do we write?
#    - [x] no difference beyond chance :: 0 lies inside, other sentences could turn it round
#    - [ ] layer 2 is better :: the interval holds losses, too
#    - [ ] both layers are the same :: they may differ, we could not see it with this test
