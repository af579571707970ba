"""The explorer as a page of its own:

    python -m elmo_lite explore [--weights FOLDER] [--language ko] [--port 8866] [--no-browser]

It runs on this computer alone, at a loopback address, and asks nothing of any other.
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


def no_voila(python: str = sys.executable) -> str:
    """What to do without voila; a bare `pip` might be that of another Python."""
    quoted = f'"{python}"' if " " in python else python
    return (
        f"The explorer as a page of its own needs voila: run `{quoted} -m pip install "
        '"voila>=0.5.8"`, or use it inside notebook 10, which works without.'
    )


def main(argv: list[str]) -> int:
    """Open the explorer in the browser."""
    parser = argparse.ArgumentParser(prog="python -m elmo_lite explore")
    parser.add_argument("--weights", default="", help="a folder of weights of your own")
    parser.add_argument(
        "--language", choices=("en", "ko"), help="what these weights have read; en unless told"
    )
    parser.add_argument("--port", type=int, default=8866, help="8866 unless told")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    args = parser.parse_args(argv)
    chosen = choice(args.weights, args.language)
    return sentence_on_error(lambda: _explore(args.port, not args.no_browser, chosen))


def choice(weights: str, language: str | None) -> dict[str, str]:
    """Language -> weights, as bank.weights; empty for all weights of the course."""
    if not weights and not language:
        return {}
    folder = str(Path(weights).resolve()) if weights and Path(weights).is_dir() else weights
    language = language or "en"
    return {language: folder or language}


def _explore(port: int, browser: bool, chosen: dict[str, str]) -> int:
    if find_spec("voila") is None:
        raise ValueError(no_voila())
    check_port(port)
    from elmo_lite.explorer import bank  # after the check: torch takes seconds to import

    if chosen:
        os.environ[bank.CHOSEN] = json.dumps(chosen)  # the page is another process
    for language in bank.languages():
        bank.load(language)  # read here, where the terminal shows the progress
    print(f"The explorer is at http://{HOST}:{port}/ (stop it with Ctrl+C).", flush=True)
    try:
        return subprocess.call(command(port, browser), env=environment())
    except KeyboardInterrupt:
        return 0


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
    options += [
        f"--MappingKernelManager.cull_{name}" for name in ("idle_timeout=600", "interval=60")
    ]
    return [
        *(sys.executable, "-m", "voila", str(PAGE / "explorer.ipynb")),
        *options,
        *([] if browser else ["--no-browser"]),
    ]


def environment() -> dict[str, str]:
    """The page's own template is found, and so is this package, installed or not."""
    paths = {"JUPYTER_PATH": str(PAGE), "PYTHONPATH": str(ROOT)}
    joined = {
        name: os.pathsep.join(filter(None, [path, os.environ.get(name)]))
        for name, path in paths.items()
    }
    return {**os.environ, **joined}
