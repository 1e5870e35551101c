"""Machines for tests and benches: the paper's first example, and a whole driver of 25 nodes."""

from __future__ import annotations

from seahaven.hcsm import (
    Button,
    Dial,
    In,
    Local,
    Machine,
    Out,
    clip,
    either,
    most_conservative,
    port,
    press,
    priority,
    send,
    set_dial,
)

LANE_WIDTH = 3.5


class MaintainSpeed(Machine):
    """Approach the wanted speed; buttons change the wish for good."""

    speed: In[float] = port(unit="m/s")
    limit: Dial[float] = port(25.0, unit="m/s")
    faster: Button[float] = port(unit="m/s", doc="by how much more than the limit")
    bonus: Local[float] = 0.0
    acceleration: Out[float] = port(unit="m/s²")

    def pre_activity(m):
        if m.faster.any:
            m.bonus += m.faster.total

    def activity(m):
        m.acceleration = clip(0.5 * (m.limit + m.bonus - m.speed), -2.0, 1.5)


class Follow(Machine):
    """Keep a time gap to the vehicle ahead; say nothing while the road is clear."""

    gap: In[float | None] = port(unit="m", doc="to the leader's rear bumper")
    closing: In[float | None] = port(unit="m/s")
    speed: In[float] = port(unit="m/s")
    headway: Dial[float] = port(1.5, unit="s")
    acceleration: Out[float]

    class Clear(Machine):
        """Nobody ahead."""

    class Tracking(Machine):
        def activity(m):
            m.acceleration = 0.4 * (m.gap - 2.0 - m.headway * m.speed) - 0.9 * m.closing

    class Braking(Machine):
        def activity(m):
            m.acceleration = -min(8.0, m.closing**2 / (2.0 * max(m.gap - 2.0, 0.5)))

    start = Clear
    transitions = (
        (Clear >> Tracking).when(lambda m: m.gap < 4.0 * m.speed),
        (Tracking >> Clear).when(lambda m: m.gap is None or m.gap > 6.0 * m.speed),
        (Tracking >> Braking).when(lambda m: m.closing > 0.0 and m.gap < 2.5 * m.closing),
        (Braking >> Tracking).when(lambda m: m.gap is None or m.gap > 3.5 * m.closing or m.closing <= 0.0),
    )


class PaperDriver(Machine):
    """The paper's first example: maintain speed and follow, the more cautious of them decides."""

    gap: In[float | None]
    closing: In[float | None]
    speed: In[float]
    keep, follow = MaintainSpeed(), Follow(headway=2.0)
    acceleration: Out[float] = most_conservative(keep, follow)


class LaneKeeping(Machine):
    """Steer back to the middle of the lane, or to where a change of lanes leads."""

    offset: In[float] = port(unit="m", doc="left of the middle of the lane")
    heading_error: In[float] = port(unit="rad")
    target: In[float] = port(unit="m")
    heading: Out[float] = port(unit="rad")

    def activity(m):
        m.heading = clip(0.08 * (m.target - m.offset) - 0.9 * m.heading_error, -0.3, 0.3)


class LaneChange(Machine):
    """Wait, look for a gap, go over, settle; tell the driver behind."""

    left_gap: In[float | None] = port(unit="m")
    offset: In[float]
    speed: In[float]
    follower: In[int | None]
    time_step: In[float]
    wish: Button[int] = port(doc="how many lanes to the left")
    lanes: Local[int] = 0
    target: Out[float]

    class Waiting(Machine):
        pass

    class Looking(Machine):
        patience: Local[float] = 8.0

        def activity(m):
            m.patience -= m.time_step

    class Going(Machine):
        progress: Local[float] = 0.0
        target: Out[float]

        def entry(m):
            send(m.follower, "faster", -2.0)

        def activity(m):
            m.progress = min(1.0, m.progress + m.time_step / 4.0)
            m.target = LANE_WIDTH * m.progress

    class Settling(Machine):
        def activity(m):
            m.target = LANE_WIDTH

    def begin(m):
        m.lanes = either(m.wish.largest, 0)

    start = Waiting
    transitions = (
        (Waiting >> Looking).when(lambda m: m.wish.any).do(begin).named("asked"),
        (Looking >> Going).when(lambda m: either(m.left_gap, 1000.0) > 10.0 + m.speed),
        (Looking >> Waiting).when(lambda m: m.left_gap < 5.0).named("given up"),
        (Going >> Settling).when(lambda m: abs(LANE_WIDTH - m.offset) < 0.3),
        (Settling >> Waiting).when(lambda m: m.lanes > 0),
    )


