# %% [markdown] tags=["lecture"]
# # 13b Korean in context
#
# 학교에 가는 아이 is a child that goes to school, and 벽에 난 가는 금 is a thin crack in a wall.
# "Going" and "thin" are both spelled 가는: a form of the verb 가다 (to go) and one of the adjective
# 가늘다 (to be thin) have become the same two syllables. A model that reads letters alone cannot
# tell them apart, and a table of word vectors has one row for both. A Korean child hears the rest
# of the sentence, and is not confused. Will our Korean biLM be?
#
# **What do the layers of a Korean biLM know that the letters do not say?**
#
# This chapter is a bet. Several players want to tell meanings apart: a **blind** pick, the **words
# around**, a biLM of random weights (**random context**), one whose char-CNN spells word vectors
# but whose LSTMs have learned nothing (**warm context**), and **layers 1 and 2**. Before the
# results you put your money on one of them, and the favourite will not always win.
#
# You will be able to
# - **ask** a Korean biLM which 가는 is meant, in a sentence of your own,
# - **judge** a layer by a ledger, on data that others have built to be hard,
# - **build** minimal pairs, and say which neighbour moves a vector most,
# - **show** that a model expects a negation after words that want one, and where it keeps that,
# - **tag** new eojeol by their endings alone, and know when a probe has found more.
#
# You need the Korean biLM of [chapter 13](13_korean.ipynb), neighbours and their baselines
# ([10](10_word_senses.ipynb)), probes ([11](11_pos_probes.ipynb)) and exchanges
# ([11b](11b_what_does_the_model_use.ipynb)).

# %% tags=["setup"]
from collections import Counter

import numpy as np
import torch

from elmo_lite import corpora, exchange, probes, senses, stats
from elmo_lite.controls import with_random_weights, with_warm_start
from elmo_lite.elmo import Elmo
from elmo_lite.hangul import jamo
from elmo_lite.text import tokenize
from elmo_lite.tools.cache import layer_vectors, occurrence_vectors
from notebooks.course import chapter, typed
from notebooks.course.check import check, yours_or_ours
from notebooks.course.language import label, padded
from notebooks.course.live import live
from notebooks.course.microscope import Microscope
from notebooks.course.plots import ch13b as plots
from notebooks.course.plots import families
from notebooks.course.results import select, values

# %% tags=["setup"]
torch.set_num_threads(1)  # the same sums with any number of processors
elmo = Elmo.load("ko")
vocabulary = elmo.model.vocabulary
models = {"trained": elmo, "warm": with_warm_start(elmo, 0), "random": with_random_weights(elmo, 0)}

# %% [markdown] tags=["lecture"]
# ## 1. Going or thin?
# We have written sixteen sentences with 가는, eight for each meaning, such as 가는 실로 단추를
# 달았다 (sewed on a button with a thin thread) and 학교에 가는 길에 친구를 만났다 (met a friend on
# the way to school). Take a new sentence: is its 가는 more like those that are *thin*, or like
# those that are *going*? A meaning is a cloud of eight vectors, so we ask for a difference of two
# mean cosines.

# %% tags=["setup"]
THIN = """가는 실로 단추를 달았다. | 아이의 가는 손목에 시계를 채웠다. | 창밖에는 가는 비가 내린다.
붓으로 가는 선을 그었다. | 벽에 가는 금이 갔다. | 가지가 가는 나무를 심었다.
그는 가는 목소리로 말했다. | 그 아이는 목이 가는 편이다."""
GOING = """학교에 가는 길에 친구를 만났다. | 부산으로 가는 기차를 탔다. | 집에 가는 버스가 왔다.
시장에 가는 어머니를 따라갔다. | 회사에 가는 날이 아니다. | 산으로 가는 사람이 많다.
바다로 가는 배를 기다렸다. | 도서관에 가는 학생을 만났다."""


def split(text):
    return [s.strip() for line in text.split("\n") for s in line.split("|")]


lines = split(THIN) + split(GOING)
is_thin = np.array([True] * 8 + [False] * 8)


# %%
def vectors(model, sentences, form="가는"):
    """The vector of a form in each layer: (sentences, layers, dim)"""
    tokens = [tokenize(sentence) for sentence in sentences]
    found = []
    for words, layers in zip(tokens, model.layers(tokens, progress=False), strict=True):
        k = typed.place(form, words)
        found.append([layer[k].numpy() for layer in layers])
    return np.array(found, np.float32)


# %%
known = {name: vectors(model, lines) for name, model in models.items()}
print(known["trained"].shape, "sentences, layers, dimensions")

# %% [markdown] tags=["exercise"]
# ### Exercise 13b.1: to which side?
# Difficulty 1 of 3, 10 minutes.
#
# `asked` (n, dim) holds the vectors that we ask about, `known` (m, dim) those of our sentences, and
# `first` (m,) says with True which of these have the first meaning. Subtract the mean of `known`
# from both. Then return for each asked vector the mean of its cosines with the known vectors of the
# first meaning, minus that with the others: (n,). Above 0 it leans to the first meaning. For
# `asked = [[2, 2]]`, `known = [[2, 1], [0, 1]]` and `first = [True, False]` the mean is (1, 1),
# what is left is (1, 1), (1, 0) and (−1, 0), and the answer is `[1.41]`, which is 0.71 − (−0.71).
#
# <details><summary>Hint 1</summary>
#
# Divide each row by its length; then all cosines are one product, `a @ b.T`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `first` chooses columns: `cosines[:, first].mean(axis=1)`; the others are `~first`.
#
# </details>


# %% tags=["exercise"]
def leans(asked, known, first):
    """Mean cosine with the first meaning minus that with the other: (n,)"""
    # begin solution
    mean = known.mean(axis=0)
    a, b = asked - mean, known - mean
    a = a / (np.linalg.norm(a, axis=1, keepdims=True) + 1e-9)
    b = b / (np.linalg.norm(b, axis=1, keepdims=True) + 1e-9)
    cosines = a @ b.T
    return cosines[:, first].mean(axis=1) - cosines[:, ~first].mean(axis=1)
    # end solution


# %% tags=["check"]
check("13b.1", leans)

# %% [markdown] tags=["door"]
# Sixteen sentences, each judged by the other fifteen: in layer 2 all will lie on their own side,
# in layer 0 all on one point.


# %% tags=["known"]
def inputs(rng):
    first = rng.permutation(np.array([True, True, False, False, False]))
    return rng.normal(size=(3, 4)), rng.normal(size=(5, 4)) + 1, first


cases = [(np.array([[2.0, 2]]), np.array([[2.0, 1], [0, 1]]), np.array([True, False]))]

