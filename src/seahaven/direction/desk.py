"""Desks: what a situation presses besides its cast, as an author writes it and as it is placed.

    class SemiSuddenTurn(Situation):
        oncoming: In[int]
        oncoming_opened: In[float | None] = declare(unit="s")

        desks = Desks(oncoming=StreamAlong("oncoming", headway="headway", speed="speed"))

        class Opening(Machine):
            def entry(m):
                send(m.oncoming, "gap", m.size)

An input of a desk's name is what is sent to; facts of it have its name before theirs (`Switchboard`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from seahaven.direction.beacons.beacon import LaneSide, Side
from seahaven.hcsm import Note

__all__ = [
    "Broadcast",
    "Bystander",
    "Course",
    "Desk",
    "Desks",
    "JunctionLights",
    "PlacedBystander",
    "PlacedDesk",
    "PlacedLights",
    "PlacedStream",
    "StreamAlong",
]

Course: TypeAlias = Literal["oncoming", "beside"]
"""Where a stream comes along: towards those who turn left at the place, or on the lane to the left of its end."""


@dataclass(frozen=True, slots=True)
class StreamAlong:
    """A stream of traffic that flows while the situation is open, with the panel of streams.

    `headway` and `speed` name the dials of the situation that say how dense and how fast it is. Gaps are opened where
    its way meets the place.
    """

    course: Course
    headway: str = "headway"
    speed: str = "speed"


@dataclass(frozen=True, slots=True)
class JunctionLights:
    """The lights of the junction that is there, with the panel of their controller."""


@dataclass(frozen=True, slots=True)
class Broadcast:
    """Everybody within reach of the subject who is not in the cast, with the panel of drivers; released at the end."""

    reach: float = 200.0
    sides: tuple[Side, ...] = ("ahead",)
    lanes: tuple[LaneSide, ...] = ("same",)


@dataclass(frozen=True, slots=True)
class Bystander:
    """Somebody on foot who stands beside the subject's road at the place from the beginning, with the panel of people.

    `kerb` and `height` name the dials of the situation that say how far from the roadway and how tall it is; `hidden`
    the one that says whether a van is parked so that it hides that one from who comes along the drive.
    """

    kerb: str = "kerb"
    height: str = "height"
    hidden: str = "hidden"


Desk: TypeAlias = StreamAlong | JunctionLights | Broadcast | Bystander


class Desks(Note):
    """The desks of a situation, by name."""

    __slots__ = ("known",)

    def __init__(self, **known: Desk) -> None:
        self.known: Mapping[str, Desk] = MappingProxyType(dict(known))


@dataclass(frozen=True, slots=True)
class PlacedStream:
    """A stream in its place: what it is called by."""

    beacon: str


@dataclass(frozen=True, slots=True)
class PlacedLights:
    """Lights in their place: the number of the controller in the plan of all lights, and the phase that is green for
    the subject and red for the road that crosses."""

    controller: int
    green: int


@dataclass(frozen=True, slots=True)
class PlacedBystander:
    """Somebody on foot in its place: what it is called in the world, and its id there; 0 before there is a world."""

    name: str
    entity: int = 0


PlacedDesk: TypeAlias = PlacedStream | PlacedLights | PlacedBystander | Broadcast
