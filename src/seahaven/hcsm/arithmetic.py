"""Arithmetic that never fails, the same to the bit in Python and in native code.

Where Python raises and machine code does not (division by zero, a root of a negative number, an int too large), the
answer is that of IEEE 754, or of 64-bit integers that wrap around. Every NaN is the same NaN. These functions are the
definition; the compiler's native ones are held to them by tests.
"""

from __future__ import annotations

import math

__all__ = [
    "absolute", "acos", "add_ints", "asin", "atan", "atan2", "ceil", "clip", "cos", "divide", "exp", "floor",
    "floordiv", "floordiv_ints", "hypot", "log", "maximum", "minimum", "modulo", "modulo_ints", "multiply_ints",
    "power", "sign", "sin", "sqrt", "subtract_ints", "tan", "to_int", "wrapped",
]  # fmt: skip

_TWO_63, _TWO_64 = 1 << 63, 1 << 64
_LARGEST = 9.2233720368547748e18
"""The largest float below 2**63."""


def wrapped(value: int) -> int:
    """A whole number as 64 bits hold it."""
    return (value + _TWO_63) % _TWO_64 - _TWO_63


def add_ints(a: int, b: int) -> int:
    """a + b, wrapping around."""
    return wrapped(a + b)


def subtract_ints(a: int, b: int) -> int:
    """a - b, wrapping around."""
    return wrapped(a - b)


def multiply_ints(a: int, b: int) -> int:
    """a * b, wrapping around."""
    return wrapped(a * b)


def divide(a: float, b: float) -> float:
    """a / b; by zero it is infinite with the sign of both, or NaN for 0 / 0."""
    if b != 0.0:
        return a / b
    if a == 0.0 or a != a:
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def floordiv(a: float, b: float) -> float:
    """The floor of a / b, as a float."""
    return floor(divide(a, b))


def modulo(a: float, b: float) -> float:
    """a - b * floor(a / b); NaN where that has no value."""
    if b == 0.0 or math.isinf(a) or a != a or b != b:
        return math.nan
    return a - b * floor(a / b)


def floordiv_ints(a: int, b: int) -> int:
    """The floor of a / b; 0 for b = 0."""
    return 0 if b == 0 else wrapped(a // b)


def modulo_ints(a: int, b: int) -> int:
    """What is left of a after `floordiv_ints`; 0 for b = 0."""
    return 0 if b == 0 else a % b


def to_int(value: float) -> int:
    """A float towards zero; 0 for NaN, the nearest end of the range beyond it."""
    if value != value:
        return 0
    if value > _LARGEST:
        return _TWO_63 - 1
    return -_TWO_63 if value < -_LARGEST else int(value)


def floor(value: float) -> float:
    """The next whole float below; infinities and NaN stay."""
    return float(math.floor(value)) if abs(value) < 4503599627370496.0 else value


def ceil(value: float) -> float:
    """The next whole float above; infinities and NaN stay."""
    return -floor(-value)


def sqrt(value: float) -> float:
    """The root; NaN below zero."""
    return math.sqrt(value) if value >= 0.0 else math.nan


def log(value: float) -> float:
    """The natural logarithm; minus infinity at zero, NaN below."""
    if value > 0.0:
        return math.log(value)
    return -math.inf if value == 0.0 else math.nan


def exp(value: float) -> float:
    """e to the value; infinite where that is too large."""
    return math.inf if value > 709.782712893384 else math.exp(value)


def power(a: float, b: float) -> float:
    """a to the b by exp and log of a positive a; 0 to the b is 0, 1 or infinite; a negative a needs a whole b."""
    if b == 0.0 or a == 1.0:
        return 1.0
    if a > 0.0:
        return exp(b * log(a))
    if a == 0.0:
        return 0.0 if b > 0.0 else math.inf
    if floor(b) != b or math.isinf(b):
        return math.nan
    size = exp(b * log(-a))
    return -size if modulo(b, 2.0) == 1.0 else size


def sin(value: float) -> float:
    """The sine; NaN of infinity."""
    return math.nan if math.isinf(value) else math.sin(value)


def cos(value: float) -> float:
    """The cosine; NaN of infinity."""
    return math.nan if math.isinf(value) else math.cos(value)


def tan(value: float) -> float:
    """The tangent; NaN of infinity."""
    return math.nan if math.isinf(value) else math.tan(value)


def asin(value: float) -> float:
    """The angle whose sine it is; NaN beyond one."""
    return math.asin(value) if -1.0 <= value <= 1.0 else math.nan


def acos(value: float) -> float:
    """The angle whose cosine it is; NaN beyond one."""
    return math.acos(value) if -1.0 <= value <= 1.0 else math.nan


def atan(value: float) -> float:
    """The angle whose tangent it is."""
    return math.atan(value)


def atan2(y: float, x: float) -> float:
    """The angle of the point (x, y)."""
    return math.atan2(y, x)


def hypot(x: float, y: float) -> float:
    """The root of x² + y², by just that formula."""
    return sqrt(x * x + y * y)


def absolute(value: float) -> float:
    """The value without its sign."""
    return abs(value)


def minimum(a: float, b: float) -> float:
    """The lesser; a if they are equal or cannot be compared."""
    return b if b < a else a


def maximum(a: float, b: float) -> float:
    """The greater; a if they are equal or cannot be compared."""
    return b if b > a else a


def clip(value: float, low: float, high: float) -> float:
    """The value, but not below low, and then not above high."""
    return minimum(maximum(value, low), high)


def sign(value: float) -> float:
    """-1, 0 or 1; NaN stays."""
    if value != value:
        return value
    return 1.0 if value > 0.0 else -1.0 if value < 0.0 else 0.0
