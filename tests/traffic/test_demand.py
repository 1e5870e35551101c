from __future__ import annotations

import pytest

from seahaven.errors import InputError, Position
from seahaven.roads import Remark
from seahaven.traffic import CAR, Constant, Demand, Exponential, Flow, Journey, Mix, Start, Trip, Uniform

AT = Position("demand.yaml", 7)
THROUGH = Journey("main", "main")


def test_a_rate_without_more_said_is_a_poisson_process() -> None:
    flow = Flow("north", THROUGH, rate=0.5)
    assert (flow.spacing, flow.nominal_rate) == (Exponential(1.0), 0.5)
    assert Flow("north", THROUGH, rate=0.5, is_regular=True).spacing == Constant(1.0)


def test_a_rate_follows_from_headways() -> None:
    assert Flow("north", THROUGH, headway=Uniform(2.0, 4.0)).nominal_rate == pytest.approx(1 / 3)


def test_demands_can_be_joined_and_thinned_out() -> None:
    first = Demand(trips=(Trip("a", THROUGH), Trip("b", THROUGH)))
    second = Demand(flows=(Flow("c", THROUGH, rate=1.0),), remarks=(Remark("x", "y"),))
    both = first + second
    left = both.without({"a"}, [Remark("gone", "a is gone")])
    assert ([trip.name for trip in left.trips], len(left.flows), len(left.remarks)) == (["b"], 1, 2)


def test_a_journey_says_where_it_goes() -> None:
    assert str(Journey("a", ("b", 40.0))) == "from a to b at s=40"
    assert str(Journey.along("a", "b", "c")) == "along a b c"
    assert Journey.along("a").roads == ("a",)
    assert Journey("a", "c", ("b",)).roads == ("a", "b", "c")


def test_a_trip_of_a_type_or_a_mix_says_what_it_may_be() -> None:
    assert Trip("a", THROUGH).types == Mix.of(CAR)
    assert Trip("a", THROUGH, type=Mix.of(CAR)).types == Mix.of(CAR)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"rate": -0.1}, "flow 'north' has a rate of -0.1 vehicles/s; expected 0 or more"),
        ({"rate": float("nan")}, "flow 'north' has a rate of nan"),
        ({}, "flow 'north' needs a rate or the distribution of its headways, one of the two"),
        ({"rate": 1.0, "headway": Constant(1.0)}, "one of the two"),
        ({"headway": Constant(0.0)}, "flow 'north' has headways of 0 s in the mean; expected above 0"),
        ({"rate": 1.0, "begin": 5.0, "end": 1.0}, "lasts from 5 s to 1 s"),
        ({"rate": 1.0, "most": -1}, "is to bring -1 vehicles"),
    ],
)
def test_a_flow_that_cannot_be_is_refused_at_its_place(values: dict[str, float], expected: str) -> None:
    with pytest.raises(InputError, match=f"^demand.yaml:7: .*{expected}"):
        Flow("north", THROUGH, **values, at=AT)  # type: ignore[arg-type]


def test_a_trip_that_cannot_be_is_refused_at_its_place() -> None:
    with pytest.raises(InputError, match=r"^demand.yaml:7: trip 'a' departs at inf s; expected a finite number"):
        Trip("a", THROUGH, float("inf"), at=AT)
    with pytest.raises(InputError, match=r"^demand.yaml:7: flow 'a' is there twice"):
        Demand((Trip("a", THROUGH),), (Flow("a", THROUGH, rate=1.0, at=AT),))
    with pytest.raises(InputError, match="a journey got no roads"):
        Journey.along()


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"lane": -1}, "a start got lane -1"),
        ({"speed": "fast"}, "a start got speed 'fast'; expected m/s, 'desired' or 'limit'"),
        ({"speed": -3.0}, "a start got speed -3.0"),
        ({"position": -1.0}, "a start got position -1.0"),
    ],
)
def test_a_start_that_cannot_be_is_refused(values: dict[str, object], expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        Start(**values)  # type: ignore[arg-type]
