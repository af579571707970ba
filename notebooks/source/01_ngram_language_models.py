# %% [markdown] tags=["lecture"]
# # 01 N-gram language models
#
# Type *The* on your phone and keep tapping the word that it suggests. The model of this chapter
# wrote "The old man had been in the old man had been in the old man in", until we stopped it. It
# knows no grammar, only which word follows which. Yet that is enough to finish your sentences, to
# tell 멜론 (melon) from 메롱 (nyah-nyah), and to write nonsense that makes a class laugh. We build
# it, let it write, and see where it breaks.
#
# **How far can we get in predicting the next word by counting alone?**
#
# You will be able to
# - **count** n-grams, and turn the counts into probabilities,
# - **write** the sampler with which language models write, and notice when it recites,
# - **measure** how much a text surprises a model,
# - **smooth** the counts in four ways, and find out what each part of a method is worth.
#
# You need Python's lists and dictionaries, NumPy arrays, fractions, and the rule
# $\log(ab) = \log a + \log b$.

# %% tags=["setup"]
import random
from collections import Counter, defaultdict

import numpy as np
from matplotlib import pyplot as plt

from elmo_lite import corpora, ngram
from elmo_lite.corpora import ladder
from elmo_lite.ngram import NGramModel
from notebooks.course import results, typed
from notebooks.course.check import check, yours_or_ours
from notebooks.course.language import padded
from notebooks.course.live import live
from notebooks.course.plots import ch01 as plots
from notebooks.course.plots import common

# %% [markdown] tags=["lecture"]
# ## 1. A page that writes itself
# Four models have counted in the 1,722 sentences written for this course. Each writes word after
# word, and the numbers under a word say what it was drawn from: "3 of 40" means that the words
# before it occurred 40 times, and 3 times this word came next. `n` says how many words a model
# looks at, the new one included. The first, with n = 1, looks at nothing but the new word.

# %% tags=["lecture"]
ours = [list(example.tokens) for example in corpora.senses("en")]
counted = {n: ngram.count_after(ours, n) for n in (1, 2, 3, 5)}


def page(seed=7):
    lines = [plots.draw(counted[n], n, seed, max_words=10) for n in counted]
    plots.written(lines, [f"n = {n}" for n in counted])


live(page, seed=(1, 50))

# %% [markdown] tags=["lecture"]
# Without a context these words come in no order. With n = 2 every pair occurs in our sentences, and
# the line stumbles from one pair into the next. With n = 3 it keeps a thread as far as *the*, and
# loses it at *screen*. With n = 5 the English is perfect, and most of its words say "1 of 1": there
# was nothing to choose. Section 4 counts how many such lines are copies. Move the seed for other
# lines.
#
# ## 2. One word at a time
# A **language model** (언어 모델) gives every sequence of words a probability. With it a machine
# can choose between two sentences that look or sound alike:
#
# | where | you would say | and hardly |
# |---|---|---|
# | translation | 나는 버스를 탔다, "I took the bus" | 나는 버스를 태운다, "I give the bus a ride" |
# | speech | 나는 멜론을 먹는다, "I eat a melon" | 나는 메롱을 먹는다, "I eat a nyah-nyah" |
# | typing | 선생님이 달려갔다, "the teacher ran off" | 선생님이 잘려갔다, "... was cut off" |
#
# Why not simply count the sentences? Here is a diary of eight.

# %% tags=["lecture"]
diary = ["나는 버스를 탔다", "나뭇가지가 잘려갔다", "나는 멜론을 샀다", "동생은 멜론을 먹는다"]
diary += ["동생은 메롱을 한다", "나는 동생을 버스에 태운다", "선생님이 오셨다", "선생님이 달려갔다"]
choices = [("나는 버스를 탔다", "나는 버스를 태운다"), ("나는 멜론을 먹는다", "나는 메롱을 먹는다")]
choices += [("선생님이 달려갔다", "선생님이 잘려갔다")]
for good, bad in choices:
    print(f"{diary.count(good)} of 8: {good}    {diary.count(bad)} of 8: {bad}")

# %% [markdown] tags=["lecture"]
# Counting sentences gets the bus and the teacher right, and has no opinion about the melon, 0 to 0.
# A search engine counts in billions of pages. Search in quotation marks for "그 물은", then for "그
# 물은 투명했다" ("the water was clear"): the pages with the longer text divided by those with the
# shorter one estimate the probability of the next word. But the longer the beginning, the fewer
# pages are left to divide by. So we take sentences apart. The **chain rule** (연쇄 법칙) of
# probability turns one question about a sentence into $N$ questions about its **tokens** (토큰),
# that is, its words and punctuation marks:
#
# $$P(t_1, \dots, t_N) = \prod_{k=1}^{N} P(t_k \mid t_1, \dots, t_{k-1}) \tag{1}$$
#
# So whoever can predict the next word can also judge a sentence. GPT and its relatives are still
# built on this equation. By hand, with four lines about a river: "its water is so transparent",
# "its water is so cold", "its water is clear", "its colour is so transparent". All 4 begin with
# *its*, 3 go on with *water*, the same 3 with *is*, then 2 with *so*, and 1 with *transparent*:
#
# $$P(\text{its water is so transparent}) =
# \tfrac44 \times \tfrac34 \times \tfrac33 \times \tfrac23 \times \tfrac12 = \tfrac14$$
#
# Every count cancels except the first and the last. So with whole beginnings we are back at
# counting sentences: 1 of 4. How long can a beginning get and still occur? Our
# **corpus** (말뭉치) is a sample of 98 Wikipedia articles. The last 10 are the **test data**
# (테스트 데이터), the 10 before them the **dev data** (개발 데이터), on which we choose settings,
# and the others the **training data** (학습 데이터). Its 10,000 most frequent words are our
# **vocabulary** (단어 집합), and any other becomes `<unk>`, the **unknown word** (미등록 단어).
#
# **Predict.** We look for "its water is so transparent that the" anywhere in the training data,
# first one word, then two, and so on. At which word does the count reach 0?

# %% tags=["lecture"]
wiki = ladder.corpus()


def with_unknown(sentences):
    """The sentences, with <unk> for every word outside the vocabulary."""
    found = []
    for sentence in sentences:
        found.append([word if word in wiki.vocabulary else "<unk>" for word in sentence])
    return found


train, dev, test = with_unknown(wiki.train), with_unknown(wiki.dev), with_unknown(wiki.test)
text = "".join(f" {' '.join(sentence)} \n" for sentence in wiki.train)
river = "its water is so transparent that the".split()
for length in range(1, 8):
    beginning = " ".join(river[:length])
    print(f"{text.count(f' {beginning} '):4}  {beginning}")
unknown = np.mean([word == "<unk>" for sentence in test for word in sentence])
print(f"{100 * unknown:.0f} % of the test words become <unk>")
types = Counter(text.split())
once = sum(number == 1 for number in types.values())
print(f"{len(types):,} types in the training data, {once:,} of them occur once")

