"""The ladder: one text, one vocabulary, one rule, and no rung that differs in any of them.

The biLM on it: the rule for unknown words, the tokens scored, the epoch that is kept.
"""

import json
import math
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from elmo_lite.bilm import SHAPES, BiLanguageModel
from elmo_lite.corpora import ladder as corpus
from elmo_lite.corpora.examples import About
from elmo_lite.corpora.texts import Corpus
from elmo_lite.ngram import NGramModel
from elmo_lite.reading import score
from experiments import ladder
from experiments.store import lines
from notebooks.course import results


@pytest.fixture
def written(tmp_path):
    """written(rungs) -> the path of a results file that holds them."""

    def write(rungs):
        data = {"experiments": {"ladder": {"about": {}, "rows": rungs}}}
        (tmp_path / "ladder.jsonl").write_text(lines(data), encoding="utf-8")
        return tmp_path / "ladder.jsonl"

    return write


@pytest.fixture(scope="module")
def toy():
    """Six articles of one or two sentences: the last two test, the two before them dev."""
    lines = ["a b a b|b a", "a a b c", "c a b", "a b|b", "b a z", "a b a|y"]
    documents = [[sentence.split() for sentence in line.split("|")] for line in lines]
    text = Corpus(About("toy", "CC0", "made up"), documents)
    return corpus.split(text, held_out=2, max_size=2)


@pytest.fixture
def uniform(toy):
    return ladder.rung("one", ladder.Uniform(toy.vocabulary), toy)


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


def test_a_probability_of_zero_is_infinite_and_counted(toy, uniform):
    assert uniform["perplexity"] == {"dev": 4, "test": 4}  # a, b, <unk>, </s>
    rung = ladder.rung("bigram", NGramModel(2).fit(toy.train, toy.vocabulary), toy)
    assert rung["perplexity"]["test"] is None and rung["zeros"]["test"] > 0
    json.dumps(rung, allow_nan=False)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda n: np.full(n - 1, -1.0), "score every word and one </s> each"),
        (lambda n: np.full(n, 0.5), "above 0, or none at all"),
        (lambda n: np.full(n, np.nan), "above 0, or none at all"),
    ],
)
def test_other_tokens_and_what_is_no_log_probability_are_refused(toy, wrong, said):
    model = SimpleNamespace(token_log_probabilities=lambda s: wrong(corpus.count_scored(s)))
    with pytest.raises(ValueError, match=said):
        ladder.rung("wrong", model, toy)


@pytest.mark.parametrize("condition", results.CONDITIONS)
def test_a_rung_measured_differently_is_refused(uniform, condition, written):
    two = uniform | {"name": "two"}
    assert results.ladder(written([uniform, two])) == {"one": 4, "two": 4}
    lacking = {key: value for key, value in two.items() if key != condition}
    for broken in (two | {condition: "another"}, lacking):
        with pytest.raises(ValueError, match=f"'two' cannot be compared with 'one': {condition}"):
            results.ladder(written([uniform, broken]))


def test_figures_get_finite_forward_rungs_from_worst_to_best(tmp_path, uniform, written):
    rows = [("b", 5.0, "forward"), ("a", 9.0, "forward"), ("inf", None, "forward")]
    rows.append(("back", 7.0, "backward"))
    rungs = [uniform | {"name": n, "perplexity": {"test": p}, "direction": d} for n, p, d in rows]
    path = written(rungs)
    assert list(results.ladder(path).items()) == [("a", 9.0), ("b", 5.0)]
    assert results.ladder(path, without=["b", "z"]) == {"a": 9.0}
    assert results.ladder(path, direction="backward") == {"back": 7.0}
    with pytest.raises(FileNotFoundError, match="python course.py measure ladder"):
        results.ladder(tmp_path / "nothing.jsonl")


def test_parameters_are_chosen_on_dev_only(toy):
    models = {
        "low on dev": SimpleNamespace(perplexity=lambda part: 2 if part is toy.dev else 1),
        "low on test": SimpleNamespace(perplexity=lambda part: 3 if part is toy.dev else 0),
    }
    assert ladder.choose(models, toy) == "low on dev"


# --- the neural rungs


def test_the_nnlm_and_its_mixture_with_counting(toy):
    counts = NGramModel(3, "kneser-ney").fit(toy.train, toy.vocabulary)
    alone, mixed = ladder.nnlm(toy, counts)
    assert (alone["name"], alone["order"], mixed["order"]) == ("NNLM", 5, 5)
    assert alone["chosen"]["epoch"] in (1, 2, 3)
    best = min(alone["perplexity"]["dev"], counts.perplexity(toy.dev))
    assert mixed["perplexity"]["dev"] <= best + 1e-3, "weights 0 and 1 are among those tried"


@pytest.fixture
def model(toy):
    torch.manual_seed(0)
    return BiLanguageModel(SHAPES["tiny"], toy.vocabulary).eval()


