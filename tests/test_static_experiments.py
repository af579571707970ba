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
from elmo_lite.experiments import static_experiments, static_korean, static_subwords, static_tasks
from elmo_lite.experiments.record import Record
from elmo_lite.experiments.static_subwords import shares, typo_ranks
from elmo_lite.experiments.static_tasks import Reviews
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


@pytest.fixture
def record():
    return Record(None, "test")


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
    chosen = replace(static_experiments.SETTINGS, emb_dim=8, min_count=1)
    monkeypatch.setattr(static_experiments, "SETTINGS", chosen)
    fast = replace(static_subwords.FAST, emb_dim=8, min_count=1, buckets=500)
    monkeypatch.setattr(static_subwords, "FAST", fast)


@pytest.fixture
def asked(monkeypatch):
    """Nothing is trained: with what each row would have been, (function, settings)."""
    found: list = []

    def trained(train, settings, text):
        found.append((train, settings))
        return {}

    monkeypatch.setattr(static_experiments, "trained", trained)
    return found


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
    found = static_experiments.sentences(text, 20)
    assert [len(sentence) for sentence in found] == [12, 12]
    assert found[0][:3] == ["the", "teacher", "read"]
    with pytest.raises(corpora.Missing, match="name it with --text DIR"):
        static_experiments.sentences(None, 20)


def test_the_facts_name_the_text_and_the_settings_that_there_are(record):
    settings = glove.GloveSettings(emb_dim=8, window=3, epochs=2, min_count=4)
    static_experiments.about(record, "toy", 1_000, settings, note="so")
    facts = record.facts("toy")
    assert facts["settings"] == "emb_dim 8, window 3, epochs 2, min_count 4"
    assert facts["text"] == "the first 1,000 words of the free text" and facts["note"] == "so"
    assert facts["data"] == {"WS-353": "exact", "SimLex-999": "exact"}


def test_scores_of_pairs_stand_beside_the_number_of_known_pairs(sets):
    vectors = table(KNOWN)
    row = static_experiments.pair_scores(vectors)
    assert row == on_pairs(vectors) and row["ws353_pairs"] == len(PAIRS) - 1
    assert row["ws353"] != row["simlex999"], "each set has its own scores"
    assert static_experiments.pair_scores(vectors, ("men",)) == agreement(vectors, "men")


def test_the_seconds_are_those_of_the_training_alone(sets, monkeypatch):
    clock = SimpleNamespace(now=0.0)

    def taking(seconds, found):
        def work(*_):
            clock.now += seconds
            return found

        return work

    vectors = table(KNOWN)
    monkeypatch.setattr(static_experiments, "time", SimpleNamespace(perf_counter=lambda: clock.now))
    monkeypatch.setattr(static_experiments, "sentences", taking(100, []))
    row = static_experiments.trained(taking(2.517, vectors), None, None)
    assert row == on_pairs(vectors) | {"seconds": 2.52}
    men = static_experiments.trained(taking(1, vectors), None, None, ("men",))
    assert men == agreement(vectors, "men") | {"seconds": 1.0}


# ---- word2vec ----


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
    found = static_experiments.gensim_word2vec(read, settings)
    assert found.index_to_key == wanted.index_to_key
    np.testing.assert_array_equal(found.vectors, wanted.vectors)


def test_ours_and_gensims_are_trained_for_each_architecture_and_seed(text, sets, small, record):
    static_experiments.word2vec_and_gensim(record, text, range(1, 3))
    rows = record.rows("word2vec")
    by = ("ours", "gensim")
    keys = [(row["seed"], row["architecture"], row["by"]) for row in rows]
    assert keys == list(product((1, 2), ("skip-gram", "cbow"), by))
    assert len({row["ws353"] for row in rows}) > 4, "an exchange would be seen"
    makers = dict(zip(by, (word2vec.train, static_experiments.gensim_word2vec), strict=True))
    read = static_experiments.sentences(text, static_experiments.WORDS)
    for row in rows:
        own = {"seed": row["seed"], "architecture": row["architecture"]}
        vectors = makers[row["by"]](read, replace(static_experiments.SETTINGS, **own))
        assert chosen(row) == on_pairs(vectors)


