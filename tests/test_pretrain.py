"""Training: it learns, it survives a kill, and two processes do what one does."""

import errno
import json
import os
import signal
import subprocess
import sys
import time

import pytest
import torch
from safetensors.torch import load_file

from elmo_lite import batches, checkpoints, pretrain_command, scoring, weights
from elmo_lite.bilm import BiLMShape
from elmo_lite.char_cnn import CharShape
from elmo_lite.language_model import LanguageModel
from elmo_lite.pretrain import Run, Settings
from elmo_lite.text import Vocabulary

SHAPE = BiLMShape(CharShape(char_dim=4, filters=((1, 8), (2, 8)), emb_dim=16), 24, 16)
SMALL = ["--size", "tiny", "--rows", "4", "--steps", "8", "--warmup", "3", "--log-every", "1"]


@pytest.fixture
def corpus(tmp_path):
    """A language with a rule: after a number word comes its double."""
    words = ["one", "two", "three", "four", "five", "six", "seven"]
    lines = []
    for n in range(400):
        first, second = words[n % 7], words[(n * 3) % 7]
        lines.append(f"{first} {first} and then {second} {second} .")
    path = tmp_path / "corpus.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def make_run(corpus, **settings):
    vocabulary = pretrain_command.count_words([corpus], 100)
    torch.manual_seed(0)
    model = LanguageModel(SHAPE, vocabulary)
    defaults = {"rows": 4, "steps": 8, "warmup": 5, "dropout": 0.0, "learning_rate": 1e-2}
    return Run(model, [corpus], Settings(**{**defaults, **settings}))


def test_it_learns_the_rule_in_both_directions(corpus):
    run = make_run(corpus, tokens=6000)
    sentences = [line.split() for line in corpus.read_text().split("\n")[:7]]
    before = scoring.perplexity(run.model.eval(), sentences)
    records = []
    run.train(records.append)
    after = scoring.perplexity(run.model.eval(), sentences)
    # Of the seven words of a sentence only two are free, each one of seven.
    assert before.forward > 8 and before.backward > 8
    assert after.forward < 2.4 and after.backward < 2.4
    assert records[-1]["tokens"] >= 6000 > records[-2]["tokens"]


def test_words_are_counted_like_the_vocabulary_does(corpus):
    sentences = sentences_in(corpus)
    expected = Vocabulary.build(sentences, max_size=5)
    found = pretrain_command.count_words([corpus], 5)
    assert found.words == expected.words
    assert found.counts == expected.counts


def test_rare_words_are_forgotten_when_there_are_too_many(corpus, monkeypatch):
    with corpus.open("a", encoding="utf-8") as file:
        file.write("seldom\n")
    monkeypatch.setattr(pretrain_command, "MANY", 3)
    found = pretrain_command.count_words([corpus], 100)
    assert "one" in found and "seldom" not in found
    assert found.counts[0] == 1
    assert sum(found.counts[3:]) == 2800


def test_the_learning_rate_rises_stays_and_falls():
    settings = Settings(tokens=1000, warmup=10, learning_rate=1.0, decay=0.2)
    assert settings.rate(0, 0) == pytest.approx(0.1)
    assert settings.rate(9, 100) == settings.rate(50, 700) == 1.0
    assert settings.rate(60, 900) == pytest.approx(0.5)
    assert settings.rate(99, 1000) == 0.0


def sentences_in(corpus):
    return [line.split() for line in corpus.read_text().split("\n") if line]


