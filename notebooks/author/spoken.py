"""What the code of a chapter says in another language: comments, docstrings, printed texts.

The English cell in `source/NN_name.py` is the only code. `source/ko/code/NN.toml` says its
comments, docstrings and strings in Korean, and the builder puts them into the cells of the Korean
notebook, token by token, so that nothing else can differ:

    shown = ["^- "]                      # lines of outputs that stay English: what a model writes
    stays = ["The teacher ran off ."]    # examples, and names that a function knows
    [comments]
    "each row by its sum" = "행마다 그 합으로"
    [docstrings]
    "Equation (3); 0 after a context never seen." = "식 (3). 본 적 없는 문맥 다음은 0."
    [strings]
    "{} of {} entries are 0" = "{1}칸 가운데 {0}칸이 0"

A comment of several lines is one text, without its #. In an f-string {} stands for each of its
fields, which Korean may take as {0}, {1} in its own order; a text inside of a field has a line of
its own. A string is translated wherever the chapter has it, so a name that is printed and a key of
the same text stay one. How to work with it is in unspoken.py.
"""

import ast
import io
import re
import string
import textwrap
import tokenize
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from inspect import cleandoc
from pathlib import Path

KINDS = ("comments", "docstrings", "strings")
LITERAL = re.compile(r"(\w*)('''|\"\"\"|'|\")(.*)\2", re.S)
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
WORD = re.compile("[A-Za-z]{2}")
HANGUL = re.compile("[가-힣]")
TWO_WORDS = re.compile(r"[A-Za-z]{2}\S* +(?:\S+ +)*\S*[A-Za-z]{2}")
# comments that a program reads, and those that say a shape
BEGIN, END = re.compile("# begin given"), re.compile("# end given")
REMARK = re.compile(r"\S  (# (.+))$")  # a comment behind code
FORMAL = re.compile(r"noqa\b.*|type: .*|fmt: .*|(?:begin|end) solution|[(\[][\w ,*/+.-]+[)\]]")
# what an argument of one of these names is given is an example, or the name of a measured time
EXAMPLES = {"sentence", "sentences", "text", "word", "weigh"}
MEASURED = {"timed", "steps", "check", "yours_or_ours"}
WIDTH = 100


@dataclass(frozen=True)
class Piece:
    """A text of a cell, and its place: offsets of all that it stands for."""

    kind: str
    text: str  # as a table has it
    start: int
    end: int
    asked: bool = True  # whether a table must have it
    within: str = ""  # the keyword or the function that it is given to


@dataclass
class Table:
    """What a chapter's file in source/ko/code says."""

    path: Path
    texts: dict[str, dict[str, str]] = field(default_factory=lambda: {kind: {} for kind in KINDS})
    stays: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    unfinished: bool = False

    def get(self, kind: str, text: str) -> str:
        return self.texts[kind].get(text, "")

    def entries(self) -> Iterator[tuple[str, str, str]]:
        """(kind, English, Korean) of each line."""
        for kind, texts in self.texts.items():
            yield from ((kind, text, there) for text, there in texts.items())


def table_of(source: Path, language: str = "ko") -> Table:
    """The table of a chapter; an empty one where there is none yet."""
    path = source.parent / language / "code" / f"{source.stem.split('_')[0]}.toml"
    if not path.exists():
        return Table(path, unfinished=True)
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    texts = {kind: found.pop(kind, {}) for kind in KINDS}
    return Table(path, texts, **found)


# ---- the texts of a cell ----


@dataclass(frozen=True)
class Token:
    """A comment or a whole string of a cell."""

    is_comment: bool
    text: str
    start: int
    end: int
    place: tuple[int, int]  # line and column
    alone: bool  # nothing but this on its line


def tokens(code: str) -> Iterator[Token]:
    """The comments and strings; an f-string is one token, also where Python cuts it up (3.12)."""
    lines = code.splitlines(keepends=True)
    begins = [0]
    for line in lines:
        begins.append(begins[-1] + len(line))
    opened: list[tuple[int, int]] = []
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        name, place = tokenize.tok_name[token.type], token.start
        if name == "FSTRING_START":
            opened.append(token.start)
        elif name == "FSTRING_END":
            place = opened.pop()
        if opened or name not in ("COMMENT", "STRING", "FSTRING_END"):
            continue
        start, end = begins[place[0] - 1] + place[1], begins[token.end[0] - 1] + token.end[1]
        alone = not lines[place[0] - 1][: place[1]].strip()
        yield Token(name == "COMMENT", code[start:end], start, end, place, alone)


