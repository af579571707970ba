# %% [markdown]
# # 04 FastText
#
# Mistype a word in a search box, and it still finds what you meant. Mistype it in a program that
# looks words up in a table of vectors, and the program stops, because *teahcer* has no row. Nor has
# a word that the training text had only twice, and most types are that rare. In Korean it is worse,
# since one verb comes in dozens of forms. FastText has one idea against all of this: a new word is
# made of old pieces.
#
# **How can a word that was never seen still get a useful vector?**
#
# You will be able to
# - **cut** a word into character n-grams, and say what the marks `<` and `>` are for,
# - **train** n-grams as a skip-gram, and foresee which other words a step will move,
# - **take** Korean syllables apart into jamo, and train on them with a step of your own,
# - **judge** what subwords buy for typing errors, rare words and new words.
#
# You need the skip-gram and the cosine ([chapter 03](03_word2vec.ipynb)), negative samples and the
# interval ([chapter 03b](03b_negative_sampling.ipynb)).

# %% tags=["setup"]
from collections import Counter

import numpy as np
import torch
from matplotlib import pyplot as plt

from elmo_lite import corpora, fasttext, text
from elmo_lite.corpora import keyboard
from elmo_lite.stats import paired
from notebooks.course import chapter, results
from notebooks.course.check import check, yours_or_ours
from notebooks.course.live import live
from notebooks.course.plots import ch04 as plots

torch.set_num_threads(1)  # the steps are small: a second thread would only make them wait
FIRST, VOWEL, LAST = keyboard.FIRST, keyboard.VOWELS, ["", *keyboard.LAST]  # jamo, by number

# %% [markdown]
# ## 1. Type a word it has never read
# Half a million words of Simple Wikipedia, read three times, make the model that this chapter takes
# apart.

# %%
wiki = [[word.lower() for word in line] for line in corpora.simple_wiki(500_000).sentences]
settings = fasttext.FastTextSettings(
    emb_dim=50, window=2, epochs=3, buckets=50_000, batch_size=2048
)
with chapter.timed("04", "training fastText on half a million words"):
    model = fasttext.train(wiki, settings)
vectors = model.keyed_vectors()
counts = Counter(word for sentence in wiki for word in sentence)
rare = sum(count < 5 for count in counts.values())
print(f"{rare:,} of {len(counts):,} types occur fewer than five times: {rare / len(counts):.0%}")
read = {piece for word in vectors.index_to_key for piece in settings.pieces(word)}
print(f"{len(vectors):,} words have a row; footballing has one: {'footballing' in vectors}")

# %% [markdown]
# Here is *footballing*, which occurs nowhere in the text. The model has cut it into pieces. The
# darker a piece, the more of the vector comes from it, and a piece without a box occurs in no word
# that the model has a row for. Type a word of your own: your name, a compound, a typing error.

# %%
def ask(word="footballing"):
    pieces, rows = model.pieces(word.lower())
    vector = rows.mean(axis=0)
    parts = rows @ vector / (len(rows) * vector @ vector)  # they add up to 1
    near = vectors.similar_by_vector(vector, topn=5)
    plots.light_up(word, pieces, parts, near, [piece for piece in pieces if piece not in read])


live(ask, word="footballing")

# %% [markdown]
# Nobody ever told the model what *footballing* means, and yet *football*, *footballer* and
# *basketball* are nearest. Other words come out worse, and you can see why.

# %%
for word in ["australians", "mathematisc", "goverment", "blorping", "teahcer", "tensorflow"]:
    near = [name for name, _ in vectors.similar_by_vector(model.vector(word), topn=5)]
    print(f"{word:12}", *near)

