"""Checkpoints of a training run, written whole or not at all, from which it resumes exactly.

A checkpoint is a folder `checkpoint-000000123`. It is written under another name, forced to the
disk and then renamed, so a kill, a full disk or a power cut leaves the older ones untouched.
run.json has the sha256 of every file, of itself and of the text, so that a checkpoint or a text
that has changed since is refused.
"""

import hashlib
import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, TypeVar

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from elmo_lite import weights
from elmo_lite.bilm import BiLanguageModel
from elmo_lite.files import read_object, whole
from elmo_lite.training.batches import Position
from elmo_lite.training.run import Reached, TrainingRun, TrainingSettings, digest

MUST_STAY = ("rows", "steps", "seed")  # settings without which a run would be another one
KEEP = 2  # the newest checkpoints that stay on disk
T = TypeVar("T")


def found(directory: Path) -> list[Path]:
    """List the complete checkpoints of a run, oldest first."""
    return sorted(
        path
        for path in directory.glob("checkpoint-*")
        if re.fullmatch(r"checkpoint-\d{9}", path.name) and (path / "run.json").is_file()
    )


def save(run: TrainingRun, directory: Path) -> Path:
    """Write a checkpoint and remove those that are too old -> its folder."""
    final = directory / f"checkpoint-{run.reached.step:09d}"
    if final in found(directory):
        return final
    for unfinished in directory.glob("checkpoint-*.part"):  # a kill has left it
        shutil.rmtree(unfinished, ignore_errors=True)
    try:
        with whole(final) as part:
            _write(run, part)
        _force(directory)
    except OSError as error:
        reason = error.strerror or error.__cause__ or error
        raise OSError(
            f"The checkpoint could not be written ({reason}): make room on the disk of "
            f"{directory}, or see that you may write there, and go on with --resume. "
            "Older checkpoints are untouched."
        ) from error
    for old in found(directory)[:-KEEP]:
        # Renamed first: a kill in the middle leaves nothing that looks complete. A folder that
        # Windows locks (a virus scanner reads it) is tried again after the next checkpoint.
        with suppress(OSError):
            shutil.rmtree(old.replace(old.with_suffix(".part")), ignore_errors=True)
    return final


