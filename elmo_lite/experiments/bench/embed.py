"""Words per second of embedding, beside AllenNLP's code, in one process.

    python course.py bench embed [small original lite load] [--threads 2] [--rounds 3]

Without names all parts are measured, in about seven minutes on a quiet machine, and printed as the
tables of docs/embedding.md. Weights of the published shapes are random, since speed does not depend
on their values. The sentences are those of UD English-EWT (dev) in file order, or random words
where the set is missing: for one sentence, 8 and 32 at a time those of 20 to 30 words, for the
corpus all of them.

The peer is simple-elmo-pytorch, a copy of AllenNLP's ELMo, where it is installed. Both sides get
lists of tokens and give every layer of every word. Cold: no word is known when a batch comes; in
the corpus, when it begins. Warm: every word is known. Ways take turns, so that a noisy machine is
noisy for all, and medians are written. Only the ratios of one run mean something.
"""

import argparse
import importlib.util
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

import torch

from elmo_lite.bilm import SHAPES, BiLM
from elmo_lite.corpora import ewt
from elmo_lite.corpora.fetch import Missing
from elmo_lite.elmo import Elmo
from elmo_lite.experiments.runner import machine
from elmo_lite.reading.fast import Reader
from elmo_lite.reading.products import WAYS
from elmo_lite.weights import published

PEER = "simple-elmo-pytorch"
PARTS = ("small", "original", "lite", "load")
SENTENCES = {  # case: how many sentences a round reads, by part
    "small": {"1": 8, "8": 32, "32": 64, "corpus": 480},
    "original": {"1": 4, "8": 16, "32": 64, "corpus": 160},
    "lite": {"1": 24, "8": 64, "32": 128, "corpus": 960},
}


# ---- what is read ----


def sentences_in_order():
    """Those of UD English-EWT, or random words."""
    try:
        return [list(tokens) for tokens, _ in ewt("dev")]
    except Missing:
        rng = random.Random(0)
        words = ["".join(rng.choices("etaoinshr", k=rng.randint(1, 9))) for _ in range(3000)]
        lengths = [min(60, int(rng.expovariate(1 / 16)) + 1) for _ in range(2000)]
        return [rng.choices(words, k=n) for n in lengths]


def batches_of(sentences, case, number):
    if case == "corpus":
        return [sentences[:number]]
    middle = [s for s in sentences if 20 <= len(s) <= 30][:number]
    size = int(case)
    return [middle[i : i + size] for i in range(0, number, size)]


def random_files(shape, folder):
    """Options and weights in the published format; random, and about as large as real ones."""
    torch.manual_seed(0)
    bilm = BiLM(shape)
    with torch.no_grad():
        for parameter in bilm.parameters():
            inputs = parameter[0].numel() if parameter.dim() > 1 else 4
            parameter.normal_(std=1.5 * inputs**-0.5)
        bilm.char_cnn.embedding.weight[0] = 0
    files = folder / "options.json", folder / "weights.hdf5"
    published.save(bilm, *files)
    return files


# ---- ways to read ----


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

    def run(self, batch):
        for first in range(0, len(batch), 32):
            self.layers(batch[first : first + 32])

    def run_by_length(self, batch):
        self.run(sorted(batch, key=len))


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
            ways[f"{PEER}, sorted by length"] = peer.run_by_length
    for precision, elmo in elmos.items():
        ways[f"{precision}, cold"] = our_way(elmo)
        ways[f"{precision}, warm"] = our_way(elmo, warm=True)
    if case == "corpus":
        ways["float32, file order, state carried"] = our_way(elmos["float32"], rows=32)
    return ways


# ---- measurements ----