# %% [markdown]
# *mathematisc* finds *mathematics*, and then four strangers. *goverment* finds nouns in -ment, the
# right one only as the fifth. *teahcer* keeps few pieces of *teacher*, which comes fifth.
# *blorping* has company in -ing, and the neighbours of *tensorflow* say nothing at all. A new word
# always has a vector, but not always a useful one.
#
# ## 2. Cut the word into n-grams
# You see one root (어근) in eat, eats, eaten, eater and eating. Word2Vec sees five words, and it
# gives a row only to those that it meets often enough, usually five times, because a row that was
# trained twice is still noise. In our half a million tokens four types in five are rarer. They are
# **out of vocabulary** (OOV, 미등록 단어), and so is nearly every typing error. And what is learned
# about *eat* does not help *eats*. Both faults have one cause: a word is one row.
#
# FastText (Bojanowski and others 2017) takes a word as a bag of **character n-grams**
# (문자 n-gram), all runs of n characters, or **subwords** (서브워드). Two marks come first, `<`
# before the word and `>` after it, and they count as characters.
#
# By hand, for *eating* and n = 3: write `<eating>`, lay a window of three letters on it and move it
# along. You get `<ea`, `eat`, `ati`, `tin`, `ing`, `ng>`. Usually all lengths from 3 to 6 are taken
# together. They are $G_w$, the n-grams of the word $w$; the word itself is not one of them.
#
# **Predict.** `<eating>` has 8 characters. How many n-grams of length 3, 4, 5 and 6 are there?
#
# <details><summary>Answer</summary>
#
# A window of n letters has 8 - n + 1 positions, so there are 6 + 5 + 4 + 3 = 18.
#
# </details>

# %% [markdown] tags=["exercise"]
# ### Exercise 4.1: character n-grams
# Difficulty 1 of 3, 6 minutes.
#
# Return the n-grams of `<word>` with all lengths from `min_n` to `max_n` as a list, in any order. A
# run that occurs twice in the word (`ana` in banana) is in the list twice. If the word is too short
# for a length, that length gives none.
#
# <details><summary>Hint 1</summary>
#
# `marked[i : i + n]` is the n-gram that starts at i.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Two loops: one over the lengths, one over the starts. How many starts a length has is the
# prediction above.
#
# </details>


# %% tags=["exercise"]
def character_ngrams(word, min_n, max_n):
    """All runs of min_n to max_n characters in <word>, as a list."""
    # begin solution
    marked = f"<{word}>"
    found = []
    for n in range(min_n, max_n + 1):
        for i in range(len(marked) - n + 1):
            found.append(marked[i : i + n])
    return found
    # end solution


# %% tags=["check"]
check("4.1", character_ngrams)


# %% tags=["known"]
def inputs(rng):
    words = ["eating", "her", "where", "a", "oranges", "banana", "남동생", "to"]
    shortest = int(rng.integers(2, 5))
    return str(rng.choice(words)), shortest, shortest + int(rng.integers(0, 4))


def use(answer, *given):
    """The order of the n-grams does not matter."""
    got = answer(*given)
    return sorted(got) if isinstance(got, (list, tuple)) else got


cases = [("eating", 3, 3), ("banana", 2, 3)]

# %% [markdown] tags=["known"]
# Hint: Each length n gives the runs `marked[i : i + n]` of the word with its marks.
# Returns: a list of n-grams
#
# - `f"<{word}>"` → `word` :: The marks are missing: put `<` before the word and `>` after it first.
# - `max_n + 1` → `max_n` :: The longest n-grams are missing: `range` leaves its end out.
# - `len(marked) - n + 1` → `len(marked)` :: Some of your n-grams are too short: stop in time.
# - `return found` → `return list(set(found))` :: An n-gram that occurs twice in a word should occur
#   twice in the list.

# %%
character_ngrams = yours_or_ours("4.1", character_ngrams)
print(len(character_ngrams("eating", 3, 6)), "n-grams")
plots.ngram_table("eating", 3, 6)

# %% [markdown]
# Eight of the 18 are dark, because they touch an edge of the word: `ing>` is an ending, while `ing`
# also occurs inside *ingredient*. The marks keep words and pieces apart as well. *where* contains
# the piece `her`, but not `<her>`, which is the word *her*.
#
# ## 3. A word is the mean of its n-grams
# Each n-gram $g$ gets a vector $z_g$. A known word also keeps a row of its own, $z_w$, as in
# Word2Vec; a new word has none:
#
# $$v_w = \frac{1}{1 + |G_w|} \Bigl( z_w + \sum_{g \in G_w} z_g \Bigr) \quad \text{known}, \qquad
# v_w = \frac{1}{|G_w|} \sum_{g \in G_w} z_g \quad \text{new} \tag{2}$$
#
# The paper writes the sum without dividing. FastText's own program, gensim and our package take
# the mean, so that long words do not get long vectors. The cosines are the same.
#
# By hand, in two dimensions: *eat* with n = 3 has the n-grams `<ea`, `eat` and `at>`. If their
# vectors are (1, 0), (2, 3) and (0, 3) and the word has no row, it gets (3/3, 6/3) = (1, 2).
#
# Say that *Orange* was trained, with n from 2 to 5. *Oranges* and the typing error *Orrange* have
# no row, but most of their n-grams do. How close two words $a$ and $b$ are in spelling is the share
# of their n-grams that both have, their **Jaccard similarity** (자카드 유사도):
#
# $$\text{share}(a, b) = \frac{|G_a \cap G_b|}{|G_a \cup G_b|} \tag{3}$$
#
# By hand, with n = 3 alone, *eat* and *eats* share `<ea` and `eat`, 2 of their 5.


