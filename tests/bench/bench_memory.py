"""Memory while reading a large corpus: counting its words, then packing it for training.

    python course.py bench memory TEXT_FILE [--gigabytes 5] [--new-words 0.02]

The file is copied again and again into a temporary folder until that much text is there. A large
corpus also never stops bringing words that nobody has seen: in each copy a share of the words gets
a number behind it that no other copy has. The peak is printed as the reading goes on. It must not
grow.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path

from elmo_lite import batches
from elmo_lite.pretrain_command import count_words


def peak_gigabytes():
    import resource  # not on Windows

    unit = 1e9 if sys.platform == "darwin" else 1e6  # bytes there, kilobytes elsewhere
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def copies(file, folder, gigabytes, new_words):
    """Copies of a text, each with words of its own. -> their paths"""
    files, written = [], 0
    while written < gigabytes * 1e9:
        path = folder / f"{len(files):05d}.txt"
        draw = random.Random(len(files)).random
        with file.open(encoding="utf-8") as lines, path.open("w", encoding="utf-8") as out:
            for number, line in enumerate(lines):
                words = line.split(" ")
                for k, word in enumerate(words):
                    if word.isalpha() and draw() < new_words:
                        words[k] = f"{word}{len(files)}x{number}"
                written += out.write(" ".join(words))
        files.append(path)
    return files


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--gigabytes", type=float, default=5.0)
    parser.add_argument("--new-words", type=float, default=0.02, help="share of the words")
    args = parser.parse_args(argv)
    if args.file is None or os.name == "nt":
        print("Skipped: name a large text file, on a system that tells the peak (not Windows).")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        files = copies(args.file, Path(folder), args.gigabytes, args.new_words)
        measure(files)
    return 0


def measure(files):
    gigabytes = sum(file.stat().st_size for file in files) / 1e9
    print(f"{gigabytes:.1f} GB in {len(files)} files, peak {peak_gigabytes():.2f} GB", flush=True)
    began = time.perf_counter()
    vocabulary = count_words(files, 30_000)
    print(
        f"counted the words of {gigabytes:.1f} GB in {time.perf_counter() - began:.0f} s, "
        f"peak {peak_gigabytes():.2f} GB",
        flush=True,
    )
    # Those outside of the vocabulary are counted as unknown; each sentence has two marks.
    words = sum(vocabulary.counts) - 2 * vocabulary.counts[1]
    tokens, shown = 0, 0.0
    for position, block in batches.training_blocks(files, vocabulary, 64, 32, seed=0):
        tokens += block.tokens
        read = tokens / words * gigabytes
        if position.epoch or read > shown:
            shown += 0.5
            print(
                f"packed {tokens / 1e6:.0f} M words, {time.perf_counter() - began:.0f} s, "
                f"peak {peak_gigabytes():.2f} GB",
                flush=True,
            )
        if position.epoch:
            return


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
