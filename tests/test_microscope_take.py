"""What one takes along from the microscope: an address, a picture, a table."""

import csv
import io
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from page import cells, chosen, lower, mode, read, settle, take
from PIL import Image

SVG = "{http://www.w3.org/2000/svg}"


def texts(page):
    name, data = take(page, "SVG")
    assert name == f"microscope-{page.evaluate(MODE)}.svg"
    return [node.text for node in ElementTree.fromstring(data).iter(f"{SVG}text")]


MODE = "document.querySelector('.microscope').dataset.mode"


def rows(page):
    name, data = take(page, "CSV")
    assert name.endswith(".csv") and data.startswith(b"\xef\xbb\xbf")
    lines = data.decode("utf-8-sig").splitlines()
    notes = [line for line in lines if line.startswith("# ")]
    return notes, list(csv.DictReader(io.StringIO("\n".join(lines[len(notes) :]))))


def test_the_address_is_copied_and_shows_the_same(look):
    page = look()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    read(page, "She went home and sat.")
    page.get_by_role("button", name="copy address").click()
    page.get_by_role("button", name="copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.url and "She+went+home" in copied
    again = look(copied.partition("#")[2], "?again")
    assert chosen(again) == chosen(page) and cells(again) == cells(page)
    page.get_by_role("button", name="copy address").wait_for()


def test_a_picture_has_the_words_and_says_what_it_is(look):
    page = look()
    settle(page)
    found = texts(page)
    assert {"layer 2", "boys", "park", "are", ".60"} <= set(found)
    assert found[-2] == ("ELMo microscope: Next word →. “The boys who play in the park are happy.”")
    assert found[-1] == "Weights: English model of the course, CC BY-SA 4.0, int8."
    name, data = take(page, "PNG")
    image = Image.open(io.BytesIO(data))
    assert name == "microscope-next.png" and image.width > 2000
    assert np.asarray(image.convert("L")).std() > 10, "it is not empty"
    page.get_by_role("radio", name="random").click()
    page.wait_for_selector(".microscope.random")
    settle(page)
    assert texts(page)[-1] == "Weights: random, nothing learned (the control)."
    assert page.wrong == []


@pytest.mark.parametrize("name", ["Part of speech", "Sense", "Exchange", "Memory"])
def test_every_mode_has_a_picture_and_a_table(look, name):
    page = look(color_scheme="dark" if name == "Sense" else "light")
    mode(page, name)
    if name == "Sense":
        page.get_by_role("button", name="right, right").click()
        page.wait_for_selector("svg[aria-label*='occurrences of right']")
    settle(page)
    notes, table = rows(page)
    assert len(notes) == 2 and name in notes[0] and len(table) > 5
    found = texts(page)
    words = {row.get("word") or row.get("word of A") for row in table}
    assert words <= set(found) and page.wrong == []
    if name == "Sense":
        assert {"entitlement", "direction", "turn right at"} <= set(found)
    if name == "Exchange":
        shares = {(row["layer"], row["word of A"]): row["share of are : is"] for row in table}
        assert abs(float(shares["2", "park"]) - 0.9) < 0.01 and shares["2", "The"] == ""


def test_a_table_has_the_numbers_of_the_cells(look):
    page = look()
    notes, table = rows(page)
    assert notes[1] == "# Weights: English model of the course, CC BY-SA 4.0, int8."
    (park,) = [row for row in table if row["word"] == "park"]
    assert park["layer"] == "2" and park["answer 1"] == "are" and 0.55 < float(park["p 1"]) < 0.65
    assert float(park["p(are)"]) > 10 * float(park["p(is)"])
    lower(page)
    settle(page)
    assert {row["layer"] for row in rows(page)[1]} == {"0", "1", "2"}


def test_a_long_sentence_is_drawn_whole(look):
    page = look("m=near&s=" + "+".join(f"word{n}" for n in range(30)))
    settle(page)
    assert {f"word{n}" for n in range(30)} <= set(texts(page))


def test_no_word_of_a_link_is_a_formula(look):
    """A spreadsheet computes what begins with =, and a link may hold any sentence."""
    page = look()
    made = page.evaluate(
        "async (rows) => (await import('./take.js')).csv(rows, ['a\\nb'])",
        [["=1+1", "-", "-x", "+a", '@"b"', -0.5, "a,b", ""]],
    )
    assert made == '\ufeff# a b\r\n\'=1+1,-,\'-x,\'+a,"\'@""b""",-0.5,"a,b",\r\n'


def test_a_notebook_copies_its_call(look):
    page = look()
    call = "async (given) => (await import('./take.js')).call(given)"
    state = {
        "text": 'He said "no".',
        "second": "",
        "mode": "next",
        "row": 0,
        "index": 1,
        "layer": 2,
        "pair": ["are", "is"],
        "lower": True,
        "model": "random",
        "language": "en",
    }
    grids = [{"tokens": ["He", "said"]}]
    assert page.evaluate(call, {"state": state, "grids": grids}) == (
        'Microscope("He said \\"no\\".", mode="next", word="said", layer=2,'
        ' weigh="are is", lower=True, model="random")'
    )
