"""Bus stops and stops of SUMO's vehicles, and trips that are left out where a file is read leniently."""

from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.roads import LaneMap, read_sumo
from seahaven.traffic import Demand, Halt, Journey, read_demand, route_demand

TEE = Path(__file__).parents[2] / "roads" / "data" / "tee.net.xml"
PLACE = '<busStop id="market" lane="west_in_0" startPos="40" endPos="60"/>\n'
ROUTE = '<route edges="west_in east_out"/>'


@pytest.fixture(scope="module")
def tee() -> LaneMap:
    return LaneMap(read_sumo(TEE))


@pytest.fixture
def read(tee: LaneMap, tmp_path: Path):
    def reading(text: str, *, lenient: bool = False, top: str = "routes") -> Demand:
        path = tmp_path / "bus.rou.xml"
        path.write_text(f"<{top}>\n{text}\n</{top}>")
        return read_demand(path, lane_map=tee, lenient=lenient)

    return reading


def bus(stops: str, route: str = ROUTE) -> str:
    return f'<vType id="b" vClass="bus"/><vehicle id="1" type="b" depart="0">{route}{stops}</vehicle>'


def halts(demand: Demand) -> tuple[Halt, ...]:
    (trip,) = demand.trips
    assert isinstance(trip.journey, Journey)
    return trip.journey.halts


def test_a_stop_at_a_bus_stop_is_a_halt_at_its_end(read) -> None:
    found = halts(read(PLACE + bus('<stop busStop="market" duration="20"/>')))
    assert found == (Halt("west_in:0:-2", 60.0, 20.0, slack=20.0, name="market"),)


def test_a_stop_may_say_its_lane_itself_and_until_when_it_lasts(read) -> None:
    found = halts(read(bus('<stop lane="west_in_1" endPos="-10" until="0:01:00"/>')))
    assert found == (Halt("west_in:0:-1", 80.0, 0.0, 60.0),)


def test_stops_of_a_route_come_before_those_of_whoever_takes_it(read) -> None:
    route = '<route edges="west_in east_out"><stop busStop="market" duration="5"/></route>'
    found = halts(read(PLACE + bus('<stop lane="east_out_0" endPos="50" duration="7"/>', route)))
    assert [(halt.name, halt.duration) for halt in found] == [("market", 5.0), ("", 7.0)]


def test_bus_stops_may_stand_in_an_additional_file_of_any_name(tee: LaneMap, tmp_path: Path) -> None:
    stops, buses = tmp_path / "stops.add.xml", tmp_path / "buses.rou.xml"
    stops.write_text(f"<add>{PLACE}</add>")
    text = bus('<stop busStop="market" duration="20"/>')
    buses.write_text(f"<routes>{text}</routes>")
    assert len(halts(read_demand(buses, stops, lane_map=tee))) == 1


def test_the_route_leads_by_the_lane_of_the_halt(read, tee: LaneMap) -> None:
    routed = route_demand(read(PLACE + bus('<stop busStop="market" duration="20"/>')), tee)
    (table,) = routed.tables
    assert tee.index("west_in:0:-2") in table[0].lanes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (PLACE + bus('<stop busStop="markt" duration="20"/>'), r"names 'markt'.*did you mean 'market'"),
        (PLACE + bus('<stop busStop="market"/>'), r"says nothing of how long; expected 'duration' or 'until'"),
        (bus('<stop duration="20"/>'), r"says nothing of where; expected 'lane', or one of busStop"),
        (bus('<stop lane="west_inn_0" duration="20"/>'), r"lane 'west_inn_0', of no edge; did you mean 'west_in'"),
        (bus('<stop lane="west_in_2" duration="20"/>'), r"lane 'west_in_2', of no edge; it has 2"),
        (PLACE + PLACE, r"the <busStop> 'market' is there twice"),
    ],
)
def test_a_stop_that_cannot_be_made_is_refused_with_its_place(read, text: str, message: str) -> None:
    with pytest.raises(InputError, match=r"bus.rou.xml:\d+: .*" + message):
        read(text)


def test_a_halt_off_the_route_is_refused(read, tee: LaneMap) -> None:
    demand = read(bus('<stop lane="to_south_1" endPos="20" duration="20"/>'))
    with pytest.raises(InputError, match=r"bus.rou.xml:2: trip '1': halt 'to_south:0:-1' is on road 'to_south'"):
        route_demand(demand, tee)


def test_read_leniently_what_is_not_there_is_left_out_with_a_remark(read) -> None:
    missing = '<trip id="x" from="west_in" to="nowhere" depart="0"/>'
    demand = read(bus('<stop busStop="market" duration="20"/>') + missing, lenient=True)
    assert [trip.name for trip in demand.trips] == ["1"]
    assert halts(demand) == ()
    messages = [remark.message for remark in demand.remarks]
    assert messages[0].startswith("left out: <stop> names 'market'")
    assert messages[1].startswith("left out: <trip> 'x' goes by the edge 'nowhere', which there is not")
    assert all("bus.rou.xml" in str(remark.at) for remark in demand.remarks)


def test_a_demand_may_be_routed_leaving_out_only_some(read, tee: LaneMap) -> None:
    trips = "".join(f'<trip id="{name}" from="west_in" to="west_out" depart="0"/>' for name in "ab")
    demand = read(trips)
    with pytest.raises(InputError, match="trip 'b'"):
        route_demand(demand, tee, leave_out={"a"})
    kept = route_demand(demand, tee, leave_out={"a", "b"}).demand
    assert not kept.trips
    assert [remark.rule for remark in kept.remarks] == ["route", "route"]
