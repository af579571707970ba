"""Where a published weight file is: a folder of yours, the cache, or the publisher's addresses."""

import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path

from elmo_lite import files
from elmo_lite.corpora.download import get, host

ADDRESSES = (  # one store under two names: where the first is blocked, the second may answer
    "https://allennlp.s3.amazonaws.com/models/elmo",
    "https://s3-us-west-2.amazonaws.com/allennlp/models/elmo",
)
LICENCE = "no restrictions from the publisher, whose code is Apache 2.0"
ASK_ABOVE = 100_000_000  # bytes
HDF5 = 1_000_000  # bytes: at most so many are in the file besides the arrays


@dataclass(frozen=True)
class WeightFile:
    """A file of the publisher, who names no sha256: that of the first copy is remembered."""

    stem: str
    size: int  # bytes of its arrays

    @property
    def name(self) -> str:
        return f"elmo_{self.stem}_weights.hdf5"


def find(file: WeightFile, download: bool = False) -> Path:
    """The path of a copy that is the published file; fetch it if there is none.

    More than 100 MB are fetched only with download=True. Size, licence and free disk are printed
    first; what a broken connection has left is continued; both addresses are tried.
    """
    cache, mine = files.cache_dir() / "published", files.data_dir()
    for folder in (*((mine, mine / "elmo") if mine else ()), cache):
        if (folder / file.name).is_file():
            if problem := wrong(folder / file.name, file):
                advice = "delete it, or put the published file in its place"
                raise ValueError(f"{folder / file.name} has {problem}: {advice}.")
            return folder / file.name
    what = f"{file.name} ({file.size / 1e6:.0f} MB, {ADDRESSES[0]}/{file.stem}/{file.name})"
    if file.size > ASK_ABOVE and not download:
        raise FileNotFoundError(
            f"{what} is not on this computer: allow it with download=True, or put it into {cache} "
            "(the command embed has the option --download)."
        )
    with files.locked(cache / "download.lock", "is downloading published weights"):
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
    part = cache / f"{file.name}.part"
    free, done = shutil.disk_usage(cache).free, part.stat().st_size if part.exists() else 0
    if free < file.size + HDF5 - done:
        advice = "make room, or name another folder in ELMO_LITE_CACHE"
        raise OSError(f"{what} does not fit into {cache}, {free / 1e6:.0f} MB are free: {advice}.")
    print(f"{what}\nlicence: {LICENCE}\n{free / 1e9:.1f} GB free in {cache}")
    problems = []
    for address in ADDRESSES:
        problem = get(f"{address}/{file.stem}/{file.name}", part, file.size + HDF5)
        if not problem:
            if not (problem := wrong(part, file)):
                return part.replace(cache / file.name)
            part.unlink()
            problem = f"what {host(address)} sends has {problem}"
        problems.append(problem)
    reason = "; ".join(dict.fromkeys(problems))
    raise FileNotFoundError(
        f"{what} could not be downloaded ({reason}): try again later, or put it into {cache}."
    )


def wrong(path: Path, file: WeightFile) -> str:
    """What a file has instead of the size or the sha256 of the published one, or ""."""
    size = path.stat().st_size
    if not file.size <= size <= file.size + HDF5:
        return f"{size:,} bytes instead of about {file.size:,}"
    with path.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    book = files.cache_dir() / "published" / "sha256.json"
    try:
        known = files.read_object(book) if book.exists() else {}
    except ValueError as error:
        raise ValueError(f"{error} Delete it: it only holds the sha256 of downloads.") from error
    first = str(known.get(file.name, found))
    if first != found:
        by = f"of its first use, noted in {book}"
        return f"the sha256 {found[:8]}... instead of {first[:8]}... {by}"
    if file.name not in known:
        files.write_atomically(book, json.dumps(known | {file.name: found}, indent=1).encode())
    return ""
