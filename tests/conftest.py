"""What all tests share: one thread, no network, no screen, and the reasons for what is skipped."""

import contextlib
import ipaddress
import os
import shutil
import socket
import sys
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


@pytest.fixture(scope="module")
def chromium():
    """A Chromium of the system, driven by playwright; tests are skipped where there is none."""
    path = find_browser()
    if path is None:
        pytest.skip("no Chromium on this computer")
    api = pytest.importorskip("playwright.sync_api")
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        yield browser
        browser.close()


@pytest.fixture
def tab(chromium):
    """tab(url) -> a page in a browser; .wrong: its errors and what it asks of other computers."""
    pages = []

    def open_page(url, width=1280, height=800, **looks):
        page = chromium.new_page(viewport={"width": width, "height": height}, **looks)
        pages.append(page)
        page.set_default_timeout(240_000)  # for a machine that does other things as well
        page.wrong, serious = [], ("error", "warning")
        page.on("pageerror", lambda error: page.wrong.append(str(error)))
        page.on("console", lambda m: page.wrong.append(m.text) if m.type in serious else None)
        page.on("request", lambda r: None if r.url.startswith(here) else page.wrong.append(r.url))
        here = ("data:", "blob:", "file:" if url.startswith("file:") else url[: url.index("/", 8)])
        page.goto(url)
        return page

    yield open_page
    for page in pages:
        page.close()


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
