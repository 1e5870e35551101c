"""Random small networks: everything that the model can hold, whether or not it makes sense as a road."""

from hypothesis import strategies as st

from seahaven.geometry import Cubic, Line, ParametricCubic, Path, Pose
from seahaven.roads.model import (
    Access,
    Connection,
    Controller,
    Crossing,
    Direction,
    End,
    Facing,
    Junction,
    JunctionGroup,
    JunctionKind,
    JunctionLink,
    Lane,
    LaneKind,
    Limit,
    Mark,
    MarkKind,
    ObjectKind,
    Outline,
    ParkingSpot,
    Phase,
    Priority,
    Profile,
    Program,
    RightOfWay,
    Road,
    RoadKind,
    RoadLink,
    RoadNetwork,
    RoadObject,
    Section,
    Signal,
    SignalKind,
    SignalUse,
    Zone,
)

ROADS = ("1", "a<\"b&'c", "ü :0_1", "2")
JUNCTIONS = ("7", "j>8")

numbers = st.floats(-1e4, 1e4)
positive = st.floats(1e-3, 1e3)
stations = st.integers(0, 9) | st.floats(0.0, 500.0)
names = st.one_of(
    st.just(""), st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=6), st.just('<&">\n\t ')
)
words = st.sampled_from(["standard", "white", "yellow", "bold"])
ranges = st.lists(st.tuples(st.integers(-3, 0), st.integers(0, 3)), max_size=2).map(tuple)
poses = st.builds(Pose, numbers, numbers, st.floats(-7.0, 7.0))
coefficients = st.tuples(*[st.floats(-1e-3, 1e-3)] * 4)


def some(thing, most=2):
    return st.lists(thing, max_size=most).map(tuple)


def rising(thing, most=2):
    """A few things in the order of where they begin."""
    return st.lists(thing, max_size=most, unique_by=lambda item: item.s).map(lambda rows: tuple(sorted(rows, key=by_s)))


def by_s(item):
    return item.s


@st.composite
def lines(draw):
    path = Path(draw(poses)).line(draw(st.floats(1.0, 100.0)))
    for _ in range(draw(st.integers(0, 3))):
        length = draw(st.floats(1.0, 100.0))
        match draw(st.integers(0, 4)):
            case 0:
                path = path.then(Line(draw(poses), length))
            case 1:
                path = path.arc(length, curvature=draw(st.floats(-0.1, 0.1)))
            case 2:
                bends = st.floats(-0.1, 0.1)
                path = path.clothoid(length, from_curvature=draw(bends), to_curvature=draw(bends))
            case 3:
                path = path.then(Cubic(path.end, (0.0, 0.0, *draw(coefficients)[2:]), length))
            case 4:
                u, v = (0.0, length, *draw(coefficients)[2:]), (0.0, 0.0, *draw(coefficients)[2:])
                path = path.then(ParametricCubic(path.end, u, v))
    return path


profiles = st.lists(st.tuples(stations, numbers, numbers, numbers, numbers), max_size=2).map(
    lambda pieces: Profile(tuple(sorted(pieces)))
)
marks = st.builds(
    Mark,
    st.sampled_from(MarkKind),
    stations,
    st.none() | st.sampled_from(Crossing),
    words,
    st.none() | positive,
    words,
    words,
)
limits = st.builds(Limit, stations, st.none() | positive)
people = st.lists(st.sampled_from(["bus", "taxi", "passenger", "tram", "all"]), max_size=3, unique=True).map(tuple)
accesses = st.builds(Access, stations, people, people)


@st.composite
def lanes(draw, id):
    return Lane(
        id,
        draw(st.sampled_from(LaneKind)),
        draw(profiles) if id else Profile(),
        draw(some(st.integers(-3, 3))),
        draw(some(st.integers(-3, 3))),
        draw(rising(marks)),
        draw(rising(limits)) if id else (),
        draw(rising(accesses)) if id else (),
        draw(st.sampled_from(Direction)),
        draw(st.booleans()),
        tuple(sorted(draw(some(st.tuples(stations, numbers, numbers))))) if id else (),
        draw(st.none() | st.lists(st.tuples(numbers, numbers, numbers), min_size=2, max_size=3).map(tuple)),
        draw(names),
    )


@st.composite
def sections(draw, s):
    left, right = draw(st.integers(0, 2)), draw(st.integers(0, 2))
    return Section(s, tuple(draw(lanes(id)) for id in range(left, -right - 1, -1)), draw(st.booleans()))


