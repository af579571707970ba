"""The explorer as a page of its own:

    python course.py explore [--weights FOLDER] [--language ko] [--port 8866] [--no-browser]

It runs on this computer alone, at a loopback address, and asks nothing of any other. Only the page
imports torch, so this command starts at once.
"""

import argparse
import json
import os
import socket
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from elmo_lite.files import ROOT, sentence_on_error

HOST = "127.0.0.1"
PAGE = Path(__file__).with_name("app")  # the notebook, and a template for voila
CHOSEN = "ELMO_LITE_EXPLORE"  # for the page, as JSON: {"ko": "FOLDER"}
NO_VOILA = (
    f'The explorer as a page of its own needs voila: run `"{sys.executable}" -m pip install '
    '"voila>=0.5.8"`. A cell of any notebook shows it without: '
    "`from elmo_lite.explorer.page import Explorer; Explorer()`."
)


def main(argv: list[str]) -> int:
    """Open the explorer in the browser."""
    parser = argparse.ArgumentParser(prog="python course.py explore")
    parser.add_argument("--weights", default="", help="a folder of weights of your own")
    parser.add_argument(
        "--language", choices=("en", "ko"), help="what these weights have read; en unless told"
    )
    parser.add_argument("--port", type=int, default=8866, help="8866 unless told")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    args = parser.parse_args(argv)
    return sentence_on_error(lambda: _explore(args))


def _explore(args: argparse.Namespace) -> int:
    if find_spec("voila") is None:
        raise ValueError(NO_VOILA)
    check_port(args.port)
    environment = os.environ | {"JUPYTER_PATH": _before(PAGE, "JUPYTER_PATH")}
    environment["PYTHONPATH"] = _before(ROOT, "PYTHONPATH")  # installed or not
    if args.weights or args.language:
        environment[CHOSEN] = choice(args.weights, args.language or "en")
    print(f"The explorer is at http://{HOST}:{args.port}/ (stop it with Ctrl+C).")
    print("At the first visit the biLM reads our sense corpus, which takes longer.", flush=True)
    try:
        return subprocess.call(command(args.port, not args.no_browser), env=environment)
    except KeyboardInterrupt:
        return 0


def choice(weights: str, language: str) -> str:
    """Language -> weights, as the page, which runs in another folder, wants it."""
    folder = Path(weights)
    if weights and folder.is_dir():
        if not (folder / "options.json").is_file():
            raise ValueError(f"{folder} holds no options.json: name a folder of trained weights.")
        weights = str(folder.resolve())
    return json.dumps({language: weights or language})


def check_port(port: int) -> None:
    """Raise a sentence if the page cannot be opened there."""
    if not 1 <= port <= 65535:
        raise ValueError(f"A port is a number from 1 to 65535, not {port}.")
    with socket.socket() as probe:
        if probe.connect_ex((HOST, port)) == 0:
            raise ValueError(f"Port {port} is taken: choose another one with --port.")


def command(port: int, browser: bool) -> list[str]:
    """How voila is started."""
    options = [f"--port={port}", f"--Voila.ip={HOST}", "--Voila.port_retries=0"]
    options += ["--template=explorer", "--Voila.log_level=WARN"]
    options += ["--MappingKernelManager.cull_idle_timeout=600"]
    options += ["--MappingKernelManager.cull_interval=60"]
    options += [] if browser else ["--no-browser"]
    return [sys.executable, "-m", "voila", str(PAGE / "explorer.ipynb"), *options]


def _before(path: Path, variable: str) -> str:
    return os.pathsep.join(filter(None, [str(path), os.environ.get(variable)]))
