"""Time as an integer count of nanoseconds, and the dates at which a rate falls due.

The k-th date of a rate is k/rate rounded to the nanosecond, never a running sum, so that a module at 30 Hz meets one
at 10 Hz at every tenth of a second for ever.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from seahaven.errors import InputError

__all__ = ["MILLISECOND", "SECOND", "Beat", "in_seconds", "nanoseconds"]

SECOND = 1_000_000_000
MILLISECOND = 1_000_000


def nanoseconds(seconds: float | Fraction) -> int:
    """The nearest whole number of nanoseconds.

    >>> nanoseconds(0.1)
    100000000
    """
    try:
        return round(Fraction(seconds) * SECOND)
    except (ValueError, OverflowError):
        raise InputError(f"{seconds} s is not a time; use a finite number of seconds") from None


def in_seconds(date: int) -> float:
    """A date or duration as seconds, correctly rounded."""
    return date / SECOND


@dataclass(frozen=True, slots=True)
class Beat:
    """The dates of one rate, counted from zero.

    >>> [Beat.of(30).date(k) for k in range(4)]
    [0, 33333333, 66666667, 100000000]
    """

    rate: Fraction
    _numbers: tuple[int, int, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        num, den = self.rate.numerator, self.rate.denominator
        object.__setattr__(self, "_numbers", (2 * SECOND * den, num, 2 * num))

    @classmethod
    def of(cls, rate: float | str | Fraction) -> Beat:
        """The beat of a rate in Hz; a float means the decimal that it prints as (59.94 is 5994/100)."""
        try:
            exact = Fraction(str(rate)) if isinstance(rate, float) else Fraction(rate)
        except (TypeError, ValueError, ZeroDivisionError):
            raise InputError(f"a rate is a number of Hz such as 10, 59.94 or '60000/1001', not {rate!r}") from None
        if not 0 < exact <= SECOND:
            raise InputError(f"a rate must be above 0 and at most {SECOND:,} Hz, not {rate}")
        return cls(Fraction(int(exact.numerator), int(exact.denominator)))

    def date(self, k: int) -> int:
        """The k-th date: k/rate in nanoseconds, halves rounded up."""
        doubled, half, divisor = self._numbers
        return (k * doubled + half) // divisor

    def first(self, date: int) -> int:
        """The smallest k whose date is not before `date`."""
        k = date * self.rate.numerator // (SECOND * self.rate.denominator)
        while self.date(k) >= date and k > 0:
            k -= 1
        while self.date(k) < date:
            k += 1
        return k
