"""What stands around a map: title, scale bar, north, and what the colours mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor, log10
from typing import NamedTuple

from seahaven.files import Element, new_element
from seahaven.roads.drawing.outline import number
from seahaven.roads.drawing.palette import CAPTIONS, INK, SURFACES, THINGS

MARGIN = 16.0
TITLE, LINE = 20.0, 18.0
"""Font size of the title, and height of a line below the map, in pixels."""
SIZE = 11.5
NARROW, USUAL, WIDE = 0.27, 0.56, 0.8
"""Widths of letters as shares of the font's size."""
BAR = 140.0
"""Pixels of a scale bar at most."""
SWATCH = 16.0
NORTH = 24.0
LEAST_WIDTH = 300.0


class Entry(NamedTuple):
    """A line of the legend: a colour, and what it stands for."""

    colour: str
    caption: str

    @property
    def width(self) -> float:
        """In pixels, with the space up to the next one."""
        return SWATCH + 6.0 + _text_width(self.caption) + 16.0


def _text_width(text: str) -> float:
    return SIZE * sum(NARROW if letter in "fijlt, " else WIDE if letter in "mw" else USUAL for letter in text)


def surface_entries(seen: set[str]) -> list[Entry]:
    """What the colours of lanes mean, of those that are in sight."""
    return [Entry(SURFACES[name], caption) for name, caption in reversed(CAPTIONS.items()) if name in seen]


def thing_entries(seen: set[str]) -> list[Entry]:
    """What the colours of things beside the road mean, of those that are in sight."""
    return [Entry(colour, caption) for name, (colour, _, caption) in THINGS.items() if name in seen]


def head_height(title: str) -> float:
    """The height of the title above a map, in pixels."""
    return MARGIN + (TITLE + 6.0 if title else 0.0)


def head(title: str) -> Iterator[Element]:
    """The title."""
    if title:
        base = MARGIN + 0.75 * TITLE
        look = {"x": number(MARGIN), "y": number(base), "font-size": number(TITLE), "font-weight": "bold"}
        yield new_element("text", look, text=title)


def foot_height(entries: Sequence[Entry], width: float) -> float:
    """The height of what stands below a map of that width, in pixels."""
    return MARGIN + max(NORTH, LINE * (1 + len(_rows(entries, width)))) + 4.0


def foot(entries: Sequence[Entry], *, top: float, width: float, scale: float) -> Iterator[Element]:
    """The scale bar on the left, north on the right, and the legend below."""
    yield from _scale_bar(top + 12.0, scale)
    yield from _north(MARGIN + width - 8.0, top + 10.0)
    for row, line in enumerate(_rows(entries, width)):
        yield from _entries(line, top + 16.0 + LINE * (row + 1))


def _rows(entries: Sequence[Entry], width: float) -> list[list[Entry]]:
    """The legend, broken into lines that fit."""
    rows: list[list[Entry]] = []
    room = 0.0
    for entry in entries:
        if entry.width > room or not rows:
            rows.append([])
            room = width
        rows[-1].append(entry)
        room -= entry.width
    return rows


def _entries(entries: Sequence[Entry], middle: float) -> Iterator[Element]:
    x = MARGIN
    for entry in entries:
        box = {"x": number(x), "y": number(middle - 5.0), "width": number(SWATCH), "height": "10", "rx": "2"}
        yield new_element("rect", {**box, "fill": entry.colour})
        look = {"x": number(x + SWATCH + 6.0), "y": number(middle + 4.0), "font-size": number(SIZE)}
        yield new_element("text", look, text=entry.caption)
        x += entry.width


def _scale_bar(middle: float, scale: float) -> Iterator[Element]:
    metres = round_length(BAR / scale)
    length = metres * scale
    ends = f"M{number(MARGIN)} {number(middle - 4.0)}v8m0-4h{number(length)}m0-4v8"
    yield new_element("path", {"d": ends, "fill": "none", "stroke": INK, "stroke-width": "1.2"})
    text = f"{metres / 1000.0:g} km" if metres >= 1000.0 else f"{metres:g} m"
    look = {"x": number(MARGIN + length + 8.0), "y": number(middle + 4.0), "font-size": number(SIZE)}
    yield new_element("text", look, text=text)


def round_length(most: float) -> float:
    """The longest of 1, 2, 5, 10, 20, … metres that is not longer.

    >>> round_length(70.0), round_length(0.3)
    (50.0, 0.2)
    """
    unit = 10.0 ** floor(log10(most))
    return max(step * unit for step in (1.0, 2.0, 5.0) if step * unit <= most)


def _north(x: float, y: float) -> Iterator[Element]:
    needle = f"M{number(x)} {number(y - 10.0)}l5 14-5-3.5-5 3.5z"
    yield new_element("path", {"d": needle, "fill": INK})
    look = {"x": number(x), "y": number(y + 14.5), "font-size": "10", "font-weight": "bold", "text-anchor": "middle"}
    yield new_element("text", look, text="N")
