# %% [markdown] tags=["lecture"]
# # 00 Start here
#
# Give a poor translator 배가 아프다, "my belly hurts", and your ship hurts. The Korean word 배 is a
# belly, a ship and a pear. English is no better: in *My watch was a birthday gift* there is a watch
# that nobody watches and a gift that is no talent. You did not even notice: you read the whole
# sentence. A computer that keeps one list of numbers for each word has the same list for a birthday
# gift and for a gift for music.
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
# - **write** a first function, which gives the chapter its numbers, and have it checked.
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

from elmo_lite import corpora, senses, static_vectors, stats
from elmo_lite.controls import with_random_weights
from elmo_lite.elmo import Elmo
from elmo_lite.tools.cache import occurrence_vectors
from notebooks.course import typed
from notebooks.course.check import check, yours_or_ours
from notebooks.course.language import label
from notebooks.course.live import live
from notebooks.course.microscope import Microscope
from notebooks.course.plots import ch00 as plots
from notebooks.course.plots import common, families, still

# %% [markdown] tags=["lecture"]
# ## 1. Look inside
# Here is a small ELMo, with the weights that we trained for the course. It reads your sentence
# while you type. Above each word stands what the last layer of the network expects to come
# **next**, having read the sentence from the left up to this word.
#
# **Predict.** It has read "The boys who play in the park". Will it expect *is* or *are*?


# %% tags=["lecture"]
def expect(sentence="The boys who play in the park are happy."):
    still.grid(sentence, lower=False)


live(expect, sentence="The boys who play in the park are happy.")

# %% [markdown] tags=["lecture"]
# *Are*, with a probability of 0.60. Its neighbour *park* is one park, and the boys stand six words
# back. Did the network really look at the boys? Take away one letter:

# %% tags=["lecture"]
expect("The boy who play in the park are happy.")

# %% [markdown] tags=["lecture"]
# Now *is* comes first, with 0.50. Nobody told the network what a plural is. It was trained to guess
# words, on 50 million words of text.
#
# Where does the sentence come in? The network has three layers, and the microscope of the course
# shows all of them. Only layer 2 was trained to name the next word. The rows below it are asked
# with the same output, as if they were the last one.

# %% tags=["lecture"]
Microscope("The boys who play in the park are happy.", word="park", weigh="are is", lower=True)

# %% [markdown] tags=["lecture"]
# In the lowest row most cells name the word itself first. Layer 0 sees nothing but the letters of
# the word. At *park* the best that it can think of is *visit*. The sentence comes in above.
#
# **Try it.** Type a sentence of your own into the box (it needs a running kernel), then choose
# *Part of speech* or *Sense* above the grid. With *right, right* below the box you see a word that
# means two things in one sentence. Then switch to **random weights**, a network of the same build
# that has never read anything. From section 2 on it stands beside the trained one.
#
# ## 2. One word, two vectors
# What moves through these layers are lists of numbers. The one that stands for a word is its
# **vector** (벡터), and a **contextual vector** (문맥을 반영한 벡터) belongs to one word in one
# sentence. The network is called a **biLM** (양방향 언어 모델, bidirectional language model), since
# it predicts every word twice: once from the words on its left, once from those on its right.
# Type another sentence, and another word of it.

# %% tags=["lecture"]
elmo = Elmo.load("en")


def picture(sentence="My watch was a birthday gift.", word="gift"):
    words = typed.english(sentence)
    h = elmo.layers([words], progress=False)[0]
    plots.elmo_picture(h.token, h.forward, h.backward, words, typed.place(word, words))


live(picture, sentence="My watch was a birthday gift.", word="gift")

# %% [markdown] tags=["lecture"]
# This is all of ELMo, and you will have built each piece by chapter 09. Letters become a vector
# (07). Two stacks of two layers pass over the sentence, one from each side, and neither sees what
# the other has read (08 shows why). Only on the right do they meet: there the vectors of one word
# are put side by side and mixed into one (09). Of each half only the first six numbers are drawn;
# there are 192.
#
# Does a word get another vector in another sentence? We ask for a *gift* on a birthday and a *gift*
# for music, and compare them with the **cosine**: 1 if two vectors point the same way, 0 if they
# are at right angles (chapter 03 computes it by hand). A **static** vector (02 to 06) belongs to
# the word, so the present and the talent have to share it.
#
# **Predict.** A network with **random weights** has never read a sentence. Does it give the two
# gifts the same vector?
#
# <details><summary>Answer</summary>
#
# No. It mixes the neighbouring words into the vector, and the neighbours are different.
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

