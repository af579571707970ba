"""The experiments of `measure exchange`, on a tiny model: shares, halves, controls, facts."""

import numpy as np
import pytest
from small import SHAPE, language_model, measured, random_bilm

from elmo_lite import controls
from elmo_lite.elmo import Elmo
from elmo_lite.exchange import exchange, hold, log_p, read
from elmo_lite.stats import interval
from experiments import exchange as lab
from experiments import exchange_pairs as written
from experiments.exchange_pairs import FAMILIES, Family
from notebooks.course.results import select

WORDS = ["are", "is", "was", "were", "she", "he", ")", ",", "or", "and", "?", ".", "will", '"']
TOY = Family(
    "number",
    ("are", "is"),
    (("boys", "boy"), ("dogs", "dog"), ("keys", "key"), ("cars", "car")),
    ("The {x} near it", "A {x}"),
    ("The {x} there", "My {x}", "Two {x} we saw"),
)


@pytest.fixture(scope="module")
def elmo():
    model = language_model(WORDS)
    model.bilm.load_state_dict(random_bilm(SHAPE).state_dict())
    return Elmo(model)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(controls, "WARM_START", controls.WARM_START / "none")
    monkeypatch.setattr(lab, "FAMILIES", {"number": TOY})
    monkeypatch.setattr(lab, "COUNTS", (1, 3))
    monkeypatch.setattr(lab, "NAMED", ((1, 2), (2, 5)))


def test_the_share_of_a_template_is_a_ratio_of_sums(elmo):
    rows, about = measured(lab.carried, elmo)
    assert about == {"items": {"number": 4}} and len(rows) == 5 * 3
    (row,) = select(rows, template="A {x}", donor="A")
    pairs = written.comparisons(elmo, TOY, "A {x}")
    moved = [p.prefers([[exchange(p.first, 2, 2)]])[0] - p.low for p in pairs]
    way = [p.high - p.low for p in pairs]
    assert row["share"][2][2] == pytest.approx(sum(moved) / sum(way), abs=1e-3)
    assert row["share"][0][2] == pytest.approx(1, abs=1e-3) and row["words"] == ["<S>", "A", "{x}"]
    assert np.shape(row["interval"]) == (3, 3, 2) and row["items"] == 4
    assert row["right"] == sum(p.high > 0 > p.low for p in pairs)
    (row,) = select(rows, template="A {x}", donor="another B")
    moved = [
        pair.prefers([[exchange(after.second, 1, 2)]])[0] - pair.low
        for pair, after in zip(pairs, [*pairs[1:], pairs[0]], strict=True)
    ]
    assert row["share"][1][2] == pytest.approx(sum(moved) / sum(way), abs=1e-3)


def test_controls_say_how_far_both_are_apart(elmo):
    rows, _ = measured(lab.differs, elmo)
    assert [row["model"] for row in rows] == ["trained", *["random"] * 3]
    apart = [
        abs(p.high - p.low) for each in TOY.templates for p in written.comparisons(elmo, TOY, each)
    ]
    assert rows[0]["apart"] == pytest.approx(np.mean(apart), abs=1e-4)
    assert rows[0]["least"] <= rows[0]["apart"] <= rows[0]["most"] and rows[0]["items"] == 20


def test_cells_are_found_on_one_half_and_scored_on_the_other(elmo):
    rows, _ = measured(lab.cells, elmo)
    assert [row["cells"] for row in rows] == [1, 3, "all"] * 2
    found, scored = ([p for i in lab.half_of(elmo, "number", half) for p in i] for half in (0, 1))
    assert (len(found), len(scored)) == (2 * 2, 2 * 3)
    alone = [[[exchange(p.first, 2, 0, [cell], on=True)] for cell in range(8)] for p in found]
    shares = sum(p.prefers(rows) - p.low for p, rows in zip(found, alone, strict=True))
    best = int((shares / sum(p.high - p.low for p in found)).argmax())
    (row,) = select(rows, layer=2, cells=1)
    assert row["chosen"] == [best]
    assert row["there"] == pytest.approx(
        shares[best] / sum(p.high - p.low for p in found), abs=1e-3
    )
    moved = sum(p.prefers([[exchange(p.first, 2, 0, [best], on=True)]])[0] - p.low for p in scored)
    way = sum(p.high - p.low for p in scored)
    assert row["share"] == pytest.approx(moved / way, abs=1e-3)
    mean, least, most = row["random"]
    assert least <= mean <= most
    (row,) = select(measured(lab.named, elmo)[0], layer=2, cell=5, family="number")
    moved = sum(p.prefers([[exchange(p.first, 2, 0, [5], on=True)]])[0] - p.low for p in scored)
    assert row["share"] == pytest.approx(moved / way, abs=1e-3)


