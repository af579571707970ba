"""Published sets of word senses (어의). Every example is an Occurrence: one word, one sense.

The treebank of this course is ours.senses; with or_ours=True it takes the place of a set that is
neither here nor to be had: the same lemma if we have it, or else all lemmas.
"""

from functools import partial

from elmo_lite.corpora import ours
from elmo_lite.corpora import sense_formats as formats
from elmo_lite.corpora.examples import (
    About,
    Examples,
    Occurrence,
    Splits,
    occurrence_counts,
    own_split,
)
from elmo_lite.corpora.fetch import Damaged, File, Missing, load
from elmo_lite.corpora.sense_formats import SenseTagged, WordNetSense

_GITHUB = "https://raw.githubusercontent.com"
_NLTK = f"{_GITHUB}/nltk/nltk_data/5db857e6f7df11eabb5e5665836db9ec8df07e28/packages/corpora"
_NOAD = "https://github.com/google-research-datasets/word_sense_disambigation_corpora/archive"
_NOAD_ZIP = f"{_NOAD}/894bf257296d1994df55c17fde0b09192644c74f.zip"
_COARSE = f"{_GITHUB}/danlou/bert-disambiguation/d8728bc5f0bbd2a14cdeb19aa71844fb89a31cb6/data"
_INSTEAD = "or_ours=True takes the treebank of senses written for this course"

# The archive in a folder is packed again from the published files (sha256 of that archive); the
# zip at the public address is packed by its server, so only the number of occurrences is checked.
SEMCOR = (
    File(
        "wsd/semcor3_noad/semcor_in_original_format.tar.xz",
        formats.read_semcor,
        sha256="82f36bc569f4f99d1571b901cb93e6aac6b39a9e02835a92edb981b024035ac6",
        count=233_870,
    ),
    File(
        "wsd/semcor3_noad/word_sense_disambigation_corpora.zip",
        formats.read_semcor,
        url=_NOAD_ZIP,
        count=233_870,
    ),
)
MASC_NOAD = (
    File(
        "wsd/masc_noad/masc.tar.xz",
        formats.read_masc_senses,
        sha256="d1c4d691804ed74cec210bdf69b95599422189548792dcd0f4b629ea65eb2293",
        count=136_339,
    ),
    File(
        "wsd/masc_noad/word_sense_disambigation_corpora.zip",
        formats.read_masc_senses,
        url=_NOAD_ZIP,
        count=136_339,
    ),
)
SENSEVAL = {"hard": 4_333, "interest": 2_368, "line": 4_146, "serve": 4_378}
SENSEVAL_ZIP = "fbcb658b562969e47a19a45e04c452d874755d157db936d815ca391ca88bfdea"
COARSE_ZIP = "6f3da5ac5b9d9848cc62f7b3baa1554f1f615de3c80b1308d42c35e1a69ff808"
COARSE_HERE = {"arm", "bank", "bass", "bow", "chair", "deck", "digit", "hood", "pitcher", "pound"}
COARSE_HERE |= {"spring", "yard"}  # in the archive
COARSE_WORDS = {"apple", "club", "crane", "java", "mole", "seal", "square", "trunk"} | COARSE_HERE
WORDNET = File(
    "wsd/wordnet30_inventory/wordnet30_semcor_lemmas.tsv",
    formats.read_wordnet,
    sha256="ef141cc6082e5bc9b3861d058aaf57197dcade9a9d2dd9d624bec4a0613d1d2f",
    count=58_459,
)


def semcor(or_ours: bool = False) -> Examples[Occurrence]:
    """SemCor 3.0: words of the Brown corpus with WordNet 3.0 senses, "say%2:32:00::".

    .document is "brown1/br-a01"; split by it. In brown1 and brown2 all content words are tagged,
    in brownv only verbs. 8,092 senses were dropped in WordNet 3.0: they are not in its index.
    """
    try:
        _, found = load(*SEMCOR, instead=_INSTEAD)
    except Missing:
        if or_ours:
            return ours.senses("en")
        raise
    about = About(
        "SemCor 3.0",
        "WordNet licence (SemCor), CC BY 4.0 (NOAD senses)",
        "G. A. Miller, C. Leacock, R. Tengi, R. T. Bunker (1993): A semantic concordance. HLT. "
        "Version 3.0: R. Mihalcea (2008).",
    )
    return Examples(found.occurrences, about, _counts(found))


