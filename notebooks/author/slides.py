"""Makes a deck of slides from a built chapter: `python -m notebooks.author.slides [NN ...]`.

There is no second text. A deck takes from its chapter the headings, predictions, equations, figures
with what they show, short code with its output, exercises and the quiz. Where a chapter has cells
with the tag `lecture`, these make its deck, a lecture of 45 minutes; with --all the others do as
well. A cell with the tag `skip-slide` gives no slide, and what a cell with the tag `slide` gives is
never left out.
"""

import hashlib
import html
import io
import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from string import Template

import nbformat
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from PIL import Image
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from elmo_lite.files import ROOT, sentence_on_error
from notebooks.author import offline
from notebooks.author.folder import renewed
from notebooks.author.parts import Figure, Part, parts
from notebooks.author.words import WORDS
from notebooks.course.chapters import Chapter
from notebooks.course.language import LANGUAGES, table

LOOKS = Path(__file__).with_name("looks")
MOST, LECTURE = 40, 25  # slides of a whole chapter, and of a lecture
# While there are more, slides of these kinds are left out down to the number, the fullest first.
LEFT_OUT = (("code", 4), ("table", 1), ("section", 4), ("code", 0), ("section", 0), ("equation", 0))
# Minutes in class
MINUTES = {"predict": 2, "figure": 2, "equation": 2, "code": 2}
PAGE = (1110, 430)  # pixels for code and what it prints: width and height
READABLE = 19  # pixels: smaller code is not shown, since the last row could not read it
LONGEST = {"figure": 180, "code": 240, "predict": 260}  # letters of what is said; else 330
SILENT = {"setup", "exercise", "check"}  # tags of code that needs no slide
ENDS = {"heading", "predict", "equation", "exercise", "quiz"}  # nothing after it explains
# Lines of output that no slide shows: whose function a chapter goes on with, and seconds
SAID = [table("messages", language)["said"] for language in LANGUAGES]
WHOSE = "|".join(re.escape(said[key]) for said in SAID for key in ("yours", "ours"))
WHOSE = WHOSE.replace(r"\{name\}", r"\w+")
ASIDE = re.compile(rf"^(?:{WHOSE}|.*: [\d.e-]+ s on two cores)$\n?", re.M)
APART = re.compile(r"\$[^$]+\$|`[^`]+`|\]\([^)]*\)|<[^>]+>", re.S)  # may hold a full stop
TAG = re.compile(r"\\tag\{([^}]*)\}")


def _math(content: str, options: dict[str, bool]) -> str:
    left, right = (r"\[", r"\]") if options["display_mode"] else (r"\(", r"\)")
    return f"{left}{html.escape(content)}{right}"


MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")
MARKDOWN.use(dollarmath_plugin, renderer=_math)


@dataclass
class Slide:
    """One slide: HTML below a heading, and what the lecturer sees besides."""

    kind: str
    heading: str
    body: list[str]
    section: str = ""
    notes: list[str] = field(default_factory=list)
    kept: bool = False
    live: bool = False

    @property
    def minutes(self) -> int:
        return MINUTES.get(self.kind, 1)


# --- text ---


def inline(text: str) -> str:
    """One paragraph of Markdown as HTML, without the <p> around it and without its links."""
    return re.sub(r"</?a\b[^>]*>", "", MARKDOWN.renderInline(text.strip()))


def blocks(text: str) -> str:
    """A list or a table as HTML, without its links."""
    return re.sub(r"</?a\b[^>]*>", "", MARKDOWN.render(text))


def display(equation: str) -> str:
    """An equation with its number."""
    number = TAG.search(equation)
    shown = f'<span class="number">({number[1]})</span>' if number else ""
    return f'<div class="display">\\[{html.escape(TAG.sub("", equation))}\\]{shown}</div>'


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


def wide(text: str) -> float:
    """The length of a text in Latin letters; Hangul is wider."""
    return len(text) + 0.9 * len(re.findall("[가-힣]", text))


def opening(text: str, longest: int) -> str:
    """The first sentence, and those after it while there is room for them."""
    first, *others = sentences(text)
    for sentence in others:
        if wide(first + sentence) > longest or first.count("**Try") != 0:
            break
        first += " " + sentence
    return first


def said(kind: str, text: str) -> str:
    """What is said of a slide; a finding or an answer appears after a key is pressed."""
    later = " fragment" if kind in LONGEST else ""
    return f'<p class="said{later}">{inline(opening(text, LONGEST.get(kind, 330)))}</p>'


