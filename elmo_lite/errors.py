"""How commands fail: one clear sentence and a non-zero exit status, no traceback."""

import sys
from collections.abc import Callable


def sentence_on_error(command: Callable[[], int]) -> int:
    """Runs a command; what its user can mend becomes one sentence and exit status 1."""
    try:
        return command()
    except (OSError, ValueError, FloatingPointError) as error:
        print(f"{error}", file=sys.stderr)
        return 1
