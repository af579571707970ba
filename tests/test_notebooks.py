"""The built notebooks: they match their sources, run with the network shut, and keep the rules."""

import json
from pathlib import Path

import nbformat
import pytest

from elmo_lite.course.chapters import CHAPTERS
from elmo_lite.experiments.bench import memory
from notebooks import build, render, rules

FOLDER = build.FOLDER
TIMINGS = FOLDER.parent / "data" / "results" / "timings.json"
SOURCES = render.find_sources(FOLDER)
BOTH = [(source, kind) for source in SOURCES for kind in ("lesson", "solutions")]

chapters = pytest.mark.parametrize("source", SOURCES, ids=[s.stem for s in SOURCES])
notebooks = pytest.mark.parametrize(
    ("source", "kind"), BOTH, ids=[f"{s.stem}-{kind}" for s, kind in BOTH]
)


def cells_of(source: Path, kind: str) -> list[render.Cell]:
    return render.lesson(source, TIMINGS) if kind == "lesson" else render.solutions(source)


def target_of(source: Path, kind: str) -> Path:
    return FOLDER / ("" if kind == "lesson" else "solutions") / f"{source.stem}.ipynb"


def built(source: Path, kind: str) -> nbformat.NotebookNode:
    """The notebook that is stored; chapter 00 may have no exercises and so no solutions."""
    target = target_of(source, kind)
    if kind == "solutions" and not any("check" in cell.tags for cell in render.read(source)):
        pytest.skip("a chapter without exercises has no solutions")
    assert target.exists(), f"{target.name} is not built: python course.py notebooks"
    return nbformat.read(target, as_version=4)


def test_every_notebook_has_a_source_and_every_source_is_a_chapter():
    slugs = {chapter.slug for chapter in CHAPTERS}
    assert {source.stem for source in SOURCES} <= slugs
    there = {path.stem for path in [*FOLDER.glob("*.ipynb"), *FOLDER.glob("solutions/*.ipynb")]}
    assert there <= {source.stem for source in SOURCES}


@notebooks
def test_a_notebook_matches_its_source(source, kind):
    stored = built(source, kind).cells
    fresh = render.to_notebook(cells_of(source, kind)).cells
    for i, (old, new) in enumerate(zip(stored, fresh, strict=False)):
        same = (old.cell_type, old.source, old.metadata) == (
            new.cell_type,
            new.source,
            new.metadata,
        )
        assert same, f"{rules.name(i, new)} differs from the source: python course.py notebooks"
    assert len(stored) == len(fresh)


@chapters
def test_a_lesson_runs_from_top_to_bottom(source):
    """With every exercise left out. Solutions are run by test_checks.py, cell by cell."""
    fresh = build.run(cells_of(source, "lesson"), source, FOLDER, threads=1).notebook
    assert rules.outputs(fresh) == []
    verdicts = [
        output.data["text/plain"]
        for cell in fresh.cells
        if rules.has(cell, "check")
        for output in cell.outputs
    ]
    assert [v for v in verdicts if ": not attempted." not in v] == []
    assert len(verdicts) == sum("check" in cell.tags for cell in render.read(source))


@chapters
def test_a_chapter_keeps_the_rules(source):
    chapter, target = render.chapter_of(source), target_of(source, "lesson")
    notebook = built(source, "lesson")
    seconds = render.run_seconds(chapter.number, TIMINGS)
    found = rules.lesson(notebook, chapter, FOLDER, target.stat().st_size, seconds)
    assert not found, f"{source.name}:\n" + "\n".join(found)


@chapters
def test_the_solutions_keep_the_rules(source):
    notebook = built(source, "solutions")
    folder = FOLDER / "solutions"
    found = rules.outputs(notebook) + rules.links(notebook, folder)
    assert not found, f"solutions/{source.name}:\n" + "\n".join(found)


def test_the_figures_of_the_readme_are_those_of_the_notebooks():
    figures = build.readme_figures()
    assert {path.name for path in figures} == set(build.README_FIGURES)
    for path, picture in figures.items():
        assert path.read_bytes() == picture, f"{path.name} is old: python course.py notebooks"


def test_thirty_kernels_fit_a_shared_computer():
    """As `python course.py notebooks --time` measured them, one chapter after another."""
    for number, taken in json.loads(TIMINGS.read_text("utf-8")).get("megabytes", {}).items():
        assert taken["after the imports"] < memory.LIMITS["after imports"], number
        assert taken["peak"] < memory.LIMITS["peak"], number
