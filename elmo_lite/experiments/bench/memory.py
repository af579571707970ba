"""Memory of the training command on a large corpus: does it stay under 2 GB?

    python course.py bench memory TEXT_FILE [--gigabytes 5] [--new-words 0.02] [option of pretrain]

The file is copied again and again into a temporary folder until that much text is there. A large
corpus also never stops bringing words that nobody has seen: in each copy a share of the words gets
a number behind it that no other copy has. Two processes run side by side and tell their peaks: the
command itself, which counts all words and then trains for a while, and a reader that packs the
whole text as training does. More than 2 GB in one of them is an error.
"""

import argparse
import multiprocessing
import os
import random
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from elmo_lite.training import batches, command

LIMIT = 2.0  # gigabytes
SHOWN = 0.5  # gigabytes between two lines of print


def peak_gigabytes():
    import resource  # not on Windows

    unit = 1e9 if sys.platform == "darwin" else 1e6  # bytes there, kilobytes elsewhere
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def copies(file, folder, gigabytes, new_words):
    """Copies of a text, each with words of its own. -> their paths"""
    files: list[Path] = []
    written = 0
    while written < gigabytes * 1e9:
        path = folder / f"{len(files):05d}.txt"
        dice = random.Random(len(files))
        with file.open(encoding="utf-8") as lines, path.open("w", encoding="utf-8") as out:
            for number, line in enumerate(lines):
                words = line.rstrip("\n").split(" ")
                for _ in range(int(new_words * len(words) + dice.random())):
                    k = dice.randrange(len(words))
                    words[k] = f"{words[k]}{len(files)}x{number}"
                out.write(" ".join(words) + "\n")
        written += path.stat().st_size
        files.append(path)
    return files


def train(files, out, options=()):
    """The command: it counts the words of all files, then trains. -> the peak in gigabytes"""
    began = time.perf_counter()
    args = ["--tokens", "200000", "--threads", "1", "--precision", "float32", *options]
    if command.main([*map(str, files), "--out", str(out), *args]):
        raise RuntimeError("The training failed: its sentence stands above.")
    spent = time.perf_counter() - began
    print(f"counted and trained in {spent:.0f} s, peak {peak_gigabytes():.2f} GB", flush=True)
    return peak_gigabytes()


def pack(files):
    """Pack one epoch as a training run reads it. -> the peak after each half gigabyte"""
    began = time.perf_counter()
    vocabulary = command.count_words(files[:1], 30_000)
    # All files are as long as the first: words tell how many gigabytes are behind us.
    words_of_one = sum(vocabulary.counts) - 2 * vocabulary.counts[1]
    total = sum(file.stat().st_size for file in files) / 1e9
    tokens, peaks = 0, list[float]()
    for position, block in batches.training_blocks(files, vocabulary, 64, 32, seed=0):
        if position.epoch:
            return peaks
        tokens += block.tokens
        read = tokens / words_of_one * total / len(files)
        if read > SHOWN * (len(peaks) + 1):
            peaks.append(peak_gigabytes())
            print(
                f"packed {read:.1f} GB, {tokens / 1e6:.0f} M words, "
                f"{time.perf_counter() - began:.0f} s, peak {peaks[-1]:.2f} GB",
                flush=True,
            )
    return peaks


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--gigabytes", type=float, default=5.0)
    parser.add_argument("--new-words", type=float, default=0.02, help="share of the words")
    args, options = parser.parse_known_args(argv)  # what is left goes to the training command
    if args.file is None or os.name == "nt":
        print("Skipped: name a large text file, on a system that tells the peak (not Windows).")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        files = copies(args.file, Path(folder), args.gigabytes, args.new_words)
        size = sum(file.stat().st_size for file in files) / 1e9
        print(f"{size:.1f} GB in {len(files)} files", flush=True)
        fresh = multiprocessing.get_context("spawn")  # a peak of its own for each
        with ProcessPoolExecutor(2, mp_context=fresh) as pool:
            trained = pool.submit(train, files, Path(folder) / "run", options)
            packed = pool.submit(pack, files)
            highest = max([trained.result(), *packed.result()])
    print(f"The highest peak is {highest:.2f} GB, {LIMIT} are allowed.")
    return int(highest > LIMIT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
