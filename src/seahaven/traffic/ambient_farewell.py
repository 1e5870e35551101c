"""Who drives off where the network ends, who stops before that, and who is too late to be there at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats, Integers, Truths
from seahaven.roads.routing import Tracks
from seahaven.traffic.ambient_ends import Ends, Forecast
from seahaven.traffic.ambient_outlook import Outlook
from seahaven.traffic.ambient_zone import Zone
from seahaven.world import Table

__all__ = ["Farewell", "LeftInSight", "Verdict", "judged", "seen_leaving"]

FASTEST = 60.0
"""What counts as the limit, in m/s, where there is none."""
RUN_UP = 240.0
"""Seconds before a subject sees the end of its road in which traffic thins out ahead of it. Less keeps the set density
for longer and leaves more vehicles to be seen driving off: on a motorway 14 % more with 120 s, 32 % more with 60 s
(two and three seeds), and many on a drive that begins within that time. With 240 s there were 8.8 vehicles within 1 km
ahead two to three minutes before the end, and 15.5 with 60 s (one seed)."""
IN_HAND = 8.0
"""Seconds by which a vehicle has to be out before its end is seen."""
PASSED = 100.0
"""Metres behind the subject at which a slower vehicle is to be by then that it passes."""
SLOW, FAST = 0.7, 1.2
"""The shares of the speed that a driver likes between which it is taken to go on, however fast it is just now."""
LEAST_SPEED = 1.0
"""The least speed (m/s) at which a vehicle is taken to go on."""
EASE, SHORT = 0.9, 15.0
"""The share of its comfortable deceleration with which a vehicle can still stop before an end, and how many metres
before it. One that is nearer drives off if it was going to."""
_JUDGED = ("entry", "s", "lane", "speed", "speed_factor", "top_speed", "comfort", "length", "leaves")


class Verdict(NamedTuple):
    """What becomes of some vehicles at the ends of the network."""

    leaves: Truths
    """Whether it drives off where its way ends; else it stops before that."""
    is_late: Truths
    """Whether it would be in the way of a subject, or be seen driving off by it: better it were not there at all."""


@dataclass(frozen=True, slots=True)
class LeftInSight:
    """A vehicle drove off where the network ends, so many metres from a subject that sees it there."""

    entity: int
    x: float
    """m, where"""
    y: float
    away: float
    """m, from the nearest subject"""


def seen_leaving(ids: Integers, boxes: Floats, zone: Zone) -> list[LeftInSight]:
    """Which of some vehicles that drive off the subjects of a zone see, by their boxes."""
    if not len(ids):
        return []
    away = zone.nearest(boxes[:, 0], boxes[:, 1])[0]
    rows = np.flatnonzero(zone.sees(boxes)).tolist()
    return [LeftInSight(int(ids[k]), float(boxes[k, 0]), float(boxes[k, 1]), float(away[k])) for k in rows]


def judged(table: Table, rows: Integers) -> dict[str, NDArray[Any]]:
    """The columns by which vehicles in some rows of a table are judged."""
    return {name: getattr(table, name)[rows] for name in _JUDGED}


class Farewell:
    """Judges which vehicles drive off at the ends of the network.

    A vehicle drives off where its way ends if it will be out before a subject sees that end, with seconds in hand. Else
    it stops before the end, in comfort: a vehicle that is too near for that keeps to what was decided before.

    Nothing may stop ahead of a subject that drives to the same end: the subject would stand in a queue for ever. So
    traffic thins out on its way in the four minutes before it sees the end (`is_late`), and what is still ahead of
    it then drives off, in sight.
    """

    is_immutable: ClassVar[bool] = True

    def __init__(self, tracks: Tracks, ends: Ends) -> None:
        self._tracks = tracks
        self._ends = ends

    def judge(self, who: Mapping[str, NDArray[Any]], forecast: Forecast) -> Verdict:
        """Judge some vehicles, given when the subjects will see the ends."""
        entry, speed, closes = who["entry"], who["speed"], forecast.closes
        end = np.where(entry >= 0, self._ends.of_entry[entry], -1)
        if forecast.is_clear:
            return Verdict(end >= 0, np.zeros(len(end), np.bool_))
        left = np.where(entry >= 0, self._tracks.arrays.remaining[entry] - who["s"], np.inf)
        liked = self._liked(who)
        comes = left / np.maximum(np.clip(speed, SLOW * liked, FAST * liked), LEAST_SPEED)
        gets_out = (end >= 0) & (comes + IN_HAND < np.append(closes, 0.0)[end])
        stopping = np.square(speed) / (2.0 * EASE * who["comfort"]) + speed * forecast.until_gone
        is_committed = who["leaves"] & (left < stopping + 0.5 * who["length"] + SHORT)
        leaves = gets_out | ((end >= 0) & is_committed)
        is_late = np.zeros(len(end), np.bool_)
        for outlook in forecast.outlooks:
            group = self._carriageway_of(outlook)
            soon = float(closes[self._ends.carriageway == group].min()) if group >= 0 else np.inf
            if soon < RUN_UP:
                same = (end >= 0) & (np.append(self._ends.carriageway, -1)[end] == group)
                ahead = same & (left < outlook.to_end)
                leaves |= ahead
                if not outlook.is_standing:
                    is_late |= same & ~gets_out & ~self._is_left_behind(ahead, left, liked, soon, outlook, group)
        return Verdict(leaves, is_late)

    def _liked(self, who: Mapping[str, NDArray[Any]]) -> Floats:
        limit = self._tracks.lane_map.limit(np.maximum(who["lane"], 0), who["s"])
        return np.asarray(np.minimum(who["speed_factor"] * np.minimum(limit, FASTEST), who["top_speed"]))

    def _carriageway_of(self, outlook: Outlook) -> int:
        """The carriageway at whose end a subject's way leaves the network; -1 if it does not go there."""
        if not outlook.is_under_way or outlook.end_lane < 0:
            return -1
        found = np.flatnonzero(self._ends.lanes == outlook.end_lane)
        return int(self._ends.carriageway[found[0]]) if len(found) else -1

    def _is_left_behind(
        self, ahead: Truths, left: Floats, liked: Floats, soon: float, outlook: Outlook, group: int
    ) -> Truths:
        """Of some vehicles, whether they will be behind the subject when it sees the end.

        On a road with one lane each way nothing passes: what is ahead stays ahead, and what is behind stays behind.
        """
        if np.count_nonzero(self._ends.carriageway == group) == 1:
            return ~ahead
        pace = min(max(outlook.speed, SLOW * outlook.pace), outlook.pace)
        apart = outlook.to_end - left + PASSED
        return np.asarray(liked < pace - np.maximum(apart, 0.0) / max(soon, 1.0))
