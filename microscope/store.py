"""The files that the page loads: made from weights and our sense corpus when they are first asked
for, and kept in the cache folder until one of these changes.

Nothing here imports torch before something has to be made, so that the page opens at once. What a
server needs is made in a process of its own (prepare.py), whose gigabyte goes when it ends.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from filelock import FileLock

from elmo_lite.files import DATA, ROOT, WEIGHTS, cache_dir, write_atomically

LANGUAGES = {"en": "English", "ko": "한국어"}
# In the order in which they are made: the page opens with the first four, and asks for the others.
MODEL = ("options.json", "words.txt", "weights.safetensors", "about.json")
SCORES = "scores.json"  # the last: with it all are there
FILES = (*MODEL, "bank.safetensors", SCORES)
RANDOM = "bank.random.safetensors"  # loaded when the switch asks for it
HERE = Path(__file__).parent
MADE_BY = (
    *(HERE / f"{name}.py" for name in ("bank", "corpus", "pack", "store")),
    *(ROOT / "elmo_lite" / f"{name}.py" for name in ("probes", "senses")),
)
OF_WEIGHTS = ("options.json", "vocabulary.tsv", "weights.safetensors")
PATIENCE = 10  # seconds in which all who wait hear of an error; who asks later starts anew


def spoken() -> str:
    """The language of a page, unless told: that of ELMO_LITE_LANGUAGE."""
    named = os.environ.get("ELMO_LITE_LANGUAGE", "")
    return named if named in LANGUAGES else "en"


class State(NamedTuple):
    """How far the files of a language are: `share` 1 is ready; `error` is a sentence."""

    share: float
    what: str = ""
    error: str = ""


class Store:
    """The files of the page for each language.

    chosen: language -> a folder of weights in the form of the course, for those that are not ours.
    exact: leave the weights in half precision, 23 MB in English, and not in int8, 12 MB.
    """

    def __init__(self, chosen: Mapping[str, Path] | None = None, exact: bool = False) -> None:
        ours = {name: WEIGHTS / f"elmo_lite_{name}" for name in LANGUAGES}
        self.weights = {**(chosen or {}), **{n: f for n, f in ours.items() if f.is_dir()}}
        self.weights |= chosen or {}
        self.exact = exact
        self.states: dict[str, State] = {}
        self.failed: dict[str, float] = {}  # language -> when
        self.folder = lru_cache(maxsize=None)(self._folder)
        self._starting = threading.Lock()
        for folder in self.weights.values():
            missing = [name for name in OF_WEIGHTS if not (folder / name).is_file()]
            if missing:
                from elmo_lite.weights.ours import way_out

                raise ValueError(f"{folder} holds no {missing[0]}: {way_out(folder)}.")

    @property
    def languages(self) -> dict[str, str]:
        """Language -> its own name, in the order of the switch."""
        return {language: LANGUAGES[language] for language in self.weights}

    def _folder(self, language: str) -> Path:
        """Where the files lie, by a hash of all that they are made from."""
        parts = [self.weights[language] / name for name in OF_WEIGHTS]
        parts += [DATA / "senses" / f"{language}.{end}" for end in ("conllu", "inventory.tsv")]
        parts += MADE_BY
        digest = hashlib.sha256(f"{language} {self.exact}".encode())
        for path in parts:
            digest.update(hashlib.sha256(path.read_bytes()).digest())
        return cache_dir() / "microscope" / digest.hexdigest()[:20]

    def ready(self, language: str) -> bool:
        """Whether all files are there: a cache may be emptied at any time."""
        return all((self.folder(language) / name).is_file() for name in (*FILES, RANDOM))

    def state(self, language: str) -> State:
        """How far the files are; the first call begins to make them, and so does one after all
        were lost, or some time after an error.
        """
        with self._starting:
            state = self.states.get(language)
            if self.ready(language):
                state = State(1)
            elif state is None or state.share == 1 or (state.error and self._forgotten(language)):
                state = State(0, "starting")
                threading.Thread(target=self._make, args=(language,), daemon=True).start()
            self.states[language] = state
            return state

    def _forgotten(self, language: str) -> bool:
        return time.monotonic() - self.failed[language] > PATIENCE

    def _make(self, language: str) -> None:
        """Follow the process that makes the files."""
        state = State(0)
        try:
            with prepare(self.weights[language], language, self.exact) as child:
                assert child.stdout is not None
                for line in child.stdout:
                    state = State(*json.loads(line))
                    if state.share < 1 and not state.error:  # how it ends is said below
                        self.states[language] = state
            if not state.error and not self.ready(language):  # it was killed
                state = State(0, error="Preparing was cut short: is there memory and disk enough?")
        except Exception as error:  # a thread has nobody else to tell
            state = State(0, error=f"{type(error).__name__}: {error}")
        self.failed[language] = time.monotonic()
        self.states[language] = state

    def make(self, language: str, say: Callable[[float, str], None] = lambda *_: None) -> Path:
        """Make the files of a language in this process, if some are not there -> their folder."""
        folder = self.folder(language)
        folder.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(folder.with_suffix(".lock")):
            if not self.ready(language):
                for name, data in make_files(self.weights[language], language, self.exact, say):
                    write_atomically(folder / name, data)
        return folder

    def copy(self, language: str, target: Path) -> None:
        """Make the files of a language and copy them into a folder."""
        folder = self.make(language)
        target.mkdir(parents=True, exist_ok=True)
        for name in (*FILES, RANDOM):
            shutil.copy(folder / name, target)


def prepare(weights: Path, language: str, exact: bool) -> subprocess.Popen[str]:
    """Start a process that makes the files of a language (prepare.py); its lines are States."""
    command = [sys.executable, "-P", "-m", "microscope.prepare", str(weights), language]
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return subprocess.Popen(
        [*command, "exact"] if exact else command,
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C in a notebook is not for it
    )


def make_files(
    weights: Path, language: str, exact: bool, say: Callable[[float, str], None]
) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file, as soon as it is made; `say` is told of every step.

    All of them take half a minute; those of the model alone, with which the page opens, seconds.
    """
    say(0, "loading PyTorch")
    from elmo_lite.controls import with_random_weights
    from elmo_lite.elmo import Elmo
    from microscope import pack
    from microscope.bank import Bank, language_model
    from microscope.corpus import Corpus

    elmo, corpus = Elmo.load(weights), Corpus.load(language)
    yield "options.json", (weights / "options.json").read_bytes()
    yield "words.txt", "\n".join(language_model(elmo).vocabulary.words).encode()
    yield "weights.safetensors", pack.weights(elmo, exact)
    yield "about.json", pack.about(elmo, corpus, weights, exact)

    def counted(start: float, what: str) -> Callable[[Iterable[Any]], Iterator[Any]]:
        def steps(items: Iterable[Any]) -> Iterator[Any]:
            found = list(items)
            for i, item in enumerate(found):
                if i % 50 == 0:
                    say(start + 0.15 * i / len(found), f"{what}, {i} of {len(found)}")
                yield item

        return steps

    trained = Bank(elmo, corpus, counted(0.1, "reading sentences"))
    say(0.25, "packing what was read")
    yield "bank.safetensors", pack.bank(trained)
    random = with_random_weights(elmo, 0)
    control = Bank(random, corpus, counted(0.4, "reading them with random weights"))
    say(0.55, "packing the control")
    yield RANDOM, pack.bank(control)
    say(0.7, "measuring how often each mode is right")
    yield SCORES, pack.scores(trained, control)
