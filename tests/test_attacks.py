"""Files that were made to do harm, or were damaged: weights, checkpoints and word vectors.

Each is refused in one sentence that names the file, and costs neither memory nor time. Nothing in
a file is run, and nothing outside it is read. What is accepted is numbers, whole and finite.
"""

import contextlib
import json
import os
import random
import re
import shutil
import zipfile
from dataclasses import replace
from pathlib import Path

import h5py
import numpy as np
import pytest
import small
import torch
from safetensors.torch import load_file, save_file

from elmo_lite import weights
from elmo_lite.bilm import BiLMShape, save_shape
from elmo_lite.char_cnn import CharShape
from elmo_lite.elmo import Elmo
from elmo_lite.training import checkpoints, warm_start
from elmo_lite.training import command as pretrain
from elmo_lite.weights import many_langs, published

HUGE = BiLMShape(CharShape(emb_dim=2000), hidden_dim=20_000, proj_dim=2000)
pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")


@contextlib.contextmanager
def little_memory(megabytes=300):
    """Ends whoever asks for more memory than that."""
    resource, status = pytest.importorskip("resource"), Path("/proc/self/status")
    if not status.exists():
        pytest.skip("only Linux says how much memory a process has")
    taken = 1024 * int(re.search(r"VmData:\s+(\d+) kB", status.read_text())[1])
    limits = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (taken + megabytes * 10**6, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, limits)


def refused(read, says, path):
    """The sentence with which a file is refused: a ValueError of one line that names it."""
    with little_memory(), pytest.raises((ValueError, FileNotFoundError)) as caught:
        read()
    said = str(caught.value)
    assert re.search(says, said) and str(path) in said and "\n" not in said, said


def damages(path, number, seed=0):
    """The bytes of a file with one bit flipped, cut, or with a piece of junk."""
    good, chance = path.read_bytes(), random.Random(seed)
    for _ in range(number):
        bad, at = bytearray(good), chance.randrange(len(good))
        kind = chance.choice(("flip", "cut", "junk"))
        if kind == "flip":
            bad[at] ^= 1 << chance.randrange(8)
        elif kind == "cut":
            del bad[at:]
        else:
            bad[at : at + 8] = chance.randbytes(8)
        yield bytes(bad)


def survives(read, path, number):
    """Damaged in many ways, a file is refused in a sentence or gives finite numbers."""
    good = path.read_bytes()
    for data in damages(path, number):
        path.write_bytes(data)
        try:
            module = read()
        except (ValueError, FileNotFoundError) as error:
            assert str(path.parent) in str(error) and "\n" not in str(error), error
        else:
            assert all(array.isfinite().all() for array in module.state_dict().values())
    path.write_bytes(good)
    read()


# ---- our own weights ----


@pytest.fixture
def ours(tmp_path):
    """A folder with weights of the course."""
    weights.ours.save(small.language_model(), tmp_path / "model")
    return tmp_path / "model"


def rewritten(folder, change, name="weights.safetensors"):
    """Change the arrays of a file."""
    arrays = load_file(folder / name)
    change(arrays)
    save_file(arrays, folder / name)
    return folder / name


BIAS = "bilm.char_cnn.projection.bias"


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (torch.ones(6, dtype=torch.int8), "bias holds int8, and weights are float16"),
        (torch.ones(6, dtype=torch.int64), "bias holds int64"),
        (torch.ones(6, dtype=torch.bool), "bias holds bool"),
        (torch.ones(6, dtype=torch.complex64), "bias holds complex64"),
        (torch.ones(6).to(torch.float8_e4m3fn), "bias holds float8_e4m3fn"),
        (torch.full((6,), 1e30), r"bias holds 1e\+30, and no weight is beyond 100,000"),
        (torch.full((6,), -1e30), r"bias holds -1e\+30"),
        (torch.full((6,), torch.nan), "bias holds values that are not numbers"),
        (torch.full((6,), -torch.inf), "bias holds values that are not numbers"),
        (torch.ones(7), "bias is 7, where 6 is asked for"),
        (torch.ones(6, 1), "bias is 6 x 1, where 6 is asked for"),
        (torch.ones(()), "bias is , where 6 is asked for"),
    ],
)
def test_arrays_that_are_no_weights_are_refused(ours, value, says):
    path = rewritten(ours, lambda arrays: arrays.update({BIAS: value}))
    refused(lambda: Elmo.load(ours), says, path)


