"""The lane of a vehicle that is to be at a station relative to the subject."""

from __future__ import annotations

from seahaven.direction.coach.task import GENTLY, STILL, Stance, Task
from seahaven.hcsm import In, Local, Machine, Out, declare, either

__all__ = ["Lane"]

FAR = 15.0
"""If it is this far ahead of its station (m), it returns to it in the lane beside, where the subject ignores it."""
STALLED = 4.0
"""How long (s) it tries to reach a station from which the subject falls back, before it does so from the lane
beside."""
ROUGHLY = 2.5
"""It may change lanes within this many tolerances of its station."""
CALM = 0.5
"""Acceleration (m/s²) below which the subject drives steadily enough for a lane change in front of it."""
SLIPPED = 9.0
"""Time (s) after which it has changed lanes, or has to try again."""
UNDRAWN = 0.95
"""While it changes lanes in front of the subject it does not drive more slowly than this share of the subject's speed:
the subject brakes for it, and would brake again if it braked, too. At 0.6 both came down from 28 to 9 m/s."""
PATIENCE, AGAIN = 2.5, 8.0
"""How long (s) the subject must be in another lane before it follows, and until the order is repeated."""
CLEAR = 6.0
"""Least gap (m) for a lane change in front of the subject."""


class InLane(Machine):
    """In the subject's lane, or on its way there."""

    stance: Out[int]

    def activity(m: InLane) -> None:
        """Put out the stance."""
        m.stance = Stance.IN_LANE


class Aside(Machine):
    """In the lane beside, where the subject ignores it."""

    stance: Out[int]

    def activity(m: Aside) -> None:
        """Put out the stance."""
        m.stance = Stance.ASIDE


class Slipping(Machine):
    """Changing lanes in front of the subject, or there since."""

    stance: Out[int]

    def activity(m: Slipping) -> None:
        """Put out the stance."""
        m.stance = Stance.SLIPPING


class Lane(Machine):
    """Holds a station in the subject's lane; if the subject falls back, draws level beside it, and changes lanes."""

    dt: In[float] = declare(unit="s")
    told: In[int]
    is_stationed: In[bool] = declare(doc="whether there is a station to hold")
    missing: In[float] = declare(unit="m", doc="how far it is ahead of its station")
    tolerance: In[float] = declare(unit="m", doc="distance within which it counts as being at its station")
    is_bound: In[bool] = declare(doc="whether it holds the subject back, in its lane")
    is_anywhere: In[bool] = declare(doc="whether it may be on either side of the subject")
    speed: In[float] = declare(unit="m/s")
    ahead: In[float | None] = declare(unit="m")
    reach: In[float] = declare(unit="m")
    side: In[int] = declare(doc="lanes to the right of the subject's lane")
    subject_speed: In[float] = declare(unit="m/s")
    subject_acceleration: In[float] = declare(unit="m/s²")
    is_parked: In[bool]
    is_time: In[bool] = declare(doc="whether the critical moment may come now")
    left_there: In[bool]
    right_there: In[bool]

    aside: Local[int] = declare(0, doc="the side of the subject on which it draws level: 1 left, -1 right")
    leads: Local[bool] = declare(False, doc="whether its station is ahead of the subject")
    is_nearly: Local[bool] = declare(False, doc="whether it is close enough to its station to change lanes")
    evaded_for: Local[float] = declare(0.0, unit="s", doc="how long the subject has kept away from it")
    since: Local[float] = declare(0.0, unit="s", doc="since it began to change lanes")
    slipped_at: Local[float] = declare(0.0, unit="m/s", doc="speed of the subject then")
    beside_for: Local[float] = declare(0.0, unit="s", doc="how long it has been in the wrong lane")

    stance: Out[int]
    change: Out[int] = declare(doc="the side to change lanes to")
    undrawn: Out[float] = declare(unit="m/s", doc="least speed while it changes lanes in front of the subject; or 0")
    lacks: Out[float] = declare(unit="m", doc="distance from its station, in multiples of the tolerance")

    in_lane, level, slipping = InLane(), Aside(), Slipping()

    def pre_activity(m: Lane) -> None:
        """Find out whether the subject evades it, and how close it is to its station."""
        m.leads = m.told == Task.HEADWAY or m.told == Task.GAP
        m.is_nearly = m.is_stationed and abs(m.missing) < ROUGHLY * m.tolerance
        evades = m.leads and m.side == 0 and m.missing > m.tolerance and not m.speed < m.subject_speed - STILL
        m.evaded_for = m.evaded_for + m.dt if evades else 0.0
        m.since += m.dt

    def is_evaded(m: Lane) -> bool:
        """Whether it does better in the lane beside."""
        return (
            m.leads
            and (m.left_there or m.right_there)
            and not m.is_bound
            and (m.evaded_for > STALLED or m.side != 0 or m.missing > FAR)
        )

    def can_slip(m: Lane) -> bool:
        """Whether it may change lanes now, without having to fall back for that."""
        return (
            m.leads
            and m.is_time
            and m.is_nearly
            and (m.told != Task.HEADWAY or (m.missing < m.tolerance and m.speed < m.subject_speed + GENTLY))
            and abs(m.subject_acceleration) < CALM
            and (m.left_there or m.right_there)
        )

    def slips(m: Lane) -> None:
        """Remember when, and the subject's speed."""
        m.since = 0.0
        m.slipped_at = m.subject_speed

    def draws_level(m: Lane) -> None:
        """Choose a side again."""
        m.aside = 0

    def activity(m: Lane) -> None:
        """Put out the side to change to, and the distance from its station."""
        is_hopeless = m.in_lane.stance is not None and m.evaded_for > 0.0 and not (m.left_there or m.right_there)
        if m.is_stationed and not m.is_parked and not is_hopeless:
            m.lacks = abs(m.missing) / m.tolerance
        is_slipping = m.slipping.stance is not None
        m.undrawn = UNDRAWN * m.slipped_at if is_slipping and m.since <= SLIPPED else 0.0
        lane = 0
        if m.told == Task.BESIDE:
            lane = -1 if m.left_there else 1
            if m.is_anywhere and (m.side == 1 or m.side == -1):
                lane = m.side
        elif m.level.stance is not None:
            if m.side == 1 or m.side == -1:
                m.aside = -m.side
            elif m.aside == 0 or (m.aside > 0 and not m.left_there) or (m.aside < 0 and not m.right_there):
                m.aside = 1 if m.left_there else -1
            lane = -m.aside
        is_clear = m.told == Task.BESIDE or either(m.ahead, 0.0) > m.reach + CLEAR
        is_wrong = (m.leads or m.told == Task.BESIDE) and m.side != lane and not m.is_parked and is_clear
        m.beside_for = m.beside_for + m.dt if is_wrong else 0.0
        wait = 0.0 if is_slipping else PATIENCE
        m.change = 0
        if m.beside_for > wait:
            m.change = 1 if m.side > lane else -1
            m.beside_for = wait - AGAIN

    start = in_lane
    transitions = (
        (in_lane >> level).when(is_evaded).do(draws_level),
        (level >> slipping).when(can_slip).do(slips),
        (level >> in_lane).when(lambda m: not m.leads or not (m.left_there or m.right_there)),
        (slipping >> level).when(lambda m: m.leads and m.since > SLIPPED and not m.is_nearly and not m.is_bound),
        (slipping >> in_lane).when(lambda m: not m.leads),
    )
