"""The built notebooks: they match their sources, run with the network shut, and keep the rules."""

import os
import re

import nbformat
import pytest

from elmo_lite.files import ROOT
from experiments.bench import memory
from notebooks.author import build, render, rules
from notebooks.course import check as checks
from notebooks.course.chapters import CHAPTERS, chapters_in

FOLDER = build.FOLDER
SOURCES = render.find_sources(FOLDER)

chapters = pytest.mark.parametrize("source", SOURCES, ids=[s.stem for s in SOURCES])


def test_every_notebook_has_a_source_and_every_source_is_a_chapter():
    slugs = [chapter.slug for chapter in CHAPTERS]
    assert [source.stem for source in SOURCES] == slugs
    for folder in (FOLDER, FOLDER / "solutions"):
        assert sorted(path.stem for path in folder.glob("*.ipynb")) == slugs


@chapters
def test_the_notebooks_match_their_source(source):
    assert build.stale(source) == []


@chapters
@pytest.mark.usefixtures("warm_kernels")
def test_a_lesson_runs_from_top_to_bottom(source, tmp_path_factory):
    """With every exercise left out. Solutions are run by test_checks.py, cell by cell.

    All lessons share a cache, which is empty for the first of them: half of them read the same
    sentences. The builder gives each an empty one.
    """
    folder = tmp_path_factory.getbasetemp()
    folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    cells, cache = render.lesson(source), folder / "lessons"
    fresh = build.run(cells, source, FOLDER, threads=1, cache=cache).notebook
    assert rules.outputs(fresh) == []
    checks = [cell for cell in fresh.cells if rules.has(cell, "check")]
    for cell in checks:
        (output,) = cell.outputs
        assert ": not attempted." in output.data["text/plain"]
    assert len(checks) == sum("check" in cell.tags for cell in render.read(source))


@chapters
def test_a_chapter_keeps_the_rules(source):
    assert build.broken_rules(source) == []


@chapters
def test_the_solutions_keep_the_rules(source):
    path = FOLDER / "solutions" / f"{source.stem}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    assert rules.outputs(notebook) + rules.links(notebook, FOLDER / "solutions") == []


@chapters
def test_every_solution_passes_where_it_was_built(source):
    path = FOLDER / "solutions" / f"{source.stem}.ipynb"
    cells = [c for c in nbformat.read(path, as_version=4).cells if rules.has(c, "check")]
    said = [cell.outputs[0].data["text/plain"] for cell in cells]
    assert [text for text in said if not re.match(r"\w+ \w+\.\w+: (correct|kept)", text)] == []


@pytest.mark.parametrize("language", ["en", "ko"])
@chapters
def test_a_solution_has_the_praise_of_its_source(source, language):
    """`notebooks --text` keeps outputs, so a door that has changed would stay as it was."""
    (chapter,) = (c for c in chapters_in(language) if c.slug == source.stem)
    path = ROOT / chapter.page
    notebook = nbformat.read(path.parent / "solutions" / path.name, as_version=4)
    said = [c.outputs[0].data["text/plain"] for c in notebook.cells if rules.has(c, "check")]
    for number, exercise in checks.exercises(chapter).items():
        if exercise.door and not exercise.opened:
            assert any(f" {number}: " in text and exercise.door in text for text in said), number


def test_thirty_kernels_fit_a_shared_computer():
    """As `python course.py notebooks --time` measured them, one chapter after another."""
    for number, taken in render.measured(SOURCES[0])["megabytes"].items():
        assert taken["after the imports"] < memory.LIMITS["after imports"], number
        assert taken["peak"] < memory.LIMITS["peak"], number
