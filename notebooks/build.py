"""Builds and runs the notebooks: `python notebooks/build.py [--time] [--force] [NN ...]`.

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

FOLDER = Path(__file__).resolve().parent
# file: (notebook, what the cell that draws it calls)
README_FIGURES = {"ladder.png": ("08b_training_the_bilm.ipynb", "common.perplexity_ladder(")}
sys.path.insert(0, str(FOLDER.parent))  # for `python notebooks/build.py`

from elmo_lite.course.chapters import find  # noqa: E402
from notebooks import render, rules  # noqa: E402
from notebooks.render import Cell  # noqa: E402

# seconds; a machine that is busy with other work may be given more
CELL_TIMEOUT = int(os.environ.get("ELMO_LITE_CELL_TIMEOUT", "300"))
MEMORY = "import kernel_startup as _k; print(_k.megabytes())"
USED = "import kernel_startup as _k; print(*_k.used_files(), sep='\\n')"


class BuildError(Exception):
    """A chapter that cannot be built; the message names the place in its source."""


@dataclass(frozen=True)
class Executed:
    """A notebook that was run, the files of the course it used, and its seconds."""

    notebook: NotebookNode
    used: list[str]
    seconds: float


def run(
    cells: list[Cell], source: Path, where: Path, times: Path | None = None, threads: int = 2
) -> Executed:
    """Run the cells of a chapter in a fresh kernel whose working folder is `where`.

    times: a file that collects what `chapter.timed` measures.
    """
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
            client.execute(env=environment(source.parents[2], Path(scratch), times, threads))
        except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
            raise BuildError(explain(error, cells[started[-1]], source)) from None
        seconds = time.perf_counter() - start
    used = notebook.cells.pop().outputs
    clean(notebook)
    return Executed(notebook, "".join(o.text for o in used).split("\n")[:-1], seconds)


def environment(root: Path, scratch: Path, times: Path | None, threads: int = 2) -> dict[str, str]:
    """The kernel's environment: few threads, empty caches, nobody's own IPython settings."""
    startup = scratch / "ipython" / "profile_default" / "startup"
    startup.mkdir(parents=True)
    shutil.copy(FOLDER / "kernel_startup.py", startup / "00_kernel_startup.py")
    away = ("ELMO_LITE_DATA", "ELMO_LITE_TIMES", "PYTHONSTARTUP")
    kept = {name: value for name, value in os.environ.items() if name not in away}
    return {
        **kept,
        **{f"{name}_NUM_THREADS": str(threads) for name in ("OMP", "MKL", "OPENBLAS")},
        **({"ELMO_LITE_TIMES": str(times)} if times else {}),
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
        cell.metadata.pop("execution", None)
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
    contents = []
    for name in names:
        path = root / name
        contents.append(path.read_bytes().hex() if path.is_file() else "")
    return digest([*names, *contents])


def write(cells: list[Cell], source: Path, target: Path, force: bool = False) -> float | None:
    """Bring one notebook up to date; the seconds of its run, or None where none was needed."""
    root = source.parents[2]
    code = digest([cell.source for cell in cells if cell.is_code])
    old = nbformat.read(target, as_version=4) if target.exists() else None
    made: dict[str, Any] = old.metadata.get("elmo_lite", {}) if old else {}
    fresh = made.get("code") == code and made.get("digest") == files_digest(root, made["used"])
    seconds = None
    if old and fresh and not force:
        notebook, used = keep_outputs(cells, old), made["used"]
    else:
        target.parent.mkdir(exist_ok=True)
        result = run(cells, source, target.parent)
        notebook, used, seconds = result.notebook, result.used, result.seconds
    notebook.metadata["elmo_lite"] = {
        "code": code,
        "digest": files_digest(root, used),
        "used": used,
    }
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


def measure(source: Path, timings: Path) -> None:
    """Run the lesson once and note its seconds, those of its timed blocks, and its memory."""
    cells = render.lesson(source, timings)
    setup = next(i for i, cell in enumerate(cells) if "setup" in cell.tags) + 1
    probe = Cell("code", MEMORY)
    cells = [*cells[:setup], probe, *cells[setup:], probe]
    with tempfile.TemporaryDirectory() as scratch:
        times = Path(scratch) / "times.jsonl"
        result = run(cells, source, source.parents[1], times)
        lines = times.read_text(encoding="utf-8").splitlines() if times.exists() else []
    blocks = {name: float(f"{seconds:.2g}") for name, seconds in map(json.loads, lines)}
    known = json.loads(timings.read_text(encoding="utf-8")) if timings.exists() else {}
    known["what"] = (
        "seconds on two cores and memory, measured by `python course.py notebooks --time`"
    )
    number = render.chapter_of(source).number
    chapters = known.setdefault("chapters", {})
    chapters[number] = {"notebook": round(result.seconds), **blocks}
    known["chapters"] = dict(sorted(chapters.items()))
    after_imports, peak = (
        int(result.notebook.cells[i].outputs[0].text) for i in (setup, len(cells) - 1)
    )
    memory = known.setdefault("megabytes", {})
    memory[number] = {"after the imports": after_imports, "peak": peak}
    known["megabytes"] = dict(sorted(memory.items()))
    timings.parent.mkdir(parents=True, exist_ok=True)
    timings.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def build(source: Path, timings: Path, force: bool = False) -> str:
    """Build both notebooks of a chapter; a line on what was done, and one for each broken rule."""
    folder = source.parents[1]
    cells = render.lesson(source, timings)
    lesson = folder / f"{source.stem}.ipynb"
    done = {"lesson": write(cells, source, lesson, force)}
    if any("check" in cell.tags for cell in cells):
        target = folder / "solutions" / f"{source.stem}.ipynb"
        done["solutions"] = write(render.solutions(source), source, target, force)
    broken = rules.lesson(
        nbformat.read(lesson, as_version=4),
        render.chapter_of(source),
        folder,
        lesson.stat().st_size,
        render.run_seconds(render.chapter_of(source).number, timings),
    )
    ran = [f"{name} run in {seconds:.0f} s" for name, seconds in done.items() if seconds]
    head = f"{source.stem}: {', '.join(ran) or 'nothing to run'}"
    return "\n  rule: ".join([head, *broken])


def readme_figures(folder: Path = FOLDER) -> dict[Path, bytes]:
    """The figures that the README shows, as they stand in the built notebooks."""
    found = {}
    for name, (notebook, call) in README_FIGURES.items():
        if (folder / notebook).exists():
            for cell in nbformat.read(folder / notebook, as_version=4).cells:
                if cell.cell_type == "code" and call in cell.source:
                    pictures = [
                        o.data["image/png"]
                        for o in cell.outputs
                        if "image/png" in o.get("data", {})
                    ]
                    found[folder / "figures" / name] = base64.b64decode(pictures[-1])
    return found


def main(arguments: list[str] | None = None, folder: Path = FOLDER) -> int:
    """The command line; 1 if a chapter failed."""
    parser = argparse.ArgumentParser(description="Build and run the notebooks that changed.")
    parser.add_argument("--time", action="store_true", help="measure the seconds of each chapter")
    parser.add_argument("--force", action="store_true", help="run them even if nothing changed")
    parser.add_argument("numbers", nargs="*", metavar="NN", help="chapters, such as 01; else all")
    chosen = parser.parse_args(arguments)
    timings = folder.parent / "data" / "results" / "timings.json"
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
                measure(source, timings)
            print(build(source, timings, chosen.force), flush=True)
        except (BuildError, ValueError) as error:
            failures += 1
            print(f"FAILED {error}", file=sys.stderr, flush=True)
    for path, picture in readme_figures(folder).items():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(picture)
    return min(failures, 1)


if __name__ == "__main__":
    raise SystemExit(main())
