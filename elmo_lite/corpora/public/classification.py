"""Texts with labels: spam, topics, opinions. Every example is a tuple (label, text).

The readers turn the bytes of a published file into examples. Where it is not written as expected,
ValueError says how.
"""

import csv
import html
import io
import re
from functools import partial

from elmo_lite.corpora.examples import Labelled, Splits, own_split
from elmo_lite.corpora.lines import lines_of, rows_of, table_of
from elmo_lite.corpora.public import archives
from elmo_lite.corpora.public.fetch import File, load
from elmo_lite.corpora.public.sets import about, file

TOPICS = ("World", "Sports", "Business", "Sci/Tech")
OPINIONS = ("negative", "positive")
FIVE_OPINIONS = ("very negative", "negative", "neutral", "positive", "very positive")
SMS_LECTURE = 4_457  # 80 % of the 5,572 messages of a copy that lectures use

# --- the formats


def read_sms(data: bytes) -> list[Labelled]:
    """Lines "ham<TAB>text"; the texts hold entities such as &lt;#&gt;."""
    labels = {"ham": "ham", "spam": "spam"}
    return [(_label(name, labels), html.unescape(text)) for name, text in rows_of(data, 2)]


def read_ag_news(data: bytes) -> list[Labelled]:
    """Quoted columns: class 1-4, title, description; or title and description in one column."""
    labels = dict(zip("1234", TOPICS, strict=True))
    examples = []
    text = data.decode("utf-8")
    for row in csv.reader(io.StringIO(text, newline=""), strict=True):
        if len(row) not in (2, 3):
            raise ValueError(f"a line has {len(row)} columns instead of 3 or 2")
        examples.append((_label(row[0], labels), clean_news(" ".join(row[1:]))))
    return examples


def clean_news(text: str) -> str:
    r"""Repair the rest of HTML in AG News: " #39;" was "&#39;", "\" a line break or an escape."""
    text = text.replace("\\$", "$").replace("\\", " ")
    text = re.sub(r"[ &]?#(\d{2,5});", r"&#\1;", text)
    text = re.sub(r" ?(?<![&\w])(quot|amp|lt|gt|nbsp);", r"&\1;", text)
    text = re.sub(r"<[^<>]*>", " ", html.unescape(html.unescape(text)))
    return " ".join(text.split())


def read_nsmc(data: bytes) -> list[Labelled]:
    """A table with label 0 or 1."""
    labels = dict(zip("01", OPINIONS, strict=True))
    rows = table_of(data, "id", "document", "label")
    return [(_label(number, labels), text) for _, text, number in rows]


def read_imdb(data: bytes) -> list[Labelled]:
    """A table with label neg or pos."""
    rows = table_of(data, "label", "rating", "id", "text")
    return [_review(name, text) for name, _, _, text in rows]


def read_imdb_archive(split: str, data: bytes) -> list[Labelled]:
    """The published archive: aclImdb/SPLIT/pos/ID_RATING.txt, one review a file."""
    found = archives.members(data, rf"{split}/(?:pos|neg)/\d+_\d+\.txt")
    return [_review(name.split("/")[-2], text.decode("utf-8")) for name, text in sorted(found)]


def _review(name: str, text: str) -> Labelled:
    label = _label(name, {"neg": "negative", "pos": "positive"})
    return label, " ".join(text.replace("<br />", " ").split())


def read_sst(names: tuple[str, ...], data: bytes) -> list[Labelled]:
    """Lines "0 tokens ..."; the first character is the number of the label."""
    labels = {str(number): name for number, name in enumerate(names)}
    rows = (line.partition(" ") for line in lines_of(data))
    return [(_label(number, labels), text) for number, _, text in rows]


def _label(written: str, labels: dict[str, str]) -> str:
    """labels: how a label is written in the file -> how we write it."""
    if written not in labels:
        raise ValueError(f"a label is {written[:20]!r} instead of {' or '.join(labels)}")
    return labels[written]


# --- the sets


def sms_spam(copies: bool = False) -> Splits[Labelled]:
    """SMS Spam Collection: 5,171 distinct messages, "ham" or "spam", in our own split.

    The 403 exact copies are dropped before the split, or the test part would leak into training.
    With copies=True it is the split of many lectures: all 5,574 messages in the order of the file,
    the first 4,457 of them for training. It leaks, and the note says how much.
    """
    _, messages = load(file("sms_spam", "all", read_sms))
    if copies:
        train, test = messages[:SMS_LECTURE], messages[SMS_LECTURE:]
        state, note = "rebuilt", _shared(train, test)
    else:
        distinct = list(dict.fromkeys(messages))
        train, test = own_split(distinct, key=lambda e: e[1], label=lambda e: e[0])
        dropped = len(messages) - len(distinct)
        state, note = "own split", f"{dropped:,} exact copies dropped; no published split."
    return Splits(about("sms_spam", state=state, note=note), train, [], test)


def ag_news() -> Splits[Labelled]:
    """AG News: titles and first sentences of four topics, with the published test part."""
    found, train = load(*(file("ag_news", part, read_ag_news) for part in ("train", "sample")))
    _, test = load(file("ag_news", "test", read_ag_news))
    sample = "Test part as published; a sample of the training part."
    note = sample if found.state == "part" else ""
    return Splits(about("ag_news", state=found.state, note=note), train, [], test)


def nsmc() -> Splits[Labelled]:
    """Naver Sentiment Movie Corpus: Korean film reviews, "negative" or "positive".

    The rebuilt set has the size of the published one but another split: compare no published score
    with one on it.
    """
    published = [file("nsmc", part, read_nsmc) for part in ("train", "test")]
    rebuilt = [file("nsmc", f"rebuilt_{part}", read_nsmc) for part in ("train", "test")]
    state, train, test = _either(published, rebuilt)
    facts = {"note": _shared(train, test)}
    if state != "exact":
        facts = {"name": "NSMC rebuilt", "note": facts["note"] + " Not the published split."}
    return Splits(about("nsmc", state=state, **facts), train, [], test)


def imdb() -> Splits[Labelled]:
    """Large Movie Review Dataset: long English film reviews, "negative" or "positive"."""
    parts = ("train", "test")
    published = [file("imdb", part, partial(read_imdb_archive, part)) for part in parts]
    rebuilt = [file("imdb", f"rebuilt_{part}", read_imdb) for part in parts]
    state, train, test = _either(published, rebuilt)
    return Splits(about("imdb", state=state, note=_shared(train, test)), train, [], test)


def _either(
    published: list[File], rebuilt: list[File]
) -> tuple[str, list[Labelled], list[Labelled]]:
    """The training and the test file of the same kind, never one of each -> state, train, test."""
    found, train = load(published[0], rebuilt[0])
    _, test = load(published[1] if found is published[0] else rebuilt[1])
    return found.state, train, test


def sst(classes: int = 2) -> Splits[Labelled]:
    """Stanford Sentiment Treebank, whole sentences, with 2 or 5 classes of opinion."""
    if classes not in (2, 5):
        raise ValueError(f"SST comes with 2 or 5 classes, not {classes}.")
    kind, labels = ("binary", OPINIONS) if classes == 2 else ("fine", FIVE_OPINIONS)
    read = partial(read_sst, labels)
    parts = (load(file("sst", f"{kind}_{part}", read))[1] for part in ("train", "dev", "test"))
    return Splits(about("sst", name=f"SST-{classes}"), *parts)


def _shared(train: list[Labelled], test: list[Labelled]) -> str:
    seen = {text for _, text in train}
    number = sum(text in seen for _, text in test)
    return f"{number:,} test texts are in the training part too."