# %% [markdown] tags=["known"]
# Hint: Subtract the mean of the known vectors from both, take cosines, and subtract two means.
# Returns: an array with one number for each asked vector
#
# - `asked - mean` → `asked - asked.mean(axis=0)` :: Both lose the same mean, that of the known
#   vectors: one asked vector minus its own mean is nothing.
# - `asked - mean, known - mean` → `asked, known` :: Subtract the mean of the known vectors first.
# - `cosines = a @ b.T` → `cosines = (asked - mean) @ (known - mean).T` :: This is the dot product,
#   in which long vectors count more: divide by the lengths.
# - `-ours(asked, known, first)` :: The first meaning minus the other, not the other way round.
# - `.mean(axis=1) - cosines` → `.sum(axis=1) - cosines`; `~first].mean(axis=1)` →
#   `~first].sum(axis=1)` :: These are sums: a meaning with more sentences would win. Take means.

# %% tags=["lecture"]
leans = yours_or_ours("13b.1", leans)
ROWS = {"layer 0": ("trained", 0), "layer 1": ("trained", 1), "layer 2": ("trained", 2)}
ROWS |= {"warm context": ("warm", 1), "random context": ("random", 1)}


def each_left_out(x):
    """To which side each known sentence leans, judged by the others."""
    found = []
    for i in range(len(x)):
        rest = np.arange(len(x)) != i
        found.append(leans(x[[i]], x[rest], ~is_thin[rest])[0])
    return np.array(found)


# %% tags=["lecture"]
def ask(sentence="공원에 가는 아이를 보았다."):
    words, rows = typed.words(sentence), {}
    typed.place("가는", words)  # says so, where there is none
    for name, (model, j) in ROWS.items():
        x = known[model][:, j]
        side = each_left_out(x)
        new = leans(vectors(models[model], [sentence])[:, j], x, ~is_thin)[0]
        rows[name] = {"thin": side[is_thin], "going": side[~is_thin]}, new
    plots.leaning(rows, "more like thin (left) or like going (right)")


# %% tags=["lecture"]
live(ask, sentence="공원에 가는 아이를 보았다.")

# %% [markdown] tags=["lecture"]
# **In our sixteen sentences the layers part what the letters do not.** Each small mark is one of
# them, judged by the other fifteen, and the diamond is yours. In layer 0 all lie on one point,
# since the letters are the same. In layers 1 and 2 all sixteen lie on their own side. In layer 1
# *thin* lies at −0.20 on average and *going* at 0.16, in layer 2 at −0.25 and 0.23. The two
# controls read the same sentences and mix the two meanings: with random weights both lie near 0
# (0.05 and 0.00).
#
# **Try it.** Write 손목에 가는 실을 감았다 (wound a thin thread around a wrist), or a sentence in
# which neither meaning is meant: 칼을 가는 소리 is the sound of a knife being sharpened (갈다).
#
# The same sixteen with each other, as cosines, and two more forms to choose: 나는 is here "I" (나 +
# 는) or "flying" (날다), and the 차 of 차를 (car, tea) is a plain homonym.

# %% tags=["setup"]
OURS = {"가는": dict(zip(("thin", "going"), (lines[:8], lines[8:]), strict=True))}
OURS["나는"] = {
    "I": split(
        "나는 아침마다 커피를 마신다. | 나는 그 영화를 두 번 봤다. | 어제 나는 집에 일찍 갔다."
    ),
    "flying": split(
        "하늘을 나는 새를 보았다. | 저기 높이 나는 연이 보인다. | 꽃 위를 나는 나비를 그렸다."
    ),
}

# %% tags=["setup"]
OURS["… 나는"] = {  # a word stands before each "I"
    "I": split(
        "아침마다 나는 커피를 마신다. | 지난주에 나는 그 영화를 봤다. | 어제 나는 집에 갔다."
    ),
    "flying": OURS["나는"]["flying"],
}
OURS["차를"] = {
    "car": split(
        "아버지는 차를 몰고 회사에 갔다. | 길가에 차를 세우고 내렸다. | 새 차를 사서 고향에 갔다."
    ),
    "tea": split(
        "할머니는 따뜻한 차를 마셨다. | 손님에게 뜨거운 차를 따랐다. | 찻잔에 차를 붓고 기다렸다."
    ),
}


# %% tags=["lecture"]
def cosines_of(name, model):
    """The cosines of all sentences of a form with each other, in layer 1, and their meanings."""
    kinds = np.array([meaning for meaning, some in OURS[name].items() for _ in some])
    sentences = [sentence for some in OURS[name].values() for sentence in some]
    one = senses.centred(vectors(model, sentences, name.split()[-1])[:, 1])
    return one @ one.T, kinds


def blocks(form="가는"):
    shown = {"layer 1": elmo, "layer 1, random weights": models["random"]}
    found = {name: cosines_of(form, model) for name, model in shown.items()}
    kinds = found["layer 1"][1]
    plots.blocks({name: cosines for name, (cosines, _) in found.items()}, list(kinds), form)


# %% tags=["lecture"]
live(blocks, form=list(OURS))

# %%
for form in OURS:
    for name in ("trained", "random"):
        cosines, kinds = cosines_of(form, models[name])
        same, other = kinds[:, None] == kinds, ~np.eye(len(kinds), dtype=bool)
        within, between = cosines[same & other].mean(), cosines[~same].mean()
        named = f"{padded(form, 10)} {padded(label(name, 'way'), 12)}"
        print(f"{named} within a meaning {within:+.2f}, between {between:+.2f}")

# %% [markdown] tags=["lecture"]
# A model that tells the meanings apart is blue in two corners, where *thin* meets *going*, and pale
# or red in the others. In layer 1 the mean cosine is 0.03 within a meaning and −0.15 between the
# two. With random weights there is no such picture (−0.07 and −0.05). Now choose 나는, and random
# weights have corners, bluer than ours (0.23 and −0.47). Do they know what flying is? 나는 as "I"
# opens two of its three sentences, *flying* none. So in *… 나는* a word stands before each "I",
# and with this seed the picture of the random weights is gone (−0.18 and −0.20), while ours stays
# (−0.04 and −0.29). A picture needs its control: 차를 has corners in these random weights (0.00 and
# −0.30) and none in ours (−0.19 and −0.20).
#
# ## 2. Forms that others have built to be hard
# Does it hold for forms that we did not choose? The ambiguity data of Baikal AI and Seoul National
# University were built to test analysers of Korean on what is hard: thousands of forms with two
# analyses or more, each in about as many sentences, so that the most frequent one says little. We
# use 1,551 of them: each is a word of its own in the sentences and has at least two analyses that
# occur twice. Has the nearest sentence with the same form the same analysis? *Words around* is the
# mean of the static vectors of the other words, very frequent ones left out.
#
# **Predict.** Place your bet: *blind*, *words around*, *random context*, *warm context*, *layer 1*
# or *layer 2*? Write it as `my_bet` into the cell.
#
# <details><summary>Answer</summary>
#
# Layer 1.
#
# </details>

# %% tags=["lecture"]
results = chapter.results("korean")["experiments"]
LEDGER = {
    "words around": {"by": "words around, no function words"},
    "char-CNN, read": {"model": "trained", "layer": 0},
    "random context": {"model": "random", "layer": 1},
    "warm context": {"model": "warm start", "layer": 1},
    "layer 1": {"model": "trained", "layer": 1},
    "layer 2": {"model": "trained", "layer": 2},
}


