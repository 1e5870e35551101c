"""How drivers respond to weather and darkness: the speed they like, when they light up, how far they see unlit things.

One parameter set, `WeatherResponse`, and the functions that read it. Perception calls them, and the results reach
drivers and virtual subjects by the columns `weather_pace` and `gloomy`; nothing else turns weather into a speed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Final, TypeAlias, TypeVar

import numpy as np

from seahaven.geometry import Floats, Truths

__all__ = ["RESPONSE", "WeatherResponse", "dark_reach", "gloom", "lights_up", "own_pace", "weather_pace"]

Curve: TypeAlias = tuple[tuple[float, float], ...]
"""Points of a line: a quantity of the weather, ascending, and what comes of it."""
Number = TypeVar("Number", float, Floats)


@dataclass(frozen=True, slots=True)
class WeatherResponse:
    """How the average driver responds; the trait `weather_caution` says how much more or less one driver does.

    Sources in full, and what they measured, are in docs/traffic.md, section Weather. Speeds are shares of the speed
    that the same driver likes on a clear, dry day.
    """

    by_rain: Curve = ((0.0, 1.0), (0.25, 0.98), (2.5, 0.965), (6.4, 0.93), (16.0, 0.91), (50.0, 0.86))
    """Speed by rain (mm/h). Hranac et al. (2006): 2 to 3.6 % less in the lightest rain, 6 to 9 % less at 16 mm/h; HCM
    (2016): 4 to 7 % less from 2.5 to 6.4 mm/h, 6 to 9 % beyond; FHWA: 3 to 16 % in heavy rain. Steeper: rain slows
    traffic more."""
    by_grip: Curve = ((0.1, 0.65), (0.3, 0.86), (0.5, 0.92), (0.75, 0.97), (1.0, 1.0))
    """Speed by the road's grip. Kyte et al. (2001): 16 km/h less on snow; HCM (2016): 6 to 19 % less in snow; FHWA: 3
    to 13 % in light snow, 5 to 40 % in heavy snow, whose upper end is taken for ice. Steeper: snow and ice slow traffic
    more."""
    by_visibility: Curve = (
        (10.0, 0.25), (30.0, 0.5), (50.0, 0.65), (100.0, 0.83), (150.0, 0.9), (200.0, 0.94), (400.0, 0.97),
        (1000.0, 1.0),
    )  # fmt: skip
    """Speed by visibility (m). FHWA: 10 to 12 % less in low visibility; Khan et al. (2018): 10 % in near fog, 3 % in
    distant fog; Kyte et al. (2001): 0.77 km/h less for every 10 m below 280 m; Sumner et al. (1977): at 50 m more than
    half drive too fast to stop within it. Below 100 m the curve is ours. Steeper: fog slows traffic more."""
    night: float = 0.03
    """Share of the speed that darkness takes away on unlit roads. Measured differences are small, from none (Jägerbrand
    and Sjöbergh, 2016) to some per cent (Bassani and Mutani, 2012). Larger: slower nights."""
    dusk: float = 0.3
    """Daylight below which darkness matters, in proportion. Ours: a day under heavy clouds is brighter. Larger: the
    effects of night begin earlier in the evening."""
    slowest: float = 0.2
    """The least share of its speed that the most cautious driver keeps. Ours: keeps traffic moving in the thickest fog.
    """
    light_daylight: float = 0.6
    """Daylight below which the average driver lights the lamps. Ours: about sunset. Larger: lamps are lit earlier."""
    light_visibility: float = 300.0
    """Visibility (m) below which it does: 1,000 feet in the Uniform Vehicle Code, section 12-201. Larger: in haze."""
    light_rain: float = 1.0
    """Rain (mm/h) above which it does: many US states ask for lamps wherever wipers are on. Smaller: in a drizzle."""
    beam: float = 45.0
    """How far (m) something without a light is seen at night in one's own dipped beam. Olson and Sivak (1983): dark
    clothing from 30 to 50 m; Uniform Vehicle Code, chapter 12: persons and vehicles from 30 m at least. Larger:
    fewer collisions with what is unlit."""
    darkness: float = 15.0
    """How far (m) something without a light is seen at night without one's own lamps, and behind oneself. Ours."""
    by_day: float = 10_000.0
    """How far (m) something without a light is seen when dusk begins; from there to night it falls as a power. Ours."""


RESPONSE: Final = WeatherResponse()


@lru_cache(maxsize=256)
def weather_pace(
    visibility: float, grip: float, rain: float, daylight: float, *, response: WeatherResponse = RESPONSE
) -> float:
    """The speed that the average driver likes in this weather, as a share of that on a clear day: 1.0 there, exactly.

    Of rain, grip and visibility the worst counts, not their product: who measured speeds in rain or snow measured them
    on wet or white roads, with the visibility that goes with it. Darkness comes on top.

    >>> weather_pace(10_000.0, 1.0, 0.0, 1.0)
    1.0
    >>> round(weather_pace(150.0, 0.9, 0.0, 0.8), 2)
    0.9
    """
    worst = min(
        _along(response.by_rain, rain), _along(response.by_grip, grip), _along(response.by_visibility, visibility)
    )
    return worst * (1.0 - response.night * _darkness(daylight, response))


def own_pace(pace: float, caution: Number, *, response: WeatherResponse = RESPONSE) -> Number:
    """The share of its speed that a driver keeps: `caution` times as much is taken away as of the average driver's."""
    kept: Number = np.maximum(1.0 - caution * (1.0 - pace), response.slowest)
    return kept


def gloom(visibility: float, rain: float, daylight: float, *, response: WeatherResponse = RESPONSE) -> float:
    """How dark, misty or wet it is: at 1 the average driver lights its lamps."""
    dim = (1.0 - daylight) / (1.0 - response.light_daylight)
    return max(dim, response.light_visibility / visibility, rain / response.light_rain)


def lights_up(gloom: float, caution: Floats) -> Truths:
    """Which drivers light their lamps: the cautious earlier, all of them at night, whatever their caution."""
    lit: Truths = gloom * (0.5 + 0.5 * caution) > 1.0
    return lit


def dark_reach(daylight: float, *, response: WeatherResponse = RESPONSE) -> tuple[float, float]:
    """How far one sees what has no light: in the beam of one's own lamps, and without; infinite by day."""
    share = _darkness(daylight, response)
    if share <= 0.0:
        return inf, inf
    day, night = response.by_day ** (1.0 - share), (response.beam**share, response.darkness**share)
    return day * night[0], day * night[1]


def _darkness(daylight: float, response: WeatherResponse) -> float:
    """0 by day, 1 in the darkest night."""
    return min(max(1.0 - daylight / response.dusk, 0.0), 1.0)


def _along(curve: Curve, at: float) -> float:
    """The height of a line of points, level before the first and beyond the last."""
    places, heights = zip(*curve, strict=True)
    return float(np.interp(at, places, heights))
