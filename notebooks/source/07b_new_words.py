# %% [markdown]
# # 07b New words
#
# **What does a vector made of letters know, and what can it not know?**
#
# Chapter 07 built the char-CNN, which gives a vector to every string. Here we ask what these
# vectors are worth, and at each step we hold the trained net against one with random weights.
#
# You will be able to
# - **say** how often a table of words has no row for a token,
# - **separate** spelling, grammar and meaning in a word vector, with a control,
# - **measure** how many typing errors lead back to their originals, and explain why,
# - **judge** what an English model makes of Korean words,
# - **save** most of the work by computing each different word once.
#
# You need the char-CNN of chapter 07, and the cosine of chapter 03.

# %% tags=["setup"]
import numpy as np
import torch

from elmo_lite import char_cnn, corpora
from elmo_lite.char_cnn import embed_words
from elmo_lite.checks import ch07b as checks
from elmo_lite.course import chapter
from elmo_lite.elmo import Elmo
from elmo_lite.plots import ch07b as plots
from elmo_lite.plots import common
from elmo_lite.text import character_ids, tokenize

off = torch.set_grad_enabled(False)  # nothing is trained in this chapter

# %%
common.course_map("07b")

# %% [markdown]
# ## 1. How many tokens are strangers?
# A table of words holds the most frequent words of its training text. How often will it meet a
# token without a row? We take the vocabulary of our English biLM, which is sorted by frequency,
# and two texts that the model was not trained on: the Wikipedia sample and the Lee news articles,
# both inside the library gensim.
#
# **Predict.** The table has 30,000 words. Which share of the tokens of Wikipedia has no row: about
# 1 in 1,000, 1 in 100 or 1 in 10?
#
# <details><summary>Answer</summary>
#
# Nearly 1 in 10. The table is large, but names and special terms have no end.
#
# </details>

# %%
elmo = Elmo.load()
vocabulary, cnn = elmo.model.vocabulary, elmo.bilm.char_cnn

# %%
texts = {"Wikipedia": corpora.wikipedia_sample(), "news": corpora.lee_news()}
tokens = {
    name: [token for document in text.documents for sentence in document for token in sentence]
    for name, text in texts.items()
}
print({name: f"{len(words):,} tokens" for name, words in tokens.items()})

# %%
sizes, shares = [1000, 3000, 10_000, 30_000], {}
for name, words in tokens.items():
    ids = vocabulary.ids(words)  # the id is also the rank
    shares[name] = [np.mean((ids == 0) | (ids >= size + 3)) for size in sizes]
assert all(share == sorted(share, reverse=True) for share in shares.values())
plots.tokens_without_row(sizes, shares)

# %% [markdown]
# A table three times larger removes only a part of the strangers each time. To the model with the
# table, all that remain are one and the same word, `<unk>`.
#
# ## 2. A vector for every string
# The char-CNN has no strangers. The function below gives one vector per word and divides it by its
# length, so that the product of two vectors is their cosine. (`embed_words` reads short and long
# words in separate groups. That is faster, and the numbers are the same.)

# %%
def vectors(cnn, words):
    """One vector of length 1 per word: (words, emb_dim)."""
    x = embed_words(cnn, torch.from_numpy(character_ids(words)))
    return x / x.norm(dim=1, keepdim=True)

# %%
def untrained(seed):
    """A net of the same shape with random weights."""
    torch.manual_seed(seed)
    return char_cnn.CharCNN(cnn.shape).eval()

# %%
two = vectors(cnn, ["dog", "doggy"])
x, y = cnn(torch.from_numpy(character_ids(["dog", "doggy"])))
assert torch.allclose(two.norm(dim=1), torch.ones(2))
assert torch.allclose(two[0] @ two[1], torch.cosine_similarity(x, y, dim=0), atol=1e-5)

# %% [markdown]
# We look for neighbours among 10,000 candidates, the most frequent lower-case words of the
# vocabulary. The queries are two misspelt words, "doggy", two words built from known pieces, and
# one that was invented.

