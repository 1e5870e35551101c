"""Vehicles that stood for minutes or crawled up a hill, found in a recording, with the likely reason.

Nothing is asked of the drivers: speeds, places and lights of the recording decide.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from seahaven.measures.lanes import Lanes
from seahaven.reels import Reel
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.traffic import Halted
from seahaven.world import LightState, entity_label

__all__ = ["CRAWL", "STOOD", "Delay", "delays"]

STOOD: Final = 120.0
"""Seconds. A vehicle that stands longer without a halt of its trip is worth a line: red lights last less."""
CRAWL: Final = 8.0
"""m/s. A vehicle slower than this uphill, with a free road ahead, lacks power: trucks climb 5 % at twice that."""
CLIMBED: Final = 60.0
"""Seconds for which a vehicle crawls to count."""
STEEP: Final = 0.02
"""The grade from which on a crawl is put down to it."""
FREE: Final = 50.0
"""Metres to the leader from which on it does not hold a vehicle up."""
CLOSE: Final = 20.0
"""Metres to the leader up to which a standing vehicle stands behind it."""
NEAR: Final = 30.0
"""Metres before the end of a lane within which what is there holds a vehicle up."""
_STILL: Final = 0.1

_SPELLS: Final = """
    with marked as (
        select *, {holds} as holds, lag({holds}) over (partition by id order by time) as held from vehicle
    ),
    spells as (
        select *, sum(case when holds and not coalesce(held, false) then 1 else 0 end)
            over (partition by id order by time) as spell
        from marked
    )
    select id, min(time), max(time), arg_max(lane, time), arg_max(s, time), arg_max(x, time), arg_max(y, time),
        arg_max(case when gap < {close} then leader end, time), arg_max(cast(pilot as varchar), time), avg(speed),
        any_value(power)
    from spells where holds group by id, spell having max(time) - min(time) >= {least} order by id, min(time)
