"""Bytes -> blocks of whole lines, a few MB each, with the number of their first line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..errors import DataError
from .detect import without_mark

BATCH_BYTES = 4 << 20
LINE_LIMIT = 256 << 20  # one line is held in memory as a whole; a longer one is most likely not a line


@dataclass(frozen=True, slots=True)
class Lines:
    """Whole lines; only the last line of a file may lack its newline."""

    text: bytes
    first: int  # the number of the first line, from 1


class _Cutter:
    """Collects blocks and cuts them behind a newline; copies and searches each byte once, however long a line is."""

    def __init__(self) -> None:
        self.whole: list[bytes | memoryview] = []  # up to the last newline
        self.rest: list[bytes | memoryview] = []  # behind it
        self.whole_size = self.rest_size = 0
        self.line = 1

    def add(self, block: bytes) -> None:
        end = block.rfind(b"\n") + 1
        if end:
            self.whole += [*self.rest, memoryview(block)[:end]]
            self.whole_size += self.rest_size + end
            self.rest, self.rest_size = [], 0
        self.rest.append(memoryview(block)[end:])
        self.rest_size += len(block) - end

    def take(self) -> Lines:
        """The whole lines so far."""
        text = b"".join(self.whole)
        lines = Lines(without_mark(text) if self.line == 1 else text, self.line)
        self.line += text.count(b"\n")
        self.whole, self.whole_size = [], 0
        return lines


def whole_lines(
    blocks: Iterable[bytes], path: str, *, size: int = BATCH_BYTES, limit: int | None = None
) -> Iterator[Lines]:
    """Blocks of about `size` bytes; a line beyond `limit` is a DataError.

    A byte order mark at the start of the file is left out; the columns in messages do not count it.
    """
    limit = LINE_LIMIT if limit is None else limit
    cutter = _Cutter()
    for block in blocks:
        cutter.add(block)
        if cutter.whole and cutter.whole_size + cutter.rest_size >= size:
            yield cutter.take()
        if cutter.rest_size > limit:
            cutter.take()  # moves on to the number of the long line
            raise DataError(
                f"a line of more than {limit >> 20} MB; expected one row a line. Is this the right file and --format?",
                path=path,
                line=cutter.line,
            )
    cutter.whole += cutter.rest
    if cutter.whole_size + cutter.rest_size:
        yield cutter.take()
