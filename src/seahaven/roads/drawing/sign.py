"""Lights and signs as small symbols, drawn once each and set where they stand."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, floor, hypot, sin

import numpy as np

from seahaven.files import Element, new_element
from seahaven.geometry import Floats
from seahaven.roads.drawing.outline import number
from seahaven.roads.drawing.paint import is_painted
from seahaven.roads.drawing.ribbon import Ribbons
from seahaven.roads.drawing.words import speed_number, speed_text
from seahaven.roads.model import Signal, SignalKind

RADIUS = 1.3
"""Metres from the middle of a symbol to its edge, as far as that is legible and not too large:"""
SMALLEST, LARGEST = 4.0, 9.0
"""Pixels; and at least so many in a strip of a map, where there is room beside the road:"""
SMALLEST_IN_STRIP = 7.0
LEAST_SCALE = 0.3
"""Pixels per metre below which a map shows no signs, and"""
LEAST_LIMIT_SCALE = 0.8
"""below which it shows only those that say who goes first."""
MOST_BESIDE = 4
"""How many symbols may stand side by side."""
LETTERED = 6.5
"""Pixels; on smaller boards words would be specks, so they stay plain."""
UNIT = 5.0
"""The radius in which symbols are described."""
RED, AMBER, GREEN, BLUE, YELLOW, DARK = "#d4342a", "#f2b233", "#3fae55", "#2f6fb5", "#f5c935", "#20262c"

_MINOR = {SignalKind.SPEED_LIMIT, SignalKind.SPEED_LIMIT_ENDS, SignalKind.CROSSWALK, SignalKind.OTHER}
_CROSS_OUT = {"d": "M-3.2 3.2L3.2-3.2", "stroke": DARK, "stroke-width": "1.3"}


def _shape(tag: str, **look: str) -> Element:
    return new_element(tag, {name.replace("_", "-"): value for name, value in look.items()})


def _lamps(*colours: str) -> list[Element]:
    half = 1.65 * len(colours) + 0.5
    box = _shape("rect", x="-2.4", y=f"{-half:g}", width="4.8", height=f"{2 * half:g}", rx="1.4", fill=DARK)
    middles = [f"{1.65 * (2 * place - len(colours) + 1):g}" for place in range(len(colours))]
    return [box, *(_shape("circle", cy=y, r="1.35", fill=colour) for y, colour in zip(middles, colours, strict=True))]


def _board(data: str, fill: str, edge: str, width: str = "1.3") -> Element:
    return _shape("path", d=data, fill=fill, stroke=edge, stroke_width=width, stroke_linejoin="round")


_DIAMOND = "M0-4.6L4.6 0 0 4.6-4.6 0z"
_UP = "M0-4.3L4.6 3.7-4.6 3.7z"
_DOWN = "M0 4.3L4.6-3.7-4.6-3.7z"
_OCTAGON = "M-1.9-4.5L1.9-4.5 4.5-1.9 4.5 1.9 1.9 4.5-1.9 4.5-4.5 1.9-4.5-1.9z"


def _symbol(kind: SignalKind) -> list[Element]:
    """The shapes of a symbol within 5 units around its middle."""
    match kind:
        case SignalKind.LIGHT:
            return _lamps(RED, AMBER, GREEN)
        case SignalKind.PEDESTRIAN_LIGHT:
            return _lamps(RED, GREEN)
        case SignalKind.STOP:
            return [_board(_OCTAGON, RED, "#ffffff", "0.6")]
        case SignalKind.YIELD:
            return [_board(_DOWN, "#ffffff", RED)]
        case SignalKind.PRIORITY_ROAD:
            return [_board(_DIAMOND, "#ffffff", DARK, "0.5"), _board("M0-3L3 0 0 3-3 0z", YELLOW, YELLOW, "0.3")]
        case SignalKind.PRIORITY_ENDS:
            return [*_symbol(SignalKind.PRIORITY_ROAD), new_element("path", _CROSS_OUT)]
        case SignalKind.PRIORITY_HERE:
            arrow = _shape("path", d="M0 3L0-2M-1.7 1.4L1.7 1.4", stroke=DARK, stroke_width="1")
            return [_board(_UP, "#ffffff", RED), arrow]
        case SignalKind.RIGHT_FIRST:
            cross = _shape("path", d="M-1.3 0L1.3 2.8M1.3 0L-1.3 2.8", stroke=DARK, stroke_width="1")
            return [_board(_UP, "#ffffff", RED), cross]
        case SignalKind.ROUNDABOUT:
            ring = _shape(
                "circle", r="2.4", fill="none", stroke="#ffffff", stroke_width="1.3", stroke_dasharray="3.6 1.4"
            )
            return [_shape("circle", r="4.6", fill=BLUE), ring]
        case SignalKind.SPEED_LIMIT_ENDS:
            return [
                _shape("circle", r="4.3", fill="#ffffff", stroke=DARK, stroke_width="0.8"),
                new_element("path", _CROSS_OUT),
            ]
        case SignalKind.CROSSWALK:
            board = _shape("rect", x="-4.2", y="-4.2", width="8.4", height="8.4", rx="0.8", fill=BLUE)
            return [board, _board("M0-2.9L3 2.6-3 2.6z", "#ffffff", "#ffffff", "0.3")]
    return [_shape("circle", r="1.8", fill="#ffffff", stroke=DARK, stroke_width="0.8")]


def _stop_word() -> Element:
    look = {"class": "board-word", "y": "1.05", "font-size": "2.9", "textLength": "7.4"}
    return new_element("text", {**look, "lengthAdjust": "spacingAndGlyphs"}, text="STOP")


def _limit(text: str) -> list[Element]:
    ring = _shape("circle", r="4.1", fill="#ffffff", stroke=RED, stroke_width="1.5")
    size = "4.6" if len(text) < 3 else "3.6"
    look = {"y": "1.65", "font-size": size, "font-weight": "bold", "text-anchor": "middle"}
    return [ring, new_element("text", look, text=text)]


def signs(ribbons: Ribbons) -> tuple[list[Element], Element]:
    """What has to be described once, and every sign and light in sight.

    Of equal ones on one spot only one is drawn; different ones stand side by side, away from the road.
    """
    smallest = SMALLEST_IN_STRIP if ribbons.window.is_strip else SMALLEST
    radius = min(max(RADIUS * ribbons.window.scale, smallest), LARGEST)
    described: dict[str, Element] = {}
    placed: list[Element] = []
    crowd = _Crowd(2.0 * radius)
    for signal, place, outwards in _in_sight(ribbons):
        name, shapes = _look(signal, is_lettered=radius >= LETTERED)
        spot = crowd.spot(name, place, outwards)
        if spot is None:
            continue
        scaled = {"id": name, "transform": f"scale({number(radius / UNIT)})"}
        described.setdefault(name, new_element("g", scaled, shapes))
        title = new_element("title", text=_title(signal))
        placed.append(new_element("use", {"href": f"#{name}", "x": number(spot[0]), "y": number(spot[1])}, [title]))
    return [described[name] for name in sorted(described)], new_element("g", {}, placed)


class _Crowd:
    """The symbols that stand on a map so far, found by the cell of a grid in which they stand."""

    def __init__(self, size: float) -> None:
        self._size = size
        self._cells: dict[tuple[int, int], list[tuple[float, float, str]]] = {}

    def spot(self, name: str, place: Floats, outwards: Floats) -> tuple[float, float] | None:
        """The nearest free spot, from a place away from the road; None where the like stands already, or too many."""
        for shift in range(MOST_BESIDE):
            x, y = (place + shift * self._size * outwards).tolist()
            others = self._touched(x, y)
            if name in others:
                return None
            if not others:
                self._cells.setdefault(self._cell(x, y), []).append((x, y, name))
                return x, y
        return None

    def _cell(self, x: float, y: float) -> tuple[int, int]:
        return floor(x / self._size), floor(y / self._size)

    def _touched(self, x: float, y: float) -> list[str]:
        column, row = self._cell(x, y)
        cells = [(column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        return [
            name
            for cell in cells
            for u, v, name in self._cells.get(cell, ())
            if hypot(u - x, v - y) < 0.95 * self._size
        ]


def _in_sight(ribbons: Ribbons) -> Iterator[tuple[Signal, Floats, Floats]]:
    """Signs with their place in pixels, and the direction away from the road."""
    window = ribbons.window
    for road, signal in ribbons.lane_map.network.signals():
        least = LEAST_LIMIT_SCALE if signal.kind in _MINOR else LEAST_SCALE
        if window.scale >= least and not is_painted(signal):
            place = np.array(road.line.offset_point(signal.s, signal.t))
            if window.holds(place):
                heading = road.line.heading(signal.s)
                side = 1.0 if signal.t > 0.0 else -1.0
                yield signal, window.pixels(place), side * np.array([-sin(heading), -cos(heading)])


def _look(signal: Signal, *, is_lettered: bool) -> tuple[str, list[Element]]:
    if signal.kind is SignalKind.SPEED_LIMIT and signal.value is not None:
        text, unit = speed_number(signal.value)
        return f"limit-{text}-{unit.replace('/', '')}", _limit(text)
    words = [_stop_word()] if signal.kind is SignalKind.STOP and is_lettered else []
    return signal.kind.value.replace(" ", "-"), [*_symbol(signal.kind), *words]


def _title(signal: Signal) -> str:
    value = f" {speed_text(signal.value)}" if signal.kind is SignalKind.SPEED_LIMIT and signal.value is not None else ""
    words = signal.kind.value if signal.kind is not SignalKind.OTHER else signal.name or "sign"
    return f"{signal.id}: {words}{value}"
