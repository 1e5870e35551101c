"""How every situation of a drive stands: its phase, its cast, what is wanted and what there is of it now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from seahaven.direction.director import Phase
from seahaven.direction.line import Line
from seahaven.direction.staging import Staging
from seahaven.direction.view import View

__all__ = ["RoleAccount", "SituationAccount", "account_of"]

WORDS: Final = {Phase.WAITING: "waiting", Phase.PLAYING: "playing", Phase.RESOLVING: "resolving"}
"""Phases of situations that are not over."""
RIGHTMOST: Final = -1


@dataclass(frozen=True, slots=True)
class RoleAccount:
    """A role: the vehicle that plays it (0 for none), and where it is to be."""

    role: str
    entity: int = 0
    off: float | None = None
    """How far the vehicle is ahead of its station (m); None without a station."""
    is_settled: bool = False
    station: tuple[float, float] | None = None
    """Where it is to be: x and y (m); None without a station."""


@dataclass(frozen=True, slots=True)
class SituationAccount:
    """A situation as it stands now; distances are in metres, `now` and `reached` in the unit of the criterion."""

    name: str
    number: int
    state: str
    """ "waiting", "playing", "resolving", "postponed", "played", "failed" or "dropped"."""
    why: str
    """Why it was postponed, or failed; empty otherwise."""
    at: float
    """How far its place is along the drive, from where that begins."""
    way: float | None
    """How far its place is ahead of the subject; None if the subject is off the drive."""
    place: tuple[float, float] | None
    """x and y of its place; None if it has none."""
    roles: tuple[RoleAccount, ...]
    criterion: str
    role: str
    unit: str
    wanted: float
    tolerance: float
    now: float | None
    """The criterion as it is now; None while a role is missing, and after the critical moment."""
    reached: float | None
    """The criterion at the critical moment; None before it."""
    attempt: int
    is_cued: bool


def account_of(staging: Staging, view: View, start: float) -> SituationAccount:
    """How a situation stands; `start` is where the subject's drive began (m along its line)."""
    placement = staging.placement
    criterion, wanted, at = placement.criterion, placement.wanted, placement.at
    state = "postponed" if staging.postponed else staging.outcome if staging.is_closed else WORDS[staging.phase]
    return SituationAccount(
        placement.name, placement.number, state, staging.postponed or staging.why_ended, at - start,
        None if view.is_lost else at - view.front, None if staging.postponed else _on_line(view.drive, at, RIGHTMOST),
        tuple(_role_account(staging, role, view) for role in placement.roles),
        criterion.quantity, criterion.of, criterion.unit, wanted, criterion.tolerance(wanted),
        staging.current(view), staging.found, staging.attempt, staging.is_cued,
    )  # fmt: skip


def _role_account(staging: Staging, role: str, view: View) -> RoleAccount:
    member = staging.members.get(role)
    row = -1 if member is None else view.row(member.entity)
    if member is None or row < 0:
        return RoleAccount(role)
    station = None
    if member.off is not None and not view.is_lost:
        station = _on_line(view.drive, float(view.along[row]) - member.off, int(view.table.lane[row]))
    elif member.meets:
        station = _on_line(member.line, member.mark, RIGHTMOST)
    return RoleAccount(role, member.entity, member.off, member.settled > 0.0, station)


def _on_line(line: Line, along: float, lane: int) -> tuple[float, float] | None:
    """x and y so far along a line: on a lane of it if that is there, else on the rightmost one; None off its ends."""
    lanes = line.lanes_at(along).tolist()
    if not lanes:
        return None
    place = line.lane_map.place(*line.spot(lane if lane in lanes else lanes[RIGHTMOST], along))
    return float(place.x), float(place.y)
