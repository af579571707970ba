"""Packed files that were made to fill the memory: each is refused in a process that has little.

A few kilobytes hold hundreds of megabytes of zeros here, or say that they do. They are read by a
process that may take MORE bytes besides what it has, so what fills the memory is seen.
"""

import contextlib
import gzip
import io
import json
import lzma
import subprocess
import sys
import tarfile
import zipfile
import zlib
from functools import cache, partial
from pathlib import Path

import pytest

from elmo_lite.corpora import packed
from elmo_lite.corpora.lines import read_lines
from elmo_lite.corpora.public import archives
from elmo_lite.files import ROOT

MORE = 100_000_000  # bytes of memory that the process may take
LARGE = 300_000_000  # bytes that the files hold
LINES = 30_000_000  # empty ones
PART = 10_000_000  # bytes that are packed once, and repeated


def packed_by(pack, beginning=b"", filling=b"\0", number=LARGE):
    """A beginning and so many bytes: packed pieces, one after the other, are one packed file."""
    return pack(beginning) + pack(filling * PART) * (number // PART)


def header(kind, size, name="lines.txt"):
    """The header of a tar archive whose next `size` bytes are of this kind."""
    item = tarfile.TarInfo(name)
    item.type, item.size = kind, size
    return item.tobuf(tarfile.GNU_FORMAT)


def with_holes(size):
    """A tar archive with a file of this size that holds one hole and nothing else."""
    data = bytearray(header(tarfile.GNUTYPE_SPARSE, 0))
    data[386:410] = b"%011o\0%011o\0" % (size, 0)  # where the only piece is, and its length
    data[483:495] = b"%011o\0" % size
    data[148:156] = b" " * 8
    data[148:156] = b"%06o\0 " % sum(data)
    return bytes(data) + bytes(1024)


@cache
def zipped_zeros():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("lines.txt", bytes(LARGE))
    return stream.getvalue()


def lying_zip(says):
    """A zip archive of LARGE zeros that says of them that they are so many."""
    true, said = (number.to_bytes(4, "little") for number in (LARGE, says))
    assert zipped_zeros().count(true) == 2
    return zipped_zeros().replace(true, said)


def zip_of(kind):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", kind) as archive:
        archive.writestr("lines.txt", bytes(PART))
    return stream.getvalue()


XZ = partial(lzma.compress, preset=0)
ATTACKS = {  # the name of the file, and what is in it
    "long-name.tar.xz": lambda: packed_by(XZ, header(tarfile.GNUTYPE_LONGNAME, LARGE)),
    "long-link.tar.gz": lambda: packed_by(gzip.compress, header(tarfile.GNUTYPE_LONGLINK, LARGE)),
    "pax.tar.xz": lambda: packed_by(XZ, header(tarfile.XHDTYPE, LARGE)),
    "pax-of-all.tar.xz": lambda: packed_by(XZ, header(tarfile.XGLTYPE, LARGE)),
    "zeros.tar.gz": lambda: packed_by(gzip.compress, header(tarfile.REGTYPE, LARGE)),
    "beside.tar.gz": lambda: packed_by(gzip.compress, header(tarfile.REGTYPE, LARGE, "other")),
    "holes.tar": lambda: with_holes(LARGE),
    "zeros.zip": lambda: lying_zip(LARGE),
    "says-less.zip": lambda: lying_zip(10),
    "says-more.zip": lambda: lying_zip(2**31),
    "bzip2.zip": lambda: zip_of(zipfile.ZIP_BZIP2),
    "lzma.zip": lambda: zip_of(zipfile.ZIP_LZMA),
    "zeros.txt.xz": lambda: packed_by(XZ),
    "empty-lines.txt.xz": lambda: packed_by(XZ, filling=b"\n", number=LINES),
    "empty-lines.txt.gz": lambda: packed_by(gzip.compress, filling=b"\n", number=LINES),
    "set.txt.xz": lambda: packed_by(XZ, filling=b"\n", number=LINES),
}
REFUSED = "it would grow to more than"
SAYS = {
    "says-less.zip": "Bad CRC-32",  # it is cut where it says that it ends
    "bzip2.zip": "packed in another way",
    "lzma.zip": "packed in another way",
    "zeros.txt.xz": "is longer than 4,000,000 bytes",
}
CHILD = """
import json, resource, sys
from pathlib import Path
from elmo_lite.corpora import packed
from elmo_lite.corpora.lines import read_blocks
from elmo_lite.corpora.public import archives

has = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (has + int(sys.argv[2]), -1))
said = {}
for path in sorted(Path(sys.argv[1]).iterdir()):
    try:
        if path.name == "set.txt.xz":
            packed.xz(path)
        elif path.suffixes[-2:-1] == [".txt"]:
            for block in read_blocks([path], 1_000):
                pass
        else:
            archives.member(path, "lines.txt")
        said[path.name] = "read"
    except Exception as error:
        said[path.name] = f"{type(error).__name__}: {error}"
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    """What became of each file, in a process that has little memory."""
    pytest.importorskip("resource")
    if not Path("/proc/self/statm").exists():
        pytest.skip("nothing says how much memory a process has")
    folder = tmp_path_factory.mktemp("attacks")
    for name, made in ATTACKS.items():
        (folder / name).write_bytes(made())
    command = [sys.executable, "-c", CHILD, str(folder), str(MORE)]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert found.returncode == 0, found.stderr
    return {"sizes": {path.name: path.stat().st_size for path in folder.iterdir()}} | json.loads(
        found.stdout
    )


@pytest.mark.parametrize("name", ATTACKS)
def test_a_file_that_would_fill_the_memory_is_refused(outcomes, name):
    assert outcomes["sizes"][name] < 2_000_000
    assert SAYS.get(name, REFUSED) in outcomes[name]
    assert not outcomes[name].startswith("MemoryError")


def test_the_bound_is_counted_in_bytes_that_were_unpacked(tmp_path):
    """No more is unpacked than the bound and one piece."""
    asked = []

    class Zeros(io.RawIOBase):
        def read(self, size=-1):
            asked.append(size)
            return bytes(size)

    with pytest.raises(packed.TooLarge, match="more than 200,000 bytes"):
        packed.bounded(Zeros(), 200_000).read()
    assert sum(asked) <= 200_000 + packed.PIECE


def test_text_that_repeats_itself_is_no_attack(tmp_path):
    line = "The cat sat on the mat, and the dog sat on the cat.\n"
    for name, pack in (("a.txt.xz", lzma.compress), ("a.txt.gz", gzip.compress)):
        path = tmp_path / name
        path.write_bytes(pack((line * 10_000).encode()))  # 520,000 bytes of 100 or 1,500
        assert sum(1 for _ in read_lines(path)) == 10_000
    assert packed.xz(tmp_path / "a.txt.xz") == (line * 10_000).encode()


def test_a_user_is_told_what_to_do_with_a_text_that_grows(tmp_path):
    path = tmp_path / "mine.txt.xz"
    path.write_bytes(packed_by(XZ, filling=b"\n", number=LINES))
    with pytest.raises(ValueError, match=r"mine.txt.xz is not read, it would .*: unpack it first"):
        list(read_lines(path))


@pytest.mark.parametrize("kind", [tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE, tarfile.REGTYPE])
def test_a_header_with_a_size_below_zero_ends_in_an_error(kind):
    data = bytearray(header(kind, 0))
    data[124:136] = b"\xff" * 12  # -1, as numbers that are too long for a header are written
    data[148:156] = b" " * 8
    data[148:156] = b"%06o\0 " % sum(data)
    with contextlib.suppress(ValueError, tarfile.TarError, EOFError):
        assert list(archives.members(bytes(data) + bytes(2_000), ".*")) in (
            [],
            [("lines.txt", b"")],
        )


def test_what_is_cut_is_an_error_and_no_shorter_file(tmp_path):
    whole = gzip.compress(b"a line\n" * 1_000)
    (tmp_path / "cut.txt.gz").write_bytes(whole[:-20])
    with pytest.raises(ValueError, match="is damaged"):
        list(read_lines(tmp_path / "cut.txt.gz"))
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as archive:
        item = tarfile.TarInfo("lines.txt")
        item.size = 5_000
        archive.addfile(item, io.BytesIO(bytes(5_000)))
    for data in (tar.getvalue()[:3_000], gzip.compress(tar.getvalue())[:-30]):
        with pytest.raises((tarfile.TarError, EOFError, zlib.error)):
            archives.member(data, "lines.txt")
