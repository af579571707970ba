"""Make the files of a language in a process of its own, whose memory goes when it ends.

`Store.state` starts it: python -m microscope.prepare FOLDER_OF_WEIGHTS LANGUAGE [exact]
Each line that it writes is a State as JSON. It ends with the process that has started it.
"""

import json
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from microscope.store import State, Store


def main(arguments: Sequence[str]) -> None:
    weights, language, *exact = arguments
    threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        store = Store({language: Path(weights)}, exact=bool(exact))
        store.make(language, lambda share, what: tell(State(min(share, 0.99), what)))
        tell(State(1))
    except Exception as error:  # whatever it is, the page has to say it
        tell(State(0, error=f"{type(error).__name__}: {error}"))


def tell(state: State) -> None:
    print(json.dumps(state), flush=True)


def end_with_parent() -> None:
    """Nothing ever comes from there, so this returns when its process has ended."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
