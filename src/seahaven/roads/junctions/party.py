"""Parties: all that the rules of who goes first ask about a way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf

from seahaven.roads.junctions.arm import Arm, Arms
from seahaven.roads.junctions.post import Post
from seahaven.roads.junctions.ring import rings
from seahaven.roads.junctions.way import Course
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LaneKind, RoadKind, SignalKind, Turn

SIGN_REACH = 50.0
"""How far before a junction a sign may stand to hold for it, in metres; priority roads are announced from anywhere."""

Member = tuple[str, int]
"""A road and the number of a lane of it."""
Size = tuple[float, int]
"""What tells main roads from side roads: the speed limit and the number of lanes."""


class Sign(StrEnum):
    """What the signs on a way's approach say of its rank."""

    NONE = "none"
    PRIORITY = "priority"
    YIELD = "yield"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Party:
    """A way as the rules see it.

    `members` are its lanes inside the junction and the one it comes from, by road and number. `kerb` counts the lanes
    between the one it comes from and the middle of the road. `size` is that of the arm that it comes from.
    """

    way: int
    junction: int
    origin: int
    bearing: float
    heading: float
    turn: Turn
    sign: Sign
    members: tuple[Member, ...]
    kerb: int
    size: Size
    is_entering: bool
    """Whether it leads into a roundabout."""
    is_ramp: bool
    is_rail: bool
    is_motorway: bool
    is_left_hand: bool


_RANKS = {
    SignalKind.STOP: Sign.STOP,
    SignalKind.YIELD: Sign.YIELD,
    SignalKind.PRIORITY_HERE: Sign.PRIORITY,
    SignalKind.PRIORITY_ROAD: Sign.PRIORITY,
    SignalKind.PRIORITY_ENDS: Sign.NONE,
    SignalKind.RIGHT_FIRST: Sign.NONE,
}
_RAMPS = frozenset({LaneKind.ENTRY, LaneKind.ON_RAMP, LaneKind.CONNECTING_RAMP, LaneKind.SLIP})
_KINDS = tuple(LaneKind)


def sign_of(posts: Sequence[Post], length: float) -> Sign:
    """What the signs on the approach of a way, and at its beginning, say.

    To stop or to yield goes before priority, whichever is nearer; of signs about priority the last one counts.
    """
    near = [post for post in posts if post.signal.kind in _RANKS and post.distance <= 0.5 * length]
    ranks = [_RANKS[post.signal.kind] for post in near if post.distance >= -SIGN_REACH]
    for sign in (Sign.STOP, Sign.YIELD):
        if sign in ranks:
            return sign
    lasting = [
        post for post in near if post.signal.kind is not SignalKind.PRIORITY_HERE or post.distance >= -SIGN_REACH
    ]
    told = [_RANKS[post.signal.kind] for post in lasting]
    return next((sign for sign in reversed(told) if sign in (Sign.PRIORITY, Sign.NONE)), Sign.NONE)


def parties(
    courses: Sequence[Course],
    turns: Sequence[Turn],
    headings: Sequence[float],
    arms: Arms,
    posts: Sequence[Sequence[Post]],
    lane_map: LaneMap,
) -> list[Party]:
    """The party of every way."""
    on_ring = _ring_roads(lane_map)
    return [
        _party(way, course, turns[way], headings[way], arms, posts[way], on_ring, lane_map)
        for way, course in enumerate(courses)
    ]


def _party(
    way: int,
    course: Course,
    turn: Turn,
    heading: float,
    arms: Arms,
    posts: Sequence[Post],
    on_ring: dict[int, frozenset[str]],
    lane_map: LaneMap,
) -> Party:
    first = course.incoming if course.incoming >= 0 else course.lanes[0]
    road = lane_map.network.roads[lane_map.road[first]]
    lanes = [lane for lane in (course.incoming, *course.lanes) if lane >= 0]
    kinds = [_KINDS[lane_map.kind[lane]] for lane in lanes]
    members = [(lane_map.network.roads[lane_map.road[lane]].id, int(lane_map.number[lane])) for lane in lanes]
    origin = arms.origin[way]
    known = arms.of_junction[course.junction]
    arm = known[origin] if origin >= 0 else None
    length = sum(float(lane_map.length[lane]) for lane in course.lanes)
    warned = any(post.signal.kind is SignalKind.ROUNDABOUT and post.distance >= -SIGN_REACH for post in posts)
    return Party(
        way,
        course.junction,
        origin,
        arm.bearing if arm else heading,
        heading,
        turn,
        sign_of(posts, length),
        tuple(members),
        abs(int(lane_map.number[first])),
        size_of(arm, lane_map) if arm else (0.0, 0),
        road.id not in on_ring[course.junction] if course.junction in on_ring else warned,
        any(kind in _RAMPS for kind in kinds),
        any(kind is LaneKind.RAIL for kind in kinds),
        any(kind is RoadKind.MOTORWAY for _, kind in road.kinds),
        road.is_left_hand,
    )


def size_of(arm: Arm, lane_map: LaneMap) -> Size:
    """The size of an arm: its highest limit, and how many lanes it has; a limit of 0 stands for none that is known."""
    ends = [*(lane_map.first[lane + 1] - 1 for lane in arm.incoming), *(lane_map.first[lane] for lane in arm.outgoing)]
    limits = [float(lane_map.strips.limit[row]) for row in ends]
    return max((limit for limit in limits if limit < inf), default=0.0), len(ends)


def _ring_roads(lane_map: LaneMap) -> dict[int, frozenset[str]]:
    """By junction of a roundabout, the roads of the ring, whether the file names the roundabout or draws it."""
    number = {junction.id: j for j, junction in enumerate(lane_map.network.junctions)}
    return {number[id]: ring.roads for ring in rings(lane_map) for id in ring.junctions if id in number}
