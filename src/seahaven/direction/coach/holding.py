"""How fast somebody drives who is to be at a station by the subject."""

from __future__ import annotations

from math import sqrt

from seahaven.direction.coach.task import GAIN, GENTLY, STILL
from seahaven.direction.natural import PARKED_ACCELERATION
from seahaven.hcsm import In, Machine, Out, clip, declare, either, sign

__all__ = ["Holding"]

SOFT, PULL, MOST = 0.45, 0.22, 9.0
"""How it comes up to its station: with this deceleration (m/s²) at the end, this share of what is missing per second,
and never faster than this (m/s) past the subject."""
HURRY = 0.02
"""By how much faster than that (1/s) for each metre further away than near by."""
NEAR_BY = 70.0
"""Metres from the subject within which whatever somebody does moves it."""
ALONG = 0.6
"""Which share of the subject's acceleration it shares."""
UNMOVED = 0.8
"""The share of its usual speed below which the subject is not slowed down."""
ABOUT = 6.0
"""Seconds ahead for which it is looked whether it comes nearer, as it accelerates now."""
PULLING_OUT = 4.0
"""Seconds that it takes from a stand on the shoulder to the lane."""


class Holding(Machine):
    """Draws level with the subject, faster or slower by what is missing to the station."""

    is_stationed: In[bool] = declare(doc="whether there is a station to hold")
    missing: In[float] = declare(unit="m", doc="how far ahead of its station it is")
    shrinking: In[float] = declare(unit="m/s", doc="how fast its station moves away from the subject")
    undrawn: In[float] = declare(unit="m/s", doc="below which it does not draw the subject down as it comes over; or 0")
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
    is_due: Out[bool] = declare(doc="whether somebody who is parked has to drive off")
    comes: Out[bool] = declare(doc="whether it comes nearer to its station, or is about to")

    def activity(m: Holding) -> None:
        """Come nearer, softly at the end; near by never so slow that the subject is moved."""
        if m.is_stationed:
            far = abs(m.missing)
            most = MOST + HURRY * max(far - NEAR_BY, 0.0)
            drift = -sign(m.missing) * min(PULL * far, sqrt(2.0 * SOFT * far), most)
            is_near_by = abs(either(m.ahead, 0.0)) < NEAR_BY
            floor = min(m.slowest, m.subject_speed - GENTLY if is_near_by else m.subject_speed + 2.0)
            if m.undrawn > 0.0:
                floor = max(floor, m.undrawn)
            elif m.side == 0 and is_near_by:
                floor = max(floor, min(UNMOVED * min(m.subject_usual, m.limit), m.subject_speed + GENTLY))
            target = clip(m.subject_speed + m.shrinking + drift, floor, m.fastest)
            m.wished = GAIN * (target - m.speed) + ALONG * m.subject_acceleration
            m.comes = sign(m.missing) * (m.subject_speed - m.speed - ABOUT * m.acceleration) > STILL
            lead = m.subject_speed * m.subject_speed / (2.0 * PARKED_ACCELERATION)
            m.is_due = m.missing < lead + PULLING_OUT * m.subject_speed
