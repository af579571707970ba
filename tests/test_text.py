"""Tokens, sentences, vocabulary and character ids: values by hand, and any Unicode string."""

import lzma
import time
import unicodedata

import conllu
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from elmo_lite import text
from elmo_lite.text import (
    _TOKEN,
    BOS,
    EOS,
    UNK,
    Vocabulary,
    character_ids,
    split_sentences,
    tokenize,
)

# Every code point, lone surrogates too, with a good share of what a tokenizer stumbles over.
PIECES = ["'", "’", "n't", "don't", "...", "U.S.", "3.5", "-", "www.a", "@", "\u0301", "\u200d"]
PIECES += [*"👩🏽🇰한ᄒ\x00\x85\u2028\ud800\udfff\n ", ":)"]
ANY_TEXT = st.one_of(
    st.text(st.characters(codec=None)),
    st.lists(st.sampled_from(PIECES)).map("".join),
    st.text("ab'.- \n\t", max_size=40),
)


def without_white_space(text):
    return "".join(character for character in text if not character.isspace())


# --- tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("I am Sam.", "I am Sam ."),
        ("Don't stop: I can't, we'll see.", "Do n't stop : I ca n't , we 'll see ."),
        ("I cannot. CAN'T! She's gonna.", "I can not . CA N'T ! She 's gon na ."),
        ("O’Brien’s dogs’ don’t", "O’Brien ’s dogs ’ do n’t"),
        ("a well-known, non-violent man/woman", "a well - known , non-violent man / woman"),
        ("$3.5, 1,000 or 5% on 9/11", "$ 3.5 , 1,000 or 5 % on 9/11"),
        ("at 4:00pm (in the 1970s)", "at 4:00 pm ( in the 1970s )"),
        ("Mr. J. Smith of the U.S. left.", "Mr. J. Smith of the U.S. left ."),
        ("So do I. Yes.", "So do I . Yes ."),
        ("Wait... what?! -- no!!", "Wait ... what ?! -- no !!"),
        ("see http://a.org/b?c=d. Or a.b@c.org, :)", "see http://a.org/b?c=d . Or a.b@c.org , :)"),
        ('he said ("yes")', 'he said ( " yes " )'),
        ("cafe\u0301 हिन्दी", "cafe\u0301 हिन्दी"),
        ("👩‍🚀❤️👍🏽🇰🇷", "👩‍🚀 ❤️ 👍🏽 🇰🇷"),
        ("'학교'에서 3월에 IBM을 \"모르다\"고", "' 학교 ' 에서 3월에 IBM을 \" 모르다 \" 고"),
        ("\u1112\u1161\u11ab\u1100\u1173\u11af.", "\u1112\u1161\u11ab\u1100\u1173\u11af ."),  # 한글
    ],
)
def test_tokens_follow_the_written_rule(text, tokens):
    assert tokenize(text) == tokens.split(" ")


def token_spans(text):
    """Start and end of every token by the rule alone, without the shortcut of tokenize."""
    return [match.span() for match in _TOKEN.finditer(text)]


@given(ANY_TEXT)
@example("a" * 10_000 + "'" + "b" * 10_000)
@example("\ud83d\ude00 \udc00")
@example("x\x85y\u2028z\x1c\x00w\ufeff")
@example("So do I. J. Smith, no. 5, No.\u20036 and (A. B.)\x85C. d'A.\u2028B no. No.7")
@example("X" * 49 + ". Y" + "z" * 60 + "." * 60)
def test_spans_lose_nothing_but_white_space(text):
    spans = token_spans(text)
    assert tokenize(text) == [text[start:end] for start, end in spans]
    end_before = 0
    for start, end in spans:
        assert end_before <= start < end
        assert without_white_space(text[end_before:start]) == ""
        assert text[start:end] == without_white_space(text[start:end])
        end_before = end
    assert without_white_space(text[end_before:]) == ""


@pytest.mark.parametrize("unit", ["a.", "a-", "x", "n't", ".", "'", "1,", "ab@", "http://", " \n"])
def test_time_grows_with_the_length_only(unit):
    start = time.perf_counter()
    tokenize(unit * 30_000 + "x")
    split_sentences(unit * 30_000 + "x")
    assert time.perf_counter() - start < 3  # a rule that tries again at every place needs minutes


