"""Checkpoints of a training run, written whole or not at all, from which it resumes exactly.

A checkpoint is a folder `checkpoint-000000123`. It is written under another name, forced to the
disk and then renamed, so a kill, a full disk or a power cut leaves the older ones untouched.
"""

import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from elmo_lite import weights
from elmo_lite.bilm import BiLanguageModel
from elmo_lite.files import read_object, whole
from elmo_lite.training.batches import Position
from elmo_lite.training.run import RunProgress, TrainingRun

MUST_STAY = ("rows", "steps", "seed")  # settings without which a run would be another one
KEEP = 2  # the newest checkpoints that stay on disk


def found(directory: Path) -> list[Path]:
    """List the complete checkpoints of a run, oldest first."""
    return sorted(
        path
        for path in directory.glob("checkpoint-*")
        if re.fullmatch(r"checkpoint-\d{9}", path.name) and (path / "run.json").is_file()
    )


def save(run: TrainingRun, directory: Path) -> Path:
    """Write a checkpoint and remove those that are too old -> its folder."""
    final = directory / f"checkpoint-{run.progress.step:09d}"
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
        "progress": asdict(run.progress),
        "settings": asdict(run.settings),
        "world": run.world,
        "files": _files(run),
    }
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
        _progress(record), record["files"], record["world"]  # what is missing is named
        for name in ("tokens", *MUST_STAY):
            record["settings"][name]
        return record


def _progress(record: dict) -> RunProgress:
    position = Position(**record["progress"]["position"])
    return RunProgress(**(record["progress"] | {"position": position}))


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
    if record["files"] != _files(run):
        changed.append("the corpus files differ")
    if changed:
        raise ValueError(
            f"The run in {directory} was started differently ({'; '.join(changed)}): "
            "use the same values, or begin a new run with --from."
        )
    newest = found(directory)[-1]
    saved = newest_model(directory)
    if saved.bilm.shape != run.model.bilm.shape or saved.vocabulary.words != (
        run.model.vocabulary.words
    ):
        raise ValueError(f"Shape or vocabulary do not fit the checkpoint {newest}: use its own.")
    run.model.load_state_dict(saved.state_dict())
    run.progress = _progress(record)
    with _readable(directory):
        _load_optimizer(run, load_file(newest / "optimizer.safetensors"))
        # Each process has its own states and random numbers, and only the first one saved them.
        if run.world == record["world"] == 1:
            _load_states(run, load_file(newest / "states.safetensors"))
        else:
            torch.manual_seed(run.settings.seed + 1000 * run.progress.step + run.rank)


@contextmanager
def _readable(directory: Path) -> Iterator[None]:
    """Turn errors of reading into one sentence with the way out."""
    try:
        yield
    except (OSError, ValueError, KeyError, TypeError, SafetensorError) as error:
        *older, newest = found(directory)
        way_out = f"--resume then goes on from {older[-1].name}" if older else "begin a new run"
        raise ValueError(
            f"{newest} is damaged ({error}): remove this folder; {way_out}."
        ) from error


def _files(run: TrainingRun) -> list[list]:
    return [[path.name, path.stat().st_size] for path in run.files]


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
    torch.set_rng_state(tensors["random"])
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
