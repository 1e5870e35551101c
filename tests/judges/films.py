"""A film of each situation as the paper tells it, and with one thing that is not so."""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import Any

import numpy as np

from seahaven.judges.hill import hill_of
from seahaven.judges.situations import indecisive_driver, semi_sudden_turn
from seahaven.judges.streams import Spot
from seahaven.measures import Lights
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.roads.model import Turn
from seahaven.world import LightState
from tests.direction.course import MPH, G, lane_map
from tests.judges.film import LENGTH, RATE, SUBJECT, Film, driven, lane, straight_from

LEAD, OTHER, THIRD = 10, 11, 12
HIGHWAY, FREEWAY = "highway.2:0:-1", "freeway.3:1:-4"


def eased(wanted: float, speed: float, most: float = 1.0) -> float:
    """The acceleration towards a speed."""
    return float(np.clip(2.0 * (wanted - speed), -most, most))


def halts_at_20(time: float, s: float, speed: float) -> float:
    """The acceleration of a vehicle at 10 m/s that comes to stand at 20 s, after 175 m."""
    return -2.0 if 15.0 < time <= 20.0 else 0.0


def moved(times: Any, begin: float, lasting: float = 2.0, by: float = 1.0) -> Any:
    """A lane change: how many lanes to the left a vehicle is."""
    return by * np.clip((times - begin) / lasting, 0.0, 1.0)


@cache
def hill() -> tuple[float, float, float]:
    """Where the road before the hill ends being level, and where the hill begins and ends, on its lane."""
    film = Film(300.0)
    film.car(SUBJECT, straight_from(HIGHWAY), driven(300.0, 2000.0, 20.0, lambda t, s, v: 0.0))
    found = hill_of(film.scene().subject, film.lanes)
    assert found is not None
    return found.foot, found.begin, found.end


def slow_truck(
    *,
    level: float = 55.0,
    up: float = 40.0,
    gap: float = 80.0,
    lights: bool = False,
    stops: bool = True,
    between: bool = False,
) -> Film:
    """A truck that slows down on the hill; halfway up the subject is behind it."""
    foot, begin, end = hill()
    half, slow, seconds = 0.5 * (begin + end), up * MPH, 130.0
    film = Film(seconds)

    def pedal(t: float, s: float, v: float) -> float:
        if s > end + 20.0:
            return -1.4 if stops else 0.0
        return eased(slow if s > foot + 20.0 else level * MPH, v)

    truck = driven(seconds, foot - 500.0, level * MPH, pedal)
    halfway = int(np.searchsorted(truck, half - 0.5 * LENGTH))
    start = truck[halfway] - LENGTH - gap - 55.0 * MPH * halfway / RATE

    def follow(t: float, s: float, v: float) -> float:
        return eased(55.0 * MPH if s < half - 110.0 else slow - 3.0 if t < 90.0 else 5.0, v, 2.0)

    film.car(SUBJECT, straight_from(HIGHWAY), driven(seconds, start, 55.0 * MPH, follow))
    over = moved(film.times, float(np.searchsorted(truck, end + 20.0)) / RATE, 3.0, by=-1.0)
    on = film.times > 30.0 if lights else False
    film.car(LEAD, straight_from(HIGHWAY), truck, shift=over, brakes=on)
    if between:
        film.car(OTHER, straight_from(HIGHWAY), truck - 0.5 * gap)
    film.plays("slow truck", {"truck": LEAD}, level_speed=55.0 * MPH, hill_speed=40.0 * MPH, gap=80.0)
    return film


def _stream(film: Film, road: list[int], place: float, passings: list[float], speed: float) -> None:
    """Vehicles whose rears pass a place at these times."""
    for entity, time in zip(count(100), passings, strict=False):
        film.car(entity, road, np.maximum(place + 0.5 * LENGTH + speed * (film.times - time), 1.0))


def semi_sudden_turn_film(
    *, after: float = 8.0, away: float = 4.0, turns: float = 0.6, earlier: bool = False, size: float = 11.0
) -> Film:
    """A car waits at the junction; the subject stops behind it at 20 s; the gap comes, and the car turns."""
    logic, road = JunctionLogic.of(lane_map()), lane(HIGHWAY)
    way = next(one for one in logic.ways_from(road) if one.turn is Turn.LEFT)
    film = Film(60.0)
    end = float(lane_map().length[road])
    out = 20.0 + after + turns
    waits = driven(60.0, end - 3.0, 0.0, lambda t, s, v: eased(8.0, v, 1.5) if t > out - 0.3 else 0.0)
    film.car(LEAD, [road, *way.lanes, way.outgoing], waits)
    stop = end - 3.0 - LENGTH - away
    film.car(SUBJECT, [road], driven(60.0, stop - 175.0, 10.0, halts_at_20))
    spot = semi_sudden_turn._meeting(film.scene(), way.index)
    assert spot is not None
    begin = 20.0 + after
    passings = [begin - 3.0 * k for k in range(9) if not (earlier and k in (4, 5, 6))]
    passings += [begin + size + LENGTH / 15.0 + 3.0 * k for k in range(4)]
    _stream(film, straight_from(lane_map().name(spot.lane)), spot.s, sorted(passings), 15.0)
    film.plays("semi sudden turn", {"car": LEAD}, after=8.0, size=10.0)
    return film


