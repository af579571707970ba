"""The course as web pages: published once from some chapters, looked at as files and in a browser.

What is published holds what `python course.py site` makes, and the decks.
"""

import html
import os
import re
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urldefrag

import accessible
import nbformat
import pytest
import scope

from elmo_lite.files import ROOT
from notebooks.course.chapters import CHAPTERS, find

for needed in ("sphinx", "myst_nb", "sphinx_book_theme", "sphinx_revealjs"):
    pytest.importorskip(needed, reason="it is in the extra `site`")

from notebooks.author import website  # noqa: E402
from notebooks.author.parts import parts  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")  # within Sphinx
# What the tests build: the first, one with Korean, one about polysemy; or the whole course.
NUMBERS = ["00", "01", "06b"]
if "ELMO_LITE_WHOLE" in os.environ:
    NUMBERS = [chapter.number for chapter in CHAPTERS]
PAGES = {c.number: f"notebooks/{c.slug}.html" for c in CHAPTERS}
PAGES_BUILT = [PAGES[number] for number in NUMBERS]
WIDTH = "document.documentElement.scrollWidth"
PICTURES = """async () => {
    const all = [...document.images];
    all.forEach(picture => picture.loading = "eager");
    await Promise.all(all.map(picture => picture.decode().catch(() => null)));
    return all.filter(picture => !picture.naturalWidth).map(picture => picture.src);
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder, cache = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        scope.fill(cache, tmp_path_factory.getbasetemp().parent, patch, ("en", "ko"))
        patch.setenv("ELMO_LITE_CACHE", str(cache))
        complaints = website.publish(folder, [find(number) for number in NUMBERS])
    assert complaints == []  # Sphinx complains of nothing
    return folder


def settled(page):
    """The page, once its mathematics is set."""
    page.evaluate("window.MathJax?.startup?.promise")
    return page


@pytest.fixture
def look(tab):
    """Open a page of the site and wait until its mathematics is set."""
    return lambda url, **looks: settled(tab(url, **looks))


# --- as files ---


def html_of(site, number):
    return (site / PAGES[number]).read_text(encoding="utf-8")


@pytest.mark.parametrize("number", NUMBERS)
def test_a_page_holds_its_whole_chapter(site, number):
    page = html_of(site, number)
    found = parts(nbformat.read(ROOT / find(number).page, as_version=4).cells)
    figures = [figure.alt for part in found for figure in part.figures]
    shown = re.findall(r'<img alt="([^"]+)" class="figure" src="../_images', page)
    shown = list(map(html.unescape, shown))
    assert figures == shown and min(len(alt.split()) for alt in shown) >= 4
    exercises = sum(part.kind == "exercise" for part in found)
    assert exercises > 0 and page.count("<summary>Solution</summary>") == exercises
    assert "Contents</a> |" not in page  # the bars of the notebook: the page has its own


@pytest.mark.parametrize("number", NUMBERS)
def test_each_page_leads_to_the_same_one_in_the_other_language(site, number):
    english, korean = site / PAGES[number], site / "ko/notebooks/ko" / PAGES[number][10:]
    for here, there, name in ((english, korean, "한국어"), (korean, english, "English")):
        page = here.read_text(encoding="utf-8")
        (link,) = re.findall(rf'<a class="other-language"[^>]* href="([^"]+)">{name}</a>', page)
        assert (here.parent / link).resolve() == there.resolve()
    page = korean.read_text(encoding="utf-8")
    assert '<html lang="ko"' in page and "<summary>풀이</summary>" in page
    assert find(number, "ko").question.split("?")[0] in page


def test_every_picture_says_what_it_shows_and_nothing_comes_from_outside(site):
    for path in site.rglob("*.html"):
        page = path.read_text(encoding="utf-8")
        for tag in re.findall(r"<(?:img|script|link|iframe)\b[^>]*>", page):
            assert not re.search(r'(?:src|href)="(?:https?:)?//', tag), (path.name, tag)
            assert not tag.startswith("<img") or re.search(r'alt="[^"]', tag), (path.name, tag)


def test_every_link_of_what_is_published_leads_to_a_file_of_it(site):
    """Also from the decks; addresses that begin with a slash would leave the folder of a host."""
    for path in site.rglob("*.html"):
        if path.parent.name == "_static":  # a template of the theme
            continue
        page = html.unescape(path.read_text(encoding="utf-8"))
        for link in set(re.findall(r'<[a-z][^>]*?(?:src|href)="([^"]*)"', page)):
            if re.match(r"(?:https?|mailto|data|javascript):", link):
                continue
            assert not link.startswith("/"), (path.name, link)
            there = unquote(urldefrag(link)[0].partition("?")[0])
            assert (path.parent / there).exists(), (path.relative_to(site), link)


def test_each_chapter_leads_to_its_deck_in_its_language(site):
    for number in NUMBERS:
        slug = find(number).slug
        for folder, name in (("notebooks", "Slides"), ("ko/notebooks/ko", "슬라이드")):
            path = site / folder / f"{slug}.html"
            page = path.read_text(encoding="utf-8")
            (link,) = re.findall(rf'<a class="[^"]*deck" href="([^"]+)">{name}</a>', page)
            deck = path.parent / link
            language = "ko" if "ko" in folder else "en"
            assert f'<html lang="{language}"' in deck.read_text(encoding="utf-8")


def test_a_published_folder_says_its_size_and_takes_no_chapters(site, tmp_path):
    said = website.sizes(site)
    whole, decks, microscope = map(int, re.findall(r"(\d+) MB", said))
    assert whole > decks + microscope > microscope > 10 and decks > 0
    assert f"in {sum(path.is_file() for path in site.rglob('*'))} files" in said
    with pytest.raises(ValueError, match="name its folder and nothing else"):
        website.main(["--publish", str(tmp_path / "new"), "01"])


def test_the_order_is_that_of_the_course(site):
    page = html_of(site, "01")
    before, after = (
        re.search(rf'class="{side}-\w+"\s+href="([^"]+)"', page)[1] for side in ("left", "right")
    )
    here = NUMBERS.index("01")
    assert (before, after) == tuple(PAGES[NUMBERS[i]][10:] for i in (here - 1, here + 1))
    contents = (site / "index.html").read_text(encoding="utf-8")
    assert all(f'href="{PAGES[number]}"' in contents for number in NUMBERS)


def test_a_link_to_what_is_no_page_is_plain_text():
    pages = {"notebooks/01_a", "docs/glossary", "README"}
    text = "[a](01_a.ipynb), [b](02_b.ipynb#x), [c](../docs/glossary.md), [d](https://x.org/e.md)"
    kept = "[a](01_a.ipynb), b, [c](../docs/glossary.md), [d](https://x.org/e.md)"
    assert website.keep_links(text, "notebooks", pages) == kept
    assert website.keep_links("[s](solutions/01_a.ipynb)", "notebooks", pages) == "s"
    assert website.keep_links("[two\nlines](02_b.ipynb)", "notebooks", pages) == "two\nlines"
    assert website.keep_links("[r](data/README.md) [p](f.png)", "", pages) == "r [p](f.png)"


def test_a_page_has_its_solutions_and_descriptions_and_no_bars():
    def cell(source, *tags):
        return nbformat.v4.new_code_cell(source, metadata={"tags": list(tags)})

    bar = nbformat.v4.new_markdown_cell("bar", metadata={"tags": ["nav"]})
    end = nbformat.v4.new_markdown_cell("bar", metadata={"tags": ["nav"]})
    figure = nbformat.v4.new_output(
        "display_data", {"image/png": ""}, metadata={"image/png": {"alt": "Three bars"}}
    )
    later = cell("later")
    other = nbformat.from_dict({**figure, "metadata": {"image/png": {"alt": "Two curves"}}})
    later.outputs = [nbformat.v4.new_output("stream", text="1"), figure, other]
    lesson = nbformat.v4.new_notebook(
        cells=[bar, cell("stub", "exercise"), cell("check()", "check"), later, end]
    )
    solved = nbformat.v4.new_notebook(cells=[cell("import", "setup"), cell("answer", "exercise")])
    cells = website.prepare(lesson, solved, "Solution")
    sources = [c.source for c in cells]
    assert sources[:2] == ["stub", "check()"] and sources[3:] == ["later", "..."]
    assert "<summary>Solution</summary>" in sources[2] and "answer" in sources[2]
    alts = [each.metadata["mystnb"]["image"]["alt"] for each in cells[3:]]
    assert alts == ["Three bars", "Two curves"] and len(cells[3].outputs) == 2


def test_a_chapter_that_is_not_there_is_named(capsys):
    with pytest.raises(SystemExit):
        website.main(["01", "99"])
    said = capsys.readouterr().err
    assert said.startswith("usage: python course.py site ")  # as whoever reads it has to type it
    assert "no chapter '99'; there are 00, 01" in said


# --- in a browser ---


def test_every_page_opens_from_a_disk_without_an_error(site, look):
    pages = [
        path
        for path in sorted(site.rglob("*.html"))
        if path.parent.name not in ("_static", "microscope")
    ]
    assert len(pages) > 5
    page = look((site / "index.html").as_uri())  # one tab reads MathJax once
    for path in pages:
        page.goto(path.as_uri())
        settled(page)
        assert page.evaluate(PICTURES) == [], path.name
        assert page.locator("mjx-merror").count() == 0, path.name
        if "notebooks" in path.parts and not path.name.startswith("00"):  # no formula there
            assert page.locator("mjx-container svg").count() > 0, path.name
            assert "$" not in "".join(page.locator("summary").all_inner_texts()), path.name
        assert page.wrong == [], path.name


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_can_be_read_by_everybody(site, look, scheme):
    names = ["index.html", PAGES["01"], "ko/index.html"]
    if len(NUMBERS) > 3:  # the whole course
        names = ["index.html", "docs/lecturing.html", "docs/glossary.html", *PAGES_BUILT]
    page = look((site / "index.html").as_uri(), color_scheme=scheme)
    for name in names:
        page.goto((site / name).as_uri())
        assert accessible.problems(settled(page)) == [], (name, scheme)


@pytest.mark.parametrize(
    ("word", "target"),
    [("smoothing", "01"), ("평활화", "01"), ("polysemy", "06b"), ("polysemy", "glossary")],
)
def test_the_search_finds_a_term_in_both_languages(site, look, word, target):
    page = look(f"{(site / 'search.html').as_uri()}?q={word}")
    page.wait_for_selector("#search-results li")
    found = [a.get_attribute("href") for a in page.locator("#search-results li a").all()]
    assert any(PAGES.get(target, target) in link for link in found) and page.wrong == []


def test_the_korean_search_finds_korean_words(site, look):
    page = look(f"{(site / 'ko/search.html').as_uri()}?q=평활화")
    page.wait_for_selector("#search-results li")
    found = [a.get_attribute("href") for a in page.locator("#search-results li a").all()]
    assert any("01_ngram" in link for link in found) and page.wrong == []


def test_it_works_from_a_folder_of_any_host(site, look):
    """Here the search may also read the pages, and show where it found the word."""
    handler = partial(SimpleHTTPRequestHandler, directory=site.parent)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = look(f"http://127.0.0.1:{server.server_port}/{site.name}/search.html?q=polysemous")
        page.wait_for_selector("#search-results li p.context")
        page.locator("#search-results li a", has_text="Maps and the wall").first.click()
        page.wait_for_selector("mjx-container svg")
        assert page.locator("article h1").inner_text().startswith("06b") and page.wrong == []
        page.close()
        server.shutdown()


@pytest.mark.parametrize(("width", "figure"), [(1280, 850), (1920, 1100)])
def test_figures_and_code_have_room_and_text_has_not(site, look, width, figure):
    page = look((site / PAGES["06b"]).as_uri(), width=width, height=720)
    widths = "(name) => [...document.querySelectorAll(name)].map(part => part.clientWidth)"
    assert max(page.evaluate(widths, "article img.figure")) >= figure
    assert max(page.evaluate(widths, "article p")) <= 740
    hidden = (
        "(name) => [...document.querySelectorAll(name)].map(p => p.scrollWidth - p.clientWidth)"
    )
    assert max(page.evaluate(hidden, ".cell_input pre")) <= 0


def test_the_published_folder_is_used_under_its_own_path(site, look):
    """As from https://someone.example/elmo-lite/: page, deck, microscope, in both languages."""
    asked = []

    class Under(SimpleHTTPRequestHandler):
        def translate_path(self, path):
            asked.append(path)
            assert path.startswith("/elmo-lite/"), path
            return str(site / unquote(path.partition("?")[0]).removeprefix("/elmo-lite/"))

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Under) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        top = f"http://127.0.0.1:{server.server_port}/elmo-lite/"
        page = look(f"{top}index.html")
        page.locator("a", has_text="N-gram language models").first.click()
        page.wait_for_selector("article h1")
        page.locator("a.deck").first.click()
        page.wait_for_selector(".reveal.ready")
        page.keyboard.press("ArrowRight")
        page.wait_for_selector("section.goals.present")
        page.goto(f"{top}ko/notebooks/ko/{find('01').slug}.html")
        page.locator("a.deck").first.click()
        page.wait_for_selector(".reveal.ready")
        for language in ("en", "ko"):
            page.goto(f"{top}microscope/index.html?page={language}")
            page.wait_for_selector(".microscope[data-drawn]")
        assert page.wrong == [] and all(path.startswith("/elmo-lite/") for path in asked)
        page.close()
        server.shutdown()


