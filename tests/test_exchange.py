"""Exchanges and held cells: beside the plain reader, a toy by hand, and the trained model."""

import math

import numpy as np
import pytest
import torch
from small import SHAPE, language_model, random_bilm

from elmo_lite import exchange as ex
from elmo_lite.bilm import BiLM, BiLMShape
from elmo_lite.char_cnn import CharShape
from elmo_lite.controls import with_random_weights
from elmo_lite.elmo import Elmo
from elmo_lite.reading import plain

A, B = ["the", "dogs", "saw", "a", "bank"], ["the", "xylophone", "saw", "a", "bank"]
PAIR = "bank", "the"
DIRECTIONS = "forward", "backward"


@pytest.fixture(scope="module")
def elmo():
    """Weights so large that every state tells its words apart."""
    model = language_model(A, B)
    model.bilm.load_state_dict(random_bilm(SHAPE).state_dict())
    with torch.no_grad():
        for weight in model.softmax.parameters():
            weight.mul_(30)
    return Elmo(model)


def compare(elmo, direction="forward", pair=PAIR):
    return ex.Comparison(elmo, A, B, pair, direction)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_with_nothing_exchanged_it_is_the_plain_reader(elmo, direction):
    ((_, layers),) = plain.read(elmo.bilm, [A])
    found = ex.read(elmo, A, direction=direction)
    same = ex.read(elmo, A, [[], [ex.exchange(found, 1, 2)], []], direction)
    plainly = getattr(layers, direction)[-1][0]
    plainly = plainly[:-1] if direction == "forward" else plainly.flip(0)[:-1]
    assert torch.allclose(found.output[0], plainly, atol=1e-6)
    for row in range(3):  # its own state in its place changes nothing either
        assert torch.allclose(same.output[row], plainly, atol=1e-6)
    assert found.time == len(A) + 1 and found.cell(2, 5).shape == (1, found.time)
    assert found.cell(2, 5)[0, 3] == found.c[0, 1, 3, 5]


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_with_everything_exchanged_the_answer_is_that_of_a(elmo, direction):
    pair = compare(elmo, direction)
    states = [ex.exchange(pair.first, layer, -1) for layer in (1, 2)]
    words = [ex.exchange(pair.first, 0, 0, on=True)]
    always = [ex.exchange(pair.first, layer, 0, on=True) for layer in (1, 2)]
    found = ex.read(elmo, B, [states, words, always], direction)
    assert torch.equal(found.output[0, -1], pair.first.output[0, -1])
    assert torch.allclose(found.output[1:], pair.first.output.expand(2, -1, -1), atol=1e-6)
    assert pair.share([states, words, always, []]) == pytest.approx([1, 1, 1, 0], abs=1e-3)


def toy():
    """One cell: i and o are 1/2, f is 3/4, g is tanh x, and h is 2 · 1/2 · tanh c."""
    characters = CharShape(char_dim=2, filters=((1, 1),), emb_dim=1)
    bilm = BiLM(BiLMShape(characters, hidden_dim=1, proj_dim=1, num_layers=1))
    with torch.no_grad():
        for lstm in (*bilm.forward_lstms, *bilm.backward_lstms):
            lstm.w_input.copy_(torch.tensor([[0.0], [0], [1], [0]]))
            lstm.w_hidden.zero_()
            lstm.bias.copy_(torch.tensor([0, math.log(3), 0, 0]))
            lstm.w_project.fill_(2)
    return bilm


