# %% [markdown]
# # 00 Start here
#
# Give a poor translator 배가 아프다, "my belly hurts", and your ship hurts. The Korean word 배 is a
# belly, a ship and a pear, as 눈 is an eye in 눈이 아프다 "my eye hurts" and snow in 눈이 온다 "it
# is snowing". English is no better: in *My watch was a birthday gift* there is a watch that nobody
# watches (시계, a clock, and not 보다, to look) and a gift that is no talent (선물, not 재능). You
# did not even notice, because you read the whole sentence. A computer that keeps one list of
# numbers for each word cannot.
#
# In this course we build a model that reads the sentence first and gives a word new numbers every
# time. It is called **ELMo** (*Embeddings from Language Models*, 2018), and on the way from
# counting words to it you build every idea it is made of, on your laptop.
#
# **What will we build, and does everything work on this computer?**
#
# You will be able to
# - **show** that a word gets another vector in another sentence,
# - **judge** whether such a vector knows anything, with two baselines,
# - **write** a first function, and have it checked,
# - **find** your way through the course, alone or in a lecture.
#
# You need Python, a little NumPy and PyTorch, and an idea of probabilities, vectors and
# derivatives, but nothing of language models. Run the next two cells with Shift + Enter: the
# second, the doctor of the course, checks whether this computer has everything.

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
from elmo_lite.reading.cache import occurrence_vectors
from notebooks.course.check import ch00 as checks
from notebooks.course.plots import ch00 as plots
from notebooks.course.plots import common

# %%
common.course_map("00")

# %% [markdown]
# This is the whole course. Sections 1 to 3 of this chapter take ten minutes, and the others are
# there to come back to. (Advice from the doctor? See section 5.)
#
# ## 1. One word, two vectors
# The list of numbers that stands for a word is its **vector** (벡터). A static vector (정적 벡터,
# chapters 02 to 06) belongs to the word, so the present and the talent have to share it. A
# **contextual vector** (문맥을 반영한 벡터) belongs to one word in one sentence. Our sentences are
# from a lecture on ELMo. The **biLM** (양방향 언어 모델, bidirectional language model) of the
# course reads them, the network of chapter 08 that predicts each word once from the words on its
# left and once from those on its right. Its upper layer, layer 2, gives the vectors.
#
# **Predict.** The same network with **random weights** has never read a sentence. Does it give the
# two gifts the same vector?
#
# <details><summary>Answer</summary>
#
# No. It mixes the neighbouring words into the vector, badly, and the neighbours are different.
#
# </details>

# %%
elmo = Elmo.load("en")
models = {"random weights": with_random_weights(elmo, seed=0), "trained": elmo}
table = static_vectors.load()
present = "My watch was a birthday gift .".split()
talent = "He has a gift for music .".split()

strips = {"static, birthday": table["gift"], "static, music": table["gift"]}
for name, model in models.items():
    first, second = model.layers([present, talent], progress=False)
    strips[f"{name}, birthday"] = first[2][present.index("gift")].numpy()
    strips[f"{name}, music"] = second[2][talent.index("gift")].numpy()

# %%
strips = {name: senses.unit(vector) for name, vector in strips.items()}
for name in ("static", *models):
    cosine = strips[f"{name}, birthday"] @ strips[f"{name}, music"]
    print(f"cosine of the two gifts, {name}: {cosine:.2f}")
shown = {name: vector[:40] for name, vector in strips.items()}
common.vector_strips(shown, ["static"] * 2, "Gift in two sentences, the first 40 numbers")

# %% [markdown]
# The trained model has two vectors for the two gifts, and their cosine is 0.82. (The **cosine** is
# 1 if two vectors point the same way and 0 if they have nothing in common; chapter 03 computes it
# by hand.) With static vectors it is 1.00, because there is only one.
#
# But look at the rows in the middle. The network that has never read anything has two vectors as
# well, with 0.96. So it proves nothing yet that the vectors differ. The question is whether they
# differ in the right way.
#
# ## 2. Does it know which one?
# We ask for company. The course has a corpus of 1,722 sentences, written for it, in which one word
# is marked with its sense. There are 47 such words, with 14 sentences for each sense. If a vector
# knows what the word means, its nearest neighbour among them should mean the same.
#
# So as not to pick what just happens to work, we follow a rule. *My watch was a birthday gift* has
# two words with several meanings, *watch* and *gift*. We take both, with all their sentences, and
# after that all 47 words. The next cell lets both models read everything, in some ten seconds.

