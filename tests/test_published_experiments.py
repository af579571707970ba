"""The demonstrations on any model, and what is said where there is none."""

import pytest
import small

from elmo_lite.corpora import Missing
from elmo_lite.elmo import Elmo
from elmo_lite.experiments import published
from elmo_lite.reading.cache import with_random_weights


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path))


def test_demonstrations_take_a_model_without_a_vocabulary():
    elmo = Elmo(small.random_bilm(small.SHAPE))
    shares = published.nearest(elmo, ("bank", "gift"))
    assert len(shares) == elmo.num_layers and all(0.2 < share <= 1 for share in shares)
    assert shares == published.nearest(elmo, ("bank", "gift"))
    other = published.nearest(with_random_weights(elmo, 0), ("bank", "gift"))
    assert other != shares
    f1 = published.spam(elmo)
    assert len(f1) == published.SEEDS and all(0 <= score <= 1 for score in f1)


def test_a_model_that_is_not_here_is_missing():
    experiment = next(each for each in published.AREA.experiments if each.name == "original")
    with pytest.raises(Missing, match="allow it with download=True, or put it into"):
        experiment.load(None)


def test_the_authors_miniature(data_set):
    data_set("elmo_fixture")
    work = published.miniature()
    carried = published.differences(work, {"start": "carried"})["batches"]
    fresh = published.differences(work, {"start": "fresh"})["batches"]
    assert max(carried) < 1e-5 and fresh[0] < 1e-5 and min(fresh[1:]) > 1


def test_without_the_miniature_one_sentence_says_so(monkeypatch):
    monkeypatch.delenv("ELMO_LITE_DATA", raising=False)
    with pytest.raises(Missing, match="elmo_fixture is missing"):
        published.miniature()