def masc_noad(or_ours: bool = False) -> Examples[Occurrence]:
    """MASC with senses of the New Oxford American Dictionary: opaque ids, no glosses. The English
    weights of this course were trained on its text: measure no probe on it."""
    try:
        _, found = load(*MASC_NOAD, instead=_INSTEAD)
    except Missing:
        if or_ours:
            return ours.senses("en")
        raise
    about = About(
        "MASC with NOAD senses",
        "CC BY 4.0 (senses); texts free for any use",
        "D. Yuan, J. Richardson, R. Doherty, C. Evans, E. Altendorf (2016): Semi-supervised word "
        "sense disambiguation with neural models. COLING.",
        note="The shipped weights have read this text.",
    )
    return Examples(found.occurrences, about, _counts(found))


def senseval(word: str, or_ours: bool = False) -> Splits[Occurrence]:
    """Senseval-2 "hard", "interest", "line" or "serve", in our own split, 80 % for training.

    The tokens are the whole context, up to three sentences, in small letters. The senses are
    skewed (hard: 80 % HARD1): report balanced accuracy.
    """
    if word not in SENSEVAL:
        raise ValueError(f"Senseval-2 has the words {', '.join(SENSEVAL)}, not {word!r}.")
    file = File(
        "wsd/senseval2/senseval.zip",
        partial(formats.read_senseval, word),
        url=f"{_NLTK}/senseval.zip",
        sha256=SENSEVAL_ZIP,
        count=SENSEVAL[word],
    )
    try:
        _, found = load(file, instead=_INSTEAD)
    except Missing:
        if or_ours:
            return _our_word(word)
        raise
    train, test = own_split(found, key=lambda o: " ".join(o.tokens), label=lambda o: o.sense)
    about = About(
        f"Senseval-2 {word}",
        "distributed with permission",
        "C. Leacock, M. Chodorow, G. A. Miller (1998): Using corpus statistics and WordNet "
        "relations for sense identification. R. Bruce, J. Wiebe (1994): Word-sense disambiguation "
        "using decomposable models.",
        "own split",
        "Copies of a context always lie in the same part.",
    )
    return Splits(about, train, [], test)


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
    about = About(
        f"CoarseWSD-20 {word}",
        "CC BY-NC 4.0",
        "D. Loureiro, K. Rezaee, M. T. Pilehvar, J. Camacho-Collados (2021): Analysis and "
        "evaluation of language models for word sense disambiguation. Computational Linguistics.",
    )
    return Splits(about, *_by_split(found))


def _coarsewsd(word: str) -> list[Occurrence]:
    """From the archive, which holds twelve of the words, or from five files at the address."""
    archive = File(
        "wsd/coarsewsd20/CoarseWSD-20.tar.xz",
        partial(formats.read_coarsewsd, word),
        sha256=COARSE_ZIP,
    )
    readers = {
        "train.data.txt": formats.read_positions,
        "train.gold.txt": formats.read_numbers,
        "test.data.txt": formats.read_positions,
        "test.gold.txt": formats.read_numbers,
        "classes_map.txt": formats.read_classes,
    }
    folder = f"CoarseWSD-20/{word}"
    files = [  # no sha256 known; lines and classes are compared below
        File(f"wsd/coarsewsd20/{folder}/{name}", read, f"{_COARSE}/{folder}/{name}")
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
        advice = f"delete the folder {folder} and fetch it again"
        raise Damaged(f"The files of CoarseWSD-20 do not fit ({error}): {advice}.") from error


def wordnet_senses() -> Examples[WordNetSense]:
    """Gloss, synonyms and SemCor count of every sense of the lemmas in SemCor, for the first-sense
    baseline. Only from a folder: it was made from WordNet 3.0 and has no address of its own."""
    _, found = load(WORDNET, instead="without it SemCor's own counts give the most frequent sense")
    about = About(
        "WordNet 3.0 senses of SemCor's lemmas",
        "WordNet 3.0 licence",
        "C. Fellbaum (1998): WordNet. MIT Press.",
        "rebuilt",
    )
    counts = {"senses": len(found), "lemmas": len({sense.lemma for sense in found})}
    return Examples(found, about, counts)


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
