"""Servers on this computer: one that misbehaves as it is told, and those of our commands."""

import _thread
import contextlib
import gzip
import os
import signal
import socket
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from elmo_lite.files import ROOT


def patience(*moods):
    """Seconds to wait, as fetch.TIMEOUT: few only for a server that stops answering.

    On a busy machine any other answer may take its time.
    """
    return (2, 0.5) if {"hang", "silent"} & set(moods) else (20, 20)


class Handler(BaseHTTPRequestHandler):
    """Sends .files[name], or .body under any other name, in the mood of the folder or of all.

    .asked: the path of each request.
    """

    def log_message(self, *args):
        pass

    def answer(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def do_GET(self):
        server, (folder, _, name) = self.server, self.path[1:].rpartition("/")
        server.asked.append(self.path)
        mood = server.moods.get(folder.partition("/")[0], "")
        body = server.files.get(name, server.body)
        if mood in ("404", "503"):
            return self.answer(int(mood), b"sorry")
        if mood == "redirect":
            return self.answer(302, Location=f"/moved/{name}")
        if mood == "gzip":
            return self.answer(200, gzip.compress(body), Content_Encoding="gzip")
        if mood == "silent":
            return server.release.wait(20)
        if mood == "drop":  # close without an answer
            return None
        if mood == "short":  # less than the file, and nothing was announced
            return self.answer(200, body[: len(body) // 2])
        if mood == "part":  # nobody asked for one
            half = len(body) // 2
            span = f"bytes {half}-{len(body) - 1}/{len(body)}"
            return self.answer(206, body[half:], Content_Range=span)
        if mood in ("no length", "two lengths"):
            length = "many" if mood == "no length" else "1, 2"
            return self.answer(200, body, Content_Length=length)
        if mood == "endless":
            self.answer(200)
            with contextlib.suppress(OSError):
                while not server.release.is_set():
                    self.wfile.write(body)
            return None
        if mood == "changed":
            body = body[:-1] + b"!"
        length = len(body)
        if mood in ("cut", "hang", "interrupt"):  # less than was announced
            body = body[: length // 2]
        if mood == "slow":  # the answer begins at once and comes in ten parts
            self.answer(200, Content_Length=length)
            part = len(body) // 10 + 1
            for start in range(0, len(body), part):
                server.release.wait(server.pause)
                self.wfile.write(body[start : start + part])
                self.wfile.flush()
            return None
        self.answer(200, body, Content_Length=length)
        if mood == "interrupt" and hasattr(signal, "pthread_kill"):  # wakes it, also while it waits
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        elif mood == "interrupt":
            _thread.interrupt_main()
        if mood in ("hang", "interrupt"):  # without closing
            server.release.wait(20)


@contextlib.contextmanager
def serving(body):
    """A running server. moods: first folder of an address -> mood; "" is no folder."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads, server.release = True, threading.Event()
        server.asked, server.moods, server.files = [], {}, {}
        server.pause = 0.2  # seconds between two parts of a slow answer
        server.body, server.url = body, f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield server
        server.release.set()
        server.shutdown()
        thread.join()


def listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextlib.contextmanager
def running(command, log, folder=ROOT, **environ):
    """The address of a command that serves at the --port it is given."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with log.open("w") as file:
        server = subprocess.Popen(
            [*command, f"--port={port}"],
            cwd=folder,
            env=os.environ | environ,
            stdout=file,
            stderr=file,
            start_new_session=True,
        )
    try:
        late = time.monotonic() + 300
        while not listens(port) and server.poll() is None and time.monotonic() < late:
            time.sleep(0.2)
        assert listens(port), log.read_text()
        yield f"http://127.0.0.1:{port}"
    finally:
        if os.name == "nt":
            server.terminate()
        else:
            os.killpg(server.pid, signal.SIGTERM)  # what it has started as well
        server.wait(timeout=30)
