"""The ends of the network: where routes lead out of it, and who sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats, Integers, Truths
from seahaven.roads import LaneMap
from seahaven.roads.routing import Tracks
from seahaven.traffic.ambient_newcomer import end_room
from seahaven.traffic.ambient_outlook import LOOK_AHEAD, Outlook, outlook_of, pace_of
from seahaven.traffic.ambient_zone import Zone
from seahaven.world import Sight, Table

__all__ = ["OUT", "Ends", "Forecast"]

FASTEST = 60.0
"""What counts as the limit, in m/s, where there is none."""
OUT = 5.0
"""Metres before the end of its route at which somebody has driven off it, where ends are open."""
LONG = 18.0
"""How long, in metres, the longest are who drive off there."""
BOTH = 2.0
"""Who comes nearer meanwhile: somebody who is about to be gone, and a subject."""
SLACK = 0.01
"""Metres by which a route may end before its last lane does."""
NEAR = 250.0
"""Metres by which an end may be further than a subject comes and sees, to be on the safe side."""
BATCH = 8
"""Places on a subject's way from which sight is asked at once; it changes the cost only."""


class Forecast(NamedTuple):
    """When subjects will see the ends of the network."""

    closes: Floats
    """Of each end, after how many seconds a subject sees it; 0 if one does now, infinite if none will soon."""
    outlooks: list[Outlook]
    """How the subjects drive on that may come near an end."""
    until_gone: float
    """Seconds within which a vehicle that has come to an end is gone."""

    @classmethod
    def of(cls, ends: Ends, table: Table, subjects: tuple[int, ...], zone: Zone | None, until_gone: float) -> Forecast:
        """When the subjects in a table will see the ends; without a zone none looks."""
        outlooks = [] if zone is None else ends.outlooks(table, subjects, zone.furthest)
        return cls(ends.closing(zone, outlooks, until_gone), outlooks, until_gone)

    @property
    def is_clear(self) -> bool:
        """Whether no subject sees an end soon."""
        return bool(np.isinf(self.closes).all())


