"""The texts written for this course (licence CC BY 4.0), kept in data/.

The sense-annotated corpora are CoNLL-U (data/senses/LANGUAGE.conllu): every sentence has the
comments `# sent_id`, `# text`, `# lemma`, `# sense`, `# register`, `# split = train|test`, and one
word has `Sense=bank.river` in MISC. Their senses are listed in data/senses/LANGUAGE.inventory.tsv:
lemma, sense, UPOS, gloss, and for Korean a Korean gloss.
The texts with labels are data/tasks/NAME.tsv: label<TAB>text, and pairs.tsv: label<TAB>premise<TAB>
hypothesis<TAB>block.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from elmo_lite import files
from elmo_lite.corpora import unpack
from elmo_lite.corpora.examples import (
    About,
    Examples,
    Labelled,
    Occurrence,
    Splits,
    Tagged,
    occurrence_counts,
    own_split,
    tagged_counts,
)

T = TypeVar("T")

LICENCE = "CC BY 4.0"
CITATION = "Written for ELMo Lite."


class Sense(NamedTuple):
    """A sense of our inventory. Example: bank, bank.river, NOUN, "the ground along ..."."""

    lemma: str
    sense: str
    pos: str  # UPOS; several are joined by |
    gloss: str
    korean_gloss: str = ""


class SentencePair(NamedTuple):
    """A pair of sentences: "yes" if the hypothesis follows from the premise, else "no".

    block: the kind of inference and a number, e.g. "roles.07".
    """

    label: str
    premise: str
    hypothesis: str
    block: str


def read_annotated(data: bytes) -> list[tuple[Occurrence, Tagged]]:
    """-> the marked occurrence and the tagged sentence, for each sentence of such a corpus."""
    import conllu

    found = []
    try:
        sentences = conllu.parse("\n".join(unpack.lines(data)) + "\n\n")
    except conllu.exceptions.ParseException as error:
        raise ValueError(f"it is not CoNLL-U: {error}") from error
    for sentence in sentences:
        facts, words = sentence.metadata, [w for w in sentence if isinstance(w["id"], int)]
        marked = [i for i, word in enumerate(words) if "Sense" in (word["misc"] or {})]
        if len(marked) != 1 or words[marked[0]]["misc"]["Sense"] != facts["sense"]:
            raise ValueError(f"{facts.get('sent_id')} does not mark one word with its sense")
        if facts["split"] not in ("train", "test"):
            raise ValueError(f"{facts['sent_id']} is neither in train nor in test")
        tokens, tags = [word["form"] for word in words], [word["upos"] for word in words]
        occurrence = Occurrence(
            tokens=tuple(tokens),
            index=marked[0],
            sense=facts["sense"],
            lemma=facts["lemma"],
            pos=tags[marked[0]],
            document=facts["sent_id"],
            split=facts["split"],
            register=facts["register"],
        )
        found.append((occurrence, (tokens, tags)))
    return found


def _read(path: Path, parse: Callable[[bytes], T]) -> T:
    try:
        return parse(path.read_bytes())
    except FileNotFoundError as error:
        advice = "fetch the whole course again"
        raise FileNotFoundError(f"{path.name} is part of the course: {advice}.") from error
    except (ValueError, KeyError, TypeError) as error:
        advice = "undo the change"
        raise ValueError(
            f"{path.name} is not as the course left it ({error}): {advice}."
        ) from error


def senses(language: str = "en") -> Examples[Occurrence]:
    """Our sense-annotated corpus, "en" or "ko", one Occurrence a sentence.

    .split says which ones are for training and for testing.
    """
    found = [occurrence for occurrence, _ in _annotated(language)]
    return Examples(found, about_annotated(language), occurrence_counts(found))


def our_tagged(split: str, language: str = "en") -> Examples[Tagged]:
    """The sentences of our sense-annotated corpus as (tokens, UPOS tags): "train", "dev" or "test".

    The development part is a tenth of what senses() counts as training.
    """
    found: dict[str, list[Tagged]] = {"train": [], "test": []}
    for occurrence, tagged in _annotated(language):
        found[occurrence.split].append(tagged)
    found["train"], found["dev"] = own_split(found["train"], lambda e: " ".join(e[0]), test=0.1)
    if split not in found:
        raise ValueError(f'The parts of our corpus are "train", "dev", "test", not {split!r}.')
    return Examples(found[split], about_annotated(language), tagged_counts(found[split]))


def sense_inventory(language: str = "en") -> Examples[Sense]:
    """The senses of our corpus with a gloss (뜻풀이) each."""

    def parse(data: bytes) -> list[Sense]:
        return [Sense(*line.split("\t")) for line in unpack.lines(data)]

    found = _read(_senses_folder(language) / f"{language}.inventory.tsv", parse)
    counts = {"senses": len(found), "lemmas": len({sense.lemma for sense in found})}
    return Examples(found, about_annotated(language), counts)


def our_messages() -> Splits[Labelled]:
    """Short messages of our own: (label, text) with the labels "ham" and "spam"."""
    return _labelled("sms.tsv", "Messages written for this course", {})


def our_headlines() -> Splits[Labelled]:
    """News headlines of our own: World, Sports, Business, Sci/Tech."""
    return _labelled("news.tsv", "News titles written for this course", {})


def our_reviews() -> Splits[Labelled]:
    """Korean film reviews of our own: "negative" or "positive"."""
    names = {"0": "negative", "1": "positive"}
    return _labelled("reviews_ko.tsv", "Korean film reviews written for this course", names)


def our_pairs() -> Examples[SentencePair]:
    """Pairs of sentences of our own: does the hypothesis follow from the premise?

    Blocks of four: two premises, two hypotheses, and each hypothesis follows from one premise. So
    neither sentence alone says anything about the label.
    """

    def parse(data: bytes) -> list[SentencePair]:
        return [SentencePair(*unpack.columns(line, 4)) for line in unpack.lines(data)]

    found = _read(files.DATA / "tasks" / "pairs.tsv", parse)
    about = About("Sentence pairs written for this course", LICENCE, CITATION)
    counts = {"pairs": len(found), "blocks": len({pair.block for pair in found})}
    return Examples(found, about, counts)


def korean_verbs() -> Examples[str]:
    """Sentences of our own with the many forms of 모르다 and its kin, one a line."""
    found = _read(files.DATA / "korean" / "verbs.txt", unpack.lines)
    about = About("Korean verb forms written for this course", LICENCE, CITATION)
    return Examples(found, about, {"sentences": len(found)})


def _senses_folder(language: str) -> Path:
    if language not in ("en", "ko"):
        raise ValueError(f'Our corpora are "en" and "ko", not {language!r}.')
    return files.DATA / "senses"


def _annotated(language: str) -> list[tuple[Occurrence, Tagged]]:
    return _read(_senses_folder(language) / f"{language}.conllu", read_annotated)


def about_annotated(language: str) -> About:
    """The facts about our sense-annotated corpus of a language."""
    name = {"en": "English", "ko": "Korean"}[language]
    return About(f"{name} word senses written for this course", LICENCE, CITATION)


def _labelled(file: str, name: str, labels: dict[str, str]) -> Splits[Labelled]:
    def parse(data: bytes) -> list[Labelled]:
        rows = (unpack.columns(line, 2) for line in unpack.lines(data))
        return [(labels.get(label, label), text) for label, text in rows]

    found = _read(files.DATA / "tasks" / file, parse)
    train, test = own_split(found, key=lambda e: e[1], label=lambda e: e[0])
    return Splits(About(name, LICENCE, CITATION, "own split"), train, [], test)
