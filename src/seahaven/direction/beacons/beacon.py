"""A beacon as it was set: where it is, whom it reaches, and what it tells them (H13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from seahaven.errors import InputError

__all__ = ["Beacon", "LaneSide", "Side"]

Side = Literal["ahead", "behind", "beside"]
LaneSide = Literal["same", "left", "right"]


@dataclass(frozen=True, slots=True)
class Beacon:
    """Tells all vehicles within reach, that drive the same way, to press buttons of their panels; or people on foot.

        Beacon("clear", (("change_lane", -1.0),), rides=subject, reach=150.0, sides=("ahead",), lanes=("same",))
        Beacon("works", (("adjust_speed", 13.9),), place=(lane, 400.0), reach=200.0)

    It is at a place, `s` metres along a lane, or rides on a vehicle, whom it never tells anything itself. Distances are
    along the roads. Whoever leaves its reach, and everybody when it is switched off, is told `release`: it forgets all
    its orders then.
    """

    name: str
    message: tuple[tuple[str, float], ...]
    """Buttons and dials with their values, in SI."""
    place: tuple[int, float] | None = None
    rides: int | None = None
    """The id of the vehicle that it rides on."""
    reach: float = 100.0
    """Metres from its place, or from the centre of the vehicle that it rides on, to the centres of others."""
    sides: tuple[Side, ...] = ("ahead", "behind", "beside")
    """Who is meant: those whose bodies are ahead of it, behind it, or beside it."""
    lanes: tuple[LaneSide, ...] = ("same", "left", "right")
    """Who is meant: those on its lane, or further to the left or right."""
    exempt: tuple[int, ...] = ()
    """The ids of vehicles that it passes over."""
    every: float | None = None
    """Seconds from one time that it tells somebody to the next; None: once, when somebody comes into reach."""
    releases: bool = True
    """Whether it tells `release` when somebody leaves its reach, or it is switched off."""
    is_for_people: bool = False
    """Whether it tells people on foot, whichever way they walk; its reach is as the crow flies then."""
    is_on: bool = True
    """Whether it radiates from the start."""

    def __post_init__(self) -> None:
        if (self.place is None) == (self.rides is None):
            raise InputError(
                f"beacon '{self.name}' is either at a place, or rides on a vehicle; give it one of the two"
            )
