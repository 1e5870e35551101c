"""Situations in which the lead car brakes."""

from __future__ import annotations

from seahaven.direction.situation import Ahead, Cast, Criterion, Needs, Situation, Stimulus
from seahaven.direction.situations.measures import G
from seahaven.hcsm import Dial, In, Machine, declare, send

__all__ = ["SuddenBraking"]

WINDOW = 800.0
"""Distance before the place (m) from which on the critical moment may come."""


class SuddenBraking(Situation):
    """The lead car brakes hard at a set headway of the subject, and drives on."""

    headway: Dial[float] = declare(1.5, unit="s", doc="time gap of the subject when the lead car brakes")
    braking: Dial[float] = declare(0.6 * G, unit="m/s²", doc="deceleration of the lead car")
    lasting: Dial[float] = declare(3.0, unit="s", doc="how long it brakes")
    settling: Dial[float] = declare(0.5, unit="s", doc="how long the headway must be held before it brakes")

    moment: In[float | None] = declare(unit="s")
    subject_way: In[float | None] = declare(unit="m")
    lead: In[int | None]
    lead_settled: In[float | None] = declare(unit="s")

    cast = Cast(lead=Ahead())
    criterion = Criterion("headway", of="lead", wanted="headway")
    stimulus = Stimulus("brake light", of="lead")
    needs = Needs(before=3500.0, window=WINDOW, after=1500.0)

    class Casting(Machine):
        """The role is not cast yet."""

    class Leading(Machine):
        """The coach brings the lead car to its headway, and holds it there."""

        def entry(m: SuddenBraking.Leading) -> None:
            """Bring it to its headway ahead of the subject."""
            send(m.lead, "hold_headway", m.headway)

    class Braking(Machine):
        """The lead car brakes."""

        def entry(m: SuddenBraking.Braking) -> None:
            """Brake."""
            send(m.lead, "brake_for", m.lasting)
            send(m.lead, "brake", m.braking)

        def activity(m: SuddenBraking.Braking) -> None:
            """Report the critical moment."""
            m.is_critical = True

    class Gone(Machine):
        """The lead car drives on."""

        def activity(m: SuddenBraking.Gone) -> None:
            """Report the end."""
            m.is_over = True

    start = Casting
    transitions = (
        (Casting >> Leading).when(lambda m: m.lead is not None),
        (Leading >> Casting).when(lambda m: m.lead is None),
        (Leading >> Braking).when(lambda m: m.lead_settled > m.settling and m.subject_way < WINDOW),
        (Braking >> Gone).when(lambda m: m.moment > m.lasting + 5.0),
    )
