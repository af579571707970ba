"""A biLM and its bank as the files that the page loads.

Weights are rows of int8 with a scale each, or the shipped half precision. A vector of the bank has
four bits a number, after a random rotation: so 96 bytes keep twice as many of the ten nearest as
96 principal components of a byte each.
"""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.numpy import save

from elmo_lite import senses
from elmo_lite.elmo import Elmo
from elmo_lite.files import WEIGHTS
from microscope.bank import MODES, Bank, language_model
from microscope.corpus import Corpus

NEAR = 192  # numbers of a vector among which neighbours are looked for
STEP = 0.335  # of the four bits, in standard deviations
LICENCE = re.compile(r"Licence of the weights: ([A-Z][\w .-]*\d)")
Arrays = dict[str, np.ndarray]


# ---- weights ----


def weights(elmo: Elmo, exact: bool = False) -> bytes:
    """All tensors of a language model, in int8 or, if exact, in half precision."""
    found: Arrays = {}
    for name, tensor in elmo.model.state_dict().items():
        x = tensor.numpy()
        if exact or x.ndim < 2 or "embedding" in name or "convolutions" in name:
            found[name] = x.astype(np.float16)
        else:
            found[name], found[f"{name}.scale"] = eight_bits(x)
    return save(found)


def eight_bits(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows of whole numbers from -127 to 127, and what each row is multiplied by."""
    scale = np.maximum(np.abs(x).max(axis=1) / 127, 1e-7).astype(np.float16)
    return np.rint(x / scale[:, None].astype(np.float32)).clip(-127, 127).astype(np.int8), scale


# ---- the bank ----


def four_bits(unit: np.ndarray) -> np.ndarray:
    """Unit vectors (n, dim), rotated at random -> two numbers from -8 to 7 in a byte.

    The page adds a half to each.
    """
    scaled = np.floor(unit * np.sqrt(unit.shape[1]) / STEP)
    z = np.clip(scaled, -8, 7).astype(np.int8)
    return ((z[:, 0::2] & 15) | ((z[:, 1::2] & 15) << 4)).astype(np.uint8)


def rotation(dim: int, rng: np.random.Generator) -> np.ndarray:
    """A random rotation into the next multiple of 16 dimensions: (dim, at least dim)."""
    size = -(-dim // 16) * 16
    return np.linalg.qr(rng.standard_normal((size, size)))[0][:dim].astype(np.float32)


def bank(found: Bank) -> bytes:
    """The tables of all modes, for each layer."""
    rng, corpus = np.random.default_rng(0), found.corpus
    tables: Arrays = {}
    above: np.ndarray | None = None  # the map of the layer above
    for j in reversed(range(found.num_layers)):
        tables |= near_tables(found, j, rng) | probe_tables(found, j)
        placed = senses.unit(found.layers[0][corpus.marked])
        if j:
            turn = rotation(found.layers[j].shape[1], rng)
            tables |= sense_tables(found, j, turn)
            placed = found.space(j).placed @ turn
        drawn = map_tables(corpus, placed, above)
        tables |= {f"map.{j}{part}": table for part, table in drawn.items()}
        above = drawn[""]
    tables["temperatures"] = np.array(found.temperatures)
    tables["kept.sentence"] = corpus.sentence[corpus.kept]
    tables["kept.position"] = corpus.position[corpus.kept]
    return save({name: _small(name, table) for name, table in tables.items()})


def near_tables(found: Bank, j: int, rng: np.random.Generator) -> Arrays:
    """Words as directions from their mean, in the principal components that vary most."""
    rows = found.layers[j][found.bank_rows(j)]
    mean = rows.mean(axis=0)
    values, axes = np.linalg.eigh((rows - mean).T @ (rows - mean))
    axes = axes[:, ::-1][:, :NEAR]
    project = _half((axes @ rotation(axes.shape[1], rng)).T)  # (at most NEAR, dim)
    return {
        f"near.{j}": four_bits(senses.unit((rows - mean) @ project.T)),
        f"near.{j}.project": project,
        f"near.{j}.bias": -project @ mean,
    }


def probe_tables(found: Bank, j: int) -> Arrays:
    """The probe of the parts of speech as one matrix and a bias."""
    probe = found.probe(j)
    assert isinstance(probe.classify, torch.nn.Linear)
    w = probe.classify.weight.detach().numpy() / probe.deviation.numpy()
    bias = probe.classify.bias.detach().numpy() - w @ probe.mean.numpy()[0]
    return {f"pos.{j}": w, f"pos.{j}.bias": bias}


def sense_tables(found: Bank, j: int, turn: np.ndarray) -> Arrays:
    """The space "whitened 1/4", rotated at random."""
    space = found.space(j)
    project = _half((space.stretch @ turn).T)
    return {
        f"sense.{j}": four_bits(space.placed @ turn),
        f"sense.{j}.project": project,
        f"sense.{j}.mean": space.means @ project.T,
        f"sense.{j}.centroids": space.centroids @ turn,
    }


def map_tables(corpus: Corpus, placed: np.ndarray, above: np.ndarray | None) -> Arrays:
    """The occurrences of each lemma on a map of its own: two principal components.

    Turned like the map of the layer above, so that points glide and do not jump. "": the points
    (occurrences, 2); the page puts a new word at axes (lemmas, 2, dim) . word - offset.
    """
    points, axes, offsets = np.zeros((len(placed), 2), np.float32), [], []
    for rows in corpus.rows.values():
        u = placed[rows]
        middle = u.mean(axis=0)
        directions = np.linalg.svd(u - middle, full_matrices=False)[2][:2].T  # (dim, 2)
        if above is not None:  # Procrustes: rotate and reflect
            left, _, right = np.linalg.svd(((u - middle) @ directions).T @ above[rows])
            directions = directions @ (left @ right)
        reach = np.linalg.norm((u - middle) @ directions, axis=1).max()
        directions = directions / max(reach, 0.1)
        points[rows] = (u - middle) @ directions
        axes.append(directions.T)
        offsets.append(middle @ directions)
    return {"": points, ".axes": np.stack(axes), ".offset": np.stack(offsets)}


def _half(x: np.ndarray) -> np.ndarray:
    """As the page will have it: rounded to half precision."""
    return x.astype(np.float16).astype(np.float32)


def _small(name: str, table: np.ndarray) -> np.ndarray:
    """The type in which a table is stored."""
    if name.startswith("kept"):
        return table.astype(np.int16)
    if table.dtype == np.uint8 or name.endswith((".bias", ".offset", "temperatures")):
        return np.ascontiguousarray(table, table.dtype if table.dtype == np.uint8 else np.float32)
    return np.ascontiguousarray(table, np.float16)


# ---- the texts ----


def about(elmo: Elmo, corpus: Corpus, folder: Path, exact: bool) -> bytes:
    """What the page needs to know of the model and of the corpus, as JSON."""
    card = folder / "README.md"
    licence = LICENCE.search(card.read_text(encoding="utf-8")) if card.is_file() else None
    found: dict[str, Any] = {
        "language": corpus.language,
        "layers": elmo.num_layers,
        "precision": "float16" if exact else "int8",
        "licence": licence[1] if licence else None,
        "shipped": folder.resolve().parent == WEIGHTS.resolve(),  # what examples say is so for them
        "numWords": len(language_model(elmo).vocabulary),
        "parameters": sum(p.numel() for p in elmo.model.parameters()),
        "tags": corpus.tag_names,
        "lemmas": corpus.lemmas,
        "senses": [
            [s.sense, corpus.lemmas.index(s.lemma), s.gloss, s.korean_gloss] for s in corpus.senses
        ],
        "lemmaOf": {form: corpus.lemmas.index(lemma) for form, lemma in corpus.forms.items()},
        "endings": corpus.endings,
        "forms": [corpus.words[i] for i in corpus.first],
        "sentences": [" ".join(tokens) for tokens in corpus.sentences],
        "marked": [occurrence.index for occurrence in corpus.occurrences],
        "sense": corpus.label.tolist(),
    }
    return _json(found)


def scores(trained: Bank, random: Bank) -> bytes:
    """How often each mode is right, for each layer, as JSON: the numbers of the captions."""
    banks = {"trained": trained, "random": random}
    found = {
        mode: {name: bank.score(mode) for name, bank in banks.items()}
        | {"without": trained.baseline(mode)}
        for mode in MODES
    }
    return _json(found)


def _json(found: dict[str, Any]) -> bytes:
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
