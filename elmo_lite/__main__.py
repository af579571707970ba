"""The commands of the package: `python -m elmo_lite COMMAND`."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from elmo_lite.files import sentence_on_error, typed

# command: (module, its line in --help); the module is imported when the command is called
COMMANDS = {
    "pretrain": ("training.command", "train a bidirectional language model"),
    "perplexity": ("tools.perplexity", "measure the perplexity of a trained model"),
    "embed": ("tools.embed", "write the vectors of every line of a text to a file"),
}


def main(arguments: Sequence[str]) -> int:
    """Call the `main` of a command with the arguments that follow its name."""
    parser = argparse.ArgumentParser(prog=typed())
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, (module, line) in COMMANDS.items():
        # Without a --help of its own: the one of the command itself is meant.
        commands.add_parser(name, help=line, add_help=False).set_defaults(module=module)
    if not arguments or arguments[0] == "help":
        parser.print_help()
        return 0 if arguments else 2
    found, rest = parser.parse_known_args(arguments)
    return import_module(f"elmo_lite.{found.module}").main(rest) or 0


if __name__ == "__main__":
    sys.exit(sentence_on_error(lambda: main(sys.argv[1:])))
