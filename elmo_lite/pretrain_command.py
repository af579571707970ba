"""The command `pretrain`: arguments in, a training run with log and checkpoints out."""

import argparse
import json
import math
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import torch
from tqdm import tqdm

from elmo_lite import batches, checkpoints, scoring, weights
from elmo_lite.bilm import SHAPES
from elmo_lite.errors import sentence_on_error
from elmo_lite.language_model import LanguageModel
from elmo_lite.pretrain import Run, Settings
from elmo_lite.text import SPECIALS, Vocabulary

MANY = 2_000_000


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m elmo_lite pretrain", description=__doc__)
    parser.add_argument("corpus", nargs="+", help="text files (.txt, .xz, .gz) or folders of them")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints and log")
    parser.add_argument("--size", choices=list(SHAPES), default="lite")
    parser.add_argument("--vocabulary", type=Path, help="a vocabulary.tsv to use")
    parser.add_argument("--vocabulary-size", type=int, default=30_000)
    parser.add_argument("--from", dest="start", type=Path, help="weights to start from")
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    parser.add_argument("--heldout", nargs="*", default=[], help="texts to measure perplexity on")
    parser.add_argument("--heldout-tokens", type=int, default=20_000, help="words of each of them")
    parser.add_argument("--checkpoint-minutes", type=float, default=10.0)
    parser.add_argument("--log-every", type=int, default=50, help="updates between two log lines")
    parser.add_argument("--threads", type=int, help="threads of this process")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--precision", choices=("auto", "float32", "bfloat16"), default="auto")
    defaults = Settings()
    for name in ("tokens", "rows", "steps", "warmup", "seed"):
        parser.add_argument(f"--{name}", type=int, default=getattr(defaults, name))
    for name in ("learning_rate", "decay", "dropout", "clip"):
        flag = "--" + name.replace("_", "-")
        parser.add_argument(flag, type=float, default=getattr(defaults, name))
    return parser


def bfloat16_is_faster(device: str) -> bool:
    """Whether products in bfloat16 pay on this machine: measured, since old processors emulate."""
    if device != "cpu":
        return True
    seconds = []
    for kind in (torch.float32, torch.bfloat16):
        a, b = torch.randn(64, 192).to(kind), torch.randn(192, 3072).to(kind)
        rounds = []
        for _ in range(20):
            began = time.perf_counter()
            a @ b
            rounds.append(time.perf_counter() - began)
        seconds.append(min(rounds))
    return seconds[1] < 0.8 * seconds[0]


def count_words(files: Sequence[Path], size: int) -> Vocabulary:
    """The vocabulary of a corpus of any size.

    When more than MANY different words have been met, those seen once are forgotten: memory stays
    flat, and a word that matters comes back.
    """
    counts: Counter[str] = Counter()
    number = forgotten = 0
    for lines in tqdm(batches.read_blocks(files, 2_000_000), "counting words", disable=None):
        sentences = batches.sentences_of(lines)
        number += len(sentences)
        for sentence in sentences:
            counts.update(sentence)
        if len(counts) > MANY:
            kept = Counter({word: count for word, count in counts.items() if count > 1})
            forgotten += counts.total() - kept.total()
            counts = kept
    if not counts:
        raise ValueError("The corpus holds no words: give a text with something in it.")
    frequent = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:size]
    unknown = forgotten + counts.total() - sum(count for _, count in frequent)
    words, numbers = zip(*frequent, strict=True)
    return Vocabulary([*SPECIALS, *words], [unknown, number, number, *numbers])


def make_model(args: argparse.Namespace, files: Sequence[Path]) -> LanguageModel:
    """A fresh model, or the weights that --from or --resume name."""
    saved = checkpoints.found(args.out)
    if args.resume and saved:
        return weights.load(saved[-1])
    if args.start:
        return weights.load(args.start)
    if args.vocabulary:
        vocabulary = Vocabulary.load(args.vocabulary)
    else:
        vocabulary = count_words(files, args.vocabulary_size)
    torch.manual_seed(args.seed)
    return LanguageModel(SHAPES[args.size], vocabulary)


