"""What a chapter says of measured rows that none of its cells reads."""

import numpy as np

from elmo_lite.files import ROOT
from experiments.task_entities import f1_interval
from notebooks.course import chapter, chapters
from notebooks.course.results import gain, select, values


def says(number, text):
    source = ROOT / "notebooks" / "source" / f"{chapters.find(number).slug}.py"
    lines = source.read_text(encoding="utf-8").split("\n")
    return text in " ".join(" ".join(line.removeprefix("#") for line in lines).split())


def rows(name, experiment):
    return chapter.results(name)["experiments"][experiment]["rows"]


def percent(found, **where):
    return 100 * np.mean(values(found, **where))


def test_a_larger_probe_learns_more_by_heart():
    found, more = rows("pos", "selectivity"), {}
    for labels in ("tags", "control"):
        large, plain = (percent(found, labels=labels, layer=1, hidden=h) for h in (256, 0))
        more[labels] = large - plain
    tags, control = more["tags"], more["control"]
    text = f"gains {tags:.1f} points on the tags of another text, and {control:.1f} on their"
    assert says("11", text)


def test_fine_tuning_helps_perplexity_alone():
    found = rows("tasks", "fine_tuned")
    (row,) = select(found, biLM="perplexity")
    for way in ("forward", "backward"):
        assert row[f"{way}_before"] / row[f"{way}_after"] > 6
    _, low, high = gain(*(select(found, biLM=each) for each in ("fine-tuned", "as shipped")))
    assert low < 0 < high
    assert says("12b", "perplexity falls to less than a sixth, and the score does not move")


def test_names_with_one_bit_for_a_capital_and_with_more():
    wnut = chapter.results("tasks")["experiments"]["wnut"]

    def of(kind):
        return select(wnut["rows"], input=f"GloVe 6B + {kind}" if kind else "GloVe 6B")

    def gain_of(one, other):
        low, high = f1_interval(of(one), of(other), wnut["about"]["sentence_of_name"])
        return 100 * (np.mean(values(of(one), "f1")) - np.mean(values(of(other), "f1"))), low, high

    gained, low, high = gain_of("ELMo", "layer 0")
    assert low < 0 < gained < high and says("12c", f"the other {gained:.1f} points may be chance")
    gained, low, high = gain_of("capital", "")
    text = f"{gained:.1f} to the F1 of names ({low:.1f} to {high:.1f}), where layer 0 adds 10.6 and"
    assert says("12c", f"{text} {gain_of('layer 0', '')[0]:.1f}")
    gained, low, high = gain_of("ELMo", "capital")
    text = f"{gained:.1f} points of F1 above GloVe with the bit ({low:.1f} to {high:.1f})"
    assert says("12c", text)
    lost, low, high = gain_of("layer 0", "layer 0, lower case")
    assert says("12c", f"it costs {lost:.1f} of the 12.1 ({low:.1f} to {high:.1f})")


def test_what_context_adds_to_opinions_and_topics_is_not_sure():
    for experiment, one, other, both in (
        ("sentiment", {"input": "GloVe 6B + ELMo"}, {"input": "GloVe 6B + layer 0"}, {}),
        ("titles", {"elmo": "trained"}, {"elmo": "layer 0"}, {"input": "GloVe, frozen"}),
    ):
        found = rows("tasks", experiment)
        _, low, high = gain(select(found, **one, **both), select(found, **other, **both))
        assert low < 0 < high
    assert says("12c", "in the other rows nothing that we can tell from chance")
