"""N-grams, buckets and jamo against gensim and Unicode; gradients; what training brings."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from elmo_lite import fasttext, word2vec
from elmo_lite.fasttext import FastTextSettings, bucket, character_ngrams
from elmo_lite.hangul import jamo

SMALL = FastTextSettings(emb_dim=8, window=2, min_count=1, min_n=2, max_n=4, buckets=64, sample=0)
WORDS = ["eat", "eating", "her", "where", "몰라", "a"]


# ---- n-grams and buckets ----


@settings(deadline=None)  # the first import of gensim takes a second
@given(st.text(min_size=1, max_size=12).filter(lambda w: w.isprintable()), st.integers(1, 4))
def test_n_grams_and_buckets_are_those_of_gensim(word, min_n):
    from gensim.models.fasttext import compute_ngrams_bytes, ft_ngram_hashes

    ours = character_ngrams(word, min_n, min_n + 2)
    assert [piece.encode() for piece in ours] == compute_ngrams_bytes(word, min_n, min_n + 2)
    buckets = [bucket(piece, 20_011) for piece in ours]
    assert buckets == ft_ngram_hashes(word, min_n, min_n + 2, 20_011)


# ---- jamo ----


def test_jamo_of_the_words_of_the_chapter():
    assert jamo("남동생") == "ㄴㅏㅁㄷㅗㅇㅅㅐㅇ"
    assert jamo("몰라") == "ㅁㅗㄹㄹㅏ" and jamo("모르다") == "ㅁㅗㄹㅡㄷㅏ"
    assert jamo("값ㅋㅋ 3개, naïve") == "ㄱㅏㅄㅋㅋ 3ㄱㅐ, naïve"
    assert jamo("각") == "ㄱㅏㄱ", "the same letter at the start and at the end"


@given(st.text(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), max_size=5))
def test_no_two_spellings_fall_together(word):
    """A consonant before a vowel starts a syllable, so that the syllables can be put together."""
    letters, syllables = jamo(word), []
    for i, letter in enumerate(letters):
        if i + 1 < len(letters) and "ㅏ" <= letters[i + 1] <= "ㅣ":
            syllables.append(letter)
        else:
            syllables[-1] += letter
    assert "".join(syllables) == letters and len(syllables) == len(word)
    assert [jamo(letter) for letter in word] == syllables


# ---- the page's step ----


def a_table():
    """Three words, the n-grams that two of them have, and random vectors."""
    words = ["eat", "eats", "beat"]
    column = {piece: 3 + j for j, piece in enumerate(["<ea", "eat", "at>"])}
    A = fasttext.membership(words, lambda word: character_ngrams(word, 3, 3), column, own=True)
    return A, np.random.default_rng(0).normal(size=(6, 4))


def test_a_table_has_a_one_for_each_n_gram_and_for_the_word_itself():
    A, _ = a_table()
    assert A.toarray().tolist() == [[1, 0, 0, 1, 1, 1], [0, 1, 0, 1, 1, 0], [0, 0, 1, 0, 1, 1]]


def test_an_n_gram_moves_the_whole_way_of_every_word_that_has_it():
    A, Z = a_table()
    way = np.arange(12.0).reshape(3, 4)
    np.testing.assert_allclose(
        fasttext.subword_step(A, Z, lambda v: v + way),
        [*way, way[0] + way[1], way.sum(axis=0), way[0] + way[2]],
    )
    seen = []
    fasttext.subword_step(A.toarray(), Z, lambda v: seen.append(v) or v)
    np.testing.assert_allclose(seen[0][1], Z[[1, 3, 4]].mean(axis=0))


def test_the_share_of_n_grams_in_common():
    shares = fasttext.spelled_like(["eat", "eats"], lambda word: character_ngrams(word, 3, 3))
    np.testing.assert_allclose(shares("eat"), [1, 2 / 5])
    np.testing.assert_allclose(shares("eater"), [2 / 6, 2 / 7])
    assert not shares("zoo").any()


def test_a_plain_step_teaches_pieces_and_a_new_word_is_their_mean():
    def cut(word):
        return character_ngrams(word, 3, 4)

    plain = replace(fasttext.PLAIN, emb_dim=12, window=3, epochs=15, batch_size=64, min_count=1)
    model = fasttext.Pieces(text(), cut, settings=replace(plain, sample=0))
    pieces = [piece for piece in cut("melonns") if piece in model.column]
    assert 0 < len(pieces) < len(cut("melonns"))
    rows = [model.column[piece] for piece in pieces]
    np.testing.assert_allclose(model.vector("melonns"), model.Z[rows].mean(axis=0))
    assert not model.vector("zzz").any()
    twins = ("melonmelonmelon", "melonmelonmelonmelon")
    assert model.vector(twins[0]).any()
    np.testing.assert_array_equal(*map(model.vector, twins))  # an n-gram counts once
    kinds = [np.mean([model.vector(word) for word in kind], axis=0) for kind in (FOOD, ROADS)]
    assert model.vector("melonns") @ kinds[0] > model.vector("melonns") @ kinds[1]
    assert not np.allclose(model.Z, model.start)


def test_the_words_of_a_batch_move_as_autograd_says():
    torch.manual_seed(0)
    u, v = torch.randn(5, 3), torch.randn(2, 3)
    position, o, negatives = torch.tensor([0, 1, 1, 1]), torch.tensor([0, 1, 1, 2]), [[3, 4]]
    tables = [table.clone().requires_grad_() for table in (v, u)]
    losses = word2vec.batch_loss(
        tables[0][position], tables[1][o], tables[1][torch.tensor(negatives)]
    )
    losses.sum().backward()
    moved = fasttext._mover(u, position, o, torch.tensor(negatives), 0.1)(v.numpy())
    np.testing.assert_allclose(moved, v - 0.1 * tables[0].grad, rtol=1e-5)
    torch.testing.assert_close(u, tables[1].detach() - 0.1 * tables[1].grad)


# ---- the model ----


@pytest.mark.parametrize(("times", "share"), [(2, 1), (3 * fasttext.MOST, 1 / 3)])
def test_a_step_is_that_of_autograd_times_the_number_of_rows_up_to_a_bound(times, share):
    """All centres are one word here, so the factor is one number."""
    model = fasttext.SubwordSkipGram(fasttext.rows_of_words(WORDS, SMALL), SMALL).double()
    torch.manual_seed(0)
    tables = (model.z.weight, model.u.weight)
    for table in tables:
        torch.nn.init.normal_(table)
    contexts = torch.tensor([0, 2] * (times // 2))
    batch = (torch.tensor([1] * times), contexts, torch.tensor([[3, 4, 3]]))
    model(*batch).sum().backward()
    gradients = [table.grad.to_dense() for table in tables]
    before = [table.detach().clone() for table in tables]
    model.zero_grad()
    model.step(*batch, eta=0.1)
    rows = len(character_ngrams("eating", 2, 4)) + 1
    for table, old, slope, factor in zip(tables, before, gradients, (rows * share, 1), strict=True):
        torch.testing.assert_close(table.detach(), old - 0.1 * factor * slope)
        assert table.grad is None


def test_a_row_that_many_words_share_is_held_back_and_the_others_are_not():
    """MOST pairs of "eat" and as many of "eating" all move the row of <ea."""
    settings = replace(SMALL, buckets=20_011)
    model = fasttext.SubwordSkipGram(fasttext.rows_of_words(WORDS, settings), settings).double()
    torch.nn.init.normal_(model.u.weight, generator=torch.Generator().manual_seed(0))
    old = model.z.weight.detach().clone()
    w = torch.tensor([0] * fasttext.MOST + [1] * fasttext.MOST)
    model.step(w, torch.full_like(w, 2), torch.tensor([[5]]), 0.001)
    moved = model.z.weight.detach() - old
    rows = {piece: len(WORDS) + bucket(piece, 20_011) for piece in ("<ea", "at>", "ng>")}
    torch.testing.assert_close(moved[rows["<ea"]], (moved[0] + moved[1]) / 2)
    torch.testing.assert_close(moved[rows["at>"]], moved[0])  # of one word: the whole way
    torch.testing.assert_close(moved[rows["ng>"]], moved[1])
    assert moved[0].any() and not moved[3].any()


# ---- training ----

FOOD = ["bread", "breads", "cake", "cakes", "melon", "melons"]
ROADS = ["train", "trains", "truck", "trucks", "plane", "planes"]


def text(seed=0, count=400):
    rng = np.random.default_rng(seed)
    sentences = []
    for _ in range(count):
        kind, verbs = ((FOOD, "eat cook taste"), (ROADS, "drive ride park"))[rng.integers(2)]
        sentences.append(["we", str(rng.choice(verbs.split())), "the", str(rng.choice(kind))])
    return sentences


@pytest.fixture(scope="module")
def trained():
    more = {"emb_dim": 16, "window": 3, "epochs": 10, "buckets": 2000, "batch_size": 64, "group": 8}
    return fasttext.train(text(), FastTextSettings(min_count=1, sample=0, **more))


def test_words_and_typing_errors_land_with_their_kind(trained):
    kv = trained.keyed_vectors()
    for kind, unseen in ((FOOD, ["melonns", "caked"]), (ROADS, ["trukcs"])):
        for word in [*kind, *unseen]:
            others = [other for other in FOOD + ROADS if other != word]
            order = np.argsort(kv.cosine_similarities(trained.vector(word), kv[others]))
            assert {others[i] for i in order[-3:]} <= set(kind)


def test_keyed_vectors_and_vector_agree_and_hold_the_counts(trained):
    kv = trained.keyed_vectors()
    for word in ("we", "melons", "eat"):
        np.testing.assert_allclose(kv[word], trained.vector(word), rtol=1e-5, atol=1e-6)
    assert kv.get_vecattr("we", "count") == 400
    assert len(kv) == len(FOOD + ROADS) + 8


def test_the_vector_of_an_unseen_word_is_the_mean_of_its_n_grams(trained):
    own, rows = trained.pieces("oranges")
    assert own == character_ngrams("oranges") and rows.shape == (len(own), 16)
    np.testing.assert_allclose(trained.vector("oranges"), rows.mean(axis=0))
    assert not trained.vector("").any()  # too short for an n-gram of three


def test_jamo_and_syllables_give_the_same_words_and_other_pieces():
    sentences = [["남동생은", "몰라"], ["남동생은", "모르네"]] * 3
    settings = {"emb_dim": 4, "min_count": 1, "epochs": 1, "buckets": 500}
    by_jamo = fasttext.train(sentences, FastTextSettings(units="jamo", **settings))
    by_syllable = fasttext.train(sentences, FastTextSettings(min_n=1, max_n=3, **settings))
    assert by_jamo.keyed_vectors().index_to_key == by_syllable.keyed_vectors().index_to_key
    assert "ㅁㅗㄹ" in by_jamo.pieces("몰라")[0] and "몰라" in by_syllable.pieces("몰라")[0]


def test_a_seed_decides_everything_and_progress_reaches_the_end():
    settings = FastTextSettings(emb_dim=4, min_count=1, epochs=2, buckets=50, batch_size=16)
    shares = []
    first = fasttext.train(text(count=30), settings, shares.append)
    again = fasttext.train(iter(text(count=30)), settings)
    np.testing.assert_array_equal(first.rows, again.rows)
    assert shares == sorted(shares) and 0.5 <= shares[-1] < 1


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"units": "syllables"}, "units"),
        ({"min_n": 4, "max_n": 3}, "min_n"),
        ({"architecture": "cbow"}, "skip-gram"),
        ({"buckets": 0}, "buckets"),
    ],
)
def test_wrong_settings_are_named(wrong, said):
    with pytest.raises(ValueError, match=said):
        FastTextSettings(**wrong)
