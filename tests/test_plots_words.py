"""The figures of chapters 00 to 07b show what they are given."""

from collections import Counter

import numpy as np
from drawn import Case, boxed, texts
from matplotlib.colors import to_hex
from scipy.sparse import csr_array

from elmo_lite.char_cnn import CharCNN, CharShape
from notebooks.course.plots import (
    ch00,
    ch01,
    ch02,
    ch03,
    ch03b,
    ch04,
    ch05,
    ch06,
    ch06b,
    ch07,
    ch07b,
)
from notebooks.course.plots import colours as c

BANKS = ["the bank of a river".split(), "we left the bank".split(), "a bank lends".split()]  # noqa: SIM905
CAT = ["The", "fat", "cat", "sat", "on", "the", "mat"]
WORDS = ["what", "will", "the", "fat"]
TABLE = np.arange(12).reshape(4, 3) / 10
RNG = np.random.default_rng(0)
APART = [[0, 0], [1, 0], [0, 1], [9, 9], [8, 9], [9, 8]]  # two groups of points
SMALL = CharCNN(CharShape(filters=((1, 2), (2, 3), (3, 4)), num_highway=2, emb_dim=6))

CASES = [
    Case(ch00.sense_map, (np.eye(3, 2), ["gift.talent", "bank.money", "gift.talent"],
         "all: 3 of 3"), numbers=[1, 0], texts=["all: 3 of 3", "재능 a talent", "bank.money"],
         said="Map of 3 vectors by sense. all: 3 of 3 find their sense."),
    Case(ch00.elmo_picture, (np.arange(18.0).reshape(2, 9) - 8, [np.ones((2, 9))] * 2,
         [-np.ones((2, 9))] * 2, ["a", "gift"], 1), texts=["gift", "ELMo", "layer 2", "layer 0"],
         said="no arrow goes from one stack to the other. On the right the vectors of gift"),
    Case(ch00.colour_key, (), texts=["x[k]", "h_fwd[k, j]", "h_bwd[k, j]"], said="backward"),
    Case(ch01.bigram_table, ([[2, 1], [0, 3]], ["I", "am"], ["am", "귀여운"]),
         numbers=[2 / 3, 1 / 3, 0, 1], texts=["2/3", "1/3", "3/3"], said="1 of 4 cells"),
    Case(ch01.written, ([[("The", 3, 40), ("old", 1, 1)]],), texts=["The", "3 of 40", "1 of 1"],
         said="The (3 of 40) old (1 of 1)"),
    Case(ch01.written, ([[("a", 1, 3)], [("b", 2, 2)]], ["n = 1", "n = 2"]),
         texts=["n = 1", "n = 2", "1 of 3"], said="n = 1: a (1 of 3) / n = 2: b (2 of 2)"),
    Case(ch01.shares, ([2, 3], {"copies": [1.5, 90]}, "How much is copied?", "sentences"),
         numbers=[1.5, 90], texts=["copies", "How much is copied?", "% of the sentences"],
         said="How much is copied? Percent for n = 2, 3. copies 1.5, 90.0"),
    Case(ch01.surprises, (["New", "York"], {"no context": [400, 100], "bigram": [100, 1]}),
         texts=["400", "York", "200", "10", "perplexity"],
         said="no context: New 400, York 100; bigram: New 100, York 1"),
    Case(ch01.add_delta_curves, ([0.1, 1], {"bigram": [200, 300], "trigram": [900, 700]}),
         numbers=[200, 300, 700, 900], texts=["200 at δ = 0.1", "700 at δ = 1", "trigram"]),
    Case(ch02.word_strips, (["선생님", "교사"], [[0, 1], [0.5, 0]], "one-hot"),
         texts=["선생님", "0.5", "1"], said="교사 0.5, 0"),
    Case(ch02.table_lookup, (WORDS, np.eye(4)[2], TABLE), texts=["one-hot vector", "0.7"],
         said="a 1 at place 3 of 4, times a table of 4 rows gives row 3, 0.6 0.7 0.8"),
    Case(ch02.through, (["the", "cat"], [[0.5, -1], [0, 2]], np.linspace(-1, 1, 8),
         {"sat": 0.5, "ran": 0.25}, {"sat": 0.1, "ran": 0.2}, "sat"), numbers=[3, 1.5],
         texts=["the", "−1.0", "50.0%", "P(next word); grey line: counts"],
         said="then the 8 hidden units, from -1.00; to 1.00, then P of each word: sat 50.0%"),
    Case(ch02.networks, (), texts=["perceptron", "recurrent network (RNN)", "hidden layers"],
         said="in a recurrent network the hidden layer of each word also reads that of the word"),
    Case(ch02.drift, (["a", "b", "c"], [np.eye(3), [[1, 1, 0], [1, 1.1, 0], [1, 0.9, 0]]],
         {"table learns": [0.1, 0.3]}), numbers=[0.1, 0.3],
         texts=["a", "b", "c", "table learns", "3 rows of E in 1 readings"],
         said="the mean cosine in a group goes from 0.00 to 1.00"),
    Case(ch02.pairs_won, ({"all": [27, 25], "table frozen": [3, 4]}, 27, 27 / 7),
         numbers=[27, 25, 3, 4], texts=["all", "26.0", "3.5"], said="all 27, 25; table"),
    Case(ch03.context_windows, (CAT, 2), texts=["2 contexts", "4 contexts"],
         said="2, 3, 4, 4, 4, 3, 2 contexts", boxes={c.HERE: CAT}),
    Case(ch03.neighbour_bars, ({"north": [("south", 0.9), ("서쪽", 0.45)]},),
         numbers=[0.342, 0.171], texts=["north", "서쪽", "0.45"], said="north: south 0.90"),
    Case(ch03.cbow_by_hand, (["The", "fat"], [[1, 0], [3, 2]], [[0, 1], [2, 0]], [0, 1], 1),
         texts=["mean h", "u", "0.05", "0.95"], said="with the vectors u are The 1; fat 4"),
    Case(ch03.pair_step, (["cat", "mat"], 0, 1, [[1, 0], [2, 0], [2, 1]], np.zeros((2, 2)),
         [[-0.25, 0], [0.5, 0]]), numbers=[2, 1, -0.25, 0.5],
         texts=["v of cat", "u of cat", "mat", "centre cat, context mat"],
         tips=[(2, 0), (2, 1), (-0.25, 0), (0.5, 0)],
         said="Along v of cat, u of mat moves by +0.50, the others by -0.25 to -0.25."),
    Case(ch03.paths, (["a", "b", "c"], {"left": [np.eye(3, 2), [[1, 1], [1, 1.01], [4, 4]]]},
         ["a", "b"]), numbers=[1, 1.01, 4], texts=["left", "a", "b", "c"],
         said="a and b begin 1.41 apart and end 0.01 apart. Words that end in one place: a, b."),
    Case(ch03.shared_contexts, (["pole", "sea"], ("north", [4, 2]), ("south", [1, 3])),
         texts=["north", "south", "pole", "4.0 ", " 3.0"],
         said="north and of south: pole 4.0, 1.0"),
    Case(ch03.survivors, ({"past": {"right": (80, 70, 90), "surviving": (50, 40, 60)}},),
         numbers=[80, 50, 40, 60, 70, 90], texts=["past", "right", "surviving", "80 → 50"],
         said="past: right 80 (70 to 90), surviving 50 (40 to 60)"),
    Case(ch03b.sigmoid_errors, (["thou", "taco"], [0.2, 0.74], [1, 0]), numbers=[0.2, 0.74, 0.677],
         texts=["thou: +0.45", "taco: -0.68"], tips=[(0.2, 1), (0.74, 0)]),
    Case(ch03b.push_pull, (["not", "thou", "taco"], [[1, 0], [0, 1], [1, 1]],
         [[1, 0.2], [0.5, 1], [-1, 0.5]], [None, 1, 0]), numbers=[1, 0], texts=["not", "thou"],
         tips=[(1, 0.2), (0.5, 1), (-1, 0.5)], said="taco from (1.00, 1.00) to (-1.00, 0.50)"),
    Case(ch03b.drawing_shares, (["the", "rare"], [0.8, 0.01], [0.6, 0.02]),
         numbers=[0.8, 0.01, 0.6, 0.02], texts=["× 0.75", "× 2", "count"]),
    Case(ch03b.forces, (["a", "cat", "sat"], 1, 2, ["a"], ["a", "cat", "sat"],
         [np.eye(3, 2), np.eye(3, 2)], [np.eye(3, 2), [[1, -0.5], [0, 1], [0.3, 0.4]]]),
         texts=["cat", "at random:", "v of cat"], said="these move: a by 0.50, sat by 0.50"),
    Case(ch03b.rules, ({"window": {2: {"frequent": [0.3, 0.4], "rare": [0.2]},
         10: {"frequent": [0.5], "rare": [0.1]}}}, {"window": [10]}),
         numbers=[0.3, 0.4, 0.2, 0.5, 0.1], texts=["window", "2", "10", "frequent", "rare"],
         said="for window. frequent: 2 0.35, 10 0.50; rare: 2 0.20, 10 0.10"),
    Case(ch04.ngram_table, ("eat", 3, 4), texts=["<ea", "eat", "at>", "<eat"], said="n = 4: <eat",
         boxes={c.GREEN: ["<ea", "at>", "<eat", "eat>"]}),
    Case(ch04.shared_ngrams, ("몰라", "모르네", 1, 3), texts=["몰", "모르네"], said="0 of 17"),
    Case(ch04.shared_ngrams, ("eat", "eats", 3, 3), said="2 of 5",
         boxes={c.GREEN: ["<ea", "eat"] * 2, c.FAINT: ["at>", "ats", "ts>"]}),
    Case(ch04.while_typing, (["e", "ea"], ["eat", "몰라", "tea"],
         {"trained": [[0, 0.5, 0.1], [0.9, 0.4, 0.2]], "letters": [[0, 0, 0], [0.5, 0, 0.1]]}),
         numbers=[0.9, 0.4], texts=["trained", "e", "eat", "몰라"],
         said="nearest while ea is typed: e 몰라, ea eat. At the end: eat 0.90, 몰라 0.40"),
    Case(ch04.piece_grid, (["<ea", "eat"], ["eat", "ate"], {"now": [[0, -0.2], [1, 0.5]]}),
         texts=["now", "<ea", "ate"],
         said="1 n-grams are in both and have 1; the others have 0.10"),
    Case(ch04.light_up, ("eat", ["<ea", "eat"], [0.75, 0.25], [("eats", 0.9)], ["eat"]),
         texts=["<ea", "eat", "0.900  eats"], said="<ea (75%)"),
    Case(ch04.come_along, ({"eating": (1, 2), "eat": (0.5, 1)}, "eating", "food"),
         numbers=[1, 2, 0.5], texts=["eat", "eating"], said="eat 0.50, 1.00"),
    Case(ch04.taken_for, ({"나몽생": {"syllables": ["나비"], "jamo": ["남동생", "친동생"]}},
         {"나몽생": "a slip"}), texts=["나비", "남동생, 친동생"], said="나몽생 by syllables: 나비"),
    Case(ch04.what_subwords_buy, ({"rows": dict.fromkeys(ch04.KINDS.values(), 50.0),
                                   "letters": dict.fromkeys(ch04.KINDS.values(), [70, 74])},
         {"rows": ("s", c.GREY), "letters": ("o", c.GREEN)}),
         numbers=[50, 70, 74, 72], texts=["rows", "letters", "72", "never read", "guessing"],
         said="typing error: rows 50, letters 72"),
    Case(ch05.count_tables, ({"raw": [[0, 2], [2, 0]], "log": np.log([[1, 3], [3, 1]])},
         ["a", "b"], {"log": 2}), texts=["raw", "1.10", "b"], said="raw: a with b 2"),
    Case(ch05.on_the_arrow, ({"hockey": [3.0, 4.0], "gas": [-1.0, -0.5]},
                             {"hockey": [157.0, 0.0], "gas": [0.4, 0.6]}, -1.5),
         numbers=[3.0, 4.0, -1.0, -0.5, -1.5], texts=["hockey", "157.0 : 0.0", "typical word"],
         said="hockey +3.0, +4.0"),
    Case(ch05.ratio_dots, (["solid", "cold"], {"solid": 8.9}, [4.0, 0.5], [2.0, 0.2], [8.0, 1.2]),
         numbers=[4, 0.5, 8.9, 2, 8, 0.2, 1.2], texts=["paper 8.9", "ours 4", "ours 0.5"],
         said="cold, ours 0.5 between 0.2 and 1.2"),
    Case(ch05.company, ({"counts": csr_array(np.array([[0, 4.0, 2], [4, 0, 3], [2, 3, 0]]))},
         ["sea", "the", "ocean"], "sea", 2, 1), texts=["ocean", "4.0"],
         said="nearest to sea are ocean, the"),
    Case(ch06.beliefs, (["goal", "now"], {"ready": [[0.25, 0.75], [0.9, 0.1]]}, ["World", "Sport"],
         ["now"]), texts=["goal", "now", "ready", "World", "75", "90"],
         said="ready: after goal Sport 75%, after now World 90%"),
    Case(ch06.says, (["goal", "now"], {"TF-IDF": [[0, 0.5], [0, 0]], "mean": [[1, 2], [-3, 0]]},
         ["World", "Sport"], ["now"]), texts=["goal", "now", "sum", "−3.0", "+0.5"],
         said="mean: World -2.0, Sport +2.0"),
    Case(ch06.leads, ({"titles": {"texts": [42, 168], "unseen": [43, 20], "lead": [26, -1]}},),
         numbers=[42, 168, 26, -1, 43, 20], texts=["texts to learn from"],
         said="by the number of texts"),
    Case(ch06.learning_curves, ({"titles": {"TF-IDF": {42: [0.25, 0.35], 168: [0.5]},
         "mean vector": {42: [0.75], 168: [0.9]}}}, {"TF-IDF": {42: 0.2, 168: 0.4}}),
         numbers=[25, 35, 30, 50, 75, 90, 20, 40], texts=["titles", "mean vector", "42", "168"],
         said="TF-IDF 30, 50; mean vector 75, 90"),
    Case(ch06b.widest_direction, ([[2, 1], [-2, -1], [-0.5, 1]], ["dog", "tea", "hand"],
         np.array([2, 1]) / 5**0.5), numbers=[2, 1, -0.5], texts=["dog", "first axis "],
         said="dog 2.24; tea -2.24"),
    Case(ch06b.word_map, (RNG.normal(size=(30, 2)), [f"word{i}" for i in range(30)],
         {"odd": [f"word{i}" for i in range(1, 30, 2)], "even": [f"word{i}" for i in
          range(0, 30, 2)]}, "PCA"), texts=["odd", "even"], said="30 words in 2 groups"),
    Case(ch06b.where_is, ("bear", dict.fromkeys(("before", "after"), APART),
         ["bear", "cat", "dog", "joy", "fear", "envy"], {"animals": ["bear", "cat", "dog"],
         "feelings": ["joy", "fear", "envy"]}), texts=["bear", "animals", "before"],
         said="on this map the five nearest to bear are"),
    Case(ch06b.wall, ({"bank": {"money": 12, "river": 4}, "bats": {"animal": 4}},),
         numbers=[80], texts=["bank", " 80.0 %"], said="covers 80.0 percent of 20 sentences"),
    Case(ch07.byte_strips, (["a", "😀"], [[259, 98, 260], [259, 241, 160, 153, 129, 260]]),
         texts=["begin", "a", "98", "129", "😀"], said="a 259, 98, 260"),
    Case(ch07.machine, (SMALL, "blorp", ["dog", "cat"],
         SMALL(SMALL.shape.ids_of(["dog", "cat"])).detach(),
         (SMALL, SMALL(SMALL.shape.ids_of(["dog", "cat"])).detach())),
         texts=["<", "b", "width 2", "gate 2", "nearest words"], said="random weights: "),
    Case(ch07.atlas, ({n: np.full((3, 9, n), 98) for n in range(2, 8)},
         {n: np.full((3, 9, n), 99) for n in range(2, 8)}, 2),
         texts=["a", "b", "width 2, no. 2", "width 2, no. 0"],
         said="width 2, no. 2, untrained: aa aa aa"),
    Case(ch07.slide, ("doggy", [[2, 0], [0, 1], [1, 1], [1, 1], [-1, 2]], [[1, 1], [-1, 2]],
         [-1, -3, -2, 2], 3), texts=["−3", "2", "y"], said="the window gy"),
    Case(ch07.right_by_width, ({1: 50, 2: 84},), numbers=[50, 84], texts=["width 2", "84 %"],
         said="width 2 84"),
    Case(ch07.verdicts, (["wug", "xqzt"], [0.75, 0.25]), numbers=[0.75, 0.25], texts=["0.75"],
         said="xqzt 0.25"),
    Case(ch07.amounts, ({"highway 1": {"passed": 42, "removed": 58, "new": 7}},),
         texts=["42 % passed", "7 % new", "highway 1"], said="removed 58, new 7"),
    Case(ch07.taken_out, ({"no highway": 40}, {"the whole network": 78, "no highway": 45}),
         numbers=[40, 78, 45], texts=["no highway", "78 %", "nearest word is right, %"],
         said="the whole network 78; no highway 45"),
    Case(ch07.right_by_step, ({"filters, untrained": 20, "filters": 47},), numbers=[20, 47],
         texts=["47 %"], said="filters 47"),
    Case(ch07b.neighbours, ("money", {"random": ["honey", "only"], "read": ["cash", "pay"]}),
         texts=["random", "honey", "cash"], said="random: honey, only; read: cash, pay"),
    Case(ch07b.paths, ({"money": [0, 1], "honey": [0, -1], "monkey": [0, 1]},),
         numbers=[1, -1], texts=["money", "monkey"], said="Words over 1 steps"),
    Case(ch07b.cosine_tables, ({"now": np.eye(4)[[0, 0, 1, 2]]}, ["a", "b", "c", "d"]),
         texts=["cosines, now", "1.00"], said="a and b 1.00, a and c 0.00"),
    Case(ch07b.moved, ({"held": [1, 0, 0, 0], "free": [1, 1, 0, 0]}, [2, 1, 0, 0], "doggy"),
         numbers=[25, 50, 0, 100], texts=["two and more", "100 %", "25 %  held"],
         said="when doggy was taught, in percent. held: all words 25"),
    Case(ch07b.by_group, ({"random": [50, 60], "warm": [90, 80], "read": [70, 85]},
         ["taught", "new"], "right, %", (0, 100)), numbers=[50, 80, 85], texts=["warm", "new"],
         said="right, %, taught, new: random 50, 60"),
]  # fmt: skip


