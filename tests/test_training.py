"""Training: it learns, it survives a kill, and two processes do what one does.

ELMO_LITE_KILLS=20 kills a run at twenty random moments, instead of one.
"""

import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest
import small
import torch
from safetensors.torch import load_file

from elmo_lite import weights
from elmo_lite.bilm import SHAPES, BiLMShape
from elmo_lite.char_cnn import CharShape
from elmo_lite.elmo import Elmo
from elmo_lite.files import locked
from elmo_lite.reading import score
from elmo_lite.text import Vocabulary
from elmo_lite.tools import embed, perplexity
from elmo_lite.training import batches, checkpoints, log
from elmo_lite.training import command as pretrain_command
from elmo_lite.training.fine_tune import fine_tune
from elmo_lite.training.run import TrainingRun, TrainingSettings, TrainingStep

SHAPE = BiLMShape(CharShape(char_dim=4, filters=((1, 8), (2, 8)), emb_dim=16), 24, 16)
# Windows knows no mode of a file, and other signals.
unix = pytest.mark.skipif(os.name == "nt", reason="signals and file modes of Unix")
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


def sentences_in(corpus):
    return [line.split() for line in corpus.read_text().split("\n") if line]


def make_run(corpus, **settings):
    model = small.language_model(*sentences_in(corpus), shape=SHAPE)
    defaults = {"rows": 4, "steps": 8, "warmup": 5, "dropout": 0.0, "learning_rate": 1e-2}
    return TrainingRun(model, TrainingSettings(**(defaults | settings)), [corpus])


@pytest.fixture
def saved(corpus, tmp_path):
    """A short run and the folder of its checkpoint."""
    run = make_run(corpus, tokens=50)
    run.train()
    checkpoints.save(run, tmp_path / "run")
    return run, tmp_path / "run"


def test_it_learns_the_rule_in_both_directions(corpus):
    run = make_run(corpus, tokens=6000)
    sentences = [line.split() for line in corpus.read_text().split("\n")[:7]]
    before = score.perplexity(run.model.eval(), sentences)
    records = []
    run.train(records.append)
    after = score.perplexity(run.model.eval(), sentences)
    # Of the seven words of a sentence only two are free, each one of seven.
    assert min(before.forward, before.backward) > 8 and max(after.forward, after.backward) < 2.4
    assert records[-1]["tokens"] >= 6000 > records[-2]["tokens"]


def test_words_are_counted_like_the_vocabulary_does(corpus):
    expected = Vocabulary.build(sentences_in(corpus), max_size=5)
    found = batches.count_words([corpus], 5)
    assert (found.words, found.counts) == (expected.words, expected.counts)


def test_rare_words_are_forgotten_when_there_are_too_many(corpus, monkeypatch):
    with corpus.open("a", encoding="utf-8") as file:
        file.write("seldom\n")
    monkeypatch.setattr(batches, "MANY", 10)
    found = batches.count_words([corpus], 100)
    assert "one" in found and "seldom" not in found
    assert found.counts[0] == 1
    assert sum(found.counts[3:]) == 2800
    monkeypatch.setattr(batches, "MANY", 3)  # whatever it takes
    found = batches.count_words([corpus], 100)
    assert found.words[3:] == [".", "and", "then"]
    assert sum(found.counts) - 2 * found.counts[1] == 2801


def test_the_learning_rate_rises_stays_and_falls():
    settings = TrainingSettings(tokens=1000, warmup=10, learning_rate=1.0, decay=0.2)
    assert settings.rate(0, 0) == pytest.approx(0.1)
    assert settings.rate(9, 100) == settings.rate(50, 700) == 1.0
    assert settings.rate(60, 900) == pytest.approx(0.5)
    assert settings.rate(99, 1000) == 0.0


