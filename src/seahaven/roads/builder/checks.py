"""What may be given to the builder: numbers, angles in radians, speeds in m/s, and cross sections."""

from __future__ import annotations

from math import isfinite, tau
from numbers import Real

from seahaven.errors import InputError

FASTEST = 70.0
"""The highest speed limit that is believed, in m/s: 252 km/h. What is above was meant in other units."""
HAIR = 1e-9


def check_number(what: str, value: object, expected: str = "a number") -> None:
    """Refuse what is no finite number; `what` names the object and what the number is for."""
    if not (isinstance(value, Real) and isfinite(value)):
        raise InputError(f"{what} {value!r}; expected {expected}")


def check_positive(what: str, value: object) -> None:
    """Refuse what is no number above 0."""
    expected = "a number above 0"
    check_number(what, value, expected)
    if not value > 0.0:  # type: ignore[operator]  # a number, or it would have been refused
        raise InputError(f"{what} {value!r}; expected {expected}")


def check_angle(what: str, value: object) -> None:
    """Refuse angles of more than a full turn: whoever writes 90 means degrees."""
    check_number(what, value, "radians")
    if abs(value) > tau + HAIR:  # type: ignore[arg-type]  # a number, or it would have been refused
        raise InputError(
            f"{what} {value!r}; expected radians, a full turn (6.283) at most; did you mean degrees({value:g})?"
        )


def check_limit(what: str, speed: object) -> None:
    """Refuse speed limits that nothing on the road has: whoever writes 100 means km/h. None is no limit."""
    if speed is None:
        return
    expected = "m/s above 0, or None for no limit"
    check_number(what, speed, expected)
    if not speed > 0.0:  # type: ignore[operator]  # a number, or it would have been refused
        raise InputError(f"{what} {speed!r}; expected {expected}")
    if speed > FASTEST:  # type: ignore[operator]
        raise InputError(
            f"{what} {speed!r}; expected m/s, {FASTEST:g} at most ({FASTEST * 3.6:.0f} km/h); "
            f"did you mean kmh({speed:g})?"
        )
