"""Holds the text of a chapter in another language to its English one.

    python -m notebooks.author.translate 01            what is missing, has changed or differs
    python -m notebooks.author.translate --stamp 01    give each cell the fingerprint of its
                                                       English one, after a second look

Where there is no translation yet, --stamp writes a file to translate: the English text.

`source/ko/01_name.py` has the text cells of `source/01_name.py`, in their order. What the code of a
chapter says has its own tables: see unspoken.py.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from elmo_lite.files import ROOT, write_atomically
from notebooks.course.chapters import CHAPTERS, find
from notebooks.course.check import source_of
from notebooks.course.check.source import Cell, cells, fingerprint, text_cells

APART = re.compile(r"```.*?```|`[^`\n]*`|\$\$.*?\$\$|\$[^$]+\$|\]\([^)]*\)|<[^>]+>", re.S)
TAGS = re.compile(r"\]\([^)]*\)|<[^>]+>")
NUMBER = re.compile(r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)(천만|백만|십만|만(?!큼)|천|억)?")
UNITS = {"천": 1e3, "만": 1e4, "십만": 1e5, "백만": 1e6, "천만": 1e7, "억": 1e8}
# "0.5 and 2.5 million" may be 50만 and 250만
SCALES = {"hundred": 100, "thousand": 1e3, "million": 1e6, "billion": 1e9}
# An English word may be a figure in another language: "three of four" is 4개 중 3개.
ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
fifteen sixteen seventeen eighteen nineteen"""
TENS = "ten twenty thirty forty fifty sixty seventy eighty ninety"
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
SPELLED: dict[str, float] = {
    **{word: n for n, word in enumerate(ONES.split())},
    **{word: 10 * n for n, word in enumerate(TENS.split(), 1)},
    **{word: n for n, word in enumerate(ORDINALS.split(), 1)},
    **dict(SCALES, dozen=12, once=1, twice=2, both=2, half=0.5, quarter=4),
}
TERM = re.compile(r"\*\*([^*\n]+(?:\n[^*\n]+)?)\*\*")
# What is counted, learned from or measured on is 텍스트; 글 is what somebody writes or reads.
MATERIAL = re.compile(
    r"(?:실제|진짜|새) 글(?:[은이을의로]|에서|에(?!서))(?! ?[쓰써쓴읽])"
    r"|글(?:[은이을]|로|에서) (?:학습|두 배|세 배|(?:많이|조금)(?! ?[쓰써쓴읽]))"
    r"|글 (?:전체의|[\d,]+만? ?(?:단어|토큰|어절))"
    r"|글의 (?:토큰|윈도우|\S*그램|퍼플렉서티)"
)
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| [^|]+ \| [^|]+ \|$", re.M)


def english(source: Path) -> list[Cell]:
    """The text cells of a chapter, the known mistakes of its exercises included."""
    return [cell for cell in cells(source) if not cell.is_code]


def numbers(text: str) -> list[tuple[float, float]]:
    """The numbers of a text, without and with their unit: (250, 2500000) for 250만.

    만 may also mean "only".
    """
    found = NUMBER.findall(text)
    values = [(float(n.replace(",", "")), UNITS.get(unit, 1)) for n, unit in found]
    return [(n, round(n * scale, 6)) for n, scale in values]


def spelled(text: str) -> set[float]:
    """The numbers that an English text has as words."""
    words = (word.removesuffix("s") for word in re.findall("[a-z]+", text.lower()))
    return {SPELLED[word] for word in words if word in SPELLED}


def other_numbers(ours: str, theirs: str) -> list[str]:
    """The numbers that only one of two texts has, the first being English.

    A number of a formula or of code may stand in prose on the other side.
    """
    here = {n for n, _ in numbers(APART.sub(" ", ours))}
    there = {value for both in numbers(theirs) for value in both}
    scales = [1, *(scale for word, scale in SCALES.items() if word in ours)]
    known = {n for n, _ in numbers(ours)} | spelled(ours) | {1}
    allowed = {round(n * scale, 6) for n in known for scale in scales}
    lost = [n for n in here if not any(round(n * scale, 6) in there for scale in scales)]
    new = [value for n, value in numbers(TAGS.sub(" ", theirs)) if not {n, value} & allowed]
    return [f"lost {n:,g}" for n in sorted(lost)] + [f"new {n:,g}" for n in sorted(set(new))]


