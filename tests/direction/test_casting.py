"""Casting: who is given a role, where somebody is brought in, that nobody sees it, and what is known of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import getsource
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seahaven.behaviour.driver import Driver
from seahaven.bench.ray_test import RayTest
from seahaven.direction import Ahead, Beside, Direction, Line, Placement
from seahaven.direction.casting import Casting, Place
from seahaven.direction.facts import Member, Scope, fact_reader
from seahaven.direction.library import LIBRARY
from seahaven.direction.log import CastMember
from seahaven.direction.outlook import Outlook
from seahaven.direction.situations import SuddenBraking
from seahaven.direction.staging import DIRECTED, USUAL, Staging
from seahaven.direction.view import View
from seahaven.errors import InputError
from seahaven.kernel import SECOND, Controller, fork
from seahaven.world import Sight
from tests.direction.course import MILE, OTHERS, lane_map, play, write
from tests.direction.own_situations import Dawdler, Misnamed
from tests.direction.stages import FAST, SLOW, Scene

VISIBILITY = 1000.0
"""Of the study (m)."""


class Watch:
    """Asks a ray test of its own whether whoever has just been brought in can be seen."""

    def __init__(self) -> None:
        self.rays = RayTest(lane_map())
        self.known: set[int] | None = None
        self.came: list[tuple[int, bool]] = []

    def __call__(self, run: Controller) -> None:
        table = run.store.family("vehicle")
        ids = table.ids.tolist()
        if self.known is not None:
            for entity in set(ids) - self.known:
                self.came.append((entity, self._sees(table, ids.index(entity))))
        self.known = set(ids)

    def _sees(self, table: Any, row: int) -> bool:
        eye = (float(table.x[0]), float(table.y[0]), float(table.z[0]) + 1.2)
        box = [float(getattr(table, name)[row]) for name in ("x", "y", "z", "heading", "length", "width", "height")]
        return self.rays.sees(eye, tuple(box), VISIBILITY)


@pytest.mark.parametrize(
    ("situation", "mile", "metres", "others"),
    [
        ("slow truck", 3.64, 2600.0, ""),
        ("inconspicuous following", 10.9, 3000.0, ""),
        ("dangerous merge", 21.53, 3000.0, OTHERS),
        ("lane encroachment", 11.2, 2600.0, ""),
    ],
)
def test_whoever_is_brought_in_is_seen_by_no_ray(
    situation: str, mile: float, metres: float, others: str, tmp_path: Path
) -> None:
    watch = Watch()
    path = write(tmp_path, f"  - {{use: {situation}, at: {metres} m}}", mile * MILE - metres, others=others)
    played = play(path, longest=40.0, watch=watch)
    brought = {event.entity for _, event in played.events(CastMember) if event.how == "brought in"}
    assert brought
    assert brought <= {entity for entity, _ in watch.came}
    assert not [entity for entity, is_seen in watch.came if is_seen]


# --- one step of a straight road ----------------------------------------------------------------------------------


class Straight:
    """A subject at 1000 m of a straight road of two lanes, and others around it."""

    def __init__(self, *others: tuple[float, str, float], motion: str = "lane") -> None:
        self.scene = Scene()
        self.subject = self.scene.car("subject", 1000.0, speed=25.0)
        self.others = [
            self.scene.car(f"car{k}", s, lane, speed=speed, motion=motion) for k, (s, lane, speed) in enumerate(others)
        ]
        self.line = Line(self.scene.tracks, 0)
        outlook = Outlook()
        for _ in range(200):
            outlook.look(25.0, 0.0, 0.1, is_free=True)
        self.view = View(self.scene.world.family("vehicle"), self.line, self.subject, outlook)

    def casting(self, *taken: int, visibility: float = 500.0) -> Casting:
        return Casting(self.view, self.scene.tracks, Sight(self.scene.lane_map), visibility, frozenset(taken))

    @property
    def place(self) -> Place:
        return Place(self.line, 2500.0, 2500.0)


def test_the_one_ahead_on_the_same_lane_is_preferred() -> None:
    road = Straight((1060.0, SLOW, 25.0), (1060.0, FAST, 25.0), (1400.0, SLOW, 25.0), (900.0, SLOW, 25.0))
    assert road.casting().conscript(Ahead(), road.place) == road.others[0]


def test_who_has_something_else_to_do_or_is_far_away_or_behind_is_not_taken() -> None:
    road = Straight((1060.0, SLOW, 25.0), (1900.0, SLOW, 25.0), (950.0, SLOW, 25.0))
    assert road.casting(road.others[0]).conscript(Ahead(), road.place) is None


@pytest.mark.parametrize("motion", ["trajectory", "key frames", "reel", "dynamic"])
def test_a_vehicle_that_is_not_bound_to_lanes_takes_no_part(motion: str) -> None:
    road = Straight((1060.0, SLOW, 25.0), motion=motion)
    assert road.casting().conscript(Ahead(), road.place) is None


def test_who_is_beside_is_looked_for_on_that_side() -> None:
    road = Straight((1020.0, SLOW, 25.0), (990.0, FAST, 25.0))
    assert road.casting().conscript(Beside(side=1), road.place) == road.others[1]
    assert road.casting().conscript(Beside(side=-1), road.place) is None


def test_somebody_is_brought_in_beyond_the_visibility_and_slower_than_the_subject() -> None:
    road = Straight()
    entrance = road.casting().entrance(Ahead(), road.place)
    assert entrance is not None
    assert float(road.line.at(*entrance.spot)) > 1500.0
    assert entrance.speed < 25.0


def test_a_vehicle_that_is_paced_comes_in_at_its_speed_and_is_never_conscripted() -> None:
    road, role = Straight((1060.0, SLOW, 25.0)), Ahead(paced="slow")
    place = road.place._replace(parameters={"slow": 15.0})
    assert road.casting().conscript(role, place) is None
    entrance = road.casting().entrance(role, place)
    assert entrance is not None
    assert entrance.speed == 15.0
    assert float(road.line.at(*entrance.spot)) > 1500.0
    assert entrance.spot.lane == road.view.table.lane[road.view.own]


def test_nobody_is_brought_in_where_everything_is_in_sight() -> None:
    road = Straight()
    assert road.casting(visibility=10_000.0).entrance(Ahead(), road.place) is None


def test_nobody_is_brought_in_next_to_somebody_else() -> None:
    free = Straight().casting().entrance(Ahead(), Straight().place)
    assert free is not None
    road = Straight((free.spot.s + 20.0, SLOW, 20.0))
    entrance = road.casting().entrance(Ahead(), road.place)
    assert entrance is None or abs(entrance.spot.s - free.spot.s - 20.0) > 40.0


# --- facts --------------------------------------------------------------------------------------------------------


def facts(road: Straight, *roles: str) -> dict[str, Any]:
    """What the braking car of the library is told."""
    members = {"lead": Member("lead", road.others[0], road.line, 2500.0, since=1.0)} if roles else {}
    read = fact_reader(SuddenBraking.program, {"lead": Ahead()})
    return read(Scope(road.view, 2500.0, 0.1, 3.0, members))


def test_facts_of_the_subject_and_of_roles_are_read_by_their_names() -> None:
    road = Straight((1060.0, SLOW, 25.0))
    known = facts(road, "lead")
    front = 1000.0 + 0.5 * float(road.view.table.length[road.view.own])
    assert known["subject_way"] == pytest.approx(2500.0 - front, abs=0.5)
    assert known["lead"] == road.others[0]
    assert known["lead_settled"] == 0.0
    assert known["moment"] is None


def test_facts_of_a_role_that_nobody_has_are_null() -> None:
    known = facts(Straight((1060.0, SLOW, 25.0)))
    assert (known["lead"], known["lead_settled"]) == (None, None)


def test_a_name_that_is_no_fact_is_refused() -> None:
    with pytest.raises(InputError, match="a situation knows no 'lead_sped'; did you mean 'lead_speed'"):
        fact_reader(Misnamed.program, {"lead": Ahead()})


# --- all of it, on the straight road ------------------------------------------------------------------------------


@pytest.fixture
def dawdling() -> Iterator[Controller]:
    """A drive with a situation of one's own, whose car ahead is told to drive at 12 m/s at the moment."""
    scene = Scene()
    subject = scene.car("subject", 100.0, speed=25.0, speed_factor=25.0 / 30.0)
    scene.car("other", 300.0, speed=22.0)
    directed = Direction(
        "direction", rate=10, tracks=scene.tracks, sight=Sight(scene.lane_map), subject=subject,
        drive=Line(scene.tracks, 0), placements=(Placement("dawdler", 0, Dawdler(gap=45.0), at=1500.0),),
    )  # fmt: skip
    with scene.run(directed) as run:
        yield run


