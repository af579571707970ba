# %% [markdown]
# # 13b Korean in context
#
# 배가 떠났다, "the ship has left"; 배가 달다, "the pear is sweet"; 배가 고프다, "I am hungry",
# since 배 is a belly too. A tourist with a dictionary gets lost in three sentences of two words,
# and a model that reads letters gets lost in the same place: the three 배가 are spelled alike. A
# Korean child is not confused for a moment, because it hears the rest of the sentence. Will our
# Korean biLM be?
#
# **What do the layers of a Korean biLM know that the letters do not say?**
#
# This chapter is a bet. Seven players want to tell meanings apart: a **blind** pick, the **form
# alone**, the **words around**, a biLM of random weights (**random context**), one whose char-CNN
# spells word vectors but whose LSTMs have learned nothing (**warm context**), and **layers 1 and
# 2**. Before each result you put your money on one of them, and the favourite will not always win.
#
# You will be able to
# - **ask** a Korean biLM which 배 is meant, in a sentence of your own,
# - **test** whether a form gives its sense away, before you praise a layer,
# - **subtract** from a vector what all occurrences of its form share,
# - **judge** a layer by a ledger, on data that others have built to be hard,
# - **tag** new eojeol by their endings alone, and know when a probe has found more.
#
# You need the Korean biLM of chapter 13, neighbours and their baselines (10), and probes (11).
# Reading and exercises take about 75 minutes.

# %% tags=["setup"]
from collections import Counter

import numpy as np
import torch

from elmo_lite import corpora, probes, senses
from elmo_lite.elmo import Elmo
from elmo_lite.fasttext import jamo
from elmo_lite.reading.cache import occurrence_vectors, token_vectors
from elmo_lite.text import tokenize
from notebooks.course import chapter
from notebooks.course.check import check, yours_or_ours
from notebooks.course.live import live
from notebooks.course.plots import ch13b as plots
from notebooks.course.plots import families
from notebooks.course.results import select, values

torch.set_num_threads(1)  # the same sums everywhere

# %% [markdown]
# ## 1. Which 배?
# Our Korean sense-annotated corpus has 798 sentences for 26 nouns, 14 sentences for each
# sense. The biLM reads them all, and then a sentence that is in no corpus:
#
# | 할아버지는 | 작은 | 배를 | 타고 | 고기를 | 잡으러 | 나갔다 |
# |---|---|---|---|---|---|---|
# | grandfather + topic | small | 배 + object | ride + and | fish + object | catch + to | went out |
#
# "Grandfather went out in a small boat to fish." Which five of the 42 other 배 are most like this
# one, in each layer? As in chapter 10, the mean of the noun is subtracted before we take a cosine.

# %%
elmo, corpus = Elmo.load("ko"), corpora.senses("ko")
forms = np.array([o.tokens[o.index] for o in corpus])
nouns = np.array([o.lemma for o in corpus])
meanings = np.array([o.sense.split(".")[1] for o in corpus])
with chapter.timed("13b", "reading the corpus"):
    read = np.array(occurrence_vectors(elmo, corpus), np.float32)
print(read.shape, "layers, occurrences, numbers")


# %%
def place(sentence, word):
    """Its tokens, the position of the word, its noun, and its vector in every layer."""
    tokens = tokenize(sentence)
    fitting = [noun for noun in set(nouns) if word.startswith(noun)]
    if word not in tokens or not fitting:
        raise ValueError(f"{word} is not in the sentence, or none of our 26 nouns.")
    k, layers = tokens.index(word), elmo.layers([tokens], progress=False)[0]
    return tokens, k, max(fitting, key=len), [layer[k].numpy() for layer in layers]


# %%
def five_nearest(asked, vectors, rows):
    """The forms and senses of the five rows that are most like the vector."""
    cosines = senses.unit(vectors[rows]) @ senses.unit(asked)
    best = rows[np.argsort(-cosines.round(5), kind="stable")[:5]]
    return [(forms[i], meanings[i]) for i in best]


# %%
asked = "할아버지는 작은 배를 타고 고기를 잡으러 나갔다."


def which(sentence=asked, word="배를"):
    tokens, k, noun, new = place(sentence, word)
    rows, found = np.flatnonzero(nouns == noun), {}
    for j, mean in enumerate(read[:, rows].mean(axis=1)):
        found[f"layer {j}"] = five_nearest(new[j] - mean, read[j] - mean, rows)
    plots.which(tokens, k, found, sorted(set(meanings[rows])))


live(which, sentence=asked, word="배를")