# %% [markdown] tags=["lecture"]
# The trained network has two vectors for the two gifts, with a cosine of 0.82. But the network that
# has never read anything has two vectors as well, with 0.96. So it proves nothing yet that they
# differ. The question is whether they differ in the right way.
#
# ## 3. Does it know which one?
# We ask for company. The course has a corpus of 1,722 sentences, written for it, in which one word
# is marked with its sense: 47 words, 14 sentences for each sense. If a vector knows what the word
# means, its nearest neighbour among them should mean the same. Your first exercise counts how often
# it does.

# %% [markdown] tags=["exercise", "lecture"]
# ### Exercise 0.1: does the nearest one mean the same?
# Difficulty 1 of 3, 10 minutes.
#
# Every occurrence of a word looks for the *other* occurrence that is most similar to it.
# `cosines` is a square array: `cosines[i, k]` says how similar occurrence i is to occurrence k.
# `labels` lists their senses. Return an array (or a list) of n values, True where the most similar
# other occurrence has the same sense as occurrence i, and leave `cosines` as it is. By hand: with
# the labels *money, money, river* and the rows (1, 0.8, 0.1), (0.8, 1, 0.3), (0.1, 0.3, 1) it is
# True, True, False.
#
# Replace the line `raise ...` by your own code, then run the check. The rest of the chapter runs on
# your function, or on ours if you leave it open.
#
# <details><summary>Hint 1</summary>
#
# Which occurrence is always the most similar one? It may not answer, not even if another one is
# exactly as similar.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Cosines can be negative, and all of a row may be, apart from one. Test your function on
# `np.array([[1, -0.5], [-0.5, 1]])` with two labels that differ, and with two that do not.
#
# </details>


# %% tags=["exercise"]
def found_by_neighbour(cosines, labels):
    """(n, n) cosines and n names -> n times whether the nearest other one has the same name."""
    # begin solution
    others = cosines - 4 * np.eye(len(labels))  # itself is now the farthest
    nearest = others.argmax(axis=1)
    return np.array(labels)[nearest] == np.array(labels)
    # end solution


# %% tags=["check"]
check("0.1", found_by_neighbour)

# %% [markdown] tags=["door"]
# From here on your function judges every word of the corpus. Of the 28 watches, 27 will find their
# sense with it.


# %% tags=["known"]
def inputs(rng):
    """Cosines of vectors in a few dimensions, so that many are negative; some vectors twice."""
    n = int(rng.integers(2, 9))
    vectors = rng.normal(size=(n, 3))
    vectors[-1] = vectors[0]
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = (vectors @ vectors.T).round(6)
    while True:
        labels = rng.choice(["river", "money"], n).tolist()
        if not undecided(cosines, labels):
            return cosines, labels


def undecided(cosines, labels):
    """Whether there is no other occurrence, or several are nearest and differ in their senses."""
    if len(labels) < 2:
        return True
    others = cosines - 4 * np.eye(len(labels))
    nearest = others == others.max(axis=1, keepdims=True)
    return any(len(set(np.array(labels)[row])) > 1 for row in nearest)


def use(answer, cosines, labels):
    """In an example, too, there is one right answer."""
    if undecided(cosines, labels):
        raise ValueError("no occurrence is the nearest")
    return answer(cosines, labels)


cases = [
    (np.array([[1, 0.8, 0.1], [0.8, 1, 0.3], [0.1, 0.3, 1]]), ["money", "money", "river"]),
    (np.array([[1, -0.5], [-0.5, 1]]), ["money", "money"]),
    (np.array([[1, -0.5, -0.2], [-0.5, 1, -0.9], [-0.2, -0.9, 1]]), ["river", "money", "money"]),
    (np.array([[1.0, 1.0], [1.0, 1.0]]), ["river", "money"]),
    (np.array([[1.0, -1.0], [-1.0, 1.0]]), ["river", "money"]),
]

