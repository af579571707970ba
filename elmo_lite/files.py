"""Files that are whole or not there."""

import uuid
from pathlib import Path


def write_atomically(path: str | Path, data: bytes) -> None:
    """Write a file so that a reader sees the old content or the new one, never a half."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
