"""The weights in data/weights: small enough, quick to load, and better than chance on new text."""

import json
import subprocess
import sys
import time

import numpy as np
import pytest
import torch

from elmo_lite import controls, static_vectors, weights
from elmo_lite.bilm import BiLanguageModel
from elmo_lite.char_cnn import embed_words
from elmo_lite.elmo import Elmo
from elmo_lite.files import DATA, RESULTS, WEIGHTS
from elmo_lite.reading import score
from elmo_lite.text import tokenize
from elmo_lite.tools import cache
from notebooks.course import chapter

FOLDER = WEIGHTS / "elmo_lite_en"
TEXTS = (DATA / "senses" / "en.conllu").read_text(encoding="utf-8").split("\n")
SENTENCES = [tokenize(line[9:]) for line in TEXTS if line.startswith("# text = ")][::8]


@pytest.fixture(scope="module")
def model():
    return weights.ours.load(FOLDER)


def test_they_take_at_most_25_megabytes():
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= 25e6


def test_they_load_in_a_second_of_processor_time():
    began = time.process_time()
    weights.ours.load(FOLDER)
    assert time.process_time() - began < 1.0


def test_a_program_that_embeds_does_not_load_the_compiler_of_pytorch():
    """It takes two seconds and 75 MB, and drawing weights that nobody needs would load it."""
    code = """if True:
        import sys
        from elmo_lite.elmo import Elmo
        Elmo.load("en").embed([["Dogs", "bark", "."]])
        print("torch._dynamo" in sys.modules)"""
    command = [sys.executable, "-c", code]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "False\n"


def test_they_predict_new_text_in_both_directions(model):
    """Sentences written for the course were never in the training text."""
    torch.manual_seed(0)
    fresh = BiLanguageModel(model.bilm.shape, model.vocabulary).eval()
    trained, chance = (score.perplexity(m, SENTENCES) for m in (model, fresh))
    assert trained.forward < 0.05 * chance.forward
    assert trained.backward < 0.05 * chance.backward
    assert abs(trained.forward / trained.backward - 1) < 0.2


def test_they_prefer_the_likelier_sentence(model):
    pairs = [
        ("I took the bus to the city .", "I took the buses to city the ."),
        ("The teacher was very kind .", "The teacher was very kindness ."),
        ("She has gone home .", "She has went home ."),
    ]
    for good, bad in pairs:
        scores = score.score(model, [good.split(), bad.split()])
        for direction in ("forward", "backward"):
            right, wrong = (getattr(s, direction).sum() for s in scores)
            assert right > wrong, (good, direction)


def test_the_log_and_the_card_speak_of_these_weights(model):
    record = json.loads((RESULTS / "pretrain_en.json").read_text(encoding="utf-8"))
    card = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert f"{record['tokens'] / 1e6:.1f} million words" in card
    for source, (forward, backward) in record["log"][-1]["heldout"].items():
        assert f"| {source} | {forward} | {backward} |" in card
    begun, trained = record["layers"]
    neighbours = "five neighbours"
    for name, row in {
        "upos": "UPOS, EWT dev",
        "CoarseWSD-20": f"12 nouns of CoarseWSD-20, {neighbours}",
        "Senseval-2": f"Senseval-2, training part, {neighbours}",
        "our corpus": f"our corpus, {neighbours}",
    }.items():
        cells = [f"{a} ({b})" for a, b in zip(trained[name], begun[name], strict=True)]
        assert f"| {row} | {' | '.join(cells)} |" in card
    losses = [r["forward"] for r in record["log"] if "forward" in r]
    assert losses[-1] < losses[0] - 2
    assert record["weights"] == cache.weights_hash(Elmo(model))


@pytest.mark.parametrize("name", ["senses", "pos", "tasks"])
def test_every_results_file_belongs_to_these_weights(model, name):
    assert chapter.results(name)["weights"] == cache.weights_hash(Elmo(model))


def test_the_warm_start_spells_meaning():
    """The nearest of 2,000 frequent words, by letters alone, are kin."""
    cnn = weights.ours.load_start(controls.WARM_START).eval()
    words = [w for w in static_vectors.load().index_to_key[:2000] if w.isalpha()]
    vectors = embed_words(cnn, cnn.shape.ids_of(words)).detach().numpy()
    units = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    for word, kin in (
        ("doctor", {"hospital", "nurse", "medical"}),
        ("money", {"cash", "pay", "debt"}),
        ("river", {"lake", "valley", "sea"}),
    ):
        nearest = np.argsort(-units @ units[words.index(word)])[1:9]
        assert len(kin & {words[i] for i in nearest}) >= 2
