"""The command `laconic`: `main` runs one verb and turns whatever goes wrong into one line and an exit code.

    0 done    1 the data, a file or the machine    2 the command line    130 interrupted

Not here: the verbs (one file each, loaded when called) and what they do (the library).
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import TextIO

INTERRUPTED = 130
TERMINATED = 143
REPORT_TO = "this is a bug in Laconic, not in your data; please report it with what `-v` added to the command prints"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit code; never raises and never shows a traceback unless `-v`."""
    _open_missing_streams()
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    _stop_on_sigterm()
    try:
        return _run(arguments)
    except BrokenPipeError:
        return _forget_stdout()
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)
    except Exception as error:
        if _wants_traceback(arguments):
            import traceback

            traceback.print_exc()
        return _complain(*_explain(error))


def _run(arguments: list[str]) -> int:
    """Not click's own `main`: that one ends with 1 when a pipe is closed, and catches Ctrl-C for itself."""
    import click

    from .app import laconic

    try:
        with laconic.make_context("laconic", arguments) as context:
            laconic.invoke(context)
        sys.stdout.flush()
        return 0
    except click.exceptions.Exit as end:  # --help, --version
        return end.exit_code
    except click.exceptions.Abort:
        raise KeyboardInterrupt from None
    except click.ClickException as error:
        error.show()
        return error.exit_code


def _explain(error: Exception) -> tuple[str, int]:
    """(sentence, exit code) for an error: ours and the machine's are told, all others are bugs."""
    from ..errors import LaconicError

    if isinstance(error, LaconicError):
        return str(error), error.exit_code
    if isinstance(error, MemoryError):
        return "not enough memory; fewer jobs (-j), fewer features (--min-df) or a smaller file need less", 1
    if isinstance(error, OSError) and error.errno is not None:
        return _explain_os(error), 1
    return f"{type(error).__name__}: {error}\n{REPORT_TO}", 1


def _explain_os(error: OSError) -> str:
    what = os.strerror(error.errno) if error.errno else str(error)
    place = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
    hint = {
        errno.ENOENT: "; is the path right?",
        errno.ENOSPC: "; nothing was half-written",
        errno.EISDIR: "; expected a file",
    }
    return f"{place}{what}{hint.get(error.errno or 0, '')}"


def _wants_traceback(arguments: list[str]) -> bool:
    short = (word[1:] for word in arguments if word.startswith("-") and not word.startswith("--"))
    return "--verbose" in arguments or any("v" in word and set(word) <= set("vq") for word in short)


def _complain(message: str, code: int) -> int:
    _let_go(sys.stdout)
    encoding = sys.stderr.encoding or "utf-8"
    with contextlib.suppress(OSError):
        print("laconic:", message.encode(encoding, "backslashreplace").decode(encoding), file=sys.stderr, flush=True)
    _let_go(sys.stderr)
    return code


def _forget_stdout() -> int:
    """Whoever read our output has seen enough (`| head`): no error, nothing to say."""
    _let_go(sys.stdout)
    return 0


def _let_go(stream: TextIO) -> None:
    """What cannot be written any more goes nowhere; else Python tries again at its exit and ends with 120."""
    try:
        stream.flush()
    except (OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        with contextlib.suppress(OSError, ValueError):
            os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _open_missing_streams() -> None:
    """A shell may start us without stdin, stdout or stderr (`>&-`): then it is /dev/null, which no file can become."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            if (opened := os.open(os.devnull, os.O_RDWR)) != number:
                os.dup2(opened, number)
                os.close(opened)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def _stop_on_sigterm() -> None:
    """A terminated command cleans up like an interrupted one, so that no temporary file stays behind."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise SystemExit(TERMINATED)

    with contextlib.suppress(ValueError):  # called from a thread other than the main one
        signal.signal(signal.SIGTERM, stop)
