"""How commands fail: one clear sentence and a non-zero exit status, no traceback."""

import sys
from collections.abc import Callable

INTERRUPTED = 130  # the exit status after Ctrl-C, as shells give it


def sentence_on_error(command: Callable[[], int]) -> int:
    """Runs a command; what its user can mend becomes one sentence and exit status 1."""
    try:
        return command()
    except (OSError, ValueError, FloatingPointError, ImportError) as error:
        print(f"{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return INTERRUPTED
