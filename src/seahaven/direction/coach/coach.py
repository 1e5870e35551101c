"""The coach of one vehicle of a cast: brings it to its station in closed loop, within what looks natural."""

from __future__ import annotations

from seahaven.direction.coach.holding import Holding
from seahaven.direction.coach.lane import Lane
from seahaven.direction.coach.meeting import Meeting
from seahaven.direction.coach.natural import ACCELERATION, BRAKING, FASTEST, JERK, SLOWEST
from seahaven.direction.coach.task import GAIN, Stance, Task
from seahaven.hcsm import Button, In, Local, Machine, Out, clip, declare, either

__all__ = ["Coach"]

CLOSE_ENOUGH, TIME_ENOUGH = 0.6, 0.15
"""A vehicle counts as settled within this share of the tolerance of a distance, and within so many seconds of a
headway."""
SHARE, METRE = 0.05, 1.0
"""The tolerance of distances: a share of the wanted distance, but at least so many metres."""
LOOSELY = 3.0
"""How far a vehicle beside the subject may be from its station (m)."""
STANDS = 3.0
"""Headways of a subject slower than this (m/s) are computed as at this speed."""
UNHURRIED, SLOWER = 0.65, 6.0
"""Least speed on a road with several lanes: this share of the limit, or so much slower (m/s) than the subject if that
is less."""
UNDERCUT, DEEPLY = 0.88, 0.82
"""Shares of the wanted gap, and of the wanted headway, at which it waits in the lane beside: most subjects fall back a
little when it changes lanes in front of them. A headway of 1.08 s, 0.72 of 1.5 s, made subjects brake from 29 to
22 m/s."""
EASING = 1.6
"""Greatest deceleration (m/s²) ahead of a subject that follows, which would brake harder."""
RESPONSE = 0.6
"""How drivers respond to an ordered speed: they accelerate by this share of the difference (1/s)."""


