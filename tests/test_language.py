"""The Korean edition says what the English one says, and its notebooks are built and right."""

import re
import string
from pathlib import Path

import nbformat
import pytest
from answers import copied
from drawn import written
from matplotlib import pyplot as plt
from matplotlib.text import Text

import course
from elmo_lite.files import ROOT
from notebooks.author import build, render, rules, translate
from notebooks.author.words import WORDS
from notebooks.course import check, language
from notebooks.course.chapters import CHAPTERS, chapters_in, find
from notebooks.course.check.source import text_cells
from notebooks.course.plots import ch06b, shapes, style

SOURCES = render.find_sources(build.FOLDER)
each_source = pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)


def notebook(source: Path, *folders: str) -> nbformat.NotebookNode:
    path = build.FOLDER.joinpath("ko", *folders, f"{source.stem}.ipynb")
    return nbformat.read(path, as_version=4)


# ---- the texts ----


def test_all_chapters_are_in_korean():
    there = {path.stem for path in (build.FOLDER / "source" / "ko").glob("*.py")}
    assert there == {source.stem for source in SOURCES}
    for folder in ("", "solutions"):
        built = {path.stem for path in (build.FOLDER / "ko" / folder).glob("*.ipynb")}
        assert built == there


@each_source
def test_both_texts_say_the_same(source):
    assert translate.problems(source) == []


@pytest.mark.parametrize(
    ("english", "korean", "said"),
    [
        ("71.5 % of 1,722", "1,722개 중 71.5 %", []),
        ("2.5 million, half a million, six billion", "250만, 50만, 60억", []),
        ("0.1 and 2.5 million", "10만, 그리고 250만", []),
        ("three of four", "4개 중 3개", []),
        ("17 of them", "몇 개", ["lost 17"]),
        ("some of them", "17개", ["new 17"]),
        ("`n = 5` and $x = 12$", "`n = 5`와 $x = 13$", ["new 13"]),
        ("only 0.5", "0.5만", []),
    ],
)
def test_the_numbers_of_two_texts_are_compared(english, korean, said):
    assert translate.other_numbers(english, korean) == said


def test_a_term_keeps_the_name_of_the_glossary():
    ours = "A **language model** gives every sequence a probability."
    assert translate.other_terms(ours, "**언어 모델**(language model)은") == []
    assert translate.other_terms(ours, "말 모델은") == [
        "language model is 언어 모델 in the glossary"
    ]


def test_running_text_as_material_has_one_name():
    said = "새 글에 나오는 바이그램, 글이 두 배이면, 글로 학습한 모델, 글 180만 토큰, 글의\n토큰"
    assert len(translate.other_material(said)) == 5
    said = "새 글을 쓰고 글을 많이 읽은 신경망, 위키백과 글 98편, 같은 글로 칩니다, 글자의 바이그램"
    assert translate.other_material(said) == []
    pages = [*(ROOT / "docs" / "ko").glob("[!l]*.md")]  # lecturing.md is made of the chapters
    pages += [*ROOT.glob("*.ko.md"), *(ROOT / "data").glob("**/*.ko.md")]
    pages += [*(ROOT / "notebooks" / "source" / "ko" / "code").glob("*.toml")]
    pages += [*(language.HERE / "ko").glob("**/*.toml")]
    found = {page.name: translate.other_material(page.read_text("utf-8")) for page in pages}
    assert {name: said for name, said in found.items() if said} == {}


def test_a_changed_a_missing_and_an_extra_cell_are_named(tmp_path):
    text = "# %% [markdown]\n# # 01 One\n\n# %%\nx = 1\n\n# %% [markdown]\n# Two of 12.\n"
    source = tmp_path / "01_ngram_language_models.py"
    source.write_text(text, encoding="utf-8")
    assert translate.problems(source) == [f"ko/{source.name} is not written yet"]
    translate.write(source, "ko", ["# 01 하나", "둘"])
    source.write_text(text.replace("12", "15"), encoding="utf-8")
    new, extra = translate.problems(source)
    assert "the cell at line 7 (`Two of 15.`) is new or has changed" in new
    assert "has a cell too many: `둘`" in extra
    translate.write(source, "ko", [text for _, text in text_cells(source, "ko")])
    assert [line.rpartition(": ")[2] for line in translate.problems(source)] == ["lost 15"]


