"""Everybody on the lines, in the order of their places, for finding room among them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from seahaven.geometry import Floats, Integers
from seahaven.traffic.ambient_lines import APART, Lines
from seahaven.traffic.room import MANNERS, MARGIN, Manners, caution, hardest_braking
from seahaven.world import TURN_LIGHTS, Table

__all__ = ["Throng"]

WRAP = 2000.0
"""Metres by which those at the seam of a ring are put before its beginning and behind its end once more."""
STEP = 0.5
"""The longest time in seconds from one decision of a driver to the next that is reckoned with."""
_SEEN = ("speed", "length", *MANNERS)


class Throng:
    """Everybody on the lines as they will be `dt` seconds from now, going on as they do.

    Whoever is changing lanes, or shows that it wants to, is on both: it does not know yet who is about to enter.
    """

    place: Floats
    """Where along all lines each is, in ascending order."""

    def __init__(self, lines: Lines, table: Table, dt: float, grip: float = 1.0) -> None:
        self._lines = lines
        self._grip = grip
        columns = np.stack([getattr(table, name).astype(np.float64) for name in _SEEN])
        place = lines.place(table.lane, table.s) + dt * table.speed
        self.row_home: Floats = lines.home(table.lane, table.s) + dt * table.speed
        """The same for each row of the table, also beside the lines; NaN off their carriageways."""
        aside, rows = self._changing(table, place)
        places = np.concatenate((place, aside))
        columns = np.concatenate((columns, columns[:, rows]), axis=1)
        kept = np.flatnonzero(~np.isnan(places))
        places, columns = self._wrapped(places[kept], columns[:, kept])
        order = np.argsort(places, kind="stable")
        self.place, self._columns = places[order], columns[:, order]

    def _changing(self, table: Table, place: Floats) -> tuple[Floats, Integers]:
        """The places of those who change lanes, or want to, on the lanes that they change to."""
        lane_map, found = self._lines.lane_map, [np.zeros(0)]
        rows = [np.zeros(0, np.int64)]
        for side, aim in (("left", 1), ("right", -1)):
            beside = getattr(lane_map, side)
            is_changing = (table.aim == aim) | (table.turn_light == TURN_LIGHTS.index(side))
            moving = np.flatnonzero(is_changing & (table.lane >= 0))
            moving = moving[beside[table.lane[moving]] >= 0]
            if len(moving):
                there = lane_map.beside(table.lane[moving], table.s[moving], side)  # type: ignore[arg-type]  # a word
                ahead = np.nan_to_num(place[moving] - self._lines.place(table.lane[moving], table.s[moving]))
                found.append(self._lines.place(there.lane, there.s) + ahead)
                rows.append(moving)
        return np.concatenate(found), np.concatenate(rows)

    def _wrapped(self, place: Floats, columns: Floats) -> tuple[Floats, Floats]:
        """With those at the seam of a ring once more beyond it."""
        lines = self._lines
        for line in np.flatnonzero(lines.is_closed).tolist():
            begin, end = lines.begin[line], lines.end[line]
            near = np.flatnonzero((place >= begin) & (place <= begin + WRAP))
            far = np.flatnonzero((place >= end - WRAP) & (place <= end + WRAP))
            shifted = (place[near] + (end - begin), place[far] - (end - begin))
            place = np.concatenate((place, *shifted))
            columns = np.concatenate((columns, columns[:, near], columns[:, far]), axis=1)
        return place, columns

    def count(self, low: Any, high: Any) -> Any:
        """How many are between two places."""
        return np.searchsorted(self.place, high) - np.searchsorted(self.place, low)

    def speed_at(self, place: float, wanted: float, who: Mapping[str, Any], ease: float) -> float:
        """How fast somebody who wants to drive at `wanted` can enter at a place; -1 where there is no room.

        Nobody brakes for it, itself included: all get the gaps that they want, `ease` times as wide.
        """
        at, speed, length = int(np.searchsorted(self.place, place)), wanted, float(who["length"])
        driver = Manners.of({name: float(who[name]) for name in MANNERS}, self._grip)
        if at < len(self.place) and self.place[at] - place < 0.5 * APART:
            ahead = self._columns[:, at]
            gap = self.place[at] - place - 0.5 * (ahead[1] + length)
            speed = min(speed, driver.fitting_speed(gap / ease, float(ahead[0]), STEP) if gap > 0.0 else -1.0)
        if speed <= 0.0 or at == 0 or place - self.place[at - 1] >= 0.5 * APART:
            return max(speed, -1.0)
        behind = self._columns[:, at - 1]
        gap = place - self.place[at - 1] - 0.5 * (behind[1] + length)
        needed = Manners.of(dict(zip(MANNERS, behind[2:], strict=True)), self._grip).wanted_gap(behind[0], speed, STEP)
        return speed if gap >= ease * needed else -1.0

    def line_up(self, places: Floats, wanted: Floats, people: Mapping[str, Any]) -> Floats:
        """How fast newcomers who want to drive at `wanted` can enter at places, one after the other; -1 for no room.

        Those who find room count among them from then on, as by `speed_at` and `join` for each.
        """
        import seahaven.traffic.ambient_kernels as kernels

        there, count = len(self.place), len(self.place) + len(places)
        place, speed, traits = np.empty(count), np.empty(count), np.empty((count, len(_SEEN) - 1))
        place[:there], speed[:there], traits[:there] = self.place, self._columns[0], self._columns[1:].T
        own = np.stack([people[name] for name in _SEEN[1:]], axis=1)
        terms = hardest_braking(self._grip), caution(self._grip), MARGIN, STEP
        entered = kernels.line_up(place, speed, traits, there, places, wanted, own, 0.5 * APART, *terms)
        there += int((entered > 0.0).sum())
        self.place, self._columns = place[:there], np.vstack((speed[:there], traits[:there].T))
        return entered

    def join(self, place: float, speed: float, who: Mapping[str, Any]) -> None:
        """Count a newcomer among them."""
        at = int(np.searchsorted(self.place, place))
        self.place = np.insert(self.place, at, place)
        self._columns = np.insert(self._columns, at, (speed, *(float(who[name]) for name in _SEEN[1:])), axis=1)
