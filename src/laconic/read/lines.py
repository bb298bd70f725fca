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
    """Collects blocks and cuts them behind a newline, looking at each byte once however long a line is."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.held = 0  # bytes in the pieces
        self.cut = 0  # where the last newline among them ends
        self.line = 1

    def add(self, block: bytes) -> None:
        newline = block.rfind(b"\n")
        if newline >= 0:
            self.cut = self.held + newline + 1
        self.pieces.append(block)
        self.held += len(block)

    def take(self, end: int) -> Lines:
        """The lines up to byte `end`; the rest stays."""
        text = b"".join(self.pieces)
        lines, rest = Lines(without_mark(text[:end]) if self.line == 1 else text[:end], self.line), text[end:]
        self.line += text.count(b"\n", 0, end)
        self.pieces, self.held, self.cut = [rest], len(rest), 0
        return lines


def whole_lines(
    blocks: Iterable[bytes], path: str, *, size: int = BATCH_BYTES, limit: int | None = None
) -> Iterator[Lines]:
    """Blocks of at least `size` bytes where there are as many; a line beyond `limit` is a DataError.

    A byte order mark at the start of the file is left out; the columns in messages do not count it.
    """
    limit = LINE_LIMIT if limit is None else limit
    cutter = _Cutter()
    for block in blocks:
        cutter.add(block)
        if cutter.cut and cutter.held >= size:
            yield cutter.take(cutter.cut)
        if cutter.held - cutter.cut > limit:
            cutter.take(cutter.cut)  # moves on to the number of the long line
            raise DataError(
                f"a line of more than {limit >> 20} MB; expected one row a line. Is this the right file and --format?",
                path=path,
                line=cutter.line,
            )
    if cutter.held:
        yield cutter.take(cutter.held)
