"""How a driver comes through a junction: waits where it has to, sets out when it may, and lets others pass."""

from __future__ import annotations

from math import sqrt

from seahaven.behaviour.driver.avoidance import FULL
from seahaven.behaviour.driver.following import HARDEST
from seahaven.hcsm import In, Local, Machine, Out, clip, declare, either
from seahaven.world import LightState

__all__ = ["Crossing"]

OFF, AMBER, BLINKING, ARROW = (
    int(state) for state in (LightState.OFF, LightState.AMBER, LightState.BLINKING, LightState.ARROW)
)
"""What lights show."""
AT_AMBER = 3.0
"""Braking (m/s²) that is asked of whoever is to stop at amber; who would have to brake harder drives on."""
TOO_LATE = 6.0
"""Who would have to brake harder than this (m/s²) to stop cannot do so any more, whatever it should."""
SHORT = 0.3
"""Metres before the place at which it waits."""
OVER = 0.7
"""Metres by which it may come to stand beyond it."""
AT_LINE = 3.0
"""Whoever has stood within so many metres of the line has stopped there."""
GAP, HASTE = 2.2, 1.2
"""Seconds that it leaves others who go first, and how much less the boldest do."""
AGEING, LEAST = 0.02, 0.3
"""How much less of that it leaves for every second that it has waited, and what share of it stays."""
LOOK = 0.4
"""Seconds more than a step that it needs to make up its mind."""
FIRM = 3.5
"""Braking (m/s²) with which it could still stop for somebody who will be out of the way in time."""
EVENLY = 1.15
"""It brakes at most by so much harder than it would have to in order to stop in time, once that is known."""
EASY = 0.8
"""Share of its time gap with which it is content behind whoever comes onto its lane."""


class Crossing(Machine):
    """Stop before a junction until light, signs and others permit; set out; and stand for those who go before.

    It may go when the light shows green, or amber and stopping would be too hard; when it has stopped where a sign says
    so; when those who go first come late enough, which means less the longer it has waited, and least
    if it is honked at; and when there is room behind the junction. It sets out at the last moment at which it could
    still stop in comfort, or as amber demands.

    Behind whoever comes onto its lane it opens a gap in comfort, and brakes harder only as far as it has to lest it hit
    that one if it stopped as hard as can be (as `Avoiding` does behind a leader).
    """

    speed: In[float] = declare(unit="m/s")
    dt: In[float] = declare(unit="s")
    rate: In[float] = declare(unit="1/s")
    comfort: In[float] = declare(unit="m/s²")
    liveliness: In[float] = declare(unit="m/s²")
    aggressiveness: In[float]
    reaction: In[float] = declare(unit="s")
    standstill: In[float] = declare(unit="m")
    time_gap: In[float] = declare(unit="s")
    slope: In[float] = declare(unit="s²/m", doc="how much more distance it wants behind somebody who is slower")
    grip: In[float]
    hold: In[float | None] = declare(unit="m")
    light: In[int]
    light_age: In[float] = declare(unit="s")
    must_stop: In[bool]
    slack: In[float | None] = declare(unit="s")
    room: In[float | None] = declare(unit="m")
    block: In[float | None] = declare(unit="m")
    block_time: In[float | None] = declare(unit="s")
    join_gap: In[float | None] = declare(unit="m")
    join_speed: In[float | None] = declare(unit="m/s")
    waiting: In[float] = declare(unit="s")
    runs_lights: In[bool]
    is_reckless: In[bool]
    is_urged: In[bool] = declare(doc="whether it is honked at")

    has_stopped: Local[bool] = declare(False, doc="whether it has stood at this line")

    wish: Out[float] = declare(unit="m/s²")
    goes: Out[bool]

    def activity(m: Crossing) -> None:
        """Decide, and brake for what is in the way."""
        # whether it may go
        hold = max(either(m.hold, 0.0) - SHORT, 0.0)
        m.has_stopped = m.hold is not None and (m.has_stopped or (m.speed < 0.3 and hold < AT_LINE))
        square = m.speed * m.speed
        is_late = square > 2.0 * AT_AMBER * m.grip * hold
        needed = (GAP - HASTE * m.aggressiveness) * max(1.0 - AGEING * m.waiting, LEAST)
        if m.is_urged:
            needed = (GAP - HASTE * m.aggressiveness) * LEAST
        is_green = m.light < AMBER or m.light == BLINKING or (m.light == AMBER and is_late)
        is_green = is_green or (m.light == ARROW and m.has_stopped) or m.runs_lights
        is_awake = m.light == OFF or m.speed > 1.0 or m.light_age > m.reaction or m.is_urged
        has_time = either(m.slack, needed) >= needed
        may = is_green and is_awake and (m.has_stopped or not m.must_stop) and has_time and either(m.room, 0.0) >= 0.0
        may = may or m.is_reckless or square > 2.0 * TOO_LATE * m.grip * (hold + OVER)
        braking = m.comfort if m.light == OFF else AT_AMBER * m.grip
        decides = hold < m.speed * (m.dt + LOOK) + square / (2.0 * braking) + 1.0
        m.goes = m.hold is not None and may and decides

        # what it has to brake for
        way = m.speed * m.dt
        wish = HARDEST
        if m.hold is not None and not may:
            late = 0.5 * m.comfort * m.dt
            bound = sqrt(max(late * late + m.comfort * (2.0 * hold - way), 0.0)) - late
            needed = square / (2.0 * max(hold - 0.5 * way, 0.2))
            wish = max((bound - m.speed) * m.rate, -EVENLY * max(needed, m.comfort))
        if m.block is not None and not m.is_reckless:
            distance = max(either(m.block, 0.0) - SHORT, 0.0)
            is_soon = either(m.block_time, 1e3) * max(m.speed, 0.1) < distance
            hard = FIRM * m.grip if is_soon else m.comfort
            late = 0.5 * hard * m.dt
            bound = sqrt(max(late * late + hard * (2.0 * distance - way), 0.0)) - late
            needed = square / (2.0 * max(distance - 0.5 * way, 0.2))
            wish = min(wish, max((bound - m.speed) * m.rate, -EVENLY * max(needed, m.comfort)))
        if m.join_gap is not None and not m.is_reckless:
            gap = max(either(m.join_gap, 0.0), 0.1)
            closing = m.speed - either(m.join_speed, 0.0)
            share = (m.standstill + max(m.speed * (EASY * m.time_gap + m.slope * closing), 0.0)) / gap
            needed = max(closing, 0.0) * max(closing, 0.0) / (2.0 * max(gap - 0.5 * m.standstill, 0.3))
            full = FULL * m.grip
            late = 0.5 * full * m.dt
            other = max(either(m.join_speed, 0.0), 0.0)
            left = 2.0 * full * (gap - 0.5 * m.standstill - 0.5 * way)
            danger = m.speed - max(sqrt(max(late * late + left + other * other, 0.0)) - late, 0.0)
            least = -max(EVENLY * max(needed, m.comfort), danger * m.rate)
            wish = min(wish, max(m.liveliness * (1.0 - share * share), least))
        if wish < HARDEST:
            m.wish = clip(wish, -HARDEST, m.liveliness)
