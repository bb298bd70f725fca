"""Where answers go: stdout, or a file that is there whole or not at all."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from ..errors import OptionError

if TYPE_CHECKING:
    from ..model import LinearModel


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """A binary stream to write to; `-` is stdout, a file appears when the block ends well."""
    if path == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    from ..store import atomic_writer

    with atomic_writer(path) as file:
        yield file


class _TrialError(Exception):
    """Ends a trial of writing before anything is there."""


def check_writable(path: str) -> None:
    """Raises now what writing this file would raise after hours of work."""
    from ..store import atomic_writer

    if path == "-" and sys.stdout.isatty():
        raise OptionError("a model is no text for a terminal; give -o a file, or pipe '-' into one")
    if path != "-":
        with suppress(_TrialError), atomic_writer(path):
            raise _TrialError


def check_not_input(path: str, *inputs: str) -> None:
    """Refuses to write over a file that this command reads: the data or the model would be gone."""
    if any(_same_file(path, name) for name in inputs):
        raise OptionError(f"{path} is a file that this command reads; give the output another name")


def _same_file(a: str, b: str) -> bool:
    with suppress(OSError, ValueError):  # what is not there is no input; reading and writing tell the rest
        return "-" not in (a, b) and Path(a).samefile(b)
    return False


def save_model(model: LinearModel, path: str) -> int:
    """Writes a model file, or its bytes to stdout; returns how many there are."""
    from ..store import save

    if path != "-":
        save(model, path)
        return Path(path).stat().st_size
    with tempfile.TemporaryDirectory(prefix="laconic-") as folder:
        save(model, Path(folder) / "model")
        content = (Path(folder) / "model").read_bytes()
    sys.stdout.buffer.write(content)
    return len(content)


def json_line(value: Any) -> bytes:
    """One line of JSON. msgspec is ten times as fast as json but refuses lone surrogates, which json escapes."""
    import msgspec

    try:
        return msgspec.json.encode(value) + b"\n"
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":")).encode("ascii") + b"\n"


def numbers(scores: Any) -> Any:
    """float32 scores as short decimal numbers: six digits after the point, in nested lists."""
    import numpy as np

    return np.round(np.asarray(scores, np.float64), 6).tolist()
