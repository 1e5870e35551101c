"""How a driver follows whoever is ahead."""

from __future__ import annotations

from seahaven.hcsm import In, Machine, Out, clip, declare, either

__all__ = ["HARDEST", "Following"]

PULL, FADE = 1.0, 18.0
"""Share of the leader's acceleration with which it goes along when that drives off, and the speed (m/s) at which that
has faded away."""
STANDS = 0.01
"""Below this square of a speed (m²/s²) a leader who slows down stands already."""
FIRMLY = 5.8
"""Braking (m/s²) beyond which it brakes no harder than it has to."""
HARDEST = 8.0
"""The hardest braking that a driver wishes for (m/s²)."""


class Following(Machine):
    """Keep a time gap to the vehicle ahead; no opinion where there is none.

    `ahead` is what the intelligent driver model says of the gap; its free part is `Cruising`, and the lesser of the two
    counts. It is tempered by the constant-acceleration heuristic of Kesting, Treiber and Helbing (2010): who cuts in
    and drives on is no reason to brake hard, as long as braking in comfort beyond what is needed reopens the gap. From
    a stand it goes along with a leader who drives off, without waiting for the gap to grow first.
    """

    speed: In[float] = declare(unit="m/s")
    gap: In[float | None] = declare(unit="m", doc="to the vehicle ahead")
    ahead: In[float] = declare(unit="m/s²", doc="acceleration that keeps the time gap")
    approach: In[float] = declare(unit="m/s", doc="at which the vehicle ahead comes nearer, by now")
    leader_acceleration: In[float | None] = declare(unit="m/s²")
    liveliness: In[float] = declare(unit="m/s²")
    slowing: In[float] = declare(unit="m/s²", doc="acceleration of the vehicle ahead if it brakes, else 0")
    comfort: In[float] = declare(unit="m/s²")
    standstill: In[float] = declare(unit="m")
    is_reckless: In[bool]
    wish: Out[float] = declare(unit="m/s²")

    def activity(m: Following) -> None:
        """Brake no harder than the gap demands."""
        gap = max(either(m.gap, 0.0) - 0.8 * m.standstill, 0.3)
        leader_speed = max(m.speed - m.approach, 0.0)
        closing = max(m.approach, 0.0)
        room = -2.0 * gap * m.slowing
        energy = leader_speed * leader_speed + room
        stops_first = leader_speed * m.approach < room and energy > STANDS
        meeting = m.slowing - closing * closing / (2.0 * gap)
        stopping = m.speed * m.speed * m.slowing / max(energy, STANDS)
        needed = stopping if stops_first else meeting
        along = clip(either(m.leader_acceleration, 0.0), 0.0, m.liveliness) if m.approach < 0.5 else 0.0
        share = m.speed / FADE
        ahead = min(m.ahead + PULL * along * max(1.0 - share * share, 0.0), m.liveliness)
        beyond = min(ahead - needed, 0.0)
        tempered = needed + m.comfort * beyond / (m.comfort - beyond)
        if m.gap is not None and not m.is_reckless:
            m.wish = max(ahead if beyond >= 0.0 else max(tempered, min(needed, -FIRMLY)), -HARDEST)
