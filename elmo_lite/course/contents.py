"""Brings the pages up to date that are made from the chapters: python -m elmo_lite.course.contents

They are the table of chapters in the README, docs/glossary.md and docs/lecturing.md. A chapter that
is built, or whose line in chapters.toml has changed, is in all of them afterwards.
"""

import re

from elmo_lite.course import glossary, lecturing
from elmo_lite.course.chapters import CHAPTERS
from elmo_lite.files import ROOT, write_atomically

README = ROOT / "README.md"
ALL = "Each title leads to its chapter: read it here with its figures, or run it in JupyterLab."
SOME = (
    "A title with a link is ready to be read, here or in JupyterLab. "
    "The others are planned, and their places are kept."
)


def table() -> str:
    """Number, title and question of every chapter, by part; a link where there is a notebook."""
    rows, part, missing = ["| | chapter | its question |", "|---|---|---|"], "", False
    for chapter in CHAPTERS:
        if chapter.part != part:
            part = chapter.part
            rows.append(f"| | **{part}** | |")
        file = f"notebooks/{chapter.slug}.ipynb"
        there = (ROOT / file).exists()
        missing = missing or not there
        title = f"[{chapter.title}]({file})" if there else f"{chapter.title} (not yet)"
        rows.append(f"| {chapter.number} | {title} | {chapter.question} |")
    return "\n".join([SOME if missing else ALL, "", *rows])


def readme() -> str:
    """The README with the table of today."""
    text = README.read_text(encoding="utf-8")
    head, _, rest = text.partition("\n## The chapters\n")
    after = re.sub(r"^.*?(?=\n## )", "", rest, flags=re.S)
    return f"{head}\n## The chapters\n\n{table()}\n{after}"


if __name__ == "__main__":
    pages = {
        README: readme(),
        glossary.PAGE: glossary.page(),
        lecturing.PAGE: lecturing.page(),
    }
    for path, text in pages.items():
        write_atomically(path, text.encode("utf-8"))