# %% [markdown] tags=["lecture"]
# At the third. *Its water* occurs once and *its water is* never, so from the fourth word on
# equation (1) divides 0 by 0. Even single words are often rare: of the 29,242 **types** (타입),
# that is, different tokens, 14,204 occur a single time. Long texts are like that (**Zipf's law**,
# 지프의 법칙, says how rare words are), and a sequence is never more frequent than its words.
#
# ## 3. Remember only the last words
# So we forget nearly everything. An **n-gram** (엔그램, n-gram) is a sequence of $n$ tokens, and an
# n-gram model predicts each token from the $n-1$ tokens before it, its **context** (문맥):
#
# $$P(t_k \mid t_1, \dots, t_{k-1}) \approx P(t_k \mid t_{k-n+1}, \dots, t_{k-1}) \tag{2}$$
#
# This is the **Markov assumption** (마르코프 가정); for n = 1, 2, 3 we say unigram, bigram and
# trigram. A small n loses every **long-range dependence** (장기 의존성): "The **boys** with the
# red kite **are** happy" needs n = 6.
#
# The probabilities are counts again, where $\#(\dots)$ says how often a sequence occurs:
#
# $$P(w \mid \text{context}) = \frac{\#(\text{context}, w)}{\#(\text{context})} \tag{3}$$
#
# Take "An adorable little boy is spreading ...", and n = 4. Only *boy is spreading* is left of it.
# Say that a text has these three words 1,000 times, 500 times with *insults* and 200 times with
# *smiles* after them. Then $P(\text{insults}) = 0.5$ and $P(\text{smiles}) = 0.2$. You would have
# said *smiles*, for an adorable boy, but *adorable* is not in the context.
#
# Equation (3) is **maximum likelihood** (최대 가능도): for this n, no other probabilities make the
# training data more likely. By hand, with the three sentences "I am Sam", "Sam I am" and "I do not
# like green eggs and ham". The marks `<s>` and `</s>` start and end each sentence, so that the
# model learns how sentences begin and end:
# - two of three sentences begin with I and one with Sam:
#   $P(\text{I} \mid \langle s \rangle) = \frac23$,
#   $P(\text{Sam} \mid \langle s \rangle) = \frac13$,
# - of three I, two are followed by am and one by do: $P(\text{am} \mid \text{I}) = \frac23$,
#   $P(\text{do} \mid \text{I}) = \frac13$,
# - of two am, one is followed by Sam: $P(\text{Sam} \mid \text{am}) = \frac12$,
# - of two Sam, one ends its sentence: $P(\langle /s \rangle \mid \text{Sam}) = \frac12$.
#
# Now you write it, for any n.

# %% [markdown] tags=["exercise", "lecture"]
# ### Exercise 1.1: count
# Difficulty 2 of 3, 10 minutes.
#
# For every context, count the words that follow it. Put $n-1$ times `<s>` in front of each sentence
# and one `</s>` at its end; predict every word and `</s>`. For n = 2, the context `("I",)` of "I am
# Sam" and "Sam I am" has `Counter({"am": 2})`. For n = 1 there is one context, `()`.
#
# <details><summary>Hint 1</summary>
#
# Make a list `padded` of the sentence and its marks, and write it down for "I am" and n = 3. Which
# token is the first to predict, and what is its index?
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# The context of `padded[k]` is the slice of the n - 1 tokens before it. A list cannot be a key of a
# dictionary, but `tuple(...)` of it can.
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

# %% [markdown] tags=["door"]
# With your counts 나는 멜론을 먹는다 wins by 0.0625 to 0, a sentence that stands nowhere in the
# text: half of it comes from one line, half from another.

# %% tags=["known"]
from notebooks.course.check import choosing

WORDS = ["I", "am", "Sam", "do", "not", "like", "ham"]
SAM = [line.split() for line in ("I am Sam", "Sam I am", "I do not like green eggs and ham")]
LIKE = [line.split() for line in ("I am Sam", "Sam I am", "I like ham")]
FIVE = [*SAM, "Sam I like .".split(), "I like ham and Sam .".split()]


def sentences(rng):
    """A few sentences of a few words, with many repetitions."""
    words = WORDS[: rng.integers(3, len(WORDS) + 1)]
    lengths = rng.integers(2, 6, size=rng.integers(2, 7))
    return [rng.choice(words, size=length).tolist() for length in lengths]


def use(answer, sentences, n):
    """Its table, and whether the words after a context are in a Counter, which has a total."""
    after = answer(sentences, n)
    if not isinstance(after, dict):
        return after
    plain = [context for context, counts in after.items() if not isinstance(counts, Counter)]
    return dict(after) if not plain else "dictionaries that are not Counters"


def inputs(rng):
    return sentences(rng), int(rng.integers(1, 5))


cases = [([["I", "am"]], 2), ([["I", "am"]], 3), ([["I"]], 1), (SAM, 2), (SAM, 3), ([[], ["I"]], 2)]
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
# - `return after` → `return {context: dict(counts) for context, counts in after.items()}` :: The
#   words after each context belong in a `Counter`: the chapter asks it for its total.
# - `for k in range(n - 1, len(padded))` → `for k in range(len(padded))` :: The first n - 1 tokens
#   are not predicted: begin where a context is complete.
# - `after[context][padded[k]] += 1` → `after[context][padded[k]] = 1` :: Add 1 each time that a
#   word comes: `+=`.
# - `after[context][padded[k]] += 1` → `after[context].update(padded[k])` :: `update` goes through
#   a string letter by letter: hand it a list, or add 1 to the count of the word.
# - `ours(sentences, 2)` :: This is right for n = 2 alone.

# %% tags=["lecture"]
count_after = yours_or_ours("1.1", count_after)


def probability(word, context, after):
    """Equation (3); 0 after a context never seen."""
    counts = after.get(context)
    return counts[word] / counts.total() if counts else 0


def positions(sentences, n):
    """(context, word) for every token that a model predicts, </s> included."""
    found = []
    for sentence in sentences:
        padded = ["<s>"] * (n - 1) + sentence + ["</s>"]
        for k in range(n - 1, len(padded)):
            found.append((tuple(padded[k - n + 1 : k]), padded[k]))
    return found


# %% tags=["lecture"]
by_diary = count_after([line.split() for line in diary], n=2)
for pair in choices:
    for line in pair:
        p = [probability(word, context, by_diary) for context, word in positions([line.split()], 2)]
        print(f"{np.prod(p):.4f}  {line}")

# %% [markdown] tags=["lecture"]
# Now the melon wins too, 1/16 to 0. The model took 나는 멜론을 from one sentence and 멜론을 먹는다
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

# %% tags=["lecture"]
sam = [line.split() for line in ("I am Sam", "Sam I am", "I do not like green eggs and ham")]
sam_bigrams = count_after(sam, n=2)
next_words = "I am Sam do not like green eggs and ham </s>".split()
previous_words = ["<s>", *next_words[:-1]]
table = np.zeros((11, 11), dtype=int)
for row, previous in enumerate(previous_words):
    for column, word in enumerate(next_words):
        table[row, column] = sam_bigrams[(previous,)][word]
