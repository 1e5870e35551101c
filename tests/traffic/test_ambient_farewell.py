"""At the ends of the network vehicles drive off unseen or stop in comfort, and never hold up a subject."""

from __future__ import annotations

from functools import cache
from math import inf
from typing import Any

import numpy as np
import pytest

from seahaven.kernel import SECOND, Controller, Module, fork
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, kmh, motorway, ramp, two_lane_highway
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import CAR, VEHICLES, Ambient, Density, Traffic, placed, through_routes
from seahaven.traffic.ambient_ends import Ends, Forecast
from seahaven.traffic.ambient_farewell import IN_HAND, RUN_UP, Farewell, Verdict, seen_leaving
from seahaven.traffic.ambient_outlook import LOOK_AHEAD, Outlook, outlook_of
from seahaven.traffic.ambient_zone import Zone
from seahaven.world import WEATHER, Sight, World

LENGTH = 3600.0
LIKED = 25.0


@cache
def road(lanes: int) -> LaneMap:
    """A straight, level road, whose end one sees from a kilometre away."""
    builder = Builder("straight")
    section = two_lane_highway(limit=LIKED) if lanes == 1 else motorway(lanes=lanes, limit=LIKED)
    builder.road("R", section).straight(LENGTH)
    return LaneMap(builder.build())


@cache
def tracks(lanes: int) -> Tracks:
    return Tracks(through_routes(Router(road(lanes))))


def own_lane(lanes: int = 1) -> int:
    """The rightmost lane that runs along the road."""
    return road(lanes).index("R:0:-1" if lanes == 1 else f"R:0:-{lanes + 1}")


def at(metres: float, lanes: int = 1) -> dict[str, Any]:
    """A place so many metres before the end."""
    lane = own_lane(lanes)
    arrays = tracks(lanes).arrays
    entry = int(np.flatnonzero((arrays.lane == lane) & ~arrays.is_refuge)[0])
    length = float(road(lanes).length[lane])
    return placed(tracks(lanes), lane, length - metres, int(arrays.route[entry]))


def subject_ahead(to_end: float, *, speed: float = LIKED, lanes: int = 1, factor: float = 1.0) -> Outlook:
    """How a subject drives on that has so many metres to go to the end."""
    world = World([VEHICLES])
    world.add("vehicle", speed=min(speed, factor * LIKED), speed_factor=factor, **at(to_end, lanes))
    return outlook_of(Sight(road(lanes)), tracks(lanes), world.family("vehicle"), 0)


def judge(
    left: float, seen_in: float, *outlooks: Outlook, lanes: int = 1, leaves: bool = False, liked: float = LIKED
) -> Verdict:
    """The verdict on a vehicle so many metres before an end that a subject sees so many seconds from now."""
    row = {name: np.array([value]) for name, value in at(left, lanes).items()}
    row |= {"speed": np.array([liked]), "speed_factor": np.array([liked / LIKED]), "top_speed": np.array([60.0])}
    row |= {"comfort": np.array([2.0]), "length": np.array([4.6]), "leaves": np.array([leaves])}
    ends = Ends(tracks(lanes), Sight(road(lanes)))
    return Farewell(tracks(lanes), ends).judge(row, Forecast(np.full(len(ends.lanes), seen_in), list(outlooks), 1.0))


def test_a_vehicle_drives_off_if_it_is_out_before_a_subject_sees_the_end() -> None:
    comes = 1000.0 / LIKED
    assert judge(1000.0, comes + IN_HAND + 1.0).leaves[0]
    assert not judge(1000.0, comes + IN_HAND - 1.0).leaves[0]
    assert judge(1000.0, inf).leaves[0]


def test_a_vehicle_that_is_too_near_to_stop_in_comfort_keeps_to_what_was_decided() -> None:
    stopping = LIKED**2 / (2.0 * 2.0)
    for left, keeps in ((stopping, True), (2.0 * stopping, False)):
        assert judge(left, 0.0, leaves=True).leaves[0] == keeps
        assert not judge(left, 0.0, leaves=False).leaves[0]


