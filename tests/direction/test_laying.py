"""Drives laid from anywhere, places on them, and the routes that vehicles brought in there take."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from seahaven.direction import Line, Placement
from seahaven.direction.laying import DrivePlan, choose_plan, own_lanes
from seahaven.direction.line import Spot
from seahaven.direction.log import Closed, Postponed
from seahaven.direction.resiting import Resiting, Stretches, home_of
from seahaven.direction.routes_over import route_over
from seahaven.direction.situations.freeway import SuddenStop
from seahaven.direction.staging import MOST_ATTEMPTS, Orders, Staging
from seahaven.roads import LaneMap
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import CAR
from tests.direction.country import country
from tests.direction.wayward import Slowing

GOAL = "land_street_1.5"


@cache
def roads() -> LaneMap:
    return LaneMap.of(country())


def router() -> Router:
    return Router.of(roads(), CAR.user)


def lane(name: str) -> int:
    return roads().index(f"{name}:0:-1")


def back(name: str) -> int:
    return roads().index(f"{name}:0:1")


@cache
def tracks() -> Tracks:
    """The planned way along the first street, with trees to its goal."""
    return Tracks.of(router().table([router().route(("land_street_1.2", 650.0), GOAL)]), turns=True)


def plan_from(name: str, s: float, *via: str) -> DrivePlan:
    plan = choose_plan(router(), GOAL, via, Spot(lane(name), s))
    assert plan is not None
    return plan


def test_a_drive_begins_some_way_behind_the_subject_and_leads_to_the_goal() -> None:
    laid = plan_from("land_avenue_2.2", 100.0).laid(router())
    assert laid.plan.is_to_goal
    assert laid.start > 400.0  # the avenue to the south, straight behind
    assert laid.road(laid.route.lanes[-1]) == GOAL
    assert laid.length == pytest.approx(280.0 + 1000.0 + 400.0 + 1000.0 + 600.0, abs=30.0)


def test_a_drive_comes_by_the_places_that_are_left_unless_that_is_a_long_way_round() -> None:
    by_one = plan_from("land_avenue_2.2", 100.0, "land_street_2.4")
    assert "land_street_2.4" in by_one.via
    assert by_one.laid(router()).line.rank[lane("land_street_2.4")] >= 0
    near_by = choose_plan(router(), "land_avenue_2.3", ("land_street_1.4",), Spot(lane("land_avenue_2.2"), 300.0))
    assert near_by is not None
    assert "land_street_1.4" not in near_by.via  # 0.7 km, or more than four


def test_where_no_way_leads_to_the_goal_a_drive_goes_straight_on() -> None:
    plan = choose_plan(router(), GOAL, (), Spot(back("land_avenue_2.1"), 50.0))
    assert plan is not None
    assert not plan.is_to_goal
    laid = plan.laid(router())
    assert laid.road(laid.route.lanes[-1]) == "land_avenue_2.1"
    assert laid.length == pytest.approx(float(roads().length[back("land_avenue_2.1")]) - 50.0, abs=1.0)


def test_no_drive_begins_on_a_lane_that_is_closed_to_the_subject() -> None:
    shoulder = next(k for k in range(len(roads())) if not router().graph.open_to[k])
    assert choose_plan(router(), GOAL, (), Spot(shoulder, 10.0)) is None


def test_a_plan_gives_the_same_drive_from_plain_values() -> None:
    plan = plan_from("land_avenue_2.2", 100.0, "land_street_2.4")
    again = DrivePlan.of(plan.plain())
    assert again == plan
    assert again.laid(router()).route == plan.laid(router()).route


def test_a_drive_follows_the_way_that_a_vehicle_was_given_to_its_goal() -> None:
    tree = tracks().tree_of(0)
    entry = int(tracks().locate(tree, lane("land_avenue_2.2")))
    own = own_lanes(tracks(), tree, entry)
    assert own
    plan = choose_plan(router(), GOAL, ("land_street_2.5",), Spot(lane("land_avenue_2.2"), 100.0), own)
    assert plan is not None
    laid = plan.laid(router())
    assert all(laid.line.rank[one] >= 0 for one in own)
    assert own_lanes(tracks(), 0, 0) == []  # the planned route is no other way


def test_vehicles_are_brought_in_on_a_route_that_stays_on_the_drive() -> None:
    laid = plan_from("land_avenue_2.2", 100.0).laid(router())
    on = next(one for one in laid.route.lanes if roads().name(one).startswith("land_street_2"))
    route = route_over(tracks(), laid.line, Spot(on, 100.0))
    assert route == tracks().tree_of(0)
    assert route_over(Tracks(tracks().tables[0]), laid.line, Spot(on, 100.0)) == -1


# --- places ---------------------------------------------------------------------------------------------------------


def placement(at: float) -> Placement:
    return Placement("one", 0, Slowing(), at, at, at)


def test_a_situation_keeps_its_place_if_the_new_drive_comes_by_there() -> None:
    first = Line(tracks(), 0)
    planned = placement(float(first.at(lane("land_street_1.4"), 500.0)))
    laid = plan_from("land_avenue_2.2", 100.0).laid(router())
    kept = Resiting(laid).kept(planned, home_of(planned, first))
    assert kept is not None
    assert laid.line.spot(lane("land_street_1.4"), kept.at).s == pytest.approx(500.0, abs=0.1)
    passed = placement(float(first.at(lane("land_street_1.3"), 500.0)))
    assert Resiting(laid).kept(passed, home_of(passed, first)) is None


def test_a_situation_gets_the_free_place_nearest_to_where_it_was_wanted() -> None:
    laid = plan_from("land_avenue_2.2", 100.0).laid(router())
    free = Stretches(laid.start + 300.0, 300.0)
    found = Resiting(laid).elsewhere(placement(900.0), laid.start + 1800.0, free)
    assert isinstance(found, Placement)
    assert found.at == laid.start + 1800.0
    beside = Resiting(laid).elsewhere(placement(900.0), laid.start + 1800.0, free.without(found.at))
    assert isinstance(beside, Placement)
    assert 300.0 <= abs(beside.at - found.at) <= 350.0
    again = Resiting(laid).at(placement(900.0), beside.at)
    assert again is not None
    assert again.at == beside.at


def test_why_a_situation_has_no_place_is_told() -> None:
    laid = plan_from("land_avenue_2.2", 100.0).laid(router())
    crowded = Stretches(laid.start + 300.0, 10_000.0).without(laid.start)
    assert Resiting(laid).elsewhere(placement(900.0), 0.0, crowded) == "no stretch is free ahead on the drive"
    late = Stretches(laid.line.length - 100.0, 300.0)
    why = Resiting(laid).elsewhere(placement(900.0), 0.0, late)
    assert (
        why == f"the drive is too short for it: {laid.length:.0f} m are left, and it needs {laid.length + 200.0:.0f} m"
    )
    freeway = replace(placement(900.0), situation=SuddenStop())
    why = Resiting(laid).elsewhere(freeway, 0.0, Stretches(laid.start, 300.0))
    assert why == "no stretch of 2 lanes is free ahead on the drive"


@pytest.mark.parametrize("attempt", [1, 2, 3])
def test_a_situation_that_the_subject_leaves_is_kept_for_another_attempt_up_to_the_third(attempt: int) -> None:
    staging = Staging(placement(900.0), 1, attempt=attempt, may_wait=True)
    orders = Orders([], [], [], [], lambda role, entrance: -1, [], [], [])
    view: Any = SimpleNamespace(row=lambda entity: -1)
    staging.leave(view, orders)
    (told,) = orders.log
    if attempt < MOST_ATTEMPTS:
        assert told == Postponed("one", 0, "the subject has left the drive", attempt)
        assert not staging.is_closed
    else:
        assert told == Closed("one", 0, "failed", "the subject has left the drive, in each of 3 attempts")
        assert staging.is_closed