# %% tags=["lecture"]
def ledger(name):
    """The scores of all players in one experiment, in percent."""
    found = {"blind": [100 * results[name]["about"]["blind"]]}
    for row, where in LEDGER.items():
        found[row] = 100 * np.array(values(results[name]["rows"], **where))
    return found


# %% tags=["lecture"]
my_bet = "warm context"
about = results["ambiguity"]["about"]
print(f"{about['forms']:,} forms, {about['sentences']:,} sentences")
plots.bet_scores(ledger("ambiguity"), "nearest sentence has the right analysis, in %", my_bet)


# %% tags=["lecture"]
def gains(name, layer):
    """What a layer has more than the other players, in points, with intervals."""
    others = {"minus words around": "words around, no function words"}
    others |= {"minus random context": "random", "minus warm context": "warm start"}
    others["minus shuffled words"] = "shuffled"
    found = {}
    for text, other in others.items():
        (row,) = select(results[name]["rows"], minus=other, layer=layer)
        found[text] = [100 * x for x in row["difference"]]
    return found


# %% tags=["lecture"]
families.gains(gains("ambiguity", 1), "layer 1 on the ambiguity data, points")

# %% [markdown] tags=["lecture"]
# **Here the trained layers win, and by a wide margin.** The nearest sentence in layer 1 has the
# right analysis 73.2 times in 100. Blind picking gives 40.6, random weights 59.3, and the warm
# context 64.6. Both controls read the same sentences, but have not learned to: layer 1 is 13.9
# points above random context and 8.6 above the warm one, with intervals far from 0.
#
# Does it matter where the words stand? In the last row the same trained model reads the other words
# of each sentence in a random order (the mean of five). It falls by 21.0 points to 52.2, below
# random weights on the sentence as it was. So of the 32.6 points above a blind pick 21.0 are lost
# when the words are shuffled.
#
# ## 3. Which neighbour decides?
# Then what stands beside 가는? There are three candidates: the place before it (공원, a park to go
# to, or 팔, an arm on which something thin can lie), the particle of this place (에 "to", 에서 "at,
# from"), and the noun after it (a man can go, a hair can be thin). We make all sentences from ten
# places, two particles and eight nouns, such as 공원에 가는 남자가 보인다 ("a man who goes to the
# park can be seen") and 종이에 가는 털이 보인다 ("a thin hair can be seen on the paper"). Some of
# the 160 are odd, but we only compare pairs which differ in one thing. None of the places and nouns
# occurs in our sixteen sentences.
#
# **Predict.** Which exchange moves layer 1 most towards *going*: the place, the particle or the
# noun?
#
# <details><summary>Answer</summary>
#
# The place. The particle moves it least.
#
# </details>

# %% tags=["lecture"]
PLACES = "공원 마을 은행 섬 교회 팔 종이 옷 유리 나뭇잎".split()  # where one goes; where things are
PARTICLES = ["에", "에서"]
GOERS_THINGS = "남자가 할머니가 트럭이 강아지가 털이 끈이 바늘이 주름이".split()
made = [f"{p}{q} 가는 {n} 보인다." for p in PLACES for q in PARTICLES for n in GOERS_THINGS]


def exchanges(model, j):
    """(from, to) of each pair, by what is exchanged: each should move towards going."""
    x = vectors(model, made)[:, j]
    s = leans(x, vectors(model, lines)[:, j], ~is_thin).reshape(10, 2, 8)  # place, particle, noun
    changed = {"the place exchanged": (s[5:], s[:5]), "에서 becomes 에": (s[:, 1], s[:, 0])}
    changed["the noun exchanged"] = s[:, :, 4:], s[:, :, :4]
    return {key: np.column_stack([a.ravel(), b.ravel()]) for key, (a, b) in changed.items()}


def shifts(model, j):
    """How far each pair moves: name -> (80,)"""
    return {key: pairs[:, 1] - pairs[:, 0] for key, pairs in exchanges(model, j).items()}


# %% tags=["lecture"]
for j in (1, 2):
    for key, shift in shifts(elmo, j).items():
        named, moved = padded(label(key), 20), (shift > 0).sum()
        print(f"layer {j}  {named} {moved} of 80 move to going, by {shift.mean():+.2f}")
for name, control in (("warm", with_warm_start), ("random", with_random_weights)):
    each = [shifts(control(elmo, seed), 1) for seed in range(5)]
    for key in each[0]:
        counts = sorted(int((shift[key] > 0).sum()) for shift in each)
        means = sorted(shift[key].mean() for shift in each)
        named = f"{padded(label(name, 'way'), 12)} {padded(label(key), 20)}"
        print(f"{named} {counts[0]} to {counts[-1]} of 80", end=", ")
        print(f"by {means[0]:+.2f} to {means[-1]:+.2f} (five seeds)")

# %% tags=["lecture"]
plots.moves(exchanges(elmo, 1), "thin (left) or going (right)")

# %%
for name, model, j in (("layer 1", elmo, 1), ("layer 2", elmo, 2), ("warm", models["warm"], 1)):
    each = shifts(model, j)["에서 becomes 에"].reshape(10, 8).mean(axis=1)  # of each place
    goals, surfaces = each[:5].mean(), each[5:].mean()
    named = label(name, "way")
    print(f"{named}: 에 instead of 에서, place to go to {goals:+.2f}, surface {surfaces:+.2f}")

# %% [markdown] tags=["lecture"]
# **Here the place before it moves 가는 most, the noun next, and the particle least.** An arrow is a
# pair; red ones change sides. A place to go to instead of a surface moves all 80 pairs towards
# *going*, by 0.23 on average, where the two clouds of section 1 are 0.36 apart. What can go by
# itself, such as a man or a truck, instead of a thing moves all 80, too, by 0.16. But 에 instead of
# 에서 moves only 50 of 80, by 0.03. That mean may hide some grammar. 에 marks a goal as well as a
# location: 공원에 가는 is on the way to the park, but in 종이에 가는 털이 보인다 the 에 goes with
# 보인다: the hair is seen on the paper. On average 에 moves 가는 by 0.07 after places to go to (in
# layer 2 by 0.11), and by −0.01 after surfaces (0.00).
#
# The controls, five seeds of each: with random weights the place moves 29 to 48 of 80. Warm context
# moves all 80 by place and by noun, by 0.07 to 0.10 and 0.08 to 0.12: word vectors of the
# neighbours, mixed by LSTMs that have learned nothing, are enough for the direction. But with seed
# 0 its 에 does nearly the same after both kinds of places (0.02 and 0.01), while in the trained
# layers the two are further apart.

