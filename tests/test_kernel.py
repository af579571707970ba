"""The first cell of a chapter: silent where all is well, a sentence where it is not."""

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
