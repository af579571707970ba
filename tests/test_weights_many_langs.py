"""ELMoForManyLangs: our reader gives the vectors that its own package gives."""

import json
import random
import sys
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from elmo_lite.elmo import Elmo
from elmo_lite.weights import many_langs

LETTERS = ("<bos>", "<eos>", "<bow>", "<eow>", "<oov>", "<pad>", "\u3000", *"abdehknotu배가선물")
WORDS = ("<oov>", "<bos>", "<eos>", "<pad>", "the", "배가", "boundaboundab")
SENTENCES = [
    ["배가", "떠났다", "."],
    ["the", "bank"],
    ["a" * 60, "선물", "<bos>", "\u3000", "é"],
    ["one"],
]
CONFIG = {
    "encoder": {
        "name": "elmo",
        "projection_dim": 6,
        "cell_clip": 0.5,
        "proj_clip": 0.3,
        "dim": 10,
        "n_layers": 2,
    },
    "token_embedder": {
        "name": "cnn",
        "activation": "relu",
        "filters": [[1, 4], [2, 5], [3, 6]],
        "n_highway": 2,
        "word_dim": 7,
        "char_dim": 5,
        "max_characters_per_token": 15,
    },
    "dropout": 0.1,
}


@pytest.fixture
def theirs(monkeypatch):
    """Their package; its decorators do not run with newer versions of theirs."""
    monkeypatch.setitem(sys.modules, "overrides", SimpleNamespace(overrides=lambda f: f))
    pytest.importorskip("elmoformanylangs")
    yield
    for name in [name for name in sys.modules if name.startswith("elmoformanylangs")]:
        del sys.modules[name]


@pytest.fixture
def model(theirs, tmp_path):
    """model(**changes of the token embedder) -> their Embedder and the folder it reads."""
    from elmoformanylangs import Embedder
    from elmoformanylangs.frontend import Model
    from elmoformanylangs.modules.embedding_layer import EmbeddingLayer

    def write(**changes):
        config = CONFIG | {"token_embedder": CONFIG["token_embedder"] | changes}
        dims = config["token_embedder"]
        for name, items in (("char.dic", LETTERS), ("word.dic", WORDS)):
            lines = [f"{item}\t{i}\n" for i, item in enumerate(items)]
            (tmp_path / name).write_text("".join(lines), encoding="utf-8")
        (tmp_path / "config.json").write_text(json.dumps({"config_path": "/their/own/small.json"}))
        (tmp_path / "small.json").write_text(json.dumps(config))
        torch.manual_seed(0)
        tables = [
            EmbeddingLayer(dim, {item: i for i, item in enumerate(items)}, fix_emb=False)
            if dim
            else None
            for dim, items in ((dims["word_dim"], WORDS), (dims["char_dim"], LETTERS))
        ]
        made = Model(config, *tables)
        for parameter in made.parameters():
            torch.nn.init.normal_(parameter, std=0.4)
        for part in ("token_embedder", "encoder"):
            torch.save(getattr(made, part).state_dict(), tmp_path / f"{part}.pkl")
        return Embedder(str(tmp_path)), tmp_path

    return write


@pytest.mark.parametrize("changes", [{}, {"word_dim": 0}, {"activation": "tanh", "n_highway": 1}])
def test_vectors_equal_those_of_their_package(model, changes):
    embedder, folder = model(**changes)
    with torch.no_grad():
        expected = embedder.sents2elmo(SENTENCES, output_layer=-2)
    found = Elmo.load(folder).embed(SENTENCES, layer="all")
    for ours, reference in zip(found, expected, strict=True):
        np.testing.assert_allclose(ours, reference, rtol=0, atol=1e-5)


def test_the_state_is_carried_as_theirs_is(model):
    """Their package sorts the sentences of a batch by length: so do we, to compare."""
    embedder, folder = model()
    batches = [["배가", "the", "bank"], ["the", "one"]], [["ab", "ba", "on"], ["tea"]]
    elmo = Elmo.load(folder).start_from("carried", rows=2)
    with torch.no_grad():
        for batch in batches:
            expected = embedder.sents2elmo(batch, output_layer=-2)
            for ours, reference in zip(elmo.embed(batch, layer="all"), expected, strict=True):
                np.testing.assert_allclose(ours, reference, rtol=0, atol=1e-5)


