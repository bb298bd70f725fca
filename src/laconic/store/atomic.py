"""Files that are there whole or not at all: written beside, flushed, then renamed.

A kill -9 or a power cut leaves at worst `<name>.unfinished-<8 hex digits>` beside the target; it may be deleted.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from ..errors import ModelFileError

MARK = ".unfinished-"
_LONGEST_NAME = 255  # of a file, in bytes, on every file system in common use

_REASONS = {
    errno.ENOENT: "the folder does not exist; make it first",
    errno.ENOTDIR: "a part of this path is not a folder",
    errno.EACCES: "no permission to write here; choose another place or ask for the right to",
    errno.EPERM: "no permission to write here; choose another place or ask for the right to",
    errno.EROFS: "this place is read-only; choose another",
    errno.ENOSPC: "no space left; free some or choose another place (nothing was left behind)",
    errno.EDQUOT: "your quota is used up; free some space or choose another place (nothing was left behind)",
    errno.EFBIG: "the file would be larger than is allowed here (nothing was left behind)",
    errno.ENAMETOOLONG: "this name is too long",
}


@contextmanager
def atomic_writer(path: str | Path) -> Iterator[BinaryIO]:
    """Gives a binary file; when the block ends well it becomes `path`, else it is removed and `path` is as before.

    A symbolic link stays one (its target is replaced); a file that is there keeps its permissions.
    """
    try:
        target = Path(os.path.realpath(path))
        mode = _mode_of(target)
        beside = target.with_name(_name_beside(target.name))
        number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        raise _in_words(path, error) from error
    done = False
    try:
        with os.fdopen(number, "wb") as file:
            if mode is not None:
                os.fchmod(number, mode)
            yield file
            file.flush()
            os.fsync(number)
        beside.replace(target)
        done = True
    except OSError as error:
        raise _in_words(path, error) from error
    finally:
        if not done:  # also on Ctrl-C
            with suppress(OSError):
                beside.unlink()
    _sync_folder(target.parent)


def _mode_of(target: Path) -> int | None:
    """The permissions of the file that is there, None if there is none; refuses what must not be replaced."""
    try:
        found = target.stat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(found.st_mode):
        kind = "a folder" if stat.S_ISDIR(found.st_mode) else "not a plain file"
        raise ModelFileError(f"{target}: is {kind}; give the name of a file to write")
    return stat.S_IMODE(found.st_mode)


def _name_beside(name: str) -> str:
    ending = f"{MARK}{secrets.token_hex(4)}"
    return os.fsdecode(os.fsencode(name)[: _LONGEST_NAME - len(ending)]) + ending


def _in_words(path: str | Path, error: Exception) -> ModelFileError:
    if isinstance(error, ModelFileError):
        return error
    number = error.errno if isinstance(error, OSError) else None
    reason = _REASONS.get(number or 0, str(error))
    return ModelFileError(f"{path}: cannot be written: {reason}")


def _sync_folder(folder: Path) -> None:
    """Makes the rename itself last through a power cut; some file systems cannot, and then nothing is lost."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