def test_arrays_too_few_or_too_many_are_refused(ours):
    path = rewritten(ours, lambda arrays: arrays.pop(BIAS))
    refused(lambda: Elmo.load(ours), f"{BIAS} is missing, where 6 is asked for", path)
    path = rewritten(ours, lambda arrays: arrays.update({BIAS: torch.ones(6), "x": torch.ones(2)}))
    refused(lambda: Elmo.load(ours), "x is 2, where no such array is asked for", path)


@pytest.mark.parametrize(
    "shape",
    [
        HUGE,
        replace(small.SHAPE, hidden_dim=100_000),
        replace(small.SHAPE, num_layers=100_000),
        replace(small.SHAPE, characters=replace(small.SHAPE.characters, num_highway=100_000)),
        replace(
            small.SHAPE,
            characters=replace(small.SHAPE.characters, filters=((1, 1),) * 100_000),
        ),
        replace(
            small.SHAPE,
            characters=replace(small.SHAPE.characters, filters=((50, 100_000),), char_dim=100_000),
        ),
    ],
    ids=["5.9 GB", "wide", "deep", "highways", "filters", "wide filters"],
)
def test_a_shape_that_asks_for_more_than_the_file_holds_costs_no_memory(ours, shape):
    save_shape(shape, ours / "options.json")
    refused(lambda: Elmo.load(ours), "does not fit options.json", ours / "weights.safetensors")
    refused(lambda: weights.ours.load_start(ours), "does not fit options.json", ours)


def test_a_damaged_file_of_weights_is_refused_or_read(ours):
    for name in weights.ours.NAMES:
        survives(lambda: weights.ours.load(ours), ours / name, 40)


@pipes
@pytest.mark.parametrize("name", weights.ours.NAMES)
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(ours, name):
    (ours / name).unlink()
    os.mkfifo(ours / name)
    refused(lambda: Elmo.load(ours), f"holds no {name}", ours)
    if name != "vocabulary.tsv":
        refused(lambda: weights.ours.load_start(ours), f"holds no {name}", ours)


@pytest.mark.parametrize(
    "value", [torch.ones(6, 2, dtype=torch.int8), torch.full((6, 2), 1e30), torch.ones(6)]
)
def test_word_vectors_are_numbers_as_well(tmp_path, value):
    weights.ours.save_vectors(small.language_model().vocabulary, torch.ones(6, 2), tmp_path)
    warm_start.load(tmp_path)
    rewritten(tmp_path, lambda arrays: arrays.update(vectors=value), "vectors.safetensors")
    refused(lambda: warm_start.load(tmp_path), "vectors", tmp_path)


# ---- published weights ----


@pytest.fixture
def theirs(tmp_path):
    """The options and the weights of a published model."""
    files = tmp_path / "options.json", tmp_path / "weights.hdf5"
    published.save(small.random_bilm(small.SHAPE), *files)
    return files


def put(path, name, data=None, **how):
    """Write an array of a file anew, in another way; without data its six numbers are not there."""
    with h5py.File(path, "r+") as file:
        del file[name]
        usual = {"shape": (6,), "dtype": "f4"} if data is None else {"data": np.array(data)}
        file.create_dataset(name, **usual | how)


def elsewhere(path, name):
    """Numbers in another file of the computer."""
    secret = path.with_name("secret.bin")
    secret.write_bytes(bytes(4096))
    put(path, name, external=[(str(secret), 0, h5py.h5f.UNLIMITED)])


def virtual(path, name):
    with h5py.File(path.with_name("other.hdf5"), "w") as other:
        other["array"] = np.zeros(6, "f4")
    with h5py.File(path, "r+") as file:
        layout = h5py.VirtualLayout(file[name].shape, "f4")
        layout[...] = h5py.VirtualSource(path.with_name("other.hdf5"), "array", (6,))
        del file[name]
        file.create_virtual_dataset(name, layout)


def linked(path, name):
    with h5py.File(path.with_name("other.hdf5"), "w") as other:
        other["array"] = np.zeros(6, "f4")
    with h5py.File(path, "r+") as file:
        del file[name]
        file[name] = h5py.ExternalLink(str(path.with_name("other.hdf5")), "array")


def empty(path, name):
    with h5py.File(path, "r+") as file:
        del file[name]
        file[name] = h5py.Empty("f4")


