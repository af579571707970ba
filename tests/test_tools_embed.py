"""python -m elmo_lite embed: every line of a file, in three formats, whatever comes between."""

import gzip
import os
import random

import h5py
import numpy as np
import pytest
import small
from safetensors.numpy import load_file

from elmo_lite import __main__ as commands
from elmo_lite import weights
from elmo_lite.elmo import Elmo
from elmo_lite.files import locked
from elmo_lite.tools import embed as embed_module

every_ending = pytest.mark.parametrize("ending", embed_module.ENDINGS)
LINES = ["", "We sat on the bank.", "배가 항구에 닿았다.", "", "", "one\u2028line", "the end", ""]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("weights")
    weights.ours.save(small.language_model(["a"]), folder, half=False)
    return folder


@pytest.fixture
def embed(folder, tmp_path):
    def run(text, name="X.npz", *options):
        """Text or bytes, or None for the file of before -> (exit status, path of the result)."""
        file = tmp_path / "text.txt"
        if text is not None:
            file.write_bytes(text.encode() if isinstance(text, str) else text)
        out = tmp_path / name
        arguments = ["embed", str(file), "--out", str(out), "--weights", str(folder), *options]
        return commands.main(arguments), out

    return run


@pytest.fixture
def complaint(embed, capsys, tmp_path):
    """The one sentence with which a command that must fail does so, without a result."""

    def run(*arguments):
        capsys.readouterr()
        status, out = embed(*arguments)
        message = capsys.readouterr().err
        assert status == 1 and message.count("\n") == 1
        assert not out.exists() or out.read_bytes() == b"precious"
        return message

    run.out = tmp_path / "X.npz"
    return run


def read(path):
    if path.suffix == ".npz":
        return dict(np.load(path))
    if path.suffix == ".safetensors":
        return load_file(path)
    with h5py.File(path) as file:
        return {name: array[()] for name, array in file.items()}


def same(found, expected, tolerance=1e-5):
    assert sorted(found, key=int) == [str(n) for n in range(len(expected))]
    for number, vectors in enumerate(expected):
        assert found[str(number)].shape == vectors.shape
        np.testing.assert_allclose(found[str(number)], vectors, rtol=0, atol=tolerance)


@pytest.mark.parametrize("damage", ["", "[]", '{"text": ', "\udcff"])
def test_damaged_notes_are_named_with_the_way_out(embed, interrupted, complaint, damage):
    interrupted(2)
    embed("one\ntwo\nthree\n")
    interrupted(None)
    notes = complaint.out.with_name("X.npz.part") / "settings.json"
    notes.write_text(damage, errors="surrogateescape")
    assert f"{notes} is damaged" in (message := complaint(None))
    assert f"Delete {notes.parent}, and the command begins anew" in message


def test_vectors_too_large_for_half_are_refused(part):
    part.dtype = np.dtype(np.float16)
    with pytest.raises(ValueError, match="A vector holds 70,000, too much .*: leave out --half"):
        part.append([np.full((1, 4), 70_000, np.float32)])


def test_a_published_model_may_be_fetched(embed, complaint, monkeypatch):
    """The sentence of a model that is too large to fetch unasked says how, and it works."""
    says = complaint("one", "X.npz", "--weights", "original")
    assert "embed ... --download" in says
    asked = []
    monkeypatch.setattr(
        Elmo, "load", lambda name, download: asked.append((name, download)) or 1 / 0
    )
    with pytest.raises(ZeroDivisionError):
        embed("one", "X.npz", "--weights", "original", "--download")
    assert asked == [("original", True)]


@every_ending
@pytest.mark.parametrize("layer", ["all", "mix", "0", "2"])
def test_line_n_of_the_text_is_array_n(embed, folder, ending, layer, capsys):
    status, out = embed("\n".join([*LINES, ""]), f"X{ending}", "--layer", layer)
    assert status == 0
    elmo = Elmo.load(folder)
    expected = elmo.embed(LINES, int(layer) if layer.isdecimal() else layer)
    same(read(out), expected)
    assert "8 sentences, 14 words" in capsys.readouterr().out
    assert not list(out.parent.glob("*.part"))
    _, out = embed("\n".join(LINES), f"half{ending}", "--half", "--layer", layer)
    assert all(vectors.dtype == np.float16 for vectors in read(out).values())
    same(read(out), [*expected[:-1]], tolerance=5e-3)  # the last empty line has no line break


