"""The figures of chapters 08 to 12c, and those of several chapters, show what they are given."""

import numpy as np
import pytest
import torch
from drawn import Case, boxes, texts
from matplotlib.colors import to_hex, to_rgba

from elmo_lite import exchange
from elmo_lite.bilm import SHAPES, BiLM, BiLMShape
from elmo_lite.char_cnn import CharShape
from elmo_lite.corpora import Occurrence
from elmo_lite.elmo import Elmo
from notebooks.course.plots import (
    ch08,
    ch08b,
    ch09,
    ch09b,
    ch10,
    ch10b,
    ch11,
    ch11b,
    ch12,
    ch12b,
    ch12c,
    ch13,
    ch13b,
    ch14,
    common,
)
from notebooks.course.plots import colours as c

CAT = ["the", "fat", "cat", "sat", "on", "the", "mat"]
RNG = np.random.default_rng(0)
PARTS = {"token": 1_000_000, "forward": 2_400_000, "backward": 2_400_000, "softmax": 90_000_000}


def occurrence(text, word, sense=""):
    tokens = tuple(text.split())
    return Occurrence(tokens, tokens.index(word), sense, word)


MONEY = occurrence("the bank lent money", "bank", "bank.money")
LOAN = occurrence("a loan from a bank " + "very " * 20, "bank", "bank.money")
RIVER = occurrence("we sat on the bank", "bank", "bank.river")

TINY = Elmo(BiLM(SHAPES["tiny"]))


def halves(said, backward=False):
    """A model of two words that are equally probable."""
    return np.array([0.5, 0.5])


