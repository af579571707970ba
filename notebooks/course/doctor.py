"""Check whether the course can run on this computer: `python course.py doctor`.

Every check returns findings. A finding with advice is a problem; one that `stops`
keeps the course from running, and then the exit status is 1.
"""

import importlib
import importlib.metadata
import importlib.util
import os
import platform
import re
import shutil
import sys
import textwrap
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import elmo_lite
from elmo_lite import files
from notebooks.course.language import label

# JupyterLab takes seconds, no chapter imports it, and it says itself when it is broken; the other
# one loads only after what the checks change in it.
UNLOADED = ("jupyterlab", "elmoformanylangs")
WEIGHT_FILES = ("options.json", "vocabulary.tsv", "weights.safetensors")
NEEDED_GB = 1.0  # to work with; the packages are already installed


@dataclass(frozen=True)
class Finding:
    """One line of the report, and what to do when something is wrong with it."""

    name: str
    value: str
    advice: str = ""
    stops: bool = False


def repair() -> str:
    """What to do about a package, in the environment of course.py or in one of the reader's own."""
    if Path(sys.prefix) == files.ROOT / ".venv":
        return "delete the folder .venv and run `python course.py`."
    return (
        "open the course with `python course.py`, or run `python -m pip install -e .` there "
        "(with conda: `conda env update -f environment.yml`)."
    )


def numbers(version: str) -> tuple[int, ...]:
    """The leading numbers of a version: "2.13.0+cpu" -> (2, 13, 0)."""
    leading = re.match(r"\d+(\.\d+)*", version)
    return tuple(map(int, leading.group().split("."))) if leading else ()


def requirements(extra: str = "") -> list[tuple[str, str]]:
    """The packages that the course needs, as (name, lowest version), from pyproject.toml.

    extra: one of its extras, whose packages come after the others.
    """
    with open(files.ROOT / "pyproject.toml", "rb") as file:
        project = tomllib.load(file)["project"]
    lines = [*project["dependencies"], *in_extra(extra, project["optional-dependencies"])]
    return [(name, lowest) for name, _, lowest in (line.partition(">=") for line in lines)]


def in_extra(extra: str, extras: dict[str, list[str]]) -> list[str]:
    """The lines of an extra; one may stand for other extras, as in "elmo-lite[author,site]"."""
    found = []
    for line in extras.get(extra, []):
        others = re.fullmatch(r"elmo-lite\[(.*)\]", line)
        inner = others[1].split(",") if others else []
        found += [each for other in inner for each in in_extra(other, extras)] or [line]
    return found


def module_of(package: str) -> str:
    """The name under which a package of the course is imported."""
    return "sklearn" if package == "scikit-learn" else package.replace("-", "_")


def modules_of(package: str) -> list[str]:
    """The modules of any package: the one of its name, or else those in its list of files."""
    if importlib.util.find_spec(module_of(package)):
        return [module_of(package)]
    listed = importlib.metadata.files(package) or []
    tops = {file.parts[0] for file in listed if file.parts[1:] == ("__init__.py",)}
    return sorted(name for name in tops if name.isidentifier() and not name.startswith("_"))


def look_at_package(name: str, lowest: str) -> Finding:
    """Import the package, because what is installed may still be broken, or see UNLOADED."""
    try:
        for module in () if name in UNLOADED else modules_of(name):
            importlib.import_module(module)
        version = importlib.metadata.version(name)
    except (ModuleNotFoundError, importlib.metadata.PackageNotFoundError):
        return Finding(name, "missing", f"{name} is missing: {repair()}", stops=True)
    except Exception as error:  # a damaged package may raise anything
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        return Finding(name, "broken", f"{name} does not load ({reason}): {repair()}", stops=True)
    if numbers(version) < numbers(lowest):
        advice = f"{name} {version} is too old, {lowest} is the oldest that works: {repair()}"
        return Finding(name, version, advice, stops=True)
    return Finding(name, version)


def look_at_packages() -> list[Finding]:
    if not (files.ROOT / "pyproject.toml").is_file():
        advice = "This is not a whole copy of the course: clone its repository and work in there."
        return [Finding("course", f"incomplete: {files.ROOT}", advice, stops=True)]
    return [look_at_package(name, lowest) for name, lowest in requirements()]


def look_at_weights() -> Finding:
    """Without the trained biLM the chapters that only count or train still run."""
    folder = files.WEIGHTS / "elmo_lite_en"
    missing = ", ".join(name for name in WEIGHT_FILES if not (folder / name).is_file())
    if not missing:
        return Finding("weights", folder.name)
    advice = (
        f"The weights {folder.name} lack {missing}, so the chapters that read with a trained "
        "model stop: clone the repository of the course again."
    )
    return Finding("weights", "incomplete", advice)