# %% [markdown] tags=["known"]
# Hint: For each row take the position of the largest cosine, its own left out, and compare the
#   labels of the two.
# Returns: n times True or False
#
# - `cosines - 4 * np.eye(len(labels))` → `cosines` :: An occurrence has found itself:
#   leave it out.
# - `cosines - 4 * np.eye(len(labels))` → `cosines - np.eye(len(labels))` :: An occurrence still
#   finds itself where all others have negative cosines: 0 is not small enough.
# - `others.argmax(axis=1)` → `cosines.argsort(axis=1)[:, -2]` :: The second largest is not always
#   another one: where two occurrences are exactly alike it may be the word itself.
# - `others.argmax(axis=1)` → `cosines.argmin(axis=1)` :: This is the least similar one: the most
#   similar has the largest cosine.
# - `others.argmax(axis=1)` → `(abs(cosines) - 4 * np.eye(len(labels))).argmax(axis=1)` :: Leave out
#   the absolute value: a cosine of -0.8 is far from similar.
# - `others.argmax(axis=1)` → `(-cosines).argsort(axis=1)[:, 1]` :: The second largest is not
#   always another one: where two occurrences are exactly alike it may be the word itself.
# - `cosines - 4 * np.eye(len(labels))` → `np.where(cosines > 0.999, -4, cosines)` :: Leave an
#   occurrence out by its position, not by its cosine of 1: another one may be exactly as similar.
# - `return np.array(labels)[nearest] == np.array(labels)` → `return nearest` :: These are
#   positions of the most similar ones: compare the labels there.
# - `cosines - 4 * np.eye(len(labels))` → `np.where(np.eye(len(labels)) > 0, -1, cosines)` :: An
#   occurrence still finds itself where the cosine with the other one is -1: that is as small as a
#   cosine gets, so begin below it.

# %% tags=["lecture"]
found_by_neighbour = yours_or_ours("0.1", found_by_neighbour)
corpus = corpora.senses("en")
labels, rows = [o.sense for o in corpus], senses.by_lemma(corpus)
layers = {name: np.float32(occurrence_vectors(model, corpus)) for name, model in models.items()}
read = {name: found[2] for name, found in layers.items()}  # layer 2


def ask(sentence="My watch was a birthday gift.", word="gift"):
    """Print the three nearest neighbours of a word in the corpus."""
    tokens = typed.english(sentence)
    at = typed.place(word, tokens)
    for name, model in models.items():
        vector = model.layers([tokens], progress=False)[0][2][at].numpy()
        known = read[name][rows[word]]
        mean = known.mean(axis=0)  # what all of them share
        cosines = senses.centred(known, mean) @ senses.centred(vector, mean)
        print(f"{name}:")
        for i in np.argsort(-cosines)[:3]:
            print(f"    {cosines[i]:.2f} {' '.join(corpus[rows[word][i]].tokens)}")


live(ask, sentence="My watch was a birthday gift.", word=["gift", "watch"])

# %% [markdown] tags=["lecture"]
# The trained network takes our gift for a present: nearest is the *lovely gift*, though two talents
# follow. With random weights it is a talent, because its nearest neighbour is Lena, who has a gift
# for languages.
#
# **Try it.** Write a sentence of your own with *gift* or *watch*, and find one that fools the
# trained network.
#
# ### All watches and all gifts
# One sentence proves little. Now each of the 28 watches and 28 gifts asks the other 27. And one
# control more: *letters alone*, which is layer 0. It gets the marked word without its sentence, so
# equal forms have equal vectors, and among these chance decides.
#
# **Predict.** Letters alone cannot tell a *watch* from a *watch*. For which of the two words will
# they still be right clearly more often than a blind guess, which is right in about half of the
# cases?
#
# <details><summary>Answer</summary>
#
# For *watch*: *watched* and *watching* are always "look", *watches* is always "clock" here. The
# ending gives the sense away.
#
# </details>


# %% tags=["lecture"]
def right_senses(vectors, groups=rows):
    """For each marked word: does its nearest neighbour in the group have the same sense?"""
    right = np.full(len(corpus), np.nan)
    for here in groups.values():
        directions = np.float64(senses.centred(vectors[here]))
        names, later = [labels[i] for i in here], np.arange(len(here))
        # of equally near ones the first answers, whatever your function does with a tie
        right[here] = found_by_neighbour(directions @ directions.T - 1e-9 * later, names)
    return right


