"""The microscope: a biLM of the course that runs in a page and shows what each layer makes of a
sentence.

`widget` has the class for notebooks, `server` the page of `python course.py explore`. The page
itself (page/) is JavaScript; store, corpus, bank and pack make the files that it loads.
"""

from typing import Any


def __getattr__(name: str) -> Any:
    """`Microscope`, imported when it is asked for: the server opens without PyTorch."""
    if name == "Microscope":
        from microscope.widget import Microscope

        return Microscope
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