def test_tokens_agree_with_the_english_web_treebank(data_set):
    file = data_set("pos/ud_english_ewt") / "en_ewt-ud-dev.conllu.xz"
    found = gold = hits = 0
    for sentence in conllu.parse(lzma.decompress(file.read_bytes()).decode()):
        text, position, spans = sentence.metadata["text"], 0, set()
        for word in (token["form"] for token in sentence if isinstance(token["id"], int)):
            start = text.index(word, position)
            position = start + len(word)
            spans.add((start, position))
        ours = set(token_spans(text))
        found, gold, hits = found + len(ours), gold + len(spans), hits + len(ours & spans)
    assert gold > 25_000
    assert 2 * hits / (found + gold) > 0.985


# --- sentences


def test_sentences_end_where_the_rule_says():
    text = (
        "Mr. Smith lives in Washington, D.C. The city is big. The U.S. Army came (cf. Plato). "
        '"Why?" he asked. See No. 5. The no. 1 said no. It was 3.5 m. 나는 모른다. 너는?\n\n'
        "A heading\non two lines… Yes!"
    )
    assert split_sentences(text) == [
        "Mr. Smith lives in Washington, D.C.",
        "The city is big.",
        "The U.S. Army came (cf. Plato).",
        '"Why?" he asked.',
        "See No. 5.",
        "The no. 1 said no.",
        "It was 3.5 m. 나는 모른다.",
        "너는?",
        "A heading\non two lines…",
        "Yes!",
    ]


@given(ANY_TEXT)
def test_sentences_lose_nothing_but_white_space(text):
    sentences = split_sentences(text)
    assert without_white_space("".join(sentences)) == without_white_space(text)
    assert all(sentence and sentence == sentence.strip() for sentence in sentences)


# --- vocabulary

TOY = [["I", "am", "Sam"], ["Sam", "I", "am"], ["I", "do", "not", "like", "eggs"]]


def test_vocabulary_has_the_frequent_words_first_then_letters_and_counts_what_it_leaves_out():
    vocabulary = Vocabulary.build(TOY)
    assert vocabulary.words == [UNK, BOS, EOS, "I", "Sam", "am", "do", "eggs", "like", "not"]
    assert vocabulary.counts == [0, 3, 3, 3, 2, 2, 1, 1, 1, 1]
    assert vocabulary.ids(["am", "ham", EOS]).tolist() == [5, 0, 2]
    assert vocabulary.tokens([5, 0, 2]) == ["am", UNK, EOS]
    assert "Sam" in vocabulary and "ham" not in vocabulary and vocabulary.id("ham") == 0
    small = Vocabulary.build(TOY, max_size=2)
    assert small.words == [UNK, BOS, EOS, "I", "Sam"]
    assert small.counts == [6, 3, 3, 3, 2]  # am am do not like eggs are unknown now
    assert Vocabulary.build(TOY, min_count=2).words[3:] == ["I", "Sam", "am"]
    assert Vocabulary.build([["a", UNK, "a"]]).words[3:] == ["a"]
    first = vocabulary.first(2)
    assert (first.words, first.counts) == (small.words, small.counts)
    assert vocabulary.first(100).counts == vocabulary.counts


words_to_save = st.text(st.characters(exclude_characters="\t\n\r", codec="utf-8"), min_size=1)


@given(words=st.sets(words_to_save.filter(lambda word: word not in (UNK, BOS, EOS))))
@example(words={"\x85", "\u2028", "a b", "\ufeff", " ", "\x0b", "é", "e\u0301", "x" * 10_000})
def test_a_vocabulary_comes_back_as_it_was(words, tmp_path_factory):
    path = tmp_path_factory.mktemp("vocabulary") / "new folder" / "words.tsv"
    vocabulary = Vocabulary.build([sorted(words), sorted(words)[:3]])
    vocabulary.save(path)
    for line_end in (b"\n", b"\r\n"):
        path.write_bytes(path.read_bytes().replace(b"\n", line_end))
        again = Vocabulary.load(path)
        assert (again.words, again.counts) == (vocabulary.words, vocabulary.counts)


@pytest.mark.parametrize("word", ["", "a\tb", "a\nb", "a\r", "\ud800"])
def test_words_that_a_file_cannot_hold_are_refused(word):
    with pytest.raises(ValueError, match="cannot be in a vocabulary"):
        Vocabulary.build([["fine", word]])


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "line 1"),
        (b"<unk>\t0\n<s>\t1\n</s>\t1\nword\n", "line 4"),
        (b"<unk>\t0\n<s>\t1\n</s>\t1\nword\t-1\n", "line 4"),
        (b"<unk>\t0\n<s>\t1\n</s>\t1\n\na\t1\n", "line 4"),
        (b"<unk>\t0\n<s>\t1\n</s>\t1\na\t1\na\t1\n", "'a' is in the vocabulary twice"),
        (b"the\t5\n", "starts with"),
        (b"\xff\xfe<\x00", "not UTF-8"),
    ],
)
def test_other_files_are_refused_with_the_place(content, problem, tmp_path):
    path = tmp_path / "words.tsv"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=problem) as caught:
        Vocabulary.load(path)
    assert "words.tsv" in str(caught.value)