# %% [markdown]
# Read the forms first, and then the colours. In layer 0 all five are 배를, in the order of our
# file: the char-CNN sees letters only, so every 배를 has the same vector. Layers 1 and 2 have read
# the sentence, yet all of their ten neighbours are 배를 as well. The particle 를 fills the vector,
# and the sea has little room in it.
#
# **Try it.** Write another sentence with 배, such as 저녁을 굶어서 배가 너무 고프다 ("I skipped
# dinner and am very hungry"), or one with 눈 (eye, snow), 말 (horse, speech) or 다리 (leg, bridge).
# Find one that fails: section 3 will try it again.
#
# One sentence is an anecdote. How often does the nearest of all 798 have the right sense?

# %%
same_noun = nouns[:, None] == nouns
same_form = forms[:, None] == forms
for j in range(3):
    x = senses.in_space(read[j], nouns, "centred")
    cosines = np.where(same_noun, (x @ x.T).round(5), -2)
    np.fill_diagonal(cosines, -2)
    nearest = cosines.argmax(axis=1)
    right, alike = meanings[nearest] == meanings, forms[nearest] == forms
    print(f"layer {j}: right {right.mean():.1%}, the same form {alike.mean():.1%}")
others = same_noun & ~np.eye(len(corpus), dtype=bool)
agree = others & (meanings[:, None] == meanings)
print(f"picked blindly: right {(agree.sum(1) / others.sum(1)).mean():.1%},", end=" ")
print(f"the same form {((others & same_form).sum(1) / others.sum(1)).mean():.1%}")

# %% [markdown]
# **No layer beats a blind pick.** Picking blindly is right in 43.8 %, layer 1 in 43.6 and layer 2
# in 43.1. A blind pick meets the same form in 13 %, the nearest in layer 2 has it in 76. So either
# the layers know nothing of these senses, or the form drowns what they know. We will take the form
# away to find out. But first: could the form itself be enough?
#
# ## 2. What the form says
# Bellies are often a subject, 배가 고프다, and pears an object, 배를 깎다 (to peel a pear). A
# tagger that sees nothing but the form gives each form its most frequent sense in training. By
# hand: if 배를 was pear, ship and pear, 배가 ship and 배도 (배 + too) ship, then a new 배를 is a
# pear, a new 배가 a ship, and 배만 (배 + only), which training never had, gets the most frequent
# sense of 배, which is ship, 3 to 2.

# %% [markdown] tags=["exercise"]
# ### Exercise 13b.1: senses by form
# Difficulty 1 of 3, 10 minutes.
#
# `train` is a list of triples (noun, form, sense) and `test` a list of pairs (noun,
# form). Return a list with a sense for each pair: the most frequent one of its form in
# training, or of its noun if the form is new. Of equals take the one seen first. This is
# the second player of our bet.
#
# <details><summary>Hint 1</summary>
#
# `by_form.setdefault(form, Counter())[sense] += 1` counts; do the same for the nouns.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `counter.most_common(1)` is a list with one pair, and of equals it takes the one seen first.
#
# </details>


# %% tags=["exercise"]
def senses_by_form(train, test):
    """A sense for each (noun, form) of the test part."""
    # begin solution
    by_form, by_noun = {}, {}
    for noun, form, sense in train:
        by_form.setdefault(form, Counter())[sense] += 1
        by_noun.setdefault(noun, Counter())[sense] += 1
    found = []
    for noun, form in test:
        counts = by_form.get(form, by_noun[noun])
        found.append(counts.most_common(1)[0][0])
    return found
    # end solution


# %% tags=["check"]
check("13b.1", senses_by_form)

# %% tags=["known"]
SENSES = {"배": ["ship", "pear"], "눈": ["eye", "snow"]}


def inputs(rng):
    """Forms of two nouns with two senses each; one form of the test part is new."""
    train = []
    for _ in range(14):
        noun = str(rng.choice([*SENSES]))
        sense = SENSES[noun][int(rng.random() < 0.35)]
        train.append((noun, noun + str(rng.choice([*"은을에도"])), sense))
    train += [("배", "배에", "ship"), ("눈", "눈에", "eye")]
    return train, [(noun, noun + end) for noun in SENSES for end in "은을에도만"]


five = "배를 pear, 배를 ship, 배를 pear, 배가 ship, 배도 ship".split(", ")
cases = [([("배", *each.split()) for each in five], [("배", f"배{e}") for e in "를가만"])]