def test_the_microscope_opens_from_the_first_page_on_a_host_and_from_a_disk(site, look):
    handler = partial(SimpleHTTPRequestHandler, directory=site)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for start in (f"http://127.0.0.1:{server.server_port}/index.html", site / "index.html"):
            page = look(start if isinstance(start, str) else start.as_uri())
            page.get_by_role("link", name="Open the microscope").click()
            page.wait_for_selector(".microscope[data-ready=en]")
            assert page.locator(".cell.here").get_attribute("aria-label").startswith("layer 2")
            if isinstance(start, str):
                page.locator("header .plain").click()  # the Korean one
                page.wait_for_selector(".microscope[data-ready=ko]")
            assert page.wrong == []
        server.shutdown()


def test_folds_open_by_mouse_and_by_keyboard(site, look):
    page = look((site / PAGES["01"]).as_uri())
    for name in ("Answer", "Solution"):
        fold = page.locator("details", has=page.locator("summary", has_text=name)).first
        inside = fold.locator("p, pre").first
        assert not inside.is_visible()
        fold.locator("summary").click()
        assert inside.is_visible()
        fold.locator("summary").press("Enter")
        assert not inside.is_visible()
    quiz = page.locator("#quiz details")
    assert quiz.count() >= 6 and quiz.filter(has_text="Right:").count() == 3


def test_a_phone_needs_no_sideways_scrolling_and_the_dark_is_dark(site, look, pictures):
    page = look((site / PAGES["01"]).as_uri(), width=390, height=844, color_scheme="dark")
    assert page.evaluate(WIDTH) <= 390
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert max(map(int, re.findall(r"\d+", ground)[:3])) < 60
    figure = page.locator("article img.figure").first
    figure.scroll_into_view_if_needed()
    page.screenshot(path=pictures / "phone.png")
    assert figure.bounding_box()["width"] <= 390
    others = PAGES_BUILT if len(NUMBERS) > 3 else []
    korean = [f"ko/docs/ko/{name}.html" for name in ("lecturing", "glossary")]
    for name in ["index.html", "docs/lecturing.html", "docs/glossary.html", *korean, *others]:
        page.goto((site / name).as_uri())
        assert page.evaluate(WIDTH) <= 390, name
