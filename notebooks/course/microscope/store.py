"""The files that the page loads: made from weights and our sense corpus when they are first asked
for, and kept in the cache folder until one of these changes.

Nothing here imports torch before something has to be made, so that the page opens at once.
"""

import hashlib
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from filelock import FileLock

from elmo_lite.files import DATA, WEIGHTS, cache_dir, write_atomically

LANGUAGES = {"en": "English", "ko": "한국어"}
# In the order in which they are made: the page opens with the first four, and asks for the others.
MODEL = ("options.json", "words.txt", "weights.safetensors", "about.json")
SCORES = "scores.json"  # the last: with it all are there
FILES = (*MODEL, "bank.safetensors", SCORES)
RANDOM = "bank.random.safetensors"  # loaded when the switch asks for it
MADE_BY = ("bank.py", "corpus.py", "pack.py", "store.py")
OF_WEIGHTS = ("options.json", "vocabulary.tsv", "weights.safetensors")


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
        self.folder = lru_cache(maxsize=None)(self._folder)
        self._starting = threading.Lock()
        for folder in self.weights.values():
            missing = [name for name in OF_WEIGHTS if not (folder / name).is_file()]
            if missing:
                raise ValueError(
                    f"{folder} holds no {missing[0]}: name a folder of weights of this course."
                )

    @property
    def languages(self) -> dict[str, str]:
        """Language -> its own name, in the order of the switch."""
        return {language: LANGUAGES[language] for language in self.weights}

    def _folder(self, language: str) -> Path:
        """Where the files lie, by a hash of all that they are made from."""
        parts = [self.weights[language] / name for name in OF_WEIGHTS]
        parts += [DATA / "senses" / f"{language}.{end}" for end in ("conllu", "inventory.tsv")]
        parts += [Path(__file__).with_name(name) for name in MADE_BY]
        digest = hashlib.sha256(f"{language} {self.exact}".encode())
        for path in parts:
            digest.update(hashlib.sha256(path.read_bytes()).digest())
        return cache_dir() / "microscope" / digest.hexdigest()[:20]

    def state(self, language: str) -> State:
        """How far the files are; the first call begins to make them, in a thread."""
        with self._starting:
            if language not in self.states:
                ready = (self.folder(language) / SCORES).is_file()
                self.states[language] = State(1) if ready else State(0, "starting")
                if not ready:
                    threading.Thread(target=self._make, args=(language,), daemon=True).start()
            return self.states[language]

    def _make(self, language: str) -> None:
        def say(share: float, what: str) -> None:
            self.states[language] = State(min(share, 0.99), what)

        try:
            self.make(language, say)
            self.states[language] = State(1)
        except Exception as error:  # a thread has nobody else to tell
            self.states[language] = State(0, error=f"{type(error).__name__}: {error}")

    def make(self, language: str, say: Callable[[float, str], None] = lambda *_: None) -> Path:
        """Make the files of a language, if they are not there -> their folder."""
        folder = self.folder(language)
        folder.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(folder.with_suffix(".lock")):
            if not (folder / SCORES).is_file():
                for name, data in make_files(self.weights[language], language, self.exact, say):
                    write_atomically(folder / name, data)
        return folder

    def copy(self, language: str, target: Path) -> None:
        """Make the files of a language and copy them into a folder."""
        folder = self.make(language)
        target.mkdir(parents=True, exist_ok=True)
        for name in (*FILES, RANDOM):
            shutil.copy(folder / name, target)


def make_files(
    weights: Path, language: str, exact: bool, say: Callable[[float, str], None]
) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file, as soon as it is made; `say` is told of every step.

    All of them take half a minute; those of the model alone, with which the page opens, seconds.
    """
    say(0, "loading PyTorch")
    from elmo_lite.controls import with_random_weights
    from elmo_lite.elmo import Elmo
    from notebooks.course.microscope import pack
    from notebooks.course.microscope.bank import Bank, language_model
    from notebooks.course.microscope.corpus import Corpus

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
