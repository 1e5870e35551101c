"""The one way in which this room turns loops into machine code.

Importing this file loads the compiler, which takes a third of a second. Only the files of compiled kernels import
it, and they are imported on first use. Each such file calls compiled functions of its own only: the
cache on disk is keyed by one file's age and would miss a change in another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """The function as machine code, made on its first call and kept on disk.

    No fast-math: results are the same as those of the Python source, bit for bit.
    """
    return cast(Function, njit(cache=True, nogil=True, error_model="numpy")(function))
