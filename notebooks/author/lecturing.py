"""What the lecturer's page says of each chapter: `python -m notebooks.author.contents`.

docs/lecturing.md and docs/ko/lecturing.md are written by hand down to their heading "The chapters".
What stands below comes from the built notebooks, the checks and the measured seconds.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import nbformat

from elmo_lite.files import RESULTS, ROOT
from notebooks.author.parts import Part, anchor, parts
from notebooks.author.words import ENGLISH, WORDS, Words
from notebooks.course.chapters import Chapter, chapters_in
from notebooks.course.check import exercises
from notebooks.course.language import page_in

PAGE = "docs/lecturing.md"
TIMED = re.compile(r"^(.+): (?:[\d.e-]+ s on two cores|not measured yet)$", re.M)
BLOCKS = ("|", "$$", "- ", "```")  # a paragraph that begins so keeps its lines


@cache
def parts_of(chapter: Chapter) -> list[Part]:
    """The parts of a built lesson."""
    notebook = nbformat.read(ROOT / chapter.page, as_version=4)
    return parts(notebook.cells, WORDS[chapter.language])


def of_kind(chapter: Chapter, kind: str) -> list[Part]:
    return [part for part in parts_of(chapter) if part.kind == kind]


def mark(part: Part) -> str:
    """Where a part stands: §3, or the heading of its section."""
    number = re.match(r"(\d+)\. ", part.section)
    return f"§{number[1]}" if number else part.section


def line(text: str) -> str:
    return " ".join(text.split())


def question(part: Part, called: Words = ENGLISH) -> str:
    """A prediction and its answer, as the text of an item."""
    if not part.answer:
        return line(part.text) + "\n"
    joint = "\n\n" if part.answer.startswith(BLOCKS) else " "
    answer = re.split(r"\n\s*\n", f"*{called.answer}*{joint}{part.answer}")
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
    minutes = re.escape(WORDS[chapter.language].reading).replace(r"\{\}", r"(\d+)")
    found = re.search(minutes, "\n".join(texts), re.I)
    reading = found[1] if found else "?"
    tasks = [part for part in of_kind(chapter, "exercise") if part.effort]
    lab, build = (
        sum(part.effort[1] for part in tasks if part.effort and ("build" in part.tags) is longer)
        for longer in (False, True)
    )
    title = f"[{chapter.title}](#{anchor(f'{chapter.number} {chapter.title}')})"
    run, asked = seconds(chapter).get("notebook", "?"), len(of_kind(chapter, "predict"))
    where = f"[{chapter.number}]({chapter.slug}.ipynb)"
    minutes = f"{lab} + {build}" if build else f"{lab}"
    return f"| {where} | {title} | {reading} | {minutes} | {run} | {asked} |\n"


def live(chapter: Chapter) -> Iterator[str]:
    """What can be run or changed in front of the class."""
    known, called = seconds(chapter), WORDS[chapter.language]
    yield called.whole_notebook.format(known.get("notebook", "?"))
    for part in of_kind(chapter, "code"):
        for name in TIMED.findall(part.printed):
            yield f"{mark(part)}. {name}: {known.get(name, '?')} s"
    before = None
    for part in parts_of(chapter):
        if part.kind == "paragraph":
            text = part.text
            if before and before.kind == "heading" and before.text.startswith(called.experiment):
                yield f"{mark(part)}. {line(text)}"
            elif called.try_it in text:
                task = text[text.index(called.try_it) :].partition("**")[2]
                yield f"{mark(part)}. {line(task)}"
        before = part


def described(chapter: Chapter) -> Iterator[str]:
    """What a lecturer wants to know of one chapter."""
    called = WORDS[chapter.language]
    lesson = f"[{chapter.number}]({chapter.slug}.ipynb)"
    solved = f"[{called.solutions}](solutions/{chapter.slug}.ipynb)"
    sections = [p.text for p in of_kind(chapter, "heading") if p.level == 2 and p.text[0].isdigit()]
    yield f"\n### {chapter.number} {chapter.title}\n"
    yield f"**{chapter.question}** ({lesson}, {solved})\n\n"
    yield f"{called.sections}: {' · '.join(sections)}\n"
    yield f"\n{called.on_the_board}\n\n"
    yield from (f"- {mark(part)}. {question(part, called)}" for part in of_kind(chapter, "predict"))
    yield f"\n{called.wrong_answers}\n\n"
    checks = exercises(chapter)
    for part in of_kind(chapter, "exercise"):
        effort = called.difficulty.format(*part.effort or "??")
        yield f"- {part.number} {part.title} ({effort[0].lower()}{effort[1:]})\n"
        hints = dict.fromkeys(hint for _, hint in checks[part.number].mistakes)
        yield from (f"  - {line(hint)}\n" for hint in hints)
    yield f"\n{called.to_run_live}\n\n"
    yield from (f"- {item}\n" for item in live(chapter))
    yield f"\n{called.for_the_exam}\n\n"
    for part in of_kind(chapter, "quiz"):
        yield f"- {line(part.text)}\n"
        for option in part.options:
            verdict = f"**{called.right}**" if option.right else called.wrong.lower()
            yield f"  - {line(option.text)} ({verdict} {line(option.why)})\n"


def page(language: str = "en") -> str:
    """The page as Markdown: what is written by hand, and what is made below it."""
    called, chapters = WORDS[language], chapters_in(language)
    heading = f"\n## {called.the_chapters}\n"
    hand = (ROOT / page_in(language, PAGE)).read_text(encoding="utf-8").partition(heading)[0]
    made = "".join(overview(chapter) for chapter in chapters)
    made += "".join(part for chapter in chapters for part in described(chapter))
    lessons = "../notebooks" if language == "en" else f"../../notebooks/{language}"
    made = re.sub(r"\]\((?=(solutions/)?\d\d\w?_)", f"]({lessons}/", made)
    return f"{hand}{heading}\n{called.lecturing_table}{made}"
