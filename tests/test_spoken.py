"""Where code speaks, the Korean edition speaks Korean: comments, docstrings and printed texts of
each chapter whose table in notebooks/source/ko/code is finished, and how they get there."""

import nbformat
import pytest

from notebooks.author import build, handins, judge, render, spoken, translate, unspoken
from notebooks.author.spoken import Table, pieces, said, skeleton
from notebooks.course import check, language
from notebooks.course.chapters import find
from notebooks.course.check.source import numbers

SOURCES = render.find_sources(build.FOLDER)
TO_DO = [source for source in SOURCES if spoken.table_of(source).unfinished]
each_done = pytest.mark.parametrize(
    "source", [source for source in SOURCES if source not in TO_DO], ids=lambda source: source.stem
)


def table(**texts):
    return Table(None, {kind: texts.get(kind, {}) for kind in spoken.KINDS})


def texts(code, kind="strings"):
    return [piece.text for piece in pieces(code) if piece.kind == kind and piece.asked]


# ---- the chapters ----


def test_the_code_of_every_chapter_speaks_korean():
    assert TO_DO == []


@each_done
def test_every_text_of_the_code_has_its_korean_and_the_code_is_the_same(source):
    assert unspoken.problems(source) == []


@each_done
def test_the_outputs_are_korean_and_have_the_english_numbers(source):
    if build.stale(source) or build.stale(source, "ko"):
        pytest.skip("its notebooks are not as their sources")
    assert unspoken.in_outputs(source) == []


# ---- what is a text ----


def test_what_has_to_be_translated():
    code = """print(f"{n} of {len(x)} words", "times", found["right"])
x = [line.split() for line in ("I am Sam", "ham")]
model = load("en", layer="last")
ax.set(title="The best of all")
"""
    assert texts(code) == ["{} of {} words", "times", "I am Sam", "The best of all"]


def test_examples_and_what_is_measured_are_left_alone():
    code = """def ask(word="two gifts", text="It was a gift .", n="one more"):
    return "My watch is late .".split()
live(ask, sentence="A gift is late.", word="a gift")
with timed("01", "reading a text"):
    check("1.1", ask)
print("세어 본 단어 word", 3)
"""
    assert texts(code) == ["one more"]


def test_a_comment_of_several_lines_is_one_and_a_formal_one_is_none():
    code = """# how often each
# word occurs
x = 1  # (n, dim)
# begin solution
y = 2  # noqa: E501
# end solution
z = 3  # what is left
# 말뭉치, in Korean
"""
    assert texts(code, "comments") == ["how often each word occurs", "what is left"]


def test_a_docstring_is_known_by_its_place():
    code = 'def f():\n    """Two lines.\n\n    x: a number.\n    """\n    return "Two lines."\n'
    assert texts(code, "docstrings") == ["Two lines.\n\nx: a number."]
    assert texts(code) == ["Two lines."]


def test_a_place_counts_letters_not_bytes():
    assert texts('말, x = "가", f("I am Sam".split())\n') == []


# ---- a cell in Korean ----


def test_the_fields_of_a_string_keep_their_code_in_the_order_of_the_korean():
    code = """print(f"{x['a b']:{w}.2f} of {d[1:2]!r} words {{!}}")\n"""
    korean = table(strings={"{} of {} words {{!}}": "{1} 단어 가운데 {0} {{!}}"})
    made = said(code, korean)
    assert made == """print(f"{d[1:2]!r} 단어 가운데 {x['a b']:{w}.2f} {{!}}")\n"""
    assert skeleton(made) == skeleton(code)


def test_a_text_inside_of_a_field_is_translated_like_any_other():
    code = """x = {"two words": 1}\nprint(f"{x['two words']} {'name of it':27}")\n"""
    made = said(code, table(strings={"two words": "두 단어", "name of it": "이름"}))
    assert made == """x = {"두 단어": 1}\nprint(f"{x['두 단어']} {'이름':27}")\n"""


@pytest.mark.parametrize(
    ("code", "there"),
    [('print("a\\nb c")', 'print("가\\n\\"나\\"")'), ("print('a\\nb c')", "print('가\\n\"나\"')")],
)
def test_quotes_and_new_lines_are_escaped(code, there):
    assert said(code, table(strings={"a\nb c": '가\n"나"'})) == there


def test_comments_and_docstrings_keep_their_form():
    code = '''def f():
    """Two lines.

    x: a number.
    """
    # how often each
    # word occurs
    return 1  # noqa: E501
'''
    long = "단어마다 몇 번 나오는지 센다. " * 8
    korean = table(
        comments={"how often each word occurs": long.strip()},
        docstrings={"Two lines.\n\nx: a number.": "두 줄.\n\nx: 수."},
    )
    made = said(code, korean).splitlines()
    assert made[1:5] == ['    """두 줄.', "", "    x: 수.", '    """']
    assert made[5].startswith("    # 단어마다") and made[6].startswith("    # ")
    assert made[7] == "    return 1  # noqa: E501" and len(made) == 8
    assert max(map(len, made)) <= 100


def test_what_is_in_no_table_stays():
    code = 'x = f"{a} one"  # two\nprint("three", r"\\d+", x)\n'
    assert said(code, table()) == code


# ---- what a table may not be ----

