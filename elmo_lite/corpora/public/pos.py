"""Sentences with a tag for every token, a part of speech (품사) or the name of an entity (개체명).

Every example is (tokens, tags). Tags of entities are B-TYPE, I-TYPE, O (IOB2).
"""

import io
from collections.abc import Mapping
from functools import partial

from elmo_lite.corpora.examples import Examples, Splits, Tagged, own_split, tagged_counts
from elmo_lite.corpora.lines import columns_of, lines_of
from elmo_lite.corpora.public.fetch import File, Missing, load
from elmo_lite.corpora.public.sets import about, file

# --- the formats


def read_conllu(data: bytes, tags: str = "upos") -> list[Tagged]:
    """CoNLL-U -> (words, tags). Syntactic words only: "don't" is the two words "do", "n't".

    tags="head" says where the head of a word is: "left", "right", or "root" if it has none.
    """
    import conllu

    found = []
    # Seven of the ten columns, numbers left as text: that is read faster.
    fields = ("id", "form", "lemma", "upos", "xpos", "feats", "head")
    as_text = dict.fromkeys(("id", "feats", "head"), lambda line, i: line[i])
    stream = io.StringIO("\n".join(lines_of(data)) + "\n\n", newline="\n")
    try:
        for sentence in conllu.parse_incr(stream, fields, as_text):
            words = [word for word in sentence if word["id"].isdigit()]
            found.append(([word["form"] for word in words], [_tag(word, tags) for word in words]))
    except conllu.exceptions.ParseException as error:
        raise ValueError(f"it is not CoNLL-U: {error}") from error
    return found


def _tag(word: Mapping[str, str], tags: str) -> str:
    if tags != "head":
        return word[tags]
    here, head = int(word["id"]), int(word["head"])
    return "root" if head == 0 else "left" if head < here else "right"


def read_columns(data: bytes) -> list[Tagged]:
    """Lines "token<TAB>tag" with empty lines (or only a tab) between sentences."""
    found: list[Tagged] = []
    tokens: list[str] = []
    tags: list[str] = []
    for line in [*lines_of(data), ""]:
        if line.strip("\t"):
            token, tag = columns_of(line, 2)
            if tag != "O" and tag[:2] not in ("B-", "I-"):
                raise ValueError(f"a tag is {tag[:20]!r} instead of O, B-TYPE or I-TYPE")
            tokens.append(token)
            tags.append(tag)
        elif tokens:
            found.append((tokens, tags))
            tokens, tags = [], []
    return found


# --- Universal Dependencies


def _treebank(name: str, tags: str) -> dict[str, File]:
    """The three files of a treebank, by part."""
    if tags not in ("upos", "xpos", "lemma", "head"):
        raise ValueError(f'tags is "upos", "xpos", "lemma" or "head", not {tags!r}.')
    read = partial(read_conllu, tags=tags)
    return {part: file(name, part, read) for part in ("train", "dev", "test")}


def ewt(split: str, tags: str = "upos") -> Examples[Tagged]:
    """UD English-EWT, "train", "dev" or "test"; tags="upos" (17 tags), "xpos" (49, as in PTB), or
    "head": whether the head of a word is to its left or right, or is the root."""
    files = _treebank("ewt", tags)
    if split not in files:
        raise ValueError(f'The parts of UD English-EWT are "train", "dev" and "test": {split!r}.')
    _, found = load(files[split])
    return Examples(found, about("ewt"), tagged_counts(found))


def korean_gsd(tags: str = "upos") -> Splits[Tagged]:
    """UD Korean-GSD: news and web, tagged by eojeol (어절). Without its training part, the
    development part is divided: 80 % train, 20 % dev; the test part stays the published one."""
    return _korean("korean_gsd", tags)


def korean_kaist(tags: str = "upos") -> Splits[Tagged]:
    """UD Korean-Kaist: literature, news, textbooks. Without its training or its test part, the
    development part is divided: 70 % train, 10 % dev, 20 % test."""
    return _korean("korean_kaist", tags)


def _korean(name: str, tags: str) -> Splits[Tagged]:
    files = _treebank(name, tags)
    try:
        train, dev, test = (load(files[part])[1] for part in ("train", "dev", "test"))
        return Splits(about(name), train, dev, test)
    except Missing:
        _, dev = load(files["dev"])
    try:
        test, rest, share = load(files["test"])[1], dev, 0.2
        note = "No training part here: 80 % of the development part replaces it."
    except Missing:
        rest, test = own_split(dev, key=_text)
        share = 0.125  # of the remaining 80 %
        note = "Only the development part is here, divided 70 : 10 : 20."
    train, dev = own_split(rest, key=_text, test=share)
    return Splits(about(name, state="own split", note=note), train, dev, test)


def _text(example: Tagged) -> str:
    return " ".join(example[0])


# --- named entities


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
