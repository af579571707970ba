"""Builds the course as static pages: `python course.py site [--out FOLDER] [NN ...]`.

Sphinx reads README.md, docs and the built notebooks where they lie; its settings are in
site/conf.py. The Korean pages are a site of their own in the folder `ko`, and each page leads to
the same one in the other language. The pages ask for nothing outside their folder: they open from
a disk as well as from any host.

`python course.py site --publish FOLDER` makes what a host shows: all pages in both languages, the
deck of each chapter, which its page leads to, and the microscope.
"""

import json
import posixpath
import re
import shutil
import sys
import tempfile
from collections.abc import Sequence
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from elmo_lite.files import ROOT, sentence_on_error
from microscope.bundle import one_file
from microscope.server import FONT, page_files
from microscope.store import Store
from notebooks.author import offline, slides
from notebooks.author.folder import files_in, renewed
from notebooks.author.parts import alt_of
from notebooks.author.words import WORDS
from notebooks.course.chapters import CHAPTERS, Chapter, find
from notebooks.course.language import LANGUAGES, page_in

CONF = Path(__file__).with_name("site")
LINK = re.compile(r"(?<!!)\[([^\[\]]+)\]\((?!https?:)([^)\s#]+)\.(?:ipynb|md)[^)\s]*\)")
SWITCH = re.compile(r"^\[[^\]]+\]\(README(?:\.\w\w)?\.md\)\n+", re.M)
SUMMARY, MATH = re.compile(r"<summary>.*?</summary>"), re.compile(r"\$([^$]+)\$")
LOST = re.compile("error writing file|cannot copy|Failed to copy")  # which Sphinx only mentions
SET = r'<span class="math">\\(\1\\)</span>'  # Markdown is not read inside a summary


def setup(app: Any) -> None:
    """Change what Sphinx has read of a page before it is parsed."""
    app.add_config_value("chapters", [], "env")
    app.add_config_value("decks", False, "env")
    app.connect("source-read", change)
    app.connect("html-page-context", lead_to_the_other)


def lead_to_the_other(app: Any, name: str, _: str, context: dict[str, Any], __: Any) -> None:
    """Tell templates/language.html where this page is in the other language, if it is there."""
    language = "ko" if app.config.language == "en" else "en"
    there = page_in(language, name.replace("/ko/", "/").removesuffix(".ko"))  # the English name
    written = any((ROOT / f"{there}{ending}").exists() for ending in (".md", ".ipynb"))
    top = "../" * name.count("/") + ("ko/" if language == "ko" else "../")
    page = {"language": language, "name": LANGUAGES[language], "page": f"{top}{there}.html"}
    context["other"] = page if written else None
    if app.config.decks and name.startswith("notebooks/"):
        deck = f"{'../' * name.count('/')}slides/{posixpath.basename(name)}.html"
        context["deck"] = {"page": deck, "name": WORDS[app.config.language].deck}


def change(app: Any, name: str, text: list[str]) -> None:
    """`text` holds the one text of the page `name`, such as docs/glossary."""
    folder, pages = posixpath.dirname(name), set(app.env.found_docs)
    language = app.config.language
    if not name.startswith("notebooks/"):
        text[0] = SWITCH.sub("", text[0])  # the header of a page has it
        text[0] = keep_links(text[0], folder, pages)
        if name == app.config.root_doc:
            welcome = f"<p>{WORDS[language].welcome}</p>"
            text[0] = text[0].replace("\n## ", f"\n{welcome}\n\n## ", 1)
            text[0] += menus(app.config.chapters, language)
        return
    solved = ROOT / folder / "solutions" / f"{posixpath.basename(name)}.ipynb"
    lesson = nbformat.reads(text[0], as_version=4)
    solutions = nbformat.read(solved, as_version=4)
    lesson.cells = prepare(lesson, solutions, WORDS[language].solution)
    for cell in lesson.cells:
        if cell.cell_type == "markdown":
            cell.source = keep_links(cell.source, folder, pages)
    text[0] = nbformat.writes(lesson)


def keep_links(text: str, folder: str, pages: set[str]) -> str:
    """The text of a page in `folder` without its links to texts that are no page of the site."""

    def choose(match: re.Match[str]) -> str:
        there = posixpath.normpath(posixpath.join(folder, match[2]))
        return match[0] if there in pages else match[1]

    return LINK.sub(choose, text)