CASES = [
    Case(common.course_map, ("03",), texts=["03 Word2Vec", "▲ you are here"], said="chapter 03"),
    Case(common.perplexity_ladder, ({"uniform": 10002.0, "trigram": 156.84}, ["trigram"]),
         numbers=[10002, 156.84], texts=["10,002", "157", "trigram"], said="trigram 157",
         faces=[c.GREY, c.RED]),
    Case(ch10.arrows_of_senses, ([[3, 1], [0, 2], [2, 1]], ["pear", "boat", "?"], "toy"),
         texts=["pear", "?", "toy"], tips=[(3, 1), (0, 2), (2, 1)],
         said="3 vectors, pear, boat and ?"),
    Case(ch08.memory, (BiLM(SHAPES["tiny"]), ["a", "cat"], ["a", "cats"], 3), texts=["input i",
         "cell 3 of layer 2", "cats"], said="The memory of cell 3 after each word. a cat "),
    Case(ch08.two_readings, (CAT,), texts=["?", "forward: coloured words are known"], boxes={
         c.RED: sum((CAT[:k] for k in range(7)), []), "white": ["?"] * 14,
         c.PURPLE: sum((CAT[k + 1 :] for k in range(7)), [])}),
    Case(ch08.parameter_bars, ({"even": dict.fromkeys(PARTS, 500_000), "b": PARTS},),
         numbers=[25, 100 / 95.8, 240 / 95.8, 9000 / 95.8], said="b: token 1.00, forward 2.40",
         texts=["90.0 M", "token 1.0 M, forward 2.4 M, backward 2.4 M", "95.8 M", "softmax"]),
    Case(ch08.unrolled_bilm, (SHAPES["tiny"], CAT, 3), texts=["token x", "forward 2", "mat"],
         said="35 nodes"),
    Case(ch08.who_sees_whom, ({"honest": [[1, 0], [2, 3]], "naive": np.ones((2, 2))}, CAT[:2]),
         numbers=[2, 3], texts=["honest", "fat"], said="honest: 1 zeros; naive: 0 zeros of 4"),
    Case(ch08.ladder, ({"go": {"cell 241": 6, "all": 43}, "back": {"cell 241": 38, "all": 48}}, 48),
         numbers=[6, 43, 38, 48], texts=["cell 241", "43", "back"],
         said="go: cell 241 6, all 43; back: cell 241 38"),
    Case(ch08.held, ({"near it": {"as it is": [0, 2, 2.5, 2.7], "gate shut": [0, 2, 1, 0.5],
         "layer 1 the same": [0, 2, 1, 0.4]}},),
         numbers=[2.5, 2.7, 0.5], texts=["near", "as it is", "gate shut"],
         said="near it: as it is 0.00, 2.00, 2.50, 2.70, gate shut 0.00, 2.00, 1.00, 0.50, layer"),
    Case(ch08b.packed_rows, ({"forward": [(["<s>", "Sam"], ["Sam", "</s>"], [0, 1])],
         "backward": [(["</s>", "Sam"], ["Sam", "<s>"], [0, 1])]}, 1),
         texts=["Sam", "</s>", "backward: read / predict"], said="2 thick bars"),
    Case(ch08b.run_curve, ([0.2, 2.0, 4.0], {"forward": [400, 90, 70], "backward": [410, 91, 71]},
         [(0.5, 200.0), (1.2, 300.0), (4.0, 75.0)], 2.0), numbers=[0.2, 4, 400, 71, 75],
         texts=["held out", "the rate falls", "300.0", "75.0"],
         said="300.0 after 1.2 million, 75.0 after 4.0 million"),
    Case(ch08b.speaking, ({"new": (["the"], ["!"])}, {"new": halves}, ["bank"],
         {"new": ["the", "!"]}),
         texts=["new", "the", "bank", "!", "50"], said="new: the bank !."),
    Case(ch08b.trail, ({"The boy is": [1.0, 4.9, -0.5], "The boys": [1.0, -3.0]},),
         numbers=[1, 4.9, -0.5, -3], texts=["expects is, was", "boys"], said="The +1.0 boys −3.0"),
    Case(ch08b.far_back, ([0, 1, 12], {"30 updates": [200, 200, 200], "shipped": [400, 100, 50]}),
         numbers=[1, 2, 8], texts=["8.0", "2.0", "30 updates", "shipped"],
         said="30 updates 1.00, 1.00, 1.00; shipped 8.00, 2.00, 1.00"),
    Case(ch08b.squares, ({"always is": [[1, 1], [0, 0]], "who helped": [[0.45, 0], [1, 1]]},),
         texts=["45%", "boys …", "… singers", "who helped"],
         said="always is 100, 100, 0, 0; who helped 45, 0, 100, 100"),
    Case(ch08b.next_words, ({"who liked it": [("was", 0.25), ("very", 0.125)]}, ["win"]),
         texts=["was", "12.5", "The boy who liked it …"], numbers=[25.0, 12.5],
         said="After 'The boy who liked it', in percent: was 25.0; very 12.5"),
    Case(ch08b.slot, ({"liked": 0.2, "had": 0.45, "let": 30.0},
         {"liked": 100.0, "had": 100.0, "let": 0.0}, ["had", "let"]), numbers=[0.2, 0.45, 30, 0],
         texts=["had", "let"], said="let 30.0, 0.0"),
    Case(ch09.one_bilm_many_tasks, (5_906_624, ["tagger", "spam filter"]),
         texts=["biLM\n5,906,624 numbers\nfrozen", "s and γ of the tagger", "h2", "spam filter"],
         said="to 2 tasks"),
    Case(ch09.share_bars, ({"a": [0.5, 0.25, 0.25], "w = (-2)": [0.02, 0.08, 0.9]},),
         numbers=[0.5, 0.25, 0.02, 0.08, 0.9, 1], texts=["0.50", "0.90", "w = (−2)", "layer 1"]),
    Case(ch09.microscope, (["a", "bear"], [[[("an", 0.5), ("the", 0.4)], [("pear", 0.37)]],
         [[("an", 0.5)], [("goat", 0.6)]], [[("an", 0.5)], [("deer", 0.7)]],
         [[("an", 0.5)], [("wolf", 0.65)]]], [0.2, 0.3, 0.5]),
         texts=["pear", "goat", "wolf", "0.30 ×", "bear", "ELMo = sum"],
         said="layer 0: a an 0.50, bear pear 0.37; layer 1: a an 0.50, bear goat 0.60"),
    Case(ch09.paths, ({"apart": [[0.3, 0.3, 0.4, 1.0], [0.1, 0.7, 0.2, 1.5]],
         "equal": [[0.3, 0.3, 0.4, 1.0], [0.9, 0.05, 0.05, 1.0]]},),
         numbers=[0.3, 0.7, 1.5], texts=["layer 1", "γ"],
         said="apart: shares and gamma while they learn, at the end layer 0 0.10; layer 1 0.70"),
    Case(ch09.triangles, ({"family": {(1.0, 0.0, 0.0): 94, (0.0, 1.0, 0.0): 29,
         (0.0, 0.0, 1.0): 11, (0.5, 0.5, 0.0): 96.2}}, {"family": (0.5, 0.5, 0.0)}),
         texts=["94", "29", "11", "96", "layer 0"],
         said="4 mixtures. layer 0 94; layer 1 29; layer 2 11; the ringed one, with shares 0.5"),
    Case(ch09b.moving_shares, ({"tags": [[[0.3, 0.3, 0.4], [0.2, 0.5, 0.3]]]},),
         numbers=[0.3, 0.4, 0.2, 0.5], texts=["layer 2"],
         said="Shares of tags, mean of the seeds at the end: layer 0 0.20; layer 1 0.50"),
    Case(ch09b.asked_and_needed, ({"tags": [[0.1, 0.6, 0.3], [0.1, 0.8, 0.1]]},
         {"tags": [[-0.5, 2.0, 0.1], [-0.5, 3.0, 0.1]]}), numbers=[0.1, 0.7, 0.2, 0.6, 0.8],
         texts=["0.70", "tags", "layer 1", "+2.5"],
         said="Points lost without the layer. tags: layer 0 -0.5, layer 1 +2.5, layer 2 +0.1"),
    Case(ch09b.tug_of_war, ({"λ = 1": [[0.3, 0.001], [0.1, 0.003]]},), numbers=[0.2, 0.002],
         texts=["the task", "the leash", "λ = 1"],
         said="at the end, λ = 1: the task 2e-01, 2e-01; the leash 2e-03, 2e-03."),
    Case(ch09b.shares_by_distance, ({"-1: 69 %": [0.04, 0.71, 0.25], "0: 95 %": [0.1, 0.7, 0.2]},),
         numbers=[0.71, 0.25, 0.1], texts=["−1: 69 %", "0.71", "layer 2"],
         said="-1: 69 % 0.04, 0.71, 0.25"),
    Case(ch10.sense_map, (np.arange(4.0).reshape(2, 2), ["b.x", "a.y"], "PCA"),
         numbers=[0, 1, 2, 3], texts=["x", "y", "PCA"]),
    Case(ch10.maps_with_snippets, ({"trained": np.eye(3, 2), "warm": -np.eye(3, 2)}, [MONEY,
         RIVER, LOAN], [0, 2]), numbers=[0, 1],
         texts=["A  the BANK lent money"], said="The marked sentences: A the BANK lent money; B "),
    Case(ch10.own_sentence, (np.eye(3, 2), ["bank.money", "bank.river"], MONEY, [(RIVER, 0.4)]),
         numbers=[0, 1], texts=["0.40", "river"], said="river 0.40."),
    Case(ch10.two_worlds, ({"layer 2": (TINY, np.eye(3, 2 * TINY.bilm.shape.proj_dim), 2)},
         [["a", "bat", "cat"]], ((["a", "bat"], 1), (["bat", "."], 0)), {"bat"}, ["ball"]),
         texts=["ball", "layer 2", "a BAT"], said="in 'a bat'; 'bat .'. A row a word: ball. layer"),
    Case(ch10.two_worlds, ({"layer 0": (TINY, np.eye(3, 2 * TINY.bilm.shape.proj_dim), 0)},
         [["a", "bat", "cat"]], ((["a", "bat"], 1), (["bat", "."], 0)), {"bat"}),
         texts=["it has no row for this word"], said="A row a word: it has no row for this word."),
    Case(ch10.told_and_untold, ({"words around": (62.3, 80.9), "layer 2": (79.6, 79.9)}, "right"),
         numbers=[62.3, 79.6], texts=["62.3 → 80.9", "layer 2", "right"],
         said="told the part of speech: words around 62.3 → 80.9; layer 2 79.6 → 79.9."),
    Case(ch10b.ballot, (MONEY, [RIVER, LOAN], [0.1, 0.4], 1), numbers=[0.1, 0.4], texts=["1 vote",
         "0 votes", "we sat on the BANK"], said="BANK lent money': money 1; river 0."),
    Case(ch10b.borders, ([[1.0, 0.0], [1.0, 0.4]], {"all": (0.9, 0.1), "fair": (0.5, 0.5)}),
         numbers=[1, 0.4], texts=["all", "fair", "one pear"], said="all 1; fair 0 of 2 ships"),
    Case(ch10b.book_page, ([["a", "bank", "."], ["no"]], {(0, 1): "bank.river"}),
         texts=["bank", "river", "no"], said="with its senses: bank river."),
    Case(ch10b.book_page, ([["a", "bank", "bank"]], {(0, 1): "bank.river", (0, 2): "bank.river"},
         ["money", "river"]), texts=["✗ river", "(money)", "✓ river"],
         said="with its senses: bank ✗ river, bank ✓ river."),
    Case(ch11.tag_grid, (["to", "play"], [["PART", "NOUN"], ["PART", "VERB"]], ["the", "play"],
         [["DET", "NOUN"], ["DET", "NOUN"]]), texts=["play", "layer 1", "PART", "DET", "VERB"],
         said="layer 1: DET NOUN. Framed, as the tag has changed: to to the in layer 0, "),
    Case(ch11.journey, ({"forward": [[90.0, 50.0], [95.0, 58.0], [94.0, 60.0]], "backward":
         [[90.0, 51.0], [92.0, 57.0], [91.0, 59.0]]},), numbers=[95, 58, 94, 60, 92, 57],
         texts=["forward half", "2"], faces=[c.RED, "white"],
         said="forward half: layer 0 90.0, 50.0; layer 1 95.0, 58.0"),
    Case(ch11.lens_grid, (["a", "cat"], [[[("a", 0.9), ("an", 0.1)], [("dog", 0.4), ("cat", 0.3)]],
         [[("cat", 0.2), ("<unk>", 0.1)], [("is", 0.6), ("was", 0.2)]]]), texts=["dog", ".40", "is",
         "⟨rare⟩"], said="layer 1: a → cat 0.20, cat → is 0.60; layer 0: a → a 0.90"),
    Case(ch11b.next_words, ({"as it is": [("in", 0.25), ("<unk>", 0.125)],
         "two cells held": [(")", 0.92), ("in", 0.01)]}, ")"), numbers=[0.8 * 0.25, 0.8 * 0.92],
         texts=["0.250", "⟨rare⟩", "two cells held", "0.920"],
         said="as it is: in 0.250, <unk> 0.125; two cells held: ) 0.920, in 0.010"),
    Case(ch11b.carried, (["The", "boys"], ["The", "boy"], [[0.0, 0.96], [0.0, 0.29]],
         ["are", "is"]), numbers=[0.96, 0.29], texts=["0.96", "0.29", "boy\n→ boys", "layer 2"],
         said="layer 2 0.00, 0.29; layer 1 0.00, 0.96"),
    Case(ch11b.river, (["noun", "that", "we"], [[1, 0.5, 0.2], [0.33, 0.75, 0.8]],
         [[[0.9, 1.1]] * 3, [[0.3, 0.4]] * 3]), numbers=[1 - 0.39 * 0.4, 1 - 0.39 * 0.3],
         texts=["layer 1", ".33", "1.00", ".80", "that"], tips=[(0.72, 0.62), (1.72, 0.62)],
         said="layer 1 1.00, 0.50, 0.20; layer 2 0.33, 0.75, 0.80"),
    Case(ch11b.best_cells, ({406: 0.82, 17: 0.05}, [0.01, -0.01, 0.03]), numbers=[0.82, 0.05, 0.03],
         texts=["0.82", "0.05", "cell 406", "random cells", "0.010"],
         said="cell 406 0.82; cell 17 0.05; random cells on average 0.010"),
    Case(ch11b.knowing, ({"layer 1": 100.0, "layer 1, random weights": 99.0},
         {"layer 1": 0.18, "layer 1, random weights": np.nan}), numbers=[1.0, 0.99, 0.18],
         texts=["100", "0.18", "the answers hardly differ"],
         said="layer 1 1.00, 0.18; layer 1, random weights 0.99, the answers hardly differ"),
    Case(ch11b.tape, (["(", "old", ")"], {"337 of layer 1": [1.0, 0.9, -0.99]}),
         numbers=[0.08 + 0.08, 0.08 - 0.99 * 0.08],
         texts=["(", "0.9", "−1.0", "337 of layer 1"],
         said="337 of layer 1: ( 1.0, old 0.9, ) -1.0"),
    Case(ch11b.follows, ({"in brackets": 0.91, "how far": 0.69}, {"in brackets": [0.15, 0.24],
         "how far": [0.94, 0.93]}), numbers=[0.91, 0.24, 0.69, 0.94],
         texts=["in brackets", "● trained   ○ random weights"], faces=["white", c.HERE] * 2,
         said="in brackets 0.91, 0.15, 0.24; how far 0.69, 0.94, 0.93"),
    Case(ch11b.turned, ([-3, 0, 3],
         {"a mark is open": [0.1, 0.5, 0.9], "no mark": [0.01, 0.03, 0.25]},
         [[0.3, 0.3, 0.3], [0.5, 0.5, 0.5]], "P of a quotation mark"),
         numbers=[0.1, 0.9, 0.25, 0.4], texts=["a mark is open", "no mark", "random cells", "−3"],
         said="a mark is open 0.100, 0.500, 0.900; no mark 0.010, 0.030, 0.250; random cells 0.4"),
    Case(ch12.word_pushes, ([("ELMo", ["free", "now"], [4.0, -2.0]), ("static", ["free"], [0.5])],),
         texts=["free\n+4.00", "now\n−2.00", "free\n+0.50"], said="free +4.00"),
    Case(ch12.by_update, (range(0, 42, 2), {"accuracy": np.arange(21.0) + 60, "F1": np.arange(21),
         "chosen": np.arange(21) + 1}),
         numbers=[80, 20, 21], texts=["accuracy", "F1", "chosen", "one epoch of ours"],
         said="accuracy 61.0, 73.0, 80.0; F1 1.0, 13.0, 20.0; chosen 2.0, 14.0, 21.0"),
    Case(ch12b.side_by_side, ([["a", "race"], ["race"]], {"x": [np.eye(2, 30), np.eye(1, 30)],
         "ELMo": [3 * np.eye(2, 40), 4 * np.eye(1, 40)], "random": [np.eye(2, 40), np.eye(1, 40)]}),
         numbers=[1, 3, 4], texts=["race", "3.0", "4.0", "x: 15 of 30 numbers"],
         said="Mean lengths: x 1.0; ELMo 3.3; random 1.0"),
    Case(ch12b.four_networks, ({"GloVe": [[84, 86], [83, 84]], "learned": [[80, 81], [82, 83]]},),
         numbers=[85, 83.5, 80.5, 82.5, 84], texts=["GloVe", "−1.5", "+2.0", "with ELMo"],
         said="GloVe 85.0, 83.5; learned 80.5, 82.5"),
    Case(ch12b.reading, ([["goal", "fell"], ["a"]], ["Sports", "World"], {"loud": [[[0.75, 0.25],
         [0.5, 0.5]], [[0.25, 0.75]]]}), numbers=[0.75, 0.25, 0.5],
         texts=["75", "goal", "Sports", "loud", "25"],
         said="'goal fell', loud: Sports 50%; World 50%; 'a', loud: Sports 25%; World 75%"),
    Case(ch12c.looks, (["child"], ["boy", "yard"], {"ELMo": [[0.75, 0.25]]}), numbers=[0.75, 0.25],
         texts=[".75", "child", "yard", "ELMo"], said="ELMo: child at boy (0.75)"),
    Case(ch12c.span_rows, (["Maria", "Silva", "flew", "to", "New", "York"], [(0, 2, "person"),
         (4, 6, "place")], [(0, 2, "person"), (4, 5, "place")]), texts=["person"], said="1 agree"),
    Case(ch12c.table_1, ({"SQuAD": (84.4, 81.1, 85.8, 24.87)},), numbers=[84.4, 81.1, 85.8],
         texts=["+4.7 points, 24.9 % of the errors", "baseline"], said="SQuAD: 81.1 to 85.8"),
    Case(ch13.exchanged, ({"a b": (["<s>", "a\n(c)", "b", "</s>"], [0, 1.5, 0.5, 0], [-0.5, 0, 0,
         0])},), numbers=[1.5, -0.5], texts=["1.5", "−0.5", "from the left (red) +2.0, from "
         "the right (hatched) −0.5"], said="from the right -0.5, +0.0, +0.0, +0.0, sum -0.5"),
    Case(ch13.growth, ({"eojeol": [1, 2, 3], "jamo": [2, 3, 3]},), numbers=[1, 2, 3],
         texts=["eojeol 3", "jamo 3"], said="after 3 tokens: eojeol 3; jamo 3"),
    Case(ch13.slip, ("ㄴㅏㅁㄷㅗㅇ", 3, "남동", "나몽", {"jamo": 38.0, "bytes": 19.0}),
         numbers=[38, 19], texts=["without ㄷ", "38"], said="without ㄷ they give 나몽"),
    Case(ch13.by_ending, ({"after a noun": {"가": [56, 46, 64]}, "after a verb": {"지": [74, 64,
         82]}}, "original, %"), numbers=[56, 74, 46, 82], texts=["56", "지", "after a noun"],
         said="after a noun: 가 56, 46, 64; after a verb: 지 74, 64, 82"),
    Case(ch13b.leaning, ({"layer 1": ({"thin": [-0.5, -0.25], "going": [0.25]}, 0.125)},
         "thin or going"), numbers=[-0.5, 0.25, 0.125], texts=["layer 1", "● thin", "■ going"],
         said="layer 1: thin -0.38, going +0.25, asked +0.12"),
    Case(ch13b.moves, ({"the noun": [(-0.5, 0.25), (0.125, 0.25)]}, "thin or going"),
         texts=["the noun", "thin or going"], said="the noun: 1 / 2"),
    Case(ch13b.which, (["작은", "배를"], 1, {"layer 1": [("배가", "ship"), ("배는", "pear")]},
         ["pear", "ship"]), texts=["배가\nship", "layer 1"],
         said="to 배를 in '작은 배를'. layer 1: 배가 (ship), 배는 (pear)"),
    Case(ch13b.blocks, ({"layer 1": [[1, 0.5, -0.25], [0.5, 1, -0.25], [-0.25, -0.25, 1]]},
         ["thin", "thin", "going"], "가는"), numbers=[0.5, -0.25], texts=["layer 1", "thin"],
         said="layer 1: 0.50 within a sense, -0.25 between senses"),
    Case(ch13b.bet_scores, ({"blind": [40.0], "layer 1": [71.0]}, "right, in %", "layer 1"),
         numbers=[40, 71], texts=["71.0", "blind"], said="The bet: layer 1"),
    Case(ch14.file_map, ({"char_embed": (261, 16), "CNN/W_cnn_0": (1, 2, 16, 32),
         "CNN_high_0/W_carry": (100, 100), "CNN_proj/W_proj": (100, 10)}
         | {f"RNN_{direction}/RNN/MultiRNNCell/Cell{j}/W_0": (1000, 2000)
            for direction in (0, 1) for j in (0, 1)},),
         numbers=[], texts=["8,016,200 weights in 8 arrays, areas to scale", "forward 2\n2.0 M"],
         said="letters and filters 5,200; highway 1 10,000; projection 1,000; forward 1 2,000,000"),
    Case(ch14.forgotten, ({"wild": {"the clip": 0.28, "the order": 7.2},
                           "calm": {"the clip": 0.0, "the order": 0.5}}, 1e-5),
         numbers=[0.28, 7.2, 0.5], texts=["0.28", "the order", "below 1e-05", "calm"],
         said="wild: the clip 0.28; the order 7.2; calm: the clip below 1e-05; the order 0.5"),
    Case(ch14.starts, ({"carried": [1e-6, 1e-6], "fresh": [1e-6, 2.0]},), numbers=[1e-6, 2.0],
         texts=["carried", "fresh"], said="carried 1e-06, 1e-06; fresh 1e-06, 2"),
]  # fmt: skip


