"""Situation 1 of the rear-end study: the slow truck."""

from __future__ import annotations

from seahaven.direction.roles import Standing
from seahaven.direction.situation import Cast, Criterion, Needs, Situation
from seahaven.direction.situations.measures import MPH
from seahaven.hcsm import Dial, In, Local, Machine, clip, declare, either, send, sign

__all__ = ["SlowTruck"]

SLOWED = 1.06
"""Multiple of `hill_speed` below which the truck counts as slowed down."""
METRES, SHARE = 0.6, 0.03
"""The moment comes within so many metres of the wanted gap, or this share of it."""
BAND = 0.7
"""How far the truck's speed may be from the set one (m/s), to make up for what the subject does."""
ALIKE = 2.0
"""A subject that comes nearer to the set gap by this speed (m/s) gets there by itself."""
LEAST = 0.3
"""Least acceleration with which it slows down (m/s²)."""
FIRST = 0.45
"""Share of the way from the foot to the middle of the hill on which the truck slows down."""
QUICKER = 2.0
"""Seconds by which the truck is sooner at the foot than coaches expect of a vehicle that sets out."""
AGAIN = 2.0
"""Seconds from one correction of its speed on the level to the next."""
BEYOND = 40.0
"""Metres beyond the crest at which the truck pulls over."""


