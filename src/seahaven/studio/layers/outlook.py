"""What layers look at: a run, its roads, and which vehicles are picked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, TypeVar

from seahaven.kernel import Module
from seahaven.reels.map import Point
from seahaven.roads import LaneMap
from seahaven.takes import Run
from seahaven.world import Sight, Table

__all__ = ["Outlook"]

M = TypeVar("M", bound=Module)


class Outlook:
    """A run as layers see it. What it keeps, it makes when it is first asked for."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.picked: tuple[int, ...] = ()
        """The vehicles that somebody looks at."""
        self.kept = dict[str, Any]()
        """What a layer wants to find again the next time."""

    @cached_property
    def lane_map(self) -> LaneMap | None:
        """The roads; None where there are none."""
        roads = self.run.take.roads
        return LaneMap.of(roads) if roads is not None and roads.roads else None

    @cached_property
    def sight(self) -> Sight | None:
        """What decides where vehicles may come and go unseen, as the run uses it."""
        for module in self.run.controller:
            found = getattr(module, "sight", None)
            if isinstance(found, Sight):
                return found
        return None if self.lane_map is None else Sight(self.lane_map)

    @property
    def vehicles(self) -> Table:
        """All vehicles."""
        return self.run.world.family("vehicle")

    def has(self, family: str) -> bool:
        """Whether the world has a family."""
        return family in {known.name for known in self.run.world.families}

    def modules(self, kind: type[M]) -> Iterator[M]:
        """All modules of a kind."""
        return (module for module in self.run.controller if isinstance(module, kind))

    def row(self, entity: int) -> int:
        """The row of a vehicle; -1 if it is not there."""
        ids = self.vehicles.ids
        row = int(ids.searchsorted(entity))
        return row if row < len(ids) and ids[row] == entity else -1

    def point(self, lane: int, s: float, offset: float = 0.0) -> Point:
        """x and y of a place on a lane."""
        assert self.lane_map is not None
        place = self.lane_map.place(lane, min(max(s, 0.0), float(self.lane_map.length[lane])), offset)
        return float(place.x), float(place.y)
