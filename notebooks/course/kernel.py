"""What the kernel of a notebook lacks: the first cell of a chapter."""

import importlib.util
import os

from notebooks.course.doctor import REPAIR, module_of, requirements


def look() -> None:
    """Print what to do for each package that is missing; nothing if all is well."""
    if "ELMO_LITE_BUILD" in os.environ:
        return
    for package in missing():
        print(f"{package} is missing in this kernel: {REPAIR}")


def missing() -> list[str]:
    """The packages of the course that this kernel cannot import."""
    names = [name for name, _ in requirements()]
    return [name for name in names if importlib.util.find_spec(module_of(name)) is None]
