"""Situations 3 and 4 of the rear-end study: the inconspicuous following, and the unexpected slowdown."""

from __future__ import annotations

from seahaven.direction.roles import Ahead
from seahaven.direction.situation import Cast, Criterion, Needs, Situation, Stimulus
from seahaven.direction.situations.measures import MPH, G
from seahaven.hcsm import Dial, In, Machine, declare, send

__all__ = ["InconspicuousFollowing", "UnexpectedSlowdown"]

ORDERED = 250.0
"""Distance before the junction (m) at which the lead car is ordered to turn there."""
EASY = 0.5
"""Deceleration (m/s²) with which the lead car comes down to the speed of its approach."""
LATE = 1.5
"""Steps from an order to its effect, and half of one, since the place lies between two."""
RISES = 0.6
"""Seconds from the order to speed up until that can be seen: the coach changes accelerations smoothly."""
FOLLOWS = 8.0
"""Headway (s) beyond which the subject no longer follows the lead car."""
TURNS = 7.0
"""Speed (m/s) at which the lead car turns off."""


class InconspicuousFollowing(Situation):
    """A slow car drives ahead of the subject, and speeds up soon after the subject has closed in."""

    slow: Dial[float] = declare(35.0 * MPH, unit="m/s", doc="speed of the lead car at first")
    fast: Dial[float] = declare(55.0 * MPH, unit="m/s", doc="speed of the lead car in the end")
    close: Dial[float] = declare(50.0, unit="m", doc="distance gap at which the subject counts as close")
    delay: Dial[float] = declare(2.0, unit="s", doc="time from then until the lead car speeds up")

    dt: In[float] = declare(unit="s")
    moment: In[float | None] = declare(unit="s")
    lead: In[int | None]
    lead_gap: In[float | None] = declare(unit="m")
    lead_ahead: In[float | None] = declare(unit="m")
    lead_speed: In[float | None] = declare(unit="m/s")

    cast = Cast(lead=Ahead(paced="slow"))
    criterion = Criterion("gap", of="lead", wanted="close")
    needs = Needs(before=5000.0, window=4400.0, after=2300.0)

    class Casting(Machine):
        """The role is not cast yet."""

    class Slow(Machine):
        """Slowly ahead."""

        def entry(m: InconspicuousFollowing.Slow) -> None:
            """Drive slowly."""
            send(m.lead, "pace", m.slow)

    class Close(Machine):
        """The subject has come close."""

        def activity(m: InconspicuousFollowing.Close) -> None:
            """Report the critical moment."""
            m.is_critical = True

    class Fast(Machine):
        """As fast as one may."""

        def entry(m: InconspicuousFollowing.Fast) -> None:
            """Speed up."""
            send(m.lead, "pace", m.fast)

        def activity(m: InconspicuousFollowing.Fast) -> None:
            """It is over when it has done so."""
            m.is_critical = True
            m.is_over = m.lead_speed > 0.97 * m.fast or m.moment > 25.0

    start = Casting
    transitions = (
        (Casting >> Slow).when(lambda m: m.lead is not None),
        (Slow >> Casting).when(lambda m: m.lead is None),
        (Slow >> Close).when(lambda m: m.lead_gap <= m.close and m.lead_ahead > 0.0),
        (Close >> Fast).when(lambda m: m.moment >= m.delay - RISES - 0.5 * m.dt),
    )


class UnexpectedSlowdown(Situation):
    """The lead car brakes moderately before a junction, and turns left."""

    before: Dial[float] = declare(
        50.0, unit="m", doc="distance before the junction at which the lead car begins to brake"
    )
    braking: Dial[float] = declare(0.35 * G, unit="m/s²", doc="deceleration of the lead car")
    headway: Dial[float] = declare(
        2.0, unit="s", doc="time gap of the subject on the way there, unless it keeps a greater one"
    )
    approach: Dial[float] = declare(45.0 * MPH, unit="m/s", doc="greatest speed of the lead car before it brakes")

    dt: In[float] = declare(unit="s")
    lead: In[int | None]
    lead_way: In[float | None] = declare(unit="m")
    lead_speed: In[float | None] = declare(unit="m/s")
    lead_headway: In[float | None] = declare(unit="s")
    subject_way: In[float | None] = declare(unit="m")

    cast = Cast(lead=Ahead(carried="lead"))
    criterion = Criterion("way", of="lead", wanted="before")
    stimulus = Stimulus("brake light", of="lead")
    needs = Needs(before=4500.0, window=4000.0, after=150.0, junction="left turn")

    class Casting(Machine):
        """The role is not cast yet."""

    class Leading(Machine):
        """Ahead of the subject."""

        def entry(m: UnexpectedSlowdown.Leading) -> None:
            """Lead the subject."""
            send(m.lead, "hold_headway", m.headway)

    class Easing(Machine):
        """The lead car comes down to the speed of its approach, so gently that its brake lights stay off."""

        def entry(m: UnexpectedSlowdown.Easing) -> None:
            """Slow down."""
            send(m.lead, "ease", EASY)
            send(m.lead, "pace", min(m.approach, m.lead_speed))

    class Approaching(Machine):
        """The lead car approaches the junction as if it went straight on."""

        def entry(m: UnexpectedSlowdown.Approaching) -> None:
            """Plan the turn, but slow down for it only when ordered to."""
            send(m.lead, "turn_next", 1.0)
            send(m.lead, "is_reckless", 1.0)
            send(m.lead, "pace", min(m.approach, m.lead_speed))

    class Told(Machine):
        """About to brake."""

        def entry(m: UnexpectedSlowdown.Told) -> None:
            """Brake."""
            send(m.lead, "brake", m.braking)

    class Braking(Machine):
        """The lead car slows down."""

        def activity(m: UnexpectedSlowdown.Braking) -> None:
            """Report the critical moment."""
            m.is_critical = True

    class Turning(Machine):
        """The lead car turns left."""

        def entry(m: UnexpectedSlowdown.Turning) -> None:
            """Drive on as ordinary drivers do."""
            send(m.lead, "is_reckless", 0.0)
            send(m.lead, "brake_for", 0.1)
            send(m.lead, "brake", 0.0)
            send(m.lead, "let_go", 1.0)

        def activity(m: UnexpectedSlowdown.Turning) -> None:
            """It is over when the subject is past, too."""
            m.is_critical = True
            m.is_over = m.subject_way < -20.0

    start = Casting
    transitions = (
        (Casting >> Leading).when(lambda m: m.lead is not None),
        (Leading >> Casting).when(lambda m: m.lead is None),
        (Leading >> Easing).when(
            lambda m: (
                m.lead_way < ORDERED + max(m.lead_speed * m.lead_speed - m.approach * m.approach, 0.0) / (2.0 * EASY)
                and m.lead_headway < FOLLOWS
            )
        ),
        (Easing >> Casting).when(lambda m: m.lead is None),
        (Easing >> Approaching).when(lambda m: m.lead_way < ORDERED),
        (Approaching >> Told).when(lambda m: m.lead_way < m.before + LATE * m.dt * m.lead_speed),
        Told >> Braking,
        (Braking >> Turning).when(lambda m: m.lead_speed < TURNS or m.lead is None),
    )
