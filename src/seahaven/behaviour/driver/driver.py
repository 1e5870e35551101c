"""The driver: concurrent concerns, and one wish (H11)."""

from __future__ import annotations

from math import sqrt

from seahaven.behaviour.driver.avoidance import Avoiding
from seahaven.behaviour.driver.courtesy import Courtesy
from seahaven.behaviour.driver.crossing import Crossing
from seahaven.behaviour.driver.cruising import AT_SPEED, BEFORE, BEHIND, BESIDE, FREELY, Cruising
from seahaven.behaviour.driver.following import Following
from seahaven.behaviour.driver.halting import GO, SHOULDER, STOP, Braking, Halting
from seahaven.behaviour.driver.heeding import Heeding
from seahaven.behaviour.driver.keeping import (
    CLOSE_BY,
    COMES_HERE,
    CRAWLING,
    IS_BESIDE,
    ORDER,
    OVER_BORDER,
    PAST,
    SHORT_SWING,
    SLANT,
    STANDS_THERE,
    STEEP,
    SWING,
    LaneKeeping,
)
from seahaven.behaviour.driver.keeping import SHORT as SHORT_BODY
from seahaven.behaviour.driver.looking import Looking
from seahaven.behaviour.driver.merging import Merging
from seahaven.behaviour.driver.passing import Passing
from seahaven.behaviour.driver.piloting import Piloting
from seahaven.behaviour.senses import TurnOrder
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
    sign,
)
from seahaven.world import HEADLAMPS, MOTIONS

__all__ = ["Driver"]

NONE, LEFT, STRAIGHT, RIGHT, RELEASED = (int(order) for order in TurnOrder)
OFF, DIPPED = range(len(HEADLAMPS))
FAR = 1e4
"""Where there is nobody, somebody is taken to be so far away (m)."""
BEFORE_END = 15.0
"""Metres before the end of a lane at which it stops, or as many as it needs to leave the lane."""
APART = 7.0
"""Metres by which whoever has to leave its lane to the right stops earlier: of two who have to change places, and come
to the end of their lanes side by side, the other one can then go before it."""
LANE = 3.2
"""Metres across for each further lane that it has to leave: it keeps as much road as that takes."""
INCHING = 0.5
"""Speed (m/s) at which it uses up its lane to the end all the same, lest it stand there for ever."""
SHORT = 1.0
"""Metres before the end of its road at which it stands."""
FIRM = 6.0
"""Braking on a dry road (m/s²) that the boldest rely on to stop within what the weather lets them see."""
FOREVER = 1e9
"""Longer than any run (s)."""
DRIFTING = 0.7
"""How fast it drifts off the middle of its lane as it was told (m/s): slowly, as one whose thoughts are elsewhere."""
CYCLING, SOON = 8.0, 12.0
"""Whoever is never faster than this (m/s), on a bicycle mostly, looks for a gap only so many seconds ahead: to keep to
its own lane as long as there is one is worth more to it than a good gap."""
IN_TOWN = 17.0
"""Limit (m/s), a little more than 60 km/h, up to which one may drive on any lane and pass on either side."""
LEAST_TIME, MOST_TIME, SLOWER = 8.0, 20.0, 2.0
"""Seconds before the end of its lane from which on it looks for a gap: at least, at most, and how much less than the
limit has metres per second. In towns things come closer together, and so do their signs."""
CAR = 6.5
"""Metres that somebody takes up who stands at the end of its lane: the long need their way to the next lane before it.
"""
LONGER = 1.0
"""Metres by which somebody beside has to be longer than itself for it to go on past that one, which waits further from
the end of its lane."""
LEAST_OUT, HALF_OUT = 0.6, 0.9
"""Offsets (m) from which on somebody who changes lanes is no longer all in its own, and half out of it, so that it may
go on until its middle, not its front, is at the end of the lane that it leaves, and past whoever is ahead there, no
faster than it would come up to it in a second."""
EARLY = 2.0
"""So many times as far ahead as it has to look for a gap, it takes one that comes easily."""
LEAST = -20.0
"""What no acceleration is below (m/s²)."""
MEMORY, NOTICING, LOUDER = 2.0, 8.0, 2.4
"""Seconds in which the foot follows a whim, and in which that is noticed and taken back, so that speeds wander but
nobody drifts away; and by how much more a whim is than what comes of it: of a spread of 1, one of 0.41 is left."""
DRIVEN = MOTIONS.index("dynamic")
"""Up to this code of its motion a vehicle does as its driver wishes; beyond, it is moved by a script."""
TURNING_OUT = 9.0
"""Metres more than usual that it keeps from what stands in its way, so that it can come by when there is room."""
PATIENT, CALMER, HONK = 8.0, 4.0, 1.0
"""Seconds for which it waits behind what stands in its way until it sounds its horn, by how much less the most
aggressive wait, and for how long it sounds."""
ALARM, WARY, ALERTLY = 2.0, 0.6, 1.5
"""Seconds for which it drives warily once a vehicle that came towards it no longer does, the share of its usual speed
down to which it slows then, and how many times as hard as it likes."""
URGED = 6.0
"""Seconds for which it hurries when it is honked at."""
ROLLING = 5.0
"""Speed (m/s) below which a foot is the steadier the slower one drives."""


