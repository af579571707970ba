"""Sentences with a part of speech (품사) for every token. Every example is (tokens, tags)."""

import io
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from elmo_lite.corpora import ours, unpack
from elmo_lite.corpora.examples import About, Examples, Splits, Tagged, own_split, tagged_counts
from elmo_lite.corpora.fetch import File, Missing, load

_UD = "https://raw.githubusercontent.com/UniversalDependencies"
_EWT = f"{_UD}/UD_English-EWT/15d613d8447b3478787d4c278730a1e48a945efb"
_GSD_URL = f"{_UD}/UD_Korean-GSD/925eec22693d37a922eb546c6a9500844d271d51"
_KAIST_URL = f"{_UD}/UD_Korean-Kaist/ef244243b578e7cd0fb4fe45cd80b63de2a60e00"
_NLTK = (
    "https://raw.githubusercontent.com/nltk/nltk_data/5db857e6f7df11eabb5e5665836db9ec8df07e28"
    "/packages/corpora"
)
_CHUN = (
    "J. Chun, N.-R. Han, J. D. Hwang, J. D. Choi (2018): Building Universal Dependency treebanks "
    "in Korean. LREC."
)


# --- the formats


def read_conllu(data: bytes, tags: str = "upos") -> list[Tagged]:
    """CoNLL-U -> (words, tags). Syntactic words only: "don't" is the two words "do", "n't".

    tags="head" says where the head of a word stands: "left", "right", or "root" if it has none.
    """
    import conllu

    found = []
    columns = ("id", "form", "lemma", "upos", "xpos", "feats", "head")
    fields = columns if tags == "head" else columns[:5]  # fewer columns are read faster
    number = dict.fromkeys(("id", "feats", "head"), lambda line, i: line[i])  # and text as well
    stream = io.StringIO("\n".join(unpack.lines(data)) + "\n\n", newline="\n")
    try:
        for sentence in conllu.parse_incr(stream, fields, number):
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


def read_brown(data: bytes) -> list[tuple[str, list[Tagged]]]:
    """brown.zip -> for each document its category and its sentences, "word/tag word/tag"."""
    texts = dict(unpack.members(data, r"c[a-r]\d\d|cats\.txt"))
    texts = {name.rpartition("/")[2]: text for name, text in texts.items()}
    categories = [line.split(" ") for line in unpack.lines(texts["cats.txt"])]
    return [
        (category, slashed(unpack.lines(texts[name], "ascii"), "/"))
        for name, category in categories
    ]


def read_masc(data: bytes) -> list[Tagged]:
    """masc_tagged.zip -> sentences "word_TAG word_TAG"; pieces without a tag are left out."""
    texts = sorted(unpack.members(data, r"(?:spoken|written)/[^/]*\.txt"))
    return [s for _, text in texts for s in slashed(unpack.lines(text), "_")]


def slashed(lines: list[str], mark: str) -> list[Tagged]:
    """Lines of "word/tag", the last mark counts; lines and pieces without any are left out."""
    found = []
    for line in lines:
        pieces = [piece.rpartition(mark) for piece in line.split()]
        pairs = [(word, tag) for word, _, tag in pieces if word and tag]
        if pairs:
            found.append(([word for word, _ in pairs], [tag for _, tag in pairs]))
    return found


def short_tag(tag: str) -> str:
    """The main part of a tag of Brown: "nn-tl" -> "nn", "ppss+bem" -> "ppss", "---hl" -> "--"."""
    return re.sub(r"(?<=.)(?:-(?!-)|\+).*", "", tag) if tag != "--" else tag


# --- Universal Dependencies

EWT = {
    "train": ("3fb78e2b55482c8ee00caa653af436c88c9e5bc9a73ce26e4ae3ddc79d2b7e7b", 12_544),
    "dev": ("531a54ff90d6ab12201c5a50c3e78e6ddac4de69abc4bce5d275d3cd29efe2b6", 2_001),
    "test": ("e266e515a0a7547657ed3d90d9ba46487d6bd251f27ad4269d4e8a427c8555cd", 2_077),
}
# For "" no sha256 of the published file is known here: its number of sentences is checked.
GSD = {
    "train": ("", 4_400),
    "dev": ("8f7c4e24bbf6db2b0df8007068eb2d56d5ad8a5539360589d0f15a8c17034566", 950),
    "test": ("3d1df99bda4800235e14bcfd915baf706eafa1a3935a75ffd32420a51e57f5aa", 989),
}
KAIST = {
    "train": ("", 23_010),
    "dev": ("a1ce2dceee65683c2df3b0cce96c83d01e5ff67756060b998fe01d8bc8ca4faa", 2_066),
    "test": ("", 2_287),
}


def _ud(folder: str, url: str, known: dict[str, tuple[str, int]], tags: str) -> dict[str, File]:
    """The three files of a treebank, by part."""
    if tags not in ("upos", "xpos", "head"):
        raise ValueError(f'tags is "upos", "xpos" or "head", not {tags!r}.')
    read, prefix = partial(read_conllu, tags=tags), folder.rpartition("/")[2]
    names = {part: f"{prefix}-ud-{part}.conllu" for part in known}
    where = folder.rpartition("/")[0]
    return {
        part: File(f"{where}/{name}", read, f"{url}/{name}", *known[part])
        for part, name in names.items()
    }