@pytest.mark.parametrize("steps", [1700, 8])
def test_the_losses_of_a_block_are_those_of_its_sentences(corpus, steps):
    """One window or many with carried states: the sums must be those of single sentences."""
    run = make_run(corpus, rows=2, steps=steps, learning_rate=0.0)
    block = next(run.blocks())
    sums = [0.0, 0.0]
    for start in range(0, block.forward.words.shape[1], steps):
        record = run.update(block, start)
        for d, direction in enumerate((block.forward, block.backward)):
            targets = direction.targets[:, start : start + steps]
            name = ("forward", "backward")[d]
            sums[d] += record[name] * int((targets != batches.NO_TARGET).sum())
    scores = scoring.score(run.model.eval(), sentences_in(corpus))
    assert sums[0] == pytest.approx(-sum(s.forward.sum() for s in scores), rel=1e-5)
    assert sums[1] == pytest.approx(-sum(s.backward.sum() for s in scores), rel=1e-5)
    assert run.progress.tokens == 2800


def command(*args):
    return [sys.executable, "-m", "elmo_lite", "pretrain", *map(str, args)]


def environment():
    return {**os.environ, "OMP_NUM_THREADS": "1"}


def log_of(folder):
    lines = (folder / "log.jsonl").read_text().split("\n")
    records = [json.loads(line) for line in lines if line]
    return {r["step"]: (r["forward"], r["backward"]) for r in records if "forward" in r}


def test_a_killed_run_goes_on_as_if_nothing_had_happened(corpus, tmp_path):
    args = [corpus, *SMALL, "--tokens", "1500", "--threads", "1"]
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    subprocess.run(command(*args, "--out", whole), check=True, env=environment())
    expected = log_of(whole)
    frequent = [*args, "--out", killed, "--checkpoint-minutes", "0.001"]
    process = subprocess.Popen(command(*frequent), env=environment())
    deadline = time.time() + 120
    while time.time() < deadline and len(checkpoints.found(killed)) < 2:
        time.sleep(0.02)
    time.sleep(0.37)
    process.send_signal(signal.SIGKILL)
    process.wait()
    stopped_at = max(log_of(killed))
    assert 0 < stopped_at < max(expected)
    subprocess.run(command(*frequent, "--resume"), check=True, env=environment())
    assert log_of(killed) == expected
    first, second = (load_file(f / "model" / "weights.safetensors") for f in (whole, killed))
    assert all(torch.equal(first[name], second[name]) for name in first)


def test_two_processes_learn_what_one_learns(corpus, tmp_path):
    args = [corpus, *SMALL, "--tokens", "560", "--threads", "1", "--precision", "float32"]
    args += ["--dropout", "0", "--clip", "1e9"]
    one, two = tmp_path / "one", tmp_path / "two"
    subprocess.run(command(*args, "--out", one), check=True, env=environment())
    launcher = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
    launcher += ["--nproc-per-node", "2", "-m", "elmo_lite", "pretrain"]
    subprocess.run([*launcher, *map(str, args), "--out", str(two)], check=True, env=environment())
    (last,), (other,) = ([checkpoints.found(f)[-1]] for f in (one, two))
    assert last.name == other.name
    assert int(last.name.split("-")[1]) >= 20
    first, second = (load_file(f / "weights.safetensors") for f in (last, other))
    for name in first:
        torch.testing.assert_close(first[name], second[name], rtol=0, atol=1e-5)


def test_a_full_disk_loses_nothing(corpus, tmp_path, monkeypatch):
    run = make_run(corpus, tokens=300)
    run.train()
    kept = checkpoints.save(run, tmp_path)
    before = (kept / "weights.safetensors").read_bytes()

    def full(*args, **kwargs):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(checkpoints, "save_file", full)
    run.progress.step += 1
    with pytest.raises(OSError, match="make room on the disk"):
        checkpoints.save(run, tmp_path)
    assert checkpoints.found(tmp_path) == [kept]
    assert (kept / "weights.safetensors").read_bytes() == before
    assert not list(tmp_path.glob("*.part"))


def test_only_the_newest_checkpoints_stay(corpus, tmp_path):
    run = make_run(corpus, tokens=50)
    run.train()
    saved = []
    for _ in range(3):
        saved.append(checkpoints.save(run, tmp_path))
        run.progress.step += 1
    assert checkpoints.found(tmp_path) == saved[-2:]