# %%
corpus = corpora.senses("en")
labels, rows = [o.sense for o in corpus], senses.by_lemma(corpus)
read = {}
for name, model in models.items():
    read[name] = np.float32(occurrence_vectors(model, corpus)[2])
print(read["trained"].shape, "marked words, numbers in layer 2")

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
checks.ch00_ex1(nearest_sense)

# %%
nearest_sense = checks.ch00_ex1.yours_or_ours(nearest_sense)


def ask(name, sentence, word):
    """Print the sense of the nearest neighbour of a word in a sentence, and the three nearest."""
    vector = models[name].layers([sentence], progress=False)[0][2][sentence.index(word)].numpy()
    known = read[name][rows[word]]
    mean = known.mean(axis=0)  # what all of them share
    cosines = senses.centred(known, mean) @ senses.centred(vector, mean)
    print(f"{word}, {name}: {nearest_sense(cosines, [labels[i] for i in rows[word]])}")
    for i in np.argsort(-cosines)[:3]:
        print(f"    {cosines[i]:.2f} {' '.join(corpus[rows[word][i]].tokens)}")


for word in ("watch", "gift"):
    for name in models:
        ask(name, present, word)

# %% [markdown]
# The trained model takes the watch for a clock and the gift for a present. Its three nearest
# watches are two for the repair shop and one that is five minutes slow. Its nearest gift is the
# *lovely gift*, though two talents follow. With random weights the watch is right as well, but the
# gift is a talent, because its nearest neighbour is Lena, who has a gift for languages.
#
# **Try it.** The trained model sees that the birds in the next cell are watched; with random
# weights *watch* is a clock. Write a sentence of your own there, with one of the 47 words that
# `print(*rows)` lists, and find one that fools both.

# %%
yours, word = "I watch the birds in our garden .", "watch"  # a space before the full stop
for name in models:
    ask(name, yours.split(), word)

# %% [markdown]
# ### All watches and all gifts
# Now each sentence asks the others of its word. We subtract what all vectors of a word share, as
# `ask` did, because they lie in a narrow cone (chapter 10).
#
# **Predict.** There are 28 watches and 28 gifts, and a blind guess gets half of them. How many find
# their sense, trained?
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
for word in ("watch", "gift"):
    for name in models:
        print(f"{word}, {name}: {right[name][rows[word]].sum():.0f} of {len(rows[word])}")

# %%
drawn = [("watch", "random weights"), ("watch", "trained"), ("gift", "trained")]
fig, axs = plt.subplots(1, 3, figsize=(12, 3.9))
for ax, (word, name) in zip(axs, drawn, strict=True):
    here = rows[word]
    xy = PCA(2).fit_transform(senses.centred(read[name][here]))
    hits = f"{right[name][here].sum():.0f} of {len(here)}"
    plots.sense_map(xy, [labels[i] for i in here], f"{word}, {name}: {hits}", ax)

# %% [markdown]
# All but one of the 28 watches find their sense, and the map (by PCA, chapter 06b) has the clocks
# on one side and the looks on the other. With random weights 16 find it. For *gift* the training
# was worth nothing: 18 of 28 are right, exactly as many as with random weights. Our guess is that
# grammar makes the difference. One watch is a verb and the other a noun, while both gifts are
# nouns, and whoever has to predict the next word needs the grammar at every step and the topic only
# now and then.
#
# ### All 47 words
# Two words prove little, so now all 1,722 sentences, beside the strongest answers that static
# vectors have. The **best possible table** has one vector for each written form, and knows its most
# frequent sense. **Static, words around** takes the mean of the static vectors of the other words.

# %%
forms = {}
for o in corpus:
    forms.setdefault((o.lemma, o.tokens[o.index]), Counter())[o.sense] += 1
best_table = sum(max(counts.values()) for counts in forms.values())

right["static, words around"] = right_senses(senses.mean_of_words_around(corpus, table))
shares = {"random weights": 100 * right["random weights"].mean()}
shares["best possible table"] = 100 * best_table / len(corpus)
for name in ("static, words around", "trained"):
    shares[name] = 100 * right[name].mean()

# %%
fig, ax = plt.subplots(figsize=(9, 2.4))
ax.barh(list(shares), list(shares.values()), color=plots.BARS)
for y, share in enumerate(shares.values()):
    ax.text(share + 1, y, f"{share:.0f} %", va="center")
