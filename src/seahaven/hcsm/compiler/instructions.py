"""The simplest words of generated source, as machine instructions.

In Python they need care (integers grow, division by zero raises); here 64-bit integers wrap around by themselves and
division is IEEE's. Written out rather than compiled from Python, they cost the compiler next to nothing, and there are
many of them in a machine; and none has a branch, so that several rows can be done at once. `arithmetic.py` says what
each must give.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

__all__ = [
    "absolute", "add_ints", "canonical", "ceil", "choose", "divide", "floats_of", "floor", "floordiv", "floordiv_ints",
    "hypot", "ints_of", "is_same", "keys_of", "marks_of", "maximum", "minimum", "modulo", "modulo_ints",
    "multiply_ints", "peek", "poke", "sign", "sqrt", "subtract_ints", "to_int", "truths_of",
]  # fmt: skip

Instructions = Callable[..., Any]
_FLOAT, _INT, _BOOL = types.float64, types.int64, types.boolean
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


def _to_int(_context: Any, _a: Any) -> Any:
    """LLVM's own conversion that never fails gives just what `arithmetic.to_int` does."""

    def write(_c: Any, builder: Any, _s: Any, operands: Any) -> Any:
        kind = ir.FunctionType(_I64, [ir.DoubleType()])
        return builder.call(
            builder.module.declare_intrinsic("llvm.fptosi.sat", [_I64, ir.DoubleType()], kind), operands
        )

    return _INT(_FLOAT), write


def _choose(_context: Any, _test: Any, a: Any, b: Any) -> Any:
    """Both values are there; which one is taken makes no branch."""
    shared = _FLOAT if _FLOAT in (a, b) else _BOOL if a == b == _BOOL else _INT
    return shared(_BOOL, shared, shared), lambda _c, builder, _s, operands: builder.select(*operands)


def _is_less(builder: Any, a: Any, b: Any) -> Any:
    return builder.icmp_signed("<", a, b) if a.type == _I64 else builder.fcmp_ordered("<", a, b)


def _minimum(builder: Any, a: Any, b: Any) -> Any:
    return builder.select(_is_less(builder, b, a), b, a)


def _maximum(builder: Any, a: Any, b: Any) -> Any:
    return builder.select(_is_less(builder, a, b), b, a)


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


def _intrinsic(name: str) -> Instructions:
    def write(builder: Any, a: Any) -> Any:
        return builder.call(builder.module.declare_intrinsic(name, [a.type]), [a])

    return write


_root, _below = _intrinsic("llvm.sqrt"), _intrinsic("llvm.floor")


def _floor(builder: Any, a: Any) -> Any:
    """Zero is added because the floor of -0.0 is 0.0 in Python, where it is a whole number on the way."""
    return builder.fadd(_below(builder, a), a.type(0.0))


def _ceil(builder: Any, a: Any) -> Any:
    return builder.fneg(_floor(builder, builder.fneg(a)))


def _floordiv_floats(builder: Any, a: Any, b: Any) -> Any:
    return _floor(builder, builder.fdiv(a, b))


def _modulo_floats(builder: Any, a: Any, b: Any) -> Any:
    """Where this has no value, infinities and zeros make it NaN by themselves."""
    return builder.fsub(a, builder.fmul(b, _floordiv_floats(builder, a, b)))


def _hypot(builder: Any, a: Any, b: Any) -> Any:
    return _root(builder, builder.fadd(builder.fmul(a, a), builder.fmul(b, b)))


def _sign(builder: Any, a: Any) -> Any:
    none = a.type(0.0)
    below = builder.select(builder.fcmp_ordered("<", a, none), a.type(-1.0), none)
    size = builder.select(builder.fcmp_ordered(">", a, none), a.type(1.0), below)
    return builder.select(builder.fcmp_ordered("==", a, a), size, a)


