"""Turning ratios: the routes that come of them, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seahaven.errors import InputError
from seahaven.roads.routing import Router
from seahaven.traffic import CAR, TRUCK, Demand, Flow, Mix, TurningRatios, route_demand, turning_flows
from tests.traffic.towns import grid, town

EVERYWHERE = {"left": 0.0, "straight": 1.0, "right": 0.0}


def only_flow(demand: Demand) -> Flow:
    (flow,) = demand.flows
    return flow


def shares(flow: Flow) -> dict[tuple[str, ...], float]:
    """Of each route, by its roads, how often it is taken."""
    total = sum(share for _, share in flow.journeys.parts)
    return {tuple(map(str, journey.roads)): share / total for journey, share in flow.journeys.parts}


def test_who_only_goes_straight_on_leaves_at_the_other_end() -> None:
    flow = only_flow(turning_flows(grid(), {"g_street_2.1": 0.2}, TurningRatios(otherwise=EVERYWHERE)))
    assert shares(flow) == {("g_street_2.1", "g_street_2.2", "g_street_2.3", "g_street_2.4"): 1.0}
    assert (flow.name, flow.rate) == ("g_street_2.1", 0.2)


def test_turns_at_a_junction_are_taken_by_their_shares() -> None:
    ratios = TurningRatios({"g_2-1": {"left": 0.2, "straight": 0.5, "right": 0.3}}, otherwise=EVERYWHERE)
    found = shares(only_flow(turning_flows(grid(), {"g_street_2.1": 0.2}, ratios, draws=1000, seed=3)))
    seconds = {roads[1]: share for roads, share in found.items()}
    assert seconds["g_avenue_1.3"] == pytest.approx(0.2, abs=0.05)
    assert seconds["g_street_2.2"] == pytest.approx(0.5, abs=0.05)
    assert seconds["g_avenue_1.2"] == pytest.approx(0.3, abs=0.05)


def test_what_is_said_of_a_road_goes_before_what_is_said_of_its_junction() -> None:
    ratios = TurningRatios({"g_2-1": {"straight": 1.0}, "g_street_2.1": {"right": 1.0}}, otherwise=EVERYWHERE)
    found = shares(only_flow(turning_flows(grid(), {"g_street_2.1": 0.2}, ratios)))
    assert all(roads[1] == "g_avenue_1.2" for roads in found)


def test_a_way_on_may_be_named_by_the_road_that_it_leads_onto() -> None:
    ratios = TurningRatios({"g_street_2.1": {"g_avenue_1.3": 3.0, "straight": 1.0}}, otherwise=EVERYWHERE)
    found = shares(only_flow(turning_flows(grid(), {"g_street_2.1": 0.2}, ratios, draws=400)))
    assert sum(share for roads, share in found.items() if roads[1] == "g_avenue_1.3") == pytest.approx(0.75, abs=0.08)


def test_on_a_sink_everybody_arrives() -> None:
    ratios = TurningRatios(otherwise=EVERYWHERE, sinks=frozenset({"g_street_2.2"}))
    assert shares(only_flow(turning_flows(grid(), {"g_street_2.1": 0.2}, ratios))) == {
        ("g_street_2.1", "g_street_2.2"): 1.0
    }


def test_every_route_can_be_driven_and_leads_out_of_the_town() -> None:
    mix = Mix.of(CAR, TRUCK)
    demand = turning_flows(town(), {"Station_Road.7": 0.1, "High_Street.1": 0.1}, TurningRatios(), mix=mix, seed=5)
    assert route_demand(demand, town()).demand == demand
    router = Router(town())
    for flow in demand.flows:
        for journey in flow.journeys.things:
            end = router.route(journey.origin, journey.goal, via=journey.via).lanes[-1]
            assert not town().successors(end) or len(set(journey.roads)) > 5


def test_the_shares_of_a_turn_are_met_by_the_routes_of_any_seed() -> None:
    """Vehicles part by the ratios, so that one set of routes serves all runs; drawn singly they would miss by 7 %."""
    ratios = TurningRatios({"g_2-1": {"left": 0.25, "straight": 0.5, "right": 0.25}}, otherwise=EVERYWHERE)
    for seed in range(5):
        found = shares(only_flow(turning_flows(grid(), {"g_street_2.1": 0.2}, ratios, seed=seed)))
        assert sorted(found.values()) == pytest.approx([0.25, 0.25, 0.5], abs=0.01)


def test_the_same_seed_gives_the_same_routes_and_another_one_others() -> None:
    first, again, other = (
        only_flow(turning_flows(town(), {"High_Street.1": 0.1}, TurningRatios(), seed=seed)) for seed in (1, 1, 2)
    )
    assert first == again != other


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.lists(st.floats(0.01, 10.0), min_size=3, max_size=3))
def test_nobody_takes_a_road_twice_in_the_same_direction(seed: int, weights: list[float]) -> None:
    otherwise = dict(zip(("left", "straight", "right"), weights, strict=True))
    flow = only_flow(
        turning_flows(grid(), {"g_avenue_1.1": 0.1}, TurningRatios(otherwise=otherwise), seed=seed, draws=20)
    )
    for journey in flow.journeys.things:
        edges = Router(grid()).route(journey.origin, journey.goal, via=journey.via).road_edges
        assert len(set(edges)) == len(edges)


@pytest.mark.parametrize(
    ("ratios", "message"),
    [
        ({"g_2-9": {"left": 1.0}}, r"there is no junction or road 'g_2-9'; did you mean 'g_2-"),
        ({"g_2-1": {"lift": 1.0}}, r"junction 'g_2-1' has no way on 'lift'; there are: left, right, straight, or onto"),
        ({"g_street_2.4": {"back": 1.0}}, r"road 'g_street_2.4' has no way on 'back'"),
        ({"g_2-1": {"left": 0.0}}, r"the shares of 'g_2-1' add up to nothing; expected at least one above 0"),
        ({"g_2-1": {"left": -1.0}}, r"'g_2-1' has a share of -1.0 for 'left'; expected 0 or more"),
        ({"g_2-1": {"g_avenue_1.3": 1.0}}, r"leaves no way on with a share for those who come on road 'g_avenue_1.3'"),
    ],
)
def test_ratios_that_do_not_fit_are_refused(ratios: dict[str, dict[str, float]], message: str) -> None:
    with pytest.raises(InputError, match=message):
        turning_flows(grid(), {"g_street_1.1": 0.1}, TurningRatios(ratios))


def test_an_unknown_turn_otherwise_is_refused() -> None:
    with pytest.raises(InputError, match=r"'otherwise' has a turn 'lefft'; did you mean 'left'"):
        TurningRatios(otherwise={"lefft": 1.0})


def test_a_road_inside_that_runs_both_ways_is_no_entrance() -> None:
    with pytest.raises(InputError, match=r"road 'g_street_2.2' is driven on both ways, and neither begins at the edge"):
        turning_flows(grid(), {"g_street_2.2": 0.1}, TurningRatios())


def test_an_unknown_entrance_is_refused() -> None:
    with pytest.raises(InputError, match=r"there is no road 'g_street_9.1' to drive in on; did you mean"):
        turning_flows(grid(), {"g_street_9.1": 0.1}, TurningRatios())
