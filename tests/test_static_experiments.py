"""The experiments behind `evaluate static`, on toy texts: what is trained, and what a row says.

Nothing here is a public set: `sets` has pairs and analogies of our own, `text` a page of sentences.
"""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
import small
from gensim.models import FastText, Word2Vec
from scipy.stats import spearmanr

from elmo_lite import corpora, fasttext, static_vectors, word2vec
from experiments import inputs, static, static_compare, static_sampling
from experiments.runner import Runner
from experiments.static_compare import StaticLab

LINES = """
The teacher read a letter to the student in the garden.
The student wrote a letter to the teacher in the kitchen.
A farmer drove the wagon over the bridge to the market.
The farmer sold butter and cheese at the market.
The river under the bridge was frozen in winter.
Butter and cheese were kept in the kitchen in summer.
"""
PAIRS = [
    ("teacher", "student"), ("butter", "cheese"), ("river", "bridge"), ("farmer", "market"),
    ("garden", "kitchen"), ("winter", "summer"), ("letter", "river"), ("wagon", "cheese"),
    ("frozen", "butter"), ("teacher", "teachers"),  # the last word stands in no text
]  # fmt: skip
KNOWN = sorted({word for pair in PAIRS for word in pair} - {"teachers"})
CAPITALS = ["korea", "seoul", "japan", "tokyo"]


def measured(name, lab):
    (each,) = (e for e in static.AREA.experiments if e.name == name)
    return small.measured(each, lab)[0]


@pytest.fixture
def text(tmp_path):
    """A folder like that of the free text."""
    (tmp_path / "train.txt").write_text(LINES.strip() + 20 * LINES, encoding="utf-8")
    return tmp_path


@pytest.fixture
def sets(monkeypatch, tmp_path):
    """Pairs and questions of our own; the people of every set see the pairs in another order."""

    def pairs(name: str):
        order = np.random.default_rng(list(name.encode())).permutation(len(PAIRS))
        rows = [(*pair, float(score)) for pair, score in zip(PAIRS, order, strict=True)]
        return small.examples(rows)

    def analogies(language: str):
        ends = {"en": ("Tokyo", "Oslo")}[language]
        return small.examples([("capitals", "Korea", "Seoul", "Japan", end) for end in ends])

    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(corpora, "word_pairs", pairs)
    monkeypatch.setattr(corpora, "analogies", analogies)


def rho(vectors, pairs):
    """Spearman's correlation of the cosines of pairs with their marks."""
    cosines = [vectors.similarity(a, b) for a, b, _ in pairs]
    return spearmanr(cosines, [mark for *_, mark in pairs]).statistic


@pytest.fixture(autouse=True)
def nothing_is_kept():
    """What was read from a set or trained in one test is not there in the next."""
    yield
    getattr(inputs.vectors, "cache_clear", lambda: None)()
    static_compare.sentences.cache_clear()


def test_the_text_is_cut_after_so_many_words_in_small_letters(text):
    found = static_compare.sentences(text, 20)
    assert [len(sentence) for sentence in found] == [12, 12]
    assert found[0][:3] == ["the", "teacher", "read"]
    with pytest.raises(corpora.Missing, match="name it with --text DIR"):
        static_compare.sentences(None, 20)


SAME = {"window": 2, "sample": 0.01, "epochs": 2, "min_count": 6, "seed": 4}  # in both libraries
OURS = SAME | {"emb_dim": 6, "negatives": 3, "learning_rate": 0.04}
THEIRS = SAME | {"vector_size": 6, "negative": 3, "alpha": 0.04, "workers": 1}
READ = [sentence.split() for sentence in LINES.strip().split("\n")] * 5


