"""Vectors on disk, their scores, and the experiments on static vectors, on small texts."""

import numpy as np
import pytest

from elmo_lite import corpora, static_vectors, word2vec
from elmo_lite.corpora.examples import About, Examples
from elmo_lite.text import SPECIALS, Vocabulary
from experiments.inputs import keyed

WORDS = ["the", "bank", "river", "money", "은행"]


@pytest.fixture
def vectors():
    rows = np.random.default_rng(0).normal(size=(5, 4)).astype(np.float32)
    vocabulary = Vocabulary([*SPECIALS, *WORDS], [0, 0, 0, 100, 99, 98, 97, 96])
    return word2vec.keyed_vectors(vocabulary, rows)


# ---- on disk ----


def test_saved_vectors_come_back_in_half_precision(vectors, tmp_path):
    static_vectors.save(vectors, tmp_path, words=4)
    back = static_vectors.load(tmp_path)
    assert back.index_to_key == WORDS[:4]
    np.testing.assert_array_equal(back.vectors, vectors.vectors[:4].astype(np.float16))
    assert back.vectors.dtype == np.float32
    assert back.get_vecattr("river", "count") == 98
    for path in tmp_path.iterdir():
        assert path.stat().st_mode & 0o777 == 0o644


def test_a_damaged_folder_is_named(vectors, tmp_path):
    with pytest.raises(FileNotFoundError, match=r"no vocabulary\.tsv"):
        static_vectors.load(tmp_path)
    static_vectors.save(vectors, tmp_path)
    with (tmp_path / "vocabulary.tsv").open("a", encoding="utf-8") as file:
        file.write("more\t1\n")
    with pytest.raises(ValueError, match="6 words but 5 vectors"):
        static_vectors.load(tmp_path)
    (tmp_path / "vectors.safetensors").write_bytes(b"no")
    with pytest.raises(ValueError, match="damaged"):
        static_vectors.load(tmp_path)


def test_the_projector_reads_a_word_and_its_numbers_in_the_same_line(vectors, tmp_path):
    static_vectors.export_tsv(vectors, tmp_path, words=5)
    names = (tmp_path / "metadata.tsv").read_text(encoding="utf-8").split("\n")
    numbers = np.loadtxt(tmp_path / "vectors.tsv", delimiter="\t")
    assert names == [*WORDS, ""]
    np.testing.assert_allclose(numbers, vectors.vectors, atol=1e-5)


def test_sentences_are_tokens_in_small_letters_up_to_a_length(tmp_path):
    file = tmp_path / "train.txt"
    file.write_text("She sat. The Bank was shut.\nA third one here.\n", encoding="utf-8")
    found = list(static_vectors.sentences(file))
    assert found[1] == ["the", "bank", "was", "shut", "."] and len(found) == 3
    assert len(list(static_vectors.sentences(file, max_words=4))) == 2


# ---- scores ----


def test_pair_scores_are_rank_correlations_of_cosines(vectors, monkeypatch, tmp_path):
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path))
    known = [("bank", "river"), ("bank", "money"), ("river", "money"), ("the", "bank")]
    order = sorted(known, key=lambda pair: vectors.similarity(*pair))
    pairs = [(a, b, float(i)) for i, (a, b) in enumerate(order)] + [("bank", "zebra", 9.0)]
    about = About("pairs of a test", "none", "none")
    monkeypatch.setattr(corpora, "word_pairs", lambda name: Examples(pairs, about, {}))
    assert static_vectors.score_pairs(vectors, "any") == (1.0, 4)


def test_analogies_are_asked_in_small_letters(monkeypatch, tmp_path):
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path))
    corners = np.array([[1, 0.2], [1, 1.2], [3, 0.2], [3, 1.2]])
    square = keyed(["korea", "seoul", "japan", "tokyo"], corners)
    questions = [("capitals", "Korea", "Seoul", "Japan", "Tokyo"), ("x", "Korea", "a", "b", "c")]
    about = About("analogies of a test", "none", "none")
    monkeypatch.setattr(corpora, "analogies", lambda _: Examples(questions, about, {}))
    assert static_vectors.score_analogies(square) == (1.0, 1)


# ---- the shipped vectors ----

shipped_only = pytest.mark.skipif(
    not static_vectors.FOLDER.exists(), reason="data/weights/static_en is not there"
)


@pytest.fixture(scope="module")
def shipped():
    return static_vectors.load()


@shipped_only
def test_the_shipped_vectors_are_small_and_complete(shipped):
    assert shipped.vectors.shape == (static_vectors.SHIPPED_WORDS, 100)
    size = 2 * static_vectors.SHIPPED_WORDS * 100  # two bytes a number
    assert sum(path.stat().st_size for path in static_vectors.FOLDER.iterdir()) < size + 0.5e6
    assert np.isfinite(shipped.vectors).all()
    counts = [shipped.get_vecattr(word, "count") for word in shipped.index_to_key]
    assert counts == sorted(counts, reverse=True)
    for word in ("bank", "gift", "play", "ice", "steam", "solid", "gas", "water", "fashion"):
        assert word in shipped


@shipped_only
@pytest.mark.parametrize("words", ["monday tuesday friday", "king queen prince", "red blue green"])
def test_the_shipped_vectors_know_what_goes_together(shipped, words):
    assert shipped.doesnt_match([*words.split(), "horse"]) == "horse"


@shipped_only
def test_the_card_names_size_licence_and_command():
    card = (static_vectors.FOLDER / "README.md").read_text(encoding="utf-8")
    for fact in ("30,000", "CC BY-SA 4.0", "python -m elmo_lite.static_vectors", "WS-353"):
        assert fact in card