plots.bigram_table(table, previous_words, next_words)
p = table / table.sum(axis=1, keepdims=True)  # each row by its sum
assert np.isclose(p[1, 1], probability("am", ("I",), sam_bigrams))  # two ways agree
print(f"{np.count_nonzero(table == 0)} of {table.size} entries are 0")

# %% [markdown] tags=["lecture"]
# The table and the function agree on *am* after *I*. Each row sums to 1, and 106 of 121 entries are
# hatched, which means impossible. "I like ham" needs two of them, although nothing is wrong with
# it. We come back to that.
#
# ## 4. Let it write
# A model that predicts can also write: draw a word at random by its probability, append it, draw
# the next. This is **sampling** (샘플링), and one knob controls how daring it is, the
# **temperature** (온도) $\tau$, which large language models have as well:
#
# $$P_\tau(w) = \frac{P(w)^{1/\tau}}{\sum_{w'} P(w')^{1/\tau}} \tag{4}$$
#
# By hand: after I, the three sentences give am $\frac23$ and do $\frac13$. With $\tau = \frac12$ we
# square both, $\frac49$ and $\frac19$, and divide by their sum: $\frac45$ and $\frac15$, so the
# favourite gains.

# %% [markdown] tags=["exercise"]
# ### Exercise 1.2: the sampler
# Difficulty 2 of 3, 15 minutes.
#
# Write a sentence with the table that `count_after` makes for this `n`. Begin after n - 1 times
# `<s>`. Draw each word from the counts after the last n - 1 words, by equation (4) with
# `temperature`, and stop at `</s>`, which does not belong to the result, or after `max_words`
# words. Draw with `rng.choices(words, weights)[0]`, the words in the order of the counter.
#
# After the counts `{("<s>",): Counter(I=1), ("I",): Counter({"</s>": 1})}` and with n = 2 there is
# no choice: the result is `["I"]`.
#
# <details><summary>Hint 1</summary>
#
# `rng.choices` divides by the sum itself. So the weights may be the counts, to the power of
# $1/\tau$.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Keep all tokens in one list, the `<s>` in front included. The context is
# `tuple(tokens[len(tokens) - n + 1 :])`, also for n = 1.
#
# </details>


# %% tags=["exercise"]
def write(after, n, rng, temperature=1.0, max_words=30):
    """A sentence, as a list of words, drawn word by word from the counts of `count_after`."""
    tokens = ["<s>"] * (n - 1)
    # begin solution
    while len(tokens) < n - 1 + max_words:
        counts = after[tuple(tokens[len(tokens) - n + 1 :])]
        weights = [count ** (1 / temperature) for count in counts.values()]
        word = rng.choices(list(counts), weights)[0]
        if word == "</s>":
            break
        tokens.append(word)
    return tokens[n - 1 :]
    # end solution


# %% tags=["check"]
check("1.2", write)


# %% tags=["door"]
def opened(answer):
    """Three sentences by the learner's sampler."""
    after, rng = count_after(SAM, 2), random.Random(4)
    return dict(said=" / ".join(" ".join(answer(after, 2, rng)) for _ in range(3)))


# %% [markdown] tags=["door"]
# Fed with the three sentences of "I am Sam", your sampler says: {said}. Below it writes from
# the 1,722 of this course, and a sign shows which lines it has merely copied.


# %% tags=["twist"]
def write_top(after, n, rng, k, max_words=30):
    """A sentence of which each word is one of the k likeliest."""
    tokens = ["<s>"] * (n - 1)
    while len(tokens) < n - 1 + max_words:
        likeliest = after[tuple(tokens[len(tokens) - n + 1 :])].most_common(k)
        words, weights = [word for word, _ in likeliest], [count for _, count in likeliest]
        word = rng.choices(words, weights)[0]
        if word == "</s>":
            break
        tokens.append(word)
    return tokens[n - 1 :]


def use(answer, sentences, n, seed, k):
    """What it writes; the k words may come in the order of the counter, too, as in 1.2."""
    after = count_after(sentences, n)
    found = answer(after, n, choosing(seed), k, 6)
    kept = {}
    for context, counts in after.items():
        likeliest = dict(counts.most_common(k))
        kept[context] = {word: counts[word] for word in counts if word in likeliest}
    in_order = found == write(kept, n, choosing(seed), max_words=6)
    return write_top(after, n, choosing(seed), k, 6) if in_order else found


def inputs(rng):
    return FIVE, int(rng.integers(1, 4)), int(rng.integers(999)), int(rng.integers(1, 4))


cases, trials = [(LIKE, 2, 0, 1), (LIKE, 2, 1, 2)], 60


# %% [markdown] tags=["twist"]
# Twist: language models often draw from the k likeliest words alone (top-k). Write
#   `write_top(after, n, rng, k, max_words=30)`, without a temperature; of equal counts the first
#   in the counter stays.
# Hint: Of the counts after the context, keep the k largest, and draw by these counts.
# Returns: a list of words
#
# - `.most_common(k)` → `.most_common()` :: A word that is not among the k likeliest was drawn.
# - `rng.choices(words, weights)` → `rng.choices(words)` :: The k words keep their counts as
#   weights.
# - `word = rng.choices(words, weights)[0]` → `word = words[0]` :: The likeliest word is not always
#   the one: draw among all k.


# %% tags=["known"]
def use(answer, sentences, n, seed, temperature, max_words):
    """What it writes, from counts of a few sentences."""
    after = {**count_after(sentences, n)}  # where a context is missing, it is an error
    return answer(after, n, choosing(seed), temperature, max_words)


def inputs(rng):
    temperature = float(rng.choice([0.3, 1, 3]))
    return FIVE, int(rng.integers(1, 4)), int(rng.integers(999)), temperature, 6


cases, trials = [(LIKE, 2, 0, 1.0, 8), (LIKE, 1, 1, 1.0, 3), (LIKE, 3, 2, 0.5, 8)], 60

