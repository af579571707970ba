"""The parser of chapters: what a built notebook consists of."""

import base64
from dataclasses import replace

from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from notebooks.author.parts import ENGLISH, Part, anchor, parts

FOLD = "<details><summary>{}</summary>\n\n{}\n\n</details>\n"


def text(source, *tags):
    return new_markdown_cell(source, metadata={"tags": list(tags)})


def kinds(found: list[Part]) -> list[tuple[str, str]]:
    return [(part.kind, part.text) for part in found]


def test_a_text_is_cut_at_its_blocks():
    found = parts(
        [
            text("bar", "nav"),
            text("# Title\n\n## 1. One\nWords.\n\n- a\n- b\n\n| c |\n|---|"),
            text("So\n$$x = 1$$\nholds.\n\n$$\ny\n$$\n\n> quoted\n\n```\ncode\n```"),
        ]
    )
    assert kinds(found) == [
        ("heading", "Title"),
        ("heading", "1. One"),
        ("paragraph", "Words."),
        ("list", "- a\n- b"),
        ("table", "| c |\n|---|"),
        ("paragraph", "So"),
        ("equation", "x = 1"),
        ("equation", "y"),
        ("quote", "> quoted"),
        ("fence", "```\ncode\n```"),
    ]
    assert [part.section for part in found] == ["", *["1. One"] * 9]


def test_a_prediction_has_the_answer_right_below_it():
    answer, lab = FOLD.format("Answer", "Yes.\n\nFor sure."), FOLD.format("Lab", "Try.")
    source = f"**Predict.** One?\n\n{answer}\n\n**Predict** two.\n\nMore.\n\n{lab}"
    first, second, more, fold = parts([text(source)])
    assert (first.kind, first.text, first.answer) == ("predict", "One?", "Yes.\n\nFor sure.")
    assert (second.kind, second.text, second.answer) == ("predict", "two.", "")
    assert (fold.kind, fold.title, fold.text) == ("fold", "Lab", "Try.") and more.text == "More."


def test_an_exercise_has_a_number_an_effort_a_task_and_hints():
    hints = FOLD.format("Hint 1", "Look.") + FOLD.format("Hint 2", "Look again.")
    source = f"### Exercise 3b.1: one step\nDifficulty 2 of 3, 15 minutes.\n\nDo it.\n\n{hints}"
    (found,) = parts([text(source, "exercise")])
    assert (found.number, found.title, found.effort) == ("3b.1", "one step", (2, 15))
    assert (found.text, found.hints) == ("Do it.", ["Look.", "Look again."])
    (bare,) = parts([text("### Exercise 1.1: bare\n\nDo it.", "exercise")])
    assert bare.effort is None and bare.hints == []
    assert kinds(parts([text("### Open experiment\nWhy?", "exercise")])) == [
        ("heading", "Open experiment"),
        ("paragraph", "Why?"),
    ]


def test_a_question_of_the_quiz_has_options_with_reasons():
    options = FOLD.format("this", "**Right:** it is") + FOLD.format("that", "**No:** it is not")
    source = f"## Quiz\n\n**1. Which?**\n\n{options}\n**2. Or?**\n\n{options}"
    heading, first, second = parts([text(source, "quiz")])
    assert (heading.text, first.text, second.text) == ("Quiz", "Which?", "Or?")
    assert [(o.text, o.why, o.right) for o in first.options] == [
        ("this", "it is", True),
        ("that", "it is not", False),
    ]


def test_code_has_what_it_printed_and_its_figures():
    png = base64.b64encode(b"picture").decode()
    drawn = new_output("display_data", {"image/png": png}, metadata={"image/png": {"alt": "A bar"}})
    printed = new_output("stream", text="1\n")
    cell = new_code_cell("print(1)", outputs=[printed, drawn], metadata={"tags": ["slide"]})
    (found,) = parts([cell])
    assert (found.text, found.printed, found.tags) == ("print(1)", "1\n", ("slide",))
    assert [(figure.png, figure.alt) for figure in found.figures] == [(b"picture", "A bar")]


def test_another_language_has_its_own_words():
    korean = replace(ENGLISH, predict="예측", right="맞음:", effort=r"난이도 ([123])/3, (\d+)분")
    question = text("**1. 무엇?**\n\n" + FOLD.format("이것", "**맞음:** 그래요"), "quiz")
    task = text("### 연습 1.1: 세기\n난이도 2/3, 10분.\n\n세세요.", "exercise")
    asked, exercise, quiz = parts([text("**예측.** 무엇?"), task, question], korean)
    assert (asked.kind, exercise.effort, quiz.options[0].right) == ("predict", (2, 10), True)


def test_an_anchor_is_that_of_the_site():
    from myst_parser.slugs import github_slugify

    assert anchor("3. The *wall*, `x_k` and why?") == "3-the-wall-x_k-and-why"
    for heading in ("4. ELMo's mixture: 하나, -1 and δ", "Where next"):
        assert anchor(heading) == github_slugify(heading)