@pytest.mark.parametrize(
    ("attack", "says"),
    [
        (put, "names CNN_proj/b_proj and does not hold its numbers"),
        (lambda *at: put(*at, data=[0.0] * 6, chunks=True, compression="gzip"), "without comp"),
        (elsewhere, "names CNN_proj/b_proj and does not hold its numbers"),
        (virtual, "names CNN_proj/b_proj and does not hold its numbers"),
        (linked, "lacks CNN_proj/b_proj"),
        (empty, "damaged|but the options ask for 6"),
        (lambda *at: put(*at, [1j] * 6), "6 and not of numbers"),
        (lambda *at: put(*at, [1] * 6), "6 and not of numbers"),
        (lambda *at: put(*at, [1e30] * 6), r"holds 1e\+30"),
        (lambda *at: put(*at, [1e300] * 6), "not numbers"),
    ],
    ids=[
        "unwritten",
        "packed",
        "external",
        "virtual",
        "link",
        "none",
        *("complex", "int8", "1e30", "1e300"),
    ],
)
def test_an_array_that_is_not_in_the_file_or_no_weight_is_refused(theirs, attack, says):
    options, file = theirs
    published.load(options, file)
    attack(file, "CNN_proj/b_proj")
    refused(lambda: published.load(options, file), says, file)


def test_twenty_kilobytes_that_ask_for_gigabytes_are_refused(tmp_path):
    """Every array has its name and its size, and none was ever written."""
    options, file = tmp_path / "options.json", tmp_path / "weights.hdf5"
    options.write_text(json.dumps(weights.files.options_of(HUGE)))
    with h5py.File(file, "w") as made:
        for name, size in published.layout(HUGE).items():
            made.create_dataset(name, size, "f4", chunks=True)
    assert file.stat().st_size < 200_000
    refused(lambda: published.load(options, file), "does not hold its numbers", file)


def test_a_projection_that_is_left_out_costs_no_memory(tmp_path):
    """An identity of 100,000 x 100,000 numbers would take 40 GB."""
    filters = ((1, 100_000),)
    shape = BiLMShape(
        CharShape(1, filters, 0, 100_000), hidden_dim=1, proj_dim=100_000, num_layers=1
    )
    options, file = tmp_path / "options.json", tmp_path / "weights.hdf5"
    options.write_text(json.dumps(weights.files.options_of(shape)))
    with h5py.File(file, "w") as made:
        for name, size in published.layout(shape).items():
            if not name.startswith("CNN_proj"):
                made[name] = np.zeros(size, "f4")
    refused(lambda: published.load(options, file), "CNN_proj/W_proj", file)


def test_damaged_files_of_a_published_model_are_refused_or_read(theirs):
    survives(lambda: published.load(*theirs), theirs[1], 100)
    survives(lambda: published.load(*theirs), theirs[0], 60)


@pipes
def test_a_pipe_is_no_published_model(theirs):
    folder = theirs[0].parent
    for path, says in zip(theirs[::-1], ("no weight file", "no options"), strict=True):
        path.unlink()
        os.mkfifo(path)
        refused(lambda: published.load(*theirs), f"There is {says}", folder)
        refused(lambda: Elmo.load(folder), "There is no", folder)


# ---- pickles ----