def test_gensim_gets_our_settings_in_its_own_words():
    for architecture in ("skip-gram", "cbow"):
        settings = word2vec.Word2VecSettings(**OURS, architecture=architecture)
        wanted = Word2Vec(READ, **THEIRS, sg=int(architecture == "skip-gram")).wv
        found = static_compare.gensim_word2vec(READ, settings)
        np.testing.assert_array_equal(found.vectors, wanted.vectors)
    cut = {"min_n": 2, "max_n": 4}
    wanted = FastText(READ, **THEIRS, **cut, bucket=500, sg=1).wv
    settings = fasttext.FastTextSettings(**OURS, **cut, buckets=500)
    found = static_compare.gensim_fasttext(READ, settings)
    np.testing.assert_array_equal(found.vectors, wanted.vectors)
    np.testing.assert_array_equal(found["teachers"], wanted["teachers"])


def test_ice_and_steam_by_hand(tmp_path):
    far = "Ice one two three four five six seven eight nine ten gas."  # gas is the 11th behind it
    lines = ["Solid ice is cold.", "Hot steam fills the engine.", "The water was ice cold.", far]
    lines += ["Steam over water is a gas."]
    (tmp_path / "train.txt").write_text("\n".join(lines), encoding="utf-8")
    rows = {row["word"]: row for row in measured("ice_steam", StaticLab(tmp_path, range(1)))}
    counts = {word: (row["ice"], row["steam"]) for word, row in rows.items()}
    assert counts == {
        "solid": (1, 0), "gas": (0, 1), "water": (1, 1), "fashion": (0, 0),
        "cold": (2, 0), "hot": (0, 1), "engine": (0, 1),
    }  # fmt: skip
    # Neighbours of ice: 4 + 5 + 10. Of steam: 5 + 6.
    assert (rows["cold"]["p_ice"], rows["water"]["p_steam"]) == (0.105, 0.0909)
    assert rows["water"]["ratio"] == round((1 / 19) / (1 / 11), 3)
    assert rows["gas"]["ratio"] == 0
    assert rows["solid"]["ratio"] is None, "steam was never seen beside it"


def test_the_shipped_vectors_and_glove_answer_the_same_questions(sets, monkeypatch):
    words = [*CAPITALS, *KNOWN]
    ours, glove = small.static_vectors(words, 1), small.static_vectors(words[:-1], 2)
    for vectors, tokyo in ((ours, [3, 1.2]), (glove, [-3, -1.2])):
        vectors.vectors[:4] = 0
        vectors.vectors[4:, :2] = 0  # at right angles to the capitals
        vectors.vectors[:4, :2] = [[1, 0.2], [1, 1.2], [3, 0.2], tokyo]
    monkeypatch.setattr(static_vectors, "load", lambda: ours)
    monkeypatch.setattr(corpora, "glove", {50_000: glove}.__getitem__)
    lab = StaticLab(None, range(1))
    rows = {row["vectors"]: row for row in measured("shipped", lab)}
    for name, vectors in (("static_en", ours), ("GloVe 6B", glove)):
        assert rows[name]["words"] == len(vectors)
        assert rows[name]["asked"] == 1, "oslo is unknown"
        for people in ("ws353", "simlex999", "men"):
            words = {*vectors.index_to_key}
            known = [pair for pair in corpora.word_pairs(people) if {*pair[:2]} <= words]
            assert rows[name][people] == round(rho(vectors, known), 4)
            assert rows[name][f"{people}_pairs"] == len(known)
    assert (rows["static_en"]["analogies"], rows["GloVe 6B"]["analogies"]) == (1, 0)

    differences = measured("shipped_differences", lab)
    assert [row["test"] for row in differences] == ["ws353", "simlex999", "men"]
    for row in differences:
        pairs = [pair for pair in corpora.word_pairs(row["test"]) if {*pair[:2]} <= {*KNOWN[:-1]}]
        assert row["difference"] == pytest.approx(rho(ours, pairs) - rho(glove, pairs), abs=1e-4)
        assert row["low"] < row["difference"] < row["high"]
        assert row["pairs"] == len(pairs) < len(PAIRS) - 1, "a word of theirs is missing too"


