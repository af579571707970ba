# %% [markdown]
# # 01 N-gram language models
#
# **How far can we get in predicting the next word by counting alone?**
#
# Counting is the oldest way to model language, and still the yardstick: the neural models of this
# course are measured against it, on the same text.
#
# You will be able to
# - **compute** the probability of a sentence with the chain rule, by hand and in code,
# - **build** an n-gram model from a dictionary of counts, and let it write,
# - **measure** how sparse language is, and what that does to a model,
# - **mend** zero probabilities with add-k and with Kneser-Ney smoothing,
# - **compare** models by their perplexity on the same words.
#
# You need Python's lists, dictionaries and classes, a function that calls itself, NumPy arrays,
# fractions, and the rule $\log(ab) = \log a + \log b$.

# %% tags=["setup"]
import random
from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np

from elmo_lite import corpora
from elmo_lite.checks import ch01 as checks
from elmo_lite.experiments import ladder
from elmo_lite.plots import ch01 as plots
from elmo_lite.plots import common

# %%
common.course_map("01")

# %% [markdown]
# ## 1. Which sentence is likelier?
# A **language model** (언어 모델) gives every sequence of words a probability. With one, a
# machine can choose between sentences that look or sound alike:
#
# - **translation** (기계 번역): 나는 버스를 탔다 "I took the bus" is likelier than the odd 나는
#   버스를 태운다 "I give the bus a ride", or even "I burn the bus",
# - **speech recognition** (음성 인식): 나는 메론을 먹는다 "I eat a melon" is likelier than 나는
#   메롱을 먹는다 "I eat a 'nyah-nyah'" (메론 as many write it; in the dictionary 멜론),
# - **typing errors** (오타 교정): 선생님이 달려갔다 "the teacher ran off" is likelier than
#   선생님이 잘려갔다 "the teacher was cut and carried off".
#
# The simplest model counts whole sentences. Here is a diary of eight, in which all these words
# stand: "I took the bus", "a branch was cut and carried off", "I bought a melon", "my little
# brother eats a melon", "my little brother says nyah-nyah", "I put my little brother on the bus",
# "the teacher came", "the teacher ran off".
#
# **Predict.** In which of the three cases can counting sentences choose?
#
# <details><summary>Answer</summary>
#
# In the first and the third. Nobody wrote 나는 메론을 먹는다, though every piece of it is there.
# The melon ends 0 to 0.
#
# </details>

# %%
diary = ["나는 버스를 탔다", "나뭇가지가 잘려갔다", "나는 메론을 샀다", "동생은 메론을 먹는다"]
diary += ["동생은 메롱을 한다", "나는 동생을 버스에 태운다", "선생님이 오셨다", "선생님이 달려갔다"]
choices = [("나는 버스를 탔다", "나는 버스를 태운다"), ("나는 메론을 먹는다", "나는 메롱을 먹는다")]
choices += [("선생님이 달려갔다", "선생님이 잘려갔다")]
for good, bad in choices:
    print(f"{diary.count(good)}/8 {good}   {diary.count(bad)}/8 {bad}")

# %% [markdown]
# ## 2. Take the sentence apart
# Whole sentences rarely come back. Their beginnings come back a little more often. The **chain
# rule** (연쇄 법칙) of probability cuts a sequence of tokens (토큰) $t_1, \dots, t_N$ into one
# question per word, and it is exact:
#
# $$P(t_1, \dots, t_N) = \prod_{i=1}^{N} P(t_i \mid t_1, \dots, t_{i-1}) \tag{1}$$
#
# (The place in the sentence is $i$ here and not $k$ as in chapter 00: section 7 needs $k$.)
#
# So two jobs are one: who can predict the next word can also score a sentence. Let $u$ be the
# **history**, all words so far, and $C(u)$ the number of sentences that begin with it. Then each
# factor is a fraction of two counts:
#
# $$P(t \mid u) = \frac{C(u\,t)}{C(u)} \tag{2}$$
#
# By hand, with four lines about a river. All 4 begin with "its", 3 with "its water", the same 3
# with "its water is"; 2 of them go on with "so", and 1 of those with "transparent":
#
# $$P(\text{its water is so transparent}) =
# \tfrac44 \times \tfrac34 \times \tfrac33 \times \tfrac23 \times \tfrac12 = \tfrac14$$

# %%
river = ["its water is so transparent", "its water is so cold"]
river += ["its water is clear", "its colour is so transparent"]
words = ["its", "water", "is", "so", "transparent"]
counts = [sum(line.split()[:i] == words[:i] for line in river) for i in range(6)]
p = Fraction(1)
for i in range(5):  # equation (1) as a loop
    p *= Fraction(counts[i + 1], counts[i])
print("counts", counts, "  probability", p)
counts = np.array(counts)
vectorised = np.prod(counts[1:] / counts[:-1])
assert p == Fraction(1, 4) and np.isclose(vectorised, 0.25)

