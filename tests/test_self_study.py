"""A chapter in the hands of a learner: cells in any order, two notebooks at once, a folder shut.

Here one short chapter is tried; ELMO_LITE_WHOLE=1 tries them all.
"""

import json
import os
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from torch import nn

from elmo_lite import tasks
from elmo_lite.elmo import Mixture
from elmo_lite.files import ROOT
from notebooks.author import build, render, rules
from notebooks.author.render import Cell
from notebooks.course import solved

SOURCES = render.find_sources(build.FOLDER)
TRIED = SOURCES if "ELMO_LITE_WHOLE" in os.environ else [s for s in SOURCES if s.stem[:3] == "14_"]
chapters = pytest.mark.parametrize("source", TRIED, ids=[source.stem for source in TRIED])
# As in a folder that belongs to the lecturer: nothing below the course can be written or removed.
SHUT = f"""import errno, os, sys
root = {str(ROOT)!r}
def refuse(event, args):
    name = args[0] if args and isinstance(args[0], (str, bytes, os.PathLike)) else ""
    if os.path.abspath(os.fsdecode(name)).startswith(root + os.sep):
        opened = event == "open" and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        # The last argument is the folder that a name is relative to, -1 for the present one.
        changed = event in ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.chmod")
        if opened or (changed and args[-1] == -1):
            raise OSError(errno.EROFS, "Read-only file system", os.fsdecode(name))
sys.addaudithook(refuse)
for attempt in (lambda: open(root + "/new.txt", "w"), lambda: os.mkdir(root + "/new")):
    try:
        attempt()
        raise AssertionError("the folder is not shut")
    except OSError as error:
        assert error.errno == errno.EROFS
"""


@chapters
@pytest.mark.usefixtures("warm_kernels")
def test_cells_may_be_run_again_and_from_the_top_in_a_folder_that_is_shut(source):
    """Each cell twice in a row, then all once more, without a restart: no cell fails."""
    cells = [cell for cell in render.lesson(source) if cell.is_code]
    twice = [cell for cell in cells for _ in range(2)]
    found = build.run([Cell("code", SHUT), *twice, *cells], source, build.FOLDER, threads=1)
    assert rules.outputs(found.notebook) == []
    verdicts = [
        output.data["text/plain"]
        for cell in found.notebook.cells
        if rules.has(cell, "check")
        for output in cell.outputs
    ]
    assert len(verdicts) == 3 * sum("check" in cell.tags for cell in cells)
    assert {verdict.split(": ")[1].split(".")[0] for verdict in verdicts} == {"not attempted"}


def test_in_12b_a_class_that_is_run_again_leaves_the_old_networks_their_layers():
    """A network reads the title that is typed, and not the one before it."""
    source = next(source for source in SOURCES if source.stem.startswith("12b_"))
    cells = [cell.source for cell in render.read(source) if cell.is_code]

    def cell(beginning):
        return next(code for code in cells if code.startswith(beginning)).partition("\nlive(")[0]

    names = dict(torch=torch, nn=nn, np=np, Mixture=Mixture, tasks=tasks)
    names["static"] = SimpleNamespace(key_to_index={"a": 0, "b": 1})
    for code in (
        cell("class Beside"),
        cell("class Network"),
        cell("@torch.no_grad()\ndef beliefs"),
    ):
        exec(code, names)
    torch.manual_seed(0)
    table, layers = nn.Embedding(3, 2), torch.randn(2, 3, 5, 4)
    network = names["Network"](names["Beside"](table, layers[0]), 6)
    exec(cell("class Beside"), names)
    names |= {"networks": {"ELMo": [network]}, "readers": {"ELMo": "a reader"}}
    found = []
    for read in layers:
        names["layers_of"] = lambda words, reader, read=read: read
        found.append(names["beliefs"]("ELMo", ["a", "b"]))
    assert found[0].shape == (2, 4) and abs(found[0] - found[1]).max() > 0.001


NOTEBOOK = """
import sys, numpy as np, torch
import IPython
IPython.get_ipython = object  # as in a kernel: what checks find is remembered
from elmo_lite.bilm import SHAPES, BiLanguageModel
from notebooks.course.check.exercise import Exercise
from elmo_lite.elmo import Elmo
from elmo_lite.tools import cache
from elmo_lite.text import Vocabulary

torch.manual_seed(0)
sentences = [["a", "bank", "here", str(i)] for i in range(300)]
elmo = Elmo(BiLanguageModel(SHAPES["tiny"], Vocabulary.build(sentences)))
print("ready", flush=True)
sys.stdin.readline()  # both begin at once
for i in range(100):
    Exercise(f"3.{i}", reference=abs, cases=((-1.0,),), hint="")(np.abs)
vectors = cache.layer_vectors(elmo, sentences)
np.save(sys.argv[1], vectors)
"""


def test_two_notebooks_at_once_share_the_cache_and_the_record(tmp_path):
    environ = {**os.environ, "ELMO_LITE_CACHE": str(tmp_path / "cache")}
    environ.pop("ELMO_LITE_BUILD", None)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    both = [
        subprocess.Popen(
            [sys.executable, "-c", NOTEBOOK, str(tmp_path / f"{i}.npy")], env=environ, **pipes
        )
        for i in (1, 2)
    ]
    assert [run.stdout.readline() for run in both] == ["ready\n"] * 2
    for run in both:
        run.stdin.write("go\n")
        run.stdin.flush()
    assert [run.wait(timeout=300) for run in both] == [0, 0]
    one, two = (np.load(tmp_path / f"{i}.npy") for i in (1, 2))
    assert one.shape[1] == 1200 and np.array_equal(one, two)
    (kept,) = (tmp_path / "cache" / "vectors").iterdir()  # one file, and nothing half-written
    assert np.array_equal(np.load(kept), one)
    record = tmp_path / "cache" / "progress.jsonl"
    assert len([json.loads(line) for line in record.read_text().splitlines()]) == 200
    assert len(solved.best_results(record)) == 100
