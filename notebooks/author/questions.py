"""Writes questions for Moodle and Canvas: `python course.py questions [--language ko] [NN ...]`.

A file for each chapter in the format GIFT: the questions of its quiz, and what goes wrong in
lines that students write, from the known mistakes of its exercises. Each wrong answer says why.
"""

import argparse
import html
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from elmo_lite.files import ROOT, write_atomically
from notebooks.author.lecturing import line, of_kind
from notebooks.author.words import WORDS
from notebooks.course.chapters import Chapter, chapters_in, find
from notebooks.course.check import exercises, source
from notebooks.course.language import LANGUAGES

FEWEST = 5  # questions of a chapter that has exercises
SPECIAL = re.compile(r"([\\~=#{}:])")
MATH = re.compile(r"\$(\$?)(.+?)\$\1", re.S)


@dataclass(frozen=True)
class Choice:
    text: str
    why: str
    right: bool


@dataclass(frozen=True)
class Question:
    name: str
    text: str
    choices: tuple[Choice, ...]


def of_chapter(chapter: Chapter) -> list[Question]:
    """The quiz, then so many questions on known mistakes that there are five or more."""
    found = []
    for k, part in enumerate(of_kind(chapter, "quiz"), start=1):
        choices = tuple(Choice(line(o.text), line(o.why), o.right) for o in part.options)
        found.append(
            Question(
                f"{chapter.number} {WORDS[chapter.language].quiz} {k}", line(part.text), choices
            )
        )
    return found + list(on_mistakes(chapter))[: max(FEWEST - len(found), 0)]


def on_mistakes(chapter: Chapter) -> Iterator[Question]:
    """What is wrong with this line? One mistake of each exercise, then a second one, and so on."""
    queues = [list(of_exercise(chapter, number)) for number in exercises(chapter)]
    for turn in range(max(map(len, queues), default=0)):
        yield from (queue[turn] for queue in queues if turn < len(queue))


def of_exercise(chapter: Chapter, number: str) -> Iterator[Question]:
    """Its mistakes that change one line of the solution; other hints are the wrong answers."""
    words, exercise = WORDS[chapter.language], exercises(chapter)[number]
    title = {part.number: part.title for part in of_kind(chapter, "exercise")}.get(number, "")
    edits = [(source.EDIT.findall(str(edit)), line(hint)) for edit, hint in exercise.mistakes]
    hints = list(dict.fromkeys(hint for _, hint in edits))
    where = {line(hint): " ".join(str(edit).split()) for edit, hint in exercise.mistakes}
    for pairs, hint in edits:
        others = [other for other in hints if other != hint]
        if len(pairs) != 1 or not pairs[0][1].strip() or len(others) < 2:
            continue
        old, new = (" ".join(side.split()) for side in pairs[0])
        rng = random.Random(f"{number} {hint}")
        choices = [Choice(hint, "", True)]
        for other in rng.sample(others, min(3, len(others))):
            choices.append(Choice(other, words.elsewhere.format(where[other]), False))
        rng.shuffle(choices)
        asked = words.instead.format(number=number, title=title, old=old, new=new)
        yield Question(f"{number} {new[:40]}", asked, tuple(choices))


def as_html(text: str) -> str:
    """The marks of a lesson's text as HTML; its formulas as the MathJax of Moodle reads them."""
    pieces = re.split(r"(`[^`]+`|\$\$.+?\$\$|\$[^$]+\$)", text, flags=re.S)
    return "".join(_piece(piece) for piece in pieces)


def _piece(piece: str) -> str:
    if piece.startswith("`"):
        return f"<code>{html.escape(piece[1:-1], quote=False)}</code>"
    if formula := MATH.fullmatch(piece):
        return rf"\({html.escape(formula[2].strip(), quote=False)}\)"
    text = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", html.escape(piece, quote=False))
    text = re.sub(r"\*([^*]+)\*", r"<em>\1</em>", text)
    return re.sub(r"&lt;(/?em)&gt;", r"<\1>", text)


def escaped(text: str) -> str:
    """A text in which no character means anything to GIFT."""
    return SPECIAL.sub(r"\\\1", text)


def as_gift(question: Question) -> str:
    lines = [f"::{escaped(question.name)}::[html]{escaped(as_html(question.text))} {{"]
    for choice in question.choices:
        why = f"#{escaped(as_html(choice.why))}" if choice.why else ""
        lines.append(f"\t{'=' if choice.right else '~'}{escaped(as_html(choice.text))}{why}")
    return "\n".join([*lines, "}\n"])


def file_of(chapter: Chapter, found: Sequence[Question]) -> str:
    head = f"$CATEGORY: ELMo Lite/{chapter.number} {chapter.title}\n\n"
    return head + "\n".join(map(as_gift, found))


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python course.py questions", description=__doc__)
    parser.add_argument("--out", type=Path, help="a folder (questions)")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("numbers", nargs="*", metavar="NN", help="chapters, such as 01; else all")
    args = parser.parse_args(arguments)
    chosen = [find(number, args.language) for number in args.numbers] or chapters_in(args.language)
    out = args.out or ROOT / "questions"
    out.mkdir(parents=True, exist_ok=True)
    total = 0
    for chapter in chosen:
        found = of_chapter(chapter)
        total += len(found)
        name = f"{chapter.number}.{args.language}.gift.txt"
        write_atomically(out / name, file_of(chapter, found).encode())
    print(f"{total} questions of {len(chosen)} chapters are in {out}.")
    return 0
