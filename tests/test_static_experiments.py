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
from elmo_lite.experiments.static_reviews import LETTERS, TFIDF
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


SAME = {"window": 2, "sample": 0.01, "epochs": 2, "min_count": 6, "seed": 4}  # in both libraries
READ = [sentence.split() for sentence in LINES.strip().split("\n")] * 5


@pytest.mark.parametrize("architecture", ["skip-gram", "cbow"])
def test_gensim_gets_our_settings_in_its_own_words(architecture):
    options = {"architecture": architecture, "learning_rate": 0.5}
    settings = word2vec.Word2VecSettings(emb_dim=6, negatives=3, **SAME, **options)
    # Its learning rate is its own.
    theirs = {"sg": int(architecture == "skip-gram"), "alpha": 0.025, "workers": 1}
    wanted = Word2Vec(READ, vector_size=6, negative=3, **SAME, **theirs).wv
    found = static_compare.gensim_word2vec(READ, settings)
    assert found.index_to_key == wanted.index_to_key
    np.testing.assert_array_equal(found.vectors, wanted.vectors)


def test_gensims_fasttext_gets_our_settings_and_knows_every_word():
    own = {"min_n": 2, "max_n": 4}
    options = {"buckets": 500, "learning_rate": 0.04}
    settings = fasttext.FastTextSettings(emb_dim=6, negatives=3, **SAME, **own, **options)
    theirs = {"bucket": 500, "alpha": 0.04, "sg": 1, "workers": 1}
    wanted = FastText(READ, vector_size=6, negative=3, **SAME, **own, **theirs).wv
    found = static_compare.gensim_fasttext(READ, settings)
    np.testing.assert_array_equal(found.vectors, wanted.vectors)
    np.testing.assert_array_equal(found["teachers"], wanted["teachers"])
    assert "teachers" in found, "gensim says so of every word"


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


class Letters(dict):
    """The vectors of a model that has one for whatever it is asked."""

    def __missing__(self, word):
        rng = np.random.default_rng(list(word.encode()))
        return self.setdefault(word, rng.normal(size=4).astype(np.float32))


def test_the_rows_of_fasttext_score_known_words_all_words_and_typing_errors(
    text, sets, small, monkeypatch
):
    words = Vocabulary.build(static_compare.sentences(text, 10**6)).words[3:]
    letters, asked = Letters(), []
    known = inputs.keyed(words, [letters[word] for word in words])
    ours = SimpleNamespace(keyed_vectors=lambda: known, vector=letters.__getitem__)
    words_of = {"index_to_key": words, "vectors": -known.vectors}
    theirs = type("Model", (), {"__getitem__": lambda _, word: letters[word], **words_of})()
    for name, model in (("train", ours), ("gensim_fasttext", theirs)):
        where = fasttext if name == "train" else static_compare
        monkeypatch.setattr(where, name, lambda _, s, m=model: asked.append(s.seed) or m)
    rows = {row["by"]: row for row in measured("fasttext", text, range(2, 3))[0]}
    assert list(rows) == ["ours", "gensim", "word2vec (gensim)", "n-grams only"]

    def near(typo):
        return np.array([cosine(letters[typo], letters[word]) for word in words])

    people = [score for *_, score in corpora.word_pairs("ws353")]
    every = spearmanr([cosine(letters[a], letters[b]) for a, b in PAIRS], people)
    again = shares(typo_ranks(words, near, TYPOS))
    assert asked == [2, 2] and 0 < again["typos_10"] < 1
    for by in ("ours", "gensim"):  # teachers was never seen; minus a vector has the same cosines
        assert chosen(rows[by]) == on_pairs(known) and rows[by]["ws353_pairs"] == len(PAIRS) - 1
        assert rows[by]["ws353_all"] == round(float(every.statistic), 4)
        assert chosen(rows[by], again) == again


