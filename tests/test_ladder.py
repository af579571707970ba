"""The ladder: one text, one vocabulary, one rule, and no rung that differs in any of them."""

import json
import math

import numpy as np
import pytest

from elmo_lite.corpora.corpus import Corpus
from elmo_lite.experiments import ladder, ladder_command, results
from elmo_lite.ngram import NGramModel
from elmo_lite.text import BOS


def write(path, rungs):
    data = {"experiments": {"ladder": {"about": {}, "rows": rungs}}}
    path.write_text(results.lines(data), encoding="utf-8")


@pytest.fixture(scope="module")
def toy():
    """Six articles of one or two sentences: the last two test, the two before them dev."""
    lines = ["a b a b|b a", "a a b c", "c a b", "a b|b", "b a z", "a b a|y"]
    documents = [[sentence.split() for sentence in line.split("|")] for line in lines]
    text = Corpus("toy", "CC0", "made up", "exact", documents)
    return ladder.split(text, held_out=2, max_size=2)


def test_the_split_goes_by_article(toy):
    assert [" ".join(s) for s in toy.train] == ["a b a b", "b a", "a a b c"]
    assert [" ".join(s) for s in toy.dev] == ["c a b", "a b", "b"]
    assert [" ".join(s) for s in toy.test] == ["b a z", "a b a", "y"]
    assert toy.vocabulary.words[3:] == ["a", "b"]
    assert toy.conditions["scored_tokens"] == {"dev": 9, "test": 10}


def test_a_unigram_by_hand(toy):
    # Training tokens: 5 a, 4 b, 1 c (<unk>), 3 </s>. The 13 share the probability.
    rung = ladder.rung("unigram", NGramModel(1).fit(toy.train, toy.vocabulary), toy, order=1)
    log_p = 3 * math.log(5 / 13) + 2 * math.log(4 / 13)  # the test part has 3 a, 2 b,
    log_p += 2 * math.log(1 / 13) + 3 * math.log(3 / 13)  # 2 unknown words and 3 </s>
    assert rung["perplexity"]["test"] == pytest.approx(math.exp(-log_p / 10), abs=1e-3)
    assert rung["zeros"] == {"dev": 0, "test": 0}


def test_the_uniform_model_has_one_perplexity(toy):
    rung = ladder.rung("uniform", ladder.Uniform(toy.vocabulary), toy)
    assert rung["perplexity"] == {"dev": 4, "test": 4}  # a, b, <unk>, </s>
    assert BOS in toy.vocabulary


def test_a_probability_of_zero_is_infinite_and_counted(toy):
    rung = ladder.rung("bigram", NGramModel(2).fit(toy.train, toy.vocabulary), toy)
    assert rung["perplexity"]["test"] is None and rung["zeros"]["test"] > 0
    json.dumps(rung, allow_nan=False)


@pytest.mark.parametrize("wrong", [lambda n: n - 1, lambda n: n + 3])
def test_a_model_that_scores_other_tokens_is_refused(toy, wrong):
    class Other:
        def token_log_probabilities(self, sentences):
            return np.full(wrong(ladder.count_scored(sentences)), -1.0)

    with pytest.raises(ValueError, match="score every word and one </s> each"):
        ladder.rung("other", Other(), toy)


@pytest.mark.parametrize("value", [0.5, np.nan])
def test_numbers_that_are_no_log_probabilities_are_refused(toy, value):
    class Broken:
        def token_log_probabilities(self, sentences):
            return np.full(ladder.count_scored(sentences), value)

    with pytest.raises(ValueError, match="above 0, or none at all"):
        ladder.rung("broken", Broken(), toy)


CHANGES = {
    "corpus": "another text",
    "corpus_sha256": "0" * 64,
    "split": "by sentence",
    "vocabulary_size": 5_003,
    "vocabulary_sha256": "0" * 64,
    "unknown": "skipped",
    "scored_tokens": {"dev": 9, "test": 7},
}


def test_every_condition_is_tried_below():
    assert set(CHANGES) == set(ladder.CONDITIONS)


@pytest.mark.parametrize("condition", ladder.CONDITIONS)
def test_a_rung_measured_differently_is_refused(toy, condition, tmp_path):
    rungs = [ladder.rung("one", ladder.Uniform(toy.vocabulary), toy)]
    rungs.append(rungs[0] | {"name": "two"})
    path = tmp_path / "ladder.jsonl"
    write(path, rungs)
    assert ladder.load(path) == {"one": 4, "two": 4}

    for broken in (rungs[1] | {condition: CHANGES[condition]}, dict(rungs[1])):
        if broken == rungs[1]:
            del broken[condition]
        write(path, [rungs[0], broken])
        with pytest.raises(ValueError, match=f"'two' cannot stand beside 'one': {condition}"):
            ladder.load(path)


