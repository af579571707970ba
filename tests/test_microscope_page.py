"""The microscope in a browser, as lecturers use it: by mouse, by keys, on a phone, at night."""

import io
import json
import os
import re
import urllib.parse

import accessible
import numpy as np
import pytest
import scope
from page import (
    HOSTILE,
    LETTERS,
    READY,
    HalfReady,
    cells,
    chosen,
    foreign,
    lower,
    mode,
    read,
    scrolls,
    settle,
    type_sentence,
    wait_for,
)
from PIL import Image
from served import serving

from elmo_lite.elmo import Elmo
from elmo_lite.text import tokenize
from experiments.bench import page as bench
from microscope.bank import Bank
from microscope.bundle import PAGE, one_file, style, widget
from microscope.server import Server
from microscope.store import Store
from microscope.widget import Microscope
from notebooks.course.plots import still

# A key every 20 ms; how long the page was without a frame in between.
TYPING = """async () => {
    const box = document.querySelector('.sentences input');
    const text = 'The boys who play in the park are happy and sing.';
    let longest = 0, last = performance.now(), running = true;
    const tick = (now) => {
        longest = Math.max(longest, now - last);
        last = now;
        if (running) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    for (let i = 1; i <= text.length; i++) {
        box.value = text.slice(0, i);
        box.dispatchEvent(new Event('input'));
        await new Promise((go) => setTimeout(go, 20));
    }
    running = false;
    return longest;
}"""


def test_a_lecture(look, pictures):
    """The first example, its bars, an intervention, the control, and back by the address."""
    page = look()
    assert chosen(page).startswith("layer 2, park: are 0.60")
    caption = page.locator(".caption").inner_text()
    assert re.search(r"right in \d+ % \(layer 2\). Random weights: \d+; always", caption)
    wait_for(page, "document.querySelectorAll('.heard.back-0').length > 2")
    boys = page.locator(".word", has_text="boys")
    assert "towards “are”" in boys.get_attribute("title")
    assert page.locator(".word.unread").all_inner_texts() == ["are", "happy", "."]
    assert (
        page.locator("footer")
        .inner_text()
        .startswith("Weights: CC BY-SA 4.0, int8. It has learned")
    )
    page.screenshot(path=pictures / "microscope.png")
    assert accessible.problems(page) == []

    type_sentence(page, "The boy who play in the park are happy.")
    wait_for(page, "document.querySelector('.cell.here').ariaLabel.startsWith('layer 2, park: is')")
    page.get_by_role("radio", name="random").click()
    page.wait_for_selector(".microscope.random")
    wait_for(page, "!document.querySelector('.cell.here').ariaLabel.includes('is 0.')")
    assert page.locator(".caption").inner_text().startswith("Control, nothing learned: right in")

    again = look(page.url.partition("#")[2], "?again")
    assert chosen(again) == chosen(page)
    assert page.wrong == again.wrong == []


def test_a_word_that_is_hardly_expected_has_no_zero(look):
    page = look(height=1000)
    read(page, "The boys who play in the park zebra happy.")
    page.locator(".panel", has_text="gave it <0.0001").wait_for()  # and not an older sentence
    said = page.locator(".lenses .came.out em").all_inner_texts()
    assert "<0.0001" in said and "0" not in said


def test_next_words_are_there_before_the_corpus_is_read(address, tab, tmp_path):
    store = HalfReady(Store().folder("en"), tmp_path)
    with Server(store).start() as served:
        page = tab(served.url)
        page.wait_for_selector("[data-drawn='next']")
        assert chosen(page).startswith("layer 2, park: are 0.60")
        loading = page.locator(".loading")
        assert loading.inner_text() == "Preparing, once: reading sentences, 3 of 9"
        read(page, "We play in the park .")
        page.locator(".word", has_text="play").click()  # a word with a map, which is not there yet
        assert not page.locator(".map").is_visible()
        page.get_by_role("radio", name="Part of speech").click()
        wait_for(page, "!document.querySelector('.cell')")
        store.ready = True
        page.wait_for_selector(READY.format("en"))
        assert cells(page)[2, 0].startswith("PRON") and page.locator(".map").is_visible()
        assert loading.count() == 0 and "right in" in page.locator(".caption").inner_text()
        assert page.wrong == []
        served.shutdown()


def test_the_measurement_of_the_page_measures_each_mode(chromium, look):
    measured = {
        name: (times, used) for name, times, used in bench.answers(chromium, look(), rounds=2)
    }
    assert list(measured) == list(bench.MODES.values())
    assert all(len(times) == 2 and min(times) > 0 <= used for times, used in measured.values())
    assert bench.line("Sense", [4.0, 1, 2, 3], 5).split() == ["Sense", "2.5", "4.0", "1.0", "5.0"]