# %%
known = [word for word in vocabulary.words[3:] if word.isascii() and word.isalpha()]
pool = [word for word in known if word.islower()][:10_000]
tables = {"trained": vectors(cnn, pool), "random": vectors(untrained(0), pool)}
assert len(pool) == 10_000

# %%
for word in ("beautifful", "governmment", "doggy", "unfriendliness", "googling", "blorping"):
    cosines = tables["trained"] @ vectors(cnn, [word])[0]
    near = [pool[i] for i in cosines.topk(6).indices.tolist() if pool[i] != word][:5]
    print(f"{word}: {', '.join(near)}")

# %% [markdown]
# Read each row for its endings. The neighbours are spelt alike, and many of them could stand in the
# same place of a sentence. That is a sensible guess about a stranger. But some neighbours resemble
# the word only to the eye: letters are all that the net has.
#
# The book that this course builds on promises that a char-CNN finds the kinship of dog and doggy.
# We ask for the rank of dog among all 10,000 candidates: rank 1 would be the nearest.

# %%
for name, net in (("trained", cnn), ("random", untrained(0))):
    cosines = tables[name] @ vectors(net, ["doggy"])[0]
    kin = cosines[pool.index("dog")]
    print(f"{name}: cosine {kin:.2f}, rank {1 + int((cosines > kin).sum()):,} of {len(pool):,}")

# %% [markdown]
# The rank says more than the cosine, and the random net says how much of the kinship comes from
# equal pieces alone. Nobody asked the net for families of words. It weighs the pieces that help a
# language model to guess, and an ending may help it more than a stem.

# %% [markdown] tags=["exercise"]
# ### Exercise 7b.1: the nearest words
# Difficulty 1 of 3, 10 minutes.
#
# Write the search of the last cell: return the `count` words of the list `words` whose vectors
# have the largest cosine with `vector`, the nearest one first. The vectors may have any length.
#
# <details><summary>Hint 1</summary>
#
# Divide each row of `table` by its length: `np.linalg.norm(table, axis=1)`. The length of `vector`
# does not change the order.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `np.argsort(-cosines)[:count]` are the places of the largest cosines.
#
# </details>

# %% tags=["exercise"]
def nearest(vector, table, words, count):
    """vector: (dim,), table: (words, dim) -> list of `count` words."""
    # begin solution
    cosines = table @ vector / np.linalg.norm(table, axis=1)
    return [words[i] for i in np.argsort(-cosines)[:count]]
    # end solution

# %% tags=["check"]
checks.ch07b_ex1(nearest)

# %% [markdown]
# ## 3. Spelling, meaning, grammar
# What does the vector know? Twelve words, each with one that looks like it and one that means
# nearly the same.
#
# **Predict.** Is "dog" closer to "log" or to "puppy"?
#
# <details><summary>Answer</summary>
#
# To "log". The net was never told what a dog is, only how it is spelt.
#
# </details>

# %%
trios = "dog log puppy, happy nappy glad, big bag large, road toad street, sea tea ocean, "
trios += "fast cast quick, boy toy lad, ill hill sick, begin basin start, house mouse home, "
trios += "small smell little, shut shot close"
first, alike, same = zip(*(trio.split() for trio in trios.split(", ")), strict=True)

# %%
for name, net in (("random", untrained(0)), ("trained", cnn)):
    v, a, s = (vectors(net, list(words)) for words in (first, alike, same))
    spelling, meaning = (v * a).sum(dim=1), (v * s).sum(dim=1)
    chance = (v @ s.T)[~torch.eye(12, dtype=torch.bool)].mean()
    print(f"{name}: looks alike {spelling.mean():.2f}, ", end="")
    print(f"means the same {meaning.mean():.2f}, two at random {chance:.2f}")
assert spelling.mean() > meaning.mean() and spelling[0] > meaning[0]  # "dog": log before puppy

# %%
circles, squares = (
    list(zip(words, cosines.tolist(), strict=True))
    for words, cosines in ((alike, spelling), (same, meaning))
)
print(int((spelling > meaning).sum()), "of 12 circles lie to the right of their squares")
plots.spelling_and_meaning(first, circles, squares, chance)

