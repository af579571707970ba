# %% [markdown]
# # 00 Start here
#
# Give a poor translator 배가 아프다, "my belly hurts", and your ship hurts. The Korean word 배 is a
# belly, a ship and a pear. English is no better: in *My watch was a birthday gift* there is a watch
# that nobody watches and a gift that is no talent. You did not even notice, because you read the
# whole sentence. A computer that keeps one list of numbers for each word cannot.
#
# In this course we build a model that reads the sentence first and gives a word new numbers every
# time. It is called **ELMo** (*Embeddings from Language Models*, 2018), which is also the name of
# a red puppet in Sesame Street, and several of its heirs took their names from there as well: BERT,
# ERNIE, Big Bird. On the way from counting words to ELMo you build every idea it is made of, on
# your laptop.
#
# **What will we build, and does everything work on this computer?**
#
# You will be able to
# - **show** what each layer of a network makes of each word of your sentence,
# - **judge** whether such a vector knows anything, beside what it must beat,
# - **write** a first function, and have it checked.
#
# You need Python, a little NumPy and PyTorch, and an idea of probabilities, vectors and
# derivatives, but nothing of language models. Run the cells with Shift + Enter. The next one, the
# doctor of the course, checks whether this computer has everything.

# %%
from notebooks.course import doctor

doctor.self_test()

# %% tags=["setup"]
from collections import Counter

import numpy as np
from matplotlib import pyplot as plt
from sklearn.decomposition import PCA

from elmo_lite import corpora, senses, static_vectors
from elmo_lite.controls import with_random_weights
from elmo_lite.elmo import Elmo
from elmo_lite.reading.cache import occurrence_vectors
from elmo_lite.text import tokenize
from notebooks.course.check import check, yours_or_ours
from notebooks.course.live import live
from notebooks.course.microscope import Microscope
from notebooks.course.plots import ch00 as plots
from notebooks.course.plots import common, families

# %% [markdown]
# ## 1. Look inside
# Here is a small ELMo, with the weights that we trained for the course. It reads your sentence
# while you type. Each row is a layer of the network, each cell a word in this layer, and the cell
# says what the network expects to come **next**.
#
# **Predict.** It has read "The boys who play in the park". Will it expect *is* or *are*?

# %%
Microscope("The boys who play in the park are happy.", word="park", weigh="are is")

# %% [markdown]
# *Are*, with a probability of 0.60. Its neighbour *park* is one park, and the boys stand six words
# back. Layer 0, in the lowest row, sees nothing but the letters of *park*, and the best that it can
# think of is *visit*. So somewhere between the layers the sentence came in. Did the network really
# look at the boys? Take away one letter:

# %%
Microscope("The boy who play in the park are happy.", word="park", weigh="are is")

# %% [markdown]
# Now *is* comes first, with 0.50. Nobody told the network what a plural is. It was trained to guess
# words, on 55 million words of text, and in order to guess well it had to find out.
#
# **Try it.** Type a sentence of your own into the box (it needs a running kernel), then choose
# *Part of speech* or *Sense* above the grid. With *right, right* below the box you see a word that
# means two things in one sentence. Then switch to **random weights**, a network of the same build
# that has never read anything: this switch is the conscience of the course.
#
# ## 2. One word, two vectors
# What moves through these layers are lists of numbers. The one that stands for a word is its
# **vector** (벡터), and a **contextual vector** (문맥을 반영한 벡터) belongs to one word in one
# sentence. The network is called a **biLM** (양방향 언어 모델, bidirectional language model), since
# it predicts every word twice: once from the words on its left, once from those on its right.
# Type another sentence, and another word of it.

# %%
elmo = Elmo.load("en")


def picture(sentence="My watch was a birthday gift.", word="gift"):
    words = tokenize(sentence)
    layers = elmo.layers([words], progress=False)[0]
    plots.elmo_picture([layers[j] for j in range(3)], words, words.index(word))


live(picture, sentence="My watch was a birthday gift.", word="gift")

# %% [markdown]
# This is all of ELMo, and you will have built each piece by chapter 09. Letters become a vector
# (07), two readers pass over the sentence, one from each side (08), and the three vectors of a word
# are mixed into one (09). Only the first six numbers of each vector are drawn; there are 384.
#
# Does a word get another vector in another sentence? We ask for a *gift* on a birthday and a *gift*
# for music, and compare them with the **cosine**: 1 if two vectors point the same way, 0 if they
# have nothing in common (chapter 03 computes it by hand). A **static** vector (02 to 06) belongs to
# the word, so the present and the talent have to share it.
#
# **Predict.** A network with **random weights** has never read a sentence. Does it give the two
# gifts the same vector?
#
# <details><summary>Answer</summary>
#
# No. It mixes the neighbouring words into the vector, badly, and the neighbours are different.
#
# </details>