# %% [markdown]
# Look at the product again: each count between the first and the last stands once above a line
# and once below, and only 1/4 is left, the share of the whole sentence. The chain rule is right,
# but with full histories we still count whole sentences.
#
# How bad is that in real text? Our **corpus** (말뭉치) is the sample of Wikipedia inside the
# library gensim: 98 articles, our own split. The last 10 are the **test** text (테스트 데이터),
# the 10 before them the **dev** text for choosing settings, the rest is the training text (훈련
# 데이터). Every model of the ladder at the end of this chapter keeps this split and its vocabulary
# (단어 집합) of 10,000 words. All other words become `<unk>`, the unknown word (미등록 단어).
#
# **Predict.** We look for "its water is so transparent that the": first one word, then two, and
# so on (anywhere in a sentence, which is kinder than (2)). When does the count become 0?
#
# <details><summary>Answer</summary>
#
# At the third word already. From the fourth word on, equation (2) asks for 0 divided by 0.
#
# </details>

# %%
wiki, articles = ladder.corpus(), corpora.wikipedia_sample().documents
print(len(articles), "articles:", wiki)
text = " ".join(word for sentence in wiki.train for word in [*sentence, "\n"])
words = ["its", "water", "is", "so", "transparent", "that", "the"]
for i in range(1, 8):
    print(f"{text.count(' ' + ' '.join(words[:i]) + ' '):4}", " ".join(words[:i]))

# %% [markdown]
# More text helps less than one hopes. '그 물은 투명했다' ("that water was transparent") has three
# everyday words. A lecture that this course builds on searched the web for it: about six million
# hits, and none of the first ones held the sentence.
#
# Arithmetic says why. Ten thousand words make $10\,000^7 = 10^{28}$ sequences of seven words.
# Every text is a drop in that sea.
#
# ## 3. Remember only the last words
# So forget most of the history. An **n-gram** (n-그램) is a sequence of n words, and an n-gram
# model looks only at the last $n-1$ words before the one that it predicts:
#
# $$P(t_i \mid t_1, \dots, t_{i-1}) \approx P(t_i \mid t_{i-n+1}, \dots, t_{i-1}) \tag{3}$$
#
# This is the Markov assumption (마르코프 가정). From here on $C$ counts everywhere in the text.
# What is left of the history we call the **context** (문맥). For n = 1, 2, 3 the models are called
# unigram, bigram and trigram.
#
# **Predict.** What does a model with n = 4 see of "An adorable little boy is spreading ..."?
#
# <details><summary>Answer</summary>
#
# Three words, so it divides $C(\text{boy is spreading}\;t)$ by $C(\text{boy is spreading})$.
# Whether the boy is adorable cannot matter to it.
#
# </details>

# %%
history = ["An", "adorable", "little", "boy", "is", "spreading"]
plots.seen_words(history, orders=(2, 3, 4))

# %% [markdown] tags=["exercise"]
# ### Exercise 1.1: what the model still sees
# Difficulty 1 of 3, 5 minutes.
#
# The figure fades what a model no longer sees: of "An adorable little boy is spreading", n = 4
# leaves "boy is spreading". Write the function that returns these words as a list. It must also be
# right for n = 1, and for a history that is shorter than $n-1$ words.
#
# <details><summary>Hint 1</summary>
#
# For n = 4 they are `history[-3:]`, the last three words.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `-0` is `0` in Python, so `history[-0:]` is everything. Count the start of the slice from the
# front, and not below 0.
#
# </details>

# %% tags=["exercise"]
def last_words(history, n):
    """The words of the list `history` that an n-gram model uses."""
    # begin solution
    return history[max(len(history) - (n - 1), 0) :]
    # end solution

# %% tags=["check"]
checks.ch01_ex1(last_words)

# %% [markdown]
# ### I am Sam
# Three sentences are enough for a bigram model: "I am Sam", "Sam I am", and "I do not like green
# eggs and ham". The mark `<s>` stands before each sentence and `</s>` after it, so that the model
# also learns how sentences begin and end.
#
# $$P(t_i \mid t_{i-1}) = \frac{C(t_{i-1}\,t_i)}{C(t_{i-1})} \tag{4}$$
#
# By hand:
# - two of three sentences begin with I and one with Sam: `P(I | <s>) = 2/3`,
#   `P(Sam | <s>) = 1/3`,
# - of three I, two go on with am and one with do: `P(am | I) = 2/3`, `P(do | I) = 1/3`,
# - of two am, one goes on with Sam: `P(Sam | am) = 1/2`,
# - of two Sam, one ends the sentence: `P(</s> | Sam) = 1/2`.

# %%
def ngrams(sentence, n):
    """All n-grams that end in a token to predict: each word, and </s>."""
    padded = ["<s>"] * (n - 1) + sentence + ["</s>"]
    return [tuple(padded[i : i + n]) for i in range(len(padded) - n + 1)]


sam = [line.split() for line in ("I am Sam", "Sam I am", "I do not like green eggs and ham")]
pairs = Counter(pair for sentence in sam for pair in ngrams(sentence, 2))
previous = Counter(pair[0] for pair in pairs.elements())
by_hand = {("<s>", "I"): "2/3", ("<s>", "Sam"): "1/3", ("I", "am"): "2/3"}
by_hand |= {("I", "do"): "1/3", ("am", "Sam"): "1/2", ("Sam", "</s>"): "1/2"}
for pair, fraction in by_hand.items():
    assert Fraction(pairs[pair], previous[pair[0]]) == Fraction(fraction)

