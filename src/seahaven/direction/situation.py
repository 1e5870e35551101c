"""A situation as its author writes it: a machine that watches and gives orders, its cast, and its criterion.

    class SuddenBraking(Situation):
        \"\"\"The lead car brakes hard.\"\"\"

        headway: Dial[float] = declare(1.5, unit="s", doc="time gap of the subject when it brakes")
        braking: Dial[float] = declare(6.0, unit="m/s²", doc="deceleration of the lead car")

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

Dials are the parameters that a study may set. Inputs are facts, recognised by their names: about the subject
(`subject_speed`), about each role (`lead_gap`), and the clock; see `seahaven.direction.facts`. An order that is sent to
a role goes to its coach if the coach has a button of that name (`seahaven.direction.coach`), otherwise to its
driver. `docs/direction.md` explains all of it.
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
"""The quantities that a criterion may be about."""


@dataclass(frozen=True, slots=True)
class Role:
    """A part in a situation: the type of vehicle, and the role of the previous situation whose vehicle may play it."""

    type: str = "car"
    carried: str = ""


@dataclass(frozen=True, slots=True)
class Ahead(Role):
    """A vehicle ahead of the subject on its route, between `nearest` and `furthest` metres; in another lane it may come
    from behind.

    A vehicle that drives there is conscripted. If there is none, one is brought in out of sight: ahead, so slow that
    the subject catches up with it; parked on the shoulder, to set out before the subject; or behind in another lane, to
    overtake.
    """

    nearest: float = -200.0
    furthest: float = 700.0


@dataclass(frozen=True, slots=True)
class Beside(Role):
    """A vehicle in the lane beside the subject: `side` is 1 for the left lane, -1 for the right one."""

    side: int = 1
    nearest: float = -200.0
    furthest: float = 250.0


@dataclass(frozen=True, slots=True)
class Standing(Role):
    """A vehicle that stands in the subject's lane `before` metres before the place, from before the subject can see it.

    With `is_beside` it is parked on the shoulder there.
    """

    before: float = 0.0
    is_beside: bool = False
    pace: float = 0.0
    """Mean speed at which it will drive on to the place (m/s); 0 if it stays. For a slow subject it stands closer to
    the place, so that it is still ahead of the subject when it sets out."""


@dataclass(frozen=True, slots=True)
class Joining(Role):
    """A vehicle on another way that meets the subject's at the place, such as a ramp."""

    earliest: float = 0.0
    """Least distance to the place at which it may be brought in or conscripted (m)."""
    furthest: float = 900.0
    late: float = inf
    """How much too late or too early a conscripted vehicle may come, as a share of the time that is left."""


@dataclass(frozen=True, slots=True)
class Oncoming(Joining):
    """An oncoming vehicle in the lane beside the subject's, which meets the subject near the place.

    A vehicle that comes at about the right time is conscripted. If there is none, one is brought in out of sight,
    driving, as soon as there is a point on the road from which it will be in time.
    """

    earliest: float = 300.0
    furthest: float = 4000.0
    late: float = 0.15


@dataclass(frozen=True, slots=True)
class Crossing(Joining):
    """A vehicle on a road that crosses the subject's, whose way leads straight over the place.

    A vehicle that drives there is conscripted if it can be in time, and if no vehicle ahead of it would stop at the
    place and block it. Otherwise one is brought in out of sight: driving, at a point from which it is in time, or
    parked at least `earliest` metres before the place.
    """

    earliest: float = 450.0
    nearest: float = 120.0
    """Least distance to the place at which a driving vehicle may be conscripted (m)."""
    clear: float = 25.0
    """Time before its arrival in which no other vehicle should arrive at the place (s)."""


class Cast(Note):
    """The roles of a situation, by name."""

    __slots__ = ("roles",)

    def __init__(self, **roles: Role) -> None:
        self.roles: Mapping[str, Role] = MappingProxyType(dict(roles))


class Criterion(Note):
    """The quantity that is wanted at the critical moment, the role it is about, and the dial that holds the value.

    Times are met within 0.25 s; distances within 5 % or one metre, whichever is more.
    """

    __slots__ = ("of", "quantity", "wanted")

    METRE, SHARE, QUARTER = 1.0, 0.05, 0.25

    def __init__(self, quantity: Quantity, *, of: str, wanted: str) -> None:
        self.quantity: Quantity = quantity
        self.of = of
        self.wanted = wanted

    @property
    def unit(self) -> str:
        """The unit of the quantity."""
        return "s" if self.quantity in ("headway", "arrival", "delay", "meeting") else "m"

    @property
    def is_in_lane(self) -> bool:
        """Whether the quantity is about a vehicle in the subject's own lane."""
        return self.quantity in ("gap", "headway")

    def tolerance(self, wanted: float) -> float:
        """The greatest deviation from the wanted value that counts as met."""
        return self.QUARTER if self.unit == "s" else max(self.METRE, self.SHARE * abs(wanted))


class Stimulus(Note):
    """What the subject responds to, and the role that shows it. Response times count from its onset.

    `seahaven.measures.STIMULI` defines how the onset is found in a recording. Without a stimulus, response times count
    from the critical moment.
    """

    __slots__ = ("kind", "of")

    def __init__(self, kind: StimulusKind, *, of: str = "") -> None:
        self.kind: StimulusKind = kind
        self.of = of


class Needs(Note):
    """What the road must have at a situation's place, and how much of the drive the situation takes.

    It opens `before` metres before its place, and fails if the subject gets `after` metres past it before the critical
    moment has come.
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
        """The critical moment may come from this many metres before the place on."""
        self.lanes = lanes
        """Least number of lanes of the subject's carriageway."""
        self.grade = grade
        """Least grade of the road, as rise per metre."""
        self.clears = clears
        """Whether vehicles without a role are kept away from the subject meanwhile."""
        self.has_oncoming = has_oncoming
        """Whether there must be a lane for oncoming traffic to the left of the subject's carriageway."""
        self.junction = junction
        """The kind of junction that must be there; empty for none."""


class Situation(Machine):
    """The base class of all situations."""

    is_critical: Out[bool] = declare(doc="whether the critical moment has come")
    is_over: Out[bool] = declare(doc="whether it has run its course")
