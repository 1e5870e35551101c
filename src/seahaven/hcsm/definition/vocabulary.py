"""What an author may call inside a machine's functions, beyond what Python and `math` have.

    press(m.keep.faster, 2.0)          press a button of a child
    set_dial(m.keep.limit, 20.0)       turn a dial of a child
    send("keeping", "change", 1.0)     press or turn what a sibling has under that name: a child of the same parent
    send(m.leader, "brake", 4.0)       press or turn what another entity's top machine has under that name
    settings(m.headway).count          what arrived for one of the machine's own dials in this step

`clip`, `sign` and `either` also work outside machines; the others are only read there, never run.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar, overload

from seahaven.hcsm import arithmetic
from seahaven.hcsm.errors import MachineError

__all__ = [
    "BAG",
    "FUNCTION_NAMES",
    "MESSAGES",
    "Bag",
    "clip",
    "either",
    "name_in",
    "press",
    "send",
    "set_dial",
    "settings",
    "sign",
]

T = TypeVar("T")


class Bag(Generic[T]):
    """All that arrived for one button or dial in a step, sorted by value and then sender, as a function sees it."""

    count: int
    any: bool
    first: T | None
    last: T | None
    least: T | None
    largest: T | None
    total: T


BAG = ("any", "count", "first", "largest", "last", "least", "total")
"""What can be asked of a bag."""


def clip(value: float, low: float, high: float) -> float:
    """The value, but not below low, and then not above high.

    >>> clip(7.0, 0.0, 5.0)
    5.0
    """
    return arithmetic.clip(value, low, high)


def sign(value: float) -> float:
    """-1, 0 or 1."""
    return arithmetic.sign(value)


@overload
def either(value: T | None, otherwise: T, /) -> T: ...
@overload
def either(value: T | None, otherwise: T | None, /, *more: T | None) -> T | None: ...
def either(*values: T | None) -> T | None:
    """The first that is not None.

    >>> either(None, 3.0)
    3.0
    """
    return next((value for value in values if value is not None), None)


def press(button: Bag[T], value: T | float | None = None, /) -> None:
    """Press a button of a child; without a value, with 1 (or true). What is None is not sent."""
    raise _only_in_machines("press", button, value)


def set_dial(dial: T, value: T | float | None, /) -> None:
    """Turn a dial of a child to a value. What is None is not sent."""
    raise _only_in_machines("set_dial", dial, value)


def send(to: int | str | None, item: str, value: float | None = None, /) -> None:
    """Press a button or turn a dial of another entity's top machine, by its id and the item's name.

    With a name instead of an id it is one of a sibling: of another child of the machine's own parent. Without a value
    it is pressed with 1. What is None is not sent.
    """
    raise _only_in_machines("send", to, item, value)


def settings(dial: T, /) -> Bag[T]:
    """All that arrived for one of the machine's own dials in this step, also what did not last."""
    raise _only_in_machines("settings", dial)


def _only_in_machines(name: str, *arguments: object) -> MachineError:
    said = ", ".join(map(repr, arguments))
    return MachineError(f"{name}({said}) was run as Python", hint="it has a meaning only inside a machine's functions")


MESSAGES: dict[Callable[..., Any], str] = {press: "press", set_dial: "set_dial", send: "send"}
FUNCTION_NAMES: dict[Callable[..., Any], str] = {
    **{getattr(builtins, name): name for name in ("abs", "float", "int", "max", "min", "pow")},
    **{
        getattr(math, name): name
        for name in (
            "acos", "asin", "atan", "atan2", "ceil", "cos", "exp", "floor", "hypot", "log", "pow", "sin", "sqrt", "tan",
        )
    },
    math.fabs: "abs",
    clip: "clip",
    either: "either",
    sign: "sign",
}  # fmt: skip
"""The functions of `FUNCTIONS` by the object that an author's name stands for."""


def name_in(table: Mapping[Callable[..., Any], str], called: object) -> str | None:
    """What a function is called in a table; None if it is not there."""
    return next((name for function, name in table.items() if function is called), None)
