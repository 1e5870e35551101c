"""What the weather does to all drivers alike, reckoned once for as long as it stays as it is."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Self

from seahaven.behaviour.weather import dark_reach, gloom, weather_pace
from seahaven.world import Reader

__all__ = ["Sky"]

Row = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Sky:
    """A row of the weather, and what comes of it: the average driver's pace, how gloomy it is, how far dark things are
    seen in one's own beam and without."""

    row: Row = (inf, 1.0, 0.0, 1.0)
    """Visibility, grip, rain and daylight: by default, those of a clear, dry day."""
    pace: float = 1.0
    gloom: float = 0.0
    beam: float = inf
    darkness: float = inf

    @classmethod
    def of(cls, row: Row) -> Self:
        """What comes of a row of the weather."""
        visibility, grip, rain, daylight = row
        beam, darkness = dark_reach(daylight)
        pace = weather_pace(visibility, grip, rain, daylight)
        return cls(row, pace, gloom(visibility, rain, daylight), beam, darkness)

    @property
    def visibility(self) -> float:
        """How far one sees (m)."""
        return self.row[0]

    @property
    def grip(self) -> float:
        """Of the road, 1 when dry."""
        return self.row[1]

    @property
    def numbers(self) -> tuple[float, ...]:
        """What compiled code takes of it."""
        return (*self.row, self.beam, self.darkness, self.pace, self.gloom)


CLEAR = Sky()


def sky_now(before: Sky | None, weather: Reader) -> Sky:
    """The sky of the world's weather: the same object as before for as long as nothing has changed."""
    if not len(weather):
        return before or CLEAR
    row = weather.visibility.item(0), weather.grip.item(0), weather.rain.item(0), weather.daylight.item(0)
    return before if before is not None and before.row == row else Sky.of(row)
