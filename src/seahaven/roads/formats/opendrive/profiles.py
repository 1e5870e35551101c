"""Numbers along a road as records of cubics: elevation, superelevation, lane offset, widths, borders."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from seahaven.files import Element
from seahaven.roads.formats.opendrive.remarks import Remarks
from seahaven.roads.model import ZERO, Piece, Profile

__all__ = ["combined", "moved", "read_profile", "settled"]

RISING: Final = {
    "elevation": "road.elevation",
    "superelevation": "road.superelevation",
    "laneOffset": "road.lanes.lane_offset",
    "width": "road.lane.width",
    "border": "road.lane.border",
}
LARGEST = 1e8
"""The largest number that may describe heights and widths: beyond it, values along a road may not be finite."""

NOISE = 1e-6
"""By how much (m) a record may begin before the one ahead of it and still be taken to begin with it."""
Pieces: TypeAlias = Sequence[Piece]
Coefficients: TypeAlias = tuple[float, float, float, float]


def read_profile(records: list[Element], remarks: Remarks, *, start: str = "s") -> Profile:
    """The profile that records with a, b, c, d give; `start` names the attribute that says where each begins."""
    if not records:
        return ZERO
    pieces = [record.numbers(start, "a", "b", "c", "d") for record in records]
    for piece, record in zip(pieces, records, strict=True):
        if max(piece) > LARGEST or min(piece) < -LARGEST:
            shown = ", ".join(f"{number:g}" for number in piece)
            record.refuse(f"<{record.tag}> has {start}, a, b, c, d of {shown}; expected none beyond {LARGEST:g}")
    pieces = [(s, *piece[1:]) for s, piece in zip(settled([piece[0] for piece in pieces]), pieces, strict=True)]
    for (before, after), record in zip(pairwise(pieces), records[1:], strict=True):
        if after[0] < before[0]:
            remarks.note(
                f"asam.net:xodr:1.4.0:{RISING[record.tag]}.elem_asc_order",
                record,
                f"<{record.tag}> begins at {start} {after[0]:g}, before the one ahead of it at {before[0]:g}; "
                "records are taken in rising order",
            )
            pieces.sort(key=lambda piece: piece[0])
            break
    return Profile(tuple(pieces))  # type: ignore[arg-type]  # five numbers each


def settled(starts: Sequence[float]) -> list[float]:
    """Where records begin, without the noise that rounding leaves: none begins a hair before the one ahead of it.

    Records of which one begins by less than `NOISE` too early keep the order of the file. Sorted, the last would come
    before a record that is next to nothing long, and lose all its length to that.
    """
    kept: list[float] = []
    for start in starts:
        is_noise = bool(kept) and kept[-1] - NOISE <= start < kept[-1]
        kept.append(kept[-1] if is_noise else start)
    return kept


def combined(weight: float, first: Pieces, other_weight: float, other: Pieces) -> tuple[Piece, ...]:
    """The sum of two profiles, each times a weight; exact, since both are written anew wherever either changes."""
    starts = sorted({0.0, *(piece[0] for piece in first), *(piece[0] for piece in other)})
    return tuple([_sum(s, weight, _at(first, s), other_weight, _at(other, s)) for s in starts])


def moved(pieces: Pieces, by: float) -> tuple[Piece, ...]:
    """The same profile with s counted from further along the road."""
    if not pieces:
        return ()
    return ((0.0, *_at(pieces, by)), *((piece[0] - by, *piece[1:]) for piece in pieces if piece[0] > by))


def _sum(s: float, weight: float, first: Coefficients, other_weight: float, other: Coefficients) -> Piece:
    a, b, c, d = (weight * p + other_weight * q for p, q in zip(first, other, strict=True))
    return s, a, b, c, d


def _at(pieces: Pieces, s: float) -> Coefficients:
    """The coefficients that count at s, for a distance counted from s."""
    if not pieces:
        return 0.0, 0.0, 0.0, 0.0
    start, a, b, c, d = next((piece for piece in reversed(pieces) if piece[0] <= s), pieces[0])
    x = s - start
    return a + x * (b + x * (c + x * d)), b + x * (2.0 * c + 3.0 * x * d), c + 3.0 * x * d, d