# %%
def share(first, second):
    """Equation (3), from the n-grams of both words."""
    return len(set(first) & set(second)) / len(set(first) | set(second))


assert np.allclose(np.mean([(1, 0), (2, 3), (0, 3)], axis=0), (1, 2))  # equation (2) by hand
assert share(character_ngrams("eat", 3, 3), character_ngrams("eats", 3, 3)) == 2 / 5
orange = character_ngrams("Orange", 2, 5)
for word in ("Oranges", "Orrange", "Arrange"):
    own = character_ngrams(word, 2, 5)
    print(f"{word}: {len(set(own) & set(orange))} of {len(own)} n-grams, {share(own, orange):.0%}")
plots.shared_ngrams("Orange", "Oranges", 2, 5)

# %% [markdown]
# *Oranges* gets 18 of its 26 vectors from *Orange*, and the typing error *Orrange* gets 17. But
# *Arrange* gets 14, and it has nothing to do with fruit. Spelling alone cannot know that, so
# something has to be learned from the context as well.
#
# ## 4. Training: I am eating food now
# We train as in chapter 03b, and only $v_w$ is new. With the true outside words $O$ of the centre
# word and $K$ negative words, the loss is
#
# $$J = -\sum_{o \in O} \log \sigma(v_w \cdot u_o) - \sum_{k=1}^{K} \log \sigma(-v_w \cdot u_k)
# \tag{4}$$
#
# In "I am eating food now", with a window of 1, *eating* has the outside words *am* and *food*,
# whose label $y$ is 1. Our negative words are *paris* and *earth*, with label 0. As in chapter 03b
# the error of a word is its label minus what the model says, and one step moves the centre by
#
# $$\Delta v_w = \eta \sum_{o} \bigl(y_o - \sigma(v_w \cdot u_o)\bigr)\, u_o \tag{5}$$
#
# Here $o$ runs over all four words. By hand: if all $z$ are 0, every sigmoid is 1/2, so the errors
# are 1/2, 1/2, -1/2, -1/2. With just one word of each kind, a true $u = (1, 0)$ and a negative
# $(0, 2)$, and $\eta = 0.1$ that is
# $\Delta v_w = 0.1\,(\frac12 (1, 0) - \frac12 (0, 2)) = (0.05, -0.1)$. The derivative of the mean
# would give each n-gram only a share $1/|G_w|$ of (5). The programs hand each one the whole of it,
# as if the vectors had been added, because otherwise a long word would hardly move.

# %% [markdown] tags=["exercise"]
# ### Exercise 4.2: one step
# Difficulty 3 of 3, 12 minutes.
#
# `pieces` holds the vectors of the n-grams of one word, a row each. `U` has a row for each outside
# word, true or negative, and `labels` says which. Return the n-grams after one step, an array of
# the shape of `pieces`: each of them moves by the whole of equation (5). This function will train
# on Korean in section 6.
#
# <details><summary>Hint 1</summary>
#
# First the vector of the word, by equation (2). It has no row of its own here.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# All scores at once are `U @ v`. And a vector of errors times `U` from the left adds up rows of
# `U`, each times its error.
#
# </details>


# %% tags=["exercise"]
def subword_step(pieces, U, labels, rate):
    """The vectors of a word's n-grams after one step: (num_pieces, dim)."""
    # begin solution
    v = pieces.mean(axis=0)
    errors = labels - 1 / (1 + np.exp(-U @ v))
    return pieces + rate * errors @ U
    # end solution


# %% tags=["check"]
check("4.2", subword_step)


