"""Holds what the code says in another language to the English source, and lists what is missing.

    python -m notebooks.author.unspoken 01 02       bring tables up to date, name what is wrong
    python -m notebooks.author.unspoken --count     how many texts each chapter still lacks

`source/ko/code/01.toml` says the comments, docstrings and printed texts of chapter 01 in Korean;
spoken.py has its form. The command adds each English text that is new, with an empty value, takes
out what the source no longer has, and leaves what is filled in. A translator
1. runs it and fills in the empty values; a # behind one shows the label that a figure has for it;
2. moves what has to stay English into `stays`: example sentences, keys that the results of the
   package have, names by which a figure chooses a colour (blind, words around; the label of the
   figure is in course/ko/labels), and keys that the prose quotes in code. Where such a name is
   printed, the English source prints `label(name, "way")`;
3. adds single words that are printed or drawn and are no such key ("bigram" = "바이그램"): they
   are not asked for, and are translated wherever the chapter has them;
4. runs the command again, then `python course.py notebooks --language ko 01`, and reads the built
   notebook. Names of `timed` and `steps` get a label in course/ko/labels. In columns of names the
   source calls `padded(name, 20)` in place of `{name:20}`;
5. once it is built, the command also names the English lines of the outputs. A line that stays,
   such as one that a model wrote, gets a pattern in `shown`;
6. deletes the line `unfinished = true`; from then on tests/test_spoken.py holds the chapter to it.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import nbformat

from elmo_lite.files import write_atomically
from notebooks.author import build, render, spoken
from notebooks.author.spoken import KINDS, Piece, Table
from notebooks.author.translate import other_numbers
from notebooks.course.chapters import CHAPTERS, find
from notebooks.course.check import source_of
from notebooks.course.check.source import text_cells
from notebooks.course.language import labels

ENGLISH = re.compile(r"(?:\b[A-Za-z][A-Za-z'’-]*[,:;]? +){2}[A-Za-z'’-]*[A-Za-z]{2}")  # 3 words
DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
SECONDS = re.compile(
    r"on two cores|not measured yet|코어 두 개|아직 재지"
)  # differ from run to run
TITLES = {"title", "xlabel", "ylabel", "describe"}  # what a figure says, and nothing looks up


def said_by(source: Path) -> Iterator[tuple[int, Piece]]:
    """Each text of the code cells that a notebook shows, with the line of its cell."""
    for cell in render.shown(source):
        if cell.is_code:
            yield from ((cell.line, piece) for piece in spoken.pieces(cell.source))


def missing(source: Path, language: str = "ko") -> list[str]:
    """A line for each text of the code that has no translation and does not stay."""
    table, lines = spoken.table_of(source, language), dict[tuple[str, str], int]()
    for line, piece in said_by(source):
        there = table.get(piece.kind, piece.text) or piece.text in table.stays
        if piece.asked and not there:
            lines.setdefault((piece.kind.removesuffix("s"), piece.text), line)
    name = source.name
    return [
        f"{name}, cell at line {n}: {k} {text!r} has no Korean" for (k, text), n in lines.items()
    ]


def problems(source: Path, language: str = "ko") -> list[str]:
    """A sentence for each text of the code that has no Korean, or another one than it should."""
    table, said = spoken.table_of(source, language), missing(source, language)
    known = {(piece.kind, piece.text) for _, piece in said_by(source)}
    prose = " ".join(dict(text_cells(source, language)).values())
    quoted = " ".join(re.findall(r"`[^`\n]+`", prose))
    name = f"{language}/code/{table.path.name}"
    for kind, text, there in table.entries():
        if (kind, text) not in known:
            said.append(f"{name}: {text!r} is nowhere in {kind} of the source")
        if text in table.stays:
            said.append(f"{name}: {text!r} stands in `stays` as well")
        if kind == "strings" and f'"{text}"' in quoted:
            said.append(f"{name}: the prose quotes {text!r} in code, so it has to stay")
        said += [f"{name}: {text!r}: {each}" for each in wrong(kind, text, there) if there]
    texts = {text for _, text in known}
    said += [f"{name}: {text!r} of `stays` is nowhere" for text in table.stays if text not in texts]
    return said or other_code(source, language)


def wrong(kind: str, text: str, there: str) -> list[str]:
    """What is wrong with one line of a table."""
    if kind == "strings" and "{" in there + text:
        try:
            holes = spoken.holes(there)
        except ValueError:
            return ["a { without its }"]
        wanted = [str(i) for i in range(text.count("{}"))]
        if sorted(holes) != wanted and holes != [""] * len(wanted):
            return [f"{len(wanted)} fields in English, {holes} in Korean"]
    said = [] if spoken.HANGUL.search(there) else ["no Hangul in its Korean"]
    return said + other_numbers(text.replace("{}", " "), re.sub(r"\{\d*\}", " ", there))


def other_code(source: Path, language: str = "ko") -> list[str]:
    """The cells whose code is another one in the other language, is none, or is too wide."""
    said = []
    for ours, theirs in zip(render.shown(source), render.shown(source, language), strict=True):
        if not ours.is_code:
            continue
        name = f"{source.name}, cell at line {ours.line}"
        try:
            compile(theirs.source, name, "exec")
            if spoken.skeleton(ours.source) != spoken.skeleton(theirs.source):
                said.append(f"{name} has other code in {language}")
        except (SyntaxError, ValueError) as error:
            said.append(f"{name} is no Python in {language}: {error}")
        lines = (line.removesuffix(";") for line in theirs.source.splitlines())
        wide = [line for line in lines if len(line) > spoken.WIDTH]
        said += [f"{name} has more than {spoken.WIDTH} characters: {line}" for line in wide]
    return said


# ---- what the built notebook prints ----


def in_outputs(source: Path, language: str = "ko") -> list[str]:
    """The English lines of the saved outputs, and cells whose numbers are not the English ones."""
    table, said, used = spoken.table_of(source, language), [], set[str]()
    ours, theirs = (outputs(source, each) for each in ("en", language))
    for (code, english), (_, there) in zip(ours, theirs, strict=True):
        name = f"{source.name}, output of `{code.splitlines()[0][:50]}`"
        for line in there:
            allowed = {pattern for pattern in table.shown if re.search(pattern, line)}
            used |= allowed
            rest = line
            for example in table.stays:
                rest = rest.replace(example, "|")
            if is_english(rest) and not allowed:
                said.append(f"{name} is English: {line}")
        there = in_millions(there) if "million" in " ".join(english) else there
        if (here := numbers(english)) != (new := numbers(there)):
            said.append(f"{name} has other numbers: {[*(new - here)]} for {[*(here - new)]}")
    unused = [pattern for pattern in table.shown if pattern not in used]
    return said + [
        f"{language}/code/{table.path.name}: no line for {p!r} of `shown`" for p in unused
    ]


def is_english(line: str) -> bool:
    """Whether a line has three English words in a row, or two and no Hangul."""
    two = len(re.findall(r"[A-Za-z]{3,}", line)) > 1 and not spoken.HANGUL.search(line)
    return two or bool(ENGLISH.search(line))


def outputs(source: Path, language: str) -> list[tuple[str, list[str]]]:
    """The code of each cell of the built lesson, and the lines that it has printed."""
    path, found = source.parents[2] / render.chapter_of(source, language).page, []
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            plain = [out for out in cell.outputs if "image/png" not in out.get("data", {})]
            texts = [out.get("text") or out.get("data", {}).get("text/plain", "") for out in plain]
            found.append((cell.source, "\n".join(texts).splitlines()))
    return found


def in_millions(lines: list[str]) -> list[str]:
    """Lines in which 250만 is 2.5, as English says it: 2.5 million."""

    def count(found: re.Match[str]) -> str:
        return f"{float(found[1].replace(',', '')) / 100:g}"

    return [re.sub(r"(\d[\d,]*)만", count, line) for line in lines]


def numbers(lines: list[str]) -> Counter[str]:
    """The numbers of some lines, in any order, without measured times."""
    return Counter(DIGITS.findall("\n".join(line for line in lines if not SECONDS.search(line))))


# ---- the table of a chapter ----


def bring_up_to_date(source: Path, language: str = "ko") -> list[str]:
    """Write the table of a chapter with a line for each text; what of the old one is taken out."""
    old = spoken.table_of(source, language)
    new: dict[str, dict[str, str]] = {kind: {} for kind in KINDS}
    labelled, known = labels(language).texts, set[tuple[str, str]]()
    for _, piece in said_by(source):
        known.add((piece.kind, piece.text))
        there = old.get(piece.kind, piece.text)
        if there or (piece.asked and piece.text not in old.stays):
            title = labelled.get(piece.text, "") if piece.within in TITLES else ""
            new[piece.kind][piece.text] = there or new[piece.kind].get(piece.text) or title
    texts = {text for _, text in known}
    stays = [text for text in old.stays if text in texts]
    empty = any(not there for kind in KINDS for there in new[kind].values())
    made = Table(old.path, new, stays, old.shown, old.unfinished or empty)
    old.path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(old.path, toml(made, labelled).encode())
    lost = [(text, there) for kind, text, there in old.entries() if (kind, text) not in known]
    return [f"taken out: {text!r} = {there!r}" for text, there in lost if there]


def toml(table: Table, labelled: dict[str, str]) -> str:
    """A table as its file; the label of a figure stands behind an empty value."""

    def quoted(text: str) -> str:
        return json.dumps(text, ensure_ascii=False)

    lines = ["unfinished = true"] * table.unfinished
    for name in ("shown", "stays"):
        lines += [f"{name} = [", *(f"    {quoted(text)}," for text in getattr(table, name)), "]"]
    for kind in KINDS:
        lines += ["", f"[{kind}]"]
        for text, there in table.texts[kind].items():
            hint = f"  # {labelled[text]!r}" if text in labelled and not there else ""
            lines.append(f"{quoted(text)} = {quoted(there)}{hint}")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; 1 if something is missing or wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("numbers", nargs="*", metavar="NN", help="chapters; else all")
    parser.add_argument("--language", default="ko")
    parser.add_argument("--count", action="store_true", help="write nothing, only count")
    args = parser.parse_args(arguments)
    said = []
    for chapter in [find(number) for number in args.numbers] or CHAPTERS:
        source, language = source_of(chapter), args.language
        if args.count:
            print(f"{chapter.number:4}{len(missing(source, language)):4}")
            continue
        said += bring_up_to_date(source, language) + problems(source, language)
        built = [path for path in build.notebooks(source, language) if path.parent.name == language]
        if not said and build.differs(render.lesson(source, language), built[0]) != "code":
            said += in_outputs(source, language)
    if not args.count:
        print("\n".join(said) or "Nothing is missing.")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
