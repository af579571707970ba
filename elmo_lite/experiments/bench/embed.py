"""Words per second of embedding, beside AllenNLP's code, in one process.

    python course.py bench embed [small original lite load] [--threads 2] [--rounds 3]

Without names all parts are measured, in about seven minutes on a quiet machine. Each part writes
its numbers to data/results/bench_embed.json (with --out, elsewhere). Weights of the published
shapes are random, since speed does not depend on their values. The sentences are those of UD
English-EWT (dev) in file order, or random words where the set is not at hand: for one sentence,
8 and 32 at a time those of 20 to 30 words, for the corpus all of them.

The peer is simple-elmo-pytorch, a copy of AllenNLP's ELMo. Both sides get lists of tokens and
give every layer of every word. Cold: no word is known when a batch comes; in the corpus, when it
begins. Warm: every word is known. Ways take turns, so that a noisy machine is noisy for all, and
medians are written; rounds in which other programs took more than a tenth of a core are left
out if at least half of the rounds were quiet. Only the ratios of one run mean something.
"""

import argparse
import gc
import itertools
import json
import random
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch

from elmo_lite.bilm import SHAPES, BiLM
from elmo_lite.corpora import ewt
from elmo_lite.corpora.fetch import Missing
from elmo_lite.elmo import Elmo
from elmo_lite.experiments.bench._embed_page import BEGIN, END, table, write_page
from elmo_lite.experiments.bench._tools import write_json
from elmo_lite.experiments.runner import machine
from elmo_lite.files import RESULTS, WEIGHTS
from elmo_lite.reading.fast import Reader
from elmo_lite.reading.products import WAYS
from elmo_lite.weights import published

__all__ = ["BEGIN", "END", "main", "table"]
PEER = "simple-elmo-pytorch"
PARTS = ("small", "original", "lite", "load")
SENTENCES = {  # case: how many sentences a round reads, by part
    "small": {"1": 8, "8": 32, "32": 64, "corpus": 480},
    "original": {"1": 4, "8": 16, "32": 64, "corpus": 160},
    "lite": {"1": 24, "8": 64, "32": 128, "corpus": 960},
}
TARGETS = {  # of exact float32, cold, as a ratio to the peer
    "small": {"1": 2.3, "8": 2.8, "32": 4.5, "corpus": 8},
    "original": {"1": 5, "8": 5, "32": 3, "corpus": 5},
}


def sentences_in_order():
    """(sentences, where they come from)"""
    try:
        found = ewt("dev")
    except Missing:
        rng = random.Random(0)
        words = ["".join(rng.choices("etaoinshr", k=rng.randint(1, 9))) for _ in range(3000)]
        made = [
            rng.choices(words, k=min(60, int(rng.expovariate(1 / 16)) + 1)) for _ in range(2000)
        ]
        return made, "random words"
    return [list(tokens) for tokens, _ in found], found.name


def batches_of(sentences, case, number):
    if case == "corpus":
        return [sentences[:number]]
    middle = [s for s in sentences if 20 <= len(s) <= 30][:number]
    size = int(case)
    return [middle[i : i + size] for i in range(0, number, size)]


def random_files(shape, folder):
    """An options file and a weight file as a publisher makes them (no checksums inside), with
    random weights that give vectors of about the size of real ones."""
    import h5py

    torch.manual_seed(0)
    bilm = BiLM(shape)
    with torch.no_grad():
        for parameter in bilm.parameters():
            inputs = parameter[0].numel() if parameter.dim() > 1 else 4
            parameter.normal_(std=1.5 * inputs**-0.5)
        bilm.char_cnn.embedding.weight[0] = 0
    files = folder / "options.json", folder / "weights.hdf5"
    published.save(bilm, files[0], folder / "checked.hdf5")
    with h5py.File(folder / "checked.hdf5") as checked, h5py.File(files[1], "w") as plain:
        for name in published.layout(shape):
            plain[name] = checked[name][...]
    return files


class Peer:
    """AllenNLP's biLM: batches of token lists -> its layers."""

    def __init__(self, files):
        from simple_elmo_pytorch import ElmoBiLmSentence, batch_to_ids

        self.to_ids = batch_to_ids
        self.bilm = ElmoBiLmSentence(*map(str, files)).eval()

    def layers(self, batch):
        """[layer 0, 1, 2], each (batch, time, dim), the first and last word being the marks."""
        with torch.inference_mode():
            return self.bilm(self.to_ids(batch))["activations"]

    def run(self, batch, by_length=False):
        batch = sorted(batch, key=len) if by_length else batch
        for first in range(0, len(batch), 32):
            self.layers(batch[first : first + 32])


