"""How a driver avoids collisions, whatever the others do."""

from __future__ import annotations

from math import sqrt

from seahaven.hcsm import In, Machine, Out, clip, declare, either

__all__ = ["FULL", "Avoiding"]

FULL = 8.0
"""Braking on a dry road that a driver takes for possible, of its own vehicle and of the one ahead (m/s²)."""
MARGIN, LAST_MARGIN = 1.0, 0.5
"""Metres to be left over, if all goes well and at the least; to the latter comes one for each second of a step."""
UTMOST = 9.0
"""The hardest braking wished for where nothing else helps (m/s²)."""


class Avoiding(Machine):
    """Stay slow enough to stop behind a leader who brakes as hard as can be; no opinion while that is so.

    Two safe speeds after Gipps (1981), for the end of the step for which this wish will hold. The first is for one who
    is prepared: a leader who has been braking with all its might since the moment that the driver's knowledge is from
    must not be hit, even if that is noticed only after the next step; so the delay is the reaction time and the step.
    Who is faster than that slows down gently, as after somebody cut in. The second is for one who knows: a leader who
    brakes as it was seen to, and might brake harder from now on, must not be hit by braking at once with full force.
    """

    speed: In[float] = declare(unit="m/s")
    gap: In[float | None] = declare(unit="m")
    closing: In[float | None] = declare(unit="m/s")
    leader_acceleration: In[float | None] = declare(unit="m/s²")
    reaction: In[float] = declare(unit="s")
    grip: In[float]
    dt: In[float] = declare(unit="s")
    rate: In[float] = declare(unit="1/s", doc="steps per second")
    is_reckless: In[bool]
    wish: Out[float] = declare(unit="m/s²")

    def activity(m: Avoiding) -> None:
        """Compare the speed with both safe ones."""
        hard = FULL * m.grip
        step = 0.5 * hard * m.dt
        delay = step + hard * m.reaction
        room = 2.0 * hard * (either(m.gap, 0.0) - 0.5 * m.speed * m.dt)
        leader_speed = max(m.speed - either(m.closing, 0.0), 0.0)
        by_now = max(leader_speed + m.reaction * clip(either(m.leader_acceleration, 0.0), -hard, 0.0), 0.0)
        prepared = delay * delay + room - 2.0 * hard * MARGIN + leader_speed * leader_speed
        knowing = step * step + room - 2.0 * hard * (LAST_MARGIN + m.dt) + by_now * by_now
        haste = m.speed - max(sqrt(max(prepared, 0.0)) - delay, 0.0)
        danger = m.speed - max(sqrt(max(knowing, 0.0)) - step, 0.0)
        gently = min(haste * (0.6 + 0.4 * haste), 3.5 - min(either(m.leader_acceleration, 0.0), 0.0))
        if m.gap is not None and max(haste, danger) > 0.0 and not m.is_reckless:
            m.wish = -min(max(gently if haste > 0.0 else 0.0, m.rate * danger), UTMOST)