def by_letters(groups=rows):
    """The same of layer 0, for which equal forms are equally near: the share of those that tie."""
    right = np.full(len(corpus), np.nan)
    for here in groups.values():
        directions = senses.centred(layers["trained"][0][here])
        cosines = directions @ directions.T - 9 * np.eye(len(here))  # nothing is its own neighbour
        nearest = cosines > cosines.max(axis=1, keepdims=True) - 1e-4
        names = np.array([labels[i] for i in here])
        right[here] = [np.mean(names[nearest[k]] == name) for k, name in enumerate(names)]
    return right


right = {"letters": by_letters()}
right |= {name: right_senses(vectors) for name, vectors in read.items()}

# %% tags=["lecture"]
panels = [("watch", "letters"), ("watch", "random weights"), ("watch", "trained")]
fig, axs = plt.subplots(2, 2, figsize=(8, 4.7))
drawn = {"letters": layers["trained"][0], **read}
for ax, (word, name) in zip(axs.flat, [*panels, ("gift", "trained")], strict=True):
    here = rows[word]
    xy = PCA(2).fit_transform(senses.centred(drawn[name][here]))
    hits = f"{right[name][here].sum():.0f} of {len(here)}"
    plots.sense_map(xy, [labels[i] for i in here], f"{word}, {name}: {hits}", ax)

# %%
others = [read["random weights"]]
for seed in range(1, 5):
    vectors = occurrence_vectors(with_random_weights(elmo, seed), corpus)
    others.append(np.float32(vectors[2]))
random = [right_senses(vectors) for vectors in others]
for word in ("watch", "gift"):
    found = [int(one[rows[word]].sum()) for one in random]
    trained, letters = (right[name][rows[word]].sum() for name in ("trained", "letters"))
    print(f"{word}: trained {trained:.0f}, letters {letters:.1f}, random weights {found}")
    seen = Counter((corpus[i].tokens[corpus[i].index].lower(), labels[i]) for i in rows[word])
    print("   ", *(f"{form} {label(sense)} {count}," for (form, sense), count in seen.items()))

# %% [markdown] tags=["lecture"]
# All but one of the 28 watches find their sense, and the map has the clocks on one side and the
# looks on the other (it is made by PCA, chapter 06b). But before you celebrate, look at the first
# map. Letters alone, for which equal forms lie on one spot (drawn a little apart), have found 19 of
# 28. Five networks with random weights get 16 to 21. For *gift*, whose ending says little, we see
# no gain from the training in layer 2: 18 of 28 are right, and random weights get as many.
#
# So the 27 do not yet show how much the sentence adds. To see that, letters must be made useless.
#
# ### All 47 words
# Now all words are asked, and layer 2 stands beside what it has to beat. *Blind* picks any other
# occurrence and is right in 36.5 % of the cases, since most of the words have three senses. *A row
# a word* is the best that one vector for each written form could do, capital letters aside. *Words
# around* is the mean of the static vectors of the other words, without order, the 200 most frequent
# words left out. *Letters* is layer 0, *random context* our five networks with random weights, on
# average.
#
# On the right the same question is harder: only occurrences of the same form may answer, *watch*
# for *watch* and *gifts* for *gifts* (capital letters aside), and of all forms only those that have
# two senses or more. There letters can do little but guess.

# %% tags=["lecture"]
written = {}
for i, o in enumerate(corpus):
    written.setdefault((o.lemma, o.tokens[o.index].lower()), []).append(i)
written = {form: np.array(here) for form, here in written.items()}
equal = {f: here for f, here in written.items() if len({labels[i] for i in here}) > 1}


def blind(groups):
    """How often any other occurrence of the group has the same sense."""
    shares = np.full(len(corpus), np.nan)
    for here in groups.values():
        for i in here:
            shares[i] = (sum(labels[k] == labels[i] for k in here) - 1) / (len(here) - 1)
    return shares


