"""Published weights: the same vectors as other programs make of them, and clear refusals."""

import json
import shutil
from dataclasses import replace
from functools import partial

import h5py
import numpy as np
import pytest
import small
import torch

from elmo_lite.bilm import SHAPES, BiLM, BiLMShape
from elmo_lite.char_cnn import CharShape
from elmo_lite.reading import products
from elmo_lite.reading.fast import Reader
from elmo_lite.reading.plain import read, read_on
from elmo_lite.weights import published
from elmo_lite.weights.files import read_options

MODELS = published.MODELS
FILTERS = ((1, 4), (2, 5), (3, 6))
TINY = BiLMShape(
    CharShape(char_dim=3, filters=FILTERS, num_highway=2, emb_dim=8), hidden_dim=12, proj_dim=8
)


def tiny(**changes):
    """TINY with other options of the char-CNN or of the LSTMs."""
    names = CharShape.__dataclass_fields__
    ours = {name: changes.pop(name) for name in list(changes) if name in names}
    if "proj_dim" in changes:
        ours["emb_dim"] = changes["proj_dim"]
    return replace(TINY, characters=replace(TINY.characters, **ours), **changes)


GEOMETRIES = {
    "as published": tiny(),
    "one wide layer, tanh, tight clips": tiny(
        num_layers=1, activation="tanh", num_highway=1, cell_clip=0.2, proj_clip=0.1, hidden_dim=20
    ),
    "three layers, no clips, no highway": tiny(
        num_layers=3, num_highway=0, cell_clip=None, proj_clip=None
    ),
    "seven widths": tiny(filters=tuple((w, 2 * w) for w in range(1, 8)), char_dim=5, proj_dim=6),
    "filters as wide as the token vector": tiny(proj_dim=15, hidden_dim=15, proj_clip=None),
}

HARD = ["가" * 15 + "ab", "가" * 16, "가" * 20, "x" * 48, "y" * 49, "z" * 200, "b" * 47]
BATCHES = [  # ragged, growing, shrinking, with empty sentences and words of 47 to 200 bytes
    [["The", "bank", "was", "closed", "."], ["one"], []],
    [
        ["배가", "항구에", "닿았다", "."],
        HARD,
        ["<S>", "x", "</S>"],
        [],
        ["👩‍👧", "é", "e\u0301", ""],
    ],
    [[]],
    [["</S>"], ["a", "b"] * 9],
    [["The", "bank"], ["a"], ["a"], ["a"], ["a"], ["one", "more", "row"]],
]


@pytest.fixture
def saved(tmp_path):
    """saved(shape) -> the biLM and the two files it was written to."""

    def save(shape=TINY, seed=0):
        bilm, files = small.random_bilm(shape, seed), (tmp_path / "o.json", tmp_path / "w.hdf5")
        published.save(bilm, *files)
        return bilm, *files

    return save


class PlainReader:
    """reading.py in the form of a Reader."""

    def __init__(self, bilm):
        self.read, self.read_on = partial(read, bilm), partial(read_on, bilm)


@pytest.fixture(params=["plain", "fast", "fast with public operations"])
def reader(request, monkeypatch):
    """reader(bilm) has read and read_on, in each of our ways."""
    if request.param == "fast with public operations":
        monkeypatch.setattr(products, "WAYS", (products.Public,))
    return PlainReader if request.param == "plain" else Reader


def theirs(options, weights):
    """AllenNLP's biLM; read(sentences) -> its layers, each (batch, time, 2 * proj_dim)."""
    pytest.importorskip("simple_elmo_pytorch")
    from simple_elmo_pytorch import ElmoBiLmSentence, batch_to_ids

    bilm = ElmoBiLmSentence(str(options), str(weights)).eval()

    def run(sentences):
        time = max(map(len, sentences))
        # batch_to_ids cannot make a batch of empty sentences only.
        ids = batch_to_ids(sentences) if time else torch.zeros(len(sentences), 1, 50).long()
        return [layer[:, : time + 2] for layer in bilm(ids)["activations"]]

    return bilm, run


