"""How places in a road network are told about."""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees
from typing import TYPE_CHECKING, Any

from rich.text import Text

from seahaven.cli.console import OUT, plain_table, tell

if TYPE_CHECKING:
    from seahaven.roads.lanemap import LaneMap
    from seahaven.roads.places import Place, PlaceArm

__all__ = ["place_dict", "show_places"]

_COMPASS = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")


def show_places(found: Sequence[Place], words: str, *, with_distance: bool) -> None:
    """Print places as a table."""
    numbers = ("x", "y", "m away") if with_distance else ("x", "y")
    table = plain_table("place", "name", *numbers, "looks", "arms", numbers=numbers)
    for place in found:
        away = [f"{place.earliest:,.0f}"] if with_distance else []
        where = f"{place.pose.x:,.1f}", f"{place.pose.y:,.1f}", *away
        looks = "" if place.arms else _compass(place.pose.heading)
        table.add_row(place.kind, Text(place.name, overflow="fold"), *where, looks, Text(_arms(place)))
    if found:
        OUT.print(table)
    tell(OUT, f"{len(found)} found" if found else f"there is no {words}", "green" if found else "yellow")


def _compass(angle: float) -> str:
    return _COMPASS[round(degrees(angle) / 45.0) % 8]


def _arms(place: Place) -> str:
    """The rules that hold at its arms, each with where those lie for whom it holds."""
    sides: dict[str, list[str]] = {}
    for arm in place.arms:
        sides.setdefault(arm.control.value if arm.control else "out only", []).append(_compass(arm.bearing))
    return ", ".join(f"{rule} {' '.join(found)}" for rule, found in sides.items())


def place_dict(place: Place, lane_map: LaneMap) -> dict[str, Any]:
    """Give a place as JSON takes it, lanes by name."""
    return {
        "kind": place.kind,
        "name": place.name,
        "x": place.pose.x,
        "y": place.pose.y,
        "heading": place.pose.heading,
        "size": place.size,
        "distance": place.earliest,
        "controls": [control.value for control in place.controls],
        "arms": [_arm_dict(arm, lane_map) for arm in place.arms],
        "extent": [{"lane": lane_map.name(lane), "begin": begin, "end": end} for lane, begin, end in place.extent],
    }


def _arm_dict(arm: PlaceArm, lane_map: LaneMap) -> dict[str, Any]:
    return {
        "roads": list(arm.roads),
        "bearing": arm.bearing,
        "x": arm.x,
        "y": arm.y,
        "control": arm.control.value if arm.control else None,
        "incoming": [lane_map.name(lane) for lane in arm.incoming],
        "outgoing": [lane_map.name(lane) for lane in arm.outgoing],
        "stops": [{"lane": lane_map.name(stop.lane), "s": stop.s} for stop in arm.stops],
    }
