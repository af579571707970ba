"""The microscope in a browser: `python course.py explore`.

    python course.py explore [--weights FOLDER] [--language ko] [--page ko] [--port 8866]
    python course.py explore --file microscope.html    # one file, which works from a disk

A small server at a loopback address gives the page its files; the model runs in the browser.
"""

import argparse
import contextlib
import json
import sys
import threading
import time
import webbrowser
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

from elmo_lite.files import sentence_on_error
from notebooks.course.language import current
from notebooks.course.microscope.store import FILES, LANGUAGES, RANDOM, Store

HOST = "127.0.0.1"
PAGE = Path(__file__).with_name("page")
FONT = "korean.font"  # beside the page, for computers without Hangul
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
}


class Server(ThreadingHTTPServer):
    """Gives out the page and the files of a store, and nothing else."""

    daemon_threads = True

    def __init__(self, store: Store, port: int = 0) -> None:
        self.store = store
        super().__init__((HOST, port), Handler)

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.server_port}/"

    def start(self) -> "Server":
        """Serve in a thread that ends with the program."""
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self


class Handler(BaseHTTPRequestHandler):
    server: Server

    def log_message(self, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        path = self.path.partition("?")[0].removeprefix("/") or "index.html"
        if path.startswith("data/"):
            status, body = answer(self.server.store, path.removeprefix("data/"))
        else:
            pages = page_files()
            body = pages[path].read_bytes() if path in pages else b""
            status = HTTPStatus.OK if path in pages else HTTPStatus.NOT_FOUND
            if path == "favicon.ico":
                status = HTTPStatus.NO_CONTENT
        self.send_response(status)
        kind = TYPES.get(Path(path).suffix, "application/octet-stream")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Access-Control-Allow-Origin", "*")  # for a notebook on another port
        self.end_headers()
        with contextlib.suppress(ConnectionError):  # the page was closed
            self.wfile.write(body)


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
    state = store.state(language)
    path = store.folder(language) / file
    if state.share == 1 or path.is_file():
        return HTTPStatus.OK, path.read_bytes()
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
        default=current(),
        help="language of the page; that of ELMO_LITE_LANGUAGE unless told, which is en unless set",
    )
    parser.add_argument("--port", type=int, default=8866, help="8866 unless told")
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
        from notebooks.course.microscope.bundle import one_file

        made = store.make(args.language, say)
        args.file.write_text(one_file(made, args.language, args.page), "utf-8")
        print(f"The microscope is in {args.file}: open it in a browser.")
        return 0
    if not 1 <= args.port <= 65535:
        raise ValueError(f"A port is a number from 1 to 65535, not {args.port}.")
    try:
        server = Server(store, args.port)
    except OSError as error:
        message = f"Port {args.port} is taken: choose another one with --port."
        raise ValueError(message) from error
    address = server.url + ("" if args.page == "en" else f"?page={args.page}")
    address += "" if args.language == "en" else f"#language={args.language}"
    print(f"The microscope is at {address} (stop it with Ctrl+C).", flush=True)
    server.start()
    if not args.no_browser:
        webbrowser.open(address)
    with contextlib.suppress(KeyboardInterrupt):
        watch(store, args.language)
    return 0


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