# %% tags=["known"]
def inputs(rng):
    """The vectors of three or four n-grams and of four outside words, two of them true."""
    labels = np.array([1, 1, 0, 0])
    return rng.normal(size=(int(rng.integers(3, 5)), 3)), rng.normal(size=(4, 3)), labels, 0.1


cases = [(np.zeros((2, 2)), np.array([[1.0, 0.0], [0.0, 2.0]]), np.array([1, 0]), 0.1)]

# %% [markdown] tags=["known"]
# Hint: v is the mean of the pieces, the errors are labels minus sigmoid(U @ v), and every piece
#   moves by rate * errors @ U.
# Returns: an array of the shape of `pieces`
#
# - `pieces + rate` → `pieces - rate` :: Your n-grams run away from the true words: the error is the
#   label minus the sigmoid, and the step is added.
# - `pieces.mean(axis=0)` → `pieces.sum(axis=0)` :: The word is the mean of its n-grams here, not
#   their sum.
# - `rate * errors` → `rate / len(pieces) * errors` :: Give each n-gram the whole step, not its
#   share 1/|G|.
# - `1 / (1 + np.exp(-U @ v))` → `U @ v` :: The error is the label minus the sigmoid of the score,
#   not minus the score.

# %%
subword_step = yours_or_ours("4.2", subword_step)
outside, labels = ["am", "food", "paris", "earth"], np.array([1, 1, 0, 0])
family = ["eat", "eats", "eaten", "eater", "eating"]
known = sorted({piece for word in family for piece in character_ngrams(word, 3, 6)})
eating = [known.index(piece) for piece in character_ngrams("eating", 3, 6)]
U = np.random.default_rng(4).normal(size=(4, 10)) / 2
Z = np.zeros((len(known), 10))
Z[eating] = subword_step(Z[eating], U, labels, rate=0.1)
print(f"{np.any(Z != 0, axis=1).sum()} of the {len(known)} n-grams of the family have moved")

table = torch.zeros(18, 10, dtype=torch.float64, requires_grad=True)
scores = torch.tensor(U) @ table.mean(dim=0)
signs = torch.tensor(2.0 * labels - 1)  # +1 for true words, -1 for negative ones
(-torch.nn.functional.logsigmoid(signs * scores)).sum().backward()  # equation (4)
assert np.allclose(-0.1 * 18 * table.grad.numpy(), Z[eating])

# %% [markdown]
# Torch agrees. It differentiates the mean, so 18 times its gradient is what our step used.
#
# **Predict.** Now 40 steps, and all of them with *eating*. What happens to the other four words?
#
# <details><summary>Answer</summary>
#
# They come along, each as far as its n-grams are also n-grams of eating.
#
# </details>

# %%
for _ in range(39):
    Z[eating] = subword_step(Z[eating], U, labels, rate=0.1)
said = 1 / (1 + np.exp(-U @ Z[eating].mean(axis=0)))
print("eating:", *(f"{word} {p:.2f}" for word, p in zip(outside, said, strict=True)))

along = {}
for word in family:
    rows = [known.index(piece) for piece in character_ngrams(word, 3, 6)]
    along[word] = np.isin(rows, eating).mean(), Z[rows].mean(axis=0) @ U[1]
plots.come_along(along, "eating", "food")

# %% [markdown]
# *am* and *food* are likely now, *paris* and *earth* are not. And *eat*, which no step was for, has
# half the score of *eating* with *food*, because half of its n-grams are in *eating*. That is the
# gift of fastText. It is its danger as well: 14 of the 22 n-grams of *beating* have moved too.
#
# How many rows does the table of n-grams need? Nobody knows before reading the text. So fastText
# fixes their number, the **buckets** (버킷), and a **hash function** (해시 함수) says which row an
# n-gram has: it turns any text into a number that looks random but is the same for the same text.
# Two n-grams in one row are in a **collision** (충돌) and share what they learn.

# %%
for piece in ["ing>", "<eat", "몰라>"]:
    print(piece, "has bucket", fasttext.bucket(piece, 50_000))
held = Counter(fasttext.bucket(piece, 50_000) for piece in read)
alone = sum(number == 1 for number in held.values())
print(f"{len(read):,} n-grams in 50,000 buckets; alone in theirs: {alone / len(read):.0%}")