def test_word2vec_has_no_vector_for_a_typing_error_and_counting_needs_no_training(
    text, sets, small
):
    lab, fast = StaticLab(text, range(1)), static_compare.FAST
    read = static_compare.sentences(text, static_compare.FAST_WORDS)
    row = static_compare.run_fasttext(lab, {"by": "word2vec (gensim)", "seed": 2})
    plain = Word2Vec(
        read, vector_size=fast.emb_dim, window=fast.window, negative=fast.negatives,
        sample=fast.sample, epochs=fast.epochs, alpha=fast.learning_rate, min_count=1, seed=2,
        workers=1, sg=1,
    ).wv  # fmt: skip
    assert chosen(row) == on_pairs(plain)
    assert (row["typos_1"], row["typos_10"]) == (0, 0) and "ws353_all" not in row

    words = Vocabulary.build(read).words[3:]

    def jaccard(typo):
        pieces = [set(fasttext.ngrams(word)) for word in (typo, *words)]
        return np.array([len(pieces[0] & p) / len(pieces[0] | p) for p in pieces[1:]])

    counted = shares(typo_ranks(words, jaccard, TYPOS))
    assert static_compare.run_fasttext(lab, {"by": "n-grams only"}) == counted
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


def reviews(train, test, vectors=None, seeds=range(1, 2)):
    """A set of reviews, (label, text), with an input that has vectors already."""
    splits = splits_of("toy", train, test)
    return static_reviews.work(splits, 50, {"ready": lambda words: vectors}, seeds)


OPINIONS = [("positive", "good"), ("negative", "bad")] * 30
TEST = [("positive", "Good"), ("negative", "bad"), ("positive", "zz")]


def test_the_majority_is_that_of_the_training_part():
    test = [("positive", "x")] + [("negative", "x")] * 3
    for train, right in ((OPINIONS[::2] + OPINIONS[1:2], 0.25), (OPINIONS[1::2], 0.75)):
        row = reviews(train, test).run({"input": "majority"})
        assert row["accuracy"] == right == unpack(row).mean()


def test_letters_help_a_baseline_that_has_never_seen_the_words():
    pieces = static_reviews.character_ngrams(["ab", "c"])
    assert pieces == ["a", "b", " ", "c", "ab", "b ", " c", "ab ", "b c"]
    train = [("positive", "goodly"), ("negative", "badly")] * 10
    work = reviews(train, [("positive", "goodish"), ("negative", "badish")])
    assert [work.run({"input": name})["accuracy"] for name in (TFIDF, LETTERS)] == [0.5, 1]


def test_a_classifier_learns_one_word_and_counts_the_unknown(monkeypatch):
    quick = replace(static_reviews.LEARNED.settings, epochs=10, learning_rate=0.01)
    learned = replace(static_reviews.LEARNED, settings=quick)
    monkeypatch.setattr(static_reviews, "LEARNED", learned)
    row = reviews(OPINIONS, TEST).run({"input": "embedding layer", "seed": 1})
    assert row["accuracy"] in (0.6667, 1) and row["unknown"] == 0.3333
    turned = [("negative", "good"), ("positive", "bad"), ("negative", "zz")]
    row = reviews(OPINIONS, turned).run({"input": "embedding layer", "seed": 1})
    assert row["accuracy"] in (0.3333, 0), "it is the test part that is scored"


def test_only_the_last_words_of_a_text_are_read_and_counted(monkeypatch):
    quick = replace(static_reviews.LEARNED.settings, epochs=1, max_words=1)
    recipe = replace(static_reviews.LEARNED, settings=quick)
    work = reviews(OPINIONS, [("positive", "zz good"), ("negative", "zz bad")])
    both = work.run({"input": "embedding layer", "seed": 1})
    monkeypatch.setattr(static_reviews, "LEARNED", recipe)
    last = work.run({"input": "embedding layer", "seed": 1})
    assert (last["unknown"], both["unknown"]) == (0, 0.5)


