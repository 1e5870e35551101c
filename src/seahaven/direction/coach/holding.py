"""The speed of a vehicle that is to be at a station relative to the subject."""

from __future__ import annotations

from math import sqrt

from seahaven.direction.coach.natural import PARKED_ACCELERATION
from seahaven.direction.coach.task import GAIN, GENTLY, STILL
from seahaven.hcsm import In, Machine, Out, clip, declare, either, sign

__all__ = ["Holding"]

SOFT, PULL, MOST = 0.45, 0.22, 9.0
"""How it approaches its station: with this deceleration (m/s²) at the end, closing this share of the distance per
second, and at most this much (m/s) faster or slower than the subject."""
HURRY = 0.02
"""How much that limit grows (m/s) per metre beyond `NEAR_BY`."""
NEAR_BY = 70.0
"""Distance to the subject (m) within which the subject responds to what the vehicle does."""
ALONG = 0.6
"""Share of the subject's acceleration that it follows at once."""
UNMOVED = 0.8
"""Share of its usual speed below which the subject is not slowed down."""
ABOUT = 6.0
"""How far ahead (s) its present acceleration is extrapolated to judge whether it comes closer."""
PULLING_OUT = 4.0
"""Time to pull out from the shoulder into the lane (s)."""


class Holding(Machine):
    """Drives as fast as the subject, plus or minus what closes the distance to the station."""

    is_stationed: In[bool] = declare(doc="whether there is a station to hold")
    missing: In[float] = declare(unit="m", doc="how far it is ahead of its station")
    shrinking: In[float] = declare(unit="m/s", doc="speed at which its station moves away from the subject")
    undrawn: In[float] = declare(unit="m/s", doc="least speed while it changes lanes in front of the subject; or 0")
    slowest: In[float] = declare(unit="m/s")
    fastest: In[float] = declare(unit="m/s")
    speed: In[float] = declare(unit="m/s")
    acceleration: In[float] = declare(unit="m/s²")
    limit: In[float] = declare(unit="m/s")
    ahead: In[float | None] = declare(unit="m")
    side: In[int]
    subject_speed: In[float] = declare(unit="m/s")
    subject_acceleration: In[float] = declare(unit="m/s²")
    subject_usual: In[float] = declare(unit="m/s")

    wished: Out[float] = declare(unit="m/s²")
    is_due: Out[bool] = declare(doc="whether a parked vehicle has to set out")
    comes: Out[bool] = declare(doc="whether it comes nearer to its station, or is about to")

    def activity(m: Holding) -> None:
        """Close in, gently at the end; near the subject never so slowly that it slows the subject down."""
        if m.is_stationed:
            far = abs(m.missing)
            most = MOST + HURRY * max(far - NEAR_BY, 0.0)
            drift = -sign(m.missing) * min(PULL * far, sqrt(2.0 * SOFT * far), most)
            is_near_by = abs(either(m.ahead, 0.0)) < NEAR_BY
            floor = min(m.slowest, m.subject_speed - GENTLY if is_near_by else m.subject_speed + 2.0)
            if m.undrawn > 0.0 and m.missing < 0.0:
                floor = max(floor, m.undrawn)
            elif m.side == 0 and is_near_by:
                floor = max(floor, min(UNMOVED * min(m.subject_usual, m.limit), m.subject_speed + GENTLY))
            target = clip(m.subject_speed + m.shrinking + drift, floor, m.fastest)
            m.wished = GAIN * (target - m.speed) + ALONG * m.subject_acceleration
            m.comes = sign(m.missing) * (m.subject_speed - m.speed - ABOUT * m.acceleration) > STILL
            lead = m.subject_speed * m.subject_speed / (2.0 * PARKED_ACCELERATION)
            m.is_due = m.missing < lead + PULLING_OUT * m.subject_speed