@pytest.mark.parametrize("steps", [1700, 8])
def test_the_losses_of_a_block_are_those_of_its_sentences(corpus, steps):
    """One window or many with carried states: the sums must be those of single sentences."""
    run = make_run(corpus, rows=2, steps=steps, learning_rate=0.0)
    block = next(run.blocks())
    sums = {"forward": 0.0, "backward": 0.0}
    for start in range(0, block.forward.words.shape[1], steps):
        record = run.update(block, start)
        for name in sums:
            targets = getattr(block, name).targets[:, start : start + steps]
            sums[name] += record[name] * int((targets != batches.NO_TARGET).sum())
    scores = score.score(run.model.eval(), sentences_in(corpus))
    for name, found in sums.items():
        assert found == pytest.approx(-sum(getattr(s, name).sum() for s in scores), rel=1e-5)
    assert run.reached.tokens == 2800


def main(*args):
    return pretrain_command.main([str(a) for a in args])


def started(*args, code=("-m", "elmo_lite", "pretrain"), **environment):
    """The command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, *code, *map(str, args)],
        env={**os.environ, "OMP_NUM_THREADS": "1", **environment},
        stderr=subprocess.DEVNULL,
    )


def same_weights(one, other):
    first, second = (load_file(folder / "model" / "weights.safetensors") for folder in (one, other))
    return all(torch.equal(first[name], second[name]) for name in first)


def losses_of(folder):
    """Every logged loss, in the order of the file."""
    records = log.read_log(folder / "log.jsonl")
    return [(r["step"], r["forward"], r["backward"]) for r in records if "forward" in r]


def log_of(folder):
    return {step: losses for step, *losses in losses_of(folder)}


KILLED = """
import os, signal, sys
from elmo_lite.training import checkpoints, command, log
on_update = log.Reporter.on_update
def then_die(self, record):
    on_update(self, record)
    if record["step"] in (4, 9):
        self.checkpoint()
    if record["step"] == 14:  # killed while a third checkpoint is half written
        checkpoints._force = lambda path: os.kill(os.getpid(), signal.SIGKILL)
        self.checkpoint()
log.Reporter.on_update = then_die
command.main(sys.argv[1:])
"""


@unix
def test_a_killed_run_goes_on_as_if_nothing_had_happened(corpus, tmp_path, capsys):
    """The resumed run takes its settings from the checkpoint."""
    args = [corpus, "--log-every", "1", "--threads", "1"]
    fresh = [*args, *SMALL, "--tokens", "560", "--precision", "float32"]
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert main(*fresh, "--out", whole) == 0
    dying = started(*fresh, "--out", killed, code=("-c", KILLED))
    assert dying.wait() == -signal.SIGKILL
    assert [int(path.name.split("-")[1]) for path in checkpoints.found(killed)] == [4, 9]
    assert losses_of(killed) == losses_of(whole)[:14]
    with (killed / "log.jsonl").open("a") as file:
        file.write('{"step": 15, "tok')  # a full disk cuts lines
    assert main(*args, "--out", killed, "--resume") == 0
    assert losses_of(killed) == losses_of(whole)
    assert len(losses_of(whole)) >= 20 and same_weights(whole, killed)
    assert " was " not in capsys.readouterr().err


@unix
@pytest.mark.parametrize("trial", range(int(os.environ.get("ELMO_LITE_KILLS", "1"))))
def test_a_run_killed_at_a_random_moment_ends_the_same(corpus, tmp_path, trial):
    args = [corpus, *SMALL, "--tokens", "700", "--precision", "float32", "--threads", "1"]
    args += ["--checkpoint-minutes", "0"]
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert main(*args, "--out", whole) == 0
    chance = random.Random(trial)
    lines = chance.randrange(len(losses_of(whole)) // 2)  # then half of them are still to come
    run = started(*args, "--out", killed)
    while run.poll() is None and len(losses_of(killed)) < lines:
        time.sleep(chance.uniform(0, 0.02))
    run.kill()
    assert run.wait() == -signal.SIGKILL, "it had ended before"
    going_on = ["--resume"] if checkpoints.found(killed) else []
    assert main(*args, "--out", killed, *going_on) == 0
    assert log_of(killed) == log_of(whole) and len(log_of(whole)) > 10
    assert same_weights(whole, killed)


@pytest.fixture
def pair():
    """What tells two processes where to meet."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    return {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port, "WORLD_SIZE": "2"}


