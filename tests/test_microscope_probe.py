"""Your probe: lines of one's own, a probe left out of each, its controls, and what it tags."""

import csv
import io
import re

import accessible
import numpy as np
import pytest
from page import LETTERS, READY, foreign, read, scrolls, settle, take, type_sentence, wait_for
from test_microscope_engine import dequantised

import microscope
from elmo_lite import left_out, probes
from elmo_lite.corpora.examples import labelled
from elmo_lite.elmo import Elmo
from microscope import pack
from notebooks.course.microscope import Microscope

BOOK = ["She wrote a *novel* about the war.", "I read the whole *novel* on the train."]
NEW = ["It was a *novel* idea at that time.", "We need *novel* solutions for old problems."]


@pytest.fixture
def look(look):
    def open_page(hash_="m=probe", query="", language="en", **looks):
        page = look(hash_, query, language, **looks)
        if "m=probe" in hash_:
            ready(page)
        return page

    return open_page


def ready(page):
    page.locator(".scores .score").first.wait_for()


def lines(page, text):
    page.locator(".lines-of textarea").fill(text)


def scores(page):
    """What each row of the scores says: [(name, percent)]"""
    rows = page.locator(".score")
    names = rows.locator(".of").all_inner_texts()
    shares = [int(text.split(" %")[0]) for text in rows.locator("em").all_inner_texts()]
    return list(zip(names, shares, strict=True))


def tagged(page):
    """{layer: label} of the one word that is tagged."""
    said = page.locator(".probe .cell:not(.none)").evaluate_all("all => all.map(c => c.ariaLabel)")
    return {int(text[6]): re.sub(r".*?: (.+?) \d.*", r"\1", text) for text in said}


# ---- the numbers ----


LEFT_OUT = """async (cases) => {
    const { Ridge, leftOut, rounds } = await import('/probe.js');
    return cases.map(([rows, y, count, groups, alike]) =>
        leftOut(new Ridge(rows, y, count), rounds(y, groups, alike)).right);
}"""


