"""Situations in which the lead car brakes."""

from __future__ import annotations

from seahaven.direction.roles import Ahead
from seahaven.direction.situation import Cast, Criterion, Needs, PreparedSituation, Stimulus
from seahaven.direction.situations.measures import FAR, G
from seahaven.hcsm import Dial, In, Machine, declare, either, send

__all__ = ["SuddenBraking"]

WINDOW = 800.0
"""Distance before the place (m) from which on the critical moment may come."""
AFTERWARDS = 5.0
"""Seconds from the end of the braking until the situation is over."""


class SuddenBraking(PreparedSituation):
    """The lead car brakes hard at a set headway of the subject, and drives on."""

    headway: Dial[float] = declare(1.5, unit="s", doc="time gap of the subject when the lead car brakes")
    braking: Dial[float] = declare(0.6 * G, unit="m/s²", doc="deceleration of the lead car")
    lasting: Dial[float] = declare(3.0, unit="s", doc="how long it brakes")
    settling: Dial[float] = declare(0.5, unit="s", doc="how long the headway must be held before it brakes")

    subject_way: In[float | None] = declare(unit="m")
    lead: In[int | None]
    lead_settled: In[float | None] = declare(unit="s")

    cast = Cast(lead=Ahead())
    criterion = Criterion("headway", of="lead", wanted="headway")
    stimulus = Stimulus("brake light", of="lead")
    needs = Needs(before=3500.0, window=WINDOW, after=1500.0)

    class Preparing(Machine):
        """The coach brings the lead car to its headway, and holds it there."""

        def entry(m: SuddenBraking.Preparing) -> None:
            """Bring it to its headway ahead of the subject."""
            send(m.lead, "hold_headway", m.headway)

    class Critical(PreparedSituation.Critical):
        """The lead car brakes."""

        def entry(m: SuddenBraking.Critical) -> None:
            """Brake."""
            send(m.lead, "brake_for", m.lasting)
            send(m.lead, "brake", m.braking)

    def pre_activity(m: SuddenBraking) -> None:
        """Brake once the headway has been held for long enough; it is over when the lead car has driven on."""
        m.is_ready = either(m.lead_settled, 0.0) > m.settling and either(m.subject_way, FAR) < WINDOW
        m.is_done = either(m.moment, 0.0) > m.lasting + AFTERWARDS
