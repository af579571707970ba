# %% [markdown]
# # 01 N-gram language models
#
# Type *The* on your phone and keep tapping the word that it suggests. The model of this chapter
# wrote "The old man had been in the old man had been in the old man", and would have gone on for
# ever. It knows no grammar, only which word follows which. Yet that is enough to finish your
# sentences, to tell 메론 (melon) from 메롱 (nyah-nyah), and to write nonsense that makes a class
# laugh. We build it, let it write, and see where it breaks.
#
# **How far can we get in predicting the next word by counting alone?**
#
# You will be able to
# - **count** n-grams, and turn the counts into probabilities,
# - **sample** text at any temperature, and notice when a model recites,
# - **measure** how new a text is, and how much it surprises a model,
# - **smooth** the counts, first badly, then well,
# - **compare** models by their perplexity.
#
# You need Python's lists and dictionaries, NumPy arrays, fractions, and the rule
# $\log(ab) = \log a + \log b$.

# %% tags=["setup"]
import random
import textwrap
from collections import Counter, defaultdict

import numpy as np
from matplotlib import pyplot as plt

from elmo_lite import corpora
from elmo_lite.corpora import ladder
from elmo_lite.ngram import NGramModel, with_temperature
from notebooks.course import results
from notebooks.course.check import check, yours_or_ours
from notebooks.course.plots import ch01 as plots
from notebooks.course.plots import common

# %% [markdown]
# ## 1. Which sentence would you say?
# A **language model** (언어 모델) gives every sequence of words a probability. With it a machine
# can choose between two sentences that look or sound alike:
#
# | where | you would say | and hardly |
# |---|---|---|
# | translation | 나는 버스를 탔다, "I took the bus" | 나는 버스를 태운다, "I give the bus a ride" |
# | speech | 나는 메론을 먹는다, "I eat a melon" | 나는 메롱을 먹는다, "I eat a nyah-nyah" |
# | typing | 선생님이 달려갔다, "the teacher ran off" | 선생님이 잘려갔다, "... was cut off" |
#
# The simplest model counts whole sentences, here in a diary of eight sentences about buses, melons,
# a brother who says nyah-nyah, and a teacher who ran off.
#
# **Predict.** In which of the three cases can this model choose?
#
# <details><summary>Answer</summary>
#
# In the first and the third. Nobody wrote 나는 메론을 먹는다, although all its pieces are there.
#
# </details>

# %%
diary = ["나는 버스를 탔다", "나뭇가지가 잘려갔다", "나는 메론을 샀다", "동생은 메론을 먹는다"]
diary += ["동생은 메롱을 한다", "나는 동생을 버스에 태운다", "선생님이 오셨다", "선생님이 달려갔다"]
choices = [("나는 버스를 탔다", "나는 버스를 태운다"), ("나는 메론을 먹는다", "나는 메롱을 먹는다")]
choices += [("선생님이 달려갔다", "선생님이 잘려갔다")]
for good, bad in choices:
    print(f"{diary.count(good)} of 8: {good}    {diary.count(bad)} of 8: {bad}")

# %% [markdown]
# Counting sentences gets the bus and the teacher right, 1 to 0, and has no opinion about the melon,
# 0 to 0. A sentence is too large a thing to count, because good sentences are rarely said twice. So
# we take it apart.
#
# ## 2. One word at a time
# The **chain rule** (연쇄 법칙) of probability turns one question about a sentence into $N$
# questions about its **tokens** (토큰), that is, its words and punctuation marks:
#
# $$P(t_1, \dots, t_N) = \prod_{k=1}^{N} P(t_k \mid t_1, \dots, t_{k-1}) \tag{1}$$
#
# So whoever can predict the next word can also judge a sentence. GPT and its relatives are still
# built on this line. By hand, with four lines about a river: "its water is so transparent", "its
# water is so cold", "its water is clear", "its colour is so transparent". All 4 begin with *its*, 3
# go on with *water*, the same 3 with *is*, then 2 with *so*, and 1 with *transparent*:
#
# $$P(\text{its water is so transparent}) =
# \tfrac44 \times \tfrac34 \times \tfrac33 \times \tfrac23 \times \tfrac12 = \tfrac14$$
#
# Every count cancels except the first and the last, and what remains is the share of the whole
# sentence. So the chain rule wins nothing unless beginnings come back more often than sentences.
#
# Do they? Our **corpus** (말뭉치) is the sample of 98 Wikipedia articles in the library gensim. The
# last 10 are the **test data** (테스트 데이터), the 10 before them the **dev data** (개발 데이터),
# on which we choose settings, and the others the **training data** (훈련 데이터). Its 10,000 most
# frequent words are our **vocabulary** (단어 집합), and any other becomes `<unk>`, the **unknown
# word** (미등록 단어).
#
# **Predict.** We look for "its water is so transparent that the" anywhere in the training data,
# first one word, then two, and so on. At which word does the count reach 0?

# %%
wiki = ladder.corpus()


def with_unknown(sentences):
    """The sentences, with <unk> for every word outside the vocabulary."""
    found = []
    for sentence in sentences:
        found.append([word if word in wiki.vocabulary else "<unk>" for word in sentence])
    return found


