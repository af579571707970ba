"""Makes a deck of slides from a built chapter: `python -m notebooks.author.slides [NN ...]`.

There is no second text. A deck takes from its chapter the headings, predictions, equations, figures
with what they show, short code with its output, exercises and the quiz. A cell with the tag
`skip-slide` gives no slide, and what a cell with the tag `slide` gives is never left out.
"""

import html
import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from string import Template

from notebooks.author import offline
from notebooks.author.outline import Piece, inline, opening, pieces, sentences, to_html
from notebooks.course.chapters import Chapter

LOOKS = Path(__file__).with_name("looks")
MOST = 40  # slides
# While there are more, slides of these kinds are left out down to the number, the fullest first.
LEFT_OUT = (("code", 4), ("table", 1), ("section", 4), ("code", 0), ("section", 0), ("equation", 0))
# Minutes in class
MINUTES = {"predict": 2, "figure": 2, "equation": 2, "code": 2}
PAGE = (1110, 430)  # pixels for code and what it prints: width and height
READABLE = 19  # pixels: smaller code is not shown, since the last row could not read it
UNSAID = ("Sources", "Where next", "Quiz")  # sections without a slide of their own


@dataclass
class Slide:
    """One slide: HTML below a heading, and what the lecturer sees besides."""

    kind: str
    heading: str
    body: list[str]
    section: str = ""
    notes: list[str] = field(default_factory=list)
    kept: bool = False

    @property
    def minutes(self) -> int:
        return MINUTES.get(self.kind, 1)


def said(text: str, fragment: bool = False) -> str:
    """A finding or an answer as a paragraph, on the slide at once or after a key is pressed."""
    return f'<p class="said{" fragment" if fragment else ""}">{inline(text)}</p>'


def code_size(*texts: str) -> float:
    """The size in pixels at which code and its output fit on a slide."""
    lines = [line for text in texts for line in text.splitlines()]
    widest = max((len(line) + sum(ord(c) > 0x1100 for c in line) for line in lines), default=1)
    return min(28, PAGE[0] / (0.61 * widest), PAGE[1] / (1.35 * (len(lines) + 1)))


def code_body(piece: Piece) -> list[str]:
    """Code with its output, or the output alone where both are too long.

    Nothing where that is too long as well, and where code neither prints nor defines anything.
    """
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import PythonLexer

    source, printed = piece.text, piece.more
    if not printed and not re.search(r"^(def|class) ", source, re.M):
        return []
    if code_size(source, printed) < READABLE:
        source = ""
    size = code_size(source, printed)
    if size < READABLE or not (source or printed):
        return []
    made = highlight(source, PythonLexer(), HtmlFormatter(nowrap=True)) if source else ""
    parts = [f'<pre class="code">{made}</pre>'] if made else []
    parts += [f'<pre class="printed">{html.escape(printed)}</pre>'] if printed else []
    return [f'<div class="cells" style="font-size:{size:.1f}px">{"".join(parts)}</div>']


def collect(chapter: Chapter, found: Sequence[Piece], figures: Path) -> list[Slide]:
    """Every slide that the pieces of a chapter give, in their order."""
    title = f"{chapter.number} {chapter.title}"
    slides = [Slide("title", title, [f'<p class="question">{inline(chapter.question)}</p>'])]
    section, asked, before = title, "", ""
    waiting: Slide | None = None  # it was shown and wants to be explained

    def add(kind: str, heading: str, body: list[str], piece: Piece) -> Slide:
        slides.append(Slide(kind, heading, body, section, kept="slide" in piece.tags))
        return slides[-1]

    for piece in found:
        last = slides[-1]
        if piece.kind == "heading":
            waiting = None
            if piece.level < 3:
                section = piece.text
            kind = "section" if piece.level > 2 or piece.text[0].isdigit() else "end"
            kind = "exercise" if piece.text.startswith(("Exercise", "Open exp")) else kind
            if piece.level > 1 and piece.text not in UNSAID:
                waiting = add(kind, piece.text, [], piece)
        elif piece.kind == "paragraph" and piece.text.startswith("**Predict"):
            asked = re.sub(r"^\*\*Predict[^*]*\*\*\s*", "", piece.text)
            add("predict", "Predict", [f'<p class="ask">{inline(asked)}</p>'], piece)
            waiting = None
        elif piece.kind == "fold" and last.kind == "predict":
            answer = piece.text.partition("\n\n")[0]
            last.body.append(said(opening(answer, 260), fragment=True))
        elif piece.kind == "quiz":
            section = "Quiz"
            add("quiz", piece.text, [piece.more], piece)
        elif piece.kind == "figure" and piece.figure:
            waiting = add("figure", section, [piece.figure.write(figures, "figures")], piece)
            waiting.notes += [f"<b>Ask first:</b> {inline(asked)}"] if asked else []
            waiting.notes.append(f"<b>The figure:</b> {html.escape(piece.figure.alt)}")
            asked = ""
        elif piece.kind == "code":
            if body := code_body(piece):
                waiting = add("code", section, body, piece)
        elif piece.kind == "equation":
            lead = sentences(before)[-1] if before else ""
            if last.body and last.body[-1] == said(lead, fragment=True):
                last.body.pop()
            if last.kind == "section" and opening(before, 330).endswith(lead) and last.body:
                last.kind, last.body = "equation", [*last.body, to_html(piece)]
            else:
                joins = last.kind == "equation" and last.section == section and len(last.body) < 3
                slide = last if joins else add("equation", section, [], piece)
                slide.body += [*([f"<p>{inline(lead)}</p>"] if lead else []), to_html(piece)]
            waiting = None
        elif piece.kind in ("table", "list", "quote"):
            if len(slides) == 1 and piece.kind == "list":
                add("goals", "You will be able to", [to_html(piece)], piece)
            elif last.kind == "end" and not last.body:
                last.body = [to_html(piece)]
            elif piece.text.count("\n") < 9 and before.endswith(":") and last.kind == "section":
                last.kind, last.body = "table", [*last.body, to_html(piece)]
            elif "slide" in piece.tags or (piece.kind == "table" and piece.text.count("\n") < 9):
                add("table", section, [to_html(piece)], piece)
        elif piece.kind == "paragraph" and waiting:
            if piece.text.startswith("Difficulty"):
                waiting.body.append(f'<p class="facts">{inline(piece.text)}</p>')
                continue
            shown = waiting.kind in ("figure", "code")
            waiting.body.append(said(opening(piece.text, 240 if shown else 330), fragment=shown))
            waiting.notes.append(inline(piece.text))
            waiting = None
        before = piece.text if piece.kind == "paragraph" else ""
    return [slide for slide in slides if slide.body]


