# %% [markdown]
# # 00 Start here
#
# **What will we build, and does everything work on this computer?**
#
# We build **ELMo** (Embeddings from Language Models), which gives a word a new vector in every
# sentence. The way there starts with counting words. Each piece is made in front of you, and all
# of it fits on a laptop. (Elmo is also a puppet of *Sesame Street*, and later models took up the
# joke: BERT, Big Bird.)
#
# You will be able to
# - **say** what a word vector is, and what changes when it knows its sentence,
# - **find** your way through the course and through a chapter,
# - **compare** two vectors by their cosine, by hand and in code,
# - **read** the letters, shapes and colours that all chapters share,
# - **test** whether your computer has what the course needs.
#
# ## 1. The end first
# Two sentences with the same word:
#
# > My watch was a birthday **gift** (선물, a present)
# >
# > He has a **gift** for music (재능, a talent)
#
# A computer works with numbers, so it needs a list of numbers for each word. This list is the
# word's **vector** (벡터) or **embedding** (임베딩). A **static vector** (정적 벡터) belongs to the
# word: the present and the talent have to share it. A **contextual vector** (문맥을 반영한 벡터)
# belongs to one place in one sentence.
#
# **Predict.** A model reads both sentences. Are its two vectors of "gift" equal while it has seen
# only the letters of the word? And after it has read the sentences?
#
# <details><summary>Answer</summary>
#
# At first they are equal, in every number: the letters are the same. Afterwards they differ,
# because the sentences do.
#
# </details>
#
# Click on the next cell and press Shift + Enter, twice. The first cell checks that everything is
# installed (the first time, give it a minute). The second one lets the model read.

# %%
from elmo_lite.course import doctor
from elmo_lite.plots import ch00 as plots
from elmo_lite.plots import common

doctor.self_test()

# %%
from elmo_lite.elmo import Elmo

elmo = Elmo.load()
gifts = ["My watch was a birthday gift", "He has a gift for music"]
gifts = [sentence.split() for sentence in gifts]
places = [sentence.index("gift") for sentence in gifts]
both = elmo.layers(gifts)
plots.same_word(gifts, places, both, meanings=["선물: a present", "재능: a talent"])

# %% [markdown]
# Each cell of a strip is one number: red above zero, blue below, pale near zero. A number beyond
# the ends of the scale has its last colour, as many in the token layer have. (In grey print only
# the strength is left, not the sign. The bars above the strips follow another rule, which section
# 4 explains.)
#
# The model reads in steps, its **layers** (층): a token layer, then layer 1, then layer 2. On the
# left, the **token layer** has read the letters g, i, f, t and nothing else. Both strips are the
# same, so their difference is blank. A static vector would look like this in every sentence. On
# the right, **layer 2** has read the sentence, one half of its numbers from the left and the other
# from the right. One word, two vectors.
#
# The number below says how alike two vectors are: it is their cosine, and section 3 computes it.
# (Do you see 선물 and 재능 and no empty boxes? Then Korean works in your figures as well.)
#
# ## 2. The way there
# There are fifteen chapters, 00 to 14, in five parts. A long chapter goes on in a second notebook
# or a third, such as 03b. Each part takes up what the one before left open.

# %%
common.course_map("00")

# %% [markdown] tags=["contents"]
# - **Counting.** Who can predict the next word knows something about language. Counts get far,
#   but they share nothing between similar words.
# - **Static vectors.** Words in similar company get similar vectors. But gift has only one.
# - **Characters and context.** Read the word from its letters, then the sentence from both
#   sides, and mix the layers. This is ELMo.
# - **What the layers know.** Do the vectors follow the meaning, or the grammar? We measure it.
# - **At work.** Does it help with a task? Does it work for Korean? Is our small model the same
#   machine as the published one?
#
# One notebook fills one session. A title without a link, in the map a box with a dashed edge, is
# not written yet.

