"""Situation 2 of the rear-end study: the semi-sudden turn."""

from __future__ import annotations

from seahaven.direction.desk import Desks, StreamAlong
from seahaven.direction.roles import Standing
from seahaven.direction.situation import Cast, Criterion, Needs, Situation, Stimulus
from seahaven.direction.situations.measures import MPH
from seahaven.hcsm import Dial, In, Local, Machine, declare, send

__all__ = ["SemiSuddenTurn"]

BEHIND = 30.0
"""Distance (m) within which the subject must stop to count as behind the standing car."""
FAR = 500.0
"""Distance to the standing car (m) from which on the subject sees it signal."""
SEES = 350.0
"""Distance to the standing car (m) from which on the stream prepares for the subject's stop."""
CREEP, NEAR = 2.0, 3.0
"""Speed (m/s) at which it comes up to the junction, and how near (m) it comes."""
AGAIN = 0.5
"""Seconds from one correction to the next."""
STEPS = 2.5
"""Steps by which a gap is requested earlier: an order takes two to arrive, and a stop is seen up to one late."""
TURNS = 9.0
"""Speed (m/s) at which it turns at most."""


class SemiSuddenTurn(Situation):
    """A car waits to turn left; once the subject has stopped behind it, a gap in the oncoming stream lets it turn."""

    after: Dial[float] = declare(8.0, unit="s", doc="time from the subject's full stop to the gap at the junction")
    size: Dial[float] = declare(10.0, unit="s", doc="length of the gap in time")
    headway: Dial[float] = declare(3.0, unit="s", doc="time headway of the oncoming stream")
    speed: Dial[float] = declare(45.0 * MPH, unit="m/s", doc="speed of the oncoming stream")

    dt: In[float] = declare(unit="s")
    moment: In[float | None] = declare(unit="s")
    car: In[int | None]
    car_gap: In[float | None] = declare(unit="m")
    car_ahead: In[float | None] = declare(unit="m")
    car_way: In[float | None] = declare(unit="m")
    car_stop: In[float | None] = declare(unit="s")
    subject_stood: In[float] = declare(unit="s")
    subject_way: In[float | None] = declare(unit="m")
    oncoming: In[int]
    oncoming_opened: In[float | None] = declare(unit="s")

    since: Local[float] = declare(0.0, unit="s", doc="since it was told where to go")

    cast = Cast(car=Standing(before=14.0))
    criterion = Criterion("delay", of="car", wanted="after")
    stimulus = Stimulus("setting out", of="car")
    needs = Needs(before=2500.0, after=150.0, junction="left turn")
    desks = Desks(oncoming=StreamAlong("oncoming", headway="headway", speed="speed"))

    class Casting(Machine):
        """The role is not cast yet."""

    class Parked(Machine):
        """It stands before the junction, and the subject is far away."""

    class Routing(Machine):
        """It is told where to go while it is parked still."""

        def entry(m: SemiSuddenTurn.Routing) -> None:
            """Have it turn left."""
            send(m.car, "turn_next", 1.0)

    class Creeping(Machine):
        """It rolls up to the junction, and signals left."""

        def entry(m: SemiSuddenTurn.Creeping) -> None:
            """Drive slowly: whoever has stood for long takes another way."""
            send(m.car, "adjust_speed", CREEP)
            send(m.car, "go", 1.0)

    class Waiting(Machine):
        """It stands at the junction, and signals left."""

        def entry(m: SemiSuddenTurn.Waiting) -> None:
            """Stand, but not parked, so that it signals."""
            send(m.car, "adjust_speed", 0.0)

    class Readying(Machine):
        """The subject comes near, and the stream is made ready for its stop."""

        since: Local[float] = declare(0.0, unit="s", doc="since the date of the gap was last corrected")

        def activity(m: SemiSuddenTurn.Readying) -> None:
            """Have a gap come when the subject will have stood long enough, as far as is known."""
            m.since += m.dt
            if m.since >= AGAIN and m.car_stop is not None:
                m.since = 0.0
                send(m.oncoming, "gap_in", m.after + m.car_stop - STEPS * m.dt)
                send(m.oncoming, "gap", m.size)

    class Stopped(Machine):
        """The subject stands behind it."""

        def entry(m: SemiSuddenTurn.Stopped) -> None:
            """Now it is known when the gap has to come."""
            send(m.oncoming, "gap_in", m.after - m.subject_stood - STEPS * m.dt)
            send(m.oncoming, "gap", m.size)

    class Turning(Machine):
        """It takes the gap, and turns left."""

        def entry(m: SemiSuddenTurn.Turning) -> None:
            """Drive on as ordinary drivers do."""
            send(m.car, "adjust_speed", TURNS)

        def activity(m: SemiSuddenTurn.Turning) -> None:
            """It is over when the subject is past, too."""
            m.is_critical = True
            m.is_over = m.subject_way < -20.0

    def pre_activity(m: SemiSuddenTurn) -> None:
        """Count the time."""
        m.since += m.dt

    def told(m: SemiSuddenTurn) -> None:
        """Start counting."""
        m.since = 0.0

    start = Casting
    transitions = (
        (Casting >> Parked).when(lambda m: m.car is not None),
        (Parked >> Casting).when(lambda m: m.car is None),
        (Parked >> Routing).when(lambda m: m.car_ahead > 0.0 and m.car_gap < FAR).do(told),
        (Routing >> Casting).when(lambda m: m.car is None),
        (Routing >> Creeping).when(lambda m: m.since > 1.0),
        (Creeping >> Casting).when(lambda m: m.car is None),
        (Creeping >> Waiting).when(lambda m: m.car_way < NEAR),
        (Waiting >> Casting).when(lambda m: m.car is None),
        (Waiting >> Readying).when(lambda m: m.car_ahead > 0.0 and m.car_gap < SEES),
        (Readying >> Casting).when(lambda m: m.car is None),
        (Readying >> Stopped).when(lambda m: m.subject_stood > 0.0 and m.car_gap < BEHIND),
        (Stopped >> Readying).when(lambda m: m.subject_stood <= 0.0),
        (Stopped >> Turning).when(lambda m: m.oncoming_opened < m.subject_stood),
    )