class Ends:
    """Where the routes of tracks lead out of the network, entry by entry, and whether that is seen."""

    is_immutable: ClassVar[bool] = True

    is_outside: Truths
    """Of an entry: whether its route ends where the network does."""
    of_entry: Integers
    """Of an entry: the number of that end, or -1."""
    lanes: Integers
    """Of an end: the lane that ends there."""
    carriageway: Integers
    """Of an end: a number that all ends of lanes side by side share."""

    def __init__(self, tracks: Tracks, sight: Sight) -> None:
        arrays, lane_map = tracks.arrays, tracks.lane_map
        length = lane_map.length[arrays.lane]
        is_last = (arrays.following < 0) & ~arrays.is_refuge & (np.abs(arrays.remaining - length) < SLACK)
        is_end = ~_goes_on(lane_map)
        of_route: Integers = np.full(int(arrays.route.max(initial=-1)) + 1, -1, np.int64)
        of_route[arrays.route[is_last]] = arrays.lane[is_last]
        final = _last_of(arrays.following.astype(np.int64))
        lane = np.where(is_last[final], arrays.lane[final], of_route[arrays.route])
        self.is_outside = (lane >= 0) & is_end[lane]
        self.lanes, which = np.unique(lane[self.is_outside], return_inverse=True)
        self.of_entry: Integers = np.full(len(lane), -1, np.int64)
        self.of_entry[self.is_outside] = which
        self.carriageway: Integers = _carriageways(lane_map, self.lanes)
        self._tracks, self._sight = tracks, sight
        speed = np.minimum(lane_map.limit(self.lanes, lane_map.length[self.lanes]), FASTEST)
        self._speed: Floats = speed
        self._boxes: Floats = sight.boxes_at(self.lanes, lane_map.length[self.lanes], speed=speed, length=LONG)

    def outlooks(self, table: Table, subjects: tuple[int, ...], furthest: float) -> list[Outlook]:
        """How those of the subjects on roads drive on that may soon come within so many metres of an end."""
        rows = np.searchsorted(table.ids, subjects)
        here = [row for row in rows.tolist() if row < len(table.ids) and table.ids[row] in subjects]
        near = [row for row in here if table.lane[row] >= 0 and self._is_near(table, row, furthest)]
        return [outlook_of(self._sight, self._tracks, table, row) for row in near]

    def _is_near(self, table: Table, row: int, furthest: float) -> bool:
        """Whether the subject in a row can come within so many metres of any end in the time it is looked ahead."""
        away = np.hypot(self._boxes[:, 0] - table.x[row], self._boxes[:, 1] - table.y[row]).min(initial=np.inf)
        return bool(away < LOOK_AHEAD * pace_of(self._tracks, table, row) + furthest + NEAR)

    def closing(self, zone: Zone | None, outlooks: Sequence[Outlook], within: float) -> Floats:
        """Of each end, after how many seconds a subject of the zone sees it; 0 if one does now, infinite if never.

        An end is seen where a vehicle that drives off there is seen. It is gone `within` so many seconds, and comes
        nearer meanwhile.
        """
        closes: Floats = np.full(len(self._boxes), np.inf)
        if zone is None or not len(closes):
            return closes
        nearer = OUT + BOTH * within * self._speed
        closes[zone.sees(self._boxes, nearer=nearer)] = 0.0
        for outlook in outlooks:
            east, north = (outlook.eyes[:, k : k + 1] - self._boxes[np.newaxis, :, k] for k in (0, 1))
            is_near = np.hypot(east, north) - LONG - nearer <= zone.furthest
            for batch in np.unique(np.flatnonzero(is_near.any(axis=1)) // BATCH).tolist():
                self._look(zone, outlook, slice(BATCH * batch, BATCH * (batch + 1)), is_near, nearer, closes)
        return closes

    def _look(self, zone: Zone, outlook: Outlook, part: slice, is_near: Truths, nearer: Floats, closes: Floats) -> None:
        """Write down which ends are seen first from a part of a subject's way: from all its places, then from each."""
        open_ends = np.flatnonzero(is_near[part].any(axis=0) & (closes > outlook.after[part][0]))
        if len(open_ends):
            all_eyes = zone.looked_at_from(outlook.eyes[part])
            open_ends = open_ends[all_eyes.sees(self._boxes[open_ends], nearer=nearer[open_ends])]
        for k in range(part.start, min(part.stop, len(outlook.eyes))):
            if not len(open_ends):
                return
            eye = zone.looked_at_from(outlook.eyes[k : k + 1])
            seen = eye.sees(self._boxes[open_ends], nearer=nearer[open_ends])
            closes[open_ends[seen]] = np.minimum(closes[open_ends[seen]], outlook.after[k])
            open_ends = open_ends[~seen]

    def room(self, lane: NDArray[Any], speed: Floats) -> Floats:
        """How many metres before the end of its route a vehicle on a lane leaves that no subject sees."""
        limit = np.minimum(self._tracks.lane_map.limit(lane, np.zeros(len(lane))), FASTEST)
        return np.asarray(end_room(np.maximum(limit, speed)))


def _goes_on(lane_map: LaneMap) -> Truths:
    """Of each lane, whether it or one beside it leads further; a lane that merges into others is no way out."""
    group = _carriageways(lane_map, np.arange(len(lane_map)))
    leads = np.zeros(int(group.max(initial=-1)) + 1, np.bool_)
    leads[group[np.diff(lane_map.next_first) > 0]] = True
    return np.asarray(leads[group])


def _carriageways(lane_map: LaneMap, lanes: Integers) -> Integers:
    """Of some lanes a number that those share which run side by side."""
    keys = np.column_stack((lane_map.road[lanes], lane_map.section[lanes], lane_map.along[lanes]))
    return np.unique(keys, axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64) if len(lanes) else lanes


def _last_of(following: Integers) -> Integers:
    """Of each entry, the one to which those that follow it lead in the end: a route may end at several places."""
    last: Integers = np.where(following >= 0, following, np.arange(len(following)))
    for _ in range(max(len(following), 1).bit_length()):
        last = last[last]
    return last