def test_a_toy_by_hand():
    """tanh(ln 3 / 2) is 1/2, so A's cell is 0, 1/4, 3/16 and B's is 0."""
    bilm, half = toy(), math.log(3) / 2
    x = torch.tensor([[0.0], [half], [0.0]])[None]
    a, b = (ex.walk(bilm, each, [()], "forward") for each in (x, torch.zeros(1, 3, 1)))
    assert a.c.flatten().tolist() == pytest.approx([0, 1 / 4, 3 / 16])
    assert b.c.flatten().tolist() == [0, 0, 0]
    rows = [
        [ex.exchange(a, 1, 1)],  # 1/4 comes, 3/4 of it stays
        [ex.exchange(a, 1, 1, [0])],
        [ex.exchange(a, 0, 1)],
        [ex.exchange(a, 1, 2, [0])],
        [ex.hold(1, {0: 1.0}, start=1)],
        [ex.hold(1, {0: 9.0}, start=2)],  # no cell leaves the clip
        [ex.hold(1, {0: 1.0}, start=0), ex.exchange(a, 1, 2)],
    ]
    found = ex.walk(bilm, torch.zeros(1, 3, 1), rows, "forward")
    cells = [[0, 1 / 4, 3 / 16]] * 3 + [[0, 0, 3 / 16], [0, 1, 1], [0, 0, 3], [1, 1, 3 / 16]]
    assert np.allclose(found.cell(1, 0), cells)
    assert np.allclose(found.output[:, :, 0], np.tanh(cells), atol=1e-6)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_batch_gives_what_one_by_one_gives(elmo, direction):
    pair = compare(elmo, direction)
    rows = [[ex.exchange(pair.first, layer, at)] for layer in (0, 1, 2) for at in range(6)]
    rows += [
        [ex.exchange(pair.first, 2, 3, [1, 5]), ex.hold(1, {0: 1.0, 3: -0.5}, start=2)],
        [ex.exchange(pair.first, 1, 2, [7], on=True), ex.exchange(pair.first, 2, 5)],
    ]
    together = ex.read(elmo, B, rows, direction)
    for row, changes in enumerate(rows):
        alone = ex.read(elmo, B, [changes], direction)
        for name in ("x", "h", "c", "output"):
            assert torch.allclose(
                getattr(together, name)[row], getattr(alone, name)[0], atol=1e-6
            ), (row, name)


def test_more_rows_than_a_batch_holds(elmo, monkeypatch):
    pair = compare(elmo)
    every = pair.each_cell(1)
    monkeypatch.setattr(ex, "AT_ONCE", 3)
    assert pair.each_cell(1) == pytest.approx(every, abs=1e-4) and every.shape == (8,)


def test_what_a_state_carries_is_the_part_of_the_way(elmo):
    pair = compare(elmo)
    shares = pair.carried()
    assert shares.shape == (3, 6)
    assert shares[:, :2] == pytest.approx(np.zeros((3, 2)), abs=1e-4), "the same in both until then"
    assert shares[:2, 2] == pytest.approx(1, abs=1e-4), "all that follows comes from it"
    assert shares[0, 3:] == pytest.approx(0, abs=1e-4), "the words after it are the same"
    (p,) = ex.prefers(elmo, ex.read(elmo, B, [[ex.exchange(pair.first, 2, 4)]]), PAIR)
    assert shares[2, 4] == pytest.approx((p - pair.low) / (pair.high - pair.low), abs=1e-4)
    a, b = ex.log_p(elmo, pair.first, PAIR)[0]
    assert pair.high == pytest.approx(a - b)


def test_cells_speak_through_the_output_gate_of_b(elmo):
    pair = compare(elmo)
    found = ex.read(elmo, B, [[ex.exchange(pair.first, 1, 3, [2, 4])]])
    own, other = pair.second.c[0, 0, 3].clone(), pair.first.c[0, 0, 3]
    own[[2, 4]] = other[[2, 4]]
    assert torch.equal(found.c[0, 0, 3], own)
    lstm = elmo.bilm.forward_lstms[0]
    sums = pair.second.x[0, 3] @ lstm.w_input.T + pair.second.h[0, 0, 2] @ lstm.w_hidden.T
    o = torch.sigmoid((sums + lstm.bias).chunk(4)[3])
    assert torch.allclose(found.h[0, 0, 3], lstm.w_project @ (o * own.tanh()), atol=1e-6)


def test_the_one_cell_that_speaks_is_found(elmo):
    model = language_model(A, B)
    model.load_state_dict(elmo.model.state_dict())
    with torch.no_grad():
        silent = torch.arange(8) != 5
        model.bilm.forward_lstms[1].w_project[:, silent] = 0
    pair = compare(Elmo(model))
    shares = pair.each_cell(2)
    assert shares[silent.numpy()] == pytest.approx(0, abs=1e-4) and abs(shares[5]) > 0.01
    best = ex.strongest([pair, pair], 2, 3)
    order = sorted(range(8), key=lambda cell: -shares[cell])[:3]
    assert [cell for cell, _ in best][:1] == order[:1] and best[0][1] == pytest.approx(shares.max())
    all_cells = pair.of_cells(2, [range(8), [5]], at=4)
    assert all_cells[0] == pytest.approx(all_cells[1], abs=1e-4)


