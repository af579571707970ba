"""What all tests share: one thread, no network, no screen, and the reasons for what is skipped."""

import asyncio
import contextlib
import ipaddress
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import types
from functools import partial
from pathlib import Path

import hypothesis
import pytest
import warm

from elmo_lite import files

# One thread gives the same sums on every machine. Set before numpy and torch are imported.
for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(name, "1")
os.environ["MPLBACKEND"] = "Agg"
# The same inputs in every run, so that a green suite stays green; ELMO_LITE_WHOLE=1 draws new ones.
hypothesis.settings.register_profile("same", derandomize=True, database=None)
hypothesis.settings.load_profile("default" if os.environ.get("ELMO_LITE_WHOLE") else "same")
# Processes that a test starts (kernels, commands) meet a proxy that does not answer.
for name in ("http_proxy", "https_proxy", "all_proxy"):
    os.environ[name] = os.environ[name.upper()] = "http://127.0.0.1:9"
os.environ["no_proxy"] = os.environ["NO_PROXY"] = "localhost,127.0.0.1,::1"

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def is_local(host: object) -> bool:
    """Whether a host, as given to connect or getaddrinfo, is this computer."""
    if host in (None, "", b"", "localhost", b"localhost"):
        return True
    text = host.decode() if isinstance(host, bytes) else str(host)
    try:
        return ipaddress.ip_address(text.partition("%")[0]).is_loopback
    except ValueError:
        return False  # a name: it would have to be looked up


def guard(method):
    """The method of a socket, as it behaves on a computer without a network."""

    def guarded(self, address):
        remote = isinstance(address, tuple) and not is_local(address[0])
        if remote and self.type == socket.SOCK_STREAM:
            raise ConnectionRefusedError(f"The tests have no network: {address[0]} was called.")
        return method(self, address)

    return guarded


def guarded_getaddrinfo(host, *args, original=socket.getaddrinfo, **kwargs):
    if not is_local(host):
        raise socket.gaierror(socket.EAI_NONAME, f"The tests have no network: {host!r}.")
    return original(host, *args, **kwargs)


# Assigned here and not in a fixture, so that it also holds while the tests are collected.
socket.socket.connect = guard(socket.socket.connect)
socket.socket.connect_ex = guard(socket.socket.connect_ex)
socket.getaddrinfo = guarded_getaddrinfo


def find_browser() -> str | None:
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def pytest_report_header() -> list[str]:
    folder = files.data_dir()
    state = "is not set: tests on public data sets are skipped"
    if folder is not None:
        state = str(folder) if folder.is_dir() else f"names no folder: {folder}"
    return [
        f"ELMO_LITE_DATA {state}",
        f"browser: {find_browser() or 'none, its tests are skipped'}",
    ]


def pytest_configure(config):
    """What kernels are forked from: one process for all that xdist starts."""
    if hasattr(os, "fork") and not hasattr(config, "workerinput"):
        stack = contextlib.ExitStack()
        os.environ["ELMO_LITE_WARM"] = stack.enter_context(warm.kernels())
        config.add_cleanup(stack.close)


def pytest_collection_modifyitems(items):
    """Lessons first: they take longest, and what is short fills the end of both processes."""
    items.sort(key=lambda item: "a_lesson_runs" not in item.name)