def timed(work):
    """Wall-clock seconds."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def interleaved(ways, batches, rounds):
    """name: the median seconds of the rounds over all batches; an unmeasured round comes first."""
    seconds = {name: [] for name in ways}
    for number in range(rounds + 1):
        for name, run in ways.items():
            part = batches if number else batches[:1]  # the first round only warms up
            if name.endswith("warm"):
                for batch in part:  # the way before has emptied the table of known words
                    run(batch)
            seconds[name].append(timed(lambda run=run, part=part: [run(batch) for batch in part]))
    return {name: statistics.median(found[1:]) for name, found in seconds.items()}


def differences(elmos, peer, batch):
    """For each precision: the largest difference of each layer to the peer (else to float32), and
    the smallest cosine of a word's top layer."""
    exact = elmos["float32"].start_from("fresh").layers(batch, progress=False)
    if peer:
        peer.bilm._elmo_lstm.reset_states()
        theirs = peer.layers(batch)
        exact = [[layer[i, 1 : len(s) + 1] for layer in theirs] for i, s in enumerate(batch)]
    found = {}
    for precision, elmo in elmos.items():
        worst, cosine = [0.0] * 3, 1.0
        read = elmo.start_from("fresh").layers(batch, progress=False)
        for ours, right in zip(read, exact, strict=True):
            for j in range(3):
                worst[j] = max(worst[j], float((ours[j] - right[j]).abs().max()))
            cosine = min(cosine, float(torch.cosine_similarity(ours[2], right[2], dim=-1).min()))
        found[precision] = [*(float(f"{w:.2g}") for w in worst), round(cosine, 5)]
    return found


def measure_reading(part, files, with_peer, rounds):
    """Words per second of each way and case, also as a ratio to the peer."""
    sentences = sentences_in_order()
    peer = Peer(files) if with_peer and files else None
    if files:
        bilm = published.load(*files)
        elmos = {precision: Elmo(bilm, precision=precision) for precision in WAYS}
    else:
        elmos = {precision: Elmo.load("en", precision=precision) for precision in WAYS}
    near = differences(elmos, peer, batches_of(sentences, "8", 8)[0])
    speeds = {}
    for case, number in SENTENCES[part].items():
        batches = batches_of(sentences, case, number)
        words = sum(len(sentence) for batch in batches for sentence in batch)
        seconds = interleaved(ways_to_read(peer, elmos, case), batches, rounds)
        for name, spent in seconds.items():
            ratio = f" ({seconds[PEER] / spent:.2f} x)" if peer else ""
            speeds.setdefault(name, {})[case] = f"{words / spent:,.0f}{ratio}"
    return {"against": PEER if peer else "float32", "differences": near, "speeds": speeds}


def measure_loading(files, with_peer, rounds):
    """Seconds until the weights are in memory, and until the first sentence is read."""
    ways = {
        "load": lambda: published.load(*files),
        "load and read a sentence": lambda: Reader(published.load(*files)).read_on([["a", "word"]]),
        "load lite and read a sentence": lambda: Elmo.load().embed([["a", "word"]]),
    }
    if with_peer:
        ways[f"{PEER}, load"] = lambda: Peer(files)
    lines = ["| weights of the original shape | seconds |", "|---|---|"]
    for name, work in ways.items():
        seconds = statistics.median(timed(work) for _ in range(rounds))
        lines.append(f"| {name} | {seconds:.2f} |")
    return "\n".join(lines)


# ---- tables ----


def table(result):
    """What measure_reading gives, in Markdown."""
    cases = list(SENTENCES["small"])
    lines = [f"| | {' | '.join(cases)} |", "|---" * (len(cases) + 1) + "|"]
    for way, cells in result["speeds"].items():
        lines.append(f"| {way} | {' | '.join(cells.get(case, '') for case in cases)} |")
    lines += ["", f"| largest difference to {result['against']} | layer 0 | 1 | 2 | least cosine |"]
    lines.append("|---|---|---|---|---|")
    for precision, numbers in result["differences"].items():
        lines.append(f"| {precision} | {' | '.join(map(str, numbers))} |")
    return "\n".join(lines)


def main(argv):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; default: all")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args(argv)
    if unknown := set(args.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(unknown)}")
    torch.set_num_threads(args.threads)
    with_peer = importlib.util.find_spec("simple_elmo_pytorch") is not None
    if not with_peer:
        print(f"{PEER} is not installed: only our own speed is measured.")
    here = machine()
    for part in args.parts or PARTS:
        print(
            f"**{part}**: {here['processor']}; threads: {here['threads']}; torch {here['torch']}; "
            f"medians of {args.rounds} rounds, wall-clock time\n"
        )
        shape = SHAPES["original" if part == "load" else part]
        with tempfile.TemporaryDirectory() as folder:
            files = None if part == "lite" else random_files(shape, Path(folder))
            if part == "load":
                print(measure_loading(files, with_peer, args.rounds))
            else:
                print(table(measure_reading(part, files, with_peer, args.rounds)))
        print(flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