def case_of(figure):
    return next(case for case in CASES if case.figure is figure)


@pytest.mark.parametrize(("layers", "skip"), [(1, False), (2, True), (3, False)])
def test_the_unrolled_bilm_has_a_node_for_every_vector_and_its_arrows(layers, skip):
    shape = BiLMShape(CharShape(emb_dim=8), hidden_dim=16, proj_dim=8, num_layers=layers, skip=skip)
    ax = ch08.unrolled_bilm(shape, CAT, chosen=2)
    kinds = [points.get_label() for points in ax.collections]
    assert kinds == ["backward"] * layers + ["token"] + ["forward"] * layers
    seen = {"token": range(7), "forward": range(3), "backward": range(2, 7)}
    for points in ax.collections:  # solid is what the word has read; the word itself has a ring
        faces = points.get_facecolors()
        assert [k for k in range(7) if faces[k][3] == 1] == list(seen[points.get_label()])
        assert to_hex(faces[2]) == c.COLOURS[points.get_label()].lower()
        assert tuple(points.get_edgecolors()[2]) == to_rgba(c.HERE)
    ways = [(t.xyann, t.xy) for t in ax.texts if getattr(t, "arrow_patch", None)]
    for (x0, y0), (x, y) in ways:  # forward to the right and up, backward to the left and down
        assert y0 * y >= 0, "no arrow joins the two stacks"
        assert (x - x0, y - y0) in ([(1, 0), (0, 1)] if y > 0 else [(-1, 0), (0, -1)])
    # in each row 6 arrows along and 7 from the row before; 7 bows in each layer from the second on
    assert len(ways) == 2 * layers * (6 + 7) + 2 * 7 * (layers - 1) * skip