class Film:
    """Screenshots of a page, each shown for a while, as one moving picture."""

    def __init__(self, page):
        self.page, self.frames, self.lasting = page, [], []

    def show(self, milliseconds):
        frame = Image.open(io.BytesIO(self.page.screenshot()))
        self.frames.append(frame.convert("RGB").resize((960, 540), Image.Resampling.LANCZOS))
        self.lasting.append(milliseconds)

    def save(self, path):
        first, *others = self.frames
        options = dict(duration=self.lasting, loop=0, quality=70, method=6, minimize_size=True)
        first.save(path, save_all=True, append_images=others, **options)


@pytest.mark.skipif("ELMO_LITE_SCREENSHOT" not in os.environ, reason="makes a picture for the page")
def test_a_moving_picture_for_the_front_page(look, pictures):
    """A sentence, a letter taken away, an exchange, two knobs, and a map that glides."""
    page = look()
    film = Film(page)
    text = "The boys who play in the park are happy."
    for end in [*range(4, len(text), 4), len(text)]:
        read(page, text[:end])
        film.show(220)
    page.locator("[id$='-cell-0-2-6']").click()
    page.wait_for_timeout(1000)
    film.show(2600)
    read(page, text.replace("boys", "boy"))
    wait_for(page, "document.querySelector('.cell.here').ariaLabel.startsWith('layer 2, park: is')")
    page.wait_for_timeout(400)
    film.show(2600)
    film_exchange(page, film)
    film_knobs(page, film)
    page.get_by_role("radio", name="Next word").click()
    page.get_by_role("button", name="right, right").click()
    page.wait_for_selector("svg[aria-label*='occurrences of right']")
    page.wait_for_timeout(1200)
    film.show(1800)
    page.locator("[id$='-cell-0-0-6']").click()
    page.wait_for_timeout(1500)
    page.keyboard.press("m")
    film.show(1200)
    page.locator("body").press("p")
    for _ in range(40):
        film.show(110)
    page.wait_for_timeout(4000)
    film.show(2600)
    film.save(pictures / "microscope.webp")
    assert (pictures / "microscope.webp").stat().st_size < 2e6


def film_exchange(page, film):
    """The state of layer 1 at the end changes nothing, that of layer 2 brings the answer along, and
    so does one of its cells."""
    page.get_by_role("radio", name="Exchange").click()
    page.get_by_role("button", name="boys → are").click()
    for cell, milliseconds in (("layer 1, park", 2200), ("layer 2, park", 2600)):
        page.locator(f"[aria-label^='{cell}']").click()
        page.wait_for_timeout(1500)
        film.show(milliseconds)
    page.locator(".stop").last.click()
    page.wait_for_timeout(600)
    film.show(2200)


def film_knobs(page, film):
    """The bracket that nobody opened, one knob after the other."""
    page.get_by_role("radio", name="Memory").click()
    page.get_by_role("button", name="the bracket nobody opened").click()
    for cell in (358, 337):
        page.get_by_role("slider", name=f"Hold cell {cell}").fill("0")
    for cell, key in ((358, "ArrowLeft"), (337, "ArrowRight")):
        slider = page.get_by_role("slider", name=f"Hold cell {cell}")
        for step in range(30):
            slider.press(key)
            if step % 6 == 5:
                page.wait_for_timeout(400)
                film.show(260)
    film.show(2600)


SMALL = pytest.mark.skipif("ELMO_LITE_SCREENSHOT" in os.environ, reason="needs the small corpus")


@pytest.fixture(scope="module")
def bank():
    """What Python makes of the corpus of the page."""
    return Bank(Elmo.load(), scope.part("en"))


@SMALL
def test_every_mode_says_what_python_says(look, bank, monkeypatch):
    """Tags, senses and expected words are those of PyTorch, to what int8 and four bits change."""
    page, text = look(), "You have the right to turn right at the light."
    monkeypatch.setattr(still, "bank_of", lambda *_: bank)
    read(page, text)
    for key, name in (
        ("pos", "Part of speech"),
        ("sense", "Sense"),
        ("next", "Next word"),
        ("previous", "Previous word"),
    ):
        mode(page, name)
        if key == "next":
            lower(page)
        said = cells(page)
        for j, row in enumerate(still.answers(text, key)):
            for k, cell in enumerate(row):
                check_cell(said[j, k], cell)