# %% [markdown] tags=["known"]
# Hint: Look the last n - 1 words up, draw by the powers of the counts, append, until `</s>`.
# Returns: a list of words
#
# - `count ** (1 / temperature)` → `count` :: The temperature changes nothing: take the counts to
#   the power of 1/τ.
# - `count ** (1 / temperature)` → `count**temperature` :: The power is 1/τ, not τ.
# - `return tokens[n - 1 :]` → `return tokens` :: Leave out the `<s>` at the beginning.
# - `            break` → `            return [*tokens[n - 1 :], word]` :: `</s>` ends the sentence
#   and is not one of its words.
# - `tokens[len(tokens) - n + 1 :]` → `tokens[: n - 1]` :: The context is the last n - 1 words, not
#   the first.
# - `len(tokens) < n - 1 + max_words` → `len(tokens) < max_words` :: The `<s>` in front do not count
#   as words.
# - `rng.choices(list(counts), weights)[0]` → `counts.most_common(1)[0][0]` :: You always take the
#   most frequent word: draw it, with `rng.choices`.
# - `rng.choices(list(counts), weights)` → `rng.choices(list(counts))` :: All words come equally
#   often: hand the weights to `rng.choices` as well.
# - `rng.choices(` → `random.choices(` :: Draw from the `rng` that you are given, so that a
#   sentence can be repeated.
# - `len(tokens) < n - 1 + max_words` → `True` :: Your sentence may become longer than `max_words`
#   words.
# - `len(tokens) < n - 1 + max_words` → `len(tokens) < n + max_words` :: Your sentence may become
#   longer than `max_words` words.
# - `tokens[len(tokens) - n + 1 :]` → `tokens[-(n - 1) :]` :: For n = 1 this is the whole list,
#   since `-0` counts from the beginning: say where the context begins without a minus in front.
# - `word == "</s>"` → `word in ("</s>", ".")` :: Only `</s>` ends a sentence: "." is a word like
#   any other.

# %% [markdown] tags=["lecture"]
# Your sampler writes from the sentences of the course. A line that is one of them, word for word,
# gets a sign =.
#
# **Predict.** From which n on is more than half of what the model writes a copy?
#
# <details><summary>Answer</summary>
#
# From n = 5 on.
#
# </details>

# %% tags=["lecture"]
write = yours_or_ours("1.2", write)
written = {n: count_after(ours, n) for n in range(1, 7)}
known = {" ".join(sentence) for sentence in ours}
for n, seed in [(2, 1), (3, 0), (3, 1), (5, 0), (5, 1)]:
    line = " ".join(write(written[n], n, random.Random(seed)))
    print(f"n = {n} {'=' if line in known else ' '} {line}")
for temperature in (0.02, 3):
    print(f"τ = {temperature}:", *write(written[2], 2, random.Random(1), temperature, max_words=16))

# %% tags=["lecture"]
copied, by_choices = {}, defaultdict(list)
for n in range(2, 7):
    after, copied[n] = written[n], []
    for seed in range(300):
        sentence = write(after, n, random.Random(seed), max_words=99)
        copied[n].append(" ".join(sentence) in known)
        inside = [context for context, _ in positions([sentence], n) if "<s>" not in context]
        by_choices[n, sum(len(after[context]) > 1 for context in inside)].append(copied[n][-1])
for n in (3, 4, 5, 6):
    for choices in (0, 1):
        copies = by_choices.get((n, choices), [])
        share = f"{100 * np.mean(copies):.0f} % copies" if copies else ""
        print(f"n = {n}, choices {choices}: {len(copies):3} sentences", share)
shares = [100 * np.mean(copies) for copies in copied.values()]
plots.shares(list(copied), {"copies": shares}, "How much of what it writes is copied?", "sentences")

# %% [markdown] tags=["lecture"]
# From n = 5 on: the copies jump from 2 % at n = 3 to 48 % at n = 4 and 89 % at n = 5. The printed
# lines count how often a sentence, after its first n - 1 words, came to a context with several
# words to choose from. Those that never did can only be copies. There is none of them at n = 3, and
# at n = 6 they are nearly all. With one such choice only a part of them are. So a memory of n = 5
# or 6 recites: most of its sentences had no choice after their first words. People ask large
# language models the same today: what have they memorised? And at $\tau = 0.02$ our phone is back,
# walking in a circle with *the old man*. At 3 the line has lost its grammar.
#
# **Try it.** Change the temperatures, n and the **seed** (시드), from which all chance starts.
# Which temperature would you give a search box, and which a poet?
#
# ## 5. How much of a new text is new?
# Now let the model read instead of write, and count in Wikipedia. It is sure that nobody will ever
# write "The teacher ran off.", because four of the six trigrams, such as *The teacher ran*, never
# occurred, and a single factor of 0 loses the whole product. Was that bad luck?
#
# **Predict.** Which share of the test trigrams was never seen in 347,306 tokens of training data: 5
# %, 20 %, or 60 %?

# %% tags=["lecture"]
models = {n: count_after(train, n) for n in range(1, 6)}
for context, word in positions(["The teacher ran off .".split()], n=3):
    print(*context, word, f"| seen {models[3].get(context, Counter())[word]} times")

# %% tags=["lecture"]
new_ngrams, new_contexts = [], []
for n, table in models.items():
    asked = positions(test, n)
    new = [word not in table.get(context, ()) for context, word in asked]
    new_ngrams.append(100 * np.mean(new))
    new_contexts.append(100 * np.mean([context not in table for context, _ in asked]))
found = {"n-gram never seen": new_ngrams, "context never seen": new_contexts}
plots.shares(list(models), found, "How much of a new text is new?", "test tokens")

# %% [markdown] tags=["lecture"]
# It was not: 61 % of the trigrams of the test data were never seen before, 25 % of its bigrams, and
# 89 % of its 5-grams. This is the **sparsity problem** (희소성 문제). So a model must not believe
# its zeros.
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
# so its perplexity is $9^{1/4} = \sqrt3 \approx 1.732$.

# %% [markdown] tags=["exercise"]
# ### Exercise 1.3: measure a model
# Difficulty 2 of 3, 10 minutes.
#
# Return the perplexity of a model on a text. `asked` lists a pair (context, word) for every token,
# and `predict(word, context)` is the probability that the model gives. The text may be long, and
# the model may give 0 somewhere: then the perplexity is infinite, `np.inf`.
#
# For instance, `perplexity(lambda word, context: 1 / 4, [((), "a"), ((), "b")])` is 4.
#
# <details><summary>Hint 1</summary>
#
# A product of a thousand probabilities can round to 0. Which side of (5) has no product?
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# $N$ is the number of pairs. What is the logarithm of 0, and what must come out then?
#
# </details>


# %% tags=["exercise"]
def perplexity(predict, asked):
    """Equation (5) for all tokens of a text; `asked` is what `positions` gives."""
    # begin solution
    p = np.array([predict(word, context) for context, word in asked])
    return np.exp(-np.log(p).mean()) if p.all() else np.inf
    # end solution


# %% tags=["check"]
check("1.3", perplexity)

# %% [markdown] tags=["door"]
# For the trigram model your function will say infinity: one impossible token is enough.


# %% tags=["known"]
def use(answer, asked, lowest):
    """Its perplexity for a model whose probabilities depend on the lengths of the words."""

    def predict(word, context):
        return lowest + (len(word) - 1) / 99

    predict.written = f"lambda word, context: {lowest} + (len(word) - 1) / 99"
    return answer(predict, asked)


def inputs(rng):
    words = rng.choice(["I", "am", "Sam", "and", "ham"], rng.integers(2, 30)).tolist()
    return pairs_of(words), round(float(rng.uniform(0.01, 0.2)), 3)


def pairs_of(words):
    return [((before,), word) for before, word in zip(["<s>", *words], words, strict=False)]


