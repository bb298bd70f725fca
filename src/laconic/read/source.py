"""Source: a data file of any known format, read a few MB at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Literal, Protocol

from ..events import Listener, Progress, silent
from .ahead import ahead
from .batches import TextBatch, VectorBatch
from .detect import detect, known_format, without_mark
from .inputs import Input
from .jsonl import JsonlReader
from .lines import Lines, whole_lines
from .svmlight import Header, SvmlightReader


class Reader(Protocol):
    """What a format brings: blocks of lines -> batches, and the labels met on the way."""

    @property
    def kind(self) -> Literal["text", "vectors"]:
        """Which batches it makes."""

    @property
    def format(self) -> str:
        """Its name in detect.FORMATS."""

    @property
    def label_names(self) -> list[str]:
        """The labels met so far."""

    def read(self, blocks: Iterator[Lines]) -> Iterator[TextBatch | VectorBatch]:
        """The rows of each block that has some."""


class Source:
    """Rows of one file. A file can be read again and again, a stream once; labels keep their numbers."""

    def __init__(self, source: Input, reader: Reader, listen: Listener = silent) -> None:
        self._input, self._reader, self._listen = source, reader, listen

    @property
    def kind(self) -> Literal["text", "vectors"]:
        """Whether batches() yields TextBatch or VectorBatch."""
        return self._reader.kind

    @property
    def path(self) -> str:
        """As it was given; "-" is standard input."""
        return self._input.path

    @property
    def format(self) -> str:
        """One of detect.FORMATS."""
        return self._reader.format

    @property
    def label_names(self) -> list[str]:
        """The labels read so far, first seen first; grows with each batch."""
        return self._reader.label_names

    def batches(self) -> Iterator[TextBatch | VectorBatch]:
        """The rows from the start, a few MB each; the file is closed and its thread ended with the iterator."""
        source = self._input
        with closing(ahead(source.blocks())) as blocks:
            for batch in self._reader.read(whole_lines(blocks, source.name)):
                self._listen(Progress("reading", source.done, source.size, "bytes"))
                yield batch


def open_source(
    path: str | Path,
    *,
    format: str | None = None,
    text_field: str = "text",
    label_field: str = "label",
    id_field: str = "id",
    listen: Listener = silent,
) -> Source:
    """Looks at the first bytes of a file, a named pipe or standard input (`-`) and says how to read it."""
    wanted = known_format(format) if format else None
    source = Input(path)
    head = without_mark(source.peek())
    wanted = wanted or detect(source.path, head)
    reader: Reader
    if wanted == "jsonl":
        reader = JsonlReader(source.name, text_field, label_field, id_field)
    elif wanted == "xmc":
        reader = SvmlightReader(source.name, "xmc", Header.of(head.partition(b"\n")[0], source.name))
    else:
        reader = SvmlightReader(source.name, "libsvm")
    return Source(source, reader, listen)
