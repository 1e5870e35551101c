"""Who stands how long in a town, whether it has locked up, and whether anybody is put elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from seahaven.bench.sumo.carrying import carried
from seahaven.geometry import Floats, Integers
from seahaven.roads import LaneMap
from seahaven.world import entity_label

__all__ = ["LONG", "Standing"]

STILL = 0.5
"""Below this speed (m/s) a vehicle stands."""
LONG = 600.0
"""Seconds after which nobody is held up any more, but stuck; and after which a town where nobody arrives has locked."""
WORTH_TELLING = 120.0
"""Seconds of standing from which on it is told where: longer than any light is red."""
LEAP = 2.0
"""Metres that somebody may have moved further than its speed says, by changing lanes for instance."""


@dataclass(slots=True)
class Standing:
    """Looks at every step at who stands; `longest` is the longest that anybody stood, in seconds."""

    longest: float = 0.0
    leaps: int = 0
    """How often somebody was further on than one can drive in a step."""
    locked: bool = False
    """Whether nobody arrived for ten minutes while somebody was in."""
    _arrived: int = 0
    _quiet_since: float = 0.0
    _ids: Integers = field(default_factory=lambda: np.zeros(0, np.int64))
    _since: Floats = field(default_factory=lambda: np.zeros(0))
    _x: Floats = field(default_factory=lambda: np.zeros(0))
    _y: Floats = field(default_factory=lambda: np.zeros(0))
    _speed: Floats = field(default_factory=lambda: np.zeros(0))

    def note(self, vehicles: Any, *, now: float, step: float, arrived: int) -> None:
        """Take note of a step, at whose end so many have arrived in all."""
        ids = vehicles.ids
        since = np.where(vehicles.speed > STILL, now, carried(self._ids, self._since, ids, now))
        self.longest = max(self.longest, now - float(since.min(initial=now)))
        self._note_leaps(vehicles, step)
        if arrived > self._arrived or not len(ids):
            self._arrived, self._quiet_since = arrived, now
        self.locked = self.locked or now - self._quiet_since >= LONG
        self._ids, self._since = ids.copy(), since
        self._x, self._y, self._speed = vehicles.x.copy(), vehicles.y.copy(), vehicles.speed.copy()

    def _note_leaps(self, vehicles: Any, step: float) -> None:
        ids = vehicles.ids
        x, y = (carried(self._ids, old, ids, np.nan) for old in (self._x, self._y))
        speed = np.maximum(carried(self._ids, self._speed, ids, np.inf), vehicles.speed)
        self.leaps += int(np.count_nonzero(np.hypot(vehicles.x - x, vehicles.y - y) > speed * step + LEAP))

    def rows_since(self, date: float) -> list[int]:
        """The rows of the vehicles that have stood since a date, or longer."""
        rows: list[int] = np.flatnonzero(self._since <= date).tolist()
        return rows

    def stuck(self, now: float) -> int:
        """How many have stood for ten minutes by now."""
        return int(np.count_nonzero(now - self._since >= LONG))

    def told(self, vehicles: Any, lane_map: LaneMap, *, now: float, most: int = 20) -> tuple[str, ...]:
        """Where those stand who have stood longest, in words; whoever has run into somebody is told so."""
        rows = np.argsort(self._since, kind="stable")[:most]
        kinds, crashed = vehicles.type.columns["kind"].kinds, ~vehicles.null("contact")
        return tuple(
            f"vehicle {entity_label(vehicles.ids[row])} ({kinds[vehicles.kind[row]]}) stands "
            f"for {now - self._since[row]:.0f} s on lane '{lane_map.name(int(vehicles.lane[row]))}' "
            f"at s={vehicles.s[row]:.1f}"
            + (f", in touch with {entity_label(vehicles.contact[row])}" if crashed[row] else "")
            for row in rows.tolist()
            if now - self._since[row] >= WORTH_TELLING
        )
