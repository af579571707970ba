"""Answer checks of chapter 13: particles, perplexity by unit, syllables put together from keys."""

import numpy as np

from elmo_lite.corpora.keyboard import FIRST, LAST, VOWELS
from elmo_lite.fasttext import jamo
from notebooks.course.check.exercise import Arguments, Exercise

NOUNS = ["배", "눈", "말", "다리", "버스", "남동생", "선생님", "메론", "서울", "도쿄"]
PARTICLES = [("을", "를"), ("이", "가"), ("은", "는"), ("과", "와")]


def with_particle(noun, after_consonant, after_vowel):
    return noun + (after_consonant if (ord(noun[-1]) - 44032) % 28 else after_vowel)


ch13_ex1 = Exercise(
    "13.1",
    with_particle,
    lambda rng: (str(rng.choice(NOUNS)), *PARTICLES[rng.integers(len(PARTICLES))]),
    cases=[("배", "을", "를"), ("눈", "을", "를"), ("버스", "이", "가"), ("남동생", "은", "는")],
    mistakes=[
        (
            lambda noun, one, other: with_particle(noun, other, one),
            "The other way round: after a final consonant comes the first of the two.",
        ),
        (
            lambda noun, one, other: noun + with_particle(noun[0], one, other)[1:],
            "The last syllable decides, not the first: `noun[-1]`.",
        ),
        (
            lambda noun, one, other: noun + (one if ord(noun[-1]) % 28 else other),
            "Subtract 44032 before you take the remainder.",
        ),
        (
            lambda noun, one, other: with_particle(noun, one, other)[len(noun) :],
            "Return the noun with its particle, not the particle alone.",
        ),
    ],
    returns="the noun and its particle, one string",
    hint="The remainder of (code - 44032) by 28 is 0 if the last syllable ends in its vowel.",
)


def perplexities(sentences, log_p, *, ends=True, spell=jamo, exp=lambda x: float(np.exp(x))):
    """ends: whether spaces and ends of sentences count as letters."""
    total = -sum(float(np.sum(found)) for found in log_p)
    eojeol = [word for sentence in sentences for word in sentence]
    letters = [sum(map(len, eojeol)), sum(len(spell(word)) for word in eojeol)]
    units = [len(eojeol) + len(sentences), *(count + len(eojeol) * ends for count in letters)]
    one, two, three = (exp(total / count) for count in units)
    return one, two, three


def _some_sentences(rng: np.random.Generator) -> Arguments:
    sentences = [rng.choice(NOUNS, rng.integers(1, 5)).tolist() for _ in range(rng.integers(1, 4))]
    return sentences, [np.log(rng.uniform(0.01, 0.9, len(words) + 1)) for words in sentences]


ch13_ex2 = Exercise(
    "13.2",
    perplexities,
    _some_sentences,
    cases=[([["나는", "버스를", "탔다"]], [np.log([1 / 10, 1 / 40, 1 / 20, 1 / 2])])],
    mistakes=[
        (
            dict(ends=False),
            "The space or the end after each eojeol is a letter too: add one for each eojeol.",
        ),
        (dict(spell=str), "For the third number take each eojeol apart with `jamo`."),
        (dict(exp=np.exp2), "These are natural logarithms: use `np.exp`, not a power of 2."),
        (
            lambda *a: np.mean([perplexities([s], [p]) for s, p in zip(*a, strict=True)], axis=0),
            "Sum over all sentences first: a mean of perplexities is no perplexity.",
        ),
        (
            dict(exp=lambda x: float(np.exp(-x))),
            "The sign: log-probabilities are negative, and a perplexity is 1 or more.",
        ),
    ],
    returns="three numbers: per token, per syllable, per jamo",
    hint="exp(-sum of all log-probabilities / number of units); the tokens count one end a "
    "sentence, the letters one space or end after each eojeol.",
)


def composed(keys, *, looks_ahead=True, ends=True):
    """Syllables with at most one final consonant, each letter one key.

    looks_ahead: a consonant before a vowel starts the next syllable. ends: finals are taken.
    """
    text, i = "", 0
    while i < len(keys):
        after = keys[i + 1 : i + 2]
        if keys[i] in FIRST and after and after in VOWELS:
            last = keys[i + 2 : i + 3] if ends else ""
            starts_next = keys[i + 3 : i + 4] and keys[i + 3] in VOWELS and looks_ahead
            if not last or last not in LAST or starts_next:
                last = ""
            end = LAST.index(last) + 1 if last else 0
            text += chr(44032 + 588 * FIRST.index(keys[i]) + 28 * VOWELS.index(after) + end)
            i += 2 + len(last)
        else:
            text, i = text + keys[i], i + 1
    return text


def _some_keys(rng: np.random.Generator) -> Arguments:
    """Two to four syllables of random keys, sometimes with a key too few."""
    keys = ""
    for _ in range(rng.integers(2, 5)):
        keys += str(rng.choice([*"ㄱㄴㄷㅁㅅㅇㅈ"])) + str(rng.choice([*"ㅏㅓㅗㅣ"]))
        keys += str(rng.choice(["", "ㅇ", "ㅁ"]))
    gone = int(rng.integers(len(keys))) if rng.random() < 0.4 else len(keys)
    return (keys[:gone] + keys[gone + 1 :],)


ch13_ex3 = Exercise(
    "13.3",
    composed,
    _some_keys,
    cases=[("ㄴㅏㅁㄷㅗㅇㅅㅐㅇ",), ("ㄴㅏㅁㅗㅇㅅㅐㅇ",), ("ㅏㄴㅁ",), ("ㄴㅏㅁㄷㅇ",), ("ㅂㅐ",)],
    mistakes=[
        (
            dict(looks_ahead=False),
            "A consonant before a vowel starts the next syllable: 나몽생, not 남ㅗㅇ생.",
        ),
        (
            dict(ends=False),
            "A consonant that no vowel follows ends the syllable before it: 남, not 나ㅁ.",
        ),
        (
            lambda keys: "".join(c for c in composed(keys) if "가" <= c <= "힣"),
            "A letter that finds no syllable stays as it is.",
        ),
    ],
    returns="one string",
    hint="Does (588, 28, 1) belong to (initial, vowel, final), and is 0 the final that is none?",
    tolerance=0,
)