@unix
def test_two_processes_learn_what_one_learns_and_stop_together(corpus, tmp_path, pair):
    """One of the two is asked to stop: both do. Then a single process goes on."""
    args = [corpus, *SMALL, "--threads", "1", "--precision", "float32"]
    args += ["--dropout", "0", "--clip", "1e9", "--tokens", "100000000"]
    out = tmp_path / "two"
    processes = [started(*args, "--out", out, **pair, RANK=rank, LOCAL_RANK=rank) for rank in "01"]
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and len(losses_of(out)) < 20:
        assert [process.poll() for process in processes] == [None, None]
        time.sleep(0.02)
    processes[1].send_signal(signal.SIGTERM)
    assert [process.wait(timeout=60) for process in processes] == [0, 0]
    (last,) = checkpoints.found(out)
    steps = int(last.name.split("-")[1])
    assert steps == len(losses_of(out)) >= 20

    parsed = pretrain_command.arguments().parse_args([*map(str, args), "--out", "unused"])
    settings = pretrain_command.choose_settings(parsed, None)
    run = TrainingRun(pretrain_command.make_model(parsed, [corpus]), settings, [corpus])
    records = []
    run.train(records.append, lambda: len(records) == steps)
    for (_, *found), record in zip(losses_of(out), records, strict=True):
        assert found == pytest.approx([record["forward"], record["backward"]], abs=1e-3)
    saved, state = load_file(last / "weights.safetensors"), run.model.state_dict()
    for name in saved:
        torch.testing.assert_close(saved[name], state[name], rtol=0, atol=1e-4)

    more = str(run.reached.tokens + 60)
    assert main(corpus, "--out", out, "--log-every", "1", "--resume", "--tokens", more) == 0
    assert losses_of(out)[steps][1] == pytest.approx(records[-1]["forward"], abs=1.5)


def test_fresh_states_where_several_processes_shared_the_run(corpus, tmp_path):
    run = make_run(corpus, tokens=100)
    run.train()
    assert run.states[0][0][0].abs().max() > 0
    run.world = 2
    checkpoints.save(run, tmp_path)
    resumed = make_run(corpus, tokens=100)
    checkpoints.resume(resumed, tmp_path)
    assert resumed.reached == run.reached
    assert resumed.states[0][0][0].abs().max() == 0
    assert torch.initial_seed() == 1000 * run.reached.step


@pytest.fixture
def press(monkeypatch):
    """press(times) presses Ctrl-C so often after the third update of each run."""
    on_update = log.Reporter.on_update

    def press(times):
        def update(self, record):
            on_update(self, record)
            for _ in range(times if record["step"] == 3 else 0):
                signal.raise_signal(signal.SIGINT)

        monkeypatch.setattr(log.Reporter, "on_update", update)

    return press


def test_ctrl_c_saves_and_stops(corpus, tmp_path, press, capsys):
    before = signal.getsignal(signal.SIGINT)
    press(1)
    assert main(corpus, *SMALL, "--tokens", "100000", "--out", tmp_path) == 0
    assert [path.name for path in checkpoints.found(tmp_path)] == ["checkpoint-000000003"]
    assert signal.getsignal(signal.SIGINT) is before
    said = capsys.readouterr().err
    assert said.count("Stopping after a last checkpoint; once more") == 1
    assert "Training from 0 to 100,000 tokens; Ctrl-C saves and stops." in said
    assert f"The weights are in {tmp_path / 'model'}; --resume goes on." in said


