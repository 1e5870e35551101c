"""How a driver pulls over, stops and parks, and brakes as it is told."""

from __future__ import annotations

from seahaven.behaviour.driver.keeping import LEFT, OFF, RIGHT
from seahaven.hcsm import In, Local, Machine, Out, clip, declare, either

__all__ = ["GO", "HAZARD", "SHOULDER", "STOP", "Braking", "Halting"]

HAZARD = 3
"""Code of the hazard lights."""
PULLING_SPEED = 16.0
"""Speed (m/s) at which it drives onto a shoulder."""
GO, STOP, SHOULDER = 0, 1, 2
"""What it may have been told."""


class Braking(Machine):
    """Brake as hard as it was told, for so long, or until it is released."""

    hardness: In[float] = declare(unit="m/s²", doc="as it was told")
    brake_left: In[float] = declare(unit="s", doc="how long still")
    wish: Out[float] = declare(unit="m/s²")

    class Idle(Machine):
        """Nobody pressed."""

    class Pressed(Machine):
        """Braking."""

        def activity(m: Braking.Pressed) -> None:
            """Brake."""
            m.wish = -m.hardness

    start = Idle
    transitions = (
        (Idle >> Pressed).when(lambda m: m.brake_left > 0.0),
        (Pressed >> Idle).when(lambda m: m.brake_left <= 0.0),
    )


class Halting(Machine):
    """Stop when told, on the shoulder or where it is, and stand until told to go.

    To the shoulder it goes over the lanes to the right, by orders to change; from the outermost it aims further right,
    slowly, until there is a shoulder to come onto.
    """

    speed: In[float] = declare(unit="m/s")
    line: In[int]
    comfort: In[float] = declare(unit="m/s²")
    right_open: In[bool]
    told_stop: In[int] = declare(doc="what it was told last")
    signalled: In[int] = declare(doc="the side of the turn light that it was told to show")

    edge: Local[int | None] = declare(None, doc="the line of the outermost lane, once it is there")

    wish: Out[float] = declare(unit="m/s²")
    aim: Out[int]
    side: Out[int] = declare(doc="the side to which it has to change lanes")
    turn_light: Out[int]
    is_halted: Out[bool]

    class Driving(Machine):
        """On the way."""

    class PullingOver(Machine):
        """Towards the shoulder."""

        is_at_edge: In[bool]

        def activity(m: Halting.PullingOver) -> None:
            """Go to the outermost lane, and from there further right."""
            m.turn_light = RIGHT
            if m.is_at_edge:
                m.aim = -1
                m.wish = clip(0.5 * (PULLING_SPEED - m.speed), -0.7 * m.comfort, 1.0)
            else:
                m.side = -1

    class Stopping(Machine):
        """Braking to a stand."""

        is_beside: In[bool]

        def activity(m: Halting.Stopping) -> None:
            """Brake."""
            m.wish = -m.comfort
            m.aim = 0
            m.turn_light = HAZARD if m.is_beside else LEFT if m.signalled > 0 else RIGHT if m.signalled < 0 else OFF

    class Standing(Machine):
        """Parked."""

        is_beside: In[bool]

        def activity(m: Halting.Standing) -> None:
            """Stay."""
            m.wish = -1.0
            m.aim = 0
            m.turn_light = HAZARD if m.is_beside else LEFT if m.signalled > 0 else RIGHT if m.signalled < 0 else OFF
            m.is_halted = True

    def pre_activity(m: Halting) -> None:
        """Notice when no lane is left to the right."""
        if m.told_stop != SHOULDER or (m.right_open and m.line >= either(m.edge, m.line)):
            m.edge = None
        elif m.edge is None:
            m.edge = m.line
        m.PullingOver.is_at_edge = m.edge is not None
        m.Stopping.is_beside = m.told_stop == SHOULDER
        m.Standing.is_beside = m.told_stop == SHOULDER

    start = Driving
    transitions = (
        (Driving >> Stopping).when(lambda m: m.told_stop == STOP),
        (Driving >> PullingOver).when(lambda m: m.told_stop == SHOULDER),
        (PullingOver >> Stopping).when(lambda m: m.told_stop == STOP or (m.told_stop == SHOULDER and m.line < m.edge)),
        (PullingOver >> Driving).when(lambda m: m.told_stop == GO),
        (Stopping >> Standing).when(lambda m: m.told_stop != GO and m.speed < 0.1),
        (Stopping >> Driving).when(lambda m: m.told_stop == GO),
        (Standing >> Driving).when(lambda m: m.told_stop == GO),
    )