# %% [markdown]
# Now all pairs at once, as a table: one row per previous word, one column per next word, each row
# divided by its sum.
#
# **Predict.** The table has 11 × 11 = 121 cells. How many of them are 0?
#
# <details><summary>Answer</summary>
#
# All but 15. The text has 17 bigrams, but only 15 different ones, so 106 cells are 0.
#
# </details>

# %%
words = [*dict.fromkeys(word for sentence in sam for word in sentence), "</s>"]
contexts = ["<s>", *words[:-1]]
table = np.array([[pairs[a, b] for b in words] for a in contexts])
p = table / table.sum(axis=1, keepdims=True)
assert np.allclose(p.sum(axis=1), 1) and (table == 0).sum() == 106 and table.sum() == 17
for (a, b), fraction in by_hand.items():  # the table agrees with the hand
    assert np.isclose(p[contexts.index(a), words.index(b)], float(Fraction(fraction)))
plots.bigram_table(table, contexts, words)

# %% [markdown]
# Each row sums to 1, and each hatched cell makes sentences impossible: "I like ham" would need
# two of them.

# %% [markdown] tags=["exercise"]
# ### Exercise 1.2: a bigram probability
# Difficulty 2 of 3, 10 minutes.
#
# Write equation (4) yourself. `sentences` are lists of words without `<s>` and `</s>`: put these
# on. If `previous` was never seen, return 0.
#
# <details><summary>Hint 1</summary>
#
# For a padded sentence, `zip(padded, padded[1:])` gives all pairs.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Collect the words that follow `previous`. Which share of them is `word`?
#
# </details>

# %% tags=["exercise"]
def bigram_probability(word, previous, sentences):
    """P(word | previous), counted in a list of sentences (lists of words)."""
    # begin solution
    following = []
    for sentence in sentences:
        padded = ["<s>", *sentence, "</s>"]
        following += [b for a, b in zip(padded, padded[1:], strict=False) if a == previous]
    return following.count(word) / len(following) if following else 0
    # end solution

# %% tags=["check"]
checks.ch01_ex2(bigram_probability)

# %% [markdown]
# ### The model as a class
# For any n, a dictionary is enough: it maps each context to a `Counter` of the words that
# followed. (`order` is our n.) The rule "count, then divide" is called **maximum likelihood**
# (최대 가능도), since no other probabilities would make the training text likelier.
#
# By hand:
# $P(\text{I am Sam}) = \tfrac23 \times \tfrac23 \times \tfrac12 \times \tfrac12 = \tfrac19$.

# %%
class NGramModel_v1:
    """Maximum likelihood: count, then divide."""

    def __init__(self, order):
        self.order = order

    def fit(self, sentences):
        self.after = defaultdict(Counter)  # context -> how often each word followed
        for sentence in sentences:
            for *context, word in ngrams(sentence, self.order):
                self.after[tuple(context)][word] += 1
        return self

    def probability(self, word, context):
        counts = self.after.get(tuple(context), Counter())
        return counts[word] / counts.total()

    def score(self, sentence):
        return np.prod([self.probability(t, u) for *u, t in ngrams(sentence, self.order)])

# %%
assert np.isclose(NGramModel_v1(2).fit(sam).score(["I", "am", "Sam"]), 1 / 9)
korean = NGramModel_v1(2).fit([line.split() for line in diary])
assert np.isclose(korean.score(["나는", "메론을", "먹는다"]), 3 / 8 * 1 / 3 * 1 / 2)
for good, bad in choices:
    print(f"{korean.score(good.split()):.4f} {good}   {korean.score(bad.split()):.4f} {bad}")

# %% [markdown]
# Now the melon wins as well, 1/16 to 0. The model joined 나는 메론을 from one sentence and 메론을
# 먹는다 from another: it can say more than it has read.
#
# ## 4. The next word in a search box
# You type into a search box, and it offers the next word. That is a language model at work. We
# fit six models to the Wikipedia text, for n = 1 to 6.
#
# **Predict.** You typed "one of the". From which n on do you expect offers that fit?
#
# <details><summary>Answer</summary>
#
# All of them only at n = 4. The bigram model knows that "the" came before, the trigram model "of
# the". It is the word "one" that asks for "most", "first", "highest" or "largest".
#
# </details>

# %%
train, dev, test = (
    [[word if word in wiki.vocabulary else "<unk>" for word in sentence] for sentence in part]
    for part in (wiki.train, wiki.dev, wiki.test)
)
models = {n: NGramModel_v1(n).fit(train) for n in range(1, 7)}

# %%
typed, offers = ["one", "of", "the"], {}
for n in range(1, 5):
    counts = models[n].after[tuple(typed[4 - n :])]
    top = [word for word, _ in counts.most_common(7) if word not in ("<unk>", "</s>")]
    offers[n] = [(word, counts[word] / counts.total()) for word in top[:5]]
plots.next_word_bars(offers, typed)

