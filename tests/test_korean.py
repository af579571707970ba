"""The experiments of `evaluate korean`, on a tiny model that reads jamo: chapter 13."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
import small
from small import SHAPE, language_model

from elmo_lite import controls, corpora, probes, senses, weights
from elmo_lite.corpora.examples import About, Splits
from elmo_lite.elmo import Elmo
from experiments import korean, static_reviews, static_subwords
from experiments.inputs import keyed
from experiments.pos import probe_tags
from experiments.senses import TAGGERS, in_best_space, models
from experiments.task_lab import TaskLab
from notebooks.course import results

JAMO = replace(SHAPE, characters=replace(SHAPE.characters, alphabet="jamo"))
NEIGHBOURS, _ = TAGGERS["neighbours"]
WORDS = ["남동생", "남동생이", "바다", "바다를", "모르네", "학교에"]


@pytest.fixture(scope="module")
def lab():
    model = language_model(["나는", "나는", "버스를", "탔다", "먹는다"], shape=JAMO)
    return TaskLab(Elmo(model), range(5))


@pytest.fixture(autouse=True)
def quick(monkeypatch, tmp_path):
    monkeypatch.setenv("ELMO_LITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(static_reviews, "korean_vectors", lambda unit, text, words: table(words))
    monkeypatch.setattr(static_reviews, "korean_model", lambda unit, text: table(WORDS))


def table(words):
    """Random vectors, none for 학교에."""
    return small.static_vectors(sorted({*words} - {"학교에"}), dim=5)


def measured(name, lab, **more):
    (found,) = (each for each in korean.AREA.experiments if each.name == name)
    return small.measured(replace(found, **more), lab, lab.elmo)


def splits_of(name, train, test):
    return Splits(About(name, "none", "none", "own split"), train, [], test)


def test_a_pair_is_compared_by_the_log_probabilities_of_its_sentences(lab):
    rows, _ = measured("pairs", lab)
    (row,) = results.select(rows, model="trained", likely="나는 버스를 탔다")
    scores = lab.elmo.log_probabilities(["나는 버스를 탔다", "나는 버스를 태운다"])
    forward, backward = [s.forward.sum() for s in scores], [s.backward.sum() for s in scores]
    np.testing.assert_allclose([row["forward"], row["backward"]], [forward, backward], atol=1e-3)
    np.testing.assert_allclose(row["both"], np.add(forward, backward), atol=2e-3)
    assert row["accuracy"] == (row["both"][0] > row["both"][1])
    assert row["unknown"] == ["태운다"], "scored as <unk>: the reader is told"
    assert len(results.select(rows, model="random")) == 3 * len(korean.PAIRS)
    blind = results.values(rows, by="word counts")
    assert blind[1:] == [0.5, 0.5], "both 메론을 and 메롱을 are unknown: counts say nothing"


def test_vectors_are_those_of_words_alone_and_similarities_raw_or_centred_cosines(lab):
    setting = {"model": "trained", "draw": 0}
    x = korean.word_vectors(lab, setting, WORDS)
    alone = np.vstack(lab.elmo.embed([[word] for word in WORDS], layer=0))
    np.testing.assert_allclose(x, alone, atol=2e-3)
    static = korean.word_vectors(lab, {"by": "jamo fastText"}, WORDS)
    assert static[:-1].any(axis=1).all() and not static[-1].any()
    for space, rows in (("raw", x), ("centred", x - x[:4].mean(axis=0))):
        near = korean.similarity(lab, setting | {"space": space}, WORDS[:4], WORDS[4:])("모르네")
        rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        np.testing.assert_allclose(near, rows[:4] @ rows[4], atol=1e-4)
    centred = {"by": "word2vec", "space": "centred"}
    assert not korean.similarity(lab, centred, WORDS[:4], ["학교에"])("학교에").any()


def test_the_family_of_a_word_are_its_other_forms():
    forms = ["남동생", "남동생이", "남동생은"]
    rows = [[0.1, 0.2, 1, 0.9, 0.8], [0.9, 0.2, 0.8, 1, 0.3], [0.9, 0.8, 0.1, 0.2, 1]]
    near = dict(zip(forms, np.array(rows), strict=True))
    row = korean.family(["바다", "물", *forms], forms, near.__getitem__)
    assert row["accuracy"] == 0.5, "two, one and none of two"
    assert row["nearest"] == {"남동생": "남동생이", "남동생이": "바다", "남동생은": "바다"}


def treebanks(monkeypatch):
    forms = ["바다를", "바다", "바닥을", "바다에서", "집에서", "읽은바다를", "남동생"]
    lemmas = ["바다+를", "바다", "바닥+을", "바다+에서", "집+에서", "읽+은바다+를", "남동생"]
    monkeypatch.setattr(corpora, "korean_gsd", lambda tags: splits_of("x", [(forms, lemmas)], []))
    monkeypatch.setattr(corpora, "korean_kaist", lambda tags: splits_of("x", [], []))


def test_an_unknown_eojeol_has_a_word_of_its_stem_and_one_spelled_like_it(monkeypatch):
    treebanks(monkeypatch)
    words = ["남동생", "바다", "바다를", "바닥을", "집에서"]
    assert korean.unknown(words, {"남동생", "바다", "바다를", "바닥을"}) == [("바다에서", 1, 4)]


def test_eojeol_are_asked_in_every_way_and_spelling_answers_as_in_chapter_04(lab, monkeypatch):
    treebanks(monkeypatch)
    errors = [("남돌생", 0, 2), ("바드를", 2, 4)]
    asked = {"known": [("모르네", 0, 1)], "typing errors": errors}
    quiz = static_subwords.Quiz([], WORDS, asked, [0, 3], "ko", range(1))
    monkeypatch.setattr(static_subwords, "korean", lambda lab: quiz)
    monkeypatch.setattr(static_reviews, "korean", lambda text: [WORDS])
    rows, about = measured("eojeol", lab)
    kinds = [*korean.QUESTIONS, *korean.FORMS]
    assert len(rows) == (2 + 2 * (3 + 1 + 3)) * len(kinds)
    assert about["questions"]["unknown eojeol"] == 1, "바다에서 alone has another form"
    (row,) = results.select(rows, by="spelling, jamo", words="found")
    expected = static_subwords.answer(quiz, {"by": "spelling, jamo", "words": "found"})
    assert row["right"] == expected["right"] and results.unpack(row).all()
    (row,) = results.select(rows, by="spelling, jamo", words="남동생")
    assert row["accuracy"] == 1


def test_analogies_are_scored_where_their_words_are_known(lab, monkeypatch):
    rows = dict(zip(["한국", "서울", "도쿄", "일본"], np.eye(4)[:, :3], strict=True))
    rows["일본"] = rows["한국"] - rows["서울"] + rows["도쿄"]
    made = keyed(list(rows), [*rows.values()])
    monkeypatch.setattr(static_reviews, "korean_vectors", lambda *_: made)
    monkeypatch.setattr(static_reviews, "korean", lambda text: [[*rows, "x"]])
    asked = [("g", "서울", "한국", "도쿄", "일본"), ("g", "서울", "한국", "파리", "프랑스")]
    questions = corpora.Examples(asked, About("toy", "none", "none"), {})
    monkeypatch.setattr(corpora, "analogies", lambda language: questions)
    (row,) = results.select(measured("analogies", lab)[0], by="jamo fastText")
    assert (row["accuracy"], row["asked"], row["of_all"]) == (1, 1, 0.5)
    assert row["한국 - 서울 + 도쿄"] == {"first": "일본", "place": 1}
    assert "박찬호 - 야구 + 축구" not in row


def test_reviews_are_read_by_every_input_with_five_seeds_and_controls_with_three(lab, monkeypatch):
    reviews = [("positive", "나는 바다"), ("negative", "버스를 모르네")] * 30
    monkeypatch.setattr(corpora, "nsmc", lambda: splits_of("NSMC", reviews, reviews[:8]))
    monkeypatch.setitem(static_reviews.SIZES, "nsmc", (40, 20, 8))
    asked = []  # which static vectors are trained
    made = lambda unit, text, words: asked.append(unit) or table(words)  # noqa: E731
    monkeypatch.setattr(static_reviews, "korean_vectors", made)
    grid = korean.reviews(lab).grid(("majority",))
    seeds = Counter(row["input"] for row in grid)
    assert seeds["ELMo"] == seeds["embedding layer"] == 5
    assert seeds["jamo fastText + random weights"] == 3
    names = ("majority", "embedding layer", "syllable fastText", "ELMo", "jamo fastText")
    names += ("jamo fastText + layer 0",)
    first = [r for r in grid if r["input"] in names and r.get("seed", 0) == 0]
    rows, about = measured("nsmc", lab, grid=lambda work: first)
    scores = {row["input"]: row["accuracy"] for row in rows}
    assert scores["majority"] == 0.5 and scores["syllable fastText"] == 1, "two words tell all"
    assert set(scores) == set(names) and about["data"] == {"NSMC": "own split"}
    assert asked == ["syllables", "jamo"], "each unit has a run of its own"


def test_senses_and_tags_have_korean_static_vectors_beside_them(lab, monkeypatch):
    data, _ = korean.sense_work(lab)
    assert len({o.lemma for o in data.occurrences}) == 26
    around = senses.mean_of_words_around(data.occurrences, table(WORDS))
    placed = in_best_space(data, around, senses.leave_one_out)
    guesses = senses.tag(data.train, placed.train, data.test, placed.test, NEIGHBOURS)
    where = {"by": "static context, neighbours"}
    row = korean.SENSES.run((data, lab), where)
    right = [o.sense == guess for o, guess in zip(data.test, guesses, strict=True)]
    assert results.unpack(row).tolist() == right
    ways = korean.sense_settings((data, lab))
    assert len(ways) == 4 + len(models(lab.elmo, lab.seeds)) * 2 * 3 and where in ways
    settings = korean.layer_settings(lab.elmo, lab.seeds)
    assert {s["model"] for s in settings if s["layer"] == "mix"} == {"trained"}
    tagged = [(["바다", "모르네"], ["NOUN", "VERB"]), (["남동생"], ["NOUN"])] * 30
    monkeypatch.setattr(corpora, "korean_gsd", lambda: splits_of("GSD", tagged, tagged[:2]))
    tags, _ = korean.treebank(corpora.korean_gsd, lab)
    assert tags.dev is None and tags.facts()["data"] == {"GSD": "own split"}
    x, new = (probes.static_rows(part.words, table(WORDS)) for part in tags.parts.values())
    found = probe_tags(x, tags.train.tags, new, probes.ProbeSettings(seed=2))
    expected = found == np.array(tags.test.tags)
    (row,) = results.select(measured("baselines_gsd", lab)[0], by="static vectors", seed=2)
    assert results.unpack(row).tolist() == expected.tolist()


def test_the_warm_start_is_that_of_the_same_shape(lab, tmp_path, monkeypatch):
    monkeypatch.setattr(controls, "WARM_START", tmp_path / "warm_start_en")
    weights.ours.save_start(language_model().bilm.char_cnn, tmp_path / "warm_start_en")
    assert controls.names_for(lab.elmo) == ["random"], "the English one reads bytes"
    weights.ours.save_start(lab.elmo.bilm.char_cnn, tmp_path / "warm_start_ko")
    assert controls.warm_start_folder(lab.elmo).name == "warm_start_ko"
    assert controls.names_for(lab.elmo) == ["random", "warm start"]
