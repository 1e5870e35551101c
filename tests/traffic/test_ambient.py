from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import pytest

from seahaven.bench.ray_test import RayTest
from seahaven.errors import InputError, StepError
from seahaven.kernel import SECOND, Controller, Emits, Module, Param, Tick, fork
from seahaven.roads import LaneMap
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import CAR, VEHICLES, Handover, Mix, Traffic, placed
from seahaven.traffic.ambient import Ambient
from seahaven.traffic.ambient_area import Circle
from seahaven.traffic.ambient_density import Density, LaneDensity
from seahaven.traffic.ambient_ends import Ends
from seahaven.traffic.ambient_routes import WaysOn, through_routes
from seahaven.traffic.ambient_zone import Zone
from seahaven.world import WEATHER, Press, Sight, World, reads, spawns, writes
from tests.traffic.test_ambient_density import study_map

DENSITY = Density((LaneDensity.per_mile(15, roads="freeway*"), LaneDensity.per_mile(10, roads="highway*")))
RADIUS = 1500.0
VISIBILITY = 1000.0


@cache
def tracks() -> Tracks:
    return Tracks(through_routes(Router(study_map())))


@cache
def sight() -> Sight:
    return Sight(study_map())


@cache
def rays() -> RayTest:
    return RayTest(study_map())


class Cruise(Module):
    """Stands in for drivers: everybody goes on along its route as fast as it does, through whoever is ahead."""

    tracks: Param[Tracks]

    seen = reads("vehicle", "lane", "s", "entry", "speed")
    body = writes("vehicle", "lane", "s", "entry", "x", "y", "z", "heading")

    def step(self, tick: Tick) -> None:
        arrays, lane_map = self.tracks.arrays, self.tracks.lane_map
        entry, s = self.seen.entry.copy(), self.seen.s + self.seen.speed * tick.dt
        while True:
            beyond = np.flatnonzero((s > lane_map.length[arrays.lane[entry]]) & (arrays.following[entry] >= 0))
            if not len(beyond):
                break
            s[beyond] -= lane_map.length[arrays.lane[entry[beyond]]]
            entry[beyond] = arrays.following[entry[beyond]]
        lane = arrays.lane[entry]
        s = np.minimum(s, lane_map.length[lane])
        place = lane_map.place(lane, s)
        self.body.lane, self.body.s, self.body.entry = lane.astype(np.int32), s, entry.astype(np.int32)
        self.body.x, self.body.y, self.body.z, self.body.heading = place.x, place.y, place.z, place.heading


class Presser(Module):
    """Presses what it is told to, at its first date."""

    items: Param[tuple[tuple[float, str, float], ...]]
    pressed: Emits[Press]

    def step(self, tick: Tick) -> None:
        for at, item, value in self.items:
            if tick.seconds == at:
                self.pressed.append(Press((), item, value))


class Giver(Module):
    """Brings somebody in of its own, and hands it over."""

    columns: Param[dict[str, Any]]
    handovers: Emits[Handover]
    crowd = spawns("vehicle")

    def step(self, tick: Tick) -> None:
        if tick.index == 10:
            self.handovers.append(Handover(int(self.crowd.add(1, **self.columns)[0]), is_ambient=True))


