"""What a situation's machine may know, by the names of its inputs.

`dt`, `time` (seconds since it has opened) and `moment` (since the critical moment) are the clock; `place_begin` and
`place_end` are how many metres before the place that begins, and behind it ends, which is there: a hill, say. Of the
subject there is `subject_speed` and so on, of each role `lead_speed` and so on, and `lead` alone is the id of whoever
has the role; null where nobody has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import inf, isfinite, log
from types import MappingProxyType
from typing import NamedTuple

from seahaven.direction.line import Line
from seahaven.direction.view import View
from seahaven.errors import InputError, nearest
from seahaven.hcsm import Program
from seahaven.measures import time_gap, time_to_collision

__all__ = ["ROLE_FACTS", "SUBJECT_FACTS", "Member", "Player", "Scope", "Value", "fact_reader"]

Value = float | int | bool | None
STANDS = 0.3
BRAKING, DISTANCE, LINGERING = 2.1, 2.0, 1.25
"""How hard a subject brakes that comes to a stand behind somebody (m/s²), how far away it stops (m), and how many
times as long that takes as with even braking."""
FAST, SLOW, ROLLS = 6.0, 2.0, 0.05
"""Speeds (m/s) above which nothing, and below which all, is told by how the subject brakes now; and the deceleration
(m/s²) below which it only rolls."""


@dataclass(slots=True)
class Member:
    """Somebody who has a role: who, its way to the place, and for how long it has been where it is to be, and stood."""

    role: str
    entity: int
    line: Line
    mark: float
    """How far along that line the place is."""
    since: float = 0.0
    """For how long it has had its role (s); whoever has just been found is known from the next step on."""
    settled: float = 0.0
    stood: float = 0.0
    is_parked: bool = False
    meets: bool = False
    """Whether it is on its way to a meeting."""
    short: float = 0.0
    """It is to meet the subject so many metres before the place (or, if negative, as many as it drives in `early`),"""
    lag: float = 0.0
    """when the subject has still so many metres to go to the place,"""
    early: float = 0.0
    """or so many seconds before that."""
    lost: float = 0.0
    """For how long it could not be directed (s)."""
    lately: float = inf
    """What it has lacked to be where it is to be, in the mean of the last seconds."""
    lacks: float = inf
    """How far it is from where it is to be, as a multiple of what is near enough."""
    stale: float = 0.0
    """For how long it has come no nearer (s)."""
    off: float | None = None
    """How far ahead of its station it is (m); None for one who has none."""


@dataclass(slots=True)
class Scope:
    """What facts are read from: this step's view, the place, the clock, and who has which role."""

    view: View
    place: float
    dt: float
    time: float
    members: Mapping[str, Member]
    begin: float = 0.0
    """How far before the place begins what is there, a hill say (m)."""
    end: float = 0.0
    """How far behind it that ends (m)."""
    moment: float | None = None
    """How long ago the critical moment was (s)."""

    def row(self, member: Member | None) -> int:
        """The row of somebody; -1 if there is nobody."""
        return -1 if member is None else self.view.row(member.entity)

    def way(self, member: Member) -> float | None:
        """From a member's front to the place, along its own way; None once it has met the subject and is past."""
        table, row = self.view.table, self.view.row(member.entity)
        metres = member.mark - float(member.line.at(table.lane[row], table.s[row])) - 0.5 * float(table.length[row])
        is_past = member.line.is_facing and metres + self.place - self.view.front < 0.0
        return metres if isfinite(metres) and not is_past else None


def _way(scope: Scope) -> float | None:
    return None if scope.view.is_lost else scope.place - scope.view.front


def _time(scope: Scope) -> float | None:
    way = _way(scope)
    time = None if way is None else scope.view.outlook.likely(way)
    return time if time is not None and isfinite(time) else None


SUBJECT_FACTS: Mapping[str, Callable[[Scope], Value]] = {
    "speed": lambda scope: scope.view.outlook.speed,
    "acceleration": lambda scope: scope.view.outlook.acceleration,
    "usual": lambda scope: scope.view.outlook.usual,
    "stood": lambda scope: scope.view.outlook.stood,
    "way": _way,
    "time": _time,
}
"""speed (m/s), acceleration (m/s²), usual speed (m/s), for how long it has stood (s), way to the place from its front
(m; negative behind it), and time to it (s; null for one that stands)."""


class Player(NamedTuple):
    """Whoever has a role, seen in one step: the scope, the member, and its row."""

    scope: Scope
    member: Member
    row: int

    @property
    def speed(self) -> float:
        """In m/s."""
        return float(self.scope.view.table.speed[self.row])

    @property
    def ahead(self) -> float | None:
        """From the subject's centre to its own (m)."""
        return self.scope.view.ahead(self.row)

    @property
    def gap(self) -> float | None:
        """From bumper to bumper (m)."""
        return self.scope.view.gap(self.row)

    @property
    def headway(self) -> float | None:
        """Of the subject behind it (s)."""
        gap, speed = self.gap, self.scope.view.outlook.speed
        return None if gap is None or speed < STANDS else float(time_gap(gap, speed))

    @property
    def collision(self) -> float | None:
        """Time to collision (s)."""
        gap, ahead, own = self.gap, self.ahead, self.scope.view.outlook.speed
        if gap is None:
            return None
        rear, front = (own, self.speed) if ahead is None or ahead > 0.0 else (self.speed, own)
        time = float(time_to_collision(gap, rear, front))
        return time if isfinite(time) else None

    @property
    def arrival(self) -> float | None:
        """By how much later than the subject it arrives at the place (s)."""
        way, time = self.scope.way(self.member), _time(self.scope)
        return None if way is None or time is None or self.speed < STANDS else way / self.speed - time

    @property
    def meeting(self) -> float | None:
        """In how many seconds it meets the subject, which comes towards it (s)."""
        way, own = self.scope.way(self.member), _way(self.scope)
        closing = self.speed + self.scope.view.outlook.speed
        return None if way is None or own is None or closing < STANDS else (way + own) / closing

    @property
    def margin(self) -> float:
        """Between its side and the border of its lane, when it is in the middle (m)."""
        table = self.scope.view.table
        lane, s = int(table.lane[self.row]), float(table.s[self.row])
        return 0.5 * (float(self.member.line.lane_map.width(lane, s)) - float(table.width[self.row]))

    @property
    def stop(self) -> float | None:
        """In how many seconds the subject will stand behind it, if it stays where it is; None for one beside."""
        if self.gap is None or self.ahead is None or self.ahead <= 0.0:
            return None
        outlook = self.scope.view.outlook
        return _stopping(outlook.speed, outlook.acceleration, max(self.gap - DISTANCE, 0.0))