def inconspicuous_following(
    *, slow: float = 35.0, delay: float = 2.0, fast: float = 55.0, begins: float = 400.0, draws: bool = False
) -> Film:
    """A slow car ahead, to which the subject closes up, and which then speeds up."""
    film, closing = Film(120.0), 55.0 * MPH - slow * MPH
    close = (begins - 50.0) / closing

    def pedal(t: float, s: float, v: float) -> float:
        if draws and t < 5.0:
            return eased(slow * MPH - 3.0, v)
        return eased(fast * MPH if t > close + delay else slow * MPH, v, 1.5)

    def follow(t: float, s: float, v: float) -> float:
        return eased(slow * MPH if t > close + 0.5 else 55.0 * MPH, v)

    film.car(LEAD, straight_from(HIGHWAY), driven(120.0, 1000.0, slow * MPH, pedal))
    film.car(SUBJECT, straight_from(HIGHWAY), driven(120.0, 1000.0 - LENGTH - begins, 55.0 * MPH, follow))
    film.plays("inconspicuous following", {"lead": LEAD}, slow=35.0 * MPH, fast=55.0 * MPH, close=50.0, delay=2.0)
    return film


def unexpected_slowdown(
    *,
    before: float = 50.0,
    braking: float = 0.35 * G,
    headway: float = 2.0,
    lit: bool = False,
    same: bool = True,
    turns: bool = True,
) -> Film:
    """The lead brakes before the junction, and turns left."""
    logic, road = JunctionLogic.of(lane_map()), lane(HIGHWAY)
    wanted = Turn.LEFT if turns else Turn.STRAIGHT
    way = next(one for one in logic.ways_from(road) if one.turn is wanted)
    film, end, seconds = Film(40.0), float(lane_map().length[road]), 40.0

    def pedal(t: float, s: float, v: float) -> float:
        if s + 0.5 * LENGTH < end - before:
            return 0.0
        return -braking if v > 7.0 else eased(7.0, v)

    lead = driven(seconds, end - 400.0, 20.0, pedal)
    brakes = (lead + 0.5 * LENGTH > end - before) & (lead < end)
    if lit:
        begins = np.flatnonzero(brakes)[0]
        brakes[begins - 12 : begins - 5] = True
    film.car(LEAD, [road, *way.lanes, way.outgoing], lead, brakes=brakes)
    start = end - 400.0 - LENGTH - 20.0 * headway
    film.car(SUBJECT, straight_from(HIGHWAY), driven(seconds, start, 20.0, lambda t, s, v: -2.0 if t > 19.0 else 0.0))
    film.plays("inconspicuous following", {"lead": LEAD if same else OTHER}, slow=1.0, fast=1.0, close=1.0, delay=1.0)
    film.plays("unexpected slowdown", {"lead": LEAD}, number=1, before=50.0, braking=0.35 * G)
    return film


def indecisive_driver_film(
    *,
    after: float = 10.0,
    halts: float = 1.6,
    every: float = 20.0,
    size: float = 14.0,
    further: float = 20.0,
    away: float = 4.0,
) -> Film:
    """A car at the end of the ramp sets out into the first gap, stands again, and takes the next one."""
    seconds, road = 110.0, straight_from("ramp_1:0:-1", 700.0)
    film, stands = Film(seconds), float(lane_map().length[road[0]]) + 2.0
    first = 20.0 + after
    again = first + 0.2 + halts + halts * 1.5 / 5.9
    second = again + every

    def pedal(t: float, s: float, v: float) -> float:
        if first + 0.2 < t < first + 0.2 + halts:
            return 1.5
        if t > second + 0.5:
            return 1.5
        return -5.9 if v > 0.0 else 0.0

    film.car(LEAD, road, driven(seconds, stands, 0.0, pedal))
    stop = stands - LENGTH - away

    def follow(t: float, s: float, v: float) -> float:
        return eased(20.0, v, 1.5) if t > second + 2.0 * further + 2.0 else halts_at_20(t, s, v)

    film.car(SUBJECT, road, driven(seconds, stop - 175.0, 10.0, follow))
    spot = indecisive_driver._meeting(film.scene(), road[0])
    assert spot is not None
    _freeway(film, spot, first, second, size, further)
    film.plays("indecisive driver", {"car": LEAD}, after=10.0, every=20.0, size=7.0, both=13.0)
    return film


