"""Bytes of a file or of standard input, decompressed: gzip, xz, Zstandard and bzip2, told by their first bytes.

Several members one behind the other read as one stream, as the tools of these formats write and read them. Each step
yields at most about 1 MB, so that a small file that unpacks to terabytes costs time but no memory.
"""

from __future__ import annotations

import bz2
import lzma
import sys
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import chain
from typing import Protocol, TypeAlias, cast

from ..errors import DataError

BLOCK = 1 << 20
MAX_XZ_MEMORY = 1 << 30  # `xz -9` needs 65 MB; a hostile header may ask for 4 GB
MAGIC_BYTES = 10

Blocks: TypeAlias = Generator[bytes, None, None]


class _Decompressor(Protocol):
    """What lzma's, bz2's and zstd's decompressors have in common: one member of a stream."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


class _Gzip:
    """zlib's decompressor with the face of the other three."""

    def __init__(self) -> None:
        self._zlib = zlib.decompressobj(wbits=31)  # 31: a gzip header and checksum
        self._more = False  # the last answer was as long as allowed, so that zlib may hold back more

    @property
    def eof(self) -> bool:
        return self._zlib.eof

    @property
    def needs_input(self) -> bool:
        return not (self._more or self._zlib.unconsumed_tail or self._zlib.eof)

    @property
    def unused_data(self) -> bytes:
        return self._zlib.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        out = self._zlib.decompress(self._zlib.unconsumed_tail + data, max(max_length, 0))
        self._more = len(out) == max_length
        return out


def _zstd() -> _Decompressor:
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return cast(_Decompressor, zstd.ZstdDecompressor())


def _codec(head: bytes) -> tuple[str, Callable[[], _Decompressor]] | None:
    """The name and decompressor for a stream that starts with these bytes; None when it is not compressed."""
    if head.startswith(b"\x1f\x8b"):
        return "gzip", _Gzip
    if head.startswith(b"\xfd7zXZ\x00"):
        return "xz", lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MAX_XZ_MEMORY)
    if head.startswith(b"\x28\xb5\x2f\xfd") or (head[1:4] == b"\x2a\x4d\x18" and head[0] >> 4 == 5):  # or skippable
        return "zstd", _zstd
    if head.startswith(b"BZh") and head[4:10] in (b"1AY&SY", b"\x17rE8P\x90"):  # a block, or the end of an empty one
        return "bzip2", bz2.BZ2Decompressor
    return None


def decompressed(raw: Iterator[bytes], path: str) -> Blocks:
    """The bytes as they are, or unpacked when they start like a compressed stream, whatever the file is called."""
    head = b""
    while len(head) < MAGIC_BYTES and (block := next(raw, b"")):
        head += block
    codec = _codec(head)
    blocks = chain([head] if head else [], raw)
    yield from blocks if codec is None else _unpacked(blocks, *codec, path)


def _unpacked(blocks: Iterable[bytes], kind: str, new: Callable[[], _Decompressor], path: str) -> Blocks:
    member = new()
    for block in blocks:
        data = block
        while data or not (member.needs_input or member.eof):
            if member.eof:
                member = new()
            if out := _step(member, data, kind, path):
                yield out
            data = member.unused_data.lstrip(b"\0") if member.eof else b""  # tapes and xz pad with zeros
    if not member.eof:
        raise DataError(f"the {kind} stream ends too early: the file is cut short; fetch or pack it again", path=path)


def _step(member: _Decompressor, data: bytes, kind: str, path: str) -> bytes:
    try:
        return member.decompress(data, BLOCK)
    except Exception as error:  # each of the four libraries has an exception of its own
        raise DataError(f"the {kind} stream is damaged ({error}); fetch or pack it again", path=path) from error
