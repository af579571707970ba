"""JupyterLab, started as course.py starts it, and a chapter worked through in a browser."""

import json
import os
import sys
import urllib.request
import uuid

import nbformat
import pytest
import scope
import served

import course
import installing
import setting_up
from elmo_lite import files
from elmo_lite.files import ROOT

FOR_TESTS = {  # every cell is in the page, and what is typed is not saved
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
    "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
}
CHAPTER = "03_word2vec.ipynb"  # short, and it has a slider
WRONG = """def gradients(v, u, w, o):
    p = np.exp(u @ v[w])
    slopes = p / p.sum()
    slopes[o] += 1
    return slopes @ u, np.outer(slopes, v[w])"""
HINT = "Subtract 1 from the slope of the true word."
DONE = """() => [...document.querySelectorAll(".jp-CodeCell .jp-InputPrompt")]
    .every(prompt => !prompt.textContent.includes("*"))"""
STARTED = """() => [...document.querySelectorAll(".jp-CodeCell .jp-InputPrompt")]
    .some(prompt => prompt.textContent.includes("*"))"""
ERRORS = "[data-mime-type='application/vnd.jupyter.error']"
IDLE = ".jp-Notebook-ExecutionIndicator[data-status=idle]"


@pytest.fixture(scope="module")
def jupyterlab(tmp_path_factory, warm_kernels):
    """The address of a JupyterLab that was started with the command of course.py."""
    settings = tmp_path_factory.mktemp("settings")
    patch = pytest.MonkeyPatch()
    patch.setattr(setting_up, "VENV", settings)
    installing.silence_news()
    (overrides,) = settings.rglob("default_setting_overrides.json")
    overrides.write_text(json.dumps(json.loads(overrides.read_text()) | FOR_TESTS))
    (settings / "cache").mkdir()
    scope.fill(settings / "cache", tmp_path_factory.getbasetemp().parent, patch)
    if os.name != "nt" and (vectors := files.cache_dir() / "vectors").is_dir():
        (settings / "cache" / "vectors").symlink_to(vectors)  # read before: the chapter is fast
    options = ["--no-browser", "--ip=127.0.0.1", "--IdentityProvider.token="]
    (command,) = course.door_commands("lab", options)
    command = [sys.executable, "-P", *command]
    patch.undo()
    environ = {
        "JUPYTER_CONFIG_PATH": str(settings / "etc" / "jupyter"),
        "JUPYTER_CONFIG_DIR": str(settings / "user"),
        "JUPYTERLAB_WORKSPACES_DIR": str(settings / "workspaces"),
        "ELMO_LITE_CACHE": str(settings / "cache"),  # where solved exercises are remembered
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",  # a kernel shows its figures
    }
    with served.running(command, settings / "log.txt", **environ) as address:
        yield address


@pytest.fixture
def notebook():
    """notebook("a cell", ...) -> a notebook that JupyterLab can open; removed after the test."""
    made = []

    def write(*sources):
        path = ROOT / "notebooks" / f"test_{uuid.uuid4().hex}.ipynb"
        kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
        cells = [nbformat.v4.new_code_cell(source) for source in sources]
        page = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
        nbformat.write(page, path)
        made.append(path)
        return path

    yield write
    for path in made:
        path.unlink()


def test_jupyterlab_leads_to_the_first_chapter(jupyterlab):
    """The front page redirects to 00, and 00 is there."""
    with urllib.request.urlopen(jupyterlab, timeout=30) as page:
        assert page.geturl() == jupyterlab + course.FIRST_PAGE
    name = course.FIRST_PAGE.removeprefix("/lab/tree/")
    with urllib.request.urlopen(f"{jupyterlab}/api/contents/{name}", timeout=30) as page:
        assert b"Start here" in page.read()


def test_the_first_page_in_a_browser_shows_the_notebook_and_no_news(jupyterlab, tab):
    page = tab(f"{jupyterlab}/")
    page.wait_for_selector(".jp-Notebook .jp-MarkdownCell h1")
    assert "Start here" in page.locator(".jp-Notebook h1").first.inner_text()
    page.wait_for_timeout(3_000)  # the question comes late
    assert page.get_by_text("Jupyter news").count() == 0
    assert page.locator(".jp-Dialog").count() == 0


def solution():
    """The code of the first exercise in the built solutions."""
    cells = nbformat.read(ROOT / "notebooks" / "solutions" / CHAPTER, as_version=4).cells
    return next(c.source for c in cells if c.source.startswith("def gradients"))


