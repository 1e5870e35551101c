"""The coach of one member of a cast: brings it to where it is to be, in closed loop, and looks natural doing so."""

from __future__ import annotations

from math import sqrt

from seahaven.direction.natural import ACCELERATION, BRAKING, FASTEST, JERK, PARKED_ACCELERATION, SLOWEST
from seahaven.hcsm import Button, In, Local, Machine, Out, clip, declare, either, sign

__all__ = ["Coach"]

FREE, HEADWAY, GAP, BESIDE, MEETING, PACING, STEADY = 0, 1, 2, 3, 4, 5, 6
"""What it may have been told."""
SOFT, PULL, MOST = 0.45, 0.22, 9.0
"""How it comes up to its station: with this deceleration (m/s²) at the end, this share of what is missing per second,
and never faster than this (m/s) past the subject."""
HURRY = 0.02
"""By how much faster than that (1/s) for each metre further away than near by."""
GAIN, ALONG = 0.9, 0.6
"""By how much of what its speed lacks it accelerates (1/s), and which share of the subject's acceleration it shares."""
CLOSE_ENOUGH, TIME_ENOUGH = 0.6, 0.15
"""It is settled within this share of the tolerance of a distance, and within so many seconds of a headway."""
SHARE, METRE = 0.05, 1.0
"""The tolerance of distances."""
STANDS = 3.0
"""Below this speed (m/s) of the subject its headway is reckoned as at this speed."""
FIRMLY = 1.5
"""By how much of what its speed lacks it accelerates in the last seconds before a meeting (1/s)."""
SOON, CREEP = 1.0, 3.0
"""Who has time until a meeting drives evenly until it has to come up to its speed there; from so many seconds before
that on it does so; and how fast (m/s) it drives at least, to lose time."""
UNHURRIED = 0.65
"""The share of the limit below which it does not drive on a road with several lanes, unless the subject does."""
SLOWER = 6.0
"""How much slower (m/s) than the subject usually is it drives on a road with several lanes at the least."""
UNDERCUT, DEEPLY = 0.88, 0.72
"""The shares of its distance, and of its headway, at which it is beside the subject's lane, since most fall back when
it comes over."""
FAR = 15.0
"""Metres that it lacks, ahead of its station, from which on it comes back to it on the lane beside, unheeded."""
LOOSELY = 3.0
"""Metres by which somebody beside may be off its station."""
PULLING_OUT, LOST = 4.0, 1.5
"""Seconds that it takes from a stand on the shoulder to the lane, and that it loses by that."""
RESERVE = 1.15
"""So many times earlier than it has to it sets out to a meeting, so that it can make up for a subject that comes
faster than expected."""
PATIENCE, AGAIN = 2.5, 8.0
"""Seconds for which the subject has been on another lane until it comes after it, and until it is told again."""
NEAR_BY = 70.0
"""Metres from the subject within which whatever somebody does moves it."""
UNMOVED, STALLED = 0.8, 4.0
"""The share of its usual speed below which the subject is not slowed down; and for how long (s) it is tried to come to
a station that the subject evades, by keeping a greater distance, before that is done from the lane beside."""
EASING = 1.6
"""How hard it brakes at most (m/s²) before a subject that follows it, and would brake the harder."""
UNDRAWN = 0.6
"""The share of the subject's speed, when somebody comes over before it, below which that does not draw it down: the
subject brakes for it, and would brake again if it braked, too."""
GENTLY = 1.0
"""How much slower (m/s) than the subject it may always be, near by."""
ROUGHLY = 2.5
"""So many times further from its station than is near enough it may be to come over."""
CALM = 0.5
"""Acceleration (m/s²) below which the subject drives steadily enough for somebody to come over."""
STILL = 0.25
"""Speed (m/s) at which it comes nearer to its station below which it does not get there."""
ABOUT = 6.0
"""Seconds ahead for which it is looked whether it comes nearer, as it accelerates now."""
IN_LANE, ASIDE, SLIPPING = 0, 1, 2
"""Where it holds its station: in the subject's lane; on the one beside, unheeded; and coming over from there."""
SLIPPED = 9.0
"""Seconds after which it has come over, or has to try again."""
RESPONSE = 0.6
"""How a driver answers to a told speed (1/s): it accelerates by this share of what is missing."""