# %% [markdown]
# Circles tend to lie to the right: this layer knows how words look. Compare the squares with the
# dashed line, which pairs each word with the partners of the others: how much kinship of meaning is
# there beyond chance? The printed means say it in numbers. That "dog" and "puppy" are kin can be
# found out from their company, but hardly from their letters.
#
# Note the means of the random net: they are all high. Whether 0.9 is much depends on what two
# random words have, so no cosine should be read alone.
#
# ### What training added
# Letters do say something about the **part of speech** (품사): "-ly" makes adverbs, "-ing" verbs.
# Does a word have the same part of speech as its nearest neighbour?
#
# First the chance level. If a share $p_c$ of the words has the tag $c$, two words drawn at random
# agree with the probability
#
# $$\sum_c p_c^2 \tag{1}$$
#
# By hand: of four words three are nouns and one is a verb. $(\tfrac34)^2 + (\tfrac14)^2 =
# \tfrac58$.

# %%
def chance_of(tags):
    """Equation (1)."""
    return sum(np.mean(np.array(tags) == tag) ** 2 for tag in set(tags))


four = ["NOUN", "NOUN", "NOUN", "VERB"]
pairs = [a == b for a in four for b in four]  # all pairs that two draws can give
assert chance_of(four) == np.mean(pairs) == 5 / 8

# %% [markdown]
# The tags come from the English sentences written for this course. A word gets its commonest tag,
# if it was seen at least twice and is one of our 10,000 words.

# %%
seen = {}
for words, marks in corpora.our_tagged("train"):
    for word, mark in zip(words, marks, strict=True):
        seen.setdefault(word, []).append(mark)
chosen = [word for word in pool if len(seen.get(word, [])) > 1]
tags = [max(sorted(set(seen[word])), key=seen[word].count) for word in chosen]
print(len(chosen), "words with a tag")

# %% [markdown]
# **Predict.** Put in order: two words at random, neighbours in a random net, neighbours in the
# trained net.
#
# <details><summary>Answer</summary>
#
# In this order. The random net beats chance, since words that end alike are often alike. Training
# adds much more.
#
# </details>

# %%
agree = {"two words at random": chance_of(tags)}
nets = {f"random weights, seed {seed}": untrained(seed) for seed in range(3)} | {"trained": cnn}
for name, net in nets.items():
    v = vectors(net, chosen)
    closest = (v @ v.T).fill_diagonal_(-2).argmax(dim=1)  # a word is no neighbour of itself
    agree[name] = np.mean([tags[i] == tags[j] for i, j in enumerate(closest.tolist())])
at_random, *random_nets, trained = agree.values()
assert trained > max(random_nets) and min(random_nets) > at_random
plots.agreement_bars(agree, "trained")

# %% [markdown]
# This is what training did to the layer. A language model has to guess which word comes next, so
# its char-CNN learned to weigh those pieces that tell which words fit. Grammar shows in spelling;
# meaning, mostly, does not.

# %% [markdown] tags=["exercise"]
# ### Exercise 7b.2: agreement
# Difficulty 2 of 3, 15 minutes.
#
# Write the measure: the share of words whose nearest *other* word (largest cosine) has the same
# tag. `table` has shape (words, dim), with vectors of any length; `tags` is a list.
#
# <details><summary>Hint 1</summary>
#
# After division by the lengths, `table @ table.T` holds all cosines at once.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Each word is nearest to itself. `np.fill_diagonal(cosines, -2)` takes that answer away.
#
# </details>

# %% tags=["exercise"]
def agreement(table, tags):
    """Share of the words whose nearest other word has the same tag."""
    # begin solution
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    cosines = unit @ unit.T
    np.fill_diagonal(cosines, -2)
    return np.mean([tags[i] == tags[j] for i, j in enumerate(cosines.argmax(axis=1))])
    # end solution

# %% tags=["check"]
checks.ch07b_ex2(agreement)

# %% [markdown]
# ## 4. Typing errors
# Now typing errors (오타) in earnest. We make four kinds, always inside the word: a letter doubled,
# replaced, dropped, or swapped with the next one. By hand, at the third letter of "planet":
# plaanet, plznet (say), plnet, plnaet.

