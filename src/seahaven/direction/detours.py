"""Another way for driving software that finds its own blocked: the simulator stands in for its navigation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from seahaven.direction.mission import CheckpointReached
from seahaven.kernel import Emits, Hears, Module, Param, State, Tick, port
from seahaven.motion import Rerouted, opposite_lane
from seahaven.roads.routing import Tracks
from seahaven.seats import AnotherWay
from seahaven.world import reads

__all__ = ["Detour", "DetourTaken", "Detours", "NoOtherWay"]


@dataclass(frozen=True, slots=True)
class Detour:
    """A way for a subject that is blocked on a lane, with so many checkpoints behind it: by turning round onto another
    lane, along a route of the tracks."""

    is_immutable: ClassVar[bool] = True

    subject: int
    leg: int
    lane: int
    onto: int
    route: int


@dataclass(frozen=True, slots=True)
class DetourTaken:
    """Event: software that asked for another way was given one, which begins on this lane of the other direction."""

    entity: int
    lane: str


@dataclass(frozen=True, slots=True)
class NoOtherWay:
    """Event: software asked for another way, and there is none from where it is to the checkpoints that are left."""

    entity: int


class Detours(Module):
    """Gives subjects that say that their way is blocked another one to the checkpoints that they have not reached.

        root.link("seat0.asked", "detours.asked")
        root.link("mission.passed", "detours.passed")
        root.link("detours.rerouted", "free.rerouted")

    The way leads back: software has to turn round by itself, and sees the other direction as its way at once. Which
    ways there are is worked out before the drive, since all routes are; a way that is blocked, too, ends there.
    """

    tracks: Param[Tracks]
    ways: Param[tuple[Detour, ...]]
    asked: Hears[AnotherWay]
    passed: Hears[CheckpointReached]
    legs: State[dict[int, int]] = port({}, doc="how many checkpoints each subject has reached")
    rerouted: Emits[Rerouted]
    taken: Emits[DetourTaken]
    missing: Emits[NoOtherWay]

    seen = reads("vehicle", "x", "y", "heading", "lane")

    def step(self, tick: Tick) -> None:
        """Answer those who have asked since."""
        for event in self.passed:
            self.legs = {**self.legs, event.value.entity: event.value.number}
        for entity in dict.fromkeys(event.value.entity for event in self.asked):
            way = self._way(entity)
            if way is None:
                self.missing.append(NoOtherWay(entity))
                continue
            entry = int(self.tracks.locate(way.route, way.onto))
            self.rerouted.append(Rerouted(entity, way.route, entry))
            self.taken.append(DetourTaken(entity, self.tracks.lane_map.name(way.onto)))

    def _way(self, entity: int) -> Detour | None:
        """The way for a subject where it is; of several the one that begins beside it."""
        row = int(self.seen.ids.searchsorted(entity))
        if row == len(self.seen.ids) or self.seen.ids[row] != entity:
            return None
        lane, leg = int(self.seen.lane[row]), self.legs.get(entity, 0)
        found = [one for one in self.ways if (one.subject, one.leg, one.lane) == (entity, leg, lane)]
        pose = (float(getattr(self.seen, name)[row]) for name in ("x", "y", "heading"))
        beside, _ = opposite_lane(self.tracks.lane_map, *pose) or (-1, 0.0)
        return next((one for one in found if one.onto == beside), found[0] if found else None)
