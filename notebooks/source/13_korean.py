# %% [markdown]
# # 13 Korean
#
# Korean has opened many chapters of this course: 배, which is a pear, a ship or a belly, 메롱
# (nyah-nyah), which nobody eats, and 남동생 (younger brother), which one slip of the finger turns
# into 나몽생. But no Korean word has had a vector that reads its sentence. So we have trained a
# second biLM, on Korean film reviews, chats and questions.
#
# **What changes when words are built from syllables and endings?**
#
# You will be able to
# - **measure** how fast a language makes new words, and say why Korean is so fast,
# - **choose** the letters that a network reads, and foresee what they protect,
# - **compare** perplexities of models whose units differ,
# - **explain** how a biLM judges a sentence whose words are not in its vocabulary,
# - **compose** syllables as a keyboard does, and say what one wrong key destroys.
#
# You need jamo (chapter 04), the biLM (08), and random weights and the warm start (09).

# %% tags=["setup"]
import numpy as np
import torch
from matplotlib import pyplot as plt

from elmo_lite import corpora
from elmo_lite.controls import with_random_weights
from elmo_lite.corpora import keyboard
from elmo_lite.elmo import Elmo
from elmo_lite.fasttext import jamo
from elmo_lite.reading import score
from elmo_lite.stats import paired
from elmo_lite.text import character_ids
from notebooks.course import chapter
from notebooks.course.check import ch13 as checks
from notebooks.course.plots import ch13 as plots
from notebooks.course.results import select, unpack, values

torch.set_num_threads(1)  # the same sums everywhere

# %% [markdown]
# ## 1. What is a word?
# Korean is written with spaces, and what stands between two of them is an eojeol (어절, chapter
# 04). Here are three, "I took the bus":
#
# | eojeol | 나는 | 버스를 | 탔다 |
# |---|---|---|---|
# | pieces | 나 + 는 | 버스 + 를 | 타 + 았 + 다 |
# | gloss | I + topic | bus + object | ride + past + statement |
#
# A noun takes a **particle** (조사), such as 를 for the object, and a verb is a **stem** (어간)
# with one or more **endings** (어미). The seams need not show: 타 and 았 have melted into 탔.
#
# Pieces come in slots. If slot $i$ has $c_i$ choices, the choices add up but the forms multiply:
#
# $$\text{choices} = \sum_i c_i, \qquad \text{forms} = \prod_i c_i \tag{1}$$
#
# By hand: the verb 모르다, "not to know", may have the honorific 시 or not (2); the past 았, the
# guess 겠, both or neither (4); and one of, say, ten last endings such as 다, 네 or 니. That makes
# 16 choices and 2 · 4 · 10 = 80 forms.
#
# **Predict.** We read 3,476 tokens from the training half of our English sense-annotated sentences,
# then the test half. There, 18 % of the tokens are words that we have not met. And in Korean?
#
# <details><summary>Answer</summary>
#
# 49 %: every second eojeol is new.
#
# </details>


# %%
def tokens_of(language, part):
    chosen = [o.tokens for o in corpora.senses(language) if o.split == part]
    np.random.default_rng(0).shuffle(chosen)
    return [word.lower() for tokens in chosen for word in tokens]


korean, english = tokens_of("ko", "train"), tokens_of("en", "train")
english = english[: len(korean)]
for language, read in (("Korean", korean), ("English", english)):
    met = set(read)
    new = np.mean([word not in met for word in tokens_of(language[:2].lower(), "test")])
    print(f"{language}: after {len(read):,} tokens {new:.0%} of the other half are new")


# %%
def growth(tokens, pieces):
    """How many different pieces have been met after each token."""
    seen, sizes = set(), []
    for token in tokens:
        seen.update(pieces(token))
        sizes.append(len(seen))
    return sizes


# %%
curves = {"eojeol": growth(korean, lambda token: [token])}
curves["English words"] = growth(english, lambda token: [token])
curves |= {"syllables": growth(korean, list), "jamo": growth(korean, jamo)}
ax = plt.figure(figsize=(9, 3.8)).add_subplot(xlabel="tokens read", ylabel="different ones")
colours = (plots.HERE, plots.GREY, plots.BLUE, plots.GREEN)
for colour, (name, sizes) in zip(colours, curves.items(), strict=True):
    ax.plot(sizes, color=colour)
    ax.text(len(sizes) + 30, sizes[-1], f"{name} {sizes[-1]:,}", va="center", color=colour)