def our_way(elmo, warm=False, rows=0):
    """run(batch): rows reads batches of so many in file order, carrying the state as the peer.

    The ways share one Elmo, so each says how a sentence starts.
    """

    def run(batch):
        if rows:
            elmo.start_from("carried", rows)
        else:
            elmo.start_from("fresh")
        if not warm:
            elmo.reader.slots.clear()
            elmo.reader.owners[:] = [None] * len(elmo.reader.owners)
        elmo.layers(batch, progress=False)

    return run


def ways_to_read(peer, elmos, case):
    """name: run(batch)"""
    ways = {}
    if peer:
        ways[PEER] = peer.run
        if case == "corpus":
            ways[f"{PEER}, sorted by length"] = lambda batch: peer.run(batch, by_length=True)
    for precision, elmo in elmos.items():
        ways[f"{precision}, cold"] = our_way(elmo)
        ways[f"{precision}, warm"] = our_way(elmo, warm=True)
    if case == "corpus":
        ways["float32, file order, state carried"] = our_way(elmos["float32"], rows=32)
    return ways


@dataclass
class Timing:
    seconds: float
    foreign: float  # cores that other programs used meanwhile


def busy():
    """Seconds of processor time that all programs have used since the computer started, or None."""
    try:
        fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    except OSError:
        return None
    user, nice, system, _, _, irq, softirq, steal = map(int, fields[:8])
    return (user + nice + system + irq + softirq + steal) / 100


def timed(work, clock):
    before, own, began = busy(), time.process_time(), time.perf_counter()
    counted = clock()
    work()
    counted, wall = clock() - counted, time.perf_counter() - began
    foreign = 0.0
    if before is not None:
        foreign = max(0.0, (busy() - before - (time.process_time() - own)) / wall)
    return Timing(counted, foreign)


def quiet(timings):
    few = [t for t in timings if t.foreign < 0.1]
    return few if 2 * len(few) >= len(timings) else timings


def interleaved(ways, batches, rounds, clock):
    """name: its timings, one for each round over all batches; an unmeasured round comes first."""
    timings: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(rounds + 1):
        for name, run in ways.items():
            part = batches if number else batches[:1]  # the first round only warms up
            if name.endswith("warm"):
                for batch in part:  # the way before has emptied the table of known words
                    run(batch)
            timing = timed(lambda run=run, part=part: [run(batch) for batch in part], clock)
            if number:
                timings[name].append(timing)
    return timings


def differences(elmos, peer, batch):
    """For each precision: the largest difference of each layer to the peer (else to float32), and
    the smallest cosine of a word's top layer."""
    exact = elmos["float32"].start_from("fresh").layers(batch, progress=False)
    if peer:
        peer.bilm._elmo_lstm.reset_states()
        theirs = peer.layers(batch)
    found = {}
    for precision, elmo in elmos.items():
        worst, cosine = [0.0] * 3, 1.0
        for row, ours in enumerate(elmo.start_from("fresh").layers(batch, progress=False)):
            for j in range(3):
                right = theirs[j][row, 1 : len(batch[row]) + 1] if peer else exact[row][j]
                worst[j] = max(worst[j], float((ours[j] - right).abs().max()))
            cosine = min(cosine, float(torch.cosine_similarity(ours[2], right, dim=-1).min()))
        found[precision] = {
            "largest_difference": [float(f"{w:.2g}") for w in worst],
            "smallest_cosine": round(cosine, 5),
        }
    return found