class Junction(Machine):
    """Approach a junction, stop at its line if it must be, wait, and cross; two levels deep."""

    line: In[float | None] = port(unit="m", doc="distance to the line")
    is_red: In[bool]
    speed: In[float]
    comfort: Dial[float] = port(2.5, unit="m/s²")
    acceleration: Out[float]
    history = True

    class Free(Machine):
        pass

    class Approach(Machine):
        acceleration: Out[float]

        class Coast(Machine):
            def activity(m):
                m.acceleration = -0.2

        class Brake(Machine):
            def activity(m):
                m.acceleration = -(m.speed**2) / (2.0 * max(either(m.line, 1.0), 0.5))

        start = Coast
        transitions = (
            (Coast >> Brake).when(lambda m: m.is_red and m.line < m.speed * m.speed / (2.0 * m.comfort) + 5.0),
            (Brake >> Coast).when(lambda m: not m.is_red),
        )

    class Standing(Machine):
        waited: Local[int] = 0

        def activity(m):
            m.waited += 1
            m.acceleration = -1.0 if m.speed > 0.0 else 0.0

    class Crossing(Machine):
        def activity(m):
            m.acceleration = 1.0

    start = Free
    transitions = (
        (Free >> Approach).when(lambda m: m.line < 80.0),
        (Approach >> Standing).when(lambda m: m.is_red and m.speed < 0.1 and m.line < 3.0),
        (Approach >> Crossing).when(lambda m: not m.is_red and m.line < 2.0),
        (Standing >> Crossing).when(lambda m: not m.is_red),
        (Crossing >> Free).when(lambda m: m.line is None),
    )


class Driver(Machine):
    """A whole driver: 25 machines, three levels deep."""

    gap: In[float | None] = port(unit="m")
    closing: In[float | None] = port(unit="m/s")
    speed: In[float] = port(unit="m/s")
    line: In[float | None] = port(unit="m")
    is_red: In[bool]
    left_gap: In[float | None]
    offset: In[float]
    heading_error: In[float]
    follower: In[int | None]
    time_step: In[float] = port(unit="s")
    aggressiveness: Dial[float] = 0.5
    faster: Button[float]
    wish: Button[int]
    goal: Local[float] = 0.0

    keep, follow, junction = MaintainSpeed(), Follow(), Junction()
    change, lane = LaneChange(), LaneKeeping()

    class Caution(Machine):
        """Hold back for a while after a close call."""

        class Calm(Machine):
            pass

        class Shaken(Machine):
            left: Local[float] = 10.0

            def activity(m):
                m.left -= m.time_step
                m.acceleration = 0.5 * m.left / 10.0

        start = Calm
        transitions = (
            (Calm >> Shaken).when(lambda m: m.gap < 3.0 and m.speed > 5.0),
            (Shaken >> Calm).when(lambda m: m.gap > 30.0),
        )

    class Glance(Machine):
        """Look over the shoulder now and then."""

        class Ahead(Machine):
            count: Local[int] = 0

            def entry(m):
                m.count = 0

            def activity(m):
                m.count += 1

        class Over(Machine):
            pass

        start = Ahead
        transitions = ((Ahead >> Over).when(lambda m: m.offset > 1.0), (Over >> Ahead).when(lambda m: m.offset < 0.5))

    acceleration: Out[float] = most_conservative(keep, follow, junction, Caution)
    heading: Out[float] = priority(lane)

    def pre_activity(m):
        m.lane.target = m.goal
        if m.faster.any:
            press(m.keep.faster, m.faster.total)
        if m.wish.any:
            press(m.change.wish, m.wish.largest)
        if m.is_red:
            set_dial(m.junction.comfort, 2.0 + 2.0 * m.aggressiveness)

    def activity(m):
        m.goal = either(m.change.target, 0.0)
