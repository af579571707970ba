"""A right answer that changes what it is given is refused: the chapter still needs it."""

import inspect

import numpy as np
import pytest
import torch

from notebooks.author import build, render
from notebooks.course import check as checks
from notebooks.course.check.changed import Noticed, as_before, snapshot
from notebooks.course.check.exercise import Exercise
from notebooks.course.check.source import numbers

SOURCES = render.find_sources(build.FOLDER)
NUMBERS = [n for source in SOURCES for n in numbers(source) if n[-1].isdigit()]
BUILDS = ("2.6", "5.4", "6b.4", "11b.5", "12b.5", "13b.5")  # a reader may empty its list
TRAINED = {("7b.3", "net"), ("8b.3", "parameters")}  # which the answer is asked to change


def spoilt(value):
    """Change data in place; whether it can be done."""
    if isinstance(value, torch.Tensor) and value.numel():
        with torch.no_grad():
            value.logical_not_() if value.dtype == torch.bool else value.add_(1)
    elif isinstance(value, np.ndarray) and value.size:
        value[...] = ~value if value.dtype == bool else value + 1 if value.dtype != "U" else "?"
    elif isinstance(value, list) and value:
        value.append(value[-1])
    elif isinstance(value, dict) and value:
        value.pop(next(iter(value)))
    else:
        return False
    return True


@pytest.mark.parametrize("number", [n for n in NUMBERS if n not in BUILDS])
def test_no_argument_may_be_changed(number):
    exercise = checks.find(number)
    ours = exercise.reference
    if isinstance(ours, type) or exercise.value:
        return
    for name in inspect.signature(ours).parameters:
        changed = []

        def answer(*given, name=name, changed=changed, **named):
            bound = inspect.signature(ours).bind(*given, **named)
            found = ours(*bound.args, **bound.kwargs)
            value = bound.arguments.get(name)
            # what was returned may be a view of it
            found = snapshot(found) if isinstance(found, (np.ndarray, torch.Tensor)) else found
            changed.append(spoilt(value))
            return found

        answer.__name__ = ours.__name__
        answer.__signature__ = inspect.signature(ours)
        exercise.last.clear()
        result = exercise(answer)
        if any(changed) and (number, name) not in TRAINED:
            assert result.status == "not yet", name
    exercise.last.clear()


MODULE = """class Mixture(ours):
    def forward(self, layers):
        {}
        return super().forward(layers)"""


def answer_of(number, text):
    _, name, names = checks.find(number).edited.args
    here = names | {"ours": checks.find(number).reference}
    exec(text, here)
    return here[name]


def test_what_is_changed_is_named():
    def fill(row, times):
        row[:] = 2
        return 2 * times

    exercise = Exercise(
        "9.9",
        lambda numbers, times: 2 * times,
        cases=[(1.0, 3)],
        use=lambda answer, number, times: answer(np.array([number]), times),
        hint="Twice.",
        mistakes=[
            (lambda numbers, times: 3 * times, "not three times"),
            (lambda numbers, times: fill(numbers, times) + 2, "nor changed and 2 more"),
        ],
    )
    assert exercise(fill).message == "Your function changes `row`: work on a copy."
    assert "changes `row`" in exercise(lambda row, times: fill(row, times) + times).message
    assert exercise(lambda row, times: fill(row, 1) + 6).message == "nor changed and 2 more"
    assert exercise(lambda row, times: 3 * times).message == "not three times"


def test_a_network_that_changes_its_input_is_told():
    for line in ("layers *= self.gamma", "layers.mul_(2)", "layers[-1] = 0"):
        heard = checks.find("9.2")(answer_of("9.2", MODULE.format(line.replace("self.gamma", "2"))))
        assert heard.message == "Your `forward` changes `layers`: work on a copy."


@pytest.mark.parametrize(
    ("value", "change"),
    [
        (np.array([1.0, np.nan]), lambda x: x.fill(0)),
        (np.array(["a", "b"]), lambda x: x.sort() or x.fill("c")),
        (torch.tensor([1.0, torch.nan]), lambda x: x.zero_()),
        ([["a"], [1]], lambda x: x[0].append("b")),
        ({"a": [1.0]}, lambda x: x.update(a=None)),
        ({"a", "b"}, lambda x: x.discard("a")),
        ([np.zeros(2)], lambda x: x.__setitem__(0, None)),
    ],
)
def test_a_copy_tells_whether_data_was_changed(value, change):
    before = snapshot((value, print))
    assert as_before(before, (value, print))
    change(value)
    assert not as_before(before, (value, print))


def test_what_ours_changes_may_be_changed():
    def step(row):
        row += 1

    noticed = Noticed(step, ["row"])
    noticed(np.zeros(2))
    assert noticed.touched == {"row": "row"}
    exercise = Exercise("9.9", step, cases=[(1.0,)], hint="", use=lambda f, x: f(np.array([x])))
    assert exercise(lambda x: step(x)).status == "correct"