def test_a_sentence_is_drawn_by_its_counts():
    counted = {("<s>",): Counter(a=3), ("a",): Counter({"</s>": 1})}
    assert ch01.draw(counted, 2, 0) == [("a", 3, 3), ("</s>", 1, 1)]
    assert len(ch01.draw({(): Counter(a=1)}, 1, 0, max_words=5)) == 5


def test_every_n_gram_stands_under_its_place():
    for text in boxed(ch04.ngram_table("eating", 3, 6)):
        start, n = text.get_position()
        assert "<eating>"[start : start + n] == text.get_text()


def test_every_letter_stands_over_its_bytes():
    ids = [259, *(byte + 1 for byte in "남동생".encode()), 260]
    ax = ch07.byte_strips(["남동생"], [ids])
    assert [int(text) for text in texts(ax) if text.isdigit()] == ids
    places = {t.get_text(): t.get_position()[0] for t in ax.texts}
    assert (places["남"], places["동"], places["생"]) == (2.5, 5.5, 8.5)
    faces = [to_hex(cell.get_facecolor()) for cell in ax.patches]
    assert faces.count(c.GREEN.lower()) == 9 and faces.count(c.FAINT.lower()) == 2


def test_words_of_a_map_cover_no_point():
    (case,) = (case for case in CASES if case.figure is ch06b.word_map)
    ax = case.draw()
    ax.figure.canvas.draw()
    notes = [t.get_window_extent() for t in ax.texts if t.get_text().startswith("word")]
    points = ax.transData.transform(case.given[0])
    assert len(notes) > 10 and not any(box.contains(*p) for box in notes for p in points)