def _write(run: TrainingRun, folder: Path) -> None:
    """Write all files of a checkpoint and force them to the disk."""
    weights.ours.save(run.model, folder, half=False)
    weights.ours.write_tensors(_optimizer_tensors(run), folder / "optimizer.safetensors")
    weights.ours.write_tensors(_state_tensors(run), folder / "states.safetensors")
    record = {
        "progress": asdict(run.reached),
        "settings": asdict(run.settings),
        "world": run.world,
        "files": run.text,
    }
    sums = {path.name: digest(path) for path in sorted(folder.iterdir())}
    record["sha256"] = sums | {"run.json": _sum_of(record)}
    (folder / "run.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    for path in folder.iterdir():
        _force(path)
    _force(folder)


def newest_record(directory: Path) -> dict | None:
    """Read run.json of the newest checkpoint; None if there is no checkpoint."""
    complete = found(directory)
    if not complete:
        return None
    with _readable(directory):
        record = read_object(complete[-1] / "run.json")
        _reached(record), _typed(TrainingSettings, record["settings"])
        for name in ("tokens", *MUST_STAY):
            record["settings"][name]  # what is missing is named
        if type(record["world"]) is not int or not isinstance(record["files"], list):
            raise ValueError("world or files are of another type")
        _check_sums(complete[-1], record)
        return record


def _reached(record: dict) -> Reached:
    position = _typed(Position, record["progress"]["position"])
    return _typed(Reached, record["progress"] | {"position": position})


def _typed(kind: type[T], values: dict[str, Any]) -> T:
    """The dataclass that a file describes, if each value is of the type that its default has."""
    for field in fields(kind):  # type: ignore[arg-type]
        value, usual = values.get(field.name, field.default), type(field.default)
        if type(value) is not usual and (usual, type(value)) != (float, int):
            raise ValueError(f"{field.name} is {value!r}")
    return kind(**values)


def _sum_of(record: dict[str, Any]) -> str:
    """The sha256 of a record, in whatever order it is written."""
    rest = {name: value for name, value in record.items() if name != "sha256"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def _check_sums(folder: Path, record: dict[str, Any]) -> None:
    """Refuse a checkpoint of which a file is not as it was written."""
    for name, known in dict(record.get("sha256", {})).items():
        if known != (_sum_of(record) if name == "run.json" else digest(folder / name)):
            raise ValueError(f"{name} has another sha256 than when it was written")


def newest_model(directory: Path) -> BiLanguageModel:
    """Load the model of the newest checkpoint."""
    with _readable(directory):
        return weights.ours.load(found(directory)[-1])


def resume(run: TrainingRun, directory: Path) -> None:
    """Restore the newest checkpoint into a new TrainingRun."""
    record = newest_record(directory)
    if record is None:
        raise FileNotFoundError(f"{directory} holds no checkpoint: start without --resume.")
    changed = [
        f"{name} was {record['settings'][name]}, now {value}"
        for name, value in asdict(run.settings).items()
        if name in MUST_STAY and record["settings"][name] != value
    ]
    of_old = "sha256" not in record  # then there are names and sizes of the text alone
    if record["files"] != [file[:2] if of_old else file for file in run.text]:
        changed.append("the corpus files differ")
    if changed:
        raise ValueError(
            f"The run in {directory} was started differently ({'; '.join(changed)}): "
            "use the same values, or begin a new run with --from."
        )
    newest = found(directory)[-1]
    if of_old and run.rank == 0:
        what = "it cannot be told whether it is whole and the text the same"
        print(f"{newest} has no checksums: {what}.", file=sys.stderr)
    saved = newest_model(directory)
    if saved.bilm.shape != run.model.bilm.shape or saved.vocabulary.words != (
        run.model.vocabulary.words
    ):
        raise ValueError(f"Shape or vocabulary do not fit the checkpoint {newest}: use its own.")
    run.model.load_state_dict(saved.state_dict())
    run.reached = _reached(record)
    with _readable(directory):
        _load_optimizer(run, load_file(newest / "optimizer.safetensors"))
        # Each process has its own states and random numbers, and only the first one saved them.
        if run.world == record["world"] == 1:
            _load_states(run, load_file(newest / "states.safetensors"))
        else:
            torch.manual_seed(run.settings.seed + 1000 * run.reached.step + run.rank)


@contextmanager
def _readable(directory: Path) -> Iterator[None]:
    """Turn errors of reading into one sentence with the way out."""
    try:
        yield
    except (OSError, ValueError, KeyError, TypeError, AttributeError, SafetensorError) as error:
        *older, newest = found(directory)
        way_out = f"--resume then goes on from {older[-1].name}" if older else "begin a new run"
        raise ValueError(
            f"{newest} is damaged ({error}): remove this folder; {way_out}."
        ) from error


def _optimizer_tensors(run: TrainingRun) -> dict[str, Tensor]:
    tensors = {}
    for name, parameter in run.model.named_parameters():
        for key, value in run.optimizer.state.get(parameter, {}).items():
            tensors[f"{name} {key}"] = torch.as_tensor(value).detach().cpu().contiguous()
    return tensors


def _load_optimizer(run: TrainingRun, tensors: dict[str, Tensor]) -> None:
    parameters = dict(run.model.named_parameters())
    for name, value in tensors.items():
        parameter_name, key = name.rsplit(" ", 1)
        parameter = parameters[parameter_name]
        if value.shape != (() if key == "step" else parameter.shape):
            raise ValueError(f"optimizer.safetensors has another size of {parameter_name}")
        device = value.device if key == "step" else parameter.device
        # A copy: what was loaded maps the file, and Windows removes no mapped file.
        run.optimizer.state[parameter][key] = value.to(device, copy=True)


def _state_tensors(run: TrainingRun) -> dict[str, Tensor]:
    tensors = {"random": torch.get_rng_state()}
    if run.device.type == "cuda":
        tensors["random cuda"] = torch.cuda.get_rng_state(run.device)
    for direction, states in enumerate(run.states):
        for layer, (h, c) in enumerate(states):
            tensors[f"{direction} {layer} h"] = h.cpu().contiguous()
            tensors[f"{direction} {layer} c"] = c.cpu().contiguous()
    return tensors


def _load_states(run: TrainingRun, tensors: dict[str, Tensor]) -> None:
    random, usual = tensors["random"], torch.get_rng_state()
    if (random.shape, random.dtype) != (usual.shape, usual.dtype):
        raise ValueError("states.safetensors holds no random numbers of this PyTorch")
    torch.set_rng_state(random)
    if run.device.type == "cuda" and "random cuda" in tensors:
        torch.cuda.set_rng_state(tensors["random cuda"], run.device)
    for direction, states in enumerate(run.states):
        for layer in range(len(states)):
            h, c = (tensors[f"{direction} {layer} {name}"] for name in "hc")
            states[layer] = h.to(run.device), c.to(run.device)


def _force(path: Path) -> None:
    """Force a file or folder to the disk."""
    if os.name == "nt" and path.is_dir():
        return
    # Windows syncs only what is open for writing, other systems open no folder for writing.
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)
