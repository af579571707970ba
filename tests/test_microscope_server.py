"""The server of the microscope, its files while they are made, and the page as one file."""

import http.client
import json
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request

import pytest
import small
from served import serving

import course
from elmo_lite.weights import ours
from microscope import bundle, server, store
from microscope.store import FILES, RANDOM, State, Store


class Shelf:
    """A folder in the place of a store whose files are ready."""

    languages = {"en": "English", "ko": "한국어"}

    def __init__(self, folder):
        self.path = folder

    def state(self, language):
        return State(1)

    def folder(self, language):
        return self.path


@pytest.fixture
def files(tmp_path):
    """A folder with files of a model, each with its name inside."""
    folder = tmp_path / "files"
    folder.mkdir()
    for name in (*FILES, RANDOM):
        (folder / name).write_text(name)
    return folder


@pytest.fixture
def serve(files):
    """serve(secret=...) -> a running server."""
    running = []

    def start(**options):
        running.append(server.Server(Shelf(files), **options).start())
        return running[-1]

    yield start
    for served in running:
        served.shutdown()
        served.server_close()


def ask(served, path, **headers):
    """A GET with these headers -> the answer, and what it holds."""
    connection = http.client.HTTPConnection("127.0.0.1", served.server_port, timeout=30)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    return answer, answer.read()


# ---- what it gives out, and to whom ----


def test_the_server_gives_out_the_page_and_nothing_else(serve):
    served = serve()
    assert served.server_address[0] == "127.0.0.1"
    assert b"<title>ELMo under the microscope" in ask(served, "/")[1]
    assert ask(served, "/data/en/words.txt")[1] == b"words.txt"
    assert json.loads(ask(served, "/data/languages.json")[1]) == Shelf.languages
    paths = ("server.py", "../server.py", "%2e%2e/server.py", "data/en/x", "data/xx/about.json")
    for path in paths:
        assert ask(served, f"/{path}")[0].status == 404, path


def test_who_calls_it_by_another_name_gets_nothing(serve):
    """A page whose own name leads to this computer could read it as its own."""
    served = serve()
    for host in ("localhost", f"localhost:{served.server_port}", "127.0.0.1:1"):
        assert ask(served, "/", Host=host)[0].status == 200, host
    for host in ("evil.example", "127.0.0.1.evil.example:80", "evil.example:127.0.0.1", "[", ""):
        answer, body = ask(served, "/data/en/words.txt", Host=host)
        assert (answer.status, body) == (421, b""), host
    with socket.create_connection(("127.0.0.1", served.server_port), timeout=30) as raw:
        raw.sendall(b"GET /data/en/words.txt HTTP/1.0\r\n\r\n")
        assert b" 421 " in raw.recv(100)


def test_the_page_lets_in_no_other_page(serve):
    served = serve()
    for path in ("/", "/worker.js", "/data/en/words.txt", "/nothing"):
        headers = ask(served, path, Origin="http://127.0.0.1:1")[0].headers
        assert "Access-Control-Allow-Origin" not in headers, path
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["X-Frame-Options"] == "DENY"
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe-inline" not in policy and "'unsafe-eval'" not in policy


def test_files_for_a_notebook_lie_under_a_path_that_nobody_guesses(serve):
    served, other = serve(secret=True), serve(secret=True)
    secret = served.url.split("/")[3]
    assert len(secret) >= 32 and secret not in other.url
    answer, body = ask(served, f"/{secret}/data/en/words.txt", Origin="null")
    assert body == b"words.txt" and answer.headers["Access-Control-Allow-Origin"] == "*"
    wrong = (f"/{secret[:-1]}x/data/en/words.txt", "/data/en/words.txt", "/", f"/{secret}", "/é")
    for path in (*wrong, f"/{secret}/", f"/{secret}/labels.js"):
        answer, body = ask(served, urllib.request.quote(path))
        assert (answer.status, body) == (404, b""), path
    assert "Access-Control-Allow-Origin" not in ask(served, wrong[0])[0].headers


STRANGER = """<!doctype html><title>Another page</title><iframe src="{0}"></iframe>
<script>
const read = (name) => fetch("{0}data/" + name).then((answer) => answer.text(), () => "nothing");
const load = (name) => new Promise((go) => {{
    const script = document.createElement("script");
    script.onload = () => go("loaded");
    script.onerror = () => go("nothing");
    script.src = "{0}" + name;
    document.body.append(script);
}});
</script>"""


def test_a_page_from_elsewhere_reads_nothing_of_private_weights(serve, tab):
    """Neither by asking, nor as a script, nor in a frame; a notebook's files have no page."""
    for served in (serve(), serve(secret=True)):
        address = f"http://127.0.0.1:{served.server_port}/"
        with serving(STRANGER.format(address).encode()) as stranger:
            page = tab(stranger.url + "/")
            for name in ("en/words.txt", "languages.json"):
                assert page.evaluate("name => read(name)", name) == "nothing"
            for name in ("labels.js", "data/languages.json"):
                assert page.evaluate("name => load(name)", name) == "nothing"
            (frame,) = page.frames[1:]
            assert "Microscope" not in frame.content() and "sentences" not in frame.content()
            page.close()