def test_a_half_written_checkpoint_is_not_taken(corpus, tmp_path):
    run = make_run(corpus, tokens=50)
    run.train()
    checkpoints.save(run, tmp_path)
    (tmp_path / "checkpoint-999999999.part").mkdir()
    fresh = make_run(corpus, tokens=50)
    checkpoints.resume(fresh, tmp_path)
    assert fresh.progress == run.progress


def main(*args):
    return pretrain_command.main([str(a) for a in args])


def test_weights_alone_are_enough_to_go_on(corpus, tmp_path):
    """--from: what was learnt is kept, optimizer and counters start afresh."""
    base = [corpus, *SMALL, "--learning-rate", "0.01", "--checkpoint-minutes", "9"]
    assert main(*base, "--tokens", "3000", "--out", tmp_path / "first") == 0
    again = [*base, "--tokens", "100", "--from", tmp_path / "first" / "model"]
    assert main(*again, "--out", tmp_path / "second") == 0
    first, second = log_of(tmp_path / "first"), log_of(tmp_path / "second")
    assert second[1][0] < 0.6 * first[1][0]
    assert second[1][0] < 1.2 * first[max(first)][0] + 0.2


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (["--rows", "8"], "started differently"),
        (["--steps", "4"], "started differently"),
        (["--seed", "7"], "started differently"),
    ],
)
def test_resuming_with_other_settings_is_refused(corpus, tmp_path, capsys, change, sentence):
    args = [corpus, *SMALL, "--tokens", "60", "--out", tmp_path / "run"]
    assert main(*args) == 0
    assert main(*args, *change, "--resume") == 1
    assert sentence in capsys.readouterr().err


def test_bad_requests_get_one_sentence_and_status_1(corpus, tmp_path, capsys):
    out = tmp_path / "run"
    assert main(corpus, *SMALL, "--tokens", "60", "--out", out) == 0
    assert main(corpus, *SMALL, "--out", out) == 1
    assert "use --resume or another folder" in capsys.readouterr().err
    assert main(tmp_path / "no.txt", "--out", tmp_path / "x") == 1
    assert "check the path" in capsys.readouterr().err
    (tmp_path / "empty.txt").touch()
    assert main(tmp_path / "empty.txt", "--out", tmp_path / "x") == 1
    assert "holds no words" in capsys.readouterr().err
    assert main(corpus, *SMALL, "--from", tmp_path, "--out", tmp_path / "y") == 1
    assert "options.json" in capsys.readouterr().err
    vocabulary = tmp_path / "v.tsv"
    vocabulary.write_text("nonsense\n")
    assert main(corpus, *SMALL, "--vocabulary", vocabulary, "--out", tmp_path / "z") == 1
    assert "word<tab>count" in capsys.readouterr().err


def test_a_vocabulary_that_does_not_fit_the_checkpoint_is_refused(corpus, tmp_path):
    run = make_run(corpus, tokens=50)
    run.train()
    checkpoints.save(run, tmp_path)
    other = Run(LanguageModel(SHAPE, Vocabulary.build([["a"]])), [corpus], run.settings)
    with pytest.raises(ValueError, match="do not fit the checkpoint"):
        checkpoints.resume(other, tmp_path)


def test_a_loss_that_is_no_number_stops_the_run(corpus):
    run = make_run(corpus, tokens=500)
    with torch.no_grad():
        run.model.softmax.head.weight[0, 0] = float("nan")
    with pytest.raises(FloatingPointError, match="smaller --learning-rate"):
        run.train()


def test_perplexity_command(corpus, tmp_path, capsys):
    assert main(corpus, *SMALL, "--tokens", "60", "--out", tmp_path / "run") == 0
    model = tmp_path / "run" / "model"
    capsys.readouterr()
    assert scoring.main([str(corpus), "--weights", str(model)]) == 0
    printed = capsys.readouterr().out.strip()
    sentences = sentences_in(corpus)
    assert printed == str(scoring.perplexity(weights.load(model), sentences))
    assert "3,200 tokens" in printed