# With 0.0 the model gives I no probability
cases = [(pairs_of(["am"]), 0.01), (pairs_of(["am", "I"]), 0.0)]
cases += [(pairs_of(["I", "am", "Sam", "and", "ham"] * times), 1e-9) for times in (1, 900)]
tolerance = 1e-5

# %% [markdown] tags=["known"]
# Hint: Take the mean of the logarithms over all positions, then exp of minus that mean.
# Returns: one number
#
# - `np.exp(-np.log(p).mean())` → `np.prod(p) ** (-1 / len(p))` :: A long product rounds to 0: add
#   logarithms instead.
# - ` if p.all() else np.inf` → ``; `np.log(p)` → `np.log(p[p > 0])` :: You leave out the tokens of
#   probability 0. The perplexity of such a text is infinite.
# - ` if p.all() else np.inf` → ``; `np.log(p)` → `np.log(p + 1e-12)` :: You give a little to the
#   tokens of probability 0. The perplexity of such a text is infinite.
# - `np.exp(-np.log(p).mean())` → `-np.log(p).mean()` :: This is the mean loss. Perplexity is exp of
#   it.
# - `np.exp(-np.log(p).mean())` → `np.exp(np.log(p).mean())` :: The sign is missing: perplexity is
#   one over the geometric mean of the probabilities.
# - `np.exp(-np.log(p).mean())` → `(1 / p).mean()` :: The mean is the geometric one: take it of the
#   logarithms.
# - `predict(word, context)` → `predict(context, word)` :: The arguments are exchanged: `predict`
#   takes the word first, then the context.
# - `np.log(p)` → `np.log2(p)` :: `np.exp` undoes the natural logarithm, `np.log`; that of base 2
#   would need powers of 2.
# - `-np.log(p).mean()) if` → `-np.log(p).sum()) if` :: Take the mean of the logarithms, not their
#   sum.
# - ` if p.all() else np.inf` → ` if not np.isclose(p, 0).any() else np.inf` :: A small probability,
#   such as 1e-9, is not 0: only with a 0 is the perplexity infinite.

# %% tags=["lecture"]
perplexity = yours_or_ours("1.3", perplexity)
found = perplexity(lambda w, c: probability(w, c, sam_bigrams), positions(sam[:1], 2))
assert np.isclose(found, 3**0.5)  # the fourth root of 9, by hand
raw = perplexity(lambda w, c: probability(w, c, models[3]), positions(test, 3))
print(f"I am Sam: {found:.3f}, the trigram model on the test data: {raw}")

# %% [markdown] tags=["lecture"]
# One impossible token is enough, and the perplexity of our trigram model is infinite: it can write,
# but it takes our test text to be impossible.

# %% [markdown]
# ## 7. Two fixes and what they teach
# Giving probability to what was not seen is called **smoothing** (평활화). The simplest way adds a
# constant δ to every count, even to those that are 0 (often called add-k):
#
# $$P(w \mid \text{context}) = \frac{\#(\text{context}, w) + \delta}
# {\#(\text{context}) + \delta\,|V|} \tag{6}$$
#
# By hand, with $\delta = 1$ and the 12 tokens that can come next in "I am Sam" (10 words, `</s>`
# and `<unk>`): $P(\text{am} \mid \text{I})$ falls from $\frac23$ to $\frac15$, and
# $P(\text{ham} \mid \text{I})$ rises from 0 to $\frac1{15}$. With `<unk>` and `</s>`, Wikipedia's
# $|V|$ is 10,002. We try values of δ on the dev data, never on the test data.
#
# **Predict.** Each model gets its best δ. Does the longer memory of the trigram model win?

# %%
vocab_size = 10_002


def add_delta(count, total, delta, vocab_size):
    return (count + delta) / (total + delta * vocab_size)


def with_sums(table):
    """For each context its counts, their total, and the number of different words."""
    return {context: (counts, counts.total(), len(counts)) for context, counts in table.items()}


def look_up(tables, sentences):
    """For contexts of 0, 1, 2 words (count, total, types) of all tokens: arrays (3, tokens)."""
    columns = []
    for n, table in enumerate(tables, start=1):
        found = []
        for context, word in positions(sentences, n):
            counts, total, types = table.get(context, (Counter(), 0, 0))
            found.append((counts[word], total, types))
        columns.append(np.array(found).T)
    return columns


assert np.allclose([add_delta(2, 3, 1, 12), add_delta(0, 3, 1, 12)], [1 / 5, 1 / 15])  # by hand


# %%
def surprise(p):
    return np.exp(-np.log(p).mean())  # equation (5) for an array


deltas = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1]
counts_of = [with_sums(models[n]) for n in (1, 2, 3)]
on_dev, on_test = look_up(counts_of, dev), look_up(counts_of, test)
curves = {}
for name, (count, total, _) in (("bigram", on_dev[1]), ("trigram", on_dev[2])):
    curves[name] = [surprise(add_delta(count, total, delta, vocab_size)) for delta in deltas]
never, seldom = 100 * np.mean(total == 0), 100 * np.mean(total < 30)
print(f"trigram contexts: {never:.0f} % never seen, {seldom:.0f} % seen less than 30 times")
plots.add_delta_curves(deltas, curves)

# %% [markdown]
# No, it loses by a factor of four: its best perplexity is 1,162, that of the bigram model 272. Even
# δ = 0.003 invents $0.003 \times 10{,}002 = 30$ counts after every context, and at 63 % of the dev
# tokens the trigram's context has fewer real ones. Are 30 too many, or do they go to the wrong
# words? Let us invent the same 30, and share them out by the shorter model instead of equally.


# %%
def add_30(columns, by_shorter):
    """30 invented counts after each context, shared out equally or by the shorter model."""
    p = 1 / vocab_size
    for count, total, _ in columns:
        p = (count + 30 * (p if by_shorter else 1 / vocab_size)) / (total + 30)
    return p


for n in (2, 3):
    equally, shorter = surprise(add_30(on_test[:n], False)), surprise(add_30(on_test[:n], True))
    print(
        f"n = {n}, test data: 30 counts shared equally {equally:,.0f}, by the shorter {shorter:.0f}"
    )

# %% [markdown]
# They go to the wrong words: with the same 30 counts the trigram model falls from 1,300 to 263. The
# bigram model is still ahead, with 226, but not because 30 are too many: write 300 for 30 in both
# places of the function, and with the shorter model's shares both fall to 205. We know a lot about
# words that were never seen after this context, since the bigrams and unigrams are still there. To
# ask them *only* where the context fails is called **back-off** (백오프). **Interpolation** (보간)
# always mixes them in, each model with the one that sees a word less:
#
# $$P(w \mid \text{context}) = (1 - \lambda_n)\, \frac{\#(\text{context}, w)}{\#(\text{context})}
# + \lambda_n\, P(w \mid \text{shorter context}) \tag{7}$$
#
# with $1/|V|$ below the unigrams, and a context never seen passes the question on. Each n has its
# own $\lambda_n$, chosen on the dev data, first for n = 1, then for 2 and 3.