def menus(chapters: Sequence[Chapter], language: str) -> str:
    """The sidebar: the chapters by part, and the pages of docs."""
    groups = {
        part: [chapter.page.removesuffix(".ipynb") for chapter in group]
        for part, group in groupby(chapters, lambda chapter: chapter.part)
    }
    docs = sorted(path.stem for path in ROOT.glob(page_in(language, "docs/*.md")))
    groups[WORDS[language].beside] = [page_in(language, f"docs/{name}") for name in docs]
    trees = ""
    for caption, pages in groups.items():
        trees += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n:titlesonly:\n\n"
        trees += "\n".join(pages) + "\n```\n"
    return trees


def prepare(lesson: NotebookNode, solved: NotebookNode, solution: str) -> list[NotebookNode]:
    """The cells of a page: without the bars, each check with its solution folded below."""

    def has(cell: NotebookNode, *tags: str) -> bool:
        return bool(set(tags) & set(cell.metadata.get("tags", [])))

    answers = iter([c.source for c in solved.cells if c.cell_type == "code" and has(c, "exercise")])
    cells = []
    for cell in lesson.cells:
        if has(cell, "nav", "kernel"):
            continue
        if cell.cell_type == "markdown":
            cell.source = SUMMARY.sub(lambda found: MATH.sub(SET, found[0]), cell.source)
            cells.append(cell)
            continue
        cells += one_figure_each(cell)
        if has(cell, "check"):
            code = f"```python\n{next(answers)}\n```"
            fold = f"<details><summary>{solution}</summary>\n\n{code}\n\n</details>"
            cells.append(nbformat.v4.new_markdown_cell(fold))
    return cells


def one_figure_each(cell: NotebookNode) -> list[NotebookNode]:
    """A code cell, and one without code for each further figure that it has drawn.

    Sphinx would lose the descriptions, which belong to the outputs; it takes one for each cell.
    """
    outputs, cell.outputs, cells = cell.outputs, [], [cell]
    for output in outputs:
        if alt_of(output) and any(map(alt_of, cells[-1].outputs)):
            hidden = {"tags": ["remove-input"]}  # an empty cell would be left out
            cells.append(nbformat.v4.new_code_cell("...", metadata=hidden))
        cells[-1].outputs.append(output)
    for each in cells:
        if alt := "".join(map(alt_of, each.outputs)):
            each.metadata["mystnb"] = {"image": {"alt": alt, "classes": "figure"}}
    return cells


def build(out: Path, chapters: Sequence[Chapter]) -> list[str]:
    """Make the pages in the folder `out`; what Sphinx complained of.

    Pages of other chapters that are there are made again, so that contents and search know all.
    """
    numbers = {chapter.number for chapter in chapters}
    chapters = [c for c in CHAPTERS if c.number in numbers or (out / page_of(c)).is_file()]
    with renewed(out, "site") as new:
        return fill(new, chapters)


def fill(folder: Path, chapters: Sequence[Chapter], decks: bool = False) -> list[str]:
    """Pages in both languages and the microscope into a new folder; what Sphinx complained of."""
    complaints = []
    for language, place in (("en", folder), ("ko", folder / "ko")):
        complaints += write(place, chapters, language, decks)
    add_microscope(folder / "microscope", chapters)
    (folder / ".nojekyll").touch()  # a host that else hides folders such as _static
    return complaints


def publish(out: Path, chapters: Sequence[Chapter] = CHAPTERS) -> list[str]:
    """All that a host shows, in the folder `out`; what Sphinx complained of."""
    with renewed(out, "site --publish") as new:
        complaints = fill(new, chapters, decks=True)
        for language, place in (("en", new / "slides"), ("ko", new / "ko" / "slides")):
            place.mkdir()
            slides.fill(place, [find(chapter.number, language) for chapter in chapters])
    return complaints


