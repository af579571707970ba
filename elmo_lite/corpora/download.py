"""One file over HTTP: resumed where it broke off, with a progress bar, errors in one sentence."""

import errno
from concurrent.futures import Future
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from tqdm import tqdm

if TYPE_CHECKING:
    from requests import Response

TIMEOUT = (10, 30)  # seconds: until one address is reached, and between two pieces of its answer
BEGINS = 20  # seconds until an answer begins, however many addresses a name has
PIECE = 2**16  # bytes


def host(url: str) -> str:
    return url.split("/")[2]


def get(url: str, path: Path) -> str:
    """Fetch url into path -> "" or what went wrong, a sentence without its full stop.

    What an earlier try has left at path is continued if it is a part of the same file, which the
    server says by an ETag, kept beside it in NAME.etag.
    """
    import requests

    try:
        return _get(url, path)
    except requests.exceptions.ChunkedEncodingError:
        return f"the connection to {host(url)} broke off"
    except requests.RequestException as error:
        # The second is what it raises when time runs out in the middle of an answer.
        if isinstance(error, requests.Timeout) or "timed out" in str(error):
            return f"{host(url)} does not answer in time"
        return f"there is no connection to {host(url)}"
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EFBIG):
            advice = "make room, or name a folder with more in TMPDIR or ELMO_LITE_CACHE"
            raise OSError(error.errno, f"No room on the disk to fetch {url}: {advice}") from error
        raise


def _begun(url: str, headers: dict[str, str]) -> "Response":
    """The answer, as soon as it begins.

    A thread asks, because neither looking a name up nor trying all of its addresses in turn ends
    in TIMEOUT: behind some firewalls that takes minutes.
    """
    import requests

    found: Future[Response] = Future()

    def ask() -> None:
        try:
            found.set_result(requests.get(url, headers=headers, stream=True, timeout=TIMEOUT))
        except Exception as error:
            found.set_exception(error)

    Thread(target=ask, daemon=True).start()
    try:
        return found.result(BEGINS)
    except TimeoutError as error:
        raise requests.Timeout(f"{host(url)} sent nothing in {BEGINS} s") from error


def _get(url: str, path: Path) -> str:
    mark = path.with_name(f"{path.name}.etag")
    tag = mark.read_text() if mark.exists() and path.exists() else ""
    done = path.stat().st_size if tag else 0
    headers = {"Accept-Encoding": "identity"}
    if done:
        headers |= {"Range": f"bytes={done}-", "If-Range": tag}
    with _begun(url, headers) as answer:
        if answer.status_code == 416:  # nothing is left to send
            mark.unlink()
            return _get(url, path)
        if not answer.ok:
            return f"{host(url)} answers {answer.status_code}"
        if answer.status_code != 206:  # the whole file, from its beginning
            done = 0
            if found := answer.headers.get("ETag"):
                mark.write_text(found)
        rest = int(answer.headers.get("Content-Length", 0))
        look = {"unit": "B", "unit_scale": True, "desc": path.name, "initial": done}
        with (
            open(path, "ab" if done else "wb") as file,
            tqdm(total=done + rest if rest else None, **look) as bar,
        ):
            for piece in answer.iter_content(PIECE):
                file.write(piece)
                bar.update(len(piece))
            bar.total = bar.n  # not known before, or that of a compressed answer
    mark.unlink(missing_ok=True)
    return ""