# --- slides ---


def code_size(*texts: str) -> float:
    """The size in pixels at which code and its output fit on a slide."""
    lines = [line for text in texts for line in text.splitlines()]
    widest = max((len(line) + sum(ord(c) > 0x1100 for c in line) for line in lines), default=1)
    return min(28, PAGE[0] / (0.61 * widest), PAGE[1] / (1.35 * (len(lines) + 1)))


def code_body(part: Part) -> list[str]:
    """Code with its output, or the output alone where both are too long.

    Nothing where that is too long as well, and where code neither prints nor defines anything.
    """
    if SILENT & set(part.tags) or part.figures:
        return []
    printed = ASIDE.sub("", part.printed.rstrip())
    source = re.sub(r"^.*\byours_or_ours\(.*\n?", "", part.text, flags=re.M).strip()
    if not printed and not re.search(r"^(def|class) ", source, re.M):
        return []
    if code_size(source, printed) < READABLE:
        source = ""
    size = code_size(source, printed)
    if size < READABLE or not (source or printed):
        return []
    return [cells_shown(source, printed, size)]


def cells_shown(source: str, printed: str, size: float) -> str:
    """Code and what it prints, at a size in pixels."""
    made = highlight(source, PythonLexer(), HtmlFormatter(nowrap=True)) if source else ""
    shown = [f'<pre class="code">{made}</pre>'] if made else []
    shown += [f'<pre class="printed">{html.escape(printed)}</pre>'] if printed else []
    return f'<div class="cells" style="font-size:{size:.1f}px">{"".join(shown)}</div>'


def given_body(found: Sequence[Part], i: int) -> list[str]:
    """The broken function of an exercise that asks to repair it; of the others nothing."""
    after = found[i + 1 :]
    cell = next((part for part in after if part.kind == "code" or part.kind in ENDS), None)
    if cell is None or cell.kind != "code" or "exercise" not in cell.tags:
        return []
    if not re.search(r"^def ", cell.text, re.M) or "raise NotImplementedError" in cell.text:
        return []
    source = cell.text.strip()
    return [cells_shown(source, "", min(22, code_size(source, "")))]


def says_little(body: str) -> bool:
    """Whether it is a line or two of output, without the code that printed them."""
    return 'class="code"' not in body and body.count("\n") < 2


def quiz_body(part: Part) -> list[str]:
    rows = ""
    for option in part.options:
        text = re.sub(r"\$([^$]+)\$", r"\\(\1\\)", option.text)
        if option.right:
            why = f'<span class="fragment why">{inline(option.why)}</span>'
            rows += f'<li class="right">{text} {why}</li>'
        else:
            rows += f"<li>{text} </li>"
    return [f"<ol type='A'>{rows}</ol>"]


def figure_body(figure: Figure, folder: Path) -> list[str]:
    """Write the picture into the folder beside the deck."""
    name = hashlib.sha256(figure.png).hexdigest()[:16] + ".png"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(figure.png)
    alt = html.escape(figure.alt)
    place = f"{folder.parent.name}/{folder.name}/{name}"
    picture = Image.open(io.BytesIO(figure.png))
    size = f'width="{picture.width}" height="{picture.height}"'
    letters = picture.info.get("letters", "0")  # the smallest, in its pixels
    return [
        f'<img class="figure" src="{place}" alt="{alt}" {size} data-letters="{letters}"'
        ' loading="lazy">'
    ]


def is_live(part: Part) -> bool:
    """Whether a cell has something to type or to turn, so that a class can try it."""
    return re.search(r"^(?:live|Microscope)\(", part.text, re.M) is not None


def explanation(found: Sequence[Part], i: int) -> str:
    """The first paragraph below part i that belongs to it, or ""."""
    for part in found[i + 1 :]:
        if part.kind == "paragraph":
            return part.text
        if part.kind in ENDS or part.figures or (part.kind == "code" and code_body(part)):
            break
    return ""