def _stopping(speed: float, acceleration: float, left: float) -> float:
    """In how many seconds somebody stands who has so many metres left to where it stops.

    As long as it is fast, it is taken to brake where it has to; the slower it is, the more it tells how it brakes now,
    some with an even deceleration, others ever softer.
    """
    braking = max(BRAKING, speed * speed / max(2.0 * left, 0.1))
    freely = max(left - speed * speed / (2.0 * braking), 0.0) / max(speed, STANDS)
    usually = freely + LINGERING * max(speed - STANDS, 0.0) / braking
    if acceleration > -ROLLS or speed <= STANDS:
        return usually
    evenly, softly = (speed - STANDS) / -acceleration, speed / -acceleration * log(speed / STANDS)
    share = min(max((FAST - speed) / (FAST - SLOW), 0.0), 1.0)
    return share * 0.5 * (evenly + softly) + (1.0 - share) * usually


ROLE_FACTS: Mapping[str, Callable[[Player], Value]] = {
    "speed": lambda one: one.speed,
    "acceleration": lambda one: float(one.scope.view.table.acceleration[one.row]),
    "ahead": lambda one: one.ahead,
    "gap": lambda one: one.gap,
    "headway": lambda one: one.headway,
    "collision": lambda one: one.collision,
    "side": lambda one: one.scope.view.side(one.row),
    "way": lambda one: one.scope.way(one.member),
    "arrival": lambda one: one.arrival,
    "meeting": lambda one: one.meeting,
    "stood": lambda one: one.member.stood,
    "lacks": lambda one: one.member.lacks if isfinite(one.member.lacks) else None,
    "settled": lambda one: one.member.settled,
    "length": lambda one: float(one.scope.view.table.length[one.row]),
    "parked": lambda one: one.member.is_parked,
    "stop": lambda one: one.stop,
    "delay": lambda one: one.scope.view.outlook.stood,
    "offset": lambda one: float(one.scope.view.table.offset[one.row]),
    "margin": lambda one: one.margin,
}
"""speed, acceleration, how far its centre is ahead of the subject's (m), gap from bumper to bumper (m), headway (s),
time to collision (s), lanes to the left to the subject's lane, way to the place from its own front (m), by how much
later than the subject it arrives there (s), in how many seconds the two meet who come towards each other, for how long
it has stood, and been where its coach was to bring it (s), how far it is from there, as a multiple of what is near
enough, how long it is (m), whether it is parked still, in how many seconds the subject will stand behind it, for how
long it has stood (s), its offset in its lane (m), and the metres between its side and its lane's border if that is 0.
"""


NONE: Mapping[str, Callable[[Scope], Value]] = MappingProxyType({})


def fact_reader(
    program: Program, roles: Mapping[str, object], others: Mapping[str, Callable[[Scope], Value]] = NONE
) -> Callable[[Scope], dict[str, Value]]:
    """What gives the inputs of a situation's machine; a name that is no fact, nor one of others, is refused."""
    readers = {port.name: others.get(port.name) or _reader(port.name, roles, others) for port in program.inputs}

    def read(scope: Scope) -> dict[str, Value]:
        return {name: reader(scope) for name, reader in readers.items()}

    return read


def _reader(name: str, roles: Mapping[str, object], others: Iterable[str]) -> Callable[[Scope], Value]:
    if name == "dt":
        return lambda scope: scope.dt
    if name == "time":
        return lambda scope: scope.time
    if name == "moment":
        return lambda scope: scope.moment
    if name == "place_begin":
        return lambda scope: scope.begin
    if name == "place_end":
        return lambda scope: scope.end
    if name in roles:
        return lambda scope: _known(scope, scope.members.get(name))
    owner, _, fact = name.rpartition("_")
    if owner == "subject" and fact in SUBJECT_FACTS:
        return SUBJECT_FACTS[fact]
    if owner in roles and fact in ROLE_FACTS:
        return _of_role(owner, ROLE_FACTS[fact])
    known = [f"subject_{fact}" for fact in SUBJECT_FACTS]
    known += [f"{role}_{fact}" for role in roles for fact in ROLE_FACTS] + [
        *roles,
        *others,
        "dt",
        "time",
        "moment",
        "place_begin",
        "place_end",
    ]
    raise InputError(f"a situation knows no '{name}'{nearest(name, known)}")


def _known(scope: Scope, member: Member | None) -> int | None:
    """The id of whoever has a role, once it is there and the step in which it was found is over."""
    return None if member is None or member.since <= 0.0 or scope.row(member) < 0 else member.entity


def _of_role(role: str, fact: Callable[[Player], Value]) -> Callable[[Scope], Value]:
    def read(scope: Scope) -> Value:
        member = scope.members.get(role)
        row = scope.row(member)
        return None if member is None or row < 0 else fact(Player(scope, member, row))

    return read
