"""Answer checks of chapter 13b: senses by form, neighbours of another form, tags by ending."""

from collections import Counter

import numpy as np

from elmo_lite.fasttext import jamo
from notebooks.course.check.exercise import Arguments, Exercise


def senses_by_form(train, test, *, rank=0, fallback=True, forms=True):
    """rank: 0 for the most frequent sense, -1 for the rarest. forms: look at them at all."""
    by_form: dict[str, Counter[str]] = {}
    by_noun: dict[str, Counter[str]] = {}
    for noun, form, sense in train:
        by_form.setdefault(form, Counter())[sense] += 1
        by_noun.setdefault(noun, Counter())[sense] += 1
    found = []
    for noun, form in test:
        of_noun = by_noun[noun] if fallback else Counter([""])
        counts = by_form.get(form, of_noun) if forms else of_noun
        found.append(counts.most_common()[rank][0])
    return found


def _last_seen(train, test):
    seen = {form: sense for _, form, sense in train}
    pairs = zip(test, senses_by_form(train, test), strict=True)
    return [seen.get(form, sense) for (_, form), sense in pairs]


def _occurrences(rng: np.random.Generator) -> Arguments:
    """Forms of two nouns with two senses each; one form of the test part is new."""
    senses = {"배": ["배.ship", "배.pear"], "눈": ["눈.eye", "눈.snow"]}
    train = []
    for _ in range(14):
        noun = str(rng.choice([*senses]))
        sense = senses[noun][int(rng.random() < 0.35)]
        train.append((noun, noun + str(rng.choice([*"은을에도"])), sense))
    train += [("배", "배에", "배.ship"), ("눈", "눈에", "눈.eye")]
    test = [(noun, noun + end) for noun in senses for end in "은을에도만"]
    return train, test


TRAIN = [("배", "배를", "배.pear"), ("배", "배를", "배.ship"), ("배", "배를", "배.pear")]
TRAIN += [("배", "배가", "배.ship"), ("배", "배도", "배.ship")]
ch13b_ex1 = Exercise(
    "13b.1",
    senses_by_form,
    _occurrences,
    cases=[(TRAIN, [("배", "배를"), ("배", "배가"), ("배", "배만")])],
    mistakes=[
        (dict(forms=False), "You look at the noun alone: count the senses of each form first."),
        (
            dict(rank=-1),
            "This is the rarest sense: `most_common(1)[0][0]` is the most frequent one.",
        ),
        (
            dict(fallback=False),
            "A form that training never had takes the most frequent sense of its noun.",
        ),
        (_last_seen, "A dictionary keeps the last sense of a form: count all of them."),
    ],
    returns="a list of senses",
    hint="The most frequent sense of the form in training, or of the noun if the form is new.",
)


def _of_one_form(forms):
    return forms[:, None] == forms


def across_forms(cosines, forms, senses, *, hidden=_of_one_form, value=-np.inf):
    """hidden: the pairs that get the value."""
    shown = np.where(hidden(forms), value, cosines)
    return senses[shown.argmax(axis=1)] == senses


def _in_a_corpus(rng: np.random.Generator) -> Arguments:
    """Cosines of twelve occurrences in three forms and two senses.

    Some cosines are negative; in half of the inputs all are, and a 0 would win.
    """
    x = rng.normal(size=(12, 3))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    forms = np.array(["배를", "배가", "배도"])[rng.permutation(np.arange(12) % 3)]
    senses = np.array(["배.ship", "배.pear"])[rng.integers(0, 2, 12)]
    return x @ x.T - 1.5 * (rng.random() < 0.5), forms, senses


ch13b_ex2 = Exercise(
    "13b.2",
    across_forms,
    _in_a_corpus,
    mistakes=[
        (
            dict(hidden=lambda forms: False),
            "Everybody is nearest to itself: hide all occurrences of the same form.",
        ),
        (
            dict(hidden=lambda forms: np.eye(len(forms))),
            "You hide the occurrence itself, but not the others of its form.",
        ),
        (dict(value=0), "A 0 is above a negative cosine: put `-np.inf` in its place."),
    ],
    returns="an array of booleans, one for each occurrence",
    hint="Where `forms[:, None] == forms`, put -np.inf; then compare senses[argmax] with senses.",
)


def _endings(letters: str) -> list[str]:
    return [letters[i:] for i in range(len(letters) + 1)]


def tags_by_ending(words, tags, new, *, spell=jamo, tried=_endings):
    counts: dict[str, Counter[str]] = {}
    for word, tag in zip(words, tags, strict=True):
        for ending in _endings("<" + spell(word)):
            counts.setdefault(ending, Counter())[tag] += 1
    found = []
    for word in new:
        known = [ending for ending in tried("<" + spell(word)) if ending in counts]
        found.append(counts[known[0]].most_common(1)[0][0])
    return found


def _tagged(rng: np.random.Generator) -> Arguments:
    """Eojeol whose tag hangs on the ending, with some noise, and new ones."""
    nouns, verbs = ["배", "눈", "말", "다리", "버스", "책"], ["타", "가", "사", "자", "보"]
    words, tags = [], []
    for _ in range(30):
        if rng.random() < 0.5:
            words.append(str(rng.choice(nouns)) + str(rng.choice(["를", "는", "에", "도"])))
            tags.append("NOUN" if rng.random() < 0.85 else "ADV")
        else:
            stem = chr(ord(str(rng.choice(verbs))) + 20)  # with ㅆ
            words.append(stem + str(rng.choice(["다", "네", "어", "는데"])))
            tags.append("VERB")
    stems = [chr(ord(verb) + 20) for verb in verbs]
    new = [*words[:3], "학교를", "물은", "집에", stems[0] + "지", stems[4] + "네", "ㅋㅋ"]
    return words, tags, new


ch13b_ex3 = Exercise(
    "13b.3",
    tags_by_ending,
    _tagged,
    cases=[(["배를", "탔다", "먹었다"], ["NOUN", "VERB", "VERB"], ["눈을", "갔다", "배를", "ㅋ"])],
    mistakes=[
        (
            dict(tried=lambda letters: [letters, ""]),
            "A new eojeol is not lost: take its longest ending that training had.",
        ),
        (dict(spell=str), "Compare endings in jamo: 눈을 and 배를 end alike in ㅡㄹ."),
        (
            dict(tried=lambda letters: [letters[-1], ""]),
            "Take the longest ending that is known, not the last letter.",
        ),
    ],
    returns="a list of tags",
    hint="Spell `'<' + jamo(word)` and try its endings from the longest to the empty one.",
)
