"""Entries: compiled functions that other compiled code calls by their addresses, with what they work on in memory.

    @compiled_entry
    def step(hand, index, now, due):
        speeds, gains = taken(hand)
        ...
        return 0

    entry = enter(step, (speeds, gains))          # entry.code and entry.hand are addresses
    call_entry(entry.code, entry.hand, 7, t0, t1)  # in compiled code

A loop over entries needs to know nothing of what they do, so that one compiled loop runs any parts of a simulation. A
call takes five nanoseconds. Importing this file loads the compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from struct import pack, unpack
from typing import Any, TypeVar

import numpy as np
from llvmlite import ir
from numba import njit, typeof, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from seahaven.geometry.compiled import compiled, kept

__all__ = ["Entry", "call_entry", "compiled_entry", "enter", "run_entry", "taken"]

Function = TypeVar("Function", bound=Callable[..., int])

_ENTRY: Any = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True}
_WORD = ir.IntType(64)


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """Compiled code, and what it works on, by their addresses; good for as long as this object lives."""

    code: int
    hand: int
    _held: tuple[Any, ...] = field(repr=False)


def compiled_entry(function: Function) -> Function:
    """A function of a hand, the number of a step, its date and the next one (ns), to be called by its address.

    What it works on comes out of the hand by `taken`. It gives a whole number.
    """
    return kept(njit(**_ENTRY)(function))  # type: ignore[no-any-return]  # the compiler has no types


def enter(function: Callable[..., int], values: tuple[Any, ...]) -> Entry:
    """The entry of a function for these values: arrays, whole numbers, floats, and tuples of such.

    Arrays are handed over as they lie in memory, numbers as they are now.
    """
    words: NDArray[np.int64] = np.array(_words(values), np.int64)
    key = function, _form(values)
    if key not in _known:
        _known[key] = _compiled_for(function, values)
    code, made = _known[key]
    return Entry(code, words.ctypes.data, (words, values, made))


def _compiled_for(function: Callable[..., int], values: tuple[Any, ...]) -> tuple[int, Any]:
    """The address of a function's code for values of these types, and what keeps it there."""
    signature = types.CPointer(typeof(values)), types.int64, types.int64, types.int64  # type: ignore[no-untyped-call]
    dispatcher: Any = function
    if signature not in dispatcher.overloads:
        dispatcher.compile(signature)
    made = dispatcher.overloads[signature]
    return made.library.get_pointer_to_function(made.fndesc.llvm_cfunc_wrapper_name), made


_known: dict[tuple[Any, Any], tuple[int, Any]] = {}
"""What was compiled, by function and form of its values."""


def _form(value: Any) -> Any:
    """What decides on the type of a value for the compiler, which itself takes ten times as long to say."""
    if isinstance(value, np.ndarray):
        flags = value.flags
        return value.dtype, value.ndim, flags.writeable, flags.c_contiguous, flags.f_contiguous, flags.aligned
    if isinstance(value, tuple):
        return type(value), tuple([_form(item) for item in value])
    return type(value)


def _words(value: Any) -> list[int]:
    """A value as compiled code finds it in memory: eight bytes for a number, seven words or more for an array."""
    if isinstance(value, np.ndarray):
        return [0, 0, value.size, value.itemsize, value.ctypes.data, *value.shape, *value.strides]
    if isinstance(value, tuple):
        return [word for item in value for word in _words(item)]
    if isinstance(value, float):
        return [unpack("<q", pack("<d", value))[0]]
    if isinstance(value, int) and not isinstance(value, bool):
        return [value]
    raise TypeError(f"an entry takes arrays, whole numbers, floats and tuples of these, not {value!r}")


def _taken(_context: Any, hand: Any) -> Any:
    """A word that loads what a hand holds."""
    content = hand.dtype

    def load(context: Any, builder: Any, _signature: Any, operands: Any) -> Any:
        return context.data_model_manager[content].load_from_data_pointer(builder, operands[0])

    return content(hand), load


taken: Any = intrinsic(_taken)
"""For entries: the values that were handed over, as a tuple."""


def _call_entry(_context: Any, _code: Any, _hand: Any, _index: Any, _now: Any, _due: Any) -> Any:
    """A word that calls an entry."""

    def call(_context: Any, builder: Any, _signature: Any, operands: Any) -> Any:
        kind = ir.FunctionType(_WORD, [_WORD] * 4).as_pointer()
        return builder.call(builder.inttoptr(operands[0], kind), list(operands[1:]))

    return types.int64(types.uintp, types.uintp, types.int64, types.int64, types.int64), call


call_entry: Any = intrinsic(_call_entry)
"""For compiled code: call the entry at an address with a hand, the number of a step, its date and the next one."""


@compiled
def run_entry(code: int, hand: int, index: int, now: int, due: int) -> int:
    """Call an entry from Python."""
    return call_entry(code, hand, index, now, due)  # type: ignore[no-any-return]  # a word of the compiler
