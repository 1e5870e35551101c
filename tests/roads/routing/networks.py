"""Small networks for routing: straight roads that lead into each other lane by lane, wherever they lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from seahaven.geometry import Path, Pose
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import (
    Access,
    Connection,
    End,
    Junction,
    Lane,
    LaneKind,
    Limit,
    Mark,
    MarkKind,
    Profile,
    Road,
    RoadLink,
    RoadNetwork,
    Section,
)

WIDTH = Profile.constant(3.5)


def lane(
    number: int,
    *,
    mark: MarkKind = MarkKind.BROKEN,
    kind: LaneKind = LaneKind.DRIVING,
    before: Sequence[int] = (),
    after: Sequence[int] = (),
    limit: float | None = None,
    access: tuple[Access, ...] = (),
    marks: tuple[Mark, ...] | None = None,
) -> Lane:
    return Lane(
        number,
        kind,
        WIDTH,
        tuple(before),
        tuple(after),
        marks=(Mark(mark),) if marks is None else marks,
        limits=() if limit is None else (Limit(0.0, limit),),
        access=access,
    )


def middle() -> Lane:
    return Lane(0, LaneKind.NONE, marks=(Mark(MarkKind.SOLID),))


def road(
    id: str,
    length: float,
    lanes: Iterable[Lane],
    *,
    y: float = 0.0,
    before: RoadLink | None = None,
    after: RoadLink | None = None,
    junction: str | None = None,
) -> Road:
    line = Path(Pose(0.0, y, 0.0)).line(length)
    ordered = tuple(sorted((middle(), *lanes), key=lambda one: -one.id))
    return Road(id, line, (Section(0.0, ordered),), before=before, after=after, junction=junction)


def meshed(
    lengths: Mapping[str, float],
    counts: Mapping[str, int],
    links: Sequence[tuple[str, int, str, int, float]],
    *,
    solid: frozenset[tuple[str, int]] = frozenset(),
) -> LaneMap:
    """Roads with lanes -1 to -count, and links (road, lane, road, lane, length) between them through one junction.

    `solid` names the borders that may not be crossed: the outer one of that road's lane.
    """
    roads = [
        road(
            id,
            length,
            [lane(-k, mark=MarkKind.SOLID if (id, -k) in solid else MarkKind.BROKEN) for k in range(1, counts[id] + 1)],
            y=100.0 * i,
        )
        for i, (id, length) in enumerate(lengths.items())
    ]
    connections = []
    for i, (start, number, end, onto, length) in enumerate(links):
        own = [lane(-1, before=(number,), after=(onto,))]
        ends = {"before": RoadLink(start, End.END), "after": RoadLink(end, End.START)}
        roads.append(road(f"link{i}", length, own, y=-100.0 * (i + 1), junction="mesh", **ends))
        connections.append(Connection(str(i), start, f"link{i}", End.START, ((number, -1),)))
    return LaneMap(RoadNetwork(tuple(roads), (Junction("mesh", connections=tuple(connections)),)))


def chain(*sections: tuple[float, int]) -> LaneMap:
    """One road "main" of several sections, each of a length and a number of lanes, which go on lane by lane."""
    parts, s = [], 0.0
    for i, (length, count) in enumerate(sections):
        before = sections[i - 1][1] if i else 0
        after = sections[i + 1][1] if i + 1 < len(sections) else 0
        lanes = [
            lane(-k, before=(-k,) if k <= before else (), after=(-k,) if k <= after else ())
            for k in range(1, count + 1)
        ]
        parts.append(Section(s, (middle(), *lanes)))
        s += length
    line = Path(Pose(0.0, 0.0, 0.0)).line(s)
    return LaneMap(RoadNetwork((Road("main", line, tuple(parts)),)))
