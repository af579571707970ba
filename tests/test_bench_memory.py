"""The memory of kernels: what is read of a process, and a small chapter measured whole."""

import os
import sys
from pathlib import Path

import nbformat
import pytest

from experiments.bench import memory

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")


@pytest.fixture
def chapter(tmp_path, monkeypatch):
    """A notebook that needs 100 MB for a moment, as chapter 99."""

    def code(source, *tags):
        return nbformat.v4.new_code_cell(source, metadata={"tags": list(tags)})

    cells = [code("first = 1", "kernel"), code("x = 2", "setup"), code("x += first\nassert x == 3")]
    cells.append(code("big = b'1' * 100_000_000; del big"))
    monkeypatch.setattr(memory, "NOTEBOOKS", tmp_path)
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "99_small.ipynb")
    return tmp_path


def test_parts_end_with_the_imports(chapter):
    first, rest = memory.parts(chapter / "99_small.ipynb")
    assert first == ["first = 1", "x = 2"] and len(rest) == 2


def test_fields_of_a_process():
    found = [memory.megabytes(os.getpid(), field) for field in ("Pss", "VmRSS", "VmHWM")]
    assert 10 < found[0] <= found[1] <= found[2]


def test_a_kernel_is_measured_after_its_imports_and_at_its_peak(chapter, capsys):
    assert memory.main(["--kernels", "2", "99"]) == 0
    said = capsys.readouterr().out
    assert "2 kernels after their imports: " in said and said.count("99   {") == 2
    assert said.endswith("Every kernel is within its limits.\n")
    (kernel,) = memory.measure([chapter / "99_small.ipynb"], 1, chapter)
    assert 90 < kernel.found["peak"] - kernel.found["after imports"] < 200


def test_what_is_too_large_or_fails_or_is_not_there_is_named(chapter, capsys, monkeypatch):
    monkeypatch.setattr(memory, "LIMITS", {"peak": 20})
    assert memory.main(["--kernels", "1"]) == 1
    assert "MB peak, the limit is 20." in capsys.readouterr().out
    path = Path(chapter / "99_small.ipynb")
    path.write_text(path.read_text().replace("x == 3", "x == 4, 'lost'"))
    assert memory.main(["--kernels", "1"]) == 1
    assert "Chapter 99: lost." in capsys.readouterr().err
    with pytest.raises(SystemExit):
        memory.main(["98"])
    assert "no notebooks with the numbers 98" in capsys.readouterr().err
