"""Our weights on disk: several writers do not meet, and what cannot be right is refused."""

import json
import shutil

import pytest
import small
import torch

from elmo_lite import weights
from elmo_lite.bilm import load_shape
from elmo_lite.elmo import Elmo
from microscope.store import Store


@pytest.fixture
def folder(tmp_path):
    weights.ours.save(small.language_model(), tmp_path / "model")
    return tmp_path / "model"


def test_two_writers_of_one_folder_do_not_meet(tmp_path, monkeypatch):
    """The second one writes everything while the first one is in the middle of its weights."""
    model, save_file = small.language_model(), weights.ours.save_file

    def another_comes(*args, **kwargs):
        save_file(*args, **kwargs)
        monkeypatch.setattr(weights.ours, "save_file", save_file)
        weights.ours.save(model, tmp_path)

    monkeypatch.setattr(weights.ours, "save_file", another_comes)
    weights.ours.save(model, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(weights.ours.NAMES)
    weights.ours.load(tmp_path)


def test_weights_too_large_for_half_precision_are_refused(tmp_path):
    model = small.language_model()
    with torch.no_grad():
        model.bilm.char_cnn.projection.bias[0] = 70_000
    with pytest.raises(ValueError, match="projection.bias holds 70,000, too much .*: half=False"):
        weights.ours.save(model, tmp_path)
    assert not (tmp_path / "weights.safetensors").exists()
    weights.ours.save(model, tmp_path, half=False)
    assert weights.ours.load(tmp_path).bilm.char_cnn.projection.bias[0] == 70_000
    with pytest.raises(ValueError, match="vectors holds 100,000, too much for half precision"):
        weights.ours.save_vectors(model.vocabulary, torch.full((6, 2), 1e5), tmp_path)


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_weights_that_are_no_numbers_are_not_loaded(tmp_path, number):
    model = small.language_model()
    with torch.no_grad():
        model.bilm.char_cnn.projection.bias[0] = number
    weights.ours.save(model, tmp_path, half=False)
    with pytest.raises(ValueError, match="projection.bias holds values that are not numbers"):
        weights.ours.load(tmp_path)


@pytest.mark.parametrize(
    ("part", "name", "value", "says"),
    [
        ("", "hidden_dim", "192", "hidden_dim is '192'"),
        ("", "num_layers", True, "num_layers is True"),
        ("", "num_layers", 10**9, "num_layers is 1000000000"),
        ("", "cell_clip", -3, "A clip is -3"),
        ("", "proj_clip", "3", "A clip is '3'"),
        ("", "proj_clip", float("nan"), "A clip is nan"),
        ("", "skip", "false", "skip is 'false'"),
        ("", "peepholes", True, "unexpected keyword argument 'peepholes'"),
        ("characters", "char_dim", 4.0, "char_dim is 4.0"),
        ("characters", "emb_dim", 0, "emb_dim is 0"),
        ("characters", "num_highway", -1, "num_highway is -1"),
        ("characters", "max_characters", 2, "max_characters is 2: give a whole number from 3"),
        ("characters", "filters", [], "There are no filters"),
        ("characters", "filters", [["1", 4]], "width is '1'"),
        ("characters", "filters", [[51, 4]], "max_characters is 50: give a whole number from 51"),
        ("characters", "filters", [[1, 4, 5]], "too many values"),
        ("characters", "filters", 3, "not iterable"),
        ("characters", "activation", "gelu", "activation is 'gelu'"),
    ],
)
def test_a_shape_that_cannot_be_is_refused_with_the_file_and_the_reason(
    folder, part, name, value, says
):
    path = folder / "options.json"
    options = json.loads(path.read_text())
    (options[part] if part else options)[name] = value
    path.write_text(json.dumps(options))
    with pytest.raises(ValueError, match="does not describe a biLM") as caught:
        weights.ours.load(folder)
    assert says in str(caught.value) and str(path) in str(caught.value)


def test_the_shapes_of_the_course_are_read(folder):
    assert load_shape(folder / "options.json") == small.SHAPE
    shutil.copy(folder / "options.json", folder / "o.json")
    (folder / "o.json").write_text("[]")
    with pytest.raises(ValueError, match="o.json is damaged: it holds no JSON object"):
        load_shape(folder / "o.json")


def test_a_folder_of_a_training_leads_to_its_weights(tmp_path):
    with pytest.raises(FileNotFoundError, match="name a folder of weights of this course"):
        weights.ours.load(tmp_path)
    weights.ours.save(small.language_model(), tmp_path / "model")
    for load in (weights.ours.load, Elmo.load, lambda folder: Store({"en": folder})):
        with pytest.raises((FileNotFoundError, ValueError), match="name that") as caught:
            load(tmp_path)
        assert f"are in {tmp_path / 'model'}, so" in str(caught.value)
