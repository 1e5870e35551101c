"""The words of generated source when it is compiled, and how it is.

Most are the functions of `arithmetic.py`, compiled; the simplest are written in instructions, in `instructions.py`.
Importing this file loads the compiler, which takes a third of a second, so only what compiles imports it.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, cast

from numba import njit, types, uint64, uintp

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
from seahaven.hcsm.compiler.postponement import load_without_scipy

__all__ = [
    "absolute", "add_ints", "canonical", "ceil", "choose", "compile_blocks", "compiled", "compiled_part", "divide",
    "floats_of", "floor", "floordiv", "floordiv_ints", "hypot", "ints_of", "is_same", "keys_of", "marks_of", "maximum",
    "minimum", "modulo", "modulo_ints", "multiply_ints", "peek", "poke", "sign", "sqrt", "subtract_ints", "to_int",
    "truths_of", "uintp", "uniform",
]  # fmt: skip

Function = TypeVar("Function", bound=Callable[..., Any])
inf, nan = math.inf, math.nan

_OPTIONS: Any = {"error_model": "numpy", "fastmath": False, "boundscheck": False, "nogil": True}
_PART: Any = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_LOW = 0xFFFFFFFF


def compiled(function: Function) -> Function:
    """The function as machine code, the same to the bit as in Python: no fast-math."""
    return cast(Function, njit(**_OPTIONS)(function))


def compiled_part(function: Function) -> Function:
    """The same of a function that none but compiled ones call, which takes less to compile."""
    return cast(Function, njit(**_OPTIONS, **_PART)(function))


@compiled
def uniform(key0: int, key1: int, entity: int, step: int, draw: int) -> float:
    """A number in [0, 1), the same as `Stream.uniform` gives (Philox-4x32 with ten rounds)."""
    low = uint64(_LOW)
    half = uint64(32)
    c0, c1 = uint64(entity) & low, uint64(entity) >> half
    c2 = uint64(step) & low
    c3 = (uint64(step) >> half & uint64(0xFFFF)) | (uint64(draw) & uint64(0xFFFF)) << uint64(16)
    k0, k1 = uint64(key0), uint64(key1) ^ uint64(draw) >> uint64(16)
    for _ in range(10):
        p0, p1 = uint64(0xD2511F53) * c0, uint64(0xCD9E8D57) * c2
        c0, c1, c2, c3 = (p1 >> half) ^ c1 ^ k0, p1 & low, (p0 >> half) ^ c3 ^ k1, p0 & low
        k0, k1 = (k0 + uint64(0x9E3779B9)) & low, (k1 + uint64(0xBB67AE85)) & low
    return (float(c0 >> uint64(5)) * 67108864.0 + float(c1 >> uint64(6))) / 9007199254740992.0


def _rest() -> None:
    """Compile the other words from their definition; they call each other by the names in this file."""
    for name in arithmetic.__all__:
        if name not in globals() and name not in ("clip", "wrapped"):
            function = FunctionType(getattr(arithmetic, name).__code__, globals(), name)
            globals()[name] = compiled(function)


_rest()


def compile_blocks(function: Callable[..., None], *, numbers: int, parallel: bool) -> Callable[..., None]:
    """The generated `blocks`, compiled for so many numbers and a table of addresses; kept on disk beside its source.

    Idle threads sleep instead of spinning, which would cost every call several milliseconds.
    """
    load_without_scipy()
    if parallel:
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    signature = types.void(*[types.int64] * numbers, types.Array(types.uint64, 1, "C"))
    options = {"cache": True, "parallel": parallel, "no_cfunc_wrapper": True, **_OPTIONS}
    return cast(Callable[..., None], njit(signature, **options)(function))