train, dev, test = with_unknown(wiki.train), with_unknown(wiki.dev), with_unknown(wiki.test)
text = "".join(f" {' '.join(sentence)} \n" for sentence in wiki.train)
words = "its water is so transparent that the".split()
for length in range(1, 8):
    beginning = " ".join(words[:length])
    print(f"{text.count(f' {beginning} '):4}  {beginning}")
unknown = np.mean([word == "<unk>" for sentence in test for word in sentence])
print(f"{100 * unknown:.0f} % of the test words become <unk>")

# %% [markdown]
# At the third: *its water* occurs once and *its water is* never, so from the fourth word on
# equation (1) divides 0 by 0. The web is no better: a search for 그 물은 투명했다, "that water was
# transparent", once found six million pages, but the first ones, about invisibility cloaks, did not
# contain it.
#
# Why do three words have such bad luck? Let us count single ones. Our training data has 29,242
# **types** (타입), that is, different tokens.
#
# **Predict.** How many types make up half of all tokens?
#
# <details><summary>Answer</summary>
#
# 123 of them.
#
# </details>

# %%
count = Counter()
for sentence in wiki.train:
    count.update(sentence)
ranked = count.most_common()
numbers = np.array([number for _, number in ranked])
half = 1 + np.argmax(numbers.cumsum() > numbers.sum() / 2)
print(f"{numbers.sum():,} tokens, {len(numbers):,} types, {sum(numbers == 1):,} of them occur once")
print(f"{half} types make half of the tokens")

ax = plt.figure(figsize=(8, 4)).add_subplot(xscale="log", yscale="log", ylim=(0.6, 60_000))
ax.plot(np.arange(1, len(numbers) + 1), numbers)
for rank in (1, 30, 300, 3000):
    word, number = ranked[rank - 1]
    plots.note(ax, f"{word}: {number:,}", (rank, number), (9, 3))
ax.set(xlabel="rank of the type", ylabel="times in the text", title="Few words do most of the work")
plots.describe(ax, f"Count of each type by rank, a falling line. {half} types make half the text.")

# %% [markdown]
# 123 types make half of the text, and 14,204 occur a single time. In between the curve is nearly
# straight, because rank times count stays near 30,000: *his* has rank 30 and count 1,032, *carbon*
# 300 and 100. This is **Zipf's law** (지프의 법칙), and it is the bad news of this chapter. Most
# words are rare in any text, so sequences of words are rarer still.
#
# ## 3. Remember only the last words
# So we forget nearly everything. An **n-gram** (엔그램, n-gram) is a sequence of $n$ tokens, and an
# n-gram model predicts each token from the $n-1$ tokens before it, its **context** (문맥):
#
# $$P(t_k \mid t_1, \dots, t_{k-1}) \approx P(t_k \mid t_{k-n+1}, \dots, t_{k-1}) \tag{2}$$
#
# This is the **Markov assumption** (마르코프 가정); for n = 1, 2, 3 we say unigram, bigram and
# trigram. After "An adorable little boy is spreading" a model with n = 4 sees only *boy is
# spreading*. A small n loses every **long-range dependence** (장기 의존성): "The **boys** with the
# red kite **are** happy" needs n = 6.
#
# The probabilities are counts again, where $\#(\dots)$ says how often a sequence occurs:
#
# $$P(w \mid \text{context}) = \frac{\#(\text{context}, w)}{\#(\text{context})} \tag{3}$$
#
# This is **maximum likelihood** (최대 가능도): no other probabilities make the training data more
# likely. By hand, with the three sentences "I am Sam", "Sam I am" and "I do not like green eggs and
# ham". The marks `<s>` and `</s>` start and end each sentence, so that the model learns how
# sentences begin and end:
# - two of three sentences begin with I and one with Sam:
#   $P(\text{I} \mid \langle s \rangle) = \frac23$,
#   $P(\text{Sam} \mid \langle s \rangle) = \frac13$,
# - of three I, two are followed by am and one by do: $P(\text{am} \mid \text{I}) = \frac23$,
#   $P(\text{do} \mid \text{I}) = \frac13$,
# - of two am, one is followed by Sam: $P(\text{Sam} \mid \text{am}) = \frac12$,
# - of two Sam, one ends its sentence: $P(\langle /s \rangle \mid \text{Sam}) = \frac12$.
#
# Now you write it, for any n.

# %% [markdown] tags=["exercise"]
# ### Exercise 1.1: count
# Difficulty 2 of 3, 10 minutes.
#
# For every context, count the words that follow it. Put $n-1$ times `<s>` in front of each sentence
# and one `</s>` at its end; predict every word and `</s>`. For n = 2, the context `("I",)` of "I am
# Sam" and "Sam I am" has `Counter({"am": 2})`. For n = 1 there is one context, `()`.
#
# <details><summary>Hint 1</summary>
#
# `padded = ["<s>"] * (n - 1) + sentence + ["</s>"]`. The first token to predict has index `n - 1`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# The context of `padded[k]` is `tuple(padded[k - n + 1 : k])`. A list cannot be a key; a tuple can.
#
# </details>


