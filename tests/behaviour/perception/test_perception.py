"""What single drivers perceive, and that it does not depend on threads, order, snapshots or rows that come and go."""

from __future__ import annotations

from math import pi
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seahaven.behaviour import Perception
from seahaven.kernel import (
    SECOND,
    Controller,
    Module,
    Tick,
    fork,
    load_checkpoint,
    restore,
    save_checkpoint,
    take_snapshot,
)
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, CrossSection, driving, town_street
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import CLEAR, NIGHT, VEHICLES
from seahaven.world import WEATHER, World, spawns, writes
from tests.behaviour.perception.networks import merge_tracks, motorway_tracks, ring
from tests.behaviour.perception.scenes import STEP, Jumble, Lots, answered, compare, scene, strewn


def on(tracks: Tracks, lane: str, s: float, route: int = 0, **columns: Any) -> dict[str, Any]:
    """The columns of a vehicle on a lane."""
    index = tracks.lane_map.index(lane)
    entry, heading = tracks.locate(route, index), float(tracks.lane_map.place(index, s).heading)
    place = {"x": 0.0, "y": 0.0, "heading": heading, "lane": index, "s": s, "route": route, "entry": entry}
    return {**place, "reaction": 0.0, **columns}


def perceived(
    tracks: Tracks, *vehicles: dict[str, Any], seconds: float = 0.0, **weather: float
) -> list[dict[str, Any]]:
    """What each of some vehicles perceives in the first step, or after some seconds in which none moves."""
    world = World([VEHICLES, WEATHER])
    for vehicle in vehicles:
        world.add("vehicle", **vehicle)
    if weather:
        world.add("weather", **weather)
    run = Controller(Module("root", Perception("perception", rate=10, tracks=tracks)), seed=1, store=world)
    run.advance(STEP + round(seconds * SECOND))
    return list(answered(world).values())


def test_a_lone_vehicle_on_a_ring_does_not_see_itself() -> None:
    tracks = ring(300.0, 2, 3)
    (alone,) = perceived(tracks, on(tracks, "ring0:0:-1", 10.0, sight=2000.0, drift=-0.6))
    seen = ("leader", "gap", "rear_gap", "left_gap", "right_gap", "right_rear_gap")
    assert [alone[name] for name in seen] == [None] * 6


def test_two_vehicles_on_a_ring_see_each_other_across_the_seam() -> None:
    tracks = ring(300.0, 2, 3)
    length = float(tracks.lane_map.length[tracks.lane_map.index("ring2:0:-1")])
    first, second = perceived(tracks, on(tracks, "ring2:0:-1", length - 10.0), on(tracks, "ring0:0:-1", 20.0))
    assert first["leader"] == 2
    assert first["gap"] == pytest.approx(30.0 - 4.6)
    assert second["rear_gap"] == pytest.approx(30.0 - 4.6)


def test_a_lane_beside_is_open_only_where_it_has_opened() -> None:
    builder = Builder("widening")
    builder.road("main", CrossSection((driving(3.5),), (), 14.0)).straight(50.0).add_lane(taper=40.0).straight(100.0)
    lane_map = LaneMap(builder.build())
    tracks = Tracks(Router(lane_map).routes(["main"], ["main"]))
    lane = next(k for k in range(len(lane_map)) if lane_map.right[k] >= 0)
    width = [float(lane_map.width(lane_map.right[lane], s)) for s in (3.0, 30.0)]
    assert width[0] < 1.0 < 2.5 < width[1]
    seen = perceived(tracks, *(on(tracks, lane_map.name(lane), s) for s in (3.0, 30.0)))
    assert [one["right_open"] for one in seen] == [False, True]


def test_whoever_comes_into_a_junction_askew_is_seen_from_the_lane_beside_until_its_rear_is_in() -> None:
    builder = Builder("crossroads")
    main = builder.road("main", town_street(lanes=2), at=(-100.0, 0.0)).straight(200.0)
    side = builder.road("side", town_street(lanes=2), at=(0.0, -100.0), heading=0.5 * pi).straight(200.0)
    builder.junction("lights", main, side, control="lights")
    lane_map = LaneMap(builder.build())
    tracks = Tracks(Router(lane_map).routes(["main.1"], ["side.2"]))
    length = float(lane_map.length[lane_map.index("main.1:0:-2")])
    for s, is_seen in ((0.5, True), (2.0, True), (2.6, False)):
        askew = on(tracks, "lights/main.1/side.2:0:-1", s, offset=-1.4)
        behind = perceived(tracks, askew, on(tracks, "main.1:0:-2", length - 10.0))[1]
        assert behind["gap"] == (pytest.approx(10.0 + s - 4.6) if is_seen else None)


