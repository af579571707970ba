"""Training text and what the course scores: overlap is found and counted, lines that share too many
runs of words are dropped: three of eight words in English, one of seven in Korean."""

import json
import lzma

import numpy as np
import pytest

from experiments import free_text
from experiments.free_text import PLANS, clean, gram_hashes, running_words, source_lines
from tests.test_corpora_parsers import make_tar, make_zip

SCORED = "one two three four five six seven eight nine ten eleven"  # four 8-grams


@pytest.mark.parametrize(
    ("line", "eights", "sevens"),
    [
        ("one two three four five six seven eight", 1, 2),
        ("x one two three four five six seven eight nine y", 2, 3),
        ("one two three four five six seven eight nine ten and more", 3, 4),
        (SCORED, 4, 5),
        ("eight seven six five four three two one", 0, 0),
        ("one two three four five six seven", 0, 1),
        ("one two three four x five six seven eight nine ten eleven", 0, 1),
    ],
)
def test_shared_runs_are_counted_and_lines_with_too_many_are_dropped(line, eights, sevens):
    other = "a line about something else that nobody has scored anywhere so far"
    for language, shared in (("en", eights), ("ko", sevens)):
        plan = PLANS[language]
        known = np.unique(gram_hashes(SCORED.split(), plan.gram))
        scored = {"set": known, "empty": gram_hashes(["short"], plan.gram)}
        kept, counts = clean([other, line, other], scored, plan)
        assert counts == {"set": shared, "empty": 0}
        assert kept == ([other, line, other] if shared < plan.drop_from else [other, other])


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("x.conllu", "# sent_id = 1\n# text = A Cat sat.\n1\tA\t_\n", ["a", "cat", "sat"]),
        ("brown/ca01", "The/at jury/nn-hl said/vbd ./. ", ["the", "jury", "said"]),
        ("a.conll", "Paris\tB-location\nis\tO\n", ["paris", "is"]),
        (
            "klue-ner-v1.1_dev.tsv.xz",
            "## 토큰 : \\t\n## klue-ner-v1_dev_00000-x\t<김:PS>씨는 <16명:QT>을 봤다.\n김\tB-PS\n",
            ["김씨는", "16명을", "봤다"],
        ),
        ("ambiguity.tsv.xz", "나는\t날/VV+는/ETM\t하늘을 나는 새.\n", ["하늘을", "나는", "새"]),
        ("x.xml", "<wf cmd=done>Bank</wf> of <b>it</b>", ["bank", "of", "it"]),
        ("x.txt", "They don't. 고양이!", ["they", "don", "t", "고양이"]),
    ],
)
def test_words_come_out_of_their_markup(name, text, words):
    assert running_words(name, text) == words


def test_archives_and_speeches_become_paragraphs(tmp_path):
    speeches = {
        "speech/1.txt": "My fellow\ncitizens.\n\nWe meet\nagain.\n",
        "speech/2.txt": b"It\xa1\xa6s Big5.\n",
        "speech/3.txt": b"It\x92s Windows.\n",
    }
    masc = {
        "masc_tagged/categories.txt": "not text",
        "masc_tagged/spoken/a.txt": "Good_JJ evening_NN ._.\n",
    }
    (tmp_path / "speech.zip").write_bytes(make_zip(speeches))
    (tmp_path / "masc.zip").write_bytes(make_zip(masc))
    (tmp_path / "a.tar.xz").write_bytes(make_tar({"in.txt": b"inside"}))
    assert source_lines(tmp_path / "speech.zip") == [
        *["My fellow citizens.", "We meet again."],
        *["It’s Big5.", "It’s Windows."],
    ]
    assert source_lines(tmp_path / "masc.zip") == ["Good evening ."]
    assert list(free_text.files_in(tmp_path / "a.tar.xz")) == [("in.txt", "inside")]


@pytest.fixture
def build(tmp_path, monkeypatch):
    """build(language, lines) writes the free text of one source with these lines."""
    monkeypatch.setenv("ELMO_LITE_DATA", str(tmp_path))
    monkeypatch.setattr(free_text, "OWN", {})
    (tmp_path / "scored.txt").write_text(SCORED, encoding="utf-8")
    texts = {"source": "source.txt.xz"}, {}, {"a set": "scored.txt", "absent": "no.txt"}

    def run(language, lines, *arguments):
        rules = PLANS[language].gram, PLANS[language].drop_from
        monkeypatch.setitem(free_text.PLANS, language, free_text.Plan(*texts, *rules))
        text = "\n".join(lines) + "\n"
        (tmp_path / "source.txt.xz").write_bytes(lzma.compress(text.encode()))
        arguments = ["--language", language, *arguments]
        assert free_text.main([str(tmp_path / "out"), *arguments]) == 0
        return [
            (tmp_path / "out" / name).read_text(encoding="utf-8").rstrip("\n").split("\n")
            for name in ("train.txt", "heldout/source.txt")
        ]

    return run


@pytest.mark.parametrize(("language", "runs"), [("en", 4), ("ko", 5)])
def test_build_keeps_held_out_and_scored_lines_out_of_training(build, language, runs, tmp_path):
    lines = [f"문단 number {n} of the made up source says {n} things" for n in range(400)]
    training, held_out = build(language, [*lines, SCORED, *lines])  # every line stands there twice
    assert len(held_out) == 4
    assert sorted(training) == sorted(2 * list(set(lines) - set(held_out)))
    report = json.loads((tmp_path / "out" / "overlap.json").read_text(encoding="utf-8"))
    assert report["scored runs"] == {"a set": runs} and report["missing"] == ["absent"]
    source = report["sources"]["source"]
    assert source["repeats of held-out lines"] == 2 * len(set(held_out)) - 4
    assert source["dropped"] == 1 and source["shared runs"] == {"a set": runs}
    assert source["words"] == sum(len(line.split()) for line in training)


def test_a_part_of_a_source_is_taken(build, capsys):
    lines = [f"line {n}" for n in range(41)]
    training, held_out = build("en", lines, "--share", "source=0.5")
    assert len(training) == 20 and len(held_out) == 1
    for wrong in ("source", "source=2", "other=0.5"):
        assert free_text.main(["out", "--share", wrong]) == 1
        assert f"--share {wrong}: write SOURCE=NUMBER" in capsys.readouterr().err


def test_dictionaries_are_left_out_and_some_sources_cut_down():
    shares = PLANS["ko"].shares
    assert shares["bible_krv"] == shares["stylekqc"] == 0.2
    assert PLANS["en"].shares == {"novels_1840": 0.5}
    for plan in PLANS.values():
        assert not any("krdict" in name or "wordnet" in name for name in plan.sources)


def test_our_own_texts_are_all_compared():
    assert all(list(free_text.files_in(path)) for path in free_text.OWN.values())


def test_what_is_not_there_gets_one_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("ELMO_LITE_DATA", str(tmp_path))
    plan = free_text.Plan({"source": "no.txt.xz"}, {}, {}, 8, 3)
    monkeypatch.setitem(free_text.PLANS, "en", plan)
    monkeypatch.setattr(free_text, "OWN", {})
    assert free_text.main([str(tmp_path / "out")]) == 1
    assert "no.txt.xz" in capsys.readouterr().err
    monkeypatch.delenv("ELMO_LITE_DATA")
    assert free_text.main([str(tmp_path / "out")]) == 1
    assert capsys.readouterr().err == "Set ELMO_LITE_DATA to the folder of public sets.\n"