ax.set_xlim(0, 1.3 * len(korean))
ends = plots.told({name: sizes[-1] for name, sizes in curves.items()}, "{:,.0f}")
plots.describe(ax, f"Different units after {len(korean):,} tokens: {ends}.")

# %% [markdown]
# Korean makes new words twice as fast: after 3,476 tokens there are 2,089 types of eojeol and 1,041
# of English words. But they are written with 665 different syllables (marks included), and with 49
# letters, all of them met after 1,000 tokens. A table of vectors needs the upper curve; a network
# that spells needs the lowest.

# %% [markdown] tags=["exercise"]
# ### Exercise 13.1: which particle?
# Difficulty 1 of 3, 10 minutes.
#
# Even one particle has two faces. The object takes 을 after a consonant, 눈을 ("the eye"), and 를
# after a vowel, 배를 ("the pear"). Write a function that attaches the right one of two particles.
# The number of a syllable's final consonant is the remainder of (code − 44032) divided by 28
# (chapter 04, equation 6), and 0 if there is none. By hand: 눈 has the code 45576, which is
# 44032 + 28 · 55 + 4, so it ends in consonant number 4, ㄴ. 배 has 48176 = 44032 + 28 · 148, so it
# ends in its vowel.
#
# <details><summary>Hint 1</summary>
#
# `ord(noun[-1])` is the code of the last syllable.
#
# </details>


# %% tags=["exercise"]
def with_particle(noun, after_consonant, after_vowel):
    """The noun with the particle that fits its last syllable."""
    # begin solution
    final = (ord(noun[-1]) - 44032) % 28
    return noun + (after_consonant if final else after_vowel)
    # end solution


# %% tags=["check"]
checks.ch13_ex1(with_particle)

# %%
with_particle = checks.ch13_ex1.yours_or_ours(with_particle)
for noun in ("배", "눈", "말", "다리"):
    for pair in (("이", "가"), ("을", "를"), ("은", "는"), ("과", "와")):
        print(with_particle(noun, *pair), end="  ")
print()
for name, corpus in (("English", corpora.senses("en")), ("Korean", corpora.senses("ko"))):
    marked = {(o.lemma, o.tokens[o.index].lower()) for o in corpus}
    words = {noun for noun, _ in marked}
    print(f"{name}: {len(words)} words in {len(marked)} forms, {len(corpus):,} sentences")

# %% [markdown]
# Our 26 Korean nouns, 배 (pear, ship, belly), 눈 (eye, snow), 말 (horse, speech), 다리 (leg,
# bridge) and 22 more, come in 307 forms, twelve each; the 47 English words have 135, three each. To
# a table of vectors, 배를 and 배가 are two strangers.
#
# ## 2. Which letters should the network read?
# So we spell. ELMo spells in bytes, three for a syllable (chapter 07), and jamo are the other
# choice. By hand: 남 is the bytes EB 82 A8. Lose its ㅁ and you have 나, EB 82 98; hit ㄷ for ㄴ
# and you have 담, EB 8B B4. The first slip keeps two bytes of three and the second one keeps one.
# In jamo, ㄴㅏㅁ keeps two letters both times.
#
# The filters of a char-CNN look at runs of letters, ours at up to six. So let us count what share
# of their runs two eojeol have in common (chapter 04, equation 1): a form of our nouns and the same
# form with one wrong key; two forms of one noun; and forms of two nouns.
#
# **Predict.** Where do jamo keep more in common than bytes: under a wrong key, between two forms of
# a noun, or both?
#
# <details><summary>Answer</summary>
#
# Only under a wrong key, 41 to 33 %. Two forms of a noun share 29 % in jamo and 32 % in bytes.
#
# </details>


# %%
def runs(word, alphabet):
    """All runs of 1 to 6 letters of a word with its two marks."""
    if alphabet == "syllables":
        letters = ["<", *word, ">"]
    else:
        row = character_ids([word], alphabet=alphabet)[0]
        letters = row[row != 261].tolist()  # 261 is padding
    starts = range(len(letters))
    return {tuple(letters[i : i + n]) for n in range(1, 7) for i in starts if i + n <= len(letters)}


# %%
def in_common(pairs, alphabet):
    """The share of runs that two words have in common, in percent: the mean of the pairs."""
    cut = [(runs(a, alphabet), runs(b, alphabet)) for a, b in pairs]
    return 100 * np.mean([len(a & b) / len(a | b) for a, b in cut])


# %%
# `marked` is what the loop above ended with: the Korean nouns and their forms
forms = sorted(pair for pair in marked if len(pair[1]) > 1)
print(forms[:4])