def test_ctrl_c_twice_leaves_at_once(corpus, tmp_path, press):
    press(2)
    assert main(corpus, *SMALL, "--tokens", "100000", "--out", tmp_path) == 130
    assert not checkpoints.found(tmp_path)
    assert sorted(log_of(tmp_path)) == [1, 2, 3]


def test_training_in_another_thread_leaves_signals_alone(corpus, tmp_path):
    status = []
    args = [corpus, *SMALL, "--tokens", "20", "--out", tmp_path]
    thread = threading.Thread(target=lambda: status.append(main(*args)))
    thread.start()
    thread.join()
    assert status == [0]


@unix
def test_a_full_disk_loses_nothing(saved, tmp_path):
    (run, out), model = saved, tmp_path / "model"
    (kept,) = checkpoints.found(out)
    weights.ours.save(run.model, model)
    before = (kept / "weights.safetensors").read_bytes()
    assert (kept / "weights.safetensors").stat().st_mode & 0o777 == 0o644
    run.reached.step += 1
    with small.full_disk(), pytest.raises(OSError, match="make room on the disk"):
        checkpoints.save(run, out)
    for limit in (2000, 50):  # the second is too small for any file of a model
        with small.full_disk(limit), pytest.raises(OSError, match="make room on the disk"):
            weights.ours.save(run.model, model)
    assert list(out.iterdir()) == [kept]
    assert (kept / "weights.safetensors").read_bytes() == before
    assert not list(model.glob("*.part"))
    weights.ours.load(model)


def test_a_kill_while_the_same_step_is_saved_again(saved, monkeypatch):
    (run, out), kept = saved, checkpoints.found(saved[1])
    monkeypatch.setattr(Path, "replace", lambda self, target: pytest.fail("killed here"))
    assert [checkpoints.save(run, out)] == kept == checkpoints.found(out)


def test_only_the_newest_checkpoints_stay(saved):
    (run, out), made = saved, checkpoints.found(saved[1])
    own = shutil.copytree(made[0], made[0].with_name(made[0].name + "-good"))
    (out / "checkpoint-000000001.part").mkdir()
    for _ in range(3):
        run.reached.step += 1
        made.append(checkpoints.save(run, out))
    assert sorted(out.glob("checkpoint-*")) == sorted([own, *made[-2:]])
    assert checkpoints.found(out) == made[-2:]


def test_weights_alone_are_enough_to_go_on(corpus, tmp_path):
    """--from: what was learnt is kept, optimizer and counters start afresh."""
    base = [corpus, *SMALL, "--learning-rate", "0.01", "--checkpoint-minutes", "9"]
    assert main(*base, "--tokens", "3000", "--out", tmp_path / "first") == 0
    again = [*base, "--tokens", "100", "--from", tmp_path / "first" / "model"]
    assert main(*again, "--out", tmp_path / "second") == 0
    first, second = log_of(tmp_path / "first"), log_of(tmp_path / "second")
    assert second[1][0] < 0.6 * first[1][0]
    assert second[1][0] < 1.2 * first[max(first)][0] + 0.2


