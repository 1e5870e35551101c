"""A situation as an author writes it: a machine that watches and presses, who plays in it, and what it is to come to.

    class SuddenBraking(Situation):
        \"\"\"The car ahead brakes hard.\"\"\"

        headway: Dial[float] = declare(1.5, unit="s", doc="of the subject when it brakes")
        braking: Dial[float] = declare(6.0, unit="m/s²", doc="how hard")

        lead: In[int | None]
        lead_settled: In[float] = declare(unit="s")

        cast = Cast(lead=Ahead())
        criterion = Criterion("headway", of="lead", wanted="headway")
        stimulus = Stimulus("brake light", of="lead")

        class Leading(Machine):
            def entry(m):
                send(m.lead, "hold_headway", m.headway)

        class Braking(Machine):
            def entry(m):
                send(m.lead, "brake", m.braking)

            def activity(m):
                m.is_critical = True

Dials are what a study may set. Inputs are facts, by their names: those of the subject, `subject_speed`, those of each
role, `lead_gap`, and the clock (see `seahaven.direction.facts`). What is sent goes to the coach of whoever has the role
if it is on a coach's panel (`seahaven.direction.coach`), otherwise to its driver.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from types import MappingProxyType
from typing import Literal

from seahaven.hcsm import Machine, Note, Out, declare
from seahaven.measures import StimulusKind

__all__ = [
    "Ahead",
    "Beside",
    "Cast",
    "Criterion",
    "Crossing",
    "Joining",
    "Needs",
    "Oncoming",
    "Quantity",
    "Role",
    "Situation",
    "Standing",
    "Stimulus",
]

Quantity = Literal["gap", "headway", "ahead", "arrival", "delay", "meeting", "way"]
"""What a criterion may be about."""


@dataclass(frozen=True, slots=True)
class Role:
    """Somebody who takes part: of which type, and the name under which it may come from an earlier situation."""

    type: str = "car"
    carried: str = ""


@dataclass(frozen=True, slots=True)
class Ahead(Role):
    """Somebody ahead of the subject on its way, between so many metres; on another lane it may come from behind.

    Whoever drives there is conscripted. Where nobody does, somebody is brought in out of sight: ahead, driving slowly
    enough to be caught up with; or parked on the shoulder, to set out before the subject; or behind on another lane, to
    come past.
    """

    nearest: float = -200.0
    furthest: float = 700.0


@dataclass(frozen=True, slots=True)
class Beside(Role):
    """Somebody on the lane to one side of the subject: 1 for the left, -1 for the right."""

    side: int = 1
    nearest: float = -200.0
    furthest: float = 250.0


@dataclass(frozen=True, slots=True)
class Standing(Role):
    """Somebody who stands in the subject's lane, so many metres before the place, since before it is seen.

    With `is_beside` it is parked on the shoulder there.
    """

    before: float = 0.0
    is_beside: bool = False
    pace: float = 0.0
    """At which it drives on to the place (m/s), in the mean: before a slow subject it stands as much nearer to that as
    it needs to be ahead of it when it sets out; 0 for one that stays."""


@dataclass(frozen=True, slots=True)
class Joining(Role):
    """Somebody on another way that meets the subject's at the place: on a ramp, or on the road that crosses."""

    earliest: float = 0.0
    """Metres before the place at which it may be brought in, or be conscripted, at the nearest."""
    furthest: float = 900.0
    late: float = inf
    """Whoever is conscripted may come too late, or too early, by this share of the time that is left."""


@dataclass(frozen=True, slots=True)
class Oncoming(Joining):
    """Somebody who comes towards the subject, on the lane beside its own, and meets it about at the place.

    Whoever comes about in time is conscripted. Where nobody does, somebody is brought in out of sight, driving, as soon
    as there is road from which it would be in time.
    """

    earliest: float = 300.0
    furthest: float = 4000.0
    late: float = 0.15


@dataclass(frozen=True, slots=True)
class Crossing(Joining):
    """A vehicle on the road that crosses the subject's, whose way leads straight over the place.

    A vehicle that drives there is conscripted if it can be in time, and if nobody before it would stop at the place and
    block it. Otherwise one is brought in out of sight: parked `earliest` metres before the place or further away, or
    driving where it is in time.
    """

    earliest: float = 450.0
    nearest: float = 120.0
    """Metres before the place at which a vehicle that drives already may be conscripted, at the nearest."""
    clear: float = 25.0
    """Seconds before it in which no other vehicle arrives at the place, if possible."""


class Cast(Note):
    """The roles of a situation, by name."""

    __slots__ = ("roles",)

    def __init__(self, **roles: Role) -> None:
        self.roles: Mapping[str, Role] = MappingProxyType(dict(roles))


class Criterion(Note):
    """What is wanted at the critical moment, of which role, and the dial that says how much.

    Distances are met within `share` of them, or a metre if that is more; times within a quarter of a second.
    """

    __slots__ = ("of", "quantity", "wanted")

    METRE, SHARE, QUARTER = 1.0, 0.05, 0.25

    def __init__(self, quantity: Quantity, *, of: str, wanted: str) -> None:
        self.quantity: Quantity = quantity
        self.of = of
        self.wanted = wanted

    @property
    def unit(self) -> str:
        """Of what is wanted."""
        return "s" if self.quantity in ("headway", "arrival", "delay", "meeting") else "m"

    @property
    def is_in_lane(self) -> bool:
        """Whether it is about somebody on the subject's own lane."""
        return self.quantity in ("gap", "headway")

    def tolerance(self, wanted: float) -> float:
        """By how much that may be missed."""
        return self.QUARTER if self.unit == "s" else max(self.METRE, self.SHARE * abs(wanted))


class Stimulus(Note):
    """What the subject has to answer, and the role that shows it: response times count from its onset.

    `seahaven.measures.STIMULI` says how the onset is found in a recording. A situation that declares none has its
    critical moment as the onset.
    """

    __slots__ = ("kind", "of")

    def __init__(self, kind: StimulusKind, *, of: str = "") -> None:
        self.kind: StimulusKind = kind
        self.of = of


class Needs(Note):
    """What the road has to have at a situation's place, and how many metres of the drive the situation takes.

    It opens `before` metres before its place, and has to be over `after` metres behind it.
    """

    __slots__ = ("after", "before", "clears", "grade", "has_oncoming", "junction", "lanes", "window")

    def __init__(
        self,
        *,
        before: float = 2500.0,
        window: float = 0.0,
        after: float = 600.0,
        lanes: int = 1,
        grade: float = 0.0,
        clears: bool = False,
        has_oncoming: bool = False,
        junction: Literal["", "left turn", "crossing", "merge", "ramp end"] = "",
    ) -> None:
        self.before = before
        self.after = after
        self.window = window
        """From so many metres before the place on the moment may come."""
        self.lanes = lanes
        """How many lanes the subject's carriageway has at least."""
        self.grade = grade
        """How steep it is there at least."""
        self.clears = clears
        """Whether nobody else is wanted near the subject meanwhile."""
        self.has_oncoming = has_oncoming
        """Whether others have to come towards the subject on the lane to the left of its carriageway."""
        self.junction = junction
        """What kind of junction there has to be."""


class Situation(Machine):
    """The base of all situations; alone it does nothing."""

    is_critical: Out[bool] = declare(doc="whether the critical moment has come")
    is_over: Out[bool] = declare(doc="whether it has run its course")
