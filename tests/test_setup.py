"""The files around the package: dependencies, environment.yml, README, the automatic runs."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import course
import elmo_lite
import installing
import setting_up
from elmo_lite.files import ROOT
from notebooks.author import lock

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ENVIRONMENT = (ROOT / "environment.yml").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
SETUP = (ROOT / "docs" / "setup.md").read_text(encoding="utf-8")

# --- environment.yml and pyproject.toml ---

CONDA_NAMES = {"pytorch-cpu": "torch", "matplotlib-base": "matplotlib"}


def bounds(lines):
    """{name: its bounds}, from lines such as "numpy >=2.0"."""
    parsed = [Requirement(line) for line in lines]
    assert len({requirement.name for requirement in parsed}) == len(parsed), "a name stands twice"
    return {requirement.name: str(requirement.specifier) for requirement in parsed}


def test_conda_and_pip_install_the_same():
    conda = yaml.safe_load(ENVIRONMENT)
    lines = [line for line in conda["dependencies"] if isinstance(line, str)]
    (from_pip,) = (part["pip"] for part in conda["dependencies"] if isinstance(part, dict))
    found = bounds([*lines, *(line for line in from_pip if line != "-e .")])
    assert "-e ." in from_pip and found.pop("pip") == ""
    named = {CONDA_NAMES.get(name, name): bound for name, bound in found.items()}
    assert len(named) == len(found), "conda and pip both install a package"
    assert named == bounds(PROJECT["dependencies"]) | {"python": PROJECT["requires-python"]}
    assert conda["channels"] == ["conda-forge"]


def test_bounds_and_not_pins():
    """A pin would replace the torch of a hosted notebook; pins belong into constraints.txt."""
    extras = PROJECT["optional-dependencies"].values()
    lines = [*PROJECT["dependencies"], *(line for extra in extras for line in extra)]
    asked = {}
    for requirement in map(Requirement, lines):
        asked[requirement.name] = requirement.specifier
        operators = {part.operator for part in requirement.specifier}
        assert operators == {">="} or requirement.name == "elmo-lite", requirement
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    pins = bounds(line for line in text.splitlines() if not line.startswith("#"))
    assert "torch" in pins
    assert set(pins) - set(asked) == {"jsonschema"}  # a package that others ask for
    for name in set(pins) & set(asked):
        assert asked[name].contains(pins[name].removeprefix("==")), name


# --- the lock files ---

FILES = {path.stem: path.read_text(encoding="utf-8") for path in lock.FOLDER.glob("*.txt")}


def test_the_lock_files_are_those_of_today():
    assert set(FILES) == set(lock.WHAT)
    for name, text in FILES.items():
        due = "run `python -m notebooks.author.lock`: pyproject.toml or constraints.txt has changed"
        assert f"# {lock.inputs()}\n" in text, f"{name}: {due}"


def test_every_package_has_its_version_and_its_sha256():
    found = [package for text in FILES.values() for package in lock.packages(text)]
    assert len(found) > 150
    for name, text in found:
        assert re.match(rf"{re.escape(name)}==[\w.!]+( ; [^\\]+)? \\\n", text), name
        hashes = re.findall(r"--hash=(\S+)", text)
        assert hashes and all(re.fullmatch("sha256:[0-9a-f]{64}", each) for each in hashes), name
    for text in FILES.values():  # comments, entries and nothing else, such as an address
        rest = text.replace("".join(package.text for package in lock.packages(text)), "")
        assert all(line.startswith("# ") for line in rest.splitlines()) and "://" not in text


def test_what_pyproject_asks_for_is_locked_in_the_file_of_its_extra():
    """Also what builds the course; torch on every system but Linux, without what CUDA needs."""
    asked = {"core": ["flit_core", *PROJECT["dependencies"]], "uv": ["uv"], "test": []}
    for extra, needed in PROJECT["optional-dependencies"].items():
        asked.setdefault("site" if extra == "site" else "test", []).extend(needed)
    names = {file: {package.name for package in lock.packages(FILES[file])} for file in FILES}
    seen = {"core": ["core", "torch"], "site": ["core", "site"], "test": ["core", "site", "test"]}
    for file, lines in asked.items():
        there = set().union(*(names[each] for each in seen.get(file, [file])))
        wanted = {canonicalize_name(Requirement(line).name) for line in lines}
        assert wanted - {"elmo-lite"} <= there, file
    everything = [name for each in names.values() for name in each]
    assert len(everything) == len(set(everything)), "a package is in two files"
    assert not [name for name in everything if name.startswith(lock.WITH_CUDA)]
    (torch,) = lock.packages(FILES["torch"])
    assert "; sys_platform != 'linux'" in torch.text


def test_what_is_locked_is_what_the_constraints_and_bounds_allow():
    entries = [package.text for text in FILES.values() for package in lock.packages(text)]
    locked = [Requirement(text.partition(" \\")[0]) for text in entries]
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    extras = PROJECT["optional-dependencies"].values()
    asked = [line for line in pins if not line.startswith("#")] + PROJECT["dependencies"]
    for requirement in map(Requirement, [*asked, *(line for extra in extras for line in extra)]):
        for each in locked:
            if canonicalize_name(requirement.name) == each.name:
                (version,) = [part.version for part in each.specifier]
                assert requirement.specifier.contains(version), requirement


def test_a_package_goes_into_the_first_file_that_needs_it():
    entries = [("a==1", 1), ("nvidia-x==2", 1), ("b==1 ; x", 2), ("b==2 ; y", 1)]
    entries += [("torch==3", 1), ("uv==1", 1)]
    text = "".join(
        f"{entry} \\\n" + " \\\n".join(["    --hash=sha256:0"] * hashes) + "\n"
        for entry, hashes in entries
    )
    names = {"core": {"a"}, "site": {"a", "b"}, "test": {"a", "b"}}
    found = lock.divide(lock.packages(text), names)
    shown = {file: [entry.text.splitlines()[0] for entry in found[file]] for file in found}
    assert shown["core"] == ["a==1 \\"] and shown["site"] == ["b==1 ; x \\", "b==2 ; y \\"]
    assert shown["torch"] == ["torch==3 ; sys_platform != 'linux' \\"] and not shown["test"]
    assert shown["uv"] == ["uv==1 \\"] and found["site"][0].text.count("--hash") == 2


def test_a_torch_that_may_read_a_pickle_reads_only_weights():
    """Before 2.6 a file could run code even so."""
    for line in PROJECT["dependencies"]:
        if Requirement(line).name == "torch":
            assert not Requirement(line).specifier.contains("2.5.9")


# --- no registry, no machine ---

# Written in parts: this file is searched like every other.
HOSTS = [("pypi", "org"), ("pythonhosted", "org"), ("download.pytorch", "org"), ("anaconda", "org")]
HOSTS += [("anaconda", "com"), ("npmjs", "org"), ("npmjs", "com"), ("jsdelivr", "net")]
FOLDERS = ["home", "root", "work", "opt", "tmp", "mnt", "Users"]
FORBIDDEN = re.compile(
    "|".join(re.escape(".".join(host)) for host in HOSTS)
    + rf"|(?<![\w.<~}}])/(?:{'|'.join(FOLDERS)})/\w"
    + r"|\b[A-Z]:\\+Users\\"
)


def tracked_files():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True)
    if listed.returncode != 0:
        pytest.skip("this copy of the course is not a git repository")
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name]


def searchable(path):
    """The text of a file; nothing of binary files and of pictures, which may spell anything."""
    try:
        text = path.read_text(encoding="utf-8")
    except (UnicodeDecodeError, FileNotFoundError):
        return ""
    return (
        re.sub(r'"image/png": (\[[^\]]*\]|"[^"]*")', "", text) if path.suffix == ".ipynb" else text
    )


def test_no_file_names_a_registry_or_a_machine():
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in tracked_files()
        for match in FORBIDDEN.finditer(searchable(path))
    ]
    assert found == []


# --- README and the automatic run ---


def test_the_links_of_the_readme_lead_somewhere():
    targets = re.findall(r"\]\(([^)\s]+)\)", README)
    local = [target for target in targets if not target.startswith(("http", "#"))]
    assert "LICENSE" in local and len(local) > 4
    paths = [target.partition("#")[0] for target in local]
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_commands_of_the_readme_are_those_of_course_py():
    doors = re.findall(r"(?:python|py|python3) course\.py ?([a-z]*)", README + SETUP)
    assert {"", "test", "notebooks", "run", "doctor", "explore"} <= set(doors)
    assert set(doors) - {""} <= set(course.DOORS)


def test_conda_users_open_the_same_page():
    made, opened, *others = re.findall(r"conda (?:env create|run) [^`\n]+", SETUP)
    assert made in ENVIRONMENT and opened in ENVIRONMENT
    assert opened.endswith(course.FIRST_PAGE.removeprefix("/lab/tree/"))
    for command in others:  # a command of the package, in the environment of the same name
        assert command.startswith(opened.partition(" jupyter")[0] + " python course.py --here ")


def test_the_automatic_run_is_the_command_of_the_readme():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    lines = [line for line in script.splitlines() if line and not line.startswith("#")]
    assert shlex.split(lines[-1]) == ["python", "course.py", "test"]
    assert script.count("course.py") == 1
    assert os.access(ROOT / ".ci" / "run", os.X_OK) or os.name == "nt"
    assert "`python course.py test`" in README


# --- other homes: an automatic run elsewhere, a container, Binder ---

WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8"))
CONTAINER = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))


def doors(command):
    """The doors of course.py that a command opens."""
    return re.findall(r"course\.py (\w+)", command)


def test_the_workflow_tests_every_supported_python_on_three_systems():
    job = WORKFLOW["jobs"]["tests"]
    matrix = job["strategy"]["matrix"]
    oldest, newest = setting_up.OLDEST_PYTHON[1], setting_up.NEWEST_PYTHON[1]
    assert matrix["python"] == [f"3.{minor}" for minor in range(oldest, newest + 1)]
    assert [name.split("-")[0] for name in matrix["system"]] == ["ubuntu", "macos", "windows"]
    commands = [step["run"] for step in job["steps"] if "run" in step]
    assert commands == ["python course.py test"] and job["timeout-minutes"] == 90


def test_a_fork_publishes_what_the_site_makes():
    text = (ROOT / ".github" / "workflows" / "publish.yml").read_text("utf-8")
    workflow = yaml.safe_load(text)
    (job,) = workflow["jobs"].values()
    (command,) = [step["run"] for step in job["steps"] if "run" in step]
    folder = command.split()[-1]
    assert command == f"python course.py site --publish {folder}"
    assert {"path": folder} in [step.get("with") for step in job["steps"]]
    assert workflow["permissions"] == {"contents": "read", "pages": "write", "id-token": "write"}
    assert workflow[True]["push"]["branches"] == ["main"]  # YAML takes the key `on` for true


def test_the_container_opens_doors_that_are_there():
    assert set(doors(CONTAINER["postCreateCommand"])) <= set(course.DOORS)
    python = tuple(map(int, re.search(r"python:(\d+)\.(\d+)$", CONTAINER["image"]).groups()))
    assert setting_up.OLDEST_PYTHON <= python <= setting_up.NEWEST_PYTHON
    storage = int(CONTAINER["hostRequirements"]["storage"].removesuffix("gb"))
    assert storage > installing.NEEDED_GB


def test_binder_finds_an_environment_with_a_python_in_it():
    """Binder reads environment.yml at the root, where no folder of its own goes before it."""
    assert not (ROOT / "binder").exists() and not (ROOT / ".binder").exists()
    lines = yaml.safe_load(ENVIRONMENT)["dependencies"]
    assert any(isinstance(line, str) and line.startswith("python ") for line in lines)


def test_colab_is_told_what_pip_and_the_first_cell_need():
    """The folder is entered, since a kernel that runs finds a package installed this way there."""
    block = SETUP.partition("In Colab")[2].split("\n\n")[1]
    assert [line.strip() for line in block.splitlines()] == [
        "!git clone --depth 1 THE-ADDRESS-OF-YOUR-COPY elmo-lite",
        "%cd elmo-lite",
        "!pip install -e .",
    ]
    assert (ROOT / "elmo_lite" / "__init__.py").is_file()


# --- how the course is cited, and what changed ---


def test_the_citation_names_version_licence_and_paper():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert cited["cff-version"] == "1.2.0" and cited["type"] == "software"
    assert cited["version"] == elmo_lite.__version__ and cited["license"] == "MIT"
    assert cited["title"].startswith("ELMo Lite") and cited["authors"] and cited["message"]
    (paper,) = cited["references"]
    assert paper["doi"] == "10.18653/v1/N18-1202" and len(paper["authors"]) == 7


def test_the_newest_version_has_its_changes():
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    versions = re.findall(r"^## (\d+\.\d+)( \(in preparation\))?$", changes, re.M)
    released = [number for number, waiting in versions if not waiting]
    assert elmo_lite.__version__.startswith(released[0])
    assert [number for number, _ in versions] == sorted(dict(versions), reverse=True)


# --- the package without the course, as a wheel installs it ---

ALONE = """
from elmo_lite import corpora, static_vectors
from elmo_lite.elmo import Elmo

for load in (Elmo.load, corpora.senses, corpora.simple_wiki, static_vectors.load):
    try:
        load()
    except FileNotFoundError as error:
        print(error)
elmo = Elmo.load(WEIGHTS)
print(elmo.embed([["a", "river", "bank"]])[0].shape)
"""


def test_the_package_works_alone_and_says_what_it_lacks(tmp_path):
    shutil.copytree(ROOT / "elmo_lite", tmp_path / "elmo_lite")
    weights = str(ROOT / "data" / "weights" / "elmo_lite_en")
    code = ALONE.replace("WEIGHTS", repr(weights))
    place = {**os.environ, "PYTHONPATH": str(tmp_path)}
    run = [sys.executable, "-c", code]
    found = subprocess.run(run, cwd=tmp_path, env=place, capture_output=True, text=True)
    *sentences, shape = found.stdout.splitlines() or [found.stderr]
    assert len(sentences) == 4 and all("get the course" in each for each in sentences), sentences
    assert "Elmo.load('elmo-lite/data/weights/elmo_lite_en')" in sentences[0]
    assert shape == "(3, 384)"
