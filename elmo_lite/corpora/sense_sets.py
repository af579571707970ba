"""Published sets of word senses (어의). Every example is an Occurrence: one word, one sense."""

from functools import partial

from elmo_lite.corpora import sense_formats as formats
from elmo_lite.corpora.examples import Examples, Occurrence, Splits, occurrence_counts, own_split
from elmo_lite.corpora.fetch import Damaged, File, load
from elmo_lite.corpora.sense_formats import WordNetSense
from elmo_lite.corpora.sets import SETS, about, file

SENSEVAL = {"hard": 4_333, "interest": 2_368, "line": 4_146, "serve": 4_378}
COARSE_HERE = {"arm", "bank", "bass", "bow", "chair", "deck", "digit", "hood", "pitcher", "pound"}
COARSE_HERE |= {"spring", "yard"}  # in the archive
COARSE_WORDS = {"apple", "club", "crane", "java", "mole", "seal", "square", "trunk"} | COARSE_HERE


def semcor() -> Examples[Occurrence]:
    """SemCor 3.0: words of the Brown corpus with WordNet 3.0 senses, "say%2:32:00::".

    .document is "brown1/br-a01"; split by it. In brown1 and brown2 all content words are tagged,
    in brownv only verbs. 8,092 senses were dropped in WordNet 3.0: they are not in its index.
    """
    # The archive that we packed from the published files, or the zip of the public address, which
    # the server packs anew each time: it has no sha256, and its occurrences are counted.
    _, found = load(*(file("semcor", part, formats.read_semcor) for part in ("packed", "zip")))
    whole = {"documents": found.documents, "sentences": found.sentences, "tokens": found.tokens}
    counts = {**whole, **occurrence_counts(found.occurrences)}
    return Examples(found.occurrences, about("semcor"), counts)


def senseval(word: str) -> Splits[Occurrence]:
    """Senseval-2 "hard", "interest", "line" or "serve", in our own split, 80 % for training.

    The tokens are the whole context, up to three sentences, in lower case. The senses are
    skewed (hard: 80 % HARD1): report balanced accuracy.
    """
    if word not in SENSEVAL:
        raise ValueError(f"Senseval-2 has the words {', '.join(SENSEVAL)}, not {word!r}.")
    read = partial(formats.read_senseval, word)
    _, found = load(file("senseval", "all", read, count=SENSEVAL[word]))
    train, test = own_split(found, key=lambda o: " ".join(o.tokens), label=lambda o: o.sense)
    note = "Copies of a context are always in the same part."
    facts = about("senseval", name=f"Senseval-2 {word}", state="own split", note=note)
    return Splits(facts, train, [], test)


def coarsewsd(word: str) -> Splits[Occurrence]:
    """One of the twenty nouns of CoarseWSD-20 (Wikipedia sentences), with the published split."""
    if word not in COARSE_WORDS:
        raise ValueError(f"CoarseWSD-20 has {', '.join(sorted(COARSE_WORDS))}, not {word!r}.")
    found = _coarsewsd(word)
    train, test = ([o for o in found if o.split == part] for part in ("train", "test"))
    return Splits(about("coarsewsd", name=f"CoarseWSD-20 {word}"), train, [], test)


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
    where, first = load(*[archive] * (word in COARSE_HERE), files[0])
    if where is archive:
        return first
    train_gold, test_data, test_gold, classes = (load(f)[1] for f in files[1:])
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