# %%
models = {"random weights": with_random_weights(elmo, seed=0), "trained": elmo}
table = static_vectors.load()
present = "My watch was a birthday gift .".split()
talent = "He has a gift for music .".split()

print(f"static: {table.cosine_similarities(table['gift'], [table['gift']])[0]:.2f}")
for name, model in models.items():
    first, second = model.layers([present, talent], progress=False)
    a, b = first[2][present.index("gift")], second[2][talent.index("gift")]
    print(f"{name}: {senses.unit(a.numpy()) @ senses.unit(b.numpy()):.2f}")

# %% [markdown]
# The trained network has two vectors for the two gifts, with a cosine of 0.82. But the network that
# has never read anything has two vectors as well, with 0.96. So it proves nothing yet that they
# differ. The question is whether they differ in the right way.
#
# ## 3. Does it know which one?
# We ask for company. The course has a corpus of 1,722 sentences, written for it, in which one word
# is marked with its sense: 47 words, 14 sentences for each sense. If a vector knows what the word
# means, its nearest neighbour among them should mean the same. Your first exercise finds it.

# %% [markdown] tags=["exercise"]
# ### Exercise 0.1: what does the nearest one mean?
# Difficulty 1 of 3, 5 minutes.
#
# `cosines` says how similar our word is to each of its occurrences in the corpus, `labels` lists
# their senses. Return the sense of the most similar one. Replace the line `raise ...` by your own
# code, then run the check. The rest of the chapter runs on your function, or on ours if you leave
# it open.
#
# <details><summary>Hint 1</summary>
#
# `np.argmax(cosines)` is the position of the largest number.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `labels[3]` is the sense at position 3.
#
# </details>


# %% tags=["exercise"]
def nearest_sense(cosines, labels):
    """(n,) cosines and n names -> the name where the cosine is largest."""
    # begin solution
    return labels[np.argmax(cosines)]
    # end solution


# %% tags=["check"]
check("0.1", nearest_sense)

# %% tags=["known"]
def inputs(rng):
    """Some negative cosines as well, all smaller than 1."""
    return rng.uniform(-0.9, 0.9, 7), rng.choice(["river", "money", "sofa"], 7).tolist()


cases = [(np.array([0.1, 0.6, -0.8]), ["money", "river", "sofa"])]

# %% [markdown] tags=["known"]
# Hint: Return the entry of `labels` at the position of the largest cosine.
# Returns: the name of a sense
#
# - `labels[np.argmax(cosines)]` → `int(np.argmax(cosines))` :: This is the position of the largest
#   cosine. Return the name at this position.
# - `labels[np.argmax(cosines)]` → `float(np.max(cosines))` :: This is the largest cosine. Find its
#   position with `np.argmax`.
# - `np.argmax` → `np.argmin` :: This is the least similar one: the most similar has the largest
#   cosine.
# - `np.argmax(cosines)` → `np.argmax(np.abs(cosines))` :: Leave out the absolute value: a cosine of
#   -0.8 is far from similar.
# - `max(sorted(set(labels)), key=labels.count)` :: This is the most frequent sense. Use the
#   cosines.

# %%
nearest_sense = yours_or_ours("0.1", nearest_sense)
corpus = corpora.senses("en")
labels, rows = [o.sense for o in corpus], senses.by_lemma(corpus)
read = {name: np.float32(occurrence_vectors(model, corpus)[2]) for name, model in models.items()}


def ask(sentence="My watch was a birthday gift .", word="gift"):
    """Print the sense of the nearest neighbour of a word, and the three nearest."""
    tokens = sentence.split()
    for name, model in models.items():
        vector = model.layers([tokens], progress=False)[0][2][tokens.index(word)].numpy()
        known = read[name][rows[word]]
        mean = known.mean(axis=0)  # what all of them share
        cosines = senses.centred(known, mean) @ senses.centred(vector, mean)
        print(f"{name}: {nearest_sense(cosines, [labels[i] for i in rows[word]])}")
        for i in np.argsort(-cosines)[:3]:
            print(f"    {cosines[i]:.2f} {' '.join(corpus[rows[word][i]].tokens)}")


live(ask, sentence="My watch was a birthday gift .", word=["gift", "watch"])