class Coach(Machine):
    """Steers a vehicle, by its speed and lane, to a station relative to the subject, or to a place at a time.

    `ahead` runs from the subject's centre to its own along the road. The output `told_speed` is the speed to order from
    its driver, null while the driver is left alone.
    """

    dt: In[float] = declare(unit="s")
    speed: In[float] = declare(unit="m/s")
    acceleration: In[float] = declare(unit="m/s²")
    limit: In[float] = declare(unit="m/s", doc="of its lane")
    ahead: In[float | None] = declare(unit="m")
    reach: In[float] = declare(unit="m", doc="half its length and half the subject's")
    side: In[int] = declare(doc="lanes to the right of the subject's lane")
    subject_speed: In[float] = declare(unit="m/s")
    subject_acceleration: In[float] = declare(unit="m/s²")
    way: In[float | None] = declare(unit="m", doc="distance to where it is to meet the subject")
    time_left: In[float | None] = declare(unit="s", doc="predicted time until it has to be there")
    match: In[float] = declare(unit="m/s", doc="constant speed at which it would reach the place with the subject")
    is_matched: In[bool] = declare(doc="whether it is to arrive with the subject, at any speed")
    matching: In[float] = declare(unit="s", doc="how long it drives at that speed before it is let go")
    final: In[float] = declare(unit="m/s", doc="speed that it is to have there")
    approach: In[float] = declare(unit="m/s²", doc="acceleration with which it can reach that speed")
    is_parked: In[bool]
    start_time: In[float] = declare(unit="s", doc="time that it would take to get there from a standstill")
    is_time: In[bool] = declare(doc="whether the critical moment may come now")
    left_there: In[bool] = declare(doc="whether there is a lane to the left of the subject's")
    right_there: In[bool] = declare(doc="whether there is one to the right of it")
    subject_usual: In[float] = declare(unit="m/s", doc="usual speed of the subject")

    hold_headway: Button[float] = declare(unit="s", doc="lead the subject, so that its headway is this")
    hold_gap: Button[float] = declare(unit="m", doc="lead the subject, so that its gap is this")
    hold_beside: Button[float] = declare(
        unit="m", doc="drive in the lane beside the subject, with its centre this far ahead of the subject's"
    )
    meet: Button[float] = declare(
        unit="m/s", doc="arrive at the place together with the subject, at this speed; 0 for the subject's speed"
    )
    pace: Button[float] = declare(unit="m/s", doc="drive at this speed")
    ease: Button[float] = declare(unit="m/s²", doc="greatest acceleration, either way, of `pace`; 0 ends this")
    steady: Button[float] = declare(doc="keep the present speed")
    either_side: Button[float] = declare(
        doc="above 0: `hold_beside` may use the right lane even if there is a left one"
    )
    hold_back: Button[float] = declare(
        unit="m/s", doc="stay in the subject's lane and below this speed, so that the subject does, too; 0 ends this"
    )
    let_go: Button[float] = declare(doc="leave the driver alone")

    told: Local[int] = Task.FREE
    value: Local[float] = 0.0
    is_anywhere: Local[bool] = declare(False, doc="whether it may be on either side of the subject")
    cap: Local[float] = declare(0.0, unit="m/s", doc="the speed that it does not exceed, or 0")
    kept: Local[float] = declare(0.0, unit="m/s", doc="the speed that it keeps to")
    eased: Local[float] = declare(0.0, unit="m/s²", doc="greatest acceleration of its pace, or 0")
    before: Local[float] = declare(0.0, unit="m/s²", doc="acceleration that it asked for in the last step")
    settled_for: Local[float] = declare(0.0, unit="s")
    stance: Local[int] = declare(Stance.IN_LANE, doc="in which lane it holds its station")
    undrawn: Local[float] = declare(0.0, unit="m/s", doc="least speed while it changes lanes in front of the subject")
    missing: Local[float] = declare(0.0, unit="m", doc="how far it is ahead of its station")
    tolerance: Local[float] = declare(0.0, unit="m", doc="distance within which it counts as being at its station")

    holding, meeting, lane = Holding(), Meeting(), Lane()

    told_speed: Out[float] = declare(unit="m/s")
    change: Out[int] = declare(doc="the side to change lanes to")
    sets_out: Out[bool] = declare(doc="whether a parked vehicle has to set out now")
    settled: Out[float] = declare(unit="s", doc="how long it has been at its station")
    comes: Out[bool] = declare(doc="whether it comes nearer to its station, or is about to")
    lacks: Out[float] = declare(unit="m", doc="distance from its station, in multiples of the tolerance")
    off: Out[float] = declare(unit="m", doc="how far it is ahead of its station")

    def pre_activity(m: Coach) -> None:
        """Take the latest task; `let_go` may come together with a speed. Then compute its station, and the speeds
        between which it may drive."""
        if m.let_go.any:
            m.told = Task.FREE
        if m.either_side.any:
            m.is_anywhere = either(m.either_side.last, 0.0) > 0.0
        if m.hold_back.any:
            m.cap = either(m.hold_back.last, 0.0)
        if m.hold_headway.any:
            m.told = Task.HEADWAY
            m.value = either(m.hold_headway.last, 0.0)
        if m.hold_gap.any:
            m.told = Task.GAP
            m.value = either(m.hold_gap.last, 0.0)
        if m.hold_beside.any:
            m.told = Task.BESIDE
            m.value = either(m.hold_beside.last, 0.0)
        if m.meet.any:
            m.told = Task.MEETING
            m.value = either(m.meet.last, 0.0)
        if m.pace.any:
            m.told = Task.PACING
            m.value = either(m.pace.last, 0.0)
        if m.ease.any:
            m.eased = either(m.ease.last, 0.0)
        if m.steady.any:
            m.told = Task.STEADY
            m.kept = m.speed

        station = m.reach + m.value
        tolerance = CLOSE_ENOUGH * max(METRE, SHARE * abs(m.value))
        shrinking = 0.0
        if m.told == Task.BESIDE:
            station = m.value
            tolerance = LOOSELY
        elif m.told == Task.HEADWAY:
            station = m.reach + m.value * max(m.subject_speed, STANDS)
            tolerance = TIME_ENOUGH * max(m.subject_speed, STANDS)
            shrinking = m.value * m.subject_acceleration if m.stance != Stance.ASIDE else 0.0
        if m.told != Task.BESIDE and m.stance != Stance.IN_LANE and m.side != 0:
            station = m.reach + (DEEPLY if m.told == Task.HEADWAY else UNDERCUT) * (station - m.reach)
        is_holding = m.told == Task.HEADWAY or m.told == Task.GAP or m.told == Task.BESIDE
        is_stationed = is_holding and m.ahead is not None
        m.missing = either(m.ahead, 0.0) - station if is_stationed else 0.0
        m.tolerance = tolerance if is_stationed else 0.0

        slowest = SLOWEST * m.limit
        if (m.left_there or m.right_there) and m.stance != Stance.SLIPPING:
            slowest = max(slowest, min(UNHURRIED * m.limit, min(m.subject_usual, m.subject_speed) - SLOWER))
        fastest = max(FASTEST * m.limit, m.subject_speed + 5.0)
        if m.cap > 0.0:
            fastest = min(fastest, m.cap)

        m.holding.is_stationed = is_stationed
        m.holding.missing = m.missing
        m.holding.shrinking = shrinking
        m.holding.undrawn = m.undrawn
        m.holding.slowest = slowest
        m.holding.fastest = fastest
        m.meeting.slowest = slowest
        m.meeting.fastest = fastest
        m.lane.told = m.told
        m.lane.is_stationed = is_stationed
        m.lane.missing = m.missing
        m.lane.tolerance = m.tolerance
        m.lane.is_bound = m.cap > 0.0 and m.side == 0
        m.lane.is_anywhere = m.is_anywhere

    def activity(m: Coach) -> None:
        """Put out a speed that looks natural, and count how long it has been at its station."""
        m.stance = either(m.lane.stance, Stance.IN_LANE)
        m.undrawn = either(m.lane.undrawn, 0.0)
        wished = either(m.holding.wished, 0.0)
        is_due = either(m.holding.is_due, False)
        if m.told == Task.MEETING:
            wished = either(m.meeting.wished, 0.0)
            is_due = either(m.meeting.is_due, False)
        elif m.told == Task.PACING:
            wished = GAIN * (m.value - m.speed)
            if m.eased > 0.0:
                wished = clip(wished, -m.eased, m.eased)
        elif m.told == Task.STEADY:
            wished = GAIN * (m.kept - m.speed)
        is_followed = (m.told == Task.HEADWAY or m.told == Task.GAP) and m.side == 0
        wished = clip(wished, -EASING if is_followed else -BRAKING, ACCELERATION)
        wished = clip(wished, m.before - JERK * m.dt, m.before + JERK * m.dt)
        is_told = m.told != Task.FREE and not m.is_parked
        m.before = wished if is_told else 0.0
        if is_told:
            m.told_speed = max(m.speed + wished / RESPONSE, 0.0)
        m.sets_out = m.is_parked and is_due
        is_beside = m.side == 1 or m.side == -1
        is_there = abs(m.missing) < m.tolerance and (m.side == 0 if m.told != Task.BESIDE else is_beside)
        m.settled_for = m.settled_for + m.dt if is_there else 0.0
        m.settled = m.settled_for
        if m.tolerance > 0.0:
            m.off = m.missing
