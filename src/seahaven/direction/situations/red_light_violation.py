"""A car runs a red light in front of the subject: three concurrent directors, as in Figure 9 of the HCSM paper."""

from __future__ import annotations

from seahaven.direction.desk import Broadcast, Desks, JunctionLights
from seahaven.direction.roles import Crossing
from seahaven.direction.situation import Cast, Criterion, Needs, Situation, Stimulus
from seahaven.direction.situations.measures import FAR, MPH
from seahaven.hcsm import Dial, In, Local, Machine, declare, either, send

__all__ = ["RedLightViolation"]

AGAIN = 1.0
"""Seconds from one broadcast to the next."""
SPAN, SHARP = 0.4, 0.1
"""Seconds around the set time within which the moment may come, and within which both arrive together for it to come.
"""
NEAR = 3.0
"""Seconds before that moment from which on the violator reacts to no other vehicle."""
HOLD = 60.0
"""Longest time (s) for which the light stays green; it is released when the subject is past."""


class RedLightViolation(Situation):
    """The subject gets green, the lane ahead clears, and a car on the crossing road runs its red light."""

    together: Dial[float] = declare(
        0.0, unit="s", least=-5.0, most=5.0, doc="how much later than the subject the violator arrives"
    )
    before: Dial[float] = declare(5.0, unit="s", doc="time before the collision at which the violator is let go")
    pace: Dial[float] = declare(36.0 * MPH, unit="m/s", doc="speed of the violator")
    green: Dial[float] = declare(25.0, unit="s", doc="time before the subject arrives at which its green is requested")
    clear: Dial[float] = declare(
        500.0, unit="m", doc="distance before the junction from which the lane ahead is cleared"
    )
    onward: Dial[float] = declare(
        1.2, least=0.0, most=3.0, doc="speed of vehicles ahead, as a multiple of the subject's usual speed"
    )
    aside: Dial[float] = declare(
        0.0, least=-1.0, most=1.0, doc="side to which vehicles ahead change lanes: 1 left, -1 right, 0 neither"
    )

    dt: In[float] = declare(unit="s")
    violator: In[int | None]
    violator_arrival: In[float | None] = declare(unit="s")
    subject_time: In[float | None] = declare(unit="s")
    subject_way: In[float | None] = declare(unit="m")
    subject_usual: In[float] = declare(unit="m/s")
    lights: In[int]
    lights_green: In[int]
    leaders: In[int]

    cast = Cast(violator=Crossing())
    criterion = Criterion("arrival", of="violator", wanted="together")
    stimulus = Stimulus("entering", of="violator")
    needs = Needs(before=1800.0, after=150.0, junction="crossing")
    desks = Desks(lights=JunctionLights(), leaders=Broadcast(reach=200.0))

    class ClearLane(Machine):
        """Tells those ahead of the subject to make room."""

        since: Local[float] = declare(0.0, unit="s", doc="since the last broadcast")

        def activity(m: RedLightViolation.ClearLane) -> None:
            """Have them change lanes or drive faster."""
            m.since += m.dt
            way = either(m.subject_way, FAR)
            if m.since >= AGAIN and way > 0.0 and way < m.clear:
                m.since = 0.0
                send(m.leaders, "adjust_speed", m.onward * m.subject_usual)
                if m.aside != 0.0:
                    send(m.leaders, "change_lane", m.aside)

    class ChangeLight(Machine):
        """Has the light green for the subject when it arrives, and so red for the road that crosses."""

        class Cycling(Machine):
            """As its program says."""

        class Green(Machine):
            """On the way to green for the subject, or green."""

            def entry(m: RedLightViolation.ChangeLight.Green) -> None:
                """Ask for it: amber, red and shortest greens are kept."""
                send(m.lights, "hold_for", HOLD)
                send(m.lights, "ask", m.lights_green)

        class Past(Machine):
            """The subject is past."""

            def entry(m: RedLightViolation.ChangeLight.Past) -> None:
                """Let the program go on."""
                send(m.lights, "release", 1.0)

        start = Cycling
        transitions = (
            (Cycling >> Green).when(lambda m: m.subject_time < m.green),
            (Green >> Past).when(lambda m: m.subject_way < 0.0),
        )

    class ConscriptViolator(Machine):
        """Lets a car on the crossing road arrive with the subject, and run the light."""

        class Casting(Machine):
            """The role is not cast yet."""

        class Meeting(Machine):
            """The violator approaches, timed to arrive with the subject."""

            def entry(m: RedLightViolation.ConscriptViolator.Meeting) -> None:
                """Let it arrive together with the subject, at a constant speed by the time it is let go."""
                send(m.violator, "runs_lights", 1.0)
                send(m.violator, "meet_short", -1.0)
                send(m.violator, "meet_early", m.before)
                send(m.violator, "meet", m.pace)

        class Heedless(Machine):
            """The violator is near, and no longer reacts to others."""

            def entry(m: RedLightViolation.ConscriptViolator.Heedless) -> None:
                """Brake for no other vehicle."""
                send(m.violator, "is_reckless", 1.0)

        class Running(Machine):
            """The violator runs the light; what happens now is up to the subject."""

            def entry(m: RedLightViolation.ConscriptViolator.Running) -> None:
                """Keep the present speed, whatever is in its way."""
                send(m.violator, "steady", 1.0)

            def activity(m: RedLightViolation.ConscriptViolator.Running) -> None:
                """Report the critical moment; the situation is over when the subject is past."""
                m.is_critical = True
                m.is_over = m.subject_way < -50.0

        start = Casting
        transitions = (
            (Casting >> Meeting).when(lambda m: m.violator is not None),
            (Meeting >> Casting).when(lambda m: m.violator is None),
            (Meeting >> Heedless).when(lambda m: m.subject_time < m.before + NEAR),
            (Heedless >> Casting).when(lambda m: m.violator is None),
            (Heedless >> Running).when(
                lambda m: (
                    m.violator_arrival is not None
                    and (
                        m.subject_time <= m.before - SPAN
                        or (m.subject_time <= m.before + SPAN and abs(m.violator_arrival - m.together) < SHARP)
                    )
                )
            ),
        )
