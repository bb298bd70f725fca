"""Where bytes come from: a regular file, opened anew for each reading, or a stream that can be read once."""

from __future__ import annotations

import io
import sys
from itertools import chain
from pathlib import Path
from typing import BinaryIO, cast

from ..errors import DataError
from .compress import BLOCK, Blocks, decompressed


class Input:
    """A regular file, opened anew for each reading, or a stream (`-`, a named pipe), which can be read once."""

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self.name = "<stdin>" if self.path == "-" else self.path
        self.done = 0  # bytes taken from the file so far, compressed as they are
        self.once = self.path == "-" or not Path(self.path).is_file()
        self.size = None if self.once else Path(self.path).stat().st_size
        self._pending: Blocks | None = None

    def peek(self, size: int = 1 << 16) -> bytes:
        """The first bytes, decompressed; reading starts with them again."""
        blocks = self.blocks()
        head: list[bytes] = []
        for block in blocks:
            head.append(block)
            if sum(map(len, head)) >= size:
                break
        if self.once:
            self._pending = _again(head, blocks)
        else:
            blocks.close()
        return b"".join(head)

    def blocks(self) -> Blocks:
        """The decompressed bytes from the start, about 1 MB at a time."""
        if self._pending is not None:
            pending, self._pending = self._pending, None
            return pending
        if self.once and self.done:
            raise DataError("can be read only once; put the data in a file to read it again", path=self.name)
        self.done = 0
        return decompressed(self._raw(), self.name)

    def _raw(self) -> Blocks:
        try:
            with _open(self.path) as file:
                while block := file.read(BLOCK):
                    self.done += len(block)
                    yield block
        except (OSError, ValueError) as error:  # ValueError: a path with a NUL
            reason = getattr(error, "strerror", None) or error
            raise DataError(f"cannot be read: {reason}", path=self.name) from error


def _again(head: list[bytes], rest: Blocks) -> Blocks:
    yield from chain(head, rest)


def _open(path: str) -> BinaryIO | io.FileIO:
    """Unbuffered: a thread that waits in a buffered standard input holds its lock, and Python dies on that at exit."""
    if path != "-":
        return io.FileIO(path)
    try:
        return io.FileIO(sys.stdin.fileno(), closefd=False)
    except (OSError, ValueError):  # standard input was replaced by an object without a descriptor
        return cast(BinaryIO, io.BytesIO(sys.stdin.buffer.read()))
