"""How a driver lets others in."""

from __future__ import annotations

from seahaven.behaviour.driver.keeping import LEFT, RIGHT
from seahaven.hcsm import In, Machine, Out, declare, either

__all__ = ["Courtesy"]

FREE = 1e3
"""Acceleration (m/s²) that holds nobody back."""
ROLLING = 2.0
"""Speed (m/s) below which it does not wait for others: whoever has not come by then shall wait."""


class Courtesy(Machine):
    """Open a gap for whoever is ahead beside and indicates into the own lane; the less so, the more aggressive."""

    speed: In[float] = declare(unit="m/s")
    left_light: In[int]
    left_gap: In[float | None] = declare(unit="m")
    left_ahead: In[float] = declare(unit="m/s²")
    right_light: In[int]
    right_gap: In[float | None] = declare(unit="m")
    right_ahead: In[float] = declare(unit="m/s²")
    comfort: In[float] = declare(unit="m/s²")
    aggressiveness: In[float]
    is_reckless: In[bool]
    wish: Out[float] = declare(unit="m/s²")

    def activity(m: Courtesy) -> None:
        """Fall back a little."""
        from_left = m.left_light == RIGHT and either(m.left_gap, 0.0) > 0.0
        from_right = m.right_light == LEFT and either(m.right_gap, 0.0) > 0.0
        ahead = min(m.left_ahead if from_left else FREE, m.right_ahead if from_right else FREE)
        if (from_left or from_right) and m.speed > ROLLING and not m.is_reckless:
            m.wish = max(ahead, m.comfort * min(0.7 * m.aggressiveness - 0.8, 0.0))
