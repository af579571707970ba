"""The texts written for this course keep the promises that data/README.md makes."""

import re
from collections import Counter
from itertools import combinations

import conllu
import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

from elmo_lite import corpora
from elmo_lite.files import DATA
from elmo_lite.text import tokenize

NAIVE_BAYES_AT_MOST = 0.75
UPOS = {
    *("ADJ", "ADV", "INTJ", "NOUN", "PROPN", "VERB", "ADP", "AUX", "CCONJ", "DET", "NUM"),
    *("PART", "PRON", "SCONJ", "PUNCT", "SYM", "X"),
}


def annotated(language):
    """The sentences of a sense-annotated corpus, as conllu's TokenLists."""
    return conllu.parse((DATA / "senses" / f"{language}.conllu").read_text(encoding="utf-8"))


def inventory(language):
    return {sense.sense: sense for sense in corpora.sense_inventory(language)}


def target(sentence):
    """Position of the token that carries the sense."""
    (position,) = (i for i, t in enumerate(sentence) if (t["misc"] or {}).get("Sense"))
    return position


def near_duplicates(texts, size=4):
    """Pairs that share more than half of the n-grams of the shorter one."""
    grams = [{tuple(t[i : i + size]) for i in range(len(t) - size + 1)} for t in texts]
    homes = {}
    for number, found in enumerate(grams):
        for gram in found:
            homes.setdefault(gram, []).append(number)
    shared = Counter(p for numbers in homes.values() for p in combinations(numbers, 2))
    return [p for p, n in shared.items() if n > 0.5 * min(len(grams[p[0]]), len(grams[p[1]]))]


def naive_bayes(sentences, **counting):
    """Accuracy in 7-fold cross-validation of the training half; the words around the target."""
    texts = [" ".join(t["form"] for i, t in enumerate(s) if i != target(s)) for s in sentences]
    labels = np.array([s.metadata["sense"] for s in sentences])
    pipeline = make_pipeline(CountVectorizer(**counting), MultinomialNB())
    folds = StratifiedKFold(7, shuffle=True, random_state=0)
    return cross_val_score(pipeline, texts, labels, cv=folds).mean()


@pytest.fixture(scope="module", params=["en", "ko"])
def bank(request):
    """(language, sentences)"""
    return request.param, annotated(request.param)


def test_there_is_enough_of_everything(bank):
    language, sentences = bank
    lemmas = {s.metadata["lemma"] for s in sentences}
    senses = Counter(s.metadata["sense"] for s in sentences)
    assert len(lemmas) >= {"en": 40, "ko": 25}[language]
    assert len(sentences) >= {"en": 1500, "ko": 780}[language]
    assert min(senses.values()) >= 12
    assert max(senses.values()) <= 1.25 * min(senses.values())
    per_lemma = Counter(sense.split(".")[0] for sense in senses)
    assert set(per_lemma) == lemmas
    assert all(2 <= number <= 4 for number in per_lemma.values())


def test_every_sense_is_split_in_halves_and_parts_share_no_sentence(bank):
    for sense in {s.metadata["sense"] for s in bank[1]}:
        split = Counter(s.metadata["split"] for s in bank[1] if s.metadata["sense"] == sense)
        assert set(split) == {"train", "test"}
        assert abs(split["train"] - split["test"]) <= 1
    found = corpora.senses(bank[0])
    assert all(o.register and o.document and o.end == o.index + 1 for o in found)
    parts = {part: corpora.our_tagged(part, bank[0]) for part in ("train", "dev", "test")}
    every = [" ".join(tokens) for part in parts.values() for tokens, _ in part]
    assert len(every) == len(set(every)) == len(found)
    assert len(parts["test"]) == sum(o.split == "test" for o in found)


def test_tokens_tags_and_targets(bank):
    language, sentences = bank
    low, high = {"en": (6, 28), "ko": (4, 20)}[language]
    for sentence in sentences:
        name = sentence.metadata["sent_id"]
        assert low <= len(sentence) <= high, name
        assert [t["id"] for t in sentence] == list(range(1, len(sentence) + 1)), name
        assert all(t["upos"] in UPOS for t in sentence), name
        spaces = [" " if (t["misc"] or {}).get("SpaceAfter") != "No" else "" for t in sentence]
        joined = "".join(t["form"] + s for t, s in zip(sentence, spaces, strict=True)).strip()
        assert joined == sentence.metadata["text"], name


def test_the_inventory_says_what_each_sense_is(bank):
    language, sentences = bank
    known = inventory(language)
    assert set(known) == {s.metadata["sense"] for s in sentences}
    for sense in known.values():
        assert sense.sense.startswith(f"{sense.lemma}.")
        assert set(sense.pos.split("|")) <= UPOS
        assert len(sense.gloss.split()) >= 2
    tags = [(s.metadata["sense"], s[target(s)]["upos"]) for s in sentences]
    odd = [(sense, tag) for sense, tag in tags if tag not in known[sense].pos.split("|")]
    assert len(odd) <= 0.02 * len(sentences), odd


def test_english_tokens_are_those_of_the_tokenizer():
    for sentence in annotated("en"):
        assert [t["form"] for t in sentence] == tokenize(sentence.metadata["text"])


def test_no_two_sentences_are_nearly_the_same(bank):
    words = [[t["form"].lower() for t in s] for s in bank[1]]
    assert near_duplicates(words) == []
    same = [list("abcdefgh"), list("abcdefgx"), list("qrstuvwx")]
    assert near_duplicates(same) == [(0, 1)]


@pytest.mark.parametrize(
    ("language", "counting"),
    [("en", {"token_pattern": r"\w+"}), ("ko", {"analyzer": "char_wb", "ngram_range": (1, 2)})],
)
def test_counting_words_does_not_give_the_senses_away(language, counting):
    lemmas = {}
    for sentence in annotated(language):
        if sentence.metadata["split"] == "train":
            lemmas.setdefault(sentence.metadata["lemma"], []).append(sentence)
    scores = [naive_bayes(own, **counting) for own in lemmas.values()]
    assert np.mean(scores) <= NAIVE_BAYES_AT_MOST


@pytest.mark.parametrize(
    ("load", "labels", "least", "size"),
    [
        (corpora.our_messages, {"ham", "spam"}, 400, 4),
        (corpora.our_headlines, {"World", "Sports", "Business", "Sci/Tech"}, 800, 3),
        (corpora.our_reviews, {"negative", "positive"}, 400, 4),
    ],
)
def test_task_sets(load, labels, least, size):
    found = load()
    assert {label for label, _ in found.train} == labels == {label for label, _ in found.test}
    texts = [text for _, text in [*found.train, *found.test]]
    assert len(found.test) / len(texts) == pytest.approx(0.2, abs=0.01)
    assert found.state == "own split"
    assert len({text.lower() for text in texts}) == len(texts) >= least
    assert all(text == text.strip() and text for text in texts)
    assert near_duplicates([text.lower().split() for text in texts], size) == []


def test_korean_verbs_come_in_many_forms():
    lines = corpora.korean_verbs()
    assert len(set(lines)) == len(lines) >= 400
    words = {re.sub(r"[^\w]", "", w) for line in lines for w in line.split()}
    for stems in (("모르", "몰라", "몰랐"), ("가", "갔"), ("먹",)):
        assert sum(w.startswith(stems) for w in words) >= 8
    for form in ("모르네", "모르더라", "몰라야", "몰랐다", "모르겠으나", "몰라", "모르면서"):
        assert form in words
