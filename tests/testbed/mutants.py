"""Twenty-one bugs seeded into the reference driver, each a small change, and the drive that catches it."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

import examples.drivers.route_driver as driver
from examples.drivers.route_driver import Point, RouteDriver

__all__ = ["MUTANTS", "Mutant"]


class LateBraking(RouteDriver):
    """Sees vehicles ahead only when they are 8 m away."""

    def _idm(self, speed: float, leader: float, gap: float) -> float:
        return super()._idm(speed, leader, gap) if gap < 8.0 else inf


class Tailgating(RouteDriver):
    """Follows with a time gap of 0.15 s, and stops half a metre behind others."""

    def _idm(self, speed: float, leader: float, gap: float) -> float:
        self.headway = 0.15
        return super()._idm(speed, leader, gap + driver.STANDSTILL - 0.5)


class StandsForMoving(RouteDriver):
    """Takes every vehicle for one that drives at its own speed."""

    def _idm(self, speed: float, leader: float, gap: float) -> float:
        return super()._idm(speed, max(leader, speed), max(gap, 8.0))


class IgnoresStopSigns(RouteDriver):
    """Takes a stop sign for one that says yield."""

    def _waits(self, view: dict[str, Any], stop: dict[str, Any]) -> bool:
        return super()._waits(view, {**stop, "sign": "none"})


class IgnoresRed(RouteDriver):
    """Takes every light for a green one."""

    def _waits(self, view: dict[str, Any], stop: dict[str, Any]) -> bool:
        return super()._waits(view, {**stop, "light": "green" if stop["light"] != "none" else "none"})


class NeverYields(RouteDriver):
    """Looks for nobody who goes first."""

    def _is_someone_coming(self, view: dict[str, Any], stop: dict[str, Any]) -> bool:
        return False


class YieldsToFew(RouteDriver):
    """Waits only for those who are nearly there."""

    def _is_someone_coming(self, view: dict[str, Any], stop: dict[str, Any]) -> bool:
        objects = view["objects"]
        far = [abs(ahead) + abs(left) > 25.0 for ahead, left in zip(objects["ahead"], objects["left"], strict=True)]
        goes = [goes and not away for goes, away in zip(objects["goes_first"], far, strict=True)]
        return super()._is_someone_coming({**view, "objects": {**objects, "goes_first": goes}}, stop)


class TooFast(RouteDriver):
    """Drives a tenth faster than permitted."""

    def __init__(self, **parameters: Any) -> None:
        super().__init__(**{**parameters, "speed_factor": 1.1})


class LateForLimits(RouteDriver):
    """Slows down at the sign instead of before it."""

    def _free(self, speed: float, path: list[Point]) -> float:
        return super()._free(speed, [point for point in path if point.distance < 4.0])


class FastInBends(RouteDriver):
    """Takes bends as if tyres held twice as well."""

    def _free(self, speed: float, path: list[Point]) -> float:
        flat = [Point(p.distance, p.ahead, p.left, 0.4 * p.curvature, p.limit) for p in path]
        return super()._free(speed, flat)


class DriftsInBends(RouteDriver):
    """Is carried outwards by bends, further by tighter ones."""

    def _curvature(self, speed: float, path: list[Point]) -> float:
        aside = [Point(p.distance, p.ahead, p.left - 60.0 * p.curvature, p.curvature, p.limit) for p in path]
        return super()._curvature(speed, aside)


class CutsCorners(RouteDriver):
    """Steers for a point that is twice as far ahead."""

    def _curvature(self, speed: float, path: list[Point]) -> float:
        return super()._curvature(2.2 * speed + 8.0, path)


class KeepsLeft(RouteDriver):
    """Drives 1.2 m left of the middle of its lane."""

    def _curvature(self, speed: float, path: list[Point]) -> float:
        beside = [Point(p.distance, p.ahead, p.left + 1.2, p.curvature, p.limit) for p in path]
        return super()._curvature(speed, beside)


class BlindToBicycles(RouteDriver):
    """Does not see bicycles."""

    def _objects(self, view: dict[str, Any]) -> list[dict[str, Any]]:
        return [other for other in super()._objects(view) if other["kind"] != "bicycle"]


class BlindToStanding(RouteDriver):
    """Takes what does not move for part of the road."""

    def _objects(self, view: dict[str, Any]) -> list[dict[str, Any]]:
        return [other for other in super()._objects(view) if other["speed"] > 0.5]


class NeverChangesLanes(RouteDriver):
    """Stays on its lane, wherever that leads."""

    def _side(self, view: dict[str, Any]) -> int:
        return 0


class ForgetsItStopped(RouteDriver):
    """Waits at a stop sign for ever."""

    def _has_stopped(self, view: dict[str, Any], distance: float) -> bool:
        return False


class Dawdles(RouteDriver):
    """Drives at a third of the speed that is permitted."""

    def __init__(self, **parameters: Any) -> None:
        super().__init__(**{**parameters, "speed_factor": 0.3})


class StopsBeforeItsGoal(RouteDriver):
    """Takes its goal to be 12 m nearer than it is."""

    def controls(self, view: dict[str, Any]) -> dict[str, Any]:
        mission = {**view["mission"], "remaining": view["mission"]["remaining"] - 12.0}
        return super().controls({**view, "mission": mission})


class BrakesHard(RouteDriver):
    """Brakes with all its force whenever it brakes at all."""

    def controls(self, view: dict[str, Any]) -> dict[str, Any]:
        found = super().controls(view)
        return {**found, "acceleration": -8.0} if found["acceleration"] < -1.0 else found


class FailsInTheDark(RouteDriver):
    """Raises at night."""

    def controls(self, view: dict[str, Any]) -> dict[str, Any]:
        if view["weather"]["daylight"] < 0.5:
            raise RuntimeError("the camera sees nothing")
        return super().controls(view)


@dataclass(frozen=True)
class Mutant:
    """A bug, the drive that catches it, and the requirement by which it does, as its words begin."""

    driver: type[RouteDriver]
    drive: str
    requirement: str


MUTANTS = (
    Mutant(LateBraking, "standing_vehicle[dry]", "no collision"),
    Mutant(Tailgating, "follow_leader[slow]", "time gap"),
    Mutant(StandsForMoving, "standing_vehicle[rain]", "no collision"),
    Mutant(IgnoresStopSigns, "stop_sign[empty]", "stop sign"),
    Mutant(IgnoresRed, "lights[straight]", "red light"),
    Mutant(NeverYields, "yield_sign[right]", "right of way"),
    Mutant(YieldsToFew, "yield_sign[left]", "right of way"),
    Mutant(TooFast, "speed_limits[alone]", "speed limit"),
    Mutant(LateForLimits, "speed_limits[alone]", "speed limit"),
    Mutant(FastInBends, "bends[dry]", "acceleration"),
    Mutant(DriftsInBends, "bends[dry]", "keep lane"),
    Mutant(CutsCorners, "bends[dry]", "keep lane"),
    Mutant(KeepsLeft, "bends[dry]", "keep lane"),
    Mutant(BlindToBicycles, "bicycle[day]", "no collision"),
    Mutant(BlindToStanding, "standing_vehicle[dry]", "no collision"),
    Mutant(NeverChangesLanes, "lane_drop[alone]", "checkpoints"),
    Mutant(ForgetsItStopped, "stop_sign[empty]", "checkpoints"),
    Mutant(Dawdles, "bends[dry]", "in time"),
    Mutant(StopsBeforeItsGoal, "bends[dry]", "checkpoints"),
    Mutant(BrakesHard, "follow_leader[stops]", "acceleration"),
    Mutant(FailsInTheDark, "bends[night]", "no fault"),
)
