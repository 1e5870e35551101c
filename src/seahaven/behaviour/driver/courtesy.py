"""How a driver lets others in."""

from __future__ import annotations

from math import sqrt

from seahaven.behaviour.driver.cruising import FREELY
from seahaven.behaviour.driver.keeping import LEFT, RIGHT
from seahaven.behaviour.senses import GENTLY, SPACE
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
HARDENED = 0.8
"""Aggressiveness from which on nobody is let in who only asks."""
FIRMLY = 2.5
"""Braking (m/s²) for whoever asks, at most."""
BODY, AT_EASE = 13.0, 0.25
"""Metres that whoever comes takes up at most: as long as there are not so many, it could hardly go on itself, and time
counts only so much of itself."""


class Courtesy(Machine):
    """Open a gap for whoever is ahead beside and indicates into the own lane; the less so, the more aggressive, and not
    if it is honked at.

    In a queue it lets one in, if that one comes soon. Where it turns itself, whoever indicates to the same side from
    the lane beside may mean to turn, too: that one is let in only if it asks.
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
    plea: In[float | None] = declare(unit="m")
    turn: In[int] = declare(doc="where it turns ahead: 1 left, -1 right")
    comfort: In[float] = declare(unit="m/s²")
    aggressiveness: In[float]
    is_reckless: In[bool]
    is_urged: In[bool] = declare(doc="whether it is honked at")
    told: In[int] = declare(doc="what it was told about its speed; then it is not its own to be polite with")
    waited: Local[float] = declare(0.0, unit="s", doc="for how long it has waited at a crawl, and had rest after that")
    wish: Out[float] = declare(unit="m/s²")

    def activity(m: Courtesy) -> None:
        """Fall back a little."""
        from_left = m.left_light == RIGHT and either(m.left_gap, 0.0) > 0.0 and m.turn >= 0
        from_right = m.right_light == LEFT and either(m.right_gap, 0.0) > 0.0 and m.turn <= 0
        ahead = min(m.left_ahead if from_left else FREE, m.right_ahead if from_right else FREE)
        asks = (from_left or from_right) and not m.is_reckless and not m.is_urged and m.told == FREELY
        gap = min(either(m.left_gap, FREE) if from_left else FREE, either(m.right_gap, FREE) if from_right else FREE)
        crawls = m.speed <= ROLLING
        is_begged = m.plea is not None and m.aggressiveness < HARDENED and not m.is_reckless and not m.is_urged
        if is_begged:
            gap = min(gap, either(m.plea, FREE))
        is_asked = crawls and ((asks and gap < NEAR) or is_begged)
        has_room = either(m.gap, FREE) > gap + BODY
        if is_asked or m.waited > PATIENCE:
            m.waited += m.dt if has_room or m.waited > PATIENCE else AT_EASE * m.dt
        else:
            m.waited = 0.0
        if m.waited > PATIENCE + AGAIN:
            m.waited = 0.0
        wish = FREE
        if asks and not crawls:
            wish = max(ahead, m.comfort * min(0.7 * m.aggressiveness - 0.8, 0.0))
        elif asks and is_asked and m.waited < PATIENCE:
            wish = clip(ahead, -m.comfort, 0.0)
        if is_begged and m.waited < PATIENCE:
            behind = max(either(m.plea, 0.0) - SPACE - m.speed * m.dt, 0.0)
            stop = max((sqrt(2.0 * GENTLY * behind) - m.speed) / m.dt, -FIRMLY)
            wish = min(wish, stop)
        if wish < FREE:
            m.wish = wish