def finding(found: Sequence[Part], i: int, kind: str, taken: dict[str, str]) -> str:
    """What is said of the output of part i: of the paragraph below, what is not said yet.

    Outputs without a text between them share the paragraph; `taken` has what is left of it. Where
    a new question or section comes first, the sentence that led to the output says it.
    """
    for part in found[i + 1 :]:
        if part.kind in ENDS:
            break
        if part.kind == "paragraph":
            left = taken.get(part.text, part.text)
            shown = opening(left, LONGEST[kind]) if left else ""
            taken[part.text] = " ".join(sentences(left)[len(sentences(shown)) :]) if left else ""
            return left
    if kind == "code" and says_little(code_body(found[i])[0]):
        return ""
    lead = next((part for part in reversed(found[:i]) if part.kind != "code"), None)
    if lead is None or lead.kind != "paragraph" or (kind == "code" and lead.text in taken):
        return ""
    return sentences(lead.text)[-1]


def findings(found: Sequence[Part]) -> dict[int, list[str]]:
    """What is said of each output, by the place of its part; figures choose first."""
    taken: dict[str, str] = {}
    shown = {
        i: [finding(found, i, "figure", taken) for _ in part.figures]
        for i, part in enumerate(found)
        if part.figures
    }
    for i, part in enumerate(found):
        if part.kind == "code" and code_body(part):
            printed = ASIDE.sub("", part.printed).strip()
            said_of = finding(found, i, "code", taken) if printed else explanation(found, i)
            shown[i] = [said_of]
    return shown


def collect(chapter: Chapter, found: Sequence[Part], figures: Path) -> list[Slide]:
    """Every slide that the parts of a chapter give, in their order."""
    called = WORDS[chapter.language]
    unsaid = (called.sources, called.next, called.quiz)  # sections without a slide of their own
    title = f"{chapter.number} {chapter.title}"
    slides = [Slide("title", title, [f'<p class="question">{inline(chapter.question)}</p>'])]
    asked = ""  # the last prediction, until its figure comes
    told = findings(found)

    def add(kind: str, heading: str, body: list[str], part: Part, explained: str = "") -> Slide:
        slide = Slide(kind, heading, body, part.section or title, kept="slide" in part.tags)
        if explained:
            slide.body.append(said(kind, explained))
            slide.notes.append(inline(explained))
        slides.append(slide)
        return slide

    for i, part in enumerate(found):
        if "skip-slide" in part.tags:
            continue
        last, section, below = slides[-1], part.section or title, explanation(found, i)
        before = found[i - 1].text if i and found[i - 1].kind == "paragraph" else ""
        if part.kind == "heading" and part.level > 1 and part.text not in unsaid:
            kind = "section" if part.level > 2 or part.text[0].isdigit() else "end"
            kind = "exercise" if part.text.startswith(called.experiment) else kind
            add(kind, part.text, [], part, below)
        elif part.kind == "predict":
            ask = f'<p class="ask">{inline(part.text)}</p>'
            slide = add("predict", called.predict, [ask], part)
            answer = part.answer.partition("\n\n")[0]
            slide.body += [said("predict", answer)] if answer else []
            asked = part.text
        elif part.kind == "exercise":
            effort = called.difficulty.format(*part.effort or "??") + "."
            heading = called.exercise.format(part.number, part.title)
            body = [f'<p class="facts">{effort}</p>', *given_body(found, i)]
            add("exercise", heading, body, part, part.text)
        elif part.kind == "quiz":
            add("quiz", part.text, quiz_body(part), part)
        elif part.kind == "code":
            for figure, text in zip(part.figures, told.get(i, []), strict=False):
                slide = add("figure", section, figure_body(figure, figures), part, text)
                notes = [f"<b>{called.ask_first}</b> {inline(asked)}"] if asked else []
                about = f"<b>{called.figure}</b> {html.escape(figure.alt)}"
                slide.notes[:0] = [*notes, about]
                slide.live = is_live(part)
                asked = ""
            body = code_body(part)
            if body and (told[i][0] or "slide" in part.tags):
                add("code", section, body, part, told[i][0])
        elif part.kind == "equation":
            lead = sentences(before)[-1] if before else ""
            if last.kind == "section" and before and opening(before, 330).endswith(lead):
                last.kind = "equation"  # the slide of the section has said the lead already
            elif last.kind != "equation" or last.section != section or len(last.body) > 2:
                last = add("equation", section, [f"<p>{inline(lead)}</p>"] if lead else [], part)
            elif lead:
                last.body.append(f"<p>{inline(lead)}</p>")
            last.body.append(display(part.text))
        elif part.kind in ("table", "list", "quote"):
            short = part.text.count("\n") < 9
            if part.kind == "list" and len(slides) == 1:
                add("goals", called.goals, [blocks(part.text)], part)
            elif last.kind == "end" and not last.body:
                last.body.append(blocks(part.text))
            elif short and before.endswith(":") and last.kind == "section":
                last.kind, last.body = "table", [*last.body, blocks(part.text)]
            elif "slide" in part.tags or (part.kind == "table" and short):
                add("table", section, [blocks(part.text)], part)
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


