"""The machine of a trigger: armed, about to fire, firing, resting and spent (H12)."""

from __future__ import annotations

from seahaven.hcsm import Button, Dial, In, Local, Machine, Out, declare, either

__all__ = ["Tripwire"]

EARLY = 1e-6
"""Seconds by which a time may be short, since steps add up with rounding."""


class Tripwire(Machine):
    """Fires when what it waits for is there, once or again and again, at once or after a delay."""

    dt: In[float] = declare(unit="s")
    is_met: In[bool] = declare(doc="whether somebody is there, and all that it waits for holds")

    fire: Button[bool] = declare(doc="fire, after the delay, whoever is there")
    arm: Button[bool] = declare(doc="be ready, also when it has fired already")
    disarm: Button[bool] = declare(doc="heed nothing until it is armed again")
    lasting: Dial[float] = declare(0.0, unit="s", doc="for how long what it waits for has to hold")
    delay: Dial[float] = declare(0.0, unit="s", doc="from then on until it fires")
    rest: Dial[float] = declare(0.0, unit="s", doc="after it has fired, until it is ready again")
    repeats: Dial[bool] = declare(False, doc="whether it fires more than once")
    is_armed: Dial[bool] = declare(True, doc="whether it is ready from the start")

    since: Local[float] = declare(0.0, unit="s", doc="it came to its state")
    held: Local[float | None] = declare(
        None, unit="s", doc="for how long what it waits for has held; null: it does not"
    )
    is_off: Local[bool] = declare(False, doc="whether it was told in this step to heed nothing")
    is_ready: Local[bool] = declare(False, doc="whether it is to fire, now or after the delay")
    is_new: Local[bool] = declare(True, doc="whether it has never changed its state")
    fires: Out[bool] = declare(doc="true in the step in which it fires")

    class Asleep(Machine):
        """Not armed."""

    class Armed(Machine):
        """Ready."""

    class Holding(Machine):
        """What it waits for is there, but not for long enough yet."""

    class Delaying(Machine):
        """About to fire."""

    class Firing(Machine):
        """Fires, in this step."""

        def activity(m: Tripwire.Firing) -> None:
            """Fire."""
            m.fires = True

    class Resting(Machine):
        """Has fired, and will again."""

    class Spent(Machine):
        """Has fired."""

    def pre_activity(m: Tripwire) -> None:
        """Count, and judge once what more than one way on depends on: of those, never two are open."""
        m.since += m.dt
        m.held = (0.0 if m.held is None else either(m.held, 0.0) + m.dt) if m.is_met else None
        m.is_off = m.disarm.any or (m.is_new and not m.is_armed)
        m.is_ready = not m.is_off and (m.fire.any or either(m.held, -1.0) >= m.lasting - EARLY)

    def begin(m: Tripwire) -> None:
        """Count anew."""
        m.since = 0.0
        m.is_new = False

    start = Armed
    transitions = (
        (Armed >> Asleep).when(lambda m: m.is_off).do(begin),
        (Armed >> Holding).when(lambda m: m.is_met and not m.is_ready and not m.is_off).do(begin),
        (Armed >> Delaying).when(lambda m: m.is_ready and m.delay > 0.0).do(begin),
        (Armed >> Firing).when(lambda m: m.is_ready and m.delay <= 0.0).do(begin),
        (Holding >> Asleep).when(lambda m: m.is_off).do(begin),
        (Holding >> Armed).when(lambda m: not (m.is_met or m.is_ready or m.is_off)).do(begin),
        (Holding >> Delaying).when(lambda m: m.is_ready and m.delay > 0.0).do(begin),
        (Holding >> Firing).when(lambda m: m.is_ready and m.delay <= 0.0).do(begin),
        (Delaying >> Asleep).when(lambda m: m.disarm.any).do(begin),
        (Delaying >> Firing).when(lambda m: m.since >= m.delay - EARLY and not m.disarm.any).do(begin),
        (Firing >> Spent).when(lambda m: not m.repeats and not m.arm.any).do(begin),
        (Firing >> Resting).when(lambda m: m.repeats and m.rest > 0.0 and not m.arm.any).do(begin),
        (Firing >> Armed).when(lambda m: m.arm.any or (m.repeats and m.rest <= 0.0)).do(begin),
        (Resting >> Asleep).when(lambda m: m.disarm.any).do(begin),
        (Resting >> Armed).when(lambda m: (m.arm.any or m.since >= m.rest - EARLY) and not m.disarm.any).do(begin),
        (Spent >> Armed).when(lambda m: m.arm.any).do(begin),
        (Asleep >> Armed).when(lambda m: m.arm.any).do(begin),
    )