def _is_same(_context: Any, _a: Any, _b: Any) -> Any:
    """Whether two floats have the same bits: 0.0 is not -0.0."""

    def write(_c: Any, builder: Any, _s: Any, operands: Any) -> Any:
        return builder.icmp_signed("==", *(builder.bitcast(operand, _I64) for operand in operands))

    return _BOOL(_FLOAT, _FLOAT), write


def _apart(builder: Any, access: Any, number: int) -> Any:
    """Tell the compiler that memory of this number is none of another number's, lest it check that for each pair."""
    module = builder.module
    domain = module.add_metadata(["columns"])
    scopes = [module.add_metadata([f"column {k}", domain]) for k in range(number + 1)]
    access.set_metadata("alias.scope", module.add_metadata([scopes[-1]]))
    if number:
        access.set_metadata("noalias", module.add_metadata(scopes[:-1]))  # said once for each pair
    return access


def _element(context: Any, builder: Any, array: Any, operands: Any) -> tuple[Any, Any]:
    """Where an element is, and how its type is kept in memory."""
    return builder.gep(operands[0], [operands[1]]), context.data_model_manager[array.dtype]


def _array_of(element: Any) -> Any:
    """A word for the array whose address stands at a place of the table; somebody else keeps it alive."""
    pointer = types.CPointer(element)  # type: ignore[no-untyped-call]  # the library has no types

    def word(_context: Any, table: Any, _place: Any) -> Any:
        def write(context: Any, builder: Any, _signature: Any, operands: Any) -> Any:
            addresses = context.make_array(table)(context, builder, operands[0]).data
            address = builder.load(builder.gep(addresses, [operands[1]]))
            return builder.inttoptr(address, context.get_value_type(pointer))

        return pointer(table, types.uintp), write

    return intrinsic(word)


def _peek(_context: Any, array: Any, _index: Any, number: Any) -> Any:
    """The element of an array that shares no memory with any array of another number."""

    def write(context: Any, builder: Any, signature: Any, operands: Any) -> Any:
        place, model = _element(context, builder, signature.args[0], operands)
        return model.from_data(builder, _apart(builder, builder.load(place), number.literal_value))

    return array.dtype(array, types.uintp, number), write


def _poke(_context: Any, array: Any, _index: Any, number: Any, _value: Any) -> Any:
    """Set such an element."""

    def write(context: Any, builder: Any, signature: Any, operands: Any) -> Any:
        place, model = _element(context, builder, signature.args[0], operands)
        _apart(builder, builder.store(model.as_data(builder, operands[3]), place), number.literal_value)
        return context.get_dummy_value()

    return types.void(array, types.uintp, number, array.dtype), write


absolute = _of_one(_intrinsic("llvm.fabs"))
add_ints = _of_two(lambda builder, a, b: builder.add(a, b), _INT)
canonical = _of_one(_canonical)
ceil = _of_one(_ceil)
choose = intrinsic(_choose)
divide = _of_two(lambda builder, a, b: builder.fdiv(a, b), _FLOAT)
floats_of = _array_of(_FLOAT)
floor = _of_one(_floor)
floordiv = _of_two(_floordiv_floats, _FLOAT)
floordiv_ints = _of_two(_floordiv, _INT)
hypot = _of_two(_hypot, _FLOAT)
ints_of = _array_of(_INT)
is_same = intrinsic(_is_same)
keys_of = _array_of(types.uint64)
marks_of = _array_of(types.int8)
maximum = _of_two(_maximum)
minimum = _of_two(_minimum)
modulo = _of_two(_modulo_floats, _FLOAT)
modulo_ints = _of_two(_modulo, _INT)
multiply_ints = _of_two(lambda builder, a, b: builder.mul(a, b), _INT)
peek = intrinsic(prefer_literal=True)(_peek)
poke = intrinsic(prefer_literal=True)(_poke)
sign = _of_one(_sign)
sqrt = _of_one(_root)
subtract_ints = _of_two(lambda builder, a, b: builder.sub(a, b), _INT)
to_int = intrinsic(_to_int)
truths_of = _array_of(_BOOL)