class Reporter:
    """The log file, the progress bar, checkpoints in time, and a clean stop when asked."""

    def __init__(self, run: Run, args: argparse.Namespace, heldout: dict[str, list]) -> None:
        self.run, self.args, self.heldout = run, args, heldout
        self.stopping = False
        self.saved_at = time.monotonic()
        self.losses: list[dict] = []
        self.log = args.out / "log.jsonl"
        self.bar = tqdm(
            total=run.settings.tokens,
            initial=run.progress.tokens,
            unit=" tokens",
            unit_scale=True,
            disable=run.rank > 0 or not sys.stderr.isatty(),
        )
        if run.rank == 0:
            self.cut_log(run.progress.step)

    def cut_log(self, step: int) -> None:
        """Drop what was logged behind the checkpoint from which the run goes on."""
        old = self.log.read_text(encoding="utf-8").split("\n") if self.log.exists() else []
        kept = [line for line in old if line and json.loads(line)["step"] <= step]
        self.log.write_text("".join(f"{line}\n" for line in kept), encoding="utf-8")

    def write(self, record: dict) -> None:
        if self.run.rank == 0:
            with self.log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(record) + "\n")

    def on_update(self, record: dict) -> None:
        self.losses.append(record)
        self.bar.update(record["tokens"] - self.bar.n)
        if len(self.losses) >= self.args.log_every:
            self.report()
        if time.monotonic() - self.saved_at > 60 * self.args.checkpoint_minutes:
            self.checkpoint()

    def report(self) -> None:
        """One line in the log for the last updates: mean losses and speed."""
        if not self.losses:
            return
        first, last, count = self.losses[0], self.losses[-1], len(self.losses)
        means = {d: sum(r[d] for r in self.losses) / count for d in ("forward", "backward")}
        spent = last["seconds"] - first["seconds"]
        speed = (last["tokens"] - first["tokens"]) / spent if spent else 0.0
        self.write(last | {d: round(m, 4) for d, m in means.items()} | {"speed": round(speed)})
        self.bar.set_postfix_str(
            f"perplexity {math.exp(means['forward']):.1f} forward, "
            f"{math.exp(means['backward']):.1f} backward"
        )
        self.losses = []

    def checkpoint(self) -> None:
        """Save, and measure the held-out texts."""
        self.report()
        self.saved_at = time.monotonic()
        if self.run.rank > 0:
            return
        checkpoints.save(self.run, self.args.out)
        if self.heldout:
            self.run.model.eval()
            measured = {
                name: scoring.perplexity(self.run.model, sentences)
                for name, sentences in self.heldout.items()
            }
            self.run.step_module.train()
            progress = self.run.progress
            self.write(
                {
                    "step": progress.step,
                    "tokens": progress.tokens,
                    "heldout": {
                        n: [round(p.forward, 2), round(p.backward, 2)] for n, p in measured.items()
                    },
                }
            )
        self.saved_at = time.monotonic()

    def stop(self, *_: object) -> None:
        self.stopping = True


def read_heldout(args: argparse.Namespace) -> dict[str, list]:
    """The first words of each held-out text, as tokenised sentences."""
    texts = {}
    for path in batches.find_texts(args.heldout) if args.heldout else []:
        sentences: list[list[str]] = []
        for line in batches.read_lines(path):
            sentences += batches.sentences_of([line])
            if sum(map(len, sentences)) > args.heldout_tokens:
                break
        texts[path.name.split(".")[0]] = sentences
    return texts


def pretrain(args: argparse.Namespace) -> int:
    # Every window has other sizes, and oneDNN keeps code for a thousand of them: a gigabyte.
    os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "64")
    if args.threads:
        torch.set_num_threads(args.threads)
    several = int(os.environ.get("WORLD_SIZE", 1)) > 1
    if several:
        torch.distributed.init_process_group("nccl" if args.device == "cuda" else "gloo")
        if args.device == "cuda":
            args.device = f"cuda:{os.environ['LOCAL_RANK']}"
    files = batches.find_texts(args.corpus)
    args.out.mkdir(parents=True, exist_ok=True)
    if checkpoints.found(args.out) and not args.resume:
        raise FileExistsError(f"{args.out} holds a run already: use --resume or another folder.")
    low = args.precision == "bfloat16"
    if args.precision == "auto":
        low = bfloat16_is_faster(args.device)
    names = Settings.__dataclass_fields__
    chosen = {name: getattr(args, name) for name in names if hasattr(args, name)}
    run = Run(make_model(args, files), files, Settings(**chosen, low_precision=low), args.device)
    if args.resume and checkpoints.found(args.out):
        checkpoints.resume(run, args.out)
    reporter = Reporter(run, args, read_heldout(args))
    for signal_name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_name, reporter.stop)
    run.train(reporter.on_update, lambda: reporter.stopping)
    reporter.checkpoint()
    if run.rank == 0:
        weights.save(run.model, args.out / "model")
    if several:
        torch.distributed.destroy_process_group()
    return 0


def main(argv: list[str]) -> int:
    args = arguments().parse_args(argv)
    return sentence_on_error(lambda: pretrain(args))