def test_bad_requests_get_one_sentence_and_status_1(corpus, saved, tmp_path, capsys, monkeypatch):
    def refused(words, text, *args):
        assert main(text, *SMALL, "--out", tmp_path / "new", *args) == 1
        said = capsys.readouterr().err
        assert words in said and said.count("\n") == 1

    _, out = saved
    (tmp_path / "empty.txt").touch()
    (tmp_path / "v.tsv").write_text("nonsense\n")
    refused("use --resume or another folder", corpus, "--out", out)
    refused("check the path", tmp_path / "no.txt")
    refused("holds no words", tmp_path / "empty.txt")
    refused("holds no words", corpus, "--heldout", tmp_path / "empty.txt")
    refused("options.json", corpus, "--from", tmp_path)
    refused("word<tab>count", corpus, "--vocabulary", tmp_path / "v.tsv")
    for option, value in (("--rows", "8"), ("--steps", "4"), ("--seed", "7")):
        capsys.readouterr()
        assert main(corpus, "--out", out, "--resume", option, value) == 1
        assert "started differently" in capsys.readouterr().err
    with locked(tmp_path / "new" / "lock", "is at work"):
        refused("Another process is training in", corpus, "--resume")
    refused("rows is 0: give at least 1", corpus, "--rows", "0")
    refused("give at least 0", corpus, "--warmup", "-1")
    refused("give a share", corpus, "--dropout", "1")
    refused("give at least 1", corpus, "--vocabulary-size", "0")
    for minutes in ("nan", "-1"):
        says = f"--checkpoint-minutes is {float(minutes)}: give at least 0"
        refused(says, corpus, "--checkpoint-minutes", minutes)
    both = ("--vocabulary", tmp_path / "v.tsv", "--vocabulary-size", "5")
    refused("--vocabulary and --vocabulary-size both choose the words", corpus, *both)
    refused("learning_rate is nan: give at least 0", corpus, "--learning-rate", "nan")
    both = ("--from", out, "--warm-start", tmp_path / "missing")
    refused("--from and --warm-start are two ways to begin", corpus, *both)
    refused("--threads is 0: give at least 1", corpus, "--threads", "0")
    for device in ("cuda:99", "abacus", "meta"):
        refused(f"There is no device {device}", corpus, "--device", device)
    log_file = tmp_path / "new" / "log.jsonl"
    log_file.write_text("a log without a checkpoint")
    refused("begin again without --resume", corpus, "--resume")
    assert log_file.read_text() == "a log without a checkpoint"
    monkeypatch.setattr(pretrain_command, "count_words", lambda *_: pytest.fail("too late"))
    refused("corpus.txt", corpus, "--out", corpus)


def test_a_loss_that_is_no_number_loses_no_checkpoint(corpus, tmp_path, capsys, monkeypatch):
    args, out = [corpus, "--log-every", "1", "--out", tmp_path / "run"], tmp_path / "run"
    assert main(*args, *SMALL, "--tokens", "60") == 0
    kept, logged = checkpoints.found(out), losses_of(out)
    forward = TrainingStep.forward

    def broken(self, *inputs):
        losses, states = forward(self, *inputs)
        return losses * float("nan"), states

    monkeypatch.setattr(TrainingStep, "forward", broken)
    assert main(*args, "--resume", "--tokens", "120") == 1
    assert "smaller --learning-rate" in capsys.readouterr().err
    assert checkpoints.found(out) == kept and losses_of(out) == logged and kept and logged


def test_a_vocabulary_that_does_not_fit_the_checkpoint_is_refused(corpus, saved):
    run, out = saved
    other = TrainingRun(small.language_model(["a"], shape=SHAPE), run.settings, [corpus])
    with pytest.raises(ValueError, match="do not fit the checkpoint"):
        checkpoints.resume(other, out)


def test_a_resumed_run_says_what_has_changed_and_keeps_the_rest(corpus, tmp_path, capsys):
    args = [corpus, "--log-every", "1", "--out", tmp_path]
    assert main(*args, *SMALL, "--tokens", "60", "--clip", "0.5") == 0
    capsys.readouterr()
    assert main(*args, "--tokens", "90", "--resume") == 0
    said = capsys.readouterr().err
    assert "tokens was 60, now 90\nTraining from 84 to 90 tokens" in said
    assert said.endswith(f"The weights are in {tmp_path / 'model'}.\n")
    settings = checkpoints.newest_record(tmp_path)["settings"]
    assert (settings["clip"], settings["rows"], settings["tokens"]) == (0.5, 4, 90)
    with corpus.open("a") as file:
        file.write("one more line\n")
    assert main(*args, "--tokens", "120", "--resume") == 1
    assert "the corpus files differ" in capsys.readouterr().err