def test_frozen_vectors_stay_fine_tuned_ones_move_and_all_meet_the_same_seeds(monkeypatch):
    train, vectors, trained = tasks.train, table(["bad", "good"]), []

    def watched(model, sentences, labels, settings):
        layer = model.table.table
        before = layer.weight.detach().clone()
        losses = train(model, sentences, labels, settings)
        moved = not np.array_equal(before, layer.weight.detach())
        given = layer.embedding_dim == 6 and np.array_equal(before[1:], vectors.vectors)
        trained.append((settings, given, moved))
        return losses

    monkeypatch.setattr(tasks, "train", watched)
    work = reviews(OPINIONS, TEST, vectors, range(1, 3))
    rows = work.grid(("majority",))
    kinds = [("embedding layer", "learned"), ("ready", "frozen"), ("ready", "fine-tuned")]
    keys = [(row["seed"], row["input"], row["training"]) for row in rows[1:]]
    assert keys == [(seed, *kind) for seed in (1, 2) for kind in kinds]
    for row in rows[1:]:
        work.run(row)
    assert [settings for settings, *_ in trained] == [
        tasks.TaskSettings(seed=seed) for seed in (1, 2) for _ in kinds
    ]
    assert [rest for _, *rest in trained] == [[False, True], [True, False], [True, True]] * 2


def test_a_part_of_a_set_is_fixed():
    every = corpora.our_reviews().train
    one, again = (static_reviews.part_of(every, 40, np.random.default_rng(0)) for _ in range(2))
    assert one == again and len({" ".join(tokens) for tokens, _ in one}) == 40


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
        asked[options["min_n"], options["max_n"]] = options["bucket"]
        return FastText(words, **options | {"bucket": 100})

    monkeypatch.setattr("gensim.models.FastText", fast)
    whole, syllables, letters = map(static_korean.trained, ("eojeol", "syllables", "jamo"))
    assert not isinstance(whole, FastText)
    assert set(whole.wv.key_to_index) == set(syllables.wv.key_to_index) == set(static_korean.seen())
    assert set(letters.wv.key_to_index) == {fasttext.jamo(word) for word in static_korean.seen()}
    for model in (whole, syllables, letters):
        facts = model.vector_size, model.window, model.negative, model.epochs, model.min_count
        assert facts == (100, 5, 5, 3, 5) and model.sg == 1 and model.seed == 1
    assert asked == {(1, 3): 200_000, (3, 6): 200_000}
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
    # Ranks of the pairs 3 of 4 by cosine: 1, 2, 3, 4, and by people 2, 1, 3, 4.
    letters = {
        "ws353_ko": 0.8, "ws353_ko_pairs": 4, "analogies": 1.0, "asked": 1, "seed": 1,
        "neighbours": ["여동생", "학교", "선생님", "물"],
        "typos": {"남동쉥": 1, "난동생": 2, "냚동생": 3},
    }  # fmt: skip
    none = dict.fromkeys(letters["typos"], 0)  # a misspelling is another word, without a vector
    whole = letters | {"ws353_ko": 0.5, "ws353_ko_pairs": 3, "neighbours": [], "typos": none}
    for unit, expected in (("syllables", letters), ("jamo", letters), ("eojeol", whole)):
        assert chosen(rows[unit], letters) == expected
    korean_text += ["남동생 남동생"]  # now it is frequent enough for a vector of its own
    static_korean.sentences.cache_clear()
    static_korean.seen.cache_clear()
    row = static_korean.scores("eojeol")
    assert row["neighbours"] == letters["neighbours"] and row["typos"] == none


def test_a_word_is_spelt_in_the_unit_of_its_model():
    assert static_korean.spelled("몰라", "jamo") == "ㅁㅗㄹㄹㅏ"
    assert static_korean.spelled("몰라", "syllables") == static_korean.spelled("몰라", "eojeol")
    model = SimpleNamespace(wv={"ㅁㅗㄹㄹㅏ": np.array([1.0, 2.0], np.float32)})
    found = static_korean.vectors_for(model, "jamo", ["몰라"])
    assert found.index_to_key == ["몰라"] and found["몰라"].tolist() == [1, 2]
