"""Fine-tuning: better on the new text, and the old model untouched."""

import copy

import pytest
import torch

from elmo_lite.bilm import BiLanguageModel, BiLMShape
from elmo_lite.char_cnn import CharShape
from elmo_lite.reading.score import perplexity
from elmo_lite.text import Vocabulary
from elmo_lite.training import fine_tune as module
from elmo_lite.training.fine_tune import fine_tune

WORDS = ["red", "blue", "green", "big", "small", "old", "new", "cat", "dog", "bird"]


def sentences(order, count):
    """Adjective noun pairs in one order or the other."""
    adjectives, nouns = WORDS[:7], WORDS[7:]
    pairs = [(adjectives[n % 7], nouns[(n * 5) % 3]) for n in range(count)]
    return [[a, n] if order == "english" else [n, a] for a, n in pairs]


@pytest.fixture(scope="module")
def model():
    torch.manual_seed(0)
    shape = BiLMShape(CharShape(char_dim=4, filters=((1, 8), (2, 8)), emb_dim=16), 24, 16)
    fresh = BiLanguageModel(shape, Vocabulary.build([WORDS])).eval()
    english = sentences("english", 200)
    return fine_tune(fresh, english, english[:21], epochs=5, rows=2, steps=8, learning_rate=1e-2)[0]


def test_it_learns_the_order_of_the_new_text(model):
    french = sentences("french", 200)
    tuned, before, after = fine_tune(model, french, french[:21], 4, 2, 8, learning_rate=1e-2)
    assert before.forward > 2 * after.forward
    assert before.backward > 2 * after.backward
    assert after == perplexity(tuned, french[:21])


def test_the_model_itself_stays_as_it_was(model):
    saved = {name: value.clone() for name, value in model.state_dict().items()}
    french = sentences("french", 40)
    first, *_ = fine_tune(model, french, french[:5], rows=4)
    again, *_ = fine_tune(model, french, french[:5], rows=4)
    for name, value in model.state_dict().items():
        assert torch.equal(value, saved[name])
        assert torch.equal(first.state_dict()[name], again.state_dict()[name])
    assert any(not torch.equal(first.state_dict()[n], saved[n]) for n in saved)


def test_nothing_to_read(model):
    with pytest.raises(ValueError, match="nothing to read"):
        fine_tune(model, [], [["a"]])


def test_on_a_cluster_one_process_is_one_process(model, monkeypatch):
    monkeypatch.setenv("WORLD_SIZE", "3")
    monkeypatch.setenv("RANK", "1")
    french = sentences("french", 10)
    tuned, *_ = fine_tune(model, french, french[:5], rows=4)
    assert not tuned.training


def test_random_numbers_of_the_caller_go_on_as_before(model):
    french = sentences("french", 10)
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    fine_tune(model, french, french[:5], rows=4)
    assert torch.equal(torch.rand(3), expected)


def test_a_model_stays_on_its_device(model, monkeypatch):
    """ "meta" stands for a GPU: a TrainingRun is asked for it, and goes no further."""
    asked = []

    def run(model, files, settings, device="cpu"):
        asked.append(torch.device(device).type)
        raise StopIteration

    monkeypatch.setattr(module, "TrainingRun", run)
    monkeypatch.setattr(module, "perplexity", lambda *_: None)
    with pytest.raises(StopIteration):
        fine_tune(copy.deepcopy(model).to("meta"), sentences("french", 3), [])
    assert asked == ["meta"]
