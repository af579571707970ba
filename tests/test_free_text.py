"""Training text and what the course scores: overlap is found and counted, lines with three or more
shared 8-grams are dropped. Lines with one or two stay."""

import lzma
import tarfile
import zipfile

import numpy as np
import pytest

from elmo_lite.corpora import free_text
from elmo_lite.corpora.free_text import Grams, clean, running_words, shared, source_lines

SCORED = "one two three four five six seven eight nine ten eleven"  # four 8-grams


def known(*texts):
    grams = Grams()
    found = [grams.hashes(text.split()) for text in texts]
    return grams, np.unique(np.concatenate(found))


def test_shared_8_grams_are_counted_exactly():
    grams, scored = known(SCORED)
    assert len(scored) == 4
    for words, count in (
        ("one two three four five six seven eight", 1),
        ("x one two three four five six seven eight nine y", 2),
        (SCORED, 4),
        ("eight seven six five four three two one", 0),
        ("one two three four five six seven", 0),
        ("one two three four x five six seven eight nine ten eleven", 0),
    ):
        assert shared(grams.hashes(words.split()), scored).sum() == count


def test_lines_with_three_or_more_are_dropped():
    grams, scored = known(SCORED)
    two = "one two three four five six seven eight nine and more"
    three = "one two three four five six seven eight nine ten and more"
    other = "a line about something else that nobody has scored anywhere so far"
    kept, counts, dropped = clean([two, three, other], grams, {"set": scored})
    assert kept == [two, other]
    assert counts == {"set": 5}
    assert dropped == 1


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("x.conllu", "# sent_id = 1\n# text = A Cat sat.\n1\tA\t_\n", ["a", "cat", "sat"]),
        ("brown/ca01", "The/at jury/nn-hl said/vbd ./. ", ["the", "jury", "said"]),
        ("a.conll", "Paris\tB-location\nis\tO\n", ["paris", "is"]),
        ("x.xml", "<wf cmd=done>Bank</wf> of <b>it</b>", ["bank", "of", "it"]),
        ("x.txt", "They don't. 고양이!", ["they", "don", "t", "고양이"]),
    ],
)
def test_words_come_out_of_their_markup(name, text, words):
    assert running_words(name, text) == words


def test_archives_and_speeches_become_paragraphs(tmp_path):
    with zipfile.ZipFile(tmp_path / "speech.zip", "w") as file:
        file.writestr("speech/1.txt", "My fellow\ncitizens.\n\nWe meet\nagain.\n")
        file.writestr("speech/2.txt", b"It\xa1\xa6s Big5.\n")
        file.writestr("speech/3.txt", b"It\x92s Windows.\n")
    assert source_lines(tmp_path / "speech.zip") == [
        *["My fellow citizens.", "We meet again."],
        *["It’s Big5.", "It’s Windows."],
    ]
    (tmp_path / "in.txt").write_text("inside", encoding="utf-8")
    with tarfile.open(tmp_path / "a.tar.xz", "w:xz") as archive:
        archive.add(tmp_path / "in.txt", "in.txt")
    assert list(free_text.files_in(tmp_path / "a.tar.xz")) == [("in.txt", "inside")]
    with zipfile.ZipFile(tmp_path / "masc.zip", "w") as file:
        file.writestr("masc_tagged/categories.txt", "not text")
        file.writestr("masc_tagged/spoken/a.txt", "Good_JJ evening_NN ._.\n")
    assert source_lines(tmp_path / "masc.zip") == ["Good evening ."]


def test_build_keeps_held_out_and_scored_lines_out_of_training(tmp_path, monkeypatch, capsys):
    data, out = tmp_path / "data", tmp_path / "out"
    data.mkdir()
    lines = [f"paragraph number {n} of the made up source says {n} things" for n in range(400)]
    with lzma.open(data / "source.txt.xz", "wt", encoding="utf-8") as file:
        file.write("\n".join([*lines, SCORED, *lines]) + "\n")  # every line stands there twice
    (data / "scored.txt").write_text(SCORED, encoding="utf-8")
    texts = {"source": ("source.txt.xz", 3)}, {"a set": "scored.txt", "absent": "no.txt"}
    monkeypatch.setitem(free_text.LANGUAGES, "en", texts)
    monkeypatch.setattr(free_text, "OWN", {})
    report = free_text.build(data, out)
    training = (out / "train.txt").read_text(encoding="utf-8").rstrip("\n").split("\n")
    held_out = (out / "heldout" / "source.txt").read_text(encoding="utf-8").rstrip("\n").split("\n")
    assert len(held_out) == 4
    assert sorted(training) == sorted(6 * list(set(lines) - set(held_out)))
    assert report["sources"]["source"]["repeats of held-out lines"] == 2 * len(set(held_out)) - 4
    assert report["sources"]["source"]["dropped"] == 1
    assert report["sources"]["source"]["shared 8-grams"] == {"a set": 4}
    assert report["scored 8-grams"] == {"a set": 4}
    assert report["missing"] == ["absent"]


def test_our_own_texts_are_all_compared():
    assert all(list(free_text.files_in(path)) for path in free_text.OWN.values())


def test_a_source_that_is_not_there_gets_one_sentence(tmp_path, monkeypatch, capsys):
    (tmp_path / "out").touch()  # a file where the folder should be
    monkeypatch.setattr(free_text, "data_dir", lambda: tmp_path)
    monkeypatch.setitem(free_text.LANGUAGES, "en", ({"source": ("no.txt.xz", 1)}, {}))
    monkeypatch.setattr(free_text, "OWN", {})
    assert free_text.main([str(tmp_path / "out")]) == 1
    assert "no.txt.xz" in capsys.readouterr().err


def test_old_novels_may_be_cut_down():
    assert free_text.repeated(["a", "b", "c", "d"], 0.5) == ["a", "b"]
    assert free_text.repeated(["a", "b"], 2) == ["a", "b", "a", "b"]
    assert free_text.repeated(["a", "b"], 1.5) == ["a", "b", "a"]


def test_korean_text_and_what_it_is_kept_apart_from(tmp_path, monkeypatch, capsys):
    data, out = tmp_path / "data", tmp_path / "out"
    data.mkdir()
    scored = "하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 열 열하나"
    with lzma.open(data / "reviews.txt.xz", "wt", encoding="utf-8") as file:
        file.write("\n".join([f"{n} 번째 영화는 재미있었다" for n in range(20)] + [scored]))
    (data / "test.txt").write_text(scored, encoding="utf-8")
    texts = {"reviews": ("reviews.txt.xz", 1)}, {"NSMC": "test.txt"}
    monkeypatch.setitem(free_text.LANGUAGES, "ko", texts)
    monkeypatch.setattr(free_text, "data_dir", lambda: data)
    assert free_text.main([str(out), "--language", "ko"]) == 0
    training = (out / "train.txt").read_text(encoding="utf-8")
    assert scored not in training and training.count("재미있었다") == 19  # one is held out