def test_examples_are_left_out_as_python_leaves_them_out(address, tab):
    """With partners, the same in each round: few and many, one sentence twice, rare labels."""
    cases, want = [], []
    for n, dim, count, together in ((14, 90, 2, 1), (60, 9, 3, 1), (110, 12, 3, 1), (30, 30, 4, 2)):
        rng = np.random.default_rng(n)
        y = np.array([*range(count)] * 3 + rng.integers(0, count, n - 3 * count).tolist())
        x = rng.normal(size=(n, dim)) + y[:, None] * 0.4
        x[:, 0] = 3  # says nothing
        groups, alike = (np.arange(n) // together).tolist(), rng.integers(0, 4, n).tolist()
        cases.append([x.tolist(), y.tolist(), count, groups, alike])
        want.append(left_out.leave_one_out(x, y, groups, alike))
    same = [np.ones((10, 2)).tolist(), [0, 1] * 5, 2, list(range(10)), [0] * 10]
    found = tab(f"{address}kernel.js").evaluate(LEFT_OUT, [*cases, same])
    assert found.pop() == [0.5] * 10, "vectors that are equal are level"
    for got, right in zip(found, want, strict=True):
        assert np.allclose(got, right, atol=1e-12) and 0.2 < right.mean() < 1


PROBING = """
    const { parsed } = await import('/probe.js'), { Probing } = await import('/probing.js');
    const file = async (name) => (await fetch("/data/en/" + name)).arrayBuffer();
    const text = async (name) => new TextDecoder().decode(await file(name));
    const options = JSON.parse(await text("options.json"));
    const words = (await text("words.txt")).split("\\n");
    const elmo = new Elmo(options, words, safetensors(await file("weights.safetensors")),
        new Machine(true));
    const probing = new Probing(parsed(given.text), [0, 1, 2], () => ({ elmo }));
    while (!probing.result) probing.advance();
    return probing.result;
"""
LINES = [f"book: {one}" for one in (*BOOK, "His *novel* sold well.", "A **novel** by a friend.")]
LINES += [f"new: {one}" for one in (*NEW, "What a *novel* way!", "The plan is *novel* and good.")]


def test_the_numbers_are_those_of_python_on_the_same_lines(engine):
    shipped = Elmo.load()
    engine.put(shipped, pack.weights(shipped))
    found = engine.run(PROBING, text="\n".join(LINES))
    examples = labelled(LINES)
    labels = [one.sense for one in examples]
    apart = [one.tokens for one in examples], [one.lemma.lower() for one in examples]
    for j, x in enumerate(probes._marked_layers(dequantised(shipped), examples)):
        right = left_out.leave_one_out(x, labels, *apart)
        assert np.allclose(found["trained"][j]["right"], right, atol=1e-9), j
    assert found["blind"]["share"] == 0.5 and found["counts"] == [4, 4]


def test_on_labels_that_mean_nothing_it_is_right_by_chance(address, tab):
    """Neither more nor less: leaving an example out makes its label rarer, which must not tell."""
    rng, apart = np.random.default_rng(0), (list(range(14)), [0] * 14)
    draws = [[rng.normal(size=(14, 50)).tolist(), [0, 1] * 7, 2, *apart] for _ in range(120)]
    assert abs(np.mean(tab(f"{address}kernel.js").evaluate(LEFT_OUT, draws)) - 0.5) < 0.04


def test_the_interval_is_that_of_wilson(address, tab):
    page = tab(f"{address}kernel.js")
    code = "async ([p, n]) => (await import('/probe.js')).wilson(p, n)"
    assert np.allclose(page.evaluate(code, [1, 14]), [0.7847, 1], atol=1e-3)
    assert np.allclose(page.evaluate(code, [0.5, 100]), [0.4038, 0.5962], atol=1e-3)


# ---- the page ----


def test_a_probe_for_novel(look):
    """Read, scored beside its controls, kept in the address, and asked about a new sentence."""
    page = look()
    found = scores(page)
    assert [name for name, _ in found] == [
        "layer 2",
        "random weights",
        "layer 1",
        "random weights",
        "layer 0",
        "random weights",
        "letters alone",
        "words around it",
        "always “book”",
    ]
    share = [percent for _, percent in found]
    assert share[0] >= 85 and share[0] > share[1] and share[4] == share[6] == share[8] == 50
    assert page.locator(".score em small").first.inner_text().strip() == "78–100"
    assert page.locator(".said").inner_text() == "14 examples: book 7, new 7."
    assert "nothing leaves this computer" in page.locator(".private").inner_text()
    assert page.locator(".probe .mark").count() == 14
    assert tagged(page)[2] == "book"
    read_sentence(page, "That was a novel way to do it.")
    assert tagged(page)[2] == "new" and tagged(page)[1] == "new"
    type_sentence(page, "Nothing of this kind.")
    page.get_by_text("Type a sentence with a word that is like the marked ones").wait_for()
    type_sentence(page, "His novels were good.")
    page.locator(".probe .word.here", has_text="novels").wait_for()
    again = look(page.url.partition("#")[2], "?again")
    assert scores(again) == found and tagged(again) == tagged(page)
    page.get_by_role("radio", name="random", exact=True).click()
    page.wait_for_selector(".microscope.random")
    ready(page)
    assert not page.locator(".say").is_visible()
    assert page.wrong == again.wrong == []


def read_sentence(page, text):
    type_sentence(page, text)
    page.locator(".probe .word", has_text=text.split()[-2]).wait_for()
    settle(page)


def test_lines_of_ones_own(look):
    """Parts of speech of many words: then every word is tagged. Another label changes all."""
    page = look()
    nouns, verbs = (
        ["dog", "house", "river", "teacher", "apple"],
        ["went", "sang", "broke", "found", "left"],
    )
    text = [f"noun: The *{word}* was there ." for word in nouns]
    text += [f"verb: They *{word}* again ." for word in verbs]
    lines(page, "\n".join(text))
    page.get_by_text("10 examples: noun 5, verb 5.").wait_for()
    ready(page)
    more = [f"noun: My *{word}* is old ." for word in ["car", "boat", "king", "tree", "hand"]]
    lines(page, "\n".join(text + more))
    page.get_by_text("15 examples: noun 10, verb 5.").wait_for()
    ready(page)
    read_sentence(page, "The boy saw a red ship near us.")
    assert page.locator(".probe .cell.none").count() == 0
    assert dict(scores(page))["layer 1"] >= 80
    assert not page.locator(".say").is_visible() and page.wrong == []


ENOUGH = "\n".join([f"book: {one}" for one in BOOK * 2] + [f"new: {one}" for one in NEW * 2])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Write or paste some lines first"),
        ("  \n \n", "Write or paste some lines first"),
        (f"{ENOUGH}\nbook She wrote a *novel*.", "Line 9 has no label"),
        (f"{ENOUGH}\n\n: She wrote a *novel*.", "Line 10 has no label"),
        (f"{ENOUGH}\nbook: She wrote a novel.", "Line 9 has no marked word"),
        (f"{ENOUGH}\nbook: She * wrote * a novel.", "Line 9 has no marked word"),
        (f"{ENOUGH}\nbook: A *novel* is a *novel*.", "Line 9 has 2 marked words"),
        ("\n".join(f"book: {one}" for one in BOOK * 3), "All lines have the label “book”"),
        (
            f"{ENOUGH}\nodd: A *novel*.",
            "The label “odd” has too few lines, 1: each label needs at least 3",
        ),
        ("\n".join([ENOUGH] * 251), "2,008 lines are too many: at most 2,000"),
        ("\n".join(f"l{n}: A *novel*." for n in range(13)), "13 labels are too many"),
    ],
)
def test_what_is_wrong_with_the_lines_is_one_sentence(look, text, said):
    page = look()
    lines(page, text)
    problem = page.locator(".said.problem")
    problem.get_by_text(said).or_(problem).first.wait_for()
    wait_for(page, "document.querySelector('.said.problem')")
    assert problem.inner_text().startswith(said) and problem.inner_text().count(". ") == 0
    assert not page.locator(".scores").is_visible() and page.wrong == []
    lines(page, ENOUGH)
    page.get_by_text("8 examples: book 4, new 4.").wait_for()
    ready(page)


