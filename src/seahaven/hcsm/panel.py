"""Messages to buttons and dials: how they are addressed, ordered and read (H5).

All that arrives for one button or dial in one step is a *bag*: a tuple of values in an order in which neither time nor
threads have a part, so that whoever reads it cannot tell who sent first.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

from seahaven.hcsm.arithmetic import add_ints, to_int
from seahaven.hcsm.program import Type

__all__ = ["CONVERSIONS", "Message", "Scalar", "in_order", "total", "total_of_ints"]

Scalar = float | int | bool
"""What a port holds when it is not null."""

CONVERSIONS: dict[Type, Callable[[float], Scalar]] = {
    "float": lambda value: value if value == value else math.nan,
    "int": to_int,
    "bool": lambda value: value != 0.0,
}
"""How a message's value, always a float under way, goes into a button or dial of each type."""


class Message(NamedTuple):
    """One value for one button or dial of one entity.

    `item` is `Driver/keep.limit` (a machine's path and the item), or `.limit` for an item of the receiver's top
    machine, whatever that is called: so an entity's machine addresses another entity's. Messages from outside come from
    sender 0 with an empty path.
    """

    receiver: int
    item: str
    value: float
    sender: int = 0
    sender_path: str = ""


def in_order(messages: Iterable[Message]) -> list[Message]:
    """The messages by receiver, item, value, sender and its path (rule 12); NaN is the last value, -0.0 before 0.0."""
    return sorted(messages, key=_place)


def _place(message: Message) -> tuple[int, str, bool, float, float, int, str]:
    receiver, item, value, sender, sender_path = message
    if value != value:
        return receiver, item, True, 0.0, 0.0, sender, sender_path
    return receiver, item, False, value, math.copysign(1.0, value), sender, sender_path


def total(bag: Iterable[float]) -> float:
    """The sum from 0.0 on, in the order of the bag, one rounding per addition."""
    result = 0.0
    for value in bag:
        result += value
    return result


def total_of_ints(bag: Iterable[int]) -> int:
    """The sum, wrapping around as 64 bits do; of truth values, how many are true."""
    result = 0
    for value in bag:
        result = add_ints(result, value)
    return result
