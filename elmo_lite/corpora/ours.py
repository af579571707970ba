"""The texts written for this course (licence CC BY 4.0), kept in data/.

The sense-annotated corpora are CoNLL-U (data/senses/LANGUAGE.conllu): every sentence has the
comments `# sent_id`, `# text`, `# lemma`, `# sense`, `# register`, `# split = train|test`, and one
word has `Sense=bank.river` in MISC. LANGUAGE.inventory.tsv lists their senses.
The texts with labels are data/tasks/NAME.tsv: label<TAB>text, and pairs.tsv.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeVar

from elmo_lite import files
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
from elmo_lite.corpora.lines import lines_of, rows_of

T = TypeVar("T")

LANGUAGES = {"en": "English", "ko": "Korean"}


class Sense(NamedTuple):
    """A sense of our inventory: bank, bank.river, NOUN, "the ground along ...", "강이나 ..."."""

    lemma: str
    sense: str
    pos: str  # UPOS; several are joined by |
    gloss: str
    korean_gloss: str


class SentencePair(NamedTuple):
    """A pair of sentences: "yes" if the hypothesis follows from the premise, else "no".

    block: the kind of inference and a number, e.g. "roles.07".
    """

    label: str
    premise: str
    hypothesis: str
    block: str


# --- the senses


def senses(language: str = "en") -> Examples[Occurrence]:
    """Our sense-annotated corpus, "en" or "ko", one Occurrence a sentence.

    .split says which ones are for training and for testing.
    """
    about, sentences = _sense_file(language, "conllu", read_annotated)
    found = [occurrence for occurrence, _ in sentences]
    return Examples(found, about, occurrence_counts(found))


def our_tagged(split: str, language: str = "en") -> Examples[Tagged]:
    """The sentences of our sense-annotated corpus as (tokens, UPOS tags): "train", "dev" or "test".

    The development part is a tenth of what senses() counts as training.
    """
    about, sentences = _sense_file(language, "conllu", read_annotated)
    found: dict[str, list[Tagged]] = {"train": [], "test": []}
    for occurrence, tagged in sentences:
        found[occurrence.split].append(tagged)
    found["train"], found["dev"] = own_split(found["train"], lambda e: " ".join(e[0]), test=0.1)
    if split not in found:
        raise ValueError(f'The parts of our corpus are "train", "dev", "test", not {split!r}.')
    return Examples(found[split], about, tagged_counts(found[split]))


def sense_inventory(language: str = "en") -> Examples[Sense]:
    """The senses of our corpus with a gloss (뜻풀이) each."""

    def parse(data: bytes) -> list[Sense]:
        return [Sense(*line.split("\t")) for line in lines_of(data)]

    about, found = _sense_file(language, "inventory.tsv", parse)
    counts = {"senses": len(found), "lemmas": len({sense.lemma for sense in found})}
    return Examples(found, about, counts)


def _sense_file(language: str, ending: str, parse: Callable[[bytes], T]) -> tuple[About, T]:
    if language not in LANGUAGES:
        raise ValueError(f'Our corpora are "en" and "ko", not {language!r}.')
    found = _read(f"senses/{language}.{ending}", parse)
    return _about(f"{LANGUAGES[language]} word senses"), found


def read_annotated(data: bytes) -> list[tuple[Occurrence, Tagged]]:
    """-> the marked occurrence and the tagged sentence, for each sentence of such a corpus."""
    import conllu

    found = []
    try:
        sentences = conllu.parse("\n".join(lines_of(data)) + "\n\n")
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


# --- the other texts


def our_messages() -> Splits[Labelled]:
    """Short messages of our own: (label, text) with the labels "ham" and "spam"."""
    return _labelled("sms.tsv", "Messages")


def our_headlines() -> Splits[Labelled]:
    """News headlines of our own: World, Sports, Business, Sci/Tech."""
    return _labelled("news.tsv", "News titles")


def our_reviews() -> Splits[Labelled]:
    """Korean film reviews of our own: "negative" or "positive"."""
    return _labelled("reviews_ko.tsv", "Korean film reviews")


def _labelled(name: str, what: str) -> Splits[Labelled]:
    rows = _read(f"tasks/{name}", partial(rows_of, number=2))
    written = {"0": "negative", "1": "positive"}  # the reviews are numbered, as in NSMC
    found = [(written.get(label, label), text) for label, text in rows]
    train, test = own_split(found, key=lambda e: e[1], label=lambda e: e[0])
    return Splits(_about(what, "own split"), train, [], test)


def our_pairs() -> Examples[SentencePair]:
    """Pairs of sentences of our own: does the hypothesis follow from the premise?

    Blocks of four: two premises, two hypotheses, and each hypothesis follows from one premise. So
    neither sentence alone says anything about the label.
    """
    rows = _read("tasks/pairs.tsv", partial(rows_of, number=4))
    found = [SentencePair(*row) for row in rows]
    counts = {"pairs": len(found), "blocks": len({pair.block for pair in found})}
    return Examples(found, _about("Sentence pairs"), counts)


def korean_verbs() -> Examples[str]:
    """Sentences of our own with the many forms of 모르다 and its kin, one a line."""
    found = _read("korean/verbs.txt", lines_of)
    return Examples(found, _about("Korean verb forms"), {"sentences": len(found)})


def _about(what: str, state: str = "exact") -> About:
    name = f"{what} written for this course"
    return About(name, "CC BY 4.0", "Written for ELMo Lite.", state)


def _read(place: str, parse: Callable[[bytes], T]) -> T:
    path = files.DATA / place
    try:
        return parse(path.read_bytes())
    except FileNotFoundError as error:
        raise FileNotFoundError(files.not_here(path.name)) from error
    except (ValueError, KeyError, TypeError) as error:
        message = f"{path.name} is not as the course left it ({error}): undo the change."
        raise ValueError(message) from error
