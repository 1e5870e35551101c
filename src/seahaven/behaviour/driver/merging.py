"""What a driver does who has to leave its lane."""

from __future__ import annotations

from math import sqrt

from seahaven.behaviour.driver.keeping import AT_EASE
from seahaven.hcsm import In, Machine, Out, declare, either

__all__ = ["CLOSE", "Merging"]

CLOSE = AT_EASE**2
"""How much less a gap counts that is to be kept for a while only; with `1 - CLOSE` of the acceleration that it likes,
this is what the intelligent driver model says to the share of the gap with which one may come onto a lane."""

CRAWL, NEAR = 8.0, 30.0
"""Below this speed (m/s), it drives on to the end of its lane, until it is so near (m), before it waits for a gap."""

SLOW = 3.0
"""Speed (m/s) up to which it does not fall back for somebody beside it whose middle is behind its own."""

STANDING = 0.5
"""Speed (m/s) below which whoever is ahead beside stands: at a crawl, it goes on past that one."""

OFFERED = 2.0
"""Metres beyond its own length that a hole in a slow line beside has to have for it to keep behind whoever is ahead of
the hole."""

FAR = 1e4
"""Metres: nobody is there."""

STOPPING = 3.5
"""Deceleration (m/s²) with which it stops before the end of its lane."""


class Merging(Machine):
    """Fit the speed to a gap beside, and stop before the lane's end; no opinion while there is no need to change.

    Who is side by side with somebody falls back; at a crawl only whoever is behind, and the other one drives on, lest
    two who have to change places wait for each other. At a crawl, the lane is used up to its end first, but not past
    the end of a queue on the other one, or past a hole in it: it stays there and comes over.
    """

    speed: In[float] = declare(unit="m/s")
    dt: In[float] = declare(unit="s")
    rate: In[float] = declare(unit="1/s")
    need: In[int] = declare(doc="the side to which it has to change, 0 for none")
    is_near: In[bool] = declare(doc="whether it has to do so soon")
    room: In[float] = declare(unit="m", doc="to the place where it has to have left its lane")
    left_gap: In[float | None] = declare(unit="m")
    left_closing: In[float | None] = declare(unit="m/s")
    left_ahead: In[float] = declare(unit="m/s²")
    left_rear_gap: In[float | None] = declare(unit="m")
    left_rear_closing: In[float | None] = declare(unit="m/s")
    right_gap: In[float | None] = declare(unit="m")
    right_closing: In[float | None] = declare(unit="m/s")
    right_ahead: In[float] = declare(unit="m/s²")
    right_rear_gap: In[float | None] = declare(unit="m")
    right_rear_closing: In[float | None] = declare(unit="m/s")
    liveliness: In[float] = declare(unit="m/s²")
    comfort: In[float] = declare(unit="m/s²")
    is_moving: In[bool]
    is_reckless: In[bool]
    wish: Out[float] = declare(unit="m/s²")

    def activity(m: Merging) -> None:
        """Keep behind whoever is ahead on the lane to come to, or beside, but not beyond the end of the own one."""
        is_left = m.need > 0
        ahead = m.left_ahead if is_left else m.right_ahead
        rear_gap = either(m.left_rear_gap if is_left else m.right_rear_gap, 1.0)
        rear_closing = either(m.left_rear_closing if is_left else m.right_rear_closing, 0.0)
        bound = sqrt(2.0 * STOPPING * max(m.room - m.speed * m.dt, 0.0))
        stop = max((bound - m.speed) * m.rate, -1.5 * STOPPING)
        fit = max(CLOSE * ahead + (1.0 - CLOSE) * m.liveliness, -0.7 * m.comfort)
        if rear_gap < 0.0 and abs(rear_closing) < 2.0 and m.speed > SLOW:
            fit = min(fit, -0.6 * m.comfort)
        gap = either(m.left_gap if is_left else m.right_gap, FAR)
        hole = gap + either(m.left_rear_gap if is_left else m.right_rear_gap, FAR)
        leader = m.speed - either(m.left_closing if is_left else m.right_closing, 0.0)
        is_offered = hole > OFFERED and (m.speed < CRAWL or leader < SLOW)
        is_pressed = m.is_near and (m.speed > CRAWL or m.room < NEAR)
        is_passing = m.speed < SLOW and leader < STANDING and not (is_offered and gap > 0.0)
        is_fitting = (is_pressed or is_offered) and not m.is_moving and not is_passing and not m.is_reckless
        if m.need != 0:
            m.wish = min(stop, fit) if is_fitting else stop
