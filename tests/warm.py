"""Kernels that begin with torch and the rest imported: forks of one process that has done it.

A lesson spends five seconds on imports before it says a word, and the suite runs thirty kernels.
Jupyter starts `ask`, which hands its command to `serve` and lives as long as the fork does.
"""

import contextlib
import importlib
import json
import os
import signal
import socket
import socketserver
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

IMPORTS = ["ipykernel.kernelapp", "matplotlib.pyplot", "torch", "torch._dynamo", "scipy.stats"]
IMPORTS += ["sklearn.decomposition", "sklearn.linear_model", "sklearn.metrics", "gensim.models"]
IMPORTS += ["sklearn.model_selection", "elmo_lite.elmo", "elmo_lite.corpora", "elmo_lite.controls"]


@contextlib.contextmanager
def kernels():
    """A folder for JUPYTER_PATH, in which python3 is such a fork as long as this lasts."""
    with tempfile.TemporaryDirectory() as folder:
        place, spec = f"{folder}/socket", Path(folder, "kernels", "python3", "kernel.json")
        command = [sys.executable, "-IS", __file__, "ask", place, "-f", "{connection_file}"]
        spec.parent.mkdir(parents=True)
        spec.write_text(json.dumps({"argv": command, "display_name": "forked", "language": ""}))
        # Read when matplotlib and Python start, so a fork cannot change them.
        environ = {"MPLBACKEND": "module://matplotlib_inline.backend_inline", "PYTHONHASHSEED": "0"}
        process = subprocess.Popen(
            [sys.executable, "-P", __file__, "serve", place],
            env=os.environ | environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # what kernels say to the terminal
        )
        try:
            process.stdout.readline()
            yield folder
        finally:
            process.stdin.close()
            process.wait(timeout=30)


def serve(place):
    """Fork for whoever asks, until our own stdin is closed."""
    with Forks(place, Fork) as server:
        threading.Thread(target=leave_after, args=[sys.stdin.read], daemon=True).start()
        print("ready", flush=True)
        server.serve_forever()


def leave_after(wait, *arguments):
    """End this process once the other side has closed what it reads from."""
    wait(*arguments)
    os._exit(0)


class Fork(socketserver.StreamRequestHandler):
    """Becomes the kernel that is asked for, until that ends or whoever asked is gone."""

    def handle(self):
        asked = json.loads(self.rfile.readline())
        os.environ.clear()
        os.environ.update(asked["environ"])
        os.environ.pop("JPY_PARENT_PID", None)  # a parent of `ask`, which is not ours
        os.chdir(asked["folder"])
        sys.path[:0] = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
        threading.Thread(target=leave_after, args=[self.connection.recv, 1], daemon=True).start()
        importlib.import_module("ipykernel.kernelapp").launch_new_instance(asked["arguments"])


if hasattr(os, "fork"):

    class Forks(socketserver.ForkingMixIn, socketserver.UnixStreamServer):
        """A process for each connection."""

        def verify_request(self, request, address):
            """Import everything, the first time; a run without kernels does not pay for it."""
            for name in IMPORTS:
                importlib.import_module(name)
            return True


def ask(place, *arguments):
    """What Jupyter starts and stops in place of the kernel."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asked = {"arguments": arguments, "environ": dict(os.environ), "folder": os.getcwd()}
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(place)
        connection.sendall(json.dumps(asked).encode() + b"\n")
        connection.recv(1)  # nothing, once the fork has ended


if __name__ == "__main__":
    {"serve": serve, "ask": ask}[sys.argv[1]](*sys.argv[2:])