# %% [markdown]
# The trained network takes our gift for a present: nearest is the *lovely gift*, though two talents
# follow. With random weights it is a talent, because its nearest neighbour is Lena, who has a gift
# for languages.
#
# **Try it.** Write a sentence of your own with *gift* or *watch* (a space before the full stop),
# and find one that fools the trained network.
#
# ### All watches and all gifts
# One sentence proves little. Now each of the 28 watches and 28 gifts asks the other 27.
#
# **Predict.** A blind guess gets half of them. How many find their sense, trained?
#
# <details><summary>Answer</summary>
#
# 27 of the watches, but only 18 of the gifts.
#
# </details>


# %%
def right_senses(vectors):
    """For each marked word: does its nearest neighbour have the same sense?"""
    right = np.zeros(len(corpus))
    for here in rows.values():
        directions = senses.centred(vectors[here])
        cosines = directions @ directions.T
        np.fill_diagonal(cosines, -1)  # not itself
        names = [labels[i] for i in here]
        for i, row in zip(here, cosines, strict=True):
            right[i] = nearest_sense(row, names) == labels[i]
    return right


right = {name: right_senses(vectors) for name, vectors in read.items()}

# %%
drawn = [("watch", "random weights"), ("watch", "trained"), ("gift", "trained")]
fig, axs = plt.subplots(1, 3, figsize=(12, 3.9))
for ax, (word, name) in zip(axs, drawn, strict=True):
    here = rows[word]
    xy = PCA(2).fit_transform(senses.centred(read[name][here]))
    hits = f"{right[name][here].sum():.0f} of {len(here)}"
    plots.sense_map(xy, [labels[i] for i in here], f"{word}, {name}: {hits}", ax)

# %%
others = [right["random weights"]]
for seed in range(1, 5):
    random = with_random_weights(elmo, seed)
    others.append(right_senses(np.float32(occurrence_vectors(random, corpus)[2])))
for word in ("watch", "gift"):
    found = [int(one[rows[word]].sum()) for one in others]
    print(f"{word}: trained {right['trained'][rows[word]].sum():.0f}, random weights {found}")

# %% [markdown]
# All but one of the 28 watches find their sense, and the map has the clocks on one side and the
# looks on the other (it is made by PCA, chapter 06b). Five networks with random weights get 16 to
# 21. For *gift* the training was worth nothing: 18 of 28 are right, and random weights get as many.
#
# Why so different? One watch is a verb and the other a noun, while both gifts are nouns. Whoever
# has to predict the next word needs the grammar at every step, and the topic only now and then. If
# this guess is right, it must hold for all 47 words.
#
# ### All 47 words
# Every number of this course stands beside what it has to beat, in the same words everywhere.
# *Blind* picks any other occurrence and is right in 36.5 % of the cases, since most of the words
# have three senses. *A row a word* is the best that one vector for each written form could do.
# *Words around* is the mean of the static vectors of the other words, without order, the 200 most
# frequent words left out. *Random context* is our network with random weights.

# %%
forms = {}
for o in corpus:
    forms.setdefault((o.lemma, o.tokens[o.index]), Counter())[o.sense] += 1
best_table = sum(max(counts.values()) for counts in forms.values()) / len(corpus)
alike = []
for i, o in enumerate(corpus):
    same = sum(labels[k] == labels[i] for k in rows[o.lemma]) - 1  # not itself
    alike.append(same / (len(rows[o.lemma]) - 1))

# %%
right["words around"] = right_senses(senses.mean_of_words_around(corpus, table, cut=200))
scores = {"blind": [100 * np.mean(alike)], "a row a word": [100 * best_table]}
scores["words around"] = [100 * right["words around"].mean()]
scores["random context"] = [100 * one.mean() for one in others]
scores["layer 2"] = [100 * right["trained"].mean()]
families.scores(scores, "% of 1,722 marked words that find their sense")

# %%
pos = {word: set() for word in rows}
for sense in corpora.sense_inventory("en"):
    pos[sense.lemma].add(sense.pos)
ways = {"random context": np.mean(others, axis=0), "words around": right["words around"]}
ways["layer 2"] = right["trained"]
for title, mixed in (("like watch", True), ("like gift", False)):
    words = [word for word in rows if (len(pos[word]) > 1) == mixed]
    here = np.concatenate([rows[word] for word in words])
    shares = {way: f"{100 * found[here].mean():.0f} %" for way, found in ways.items()}
    print(f"{len(words)} words {title}:", shares)

