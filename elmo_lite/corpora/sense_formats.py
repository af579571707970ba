"""How the published sets of word senses are written. Every function: bytes -> occurrences."""

import html
import json
import re
from dataclasses import dataclass, field
from typing import NamedTuple

from elmo_lite.corpora import unpack
from elmo_lite.corpora.examples import Occurrence


@dataclass
class SenseTagged:
    """What a corpus of running text with senses holds."""

    occurrences: list[Occurrence] = field(default_factory=list)
    documents: int = 0
    sentences: int = 0
    tokens: int = 0

    def __len__(self) -> int:
        return len(self.occurrences)


class WordNetSense(NamedTuple):
    """A sense of WordNet 3.0; rank 1 is the first sense, frequency is that in SemCor."""

    key: str
    lemma: str
    pos: str
    rank: int
    frequency: int
    synonyms: tuple[str, ...]
    gloss: str


# --- SemCor: <wf cmd="done" pos="VB" lemma="say" wnsn="1" lexsn="2:32:00::">said</wf>

_UNIT = re.compile(r"<s\b|<(wf|punc)\b([^>]*)>([^<]*)</\1>")
_ATTRIBUTE = re.compile(r'(\w+)="?([^"\s>]*)"?')


def read_semcor(data: bytes) -> SenseTagged:
    """The archive of SemCor in its original format, one file a document."""
    found = SenseTagged()
    for name, text in sorted(unpack.members(data, r"brown[12v]_br-\w+")):
        document = name.rpartition("/")[2].replace("_", "/")
        found.documents += 1
        for units in semcor_sentences(text.decode("utf-8")):
            found.sentences += 1
            found.tokens += len(units)
            found.occurrences += semcor_occurrences(units, document)
    return found


def semcor_sentences(text: str) -> list[list[tuple[str, str]]]:
    """A document -> its sentences as (form, attributes); a form may be "took_place"."""
    sentences: list[list[tuple[str, str]]] = []
    for match in _UNIT.finditer(text):
        if match[1]:
            sentences[-1].append((html.unescape(match[3]), match[2]))
        else:
            sentences.append([])
    return sentences


def semcor_occurrences(units: list[tuple[str, str]], document: str) -> list[Occurrence]:
    """A sentence -> its words with a WordNet sense. "took_place" becomes two tokens.

    The sense is the key of WordNet, "take_place%2:30:00::". Where several are given (703 times),
    the first one counts.
    """
    words = [[part for part in form.split("_") if part] or [form] for form, _ in units]
    tokens = tuple(token for parts in words for token in parts)
    found, index = [], 0
    for parts, (_, attributes) in zip(words, units, strict=True):
        if "lexsn=" in attributes:
            facts = dict(_ATTRIBUTE.findall(attributes))
            lemma, number = facts["lemma"], facts["lexsn"].partition(";")[0]
            sense, end = f"{lemma}%{number}", index + len(parts)
            pos = facts.get("pos", "")
            found.append(Occurrence(tokens, index, sense, lemma, pos, document, end=end))
        index += len(parts)
    return found


# --- Senseval-2: not well-formed XML (<wf pos="<">, bare words), so it is read as text

_INSTANCE = re.compile(r'<instance id="([^"]*)">(.*?)</instance>', re.DOTALL)
_ANSWER = re.compile(r'<answer instance="[^"]*" senseid="([^"]*)"')
_PIECE = re.compile(
    r"""(?P<head><head>\s*)?<wf\ pos=(?P<pos>"[^"]*"|'[^']*')>(?P<word>[^\n]+?)</wf>
    | <[^>]*>           # any other element: no word
    | (?P<bare>[^\s<]+)  # a few words stand alone; FRASL is a slash""",
    re.VERBOSE,
)


def read_senseval(word: str, data: bytes) -> list[Occurrence]:
    """senseval.zip, file WORD.pos -> one occurrence for each instance, whole context as tokens."""
    text = unpack.member(data, f"{word}.pos").decode("utf-8")
    found = []
    for name, body in _INSTANCE.findall(text):
        pieces = [m for m in _PIECE.finditer(body) if m["word"] or m["bare"]]
        heads = [i for i, piece in enumerate(pieces) if piece["head"]]
        sense = _ANSWER.search(body)
        if len(heads) != 1 or sense is None:
            raise ValueError(f"{name} has no single head word with a sense")
        forms = (html.unescape(piece["word"] or piece["bare"]).strip() for piece in pieces)
        tokens = tuple("/" if form == "FRASL" else form for form in forms)
        pos = pieces[heads[0]]["pos"][1:-1]
        found.append(Occurrence(tokens, heads[0], sense[1], word, pos, name))
    return found


# --- CoarseWSD-20: "position<TAB>tokens" and, line by line, the number of the class


def read_coarsewsd(word: str, data: bytes) -> list[Occurrence]:
    """The archive with a folder for each word -> the occurrences of one word, both parts."""
    files = {
        name.split("/")[-1]: text
        for name, text in unpack.members(data, rf"CoarseWSD-20/{word}/[^/]*\.txt")
    }
    classes, found = read_classes(files["classes_map.txt"]), []
    for split in ("train", "test"):
        sentences = read_positions(files[f"{split}.data.txt"])
        numbers = read_numbers(files[f"{split}.gold.txt"])
        found += coarse_occurrences(word, split, sentences, numbers, classes)
    return found


def read_positions(data: bytes) -> list[tuple[int, tuple[str, ...]]]:
    """Lines "position<TAB>tokens"."""
    rows = (unpack.columns(line, 2) for line in unpack.lines(data))
    return [(int(position), tuple(tokens.split(" "))) for position, tokens in rows]


def read_numbers(data: bytes) -> list[str]:
    """The number of a class on every line."""
    return [str(int(line)) for line in unpack.lines(data)]


def read_classes(data: bytes) -> dict[str, str]:
    """JSON that gives every number of a class its name."""
    classes = json.loads(data.decode("utf-8"))
    if not isinstance(classes, dict):
        raise ValueError("it does not name the classes")
    return classes


def coarse_occurrences(
    word: str,
    split: str,
    sentences: list[tuple[int, tuple[str, ...]]],
    numbers: list[str],
    classes: dict[str, str],
) -> list[Occurrence]:
    """The sentences of one part with their classes."""
    if len(sentences) != len(numbers):
        raise ValueError(f"{len(sentences)} sentences of {word} have {len(numbers)} classes")
    return [
        Occurrence(tokens, position, classes[number], word, "NOUN", split=split)
        for (position, tokens), number in zip(sentences, numbers, strict=True)
    ]


# --- the senses of WordNet


def read_wordnet(data: bytes) -> list[WordNetSense]:
    """A heading, then sense_key, lemma, pos, sense_no, offset, count, synonyms, gloss."""
    heading, *rows = (unpack.columns(line, 8) for line in unpack.lines(data))
    if heading[0] != "sense_key":
        raise ValueError("it lacks the heading sense_key, lemma, ...")
    return [
        WordNetSense(key, lemma, pos, int(rank), int(frequency), tuple(synonyms.split("|")), gloss)
        for key, lemma, pos, rank, _, frequency, synonyms, gloss in rows
    ]
