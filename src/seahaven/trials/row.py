"""What a table of situations holds: one row for each situation of each drive."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

__all__ = ["Row", "Who", "row_from"]


@dataclass(frozen=True, slots=True)
class Who:
    """Whose drive it is: the participant, what kind of subject it is, under which condition, in which order."""

    participant: str = ""
    subject: str = ""
    condition: str = ""
    order: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One situation of one drive; SI units, None where there is nothing to tell.

    `number` counts the situations of a drive from 1. `place` is where the situation lies, and `distance` where the
    subject was at the critical moment, both in metres along the drive. From `speed` on everything is about the critical
    moment, or the time from then to the end of the situation, 30 s at most.
    """

    participant: str
    subject: str
    condition: str
    order: str
    seed: int
    number: int
    situation: str
    outcome: str
    why: str
    opened: float | None
    place: float | None
    time: float | None = None
    distance: float | None = None
    x: float | None = None
    y: float | None = None
    road: str = ""
    lane: str = ""
    criterion: str = ""
    unit: str = ""
    wanted: float | None = None
    reached: float | None = None
    error: float | None = None
    tolerance: float | None = None
    is_met: bool | None = None
    role: str = ""
    role_vehicle: int | None = None
    cast: str
    speed: float | None = None
    leader: int | None = None
    leader_gap: float | None = None
    leader_speed: float | None = None
    follower_gap: float | None = None
    follower_speed: float | None = None
    left_ahead_gap: float | None = None
    left_ahead_speed: float | None = None
    left_behind_gap: float | None = None
    left_behind_speed: float | None = None
    right_ahead_gap: float | None = None
    right_ahead_speed: float | None = None
    right_behind_gap: float | None = None
    right_behind_speed: float | None = None
    vehicles_near: int | None = None
    reaction_time: float | None = None
    reaction: str = ""
    least_time_to_collision: float | None = None
    least_leader_gap: float | None = None
    least_role_gap: float | None = None
    hardest_braking: float | None = None
    collision: str = ""


def row_from(values: dict[str, Any]) -> Row:
    """A row from its values; what it does not know is left out, so that files of later versions can be read."""
    names = {one.name for one in fields(Row)}
    return Row(**{name: value for name, value in values.items() if name in names})