@pytest.mark.parametrize("direction", ["forward", "backward"])
def test_a_direction_scores_every_word_and_one_mark(toy, model, direction):
    log_p = ladder.OneDirection(model, direction).token_log_probabilities(toy.test)
    assert log_p.shape == (toy.conditions["scored_tokens"]["test"],)
    known = [["b", "a", "<unk>"], ["a", "b", "a"], ["<unk>"]]
    exact = [getattr(s, direction) for s in score.score(model, known)]
    np.testing.assert_allclose(log_p, np.concatenate(exact))


def test_letters_of_unknown_words_do_not_help(toy, model):
    one = ladder.OneDirection(model, "forward")
    scores = [one.token_log_probabilities([["a", w, "b"]]) for w in ("zebra", "Quagga")]
    np.testing.assert_array_equal(*scores)
    plain = [score.score(model, [["a", w, "b"]])[0].forward for w in ("zebra", "Quagga")]
    assert not np.allclose(*plain), "with letters the two would differ"


def test_counting_from_the_right_is_counting_reversed_sentences(toy):
    right = ladder.FromTheRight(NGramModel(2), toy)
    assert right.model.probability("a", ["b"]) == pytest.approx(3 / 4)  # a stands before b: 3 of 4
    scored = right.token_log_probabilities([["a", "b"]])
    # </s> a b, read from the right: b first (2 of 3 sentences end in it), then a, then the end
    assert scored[0] == pytest.approx(np.log(1 / 3))
    assert len(scored) == 3


@pytest.mark.parametrize("sign", [1, -1])
def test_the_epoch_with_the_lowest_loss_on_dev_is_kept(toy, monkeypatch, sign):
    monkeypatch.setattr(ladder, "loss", lambda found: sign * found.forward)
    model, seen = ladder.train_bilm(toy, epochs=3)
    known = ladder.only_known(toy.dev, toy.vocabulary)
    best = min(seen, key=ladder.loss)
    assert len(seen) == 3 and best == score.perplexity(model, known)


def test_a_seed_gives_one_model(toy):
    model, _ = ladder.train_bilm(toy, epochs=3)
    again, other = (ladder.train_bilm(toy, 3, seed)[0].state_dict() for seed in (0, 1))
    assert all(torch.equal(values, again[name]) for name, values in model.state_dict().items())
    assert any(not torch.equal(values, other[name]) for name, values in again.items())


# --- the real ladder


def test_the_results_file_belongs_to_this_text():
    stored = results.rungs()
    for condition in results.CONDITIONS:
        assert stored[0][condition] == corpus.corpus().conditions[condition], (
            f"{condition} is not what the code makes now: run python course.py measure ladder"
        )
    assert stored[0]["vocabulary_size"] == 10_003
    assert stored[0]["scored_tokens"] == {"dev": 58_033, "test": 61_273}


@pytest.mark.parametrize(
    ("name", "model"),
    [("unigram", NGramModel(1)), ("trigram, Kneser-Ney", NGramModel(3, "kneser-ney"))],
)
def test_a_stored_rung_comes_out_again(name, model):
    text = corpus.corpus()
    stored = {each["name"]: each for each in results.rungs()}
    again = ladder.rung(name, model.fit(text.train, text.vocabulary), text, model.n)
    kept = {key: stored[name][key] for key in again}
    assert again == kept | {"perplexity": pytest.approx(kept["perplexity"])}


def test_what_was_chosen_is_not_at_the_rim_of_what_was_tried():
    chosen = [each["chosen"] for each in results.rungs()]
    deltas = [each["delta"] for each in chosen if "delta" in each]
    assert min(ladder.DELTAS) < min(deltas) <= max(deltas) < max(ladder.DELTAS)
    (weight,) = (each["weight of the NNLM"] for each in chosen if "weight of the NNLM" in each)
    assert 0 < weight < 1


def test_the_command_writes_only_where_it_is_told(tmp_path, monkeypatch, toy, capsys):
    monkeypatch.setattr(ladder, "corpus", lambda: toy)
    before = ladder.FILE.read_bytes()
    assert ladder.main(["--out", str(tmp_path / "new" / "ladder.jsonl")]) == 0
    assert ladder.FILE.read_bytes() == before
    rungs = results.rungs(tmp_path / "new" / "ladder.jsonl")
    names = [(each["name"], each["direction"]) for each in rungs]
    assert names[:2] == [("uniform", "forward"), ("unigram", "forward")] and len({*names}) == 15
    assert names[-3:] == [
        ("5-gram, Kneser-Ney", "backward"),
        ("biLM tiny", "forward"),
        ("biLM tiny", "backward"),
    ]
    assert sum("order" in each["chosen"] for each in rungs) == 1
    assert "infinite" in capsys.readouterr().out
