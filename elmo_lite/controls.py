"""The controls of every chapter that asks what a layer knows: random weights, and a warm start.

That trained vectors do a task well proves little alone, because any network that mixes in the
neighbouring words helps. So they are compared with the same architecture under random weights
("random context"), and with a model that spells static vectors and has never read a sentence
("warm context"; its layer 0 is the "char-CNN, warm").
"""

from pathlib import Path

import torch

from elmo_lite import weights
from elmo_lite.bilm import BiLanguageModel, BiLM, load_shape
from elmo_lite.elmo import Elmo
from elmo_lite.files import WEIGHTS

WARM_START = WEIGHTS / "warm_start_en"


def with_random_weights(elmo: Elmo, seed: int) -> Elmo:
    """The same architecture with random weights: what mixing does without having learned."""
    return read_alike(elmo, random_model(elmo, seed))


def with_warm_start(elmo: Elmo, seed: int) -> Elmo:
    """The model before it read a text: a char-CNN that spells word vectors, random LSTMs.

    It shows what static vectors bring, without any reading in context.
    """
    model = random_model(elmo, seed)
    start = weights.ours.load_start(warm_start_folder(elmo) or WARM_START)
    bilm = model.bilm if isinstance(model, BiLanguageModel) else model
    bilm.char_cnn.load_state_dict(start.state_dict())
    return read_alike(elmo, model)


def random_model(elmo: Elmo, seed: int) -> BiLanguageModel | BiLM:
    """A model of the same shape, as it is before training."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        if isinstance(elmo.model, BiLanguageModel):
            return BiLanguageModel(elmo.bilm.shape, elmo.model.vocabulary)
        return BiLM(elmo.bilm.shape)  # published weights have no softmax


def read_alike(elmo: Elmo, model: BiLanguageModel | BiLM) -> Elmo:
    """The model as an Elmo that reads as `elmo` does: from the same start, in batches of the same
    size, on the same device and in the same precision."""
    control = Elmo(model.to(next(elmo.bilm.parameters())), elmo.max_tokens)
    return control.start_from(elmo.start, elmo.rows, elmo.warm_up)


def warm_start_folder(elmo: Elmo) -> Path | None:
    """The shipped folder with the warm start of such a model, English or Korean, if any."""
    for folder in (WARM_START, *sorted(WARM_START.parent.glob("warm_start_*"))):
        options = folder / "options.json"
        if options.exists() and load_shape(options).characters == elmo.bilm.shape.characters:
            return folder
    return None


CONTROLS = {"random": with_random_weights, "warm start": with_warm_start}
SEEDS = 3  # of each control, however many the trained model has


def names_for(elmo: Elmo) -> list[str]:
    """The names of the controls that a model has: warm start only where it began with one."""
    return list(CONTROLS) if warm_start_folder(elmo) else ["random"]