# %% [markdown] tags=["known"]
# Hint: The most frequent sense of the form in training, or of the noun if the form is new.
# Returns: a list of senses
#
# - `by_form.get(form, by_noun[noun])` → `by_noun[noun]` :: You look at the noun alone: count the
#   senses of each form first.
# - `most_common(1)[0][0]` → `most_common()[-1][0]` :: This is the rarest sense:
#   `most_common(1)[0][0]` is the most frequent one.
# - `by_form.get(form, by_noun[noun])` → `by_form.get(form, Counter([""]))` :: A form that training
#   never had takes the most frequent sense of its noun.
# - `by_form.setdefault(form, Counter())[sense] += 1` → `by_form[form] = Counter([sense])` :: You
#   keep the last sense of a form: count all of them.

# %% [markdown]
# **Predict.** Half of the corpus trains, half tests, and a noun has two or three senses. Does the
# form find 45, 60 or 75 % of the senses?
#
# <details><summary>Answer</summary>
#
# 44.4 %, which is no better than blind.
#
# </details>

# %%
senses_by_form = yours_or_ours("13b.1", senses_by_form)
is_test = np.array([o.split == "test" for o in corpus])
train = list(zip(nouns[~is_test], forms[~is_test], meanings[~is_test], strict=True))
guesses = senses_by_form(train, list(zip(nouns[is_test], forms[is_test], strict=True)))
form_alone = np.array(guesses) == meanings[is_test]
blind = np.mean([1 / len(set(meanings[nouns == noun])) for noun in nouns])
print(f"by form {form_alone.mean():.1%}, one of the noun's senses at random {blind:.1%}")
print(f"new forms {np.mean(~np.isin(forms[is_test], forms[~is_test])):.0%}")

# %% [markdown]
# **The form says nothing.** It finds 44.4 % of the senses, and one of the noun's senses at random
# is right in 45.6 %. Our sentences were written so: the senses of a noun share most of their
# particles. So whatever a layer knows of these senses, it has from somewhere else in the sentence,
# while the form is pure noise that we may remove.
#
# ## 3. Take the form away
# A noun and its particle are one eojeol (chapter 13), so they have to share one vector. By hand,
# with two numbers, the first from the particle and the second from the sense:
#
# | | vector | minus the mean of the noun, (7, 6) | minus the mean of the form |
# |---|---|---|---|
# | 배를 깎았다 "peeled the pear" | (9, 7) | (2, 1) | (0, 1) |
# | 배를 탔다 "took the ship" | (9, 5) | (2, −1) | (0, −1) |
# | 배가 달다 "the pear is sweet" | (5, 7) | (−2, 1) | (0, 1) |
# | 배가 떠났다 "the ship has left" | (5, 5) | (−2, −1) | (0, −1) |
#
# With the mean of the noun subtracted, the peeled pear is nearest to a ship: their cosine is 3/5,
# and with the sweet pear it is −3/5. The mean of 배를 is (9, 6), that of 배가 is (5, 6). Subtract
# these, and the two pears agree. Real vectors may be less tidy. In general, with the form $f_i$ of
# occurrence $i$ and its vector $h_i$,
#
# $$\tilde h_i = h_i - \frac{1}{|\{j : f_j = f_i\}|} \sum_{j:\, f_j = f_i} h_j \tag{1}$$

# %% [markdown] tags=["exercise"]
# ### Exercise 13b.2: without the form
# Difficulty 1 of 3, 10 minutes.
#
# Write equation (1): `x` (n, dim) has a vector for each occurrence, and `forms` is an array of
# their n forms. Return a new array (n, dim), and leave `x` as it is. The rest of the section looks
# through your function.
#
# <details><summary>Hint 1</summary>
#
# `forms == form` says which rows have this form.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# A loop over `set(forms)`, and a copy of `x` from whose rows the means are subtracted.
#
# </details>


# %% tags=["exercise"]
def without_form(x, forms):
    """Every vector minus the mean of all vectors of its form: (n, dim)"""
    # begin solution
    moved = x.copy()
    for form in set(forms):
        rows = forms == form
        moved[rows] -= x[rows].mean(axis=0)
    return moved
    # end solution


# %% tags=["check"]
check("13b.2", without_form)


# %% tags=["known"]
def inputs(rng):
    """Ten occurrences in three forms, one of which occurs once."""
    order = np.array(["배를", "배가", "배도"])[np.append(np.arange(9) % 2, 2)]
    return rng.normal(size=(10, 3)), order[rng.permutation(10)]


cases = [(np.array([[9.0, 7], [9, 5], [5, 7], [5, 5]]), np.array(["배를", "배를", "배가", "배가"]))]

