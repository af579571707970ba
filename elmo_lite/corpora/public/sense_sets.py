"""Published sets of word senses (어의). Every example is an Occurrence: one word, one sense.

The readers turn the bytes of a published file into examples.
"""

import hashlib
import html
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from elmo_lite.corpora.examples import Examples, Occurrence, Splits, occurrence_counts, own_split
from elmo_lite.corpora.lines import lines_of, rows_of, table_of
from elmo_lite.corpora.public import archives
from elmo_lite.corpora.public.fetch import Damaged, File, load
from elmo_lite.corpora.public.sets import SETS, about, file

# sha256 of the documents of SemCor, one after the other in the order of their names
SEMCOR = "035d96acdb7101bbba84d1a61aede2f01759dc5f9ebc7693068223f572263b1d"
SENSEVAL = {"hard": 4_333, "interest": 2_368, "line": 4_146, "serve": 4_378}
COARSE_HERE = {"arm", "bank", "bass", "bow", "chair", "deck", "digit", "hood", "pitcher", "pound"}
COARSE_HERE |= {"spring", "yard"}  # in the archive
COARSE_WORDS = {"apple", "club", "crane", "java", "mole", "seal", "square", "trunk"} | COARSE_HERE


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

# Files may be hostile: no pattern here takes longer than in proportion to the text.
_BEGIN = re.compile(r"<s\b")
_UNIT = re.compile(r"<(?:wf|punc)\b([^<>]*)>([^<]*)</")
_ATTRIBUTE = re.compile(r'(?<!\w)(\w++)="?([^"\s>]*)"?')


def semcor() -> Examples[Occurrence]:
    """SemCor 3.0: words of the Brown corpus with WordNet 3.0 senses, "say%2:32:00::".

    .document is "brown1/br-a01"; split by it. In brown1 and brown2 all content words are tagged,
    in brownv only verbs. 8,092 senses were dropped in WordNet 3.0: they are not in its index.
    """
    packed_by_us = file("semcor", "packed", read_semcor)
    return load(packed_by_us, file("semcor", "zip", read_semcor_zip))[1]


def read_semcor_zip(data: bytes) -> Examples[Occurrence]:
    """The archive of the public address, which is packed anew for each download and so has another
    sha256 each time: that of its documents is checked."""
    contents = (text for _, text in semcor_documents(data))
    if hashlib.sha256(b"".join(contents)).hexdigest() != SEMCOR:
        raise ValueError("the sha256 of its documents differs")
    return read_semcor(data)


def read_semcor(data: bytes) -> Examples[Occurrence]:
    """The archive of SemCor in its original format, one file a document."""
    documents = semcor_documents(data)
    sentences = tokens = 0
    found: list[Occurrence] = []
    for name, text in documents:
        for sentence in _elements(_BEGIN, "</s>", text.decode("utf-8")):
            units = _UNIT.findall(sentence)
            sentences += 1
            tokens += len(units)
            found += _semcor_occurrences(units, name.replace("_", "/"))
    counts = {"documents": len(documents), "sentences": sentences, "tokens": tokens}
    return Examples(found, about("semcor"), counts | occurrence_counts(found))


def semcor_documents(data: bytes) -> list[tuple[str, bytes]]:
    """(name, text) of each document in an archive, in the order of the names."""
    found = archives.members(data, r"brown[12v]_br-\w+")
    return sorted((name.rpartition("/")[2], text) for name, text in found)


def _elements(begin: re.Pattern[str], end: str, text: str) -> Iterator[str]:
    """Each element from its beginning up to its end, which is left out."""
    for piece in text.split(end)[:-1]:
        if start := begin.search(piece):
            yield piece[start.start() :]


def _semcor_occurrences(units: list[tuple[str, str]], document: str) -> list[Occurrence]:
    """The (attributes, form) of a sentence -> its words with a WordNet sense.

    "took_place" becomes two tokens. The sense is the key of WordNet, "take_place%2:30:00::". Where
    several are given (703 times), the first one counts.
    """
    forms = [html.unescape(form) for _, form in units]
    words = [[part for part in form.split("_") if part] or [form] for form in forms]
    tokens = tuple(token for parts in words for token in parts)
    found, index = [], 0
    for parts, (attributes, _) in zip(words, units, strict=True):
        end = index + len(parts)
        if "lexsn=" in attributes:
            facts = dict(_ATTRIBUTE.findall(attributes))
            sense = f"{facts['lemma']}%{facts['lexsn'].partition(';')[0]}"
            pos = facts.get("pos", "")
            found.append(Occurrence(tokens, index, sense, facts["lemma"], pos, document, end=end))
        index = end
    return found


# --- Senseval-2: not well-formed XML (<wf pos="<">, bare words), so it is read as text

_INSTANCE = re.compile(r'<instance id="([^"]*)">')
_ANSWER = re.compile(r'<answer instance="[^"]*" senseid="([^"]*)"')
_PIECE = re.compile(
    r"""(?P<head><head>\s*)?<wf\ pos=(?P<pos>"[^"]*"|'[^']*')>(?P<word>(?:(?!<wf\ )[^\n])+?)</wf>
    | <[^<>]*>          # any other element: no word
    | (?P<bare>[^\s<]+)  # a few words stand alone; FRASL is a slash""",
    re.VERBOSE,
)