def difference(layers, others):
    """The largest difference in all layers, the padding included."""
    assert len(layers) == len(others)
    return max(float((layers[j] - other).abs().max()) for j, other in enumerate(others))


@pytest.mark.parametrize("name", GEOMETRIES)
def test_layers_equal_those_of_allennlp(saved, reader, name):
    bilm, *files = saved(GEOMETRIES[name])
    reference, run = theirs(*files)
    ours, states = reader(published.load(*files)), None
    with torch.inference_mode():
        for sentences in BATCHES:  # with carried state
            layers, states = ours.read_on(sentences, states)
            assert difference(layers, run(sentences)) < 1e-5
        for sentences in BATCHES:  # without
            reference._elmo_lstm.reset_states()
            activations = run(sentences)
            assert difference(ours.read_on(sentences)[0], activations) < 1e-5
            for rows, layers in ours.read(sentences):
                time = layers.token.shape[1]
                assert difference(layers, [a[rows, :time] for a in activations]) < 1e-5


def test_references_of_the_published_fixture(data_set, reader):
    """Vectors made by the authors' own program, with carried state: the top layer."""
    folder = data_set("elmo_fixture")
    bilm = reader(published.load(folder / "options.json", folder / "lm_weights.hdf5"))
    lists = json.loads((folder / "sentences.json").read_text(encoding="utf-8"))
    files = [h5py.File(folder / f"lm_embeddings_{k}.hdf5", "r") for k in range(2)]
    states, worst, stateless = None, 0.0, 0.0
    for i in range(10):
        batch = [sentences[i].split() for sentences in lists]
        layers, states = bilm.read_on(batch, states)
        alone = bilm.read_on(batch)[0]
        for row, file in enumerate(files):
            words = slice(1, len(batch[row]) + 1)
            for side, direction in enumerate(("forward", "backward")):
                reference = file[str(i)][side]
                ours = getattr(layers, direction)[-1][row, words].numpy()
                assert ours.shape == reference.shape
                worst = max(worst, np.abs(ours - reference).max())
                ours = getattr(alone, direction)[-1][row, words].numpy()
                stateless = max(stateless, np.abs(ours - reference).max())
    assert worst < 1e-5
    assert stateless > 1  # the state matters: this test sees it


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def in_numpy(file, options, sentence, backward=False):
    """One direction of one sentence straight from the file, as the format is described.

    Returns x and the output of each layer, every one (words + 2, dim).
    """
    cnn, lstm = options["char_cnn"], options["lstm"]
    size = cnn["max_characters_per_token"]
    marks = [[258, 256, 259], *([258, *w.encode()[: size - 2], 259] for w in sentence)]
    rows = [row + [260] * (size - len(row)) for row in [*marks, [258, 257, 259]]]
    x = []
    for letters in file["char_embed"][...][np.array(rows)]:
        best = []
        for i, (width, _) in enumerate(cnn["filters"]):
            windows = [letters[s : s + width].ravel() for s in range(size - width + 1)]
            kernel = file[f"CNN/W_cnn_{i}"][0].reshape(-1, file[f"CNN/b_cnn_{i}"].shape[0])
            best.append((np.array(windows) @ kernel).max(axis=0) + file[f"CNN/b_cnn_{i}"][...])
        y = np.concatenate(best)
        y = np.maximum(y, 0) if cnn["activation"] == "relu" else np.tanh(y)
        for k in range(cnn.get("n_highway") or 0):
            w = {name: array[...] for name, array in file[f"CNN_high_{k}"].items()}
            gate = sigmoid(y @ w["W_carry"] + w["b_carry"])
            y = gate * np.maximum(y @ w["W_transform"] + w["b_transform"], 0) + (1 - gate) * y
        if "CNN_proj" in file:
            y = y @ file["CNN_proj/W_proj"][...] + file["CNN_proj/b_proj"][...]
        x.append(y)
    layers = [np.array(x)[:: -1 if backward else 1]]
    for j in range(lstm.get("n_layers", 1)):
        cell = file[f"RNN_{int(backward)}/RNN/MultiRNNCell/Cell{j}/LSTMCell"]
        h, c, outputs = np.zeros(lstm["projection_dim"]), np.zeros(lstm["dim"]), []
        for v in layers[-1]:
            i, g, f, o = np.split(np.concatenate([v, h]) @ cell["W_0"][...] + cell["B"][...], 4)
            c = sigmoid(f + 1) * c + sigmoid(i) * np.tanh(g)
            c = np.clip(c, -lstm["cell_clip"], lstm["cell_clip"]) if lstm.get("cell_clip") else c
            h = sigmoid(o) * np.tanh(c)
            if "W_P_0" in cell:
                h = h @ cell["W_P_0"][...]
                clip = lstm.get("proj_clip")
                h = np.clip(h, -clip, clip) if clip else h
            outputs.append(h)
        skip = lstm.get("use_skip_connections") and j > 0
        layers.append(np.array(outputs) + (layers[-1] if skip else 0))
    return [layer[:: -1 if backward else 1] for layer in layers]