def test_a_file_is_read_in_the_browser(look, tmp_path):
    page, asked = look(), []
    page.on("request", lambda request: asked.append(request.url))
    good, wrong = tmp_path / "probe.txt", tmp_path / "photo.txt"
    good.write_text(ENOUGH.replace("\n", "\r\n"), encoding="utf-8")
    wrong.write_bytes(bytes(range(256)) * 30)
    file = page.locator(".lines-of input[type=file]")
    file.set_input_files(good)
    page.get_by_text("8 examples: book 4, new 4.").wait_for()
    ready(page)
    file.set_input_files(wrong)
    page.get_by_text("This file is no text, or larger than 2 MB").wait_for()
    assert page.locator("textarea").input_value().count("novel") == 8, "what was there stays"
    wrong.write_bytes(b"x" * 2_000_001)
    file.set_input_files(wrong)
    page.get_by_text("This file is no text, or larger than 2 MB").wait_for()
    assert [url for url in asked if not url.endswith("bank.random.safetensors")] == []


def test_letters_typed_into_the_lines_are_letters(look):
    page = look()
    box = page.locator("textarea")
    box.focus()
    page.keyboard.type("w1/m")
    assert page.locator(".microscope.random").count() == 0
    assert page.locator(".microscope[data-mode=probe]").count() == 1
    assert box.input_value().endswith("w1/m") or "w1/m" in box.input_value()


def test_typing_does_not_wait_for_many_lines(look):
    """Hundreds of examples are read in pieces, and a sentence is answered in between."""
    page = look(fresh=True)  # an earlier test's examples may still be read in one that is not
    many = [f"a: The old *dog* number {n} ." for n in range(150)]
    many += [f"b: They *went* there {n} times ." for n in range(150)]
    lines(page, "\n".join(many))
    page.get_by_text("Reading 300 examples").wait_for()
    page.keyboard.press("Tab")
    page.get_by_role("radio", name="Next word").click()
    page.wait_for_selector("[data-drawn=next]")
    read(page, "The boys who sing")
    page.get_by_role("radio", name="Your probe").click()
    page.get_by_text("300 examples: a 150, b 150.").wait_for()
    ready(page)
    assert scores(page)[0][1] == 100 and page.wrong == []
    assert "q=" not in page.url, "long ones do not fit into an address"


def test_the_probe_is_taken_along(look):
    page = look()
    notes = take(page, "CSV")[1].decode("utf-8-sig").splitlines()
    table = list(csv.DictReader(io.StringIO("\n".join(notes[2:]))))
    assert "14 examples: book 7, new 7." in notes[0] and len(table) == 9
    assert {row["examples"] for row in table} == {"14"} and table[2]["what"] == "layer"
    svg = take(page, "SVG")[1].decode()
    assert "words around it" in svg


@pytest.mark.parametrize(("width", "height"), [(390, 844), (800, 700), (1280, 720), (1920, 1080)])
def test_the_probe_fits(look, width, height):
    page = look(width=width, height=height)
    settle(page)
    assert scrolls(page)[0] <= width
    if width >= 1280:
        assert scrolls(page)[1] <= height
    assert accessible.problems(page) == []


def test_the_probe_in_korean_and_at_night(look):
    page = look("m=probe&language=ko", "?page=ko", language="ko", color_scheme="dark")
    assert page.locator(".said").inner_text() == "예문 12개: 신체 6, 날씨 6."
    assert foreign(page, LETTERS["ko"]) == set() and accessible.problems(page) == []
    lines(page, "신체: 눈이 아프다.")
    page.get_by_text("1번째 줄에 표시한 단어가 없습니다").wait_for()
    page.get_by_role("button", name="English", exact=True).click()
    page.get_by_text("Line 1 has no marked word").wait_for()
    page.get_by_role("button", name="English model").click()
    page.wait_for_selector(READY.format("en"))
    assert page.wrong == []


# ---- a notebook ----


def test_a_notebook_opens_a_probe():
    found = Microscope("A novel idea.", probe={"book": BOOK, "new": NEW})
    assert found.state["mode"] == "probe"
    assert found.state["probe"].splitlines()[2] == f"new: {NEW[0]}"
    assert microscope.Microscope(probe="a: *b*").state["probe"] == "a: *b*"
    assert set(found._repr_mimebundle_()[0]) == {"text/plain"}
    with pytest.raises(ValueError, match="mark one word with stars, as in .novel.: A novel"):
        Microscope(probe={"book": ["A novel"]})
    with pytest.raises(ValueError, match="the label book needs a list of sentences"):
        Microscope(probe={"book": "A *novel*"})


def test_what_is_wrong_in_a_call_is_said_in_korean(monkeypatch):
    monkeypatch.setenv("ELMO_LITE_LANGUAGE", "ko")
    for probe in ({"book": ["A novel"]}, {"book": "A *novel*"}):
        with pytest.raises(ValueError, match="[가-힣]"):
            Microscope(probe=probe)
