"""What is typed into a box: capitals, full stops, plurals, unknown words, Korean, nothing."""

import ast

import pytest

from elmo_lite import static_vectors
from elmo_lite.files import ROOT
from notebooks.course import live as module
from notebooks.course import typed
from notebooks.course.typed import NotThere

TABLE = {"self": 0, "apple": 1, "bank": 2, "seoul": 3, "stop": 4, "English": 5}
TABLE |= {f"{10 * i}": i for i in range(6, 99)}  # no small table, whose words would all be named
SENTENCE = ["The", "banks", "were", "closed,", "and", "Play", "stopped."]


@pytest.mark.parametrize(
    ("text", "row"),
    [("Apple", "apple"), ("apple.", "apple"), (" SEOUL ", "seoul"), ("english", "English")],
)
def test_a_row_is_found_in_capitals_or_not_and_without_marks(text, row):
    assert typed.row(text, TABLE) == row


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("banks", "There is no row for banks: try bank."),
        ("Selfie", "There is no row for Selfie: try self."),
        ("stopped", "There is no row for stopped: try stop."),
        ("xqz", "There is no row for xqz, nor for a word that looks like it."),
        ("서울", "There is no row for 서울: this table has English words."),
        (" ", "Type something into the empty box."),
    ],
)
def test_what_has_no_row_gets_one_sentence_with_what_is_near(text, said):
    with pytest.raises(NotThere) as caught:
        typed.row(text, TABLE)
    assert str(caught.value) == said


def test_the_shipped_table_knows_apple_and_seoul_and_says_what_is_near_a_selfie():
    table = static_vectors.load().key_to_index
    assert typed.rows("Apple, Seoul.", table) == ["apple", "seoul"]
    with pytest.raises(NotThere, match="There is no row for selfie: try self"):
        typed.row("selfie", table)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("bank - Apple + SEOUL", [(1, "bank"), (-1, "apple"), (1, "seoul")]),
        ("bank −apple+self.", [(1, "bank"), (-1, "apple"), (1, "self")]),
        ("- stop", [(-1, "stop")]),
    ],
)
def test_a_sum_of_words_has_a_sign_for_each_row(text, found):
    assert typed.signed(text, TABLE) == found


@pytest.mark.parametrize(
    ("text", "said"), [(" - + ", "Type something"), ("bank - seouls", "seouls: try seoul")]
)
def test_a_sum_of_no_words_or_of_an_unknown_one_gets_a_sentence(text, said):
    with pytest.raises(NotThere, match=said):
        typed.signed(text, TABLE)


def test_a_small_table_is_named_whole():
    with pytest.raises(NotThere, match="There is no row for dog: the table has fat, cat."):
        typed.row("dog", ["fat", "cat"])


def test_a_box_may_ask_for_two_words_of_a_model_marks_included():
    assert typed.pair(" bank  self ", TABLE) == ["bank", "self"]
    assert typed.pair("( ,", {"(": 0, ",": 1}) == ["(", ","]
    for text, said in (("bank", "Type 2 words."), ("bank banc", "To this model banc is <unk>.")):
        with pytest.raises(NotThere, match=said):
            typed.pair(text, TABLE)


def test_two_boxes_may_ask_for_sentences_of_equal_length():
    assert typed.equally_long("A cat.", "A dog!") == (["A", "cat", "."], ["A", "dog", "!"])
    with pytest.raises(NotThere, match="The first sentence has 3 words and the second 2: write"):
        typed.equally_long("A cat.", "A cat")


def test_a_box_may_ask_for_so_many_words():
    assert typed.rows("bank self", TABLE, number=2) == ["bank", "self"]
    with pytest.raises(NotThere, match="Type 4 words"):
        typed.rows("bank self", TABLE, number=4)


def test_a_full_stop_is_a_token_and_a_word_has_none():
    assert typed.words("A gift.") == ["A", "gift", "."]
    assert typed.several('"sofa", north. don\'t') == ["sofa", "north", "don't"]
    assert typed.word("gift.") == "gift" and typed.word("!!") == "!!"
    for empty in (typed.words, typed.several, typed.word, typed.english):
        with pytest.raises(NotThere, match="empty box"):
            empty(" ")


@pytest.mark.parametrize(
    ("text", "at"),
    [("banks", 1), ("bank", 1), ("Bank.", 1), ("close", 3), ("play", 6), ("stop", 7)],
)
def test_a_word_is_found_in_the_sentence_in_any_form(text, at):
    assert typed.place(text, typed.words("The banks were closed, and Play stopped.")) == at


def test_the_same_form_comes_before_another_one():
    assert typed.place("bank", ["Banks", "bank", "Bank"]) == 1
    assert typed.places("bear", ["The", "bear", "saw", "a", "bear", "and", "bears"]) == [1, 4]
    assert typed.two_places("bear", ["bear", "bear", "bear"]) == [0, 1]
    with pytest.raises(NotThere, match="only once"):
        typed.two_places("bear", ["bear", "bears"])
    with pytest.raises(NotThere, match="The sentence has no gift"):
        typed.place("gift", ["a", "watch"])


def test_a_korean_noun_is_found_with_its_particle():
    assert typed.place("배", ["작은", "배를", "타고"]) == 1
    assert typed.stem("배를", ["배", "배추"]) == "배"
    with pytest.raises(NotThere, match="There is no row for 학교에: the table has 배."):
        typed.stem("학교에", ["배"])


def test_a_model_of_english_says_what_korean_is_worth(capsys):
    assert typed.english("남동생 is here.") == ["남동생", "is", "here", "."]
    assert capsys.readouterr().out == (
        "This model has learned English only, so its results for 남동생 mean nothing.\n"
    )
    typed.english("He is here.")
    assert capsys.readouterr().out == ""


def test_what_a_model_reads_as_unknown_is_said(capsys):
    typed.unknown(["bank", "banks", "xqz"], [*TABLE])
    first, second = capsys.readouterr().out.splitlines()
    assert first == "To this model banks is <unk>. Near it are bank."
    assert second.strip() == "To this model xqz is <unk>."


def test_a_panel_shows_the_sentence_alone():
    def draw(word="apple"):
        print(typed.row(word, TABLE))

    box = module.panel(draw, {"word": "apple"})
    box.children[0].value = "Selfie"
    assert ">There is no row for Selfie: try self.<" in box.children[1].value


@pytest.mark.parametrize(
    "message", ["There is no row for selfie: try self, shelf.", "Type 4 words."]
)
def test_the_sentences_are_korean_in_the_korean_edition(message, monkeypatch):
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", "ko")
    assert typed.is_korean([typed.label(message)])


# ---- every box of every chapter ----


def boxes(source):
    """(function, argument) of each text box: `live(draw, word="bank")`."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    made = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "live":
            draw = [f for f in made if f.name == call.args[0].id and f.lineno < call.lineno][-1]
            for control in call.keywords:
                if isinstance(control.value, ast.Constant) and isinstance(control.value.value, str):
                    yield draw, control.arg


@pytest.mark.parametrize(
    "source", sorted((ROOT / "notebooks" / "source").glob("*.py")), ids=lambda path: path.stem
)
def test_no_box_reads_by_itself_what_is_typed(source):
    """No split at spaces, no list.index and no row of a table: `typed` finds what is there."""
    for draw, argument in boxes(source):
        for node in ast.walk(draw):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                of_typed = getattr(node.func.value, "id", "") == argument
                given = [a.id for a in node.args if isinstance(a, ast.Name)]
                assert not (of_typed and node.func.attr == "split"), draw.name
                assert not (argument in given and node.func.attr == "index"), draw.name