class Driver(Machine):
    """Whoever drives a vehicle, on motorways and in towns."""

    # the vehicle
    dt: In[float] = declare(unit="s")
    speed: In[float] = declare(unit="m/s")
    acceleration: In[float] = declare(unit="m/s²")
    motion: In[int]
    length: In[float] = declare(unit="m")
    line: In[int]
    offset: In[float] = declare(unit="m")
    contact: In[int | None]
    leaves: In[bool]
    # what the driver is like
    speed_factor: In[float]
    top_speed: In[float] = declare(unit="m/s")
    headway: In[float] = declare(unit="s")
    standstill: In[float] = declare(unit="m")
    liveliness: In[float] = declare(unit="m/s²")
    comfort: In[float] = declare(unit="m/s²")
    aggressiveness: In[float]
    reaction: In[float] = declare(unit="s")
    sight: In[float] = declare(unit="m")
    glance: In[float] = declare(unit="s")
    unsteadiness: In[float] = declare(unit="m/s²")
    # what it knows
    gap: In[float | None] = declare(unit="m")
    closing: In[float | None] = declare(unit="m/s")
    leader_acceleration: In[float | None] = declare(unit="m/s²")
    left_open: In[bool]
    left_gap: In[float | None] = declare(unit="m")
    left_closing: In[float | None] = declare(unit="m/s")
    left_rear_gap: In[float | None] = declare(unit="m")
    left_rear_closing: In[float | None] = declare(unit="m/s")
    left_light: In[int]
    left_drop: In[float | None] = declare(unit="m")
    right_open: In[bool]
    right_gap: In[float | None] = declare(unit="m")
    right_closing: In[float | None] = declare(unit="m/s")
    right_rear_gap: In[float | None] = declare(unit="m")
    right_rear_closing: In[float | None] = declare(unit="m/s")
    right_light: In[int]
    right_drop: In[float | None] = declare(unit="m")
    plea: In[float | None] = declare(unit="m")
    berth: In[float] = declare(unit="m")
    menace: In[int]
    honked: In[bool]
    limit: In[float | None] = declare(unit="m/s")
    limit_ahead: In[float | None] = declare(unit="m/s")
    limit_distance: In[float | None] = declare(unit="m")
    curvature: In[float | None] = declare(unit="1/m")
    curve_distance: In[float | None] = declare(unit="m")
    drop: In[float | None] = declare(unit="m")
    shift: In[int]
    route_end: In[float | None] = declare(unit="m")
    grip: In[float]
    visibility: In[float] = declare(unit="m")
    weather_pace: In[float]
    gloomy: In[bool]
    partner_distance: In[float | None] = declare(unit="m")
    partner_speed: In[float | None] = declare(unit="m/s")
    partner_side: In[int]
    junction: In[float | None] = declare(unit="m")
    hold: In[float | None] = declare(unit="m")
    light: In[int]
    light_age: In[float] = declare(unit="s")
    must_stop: In[bool]
    slack: In[float | None] = declare(unit="s")
    room: In[float | None] = declare(unit="m")
    block: In[float | None] = declare(unit="m")
    block_time: In[float | None] = declare(unit="s")
    join_gap: In[float | None] = declare(unit="m")
    join_speed: In[float | None] = declare(unit="m/s")
    waiting: In[float] = declare(unit="s")
    turn: In[int]
    walker: In[float | None] = declare(unit="m")
    walker_time: In[float | None] = declare(unit="s")
    # what its foot does by itself
    whim: In[float]
    # its panel
    adjust_speed: Button[float] = declare(unit="m/s", doc="drive at this speed, whatever the limit")
    change_lane: Button[float] = declare(doc="change lanes: 1 to the left, -1 to the right")
    turn_next: Button[float] = declare(doc="turn at the next junction: 1 to the left, 0 straight on, -1 to the right")
    follow: Button[float] = declare(doc="keep `keep_gap` behind the vehicle of this id, in its lane")
    lead: Button[float] = declare(doc="keep `keep_gap` before the vehicle of this id, in its lane")
    beside: Button[float] = declare(doc="travel beside the vehicle of this id, `keep_gap` metres ahead of it")
    brake: Button[float] = declare(unit="m/s²", doc="brake so hard, for `brake_for` seconds")
    stray: Button[float] = declare(
        unit="m", doc="drift so far to the left of the middle of its lane, for `stray_for` seconds, and come back"
    )
    signal: Button[float] = declare(
        doc="show the turn light, also when it stands: 1 left, -1 right, 0 no more; until it has changed lanes"
    )
    stop: Button[float] = declare(doc="stop here, and park")
    stop_on_shoulder: Button[float] = declare(doc="pull over to the shoulder, and park")
    go: Button[float] = declare(doc="drive on after a stop")
    release: Button[float] = declare(doc="forget all orders")
    adjust_acceleration: Dial[float] = declare(1.5, unit="m/s²", doc="with which a told speed is reached")
    keep_gap: Dial[float] = declare(20.0, unit="m", doc="to the vehicle it plays to; beside it: how far ahead")
    keeps_lane: Dial[bool] = declare(False, doc="whether it changes lanes only if it has to, or was told")
    closeness: Dial[float] = declare(1.0, doc="share of its usual distance that it keeps to others")
    brake_for: Dial[float] = declare(0.0, unit="s", doc="how long `brake` lasts; 0: until it is released")
    stray_for: Dial[float] = declare(0.0, unit="s", doc="after how long it comes back; 0: when it is released")
    brake_lights: Dial[bool] = declare(True, doc="whether the brake lights work")
    lights_up: Dial[bool] = declare(True, doc="whether it lights its lamps when it is dark, wet or misty")
    slow_side: Dial[int] = declare(-1, doc="the side to keep to: -1 right, 1 left, 0 neither")
    runs_lights: Dial[bool] = declare(False, doc="whether it drives on at red")
    is_reckless: Dial[bool] = declare(False, doc="whether it heeds nobody: orders then may make it hit others")

    told: Local[int] = declare(FREELY, doc="what it was told last about its speed and its partner")
    told_speed: Local[float] = declare(0.0, unit="m/s")
    other: Local[int] = declare(0, doc="the partner's id")
    hardness: Local[float] = declare(0.0, unit="m/s²", doc="of braking as it was told")
    brake_left: Local[float] = declare(0.0, unit="s", doc="how long it lasts still")
    told_offset: Local[float] = declare(0.0, unit="m", doc="how far to the left of the middle it was told to drift")
    stray_left: Local[float] = declare(0.0, unit="s", doc="how long that lasts still")
    strayed: Local[float] = declare(0.0, unit="m", doc="how far it has come with that")
    signalled: Local[int] = declare(0, doc="the side of the turn light that it was told to show")
    signalled_on: Local[int] = declare(0, doc="the line on which it was told so")
    told_stop: Local[int] = declare(GO, doc="what it was told last about stopping")
    wander: Local[float] = declare(0.0, doc="how far its foot has drifted, as a share of a whim")
    noticed: Local[float] = declare(0.0, doc="what it has noticed and taken back of that")
    intent: Local[int] = declare(0, doc="the side it was about to change to in the last step")
    fret: Local[float] = declare(0.0, unit="s", doc="for how long a vehicle has stood in its way")
    alarm: Local[float] = declare(0.0, unit="s", doc="for how long it still expects a vehicle to come towards it again")
    urged: Local[float] = declare(0.0, unit="s", doc="for how long it still hurries because it was honked at")
    is_moving: Local[bool] = declare(False, doc="whether it was moving to another lane")
    is_halted: Local[bool] = declare(False, doc="whether it stands because it was told to")

    cruising = Cruising()
    following = Following()
    avoiding = Avoiding()
    keeping = LaneKeeping()
    passing = Passing()
    merging = Merging()
    courtesy = Courtesy()
    crossing = Crossing()
    heeding = Heeding()
    braking = Braking()
    halting = Halting()
    piloting = Piloting()
    looking = Looking()

    wish: Out[float] = most_conservative(
        cruising,
        following,
        avoiding,
        keeping,
        passing,
        merging,
        courtesy,
        crossing,
        heeding,
        braking,
        halting,
        piloting,
    )
    aim: Out[int] = priority(piloting, halting, keeping)
    lean: Out[float] = declare(unit="m")
    advice: Out[float] = declare(unit="m/s²")
    leeway: Out[float] = declare(unit="m/s²")
    turn_light: Out[int] = priority(piloting, halting, keeping)
    brake_light: Out[bool]
    headlamps: Out[int]
    horn: Out[bool]
    pilot: Out[int]
    gaze: Out[float]
    partner: Out[int]
    goes: Out[bool]
    turn_order: Out[int]

    def pre_activity(m: Driver) -> None:
        """Remember orders, and judge the lanes for all concerns at once."""
        # what it was told
        if m.adjust_speed.any:
            m.told = AT_SPEED
            m.told_speed = max(either(m.adjust_speed.last, 0.0), 0.0)
        if m.follow.any:
            m.told = BEHIND
            m.other = int(either(m.follow.last, 0.0))
        if m.lead.any:
            m.told = BEFORE
            m.other = int(either(m.lead.last, 0.0))
        if m.beside.any:
            m.told = BESIDE
            m.other = int(either(m.beside.last, 0.0))
        m.brake_left -= m.dt
        if m.brake.any:
            m.hardness = abs(either(m.brake.largest, 0.0))
            m.brake_left = m.brake_for if m.brake_for > 0.0 else FOREVER
        m.stray_left -= m.dt
        if m.stray.any:
            m.told_offset = either(m.stray.last, 0.0)
            m.stray_left = m.stray_for if m.stray_for > 0.0 else FOREVER
        if m.signal.any:
            m.signalled = int(sign(either(m.signal.last, 0.0)))
            m.signalled_on = m.line
        if m.line != m.signalled_on:
            m.signalled = 0
        if m.stop.any:
            m.told_stop = STOP
        if m.stop_on_shoulder.any:
            m.told_stop = SHOULDER
        if m.go.any:
            m.told_stop = GO
        if m.release.any:
            m.told = FREELY
            m.told_stop = GO
            m.brake_left = 0.0
            m.stray_left = 0.0
            m.signalled = 0
        if m.change_lane.any:
            press(m.keeping.change, ORDER * either(m.change_lane.last, 0.0))
        m.cruising.told = m.told
        m.cruising.told_speed = m.told_speed
        m.cruising.other = m.other
        m.braking.hardness = m.hardness
        m.braking.brake_left = m.brake_left
        m.halting.told_stop = m.told_stop
        m.halting.signalled = m.signalled
        m.keeping.signalled = m.signalled

        # how fast and how close it likes to drive; warily in bad weather and at night, on slippery roads, and able to
        # stop within what the weather lets it see
        rate = 1.0 / m.dt
        firm = m.comfort + m.aggressiveness * max(FIRM * m.grip - m.comfort, 0.0)
        late = firm * (m.reaction + m.dt)
        clear = sqrt(late * late + 2.0 * firm * max(m.visibility - m.standstill, 0.0)) - late
        liked = min(m.weather_pace * min(m.speed_factor * either(m.limit, FAR), m.top_speed), clear)
        desired = m.told_speed if m.told == AT_SPEED else liked
        pace = m.speed / max(desired, 0.5)
        time_gap = m.closeness * m.headway * (2.2 - 1.2 * m.grip) * (1.2 - 0.2 * min(pace, 1.0))
        square = pace * pace
        eager = m.liveliness * (1.0 - square * square)
        free = max(desired - m.speed, -0.7 * m.comfort) if pace > 1.0 else eager
        m.alarm = ALARM if m.menace == COMES_HERE else m.alarm - m.dt
        if m.alarm > 0.0 and m.menace != COMES_HERE:
            free = min(free, clip(WARY * desired - m.speed, -ALERTLY * m.comfort, 0.0))
        m.urged = URGED if m.honked else m.urged - m.dt
        m.crossing.is_urged = m.urged > 0.0
        m.courtesy.is_urged = m.urged > 0.0
        m.wander += (m.whim - m.wander) * min(m.dt / MEMORY, 1.0)
        m.noticed += (m.wander - m.noticed) * min(m.dt / NOTICING, 1.0)
        unrest = m.unsteadiness * LOUDER * (m.wander - m.noticed) * min(m.speed / ROLLING, 1.0)
        m.cruising.unrest = unrest
        m.cruising.rate = rate
        m.avoiding.rate = rate
        m.cruising.desired = desired
        m.cruising.free = free
        m.cruising.sideways = (1.8 + 1.5 * m.aggressiveness) * m.grip
        m.piloting.desired = desired

        # what it would be like behind whoever is ahead on this lane and those beside, and for whoever is behind there
        slope = 0.5 / sqrt(m.liveliness * m.comfort)
        slowing = clip(either(m.leader_acceleration, 0.0), -3.0, 0.0)
        approach = either(m.closing, 0.0) - m.reaction * slowing
        is_half_out = m.is_moving and abs(m.offset) > HALF_OUT
        near_by = PAST * m.standstill if is_half_out else m.standstill
        if m.menace == STANDS_THERE and m.berth == 0.0:
            near_by = clip(either(m.gap, FAR) - INCHING, near_by, near_by + TURNING_OUT)
        share = (near_by + max(m.speed * (time_gap + slope * approach), 0.0)) / max(either(m.gap, FAR), 0.2)
        closely = either(m.gap, FAR) - near_by - m.speed if is_half_out else FAR
        ahead = max(min(m.liveliness * (1.0 - share * share), closely), LEAST)
        near = 0.6 * m.standstill
        left_closing = either(m.left_closing, 0.0)
        left_wanted = near + max(m.speed * (time_gap + slope * left_closing), 0.0)
        left_share = left_wanted / max(either(m.left_gap, FAR), 0.2)
        left_ahead = max(m.liveliness * (1.0 - left_share * left_share), LEAST)
        left_rear = either(m.left_rear_closing, 0.0)
        left_rear_wanted = near + max((m.speed + left_rear) * (time_gap + slope * left_rear), 0.0)
        right_closing = either(m.right_closing, 0.0)
        right_wanted = near + max(m.speed * (time_gap + slope * right_closing), 0.0)
        right_share = right_wanted / max(either(m.right_gap, FAR), 0.2)
        right_ahead = max(m.liveliness * (1.0 - right_share * right_share), LEAST)
        right_rear = either(m.right_rear_closing, 0.0)
        right_rear_wanted = near + max((m.speed + right_rear) * (time_gap + slope * right_rear), 0.0)
        m.following.ahead = ahead + unrest
        m.following.approach = approach
        m.following.slowing = slowing
        m.keeping.slowing = slowing
        m.keeping.left_wanted = left_wanted
        m.keeping.left_rear_wanted = left_rear_wanted
        m.keeping.left_ahead = left_ahead
        m.keeping.right_wanted = right_wanted
        m.keeping.right_rear_wanted = right_rear_wanted
        m.keeping.right_ahead = right_ahead
        m.passing.free = free
        m.passing.ahead = ahead
        m.passing.left_ahead = left_ahead
        m.passing.left_rear_wanted = left_rear_wanted
        m.passing.right_ahead = right_ahead
        m.passing.right_rear_wanted = right_rear_wanted
        m.passing.wanted = m.standstill + m.speed * time_gap
        m.merging.left_ahead = left_ahead
        m.merging.right_ahead = right_ahead
        m.merging.is_moving = m.is_moving
        m.heeding.rate = rate
        m.crossing.rate = rate
        m.crossing.time_gap = time_gap
        m.crossing.slope = slope
        m.courtesy.left_ahead = left_ahead
        m.courtesy.right_ahead = right_ahead
        m.courtesy.told = m.told

        # what its route demands
        end = either(m.route_end, either(m.drop, FAR) if m.shift == 0 else FAR)
        before_end = end - 0.5 * m.length - SHORT
        m.cruising.room = FAR if m.leaves else max(before_end, 0.0)
        m.piloting.end = end if m.leaves else before_end
        stays = m.is_halted or m.menace == IS_BESIDE
        side = 0 if m.shift == 0 or stays else 1 if m.shift > 0 else -1
        slanting = max(m.length / (SHORT_SWING if m.length < SHORT_BODY else SWING), 1.0 / SLANT)
        across = slanting * clip(OVER_BORDER - m.offset * side, 0.0, OVER_BORDER) * clip(m.speed - INCHING, 0.0, 1.0)
        waits_at = SHORT + (OVER_BORDER / STEEP if m.length < SHORT_BODY else slanting * OVER_BORDER)
        waits_before = max(BEFORE_END, SHORT + 1.25 * slanting * OVER_BORDER) + (APART if m.shift < 0 else 0.0)
        if m.length > SHORT_BODY:
            waits_before += CAR
        behind = either(m.left_rear_gap if m.shift > 0 else m.right_rear_gap, FAR)
        beside = either(m.left_gap if m.shift > 0 else m.right_gap, FAR)
        is_abreast = (behind < CLOSE_BY or beside < -m.length - LONGER) and m.speed < CRAWLING
        lanes = 1.0 if m.shift == 1 or m.shift == -1 else 2.0 if m.shift == 2 or m.shift == -2 else 3.0
        further = (lanes - 1.0) * slanting * LANE
        out = clip((m.offset * side - LEAST_OUT) / (HALF_OUT - LEAST_OUT), 0.0, 1.0) if m.is_moving else 0.0
        before = SHORT + across if m.is_moving else waits_at if is_abreast else waits_before
        room = either(m.drop, FAR) - (0.5 * m.length + further) * (1.0 - out) - before
        slowest = min(either(m.limit, FAR), m.top_speed)
        span = clip(slowest - SLOWER, LEAST_TIME, MOST_TIME)
        far = span * max(m.speed, 10.0) + 3.0 * span if m.top_speed > CYCLING else SOON * m.top_speed
        horizon = lanes * far
        need = side if room < EARLY * horizon else 0
        urgency = clip(1.0 - room / max(horizon, 1.0), 0.0, 1.0) if side != 0 else 0.0
        m.keeping.need = need
        m.keeping.urgency = urgency
        m.keeping.room = room
        is_in_town = either(m.limit, FAR) < IN_TOWN and m.top_speed > CYCLING
        m.passing.is_in_town = is_in_town
        m.passing.keeps = 0 if is_in_town else m.slow_side
        m.passing.desired = desired
        m.passing.span = span
        m.passing.need = need
        m.passing.urgency = urgency
        m.passing.told = m.told
        m.merging.need = need
        m.merging.is_near = room < horizon
        m.merging.room = room
        m.merging.rate = rate

        m.looking.intent = m.intent
        m.piloting.is_halted = m.is_halted

    def activity(m: Driver) -> None:
        """Press the lane button for those who are told to change, advise occupants, light brake lights and lamps."""
        press(m.keeping.change, ORDER * m.cruising.side)
        press(m.keeping.change, ORDER * m.halting.side)
        m.intent = either(m.keeping.intent, 0)
        m.is_moving = m.keeping.aim != 0
        m.is_halted = m.halting.is_halted is not None
        hardest = min(
            either(m.cruising.wish, 0.0),
            either(m.following.wish, 0.0),
            either(m.keeping.wish, 0.0),
            either(m.avoiding.wish, 0.0),
            either(m.merging.wish, 0.0),
            either(m.courtesy.wish, 0.0),
            either(m.crossing.wish, 0.0),
            either(m.heeding.wish, 0.0),
        )
        told = min(either(m.braking.wish, 0.0), either(m.halting.wish, 0.0), either(m.piloting.wish, 0.0))
        ordered = either(m.turn_next.last, 0.0)
        told_turn = LEFT if ordered > 0.5 else RIGHT if ordered < -0.5 else STRAIGHT
        m.turn_order = told_turn if m.turn_next.any else RELEASED if m.release.any else NONE
        goal = m.told_offset if m.stray_left > 0.0 else 0.0
        m.strayed += clip(goal - m.strayed, -DRIFTING * m.dt, DRIFTING * m.dt)
        m.lean = m.strayed + m.berth
        way = min(
            either(m.keeping.wish, FAR),
            either(m.passing.wish, FAR),
            either(m.merging.wish, FAR),
            either(m.courtesy.wish, FAR),
            either(m.crossing.wish, FAR),
            either(m.heeding.wish, FAR),
            either(m.braking.wish, FAR),
            either(m.halting.wish, FAR),
            either(m.piloting.wish, FAR),
        )
        m.leeway = min(way, either(m.cruising.most, FAR))
        m.advice = min(way, either(m.cruising.wish, FAR), either(m.following.wish, FAR), either(m.avoiding.wish, FAR))
        braked = m.acceleration if m.motion > DRIVEN else min(hardest, told)
        m.brake_light = m.brake_lights and braked < -0.5
        m.fret = m.fret + m.dt if m.menace == STANDS_THERE and m.speed < INCHING else 0.0
        if m.fret > PATIENT - CALMER * m.aggressiveness + HONK:
            m.fret = 0.0
        m.horn = m.menace == COMES_HERE or m.fret > PATIENT - CALMER * m.aggressiveness
        m.headlamps = DIPPED if m.gloomy and m.lights_up else OFF