# %% [markdown]
# ## 3. How to read a chapter
# - **Predict first.** Before a key figure you are asked what you expect. Decide, then look: a
#   guess that turned out wrong stays in the mind.
# - **By hand, then in code.** New ideas start with numbers that fit on a board. A line that
#   begins with `assert` then proves that the code gives the same.
# - **Change things.** Put your own sentence into a cell and run it again. You may see an error: a
#   cell that looks for "gift" finds none in your sentence, or an `assert` was meant for ours.
#   Nothing is lost; undo the change and go on.
# - **Exercises** are functions with a gap. The cell below each one checks your answer and, if it
#   is not right yet, says what is most likely wrong. "Run All" never stops at an open exercise.
# - **Two notebooks.** This is the lesson. A second one, linked below the title, holds the
#   solutions.
#
# Let us do it once, with the number below the first figure. Draw two vectors as arrows from one
# point. The **cosine** (코사인 유사도) of the angle between them is 1 if they point the same way,
# 0 at a right angle, and −1 if they point in opposite directions. For vectors $a$ and $b$:
#
# $$\cos(a, b) = \frac{\sum_i a_i b_i}{\sqrt{\sum_i a_i^2}\,\sqrt{\sum_i b_i^2}} \tag{1}$$
#
# By hand, with $a = (3, 4)$ and $b = (4, 3)$: above the line stands $12 + 12 = 24$. Below it
# stand the lengths of the two arrows, both $\sqrt{9 + 16} = 5$. So the cosine is
# $24 / (5 \times 5) = 0.96$.
#
# **Predict.** Now $b = (6, 8)$, twice as long as $a$. What is the cosine?
#
# <details><summary>Answer</summary>
#
# It is 1, from $50 / (5 \times 10)$. The cosine compares directions; lengths do not count.
#
# </details>

# %%
plots.arrow_pairs([((3, 4), (6, 8)), ((3, 4), (4, 3)), ((3, 4), (-4, 3))])

# %% tags=["setup"]
import numpy as np

from elmo_lite.checks import ch00 as checks

# %% [markdown] tags=["exercise"]
# ### Exercise 0.1: the cosine
# Difficulty 1 of 3, 5 minutes.
#
# Write equation (1) as a function of two arrays. Replace the line `raise ...` by your own code,
# run the cell, then run the check below it.
#
# <details><summary>Hint 1</summary>
#
# `np.sum(a * b)` multiplies number by number, then adds. `a @ b` does the same.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# The length of `a` is `np.sqrt(np.sum(a * a))`, or in short `np.linalg.norm(a)`.
#
# </details>

# %% tags=["exercise"]
def cosine(a, b):
    """The cosine of the angle between two vectors; a and b have shape (dim,)."""
    # begin solution
    return a @ b / (np.linalg.norm(a) * np.linalg.norm(b))
    # end solution

# %% tags=["check"]
checks.ch00_ex1(cosine)

# %% [markdown]
# ### Four banks
# Different vectors are no feat: any model that mixes in the neighbours has them. Do they differ
# in the right way? Here are two banks of a river (강둑) and two banks with money (은행). Of each
# kind, one opens the sentence and one stands in the middle.
#
# **Predict.** Which of the other three is nearest to the first bank: the one of the same sense,
# or the one at the same place in the sentence?
#
# <details><summary>Answer</summary>
#
# Look along the first row of the right table. A model that cares for meaning puts the second
# bank first; a model that cares for the place, and so for the grammar around it, puts the third
# one first. In the left table nothing can be first.
#
# </details>

# %%
banks = ["The bank of the river is steep", "We sat on the bank of the river"]
banks += ["The bank in the city is open", "We work at the bank in the city"]
banks = [sentence.split() for sentence in banks]
places, senses = [sentence.index("bank") for sentence in banks], ["river"] * 2 + ["money"] * 2
four = elmo.layers(banks)
token = np.array([layers.token[k] for layers, k in zip(four, places, strict=True)])
layer_2 = np.array([layers[2][k] for layers, k in zip(four, places, strict=True)])
plots.occurrences(banks, places, senses, {"token layer": token, "layer 2": layer_2})

# %%
unit = layer_2 / np.linalg.norm(layer_2, axis=1, keepdims=True)
cosines = unit @ unit.T  # equation (1) for all pairs at once
assert (token == token[0]).all() and (cosines[np.triu_indices(4, 1)] < 0.999).all()
nearest = 1 + cosines[0, 1:].argmax()
print("nearest to the first bank:", " ".join(banks[nearest]))
print(f"same sense, other place: {(cosines[0, 1] + cosines[2, 3]) / 2:.2f}")
print(f"other sense, same place: {(cosines[0, 2] + cosines[1, 3]) / 2:.2f}")
print(f"other sense, other place: {(cosines[0, 3] + cosines[1, 2]) / 2:.2f}")

