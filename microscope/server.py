"""The microscope in a browser: `python course.py explore`.

    python course.py explore [--weights FOLDER] [--language ko] [--page ko] [--port 8866]
    python course.py explore --file microscope.html    # one file, which works from a disk

A small server at a loopback address gives the page its files; the model runs in the browser.
"""

import argparse
import base64
import contextlib
import hashlib
import json
import os
import secrets
import sys
import threading
import time
import webbrowser
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from elmo_lite.files import sentence_on_error
from microscope.store import FILES, LANGUAGES, RANDOM, Store, spoken

HOST = "127.0.0.1"
NAMES = (HOST, "localhost")  # a page that reached us under another name was led here by somebody
PORT = 8866
PAGE = Path(__file__).with_name("page")
PART = 1 << 16  # bytes that are sent at once
FONT = "korean.font"  # beside the page, for computers without Hangul
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
}
HEADERS = {
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def policy() -> str:
    """What a browser lets the page do: load what is its own, run the one script in its text."""
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    script = html.partition('<script type="module">')[2].partition("</script>")[0]
    known = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-{known}'; "
        "worker-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; "
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


# The page stands in no frame, and no other page reads it.
CLOSED = {
    "Content-Security-Policy": policy(),
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
# A notebook is at another address, or in a frame of an editor: what it asks for is under a path
# that nobody else knows.
OPEN = {"Access-Control-Allow-Origin": "*"}


class Server(ThreadingHTTPServer):
    """Gives out the page and the files of a store, and nothing else.

    secret: only the files, under a path that cannot be guessed, and to pages of any address.
    """

    daemon_threads = True
    request_queue_size = 64  # a browser asks for all modules at once
    allow_reuse_address = os.name != "nt"  # there it would let two servers have one port

    def __init__(self, store: Store, port: int = 0, secret: bool = False) -> None:
        self.store = store
        self.secret = f"{secrets.token_urlsafe(24)}/" if secret else ""
        super().__init__((HOST, port), Handler)

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.server_port}/{self.secret}"

    def get_request(self) -> tuple[Any, Any]:
        try:
            return super().get_request()
        except OSError:  # no descriptor is free: wait until an idle connection is closed
            time.sleep(0.05)
            raise

    def start(self) -> "Server":
        """Serve in a thread that ends with the program."""
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self


class Handler(BaseHTTPRequestHandler):
    server: Server
    timeout = 10  # seconds in which nothing comes or goes: then the connection is closed

    def log_message(self, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        path, secret = self.path.partition("?")[0].removeprefix("/"), self.server.secret
        status, body, headers = HTTPStatus.NOT_FOUND, b"", CLOSED
        if self.headers.get("Host", "").partition(":")[0] not in NAMES:
            status = HTTPStatus.MISDIRECTED_REQUEST
        elif secrets.compare_digest(path[: len(secret)].encode(), secret.encode()):
            path = path[len(secret) :] or "index.html"
            (status, body), headers = self.found(path), OPEN if secret else CLOSED
        self.send_response(status)
        self.send_header("Content-Type", TYPES.get(Path(path).suffix, "application/octet-stream"))
        self.send_header("Content-Length", str(len(body)))
        for name, value in {**HEADERS, **headers}.items():
            self.send_header(name, value)
        with contextlib.suppress(ConnectionError, TimeoutError):  # the page was closed
            self.end_headers()
            for start in range(0, len(body), PART):
                self.wfile.write(body[start : start + PART])

    def found(self, path: str) -> tuple[HTTPStatus, bytes]:
        if path.startswith("data/"):
            return answer(self.server.store, path.removeprefix("data/"))
        pages = {} if self.server.secret else page_files()
        if path == "favicon.ico":
            return HTTPStatus.NO_CONTENT, b""
        if path not in pages:
            return HTTPStatus.NOT_FOUND, b""
        return HTTPStatus.OK, pages[path].read_bytes()


def page_files() -> dict[str, Path]:
    """Name -> file: what the page consists of, and a font for those who have no Hangul."""
    files = {file.name: file for file in PAGE.iterdir() if file.suffix in TYPES}
    if find_spec("pylopdf_fonts_ko"):
        import pylopdf_fonts_ko

        files[FONT] = Path(pylopdf_fonts_ko.sans_path())
    return files


def answer(store: Store, name: str) -> tuple[HTTPStatus, bytes]:
    """What is at data/NAME: "languages.json", or a file of a language, such as "en/about.json".

    Until a file is made the answer is "accepted", and says how far all are.
    """
    if name == "languages.json":
        return HTTPStatus.OK, json.dumps(store.languages).encode()
    language, _, file = name.partition("/")
    if language not in store.languages or file not in (*FILES, RANDOM):
        return HTTPStatus.NOT_FOUND, b""
    try:
        state = store.state(language)
        path = store.folder(language) / file
        if path.is_file():
            return HTTPStatus.OK, path.read_bytes()
    except OSError as error:  # weights that were moved away, a cache that may not be read
        return HTTPStatus.INTERNAL_SERVER_ERROR, str(error).encode()
    if state.error:
        return HTTPStatus.INTERNAL_SERVER_ERROR, state.error.encode()
    return HTTPStatus.ACCEPTED, json.dumps(state._asdict()).encode()


def main(argv: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python course.py explore", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--weights", type=Path, help="a folder of weights of your own")
    parser.add_argument(
        "--language", choices=tuple(LANGUAGES), default="en", help="of the weights; en unless told"
    )
    parser.add_argument(
        "--page",
        choices=tuple(LANGUAGES),
        default=spoken(),
        help="language of the page; that of ELMO_LITE_LANGUAGE unless told, which is en unless set",
    )
    parser.add_argument("--port", type=int, help=f"{PORT} unless told, or any if that is taken")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    parser.add_argument("--exact", action="store_true", help="half precision in place of int8")
    parser.add_argument("--file", type=Path, help="write the page into one file, and stop")
    args = parser.parse_args(argv)
    return sentence_on_error(lambda: _explore(args))


def _explore(args: argparse.Namespace) -> int:
    shipped = args.weights is None
    store = Store({} if shipped else {args.language: args.weights.resolve()}, args.exact)
    if args.language not in store.languages:
        raise ValueError(f"There are no weights for {args.language} here: fetch the course again.")
    if args.file:
        from microscope import bundle

        bundle.check_name(args.file)
        bundle.write(args.file, store.make(args.language, say), args.language, args.page)
        print(f"The microscope is in {args.file}: open it in a browser.")
        return 0
    server = at_port(store, args.port)
    address = server.url + ("" if args.page == "en" else f"?page={args.page}")
    address += "" if args.language == "en" else f"#language={args.language}"
    print(f"The microscope is at {address} (stop it with Ctrl+C).", flush=True)
    server.start()
    if not args.no_browser:
        webbrowser.open(address)
    with contextlib.suppress(KeyboardInterrupt):
        watch(store, args.language)
    return 0


def at_port(store: Store, port: int | None) -> Server:
    """A server at this port; where none is told, at the usual one, or at any if that is taken."""
    if port is not None and not 1 <= port <= 65535:
        raise ValueError(f"A port is a number from 1 to 65535, not {port}.")
    try:
        return Server(store, port or PORT)
    except OSError as error:
        if port is None:
            print(f"Port {PORT} is taken, perhaps by another microscope; here is a free one.")
            return Server(store)
        message = f"Port {port} is taken: choose another one, or leave out --port for a free one."
        raise ValueError(message) from error


def watch(store: Store, language: str) -> None:
    """Show in the terminal how the first opening goes on; then wait for Ctrl+C."""
    while (state := store.state(language)).share < 1 and not state.error:
        say(state.share, state.what)
        time.sleep(0.3)
    if state.error:
        raise ValueError(state.error)
    while True:
        time.sleep(3600)


def say(share: float, what: str) -> None:
    """One line of progress, in a terminal only."""
    if sys.stderr.isatty():
        bar = "#" * round(20 * share)
        print(f"\rPreparing, once: [{bar:<20}] {what:<50}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
