"""AG News, with title and description apart, in three parts: what the experiments on titles read.

Where the published train.csv is missing, a sample of its rows has title and description in one
text. In the published test file they are apart, so a logistic regression can learn from one half of
it between which two words the description begins, and the other half says how often it is right. It
never sees a topic.
"""

import csv
import hashlib
import io
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from typing import NamedTuple

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

from elmo_lite.corpora.public import sets
from elmo_lite.corpora.public.classification import TOPICS, clean_news, read_ag_news
from elmo_lite.corpora.public.fetch import Missing, load

HELD_OUT = 1000  # titles in the dev part and, where test.csv is split, in the test part
SHORTEST, LONGEST = 2, 20  # words of a title


class News(NamedTuple):
    topic: str
    title: str
    description: str


def read_news(data: bytes) -> list[News]:
    """The published file, with title and description apart."""
    rows = csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True)
    return [News(TOPICS[int(row[0]) - 1], clean_news(row[1]), clean_news(row[2])) for row in rows]


@cache
def ag_news() -> tuple[dict[str, str], tuple[list[News], list[News], list[News]]]:
    """What the parts are made of and in which state, and the three parts."""
    _, test = load(sets.file("ag_news", "test", read_news))
    with suppress(Missing):
        file, train = load(sets.file("ag_news", "train", read_news))
        return {"AG News": file.state}, in_parts(test, train)
    with suppress(Missing):
        _, joined = load(sets.file("ag_news", "sample", read_ag_news))
        train, right = cut(joined, test)
        state = f"a sample of the training part, its titles cut off by a rule ({right:.0%} right)"
        return {"AG News": state}, in_parts(test, train)
    return {"AG News, test.csv": "own split"}, in_parts(test)


def in_parts(
    news: Iterable[News], published: Iterable[News] = ()
) -> tuple[list[News], list[News], list[News]]:
    """Training, dev and test part. Of the rows with the same title the first one is kept.

    published: the training rows; then all news is the test part, and no title of it is kept
    elsewhere. The order is that of a hash of the title: the same on every machine, no order of
    dates.
    """
    test, more = by_title(news), by_title(published)
    if not more:
        kept = list(test.values())
        return kept[2 * HELD_OUT :], kept[HELD_OUT : 2 * HELD_OUT], kept[:HELD_OUT]
    kept = [row for title, row in more.items() if title not in test]
    return kept[HELD_OUT:], kept[:HELD_OUT], list(test.values())


def by_title(news: Iterable[News]) -> dict[str, News]:
    first = {row.title: row for row in reversed(list(news))}
    return {t: first[t] for t in sorted(first, key=lambda t: hashlib.sha256(t.encode()).digest())}


# ---- where does the title end? ----


def cut(joined: Sequence[tuple[str, str]], known: Sequence[News]) -> tuple[list[News], float]:
    """Topics and joined texts -> the news, and the share of titles that are cut off rightly.

    known: news whose title and description are apart.
    """
    learn, judge = known[::2], known[1::2]
    gaps, ends = [], []
    for _, title, text in learn:
        words, end = f"{title} {text}".split(), len(title.split())
        gaps += [clues(words, i) for i in positions(words)]
        ends += [i == end for i in positions(words)]
    model = make_pipeline(DictVectorizer(), LogisticRegression(max_iter=300)).fit(gaps, ends)

    def end_of(text: str) -> int:
        words = text.split()
        if not positions(words):
            return len(words)
        scores = model.decision_function([clues(words, i) for i in positions(words)])
        return SHORTEST + int(np.argmax(scores))

    right = [end_of(f"{title} {text}") == len(title.split()) for _, title, text in judge]
    news = []
    for topic, text in joined:
        words, end = text.split(), end_of(text)
        news.append(News(topic, " ".join(words[:end]), " ".join(words[end:])))
    return news, float(np.mean(right))


def positions(words: Sequence[str]) -> range:
    """The numbers of words that a title may have."""
    return range(SHORTEST, min(LONGEST, len(words) - 1))


def clues(words: Sequence[str], i: int) -> dict[str, float]:
    """What speaks for a description that begins with word i."""
    before, after = words[i - 1], words[i]
    shapes = [shape(word) for word in words[max(0, i - 4) : i + 5]]
    here = min(i, 4)  # the position of `after` among them
    return {
        f"before {before}": 1,
        f"after {after}": 1,
        f"length {i}": 1,
        f"last letter {before[-1]}": 1,
        "shapes " + " ".join(shapes[max(0, here - 2) : here + 3]): 1,
        f"{shapes[here - 1]} before {after}": 1,
        "agency twice": float(before.strip("()") == after != before),  # "Oil falls (AP) AP - ..."
        "small letters before": shapes[:here].count("a"),
        "small letters after": shapes[here + 1 :].count("a"),
    }


def shape(word: str) -> str:
    """ "IBM" -> A, "Oil" -> Aa, "oil" -> a, "12" -> 9, "--" -> -"""
    if word.isupper():
        return "A"
    if word[0].isupper():
        return "Aa"
    return "a" if word[0].islower() else "9" if word[0].isdigit() else "-"
