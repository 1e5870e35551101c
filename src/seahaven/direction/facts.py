"""Facts: what a situation's machine may know, by the names of its inputs.

The clock is `dt`, `time` (seconds since the situation opened) and `moment` (seconds since the critical moment).
`place_begin` and `place_end` are how far the hill or junction extends before and after the place (m). `is_cast` says
whether all roles have their vehicles. Facts about the subject are `subject_speed` and so on, about a role `lead_speed`
and so on. `lead` alone is the id of the vehicle that has the role, null while it is not cast. `docs/direction.md` lists
all facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import inf, isfinite, log
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from seahaven.direction.line import Line
from seahaven.direction.view import View
from seahaven.errors import InputError, nearest
from seahaven.hcsm import Program
from seahaven.measures import time_gap, time_to_collision

if TYPE_CHECKING:
    from seahaven.direction.roles import Role

__all__ = [
    "ROLE_FACTS",
    "SUBJECT_FACTS",
    "Fact",
    "Member",
    "Player",
    "Scope",
    "SubjectFact",
    "Value",
    "fact_reader",
    "facts_of",
    "own_fact",
]

Value = float | int | bool | None
STANDS = 0.3
BRAKING, DISTANCE, LINGERING = 2.1, 2.0, 1.25
"""How a subject stops behind a standing vehicle: its deceleration (m/s²), the distance it keeps (m), and how many times
longer the stop takes than with constant braking."""
FAST, SLOW, ROLLS = 6.0, 2.0, 0.05
"""Above the speed `FAST` (m/s) the subject's present deceleration is ignored in predicting its stop, below `SLOW` it
alone counts; below the deceleration `ROLLS` (m/s²) it is coasting."""


@dataclass(slots=True)
class Member:
    """A vehicle that has a role: its id, its route to the place, and how far it is with its task."""

    role: str
    entity: int
    line: Line
    mark: float
    """Where the place is along that line (m)."""
    since: float = 0.0
    """How long it has had its role (s); facts about it are known from the next step on."""
    settled: float = 0.0
    stood: float = 0.0
    is_parked: bool = False
    meets: bool = False
    """Whether its coach has the task `meet`."""
    short: float = 0.0
    """Where it is to be: this many metres before the place; if negative, as far as it drives in `early` seconds."""
    lag: float = 0.0
    """When it is to be there: when the subject is this many metres before the place,"""
    early: float = 0.0
    """or this many seconds earlier."""
    beyond: float = 0.0
    """How far beyond the place (m) it is to be together with the subject, if it meets it."""
    lost: float = 0.0
    """How long it could not be directed (s)."""
    lately: float = inf
    """`lacks`, averaged over the last seconds."""
    lacks: float = inf
    """Distance from its station, in multiples of the tolerance."""
    stale: float = 0.0
    """How long it has come no closer to its station (s)."""
    off: float | None = None
    """How far it is ahead of its station (m); None without a station."""


@dataclass(slots=True)
class Scope:
    """What facts are computed from: the view of this step, the place, the clock, and the cast."""

    view: View
    place: float
    dt: float
    time: float
    members: Mapping[str, Member]
    begin: float = 0.0
    """How far before the place the hill or junction begins (m)."""
    end: float = 0.0
    """How far after the place it ends (m)."""
    moment: float | None = None
    """Time since the critical moment (s)."""

    def row(self, member: Member | None) -> int:
        """The row of a member; -1 if there is none."""
        return -1 if member is None else self.view.row(member.entity)

    def way(self, member: Member) -> float | None:
        """Distance from a member's front to the place, along its route; None once it has passed the subject."""
        table, row = self.view.table, self.view.row(member.entity)
        metres = member.mark - float(member.line.at(table.lane[row], table.s[row])) - 0.5 * float(table.length[row])
        is_past = member.line.is_facing and metres + self.place - self.view.front < 0.0
        return metres if isfinite(metres) and not is_past else None


def _way(scope: Scope) -> float | None:
    return None if scope.view.is_lost else scope.place - scope.view.front


def _time(scope: Scope, beyond: float = 0.0) -> float | None:
    way = _way(scope)
    time = None if way is None else scope.view.outlook.likely(way + beyond)
    return time if time is not None and isfinite(time) else None


@dataclass(frozen=True, slots=True)
class SubjectFact:
    """Something that a situation may know of the subject: its unit, what it means, and how it is found."""

    unit: str
    meaning: str
    read: Callable[[Scope], Value]


