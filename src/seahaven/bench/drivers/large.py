"""Drivers as large as a real one, to see how long they take to compile."""

from __future__ import annotations

from seahaven.bench.drivers.machine import STEP, Following, LaneChanging, SpeedKeeping
from seahaven.hcsm import (
    Button,
    Dial,
    In,
    Local,
    Machine,
    Out,
    clip,
    declare,
    either,
    most_conservative,
    press,
    priority,
    send,
    set_dial,
)

__all__ = ["CityDriver", "TownDriver"]


class LaneKeeping(Machine):
    """Steer to the middle of the lane, or to where a change of lanes leads."""

    offset: In[float] = declare(unit="m", doc="left of the middle of the lane")
    heading_error: In[float] = declare(unit="rad")
    goal: In[float] = declare(unit="m")
    heading: Out[float] = declare(unit="rad")

    def activity(m):
        """Turn towards it, gently."""
        m.heading = clip(0.08 * (m.goal - m.offset) - 0.9 * m.heading_error, -0.3, 0.3)


class Junction(Machine):
    """Approach a junction, stop at its line if it must be, wait, and cross."""

    line: In[float | None] = declare(unit="m", doc="distance to the line")
    is_red: In[bool]
    speed: In[float]
    comfort: Dial[float] = declare(2.5, unit="m/s²")
    acceleration: Out[float]
    history = True

    class Free(Machine):
        """No junction near."""

    class Approach(Machine):
        """On the way to the line."""

        class Coast(Machine):
            """It may stay green."""

            def activity(m):
                """Lose a little speed."""
                m.acceleration = -0.2

        class Brake(Machine):
            """It is red."""

            def activity(m):
                """Stop at the line."""
                m.acceleration = -(m.speed**2) / (2.0 * max(either(m.line, 1.0), 0.5))

        start = Coast
        acceleration: Out[float]
        transitions = (
            (Coast >> Brake).when(lambda m: m.is_red and m.line < m.speed * m.speed / (2.0 * m.comfort) + 5.0),
            (Brake >> Coast).when(lambda m: not m.is_red),
        )

    class Standing(Machine):
        """At the line."""

        waited: Local[int] = 0

        def activity(m):
            """Stay there."""
            m.waited += 1
            m.acceleration = -1.0 if m.speed > 0.0 else 0.0

    class Crossing(Machine):
        """On the junction."""

        def activity(m):
            """Get off it."""
            m.acceleration = 1.0

    start = Free
    transitions = (
        (Free >> Approach).when(lambda m: m.line < 80.0),
        (Approach >> Standing).when(lambda m: m.is_red and m.speed < 0.1 and m.line < 3.0),
        (Approach >> Crossing).when(lambda m: not m.is_red and m.line < 2.0),
        (Standing >> Crossing).when(lambda m: not m.is_red),
        (Crossing >> Free).when(lambda m: m.line is None),
    )


class Caution(Machine):
    """Hold back for a while after a close call."""

    gap: In[float | None]
    speed: In[float]
    acceleration: Out[float]

    class Calm(Machine):
        """Nothing has happened lately."""

    class Shaken(Machine):
        """Something has."""

        left: Local[float] = 10.0

        def activity(m):
            """Dare more as time goes by."""
            m.left -= STEP
            m.acceleration = 1.0 - 0.1 * m.left

    start = Calm
    transitions = (
        (Calm >> Shaken).when(lambda m: m.gap < 3.0 and m.speed > 5.0),
        (Shaken >> Calm).when(lambda m: m.gap > 30.0),
    )


class Glance(Machine):
    """Look over the shoulder now and then, and tell the follower."""

    offset: In[float]
    follower: In[int | None]

    class Ahead(Machine):
        """Eyes on the road."""

        count: Local[int] = 0

        def activity(m):
            """Count the steps."""
            m.count += 1

    class Over(Machine):
        """Eyes off the road."""

        def entry(m):
            """Ask the one who is behind."""
            send(m.follower, "make_room", 0.5)

    start = Ahead
    transitions = ((Ahead >> Over).when(lambda m: m.offset > 1.0), (Over >> Ahead).when(lambda m: m.offset < 0.5))


class TownDriver(Machine):
    """A driver of 25 machines."""

    speed: In[float]
    gap: In[float | None]
    closing: In[float | None]
    wants_left: In[bool]
    left_gap: In[float | None]
    line: In[float | None]
    is_red: In[bool]
    offset: In[float]
    heading_error: In[float]
    follower: In[int | None]
    aggressiveness: Dial[float] = 0.5
    make_room: Button[float]
    aim: Local[float] = 0.0

    keep, follow, change, lane = SpeedKeeping(), Following(), LaneChanging(), LaneKeeping()
    junction, caution, glance = Junction(), Caution(), Glance()
    acceleration: Out[float] = most_conservative(keep, follow, junction, caution)
    heading: Out[float] = priority(lane)

    def pre_activity(m):
        """Wire the lane, and pass on what was asked."""
        m.lane.goal = m.aim
        if m.make_room.any:
            set_dial(m.keep.limit, 25.0 - m.make_room.total)
        if m.is_red:
            set_dial(m.junction.comfort, 2.0 + 2.0 * m.aggressiveness)

    def activity(m):
        """Remember where the change of lanes leads."""
        m.aim = either(m.change.target, 0.0)


class Guard(Machine):
    """Watch one side: what is there, whether it is safe, and whether it was close."""

    gap: In[float | None]
    closing: In[float | None]
    speed: In[float]
    offset: In[float]
    follower: In[int | None]
    alarm: Button[float]

    watch, caution, glance = Following(), Caution(), Glance()
    acceleration: Out[float] = most_conservative(watch, caution)

    def pre_activity(m):
        """An alarm widens the headway."""
        if m.alarm.any:
            set_dial(m.watch.headway, 2.5)


class CityDriver(Machine):
    """A driver of 60 machines: the one for towns, with eyes on both sides, crossings and the way back."""

    speed: In[float]
    gap: In[float | None]
    closing: In[float | None]
    wants_left: In[bool]
    left_gap: In[float | None]
    line: In[float | None]
    is_red: In[bool]
    offset: In[float]
    heading_error: In[float]
    follower: In[int | None]
    make_room: Button[float]

    town, left, right = TownDriver(), Guard(), Guard()
    crossing, back = Junction(comfort=3.0), LaneChanging()
    acceleration: Out[float] = most_conservative(town, left, right, crossing)
    target: Out[float] = priority(back)
    heading: Out[float] = priority(town)

    def pre_activity(m):
        """Pass on what was asked."""
        if m.make_room.any:
            press(m.town.make_room, m.make_room.total)
            press(m.left.alarm, 1.0)
            press(m.right.alarm, 1.0)