ax.invert_yaxis()
ax.set(xlabel="% of 1,722 marked words that find their sense", xlim=(0, 100))
plots.describe(ax, f"Right senses in percent: {plots.told(shares, '{:.0f}')}.")

lemmas = [o.lemma for o in corpus]
for name in ("random weights", "static, words around"):
    gain = [100 * x for x in stats.paired(right["trained"], right[name], groups=lemmas)]
    print(f"trained minus {name}: {gain[0]:+.0f} points [{gain[1]:+.0f}, {gain[2]:+.0f}]")

# %%
parts_of_speech = {word: set() for word in rows}
for sense in corpora.sense_inventory("en"):
    parts_of_speech[sense.lemma].add(sense.pos)
for title, mixed in (("like watch", True), ("like gift", False)):
    words = [word for word in rows if (len(parts_of_speech[word]) > 1) == mixed]
    here = np.concatenate([rows[word] for word in words])
    scores = {name: f"{100 * found[here].mean():.0f} %" for name, found in right.items()}
    print(f"{len(words)} words {title}:", scores)

# %% [markdown]
# The trained model is right 71 times in 100. That is 21 points more than with random weights [17,
# 25] and 14 more than the words around can say [8, 19]. (Chapter 09b explains the intervals.) No
# table that is asked for the word alone gets past 54 here; chapter 06b calls this the wall. This is
# why the course exists: a network that reads the sentence knows things that no list of words can
# hold.
#
# And the guess holds. For the 25 words like *watch*, whose senses differ in their part of speech,
# the model is right in 79 % of the cases, where random weights have 52 %. For the 22 words like
# *gift* it is 62 %, and the words around do nearly as well, with 57 %. It knows grammar better than
# meaning, and chapters 10 to 11 ask which layer knows what.
#
# ### Open experiment
# Everything above comes from layer 2. Write `[0]` for `[2]` in `ask` and in the cell that fills
# `read`, and you get layer 0, which has seen the letters of the marked word and nothing else.
# Predict first: how many watches will find their sense, and which of the 1,722 sentences can such a
# vector still get right? Then run all cells from there, and explain.
#
# ## 3. Why learn this today
# Nobody told our model what a clock is. It was trained to predict words, and so are GPT and all
# large language models after it. They are still judged by the perplexity of chapter 01, still begin
# with a table of embeddings as in chapters 02 to 06, and give a word a vector of its own in each
# layer. BERT came a few months after ELMo, with attention in place of the LSTM, and hides words so
# that it can read from both sides without seeing the answer, the problem of chapter 08. To find out
# what such a model has learned, one asks as in chapters 10 and 11, with probes and controls. ELMo
# has all of these ideas, and is small enough to be built whole on a laptop.

# %% [markdown] tags=["contents"]
# ## 4. The way there
# - **Counting.** Counts predict well, but share nothing between similar words.
# - **Static vectors.** Words in similar company get similar vectors. But *gift* has only one.
# - **Characters and context.** Read letters, then the sentence from both sides. This is ELMo.
# - **What the layers know.** Do the vectors follow the meaning, or the grammar?
# - **At work.** Does it help with a task? Is our small model the same machine as the published one?
#
# One notebook is one session of 60 to 90 minutes.

# %% [markdown]
# ## 5. How to use the course
# **Alone.** Run a chapter cell by cell. Where it says **Predict**, decide before you open the
# answer, since a guess that turned out wrong stays in the mind. "Run All" never stops at an open
# exercise, and the solutions are linked below each title. In a terminal,
# `python course.py progress` lists what you have solved.
#
# **In a lecture.** The notebooks are saved with their figures and can be shown without running
# anything. `python course.py slides` makes a deck of each chapter, with notes, and
# `python course.py site` web pages of the whole course. [The lecturer's page](../docs/lecturing.md)
# has two paths through the course, questions for the board, wrong answers to expect, and exam
# questions.
#
# **To look things up.** [The glossary](../docs/glossary.md) has every term in English and Korean,
# and [one page](../docs/architecture.md) shows how the package behind the chapters is built.
#
# **Elsewhere.** The course needs Python 3.11 to 3.13, 3 GB of disk and no GPU. In Codespaces or VS
# Code it brings its own container (`.devcontainer`), and Binder finds what it needs in
# `environment.yml`: give it the address of your copy. In Colab, open a notebook of your copy and
# run this before its first cell:
#
# ```
# !git clone THE-ADDRESS-OF-YOUR-COPY elmo-lite
# %cd elmo-lite
# !pip install -e .
# ```
#
# **When something is missing.** Follow the doctor's advice, restart the kernel, run the cell again.
# `python course.py doctor` tells more.
# - *No module named 'elmo_lite'*: the notebook runs in another Python. Open the course with
#   `python course.py`, or from the conda environment `elmo-lite`.
# - Empty boxes instead of 시계 and 선물 on the map: the Korean font is missing. Delete the folder
#   `.venv` and run `python course.py` (with conda: update the environment).

