"""What a chapter says of measured rows that none of its cells reads."""

from itertools import combinations

import numpy as np

from elmo_lite.files import ROOT
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


def test_layer_2_has_one_score_by_a_classifier_and_by_centroids():
    assert says("09b", "and 77.7 from layer 2")  # tests/numbers/09b.toml holds it
    assert says("10b", "77.7 % by a classifier in chapter 09b, and the same 77.7 % here")


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


def test_no_way_to_join_x_and_elmo_stands_out():
    found = rows("ledger", "joins")
    ways = {way: select(found, join=way) for way in ("side by side", "projection", "sum", "gate")}
    assert [len(each) for each in ways.values()] == 4 * [3]  # seeds
    for one, other in combinations(ways.values(), 2):
        _, low, high = gain(one, other)
        assert low < 0 < high
    assert says(
        "12b", "by a projection, a sum or a gate: with three seeds of each no way stands out"
    )


def test_what_context_adds_to_opinions_and_topics_is_not_sure():
    for experiment, one, other, both in (
        ("sentiment", {"input": "GloVe 6B + ELMo"}, {"input": "GloVe 6B + layer 0"}, {}),
        ("titles", {"elmo": "trained"}, {"elmo": "layer 0"}, {"input": "GloVe, frozen"}),
    ):
        found = rows("tasks", experiment)
        _, low, high = gain(select(found, **one, **both), select(found, **other, **both))
        assert low < 0 < high
    assert says("12c", "in the other rows nothing that we can tell from chance")