SUBJECT_FACTS: Mapping[str, SubjectFact] = MappingProxyType(
    {
        "speed": SubjectFact("m/s", "its speed", lambda scope: scope.view.outlook.speed),
        "acceleration": SubjectFact("m/s²", "its acceleration", lambda scope: scope.view.outlook.acceleration),
        "usual": SubjectFact("m/s", "its usual speed, averaged over 12 s", lambda scope: scope.view.outlook.usual),
        "stood": SubjectFact("s", "how long it has stood", lambda scope: scope.view.outlook.stood),
        "way": SubjectFact("m", "from its front to the place; negative past it", _way),
        "time": SubjectFact("s", "predicted time until it is there; null if it stands", _time),
    }
)
"""Facts about the subject, by name."""


class Player(NamedTuple):
    """A vehicle with a role as seen in one step: the scope, the member, and its row."""

    scope: Scope
    member: Member
    row: int

    @property
    def speed(self) -> float:
        """In m/s."""
        return float(self.scope.view.table.speed[self.row])

    @property
    def ahead(self) -> float | None:
        """Distance from the subject's centre to its own, along the drive (m)."""
        return self.scope.view.ahead(self.row)

    @property
    def gap(self) -> float | None:
        """Distance from bumper to bumper (m)."""
        return self.scope.view.gap(self.row)

    @property
    def headway(self) -> float | None:
        """Time gap of the subject behind it (s)."""
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
        """How much later than the subject it arrives where they are to meet (s)."""
        way, beyond = self.scope.way(self.member), self.member.beyond
        time = _time(self.scope, beyond)
        return None if way is None or time is None or self.speed < STANDS else (way + beyond) / self.speed - time

    @property
    def meeting(self) -> float | None:
        """Time until it meets the oncoming subject (s)."""
        way, own = self.scope.way(self.member), _way(self.scope)
        closing = self.speed + self.scope.view.outlook.speed
        return None if way is None or own is None or closing < STANDS else (way + own) / closing

    @property
    def margin(self) -> float:
        """Distance between its side and the border of its lane when it is centred (m)."""
        table = self.scope.view.table
        lane, s = int(table.lane[self.row]), float(table.s[self.row])
        return 0.5 * (float(self.member.line.lane_map.width(lane, s)) - float(table.width[self.row]))

    @property
    def stop(self) -> float | None:
        """Predicted time until the subject has stopped behind it (s); None if it is not ahead."""
        if self.gap is None or self.ahead is None or self.ahead <= 0.0:
            return None
        outlook = self.scope.view.outlook
        return _stopping(outlook.speed, outlook.acceleration, max(self.gap - DISTANCE, 0.0))


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a situation may know of a role: its unit, what it means, and how it is found."""

    unit: str
    meaning: str
    read: Callable[[Player], Value]


def _stopping(speed: float, acceleration: float, left: float) -> float:
    """Time until a vehicle stands that has `left` metres to where it stops (s).

    While it is fast, it is expected to brake as late as it has to. The slower it is, the more its present deceleration
    counts, half as constant and half as fading with speed.
    """
    braking = max(BRAKING, speed * speed / max(2.0 * left, 0.1))
    freely = max(left - speed * speed / (2.0 * braking), 0.0) / max(speed, STANDS)
    usually = freely + LINGERING * max(speed - STANDS, 0.0) / braking
    if acceleration > -ROLLS or speed <= STANDS:
        return usually
    evenly, softly = (speed - STANDS) / -acceleration, speed / -acceleration * log(speed / STANDS)
    share = min(max((FAST - speed) / (FAST - SLOW), 0.0), 1.0)
    return share * 0.5 * (evenly + softly) + (1.0 - share) * usually


ROLE_FACTS: Mapping[str, Fact] = MappingProxyType(
    {
        "speed": Fact("m/s", "its speed", lambda one: one.speed),
        "acceleration": Fact("m/s²", "its acceleration", lambda one: float(one.scope.view.table.acceleration[one.row])),
        "ahead": Fact("m", "from the subject's centre to its own; negative behind it", lambda one: one.ahead),
        "gap": Fact("m", "from bumper to bumper; negative if they overlap", lambda one: one.gap),
        "headway": Fact("s", "the gap divided by the subject's speed; null if that stands", lambda one: one.headway),
        "collision": Fact("s", "time to collision; null if the gap does not shrink", lambda one: one.collision),
        "side": Fact(
            "", "how many lanes to the right of the subject's lane it is", lambda one: one.scope.view.side(one.row)
        ),
        "way": Fact("m", "from its front to the place, along its route", lambda one: one.scope.way(one.member)),
        "arrival": Fact("s", "how much later than the subject it arrives at the place", lambda one: one.arrival),
        "meeting": Fact("s", "until it meets the oncoming subject", lambda one: one.meeting),
        "stood": Fact("s", "how long it has stood", lambda one: one.member.stood),
        "lacks": Fact(
            "",
            "how far it is from the position that its coach holds, in multiples of the tolerance",
            lambda one: one.member.lacks if isfinite(one.member.lacks) else None,
        ),
        "settled": Fact("s", "how long it has been in that position", lambda one: one.member.settled),
        "length": Fact("m", "its length", lambda one: float(one.scope.view.table.length[one.row])),
        "parked": Fact("", "whether it is still parked", lambda one: one.member.is_parked),
        "stop": Fact("s", "predicted time until the subject has stopped behind it", lambda one: one.stop),
        "delay": Fact("s", "how long the subject has stood", lambda one: one.scope.view.outlook.stood),
        "offset": Fact(
            "m",
            "how far it is to the left of the centre of its lane",
            lambda one: float(one.scope.view.table.offset[one.row]),
        ),
        "margin": Fact("m", "from its side to the border of its lane when it is centred", lambda one: one.margin),
    }
)
"""Facts about any role, by name; `Role.facts` adds those of one kind of role."""


NONE: Mapping[str, Callable[[Scope], Value]] = MappingProxyType({})


def fact_reader(
    program: Program, roles: Mapping[str, Role], others: Mapping[str, Callable[[Scope], Value]] = NONE
) -> Callable[[Scope], dict[str, Value]]:
    """A function that computes the inputs of a situation's machine; names that are no facts are refused.

    `others` are further facts by name, such as those of desks.
    """
    readers = {port.name: others.get(port.name) or _reader(port.name, roles, others) for port in program.inputs}

    def read(scope: Scope) -> dict[str, Value]:
        return {name: reader(scope) for name, reader in readers.items()}

    return read


_CLOCK: Mapping[str, Callable[[Scope], Value]] = MappingProxyType(
    {
        "dt": lambda scope: scope.dt,
        "time": lambda scope: scope.time,
        "moment": lambda scope: scope.moment,
        "place_begin": lambda scope: scope.begin,
        "place_end": lambda scope: scope.end,
    }
)
"""Facts about the situation itself."""
IS_CAST = "is_cast"
"""The fact whether all roles have their vehicles."""


def _reader(name: str, roles: Mapping[str, Role], others: Iterable[str]) -> Callable[[Scope], Value]:
    if name in _CLOCK:
        return _CLOCK[name]
    if name == IS_CAST:
        return lambda scope: all(_known(scope, scope.members.get(role)) is not None for role in roles)
    if name in roles:
        return lambda scope: _known(scope, scope.members.get(name))
    owner, _, fact = name.rpartition("_")
    if owner == "subject" and fact in SUBJECT_FACTS:
        return SUBJECT_FACTS[fact].read
    if owner in roles and fact in facts_of(roles[owner]):
        return own_fact(owner, facts_of(roles[owner])[fact].read)
    known = [f"subject_{fact}" for fact in SUBJECT_FACTS]
    known += [f"{role}_{fact}" for role, kind in roles.items() for fact in facts_of(kind)]
    raise InputError(f"a situation knows no '{name}'{nearest(name, [*known, *roles, *others, *_CLOCK, IS_CAST])}")


def facts_of(role: Role) -> Mapping[str, Fact]:
    """All that a situation may know of a role, by name."""
    return {**ROLE_FACTS, **role.facts}


def _known(scope: Scope, member: Member | None) -> int | None:
    """The id of the vehicle that has a role, once it exists and the step in which it was found is over."""
    return None if member is None or member.since <= 0.0 or scope.row(member) < 0 else member.entity


def own_fact(role: str, fact: Callable[[Player], Value]) -> Callable[[Scope], Value]:
    """What reads a fact about a role; null while it is not cast."""

    def read(scope: Scope) -> Value:
        member = scope.members.get(role)
        row = scope.row(member)
        return None if member is None or row < 0 else fact(Player(scope, member, row))

    return read
