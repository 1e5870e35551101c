"""Situations in which another vehicle drifts over the line into the subject's lane."""

from __future__ import annotations

from seahaven.direction.situation import Cast, Criterion, Needs, Oncoming, Situation, Stimulus
from seahaven.hcsm import Dial, In, Machine, declare, either, send

__all__ = ["LaneEncroachment"]

WINDOW = 800.0
"""Metres before the place from which on it may happen."""
BACK = 4.0
"""Seconds that it takes to come back."""
LATE = 0.2
"""Seconds after its time from which on the oncoming car does not begin any more: another one is looked for."""


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
        """Nobody is there yet."""

    class Coming(Machine):
        """It comes to meet the subject at the place."""

        def entry(m: LaneEncroachment.Coming) -> None:
            """Have it there with the subject."""
            send(m.car, "meet", 0.0)

    class Drifting(Machine):
        """It drifts over, and goes back by itself."""

        def entry(m: LaneEncroachment.Drifting) -> None:
            """Drift, at the speed that it has."""
            send(m.car, "steady", 1.0)
            send(m.car, "stray_for", m.lasting)
            send(m.car, "stray", either(m.car_margin, 0.0) + m.over)

        def activity(m: LaneEncroachment.Drifting) -> None:
            """This is the moment; it is over when it is back."""
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
