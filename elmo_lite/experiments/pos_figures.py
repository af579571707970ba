"""The rows of `evaluate pos` in the form in which chapter 11 draws them.

`pos` is always chapter.results("pos")["experiments"]. Rows that were not measured are left out.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from elmo_lite.experiments import results

Experiments = dict[str, Any]
Look = tuple[str, str, dict[str, Any]]  # how it is drawn, its experiment, the keys of its rows
PROPERTIES = {"part of speech": "layers", "head": "head", "number": "number", "tense": "tense"}


def values(pos: Experiments, experiment: str, score: str = "accuracy", **where: Any) -> list[Any]:
    """One score of the rows of an experiment that have these keys: seeds or random draws."""
    return results.values(pos[experiment]["rows"], score, **where)


def mean(pos: Experiments, experiment: str, score: str = "accuracy", **where: Any) -> float:
    """The mean over seeds or random draws."""
    return float(np.mean(values(pos, experiment, score, **where)))


def ways() -> dict[str, Look]:
    """Every way of tagging, from the weakest: baselines, random weights, trained weights."""
    names = ("majority", "most frequent tag", "characters", "static vectors")
    found: dict[str, Look] = {name: ("baseline", "baselines", {"by": name}) for name in names}
    for model in ("random", "trained"):
        for j in range(3):
            look = "random" if model == "random" else "layer" if j else "token"
            found[f"{model}, layer {j}"] = (look, "layers", of_layer(model, j))
    return found | {"trained, mixture": ("mix", "layers", of_layer("trained", "mix"))}


def of_layer(model: str, layer: int | str, direction: str = "both") -> dict[str, Any]:
    """The keys of a layer in the experiment "layers"."""
    return {"model": model, "layer": layer, "direction": direction}


def score_rows(pos: Experiments) -> tuple[list[tuple[str, list[float], str]], dict[str, Any]]:
    """Every way of tagging with its scores and its look; its interval, the mean over its rows."""
    rows, intervals = [], {}
    for name, (look, experiment, where) in ways().items():
        if found := values(pos, experiment, **where):
            rows.append((name, found, look))
            ends = np.mean(values(pos, experiment, "interval", **where), axis=0)
            intervals[name] = ends.tolist()
    return rows, intervals


def halves(pos: Experiments) -> dict[str, list[list[float]]]:
    """{direction: [seeds of layer 0, of layer 1, of layer 2]}; layer 0 is the same in all."""
    lowest = values(pos, "layers", **of_layer("trained", 0))
    return {
        way: [lowest] + [values(pos, "layers", **of_layer("trained", j, way)) for j in (1, 2)]
        for way in ("both", "forward", "backward")
    }


def selectivity(pos: Experiments) -> tuple[list[int], list[list[float]], list[list[float]]]:
    """Sizes of the probes; accuracy on tags and on control labels: (layers, sizes) each."""
    sizes = sorted({row["hidden"] for row in pos["selectivity"]["rows"]})
    tags, control = (
        [
            [mean(pos, "selectivity", labels=labels, layer=j, hidden=n) for n in sizes]
            for j in range(3)
        ]
        for labels in ("tags", "control")
    )
    return sizes, tags, control


def learning(pos: Experiments, layer: int) -> tuple[list[int], dict[str, Any]]:
    """Sizes of the training part; {name: (look, [seeds of each size])}."""
    curves: dict[str, tuple[str, dict[str, Any]]] = {
        f"trained, layer {layer}": ("layer", {"model": "trained", "layer": layer}),
        "most frequent tag": ("baseline", {"by": "most frequent tag"}),
        "random, layer 0": ("random", {"model": "random", "layer": 0}),
    }
    every = sorted({row["sentences"] for row in pos["learning"]["rows"]})
    found = {
        name: {n: values(pos, "learning", sentences=n, **where) for n in every}
        for name, (_, where) in curves.items()
    }
    sizes = [n for n in every if all(scores[n] for scores in found.values())]
    return sizes, {
        name: (look, [found[name][n] for n in sizes]) for name, (look, _) in curves.items()
    }


def tables(pos: Experiments, layer: int, kind: str = "table") -> np.ndarray:
    """The confusion table of a layer, or its part "new_words", as the mean over the seeds."""
    return np.mean(values(pos, "confusion", kind, layer=layer), axis=0)


def known_and_new(pos: Experiments) -> dict[str, tuple[float, float]]:
    """{way of tagging: (accuracy on known words, on new words)}"""
    total, new_words = pos["layers"]["about"]["words"]["test"], tables(pos, 1, "new_words").sum()
    names = ["most frequent tag", "characters", "random, layer 0"]
    split = {}
    for name in [*names, *(f"trained, layer {j}" for j in range(3))]:
        _, experiment, where = ways()[name]
        every, new = (mean(pos, experiment, score, **where) for score in ("accuracy", "unseen"))
        split[name] = ((every * total - new * new_words) / (total - new_words), new)
    return split


def properties(pos: Experiments) -> tuple[dict[str, Any], dict[str, Any]]:
    """{property: {look: accuracies of the layers}} and {property: {baseline: accuracy}}"""
    panels, floors = {}, {}
    for title, name in PROPERTIES.items():
        where = {"direction": "both"} if name == "layers" else {}
        panels[title] = {
            look: [mean(pos, name, model=model, layer=j, **where) for j in range(3)]
            for look, model in (("random", "random"), ("layer", "trained"))
        }
        other = "baselines" if name == "layers" else name
        floors[title] = {by: mean(pos, other, by=by) for by in ("most frequent tag", "majority")}
    return panels, floors


def gains(pos: Experiments) -> list[tuple[str, int, float, Sequence[float]]]:
    """(property, layer, its gain over the layer below, the ends of the gain's 95 % interval).

    Gains and ends are means over the seeds.
    """
    found = []
    for title, name in PROPERTIES.items():
        where: dict[str, Any] = {"model": "trained"}
        if name == "layers":
            name, where = "confusion", {}
        for j in (1, 2):
            ends = np.mean(values(pos, name, "gain_interval", layer=j, **where), axis=0)
            found.append((title, j, mean(pos, name, "gain", layer=j, **where), ends.tolist()))
    return found
