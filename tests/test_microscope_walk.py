"""The walk through a cell: its numbers are PyTorch's, and it is led by keys, on a phone."""

import re

import accessible
import numpy as np
import pytest
import torch
from page import LETTERS, foreign, notebook, settle
from test_microscope_engine import dequantised
from test_microscope_exchange import START

from elmo_lite.controls import with_random_weights
from elmo_lite.elmo import Elmo
from elmo_lite.exchange import read
from microscope import Microscope, pack
from notebooks.course.chapters import CHAPTERS, find

# ---- its numbers ----


WALK = """
    const { walked } = await import("/walk.js");
    return walked(elmo, (words, direction) => new Reading(elmo, words, direction),
        given.tokens, given.index);
"""
EN = ["The", "boys", "who", "play", "in", "the", "park", "are", "happy", "."]
KO = ["하늘을", "나는", "새를", "보았다", "."]


@torch.inference_mode()
def check_word(elmo, word, found):
    """Letters, filters, highways and the vector of layer 0."""
    cnn = elmo.bilm.char_cnn
    ids = cnn.shape.ids_of([word])
    e, answers = cnn.embedding(ids), cnn.convolve(ids)
    got = [one["id"] for one in found["letters"]]
    assert got == ids[0, : len(got)].tolist()
    for k, one in enumerate(found["letters"]):
        assert np.allclose(one["vector"], e[0, k], atol=1e-6)
    filters = found["filters"]
    assert filters["count"] == answers.shape[1] and filters["quiet"] == (answers == 0).sum()
    assert [row["filter"] for row in filters["rows"]] == answers[0].topk(5).indices.tolist()
    starts = np.cumsum([0, *(number for _, number in cnn.shape.filters)])
    for row in filters["rows"]:
        group = np.searchsorted(starts, row["filter"], "right") - 1
        line = cnn.convolutions[group](e.mT)[0, row["filter"] - starts[group]]
        assert row["at"] == line.argmax() and abs(row["answer"] - line.max()) < 1e-4
        assert len(row["seen"]) == row["width"] == cnn.shape.filters[group][0]
    h = answers
    for highway, step in zip(cnn.highways, found["highways"], strict=True):
        r, g, after = torch.sigmoid(highway.gate(h)), torch.relu(highway.transform(h)), highway(h)
        assert abs(step["mean"] - r.mean()) < 1e-5
        wanted = (after - h).abs()[0].topk(5).indices.tolist()
        assert [row["number"] for row in step["rows"]] == wanted
        for row in step["rows"]:
            want = [part[0, row["number"]] for part in (h, r, g, after)]
            got = [row[name] for name in ("before", "gate", "fresh", "after")]
            assert np.allclose(got, want, atol=1e-4)
        h = after
    assert np.allclose(found["vector"], cnn(ids)[0], atol=1e-5)


@torch.inference_mode()
def check_reader(elmo, words, direction, found):
    """The cells that change most with their gates, and what each layer passes on."""
    reading, k = read(elmo, words, direction=direction), len(words)
    assert found["read"] == k
    x = reading.x[0]
    for j, step in enumerate(found["layers"]):
        layer = getattr(elmo.bilm, f"{direction}_lstms")[j]
        h, c = reading.h[0, j], reading.c[0, j]
        sums = layer.w_input @ x[k] + layer.w_hidden @ h[k - 1] + layer.bias
        i, f, g, o = sums.chunk(4)
        gates = [f.sigmoid(), i.sigmoid(), g.tanh(), c[k], o.sigmoid(), o.sigmoid() * c[k].tanh()]
        most = (c[k] - c[k - 1]).abs().topk(5)
        sizes = [abs(one["now"] - one["before"]) for one in step["cells"]]
        assert np.allclose(sizes, most.values, atol=1e-4)
        for one in step["cells"]:
            names = ("before", "forget", "input", "candidate", "now", "output", "said")
            want = [part[one["cell"]] for part in (c[k - 1], *gates)]
            assert np.allclose([one[name] for name in names], want, atol=1e-4)
            kept = one["forget"] * one["before"] + one["input"] * one["candidate"]
            assert abs(np.clip(kept, -3, 3) - one["now"]) < 1e-4
        x = h + x if j else h
        assert np.allclose(step["out"], x[k], atol=1e-4)
    p, ids = elmo.model.log_distribution(reading.output[:, -1]).exp()[0].topk(6)
    assert [one["id"] for one in found["top"]] == ids.tolist()
    assert np.allclose([one["p"] for one in found["top"]], p, rtol=1e-3)