def check_cell(said, cell):
    """The answer of the page is that of Python, or one that Python finds nearly as likely."""
    if not cell:
        assert said == "nothing marked"
        return
    word, p = re.match(r"(.+?) (\d\.\d\d)(,|$)", said).groups()[:2]
    level = {still.SPECIAL.get(w, w) for w, share in cell if share > cell[0][1] - 0.03}
    assert word in level and abs(float(p) - cell[0][1]) < 0.04, (said, cell)


@SMALL
def test_neighbours_of_the_page_are_among_the_ten_nearest(look, bank):
    page, found = look(), []
    mode(page, "Nearest word")
    for text in ("He could not bear to see the bear.", "We sat on the bank of the river."):
        read(page, text)
        tokens, said = tokenize(text), cells(page)
        layers = Elmo(bank.model).layers([tokens], progress=False)[0]
        nowhere = np.full(len(tokens), -1)  # the sentence is not of the corpus
        for j, vectors in enumerate((layers.token, layers[1], layers[2])):
            rows, _ = bank.nearest(j, vectors.numpy(), tokens, nowhere, k=10)
            for k, row in enumerate(rows):
                first = said[j, k].split(" ")[0].lower()
                found.append(first in {bank.corpus.low[i] for i in row})
    assert np.mean(found) > 0.95


@SMALL
@pytest.mark.parametrize("word", ["constructor", "__proto__", "toString"])
def test_a_word_that_objects_have_as_a_name_is_a_word(look, bank, monkeypatch, word):
    """In every mode, and as a word to weigh; what it gets is what Python says of it."""
    page, text = look(), f"The {word} of the bank sat down."
    monkeypatch.setattr(still, "bank_of", lambda *_: bank)
    read(page, text)
    page.get_by_role("textbox", name="Two words to weigh").fill(f"{word} is")
    for key, name in (("next", "Next word"), ("near", "Nearest word"), ("pos", "Part of speech")):
        mode(page, name)
        if key != "near":
            for (j, k), said in cells(page).items():
                check_cell(said, still.answers(text, key)[j][k])
    mode(page, "Sense")
    said = cells(page)
    assert said[2, 1] == "nothing marked" and re.match("(money|river) ", said[2, 4])
    assert page.wrong == []


@pytest.mark.parametrize("language", ["constructor", "__proto__", "xx"])
def test_a_language_that_is_none_is_english(look, language):
    page = look(f"language={language}&s=A+bank.", f"?page={language}&{language}")
    assert chosen(page).startswith("layer 2, bank") and page.wrong == []


def test_random_weights_that_could_not_be_fetched_can_be_asked_for_again(look):
    page = look(fresh=True)
    random = page.get_by_role("radio", name="random")
    page.route("**/bank.random.safetensors", lambda route: route.abort())
    random.click()
    page.get_by_text("The model could not be loaded:").wait_for()
    assert page.locator(".busy").count() == 0 and page.locator(".microscope.random").count() == 0
    page.unroute("**/bank.random.safetensors")
    random.click()
    page.wait_for_selector(".microscope.random")
    page.wrong = [said for said in page.wrong if "ERR_FAILED" not in said]  # what we have caused
    assert page.locator(".busy").count() == 0 and page.wrong == []


def test_senses_a_map_and_a_second_sentence(look, pictures):
    page = look()
    page.get_by_role("button", name="right, right").click()
    page.wait_for_selector("svg[aria-label*='occurrences of right']")
    assert cells(page)[2, 3].startswith("entitlement") and cells(page)[2, 6].startswith("direction")
    assert cells(page)[0, 3] == cells(page)[0, 6], "one spelling is one vector in layer 0"
    settle(page)
    page.screenshot(path=pictures / "microscope_sense.png")
    before = page.locator(".mark").nth(3).get_attribute("transform")
    page.locator("[id$='-cell-0-0-6']").click()
    page.wait_for_function(
        "old => document.querySelectorAll('.mark')[3].getAttribute('transform') !== old", arg=before
    )
    assert "only the spelling is known" in page.locator(".facts").inner_text()
    page.locator(".mark").first.hover(force=True)
    assert "right" in page.locator(".readout").inner_text().lower()
    page.keyboard.press("m")
    page.wait_for_selector(".microscope.large")
    page.keyboard.press("Escape")

    type_sentence(page, "The bank raised its fees.")
    page.get_by_role("button", name="+ compare").click()
    type_sentence(page, "We sat on the bank of the river.", "Second sentence")
    page.wait_for_selector("[id$='-cell-1-2-4']")
    page.locator("[id$='-cell-0-2-1']").click()
    page.get_by_text("cosine with the second sentence").wait_for()
    assert cells(page)[2, 1].startswith("money") and cells(page, 1)[2, 4].startswith("river")
    assert accessible.problems(page) == [] and page.wrong == []


