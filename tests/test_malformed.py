"""Files of the course that are cut, garbled or of another form: an error with a sentence, no more.

The readers of public data sets are in test_corpora_parsers.py.
"""

import gzip
import json
from dataclasses import asdict

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from elmo_lite.bilm import SHAPES, load_shape
from elmo_lite.corpora.lines import read_lines
from elmo_lite.text import Vocabulary
from elmo_lite.training import log
from elmo_lite.weights import files as published_files
from notebooks.author import parts, render, slides
from notebooks.course import chapter, results, solved

VOCABULARY = "<unk>\t0\n<s>\t0\n</s>\t0\nthe\t10\n배\t3\n"
SHAPE = json.dumps(asdict(SHAPES["tiny"])).encode()
OPTIONS = json.dumps(
    {
        "lstm": {"use_skip_connections": True, "projection_dim": 8, "dim": 16, "n_layers": 2},
        "char_cnn": {
            "activation": "relu",
            "filters": [[1, 4], [2, 8]],
            "n_highway": 1,
            "embedding": {"dim": 4},
            "n_characters": 262,
            "max_characters_per_token": 50,
        },
    }
).encode()
RECORDS = b'{"step": 1, "forward": 2.5, "tokens": 10}\n{"heldout": {"all": 9.1}}\n'
ROWS = (
    b'{"made_by": "us", "weights": "w"}\n{"experiment": "tags", "about": {}}\n'
    b'{"score": 1, "right": "eJxrAAAAgQCB", "items": 1, "weights": "w"}\n'
)
SOURCE = b'# %% [markdown]\n# # 01 Title\n# **Why?**\n\n# %% tags=["setup"]\nx = 1\n'
TEXT = """## 1. Rows

$$a = b \\tag{1}$$

**Predict.** What?

<details><summary>Answer</summary>

It.

</details>

| a | b |
|---|---|
| 1 | 가 |
""".encode()


def blocks(path):
    """As the slides read the text of a chapter."""
    text = path.read_bytes().decode("utf-8", "replace")
    for kind in ("", "quiz", "exercise"):
        cell = {"cell_type": "markdown", "source": text, "metadata": {"tags": [kind]}}
        notebook = render.nbformat.from_dict({"cells": [cell]})
        for part in parts.parts(notebook.cells):
            slides.opening(part.text or "-", 60)
            slides.inline(part.text)


# name: (reader of a file, a file that it reads, the ending of its name)
READERS = {
    "vocabulary": (Vocabulary.load, VOCABULARY.encode(), ".tsv"),
    "shape of a biLM": (load_shape, SHAPE, ".json"),
    "options of published weights": (published_files.read_options, OPTIONS, ".json"),
    "log of a run": (log.read_log, RECORDS, ".jsonl"),
    "results": (results.read, ROWS, ".jsonl"),
    "solved": (solved.best_results, b'["3.1", "correct"]\n["3.2", "not yet"]\n', ".jsonl"),
    "text": (lambda path: list(read_lines(path)), "A line.\n한 줄.\n".encode(), ".txt"),
    "packed text": (lambda path: list(read_lines(path)), gzip.compress(b"A line.\n" * 9), ".gz"),
    "source of a chapter": (render.read, SOURCE, ".py"),
    "text of a chapter": (blocks, TEXT, ".md"),
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


def damaged(good: bytes) -> st.SearchStrategy[bytes]:
    """Cut, overwritten, repeated, or something else altogether."""
    return st.one_of(
        st.builds(
            lambda at, cut, junk: good[:at] + junk + good[at + cut :],
            st.integers(0, len(good)),
            st.integers(0, 12),
            st.binary(max_size=6) | st.sampled_from([b"\t", b"\n", b'"', b"null", b"-1", b"[]"]),
        ),
        st.binary(max_size=60),
        JSON.map(lambda value: json.dumps(value).encode()),
        st.just(good + good),
    )


@pytest.mark.parametrize("name", READERS)
def test_a_good_file_is_read(name, tmp_path):
    read, good, ending = READERS[name]
    path = tmp_path / f"file{ending}"
    path.write_bytes(good)
    read(path)


@pytest.mark.parametrize("name", READERS)
@given(st.data())
@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_damaged_file_is_read_or_refused_with_a_sentence(name, tmp_path, data):
    """files.sentence_on_error shows these errors as they are: anything else is a traceback."""
    read, good, ending = READERS[name]
    path = tmp_path / f"file{ending}"
    path.write_bytes(data.draw(damaged(good)))
    try:
        read(path)
    except (OSError, ValueError) as error:
        assert str(error).strip()


DEEP = b"[" * 100_000  # Python's reader of JSON gives up with a RecursionError


def test_a_line_that_is_too_deep_for_a_reader_of_json_is_skipped_in_the_progress(tmp_path):
    path = tmp_path / "progress.jsonl"
    path.write_bytes(b'["3.1", "correct"]\n' + DEEP + b'\n["3.2", "not yet"]\n')
    assert solved.best_results(path) == {"3.1": "correct", "3.2": "not yet"}


def test_a_line_that_is_too_deep_for_a_reader_of_json_is_skipped_in_a_log(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(DEEP + b"\n" + RECORDS)
    assert [record["step"] for record in log.read_log(path)] == [1]


def test_results_that_are_too_deep_for_a_reader_of_json_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(chapter, "RESULTS", tmp_path)
    (tmp_path / "rows.jsonl").write_bytes(ROWS + DEEP)
    (tmp_path / "table.json").write_bytes(DEEP)
    for name, said in (("rows", "rows.jsonl is not a results file"), ("table", "is damaged: ")):
        with pytest.raises(ValueError, match=said):
            chapter.results(name)
