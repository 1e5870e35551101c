"""What a driver does who has to leave its lane."""

from __future__ import annotations

from math import sqrt

from seahaven.hcsm import In, Machine, Out, declare

__all__ = ["Merging"]

CRAWL, NEAR = 8.0, 30.0
"""Below this speed (m/s), it drives on to the end of its lane, until it is so near (m), before it waits for a gap."""

STOPPING = 2.5
"""Deceleration (m/s²) with which it stops before the end of its lane."""


class Merging(Machine):
    """Fit the speed to a gap beside, and stop before the lane's end; no opinion while there is no need to change."""

    speed: In[float] = declare(unit="m/s")
    dt: In[float] = declare(unit="s")
    rate: In[float] = declare(unit="1/s")
    need: In[int]
    room: In[float] = declare(unit="m", doc="to the place where it has to have left its lane")
    left_ahead: In[float] = declare(unit="m/s²")
    right_ahead: In[float] = declare(unit="m/s²")
    comfort: In[float] = declare(unit="m/s²")
    wish: Out[float] = declare(unit="m/s²")

    def activity(m: Merging) -> None:
        """Keep behind whoever is ahead on the lane to come to, but not beyond the own one."""
        ahead = m.left_ahead if m.need > 0 else m.right_ahead
        bound = sqrt(2.0 * STOPPING * max(m.room - m.speed * m.dt, 0.0))
        stop = max((bound - m.speed) * m.rate, -2.0 * STOPPING)
        if m.need != 0:
            m.wish = min(stop, max(ahead, -0.7 * m.comfort) if m.speed > CRAWL or m.room < NEAR else stop)
