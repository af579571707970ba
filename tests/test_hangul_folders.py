"""The course in the folder of a user named 홍길동, 바탕 화면 and 한글 강좌.

What the set-up does there is in test_setting_up.py. Here a clone in such a folder runs: commands,
a kernel with a chapter's check, the microscope and JupyterLab, with the cache in the home of the
same user. Names are composed (NFC), as Windows and Linux write them, and taken apart into jamo
(NFD), as a Mac may; the locale of these processes is ASCII.
"""

import json
import os
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path
from unicodedata import normalize
from urllib.parse import quote

import nbformat
import numpy as np
import pytest
import served

from elmo_lite.files import ROOT

NEEDED = ("elmo_lite", "microscope", "notebooks", "experiments", "data")
CHECKED = """import elmo_lite
from notebooks.course.check import check


def with_particle(noun, after_consonant, after_vowel):
    return noun + (after_consonant if (ord(noun[-1]) - 44032) % 28 else after_vowel)


print(elmo_lite.__file__)
check("13.1", with_particle)
"""


@pytest.fixture(scope="module", params=["NFC", "NFD"])
def course(request, tmp_path_factory):
    """A clone below such a home, of hard links where the disk has them."""

    def link(source, target):
        try:
            os.link(source, target)
        except OSError:
            shutil.copy2(source, target)

    names = normalize(request.param, "홍길동/바탕 화면/한글 강좌").split("/")
    folder = tmp_path_factory.mktemp("Users").joinpath(*names)
    folder.mkdir(parents=True)
    left_out = shutil.ignore_patterns("__pycache__", "*.part", "node_modules")
    for name in NEEDED:
        shutil.copytree(ROOT / name, folder / name, copy_function=link, ignore=left_out)
    for path in (*ROOT.glob("*.py"), *ROOT.glob("*.toml")):
        link(path, folder / path.name)
    return folder


@pytest.fixture
def environ(course):
    """That of its user: the home and its cache, in a locale in which names have to be ASCII."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ELMO_LITE")}
    home = str(course.parents[1])
    paths = {"HOME": home, "USERPROFILE": home, "LOCALAPPDATA": home, "PYTHONPATH": str(course)}
    plain = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    folders = {"XDG_CACHE_HOME": f"{home}/.cache", "JUPYTER_RUNTIME_DIR": f"{home}/.jupyter"}
    return kept | paths | plain | folders


def door(course, environ, *arguments, folder=None):
    """What a door of course.py prints."""
    command = [sys.executable, str(course / "course.py"), "--here", *arguments]
    done = subprocess.run(
        command, cwd=folder or course, env=environ, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_doctor_is_content(course, environ):
    said = " ".join(door(course, environ, "doctor").split())
    cache = course.parents[1] / ".cache"
    assert "".join(str(cache).split()) in "".join(said.split())


def test_a_text_there_becomes_vectors_in_a_folder_there(course, environ):
    text = course.parent / normalize("NFC", "내 글.txt")
    text.write_text("나는 버스를 탔다\n배가 고프다\n", encoding="utf-8")
    vectors = text.with_name(normalize("NFD", "벡터.npz"))
    options = ["--out", vectors.name, "--weights", str(course / "data/weights/elmo_lite_ko")]
    door(course, environ, "run", "embed", text.name, *options, folder=course.parent)
    with np.load(vectors) as found:
        assert any(layers.shape[-1] == 384 for layers in found.values())


def test_a_kernel_there_checks_an_answer_and_remembers_it(course, environ, tmp_path):
    """In the folder of the Korean chapters; the record lies in the cache of that home."""
    page = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CHECKED)])
    path = course / "notebooks" / "ko" / f"{tmp_path.name}.ipynb"
    nbformat.write(page, path)
    run = "import nbclient, nbformat, sys; nb = nbformat.read(sys.argv[1], 4); "
    run += "nbclient.NotebookClient(nb, kernel_name='python3').execute(cwd=sys.argv[2]); "
    run += "nbformat.write(nb, sys.argv[1])"
    command = [sys.executable, "-X", "utf8", "-c", run, str(path), str(path.parent)]
    done = subprocess.run(
        command, env=environ | {"PYTHONUTF8": "1"}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    (cell,) = nbformat.read(path, 4).cells
    assert cell.outputs[0].text.strip() == str(course / "elmo_lite" / "__init__.py")
    assert "연습 13.1: 정답" in cell.outputs[1].data["text/plain"]
    (record,) = (course.parents[1] / ".cache" / "elmo_lite").glob("progress*")
    assert '"13.1"' in record.read_text(encoding="utf-8")
    assert "1 of 4 solved" in door(course, environ, "progress")


def test_the_microscope_there(course, environ, tmp_path):
    """Its page, and the file of the model, from the cache of that home."""
    command = [sys.executable, "-m", "microscope.server", "--language", "ko", "--no-browser"]
    utf8 = environ | {"PYTHONUTF8": "1"}  # as course.py sets it
    with served.running(command, tmp_path / "log.txt", course, **utf8) as address:
        with urllib.request.urlopen(f"{address}/?page=ko", timeout=60) as page:
            assert b"<html" in page.read()
        with urllib.request.urlopen(f"{address}/data/languages.json", timeout=60) as page:
            assert "ko" in json.loads(page.read())


def test_the_lab_there_opens_the_korean_chapters(course, environ, tmp_path):
    options = ["--no-browser", "--ip=127.0.0.1", "--IdentityProvider.token=", "--allow-root"]
    command = [sys.executable, "-P", "-m", "jupyterlab", *options]
    mine = normalize("NFD", "내 노트북.ipynb")
    nbformat.write(nbformat.v4.new_notebook(), course / "notebooks" / mine)
    utf8 = environ | {"PYTHONUTF8": "1"}
    with served.running(command, tmp_path / "log.txt", course, **utf8) as address:
        for name in ("notebooks/ko/00_start_here.ipynb", f"notebooks/{mine}"):
            contents = f"{address}/api/contents/{quote(name)}"
            with urllib.request.urlopen(contents, timeout=60) as page:
                assert Path(json.loads(page.read())["path"]).name == Path(name).name