# %% [markdown]
# Most n-grams of section 1 share their bucket with another one, and *footballing* found *football*
# all the same, because a word is the mean of many n-grams. FastText's own default is two million
# buckets.
#
# ## 5. What do subwords buy?
# The question of the chapter deserves a test. Of half a million tokens of modern English we took
# 1,500 words that occur ten times or more and divided them at random: 500 stay, 500 keep two
# occurrences, 500 are deleted from the text. So the groups differ only in how often a model has
# read them. A fourth group has one **typing error** (오타) for each of the 500 that stay: one key
# wrong, missing, too many, or swapped with the next.
#
# For each word we show two others and ask which one is its neighbour. One is among its ten nearest
# in the vectors that the course ships, which have read a hundred times as much and are blind to
# spelling. The other is drawn at random, so guessing gives 50 %. Word2Vec and fastText (gensim's,
# three seeds) read the same text. Spelling alone learns nothing and takes the word with the larger
# share (3).
#
# **Predict.** Where does fastText beat Word2Vec, and where does it not?
#
# <details><summary>Answer</summary>
#
# It wins wherever Word2Vec has no row or a bad one. On words that were read often it gains nothing.
#
# </details>

# %%
measured = chapter.results("static_vectors")["experiments"]
looks = {"Word2Vec": ("Word2Vec", "s", "#7A7A7A"), "fastText": ("fastText", "o", "#2E9E4F")}
looks["spelling alone"] = ("spelling", "D ", "#555555")
plots.what_subwords_buy(measured["fasttext"]["rows"], looks)


# %%
def compare(language, words, first, second):
    """The difference of two models on the same questions, in points, with its 95 % interval."""
    right = []
    for by in (first, second):
        seeds = results.select(measured[language]["rows"], by=by, words=words)
        right.append([results.unpack(row) for row in seeds])  # (seeds, questions)
    gain, low, high = (round(100 * x) for x in paired(*right))
    print(f"{words:14} {first} - {second}: {gain:+} ({low:+} to {high:+})")


compare("fasttext", "known", "fastText", "Word2Vec")
compare("fasttext", "rare", "fastText", "Word2Vec")
compare("fasttext", "new", "fastText", "spelling")
compare("fasttext", "typing errors", "fastText", "spelling")
compare("fasttext", "found", "spelling", "fastText")

# %% [markdown]
# **For words that were read often subwords buy nothing here; for all others they buy a lot.** A row
# that was trained twice is worth 60 %, and n-grams lift that to 72 %. On words that it has never
# read fastText is right in 75 %, where Word2Vec can only guess. Similar spelling does not explain
# this, since spelling alone stays far below. The n-grams have learned their meaning in other
# words. (The groups are different words, so that 75 is above 72 is no finding.)
#
# One result goes against fastText, the last line. Asked for the word behind a typing error, among
# 5,000, plain spelling is right in 65 % and fastText in 36. To correct errors you need no vectors;
# to work with a text that nobody has corrected you need subwords.
#
# ## 6. Korean: one verb, many faces
# A Korean verb changes its ending (어미) with tense, mood and politeness. 모르다, "not to know",
# appears as 모르네, 모르더라, 몰라야, 몰랐다, 모르겠으나, 몰라, 모르겠니, 모르면서 and more.
# How many forms do our own Korean sentences have?

# %%
korean = [text.tokenize(line) for line in corpora.korean_verbs()]
reviews = corpora.our_reviews()
korean += [text.tokenize(review) for _, review in reviews.train + reviews.dev + reviews.test]
korean += [example.tokens for example in corpora.senses("ko")]
seen = Counter(word for sentence in korean for word in sentence)
forms = [word for word in seen if word.startswith(("모르", "모른", "모를", "몰라", "몰랐"))]
once = sum(seen[word] == 1 for word in forms)
print(f"{sum(seen.values()):,} tokens: {len(forms)} forms of 모르다, {once} of them once")

# %% [markdown]
# To Word2Vec they are all strangers. N-grams help, if the pieces are small enough. In Python a
# character of Hangul is a whole **syllable** (음절), such as 몰. But a syllable is built from
# **jamo** (자모): an initial consonant (초성), a vowel (중성), and often a final consonant (종성).
# 모르 and 몰라 share no syllable, since the verb is a 르 irregular (르 불규칙), in which 모르 + 아
# becomes 몰라. But both begin with ㅁㅗㄹ.
#
# Unicode (유니코드) numbers the 11,172 syllables in order: 19 initial consonants, 21 vowels and 28
# final consonants, the first of which is "none". So the number of a syllable is
#
# $$\text{code} = 44032 + 588 \cdot \text{initial} + 28 \cdot \text{vowel} + \text{final} \tag{6}$$
#
# since 21 · 28 = 588.