# %% [markdown]
# Only at n = 4 do all offers fit, and the first place jumps to 0.133. More context does not always
# lift it: from n = 1 to n = 2 it falls from 0.055 to 0.015, since "the", "," and "." seldom follow
# "the". (We left out `<unk>` and `</s>`, which no search box would offer.)
#
# ### Let it write
# A model that predicts can also write: draw a word, append it to the history, draw the next. Each
# sentence has its own **seed** (시드), the number from which all chance in a program starts: the
# same seed draws the same sentence again.
#
# So that you read the model and not Wikipedia, we show a sentence only if no 8 of its words in a
# row stand in the text. Of each model: the first one of 12 to 18 known words.

# %%
def write(model, rng):
    """Draw word after word, each from the counts after the last n - 1 words."""
    words = ["<s>"] * (model.order - 1)
    while words[-1:] != ["</s>"]:
        counts = model.after[tuple(words[len(words) - model.order + 1 :])]
        words += rng.choices(list(counts), list(counts.values()))
    return words[model.order - 1 : -1]

# %%
def windows(sentence, size=8):
    return list(zip(*(sentence[i:] for i in range(size)), strict=False))


known = {window for sentence in train + dev + test for window in windows(sentence)}
seeds = {n: range(1000 if n > 2 else 200) for n in models}
drawn = {n: [write(models[n], random.Random(seed)) for seed in seeds[n]] for n in models}
for n in range(1, 5):
    fitting = [s for s in drawn[n] if 12 <= len(s) <= 18 and "<unk>" not in s]
    new = next(s for s in fitting if known.isdisjoint(windows(s)))
    print(f"n = {n}: {' '.join(new)}")

# %% [markdown]
# The unigram model pours out words. The bigram model holds from one word to the next, the trigram
# model for a phrase, the model with n = 4 longer. (One sentence each, so only an impression.)
#
# **Predict.** Why stop at n = 4? Of all runs of 8 words that the model with n = 6 writes, which
# share is copied from the text?
#
# <details><summary>Answer</summary>
#
# Nearly all of them, 97 %. After 98 % of its contexts of five words the text has a single way to
# go on, so the model recites.
#
# </details>

# %%
def copied(sentences):
    """Share of their runs of 8 words that stand in the text."""
    return np.mean([run in known for sentence in sentences for run in windows(sentence)])


shares = [copied(drawn[n][:200]) for n in models]
assert np.allclose(shares, [0, 0, 0.04, 0.50, 0.88, 0.97], atol=0.005)
assert round(np.mean([len(counts) == 1 for counts in models[6].after.values()]), 2) == 0.98
for n in range(3, 7):
    sets = [copied(drawn[n][i : i + 200]) for i in range(0, 1000, 200)]
    print(f"n = {n}: five sets of 200 sentences, {100 * min(sets):.1f} to {100 * max(sets):.1f} %")
plots.copied_share(list(models), shares)

# %% [markdown]
# From n = 3 to n = 5 the copied share climbs from 4 % to 88 %: whatever improves there, much of
# it is quotation. The figure shows the first of the five sets, the seeds 0 to 199; the others tell
# the same.
#
# ## 5. Too little memory, too little text
# **What a small n forgets.** Two sentences: "the boy with the red kite is happy" and "the boys
# with the red kite are happy". The word that decides between "is" and "are" is the fifth one
# back. So up to n = 5 both contexts look alike and `P(is) = 1/2`; from n = 6 on the model is sure.
# Language is full of such **long-range dependence** (장기 의존성).

# %%
kites = ["the boy with the red kite is happy", "the boys with the red kite are happy"]
kites, history = [line.split() for line in kites], ["the", "boy", "with", "the", "red", "kite"]
for n in range(2, 8):
    p = NGramModel_v1(n).fit(kites).probability("is", history[7 - n :])
    assert p == (1 if n >= 6 else 1 / 2)
    print(f"n = {n}: P(is | ... kite) = {p}")

# %% [markdown]
# **What a large n never saw.** Let us ask the model with n = 5 for
#
# $$P(\text{is} \mid \text{An adorable little boy}) =
# \frac{C(\text{An adorable little boy is})}{C(\text{An adorable little boy})}$$

# %%
context = [w if w in wiki.vocabulary else "<unk>" for w in ["An", "adorable", "little", "boy"]]
try:
    models[5].probability("is", context)
except ZeroDivisionError:
    print("0 divided by 0: never seen:", " ".join(context))

# %% [markdown]
# Not even "adorable" is in our vocabulary: it becomes `<unk>`. But "An `<unk>` little boy" was
# never seen either.
#
# This is the **sparsity problem** (희소 문제): most long sequences of good language have the
# count 0, above the line or on both sides. We let the test text ask, word by word.
#
# **Predict.** Which share of the trigrams of the test text was never seen in training? And of the
# 6-grams?
#
# <details><summary>Answer</summary>
#
# 61 % and 91 %.
#
# </details>

# %%
new_ngrams, new_contexts = [], []
for n, model in models.items():
    grams = [gram for sentence in test for gram in ngrams(sentence, n)]
    new_ngrams.append(np.mean([gram[-1] not in model.after.get(gram[:-1], ()) for gram in grams]))
    new_contexts.append(np.mean([gram[:-1] not in model.after for gram in grams]))
plots.sparsity(list(models), new_ngrams, new_contexts)