def test_what_is_ahead_of_a_subject_that_drives_to_the_same_end_never_stops_there() -> None:
    ahead, behind = judge(500.0, 0.0, subject_ahead(900.0)), judge(950.0, 0.0, subject_ahead(900.0))
    assert ahead.leaves[0]
    assert not behind.leaves[0]
    assert not judge(500.0, 0.0, subject_ahead(900.0, speed=0.0)._replace(is_under_way=False)).leaves[0]


def test_what_would_be_ahead_of_the_subject_when_it_sees_the_end_is_late() -> None:
    subject = subject_ahead(3000.0)
    soon = 1900.0 / LIKED
    assert judge(2900.0, soon, subject).is_late[0]
    assert not judge(1200.0, soon, subject).is_late[0], "it is out by then"
    assert not judge(3100.0, soon, subject).is_late[0], "nothing passes on a road with a lane each way"
    assert judge(3100.0, soon, subject_ahead(3000.0, lanes=2), lanes=2).is_late[0], "it may pass the subject"
    assert judge(2900.0, soon, subject_ahead(3000.0, lanes=2), lanes=2).is_late[0], "it is as fast as the subject"
    slow = judge(2900.0, soon, subject_ahead(3000.0, lanes=2), lanes=2, liked=0.7 * LIKED)
    assert not slow.is_late[0], "the subject passes it"
    assert judge(2900.0, RUN_UP - 9.0, subject, liked=0.4 * LIKED).is_late[0], "the time has come"
    assert not judge(2900.0, RUN_UP + 1.0, subject, liked=0.4 * LIKED).is_late[0], "it is early yet"


def test_traffic_does_not_thin_out_before_a_subject_that_stands() -> None:
    """A subject may stand for long; but nothing stops ahead of it, or it might never set out again."""
    standing = judge(2900.0, 76.0, subject_ahead(3000.0, speed=0.0))
    assert not standing.is_late[0]
    assert standing.leaves[0]


def test_a_subject_that_is_about_to_park_is_not_under_way() -> None:
    assert subject_ahead(500.0).is_under_way
    assert subject_ahead(250.0).is_under_way
    assert not subject_ahead(LIKED**2 / 4.0 + 20.0).is_under_way


def test_it_is_looked_ahead_for_no_longer_than_matters() -> None:
    outlook = subject_ahead(3500.0)
    assert 2000.0 / LIKED < outlook.after.max() < LOOK_AHEAD
    slow = subject_ahead(3500.0, factor=0.2)
    assert slow.pace == pytest.approx(0.2 * LIKED)
    assert slow.after.max() < LOOK_AHEAD


def test_a_subject_is_about_to_see_the_end_of_its_road_when_it_comes_within_the_horizon() -> None:
    subject = subject_ahead(3000.0)
    sight, world = Sight(road(1)), World([VEHICLES])
    eyes = (world.add("vehicle", speed=LIKED, **at(3000.0)),)
    zone = Zone(sight, world.family("vehicle"), eyes, radius=500.0, visibility=5000.0, dt=0.0)
    ends = Ends(tracks(1), sight)
    (own,) = np.flatnonzero(ends.lanes == own_lane())
    seen_in = ends.closing(zone.as_far_as(1000.0), [subject], 0.0)[own]
    assert seen_in == pytest.approx(2000.0 / LIKED, abs=4.0)
    assert subject.end_lane == own_lane()
    assert subject.to_end == pytest.approx(3000.0)


def test_an_end_that_is_too_far_away_is_not_looked_for() -> None:
    ends, world = Ends(tracks(1), Sight(road(1))), World([VEHICLES])
    subject = world.add("vehicle", speed=10.0, speed_factor=0.4, **at(LENGTH - 1800.0))
    assert not ends.outlooks(world.family("vehicle"), (subject,), -1800.0)
    assert len(ends.outlooks(world.family("vehicle"), (subject,), 1000.0)) == 1
    assert not ends.outlooks(world.family("vehicle"), (subject + 1,), 1000.0), "it is not there"
    assert Forecast.of(ends, world.family("vehicle"), (subject,), None, 1.0).is_clear