def test_other_words_or_another_size_than_the_weights_are_refused(corpus, tmp_path, capsys):
    args = [corpus, "--tokens", "60", "--log-every", "1"]
    out = tmp_path / "run"
    assert main(*args, *SMALL, "--out", out) == 0
    Vocabulary.build([["other", "words"]]).save(tmp_path / "v.tsv")
    for start in (["--resume", "--out", out], ["--from", out / "model", "--out", tmp_path / "new"]):
        assert main(*args, *start, "--vocabulary", tmp_path / "v.tsv") == 1
        assert "do not fit the weights" in capsys.readouterr().err
        assert main(*args, *start, "--size", "lite") == 1
        assert "leave out --size" in capsys.readouterr().err
        assert main(*args, *start, "--alphabet", "jamo") == 1
        assert "Letters read as jamo do not fit" in capsys.readouterr().err


def test_a_vocabulary_of_another_size_than_the_weights_is_refused(corpus, tmp_path, capsys):
    """The text has nine words. Where all of them are known, a larger number asks for the same."""
    args = [corpus, *SMALL, "--tokens", "60"]
    for size, fits, others in (("5", ["5"], ["4", "6", "30000"]), ("50", ["10", "99"], ["9"])):
        out = tmp_path / size
        assert main(*args, "--vocabulary-size", size, "--out", out) == 0
        words = len(weights.ours.load(out / "model").vocabulary) - 3
        for other in others:
            for start in (["--resume", "--out", out], ["--from", out / "model"]):
                new = [] if "--out" in start else ["--out", tmp_path / "new"]
                capsys.readouterr()
                assert main(*args, *start, *new, "--vocabulary-size", other) == 1
                said = capsys.readouterr().err
                assert f"which have {words}: leave out --vocabulary-size" in said
        for other in fits:
            assert main(*args, "--resume", "--out", out, "--vocabulary-size", other) == 0


def test_the_folder_of_a_run_names_that_of_its_weights(corpus, tmp_path, capsys):
    out = tmp_path / "run"
    assert main(corpus, *SMALL, "--tokens", "60", "--out", out) == 0
    capsys.readouterr()
    assert perplexity.main([str(corpus), "--weights", str(out)]) == 1
    assert f"are in {out / 'model'}, so name that.\n" in capsys.readouterr().err
    vectors = ["--out", str(tmp_path / "vectors.npz"), "--weights"]
    assert embed.main([str(corpus), *vectors, str(out)]) == 1
    assert f"are in {out / 'model'}, so name that.\n" in capsys.readouterr().err
    assert perplexity.main([str(corpus), "--weights", str(out / "model")]) == 0
    with pytest.raises(FileNotFoundError, match="name a folder of weights of this course"):
        Elmo.load(tmp_path)


def test_the_alphabet_is_that_of_the_size_unless_another_is_asked_for():
    for args in (["--size", "tiny", "--alphabet", "jamo"], ["--size", "korean"]):
        given = pretrain_command.arguments().parse_args(["text", "--out", "run", *args])
        shape = pretrain_command.shape_of(given)
        assert shape.characters.alphabet == "jamo"
        assert shape.hidden_dim == SHAPES[given.size].hidden_dim


@pytest.mark.parametrize("name", ["run.json", "weights.safetensors", "optimizer.safetensors"])
def test_a_damaged_checkpoint_names_the_older_one(corpus, tmp_path, capsys, name):
    run = make_run(corpus, tokens=50)
    for _ in range(2):
        run.reached.step += 1
        newest = checkpoints.save(run, tmp_path)
    (newest / name).write_bytes(b"\x05damaged")
    assert main(corpus, "--out", tmp_path, "--resume") == 1
    said = capsys.readouterr().err
    assert "000002 is damaged" in said and "goes on from checkpoint-000000001" in said
    shutil.rmtree(newest)
    assert main(corpus, "--out", tmp_path, "--resume") == 0


