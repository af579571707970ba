"""Texts with labels: spam, topics, opinions. Every example is a tuple (label, text)."""

from collections.abc import Callable
from functools import partial

from elmo_lite.corpora import label_formats as formats
from elmo_lite.corpora.examples import Labelled, Splits, own_split
from elmo_lite.corpora.fetch import load
from elmo_lite.corpora.sets import about, file

SMS_LECTURE = 4_457  # 80 % of the 5,572 messages of a copy that lectures use


def sms_spam(copies: bool = False) -> Splits[Labelled]:
    """SMS Spam Collection: 5,171 distinct messages, "ham" or "spam", in our own split.

    The 403 exact copies are dropped before the split, or the test part would leak into training.
    With copies=True it is the split of many lectures: all 5,574 messages in the order of the file,
    the first 4,457 of them for training. It leaks, and the note says how much.
    """
    _, messages = load(file("sms_spam", "all", formats.read_sms))
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
    train_files = [file("ag_news", part, formats.read_ag_news) for part in ("train", "sample")]
    found, train = load(*train_files)
    _, test = load(file("ag_news", "test", formats.read_ag_news))
    sample = "Test part as published; a sample of the training part."
    note = sample if found.state == "part" else ""
    return Splits(about("ag_news", state=found.state, note=note), train, [], test)


def nsmc() -> Splits[Labelled]:
    """Naver Sentiment Movie Corpus: Korean film reviews, "negative" or "positive".

    The rebuilt set has the size of the published one but another split: compare no published score
    with one on it.
    """
    state, train, test = _either("nsmc", lambda part: formats.read_nsmc, formats.read_nsmc)
    facts = {"note": _shared(train, test)}
    if state != "exact":
        facts = {"name": "NSMC rebuilt", "note": facts["note"] + " Not the published split."}
    return Splits(about("nsmc", state=state, **facts), train, [], test)


def imdb() -> Splits[Labelled]:
    """Large Movie Review Dataset: long English film reviews, "negative" or "positive"."""
    state, train, test = _either(
        "imdb", lambda part: partial(formats.read_imdb_archive, part), formats.read_imdb
    )
    return Splits(about("imdb", state=state, note=_shared(train, test)), train, [], test)


def _either(
    name: str,
    published: Callable[[str], Callable],
    rebuilt: Callable[[bytes], list[Labelled]],
) -> tuple[str, list[Labelled], list[Labelled]]:
    """The published parts of a set, or the rebuilt ones, never one of each -> state, train, test.

    published: part -> the function that reads it.
    """
    trains, tests = (
        [file(name, part, published(part)), file(name, f"rebuilt_{part}", rebuilt)]
        for part in ("train", "test")
    )
    found, train = load(*trains)
    _, test = load(tests[trains.index(found)])
    return found.state, train, test


def sst(classes: int = 2) -> Splits[Labelled]:
    """Stanford Sentiment Treebank, whole sentences, with 2 or 5 classes of opinion."""
    if classes not in (2, 5):
        raise ValueError(f"SST comes with 2 or 5 classes, not {classes}.")
    kind, labels = {2: ("binary", formats.OPINIONS), 5: ("fine", formats.FIVE_OPINIONS)}[classes]
    read = partial(formats.read_sst, labels)
    parts = {
        part: load(file("sst", f"{kind}_{part}", read))[1] for part in ("train", "dev", "test")
    }
    return Splits(about("sst", name=f"SST-{classes}"), **parts)


def _shared(train: list[Labelled], test: list[Labelled]) -> str:
    seen = {text for _, text in train}
    number = sum(text in seen for _, text in test)
    return f"{number:,} test texts are in the training part too."
