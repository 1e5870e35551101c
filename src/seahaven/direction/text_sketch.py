"""Sketches of situations from above in letters, for terminals: the same places as in the picture."""

from __future__ import annotations

from typing import Final

from seahaven.direction.siting import notes_of
from seahaven.direction.situation import Situation
from seahaven.direction.sketch import WIDTH, Picture, SketchedCar, wanted_span
from seahaven.direction.sketch_places import MEETING, MINOR

__all__ = ["text_sketch"]

COLUMNS: Final = 76
"""How many letters wide a sketch is."""


def text_sketch(situation: type[Situation]) -> str:
    """The sketch of a situation in letters.

    It is for terminals; `sketch` draws the same as a picture.

        ────────────────────────────────────────────────────────
              [subject>            [lead>
        ────────────────────────────────────────────────────────
                      |<-- gap --->|
    """
    notes = notes_of(situation)
    picture = Picture.of(situation)
    lanes, cars = picture.lanes + picture.has_oncoming, picture.cars()
    rows = [_Row() for _ in range(2 * lanes + 1)]
    for k in range(lanes + 1):
        is_edge, is_middle = k in (0, lanes), k == 1 and picture.has_oncoming
        rows[2 * k].fill("─" if is_edge or is_middle else "╌")
    for car in cars.values():
        lane = int((car.y - picture.top) // picture.lane_height)
        if 0 <= lane < lanes:
            rows[2 * lane + 1].put(car)
    above, below = _Row(), list[_Row]()
    if notes.needs.junction in ("left turn", "crossing"):
        _cross(rows, above, notes.needs.junction == "crossing")
    for car in cars.values():
        if car.y > picture.bottom:
            below.append(_Row())
            below[-1].put(car)
    lines = [*([above] if str(above) else []), *rows, *below]
    return "\n".join([*map(str, lines), _wanted(situation, picture)])


def _wanted(situation: type[Situation], picture: Picture) -> str:
    """What is wanted at the critical moment, between the two that it is about, or in words."""
    text, span = wanted_span(situation, picture)
    if span is None:
        return f"  {text}"
    begin, end = (round(COLUMNS * x / WIDTH) for x in span)
    arrow = f"{' ' * begin}|<{'-' * max(end - begin - 4, 1)}>|"
    fits = len(arrow) + 2 + len(text) <= COLUMNS
    return f"{arrow}  {text}" if fits else f"{arrow}\n{' ' * begin}{text}"


class _Row:
    """A line of letters."""

    def __init__(self) -> None:
        self._letters = [" "] * COLUMNS

    def fill(self, letter: str) -> None:
        """Draw a line from end to end."""
        self._letters = [letter] * COLUMNS

    def write(self, column: int, text: str) -> None:
        """Write from a column on, as much as there is room for."""
        for k, letter in enumerate(text):
            if 0 <= column + k < COLUMNS:
                self._letters[column + k] = letter

    def put(self, car: SketchedCar) -> None:
        """A vehicle with its name, pointing where it goes."""
        shapes = {0.0: "[{}>", 180.0: "<{}]", -90.0: "^{}"}
        text = shapes.get(car.turn, "/{}>").format(car.name)
        self.write(round(COLUMNS * car.x / WIDTH) - len(text) // 2, text)

    def __str__(self) -> str:
        return "".join(self._letters).rstrip()


def _cross(rows: list[_Row], above: _Row, goes_on: bool) -> None:
    """A road that crosses, or leads off to the left."""
    left, right = (round(COLUMNS * (MEETING + side * 0.5 * MINOR) / WIDTH) for side in (-1.0, 1.0))
    inside = " " * (right - left - 1)
    above.write(left, f"│{inside}│")
    for row in rows[2:-1:2]:
        row.write(left + 1, inside)
    rows[0].write(left, f"┘{inside}└")
    if goes_on:
        rows[-1].write(left, f"┐{inside}┌")
