"""What the pages and the slides share: the built notebooks, and all they need beside them.

Nothing is fetched when a page is read: MathJax, the Korean font and the figures lie beside it.
"""

import argparse
import base64
import hashlib
import html
import logging
import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import files
from io import BytesIO
from pathlib import Path

import nbformat
from fontTools import subset
from nbformat import NotebookNode

from elmo_lite.files import ROOT
from notebooks.course.chapters import CHAPTERS, Chapter, find

NOTEBOOKS = ROOT / "notebooks"


@dataclass(frozen=True)
class Figure:
    """A drawn figure of a built notebook, and what a reader hears who does not see it."""

    png: bytes
    alt: str

    def write(self, folder: Path, where: str) -> str:
        """Put the picture into `folder`; the HTML that shows it from there."""
        name = hashlib.sha256(self.png).hexdigest()[:16] + ".png"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(self.png)
        width, height = struct.unpack(">II", self.png[16:24])  # at a fixed place of every PNG
        return (
            f'<img class="figure" src="{where}/{name}" alt="{html.escape(self.alt)}" '
            f'width="{width}" height="{height}" loading="lazy">'
        )


def read_notebook(path: Path) -> NotebookNode:
    """A built notebook without its bars and the look at its kernel."""
    notebook = nbformat.read(path, as_version=4)
    notebook.cells = [
        c for c in notebook.cells if not {"nav", "kernel"} & set(c.metadata.get("tags", []))
    ]
    return notebook


def figure_of(output: NotebookNode) -> Figure | None:
    """The picture that an output holds, if it holds one."""
    png = output.get("data", {}).get("image/png")
    if png is None:
        return None
    return Figure(base64.b64decode(png), output.metadata.get("image/png", {}).get("alt", ""))


def write_mathjax(folder: Path) -> None:
    """MathJax as one file that asks for no other, out of the package that ships it."""
    (found,) = (f for f in files("sphinx-mathjax-offline") or () if f.name == "tex-svg.js")
    (folder / "mathjax.js").write_bytes(found.read_binary())


def write_font(folder: Path, texts: str) -> None:
    """Noto Sans KR with the Korean characters of these texts, and no others."""
    import pylopdf_fonts_ko

    logging.getLogger("fontTools").setLevel(logging.WARNING)
    options = subset.Options(flavor="woff", layout_features=["kern"], hinting=False)
    font = subset.load_font(pylopdf_fonts_ko.sans_path(), options)
    cutter = subset.Subsetter(options)
    cutter.populate(text="".join(sorted(set(re.findall(r"[ᄀ-ᇿ\u3000-\u318f가-힣一-鿿]", texts)))))
    cutter.subset(font)
    made = BytesIO()
    subset.save_font(font, made, options)
    (folder / "korean.woff").write_bytes(made.getvalue())


def chosen(
    description: str, folder: str, arguments: Sequence[str] | None
) -> tuple[Path, list[Chapter]]:
    """The command line of both: [--out FOLDER] [NN ...] -> the folder and the chapters."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--out", type=Path, default=ROOT / folder, help=f"the folder ({folder})")
    parser.add_argument("numbers", nargs="*", metavar="NN", help="chapters, such as 01; else all")
    args = parser.parse_args(arguments)
    try:
        return args.out, [find(number) for number in args.numbers] or list(CHAPTERS)
    except ValueError as error:
        parser.error(str(error))