def edit(path, **changes):
    """Change an options file: edit(path, lstm={...}, char_cnn={...}); None takes a key out."""
    options = json.loads(path.read_text())
    for section, values in changes.items():
        if isinstance(values, dict):
            options[section].update(values)
            options[section] = {k: v for k, v in options[section].items() if v is not None}
        else:
            options[section] = values
    path.write_text(json.dumps(options))
    return options


def as_bilm_tf(shape, options, weights):
    """Take away what bilm-tf would not have written for this shape."""
    with h5py.File(weights, "r+") as file:
        if shape.characters.num_filters == shape.proj_dim:
            del file["CNN_proj"]
        for direction in range(2):
            for j in range(shape.num_layers):
                if shape.hidden_dim == shape.proj_dim:
                    del file[f"RNN_{direction}/RNN/MultiRNNCell/Cell{j}/LSTMCell/W_P_0"]
    edit(options, char_cnn={"n_characters": 261}, bidirectional=True, n_tokens_vocab=9, dropout=0.1)


ODD = {  # what AllenNLP cannot read, against the description of the format in numpy
    "no skip connection": tiny(skip=False, num_layers=3),
    "12 characters a word": tiny(max_characters=12),
    "80 characters a word": tiny(max_characters=80, activation="tanh", num_highway=0),
    "no projection in the char-CNN": tiny(proj_dim=15, hidden_dim=20),
    "no projection in the LSTM": tiny(proj_dim=8, hidden_dim=8, proj_clip=0.05),
    "no projection at all, no clips": tiny(
        proj_dim=15, hidden_dim=15, proj_clip=None, cell_clip=None, num_highway=1
    ),
    "only one clip": tiny(cell_clip=0.1, proj_clip=None),
}


@pytest.mark.parametrize("name", ODD)
def test_options_of_bilm_tf_equal_numpy(saved, reader, name):
    shape = ODD[name]
    _, options, weights = saved(shape)
    as_bilm_tf(shape, options, weights)
    bilm = reader(published.load(options, weights))
    sentence = ["The", "bank", "배가항구에닿았다", "z" * 90]
    layers = bilm.read_on([sentence])[0].named()
    found = json.loads(options.read_text())
    with h5py.File(weights, "r") as file:
        for direction in ("forward", "backward"):
            reference = in_numpy(file, found, sentence, direction == "backward")
            np.testing.assert_allclose(layers["token"][0], reference[0], rtol=0, atol=1e-5)
            for j in range(1, shape.num_layers + 1):
                ours = layers[f"{direction} {j}"][0]
                np.testing.assert_allclose(ours, reference[j], rtol=0, atol=1e-5)


