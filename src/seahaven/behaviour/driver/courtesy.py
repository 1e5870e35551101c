"""How a driver lets others in."""

from __future__ import annotations

from seahaven.behaviour.driver.keeping import LEFT, RIGHT
from seahaven.hcsm import In, Local, Machine, Out, clip, declare, either

__all__ = ["Courtesy"]

FREE = 1e3
"""Acceleration (m/s²) that holds nobody back."""
ROLLING = 2.0
"""Speed (m/s) below which it waits for others only for a while."""
NEAR = 9.0
"""Metres: at a crawl, one who is so near ahead beside is let in."""
PATIENCE, AGAIN = 8.0, 12.0
"""Seconds for which it waits at a crawl, and how long after that it lets nobody in."""
BODY, AT_EASE = 13.0, 0.25
"""Metres that whoever comes takes up at most: as long as there are not so many, it could hardly go on itself, and time
counts only so much of itself."""


class Courtesy(Machine):
    """Open a gap for whoever is ahead beside and indicates into the own lane; the less so, the more aggressive.

    In a queue it lets one in, if that one comes soon.
    """

    dt: In[float] = declare(unit="s")
    speed: In[float] = declare(unit="m/s")
    gap: In[float | None] = declare(unit="m")
    left_light: In[int]
    left_gap: In[float | None] = declare(unit="m")
    left_ahead: In[float] = declare(unit="m/s²")
    right_light: In[int]
    right_gap: In[float | None] = declare(unit="m")
    right_ahead: In[float] = declare(unit="m/s²")
    comfort: In[float] = declare(unit="m/s²")
    aggressiveness: In[float]
    is_reckless: In[bool]
    waited: Local[float] = declare(0.0, unit="s", doc="for how long it has waited at a crawl, and had rest after that")
    wish: Out[float] = declare(unit="m/s²")

    def activity(m: Courtesy) -> None:
        """Fall back a little."""
        from_left = m.left_light == RIGHT and either(m.left_gap, 0.0) > 0.0
        from_right = m.right_light == LEFT and either(m.right_gap, 0.0) > 0.0
        ahead = min(m.left_ahead if from_left else FREE, m.right_ahead if from_right else FREE)
        asks = (from_left or from_right) and not m.is_reckless
        gap = min(either(m.left_gap, FREE) if from_left else FREE, either(m.right_gap, FREE) if from_right else FREE)
        crawls = m.speed <= ROLLING
        is_asked = asks and crawls and gap < NEAR
        has_room = either(m.gap, FREE) > gap + BODY
        if is_asked or m.waited > PATIENCE:
            m.waited += m.dt if has_room or m.waited > PATIENCE else AT_EASE * m.dt
        else:
            m.waited = 0.0
        if m.waited > PATIENCE + AGAIN:
            m.waited = 0.0
        if asks and not crawls:
            m.wish = max(ahead, m.comfort * min(0.7 * m.aggressiveness - 0.8, 0.0))
        elif is_asked and m.waited < PATIENCE:
            m.wish = clip(ahead, -m.comfort, 0.0)