# %%
rng = np.random.default_rng(0)
pairs = {"one wrong key": [], "another form": [], "another noun": []}
for noun, form in forms:
    same = [other for n, other in forms if n == noun and other != form]
    far = [other for n, other in forms if n != noun]
    pairs["one wrong key"].append((form, keyboard.typing_error(form, rng)))
    pairs["another form"].append((form, str(rng.choice(same))))
    pairs["another noun"].append((form, str(rng.choice(far))))

# %%
table = {}
for kind, found in pairs.items():
    table[kind] = {a: [in_common(found, a)] for a in ("jamo", "bytes", "syllables")}
plots.marks(table, "runs of letters in common, in %")

# %% [markdown]
# Jamo protect a word from the finger, not from its endings. One wrong key leaves 41 % of the runs
# in common, in bytes 33 and in syllables 25, because it changes one jamo, but up to three bytes and
# always a whole syllable. Between two forms the alphabets are close, with 29, 32 and 25 %.
#
# That is spelling. What does a biLM make of it? We have trained two, each with 7.4 million
# parameters, from a warm start by Korean skip-gram vectors as in English (chapter 08b), and each
# read the same 2.5 million tokens. One spells in jamo, the other in bytes; nothing else differs.


# %%
rows = {a: chapter.results(f"korean_{a}") for a in ("jamo", "bytes")}


def answers(alphabet, experiment, **where):
    """Which items the trained model has right, for each seed."""
    found = rows[alphabet]["experiments"][experiment]["rows"]
    return [unpack(row) for row in select(found, model="trained", **where)]


# %%
questions = {
    "senses, layer 2": ("senses", {"layer": 2, "tagger": "neighbours"}),
    "tags of GSD, layer 1": ("layers_gsd", {"layer": 1, "direction": "both"}),
    "tags of Kaist, layer 1": ("layers_kaist", {"layer": 1, "direction": "both"}),
    "typing errors, layer 0": ("eojeol", {"words": "typing errors", "space": "centred"}),
    "unknown eojeol, layer 0": ("eojeol", {"words": "unknown eojeol", "space": "centred"}),
}
table = {}
for question, (experiment, where) in questions.items():
    right = {alphabet: answers(alphabet, experiment, **where) for alphabet in rows}
    table[question] = {a: [100 * np.mean(found)] for a, found in right.items()}
    blocks = np.arange(len(right["jamo"][0])) // 20  # neighbouring items are resampled together
    gain, low, high = (100 * x for x in paired(right["jamo"], right["bytes"], groups=blocks))
    print(f"{question:24} jamo minus bytes {gain:+.1f} [{low:+.1f}, {high:+.1f}]")
plots.marks(table, "right answers, in %")

# %% [markdown]
# **Jamo protect the vector from the finger as well.** When one of two words is to be found from a
# typing error, layer 0 is right in 81.4 % with jamo and in 72.4 with bytes: 9.0 points, between 5.6
# and 12.6. On the parts of speech of GSD, a treebank, bytes are 0.8 points ahead (0.2 to 1.4), and
# elsewhere neither is surely ahead. The counts have foretold it: jamo for the finger, nothing for
# the ending. As language models they are level, with perplexities of 114 and 115 from the left on
# held-out reviews ([model card](../data/weights/elmo_lite_ko/README.md)). So the jamo model read
# on, to 8.5 million tokens and 99 on all held-out text, where Kneser-Ney has 173, and is our model.
#
# ## 3. A fair perplexity
# Is Korean harder to predict than English? A perplexity (chapter 01) is per token, and an eojeol is
# more than a word. But the same surprise can be shared out over other units. With $n_u$ units of
# the kind $u$ in a text,
#
# $$\text{PP}_u = \exp\Bigl(-\frac{1}{n_u} \sum_k \log p_k\Bigr) \tag{2}$$
#
# By hand: a model gives the three eojeol of 나는 버스를 탔다, "I took the bus", the probabilities
# 1/10, 1/40 and 1/20, and the end 1/2. The product is 1/16,000. There are four tokens, so PP is
# $16000^{1/4} = 11.2$. There are seven syllables, and each eojeol is followed by a space or the
# end, which makes ten letters and $16000^{1/10} = 2.63$. In jamo there are 17 + 3 = 20, and
# $16000^{1/20} = 1.62$. Nothing about the model has changed.