# %% [markdown] tags=["known"]
# Hint: The rows of one form, minus the mean of these rows.
# Returns: an array of the shape of `x`
#
# - `x[rows].mean(axis=0)` → `x.mean(axis=0)` :: You subtract the mean of all occurrences: take
#   that of the form.
# - `x[rows].mean(axis=0)` → `x[rows].mean(axis=1, keepdims=True)` :: The mean runs over the
#   occurrences of a form, so it is a vector: `axis=0`.
# - `x[rows].mean(axis=0)` → `x[rows].sum(axis=0)` :: This is the sum: divide it by the number of
#   occurrences.
# - `x[rows].mean(axis=0)` → `x[~rows].mean(axis=0)` :: You subtract the mean of all other forms.

# %% [markdown] tags=["exercise"]
# ### Exercise 13b.3: across the particle
# Difficulty 2 of 3, 15 minutes.
#
# A neighbour may still be near for a reason that hides in the form, so we forbid its own
# form too: 배를 has to look among 배가, 배는 and 배에. `x` (n, dim) has a vector for each
# occurrence; `nouns` and `forms` are arrays of n names. For each occurrence return the
# number of its nearest row, by the cosine, among those of the same noun in another form:
# an array of n whole numbers. Every noun has at least two forms.
#
# <details><summary>Hint 1</summary>
#
# `nouns[:, None] == nouns` is an (n, n) table of which pairs have the same noun.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `np.where(allowed, cosines, -np.inf)` leaves the allowed pairs. A vector of zeros has no
# direction: divide by its length plus 1e-9.
#
# </details>


# %% tags=["exercise"]
def across(x, nouns, forms):
    """The nearest row of the same noun in another form: (n,)"""
    # begin solution
    directions = x / (np.linalg.norm(x, axis=1, keepdims=True) + 1e-9)
    cosines = directions @ directions.T
    allowed = (nouns[:, None] == nouns) & (forms[:, None] != forms)
    return np.where(allowed, cosines, -np.inf).argmax(axis=1)
    # end solution


# %% tags=["check"]
check("13b.3", across)


# %% tags=["known"]
def inputs(rng):
    """Two nouns in three forms; in half of the inputs all cosines are positive."""
    ends = np.arange(12) % 3
    their_nouns = np.repeat(["배", "눈"], 6)
    their_forms = np.array([n + "를가도"[e] for n, e in zip(their_nouns, ends, strict=True)])
    x = rng.normal(size=(12, 3)) * rng.uniform(0.2, 5, size=(12, 1))
    order = rng.permutation(12)
    return np.abs(x) if rng.random() < 0.5 else x, their_nouns[order], their_forms[order]


# %% [markdown] tags=["known"]
# Hint: The cosine with every row, then -inf where the noun differs or the form is the same.
# Returns: an array of n row numbers
#
# - `(nouns[:, None] == nouns) & (forms[:, None] != forms)` → `nouns[:, None] == nouns` ::
#   Everybody is nearest to itself: leave out all occurrences of the same form.
# - `(nouns[:, None] == nouns) & ` → `` :: A neighbour of another noun has none of its senses:
#   allow the same noun only.
# - `(forms[:, None] != forms)` → `~np.eye(len(x), dtype=bool)` :: You leave out the occurrence
#   itself, but not the others of its form.
# - `directions @ directions.T` → `x @ x.T` :: This is the dot product, which long vectors win.
# - `-np.inf).argmax(axis=1)` → `np.inf).argmin(axis=1)` :: This is the farthest of them: `argmax`.

# %% [markdown]
# Here is the sentence of section 1 again, through your two functions. A new 배를 loses the mean of
# all 배를 of the corpus, or that of its noun if the corpus lacks its form.

# %%
without_form = yours_or_ours("13b.2", without_form)
across = yours_or_ours("13b.3", across)
moved = [without_form(read[j], forms) for j in range(3)]

# %%


def which_now(sentence=asked, word="배를"):
    tokens, k, noun, new = place(sentence, word)
    alike = forms == word if word in forms else nouns == noun
    rows, found = np.flatnonzero((nouns == noun) & (forms != word)), {}
    for j in (1, 2):
        mean = read[j][alike].mean(axis=0)
        found[f"layer {j}, no form"] = five_nearest(new[j] - mean, moved[j], rows)
    plots.which(tokens, k, found, sorted(set(meanings[nouns == noun])))


live(which_now, sentence=asked, word="배를")

# %% [markdown]
# With the form subtracted, one of the five nearest in layer 2 is a ship, where two were before.
# Does the sentence that failed in section 1 fare better?
#
# And all 798? All of them look across the particle now, with their vectors as they are, and then
# with the form subtracted.

# %%
steps = {}
for name, vectors in (("as they are", read), ("minus the form", moved)):
    for j in (1, 2):
        nearest = across(vectors[j], nouns, forms)
        steps[f"layer {j}, {name}"] = [100 * np.mean(meanings[nearest] == meanings)]
