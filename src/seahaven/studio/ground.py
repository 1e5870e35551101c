"""The ground of a run as the renderer of maps takes it."""

from __future__ import annotations

import json
from typing import Any

from seahaven.reels.map import bars_of, land_of
from seahaven.roads import LaneMap, RoadNetwork
from seahaven.roads.drawing import speed_number
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.takes import Run

__all__ = ["map_of", "origin_of", "speed_unit"]


def origin_of(run: Run) -> tuple[float, float]:
    """What the coordinates of frames count from: the middle of the roads, in whole metres."""
    roads = run.take.roads
    if roads is None or not roads.roads:
        return 0.0, 0.0
    lane_map = LaneMap.of(roads)
    x, y = lane_map.strips.x, lane_map.strips.y
    return float(round((x.min() + x.max()) / 2)), float(round((y.min() + y.max()) / 2))


def map_of(run: Run) -> bytes:
    """The land and the strokes of its lights, as JSON; both null where there are no roads."""
    roads = run.take.roads
    told: dict[str, Any] = {"land": None, "bars": []}
    if roads is not None and roads.roads:
        lane_map = LaneMap.of(roads)
        told["land"] = land_of(lane_map)
        if len(run.table("signal")) if "signal" in {family.name for family in run.world.families} else 0:
            told["bars"] = [_bar(bar) for bar in bars_of(SignalPlan.of(JunctionLogic.of(lane_map)))]
    return json.dumps(told, separators=(",", ":")).encode()


def _bar(bar: Any) -> list[float]:
    places = (round(value, 2) for value in (bar.x, bar.y, bar.end_x, bar.end_y))
    return [bar.row, int(bar.is_for_people), *places]


def speed_unit(roads: RoadNetwork | None) -> str:
    """The unit of the speed limits of most roads, in which a driver's instruments tell speeds."""
    if roads is None:
        return "km/h"
    limits = [limit.speed for road in roads.roads for limit in road.limits if limit.speed]
    in_miles = sum(speed_number(limit)[1] == "mph" for limit in limits)
    return "mph" if 2 * in_miles > len(limits) else "km/h"
