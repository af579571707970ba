"""What the kernel of a notebook lacks or holds in an old state: the first cell of a chapter."""

import importlib.util
import os
import sys
import time
from pathlib import Path

from notebooks.course.doctor import REPAIR, module_of, requirements

BEGAN = time.time()  # when this kernel first ran the first cell of a chapter


def look() -> None:
    """Print what to do if a package is missing or the course has changed; nothing if all is well.

    A kernel keeps the modules that it has loaded: after an update of the course (git pull) it runs
    old code until it is restarted. (A kernel that builds a notebook has just been started.)
    """
    if "ELMO_LITE_BUILD" in os.environ:
        return
    for package in missing():
        print(f"{package} is missing in this kernel: {REPAIR}")
    changed = stale()
    if changed:
        names = ", ".join(changed[:3]) + (" ..." if len(changed) > 3 else "")
        print(
            f"{names} changed after this kernel had loaded it: "
            "restart the kernel (menu Kernel, Restart Kernel) and run the notebook again."
        )


def missing() -> list[str]:
    """The packages of the course that this kernel cannot import."""
    names = [name for name, _ in requirements()]
    return [name for name in names if importlib.util.find_spec(module_of(name)) is None]


def stale() -> list[str]:
    """The loaded modules of the course whose file is younger than this kernel, or is gone."""
    loaded = {
        name: Path(module.__file__)
        for name, module in sys.modules.items()
        if name.split(".")[0] == "elmo_lite" and module.__file__
    }
    return sorted(name for name, p in loaded.items() if not p.exists() or p.stat().st_mtime > BEGAN)