def _freeway(film: Film, spot: Spot, first: float, second: float, size: float, further: float) -> None:
    """A stream with a small gap, a large one, and more large ones."""
    passings = [first - 3.0 * k for k in range(5)]
    time = first + 7.5
    for begin in (second, second + further, second + 2.0 * further):
        while time < begin - 1.0:
            passings.append(time)
            time += 3.0
        passings.append(begin)
        time = begin + size
    upstream = straight_from("freeway.1:0:-4", 4500.0)
    assert spot.lane in upstream, lane_map().name(spot.lane)
    begins = float(lane_map().length[upstream[: upstream.index(spot.lane)]].sum())
    _stream(film, upstream, begins + spot.s, sorted(passings), 22.0)


def dangerous_merge(
    *, headway: float = 2.0, ahead: float = 2.0, late: float = 0.0, change: float = 0.0, merges: bool = True
) -> Film:
    """The lead moves left at 20 s; four seconds later the merging car comes over into the subject."""
    film, speed = Film(40.0), 27.0
    road = straight_from(FREEWAY, 3000.0)
    start = 400.0
    film.car(SUBJECT, road, driven(40.0, start, speed, lambda t, s, v: -4.0 if 22.0 < t < 24.0 else 0.0))
    film.car(
        LEAD,
        road,
        driven(40.0, start + LENGTH + headway * speed, speed, lambda t, s, v: 0.0),
        shift=moved(film.times, 20.0),
    )
    film.car(OTHER, road, driven(40.0, start + ahead, speed, lambda t, s, v: 0.0), shift=1.0)
    right = [int(lane_map().right[one]) for one in road[:1]]
    along = driven(40.0, start + 2.0 - late * speed, speed, lambda t, s, v: change if 21.0 < t < 22.0 else 0.0)
    over = moved(film.times, 23.5) if merges else 0.0
    film.car(THIRD, right, along, shift=over)
    film.plays("dangerous merge", {"lead": LEAD, "shadow": OTHER, "merger": THIRD}, before=4.0)
    return film


def gang(
    *, headway: float = 1.5, wobble: float = 0.0, quick: float = 2.0, slowed: float = 1.0, cuts: bool = True
) -> Film:
    """A car cuts in at 60 s between the subject and the lead that it follows; before 30 s the subject drives freely."""
    film, usual = Film(80.0), 28.0
    speed = slowed * usual
    road = straight_from(FREEWAY, 3000.0)
    me = driven(80.0, 100.0, usual, lambda t, s, v: eased(speed, v, 2.0) if t > 30.0 else 0.0)
    film.car(SUBJECT, road, me)
    lead = me + LENGTH + headway * np.gradient(me) * RATE
    lead = np.where(film.times < 30.0, lead + 400.0, lead + wobble * speed * (np.abs(film.times - 57.0) < 1.0))
    film.car(LEAD, road, lead)
    shift = 1.0 - moved(film.times, 60.0, quick) if cuts else 1.0
    film.car(OTHER, road, me + 0.5 * (headway * speed + LENGTH), shift=shift)
    film.plays("gang", {"lead": LEAD, "cutter": OTHER}, headway=1.5, wait=5.0)
    return film


def sudden_stop(
    *,
    gap: float = 30.0,
    braking: float = 0.85 * G,
    after: float = 1500.0,
    stands: bool = True,
    same: bool = True,
    aside: float = 0.0,
) -> Film:
    """The gang's cut-in comes at 10 s, the stop 1500 m later."""
    speed = 25.0
    begins = 12.0 + after / speed
    film, road = Film(begins + 25.0), straight_from(FREEWAY, 4000.0)

    def pedal(t: float, s: float, v: float) -> float:
        return -braking if t >= begins and v > (0.0 if stands else 12.0) else 0.0

    film.car(LEAD, road, driven(film.seconds, 100.0 + LENGTH + gap, speed, pedal))
    me = driven(film.seconds, 100.0, speed, lambda t, s, v: -braking if t >= begins + 0.2 else 0.0)
    film.car(SUBJECT, road, me, shift=aside)
    gone = np.clip((film.times - 20.0) / 2.0, 0.0, 1.0)
    film.car(OTHER, road, me + 0.5 * (gap + LENGTH), shift=1.0 - moved(film.times, 10.0) + gone)
    lead = {"lead": LEAD if same else THIRD, "cutter": OTHER}
    film.plays("gang", {**lead, "lead": LEAD}, at=1000.0, closed=14.0, headway=1.5, wait=5.0)
    if not same:
        film.cars[THIRD] = {**film.cars[LEAD], "id": np.full(len(film.times), THIRD)}
        del film.cars[LEAD]
        film.car(LEAD, road, np.where(film.times < 14.0, me + LENGTH + gap - 1.0, me - 200.0))
    film.plays("sudden stop", {"lead": lead["lead"]}, number=1, at=2500.0, gap=30.0, braking=0.85 * G)
    return film