# %% [markdown]
# Already one pair of words in four is new, and the dashed line nearly repeats the solid one a step
# later: the n-gram missing now is the context missing next. (Nearly, since n-grams that end in
# `</s>` are nobody's context.)
#
# ## 6. Perplexity: how surprised is the model?
# A good model expects a text that it has not read. Its **perplexity** (혼란도, 퍼플렉서티) on $N$
# tokens is one over the geometric mean of their probabilities:
#
# $$\text{perplexity} = P(t_1, \dots, t_N)^{-\frac1N} =
# \exp\Big(-\frac1N \sum_{i=1}^{N} \log P(t_i \mid u_i)\Big) \tag{5}$$
#
# Here $u_i$ is the context of $t_i$, and the tokens are the words and `</s>`. A model that gives
# each of $V$ words $1/V$ has perplexity $V$. So the number reads: as unsure as if it chose among
# that many equally likely words.
#
# By hand, for "I am Sam": four tokens and $P = \tfrac19$, so the perplexity is
# $9^{1/4} = \sqrt3 \approx 1.732$.

# %%
steps = [2 / 3, 2 / 3, 1 / 2, 1 / 2]
product = 1
for p in steps:
    product *= p
root = product ** (-1 / len(steps))  # the left half of (5), with a loop
logs = np.exp(-np.log(steps).mean())  # the right half, vectorised
assert np.allclose([root, logs], np.sqrt(3))
assert np.isclose(np.exp(-np.log([1 / 12] * 5).mean()), 12)  # a uniform model of 12 words
plots.branching(["I", "am", "Sam", "</s>"], steps)

# %% [markdown]
# A bar says among how many equally likely words a step chooses; the perplexity is their geometric
# mean.
#
# For a long text only the right half of (5) works, because the product becomes too small for a
# computer. Here is the bigram model on the test text:

# %%
grams = [gram for sentence in test for gram in ngrams(sentence, 2)]
p = np.array([models[2].probability(word, [before]) for before, word in grams])
with np.errstate(divide="ignore"):  # the log of 0 is -inf, and that is what we want
    perplexity = np.exp(-np.log(p).mean())
assert np.isclose((p == 0).mean(), new_ngrams[1])
print(f"perplexity {perplexity}: {np.mean(p == 0):.0%} of the tokens have probability 0")

# %% [markdown] tags=["exercise"]
# ### Exercise 1.3: perplexity
# Difficulty 2 of 3, 10 minutes.
#
# Write equation (5) as a function of a list of probabilities, one per token. It must survive
# thousands of tokens, and be infinite (`np.inf`) if one probability is 0.
#
# <details><summary>Hint 1</summary>
#
# A product of thousands of probabilities rounds to 0. The mean of their logarithms does not.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `np.log(0)` is `-inf`, with a warning that `with np.errstate(divide="ignore"):` silences.
#
# </details>

# %% tags=["exercise"]
def perplexity_of(probabilities):
    """Perplexity of a text from the probability of each of its tokens."""
    # begin solution
    with np.errstate(divide="ignore"):
        return np.exp(-np.mean(np.log(probabilities)))
    # end solution

# %% tags=["check"]
checks.ch01_ex3(perplexity_of)

# %% [markdown]
# ## 7. First cure: add k to every count
# One word that is called impossible makes the whole text impossible. So a model must keep
# something for what it has not seen. To take from the seen and give to the unseen is called
# **smoothing** (평활화, 스무딩).
#
# The oldest way pretends that every n-gram was seen $k$ times more (for $k = 1$ it is Laplace's
# rule). With $V$ tokens that can come next:
#
# $$P(t \mid u) = \frac{C(u\,t) + k}{C(u) + kV} \tag{6}$$
#
# By hand, "I am Sam" with $k = 1$ and $V = 12$ (10 words, `</s>`, `<unk>`): `P(am | I)` falls
# from 2/3 to (2 + 1)/(3 + 12) = 1/5, and `P(ham | I)` rises from 0 to 1/15.

# %%
class NGramModel_v2:
    """Add-k: pretend that every n-gram was seen k times more."""

    def __init__(self, order, k, vocab_size):  # New
        self.order, self.k, self.vocab_size = order, k, vocab_size  # New

    def fit(self, sentences):
        self.after = defaultdict(Counter)
        for sentence in sentences:
            for *context, word in ngrams(sentence, self.order):
                self.after[tuple(context)][word] += 1
        return self

    def probability(self, word, context):
        counts = self.after.get(tuple(context), Counter())
        return (counts[word] + self.k) / (counts.total() + self.k * self.vocab_size)  # New

# %%
added = NGramModel_v2(2, k=1, vocab_size=12).fit(sam)
wide = np.column_stack([table, np.zeros(11)])  # one more column, for <unk>
p = (wide + 1) / (wide.sum(axis=1, keepdims=True) + 12)  # equation (6), the whole table
assert np.allclose(p.sum(axis=1), 1)
for word, by_hand in (("am", 1 / 5), ("ham", 1 / 15)):  # the row of I is row 1
    assert np.allclose([added.probability(word, ["I"]), p[1, words.index(word)]], by_hand)

# %% [markdown]
# No probability is 0 any more. Which $k$ is best? We choose it on the dev text, never on the test
# text.
#
# **Predict.** With its longer memory, will the trigram model beat the bigram model?
#
# <details><summary>Answer</summary>
#
# No, it is far worse, for every k we try. After a context never seen (24 % of the dev tokens)
# add-k knows nothing and says $1/V$. And at its best, k = 0.003, it pretends $kV = 30$ counts,
# more than the real ones at 63 % of the tokens (those 24 % are among them).
#
# </details>

