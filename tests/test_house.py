"""The tree of the package: what stands where, and who imports whom. The source is read, not run."""

import ast
import re
from pathlib import Path

import pytest

from elmo_lite.files import ROOT

PACKAGE = ROOT / "elmo_lite"
# The rooms of the library, from the ground up: each imports only rooms below it, or itself.
ROOMS = (
    *("files", "stats", "hangul", "text", "corpora"),
    *("ngram", "nnlm", "running_text", "word2vec", "fasttext", "glove", "char_cnn", "bilm"),
    *("weights", "static_vectors", "reading", "elmo", "controls", "senses", "left_out"),
    *("probes", "exchange", "first_layer", "tasks", "entailment", "training", "tools"),
)
FOLDERS = {"corpora", "weights", "reading", "training", "tools"}
# The places: which of the others a place may import from.
PLACES = {
    "elmo_lite": set(),
    "microscope": {"elmo_lite"},
    "notebooks/course": {"elmo_lite", "microscope"},
    "notebooks/author": {"elmo_lite", "microscope", "notebooks.course"},
    "experiments": {"elmo_lite", "microscope", "notebooks.course"},
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


def test_the_package_has_these_rooms():
    files = {path.stem for path in PACKAGE.glob("*.py")}
    assert files == {"__init__", "__main__", *ROOMS} - FOLDERS
    assert {path.parent.name for path in PACKAGE.glob("*/__init__.py")} == FOLDERS


@pytest.mark.parametrize("place", PLACES)
def test_every_arrow_between_the_places_points_down(place):
    found = set()
    for file in (ROOT / place).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                start = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
                found |= {place_of(f"{start}{alias.name}") for alias in node.names}
    assert found - {None, place.replace("/", ".")} <= PLACES[place]


def place_of(module: str) -> str | None:
    """notebooks.course.results -> notebooks.course, elmo_lite.bilm -> elmo_lite, numpy -> None"""
    places = [name.replace("/", ".") for name in PLACES]
    return next((p for p in places if module == p or module.startswith(f"{p}.")), None)


@pytest.mark.parametrize("module", sorted(set(MODULES) - {"", "__main__"}))
def test_every_arrow_between_the_rooms_points_down(module):
    room = module.split(".")[0]
    below = ROOMS[: ROOMS.index(room) + 1]
    assert {name.split(".")[0] for name in imports_of(module)} <= set(below)


def test_what_comes_with_the_course_knows_nothing_of_the_public_sets():
    """The door of the folder, corpora/__init__.py, offers both."""
    ours = [m for m in MODULES if m.startswith("corpora.") and not m.startswith("corpora.public")]
    needs = set().union(*map(imports_of, ours))
    assert "corpora.examples" in needs
    assert not [name for name in needs if name.startswith("corpora.public")]
    weights = set().union(*(imports_of(m) for m in MODULES if m.split(".")[0] == "weights"))
    assert {name for name in weights if name.startswith("corpora")} == {"corpora.public.fetch"}


def test_no_circle_runs_through_the_modules():
    left = {module: imports_of(module) for module in MODULES}
    while free := [module for module, needs in left.items() if not needs & left.keys()]:
        left = {module: needs for module, needs in left.items() if module not in free}
    assert not left


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
    places = {"elmo_lite", "microscope", "notebooks", "experiments"}
    assert {name.removesuffix(".py") for name, _ in rows} == {*ROOMS, *places}
    mentioned = set(re.findall(r"`((?:\w+/)+\w+\.py)`", page)) - {"notebooks/source/NN_name.py"}
    for name in mentioned:
        assert (ROOT / name).is_file() or (PACKAGE / name).is_file(), name
