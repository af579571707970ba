"""The commands of the package: `python -m elmo_lite COMMAND`."""

import sys
from collections.abc import Sequence
from importlib import import_module

# command: (module, function, its line in --help); the module is loaded when the command is called
COMMANDS = {
    "doctor": ("course.doctor", "main", "say whether the course can run on this computer"),
    "ladder": (
        "experiments.ladder_command",
        "main",
        "measure the perplexity of every model on the same text",
    ),
    "pretrain": ("training.command", "main", "train a bidirectional language model"),
    "perplexity": ("reading.score", "main", "measure the perplexity of a trained model"),
    "evaluate": (
        "experiments.evaluate",
        "main",
        "measure what the chapters quote: static, pos, senses, tasks or all",
    ),
    "explore": ("explorer.command", "main", "open the explorer of senses and layers in a browser"),
    "embed": ("reading.embed", "main", "write the vectors of every line of a text to a file"),
}


def help_text() -> str:
    lines = [f"  {name:<11} {line}" for name, (_, _, line) in COMMANDS.items()]
    return "\n".join(["usage: python -m elmo_lite COMMAND [options]", "", *lines])


def main(arguments: Sequence[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(help_text())
        return 0 if arguments else 2
    command, *rest = arguments
    if command not in COMMANDS:
        known = ", ".join(COMMANDS)
        print(f"There is no command {command!r}; there are: {known}.", file=sys.stderr)
        return 2
    module, function, _ = COMMANDS[command]
    return getattr(import_module(f"elmo_lite.{module}"), function)(rest) or 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
