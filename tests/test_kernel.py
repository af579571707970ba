"""The first cell of a chapter: silent where all is well, a sentence where it is not."""

import os
import sys
import time
import types

import pytest

from notebooks.course import kernel


@pytest.fixture(autouse=True)
def no_build(monkeypatch):
    monkeypatch.delenv("ELMO_LITE_BUILD", raising=False)


def test_a_healthy_kernel_is_silent(capsys):
    kernel.look()
    assert capsys.readouterr().out == ""


def test_a_missing_package_is_named_with_the_repair(capsys, monkeypatch):
    monkeypatch.setattr(kernel, "requirements", lambda: [("numpy", "1"), ("no-such-thing", "2")])
    kernel.look()
    said = capsys.readouterr().out
    assert said.startswith("no-such-thing is missing in this kernel: delete the folder .venv")
    assert "numpy" not in said


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module of the course that was loaded from a file ten seconds before this kernel began."""
    file = tmp_path / "toy.py"
    file.write_text("", encoding="utf-8")
    os.utime(file, (kernel.BEGAN - 10,) * 2)
    loaded = types.ModuleType("elmo_lite.toy")
    loaded.__file__ = str(file)
    monkeypatch.setitem(sys.modules, "elmo_lite.toy", loaded)
    return file


def test_a_module_that_an_update_has_changed_asks_for_a_restart(module, capsys):
    assert "elmo_lite.toy" not in kernel.stale()
    os.utime(module, (time.time() + 1,) * 2)
    kernel.look()
    said = capsys.readouterr().out
    assert "elmo_lite.toy changed after this kernel had loaded it: restart the kernel" in said
    module.unlink()  # an update may move a module
    assert "elmo_lite.toy" in kernel.stale()