# %% tags=["exercise"]
def count_after(sentences, n):
    """{context: Counter of the words after it}; sentences are lists, contexts are tuples."""
    after = defaultdict(Counter)
    # begin solution
    for sentence in sentences:
        padded = ["<s>"] * (n - 1) + sentence + ["</s>"]
        for k in range(n - 1, len(padded)):
            context = tuple(padded[k - n + 1 : k])
            after[context][padded[k]] += 1
    # end solution
    return after


# %% tags=["check"]
check("1.1", count_after)

# %% tags=["known"]
WORDS = ["I", "am", "Sam", "do", "not", "like", "ham"]
SAM = [line.split() for line in ("I am Sam", "Sam I am", "I do not like green eggs and ham")]


def sentences(rng):
    """A few sentences of a few words, with many repetitions."""
    words = WORDS[: rng.integers(3, len(WORDS) + 1)]
    lengths = rng.integers(2, 6, size=rng.integers(2, 7))
    return [rng.choice(words, size=length).tolist() for length in lengths]


def inputs(rng):
    return sentences(rng), int(rng.integers(1, 5))


cases = [([["I", "am"]], 2), ([["I", "am"]], 3), ([["I"]], 1), (SAM, 2), (SAM, 3)]
trials = 40

# %% [markdown] tags=["known"]
# Hint: Go through each padded sentence and count every word under the n - 1 words before it.
# Returns: a dictionary with tuples as keys and Counters as values
#
# - `["<s>"] * (n - 1) + sentence + ["</s>"]` → `sentence` :: Put `<s>` in front and `</s>` at the
#   end.
# - `["<s>"] * (n - 1) + ` → `` :: Put n - 1 times `<s>` in front of each sentence.
# - ` + ["</s>"]` → `` :: Predict `</s>` at the end as well.
# - `* (n - 1)` → `* n` :: `<s>` is never predicted: put it n - 1 times.
# - ` * (n - 1)` → `` :: Put n - 1 times `<s>` in front, not always one.
# - `ours(sentences, n + 1)` :: A context has n - 1 words, not n.
# - `ours([sum(sentences, [])], n)` :: Pad each sentence on its own.
# - `tuple(padded[k - n + 1 : k])` → `" ".join(padded[k - n + 1 : k])` :: The keys are tuples of
#   words, such as ('I',), not strings.
# - `after[context]` → `after[context if n != 2 else context[0]]` :: For n = 2 the key is `('I',)`.

# %% [markdown] tags=["exercise"]
# ### Exercise 1.2: divide
# Difficulty 1 of 3, 5 minutes.
#
# Turn the counts into `P(word | context)`. If the context was never seen, return 0.
#
# <details><summary>Hint 1</summary>
#
# A context occurs as often as some word follows it: `after[context].total()`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `after.get(context)` is `None` for an unseen context. `after[context]` would add it to the table.
#
# </details>


# %% tags=["exercise"]
def probability(word, context, after):
    """P(word | context) from the counts of `count_after`; 0 after a context never seen."""
    # begin solution
    counts = after.get(context)
    return counts[word] / counts.total() if counts else 0
    # end solution


# %% tags=["check"]
check("1.2", probability)

# %% tags=["known"]
def inputs(rng):
    after = dict(count_after(sentences(rng), int(rng.integers(1, 4))))
    contexts = [*after, ("ham", "Sam")]
    return str(rng.choice([*WORDS, "</s>"])), contexts[rng.integers(len(contexts))], after


pairs = dict(count_after(SAM, 2))
cases = [(w, (c,), pairs) for w, c in (("am", "I"), ("I", "<s>"), ("ham", "I"), ("a", "b"))]
trials = 60

# %% [markdown] tags=["known"]
# Hint: Divide the count of the word after this context by the sum of all counts after it.
#
# - `after.get(context)` → `after[context]` :: An unseen context is no key of `after`: use
#   `after.get(context)` and return 0.
# - ` / counts.total()` → `` :: Divide the count by all counts of the context.
# - `counts.total()` → `len(counts)` :: Divide by the sum of the counts.
# - `counts.total()` → `sum(c.total() for c in after.values())` :: You divided by the length of the
#   text. Divide by the count of this context only.

# %%
count_after = yours_or_ours("1.1", count_after)
probability = yours_or_ours("1.2", probability)


def positions(sentences, n):
    """(context, word) for every token that a model predicts, </s> included."""
    found = []
    for sentence in sentences:
        padded = ["<s>"] * (n - 1) + sentence + ["</s>"]
        for k in range(n - 1, len(padded)):
            found.append((tuple(padded[k - n + 1 : k]), padded[k]))
    return found


after = count_after([line.split() for line in diary], n=2)
for pair in choices:
    for line in pair:
        factors = [
            probability(word, context, after) for context, word in positions([line.split()], 2)
        ]
        print(f"{np.prod(factors):.4f}  {line}")

# %% [markdown]
# Now the melon wins too, 1/16 to 0. The model took 나는 메론을 from one sentence and 메론을 먹는다
# from another.
#
# All pairs of "I am Sam" at once make a table: one row per previous word, each divided by its sum.
#
# **Predict.** The table has 11 × 11 = 121 entries. How many of them are 0?
#
# <details><summary>Answer</summary>
#
# All but 15, so 106. The text has 17 bigrams, and only 15 of them are different.
#
# </details>

