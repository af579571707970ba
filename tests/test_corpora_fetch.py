"""Where a file is looked for, and what happens when folder, cache, disk or network misbehave."""

import errno
import hashlib
import lzma
import os
import signal
import warnings
from functools import partial

import pytest
import served
import small

from elmo_lite.corpora.lines import lines_of
from elmo_lite.corpora.public import fetch
from elmo_lite.corpora.public.fetch import Damaged, File, Missing
from tests.test_corpora_parsers import make_zip

LINES = [f"line {i} 고양이" for i in range(5_000)]
BODY = "\n".join(LINES).encode()
SHA256 = hashlib.sha256(BODY).hexdigest()
PATH = "toy/lines.txt"
ARCHIVE = {"member": "lines.txt"}


def zipped(name="deep/lines.txt"):
    return make_zip({"deep/other.txt": b"no", name: BODY})


@pytest.fixture
def server():
    with served.serving(BODY) as running:
        running.files = {"lines.zip": zipped()}
        yield running


@pytest.fixture(autouse=True)
def places(tmp_path, monkeypatch):
    """An empty folder of data and an empty cache."""
    monkeypatch.setenv("ELMO_LITE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(fetch, "TIMEOUT", served.patience())
    (tmp_path / "data").mkdir()
    return tmp_path


@pytest.fixture
def interruptible():
    """Ctrl-C counts, even if the tests run in the background of a shell, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def write(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def everything(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


def toy(url="", **facts):
    facts = {"sha256": SHA256, "count": 5_000} | facts
    return File(PATH, lines_of, url, **facts)


# --- where it looks


@pytest.mark.parametrize(
    ("place", "data"),
    [
        ("data/toy/lines.txt", BODY),
        ("data/toy/lines.txt.xz", lzma.compress(BODY)),
        ("data/toy/all.zip", zipped()),
        ("data/lines.txt", BODY),
        ("data/lines.txt.xz", lzma.compress(BODY)),
        ("data/all.zip", zipped()),
        ("cache/sets/toy/lines.txt", BODY),
    ],
)
def test_a_copy_is_found_and_nothing_is_fetched(places, server, place, data):
    write(places / place, data)
    file = toy(f"{server.url}/all.zip", member="lines.txt")
    assert fetch.load(file) == (file, LINES)
    assert server.asked == [] and everything(places) == [places / place]


def test_the_folder_comes_before_the_cache_and_the_first_file_before_the_second(places, server):
    first = File("a.txt", lines_of, f"{server.url}/a.txt")
    second = File("b.txt", lines_of)
    for place in ("cache/sets/b.txt", "cache/sets/a.txt", "data/b.txt", "data/a.txt"):
        write(places / place, place.encode())
        file, found = fetch.load(first, second)
        assert found == [place] and file.path == place[-5:]
    assert server.asked == []


def test_without_a_folder_the_cache_is_used(places, monkeypatch):
    monkeypatch.delenv("ELMO_LITE_DATA")
    write(places / "cache/sets/toy/lines.txt", BODY)
    assert fetch.load(toy())[1] == LINES


def test_a_loose_file_without_a_known_sha256_could_be_anything(places):
    write(places / "data/lines.txt", BODY)
    with pytest.raises(Missing):
        fetch.load(toy(sha256=""))


# --- a folder with damaged files

DAMAGE = [BODY[:-200], BODY.replace(b"line 7", b"line 8"), os.urandom(500)]


@pytest.mark.parametrize("data", DAMAGE)
def test_a_damaged_file_in_the_folder_is_an_error(places, server, data):
    write(places / "data" / PATH, data)
    with pytest.raises(Damaged, match=r"lines.txt is not the published file \(.*\): delete it, or"):
        fetch.load(toy(f"{server.url}/lines.txt"))
    assert server.asked == []  # it is your file: we do not go round it


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("lines.txt", BODY[:-200], "4,990 examples instead of 5,000"),
        ("lines.txt", "\xe9t\xe9".encode("latin-1"), "byte 0 is not utf-8"),
        ("lines.txt.xz", lzma.compress(BODY)[:-50], "end-of-stream"),
        ("lines.txt.xz", b"no xz", "format not supported"),
        ("all.zip", zipped()[:-100], "not a zip file"),
        ("all.zip", zipped("deep/else.txt"), "the archive holds no lines.txt"),
    ],
)
def test_without_a_sha256_damage_is_still_noticed(places, name, data, reason):
    write(places / "data/toy" / name, data)
    with pytest.raises(Damaged, match=reason):
        fetch.load(toy("http://127.0.0.1:9/all.zip", member="lines.txt", sha256=""))
    assert everything(places) == [places / "data/toy" / name]


def test_a_damaged_loose_file_is_named_when_the_set_is_missing(places):
    write(places / "data/lines.txt", BODY[:-1])
    with pytest.raises(Missing, match=r"data/lines.txt is not the published file \(its sha256"):
        fetch.load(toy())


# --- downloads


def test_a_download_is_kept_and_made_once(places, server, capfd):
    """Of an archive only the file is kept; a compressed answer is unpacked."""
    for name, facts in (("lines.txt", {}), ("lines.zip", ARCHIVE), ("packed/lines.txt", {})):
        server.asked.clear()
        server.moods = {"packed": "gzip"}
        file = toy(f"{server.url}/{name}", **facts)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert fetch.load(file)[1] == LINES and fetch.load(file)[1] == LINES
        said = capfd.readouterr().err
        assert server.asked == [f"/{name}"] and said.startswith(f"Fetching {file.url}\n")
        assert "100%" in said or name == "packed/lines.txt"  # its length is not known before
        assert everything(places) == [places / "cache/sets" / PATH]
        kept = places / "cache/sets" / PATH
        assert kept.read_bytes() == BODY and (os.name == "nt" or kept.stat().st_mode & 0o044)
        kept.unlink()


@pytest.mark.parametrize("sha256", [SHA256, ""])
@pytest.mark.parametrize("data", [DAMAGE[0], DAMAGE[2]])
def test_a_damaged_cache_heals(places, server, data, sha256):
    write(places / "cache/sets" / PATH, data)
    assert fetch.load(toy(f"{server.url}/lines.txt", sha256=sha256))[1] == LINES
    assert (places / "cache/sets" / PATH).read_bytes() == BODY


@pytest.mark.parametrize(
    ("mood", "error", "reason"),
    [
        ("cut", Missing, "the connection to 127.0.0.1:[0-9]+ broke off"),
        ("short", Missing, "sent is not the published file: its sha256 differs"),
        ("changed", Missing, "sent is not the published file: its sha256 differs"),
        ("404", Missing, "answers 404"),
        ("503", Missing, "answers 503"),
        ("part", Missing, "sent is not the published file: its sha256 differs"),
        ("two lengths", Missing, "sends what is no HTTP"),
        ("no length", Missing, "sends what is no HTTP"),
        ("endless", Missing, "sends more than the 5 MB that the file may have"),
        ("drop", Missing, "no connection|broke off"),
        ("silent", Missing, "does not answer in time"),
        ("hang", Missing, "does not answer in time|no connection|broke off"),
        ("interrupt", KeyboardInterrupt, "^$"),
    ],
)
def test_a_bad_server_leaves_nothing_and_the_next_try_works(
    places, server, interruptible, mood, error, reason, monkeypatch
):
    file = toy(f"{server.url}/lines.txt")
    server.moods = {"": mood}
    monkeypatch.setattr(fetch, "download", partial(fetch.download, most=5_000_000))
    with monkeypatch.context() as patch, pytest.raises(error, match=reason):
        patch.setattr(fetch, "TIMEOUT", served.patience(mood))
        fetch.load(file)
    assert everything(places) == []
    server.moods = {}
    assert fetch.load(file)[1] == LINES


@pytest.mark.parametrize(
    ("sent", "reason", "facts"),
    [
        (BODY[:9_000], "examples instead of 5,000", {"sha256": ""}),
        (b"<html>Log in to the network.</html>", "1 examples instead", {"sha256": ""}),
        ("\xe9t\xe9\n".encode("latin-1"), "byte 0 is not utf-8", {"sha256": ""}),
        (zipped()[:-100], "not a zip file", ARCHIVE),
        (zipped("deep/else.txt"), "the archive holds no lines.txt", ARCHIVE),
    ],
)
def test_what_is_sent_is_read_before_it_is_kept(places, server, sent, reason, facts):
    server.files = {"sent": sent}
    with pytest.raises(Missing, match=f"sent is not the published file: .*{reason}"):
        fetch.load(toy(f"{server.url}/sent", **facts))
    assert everything(places) == []


def test_a_second_address_is_tried(server):
    server.moods = {"gone": "404"}
    first = File("a.txt", lines_of, f"{server.url}/gone/a.txt")
    file, found = fetch.load(first, toy(f"{server.url}/lines.txt"))
    assert (file.path, found) == (PATH, LINES)


# --- the disk


def test_a_full_disk_while_fetching(places, server):
    """No file may grow past 20,000 bytes: the download meets a real error of the system."""
    says = "No room on the disk to fetch http.*: make room, or .*ELMO_LITE_CACHE, now .*/sets/toy.$"
    with small.full_disk(20_000), pytest.raises(OSError, match=says):
        fetch.load(toy(f"{server.url}/lines.txt"))
    assert everything(places) == []
    assert fetch.load(toy(f"{server.url}/lines.txt"))[1] == LINES


def test_a_cache_that_cannot_be_written_is_named(places, server):
    write(places / "cache/sets", b"this is no folder")
    with pytest.raises(OSError, match=r"cannot be kept \(.*\): make room, or name another folder"):
        fetch.load(toy(f"{server.url}/lines.txt"))
    assert everything(places) == [places / "cache/sets"] and server.asked == []


def test_where_a_file_of_an_archive_has_no_room_the_archive_stays(places, server, monkeypatch):
    def full(path, data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    file = toy(f"{server.url}/lines.zip", **ARCHIVE)
    monkeypatch.setattr(fetch, "write_atomically", full)
    assert fetch.load(file)[1] == fetch.load(file)[1] == LINES
    assert everything(places) == [places / "cache/sets/toy/lines.zip"] and len(server.asked) == 1


def test_what_was_in_the_cache_is_still_there_after_a_failed_download(places, server):
    write(places / "cache/sets/toy/other.txt", b"kept")
    server.moods = {"": "cut"}
    with pytest.raises(Missing):
        fetch.load(toy(f"{server.url}/lines.txt"))
    assert everything(places) == [places / "cache/sets/toy/other.txt"]


# --- the sentence for what is missing


def test_what_is_missing_is_said_in_one_sentence(places, server, monkeypatch):
    url, server.moods = f"{server.url}/gone/lines.txt", {"gone": "404"}
    with pytest.raises(Missing) as caught:
        fetch.load(toy(url), instead="or_ours=True takes our own lines")
    assert str(caught.value) == (
        f"{PATH} is missing ({url.split('/')[2]} answers 404): save {url} as "
        f"{places / 'data' / PATH}; or_ours=True takes our own lines."
    )
    monkeypatch.delenv("ELMO_LITE_DATA")
    with pytest.raises(Missing) as caught:
        fetch.load(toy())
    place = places / "cache/sets" / PATH
    assert str(caught.value) == (
        f"{PATH} is missing (no copy was found): save a copy as {place}; what needs it is left out."
    )
    monkeypatch.setenv("ELMO_LITE_DATA", str(places / "nowhere"))
    with pytest.raises(Missing, match="ELMO_LITE_DATA names .*nowhere, which is no folder"):
        fetch.load(toy())
    with pytest.raises(Missing, match=r"save the file lines.txt in http.*/gone/lines.txt as "):
        fetch.load(toy(url, member="lines.txt"))


def test_no_network_is_no_traceback_of_a_library(places):
    with pytest.raises(Missing, match="there is no connection to example.org") as caught:
        fetch.load(toy("https://example.org/lines.txt"))
    assert isinstance(caught.value, FileNotFoundError) and everything(places) == []