# %% [markdown]
# The token layer sees one bank. Layer 2 sees four. The first line settles your prediction, and the
# three numbers ask the same of all four banks: if the first number is the largest, it is the sense
# that holds two banks together; if the second is, it is the place in the sentence.
#
# Even the first would be no proof of meaning: the two sentences of a sense also share words, "of
# the river" or "in the city". And four sentences prove nothing either way. Chapter 10 asks again,
# with many occurrences and with baselines beside each score.
#
# ## 4. Letters, shapes, colours
# The letters are those of the paper (Peters and others, "Deep contextualized word
# representations", 2018). $L$ is the number of layers above the token layer; ours has $L = 2$.
#
# | letter | we write | in code | what it is |
# |---|---|---|---|
# | $t_k$ | `t[k]` | `tokens[k]` | token (토큰) number $k$ of a sentence of $N$ tokens |
# | $x_k$ | `x[k]` | `layers.token[k]` | its token vector, from the letters alone |
# | $\overrightarrow{h}_{k,j}$ | `h_fwd[k, j]` | `layers.forward[j - 1][k]` | forward (순방향) |
# | $\overleftarrow{h}_{k,j}$ | `h_bwd[k, j]` | `layers.backward[j - 1][k]` | backward (역방향) |
# | $h_{k,j}$ | `h[k, j]` | `layers[j][k]` | both, side by side: `[h_fwd; h_bwd]` |
# | $h_{k,0}$ | `h[k, 0]` | `layers[0][k]` | `[x; x]`, to make all layers equally long |
# | $s_j$ | `s[j]` | `s[j]` | the share of layer $j$; the shares sum to 1 |
# | $\gamma$ | `gamma` | `gamma` | one number that scales the mixture |
#
# At token $k$ the forward layers have read $t_1, \dots, t_k$, the backward layers
# $t_N, \dots, t_k$. ELMo is the **weighted sum** (가중합) of all layers, their mixture:
#
# $$\text{ELMo}_k = \gamma \sum_{j=0}^{L} s_j\, h_{k,j} \tag{2}$$
#
# A **shape** says how long an array is in each direction. Many sentences at once make
# `(batch, time, dim)`: which sentence, which token, which number. One sentence is `(time, dim)`.
# The formulas count tokens from 1, Python counts them from 0.

# %%
import torch

layers, k = both[0], gifts[0].index("gift")
x, h_fwd, h_bwd = layers.token[k], layers.forward[1][k], layers.backward[1][k]
assert torch.equal(layers[0][k], torch.cat([x, x]))
assert torch.equal(layers[2][k], torch.cat([h_fwd, h_bwd]))
s, gamma = torch.ones(3) / 3, 1.0  # equal shares, until a task chooses
mixture = gamma * (s[0] * layers[0] + s[1] * layers[1] + s[2] * layers[2])
assert torch.allclose(mixture, (layers[0] + layers[1] + layers[2]) / 3, atol=1e-5)
print("token layer", tuple(layers.token.shape), "  layer 2", tuple(layers[2].shape))
print("x", tuple(x.shape), "  s", s.numpy().round(2))

# %% [markdown]
# Colours have a meaning as well, the same in every figure that shows vectors of a word. (In other
# figures a colour only tells things apart.) The line styles say it again, for grey print and for
# eyes that see colours differently.

# %%
plots.colour_key()

