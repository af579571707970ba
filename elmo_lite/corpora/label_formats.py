"""How the published sets of texts with labels are written. Every function: bytes -> examples.

An example is a tuple (label, text). Where a file is not written as expected, ValueError says how.
"""

import csv
import html
import io
import re

from elmo_lite.corpora import unpack
from elmo_lite.corpora.examples import Labelled

TOPICS = ("World", "Sports", "Business", "Sci/Tech")
OPINIONS = ("negative", "positive")
FIVE_OPINIONS = ("very negative", "negative", "neutral", "positive", "very positive")


def read_sms(data: bytes) -> list[Labelled]:
    """Lines "ham<TAB>text"; the texts hold entities such as &lt;#&gt;."""
    rows = [unpack.columns(line, 2) for line in unpack.lines(data)]
    return [(_known(label, ("ham", "spam")), html.unescape(text)) for label, text in rows]


def read_ag_news(data: bytes) -> list[Labelled]:
    """Quoted columns: class 1-4, title, description; or title and description in one column."""
    examples = []
    text = data.decode("utf-8")
    for row in csv.reader(io.StringIO(text, newline=""), strict=True):
        if len(row) not in (2, 3):
            raise ValueError(f"a line has {len(row)} columns instead of 3 or 2")
        topic = TOPICS[int(_known(row[0], ("1", "2", "3", "4"))) - 1]
        examples.append((topic, clean_news(" ".join(row[1:]))))
    return examples


def clean_news(text: str) -> str:
    r"""Repair the rest of HTML in AG News: " #39;" was "&#39;", "\" a line break or an escape."""
    text = text.replace("\\$", "$").replace("\\", " ")
    text = re.sub(r"[ &]?#(\d{2,5});", r"&#\1;", text)
    text = re.sub(r" ?(?<![&\w])(quot|amp|lt|gt|nbsp);", r"&\1;", text)
    text = re.sub(r"<[^<>]*>", " ", html.unescape(html.unescape(text)))
    return " ".join(text.split())


def read_nsmc(data: bytes) -> list[Labelled]:
    """A heading, then "id<TAB>document<TAB>label" with label 0 or 1."""
    heading, *rows = (unpack.columns(line, 3) for line in unpack.lines(data))
    if heading != ["id", "document", "label"]:
        raise ValueError("it lacks the heading id, document, label")
    return [(OPINIONS[int(_known(label, ("0", "1")))], text) for _, text, label in rows]


def read_imdb(data: bytes) -> list[Labelled]:
    """A heading, then "label<TAB>rating<TAB>id<TAB>text" with label neg or pos."""
    heading, *rows = (unpack.columns(line, 4) for line in unpack.lines(data))
    if heading != ["label", "rating", "id", "text"]:
        raise ValueError("it lacks the heading label, rating, id, text")
    return [_review(label, text) for label, _, _, text in rows]


def read_imdb_archive(split: str, data: bytes) -> list[Labelled]:
    """The published archive: aclImdb/SPLIT/pos/ID_RATING.txt, one review a file."""
    found = unpack.members(data, rf"{split}/(?:pos|neg)/\d+_\d+\.txt")
    return [_review(name.split("/")[-2], text.decode("utf-8")) for name, text in sorted(found)]


def _review(label: str, text: str) -> Labelled:
    text = " ".join(text.replace("<br />", " ").split())
    return OPINIONS[("neg", "pos").index(label)], text


def read_sst(names: tuple[str, ...], data: bytes) -> list[Labelled]:
    """Lines "0 tokens ..."; the first character is the number of the label."""
    rows = (line.partition(" ") for line in unpack.lines(data))
    return [(names[int(label)], text) for label, _, text in rows]


def _known(label: str, labels: tuple[str, ...]) -> str:
    if label not in labels:
        raise ValueError(f"a label is {label[:20]!r} instead of {' or '.join(labels)}")
    return label
