"""Road marks as painted: where they lie, how wide, broken or solid, single or double, and their colour."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from seahaven.files import Element, new_element
from seahaven.roads.drawing.outline import number, path_data, simplified
from seahaven.roads.drawing.palette import PAINT
from seahaven.roads.drawing.ribbon import Ribbons
from seahaven.roads.model import Lane, Mark, MarkKind

WIDTHS = {"bold": 0.25}
USUAL = 0.12
"""Metres, where a mark does not say how wide it is."""
THINNEST = 0.7
"""Pixels; a thinner line would be a haze."""
LEAST_SCALE = 1.0
"""Pixels per metre below which marks would hide the lanes."""
DASH, SPACE = 3.0, 4.5
"""Metres of paint, and between, of a broken line."""
KERB_COLOUR = "#aaa598"

_LINES = {
    MarkKind.SOLID: "-",
    MarkKind.BROKEN: ":",
    MarkKind.SOLID_SOLID: "--",
    MarkKind.SOLID_BROKEN: "-:",
    MarkKind.BROKEN_SOLID: ":-",
    MarkKind.BROKEN_BROKEN: "::",
    MarkKind.BOTTS_DOTS: ".",
    MarkKind.CURB: "k",
    MarkKind.CUSTOM: "-",
}
"""What is painted, from the road's middle outwards; edges and grass are no paint."""


class Pen(NamedTuple):
    """What a line is drawn with: colour, width in pixels, and its dashes."""

    colour: str
    width: str
    dashes: str


def mark_lines(ribbons: Ribbons, roads: list[int]) -> Element:
    """All marks of some roads, those of one look together."""
    drawn: dict[Pen, list[str]] = {}
    if ribbons.window.scale >= LEAST_SCALE:
        for road in roads:
            for pen, data in _of_road(ribbons, road):
                drawn.setdefault(pen, []).append(data)
    paths = [_path(pen, "".join(drawn[pen])) for pen in sorted(drawn)]
    return new_element("g", {"class": "line"}, paths)


def _path(pen: Pen, data: str) -> Element:
    look = {"stroke": pen.colour, "stroke-width": pen.width, "stroke-dasharray": pen.dashes or None, "d": data}
    return new_element("path", look)


def _of_road(ribbons: Ribbons, index: int) -> Iterator[tuple[Pen, str]]:
    road = ribbons.lane_map.network.roads[index]
    for place, section in enumerate(road.sections):
        start, end = road.stretch(place)
        for lane in section.lanes:
            found = _carrier(ribbons, index, place, lane)
            if found:
                for mark, low, high in _stretches(lane, start, end):
                    yield from _strokes(ribbons, *found, lane, mark, (low, high))


def _carrier(ribbons: Ribbons, road: int, place: int, lane: Lane) -> tuple[int, float] | None:
    """The lane, and the side of it, along which the marks of a lane lie: the outer one; the middle has no strip."""
    if lane.id:
        found = ribbons.lane(road, place, lane.id)
        return None if found is None else (found, 1.0 if lane.id > 0 else -1.0)
    for beside, side in ((-1, 1.0), (1, -1.0)):
        found = ribbons.lane(road, place, beside)
        if found is not None:
            return found, side
    return None


def _stretches(lane: Lane, start: float, end: float) -> Iterator[tuple[Mark, float, float]]:
    """Each mark with the s of the road from and up to which it counts."""
    marks = [*lane.marks[:1], *(mark for before, mark in pairwise(lane.marks) if not _looks_like(before, mark))]
    begins = [*(start + mark.s for mark in marks), end]
    for mark, (low, high) in zip(marks, pairwise(begins), strict=True):
        yield mark, low, min(high, end)


def _looks_like(before: Mark, mark: Mark) -> bool:
    return (before.kind, before.color, before.width, before.weight) == (mark.kind, mark.color, mark.width, mark.weight)


def _strokes(
    ribbons: Ribbons, carrier: int, side: float, lane: Lane, mark: Mark, stretch: tuple[float, float]
) -> Iterator[tuple[Pen, str]]:
    lines = _LINES.get(mark.kind, "")
    width = max((mark.width or WIDTHS.get(mark.weight, USUAL)) * ribbons.window.scale, THINNEST)
    # Of the middle lane the left one is first; elsewhere the one towards the middle.
    outwards = 1.0 if lane.id > 0 else -1.0
    for place, line in enumerate(lines):
        aside = outwards * (2 * place - len(lines) + 1) * width / ribbons.window.scale
        data = path_data(simplified(part) for part in ribbons.border(carrier, side, *stretch, aside))
        if data:
            yield _pen(line, mark, width, ribbons.window.scale), data


def _pen(line: str, mark: Mark, width: float, scale: float) -> Pen:
    colour = KERB_COLOUR if line == "k" else PAINT.get(mark.color, PAINT["white"])
    if line == ":":
        return Pen(colour, number(width), f"{number(max(DASH * scale, 2.0))} {number(max(SPACE * scale, 2.5))}")
    if line == ".":
        return Pen(colour, number(width), f"{number(width)} {number(max(1.2 * scale, 2.0 * width))}")
    return Pen(colour, number(width), "")