# %% [markdown] tags=["exercise"]
# ### Exercise 13.2: three perplexities
# Difficulty 2 of 3, 15 minutes.
#
# `sentences` is a list of lists of eojeol. `log_p` has for each sentence the natural
# log-probabilities of its eojeol and of its end. Return three numbers: the perplexity per token
# (ends count), per syllable and per jamo (the space or end after each eojeol counts).
#
# <details><summary>Hint 1</summary>
#
# The sum of all log-probabilities is the same for the three; only the number of units differs.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# `len(jamo(word)) + 1` are the jamo of an eojeol with what follows it.
#
# </details>


# %% tags=["exercise"]
def perplexities(sentences, log_p):
    """Per token, per syllable, per jamo."""
    # begin solution
    total = sum(np.sum(found) for found in log_p)
    words = [word for sentence in sentences for word in sentence]
    tokens = len(words) + len(sentences)
    syllables = sum(len(word) + 1 for word in words)
    letters = sum(len(jamo(word)) + 1 for word in words)
    return tuple(np.exp(-total / n) for n in (tokens, syllables, letters))
    # end solution


# %% tags=["check"]
checks.ch13_ex2(perplexities)

# %%
perplexities = checks.ch13_ex2.yours_or_ours(perplexities)
toy = np.log([1 / 10, 1 / 40, 1 / 20, 1 / 2])
print("by hand:", np.round(perplexities([["나는", "버스를", "탔다"]], [toy]), 2))

# %%
elmo = Elmo.load("ko")
for language, model in (("ko", elmo), ("en", Elmo.load("en"))):
    some = [list(o.tokens) for o in corpora.senses(language)][::3]
    found = perplexities(some, [s.forward for s in model.log_probabilities(some)])
    package = score.perplexity(model.model, some)
    assert np.allclose(found[0], package.forward, rtol=1e-3)
    print(f"{language}: per token {found[0]:,.0f}, per letter {found[1]:.2f}, jamo {found[2]:.2f}")
    print(f"    unknown words: {package.unknown / sum(map(len, some)):.0%}")

# %% [markdown]
# On our own sentences the Korean model has a perplexity of 133 per token, and the package agrees;
# the English one has 102. Per letter it is 5.05 a syllable, 2.29 a jamo, and 2.87 a letter of
# English. So Korean is harder by the word and easier by the letter, and neither is the truth. And
# 32 % of these Korean tokens are not among the 30,000 words of the softmax, but only 1 % of the
# English ones. All of them are scored as `<unk>`, one fat word that is easy to guess.
#
# ## 4. Three pairs of sentences
# The lecture begins with three pairs, and the first sentence of each should win:
#
# | what for | likely | other |
# |---|---|---|
# | translation | 나는 버스를 탔다, "I took the bus" | 나는 버스를 태운다, "I give the bus a ride" |
# | speech | 나는 메론을 먹는다, "I eat a melon" | 나는 메롱을 먹는다, "I eat a nyah-nyah" |
# | typing | 선생님이 달려갔다, "the teacher ran off" | 선생님이 잘려갔다, "... was cut off" |
#
# Chapter 01 let counts decide. Which of the words can our model *say*?

# %%
PAIRS = {
    "나는 버스를 탔다": "나는 버스를 태운다",
    "나는 메론을 먹는다": "나는 메롱을 먹는다",
    "선생님이 달려갔다": "선생님이 잘려갔다",
}
vocabulary, every = elmo.model.vocabulary, " ".join([*PAIRS, *PAIRS.values()]).split()
print("known:  ", *[word for word in dict.fromkeys(every) if word in vocabulary])
print("unknown:", *[word for word in dict.fromkeys(every) if word not in vocabulary])
print(f"{vocabulary.words[-1]}, the last word of the list, occurs {vocabulary.counts[-1]} times")
share = vocabulary.counts[0] / sum(vocabulary.counts[3:] + vocabulary.counts[:1])
print(f"tokens of the training text outside the list: {share:.0%}")

# %% [markdown]
# None of the six that make a difference. The list leaves out 23 % of the tokens of the training
# text and ends with words that occur 13 times there; 탔다 (rode) and 메롱을 do not make it. All six
# are scored as `<unk>`, so the model cannot prefer 탔다 to 태운다 as an *answer*. But it *reads*
# them letter by letter, and its state after 탔다 is another one.
#
# By hand, from the left: $\log P$ of 나는 버스를 탔다 has four terms, one for each eojeol and one
# for the end. The first three are those of 나는 버스를 태운다 as well, so the whole difference is
#
# $$\log p(\text{end} \mid \text{나는 버스를 탔다}) -
# \log p(\text{end} \mid \text{나는 버스를 태운다}) \tag{3}$$
#
# **Predict.** The other direction reads from the right. At which positions can it differ?
#
# <details><summary>Answer</summary>
#
# At 버스를, at 나는 and at the start, which it meets after the verb. At the verb itself both are
# `<unk>`, guessed from the same end.
#
# </details>