@pytest.mark.parametrize("record", ["{}", "[]", '{"settings": {}}', "no progress", "no rows"])
def test_a_record_without_what_is_needed_costs_no_log(corpus, saved, capsys, record):
    run, out = saved
    (checkpoint,) = checkpoints.found(out)
    (out / "log.jsonl").write_text('{"step": 1, "tokens": 7}\n')
    good = json.loads((checkpoint / "run.json").read_text())
    if record == "no progress":
        record = json.dumps(good | {"progress": {}})
    if record == "no rows":
        record = json.dumps(good | {"settings": {"steps": 8, "seed": 0, "tokens": 50}})
    (checkpoint / "run.json").write_text(record)
    assert main(corpus, "--out", out, "--resume") == 1
    assert f"{checkpoint} is damaged" in capsys.readouterr().err
    assert (out / "log.jsonl").read_text() == '{"step": 1, "tokens": 7}\n'


@pytest.mark.parametrize("device", ["cuda", "cuda:0"])
def test_each_process_has_a_gpu_of_its_own(monkeypatch, device):
    done = []
    for name, value in (("WORLD_SIZE", "2"), ("LOCAL_RANK", "1")):
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(torch.distributed, "init_process_group", done.append)
    monkeypatch.setattr(torch.cuda, "set_device", done.append)
    args = pretrain_command.arguments().parse_args(["text", "--out", "run", "--device", device])
    assert pretrain_command.join_processes(args)
    assert (args.device, done) == ("cuda:1", ["nccl", "cuda:1"])


def test_a_run_that_explodes_logs_how(corpus, tmp_path, capsys):
    wild = ["--learning-rate", "1e4", "--warmup", "0", "--clip", "1e9", "--log-every", "5"]
    main(corpus, *SMALL, "--tokens", "900", *wild, "--out", tmp_path)
    assert "perplexity inf" in capsys.readouterr().err
    assert losses_of(tmp_path)[-1][1] > 700
    records = log.read_log(tmp_path / "log.jsonl")
    assert all(record["speed"] > 0 for record in records)


def test_the_first_updates_are_shown_and_not_logged(corpus, tmp_path, capsys):
    """A line of the log comes after 50 updates: on a slow machine in a minute."""
    options = ["--size", "tiny", "--rows", "4", "--steps", "8", "--tokens", "600"]
    assert main(corpus, *options, "--out", tmp_path) == 0
    lines = re.findall(r"^update (\d+), .* perplexity ", capsys.readouterr().err, re.M)
    assert lines[:2] == ["1", "10"] and len(lines) == 3
    assert [record["step"] for record in log.read_log(tmp_path / "log.jsonl")] == [int(lines[2])]


def test_held_out_texts_are_measured_once_for_each_checkpoint(corpus, tmp_path):
    for folder, count in (("a", 3), ("b", 5)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "dev.txt").write_text("one one and then two two .\n" * count)
    out = tmp_path / "run"
    args = [corpus, *SMALL, "--out", out, "--heldout", tmp_path / "a", tmp_path / "b"]
    args += ["--precision", "bfloat16"]
    assert main(*args, "--tokens", "60") == 0
    assert main(*args, "--tokens", "60", "--resume") == 0
    (record,) = [r for r in log.read_log(out / "log.jsonl") if "heldout" in r]
    assert set(record["heldout"]) == {str(tmp_path / f / "dev.txt") for f in "ab"}
    # Exact, and in no low precision, although training was.
    model = weights.ours.load(checkpoints.found(out)[-1])
    expected = score.perplexity(model, [["one", "one", "and", "then", "two", "two", "."]])
    for found in record["heldout"].values():
        assert found == [round(expected.forward, 2), round(expected.backward, 2)]


def first_update(corpus, **settings):
    run = make_run(corpus, tokens=1000, **settings)
    run.step_module.train()
    return run, partial(run.update, next(run.blocks()), 0)