codes = st.sampled_from([("", "", ""), ("DE", "206", "-1"), ("OpenDRIVE", "1000001", "-1"), ("US", "R2-1", "")])
facings = st.sampled_from(Facing)
signals = st.builds(
    Signal,
    names,
    st.sampled_from(SignalKind),
    stations,
    numbers,
    numbers,
    facings,
    ranges,
    st.none() | numbers,
    names,
    names,
    st.booleans(),
    codes,
    numbers,
    st.none() | st.tuples(positive, positive),
)
uses = st.builds(SignalUse, names, stations, numbers, facings, ranges)
corners = st.lists(st.tuples(numbers, numbers, numbers, numbers), min_size=1, max_size=3).map(tuple)
maybe = st.none() | positive
things = st.builds(
    RoadObject,
    names,
    st.sampled_from([kind for kind in ObjectKind if kind not in (ObjectKind.TUNNEL, ObjectKind.BRIDGE)]),
    stations,
    numbers,
    numbers,
    numbers,
    maybe,
    maybe,
    maybe,
    maybe,
    stations,
    some(st.builds(Outline, corners, st.booleans(), st.booleans())),
    facings,
    ranges,
    names,
    st.sampled_from(["", "pole", "barrier", "crosswalk"]),
    names,
)


def passages(kind):
    return st.builds(RoadObject, names, st.just(kind), stations, span=positive, lanes=ranges, name=names)


links = (
    st.none()
    | st.builds(RoadLink, st.sampled_from(ROADS), st.sampled_from(End))
    | st.builds(JunctionLink, st.sampled_from(JUNCTIONS))
)


@st.composite
def roads(draw, id):
    starts = sorted({0.0, *draw(st.lists(st.floats(1.0, 50.0), max_size=1))})
    kinds = draw(some(st.tuples(stations, st.sampled_from(RoadKind)))) if draw(st.booleans()) else ()
    return Road(
        id,
        draw(lines()),
        tuple(draw(sections(s)) for s in starts),
        draw(names),
        elevation=draw(profiles),
        superelevation=draw(profiles),
        lane_offset=draw(profiles),
        before=draw(links),
        after=draw(links),
        junction=draw(st.none() | st.sampled_from(JUNCTIONS)),
        is_left_hand=draw(st.booleans()),
        kinds=tuple(sorted(kinds)),
        limits=draw(rising(limits)),
        signals=draw(some(signals)),
        signal_uses=draw(some(uses)),
        objects=(
            *draw(some(things)),
            *draw(some(passages(ObjectKind.TUNNEL), 1)),
            *draw(some(passages(ObjectKind.BRIDGE), 1)),
        ),
    )


phases = st.builds(Phase, positive, st.just("Gr"), maybe, maybe, names, some(st.integers(0, 3)))
programs = st.builds(Program, names, some(phases), numbers, st.booleans())
known_roads = st.sampled_from(ROADS)
numbers_of_lanes = st.integers(-3, 3)
connections = st.builds(
    Connection,
    names,
    known_roads,
    known_roads,
    st.sampled_from(End),
    some(st.tuples(numbers_of_lanes, numbers_of_lanes)),
)
priorities = st.builds(Priority, known_roads, known_roads, st.none() | numbers_of_lanes, st.none() | numbers_of_lanes)
places = st.tuples(known_roads, st.integers(0, 1), numbers_of_lanes)
zones = st.builds(
    Zone,
    names,
    some(st.tuples(numbers, numbers)),
    some(st.builds(ParkingSpot, names, poses, positive, positive)),
    some(places),
    some(places),
    names,
    st.booleans(),
)


@st.composite
def junctions(draw, id):
    return Junction(
        id,
        draw(names),
        draw(st.sampled_from(JunctionKind)),
        draw(some(connections)),
        draw(some(priorities)),
        draw(st.none() | st.sampled_from(RightOfWay)),
        draw(some(st.sampled_from(["c1", "c2"]))),
        draw(st.none() | st.tuples(known_roads, stations, stations)),
        draw(some(st.tuples(numbers, numbers), 3)),
    )


@st.composite
def networks(draw):
    return RoadNetwork(
        tuple(draw(roads(id)) for id in ROADS[: draw(st.integers(1, 2))]),
        tuple(draw(junctions(id)) for id in JUNCTIONS[: draw(st.integers(0, 2))]),
        draw(some(st.builds(Controller, names, some(names), some(programs), names, st.none() | st.integers(0, 9)))),
        draw(some(st.builds(JunctionGroup, names, some(st.sampled_from(JUNCTIONS)), st.booleans(), names))),
        draw(some(zones)),
        name=draw(names),
        georeference=draw(names),
        offset=draw(st.tuples(numbers, numbers, numbers, numbers)),
    )
