"""The words of generated source when it is compiled, and how it is.

Most are the functions of `arithmetic.py`, compiled; the simplest are written in instructions, in `instructions.py`.
Importing this file loads the compiler, which takes a third of a second, so only what compiles imports it.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

from numba import njit, types, uintp

from seahaven.geometry.kernel_cache import KernelCache
from seahaven.hcsm import arithmetic
from seahaven.hcsm.compiler.instructions import (
    absolute,
    add_ints,
    canonical,
    ceil,
    choose,
    divide,
    floats_of,
    floor,
    floordiv,
    floordiv_ints,
    hypot,
    ints_of,
    is_same,
    keys_of,
    marks_of,
    maximum,
    minimum,
    modulo,
    modulo_ints,
    multiply_ints,
    peek,
    poke,
    sign,
    sqrt,
    subtract_ints,
    to_int,
    truths_of,
)
from seahaven.hcsm.compiler.lot_kernels import uniform

__all__ = [
    "absolute", "add_ints", "address_of", "canonical", "ceil", "choose", "compile_blocks", "compiled",
    "compiled_part", "divide",
    "floats_of", "floor", "floordiv", "floordiv_ints", "hypot", "ints_of", "is_same", "keys_of", "marks_of", "maximum",
    "minimum", "modulo", "modulo_ints", "multiply_ints", "peek", "poke", "sign", "sqrt", "subtract_ints", "to_int",
    "truths_of", "uintp", "uniform",
]  # fmt: skip

Function = TypeVar("Function", bound=Callable[..., Any])
inf, nan = math.inf, math.nan

_OPTIONS: Any = {"error_model": "numpy", "fastmath": False, "boundscheck": False, "nogil": True}
_PART: Any = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def compiled(function: Function) -> Function:
    """The function as machine code, the same to the bit as in Python: no fast-math."""
    return cast(Function, njit(**_OPTIONS)(function))


def compiled_part(function: Function) -> Function:
    """The same of a function that none but compiled ones call, which takes less to compile."""
    return cast(Function, njit(**_OPTIONS, **_PART)(function))


def _rest() -> None:
    """Compile the other words from their definition; they call each other by the names in this file."""
    for name in arithmetic.__all__:
        if name not in globals() and name not in ("clip", "wrapped"):
            function = FunctionType(getattr(arithmetic, name).__code__, globals(), name)
            globals()[name] = compiled(function)


_rest()


def compile_blocks(
    function: Callable[..., None], *, numbers: int, parallel: bool, home: Path | None
) -> Callable[..., None]:
    """The generated `blocks`, compiled for so many numbers and a table of addresses.

    It is kept beside its source, which lies in the cache folder `home`; without one it stays in memory. Idle threads
    sleep instead of spinning, which would cost every call several milliseconds.
    """
    if parallel:
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    signature = types.void(*[types.int64] * numbers, types.Array(types.uint64, 1, "C"))
    options: Any = {"parallel": parallel, **_OPTIONS}
    blocks = njit(**options)(function)
    if home is not None:
        blocks._cache = KernelCache(function, function.__module__, home)  # the name has a hash of all that went in
    blocks.compile(signature)
    blocks.disable_compile()
    return cast(Callable[..., None], blocks)


def address_of(blocks: Callable[..., None]) -> int:
    """Where compiled code may call what `compile_blocks` has made."""
    (made,) = cast(Any, blocks).overloads.values()
    return int(made.library.get_pointer_to_function(made.fndesc.llvm_cfunc_wrapper_name))
