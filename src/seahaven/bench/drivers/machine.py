"""The driver as a machine: three regions at once, eleven machines in all."""

from __future__ import annotations

from seahaven.hcsm import Button, Dial, In, Local, Machine, Out, clip, declare, either, most_conservative, send

__all__ = ["Driver", "Following", "LaneChanging", "SpeedKeeping", "TalkingDriver"]

LANE_WIDTH = 3.5
STEP = 0.25
"""Seconds between steps."""


class SpeedKeeping(Machine):
    """Approach the wanted speed."""

    speed: In[float] = declare(unit="m/s")
    limit: Dial[float] = declare(25.0, unit="m/s")
    acceleration: Out[float] = declare(unit="m/s²")

    def activity(m):
        """Half of what is missing, in each second, within comfort."""
        m.acceleration = clip(0.5 * (m.limit - m.speed), -2.0, 1.5)


class Following(Machine):
    """Keep a time gap to the vehicle ahead; say nothing while the road is clear."""

    gap: In[float | None] = declare(unit="m", doc="to the leader's rear bumper")
    closing: In[float | None] = declare(unit="m/s")
    speed: In[float]
    headway: Dial[float] = declare(1.5, unit="s")
    acceleration: Out[float]

    class Clear(Machine):
        """Nobody ahead."""

    class Tracking(Machine):
        """Somebody ahead, at a distance that can be kept."""

        def activity(m):
            """Close the gap to what it should be."""
            m.acceleration = 0.4 * (m.gap - 2.0 - m.headway * m.speed) - 0.9 * m.closing

    class Braking(Machine):
        """Somebody ahead who comes closer too fast."""

        def activity(m):
            """Brake so as to stop coming closer before the gap is used up."""
            m.acceleration = -min(8.0, m.closing * m.closing / (2.0 * max(m.gap - 2.0, 0.5)))

    start = Clear
    transitions = (
        (Clear >> Tracking).when(lambda m: m.gap < 4.0 * m.speed),
        (Tracking >> Clear).when(lambda m: m.gap is None or m.gap > 6.0 * m.speed),
        (Tracking >> Braking).when(lambda m: m.closing > 0.0 and m.gap < 2.5 * m.closing),
        (Braking >> Tracking).when(lambda m: m.gap is None or m.closing <= 0.0 or m.gap > 3.5 * m.closing),
    )


class LaneChanging(Machine):
    """Wait for a reason, look for a gap, go over, settle."""

    wants_left: In[bool]
    left_gap: In[float | None] = declare(unit="m")
    speed: In[float]
    elapsed: Local[float] = declare(0.0, unit="s", doc="since the last change of states")
    target: Out[float] = declare(unit="m", doc="to the left of the lane's middle")

    class Waiting(Machine):
        """No reason to change lanes."""

    class Looking(Machine):
        """A reason, but no gap yet."""

    class Going(Machine):
        """On the way over."""

        progress: Local[float] = 0.0

        def activity(m):
            """Move the target over in two seconds."""
            m.progress = min(1.0, m.progress + 0.5 * STEP)
            m.target = LANE_WIDTH * m.progress

    class Settling(Machine):
        """There, and staying for a moment."""

        def activity(m):
            """Hold the new lane."""
            m.target = LANE_WIDTH

    def restart(m):
        """Begin to count anew."""
        m.elapsed = 0.0

    def activity(m):
        """Count the time."""
        m.elapsed += STEP

    start = Waiting
    transitions = (
        (Waiting >> Looking).when(lambda m: m.wants_left).do(restart),
        (Looking >> Going).when(lambda m: either(m.left_gap, 1000.0) > 10.0 + 0.5 * m.speed).do(restart),
        (Looking >> Waiting)
        .when(lambda m: m.elapsed > 1.5 and either(m.left_gap, 1000.0) <= 10.0 + 0.5 * m.speed)
        .do(restart),
        (Going >> Settling).when(lambda m: m.elapsed >= 2.0).do(restart),
        (Settling >> Waiting).when(lambda m: m.elapsed >= 1.0).do(restart),
    )


class Driver(Machine):
    """Keep the speed, follow and change lanes; the more cautious of the first two decides."""

    speed: In[float]
    gap: In[float | None]
    closing: In[float | None]
    wants_left: In[bool]
    left_gap: In[float | None]

    keep, follow, change = SpeedKeeping(), Following(), LaneChanging()
    acceleration: Out[float] = most_conservative(keep, follow)
    target: Out[float]


class TalkingDriver(Driver):
    """The same driver, who asks another one for room whenever there is somebody to ask, and can be asked."""

    addressee: In[int | None] = declare(doc="who is to be asked for room")
    make_room: Button[float] = declare(unit="m/s²", doc="how much slower")
    asked: Local[float] = declare(0.0, unit="m/s²", doc="what others have asked for so far")

    def activity(m):
        """Hear who asks, and ask."""
        if m.make_room.any:
            m.asked += m.make_room.total
        send(m.addressee, "make_room", 0.5)
