"""A limit for an answer that does not come to an end: a check would wait for it for ever."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Endless(BaseException):
    """An answer worked for too long. An `except Exception` in its loop does not catch this."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise Endless after so many seconds of work of the main thread.

    There is no limit on Windows, nor outside of the main thread.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not (is_main and hasattr(signal, "setitimer")):
        yield
        return

    start = time.thread_time()

    def stop(*_: Any) -> None:
        if time.thread_time() - start >= seconds:  # the timer counts what all threads do
            raise Endless

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1)  # and again: `except:` catches even this
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before or signal.SIG_DFL)
