"""The page of the microscope in tests: what is pressed and typed, what it says, its engine."""

import json
import shutil
from contextlib import contextmanager

from served import serving

from elmo_lite.files import WEIGHTS
from elmo_lite.text import tokenize
from microscope.bundle import style, widget
from microscope.server import Server
from microscope.store import MODEL, State, Store

READY = "#microscope[data-ready={}]"
HOSTILE = [
    "",
    "   ",
    "<img src=x onerror=document.title='x'> <script>document.title='x'</script>",
    "word " * 200,
    "x" * 3000,
    "👍🏽 안녕하세요 🇰🇷 \ud800",
]
BOX = "document.querySelector('.microscope')"

# Nobody is asked any more, nothing moves, and nothing was drawn for longer than the bars wait.
SETTLED = """() => new Promise((done) => {
    const root = document.querySelector('.microscope');
    let last = performance.now();
    const watch = new MutationObserver(() => { last = performance.now(); });
    watch.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    const look = () => {
        const moves = document.getAnimations().some((one) => one.playState === 'running');
        if (moves || root.dataset.busy !== undefined || performance.now() - last < 150)
            return void setTimeout(look, 15);
        watch.disconnect();
        done();
    };
    look();
})"""


def settle(page):
    """Wait until everything that was asked for is drawn."""
    page.evaluate(SETTLED)


def wait_for(page, what):
    page.wait_for_function(what)


def cells(page, row=0):
    """What the cells say to a screen reader: {(layer, word): text}"""
    names = page.locator(f"[id*='-cell-{row}-']").evaluate_all(
        "all => all.map(one => [one.id, one.ariaLabel])"
    )
    return {tuple(map(int, i.split("-")[-2:])): name.split(": ", 1)[1] for i, name in names}


def chosen(page):
    return page.locator(".cell.here").first.get_attribute("aria-label")


def mode(page, name):
    """Choose a mode, and wait until its cells are there."""
    page.get_by_role("radio", name=name, exact=False).first.click()
    wait_for(page, f"{BOX}.dataset.mode === {BOX}.dataset.drawn")


def lower(page):
    """Show the layers for which the softmax was never trained."""
    page.get_by_role("checkbox", name="too: an output softmax").check()
    page.wait_for_selector("[id$='-cell-0-0-0']")


def example(page, name):
    """Press an example, and wait until it is drawn."""
    page.get_by_role("button", name=name, exact=True).click()
    settle(page)


def type_sentence(page, text, name="Sentence"):
    page.get_by_role("textbox", name=name, exact=True).fill(text)


def read(page, text):
    """Type a sentence, and wait until the grid is of its words."""
    type_sentence(page, text)
    words = " ".join(tokenize(text))
    page.wait_for_function(
        "words => [...document.querySelectorAll('.grids > :first-child .word > span')]"
        ".map(one => one.textContent).join(' ') === words",
        arg=words,
    )


def scrolls(page):
    """How wide and how high everything is."""
    return page.evaluate(
        "(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight])"
        "(document.scrollingElement)"
    )


# What stands in the page's language and has letters, but none of that language.
FOREIGN = """letters => {
    const { lang } = document.documentElement, own = new RegExp(letters), found = [];
    for (const node of document.querySelectorAll('#microscope, #microscope *')) {
        if (node.closest('[lang]').getAttribute('lang') !== lang) continue;
        const names = ['title', 'aria-label', 'placeholder', 'alt'];
        const texts = [...node.childNodes].filter(child => child.nodeType === Node.TEXT_NODE);
        found.push(...texts.map(text => text.data));
        found.push(...names.map(name => node.getAttribute(name) ?? ''));
    }
    return found.filter(text => /\\p{L}{2}/u.test(text) && !own.test(text));
}"""
LETTERS = {"en": "[A-Za-z]", "ko": "[가-힣]"}
WORDS_TO_WEIGH = ["are is", "she he"]  # a placeholder


def foreign(page, letters):
    """What a page says that is not in its language; the model's words are marked as theirs."""
    return set(page.evaluate(FOREIGN, letters)) - set(WORDS_TO_WEIGH)


def take(page, kind):
    """Press a button of the foot -> the name of the file, and what is in it."""
    with page.expect_download() as download:
        page.get_by_role("button", name=kind, exact=True).click()
    path = download.value.path()
    return download.value.suggested_filename, path.read_bytes()


# ---- while files are made ----


class HalfReady:
    """A store that has made the files of the model, and then all."""

    languages, ready = {"en": "English"}, False

    def __init__(self, whole, part):
        self.whole, self.part = whole, part
        for name in MODEL:
            (part / name).write_bytes((whole / name).read_bytes())

    def state(self, language):
        return State(1) if self.ready else State(0.3, "reading sentences, 3 of 9")

    def folder(self, language):
        return self.whole if self.ready else self.part


# ---- in a notebook ----

# What Jupyter does with keys: it listens at the document before we do, and looks for a mark on the
# way up; older ones and editors listen at the document after us.
JUPYTER = """<!doctype html><meta charset="utf-8"><title>Notebook</title><style>{style}</style>
<div id="cell" tabindex="0"><p id="code">In [1]: Microscope()</p><div id="output"></div></div>
<script>
window.heard = [];
document.addEventListener("keydown", (event) => {{
    if (!event.target.closest("[data-lm-suppress-shortcuts]")) heard.push(`lumino ${{event.key}}`);
}}, true);
document.addEventListener("keydown", (event) => heard.push(`classic ${{event.key}}`));
</script>
<script type="module">
{widget}
const given = {given};
const model = {{ get: (name) => given[name], on: () => {{}}, send: () => {{}} }};
$widget.render({{ model, el: document.getElementById("output") }});
</script>"""


@contextmanager
def notebook(state):
    """The address of a page with the widget in it, as a notebook shows it."""
    with Server(Store(), secret=True).start() as files, serving(b"") as served:
        given = {"languages": files.store.languages, "address": f"{files.url}data/"}
        given["state"] = state
        body = JUPYTER.format(style=style(), widget=widget(), given=json.dumps(given))
        served.files["page.html"] = body.encode()
        yield f"{served.url}/page.html"
        files.shutdown()


# ---- its engine ----


class Shelf:
    """A folder in the place of a store whose files are ready."""

    languages = {"en": "English"}

    def __init__(self, folder):
        self.path = folder

    def state(self, language):
        return State(1)

    def folder(self, language):
        return self.path


class Engine:
    """The modules of the page in a browser; `put` gives it the files of a model."""

    def __init__(self, page, folder):
        self.page, self.path = page, folder

    def put(self, elmo, data):
        alphabet = elmo.bilm.shape.characters.alphabet
        folder = WEIGHTS / f"elmo_lite_{'ko' if alphabet == 'jamo' else 'en'}"
        shutil.copy(folder / "options.json", self.path)
        words = "\n".join(elmo.model.vocabulary.words)
        (self.path / "words.txt").write_text(words, encoding="utf-8")
        (self.path / "weights.safetensors").write_bytes(data)

    def run(self, code, **given):
        names = ("elmo", "machine", "tensors", "tokenize", "random", "softmax")
        loads = ";".join(f"Object.assign(window, await import('/{name}.js'))" for name in names)
        return self.page.evaluate(f"async (given) => {{ {loads}; {code} }}", given)