def test_unknown_words_are_counted_as_tokens_and_as_types(monkeypatch):
    monkeypatch.setattr(static_compare, "TEXTS", {"toy": lambda: ["The bank zz zz", "the YY"]})
    monkeypatch.setattr(static_compare, "vectors", lambda name: {"the", "bank"})
    counted = {"tokens": 6, "types": 4, "unknown_tokens": 0.5, "unknown_types": 0.5}
    rows = measured("unknown", StaticLab(None, range(1)))
    assert len(rows) == 2 and all(row.items() >= counted.items() for row in rows)


def test_identical_vectors_stop_at_the_most_frequent_sense(monkeypatch):
    monkeypatch.setattr(static_compare, "vectors", lambda name: small.static_vectors(["bank"]))
    found = corpora.senses("en")
    ways = static_compare.ways_to_tell(found)
    nothing = static_compare.sense_accuracy(found, ways["most frequent sense"])
    same = static_compare.sense_accuracy(found, lambda o: np.ones(3))
    assert same == nothing and nothing["occurrences"] == 861
    right = lambda o: np.array([hash(o.sense) % 1000, 500.0])  # noqa: E731
    assert static_compare.sense_accuracy(found, right)["accuracy"] > 0.99
    form = static_compare.sense_accuracy(found, ways["most frequent sense of the form"])
    assert form["accuracy"] >= nothing["accuracy"]


# ---- windows and negatives: chapter 03b ----


@pytest.fixture
def sampling(monkeypatch):
    """The experiment on the toy text: 3,000 pairs, vectors of four numbers."""
    chosen = replace(static_sampling.SETTINGS, emb_dim=4, min_count=1, sample=0, batch_size=64)
    monkeypatch.setattr(static_sampling, "SETTINGS", chosen)
    monkeypatch.setattr(static_sampling, "PAIRS", 3_000)


def test_every_setting_reads_the_text_until_it_has_so_many_pairs(text, sampling):
    work = static_sampling.Text.of(StaticLab(text, range(1)))
    for window in (1, 3):
        readings = work.readings(window)
        ids = np.resize(work.ids, round(readings * len(work.ids)))
        centres, _ = word2vec.pairs(ids, window, np.random.default_rng(1))
        assert len(centres) == pytest.approx(3_000, rel=0.1)


def test_settings_are_measured_for_ours_and_gensims_and_compared_pair_by_pair(
    text, sets, sampling, monkeypatch
):
    two = (static_sampling.USUAL, static_sampling.NARROW)
    monkeypatch.setattr(static_sampling, "MODELS", two)
    runner = Runner(None, "test")
    lab = StaticLab(text, range(1, 3), runner.rows)
    with pytest.raises(ValueError, match="Measure `sampling` first"):
        static_sampling.run_difference(lab, static_sampling.comparisons()[0])
    runner.measure(static_sampling.SAMPLING, lab)
    rows = runner.rows("sampling")
    assert [(r["seed"], r["window"], r["by"]) for r in rows] == list(
        product((1, 2), (5, 2), ("ours", "gensim"))
    )
    assert all(len(static_sampling.unpacked(r["cosines"]["ws353"])) == len(PAIRS) for r in rows)
    first, second = (static_sampling.named(r) for r in rows[:2])
    setting = {"first": first, "second": second, "test": "ws353"}
    found = static_sampling.run_difference(lab, setting)
    pairs = list(corpora.word_pairs("ws353"))[:-1]  # teachers has no vector
    marks = [mark for *_, mark in pairs]
    means = []
    for name in (first, second):
        own = [r for r in rows if static_sampling.named(r) == name]
        cosines = [static_sampling.unpacked(r["cosines"]["ws353"])[:-1] for r in own]
        means.append(np.mean([spearmanr(x, marks).statistic for x in cosines]))
    assert found["difference"] == pytest.approx(means[0] - means[1], abs=1e-4)
    assert found["low"] <= found["difference"] <= found["high"]
    assert found["pairs"] == len(pairs)


def test_what_is_compared_has_rows():
    known = {
        static_sampling.named({"by": by} | model)
        for by in static_sampling.BY
        for model in static_sampling.MODELS
    }
    for row in static_sampling.comparisons():
        assert {row["first"], row["second"]} <= known and row["first"] != row["second"]