# %% [markdown] tags=["lecture"]
# ## 4. A word that wants a *no*
# English has *is* and *are*: whether the subject is singular or plural says which one must come.
# Korean verbs do not mark number, but Korean has words that want a negation. After 전혀 ("at all"),
# 아무 and 아무런 ("any") we expect a *no*, though 전혀 다르다 ("quite different") and 아무 책이나
# ("any book") need none: 아무런 관계가 없다 ("there is no relation at all") is Korean, and 아무런
# 관계가 있다 ("there is any relation") is not, while 깊은 관계가 있다 ("there is a deep relation")
# is. School teaches the adverb 전혀 under 부사어와 서술어의 호응, concord of adverbial and
# predicate (아무 and 아무런 stand before a noun, as *any* does), and linguists call such words
# **negative polarity items** (부정 극어). What does the model expect next?
#
# **Predict.** After 전혀 재미가 and after 정말 재미가 ("really" + fun + subject), which words come
# first, 없다 ("there is not") or 있다 ("there is")?
#
# <details><summary>Answer</summary>
#
# After 전혀, 없다 is far ahead. After 정말 it is ahead as well, but by much less.
#
# </details>


# %% tags=["lecture"]
def next_words(beginnings="아무런 관계가 | 깊은 관계가 | 전혀 재미가 | 정말 재미가"):
    columns = {}
    for beginning in split(beginnings):
        reading = exchange.read(elmo, typed.words(beginning))
        p, ids = elmo.model.log_distribution(reading.output[:, -1])[0].exp().topk(5)
        words = [vocabulary.words[i] for i in ids]
        columns[beginning] = list(zip(words, p.tolist(), strict=True))
    plots.next_words(columns)


# %% tags=["lecture"]
live(next_words, beginnings="아무런 관계가 | 깊은 관계가 | 전혀 재미가 | 정말 재미가")

# %% [markdown] tags=["lecture"]
# After 아무런 관계가 the model expects 없는 ("without", 0.56), after 깊은 관계가 it expects 있는
# ("with", 0.28). After 전혀 재미가 there is 없다 with 0.16, after 정말 재미가 with 0.07, and 있다
# is not among the first five of either. So 없다 is ahead even after 정말, and that is why we will
# compare the same noun after two words. Type other beginnings, with a bar between them.

# %% [markdown] tags=["exercise"]
# ### Exercise 13b.2: how much more *no*?
# Difficulty 2 of 3, 10 minutes.
#
# `odds(beginning, negative, positive)` gives log P(negative) − log P(positive) as the next word
# after a beginning, such as `odds("아무런 문제가", "없다", "있다")`. `askers` is a list of pairs
# such as `("아무런", "많은")`, a word that wants a negation and one that does not; `nouns` is a
# list, and `verbs` a list of pairs such as `("없다", "있다")`. Return an array of the shape
# (askers, nouns, verbs): by how much these odds are higher after `"아무런 문제가"` than after
# `"많은 문제가"`.
#
# <details><summary>Hint 1</summary>
#
# Three loops, one in the other, and `np.zeros((len(askers), len(nouns), len(verbs)))`.
#
# </details>


# %% tags=["exercise"]
def more_no(odds, askers, nouns, verbs):
    """How much higher the odds of a negation are: (askers, nouns, verbs)"""
    # begin solution
    found = np.zeros((len(askers), len(nouns), len(verbs)))
    for i, (asks, other) in enumerate(askers):
        for j, noun in enumerate(nouns):
            for k, (negative, positive) in enumerate(verbs):
                high = odds(f"{asks} {noun}", negative, positive)
                found[i, j, k] = high - odds(f"{other} {noun}", negative, positive)
    return found
    # end solution


# %% tags=["check"]
check("13b.2", more_no)

# %% [markdown] tags=["door"]
# In all 270 cases the odds of the no are higher after the word that wants it.


# %% tags=["known"]
def inputs(rng):
    askers = [("전혀", "항상"), ("아무", "다른"), ("아무런", "많은")][: int(rng.integers(1, 4))]
    nouns = ["문제가", "이유가", "관심이", "걱정이"][: int(rng.integers(1, 5))]
    return int(rng.integers(1, 99)), askers, nouns, [("없다", "있다"), ("없는", "있는")]


def by_length(beginning, negative, positive):
    return len(beginning) * (ord(negative[0]) % 7 - ord(positive[0]) % 7)


by_length.written = "lambda b, n, p: len(b) * (ord(n[0]) % 7 - ord(p[0]) % 7)"


def use(answer, seed, askers, nouns, verbs):
    """Odds that hang on the letters of what they are asked for; a small case for seed 0."""
    if seed == 0:
        return answer(by_length, list(askers), list(nouns), list(verbs))
    weights = np.random.default_rng(seed).normal(size=997)

    def odds(beginning, negative, positive):
        n = sum(k * ord(letter) for k, letter in enumerate(beginning, 3))
        score = [weights[(n + 31 * sum(map(ord, word))) % 997] for word in (negative, positive)]
        return float(score[0] - score[1])

    return answer(odds, list(askers), list(nouns), list(verbs))


cases = [(0, [("아무런", "많은")], ["문제가"], [("없다", "있다")])]
cases += [(0, [("아무런", "많은"), ("전혀", "언제나")], ["문제가"], [("없다", "있다")])]
# Two pairs with the same first word, and the same noun twice
cases += [(0, [("아무런", "많은"), ("아무런", "언제나")], ["문제가"] * 2, [("없다", "있다")])]

# %% [markdown] tags=["known"]
# Hint: The odds after the asking word and the noun, minus those after the other word and the noun.
# Returns: an array of the shape (askers, nouns, verbs)
# Tried: odds that are made of the letters, with `askers = {1}`, `nouns = {2}` and `verbs = {3}`
#
# - `high - odds(f"{other} {noun}", negative, positive)` → `high` :: Subtract the odds after the
#   other word: 없다 may be likelier than 있다 in any case.
# - `-ours(odds, askers, nouns, verbs)` :: The sign is reversed: subtract the odds after the other
#   word from those after the asking word, and give `odds` the negative before the positive.
# - `ours(odds, askers, nouns, verbs) > 0` :: Return by how much, not only whether.
# - `found = np.zeros((len(askers), len(nouns), len(verbs)))` → `found = np.zeros((len(nouns),
#   len(askers), len(verbs)))`; `found[i, j, k]` → `found[j, i, k]` :: The askers come first in the
#   shape, then the nouns.

# %%
more_no = yours_or_ours("13b.2", more_no)
ASKERS = [("전혀", "항상"), ("아무", "다른"), ("아무런", "많은")]
NOUNS = """문제가 이유가 관심이 걱정이 필요가 의미가 효과가 변화가 차이가 희망이 도움이 소식이
생각이 계획이 기억이""".split()
VERBS = [
    pair.split("/")
    for pair in "없다/있다 없었다/있었다 없는/있는 없어/있어 없고/있고 없습니다/있습니다".split()
]


