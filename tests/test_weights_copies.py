"""A publisher on this computer serves a weight file well and badly; each ends as promised."""

import time
from collections import namedtuple

import pytest
import served
import small
from test_weights_published import TINY, folders, same  # noqa: F401

from elmo_lite.corpora.public import fetch
from elmo_lite.elmo import Elmo
from elmo_lite.weights import copies, published


@pytest.fixture
def publisher(folders, monkeypatch):  # noqa: F811
    """Two addresses, a and b, of the file of the model "tiny"; its folders are .places."""
    with served.serving((folders / "w.hdf5").read_bytes()) as running:
        running.places = folders
        monkeypatch.setattr(copies, "ADDRESSES", (f"{running.url}/a", f"{running.url}/b"))
        monkeypatch.setattr(fetch, "TIMEOUT", served.patience())
        yield running


def load():
    return published.load("tiny")


def right(bilm):
    return same(bilm, small.random_bilm(TINY))


def asked(publisher):
    """The address of each request: "a" or "b"."""
    return [path.split("/")[1] for path in publisher.asked]


def kept(publisher):
    return {path.name for path in (publisher.places / "cache" / "published").iterdir()}


def test_a_whole_file_is_fetched_once_and_its_facts_come_first(publisher, capsys):
    assert right(load()) and right(load())
    assert asked(publisher) == ["a"]
    said = capsys.readouterr()
    assert "elmo_tiny_weights.hdf5 (0 MB, http" in said.out and "100%" in said.err
    assert "licence: no restrictions from the publisher" in said.out and "GB free in" in said.out
    assert kept(publisher) == {"elmo_tiny_weights.hdf5"}


def test_a_file_that_is_cut_is_fetched_from_the_second_address(publisher):
    publisher.moods = {"a": "cut"}
    assert right(load())
    assert asked(publisher) == ["a", "b"]


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
        patch.setattr(fetch, "TIMEOUT", served.patience(*moods.values()))
        load()
    assert "try again later, or put it into" in str(caught.value)
    assert "\n" not in str(caught.value) and kept(publisher) == set()
    publisher.moods = {}
    assert right(load())


@pytest.mark.parametrize("mood", ["404", "503", "hang", "silent", "short"])
def test_the_second_address_helps(publisher, mood, monkeypatch):
    publisher.moods = {"a": mood}
    monkeypatch.setattr(fetch, "TIMEOUT", served.patience(mood))
    assert right(load())
    assert asked(publisher) == ["a", "b"]


def test_a_redirect_is_followed(publisher):
    publisher.moods = {"a": "redirect"}
    assert right(load())
    assert asked(publisher) == ["a", "moved"]


def test_a_page_that_asks_for_a_password_is_no_weight_file(publisher):
    publisher.body = b"<html>Log in to the network.</html>"
    with pytest.raises(FileNotFoundError, match="sends has 35 bytes instead of about"):
        load()
    assert kept(publisher) == set()


def test_a_slow_file_arrives_and_the_progress_is_shown(publisher, capsys, monkeypatch):
    """It takes four times as long as any pause may be, and no pause is too long."""
    publisher.moods, publisher.pause = {"a": "slow"}, 0.45
    monkeypatch.setattr(fetch, "TIMEOUT", (2, 1))
    start = time.monotonic()
    assert right(load())
    assert time.monotonic() - start > 4 * fetch.TIMEOUT[1]
    assert asked(publisher) == ["a"] and "100%" in capsys.readouterr().err


def test_a_copy_of_another_size_is_refused_and_stays_where_it_is(publisher):
    assert right(load())
    copy = publisher.places / "cache" / "published" / "elmo_tiny_weights.hdf5"
    copy.write_bytes(publisher.body[:100])
    says = "has 100 bytes instead of about .*: delete it, or put the published file"
    with pytest.raises(ValueError, match=says):
        load()
    assert copy.stat().st_size == 100 and len(publisher.asked) == 1


def test_a_changed_file_is_read_in_full_and_found_out(publisher):
    """No sha256 of the publisher's files is known: their arrays have names, sizes and numbers."""
    publisher.body = publisher.body.replace(b"char_embed", b"char_emped")
    with pytest.raises(ValueError, match="holds char_emped, of which the options know nothing"):
        load()


def test_a_full_disk_is_seen_before_anything_is_asked(publisher, monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(copies.shutil, "disk_usage", lambda path: usage(9, 9, 2_000))
    with pytest.raises(OSError, match="does not fit into .*: make room, or name another folder"):
        load()
    assert publisher.asked == []


def test_a_local_copy_needs_no_publisher(publisher):
    (publisher.places / "data" / "elmo_tiny_weights.hdf5").write_bytes(publisher.body)
    assert right(load()) and publisher.asked == []
    assert not (publisher.places / "cache" / "published").exists()


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


def test_a_publisher_that_does_not_stop_sending(publisher):
    publisher.moods = {"a": "endless"}
    assert right(load())
    assert asked(publisher) == ["a", "b"]