def staging(run: Controller) -> Staging:
    directed = next(module for module in run.root.walk() if isinstance(module, Direction))
    assert directed.live is not None
    return directed.live.stagings[0]


def test_a_situation_of_ones_own_is_played_and_a_fork_goes_on_with_it(dawdling: Controller) -> None:
    dawdling.advance(10 * SECOND)
    with fork(dawdling) as twin:
        for one in (dawdling, twin):
            one.advance(40 * SECOND)
        speeds = [one.store.family("vehicle").speed for one in (dawdling, twin)]
        assert np.array_equal(*speeds)
    assert staging(dawdling).is_critical


def test_what_a_situation_presses_at_the_moment_counts_more_than_its_coach(dawdling: Controller) -> None:
    while dawdling.now < 60 * SECOND and not (dawdling.now and staging(dawdling).is_critical):
        dawdling.advance(SECOND)
    dawdling.advance(8 * SECOND)
    assert float(dawdling.store.family("vehicle").speed[1]) == pytest.approx(12.0, abs=1.0)


def test_nothing_is_left_of_a_part_when_the_next_one_is_played() -> None:
    dials = {dial.name: dial.default for dial in Driver.program.dials}
    assert {name: float(dials[name]) for name in USUAL} == USUAL
    sent = {
        item for situation in LIBRARY.values() for item in re.findall(r'send\(m\.\w+, "(\w+)"', getsource(situation))
    }
    assert sent & dials.keys() <= USUAL.keys() | DIRECTED.keys()