vectors = {"words around": [senses.mean_of_words_around(corpus, table, cut=200)]}
vectors |= {"random context": others, "layer 1": [layers["trained"][1]]}
vectors["layer 2"] = [layers["trained"][2]]
found = {}
for title, groups in {"all occurrences": rows, "equal forms only": equal}.items():
    found[title] = {"blind": [blind(groups)], "letters": [by_letters(groups)]}
    for way, several in vectors.items():
        found[title][way] = [right_senses(each, groups) for each in several]

# %% tags=["lecture"]
scores = {
    title: {way: [100 * np.nanmean(one) for one in several] for way, several in ways.items()}
    for title, ways in found.items()
}
forms = {form: max(Counter(labels[i] for i in here).values()) for form, here in written.items()}
scores["all occurrences"]["a row a word"] = [100 * sum(forms.values()) / len(corpus)]
families.scores(scores, "% of the marked words that find their sense")

# %%
for title, ways in found.items():
    asked = ~np.isnan(ways["layer 2"][0])
    lemmas = [o.lemma for o, there in zip(corpus, asked, strict=True) if there]
    pair = ([ways[way][0][asked]] for way in ("layer 2", "words around"))
    gain, low, high = (100 * x for x in stats.paired(*pair, groups=lemmas))
    print(f"{label(title)}, layer 2 minus words around: {gain:+.1f} ({low:+.1f} to {high:+.1f})")

# %% tags=["lecture"]
pos = {word: set() for word in rows}
for sense in corpora.sense_inventory("en"):
    pos[sense.lemma].add(sense.pos)
for title, mixed in (("like watch", True), ("like gift", False)):
    words = [word for word in rows if (len(pos[word]) > 1) == mixed]
    here = np.concatenate([rows[word] for word in words])
    ways = {way: np.mean(r, axis=0)[here] for way, r in found["equal forms only"].items()}
    there = ~np.isnan(ways["blind"])
    print(f"{len(words)} words {title}:", end=" ")
    print(*(f"{label(way, 'way')} {100 * one[there].mean():.0f} %," for way, one in ways.items()))
    lemmas = [corpus[i].lemma for i in here[there]]
    pair = ([ways[way][there]] for way in ("layer 2", "words around"))
    gain, low, high = (100 * x for x in stats.paired(*pair, groups=lemmas))
    print(f"    layer 2 minus words around {gain:+.0f} ({low:+.0f} to {high:+.0f})")


# %%
def beside(o):
    """(2, dim): static vectors of the words just before and just after, zeros where unknown."""
    two = np.zeros((2, table.vector_size), np.float32)
    for side, at in enumerate((o.index - 1, o.index + 1)):
        if 0 <= at < len(o.tokens) and o.tokens[at].lower() in table:
            two[side] = senses.unit(table[o.tokens[at].lower()])
    return two


both = np.array([beside(o) for o in corpus])
like_watch = np.array([len(pos[o.lemma]) > 1 for o in corpus])
by_layer_2 = found["equal forms only"]["layer 2"][0]
for way, vectors in {"side by side": both.reshape(len(both), -1), "mean": both.mean(1)}.items():
    one = right_senses(vectors, equal)
    asked = like_watch & ~np.isnan(one)
    lemmas = [corpus[i].lemma for i in np.flatnonzero(asked)]
    gain, low, high = (
        100 * x for x in stats.paired([by_layer_2[asked]], [one[asked]], groups=lemmas)
    )
    print(f"the word before and the word after, {way}: {100 * one[asked].mean():.1f} %,", end=" ")
    print(f"layer 2 minus that {gain:+.0f} ({low:+.0f} to {high:+.0f})")

