"""Situations in which another vehicle drifts over the line into the subject's lane."""

from __future__ import annotations

from seahaven.direction.roles import Oncoming
from seahaven.direction.situation import Cast, Criterion, Needs, PreparedSituation, Stimulus
from seahaven.direction.situations.measures import FAR
from seahaven.hcsm import Dial, In, Machine, declare, either, send

__all__ = ["LaneEncroachment"]

WINDOW = 800.0
"""Distance before the place (m) from which on the critical moment may come."""
BACK = 4.0
"""Time it takes to return to its lane (s)."""
LATE = 0.2
"""How late (s) the oncoming car may still begin; after that another one is cast."""


class LaneEncroachment(PreparedSituation):
    """An oncoming car drifts over the centre line before it meets the subject, and returns to its lane."""

    before: Dial[float] = declare(
        4.0, unit="s", least=0.5, most=20.0, doc="time before the two meet at which the drift begins"
    )
    over: Dial[float] = declare(0.6, unit="m", most=2.0, doc="how far the car comes over the line")
    lasting: Dial[float] = declare(5.0, unit="s", doc="time from when it begins to drift to when it begins to return")

    subject_way: In[float | None] = declare(unit="m")
    car: In[int | None]
    car_meeting: In[float | None] = declare(unit="s")
    car_margin: In[float | None] = declare(unit="m")

    cast = Cast(car=Oncoming())
    criterion = Criterion("meeting", of="car", wanted="before")
    stimulus = Stimulus("drift", of="car")
    needs = Needs(before=2500.0, window=WINDOW, after=600.0, has_oncoming=True, clears=True)

    class Preparing(Machine):
        """The oncoming car approaches, timed to meet the subject at the place."""

        def entry(m: LaneEncroachment.Preparing) -> None:
            """Let it arrive together with the subject."""
            send(m.car, "meet", 0.0)

    class Critical(PreparedSituation.Critical):
        """The car drifts over the line, and returns by itself."""

        def entry(m: LaneEncroachment.Critical) -> None:
            """Drift, at the present speed."""
            send(m.car, "steady", 1.0)
            send(m.car, "stray_for", m.lasting)
            send(m.car, "stray", either(m.car_margin, 0.0) + m.over)

    def pre_activity(m: LaneEncroachment) -> None:
        """Drift in time before the two meet; it is over when the car is back in its lane."""
        meeting = either(m.car_meeting, FAR)
        m.is_ready = m.before - LATE < meeting <= m.before and either(m.subject_way, FAR) < WINDOW
        m.is_done = either(m.moment, 0.0) > m.lasting + BACK