@pytest.mark.parametrize(
    ("language", "tokens", "index", "seed"),
    [("en", EN, 6, None), ("en", ["a"], 0, None), ("en", EN, 1, 0), ("ko", KO, 1, None)],
)
def test_every_number_of_the_walk_is_that_of_pytorch(engine, language, tokens, index, seed):
    shipped = Elmo.load(language)
    engine.put(shipped, pack.weights(shipped))
    elmo = dequantised(shipped) if seed is None else with_random_weights(shipped, seed)
    given = {"tokens": tokens, "index": index} | ({} if seed is None else {"seed": seed})
    found = engine.run(START + WALK, **given)
    check_word(elmo, tokens[index], found)
    readers = found["readers"]
    check_reader(elmo, tokens[: index + 1], "forward", readers["forward"])
    check_reader(elmo, tokens[index:], "backward", readers["backward"])
    there = [[*tokens, "</s>"][index + 1], ["<s>", *tokens][index]]
    assert [readers[way]["truth"]["word"] for way in ("forward", "backward")] == there


def test_an_id_is_shown_as_one_reads_it(engine):
    code = """const { characterIds, letterOf } = await import("/spell.js");
    const read = (word) => characterIds(word, 50, given.alphabet).map(letterOf).join("");
    return given.words.map(read);"""
    found = engine.run(code, words=["park", "é", "나는", "많"], alphabet="jamo")
    assert found == ["⟨park⟩", "⟨C3A9⟩", "⟨ㄴㅏㄴㅡㄴ⟩", "⟨ㅁㅏㄶ⟩"]


# ---- the page ----


def step(page):
    return page.locator("dialog.walk").get_attribute("data-step")


STEPS = ["letters", "filters", "highway", "projection", "forward", "backward", "softmax"]


def test_a_cell_is_opened_and_walked_through_by_keys_alone(look):
    page = look()
    assert page.locator("dialog.walk").count() == 0, "nothing is made before it is opened"
    page.locator(".cell.here").focus()
    page.keyboard.press("o")
    walk = page.locator("dialog.walk")
    walk.wait_for()
    assert walk.locator("h2").inner_text() == "How layer 2 makes “park”"
    seen = [step(page)]
    for _ in STEPS[1:]:
        page.keyboard.press("ArrowRight")
        seen.append(step(page))
    assert seen == STEPS
    page.keyboard.press("ArrowRight")
    assert step(page) == "softmax"
    assert walk.locator(".forward li").first.inner_text().split() == ["are", "0.60"]
    assert "There stands are: 0.60" in walk.inner_text()
    for key in ("w", "1", "m", "/"):  # those of the page behind it
        page.keyboard.press(key)
    page.keyboard.press("Home")
    assert step(page) == "letters" and "“park” becomes 6 ids" in walk.inner_text()
    page.keyboard.press("Escape")
    walk.wait_for(state="detached")
    assert page.evaluate("document.activeElement.ariaLabel").startswith("layer 2, park")
    assert page.locator(".microscope").get_attribute("data-mode") == "next"
    assert page.wrong == []


def test_buttons_lead_through_it_and_layers_can_be_changed(look):
    page = look()
    page.locator(".cell.here").wait_for()
    page.get_by_role("button", name="open this cell").click()
    page.get_by_role("button", name="reads →").click()
    walk = page.locator("dialog.walk")
    assert "up to “park”, and nothing behind it. In layer 2" in walk.inner_text()
    rows = walk.locator("tbody tr").all_inner_texts()
    walk.get_by_role("radio", name="1").click()
    assert "In layer 1" in walk.inner_text() and walk.locator("tbody tr").all_inner_texts() != rows
    page.keyboard.press("ArrowRight")  # within the switch
    assert "In layer 2" in walk.inner_text() and step(page) == "forward"
    for button in ("next →", "next →", "done"):
        walk.get_by_role("button", name=button).click()
    walk.wait_for(state="detached")
    assert page.wrong == []