# %%
ks, curves = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0], {}
V = len(wiki.vocabulary) - 1  # every token but <s> can come next
for name, n in (("bigram", 2), ("trigram", 3)):
    grams = [gram for sentence in dev for gram in ngrams(sentence, n)]
    after = [models[n].after.get(gram[:-1], Counter()) for gram in grams]
    count = np.array([counts[gram[-1]] for counts, gram in zip(after, grams, strict=True)])
    total = np.array([counts.total() for counts in after])
    curves[name] = [np.exp(-np.log((count + k) / (total + k * V)).mean()) for k in ks]
assert min(curves["trigram"]) > max(curves["bigram"])
assert ks[np.argmin(curves["trigram"])] == 0.003 and round(0.003 * V) == 30
assert [round(np.mean(total == 0), 2), round(np.mean(total < 0.003 * V), 2)] == [0.24, 0.63]
plots.add_k_curves(ks, curves)

# %% [markdown]
# A large k drowns the counts, a small k starves the unseen, and at no k that we try does the
# longer memory help. The fault: after a given context, every unseen word gets the same, whatever
# else we know about it.
#
# ## 8. Second cure: Kneser-Ney
# **Idea one: ask the shorter context.** Take a discount $D$ (할인), a number between 0 and 1, off
# every count that is not 0. What was taken is shared out by the model with one word of context
# less: it knows which words are likely at all.
#
# **Idea two: count company, not copies.** Which word may follow a context that we never saw? In
# our text "York" is about as frequent as "women" or "light". But a word that has followed many
# different words is the better guess after yet another one. So the shorter models count the
# *different* words before a word, its **continuation count** (앞 단어의 종류 수).
#
# **Predict.** "York" stands 54 times in the training text. After how many different words?
#
# <details><summary>Answer</summary>
#
# After one: New.
#
# </details>

# %%
some = ["York", "Ocean", "Spain", "light", "women", "force", "himself"]
seen = [models[1].after[()][word] for word in some]
before = [sum(word in counts for counts in models[2].after.values()) for word in some]
assert (min(seen), max(seen)) == (52, 55)
assert models[2].after[("New",)]["York"] == seen[0] == 54 and (before[0], before[-1]) == (1, 43)
plots.continuation(some, seen, before)

# %% [markdown]
# We chose these seven because they are seen about equally often, 52 to 55 times. By raw counts
# they are about equally good guesses; by continuation counts "himself" is worth 43 times as much
# as "York".
#
# Both ideas in one equation. $N(u\,\cdot)$ is the number of different words after $u$, and $u'$
# is $u$ without its first word:
#
# $$P(t \mid u) = \frac{\max(C(u\,t) - D,\, 0)}{C(u)} +
# \frac{D\,N(u\,\cdot)}{C(u)}\,P(t \mid u') \tag{7}$$
#
# With the full context, $C$ counts how often; with every shorter one it counts company, that is
# the different words before. Below the line $C(u)$ is always the sum of $C(u\,t)$ over all next
# words $t$. If $u$ was never seen, $P(t \mid u) = P(t \mid u')$. When no word of context is left
# to drop, the last factor is $1/V$.
#
# By hand: "I am Sam" with $D = \tfrac12$. It has 15 different bigrams, which end in 11 different
# tokens: one of them in am, one in ham, two in Sam.
# - no context: P(am) = P(ham) =
#   $\frac{1 - 1/2}{15} + \frac{1/2 \cdot 11}{15} \cdot \frac1{12} = \frac{23}{360}$, and P(Sam) =
#   $\frac{2 - 1/2}{15} + \frac{1/2 \cdot 11}{15} \cdot \frac1{12} = \frac{47}{360}$,
# - after I, seen three times with two different words: `P(am | I)` =
#   $\frac{2 - 1/2}3 + \frac{1/2 \cdot 2}3 \cdot \frac{23}{360} = \frac{563}{1080}$,
# - never seen after I: `P(ham | I)` = $\frac13 \cdot \frac{23}{360} = \frac{23}{1080}$, but
#   `P(Sam | I)` = $\frac13 \cdot \frac{47}{360} = \frac{47}{1080}$, about twice as much.

# %%
class NGramModel_v3:
    """Interpolated Kneser-Ney; the contexts of all lengths stand in one dictionary."""

    def __init__(self, order, discount, vocab_size):  # New
        self.order, self.discount, self.vocab_size = order, discount, vocab_size  # New

    def fit(self, sentences):
        self.after = defaultdict(Counter)
        grams = [g for sentence in sentences for g in ngrams(sentence, self.order)]  # New
        for _ in range(self.order):  # New
            for *context, word in grams:  # New
                self.after[tuple(context)][word] += 1
            grams = [gram[1:] for gram in set(grams)]  # New: each different n-gram once
        return self

    def probability(self, word, context):
        lower = self.probability(word, context[1:]) if context else 1 / self.vocab_size  # New
        counts = self.after.get(tuple(context), Counter())
        if not counts:  # New: a context never seen says nothing
            return lower  # New
        taken = self.discount * len(counts) / counts.total()  # New
        return max(counts[word] - self.discount, 0) / counts.total() + taken * lower  # New

