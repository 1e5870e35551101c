"""The one way in which kernels, loops over arrays, become machine code.

Importing this file loads the compiler, which takes a third of a second. Only the files of compiled kernels import
it, and they are imported on first use.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar, cast

from seahaven.disk import cache_folder
from seahaven.memory import lasting

with lasting():  # a third of all that is ever loaded
    from llvmlite import ir
    from numba import njit, prange, types
    from numba.core import event
    from numba.core.cgutils import raw_memmove
    from numba.core.dispatcher import Dispatcher
    from numba.extending import intrinsic
    from numba.np.numpy_support import carray

    from seahaven.geometry.kernel_cache import LateCache, source_digest

__all__ = [
    "bring_near",
    "bytes_at",
    "carray",
    "compiled",
    "compiled_in_parallel",
    "compiled_part",
    "floats_at",
    "inlined",
    "integers_at",
    "kept",
    "longs_at",
    "move_bytes",
    "prange",
    "put_byte",
    "put_float",
    "shorts_at",
    "singles_at",
    "when_compiling",
]

Function = TypeVar("Function", bound=Callable[..., Any])

_OPTIONS: Any = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
"""Nobody calls from C: without the entrance for it there is less to compile."""

FEW = 3
"""So many functions are compiled in a moment; of more one is told."""


def compiled(function: Function) -> Function:
    """The function as machine code, made on its first call and kept on disk.

    No fast-math: results are the same as those of the Python source, bit for bit. It may call compiled functions of
    other files, and use their constants.
    """
    return cast(Function, kept(njit(**_OPTIONS)(function)))


def compiled_part(function: Function) -> Function:
    """The function as machine code that other compiled functions alone call, for every row: it makes no arrays.

    It can neither be called from Python nor hold on to an array, so that nothing is counted when arrays are handed to
    it (which costs some nanoseconds per array and call), and compiling it takes half as long.
    """
    options: Any = {"_nrt": False, "no_cpython_wrapper": True, **_OPTIONS}
    return cast(Function, kept(njit(**options)(function)))


def inlined(function: Function) -> Function:
    """The function as a compiled part whose machine code is put wherever it is called.

    Handing an array to a function copies seven words onto the stack. Where dozens are handed over for little work,
    that takes more time than the work.
    """
    part: Any = compiled_part(function)
    part.targetoptions["forceinline"] = True
    return cast(Function, part)


def compiled_in_parallel(function: Function) -> Function:
    """The function as machine code in which the rounds of a `prange` are shared out among threads.

    Rounds must not depend on each other, so that any number of threads gives the same. Idle threads sleep instead of
    spinning, which would cost every call several milliseconds.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    return cast(Function, kept(njit(parallel=True, **_OPTIONS)(function)))


def kept(function: Any) -> Any:
    """A function whose machine code is kept on disk, and compiled anew when anything changes from which it was made."""
    if isinstance(function, Dispatcher):  # it is plain Python where NUMBA_DISABLE_JIT asks for that
        # of the source as it was loaded: it may have changed by the time that somebody asks
        source = source_digest(Path(function.py_func.__code__.co_filename))
        stamp = partial(_stamp, function.py_func, source)
        cast(Any, function)._cache = LateCache(function.py_func, stamp, cache_folder())
    return function


def _stamp(function: Any, source: str) -> str:
    """A digest of what a function was made from: its file, whose digest is given, and what that took from others.

    These are compiled functions, with what they in turn were made from, and numbers.
    """
    taken: list[Any] = []
    names: dict[str, Any] = function.__globals__
    for name, value in sorted(names.items()):
        if isinstance(value, Dispatcher) and value.py_func.__module__ != function.__module__:
            taken.append((name, getattr(cast(Any, value)._cache, "stamp", None)))
        elif isinstance(value, (bool, int, float)):
            taken.append((name, repr(value)))  # not the value itself: NaN would never be equal to NaN
    return blake2b(repr((source, taken)).encode(), digest_size=16).hexdigest()