def test_by_keys_alone(look):
    page = look()
    lower(page)
    page.locator(".cell.here").focus()
    for key, expected in (
        ("ArrowDown", "layer 1, park"),
        ("ArrowLeft", "layer 1, the"),
        ("Home", "layer 1, The"),
        ("End", "layer 1, ."),
        ("ArrowDown", "layer 0, ."),
        ("ArrowDown", "layer 0, ."),
    ):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.ariaLabel").startswith(expected), key
    for key, name in (
        ("1", "near"),
        ("2", "pos"),
        ("4", "previous"),
        ("5", "sense"),
        ("3", "next"),
    ):
        page.keyboard.press(key)
        wait_for(page, f"document.querySelector('.microscope').dataset.mode === '{name}'")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.ariaLabel") == "Sentence"
    page.keyboard.press("End")
    page.keyboard.type(" w")
    assert page.locator(".microscope.random").count() == 0, "a letter in the sentence is a letter"
    assert page.wrong == []


def test_hostile_input_is_text_and_typing_never_blocks(look):
    page = look()
    for key in "12345":
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press(key)
        for text in HOSTILE:
            type_sentence(page, text)
    type_sentence(page, "<b>the</b> bank")
    page.get_by_role("columnheader", name="bank").wait_for()
    assert page.title() == "ELMo under the microscope"
    assert page.locator("#microscope :is(script, [onerror], img)").count() == 0
    read(page, "The boys play.")
    longest = page.evaluate(TYPING)
    assert longest < 1000, "a frame of the page waited for the model"
    wait_for(page, "document.querySelectorAll('.word').length === 12")
    assert page.wrong == []


def test_a_sentence_for_the_other_model_is_told(look):
    page = look()
    box = page.get_by_role("textbox", name="Sentence", exact=True)
    for text, told in (("배가 고프다", "can only guess at Hangul"), ("I am hungry", "")):
        box.fill(text)
        page.wait_for_selector(f"[id$='-cell-0-2-1'][aria-label*='{text.split()[1]}']")
        assert told in page.locator(".say").inner_text()
        assert page.locator(".say").is_visible() == bool(told)
    page.get_by_role("button", name="Korean model").click()
    page.wait_for_selector(READY.format("ko"))
    box.fill("I am hungry")
    page.get_by_text("For English press “English model”").wait_for()


def test_every_mode_in_the_dark(look, pictures):
    page = look(color_scheme="dark")
    assert page.locator(".microscope.dark").count() == 1
    for name in ("Nearest word", "Part of speech", "Next word", "Previous word", "Sense"):
        mode(page, name)
        settle(page)
        assert accessible.problems(page) == [], name
    page.get_by_role("button", name="What is this?").click()
    assert "11.6 million parameters" in page.locator("dialog").inner_text()
    assert accessible.problems(page) == []


def test_on_a_phone_words_go_down(look):
    page = look(width=390, height=844)
    for name in ("Next word", "Sense", "Nearest word"):
        mode(page, name)
        settle(page)
        assert scrolls(page)[0] <= 390
        assert accessible.problems(page) == [], name
    first, second = (page.locator(f"[id$='-cell-0-2-{k}']").bounding_box() for k in (0, 1))
    assert first["x"] == second["x"] and first["y"] < second["y"]
    page.locator("[id$='-cell-0-2-0']").click()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.id").endswith("-2-1")


# Both languages of the page: name of a text -> the text.
TABLES = """async () => {
    const { LABELS } = await import('./labels.js'), { EXAMPLES } = await import('./examples.js');
    const flat = (text, name) => typeof text === 'object'
        ? Object.entries(text).flatMap(([key, part]) => flat(part, `${name}.${key}`))
        : [[name, String(text)]];
    const shelves = Object.values(EXAMPLES)
        .flatMap(all => [all, all.exchange, all.memory, all.probe]);
    const names = shelves.flatMap(({ works, fails }) => [...works, ...fails]);
    return [...Object.values(LABELS).map(texts => Object.fromEntries(flat(texts, ''))),
        names.map(({ name }) => `.examples.${name}`)];
}"""


def test_every_text_of_the_page_has_its_korean(address, tab):
    english, korean, examples = tab(address).evaluate(TABLES)
    assert korean.keys() == english.keys() >= set(examples)
    for name, text in korean.items():
        if name not in (".code", ".gloss", ".page.name", ".page.lang", ".page.title"):
            assert re.search(LETTERS["ko"], text), name
        filled = [set(re.findall(r"\{(\w+)\}", one)) for one in (text, english[name])]
        assert filled[0] == filled[1] or name in (".making", ".about.0"), name
    code = "".join(file.read_text(encoding="utf-8") for file in PAGE.glob("*.js"))
    used = set(re.findall(r'\blabels\.(\w+)|(?:show|report)\([^"\n]*"(\w+)"', code))
    assert {one or other for one, other in used} - {"js"} == {
        name.split(".")[1] for name in english
    }


