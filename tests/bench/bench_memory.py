"""Memory while reading a large corpus: counting its words, then packing it for training.

    python course.py bench memory TEXT_FILE [--gigabytes 5]

The file is read again and again until that much text has gone through; the peak is printed as it
goes. It must not grow.
"""

import argparse
import resource
import sys
import time
from pathlib import Path

from elmo_lite import batches
from elmo_lite.pretrain_command import count_words


def peak_gigabytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--gigabytes", type=float, default=5.0)
    args = parser.parse_args(argv)
    if args.file is None:
        print("Skipped: name a large text file.")
        return 0
    size = args.file.stat().st_size / 1e9
    files = [args.file] * max(1, round(args.gigabytes / size))
    began = time.perf_counter()
    vocabulary = count_words(files, 30_000)
    print(
        f"counted the words of {len(files) * size:.1f} GB in {time.perf_counter() - began:.0f} s, "
        f"peak {peak_gigabytes():.2f} GB",
        flush=True,
    )
    tokens, shown = 0, 0.0
    for position, block in batches.training_blocks(files, vocabulary, 64, 32, seed=0):
        tokens += block.tokens
        read = tokens * 5.3 / 1e9  # about five characters and a space per word
        if position.epoch or read > shown:
            shown += 0.5
            print(
                f"packed {tokens / 1e6:.0f} M words, {time.perf_counter() - began:.0f} s, "
                f"peak {peak_gigabytes():.2f} GB",
                flush=True,
            )
        if position.epoch:
            return 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
