"""The language that a notebook speaks: English, or one whose texts stand beside the English ones.

Code, outputs and English text of a chapter have one source, `source/NN_name.py`. In another
language it has its text cells a second time, `source/ko/NN_name.py`, each with the fingerprint of
the English cell that it renders. What checks say is in a table of `course/en` and `course/ko`, and
what figures say in those of `course/ko/labels`.
"""

import os
import re
import tomllib
import unicodedata
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

LANGUAGES = {"en": "English", "ko": "한국어"}
HERE = Path(__file__).resolve().parent
# Names and numbers in a list, each of which may have a label of its own.
BETWEEN = re.compile(r"(; |, |: )")


def current() -> str:
    """The language of this kernel: that of ELMO_LITE_LANGUAGE, or of the folder it runs in."""
    folder = re.search(r"/notebooks/(\w\w)(?:/\w+)?$", Path.cwd().as_posix())
    named = os.environ.get("ELMO_LITE_LANGUAGE") or (folder[1] if folder else "en")
    return named if named in LANGUAGES else "en"


@cache
def table(name: str, language: str) -> dict[str, Any]:
    """A table of texts, such as messages."""
    return tomllib.loads((HERE / language / f"{name}.toml").read_text(encoding="utf-8"))


def page_in(language: str, page: str) -> str:
    """The page that says the same in a language: docs/ko/setup.md for docs/setup.md.

    A page that its place gives a name (README.md, CONTRIBUTING.md) stays there: README.ko.md.
    """
    if language == "en":
        return page
    path = PurePosixPath(page)
    if path.stem in ("README", "CONTRIBUTING"):
        return str(path.with_suffix(f".{language}{path.suffix}"))
    return str(path.parent / language / path.name)


# ---- what figures say ----


class Labels:
    """Texts of figures in another language.

    A key of a table is an English text, in which {} stands for anything; the value says it in the
    other language, with {} in the same order, or {0}, {1} in its own.
    """

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts
        # the most particular template first
        templates = sorted((key for key in texts if "{}" in key), key=len, reverse=True)
        self.templates = [
            (re.compile(re.escape(key).replace(r"\{\}", "(.*?)"), re.S), texts[key])
            for key in templates
        ]
        self.missing: set[str] = set()

    def __call__(self, text: str, kind: str = "") -> str:
        """The text in the other language; as it is where no table has it."""
        for key in (f"{kind}: {text}", text):
            if key in self.texts:
                return self.texts[key]
        if not re.search("[A-Za-z]{2}", text):  # a number, or in the other language by now
            return text
        for pattern, form in self.templates:
            if match := pattern.fullmatch(text):
                return form.format(*map(self.part, match.groups()))
        self.missing.add(text)
        return text

    def part(self, text: str) -> str:
        """What stands for a {}: a name, or a list of names and numbers."""
        pieces = [text] if text in self.texts else BETWEEN.split(text)
        return "".join(self.texts.get(piece, piece) for piece in pieces)


@cache
def labels(language: str) -> Labels:
    """All labels of a language, of every file in its folder `labels`."""
    found: dict[str, str] = {}
    for path in sorted((HERE / language / "labels").glob("*.toml")):
        found |= table(f"labels/{path.stem}", language)
    return Labels(found)


def label(text: str, kind: str = "") -> str:
    """A text of a figure in the language of this kernel.

    kind: for a word that sentences have as well, such as "after", whose key is then "kind: word".
    """
    language = current()
    return text if language == "en" else labels(language)(text, kind)


def padded(text: str, width: int) -> str:
    """A text with spaces up to a width, in front of it if the width is negative.

    Where letters have one width, Hangul has two of them.
    """
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    spaces = " " * (abs(width) - len(text) - wide)
    return spaces + text if width < 0 else text + spaces