# %% [markdown] tags=["lecture"]
# Among all occurrences layer 2 of the trained network finds the sense in 71.5 % of the sentences.
# With random weights, which see the same words, it is 49.2, and one row a word gets 53.5 at best;
# chapter 06b calls this the wall. Among equal forms letters fall to chance, and layer 2 keeps 69 %
# where chance has 40. The strongest control reads the sentence, too: the words around, without any
# order, are right in 65 % of all cases and in 63 % among equal forms. Layer 2 is 6 to 7 points
# ahead, with intervals that begin at 0.3 and 1.2. In which words does it lead?
#
# *watch* is a verb or a noun, both gifts are nouns. With the letters out of the game the two kinds
# still differ. For the 25 words like *watch*, whose senses are not all of one part of speech, layer
# 2 is right in 76 % of the cases and the words around in 61; the interval of the difference begins
# at 8. For the 22 words like *gift* they have 61 and 65 %, and there the interval includes 0, so we
# cannot tell. Static vectors of the word just before and the word just after are right in 67.7 %
# for words like *watch* if they lie side by side, and in 60.5 if we take their mean, which forgets
# which one came first. Side by side they are still 8 points behind layer 2. Is it grammar that puts
# layer 2 ahead? The run in which only neighbours of the same part of speech may answer is in
# chapter 10. Layer 1 has 77 and 64 % in the two groups; chapter 11 is about which layer knows what.
#
# ### Open experiment
# Which of the 47 words does layer 2 hear best? Sort them by `found["equal forms only"]`, layer 2
# minus blind. Predict first: will *gift* be near the top or near the bottom? Then look at the words
# that gain nothing or lose. What do their senses have in common?
#
# ## 4. Why learn this today
# Large language models, too, learn by predicting what comes next in a text. They begin with a table
# of embeddings as in chapters 02 to 06, give each piece of the text a vector of its own in each
# layer, and can be judged by the perplexity of chapter 01. BERT came in the same year as ELMo, with
# attention in place of the LSTM. To find out what such a model has learned, one can use probes and
# controls, as in chapters 10 and 11. Here you do so with a model that is small enough to be built
# whole.
#
# ELMo's authors, at the Allen Institute for AI and the University of Washington, gave it away in
# the library AllenNLP, and showed in six tasks what it is good for, from answering questions to
# finding names. Others soon put such vectors into networks that translate and that summarise texts.

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
# One notebook is one session. The line below its title says how long it takes to read.

# %% [markdown]
# **Alone.** Run a chapter cell by cell. Where it says **Predict**, decide before you go on. "Run
# All" never stops at an open exercise, and the solutions are linked below each title. `python
# course.py progress` lists what you have solved.
#
# **In a lecture.** The notebooks are saved with their figures and can be shown without running
# anything; [the lecturer's page](../docs/lecturing.md) has paths through the course, questions for
# the board, wrong answers to expect, and exam questions. `python course.py explore` opens the
# microscope without a notebook.
#
# **To look things up.** [The glossary](../docs/glossary.md) has the terms in English and Korean,
# and the letters that mean the same in the whole course. [One page](../docs/architecture.md) shows
# how the package behind the chapters is built, and [another](../docs/setup.md) what to do when
# something is missing, or in Colab and Codespaces.
#
# In figures of vectors, colours have a meaning, and the line styles say the same in grey print:

# %%
plots.colour_key()

# %% [markdown] tags=["lecture"]
# ## What you can now do
# - open a network, type a sentence, and read what each layer makes of it,
# - say why two different vectors prove nothing yet, and what has to stand beside a number,
# - write a function, have it checked, and let a chapter run on it.
#
# ## One honest limit
# The 1,722 sentences were written for this course, so that each sense is clear and equally
# frequent. Chapter 10b goes on to sentences that come mostly from newspapers.
#
# ## Sources
# - Matthew Peters and others:
#   [Deep contextualized word representations](https://arxiv.org/abs/1802.05365), 2018.
# - Sergey Edunov, Alexei Baevski and Michael Auli:
#   [Pre-trained language model representations for language
#   generation](https://aclanthology.org/N19-1409/), 2019: translation and summaries.
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
#    - [x] only that the vector depends on the sentence :: random weights mix the neighbours in, too
#    - [ ] that the model was trained :: the untrained network differed too
# 2. Letters alone find the sense of more watches than gifts, without any sentence. How?
#    - [x] *watched* and *watching* have one sense here :: an ending gives the sense away, and
#      among equal forms letters do no better than a blind guess
#    - [ ] layer 0 has read the words around :: it gets one word, and nothing of its sentence
#    - [ ] *watch* is the more frequent word here :: both words have equally many sentences
# 3. You left an exercise open and choose "Run All". What happens?
#    - [ ] the notebook stops at the exercise :: only your function stops, and its check knows why
#    - [ ] the check counts it as wrong :: a wrong answer is "not yet"; an open one is not judged
#    - [x] everything runs, on the course's own function :: `yours_or_ours` sees to it
