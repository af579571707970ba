"""The experiments behind `evaluate static`, on toy texts: what is trained, and what a row says.

Nothing here is a public set: `sets` has pairs and analogies of our own, `text` a page of sentences.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from gensim.models import FastText, KeyedVectors, Word2Vec
from scipy.stats import spearmanr

from elmo_lite import corpora, fasttext, glove, static_vectors, tasks, word2vec
from elmo_lite.corpora.examples import About, Examples, Splits
from elmo_lite.experiments import inputs, static, static_compare, static_korean, static_reviews
from elmo_lite.experiments.results import unpack, values
from elmo_lite.experiments.runner import Runner
from elmo_lite.experiments.static_compare import StaticLab, shares, training, typo_ranks
from elmo_lite.experiments.static_reviews import LETTERS, TFIDF, Reviews
from elmo_lite.text import Vocabulary

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
SCORES = ("ws353", "ws353_pairs", "simlex999", "simlex999_pairs")
TYPOS = 12  # of the toy text; the real one has 300


def measured(name, text=None, seeds=range(1, 2)):
    """The rows of an experiment, and what it was measured on."""
    (each,) = (e for e in static.AREA.experiments if e.name == name)
    runner = Runner(None, "test")
    runner.measure(each, StaticLab(text, seeds))
    found = runner.data["experiments"][name]
    return found["rows"], found["about"]


@pytest.fixture
def text(tmp_path):
    """A folder like that of the free text."""
    (tmp_path / "train.txt").write_text(LINES.strip() + 20 * LINES, encoding="utf-8")
    return tmp_path


@pytest.fixture
def sets(monkeypatch, tmp_path):
    """Pairs and questions of our own; the people of every set see the pairs in another order."""

    def pairs(name: str) -> Examples:
        order = np.random.default_rng(list(name.encode())).permutation(len(PAIRS))
        rows = [(*pair, float(score)) for pair, score in zip(PAIRS, order, strict=True)]
        return Examples(rows, About(name, "none", "none"), {})

    def analogies(language: str) -> Examples:
        assert language == "en"
        rows = [("capitals", "Korea", "Seoul", "Japan", end) for end in ("Tokyo", "Oslo")]
        return Examples(rows, About("questions", "none", "none"), {})

    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(corpora, "word_pairs", pairs)
    monkeypatch.setattr(corpora, "analogies", analogies)


@pytest.fixture
def small(monkeypatch):
    """Vectors of eight numbers, of every word of the toy text."""
    chosen = replace(static_compare.SETTINGS, emb_dim=8, min_count=1)
    monkeypatch.setattr(static_compare, "SETTINGS", chosen)
    fast = replace(static_compare.FAST, emb_dim=8, min_count=1, buckets=500)
    monkeypatch.setattr(static_compare, "FAST", fast)
    monkeypatch.setattr(static_compare, "TYPOS", TYPOS)


@pytest.fixture(autouse=True)
def nothing_is_kept():
    """What was read from a set or trained in one test is not there in the next."""
    kept = static_korean.sentences, static_korean.trained, static_korean.seen, inputs.vectors
    yield
    for cached in kept:
        getattr(cached, "cache_clear", lambda: None)()


def table(words: Sequence[str], seed: int = 0, dim: int = 6) -> KeyedVectors:
    """Random vectors for these words."""
    found = KeyedVectors(dim)
    rows = np.random.default_rng(seed).normal(size=(len(words), dim))
    found.add_vectors(list(words), rows.astype(np.float32))
    return found


def cosine(a: np.ndarray, b: np.ndarray) -> float:
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)))


def agreement(vectors, name: str) -> dict[str, float]:
    """What a row should say of a set of pairs, computed here."""
    known = [pair for pair in corpora.word_pairs(name) if pair[0] in vectors and pair[1] in vectors]
    ours = [vectors.similarity(a, b) for a, b, _ in known]
    rho = float(spearmanr(ours, [score for *_, score in known]).statistic)
    return {name: round(rho, 4), f"{name}_pairs": len(known)}


def on_pairs(vectors) -> dict[str, float]:
    return agreement(vectors, "ws353") | agreement(vectors, "simlex999")


def chosen(row, names=SCORES):
    return {name: row[name] for name in names}


# ---- what all experiments share ----


def test_the_text_is_cut_after_so_many_words_in_small_letters(text):
    found = static_compare.sentences(text, 20)
    assert [len(sentence) for sentence in found] == [12, 12]
    assert found[0][:3] == ["the", "teacher", "read"]
    with pytest.raises(corpora.Missing, match="name it with --text DIR"):
        static_compare.sentences(None, 20)


def test_the_facts_name_the_text_and_the_settings_that_there_are():
    settings = glove.GloveSettings(emb_dim=8, window=3, epochs=2, min_count=4)
    assert static_compare.facts(1_000, settings, note="so") == {
        "settings": "emb_dim 8, window 3, epochs 2, min_count 4",
        "text": "the first 1,000 words of the free text",
        "data": {"WS-353": "exact", "SimLex-999": "exact"},
        "note": "so",
    }


def test_the_seconds_are_those_of_the_training_alone(sets, monkeypatch):
    clock = SimpleNamespace(now=0.0)
    vectors = table(KNOWN)

    def taking(seconds, found):
        def work(*_):
            clock.now += seconds
            return found

        return work

    monkeypatch.setattr(static_compare.time, "perf_counter", lambda: clock.now)
    monkeypatch.setattr(static_compare, "sentences", taking(100, []))
    monkeypatch.setattr(static_compare, "training", lambda _: (taking(2.517, vectors), None))
    row = static_compare.run_training(StaticLab(None, range(1)), {})
    assert row == on_pairs(vectors) | {"seconds": 2.52} and row["ws353_pairs"] == len(PAIRS) - 1
    assert row["ws353"] != row["simlex999"], "each set has its own scores"


# ---- what is trained ----


@pytest.mark.parametrize(("architecture", "sg"), [("skip-gram", 1), ("cbow", 0)])
def test_gensim_gets_our_settings_in_its_own_words(architecture, sg):
    read = [sentence.split() for sentence in LINES.strip().split("\n")] * 5
    settings = word2vec.Word2VecSettings(
        emb_dim=6, window=2, negatives=3, sample=0.01, epochs=2, min_count=6, seed=4,
        architecture=architecture, learning_rate=0.5,
    )  # fmt: skip
    wanted = Word2Vec(
        read, vector_size=6, window=2, negative=3, sample=0.01, epochs=2, min_count=6, seed=4,
        sg=sg, alpha=0.025, workers=1,  # its learning rate is its own
    ).wv  # fmt: skip
    found = static_compare.gensim_word2vec(read, settings)
    assert found.index_to_key == wanted.index_to_key
    np.testing.assert_array_equal(found.vectors, wanted.vectors)


def test_ours_and_gensims_are_trained_for_each_architecture_and_seed(text, sets, small):
    rows, facts = measured("word2vec", text, range(1, 3))
    by, usual = ("ours", "gensim"), static_compare.SETTINGS
    keys = [(row["seed"], row["architecture"], row["by"]) for row in rows]
    assert keys == list(product((1, 2), ("skip-gram", "cbow"), by))
    assert len({row["ws353"] for row in rows}) > 4, "an exchange would be seen"
    assert facts["text"] == "the first 2,000,000 words of the free text"
    makers = dict(zip(by, (word2vec.train, static_compare.gensim_word2vec), strict=True))
    read = static_compare.sentences(text, static_compare.WORDS)
    for row in rows[:4]:
        own = {"seed": row["seed"], "architecture": row["architecture"]}
        assert chosen(row) == on_pairs(makers[row["by"]](read, replace(usual, **own)))


def test_each_setting_trains_what_it_says():
    usual = static_compare.SETTINGS
    for number in (2, 5, 20):
        train, settings = training({"negatives": number, "seed": 3})
        per_word = settings.pool / number
        assert per_word == pytest.approx(usual.pool / usual.negatives, rel=0.03), "the pool grows"
        assert settings == replace(usual, seed=3, negatives=number, pool=settings.pool)
        assert train is word2vec.train
    assert training({"window": 2, "seed": 1})[1] == replace(usual, window=2, seed=1)
    settings = glove.GloveSettings(emb_dim=usual.emb_dim, seed=2)
    assert training({"by": "GloVe", "seed": 2}) == (glove.train, settings)
    assert training({"by": "skip-gram", "seed": 2}) == (word2vec.train, replace(usual, seed=2))


@pytest.mark.parametrize(
    ("name", "column", "found"),
    [
        ("negatives", "negatives", [2, 5, 20]),
        ("window", "window", [2, 10]),
        ("glove", "by", ["GloVe", "skip-gram"]),
    ],
)
def test_every_seed_meets_every_setting(monkeypatch, sets, name, column, found):
    monkeypatch.setattr(static_compare, "sentences", lambda *_: [])
    monkeypatch.setattr(static_compare, "training", lambda _: (lambda *_: table(KNOWN), None))
    rows, _ = measured(name, None, range(1, 3))
    assert [(row["seed"], row[column]) for row in rows] == list(product((1, 2), found))


def test_a_row_of_a_window_names_the_neighbours_of_the_words_that_are_known(sets):
    words = ["king", "good", "eat", *KNOWN, *(f"word{i}" for i in range(5_000)), "prince"]
    vectors = table(words, 2)
    vectors.vectors[-1] = vectors["king"]  # but prince is not among the 5,000 most frequent
    row = static_compare.of_window(vectors)
    for name in ("ws353_similarity", "ws353_relatedness"):
        assert chosen(row, (name, f"{name}_pairs")) == agreement(vectors, name)
    near = {}
    for word in ("king", "good", "eat"):  # kind and police are in no table
        others = [other for other in words[:5_000] if other != word]
        near[word] = sorted(others, key=lambda w: -cosine(vectors[word], vectors[w]))[:5]
    assert row["neighbours"] == near


def test_ice_and_steam_by_hand(tmp_path):
    far = "Ice one two three four five six seven eight nine ten gas."  # gas is the 11th behind it
    lines = ["Solid ice is cold.", "Hot steam fills the engine.", "The water was ice cold.", far]
    lines += ["Steam over water is a gas."]
    (tmp_path / "train.txt").write_text("\n".join(lines), encoding="utf-8")
    rows = {row["word"]: row for row in measured("ice_steam", tmp_path)[0]}
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
    tables = {"static_en": table(words, 1), "GloVe 6B": table(words[:-1], 2)}
    for vectors, tokyo in zip(tables.values(), ([3, 1.2], [-3, -1.2]), strict=True):
        vectors.vectors[:4] = 0
        vectors.vectors[4:, :2] = 0  # at right angles to the capitals
        vectors.vectors[:4, :2] = [[1, 0.2], [1, 1.2], [3, 0.2], tokyo]
    monkeypatch.setattr(static_vectors, "load", lambda: tables["static_en"])
    monkeypatch.setattr(corpora, "glove", lambda words: {50_000: tables["GloVe 6B"]}[words])
    rows = {row["vectors"]: row for row in measured("shipped")[0]}
    assert list(rows) == list(tables)
    for name, vectors in tables.items():
        assert rows[name]["words"] == len(vectors)
        assert rows[name]["asked"] == 1, "oslo is unknown"
        assert chosen(rows[name]) == on_pairs(vectors)
        assert chosen(rows[name], ("men", "men_pairs")) == agreement(vectors, "men")
    assert (rows["static_en"]["analogies"], rows["GloVe 6B"]["analogies"]) == (1, 0)


# ---- fastText ----


def test_gensims_fasttext_gets_our_settings_and_knows_every_word():
    read = [sentence.split() for sentence in LINES.strip().split("\n")] * 5
    settings = fasttext.FastTextSettings(
        emb_dim=6, window=2, negatives=3, sample=0.01, epochs=2, min_count=6, seed=4,
        min_n=2, max_n=4, buckets=500, learning_rate=0.04,
    )  # fmt: skip
    wanted = FastText(
        read, vector_size=6, window=2, negative=3, sample=0.01, epochs=2, min_count=6, seed=4,
        min_n=2, max_n=4, bucket=500, sg=1, alpha=0.04, workers=1,
    ).wv  # fmt: skip
    found = static_compare.gensim_fasttext(read, settings)
    np.testing.assert_array_equal(found.vectors, wanted.vectors)
    np.testing.assert_array_equal(found["teachers"], wanted["teachers"])
    assert "teachers" in found, "gensim says so of every word"


@pytest.fixture
def subword_rows(text, sets, small, monkeypatch):
    """The rows of a small experiment with seed 2; for each its words, and how near is "teachr"."""
    misspelt: list[tuple[list[str], np.ndarray]] = []

    def ranks(words, similarity, number):
        misspelt.append((list(words), similarity("teachr")))
        return typo_ranks(words, similarity, number)

    monkeypatch.setattr(static_compare, "typo_ranks", ranks)
    rows, _ = measured("fasttext", text, range(2, 3))
    return {row["by"]: row for row in rows}, misspelt


def found_again(words, vector) -> dict[str, float]:
    """How many typing errors lead back to their word, by cosines computed here."""

    def similarity(typo):
        return np.array([cosine(vector(typo), vector(word)) for word in words])

    return shares(typo_ranks(words, similarity, TYPOS))


def test_the_rows_of_fasttext_score_known_words_all_words_and_typing_errors(text, subword_rows):
    rows, misspelt = subword_rows
    assert list(rows) == ["ours", "gensim", "word2vec (gensim)", "n-grams only"]
    read = static_compare.sentences(text, static_compare.FAST_WORDS)
    settings = replace(static_compare.FAST, seed=2)
    ours = fasttext.train(read, settings)
    theirs = static_compare.gensim_fasttext(read, settings)
    people = [score for *_, score in corpora.word_pairs("ws353")]
    words = set(Vocabulary.build(read).words[3:])
    models = (("ours", ours.keyed_vectors(), ours.vector), ("gensim", theirs, theirs.get_vector))
    for (by, vectors, vector), (own, near) in zip(models, misspelt, strict=False):
        known = table(sorted(words), dim=8)
        known.vectors[:] = [vectors[word] for word in known.index_to_key]
        assert rows[by]["ws353_pairs"] == len(PAIRS) - 1, "teachers was never seen"
        assert chosen(rows[by]) == on_pairs(known)
        every = [cosine(vector(a), vector(b)) for a, b in PAIRS]
        assert rows[by]["ws353_all"] == round(float(spearmanr(every, people).statistic), 4)
        assert set(own) == words
        teachr = [cosine(vector("teachr"), vector(word)) for word in own]
        np.testing.assert_allclose(near, teachr, atol=1e-5)
        assert chosen(rows[by], ("typos_1", "typos_10")) == found_again(own, vector)
    assert rows["ours"]["ws353_all"] != rows["gensim"]["ws353_all"], "an exchange would be seen"


def test_word2vec_has_no_vector_for_a_typing_error_and_counting_needs_no_training(
    text, subword_rows
):
    rows, misspelt = subword_rows
    read = static_compare.sentences(text, static_compare.FAST_WORDS)
    fast = static_compare.FAST
    plain = Word2Vec(
        read, vector_size=fast.emb_dim, window=fast.window, negative=fast.negatives,
        sample=fast.sample, epochs=fast.epochs, alpha=fast.learning_rate, min_count=1, seed=2,
        workers=1, sg=1,
    ).wv  # fmt: skip
    row = rows["word2vec (gensim)"]
    assert chosen(row) == on_pairs(plain)
    assert (row["typos_1"], row["typos_10"]) == (0, 0) and "ws353_all" not in row

    own, near = misspelt[-1]
    assert own == Vocabulary.build(read).words[3:], "words, without the special ones"

    def jaccard(typo):
        pieces = [set(fasttext.ngrams(word)) for word in (typo, *own)]
        return np.array([len(pieces[0] & p) / len(pieces[0] | p) for p in pieces[1:]])

    np.testing.assert_allclose(near, jaccard("teachr"))
    counted = shares(typo_ranks(own, jaccard, TYPOS))
    assert chosen(rows["n-grams only"], ("typos_1", "typos_10")) == counted
    assert counted["typos_10"] > 0.8


def test_n_grams_are_counted_once_and_models_trained_for_each_seed():
    (each,) = (e for e in static.AREA.experiments if e.name == "fasttext")
    rows = each.grid(StaticLab(None, range(1, 3)))
    models = ("ours", "gensim", "word2vec (gensim)")
    assert [(row["seed"], row["by"]) for row in rows[:-1]] == list(product((1, 2), models))
    assert rows[-1] == {"by": "n-grams only"}


def test_rows_of_length_1_and_a_row_of_zeros():
    found = inputs.unit(np.array([[3.0, 4.0], [0.0, 0.0]]))
    np.testing.assert_allclose(found, [[0.6, 0.8], [0, 0]])


# ---- one classifier, many first layers ----

OPINIONS = Reviews([["good"], ["bad"]] * 30, [1, 0] * 30, [["good"], ["bad"], ["zz"]], [1, 0, 1])
QUICK = tasks.TaskSettings(epochs=10, learning_rate=0.01)


def test_a_classifier_learns_one_word_and_counts_the_unknown():
    row = static_reviews.classify(OPINIONS, *static_reviews.learned_layer(OPINIONS, 0), QUICK)
    assert row["accuracy"] in (0.6667, 1) and row["unknown"] == 0.3333
    turned = replace(OPINIONS, test_labels=[0, 1, 0])
    row = static_reviews.classify(turned, *static_reviews.learned_layer(turned, 0), QUICK)
    assert row["accuracy"] in (0.3333, 0), "it is the test part that is scored"


def test_only_the_last_words_of_a_text_are_read_and_counted():
    long = replace(OPINIONS, test=[["zz", "good"], ["zz", "bad"]], test_labels=[1, 0])
    layer = static_reviews.learned_layer(long, 0)
    last = static_reviews.classify(long, *layer, replace(QUICK, epochs=1, max_words=1))
    both = static_reviews.classify(long, *layer, replace(QUICK, epochs=1))
    assert (last["unknown"], both["unknown"]) == (0, 0.5)


def review_work(reviews, seeds=range(1, 3), **ready):
    """A set that is read already, with vectors that are made already."""
    ready = {name: lambda _, found=found: found for name, found in ready.items()}
    work = static_reviews.ReviewWork(None, 0, list, ready, seeds)
    work.reviews = reviews
    return work


def test_the_majority_is_that_of_the_training_part():
    for train, right in (([1, 1, 0], 0.25), ([1, 0, 0], 0.75), ([1, 0], 0.75)):
        reviews = replace(OPINIONS, train_labels=train, test_labels=[1, 0, 0, 0], test=[["x"]] * 4)
        row = static_reviews.run(review_work(reviews), {"input": "majority"})
        assert row["accuracy"] == right == unpack(row).mean()


def test_letters_help_a_baseline_that_has_never_seen_the_words():
    pieces = static_reviews.character_ngrams(["ab", "c"])
    assert pieces == ["a", "b", " ", "c", "ab", "b ", " c", "ab ", "b c"]
    parts = [["goodly"], ["badly"]], [["goodish"], ["badish"]]
    work = review_work(Reviews(parts[0] * 10, [1, 0] * 10, parts[1], [1, 0]))
    found = [static_reviews.run(work, {"input": name})["accuracy"] for name in (TFIDF, LETTERS)]
    assert found == [0.5, 1]


def test_frozen_vectors_stay_fine_tuned_ones_move_and_all_meet_the_same_seeds(monkeypatch):
    classify, vectors, trained = static_reviews.classify, table(["bad", "good"]), []

    def watched(reviews, layer, index, settings):
        before = layer.weight.detach().clone()
        classify(reviews, layer, index, settings)
        moved = not np.array_equal(before, layer.weight.detach())
        given = layer.embedding_dim == 6 and np.array_equal(before[1:], vectors.vectors)
        trained.append((settings, given, moved))
        return {}

    monkeypatch.setattr(static_reviews, "classify", watched)
    work = review_work(OPINIONS, ready=vectors)
    settings = static_reviews.grid(work, ("majority",))
    kinds = [("embedding layer", "learned"), ("ready", "frozen"), ("ready", "fine-tuned")]
    keys = [(row["seed"], row["input"], row["training"]) for row in settings[1:]]
    assert keys == [(seed, *kind) for seed in (1, 2) for kind in kinds]
    for row in settings[1:]:
        static_reviews.run(work, row)
    seeds = [tasks.TaskSettings(seed=seed) for seed in (1, 2) for _ in kinds]
    assert [settings for settings, *_ in trained] == seeds
    assert [rest for _, *rest in trained] == [[False, True], [True, False], [True, True]] * 2


def test_a_learned_layer_starts_at_other_numbers_with_another_seed():
    one, same, other = (static_reviews.learned_layer(OPINIONS, seed)[0] for seed in (1, 1, 2))
    assert (one.weight == same.weight).all() and (one.weight != other.weight).any()


def splits_of(name: str, train: list[tuple[str, str]], test: list[tuple[str, str]]) -> Splits:
    return Splits(About(name, "none", "none"), train, [], test)


def test_imdb_changes_only_the_first_layer(monkeypatch):
    train = [("positive", "A GOOD film"), ("negative", "A bad film")] * 8
    test = [
        ("positive", "good story"), ("negative", "bad story"), ("positive", "Good zz"),
        ("positive", "good good"),
    ]  # fmt: skip
    monkeypatch.setattr(corpora, "imdb", lambda: splits_of("IMDB", train, test))
    monkeypatch.setattr(static_vectors, "load", lambda: table(["good", "film"]))
    ready = table(["good", "story"])
    monkeypatch.setattr(corpora, "glove", lambda words: {50_000: ready}[words])
    found, about = measured("imdb")
    rows = {(row["input"], row["training"]): row for row in found}
    # Of 8 words in test, "story" stands there twice and "zz" once; "bad" once.
    unknown = {key: row["unknown"] for key, row in rows.items() if "unknown" in row}
    assert unknown == {
        ("embedding layer", "learned"): 0.375,
        ("skip-gram (ours)", "frozen"): 0.5,
        ("skip-gram (ours)", "fine-tuned"): 0.5,
        ("GloVe 6B", "frozen"): 0.25,
        ("GloVe 6B", "fine-tuned"): 0.25,
    }
    assert rows["majority", "-"]["accuracy"] == 0.25
    assert rows["TF-IDF + logistic regression", "-"]["accuracy"] == 1
    assert {row["accuracy"] % 0.25 for row in rows.values()} == {0} and len(rows) == 7
    facts = {"IMDB, 4,000 + 4,000 reviews": "part", "published set": "exact"}
    assert about["data"] == facts


class Letters(dict):
    """The vectors of a model that has one for whatever it is asked."""

    def __missing__(self, word):
        return self.setdefault(word, np.full(4, len(self), dtype=np.float32))


def test_nsmc_reads_syllables_and_jamo_each_with_its_own_model(monkeypatch):
    train = [("positive", "정말 좋다"), ("negative", "정말 나쁘다")] * 8
    test = [("positive", "좋다"), ("negative", "나쁘다"), ("positive", "몰라")]
    models = {unit: SimpleNamespace(wv=Letters()) for unit in ("syllables", "jamo")}
    made: list[str] = []
    monkeypatch.setattr(corpora, "nsmc", lambda: splits_of("NSMC", train, test))
    monkeypatch.setattr(static_korean, "trained", lambda unit: made.append(unit) or models[unit])
    rows, _ = measured("nsmc", None, range(1, 3))
    words = {"정말", "좋다", "나쁘다", "몰라"}
    assert set(models["syllables"].wv) == words
    assert set(models["jamo"].wv) == {fasttext.jamo(word) for word in words}
    assert made == ["syllables", "jamo"], "a model serves all seeds and both kinds of training"
    ready = [f"{unit} fastText" for unit in ("syllable", "jamo") for _ in ("frozen", "fine-tuned")]
    baselines = ["majority", TFIDF, LETTERS]
    assert [row["input"] for row in rows] == baselines + ["embedding layer", *ready] * 2
    assert values(rows, "unknown", seed=1) == [0.3333, 0, 0, 0, 0], (
        "n-grams have a vector for every word"
    )


# ---- Korean ----


@pytest.fixture
def korean_text(monkeypatch):
    """Reviews in the place of the real ones."""
    lines = ["선생님 여동생 학교 물"] * 5 + ["선생님 여동생"] + ["선생님" + 4 * " 남동생"]
    monkeypatch.setattr(corpora, "raw_text", lambda name: {"nsmc_unlabelled": lines}[name])
    return lines


def test_korean_text_is_cut_after_so_many_tokens(korean_text, monkeypatch):
    monkeypatch.setattr(static_korean, "WORDS", 9)
    assert [len(sentence) for sentence in static_korean.sentences()] == [4, 4, 4]


def test_words_that_all_models_know_occur_five_times(korean_text):
    assert static_korean.seen() == {"선생님": 7, "여동생": 6, "학교": 5, "물": 5}


def test_each_unit_has_the_model_that_its_row_names(korean_text, monkeypatch):
    asked = {}

    def fast(words, **options):  # 200,000 rows for n-grams would take seconds
        asked[options["max_n"]] = options
        return FastText(words, **options | {"bucket": 100})

    monkeypatch.setattr("gensim.models.FastText", fast)
    whole, syllables, letters = map(static_korean.trained, ("eojeol", "syllables", "jamo"))
    assert not isinstance(whole, FastText)
    assert set(whole.wv.key_to_index) == set(syllables.wv.key_to_index) == set(static_korean.seen())
    assert set(letters.wv.key_to_index) == {fasttext.jamo(word) for word in static_korean.seen()}
    for model in (whole, syllables, letters):
        facts = model.vector_size, model.window, model.negative, model.epochs, model.min_count
        assert facts == (100, 5, 5, 3, 5) and model.sg == 1 and model.seed == 1
    assert [(n["min_n"], n["max_n"], n["bucket"]) for n in asked.values()] == [
        (1, 3, 200_000), (3, 6, 200_000),
    ]  # fmt: skip
    assert static_korean.trained("jamo") is letters, "trained once for all experiments"


DEGREES = {
    "선생님": 0, "여동생": 40, "학교": 90, "물": 101, "남동생": 50,
    "남동쉥": 52, "난동생": 44, "냚동생": 94,
}  # fmt: skip


@pytest.fixture
def korean_sets(monkeypatch, tmp_path):
    """Pairs, one question, and models whose vectors point in the directions of DEGREES."""
    pairs = [("선생님", "학교", 2.0), ("여동생", "물", 1.0), ("학교", "물", 3.0)]
    pairs += [("남동생", "여동생", 4.0), ("물", "없는말", 5.0)]
    questions = [("toy", "선생님", "학교", "여동생", end) for end in ("물", "없는말")]
    sets = {"ws353_ko": pairs, "ko": questions}

    def examples(name: str) -> Examples:
        return Examples(sets[name], About(name, "none", "none"), {})

    def model(unit: str) -> SimpleNamespace:
        spell = fasttext.jamo if unit == "jamo" else str
        turns = {spell(word): np.radians(angle) for word, angle in DEGREES.items()}
        if unit == "eojeol":  # it has no vector for a word that is too rare
            turns = {word: turns[word] for word in static_korean.seen()}
        wv = {word: np.array([np.cos(x), np.sin(x)], np.float32) for word, x in turns.items()}
        return SimpleNamespace(wv=wv)

    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path))
    monkeypatch.setattr(corpora, "word_pairs", examples)
    monkeypatch.setattr(corpora, "analogies", examples)
    monkeypatch.setattr(static_korean, "trained", model)


def test_what_a_model_knows_of_korean_words_by_hand(korean_text, korean_sets):
    rows = {row["unit"]: row for row in measured("korean")[0]}
    assert list(rows) == ["eojeol", "syllables", "jamo"]
    assert all(row["seed"] == 1 for row in rows.values())
    names = ("ws353_ko", "ws353_ko_pairs", "analogies", "asked", "neighbours", "typos")
    # Ranks of the pairs 3 of 4 by cosine: 1, 2, 3, 4, and by people 2, 1, 3, 4.
    letters = {
        "ws353_ko": 0.8, "ws353_ko_pairs": 4, "analogies": 1.0, "asked": 1,
        "neighbours": ["여동생", "학교", "선생님", "물"],
        "typos": {"남동쉥": 1, "난동생": 2, "냚동생": 3},
    }  # fmt: skip
    assert chosen(rows["syllables"], names) == chosen(rows["jamo"], names) == letters
    assert chosen(rows["eojeol"], names) == letters | {
        "ws353_ko": 0.5, "ws353_ko_pairs": 3, "neighbours": [],
        "typos": dict.fromkeys(letters["typos"], 0),
    }  # fmt: skip


def test_a_model_of_whole_words_has_neighbours_where_the_word_is_frequent_enough(
    korean_text, korean_sets
):
    korean_text += ["남동생 남동생"]
    row = static_korean.scores("eojeol")
    assert row["neighbours"] == ["여동생", "학교", "선생님", "물"] and row["ws353_ko_pairs"] == 4
    assert set(row["typos"].values()) == {0}, "a misspelling is another word, without a vector"


def test_a_word_is_spelt_in_the_unit_of_its_model():
    assert static_korean.spelled("몰라", "jamo") == "ㅁㅗㄹㄹㅏ"
    assert static_korean.spelled("몰라", "syllables") == static_korean.spelled("몰라", "eojeol")
    model = SimpleNamespace(wv={"ㅁㅗㄹㄹㅏ": np.array([1.0, 2.0], np.float32)})
    found = static_korean.vectors_for(model, "jamo", ["몰라"])
    assert found.index_to_key == ["몰라"] and found["몰라"].tolist() == [1, 2]
