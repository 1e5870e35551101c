"""Open areas without lanes, such as car parks."""

from __future__ import annotations

from dataclasses import dataclass

from seahaven.geometry import Pose


@dataclass(frozen=True, slots=True)
class ParkingSpot:
    """A place for one vehicle: where it stands when parked, and how much room there is."""

    id: str
    pose: Pose
    width: float
    length: float


@dataclass(frozen=True, slots=True)
class Zone:
    """An area that is driven across freely: its corners, the parking spots in it, and the lanes that lead in and out.

    A lane is named as road, section index and lane number.
    """

    id: str
    corners: tuple[tuple[float, float], ...]
    spots: tuple[ParkingSpot, ...] = ()
    entries: tuple[tuple[str, int, int], ...] = ()
    exits: tuple[tuple[str, int, int], ...] = ()
    name: str = ""
    on_foot: bool = False
    """Whether it is walked, not driven, across: the corners of a junction where pavements and crosswalks meet."""