class SlowTruck(Situation):
    """A truck drives ahead of the subject and slows down on a hill, without brake lights.

    The subject has closed in to the set gap when the truck is about halfway up. At the crest the truck pulls over.
    """

    level_speed: Dial[float] = declare(55.0 * MPH, unit="m/s", doc="speed of the truck before the hill")
    hill_speed: Dial[float] = declare(40.0 * MPH, unit="m/s", doc="speed of the truck halfway up")
    gap: Dial[float] = declare(80.0, unit="m", doc="distance gap of the subject when the truck is about halfway up")
    about: Dial[float] = declare(
        0.36,
        least=0.0,
        most=0.9,
        doc="how far from the middle of the hill the truck may be then, as a share of half the hill",
    )

    dt: In[float] = declare(unit="s")
    truck: In[int | None]
    truck_length: In[float | None] = declare(unit="m")
    truck_speed: In[float | None] = declare(unit="m/s")
    truck_gap: In[float | None] = declare(unit="m")
    truck_way: In[float | None] = declare(unit="m")
    truck_parked: In[bool | None]
    truck_stood: In[float | None] = declare(unit="s")
    subject_way: In[float | None] = declare(unit="m")
    subject_speed: In[float] = declare(unit="m/s")
    subject_time: In[float | None] = declare(unit="s")
    place_begin: In[float] = declare(unit="m")
    place_end: In[float] = declare(unit="m")

    cast = Cast(truck=Standing("truck", before=1500.0, is_beside=True, pace=55.0 * MPH))
    criterion = Criterion("gap", of="truck", wanted="gap")
    needs = Needs(before=4000.0, after=700.0, grade=0.045)

    class Casting(Machine):
        """The role is not cast yet."""

    class Waiting(Machine):
        """Parked before the hill, and then on the way to its foot, to be there in time."""

        def entry(m: SlowTruck.Waiting) -> None:
            """Have it set out so that, at its set speeds, it is halfway up when the subject is as near as it is to be.

            It slows down on the hill as if that were steep for it, so its brake lights stay off.
            """
            send(m.truck, "brake_lights", 0.0)
            send(m.truck, "meet_short", m.place_begin)
            send(m.truck, "meet_lag", m.gap + m.truck_length)
            slowing = 2.0 * FIRST * m.place_begin / (m.level_speed + m.hill_speed)
            send(m.truck, "meet_early", slowing + (1.0 - FIRST) * m.place_begin / m.hill_speed - QUICKER)
            send(m.truck, "meet", m.level_speed)

    class Running(Machine):
        """On the level, at its speed."""

        since: Local[float] = declare(0.0, unit="s", doc="since its speed was last corrected")

        def entry(m: SlowTruck.Running) -> None:
            """Come up to that speed."""
            send(m.truck, "pace", m.level_speed)

        def activity(m: SlowTruck.Running) -> None:
            """Make up for a subject that comes sooner or later than predicted, as far as its speed may vary."""
            m.since += m.dt
            if m.since >= AGAIN and m.subject_time is not None:
                m.since = 0.0
                slowing = 2.0 * FIRST * m.place_begin / (m.level_speed + m.hill_speed)
                climb = slowing + (1.0 - FIRST) * m.place_begin / m.hill_speed
                lag = (m.gap + either(m.truck_length, 0.0)) / max(m.subject_speed, 1.0)
                left = either(m.subject_time, 0.0) - lag - climb
                run = max(either(m.truck_way, 0.0) - m.place_begin, 1.0)
                send(m.truck, "pace", clip(run / max(left, 1.0), m.level_speed - BAND, m.level_speed + BAND))

    class Climbing(Machine):
        """Up the hill, slower and slower."""

        def entry(m: SlowTruck.Climbing) -> None:
            """Slow down evenly."""
            change = m.level_speed * m.level_speed - m.hill_speed * m.hill_speed
            send(m.truck, "ease", max(change / (2.0 * FIRST * m.place_begin), LEAST))
            send(m.truck, "pace", m.hill_speed)

    class Nearing(Machine):
        """Slowed down, about the middle of the hill."""

        def entry(m: SlowTruck.Nearing) -> None:
            """Go on like that: whoever is faster comes nearer, and who is slower falls back."""
            send(m.truck, "pace", m.hill_speed)

    class Lingering(Machine):
        """The subject is elsewhere than it is to be, and would not come there by itself."""

        def entry(m: SlowTruck.Lingering) -> None:
            """Let it come nearer, or fall back."""
            send(m.truck, "pace", m.hill_speed + (-BAND if m.truck_gap > m.gap else BAND))

    class Crawling(Machine):
        """Up to the crest, at its speed."""

        def entry(m: SlowTruck.Crawling) -> None:
            """Keep the speed."""
            send(m.truck, "pace", m.hill_speed)

        def activity(m: SlowTruck.Crawling) -> None:
            """Report the critical moment."""
            m.is_critical = True

    class PullingOver(Machine):
        """Onto the shoulder of the crest."""

        def entry(m: SlowTruck.PullingOver) -> None:
            """Let the subject pass."""
            send(m.truck, "let_go", 1.0)
            send(m.truck, "brake_lights", 1.0)
            send(m.truck, "stop_on_shoulder", 1.0)

        def activity(m: SlowTruck.PullingOver) -> None:
            """It is over when the truck stands, and the subject has passed it."""
            m.is_critical = True
            m.is_over = m.truck is None or (m.truck_stood > 1.0 and m.subject_way < m.truck_way)

    def is_met(m: SlowTruck) -> bool:
        """Whether the subject is at the wanted gap, and the truck has slowed down."""
        return (
            abs(either(m.truck_gap, 0.0) - m.gap) < max(METRES, SHARE * m.gap)
            and either(m.truck_speed, 0.0) < SLOWED * m.hill_speed
        )

    start = Casting
    transitions = (
        (Casting >> Waiting).when(lambda m: m.truck is not None),
        (Waiting >> Casting).when(lambda m: m.truck is None),
        (Waiting >> Running).when(lambda m: m.truck is not None and not m.truck_parked),
        (Running >> Casting).when(lambda m: m.truck is None),
        (Running >> Climbing).when(lambda m: m.truck_way < m.place_begin),
        (Climbing >> Nearing).when(lambda m: m.truck_way < m.about * m.place_begin),
        (Nearing >> Crawling).when(is_met),
        (Nearing >> Crawling).named("past the middle").when(lambda m: m.truck_way < -m.about * m.place_end),
        (Nearing >> Lingering).when(lambda m: sign(m.truck_gap - m.gap) * (m.subject_speed - m.truck_speed) < ALIKE),
        (Lingering >> Crawling).when(is_met),
        (Lingering >> Crawling).named("past the middle").when(lambda m: m.truck_way < -m.about * m.place_end),
        (Crawling >> PullingOver).when(lambda m: m.truck_way < -m.place_end - BEYOND),
    )