class Attack:
    """What runs a command where it is unpickled carelessly."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (str(self.path),)


@pytest.fixture
def pickled(tmp_path):
    """A folder of ELMoForManyLangs, of which the test writes the arrays."""
    marks = "".join(f"{m}\t{i}\n" for i, m in enumerate(("<bow>", "<eow>", "<oov>", "<pad>")))
    for name in ("char.dic", "word.dic"):
        (tmp_path / name).write_text(marks)
    (tmp_path / "config.json").write_text('{"config_path": "none.json"}')
    for name in ("token_embedder.pkl", "encoder.pkl"):
        torch.save({}, tmp_path / name)
    return tmp_path / "encoder.pkl"


def packed(path, arrays):
    """The archive of a pickle, packed: zeros take a thousandth of their room."""
    torch.save(arrays, path)
    with zipfile.ZipFile(path) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in parts.items():
            file.writestr(name, data)


@pytest.mark.parametrize(
    ("arrays", "says"),
    [
        (lambda path: {"w": Attack(path)}, "damaged or holds more than arrays"),
        (lambda path: Attack(path), "damaged or holds more than arrays"),
        (lambda _: {"w": torch.zeros(1).expand(10_000, 10_000)}, "less than its arrays ask for"),
        (lambda _: {"w": torch.empty(10**6, 10**4, device="meta")}, "more than arrays"),
        (lambda _: {"w": torch.eye(3).to_sparse()}, "more than arrays"),
        (lambda _: {"w": torch.ones(3, dtype=torch.int8)}, "w holds int8"),
        (lambda _: {"w": torch.ones(3, dtype=torch.complex64)}, "w holds complex64"),
        (lambda _: {"w": torch.full((3,), 1e30)}, r"w holds 1e\+30"),
    ],
    ids=["command", "only a command", "expanded", "meta", "sparse", "int8", "complex", "1e30"],
)
def test_a_pickle_runs_nothing_and_holds_what_it_names(pickled, tmp_path, arrays, says):
    torch.save(arrays(tmp_path / "made"), pickled)
    refused(lambda: many_langs.load(pickled.parent), says, pickled)
    assert not (tmp_path / "made").exists()


def test_a_packed_pickle_is_refused(pickled):
    packed(pickled, {"w": torch.zeros(2_000_000)})
    assert pickled.stat().st_size < 100_000
    refused(lambda: many_langs.load(pickled.parent), "damaged or holds more", pickled)


def test_arrays_of_a_pickle_that_fit_no_shape_cost_no_memory(pickled):
    """Each array is small; the layer between the filters and the vectors would take 40 GB."""
    token = {
        "char_emb_layer.embedding.weight": torch.zeros(4, 1),
        "convolutions.0.weight": torch.zeros(100_000, 1, 1),
    }
    encoder = {"forward_layer_0.state_projection.weight": torch.zeros(100_000, 1)}
    torch.save(token, pickled.with_name("token_embedder.pkl"))
    for way in ("forward", "backward"):
        for part in many_langs.LSTM.values():
            encoder.setdefault(f"{way}_layer_0.{part}", torch.zeros(3))
    torch.save(encoder, pickled)
    refused(lambda: many_langs.load(pickled.parent), "where .* is asked for", pickled.parent)


def test_damaged_pickles_are_refused(pickled):
    torch.save({"w": torch.ones(20)}, pickled)
    for data in damages(pickled, 100):
        pickled.write_bytes(data)
        refused(lambda: many_langs.load(pickled.parent), "", pickled.parent)


# ---- checkpoints ----

LINES = [f"{a} and then {b} ." for a in ("one", "two", "three") for b in ("four", "five")] * 9
SMALL = ["--size", "tiny", "--rows", "2", "--steps", "8", "--warmup", "2", "--precision", "float32"]


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A text, and the folder of a run that has read a part of it."""
    folder = tmp_path_factory.mktemp("trained")
    text, out = folder / "text.txt", folder / "run"
    text.write_text("\n".join(LINES) + "\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(pretrain.SHAPES, "tiny", small.SHAPE)
        assert pretrain.main([str(text), "--out", str(out), *SMALL, "--tokens", "40"]) == 0
    return folder


@pytest.fixture
def run(trained, tmp_path):
    """A copy of them: the text, the folder of the run, and its checkpoint."""
    for name in ("text.txt", "run"):
        copy = shutil.copytree if (trained / name).is_dir() else shutil.copy2
        copy(trained / name, tmp_path / name)
    (checkpoint,) = checkpoints.found(tmp_path / "run")
    return tmp_path / "text.txt", tmp_path / "run", checkpoint


def resume(text, out, *more):
    return pretrain.main([str(text), "--out", str(out), "--resume", "--tokens", "60", *more])


def not_resumed(run, capsys, says, *more):
    """A run that does not go on: one sentence, and nothing has changed."""
    text, out, _ = run
    log = (out / "log.jsonl").read_bytes()
    capsys.readouterr()
    assert resume(text, out, *more) == 1
    *before, said = capsys.readouterr().err.splitlines()
    assert re.search(says, said), said
    assert before in ([], ["tokens was 40, now 60"])
    assert (out / "log.jsonl").read_bytes() == log


def test_a_whole_checkpoint_goes_on_without_a_word_about_it(run, capsys):
    assert resume(*run[:2]) == 0
    assert "checksum" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "name", [*weights.ours.NAMES, "optimizer.safetensors", "states.safetensors"]
)
def test_a_flipped_bit_of_a_checkpoint_is_noticed(run, capsys, name):
    path = run[2] / name
    data = bytearray(path.read_bytes())
    data[-3] ^= 1  # a number in a weight, a digit
    path.write_bytes(data)
    not_resumed(run, capsys, f"000.* is damaged \\({name} has another sha256.*begin a new run")