# %%
def misspell(word, kind, i, letter="z"):
    """The word with an error at place i."""
    before, here, behind = word[:i], word[i], word[i + 1 :]
    if kind == "swapped":
        return before + behind[0] + here + behind[1:]
    return before + {"doubled": 2 * here, "replaced": letter, "dropped": ""}[kind] + behind

# %%
KINDS = ["doubled", "replaced", "dropped", "swapped"]
errors = [misspell("planet", kind, 2) for kind in KINDS]
assert errors == ["plaanet", "plznet", "plnet", "plnaet"]

# %% [markdown]
# Why should the vector of an error stay close? An error touches only the windows that it lies in.
# If the winner of a filter stands elsewhere, and no new window beats it, the filter gives the same
# number as before.
#
# **Predict.** Which filters keep their number more often, narrow or wide ones? And which kind of
# error is the mildest?
#
# <details><summary>Answer</summary>
#
# The narrow ones: fewer of their windows touch the error. A doubled letter is the mildest: all old
# letters are still there, in the old order. To a width of 1 a swap changes nothing at all.
#
# </details>

# %%
rng = np.random.default_rng(7)
drawn = {kind: [] for kind in KINDS}  # (error, place of the original in the pool)
for place in rng.permutation([i for i, word in enumerate(pool) if len(word) >= 5]).tolist():
    for kind in KINDS:
        i = int(rng.integers(1, len(pool[place]) - 2))
        error = misspell(pool[place], kind, i, str(rng.choice(list("abcdefghijklmnopqrstuvwxyz"))))
        if error not in vocabulary and len(drawn[kind]) < 300:
            drawn[kind].append((error, place))
print({kind: len(errors) for kind, errors in drawn.items()}, drawn["doubled"][0][0])

# %%
def features(words):
    """The 480 numbers of each word, before the highway."""
    return cnn.convolve(torch.from_numpy(character_ids(words)))

# %%
widths = np.repeat([1, 2, 3, 4, 5], [number for _, number in cnn.shape.filters])
kept = np.zeros((4, 5))
for row, errors in enumerate(drawn.values()):
    wrong, right = features([e for e, _ in errors]), features([pool[i] for _, i in errors])
    same_number = torch.isclose(wrong, right, atol=1e-5).numpy().mean(axis=0)
    kept[row] = [same_number[widths == width].mean() for width in range(1, 6)]
assert np.isclose(kept[3, 0], 1) and (kept[:, 4] < kept[:, 0]).all()
assert kept.mean(axis=1).argmax() == 0  # a doubled letter is the mildest error
plots.numbers_kept(KINDS, kept, range(1, 6))

# %% [markdown]
# Much of the word survives, most of it in the narrow filters. (Part of it is silence: a filter that
# says 0 before and after has kept its number, too.)
#
# ### Finding the original
# The test: is the original the nearest of all 10,000 words? There are 300 errors of each kind, in
# words of at least five letters, and no error makes a known word.
#
# **Predict.** Three readers compete: the trained net, a net with random weights, and a table with
# one row for all strangers. Who finds how many?
#
# <details><summary>Answer</summary>
#
# The table gives all errors the same answer, so for each kind it is right once at most. The trained
# net finds many of them, and so does the random one: it need not be trained to notice that most
# pieces are still there.
#
# </details>

# %%
shares = {"trained char-CNN": [], "random char-CNN": [], "word table": [1 / 300] * 4}
for errors in drawn.values():
    wrong, right = zip(*errors, strict=True)
    assert len(set(right)) == 300 and not vocabulary.ids(wrong).any()  # all in row 0
    for name, net in (("trained", cnn), ("random", untrained(0))):
        closest = (vectors(net, wrong) @ tables[name].T).argmax(dim=1).numpy()
        shares[f"{name} char-CNN"].append(np.mean(closest == right))
assert min(np.mean(values) for values in list(shares.values())[:2]) > 20 / 300
print({name: f"{np.mean(values):.1%}" for name, values in shares.items()})
plots.found_again(KINDS, shares, "One error in a word: is the original the nearest of 10,000?")