families.scores(steps, "nearest across the particle has the right sense, in %", order="given")

# %% [markdown]
# Across the particle layer 2 is right 46.4 times in 100, hardly better than blind. With the form
# subtracted it is 48.6, so the form drowned little or nothing. (Every fifth occurrence has a form
# of its own: it loses its whole vector, and can only guess.)
#
# **Predict.** Place your bet. Which row is ahead: *blind*, *form alone*, *words around*,
# *random context*, *warm context*, *layer 1* or *layer 2*? Write it as `my_bet` into the
# cell of the figure. *Words around* is the mean of the static vectors of the other words,
# very frequent ones left out. Every player with vectors may subtract the mean of the form or of
# the noun, and whiten or not (chapter 10), whatever served it best on the training half. (An
# eighth row, *char-CNN, read*, is our layer 0, which sees no more than the form.)
#
# <details><summary>Answer</summary>
#
# *Words around*, with 53.1 %. The better layer, layer 2, has 52.6 %.
#
# </details>

# %%
results = chapter.results("korean")["experiments"]
ROWS = {
    "words around": {"by": "words around, no function words"},
    "char-CNN, read": {"model": "trained", "layer": 0},
    "random context": {"model": "random", "layer": 1},
    "warm context": {"model": "warm start", "layer": 1},
    "layer 1": {"model": "trained", "layer": 1},
    "layer 2": {"model": "trained", "layer": 2},
}


def ledger(name):
    """The scores of all players in one experiment, in percent."""
    found = {"blind": [100 * results[name]["about"]["blind"]]}
    for row, where in ROWS.items():
        found[row] = 100 * np.array(values(results[name]["rows"], **where))
    return found


# %%
players = ledger("homonyms") | {"form alone": [100 * form_alone.mean()]}
my_bet = "layer 2"
plots.bet_scores(players, "right sense across the particle, in %", my_bet)


# %%
def gains(name, layer):
    """What a layer has more than the other players, in points, with intervals."""
    others = {"minus words around": "words around, no function words"}
    others |= {"minus random context": "random", "minus warm context": "warm start"}
    found = {}
    for text, other in others.items():
        (row,) = select(results[name]["rows"], minus=other, layer=layer)
        found[text] = [100 * x for x in row["difference"]]
    return found


families.gains(gains("homonyms", 2), "layer 2 on our homonyms, points")

# %% [markdown]
# **Here a layer knows no more than a bag of words.** The words around are right
# 53.1 times in 100, layer 2 52.6, layer 1 50.7, the warm context 49.2, random context 45.9, and a
# blind pick 43.9 times. Layer 2 is above random context, by 7.2 points (2.5 to 11.9), but we cannot
# tell it from the warm context or the words around. In English layer 2
# was right 64 times in 100 on the 19 words that are always nouns, and a blind pick 40
# (chapter 10). Our guess: the neighbour must have another particle, and the model has read 22
# million words, not 50 million.
#
# ## 4. Forms that others have built to be hard
# A homonym looks like the easy case, because we know that it is a noun. Korean has a kind that
# looks worse. 가는 is "thin" (가늘다) or "going" (가다), 나는 is "I" (나), "flying" (날다) or
# "growing out" (나다). The letters are the same, the stems are not, and often not even the part of
# speech. What can a model do here that has trouble with ships and pears? We have written eight
# sentences for each of three forms: 가는 실 is a thin thread, 학교에 가는 길 the way to school,
# 나는 커피를 마신다 "I drink coffee", 하늘을 나는 새 a bird flying in the sky. 차를 (car, tea) is a
# plain homonym, for comparison.

# %% tags=["setup"]
OURS = {
    "가는": {
        "thin": "가는 실로 단추를 달았다. / 아이의 가는 손목에 시계를 채웠다. / "
        "창밖에는 가는 비가 내린다. / 붓으로 가는 선을 그었다.",
        "going": "학교에 가는 길에 친구를 만났다. / 부산으로 가는 기차를 탔다. / "
        "집에 가는 버스가 늦게 왔다. / 시장에 가는 어머니를 따라갔다.",
    },
    "나는": {
        "I": "나는 아침마다 커피를 마신다. / 나는 그 영화를 두 번 봤다. / "
        "어제 나는 집에 일찍 갔다. / 나는 동생과 함께 산다.",
        "flying": "하늘을 나는 새를 보았다. / 저기 높이 나는 연이 보인다. / "
        "꽃 위를 나는 나비를 그렸다. / 아이가 하늘을 나는 꿈을 꾸었다.",
    },
    "차를": {
        "car": "아버지는 차를 몰고 회사에 갔다. / 길가에 차를 세우고 내렸다. / "
        "새 차를 사서 고향에 갔다. / 주차장에서 차를 찾지 못했다.",
        "tea": "할머니는 따뜻한 차를 마셨다. / 손님에게 뜨거운 차를 따라 주었다. / "
        "찻잔에 차를 붓고 기다렸다. / 식사를 마치고 차를 한 잔 마셨다.",
    },
}


