"""Builds the course as static pages: `python -m notebooks.author.website [--out FOLDER] [NN ...]`.

The pages come from the built notebooks and from docs/, are made by Sphinx with myst-nb, and ask for
nothing outside their folder: they open from a disk as well as from any host.
"""

import re
import shutil
import sys
import tempfile
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from elmo_lite.files import ROOT
from notebooks.author import offline
from notebooks.course.chapters import Chapter

LOOKS = Path(__file__).with_name("looks")
LINK = re.compile(
    r"(?<!!)\[([^\]\n]+)\]\((?!https?:)((?:\.\./|\w)[^)\s]*\.(?:ipynb|md|py|json|txt)[^)\s]*)\)"
)
SUMMARY, MATH = re.compile(r"<summary>.*?</summary>"), re.compile(r"\$([^$]+)\$")
SET = r'<span class="math">\\(\1\\)</span>'  # Markdown is not read inside a summary
LEAD = "A course in numbered notebooks, from counting words to the layers of ELMo."
SETTINGS = {
    "project": "ELMo Lite",
    "copyright": "ELMo Lite, CC BY 4.0",
    "html_title": "ELMo Lite",
    "html_context": {"default_mode": "auto"},  # light or dark as the reader's system is
    "extensions": ["myst_nb"],
    "html_theme": "sphinx_book_theme",
    "html_theme_options": {
        "home_page_in_toc": True,
        "show_navbar_depth": 1,
        "navbar_persistent": [],  # the search field stands in the sidebar
        "use_download_button": False,
        "use_fullscreen_button": False,
        "show_toc_level": 2,
        "toc_title": "On this page",
        "pygments_light_style": "a11y-high-contrast-light",
        "pygments_dark_style": "a11y-high-contrast-dark",
        "footer_content_items": ["copyright.html"],
    },
    "html_static_path": ["_static"],
    "html_favicon": "_static/favicon.svg",
    "html_css_files": ["course.css"],
    "html_js_files": ["course.js"],
    "html_copy_source": False,
    "html_show_sourcelink": False,
    "mathjax_path": "mathjax.js",
    "mathjax3_config": {"svg": {"fontCache": "global"}, "options": {"enableMenu": False}},
    "myst_enable_extensions": ["dollarmath"],
    "myst_heading_anchors": 3,
    "nb_execution_mode": "off",
    "nb_ipywidgets_js": {},  # the widgets of a page that nobody runs would come from outside
    "suppress_warnings": ["mystnb.unknown_mime_type", "myst.header"],
}


def with_solutions(lesson: NotebookNode, solved: NotebookNode) -> list[NotebookNode]:
    """The cells of a lesson; below the check of each exercise stands its solution, folded."""

    def has(cell: NotebookNode, tag: str) -> bool:
        return cell.cell_type == "code" and tag in cell.metadata.get("tags", [])

    answers = iter([cell.source for cell in solved.cells if has(cell, "exercise")])
    cells = []
    for cell in lesson.cells:
        cells.append(cell)
        if has(cell, "exercise"):
            code = next(answers)
        elif has(cell, "check"):
            fold = f"<details><summary>Solution</summary>\n\n```python\n{code}\n```\n\n</details>"
            cells.append(nbformat.v4.new_markdown_cell(fold))
    return cells


def prepare(chapter: Chapter, figures: Path, pages: set[str]) -> NotebookNode:
    """The notebook of a chapter as its page shows it."""
    notebook = offline.read_notebook(offline.NOTEBOOKS / f"{chapter.slug}.ipynb")
    solved = offline.read_notebook(offline.NOTEBOOKS / "solutions" / f"{chapter.slug}.ipynb")
    notebook.cells = with_solutions(notebook, solved)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = SUMMARY.sub(lambda found: MATH.sub(SET, found[0]), cell.source)
            cell.source = keep_links(
                cell.source.replace("[solutions](", "[solutions below the exercises]("), pages
            )
            continue
        cell.outputs = [o for o in cell.outputs if "Explorer(" not in str(o.get("data", ""))]
        for output in cell.outputs:
            if figure := offline.figure_of(output):
                # Sphinx would lose the description, which belongs to the output and not to the cell
                output.data = {"text/html": figure.write(figures, "../_static/figures")}
    return notebook