def senseval(word: str) -> Splits[Occurrence]:
    """Senseval-2 "hard", "interest", "line" or "serve", in our own split, 80 % for training.

    The tokens are the whole context, up to three sentences, in lower case. The senses are
    skewed (hard: 80 % HARD1): report balanced accuracy.
    """
    if word not in SENSEVAL:
        raise ValueError(f"Senseval-2 has the words {', '.join(SENSEVAL)}, not {word!r}.")
    read = partial(read_senseval, word)
    _, found = load(file("senseval", "all", read, count=SENSEVAL[word]))
    train, test = own_split(found, key=lambda o: " ".join(o.tokens), label=lambda o: o.sense)
    note = "Copies of a context are always in the same part."
    facts = about("senseval", name=f"Senseval-2 {word}", state="own split", note=note)
    return Splits(facts, train, [], test)


def read_senseval(word: str, data: bytes) -> list[Occurrence]:
    """senseval.zip, file WORD.pos -> one occurrence for each instance, whole context as tokens."""
    text = archives.member(data, f"{word}.pos").decode("utf-8")
    found = []
    for body in _elements(_INSTANCE, "</instance>", text):
        name = _INSTANCE.findall(body)[0]
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


def coarsewsd(word: str) -> Splits[Occurrence]:
    """One of the twenty nouns of CoarseWSD-20 (Wikipedia sentences), with the published split."""
    if word not in COARSE_WORDS:
        raise ValueError(f"CoarseWSD-20 has {', '.join(sorted(COARSE_WORDS))}, not {word!r}.")
    found = _coarsewsd(word)
    train, test = ([o for o in found if o.split == part] for part in ("train", "test"))
    return Splits(about("coarsewsd", name=f"CoarseWSD-20 {word}"), train, [], test)


def _coarsewsd(word: str) -> list[Occurrence]:
    """From the archive, which holds twelve of the words, or from five files at the address."""
    archive = file("coarsewsd", "packed", partial(read_coarsewsd, word))
    known = SETS["coarsewsd"]["files"]
    place, sha256 = known["folder"], known["sha256"].get(word, [""] * len(COARSE_FILES))
    files = [
        File(f"{place['path']}/{word}/{name}", read, f"{place['url']}/{word}/{name}", checked)
        for (name, read), checked in zip(COARSE_FILES.items(), sha256, strict=True)
    ]
    where, first = load(*[archive] * (word in COARSE_HERE), files[0])
    if where is archive:
        return first
    contents = [first, *(load(each)[1] for each in files[1:])]
    try:
        return coarse_occurrences(word, dict(zip(COARSE_FILES, contents, strict=True)))
    except (ValueError, KeyError) as error:
        advice = f"delete the folder CoarseWSD-20/{word} and fetch it again"
        raise Damaged(f"The files of CoarseWSD-20 do not fit ({error}): {advice}.") from error


def read_coarsewsd(word: str, data: bytes) -> list[Occurrence]:
    """The archive with a folder for each word -> the occurrences of one word, both parts."""
    found = archives.members(data, rf"CoarseWSD-20/{word}/[^/]*\.txt")
    files = {name.split("/")[-1]: text for name, text in found}
    return coarse_occurrences(
        word, {name: read(files[name]) for name, read in COARSE_FILES.items()}
    )


def read_positions(data: bytes) -> list[tuple[int, tuple[str, ...]]]:
    """Lines "position<TAB>tokens"."""
    return [(int(number), tuple(text.split(" "))) for number, text in rows_of(data, 2)]


def read_numbers(data: bytes) -> list[str]:
    """The number of a class on every line."""
    return [str(int(line)) for line in lines_of(data)]


def read_classes(data: bytes) -> dict[str, str]:
    """JSON that gives every number of a class its name."""
    classes = json.loads(data.decode("utf-8"))
    if not isinstance(classes, dict):
        raise ValueError("it does not name the classes")
    return classes


COARSE_FILES: dict[str, Callable[[bytes], Any]] = {
    "train.data.txt": read_positions,
    "train.gold.txt": read_numbers,
    "test.data.txt": read_positions,
    "test.gold.txt": read_numbers,
    "classes_map.txt": read_classes,
}


def coarse_occurrences(word: str, contents: dict[str, Any]) -> list[Occurrence]:
    """What the five files of a word hold -> its occurrences, both parts."""
    found = []
    for split in ("train", "test"):
        sentences, numbers = contents[f"{split}.data.txt"], contents[f"{split}.gold.txt"]
        if len(sentences) != len(numbers):
            raise ValueError(f"{len(sentences)} sentences of {word} have {len(numbers)} classes")
        for (position, tokens), number in zip(sentences, numbers, strict=True):
            sense = contents["classes_map.txt"][number]
            found.append(Occurrence(tokens, position, sense, word, "NOUN", split=split))
    return found


# --- the senses of WordNet


def wordnet_senses() -> Examples[WordNetSense]:
    """Gloss, synonyms and SemCor count of every sense of the lemmas in SemCor, for the first-sense
    baseline. Only from a folder: it was made from WordNet 3.0 and has no address of its own."""
    instead = "without it SemCor's own counts give the most frequent sense"
    _, found = load(file("wordnet", "all", read_wordnet), instead=instead)
    counts = {"senses": len(found), "lemmas": len({sense.lemma for sense in found})}
    return Examples(found, about("wordnet", state="rebuilt"), counts)


def read_wordnet(data: bytes) -> list[WordNetSense]:
    """A table with a row for each sense; its synonyms are joined by |."""
    heading = "sense_key lemma pos sense_no synset_offset semcor3_count synonyms gloss"
    rows = table_of(data, *heading.split())
    return [
        WordNetSense(key, lemma, pos, int(rank), int(frequency), tuple(synonyms.split("|")), gloss)
        for key, lemma, pos, rank, _, frequency, synonyms, gloss in rows
    ]
