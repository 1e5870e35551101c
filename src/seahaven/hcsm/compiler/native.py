"""The words of generated source when it is compiled, and how it is.

Most are the functions of `arithmetic.py`, compiled; the simplest are written in instructions, in `instructions.py`.
Importing this file loads the compiler, which takes a third of a second, so only what compiles imports it.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
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
    floor,
    floordiv,
    floordiv_ints,
    hypot,
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
)
from seahaven.hcsm.compiler.postponement import load_without_scipy

__all__ = [
    "absolute", "add_ints", "canonical", "ceil", "choose", "compile_blocks", "compiled", "divide", "floor", "floordiv",
    "floordiv_ints", "hypot", "maximum", "minimum", "modulo", "modulo_ints", "multiply_ints", "peek", "poke", "sign",
    "sqrt", "subtract_ints", "to_int", "uintp", "uniform",
]  # fmt: skip

Function = TypeVar("Function", bound=Callable[..., Any])
inf, nan = math.inf, math.nan

_OPTIONS: Any = {"error_model": "numpy", "fastmath": False, "boundscheck": False, "nogil": True}
_ELEMENTS = {"float64": types.float64, "int64": types.int64, "int8": types.int8, "uint64": types.uint64,
             "boolean": types.boolean}  # fmt: skip
_LOW = 0xFFFFFFFF


def compiled(function: Function) -> Function:
    """The function as machine code, the same to the bit as in Python: no fast-math."""
    return cast(Function, njit(**_OPTIONS)(function))


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


def compile_blocks(function: Callable[..., None], kinds: Sequence[str], *, parallel: bool) -> Callable[..., None]:
    """The generated `blocks`, compiled for arguments of these kinds and kept on disk beside its source.

    Arrays that are only read may be read-only: one compilation serves both. Idle threads sleep instead of spinning,
    which would cost every call several milliseconds.
    """
    load_without_scipy()
    if parallel:
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    signature = types.void(*(_type(kind) for kind in kinds))
    return cast(Callable[..., None], njit(signature, cache=True, parallel=parallel, **_OPTIONS)(function))


def _type(kind: str) -> Any:
    if kind in ("scalar", "index"):
        return types.int64 if kind == "scalar" else uintp
    word, _, element = kind.rpartition(" ")
    return types.Array(_ELEMENTS[element], 1, "C", readonly=word == "read")