# %%
def blocks(form="나는"):
    kinds, vectors = [], []
    for meaning, text in OURS[form].items():
        for sentence in text.split(" / "):
            tokens = tokenize(sentence)
            layers = elmo.layers([tokens], progress=False)[0]
            vectors.append([layer[tokens.index(form)].numpy() for layer in layers])
            kinds.append(meaning)
    x, cosines = np.array(vectors), {}
    for j in (1, 2):
        one = senses.centred(x[:, j])
        cosines[f"layer {j}"] = one @ one.T
    plots.blocks(cosines, kinds, form)


live(blocks, form=list(OURS))

# %% [markdown]
# A model that tells the two meanings apart is blue in two corners, where an *I* meets a *flying*,
# and pale or red in the others. For 나는 it is: in layer 1 the mean cosine is 0.19 within a meaning
# and −0.39 between the two. For 가는 these are −0.01 and −0.24; for 차를, a homonym like 배, −0.12
# and −0.15. Layer 0 has no picture, since all eight have one vector.
#
# Does it hold for forms that we did not choose? The ambiguity data of Baikal AI and Seoul National
# University were built to test analysers of Korean on what is hard: thousands of forms with two
# analyses or more, each in about as many sentences, so that the most frequent one says little. We
# use the 1,551 that are a word of their own in the sentences and have at least two analyses that
# occur twice. Has the nearest sentence with the same form the same analysis? The form never
# differs, so none is subtracted, and *form alone* sits this bet out.
#
# **Predict.** Bet again, and on the margin too: how many points is reading worth here, compared
# with a network of random weights?
#
# <details><summary>Answer</summary>
#
# Layer 1 is ahead, and reading is worth 13.9 points.
#
# </details>

# %%
my_bet = "warm context"
about = results["ambiguity"]["about"]
print(f"{about['forms']:,} forms, {about['sentences']:,} sentences")
plots.bet_scores(ledger("ambiguity"), "nearest sentence has the right analysis, in %", my_bet)

# %%
families.gains(gains("ambiguity", 1), "layer 1 on the ambiguity data, points")

# %% [markdown]
# **Here reading wins, and by a wide margin.** The nearest sentence in layer 1 has the right
# analysis 73.2 times in 100. Blind picking gives 40.6, random weights 59.3, and the warm context
# 64.6. Reading is worth 13.9 points over random context and 8.6 over the warm one, with intervals
# far from 0. The words around have 58.2. Why here, and not with 배? Our guess: ships and pears
# differ in their topic, and any word of the sentence may give it away, so a bag is enough. *Thin*
# and *going* differ in what stands right before and after, such as the 에 (to) of 학교에. A bag
# cannot know where the 에 stood.
#
# Is it what stands right before? In one pair of sentences we can change that and nothing else:
# 공원에 가는 실 is "a thread that goes to the park", and in 공원에서 가는 실 the thread is thin,
# "at the park".


# %%
def nearest_meaning(sentence, form):
    """The meaning of the most similar of our eight sentences, in layer 1."""
    kinds = [m for m, text in OURS[form].items() for _ in text.split(" / ")]
    lines = [s for text in OURS[form].values() for s in text.split(" / ")]
    tokens = [tokenize(line) for line in [*lines, sentence]]
    layers = elmo.layers(tokens, progress=False)
    x = np.array([at[1][t.index(form)].numpy() for at, t in zip(layers, tokens, strict=True)])
    one = senses.centred(x)
    return kinds[int(np.argmax(one[:-1] @ one[-1]))]


for sentence in ("공원에 가는 실을 보았다.", "공원에서 가는 실을 보았다."):
    print(sentence, "->", nearest_meaning(sentence, "가는"))

