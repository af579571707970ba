"""What a reader types into a box: its words, their places, and their rows in a table.

    def show(sentence="He sat on the bank.", word="bank"):
        tokens = typed.words(sentence)
        plots.sentence(tokens, typed.place(word, tokens))       # also for Bank, "bank." and banks

What cannot be found is a `NotThere`, whose one sentence says what is missing and what to type
instead; `live` shows that sentence in place of the figure.
"""

import difflib
import re
import unicodedata
from collections.abc import Collection, Sequence
from functools import cache

from elmo_lite.elmo import Elmo
from elmo_lite.text import tokenize
from notebooks.course.language import label

HANGUL = re.compile("[ㄱ-ㅣ가-힣]")
# What may be left of a form without its ending: (ending, what stands there instead).
ENDINGS = (
    *(("ies", "y"), ("es", ""), ("s", ""), ("ied", "y"), ("ed", "e"), ("ed", "")),
    *(("ing", "e"), ("ing", ""), ("er", ""), ("ly", "")),
)
SHORTEST = 3  # letters that are left of a word without its ending
FEW = 30  # rows that a sentence can name


class NotThere(ValueError):
    """Something typed that cannot be found."""


# ---- one box -> words ----


def words(text: str) -> list[str]:
    """The tokens of a sentence, at least one: a full stop is a token of its own."""
    found = tokenize(composed(text))
    if not found:
        raise NotThere(label("Type something into the empty box."))
    return found


def english(text: str) -> list[str]:
    """`words` for a model of English, and a note where they are Korean."""
    found = words(text)
    note_korean(found)
    return found


def several(text: str) -> list[str]:
    """The words between spaces, without the marks around them: "sofa, north." -> sofa north."""
    text = composed(text)
    found = [re.sub(r"^\W+|\W+$", "", piece) for piece in text.split()]
    found = [word for word in found if word] or text.split()  # all marks, such as an emoji
    if not found:
        raise NotThere(label("Type something into the empty box."))
    return found


def word(text: str) -> str:
    """The first word of a box that asks for one."""
    return several(text)[0]


def equally_long(one: str, other: str) -> tuple[list[str], list[str]]:
    """Two sentences of as many words."""
    first, second = words(one), words(other)
    if len(first) != len(second):
        counts = f"The first sentence has {len(first)} words and the second {len(second)}"
        raise NotThere(label(f"{counts}: write two of equal length."))
    return first, second


def pair(text: str, table: Collection[str]) -> list[str]:
    """Two words or marks that a model knows, as they stand: "are is", "( ,"."""
    found = text.split()
    if len(found) != 2:
        raise NotThere(label("Type 2 words."))
    for typed in found:
        if typed not in table:
            raise NotThere(label(f"To this model {typed} is <unk>."))
    return found


def composed(text: str) -> str:
    """Syllables in one piece (NFC): what was copied from a name of a file may be in jamo."""
    return unicodedata.normalize("NFC", text)


# ---- a word -> its forms, its row, its place ----


def forms(word: str) -> list[str]:
    """A word as it was typed, in lower case, with a capital, and without an English ending."""
    lower = word.lower()
    found = [word, lower, lower.capitalize()]
    for ending, instead in ENDINGS:
        stem = lower.removesuffix(ending) + instead
        if lower.endswith(ending) and len(stem) >= SHORTEST:
            found.append(stem)
            if instead == "" and len(stem) > SHORTEST and stem[-1] == stem[-2]:
                found.append(stem[:-1])  # stopped -> stop
    return list(dict.fromkeys(found))


def lowered(word: str) -> list[str]:
    """Its forms in lower case."""
    return [form.lower() for form in forms(word)]


def row(text: str, table: Collection[str]) -> str:
    """The typed word as the table has it, in capitals or not; what is near if it has none."""
    typed = word(text)
    for form in (typed, typed.lower(), typed.capitalize()):
        if form in table:
            return form
    if len(table) <= FEW:
        raise NotThere(label(f"There is no row for {typed}: the table has {', '.join(table)}."))
    if near := likely(typed, table):
        raise NotThere(label(f"There is no row for {typed}: try {', '.join(near)}."))
    if is_korean([typed]) and not is_korean(sample(table)):
        raise NotThere(label(f"There is no row for {typed}: this table has English words."))
    raise NotThere(label(f"There is no row for {typed}, nor for a word that looks like it."))


