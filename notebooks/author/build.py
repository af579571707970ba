"""Builds and runs the notebooks: `python course.py notebooks [--text | --stale | --time] [NN ...]`.

Each chapter in source/ becomes a lesson (exercises as stubs) and a notebook of solutions, both
run from top to bottom in a fresh kernel with no network and no public data set at hand.
"""

import argparse
import ast
import asyncio
import json
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode

from elmo_lite.files import locked, sentence_on_error, write_atomically
from notebooks.author import render, rules
from notebooks.author.render import Cell
from notebooks.course.chapters import find
from notebooks.course.language import LANGUAGES

FOLDER = Path(__file__).resolve().parents[1]  # notebooks
# seconds; a machine that is busy with other work may be given more
CELL_TIMEOUT = int(os.environ.get("ELMO_LITE_CELL_TIMEOUT", "300"))
# Print the most memory that a kernel has had; a Mac counts bytes, Linux kilobytes.
MEMORY = """\
import resource, sys
unit = 2**20 if sys.platform == "darwin" else 2**10
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit)
"""
# Print the texts of figures for which the language has no label.
MISSING = """\
import json
from notebooks.course.language import current, labels
print(json.dumps(sorted(labels(current()).missing)))
"""
TIMES = "times.jsonl"  # where `chapter.timed` writes what it measures
NOWHERE = "http://127.0.0.1:9"  # a proxy that does not answer


class BuildError(Exception):
    """A chapter that cannot be built; the message names the place in its source."""


@dataclass(frozen=True)
class Executed:
    """A notebook that was run, and its seconds."""

    notebook: NotebookNode
    seconds: float
    blocks: dict[str, float]  # what `chapter.timed` measured
    missing: list[str]  # texts of figures without a label in the language


def run(
    cells: list[Cell], source: Path, where: Path, threads: int = 2, cache: Path | None = None
) -> Executed:
    """Run the cells of a chapter in a fresh kernel whose working folder is `where`.

    cache: None for an empty one, which is deleted afterwards.
    """
    cells = [*cells, Cell("code", MISSING)]
    notebook = render.to_notebook(cells)
    started: list[int] = []
    with tempfile.TemporaryDirectory() as scratch:
        client = NotebookClient(
            notebook,
            timeout=CELL_TIMEOUT,
            startup_timeout=max(CELL_TIMEOUT, 60),  # it imports before it answers
            kernel_name="python3",
            extra_arguments=["--log-level=ERROR"],  # not a word on how the kernel is reached
            record_timing=False,
            coalesce_streams=True,
            on_cell_start=lambda cell, cell_index: started.append(cell_index),
            resources={"metadata": {"path": str(where)}},
        )
        start = time.perf_counter()
        try:
            surroundings = environment(source.parents[2], Path(scratch), threads)
            surroundings["ELMO_LITE_CACHE"] = str(cache or Path(scratch) / "cache")
            asyncio.run(execute(client, surroundings))
        except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
            raise BuildError(explain(error, cells[started[-1]], source)) from None
        except RuntimeError as error:
            raise BuildError(f"{source.name}: the kernel did not start ({error})") from None
        seconds = time.perf_counter() - start
        times = Path(scratch) / TIMES
        lines = times.read_text(encoding="utf-8").splitlines() if times.exists() else []
    clean(notebook)
    missing = json.loads(notebook.cells.pop().outputs[0].text)
    return Executed(notebook, seconds, dict(map(json.loads, lines)), missing)


async def execute(client: NotebookClient, environment: dict[str, str]) -> None:
    """Run the notebook of a client. Ctrl-C ends the kernel and is a KeyboardInterrupt, as usual."""
    running = asyncio.ensure_future(client.async_execute(env=environment))
    await asyncio.sleep(0)  # it has chosen its own answer to Ctrl-C, which ends in an error
    stopped = False

    def stop() -> None:
        nonlocal stopped
        stopped, client.shutdown_kernel = True, "immediate"
        running.cancel()

    with suppress(NotImplementedError, RuntimeError, ValueError):  # Windows, or not the main thread
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stop)
    try:
        await running
    except (asyncio.CancelledError, DeadKernelError):  # what the client makes of it
        if stopped:
            raise KeyboardInterrupt from None
        raise


