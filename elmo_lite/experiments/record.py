"""A results file that is written row by row, so that a measurement can be interrupted."""

import json
import os
import platform
import time
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType
from typing import Any

from elmo_lite.files import write_atomically

Row = dict[str, Any]


class Record:
    """The results file. What it holds is not measured again; what is new is written at once.

    Under "experiments" each name has {"about": facts, "rows": [flat rows]}. `facts` say on what a
    file depends (the weights, say): rows of other facts are of something else, and are measured
    anew. `free_of[fact](row)` tells which rows do not depend on that fact: they stay when it
    changes. "machine" says where the rows were measured; a row from another machine has a "machine"
    of its own.
    """

    def __init__(
        self,
        path: Path | None,
        made_by: str,
        free_of: Mapping[str, Callable[[Row], bool]] = MappingProxyType({}),
        **facts: Any,
    ):
        """path None: nothing is read or written, the rows are kept in memory alone."""
        self.path = path
        self.data: dict[str, Any] = {"made_by": made_by, **facts}
        if path and path.exists():
            before = _read(path)
            changed = [fact for fact in facts if before.get(fact) != facts[fact]]
            if all(fact in free_of for fact in changed):
                for each in before.get("experiments", {}).values():
                    each["rows"] = [
                        row for row in each["rows"] if all(free_of[f](row) for f in changed)
                    ]
                self.data = before | facts
        self.data["made_by"], self.here = made_by, machine()
        self.data.setdefault("machine", self.here)
        self.data.setdefault("experiments", {})

    def forget(self, name: str) -> None:
        """Measure this experiment afresh."""
        self.data["experiments"].pop(name, None)

    def about(self, name: str, **facts: Any) -> None:
        """Write down what an experiment is measured on."""
        self._experiment(name)["about"] = facts
        self._write()

    def measured_on(self, name: str, **facts: Any) -> None:
        """`about`, and rows that were measured on anything else are forgotten."""
        before = self._experiment(name)["about"]
        if {key: before.get(key) for key in facts} != facts:
            self.forget(name)
            self.about(name, **facts)

    def facts(self, name: str) -> dict[str, Any]:
        """What was written down with `about` or `measured_on`."""
        return self._experiment(name)["about"]

    def measure(self, name: str, key: Row, work: Callable[..., Row], *args: Any) -> Row:
        """The row with these keys: read if it is there, else key | work(*args), and written."""
        rows = self._experiment(name)["rows"]
        for row in rows:
            if {k: row.get(k) for k in key} == key:
                return row
        began = time.perf_counter()
        row = key | work(*args)
        row.setdefault("seconds", round(time.perf_counter() - began, 2))
        if not any(each["rows"] for each in self.data["experiments"].values()):
            self.data["machine"] = self.here
        if self.data["machine"] != self.here:
            row["machine"] = self.here
        rows.append(row)
        self._write()
        shown = ", ".join(f"{k} {v}" for k, v in row.items() if not isinstance(v, (list, dict)))
        print(f"{name}: {shown}", flush=True)
        return row

    def has(self, name: str, keys: Iterable[Row]) -> bool:
        """Whether all these rows are there, so that nothing has to be prepared for them."""
        rows = self._experiment(name)["rows"]
        return all(any({k: row.get(k) for k in key} == key for row in rows) for key in keys)

    def rows(self, name: str) -> list[Row]:
        """The rows of an experiment that are there so far."""
        return self._experiment(name)["rows"]

    def _experiment(self, name: str) -> dict[str, Any]:
        return self.data["experiments"].setdefault(name, {"about": {}, "rows": []})

    def _write(self) -> None:
        if self.path is None:
            return
        text = json.dumps(self.data, indent=1, ensure_ascii=False)
        write_atomically(self.path, (text + "\n").encode("utf-8"))
        self.path.chmod(0o644)


def _read(path: Path) -> dict[str, Any]:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(
            f"{path} is not a results file ({error}): mend it or move it away."
        ) from error


def machine() -> dict[str, Any]:
    """What the seconds were measured on."""
    import torch

    names = [line.split(":")[1].strip() for line in _processor() if line.startswith("model name")]
    return {
        "processor": names[0] if names else platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "threads": torch.get_num_threads(),
        "python": platform.python_version(),
        **{name: version(name) for name in ("torch", "numpy", "scikit-learn", "gensim")},
    }


def _processor() -> list[str]:
    path = Path("/proc/cpuinfo")  # Linux; elsewhere Python knows the family at least
    return path.read_text(encoding="utf-8").split("\n") if path.exists() else []
