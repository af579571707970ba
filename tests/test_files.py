"""Files are whole or not there, one process at a time is in a folder, errors are one sentence."""

import errno
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from elmo_lite import files


def test_a_file_holds_the_old_content_or_the_new(tmp_path, monkeypatch):
    file = tmp_path / "new" / "a.txt"
    files.write_atomically(file, b"old")
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("pathlib.Path.replace", stopped)
        files.write_atomically(file, b"new")
    assert [path.name for path in file.parent.iterdir()] == ["a.txt"]
    assert file.read_bytes() == b"old"


def stopped(*_):
    raise KeyboardInterrupt


def test_many_writers_of_one_file_do_not_meet(tmp_path):
    file = tmp_path / "a.txt"
    contents = [letter * 200_000 for letter in (b"a", b"b", b"c")]
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda data: files.write_atomically(file, data), contents * 40))
    assert file.read_bytes() in contents and list(tmp_path.iterdir()) == [file]


def test_a_folder_is_there_whole_or_not_at_all(tmp_path):
    with pytest.raises(KeyboardInterrupt), files.whole(tmp_path / "new") as part:
        part.mkdir()
        (part / "half.txt").write_text("half")
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []
    with files.whole(tmp_path / "new") as part:
        part.mkdir()
        assert not (tmp_path / "new").exists()
    assert list(tmp_path.iterdir()) == [tmp_path / "new"]


def test_two_at_once_are_refused(tmp_path):
    lock = tmp_path / "new" / "lock"
    for _ in range(2):  # the lock goes with its holder
        with files.locked(lock, "is at work"):
            with pytest.raises(ValueError, match="Another process is at work: wait for it or stop"):
                files.locked(lock, "is at work").__enter__()
            with files.locked(tmp_path / "other", "is at work"):
                pass


def test_a_disk_without_locks_is_no_reason_to_refuse(tmp_path, monkeypatch):
    def unknown(_):
        raise OSError(37, "No locks available")

    monkeypatch.setattr(files.FileLock, "acquire", unknown)
    with files.locked(tmp_path / "lock", "is at work"):
        pass


def test_a_lock_of_another_user_is_a_reason_to_refuse(tmp_path, monkeypatch):
    """Two users share a folder: that the lock may not be opened does not say that it is free."""

    def forbidden(_):
        raise PermissionError(13, "Permission denied", str(tmp_path / "lock"))

    monkeypatch.setattr(files.FileLock, "acquire", forbidden)
    with pytest.raises(ValueError, match="lock is another user's.*a folder of your own"):
        files.locked(tmp_path / "lock", "is at work").__enter__()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_is_no_json(tmp_path):
    os.mkfifo(tmp_path / "run.json")
    with pytest.raises(ValueError, match="run.json is no file"):
        files.read_object(tmp_path / "run.json")


# ---- how commands fail ----


@pytest.mark.parametrize(
    ("error", "status", "sentence"),
    [
        (OSError("The disk is full."), 1, "The disk is full."),
        (ValueError("Choose another."), 1, "Choose another."),
        (ImportError("It needs h5py."), 1, "It needs h5py."),
        (KeyboardInterrupt(), 130, "Interrupted."),
    ],
)
def test_what_a_user_can_mend_is_one_sentence(error, status, sentence, capsys):
    def command():
        raise error

    assert files.sentence_on_error(command) == status
    assert capsys.readouterr().err == f"{sentence}\n"


@pytest.mark.parametrize(
    ("number", "name", "sentence"),
    [
        (errno.ENOSPC, "a.txt", "a.txt: the disk is full: make room and repeat the command."),
        (errno.ENOSPC, None, "The disk is full: make room and repeat the command."),
        (errno.EROFS, "a.txt", "a.txt: this disk can only be read: name a place on another one."),
        (
            errno.EACCES,
            "a",
            "a: you have no permission for it: change that, or name another place.",
        ),
        (errno.ENAMETOOLONG, "a.txt", f"a.txt: {os.strerror(errno.ENAMETOOLONG)}."),
        (errno.ENOENT, None, f"{os.strerror(errno.ENOENT)}."),
    ],
)
def test_a_number_of_the_system_becomes_a_sentence(number, name, sentence, capsys):
    def command():
        raise OSError(number, os.strerror(number), name)

    assert files.sentence_on_error(command) == 1
    assert capsys.readouterr().err == f"{sentence}\n"


@pytest.mark.skipif(os.name == "nt", reason="other numbers there")
def test_a_file_in_place_of_a_folder_is_said(tmp_path, capsys):
    (tmp_path / "taken").write_text("")
    for place in ("taken", "taken/below"):
        files.sentence_on_error(lambda place=place: (tmp_path / place).mkdir(parents=True))
        said = capsys.readouterr().err
        assert "taken" in said and "a file stands where a folder is needed" in said
        assert "Errno" not in said and said.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="a pipe of Unix")
@pytest.mark.parametrize("unbuffered", ["1", ""])
@pytest.mark.parametrize(
    "command",
    [
        ["-m", "notebooks.course.solved"],
        ["-m", "notebooks.course.doctor"],
        ["-m", "elmo_lite", "help"],
        ["course.py", "--help"],
    ],
)
def test_a_reader_who_leaves_before_the_end_is_no_error(command, unbuffered):
    """As `head -1` does, here before the first line."""
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    read, write = os.pipe()
    os.close(read)
    ran = subprocess.run(
        [sys.executable, *command], cwd=files.ROOT, env=environment, stdout=write, stderr=-1
    )
    os.close(write)
    assert ran.stderr == b"" and ran.returncode in (0, files.UNREAD)


def test_a_mistake_of_ours_is_not_hidden():
    with pytest.raises(KeyError):
        files.sentence_on_error(lambda: {}["missing"])
    assert files.sentence_on_error(lambda: 0) == 0