def ewt(split: str, tags: str = "upos", or_ours: bool = False) -> Examples[Tagged]:
    """UD English-EWT, "train", "dev" or "test"; tags="upos" (17 tags), "xpos" (49, as in PTB), or
    "head": whether the head of a word stands to its left or right, or is the root.

    With or_ours=True our treebank of senses takes its place, if any of the three parts is missing.
    """
    files = _ud("pos/ud_english_ewt/en_ewt", _EWT, EWT, tags)
    if split not in files:
        raise ValueError(f'The parts of UD English-EWT are "train", "dev" and "test": {split!r}.')
    instead = "or_ours=True takes the treebank written for this course"
    try:
        if or_ours:  # all three or none: never train on one set and test on another
            for file in files.values():
                load(replace(file, parse=len, count=0))
        _, found = load(files[split], instead=instead)
    except Missing:
        if or_ours and tags == "upos":
            return ours.our_tagged(split, "en")
        raise
    about = About(
        "UD English-EWT",
        "CC BY-SA 4.0",
        "N. Silveira and others (2014): A gold standard dependency corpus for English. LREC.",
    )
    return Examples(found, about, tagged_counts(found))


def korean_gsd(tags: str = "upos", or_ours: bool = False) -> Splits[Tagged]:
    """UD Korean-GSD: news and web, tagged by eojeol (어절). Without its training part, the
    development part is divided: 80 % train, 20 % dev; the test part stays the published one."""
    return _korean(
        "UD Korean-GSD", _ud("pos/ud_korean_gsd/ko_gsd", _GSD_URL, GSD, tags), tags, or_ours
    )


def korean_kaist(tags: str = "upos", or_ours: bool = False) -> Splits[Tagged]:
    """UD Korean-Kaist: literature, news, textbooks. Without its training or its test part, the
    development part is divided: 70 % train, 10 % dev, 20 % test."""
    return _korean(
        "UD Korean-Kaist",
        _ud("pos/ud_korean_kaist/ko_kaist", _KAIST_URL, KAIST, tags),
        tags,
        or_ours,
    )


def _korean(name: str, files: dict[str, File], tags: str, or_ours: bool) -> Splits[Tagged]:
    try:
        train, dev, test = (load(files[part])[1] for part in ("train", "dev", "test"))
        return Splits(About(name, "CC BY-SA 4.0", _CHUN), train, dev, test)
    except Missing:
        pass
    instead = "or_ours=True takes the Korean treebank written for this course"
    try:
        dev = load(files["dev"], instead=instead)[1]
    except Missing:
        if or_ours and tags == "upos":
            parts = (list(ours.our_tagged(part, "ko")) for part in ("train", "dev", "test"))
            return Splits(ours.about_treebank("ko"), *parts)
        raise
    try:
        test, rest, share = load(files["test"])[1], dev, 0.2
        note = "No training part here: 80 % of the development part stands in for it."
    except Missing:
        rest, test = own_split(dev, key=_text)
        share = 0.125  # of the remaining 80 %
        note = "Only the development part is here, divided 70 : 10 : 20."
    train, dev = own_split(rest, key=_text, test=share)
    return Splits(About(name, "CC BY-SA 4.0", _CHUN, "own split", note), train, dev, test)


def _text(example: Tagged) -> str:
    return " ".join(example[0])


# --- Brown and MASC

BROWN = File(
    "pos/nltk/brown.zip",
    read_brown,
    url=f"{_NLTK}/brown.zip",
    sha256="9b275f9b3b95d7bd66ccfb7cd259f445a13bbe5d1f4107aba09fd3e8364bafa6",
    count=500,
)
MASC = File(
    "pos/nltk/masc_tagged.zip",
    read_masc,
    url=f"{_NLTK}/masc_tagged.zip",
    sha256="678a5141cf3381bedb1839c58a330507337be07c7c71603279c0ef5337032304",
)


def brown(*categories: str) -> Examples[Tagged]:
    """The Brown corpus with its own 472 tags; all of it, or categories such as "news", "fiction".

    short_tag makes 105 simple tags of them. SemCor is part of the same text.
    """
    _, documents = load(BROWN)
    known = sorted({category for category, _ in documents})
    for category in categories:
        if category not in known:
            raise ValueError(f"Brown has no {category!r}, but {', '.join(known)}.")
    wanted = categories or known
    found = [s for category, sentences in documents if category in wanted for s in sentences]
    about = About(
        "Brown corpus" + (f" ({', '.join(categories)})" if categories else ""),
        "may be used for non-commercial purposes",
        "W. N. Francis, H. Kučera (1979): Brown corpus manual. Brown University.",
    )
    return Examples(found, about, tagged_counts(found))


def masc() -> Examples[Tagged]:
    """The Manually Annotated Sub-Corpus with PTB tags. The English weights of this course were
    trained on its text: measure no probe on it."""
    _, found = load(MASC)
    about = About(
        "MASC",
        "free for any use",
        "N. Ide, C. Baker, C. Fellbaum, R. Passonneau (2010): The Manually Annotated Sub-Corpus. "
        "ACL.",
        note="The shipped weights have read this text.",
    )
    return Examples(found, about, tagged_counts(found))