# %%
sam = [line.split() for line in ("I am Sam", "Sam I am", "I do not like green eggs and ham")]
after = count_after(sam, n=2)
words = "I am Sam do not like green eggs and ham </s>".split()
previous = ["<s>", *words[:-1]]
table = np.zeros((11, 11), dtype=int)
for i, j in np.ndindex(11, 11):
    table[i, j] = after[previous[i],][words[j]]
plots.bigram_table(table, previous, words)

# %%
p = table / table.sum(axis=1, keepdims=True)  # each row by its sum
for i, j in np.ndindex(11, 11):
    assert np.isclose(p[i, j], probability(words[j], (previous[i],), after))
print(f"{np.count_nonzero(table == 0)} of {table.size} entries are 0")

# %% [markdown]
# The table and the function agree. Each row sums to 1, and 106 of 121 entries are hatched, which
# means impossible. "I like ham" needs two of them, although nothing is wrong with it.
#
# ## 4. Let it write
# Here is what four models, counted in Wikipedia, offer a searcher after "one of the".

# %%
models = {n: count_after(train, n) for n in range(1, 6)}
typed, offers = ("one", "of", "the"), {}
for n in range(1, 5):
    counts = models[n][typed[4 - n :]]
    best = [word for word, _ in counts.most_common(7) if word not in ("<unk>", "</s>")]
    offers[n] = [(word, counts[word] / counts.total()) for word in best[:5]]
plots.next_word_bars(offers, typed)

# %% [markdown]
# Only n = 4 offers what you would type, *most* with probability 0.133, then *first* and *highest*.
# The bigram model sees only *the*, and its best offer has 0.015. The word that calls for a
# superlative is *one*, three words back.
#
# A model that predicts can also write: draw a word at random by its probability, append it, draw
# the next. This is **sampling** (샘플링), and one knob controls how daring it is, the
# **temperature** (온도) $\tau$, which the GPT models have as well:
#
# $$P_\tau(w) = \frac{P(w)^{1/\tau}}{\sum_{w'} P(w')^{1/\tau}} \tag{4}$$
#
# By hand: after I, the three sentences give am $\frac23$ and do $\frac13$. With $\tau = \frac12$ we
# square both, $\frac49$ and $\frac19$, and divide by their sum: $\frac45$ and $\frac15$, so the
# favourite gains. With $\tau = 2$ we take roots, and get $0.59$ and $0.41$. Near $\tau = 0$ the
# favourite takes all.
#
# Nonsense about everyday life is easier to judge than nonsense about alkali metals, so in the rest
# of this section we count in the 1,722 sentences written for this course. Here is what follows *I*
# (*ca* is half of *can't*).


# %%
def heated(counts, temperature):
    """Equation (4) for the words after one context: {word: probability}."""
    most = max(counts.values())
    powers = {word: (count / most) ** (1 / temperature) for word, count in counts.items()}
    total = sum(powers.values())
    return {word: power / total for word, power in powers.items()}


assert np.allclose(list(heated(after["I",], 0.5).values()), [4 / 5, 1 / 5])  # by hand
assert np.allclose(list(heated(after["I",], 2).values()), with_temperature(p[1, [1, 3]], 2))

# %%
ours = [list(example.tokens) for example in corpora.senses("en")]
written = {n: count_after(ours, n) for n in range(1, 7)}
top = [word for word, _ in written[2]["I",].most_common(8)]
print(len(written[2]["I",]), "different words follow I")
figure = plt.figure(figsize=(10, 3.4))
for i, temperature in enumerate((0.5, 1, 2)):
    ax = figure.add_subplot(1, 3, i + 1, ylim=(0, 0.4))
    p = heated(written[2]["I",], temperature)
    ax.bar(top, [p[word] for word in top], color="#C62828")
    ax.tick_params(axis="x", rotation=60)
    ax.set_ylabel("P(next word | I)" if i == 0 else "")
    eight = sum(p[word] for word in top)
    ax.set_title(f"τ = {temperature}, together {eight:.2f}")
    plots.describe(ax, f"τ = {temperature}: {top[0]} {p[top[0]]:.2f}, these eight {eight:.2f}.")

# %% [markdown]
# Hand, function and package agree. Of the 83 words seen after *I*, the first eight share 0.50 of
# the probability at $\tau = 1$, 0.91 at 0.5 and 0.24 at 2: a cold model says what it always says,
# and a hot one says anything.


# %%
def write(n, temperature=1.0, seed=0, longest=30):
    """Draw word after word, each from the words seen after the last n - 1 words."""
    rng, tokens = random.Random(seed), ["<s>"] * (n - 1)
    for _ in range(longest):
        context = tuple(tokens[len(tokens) - n + 1 :])
        p = heated(written[n][context], temperature)
        word = rng.choices(list(p), list(p.values()))[0]
        if word == "</s>":
            break
        tokens.append(word)
    return " ".join(tokens[n - 1 :])


