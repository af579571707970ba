"""Builds and runs the notebooks: `python -m notebooks.author.build [--time] [--force] [NN ...]`.

Each chapter in source/ becomes a lesson (exercises as stubs) and a notebook of solutions, both
run from top to bottom in a fresh kernel with no network and no public data set at hand. Only what
changed is run again; where nothing but text changed, the outputs are kept.
"""

import argparse
import base64
import hashlib
import json
import os
import re
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode

from notebooks.author import render, rules
from notebooks.author.render import Cell
from notebooks.course.chapters import find

FOLDER = Path(__file__).resolve().parents[1]  # notebooks
# seconds; a machine that is busy with other work may be given more
CELL_TIMEOUT = int(os.environ.get("ELMO_LITE_CELL_TIMEOUT", "300"))
MEMORY = "import kernel_startup as _k; print(_k.megabytes())"
TIMES = "times.jsonl"  # where `chapter.timed` writes what it measures
USED = "import kernel_startup as _k; print(*_k.used_files(), sep='\\n')"


class BuildError(Exception):
    """A chapter that cannot be built; the message names the place in its source."""


@dataclass(frozen=True)
class Executed:
    """A notebook that was run, the files of the course it used, and its seconds."""

    notebook: NotebookNode
    used: list[str]
    seconds: float
    blocks: dict[str, float]  # what `chapter.timed` measured


def run(cells: list[Cell], source: Path, where: Path, threads: int = 2) -> Executed:
    """Run the cells of a chapter in a fresh kernel whose working folder is `where`."""
    notebook = render.to_notebook(cells)
    notebook.cells.append(nbformat.v4.new_code_cell(USED, id="used"))
    started: list[int] = []
    with tempfile.TemporaryDirectory() as scratch:
        client = NotebookClient(
            notebook,
            timeout=CELL_TIMEOUT,
            kernel_name="python3",
            extra_arguments=["--log-level=ERROR"],  # not a word on how the kernel is reached
            record_timing=False,
            coalesce_streams=True,
            on_cell_start=lambda cell, cell_index: started.append(cell_index),
            resources={"metadata": {"path": str(where)}},
        )
        start = time.perf_counter()
        try:
            client.execute(env=environment(source.parents[2], Path(scratch), threads))
        except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
            raise BuildError(explain(error, cells[started[-1]], source)) from None
        seconds = time.perf_counter() - start
        times = Path(scratch) / TIMES
        lines = times.read_text(encoding="utf-8").splitlines() if times.exists() else []
    used = "".join(output.text for output in notebook.cells.pop().outputs).splitlines()
    clean(notebook)
    return Executed(notebook, used, seconds, dict(map(json.loads, lines)))


def environment(root: Path, scratch: Path, threads: int) -> dict[str, str]:
    """The kernel's environment: few threads, empty caches, nobody's own IPython settings."""
    startup = scratch / "ipython" / "profile_default" / "startup"
    startup.mkdir(parents=True)
    shutil.copy(Path(__file__).with_name("kernel_startup.py"), startup / "00_kernel_startup.py")
    away = ("ELMO_LITE_DATA", "PYTHONSTARTUP")
    kept = {name: value for name, value in os.environ.items() if name not in away}
    return {
        **kept,
        **{f"{name}_NUM_THREADS": str(threads) for name in ("OMP", "MKL", "OPENBLAS")},
        "ELMO_LITE_TIMES": str(scratch / TIMES),
        "OMP_WAIT_POLICY": "PASSIVE",  # threads that wait must not take the time of others
        "ELMO_LITE_BUILD": str(root),
        "ELMO_LITE_CACHE": str(scratch / "cache"),
        "IPYTHONDIR": str(scratch / "ipython"),
        "PYTHONPATH": os.pathsep.join([str(root), str(FOLDER.parent)]),
        "PYTHONHASHSEED": "0",
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    }


def clean(notebook: NotebookNode) -> None:
    """Drop what differs from run to run or from machine to machine."""
    notebook.metadata = nbformat.from_dict({"kernelspec": dict(render.KERNEL)})
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)


def explain(error: Exception, cell: Cell, source: Path) -> str:
    """Which cell failed, where it stands in the source, and why."""
    if isinstance(error, CellExecutionError):
        reason = re.sub(r"\x1b\[[\d;]*m", "", f"{error.ename}: {error.evalue}")
    elif isinstance(error, CellTimeoutError):
        reason = f"it ran for more than {CELL_TIMEOUT} seconds"
    else:
        reason = "the kernel died"
    first = cell.source.splitlines()[0]
    return f"{source.name}, the cell at line {cell.line} (`{first}`) failed: {reason}"


def digest(texts: list[str]) -> str:
    """A fingerprint of some texts."""
    return hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:16]


def files_digest(root: Path, names: list[str]) -> str:
    """A fingerprint of the files that a notebook used; a missing one counts as empty."""
    paths = [root / name for name in names]
    contents = [path.read_bytes().hex() if path.is_file() else "" for path in paths]
    return digest([*names, *contents])