@pytest.mark.parametrize(
    ("key", "word", "title"),
    [
        ("6", "park", "How layer 2 makes “park”"),
        ("7", "am", "How layer 1 makes “am”"),  # the layer of the chosen cell
        ("8", "novel", "How layer 2 makes “novel”"),
    ],
)
def test_exchange_memory_and_a_probe_have_the_walk_too(look, key, word, title):
    page = look()
    page.keyboard.press(key)
    button = page.locator(".desk:not([hidden]) .open-cell")
    button.wait_for()
    settle(page)
    assert button.inner_text() == ("▸ open this cell" if key == "8" else "▸ open this word")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("o")
    walk = page.locator("dialog.walk")
    walk.wait_for()
    assert walk.locator("h2").inner_text() == title and f"“{word}” becomes" in walk.inner_text()
    page.keyboard.press("Escape")
    walk.wait_for(state="detached")  # a key that comes before is still the walk's
    page.keyboard.press("3")
    page.wait_for_selector("[data-drawn=next]")
    page.locator(".panel .open-cell", has_text="open this cell").wait_for()
    assert page.wrong == []


@pytest.mark.parametrize(
    ("width", "height", "page_in", "theme"),
    [(390, 844, "en", "light"), (800, 700, "ko", "dark"), (1920, 1080, "en", "light")],
)
def test_the_walk_fits_and_everybody_can_use_it(look, width, height, page_in, theme):
    page = look(query=f"?page={page_in}", width=width, height=height, color_scheme=theme)
    page.locator(".open-cell").click()
    walk = page.locator("dialog.walk")
    walk.wait_for()
    for name in STEPS:
        assert step(page) == name
        assert walk.evaluate("node => node.scrollWidth - node.clientWidth") <= 0, name
        box = walk.bounding_box()
        assert box["x"] >= 0 and box["y"] >= 0 and box["y"] + box["height"] <= height, name
        assert accessible.problems(page) == [], name
        assert foreign(page, LETTERS[page_in]) == set(), name
        page.keyboard.press("ArrowRight")
    assert page.wrong == []


def test_random_weights_and_odd_words_have_their_walk(look):
    page = look()
    page.get_by_role("radio", name="random").click()
    page.wait_for_selector(".microscope.random")
    box = page.get_by_role("textbox", name="Sentence", exact=True)
    for text, ids in (("x" * 300, 50), ("👍🏽", 10), ("<b>", 3)):
        box.fill(text)
        settle(page)
        page.locator(".open-cell").click()
        walk = page.locator("dialog.walk")
        walk.wait_for()
        assert "nothing has been learned" in walk.inner_text()
        assert walk.locator(".ids li").count() == ids
        page.keyboard.press("End")
        assert walk.locator(".forward li").count() == 6
        page.keyboard.press("Escape")
        walk.wait_for(state="detached")
    assert page.wrong == []


def test_in_a_notebook_the_keys_of_the_walk_stay_its_own(address, tab):
    with notebook(Microscope("We sat on the bank of the river.").state) as url:
        page = tab(url)
        page.locator(".microscope[data-ready=en]").wait_for()
        page.locator(".open-cell").click()
        page.locator("dialog.walk").wait_for()
        for key in ("x", "m", "ArrowRight", "d", "Escape"):
            page.keyboard.press(key)
            page.wait_for_timeout(60)
        assert page.evaluate("heard") == [] and page.locator("dialog.walk").count() == 0
        page.keyboard.press("m")
        assert page.evaluate("heard") == []


# ---- the chapters it names ----


def test_the_walk_names_chapters_that_there_are(address, tab):
    words = tab(address).evaluate("async () => await import('./walkwords.js')")
    slugs = {one.slug for one in CHAPTERS}
    for language in ("en", "ko"):
        names = words["walk"][language]["chapters"]
        assert set(words["CHAPTERS"].values()) == names.keys() <= slugs
        for slug, name in names.items():
            number = slug.partition("_")[0]
            title = find(number, language).title.replace("'", "’")
            assert re.sub("^([^ ,]+),? ", r"\1 ", name) == f"{number} {title}"


def test_chapters_are_links_where_they_lie_beside_the_page(look):
    page = look()
    assert page.locator(".built-in a").count() == 0
    page.evaluate("""() => document.head.append(Object.assign(document.createElement('meta'),
        { name: 'chapters', content: '07_char_cnn 14_x' }))""")
    for language, there in (("en", "../notebooks/"), ("ko", "../ko/notebooks/ko/")):
        page.locator(".open-cell").click()
        link = page.locator(".built-in a")
        assert link.get_attribute("href") == f"{there}07_char_cnn.html"
        page.keyboard.press("End")
        assert link.count() == 0, "chapter 08 is not there"
        page.keyboard.press("Escape")
        if language == "en":
            page.get_by_role("button", name="한국어", exact=True).click()
            page.locator(".open-cell", has_text="이 칸").wait_for()
    assert page.wrong == []