def test_common_slips_get_a_sentence_of_help():
    vocabulary = Vocabulary.build(TOY)
    for use, wrong in ((Vocabulary.build, ["I am"]), (vocabulary.ids, "I"), (character_ids, "I")):
        with pytest.raises(TypeError, match="list of tokens"):
            use(wrong)
    with pytest.raises(ValueError, match="the models add them"):
        Vocabulary.build([[BOS, "I", EOS]])
    for wrong in (-1, 10):
        with pytest.raises(ValueError, match="from 0 to 9"):
            vocabulary.tokens([wrong])


# --- character ids


def test_character_ids_by_hand():
    rows = character_ids(["cat", "é", "", "<S>", "</S>", "<s>"])
    assert rows.shape == (6, 50) and rows.dtype == np.int64
    # c, a, t are the bytes 99, 97, 116; é is the two bytes 195, 169; every id is the byte + 1.
    spelt = [[100, 98, 117], [196, 170], [], [257], [258], [61, 116, 63]]
    for row, ids in zip(rows.tolist(), spelt, strict=True):
        assert row == [259, *ids, 260] + [261] * (48 - len(ids))
    assert character_ids([]).shape == (0, 50)


@given(st.lists(st.text(max_size=60)))
@example(["x" * 10_000, "a" + "한" * 20, "\x00", "\x00\x00", "\U0010ffff" * 12, "\x85", "👩‍🚀"])
def test_rows_spell_the_bytes_of_the_word(tokens):
    for token, row in zip(tokens, character_ids(tokens).tolist(), strict=True):
        end = row.index(260)
        assert row[0] == 259 and set(row[end + 1 :]) <= {261}
        if token not in ("<S>", "</S>"):
            assert bytes(i - 1 for i in row[1:end]) == token.encode()[:48]


def test_a_lone_surrogate_is_an_error_or_nothing():
    with pytest.raises(ValueError, match="lone surrogate"):
        character_ids(["fine", "a\ud83dz"])
    ignored = character_ids(["a\ud83dz", "\ud800" * 60 + "b"], errors="ignore")
    np.testing.assert_array_equal(ignored, character_ids(["az", "b"]))
    with pytest.raises(ValueError, match="strict"):
        character_ids(["a"], errors="replace")


def test_hangul_in_jamo_has_an_id_a_letter():
    first = text.WORD_PAD + 1
    assert text.ALPHABETS["jamo"] == first + 19 + 21 + 27
    n, a, m, final_m = (text.JAMO_IDS[chr(code)] for code in (0x1102, 0x1161, 0x1106, 0x11B7))
    (row,) = text.character_ids(["남"], alphabet="jamo")
    assert row[:6].tolist() == [text.WORD_BEGIN, n, a, final_m, text.WORD_END, text.WORD_PAD]
    assert text.jamo_ids("마") == [m, a] and text.jamo_ids("\u1106\u1161") == [m, a]
    # The letters of a chat, alone: the same consonant and vowel as at the start of a syllable.
    assert text.jamo_ids("ㅋㅠ") == [text.JAMO_IDS[chr(code)] for code in (0x110F, 0x1172)]
    assert text.jamo_ids("ㄳ") == [text.JAMO_IDS[chr(0x11AA)]]


@given(st.text(alphabet=st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), max_size=16))
def test_a_syllable_can_be_told_from_its_jamo(word):
    letters = {i: letter for letter, i in text.JAMO_IDS.items()}
    spelt = "".join(letters[i] for i in text.jamo_ids(word))
    assert unicodedata.normalize("NFC", spelt) == word


def test_what_is_not_hangul_is_spelled_in_bytes_and_a_long_word_is_cut():
    words = ["a", "é", "<S>", "</S>", "日本", "x" * 60, ""]
    in_bytes = text.character_ids(words)
    assert (text.character_ids(words, alphabet="jamo") == in_bytes).all()
    with pytest.raises(ValueError, match="alphabet is one of bytes, jamo"):
        text.character_ids(words, alphabet="runes")
    (row,) = text.character_ids(["값" * 30], alphabet="jamo")
    assert row[0] == text.WORD_BEGIN and row[-1] == text.WORD_END
    assert (row[1:-1] > text.WORD_PAD).all()
