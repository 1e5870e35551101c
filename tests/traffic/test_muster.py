from __future__ import annotations

from typing import Any

from seahaven.traffic import CAR, TRUCK, Flow, Journey, Mix, Trip
from seahaven.traffic.muster import Drawn, Muster
from seahaven.traffic.room import NEWCOMER_TRAITS

WAY = Journey("a", "b")
MIX = Mix.named({"car": 0.5, "truck": 0.5})


def columns(drawn: Drawn) -> dict[str, Any]:
    """What a vehicle's row will hold of its body and its driver."""
    return {name: column.tolist()[drawn.at] for name, column in drawn.block.columns.items()}


def trips(count: int) -> list[Trip]:
    """Cars and trucks in turn, numbered through, which set out in the reverse order."""
    kinds = {"cars": CAR, "trucks": TRUCK}
    return [
        Trip(f"t{k}", WAY, float(count - k), kind, crowd=crowd, number=2 * k + n)
        for k in range(count)
        for n, (crowd, kind) in enumerate(kinds.items())
    ]


def test_a_trip_of_a_crowd_is_the_vehicle_with_its_number() -> None:
    given = trips(300)
    muster = Muster([], given)
    for source in (0, 1, 17, 598):
        trip, drawn = given[source], muster.draw(source, 0, seed=3)
        alone = trip.types.columns([trip.number], seed=3, who=trip.crowd)
        assert drawn.type is trip.type
        assert columns(drawn) == {name: column.tolist()[0] for name, column in alone.items()}
        assert drawn.traits.tolist() == [alone[name].item(0) for name in NEWCOMER_TRAITS]


def test_nobody_is_drawn_in_vain() -> None:
    muster = Muster([], trips(10))
    assert {len(muster.draw(source, 0, seed=1).block) for source in range(20)} == {10}


def test_a_flow_goes_on_without_end_also_beside_a_crowd_of_its_name() -> None:
    crowd = [Trip("one", WAY, 0.0, MIX, crowd="north", number=7)]
    muster = Muster([Flow("north", WAY, mix=MIX, rate=0.1)], crowd)
    for source, number, drawn in ((0, 0, 0), (0, 700, 700), (1, 0, 7)):
        alone = MIX.columns([drawn], seed=2, who="north")
        found = columns(muster.draw(source, number, seed=2))
        assert found == {name: column.tolist()[0] for name, column in alone.items()}


def test_a_trip_by_itself_is_drawn_by_its_name() -> None:
    drawn = Muster([], [Trip("lone", WAY, 0.0, CAR)]).draw(0, 0, seed=5)
    alone = CAR.columns([0], seed=5, who="lone")
    assert columns(drawn) == {name: column.tolist()[0] for name, column in alone.items()}
