"""Questions for Moodle: read back by a reader of the format that knows nothing of the writer."""

import html
import re

import pytest

from notebooks.author import questions
from notebooks.author.questions import Choice, Question
from notebooks.course.chapters import CHAPTERS, chapters_in

NASTY = "a = {b: #1} ~ \\ <c> & `d = {e}` $\\frac{1}{2} = x$ *f* ::g:: // h"


def tokens(text):
    """(is escaped, character) of a GIFT text."""
    return [(len(match) > 1, match[-1]) for match in re.findall(r"\\.|.", text, re.S)]


def read_back(text):
    """[(name, text, [(is right, answer, feedback)])], character by character."""
    found, state, name, asked, answers = [], "out", "", "", []
    stream = tokens(re.sub(r"^(//|\$CATEGORY:).*$", "", text, flags=re.M))
    k = 0
    while k < len(stream):
        escaped, c = stream[k]
        plain = c if not escaped else ""
        two = plain == ":" and k + 1 < len(stream) and stream[k + 1] == (False, ":")
        if two and state in ("out", "name"):
            state, k = ("name", k + 2) if state == "out" else ("text", k + 2)
            continue
        if state == "text" and plain == "{":
            state = "answers"
        elif state == "answers" and plain == "}":
            found.append((name, asked.strip(), answers))
            state, name, asked, answers = "out", "", "", []
        elif state == "answers" and plain in ("=", "~") and plain:
            answers.append([plain == "=", "", ""])
            part = 1
        elif state == "answers" and plain == "#":
            part = 2
        elif state == "answers" and answers:
            answers[-1][part] += c
        elif state == "name":
            name += c
        elif state == "text":
            asked += c
        else:
            assert c.isspace(), text[:k]
        k += 1
    assert state == "out"
    return [(n, a, [(r, t.strip(), w.strip()) for r, t, w in rows]) for n, a, rows in found]


def test_nothing_in_a_text_is_taken_for_a_mark():
    question = Question(NASTY, NASTY, (Choice(NASTY, NASTY, True), Choice("no", "", False)))
    ((name, asked, answers),) = read_back(questions.as_gift(question))
    shown = questions.as_html(NASTY)
    assert name == NASTY and asked == "[html]" + shown
    assert answers == [(True, shown, shown), (False, "no", "")]
    plain = html.unescape(re.sub(r"</?(?:code|em|strong)>", "", shown))
    assert plain == "a = {b: #1} ~ \\ <c> & d = {e} \\(\\frac{1}{2} = x\\) f ::g:: // h"


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("slug", ["01_ngram_language_models", "07_char_cnn"])
def test_five_questions_with_one_right_answer_each(language, slug):
    (chapter,) = [each for each in chapters_in(language) if each.slug == slug]
    found = questions.of_chapter(chapter)
    back = read_back(questions.file_of(chapter, found))
    assert len(back) >= questions.FEWEST and len({name for name, _, _ in back}) == len(back)
    for question, (_, asked, answers) in zip(found, back, strict=True):
        assert asked == "[html]" + questions.as_html(question.text)
        assert sum(right for right, _, _ in answers) == 1 and len(answers) >= 3
        assert len({text for _, text, _ in answers}) == len(answers)
        assert all(why for right, _, why in answers if not right), "each wrong answer says why"
        assert [text for _, text, _ in answers] == [
            questions.as_html(c.text) for c in question.choices
        ]
    if language == "ko":
        assert all(re.search("[가-힣]", asked) for _, asked, _ in back)


def test_the_command_writes_a_file_for_each_chapter(tmp_path, capsys):
    assert questions.main(["--out", str(tmp_path / "q"), "01"]) == 0
    assert [path.name for path in (tmp_path / "q").iterdir()] == ["01.en.gift.txt"]
    assert "questions of 1 chapters" in capsys.readouterr().out
    assert questions.main(["--out", str(tmp_path / "q"), "00"]) == 0
    assert len(CHAPTERS) > 20
