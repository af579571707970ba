"""`slides` and `site` write beside and replace what they have made themselves, nothing else."""

import os
import signal
import subprocess
import sys
import time

import pytest

from elmo_lite.files import ROOT, locked, sentence_on_error
from notebooks.author.folder import LIST, LOCK, NEW, files_in, renewed


def make(out, *names, starts=("",), text="new"):
    with renewed(out, "slides", starts) as new:
        for name in names:
            (new / name).parent.mkdir(parents=True, exist_ok=True)
            (new / name).write_text(text)


def found(out):
    return files_in(out) - {LIST, LOCK}


@pytest.mark.parametrize("name", ["thesis.txt", ".git/config", "slides.html"])
def test_a_folder_of_somebody_else_is_refused_and_stays_as_it_is(tmp_path, name):
    mine = tmp_path / "mine" / name
    mine.parent.mkdir(parents=True)
    mine.write_text("mine")
    with pytest.raises(ValueError, match="has not made: name a new or an empty folder"):
        make(tmp_path / "mine", "a.html")
    assert files_in(tmp_path) == {f"mine/{name}"} and mine.read_text() == "mine"


def test_a_folder_of_another_door_and_a_file_are_refused(tmp_path):
    with renewed(tmp_path / "site", "site") as new:
        (new / "index.html").touch()
    with pytest.raises(ValueError, match="`python course.py slides` has not made"):
        make(tmp_path / "site", "a.html")
    with pytest.raises(ValueError, match=r"index.html is a file: name a folder with --out"):
        make(tmp_path / "site" / "index.html", "a.html")
    assert found(tmp_path / "site") == {"index.html"}


def test_what_was_made_before_is_replaced_and_what_others_put_there_stays(tmp_path):
    make(tmp_path, "a.html", "figures/a/1.png", "figures/b/1.png", text="old")
    (tmp_path / "CNAME").write_text("mine")
    (tmp_path / "empty").mkdir()
    make(tmp_path, "a.html", "b.html")
    assert found(tmp_path) == {"a.html", "b.html", "CNAME"}
    assert (tmp_path / "a.html").read_text() == "new" and (tmp_path / "empty").is_dir()
    assert not (tmp_path / "figures").exists()  # it is empty, and was not made by anybody else
    make(tmp_path, "c.html", starts=["c.html", "a"])
    assert found(tmp_path) == {"b.html", "c.html", "CNAME"}


def test_after_an_error_nothing_has_changed(tmp_path):
    make(tmp_path / "out", "a.html", text="old")
    before = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*")}
    for out in ("out", "new"):
        with pytest.raises(KeyboardInterrupt), renewed(tmp_path / out, "slides") as new:
            (new / "a.html").write_text("half")
            raise KeyboardInterrupt
    assert {path: path.read_bytes() for path in (tmp_path / "out").rglob("*")} == before
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


KILLED = """
import os
from pathlib import Path
from notebooks.author import folder

def replace(self, there, original=Path.replace):
    if self.parent.name == folder.NEW and self.name == LAST:
        os._exit(9)
    return original(self, there)

Path.replace = replace
with folder.renewed(Path(OUT), "slides") as new:
    for name in "ab":
        (new / name).touch()
    if LAST == "neither":
        os._exit(9)
"""


@pytest.mark.parametrize("last", ["neither", "a", "b"])
def test_a_folder_whose_maker_was_killed_is_made_again(tmp_path, last):
    """Killed before anything was in its place, or while the files were taking their places."""
    out = tmp_path / "out"
    code = KILLED.replace("OUT", repr(str(out))).replace("LAST", repr(last))
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT).returncode == 9
    assert (out / LOCK).exists() and (out / NEW).exists()
    make(out, "c")
    assert found(out) == {"c"} and not (out / NEW).exists()


def test_a_list_that_names_files_elsewhere_removes_none_of_them(tmp_path):
    make(tmp_path / "out", "a.html")
    (tmp_path / "mine").touch()
    listed = (tmp_path / "out" / LIST).read_text().replace('"a.html"', '"../mine"')
    (tmp_path / "out" / LIST).write_text(listed)
    make(tmp_path / "out", "b.html")
    assert (tmp_path / "mine").exists()