def odds_of(model):
    """log P(negative) - log P(positive) after a beginning, for one model; it reads it once."""
    read = {}

    def odds(beginning, negative, positive):
        if beginning not in read:
            read[beginning] = exchange.read(model, beginning.split())
        return exchange.prefers(model, read[beginning], (negative, positive))[0]

    return odds


# %%
found = {
    name: np.asarray(more_no(odds_of(model), ASKERS, NOUNS, VERBS))
    for name, model in models.items()
}
for name, more in found.items():
    named = padded(label(name, "way"), 12)
    print(f"{named} higher in {(more > 0).sum()} of {more.size}, on average by {more.mean():+.3f}")

# %%
for (asks, other), more in zip(ASKERS, found["trained"], strict=True):
    low, high = stats.interval(more.mean(axis=1))
    print(f"{asks} / {other}: {more.mean():.1f} ({low:.1f} to {high:.1f})")
level = np.asarray(more_no(odds_of(elmo), [("많은", "다른"), ("항상", "정말")], NOUNS, VERBS))
print(f"pairs that want nothing: {np.abs(level.mean(axis=1)).mean(axis=1).round(1)}")

# %% [markdown] tags=["lecture"]
# **The model expects 없다 more after the three words that want it.** (The six pairs of verbs are
# forms of 없다 and 있다, so other ways to say *no* are not asked.) In all 270 cases the log-odds of
# the negation are higher after the word that wants it, by 4.9 on average, which makes the odds
# about 130 times as high. With random weights it is 150 of 270 and with the warm start 197, by
# 0.004 and 0.024. Two words that want nothing differ as well, for 많은 and 다른 by 2.7, so one
# difference alone would prove little. But all three words that want a *no* raise it, by 3.7 to 6.5.
#
# ### The *no* has come
# Is this a memory of 아무런, or does the model know what 아무런 is waiting for? Then the wish
# should end as soon as a negation has come. So we put other words before the noun: 특별한
# ("special"), 새로운 사회적 ("new social"), and two clauses that differ in one word, 설명도 필요
# 있는 ("that needs an explanation") and 설명도 필요 없는 ("that needs none"). The control is 다른
# ("other") in the place of 아무런: it wants nothing, so no negation can answer it.
#
# **Predict.** 없는 instead of 있는 takes two thirds of the wish of 아무런. How much does it take of
# the difference between 다른 and 많은: nothing, a little, or two thirds as well?
#
# <details><summary>Answer</summary>
#
# Two thirds as well.
#
# </details>

# %% tags=["lecture"]
between = ["", "특별한", "새로운 사회적", "설명도 필요 있는", "설명도 필요 없는"]
waits = {}
for asks in ("아무런", "다른"):
    waits[f"{asks} minus 많은"] = {}
    for words in between:
        asker = [(f"{asks} {words}".strip(), f"많은 {words}".strip())]
        more = np.asarray(more_no(odds_of(elmo), asker, NOUNS, VERBS))[0].mean(axis=1)
        waits[f"{asks} minus 많은"][f"{words} ..."] = [more.mean(), *stats.interval(more)]
families.gains(waits, "log-odds of a negation")

# %% [markdown] tags=["lecture"]
# **With 없는 instead of 있는 about a third of the wish is left, and about a third of what is no
# wish at all.** Right before the noun 아무런 instead of 많은 raises the log-odds by 6.5, with one
# word between them by 4.7, with two by 4.0. The last two rows differ in one word. With 있는 2.9 is
# left (wrong Korean, if 아무런 goes with 설명도: it wants its negation in the same clause), with
# 없는 0.9, as if the model had noticed that the negation has come. But 다른 and 많은 want nothing,
# and their difference falls alike, from 1.2 to 0.4. So the model remembers 아무런, and that it
# knows when 아무런 has its answer, these sentences do not show.
#
# ### Where it is kept
# Where does the model keep it? As in chapter 11b, we take the state of one layer after 아무런 and
# put it into the sentence with 많은, and measure the share of the answer (없다 : 있다) that comes
# along.


# %% tags=["lecture"]
def comparison(noun, words="새로운 사회적"):
    first, second = (f"{asker} {words} {noun}" for asker in ("아무런", "많은"))
    return exchange.Comparison(elmo, first.split(), second.split(), ("없다", "있다"))


carried = np.array([comparison(noun).carried()[1:, 1:] for noun in NOUNS])  # nouns, layers, words
ends = [[stats.interval(carried[:, j, k]) for k in range(4)] for j in range(2)]
plots.river(["아무런", "새로운", "사회적", "noun"], carried.mean(axis=0), ends)

# %% [markdown] tags=["lecture"]
# **It climbs slowly, and at the noun layer 1 still carries more than half.** At 아무런 layer 1
# carries everything, which must be so, since all the rest is made from it. Three words later it
# still carries 0.63, and layer 2 has 0.13 at first, 0.24 after two words, and 0.50 only at the
# noun, when the predicate is due. In the English clause of chapter 11b layer 1 carried only 0.20 of
# the number of the subject after two words. Here it still carries 0.67.
#
# Now do it yourself. The microscope below shows two beginnings in Korean, one above the other. A
# click on a cell takes the state of this layer at this word out of one sentence and puts it into
# the other, and the bar of 없다 against 있다 moves. (It is a live page: run the cell.) Without it,
# here is what four of the clicks would carry.

# %%
WITH, WITHOUT = "우리에게는 아무런 문제가", "우리에게는 많은 문제가"
two = exchange.Comparison(elmo, WITH.split(), WITHOUT.split(), ("없다", "있다"))
for beginning in (WITH, WITHOUT):
    (odds,) = exchange.prefers(elmo, exchange.read(elmo, beginning.split()), ("없다", "있다"))
    print(f"{beginning}: log-odds of 없다 {odds:+.1f}")
for j in (1, 2):
    first, second = two.carried()[j, 2:]
    print(f"layer {j}: 아무런 carries {first:.2f}, 문제가 {second:.2f}")

# %%
Microscope(WITH, WITHOUT, mode="exchange", weigh="없다 있다", language="ko")

# %% [markdown]
# ## 5. Which 배?
# 배가 떠났다, "the ship has left"; 배가 달다, "the pear is sweet"; 배가 고프다, "I am hungry",
# since 배 is a belly too. Here it is nouns that look alike, and what decides may stand anywhere in
# the sentence. Our Korean sense-annotated corpus has 798 sentences for 26 such nouns, 14 sentences
# for each sense. The biLM reads them all, and then a sentence that is not among them:
#
# | 할아버지는 | 작은 | 배를 | 타고 | 고기를 | 잡으러 | 나갔다 |
# |---|---|---|---|---|---|---|
# | grandfather + topic | small | 배 + object | ride + and | fish + object | catch + to | went out |
#
# "Grandfather went out in a small boat to fish." Which five of the 42 other 배 are most like this
# one? As in chapter 10, the mean of the noun is subtracted before we take a cosine. In the last row
# the mean of the *form* is subtracted instead, that of all 배를, and neighbours in the form 배를
# are left out:
#
# $$\tilde h_i = h_i - \frac{1}{|\{j : f_j = f_i\}|} \sum_{j:\, f_j = f_i} h_j \tag{1}$$