def test_the_probe_keeps_the_forms_of_a_noun_together(elmo, monkeypatch):
    monkeypatch.setattr(lab, "TAILED", TOY)
    monkeypatch.setattr(lab, "NUMBER", TOY.words)
    monkeypatch.setattr(lab, "TAILS", ("near it", "there", "too"))
    asked = []

    def probed(x, y, groups):
        asked.append((x, y, groups))
        return y == 1

    monkeypatch.setattr(lab, "probed", probed)
    rows, _ = measured(lab.probe, elmo)
    assert [row["layer"] for row in rows] == [0, 1, 2] * 4 and rows[0]["accuracy"] == 0.5
    assert {"share" in row for row in rows if row["model"] == "trained"} == {True}
    assert not any("share" in row for row in rows if row["model"] == "random")
    x, y, groups = asked[2]
    assert x.shape == (24, SHAPE.proj_dim + SHAPE.hidden_dim) and groups.tolist()[:4] == [
        0,
        0,
        1,
        1,
    ]
    reading = read(elmo, "The boys there")
    assert np.allclose(x[0], np.r_[reading.h[0, 1, -1].numpy(), reading.c[0, 1, -1].numpy()])
    assert y[:2].tolist() == [1, 0]


def test_a_probe_is_right_where_a_line_divides():
    y = np.arange(40) % 2
    x = np.random.default_rng(0).normal(size=(40, 2)) * 0.1 + y[:, None]
    assert lab.probed(x, y, np.arange(40) // 2).all()


def test_the_ladder_takes_the_cells_that_differ_most(elmo, monkeypatch):
    monkeypatch.setattr(lab, "NOUNS", {"new": "farmer lake"})
    monkeypatch.setattr(lab, "ENDS", ("there",))
    monkeypatch.setattr(lab, "VERBS", ("is", "was", "are", "were"))
    first, second = lab.by_difference(elmo)
    steps = lab.steps_of(elmo, 0)
    assert steps["all three"] == [first[:2], second[:1]] and steps["layer 2's one"][0] == []
    rows, _ = measured(lab.ladder, elmo)
    assert len(rows) == 2 * len(lab.STEPS) == 2 * len(steps)
    p = np.exp(log_p(elmo, read(elmo, "The farmer there"), lab.VERBS))[0]
    q = np.exp(log_p(elmo, read(elmo, "The lake there"), lab.VERBS))[0]
    many = [each[2:].sum() > each[:2].sum() for each in (p, q)]
    (row,) = select(rows, direction="one becomes many", cells="nothing")
    assert row["turned"] == sum(many) and row["interval"] == interval(many)


def test_facts_about_a_text():
    sentence = ["(", "He", "said", ")", ":", '"', "I", "know", '"', ",", "not", "you"]
    facts = {name: fact(sentence) for name, fact in lab.FACTS.items()}
    assert facts["in brackets"] == [1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    assert facts["in quotation marks"] == [0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0]
    assert facts["a man was named"] == [0] + 11 * [1] and facts["you was read"] == [0] * 11 + [1]
    assert sum(facts["the last word had a capital"]) == 2
    assert facts["how far into the sentence"] == list(range(12))


def test_switches_are_found_on_one_half_of_a_text(elmo, monkeypatch):
    rng = np.random.default_rng(0)
    text = [rng.choice(["He", "not", "you", '"', "(", ")", "."], 8).tolist() for _ in range(40)]
    monkeypatch.setattr(lab, "texts", lambda: (text[::2], text[1::2]))
    monkeypatch.setattr(lab, "SENTENCES", 40)
    lab.found_switches.cache_clear()
    rows, _ = measured(lab.switches, elmo)
    assert len(rows) == len(lab.FACTS) * 4
    (row,) = select(rows, model="trained", fact="in brackets")
    values = [read(elmo, s).cell(row["layer"], row["cell"])[0, 1:] for s in text]
    facts = [lab.FACTS["in brackets"](s) for s in text]
    for name, half in (("there", 0), ("r", 1)):
        r = np.corrcoef(np.concatenate(values[half::2]), np.concatenate(facts[half::2]))[0, 1]
        assert row[name] == pytest.approx(r, abs=1e-3)
    assert row["interval"][0] < row["r"] < row["interval"][1]


def test_knobs_hold_the_cells_that_they_name(elmo, monkeypatch):
    knobs = {"nothing": {}, "both": {3: -1.0, 4: 2.0}, "two random": {-1: -1.0, -2: 2.0}}
    monkeypatch.setattr(lab, "KNOBS", {"bracket": (")", ("a boy", "we saw it"), knobs)})
    rows, about = measured(lab.knobs, elmo)
    assert about["sentences"] == {"bracket": 2} and len(rows) == 3
    changes = [[hold(1, {3: -1.0, 4: 2.0})]]
    p = [
        np.exp(log_p(elmo, read(elmo, s.split(), changes), [")"]))[0, 0]
        for s in ("a boy", "we saw it")
    ]
    assert rows[1]["P"] == pytest.approx(np.mean(p), abs=1e-4)
    assert 0 <= rows[2]["first"] <= 1


def test_the_sentences_that_we_wrote_can_be_compared():
    """Both of a pair have as many words; the halves share no word at {x} and no template."""
    for family in FAMILIES.values():
        finding, scoring = family.halves
        assert finding and scoring and not set(finding) & set(scoring)
        assert not set(family.finding) & set(family.scoring)
        assert len(set(family.items)) == len(family.items)
        for template in family.templates:
            for item in family.items:
                a, b = written.sentences(template, item)
                assert len(a) == len(b) and sum(x != y for x, y in zip(a, b, strict=True)) == 1
