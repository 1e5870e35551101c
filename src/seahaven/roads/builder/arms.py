"""The roads that lead into a junction, seen from outside and from inside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi

from seahaven.errors import InputError
from seahaven.geometry import Pose
from seahaven.roads.builder.pieces import Piece, limit_at
from seahaven.roads.builder.profiles import eased
from seahaven.roads.builder.sections import numbered
from seahaven.roads.builder.tracks import Track, section_at
from seahaven.roads.model import End, Facing, RoadKind

HAIR = 1e-4


@dataclass(frozen=True, slots=True)
class Slot:
    """A lane where it enters or leaves a junction: its left edge, left of the road's line, seen in its direction."""

    track: Track
    number: int
    left: float
    width: float


@dataclass(frozen=True, slots=True)
class Arm:
    """The end of a road at a junction.

    `inward` and `outward` are the pose of its line there, facing in and out; `entering` and `leaving` are its lanes
    from left to right, as seen by whoever drives on them.
    """

    piece: Piece
    end: End
    inward: Pose
    outward: Pose
    entering: tuple[Slot, ...]
    leaving: tuple[Slot, ...]

    @property
    def s(self) -> float:
        """Where it is cut, along the drawn road."""
        return self.piece.end if self.end is End.END else self.piece.begin

    @property
    def height(self) -> float:
        """How high the road lies where it is cut."""
        return self.piece.site.elevation.value(self._just_inside())

    @property
    def grade(self) -> float:
        """How much the road climbs towards the junction."""
        slope = self.piece.site.elevation.slope(self._just_inside())
        return slope if self.end is End.END else -slope

    @property
    def limit(self) -> float | None:
        """The speed limit at the junction."""
        return limit_at(self.piece.site.plan, self.s - (HAIR if self.end is End.END else 0.0))

    @property
    def kind(self) -> RoadKind:
        """What kind of road it is at the junction."""
        return section_at(self.piece.site.plan.changes, self.s - (HAIR if self.end is End.END else 0.0)).kind

    @property
    def facing(self) -> Facing:
        """The way in which signs for traffic into the junction face."""
        return Facing.ALONG if self.end is End.END else Facing.AGAINST

    def station(self, distance: float) -> float:
        """The s on the piece that lies so far before the junction."""
        return self.piece.length - distance if self.end is End.END else distance

    def offset(self, left: float) -> float:
        """The t of the road for a place so far to the left of its line, as seen driving in."""
        return left if self.end is End.END else -left

    def driving_in(self) -> list[Slot]:
        """The lanes on which cars drive in."""
        return [slot for slot in self.entering if slot.track.strip.is_driving]

    def driving_out(self) -> list[Slot]:
        """The lanes on which cars drive out."""
        return [slot for slot in self.leaving if slot.track.strip.is_driving]

    def _just_inside(self) -> float:
        return self.s - HAIR * 1e-4 if self.end is End.END else self.s


def arm(piece: Piece, end: End) -> Arm:
    """The arm that one end of a piece makes."""
    s, line = (piece.end if end is End.END else piece.begin), piece.site.plan.line
    along = line.pose(s)
    back = Pose(along.x, along.y, along.heading + pi)
    inside = s - HAIR if end is End.END else s + HAIR
    shift = piece.site.lanes.shift.value(inside)
    known = numbered(piece.site.lanes, inside, inside)
    forward = _slots([(n, track) for n, track in known if n < 0], s, shift)
    backward = _slots([(n, track) for n, track in reversed(known) if n > 0], s, -shift)
    if end is End.END:
        return Arm(piece, end, along, back, forward, backward)
    return Arm(piece, end, back, along, backward, forward)


def settled(own: Arm) -> Arm:
    """The arm, refused where lanes are still changing or the road is banked: what joins it then could not be smooth."""
    plan, s = own.piece.site.plan, own.s
    inside = s - HAIR if own.end is End.END else s + HAIR
    if any(abs(slot.track.slope(inside)) > 1e-4 for slot in (*own.entering, *own.leaving)):
        raise InputError(
            f"road '{plan.name}' is gaining or losing a lane at {s:.1f} m, where a junction cuts it; "
            "let it change further away, or give shorter tapers or lanes for turning"
        )
    if plan.banks and abs(eased(plan.banks).value(s)) > 1e-6:
        raise InputError(f"road '{plan.name}' is banked at {s:.1f} m, where a junction cuts it; leave the bank out")
    return own


def _slots(known: Sequence[tuple[int, Track]], s: float, left: float) -> tuple[Slot, ...]:
    slots = []
    for number, track in known:
        slots.append(Slot(track, number, left, track.width(s)))
        left -= slots[-1].width
    return tuple(slots)
