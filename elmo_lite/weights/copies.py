"""Where a published weight file is: a folder of yours, the cache, or the publisher's addresses.

The publisher names no sha256, and we know none from elsewhere. Here a file is checked by its size
and by whether HDF5 opens it; where it is read (files.py), by the name, the size and the values of
every array.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path

from elmo_lite import files
from elmo_lite.corpora.public import fetch

ADDRESSES = (  # one store under two names: where the first is blocked, the second may answer
    "https://allennlp.s3.amazonaws.com/models/elmo",
    "https://s3-us-west-2.amazonaws.com/allennlp/models/elmo",
)
LICENCE = "no restrictions from the publisher, whose code is Apache 2.0"
ASK_ABOVE = 100_000_000  # bytes
HDF5 = 1_000_000  # bytes: at most so many are in the file besides the arrays


@dataclass(frozen=True)
class WeightFile:
    """A file of the publisher."""

    stem: str
    size: int  # bytes of its arrays

    @property
    def name(self) -> str:
        return f"elmo_{self.stem}_weights.hdf5"


def find(file: WeightFile, download: bool = False) -> Path:
    """The path of a copy that is the published file; fetch it if there is none.

    More than 100 MB are fetched only with download=True. Size, licence and free disk are printed
    first; both addresses are tried.
    """
    cache, mine = files.cache_dir() / "published", files.data_dir()
    for folder in (*((mine, mine / "elmo") if mine else ()), cache):
        if (folder / file.name).is_file():
            if problem := wrong(folder / file.name, file):
                advice = "delete it, or put the published file in its place"
                raise ValueError(f"{folder / file.name} {problem}: {advice}.")
            return folder / file.name
    what = f"{file.name} ({file.size / 1e6:.0f} MB, {ADDRESSES[0]}/{file.stem}/{file.name})"
    if file.size > ASK_ABOVE and not download:
        raise FileNotFoundError(
            f"{what} is not on this computer: put it into {cache}, or allow the download with "
            f"download=True, in a terminal with `{files.typed('embed')} ... --download`."
        )
    return _fetch(file, what, cache)


def beside(path: Path) -> tuple[Path, Path | None]:
    """The weight file that a path names, itself or the only one in a folder, and its options."""
    found = sorted(path.glob("*.hdf5")) if path.is_dir() else [path]
    if len(found) != 1:
        raise FileNotFoundError(f"{path} holds {len(found)} weight files (*.hdf5): name the one.")
    stem = found[0].name.removesuffix("weights.hdf5")
    for name in (f"{stem}options.json", "options.json"):
        if (options := found[0].with_name(name)).is_file():
            return found[0], options
    return found[0], None


def _fetch(file: WeightFile, what: str, cache: Path) -> Path:
    cache.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(cache).free
    if free < file.size + HDF5:
        advice = "make room, or name another folder in ELMO_LITE_CACHE"
        raise OSError(f"{what} does not fit into {cache}, {free / 1e6:.0f} MB are free: {advice}.")
    print(f"{what}\nlicence: {LICENCE}\n{free / 1e9:.1f} GB free in {cache}")
    problems = []
    for address in ADDRESSES:
        url, path = f"{address}/{file.stem}/{file.name}", cache / file.name
        try:
            fetch.download(url, path, most=file.size + HDF5)
        except fetch.NotSent as reason:
            problems.append(str(reason))
            continue
        if not (problem := wrong(path, file)):
            return path
        path.unlink()
        problems.append(f"what {fetch.host(url)} sends {problem}")
    reasons = "; ".join(dict.fromkeys(problems))
    raise FileNotFoundError(
        f"{what} could not be downloaded ({reasons}): try again later, or put it into {cache}."
    )


def wrong(path: Path, file: WeightFile) -> str:
    """What is wrong with a copy of the published file, or ""."""
    import h5py  # here: it takes a moment, and few need it

    size = path.stat().st_size
    if not file.size <= size <= file.size + HDF5:
        return f"has {size:,} bytes instead of about {file.size:,}"
    try:
        h5py.File(path, "r").close()
    except OSError:
        return "is cut or no HDF5 file"
    return ""