def measure_reading(part, files, args):
    sentences, source = sentences_in_order()
    peer = None
    precisions = dict.fromkeys(["float32", *args.precisions])  # all are compared with float32
    if part == "lite":
        elmos = {p: Elmo.load("en", precision=p) for p in precisions}
    else:
        peer = None if args.no_peer else Peer(files)
        bilm = published.load(*files)
        elmos = {p: Elmo(bilm, precision=p) for p in precisions}
    result = {"source": source, "rows": []}
    batch = batches_of(sentences, "8", 8)[0]
    result["against"] = PEER if peer else "float32"
    result["differences"] = differences(elmos, peer, batch)
    for case, number in SENTENCES[part].items():
        batches = batches_of(sentences, case, max(number // args.fewer, 1))
        words = sum(map(len, itertools.chain(*batches)))
        ways = ways_to_read(peer, elmos, case)
        timings = interleaved(ways, batches, args.rounds, args.clock)
        speeds = {
            name: statistics.median(words / t.seconds for t in quiet(found))
            for name, found in timings.items()
        }
        for name, speed in speeds.items():
            row = {
                "case": case,
                "way": name,
                "words_per_second": round(speed),
                "ms_per_batch": round(1000 * words / speed / len(batches), 2),
                "foreign_cores": round(max(t.foreign for t in quiet(timings[name])), 2),
            }
            if peer:
                row["ratio"] = round(speed / speeds[PEER], 2)
            result["rows"].append(row)
            show(part, row, TARGETS.get(part, {}) if name == "float32, cold" else {})
    print(f"{part}: differences to {result['against']}: {json.dumps(result['differences'])}")
    return result


def show(part, row, targets):
    ratio = f"{row['ratio']:7.2f} x" if "ratio" in row else " " * 9
    target = f"  (at least {targets[row['case']]})" if row["case"] in targets else ""
    noise = f"  [others used {row['foreign_cores']} cores]" if row["foreign_cores"] > 0.1 else ""
    print(
        f"{part:<9}{row['case']:<7}{row['way']:<40}{row['words_per_second']:7} words/s "
        f"{row['ms_per_batch']:9.2f} ms{ratio}{target}{noise}",
        flush=True,
    )


def measure_loading(files, args):
    """Seconds until the weights are in memory, and until the first sentence is read."""
    found: dict[str, Any] = {"rows": []}

    def read_first():
        Reader(published.load(*files)).read_on([["one", "sentence"]])

    ways = {"load": lambda: published.load(*files), "load and read a sentence": read_first}
    if (WEIGHTS / "elmo_lite_en").is_dir():
        ways["load lite and read a sentence"] = lambda: Elmo.load().embed([["one", "sentence"]])
    for name, work in ways.items():
        seconds = [t.seconds for t in (timed(work, args.clock) for _ in range(args.rounds))]
        found["rows"].append({"way": name, "seconds": round(statistics.median(seconds), 2)})
    if not args.no_peer:
        seconds = timed(lambda: Peer(files), args.clock).seconds
        found["rows"].append({"way": f"{PEER}, load", "seconds": round(seconds, 2)})
    for row in found["rows"]:
        print(f"original {row['way']:<45}{row['seconds']:7.2f} s")
    return found


def write(path, part, result, args):
    """The part into the file, which keeps its other parts."""
    data = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    data["made_by"] = "python course.py bench embed"
    versions = {} if args.no_peer else {PEER: version(PEER)}
    clock = "processor" if args.cpu else "wall-clock"
    result = {"machine": machine() | versions, "clock": clock, "rounds": args.rounds} | result
    data.setdefault("parts", {})[part] = result
    write_json(path, data)
    if path == RESULTS / "bench_embed.json":
        write_page(data)


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=Formatter)
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; default: all")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--fewer", type=int, default=1, help="a rehearsal: 1/N of the sentences")
    parser.add_argument("--cpu", action="store_true", help="count processor time (one thread)")
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument("--precisions", nargs="+", choices=WAYS, default=list(WAYS))
    parser.add_argument("--out", type=Path, default=RESULTS / "bench_embed.json")
    args = parser.parse_args(argv)
    if unknown := set(args.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(unknown)}")
    args.clock = time.process_time if args.cpu else time.perf_counter
    torch.set_num_threads(args.threads)
    try:
        import simple_elmo_pytorch  # noqa: F401
    except ImportError:
        print(f"{PEER} is not installed: only our own speed is measured.")
        args.no_peer = True
    for part in args.parts or PARTS:
        with tempfile.TemporaryDirectory() as folder:
            shape = SHAPES["original" if part == "load" else part]
            files = None if part == "lite" else random_files(shape, Path(folder))
            result = (
                measure_loading(files, args)
                if part == "load"
                else measure_reading(part, files, args)
            )
        write(args.out, part, result, args)
        gc.collect()
    return 0


Formatter = argparse.RawDescriptionHelpFormatter

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