def test_what_drives_off_in_sight_is_told_with_its_distance() -> None:
    sight, world = Sight(road(1)), World([VEHICLES])
    subject = world.add("vehicle", speed=LIKED, **at(1000.0))
    near, far = (world.add("vehicle", speed=LIKED, **at(1000.0 - ahead)) for ahead in (500.0, 990.0))
    zone = Zone(sight, world.family("vehicle"), (subject,), radius=500.0, visibility=5000.0, dt=0.0)
    ids = np.array([near, far])
    told = seen_leaving(ids, sight.boxes(world.family("vehicle"), ids), zone.as_far_as(800.0))
    assert [one.entity for one in told] == [near]
    assert told[0].away == pytest.approx(500.0)
    assert not seen_leaving(ids[:0], np.zeros((0, 10)), zone)


def test_a_lane_that_merges_is_no_way_out() -> None:
    builder = Builder("merge")
    main = builder.road("A", motorway(lanes=2, limit=kmh(120))).straight(2000.0)
    beside = builder.road("slip", ramp(), at=(300.0, -60.0), heading=0.05).straight(150.0)
    builder.on_ramp(beside, main, at=1000.0, length=250.0)
    lane_map = LaneMap(builder.build())
    made = Tracks(through_routes(Router(lane_map)))
    outside = {lane_map.name(int(lane)) for lane in Ends(made, Sight(lane_map)).lanes}
    assert outside
    is_end = np.diff(lane_map.next_first) == 0
    merging = {lane_map.name(k) for k in np.flatnonzero(is_end).tolist() if "A.2:0" in lane_map.name(k)}
    assert merging
    assert not merging & outside


def driven(seed: int, *, lanes: int = 1, to_end: float = 2600.0) -> Controller:
    """A subject that drives to the end of its road in ambient traffic."""
    world = World([VEHICLES, WEATHER])
    world.add("weather", visibility=3000.0)
    row = {name: column[0] for name, column in CAR.columns([0], seed=1, who="subject").items()}
    row |= {"speed_factor": 0.9, "top_speed": 60.0}
    world.subjects.append(world.add("vehicle", "subject", speed=0.9 * LIKED, **row, **at(to_end, lanes)))
    around = Ambient(
        "ambient", rate=2, tracks=tracks(lanes), sight=Sight(road(lanes)), density=Density.everywhere(8.0),
        radius=1500.0, subjects=tuple(world.subjects),
    )  # fmt: skip
    around.populate(world, seed=seed)
    return Controller(Module("root", Traffic("traffic", tracks=tracks(lanes)), around), seed=seed, store=world)


def least_gap(table: Any) -> float:
    """Metres between the nearest two vehicles, bumper to bumper, that keep to the same lane."""
    rows = np.lexsort((table.s, table.lane))
    lane, s, half = table.lane[rows], table.s[rows], 0.5 * table.length[rows]
    is_next = (np.diff(lane) == 0) & (np.abs(table.offset[rows])[1:] < 0.5) & (np.abs(table.offset[rows])[:-1] < 0.5)
    return float((np.diff(s) - half[1:] - half[:-1])[is_next].min(initial=inf))


@pytest.mark.parametrize(("seed", "lanes"), [(1, 1), (2, 1), (1, 2)])
def test_a_subject_comes_to_the_end_of_its_road_and_nothing_stands_or_brakes_hard_there(seed: int, lanes: int) -> None:
    run = driven(seed, lanes=lanes)
    world: Any = run.store
    stood, hardest, nearest, speeds = 0.0, 0.0, inf, dict[int, float]()
    for _ in range(1500):
        run.advance(SECOND // 10)
        table, subject = world.family("vehicle"), world["subject"]
        now = dict(zip(table.ids.tolist(), table.speed.tolist(), strict=True))
        hardest = max([hardest, *(10.0 * (speeds[one] - speed) for one, speed in now.items() if one in speeds)])
        nearest, speeds = min(nearest, least_gap(table)), now
        if subject.pilot == "terminated":
            break
        stood += 0.1 * (subject.speed < 0.5)
    assert subject.pilot == "terminated"
    assert stood == 0.0
    assert hardest < 4.0
    assert nearest > 0.5


def test_at_the_end_of_the_road_the_same_seed_gives_the_same_bytes_and_so_does_a_fork() -> None:
    first, second = driven(3), driven(3)
    first.advance(60 * SECOND)
    second.advance(30 * SECOND)
    third = fork(second)
    third.advance(30 * SECOND)
    assert isinstance(first.store, World)
    assert isinstance(third.store, World)
    assert first.store.digest() == third.store.digest()