def test_two_at_once_in_one_folder_are_refused(tmp_path, capsys):
    make(tmp_path, "a.html")
    with locked(tmp_path / LOCK, "is at work"):
        assert sentence_on_error(lambda: make(tmp_path, "b.html")) == 1
    said = capsys.readouterr().err
    assert said == f"Another process is making {tmp_path}: wait for it or stop it.\n"
    assert found(tmp_path) == {"a.html"}


# --- the doors themselves ---

pytestmark = pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")  # within Sphinx

slides = pytest.importorskip("notebooks.author.slides", reason="it needs the extra `site`")
from notebooks.author import website  # noqa: E402
from notebooks.course.chapters import find  # noqa: E402


def test_a_deck_stays_when_another_one_is_made(tmp_path):
    from fontTools.ttLib import TTFont

    (korean,) = slides.build(tmp_path, [find("13", "ko")])
    before = files_in(tmp_path)
    (tmp_path / "figures" / korean.stem / "old.png").touch()  # not ours, so it stays
    slides.build(tmp_path, [find("00")])
    assert before < files_in(tmp_path) and (tmp_path / "00_start_here.html").is_file()
    there = TTFont(tmp_path / "assets" / "korean.woff").getBestCmap()
    text = korean.read_text(encoding="utf-8")
    assert {letter for letter in text if "가" <= letter <= "힣"} <= set(map(chr, there))


def test_pages_stay_when_another_one_is_made(tmp_path, monkeypatch):
    """All that are there are made again: contents and search would else know the new one alone."""

    def write(out, chapters, language, decks):
        for chapter in chapters:
            page = out / website.page_of(find(chapter.number, language))
            page.parent.mkdir(parents=True, exist_ok=True)
            page.touch()
        (out / "index.html").write_text(" ".join(chapter.number for chapter in chapters))
        return []

    monkeypatch.setattr(website, "write", write)
    monkeypatch.setattr(website, "add_microscope", lambda *_: None)
    for numbers, all_there in ((["10"], "10"), (["01"], "01 10"), (["02", "01"], "01 02 10")):
        website.build(tmp_path, [find(number) for number in numbers])
        assert (tmp_path / "index.html").read_text() == all_there
        assert (tmp_path / "ko" / "index.html").read_text() == all_there


def test_sphinx_writes_nothing_into_the_course_and_what_it_could_not_write_is_an_error(
    tmp_path, monkeypatch
):
    before = set(ROOT.iterdir())
    complaints = website.write(tmp_path / "out" / "site", [find("00")], "en")
    assert complaints == [] and set(ROOT.iterdir()) == before
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["site"]
    monkeypatch.setattr(website.offline, "write_mathjax", lambda *_: None)
    writing = "sphinx.builders.html.StandaloneHTMLBuilder.handle_page"

    def full(self, name, *_, **__):
        from sphinx.util import logging

        logging.getLogger("sphinx.builders.html").warning("error writing file %s: full", name)

    monkeypatch.setattr(writing, full)
    with pytest.raises(OSError, match="could not be written .*make room"):
        website.write(tmp_path / "other", [find("00")], "en")


@pytest.mark.parametrize("door", ["slides", "website"])
def test_a_full_disk_is_one_sentence(door, tmp_path, monkeypatch, capsys):
    module = {"slides": slides, "website": website}[door]

    def full(*_):
        raise OSError(28, "No space left on device", str(tmp_path / "out" / NEW / "mathjax.js"))

    monkeypatch.setattr(module.offline, "write_font", full)
    assert sentence_on_error(lambda: module.main(["00", "--out", str(tmp_path / "out")])) == 1
    said = capsys.readouterr().err
    assert "the disk is full: make room" in said and said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="a signal of Unix")
@pytest.mark.parametrize("door", ["slides", "site"])
def test_an_interrupted_door_says_so_and_leaves_nothing(door, tmp_path):
    out = tmp_path / "out"
    command = [sys.executable, "-m", "notebooks.author", door, "--out", str(out)]
    running = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    while not (out / NEW).exists():
        assert running.poll() is None
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    assert running.communicate()[1] == "Interrupted.\n" and running.returncode == 130
    assert list(tmp_path.iterdir()) == []