def environment(root: Path, scratch: Path, threads: int) -> dict[str, str]:
    """The kernel's environment: few threads, empty caches, no network, nobody's own settings."""
    away = ("ELMO_LITE_DATA", "ELMO_LITE_LANGUAGE", "PYTHONSTARTUP", "NO_PROXY", "no_proxy")
    kept = {name: value for name, value in os.environ.items() if name not in away}
    proxies = ("http_proxy", "https_proxy", "all_proxy")
    return {
        **kept,
        **{name: NOWHERE for proxy in proxies for name in (proxy, proxy.upper())},
        **{f"{name}_NUM_THREADS": str(threads) for name in ("OMP", "MKL", "OPENBLAS")},
        "ELMO_LITE_TIMES": str(scratch / TIMES),
        "OMP_WAIT_POLICY": "PASSIVE",  # threads that wait must not take the time of others
        "ELMO_LITE_BUILD": str(root),
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


def notebooks(source: Path, language: str = "en") -> dict[Path, list[Cell]]:
    """Where the two notebooks of a chapter are stored, and the cells that they should have."""
    path = source.parents[2] / render.chapter_of(source, language).page
    return {
        path: render.lesson(source, language),
        path.parent / "solutions" / path.name: render.solutions(source, language),
    }


def differs(cells: list[Cell], stored: Path) -> str:
    """How a stored notebook differs from its source: in its "code", in its "text" alone, or "".

    A comment is text: no output depends on it.
    """
    if not stored.exists():
        return "code"
    new, old = render.to_notebook(cells), nbformat.read(stored, as_version=4)

    def code(notebook: NotebookNode) -> list[str]:
        return [without_comments(c.source) for c in notebook.cells if c.cell_type == "code"]

    def all_cells(notebook: NotebookNode) -> list[tuple[str, str, NotebookNode]]:
        return [(cell.cell_type, cell.source, cell.metadata) for cell in notebook.cells]

    if code(old) != code(new):
        return "code"
    return "" if all_cells(old) == all_cells(new) else "text"


def without_comments(code: str) -> str:
    """What Python makes of a cell; the cell itself where that is no Python, such as %%time."""
    try:
        return ast.dump(ast.parse(code))
    except SyntaxError:
        return code


def stale(source: Path, language: str = "en") -> list[str]:
    """A line for each notebook of a chapter that is not as its source, with what to do."""
    number, found = render.chapter_of(source).number, []
    for path, cells in notebooks(source, language).items():
        if difference := differs(cells, path):
            name = path.relative_to(source.parents[1]).as_posix()
            option = "" if language == "en" else f"--language {language} "
            option += "" if difference == "code" else "--text "
            repair = f"python course.py notebooks {option}{number}"
            found.append(f"{name} has other {difference} than its source: {repair}")
    return found


def store(notebook: NotebookNode, path: Path) -> None:
    text = nbformat.writes(notebook, version=4) + "\n"
    write_atomically(path, text.encode())


def build(source: Path, text_only: bool = False, language: str = "en") -> str:
    """Bring both notebooks of a chapter up to date; what was done, and each broken rule.

    They are run, or, with `text_only`, keep the outputs that they have.
    """
    done, made, missing = [], {}, set[str]()
    for path, cells in notebooks(source, language).items():
        if text_only:
            if differs(cells, path) == "code":
                number = render.chapter_of(source).number
                raise BuildError(
                    f"{path.stem} has new code, so its outputs cannot be kept: "
                    f"python course.py notebooks {number}"
                )
            made[path] = keep_outputs(cells, nbformat.read(path, as_version=4))
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            result = run(cells, source, path.parent)
            made[path] = result.notebook
            done.append(f"{result.seconds:.0f} s")
            missing.update(result.missing)
    for path, notebook in made.items():
        store(notebook, path)
    head = f"{source.stem}: " + (f"run in {' and '.join(done)}" if done else "outputs kept")
    missed = [f"no label for {text!r}" for text in without_label(missing, source)]
    return "\n  rule: ".join([head, *broken_rules(source, language), *missed])


def without_label(missing: set[str], source: Path) -> list[str]:
    """Texts of figures that need a label; what a cell itself says stays as the cell says it."""
    said = "".join(cell.source for cell in render.read(source) if cell.is_code)
    plain = (text for text in missing if " " in text and not re.search("[가-힣]", text))
    return sorted(text for text in plain if text not in said)


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
    write_atomically(path, f"{json.dumps(known, indent=1, ensure_ascii=False)}\n".encode())


@contextmanager
def alone(source: Path, language: str) -> Iterator[None]:
    """Lock the notebooks of a chapter in a language; ValueError if another process builds them."""
    lesson = source.parents[2] / render.chapter_of(source, language).page
    lock = lesson.with_name(f".{lesson.stem}.lock")
    with locked(lock, f"is building {lesson.name}"):
        try:
            yield
        finally:
            with suppress(OSError):  # Windows keeps an open file
                lock.unlink()


def broken_rules(source: Path, language: str = "en") -> list[str]:
    """What the built lesson of a chapter breaks."""
    chapter = render.chapter_of(source, language)
    path = source.parents[2] / chapter.page
    notebook, seconds = nbformat.read(path, as_version=4), render.run_seconds(source, chapter)
    return rules.lesson(notebook, chapter, path.parent, path.stat().st_size, seconds)


def main(arguments: Sequence[str] | None = None, folder: Path = FOLDER) -> int:
    """The command line; 1 if a chapter failed, or if --stale found something."""
    parser = argparse.ArgumentParser(
        prog="python course.py notebooks", description="Build and run the notebooks of chapters."
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--text", action="store_true", help="keep the outputs; only text or comments changed"
    )
    how.add_argument("--stale", action="store_true", help="list those that are not as their source")
    how.add_argument("--time", action="store_true", help="measure seconds and memory, then build")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="of the text")
    parser.add_argument("numbers", nargs="*", metavar="NN", help="chapters, such as 01; else all")
    chosen = parser.parse_args(arguments)
    try:
        wanted = {find(number).slug for number in chosen.numbers}
    except ValueError as error:
        parser.error(str(error))
    failures = 0
    for source in render.find_sources(folder):
        if wanted and source.stem not in wanted:
            continue
        try:
            if chosen.stale:
                lines = stale(source, chosen.language)
                failures += len(lines)
                print("".join(f"{line}\n" for line in lines), end="")
                continue
            with alone(source, chosen.language):
                if chosen.time:
                    measure(source)
                print(build(source, chosen.text, chosen.language), flush=True)
        except (BuildError, ValueError) as error:
            failures += 1
            print(f"FAILED {error}", file=sys.stderr, flush=True)
    return min(failures, 1)


if __name__ == "__main__":
    raise SystemExit(sentence_on_error(main))