def choose(slides: list[Slide], most: int = MOST) -> list[Slide]:
    """At most so many slides; of the least missed kinds the fullest go first."""
    kept = list(slides)
    for kind, fewest in LEFT_OUT:
        found = [slide for slide in kept if slide.kind == kind and not slide.kept]
        found.sort(key=lambda slide: len("".join(slide.body)))
        while len(kept) > most and len(found) > fewest:
            kept.remove(found.pop())
    return kept


def deck(chapter: Chapter, out: Path) -> str:
    """The HTML of a deck; its figures are written into the folder `out`."""
    notebook = offline.read_notebook(offline.NOTEBOOKS / f"{chapter.slug}.ipynb")
    slides = choose(collect(chapter, list(pieces(notebook)), out / "figures"))
    total, minute, parts = sum(slide.minutes for slide in slides), 0, []
    for slide in slides:
        clock = f"Minute {minute} of {total}; about {slide.minutes} min for this slide."
        minute += slide.minutes
        notes = "".join(f"<p>{note}</p>" for note in [clock, *slide.notes])
        above = f'<p class="section">{inline(slide.section)}</p>'
        above = above if slide.section != slide.heading and slide.kind != "title" else ""
        tag = "h1" if slide.kind == "title" else "h2"
        parts.append(
            f'<section class="{slide.kind}">{above}<{tag}>{inline(slide.heading)}</{tag}>'
            f'{"".join(slide.body)}<aside class="notes">{notes}</aside></section>'
        )
    page = Template((LOOKS / "slides.html").read_text(encoding="utf-8"))
    name = html.escape(f"{chapter.number} {chapter.title}")
    return page.substitute(title=name, slides="\n".join(parts))


def build(out: Path, chapters: Sequence[Chapter]) -> list[Path]:
    """Write the decks into the folder `out`, and all they need beside them."""
    from pygments.formatters import HtmlFormatter

    spec = find_spec("sphinx_revealjs")
    assert spec and spec.origin
    reveal, assets = Path(spec.origin).parent / "_static" / "revealjs", out / "assets"
    shutil.rmtree(out, ignore_errors=True)
    assets.mkdir(parents=True)
    for name in ("dist/reset.css", "dist/reveal.css", "dist/reveal.js", "plugin/notes/notes.js"):
        shutil.copy(reveal / name, assets)
    for font in (reveal / "dist/theme/fonts/source-sans-pro").glob("*.woff"):
        shutil.copy(font, assets)
    colours = HtmlFormatter(style="a11y-high-contrast-light").get_style_defs("pre.code")
    looks = (LOOKS / "slides.css").read_text(encoding="utf-8")
    (assets / "slides.css").write_text(f"{colours}\n{looks}", encoding="utf-8")
    for name in ("slides.js", "favicon.svg"):
        shutil.copy(LOOKS / name, assets)
    made = {out / f"{chapter.slug}.html": deck(chapter, out) for chapter in chapters}
    for path, text in made.items():
        path.write_text(text, encoding="utf-8")
    offline.write_font(assets, "".join(made.values()))
    offline.write_mathjax(assets)
    return list(made)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    out, chapters = offline.chosen("Make a deck of slides from each chapter.", "slides", arguments)
    for path in build(out, chapters):
        print(path)
    print("Open one in a browser: S shows the notes with the minutes, F fills the screen.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
