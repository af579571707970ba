"""What the lecturer's page says of each chapter: `python -m notebooks.author.contents`.

docs/lecturing.md is written by hand down to its heading "The chapters". What stands below comes
from the built notebooks, the checks and the measured seconds.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import nbformat

from elmo_lite.files import RESULTS, ROOT
from notebooks.author.parts import ENGLISH, Part, anchor, parts
from notebooks.course.chapters import CHAPTERS, Chapter
from notebooks.course.check import exercises

PAGE = ROOT / "docs" / "lecturing.md"
HEADING = "\n## The chapters\n"
READING = re.compile(r"\*About (\d+) minutes to read")
TIMED = re.compile(r"^(.+): (?:[\d.e-]+ s on two cores|not measured yet)$", re.M)
BLOCKS = ("|", "$$", "- ", "```")  # a paragraph that begins so keeps its lines
TABLE = """
Minutes to read are those of the text; in class, with the questions, a chapter takes 60 to 90 minutes, and the exercises are extra. Seconds are measured on two cores; a question mark means that nobody has measured them yet.

| | chapter | minutes to read | exercises, minutes | seconds to run | questions |
|---|---|---|---|---|---|
"""  # noqa: E501


@cache
def parts_of(chapter: Chapter) -> list[Part]:
    """The parts of a built lesson."""
    path = ROOT / "notebooks" / f"{chapter.slug}.ipynb"
    return parts(nbformat.read(path, as_version=4).cells)


def of_kind(chapter: Chapter, kind: str) -> list[Part]:
    return [part for part in parts_of(chapter) if part.kind == kind]


def mark(part: Part) -> str:
    """Where a part stands: §3, or the heading of its section."""
    number = re.match(r"(\d+)\. ", part.section)
    return f"§{number[1]}" if number else part.section


def line(text: str) -> str:
    """A text on one line, with its links as seen from the folder docs."""
    return re.sub(r"\]\((?=\d\d\w?_)", "](../notebooks/", " ".join(text.split()))


def question(part: Part) -> str:
    """A prediction and its answer, as the text of an item."""
    if not part.answer:
        return line(part.text) + "\n"
    joint = "\n\n" if part.answer.startswith(BLOCKS) else " "
    answer = re.split(r"\n\s*\n", f"*Answer.*{joint}{part.answer}")
    kept = [block if block.startswith(BLOCKS) else line(block) for block in answer]
    rows = "\n\n".join(kept).splitlines()
    return f"{line(part.text)}\n\n" + "".join(f"  {row}".rstrip() + "\n" for row in rows)


def seconds(chapter: Chapter) -> dict[str, Any]:
    """Measured seconds of a chapter: of the "notebook", and of each timed cell by its name."""
    measured = json.loads((RESULTS / "timings.json").read_text(encoding="utf-8"))
    return dict(measured["chapters"].get(chapter.number, {}))


def overview(chapter: Chapter) -> str:
    """What a chapter takes, as a row of the table."""
    texts = [part.text for part in of_kind(chapter, "paragraph")]
    reading = next((match[1] for text in texts if (match := READING.search(text))), "?")
    lab = sum(part.effort[1] for part in of_kind(chapter, "exercise") if part.effort)
    title = f"[{chapter.title}](#{anchor(f'{chapter.number} {chapter.title}')})"
    run, asked = seconds(chapter).get("notebook", "?"), len(of_kind(chapter, "predict"))
    where = f"[{chapter.number}](../notebooks/{chapter.slug}.ipynb)"
    return f"| {where} | {title} | {reading} | {lab} | {run} | {asked} |\n"


def live(chapter: Chapter) -> Iterator[str]:
    """What can be run or changed in front of the class."""
    known = seconds(chapter)
    yield f"the whole notebook: {known.get('notebook', '?')} s"
    for part in of_kind(chapter, "code"):
        for name in TIMED.findall(part.printed):
            yield f"{mark(part)}. {name}: {known.get(name, '?')} s"
    before = None
    for part in parts_of(chapter):
        if part.kind == "paragraph":
            text = part.text
            if before and before.kind == "heading" and before.text.startswith(ENGLISH.experiment):
                yield f"{mark(part)}. {line(text)}"
            elif ENGLISH.try_it in text:
                yield f"{mark(part)}. {line(text[text.index(ENGLISH.try_it) :].partition('**')[2])}"
        before = part


def described(chapter: Chapter) -> Iterator[str]:
    """What a lecturer wants to know of one chapter."""
    lesson = f"[{chapter.number}](../notebooks/{chapter.slug}.ipynb)"
    solutions = f"[solutions](../notebooks/solutions/{chapter.slug}.ipynb)"
    sections = [p.text for p in of_kind(chapter, "heading") if p.level == 2 and p.text[0].isdigit()]
    yield f"\n### {chapter.number} {chapter.title}\n"
    yield f"**{chapter.question}** ({lesson}, {solutions})\n\nSections: {' · '.join(sections)}\n"
    yield "\n**On the board**, before the figure is shown:\n\n"
    yield from (f"- {mark(part)}. {question(part)}" for part in of_kind(chapter, "predict"))
    yield "\n**Expected wrong answers**, and the hint that the check gives for each:\n\n"
    checks = exercises(chapter)
    for part in of_kind(chapter, "exercise"):
        effort = "difficulty {}, {} minutes".format(*part.effort) if part.effort else "?"
        yield f"- {part.number} {part.title} ({effort})\n"
        hints = dict.fromkeys(hint for _, hint in checks[part.number].mistakes)
        yield from (f"  - {line(hint)}\n" for hint in hints)
    yield "\n**To run live:**\n\n"
    yield from (f"- {item}\n" for item in live(chapter))
    yield "\n**For the exam:**\n\n"
    for part in of_kind(chapter, "quiz"):
        yield f"- {line(part.text)}\n"
        for option in part.options:
            verdict = f"**{ENGLISH.right}**" if option.right else ENGLISH.wrong.lower()
            yield f"  - {line(option.text)} ({verdict} {line(option.why)})\n"


def page() -> str:
    """The page as Markdown: what is written by hand, and what is made below it."""
    hand = PAGE.read_text(encoding="utf-8").partition(HEADING)[0]
    made = "".join(overview(chapter) for chapter in CHAPTERS)
    made += "".join(part for chapter in CHAPTERS for part in described(chapter))
    return hand + HEADING + TABLE + made
