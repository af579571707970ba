"""Typing errors: what one wrong key makes of a word, and how Hangul is put together again."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from elmo_lite.hangul import (
    LAYOUTS,
    NEIGHBOURS,
    SHIFTED,
    SLIPS,
    composed,
    keystrokes,
    typing_error,
    typing_errors,
)

SYLLABLES = st.text(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), max_size=6)


def test_both_layouts_have_the_same_keys_at_the_same_places():
    english, korean = LAYOUTS
    assert [*map(len, english)] == [*map(len, korean)] == [10, 9, 7]
    assert len({key for rows in LAYOUTS for row in rows for key in row}) == 52
    translated = str.maketrans("".join(english), "".join(korean))
    assert "skaehdtod".translate(translated) == keystrokes("남동생")


def test_neighbours_touch_each_other():
    assert set(NEIGHBOURS["s"]) == set("adwezx") and set(NEIGHBOURS["q"]) == set("wa")
    assert set(NEIGHBOURS["ㄴ"]) == set("ㅁㅇㅈㄷㅋㅌ")
    for key, near in NEIGHBOURS.items():
        assert all(key in NEIGHBOURS[other] for other in near) or key in SHIFTED
    assert NEIGHBOURS["ㅆ"] == "ㅅ" + NEIGHBOURS["ㅅ"], "shift forgotten"


@given(SYLLABLES)
def test_every_word_of_syllables_comes_back_from_its_keys(word):
    assert composed(keystrokes(word)) == word


def test_letters_are_put_together_as_the_computer_does_it():
    assert keystrokes("왔다") == "ㅇㅗㅏㅆㄷㅏ" and keystrokes("값ㅋㅋ ok") == "ㄱㅏㅂㅅㅋㅋ ok"
    assert composed("ㄱㅏㅂㅅㅇㅣ") == "값이" and composed("ㄱㅏㅂㅅㅣ") == "갑시"
    assert composed("ㄴㄴㅏㅁ") == "ㄴ남" and composed("ㄱㄸㅏ") == "ㄱ따"


def test_one_wrong_key_of_a_korean_word():
    found = typing_errors("남동생")
    # Without its ㄷ the word has two other syllables, because ㅁ moves on: 나몽생.
    dropped = "ㅏㅁ동생 ㄴㅁ동생 나동생 나몽생 남ㄷㅇ생 남도생 남동ㅅㅇ 남도앵 남동새"
    assert found["dropped"] == sorted(dropped.split())
    assert "난동생" in found["neighbour"] and "냠동생" in found["neighbour"]
    assert "남ㄷ동생" in found["doubled"] and "남동새ㅐㅇ" in found["doubled"]
    assert len(found["doubled"]) == 9 and "나몯ㅇ생" in found["swapped"]


def test_one_wrong_key_of_an_english_word():
    found = typing_errors("tea")
    assert found["dropped"] == ["ea", "ta", "te"]
    assert found["doubled"] == ["teaa", "teea", "ttea"]
    assert found["swapped"] == ["eta", "tae"]
    assert set(found["neighbour"]) >= {"rea", "tra", "tes"} and "tea" not in found["neighbour"]
    assert typing_errors("ee")["dropped"] == ["e"] and typing_errors("ee")["swapped"] == []


@pytest.mark.parametrize("word", ["teacher", "남동생은", "몰랐다"])
def test_an_error_is_one_of_those_and_each_kind_is_as_frequent(word):
    every = typing_errors(word)
    found = [typing_error(word, np.random.default_rng(seed)) for seed in range(400)]
    for kind in SLIPS:
        assert 60 < sum(error in every[kind] for error in found) < 150
        assert typing_error(word, np.random.default_rng(0), kind) in every[kind]
    assert typing_error(word, np.random.default_rng(3)) == found[3]


def test_words_that_exist_are_no_errors():
    rng = np.random.default_rng(0)
    assert typing_error("tea", rng, "dropped", known={"ea", "ta"}) == "te"
    with pytest.raises(ValueError, match="'a' has no typing error of the kind swapped"):
        typing_error("a", rng, "swapped")
    with pytest.raises(KeyError):
        typing_error("a", rng, "upside down")