def test_the_pool_grows_with_the_negatives_and_nothing_else_changes(record, asked, small):
    static_experiments.negatives(record, None, range(1, 3))
    rows, usual = record.rows("negatives"), static_experiments.SETTINGS
    numbers = [(row["seed"], row["negatives"]) for row in rows]
    assert numbers == list(product((1, 2), (2, 5, 20)))
    for row, (train, settings) in zip(rows, asked, strict=True):
        assert train is word2vec.train
        words_for_one = settings.pool / settings.negatives
        assert words_for_one == pytest.approx(usual.pool / usual.negatives, rel=0.03)
        own = {"seed": row["seed"], "negatives": row["negatives"], "pool": settings.pool}
        assert settings == replace(usual, **own)


def test_a_row_of_a_window_names_the_neighbours_of_the_words_that_are_known(
    sets, record, monkeypatch
):
    words = ["king", "good", "eat", *KNOWN, *(f"word{i}" for i in range(5_000)), "prince"]
    tables = {2: table(words, 2), 10: table(words, 10)}
    for vectors in tables.values():
        vectors.vectors[-1] = vectors["king"]  # but prince is not among the 5,000 most frequent
    monkeypatch.setattr(static_experiments, "sentences", lambda *_: [])
    monkeypatch.setattr(word2vec, "train", lambda text, settings: tables[settings.window])
    static_experiments.window(record, None, range(3, 4))
    rows = record.rows("window")
    assert [(row["window"], row["seed"]) for row in rows] == [(2, 3), (10, 3)]
    for row in rows:
        vectors = tables[row["window"]]
        for name in ("ws353", "ws353_similarity", "ws353_relatedness", "simlex999"):
            assert chosen(row, (name, f"{name}_pairs")) == agreement(vectors, name)
        near = {}
        for word in ("king", "good", "eat"):  # kind and police are in no table
            others = [other for other in words[:5_000] if other != word]
            others.sort(key=lambda other: -cosine(vectors[word], vectors[other]))
            near[word] = others[:5]
        assert row["neighbours"] == near


# ---- GloVe ----


def test_glove_and_skip_gram_share_their_seeds_and_dimensions(record, asked, small):
    static_experiments.glove_and_word2vec(record, None, range(1, 3))
    rows, usual = record.rows("glove"), static_experiments.SETTINGS
    assert [(row["seed"], row["by"]) for row in rows] == [
        (1, "GloVe"), (1, "skip-gram"), (2, "GloVe"), (2, "skip-gram"),
    ]  # fmt: skip
    for row, (train, settings) in zip(rows, asked, strict=True):
        if row["by"] == "GloVe":
            assert train is glove.train
            assert settings == glove.GloveSettings(emb_dim=usual.emb_dim, seed=row["seed"])
        else:
            assert train is word2vec.train and settings == replace(usual, seed=row["seed"])


def test_ice_and_steam_by_hand(tmp_path, record):
    far = "Ice one two three four five six seven eight nine ten gas."  # gas is the 11th behind it
    lines = ["Solid ice is cold.", "Hot steam fills the engine.", "The water was ice cold.", far]
    lines += ["Steam over water is a gas."]
    (tmp_path / "train.txt").write_text("\n".join(lines), encoding="utf-8")
    static_experiments.ice_and_steam(record, tmp_path, range(1))
    rows = {row["word"]: row for row in record.rows("ice_steam")}
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
    (tmp_path / "train.txt").unlink()
    static_experiments.ice_and_steam(record, tmp_path, range(1))  # the rows are there: nothing read
    assert len(record.rows("ice_steam")) == 7


# ---- the shipped vectors ----