# %% [markdown] tags=["exercise"]
# ### Exercise 4.3: syllables to jamo
# Difficulty 2 of 3, 10 minutes.
#
# Invert equation (6). By hand: 몰 has the code 47792 = 44032 + 3760, and 3760 = 588 · 6 + 28 · 8 +
# 8. Initial consonant number 6 is ㅁ, vowel number 8 is ㅗ, final consonant number 8 is ㄹ.
#
# The function gets a word and returns its jamo in one string: 몰라 becomes ㅁㅗㄹㄹㅏ. What is not
# a syllable of Hangul stays as it is, such as the ㅋㅋ of a laugh or a full stop. `FIRST`, `VOWEL`
# and `LAST` list the letters by number; `LAST[0]` is the empty string.
#
# <details><summary>Hint 1</summary>
#
# `ord("몰")` is 47792. The syllables are those with `"가" <= letter <= "힣"`.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `//` and `%` undo a sum of products: divide by 588 first, and go on with the rest.
#
# </details>


# %% tags=["exercise"]
def to_jamo(word):
    """A word with its syllables of Hangul cut into jamo, as one string."""
    # begin solution
    letters = []
    for letter in word:
        if "가" <= letter <= "힣":
            number = ord(letter) - 44032
            letters += [FIRST[number // 588], VOWEL[number % 588 // 28], LAST[number % 28]]
        else:
            letters.append(letter)
    return "".join(letters)
    # end solution


# %% tags=["check"]
check("4.3", to_jamo)


# %% tags=["known"]
def inputs(rng):
    codes = rng.integers(44032, 55204, size=rng.integers(1, 5))
    return ("".join(chr(i) for i in codes) + str(rng.choice(["", "ㅋㅋ", ".", "3"])),)


korean_words = ["몰라", "모르네", "남동생", "값", "꽃", "뷁", "가", "힣", "읽었어요", "a1ㅋ"]
cases = [(word,) for word in korean_words]

# %% [markdown] tags=["known"]
# Hint: Is 44032 subtracted, and 588 right?
# Returns: one string, `"".join(letters)`
#
# - `, LAST[number % 28]]` → `]` :: The final consonants are missing.
# - `letters.append(letter)` → `pass` :: What is not a syllable of Hangul should stay as it is.
# - `number % 588 // 28` → `number // 28 % 28` :: The vowels are wrong: there are 21 of them, so
#   divide what is left after 588.

# %% [markdown]
# Now compare n-grams of 2 and 3 syllables with those of 3 to 5 jamo. 여동생, "younger sister", is
# there as a stranger.


# %%
def shares(words, min_n, max_n):
    table = np.zeros((len(words), len(words)))
    for i, j in np.ndindex(table.shape):
        pair = [character_ngrams(words[k], min_n, max_n) for k in (i, j)]
        table[i, j] = share(*pair)
    return table


to_jamo = yours_or_ours("4.3", to_jamo)
some = ["모르네", "모르더라", "모르면서", "모르겠니", "몰라", "몰라야", "몰랐다", "여동생"]
left, right = plt.figure(figsize=(15, 5)).subplots(1, 2)
plots.overlap(some, shares(some, 2, 3), "2 and 3 syllables in common, in %", left)
by_jamo = shares([to_jamo(word) for word in some], 3, 5)
plots.overlap(some, by_jamo, "3 to 5 jamo in common, in %", right)

# %% [markdown]
# As syllables the verb falls into two blocks, 모르 and 몰, with hardly anything in common. As jamo
# every form shares at least 7 % with every other, and still nothing with 여동생.
#
# ### Your step reads Korean
# Now your three functions train a model. `pieces_of` takes a word apart, each piece has a bucket,
# and for each token your step moves the n-grams. The context vectors `U` move as in chapter 03b.

# %%
def pieces_of(word):
    return character_ngrams(to_jamo(word), 3, 5)


def cut(word):
    """The rows of a word's n-grams."""
    return np.unique([fasttext.bucket(piece, 20_000) for piece in pieces_of(word)]).astype(int)


names = sorted(seen)
rows_of = {word: cut(word) for word in names}
number = {word: i for i, word in enumerate(names)}
share_of = np.array([seen[word] for word in names]) ** 0.75
rng = np.random.default_rng(0)
Z = (rng.random((20_000, 30)) - 0.5) / 30  # the n-grams
U = np.zeros((len(names), 30))  # the outside words


# %%
def read_sentence(sentence, rate):
    ids = [number[word] for word in sentence]
    random = rng.choice(len(names), (len(ids), 5), p=share_of / share_of.sum())
    for k, word in enumerate(sentence):
        near = ids[max(k - 2, 0) : k] + ids[k + 1 : k + 3]
        outside = near + list(random[k])
        labels = np.array([1] * len(near) + [0] * 5)
        rows = rows_of[word]
        errors = labels - 1 / (1 + np.exp(-U[outside] @ Z[rows].mean(axis=0)))
        moved = U[outside] + rate * np.outer(errors, Z[rows].mean(axis=0))
        Z[rows] = subword_step(Z[rows], U[outside], labels, rate)
        U[outside] = moved


with chapter.timed("04", "five times through the Korean sentences with your step"):
    for epoch in range(5):
        for sentence in korean:
            read_sentence(sentence, rate=0.05 * (1 - epoch / 5))

# %%
table = np.array([Z[rows_of[word]].mean(axis=0) for word in names])
middle = table.mean(axis=0)  # so few tokens leave all words near it: we look at what differs
table = (table - middle) / np.linalg.norm(table - middle, axis=1, keepdims=True)


def ask_korean(word="몰랏다"):
    pieces = pieces_of(word)
    rows = Z[[fasttext.bucket(piece, 20_000) for piece in pieces]] - middle
    vector = rows.mean(axis=0)
    cosines = table @ vector / np.linalg.norm(vector)
    near = [(names[i], cosines[i]) for i in np.argsort(-cosines)[:5]]
    plots.light_up(word, pieces, rows @ vector / (len(rows) * vector @ vector), near)


live(ask_korean, word="몰랏다")

# %% [markdown]
# 몰랏다 is a common misspelling of 몰랐다, and your model has never met it. Yet 몰랐습니다 and
# 몰랐다 are nearest. Do not be too impressed: other verbs in 다 have almost the same cosine, and
# what picks out 몰랐다 may be the spelling alone. The darkest piece is ㄷㅏ>, the ending. With
# 14,000 tokens the model has learned how Korean words end, and little more.
#
# **Try it.** Let `pieces_of` return n-grams of 1 to 3 syllables, and run the three cells again.
# Which words are nearest to 몰랏다 now?
#
# ### 남동생 and a slip of the finger
# 남동생 is "younger brother". On the two-set keyboard (두벌식) it takes nine keys, and the computer
# puts the syllables together, so one wrong key can do more damage than in English.

# %%
print(keyboard.keystrokes("남동생"))
for kind, errors in keyboard.typing_errors("남동생").items():
    print(f"{kind:10} {len(errors):3}, such as", *errors[:5])

pair = ["남동생", "나몽생"]
by_syllable, by_jamo = shares(pair, 2, 3), shares([to_jamo(word) for word in pair], 3, 5)
print(f"in common: syllable n-grams {by_syllable[0][1]:.0%}, jamo n-grams {by_jamo[0][1]:.0%}")

# %% [markdown]
# Drop the ㄷ, and the ㅁ of the first syllable moves into the second: 나몽생. One key of nine has
# destroyed two syllables of three. 난동생 has a ㄴ in place of the ㅁ. What does fastText make of
# them after 1.8 million tokens of plots and lives from Korean Wikipedia, in which neither occurs?
#
# **Predict.** One of the two ways of cutting recognises 나몽생. Which one, and what does the other
# take it for?
#
# <details><summary>Answer</summary>
#
# Jamo recognise it: the nearest word is 남동생 itself, and the next are other siblings. Syllables
# take it for words that begin with 나: 나모, 나뉜, 나노 and, fourth, 나비, "butterfly". For 난동생
# both list siblings.
#
# </details>

# %%
glosses = {"남동생": "younger brother", "난동생": "ㄴ for ㅁ", "나몽생": "ㄷ dropped"}
found = {word: {} for word in glosses}
for row in results.select(measured["korean_neighbours"]["rows"]):
    if row["word"] in found:
        found[row["word"]][row["cut"]] = row["nearest"][:4]
plots.taken_for(found, glosses)

# %% [markdown]
# Were we lucky with this word? The test of section 5 in Korean reads half a million **eojeol**
# (어절, the words between spaces) of film reviews; the reference is Word2Vec on four times as many.
#

# %%
for words in ("known", "rare", "new", "typing errors", "found"):
    compare("korean", words, "fastText, jamo", "fastText, syllables")
compare("korean", "rare", "fastText, jamo", "Word2Vec")
looks = {"Word2Vec": looks["Word2Vec"], "syllables": ("fastText, syllables", "^", "#0072B2")}
looks["jamo"] = ("fastText, jamo", "o", "#2E9E4F")
looks["spelling alone"] = ("spelling, jamo", "D ", "#555555")
plots.what_subwords_buy(measured["korean"]["rows"], looks)

# %% [markdown]
# **Jamo beat syllables where the spelling is wrong.** With one wrong key the jamo still find the
# neighbour in 78 %, the syllables in 73 %. They find the word that was meant in 36 % of the cases,
# syllables in 25 %; plain spelling by jamo in 69. On words read twice or never, any cut will do:
# both leave Word2Vec far behind.
#
# ### Open experiment
# Train the model of section 1 with `min_n=2, max_n=3`, or 5 and 6. First write down which of the
# words in section 1 will get better neighbours and which worse. Then explain what surprised you.
#
# ## What you can now do
# - give an unseen word a vector, and say which n-grams made it,
# - tell beforehand how far a step on one word moves another,
# - train on jamo with a step of your own,
# - say for which words subwords help, and when plain spelling is better.
#
# ## One honest limit
# Our texts have half a million tokens; after a whole Wikipedia fewer words are rare. And the two
# words in a question differ a lot: which of a hundred similar words is nearest is a harder
# question.
#
# ## Sources
# - P. Bojanowski, E. Grave, A. Joulin, T. Mikolov (2017). *Enriching Word Vectors with Subword
#   Information.* https://aclanthology.org/Q17-1010/
# - F. J. Damerau (1964). *A technique for computer detection and correction of spelling errors.*
#   (the four slips of section 5). https://doi.org/10.1145/363958.363994
# - G. Fowler, L. C. Noll, K.-P. Vo. *FNV hash.* (the hash of the buckets).
#   http://www.isthe.com/chongo/tech/comp/fnv/
# - S. Park, J. Byun, S. Baek, Y. Cho, A. Oh (2018). *Subword-level Word Vector Representations for
#   Korean.* ACL. https://aclanthology.org/P18-1226/
# - The lecture *Tensorflow를 활용한 딥러닝 자연어 처리 입문*, part 3 (the toys).
#
# ## Where next
# Subwords have won: BERT and GPT read pieces of words too, but put them together in context, where
# fastText takes a mean. [Chapter 05](05_glove.ipynb) counts words instead. Letters come back in
# [chapter 07](07_char_cnn.ipynb), where a network learns by itself which runs of letters matter.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. Why does fastText write `<` and `>` around each word?
#    - [ ] to tell words apart in a sentence :: the text is already cut into words before
#    - [x] so that `<her>` and the `her` inside "where" are two things :: a mark ties an n-gram to
#      the edge of the word
#    - [ ] so that short words have n-grams at all :: a welcome effect, but "a" still has none of
#      length 4
# 2. Only "eating" is trained. What happens to the vector of "eater"?
#    - [ ] nothing, it was not trained :: the n-grams that it shares with eating were
#    - [x] it moves with the n-grams that both have :: as far as its share of them goes
#    - [ ] it becomes equal to that of eating :: only if all its n-grams were those of eating
# 3. You want a program that corrects typing errors and nothing else. What do you need?
#    - [ ] Word2Vec :: it has a row for hardly any typing error
#    - [ ] fastText :: it finds the word behind an error in 36 % of the cases, plain spelling in
#      65 %
#    - [x] a list of words and their n-grams :: the word with the largest share (3) is the best
#      guess