def sizes(out: Path) -> str:
    """How large a published folder is, and how much of it the decks and the microscope take."""
    size = {name: (out / name).stat().st_size for name in files_in(out)}

    def megabytes(*parts: str) -> str:
        return f"{sum(n for name, n in size.items() if name.startswith(parts)) / 2**20:.0f} MB"

    decks, microscope = megabytes("slides/", "ko/slides/"), megabytes("microscope/")
    whole = f"{megabytes('')} in {len(size)} files"
    return f"{whole}, of these {decks} decks and {microscope} microscope"


def page_of(chapter: Chapter) -> Path:
    return Path(chapter.page).with_suffix(".html")


def write(out: Path, chapters: Sequence[Chapter], language: str, decks: bool = False) -> list[str]:
    """The pages in one language, without the microscope; what Sphinx complained of."""
    from sphinx.application import Sphinx
    from sphinx.errors import SphinxError
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    chapters = [find(chapter.number, language) for chapter in chapters]
    root, docs = page_in(language, "README"), page_in(language, "docs/*.md")
    settings = {
        "include_patterns": [f"{root}.md", docs, *(chapter.page for chapter in chapters)],
        "chapters": chapters,
        "decks": decks,
        "language": language,
        "root_doc": root,
        "html_theme_options.toc_title": WORDS[language].on_this_page,
    }
    said = StringIO()
    # MyST-NB writes beside the pages: these are made where both go, and are then taken over.
    with tempfile.TemporaryDirectory() as scratch, patch_docutils(), docutils_namespace():
        made, read = Path(scratch) / "pages", Path(scratch) / "read"
        try:
            Sphinx(
                ROOT, CONF, made, read, "html", settings, status=None, warning=said, freshenv=True
            ).build()
        except SphinxError as error:
            raise ValueError(f"Sphinx could not make the pages: {error}") from error
        shutil.copytree(made, out, dirs_exist_ok=True)
    complaints = [line for line in said.getvalue().replace(f"{ROOT}/", "").splitlines() if line]
    if lost := [line for line in complaints if LOST.search(line)]:
        raise OSError(f"A page could not be written ({lost[0]}): make room and repeat the command.")
    shutil.copy(out / f"{root}.html", out / "index.html")
    text = "".join(page.read_text(encoding="utf-8") for page in out.rglob("*.html"))
    offline.write_font(out / "_static", text)
    offline.write_mathjax(out / "_static")
    return complaints


def add_microscope(folder: Path, chapters: Sequence[Chapter]) -> None:
    """The microscope with its files: half a minute, where no earlier call has made them.

    It leads to the chapters that lie beside it.
    """
    store = Store()
    for language in store.languages:
        store.copy(language, folder / "data" / language)
    names = json.dumps(store.languages, ensure_ascii=False)
    (folder / "data" / "languages.json").write_text(names, encoding="utf-8")
    for name, path in page_files().items():
        if name != FONT:
            shutil.copy(path, folder)
    # Hangul of this size can be written in: all that the page can say, and every syllable in use.
    said = [folder / "data" / "ko" / "words.txt", *folder.glob("*.js")]
    offline.write_font(folder, "".join(path.read_text(encoding="utf-8") for path in said))
    (folder / "korean.woff").rename(folder / FONT)
    # From a disk a browser loads no modules: there the one file takes over.
    beside = f'<meta name="chapters" content="{" ".join(one.slug for one in chapters)}">\n</head>'
    page = one_file(folder / "data" / "en", "en").replace("</head>", beside, 1)
    (folder / "one_file.html").write_text(page, encoding="utf-8")
    index = (folder / "index.html").read_text(encoding="utf-8")
    there = '"one_file.html" + location.search + location.hash'
    leave = f'<script>if (location.protocol === "file:") location.replace({there});</script>'
    (folder / "index.html").write_text(index.replace("</head>", f"{leave}\n{beside}"), "utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    about = "Build the course as static pages; those that are in the folder already are renewed."
    out, chapters, args = offline.chosen(about, "site", arguments)
    if args.publish and (args.numbers or args.out):
        raise ValueError("--publish makes the whole course: name its folder and nothing else.")
    for complaint in publish(args.publish) if args.publish else build(out, chapters):
        print(complaint, file=sys.stderr)
    if args.publish:
        print(f"{sizes(args.publish)}. Any host can show {args.publish}, under any address.")
    else:
        print(f"{len(chapters)} chapters: open {out / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(sentence_on_error(main))