# %%
gaps = {}
for likely, other in PAIRS.items():
    texts = likely.split(), other.split()
    one, two = elmo.log_probabilities(texts)
    words = [a if a == b else f"{a} / {b}" for a, b in zip(*texts, strict=True)]
    forward, backward = one.forward - two.forward, one.backward - two.backward
    gaps[likely] = ["start", *words, "end"], [0, *forward], [*backward, 0]
plots.pair_gaps(gaps)

# %% [markdown]
# All three pairs come out right, two of them clearly. 나는 버스를 탔다 wins by 2.3 nats: read from
# the right (purple), "rode" makes both 버스를 and 나는 likelier. 선생님이 달려갔다 wins by 1.9:
# before 달려갔다 ("ran off") the teacher as the subject is eight times as likely as before 잘려갔다
# ("was cut off"). The melon wins by 0.2 only.
#
# Is that knowledge? Ask three networks with random weights and three warm starts, which know Korean
# words but have never read a sentence.

# %%
shipped = chapter.results("korean")["experiments"]
measured = shipped["pairs"]["rows"]


def differences(likely, model):
    """log P minus log P of the other sentence, both directions summed, for each seed."""
    both = values(measured, "both", likely=likely, model=model)
    return np.array([first - second for first, second in both])


# %%
for likely, (_, forward, backward) in gaps.items():
    live = sum(forward) + sum(backward)
    assert np.allclose(differences(likely, "trained"), live, atol=0.01)
    controls = [differences(likely, model).round(2) for model in ("random", "warm start")]
    (blind,) = values(measured, likely=likely, by="word counts")
    print(
        f"{likely}: trained {live:+.1f}, random {controls[0]}, warm start {controls[1]},", end=" "
    )
    print(f"word counts right: {blind:g}")

# %% [markdown]
# What we have drawn agrees with the results file. To counts of words both sentences of a pair are
# equal, 0.5. The random networks stay within 0.04 nats of 0 and the warm starts within 0.12. So the
# bus and the teacher are knowledge, with more than 15 times what any control has, and the melon is
# hardly ahead of them.
#
# **Try it.** Write pairs of your own, such as 배가 고프다 ("I am hungry", belly + subject) and 배를
# 고프다, with the particle of the object, which nobody says. Or let the model go on from 나는
# ("I"), 나는 버스를 ("I ... the bus"), 이 영화 ("this film"), 배가 ("the belly, ship or pear").


# %%
def next_words(start, k=6):
    """The k words that the forward model thinks most likely after the start."""
    state = elmo.layers([start.split()])[0].forward[-1][-1:]
    return vocabulary.tokens(elmo.model.log_distribution(state)[0].topk(k).indices.tolist())


# %%
for start in ("나는", "나는 버스를", "이 영화", "배가"):
    print(start, "...", *next_words(start), sep="  ")
one, two = elmo.log_probabilities(["배가 고프다", "배를 고프다"])
gap = (one.forward - two.forward).sum(), (one.backward - two.backward).sum()
print(f"subject minus object: {gap[0]:+.1f} nats from the left, {gap[1]:+.1f} from the right")
print(f"so it is {np.exp(gap[0]):.0f} and {np.exp(gap[1]):.0f} times as likely")

# %% [markdown]
# After `<unk>`, nearly every fourth token, comes what people write about films: 이 영화 ("this
# film") goes on with 정말 ("really") and 진짜 ("truly"). After 나는 버스를 it says 안 ("not") and
# 타고 ("riding"), so it has met buses that are ridden. And it minds 배를 고프다: the subject is
# better by 1.4 nats from the left and 4.5 from the right, 4 and 86 times as likely.
#
# ## 5. Wrong keys and unknown eojeol
# On the **two-set keyboard** (두벌식) consonants are under the left hand and vowels under the right
# one, and the computer composes: a consonant before a vowel starts a syllable, any other consonant
# ends the one before it. By hand: in ㄴㅏㅁㄷㅗㅇㅅㅐㅇ the ㄴ comes before a vowel and starts a
# syllable, the ㅁ comes before ㄷ and ends it, and so on to 남동생, "younger brother". Drop the ㄷ,
# and the ㅁ comes before ㅗ and starts a syllable of its own: 나몽생.

