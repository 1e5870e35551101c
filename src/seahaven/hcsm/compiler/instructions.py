"""The simplest words of generated source, as machine instructions.

In Python they need care (integers grow, division by zero raises); here 64-bit integers wrap around by themselves and
division is IEEE's. Written out rather than compiled from Python, they cost the compiler next to nothing, and there are
many of them in a machine. `arithmetic.py` says what each must give.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import types
from numba.extending import intrinsic

__all__ = [
    "absolute", "add_ints", "canonical", "divide", "floordiv_ints", "maximum", "minimum", "modulo_ints",
    "multiply_ints", "subtract_ints",
]  # fmt: skip

Instructions = Callable[..., Any]
_FLOAT, _INT = types.float64, types.int64
_I64 = ir.IntType(64)


def _of_two(write: Instructions, type_: Any = None) -> Any:
    """A word of two operands of one type: the given one, or float if either is."""

    def word(_context: Any, a: Any, b: Any) -> Any:
        shared = type_ or (_FLOAT if _FLOAT in (a, b) else _INT)
        return shared(shared, shared), lambda _c, builder, _s, operands: write(builder, *operands)

    return intrinsic(word)


def _of_one(write: Instructions) -> Any:
    """A word of one float."""

    def word(_context: Any, _a: Any) -> Any:
        return _FLOAT(_FLOAT), lambda _c, builder, _s, operands: write(builder, *operands)

    return intrinsic(word)


def _is_less(builder: Any, a: Any, b: Any) -> Any:
    return builder.icmp_signed("<", a, b) if a.type == _I64 else builder.fcmp_ordered("<", a, b)


def _minimum(builder: Any, a: Any, b: Any) -> Any:
    return builder.select(_is_less(builder, b, a), b, a)


def _maximum(builder: Any, a: Any, b: Any) -> Any:
    return builder.select(_is_less(builder, a, b), b, a)


def _absolute(builder: Any, a: Any) -> Any:
    return builder.call(builder.module.declare_intrinsic("llvm.fabs", [a.type]), [a])


def _canonical(builder: Any, a: Any) -> Any:
    return builder.select(builder.fcmp_ordered("==", a, a), a, a.type(math.nan))


def _whole_division(builder: Any, a: Any, b: Any) -> tuple[Any, Any, Any]:
    """Quotient and remainder towards minus infinity, and whether b is zero.

    The processor itself would stop at a division by zero, and at that of the least integer by -1.
    """
    none, one = _I64(0), _I64(1)
    by_zero = builder.icmp_signed("==", b, none)
    by_minus_one = builder.icmp_signed("==", b, _I64(-1))
    divisor = builder.select(builder.or_(by_zero, by_minus_one), one, b)
    quotient, rest = builder.sdiv(a, divisor), builder.srem(a, divisor)
    uneven = builder.icmp_signed("!=", rest, none)
    below = builder.and_(uneven, builder.icmp_signed("<", builder.xor(rest, divisor), none))
    quotient = builder.select(below, builder.sub(quotient, one), quotient)
    rest = builder.select(below, builder.add(rest, divisor), rest)
    return builder.select(by_minus_one, builder.sub(none, a), quotient), rest, by_zero


def _floordiv(builder: Any, a: Any, b: Any) -> Any:
    quotient, _, by_zero = _whole_division(builder, a, b)
    return builder.select(by_zero, _I64(0), quotient)


def _modulo(builder: Any, a: Any, b: Any) -> Any:
    return _whole_division(builder, a, b)[1]


absolute = _of_one(_absolute)
add_ints = _of_two(lambda builder, a, b: builder.add(a, b), _INT)
canonical = _of_one(_canonical)
divide = _of_two(lambda builder, a, b: builder.fdiv(a, b), _FLOAT)
floordiv_ints = _of_two(_floordiv, _INT)
maximum = _of_two(_maximum)
minimum = _of_two(_minimum)
modulo_ints = _of_two(_modulo, _INT)
multiply_ints = _of_two(lambda builder, a, b: builder.mul(a, b), _INT)
subtract_ints = _of_two(lambda builder, a, b: builder.sub(a, b), _INT)