def run_all(page):
    """Run all cells and wait for the last; a click that came too early is made again."""
    from playwright.sync_api import TimeoutError as TooLate

    for _ in range(20):
        page.locator(".lm-MenuBar-item", has_text="Run").first.click()
        page.get_by_text("Run All Cells", exact=True).click()
        try:
            page.wait_for_function(STARTED, timeout=12_000)
            break
        except TooLate:
            page.keyboard.press("Escape")
    page.wait_for_function(DONE)
    assert page.locator(ERRORS).all_inner_texts() == []


def type_and_run(page, cell, source):
    cell.locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.insert_text(source)
    page.keyboard.press("Shift+Enter")


def test_a_chapter_in_a_browser(jupyterlab, tab):
    """Run all, move a slider, solve an exercise wrongly and rightly."""
    path = ROOT / "notebooks" / CHAPTER
    saved = path.read_bytes()
    page = tab(f"{jupyterlab}/lab/tree/notebooks/{CHAPTER}?reset", height=900)
    page.wait_for_selector(IDLE)
    assert page.locator(".widget-slider").count() == 0  # a saved chapter has no widgets
    run_all(page)
    page.wait_for_selector(".widget-slider")

    sliders = page.locator(".jp-CodeCell:has(.widget-slider)")
    before = sliders.locator("img").first.get_attribute("src")
    at = int(sliders.locator(".widget-readout").first.inner_text())
    sliders.locator(".noUi-handle").first.focus()
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    sliders.locator(".widget-readout", has_text=str(at + 10)).first.wait_for()
    changed = "old => ![...document.images].some(image => image.getAttribute('src') === old)"
    page.wait_for_function(changed, arg=before)

    cells = page.locator(".jp-CodeCell")
    exercise = cells.filter(has_text="def gradients").first
    check = cells.filter(has_text='check("3.1", gradients)').first
    assert "not attempted" in check.inner_text()
    for source, said in ((WRONG, f"not yet. {HINT}"), (solution(), "correct.")):
        type_and_run(page, exercise, source)
        check.locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")
        check.get_by_text(f"Exercise 3.1: {said}").wait_for()
    assert path.read_bytes() == saved


def test_the_microscope_in_a_notebook(jupyterlab, tab, notebook):
    """The two lines of the docs: it opens, a sentence is typed, and nothing large is saved."""
    path = notebook(
        "from notebooks.course.microscope import Microscope",
        'Microscope("The boys who play in the park are happy.")',
    )
    page = tab(f"{jupyterlab}/lab/tree/{path.relative_to(ROOT).as_posix()}?reset", height=1000)
    page.wait_for_selector(IDLE)
    run_all(page)
    page.wait_for_selector(".microscope[data-ready=en]")
    assert page.locator(".cell.here").get_attribute("aria-label").startswith("layer 2, park: are")
    page.get_by_role("textbox", name="Sentence", exact=True).fill("The bank sent a gift.")
    page.wait_for_selector("[id$='-cell-0-2-4'][aria-label*='gift']")
    page.locator("[id$='-cell-0-2-1']").click()
    page.keyboard.press("5")  # the key of the microscope, and not of JupyterLab
    page.wait_for_selector(".microscope[data-drawn=sense]")
    page.wait_for_selector("svg[aria-label*='occurrences of bank']")
    page.locator(".jp-CodeCell .cm-content").first.click()  # keys are JupyterLab's again
    page.keyboard.press("ControlOrMeta+s")
    page.wait_for_timeout(2000)
    saved = nbformat.read(path, as_version=4)
    (output,) = saved.cells[1].outputs
    assert "image/png" in output.data and len(path.read_bytes()) < 1_000_000


def test_a_live_figure_in_a_notebook(jupyterlab, tab, notebook):
    path = notebook(
        "from notebooks.course.live import live\nfrom notebooks.course.plots import style",
        """def draw(power=2):
    ax = style.axes()
    ax.plot([0, 1, 2], [x**power for x in (0, 1, 2)])
    style.describe(ax, f"A curve of power {power} rises.")

live(draw, power=(1, 3))""",
    )
    page = tab(f"{jupyterlab}/lab/tree/{path.relative_to(ROOT).as_posix()}?reset")
    page.wait_for_selector(IDLE)
    run_all(page)
    page.wait_for_selector("img[alt='A curve of power 2 rises.']")
    page.locator(".noUi-handle").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("img[alt='A curve of power 3 rises.']")