def test_the_shipped_vectors_and_glove_answer_the_same_questions(sets, record, monkeypatch):
    words = [*CAPITALS, *KNOWN]
    tables = {"static_en": table(words, 1), "GloVe 6B": table(words[:-1], 2)}
    for vectors, tokyo in zip(tables.values(), ([3, 1.2], [-3, -1.2]), strict=True):
        vectors.vectors[:4] = 0
        vectors.vectors[4:, :2] = 0  # at right angles to the capitals
        vectors.vectors[:4, :2] = [[1, 0.2], [1, 1.2], [3, 0.2], tokyo]
    monkeypatch.setattr(static_vectors, "load", lambda: tables["static_en"])
    monkeypatch.setattr(corpora, "glove", lambda words: {50_000: tables["GloVe 6B"]}[words])
    static_experiments.shipped(record, None, range(1))
    rows = {row["vectors"]: row for row in record.rows("shipped")}
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
    found = static_subwords.gensim_fasttext(read, settings)
    np.testing.assert_array_equal(found.vectors, wanted.vectors)
    np.testing.assert_array_equal(found["teachers"], wanted["teachers"])
    assert "teachers" in found, "gensim says so of every word"
    known = static_subwords._known(found)
    assert "teachers" not in known and known.index_to_key == found.index_to_key
    np.testing.assert_array_equal(known["teacher"], found["teacher"])


@pytest.fixture
def subword_rows(text, sets, small, record, monkeypatch):
    """The rows of a small experiment with seed 2; for each its words, and how near is "teachr"."""
    misspelt: list[tuple[list[str], np.ndarray]] = []

    def ranks(words, similarity):
        misspelt.append((list(words), similarity("teachr")))
        return typo_ranks(words, similarity, TYPOS)

    monkeypatch.setattr(static_subwords, "typo_ranks", ranks)
    static_subwords.fasttext_and_gensim(record, text, range(2, 3))
    return {row["by"]: row for row in record.rows("fasttext")}, misspelt


def found_again(words, vector) -> dict[str, float]:
    """How many typing errors lead back to their word, by cosines computed here."""

    def similarity(typo):
        return np.array([cosine(vector(typo), vector(word)) for word in words])

    return shares(typo_ranks(words, similarity, TYPOS))


def test_the_rows_of_fasttext_score_known_words_all_words_and_typing_errors(text, subword_rows):
    rows, misspelt = subword_rows
    assert list(rows) == ["ours", "gensim", "word2vec (gensim)", "n-grams only"]
    read = static_experiments.sentences(text, static_subwords.FAST_WORDS)
    settings = replace(static_subwords.FAST, seed=2)
    ours = fasttext.train(read, settings)
    theirs = static_subwords.gensim_fasttext(read, settings)
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
    read = static_experiments.sentences(text, static_subwords.FAST_WORDS)
    fast = static_subwords.FAST
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


def test_n_grams_are_counted_once_and_models_trained_for_each_seed(record, monkeypatch):
    asked: list = []

    def trained(by, settings, text):
        asked.append((by, settings.seed))
        return {}

    monkeypatch.setattr(static_subwords, "_subwords", trained)
    monkeypatch.setattr(static_subwords, "_ngrams_only", lambda _: {"typos_1": 0.5})
    static_subwords.fasttext_and_gensim(record, None, range(1, 3))
    assert asked == [(by, s) for s in (1, 2) for by in ("ours", "gensim", "word2vec (gensim)")]
    rows = record.rows("fasttext")
    assert [row["by"] for row in rows].count("n-grams only") == 1 and len(rows) == 7


def test_rows_of_length_1_and_a_row_of_zeros():
    found = static_subwords.unit(np.array([[3.0, 4.0], [0.0, 0.0]]))
    np.testing.assert_allclose(found, [[0.6, 0.8], [0, 0]])


# ---- one classifier, many first layers ----

OPINIONS = Reviews([["good"], ["bad"]] * 30, [1, 0] * 30, [["good"], ["bad"], ["zz"]], [1, 0, 1])
QUICK = tasks.TaskSettings(epochs=10, learning_rate=0.01)