def test_dropout_drops(corpus):
    for dropout in (0.0, 0.3):
        run, update = first_update(corpus, learning_rate=0.0, dropout=dropout)
        first = update()
        run.states = run.fresh_states()
        assert (update()["forward"] == first["forward"]) == (dropout == 0.0)


def test_the_gradient_is_clipped(corpus):
    run, update = first_update(corpus, clip=0.01)
    update()
    gradients = [p.grad.flatten() for p in run.model.parameters() if p.grad is not None]
    assert torch.cat(gradients).norm() == pytest.approx(0.01, rel=1e-3)


def test_clip_0_is_no_limit(corpus):
    found = []
    for clip in (0, 1e9):
        run, update = first_update(corpus, clip=clip)
        update()
        found.append([p.detach() for p in run.model.parameters()])
    before = list(make_run(corpus).model.parameters())
    assert all(map(torch.equal, *found)) and not all(map(torch.equal, found[0], before))


def test_a_process_of_a_cluster_is_alone_unless_it_has_joined(corpus, monkeypatch):
    monkeypatch.setenv("WORLD_SIZE", "3")
    monkeypatch.setenv("RANK", "1")
    run = make_run(corpus)
    assert (run.rank, run.world) == (0, 1)


def test_a_thinned_log_has_fewer_points_and_every_held_out_measurement():
    loss = {"seconds": 1.0, "backward": 3.0, "rate": 0.001}
    curve = [loss | {"step": n, "tokens": 10 * n, "forward": 6.0 - n} for n in range(1, 6)]
    measured = [{"step": n, "tokens": 10 * n, "heldout": {"a": [9.0, 8.0]}} for n in (2, 5)]
    records = sorted([*curve, *measured], key=lambda record: record["step"])
    assert log.thinned(records) == records
    thin = log.thinned(records, most=3)
    assert [r for r in thin if "heldout" in r] == measured
    points = [r for r in thin if "forward" in r]
    assert points == [
        loss | {"step": 2, "tokens": 20, "forward": 4.5},
        loss | {"step": 4, "tokens": 40, "forward": 2.5},
        curve[4],
    ]


# ---- fine-tuning ----

PAIRS = [(a, n) for a in ("red", "blue", "green", "big", "old", "new", "small") for n in "xyz"]
ENGLISH = [[adjective, noun] for adjective, noun in PAIRS] * 10
FRENCH = [[noun, adjective] for adjective, noun in PAIRS] * 10


@pytest.fixture(scope="module")
def english():
    """A model that knows that adjectives come first."""
    fresh = small.language_model(*ENGLISH[:21], shape=SHAPE).eval()
    return fine_tune(fresh, ENGLISH, ENGLISH[:21], 5, 2, 8, learning_rate=1e-2)[0]


def test_fine_tuning_learns_the_order_of_the_new_text(english):
    tuned, before, after = fine_tune(english, FRENCH, FRENCH[:21], 4, 2, 8, learning_rate=1e-2)
    assert before.forward > 2 * after.forward and before.backward > 2 * after.backward
    assert after == score.perplexity(tuned, FRENCH[:21]) and not tuned.training


def test_fine_tuning_leaves_the_model_and_the_random_numbers_of_the_caller(english):
    saved = {name: value.clone() for name, value in english.state_dict().items()}
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    first, again = (fine_tune(english, FRENCH[:40], FRENCH[:5], rows=4)[0] for _ in range(2))
    assert torch.equal(torch.rand(3), expected)
    for name, value in english.state_dict().items():
        assert torch.equal(value, saved[name])
        assert torch.equal(first.state_dict()[name], again.state_dict()[name])
    assert any(not torch.equal(first.state_dict()[n], saved[n]) for n in saved)
    with pytest.raises(ValueError, match="nothing to read"):
        fine_tune(english, [], [["a"]])
