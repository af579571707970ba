"""The command `pretrain`: arguments in, a training run with log and checkpoints out."""

import argparse
import os
import sys
import timeit
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import torch

from elmo_lite import weights
from elmo_lite.bilm import SHAPES, BiLanguageModel, BiLMShape
from elmo_lite.corpora.lines import find_texts, first_sentences
from elmo_lite.files import locked, sentence_on_error, typed
from elmo_lite.text import ALPHABETS, SPECIALS, Vocabulary
from elmo_lite.training import checkpoints, warm_start
from elmo_lite.training.batches import Position, count_words
from elmo_lite.training.log import Reporter
from elmo_lite.training.run import TrainingRun, TrainingSettings

MANY_WORDS = 30_000  # of a vocabulary


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=typed("pretrain"), description=__doc__)
    parser.add_argument("corpus", nargs="+", help="text files (.txt, .xz, .gz) or folders of them")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints and log")
    parser.add_argument("--size", choices=list(SHAPES), help="(default: lite)")
    parser.add_argument(
        "--alphabet",
        choices=list(ALPHABETS),
        help="of the spelling, unlike that of --size",
    )
    parser.add_argument("--vocabulary", type=Path, help="a vocabulary.tsv to use")
    parser.add_argument("--vocabulary-size", type=int, help=f"words (default: {MANY_WORDS:,})")
    parser.add_argument("--from", dest="start", type=Path, help="weights to start from")
    parser.add_argument(
        "--warm-start", type=Path, help="word vectors to begin with (training.warm_start)"
    )
    parser.add_argument(
        "--skip-blocks",
        type=int,
        default=0,
        help="with --from: begin after so many blocks of the text, the last `block` of the old log",
    )
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    parser.add_argument("--heldout", nargs="*", default=[], help="texts to measure perplexity on")
    parser.add_argument("--heldout-tokens", type=int, default=20_000, help="words of each of them")
    parser.add_argument("--checkpoint-minutes", type=float, default=10.0)
    parser.add_argument("--log-every", type=int, default=50, help="updates between two log lines")
    parser.add_argument("--threads", type=int, help="threads of this process")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--precision", choices=("auto", "float32", "bfloat16"), default="auto")
    for name, default in vars(TrainingSettings()).items():
        if name != "low_precision":  # --precision
            flag, text = name.replace("_", "-"), f"(default: {default}; with --resume, as before)"
            parser.add_argument(f"--{flag}", type=type(default), help=text)
    return parser


def device_named(name: str | torch.device) -> torch.device:
    """Return the device, or raise ValueError if it is not there."""
    try:
        place = torch.ones(1, device=name)
        place.item()  # the device "meta" holds no numbers
        return place.device
    except (RuntimeError, AssertionError) as error:  # torch was built without it
        raise ValueError(f"There is no device {name} here: cpu is always there.") from error


def bfloat16_is_faster(device: str) -> bool:
    """Measure whether products in bfloat16 pay on this machine: old processors emulate them.

    A GPU takes TensorFloat-32 instead, see `pretrain`.
    """
    if torch.device(device).type != "cpu":
        return False

    def seconds(dtype: torch.dtype) -> float:
        a, b = torch.randn(64, 192).to(dtype), torch.randn(192, 3072).to(dtype)
        return min(timeit.repeat(lambda: a @ b, number=1, repeat=20))

    return seconds(torch.bfloat16) < 0.8 * seconds(torch.float32)


def choose_settings(args: argparse.Namespace, record: dict | None) -> TrainingSettings:
    """Take the user's choice, else that of the run to go on with, else the default."""
    before = record["settings"] if record else {}
    said = {name: getattr(args, name, None) for name in TrainingSettings.__dataclass_fields__}
    if args.precision != "auto":
        said["low_precision"] = args.precision == "bfloat16"
    elif not before:
        said["low_precision"] = _decided_by_the_first(args)
    said = {name: value for name, value in said.items() if value is not None}
    for name, value in said.items():
        if name in before and before[name] != value and _rank() == 0:
            print(f"{name} was {before[name]}, now {value}", file=sys.stderr)
    return TrainingSettings(**(before | said))


