"""The first cell of a chapter: silent where all is well, a sentence where it is not."""

import os
import subprocess
import sys

import pytest
from IPython.core.interactiveshell import InteractiveShell

from elmo_lite.files import ROOT
from elmo_lite.tools import cache
from notebooks.course import kernel


@pytest.fixture(autouse=True)
def no_build(monkeypatch):
    monkeypatch.delenv("ELMO_LITE_BUILD", raising=False)


def test_a_healthy_kernel_is_silent(capsys):
    kernel.look()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(("before", "after"), [(None, "64"), ("7", "7")])
def test_a_kernel_keeps_the_code_for_few_sizes_of_a_batch(monkeypatch, before, after):
    name = "ONEDNN_PRIMITIVE_CACHE_CAPACITY"
    if before:
        monkeypatch.setenv(name, before)
    else:
        monkeypatch.delenv(name, raising=False)
    kernel.look()
    assert os.environ[name] == after  # what its user has set stays
    os.environ.pop(name)


@pytest.mark.skipif(sys.platform != "linux", reason="glibc")
def test_all_threads_of_a_kernel_share_one_heap():
    """In a process of its own: the heaps that 16 threads that wait for each other have made."""
    code = """
import ctypes, threading
from notebooks.course import kernel
kernel.look()
library, together = ctypes.CDLL(None), threading.Barrier(16)
library.malloc.restype = ctypes.c_void_p
where = []
def take():
    together.wait()
    where.append(library.malloc(64))
    together.wait()
threads = [threading.Thread(target=take) for _ in range(16)]
[thread.start() for thread in threads], [thread.join() for thread in threads]
where.sort()  # a heap of a thread lies 64 MB and more from the next, and its first bytes are taken
print(1 + sum(after - before > 1 << 25 for before, after in zip(where, where[1:])))
"""
    counted = {}
    for name, text in (("ours", code), ("as it is", code.replace("kernel.look()", ""))):
        run = subprocess.run([sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True)
        counted[name] = int(run.stdout)
    assert counted["ours"] == 1 < counted["as it is"], counted


@pytest.mark.parametrize(
    ("prefix", "advice"),
    [
        (str(ROOT / ".venv"), "delete the folder .venv and run"),
        ("another environment", "open the course with `python course.py`, or run"),
    ],
)
def test_a_missing_package_is_named_with_a_repair_that_can_be_done_there(
    capsys, monkeypatch, prefix, advice
):
    monkeypatch.setattr(kernel, "requirements", lambda: [("numpy", "1"), ("no-such-thing", "2")])
    monkeypatch.setattr(sys, "prefix", prefix)
    kernel.look()
    said = capsys.readouterr().out
    assert said.startswith(f"no-such-thing is missing in this kernel: {advice}")
    assert "numpy" not in said


def test_what_a_cell_freed_goes_back_after_it(monkeypatch):
    """Registered once, however often the first cell is run."""
    shell = InteractiveShell.instance()
    shell.kernel = None
    given = []
    monkeypatch.setattr(cache, "give_back_memory", lambda: given.append(1))
    try:
        kernel.look()
        kernel.look()
        assert shell.events.callbacks["post_run_cell"].count(kernel.tidy) == 1
        shell.run_cell("x = 1")
        assert given == [1]
    finally:
        InteractiveShell.clear_instance()


def test_nothing_is_imported_while_packages_may_be_missing(monkeypatch):
    monkeypatch.delitem(sys.modules, "torch")
    monkeypatch.setattr(cache, "give_back_memory", lambda: pytest.fail("not yet"))
    kernel.tidy()


@pytest.mark.parametrize("optimizer", ["Adam", "AdamW", "Adagrad", "SGD"])
def test_an_optimizer_steps_as_before_and_without_the_compiler(optimizer):
    """In processes of their own: three steps, its state saved and taken up on the way."""
    code = f"""
import sys, torch
from notebooks.course import kernel
kernel.tidy()
kernel.tidy()  # after each cell
torch.manual_seed(0)
layer, x = torch.nn.Linear(3, 2), torch.randn(4, 3)
def made():
    return torch.optim.{optimizer}(layer.parameters(), lr=0.1)
optimizer = made()
for step in range(3):
    optimizer.zero_grad()
    loss = layer(x).pow(2).sum()
    loss.backward()
    optimizer.step()
    state = optimizer.state_dict()
    optimizer = made()
    optimizer.load_state_dict(state)
def again():
    optimizer.zero_grad()
    loss = layer(x).pow(2).sum()
    loss.backward()
    return loss
optimizer.step(again)
print(layer.weight.tolist(), layer.weight.requires_grad, layer.bias.grad_fn)
print("torch._dynamo" in sys.modules)
"""
    said = {}
    for name, text in (("ours", code), ("as it is", code.replace("kernel.tidy()", ""))):
        run = subprocess.run([sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True)
        said[name], loaded = run.stdout.splitlines()
        assert loaded == str(name == "as it is"), run.stderr
    assert said["ours"] == said["as it is"]
