"""A situation of one's own: the lead car brakes gently, for no reason that the subject could see.

    seahaven play examples/gentle_braking.study.yaml --allow examples

`docs/direction.md` explains it.
"""

from __future__ import annotations

from seahaven.direction import Ahead, Cast, Criterion, Needs, Situation, Stimulus
from seahaven.hcsm import Dial, In, Machine, declare, send


class GentleBraking(Situation):
    """The lead car brakes gently at a set gap, and drives on."""

    gap: Dial[float] = declare(40.0, unit="m", doc="distance gap of the subject when the lead car brakes")
    braking: Dial[float] = declare(2.0, unit="m/s²", doc="deceleration of the lead car")
    lasting: Dial[float] = declare(5.0, unit="s", doc="how long it brakes")

    moment: In[float | None] = declare(unit="s")
    subject_way: In[float | None] = declare(unit="m")
    lead: In[int | None]
    lead_settled: In[float | None] = declare(unit="s")

    cast = Cast(lead=Ahead())
    criterion = Criterion("gap", of="lead", wanted="gap")
    stimulus = Stimulus("brake light", of="lead")
    needs = Needs(before=3000.0, window=1000.0, after=1000.0)

    class Casting(Machine):
        """No vehicle has the role yet."""

    class Leading(Machine):
        """The coach brings the lead car to the gap, and holds it there."""

        def entry(m: GentleBraking.Leading) -> None:
            send(m.lead, "hold_gap", m.gap)

    class Braking(Machine):
        """The critical moment, and ten seconds after the brakes are released."""

        def entry(m: GentleBraking.Braking) -> None:
            send(m.lead, "brake_for", m.lasting)
            send(m.lead, "brake", m.braking)

        def activity(m: GentleBraking.Braking) -> None:
            m.is_critical = True
            m.is_over = m.moment > m.lasting + 10.0

    start = Casting
    transitions = (
        (Casting >> Leading).when(lambda m: m.lead is not None),
        (Leading >> Casting).when(lambda m: m.lead is None),
        (Leading >> Braking).when(lambda m: m.lead_settled > 1.0 and m.subject_way < 1000.0),
    )