def test_every_chapter_message_and_page_word_has_its_korean():
    assert all(re.search("[가-힣]", c.title + c.question) for c in chapters_in("ko"))
    assert [c.slug for c in chapters_in("ko")] == [c.slug for c in CHAPTERS]
    english, korean = language.table("messages", "en"), language.table("messages", "ko")
    assert english["said"].keys() == korean["said"].keys()
    for key, text in english["said"].items():
        names = [
            {f for _, f, *_ in string.Formatter().parse(t) if f}
            for t in (text, korean["said"][key])
        ]
        assert names[0] == names[1], key
    assert english["status"].keys() == korean["status"].keys()
    assert len(english["ordinals"]) == len(korean["ordinals"])
    same = [k for k, v in vars(WORDS["ko"]).items() if v == getattr(WORDS["en"], k)]
    assert same == []


# ---- the language of a kernel ----


def test_a_kernel_speaks_the_language_of_its_folder_unless_told_otherwise(monkeypatch, tmp_path):
    (tmp_path / "notebooks" / "ko" / "solutions").mkdir(parents=True)
    monkeypatch.delenv("ELMO_LITE_LANGUAGE", raising=False)
    for folder, said in (
        ("notebooks", "en"),
        ("notebooks/ko", "ko"),
        ("notebooks/ko/solutions", "ko"),
    ):
        monkeypatch.chdir(tmp_path / folder)
        assert language.current() == said
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", "en")
    assert language.current() == "en"


def test_a_check_speaks_korean(monkeypatch):
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", "ko")
    exercise = check.find("1.1")
    assert str(exercise(copied(exercise.reference))) == f"연습 1.1: 정답. {exercise.door}"
    assert "나는 멜론을" in exercise.door
    mistake, hint = exercise.mistakes[0]
    assert exercise(exercise.wrong(mistake)).message == hint and re.search("[가-힣]", hint)
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", "en")
    exercise = check.find("1.1")
    assert str(exercise(copied(exercise.reference))) == f"Exercise 1.1: correct. {exercise.door}"


def test_a_word_of_a_sentence_stays_where_a_label_of_that_name_is_translated(monkeypatch):
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", "ko")
    figure, ax = plt.subplots()
    texts = shapes.box(ax, 0, 0, "property", "white"), ax.text(0, 1, "property")
    style.speak(figure)
    assert [text.get_text() for text in texts] == ["property", "성질"]
    plt.close(figure)


def test_a_label_is_found_whole_or_by_its_template():
    said = language.Labels(
        {"layer 1": "1층", "{} of {} words": "단어 {1}개 중 {0}개", "By layer: {}.": "층마다 {}."}
        | {"log, 2 numbers": "로그, 숫자 2개"}
    )
    assert said("layer 1") == "1층"
    assert said("3 of 40 words") == "단어 40개 중 3개"
    assert said("By layer: layer 1 0.5, blind 0.3.") == "층마다 layer 1 0.5, blind 0.3."
    assert said("By layer: layer 1; blind.") == "층마다 1층; blind."
    assert said("By layer: log, 2 numbers.") == "층마다 로그, 숫자 2개."
    assert said("0.25") == "0.25" and said("unknown text") == "unknown text"
    assert said.missing == {"unknown text"}


def test_a_word_of_sentences_has_its_label_in_one_figure_only(monkeypatch):
    said = language.Labels({"stage: after": "결과", "{} words": "{}어"})
    assert said("after", "stage") == "결과" and said("after") == "after"
    assert said("2 words", "panel") == "2어"
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", "en")
    assert language.label("after", "stage") == "after"


def test_no_label_loses_what_fills_it():
    for path in sorted((language.HERE / "ko" / "labels").glob("*.toml")):
        for english, korean in language.table(f"labels/{path.stem}", "ko").items():
            holes = [f for _, f, *_ in string.Formatter().parse(korean) if f is not None]
            wanted = [str(i) for i in range(english.count("{}"))]
            assert sorted(holes) == wanted or holes == [""] * len(wanted), (path.name, english)