def test_signs_of_other_systems_change_nothing(embed, folder, tmp_path):
    expected = Elmo.load(folder).embed(["one two", "", "three"], 1)
    _, out = embed("\ufeffone two\r\n\r\nthree\r\n".encode(), "windows.npz", "--layer", "1")
    same(read(out), expected)
    packed = tmp_path / "text.txt.gz"
    packed.write_bytes(gzip.compress(b"one two\n\nthree"))
    arguments = ["embed", str(packed), "--out", str(tmp_path / "packed.npz"), "--layer", "1"]
    assert commands.main([*arguments, "--weights", str(folder)]) == 0
    same(read(tmp_path / "packed.npz"), expected)
    _, out = embed("don't  stop\n", "split.npz", "--tokenised")
    same(read(out), Elmo.load(folder).embed([["don't", "stop"]], "all"))


def many_lines(number):
    rng = random.Random(0)
    return [
        " ".join(rng.choices(["the", "bank", "은행"], k=rng.randint(0, 9))) for _ in range(number)
    ]


@pytest.fixture
def interrupted(monkeypatch):
    """Let Elmo.stream stop after so many sentences, as if Ctrl-C was pressed; None: no more."""
    original = Elmo.stream
    read_sentences = []

    def stop_after(number):
        def stream(self, sentences, *args, **kwargs):
            for count, vectors in enumerate(original(self, sentences, *args, **kwargs)):
                if count == number:
                    raise KeyboardInterrupt
                read_sentences.append(count)
                yield vectors

        monkeypatch.setattr(Elmo, "stream", stream)
        read_sentences.clear()
        return read_sentences

    return stop_after


@pytest.mark.parametrize(("ending", "damage"), [(".npz", b""), (".safetensors", b"cut off")])
def test_after_an_interruption_it_goes_on(embed, folder, ending, damage, interrupted, capsys):
    lines = many_lines(500)
    interrupted(450)
    status, out = embed("\n".join(lines), f"X{ending}")
    assert status == 130 and not out.exists()
    assert "go on from here" in capsys.readouterr().err
    part = out.with_name(out.name + ".part")
    for name in ("vectors", "lengths"):
        with (part / name).open("ab") as file:
            file.write(damage)
    if not damage:  # 400 lengths, but the disk was full before their vectors were written
        (part / "vectors").write_bytes((part / "vectors").read_bytes()[:20_001])
    rest = interrupted(None)
    assert embed(None, f"X{ending}") == (0, out)
    safe = 400 if damage else 500 - (len(rest) - 1)  # one more is read to learn the shape
    assert len(rest) == 1 + 500 - safe and 0 < safe <= 400
    assert f"Going on after {safe} of 500 lines" in capsys.readouterr().out
    same(read(out), Elmo.load(folder).embed(lines, "all"))
    assert not part.exists()


def test_another_text_or_layer_does_not_go_on_from_there(embed, interrupted, complaint):
    interrupted(250)
    embed("\n".join(many_lines(300)))
    interrupted(None)
    assert "begun with another layer" in complaint(None, "X.npz", "--layer", "1")
    assert "another text" in complaint("something else")


@pytest.mark.parametrize("ending", [".npz", ".safetensors"])
def test_on_a_full_disk_it_stops_and_later_goes_on(embed, folder, ending, complaint, capsys):
    lines = many_lines(500)
    vectors = Elmo.load(folder).embed(lines, "all")
    size = sum(array.nbytes for array in vectors)
    for part in (0.7, 1):  # while vectors are made; while they go into the result
        with small.full_disk(int(part * size)):
            message = complaint("\n".join(lines), f"X{ending}")
        assert "X" + ending + ".part could not be written" in message
        assert "make room there; the same command then goes on from here" in message
    status, out = embed(None, f"X{ending}")
    assert status == 0
    assert "Going on after 500 of 500 lines" in capsys.readouterr().out
    same(read(out), vectors)


