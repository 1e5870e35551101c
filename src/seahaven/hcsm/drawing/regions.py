"""How the children of a concurrent machine share its room: in rows, each child as high as its row."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Line", "Regions", "share"]

_GAP = 22.0
_SHAPE = 1.7
"""How much wider than high a machine should be."""

Size = tuple[float, float]
Line = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Regions:
    """Top left corners and sizes of the children, and the lines between them."""

    corners: tuple[Size, ...]
    sizes: tuple[Size, ...]
    lines: tuple[Line, ...]
    width: float
    height: float


def share(sizes: Sequence[Size], room: Size = (0.0, 0.0)) -> Regions:
    """Set boxes of at least these sizes in rows, in their order; the whole has a good shape, and fills the room.

    Which box is in which row depends on their sizes alone.
    """
    choices = [_rows(sizes, count) for count in range(1, len(sizes) + 1)]
    return _laid(sizes, min(choices, key=lambda rows: abs(math.log(_shape(sizes, rows) / _SHAPE))), room)


def _rows(sizes: Sequence[Size], count: int) -> list[range]:
    """The indices in at most so many rows, the widest of them as narrow as possible."""
    spans = [range(a, b) for a in range(len(sizes)) for b in range(a + 1, len(sizes) + 1)]
    widest = max(width for width, _ in sizes)
    limits = sorted(limit for span in spans if (limit := _width(sizes, span)) >= widest)
    return next(rows for limit in limits if len(rows := _filled(sizes, limit)) <= count)


def _filled(sizes: Sequence[Size], limit: float) -> list[range]:
    """Rows no wider than that, each filled before the next begins."""
    rows, first = [], 0
    for end in range(1, len(sizes) + 1):
        if end == len(sizes) or _width(sizes, range(first, end + 1)) > limit:
            rows.append(range(first, end))
            first = end
    return rows


def _width(sizes: Sequence[Size], row: range) -> float:
    return sum(sizes[n][0] for n in row) + _GAP * (len(row) - 1)


def _height(sizes: Sequence[Size], row: range) -> float:
    return max(sizes[n][1] for n in row)


def _shape(sizes: Sequence[Size], rows: Sequence[range]) -> float:
    heights = [_height(sizes, row) for row in rows]
    return max(_width(sizes, row) for row in rows) / (sum(heights) + _GAP * (len(rows) - 1))


def _laid(sizes: Sequence[Size], rows: Sequence[range], room: Size) -> Regions:
    heights = _stretched([_height(sizes, row) for row in rows], room[1])
    whole = max(room[0], *(_width(sizes, row) for row in rows))
    corners, grown, lines, y = [], [], [], 0.0
    for row, height in zip(rows, heights, strict=True):
        x = 0.0
        if y:
            lines.append((0.0, y - _GAP / 2, whole, y - _GAP / 2))
        for width in _stretched([sizes[n][0] for n in row], whole):
            if x:
                lines.append((x - _GAP / 2, y, x - _GAP / 2, y + height))
            corners.append((x, y))
            grown.append((width, height))
            x += width + _GAP
        y += height + _GAP
    return Regions(tuple(corners), tuple(grown), tuple(lines), whole, y - _GAP)


def _stretched(lengths: Sequence[float], room: float) -> list[float]:
    """Lengths in proportion that fill the room together with the gaps between them, but never shorter."""
    factor = max(1.0, (room - _GAP * (len(lengths) - 1)) / sum(lengths))
    return [length * factor for length in lengths]