def pieces(code: str) -> list[Piece]:
    """The texts of a cell, in their order; those inside of an f-string's fields after it."""
    contexts = contexts_of(code)
    found: list[Piece] = []
    before: Token | None = None
    given = False  # code that a lesson begins with, commented out here
    for token in tokens(code):
        if token.is_comment and (given or BEGIN.fullmatch(token.text)):
            given, before = not END.fullmatch(token.text), None
            if remark := REMARK.search(token.text):
                start, text = token.start + remark.start(1), remark[2]
                found.append(Piece("comments", text, start, token.end, spoken(text)))
        elif token.is_comment:
            piece = comment(token)
            if before and follows(before, token) and not FORMAL.fullmatch(found[-1].text):
                last = found.pop()
                piece = Piece("comments", f"{last.text} {piece.text}", last.start, token.end)
            found.append(Piece(piece.kind, piece.text, piece.start, piece.end, spoken(piece.text)))
            before = token if not FORMAL.fullmatch(piece.text) else None
        else:
            found += strings(token, contexts.get(token.place, ""))
            before = None
    return found


def comment(token: Token) -> Piece:
    return Piece("comments", token.text.removeprefix("#").strip(), token.start, token.end)


def follows(one: Token, other: Token) -> bool:
    """Whether a comment goes on in the next line."""
    (line, column), (next_line, next_column) = one.place, other.place
    formal = FORMAL.fullmatch(comment(other).text)
    return (
        one.alone and other.alone and (line + 1, column) == (next_line, next_column) and not formal
    )


def spoken(text: str) -> bool:
    """Whether a comment is English: not a formula, a shape or a note for a program."""
    return bool(WORD.search(text)) and not HANGUL.search(text) and not FORMAL.fullmatch(text)


def strings(token: Token, context: str) -> list[Piece]:
    """A string as a piece, and the strings inside of its fields."""
    if context == "docstring":
        body = cleandoc(ast.literal_eval(token.text))
        asked = bool(WORD.search(body))
        return [Piece("docstrings", body, token.start, token.end, asked)]
    text, fields, formatted = template(token.text)
    plain = text.replace("{}", " ") if formatted else text
    asked = bool(WORD.search(plain)) and not HANGUL.search(plain) and context != "example"
    said = context == "print" or formatted or TWO_WORDS.search(plain)
    found = [Piece("strings", text, token.start, token.end, bool(asked and said), context)]
    for inner in (quoted for each in fields for quoted in QUOTED.findall(each)):
        text = template(inner)[0]
        asked = bool(TWO_WORDS.search(text)) and not HANGUL.search(text)
        found.append(Piece("strings", text, token.start, token.end, asked, "field"))
    return found


def contexts_of(code: str) -> dict[tuple[int, int], str]:
    """Place of a string -> "docstring", "example", "print", or the keyword that it is given to."""
    found: dict[tuple[int, int], str] = {}
    lines = code.splitlines()

    def place(node: ast.expr) -> tuple[int, int]:
        line = lines[node.lineno - 1].encode()
        return node.lineno, len(line[: node.col_offset].decode())

    def visit(node: ast.AST, context: str) -> None:
        if isinstance(node, (ast.Constant, ast.JoinedStr)):
            found.setdefault(place(node), context)
            return
        body = getattr(node, "body", [])
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)) and body:
            first = body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                found[place(first.value)] = "docstring"
        if isinstance(node, ast.arguments):
            known = [*node.posonlyargs, *node.args][-len(node.defaults) :] + node.kwonlyargs
            for argument, default in zip(known, [*node.defaults, *node.kw_defaults], strict=False):
                if argument.arg in EXAMPLES and default:
                    visit(default, "example")
        if isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if called == "split" and isinstance(node.func, ast.Attribute):
                visit(node.func, "example")
            context = {"print": "print", "describe": "describe"}.get(called, "")
            context = "example" if called in MEASURED else context
        if isinstance(node, ast.keyword):
            context = "example" if node.arg in EXAMPLES else node.arg or ""
        if isinstance(node, ast.Subscript):
            visit(node.value, context)
            context = "key"
        for child in ast.iter_child_nodes(node):
            visit(child, context)

    visit(ast.parse(code), "")
    return found


