"""The pieces that a chapter consists of: headings, paragraphs, equations, folds, code, figures."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from nbformat import NotebookNode

from notebooks.author.offline import Figure, figure_of

SILENT = {"setup", "exercise", "check"}  # tags of code that needs no slide
FOLD = re.compile(r"<details>\s*<summary>(.*?)</summary>(.*?)</details>", re.S)
QUESTION = re.compile(r"^\*\*\d+\. (.+?)\*\*$(.*?)(?=^\*\*\d+\. |\Z)", re.M | re.S)
APART = re.compile(r"\$[^$]+\$|`[^`]+`|\]\([^)]*\)|<[^>]+>", re.S)  # may hold a full stop
ASIDE = re.compile(r"^(?:From here on the chapter uses |.*: [\d.e-]+ s on two cores$).*\n?", re.M)
TAG = re.compile(r"\\tag\{([^}]*)\}")


@dataclass
class Piece:
    """One piece; `more` is the output of code, or the answers to a question."""

    kind: str
    text: str = ""
    tags: tuple[str, ...] = ()
    level: int = 0
    more: str = ""
    figure: Figure | None = None


def _math(content: str, options: dict[str, bool]) -> str:
    left, right = (r"\[", r"\]") if options["display_mode"] else (r"\(", r"\)")
    return f"{left}{html.escape(content)}{right}"


MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")
MARKDOWN.use(dollarmath_plugin, renderer=_math)


def inline(text: str) -> str:
    """One paragraph of Markdown as HTML, without the <p> around it and without its links."""
    return re.sub(r"</?a\b[^>]*>", "", MARKDOWN.renderInline(text.strip()))


def to_html(piece: Piece) -> str:
    """A list, a table, or an equation with its number."""
    if piece.kind != "equation":
        return re.sub(r"</?a\b[^>]*>", "", MARKDOWN.render(piece.text))
    number = TAG.search(piece.text)
    shown = f'<span class="number">({number[1]})</span>' if number else ""
    return f'<div class="display">\\[{html.escape(TAG.sub("", piece.text))}\\]{shown}</div>'


def sentences(text: str) -> list[str]:
    """A paragraph cut after its full stops; those in formulas, code and numbers do not count."""
    apart: list[str] = []

    def hide(match: re.Match[str]) -> str:
        apart.append(match[0])
        return f"\x00{len(apart) - 1}\x00"

    flat = APART.sub(hide, " ".join(text.split()))
    cut = re.split(r"(?<=[.!?])([\"”’)*_]*) (?=[\"“‘(*_\x00]*[A-Z0-9\x00가-힣])", flat)
    joined = [""]
    for one in ("".join(cut[i : i + 2]) for i in range(0, len(cut), 2)):
        inside = joined[-1].count("(") > joined[-1].count(")")  # a full stop within brackets
        joined[-1:] = [f"{joined[-1]} {one}"] if inside else [*joined[-1:], one]
    joined = joined[1:]
    return [re.sub(r"\x00(\d+)\x00", lambda m: apart[int(m[1])], one).strip() for one in joined]


def opening(text: str, longest: int) -> str:
    """The first sentence, and those after it while there is room for them."""
    first, *others = sentences(text)
    for sentence in others:
        if len(first) + len(sentence) > longest or first.count("**Try") != 0:
            break
        first += " " + sentence
    return first


def _from_markdown(source: str, tags: tuple[str, ...]) -> Iterator[Piece]:
    lines = source.splitlines()
    fold = ""
    kinds = {"paragraph_open": "paragraph", "bullet_list_open": "list", "table_open": "table"}
    kinds |= {"ordered_list_open": "list", "blockquote_open": "quote", "fence": "fence"}
    for token in MARKDOWN.parse(source):
        if token.level or not token.map:
            continue
        text = "\n".join(lines[slice(*token.map)])
        if fold or (token.type == "html_block" and text.lstrip().startswith("<details>")):
            fold += text + "\n\n"
            if fold.count("<details>") == fold.count("</details>"):
                for summary, answer in FOLD.findall(fold):
                    yield Piece("fold", answer.strip(), tags, more=summary)
                fold = ""
        elif token.type == "heading_open":
            yield Piece("heading", text.lstrip("# "), tags, int(token.tag[1]))
        elif token.type == "math_block":
            yield Piece("equation", token.content.strip(), tags)
        elif token.type == "paragraph_open" and "$$" in text:  # an equation inside a sentence
            lead, equation, _ = [*text.split("$$", 2), "", ""][:3]
            if lead.strip():
                yield Piece("paragraph", lead, tags)
            yield Piece("equation", equation.strip(), tags)
        elif token.type in kinds:
            yield Piece(kinds[token.type], text, tags)


def _quiz(source: str, tags: tuple[str, ...]) -> Iterator[Piece]:
    for question, folds in QUESTION.findall(source):
        rows = []
        for option, why in FOLD.findall(folds):
            right = "**Right:**" in why
            because = why.strip().removeprefix("**Right:**").strip()
            reason = f'<span class="fragment why">{inline(because)}</span>' if right else ""
            mark = ' class="right"' if right else ""
            option = re.sub(r"\$([^$]+)\$", r"\\(\1\\)", option)
            rows.append(f"<li{mark}>{option} {reason}</li>")
        yield Piece("quiz", question, tags, more=f"<ol type='A'>{''.join(rows)}</ol>")


def pieces(notebook: NotebookNode) -> Iterator[Piece]:
    """The pieces of a built chapter, without the cells that have the tag `skip-slide`."""
    for cell in notebook.cells:
        tags = tuple(cell.metadata.get("tags", []))
        if "skip-slide" in tags:
            continue
        if cell.cell_type == "markdown":
            found = _quiz if "quiz" in tags else _from_markdown
            yield from found(cell.source, tags)
            continue
        drawn = [figure for output in cell.outputs if (figure := figure_of(output))]
        if not SILENT & set(tags) and not drawn:
            printed = "".join(output.get("text", "") for output in cell.outputs).rstrip()
            printed = ASIDE.sub("", printed)
            source = re.sub(r"^.*\.yours_or_ours\(.*\n?", "", cell.source, flags=re.M).strip()
            yield Piece("code", source, tags, more=printed)
        for figure in drawn:
            yield Piece("figure", "", tags, figure=figure)
