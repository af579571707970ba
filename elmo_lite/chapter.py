"""What a notebook needs while it runs: the table of chapters, results, timings, progress.

Figures come from `elmo_lite.plots`, answer checks from `elmo_lite.checks`.
"""

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from elmo_lite.paths import RESULTS


@dataclass(frozen=True)
class Chapter:
    """One chapter of the course; `slug` is the name of its notebook without the ending."""

    number: str
    slug: str
    title: str
    question: str
    part: str
    needs: tuple[str, ...] = ()


CHAPTERS = (
    Chapter(
        "00",
        "00_start_here",
        "Start here",
        "What will we build, and does everything work on this computer?",
        "Counting",
    ),
    Chapter(
        "01",
        "01_ngram_language_models",
        "N-gram language models",
        "How far can we get in predicting the next word by counting alone?",
        "Counting",
        ("00",),
    ),
    Chapter(
        "02",
        "02_neural_language_model",
        "Neural language model",
        "Can a network that learns vectors for words predict better than counts?",
        "Counting",
        ("01",),
    ),
    Chapter(
        "03",
        "03_word2vec",
        "Word2Vec",
        "What does a vector learn when its only job is to guess its neighbours?",
        "Static vectors",
        ("02",),
    ),
    Chapter(
        "03b",
        "03b_negative_sampling",
        "Negative sampling",
        "How can a vector be trained without a look at every other word?",
        "Static vectors",
        ("03",),
    ),
    Chapter(
        "04",
        "04_fasttext",
        "FastText",
        "How can a word that was never seen still get a useful vector?",
        "Static vectors",
        ("03",),
    ),
    Chapter(
        "05",
        "05_glove",
        "GloVe",
        "Can we read word vectors straight off a table of co-occurrence counts?",
        "Static vectors",
        ("03",),
    ),
    Chapter(
        "06",
        "06_using_static_vectors",
        "Using static vectors",
        "What are static vectors worth in a real task?",
        "Static vectors",
        ("03", "04", "05"),
    ),
    Chapter(
        "06b",
        "06b_maps_and_the_wall",
        "Maps and the wall",
        "What does a map of word vectors show, and where must every table of vectors fail?",
        "Static vectors",
        ("06",),
    ),
    Chapter(
        "07",
        "07_char_cnn",
        "Char-CNN",
        "How does a network read a word from its characters?",
        "Characters and context",
        ("04",),
    ),
    Chapter(
        "07b",
        "07b_new_words",
        "New words",
        "What does a vector made of letters know, and what can it not know?",
        "Characters and context",
        ("07",),
    ),
    Chapter(
        "08",
        "08_bidirectional_language_model",
        "Bidirectional language model",
        "How can a model read in both directions without seeing the answer?",
        "Characters and context",
        ("02", "07"),
    ),
    Chapter(
        "08b",
        "08b_training_the_bilm",
        "Training the biLM",
        "What does a biLM learn in seconds, and what in hours?",
        "Characters and context",
        ("08",),
    ),
    Chapter(
        "09",
        "09_elmo_mixture",
        "ELMo's mixture",
        "How do the layers of a word become one vector?",
        "Characters and context",
        ("08",),
    ),
    Chapter(
        "09b",
        "09b_learning_the_mixture",
        "Learning the mixture",
        "Which of the layers should a task listen to?",
        "Characters and context",
        ("09",),
    ),
    Chapter(
        "10",
        "10_word_senses",
        "Word senses",
        "Does the vector of a word change with its meaning?",
        "What the layers know",
        ("08",),
    ),
    Chapter(
        "10b",
        "10b_a_sense_tagger",
        "A sense tagger",
        "How well can neighbours tell senses apart, and against which rivals?",
        "What the layers know",
        ("10",),
    ),
    Chapter(
        "11",
        "11_pos_probes",
        "Part-of-speech probes",
        "Which layer knows the part of speech, and how can we be sure?",
        "What the layers know",
        ("08",),
    ),
    Chapter(
        "12",
        "12_elmo_at_work",
        "ELMo at work",
        "Does context help a real task, and at what price?",
        "At work",
        ("09",),
    ),
    Chapter(
        "13",
        "13_korean",
        "Korean",
        "What changes when words are built from syllables and endings?",
        "At work",
        ("04", "08"),
    ),
    Chapter(
        "14",
        "14_published_weights",
        "The published weights",
        "Does our small model compute what the published ELMo computes?",
        "At work",
        ("09",),
    ),
)