# %% [markdown]
# The trained network finds the sense in 71.5 % of the sentences. The same network with random
# weights gets 49, although it sees the same words, and no table that is asked for the word alone
# gets past 54; chapter 06b calls this the wall. This is why the course exists: a network that reads
# the sentence knows things that no list of words can hold.
#
# The guess holds as well, and it has a price. For the 25 words like *watch*, whose senses differ in
# their part of speech, the network is right in 79 % of the cases and the words around in 63 %. For
# the 22 words like *gift* it is the other way round, 62 to 67 %: which words stand around says more
# about a present than our network has learned to hear. Its next word needs grammar first. Chapter
# 10 asks again with more care, and chapter 11 which layer knows what.
#
# ### Open experiment
# Everything above comes from layer 2. Write `[0]` for `[2]` three times, in the line that fills
# `read`, in `ask` just below it, and in the cell that fills `others`, and you get layer 0, which
# has seen the letters of the marked word and nothing else. Predict first: how many watches will
# find their sense, and which of the 1,722 sentences can such a vector still get right? Then run all
# cells from there, and explain.
#
# ## 4. Why learn this today
# Large language models are trained as ours was: they predict words. They are still judged by the
# perplexity of chapter 01, still begin with a table of embeddings as in chapters 02 to 06, and give
# a word a vector of its own in each layer. BERT came a few months after ELMo, with attention in
# place of the LSTM. To find out what such a model has learned, one asks as in chapters 10 and 11,
# with probes and controls. ELMo has all of these ideas except attention, and is small enough to be
# built whole.

# %%
common.course_map("00")

# %% [markdown] tags=["contents"]
# ## 5. The way there
# - **Counting.** Counts predict well, but share nothing between similar words.
# - **Static vectors.** Words in similar company get similar vectors. But *gift* has only one.
# - **Characters and context.** Read letters, then the sentence from both sides. This is ELMo.
# - **What the layers know.** Do the vectors follow the meaning, or the grammar?
# - **At work.** Does it help with a task? Is our small model the same machine as the published one?
#
# One notebook is one session of 60 to 90 minutes.

# %% [markdown]
# **Alone.** Run a chapter cell by cell. Where it says **Predict**, decide before you go on, since a
# guess that turned out wrong stays in the mind. "Run All" never stops at an open exercise, and the
# solutions are linked below each title. `python course.py progress` lists what you have solved.
#
# **In a lecture.** The notebooks are saved with their figures and can be shown without running
# anything; [the lecturer's page](../docs/lecturing.md) has paths through the course, questions for
# the board, wrong answers to expect, and exam questions. `python course.py explore` opens the
# microscope without a notebook.
#
# **To look things up.** [The glossary](../docs/glossary.md) has every term in English and Korean,
# and the letters that mean the same in the whole course.
# [One page](../docs/architecture.md) shows how the package behind the chapters is built, and
# [another](../docs/setup.md) what to do when something is missing, or in Colab and Codespaces.
#
# In figures of vectors, colours have a meaning, and the line styles say the same in grey print:

# %%
plots.colour_key()

# %% [markdown]
# ## What you can now do
# - open a network, type a sentence, and read what each layer makes of it,
# - say why two different vectors prove nothing yet, and what has to stand beside a number,
# - write a function, have it checked, and let a chapter run on it.
#
# ## One honest limit
# The 1,722 sentences were written for this course, so that each sense is clear and equally
# frequent. In a newspaper neither is the case; chapter 10b measures what remains.
#
# ## Sources
# - Matthew Peters and others:
#   [Deep contextualized word representations](https://arxiv.org/abs/1802.05365), 2018.
# - *ELMO (Embeddings from Language Model)*, slides of a Korean lecture, with the two gifts.
#   [The lecturer's page](../docs/lecturing.md) lists all lectures behind the course.
#
# ## Where next
# In [chapter 01](01_ngram_language_models.ipynb) we forget vectors and begin with the plainest
# idea, counting which word follows which.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. The vectors of *gift* differ in two sentences. What does it prove?
#    - [ ] that the model knows two meanings of *gift* :: random weights gave two vectors as well
#    - [x] only that the vector depends on the sentence :: any mixing of neighbours does that
#    - [ ] that the model was trained :: the untrained network differed too
# 2. Why is *watch* so much easier than *gift*?
#    - [x] one watch is a verb and the other a noun :: the words beside it give the grammar away
#    - [ ] *watch* has more sentences in the corpus :: both have 28
#    - [ ] the letters of *watch* say more :: they are the same for the clock and the look
# 3. You left an exercise open and choose "Run All". What happens?
#    - [ ] the notebook stops at the exercise :: only your function stops, and its check knows why
#    - [ ] the check counts it as wrong :: a wrong answer is "not yet"; an open one is not judged
#    - [x] everything runs, on the course's own function :: `yours_or_ours` sees to it
