"""What a person does to a situation by hand: open it, end it, or give one of its roles to a vehicle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["ACTS", "Act", "Intervention"]

Act = Literal["cue", "stop", "cast"]
ACTS: Final[tuple[Act, ...]] = ("cue", "stop", "cast")


@dataclass(frozen=True, slots=True)
class Intervention:
    """An act of a director at the console, by the situation's name and number.

    `cue` opens a situation before its turn, `stop` ends it and releases its cast, and `cast` gives a `role` to the
    vehicle `entity` in the place of any other; that opens the situation, too.
    """

    situation: str
    number: int
    act: Act
    role: str = ""
    entity: int = 0