@pytest.fixture
def sandbox(monkeypatch, tmp_path):
    """course.py in a folder of its own; `calls` collects its commands, `broken` makes some fail.

    Of Pythons only the running one is on this system, unless `system` names more.
    """
    import installing
    import setting_up

    for path in (*files.ROOT.glob("requirements/*.txt"), files.ROOT / "pyproject.toml"):
        copy = tmp_path / path.relative_to(files.ROOT)
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(path.read_bytes())
    (tmp_path / "constraints.txt").write_bytes((files.ROOT / "constraints.txt").read_bytes())
    box = types.SimpleNamespace(calls=[], broken=(), system=[sys.executable], root=tmp_path)
    places = {"ROOT": "", "FETCHED": ".python", "VENV": ".venv", "LOG": "setup.log"}
    for name, place in {**places, "PYTHON": ".venv/bin/python"}.items():
        monkeypatch.setattr(setting_up, name, tmp_path / place)
    monkeypatch.setattr(setting_up.shutil, "which", lambda name: None)
    monkeypatch.setattr(installing, "NEEDED_GB", 0)
    for name in ("PIP_FIND_LINKS", "UV_FIND_LINKS", "UV_TORCH_BACKEND", "PIP_NO_INDEX", "CI"):
        monkeypatch.delenv(name, raising=False)

    def call(command, **options):
        line = " ".join(map(str, command)).replace(str(tmp_path / ".venv" / "bin"), "BIN")
        box.calls.append(line)
        if any(part in line for part in box.broken):
            return 1
        if " venv " in line:
            python = Path(command[-1]) / "bin" / "python"
            python.parent.mkdir(parents=True, exist_ok=True)
            python.touch()
            (Path(command[-1]) / "pyvenv.cfg").touch()
        return 0

    def run(command, **options):
        if command[0] not in box.system and not os.path.exists(command[0]):
            raise FileNotFoundError
        return subprocess.CompletedProcess(command, call(command, **options))

    monkeypatch.setattr(setting_up.subprocess, "call", call)
    monkeypatch.setattr(setting_up.subprocess, "run", run)
    previous = signal.getsignal(signal.SIGINT)
    yield box
    signal.signal(signal.SIGINT, previous)


@pytest.fixture
def data_set():
    """data_set("pos/ud_english_ewt") -> its folder; the test is skipped where it is missing."""

    def find(name: str) -> Path:
        folder = files.data_dir()
        if folder is None:
            pytest.skip(f"data set {name}: ELMO_LITE_DATA is not set")
        if not (folder / name).exists():
            pytest.skip(f"data set {name}: not in the folder that ELMO_LITE_DATA names")
        return folder / name

    return find


@pytest.fixture(scope="module")
def warm_kernels():
    """What Jupyter starts as python3 has torch and the rest already, where a process can fork."""
    with pytest.MonkeyPatch.context() as patch:
        if "ELMO_LITE_WARM" in os.environ:
            patch.setenv("JUPYTER_PATH", os.environ["ELMO_LITE_WARM"])
        yield


@pytest.fixture(scope="session")
def browser():
    """A Chromium of the system, driven by playwright; tests are skipped where there is none."""
    path = find_browser()
    if path is None:
        pytest.skip("no Chromium on this computer")
    api = pytest.importorskip("playwright.sync_api")
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
    with api.sync_playwright() as playwright:
        own = playwright.chromium.launch(executable_path=path, args=flags)
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield own, loop
        asyncio._set_running_loop(loop)
        own.close()


@pytest.fixture
def chromium(browser):
    """The browser, whose loop counts as running for this test alone: others have loops too."""
    own, loop = browser
    asyncio._set_running_loop(loop)
    yield own
    asyncio._set_running_loop(None)


def wait_for(page, what, arg=None):
    """page.wait_for_function for a page that lets no text become code, as the microscope's."""
    late = time.monotonic() + 240
    while not page.evaluate(what, arg):
        assert time.monotonic() < late, what
        page.wait_for_timeout(30)


SEEN = "try { localStorage.setItem('elmo-lite-tour', 'shown'); } catch {}"


def open_page(chromium, url, width=1280, height=800, new=False, **looks):
    """A page; .wrong: its errors and what it asks of other computers."""
    page = chromium.new_page(viewport={"width": width, "height": height}, **looks)
    if not new:  # who has been here before gets no tour of the microscope
        page.add_init_script(SEEN)
    page.set_default_timeout(240_000)  # for a machine that does other things as well
    page.wrong, serious = [], ("error", "warning")
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on("console", lambda m: page.wrong.append(m.text) if m.type in serious else None)
    page.on("request", lambda r: None if r.url.startswith(here) else page.wrong.append(r.url))
    here = ("data:", "blob:", "file:" if url.startswith("file:") else url[: url.index("/", 8)])
    answer = page.goto(url)
    if answer and "default-src 'none'" in answer.headers.get("content-security-policy", ""):
        page.wait_for_function = partial(wait_for, page)
    return page


@pytest.fixture
def tab(chromium):
    """tab(url) -> a page in a browser of its own, for this test."""
    pages = []

    def open_one(url, **looks):
        pages.append(open_page(chromium, url, **looks))
        return pages[-1]

    yield open_one
    for page in pages:
        page.close()


