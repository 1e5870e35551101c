"""How fast somebody drives who is to be at a place when the subject is there."""

from __future__ import annotations

from math import sqrt

from seahaven.direction.coach.task import GAIN
from seahaven.hcsm import In, Machine, Out, clip, declare, either

__all__ = ["Meeting"]

FIRMLY = 1.5
"""By how much of what its speed lacks it accelerates in the last seconds before a meeting (1/s)."""
SOON, CREEP = 1.0, 3.0
"""Who has time until a meeting drives evenly until it has to come up to its speed there; from so many seconds before
that on it does so; and how fast (m/s) it drives at least, to lose time."""
UNHURRIED = 0.65
"""The share of the speed that it is to have there below which it does not drive on the way."""
RESERVE, LOST = 1.15, 1.5
"""So many times earlier than it has to it sets out to a meeting, so that it can make up for a subject that comes
faster than expected; and the seconds that it loses by pulling out."""


class Meeting(Machine):
    """Arrives with the subject, at the speed that it is to have there."""

    way: In[float | None] = declare(unit="m", doc="to where it is to meet the subject")
    time_left: In[float | None] = declare(unit="s", doc="until the subject is expected to be where it is to be then")
    match: In[float] = declare(unit="m/s", doc="the steady speed at which it would be at the place with the subject")
    is_matched: In[bool] = declare(doc="whether it is to be there with the subject, at whichever speed")
    matching: In[float] = declare(unit="s", doc="for how long it drives at that speed before it is let go")
    final: In[float] = declare(unit="m/s", doc="at which it is to be there")
    approach: In[float] = declare(unit="m/s²", doc="with which it can come up to that")
    start_time: In[float] = declare(unit="s", doc="that it would take to where they meet, from a stand")
    slowest: In[float] = declare(unit="m/s")
    fastest: In[float] = declare(unit="m/s")
    speed: In[float] = declare(unit="m/s")

    wished: Out[float] = declare(unit="m/s²")
    is_due: Out[bool] = declare(doc="whether somebody who is parked has to drive off")

    def activity(m: Meeting) -> None:
        """Wait for the subject if it cannot be foreseen; else drive evenly, come up to the speed there, and keep it."""
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