def test_bilm_tf_names_a_single_layer_otherwise(saved):
    bilm, options, weights = saved(tiny(num_layers=1))
    with h5py.File(weights, "r+") as file:
        for direction in ("RNN_0", "RNN_1"):
            file.move(f"{direction}/RNN/MultiRNNCell/Cell0/LSTMCell", f"{direction}/RNN/LSTMCell")
            del file[f"{direction}/RNN/MultiRNNCell"]
    edit(options, lstm={"n_layers": None})
    assert same(published.load(options, weights), bilm)


def same(one, other):
    pairs = zip(one.state_dict().values(), other.state_dict().values(), strict=True)
    return one.shape == other.shape and all(torch.allclose(a, b, atol=1e-6) for a, b in pairs)


@pytest.mark.parametrize("name", GEOMETRIES)
def test_what_is_saved_comes_back(saved, name):
    bilm, *files = saved(GEOMETRIES[name])
    found = published.load(*files)
    assert same(found, bilm) and not found.training
    assert all(p.requires_grad and p.is_contiguous() for p in found.parameters())


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"lstm": {"peepholes": True}}, "lstm asks for peepholes"),
        ({"char_cnn": {"activation": "gelu"}}, "activation is 'gelu': choose 'relu' or 'tanh'"),
        ({"char_cnn": {"n_characters": 300}}, "n_characters is 300"),
        ({"char_cnn": {"filters": []}}, "There are no filters"),
        ({"char_cnn": {"filters": [[1, 4, 5]]}}, "too many values"),
        ({"char_cnn": {"max_characters_per_token": 2}}, "max_characters is 2"),
        ({"lstm": {"dim": True}}, "hidden_dim is True"),
        ({"lstm": {"projection_dim": None}}, "'projection_dim'"),
        ({"lstm": {"cell_clip": -3}}, "A clip is -3"),
        ({"lstm": {"use_skip_connections": 1}}, "skip is 1"),
        ({"bidirectional": False}, "ELMo needs both directions"),
        ({"char_cnn": None}, "'NoneType'"),
        ({"attention": True}, "options asks for attention"),
    ],
)
def test_an_option_that_cannot_be_honoured_is_named(saved, changes, sentence):
    _, options, weights = saved()
    edit(options, **changes)
    with pytest.raises(ValueError, match=sentence) as caught:
        published.load(options, weights)
    assert str(options) in str(caught.value) and "\n" not in str(caught.value)


def test_clips_of_null_nothing_and_0_mean_none(saved):
    _, options, _ = saved()
    found = edit(options, lstm={"cell_clip": 0, "proj_clip": None})
    assert "proj_clip" not in found["lstm"]
    assert read_options(options) == tiny(cell_clip=None, proj_clip=None)


CELL = "RNN_1/RNN/MultiRNNCell/Cell1/LSTMCell"


def put(name, value):
    def change(path):
        with h5py.File(path, "r+") as file:
            if name in file:
                del file[name]
            if value is not None:
                file[name] = value

    return change


def cut(share):
    return lambda path: path.write_bytes(path.read_bytes()[: int(share * path.stat().st_size)])


