"""Situation 1 of the rear-end study: the slow truck."""

from __future__ import annotations

from math import sqrt

from seahaven.direction.roles import Standing
from seahaven.direction.situation import Cast, Criterion, Needs, Situation
from seahaven.direction.situations.measures import MPH
from seahaven.hcsm import Dial, In, Machine, clip, declare, either, send, sign

__all__ = ["SlowTruck"]

SPARE, LEFT = 3.0, 1.0
"""Seconds by which it is too early at the foot, and still is before the middle: up the hill it can lose time, but not
make up for any."""
SLOWED = 1.06
"""Multiple of `hill_speed` below which the truck counts as slowed down."""
METRES, SHARE = 0.6, 0.03
"""The moment comes within so many metres of the wanted gap, or this share of it."""
LESS, MORE, ALIKE = 0.9, 1.05, 2.0
"""Shares of its speed on the hill at which it drives for the subject to come nearer, or fall back, unless that does so
by itself, at this speed (m/s)."""
PULL = 0.75
"""Mean acceleration of a truck that sets out (m/s²)."""


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

    truck: In[int | None]
    truck_length: In[float | None] = declare(unit="m")
    truck_speed: In[float | None] = declare(unit="m/s")
    truck_gap: In[float | None] = declare(unit="m")
    truck_way: In[float | None] = declare(unit="m")
    truck_parked: In[bool | None]
    truck_stood: In[float | None] = declare(unit="s")
    subject_way: In[float | None] = declare(unit="m")
    subject_speed: In[float] = declare(unit="m/s")
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
            """Have it at the foot so early that it is halfway up when the subject is as near as it is to be."""
            run_up = max(either(m.truck_way, 0.0) - m.place_begin, 0.0)
            foot = clip(sqrt(2.0 * PULL * run_up), m.hill_speed, m.level_speed)
            slowing = 2.0 * (1.0 - m.about) * m.place_begin / (foot + m.hill_speed)
            send(m.truck, "meet_short", m.place_begin)
            send(m.truck, "meet_lag", m.gap + m.truck_length)
            send(m.truck, "meet_early", slowing + m.about * m.place_begin / m.hill_speed + SPARE)
            send(m.truck, "meet", foot)

    class Climbing(Machine):
        """Up the hill, slower and slower."""

        def entry(m: SlowTruck.Climbing) -> None:
            """Have it at its speed on the hill by when the moment may come; its brake lights stay off."""
            send(m.truck, "brake_lights", 0.0)
            send(m.truck, "meet_short", m.about * m.place_begin)
            send(m.truck, "meet_early", m.about * m.place_begin / m.hill_speed + LEFT)
            send(m.truck, "meet", m.hill_speed)

    class Nearing(Machine):
        """Slowed down, about the middle of the hill."""

        def entry(m: SlowTruck.Nearing) -> None:
            """Go on like that: whoever is faster comes nearer, and who is slower falls back."""
            send(m.truck, "pace", m.hill_speed)

    class Lingering(Machine):
        """The subject is elsewhere than it is to be, and would not come there by itself."""

        def entry(m: SlowTruck.Lingering) -> None:
            """Let it come nearer, or fall back."""
            send(m.truck, "pace", (LESS if m.truck_gap > m.gap else MORE) * m.hill_speed)

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
            """It is over when the truck stands, or is left behind."""
            m.is_critical = True
            m.is_over = m.truck_stood > 1.0 or m.subject_way < m.truck_way

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
        (Waiting >> Climbing).when(lambda m: m.truck_way < m.place_begin),
        (Climbing >> Nearing).when(lambda m: m.truck_way < m.about * m.place_begin),
        (Nearing >> Crawling).when(is_met),
        (Nearing >> Crawling).named("past the middle").when(lambda m: m.truck_way < -m.about * m.place_end),
        (Nearing >> Lingering).when(lambda m: sign(m.truck_gap - m.gap) * (m.subject_speed - m.truck_speed) < ALIKE),
        (Lingering >> Crawling).when(is_met),
        (Lingering >> Crawling).named("past the middle").when(lambda m: m.truck_way < -m.about * m.place_end),
        (Crawling >> PullingOver).when(lambda m: m.truck_way < -m.place_end),
    )