# %%
def interpolated(columns, weights):
    """P of each token with (7), with a weight for each length of context."""
    p = 1 / vocab_size
    for (count, total, _), weight in zip(columns, weights, strict=True):
        seen = count / np.maximum(total, 1)
        p = np.where(total > 0, (1 - weight) * seen + weight * p, p)
    return p


# %%
grid = np.arange(0.05, 1, 0.05)


def tune(columns, model=interpolated):
    """A weight for each length of context, one after the other."""
    weights = []
    for n in (1, 2, 3):
        tried = [surprise(model(columns[:n], [*weights, weight])) for weight in grid]
        weights.append(grid[np.argmin(tried)])
    return weights


lambdas = tune(on_dev)
for n in (1, 2, 3):
    found = surprise(interpolated(on_test[:n], lambdas[:n]))
    print(f"n = {n}: λ = {lambdas[n - 1]:.2f} by the dev data, perplexity {found:.0f}, test data")
for n in (2, 3):
    tried = [surprise(interpolated(on_dev[:n], [weight] * n)) for weight in grid]
    found = surprise(interpolated(on_test[:n], [grid[np.argmin(tried)]] * n))
    print(f"n = {n}, the same λ everywhere: {found:.0f}")

# %% [markdown]
# On the test data the trigram model falls to 180, and now the longer memory wins: the bigram model
# has 190. The trigram's $\lambda_3 = 0.80$ hands most of the answer on, while $\lambda_2 = 0.35$
# keeps most of it. With the same λ everywhere, also for the unigrams, the trigram still loses, with
# 196 to 192.
#
# ## 8. Kneser-Ney
# One λ for all contexts of a length: should a context seen a thousand times not deserve more trust
# than one seen twice? Let the dev data choose λ for each of them.

# %%
groups = [1, 2, 5, 10, 30, 100, 300, 1000]  # seen once, 2 to 4 times, 5 to 9 times, ...


def by_group(columns, rows):
    """Equation (7) with rows[i][g] as λ, where the context of i words is in group g."""
    weights = []
    for (_, total, _), row in zip(columns, rows, strict=True):
        weights.append(np.array(row)[np.digitize(total, groups) - 1])
    return interpolated(columns, weights)


# %%
def tune_groups(columns):
    """The best λ of each group for each length of context, one length after the other."""
    rows = []
    for n in (1, 2, 3):
        group = np.digitize(columns[n - 1][1], groups)
        tried = [np.log(by_group(columns[:n], [*rows, [weight] * 8])) for weight in grid]
        sums = [[logs[group == g].sum() for logs in tried] for g in range(1, 9)]
        rows.append(grid[np.argmax(sums, axis=1)])
    return rows


best = tune_groups(on_dev)[2]
found = surprise(by_group(on_test, tune_groups(on_dev)))
print("best λ of the trigram model:", *[f"{weight:.2f}" for weight in best])
print(f"a λ for each group, n = 3: {found:.0f}, test data")

# %%
ax = plt.figure(figsize=(8, 3.4)).add_subplot(xscale="log", ylim=(0, 1.05), ylabel="best λ")
ax.plot(groups, best, "o-", color="#C62828")
ax.set(title="The rarer a context, the less it is trusted", xlabel="times the context was seen")
ax.set_xticks(groups, [f"{low:,}+" for low in groups])
ax.minorticks_off()
plots.describe(ax, f"The best λ falls from {best[0]:.2f} to {best[-1]:.2f}.")

# %% [markdown]
# It does: after a context seen once, the dev data choose 0.95, the most that our grid allows, for
# the shorter one, after a context seen 1,000 times or more 0.60, and 0.80 in the middle. With a λ
# for each group, the perplexity on the test data falls from 180 to 170.
#
# And does the shorter model count the right thing? *York* is about as frequent in our text as
# *women* or *himself*. Which of them would you expect after a new context?
#
# **Predict.** *York* occurs 54 times in the training data. After how many different words?
#
# <details><summary>Answer</summary>
#
# After one, *New*.
#
# </details>

# %% [markdown] tags=["exercise"]
# ### Exercise 1.4: the company of a word
# Difficulty 2 of 3, 10 minutes.
#
# From a table of `count_after`, make the table of the contexts that are one word shorter, in which
# each *different* n-gram counts once. So
# `{("a", "b"): Counter(c=7), ("x", "b"): Counter(c=1, d=3)}` becomes
# `{("b",): Counter(c=2, d=1)}`: *c* has come after *b* in two contexts, however often.
#
# <details><summary>Hint 1</summary>
#
# Which word does a context lose? The one that is farthest away.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Go through the contexts. Each gives 1 to every word that has a count there.
#
# </details>


# %% tags=["exercise"]
def company(after):
    """The table of contexts without their first word: each different n-gram counts once."""
    shorter = defaultdict(Counter)
    # begin solution
    for context, counts in after.items():
        shorter[context[1:]].update(list(counts))  # every word of the list once
    # end solution
    return shorter


# %% tags=["check"]
check("1.4", company)

# %% [markdown] tags=["door"]
# Seven words with 52 to 55 tokens each, and your function tells them apart: himself has followed 43
# words, York a single one. This is the number that Kneser-Ney counts in its shorter contexts.


# %% tags=["known"]
def use(answer, sentences, n):
    """Its table from the counts of a few sentences; the words must be in Counters."""
    table = count_after(sentences, n)
    after = answer(table)
    if table != count_after(sentences, n):
        return "a table that is no longer what it was"
    if not isinstance(after, dict):
        return after
    plain = [context for context, counts in after.items() if not isinstance(counts, Counter)]
    return dict(after) if not plain else "dictionaries that are not Counters"


def inputs(rng):
    return sentences(rng), int(rng.integers(2, 5))


cases = [([["I", "am"], ["I", "am"]], 2), (SAM, 2), (SAM, 3)]
trials = 40

# %% [markdown] tags=["known"]
# Hint: Each context gives 1 to every word after it, in the row of the context without its first
#   word.
# Returns: a dictionary with tuples as keys and Counters as values
#
# - `list(counts)` → `counts` :: You add the counts up. Each different word after a context counts
#   once.
# - `context[1:]` → `context[:-1]` :: The context loses its first word, not its last.
# - `context[1:]` → `context` :: The new contexts are one word shorter.
# - `shorter[context[1:]].update(list(counts))` → `shorter[context[1:]] = Counter(list(counts))` ::
#   Several contexts become the same shorter one: add to its row, do not replace it.
# - `list(counts)` → `[word for word in counts if counts[word] == 1]` :: A word counts 1 however
#   often it was seen, not only if it was seen once.
# - `shorter[context[1:]].update(list(counts))` →
#   `shorter[context[1:]].update(list(counts)); counts.clear()` :: Your function changes the table
#   that it is given, and the chapter still needs it: fill a new one.
# - `return shorter` → `return {context: dict(counts) for context, counts in shorter.items()}` ::
#   The counts of each context belong in a `Counter`: the chapter asks for its total.

