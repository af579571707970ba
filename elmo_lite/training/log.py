"""What a training run reports and saves: log.jsonl, progress bar, checkpoints, a clean stop."""

import json
import signal
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from elmo_lite.files import write_atomically
from elmo_lite.reading import score
from elmo_lite.training import checkpoints
from elmo_lite.training.run import TrainingRun

EARLY = (1, 10)  # updates of a run that are shown, so that its reader sees that it learns


def read_log(path: Path) -> list[dict]:
    """Read the records of a log.jsonl, without a line that a kill or a full disk has cut."""
    records = []
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    for line in text.split("\n"):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(record, dict) and isinstance(record.get("step"), int):
            records.append(record)
    return records


def thinned(records: Sequence[dict], most: int = 300) -> list[dict]:
    """Records with at most `most` points of the curve, and with every held-out measurement.

    Neighbouring records of losses become one: the mean of both losses, all else from the last.
    """
    curve = [record for record in records if "forward" in record]
    size = max(1, -(-len(curve) // most))
    groups = [curve[first : first + size] for first in range(0, len(curve), size)]
    points = []
    for group in groups:
        means = {d: sum(r[d] for r in group) / len(group) for d in ("forward", "backward")}
        points.append(group[-1] | {d: round(mean, 4) for d, mean in means.items()})
    measured = [record for record in records if "heldout" in record]
    return sorted([*points, *measured], key=lambda record: record["step"])


class Reporter:
    """Write the log, show progress, save checkpoints, and stop cleanly when asked.

    Within `with reporter`, Ctrl-C and SIGTERM call `stop`; at its end, even after an error, the
    last losses are logged. heldout: name of a text -> its sentences; log_every counts updates.
    """

    def __init__(
        self,
        run: TrainingRun,
        out: Path,
        heldout: dict[str, list],
        log_every: int,
        checkpoint_minutes: float,
    ) -> None:
        self.run, self.out, self.heldout = run, out, heldout
        self.log_every, self.checkpoint_minutes = log_every, checkpoint_minutes
        self.stopping = False
        self.saved_at = time.monotonic()
        self.losses: list[dict] = []
        self.updates = 0
        self.log = out / "log.jsonl"
        self.measured: set[int] = set()  # updates after which the held-out texts were measured
        self.bar = tqdm(
            total=run.settings.tokens,
            initial=run.reached.tokens,
            unit=" tokens",
            unit_scale=True,
            disable=run.rank > 0 or not sys.stderr.isatty(),
        )
        if run.rank == 0:
            self.cut_log(run.reached.step)
        self.start_clock()

    def __enter__(self) -> None:
        in_main_thread = threading.current_thread() is threading.main_thread()
        signals = (signal.SIGINT, signal.SIGTERM) if in_main_thread else ()  # no other may
        self.handlers = {number: signal.signal(number, self.stop) for number in signals}

    def __exit__(self, *_: object) -> None:
        for number, handler in self.handlers.items():
            signal.signal(number, handler or signal.SIG_DFL)
        self.report()
        self.bar.close()

    def start_clock(self) -> None:
        """Measure speed from here on."""
        self.since = self.run.reached.tokens, time.monotonic()

    def cut_log(self, step: int) -> None:
        """Drop what was logged after the checkpoint from which the run goes on."""
        kept = [record for record in read_log(self.log) if record["step"] <= step]
        self.measured = {record["step"] for record in kept if "heldout" in record}
        lines = "".join(json.dumps(record) + "\n" for record in kept)
        write_atomically(self.log, lines.encode())

    def write(self, record: dict) -> None:
        if self.run.rank == 0:
            with self.log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(record) + "\n")

    def on_update(self, record: dict) -> None:
        self.losses.append(record)
        self.bar.update(record["tokens"] - self.bar.n)
        self.updates += 1
        if len(self.losses) >= self.log_every:
            self.report()
        elif self.updates in EARLY:
            self.show()
        if time.monotonic() - self.saved_at > 60 * self.checkpoint_minutes:
            self.checkpoint()

    def report(self) -> None:
        """Log one line for the last updates, and show it."""
        if self.losses:
            self.write(self.show())
            self.losses = []
            self.start_clock()

    def show(self) -> dict:
        """Show the mean losses and the speed of the last updates -> the record for the log."""
        last, count = self.losses[-1], len(self.losses)
        means = {d: sum(r[d] for r in self.losses) / count for d in ("forward", "backward")}
        tokens, began = self.since
        speed = (last["tokens"] - tokens) / max(1e-9, time.monotonic() - began)
        words = ", ".join(f"{score.perplexity_of(m):.1f} {d}" for d, m in means.items())
        self.bar.set_postfix_str(f"perplexity {words}")
        if self.bar.disable and self.run.rank == 0:
            line = f"update {last['step']:,}, {last['tokens']:,} tokens, {speed:,.0f} a second"
            print(f"{line}, perplexity {words}", file=sys.stderr, flush=True)
        return last | {d: round(m, 4) for d, m in means.items()} | {"speed": round(speed)}

    def checkpoint(self) -> None:
        """Save, and measure the held-out texts."""
        self.report()
        if self.run.rank == 0:
            checkpoints.save(self.run, self.out)
            if self.heldout and self.run.reached.step not in self.measured:
                self.measure()
        self.saved_at = time.monotonic()
        self.start_clock()

    def measure(self) -> None:
        """Log the perplexity of every held-out text, forward and backward."""
        reached, model = self.run.reached, self.run.model.eval()
        measured = {name: score.perplexity(model, s) for name, s in self.heldout.items()}
        self.run.step_module.train()
        rounded = {n: [round(p.forward, 2), round(p.backward, 2)] for n, p in measured.items()}
        self.write({"step": reached.step, "tokens": reached.tokens, "heldout": rounded})
        self.measured.add(reached.step)

    def stop(self, *_: object) -> None:
        """Stop after the next update, or at once if asked again."""
        # torchrun passes on a Ctrl-C that has already reached its processes: there, twice is once.
        if self.stopping and self.run.world == 1:
            raise KeyboardInterrupt
        if self.run.rank == 0 and not self.stopping:
            again = "; once more to leave at once" if self.run.world == 1 else ""
            print(f"Stopping after a last checkpoint{again}.", file=sys.stderr)
        self.stopping = True
