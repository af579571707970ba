"""Where the course keeps its files, and where it may keep more."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "data"
RESULTS = DATA / "results"
WEIGHTS = DATA / "weights"


def cache_dir() -> Path:
    """The folder for downloads and other things that can be made again.

    ELMO_LITE_CACHE names it; without that it is the usual cache folder of the system.
    """
    named = os.environ.get("ELMO_LITE_CACHE")
    if named:
        return Path(named).expanduser()
    import pooch

    return Path(pooch.os_cache("elmo_lite"))


def data_dir() -> Path | None:
    """The folder with public data sets that ELMO_LITE_DATA names, or None."""
    named = os.environ.get("ELMO_LITE_DATA")
    return Path(named).expanduser() if named else None