# ---- who keeps a connection and says nothing ----

CROWDED = """
import resource
from microscope import server
resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))
server.Handler.timeout, server.Server.request_queue_size = 5, 100
class Shelf:
    languages = {"en": "English"}
with server.Server(Shelf()) as served:
    print(served.server_port, flush=True)
    served.serve_forever()
"""


def test_idle_connections_make_room():
    """As many as a process may have, none of which says anything: others are served soon."""
    pytest.importorskip("resource")
    assert 0 < server.Handler.timeout <= 30
    command = [sys.executable, "-c", CROWDED]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as crowded:
        port, idle = int(crowded.stdout.readline()), []
        try:
            for _ in range(60):  # what exceeds its descriptors waits in its queue
                idle.append(socket.create_connection(("127.0.0.1", port), timeout=30))
            assert languages(port) is None
            late = time.monotonic() + 60
            while not (found := languages(port)) and time.monotonic() < late:
                time.sleep(0.2)
            assert found == {"en": "English"}
        finally:
            crowded.kill()
            for each in idle:
                each.close()


def languages(port):
    """The answer of a server, or None."""
    try:
        address = f"http://127.0.0.1:{port}/data/languages.json"
        with urllib.request.urlopen(address, timeout=3) as answer:
            return json.load(answer)
    except OSError:
        return None


def test_who_reads_slowly_gets_all(serve, files, monkeypatch):
    monkeypatch.setattr(server.Handler, "timeout", 1)
    body = bytes(40_000_000)  # more than the buffers of a connection hold
    (files / "words.txt").write_bytes(body)
    served, got = serve(), 0
    with socket.create_connection(("127.0.0.1", served.server_port), timeout=30) as slow:
        slow.sendall(b"GET /data/en/words.txt HTTP/1.0\r\nHost: localhost\r\n\r\n")
        while part := slow.recv(1_000_000):
            got += len(part)
            time.sleep(0.05)
    assert got > len(body)


# ---- files that are made ----


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """A store of a small model, with an empty cache."""
    weights = tmp_path / "weights"
    ours.save(small.language_model(), weights)
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))
    return Store({"en": weights})


def in_its_place(monkeypatch, *lines, then="", started=None):
    """A process that writes these States and does something, in the place of prepare.py."""
    code = "".join(f"print({json.dumps(line)!r}, flush=True)\n" for line in lines) + then

    def prepare(*arguments):
        if started is not None:
            started.append(arguments)
        pipe = subprocess.PIPE
        return subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, text=True)

    monkeypatch.setattr(store, "prepare", prepare)


def writing(shelf):
    """Python code that makes all files of a store."""
    folder = str(shelf.folder("en"))
    return (
        "from elmo_lite.files import write_atomically as write\n"
        f"for name in {(*FILES, RANDOM)!r}: write({folder!r} + '/' + name, name.encode())\n"
    )


def wait(shelf, until):
    """The states of a store, up to the first that is awaited."""
    seen, late = [], time.monotonic() + 120
    while time.monotonic() < late:
        state = shelf.state("en")
        seen += [state] if state not in seen else []
        if until(state):
            return seen
        time.sleep(0.01)
    raise AssertionError(f"it stays at {seen[-1]}")


def test_the_first_opening_says_how_far_it_is(shelf, monkeypatch, tmp_path):
    started, seen_it = [], tmp_path / "seen"
    until = f"for _ in range(600):\n    time.sleep(0.1 * (not os.path.exists({str(seen_it)!r})))"
    waits = f"import os, time\n{until}\n{writing(shelf)}print('[1]', flush=True)"
    in_its_place(monkeypatch, State(0.5, "reading"), then=waits, started=started)
    status, body = server.answer(shelf, "en/about.json")
    assert status == 202 and json.loads(body)["share"] < 1
    assert wait(shelf, lambda state: state.what == "reading")[-1] == State(0.5, "reading")
    seen_it.touch()
    wait(shelf, lambda state: state.share == 1)
    assert len(started) == 1
    assert server.answer(shelf, "en/about.json") == (200, b"about.json")


def test_an_error_is_a_sentence_and_is_forgotten(shelf, monkeypatch):
    error = State(0, error="ValueError: These weights are damaged.")
    started = []
    in_its_place(monkeypatch, error, started=started)
    assert wait(shelf, lambda state: state.error)[-1] == error
    for name in ("about.json", "bank.safetensors"):  # all who wait hear of it
        assert server.answer(shelf, f"en/{name}") == (500, error.error.encode())
    assert len(started) == 1
    monkeypatch.setattr(store, "PATIENCE", 0)  # later, when what was wrong has been put right
    in_its_place(monkeypatch, then=writing(shelf) + "print('[1]')", started=started)
    wait(shelf, lambda state: state.share == 1)
    assert server.answer(shelf, "en/about.json")[0] == 200 and len(started) == 2


