"""Named entities (개체명). Every example is (tokens, tags); tags are B-TYPE, I-TYPE, O (IOB2)."""

from elmo_lite.corpora import unpack
from elmo_lite.corpora.examples import Splits, Tagged, own_split
from elmo_lite.corpora.fetch import Missing, load
from elmo_lite.corpora.sets import about, file


def read_columns(data: bytes, comment: str = "") -> list[Tagged]:
    """Lines "token<TAB>tag" with empty lines (or only a tab) between sentences."""
    found: list[Tagged] = []
    tokens: list[str] = []
    tags: list[str] = []
    for line in [*unpack.lines(data), ""]:
        if comment and line.startswith(comment):
            continue
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


def read_klue(data: bytes) -> list[Tagged]:
    """KLUE-NER: one character a line, spaces too, comments after ##."""
    return read_columns(data, comment="##")


def by_eojeol(characters: list[str], tags: list[str]) -> Tagged:
    """Tags of characters -> tags of the words between the spaces (어절).

    An eojeol takes the tag of the first of its characters that is in an entity: "박씨의" with
    박 as B-PS is B-PS as a whole.
    """
    words: list[str] = []
    word_tags: list[str] = []
    inside = False
    for character, tag in zip(characters, tags, strict=True):
        if character.isspace():
            inside = False
        elif not inside:
            words.append(character)
            word_tags.append(tag)
            inside = True
        else:
            words[-1] += character
            if word_tags[-1] == "O":
                word_tags[-1] = tag
    return words, fix_iob2(word_tags)


def fix_iob2(tags: list[str]) -> list[str]:
    """Every I-TYPE that continues no entity of its type becomes B-TYPE."""
    fixed: list[str] = []
    before = "O"
    for tag in tags:
        starts = tag.startswith("I-") and before[2:] != tag[2:]
        fixed.append("B-" + tag[2:] if starts else tag)
        before = tag
    return fixed


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


def klue_ner(unit: str = "character") -> Splits[Tagged]:
    """KLUE-NER: Korean, six types, tags by "character" (as published) or by "eojeol".

    The published development part is the test part here: the official test is not public. Without
    the training part, 20 % of the development part are for testing and the rest for training.
    """
    if unit not in ("character", "eojeol"):
        raise ValueError(f'The unit is "character" or "eojeol", not {unit!r}.')
    _, test = load(file("klue_ner", "dev", read_klue))
    state, note = "exact", "The published development part serves as test part."
    try:
        _, train = load(file("klue_ner", "train", read_klue))
    except Missing:
        train, test = own_split(test, key=lambda e: "".join(e[0]))
        state, note = "own split", "Only the published development part is here, divided 80 : 20."
    if unit == "eojeol":
        train, test = ([by_eojeol(*example) for example in part] for part in (train, test))
    name = "KLUE-NER" + (" by eojeol" if unit == "eojeol" else "")
    return Splits(about("klue_ner", name=name, state=state, note=note), train, [], test)
