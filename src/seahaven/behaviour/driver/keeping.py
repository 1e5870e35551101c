"""How a driver keeps to a lane, and changes it."""

from __future__ import annotations

from seahaven.behaviour.driver.following import HARDEST
from seahaven.hcsm import Button, In, Local, Machine, Out, clip, declare, either, sign

__all__ = ["AT_EASE", "LEFT", "OFF", "ORDER", "RIGHT", "WISH", "LaneKeeping"]

WISH, ORDER = 1.0, 2.0
"""Strengths with which the button may be pressed; the sign is the side."""
NOTICE = 1.0
"""Seconds that the turn light is on before the vehicle moves sideways."""
PAUSE, BOLD = 2.0, 1.5
"""Seconds between two changes; bold drivers try again sooner than others, so that two who want to the same place do not
do so in step for ever."""
LONGEST = 20.0
"""Seconds after which a change is given up, unless traffic has come to a stand."""
SLOW = 1.0
"""Speed (m/s) below which nothing moves sideways to speak of."""
ROLLING = 3.0
"""Speed (m/s) below which nobody begins to change lanes just because it wishes to."""
CLEAR, LASTS = 10.0, 4.0
"""So many metres, and seconds, before a junction nobody does either, nor in it."""
BEYOND = 20.0
"""A lane that has to be left no sooner than so many metres behind the line of a junction can be left behind it."""
NO_ROOM = 0.5
"""Metres up to which there is no room to go on."""
STANDS_THERE, COMES_HERE, IS_BESIDE = 1, 2, 3
"""What a vehicle that keeps to no lane may do: `menace`."""
OFF, LEFT, RIGHT = 0, 1, 2
"""Codes of turn lights."""
LEAVING, BODILY, BROADLY = 1.2, 0.7, 0.5
"""Offset (m) from which on it still reaches into a lane from which it moves away, and into one beside which it keeps;
and from which on long vehicles, which are wide, reach into either."""
SHORT = 7.0
"""Length (m) up to which a vehicle is no wider than a car."""
CREEP, TOUCH = 1.0, 0.6
"""Speed (m/s) at which it goes on out of the lane that it leaves, as long as whoever is ahead there is so far away (m).
"""
BETWEEN = 0.3
"""Gap (m) to either side from which on whoever reaches into the next lane goes on."""
FREE = 1e3
"""Acceleration (m/s²) that holds nobody back."""
ASTRIDE = 0.6
"""Offset (m) from which on a vehicle counts as reaching into the next lane."""
AT_EASE = 0.65
"""Share of the gap that it would keep for long with which it is content for a wish: in the intelligent driver model, it
means to brake with 1.4 times the acceleration that a driver likes, about 2 m/s²."""
LOOSE, TIGHT = 0.6, 0.35
"""Time gaps (s) for a need: the one that it begins with, and how much of it is given up in the end."""
CLOSE_BY, CRAWLING = 0.02, 1.0
"""Metres behind it that do for somebody in need who hardly moves (m/s): whoever waits there lets it in."""
OVERLAP, STILL = 0.5, 0.1
"""Metres that the front of whoever stands behind there (m/s) may be beside its own rear, if it reaches over already: as
it goes on, it comes clear of it."""
FIRM, NOTICING = 3.5, 0.5
"""Braking (m/s²) that it expects of itself and of others in need, and how long they take to begin after a step (s)."""
DARING = 0.3
"""Gap (s) to whoever is ahead on the lane to come to below which it brakes so: what that one does it sees too late.
"""

ASIDE, FAR_ASIDE = 2.0, 2.5
"""Metres across that it has to move, short or long, until whoever is ahead on its old lane is no longer in its way."""
SWING, SHORT_SWING, FREE_SWING, SLANT, STEEP, FASTEST = 0.9, 1.25, 2.0, 0.25, 0.4, 1.3
"""How far apart (m) the ends of a vehicle are across the lane at most when it moves over, long and short, and once it
is half over; how many metres it moves across for each one along at most, and at a crawl, and how fast (m/s)."""
PAST = 0.3
"""Share of the gap when standing with which whoever is pressed comes past somebody ahead on its old lane."""
HALF_OVER, OVER_BORDER = 1.0, 1.7
"""Metres across after which it is half over, and its middle over the border: for whoever is pressed that is enough."""
LEAST_SPEED, FORESEEN = 2.0, 1.5
"""Speed (m/s) that is reckoned with for whoever stands and will move over, and for how long (s) a leader who brakes is
taken to go on with it."""