CODE = """# %% [markdown]
# # 01 N-gram language models

# %%
print(f"{2} of {3} words")  # by hand
"""


@pytest.fixture
def chapter(tmp_path):
    """write(table): a chapter of one cell, whose table is this text."""
    source = tmp_path / "source" / "01_ngram_language_models.py"
    (source.parent / "ko" / "code").mkdir(parents=True)
    source.write_text(CODE, encoding="utf-8")
    translate.write(source, "ko", ["# 01 n-gram 언어 모델"])

    def write(text):
        (source.parent / "ko" / "code" / "01.toml").write_text(text, encoding="utf-8")
        return source

    return write


GOOD = '[comments]\n"by hand" = "손계산"\n[strings]\n"{} of {} words" = "{1}개 중 {0}개"\n'


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("", "", ""),
        ('"손계산"', '""', "comment 'by hand' has no Korean"),
        ('"손계산"', '"a hand"', "no Hangul in its Korean"),
        ('"by hand"', '"by hand, too"', "is nowhere in comments of the source"),
        ("{1}개", "{2}개", "2 fields in English, ['2', '0'] in Korean"),
        ("{1}개", "15개 {1}", "new 15"),
        ("{1}개", "{1개", "a { without its }"),
        ("[comments]", 'stays = ["gone"]\n[comments]', "'gone' of `stays` is nowhere"),
        ("[comments]", 'stays = ["by hand"]\n[comments]', "stands in `stays` as well"),
        ('"손계산"', f'"{"손" * 80}"', "has more than 100 characters"),
    ],
)
def test_a_table_is_held_to_its_source(chapter, old, new, problem):
    found = unspoken.problems(chapter(GOOD.replace(old, new)))
    assert (problem in "\n".join(found)) if problem else found == []


def test_the_command_keeps_what_is_filled_in_and_names_what_it_takes_out(chapter, monkeypatch):
    source = chapter('[comments]\n"gone" = "갔다"\n[strings]\n"{} of {} words" = "{1} 중 {0}"\n')
    assert unspoken.bring_up_to_date(source) == ["taken out: 'gone' = '갔다'"]
    made = spoken.table_of(source)
    assert made.unfinished and made.texts["comments"] == {"by hand": ""}
    assert made.texts["strings"] == {"{} of {} words": "{1} 중 {0}"}
    assert len(unspoken.missing(source)) == 1


def test_english_and_other_numbers_in_outputs_are_found(chapter, monkeypatch):
    source = chapter('shown = ["^- "]\n' + GOOD)
    code = render.shown(source)[1].source

    def outputs(source, language):
        lines = {"en": ["2 of 3 words", "- the old man"], "ko": printed}
        return [(code, lines[language])]

    monkeypatch.setattr(unspoken, "outputs", outputs)
    printed = ["3개 중 2개", "- the old man"]
    assert unspoken.in_outputs(source) == []
    printed = ["3개 중 4개", "it is the old man"]
    english, numbers, unused = unspoken.in_outputs(source)
    assert "is English: it is the old man" in english
    assert "has other numbers" in numbers and "no line for '^- '" in unused


def test_a_count_in_ten_thousands_is_the_english_one_in_millions():
    lines = ["10만 단어 40.3", "5,500만", "3분의 1"]
    assert unspoken.in_millions(lines) == ["0.1 단어 40.3", "55", "3분의 1"]


@pytest.mark.parametrize(
    ("line", "english"),
    [
        ("trained 0.82, random 0.96", True),
        ("가장 가까운 것: the old man sat", True),
        ("I am: 1.732", False),
        ("Wikipedia 12, 단어 Sam", False),
        ("0.5 1.3 king", False),
    ],
)
def test_what_an_english_line_is(line, english):
    assert unspoken.is_english(line) is english


# ---- exercises ----


def test_an_exercise_in_korean_is_marked_like_the_english_one(tmp_path, monkeypatch):
    """The stub is not attempted, the solution is right, and ours is nobody's."""
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", "ko")
    source = check.source_of(find("01"))
    lesson, solved = render.lesson(source, "ko"), render.solutions(source, "ko")
    texts = [cell for cell in lesson if not cell.is_code]
    stubs = [c for c in lesson if {"setup", "exercise", "check"} & set(c.tags) and c.is_code]
    assert 'raise NotImplementedError("연습 1.1")' in "\n".join(c.source for c in stubs)
    for cells, status in ((texts + stubs, "not attempted"), (texts + solved, "right")):
        path = tmp_path / f"{status}.ipynb"
        path.write_text(nbformat.writes(render.to_notebook(cells)), encoding="utf-8")
        handin = handins.read(path, "Kim Minji")
        assert handin.language == "ko"
        assert [answer.number for answer in handin.answers] == numbers(source)
        for answer in handin.answers[:5:4]:  # 1.1 and 1.5
            exercise = judge.exercise_of(answer, "ko")
            assert judge.judged(answer, exercise, frozenset()).status == status
    exercise = check.find("1.1")
    assert exercise(exercise.reference).status == "ours"


def test_names_stand_in_columns_in_both_languages():
    assert language.padded("bigram", 10) == "bigram    "
    assert language.padded("바이그램", 10) == "바이그램  "
    assert language.padded("바이그램", -10) == "  바이그램"
    assert language.padded("바이그램 모델", 4) == "바이그램 모델"