def look_at_threads() -> Finding:
    value = f"{os.cpu_count()} processors"
    torch = sys.modules.get("torch")
    if torch is not None:
        gpu = torch.cuda.get_device_name() if torch.cuda.is_available() else "no GPU (none needed)"
        value += f", torch uses {torch.get_num_threads()} of them, {gpu}"
    return Finding("threads", value)


def sets_in(folder: Path) -> str:
    """List a folder of data sets: its files and, for each folder, its contents."""
    names = []
    for entry in sorted(folder.iterdir()):
        inner = sorted(entry.iterdir()) if entry.is_dir() else []
        folders = [f"{entry.name}/{path.name}" for path in inner if path.is_dir()]
        names += folders or [entry.name]
    return ", ".join(name for name in names if not name.startswith(".")) or "nothing yet"


def look_at_texts() -> list[Finding]:
    """The sample texts inside gensim, which some builds of it leave out."""
    spec = importlib.util.find_spec("gensim")
    if spec is None or spec.origin is None:
        return []  # look_at_packages reports it
    folder = Path(spec.origin).parent / "test" / "test_data"
    if not (folder / "lee_background.cor").is_file():
        advice = "gensim is installed without its sample texts: install it with pip instead."
        return [Finding("texts", "missing from gensim", advice, stops=True)]
    return [Finding("texts", f"Wikipedia sample and Lee news in {folder}")]


def look_at_data() -> Finding:
    """Which public data sets are here; the chapters that need none use the texts in gensim."""
    folder = files.data_dir()
    if folder is None:
        return Finding("data sets", "ELMO_LITE_DATA is not set (not needed)")
    if folder.is_dir():
        return Finding("data sets", f"in {folder}: {sets_in(folder)}")
    advice = f"ELMO_LITE_DATA names {folder}, which is no folder: correct it or unset it."
    return Finding("data sets", f"{folder} does not exist", advice)


def look_at_cache(cache: Path) -> list[Finding]:
    held = sets_in(cache) if cache.is_dir() else "nothing yet"
    findings = [Finding("cache", f"in {cache}: {held}")]
    if not os.access(existing(cache), os.W_OK):
        advice = f"The cache {cache} cannot be written: set ELMO_LITE_CACHE to another folder."
        findings.append(Finding("cache", "not writable", advice))
    return findings


def existing(folder: Path) -> Path:
    """The folder itself, or the nearest one above it that exists."""
    return next(path for path in [folder, *folder.parents] if path.exists())


def look_at_disk(folder: Path) -> Finding:
    free = shutil.disk_usage(existing(folder)).free / 1e9
    value = f"{free:.1f} GB free for {folder}"
    if free >= NEEDED_GB:
        return Finding("disk", value)
    advice = f"Only {free:.1f} GB of disk are free for {folder}: make room for {NEEDED_GB}."
    return Finding("disk", value, advice, stops=True)


def examine() -> list[Finding]:
    """All findings; the packages come before the threads, because they load torch."""
    system = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    findings = [Finding("Python", system), *look_at_packages(), look_at_threads()]
    findings += [*look_at_texts(), look_at_weights(), look_at_data()]
    try:
        cache = files.cache_dir()
    except ImportError:  # pooch is missing, which look_at_packages reports
        return [*findings, look_at_disk(files.ROOT)]
    return [*findings, *look_at_cache(cache), look_at_disk(files.ROOT), look_at_disk(cache)]


def self_test() -> None:
    """Print one sentence, the same on every healthy computer, or the advice; for a notebook."""
    advice = [finding.advice for finding in examine() if finding.advice]
    if not advice:
        print(label("Everything that the course needs is here."))
        return
    print("Something is missing. To do:")
    for line in advice:
        print(f"  - {line}")
    print("Then restart the kernel (menu Kernel, Restart Kernel) and run this cell again.")


def main(arguments: Sequence[str] = ()) -> int:
    """Print the findings and the advice; 0 if the course can run, else 1."""
    if arguments[:1] == ["--packages"]:  # how course.py asks whether what it installed loads
        found = [look_at_package(*each) for each in requirements("".join(arguments[1:]))]
        print("\n".join(finding.advice for finding in found if finding.advice))
        return int(any(finding.stops for finding in found))
    if arguments:
        print("usage: python course.py doctor (it takes no arguments)")
        return 0 if arguments[0] in ("-h", "--help") else 2
    print(f"ELMo Lite {elmo_lite.__version__} in {files.ROOT}")
    findings = examine()
    for finding in findings:
        line = f"  {finding.name:<17} {finding.value}"
        print(textwrap.fill(line, 100, subsequent_indent=" " * 20, break_on_hyphens=False))
    problems = [finding for finding in findings if finding.advice]
    if problems:
        print("\nTo do:")
    for finding in problems:
        print(f"  - {finding.advice}")
    stops = any(finding.stops for finding in findings)
    print("\nThe course cannot run yet." if stops else "\nThe course can run.")
    return int(stops)


if __name__ == "__main__":
    sys.exit(files.sentence_on_error(lambda: main(sys.argv[1:])))