def find(number: str) -> Chapter:
    """The chapter with this number, such as "01"."""
    for chapter in CHAPTERS:
        if chapter.number == number:
            return chapter
    raise ValueError(f"There is no chapter {number!r}; the numbers are two digits, such as '01'.")


def results(name: str) -> dict[str, Any]:
    """The measured results in data/results/NAME.json."""
    path = RESULTS / f"{name}.json"
    if not path.exists():
        raise FileNotFoundError(
            f"There are no results named {name!r} in data/results: measure them first "
            "(`python -m elmo_lite --help` names the commands)."
        )
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def in_notebook() -> bool:
    """Whether this code runs in a Jupyter kernel."""
    ipython = sys.modules.get("IPython")
    return ipython is not None and hasattr(ipython.get_ipython(), "kernel")


@contextmanager
def timed(number: str, name: str) -> Iterator[None]:
    """Time a block of code; print the seconds that data/results/timings.json has for it.

    A saved notebook must not change from one run to the next, so it shows the seconds measured
    once with `python course.py notebooks --time`. Your own seconds stand beside them when you
    run the cell yourself.
    """
    start = time.perf_counter()
    yield
    here = time.perf_counter() - start
    log = os.environ.get("ELMO_LITE_TIMES")
    if log:  # the builder is measuring: hand it one line of JSON
        with open(log, "a", encoding="utf-8") as file:
            file.write(json.dumps([name, here]) + "\n")
    path = RESULTS / "timings.json"
    seconds = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    known = seconds.get("chapters", {}).get(number, {}).get(name)
    line = f"{name}: " + ("not measured yet" if known is None else f"{known:g} s on two cores")
    if "ELMO_LITE_BUILD" not in os.environ:
        line += f" (here: {here:.2g} s)"
    print(line)


class Progress:
    """A loop that shows how far it is, and leaves one line that is the same on every run.

    steps = chapter.progress(range(500), "training")
    for step in steps:
        loss = ...
        steps.say(f"loss {loss:.1f}")
    """

    def __init__(self, items: Iterable[Any], name: str) -> None:
        self.items = list(items)
        self.name = name
        self.note = ""
        self._shown = False
        self._handle: Any = None
        if in_notebook():
            from IPython.display import DisplayHandle

            self._handle = DisplayHandle()

    def say(self, note: str) -> None:
        """What stands beside the count; the last note stays in the notebook."""
        self.note = note

    def _show(self, done: int) -> None:
        line = f"{self.name}: {done} of {len(self.items)}" + (self.note and f", {self.note}")
        if self._handle is not None:
            text = {"text/plain": line}
            show = self._handle.update if self._shown else self._handle.display
            show(text, raw=True)
            self._shown = True
        elif sys.stderr.isatty():
            print("\r" + line, end="" if done < len(self.items) else "\n", file=sys.stderr)

    def __iter__(self) -> Iterator[Any]:
        self._shown = False
        last = time.monotonic()
        self._show(0)
        for done, item in enumerate(self.items):
            yield item
            if time.monotonic() - last > 0.2:
                last = time.monotonic()
                self._show(done + 1)
        self._show(len(self.items))


def progress(items: Iterable[Any], name: str) -> Progress:
    """Go through `items` and show how far we are; see Progress."""
    return Progress(items, name)
