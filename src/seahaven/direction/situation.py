"""A situation as its author writes it: a machine that watches and gives orders, its cast, and its criterion.

    class SuddenBraking(PreparedSituation):
        \"\"\"The lead car brakes hard.\"\"\"

        headway: Dial[float] = declare(1.5, unit="s", doc="time gap of the subject when it brakes")
        braking: Dial[float] = declare(6.0, unit="m/s²", doc="deceleration of the lead car")

        lead: In[int | None]
        lead_settled: In[float | None] = declare(unit="s")

        cast = Cast(lead=Ahead())
        criterion = Criterion("headway", of="lead", wanted="headway")
        stimulus = Stimulus("brake light", of="lead")

        class Preparing(Machine):
            def entry(m):
                send(m.lead, "hold_headway", m.headway)

        class Critical(PreparedSituation.Critical):
            def entry(m):
                send(m.lead, "brake", m.braking)

        def pre_activity(m):
            m.is_ready = m.lead_settled > 0.5
            m.is_done = m.moment > 8.0

Dials are the parameters that a study may set. Inputs are facts, recognised by their names: about the subject
(`subject_speed`), about each role (`lead_gap`), and the clock; see `seahaven.direction.facts`. An order that is sent to
a role goes to its coach if the coach has a button of that name (`seahaven.direction.coach`), otherwise to its
driver. `docs/direction.md` explains all of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from seahaven.direction.quantities import QUANTITIES, Quantity
from seahaven.direction.roles import Role
from seahaven.hcsm import In, Local, Machine, Note, Out, declare
from seahaven.measures import StimulusKind
from seahaven.roads.places import Wanted

__all__ = ["UNKNOWN", "Cast", "Criterion", "Needs", "PreparedSituation", "Situation", "Stimulus"]

UNKNOWN = "?"
"""The meaning of a quantity that there is not."""


class Cast(Note):
    """The roles of a situation, by name."""

    __slots__ = ("roles",)

    def __init__(self, **roles: Role) -> None:
        self.roles: Mapping[str, Role] = MappingProxyType(dict(roles))


class Criterion(Note):
    """The quantity that is wanted at the critical moment, the role it is about, and the dial that holds the value.

    The quantity is one of `QUANTITIES`, by name, or a `Quantity` of your own. Times are met within 0.25 s; distances
    within 5 % or one metre, whichever is more.
    """

    __slots__ = ("measured", "of", "wanted")

    def __init__(self, quantity: str | Quantity, *, of: str, wanted: str) -> None:
        self.measured = quantity if isinstance(quantity, Quantity) else _known(quantity)
        self.of = of
        self.wanted = wanted

    @property
    def quantity(self) -> str:
        """The name of the quantity."""
        return self.measured.name

    @property
    def unit(self) -> str:
        """The unit of the quantity."""
        return self.measured.unit

    def tolerance(self, wanted: float) -> float:
        """The greatest deviation from the wanted value that counts as met."""
        return self.measured.tolerance(wanted)


def _known(name: str) -> Quantity:
    """A quantity by name; `notes_of` refuses one that there is not, with the name of the situation."""
    return QUANTITIES.get(name) or Quantity(name, "", UNKNOWN, lambda _: None)


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

    __slots__ = (
        "after",
        "before",
        "clears",
        "follows",
        "grade",
        "has_oncoming",
        "junction",
        "lanes",
        "place",
        "window",
    )

    def __init__(
        self,
        *,
        before: float = 2500.0,
        window: float = 0.0,
        after: float = 600.0,
        lanes: int = 1,
        grade: float = 0.0,
        clears: bool = False,
        follows: bool = False,
        has_oncoming: bool = False,
        junction: Literal["", "left turn", "crossing", "merge", "ramp end"] = "",
        place: Wanted | None = None,
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
        self.follows = follows
        """Whether its place is as far behind where the situation before is over as the two are planned apart."""
        self.has_oncoming = has_oncoming
        """Whether there must be a lane for oncoming traffic to the left of the subject's carriageway."""
        self.junction = junction
        """The kind of junction that must be there; empty for none."""
        self.place = place
        """Any place that the room of roads knows, such as `seahaven.roads.places.crosswalk(lights=False)`."""


class Situation(Machine):
    """The base class of all situations."""

    is_critical: Out[bool] = declare(doc="whether the critical moment has come")
    is_over: Out[bool] = declare(doc="whether it has run its course")


class PreparedSituation(Situation):
    """A situation that is cast and prepared, comes to its critical moment, and is over: what most situations repeat.

    One of these says in `Preparing` what its cast is told, in `Critical` what happens, and in `pre_activity` when it is
    ready for that and when it is done. If a vehicle is lost before the moment, it is cast and prepared again.
    """

    is_cast: In[bool] = declare(doc="whether all roles have their vehicles")
    moment: In[float | None] = declare(unit="s", doc="time since the critical moment")

    is_ready: Local[bool] = declare(False, doc="whether the critical moment comes now")
    is_done: Local[bool] = declare(False, doc="whether it has run its course since")

    class Casting(Machine):
        """Not all roles are cast."""

    class Preparing(Machine):
        """The cast is brought into position."""

    class Critical(Machine):
        """What happens now is up to the subject."""

        def activity(m: PreparedSituation.Critical) -> None:
            """Report the critical moment."""
            m.is_critical = True

    class Over(Machine):
        """It has run its course."""

        def activity(m: PreparedSituation.Over) -> None:
            """Report the end."""
            m.is_critical = True
            m.is_over = True

    start = Casting
    transitions = (
        (Casting >> Preparing).when(lambda m: m.is_cast),
        (Preparing >> Casting).named("lost").when(lambda m: not m.is_cast),
        (Preparing >> Critical).when(lambda m: m.is_cast and m.is_ready),
        (Critical >> Over).when(lambda m: m.is_done),
    )
