"""One file over HTTP: resumed where it broke off, with a progress bar, errors in one sentence."""

import errno
import re
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
MOST = 2_000_000_000  # bytes; the largest file of a set, GloVe, has 862 million


def host(url: str) -> str:
    return url.split("/")[2]


def get(url: str, path: Path, most: int = MOST) -> str:
    """Fetch url into path -> "" or what went wrong, a sentence without its full stop.

    A file may have `most` bytes. What an earlier try has left at path is continued if it is a part
    of the same file, which the server says by an ETag, kept beside it in NAME.etag.
    """
    import requests

    try:
        return _get(url, path, most)
    except requests.exceptions.ChunkedEncodingError:
        return f"the connection to {host(url)} broke off"
    except requests.exceptions.InvalidHeader as error:
        return f"{host(url)} sends what is no HTTP ({error})"
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


def _get(url: str, path: Path, most: int) -> str:
    mark = path.with_name(f"{path.name}.etag")
    tag = mark.read_text() if mark.exists() and path.exists() else ""
    done = path.stat().st_size if tag else 0
    headers = {"Accept-Encoding": "identity"}
    if done:
        headers |= {"Range": f"bytes={done}-", "If-Range": tag}
    with _begun(url, headers) as answer:
        if done and answer.status_code == 416:  # nothing is left to send
            mark.unlink()
            return _get(url, path, most)
        if answer.status_code == 206:
            if not done or not answer.headers.get("Content-Range", "").startswith(f"bytes {done}-"):
                return f"{host(url)} sends another part than was asked for"
        elif answer.status_code != 200:
            return f"{host(url)} answers {answer.status_code}"
        else:  # the whole file, from its beginning
            done = 0
            if found := answer.headers.get("ETag"):
                mark.write_text(found)
        length = answer.headers.get("Content-Length", "")
        rest = int(length) if re.fullmatch(r"[0-9]{1,15}", length) else 0
        look = {"unit": "B", "unit_scale": True, "desc": path.name, "initial": done}
        with (
            open(path, "ab" if done else "wb") as file,
            tqdm(total=done + rest if rest else None, **look) as bar,
        ):
            for piece in answer.iter_content(PIECE):
                bar.update(len(piece))
                if bar.n > most:
                    break
                file.write(piece)
            bar.total = bar.n  # not known before, or that of a compressed answer
    mark.unlink(missing_ok=True)
    if bar.n > most:
        path.unlink()
        return f"{host(url)} sends more than the {most / 1e6:,.0f} MB that the file may have"
    return ""
