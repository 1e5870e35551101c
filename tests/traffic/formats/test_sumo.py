"""SUMO's route files, on a small network written by hand and with the demand of a real town."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.kernel import SECOND
from seahaven.roads import LaneMap, read_sumo
from seahaven.traffic import (
    BICYCLE,
    BUS,
    CAR,
    TRUCK,
    Constant,
    Demand,
    Exponential,
    Flow,
    Geometric,
    Journey,
    Normal,
    Shares,
    Start,
    Trip,
    VehicleType,
    read_demand,
    route_demand,
)
from tests.traffic.networks import rolling

STOPS = 499
"""The `<stop>` elements of the buses of Bologna."""
TEE = Path(__file__).parents[2] / "roads" / "data" / "tee.net.xml"


@pytest.fixture(scope="module")
def tee() -> LaneMap:
    return LaneMap(read_sumo(TEE))


@pytest.fixture
def read(tee: LaneMap, tmp_path: Path):
    def reading(text: str, top: str = "routes") -> Demand:
        path = tmp_path / "demand.rou.xml"
        path.write_text(f"<{top}>\n{text}\n</{top}>")
        return read_demand(path, lane_map=tee)

    return reading


def only_trip(demand: Demand) -> Trip:
    (trip,) = demand.trips
    return trip


def only_flow(demand: Demand) -> Flow:
    (flow,) = demand.flows
    return flow


ROUTE = '<route id="r" edges="west_in east_out"/>\n'


def test_a_vehicle_with_a_route_of_its_own_is_a_trip(read) -> None:
    trip = only_trip(read('<vehicle id="v" depart="12.5"><route edges="west_in east_out"/></vehicle>'))
    assert (trip.name, trip.departure, trip.journey) == ("v", 12.5, Journey.along("west_in", "east_out"))
    (kind,) = trip.types.things
    assert (kind.name, kind.user, kind.body.length) == (CAR.name, CAR.user, 5.0)
    assert trip.start == Start(lane="best", speed="desired")
    assert str(trip.at).endswith("demand.rou.xml:2")


def test_a_route_may_be_named_and_come_from_another_file(tee: LaneMap, tmp_path: Path) -> None:
    vehicles, routes = tmp_path / "a.rou.xml", tmp_path / "b.rou.xml.gz"
    vehicles.write_text('<routes><vehicle id="v" type="t" route="r" depart="1"/></routes>')
    routes.write_bytes(gzip.compress(f'<additional><vType id="t" length="7"/>{ROUTE}</additional>'.encode()))
    trip = only_trip(read_demand(vehicles, routes, lane_map=tee))
    assert trip.journey == Journey.along("west_in", "east_out")
    assert trip.types.things[0].body.length == 7.0


def test_a_trip_goes_from_an_edge_to_another_by_way_of_more(read) -> None:
    trip = only_trip(read('<trip id="t" depart="0:01:30" from="west_in" to="east_out" via="a b"/>'))
    assert trip.journey == Journey("west_in", "east_out", ("a", "b"))
    assert trip.departure == 90.0


@pytest.mark.parametrize(
    ("words", "headway", "most"),
    [
        ('vehsPerHour="1200"', Constant(3.0), None),
        ('perHour="1800" number="7"', Constant(2.0), 7),
        ('period="2.5"', Constant(2.5), None),
        ('period="exp(0.5)"', Exponential(2.0), None),
        ('probability="0.25"', Geometric(0.25), None),
        ('number="20" end="100"', Constant(5.0), 20),
    ],
)
def test_a_flow_may_be_told_in_many_ways(read, words: str, headway: object, most: int | None) -> None:
    flow = only_flow(read(f'{ROUTE}<flow id="f" route="r" begin="0" {words}/>'))
    assert (flow.headway, flow.most) == (headway, most)


def test_a_flow_lasts_from_its_begin_to_its_end(read) -> None:
    flow = only_flow(read(f'{ROUTE}<flow id="f" route="r" begin="10" end="01:00:00" vehsPerHour="10"/>'))
    assert (flow.begin, flow.end) == (10.0, 3600.0)


def test_types_say_what_bodies_and_drivers_are_like(read) -> None:
    vehicle = '<vehicle id="v" type="t" route="r" depart="0"/>'
    words = 'length="6" width="2" accel="1.8" decel="4.5" tau="1.1" minGap="3" maxSpeed="40" sigma="0.5" color="1,0,0"'
    demand = read(f'<vType id="t" {words} speedFactor="normc(1.1,0.1,0.8,1.4)" guiShape="bus"/>{ROUTE}{vehicle}')
    (kind,) = only_trip(demand).types.things
    assert (kind.name, kind.body.length, kind.body.width) == ("t", 6.0, 2.0)
    expected = {"liveliness": 1.8, "comfort": 2.0, "headway": 1.1, "standstill": 3.0, "top_speed": 40.0}
    assert {name: kind.traits[name] for name in expected} == {name: Constant(v) for name, v in expected.items()}
    assert kind.traits["speed_factor"] == Normal(1.1, 0.1, 0.8, 1.4)
    assert demand.remarks == ()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ('speedFactor="1.2"', Constant(1.2)),
        ('speedFactor="norm(1.0,0.2)"', Normal(1.0, 0.2)),
        ('speedFactor="1.1" speedDev="0.05"', Normal(1.1, 0.05, 0.2, 2.0)),
        ('speedDev="0.1"', Normal(1.0, 0.1, 0.2, 2.0)),
        ('tau="2"', CAR.traits["speed_factor"]),
    ],
)
def test_speed_factors_may_be_spread(read, words: str, expected: object) -> None:
    demand = read(f'<vType id="t" {words}/>{ROUTE}<vehicle id="v" type="t" route="r" depart="0"/>')
    assert only_trip(demand).types.things[0].traits["speed_factor"] == expected


@pytest.mark.parametrize(
    ("name", "kind"), [("truck", TRUCK), ("bus", BUS), ("coach", BUS), ("passenger", CAR), ("bicycle", BICYCLE)]
)
def test_classes_are_types_and_lanes_of_ours(read, name: str, kind: VehicleType) -> None:
    demand = read(f'<vType id="t" vClass="{name}"/>{ROUTE}<vehicle id="v" type="t" route="r" depart="0"/>')
    (found,) = only_trip(demand).types.things
    assert (found.body.kind, found.user) == (kind.body.kind, kind.user)


@pytest.mark.parametrize(
    ("words", "accel", "decel", "gap", "length"),
    [
        ("", 2.6, 4.5, 2.5, 5.0),
        ('vClass="truck"', 1.3, 4.0, 2.5, 7.1),
        ('vClass="bus" accel="2"', 2.0, 4.0, 2.5, 12.0),
        ('vClass="bicycle" minGap="1"', 1.2, 3.0, 1.0, 1.6),
    ],
)
def test_what_a_type_does_not_say_is_as_in_sumo(
    read, words: str, accel: float, decel: float, gap: float, length: float
) -> None:
    demand = read(f'<vType id="t" {words}/>{ROUTE}<vehicle id="v" type="t" route="r" depart="0"/>')
    (kind,) = only_trip(demand).types.things
    traits = [kind.trait(name).mean for name in ("liveliness", "comfort", "standstill")]
    assert traits == pytest.approx([accel, 4.0 / 9.0 * decel, gap])
    assert kind.body.length == length


def test_distributions_of_types_and_of_routes_are_shares(read) -> None:
    types = """<vTypeDistribution id="d">
        <vType id="a" probability="3"/><vType id="b" vClass="truck" probability="1"/></vTypeDistribution>
        <vTypeDistribution id="e" vTypes="a b" probabilities="0.5 0.5"/>"""
    routes = """<route id="x" edges="west_in"/><routeDistribution id="s" routes="r x" probabilities="1 3"/>
        <routeDistribution id="q"><route edges="west_in" probability="2"/><route refId="r"/></routeDistribution>"""
    flows = '<flow id="f" type="d" route="s" period="1"/><flow id="g" type="e" route="q" period="1"/>'
    demand = read(types + ROUTE + routes + flows)
    first, second = demand.flows
    assert [(kind.name, share) for kind, share in first.types.parts] == [("a", 3.0), ("b", 1.0)]
    assert [(kind.name, share) for kind, share in second.types.parts] == [("a", 0.5), ("b", 0.5)]
    along = Journey.along("west_in", "east_out")
    assert first.journeys == Shares(((along, 1.0), (Journey.along("west_in"), 3.0)))
    assert second.journeys == Shares(((Journey.along("west_in"), 2.0), (along, 1.0)))


@pytest.mark.parametrize(
    ("words", "start"),
    [
        ('departLane="best" departSpeed="max"', Start("best", "desired")),
        ('departLane="free" departSpeed="speedLimit"', Start("free", "limit")),
        ('departLane="allowed" departSpeed="10"', Start("free", 10.0)),
        ('departLane="1" departSpeed="desired" departPos="base"', Start("west_in:0:-1", "desired")),
        ('departLane="0"', Start("west_in:0:-2", "desired")),
        ('departPos="35"', Start("best", "desired", 30.0)),
        ('departPos="-40"', Start("best", "desired", 90.0 - 40.0 - 5.0)),
        ('departLane="random" departPos="0"', Start("random", "desired")),
    ],
)
def test_departures_are_told_in_the_usual_words(read, words: str, start: Start) -> None:
    found = only_trip(read(f'{ROUTE}<vehicle id="v" route="r" depart="0" {words}/>')).start
    assert (found.lane, found.speed) == (start.lane, start.speed)
    assert found.position == pytest.approx(start.position)


def test_what_has_no_effect_is_remarked_upon_once(read) -> None:
    vehicles = "".join(
        f'<vehicle id="v{k}" type="t" route="r" depart="0" lcStrategic="1" arrivalPos="30" departPos="last">'
        '<rerouter id="a"/><param key="a" value="b"/></vehicle>'
        for k in range(3)
    )
    people = '<person id="p" depart="0"/><person id="q" depart="1"/>'
    demand = read(f'<vType id="t" carFollowModel="IDM"/>{ROUTE}{vehicles}{people}')
    assert len(demand.trips) == 3
    assert [remark.message for remark in demand.remarks] == [
        "<vType> has an attribute 'carFollowModel', which has no effect here",
        "<vehicle> has an attribute 'lcStrategic', which has no effect here",
        "<rerouter> of a <vehicle> is left out",
        "arrivalPos has no effect here: everybody drives to the end of its route",
        "departPos 'last' is taken for 'base', the beginning of the edge",
        "<person> is left out: only vehicles, stops and induction loops are read here",
    ]
    assert all(remark.at is not None and remark.element for remark in demand.remarks)


def test_trams_and_trains_are_left_out_with_a_remark(read) -> None:
    text = '<vType id="b" vClass="tram"/>' + ROUTE + '<vehicle id="v" type="b" route="r" depart="0"/>'
    demand = read(text + '<trip id="w" type="DEFAULT_RAILTYPE" from="a" to="b" depart="0"/>')
    assert not demand.trips
    assert [remark.rule for remark in demand.remarks] == ["left out"] * 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            '<V type="cra"/>',
            r"the type 'cra', which nothing declares; did you mean 'car'",
        ),
        ('<vehicle id="v" route="rr" depart="0"/>', r"the route 'rr', which nothing declares; did you mean 'r'"),
        ('<vehicle id="v" depart="0"/>', r"<vehicle> says nothing of where it goes"),
        ('<vehicle depart="0" route="r"/>', r"<vehicle> has no attribute 'id'"),
        ('<vehicle id="v" route="r"/>', r"<vehicle> has no attribute 'depart'"),
        ('<vehicle id="v" route="r" depart="-3"/>', r"<vehicle> has depart '-3'; expected at least 0"),
        ('<vehicle id="v" route="r" depart="1:2"/>', r"depart '1:2'; expected seconds, or hours:minutes:seconds"),
        ('<trip id="v" depart="0" fromTaz="1" toTaz="2"/>', r"<trip> has 'fromTaz', which is not read"),
        ('<flow id="f" route="r" vehsPerHour="-5"/>', r"<flow> has vehsPerHour '-5'; expected a number above 0"),
        ('<flow id="f" route="r" period="exp(0)"/>', r"<flow> has period 'exp\(0\)'; expected seconds, or exp"),
        ('<flow id="f" route="r" probability="1.5"/>', r"<flow> has probability '1.5'; expected 1 at most"),
        ('<flow id="f" route="r"/>', r"<flow> says nothing of how often"),
        ('<flow id="f" route="r" period="1" begin="9" end="3"/>', r"flow 'f' lasts from 9 s to 3 s"),
        ('<flow id="f" route="r" period="1" number="-3"/>', r"flow 'f' is to bring -3 vehicles"),
        (
            '<V departLane="bst"/>',
            r"departLane 'bst', which is unknown; did you mean 'best'",
        ),
        ('<V departLane="2"/>', r"departLane '2', but edge 'west_in' has 2 lanes"),
        (
            '<V departSpeed="mx"/>',
            r"departSpeed 'mx', which is unknown; did you mean 'max'",
        ),
        ('<V departSpeed="-1"/>', r"departSpeed '-1'; expected at least 0"),
        (
            '<V departPos="bse"/>',
            r"departPos 'bse', which is unknown; did you mean 'base'",
        ),
        ('<vType id="t" vClass="truk"/>', r"<vType> has the class 'truk', which is unknown; did you mean 'truck'"),
        ('<vType id="t" accel="-1"/>', r"<vType> has accel '-1'; expected a number above 0"),
        ('<vType id="t" speedFactor="normc(1,2)"/>', r"speedFactor 'normc\(1,2\)'; expected a number, norm"),
        ('<vType id="car"/>', r"the vehicle type 'car' is there twice"),
        ('<route id="r" edges="a"/>', r"the route 'r' is there twice"),
        ('<route id="s" edges=" "/>', r"<route> has no edges; expected at least one"),
        ('<vTypeDistribution id="d" vTypes="car x"/>', r"names the type 'x', which nothing declares"),
        (
            '<vTypeDistribution id="d" vTypes="car" probabilities="1 2"/>',
            r"probabilities '1 2' for 1 names; expected as many",
        ),
        ('<vTypeDistribution id="d"/>', r"<vTypeDistribution> holds no type with a probability above 0"),
        ('<routeDistribution id="d" routes="r" probabilities="0"/>', r"holds no route with a probability above 0"),
        ('<vehicle id="v" route="r" depart="0"/><vehicle id="v" route="r" depart="0"/>', r"trip 'v' is there twice"),
    ],
)
def test_what_is_wrong_is_refused_with_file_line_and_names(read, text: str, expected: str) -> None:
    text = text.replace("<V ", '<vehicle id="v" route="r" depart="0" ')
    with pytest.raises(InputError, match=rf"^.*demand\.rou\.xml:[34]: .*{expected}"):
        read(f'<vType id="car"/>{ROUTE}{text}')


def test_other_files_are_refused(read, tee: LaneMap) -> None:
    with pytest.raises(InputError, match="the outermost element is <net>; expected <routes> or <additional>"):
        read("", top="net")
    with pytest.raises(InputError, match="read_demand got no file"):
        read_demand(lane_map=tee)


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ("west_in eastout", "trip 'v': there is no road or lane 'eastout'; did you mean 'east_out'"),
        (
            "west_in east_in",
            "trip 'v' goes from road 'west_in' to road 'east_in', which does not go on",
        ),
    ],
)
def test_roads_that_are_unknown_or_do_not_lead_on_are_refused_with_file_and_line(
    read, tee: LaneMap, edges: str, expected: str
) -> None:
    demand = read(f'<vehicle id="v" depart="0"><route edges="{edges}"/></vehicle>')
    with pytest.raises(InputError, match=rf"demand\.rou\.xml:2: {expected}"):
        route_demand(demand, tee)


def test_the_demand_of_a_town_is_read_routed_and_enters(shared_data: Path) -> None:
    folder = shared_data / "sumo" / "pasubio"
    lane_map = LaneMap(read_sumo(folder / "pasubio_buslanes.net.xml"))
    names = ("pasubio_vtypes.add.xml", "pasubio.rou.xml", "pasubio_busses.rou.xml", "pasubio_bus_stops.add.xml")
    demand = read_demand(*(folder / name for name in names), lane_map=lane_map)
    assert (len(demand.trips), len(demand.flows)) == (8776, 0)
    assert [remark.rule for remark in demand.remarks] == ["unused"]
    assert sum(len(journey.halts) for trip in demand.trips for journey in trip.journeys.things) == STOPS
    routed = route_demand(demand, lane_map)
    assert sum(map(len, routed.tables)) == 98
    early = demand.without({trip.name for trip in demand.trips if trip.departure > 20.0})
    run = rolling(early, lane_map)
    run.advance(20 * SECOND)
    gate = run["population/gate"]
    assert gate.count + gate.queued == len(early.trips)
    assert gate.count > 10
    lanes = run.store.family("vehicle").lane
    assert np.isin(lane_map.junction[lanes], [-1]).all()


def test_times_count_from_the_begin_of_a_configuration(tee: LaneMap, tmp_path: Path) -> None:
    trips = "".join(f'<vehicle id="{name}" route="r" depart="{at}"/>' for name, at in (("a", 90), ("b", 110)))
    flows = "".join(
        f'<flow id="{name}" route="r" begin="{begin}" end="{end}" period="5"/>'
        for name, begin, end in (("f", 0, 100), ("g", 50, 200), ("h", 150, 200))
    )
    stop = (
        '<trip id="c" from="west_in" to="east_out" depart="130"><stop lane="west_in_0" endPos="50" until="160"/></trip>'
    )
    (tmp_path / "demand.rou.xml").write_text(f"<routes>{ROUTE}{trips}{flows}{stop}</routes>")
    path = tmp_path / "town.sumocfg"
    path.write_text(
        f'<configuration><net-file value="{TEE}"/><route-files value="demand.rou.xml"/>'
        '<begin value="100"/></configuration>'
    )
    demand = read_demand(path, lane_map=tee)
    assert [(trip.name, trip.departure) for trip in demand.trips] == [("b", 10.0), ("c", 30.0)]
    assert [(flow.name, flow.begin, flow.end) for flow in demand.flows] == [("g", 0.0, 100.0), ("h", 50.0, 100.0)]
    assert [halt.until for halt in demand.trips[1].journeys.things[0].halts] == [60.0]
    assert [str(one) for one in demand.remarks if "2 of the trips and flows set out before" in str(one)]
    assert len(read_demand(path, lane_map=tee, begin=0.0).trips) == 3