# %% [markdown]
# One particle moves 가는 from *going* to *thin*, although the thread is there both times.
#
# ## 5. Endings and tags
# So far the letters have said nothing, by design. Now a question on which they say a lot.
# In the Korean treebanks a part of speech belongs to the whole eojeol: 배를 is a NOUN and
# 탔다 a VERB. Tagging by the most frequent tag (chapter 11) suffers here, because every
# second eojeol is new. But a new eojeol has an old ending. Spell it in jamo, with a mark
# `<` at its beginning, and take its longest ending $e$ that training had. With $\#(e)$ the
# count of this ending and $\#(e, a)$ its count on eojeol of tag $a$, the guess is
#
# $$\hat a = \arg\max_a \frac{\#(e, a)}{\#(e)} \tag{2}$$
#
# By hand: training has 배를 as NOUN, 탔다 (rode) and 먹었다 (ate) as VERB. The new 눈을 (eye +
# object), ㄴㅜㄴㅇㅡㄹ, shares ㅡㄹ with ㅂㅐㄹㅡㄹ, so it is a NOUN. The new 갔다 (went),
# ㄱㅏㅆㄷㅏ, shares ㅏㅆㄷㅏ with ㅌㅏㅆㄷㅏ, so it is a VERB.

# %% [markdown] tags=["exercise"]
# ### Exercise 13b.4: tags by ending
# Difficulty 3 of 3, 20 minutes.
#
# Write `tags_by_ending(words, tags, new)`. Spell every training word as `"<" + jamo(word)` and
# count its tag for each of its endings, from the whole spelling to the empty text. A new word gets
# the most frequent tag of its longest ending that has a count. Of equals take the one seen first.
#
# <details><summary>Hint 1</summary>
#
# `spelled[i:]` for i from 0 to `len(spelled)` are the endings, the longest first.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# The empty ending has counted every tag, so a search that drops one letter after the other always
# finds something.
#
# </details>


# %% tags=["exercise"]
def tags_by_ending(words, tags, new):
    """A tag for each new word, by its longest known ending."""
    # begin solution
    counts = {}
    for word, tag in zip(words, tags, strict=True):
        spelled = "<" + jamo(word)
        for i in range(len(spelled) + 1):
            counts.setdefault(spelled[i:], Counter())[tag] += 1
    found = []
    for word in new:
        ending = "<" + jamo(word)
        while ending not in counts:
            ending = ending[1:]
        found.append(counts[ending].most_common(1)[0][0])
    return found
    # end solution


# %% tags=["check"]
check("13b.4", tags_by_ending)

# %% tags=["known"]
PARTICLES, ENDS = ["를", "는", "에", "도"], ["다", "네", "어", "는데"]
PAST = [chr(ord(stem) + 20) for stem in "타가사자보"]  # 탔, 갔, ...: with ㅆ


def inputs(rng):
    """Eojeol whose tag hangs on the ending, with some noise, and new ones."""
    some, their_tags = [], []
    for _ in range(30):
        if rng.random() < 0.5:
            some.append(str(rng.choice(["배", "눈", "말", "다리"])) + str(rng.choice(PARTICLES)))
            their_tags.append("NOUN" if rng.random() < 0.85 else "ADV")
        else:
            some.append(str(rng.choice(PAST)) + str(rng.choice(ENDS)))
            their_tags.append("VERB")
    new = [*some[:3], "학교를", "물은", "집에", PAST[0] + "지", PAST[4] + "네", "ㅋㅋ"]
    return some, their_tags, new


three = ["배를", "탔다", "먹었다"], ["NOUN", "VERB", "VERB"]
cases = [(*three, ["눈을", "갔다", "배를", "ㅋ"])]

# %% [markdown] tags=["known"]
# Hint: Spell `"<" + jamo(word)` and try its endings from the longest to the empty one.
# Returns: a list of tags
#
# - `ending = ending[1:]` → `ending = ""` :: A new eojeol is not lost: take its longest ending that
#   training had.
# - `spelled = "<" + jamo(word)` → `spelled = "<" + word`; `ending = "<" + jamo(word)` →
#   `ending = "<" + word` :: Compare endings in jamo: 눈을 and 배를 end alike in ㅡㄹ.
# - `ending = "<" + jamo(word)` → `ending = jamo(word)[-1:]` :: Take the longest ending that is
#   known, not the last letter.

# %% [markdown]
# **Predict.** The last bet: who is right more often on the new eojeol of our own sentences, your
# list of endings or a probe on layer 2? And on the 989 test sentences of the treebank GSD, news and
# web pages: *letters* (a linear classifier on pieces of the eojeol, no vectors) or a layer?
#
# <details><summary>Answer</summary>
#
# On our sentences the probe, by 16.8 points; on GSD layer 2, by 1.4.
#
# </details>

# %%
tags_by_ending = yours_or_ours("13b.4", tags_by_ending)
train, test = ([*corpora.our_tagged(part, "ko")] for part in ("train", "test"))
(words, tags), (new_words, gold) = probes.flat(train), probes.flat(test)
guesses = {"most frequent tag": probes.most_frequent_tags(words, tags, new_words)}
guesses["longest ending"] = tags_by_ending(words, tags, new_words)
x, x_new = (token_vectors(elmo, [line for line, _ in part]) for part in (train, test))
numbers, _, names = probes.numbered(tags, [])
for j in range(3):
    probe = probes.fit(x[j], numbers, len(names), probes.ProbeSettings(epochs=20))
    guesses[f"probe on layer {j}"] = [names[i] for i in probes.predict(probe, x_new[j])]
