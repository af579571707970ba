"""The parts of a chapter: headings, predictions, exercises, quiz questions, code, figures.

Rules, slides, site and the lecturer's page all read a built notebook through `parts`. What a part
is called on the page stands in `Words`, in each language of the course.
"""

import base64
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from nbformat import NotebookNode

from notebooks.author.words import ENGLISH, Words

FOLD = re.compile(r"<details>\s*<summary>(.*?)</summary>(.*?)</details>", re.S)
QUESTION = re.compile(r"^\*\*\d+\. (.+?)\*\*$(.*?)(?=^\*\*\d+\. |\Z)", re.M | re.S)
TITLE = re.compile(r"\S+ (\w+\.\d+): (.+)")  # Exercise 1.2: the Markov assumption
MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table").use(dollarmath_plugin)
KINDS = {
    "paragraph_open": "paragraph",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "table_open": "table",
    "blockquote_open": "quote",
    "fence": "fence",
}


@dataclass
class Figure:
    """A drawn figure, and what a reader hears who does not see it."""

    png: bytes
    alt: str


@dataclass
class Option:
    """A possible answer to a question of the quiz."""

    text: str
    why: str
    right: bool


@dataclass
class Part:
    """One part. Beside `text`, what it has depends on its `kind`.

    heading: level. predict: answer. fold: title. quiz: options. code: printed, figures.
    exercise: number, title, effort (difficulty, minutes), hints; `text` is the task.
    """

    kind: str
    text: str = ""
    section: str = ""  # the heading of the section that it stands in
    tags: tuple[str, ...] = ()
    title: str = ""
    level: int = 0
    answer: str = ""
    number: str = ""
    effort: tuple[int, int] | None = None
    hints: list[str] = field(default_factory=list)
    options: list[Option] = field(default_factory=list)
    printed: str = ""
    figures: list[Figure] = field(default_factory=list)


def parts(cells: Iterable[NotebookNode], words: Words = ENGLISH) -> list[Part]:
    """The parts of these cells in their order; the bars and the look at the kernel are none."""
    found, section = [], ""
    for cell in cells:
        tags = tuple(cell.metadata.get("tags", []))
        if {"nav", "kernel"} & set(tags):
            continue
        for part in parts_of(cell, tags, words):
            if part.kind == "heading" and part.level == 2:
                section = part.text
            part.section, part.tags = section, tags
            found.append(part)
    return found


def parts_of(cell: NotebookNode, tags: tuple[str, ...], words: Words) -> list[Part]:
    if cell.cell_type == "code":
        printed = "".join(output.get("text", "") for output in cell.outputs)
        return [Part("code", cell.source, printed=printed, figures=figures(cell))]
    if "quiz" in tags:
        return [*blocks(QUESTION.sub("", cell.source)), *quiz(cell.source, words)]
    found = joined(list(blocks(cell.source)), words)
    title = TITLE.fullmatch(found[0].text) if found and "exercise" in tags else None
    return [exercise(title[1], title[2], found[1:], words)] if title else found


def figures(cell: NotebookNode) -> list[Figure]:
    """The pictures that a code cell shows."""
    return [
        Figure(base64.b64decode(output.data["image/png"]), alt_of(output))
        for output in cell.get("outputs", [])
        if "image/png" in output.get("data", {})
    ]


def alt_of(output: NotebookNode) -> str:
    """The description of the picture in an output, as `plots.style.describe` has stored it."""
    return str(output.get("metadata", {}).get("image/png", {}).get("alt", ""))


def blocks(source: str) -> Iterator[Part]:
    """A text cut at its blocks: headings, paragraphs, equations, lists, tables, folds."""
    lines, fold = source.splitlines(), ""
    for token in MARKDOWN.parse(source):
        if token.level or not token.map:
            continue
        text = "\n".join(lines[slice(*token.map)]).rstrip()
        if fold or (token.type == "html_block" and text.lstrip().startswith("<details>")):
            fold += text + "\n\n"
            if fold.count("<details>") == fold.count("</details>"):
                for summary, inside in FOLD.findall(fold):
                    yield Part("fold", inside.strip(), title=summary)
                fold = ""
        elif token.type == "heading_open":
            yield Part("heading", text.lstrip("# "), level=int(token.tag[1]))
        elif token.type == "math_block":
            yield Part("equation", token.content.strip())
        elif token.type == "paragraph_open" and "$$" in text:  # an equation inside a sentence
            lead, equation, _ = [*text.split("$$", 2), "", ""][:3]
            if lead.strip():
                yield Part("paragraph", lead.rstrip())
            yield Part("equation", equation.strip())
        elif token.type in KINDS:
            yield Part(KINDS[token.type], text)


def joined(found: list[Part], words: Words) -> list[Part]:
    """The blocks of a text; each prediction with the answer that is folded right below it."""
    made: list[Part] = []
    for part in found:
        before = made[-1] if made else None
        if part.kind == "paragraph" and part.text.startswith(f"**{words.predict}"):
            asked = re.sub(r"^\*\*[^*]*\*\*\s*", "", part.text)
            made.append(Part("predict", asked))
        elif part.kind == "fold" and before and before.kind == "predict" and not before.answer:
            before.answer = part.text
        else:
            made.append(part)
    return made


def exercise(number: str, title: str, found: list[Part], words: Words) -> Part:
    """The text of an exercise as one part, from the blocks below its heading."""
    effort = next((m for part in found if (m := re.search(words.effort, part.text))), None)
    task = [p.text for p in found if p.kind != "fold" and not re.match(words.effort, p.text)]
    return Part(
        "exercise",
        "\n\n".join(task),
        title=title,
        number=number,
        effort=(int(effort[1]), int(effort[2])) if effort else None,
        hints=[part.text for part in found if part.kind == "fold"],
    )


def quiz(source: str, words: Words) -> Iterator[Part]:
    """The questions of the quiz, with the reason for each option."""
    right, wrong = f"**{words.right}**", f"**{words.wrong}**"
    for asked, folds in QUESTION.findall(source):
        options = [
            Option(
                text.strip(),
                why.strip().removeprefix(right).removeprefix(wrong).strip(),
                why.strip().startswith(right),
            )
            for text, why in FOLD.findall(folds)
        ]
        yield Part("quiz", asked, options=options)


def anchor(heading: str) -> str:
    """What a link to a heading ends with: `## 3. The *wall*` is at #3-the-wall."""
    inside = MARKDOWN.parseInline(heading)[0].children or []
    text = "".join(token.content for token in inside if token.type in ("text", "code_inline"))
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")
