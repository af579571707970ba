"""A publisher on this computer serves a weight file well and badly; each ends as promised."""

import json
import socket
import time
from collections import namedtuple

import pytest
import served
import small
from test_weights_published import TINY, folders, same  # noqa: F401

from elmo_lite.corpora import download
from elmo_lite.elmo import Elmo
from elmo_lite.weights import copies, published


@pytest.fixture
def publisher(folders, monkeypatch):  # noqa: F811
    """Two addresses, a and b, of the file of the model "tiny"; its folders are .places."""
    with served.serving((folders / "w.hdf5").read_bytes()) as running:
        running.places = folders
        monkeypatch.setattr(copies, "ADDRESSES", (f"{running.url}/a", f"{running.url}/b"))
        monkeypatch.setattr(download, "TIMEOUT", served.patience())
        monkeypatch.setattr(download, "PIECE", 1_000)  # what is lost when a connection breaks off
        yield running


def load():
    return published.load("tiny")


def right(bilm):
    return same(bilm, small.random_bilm(TINY))


def asked(publisher):
    """The address of each request, and the byte from which it was answered."""
    return [(path.split("/")[1], first) for path, first in publisher.asked]


def kept(publisher):
    return {path.name for path in (publisher.places / "cache" / "published").iterdir()}


def test_a_whole_file_is_fetched_once_and_its_facts_come_first(publisher, capsys):
    assert right(load()) and right(load())
    assert asked(publisher) == [("a", 0)]
    said = capsys.readouterr()
    assert "elmo_tiny_weights.hdf5 (0 MB, http" in said.out and "100%" in said.err
    assert "licence: no restrictions from the publisher" in said.out and "GB free in" in said.out
    assert kept(publisher) - {"download.lock"} == {"elmo_tiny_weights.hdf5", "sha256.json"}