def test_a_classifier_learns_one_word_and_counts_the_unknown():
    row = static_tasks.classify(OPINIONS, *static_tasks.learned_layer(OPINIONS, 0), QUICK)
    assert row["accuracy"] in (0.6667, 1) and row["unknown"] == 0.3333
    turned = replace(OPINIONS, test_labels=[0, 1, 0])
    row = static_tasks.classify(turned, *static_tasks.learned_layer(turned, 0), QUICK)
    assert row["accuracy"] in (0.3333, 0), "it is the test part that is scored"


def test_only_the_last_words_of_a_text_are_read_and_counted():
    long = replace(OPINIONS, test=[["zz", "good"], ["zz", "bad"]], test_labels=[1, 0])
    layer = static_tasks.learned_layer(long, 0)
    last = static_tasks.classify(long, *layer, replace(QUICK, epochs=1, max_words=1))
    both = static_tasks.classify(long, *layer, replace(QUICK, epochs=1))
    assert (last["unknown"], both["unknown"]) == (0, 0.5)


def test_the_majority_is_that_of_the_training_part():
    for train, right in (([1, 1, 0], 0.25), ([1, 0, 0], 0.75), ([1, 0], 0.75)):
        reviews = replace(OPINIONS, train_labels=train, test_labels=[1, 0, 0, 0])
        assert static_tasks._majority(lambda found=reviews: found) == {"accuracy": right}


def test_n_grams_of_letters_reach_over_the_end_of_a_word():
    pieces = static_tasks._character_ngrams(["ab", "c"])
    assert pieces == ["a", "b", " ", "c", "ab", "b ", " c", "ab ", "b c"]


def test_letters_help_a_baseline_that_has_never_seen_the_words(record):
    parts = [["goodly"], ["badly"]], [["goodish"], ["badish"]]
    reviews = Reviews(parts[0] * 10, [1, 0] * 10, parts[1], [1, 0])
    static_tasks.baselines(record, "words", lambda: reviews)
    static_tasks.baselines(record, "letters", lambda: reviews, "characters")
    words, letters = (
        {row["input"]: row["accuracy"] for row in record.rows(name)}
        for name in ("words", "letters")
    )
    assert words == {"majority": 0.5, "TF-IDF + logistic regression": 0.5}
    assert letters == words | {"TF-IDF of characters + logistic regression": 1}


def test_frozen_vectors_stay_fine_tuned_ones_move_and_all_meet_the_same_seeds(record, monkeypatch):
    classify, vectors, trained = static_tasks.classify, table(["bad", "good"]), []

    def watched(reviews, layer, index, settings):
        before = layer.weight.detach().clone()
        row = classify(reviews, layer, index, settings)
        moved = not np.array_equal(before, layer.weight.detach())
        given = layer.embedding_dim == 6 and np.array_equal(before[1:], vectors.vectors)
        trained.append((settings, given, moved))
        return row

    monkeypatch.setattr(static_tasks, "classify", watched)
    ready = {"ready": lambda: vectors}
    static_tasks.compare(record, "toy", lambda: OPINIONS, ready, range(1, 3))
    keys = [(row["seed"], row["input"], row["training"]) for row in record.rows("toy")]
    kinds = [("embedding layer", "learned"), ("ready", "frozen"), ("ready", "fine-tuned")]
    assert keys == [(seed, *kind) for seed in (1, 2) for kind in kinds]
    assert [settings for settings, *_ in trained] == [
        tasks.TaskSettings(seed=seed) for seed in (1, 2) for _ in kinds
    ]
    assert [rest for _, *rest in trained] == [[False, True], [True, False], [True, True]] * 2


def test_a_learned_layer_starts_at_other_numbers_with_another_seed(monkeypatch):
    starts = []
    monkeypatch.setattr(static_tasks, "classify", lambda _, layer, *__: starts.append(layer.weight))
    for seed in (1, 1, 2):
        static_tasks._learned(lambda: OPINIONS, tasks.TaskSettings(seed=seed))
    same, other = ((starts[0] == starts[i]).all().item() for i in (1, 2))
    assert same and not other