def plain_figure():
    """A reader's own figure: words as a title, at an axis, at ticks, as categories, in a legend."""
    figure, (left, right) = plt.subplots(1, 2, sharey=True)
    left.plot([1, 2], [1, 2], label="layer 1")
    left.legend()
    left.set(title="layer 2", xlabel="updates", xticks=[1, 2], xticklabels=["bigram", "trigram"])
    right.bar(["cosine", "of mine"], [1, 2])
    right.text(0, 1, "layer 0")
    return figure


KOREAN = {
    **{"layer 0": "0층", "layer 1": "1층", "layer 2": "2층", "updates": "업데이트"},
    **{"bigram": "바이그램", "trigram": "트라이그램", "cosine": "코사인", "of mine": "of mine"},
}


def words_of(figure):
    figure.canvas.draw()
    return {text for text in written(figure.axes[0]) if re.search("[a-z가-힣]", text)}


def test_a_figure_is_translated_when_it_is_shown_and_another_stays_as_it_is(monkeypatch):
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", "ko")
    assert Text.set_text.__module__ == "matplotlib.text", "nothing of matplotlib is exchanged"
    shown, other = plain_figure(), plain_figure()
    for _ in range(2):  # a figure may be shown twice
        style.png(shown)
        assert words_of(shown) == {*KOREAN.values()} and words_of(other) == {*KOREAN}
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", "en")
    style.png(other)
    assert words_of(other) == {*KOREAN}


def test_numbers_at_the_ticks_stay_as_matplotlib_writes_them(monkeypatch):
    drawn = []
    for translated in (False, True):
        monkeypatch.setenv("ELMO_LITE_LANGUAGE", "ko" if translated else "en")
        figure, (left, right) = plt.subplots(1, 2)
        left.plot([0, 2e7], [1e-9, 3e-9])  # with a factor beside the axis
        right.loglog([1, 1e6], [0.001, 1000])
        drawn.append(style.png(figure))
    assert drawn[0] == drawn[1]


def test_a_map_measures_the_words_that_it_shows(monkeypatch):
    """The name of a group is longer in one language, and then the map is narrower."""
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", "ko")
    ax = ch06b.word_map([[0, 0], [1, 1]], ["layer 1", "cat"], {"animals": ["layer 1", "cat"]}, "t")
    assert {"1층", "동물"} <= {text.get_text() for text in ax.texts}
    before = ax.get_position().bounds
    style.png(ax.figure)
    assert ax.get_position().bounds == pytest.approx(before, abs=2e-3)


# ---- the built notebooks ----


@each_source
def test_the_notebooks_match_their_sources_and_keep_the_rules(source):
    assert build.stale(source, "ko") == []
    assert build.broken_rules(source, "ko") == []
    solved = notebook(source, "solutions")
    assert rules.outputs(solved) + rules.links(solved, build.FOLDER / "ko" / "solutions") == []


@each_source
def test_every_solution_passes_in_korean_and_every_figure_is_described(source):
    number = find(source.stem.split("_")[0]).number.removeprefix("0")
    checks = [cell for cell in notebook(source, "solutions").cells if rules.has(cell, "check")]
    said = [cell.outputs[0].data["text/plain"] for cell in checks]
    right = [text.partition(": 정답.")[0] for text in said if "예측" not in text[:3]]
    assert right == [f"연습 {number}.{i}" for i in range(1, len(right) + 1)]
    kept = [text for text in said if text.startswith("예측")]
    assert all(f"예측 {number}." in text and ": 기록했습니다." in text for text in kept)
    for i, cell, output in rules.figures(notebook(source)):
        about = output.metadata["image/png"]["alt"]
        assert re.search("[가-힣]{2}", about), rules.name(i, cell)


# ---- the door ----


def test_the_lab_opens_on_the_korean_chapters(monkeypatch):
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", "en")
    assert course.choose_language(["--no-browser"]) == ["--no-browser"]
    assert "notebooks/00_start_here.ipynb" in " ".join(course.door_commands("lab", [])[0])
    assert course.choose_language(["--language", "ko", "--no-browser"]) == ["--no-browser"]
    (command,) = course.door_commands("lab", [])
    assert any(part.endswith("/lab/tree/notebooks/ko/00_start_here.ipynb") for part in command)
    with pytest.raises(SystemExit):
        course.choose_language(["--language", "tlh"])