def test_their_random_order_of_batches_is_the_only_difference(model):
    """Of several batches they read one at random first; in its order we have its vectors."""
    embedder, folder = model()
    embedder.batch_size = 2
    sentences = [["배가", "the", "bank"], ["one"], ["the", "one"], ["ab", "ba"], ["tea", "on"] * 2]
    by_length = sorted(range(5), key=lambda i: -len(sentences[i]))
    batches = [by_length[:2], by_length[2:4], by_length[4:]]
    orders = set()
    for seed in (0, 1, 4):
        random.seed(seed)
        with torch.no_grad():
            embedder.model.encoder.reset_states()
            expected = embedder.sents2elmo(sentences, output_layer=-2)
        order = [0, 1, 2]
        random.Random(seed).shuffle(order)
        orders.add(tuple(order))
        elmo = Elmo.load(folder).start_from("carried", rows=2)
        for batch in (batches[i] for i in order):
            found = elmo.embed([sentences[i] for i in batch], layer="all")
            for i, ours in zip(batch, found, strict=True):
                np.testing.assert_allclose(ours, expected[i], rtol=0, atol=1e-5)
    assert len(orders) > 1 and any(order[0] == 2 for order in orders)  # the batch of one first


def test_a_usual_shape_needs_no_configuration(model):
    _, folder = model()
    (folder / "small.json").unlink()
    bilm = many_langs.load(folder)
    assert (bilm.shape.cell_clip, bilm.shape.characters.max_characters) == (3, 50)
    assert bilm.shape.characters.filters == ((1, 4), (2, 5), (3, 6)) and bilm.shape.num_layers == 2


@pytest.fixture
def written(tmp_path):
    """The folder of a model as they write it, made without their package; nothing in it fits."""
    arrays = {"word_emb_layer.embedding.weight": torch.zeros(7, 2)}
    for part in ("token_embedder", "encoder"):
        torch.save(arrays, tmp_path / f"{part}.pkl")
    for name, items in (("char.dic", LETTERS), ("word.dic", WORDS)):
        lines = [f"{item}\t{i}\n" for i, item in enumerate(items)]
        (tmp_path / name).write_text("".join(lines), encoding="utf-8")
    (tmp_path / "config.json").write_text('{"config_path": "none.json"}')
    return tmp_path


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("token_embedder.pkl", [1, 2], "token_embedder.pkl is damaged or holds more than arrays"),
        ("encoder.pkl", {"a": [1]}, "encoder.pkl is damaged or holds more than arrays"),
        (
            "token_embedder.pkl",
            {"word_emb_layer.embedding.weight": torch.zeros(3)},
            "holds no ELMoForManyLangs model .*index out of range",
        ),
        ("char.dic", b"a\tx\n", r"char.dic is damaged \(invalid literal"),
        ("char.dic", b"\xff\t1\n", r"char.dic is damaged \('utf-8' codec"),
        ("char.dic", b"<oov>\t0\n", "char.dic is damaged: its ids have gaps, or a mark"),
        ("word.dic", b"<oov>\t0\nthe\t2\n", "word.dic is damaged: its ids have gaps"),
        ("config.json", b"{", "config.json is damaged"),
        ("config.json", b"[]", "config.json is damaged: it holds no JSON object"),
        ("config.json", b"{}", r"no ELMoForManyLangs model .*\('config_path'\)"),
    ],
)
def test_a_damaged_file_is_named(written, name, content, says):
    if isinstance(content, bytes):
        (written / name).write_bytes(content)
    else:
        torch.save(content, written / name)
    with pytest.raises(ValueError, match=says):
        many_langs.load(written)


def test_what_cannot_be_read_is_said_in_one_sentence(model):
    _, folder = model()
    encoder = torch.load(folder / "encoder.pkl", weights_only=True)
    torch.save({"lstm.weight": torch.zeros(3)}, folder / "encoder.pkl")
    with pytest.raises(ValueError, match=r"no ELMoForManyLangs model .*forward_layer_0"):
        many_langs.load(folder)
    del encoder["backward_layer_1.state_linearity.weight"]
    torch.save(encoder, folder / "encoder.pkl")
    with pytest.raises(ValueError, match=r"backward_layer_1.state_linearity.weight"):
        many_langs.load(folder)
    torch.save({"weight": print}, folder / "encoder.pkl")
    with pytest.raises(ValueError, match=r"damaged or holds more than arrays: fetch it again"):
        many_langs.load(folder)
    (folder / "char.dic").unlink()
    torch.save(encoder, folder / "encoder.pkl")
    with pytest.raises(FileNotFoundError, match=r"There is no .*char.dic: unpack the whole model"):
        many_langs.load(folder)
    (folder / "token_embedder.pkl").unlink()
    with pytest.raises(FileNotFoundError, match=r"token_embedder.pkl"):
        many_langs.load(folder)
