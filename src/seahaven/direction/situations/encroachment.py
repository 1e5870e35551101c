"""Situations in which another vehicle drifts over the line into the subject's lane."""

from __future__ import annotations

from seahaven.direction.situation import Cast, Criterion, Needs, Oncoming, Situation, Stimulus
from seahaven.hcsm import Dial, In, Machine, declare, either, send

__all__ = ["LaneEncroachment"]

WINDOW = 800.0
"""Distance before the place (m) from which on the critical moment may come."""
BACK = 4.0
"""Time it takes to return to its lane (s)."""
LATE = 0.2
"""How late (s) the oncoming car may still begin; after that another one is cast."""


class LaneEncroachment(Situation):
    """An oncoming car drifts over the centre line before it meets the subject, and returns to its lane."""

    before: Dial[float] = declare(
        4.0, unit="s", least=0.5, most=20.0, doc="time before the two meet at which the drift begins"
    )
    over: Dial[float] = declare(0.6, unit="m", most=2.0, doc="how far the car comes over the line")
    lasting: Dial[float] = declare(5.0, unit="s", doc="time from when it begins to drift to when it begins to return")

    moment: In[float | None] = declare(unit="s")
    subject_way: In[float | None] = declare(unit="m")
    car: In[int | None]
    car_meeting: In[float | None] = declare(unit="s")
    car_margin: In[float | None] = declare(unit="m")

    cast = Cast(car=Oncoming())
    criterion = Criterion("meeting", of="car", wanted="before")
    stimulus = Stimulus("drift", of="car")
    needs = Needs(before=2500.0, window=WINDOW, after=600.0, has_oncoming=True, clears=True)

    class Casting(Machine):
        """The role is not cast yet."""

    class Coming(Machine):
        """The oncoming car approaches, timed to meet the subject at the place."""

        def entry(m: LaneEncroachment.Coming) -> None:
            """Let it arrive together with the subject."""
            send(m.car, "meet", 0.0)

    class Drifting(Machine):
        """The car drifts over the line, and returns by itself."""

        def entry(m: LaneEncroachment.Drifting) -> None:
            """Drift, at the present speed."""
            send(m.car, "steady", 1.0)
            send(m.car, "stray_for", m.lasting)
            send(m.car, "stray", either(m.car_margin, 0.0) + m.over)

        def activity(m: LaneEncroachment.Drifting) -> None:
            """Report the critical moment; the situation is over when the car is back."""
            m.is_critical = True
            m.is_over = m.moment > m.lasting + BACK

    start = Casting
    transitions = (
        (Casting >> Coming).when(lambda m: m.car is not None),
        (Coming >> Casting).when(lambda m: m.car is None),
        (Coming >> Drifting).when(
            lambda m: m.car_meeting <= m.before and m.car_meeting > m.before - LATE and m.subject_way < WINDOW
        ),
    )