known = {" ".join(sentence) for sentence in ours}
for n in (1, 2, 3, 5):
    print(f"n = {n}")
    for seed in range(5):
        line = write(n, seed=seed)
        mark = "=  " if line in known else "   "
        print(textwrap.fill(line, 95, initial_indent=mark, subsequent_indent="     "))

# %% [markdown]
# The unigram model pours words on the table. The bigram model gets every pair right and stumbles
# from one into the next: *Hawaiian is that the whole family.* The trigram model keeps its thread
# for half a line and then wakes up in another story. With n = 5 the English is perfect, and the
# sign = says why: each line is one of our sentences, word for word.
#
# **Try it.** Change the temperatures, n and the **seed** (시드), the number from which all chance
# starts. Which temperature would you give a search box, and which a poet?

# %%
for temperature in (0.02, 0.5, 3):
    for seed in (1, 2):
        print(f"{temperature:4}  {write(2, temperature, seed)}")

# %% [markdown]
# At 0.02 our phone is back: after *man* comes *had* or *in*, both lead to *the old man*, and the
# circle closes. At 3 the grammar is gone.
#
# **Predict.** From which n on is more than half of what the model writes a copy?

# %%
copied = {}
for n in range(2, 7):
    lines = [write(n, seed=seed, longest=99) for seed in range(300)]
    copied[n] = np.mean([line in known for line in lines])
one_way = np.mean([len(counts) == 1 for counts in written[5].values()])
print(f"n = 5: after {100 * one_way:.0f} % of the contexts only one word was ever seen")
ax = plt.figure(figsize=(8, 3)).add_subplot(xlabel="n", ylim=(-0.05, 1.15), yticks=[])
ax.plot(list(copied), list(copied.values()), "o-", color="#C62828")
for n, share in copied.items():
    plots.note(ax, f"{100 * share:.0f} %", (n, share), (0, 9), ha="center")
ax.set(title="Share of 300 sampled sentences that are copies", xticks=list(copied))
said = ", ".join(f"{100 * share:.0f} % at n = {n}" for n, share in copied.items())
plots.describe(ax, f"The share of copies grows with n: {said}.")

# %% [markdown]
# From n = 5 on: the copies jump from 2 % at n = 3 to 48 % at n = 4 and 89 % at n = 5. After 98 % of
# its contexts of four words only one word was ever seen, so there is nothing to choose and the
# model recites. People ask this about large language models today: what is their own, and what have
# they memorised?
#
# ## 5. How much of a new text is new?
# Let the trigram model of Wikipedia read. It is sure that nobody will ever write "The teacher ran
# off.", because four of the six trigrams, such as *The teacher ran*, never occurred, and a single
# factor of 0 loses the whole product. Was that bad luck?
#
# **Predict.** Which share of the test trigrams was never seen in 347,306 tokens of training data: 5
# %, 20 %, or 60 %?

# %%
new_ngrams, new_contexts = [], []
for n, after in models.items():
    asked = positions(test, n)
    new_ngrams.append(np.mean([word not in after.get(context, ()) for context, word in asked]))
    new_contexts.append(np.mean([context not in after for context, word in asked]))
for context, word in positions(["The teacher ran off .".split()], n=3):
    print(*context, word, "| seen", models[3].get(context, Counter())[word], "times")

ax = plt.figure(figsize=(8, 3.8)).add_subplot(xlabel="n", xticks=list(models), ylim=(-0.04, 1))
ax.plot(list(models), new_ngrams, "o-", color="#C62828", label="n-gram never seen")
ax.plot(list(models), new_contexts, "s--", color="#7A7A7A", label="context never seen")
for n, share in zip(models, new_ngrams, strict=True):
    plots.note(ax, f"{100 * share:.0f} %", (n, share), (-6, 7), ha="right")
ax.set(title="What the test data ask for and the counts do not have", yticks=[], xlim=(0.7, 5.2))
plots.label_lines(ax)
unseen = ", ".join(f"{100 * share:.0f} %" for share in new_ngrams)
plots.describe(ax, f"Test tokens whose n-gram was never seen, n = 1 to 5: {unseen}.")

# %% [markdown]
# It was not: in a new text 61 % of the trigrams are new, and so are 25 % of its bigrams and 89 % of
# its 5-grams. The grey curve is the red one a step later, because the n-gram that is missing now is
# the next word's context, where we divide 0 by 0. This is the **sparsity problem** (희소 문제), and
# Zipf's law is its cause. So a model must not believe its zeros. How much do they cost?
#
# ## 6. Perplexity: how surprised is a model?
# A good model expects what it reads. Its **perplexity** (퍼플렉서티) on $N$ tokens is one over the
# geometric mean of their probabilities:
#
# $$\text{perplexity} = P(t_1, \dots, t_N)^{-\frac1N} =
# \exp\Big(-\frac1N \sum_{k=1}^{N} \log P(t_k \mid \text{context}_k)\Big) \tag{5}$$
#
# It counts choices: a model that gives each of $|V|$ words $1/|V|$ has perplexity $|V|$. By hand,
# "I am Sam" has four tokens and $P = \frac23 \cdot \frac23 \cdot \frac12 \cdot \frac12 = \frac19$,
# so its perplexity is $9^{1/4} = \sqrt3 \approx 1.732$. In code we take the right-hand side,
# because a product of a thousand probabilities rounds to 0.


