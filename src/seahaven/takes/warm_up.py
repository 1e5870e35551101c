"""The warm-up of a study: its population runs before the drive begins, so that the roads are full at time 0."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from seahaven.kernel import Controller, begin_after, prelude
from seahaven.roads import LaneMap
from seahaven.takes.ambience import populate
from seahaven.takes.clearance import in_the_way
from seahaven.takes.location import Location
from seahaven.world import World

__all__ = ["WarmUp"]

PARTS: Final = ("doors", "people", "population", "replanner", "signals", "traffic", "weather")
"""The modules that run before time 0: those that bring, move and guide the population. Whatever watches, directs or
records, and the subject itself, begins at time 0."""


@dataclass(frozen=True, slots=True)
class WarmUp:
    """How long (ns) the population of a take runs before time 0.

    The run of the population is one of its own, at dates below 0 and in a world without the vehicles that the study
    names. At time 0 the take goes on from the state that it has reached, less whatever is in the way of those vehicles,
    and with ambient traffic around them.
    """

    duration: int
    lane_map: LaneMap

    @classmethod
    def of(cls, location: Location) -> WarmUp | None:
        """The warm-up that a study asks for; None where it asks for none."""
        duration = location.traffic.warm_up
        return cls(duration, location.lane_map) if duration else None

    def begin(self, controller: Controller, world: World, on_date: Callable[[int], None] | None = None) -> None:
        """Bring a take that has not begun to the state in which its drive begins."""
        early = world.fork()
        named = early.family("vehicle").ids.copy()
        early.remove(named)
        parts = [child.name for child in controller.root.children if child.name in PARTS]
        with prelude(controller, parts, start=-self.duration, store=early) as before:
            before.run(until=0, on_date=on_date)
            early.remove(in_the_way(early, world, self.lane_map))
            world.absorb(early)
            populate(controller.root, world, seed=controller.seed)
            begin_after(controller, before)
