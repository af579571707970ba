"""A training run that is killed at any moment ends as one that was never stopped.

Each trial kills one run (SIGKILL) at a random moment. ELMO_LITE_KILLS=20 makes twenty of them.
"""

import os
import random
import subprocess
import sys
import time

import pytest
import torch
from safetensors.torch import load_file

from elmo_lite.training import checkpoints, log

TRIALS = int(os.environ.get("ELMO_LITE_KILLS", "1"))
SETTINGS = (
    "--size tiny --rows 4 --steps 8 --warmup 3 --tokens 700 --precision float32 "
    "--log-every 1 --threads 1 --checkpoint-minutes 0"
)


def started(corpus, out, *more):
    command = [sys.executable, "-m", "elmo_lite", "pretrain", str(corpus), "--out", str(out)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen([*command, *SETTINGS.split(), *more], **quiet)


def ended(out):
    """The losses of a finished run, by update, and its weights."""
    records = {r["step"]: r for r in log.read_log(out / "log.jsonl") if "forward" in r}
    losses = [(step, records[step]["forward"], records[step]["backward"]) for step in records]
    return sorted(losses), load_file(out / "model" / "weights.safetensors")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The text, a run that is never stopped, the seconds of its start and of all."""
    folder = tmp_path_factory.mktemp("kills")
    lines = [f"{n} {n} and then {n * 3 % 7} {n * 5 % 7} ." for n in range(400)]
    (folder / "corpus.txt").write_text("\n".join(lines), encoding="utf-8")
    began, run = time.perf_counter(), started(folder / "corpus.txt", folder / "whole")
    while run.poll() is None and not (folder / "whole" / "log.jsonl").exists():
        time.sleep(0.02)
    first = time.perf_counter() - began
    assert run.wait() == 0
    return folder, ended(folder / "whole"), first, time.perf_counter() - began


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("trial", range(TRIALS))
def test_a_run_killed_at_a_random_moment_ends_the_same(whole, trial):
    folder, (losses, weights), first, seconds = whole
    out = folder / f"killed {trial}"
    run = started(folder / "corpus.txt", out)
    time.sleep(random.Random(trial).uniform(first, seconds))
    run.kill()
    run.wait()
    going_on = ["--resume"] if checkpoints.found(out) else []
    assert started(folder / "corpus.txt", out, *going_on).wait() == 0
    after, found = ended(out)
    assert after == losses and len(losses) > 10
    assert all(torch.equal(found[name], weights[name]) for name in weights)
