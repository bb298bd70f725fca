"""Which instruction set the native kernels use: the best this CPU has, or the one LACONIC_KERNEL names.

All give the same bytes; the choice is for tests, for measuring, and for a CPU that misbehaves.
"""

from __future__ import annotations

import os
from functools import cache

from . import _kernels
from .errors import OptionError

VARIABLE = "LACONIC_KERNEL"
KERNELS = ("baseline", "avx2", "avx512")


@cache
def choose_kernel() -> str:
    """Obeys LACONIC_KERNEL; reads it once, at the first training or answer of the process. Returns the name in use."""
    name = os.environ.get(VARIABLE, "")
    if name and name not in KERNELS:
        raise OptionError(f"{VARIABLE} is {name!r}; expected one of {', '.join(KERNELS)}, or unset for the best one")
    if name and not _kernels.use_kernel(name):
        raise OptionError(
            f"{VARIABLE} is {name!r}, but this CPU lacks those instructions; unset it for the best it has"
        )
    return _kernels.kernel()
