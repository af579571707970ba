"""Sense taggers on vectors whose neighbours are known by hand, and their baselines."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from elmo_lite import senses
from elmo_lite.corpora import Occurrence
from experiments.inputs import keyed
from notebooks.course.check import find


def occurrence(text, word, sense):
    tokens = tuple(text.split())
    return Occurrence(tokens, tokens.index(word), sense, word)


BANK = [
    occurrence("money in the bank", "bank", "bank.money"),
    occurrence("a loan from the bank", "bank", "bank.money"),
    occurrence("the bank lent money", "bank", "bank.money"),
    occurrence("the bank of the river", "bank", "bank.river"),
    occurrence("fish near the river bank", "bank", "bank.river"),
]


# ---- directions and neighbours ----


def test_unit_vectors_have_length_1_and_zeros_stay():
    rows = senses.unit(np.array([[3.0, 4.0], [0.0, 0.0], [-2.0, 0.0]]))
    np.testing.assert_allclose(rows, [[0.6, 0.8], [0, 0], [-1, 0]], rtol=1e-6)


def test_centring_takes_away_what_all_share():
    rows = senses.centred(np.array([[101.0, 5.0], [99.0, 5.0]]))
    np.testing.assert_allclose(rows, [[1, 0], [-1, 0]], atol=1e-6)
    moved = senses.centred(np.array([[3.0, 1.0]]), mean=np.array([3.0, 0.0]))
    np.testing.assert_allclose(moved, [[0, 1]], atol=1e-6)


@given(st.integers(0, 10_000))
def test_neighbours_equal_a_loop_over_all_cosines(seed):
    random = np.random.default_rng(seed)
    queries, bank = (senses.unit(random.normal(size=(n, 4))) for n in (3, 7))
    order, cosines = senses.neighbours(queries, bank, 4)
    for q, row, near in zip(queries, order, cosines, strict=True):
        every = sorted(((float(q @ b), -i) for i, b in enumerate(bank)), reverse=True)[:4]
        np.testing.assert_allclose(near, [c for c, _ in every], atol=1e-6)
        assert row.tolist() == [-i for _, i in every]


# ---- taggers ----

# Directions from the mean: three "a" to the right, two "b" up; one "b" lies among the "a".
TRAIN = np.array([[3, 0], [3, 0.2], [3, -0.2], [-4, 4], [-4, 5], [3, 0.1]])
LABELS = ["a", "a", "a", "b", "b", "b"]


def test_neighbours_vote_and_centroids_average():
    test = np.array([[3.5, 0.1], [-4.0, 4.4]])
    assert senses.by_neighbours(TRAIN, LABELS, test, k=3) == ["a", "b"]
    # The mean of the three b is (-1.67, 3.03), that of the a (3, 0): (0, 1) is nearer to b.
    assert senses.by_centroids(TRAIN, LABELS, np.array([[0, 1.0], [1, 0]])) == ["b", "a"]


def test_a_frequent_sense_does_not_hide_its_own_centroid():
    """Nine ships at (1, 0), one pear at (0, 1): after their mean every sense counts once."""
    train = np.array([[1.0, 0]] * 9 + [[0, 1.0]])
    labels = ["ship"] * 9 + ["pear"]
    moved = train - train.mean(axis=0)  # the ships are left at (0.1, -0.1), next to the origin
    test = np.array([[0.9, 0.2], [0.3, 0.8]])
    cosines = senses.centroid_cosines(train, labels, test)  # pear, ship
    # From (0.5, 0.5) the ship is at (0.5, -0.5): cosine of (0.4, -0.3) with it 0.35 / (0.5 * 0.707)
    np.testing.assert_allclose(cosines[0], [-0.99, 0.99], atol=0.001)
    for vectors, asked in ((train, test), (moved, test - train.mean(axis=0))):
        assert senses.by_centroids(vectors, labels, asked) == ["ship", "pear"]


def test_the_exercises_ask_for_what_the_module_computes():
    whiten = find("10.3")
    for known, new, power in whiten.all_inputs():  # an axis may point either way
        one = ["" for _ in known], ["" for _ in new]
        found = senses.both_in_space(known, one[0], new, one[1], f"whitened 1/{1 / power:.0f}")
        wanted = [senses.unit(part) for part in whiten.reference(known, new, power)]
        np.testing.assert_allclose(found[0] @ found[1].T, wanted[0] @ wanted[1].T, atol=1e-4)
    vote, centroids, bayes = find("10b.1"), find("10b.2"), find("10b.3")
    for labels, cosines in vote.all_inputs():
        assert senses.vote(labels, cosines) == vote.reference(labels, cosines)
    for train, labels, test in centroids.all_inputs():
        cosines = senses.centroid_cosines(train, labels, test)
        np.testing.assert_allclose(cosines, centroids.reference(train, labels, test), atol=1e-4)
    for train, words in bayes.all_inputs():
        # the module reads small letters
        train = [([word.lower() for word in around], sense) for around, sense in train]
        words = [word.lower() for word in words]
        scores = bayes.reference(train, words)
        known = [Occurrence((*around, "x"), len(around), sense, "x") for around, sense in train]
        asked = Occurrence((*words, "x"), len(words), "", "x")
        guess = senses.tag_naive_bayes(known, [asked])[0]
        assert scores[guess] == pytest.approx(max(scores.values()))  # equal scores are a tie


def test_cosines_without_oneself_equal_a_loop_that_leaves_it_out():
    random = np.random.default_rng(3)
    vectors = senses.unit(random.normal(size=(13, 4)))
    labels = np.array([*["a", "b", "c"] * 4, "alone"])
    cosines = senses.left_out_cosines(vectors, labels)
    for i in range(12):
        rest = np.arange(13) != i
        wanted = senses.centroid_cosines(vectors[rest], labels[rest], vectors[[i]])[0]
        np.testing.assert_allclose(cosines[i], wanted, atol=1e-5)
    assert np.isneginf(cosines[12]).all()


def test_subtracting_the_mean_of_each_group_by_hand():
    moved = senses.subtract_means(np.array([[9.0, 7], [9, 5], [5, 7]]), ["a", "a", "b"])
    np.testing.assert_allclose(moved, [[0, 1], [0, -1], [0, 0]])


def test_closer_neighbours_break_a_tie():
    train = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]])
    labels = ["a", "b", "c", "d"]
    assert senses.by_neighbours(train, labels, np.array([[1, 0.9], [0.9, 1]]), k=2) == ["a", "b"]


@pytest.mark.parametrize(
    ("left_out", "tagger"),
    [
        (senses.leave_one_out, senses.by_neighbours),
        (senses.leave_one_out_by_centroids, senses.by_centroids),
    ],
)
def test_leaving_one_out_equals_a_loop_that_leaves_it_out(left_out, tagger):
    random = np.random.default_rng(2)
    vectors = senses.unit(random.normal(size=(25, 4)))
    labels = np.array([*random.choice(["a", "b", "c"], 24), "alone"])
    right = []
    for i in range(25):
        rest = np.arange(25) != i
        right.append(tagger(vectors[rest], labels[rest], vectors[[i]]) == [labels[i]])
    assert left_out(vectors, labels).tolist() == right
    assert 0 < sum(right) < 24 and not right[-1]


def test_one_vote_is_that_of_the_nearest_other():
    """As exercise 10.2 has it, on vectors some of which are equal."""
    random = np.random.default_rng(4)
    vectors = senses.unit(random.normal(size=(30, 3)))[random.integers(0, 20, 40)]
    labels = random.choice(["a", "b"], 40)
    others = (vectors @ vectors.T).round(5)
    np.fill_diagonal(others, -np.inf)
    wanted = labels[others.argmax(axis=1)] == labels
    assert senses.leave_one_out(vectors, labels, k=1).tolist() == wanted.tolist()


def test_nobody_votes_for_itself():
    assert not senses.leave_one_out(np.ones((1, 2)), ["a"]).any()  # nobody is left to vote
    copies = np.array([[1.0, 0]] * 4 + [[0, 1.0]] * 4)
    assert senses.leave_one_out(copies, ["a"] * 4 + ["b"] * 4, k=3).all()


def test_each_lemma_is_tagged_for_itself_and_a_new_one_falls_back():
    train = [occurrence("one play", "play", "play.game"), *BANK]
    test = [occurrence("new bank", "bank", "bank.river"), occurrence("a gift", "gift", "gift.1")]
    vectors = np.eye(6)
    guesses = senses.tag(train, vectors, test, vectors[[5, 0]], fallback={"gift": "gift.1"})
    assert guesses == ["bank.money", "gift.1"]  # three of five neighbours are money
    assert senses.tag(train, vectors, test, vectors[[5, 0]])[1] == ""


def test_scores_and_the_most_frequent_sense_by_hand():
    guesses = ["bank.money"] * 4 + ["bank.river"]
    gold = [o.sense for o in BANK]
    assert senses.balanced_accuracy(gold, guesses) == pytest.approx((1 + 1 / 2) / 2)
    test = [occurrence("a gift", "gift", "gift.1"), BANK[4]]
    assert senses.tag_most_frequent(BANK, test) == ["", "bank.money"]


# ---- an inventory of one's own ----


def test_the_word_is_found_or_marked_in_sentences_of_ones_own():
    found = senses.from_examples(
        "novel",
        {
            "book": ["Her novel ends.", "Two novels , bound"],
            "new": ["A novel about a *novel* idea!", "Novel ways"],
        },
    )
    assert [o.tokens[o.index] for o in found] == ["novel", "novels", "novel", "Novel"]
    assert [o.sense for o in found] == ["novel.book"] * 2 + ["novel.new"] * 2
    assert found[2].tokens == ("A", "novel", "about", "a", "novel", "idea", "!")
    assert (found[2].index, found[2].end, found[2].lemma) == (4, 5, "novel")
    korean = senses.from_examples(
        "배", {"과일": ["배를 깎았다", "배가 달다"], "탈것": ["*배* 한 척", "배는 크다"]}
    )
    assert [o.tokens[o.index] for o in korean] == ["배를", "배가", "배", "배는"]
    spread = senses.from_examples("give up", {s: ["I *give up* ."] * 2 for s in "ab"})
    assert spread[0].tokens[spread[0].index : spread[0].end] == ("give", "up")


@pytest.mark.parametrize(
    ("examples", "said"),
    [
        ({"book": ["a novel", "the novel"]}, "two senses or more"),
        ({"book": ["a novel"], "new": ["novel", "novel"]}, "needs a list of two sentences"),
        ({"book": "a novel", "new": "novel"}, "needs a list of two sentences"),
        ({"book": ["a poem", "novel"], "new": ["novel", "novel"]}, "has no novel: mark it"),
        ({"book": ["novel or novel", "novel"], "new": ["novel"] * 2}, "has novel 2 times: mark it"),
        (
            {"book": ["*a* *novel*", "novel"], "new": ["novel"] * 2},
            "Mark one word with stars, not 2",
        ),
    ],
)
def test_examples_that_leave_a_doubt_are_named(examples, said):
    with pytest.raises(ValueError, match=said):
        senses.from_examples("novel", examples)


# ---- baselines ----


def test_naive_bayes_by_hand():
    # Contexts of one word each; add-one over the two words known: P(x|a) = 2/3, P(x|b) = 1/4.
    train = [occurrence("x w", "w", "a"), occurrence("y w", "w", "b"), occurrence("y w", "w", "b")]
    # "x w": a: 1/3 * 2/3 = 0.222; b: 2/3 * 1/4 = 0.167. "x y w": a: 1/3 * 2/9; b: 2/3 * 3/16.
    test = [occurrence("x w", "w", "a"), occurrence("x y w", "w", "b")]
    assert senses.tag_naive_bayes(train, test) == ["a", "b"]
    test = [occurrence("fish by the bank", "bank", ""), occurrence("a gift", "gift", "")]
    guesses = senses.tag_naive_bayes([*BANK, *train], test)
    assert guesses == ["bank.river", ""], "each lemma for itself"


def test_the_context_leaves_the_word_itself_out_and_its_average_skips_unknown_words():
    spread = Occurrence(("They", "took", "place", "There"), 1, "s", "take_place", end=3)
    assert senses.words_around(spread) == ["they", "there"]
    vectors = keyed(["the", "river", "bank"], np.array([[1, 0], [0, 1], [9, 9]]))
    rows = senses.mean_of_words_around([BANK[3], occurrence("odd bank", "bank", "")], vectors)
    np.testing.assert_allclose(rows, [[2 / 3, 1 / 3], [0, 0]], rtol=1e-6)  # the, the, river


# ---- within and between ----


def test_few_takes_the_same_number_of_each_sense():
    labels = ["a"] * 10 + ["b"] * 3
    rows = senses.sample_of_each(labels, 5, np.random.default_rng(0))
    assert [labels[i] for i in rows] == ["a"] * 5 + ["b"] * 3
    assert len(set(rows.tolist())) == 8
    assert rows.tolist() != senses.sample_of_each(labels, 5, np.random.default_rng(1)).tolist()


def test_anisotropy_is_1_in_a_line_and_near_0_in_a_ball():
    random = np.random.default_rng(0)
    line = np.outer(np.arange(1, 50), [1.0, 2.0])
    assert senses.anisotropy(line, 500, random) == pytest.approx(1, abs=1e-5)
    ball = random.normal(size=(400, 50))
    assert abs(senses.anisotropy(ball, 5000, random)) < 0.02
    assert senses.anisotropy(ball + 3, 5000, random) > 0.8


def test_new_vectors_go_where_the_learned_ones_are():
    random = np.random.default_rng(1)
    train, test = random.normal(3, [5, 1, 1], (30, 3)), random.normal(3, [5, 1, 1], (6, 3))
    words, others = ["a"] * 20 + ["b"] * 10, ["a"] * 6
    for space in senses.SPACES:
        x, y = senses.both_in_space(train, words, test, others, space)
        again, copies = senses.both_in_space(train, words, train[:20], ["a"] * 20, space)
        np.testing.assert_allclose(again, x, atol=1e-6)
        np.testing.assert_array_equal(senses.in_space(train, words, space), x)
        np.testing.assert_allclose(copies, x[:20], atol=1e-5)
        np.testing.assert_allclose(np.linalg.norm(y, axis=1), 1, atol=1e-5)
    centred = senses.both_in_space(train, words, test, others, "centred")[1]
    np.testing.assert_allclose(centred, senses.centred(test, train[:20].mean(axis=0)), atol=1e-5)
    # A word that training never had keeps its mean.
    unseen = senses.both_in_space(train, words, test, ["c"] * 6, "centred")[1]
    np.testing.assert_allclose(unseen, senses.unit(test), atol=1e-6)
    # Half of the whitening power makes covariances equal up to what is added to eigenvalues.
    spread = senses.both_in_space(train, words, test, others, "whitened 1/2")[0].var(axis=0)
    assert spread.max() / spread.min() < 3 < train.var(axis=0).max() / train.var(axis=0).min()
    with pytest.raises(ValueError, match="choose one of raw, centred, whitened 1/4"):
        senses.in_space(train, words, "flat")


def test_the_words_next_door_are_the_one_before_and_the_one_after():
    table = keyed(["the", "river"], np.eye(2))
    found = [
        Occurrence(("The", "bank", "River"), 1, "b", "bank"),
        Occurrence(("bank", "of"), 0, "b", "bank"),
    ]
    before, after = senses.next_door(found, table)
    np.testing.assert_allclose(before, [senses.unit(table["the"]), [0, 0]], atol=1e-6)
    np.testing.assert_allclose(after, [senses.unit(table["river"]), [0, 0]], atol=1e-6)
