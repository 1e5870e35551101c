"""What hides ambient traffic: the stretches of lane that no subject can see, where vehicles may come and go."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final

import numpy as np

from seahaven.reels.map import Mark, Point
from seahaven.studio.layers.outlook import Outlook

__all__ = ["sight"]

STEP: Final = 12.0
"""Metres from one place on a lane that is tried to the next."""
CAR: Final = 1.5
"""How high (m) the vehicle is that would stand there."""
CLEAR: Final = 10_000.0
"""How far one sees where there is no weather (m)."""
BEYOND: Final = 300.0
"""Metres beyond the range up to which lanes are shown as hidden."""


def sight(outlook: Outlook) -> Iterator[Mark]:
    """A circle as far as a subject sees, the walls within it, and the lanes on which it would see no car."""
    found, lane_map, table = outlook.sight, outlook.lane_map, outlook.vehicles
    subjects = [int(one) for one in outlook.run.world.subjects if outlook.row(int(one)) >= 0]
    if found is None or lane_map is None or not subjects:
        return
    weather = outlook.run.world.family("weather") if outlook.has("weather") else None
    visibility = float(weather.visibility[0]) if weather is not None and len(weather) else CLEAR
    reach = found.range(visibility)
    for subject in subjects:
        yield Mark("calm", at=subject, reach=reach, is_dashed=True, text=f"in sight within {reach:.0f} m")
    eyes = found.eyes(table, subjects)
    lanes, s, x, y = _places(outlook)
    near = np.zeros(len(x), np.bool_)
    for eye in eyes:
        near |= np.hypot(x - eye[0], y - eye[1]) < reach + BEYOND
    rows = np.flatnonzero(near)
    if not len(rows):
        return
    boxes = found.boxes_at(lanes[rows], s[rows], speed=0.0, height=CAR)
    seen = found.seen(eyes, boxes, visibility=visibility)
    yield from (Mark("dim", path=path, width=2.4) for path in _hidden(rows, ~seen, lanes, x, y))


def _places(outlook: Outlook) -> tuple[Any, Any, Any, Any]:
    """The places on lanes that are tried: lane, s, x and y."""
    if "places" not in outlook.kept:
        lane_map = outlook.lane_map
        assert lane_map is not None
        counts = np.maximum(np.ceil(lane_map.length / STEP).astype(int), 1)
        lanes = np.repeat(np.arange(len(lane_map)), counts)
        s = np.concatenate([(np.arange(n) + 0.5) * span / n for n, span in zip(counts, lane_map.length, strict=True)])
        place = lane_map.place(lanes, s)
        outlook.kept["places"] = lanes, s, np.asarray(place.x), np.asarray(place.y)
    places: tuple[Any, Any, Any, Any] = outlook.kept["places"]
    return places


def _hidden(rows: Any, hidden: Any, lanes: Any, x: Any, y: Any) -> Iterator[tuple[Point, ...]]:
    """Lines along neighbouring places of one lane that are hidden."""
    chosen = rows[hidden].tolist()
    for _, run in groupby(enumerate(chosen), key=lambda pair: (pair[1] - pair[0], int(lanes[pair[1]]))):
        path = tuple((float(x[k]), float(y[k])) for _, k in run)
        if len(path) > 1:
            yield path
