"""The demonstrations on any model, and what is said where there is none."""

import re
from dataclasses import replace

import numpy as np
import pytest
import small
import torch
from matplotlib import pyplot as plt

from elmo_lite.bilm import BiLM
from elmo_lite.controls import with_random_weights
from elmo_lite.corpora import Missing
from elmo_lite.elmo import Elmo, joined
from elmo_lite.files import ROOT
from elmo_lite.text import character_ids
from elmo_lite.weights import published as files
from experiments import published
from experiments.store import Store

SOURCE = (ROOT / "notebooks/source/14_published_weights.py").read_text(encoding="utf-8")
CELLS = re.split(r"^# %%(.*)\n", SOURCE, flags=re.M)[1:]  # heads and bodies in turn


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path))


def test_demonstrations_take_a_model_without_a_vocabulary():
    elmo = Elmo(small.random_bilm(small.SHAPE))
    shares = published.nearest(elmo, ("bank", "gift"))
    assert len(shares) == elmo.num_layers and all(0.2 < share <= 1 for share in shares)
    assert shares == published.nearest(elmo, ("bank", "gift"))
    other = published.nearest(with_random_weights(elmo, 0), ("bank", "gift"))
    assert other != shares
    f1 = published.spam(elmo)
    assert len(f1) == published.SEEDS and all(0 <= score <= 1 for score in f1)


def test_section_6_runs_with_one_line_changed(tmp_path):
    """The line that names the model is given the path of a copy in the published format."""
    files.save(small.random_bilm(small.SHAPE), tmp_path / "options.json", tmp_path / "w.hdf5")
    space = {}
    number, shown = "", []
    for head, body in zip(CELLS[::2], CELLS[1::2], strict=True):
        if "markdown" in head:
            number = (re.findall(r"^# ## (\d)\. ", body, re.M) or [number])[-1]
        elif "setup" in head or number == "6":
            body = re.sub(r'^name = "en".*', f"name = {str(tmp_path)!r}", body, flags=re.M)
            exec(body, space)
            shown.append(body)
    plt.close("all")
    assert str(tmp_path) in "".join(shown)
    assert isinstance(space["elmo"], Elmo) and space["elmo"].start == "warm"
    assert len(space["table"]) == 5 and {len(shares) for shares in space["table"].values()} == {3}


def test_each_project_starts_at_something_that_is_here():
    (text,) = re.findall(r"### Projects that .*?\n(.*?)# ## ", SOURCE, re.S)
    projects = re.split(r"^# \d\. ", text, flags=re.M)[1:]
    assert len(projects) == 3
    for project in projects:
        question, _, start = project.partition("Start:")
        assert "?" in question
        assert (names := re.findall(r"`([^`]+)`", start))
        for name in names:
            found = [(ROOT / folder / name).exists() for folder in ("", "elmo_lite")]
            module = re.findall(r"in `(\S+\.py)`", start)
            code = (ROOT / module[0]).read_text(encoding="utf-8") if module else ""
            known = name.startswith(("Elmo.start_from", "corpora.senses"))
            assert any(found) or f"def {name}(" in code or known, name


def test_a_model_that_is_not_here_is_missing():
    with pytest.raises(Missing, match="put it into .*, in a terminal with `.* --download`"):
        published.model("original")


def test_rows_of_a_model_are_due_again_where_its_weights_are_others(tmp_path, monkeypatch, capsys):
    found = Store(tmp_path / "out.jsonl", "test")
    demonstrations = {"spam, F1": lambda elmo: [0.5, 0.75]}
    monkeypatch.setattr(published, "DEMONSTRATIONS", demonstrations)
    for seed, done in ((0, 1), (0, 0), (1, 1)):
        elmo = Elmo(small.random_bilm(small.SHAPE, seed))
        monkeypatch.setattr(published, "model", lambda name, elmo=elmo: elmo)
        published.demonstrations("en", found, None, range(1))
        said = capsys.readouterr().out
        assert said.count("; the last row") == done
        assert said.endswith("en         spam, F1                75.0%\n"), "a table, new or not"
        (row,) = found.rows("en")
        assert (row["accuracy"], row["scores"]) == (0.75, [0.5, 0.75])  # the best layer


def test_the_authors_miniature(data_set):
    data_set("elmo_fixture")
    found = Store(None, "test")
    published.miniature(found, None, range(1))
    carried, fresh, _ = (row["batches"] for row in found.rows("miniature"))
    assert max(carried) < 1e-5 and fresh[0] < 1e-5 and min(fresh[1:]) > 1


@pytest.mark.parametrize("clip", ["cell_clip", "proj_clip"])
def test_the_authors_miniature_reaches_both_clips(data_set, clip):
    data_set("elmo_fixture")
    elmo, batches, tops = published.authors_miniature()
    bilm = BiLM(replace(elmo.bilm.shape, **{clip: None}))
    bilm.load_state_dict(elmo.bilm.state_dict())
    off = published.differences(Elmo(bilm.eval()), batches, tops, "carried")
    assert min(off) > 1e-4, "section 5 says that the test fails"


def test_the_authors_miniature_reads_the_marks(data_set):
    data_set("elmo_fixture")
    elmo, batches, tops = published.authors_miniature()
    for words, top in zip(batches[0], tops[0], strict=False):
        for tokens, kept in ((words, slice(None)), (["<S>", *words, "</S>"], slice(1, -1))):
            ids = torch.tensor(character_ids(tokens, max_characters=50))
            with torch.no_grad():
                found = joined(elmo.bilm(ids[None]))[2, 0, kept].numpy()
            off = np.abs(found - top).max()
            assert off > 1 if tokens is words else off < 1e-5, "section 5 says that the test fails"


def test_without_the_miniature_one_sentence_says_so(monkeypatch):
    monkeypatch.delenv("ELMO_LITE_DATA", raising=False)
    with pytest.raises(Missing, match="elmo_fixture is missing"):
        published.authors_miniature()