def test_a_set_is_read_when_it_is_first_asked_for_and_kept():
    read: list[int] = []
    get = static_tasks.once(lambda: read.append(1) or ["a set"])
    assert not read
    assert get() is get() and read == [1]


def splits_of(name: str, train: list[tuple[str, str]], test: list[tuple[str, str]]) -> Splits:
    return Splits(About(name, "none", "none"), train, [], test)


def test_imdb_changes_only_the_first_layer(record, monkeypatch):
    train = [("positive", "A GOOD film"), ("negative", "A bad film")] * 8
    test = [
        ("positive", "good story"), ("negative", "bad story"), ("positive", "Good zz"),
        ("positive", "good good"),
    ]  # fmt: skip
    monkeypatch.setattr(corpora, "imdb", lambda: splits_of("IMDB", train, test))
    monkeypatch.setattr(static_vectors, "load", lambda: table(["good", "film"]))
    ready = table(["good", "story"])
    monkeypatch.setattr(corpora, "glove", lambda words: {50_000: ready}[words])
    static_tasks.imdb(record, None, range(1, 2))
    rows = {(row["input"], row["training"]): row for row in record.rows("imdb")}
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
    assert record.facts("imdb")["data"] == facts


class Letters(dict):
    """The vectors of a model that has one for whatever it is asked."""

    def __missing__(self, word):
        return self.setdefault(word, np.full(4, len(self), dtype=np.float32))


def test_nsmc_reads_syllables_and_jamo_each_with_its_own_model(record, monkeypatch):
    train = [("positive", "정말 좋다"), ("negative", "정말 나쁘다")] * 8
    test = [("positive", "좋다"), ("negative", "나쁘다"), ("positive", "몰라")]
    models = {unit: SimpleNamespace(wv=Letters()) for unit in ("syllables", "jamo")}
    made: list[str] = []
    monkeypatch.setattr(corpora, "nsmc", lambda: splits_of("NSMC", train, test))
    monkeypatch.setattr(static_korean, "trained", lambda unit: made.append(unit) or models[unit])
    static_tasks.nsmc(record, None, range(1, 3))
    words = {"정말", "좋다", "나쁘다", "몰라"}
    assert set(models["syllables"].wv) == words
    assert set(models["jamo"].wv) == {fasttext.jamo(word) for word in words}
    assert made == ["syllables", "jamo"], "a model serves all seeds and both kinds of training"
    rows = record.rows("nsmc")
    ready = [f"{unit} fastText" for unit in ("syllable", "jamo") for _ in ("frozen", "fine-tuned")]
    baselines = ["majority", "TF-IDF + logistic regression"]
    baselines += ["TF-IDF of characters + logistic regression"]
    assert [row["input"] for row in rows] == baselines + ["embedding layer", *ready] * 2
    unknown = [row["unknown"] for row in rows if row.get("seed") == 1]
    assert unknown == [0.3333, 0, 0, 0, 0], "n-grams have a vector for every word"


# ---- Korean ----


@pytest.fixture
def korean_text(monkeypatch):
    """Reviews in the place of the real ones; what was read and trained is forgotten."""
    kept = static_korean.sentences, static_korean.trained, static_korean.seen
    lines = ["선생님 여동생 학교 물"] * 5 + ["선생님 여동생"] + ["선생님" + 4 * " 남동생"]
    monkeypatch.setattr(corpora, "raw_text", lambda name: {"nsmc_unlabelled": lines}[name])
    for cached in kept:
        cached.cache_clear()
    yield lines
    for cached in kept:
        cached.cache_clear()


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


def test_what_a_model_knows_of_korean_words_by_hand(korean_text, korean_sets, record):
    static_korean.korean(record, None, range(1))
    rows = {row["unit"]: row for row in record.rows("korean")}
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
