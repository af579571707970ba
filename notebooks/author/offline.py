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
    description: str, folder: str, arguments: Sequence[str] | None
) -> tuple[Path, Sequence[Chapter], argparse.Namespace]:
    """The command line of both: [--out FOLDER] [NN ...] -> the folder, the chapters and all said.

    Decks are of one language and of a lecture at a time: slides take --language and --all. Pages
    are of both, and may be published whole: site takes --publish.
    """
    parser = argparse.ArgumentParser(prog=f"python course.py {folder}", description=description)
    parser.add_argument(
        "--out", type=Path, help=f"a new folder, an empty one, or one made before ({folder})"
    )
    parser.add_argument("numbers", nargs="*", metavar="NN", help="chapters, such as 01; else all")
    parser.set_defaults(language="en", all=False)
    if folder == "site":
        parser.add_argument(
            "--publish",
            type=Path,
            metavar="FOLDER",
            help="all pages, decks and the microscope, for a host",
        )
    else:
        parser.add_argument("--language", choices=LANGUAGES, help="of the text (default: en)")
        parser.add_argument("--all", action="store_true", help="also what is for reading alone")
    args = parser.parse_args(arguments)
    try:
        found = [find(number, args.language) for number in args.numbers]
        default = folder if args.language == "en" else f"{folder}_{args.language}"
        return args.out or ROOT / default, found or chapters_in(args.language), args
    except ValueError as error:
        parser.error(str(error))