def write(cells: list[Cell], source: Path, target: Path, force: bool = False) -> float | None:
    """Bring one notebook up to date; the seconds of its run, or None where none was needed."""
    root = source.parents[2]
    code = digest([cell.source for cell in cells if cell.is_code])
    old = nbformat.read(target, as_version=4) if target.exists() else None
    made: dict[str, Any] = old.metadata.get("elmo_lite", {}) if old else {}
    fresh = made.get("code") == code and made.get("digest") == files_digest(root, made["used"])
    if old and fresh and not force:
        notebook, used, seconds = keep_outputs(cells, old), made["used"], None
    else:
        target.parent.mkdir(exist_ok=True)
        result = run(cells, source, target.parent)
        notebook, used, seconds = result.notebook, result.used, result.seconds
    made = {"code": code, "digest": files_digest(root, used), "used": used}
    notebook.metadata["elmo_lite"] = made
    text = nbformat.writes(notebook, version=4) + "\n"
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        target.write_text(text, encoding="utf-8", newline="\n")
    return seconds


def keep_outputs(cells: list[Cell], old: NotebookNode) -> NotebookNode:
    """The cells with the outputs of the last run; their code is the same."""
    notebook = render.to_notebook(cells)
    ran = [cell for cell in old.cells if cell.cell_type == "code"]
    new = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell, before in zip(new, ran, strict=True):
        cell.outputs, cell.execution_count = before.outputs, before.execution_count
    return notebook


def measure(source: Path) -> None:
    """Run the lesson once and note its seconds, those of its timed blocks, and its memory."""
    cells = render.lesson(source)
    setup = next(i for i, cell in enumerate(cells) if "setup" in cell.tags) + 1
    probe = Cell("code", MEMORY)
    cells = [*cells[:setup], probe, *cells[setup:], probe]
    result = run(cells, source, source.parents[1])
    blocks = {name: float(f"{seconds:.2g}") for name, seconds in result.blocks.items()}
    after_imports, peak = (int(result.notebook.cells[i].outputs[0].text) for i in (setup, -1))
    number, known = render.chapter_of(source).number, render.measured(source)
    known["chapters"][number] = {"notebook": round(result.seconds), **blocks}
    known["megabytes"][number] = {"after the imports": after_imports, "peak": peak}
    known = {
        "what": "seconds on two cores and memory, measured by `python course.py notebooks --time`",
        "chapters": dict(sorted(known["chapters"].items())),
        "megabytes": dict(sorted(known["megabytes"].items())),
    }
    path = source.parents[2] / render.TIMINGS
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def build(source: Path, force: bool = False) -> str:
    """Build both notebooks of a chapter; a line on what was done, and one for each broken rule."""
    folder = source.parents[1]
    lesson, solutions = render.lesson(source), render.solutions(source)
    done = {
        "lesson": write(lesson, source, folder / f"{source.stem}.ipynb", force),
        "solutions": write(solutions, source, folder / "solutions" / f"{source.stem}.ipynb", force),
    }
    ran = [f"{name} run in {seconds:.0f} s" for name, seconds in done.items() if seconds]
    head = f"{source.stem}: {', '.join(ran) or 'nothing to run'}"
    return "\n  rule: ".join([head, *broken_rules(source)])


def broken_rules(source: Path) -> list[str]:
    """What the built lesson of a chapter breaks."""
    path, chapter = source.parents[1] / f"{source.stem}.ipynb", render.chapter_of(source)
    notebook, seconds = nbformat.read(path, as_version=4), render.run_seconds(source, chapter)
    return rules.lesson(notebook, chapter, path.parent, path.stat().st_size, seconds)


def readme_figure(notebook: Path) -> bytes:
    """The picture that the README shows, from the chapter that draws it."""
    figures = rules.figures(nbformat.read(notebook, as_version=4))
    (drawn,) = (o for _, cell, o in figures if "common.perplexity_ladder(" in cell.source)
    return base64.b64decode(drawn.data["image/png"])


def main(arguments: list[str] | None = None, folder: Path = FOLDER) -> int:
    """The command line; 1 if a chapter failed."""
    parser = argparse.ArgumentParser(description="Build and run the notebooks that changed.")
    parser.add_argument("--time", action="store_true", help="measure the seconds of each chapter")
    parser.add_argument("--force", action="store_true", help="run them even if nothing changed")
    parser.add_argument("numbers", nargs="*", metavar="NN", help="chapters, such as 01; else all")
    chosen = parser.parse_args(arguments)
    failures = 0
    try:
        wanted = {find(number).slug for number in chosen.numbers}
    except ValueError as error:
        parser.error(str(error))
    for source in render.find_sources(folder):
        if wanted and source.stem not in wanted:
            continue
        try:
            if chosen.time:
                measure(source)
            print(build(source, chosen.force), flush=True)
        except (BuildError, ValueError) as error:
            failures += 1
            print(f"FAILED {error}", file=sys.stderr, flush=True)
    ladder = folder / "08b_training_the_bilm.ipynb"
    if ladder.exists():
        (folder / "figures").mkdir(exist_ok=True)
        (folder / "figures" / "ladder.png").write_bytes(readme_figure(ladder))
    return min(failures, 1)


if __name__ == "__main__":
    raise SystemExit(main())
