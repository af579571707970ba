"""Words per second of embedding, beside AllenNLP's code, in one process.

    python course.py bench embed [small original lite] [--threads 2] [--rounds 3] [--parts]

Without names all shapes are measured, in about seven minutes on a quiet machine, and printed as the
tables of docs/embedding.md. Weights of the published shapes are random, since speed does not depend
on their values; lite stands for the weights that come with the course. The sentences are those of
UD English-EWT (dev) in file order: for one sentence, 8 and 32 at a time those of 20 to 30 words,
for the corpus all of them.

The peer is simple-elmo-pytorch, a copy of AllenNLP's ELMo, where it is installed. Both sides get
lists of tokens and give every layer of every word. Cold: no word is known when a batch comes; in
the corpus, when it begins. Warm: every word is known. Ways take turns, so that a noisy machine is
noisy for all, and medians are written. Only the ratios of one run mean something. --parts measures
our float32 alone: what known words add (warm), what two directions at the same time add (in turn:
without it), and what two threads add (one thread).
"""

import argparse
import importlib.util
import statistics
import sys
import tempfile
import time
from pathlib import Path

import torch

from elmo_lite.bilm import SHAPES, BiLM
from elmo_lite.corpora import ewt
from elmo_lite.corpora.public.fetch import Missing
from elmo_lite.elmo import Elmo
from elmo_lite.weights import published
from experiments.store import machine

PEER = "simple-elmo-pytorch"
SENTENCES = {  # case: how many sentences a round reads, by shape
    "small": {"1": 8, "8": 32, "32": 64, "corpus": 480},
    "original": {"1": 4, "8": 16, "32": 64, "corpus": 160},
    "lite": {"1": 24, "8": 64, "32": 128, "corpus": 960},
}


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


def peer_way(files):
    """run(batch) of AllenNLP's biLM, 32 sentences at a time."""
    from simple_elmo_pytorch import ElmoBiLmSentence, batch_to_ids

    bilm = ElmoBiLmSentence(*map(str, files)).eval()

    @torch.inference_mode()
    def run(batch):
        for first in range(0, len(batch), 32):
            bilm(batch_to_ids(batch[first : first + 32]))

    return run


def our_way(elmo, warm=False, start=("fresh",), together=True, threads=0):
    """run(batch). The ways share one Elmo, so each says how a sentence starts.

    together: the two directions at the same time, where their weights are small enough. threads: of
    PyTorch, if not those that are set.
    """

    def run(batch):
        elmo.start_from(*start)
        if not warm:
            elmo.reader.known.clear()
        before = elmo.reader.side_by_side, torch.get_num_threads()
        elmo.reader.side_by_side = together and before[0]
        torch.set_num_threads(threads or before[1])
        elmo.layers(batch, progress=False)
        elmo.reader.side_by_side = before[0]
        torch.set_num_threads(before[1])

    return run


def ways_of_parts(elmo):
    """name: run(batch), each without one part of what makes it fast, or with words known."""
    return {
        "float32, cold": our_way(elmo),
        "float32, warm": our_way(elmo, warm=True),
        "float32, cold, directions in turn": our_way(elmo, together=False),
        "float32, cold, one thread": our_way(elmo, threads=1),
    }


def ways_to_read(peer, elmo, case):
    """name: run(batch)"""
    ways = {}
    if peer:
        ways[PEER] = peer
        if case == "corpus":
            ways[f"{PEER}, sorted by length"] = lambda batch: peer(sorted(batch, key=len))
    ways["float32, cold"] = our_way(elmo)
    ways["float32, warm"] = our_way(elmo, warm=True)
    if case == "corpus":
        carried = our_way(elmo, start=("carried", 32))  # as the peer does
        ways["float32, file order, state carried"] = carried
    return ways


# ---- measurements ----


def read_all(run, batches):
    """Wall-clock seconds."""
    began = time.perf_counter()
    for batch in batches:
        run(batch)
    return time.perf_counter() - began


def interleaved(ways, batches, rounds):
    """name: the median seconds of the rounds over all batches; an unmeasured round comes first."""
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(rounds + 1):
        part = batches if number else batches[:1]  # the first round only warms up
        for name, run in ways.items():
            if name.endswith("warm"):  # the way before has emptied the table of known words
                read_all(run, part)
            seconds[name].append(read_all(run, part))
    return {name: statistics.median(found[1:]) for name, found in seconds.items()}


def measure(shape, sentences, with_peer, rounds, parts=False):
    """{way: {case: words per second, with the ratio to the peer, or to the first way of parts}}"""
    with tempfile.TemporaryDirectory() as folder:
        if shape == "lite":
            peer, elmo = None, Elmo.load("en")
        else:
            files = random_files(SHAPES[shape], Path(folder))
            peer = peer_way(files) if with_peer else None
            elmo = Elmo(published.load(*files))
    elmo.reader.prepare()
    speeds: dict[str, dict[str, str]] = {}
    for case, number in SENTENCES[shape].items():
        batches = batches_of(sentences, case, number)
        words = sum(len(sentence) for batch in batches for sentence in batch)
        ways = ways_of_parts(elmo) if parts else ways_to_read(peer, elmo, case)
        seconds = interleaved(ways, batches, rounds)
        for name, spent in seconds.items():
            ratio = f" ({next(iter(seconds.values())) / spent:.2f} x)" if peer or parts else ""
            speeds.setdefault(name, {})[case] = f"{words / spent:,.0f}{ratio}"
    return speeds


def table(speeds):
    """In Markdown."""
    cases = list(SENTENCES["small"])
    lines = [f"| | {' | '.join(cases)} |", "|---" * (len(cases) + 1) + "|"]
    for way, of_case in speeds.items():
        lines.append(f"| {way} | {' | '.join(of_case.get(case, '') for case in cases)} |")
    return "\n".join(lines)


def main(argv):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("shapes", nargs="*", help=f"of {', '.join(SENTENCES)}; default: all")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--parts", action="store_true", help="what the cache and two threads add")
    args = parser.parse_args(argv)
    if unknown := set(args.shapes) - set(SENTENCES):
        parser.error(f"there is no shape {', '.join(unknown)}")
    try:
        sentences = [list(tokens) for tokens, _ in ewt("dev")]
    except Missing as error:
        print(f"Skipped: {error}")
        return 0
    torch.set_num_threads(args.threads)
    with_peer = not args.parts and importlib.util.find_spec("simple_elmo_pytorch") is not None
    if not with_peer and not args.parts:
        print(f"{PEER} is not installed: only our own speed is measured.")
    here = machine()
    for shape in args.shapes or SENTENCES:
        print(
            f"**{shape}**: {here['processor']}; threads: {here['threads']}; torch "
            f"{here['torch']}; medians of {args.rounds} rounds, wall-clock time\n\n"
            f"{table(measure(shape, sentences, with_peer, args.rounds, args.parts))}\n",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