# %% [markdown] tags=["exercise"]
# ### Exercise 13.3: what the computer makes of keys
# Difficulty 3 of 3, 25 minutes.
#
# Write `composed(keys)`, where each letter is one key. From left to right: a consonant and a vowel
# make a syllable. If a consonant follows that can be a final one, and no vowel comes after it, it
# belongs to the syllable too. A letter that finds no syllable stays as it is. `keyboard.FIRST`,
# `keyboard.VOWELS` and `keyboard.LAST` list the letters by number. The code of a syllable is 44032
# + 588 · initial + 28 · vowel + final, where final is 0 for none, and otherwise one more than the
# position in `LAST`.
#
# <details><summary>Hint 1</summary>
#
# Go through the keys with `while i < len(keys)`. `keys[i + 1 : i + 2]` is the next key, or an empty
# text at the end.
#
# </details>
#
# <details><summary>Hint 2</summary>
#
# An empty text is `in` every text: ask first whether there is a next key.
#
# </details>


# %% tags=["exercise"]
def composed(keys):
    """Keys in the order in which they are hit -> what stands on the screen."""
    # begin solution
    text, i = "", 0
    while i < len(keys):
        vowel, last, after = keys[i + 1 : i + 2], keys[i + 2 : i + 3], keys[i + 3 : i + 4]
        if keys[i] not in keyboard.FIRST or not vowel or vowel not in keyboard.VOWELS:
            text, i = text + keys[i], i + 1
            continue
        if not last or last not in keyboard.LAST or (after and after in keyboard.VOWELS):
            last = ""
        code = 44032 + 588 * keyboard.FIRST.index(keys[i]) + 28 * keyboard.VOWELS.index(vowel)
        text += chr(code + (keyboard.LAST.index(last) + 1 if last else 0))
        i += 2 + len(last)
    return text
    # end solution


# %% tags=["check"]
checks.ch13_ex3(composed)

# %%
composed = checks.ch13_ex3.yours_or_ours(composed)
keys = keyboard.keystrokes("남동생")
dropped = [composed(keys[:i] + keys[i + 1 :]) for i in range(len(keys))]
print(keys, "is", composed(keys), "- one key dropped:", *dropped)
same = sorted(set(dropped)) == keyboard.typing_errors("남동생")["dropped"]
print("the package makes the same:", same)

# %% [markdown]
# One key of nine is gone, and one or two syllables of three are others. Does the vector survive? An
# eojeol alone has the vector of layer 0. We ask it what chapter 04 asked: which of two words is the
# neighbour of a *known* eojeol; the same when it has a wrong key; and which of 5,000 words a wrong
# one was meant to be (*found*). There are also 581 *unknown eojeol*, which our text never has:
# which of two words has the same stem, if the other one is spelled as similarly as possible? Each
# model is read raw or centred, whichever is better.
#
# **Predict.** Trained layer 0, jamo fastText on the same text, plain spelling: who wins which row?
#
# <details><summary>Answer</summary>
#
# The trained one wins none. *Known* goes to the warm start (95.2 %), *unknown eojeol* to spelling
# (70.7 %), *typing errors* to jamo fastText (84.6 %), and *found* to random weights (72.1 %).
#
# </details>

# %%
asked = shipped["eojeol"]["rows"]
print("asked:", shipped["eojeol"]["about"]["questions"])
ways = {name: {"model": name} for name in ("trained", "warm start", "random")}
ways["jamo fastText"] = {"by": "jamo fastText"}


def in_best_space(kind, where):
    """The scores of a way in percent, one for each seed, in the space with the higher mean."""
    both = [values(asked, words=kind, space=space, **where) for space in ("raw", "centred")]
    return 100 * np.array(max(both, key=np.mean))


table = {}
for kind in ("known", "unknown eojeol", "typing errors", "found"):
    table[kind] = {name: in_best_space(kind, where) for name, where in ways.items()}
    table[kind]["spelling"] = 100 * np.array(values(asked, words=kind, by="spelling, jamo"))
plots.marks(table, "right answers, in %")

# %% [markdown]
# **Trained layer 0 wins no row.** On wrong keys it has 81.2 %, and jamo fastText 84.6. To *find*
# the word that was meant, one only has to compare letters: random weights get 72.1 % and spelling
# 69.0, but jamo fastText gets 50.0 and our model 48.4, because a vector that means something is
# near other things than its own misspelling. On unknown eojeol our model has 57.0 %, hardly more
# than a coin, although the warm start that it came from had 69.5. Did reading make it forget its
# stems?
#
# ### The family of 모르다
# All mean not to know: 모르다 (plain), 모르네 ("I see that he doesn't"), 모르더라 ("I found that he
# didn't"), 몰라야 ("only if he doesn't"), 몰랐다 (past), 모르겠으나 ("I don't know, but"), 몰라
# (casual), 모르겠니 ("don't you know?") and 모르면서 ("while he doesn't"). The lecture picks their
# jamo ㅁ, ㄴ and ㄹ.

