"""What several measurements share: jobs that take turns, and files of results."""

import gc
import json
import statistics
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from elmo_lite.files import write_atomically


def seconds(job: Callable[[], object]) -> float:
    """The processor time of a job, so that other programs do not disturb a comparison."""
    gc.collect()
    start = time.process_time()
    job()
    return time.process_time() - start


def in_turns(jobs: Mapping[Any, Callable[[], object]], rounds: int) -> dict[Any, float]:
    """The median seconds of each job; they take turns, so that a noisy machine is noisy for all."""
    times: dict[Any, list[float]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            times[name].append(seconds(job))
    return {name: statistics.median(found) for name, found in times.items()}


def write_json(path: Path | None, record: Any) -> None:
    """Write a record, if there is a path for it."""
    if path:
        write_atomically(path, (json.dumps(record, indent=1) + "\n").encode())
