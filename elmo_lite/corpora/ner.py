"""Named entities (개체명). Every example is (tokens, tags); tags are B-TYPE, I-TYPE, O (IOB2)."""

from elmo_lite.corpora import unpack
from elmo_lite.corpora.examples import Splits, Tagged
from elmo_lite.corpora.fetch import load
from elmo_lite.corpora.sets import about, file


def read_columns(data: bytes) -> list[Tagged]:
    """Lines "token<TAB>tag" with empty lines (or only a tab) between sentences."""
    found: list[Tagged] = []
    tokens: list[str] = []
    tags: list[str] = []
    for line in [*unpack.lines(data), ""]:
        if line.strip("\t"):
            token, tag = unpack.columns(line, 2)
            if tag != "O" and tag[:2] not in ("B-", "I-"):
                raise ValueError(f"a tag is {tag[:20]!r} instead of O, B-TYPE or I-TYPE")
            tokens.append(token)
            tags.append(tag)
        elif tokens:
            found.append((tokens, tags))
            tokens, tags = [], []
    return found


def entities(tags: list[str]) -> list[tuple[int, int, str]]:
    """IOB2 tags -> (start, end, type) of every entity."""
    found: list[tuple[int, int, str]] = []
    for i, tag in enumerate(tags):
        if tag.startswith("I-") and found and found[-1][1:] == (i, tag[2:]):
            found[-1] = (found[-1][0], i + 1, tag[2:])
        elif tag != "O":
            found.append((i, i + 1, tag[2:]))
    return found


def wnut17() -> Splits[Tagged]:
    """WNUT-17: rare and new names in noisy user text, six types. F1 of 30 to 45 is normal."""
    parts = (load(file("wnut17", part, read_columns))[1] for part in ("train", "dev", "test"))
    return Splits(about("wnut17"), *parts)