is_new = ~np.isin(new_words, words)
for name, given in guesses.items():
    ok = np.array(given) == np.array(gold)
    print(f"{name:18} {ok.mean():.1%}, new eojeol ({is_new.mean():.0%}) {ok[is_new].mean():.1%}")

# %%
rows = results["tags"]["rows"]
found = {"most frequent tag": values(rows, by="most frequent tag")}
found["letters"] = values(rows, by="characters")
found["char-CNN, warm"] = values(rows, model="warm start", layer=0)
for row, where in ROWS.items():
    found[row] = values(rows, **where)
found = {name: 100 * np.array(seeds) for name, seeds in found.items() if seeds}
my_bet = "layer 2"
plots.bet_scores(found, "right tags on GSD, in %", my_bet)

# %% [markdown]
# **On GSD the letters say nearly everything.** They find 89.1 % of the tags, and layer 2 finds
# 90.5. On our own sentences your list of endings, without any network, has 83.9 % where the most
# frequent tag has 72.9, and the whole gain is on new eojeol, 71.9 % instead of 50.1. There the
# probe on layer 2 has 88.7. Layer 0 has 89.5 % on GSD already, so the sentence adds 1.0 point to
# what the char-CNN spells. In English, where *record* has no ending to tell, context was worth 5.1
# points over layer 0 (chapter 11).
#
# So the answer to our question has three parts. What a word *does* in its sentence, Korean mostly
# says in letters, and there a layer has little to add. Where one form belongs to two stems, as 가는
# does, the letters are silent, and the layers know what no other player knows. Which 배 is meant
# they could have learned as well, but ours know no more of it than a bag of words. Grammar, it
# seems, comes before topics.
#
# ### Open experiment
# Write ten sentences with 눈 in which only the *verb* decides (눈이 아프다 "my eye hurts", 눈이
# 온다 "it snows"), and ten in which only an eojeol far away does. Predict first how many of each
# ten a layer gets right, and then ask `which_now`. Does it help to move the deciding eojeol next to
# 눈?
#
# ## What you can now do
# - ask a Korean biLM for the sense of a word in your own sentence,
# - say what a form alone gives away, and subtract what its occurrences share,
# - read a layer's score beside everybody who has read less,
# - tag new eojeol without a network, and know when a probe has found more.
#
# ## One honest limit
# Our homonyms are nouns, in sentences whose particles say nothing of the sense. In a newspaper they
# may, and less context may be enough. The ambiguity data are real text, and their makers say
# that errors may remain. A biLM that has read more may also know which 배 is meant.
#
# ## Sources
# - Peters and others 2018, *Deep contextualized word representations*:
#   <https://arxiv.org/abs/1802.05365>
# - Baikal AI and Seoul National University, *Korean ambiguity data* (CC BY 4.0):
#   <https://github.com/bareun-nlp/korean-ambiguity-data>
# - J. Chun, N.-R. Han, J. D. Hwang, J. D. Choi 2018, *Building Universal Dependency treebanks in
#   Korean*, for GSD: <https://aclanthology.org/L18-1347/>
#
# ## Where next
# Chapter 14 opens the weights that the authors of ELMo have published, and asks whether our small
# model computes what theirs computes.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A tagger finds the senses of 26 nouns from the form alone, and is right in 44 %, as often as a
#    blind pick. What follows?
#    - [ ] particles never say anything about senses :: in this corpus they do not, because it was
#      written so
#    - [x] if a layer knows these senses, it has them from the rest of the sentence :: the form has
#      been asked, and had nothing to say
#    - [ ] the corpus is too small :: then the layers could not be judged either
# 2. The mean of all 배를 is subtracted from each 배를. What is left of it?
#    - [ ] the same direction, longer :: the direction changes, and a cosine does not mind the
#      length
#    - [x] what comes from its sentence :: what they share comes from the form, and is in the mean
#    - [ ] its sense and nothing else :: whatever else its sentence says is left as well, and can
#      drown a sense too
# 3. Random weights find the right analysis of 가는 more often than a blind pick. What do they know?
#    - [ ] Korean grammar :: they have never read a sentence
#    - [x] nothing; they mix in the neighbours, and equal neighbours make similar vectors :: that is
#      why a layer is compared with them and not with the blind pick
#    - [ ] the spelling of 가는 :: it is the same in all sentences of the form
