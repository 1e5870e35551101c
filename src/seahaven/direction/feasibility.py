"""Whether what is wanted can still come about, as far as one can tell."""

from __future__ import annotations

from collections.abc import Iterable

from seahaven.direction.facts import Member, Scope
from seahaven.direction.natural import ACCELERATION, FASTEST, SLOWEST

__all__ = ["is_feasible"]

STALE = 8.0
"""Seconds for which somebody has come no nearer to its station, from which on it may not get there."""
UNLIMITED = 40.0
"""What counts as the limit where there is none (m/s)."""
SLACK = 0.5
"""Seconds by which somebody may arrive too late or too early and still be in time for all one can tell."""


def is_feasible(scope: Scope, members: Iterable[Member], missing: int) -> bool:
    """Whether everybody is there who has a part, gets nearer to its station, and can be in time for its meeting."""
    return missing == 0 and all(_can(scope, member) for member in members)


def _can(scope: Scope, member: Member) -> bool:
    if member.stale > STALE:
        return False
    view, row = scope.view, scope.view.row(member.entity)
    way = scope.way(member) if row >= 0 else None
    if way is None:
        return False
    if not member.meets or member.is_parked:
        return True
    speed, limit = float(view.table.speed[row]), min(float(view.table.limit[row]) or UNLIMITED, UNLIMITED)
    left = view.outlook.likely(scope.place - member.lag - view.front) - member.early
    way -= max(member.short, 0.0)
    soonest = way / max(min(speed + 0.5 * ACCELERATION * left, FASTEST * limit), 1.0)
    return soonest - SLACK <= left <= way / max(SLOWEST * limit, 1.0) + SLACK
