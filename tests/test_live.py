"""`live`: a still where nothing runs, controls and a redrawn figure where widgets do."""

import os
import subprocess
import sys

import ipywidgets
import pytest
from matplotlib import pyplot as plt

from elmo_lite.files import ROOT
from notebooks.course import live as module
from notebooks.course.live import live, panel
from notebooks.course.plots import style


def curve(power=2, name="curve", dashed=False):
    ax = style.axes(title=name)
    ax.plot([0, 1, 2], [x**power for x in (0, 1, 2)], "--" if dashed else "-")
    style.describe(ax, f"The {name} of power {power} rises.")
    print(f"power {power} < 9")


@pytest.fixture
def shown(monkeypatch):
    """What `display` is given, in a notebook whose kernel runs."""
    IPython = pytest.importorskip("IPython.display")
    calls = []
    monkeypatch.setattr(module, "kernel_runs", lambda: "ELMO_LITE_BUILD" not in os.environ)
    monkeypatch.delenv("ELMO_LITE_BUILD", raising=False)
    monkeypatch.setattr(IPython, "display", lambda *a, **k: calls.append((a, k)))
    return calls


def test_without_a_kernel_the_still_is_drawn_with_the_defaults(capsys):
    assert live(curve, power=(1, 3)) is None
    (figure,) = map(plt.figure, plt.get_fignums())  # left open: the notebook shows it
    assert figure.axes[0].lines[0].get_ydata().tolist() == [0, 1, 4]
    assert capsys.readouterr().out == "power 2 < 9\n"


def test_a_value_that_the_call_names_is_where_the_still_and_the_control_start(shown, monkeypatch):
    slider = ipywidgets.IntSlider(value=3, max=5)
    box = panel(curve, {"power": slider, "name": "my curve", "dashed": True})
    assert [control.value for control in box.children[:3]] == [3, "my curve", True]
    assert 'alt="The my curve of power 3 rises."' in box.children[3].value
    assert panel(curve, {"power": 1}).children[0].value == 1
    monkeypatch.setenv("ELMO_LITE_BUILD", "here")
    live(curve, power=1, name="my curve", dashed=True)
    ax = plt.gca()
    assert style.alt_text(ax.figure) == "The my curve of power 1 rises."
    assert ax.lines[0].get_linestyle() == "--"


def test_what_the_call_names_needs_no_default(shown):
    def say(text, times=2):
        print(text * times)

    box = panel(say, {"text": "ha", "times": (1, 3)})
    assert "haha\n" in box.children[2].value
    live(say, text="ha")
    assert len(shown) == 1


def test_while_notebooks_are_built_there_are_no_widgets(shown, monkeypatch):
    monkeypatch.setenv("ELMO_LITE_BUILD", "here")
    live(curve, power=(1, 3))
    assert shown == [] and len(plt.get_fignums()) == 1


def test_with_a_kernel_there_are_widgets_and_the_still_for_those_who_have_none(shown):
    live(curve, power=(1, 3))
    (bundle,), options = shown[0]
    assert set(bundle) == {"application/vnd.jupyter.widget-view+json", "text/plain", "image/png"}
    assert options["metadata"]["image/png"] == {"alt": "The curve of power 2 rises."}
    assert options["raw"] and plt.get_fignums() == []


def test_a_control_begins_at_the_default_and_a_move_draws_again():
    box = panel(curve, {"power": (1, 3), "name": ["line", "curve"], "dashed": False})
    power, name, dashed, shown = box.children
    assert (power.value, power.min, power.max, name.value) == (2, 1, 3, "curve")
    assert isinstance(power, ipywidgets.IntSlider) and isinstance(dashed, ipywidgets.Checkbox)
    assert "power 2 &lt; 9" in shown.value and 'alt="The curve of power 2 rises."' in shown.value
    before = shown.value
    name.value = "line"
    power.value = 3
    assert 'alt="The line of power 3 rises."' in shown.value and shown.value != before
    assert shown.value.count("<img") == 1 and plt.get_fignums() == []


def test_a_box_draws_at_its_enter_key_and_text_is_text():
    box = panel(curve, {"name": "curve"})
    assert box.children[0].continuous_update is False
    box.children[0].value = '"><script>'
    assert "<script>" not in box.children[1].value


def test_an_error_is_a_sentence_in_the_place_of_the_figure_and_goes_away():
    def draw(word="a"):
        print("abc".index(word))

    box = panel(draw, {"word": "a"})
    box.children[0].value = "<x>"
    assert "ValueError: substring not found" in box.children[1].value
    box.children[0].value = "c"
    assert ">2\n</pre>" in box.children[1].value and "ValueError" not in box.children[1].value


def test_an_error_of_an_empty_box_asks_for_something(monkeypatch):
    box = panel(
        lambda words="a b", more="": print(max(words.split()), more), {"words": "a b", "more": ""}
    )
    assert ">b \n<" in box.children[2].value  # a box may be empty
    box.children[0].value = " "
    assert ">Type something into the empty box.<" in box.children[2].value
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", "ko")
    box.children[0].value = ""
    assert ">빈 상자에 입력하세요.<" in box.children[2].value


def test_a_word_that_the_typed_sentence_lacks_is_asked_for():
    box = panel(
        lambda sentence="my gift", word="gift": print(sentence.split().index(word)),
        {"sentence": "my gift", "word": ["gift", "watch"]},
    )
    box.children[1].value = "watch"
    assert ">A word that is asked for is not in the text: type it there, too.<" in (
        box.children[2].value
    )
    box.children[0].value = "a watch"
    assert ">1\n</pre>" in box.children[2].value


def test_a_figure_that_was_open_before_stays_open():
    mine = plt.figure()
    panel(curve, {"power": (1, 3)})
    assert plt.get_fignums() == [mine.number]


@pytest.mark.parametrize(
    ("controls", "said"),
    [({"colour": 1}, "no argument 'colour'"), ({"power": object()}, "is no control")],
)
def test_a_wrong_control_is_one_sentence(shown, controls, said):
    with pytest.raises(ValueError, match=said):
        live(curve, **controls)


def test_an_argument_without_a_default_is_named():
    def draw(x):
        return x

    with pytest.raises(ValueError, match=r"x has no value to start from: write draw\(x=\.\.\.\)"):
        live(draw, x=(0, 1))


def test_nbconvert_shows_stills_and_not_nothing(tmp_path):
    """`jupyter nbconvert --execute --to html`: a page on which no kernel moves anything."""
    nbformat = pytest.importorskip("nbformat")
    source = """from matplotlib import pyplot as plt
from notebooks.course.live import live
from notebooks.course.microscope import Microscope
from notebooks.course.plots import style

def draw(power=2):
    ax = style.axes()
    ax.plot([0, 1, 2], [x**power for x in (0, 1, 2)])
    style.describe(ax, f"A curve of power {power} rises.")

live(draw, power=(1, 3))"""
    cells = [source, 'Microscope("The boys play.", mode="next")']
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
    book.metadata.kernelspec = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(book, tmp_path / "page.ipynb")
    convert = [sys.executable, "-m", "nbconvert", "--execute", "--to", "html", "page.ipynb"]
    environment = {key: v for key, v in os.environ.items() if key != "ELMO_LITE_BUILD"}
    environment |= {
        "PYTHONPATH": str(ROOT),
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    }
    subprocess.run(convert, cwd=tmp_path, env=environment, check=True, capture_output=True)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count('src="data:image/png') == 2 and "widget-view+json" not in page