# %%
corpus = corpora.senses("ko")
forms = np.array([o.tokens[o.index] for o in corpus])
nouns = np.array([o.lemma for o in corpus])
meanings = np.array([o.sense.split(".")[1] for o in corpus])
with chapter.timed("13b", "reading the corpus"):
    read = np.array(occurrence_vectors(elmo, corpus), np.float32)


def without(x, groups):
    """Equation (1): every vector minus the mean of its group."""
    moved = x.copy()
    for group in set(groups):
        moved[groups == group] -= x[groups == group].mean(axis=0)
    return moved


no_form = [without(x, forms) for x in read]


# %%
def five_nearest(asked, vectors, rows):
    """The forms and senses of the five rows that are most like the vector."""
    cosines = senses.unit(vectors[rows]) @ senses.unit(asked)
    best = rows[np.argsort(-cosines.round(5), kind="stable")[:5]]
    return [(forms[i], meanings[i]) for i in best]


def which(sentence="할아버지는 작은 배를 타고 고기를 잡으러 나갔다.", word="배를"):
    tokens = typed.words(sentence)
    k, new = typed.place(word, tokens), elmo.layers([tokens], progress=False)[0]
    noun = typed.stem(tokens[k], sorted(set(nouns)))
    rows, found = np.flatnonzero(nouns == noun), {}
    for j in range(3):
        mean = read[j, rows].mean(axis=0)
        found[f"layer {j}"] = five_nearest(new[j][k].numpy() - mean, read[j] - mean, rows)
    alike = forms == tokens[k] if tokens[k] in forms else nouns == noun
    other = rows[forms[rows] != tokens[k]]
    seen = new[2][k].numpy() - read[2, alike].mean(axis=0)
    found["layer 2, no form"] = five_nearest(seen, no_form[2], other)
    plots.which(tokens, k, found, sorted(set(meanings[rows])))


# %%
live(which, sentence="할아버지는 작은 배를 타고 고기를 잡으러 나갔다.", word="배를")

# %% [markdown]
# Read the forms first, and then the colours. In layer 0 all five are 배를, since the char-CNN sees
# letters only. Layers 1 and 2 have read the sentence, yet all of their ten neighbours are 배를 as
# well. One sentence is an anecdote. How often has the nearest of all 798 the right sense, how often
# the same form, and could the form alone be enough?

# %%
same_noun, same_form = nouns[:, None] == nouns, forms[:, None] == forms
others = same_noun & ~np.eye(len(corpus), dtype=bool)
agree = others & (meanings[:, None] == meanings)
print(f"picked blindly: right {(agree.sum(1) / others.sum(1)).mean():.1%},", end=" ")
print(f"the same form {((others & same_form).sum(1) / others.sum(1)).mean():.1%}")
for j in range(3):
    x = senses.in_space(read[j], nouns, "centred")
    nearest = np.where(others, (x @ x.T).round(5), -2).argmax(axis=1)
    right, alike = meanings[nearest] == meanings, forms[nearest] == forms
    print(f"layer {j}: right {right.mean():.1%}, the same form {alike.mean():.1%}")

# %%
is_test = np.array([o.split == "test" for o in corpus])
counts = {}
for noun, form, meaning in zip(nouns[~is_test], forms[~is_test], meanings[~is_test], strict=True):
    counts.setdefault(form, Counter())[meaning] += 1  # by its form, if training had it
    counts.setdefault((noun,), Counter())[meaning] += 1  # else by its noun
guesses = []
for noun, form in zip(nouns[is_test], forms[is_test], strict=True):
    guesses.append(counts.get(form, counts[noun,]).most_common(1)[0][0])
form_alone = np.array(guesses) == meanings[is_test]
chance = np.mean([1 / len(set(meanings[nouns == noun])) for noun in nouns])
print(f"by form {form_alone.mean():.1%}, one of the noun's senses at random {chance:.1%}")

# %% [markdown]
# The nearest mostly have the same form: a blind pick meets it in 13 % of the cases, the nearest in
# layer 2 has it in 76. But the form alone is not enough: a tagger that gives each form its most
# frequent sense, and a new form that of its noun, finds 44.4 %, one of the noun's senses at random
# 45.6.

# %% [markdown] tags=["exercise"]
# ### Exercise 13b.3: across the particle
# Difficulty 2 of 3, 15 minutes.
#
# So we subtract the form. A neighbour may still be near for a reason that hides in it, so we forbid
# the own form too: 배를 has to look among 배가, 배는 and 배에. `x` (n, dim) has a vector for each
# occurrence; `nouns` and `forms` are arrays of n names. For each occurrence return the number of
# its nearest row, by the cosine, among those of the same noun in another form, the first of equals:
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

# %% [markdown] tags=["door"]
# Across the particle, with the vectors as they are, layer 2 finds 46.4 % of the senses. The bet
# comes when everybody may prepare.


# %% tags=["known"]
def inputs(rng):
    """Two nouns that begin alike, in three forms, and a vector of zeros.

    In half of the inputs no cosine is negative.
    """
    ends = np.arange(12) % 3
    their_nouns = np.repeat(["배", "배추"], 6)
    their_forms = np.array([n + "를가도"[e] for n, e in zip(their_nouns, ends, strict=True)])
    x = rng.normal(size=(12, 3)) * rng.uniform(0.2, 5, size=(12, 1))
    x[int(rng.integers(12))] = 0
    order = rng.permutation(12)
    return np.abs(x) if rng.random() < 0.5 else x, their_nouns[order], their_forms[order]


def use(answer, x, nouns, forms):
    if any(len(set(forms[nouns == noun])) < 2 for noun in nouns):
        raise ValueError("a noun has no other form")  # no example is made as small as this
    return answer(x, nouns, forms)


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
# - ` + 1e-9` → `` :: A vector of zeros has the length 0, and 0/0 is no cosine: add 1e-9 to the
#   length.
# - `-np.inf).argmax(axis=1)` → `np.inf).argmin(axis=1)` :: This is the farthest of them: `argmax`.

# %%
across = yours_or_ours("13b.3", across)
for name, x in (("as they are", read), ("minus the form", no_form)):
    for j in (1, 2):
        found = across(x[j], nouns, forms)
        named = padded(label(name, "way"), 14)
        print(f"layer {j}, {named} {np.mean(meanings[found] == meanings):.1%}")

# %% [markdown]
# **Predict.** Place your bet. Which row is ahead: *blind*, *form alone*, *words around*, *random
# context*, *warm context*, *layer 1* or *layer 2*? Every player with vectors may now subtract the
# mean of the form or of the noun, and whiten or not (chapter 10), whatever served it best on the
# training half. All 798 sentences are scored, for *form alone* those of the test half.
#
# <details><summary>Answer</summary>
#
# *Words around*, with 53.1 %. The better layer, layer 2, has 52.6 %.
#
# </details>

