"""The same numbers on one and on two threads, within the tolerance of docs/architecture.md.

Of the chapters one is tried here; ELMO_LITE_WHOLE=1 tries them all.
"""

import os
import re

import numpy as np
import pytest
import torch

from elmo_lite.elmo import Elmo
from elmo_lite.files import ROOT
from elmo_lite.training import log
from elmo_lite.training.command import main as pretrain
from notebooks.author import build, render

SOURCES = render.find_sources(build.FOLDER)
# Most chapters ask for one thread themselves; 03 leaves numpy and torch what the kernel has.
TRIED = SOURCES if "ELMO_LITE_WHOLE" in os.environ else [s for s in SOURCES if s.stem[:3] == "03_"]
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:,\d{3})*(?:\.\d+)?")
TIMED = re.compile(r"^.*\b(?:s on two cores|seconds?)\b.*$", re.M)


@pytest.fixture
def threads():
    """Sets the number of threads; the old one comes back afterwards."""
    before = torch.get_num_threads()
    yield torch.set_num_threads
    torch.set_num_threads(before)


def stated(what):
    """The tolerance that the page states for what it names."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    return float(re.search(rf"^- {what}: .*?([\d.e-]*\d)(?: %)?\.$", page, re.M)[1])


def test_layers(threads):
    elmo = Elmo.load("en")
    sentences = [["He", "sat", "on", "the", "bank", "of", "the", "river", "."], ["A", "bank", "."]]
    found = []
    for number in (1, 2):
        threads(number)
        found.append(np.concatenate(elmo.embed(sentences, layer="all"), axis=1))
    assert found[0].shape[1] == 12 and np.abs(found[0]).max() > 0.5
    assert np.abs(found[0] - found[1]).max() <= stated("Layers of the biLM")


def test_losses_of_a_training_run(threads, tmp_path):
    lines = [f"{n} {n} and then {n * 3 % 7} {n * 5 % 7} ." for n in range(400)]
    (tmp_path / "text.txt").write_text("\n".join(lines), encoding="utf-8")
    settings = "--size tiny --rows 4 --steps 8 --warmup 3 --tokens 700 --precision float32"
    found = []
    for number in (1, 2):
        out = tmp_path / str(number)
        command = [str(tmp_path / "text.txt"), "--out", str(out), *settings.split()]
        assert pretrain([*command, "--log-every", "1", "--threads", str(number)]) == 0
        records = [r for r in log.read_log(out / "log.jsonl") if "forward" in r]
        found.append([(r["forward"], r["backward"]) for r in records])
    one, two = np.array(found)
    assert len(one) > 10 and np.abs(one / two - 1).max() <= stated("Losses of a training run")


def numbers(notebook):
    """What the cells of a notebook print, without seconds."""
    texts = [o.get("text", "") for c in notebook.cells for o in c.get("outputs", [])]
    found = NUMBER.findall(TIMED.sub("", "\n".join(texts)))
    return np.array([float(number.replace(",", "")) for number in found])


@pytest.mark.parametrize("source", TRIED, ids=[source.stem for source in TRIED])
def test_what_a_chapter_prints(source):
    cells = [cell for cell in render.lesson(source) if cell.is_code]
    one, two = (
        numbers(build.run(cells, source, build.FOLDER, threads=number).notebook)
        for number in (1, 2)
    )
    assert len(one) == len(two) > 5
    same = np.isclose(one, two, rtol=0.01, atol=0.011)  # the last digit may be rounded otherwise
    assert 100 * same.mean() >= stated("Numbers that a chapter prints")