def red_light_violation(
    *, late: float = 0.0, own: LightState = LightState.GREEN, theirs: LightState = LightState.RED, blocked: bool = False
) -> Film:
    """A car crosses the road at Depot Road, to arrive with the subject."""
    logic = JunctionLogic.of(lane_map())
    plan = SignalPlan.of(logic)
    ways = [way for way in logic.ways if way.junction == "depot" and way.turn is Turn.STRAIGHT]
    mine = next(way for way in ways if lane_map().name(way.incoming).startswith("highway.5:0:-1"))
    conflict, foe = next(
        (conflict, logic.ways[conflict.foe])
        for conflict in logic.conflicts(mine)
        if conflict.kind.value == "cross" and logic.ways[conflict.foe].turn is Turn.STRAIGHT
    )
    film, meets, speed, pace = Film(40.0), 25.0, 20.0, 15.0
    end, other = float(lane_map().length[mine.incoming]), float(lane_map().length[foe.incoming])
    front = end + conflict.begin - 0.5 * LENGTH
    me = front + speed * (film.times - meets)
    film.car(SUBJECT, [mine.incoming, *mine.lanes, mine.outgoing], me)
    comes = other + conflict.foe_begin - 0.5 * LENGTH + pace * (film.times - meets - late)
    road = [foe.incoming, *foe.lanes, foe.outgoing]
    film.car(OTHER, road, np.clip(comes, 1.0, float(lane_map().length[road].sum()) - 1.0))
    if blocked:
        film.car(LEAD, [mine.incoming], np.full(len(me), end - 4.0))
    states = np.full((len(film.times), len(plan)), int(LightState.RED))
    for way, state in ((mine, own), (foe, theirs)):
        states[:, plan.way_row[plan.way_first[way.index] : plan.way_first[way.index + 1]]] = int(state)
    film.lights = Lights(plan, film.times, states)
    film.plays("red light violation", {"violator": OTHER}, before=5.0, together=0.0)
    return film


def on_foot(
    *,
    use: str = "stepping out",
    arrival: float = 2.5,
    parked: bool = True,
    hidden: float = 1.0,
    restless: bool = False,
    turns_back: bool = False,
    pause: float = 2.0,
    is_hit: bool = False,
) -> Film:
    """Somebody who waits at the kerb sets out at 10 s, when the subject is 2.5 s away."""
    film, road, begin, speed = Film(24.0), straight_from(HIGHWAY), 2000.0, 20.0
    film.car(SUBJECT, road, driven(film.seconds, begin, speed, lambda t, s, v: 0.0))
    s = begin + 10.0 * speed + 0.5 * LENGTH + arrival * speed
    times, kerb, pace, out = film.times, -4.0, 1.4, 1.8
    walked = np.clip(times - 10.0, 0.0, out) + np.clip(times - 10.0 - out - pause, 0.0, 5.0)
    if use != "hesitating pedestrian":
        walked = np.clip(times - 10.0, 0.0, 6.0)
    offset = kerb + pace * (np.minimum(walked, 1.0) if turns_back else walked)
    if restless:
        offset[times < 3.0] -= 1.0
    if is_hit:
        offset[times > 12.6] = np.nan
    film.person(LEAD, road[0], s, offset)
    if parked:
        van = lane_map().place(road[0], s - 3.2, kerb)
        here = np.full(len(times), s - 3.2)
        film.car(OTHER, road, here, x=np.full(len(times), van.x), y=np.full(len(times), van.y))
    film.plays(use, {"pedestrian": LEAD}, arrival=2.5, hidden=hidden, out=out, pause=2.0)
    return film


def child_runs_out() -> Film:
    """One who runs out."""
    return on_foot(use="child runs out")


def hesitating_pedestrian(**told: Any) -> Film:
    """One who stops on the road."""
    return on_foot(use="hesitating pedestrian", **{"parked": False, "hidden": 0.0, **told})