def lecture(found: Sequence[Part]) -> list[Part]:
    """The parts that are shown in class, and the quiz; none in a chapter that says of none."""
    tagged = [part for part in found if "lecture" in part.tags or part.kind == "quiz"]
    return tagged if any("lecture" in part.tags for part in tagged) else []


def deck(chapter: Chapter, out: Path, whole: bool = False) -> str:
    """The HTML of a deck; its figures are written into a folder of its own in out/figures."""
    called = WORDS[chapter.language]
    found = parts(nbformat.read(ROOT / chapter.page, as_version=4).cells, called)
    shown = [] if whole else lecture(found)
    slides = collect(chapter, shown or found, out / "figures" / chapter.slug)
    slides = choose(slides, LECTURE if shown else MOST)
    total, minute, made = sum(slide.minutes for slide in slides), 0, ""
    for slide in slides:
        clock = called.clock.format(minute, total, slide.minutes)
        minute += slide.minutes
        notes = "".join(f"<p>{note}</p>" for note in [clock, *slide.notes])
        above = f'<p class="section">{inline(slide.section)}</p>'
        above = above if slide.section != slide.heading and slide.kind != "title" else ""
        tag = "h1" if slide.kind == "title" else "h2"
        mark = f' <span class="live">{called.live}</span>' if slide.live else ""
        made += (
            f'<section class="{slide.kind}">{above}<{tag}>{inline(slide.heading)}{mark}</{tag}>'
            f'{"".join(slide.body)}<aside class="notes">{notes}</aside></section>\n'
        )
    page = Template((LOOKS / "slides.html").read_text(encoding="utf-8"))
    name = html.escape(f"{chapter.number} {chapter.title}")
    return page.substitute(title=name, slides=made, language=chapter.language)


def build(out: Path, chapters: Sequence[Chapter], whole: bool = False) -> list[Path]:
    """Write the decks into the folder `out`, and all they need; other decks there stay."""
    slugs = [chapter.slug for chapter in chapters]
    starts = [f"{slug}.html" for slug in slugs] + [f"figures/{slug}/" for slug in slugs]
    with renewed(out, "slides", [*starts, "assets/"]) as new:
        kept = "".join(path.read_text(encoding="utf-8") for path in out.glob("*.html"))
        fill(new, chapters, whole, kept)
    return [out / f"{slug}.html" for slug in slugs]


def fill(folder: Path, chapters: Sequence[Chapter], whole: bool = False, kept: str = "") -> None:
    """Write the decks and all they need into a new folder; `kept` is the text of other decks."""
    made = {f"{chapter.slug}.html": deck(chapter, folder, whole) for chapter in chapters}
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")
    write_assets(folder / "assets", "".join([*made.values(), kept]))


def write_assets(assets: Path, texts: str) -> None:
    """What the decks share; the font has the Korean characters of their texts."""
    spec = find_spec("sphinx_revealjs")
    assert spec and spec.origin
    reveal = Path(spec.origin).parent / "_static" / "revealjs"
    assets.mkdir()
    for name in ("dist/reset.css", "dist/reveal.css", "dist/reveal.js", "plugin/notes/notes.js"):
        shutil.copy(reveal / name, assets)
    for font in (reveal / "dist/theme/fonts/source-sans-pro").glob("*.woff"):
        shutil.copy(font, assets)
    colours = HtmlFormatter(style="a11y-high-contrast-light").get_style_defs("pre.code")
    looks = (LOOKS / "slides.css").read_text(encoding="utf-8")
    (assets / "slides.css").write_text(f"{colours}\n{looks}", encoding="utf-8")
    for name in ("slides.js", "favicon.svg"):
        shutil.copy(LOOKS / name, assets)
    offline.write_font(assets, texts)
    offline.write_mathjax(assets)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    about = "Make a deck of slides from each chapter; decks that are in the folder already stay."
    out, chapters, args = offline.chosen(about, "slides", arguments)
    for path in build(out, chapters, args.all):
        print(path)
    print("Open one in a browser: S shows the notes with the minutes, F fills the screen.")
    return 0


if __name__ == "__main__":
    sys.exit(sentence_on_error(main))
