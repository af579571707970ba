"""What a corpus of running text is, and how a prepared one is kept in the cache folder."""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from elmo_lite import files
from elmo_lite.files import write_atomically

Documents = list[list[list[str]]]  # document -> sentence -> tokens


@dataclass(frozen=True)
class Corpus:
    """Tokenised running text, with everything a score on it has to name."""

    name: str
    licence: str
    citation: str
    state: str  # "exact", "part", "rebuilt" or "own split": how it relates to the published set
    documents: Documents = field(repr=False)
    note: str = ""

    @property
    def sentences(self) -> list[list[str]]:
        """The sentences of all documents in their order."""
        return [sentence for document in self.documents for sentence in document]

    @property
    def counts(self) -> dict[str, int]:
        """How many documents, sentences and tokens there are."""
        sentences = self.sentences
        tokens = sum(len(sentence) for sentence in sentences)
        return {"documents": len(self.documents), "sentences": len(sentences), "tokens": tokens}

    def _repr_markdown_(self) -> str:
        counts = ", ".join(f"{number:,} {things}" for things, number in self.counts.items())
        lines = [f"**{self.name}**: {counts}", f"state: {self.state}", f"licence: {self.licence}"]
        lines += [f"citation: {self.citation}"] + ([self.note] if self.note else [])
        return "  \n".join(lines)


def sha256(documents: Documents) -> str:
    """A fingerprint of the token stream: it changes with every token and every border."""
    return hashlib.sha256(_pack(documents)).hexdigest()


def cached(
    name: str, source: Path, code: list[Path], build: Callable[[Path], Documents]
) -> Documents:
    """build(source), or what an earlier call of it left in the cache folder.

    The name of the cache file holds a hash of the source and of the code that prepares it, so a
    change in either makes a new file. Its first line is a hash of the rest: a file that was cut
    short or edited does not fit, and is made again.
    """
    key = hashlib.sha256(b"".join(path.read_bytes() for path in (source, *code))).hexdigest()[:12]
    file = files.cache_dir() / "corpora" / f"{name}-{key}.txt"
    with suppress(OSError):  # not there yet, or not readable: build it
        first, _, rest = file.read_bytes().partition(b"\n")
        if first == hashlib.sha256(rest).hexdigest().encode():
            return _unpack(rest)
    documents = build(source)
    data = _pack(documents)
    with suppress(OSError):  # a full or read-only disk costs time at the next call, nothing else
        write_atomically(file, hashlib.sha256(data).hexdigest().encode() + b"\n" + data)
    return documents


def _pack(documents: Documents) -> bytes:
    """One sentence a line, a space between tokens (no token holds white space), a blank line
    after each document."""
    blocks = ("".join(" ".join(s) + "\n" for s in document) + "\n" for document in documents)
    return "".join(blocks).encode("utf-8")


def _unpack(data: bytes) -> Documents:
    blocks = data.decode("utf-8").removesuffix("\n\n").split("\n\n")
    return [[line.split(" ") for line in block.split("\n")] for block in blocks]