def test_a_cut_file_goes_on_at_the_second_address(publisher):
    publisher.moods = {"a": "cut"}
    assert right(load())
    half = len(publisher.body) // 2
    assert asked(publisher) == [("a", 0), ("b", half // 1_000 * 1_000)]


@pytest.mark.parametrize("tag", ['"one"', '"two"'])
def test_a_download_that_broke_off_goes_on_if_the_file_is_the_same(publisher, tag):
    publisher.moods = {"a": "cut", "b": "404"}
    with pytest.raises(FileNotFoundError, match="broke off; 127.0.0.1:[0-9]+ answers 404"):
        load()
    assert "elmo_tiny_weights.hdf5.part" in kept(publisher)
    publisher.moods, publisher.tag = {}, tag
    assert right(load())
    assert (publisher.asked[-1][1] > 0) == (tag == '"one"')


def test_a_part_that_is_whole_is_not_lost(publisher):
    assert right(load())
    folder = publisher.places / "cache" / "published"
    part = (folder / "elmo_tiny_weights.hdf5").rename(folder / "elmo_tiny_weights.hdf5.part")
    part.with_name(f"{part.name}.etag").write_text(publisher.tag)
    assert right(load())


@pytest.mark.parametrize(
    ("moods", "reason"),
    [
        ({"a": "404", "b": "503"}, r"answers 404; 127.0.0.1:[0-9]+ answers 503"),
        ({"a": "hang", "b": "silent"}, r"does not answer in time"),
        ({"a": "cut", "b": "cut"}, r"the connection to 127.0.0.1:[0-9]+ broke off"),
    ],
)
def test_a_bad_publisher_costs_one_sentence(publisher, moods, reason, monkeypatch):
    publisher.moods = moods
    with monkeypatch.context() as patch, pytest.raises(FileNotFoundError, match=reason) as caught:
        patch.setattr(download, "TIMEOUT", served.patience(*moods.values()))
        load()
    assert "try again later, or put it into" in str(caught.value)
    assert "\n" not in str(caught.value)
    publisher.moods = {}
    assert right(load())


@pytest.mark.parametrize("mood", ["404", "503", "hang", "silent", "changed"])
def test_the_second_address_helps(publisher, mood, monkeypatch):
    tiny = copies.WeightFile("tiny", 4 * published.number_of_weights(TINY))
    assert right(load())  # from here on, its sha256 is known
    copies.find(tiny).unlink()
    publisher.moods = {"a": mood}
    monkeypatch.setattr(download, "TIMEOUT", served.patience(mood))
    assert right(load())
    assert [address for address, _ in asked(publisher)] == ["a", "a", "b"]


def test_a_redirect_is_followed(publisher):
    publisher.moods = {"a": "redirect"}
    assert right(load())
    assert asked(publisher) == [("a", 0), ("moved", 0)]


def test_a_page_that_asks_for_a_password_is_no_weight_file(publisher):
    publisher.body = b"<html>Log in to the network.</html>"
    with pytest.raises(FileNotFoundError, match="sends has 35 bytes instead of about"):
        load()
    assert kept(publisher) == {"download.lock"}


def test_a_slow_file_arrives_and_the_progress_is_shown(publisher, capsys, monkeypatch):
    """It takes four times as long as any pause may be, and no pause is too long."""
    publisher.moods, publisher.pause = {"a": "slow"}, 0.45
    monkeypatch.setattr(download, "TIMEOUT", (2, 1))
    start = time.monotonic()
    assert right(load())
    assert time.monotonic() - start > 4 * download.TIMEOUT[1]
    assert asked(publisher) == [("a", 0)] and "100%" in capsys.readouterr().err


def test_a_network_that_swallows_everything_costs_seconds(publisher, monkeypatch):
    """Some firewalls answer no question for a name: the call ends before the question does."""
    monkeypatch.setattr(copies, "ADDRESSES", ("https://one.invalid", "https://two.invalid"))
    monkeypatch.setattr(download, "BEGINS", 0.3)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **options: time.sleep(15))
    start = time.monotonic()
    with pytest.raises(FileNotFoundError, match=r"\(one.invalid does not answer in time; two"):
        load()
    assert time.monotonic() - start < 10


def test_a_changed_file_is_refused(publisher):
    assert right(load())
    folder = publisher.places / "cache" / "published"
    (folder / "elmo_tiny_weights.hdf5").unlink()
    publisher.moods = {"a": "changed", "b": "changed"}
    says = r"the sha256 \w{8}... instead of \w{8}... of its first use, noted in .*sha256.json"
    with pytest.raises(FileNotFoundError, match=says):
        load()
    assert "elmo_tiny_weights.hdf5.part" not in kept(publisher)
    (folder / "elmo_tiny_weights.hdf5").write_bytes(publisher.body[:-1] + b"!")
    with pytest.raises(ValueError, match=f"{says}: delete it, or put the published file"):
        load()
    (folder / "elmo_tiny_weights.hdf5").write_bytes(publisher.body[:100])
    with pytest.raises(ValueError, match="has 100 bytes instead of about"):
        load()


def test_a_full_disk_is_seen_before_anything_is_asked(publisher, monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(copies.shutil, "disk_usage", lambda path: usage(9, 9, 2_000))
    with pytest.raises(OSError, match="does not fit into .*: make room, or name another folder"):
        load()
    assert publisher.asked == []


def test_a_local_copy_needs_no_publisher_and_its_sha256_is_remembered(publisher):
    (publisher.places / "data" / "elmo_tiny_weights.hdf5").write_bytes(publisher.body)
    assert right(load()) and publisher.asked == []
    book = publisher.places / "cache" / "published" / "sha256.json"
    assert len(json.loads(book.read_text())["elmo_tiny_weights.hdf5"]) == 64


@pytest.mark.parametrize("given", ["a folder", "the weight file", "the published file alone"])
def test_a_copy_is_loaded_by_its_path(publisher, given):
    place = publisher.places / "my models"
    place.mkdir()
    name = "elmo_tiny_weights.hdf5" if given == "the published file alone" else "weights.hdf5"
    (place / name).write_bytes(publisher.body)
    if given != "the published file alone":
        (place / "options.json").write_bytes((publisher.places / "o.json").read_bytes())
    path = place if given == "a folder" else place / name
    assert right(Elmo.load(path).bilm) and right(Elmo.load(str(path)).bilm)
    assert publisher.asked == []


def test_a_path_that_cannot_be_loaded_says_why(publisher):
    place = publisher.places / "mine"
    place.mkdir()
    (place / "weights.hdf5").write_bytes(publisher.body)
    with pytest.raises(FileNotFoundError, match=r"no options.json beside .*mine/weights.hdf5: put"):
        Elmo.load(place)
    (place / "elmo_tiny_weights.hdf5").write_bytes(publisher.body[:100])
    with pytest.raises(FileNotFoundError, match=r"holds 2 weight files .*: name the one"):
        Elmo.load(place)
    with pytest.raises(ValueError, match=r"has 100 bytes instead of about .*: put the published"):
        Elmo.load(place / "elmo_tiny_weights.hdf5")


@pytest.mark.parametrize("damage", ["", "[]", '{"elmo_tiny'])
def test_a_damaged_book_of_sha256_is_named_with_the_way_out(publisher, damage):
    assert right(load())
    book = publisher.places / "cache" / "published" / "sha256.json"
    book.write_text(damage)
    with pytest.raises(ValueError, match=r"sha256.json is damaged: .* Delete it"):
        load()
    book.unlink()
    assert right(load())


@pytest.mark.parametrize("mood", ["elsewhere", "416"])
def test_a_download_goes_on_with_the_right_part_or_elsewhere(publisher, mood):
    publisher.moods = {"a": "cut", "b": "404"}
    with pytest.raises(FileNotFoundError, match="broke off"):
        load()
    publisher.moods = {"a": mood}
    assert right(load())


def test_a_publisher_that_does_not_stop_sending(publisher):
    publisher.moods = {"a": "endless"}
    assert right(load())
    assert asked(publisher) == [("a", 0), ("b", 0)]