def test_nothing_is_seen_beyond_sight_or_visibility() -> None:
    tracks = ring()
    pair = on(tracks, "ring0:0:-2", 10.0, sight=120.0), on(tracks, "ring0:0:-2", 111.0)
    assert perceived(tracks, *pair)[0]["leader"] == 2
    assert perceived(tracks, *pair, visibility=100.0)[0]["leader"] is None
    assert perceived(tracks, *pair, visibility=100.0, grip=0.5)[1]["rear_gap"] is None
    assert perceived(tracks, *pair, grip=0.5)[0]["grip"] == 0.5
    assert perceived(tracks, *pair, visibility=100.0)[0]["visibility"] == 100.0
    assert perceived(tracks, {**pair[0], "sight": 100.0}, pair[1])[0]["leader"] is None


def test_of_two_at_the_same_place_the_lower_id_is_ahead() -> None:
    tracks = ring()
    first, second = perceived(tracks, on(tracks, "ring0:0:-2", 50.0), on(tracks, "ring0:0:-2", 50.0))
    assert (first["leader"], second["leader"]) == (None, 1)
    assert second["gap"] == first["rear_gap"] == pytest.approx(-4.6)


@pytest.mark.parametrize(
    ("movement", "is_seen"),
    [
        ({}, False),
        ({"drift": 0.1}, False),
        ({"drift": 0.1, "turn_light": "right"}, False),
        ({"drift": 0.1, "turn_light": "left"}, True),
        ({"drift": 0.5}, True),
        ({"offset": 0.7}, False),
        ({"offset": 0.9}, True),
        ({"offset": -0.2, "drift": 0.5}, True),
        ({"offset": -1.5, "drift": 0.8, "turn_light": "left"}, False),
    ],
)
def test_whoever_changes_lanes_counts_on_both(movement: dict[str, Any], is_seen: bool) -> None:
    tracks = ring()
    behind, _ = perceived(tracks, on(tracks, "ring0:0:-1", 50.0), on(tracks, "ring0:0:-2", 80.0, **movement))
    assert behind["right_gap"] is not None
    assert behind["leader"] == (2 if is_seen else None)


def test_whoever_stands_askew_counts_on_both() -> None:
    tracks = ring()
    lies = float(tracks.lane_map.place(tracks.lane_map.index("ring0:0:-2"), 80.0).heading)
    askew = on(tracks, "ring0:0:-2", 80.0, offset=0.6, heading=lies + 0.25, speed=0.0)
    behind, _ = perceived(tracks, on(tracks, "ring0:0:-1", 50.0), askew)
    assert behind["leader"] == 2


def test_whose_rear_is_nearest_leads_where_somebody_reaches_over() -> None:
    tracks = ring()
    bus = on(tracks, "ring0:0:-1", 80.0, length=12.0)
    behind, *_ = perceived(tracks, on(tracks, "ring0:0:-1", 50.0), bus, on(tracks, "ring0:0:-2", 78.0, offset=0.9))
    assert behind["leader"] == 2
    assert behind["gap"] == pytest.approx(30.0 - 6.0 - 2.3)


def test_whoever_changes_lanes_does_not_see_itself_beside() -> None:
    tracks = ring()
    changing, _ = perceived(
        tracks, on(tracks, "ring0:0:-2", 50.0, drift=0.5), on(tracks, "ring0:0:-1", 20.0, speed=3.0)
    )
    assert changing["left_gap"] is None
    assert changing["left_rear_gap"] == pytest.approx(30.0 - 4.6, abs=1.0)
    assert changing["left_rear_closing"] == pytest.approx(3.0)


def test_at_a_merge_whoever_is_nearer_goes_first() -> None:
    tracks = merge_tracks()
    near, far = on(tracks, "a:0:-2", 270.0, speed=9.0), on(tracks, "b:0:-1", 250.0, route=1, speed=7.0)
    first, second = perceived(tracks, near, far)
    assert first["merge"] == pytest.approx(55.0)
    assert second["merge"] == pytest.approx(80.0)
    assert (first["leader"], second["leader"]) == (None, 1)
    assert second["gap"] == pytest.approx(25.0 - 4.6 + 0.2 * 30.0)
    assert second["closing"] == pytest.approx(-2.0)