# %%
family = ["모르다", "모르네", "모르더라", "몰라야", "몰랐다", "모르겠으나", "몰라", "모르겠니"]
family += ["모르면서", "남동생", "남동생을", "여동생"]
hangul = [word for word in vocabulary.words[:3000] if "가" <= word[0] <= "힣"]
print("not in the vocabulary:", *[word for word in family if word not in vocabulary])


def alone(model, words):
    """Layer 0 of words by themselves: the mean of frequent words subtracted, length 1."""
    x = np.vstack(model.embed([[word] for word in words + hangul], layer=0))
    x = x[: len(words)] - x[len(words) :].mean(axis=0)
    return x / np.linalg.norm(x, axis=1, keepdims=True)


# %%
found = {}
for name, model in (("trained", elmo), ("random", with_random_weights(elmo, 0))):
    x = alone(model, family)
    found[name] = x @ x.T
for name, table in found.items():
    kin = table[:9, :9][~np.eye(9, dtype=bool)].mean()
    print(
        f"{name}: forms of 모르다 {kin:.2f}, with brothers and sisters {table[:9, 9:].mean():.2f}"
    )
ax = plt.figure(figsize=(9.5, 5.6)).add_subplot(title="trained, layer 0: centred cosines")
norm = plots.signed_norm([1])
plots.heatmap(ax, found["trained"], family, family, norm, "{:.1f}", turn=30)
plots.describe(
    ax, f"Cosines of 모르다: {plots.told(zip(family, found['trained'][0], strict=True))}."
)

# %%
for name, where in ways.items():
    shares = [in_best_space(word, where).mean() for word in ("모르다", "남동생")]
    print(f"{name:14} relatives among the nearest: {shares[0]:3.0f} and {shares[1]:3.0f} %")
near = {
    name: select(asked, words="모르다", space="raw", **ways[name])[0]["nearest"]
    for name in ("trained", "jamo fastText")
}
for form in family[:9]:
    print(f"nearest to {form}: trained {near['trained'][form]}", end=", ")
    print(f"jamo fastText {near['jamo fastText'][form]}")

# %% [markdown]
# The softmax has five of the nine forms; layer 0 spells them all. The mean cosine within the family
# is 0.47, and half of it comes with the letters, since random weights have 0.22. With the brothers
# it is −0.06.
#
# The nearest words have moved in opposite directions. Of those of 남동생, 82 % were its forms in
# the warm start, and 43 % are left. Of those of 모르다, 1 % were its forms in the warm start, and
# now it is 22 (random weights have 18, jamo fastText has 40). For seven of the nine the very
# nearest is one: 모르네 has 모르겠네, 몰랐다 has 모른다. But 몰라야 is nearest to 말아야 ("must
# not"), another stem with the same ending. Our guess for 남동생: to predict the next word a model
# has to know what an eojeol *does*, which its ending says. For 모르다 we have none.
#
# ## 6. Korea minus Seoul plus Tokyo
# The lecture's analogies are 한국 - 서울 + 도쿄 = 일본 (Korea minus Seoul plus Tokyo is Japan) and
# 박찬호 - 야구 + 축구 = 호나우두 (a pitcher minus baseball plus football is Ronaldo). There are
# 10,000 questions of this kind for Korean, and an honest score counts them all. By hand: a table
# that knows the words of 200 questions and is right in 50 has 25 % of what it was asked, and 0.5 %
# of all. First our biLM, live: 도쿄 is not among its 30,000 words, but layer 0 spells it.

# %%
pool = [word for word in vocabulary.words[:6000] if "가" <= word[0] <= "힣"]
pool += [word for word in ("도쿄", "박찬호", "호나우두") if word not in pool]
vector_of = dict(zip(pool, alone(elmo, pool), strict=True))


def analogy(a, b, c, k=5):
    """The k words nearest to b - a + c; the three words asked do not count."""
    goal = vector_of[b] - vector_of[a] + vector_of[c]
    order = sorted(set(pool) - {a, b, c}, key=lambda word: -vector_of[word] @ goal)
    return order[:k]