def test_a_process_that_was_killed_is_a_sentence(shelf, monkeypatch):
    kill = "import os, signal\nos.kill(os.getpid(), signal.SIGTERM)"
    in_its_place(monkeypatch, State(0.4, "reading"), then=kill)
    said = wait(shelf, lambda state: state.error)[-1].error
    assert said == "Preparing was cut short: is there memory and disk enough?"


@pytest.mark.parametrize("lost", ["weights.safetensors", ""])
def test_an_emptied_cache_is_filled_again(shelf, monkeypatch, lost):
    in_its_place(monkeypatch, then=writing(shelf) + "print('[1]')")
    folder = shelf.folder("en")
    wait(shelf, lambda state: state.share == 1)
    (folder / lost).unlink() if lost else shutil.rmtree(folder)
    assert server.answer(shelf, "en/weights.safetensors")[0] == 202
    wait(shelf, lambda state: state.share == 1)
    assert server.answer(shelf, "en/weights.safetensors") == (200, b"weights.safetensors")


def test_weights_that_were_moved_away_are_a_sentence(shelf):
    shutil.rmtree(shelf.weights["en"])
    status, body = server.answer(shelf, "en/about.json")
    assert status == 500 and b"options.json" in body


PREPARED = """
import sys, time
from pathlib import Path
from microscope.server import answer
from microscope.store import Store
store = Store({"en": Path(sys.argv[1])})
while (found := answer(store, "en/about.json"))[0] == 202:
    time.sleep(0.1)
print(int(found[0]), sorted({"torch", "safetensors", "conllu"} & set(sys.modules)))
"""


def test_what_prepares_leaves_no_gigabyte_behind(shelf):
    """A process of its own makes the files: the one that serves never loads PyTorch."""
    command = [sys.executable, "-c", PREPARED, str(shelf.weights["en"])]
    found = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    assert found.stdout == "200 []\n", found


def test_what_prepares_ends_with_its_parent(shelf):
    with store.prepare(shelf.weights["en"], "en", exact=True) as child:
        child.stdin.close()
        assert child.wait(timeout=120) == 1


# ---- the command ----


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--weights", "."], "holds no options.json"),
        (["--port", "0"], "not 0."),
        (["--port", "70000"], "not 70000."),
    ],
)
def test_a_wrong_argument_is_one_sentence(arguments, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert server.main(arguments) == 1
    written = capsys.readouterr().err
    assert said in written and written.count("\n") == 1


def test_a_port_that_is_taken_is_one_sentence_and_without_one_a_free_port_is_found(
    serve, monkeypatch, capsys
):
    taken = serve().server_port
    assert server.main(["--no-browser", "--port", str(taken)]) == 1
    assert f"Port {taken} is taken: choose another one" in capsys.readouterr().err
    monkeypatch.setattr(server, "PORT", taken)
    monkeypatch.setattr(server, "watch", lambda *_: None)
    assert server.main(["--no-browser"]) == 0
    out = capsys.readouterr().out
    (port,) = map(int, re.findall(r"at http://127.0.0.1:(\d+)/ ", out))
    assert f"Port {taken} is taken, perhaps by another microscope" in out and port != taken


def test_the_door_leads_to_it_and_stands_where_the_reader_stands():
    (command,) = course.door_commands("explore", ["--language", "ko"])
    assert command == ["-m", "microscope.server", "--language", "ko"]
    assert "explore" in course.WHERE_THE_READER_STANDS


# ---- one file ----


@pytest.fixture
def explore(files, monkeypatch):
    """explore(path): `explore --file path`, with files that are there already."""
    monkeypatch.setattr(Store, "make", lambda *_: files)
    return lambda path: server.main(["--file", str(path)])


def test_a_file_is_written_where_nothing_else_is(explore, tmp_path, capsys):
    path = tmp_path / "new" / "microscope.html"
    for _ in range(2):  # our own is replaced
        assert explore(path) == 0
        assert "<title>ELMo under the microscope" in path.read_text(encoding="utf-8")
    capsys.readouterr()
    (tmp_path / "thesis.tex").write_text("years of work")
    shutil.copy(bundle.PAGE / "index.html", tmp_path / "page.html")
    for name in ("thesis.tex", "page.html"):
        before = (tmp_path / name).read_bytes()
        assert explore(tmp_path / name) == 1
        assert "is there already, with something else: choose" in capsys.readouterr().err
        assert (tmp_path / name).read_bytes() == before
    assert explore(tmp_path) == 1
    assert "is not a file: choose another name" in capsys.readouterr().err


def test_a_full_disk_leaves_the_old_file_and_no_half_one(explore, tmp_path, capsys):
    path = tmp_path / "microscope.html"
    assert explore(path) == 0
    before = path.read_bytes()
    with small.full_disk():
        assert explore(path) == 1
        assert explore(tmp_path / "other.html") == 1
    assert capsys.readouterr().err.count("\n") == 2
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.glob("*.*")] == ["microscope.html"]