def test_exact_zeros_are_hatched_and_all_tables_have_one_scale():
    triangle = np.tril(np.full((3, 3), 0.5))
    ax = ch08.who_sees_whom({"honest": triangle, "naive": np.full((3, 3), 0.1)}, CAT[:3])
    honest, naive = ax.child_axes
    hatched = {(p.get_y() + 0.5, p.get_x() + 0.5) for p in honest.patches if p.get_hatch()}
    assert hatched == {(0, 1), (0, 2), (1, 2)} and not naive.patches
    assert honest.images[0].norm is naive.images[0].norm


def test_packed_rows_show_where_the_state_is_forgotten_and_where_a_window_ends():
    row = (["<s>", "the", "cat", "<s>", "Sam"], ["the", "cat", "</s>", "Sam", "</s>"])
    ax = ch08b.packed_rows({"forward": [(*row, [0, 1, 1, 0, 1])], "backward": []}, steps=3)
    assert boxes(ax, c.FAINT) == row[0]
    assert texts(ax)[2::2] == row[1]
    drawn = [round(float(line.get_xdata()[0])) for line in ax.get_lines()]
    assert drawn[:3] == [0, 3, 3], "two bars, and the edge of a window"


def test_the_nearest_words_are_written_differently_and_named_once():
    known = torch.tensor([[3.0, 0.0], [2.0, 0.1], [2.0, 0.2], [-4.0, 1.0], [-3.0, -1.3]])
    names = ["Bear", "wolf", "Wolf", "carry", "hold"]
    ((first, second, third),) = ch09.near(["bear"], known[:1] + 1, known + 1, names)
    assert [first[0], {second[0], third[0]}] == ["wolf", {"carry", "hold"}]
    assert first[1] > 0.9 > 0 > second[1]


