"""Checkpoints of a training run: never half-written, and enough to go on as if nothing happened.

A checkpoint is a folder `checkpoint-000123`. It is written under another name, forced to the disk
and then renamed, so a kill, a full disk or a power cut leaves the older ones untouched.
"""

import json
import os
import shutil
from dataclasses import asdict
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from elmo_lite import weights
from elmo_lite.batches import Position

KEEP = 2  # the newest checkpoints that stay on disk


def found(directory: Path) -> list[Path]:
    """The complete checkpoints of a run, oldest first."""
    return sorted(path for path in directory.glob("checkpoint-*") if path.suffix != ".part")


def save(run, directory: Path) -> Path:
    """Write a checkpoint of a pretrain.Run and remove those that are too old."""
    final = directory / f"checkpoint-{run.progress.step:09d}"
    part = final.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    try:
        part.mkdir(parents=True)
        weights.save(run.model, part, half=False)
        save_file(_optimizer_tensors(run), part / "optimizer.safetensors")
        save_file(_state_tensors(run), part / "states.safetensors")
        record = {
            "progress": asdict(run.progress),
            "settings": asdict(run.settings),
            "files": [path.name for path in run.files],
        }
        (part / "run.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
        for path in part.iterdir():
            _force(path)
        shutil.rmtree(final, ignore_errors=True)
        part.replace(final)
        _force(directory)
    except OSError as error:
        shutil.rmtree(part, ignore_errors=True)
        raise OSError(
            f"The checkpoint could not be written ({error.strerror or error}): make room on the "
            f"disk of {directory} and go on with --resume. Older checkpoints are untouched."
        ) from error
    for old in found(directory)[:-KEEP]:
        shutil.rmtree(old, ignore_errors=True)
    return final


def resume(run, directory: Path) -> None:
    """Put a new Run where the newest checkpoint stood."""
    complete = found(directory)
    if not complete:
        raise FileNotFoundError(f"{directory} holds no checkpoint: start without --resume.")
    newest = complete[-1]
    record = json.loads((newest / "run.json").read_text(encoding="utf-8"))
    changed = [
        f"{name} was {record['settings'][name]}, now {value}"
        for name, value in asdict(run.settings).items()
        if name in ("rows", "steps", "seed") and record["settings"][name] != value
    ]
    if record["files"] != [path.name for path in run.files]:
        changed.append("the corpus files differ")
    if changed:
        raise ValueError(
            f"The run in {directory} was started differently ({'; '.join(changed)}): "
            "use the same values, or begin a new run with --from."
        )
    saved = weights.load(newest)
    if saved.bilm.shape != run.model.bilm.shape or saved.vocabulary.words != (
        run.model.vocabulary.words
    ):
        raise ValueError(f"Shape or vocabulary do not fit the checkpoint {newest}: use its own.")
    run.model.load_state_dict(saved.state_dict())
    _load_optimizer(run, load_file(newest / "optimizer.safetensors"))
    _load_states(run, load_file(newest / "states.safetensors"))
    progress = record["progress"]
    progress["position"] = Position(**progress["position"])
    for name, value in progress.items():
        setattr(run.progress, name, value)


def _optimizer_tensors(run) -> dict[str, Tensor]:
    tensors = {}
    for name, parameter in run.model.named_parameters():
        for key, value in run.optimizer.state.get(parameter, {}).items():
            tensors[f"{name} {key}"] = torch.as_tensor(value).detach().cpu().contiguous()
    return tensors


def _load_optimizer(run, tensors: dict[str, Tensor]) -> None:
    parameters = dict(run.model.named_parameters())
    for name, value in tensors.items():
        parameter_name, key = name.rsplit(" ", 1)
        parameter = parameters[parameter_name]
        value = value if key == "step" else value.to(parameter.device)
        run.optimizer.state[parameter][key] = value


def _state_tensors(run) -> dict[str, Tensor]:
    tensors = {"random": torch.get_rng_state()}
    for direction, states in enumerate(run.states):
        for layer, (h, c) in enumerate(states):
            tensors[f"{direction} {layer} h"] = h.cpu().contiguous()
            tensors[f"{direction} {layer} c"] = c.cpu().contiguous()
    return tensors


def _load_states(run, tensors: dict[str, Tensor]) -> None:
    torch.set_rng_state(tensors["random"])
    run.states = [
        [
            (
                tensors[f"{direction} {layer} h"].to(run.device),
                tensors[f"{direction} {layer} c"].to(run.device),
            )
            for layer in range(len(states))
        ]
        for direction, states in enumerate(run.states)
    ]


def _force(path: Path) -> None:
    """Ask the system to bring a file or folder to the disk now."""
    if os.name == "nt" and path.is_dir():
        return
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