def _decided_by_the_first(args: argparse.Namespace) -> bool:
    """Decide whether to use bfloat16, with the same answer in all processes."""
    answer = torch.tensor(float(bfloat16_is_faster(args.device)), device=args.device)
    if torch.distributed.is_initialized():
        torch.distributed.broadcast(answer, 0)
    return bool(answer)


def _rank() -> int:
    return torch.distributed.get_rank() if torch.distributed.is_initialized() else 0


def make_model(
    args: argparse.Namespace, files: Sequence[Path], low_precision: bool = False
) -> BiLanguageModel:
    """Make a fresh model, or load the weights that --from or --resume name."""
    if args.resume and checkpoints.found(args.out):
        return _checked(checkpoints.newest_model(args.out), args, args.out)
    if args.start:
        return _checked(weights.ours.load(args.start), args, args.start)
    vectors, rare = None, []
    size = MANY_WORDS if args.vocabulary_size is None else args.vocabulary_size
    if args.warm_start:
        every, vectors = warm_start.load(args.warm_start)
        vocabulary = every.first(size)
        rare = every.words[len(vocabulary) :]
    elif args.vocabulary:
        vocabulary = Vocabulary.load(args.vocabulary)
    else:
        vocabulary = count_words(files, size, quiet=_rank() > 0)
    seed = args.seed or 0
    torch.manual_seed(seed)
    model = BiLanguageModel(shape_of(args), vocabulary).to(args.device)
    if vectors is not None:  # several processes all compute the same
        _checked(model, args, args.warm_start)
        spelling = warm_start.SpellingSettings(seed=seed)
        hidden = True if _rank() else None
        cosine = warm_start.warm_start(model, vectors, spelling, low_precision, hidden, rare)
        if not _rank():
            weights.ours.save_start(model.bilm.char_cnn, args.out / "warm_start")
            print(f"The char-CNN spells the vectors with a mean cosine of {cosine:.3f}.")
    return model


def shape_of(args: argparse.Namespace) -> BiLMShape:
    """The shape that --size and --alphabet ask for."""
    shape = SHAPES[args.size or "lite"]
    alphabet = args.alphabet or shape.characters.alphabet
    return replace(shape, characters=replace(shape.characters, alphabet=alphabet))


def _checked(model: BiLanguageModel, args: argparse.Namespace, folder: Path) -> BiLanguageModel:
    """Refuse options that contradict the shape or the vocabulary of trained weights."""
    advice = f"do not fit the weights in {folder}: leave out"
    letters = model.bilm.shape.characters.alphabet
    if args.alphabet and args.alphabet != letters:
        raise ValueError(
            f"Letters read as {args.alphabet} {advice} --alphabet, or begin a new run."
        )
    if args.size and shape_of(args) != model.bilm.shape:
        raise ValueError(f"Layers of size {args.size} {advice} --size, or begin a new run.")
    if args.vocabulary and Vocabulary.load(args.vocabulary).words != model.vocabulary.words:
        raise ValueError(f"The words of {args.vocabulary} {advice} it, or begin a new run.")
    words = len(model.vocabulary) - len(SPECIALS)
    left_out = model.vocabulary.counts[0] > 0  # else the text had no more words
    size = words if args.vocabulary_size is None else args.vocabulary_size
    if size < words or (size > words and left_out):
        raise ValueError(
            f"{size:,} words do not fit the weights in {folder}, which have {words:,}: leave out "
            "--vocabulary-size, or begin a new run."
        )
    return model


def read_heldout(args: argparse.Namespace) -> dict[str, list]:
    """Read the first words of each held-out text, as tokenised sentences."""
    texts = {}
    paths = find_texts(args.heldout) if args.heldout else []
    stems = [path.name.split(".")[0] for path in paths]
    for path, stem in zip(paths, stems, strict=True):
        sentences = first_sentences(path, args.heldout_tokens)
        if not sentences:
            raise ValueError(f"The held-out text {path} holds no words: leave it out.")
        texts[stem if stems.count(stem) == 1 else str(path)] = sentences
    return texts