def test_errors_of_h5py_are_one_sentence(embed, complaint, monkeypatch):
    def full(*_, **__):
        raise RuntimeError("no room\nand more lines")

    with monkeypatch.context() as patch:
        patch.setattr(h5py.File, "create_dataset", full)
        message = complaint("one", "X.hdf5")
    assert "could not be written (result: no room): make room there" in message
    assert embed("one", "X.hdf5")[0] == 0


def test_two_at_once_do_not_write_into_each_other(embed, complaint, tmp_path):
    with locked(tmp_path / "X.npz.part" / "lock", "is at work"):
        message = complaint("one\ntwo")
    assert "Another process is making" in message and "X.npz already: wait" in message
    assert embed("one\ntwo")[0] == 0 and not list(tmp_path.glob("*.part"))


def test_a_text_that_changes_meanwhile_gives_no_result(complaint, monkeypatch):
    monkeypatch.setattr(embed_module, "_survey", lambda file: (3, "digest"))
    message = complaint("one\ntwo\n")
    assert "had 3 lines at first, and 2 when it was read again" in message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused(complaint, tmp_path):
    os.mkfifo(tmp_path / "text.txt")
    assert "is a pipe, and the text is read twice" in complaint(None)


@pytest.fixture
def part(tmp_path):
    settings = {"dtype": "float32", "layers": 0, "dim": 4}
    return embed_module.PartialResult(tmp_path / "part", settings)


def test_vectors_are_on_the_disk_before_their_lengths(part, monkeypatch):
    """A power cut may then lose lengths, and never vectors whose lengths are there."""
    monkeypatch.setattr(embed_module, "SAVE_EVERY", 2)
    lengths = []
    monkeypatch.setattr(os, "fsync", lambda _: lengths.append(part.lengths_file.stat().st_size))
    part.append(np.ones((1, 4)) for _ in range(5))
    assert lengths == [0, 2 * 8, 4 * 8]


def test_vectors_are_on_the_disk_while_others_are_made_and_views_when_they_are_written(part):
    """So memory does not grow with the text."""
    sizes = []

    def vectors():
        for _ in range(1000):
            sizes.append(part.vectors_file.stat().st_size)
            yield np.ones((5, 4), dtype=np.float32)

    part.append(vectors())
    # at most SAVE_EVERY sentences of 80 bytes are held back
    assert all(80 * n - size <= 80 * embed_module.SAVE_EVERY for n, size in enumerate(sizes))
    assert part.words == 5000
    assert all(isinstance(array, np.memmap) for array in part.arrays().values())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("one\n둘\n".encode() + "셋\n".encode("cp949"), "line 3: byte 0xbc is not UTF-8; save it"),
        ("one\n".encode("utf-16"), "line 1: byte 0xff is not UTF-8"),
        (b"fine\n" * 5000 + b"na\xefve\n" + b"fine\n" * 5000, "line 5001: byte 0xef"),
        (b"one\n\0\n", "line 2 holds a 0 byte"),
        (b"", "is empty"),
    ],
)
def test_what_is_no_text_is_named_with_its_line_and_leaves_nothing(complaint, tmp_path, text, says):
    assert says in complaint(text)
    assert [path.name for path in tmp_path.iterdir()] == ["text.txt"]


def test_a_wrong_request_is_one_sentence(complaint, tmp_path, monkeypatch):
    assert "ends in .npz, .safetensors, .hdf5" in complaint("a", "X.txt")
    assert 'layer is "mix", "all" or 0 to 2, not 7' in complaint("a", "X.npz", "--layer", "7")
    assert "not 'top'" in complaint("a", "X.npz", "--layer", "top")
    assert "no weights 'xx'" in complaint("a", "X.npz", "--weights", "xx")
    (tmp_path / "there.npz").write_bytes(b"precious")
    assert "there already" in complaint("a", "there.npz")
    monkeypatch.setattr("elmo_lite.tools.embed.HEADER_LINE", 1e8)
    assert "too many for .safetensors" in complaint("a\nb", "X.safetensors")
    (tmp_path / "text.txt").unlink()
    assert "There is no file" in complaint(None, "X.npz")
    (tmp_path / "text.txt").mkdir()
    assert "is a folder" in complaint(None, "X.npz")