def _put(element: Any) -> Any:
    """A word that puts an element into an array, which is given by its address."""

    def word(_context: Any, _address: Any, _index: Any, _value: Any) -> Any:
        def write(context: Any, builder: Any, _signature: Any, operands: Any) -> Any:
            address, index, value = operands
            pointer = types.CPointer(element)  # type: ignore[no-untyped-call]  # the library has no types
            array = builder.inttoptr(address, context.get_value_type(pointer))
            builder.store(value, builder.gep(array, [index]))
            return context.get_dummy_value()

        return types.void(types.uintp, types.uintp, element), write

    return intrinsic(word)


put_float, put_byte = _put(types.float64), _put(types.int8)
"""For compiled code: put a value into the array at an address, which somebody else keeps alive, at an index.

Many arrays are handed over faster as one array of addresses than each on its own. Truths are bytes, too.
"""


def _at(element: Any) -> Any:
    """A word for the elements at an address."""
    pointer = types.CPointer(element)  # type: ignore[no-untyped-call]  # the library has no types

    def word(_context: Any, _address: Any) -> Any:
        def read(context: Any, builder: Any, _signature: Any, operands: Any) -> Any:
            return builder.inttoptr(operands[0], context.get_value_type(pointer))

        return pointer(types.uintp), read

    return intrinsic(word)


floats_at, singles_at = _at(types.float64), _at(types.float32)
"""For compiled code, `carray(floats_at(address), shape)`: the array at an address, which somebody else keeps alive."""
longs_at, integers_at, shorts_at, bytes_at = _at(types.int64), _at(types.int32), _at(types.int16), _at(types.int8)


def _move(_context: Any, _target: Any, _source: Any, _count: Any) -> Any:
    """A word that moves bytes."""

    def move(context: Any, builder: Any, _signature: Any, operands: Any) -> Any:
        target, source, count = operands
        pointer = context.get_value_type(types.voidptr)
        places = builder.inttoptr(target, pointer), builder.inttoptr(source, pointer)
        raw_memmove(builder, *places, count, 1)  # type: ignore[no-untyped-call]  # the library has no types
        return context.get_dummy_value()

    return types.void(types.uintp, types.uintp, types.uintp), move


move_bytes: Any = intrinsic(_move)
"""For compiled code: move so many bytes to one address from another; the two places may overlap."""


def _bring_near(_context: Any, array: Any, _row: Any, _column: Any) -> Any:
    """A word that has a line of memory fetched."""

    def fetch(context: Any, builder: Any, _signature: Any, operands: Any) -> Any:
        view = context.make_array(array)(context, builder, operands[0])
        begin = builder.ptrtoint(view.data, ir.IntType(64))
        for axis in range(2):
            begin = builder.add(begin, builder.mul(operands[1 + axis], builder.extract_value(view.strides, axis)))
        place = builder.inttoptr(begin, context.get_value_type(types.voidptr))
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [place.type, number, number, number])
        word = builder.module.declare_intrinsic("llvm.prefetch", [place.type], kind)
        builder.call(word, [place, number(READ), number(OFTEN), number(DATA)])
        return context.get_dummy_value()

    return types.void(array, types.uintp, types.uintp), fetch


READ, OFTEN, DATA = 0, 3, 1
"""What the processor is told of memory that will be needed: it will be read, more than once, and is no code."""
bring_near: Any = intrinsic(_bring_near)
"""For compiled code, `bring_near(table, row, column)`: have the line of memory with an element fetched, and go on.

Where rows are visited in no order of place, the processor would else wait for each of them. No value changes, whatever
the row.
"""


class _Listener(event.Listener):
    """Counts what is compiled."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._count = 0

    def on_start(self, _: Any) -> None:
        """A function begins to be compiled."""
        self._count += 1
        if self._count == FEW:
            self._tell()

    def on_end(self, _: Any) -> None:
        """A function is compiled."""


def when_compiling(tell: Callable[[], None]) -> None:
    """Call `tell`, once, if this process has to compile more than a little from now on.

    The compiler itself says when it begins with a function that it has not kept from an earlier run, so that nobody is
    told of compiling who only waits for a large file.
    """
    event.register("numba:compile", _Listener(tell))  # type: ignore[no-untyped-call]  # the library has no types
