"""The way out: vehicles that have come to the end of their routes leave the world."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seahaven.kernel import ASLEEP, Emits, Hears, Module, Out, Param, Part, State, Tick, in_seconds, port
from seahaven.roads.routing import Tracks
from seahaven.traffic.gate import Entered
from seahaven.world import Binding, reads, spawns, watcher_of

__all__ = ["Exits", "Left"]

_MANY = 1000
"""By so many more than twice the vehicles that there are, vehicles may be known before those gone are forgotten."""
_NEAR = 1.0
"""So many metres before the end of its route a vehicle counts as having come to it."""


@dataclass(frozen=True, slots=True)
class Left:
    """A vehicle has left: its id, the trip or flow it was of and its number there, and how long it was on its way (s).

    One that has not arrived came to where the road ends after it had missed a turn, or was sent on without its goal.
    """

    entity: int
    source: str
    number: int
    travel_time: float
    has_arrived: bool


class Exits(Module):
    """Takes out whoever has entered by the gates and will have come to the end of its route by the next step.

    It is the centre of a vehicle that counts, but where the road goes on behind the end of a route, before a junction
    say, its front. Where a demand lets its vehicles in and out is the demand's to say, so
    that they come and go there at full speed, seen or not. Others that are in the world, the subject among them, are
    not touched: they stop where their routes end.
    """

    tracks: Param[Tracks]
    entered: Hears[Entered]
    inside: State[dict[int, tuple[float, str, int]]] = port({})
    count: Out[int] = port(0, doc="how many have left")
    left: Emits[Left]

    seen = reads("vehicle", "lane", "s", "entry", "speed", "length")
    door = spawns("vehicle")

    def hear(self, tick: Tick) -> None:
        """Note the vehicles that have entered."""
        for event in self.entered:
            self.inside[event.value.entity] = (in_seconds(event.date), event.value.source, event.value.number)

    def step(self, tick: Tick) -> None:
        """See who has come to an end."""
        if not self.inside:
            return
        leavers = [row for row in self._at_end(tick.dt) if int(self.seen.ids[row]) in self.inside]
        if leavers:
            self.door.remove(self.seen.ids[leavers])
        for row in leavers:
            self._tell(int(self.seen.ids[row]), self._has_arrived(row), tick)
        self._forget_the_gone()

    def part(self, tick: Tick) -> Part | None:
        """Sleeps while no vehicle is at the end of its route."""
        if not self.inside:
            return ASLEEP
        if self.live is None:
            self.live = _Live()
        live: _Live = self.live
        live.known[0] = len(self.inside)
        return live.binding.bound((self.seen,), lambda: self._watcher(live))

    def _watcher(self, live: _Live) -> Part:
        import seahaven.traffic.exit_kernels as kernels

        seen, lane_map = self.seen, self.tracks.lane_map
        columns = tuple(map(seen.spacious, ("entry", "lane", "s", "speed", "length")))
        roads = self.tracks.arrays.remaining, lane_map.length, lane_map.next_first
        return watcher_of(kernels.watch_exits, (seen.tally, columns, _NEAR, roads, live.known, _MANY))

    def _at_end(self, dt: float) -> list[int]:
        """The rows of those who will have come to the end of their routes, or without one of the road."""
        import seahaven.traffic.exit_kernels as kernels

        seen, lane_map, rows = self.seen, self.tracks.lane_map, np.empty(len(self.seen), np.int64)
        count = kernels.list_leavers(
            seen.entry, seen.lane, seen.s, seen.speed, seen.length, dt, _NEAR, self.tracks.arrays.remaining,
            lane_map.length, lane_map.next_first, rows,
        )  # fmt: skip
        found: list[int] = rows[:count].tolist()
        return found

    def _has_arrived(self, row: int) -> bool:
        """Whether the end of somebody's route is its goal."""
        entry = int(self.seen.entry[row])
        return entry >= 0 and bool(self.tracks.known(_has_goal)[self.tracks.arrays.route[entry]])

    def _tell(self, entity: int, has_arrived: bool, tick: Tick) -> None:
        since, source, number = self.inside.pop(entity)
        self.left.append(Left(entity, source, number, tick.seconds + tick.dt - since, has_arrived))
        self.count += 1

    @property
    def _has_too_many(self) -> bool:
        """Whether many more vehicles are known than there are."""
        return len(self.inside) > 2 * len(self.seen) + _MANY

    def _forget_the_gone(self) -> None:
        """Now and then, forget vehicles that were taken out by other modules."""
        if self._has_too_many:
            here = set(self.seen.ids.tolist())
            self.inside = {entity: known for entity, known in self.inside.items() if entity in here}


class _Live:
    """What is made anew after a snapshot: the watcher, and how many vehicles are known, for it."""

    __slots__ = ("binding", "known")

    def __init__(self) -> None:
        self.binding = Binding[Part]()
        self.known = np.zeros(1, np.int64)


def _has_goal(tracks: Tracks) -> NDArray[np.bool_]:
    return tracks.has_goal