# %%
def perplexity(probabilities):
    """The right-hand side of equation (5)."""
    with np.errstate(divide="ignore"):  # the log of 0 is -inf, as it should be
        return np.exp(-np.mean(np.log(probabilities)))


product = 2 / 3 * 2 / 3 * 1 / 2 * 1 / 2
assert np.allclose(product ** (-1 / 4), perplexity([2 / 3, 2 / 3, 1 / 2, 1 / 2]))
p = [probability(word, context, models[3]) for context, word in positions(test, 3)]
print(f"I am Sam: {product ** (-1 / 4):.3f}, the trigram model on the test data: {perplexity(p)}")

# %% [markdown]
# Both sides agree, and the perplexity of our trigram model is infinite: one impossible token is
# enough. Language models of any size are still trained to make (5) small.
#
# ## 7. First fix: add δ
# Taking probability from what was seen and giving it to what was not is called **smoothing**
# (평활화). The oldest way adds a constant δ to every count, even to those that are 0 (often called
# add-k).

# %% [markdown] tags=["exercise"]
# ### Exercise 1.3: add δ
# Difficulty 2 of 3, 5 minutes.
#
# Write the new probability of a word that was seen `count` times after a context that was seen
# `total` times, if each of the `vocab_size` tokens is given `delta` more. The probabilities of all
# tokens must still sum to 1.
#
# By hand, with $\delta = 1$ and the 12 tokens that can come next in "I am Sam" (10 words, `</s>`
# and `<unk>`): $P(\text{am} \mid \text{I})$ falls from $\frac23$ to $\frac15$, and
# $P(\text{ham} \mid \text{I})$ rises from 0 to $\frac1{15}$.
#
# <details><summary>Hint 1</summary>
#
# The numerator grows by δ. By how much does the sum of all counts after the context grow?
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# For am after I, the example has (2 + 1) / (3 + 12).
#
# </details>


# %% tags=["exercise"]
def add_delta(count, total, delta, vocab_size):
    """P of a word seen `count` times after a context seen `total` times; arrays work as well."""
    # begin solution
    return (count + delta) / (total + delta * vocab_size)
    # end solution


# %% tags=["check"]
check("1.3", add_delta)

# %% tags=["known"]
def inputs(rng):
    total = int(rng.integers(1, 30))
    return int(rng.integers(0, total + 1)), total, float(rng.uniform(0.01, 2)), 12


cases = [(2, 3, 1.0, 12), (0, 3, 1.0, 12), (0, 0, 0.5, 10), (np.array([0, 2]), 3, 1.0, 12)]

# %% [markdown] tags=["known"]
# Hint: Add δ to every count, of all |V| tokens; then divide the new count by the new sum.
#
# - `count + delta` :: Divide the new count by the sum of the new counts.
# - `(count + delta) / max(total, 1)` :: The sum of all counts has grown as well.
# - ` * vocab_size` → `` :: Every one of the |V| tokens got δ, not only one.
# - `delta * vocab_size` → `vocab_size` :: Each of the |V| tokens got δ, which may not be 1.
# - `(count + 1) / (total + vocab_size)` :: You added 1 to every count. Add δ.
# - `(count + delta)` → `count` :: The count of the word has grown by δ as well.

# %% [markdown]
# In an equation:
#
# $$P(w \mid \text{context}) = \frac{\#(\text{context}, w) + \delta}
# {\#(\text{context}) + \delta\,|V|} \tag{6}$$
#
# No probability is 0 any more. With `<unk>` and `</s>`, $|V|$ is 10,002. We try nine values of δ on
# the dev data, never on the test data.
#
# **Predict.** Each model gets its best δ. Does the longer memory of the trigram model win?

# %%
add_delta = yours_or_ours("1.3", add_delta)
assert np.allclose([add_delta(2, 3, 1, 12), add_delta(0, 3, 1, 12)], [1 / 5, 1 / 15])  # by hand
deltas, vocab_size = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1], 10_002
curves = {}
for n, name in ((2, "bigram"), (3, "trigram")):
    count, total = [], []
    for context, word in positions(dev, n):
        counts = models[n].get(context, Counter())
        count.append(counts[word])
        total.append(counts.total())
    count, total = np.array(count), np.array(total)
    curves[name] = [perplexity(add_delta(count, total, delta, vocab_size)) for delta in deltas]

never, seldom = 100 * np.mean(total == 0), 100 * np.mean(total < 30)
print(f"trigram contexts: {never:.0f} % never seen, {seldom:.0f} % seen less than 30 times")
plots.add_delta_curves(deltas, curves)

# %% [markdown]
# No, it loses by a factor of four: its best perplexity is 1,162, that of the bigram model 272. Even
# δ = 0.003 invents $0.003 \times 10{,}002 = 30$ counts after every context, and at 63 % of the dev
# tokens the trigram's context has fewer real ones. At 24 % it has none, and all words get $1/|V|$.
# That is the weakness of adding: it treats all unseen words the same, although we know a lot about
# them.
#
# ## 8. Second fix: Kneser-Ney
# **Ask the shorter context.** Take a **discount** (할인) $D$ off every count that is not 0, and let
# the model with one word less of context decide who gets what was taken.
#
# **Count company, not copies.** *York* is as frequent in our text as *women* or *himself*. Which of
# them would you expect after a new context? One that has followed many others. So the shorter
# models count after how many *different* words a word occurs, its **continuation count** (앞 단어의
# 종류 수) $\#'$.
#
# **Predict.** *York* occurs 54 times in the training data. After how many different words?