# %% [markdown]
# The great step is from the table to any char-CNN, and it comes from the construction. For the
# random net we drew one seed; what matters here is that no training is needed. A language model
# has other aims than a spelling checker: it may push two spellings apart if they do different work.
#
# ## 5. Korean letters in an English model
# Take 남동생 ("younger brother") and its typing errors 남동쉥, 난동생 and 냚동생, as FastText
# did in chapter 04. What does our English model make of them? We also ask for 남동쪽
# ("southeast"), which shares 남동 by chance, for 여동생 ("younger sister"), and for a fridge, a
# cat and a school.

# %%
hangul = [word for word in vocabulary.words if any("가" <= c <= "힣" for c in word)]
print(f"words with Hangul in the vocabulary: {len(hangul)}")
others = ["남동쉥", "난동생", "냚동생", "남동쪽", "여동생", "냉장고", "고양이", "학교"]
for name, net in (("trained", cnn), ("random", untrained(0))):
    cosines = (vectors(net, others) @ vectors(net, ["남동생"])[0]).tolist()
    print(name, " ".join(f"{word} {c:.2f}" for word, c in zip(others, cosines, strict=True)))
fridge = vectors(cnn, ["남동생", "냉장고"])
assert not hangul and fridge[0] @ fridge[1] > chance

# %% [markdown]
# The errors are close, but everything Korean is: compare the fridge (냉장고) with the two English
# words at random of section 3. And look at the southeast beside the errors: two shared syllables
# are two shared syllables, whatever they mean. To this model Hangul is a handful of bytes that it
# has hardly ever met.
#
# So we measure again. The candidates are the Hangul words of our own Korean texts. In each error
# one **jamo** (자모, a letter inside the syllable) is replaced: the initial consonant (초성), the
# vowel (중성) or the final consonant (종성). The number of a syllable in Unicode is
#
# $$\text{0xAC00} + (\text{initial} \times 21 + \text{vowel}) \times 28 + \text{final} \tag{2}$$
#
# By hand: 생 is initial 9 (ㅅ), vowel 1 (ㅐ), final 21 (ㅇ), so 44,032 + (9 × 21 + 1) × 28 + 21 =
# 49,373. With the vowel ㅞ, number 15, it becomes 쉥.

