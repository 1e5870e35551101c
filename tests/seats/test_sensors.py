"""Sensors: what each kind reports, what hides, what weather and defects do, what the fusion makes of it."""

from __future__ import annotations

from functools import cache
from math import cos, hypot, pi, radians, sin
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from seahaven.errors import InputError
from seahaven.kernel import SECOND, fork
from seahaven.seats import (
    HEALTHY,
    KINDS_OF_SENSORS,
    Defect,
    LaneControls,
    Mount,
    Sensor,
    SensorDialTurned,
    SensorSet,
    View,
)
from seahaven.seats.protocol import plain, step_message
from seahaven.seats.readings import READINGS, SensorViews, reading_of
from seahaven.seats.sensors import effective_range
from tests.seats.driving import Drive, coasting, driven

AHEAD = {"lane": "M1:0:-4", "s": 130.0}
BEHIND_IT = {"lane": "M1:0:-4", "s": 160.0}
TALL = {"lane": "M1:0:-4", "s": 190.0, "kind": "truck", "length": 12.0, "width": 2.5, "height": 3.8}
BESIDE = {"lane": "M1:0:-3", "s": 145.0}
EXACT = dict.fromkeys(("distance", "share", "bearing", "speed", "heading", "size", "drift", "scale", "turning"), 0.0)