def test_names_are_unique_in_each_direction(toy):
    one = ladder.rung("one", ladder.Uniform(toy.vocabulary), toy)
    back = ladder.rung("one", ladder.Uniform(toy.vocabulary), toy, direction="backward")
    ladder.check([one, back])
    with pytest.raises(ValueError, match="both named 'one'"):
        ladder.check([one, dict(one)])


def test_figures_get_finite_forward_rungs_from_worst_to_best(tmp_path, toy):
    base = ladder.rung("x", ladder.Uniform(toy.vocabulary), toy)
    rows = [("b", 5.0, "forward"), ("a", 9.0, "forward"), ("inf", None, "forward")]
    rows.append(("back", 7.0, "backward"))
    rungs = [base | {"name": n, "perplexity": {"test": p}, "direction": d} for n, p, d in rows]
    path = tmp_path / "ladder.jsonl"
    write(path, rungs)
    assert list(ladder.load(path).items()) == [("a", 9.0), ("b", 5.0)]
    assert ladder.load(path, without=["b", "z"]) == {"a": 9.0}
    assert ladder.load(path, direction="backward") == {"back": 7.0}
    with pytest.raises(FileNotFoundError, match="python -m elmo_lite ladder"):
        ladder.load(tmp_path / "nothing.jsonl")


def test_parameters_are_chosen_on_dev_only(toy):
    models = {
        k: NGramModel(2, "add-delta", delta=k).fit(toy.train, toy.vocabulary) for k in (0.01, 1, 9)
    }
    dev = {k: model.perplexity(toy.dev) for k, model in models.items()}
    assert ladder_command.choose(models, toy) == min(dev, key=lambda k: dev[k])


# --- the real ladder


def test_the_results_file_belongs_to_this_text():
    stored = ladder.read()
    for condition in ladder.CONDITIONS:
        assert stored[0][condition] == ladder.corpus().conditions[condition], (
            f"{condition} is not what the code makes now: run python -m elmo_lite ladder"
        )
    assert stored[0]["vocabulary_size"] == 10_003
    assert stored[0]["scored_tokens"] == {"dev": 58_033, "test": 61_273}


@pytest.mark.parametrize(
    ("name", "model"),
    [("unigram", NGramModel(1)), ("trigram, Kneser-Ney", NGramModel(3, "kneser-ney"))],
)
def test_a_stored_rung_comes_out_again(name, model):
    text = ladder.corpus()
    stored = {each["name"]: each for each in ladder.read()}
    again = ladder.rung(name, model.fit(text.train, text.vocabulary), order=model.order)
    kept = {key: stored[name][key] for key in again}
    assert again == kept | {"perplexity": pytest.approx(kept["perplexity"])}


def test_the_ladder_tells_the_story_of_the_chapter():
    perplexity = ladder.load()
    stored = {each["name"]: each for each in ladder.read()}
    assert perplexity["uniform"] == 10_002
    for name in ("bigram, maximum likelihood", "trigram, maximum likelihood"):
        assert stored[name]["perplexity"] == {"dev": None, "test": None}
    assert (
        perplexity["trigram, Kneser-Ney"]
        < perplexity["bigram, Kneser-Ney"]
        < perplexity["bigram, add-δ"]
        < perplexity["unigram"]
    )
    for each in stored.values():
        if "delta" in each["chosen"]:  # not at the rim of what was tried
            assert min(ladder_command.DELTAS) < each["chosen"]["delta"] < max(ladder_command.DELTAS)


def test_the_command_writes_only_where_it_is_told(tmp_path, monkeypatch, toy, capsys):
    monkeypatch.setattr(ladder_command, "corpus", lambda: toy)
    before = ladder.FILE.read_bytes()
    assert ladder_command.main(["--out", str(tmp_path / "new" / "ladder.jsonl")]) == 0
    assert ladder.FILE.read_bytes() == before
    rungs = ladder.read(tmp_path / "new" / "ladder.jsonl")
    assert [each["name"] for each in rungs][:2] == ["uniform", "unigram"]
    assert sum("order" in each["chosen"] for each in rungs) == 1
    assert "infinite" in capsys.readouterr().out