# %% [markdown]
# ## 6. Letters and colours
# These letters mean the same in the whole course. Any other one, such as $e$, $p$, $q$, $r$, $y$ or
# $z$, belongs to its section, which says what it is.
#
# | letter | what it is | in code | from |
# |---|---|---|---|
# | $t_k$ | token at position $k$ of a sentence of $N$ tokens | `tokens[k]` | 01 |
# | $w$, $\lvert V \rvert$ | a word (a type); the size of the vocabulary $V$ | `vocab_size` | 01 |
# | $n$ | the order of an n-gram | | 01 |
# | #(the, cat), #′ | a count; #′ counts the different words before (Kneser-Ney) | | 01 |
# | $\delta$, $D$ | constant of add-δ smoothing, discount of Kneser-Ney | | 01 |
# | $\tau$ | temperature | | 01 |
# | $\lambda$ | a weight of a mixture or of a penalty | | 02 |
# | $a_w$, $a_p$, $a_i$ | a score before its softmax, ReLU or sigmoid | | 02, 07, 08 |
# | $a$ and $b$ together | two things that are compared: words, vectors, rows | | 03 |
# | $J$, $\eta$ | a loss, the learning rate | | 02 |
# | $\theta$, $\Theta$ | a parameter; all parameters of one part of a model | | 02, 08 |
# | $E$, $d$ | the embedding table, and the dimension of its vectors | `emb_dim` | 02 |
# | $W$, $U$, $b$ | weight matrices, and the bias | | 02 |
# | $h$ | a hidden vector | `hidden_dim` | 02 |
# | $m$, $o$ | the size of the window, an outside (context) word | | 02, 03 |
# | $v_w$, $u_o$ | input (centre) vector and output (outside) vector | | 03 |
# | $\sigma(x)$, $K$ | the sigmoid, and the number of negative samples | | 03b |
# | $G_w$ | the n-grams of the word $w$ | | 04 |
# | $X_{ij}$, $f(X_{ij})$ | a co-occurrence count, and its weight in GloVe | | 05 |
# | $U S V^\top$ | the three factors of a singular value decomposition, always together | | 05 |
# | $a$, $a_i$ | a direction of length 1, such as an axis of PCA | | 06b, 10 |
# | $x_k$ | token vector, from the letters alone | `layers.token[k]` | 07 |
# | $i_k$, $f_k$, $g_k$, $o_k$, $c_k$ | the gates and the cell state of an LSTM | | 08 |
# | $L$, $j$ | the number of LSTM layers, and one of them | `num_layers` | 08 |
# | $\overrightarrow{h}_{k,j}$ | forward vector, h_fwd[k, j] | `layers.forward[j - 1][k]` | 08 |
# | $\overleftarrow{h}_{k,j}$ | backward vector, h_bwd[k, j] | `layers.backward[j - 1][k]` | 08 |
# | $h_{k,j}$ | both side by side; $h_{k,0} = [x_k; x_k]$ | `layers[j][k]` | 09 |
# | $w_j$, $s_j$ | raw weight of layer $j$ in the mixture, and its share | `s[j]` | 09 |
# | $\gamma$ | the scale of the mixture | `gamma` | 09 |
# | $c_i$, $n_u$, $f_i$ | Korean: choices of a slot, units of a kind, form of a token | | 13 |
#
# Every book calls the gates of an LSTM $i$, $f$, $g$ and $o$, so we do as well: in chapters 08 and
# 14 an $f$ is a gate and not GloVe's weight, and an $o$ a gate and not a word.
#
# Shapes are written as `(batch, time, dim)`: which sentence, which token, which number. Formulas
# count tokens from 1, Python from 0. In figures of vectors, colours have a meaning too:

# %%
plots.colour_key()

# %% [markdown]
# The line styles say the same in grey print.
#
# ## What you can now do
# - show that a word gets another vector in another sentence, and why this alone proves nothing,
# - judge a vector by its nearest neighbours, beside random weights and static vectors,
# - write a function, have it checked, and let a chapter run on it,
# - find your way.
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