class LaneKeeping(Machine):
    """Keep to the lane; change it when asked or in need, as soon as there is room, with the turn light on before.

    A change is asked for by the button: ±1 is a wish, given up after some seconds, ±2 an order; a need is wired. There
    is room where neither the driver, behind its new leader, nor its new follower would have to brake harder than it
    accepts: in comfort for a wish and for a need that is still far off, of which nothing is shown before there is room;
    more with growing need. A change is given up if the gap closes while the border has not been crossed; after one,
    there is a pause. Whoever reaches into two lanes heeds the vehicles ahead on both; lest it come to stand in both, it
    does not begin behind somebody whom it would reach before it is out of its lane.
    """

    dt: In[float] = declare(unit="s")
    line: In[int] = declare(doc="lanes crossed to the left so far")
    offset: In[float] = declare(unit="m")
    speed: In[float] = declare(unit="m/s")
    length: In[float] = declare(unit="m")
    standstill: In[float] = declare(unit="m")
    comfort: In[float] = declare(unit="m/s²")
    gap: In[float | None] = declare(unit="m")
    closing: In[float | None] = declare(unit="m/s")
    slowing: In[float] = declare(unit="m/s²", doc="acceleration of the vehicle ahead if it brakes, else 0")
    left_open: In[bool]
    right_open: In[bool]
    left_gap: In[float | None] = declare(unit="m")
    left_closing: In[float | None] = declare(unit="m/s")
    left_rear_gap: In[float | None] = declare(unit="m")
    left_rear_closing: In[float | None] = declare(unit="m/s")
    left_wanted: In[float] = declare(unit="m", doc="gap that it would keep to the vehicle ahead on the left")
    left_rear_wanted: In[float] = declare(unit="m", doc="gap that the vehicle behind there would keep to it")
    left_ahead: In[float] = declare(unit="m/s²", doc="acceleration behind the vehicle ahead on the left")
    right_gap: In[float | None] = declare(unit="m")
    right_closing: In[float | None] = declare(unit="m/s")
    right_rear_gap: In[float | None] = declare(unit="m")
    right_rear_closing: In[float | None] = declare(unit="m/s")
    right_wanted: In[float] = declare(unit="m")
    right_rear_wanted: In[float] = declare(unit="m")
    right_ahead: In[float] = declare(unit="m/s²")
    need: In[int] = declare(doc="the side to which it has to change, 0 for none")
    urgency: In[float] = declare(doc="of the need, up to 1")
    turn: In[int] = declare(doc="where it turns ahead: 1 left, -1 right")
    junction: In[float | None] = declare(unit="m")
    drop: In[float | None] = declare(unit="m")
    room: In[float] = declare(unit="m", doc="to the place where it has to have begun, or to be out of its lane")
    aggressiveness: In[float]
    is_reckless: In[bool]
    menace: In[int]
    signalled: In[int] = declare(doc="the side of the turn light that it was told to show")

    change: Button[float] = declare(doc="the side to change to; ±1 for a wish, ±2 for an order")

    asked: Local[int] = declare(0, doc="the side that was asked for")
    patience: Local[float] = declare(0.0, unit="s", doc="how long that holds")
    is_ordered: Local[bool] = False
    side: Local[int] = declare(0, doc="of the change that it is about")
    goal: Local[int] = declare(0, doc="the line to be on after it")
    since: Local[float] = declare(10.0, unit="s", doc="since the last change of state")
    want: Local[int] = declare(0, doc="the side that it would change to")
    fits: Local[bool] = declare(False, doc="whether there is room to begin")
    holds: Local[bool] = declare(False, doc="whether there is room to go on")

    wish: Out[float] = declare(unit="m/s²")
    aim: Out[int]
    turn_light: Out[int]
    intent: Out[int] = declare(doc="the side that it is about to change to")

    class Keeping(Machine):
        """On the lane."""

    class Indicating(Machine):
        """Waiting for room, with the turn light on."""

        is_lit: Out[bool]

        def activity(m: LaneKeeping.Indicating) -> None:
            """Light the turn light."""
            m.is_lit = True

    class Moving(Machine):
        """Over to the next lane."""

        moves: Out[bool]

        def activity(m: LaneKeeping.Moving) -> None:
            """Move over."""
            m.moves = True

    class Settling(Machine):
        """Into the middle of the lane."""

        is_lit: Out[bool]

        def activity(m: LaneKeeping.Settling) -> None:
            """Leave the turn light on."""
            m.is_lit = True

    def pre_activity(m: LaneKeeping) -> None:
        """Find out where to go, and whether there is room."""
        m.since += m.dt
        m.patience -= m.dt
        if m.change.any:
            m.asked = int(sign(either(m.change.last, 0.0)))
            m.is_ordered = abs(either(m.change.last, 0.0)) > WISH
            m.patience = 30.0 if m.is_ordered else 5.0
        if m.patience <= 0.0:
            m.asked = 0
            m.is_ordered = False
        m.want = m.need if m.need != 0 and not m.is_ordered else m.asked
        is_left = (m.side if m.side != 0 else m.want) > 0
        gap = either(m.left_gap if is_left else m.right_gap, 1e4)
        rear_gap = either(m.left_rear_gap if is_left else m.right_rear_gap, 1e4)
        wanted = AT_EASE * (m.left_wanted if is_left else m.right_wanted)
        rear_wanted = AT_EASE * (m.left_rear_wanted if is_left else m.right_rear_wanted)
        closing = max(either(m.left_closing if is_left else m.right_closing, 0.0), 0.0)
        rear_closing = max(either(m.left_rear_closing if is_left else m.right_rear_closing, 0.0), 0.0)
        least = 0.5 * m.standstill + (LOOSE - TIGHT * m.urgency) * m.speed
        if (m.need != 0 and m.urgency > 0.0) or m.is_ordered:
            wanted = min(wanted, least + closing * (NOTICING + m.dt + closing / (2.0 * FIRM)))
            rear_least = CLOSE_BY if m.speed < CRAWLING else least
            rear_way = rear_closing * (NOTICING + m.dt + rear_closing / (2.0 * FIRM))
            rear_wanted = min(rear_wanted, rear_least + rear_way)
        is_over = m.offset > ASTRIDE if is_left else m.offset < -ASTRIDE
        if is_over and m.need != 0 and m.speed < CRAWLING and rear_closing < STILL:
            rear_wanted = min(rear_wanted, -OVERLAP)
        is_open = m.left_open if is_left else m.right_open
        junction = either(m.junction, 1e4)
        # Whoever has hardly left a junction and has no room to go on cannot wait for more of it.
        is_pressed = m.need != 0 and m.room < NO_ROOM and m.speed < SLOW
        can_wait = not m.is_ordered and not is_pressed and (m.need == 0 or either(m.drop, 1e4) > junction + BEYOND)
        is_late = (m.speed < ROLLING and m.need == 0) or junction < CLEAR + LASTS * m.speed
        is_apart = m.offset < ASTRIDE if not is_left else m.offset > -ASTRIDE
        is_apart = is_apart or (m.need != 0 and m.speed < SLOW)
        is_open = is_open and is_apart and not (can_wait and is_late)
        moved = m.offset if is_left else -m.offset
        swing = SHORT_SWING if m.length < SHORT else SWING
        aside = ASIDE if m.length < SHORT else FAR_ASIDE
        is_urgent = m.need != 0 and m.speed < CRAWLING
        across = (OVER_BORDER if is_urgent else aside) - moved
        slow = max(m.length / swing, 1.0 / SLANT, m.speed / FASTEST)
        fast = max(m.length / FREE_SWING, 1.0 / SLANT, m.speed / FASTEST)
        along = slow * clip(across, 0.0, HALF_OVER) + fast * max(across - HALF_OVER, 0.0)
        near = m.standstill
        if is_urgent and m.length < SHORT:
            along = across / STEEP
            near = PAST * m.standstill
        leader = max(m.speed - either(m.closing, 0.0) + FORESEEN * m.slowing, 0.0)
        pace = max(m.speed, LEAST_SPEED)
        is_clear = (either(m.gap, 1e4) - near) * pace > along * (pace - leader)
        m.fits = is_open and is_clear and ((gap > wanted and rear_gap > rear_wanted) or m.is_reckless)
        is_between = is_over and min(gap, rear_gap) > BETWEEN
        m.holds = (gap > 0.6 * wanted and rear_gap > 0.6 * rear_wanted) or is_between or m.is_reckless
        m.holds = m.holds and not (can_wait and 0.0 < junction < CLEAR) and (is_clear or is_over or m.need != 0)
        m.holds = m.holds and (is_over or m.menace != IS_BESIDE)

    def begin(m: LaneKeeping) -> None:
        """Take up a change."""
        m.side = m.want
        m.since = 0.0

    def give_up(m: LaneKeeping) -> None:
        """Be about no change any more."""
        m.side = 0
        m.since = 0.0

    def move(m: LaneKeeping) -> None:
        """Remember the lane to come to."""
        m.goal = m.line + m.side
        m.since = 0.0

    def settle(m: LaneKeeping) -> None:
        """Have done what was asked for, or failed to."""
        m.asked = 0
        m.is_ordered = False
        m.since = 0.0

    start = Keeping
    transitions = (
        (Keeping >> Indicating)
        .when(
            lambda m: (
                m.want != 0
                and m.since > PAUSE * (BOLD - m.aggressiveness)
                and (m.left_open if m.want > 0 else m.right_open)
                and (m.fits or m.asked != 0 or m.urgency > 0.0)
            )
        )
        .do(begin),
        (Indicating >> Keeping).when(lambda m: m.want != m.side).do(give_up),
        (Indicating >> Moving).when(lambda m: m.want == m.side and m.since >= NOTICE and m.fits).do(move),
        (Moving >> Settling)
        .when(lambda m: m.line == m.goal or not m.holds or (m.since > LONGEST and m.speed > SLOW))
        .do(settle),
        (Settling >> Keeping)
        .when(lambda m: abs(m.offset) < ASTRIDE or (m.since > PAUSE and m.speed < SLOW))
        .do(give_up),
    )

    def activity(m: LaneKeeping) -> None:
        """Say where to go, show it, and heed whoever is ahead on the second lane: without haste, unless it is near."""
        moves = m.Moving.moves is not None
        about = moves or m.Indicating.is_lit is not None
        is_left = m.side > 0
        beside = BODILY if m.length < SHORT else BROADLY
        leaving = LEAVING if m.length < SHORT else BROADLY
        heeds_left = (moves and is_left) or m.offset > (leaving if m.side < 0 else beside)
        heeds_right = (moves and not is_left) or m.offset < (-leaving if m.side > 0 else -beside)
        m.aim = m.side if moves else 0
        m.intent = m.side if about else 0
        is_lit = about or m.Settling.is_lit is not None
        shown = m.side if is_lit else m.turn if m.turn != 0 else m.signalled
        m.turn_light = LEFT if shown > 0 else RIGHT if shown < 0 else OFF
        left_closing = max(either(m.left_closing, 0.0), 0.0)
        right_closing = max(either(m.right_closing, 0.0), 0.0)
        left_gap = either(m.left_gap, 0.0)
        right_gap = either(m.right_gap, 0.0)
        hardest = HARDEST if m.speed > 2.0 * CREEP else FIRM
        left_reach = TOUCH + left_closing * (NOTICING + m.dt + left_closing / (2.0 * FIRM))
        right_reach = TOUCH + right_closing * (NOTICING + m.dt + right_closing / (2.0 * FIRM))
        left_least = -m.comfort - left_closing * left_closing / (2.0 * max(left_gap, 0.2))
        right_least = -m.comfort - right_closing * right_closing / (2.0 * max(right_gap, 0.2))
        if left_gap < DARING * m.speed:
            left_least = min(left_least, -FIRM)
        if right_gap < DARING * m.speed:
            right_least = min(right_least, -FIRM)
        if left_gap < left_reach:
            left_least = -hardest
        if right_gap < right_reach:
            right_least = -hardest
        left = max(m.left_ahead, left_least) if heeds_left and m.left_gap is not None else FREE
        right = max(m.right_ahead, right_least) if heeds_right and m.right_gap is not None else FREE
        creeping = CREEP - m.speed
        touch = TOUCH + m.speed * m.dt
        if not moves and either(m.left_gap, 0.0) > touch:
            left = max(left, creeping)
        if not moves and either(m.right_gap, 0.0) > touch:
            right = max(right, creeping)
        if min(left, right) < FREE and not m.is_reckless:
            m.wish = max(min(left, right), -HARDEST)
