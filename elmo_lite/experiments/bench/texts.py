"""How good are the texts written for this course? Duplicates, balance, and how easy they are.

    python course.py bench texts

For the sense treebanks only the training half is used wherever a model is fitted: the test half is
for the chapters. Naive Bayes sees the words around the target; a treebank that it solves would be
too easy to show what context vectors are for.
"""

import sys
from collections import Counter
from itertools import combinations

import conllu
import numpy as np
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

from elmo_lite.files import DATA

OPEN = {"ADJ", "ADV", "INTJ", "NOUN", "PROPN", "VERB"}
CLOSED = {"ADP", "AUX", "CCONJ", "DET", "NUM", "PART", "PRON", "SCONJ"}
UPOS = OPEN | CLOSED | {"PUNCT", "SYM", "X"}


def treebank(language):
    """The sentences of a sense treebank, as conllu's TokenLists."""
    return conllu.parse((DATA / "senses" / f"{language}.conllu").read_text(encoding="utf-8"))


def inventory(language):
    """{sense: fields of its line}"""
    text = (DATA / "senses" / f"{language}.inventory.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.rstrip("\n").split("\n")]
    return {row[1]: row for row in rows}


def target(sentence):
    """Position of the token that carries the sense."""
    (position,) = (i for i, t in enumerate(sentence) if (t["misc"] or {}).get("Sense"))
    return position


def lines(name):
    """(label, text) pairs of a small task set."""
    text = (DATA / "tasks" / name).read_text(encoding="utf-8")
    return [tuple(line.split("\t")) for line in text.rstrip("\n").split("\n")]


def near_duplicates(texts, size=4):
    """Pairs that share more than half of the n-grams of the shorter one."""
    grams = []
    for words in texts:
        grams.append({tuple(words[i : i + size]) for i in range(len(words) - size + 1)})
    homes: dict[tuple[str, ...], list[int]] = {}
    for number, found in enumerate(grams):
        for gram in found:
            homes.setdefault(gram, []).append(number)
    shared = Counter(p for numbers in homes.values() for p in combinations(numbers, 2))
    return [p for p, n in shared.items() if n > 0.5 * min(len(grams[p[0]]), len(grams[p[1]]))]


def naive_bayes(texts, labels, folds, **counting):
    """Accuracy in cross-validation."""
    pipeline = make_pipeline(CountVectorizer(**counting), MultinomialNB())
    split = StratifiedKFold(folds, shuffle=True, random_state=0)
    return float(cross_val_score(pipeline, texts, labels, cv=split).mean())


def sense_accuracies(sentences, **counting):
    """{lemma: accuracy of naive Bayes among its senses}, training half, target left out."""
    scores = {}
    training = [s for s in sentences if s.metadata["split"] == "train"]
    for lemma in sorted({s.metadata["lemma"] for s in training}):
        own = [s for s in training if s.metadata["lemma"] == lemma]
        texts = [" ".join(t["form"] for i, t in enumerate(s) if i != target(s)) for s in own]
        labels = np.array([s.metadata["sense"] for s in own])
        scores[lemma] = naive_bayes(texts, labels, 7, **counting)
    return scores


def main(argv):
    for language, counting in (
        ("en", {"token_pattern": r"\w+"}),
        ("ko", {"analyzer": "char_wb", "ngram_range": (1, 2)}),
    ):
        sentences = treebank(language)
        senses = Counter(s.metadata["sense"] for s in sentences)
        lemmas = {s.metadata["lemma"] for s in sentences}
        scores = sense_accuracies(sentences, **counting)
        chance = np.mean([1 / len([x for x in senses if x.startswith(f"{m}.")]) for m in lemmas])
        words = [[t["form"].lower() for t in s] for s in sentences]
        print(
            f"{language}: {len(sentences):,} sentences, {sum(map(len, words)):,} tokens, "
            f"{len(lemmas)} lemmas, {len(senses)} senses with {min(senses.values())} to "
            f"{max(senses.values())} sentences; near-duplicates {len(near_duplicates(words))}; "
            f"naive Bayes {np.mean(list(scores.values())):.1%} (chance {chance:.1%}), highest "
            f"{max(scores.values()):.0%} ({max(scores, key=scores.get)})"
        )
    for name, options in (
        ("sms.tsv", {}),
        ("news.tsv", {}),
        ("reviews_ko.tsv", {"analyzer": "char", "ngram_range": (2, 2)}),
    ):
        pairs = lines(name)
        labels, texts = zip(*pairs, strict=True)
        same = near_duplicates([t.lower().split() for t in texts], 4 if name != "news.tsv" else 3)
        accuracy = naive_bayes(texts, np.array(labels), 5, **options)
        print(
            f"{name}: {len(pairs)} lines, {dict(Counter(labels))}, near-duplicates {len(same)}, "
            f"naive Bayes {accuracy:.1%}, majority {max(Counter(labels).values()) / len(pairs):.1%}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