@pytest.fixture(scope="session")
def small_files(tmp_path_factory):
    """A cache with the files of a small corpus; None for screenshots, which show all of it."""
    import scope

    if "ELMO_LITE_SCREENSHOT" in os.environ:
        return None
    cache, shared = tmp_path_factory.mktemp("cache"), tmp_path_factory.getbasetemp().parent
    with pytest.MonkeyPatch.context() as patch:
        return scope.fill(cache, shared, patch, languages=("en", "ko"))


@pytest.fixture(scope="session")
def running_page(small_files):
    """A microscope that serves as long as the tests run."""
    from microscope.server import Server
    from microscope.store import Store

    with pytest.MonkeyPatch.context() as patch, Server(Store()) as served:
        if small_files:
            patch.setenv("ELMO_LITE_CACHE", str(small_files))
        for language in served.store.languages:
            served.store.folder(language)  # it stays where it is now
        yield served.start()
        served.shutdown()


@pytest.fixture
def address(running_page, small_files, monkeypatch):
    """The address of the microscope, whose files a Store of the test finds as well."""
    if small_files:
        monkeypatch.setenv("ELMO_LITE_CACHE", str(small_files))
    return running_page.url


# As if a link were pasted into the window: what is loaded stays.
AGAIN = """hash => {
    document.activeElement?.blur();
    scrollTo(0, 0);
    delete document.querySelector('#microscope').dataset.ready;
    history.replaceState(null, '', `${location.pathname}${location.search}#again`);
    location.hash = hash;
}"""
PAGES = {"": "en", "?page=en": "en", "?page=ko": "ko"}  # address -> language of the page
KEPT = 2  # pages of a language that wait for the next test


@pytest.fixture(scope="session")
def opened():
    """Pages of the microscope that no test uses now, by their language."""
    return {"en": [], "ko": []}


@pytest.fixture
def look(address, chromium, opened, tab):
    """look("what an address keeps") -> the page of the microscope, once it is ready.

    It was loaded by an earlier test, unless it is to be fresh.
    """
    used = []

    def show(hash_="", query="", language="en", fresh=False, **looks):
        own = hash_ or ("" if language == "en" else f"language={language}")
        url, looks = f"{address}{query}#{own}", {"width": 1280, "height": 720} | looks
        if fresh or looks.get("new") or query not in PAGES:
            page = tab(url, **looks)
        elif waiting := opened[PAGES[query]]:
            used.append(page := waiting.pop())
            page.set_viewport_size({"width": looks["width"], "height": looks["height"]})
            page.emulate_media(color_scheme=looks.get("color_scheme", "light"))
            page.mouse.move(0, 0)
            page.evaluate(AGAIN, own)
        else:
            used.append(page := open_page(chromium, url, **looks))
        page.wait_for_selector(f"#microscope[data-ready={language}]")
        return page

    yield show
    for page in used:
        speaks = page.evaluate("document.documentElement.lang")
        if page.wrong or len(opened[speaks]) >= KEPT:
            page.close()
            continue
        page.unroute_all()
        page.set_default_timeout(240_000)
        opened[speaks].append(page)


@pytest.fixture
def engine(tab, tmp_path):
    """The modules of the microscope in a browser, and a folder for the files of a model."""
    from page import Engine, Shelf

    from microscope.server import Server

    with Server(Shelf(tmp_path)).start() as served:
        page = tab(f"{served.url}kernel.js")
        yield Engine(page, tmp_path)
        served.shutdown()
        assert page.wrong == []


@pytest.fixture
def pictures(tmp_path):
    """Where screenshots go: the folder that ELMO_LITE_SCREENSHOT names, such as docs."""
    return Path(os.environ.get("ELMO_LITE_SCREENSHOT", tmp_path))


@pytest.fixture(autouse=True)
def gradients_are_on():
    """A lesson whose cells a test runs may switch them off for its reader, and for us."""
    yield
    if "torch" in sys.modules:
        sys.modules["torch"].set_grad_enabled(True)


@pytest.fixture(autouse=True)
def close_figures():
    """No figure of one test stays open in the next."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
