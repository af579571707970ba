"""What the pages and the slides share: MathJax and the Korean font lie beside them.

Nothing is fetched when a page is read.
"""

import argparse
import logging
import re
from collections.abc import Sequence
from importlib.metadata import files
from io import BytesIO
from pathlib import Path

from fontTools import subset

from elmo_lite.files import ROOT
from notebooks.course.chapters import Chapter, chapters_in, find
from notebooks.course.language import LANGUAGES


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
    description: str, folder: str, arguments: Sequence[str] | None, one_language: bool = False
) -> tuple[Path, Sequence[Chapter]]:
    """The command line of both: [--out FOLDER] [NN ...] -> the folder and the chapters.

    one_language: add --language, for what is made in one of them at a time.
    """
    parser = argparse.ArgumentParser(prog=f"python course.py {folder}", description=description)
    parser.add_argument("--out", type=Path, help=f"the folder ({folder})")
    parser.add_argument("numbers", nargs="*", metavar="NN", help="chapters, such as 01; else all")
    parser.set_defaults(language="en")
    if one_language:
        parser.add_argument("--language", choices=LANGUAGES, help="of the text (default: en)")
    args = parser.parse_args(arguments)
    try:
        found = [find(number, args.language) for number in args.numbers]
        default = folder if args.language == "en" else f"{folder}_{args.language}"
        return args.out or ROOT / default, found or chapters_in(args.language)
    except ValueError as error:
        parser.error(str(error))
