"""How well a char-CNN spells vectors that it has more than enough parameters for, chapter 07b.

The experiment spelling of static.py. The char-CNN of the English biLM (its shape, random weights)
is taught the vectors of 2,000 words, and has twenty parameters for every number that it should
give.
"""

from dataclasses import replace
from pathlib import Path

import torch

from elmo_lite.bilm import load_shape
from elmo_lite.char_cnn import CharCNN
from elmo_lite.controls import WARM_START
from elmo_lite.training import warm_start
from experiments.inputs import vectors
from experiments.store import Store, crossed
from notebooks.course.results import Row

WORDS = 2000
PASSES = (20,)


def spelling(store: Store, _: Path | None, seeds: range) -> None:
    store.measured_on(
        "spelling",
        {
            "text": f"the {WORDS:,} most frequent words of static_en",
            "settings": "the shape of the English char-CNN, batches of 512 words, seed 0",
        },
    )
    for setting in store.todo("spelling", crossed(passes=PASSES)):
        store.add("spelling", setting, **taught(WORDS, setting["passes"]))


def taught(number: int, passes: int) -> Row:
    """Parameters, numbers to give, and the mean cosine with them after so many passes."""
    table = vectors("static_en")
    words = table.index_to_key[:number]
    goals, _ = warm_start.targets(torch.from_numpy(table[words]))
    torch.manual_seed(0)
    shape = load_shape(WARM_START / "options.json").characters
    cnn = CharCNN(replace(shape, emb_dim=goals.shape[1]))
    settings = warm_start.SpellingSettings(passes=passes)
    cosine = warm_start.spell_out(cnn, words, goals, settings, hidden=True)
    parameters = sum(p.numel() for p in cnn.parameters())
    return {"parameters": parameters, "numbers": goals.numel(), "cosine": round(cosine, 4)}
