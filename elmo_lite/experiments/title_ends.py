"""Where does the title end? The sample of AG News has title and description in one text.

In the published test file they are apart, so a logistic regression can learn from one half of it
between which two words the description begins, and the other half says how often it is right. It
never sees a topic.
"""

from collections.abc import Sequence

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

News = tuple[str, str, str]  # topic, title, description
SHORTEST, LONGEST = 2, 20  # words of a title


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
        news.append((topic, " ".join(words[:end]), " ".join(words[end:])))
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
