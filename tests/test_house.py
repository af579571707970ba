"""The tree of the package: what stands where, and who imports whom. The source is read, not run."""

import ast
import re
from pathlib import Path

import pytest

from elmo_lite.files import ROOT

PACKAGE = ROOT / "elmo_lite"
# The lessons, in the order of the chapters: each imports only those before it.
LESSONS = (
    *("text", "ngram", "nnlm", "word2vec", "fasttext", "glove", "static_vectors"),
    *("char_cnn", "bilm", "elmo", "controls", "senses", "probes", "first_layer", "tasks"),
    "entailment",
)
TOOLS = ("files", "stats")  # for everybody
FOLDERS = ("training", "reading", "weights", "corpora")
# What a lesson takes from a folder besides, and no more than that.
LESSON_EXTRAS = {
    "static_vectors": {"corpora", "corpora.lines", "weights.ours"},
    "elmo": {"reading.plain", "reading.fast", "reading.score", "weights"},
    "controls": {"weights"},
    "senses": {"corpora"},
    "probes": {"corpora.examples"},
    "entailment": {"corpora.ours"},
}
# Which folders a folder may import from; the lessons are open to all but corpora.
FOLDER_RULES = {
    "corpora": set(),
    "weights": {"corpora"},
    "reading": {"weights", "corpora"},
    "training": {"weights", "corpora", "reading"},
}
# The three places: which of the others a place may import from.
PLACES = {
    "elmo_lite": set(),
    "notebooks/course": {"elmo_lite"},
    "notebooks/author": {"elmo_lite", "notebooks.course"},
    "experiments": {"elmo_lite", "notebooks.course"},
}
LONGEST = 350  # lines


def module_of(file: Path) -> str:
    """elmo_lite/reading/plain.py -> reading.plain, elmo_lite/reading/__init__.py -> reading"""
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(file): file for file in PACKAGE.rglob("*.py")}


def imports_of(module: str) -> set[str]:
    """The modules of the package that a module imports, inside functions as well."""
    found = set()
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {a.name for a in node.names if a.name.split(".")[0] == "elmo_lite"}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "elmo_lite":
            for name in (f"{node.module}.{alias.name}" for alias in node.names):
                found.add(name if name[10:] in MODULES else node.module)
        assert not (isinstance(node, ast.ImportFrom) and node.level), "imports name the package"
    return {name.removeprefix("elmo_lite").removeprefix(".") for name in found} - {""}


def test_the_top_of_the_package_is_the_chapters():
    files = {path.stem for path in PACKAGE.glob("*.py")}
    assert files == {"__init__", "__main__", *LESSONS, *TOOLS}
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders == set(FOLDERS)


@pytest.mark.parametrize("place", PLACES)
def test_every_arrow_between_the_places_points_down(place):
    found = set()
    for file in (ROOT / place).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in getattr(node, "names", [])]
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{name}" for name in names]
            if isinstance(node, ast.Import | ast.ImportFrom):
                found |= {place_of(name) for name in names}
    assert found - {None, place.replace("/", ".")} <= PLACES[place]


def place_of(module: str) -> str | None:
    """notebooks.course.results -> notebooks.course, elmo_lite.bilm -> elmo_lite, numpy -> None"""
    places = [name.replace("/", ".") for name in PLACES]
    return next((p for p in places if module == p or module.startswith(f"{p}.")), None)


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_imports_only_lessons_before_it(lesson):
    before = {*LESSONS[: LESSONS.index(lesson)], *TOOLS}
    assert imports_of(lesson) <= before | LESSON_EXTRAS.get(lesson, set())


def test_the_tools_import_nothing_of_the_package():
    assert not imports_of("files") | imports_of("stats")


@pytest.mark.parametrize("module", sorted(name for name in MODULES if "." in name))
def test_a_folder_imports_only_from_where_it_may(module):
    folder = module.split(".")[0]
    allowed = {folder, *FOLDER_RULES[folder], *TOOLS}
    if folder == "corpora":
        allowed |= {"text", "fasttext"}
    else:
        allowed |= set(LESSONS)
    assert {name.split(".")[0] for name in imports_of(module)} <= allowed


def test_the_plain_reader_is_independent_of_the_fast_one():
    fast = {"reading.fast", "reading.loop", "reading.products", "training.gradient"}
    waiting, seen = ["reading.plain"], set()
    while waiting:
        module = waiting.pop()
        seen.add(module)
        waiting += sorted(imports_of(module) - seen)
    assert "bilm" in seen and not seen & fast


@pytest.mark.parametrize(
    "file", sorted((ROOT / "notebooks" / "source").glob("*.py")), ids=lambda file: file.stem
)
def test_a_chapter_imports_only_what_is_public(file):
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("elmo_lite"):
            names = [*node.module.split("."), *(alias.name for alias in node.names)]
            assert not [name for name in names if name.startswith("_") or name == "bench"]


def test_a_module_is_as_long_as_its_idea():
    assert not {
        file.relative_to(PACKAGE).as_posix()
        for file in MODULES.values()
        if len(file.read_text(encoding="utf-8").splitlines()) > LONGEST
    }, "split it where its idea splits"


def test_the_page_on_architecture_shows_this_tree():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w.]+)` \|.*?\|(.*)\|$", page, re.MULTILINE)
    places = {"elmo_lite", "notebooks", "experiments"}
    shown = {name.removesuffix(".py") for name, _ in rows}
    assert shown == {*LESSONS, *TOOLS, *FOLDERS, *places}
    mentioned = set(re.findall(r"`((?:\w+/)+\w+\.py)`", page)) - {"notebooks/source/NN_name.py"}
    for name in mentioned:
        assert (ROOT / name).is_file() or (PACKAGE / name).is_file(), name
