"""Other homes of the course: what an automatic run, a container and Binder are told still holds."""

import json
import re

import yaml

import course
from elmo_lite.files import ROOT

WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8"))
CONTAINER = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))


def doors(command):
    """The doors of course.py that a command opens."""
    return re.findall(r"course\.py (\w+)", command)


def test_the_workflow_tests_every_supported_python_on_three_systems():
    job = WORKFLOW["jobs"]["tests"]
    matrix = job["strategy"]["matrix"]
    oldest, newest = course.OLDEST_PYTHON[1], course.NEWEST_PYTHON[1]
    assert matrix["python"] == [f"3.{minor}" for minor in range(oldest, newest + 1)]
    assert [name.split("-")[0] for name in matrix["system"]] == ["ubuntu", "macos", "windows"]
    commands = [step["run"] for step in job["steps"] if "run" in step]
    assert commands == ["python course.py test"] and job["timeout-minutes"] == 90


def test_the_container_opens_doors_that_are_there():
    assert set(doors(CONTAINER["postCreateCommand"])) <= set(course.DOORS)
    python = tuple(map(int, re.search(r"python:(\d+)\.(\d+)$", CONTAINER["image"]).groups()))
    assert course.OLDEST_PYTHON <= python <= course.NEWEST_PYTHON
    storage = int(CONTAINER["hostRequirements"]["storage"].removesuffix("gb"))
    assert storage > course.NEEDED_GB


def test_binder_finds_an_environment_with_a_python_in_it():
    """Binder reads environment.yml at the root, where no folder of its own goes before it."""
    assert not (ROOT / "binder").exists() and not (ROOT / ".binder").exists()
    lines = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))["dependencies"]
    assert any(isinstance(line, str) and line.startswith("python ") for line in lines)