# %%
company = yours_or_ours("1.4", company)
some = ["himself", "force", "women", "light", "Spain", "Ocean", "York"]
times = [models[1][()][word] for word in some]
before = [company(models[2])[()][word] for word in some]

ax = plt.figure(figsize=(8, 3.4)).add_subplot(xlabel="number of different words before it")
ax.bar_label(ax.barh(some, before, color="#2E9E4F"), before, padding=4)
ax.set(title=f"Seen {min(times)} to {max(times)} times each, but after how many different words?")
plots.describe(ax, f"Different words before each: {dict(zip(some, before, strict=True))}.")

# %% [markdown]
# After one: *New*. All seven words were seen 52 to 55 times, yet *himself* has followed 43
# different words. So the shorter models may count after how many *different* words a word occurs,
# its **continuation count** (앞 단어의 종류 수) $\#'$. *York* then counts once, not 54 times.
#
# And for the weight, take a **discount** (할인) $D$ off every count that is not 0. What becomes
# free goes to the shorter context, much after a context with many rare followers, little after one
# that is sure of itself.

# %% [markdown] tags=["exercise"]
# ### Exercise 1.5: the discount
# Difficulty 2 of 3, 15 minutes.
#
# The counts after a context sum to `total` and belong to `types` different words. Take `discount`
# off each of them; a count of 0 has nothing to give. What is left of `count`, out of `total`, is
# the first part of the answer. How much probability has become free, over all words together?
# Multiply it by `lower`, which is P(word) after the shorter context, and add.
#
# By hand: *I* was seen 3 times, with 2 different words after it, and *am* has the count 2. With D =
# 1/2 and lower = 23/360 the answer is 563/1080. (23/360 is explained below.) For *ham*, never seen
# after *I*, it is 23/1080.
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
check("1.5", discounted)

# %% [markdown] tags=["door"]
# This line is Kneser-Ney. After I it gives 47/1080 to Sam and 23/1080 to ham.


# %% tags=["known"]
def inputs(rng):
    types = int(rng.integers(1, 9))
    total, count = types + int(rng.integers(0, 20)), int(rng.integers(0, 4))
    return min(count, total), total, types, rng.uniform(0.1, 0.9), rng.uniform(0, 0.2)


cases = [(2, 3, 2, 0.5, 23 / 360), (0, 3, 2, 0.5, 23 / 360)]
tolerance = 1e-7  # that of the chapter's sums is finer than six decimals

# %% [markdown] tags=["known"]
# Hint: What is left of the count, out of `total`, and the freed share times `lower`.
# Returns: one number
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
# - `max(count - discount, 0)` → `count` :: Take `discount` off the count as well: what is free
#   must come from somewhere.

# %% [markdown]
# In an equation, with types(context) for the number of different words after it:
#
# $$P(w \mid \text{context}) = \frac{\max(\#(\text{context}, w) - D,\, 0)}{\#(\text{context})} +
# \frac{D \cdot \text{types}(\text{context})}{\#(\text{context})}\,
# P(w \mid \text{shorter context}) \tag{8}$$
#
# In shorter contexts $\#'$ replaces $\#$. Below the empty one every word gets $1/|V|$, and a
# context never seen passes on what the shorter one says. By hand: the 15 different bigrams of "I am
# Sam" end in 11 different tokens, one in *am*, so
# $P(\text{am}) = \frac{1 - 1/2}{15} + \frac{1/2 \cdot 11}{15} \cdot \frac1{12} = \frac{23}{360}$.

# %%
discounted = yours_or_ours("1.5", discounted)


def kneser_ney(word, context, tables, discount, vocab_size):
    """Equation (8), from the empty context to the whole one; tables[i] has contexts of i words."""
    p = 1 / vocab_size
    for length, table in enumerate(tables):
        counts, total, types = table.get(context[len(context) - length :], ({}, 0, 0))
        if total:
            p = discounted(counts[word], total, types, discount, p)
    return p


tables = [with_sums(company(sam_bigrams)), with_sums(sam_bigrams)]
found = [kneser_ney(word, ("I",), tables, 1 / 2, 12) for word in ("am", "ham", "Sam")]
assert np.allclose(found, [563 / 1080, 23 / 1080, 47 / 1080])  # by hand

# %% [markdown]
# The hand and the code agree, also on *Sam*, which came after two different tokens, `<s>` and *am*,
# and gets 47/1080 after *I*.
#
# Kneser-Ney changes two things at once, and the groups of λ are an opponent of the first. So we
# need six models: three ways to share, each with counts and with different words. Each λ and each
# $D$ is chosen on the dev data.
#
# **Predict.** Which change is worth more by itself: the discount, or counting different words?

# %%
pairs = company(models[3])
different_of = [with_sums(table) for table in (company(pairs), pairs, models[3])]
different_dev, different_test = look_up(different_of, dev), look_up(different_of, test)


def by_discount(columns, discounts):
    """Equation (8) for all tokens at once, with a D for each length of context."""
    p = 1 / vocab_size
    for (count, total, types), discount in zip(columns, discounts, strict=True):
        kept = np.maximum(count - discount, 0) + discount * types * p
        p = np.where(total > 0, kept / np.maximum(total, 1), p)
    return p


asked = positions(test, 3)
one_by_one = [kneser_ney(word, old, different_of, 0.75, vocab_size) for old, word in asked]
assert np.allclose(by_discount(different_test, [0.75] * 3), one_by_one)  # two ways agree

# %%
six = {}
for name in ("counts", "different words"):
    for_dev, for_test = (on_dev, on_test) if name == "counts" else (different_dev, different_test)
    discounts = tune(for_dev, by_discount)
    six[f"one λ, {name}"] = interpolated(for_test, tune(for_dev))
    six[f"λ by group, {name}"] = by_group(for_test, tune_groups(for_dev))
    six[f"discount, {name}"] = by_discount(for_test, discounts)
print("D for n = 1, 2, 3, different words:", *[f"{discount:.2f}" for discount in discounts])

# %%
trigram_seen, bigram_seen = on_test[2][0] > 0, on_test[1][0] > 0
parts = {"all": trigram_seen | True, "trigram seen": trigram_seen}
parts |= {"only bigram": ~trigram_seen & bigram_seen, "neither": ~bigram_seen}
print(padded("perplexity, test data", 27), *[padded(name, -13) for name in parts])
for name, p in six.items():
    print(padded(name, 27), *[f"{surprise(p[part]):13,.0f}" for part in parts.values()])

best = six["discount, different words"]
package = NGramModel(3, "kneser-ney", discount=0.75).fit(wiki.train, wiki.vocabulary)
assert np.allclose(package.perplexity(wiki.test), surprise(one_by_one))
unknown = np.array([word == "<unk>" for _, word in positions(test, 1)])
on_unknown, on_others = surprise(best[unknown]), surprise(best[~unknown])
print(f"\nthe last model: {on_unknown:.0f} on <unk>, {on_others:.0f} on all other tokens")

