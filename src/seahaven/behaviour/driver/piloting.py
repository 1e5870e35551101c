"""The states of a pilot (G9)."""

from __future__ import annotations

from seahaven.behaviour.driver.halting import HAZARD
from seahaven.hcsm import In, Local, Machine, Out, declare

__all__ = ["Piloting"]

IDLE, SEMI_ACTIVE, ACTIVE, TERMINATED, ACCIDENT = 0, 1, 2, 3, 4
"""Codes of `seahaven.world.PilotState`."""


SETTLING, STANDS = 180.0, 0.1
"""Seconds for which it stands after an accident until that is settled, as long as help takes to come, and the speed
(m/s) below which it stands."""
AGAIN, DRIVES, SLOWING = 3.0, 1.0, 0.5
"""Seconds for which a vehicle drives on after an accident, faster than this (m/s) and without braking by as much as
this (m/s²), until it counts as driving again: a driver from outside decides that for itself. Drivers of ours brake
until they stand, so for them it never does. The same time passes with a way ahead after the end of a route."""
ONWARD = 20.0
"""Metres of way ahead with which a vehicle that had arrived has somewhere to go again."""


class Piloting(Machine):
    """Idle, driving off, driving, arrived, or in an accident, where it brakes to a stand until that is settled.

    Then it drives on, still in touch with the other one or not: whoever has another one before it waits for that one.
    A vehicle whose driver from outside drives on at once is active again, and so is one that has arrived and is given a
    way to go on.
    """

    speed: In[float] = declare(unit="m/s")
    desired: In[float] = declare(unit="m/s")
    dt: In[float] = declare(unit="s")
    contact: In[int | None]
    end: In[float] = declare(unit="m", doc="to where its way ends, or it has to stand before that")
    is_halted: In[bool]

    stood: Local[float] = declare(0.0, unit="s", doc="for how long it has stood after an accident")
    is_hurt: Local[bool] = declare(False, doc="whether it had an accident that is not settled")
    is_excused: Local[bool] = declare(False, doc="whether it may drive on though it still touches somebody")
    last_speed: Local[float] = declare(0.0, unit="m/s", doc="that of the last step")
    roamed: Local[float] = declare(0.0, unit="s", doc="for how long it has driven on after an accident")
    onward: Local[float] = declare(0.0, unit="s", doc="for how long it has had a way ahead")
    fate: Local[int] = declare(ACTIVE, doc="the state that it has to go to, if any")

    pilot: Out[int]
    wish: Out[float] = declare(unit="m/s²")
    aim: Out[int]
    turn_light: Out[int]

    class Idle(Machine):
        """Standing, because it was told to."""

        def activity(m: Piloting.Idle) -> None:
            """Say so."""
            m.pilot = IDLE

    class SemiActive(Machine):
        """Driving off."""

        def activity(m: Piloting.SemiActive) -> None:
            """Say so."""
            m.pilot = SEMI_ACTIVE

    class Active(Machine):
        """Driving."""

        def activity(m: Piloting.Active) -> None:
            """Say so."""
            m.pilot = ACTIVE

    class Terminated(Machine):
        """At the end of its route."""

        def activity(m: Piloting.Terminated) -> None:
            """Roll out."""
            m.pilot = TERMINATED
            m.wish = -2.0
            m.aim = 0

    class Accident(Machine):
        """Touched by another."""

        def activity(m: Piloting.Accident) -> None:
            """Brake to a stand, with hazard lights."""
            m.pilot = ACCIDENT
            m.wish = -6.0
            m.aim = 0
            m.turn_light = HAZARD

    def pre_activity(m: Piloting) -> None:
        """Find out which state is due."""
        m.fate = ACTIVE if m.speed > 0.3 * m.desired else SEMI_ACTIVE
        if m.is_halted:
            m.fate = IDLE
        if m.end < 1.0 + m.speed * m.dt:
            m.fate = TERMINATED
        m.onward = m.onward + m.dt if m.end > ONWARD else 0.0
        pace = abs(m.speed)
        is_driven = m.is_hurt and m.contact is None and pace > DRIVES and pace > m.last_speed - SLOWING * m.dt
        m.roamed = m.roamed + m.dt if is_driven else 0.0
        m.last_speed = pace
        if m.roamed > AGAIN:
            m.is_hurt = False
        m.stood = m.stood + m.dt if m.is_hurt and m.speed < STANDS else 0.0
        if m.stood > SETTLING:
            m.is_hurt = False
            m.is_excused = True
        if m.contact is None:
            m.is_excused = False
        elif not m.is_excused:
            m.is_hurt = True
        if m.is_hurt:
            m.fate = ACCIDENT

    start = SemiActive
    transitions = (
        (Idle >> SemiActive).when(lambda m: m.fate == SEMI_ACTIVE or m.fate == ACTIVE),
        (Idle >> Accident).when(lambda m: m.fate == ACCIDENT),
        (SemiActive >> Idle).when(lambda m: m.fate == IDLE),
        (SemiActive >> Active).when(lambda m: m.fate == ACTIVE),
        (SemiActive >> Terminated).when(lambda m: m.fate == TERMINATED),
        (SemiActive >> Accident).when(lambda m: m.fate == ACCIDENT),
        (Active >> Idle).when(lambda m: m.fate == IDLE),
        (Active >> Terminated).when(lambda m: m.fate == TERMINATED),
        (Active >> Accident).when(lambda m: m.fate == ACCIDENT),
        (Terminated >> Accident).when(lambda m: m.fate == ACCIDENT),
        (Terminated >> SemiActive).when(lambda m: m.onward > AGAIN),
        (Accident >> SemiActive).when(lambda m: m.fate != ACCIDENT),
    )
