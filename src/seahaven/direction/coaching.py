"""The coaches of a cast: their inputs from the world, and the orders that they give to drivers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import Any

from seahaven.direction.coach import Coach
from seahaven.direction.facts import Member, Scope, Value
from seahaven.direction.placement import Placement
from seahaven.direction.setting_out import APPROACH, approach, start_time
from seahaven.hcsm import Instance, Interpreter, Message
from seahaven.world import Press

__all__ = ["Coaching"]

AFAR, NEARER, LATELY = 2.0, 0.3, 4.0
"""A vehicle further than `AFAR` tolerances from its station must be closer, by `NEARER` tolerances, than its average
over the last `LATELY` seconds."""
MATCHING, ARRIVING = 10.0, 4.0
"""Seconds for which a vehicle that is to arrive with the subject drives at a constant speed before it is let go; and
for which any other vehicle keeps its final speed, instead of correcting the last metre."""
CRAWL = 0.4
"""Least speed of arrival, as a share of the limit, of a vehicle that is to arrive at the subject's speed."""
LAWFUL = 40.0
"""Speed that counts as the limit where there is none (m/s)."""
NEVER = 1e6
"""Predicted times beyond this (s) count as unknown."""


class Coaching:
    """One coach for each role that is cast."""

    def __init__(self, placement: Placement, seed: int) -> None:
        self.placement = placement
        self._interpreter = Interpreter(Coach, seed=seed)
        self._coaches: dict[str, Instance] = {}

    def state(self) -> dict[str, Any]:
        """The state, as plain data."""
        return {role: coach.state() for role, coach in self._coaches.items()}

    def load(self, state: Mapping[str, Any], members: Mapping[str, Member]) -> None:
        """Continue from a saved state."""
        for role, coach in state.items():
            self.engage(role, members[role].entity)
            self._coaches[role].load(coach)

    def engage(self, role: str, entity: int) -> None:
        """Give the vehicle of a role a coach."""
        self._coaches[role] = self._interpreter.machine(entity)

    def dismiss(self, role: str) -> None:
        """Remove the coach of a role."""
        self._coaches.pop(role, None)

    def clear(self) -> None:
        """Remove all coaches."""
        self._coaches.clear()

    def tell(self, member: Member, item: str, value: float) -> None:
        """Press a button of a coach."""
        member.meets = item == "meet"
        self._coaches[member.role].post(Message(member.entity, f".{item}", value))

    def let_go(self) -> None:
        """Press `let_go` of all coaches."""
        for coach in self._coaches.values():
            coach.post(Message(coach.entity, ".let_go", 1.0))

    def steer(self, scope: Scope, step: int) -> Iterator[Press]:
        """Run all coaches for one step, and give their orders to the drivers."""
        for role, coach in self._coaches.items():
            member = scope.members[role]
            row = scope.view.row(member.entity)
            if row < 0 or scope.view.is_lost:
                continue
            inputs = self._seen(scope, member, row) | self._met(scope, member, row, coach.locals()["value"])
            said = self._interpreter.step(coach, inputs, step=step).outputs
            yield from _told(member, said)
            _judge(member, bool(said["comes"]) or scope.view.outlook.stood > 0.0, scope.dt)

    def _seen(self, scope: Scope, member: Member, row: int) -> dict[str, Value]:
        """Where a vehicle is, how it drives, and how the subject drives."""
        view, table = scope.view, scope.view.table
        return {
            "dt": scope.dt, "speed": float(table.speed[row]), "acceleration": float(table.acceleration[row]),
            "limit": min(_limit(scope, row), LAWFUL), "is_parked": member.is_parked,
            "ahead": view.ahead(row), "reach": view.reach(row), "side": view.side(row),
            "left_there": view.has_left, "right_there": view.has_right,
            "subject_speed": view.outlook.speed, "subject_usual": view.outlook.usual,
            "subject_acceleration": view.outlook.acceleration,
            "is_time": self.placement.at - view.front < self.placement.needs.window,
        }  # fmt: skip

    def _met(self, scope: Scope, member: Member, row: int, told: float | None) -> dict[str, Value]:
        """Where and when a vehicle is to meet the subject, at which speed, and how it can reach that speed.

        Without a speed, it is to be there at the subject's. If it is to arrive together with the subject at any speed
        (`short` is negative), it drives at the constant speed that brings it there in time.
        """
        view, table = scope.view, scope.view.table
        limit, outlook, way = _limit(scope, row), view.outlook, scope.way(member)
        final = float(told or min(max(outlook.expected, CRAWL * limit), limit))
        is_matched = member.short < 0.0
        short = member.early * final if is_matched else member.short
        left = outlook.likely(self.placement.at + member.beyond - member.lag - view.front) - member.early
        way = None if way is None else way + member.beyond
        even = (way or 0.0) / max(left + member.early, 0.1)
        can_plan = member.meets and not is_matched
        return {
            "way": None if way is None else way - short, "time_left": left if left < NEVER else None, "final": final,
            "match": min(max(even, CRAWL * final), LAWFUL) if is_matched else final, "is_matched": is_matched,
            "matching": MATCHING if is_matched else ARRIVING,
            "approach": approach(table, row, final) if can_plan else APPROACH,
            "start_time": start_time(table, row, (way or 0.0) - short) if member.is_parked else 0.0,
        }  # fmt: skip


def _limit(scope: Scope, row: int) -> float:
    table = scope.view.table
    lane, s = int(table.lane[row]), float(table.s[row])
    return float(scope.view.drive.lane_map.limit(lane, s)) if lane >= 0 else LAWFUL


def _told(member: Member, said: Mapping[str, Value]) -> Iterator[Press]:
    """The orders for a driver from the outputs of its coach, which are also noted in its member."""
    member.settled = float(said["settled"] or 0.0)
    member.lacks = inf if said["lacks"] is None else float(said["lacks"])
    member.off = None if said["off"] is None else float(said["off"])
    if said["sets_out"]:
        member.is_parked = False
        yield Press((member.entity,), "go")
    if said["told_speed"] is not None:
        yield Press((member.entity,), "adjust_speed", float(said["told_speed"]))
    if said["change"]:
        yield Press((member.entity,), "change_lane", float(said["change"]))


def _judge(member: Member, comes: bool, dt: float) -> None:
    """Count how long a vehicle has come no closer to its station, and is neither about to nor waiting."""
    if member.lacks == inf or member.lately == inf:
        member.lately, member.stale = member.lacks, 0.0
        return
    member.lately += (member.lacks - member.lately) * dt / LATELY
    comes = comes or member.lacks < max(AFAR, member.lately - NEARER)
    member.stale = 0.0 if comes else member.stale + dt
