"""Lines of roads: cut to length and turned round."""

from __future__ import annotations

from math import pi

from seahaven.errors import InputError
from seahaven.geometry import Arc, Clothoid, Curve, Line, Path, Pose

SHORTEST = 1e-6
"""Pieces shorter than this are left out, in metres."""


def cut(path: Path, begin: float, end: float) -> Path:
    """The stretch of a line from one s to another."""
    pieces: list[Curve] = []
    s = 0.0
    for piece in path.pieces:
        first, last = max(begin - s, 0.0), min(end - s, piece.length)
        if last - first > SHORTEST:
            _append(pieces, _part(piece, first, last))
        s += piece.length
    return Path.through(pieces)


def _append(pieces: list[Curve], piece: Curve) -> None:
    """Add a piece; straights that go on straight become one."""
    last = pieces[-1] if pieces else None
    if isinstance(last, Line) and isinstance(piece, Line) and last.start.heading == piece.start.heading:
        pieces[-1] = Line(last.start, last.length + piece.length)
    else:
        pieces.append(piece)


def turned_round(path: Path) -> Path:
    """The same line from its end to its start."""
    return Path.through([_back(piece) for piece in reversed(path.pieces)])


def _part(piece: Curve, first: float, last: float) -> Curve:
    if first == 0.0 and last == piece.length:
        return piece
    start, length = piece.pose(first), last - first
    match piece:
        case Line():
            return Line(start, length)
        case Arc():
            return Arc(start, length, piece.bend)
        case Clothoid():
            return Clothoid(start, length, piece.curvature(first), piece.curvature(last))
    raise _unknown(piece)


def _back(piece: Curve) -> Curve:
    end = piece.end
    start = Pose(end.x, end.y, end.heading + pi)
    match piece:
        case Line():
            return Line(start, piece.length)
        case Arc():
            return Arc(start, piece.length, -piece.bend)
        case Clothoid():
            return Clothoid(start, piece.length, -piece.end_curvature, -piece.start_curvature)
    raise _unknown(piece)


def _unknown(piece: Curve) -> InputError:
    return InputError(
        f"a road's line has a {type(piece).__name__}; expected lines, arcs and clothoids, which can be cut"
    )
