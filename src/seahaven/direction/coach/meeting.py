"""The speed of a vehicle that is to arrive at a place together with the subject."""

from __future__ import annotations

from math import sqrt

from seahaven.direction.coach.task import GAIN
from seahaven.hcsm import In, Machine, Out, clip, declare, either

__all__ = ["Meeting"]

FIRMLY = 1.5
"""Share of the missing speed by which it accelerates in the last seconds before a meeting (1/s)."""
SOON, CREEP = 1.0, 3.0
"""A vehicle with time to spare drives at a constant speed until it has to reach its final speed, and begins that so
many seconds early; to lose time it drives at least so fast (m/s)."""
UNHURRIED = 0.65
"""Least speed on the way, as a share of the speed that it is to have there."""
RESERVE, LOST = 1.15, 1.5
"""It sets out this many times earlier than it has to, so that it can adapt to a subject that comes sooner than
predicted; and the seconds that it loses by pulling out."""


class Meeting(Machine):
    """Arrives together with the subject, at the speed that it is to have there."""

    way: In[float | None] = declare(unit="m", doc="distance to where it is to meet the subject")
    time_left: In[float | None] = declare(unit="s", doc="predicted time until it has to be there")
    match: In[float] = declare(unit="m/s", doc="constant speed at which it would reach the place with the subject")
    is_matched: In[bool] = declare(doc="whether it is to arrive with the subject, at any speed")
    matching: In[float] = declare(unit="s", doc="how long it drives at that speed before it is let go")
    final: In[float] = declare(unit="m/s", doc="speed that it is to have there")
    approach: In[float] = declare(unit="m/s²", doc="acceleration with which it can reach that speed")
    start_time: In[float] = declare(unit="s", doc="time that it would take to get there from a standstill")
    slowest: In[float] = declare(unit="m/s")
    fastest: In[float] = declare(unit="m/s")
    speed: In[float] = declare(unit="m/s")

    wished: Out[float] = declare(unit="m/s²")
    is_due: Out[bool] = declare(doc="whether a parked vehicle has to set out")

    def activity(m: Meeting) -> None:
        """Wait if the subject's arrival cannot be predicted; else drive evenly, reach the final speed, and keep it."""
        left = either(m.time_left, 0.0)
        if m.way is None or m.time_left is None:
            m.wished = GAIN * ((CREEP if m.is_matched else m.slowest) - m.speed)
        elif left > m.matching:
            way = either(m.way, 0.0)
            slack = m.approach * left - m.final
            cruise = sqrt(max(slack * slack - m.final * m.final + 2.0 * m.approach * way, 0.0)) - slack
            if cruise < m.final and m.approach * (left - SOON) > m.final - cruise:
                m.wished = GAIN * (max(cruise, CREEP if m.is_matched else m.slowest) - m.speed)
            else:
                wished = (6.0 * way - 4.0 * m.speed * left - 2.0 * m.final * left) / (left * left)
                low = GAIN * ((CREEP if m.is_matched else UNHURRIED * m.final) - m.speed)
                m.wished = clip(wished, low, max(GAIN * (m.fastest - m.speed), low))
        else:
            m.wished = FIRMLY * (m.match - m.speed)
        m.is_due = (
            m.way is not None
            and m.time_left is not None
            and left < (RESERVE if m.is_matched else 1.0) * m.start_time + LOST
        )
