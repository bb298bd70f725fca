"""libsvm rows `l1,l2 i:v i:v ...`, with or without an XMC header `N D L`; the work is done by the parse kernel.

What is a row and what is not, as the tools of the field have it:
- Labels are text. `1` and `1.0` are two labels; `+1` is `1`. Blanks may follow a comma.
- A line that starts with a blank, or whose first word holds a colon, is a row without labels.
- Indices are 0 .. 2^31-2, in any order; index i is column i, whether the file counts from 0 or from 1. A repeated
  index adds up; a missing `:value` is 1; a value of 0 is the same as none. `qid:n` is left out.
- `#` starts a comment, except inside a label. A line with only a comment is skipped.
- An empty line is skipped, except behind an XMC header, where it is a row with neither labels nor features.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _kernels
from ..errors import DataError
from ..sparse import Csr
from .batches import RowLabels, VectorBatch
from .lines import Lines

MAX_COLUMNS = 2**31 - 1

# What each cpp/kernels/parse.hpp `Refusal` means.
EXPECTED = {
    1: "expected a label (text without blanks, commas and colons, and no `#` at its start)",
    2: "a control character in a label; expected text",
    3: "the label is not UTF-8; convert the file with `iconv -t UTF-8`",
    4: "the label is none of the numbers 0 .. L-1 that the header `N D L` announces",
    5: "expected a feature `index:value` with a whole number of at least 0 before the colon",
    6: f"the index is too large; expected 0 .. {MAX_COLUMNS - 1}",
    7: "the index is not among the 0 .. D-1 that the header `N D L` announces",
    8: "expected a finite decimal number behind the colon, such as 0.5 or 1e-3",
    9: "the value is too large for a 32-bit float; expected at most 3.4e38",
    10: "repeated indices of this row add up to a value too large for a 32-bit float",
}


class ParsedChunk(NamedTuple):
    """What the kernel answers."""

    data: NDArray[np.float32]
    indices: NDArray[np.int32]
    indptr: NDArray[np.int64]
    labels: NDArray[np.int32]
    label_indptr: NDArray[np.int64]
    lines: NDArray[np.int64]
    width: int
    consumed: int
    refusal: int
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of an XMC file: how many rows, features and labels it has."""

    rows: int
    columns: int
    labels: int

    @classmethod
    def of(cls, line: bytes, path: str) -> Header:
        """Reads `N D L`; DataError when it is something else."""
        words = line.split()
        if len(words) != 3 or not all(word.isdigit() and len(word) <= 18 for word in words):
            raise DataError(
                f"{_quoted(line[:60])}: expected a header `N D L` of three whole numbers (rows, features, labels);"
                " without one the format is `libsvm`",
                path=path,
                line=1,
                column=1,
            )
        header = cls(*map(int, words))
        if header.columns > MAX_COLUMNS or header.labels > MAX_COLUMNS:
            raise DataError(f"more than {MAX_COLUMNS} features or labels in {header}", path=path, line=1, column=1)
        return header


class SvmlightReader:
    """Blocks of lines -> VectorBatch; labels keep their numbers over blocks and over readings."""

    kind: Literal["vectors"] = "vectors"

    def __init__(self, path: str, format: Literal["libsvm", "xmc"], header: Header | None = None) -> None:
        self.path, self.format, self.header = path, format, header
        self.label_names: list[str] = []
        self._parser = _kernels.SvmlightParser(
            seed=secrets.randbits(64),
            columns=header.columns if header else MAX_COLUMNS,
            labels=header.labels if header else -1,
            empty_line_is_row=header is not None,
        )

    def read(self, blocks: Iterator[Lines]) -> Iterator[VectorBatch]:
        """The rows of each block that has some."""
        seen = 0
        last_line = 1
        for block in blocks:
            chunk = self._parse(self._without_header(block))
            if self.header:
                chunk = self._counted(chunk, seen)
            seen += len(chunk.lines)
            if len(chunk.lines):
                last_line = int(chunk.lines[-1])
                yield self._batch(chunk)
        if self.header and seen != self.header.rows:
            message = f"the file ends after {seen} rows; the header on line 1 announces {self.header.rows}"
            raise DataError(message, path=self.path, line=last_line)

    def _without_header(self, block: Lines) -> Lines:
        if self.header is None or block.first != 1:
            return block
        return Lines(block.text.partition(b"\n")[2], 2)

    def _parse(self, block: Lines) -> ParsedChunk:
        chunk = ParsedChunk(*self._parser.parse(block.text, block.first))
        if chunk.refusal:
            found = _word_at(block, chunk.line, chunk.column)
            raise DataError(
                f"{_quoted(found)}: {EXPECTED[chunk.refusal]}", path=self.path, line=chunk.line, column=chunk.column
            )
        return chunk

    def _counted(self, chunk: ParsedChunk, seen: int) -> ParsedChunk:
        """Leaves out empty lines behind the last announced row; any other row there is an error."""
        assert self.header is not None
        room = self.header.rows - seen
        if len(chunk.lines) <= room:
            return chunk
        if chunk.indptr[-1] > chunk.indptr[room] or chunk.label_indptr[-1] > chunk.label_indptr[room]:
            filled = np.diff(chunk.indptr[room:]) + np.diff(chunk.label_indptr[room:]) > 0
            line = int(chunk.lines[room:][filled][0])
            message = f"one more row than the {self.header.rows} that the header on line 1 announces"
            raise DataError(message, path=self.path, line=line)
        return chunk._replace(
            indptr=chunk.indptr[: room + 1], label_indptr=chunk.label_indptr[: room + 1], lines=chunk.lines[:room]
        )

    def _batch(self, chunk: ParsedChunk) -> VectorBatch:
        self.label_names.extend(self._parser.names_from(len(self.label_names)))
        return VectorBatch(
            Csr(chunk.data, chunk.indices, chunk.indptr, (len(chunk.lines), chunk.width)),
            RowLabels(chunk.labels, chunk.label_indptr),
            [None] * len(chunk.lines),
            int(chunk.lines[0]),
            chunk.lines,
        )


def _word_at(block: Lines, line: int, column: int) -> bytes:
    """The word that starts at a column (from 1), for a message: at most 40 bytes."""
    start = 0
    for _ in range(line - block.first):
        start = block.text.index(b"\n", start) + 1
    rest = block.text[start + column - 1 : start + column + 39].split(b"\n", 1)[0]
    return rest.split(None, 1)[0] if rest.strip() and rest[:1] not in b" \t" else b""


def _quoted(found: bytes) -> str:
    return repr(found.decode("utf-8", "backslashreplace")) if found else "nothing"
