"""Named entities (개체명). Every example is (tokens, tags); tags are B-TYPE, I-TYPE, O (IOB2)."""

from elmo_lite.corpora import unpack
from elmo_lite.corpora.examples import About, Splits, Tagged, own_split
from elmo_lite.corpora.fetch import File, Missing, load

_GITHUB = "https://raw.githubusercontent.com"
_WNUT = f"{_GITHUB}/leondz/emerging_entities_17/e52a2d2a71ac1a051ca2d532eef28653c5c02603"
_KLUE = (
    f"{_GITHUB}/KLUE-benchmark/KLUE/3efd98708a40ff49251fddde35453f8fbb11f536"
    "/klue_benchmark/klue-ner-v1.1"
)


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

    An eojeol takes the tag of the first of its characters that lies in an entity: "박씨의" with
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
    return words, mend_iob2(word_tags)


def mend_iob2(tags: list[str]) -> list[str]:
    """Every I-TYPE that continues no entity of its type becomes B-TYPE."""
    mended: list[str] = []
    before = "O"
    for tag in tags:
        starts = tag.startswith("I-") and before[2:] != tag[2:]
        mended.append("B-" + tag[2:] if starts else tag)
        before = tag
    return mended


def entities(tags: list[str]) -> list[tuple[int, int, str]]:
    """IOB2 tags -> (start, end, type) of every entity."""
    found: list[tuple[int, int, str]] = []
    for i, tag in enumerate(tags):
        if tag.startswith("I-") and found and found[-1][1:] == (i, tag[2:]):
            found[-1] = (found[-1][0], i + 1, tag[2:])
        elif tag != "O":
            found.append((i, i + 1, tag[2:]))
    return found


WNUT17 = {
    part: File(f"ner/wnut17/{name}", read_columns, f"{_WNUT}/{name}", sha256, count)
    for part, name, sha256, count in (
        (
            "train",
            "wnut17train.conll",
            "731820e13f71af324c6b55a1575ec2ce59fbaa2a0806f8f0400b98d56cd6a7a5",
            3_394,
        ),
        (
            "dev",
            "emerging.dev.conll",
            "e053b752b8155113ca66e7db08af5f2f5f43ab993694e4774f1ec5bad42312d8",
            1_009,
        ),
        (
            "test",
            "emerging.test.annotated",
            "2aa79b764e56ec9264a1b30fdd9b70195bd00ff400b62edd8f399d5f13c178f0",
            1_287,
        ),
    )
}
# No sha256 of the training part is known here: its number of sentences is checked.
KLUE_TRAIN = File(
    "ner/klue_ner/klue-ner-v1.1_train.tsv",
    read_klue,
    url=f"{_KLUE}/klue-ner-v1.1_train.tsv",
    count=21_008,
)
KLUE_DEV = File(
    "ner/klue_ner/klue-ner-v1.1_dev.tsv",
    read_klue,
    url=f"{_KLUE}/klue-ner-v1.1_dev.tsv",
    sha256="0f4d5e818f7b82d299c3a87856fc40a706f5943207580ddb252397e387050a54",
    count=5_000,
)


def wnut17() -> Splits[Tagged]:
    """WNUT-17: rare and new names in noisy user text, six types. F1 of 30 to 45 is normal."""
    train, dev, test = (load(WNUT17[part])[1] for part in ("train", "dev", "test"))
    about = About(
        "WNUT-17",
        "CC BY 4.0",
        "L. Derczynski, E. Nichols, M. van Erp, N. Limsopatham (2017): Results of the WNUT2017 "
        "shared task on novel and emerging entity recognition. W-NUT.",
    )
    return Splits(about, train, dev, test)


def klue_ner(unit: str = "character") -> Splits[Tagged]:
    """KLUE-NER: Korean, six types, tags by "character" (as published) or by "eojeol".

    The published development part is the test part here: the official test is not public. Without
    the training part, 20 % of the development part are for testing and the rest for training.
    """
    if unit not in ("character", "eojeol"):
        raise ValueError(f'The unit is "character" or "eojeol", not {unit!r}.')
    _, test = load(KLUE_DEV)
    state, note = "exact", "The published development part serves as test part."
    try:
        _, train = load(KLUE_TRAIN)
    except Missing:
        train, test = own_split(test, key=lambda e: "".join(e[0]))
        state, note = "own split", "Only the published development part is here, divided 80 : 20."
    if unit == "eojeol":
        train, test = ([by_eojeol(*example) for example in part] for part in (train, test))
    about = About(
        "KLUE-NER" + (" by eojeol" if unit == "eojeol" else ""),
        "CC BY-SA 4.0",
        "S. Park and others (2021): KLUE: Korean Language Understanding Evaluation. NeurIPS "
        "datasets and benchmarks.",
        state,
        note,
    )
    return Splits(about, train, [], test)