def test_a_changed_number_in_the_record_is_noticed(run, capsys):
    path = run[2] / "run.json"
    record = json.loads(path.read_text())
    record["progress"]["window"] += 1
    path.write_text(json.dumps(record))
    not_resumed(run, capsys, "run.json has another sha256")


def test_an_empty_or_a_missing_optimizer_is_noticed(run, capsys):
    save_file({}, run[2] / "optimizer.safetensors")
    not_resumed(run, capsys, "optimizer.safetensors has another sha256")
    (run[2] / "optimizer.safetensors").unlink()
    not_resumed(run, capsys, "is damaged .*optimizer.safetensors")


def test_another_text_of_the_same_size_is_noticed(run, capsys):
    text = run[0].read_text()
    run[0].write_text(text.replace("one", "two"))
    assert len(run[0].read_text()) == len(text)
    not_resumed(run, capsys, "started differently .the corpus files differ.: use the same")
    run[0].write_text(text)
    assert resume(*run[:2]) == 0


def test_a_run_without_checksums_goes_on_with_a_warning(run, capsys):
    """As older versions wrote it: names and sizes of the text, and no sums."""
    path = run[2] / "run.json"
    record = json.loads(path.read_text())
    del record["sha256"]
    old = record | {"files": [file[:2] for file in record["files"]]}
    path.write_text(json.dumps(record))  # the sums alone were taken away
    not_resumed(run, capsys, "the corpus files differ")
    path.write_text(json.dumps(old))
    assert resume(*run[:2]) == 0
    assert f"{run[2].name} has no checksums: it cannot be told" in capsys.readouterr().err
    record = checkpoints.newest_record(run[1])
    assert record["files"][0][2] and set(record["sha256"]) > {"run.json", "weights.safetensors"}


@pytest.mark.parametrize(
    ("part", "changes"),
    [
        ("settings", {"tokens": "many"}),
        ("settings", {"learning_rate": None}),
        ("settings", {"rows": 2.5}),
        ("settings", {"colour": "red"}),
        ("settings", {"low_precision": 1}),
        ("settings", [1, 2]),
        ("progress", {"step": "x"}),
        ("progress", {"seconds": []}),
        ("progress", {"position": 3}),
        ("progress", {"position": {"epoch": {}}}),
        ("progress", 5),
        ("files", 5),
        ("files", [5]),
        ("world", "two"),
        ("sha256", [1]),
        ("sha256", {"../../../etc/passwd": "0"}),
    ],
)
def test_a_record_of_other_types_costs_a_sentence(run, capsys, part, changes):
    """Also where nothing checks the sums."""
    path = run[2] / "run.json"
    record = json.loads(path.read_text())
    if part != "sha256":
        del record["sha256"]
        record["files"] = [file[:2] for file in record["files"]]
    whole = isinstance(changes, dict) and part != "sha256"
    record[part] = record[part] | changes if whole else changes
    path.write_text(json.dumps(record))
    not_resumed(run, capsys, "is damaged|started differently")


@pytest.mark.parametrize("text", ["[" * 100_000, "", "null", "5", '{"a": ' * 50_000])
def test_a_record_that_is_no_object_costs_a_sentence(run, capsys, text):
    (run[2] / "run.json").write_text(text)
    not_resumed(run, capsys, "is damaged")


@pytest.mark.parametrize("line", ["[" * 100_000, "5", "null", "{}", '{"step": "x"}', "\ud800"])
def test_a_foreign_line_in_the_log_is_left_out(run, line):
    log = run[1] / "log.jsonl"
    before = log.read_bytes()
    log.write_bytes(before + line.encode("utf-8", "surrogatepass") + b"\n")
    assert resume(*run[:2]) == 0
    lines = log.read_text(encoding="utf-8").split("\n")
    assert log.read_bytes().startswith(before) and line not in lines and len(lines) > 2
    assert all(isinstance(json.loads(each)["step"], int) for each in lines if each)
