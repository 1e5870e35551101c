"""New routes for those whose own are about to end: in a town they turn off and go on."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from seahaven.geometry import Floats, Indices, Integers, Truths
from seahaven.motion import Rerouted
from seahaven.roads.routing import Tracks
from seahaven.traffic.ambient_lines import waiting_lanes
from seahaven.world import Table

__all__ = ["SEEN_SOON", "Renewal"]

SOON, ENDLESS = 120.0, 400.0
"""Metres before the last road of its route within which somebody looks for another one; in a network that leads nowhere
earlier, for there all routes end inside, and short roads leave no time to turn off otherwise."""
FAR = 500.0
"""Metres before the end of a road at which nobody minds that it ends."""
TIME, LATE = 45.0, 0.6
"""Metres before the end of a lane at which it is too late to turn off otherwise; on short lanes this share of them."""
SEEN_SOON = 45.0
"""Seconds before a subject sees the end of its road from which on a vehicle turns off, if it cannot be out by then."""
SLOWEST = 8.0
"""Speed (m/s) that a vehicle which stands at a junction is taken to go on at."""


class Renewal:
    """Finds routes that go on, for those whose own lead onto their last road, where the network ends in plain sight.

    They are routes out of the network that come by, and the ways on of trees whose goals lie there, if there are any.
    In a network that leads nowhere, such as a town without edges, any others do that go on for longer: nobody is to
    stop in everybody's way.
    """

    is_immutable: ClassVar[bool] = True

    before_last: Floats
    """Of an entry: metres from the beginning of its lane to that of the route's last road; below 0 on that road."""

    def __init__(self, tracks: Tracks, is_outside: Truths) -> None:
        arrays = tracks.arrays
        leads_out = bool(is_outside.any())
        leads_on = is_outside if leads_out else np.ones_like(is_outside)
        self._soon = SOON if leads_out else ENDLESS
        self._ends_inside: Truths = ~is_outside & leads_out
        entries = np.flatnonzero(leads_on & ~arrays.is_refuge & (arrays.following >= 0) & np.isfinite(arrays.remaining))
        order = np.argsort(arrays.lane[entries], kind="stable")
        self._tracks = tracks
        self._entry: Integers = entries[order]
        self._first: Integers = np.searchsorted(arrays.lane[self._entry], np.arange(len(tracks.lane_map) + 1))
        self._has_junctions = bool(waiting_lanes(tracks.lane_map).any())
        self.before_last = tracks.arrays.remaining - _last_stretch(tracks)[tracks.arrays.route]

    def can_turn(self, entry: Integers, s: Floats) -> Truths:
        """Of some vehicles, by entry and s, whether they can still turn off before the last road of their route.

        Whoever cannot, and is not far from the end, would stop there before long, in the way of all who turn there.
        """
        arrays = self._tracks.arrays
        lane, left = arrays.lane[entry], self.before_last[entry] - s
        is_far = arrays.remaining[entry] - s > FAR
        return np.asarray(
            (left > SOON) | (self._has_time(lane, s) & (left > 0.0)) | is_far | (entry < 0) | (not self._has_junctions)
        )

    def due(self, entry: Integers, s: Floats, leaves: Truths) -> Integers:
        """Which of some vehicles, by their entries and s, have to turn off now, or never; or have a route that ends
        inside the network, as those do who have had a part on somebody's drive."""
        lane, left = self._tracks.arrays.lane[entry], self.before_last[entry] - s
        is_due = ((left > 0.0) | self._ends_inside[entry]) & (left < self._soon) & self._has_time(lane, s)
        return np.flatnonzero((entry >= 0) & ~leaves & is_due)

    def _has_time(self, lane: Integers | Indices, s: Floats) -> Truths:
        """Of some places, whether one is outside junctions there, and has time to turn off otherwise than one meant."""
        lane_map = self._tracks.lane_map
        length = lane_map.length[lane]
        return np.asarray((lane_map.junction[lane] < 0) & (length - s > np.minimum(TIME, LATE * length)))

    def reroutes(self, table: Table, rows: Integers, closing: Floats, chances: Floats) -> list[Rerouted]:
        """New routes for the vehicles in some rows, by a number from 0 up to 1 each, where there is a better one."""
        found = []
        for row, chance in zip(rows.tolist(), chances.tolist(), strict=True):
            lane, s, speed = int(table.lane[row]), float(table.s[row]), float(table.speed[row])
            route, at = self.choose(lane, s, speed, closing, chance)
            if at >= 0:
                found.append(Rerouted(int(table.ids[row]), route, at))
        return found

    def choose(self, lane: int, s: float, speed: float, closing: Floats, chance: float) -> tuple[int, int]:
        """A route and its entry by which a vehicle at a place goes on for longer, by a number from 0 up to 1; or -1.

        `closing` says of each entry after how many seconds a subject sees where its route leaves the network, 0 where
        it ends inside.
        """
        entries = self._entry[self._first[lane] : self._first[lane + 1]]
        comes = (self._tracks.arrays.remaining[entries] - s) / max(speed, SLOWEST)
        goes_on = (self.before_last[entries] - s >= self._soon) | (comes < closing[entries])
        good = entries[goes_on & (self._tracks.arrays.shift[entries] == 0)]
        if not len(good):
            good = entries[goes_on]
        if not len(good):
            return -1, -1
        # Of many routes most may turn the same way; first the way on is drawn, then the route.
        following = self._tracks.arrays.following[good]
        onto = np.where(following >= 0, self._tracks.arrays.lane[following], -1)
        ways = np.unique(onto)
        share = chance * len(ways)
        same = good[onto == ways[int(share)]]
        entry = int(same[int((share % 1.0) * len(same))])
        return int(self._tracks.arrays.route[entry]), entry


def _last_stretch(tracks: Tracks) -> Floats:
    """Of each route, how many metres of it are left where its last road begins."""
    arrays, lane_map = tracks.arrays, tracks.lane_map
    found = np.zeros(len(tracks))
    road, along = lane_map.road[arrays.lane], lane_map.along[arrays.lane]
    lengths = np.array([road.length for road in lane_map.network.roads])
    order = np.lexsort((arrays.remaining, arrays.route))
    first = order[np.searchsorted(arrays.route[order], np.arange(len(tracks)))]
    # The entry with the least left is on the last road; one that comes by there twice was further away before.
    is_last = (road == road[first][arrays.route]) & (along == along[first][arrays.route])
    is_last &= arrays.remaining <= lengths[road] + 1.0
    np.maximum.at(found, arrays.route[is_last], arrays.remaining[is_last])
    return found