def rows(text: str, table: Collection[str], number: int | None = None) -> list[str]:
    """`row` of each word of a box that asks for several, or for just so many."""
    found = [row(typed, table) for typed in several(text)]
    if number not in (None, len(found)):
        raise NotThere(label(f"Type {number} words."))
    return found


def signed(text: str, table: Collection[str]) -> list[tuple[int, str]]:
    """A sum of words, "king - man + woman", as (1 or -1, row): its signs stand between spaces."""
    sign, found = 1, []
    for piece in re.sub("[−–]", "-", text).replace("+", " + ").split():
        if set(piece) <= {"+", "-"}:
            sign = -1 if piece.count("-") % 2 else 1
        else:
            found.append((-1 if piece[0] == "-" else sign, row(piece, table)))
            sign = 1
    if not found:
        raise NotThere(label("Type something into the empty box."))
    return found


def stem(form: str, table: Collection[str]) -> str:
    """The longest entry of a table that a Korean form begins with: 배 of 배를."""
    fitting = [entry for entry in table if form.startswith(entry)]
    return max(fitting, key=len) if fitting else row(form, table)


def unknown(tokens: Sequence[str], table: Collection[str]) -> None:
    """Print a line for each token that a model reads as <unk>, with what may be meant."""
    for token in dict.fromkeys(token for token in tokens if token not in table):
        print(label(f"To this model {token} is <unk>."), end=" ")
        near = likely(token, table)
        print(label(f"Near it are {', '.join(near)}.") if near else "")


def likely(word: str, table: Collection[str], number: int = 3) -> list[str]:
    """Words of a table that may be meant: the word without its ending, then similar spellings."""
    known = [form for form in forms(word) if form in table]
    alike = difflib.get_close_matches(word.lower(), [*table], number, cutoff=0.72)
    return list(dict.fromkeys([*known, *alike]))[:number]


def sample(table: Collection[str], number: int = 200) -> list[str]:
    """The first words of a table."""
    return [name for _, name in zip(range(number), table, strict=False)]


def two_places(text: str, tokens: Sequence[str]) -> list[int]:
    """Where a typed word stands for the first and for the second time."""
    found = places(text, tokens)
    if len(found) < 2:
        raise NotThere(label(f"The sentence has {word(text)} only once: type it there twice."))
    return found[:2]


def place(text: str, tokens: Sequence[str]) -> int:
    """Where a typed word stands in a sentence, if need be in another form: bank in "banks"."""
    return places(text, tokens)[0]


def places(text: str, tokens: Sequence[str]) -> list[int]:
    """All positions of the form of a typed word that fits best: the same, or of the same word."""
    typed = word(text)
    fits = (
        lambda token: token == typed,
        lambda token: token.lower() == typed.lower(),
        lambda token: {*lowered(token)} & {*lowered(typed)},
        lambda token: is_korean([typed]) and token.startswith(typed),  # 배 in 배를
    )
    for fit in fits:
        if found := [k for k, token in enumerate(tokens) if fit(token)]:
            return found
    raise NotThere(label(f"The sentence has no {typed}: type it there, too."))


# ---- the model that has read this language ----


def reader(english: Elmo, *texts: str) -> Elmo:
    """The biLM for what is typed: the Korean one, and a line that says so, if there is Hangul."""
    if not is_korean([composed(text) for text in texts]):
        return english
    print(label("There is Hangul in it, so the Korean biLM reads (chapter 13)."))
    return korean()


@cache
def korean() -> Elmo:
    """The Korean biLM of the course, loaded when Korean is typed for the first time."""
    return Elmo.load("ko")


# ---- what the models have never read ----


def note_korean(tokens: Sequence[str]) -> None:
    """Print what the results of a model of English are worth for Korean words, if there are any."""
    korean = list(dict.fromkeys(token for token in tokens if is_korean([token])))
    if korean:
        said = "This model has learned English only, so its results for"
        print(label(f"{said} {', '.join(korean)} mean nothing."))


def is_korean(words: Sequence[str]) -> bool:
    """Whether one of them has a letter of Hangul."""
    return any(HANGUL.search(word) for word in words)
