"""The memory of many kernels at once, as on the computer of a class (Linux).

    python course.py bench memory [--kernels 30] [--at-once 2] [NN ...]

Starts so many kernels, the chapters (all or those named) in turn, and runs each up to its imports;
then runs every chapter to its end, a few at a time, while the others stay open. The exit status is
1 if a kernel takes 500 MB after its imports or 1,500 MB at its peak, or if a cell fails.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import nbformat

from elmo_lite.files import ROOT

NOTEBOOKS = ROOT / "notebooks"
LIMITS = {"after imports": 500, "peak": 1500}  # MB a kernel
FIELDS = {"after imports": "VmRSS", "peak": "VmHWM"}


def megabytes(process: int | str, field: str) -> int:
    """A field of the memory of a process: VmRSS, VmHWM (the most so far), or Pss.

    Pss counts a page that n processes share as 1/n in each, so it may be summed.
    """
    name = "smaps_rollup" if field == "Pss" else "status"
    lines = Path(f"/proc/{process}/{name}").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith(f"{field}:"))) // 1024


def parts(path: Path) -> tuple[list[str], list[str]]:
    """The code of a notebook up to its imports, and the rest."""
    code = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    setup = next(i for i, cell in enumerate(code) if "setup" in cell.metadata.get("tags", []))
    sources = [cell.source for cell in code]
    return sources[: setup + 1], sources[setup + 1 :]


class Kernel:
    """A kernel with one chapter."""

    def __init__(self, path: Path, environment: dict[str, str]):
        from jupyter_client.manager import KernelManager

        self.number = path.stem.split("_")[0]
        self.first, self.rest = parts(path)
        self.manager = KernelManager(kernel_name="python3")
        quiet = ["--log-level=ERROR"]
        self.manager.start_kernel(cwd=str(path.parent), env=environment, extra_arguments=quiet)
        self.client = self.manager.blocking_client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=600)
        self.found: dict[str, int] = {}

    def megabytes(self, field: str) -> int:
        local: Any = self.manager.provisioner  # a kernel on this machine has a process
        return megabytes(local.pid, field)

    def run(self, cells: Sequence[str], when: str) -> "Kernel":
        """Run cells, then note what memory the kernel has or had: "after imports", "peak"."""
        for source in cells:
            reply: Any = self.client.execute_interactive(
                source, output_hook=lambda message: None, allow_stdin=False
            )
            if reply["content"]["status"] != "ok":
                raise ValueError(f"Chapter {self.number}: {reply['content'].get('evalue')}.")
        self.found[when] = self.megabytes(FIELDS[when])
        return self

    def end(self) -> None:
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


def measure(paths: Sequence[Path], at_once: int, cache: Path) -> list[Kernel]:
    """Run these chapters, each in a kernel of its own, all of them open until the end."""
    away = ("ELMO_LITE_DATA", "ELMO_LITE_BUILD")
    environment = {name: value for name, value in os.environ.items() if name not in away}
    environment["ELMO_LITE_CACHE"] = str(cache)
    kernels: list[Kernel] = []

    def begin(path: Path) -> None:
        kernel = Kernel(path, environment)
        kernels.append(kernel)
        kernel.run(kernel.first, "after imports")

    def report(what: str) -> None:
        total = sum(kernel.megabytes("Pss") for kernel in kernels)
        print(f"{len(kernels)} kernels {what}: {total:,} MB together", flush=True)

    try:
        with ThreadPoolExecutor(at_once) as pool:
            list(pool.map(begin, paths))
            report("after their imports")
            for kernel in pool.map(lambda kernel: kernel.run(kernel.rest, "peak"), list(kernels)):
                print(f"{kernel.number:<4} {kernel.found}", flush=True)
        report("at the end")
    finally:
        for kernel in kernels:
            kernel.end()
    return kernels


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python course.py bench memory", description=__doc__)
    parser.add_argument("--kernels", type=int, default=30, help="how many (30)")
    parser.add_argument("--at-once", type=int, default=2, help="how many of them run (2)")
    parser.add_argument("numbers", nargs="*", metavar="NN", help="chapters, such as 01; else all")
    args = parser.parse_args(arguments)
    if not Path("/proc/self/smaps_rollup").exists():
        parser.error("memory is read from /proc, which only Linux has")
    paths = [
        path
        for path in sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))
        if not args.numbers or path.stem.split("_")[0] in args.numbers
    ]
    if not paths:
        parser.error(f"there are no notebooks with the numbers {', '.join(args.numbers)}")
    chosen = [paths[i % len(paths)] for i in range(args.kernels)]
    try:
        with tempfile.TemporaryDirectory() as folder:
            kernels = measure(chosen, args.at_once, Path(folder))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    over = [
        f"Chapter {kernel.number}: {kernel.found[what]} MB {what}, the limit is {limit}."
        for kernel in kernels
        for what, limit in LIMITS.items()
        if kernel.found[what] >= limit
    ]
    print("\n".join(over) or "Every kernel is within its limits.")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
