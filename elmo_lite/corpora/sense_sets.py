"""Published sets of word senses (어의). Every example is an Occurrence: one word, one sense.

The treebank of this course is ours.senses; with or_ours=True it replaces a set that is
missing: the same lemma if we have it, or else all lemmas.
"""

from collections.abc import Callable
from functools import partial

from elmo_lite.corpora import ours
from elmo_lite.corpora import sense_formats as formats
from elmo_lite.corpora.examples import Examples, Occurrence, Splits, occurrence_counts, own_split
from elmo_lite.corpora.fetch import Damaged, File, Missing, load
from elmo_lite.corpora.sense_formats import SenseTagged, WordNetSense
from elmo_lite.corpora.sets import SETS, about, file

_INSTEAD = "or_ours=True takes the treebank of senses written for this course"

SENSEVAL = {"hard": 4_333, "interest": 2_368, "line": 4_146, "serve": 4_378}
COARSE_HERE = {"arm", "bank", "bass", "bow", "chair", "deck", "digit", "hood", "pitcher", "pound"}
COARSE_HERE |= {"spring", "yard"}  # in the archive
COARSE_WORDS = {"apple", "club", "crane", "java", "mole", "seal", "square", "trunk"} | COARSE_HERE


def semcor(or_ours: bool = False) -> Examples[Occurrence]:
    """SemCor 3.0: words of the Brown corpus with WordNet 3.0 senses, "say%2:32:00::".

    .document is "brown1/br-a01"; split by it. In brown1 and brown2 all content words are tagged,
    in brownv only verbs. 8,092 senses were dropped in WordNet 3.0: they are not in its index.
    """
    try:
        _, found = load(*_archives("semcor", formats.read_semcor), instead=_INSTEAD)
    except Missing:
        if or_ours:
            return ours.senses("en")
        raise
    return Examples(found.occurrences, about("semcor"), _counts(found))


def _archives(name: str, read: Callable[[bytes], SenseTagged]) -> list[File]:
    """The archive that we packed from the published files, and the zip of the public address.

    A server packs the zip anew each time, so it has no sha256; its occurrences are counted.
    """
    return [file(name, part, read) for part in ("packed", "zip")]


def masc_noad(or_ours: bool = False) -> Examples[Occurrence]:
    """MASC with senses of the New Oxford American Dictionary: opaque ids, no glosses. The English
    weights of this course were trained on its text: measure no probe on it."""
    try:
        _, found = load(*_archives("masc_noad", formats.read_masc_senses), instead=_INSTEAD)
    except Missing:
        if or_ours:
            return ours.senses("en")
        raise
    return Examples(found.occurrences, about("masc_noad"), _counts(found))


def senseval(word: str, or_ours: bool = False) -> Splits[Occurrence]:
    """Senseval-2 "hard", "interest", "line" or "serve", in our own split, 80 % for training.

    The tokens are the whole context, up to three sentences, in lower case. The senses are
    skewed (hard: 80 % HARD1): report balanced accuracy.
    """
    if word not in SENSEVAL:
        raise ValueError(f"Senseval-2 has the words {', '.join(SENSEVAL)}, not {word!r}.")
    read = partial(formats.read_senseval, word)
    try:
        _, found = load(file("senseval", "all", read, count=SENSEVAL[word]), instead=_INSTEAD)
    except Missing:
        if or_ours:
            return _our_word(word)
        raise
    train, test = own_split(found, key=lambda o: " ".join(o.tokens), label=lambda o: o.sense)
    note = "Copies of a context are always in the same part."
    facts = about("senseval", name=f"Senseval-2 {word}", state="own split", note=note)
    return Splits(facts, train, [], test)


def coarsewsd(word: str, or_ours: bool = False) -> Splits[Occurrence]:
    """One of the twenty nouns of CoarseWSD-20 (Wikipedia sentences), with the published split."""
    if word not in COARSE_WORDS:
        raise ValueError(f"CoarseWSD-20 has {', '.join(sorted(COARSE_WORDS))}, not {word!r}.")
    try:
        found = _coarsewsd(word)
    except Missing:
        if or_ours:
            return _our_word(word)
        raise
    return Splits(about("coarsewsd", name=f"CoarseWSD-20 {word}"), *_by_split(found))


def _coarsewsd(word: str) -> list[Occurrence]:
    """From the archive, which holds twelve of the words, or from five files at the address."""
    archive = file("coarsewsd", "packed", partial(formats.read_coarsewsd, word))
    readers = {
        "train.data.txt": formats.read_positions,
        "train.gold.txt": formats.read_numbers,
        "test.data.txt": formats.read_positions,
        "test.gold.txt": formats.read_numbers,
        "classes_map.txt": formats.read_classes,
    }
    place = SETS["coarsewsd"]["files"]["folder"]
    files = [  # no sha256 known; lines and classes are compared below
        File(f"{place['path']}/{word}/{name}", read, f"{place['url']}/{word}/{name}")
        for name, read in readers.items()
    ]
    where, first = load(*[archive] * (word in COARSE_HERE), files[0], instead=_INSTEAD)
    if where is archive:
        return first
    train_gold, test_data, test_gold, classes = (load(f, instead=_INSTEAD)[1] for f in files[1:])
    try:
        train = formats.coarse_occurrences(word, "train", first, train_gold, classes)
        return train + formats.coarse_occurrences(word, "test", test_data, test_gold, classes)
    except (ValueError, KeyError) as error:
        advice = f"delete the folder CoarseWSD-20/{word} and fetch it again"
        raise Damaged(f"The files of CoarseWSD-20 do not fit ({error}): {advice}.") from error


def wordnet_senses() -> Examples[WordNetSense]:
    """Gloss, synonyms and SemCor count of every sense of the lemmas in SemCor, for the first-sense
    baseline. Only from a folder: it was made from WordNet 3.0 and has no address of its own."""
    instead = "without it SemCor's own counts give the most frequent sense"
    _, found = load(file("wordnet", "all", formats.read_wordnet), instead=instead)
    counts = {"senses": len(found), "lemmas": len({sense.lemma for sense in found})}
    return Examples(found, about("wordnet", state="rebuilt"), counts)


def _counts(found: SenseTagged) -> dict[str, int]:
    whole = {"documents": found.documents, "sentences": found.sentences, "tokens": found.tokens}
    return {**whole, **occurrence_counts(found.occurrences)}


def _by_split(
    found: list[Occurrence],
) -> tuple[list[Occurrence], list[Occurrence], list[Occurrence]]:
    """-> train, no dev, test."""
    return [o for o in found if o.split == "train"], [], [o for o in found if o.split == "test"]


def _our_word(word: str) -> Splits[Occurrence]:
    treebank = ours.senses("en")
    same = [o for o in treebank if o.lemma == word]
    return Splits(treebank.about, *_by_split(same or treebank))