"""
_NEEDED: Final = frozenset({"speed", "lane", "s", "x", "y", "leader", "gap", "pilot", "power"})
_EXPECTED: Final = ("idle", "terminated")
"""States of drivers that stand because they wait to set out, or have arrived."""


@dataclass(frozen=True, slots=True)
class Delay:
    """A vehicle that stood, or crawled uphill: from when to when (s), where (lane, m along it, x and y), and why."""

    entity: int
    label: str
    begin: float
    end: float
    lane: str
    s: float
    x: float
    y: float
    speed: float
    reason: str

    @property
    def seconds(self) -> float:
        """How long it lasted."""
        return self.end - self.begin


def delays(reel: Reel, lanes: Callable[[], Lanes | None]) -> tuple[Delay, ...]:
    """The vehicles of a reel that stood for minutes or could not climb a hill, the longest delay first.

    Vehicles that are parked, have arrived, or stand at a halt of their trip are left out. `lanes` gives the roads, and
    is asked only if there is a delay to explain.
    """
    if "vehicle" not in reel.families or not reel.families["vehicle"].columns.keys() >= _NEEDED:
        return ()
    stood = reel.query(_SPELLS.format(holds=f"(speed < {_STILL})", least=STOOD, close=CLOSE)).fetchall()
    free = f"(speed >= {_STILL} and speed < {CRAWL} and (gap is null or gap > {FREE}))"
    crawled = reel.query(_SPELLS.format(holds=free, least=CLIMBED, close=CLOSE)).fetchall()
    stood = [row for row in stood if row[8] not in _EXPECTED and not _is_halt(reel, row)]
    if not stood and not crawled:
        return ()
    search = _Search(reel, lanes(), {row[0]: row for row in stood})
    found = [search.delay(row, search.reason(row)) for row in stood]
    found += [search.delay(row, why) for row in crawled if (why := search.climb(row))]
    return tuple(sorted(found, key=lambda one: (-one.seconds, one.entity)))


def _is_halt(reel: Reel, row: Any) -> bool:
    """Whether a vehicle stopped at a halt of its trip when it came to stand."""
    entity, begin, end = row[0], row[1], row[2]
    events = reel.query(
        f"select value from events where kind = '{Halted.__name__}' and time between {begin - 5.0!r} and {end!r}"
    ).fetchall()
    return any(json.loads(value)["entity"] == entity for (value,) in events)


class _Search:
    """Looks for reasons in the roads and lights of a reel."""

    def __init__(self, reel: Reel, lanes: Lanes | None, stood: Mapping[int, Any]) -> None:
        self._reel, self._lanes, self._stood = reel, lanes, stood
        self._names = {entity: name for name, entity in reel.manifest.names.items()}

    def delay(self, row: Any, reason: str) -> Delay:
        entity, begin, end, lane, s, x, y, *_ = row
        name = self._lanes.name(int(lane)) if self._lanes else ""
        label = entity_label(entity, self._names)
        return Delay(entity, label, begin, end, name, float(s), float(x), float(y), float(row[9]), reason)

    def reason(self, row: Any) -> str:
        """Why a vehicle stood: that of the first vehicle of the queue, if it stood in one."""
        head, behind = row, 0
        while head[7] in self._stood and behind < len(self._stood):
            head, behind = self._stood[head[7]], behind + 1
        why = self._own_reason(head)
        if not behind:
            return f"behind {entity_label(row[7], self._names)}" if not why and row[7] is not None else why or _UNKNOWN
        return f"in a queue of {behind + 1} behind {entity_label(head[0], self._names)}: {why or _UNKNOWN}"

    def _own_reason(self, row: Any) -> str:
        lane, s = int(row[3]), float(row[4])
        if row[8] == "accident":
            return "crashed"
        if self._lanes is None or lane < 0:
            return "off the road" if self._lanes is not None else ""
        lane_map = self._lanes.lane_map
        if float(lane_map.length[lane]) - s > NEAR:
            return ""
        if not lane_map.successors(lane):
            return "the road ends ahead"
        return self._at_junction(lane, row)

    def _at_junction(self, lane: int, row: Any) -> str:
        assert self._lanes is not None
        logic = JunctionLogic.of(self._lanes.lane_map)
        ways = logic.ways_from(lane)
        if not ways:
            return ""
        plan = SignalPlan.of(logic)
        spans = ((plan.way_first[way.index], plan.way_first[way.index + 1]) for way in ways)
        rows = {int(one) for first, last in spans for one in plan.way_row[first:last]}
        is_red = rows and "signal" in self._reel.families and self._share_red(rows, row[1], row[2]) > 0.5
        junction = ways[0].junction
        return f"the light of '{junction}' was red" if is_red else f"waited before junction '{junction}'"

    def _share_red(self, rows: set[int], begin: float, end: float) -> float:
        ids = [one for (one,) in self._reel.query("select distinct id from signal order by id").fetchall()]
        chosen = ", ".join(str(ids[row]) for row in sorted(rows) if row < len(ids)) or "-1"
        red = f"avg(case when state = {int(LightState.RED)} then 1.0 else 0.0 end)"
        ((share,),) = self._reel.query(
            f"select {red} from signal where id in ({chosen}) and time between {begin!r} and {end!r}"
        ).fetchall()
        return float(share or 0.0)

    def climb(self, row: Any) -> str:
        """Why a vehicle crawled, if that was a hill that its engine is too weak for; empty otherwise."""
        lane, s, speed, power = int(row[3]), float(row[4]), float(row[9]), float(row[10])
        if self._lanes is None or lane < 0:
            return ""
        lane_map = self._lanes.lane_map
        grade = float(lane_map.place(lane, min(max(s, 0.0), float(lane_map.length[lane]))).grade)
        if grade < STEEP or speed < 0.5 * power / (9.81 * grade):
            return ""
        return f"{power:.3g} W/kg climb {100.0 * grade:.1f} % no faster than {3.6 * speed:.0f} km/h"


_UNKNOWN: Final = "for no reason that the recording shows"