for question in (("서울", "한국", "도쿄"), ("야구", "박찬호", "축구")):
    a, b, c = question
    print(f"{b} - {a} + {c} =", *analogy(a, b, c))

# %%
solved = shipped["analogies"]["rows"]
tables = {by: {"by": by} for by in ("word2vec", "syllable fastText", "jamo fastText")}
tables |= {f"layer 0, {by}": {"model": by} for by in ("trained", "warm start", "random")}
for name, where in tables.items():
    found = select(solved, **where)  # of random weights three seeds
    share, of_all = (np.mean([row[key] for row in found]) for key in ("accuracy", "of_all"))
    print(f"{name:18} {share:.1%} of {found[0]['asked']:,} asked, {of_all:.2%} of all questions")
    for question in ("한국 - 서울 + 도쿄", "박찬호 - 야구 + 축구"):
        answer = found[0][question]
        print(f"    {question} = {answer['first']}; the right one is number {answer['place']}")

# %% [markdown]
# No table finds Japan. Live, among 6,000 centred vectors, the answer is 한국형 ("Korean style").
# Among 30,000, not centred, layer 0 says 제국 ("empire"); 일본 (Japan) is number 2,123 of 30,000,
# and 157 for word2vec. 호나우두 (Ronaldo) is number 326 at best. The best table, syllable fastText,
# has 25.7 % of the 315 questions that could be asked, and 0.81 % of the 10,000. Layer 0 has 23.2 %
# of the 315, as many as jamo fastText. Its own start had 6.3 and random weights have 13.3, so it
# has learned, but not this capital.
#
# ### Open experiment
# Take 20 sentences of `corpora.korean_verbs()` and give each a wrong key in one eojeol
# (`keyboard.typing_error`). Compare layers 0, 1 and 2 of the *other* eojeol before and after.
# Predict first how far the damage goes, to the left and to the right, and in which layer it is
# worst. Then put another form of the same word there instead.
#
# ## What you can now do
# - say why a list of Korean words is never complete, and count it,
# - choose letters by what they protect a word from,
# - share a surprise out over tokens, syllables and jamo,
# - find the positions at which two sentences can differ for a language model at all,
# - put syllables together from keys, and foresee what a slip does to them.
#
# ## One honest limit
# Our model has read 8.5 million tokens of short film reviews, a sixth of what the English one read,
# and it can only *say* 30,000 words. Later models, BERT and GPT among them, cut their words into
# pieces, which they say as well as read.
#
# ## Sources
# - Peters and others 2018, *Deep contextualized word representations*:
#   <https://arxiv.org/abs/1802.05365>
# - S. Park, J. Byun, S. Baek, Y. Cho, A. Oh 2018, *Subword-level word vector representations for
#   Korean*, for jamo and the 10,000 questions: <https://aclanthology.org/P18-1226/>
# - The text of the model: L. Park 2015, *Naver sentiment movie corpus* (the reviews without
#   labels), <https://github.com/e9t/nsmc>; W. I. Cho and others 2018, *Speech intention
#   understanding in a head-final language* (3i4K), <https://arxiv.org/abs/1811.04231>; Y. Song
#   2018, *Chatbot data*, <https://github.com/songys/Chatbot_data>
# - The lecture *Tensorflow를 활용한 딥러닝 자연어 처리 입문*, part 3: the pairs, the analogies, the
#   forms of 모르다, and jamo.
#
# ## Where next
# Chapter 13b lets the model read whole sentences, and asks what its layers know of senses, tags and
# opinions.

# %% [markdown] tags=["quiz"]
# ## Quiz
# 1. A model has perplexity 400 per eojeol, another one 100 per English word. Which language was
#    harder for them?
#    - [ ] Korean :: an eojeol is more than a word, so its 400 may be less per letter
#    - [x] one cannot say :: first share both surprises out over units that can be compared
#    - [ ] English :: nothing in the two numbers says so
# 2. 탔다 and 태운다 are both outside the vocabulary. What can tell their sentences apart, read from
#    the left?
#    - [ ] the probability of the verb :: it is that of `<unk>`, after the same two words
#    - [ ] nothing :: the model cannot say them, but it reads their letters
#    - [x] the probability of the end :: the letters of the verb have changed the state before it
# 3. One key of 남동생 is dropped, and two syllables change. Which alphabet keeps most of its runs?
#    - [ ] syllables :: of three letters two are others
#    - [ ] bytes :: a syllable with another initial can differ in two bytes or three
#    - [x] jamo :: eight of the nine letters are left, in their order
