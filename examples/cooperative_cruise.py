"""Cooperative cruise control as a machine: gaps of half a second, thanks to a radio, for `platoons.py` (G10).

Each vehicle keeps a constant time gap to the one ahead by its own sensors, and hears by radio with how much
acceleration that one has just been commanded (Ploeg, Scheepers, van Nunen, van de Wouw and Nijmeijer, 2011). `Radio` is
what they hear each other by; `join` and `leave` are buttons on the panel of every vehicle.
"""

from __future__ import annotations

import numpy as np

from seahaven.hcsm import Button, Dial, In, Local, Machine, Out, clip, declare, either
from seahaven.kernel import Module, Param, Tick
from seahaven.traffic import VEHICLES
from seahaven.world import Column, reads, writes

RADIO_VEHICLES = VEHICLES.extended(
    {
        "command": Column(unit="m/s²", nullable=True, doc="the acceleration that it tells by radio"),
        "heard": Column(unit="m/s²", nullable=True, immediate=True, doc="what the vehicle ahead has told"),
    }
)
NEAR, FAST = 0.2, 0.7
"""Feedback of the error of the gap (1/s²) and of its rate (1/s), as in the paper's experiments."""
LAG = 0.1
"""Seconds by which engine and brakes lag behind a command, likewise."""
PACE = 0.01
"""Seconds of time gap by which vehicles close up or fall back in a second."""
FIRM, HARDEST = 3.0, 8.0
"""Braking (m/s²) that it takes to avoid a collision from which on the vehicle brakes for that alone; the hardest."""


class Cooperative(Machine):
    """Drive by cruise control, or in a platoon from `join` to `leave`."""

    dt: In[float] = declare(unit="s")
    speed: In[float] = declare(unit="m/s")
    gap: In[float | None] = declare(unit="m")
    closing: In[float | None] = declare(unit="m/s")
    leader_acceleration: In[float | None] = declare(unit="m/s²")
    heard: In[float | None] = declare(unit="m/s²")
    advice: In[float] = declare(unit="m/s²", doc="the acceleration that cruise control wishes for")
    leeway: In[float] = declare(unit="m/s²", doc="the most that lanes, curves and orders allow")

    join: Button[bool] = declare(doc="close up, and stay close")
    leave: Button[bool] = declare(doc="fall back, then drive by cruise control")
    close: Dial[float] = declare(0.6, unit="s", doc="time gap in a platoon")
    apart: Dial[float] = declare(1.4, unit="s", doc="time gap at which it has left")
    standstill: Dial[float] = declare(2.0, unit="m")

    is_called: Local[bool] = False
    is_joined: Local[bool] = False
    time_gap: Local[float] = declare(1.4, unit="s", doc="that it keeps now")
    force: Local[float] = declare(0.0, unit="m/s²", doc="the command")
    push: Local[float] = declare(0.0, unit="m/s²", doc="what engine and brakes make of it by now")
    needed: Local[float] = declare(0.0, unit="m/s²", doc="the braking that it takes to avoid a collision")
    wish: Out[float] = declare(unit="m/s²")
    command: Out[float] = declare(unit="m/s²")

    class Apart(Machine):
        """On its own."""

        advice: In[float]

        def activity(m: Cooperative.Apart) -> None:
            """Do as cruise control says, and tell it."""
            m.wish = m.advice
            m.command = m.advice

    class Together(Machine):
        """In a platoon, also while it closes up or falls back."""

        force: In[float]
        push: In[float]
        leeway: In[float]

        def activity(m: Cooperative.Together) -> None:
            """Do as the controller says, within what the road allows."""
            m.wish = min(m.push, m.leeway)
            m.command = m.force

    def pre_activity(m: Cooperative) -> None:
        """Work out the command: the controller of the paper, with a time gap that may change slowly."""
        if m.join.any:
            m.is_called = True
        if m.leave.any:
            m.is_called = False
        gap = either(m.gap, 200.0) - m.standstill
        if m.is_joined:
            m.time_gap += clip((m.close if m.is_called else m.apart) - m.time_gap, -PACE * m.dt, PACE * m.dt)
            error = gap - m.time_gap * m.speed
            rate = -either(m.closing, 0.0) - m.time_gap * m.push
            wanted = NEAR * error + FAST * rate + either(m.heard, 0.0)
            m.force += (wanted - m.force) * m.dt / m.time_gap
            m.push += (m.force - m.push) * m.dt / (LAG + m.dt)
        else:
            m.time_gap = clip(gap / max(m.speed, 1.0), m.close, 3.0)
            m.force = m.advice
            m.push = m.advice
        room = max(gap + 0.5 * m.standstill, 0.5)
        closing = max(either(m.closing, 0.0), 0.0)
        ahead = max(m.speed - either(m.closing, 0.0), 0.0)
        braking = max(-either(m.leader_acceleration, 0.0), 0.1)
        stopping = m.speed * m.speed / (2.0 * room + ahead * ahead / braking)
        m.needed = max(closing * closing / (2.0 * room), stopping)
        if m.needed > FIRM:
            m.push = -min(1.5 * m.needed, HARDEST)
        m.Together.force = m.force
        m.Together.push = m.push

    def begin(m: Cooperative) -> None:
        """Count as joined."""
        m.is_joined = True

    def end(m: Cooperative) -> None:
        """Count as on its own."""
        m.is_joined = False

    start = Apart
    transitions = (
        (Apart >> Together).when(lambda m: m.is_called and m.gap is not None).do(begin),
        (Together >> Apart).when(lambda m: not m.is_called and m.time_gap >= m.apart).do(end),
    )


class Radio(Module):
    """Lets each vehicle hear what the one ahead of it told in the step before; `silent` vehicles tell nothing."""

    silent: Param[tuple[int, ...]] = ()
    seen = reads("vehicle", "leader", "command")
    told = writes("vehicle", "heard")

    def step(self, tick: Tick) -> None:
        """Pass on what was told."""
        ids, leader = self.seen.ids, self.seen.leader
        row = np.minimum(np.searchsorted(ids, leader), len(ids) - 1)
        is_mute = self.seen.null("leader") | (ids[row] != leader) | self.seen.null("command")[row]
        self.told.heard = self.seen.command[row]
        self.told.set_null("heard", is_mute | np.isin(leader, self.silent))