@cache
def terms() -> dict[str, str]:
    """The Korean name of each term of the glossary."""
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    return {row[1]: row[2] for row in ROW.finditer(text) if re.search("[가-힣]", row[2])}


def other_terms(ours: str, theirs: str) -> list[str]:
    """The terms that an English text introduces and the other one calls otherwise."""
    found = []
    for bold in (" ".join(match.split()) for match in TERM.findall(ours)):
        korean = terms().get(bold)
        if korean and korean.replace(" ", "") not in re.sub(r"\s", "", theirs):
            found.append(f"{bold} is {korean} in the glossary")
    return found


def other_material(korean: str) -> list[str]:
    """Where a Korean text calls 글 what is counted, learned from or measured on."""
    return [f"{found}: 텍스트, not 글" for found in MATERIAL.findall(" ".join(korean.split()))]


def problems(source: Path, language: str = "ko") -> list[str]:
    """A sentence for each text cell that is missing, is there too often, or says something else."""
    ours = {fingerprint(cell.text): cell for cell in english(source)}
    theirs, said = dict(text_cells(source, language)), []
    if not theirs:
        return [f"{language}/{source.name} is not written yet"]
    for src, cell in ours.items():
        name = f"{source.name}, the cell at line {cell.line} (`{cell.text[:40].splitlines()[0]}`)"
        if src not in theirs:
            said.append(f"{name} is new or has changed: translate it again")
            continue
        text = theirs[src]
        differences = other_numbers(cell.text, text) + other_terms(cell.text, text)
        differences += other_material(text)
        plain = APART.sub(" ", text)
        if 4 * len(re.findall("[가-힣]", plain)) < len(re.findall("[A-Za-z]", plain)) > 30:
            differences.append("still English")
        if "known" in cell.tags and edits(cell.text) != edits(text):
            differences.append("other edits of the solution")
        said += [f"{name}: {difference}" for difference in differences]
    extra = [text for src, text in theirs.items() if src not in ours]
    return said + [f"{language}/{source.name} has a cell too many: `{t[:40]}`" for t in extra]


def edits(text: str) -> list[str]:
    """The known mistakes that a text lists, without their hints."""
    return re.findall(r"^- (.+?) :: ", re.sub(r"\n +", " ", text), re.M)


def write(source: Path, language: str, texts: Sequence[str]) -> None:
    """Write a translation: each text gets the fingerprint of the English cell at its place."""
    ours, blocks = english(source), []
    if len(ours) != len(texts):
        raise SystemExit(f"{source.name} has {len(ours)} text cells, {language} {len(texts)}.")
    for cell, text in zip(ours, texts, strict=True):
        lines = [f"# {line}".rstrip() for line in text.splitlines()]
        head = f'# %% [markdown] src="{fingerprint(cell.text)}"'
        blocks.append("\n".join([head, *lines]) + "\n")
    path = source.parent / language / source.name
    path.parent.mkdir(exist_ok=True)
    write_atomically(path, "\n".join(blocks).encode())


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; 1 if something differs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("numbers", nargs="*", metavar="NN", help="chapters; else all")
    parser.add_argument("--language", default="ko")
    parser.add_argument("--stamp", action="store_true")
    args = parser.parse_args(arguments)
    said = []
    for chapter in [find(number) for number in args.numbers] or CHAPTERS:
        source = source_of(chapter)
        if args.stamp:
            written = [text for _, text in text_cells(source, args.language)]
            write(source, args.language, written or [cell.text for cell in english(source)])
        said += problems(source, args.language)
    print("\n".join(said) or "Both texts agree.")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