# %%
kneser_ney = NGramModel_v3(2, discount=1 / 2, vocab_size=12).fit(sam)
for word, by_hand in (("am", 563 / 1080), ("ham", 23 / 1080), ("Sam", 47 / 1080)):
    assert np.isclose(kneser_ney.probability(word, ["I"]), by_hand)
company = (table > 0).sum(axis=0)  # the continuation counts of all words at once
assert company.sum() == 15 and company[words.index("Sam")] == 2
assert np.isclose(sum(kneser_ney.probability(word, ["I"]) for word in [*words, "<unk>"]), 1)

# %% [markdown] tags=["exercise"]
# ### Exercise 1.4: what company a word keeps
# Difficulty 3 of 3, 15 minutes.
#
# Which share of the *different* bigrams of a text ends in `word`? In other words, divide the
# word's continuation count by the sum of all continuation counts, without a discount. `<s>`
# counts as a word before and `</s>` as a word after.
#
# <details><summary>Hint 1</summary>
#
# A Python `set` keeps every pair once. Put the pairs of all padded sentences into one set.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# For Sam in "I am Sam", "Sam I am" and "I do not like green eggs and ham" it is 2/15.
#
# </details>

# %% tags=["exercise"]
def continuation_probability(word, sentences):
    """Share of the different bigrams in `sentences` (lists of words) that end in `word`."""
    # begin solution
    pairs = set()
    for sentence in sentences:
        padded = ["<s>", *sentence, "</s>"]
        pairs |= set(zip(padded, padded[1:], strict=False))
    return sum(last == word for _, last in pairs) / len(pairs)
    # end solution

# %% tags=["check"]
checks.ch01_ex4(continuation_probability)

# %% [markdown]
# ## 9. The perplexity ladder
# From here on we use the tested class `elmo_lite.ngram.NGramModel`. It counts with sorted arrays
# instead of dictionaries, but it is the same model. The next cell holds it against all three of
# ours on 100 test sentences, and counts one point of the sparsity curve (n = 2) a second way.
#
# The cell after it tests idea two: the same Kneser-Ney trigram model on the whole test text, once
# with company and once with copies.

# %%
from elmo_lite.ngram import NGramModel

ours = [models[2], NGramModel_v2(2, 0.01, V).fit(train), NGramModel_v3(3, 0.75, V).fit(train)]
theirs = [NGramModel(2), NGramModel(2, "add-k", k=0.01), NGramModel(3, "kneser-ney", discount=0.75)]
for small, package in zip(ours, theirs, strict=True):
    grams = [gram for sentence in test[:100] for gram in ngrams(sentence, small.order)]
    p = [small.probability(gram[-1], gram[:-1]) for gram in grams]
    package.fit(wiki.train, wiki.vocabulary)
    with np.errstate(divide="ignore"):
        assert np.allclose(np.log(p), package.token_log_probabilities(test[:100]))
zeros = np.isneginf(theirs[0].token_log_probabilities(wiki.test))
assert np.isclose(zeros.mean(), new_ngrams[1])

# %%
copies = ours[2]
copies.after |= models[2].after | models[1].after  # shorter contexts count every copy
p = [copies.probability(gram[-1], gram[:-1]) for s in test for gram in ngrams(s, 3)]
found = theirs[2].perplexity(wiki.test), np.exp(-np.log(p).mean())
assert round(found[0]) == 162 < found[1]
print(f"with company {found[0]:.0f}, with copies {found[1]:.0f}")

# %% [markdown]
# Company is the better guess here. Now all models read the same test tokens, with the same
# vocabulary and the same rule for `<unk>`: only then may perplexities be compared. The numbers are
# kept in a results file, and later chapters add their rungs. We measure one of them again. (It
# comes to 157 and not to 162: the Kneser-Ney models of the ladder do not fix $D$ at 0.75, but
# estimate one per length, $D = n_1 / (n_1 + 2 n_2)$, where $n_1$ n-grams have the count 1 and
# $n_2$ the count 2.)
#
# **Predict.** The uniform model has perplexity 10,002 (10,000 words, `<unk>` and `</s>`), the
# unigram model 406, the trigram model with Kneser-Ney smoothing 157. What do n = 4 and n = 5 reach?
#
# <details><summary>Answer</summary>
#
# Hardly less, both 156: four in five 4-grams of the test text are new (section 5), and then the
# model is left with the shorter context.
#
# </details>

# %%
rungs = ladder.load(without=["NNLM", "biLM"])  # those come later
live = NGramModel(3, "kneser-ney").fit(wiki.train, wiki.vocabulary).perplexity(wiki.test)
assert np.isclose(live, rungs["trigram, Kneser-Ney"], atol=0.001) and round(live) == 157
assert rungs["uniform"] == V == 10_002
assert round(sum(map(len, train)), -4) == 350_000
assert round(rungs["unigram"]) == 406 and round(rungs["trigram, add-k"]) == 1300
assert {round(rungs[f"{n}-gram, Kneser-Ney"]) for n in (4, 5)} == {156}
print(f"{np.mean([t == '<unk>' for s in test for t in s]):.0%} of the test words are <unk>")
common.perplexity_ladder(rungs)