# %%
some = ["himself", "force", "women", "light", "Spain", "Ocean", "York"]
seen = [models[1][()][word] for word in some]
different = Counter(word for counts in models[2].values() for word in counts)
before = [different[word] for word in some]

ax = plt.figure(figsize=(8, 3.4)).add_subplot(xlabel="number of different words before it")
ax.bar_label(ax.barh(some, before, color="#2E9E4F"), before, padding=4)
ax.set(title=f"Seen {min(seen)} to {max(seen)} times each, but after how many different words?")
plots.describe(ax, f"Different words before each: {dict(zip(some, before, strict=True))}.")

# %% [markdown]
# After one: *New*. All seven words were seen 52 to 55 times, yet *himself* has followed 43
# different words, so in new company it is worth 43 times as much as *York*.

# %% [markdown] tags=["exercise"]
# ### Exercise 1.4: the discount
# Difficulty 3 of 3, 15 minutes.
#
# The counts after a context sum to `total` and belong to `types` different words. Take `discount`
# off each of them; a count of 0 has nothing to give. What is left of `count`, out of `total`, is
# the first part of the answer. How much probability has become free, over all words together?
# Multiply it by `lower`, which is P(word) after the shorter context, and add.
#
# By hand: *I* was seen 3 times, with 2 different words after it, and *am* has the count 2. With D =
# 1/2 and lower = 23/360 the answer is 563/1080. For *ham*, never seen after *I*, it is 23/1080.
#
# <details><summary>Hint 1</summary>
#
# `max(count - discount, 0)` is what is left of the count.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Each of the `types` words gave `discount`. Which share of `total` is that?
#
# </details>


# %% tags=["exercise"]
def discounted(count, total, types, discount, lower):
    """Kneser-Ney's P(word) after one context; `lower` is P(word) after the shorter one."""
    # begin solution
    kept = max(count - discount, 0) / total
    freed = discount * types / total
    return kept + freed * lower
    # end solution


# %% tags=["check"]
check("1.4", discounted)

# %% tags=["known"]
def inputs(rng):
    types = int(rng.integers(1, 9))
    total, count = types + int(rng.integers(0, 20)), int(rng.integers(0, 4))
    return min(count, total), total, types, rng.uniform(0.1, 0.9), rng.uniform(0, 0.2)


cases = [(2, 3, 2, 0.5, 23 / 360), (0, 3, 2, 0.5, 23 / 360)]

# %% [markdown] tags=["known"]
# Hint: What is left of the count, out of `total`, and the freed share times `lower`.
#
# - `max(count - discount, 0)` → `(count - discount)` :: A word never seen has the count 0, and
#   nothing can be taken off: use `max(..., 0)`.
# - ` + freed * lower` → `` :: Give the freed share to the shorter context.
# - `discount * types` → `discount` :: Each of the `types` words gave D.
# - `discount * types / total` → `discount` :: Free is D times `types`, by `total`.
# - `types / total` → `types` :: Divide what is free by `total`.
# - `freed * lower` → `freed` :: Multiply the free share by `lower`.
# - `(count - discount) / total if count else discount * types / total * lower` :: Words that were
#   seen get their part of the freed share as well.

# %% [markdown]
# In an equation, with types(context) for the number of different words after it:
#
# $$P(w \mid \text{context}) = \frac{\max(\#(\text{context}, w) - D,\, 0)}{\#(\text{context})} +
# \frac{D \cdot \text{types}(\text{context})}{\#(\text{context})}\,
# P(w \mid \text{shorter context}) \tag{7}$$
#
# In shorter contexts $\#'$ replaces $\#$. Below the empty one every word gets $1/|V|$, and a
# context never seen passes on what the shorter one says. By hand: the 15 different bigrams of "I am
# Sam" end in 11 tokens, one in *am*, so
# $P(\text{am}) = \frac{1 - 1/2}{15} + \frac{1/2 \cdot 11}{15} \cdot \frac1{12} = \frac{23}{360}$.

# %%
discounted = yours_or_ours("1.4", discounted)


def company(after):
    """The table of contexts without their first word: each different n-gram counts once."""
    shorter = defaultdict(Counter)
    for context, counts in after.items():
        for word in counts:
            shorter[context[1:]][word] += 1
    return shorter


def with_sums(after):
    """For each context its counts, their sum, and how many different words they belong to."""
    return {context: (counts, counts.total(), len(counts)) for context, counts in after.items()}


def kneser_ney(word, context, tables, discount, vocab_size):
    """Equation (7), from the empty context to the whole one; tables[i] has contexts of i words."""
    p = 1 / vocab_size
    for length, table in enumerate(tables):
        if found := table.get(context[len(context) - length :]):
            counts, total, types = found
            p = discounted(counts[word], total, types, discount, p)
    return p