class Keen:
    """Keeps the views that it is shown, and its speed."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def __call__(self, view: View) -> LaneControls:
        self.views.append(view)
        return LaneControls(0.0)


def exact(name: str, kind: str, **said: Any) -> Sensor:
    return Sensor.of(name, kind, noise=EXACT, **{"detects": 1.0, "latency": 0.0, **said})


def seen(
    *sensors: Sensor, others: Any = (AHEAD, BEHIND_IT, TALL, BESIDE), seconds: float = 0.1, **said: Any
) -> list[View]:
    keen = Keen()
    options = {"objects": "truth", **said}
    driven(keen, controls="lane", others=others, sensors=SensorSet(sensors, **options)).go(seconds)
    return keen.views


def objects(view: View, kind: str) -> Any:
    return getattr(view.sensors, kind)[-1].objects


def places(view: View, kind: str) -> list[float]:
    """How far the objects of a reading are ahead of the ego, rounded."""
    rows, mount = objects(view, kind), getattr(view.sensors, kind)[-1].mount
    if kind == "lidar":
        return sorted(np.round(rows.ahead + mount.ahead).tolist())
    if kind == "v2x":
        return sorted(np.round(rows.x - view.ego.x).tolist())
    return sorted(np.round(rows.distance * np.cos(rows.bearing) + mount.ahead).tolist())


@pytest.mark.parametrize("kind", ["radar", "lidar", "camera"])
def test_a_vehicle_hides_another_one_that_is_not_higher(kind: str) -> None:
    view = seen(exact("s", kind, mount=Mount(False, ahead=2.0, up=1.0)))[0]
    assert places(view, kind) == [30.0, 45.0, 90.0]


def test_radio_is_heard_from_behind_others() -> None:
    assert places(seen(exact("s", "v2x"))[0], "v2x") == [30.0, 45.0, 60.0, 90.0]


def test_each_kind_reports_what_it_measures() -> None:
    sensors = [exact(kind, kind) for kind in KINDS_OF_SENSORS]
    view = seen(*sensors, others=({**AHEAD, "speed": 15.0, "length": 5.0},))[0]
    radar, lidar, camera, v2x = (objects(view, kind)[0] for kind in ("radar", "lidar", "camera", "v2x"))
    assert (radar.distance, radar.bearing, radar.closing) == pytest.approx((30.0, 0.0, 5.0), abs=1e-3)
    assert (lidar.ahead, lidar.left, lidar.length, lidar.visible) == pytest.approx((30.0, 0.0, 5.0, 1.0), abs=1e-3)
    assert (camera.kind, camera.brake_light, camera.distance) == ("car", False, pytest.approx(30.0))
    assert (v2x.x, v2x.speed, v2x.length) == pytest.approx((view.ego.x + 30.0, 15.0, 5.0))
    fix, rolled = view.sensors.gps[0], view.sensors.odometry[0]
    assert (fix.x, fix.y, fix.speed) == pytest.approx((view.ego.x, view.ego.y, 20.0))
    assert (rolled.speed, rolled.ahead) == pytest.approx((20.0, 0.0))


def test_what_is_outside_of_the_field_or_too_far_is_not_seen() -> None:
    beside = {"lane": "M1:0:-3", "s": 104.0}
    narrow = exact("s", "lidar", field_of_view=radians(20.0), range=80.0)
    assert places(seen(narrow, others=(AHEAD, beside, TALL))[0], "lidar") == [30.0]
    back = exact("s", "lidar", mount=Mount(False, turned=-pi), field_of_view=radians(90.0))
    assert places(seen(back, others=(AHEAD, {"lane": "M1:0:-4", "s": 70.0}))[0], "lidar") == [30.0]  # in its own frame
    blind = exact("s", "lidar", nearest=40.0)
    assert places(seen(blind, others=(AHEAD, {"lane": "M1:0:-3", "s": 150.0}))[0], "lidar") == [50.0]


def test_a_sensor_beside_the_road_sees_the_ego_and_looks_from_where_it_stands() -> None:
    mast = exact("mast", "lidar", mount=Mount(True, ahead=150.0, left=10.0, up=8.0, turned=pi), range=200.0)
    rows = objects(seen(mast, others=(AHEAD,))[0], "lidar")
    assert sorted(np.round(150.0 - rows.ahead).tolist()) == [100.0, 130.0]
    assert np.round(10.0 - rows.left, 1).tolist() == [-12.4, -12.4]


@given(st.lists(st.tuples(st.floats(-80, 80), st.floats(-80, 80), st.floats(-pi, pi)), min_size=1, max_size=12))
@settings(max_examples=40, deadline=None)
def test_what_hides_agrees_with_straight_lines(others: list[tuple[float, float, float]]) -> None:
    """A lidar sees nothing that no line reaches, and misses nothing in plain sight."""
    drive = still()
    from seahaven.seats.sensors import sensing_kernels as kernels

    middles = [complex(x, y) for x, y, _ in others]
    assume(all(abs(middle) > 8.0 for middle in middles))
    assume(all(abs(a - b) > 5.0 for k, a in enumerate(middles) for b in middles[:k]))
    boxes, marks = np.zeros((len(others), 12)), np.zeros((len(others), 4), np.int64)
    for k, (x, y, heading) in enumerate(others):
        boxes[k] = (x, y, 0.0, heading, 4.5, 1.8, 1.5, 0.0, 0.0, cos(heading), sin(heading), 0.5 * hypot(4.5, 1.8))
        marks[k, 0] = k + 1
    suite_rows = np.zeros((1, 24))
    suite_rows[0, [kernels.KIND, kernels.Z, kernels.HALF, kernels.REACH, kernels.MOST, kernels.DETECTS]] = (
        kernels.LIDAR, 1.0, pi, 1000.0, 100, 1.0,
    )  # fmt: skip
    room = len(others) + kernels.SLOTS
    figures, wholes = np.zeros((kernels.NUMBERS, room)), np.zeros((kernels.WHOLES, room), np.int64)
    land: Any = drive.tracks.lane_map.known(kernels_land())
    at, rows, first = np.zeros(len(others), np.int64), np.zeros(len(others), np.int64), np.zeros(2, np.int64)
    total = kernels.sense(
        land, boxes, marks, len(others), -1, -1, 5, suite_rows, 0.0, 0, np.zeros(kernels.DIRECTIONS), at,
        np.zeros(len(others)), rows, first, figures, wholes,
    )  # fmt: skip
    free = dict(zip(rows[:total].tolist(), figures[6, :total].tolist(), strict=True))
    for k in range(len(others)):
        share = shares_in_sight(boxes, k)
        if share > 0.5:
            assert k in free, (k, share)
        if share == 0.0:
            assert free.get(k, 0.0) < 0.25


def shares_in_sight(boxes: Any, k: int) -> float:
    """The share of points on the outline of a box to which a straight line from the origin meets no nearer box."""
    from seahaven.geometry.box_kernels import segment_meets

    total = free = 0
    for along in np.linspace(-0.5, 0.5, 9):
        for ahead, left in ((along, 0.5), (along, -0.5), (0.5, along), (-0.5, along)):
            c, s = boxes[k, 9], boxes[k, 10]
            a, b = ahead * boxes[k, 4], left * boxes[k, 5]
            x, y = boxes[k, 0] + a * c - b * s, boxes[k, 1] + a * s + b * c
            total += 1
            free += not any(j != k and meets(segment_meets, x, y, boxes[j]) for j in range(len(boxes)))
    return free / total


def meets(segment_meets: Any, x: float, y: float, box: Any) -> bool:
    line = getattr(segment_meets, "py_func", segment_meets)
    return bool(line(0.0, 0.0, x, y, box[0], box[1], box[9], box[10], box[4], box[5]))


def kernels_land() -> Any:
    from seahaven.world import land_of

    return land_of


@cache
def still() -> Drive:
    return driven(coasting, controls="lane")


# --- time -------------------------------------------------------------------------------------------------------------


def test_rates_and_latencies_decide_what_a_view_shows() -> None:
    slow, late = exact("slow", "radar", rate=2.5), exact("late", "lidar", latency=0.25)
    views = seen(slow, late, seconds=1.25)
    assert [view.step for view in views if view.sensors.radar] == [0, 4, 8, 12]
    shown = [(view.step, reading.date) for view in views for reading in view.sensors.lidar]
    assert shown == [(step, (step - 3) * SECOND // 10) for step in range(3, 13)]


def test_odometry_drifts_and_gps_wanders_as_far_as_they_are_said_to() -> None:
    wheels = Sensor.of("wheels", "odometry", noise={**EXACT, "scale": 0.05})
    sat = Sensor.of("sat", "gps", noise={**EXACT, "drift": 2.0})
    views = seen(wheels, sat, others=(), seconds=20.0, ego="truth")
    last, start = views[-1], views[0].ego.x
    share = last.sensors.odometry[-1].ahead / (last.ego.x - start) - 1.0
    assert 0.0 < abs(share) < 0.2
    off = [hypot(view.sensors.gps[0].x - view.ego.x, view.sensors.gps[0].y - view.ego.y) for view in views]
    assert 0.1 < max(off) < 8.0
    assert max(abs(np.diff(off))) < 0.1


def test_the_sensed_ego_stays_near_the_truth_and_without_gps_it_strays() -> None:
    sat, wheels = Sensor.of("sat", "gps"), Sensor.of("wheels", "odometry")
    keen = Keen()
    drive = driven(keen, controls="lane", sensors=SensorSet((sat, wheels), ego="sensed"))
    off = []
    for _ in range(20):
        drive.go(1.0)
        off.append(hypot(keen.views[-1].ego.x + 2.0 - drive.row.x, keen.views[-1].ego.y - drive.row.y))
    assert max(off) < 6.0
    assert keen.views[-1].ego.speed != 20.0


# --- what goes wrong --------------------------------------------------------------------------------------------------


def test_a_dead_sensor_reports_nothing_and_the_others_go_on() -> None:
    dead, other = exact("dead", "radar", dials={"dead": 1.0}), exact("other", "radar")
    view = seen(dead, other)[0]
    assert [reading.sensor for reading in view.sensors.radar] == ["other"]


def test_a_defect_begins_and_ends_at_its_dates_and_is_recorded() -> None:
    keen, dark = Keen(), Defect("eye", 300_000_000, 600_000_000, {"dead": 1.0})
    drive = driven(keen, controls="lane", others=(AHEAD,), sensors=SensorSet((exact("eye", "camera"),), (dark,)))
    told = drive.hear(SensorDialTurned)
    drive.go(1.0)
    assert [view.step for view in keen.views if not view.sensors.camera] == [3, 4, 5]
    assert [(each.sensor, each.item, each.value) for each in told.told] == [("eye", "dead", 1.0), ("eye", "dead", 0.0)]


def test_a_frozen_sensor_reports_what_it_saw_last() -> None:
    stuck = Defect("eye", 200_000_000, None, {"frozen": 1.0})
    faster = ({**AHEAD, "speed": 30.0},)
    views = seen(exact("eye", "lidar"), others=faster, seconds=0.6, defects=(stuck,))
    ahead = [round(objects(view, "lidar").ahead[0], 3) for view in views]
    assert len(set(ahead)) == 2
    assert ahead[1:] == [ahead[1]] * 5
    assert [view.sensors.lidar[0].date for view in views] == [view.date for view in views]


def count_of(dials: dict[str, float], kind: str = "lidar", seconds: float = 10.0) -> float:
    """How many objects a sensor reports in the mean, of three in plain sight."""
    others = (AHEAD, BESIDE, {"lane": "M1:0:-2", "s": 170.0})
    views = seen(exact("eye", kind, dials=dials, range=150.0), others=others, seconds=seconds)
    return float(np.mean([len(objects(view, kind)) if getattr(view.sensors, kind) else 0 for view in views]))


def test_missed_ghosts_dirt_and_lost_reports_happen_as_often_as_said() -> None:
    assert count_of({}) == 3.0
    assert count_of({"missed": 0.5}) == pytest.approx(1.5, abs=0.4)
    ghosts = seen(exact("eye", "lidar", dials={"ghosts": 2.0}), others=(), seconds=60.0)
    assert np.mean([len(objects(view, "lidar")) for view in ghosts]) == pytest.approx(2.0, abs=0.3)
    assert count_of({"dropped": 0.5}) == pytest.approx(1.5, abs=0.5)
    assert count_of({"dirt": 1.0}) < 1.0
    assert count_of({"damage": 1.0}) == pytest.approx(1.5, abs=0.4)


def test_numbers_stay_the_same_until_they_are_mixed_up() -> None:
    def names(dials: dict[str, float]) -> list[tuple[int, ...]]:
        views = seen(exact("eye", "lidar", dials=dials), others=(AHEAD, BESIDE), seconds=4.0)
        return [tuple(objects(view, "lidar").target.tolist()) for view in views]

    assert len(set(names({}))) == 1
    mixed = names({"mixed_up": 0.5})
    assert len({tuple(sorted(each)) for each in mixed}) == 1
    assert len(set(mixed)) == 2


def test_a_misaligned_sensor_reports_bearings_off_by_as_much() -> None:
    view = seen(exact("eye", "radar", dials={"misaligned": radians(3.0)}), others=(AHEAD,))[0]
    assert objects(view, "radar").bearing[0] == pytest.approx(-radians(3.0), abs=1e-6)


def test_a_delayed_report_comes_later() -> None:
    views = seen(exact("eye", "radar", dials={"delay": 0.3}), seconds=0.6)
    assert [bool(view.sensors.radar) for view in views] == [False, False, False, True, True, True]


def test_noise_is_as_large_as_said_and_grows_with_its_dial() -> None:
    def spread(factor: float) -> float:
        sensor = Sensor.of("eye", "radar", noise={**EXACT, "distance": 0.5}, dials={"noise": factor}, detects=1.0)
        views = seen(sensor, others=({**AHEAD, "top_speed": 20.0},), seconds=20.0)
        return float(np.std([objects(view, "radar").distance[0] - view.objects.ahead[0] for view in views]))

    assert spread(1.0) == pytest.approx(0.5, abs=0.1)
    assert spread(4.0) == pytest.approx(2.0, abs=0.4)


def test_weather_shortens_what_eyes_see_but_not_what_radio_hears() -> None:
    def reach(kind: str, visibility: float = 10_000.0, rain: float = 0.0, daylight: float = 1.0) -> float:
        return effective_range(KINDS_OF_SENSORS[kind], 100.0, visibility, rain, daylight)

    assert {reach(kind) for kind in ("radar", "lidar", "camera", "v2x")} == {100.0}
    assert reach("camera", visibility=60.0) == 60.0
    assert reach("lidar", visibility=60.0) == pytest.approx(48.0)
    assert reach("radar", visibility=60.0) == 100.0
    assert reach("camera", daylight=0.0) == pytest.approx(50.0)
    assert reach("radar", rain=20.0) > reach("camera", rain=20.0) > reach("lidar", rain=20.0) > 0.0


@pytest.mark.parametrize("dial", sorted(HEALTHY))
def test_every_dial_changes_what_is_reported(dial: str) -> None:
    value = {"noise": 5.0, "misaligned": 0.2, "shifted": 20.0, "ghosts": 6.0, "delay": 0.2}.get(dial, 1.0)
    kind = "gps" if dial == "shifted" else "radar"
    others = (AHEAD, {"lane": "M1:0:-3", "s": 150.0}, {"lane": "M1:0:-2", "s": 180.0})

    def told(dials: dict[str, float]) -> list[Any]:
        return [plain(view.sensors) for view in seen(Sensor.of("s", kind, dials=dials), others=others, seconds=2.0)]

    assert told({dial: value}) != told({})


# --- fusion -----------------------------------------------------------------------------------------------------------


def test_the_fusion_finds_all_that_sensors_see_with_one_number_each() -> None:
    sensors = (
        Sensor.of("front", "radar", mount=Mount(False, ahead=2.2)), Sensor.of("roof", "lidar"),
        Sensor.of("eye", "camera", mount=Mount(False, ahead=1.0, up=1.4)), Sensor.of("radio", "v2x"),
    )  # fmt: skip
    keen = Keen()
    drive = driven(keen, controls="lane", others=(AHEAD, BESIDE, TALL), sensors=SensorSet(sensors, objects="fused"))
    drive.go(5.0)
    later = keen.views[20:]
    assert {len(view.objects) for view in later} == {3}
    assert len({tuple(sorted(view.objects.id.tolist())) for view in later}) == 1
    table = drive.world.family("vehicle")
    # the last view is of a step before
    truth = sorted((float(x) - float(v) * 0.1, float(v)) for x, v in zip(table.x[1:], table.speed[1:], strict=True))
    found = sorted(zip(keen.views[-1].objects.x.tolist(), keen.views[-1].objects.speed.tolist(), strict=True))
    for (x, speed), (fx, fast) in zip(truth, found, strict=True):
        assert (fx, fast) == (pytest.approx(x, abs=0.8), pytest.approx(speed, abs=0.8))
    assert [row.kind for row in keen.views[-1].objects] == ["car", "car", "truck"]
    assert [row.lane for row in keen.views[-1].objects] == [8, 7, 8]


def test_a_track_outlives_a_short_gap_and_not_a_long_one() -> None:
    def counts(seconds: float) -> set[int]:
        dark = Defect("eye", 2 * SECOND, 2 * SECOND + round(seconds * SECOND), {"dead": 1.0})
        views = seen(Sensor.of("eye", "lidar"), others=(AHEAD,), seconds=6.0, objects="fused", defects=(dark,))
        return {len(view.objects) for view in views[10:]}

    assert counts(0.5) == {1}
    assert counts(2.0) == {0, 1}


def test_who_fuses_sees_no_objects_and_who_does_not_sees_the_truth() -> None:
    sensor = exact("eye", "radar")
    assert len(seen(sensor, objects="none")[0].objects) == 0
    assert len(seen(sensor, objects="truth")[0].objects) == 3
    assert len(seen(sensor, objects="fused")[0].objects) == 0  # one report is not sure yet


# --- contracts --------------------------------------------------------------------------------------------------------

ANY = st.fixed_dictionaries({}, optional={
    "dirt": st.floats(0, 1), "ghosts": st.floats(0, 8), "missed": st.floats(0, 1), "mixed_up": st.floats(0, 1),
    "noise": st.floats(0, 10), "delay": st.floats(0, 1), "dropped": st.floats(0, 1),
})  # fmt: skip
SUITES = st.lists(st.tuples(st.sampled_from(sorted(KINDS_OF_SENSORS)), ANY), max_size=4)


def bytes_of(drive: Drive) -> list[bytes]:
    return [
        np.asarray(getattr(drive.world.family(family.name), column)).tobytes()
        for family in drive.world.families
        for column in family.columns
    ]


@cache
def unseen() -> list[bytes]:
    drive = driven(coasting, controls="lane", others=(AHEAD, BESIDE, TALL))
    drive.go(1.0)
    return bytes_of(drive)


@given(SUITES, st.sampled_from(["fused", "truth", "none"]), st.sampled_from(["sensed", "truth"]))
@settings(max_examples=15, deadline=None)
def test_the_bytes_of_the_world_do_not_depend_on_who_looks(kinds: Any, objects: str, ego: str) -> None:
    sensors = tuple(Sensor.of(f"s{k}", kind, dials=dials) for k, (kind, dials) in enumerate(kinds))
    options = {"objects": objects, "ego": ego}
    drive = driven(coasting, controls="lane", others=(AHEAD, BESIDE, TALL), sensors=SensorSet(sensors, **options))
    drive.go(1.0)
    assert bytes_of(drive) == unseen()


def test_what_is_shown_cannot_be_written_to() -> None:
    view = seen(*(Sensor.of(kind, kind) for kind in KINDS_OF_SENSORS), seconds=1.0, objects="fused")[-1]
    for table in (objects(view, "radar").distance, objects(view, "camera").kind, view.objects.x):
        with pytest.raises(ValueError, match="read-only"):
            table[0] = 1


def test_the_same_seed_gives_the_same_reports_and_another_sensor_changes_none() -> None:
    def told(*more: Sensor) -> list[Any]:
        views = seen(Sensor.of("front", "radar", dials={"ghosts": 1.0}), *more, seconds=2.0)
        return [plain(next(r for r in view.sensors.radar if r.sensor == "front")) for view in views]

    assert told() == told() == told(Sensor.of("rear", "radar"), Sensor.of("eye", "camera"))


def test_a_fork_sees_what_the_run_that_went_on_sees() -> None:
    sensors = tuple(Sensor.of(kind, kind, dials={"delay": 0.2}) for kind in KINDS_OF_SENSORS)
    keen = Keen()
    drive = driven(
        keen, controls="lane", others=(AHEAD, BESIDE), sensors=SensorSet(sensors, objects="fused", ego="sensed"),
        stateless=True,
    )  # fmt: skip
    drive.go(1.05)
    with fork(drive.controller) as twin:
        drive.go(1.0)
        straight = [plain(view) for view in keen.views[11:]]
        keen.views.clear()
        twin.run(twin.now + SECOND)
    assert len(straight) == 10
    assert [plain(view) for view in keen.views] == straight


def test_readings_survive_being_written_down() -> None:
    view = seen(*(Sensor.of(kind, kind) for kind in KINDS_OF_SENSORS), seconds=1.0)[-1]
    for kind in READINGS:
        for reading in getattr(view.sensors, kind):
            assert plain(reading_of(kind, plain(reading))) == plain(reading)
    assert set(step_message(view)["sensors"]) == set(SensorViews.__slots__)


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(InputError, match=r"no sensor of kind 'rader'; did you mean 'radar'"):
        Sensor.of("s", "rader")
    with pytest.raises(InputError, match=r"no dial 'dirty'; did you mean 'dirt'"):
        Sensor.of("s", "radar", dials={"dirty": 1.0})