# %% [markdown]
# From 10,002 equally likely words down to 156 by counting alone. With poor smoothing a longer
# memory hurts (the trigram with add-k stops at 1,300), with good smoothing it helps, but beyond
# n = 3 hardly any more. (From n = 2 on, maximum likelihood has no rung: it is infinite.)
#
# ## 10. What an n-gram model can never share
# One more toy, six lines about pets and a fridge. 귀여운 is "cute", 사랑스러운 "lovely", 무거운
# "heavy"; 강아지 is "puppy", 고양이 "cat", 냉장고 "fridge"; 좋아해 means "I like", 사랑해 "I
# love", 샀어 "I bought".
#
# **Predict.** 사랑스러운 고양이 and 사랑스러운 냉장고 are both new. Which one is likelier to a
# Kneser-Ney model?
#
# <details><summary>Answer</summary>
#
# Neither. To the model, cat and fridge are two different marks on paper, each seen once, after
# one other word.
#
# </details>

# %%
pets = ["귀여운 강아지 좋아해", "귀여운 강아지 사랑해", "사랑스러운 강아지 좋아해"]
pets += ["사랑스러운 강아지 사랑해", "귀여운 고양이 좋아해", "무거운 냉장고 샀어"]
pets, nouns = [line.split() for line in pets], ["강아지", "고양이", "냉장고"]
adjectives = ["귀여운", "사랑스러운", "무거운"]
pairs = Counter(pair for line in pets for pair in ngrams(line, 2))
model = NGramModel_v3(2, 0.75, vocab_size=11).fit(pets)  # 9 words, </s> and <unk>
assert model.probability("고양이", ["사랑스러운"]) == model.probability("냉장고", ["사랑스러운"])
for line in ("사랑스러운 고양이 사랑해", "사랑스러운 냉장고 사랑해"):
    p = np.prod([model.probability(t, u) for *u, t in ngrams(line.split(), 2)])
    print(f"{p:.6f} {line}")
counts = [[pairs[a, b] for b in nouns] for a in adjectives]
title = "P(next word | previous word), six lines"
plots.bigram_table(counts, adjectives, nouns, title)

# %% [markdown]
# The middle row has two hatched cells, and nothing in that row tells them apart. You know better:
# 귀여운 and 사랑스러운 both go with 강아지, so what is said of one may be said of the other. But
# the model reads its row, and then how much company each column has. That two rows look alike, it
# never notices. So 사랑스러운 고양이 사랑해 stays as strange to it as a lovely fridge.
#
# ## What you can now do
# - compute the probability of a sentence from its factors, and say why whole histories cannot be
#   counted,
# - build an n-gram model, and let it write,
# - show how sparse language becomes as n grows,
# - keep a model from saying "impossible", with add-k and with Kneser-Ney,
# - compare models by perplexity, and say when that is fair.
#
# ## One honest limit
# Our text is small, about 350,000 words for training. And `<unk>`, 13 % of the test words,
# flatters every model, since saying "some rare word" is right for all of them. So no perplexity
# of another text or vocabulary may be set beside ours. More text would fill many of the gaps
# (not measured here), but what section 10 shows does not depend on the size of the text.
#
# ## Sources
# - "its water is so transparent" and "I am Sam" as examples: Jurafsky and Martin, *Speech and
#   Language Processing*, the chapter on n-gram language models.
# - Company instead of copies: Kneser and Ney 1995, *Improved backing-off for m-gram language
#   modeling*. The discount $D$ of the ladder: Ney, Essen and Kneser 1994. The interpolated form,
#   equation (7): Chen and Goodman 1999, *An empirical study of smoothing techniques for language
#   modeling*.
# - The three Korean cases, the search for 그 물은 투명했다 and the adorable little boy: the lecture
#   *Tensorflow를 활용한 딥러닝 자연어 처리 입문*, part 3.
#
# ## Where next
# In chapter 02 a word is no longer a mark on paper, but a vector. If 귀여운 and 사랑스러운 get
# similar vectors, what is learnt about one serves the other. The price: a division is no longer
# enough. The vectors have to be trained, step by step.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A trigram model reads "The keys to the old house". Which words decide for it what comes next?
#    - [ ] keys :: they decide between "is" and "are" for you, but stand too far back
#    - [ ] house :: a bigram model would look at this word alone
#    - [x] old house :: n = 3 leaves two words of context
# 2. A model gives probability 0 to one of 10,000 test words. What is its perplexity?
#    - [ ] hardly changed :: true of an ordinary mean, but here probabilities are multiplied
#    - [x] infinite :: the product is 0, and the perplexity is one over its root
#    - [ ] 0 :: that is the probability of the text; the perplexity is the inverse of its root
# 3. On one text, model A (1,000 words) has perplexity 90, B (10,000 words) 140. Which is better?
#    - [ ] A, since 90 is less than 140 :: A has more `<unk>`, a token that is easy to predict
#    - [ ] B, since it knows more words :: perhaps, but these two numbers do not show it
#    - [x] one cannot say :: perplexities compare only with the same vocabulary and rule for `<unk>`
