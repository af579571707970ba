"""What reading changed in the char-CNN, as people see it: `evaluate static people` (chapter 07b).

Three char-CNNs spell the words of pairs whose similarity people have judged: with random weights,
after the warm start, and after the biLM has read. Only pairs whose words were both taught.
"""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import torch

from elmo_lite import corpora
from elmo_lite.char_cnn import CharCNN, embed_words
from elmo_lite.controls import with_random_weights, with_warm_start
from elmo_lite.elmo import Elmo
from elmo_lite.stats import correlation, paired_correlations
from elmo_lite.text import SPECIALS, character_ids
from experiments.inputs import unit, vocabulary_of
from experiments.runner import Experiment
from experiments.static_compare import StaticLab
from experiments.store import crossed
from notebooks.course.results import Row

SETS = {"ws353": "WS-353", "men": "MEN", "simlex999": "SimLex-999"}
POOL = 5000  # frequent words whose mean is subtracted, as in the chapter
NETS = ("random", "warm start", "after reading")


@dataclass(frozen=True)
class Nets:
    elmo: Elmo = field(default_factory=Elmo.load)

    @cached_property
    def words(self) -> list[str]:
        """The most frequent words in small letters."""
        words = vocabulary_of(self.elmo).words[len(SPECIALS) :]
        return [word for word in words if word.isascii() and word.isalpha() and word.islower()]

    @cached_property
    def by_name(self) -> dict[str, CharCNN]:
        elmos = (with_random_weights(self.elmo, 0), with_warm_start(self.elmo, 0), self.elmo)
        return {name: elmo.bilm.char_cnn for name, elmo in zip(NETS, elmos, strict=True)}

    @torch.no_grad()
    def spell(self, name: str, words: list[str]) -> np.ndarray:
        ids = torch.from_numpy(character_ids(words))
        return embed_words(self.by_name[name], ids).numpy()


def cosines(nets: Nets, name: str, pairs: list[tuple[str, str]]) -> np.ndarray:
    middle = nets.spell(name, nets.words[:POOL]).mean(axis=0)
    first, second = (
        unit(nets.spell(name, list(words)) - middle) for words in zip(*pairs, strict=True)
    )
    return (first * second).sum(axis=1)


def judged(nets: Nets, setting: Row) -> Row:
    """Spearman's rho of each network with people, and what reading changed."""
    known = vocabulary_of(nets.elmo)
    rows = [
        row for row in corpora.word_pairs(setting["set"]) if row[0] in known and row[1] in known
    ]
    pairs, marks = [(a, b) for a, b, _ in rows], np.array([mark for _, _, mark in rows])
    by_net = {name: cosines(nets, name, pairs) for name in NETS}
    found: Row = {"pairs": len(rows)}
    for name, values in by_net.items():
        found[name] = round(float(correlation(values, marks)), 4)
    change = paired_correlations(by_net["after reading"], by_net["warm start"], marks)
    return found | {"change": [round(float(x), 4) for x in change]}


def grid(nets: Nets) -> list[Row]:
    return list(crossed(set=list(SETS)))


def about(nets: Nets) -> Row:
    return {
        "data": dict.fromkeys(SETS.values(), "exact"),
        "note": "char-CNNs of the English biLM; the mean of 5,000 words is subtracted",
    }


def load(lab: StaticLab) -> Nets:
    return Nets()


PEOPLE = Experiment("people", grid, judged, about=about, load=load, scores=())
