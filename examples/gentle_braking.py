"""A situation of one's own: the lead car brakes gently, for no reason that the subject could see.

    seahaven play examples/gentle_braking.study.yaml --allow examples

`docs/direction.md` explains it.
"""

from __future__ import annotations

from seahaven.direction import Ahead, Cast, Criterion, Needs, PreparedSituation, Stimulus
from seahaven.hcsm import Dial, In, Machine, declare, either, send

WINDOW = 1000.0
"""Metres before the place from which on the critical moment may come."""


class GentleBraking(PreparedSituation):
    """The lead car brakes gently at a set gap, and drives on."""

    gap: Dial[float] = declare(40.0, unit="m", doc="distance gap of the subject when the lead car brakes")
    braking: Dial[float] = declare(2.0, unit="m/s²", doc="deceleration of the lead car")
    lasting: Dial[float] = declare(5.0, unit="s", doc="how long it brakes")

    subject_way: In[float | None] = declare(unit="m")
    lead: In[int | None]
    lead_settled: In[float | None] = declare(unit="s")

    cast = Cast(lead=Ahead())
    criterion = Criterion("gap", of="lead", wanted="gap")
    stimulus = Stimulus("brake light", of="lead")
    needs = Needs(before=3000.0, window=WINDOW, after=1000.0)

    class Preparing(Machine):
        """The coach brings the lead car to the gap, and holds it there."""

        def entry(m: GentleBraking.Preparing) -> None:
            send(m.lead, "hold_gap", m.gap)

    class Critical(PreparedSituation.Critical):
        """The lead car brakes."""

        def entry(m: GentleBraking.Critical) -> None:
            send(m.lead, "brake_for", m.lasting)
            send(m.lead, "brake", m.braking)

    def pre_activity(m: GentleBraking) -> None:
        """The moment comes once the gap has been held for a second; ten seconds after the braking it is over."""
        m.is_ready = either(m.lead_settled, 0.0) > 1.0 and either(m.subject_way, WINDOW) < WINDOW
        m.is_done = either(m.moment, 0.0) > m.lasting + 10.0
