"""The lecturer's page: python -m notebooks.author.lecturing writes docs/lecturing.md.

Paths, map and errata are written by hand in lecturing.md beside this module. There `{{07}}` links
a chapter, `{{07 highway|gate}}` also names the section that speaks most of "highway" (of "gate" if
none does), and `{{chapters}}` is replaced by what the built notebooks, the checks and the measured
seconds say of each chapter. A section that is not found any more is left out, and named on screen.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from elmo_lite.files import RESULTS, ROOT, write_atomically
from notebooks.course.chapters import CHAPTERS, Chapter, find
from notebooks.course.check import exercises

HAND = Path(__file__).with_name("lecturing.md")
PAGE = ROOT / "docs" / "lecturing.md"
FOLD = r"<details>\s*<summary>{}</summary>(.*?)</details>"
READING = re.compile(r"\*About (\d+) minutes to read")
PREDICT = re.compile(
    r"^\*\*Predict[^*]*\*\*\s*((?:(?!\*\*Predict|^#|<details>).)+)"
    rf"(?:{FOLD.format('Answer')})?",
    re.M | re.S,
)
TASK = re.compile(r"^### Exercise ([\w.]+): (.+?)\n+Difficulty (\d) of 3, (\d+) minutes", re.M)
TRY = re.compile(r"^(?:\*\*Try it\.?\*\*|### Open experiment)\s*(.*?)(?:\n\s*\n|\Z)", re.M | re.S)
TIMED = re.compile(r"^(.+): (?:[\d.e-]+ s on two cores|not measured yet)$", re.M)
QUESTION = re.compile(r"^\*\*\d+\. (.+?)\*\*$(.*?)(?=^\*\*\d+\. |\Z)", re.M | re.S)
OPTION = re.compile(FOLD.format("(.*?)"), re.S)
TABLE = """| | chapter | minutes to read | exercises, minutes | seconds to run | questions |
|---|---|---|---|---|---|
"""


@dataclass
class Section:
    """A section of a built notebook: its heading, its text and what its code printed."""

    heading: str
    text: str = ""
    printed: str = ""

    @property
    def mark(self) -> str:
        number = re.match(r"(\d+)\. ", self.heading)
        return f"§{number[1]}" if number else self.heading


@cache
def sections(chapter: Chapter) -> list[Section]:
    """The sections of a built notebook."""
    path, made = ROOT / "notebooks" / f"{chapter.slug}.ipynb", [Section("")]
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "markdown":
            first, *others = re.split(r"^(?=## )", "".join(cell["source"]), flags=re.M)
            made[-1].text += "\n\n" + first
            made += [Section(part.splitlines()[0].lstrip("# "), part) for part in others]
        for output in cell.get("outputs", []):
            made[-1].printed += "".join(output.get("text", ""))
    return made


def found(chapter: Chapter, pattern: re.Pattern[str]) -> list[tuple[str, re.Match[str]]]:
    """Each match in a chapter, with the mark of its section."""
    return [(s.mark, match) for s in sections(chapter) for match in pattern.finditer(s.text)]


def said(section: Section, word: str) -> float:
    """How much a section speaks of a word; a short heading with the word counts most."""
    heading = section.heading.casefold()
    return section.text.casefold().count(word) + 1000 * (word in heading) / len(heading)


def link(chapter: Chapter, words: str = "") -> str:
    """A link to a chapter, and to the section that speaks most of the first word that is found."""
    name = chapter.number
    numbered = [section for section in sections(chapter) if section.mark.startswith("§")]
    asked = [word for word in words.strip().casefold().split("|") if word]
    known = [word for word in asked if any(said(section, word) for section in numbered)]
    if known:
        name += " " + max(numbered, key=lambda section: said(section, known[0])).mark
    elif asked:
        print(f"lecturing.md: no section of chapter {name} says {words.strip()!r}")
    return f"[{name}](../notebooks/{chapter.slug}.ipynb)"


def line(text: str) -> str:
    """A text on one line, with its links as seen from the folder docs."""
    return re.sub(r"\]\((?=\d\d\w?_)", "](../notebooks/", " ".join(text.split()))


def question(match: re.Match[str]) -> str:
    """A prediction with its answer, as an item; without an answer its first paragraph alone."""
    asked, answer = match[1].strip(), match[2]
    if not answer:
        return line(re.split(r"\n\s*\n", asked)[0]) + "\n"
    joint = "\n\n" if answer.strip().startswith(("|", "$$", "- ")) else " "
    parts = re.split(r"\n\s*\n", f"*Answer.*{joint}{answer.strip()}")
    kept = [part if part.startswith(("|", "$$", "- ", "```")) else line(part) for part in parts]
    rows = "\n\n".join(kept).splitlines()
    return f"{line(asked)}\n\n" + "".join(f"  {row}".rstrip() + "\n" for row in rows)


def seconds(chapter: Chapter) -> dict[str, Any]:
    """Measured seconds of a chapter: of the "notebook", and of each timed cell by its name."""
    measured = json.loads((RESULTS / "timings.json").read_text(encoding="utf-8"))
    return dict(measured["chapters"].get(chapter.number, {}))


def overview(chapter: Chapter) -> str:
    """What a chapter takes, as a row of the table."""
    reading = next((match[1] for _, match in found(chapter, READING)), "?")
    lab = sum(int(match[4]) for _, match in found(chapter, TASK))
    name = f"{chapter.number} {chapter.title}"
    anchor = re.sub(r"[^\w -]", "", name).lower().replace(" ", "-")
    counts = f"{seconds(chapter).get('notebook', '?')} | {len(found(chapter, PREDICT))}"
    return f"| {link(chapter)} | [{chapter.title}](#{anchor}) | {reading} | {lab} | {counts} |\n"


def described(chapter: Chapter) -> Iterator[str]:
    """What a lecturer wants to know of one chapter."""
    solutions = f"[solutions](../notebooks/solutions/{chapter.slug}.ipynb)"
    yield f"\n### {chapter.number} {chapter.title}\n"
    yield f"**{chapter.question}** ({link(chapter)}, {solutions})\n\nSections: "
    yield " · ".join(s.heading for s in sections(chapter) if s.mark.startswith("§")) + "\n"
    yield "\n**On the board**, before the figure is shown:\n\n"
    yield from (f"- {mark}. {question(match)}" for mark, match in found(chapter, PREDICT))
    yield "\n**Expected wrong answers**, and the hint that the check gives for each:\n\n"
    checks = exercises(chapter)
    for _, match in found(chapter, TASK):
        yield f"- {match[1]} {match[2]} (difficulty {match[3]}, {match[4]} minutes)\n"
        hints = dict.fromkeys(hint for _, hint in checks[match[1]].mistakes)
        yield from (f"  - {line(hint)}\n" for hint in hints)
    yield "\n**To run live:**\n\n"
    known = seconds(chapter)
    timed = [(s.mark, name) for s in sections(chapter) for name in TIMED.findall(s.printed)]
    yield f"- the whole notebook: {known.get('notebook', '?')} s\n"
    yield from (f"- {mark}. {name}: {known.get(name, '?')} s\n" for mark, name in timed)
    yield from (f"- {mark}. {line(match[1])}\n" for mark, match in found(chapter, TRY))
    yield "\n**For the exam:**\n\n"
    for _, match in found(chapter, QUESTION):
        yield f"- {line(match[1])}\n"
        for option, why in OPTION.findall(match[2]):
            yield f"  - {line(option)} ({line(why).replace('**No:**', 'no:')})\n"


def page() -> str:
    """The page as Markdown."""
    chapters = TABLE + "".join(overview(chapter) for chapter in CHAPTERS)
    chapters += "".join(part for chapter in CHAPTERS for part in described(chapter))
    text = HAND.read_text(encoding="utf-8").replace("{{chapters}}", chapters.rstrip("\n"))
    return re.sub(r"\{\{(\d\d\w?)( [^}]+)?\}\}", lambda m: link(find(m[1]), m[2] or ""), text)


if __name__ == "__main__":
    write_atomically(PAGE, page().encode("utf-8"))