# %%
players = ledger("homonyms") | {"form alone": [100 * form_alone.mean()]}
my_bet = "layer 2"
plots.bet_scores(players, "right sense across the particle, in %", my_bet)

# %%
for text, (more, low, high) in gains("homonyms", 2).items():
    print(f"layer 2 {label(text)}: {more:+.1f} ({low:.1f} to {high:.1f})")

# %% [markdown]
# **Here we cannot tell our best layer from a bag of words.** The words around are right 53.1 times
# in 100, layer 2 52.6, and a blind pick 43.9 times. Layer 2 minus the words around is −0.5 points
# (−5.8 to 4.8). The figure has layer 1 of the controls, and the list compares layer 2 with layer 2:
# ours is above that of the random weights, by 7.2 points (2.5 to 11.9), and above its own on
# shuffled sentences, by 4.9 (0.1 to 9.4); from that of the warm start we cannot tell it, either.
#
# ## 6. Endings and tags
# So far we have mostly asked what a form alone does not tell. Now a question on which the letters
# say a lot. In the Korean treebanks of Universal Dependencies a part of speech belongs to the whole
# eojeol: 배를 is a NOUN and 탔다 a VERB. In our sentences every second eojeol is new, and there the
# most frequent tag (chapter 11) is a poor guess. But a new eojeol often has an old ending. Spell it
# in jamo, with a mark `<` at its beginning, and take its longest ending $e$ that training had. With
# $\#(e)$ the count of this ending and $\#(e, a)$ its count on eojeol of tag $a$, the guess is
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
# For instance, `tags_by_ending(["배를"], ["NOUN"], ["눈을"])` is `["NOUN"]`.
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

# %% [markdown] tags=["door"]
# Your list of endings, with no network behind it, finds 83.9 % of the tags, where the most
# frequent tag has 72.9.

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


def other_jamo(word):
    from unicodedata import normalize

    return normalize("NFD", word)


three = ["배를", "탔다", "먹었다"], ["NOUN", "VERB", "VERB"]
cases = [(*three, ["눈을", "갔다", "배를", "ㅋ"])]
cases += [(["정말", "정말", "말"], ["ADV", "ADV", "NOUN"], ["말", "거짓말"])]
cases += [(["하나", "가다", "자다"], ["NOUN", "VERB", "VERB"], ["나"])]
# A tie in the one order and in the other
cases += [(["배도", "눈도"], line, ["말도"]) for line in (["VERB", "NOUN"], ["NOUN", "VERB"])]
long = ["가나다라마바", "하나다라마바"]  # ten jamo of the end alike
cases += [(long, ["NOUN", "VERB"], long[::-1])]
laughs = ["먹었다", "갔다", "탔다", "배를", "ㅋㅋ"], [*["VERB"] * 3, "NOUN", "INTJ"]
cases += [(*laughs, ["엌", "눈을"])]  # 엌 ends in a ㅋ

# %% [markdown] tags=["known"]
# Hint: Spell `"<" + jamo(word)` and try its endings from the longest to the empty one.
# Returns: a list of tags
#
# - `ending = ending[1:]` → `ending = ""` :: A new eojeol is not lost: take its longest ending that
#   training had.
# - `spelled = "<" + jamo(word)` → `spelled = "<" + word`; `ending = "<" + jamo(word)` →
#   `ending = "<" + word` :: Compare endings in jamo: 눈을 and 배를 end alike in ㅡㄹ.
# - `spelled = "<" + jamo(word)` → `spelled = jamo(word)`; `ending = "<" + jamo(word)` →
#   `ending = jamo(word)` :: Count the whole spelling as well, with its mark `<`, from i = 0: it is
#   the longest ending of an eojeol that training had, so 말 asks 말 alone and not 정말.
# - `ending = "<" + jamo(word)` → `ending = jamo(word)[-1:]` :: Take the longest ending that is
#   known, not the last letter.
# - `"<" + jamo(word)` → `"<" + other_jamo(word)` :: These are Unicode's other jamo, which know
#   their place in the syllable: the ㅋ that ends 엌 is not that of ㅋㅋ there. Spell with `jamo`.

# %% [markdown]
# **Predict.** The last bet: who is right more often on the new eojeol of our own sentences, your
# list of endings or a probe on layer 2? And on the 989 test sentences of the treebank GSD, news and
# blogs: *letters* (a linear classifier on pieces of the eojeol, no vectors) or a layer? Both are
# trained on sentences of its development part.
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
x, x_new = (layer_vectors(elmo, [line for line, _ in part]) for part in (train, test))
numbers, _, names = probes.numbered(tags, [])
for j in range(3):
    probe = probes.fit(x[j], numbers, len(names), probes.ProbeSettings(epochs=20))
    guesses[f"probe on layer {j}"] = [names[i] for i in probes.predict(probe, x_new[j])]
is_new = ~np.isin(new_words, words)
for name, given in guesses.items():
    ok = np.array(given) == np.array(gold)
    named = padded(label(name, "way"), 18)
    print(f"{named} {ok.mean():.1%}, new eojeol ({is_new.mean():.0%}) {ok[is_new].mean():.1%}")

# %%
rows = results["tags"]["rows"]
found = {"most frequent tag": values(rows, by="most frequent tag")}
found["letters"] = values(rows, by="characters")
found["char-CNN, warm"] = values(rows, model="warm start", layer=0)
for row, where in LEDGER.items():
    found[row] = values(rows, **where)
found = {name: 100 * np.array(seeds) for name, seeds in found.items() if seeds}
for name, right in found.items():
    print(f"{padded(label(name, 'way'), 18)} {right.mean():.1f}")

# %% [markdown]
# **On GSD the letters find nearly as many tags as the layers.** They find 89.1 % of the tags, and
# layer 2 finds 90.5. On our own sentences your list of endings, without any network, has 83.9 %
# where the most frequent tag has 72.9, and the whole gain is on new eojeol, 71.9 % instead of 50.1.
# There the probe on layer 2 has 88.7. Layer 0 has 89.5 % on GSD already, so layer 2 has 1.0 point
# more than what the char-CNN spells. On the English treebank of chapter 11 layer 1 had 5.1 points
# more than layer 0.
#
# So the answer to our question has three parts. On GSD the letters tell most parts of speech, and a
# layer has little to add. On the forms of section 2 the layers are right more often than any other
# player, and after our three words that want a negation the trained model expects 없다 more, while
# the untrained networks hardly do. On nouns such as 배 we cannot tell our best layer from a bag of
# words.
#
# ### Open experiment
# Write ten sentences with 눈 in which only the *predicate* decides (눈이 아프다 "my eye hurts",
# 눈이 온다 "it snows"), and ten in which only an eojeol far away does. Predict first how many
# of each ten a layer gets right, and then ask `which`. Does it help to move the deciding eojeol
# next to 눈?

