"""Things that a person has dragged on the map: where that is in the words of a study file."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from seahaven.direction import Direction
from seahaven.errors import InputError
from seahaven.files import KeyPath, Plain, parse_quantity
from seahaven.roads import LaneMap
from seahaven.takes import Run

__all__ = ["moved"]

REACH: Final = 60.0
"""Metres from a lane within which something is dropped onto it."""
Changes = dict[KeyPath, bool | float | str]


def moved(run: Run, data: Plain, handle: str, x: float, y: float) -> Changes:
    """What changes in a study when the thing of a handle, as marks on the map have it, is put to a place."""
    section, _, name = handle.partition(" ")
    study: Any = data
    try:
        key: Any = int(name) if section == "situations" else name
        entry = study[section][key]
    except (KeyError, IndexError, ValueError, TypeError):
        raise InputError(f"the study file has no '{handle:.80}' that could be moved") from None
    way: KeyPath = (section, key)
    if section == "situations":
        return _situation(run, study[section], key, way, x, y)
    if isinstance(entry.get("area"), dict):
        return {(*way, "area", "x"): f"{x:.1f} m", (*way, "area", "y"): f"{y:.1f} m"}
    return _on_road(_lane_map(run), entry, way, x, y)


def _lane_map(run: Run) -> LaneMap:
    roads = run.take.roads
    if roads is None or not roads.roads:
        raise InputError("this study has no roads on which anything could be moved")
    return LaneMap.of(roads)


def _on_road(lane_map: LaneMap, entry: dict[str, Any], way: KeyPath, x: float, y: float) -> Changes:
    """Put something onto the nearest lane; a stretch keeps its length."""
    found = lane_map.match(x, y, reach=REACH)
    lane = int(found.lane)
    if lane < 0:
        raise InputError(f"there is no lane within {REACH:g} m of that place; drop it on a road")
    is_on_road = any(road.id == entry.get("on") for road in lane_map.network.roads)
    at = _road_s(lane_map, lane, float(found.s)) if is_on_road else float(found.s)
    on = lane_map.network.roads[int(lane_map.road[lane])].id if is_on_road else lane_map.name(lane)
    changes: Changes = {} if on == entry.get("on") else {(*way, "on"): on}
    if "from" in entry or "to" in entry:
        begin, end = (_metres(entry.get(key, 0.0)) for key in ("from", "to"))
        half = max(end - begin, 0.0) / 2
        changes[(*way, "from")] = _text(max(at - half, 0.0))
        if "to" in entry:
            changes[(*way, "to")] = _text(at + half)
        return changes
    return changes | {(*way, "at"): _text(at)}


def _situation(run: Run, entries: list[Any], number: int, way: KeyPath, x: float, y: float) -> Changes:
    """Put a situation to another place along the drive, as the study counts it."""
    directing = next((module for module in run.controller if isinstance(module, Direction)), None)
    if directing is None:
        raise InputError("nobody directs in this run")
    found = _lane_map(run).match(x, y, reach=REACH)
    along = float(directing.drive.at(int(found.lane), float(found.s))) if int(found.lane) >= 0 else float("nan")
    placements = {placement.number: placement for placement in directing.placements}
    start = placements[number].start
    if not along > start:
        raise InputError("that is no place along the subject's drive; drop it on the drive, ahead of its start")
    if "after" in entries[number]:
        before = placements[number - 1].at if number else start
        if along <= before:
            raise InputError("a situation with 'after' stays behind the one before it; drop it further along the drive")
        return {(*way, "after"): _text(along - before)}
    return {(*way, "at"): _text(along - start)}


def _road_s(lane_map: LaneMap, lane: int, s: float) -> float:
    """The s of the road beside a place on one of its lanes."""
    first, end = int(lane_map.first[lane]), int(lane_map.first[lane + 1])

    return float(np.interp(s, lane_map.s[first:end], lane_map.road_s[first:end]))


def _metres(value: Any) -> float:
    return float(parse_quantity(value, "length"))


def _text(metres: float) -> str:
    return f"{max(round(metres), 1)} m"