def test_a_mixture_stands_between_the_layers_that_it_is_made_of():
    corners = np.array([ch09._place(tuple(row)) for row in np.eye(3)])
    np.testing.assert_allclose(ch09._place((0.2, 0.3, 0.5)), [0.2, 0.3, 0.5] @ corners)


@pytest.mark.parametrize(
    ("kernel", "bet", "row"),
    [("en", "layer 1", "layer 1"), ("ko", "layer 1", "1층"), ("ko", "1층", "1층")],
)
def test_a_bet_is_on_a_row_by_its_name_in_the_figure_or_in_english(monkeypatch, kernel, bet, row):
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", kernel)
    found = {"blind": [40.0], "layer 1": [71.0]}
    ax = ch13b.bet_scores(found, "right tags on GSD, in %", bet)
    names = {text.get_color(): text.get_text() for text in ax.get_yticklabels()}
    assert names[c.SENSE_COLOURS[5]] == row
    with pytest.raises(ValueError, match=f"There is no row 'layer 3' to bet on: .*{row}"):
        ch13b.bet_scores(found, "right tags on GSD, in %", "layer 3")


def test_each_classifier_has_its_own_scale_of_pushes_red_towards_spam():
    ax = case_of(ch12.word_pushes).draw()
    free, now, static = (patch.get_facecolor() for patch in ax.patches)
    assert free == static, "each is the largest push of its row"
    assert free[0] > free[2] and now[2] > now[0] and "towards spam" in ax.get_xlabel()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "The boys with the red kite"), ("ko", "그 제안에는 아무런 관심이")],
)
def test_the_memory_of_08_is_that_of_the_library(language, sentence):
    """Its own loop clips the cell and the output, as equations (3) and (5) say."""
    elmo, words = Elmo.load(language), sentence.split()
    cells = ch08.traced(elmo.bilm, words)[4]
    for cell in (0, 241, 372):
        want = exchange.read(elmo, words).cell(2, cell)[0, -len(words) :]
        assert np.allclose(cells[:, cell], want, atol=1e-5)
