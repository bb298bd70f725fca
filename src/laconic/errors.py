"""What can go wrong, and whose it is to mend.

    LaconicError                every error this package raises on purpose
    ├── DataError               a file or a row that cannot be understood     (exit code 1)
    ├── ModelFileError          a .laconic file that is damaged or foreign    (exit code 1)
    └── OptionError             an option that makes no sense (a ValueError)  (exit code 2)

Each message names the value that was found, what was expected, and the way out.
"""

from __future__ import annotations


class LaconicError(Exception):
    """Every error this package raises on purpose; `exit_code` is what the command line returns for it."""

    exit_code = 1


class DataError(LaconicError, ValueError):
    """A file or a row that cannot be understood: says where, what was found, what was expected."""

    def __init__(
        self,
        message: str,
        *,
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        self.path, self.line, self.column = path, line, column
        place = ":".join(str(part) for part in (path, line, column) if part is not None)
        super().__init__(f"{place}: {message}" if place else message)


class ModelFileError(LaconicError, ValueError):
    """A model file that is damaged, cut short, too new, or not a model file at all."""


class OptionError(LaconicError, ValueError):
    """An option that makes no sense; the message holds the value and what is allowed."""

    exit_code = 2
