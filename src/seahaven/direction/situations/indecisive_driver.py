"""Situation 5 of the rear-end study: the indecisive driver."""

from __future__ import annotations

from seahaven.direction.desk import Desks, StreamAlong
from seahaven.direction.roles import Standing
from seahaven.direction.situation import Cast, Criterion, Needs, Situation, Stimulus
from seahaven.direction.situations.measures import MPH, G
from seahaven.hcsm import Dial, In, Local, Machine, declare, either, send

__all__ = ["IndecisiveDriver"]

BEHIND = 30.0
"""Distance (m) within which the subject must stop to count as behind the standing car."""
SEES = 350.0
"""Distance to the standing car (m) from which on the stream prepares for the subject's stop."""
AGAIN = 0.5
"""Seconds from one correction to the next."""
STEPS = 2.5
"""Steps by which a gap is requested earlier: an order takes two to arrive, and a stop is seen up to one late."""
STARTS, MERGES = 8.0, 35.0
"""Speeds (m/s) that the car aims at when it starts as if to merge, and when it merges."""
STOOD = 0.5
"""Seconds of standing after which the car counts as stopped."""
BEYOND = 60.0
"""Distance past the end of the lane (m) at which the subject has merged."""
LEFT = 1.0
"""The side on which the freeway is."""


class IndecisiveDriver(Situation):
    """A car blocks the end of a ramp, starts into the first gap in the freeway's stream, stops, and takes the next one.

    Later gaps are for the subject.
    """

    after: Dial[float] = declare(10.0, unit="s", doc="time from the subject's full stop to the first gap")
    every: Dial[float] = declare(
        20.0, unit="s", doc="time from the abrupt stop to the next gap, and from each gap to the next"
    )
    size: Dial[float] = declare(7.0, unit="s", doc="length of the first gap in time")
    both: Dial[float] = declare(13.0, unit="s", doc="length of later gaps, which are large enough for the subject, too")
    lasting: Dial[float] = declare(1.6, unit="s", doc="how long the car accelerates before it brakes")
    braking: Dial[float] = declare(0.6 * G, unit="m/s²", doc="deceleration of the car then")
    headway: Dial[float] = declare(3.0, unit="s", doc="time headway of the stream")
    speed: Dial[float] = declare(50.0 * MPH, unit="m/s", doc="speed of the stream")

    dt: In[float] = declare(unit="s")
    moment: In[float | None] = declare(unit="s")
    car: In[int | None]
    car_gap: In[float | None] = declare(unit="m")
    car_ahead: In[float | None] = declare(unit="m")
    car_stop: In[float | None] = declare(unit="s")
    car_stood: In[float | None] = declare(unit="s")
    subject_stood: In[float] = declare(unit="s")
    subject_way: In[float | None] = declare(unit="m")
    place_end: In[float] = declare(unit="m")
    freeway: In[int]
    freeway_opened: In[float | None] = declare(unit="s")

    cast = Cast(car=Standing(before=8.0))
    criterion = Criterion("delay", of="car", wanted="after")
    stimulus = Stimulus("slowing", of="car")
    needs = Needs(before=2500.0, after=400.0, lanes=2, junction="ramp end")
    desks = Desks(freeway=StreamAlong("beside", headway="headway", speed="speed"))

    class Casting(Machine):
        """The role is not cast yet."""

    class Waiting(Machine):
        """It stands at the end of the ramp."""

        def entry(m: IndecisiveDriver.Waiting) -> None:
            """Show that it means to merge."""
            send(m.car, "signal", LEFT)

    class Readying(Machine):
        """The subject comes near, and the stream is made ready for its stop."""

        since: Local[float] = declare(0.0, unit="s", doc="since the date of the gap was last corrected")

        def activity(m: IndecisiveDriver.Readying) -> None:
            """Have a gap come when the subject will have stood long enough, as far as is known."""
            m.since += m.dt
            if m.since >= AGAIN and m.car_stop is not None:
                m.since = 0.0
                send(m.freeway, "gap_in", m.after + m.car_stop - STEPS * m.dt)
                send(m.freeway, "gap", m.size)

    class Stopped(Machine):
        """The subject stands behind it."""

        def entry(m: IndecisiveDriver.Stopped) -> None:
            """Now it is known when the gap has to come."""
            send(m.freeway, "gap_in", m.after - m.subject_stood - STEPS * m.dt)
            send(m.freeway, "gap", m.size)

    class Starting(Machine):
        """It starts as if to merge."""

        def entry(m: IndecisiveDriver.Starting) -> None:
            """Drive on."""
            send(m.car, "adjust_speed", STARTS)
            send(m.car, "go", 1.0)

        def activity(m: IndecisiveDriver.Starting) -> None:
            """Report the critical moment."""
            m.is_critical = True

    class Faltering(Machine):
        """It brakes to an abrupt stop, and stands."""

        def entry(m: IndecisiveDriver.Faltering) -> None:
            """Brake."""
            send(m.car, "brake", m.braking)
            send(m.car, "adjust_speed", 0.0)

        def activity(m: IndecisiveDriver.Faltering) -> None:
            """Report the critical moment."""
            m.is_critical = True

    class Hesitating(Machine):
        """It stands again, and waits for the next gap."""

        def entry(m: IndecisiveDriver.Hesitating) -> None:
            """Have a gap come that is large enough for both, and others after it."""
            send(m.freeway, "gap_every", m.every)
            send(m.freeway, "gap_in", m.every - either(m.car_stood, 0.0) - STEPS * m.dt)
            send(m.freeway, "gap", m.both)

        def activity(m: IndecisiveDriver.Hesitating) -> None:
            """Report the critical moment."""
            m.is_critical = True

    class Merging(Machine):
        """It takes the gap; more of them come."""

        def entry(m: IndecisiveDriver.Merging) -> None:
            """Drive on."""
            send(m.car, "brake_for", 0.1)
            send(m.car, "brake", 0.0)
            send(m.car, "adjust_speed", MERGES)

        def activity(m: IndecisiveDriver.Merging) -> None:
            """It is over when the subject has merged, too."""
            m.is_critical = True
            m.is_over = m.subject_way < -m.place_end - BEYOND

    start = Casting
    transitions = (
        (Casting >> Waiting).when(lambda m: m.car is not None),
        (Waiting >> Casting).when(lambda m: m.car is None),
        (Waiting >> Readying).when(lambda m: m.car_ahead > 0.0 and m.car_gap < SEES),
        (Readying >> Casting).when(lambda m: m.car is None),
        (Readying >> Stopped).when(lambda m: m.subject_stood > 0.0 and m.car_gap < BEHIND),
        (Stopped >> Readying).when(lambda m: m.subject_stood <= 0.0),
        (Stopped >> Starting).when(lambda m: m.freeway_opened < m.subject_stood),
        (Starting >> Faltering).when(lambda m: m.moment > m.lasting),
        (Faltering >> Hesitating).when(lambda m: m.car_stood > STOOD),
        (Hesitating >> Merging).when(lambda m: m.freeway_opened + STOOD < m.car_stood),
    )