# %%
pairs = count_after(sam, 2)
tables = [with_sums(company(pairs)), with_sums(pairs)]
by_hand = [563 / 1080, 23 / 1080, 47 / 1080]
assert np.allclose(
    [kneser_ney(w, ("I",), tables, 1 / 2, 12) for w in ("am", "ham", "Sam")], by_hand
)

different = [company(company(models[3])), company(models[3]), models[3]]
copies = [models[1], models[2], models[3]]
found = []
for shorter in (different, copies):
    tables = [with_sums(after) for after in shorter]
    p = [kneser_ney(w, context, tables, 0.75, vocab_size) for context, w in positions(test, 3)]
    found.append(perplexity(p))
print(f"perplexity on the test data: company {found[0]:.0f}, copies {found[1]:.0f}")

# %% [markdown]
# The hand and the code agree: after *I*, *Sam* is now twice as likely as *ham*, 47/1080, because it
# followed two different words, *ham* one. On the test data the trigram model reaches perplexity 162
# with $D = 0.75$. If the shorter models count copies instead, it is 177, so counting company is
# worth 15 points.
#
# ## 9. The perplexity ladder
# The package's `NGramModel` estimates one $D$ for each length of context. Here are all models so
# far on the same test tokens, with the same vocabulary and the same rule for `<unk>`; later
# chapters add their rungs.
#
# **Predict.** With Kneser-Ney, what do n = 3, 4 and 5 gain over the 166 of n = 2?

# %%
package = NGramModel(3, "kneser-ney", discount=0.75).fit(wiki.train, wiki.vocabulary)
assert np.allclose(package.perplexity(wiki.test), found[0])
common.perplexity_ladder(results.ladder(without=["NNLM", "biLM"]))

# %% [markdown]
# The third word brings 9 points, from 166 to 157, and the fourth and the fifth together one, to
# 156: four in five test 4-grams are new, so the model falls back on shorter contexts. Smoothing
# matters far more than memory. The same trigram counts give 1,300 with add-δ, worse than no context
# at all (406), and 157 with Kneser-Ney. So counting alone takes us from 10,002 equally likely
# tokens to 156.
#
# ### Open experiment
# Count on 1/32, 1/16, ... 1/2 of the sentences of `train`, and draw the share of unseen test
# trigrams against the number of training tokens, on a log axis. What does each doubling bring? How
# much text would you need for 5 %, and does anybody have that much?
#
# ## What you can now do
# - count n-grams, and let a model write at any temperature,
# - catch it copying, and measure how much of a text is new to it,
# - smooth its counts with Kneser-Ney, and compare perplexities fairly.
#
# ## One honest limit
# 13 % of the test words are `<unk>`, so a model that says "some rare word" is right for all of
# them. This flatters every number on our ladder, so none may be compared with a perplexity from a
# paper.
#
# ## Sources
# - D. Jurafsky and J. H. Martin, *Speech and Language Processing*, chapter "N-gram Language Models"
#   (the river, Sam): <https://web.stanford.edu/~jurafsky/slp3/>
# - R. Kneser and H. Ney 1995, *Improved backing-off for m-gram language modeling*:
#   <https://doi.org/10.1109/ICASSP.1995.479394>
# - H. Ney, U. Essen and R. Kneser 1994, *On structuring probabilistic dependences in stochastic
#   language modelling*, for the estimate of $D$: <https://doi.org/10.1006/csla.1994.1001>
# - S. Chen and J. Goodman 1999, *An empirical study of smoothing techniques for language modeling*,
#   for equation (7): <https://doi.org/10.1006/csla.1999.0128>
# - The lecture *Tensorflow를 활용한 딥러닝 자연어 처리 입문*, part 3; its textbook:
#   <https://wikidocs.net/book/2155>
#
# ## Where next
# To counts, no word resembles another. If you have read 사랑스러운 강아지, "lovely puppy", you
# expect 사랑스러운 고양이, "lovely cat", sooner than 사랑스러운 냉장고, "lovely fridge", and our
# model cannot. In chapter 02 a network reads "what will the fat cat sit on" and gives each word a
# vector, so that what it learns about puppies serves cats.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A trigram model reads "The keys to the old house". Which words decide what it expects next?
#    - [ ] keys :: for you they decide between "is" and "are", but they are too far back
#    - [ ] house :: a bigram model would look at this word alone
#    - [x] old house :: n = 3 leaves two words of context
# 2. A model with n = 6 writes flawless English. What should you check first?
#    - [ ] its temperature :: a temperature makes text duller or wilder, but rarely flawless
#    - [x] whether the sentences are in its training data :: after most contexts of five words the
#      counts know one way to go on
#    - [ ] its perplexity on the training data :: it is low because the model recites
# 3. On one text, model A (1,000 words) has perplexity 90, B (10,000 words) 140. Which is better?
#    - [ ] A, since 90 is less than 140 :: A has more `<unk>`, a token that is easy to predict
#    - [ ] B, since it knows more words :: these two numbers do not show that
#    - [x] one cannot say :: perplexities compare only with the same vocabulary and rule for `<unk>`