@dataclass
class Drive:
    """A run with one subject in ambient traffic, watched step by step."""

    lane: str = "freeway.5:2:-3"
    s: float = 300.0
    speed: float = 25.0
    movers: str = "cruise"
    visibility: float = VISIBILITY
    rate: int = 2
    seed: int = 1
    presses: tuple[tuple[float, str, float], ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    came: list[tuple[float, int, bool]] = field(default_factory=list)
    went: list[tuple[float, int, bool]] = field(default_factory=list)
    ratios: list[tuple[float, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.world = World([VEHICLES, WEATHER])
        self.world.add("weather", visibility=self.visibility)
        lane = study_map().index(self.lane)
        route = WaysOn(tracks()).choose(lane, self.s, 0.5)[0]
        row = {name: column[0] for name, column in CAR.columns([0], seed=1, who="subject").items()}
        limit = float(study_map().limit(lane, self.s))
        row |= {"speed_factor": self.speed / limit, "top_speed": 60.0, "kind": "car", "speed": self.speed}
        self.subject = self.world.add("vehicle", **row, **placed(tracks(), lane, self.s, route))
        self.world.subjects.append(self.subject)
        given = {"density": DENSITY, "radius": RADIUS, "subjects": tuple(self.world.subjects), **self.options}
        self.ambient = Ambient("ambient", rate=self.rate, tracks=tracks(), sight=sight(), **given)
        self.filled = self.ambient.populate(self.world, seed=self.seed)
        moving = (
            Cruise("traffic", rate=5, tracks=tracks())
            if self.movers == "cruise"
            else Traffic("traffic", tracks=tracks())
        )
        root = Module("root", moving, self.ambient, Presser("presser", rate=2, items=self.presses))
        root.link("presser.pressed", "ambient.presses")
        if self.movers == "drivers":
            root.link("ambient.pressed", "traffic/drivers.presses")
        self.run = Controller(root, seed=self.seed, store=self.world)

    @property
    def table(self) -> Any:
        return self.world.family("vehicle")

    def boxes(self) -> dict[int, np.ndarray[Any, Any]]:
        table = self.table
        names = ("x", "y", "z", "heading", "length", "width", "height")
        rows = np.column_stack([getattr(table, name) for name in names])
        return dict(zip(table.ids.tolist(), rows, strict=True))

    def eye(self) -> tuple[float, float, float]:
        row, table = self.table.row(self.subject), self.table
        return float(table.x[row]), float(table.y[row]), float(table.z[row] + 0.8 * table.height[row])

    def watch(self, seconds: float, step: float = 0.2) -> Drive:
        """Go on, and note who came and went, whether a ray test says in sight, and the densities every second."""
        before = self.boxes()
        for k in range(round(seconds / step)):
            self.run.advance(round(step * SECOND))
            now, eye = self.boxes(), self.eye()
            for one in sorted(now.keys() - before.keys()):
                self.came.append((k * step, one, rays().sees(eye, now[one], VISIBILITY)))
            for one in sorted(before.keys() - now.keys()):
                self.went.append((k * step, one, rays().sees(eye, before[one], VISIBILITY)))
            before = now
            if k % round(1.0 / step) == 0:
                self.ratios.append(self.densities())
        return self

    def densities(self) -> tuple[float, ...]:
        """On the carriageway of the subject and on the other, vehicles within the radius, and how many are wanted."""
        lines, table, eye = self.ambient.lines, self.table, self.eye()
        posts = lines.posts
        inside = np.hypot(posts.x - eye[0], posts.y - eye[1]) < RADIUS
        near = (np.hypot(table.x - eye[0], table.y - eye[1]) < RADIUS) & (table.ids != self.subject)
        line = np.where(table.lane >= 0, lines.line_of[table.lane], -1)
        found: list[float] = []
        for way in sorted({int(one) for one in lines.carriageway[posts.line[inside]]}):
            wanted = (posts.density * posts.span)[inside & (lines.carriageway[posts.line] == way)].sum()
            found += [float((near & (line >= 0) & (lines.carriageway[line] == way)).sum()), float(wanted)]
        return tuple(found)

    def mean_ratio(self) -> float:
        sums = np.array([(sum(row[::2]), sum(row[1::2])) for row in self.ratios]).sum(axis=0)
        return float(sums[0] / sums[1])


@pytest.mark.parametrize("speed", [0.0, 14.5, 29.0, 43.0])
def test_nobody_comes_or_goes_in_sight_and_the_density_stays_whatever_the_subject_does(speed: float) -> None:
    drive = Drive(speed=speed).watch(100.0)
    assert len(drive.came) > 20
    assert len(drive.went) > 20
    assert not [one for one in drive.came + drive.went if one[2]]
    assert 0.9 < drive.mean_ratio() < 1.1


@pytest.mark.parametrize(("every", "looks"), [(0.5, {2, 7}), (1.0, {2})])
def test_it_looks_as_often_as_told_and_never_in_a_step_in_which_streams_and_casting_do(
    every: float, looks: set[int]
) -> None:
    drive = Drive(rate=10, options={"every": every}).watch(60.0, step=0.1)
    assert {round(10.0 * time) % 10 for time, *_ in drive.came + drive.went} == looks
    assert not [one for one in drive.came + drive.went if one[2]]
    assert 0.9 < drive.mean_ratio() < 1.1


def test_on_a_two_lane_road_over_a_hill_they_come_and_go_out_of_sight_too() -> None:
    drive = Drive(lane="highway.2:0:-1", s=1500.0, speed=24.0).watch(120.0)
    assert len(drive.came) > 8
    assert not [one for one in drive.came + drive.went if one[2]]
    assert 0.88 < drive.mean_ratio() < 1.12


def test_real_drivers_hardly_notice_who_enters() -> None:
    drive = Drive(speed=27.0, movers="traffic")
    born: dict[int, float] = {}
    hard: list[tuple[float, int, float]] = []
    known = set(drive.table.ids.tolist())
    for k in range(600):
        drive.run.advance(SECOND // 10)
        table = drive.table
        ids = table.ids.tolist()
        born |= {one: k / 10 for one in ids if one not in known}
        known.update(ids)
        for row in np.flatnonzero(table.acceleration < -2.0).tolist():
            leader = -1 if table.null("leader")[row] else int(table.leader[row])
            if k / 10 - max(born.get(ids[row], -99.0), born.get(leader, -99.0)) < 10.0:
                hard.append((k / 10, ids[row], float(table.acceleration[row])))
    assert len(born) > 15
    assert hard == []


def test_those_who_change_to_a_lane_without_a_density_stay_and_are_counted() -> None:
    left = Density((LaneDensity.per_mile(20, roads="freeway*", lanes=(1,)),))
    drive = Drive(speed=28.0, movers="drivers", visibility=400.0, options={"density": left})
    drive.run.advance(60 * SECOND)
    lines, table = drive.ambient.lines, drive.table
    aside = np.isnan(lines.place(table.lane, table.s)) & ~np.isnan(lines.home(table.lane, table.s))
    assert aside.sum() > 10
    assert drive.ambient.vehicles == pytest.approx(drive.ambient.wanted, rel=0.15)


def test_those_who_are_told_to_keep_left_do() -> None:
    left = Density((LaneDensity.per_mile(20, roads="freeway*", lanes=(1,)),))
    right = []
    for keep in (None, 1):
        drive = Drive(speed=28.0, movers="drivers", visibility=400.0, options={"density": left, "keep": keep})
        drive.run.advance(90 * SECOND)
        lines, table = drive.ambient.lines, drive.table
        right.append(int((np.isnan(lines.place(table.lane, table.s)) & (table.ids != drive.subject)).sum()))
    assert right[1] < 0.75 * right[0]


def test_the_road_is_filled_at_the_start_at_random_and_with_speeds_that_fit_the_gaps() -> None:
    drive = Drive()
    lines, table = drive.ambient.lines, drive.table
    found = drive.densities()
    assert sum(found[::2]) == pytest.approx(sum(found[1::2]), rel=0.1)
    place = np.sort(lines.place(table.lane, table.s))
    spacing = np.diff(place)
    spacing = spacing[spacing < 1000.0]
    assert 0.35 < spacing.std() / spacing.mean() < 0.8, "neither a comb nor clumps"
    assert spacing.min() > 12.0
    assert table.speed.min() > 10.0
    assert len(np.unique(table.speed)) > 0.9 * len(table)


def test_the_same_seed_gives_the_same_bytes_and_a_fork_goes_on_the_same() -> None:
    one, other = Drive(), Drive()
    for drive in (one, other):
        drive.run.advance(20 * SECOND)
    twin = fork(one.run)
    for run in (one.run, other.run, twin):
        run.advance(20 * SECOND)
    assert isinstance(twin.store, World)
    assert one.world.digest() == other.world.digest() == twin.store.digest()
    different = Drive(seed=2)
    different.run.advance(40 * SECOND)
    assert different.world.digest() != one.world.digest()


def test_whoever_is_handed_over_is_not_mistaken_for_somebody_else() -> None:
    drive = Drive()
    lane = study_map().index(drive.lane)
    route = WaysOn(tracks()).choose(lane, 400.0, 0.5)[0]
    who = {name: column[0] for name, column in CAR.columns([1], seed=1, who="given").items()}
    columns = {**who, **placed(tracks(), lane, 400.0, route), "speed": 25.0}
    drive.run.advance(5 * SECOND)
    drive.run.root.link("giver.handovers", "ambient.handovers")
    drive.run.add(Giver("giver", rate=2, columns=columns))
    drive.watch(90.0)
    members = drive.run.get("ambient.members")
    assert len(drive.came) > 10
    assert (np.diff(members) > 0).all()
    assert not [one for one in drive.went if one[2]]


def test_while_suspended_nobody_enters_and_after_that_they_come_again() -> None:
    drive = Drive(presses=((0.0, "suspend", 1.0), (40.0, "resume", 1.0))).watch(80.0)
    times = [at for at, *_ in drive.came]
    assert not [at for at in times if 2.0 < at < 40.0]
    assert len([at for at in times if at >= 40.0]) > 10
    assert len(drive.went) > 10
    assert not [one for one in drive.came + drive.went if one[2]]


def test_the_dial_turns_the_density_up() -> None:
    drive = Drive(speed=0.0, presses=((0.0, "factor", 2.0),)).watch(120.0)
    late = np.array([(sum(row[::2]), sum(row[1::2])) for row in drive.ratios[-20:]]).sum(axis=0)
    assert 1.5 < late[0] / late[1] < 2.2


def test_in_a_suspended_area_nobody_enters() -> None:
    drive = Drive(speed=0.0)
    x, y, _ = drive.eye()
    ahead = Circle(x - 1300.0, y, 900.0)
    drive = Drive(speed=0.0, presses=((0.0, "suspend_area", 0.0),), options={"areas": (ahead,)})
    drive.run.advance(SECOND)
    before, entered = drive.boxes(), []
    for _ in range(200):
        drive.run.advance(SECOND // 5)
        now = drive.boxes()
        entered += [now[one] for one in now.keys() - before.keys()]
        before = now
    assert len(entered) > 5
    assert not [box for box in entered if np.hypot(box[0] - ahead.x, box[1] - ahead.y) < ahead.radius - 50.0]


def test_several_subjects_share_one_zone() -> None:
    drive = Drive()
    lane = study_map().index("freeway.9:2:-3")
    second = drive.world.add(
        "vehicle", speed=0.0, **placed(tracks(), lane, 900.0, WaysOn(tracks()).choose(lane, 900.0, 0.5)[0])
    )
    both = Ambient(
        "both", rate=2, tracks=tracks(), sight=sight(), density=DENSITY, radius=RADIUS, subjects=(drive.subject, second)
    )
    known = len(drive.world.family("vehicle"))
    added = both.populate(drive.world, seed=3)
    assert added > 0.5 * drive.filled
    table, rows = drive.table, slice(known, None)
    assert (np.hypot(table.x[rows] - table.x[known - 1], table.y[rows] - table.y[known - 1]) < 2000.0).mean() > 0.8


def test_whoever_plays_to_a_partner_is_not_taken_away() -> None:
    drive = Drive(speed=43.0)
    gone = Drive(speed=43.0)
    gone.run.advance(60 * SECOND)
    actor = next(one for one in drive.ambient.members.tolist() if one not in gone.world)
    drive.world.remove(actor)
    table = drive.table
    row = {name: getattr(table, name)[0] for name in table.columns if not table.type.columns[name].nullable}
    partner = drive.world.add("vehicle", **row, partner=drive.subject)
    drive.ambient.members = np.append(drive.ambient.members, partner)
    drive.run.advance(60 * SECOND)
    assert partner in drive.world


def test_an_unknown_area_and_strange_maps_are_refused() -> None:
    drive = Drive(presses=((0.0, "suspend_area", 3.0),))
    with pytest.raises(StepError, match="has no area 3; it has 0, numbered from 0"):
        drive.run.advance(2 * SECOND)
    other = LaneMap(study_map().network)
    with pytest.raises(InputError, match="tracks and sight of different lane maps"):
        Ambient("ambient", rate=2, tracks=tracks(), sight=Sight(other), density=DENSITY)


def test_a_mix_of_ones_own_is_used() -> None:
    drive = Drive(options={"mix": Mix.named({"truck": 1.0})})
    kinds = drive.table.column("kind").kinds
    rows = drive.table.ids != drive.subject
    assert {kinds[code] for code in drive.table.kind[rows].tolist()} == {"truck"}


def test_where_ends_are_open_one_drives_off_the_road_and_otherwise_stops() -> None:
    left = {}
    for is_open in (False, True):
        drive = Drive(lane="freeway.13:2:-3", s=300.0, speed=0.0, options={"open_ends": is_open}).watch(40.0)
        seen = [one for one in drive.went if one[2]]
        left[is_open] = len(seen)
        at_end = drive.table.s > study_map().length[drive.table.lane] - 2.0
        standing = int((at_end & (tracks().arrays.following[drive.table.entry] < 0)).sum())
        assert (standing == 0) is is_open
    assert left[False] == 0 < left[True]


def to_end(drive: Drive) -> np.ndarray[Any, Any]:
    """How far everybody but the subject has to go to where the network ends; infinite where it does not."""
    table, arrays = drive.table, tracks().arrays
    is_end = np.diff(study_map().next_first)[table.lane] == 0
    left = np.where(table.entry >= 0, arrays.remaining[table.entry] - table.s, np.inf)
    return np.where(is_end & (table.ids != drive.subject), left, np.inf)


def test_who_may_not_leave_in_sight_slows_down_and_stops_before_the_end() -> None:
    drive = Drive(lane="freeway.13:2:-3", s=300.0, speed=0.0, movers="traffic")
    hardest = 0.0
    for _ in range(500):
        drive.run.advance(SECOND // 10)
        near = to_end(drive) < 200.0
        hardest = min(hardest, float(drive.table.acceleration[near].min(initial=0.0)))
    standing = (drive.table.speed < 0.1) & (to_end(drive) < 100.0)
    assert standing.sum() > 3
    assert to_end(drive)[standing].min() > 3.0
    assert hardest > -4.0


def test_far_from_all_subjects_they_drive_off_the_network_and_come_onto_it_in_any_weather() -> None:
    gone, came = {}, {}
    for horizon in (1000.0, np.inf):
        drive = Drive(
            lane="freeway.3:2:-3", s=300.0, visibility=10_000.0, movers="traffic", options={"horizon": horizon}
        )
        before, speeds, count = set(drive.table.ids.tolist()), [], 0
        for _ in range(120):
            speed = dict(zip(drive.table.ids.tolist(), drive.table.speed.tolist(), strict=True))
            ends = dict(zip(drive.table.ids.tolist(), to_end(drive).tolist(), strict=True))
            drive.run.advance(SECOND // 2)
            now = set(drive.table.ids.tolist())
            speeds += [speed[one] for one in before - now if ends[one] < 50.0]
            count, before = count + len(now - before), now
        gone[horizon], came[horizon] = speeds, count
    assert len(gone[1000.0]) > 5
    assert min(gone[1000.0]) > 15.0
    assert not gone[np.inf]
    assert came[1000.0] > 1.5 * came[np.inf]


def test_the_horizon_is_as_far_as_the_nearest_corner() -> None:
    drive = Drive(lane="freeway.1:0:-3", s=20.0)
    zone = Zone(sight(), drive.table, (drive.subject,), radius=RADIUS, visibility=5000.0, dt=0.0)
    ahead = [1023.0, 1023.0, 1030.0]
    lane = np.full(3, study_map().index("freeway.1:0:-3"))
    boxes = sight().boxes_at(lane, ahead, speed=25.0, length=np.array([9.5, 4.6, 9.5]))
    near = zone.as_far_as(1000.0)
    assert near.sees(boxes).tolist() == [True, False, False]
    assert near.sees(boxes, nearer=10.0).tolist() == [True, True, True]
    assert zone.sees(boxes).all()


def test_ends_are_open_only_where_whoever_drives_off_is_gone_beyond_the_horizon() -> None:
    drive = Drive(lane="freeway.1:0:-3", s=20.0)
    zone = Zone(sight(), drive.table, (drive.subject,), radius=RADIUS, visibility=50_000.0, dt=0.0)
    ends = Ends(tracks(), sight())
    one = int(np.flatnonzero(ends.is_outside)[0])
    lane = int(tracks().arrays.lane[np.flatnonzero(tracks().arrays.route == tracks().arrays.route[one])[-1]])
    place, limit = study_map().place(lane, study_map().length[lane]), float(study_map().limit(lane, 0.0))
    away = float(zone.nearest(np.array([place.x]), np.array([place.y]))[0][0])
    end = ends.of_entry[one]
    assert ends.closing(zone.as_far_as(away - 30.0), (), 0.0)[end] > 0.0
    assert ends.closing(zone.as_far_as(away - 30.0), (), 30.0 / limit)[end] == 0.0
    assert ends.closing(None, (), 1.0)[end] > 0.0


def test_a_run_that_begins_in_fog_begins_as_slowly() -> None:
    """Nobody has to brake in the first seconds because it was put there at the speed of a clear day."""
    shares = []
    for visibility in (10_000.0, 150.0):
        table = Drive(visibility=visibility, movers="traffic").table
        liked = np.minimum(table.speed_factor * study_map().limit(table.lane, table.s), table.top_speed)
        shares.append(np.mean(table.speed[1:] / liked[1:]))  # the first is the subject
    assert 0.85 < shares[1] / shares[0] < 0.95


def test_traffic_that_is_not_renewed_is_what_was_placed_within_the_radius() -> None:
    drive = Drive(options={"renewed": False, "radius": 700.0}, movers="drivers")
    placed_at = np.hypot(drive.table.x - drive.table.x[0], drive.table.y - drive.table.y[0])
    before = drive.table.ids.copy()
    drive.run.advance(20 * SECOND)
    assert drive.filled > 10
    assert placed_at.max() < 750.0
    assert drive.table.ids.tolist() == before.tolist()
