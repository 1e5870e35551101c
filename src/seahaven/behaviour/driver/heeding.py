"""How a driver heeds people on foot."""

from __future__ import annotations

from math import sqrt

from seahaven.behaviour.driver.following import HARDEST
from seahaven.hcsm import In, Local, Machine, Out, clip, declare, either

__all__ = ["Heeding"]

LATER = 0.5
"""Seconds after somebody on foot has gone out of its way at which it may get there."""
FIRMLY = 1.5
"""So many times as hard as it likes it brakes at most where that is enough."""
FIRM = 3.5
"""Braking (m/s²) with which it could still stop for somebody who will be gone in time."""
ALERT = 2.0
"""Seconds for which it stays on the lookout for the next one when somebody is gone."""
STANDS = 0.5
"""Speed (m/s) below which it need not notice anew for whom it waits."""


class Heeding(Machine):
    """Stop for people: in comfort where that is enough, as hard as need be where it is not, and until they are gone.

    Whoever comes in sight is noticed after the reaction time, or at once shortly after somebody else. Where somebody
    will be gone before the driver gets there, it only keeps its speed, as long as it could still stop.
    """

    dt: In[float] = declare(unit="s")
    rate: In[float] = declare(unit="1/s")
    speed: In[float] = declare(unit="m/s")
    comfort: In[float] = declare(unit="m/s²")
    reaction: In[float] = declare(unit="s")
    walker: In[float | None] = declare(unit="m")
    walker_time: In[float | None] = declare(unit="s")
    is_reckless: In[bool]
    seen: Local[float] = declare(0.0, unit="s", doc="for how long somebody has been in sight")
    wish: Out[float] = declare(unit="m/s²")

    def activity(m: Heeding) -> None:
        """Brake as the distance demands."""
        m.seen = max(m.seen - m.dt, 0.0) if m.walker is None else min(m.seen + m.dt, m.reaction + ALERT)
        place = max(either(m.walker, 0.0), 0.0)
        bound = sqrt(2.0 * m.comfort * max(place - m.speed * m.dt, 0.0))
        gently = max((bound - m.speed) * m.rate, -FIRMLY * m.comfort)
        needed = -m.speed * m.speed / (2.0 * max(place, 0.1))
        hard = max(1.1 * needed, -HARDEST) if needed < -m.comfort else gently
        late = 0.5 * FIRM * m.dt
        ready = (sqrt(max(late * late + FIRM * (2.0 * place - m.speed * m.dt), 0.0)) - late - m.speed) * m.rate
        is_later = m.walker_time is not None and place > m.speed * (either(m.walker_time, 0.0) + LATER)
        has_noticed = m.seen > m.reaction or m.speed < STANDS
        if m.walker is not None and has_noticed and not m.is_reckless:
            m.wish = clip(ready, -m.comfort, 0.0) if is_later else min(gently, hard)