def test_two_side_by_side_have_time_to_open_a_gap_before_a_merge() -> None:
    tracks = merge_tracks()
    gaps = [
        perceived(tracks, on(tracks, "a:0:-2", 325.0 - away), on(tracks, "b:0:-1", 329.0 - away, route=1))[1]["gap"]
        for away in (150.0, 100.0, 50.0, 40.0)
    ]
    assert gaps == pytest.approx([1.0 - 4.6 + opening for opening in (20.2, 10.2, 0.2, 0.0)])


def test_at_a_merge_the_lower_id_goes_first_of_two_equally_near() -> None:
    tracks = merge_tracks()
    first, second = perceived(tracks, on(tracks, "b:0:-1", 275.0, route=1), on(tracks, "a:0:-2", 270.0))
    assert (first["leader"], second["leader"]) == (None, 1)


def test_nobody_is_heeded_at_a_merge_who_goes_elsewhere_or_is_far() -> None:
    tracks = merge_tracks()
    elsewhere, far = on(tracks, "a:0:-1", 280.0), on(tracks, "b:0:-1", 250.0, route=1)
    assert perceived(tracks, elsewhere, far)[1]["leader"] is None
    assert perceived(tracks, on(tracks, "a:0:-2", 290.0), on(tracks, "b:0:-1", 70.0, route=1))[1]["leader"] is None


def test_refuges_are_never_open_but_may_be_left() -> None:
    tracks = ring()
    outer, refuge = perceived(tracks, on(tracks, "ring0:0:-3", 50.0), on(tracks, "ring0:0:-4", 90.0))
    assert not outer["right_open"]
    assert outer["left_open"]
    assert refuge["left_open"]
    assert not refuge["right_open"]


def test_solid_marks_close_a_lane() -> None:
    tracks = ring()
    inner, middle = perceived(tracks, on(tracks, "ring1:0:-1", 50.0), on(tracks, "ring1:0:-2", 90.0))
    assert not inner["right_open"]
    assert not middle["left_open"]
    assert middle["right_open"]


def test_off_all_lanes_nothing_is_known_but_the_speed_of_a_partner() -> None:
    tracks = ring()
    lost = {"x": 0.0, "y": 0.0, "partner": 2}
    off, other = perceived(tracks, lost, on(tracks, "ring0:0:-1", 5.0, speed=4.0))
    assert off["partner_speed"] == 4.0
    assert off["partner_distance"] is None
    assert off["limit"] is None
    assert other["leader"] is None


def test_partners_are_known_ahead_behind_and_beside() -> None:
    tracks = motorway_tracks()
    ahead, behind, gone = perceived(
        tracks,
        on(tracks, "main.2:1:-3", 100.0, speed=8.0, partner=2),
        on(tracks, "main.2:0:-4", 50.0, partner=1),
        on(tracks, "main.1:0:-2", 5.0, partner=99),
    )
    assert ahead["partner_distance"] == pytest.approx(-behind["partner_distance"], abs=1.0)
    assert behind["partner_distance"] == pytest.approx(331.9 - 50.0 + 100.0, abs=1.0)
    assert (ahead["partner_side"], behind["partner_side"]) == (-1, 1)
    assert behind["partner_speed"] == 8.0
    assert (gone["partner_distance"], gone["partner_speed"], gone["partner_side"]) == (None, None, 0)


class Brake(Module):
    """Brakes everybody hard from the fifth step on."""

    out = writes("vehicle", "speed", "acceleration", "brake_light")

    def step(self, tick: Tick) -> None:
        """Brake."""
        is_late = tick.index >= 4
        self.out.speed, self.out.acceleration = 10.0 if is_late else 20.0, -5.0 if is_late else 0.0
        self.out.brake_light = np.full(len(self.out), is_late)


