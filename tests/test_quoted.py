"""What a chapter says of measured rows that none of its cells reads."""

import numpy as np
import pytest

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


def test_plain_spelling_finds_the_word_behind_a_typing_error():
    found = percent(rows("static_vectors", "korean"), by="spelling, jamo", words="found")
    assert says("04", f"plain spelling by jamo in {found:.0f}.")


def test_a_larger_probe_learns_more_by_heart():
    found, more = rows("pos", "selectivity"), {}
    for labels in ("tags", "control"):
        large, plain = (percent(found, labels=labels, layer=1, hidden=h) for h in (256, 0))
        more[labels] = large - plain
    tags, control = more["tags"], more["control"]
    text = f"gains {tags:.1f} points on the tags of another text, and {control:.1f} on their"
    assert says("11", text)


def test_the_four_networks_of_the_report():
    found = rows("tasks", "titles")
    learned = {
        kind: percent(found, input="embedding layer", elmo=kind) for kind in ("none", "trained")
    }
    glove = percent(found, input="GloVe, frozen", elmo="none")
    assert says("12b", f"ours has {learned['none']:.1f} %, and with ELMo {learned['trained']:.1f}.")
    assert says("12b", f"With GloVe it has {glove:.1f}")


def test_with_all_titles_the_start_of_gamma_makes_no_sure_difference():
    found = rows("tasks", "titles")
    inputs = "GloVe, frozen, gamma from 0.1", "GloVe, frozen"
    _, low, high = gain(*(select(found, input=each, elmo="trained") for each in inputs))
    assert low < 0 < high and says("12b", "makes no difference that we can be sure of")


def test_fine_tuning_helps_perplexity_alone():
    found = rows("tasks", "fine_tuned")
    (row,) = select(found, biLM="perplexity")
    for way in ("forward", "backward"):
        assert row[f"{way}_before"] / row[f"{way}_after"] == pytest.approx(7, abs=0.5)
    _, low, high = gain(*(select(found, biLM=each) for each in ("fine-tuned", "as shipped")))
    assert low < 0 < high
    assert says("12b", "perplexity falls to a seventh, and the score does not move")


def test_pairs_without_attention():
    found = select(rows("tasks", "pairs"), elmo="trained", attention=False)
    output, put_in = (percent(found, place=place) for place in ("output", "input"))
    assert says("12c", f"{output:.1f} to {put_in:.1f} %")


def test_what_context_adds_to_names_may_be_chance():
    wnut = chapter.results("tasks")["experiments"]["wnut"]
    both = [select(wnut["rows"], input=f"GloVe 6B + {kind}") for kind in ("ELMo", "layer 0")]
    low, high = f1_interval(*both, wnut["about"]["sentence_of_name"])
    gained = 100 * (np.mean(values(both[0], "f1")) - np.mean(values(both[1], "f1")))
    assert low < 0 < gained < high and says("12c", f"the other {gained:.1f} points may be chance")
