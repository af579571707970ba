"""Brings the pages up to date that are made from the chapters: python -m notebooks.author.contents

They are the table of chapters in the README, and docs/lecturing.md below "The chapters".
"""

from itertools import groupby

from elmo_lite.files import ROOT, write_atomically
from notebooks.author import lecturing
from notebooks.course.chapters import CHAPTERS

README = ROOT / "README.md"
HEAD = """
Each title leads to its chapter: read it here with its figures, or run it in JupyterLab.

| | chapter | its question |
|---|---|---|
"""


def readme() -> str:
    """The README with the table of today: the chapters by part."""
    table = HEAD
    for part, chapters in groupby(CHAPTERS, lambda chapter: chapter.part):
        table += f"| | **{part}** | |\n" + "".join(c.row + "\n" for c in chapters)
    text = README.read_text(encoding="utf-8")
    head, heading, rest = text.partition("\n## The chapters\n")
    return head + heading + table + rest[rest.index("\n## ") :]


if __name__ == "__main__":
    pages = {README: readme(), lecturing.PAGE: lecturing.page()}
    for path, text in pages.items():
        write_atomically(path, text.encode("utf-8"))