# %% [markdown]
# The discount. By itself it takes the trigram model from 180 to 168. A λ for each group comes
# close, with 170, but it gains mainly elsewhere: where the pair was never seen, 11,177 becomes
# 9,106, while the discount gains where the trigram was seen, 19 becomes 14. Counting different
# words by itself makes the model worse, 189, and with a λ for each group as well, 175 after 170.
# **Of our three ways to share, only the discount gains from different words: together they reach
# 156.** The columns show where. At tokens whose pair was never seen, different words help all
# three, the discount most, from 11,696 to 8,078. Where only the pair was seen, they cost something
# with λ, 112 becomes 132 or 114 becomes 126, but nothing with the discount, 124 and 120. Where the
# trigram was seen, all three lose about 1. (For n = 3 the discount takes 0.95 off every count, and
# so it does if the grid goes on to 0.99: a trigram seen once keeps next to nothing.)

# %%
common.perplexity_ladder(results.ladder(without=["NNLM", "biLM"]))

# %% [markdown]
# The **perplexity ladder** of this course has all models on the same test tokens, with the same
# vocabulary and the same rule for `<unk>`. (The package estimates $D$ from the training data and
# gets 157 where we have 156.) A third word brings 9, from 166 to 157, and the fourth and the fifth
# together one. The same trigram counts give 1,300 with add-δ, worse than no context at all (406;
# section 7 had 410, with the smallest λ of its grid), 180 with interpolation and 157 with
# Kneser-Ney: on this small text the trigram model owes more to its smoothing than to its third
# word.
#
# ## 9. One sentence, four models
# What does a perplexity look like, token by token? We write how surprised a model is, $1/P$: as if
# it had to guess among so many. The sentence comes from the test data, and it is an easy one: the
# numbers at the right are its own perplexities.


# %% tags=["lecture"]
def read(text="Tourism is an important part of the economy of Azerbaijan ."):
    sentence = with_unknown([typed.words(text)])
    columns = look_up(counts_of, sentence)
    count, total, _ = columns[2]
    p = {"no context": interpolated(columns[:1], lambdas[:1])}
    p["add-δ"] = add_delta(count, total, 0.003, vocab_size)
    p["interpolation"] = interpolated(columns, lambdas)
    p["Kneser-Ney"] = by_discount(look_up(different_of, sentence), discounts)
    plots.surprises([*sentence[0], "</s>"], {name: 1 / values for name, values in p.items()})


live(read, text="Tourism is an important part of the economy of Azerbaijan .")

# %% [markdown] tags=["lecture"]
# Yellow was expected, dark was not. Add-δ does well at *part*, one of 15, and at *the*, one of 2,
# and is lost where the trigram is new: *is* after *Tourism* is one of 10,669. Those dark cells are
# gone in the last two rows, where the shorter context answers. Kneser-Ney is not better everywhere,
# though: no context expects *is* more, one of 107 where Kneser-Ney has 192, and also `<unk>`, here
# *Azerbaijan*, one of 15 where it has 27. And *Tourism* itself, the first word of the sentence,
# stays dark for all four. Now type a sentence of your own.
#
# ## 10. Your page
# The last page is yours: your counts and your sampler, for both texts.

# %%
tables_of = {"our sentences": written, "Wikipedia": models}


def your_page(text="Wikipedia", n=3, temperature=0.8, seed=1):
    for line in range(5):
        rng = random.Random(100 * seed + line)
        print("-", *write(tables_of[text][n], n, rng, temperature, max_words=24))


live(your_page, text=list(tables_of), n=(1, 5), temperature=(0.1, 3.0), seed=(1, 50))

# %% [markdown]
# It sounds like an encyclopaedia and says nothing.
#
# ### Open experiment
# Count on 1/32, 1/16, ... 1/2 of the sentences of `train`, and draw the share of unseen test
# trigrams against the number of training tokens, on a log axis. What does each doubling bring? How
# much text would you need for 5 %, and does anybody have that much?
#
# ## What you can now do
# - count n-grams, and write the sampler that lets a model speak,
# - catch it copying, say why it copies, and measure how much of a text is new to it,
# - smooth its counts with Kneser-Ney, and compare perplexities fairly.
#
# ## One honest limit
# 13 % of the test words are `<unk>`, and a model that says "some rare word" is right for all of
# them. Our best trigram model has perplexity 12 on these and 229 on the others, so the 156 is
# flattered, and no number on our ladder may be compared with a perplexity from a paper.
#
# ## Sources
# - D. Jurafsky and J. H. Martin, *Speech and Language Processing*, chapter "N-gram Language Models"
#   (the river, Sam): <https://web.stanford.edu/~jurafsky/slp3/>
# - R. Kneser and H. Ney 1995, *Improved backing-off for m-gram language modeling*:
#   <https://doi.org/10.1109/ICASSP.1995.479394>
# - H. Ney, U. Essen and R. Kneser 1994, *On structuring probabilistic dependences in stochastic
#   language modelling*, for the estimate of $D$: <https://doi.org/10.1006/csla.1994.1001>
# - S. Chen and J. Goodman 1999, *An empirical study of smoothing techniques for language modeling*,
#   for equation (8): <https://doi.org/10.1006/csla.1999.0128>
# - The lecture *Tensorflow를 활용한 딥러닝 자연어 처리 입문*, part 3; its textbook:
#   <https://wikidocs.net/book/2155>
#
# ## Where next
# To counts, no word resembles another. If you have read 사랑스러운 강아지, "lovely puppy", you
# expect 사랑스러운 고양이, "lovely cat", sooner than 사랑스러운 냉장고, "lovely fridge", and our
# model learns nothing about cats from the puppy. In chapter 02 a network reads "what will the fat
# cat sit on" and gives each word a vector, so that what it learns about puppies can serve cats.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A trigram model reads "The keys to the old house". Which words decide what it expects next?
#    - [ ] keys :: for you they decide between "is" and "are", but they are too far back
#    - [ ] house :: a bigram model would look at this word alone
#    - [x] old house :: n = 3 leaves two words of context
# 2. A model with n = 6 writes flawless English. What should you check first?
#    - [ ] its temperature :: a temperature makes text duller or wilder; it does not
#      say where the sentences come from
#    - [x] whether the sentences are in its training data :: ours hardly ever had a choice after its
#      first five words
#    - [ ] its perplexity on the training data :: the model has counted this very
#      text, so this says little about new ones
# 3. On one text, model A (1,000 words) has perplexity 90, B (10,000 words) 140. Which is better?
#    - [ ] A, since 90 is less than 140 :: A has more `<unk>`, a token that is easy to predict
#    - [ ] B, since it knows more words :: these two numbers do not show that
#    - [x] one cannot say :: perplexities compare only with the same vocabulary and rule for `<unk>`