def test_the_page_in_korean(look, pictures):
    """Page and model have a language each, so there are four pages; the sentence stays."""
    page = look(query="?page=ko", language="ko", height=860)
    page.get_by_role("button", name="사과, 사과").click()
    page.wait_for_selector("svg[aria-label*='사과의 출현']")
    settle(page)
    page.screenshot(path=pictures / "microscope_ko.png")
    assert cells(page)[0, 0] and accessible.problems(page) == []
    assert foreign(page, LETTERS["ko"]) == set()

    page.get_by_role("button", name="영어 모델").click()
    page.wait_for_selector(READY.format("en"))
    assert chosen(page).startswith("2층, park: are 0.60")
    wait_for(page, "document.querySelectorAll('.heard.back-0').length > 2")
    assert foreign(page, LETTERS["ko"]) == set()
    page.get_by_role("button", name="right, right").click()
    page.wait_for_selector("svg[aria-label*='right의 출현']")
    for name in ("가까운 단어", "품사", "뜻"):
        mode(page, name)
        assert foreign(page, LETTERS["ko"]) == set(), name
    page.get_by_role("textbox", name="문장", exact=True).fill("We sat on the bank.")
    page.wait_for_selector("[id$='-cell-0-2-4'][aria-label^='2층, bank: river']")

    page.get_by_role("button", name="English", exact=True).click()
    page.wait_for_selector("[id$='-cell-0-2-4'][aria-label^='layer 2, bank: river']")
    assert page.locator("html").get_attribute("lang") == "en" and "?page=en#" in page.url
    assert foreign(page, LETTERS["en"]) == set()
    page.get_by_role("button", name="Korean model").click()
    page.wait_for_selector(READY.format("ko"))
    assert foreign(page, LETTERS["en"]) == set() and page.wrong == []


def test_without_simd_plain_javascript_answers(look):
    page = look(query="?plain")
    assert chosen(page).startswith("layer 2, park: are 0.60") and page.wrong == []


@pytest.mark.parametrize(("language", "said"), [("en", "layer 2, park: are 0.60"), ("ko", "")])
def test_one_file_works_from_a_disk(address, tab, tmp_path, language, said):
    path = tmp_path / "microscope.html"
    path.write_text(one_file(Store().make(language), language, page="en"), encoding="utf-8")
    page = tab(path.as_uri())
    page.wait_for_selector(READY.format(language))
    assert chosen(page).startswith(said)
    page.get_by_role("radio", name="random").click()
    page.wait_for_selector(".microscope.random")
    assert page.wrong == []


# A notebook in an editor: its outputs lie in a frame that has no address of its own.
EDITOR = """<!doctype html><title>Notebook</title>
<iframe src="output.html" sandbox="allow-scripts" width="1200" height="650"></iframe>"""
OUTPUT = """<!doctype html><meta charset="utf-8"><style>{style}</style><div id="output"></div>
<script type="module">
{widget}
const given = {given};
const model = {{ get: (name) => given[name], on: () => {{}}, send: () => {{}} }};
$widget.render({{ model, el: document.getElementById("output") }});
</script>"""


def test_the_widget_in_a_frame_of_an_editor_fetches_by_its_secret_path(address, tab):
    """Messages are not answered here, so all files come from the address."""
    with Server(Store(), secret=True).start() as files, serving(EDITOR.encode()) as editor:
        given = {"languages": files.store.languages, "address": f"{files.url}data/"}
        given["state"] = Microscope("The boys who play in the park", mode="next").state
        output = OUTPUT.format(style=style(), widget=widget(), given=json.dumps(given))
        editor.files["output.html"] = output.encode()
        page = tab(f"{editor.url}/")
        frame = page.frame_locator("iframe")
        frame.locator(".microscope[data-ready=en]").wait_for()
        frame.get_by_role("gridcell", name="layer 2, park: are 0.60").wait_for()
        assert [said for said in page.wrong if not said.startswith((editor.url, files.url))] == []
        files.shutdown()


def test_what_the_address_says_is_checked(look):
    wild = urllib.parse.urlencode(
        {"s": "A bank.", "m": "<x>", "l": "99", "k": "-3", "w": "no", "r": "7"}
    )
    page = look(wild)
    assert chosen(page).startswith("layer 2, A") and page.wrong == []
