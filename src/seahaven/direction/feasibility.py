"""Whether what is wanted can still come about, as far as one can tell, and who lacks how much for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf

from seahaven.direction.coach.natural import ACCELERATION, FASTEST, SLOWEST
from seahaven.direction.facts import Member, Scope

__all__ = ["obstacle", "off_station"]

STALE = 8.0
"""Seconds for which somebody has come no nearer to its station, from which on it may not get there."""
UNLIMITED = 40.0
"""What counts as the limit where there is none (m/s)."""
SLACK = 0.5
"""Seconds by which somebody may arrive too late or too early and still be in time for all one can tell."""


def obstacle(scope: Scope, members: Iterable[Member], missing: Sequence[str]) -> str:
    """What is in the way of what is wanted: who has no player, comes no nearer, or cannot be in time for its meeting.

    Empty if nothing is, as far as one can tell.
    """
    if missing:
        return f"nobody for {' and '.join(missing)}"
    return _listed(_obstacle(scope, member) for member in members)


def off_station(members: Iterable[Member]) -> str:
    """Who is not where it is to be beside the subject, and by how much."""
    return _listed(f"{member.role} {_off(member)}" if _off(member) else "" for member in members)


def _listed(told: Iterable[str]) -> str:
    return ", ".join(filter(None, told))


def _obstacle(scope: Scope, member: Member) -> str:
    if member.since <= 0.0:  # nothing is known yet of whoever was found in this very step
        return ""
    row = scope.row(member)
    way = scope.way(member) if row >= 0 else None
    if way is None:
        return f"{member.role} {'gone' if row < 0 else 'off its way, or past the place'}"
    if member.stale > STALE:
        return " ".join(filter(None, (member.role, _off(member), f"and no nearer for {member.stale:.0f} s")))
    late = _late(scope, member, row, way) if member.meets and not member.is_parked else 0.0
    if late == -inf:
        return f"{member.role} cannot know when to be there, as the subject stands"
    if late:
        return f"{member.role} {abs(late):.1f} s too {'late' if late > 0.0 else 'early'}"
    return ""


def _late(scope: Scope, member: Member, row: int, way: float) -> float:
    """By how many seconds somebody is too late for its meeting at its fastest; below 0, too early at its slowest."""
    view = scope.view
    speed, limit = float(view.table.speed[row]), min(float(view.table.limit[row]) or UNLIMITED, UNLIMITED)
    left = view.outlook.likely(scope.place + member.beyond - member.lag - view.front) - member.early
    way += member.beyond - max(member.short, 0.0)
    soonest = way / max(min(speed + 0.5 * ACCELERATION * left, FASTEST * limit), 1.0)
    latest = way / max(SLOWEST * limit, 1.0)
    if soonest - SLACK > left:
        return soonest - left
    return latest - left if left > latest + SLACK else 0.0


def _off(member: Member) -> str:
    """How far somebody is from its station beside the subject, if it is not near enough."""
    if member.off is None or member.lacks <= 1.0:
        return ""
    return f"{abs(member.off):.0f} m too far {'ahead' if member.off > 0.0 else 'back'}"
