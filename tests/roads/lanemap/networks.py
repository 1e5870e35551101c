"""Small networks for the lane map's tests."""

from __future__ import annotations

from seahaven.geometry import Arc, Line, Path, Pose
from seahaven.roads.model import (
    Connection,
    End,
    Junction,
    JunctionLink,
    Lane,
    LaneKind,
    Mark,
    MarkKind,
    Profile,
    Road,
    RoadLink,
    RoadNetwork,
    Section,
)

WIDTH = 3.5
WIDE = Profile.constant(WIDTH)
BROKEN, SOLID = (Mark(MarkKind.BROKEN),), (Mark(MarkKind.SOLID),)


def straight(length: float = 100.0, *, x: float = 0.0, y: float = 0.0, heading: float = 0.0) -> Path:
    return Path(Pose(x, y, heading)).line(length)


def bend() -> Path:
    return (
        Path(Pose(0.0, 0.0, 0.3))
        .line(30.0)
        .clothoid(40.0, to_curvature=1 / 40)
        .arc(30.0)
        .clothoid(20.0, to_curvature=0.0)
    )


def kinked() -> Path:
    """Two lines that meet at an angle of 0.4 rad."""
    return Path.through([Line(Pose(0.0, 0.0, 0.0), 20.0), Line(Pose(20.0, 0.0, 0.4), 20.0)])


def lanes(*ids: int, **options: object) -> tuple[Lane, ...]:
    """Lanes of one width, the middle one included, from left to right."""
    numbers = sorted({*ids, 0}, reverse=True)
    return tuple(Lane(0) if n == 0 else Lane(n, width=WIDE, **options) for n in numbers)  # type: ignore[arg-type]


def road(id: str, line: Path, *sections: Section, **options: object) -> Road:
    return Road(id, line, sections or (Section(0.0, lanes(2, 1, -1, -2)),), **options)  # type: ignore[arg-type]


def network(*roads: Road, junctions: tuple[Junction, ...] = ()) -> RoadNetwork:
    return RoadNetwork(roads, junctions)


def crossroads() -> RoadNetwork:
    """West and south lead into a junction; from there on to the east: straight on from the west, right from the south.

    The road to the south is drawn away from the junction, so that it meets it with its start.
    """
    west = road("west", straight(50.0, x=-60.0), Section(0.0, lanes(1, -1)), after=JunctionLink("j"))
    east = road("east", straight(50.0, x=10.0), Section(0.0, lanes(1, -1)), before=JunctionLink("j"))
    south = road(
        "south",
        straight(50.0, y=-10.0, heading=-1.5707963267948966),
        Section(0.0, lanes(1, -1)),
        before=JunctionLink("j"),
    )
    on = Section(0.0, (Lane(0), Lane(-1, width=WIDE, before=(-1,), after=(-1,))))
    through = road(
        "through",
        straight(20.0, x=-10.0),
        on,
        before=RoadLink("west", End.END),
        after=RoadLink("east", End.START),
        junction="j",
    )
    turn = Section(0.0, (Lane(0), Lane(-1, width=WIDE, before=(1,), after=(-1,))))
    right = road(
        "right",
        Path.through([Arc(Pose(0.0, -10.0, 1.5707963267948966), 15.707963267948966, -0.1)]),
        turn,
        before=RoadLink("south", End.START),
        after=RoadLink("east", End.START),
        junction="j",
    )
    connections = (
        Connection("0", "west", "through", End.START, ((-1, -1),)),
        Connection("1", "south", "right", End.START, ((1, -1),)),
    )
    return network(west, east, south, through, right, junctions=(Junction("j", connections=connections),))


def by_points(
    *points: tuple[float, float, float], width: float = 3.0, id: int = -1, kind: LaneKind = LaneKind.DRIVING
) -> Lane:
    return Lane(id, kind, Profile.constant(width), points=points)
