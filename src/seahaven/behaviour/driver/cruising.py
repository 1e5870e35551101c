"""How fast a driver goes when nobody is in the way, by its own desire or as it was told."""

from __future__ import annotations

from math import atan, sqrt

from seahaven.hcsm import In, Machine, Out, clip, declare, either

__all__ = ["AT_SPEED", "BEFORE", "BEHIND", "BESIDE", "FREELY", "Cruising"]

FREELY, AT_SPEED, BEHIND, BEFORE, BESIDE = 0, 1, 2, 3, 4
"""What it may have been told."""
EASE = 0.7
"""Share of the comfortable deceleration with which it slows down for what lies ahead."""
TIGHT, BRISK = 0.8, 12.0
"""How much more lateral acceleration it accepts in the tightest bends, and the speed (m/s) from which on it does not.
For roads, comfort is taken to end at 0.35 g at 30 km/h and 0.23 g at 50 km/h (AASHTO, Geometric Design of Highways)."""
BLIND = 4.0
"""Deceleration (m/s²) with which it could stop within what it sees of the road."""
UNBOUND = 1e6
"""Square of a speed that nobody reaches."""


class Cruising(Machine):
    """Approach the desired speed, in time for limits and curves ahead; keep to a speed or a partner if told so.

    Whoever does not leave where its road ends stops before that, in comfort, as before anything that stands there. A
    told speed replaces the desired one and the limits; curves and ends still count: `most` is what they allow. A
    partner is kept up with in closed loop: the speed wanted is the partner's, and more or less by what the distance
    lacks.
    """

    speed: In[float] = declare(unit="m/s")
    rate: In[float] = declare(unit="1/s", doc="steps per second")
    dt: In[float] = declare(unit="s")
    free: In[float] = declare(unit="m/s²", doc="acceleration towards the desired speed")
    unrest: In[float] = declare(unit="m/s²", doc="by which its foot is off what it means to")
    desired: In[float] = declare(unit="m/s", doc="by the limit and its own taste")
    length: In[float] = declare(unit="m")
    comfort: In[float] = declare(unit="m/s²")
    sideways: In[float] = declare(unit="m/s²", doc="lateral acceleration that it accepts")
    speed_factor: In[float]
    weather_pace: In[float]
    sight: In[float] = declare(unit="m")
    limit_ahead: In[float | None] = declare(unit="m/s")
    limit_distance: In[float | None] = declare(unit="m")
    curvature: In[float | None] = declare(unit="1/m")
    curve_distance: In[float | None] = declare(unit="m")
    partner_distance: In[float | None] = declare(unit="m")
    partner_speed: In[float | None] = declare(unit="m/s")
    partner_side: In[int]
    adjust_acceleration: In[float] = declare(unit="m/s²")
    keep_gap: In[float] = declare(unit="m")
    slow_side: In[int]
    left_open: In[bool]
    right_open: In[bool]
    is_reckless: In[bool]

    room: In[float] = declare(unit="m", doc="to where it has to stand because its road ends")
    told: In[int] = declare(doc="what it was told last")
    told_speed: In[float] = declare(unit="m/s")
    other: In[int] = declare(doc="the partner's id")

    wish: Out[float] = declare(unit="m/s²")
    most: Out[float] = declare(unit="m/s²", doc="that curves, sight and the end of the road allow")
    partner: Out[int]
    side: Out[int] = declare(doc="the side to which it has to change lanes for its partner's sake")

    class Freely(Machine):
        """As it likes."""

    class AtSpeed(Machine):
        """At a speed that it was told."""

        target: Out[float] = declare(unit="m/s")

        def activity(m: Cruising.AtSpeed) -> None:
            """Want that speed."""
            m.target = m.told_speed

    class Together(Machine):
        """Behind, before or beside a partner; to come before or behind it, first past it on the lane beside."""

        target: Out[float] = declare(unit="m/s")
        lane: Out[int]

        def activity(m: Cruising.Together) -> None:
            """Want the partner's speed, and more or less to make up the distance; and its lane, or the one beside."""
            m.target = max(
                either(m.partner_speed, m.desired)
                + either(
                    4.0
                    * atan(
                        0.06
                        * (
                            m.partner_distance
                            - (m.keep_gap + m.length) * (1.0 if m.told == BEHIND else -1.0 if m.told == BEFORE else 0.0)
                            + (m.keep_gap if m.told == BESIDE else 0.0)
                        )
                    ),
                    0.0,
                ),
                0.0,
            )
            distance = either(m.partner_distance, 0.0)
            is_past = distance > m.length if m.told == BEHIND else distance < -m.length and m.told == BEFORE
            if abs(m.partner_side) > (0 if is_past else 1):
                m.lane = 1 if m.partner_side > 0 else -1
            elif m.partner_side == 0 and not is_past and m.partner_distance is not None:
                m.lane = 1 if m.left_open and (m.slow_side <= 0 or not m.right_open) else -1

    start = Freely
    transitions = (
        (Freely >> AtSpeed).when(lambda m: m.told == AT_SPEED),
        (Freely >> Together).when(lambda m: m.told > AT_SPEED),
        (AtSpeed >> Freely).when(lambda m: m.told == FREELY),
        (AtSpeed >> Together).when(lambda m: m.told > AT_SPEED),
        (Together >> Freely).when(lambda m: m.told == FREELY),
        (Together >> AtSpeed).when(lambda m: m.told == AT_SPEED),
    )

    def activity(m: Cruising) -> None:
        """Accelerate freely, but no further than what lies ahead allows."""
        target = either(m.AtSpeed.target, m.Together.target)
        way = m.speed * m.dt
        slow = 2.0 * EASE * m.comfort
        new_limit = m.weather_pace * m.speed_factor * either(m.limit_ahead, 1e3)
        free = m.free
        bound = new_limit * new_limit + slow * max(either(m.limit_distance, 0.0) - way, 0.0)
        if target is not None:
            free = clip(0.6 * (either(target, 0.0) - m.speed), -m.comfort, m.adjust_acceleration)
            bound = UNBOUND
        free += m.unrest
        bend = max(abs(either(m.curvature, 0.0)), 1e-6)
        tight = 1.0 + TIGHT * max(1.0 - sqrt(m.sideways / bend) / BRISK, 0.0)
        curve = tight * m.sideways / bend + slow * max(either(m.curve_distance, 0.0) - way, 0.0)
        seen = 2.0 * BLIND * m.sight
        last = 2.0 * m.comfort * max(m.room - way, 0.0)
        road = UNBOUND if m.is_reckless else min(curve, seen, last, UNBOUND)
        m.most = max((sqrt(road) - m.speed) * m.rate, -1.5 * m.comfort)
        m.wish = min(free, max((sqrt(min(bound, road)) - m.speed) * m.rate, -1.5 * m.comfort))
        if m.told > AT_SPEED:
            m.partner = m.other
        m.side = m.Together.lane
