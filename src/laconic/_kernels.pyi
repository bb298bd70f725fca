"""
The native core: pure, single-threaded, re-entrant kernels that run with the GIL released.
"""

from typing import Annotated

import numpy
from numpy.typing import NDArray

def kernel() -> str:
    """The instruction set in use."""

def use_kernel(name: str) -> bool:
    """
    Uses the kernels of this name from now on; False when unknown or not supported by this CPU.
    """

def transpose(
    data: Annotated[NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    indices: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    indptr: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    cols: int,
) -> tuple[
    Annotated[NDArray[numpy.float32], dict(shape=(None,), order="C")],
    Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C")],
    Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C")],
]:
    """
    The transposed matrix as (data, indices, indptr); rows keep their order.
    """

def first_bad_row(
    data: Annotated[NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    indices: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    indptr: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    cols: int,
    sorted: bool = False,
) -> int:
    """The first row that breaks the contract of a Csr, or -1."""
