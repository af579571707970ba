"""Style is checked like everything else; the settings are in pyproject.toml."""

import subprocess
import sys

import pytest

from elmo_lite.files import ROOT

PROSE = ["README.md", "course.py", "docs", "elmo_lite", "notebooks/source", "data"]
COMMANDS = {
    "ruff check": ["ruff", "check", "."],
    "ruff format": ["ruff", "format", "--check", "."],
    "mypy": ["mypy"],
    "spelling": [
        "codespell_lib",
        "--skip",
        "*.json,*.jsonl,*.txt,*.tsv,*.conllu,*.safetensors",
        *PROSE,
    ],
}


def complaints(arguments: list[str]) -> str:
    """What a tool has to say against the files; nothing when it is content."""
    result = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True
    )
    return "" if result.returncode == 0 else result.stdout + result.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_the_tools_are_content(name):
    found = complaints(COMMANDS[name])
    if found:
        pytest.fail(f"python -m {' '.join(COMMANDS[name])}\n{found}", pytrace=False)