def flip(path):
    """One bit in the middle of the largest array."""
    with h5py.File(path, "r") as file:
        chunk = file[f"{CELL}/W_0"].id.get_chunk_info(0)
    data = bytearray(path.read_bytes())
    data[chunk.byte_offset + chunk.size // 2] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (cut(0.6), "damaged or not an HDF5 file"),
        (cut(0), "damaged or not an HDF5 file"),
        (lambda path: path.write_text("<html>Not found</html>"), "damaged or not an HDF5 file"),
        (flip, "damaged or not an HDF5 file"),
        (put("CNN_proj/W_proj", None), "lacks CNN_proj/W_proj"),
        (put("CNN_proj/b_proj", np.zeros(9)), "CNN_proj/b_proj is 9, but the options ask for 8"),
        (put("char_embed", np.zeros((262, 3))), "char_embed is 262x3, but .* ask for 261x3"),
        (put(f"{CELL}/B", np.full(48, np.nan)), f"{CELL}/B holds values that are not numbers"),
        (put(f"{CELL}/B", np.zeros(48, int)), f"{CELL}/B is 48 and not of numbers"),
        (put(f"{CELL}/W_F_diag", np.zeros(12)), "W_F_diag, of which the options know nothing"),
        (put("CNN_high_2/b_carry", np.zeros(15)), "CNN_high_2/b_carry, of which the options know"),
        (put("RNN_0", None), "lacks RNN_0/RNN/MultiRNNCell/Cell0/LSTMCell/W_0"),
        (put("char_embed", None), "lacks char_embed: it does not fit the options"),
    ],
)
def test_a_weight_file_that_does_not_fit_is_refused_in_one_sentence(saved, change, sentence):
    _, options, weights = saved()
    change(weights)
    with pytest.raises(ValueError, match=sentence) as caught:
        published.load(options, weights)
    assert str(weights) in str(caught.value) and "\n" not in str(caught.value)


def test_too_little_memory_is_no_damage(saved, monkeypatch):
    def full(*_):
        raise MemoryError

    _, options, weights = saved()
    monkeypatch.setattr(h5py.Dataset, "__getitem__", full)
    with pytest.raises(MemoryError):
        published.load(options, weights)


def test_missing_files(saved, tmp_path):
    _, options, weights = saved()
    with pytest.raises(FileNotFoundError, match="no options file"):
        published.load(tmp_path / "none.json", weights)
    with pytest.raises(FileNotFoundError, match="no weight file"):
        published.load(options, tmp_path / "none.hdf5")
    options.write_text("{")
    with pytest.raises(ValueError, match="o.json is damaged"):
        published.load(options, weights)


def test_the_published_models_have_their_known_sizes():
    millions = {name: published.number_of_weights(s) / 1e6 for name, (_, s) in MODELS.items()}
    assert {name: round(n, 1) for name, n in millions.items()} == {
        "small": 13.6,
        "medium": 28.0,
        "original": 93.6,
        "5.5b": 93.6,
    }
    parameters = sum(p.numel() for p in BiLM(SHAPES["small"]).parameters())
    assert parameters == published.number_of_weights(SHAPES["small"]) + 16  # the row of id 0
    assert MODELS["small"][1] == SHAPES["small"] and MODELS["5.5b"][1] == SHAPES["original"]


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """A cache and a folder of data, both empty, and a model "tiny" with its published file."""
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("ELMO_LITE_DATA", str(tmp_path / "data"))
    monkeypatch.setitem(MODELS, "tiny", ("tiny", TINY))
    (tmp_path / "data").mkdir()
    published.save(small.random_bilm(TINY), tmp_path / "o.json", tmp_path / "w.hdf5")
    return tmp_path


def test_a_large_model_is_not_fetched_unasked(folders):
    for name in ("original", "medium", "5.5B"):
        with pytest.raises(FileNotFoundError, match=r"download=True") as caught:
            published.load(name)
        stem, shape = MODELS[name.lower()]
        assert f"{4e-6 * published.number_of_weights(shape):.0f} MB, https://" in str(caught.value)
        assert f"/{stem}/elmo_{stem}_weights.hdf5)" in str(caught.value)
    with pytest.raises(ValueError, match="choose small, medium, original, 5.5b.*or give two files"):
        published.load("large")


@pytest.mark.parametrize("place", ["data", "data/elmo", "cache/published"])
def test_a_local_copy_is_found_first(folders, place):
    (folders / place).mkdir(parents=True, exist_ok=True)
    shutil.copy(folders / "w.hdf5", folders / place / "elmo_tiny_weights.hdf5")
    assert same(published.load("tiny"), small.random_bilm(TINY))


def test_without_a_network_one_sentence_says_what_to_do(folders):
    with pytest.raises(FileNotFoundError, match=r"\(there is no connection to .*\): try again"):
        published.load("tiny")