class Coach(Machine):
    """Steers somebody by its speed, and its lane, to a station by the subject, or to a place at a time.

    `ahead` runs from the subject's centre to its own along the road. What it puts out is the speed to be told to its
    driver, null while it lets that alone.
    """

    dt: In[float] = declare(unit="s")
    speed: In[float] = declare(unit="m/s")
    acceleration: In[float] = declare(unit="m/s²")
    limit: In[float] = declare(unit="m/s", doc="of its lane")
    ahead: In[float | None] = declare(unit="m")
    reach: In[float] = declare(unit="m", doc="half its length and half the subject's")
    side: In[int] = declare(doc="lanes to the left to the subject's lane")
    subject_speed: In[float] = declare(unit="m/s")
    subject_acceleration: In[float] = declare(unit="m/s²")
    way: In[float | None] = declare(unit="m", doc="to where it is to meet the subject")
    time_left: In[float | None] = declare(unit="s", doc="until the subject is expected to be where it is to be then")
    match: In[float] = declare(unit="m/s", doc="the steady speed at which it would be at the place with the subject")
    is_matched: In[bool] = declare(doc="whether it is to be there with the subject, at whichever speed")
    matching: In[float] = declare(unit="s", doc="for how long it drives at that speed before it is let go")
    final: In[float] = declare(unit="m/s", doc="at which it is to be there")
    approach: In[float] = declare(unit="m/s²", doc="with which it can come up to that")
    is_parked: In[bool]
    start_time: In[float] = declare(unit="s", doc="that it would take to where they meet, from a stand")
    is_time: In[bool] = declare(doc="whether the moment may come now")
    left_there: In[bool] = declare(doc="whether there is a lane to the left of the subject's")
    right_there: In[bool] = declare(doc="whether there is one to the right of it")
    subject_usual: In[float] = declare(unit="m/s", doc="how fast the subject usually is")

    hold_headway: Button[float] = declare(unit="s", doc="before the subject, at this headway")
    hold_gap: Button[float] = declare(unit="m", doc="before the subject, with this gap between the bumpers")
    hold_beside: Button[float] = declare(unit="m", doc="beside it, with its centre so far ahead of the subject's")
    meet: Button[float] = declare(
        unit="m/s", doc="at the place when the subject is there, at this speed, or 0 for its own"
    )
    pace: Button[float] = declare(unit="m/s", doc="at this speed")
    steady: Button[float] = declare(doc="at the speed that it has")
    either_side: Button[float] = declare(doc="whether beside is to the right as well as to the left")
    hold_back: Button[float] = declare(
        unit="m/s", doc="on the subject's lane, no faster than this, so that the subject is not, either; 0 for no more"
    )
    let_go: Button[float] = declare(doc="as its driver likes")

    told: Local[int] = FREE
    value: Local[float] = 0.0
    is_anywhere: Local[bool] = declare(False, doc="whether it may be on either side of the subject")
    cap: Local[float] = declare(0.0, unit="m/s", doc="the speed that it does not exceed, or 0")
    kept: Local[float] = declare(0.0, unit="m/s", doc="the speed that it keeps to")
    before: Local[float] = declare(0.0, unit="m/s²", doc="what it asked for in the last step")
    settled_for: Local[float] = declare(0.0, unit="s")
    beside_for: Local[float] = declare(0.0, unit="s", doc="for how long it has been on another lane than it should be")
    stance: Local[int] = declare(IN_LANE, doc="where it holds its station")
    aside: Local[int] = declare(0, doc="the side of the subject on which it is then: 1 left, -1 right")
    evaded_for: Local[float] = declare(0.0, unit="s", doc="for how long the subject has kept away from it")
    since: Local[float] = declare(0.0, unit="s", doc="since it began to come over")
    slipped_at: Local[float] = declare(0.0, unit="m/s", doc="how fast the subject was then")

    told_speed: Out[float] = declare(unit="m/s")
    change: Out[int] = declare(doc="the side to change lanes to")
    sets_out: Out[bool] = declare(doc="whether somebody who is parked has to drive off now")
    settled: Out[float] = declare(unit="s", doc="for how long it has been where it is to be")
    comes: Out[bool] = declare(doc="whether it comes nearer to its station, or is about to")
    lacks: Out[float] = declare(unit="m", doc="how far it is from its station, as a share of what is near enough")
    off: Out[float] = declare(unit="m", doc="how far ahead of its station it is")

    def pre_activity(m: Coach) -> None:
        """Remember what it was told last; who is let go may be told a speed with the same breath."""
        if m.let_go.any:
            m.told = FREE
        if m.either_side.any:
            m.is_anywhere = either(m.either_side.last, 0.0) > 0.0
        if m.hold_back.any:
            m.cap = either(m.hold_back.last, 0.0)
        if m.hold_headway.any:
            m.told = HEADWAY
            m.value = either(m.hold_headway.last, 0.0)
        if m.hold_gap.any:
            m.told = GAP
            m.value = either(m.hold_gap.last, 0.0)
        if m.hold_beside.any:
            m.told = BESIDE
            m.value = either(m.hold_beside.last, 0.0)
        if m.meet.any:
            m.told = MEETING
            m.value = either(m.meet.last, 0.0)
        if m.pace.any:
            m.told = PACING
            m.value = either(m.pace.last, 0.0)
        if m.steady.any:
            m.told = STEADY
            m.kept = m.speed

    def activity(m: Coach) -> None:
        """Say which speed to drive at, and on which lane."""
        is_holding = m.told == HEADWAY or m.told == GAP or m.told == BESIDE
        can_slip = m.left_there or m.right_there
        slowest = SLOWEST * m.limit
        if can_slip and m.stance != SLIPPING:
            slowest = max(slowest, min(UNHURRIED * m.limit, min(m.subject_usual, m.subject_speed) - SLOWER))
        fastest = max(FASTEST * m.limit, m.subject_speed + 5.0)
        if m.cap > 0.0:
            fastest = min(fastest, m.cap)
        wished = 0.0
        missing = 0.0
        tolerance = 0.0
        due = False
        shrinking = 0.0
        if is_holding and m.ahead is not None:
            station = m.value
            tolerance = CLOSE_ENOUGH * max(METRE, SHARE * abs(m.value))
            if m.told == HEADWAY:
                station = m.reach + m.value * max(m.subject_speed, STANDS)
                tolerance = TIME_ENOUGH * max(m.subject_speed, STANDS)
                shrinking = m.value * m.subject_acceleration if m.stance != ASIDE else 0.0
            elif m.told == GAP:
                station = m.reach + m.value
            else:
                tolerance = LOOSELY
            if m.told != BESIDE and m.stance != IN_LANE and m.side != 0:
                station = m.reach + (DEEPLY if m.told == HEADWAY else UNDERCUT) * (station - m.reach)
            missing = either(m.ahead, 0.0) - station
            m.off = missing
            most = MOST + HURRY * max(abs(missing) - NEAR_BY, 0.0)
            drift = -sign(missing) * min(PULL * abs(missing), sqrt(2.0 * SOFT * abs(missing)), most)
            is_near_by = abs(either(m.ahead, 0.0)) < NEAR_BY
            floor = min(slowest, m.subject_speed - GENTLY if is_near_by else m.subject_speed + 2.0)
            if m.stance == SLIPPING and m.since <= SLIPPED:
                floor = max(floor, UNDRAWN * m.slipped_at)
            elif m.side == 0 and is_near_by:
                floor = max(floor, min(UNMOVED * min(m.subject_usual, m.limit), m.subject_speed + GENTLY))
            target = clip(m.subject_speed + shrinking + drift, floor, fastest)
            wished = GAIN * (target - m.speed) + ALONG * m.subject_acceleration
            m.comes = sign(missing) * (m.subject_speed - m.speed - ABOUT * m.acceleration) > STILL
            lead = m.subject_speed * m.subject_speed / (2.0 * PARKED_ACCELERATION)
            due = missing < lead + PULLING_OUT * m.subject_speed
        elif m.told == MEETING and m.way is not None and m.time_left is not None:
            left = either(m.time_left, 0.0)
            due = left < (RESERVE if m.is_matched else 1.0) * m.start_time + LOST
            if left > m.matching:
                way = either(m.way, 0.0)
                slack = m.approach * left - m.final
                cruise = sqrt(max(slack * slack - m.final * m.final + 2.0 * m.approach * way, 0.0)) - slack
                if cruise < m.final and m.approach * (left - SOON) > m.final - cruise:
                    wished = GAIN * (max(cruise, CREEP if m.is_matched else slowest) - m.speed)
                else:
                    wished = (6.0 * way - 4.0 * m.speed * left - 2.0 * m.final * left) / (left * left)
                    low = GAIN * ((CREEP if m.is_matched else UNHURRIED * m.final) - m.speed)
                    wished = clip(wished, low, max(GAIN * (fastest - m.speed), low))
            else:
                wished = FIRMLY * (m.match - m.speed)
        elif m.told == MEETING:
            wished = GAIN * ((CREEP if m.is_matched else slowest) - m.speed)
        elif m.told == PACING:
            wished = GAIN * (m.value - m.speed)
        elif m.told == STEADY:
            wished = GAIN * (m.kept - m.speed)
        is_followed = is_holding and m.told != BESIDE and m.side == 0
        wished = clip(wished, -EASING if is_followed else -BRAKING, ACCELERATION)
        wished = clip(wished, m.before - JERK * m.dt, m.before + JERK * m.dt)
        m.before = wished if m.told != FREE and not m.is_parked else 0.0
        if m.told != FREE and not m.is_parked:
            m.told_speed = max(m.speed + wished / RESPONSE, 0.0)
        m.sets_out = m.is_parked and due
        is_near = is_holding and m.ahead is not None and abs(missing) < tolerance
        is_nearly = is_holding and m.ahead is not None and abs(missing) < ROUGHLY * tolerance
        is_there = is_near and (m.side == 0 if m.told != BESIDE else m.side == 1 or m.side == -1)
        m.settled_for = m.settled_for + m.dt if is_there else 0.0
        m.settled = m.settled_for

        # on which lane
        leads = m.told == HEADWAY or m.told == GAP
        closes = m.speed < m.subject_speed - STILL
        evades = leads and m.stance == IN_LANE and m.side == 0 and missing > tolerance and not closes
        m.evaded_for = m.evaded_for + m.dt if evades else 0.0
        if is_holding and tolerance > 0.0 and not m.is_parked and (can_slip or not evades):
            m.lacks = abs(missing) / tolerance
        m.since += m.dt
        if not leads:
            m.stance = IN_LANE
        elif (
            m.stance == IN_LANE
            and can_slip
            and not (m.cap > 0.0 and m.side == 0)
            and (m.evaded_for > STALLED or m.side != 0 or missing > FAR)
        ):
            m.stance = ASIDE
            m.aside = 0
        elif (
            m.stance == ASIDE
            and m.is_time
            and is_nearly
            and (m.told != HEADWAY or (missing < tolerance and m.speed < m.subject_speed + GENTLY))
            and abs(m.subject_acceleration) < CALM
        ):
            m.stance = SLIPPING
            m.since = 0.0
            m.slipped_at = m.subject_speed
        elif m.stance == SLIPPING and m.since > SLIPPED and not is_nearly and not (m.cap > 0.0 and m.side == 0):
            m.stance = ASIDE
        elif m.stance == ASIDE and not can_slip:
            m.stance = IN_LANE
        if m.stance == ASIDE:
            if m.side == 1 or m.side == -1:
                m.aside = -m.side
            elif m.aside == 0 or (m.aside > 0 and not m.left_there) or (m.aside < 0 and not m.right_there):
                m.aside = 1 if m.left_there else -1
        lane = -m.aside if m.stance == ASIDE else 0
        if m.told == BESIDE:
            lane = -1 if m.left_there else 1
            if m.is_anywhere and (m.side == 1 or m.side == -1):
                lane = m.side
        is_clear = m.told == BESIDE or either(m.ahead, 0.0) > m.reach + 6.0
        is_wrong = is_holding and m.side != lane and not m.is_parked and is_clear
        m.beside_for = m.beside_for + m.dt if is_wrong else 0.0
        m.change = 0
        wait = 0.0 if m.stance == SLIPPING else PATIENCE
        if m.beside_for > wait:
            m.change = 1 if m.side > lane else -1
            m.beside_for = wait - AGAIN