# %% [markdown] tags=["exercise", "build"]
# ### Exercise 13b.5: a longer build, the best tagger without a network
# Difficulty 3 of 3, 50 minutes.
#
# This one is optional, and it has no recipe. How far do letters go on our sentences?
# `tagger(sentences, tags, new)` gets sentences, which are lists of eojeol, with a tag for each
# eojeol, and new sentences without tags. Return a list of tags for each new sentence. What you
# use is your choice, as long as it is no neural network: counts and the linear classifiers of
# scikit-learn are allowed, ELMo, the modules of `torch.nn` and the multilayer perceptrons of
# `sklearn.neural_network` are not.
#
# `halves(0)` is your practice: half of our sentences with their tags, the other half, and its
# tags. The check draws the halves anew and gives the tags other names. The baseline is your list
# of endings from exercise 13b.4, which is right in 85.1 % there. Reach 86.5 %, in less than 30
# seconds. Ours reaches 87.4.
#
# <details><summary>Hint 1</summary>
#
# The longest ending decides alone, even if it was seen once. What do the shorter ones say?
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# An eojeol that is no sentence of its own has neighbours, and they have endings, too.
#
# </details>

# %% tags=["setup", "build"]
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression


def halves(seed):
    """Sentences and their tags, other sentences, and their tags; every tag has a new name."""
    rng, found = np.random.default_rng(seed), []
    for part in ("train", "dev", "test"):
        found += corpora.our_tagged(part, "ko")
    tags = sorted({tag for _, line in found for tag in line})
    names = dict(zip(tags, (f"tag {k}" for k in rng.permutation(100)), strict=False))
    found = [found[k] for k in rng.permutation(len(found))]
    sentences = [list(words) for words, _ in found]
    named = [[names[tag] for tag in line] for _, line in found]
    half = len(found) // 2
    return sentences[:half], named[:half], sentences[half:], named[half:]


def by_endings(sentences, tags, new):
    """The baseline: exercise 13b.4, sentence by sentence."""
    words, their_tags = sum(sentences, []), sum(tags, [])
    found = iter(tags_by_ending(words, their_tags, sum(new, [])))
    return [[next(found) for _ in words] for words in new]

# %% tags=["build"]
known, known_tags, new, gold_tags = halves(0)
answered = sum(by_endings(known, known_tags, new), [])
print(f"longest ending: {np.mean(np.array(answered) == sum(gold_tags, [])):.1%} of the other half")

# %% tags=["exercise", "build"]
def tagger(sentences, tags, new):
    """A list of tags for each new sentence, without a network."""
    # begin solution
    def features(words, k):
        found = {f"word {words[k]}": 1}
        for place in (-1, 0, 1):
            at = k + place
            spelled = "<" + jamo(words[at]) if 0 <= at < len(words) else "#"
            for length in range(1, 7 if place == 0 else 4):
                found[f"{place} {spelled[-length:]}"] = 1
        return found

    rows = [features(words, k) for words in sentences for k in range(len(words))]
    table = DictVectorizer()
    model = LogisticRegression(C=1, max_iter=60).fit(table.fit_transform(rows), sum(tags, []))
    asked = [features(words, k) for words in new for k in range(len(words))]
    found = iter(model.predict(table.transform(asked)))
    return [[next(found) for _ in words] for words in new]
    # end solution

# %% tags=["check", "build"]
check("13b.5", tagger)

# %% tags=["known"]
from unittest.mock import patch

from sklearn.neural_network._multilayer_perceptron import BaseMultilayerPerceptron

at_least, at_best, trials, seconds = 86.5, 96, 1, 30


def inputs(rng):
    return ()


def use(answer):
    """The share of tags that are right; a module of PyTorch that is called is a network."""
    sentences, tags, new, gold = halves(20)
    called = []

    def perceptron(*given, **named):
        called.append(1)
        raise RuntimeError("a network")

    hook = torch.nn.modules.module.register_module_forward_pre_hook(lambda *_: called.append(1))
    try:
        with patch.object(BaseMultilayerPerceptron, "_fit", perceptron):
            found = answer(sentences, tags, new)
    except RuntimeError:
        if not called:
            raise
    finally:
        hook.remove()
    if called:
        return "a network"
    if found is None:
        return None
    if not isinstance(found, (list, tuple)) or list(map(np.size, found)) != list(map(len, gold)):
        return "no tag for each eojeol"
    right = [str(a) == b for mine, line in zip(found, gold, strict=True)
             for a, b in zip(mine, line, strict=True)]  # fmt: skip
    return 100 * float(np.mean(right))

# %% [markdown] tags=["known"]
# Hint: The baseline, the longest ending, reaches 85.1 here. Let more than one ending have a say,
#   and look at the neighbours of the eojeol.
# Returns: a list of tags for each sentence of `new`
#
# - `[]` :: Return a list of tags for each sentence of `new`, one tag for each eojeol.
# - `torch.nn.Linear(1, 1)(torch.zeros(1, 1))` :: Your tagger uses a network: ELMo, a module of
#   `torch.nn` or a multilayer perceptron of scikit-learn. How far do you get
#   without one?

# %% [markdown]
# ## What you can now do
# - ask a Korean biLM for the meaning of a form in your own sentence,
# - read a layer's score beside everybody who has read less,
# - find out which neighbour moves a form most, with pairs that differ in one thing,
# - show what a word waits for, beside a word that waits for nothing, and what each layer carries,
# - tag new eojeol without a network, and know when a probe has found more.
#
# ## One honest limit
# Our homonyms are nouns, in sentences that we wrote, and their forms did not help a tagger. In a
# newspaper they may, and less context may be enough. The makers of the ambiguity data say that
# errors may remain. A biLM that has read more may also know which 배 is meant.
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
#    - [ ] particles never say anything about senses :: this is one corpus, and another may be
#      written otherwise
#    - [x] if a layer knows these senses, it has them from the rest of the sentence :: by the form
#      alone the tagger was no better than a blind pick
#    - [ ] the corpus is too small :: the size does not follow from 44 %
# 2. With 아무런 instead of 많은 the log-odds of a negation are higher by 2.9 before 설명도 필요
#    있는, and by 0.9 before 설명도 필요 없는; with 다른 they are higher by 1.2 and 0.4. What does
#    that show?
#    - [ ] the model notices that 아무런 has been answered :: 다른, which asks for nothing, has
#      lost nearly as much of its 1.2
#    - [x] with 없는 both words count less, the one that wants a *no* and the one that does not ::
#      about a third is left of both
#    - [ ] it has forgotten 아무런, since that is four words ago :: with 필요 있는, which is as
#      long, 2.9 are left
# 3. In section 2 random weights find the right analysis of a form more often than a blind pick.
#    What do they know?
#    - [ ] Korean grammar :: they have learned from no sentence
#    - [x] nothing of Korean; but their vectors change with the words around the form, and that
#      alone helps :: that is why a layer has to beat them and not only the blind pick
#    - [ ] the spelling of the form :: it is the same in all sentences of the form