def test_random_cells_are_a_control():
    draws = ex.random_cells(3, 8, draws=50)
    assert draws == ex.random_cells(3, 8, draws=50) != ex.random_cells(3, 8, draws=50, seed=1)
    assert all(len(set(cells)) == 3 for cells in draws)
    assert {cell for cells in draws for cell in cells} == set(range(8))


def test_what_cannot_be_compared_is_said(elmo):
    with pytest.raises(ValueError, match="A has 5 words and B 4"):
        ex.Comparison(elmo, A, B[:4], PAIR)
    with pytest.raises(ValueError, match="does not have zebra"):
        compare(elmo, pair=("zebra", "the"))
    with pytest.raises(ValueError, match="not \"up\"|not 'up'"):
        compare(elmo, "up")
    same = ex.Comparison(elmo, A, A, PAIR)
    assert not same.differs
    with pytest.raises(ValueError, match="nothing to carry"):
        same.carried()
    with pytest.raises(ValueError, match="no softmax"):
        ex.log_p(Elmo(elmo.bilm), same.first, PAIR)
    for wrong, said in (
        ((3, 1), "Layer 3"),
        ((-1, 1), "Layer -1"),
        ((1, 6), "Position 6"),
        ((0, 1, [2]), "no cells"),
    ):
        with pytest.raises(ValueError, match=said):
            ex.exchange(same.first, *wrong)
    with pytest.raises(ValueError, match="Layer 0 has no cells"):
        ex.hold(0, {1: 1.0})


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_cells_over_a_text(elmo, direction):
    text = [A, ["dog"], [], B, A[:3]]
    found = dict(ex.cells_of(elmo, text, direction, max_tokens=14))
    assert sorted(found) == list(range(5))
    for i, sentence in enumerate(text):
        cells = ex.read(elmo, sentence, direction=direction).c[0, :, 1:]
        cells = cells.flip(1) if direction == "backward" else cells
        assert torch.allclose(found[i], cells, atol=1e-6)


def test_cells_that_follow_a_fact(elmo):
    text = [A, ["dog"], B, A[:3]]
    found = dict(ex.cells_of(elmo, text))
    whole = np.concatenate([found[i][1].numpy() for i in range(4)])  # layer 2, (words, cells)
    facts = {
        "cell 3": [(1 - 2 * found[i][1, :, 3]).tolist() for i in range(4)],
        "plural": [[float("dogs" in s[: k + 1]) for k in range(len(s))] for s in text],
        "always": [[1.0] * len(s) for s in text],
    }
    r = ex.following(elmo, text, facts)
    assert list(r) == list(facts) and r["plural"].shape == (2, 8)
    assert r["cell 3"][1, 3] == pytest.approx(-1, abs=1e-6) and not r["always"].any()
    plural = np.concatenate(facts["plural"])
    assert r["plural"][1, 6] == pytest.approx(np.corrcoef(plural, whole[:, 6])[0, 1], abs=1e-4)


# ---- the trained model ----


def test_the_number_climbs_and_random_weights_have_nothing_to_carry():
    shipped = Elmo.load()
    both = "The boys who play in the park", "The boy who plays in the park"
    shares = ex.Comparison(shipped, *both, ("are", "is")).carried()
    assert shares[:, -1] == pytest.approx([0, 0.08, 0.90], abs=0.01)
    assert shares[1, 2] > 0.9 and shares[2, 2] < 0.4
    assert not ex.Comparison(with_random_weights(shipped, 0), *both, ("are", "is")).differs


def test_two_held_cells_close_a_bracket_that_nobody_opened():
    shipped = Elmo.load()
    born = "The king of the north , born in 1920"
    held = ex.read(shipped, born, [[], [ex.hold(1, {358: -3, 337: 3})]])
    before, after = np.exp(ex.log_p(shipped, held, [")"])[:, 0])
    assert before < 0.01 and after > 0.9