@pytest.mark.parametrize(("reaction", "rate", "steps"), [(0.0, 10, 0), (0.34, 10, 3), (0.96, 10, 10), (0.6, 2, 1)])
def test_what_others_do_is_known_late(reaction: float, rate: int, steps: int) -> None:
    tracks, world = ring(), World([VEHICLES, WEATHER])
    for s in (10.0, 60.0):
        world.add("vehicle", **on(tracks, "ring0:0:-1", s, speed=20.0) | {"reaction": reaction})
    root = Module("root", Perception("perception", rate=rate, tracks=tracks), Brake("brake", rate=rate))
    run, table, seen = Controller(root, seed=1, store=world), world.family("vehicle"), []
    for _ in range(18):
        run.advance(10 * STEP // rate)
        seen.append((float(table.closing[0]), float(table.leader_acceleration[0]), bool(table.leader_brakes[0])))
    # the fifth step writes what is in force at the sixth; the own speed is that of now
    assert [closing for closing, _, _ in seen] == [0.0] * 5 + [-10.0] * steps + [0.0] * (13 - steps)
    assert [late for _, _, late in seen] == [False] * (5 + steps) + [True] * (13 - steps)
    assert [acceleration for _, acceleration, _ in seen] == [0.0] * (5 + steps) + [-5.0] * (13 - steps)


class Coming(Module):
    """Brings vehicles in and takes others out."""

    crowd = spawns("vehicle")

    def step(self, tick: Tick) -> None:
        """Replace some."""
        tracks = ring()
        columns = strewn(tracks, 4, seed=tick.index)
        self.crowd.add(4, **columns)
        if tick.index % 3 == 0:
            self.crowd.remove(list(range(tick.index + 1, tick.index + 4)))


def test_memory_follows_rows_that_come_and_go() -> None:
    world, run = scene(ring(), strewn(ring(), 30, seed=4), Coming("coming", rate=5))
    compare(world, run, ring(), steps=20)
    assert len(world.family("vehicle")) == 30 + 10 * 4 - 4 * 3


def test_newcomers_know_how_slippery_the_road_is() -> None:
    world, run = scene(ring(), strewn(ring(), 30, seed=4), Coming("coming", rate=10))
    world.add("weather", **CLEAR.columns | {"grip": 0.5})
    run.advance(6 * STEP)
    *known, _, _, _, _ = world.family("vehicle").grip.tolist()  # the last four have come at this very date
    assert len(known) > 40
    assert set(known) == {0.5}


class Fog(Module):
    """Comes up for some steps, and goes away."""

    out = writes("weather", "visibility", "grip")

    def step(self, tick: Tick) -> None:
        """Change the weather."""
        depth = min(tick.index, abs(24 - tick.index))
        self.out.visibility, self.out.grip = 320.0 - 25.0 * depth, 1.0 - 0.25 * (depth // 4)


def test_changes_of_the_weather_are_perceived_at_once() -> None:
    world, run = scene(motorway_tracks(), strewn(motorway_tracks(), 60, seed=5), Fog("fog", rate=10))
    world.add("weather", **CLEAR.columns)
    compare(world, run, motorway_tracks(), steps=26)
    assert world.family("weather").visibility[0] == 295.0


class Parting(Module):
    """Pairs vehicles for three steps, then has them part."""

    out = writes("vehicle", "partner")

    def step(self, tick: Tick) -> None:
        """Pair or part them."""
        self.out.partner = np.array([2, 1, 1])
        self.out.set_null("partner", np.full(3, tick.index >= 3))


def test_nothing_is_known_of_a_partner_that_one_has_parted_from() -> None:
    tracks, world = ring(), World([VEHICLES, WEATHER])
    for s in (10.0, 60.0, 110.0):
        world.add("vehicle", **on(tracks, "ring0:0:-1", s, speed=8.0))
    root = Module("root", Perception("perception", rate=10, tracks=tracks), Parting("parting", rate=10))
    run, seen = Controller(root, seed=1, store=world), []
    for _ in range(6):
        run.advance(STEP)
        seen.append(answered(world)[1]["partner_speed"])
    assert seen == [None, 8.0, 8.0, 8.0, None, None]
    assert answered(world)[1]["partner_distance"] is None


def test_steps_of_half_a_second_are_as_good() -> None:
    world, run = scene(ring(), strewn(ring(), 30, seed=8), rate=2)
    compare(world, run, ring(), steps=8, rate=2)


def test_threads_change_no_byte() -> None:
    digests = []
    for parallel in (False, True):
        world, run = scene(motorway_tracks(), strewn(motorway_tracks(), 1500, seed=6), parallel=parallel)
        run.advance(4 * STEP)
        digests.append(world.digest())
    assert digests[0] == digests[1]


def test_forks_and_snapshots_go_on_with_the_same_bytes(tmp_path: Path) -> None:
    world, run = scene(ring(), strewn(ring(), 40, seed=2))
    run.advance(7 * STEP)
    twin, snapshot = fork(run), take_snapshot(run)
    save_checkpoint(run, tmp_path / "checkpoint")
    run.advance(13 * STEP)
    digest = world.digest()
    twin.advance(13 * STEP)
    assert twin.store.digest() == digest
    restore(run, snapshot)
    run.advance(13 * STEP)
    assert world.digest() == digest
    again_world, again = scene(ring(), strewn(ring(), 40, seed=2))
    load_checkpoint(again, tmp_path / "checkpoint")
    again.advance(13 * STEP)
    assert again_world.digest() == digest


def test_the_order_in_which_vehicles_are_added_does_not_matter() -> None:
    columns = {**strewn(motorway_tracks(), 200, seed=9), "x": np.arange(200.0)}
    columns["s"] = columns["s"] + 1e-3 * np.arange(200)
    shuffled = np.argsort(Lots(1, 200).share())
    found = []
    for order in (np.arange(200), shuffled):
        world = World([VEHICLES, WEATHER])
        world.add_many("vehicle", 200, **{k: v[order] if isinstance(v, np.ndarray) else v for k, v in columns.items()})
        perception = Perception("perception", rate=10, tracks=motorway_tracks())
        Controller(Module("root", perception), seed=1, store=world).advance(STEP)
        names = dict(zip(world.family("vehicle").ids.tolist(), order.tolist(), strict=True))
        seen = {names[id]: known for id, known in answered(world).items()}
        found.append({k: {**one, "leader": names.get(one["leader"])} for k, one in seen.items()})
    assert found[0] == found[1]


def test_rows_of_others_are_left_alone() -> None:
    """Of vehicles whose senses belong to another module, perception fills in nothing; others still see them."""
    tracks, world = ring(), World([VEHICLES, WEATHER])
    for s in (10.0, 60.0, 110.0):
        world.add("vehicle", **on(tracks, "ring0:0:-1", s))

    class Blind(Module):
        known = writes("vehicle", "gap")

        def step(self, tick: Tick) -> None:
            self.known.gap = 7.0

    world.grant("blind", "vehicle", ids=[2])
    perception = Perception("perception", rate=10, tracks=tracks)
    root = Module("root", perception, Blind("blind", rate=10), Jumble("jumble", rate=10, tracks=tracks))
    run = Controller(root, seed=1, store=world)
    run.advance(STEP)
    known = answered(world)
    assert known[2]["gap"] == 7.0
    assert known[1]["gap"] == pytest.approx(45.4)


def test_at_night_a_vehicle_without_lights_is_seen_only_in_the_beam() -> None:
    tracks = ring()
    me, near, far = (on(tracks, "ring0:0:-2", s, headlamps="dipped", weather_caution=1.0) for s in (10.0, 56.0, 58.0))
    dark = {"headlamps": "off"}
    for other, is_seen in ((near, True), (far, True), ({**near, **dark}, True), ({**far, **dark}, False)):
        first, second = perceived(tracks, me, other, **NIGHT.columns)
        assert (first["leader"] == 2) == is_seen
        assert second["rear_gap"] is not None
    assert perceived(tracks, me, {**far, **dark}, **CLEAR.columns)[0]["leader"] == 2
    assert perceived(tracks, {**me, **dark}, {**near, **dark}, **NIGHT.columns)[0]["leader"] is None
    assert perceived(tracks, {**me, **dark}, near, **NIGHT.columns)[1]["rear_gap"] is None
    for lamp in ({"brake_light": True}, {"turn_light": "hazard"}):
        assert perceived(tracks, me, {**far, **dark, **lamp}, **NIGHT.columns)[0]["leader"] == 2


def test_at_night_drivers_see_past_an_unlit_vehicle_to_a_lit_one() -> None:
    tracks = ring()
    me, unlit, lit = (on(tracks, "ring0:0:-2", s, headlamps="dipped") for s in (10.0, 80.0, 120.0))
    unlit["headlamps"] = "off"
    first, _, third = perceived(tracks, me, unlit, lit, **NIGHT.columns)
    assert (first["leader"], first["gap"]) == (3, pytest.approx(110.0 - 4.6))
    assert third["rear_gap"] == pytest.approx(110.0 - 4.6)
    beside = perceived(tracks, {**me, "lane": tracks.lane_map.index("ring0:0:-1")}, unlit, lit, **NIGHT.columns)[0]
    assert beside["right_gap"] == pytest.approx(110.0 - 4.6, abs=1.0)