def keep_links(text: str, pages: set[str]) -> str:
    """The text without its links to files of the repository that are no page here."""

    def choose(match: re.Match[str]) -> str:
        target = match[2].partition("#")[0]
        there = Path(target).name in pages and "solutions/" not in target
        return match[0] if there else match[1]

    return LINK.sub(choose, text)


def front_page(chapters: Sequence[Chapter], docs: Sequence[Path]) -> str:
    """The first page: what the course is, and its contents by part."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    about, picture, caption = readme.split("\n\n")[1:4]
    picture = picture.replace("(notebooks/figures/", "(_static/")
    text = "\n\n".join(["# ELMo Lite", LEAD, about, picture, caption, "## Contents", ""])
    menus = ""
    for part, group in groupby(chapters, lambda chapter: chapter.part):
        inside = list(group)
        rows = "\n".join(chapter.row for chapter in inside)
        text += f"### {part}\n\n| | chapter | its question |\n|---|---|---|\n{rows}\n\n"
        menus += menu(part, [f"notebooks/{chapter.slug}" for chapter in inside])
    return text + menus + menu("Beside the chapters", [f"docs/{path.stem}" for path in docs])


def menu(caption: str, pages: Sequence[str]) -> str:
    """A part of the sidebar."""
    options = f":hidden:\n:caption: {caption}\n:titlesonly:\n\n"
    return "```{toctree}\n" + options + "\n".join(pages) + "\n```\n\n"


def build(out: Path, chapters: Sequence[Chapter]) -> list[str]:
    """Make the pages in the folder `out`, which is emptied first; what Sphinx complained of."""
    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    docs = sorted((ROOT / "docs").glob("*.md"))
    with tempfile.TemporaryDirectory() as scratch:
        source, trees = Path(scratch) / "source", Path(scratch) / "trees"
        static = source / "_static"
        shutil.copytree(LOOKS, static, ignore=shutil.ignore_patterns("slides*"))
        (source / "notebooks").mkdir()
        (source / "docs").mkdir()
        for picture in (offline.NOTEBOOKS / "figures").glob("*.png"):
            shutil.copy(picture, static)
        names = {f"{c.slug}.ipynb" for c in chapters} | {path.name for path in docs}
        for chapter in chapters:
            notebook = prepare(chapter, static / "figures", names)
            nbformat.write(notebook, source / "notebooks" / f"{chapter.slug}.ipynb")
        for path in docs:
            text = keep_links(path.read_text(encoding="utf-8"), names)
            (source / "docs" / path.name).write_text(text, encoding="utf-8")
        (source / "index.md").write_text(front_page(chapters, docs), encoding="utf-8")
        pages = [*source.rglob("*.md"), *source.rglob("*.ipynb")]
        offline.write_font(static, "".join(page.read_text(encoding="utf-8") for page in pages))
        offline.write_mathjax(static)
        shutil.rmtree(out, ignore_errors=True)
        warnings = Path(scratch) / "warnings.txt"
        with patch_docutils(), docutils_namespace(), warnings.open("w", encoding="utf-8") as file:
            Sphinx(
                source, None, out, trees, "html", SETTINGS, status=None, warning=file, freshenv=True
            ).build()
        (out / ".nojekyll").touch()  # a host that else hides folders such as _static
        complaints = warnings.read_text(encoding="utf-8").replace(f"{source}/", "")
    return [line for line in complaints.splitlines() if line]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    out, chapters = offline.chosen("Build the course as static pages.", "site", arguments)
    for complaint in build(out, chapters):
        print(complaint, file=sys.stderr)
    print(f"{len(chapters)} chapters: open {out / 'index.html'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
