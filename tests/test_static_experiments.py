"""The experiments of static.py, on toy texts: what is trained, and what a row says.

Nothing here is a public set: `sets` has pairs and analogies of our own, `text` a page of sentences.
"""

from dataclasses import replace

import numpy as np
import pytest
import small
from gensim.models import FastText, Word2Vec
from scipy.stats import spearmanr

from elmo_lite import corpora, fasttext, running_text, static_vectors, word2vec
from elmo_lite.controls import with_random_weights
from elmo_lite.elmo import Elmo
from experiments import inputs, static, static_compare, static_sampling

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


def test_the_shipped_vectors_and_glove_answer_the_same_questions(sets, monkeypatch):
    words = [*CAPITALS, *KNOWN]
    ours, glove = small.static_vectors(words, 1), small.static_vectors(words[:-1], 2)
    for vectors, tokyo in ((ours, [3, 1.2]), (glove, [-3, -1.2])):
        vectors.vectors[:4] = 0
        vectors.vectors[4:, :2] = 0  # at right angles to the capitals
        vectors.vectors[:4, :2] = [[1, 0.2], [1, 1.2], [3, 0.2], tokyo]
    monkeypatch.setattr(static_vectors, "load", lambda: ours)
    monkeypatch.setattr(corpora, "glove", {50_000: glove}.__getitem__)
    rows = {row["vectors"]: row for row in small.measured(static.shipped)[0]}
    for name, vectors in (("static_en", ours), ("GloVe 6B", glove)):
        assert rows[name]["words"] == len(vectors)
        assert rows[name]["asked"] == 1, "oslo is unknown"
        for people in ("ws353", "simlex999", "men"):
            words = {*vectors.index_to_key}
            known = [pair for pair in corpora.word_pairs(people) if {*pair[:2]} <= words]
            assert rows[name][people] == round(rho(vectors, known), 4)
            assert rows[name][f"{people}_pairs"] == len(known)
    assert (rows["static_en"]["analogies"], rows["GloVe 6B"]["analogies"]) == (1, 0)


def test_unknown_words_are_counted_as_tokens_and_as_types(monkeypatch):
    monkeypatch.setattr(static, "TEXTS", {"toy": lambda: ["The bank zz zz", "the YY"]})
    monkeypatch.setattr(static, "vectors", lambda name: {"the", "bank"})
    counted = {"tokens": 6, "types": 4, "unknown_tokens": 0.5, "unknown_types": 0.5}
    ((row,), _) = small.measured(static.unknown)
    assert row.items() >= counted.items() and row["vectors"] == "static_en"


def test_people_judge_what_reading_changed(monkeypatch):
    """The pairs whose words were both taught, in the order of the set."""
    words = ["bank", "gift", "money", "play", "river"]
    elmo = Elmo(small.language_model(words))
    warm = with_random_weights(elmo, 5)
    pairs = [(a, b, float(i)) for i, a in enumerate(words) for b in words[:i]]
    monkeypatch.setattr(
        corpora, "word_pairs", lambda name: small.examples([*pairs, ("bank", "unread", 9.0)])
    )
    monkeypatch.setattr(static.Elmo, "load", lambda: elmo)
    monkeypatch.setattr(static, "with_warm_start", lambda elmo, seed: warm)
    monkeypatch.setattr(static, "POOL", 3)
    table = np.random.default_rng(3).normal(size=(5, 4)).astype(np.float32)
    monkeypatch.setattr(static, "vectors", lambda name: inputs.keyed(words, table))
    rows, _ = small.measured(static.people)
    assert [row["set"] for row in rows] == ["ws353", "men", "simlex999"]
    ids = {word: i for i, word in enumerate(words)}
    ways = {"skip-gram": table}
    for name, of in (("after reading", elmo), ("warm start", warm)):
        ways[name] = of.embed([words], layer=0)[0][:, : small.SHAPE.proj_dim]
    for name, spelled in ways.items():
        spelled = spelled - spelled[:3].mean(axis=0)
        spelled /= np.linalg.norm(spelled, axis=1, keepdims=True)
        near = [spelled[ids[a]] @ spelled[ids[b]] for a, b, _ in pairs]
        expected = spearmanr(near, [mark for *_, mark in pairs]).statistic
        assert rows[0][name] == pytest.approx(expected, abs=1e-3)
    assert {row["pairs"] for row in rows} == {len(pairs)}
    difference = rows[0]["after reading"] - rows[0]["warm start"]
    assert rows[0]["change"][0] == pytest.approx(difference, abs=2e-4)


# ---- windows and negatives: chapter 03b ----


CACHED = ("text", "vocabulary", "ids", "readings", "trained", "halves")


@pytest.fixture
def sampling(sets, monkeypatch):
    """The experiment on the toy text: 3,000 pairs of words, vectors of four numbers."""
    lines = [line.lower().split() for line in LINES.replace(".", "").strip().split("\n")] * 20
    chosen = replace(static_sampling.SETTINGS, min_count=1, sample=0)
    monkeypatch.setattr(static_sampling, "SETTINGS", chosen)
    monkeypatch.setattr(static_sampling, "PAIRS", 3_000)
    monkeypatch.setattr(static_sampling, "DEFAULT", static_sampling.DEFAULT | {"emb_dim": 4})
    monkeypatch.setattr(static_sampling, "VARIED", {"power": (0.0, 0.75), "window": (2, 5)})
    monkeypatch.setattr(static_sampling, "NEIGHBOURS_OF", ("teacher", "no such word"))
    for name in CACHED:
        getattr(static_sampling, name).cache_clear()
    monkeypatch.setattr(static_sampling, "text", lambda: lines)
    yield static_sampling
    monkeypatch.undo()
    for name in CACHED:
        getattr(static_sampling, name).cache_clear()


def test_every_setting_reads_the_text_until_it_has_so_many_pairs(sampling):
    for window in (1, 3):
        ids = np.resize(sampling.ids(), round(sampling.readings(window) * len(sampling.ids())))
        w, _ = running_text.pairs(ids, window, np.random.default_rng(1))
        assert len(w) == pytest.approx(3_000, rel=0.15)


def test_frequent_and_rare_pairs_are_scored_apart_and_compared_with_the_default(sampling):
    rows, _ = small.measured(sampling.sampling, None)
    settings = [(row["power"], row["window"]) for row in rows]
    assert settings == [(0.75, 5), (0.0, 5), (0.75, 2)]
    assert all(len(row["neighbours"]["teacher"]) == 6 for row in rows)
    assert rows[0]["frequent_pairs"] + rows[0]["rare_pairs"] == len(PAIRS) - 1  # one is unknown
    counts = sampling.counts()
    least = {k: [counts[max(p)] for p in pairs] for k, (pairs, _) in sampling.halves().items()}
    assert min(least["frequent"]) >= max(least["rare"])
    for kind in ("frequent", "rare"):
        assert f"{kind}_gain" not in rows[0]
        gain = np.mean(rows[2][kind]) - np.mean(rows[0][kind])
        assert rows[2][f"{kind}_gain"][0] == pytest.approx(gain, abs=2e-4)
    pairs, marks = sampling.halves()["rare"]
    setting = {name: rows[2][name] for name in sampling.DEFAULT}
    vectors = sampling.trained(1, **setting)
    cosines = [
        vectors[a] @ vectors[b] / np.linalg.norm(vectors[a]) / np.linalg.norm(vectors[b])
        for a, b in pairs
    ]
    assert rows[2]["rare"][0] == pytest.approx(spearmanr(cosines, marks).statistic, abs=1e-3)
