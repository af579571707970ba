"""`live`: a still where nothing runs, controls and a redrawn figure where widgets do."""

import ipywidgets
import pytest
from matplotlib import pyplot as plt

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
    monkeypatch.setattr(module, "in_notebook", lambda: True)
    monkeypatch.delenv("ELMO_LITE_BUILD", raising=False)
    monkeypatch.setattr(IPython, "display", lambda *a, **k: calls.append((a, k)))
    return calls


def test_without_a_kernel_the_still_is_drawn_with_the_defaults(capsys):
    assert live(curve, power=(1, 3)) is None
    (figure,) = map(plt.figure, plt.get_fignums())  # left open: the notebook shows it
    assert figure.axes[0].lines[0].get_ydata().tolist() == [0, 1, 4]
    assert capsys.readouterr().out == "power 2 < 9\n"


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
        lambda words="a b", more="": print(max(words.split()), more), {"words": "", "more": ""}
    )
    assert "b" in box.children[2].value  # a box may be empty
    box.children[0].value = " "
    assert ">Type something into the empty box.<" in box.children[2].value
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", "ko")
    box.children[0].value = ""
    assert ">빈 상자에 입력하세요.<" in box.children[2].value


def test_a_word_that_the_typed_sentence_lacks_is_asked_for():
    box = panel(
        lambda sentence="my gift", word="gift": print(sentence.split().index(word)),
        {"sentence": "", "word": ["gift", "watch"]},
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

    with pytest.raises(ValueError, match=r"write draw\(x=\.\.\.\)"):
        live(draw, x=(0, 1))