# %% [markdown]
# ## 5. The words, in English and Korean
# Each chapter explains its words where it needs them. Here they are in one place, with the chapter
# that says most about them.
#
# | English | 한국어 | in one line | chapter |
# |---|---|---|---|
# | cosine similarity | 코사인 유사도 | how well two vectors point the same way | 00 |
# | corpus | 말뭉치 | a collection of texts | 01 |
# | token | 토큰 | a piece of text that counts as one: a word, a number, a comma | 01 |
# | vocabulary | 단어 집합 | the words that a model knows | 01 |
# | unknown word | 미등록 단어 | a word outside the vocabulary | 01 |
# | language model | 언어 모델 | gives every sequence of words a probability | 01 |
# | n-gram | n-그램 | a sequence of n words | 01 |
# | context | 문맥 | the words around a word, or those before it | 01 |
# | smoothing | 평활화 (스무딩) | keeps some probability for what was never seen | 01 |
# | perplexity | 혼란도 (퍼플렉서티) | among how many words a model hesitates, on average | 01 |
# | seed | 시드 | the number from which all chance in a program starts | 01 |
# | neural network | 신경망 | a function with many numbers that are learnt from examples | 02 |
# | loss | 손실 | how wrong a model is: the number that training makes small | 02 |
# | gradient descent | 경사 하강법 | changes the numbers so that the loss falls | 02 |
# | embedding | 임베딩 | a vector that stands for a word | 02 |
# | analogy | 유추 | man is to king as woman is to ...? | 03 |
# | static vector | 정적 벡터 | one vector for a word, whatever the sentence | 03 |
# | negative sampling | 네거티브 샘플링 | learns to tell real neighbours from random words | 03b |
# | subword | 서브워드 | a piece of a word | 04 |
# | syllable, letter of Hangul | 음절, 자모 | 눈 is one syllable of the letters ㄴ, ㅜ, ㄴ | 04 |
# | ending | 어미 | what follows the stem: 고 in 모르고, 니 in 모르니 | 04 |
# | nearest neighbour | 최근접 이웃 | the vector with the highest cosine | 04, 10 |
# | co-occurrence | 동시 등장 | two words stand near each other | 05 |
# | baseline | 기준선 (베이스라인) | the simple method that a score has to beat | 06 |
# | pre-training | 사전 훈련 (사전 학습) | training on plain text, before any task | 06, 09 |
# | word sense | 의미 | one of the meanings of a word | 06b, 10 |
# | homonym | 동음이의어 | a word that shares its form with another one, like 배 | 06b |
# | convolution | 합성곱 | the same small filter moves along the letters | 07 |
# | max pooling | 최대 풀링 | keeps the strongest answer of each filter | 07 |
# | recurrent network | 순환 신경망 | reads word by word and remembers | 02, 08 |
# | LSTM | 장단기 메모리 | a recurrent network that learns what to keep and what to forget | 08 |
# | hidden state | 은닉 상태 | what it remembers at one place | 08 |
# | bidirectional language model | 양방향 언어 모델 | two language models, one from each side | 08 |
# | forward, backward | 순방향, 역방향 | from left to right, from right to left | 08 |
# | layer | 층 | one step on the way from letters to the prediction | 08 |
# | contextual vector | 문맥을 반영한 벡터 | a vector for one place in one sentence | 08 |
# | weighted sum | 가중합 | the mixture: each layer times its share, added up | 09 |
# | word sense disambiguation | 단어 의미 중의성 해소 | names the sense that is meant | 10b |
# | part of speech | 품사 | noun, verb, adjective, ... | 11 |
# | probe | 탐침 (프로브) | a small classifier that tests what a vector holds | 11 |
#
# ## 6. When something is missing
# The first cell said "Everything that the course needs is here."? Then skip this list.
# - **The first cell gives advice.** Follow it, restart the kernel, run the cell again.
# - **`No module named 'elmo_lite'`.** The notebook runs in another Python. Close it, and open the
#   course with `python course.py`, or from the conda environment `elmo-lite`.
# - **Empty boxes instead of 선물.** The package with the Korean font is missing. Delete the folder
#   `.venv` and run `python course.py` (with conda: update the environment).
# - **`name 'elmo' is not defined`.** A cell above was not run. In the menu Kernel choose "Restart
#   Kernel and Run All Cells".
#
# In a terminal, `python course.py doctor` tells more: versions, data sets, free disk.
#
# ## What you can now do
# - say why one vector for "gift" is not enough, and point to the layer where there are two,
# - find a chapter, make a prediction, and have an exercise checked,
# - compute a cosine by hand, and read a table of them,
# - read `h[k, j]`, `(batch, time, dim)`, and five colours,
# - see whether a computer is ready for the course.
#
# ## One honest limit
# The model behind the figures is small and has read little, next to the published ELMo. Its
# vectors depend on the sentence, and this is all we have shown. Whether they know what a gift is
# has to be measured, with baselines. Where a measurement disappoints, the course prints it all
# the same.
#
# ## Where next
# In chapter 01 we forget vectors and begin with the plainest idea: count which word follows
# which. It gets surprisingly far, and where it stops, chapter 02 begins.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. "bank" stands in two sentences. Which of its vectors is the same in both?
#    - [x] the one of the token layer :: it is read from the letters, and these are the same
#    - [ ] the one of layer 2 :: it has read the sentence, so it changes with it
#    - [ ] the mixture of all layers :: layers 1 and 2 are part of it, and they change
# 2. What is the cosine of (1, 0) and (0, 5)?
#    - [ ] 5 :: the products are 1 × 0 and 0 × 5, so there is 0 above the line
#    - [x] 0 :: the arrows stand at a right angle, and their lengths do not count
#    - [ ] 1 :: this would need two arrows that point the same way
# 3. You left an exercise open and choose "Run All". What happens?
#    - [ ] the notebook stops at the exercise :: only your function stops, and its check knows why
#    - [ ] the check counts it as wrong :: a wrong answer is "not yet"; an open one is not judged
#    - [x] everything runs, and the check says "not attempted" :: no later cell needs your answer