# %%
def jamo_of(syllable):
    """The numbers of the initial, the vowel and the final."""
    code = ord(syllable) - 0xAC00
    return [code // 588, code % 588 // 28, code % 28]


assert jamo_of("생") == [9, 1, 21] and ord("생") == 44_032 + (9 * 21 + 1) * 28 + 21 == 49_373

# %%
def change_jamo(word, part, i, step):
    """Syllable i with another jamo: part 0 initial, 1 vowel, 2 final."""
    jamo = jamo_of(word[i])
    jamo[part] = (jamo[part] + step) % (19, 21, 28)[part]
    return word[:i] + chr(0xAC00 + (jamo[0] * 21 + jamo[1]) * 28 + jamo[2]) + word[i + 1 :]


assert change_jamo("남동생", 1, 2, 14) == "남동쉥"

# %% [markdown]
# **Predict.** Which of the three changes the most bytes?
#
# <details><summary>Answer</summary>
#
# The initial. Its step is 588 numbers, that of a vowel 28, that of a final 1. The last byte counts
# up to 64, and the one before it counts those rounds. So a new final mostly touches the last byte
# alone.
#
# </details>

# %%
lines = corpora.korean_verbs() + [" ".join(each.tokens) for each in corpora.senses("ko")]
written = {token for line in lines for token in tokenize(line)}
korean = sorted(word for word in written if all("가" <= c <= "힣" for c in word))
print(f"{len(korean):,} words in Hangul")

# %%
rng, damaged = np.random.default_rng(7), {part: [] for part in range(3)}
for place in rng.permutation([i for i, word in enumerate(korean) if len(word) >= 3]).tolist():
    for part, errors in damaged.items():
        i, step = rng.integers(len(korean[place])), rng.integers(1, (19, 21, 28)[part])
        error = change_jamo(korean[place], part, int(i), int(step))
        if error not in written and len(errors) < 300:
            errors.append((error, place))

# %%
readers = {"trained char-CNN": cnn, "random char-CNN": untrained(0)}
shares = {name: [] for name in readers} | {"word table": [1 / 300] * 3}
for name, net in readers.items():
    table = vectors(net, korean)
    for errors in damaged.values():
        wrong, right = zip(*errors, strict=True)
        closest = (vectors(net, wrong) @ table.T).argmax(dim=1).numpy()
        shares[name].append(np.mean(closest == right))
assert all(shares[name][0] < shares[name][2] for name in readers)
assert np.mean(shares["random char-CNN"]) > 0.5

# %%
def changed_bytes(a, b):
    return sum(x != y for x, y in zip(a.encode(), b.encode(), strict=True))


assert changed_bytes("생", "쉥") == 2 and changed_bytes("남", "난") == 1

# %%
touched = [np.mean([changed_bytes(e, korean[i]) for e, i in pairs]) for pairs in damaged.values()]
assert touched[0] > touched[1] > touched[2]
names = ["initial", "vowel", "final"]
ticks = [f"{part}\n{n:.1f} bytes change" for part, n in zip(names, touched, strict=True)]
title = f"One jamo replaced: is the original the nearest of {len(korean):,}?"
plots.found_again(ticks, shares, title)

# %% [markdown]
# The fewer bytes an error touches, the more originals are found. But a net with random weights
# finds them as well, so nothing here is knowledge of Korean, and our model has none to show. What
# works is the byte scheme: it accepts every script, and similar spelling comes for free. (Chapter
# 04 cut syllables into jamo, which treats the three kinds of error alike.) Chapter 13 trains on
# Korean text.
#
# ## 6. Each word once
# Is reading letters slow? Slower than a look-up in a table. But a vector without context depends
# on the word alone. So of a batch (배치) each *different* word needs to be computed only once.
#
# **Predict.** Of 10,000 tokens in a row, how many are different words?
#
# <details><summary>Answer</summary>
#
# About a quarter, in this text.
#
# </details>

# %%
totals = [100, 1000, 10_000, 100_000]
distinct = [len(set(tokens["Wikipedia"][:total])) for total in totals]
assert 0.2 < distinct[2] / totals[2] < 0.3
plots.distinct_words(totals, distinct)

# %% [markdown]
# `torch.unique` finds the different rows of ids, and tells for each token which one it is. By hand:
# for the tokens a b a b b the different ones are a b, and the places are 0 1 0 1 1. We read 2,000
# tokens in both ways.

# %%
found, where = torch.unique(torch.tensor([7, 9, 7, 9, 9]), return_inverse=True)
assert found.tolist() == [7, 9] and where.tolist() == [0, 1, 0, 1, 1]
assert found[where].tolist() == [7, 9, 7, 9, 9]

# %%
ids = torch.from_numpy(character_ids(tokens["Wikipedia"][:2000]))
with chapter.timed("07b", "2,000 tokens, each one computed"):
    every = cnn(ids)
with chapter.timed("07b", "2,000 tokens, each different word once"):
    different, where = torch.unique(ids, dim=0, return_inverse=True)
    once = cnn(different)[where]
assert torch.allclose(every, once, atol=1e-5)
assert torch.allclose(once, char_cnn.embed_distinct(cnn, ids), atol=1e-5)
print(f"{len(different)} words computed instead of {len(ids):,}")

# %% [markdown]
# The same numbers for less work. After training one can go to the end of this road: compute the
# vectors of a whole vocabulary once, keep them as a table, and read only strangers letter by
# letter.

# %% [markdown] tags=["exercise"]
# ### Exercise 7b.3: each word once
# Difficulty 2 of 3, 10 minutes.
#
# `embed(words)` is slow: it takes a list of words and gives an array with one row per word. Write
# the function that gives the rows of a list of tokens, but calls `embed` a single time, and with
# each different word once.
#
# <details><summary>Hint 1</summary>
#
# `np.unique(tokens, return_inverse=True)` gives the different words and, for each token, its place
# among them.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# Indexing an array with a list of places repeats rows: `rows[[0, 1, 0]]`.
#
# </details>

# %% tags=["exercise"]
def embed_once(tokens, embed):
    """One row per token: (tokens, dim)."""
    # begin solution
    words, places = np.unique(tokens, return_inverse=True)
    return embed(words.tolist())[places]
    # end solution

# %% tags=["check"]
checks.ch07b_ex3(embed_once)

# %% [markdown]
# ## 7. Still without context
# One thing this layer cannot do. In "She sat on the bank." and "The bank lent us money." the bytes
# of "bank" are the same. We let the whole model read both sentences: layer 0 is the char-CNN,
# layers 1 and 2 are the LSTMs of chapter 08.
#
# **Predict.** How far apart are the two vectors of "bank" in layer 0?
#
# <details><summary>Answer</summary>
#
# Not at all: all 384 numbers are equal, to the last bit.
#
# </details>

# %%
river, money = elmo.layers(["She sat on the bank.", "The bank lent us money."])
pairs = [(river[j][4].numpy(), money[j][1].numpy()) for j in range(3)]
assert np.array_equal(*pairs[0])  # layer 0: the same word, the same vector
assert not any(np.array_equal(a, b) for a, b in pairs[1:])
x = pairs[0][0]
assert np.array_equal(x[:192], x[192:])  # layer 0 of ELMo is [x; x]
names = ["layer 0", "layer 1", "layer 2"]
plots.one_word_two_sentences(names, [(a[:48], b[:48]) for a, b in pairs], ("river", "money"))

# %% [markdown]
# The two strips of layer 0 are equal, those of the layers above are not. The char-CNN gives one
# vector per spelling: the bank of a river and the bank with the money are still one.
#
# ## What you can now do
# - say how many tokens a table of words misses, and what the char-CNN offers them,
# - separate spelling, grammar and meaning in a vector, with random weights as the control,
# - measure how well typing errors are undone, and explain it by the winners that survive,
# - say why a good score on Korean errors is no knowledge of Korean,
# - compute each different word of a batch once.
#
# ## One honest limit
# Our typing errors are drawn at random, one per word and never at its ends; people err in other
# ways. The parts of speech were asked of about a thousand everyday words. So read the shares as
# comparisons of readers on the same task, not as the quality of a spelling checker or a tagger.
#
# ## Sources
# - That the char-CNN withstands unknown words, and that it can be used for Korean, is said in the
#   lecture slides on ELMo which this course builds on; dog and doggy stand in the chapter on ELMo
#   of the book. The measurements are ours.
# - A token layer that does not look at the context: Peters and others 2018, *Deep contextualized
#   word representations*, section 3.4.
# - A net with random weights as the control: Liu and others 2019, *Linguistic Knowledge and
#   Transferability of Contextual Representations*, compare with it.
#
# ## Where next
# The token vector $x_k$ is the floor of the house. In chapter 08 two language models stand on it,
# one that reads to the right and one that reads to the left, and "bank" gets a vector of its own in
# each sentence.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A net with random weights finds most misspelt words. What does this show?
#    - [x] much of the skill lies in the construction :: any weights give equal pieces equal numbers
#    - [ ] training was useless :: the parts of speech of neighbours agree far more after training
#    - [ ] the test is broken :: it is sound; the control shows where the skill comes from
# 2. Two Korean words have the cosine 0.9 in our English model. What follows?
#    - [ ] they mean nearly the same :: unrelated Korean words lie close to this model, too
#    - [ ] one is a typing error of the other :: it may be, but look at the fridge
#    - [x] nothing, before we know what other pairs have :: a cosine is read against its baseline
# 3. Why may a batch compute each different word only once?
#    - [ ] since repeated words are not important :: every token gets its vector, a copy
#    - [x] since the vector depends on the word alone :: the same bytes give the same numbers
#    - [ ] since the LSTMs above do the same :: they may not, their vectors depend on the context