def record_to_go_on_with(args: argparse.Namespace) -> dict | None:
    """Read the record of the newest checkpoint with --resume; refuse to mix two runs."""
    if not args.resume:
        if checkpoints.found(args.out):
            raise FileExistsError(
                f"{args.out} holds a run already: use --resume or another folder."
            )
        return None
    record = checkpoints.newest_record(args.out)
    log = args.out / "log.jsonl"
    if record is None and log.is_file() and log.stat().st_size:
        raise FileNotFoundError(
            f"{args.out} holds a log and no checkpoint to go on from: begin again without --resume."
        )
    return record


def join_processes(args: argparse.Namespace) -> bool:
    """Connect the processes that torchrun has started -> whether there are several."""
    if int(os.environ.get("WORLD_SIZE", 1)) == 1:
        return False
    on_gpus = args.device.partition(":")[0] == "cuda"
    torch.distributed.init_process_group("nccl" if on_gpus else "gloo")
    if on_gpus:  # each process has a GPU of its own, whichever was named
        args.device = f"cuda:{os.environ['LOCAL_RANK']}"
        torch.cuda.set_device(args.device)
    return True


def pretrain(args: argparse.Namespace) -> int:
    """Check the arguments, connect the processes, lock the folder, train."""
    # Every window has other sizes, and oneDNN keeps code for a thousand of them: a gigabyte.
    os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "64")
    if args.threads is not None:
        if args.threads < 1:
            raise ValueError(f"--threads is {args.threads}: give at least 1.")
        torch.set_num_threads(args.threads)
    if not args.checkpoint_minutes >= 0:
        raise ValueError(f"--checkpoint-minutes is {args.checkpoint_minutes}: give at least 0.")
    if args.vocabulary and args.vocabulary_size is not None:
        raise ValueError(
            "--vocabulary and --vocabulary-size both choose the words: leave one of them out."
        )
    if args.start and args.warm_start:
        raise ValueError("--from and --warm-start are two ways to begin: leave one of them out.")
    several = join_processes(args)
    args.device = str(device_named(args.device))
    if args.device.startswith("cuda"):
        torch.set_float32_matmul_precision("high")  # TensorFloat-32: 10 binary digits in products
    files = find_texts(args.corpus)
    heldout = read_heldout(args)
    # Locked before the words are counted: that may take an hour, and the folder may be none.
    lock = locked(args.out / "lock", f"is training in {args.out}")
    with lock if _rank() == 0 else nullcontext():
        train(args, files, heldout)
    if several:
        torch.distributed.destroy_process_group()
    return 0


def train(args: argparse.Namespace, files: Sequence[Path], heldout: dict[str, list]) -> None:
    """Train from the settings to the weights in args.out."""
    record = record_to_go_on_with(args)
    settings = choose_settings(args, record)
    model = make_model(args, files, settings.low_precision)
    run = TrainingRun(model, settings, files, args.device)
    run.reached.position = Position(0, args.skip_blocks)
    if record:
        checkpoints.resume(run, args.out)
    if run.rank == 0:
        read, end = f"{run.reached.tokens:,}", f"{settings.tokens:,}"
        print(f"Training from {read} to {end} tokens; Ctrl-C saves and stops.", file=sys.stderr)
    reporter = Reporter(run, args.out, heldout, args.log_every, args.checkpoint_minutes)
    with reporter:
        run.train(reporter.on_update, lambda: reporter.stopping)
        reporter.checkpoint()
        if run.rank == 0:
            weights.ours.save(run.model, args.out / "model")
    if run.rank == 0:
        more = "; --resume goes on" if run.reached.tokens < settings.tokens else ""
        print(f"The weights are in {args.out / 'model'}{more}.", file=sys.stderr)


def main(argv: list[str]) -> int:
    args = arguments().parse_args(argv)
    return sentence_on_error(lambda: pretrain(args))