# ---- strings and their fields ----


def template(literal: str) -> tuple[str, list[str], bool]:
    """A string as a table has it, its fields as written, and whether it is an f-string."""
    match = LITERAL.fullmatch(literal)
    assert match is not None
    if "f" not in match[1].lower():
        return str(ast.literal_eval(literal)), [], False
    texts, fields = cut(match[3])
    quote, raw = match[2], match[1].lower().replace("f", "")
    return "{}".join(str(ast.literal_eval(f"{raw}{quote}{t}{quote}")) for t in texts), fields, True


def cut(body: str) -> tuple[list[str], list[str]]:
    """The body of an f-string cut at its fields: one text more than there are fields."""
    texts, fields, start, depth = [""], list[str](), 0, 0
    i = 0
    while i < len(body):
        if not depth and body[i : i + 2] in ("{{", "}}"):
            texts[-1] += body[i : i + 2]
            i += 2
            continue
        if body[i] == "{":
            start = i if not depth else start
            depth += 1
        if not depth:
            texts[-1] += body[i]
        if body[i] == "}":
            depth -= 1
            if not depth:
                fields.append(body[start : i + 1])
                texts.append("")
        i += 1
    return texts, fields


def holes(text: str) -> list[str]:
    """The names of the fields of a template: "" for {}, "0" for {0}."""
    return [name for _, name, *_ in string.Formatter().parse(text) if name is not None]


def written(literal: str, table: Table) -> str:
    """A string in the other language; as it is where the table does not have it."""
    text, fields, formatted = template(literal)
    match = LITERAL.fullmatch(literal)
    assert match is not None
    prefix, quote = match[1], match[2]
    there = table.get("strings", text)
    if not formatted:
        return prefix + quote + escaped(there, quote) + quote if there else literal
    fields = [QUOTED.sub(lambda inner: written(inner[0], table), each) for each in fields]
    if not there:
        between = zip(cut(match[3])[0], [*fields, ""], strict=True)
        return prefix + quote + "".join(text + each for text, each in between) + quote
    made, rest = "", iter(fields)
    for before, name, *_ in string.Formatter().parse(there):
        made += escaped(before.replace("{", "{{").replace("}", "}}"), quote)
        if name is not None:
            made += fields[int(name)] if name else next(rest)
    return prefix + quote + made + quote


def escaped(text: str, quote: str) -> str:
    """A text as it stands between quotes."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace(quote, "\\" + quote)


# ---- a cell in the other language ----


def said(code: str, table: Table) -> str:
    """A cell with its comments, docstrings and strings in the other language."""
    made, at = "", 0
    for piece in pieces(code):
        if piece.start < at or piece.within == "field":  # its f-string is written by now
            continue
        old = code[piece.start : piece.end]
        line = code[: piece.start].rpartition("\n")[2]
        there = table.get(piece.kind, piece.text)
        if piece.kind == "strings":
            new = written(old, table)
        elif not there:
            new = old
        elif piece.kind == "comments":
            new = wrapped(there, line) if "\n" in old else f"# {there}"
        else:
            new = docstring(there, old, line)
        made += code[at : piece.start] + new
        at = piece.end
    return made + code[at:]


def wrapped(text: str, indent: str) -> str:
    """A comment of several lines, the first of them after `indent`."""
    width = WIDTH - len(indent) - 2
    return f"\n{indent}".join(f"# {line}" for line in textwrap.wrap(text, width))


def docstring(text: str, old: str, indent: str) -> str:
    """A docstring in the form of the old one."""
    start, quote = re.match(r"(\w*)('''|\"\"\"|'|\")", old).groups()  # type: ignore[union-attr]
    text = text if "r" in start.lower() else text.replace("\\", "\\\\")
    lines = [line and indent + line for line in text.splitlines()]
    end = f"\n{indent}" if len(lines) > 1 else ""
    return f"{start}{quote}{chr(10).join(lines).strip()}{end}{quote}"


def skeleton(code: str) -> list[str]:
    """All tokens of a cell but comments and strings; of an f-string its fields, sorted."""
    found, at = [], 0
    for token in tokens(code):
        found += code[at : token.start].split()
        at = token.end
        if not token.is_comment:
            fields = template(token.text)[1]
            found += ["text", *sorted(QUOTED.sub("text", each) for each in fields)]
    return found + code[at:].split()
