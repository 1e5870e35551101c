"""Bounds of values that no schema knows: columns of the world, parameters of modules, values of buttons and dials."""

from __future__ import annotations

from collections.abc import Mapping

from seahaven.files import Dimension, Within
from seahaven.hcsm import Port
from seahaven.motion import BODY_BOUNDS
from seahaven.takes.dimensions import DIMENSIONS
from seahaven.traffic import TRAIT_BOUNDS, WEATHER_BOUNDS

__all__ = ["LIMITS", "column_limit", "limit_between", "order_limit"]

LIMITS: Mapping[Dimension, Within] = {
    "length": Within("length", "-20000 km", "20000 km"),
    "time": Within("time", "-7 days", "7 days"),
    "speed": Within("speed", "-1000 km/h", "1000 km/h"),
    "acceleration": Within("acceleration", "-100 m/s²", "100 m/s²"),
    "jerk": Within("jerk", "-1000 m/s³", "1000 m/s³"),
    "angle": Within("angle", "-7200 deg", "7200 deg"),
    "angular speed": Within("angular speed", "-7200 deg/s", "7200 deg/s"),
    "curvature": Within("curvature", "-10 1/m", "10 1/m"),
    "rate": Within("rate", "0 Hz", "100 kHz"),
    "flow": Within("flow", "0/h", "100000/h"),
    "density": Within("density", "0/km", "1000/km"),
    "mass": Within("mass", "0 kg", "1000 t"),
    "force": Within("force", "-10000 kN", "10000 kN"),
    "specific power": Within("specific power", "0 W/kg", "10000 W/kg"),
    "rainfall": Within("rainfall", "0 mm/h", "1000 mm/h"),
    "ratio": Within("ratio", -(10**15), 10**15),
}
"""What holds for a quantity of which nothing else is known."""

_ORDERS: Mapping[str, Within] = {
    "m/s": Within("speed", "0 km/h", "252 km/h"),
    "m/s²": Within("acceleration", "0 m/s²", "20 m/s²"),
    "m": Within("length", "-10 km", "10 km"),
    "s": Within("time", "0 s", "7 days"),
    "mm/h": Within("rainfall", "0 mm/h", "1000 mm/h"),
    "": LIMITS["ratio"],
}
"""What buttons and dials take, by their unit."""
_OWN: Mapping[str, Within] = {
    "closeness": Within("ratio", 0, 10),
    "factor": Within("ratio", 0, 10),
    "reach": Within("length", "0 m", "10000 km"),
}
"""What some of them take."""


def column_limit(name: str, unit: str) -> Within:
    """The bounds of a column, or of a module's parameter."""
    if name in _COLUMNS:
        return limit_between(unit, *_COLUMNS[name])
    return LIMITS[DIMENSIONS.get(unit, "ratio")]


def order_limit(declared: Port) -> Within:
    """The bounds of what a button or dial is told."""
    if declared.least is not None and declared.most is not None:
        return limit_between(declared.unit, declared.least, declared.most)
    if declared.name in WEATHER_BOUNDS:
        return limit_between(declared.unit, *WEATHER_BOUNDS[declared.name])
    return _OWN.get(declared.name) or _ORDERS.get(declared.unit) or LIMITS[DIMENSIONS.get(declared.unit, "ratio")]


_COLUMNS: Mapping[str, tuple[float, float]] = {**TRAIT_BOUNDS, **BODY_BOUNDS}


def limit_between(unit: str, least: float, most: float) -> Within:
    """Bounds in a unit that values are held in."""
    low, high = (f"{bound:.10g} {unit}".rstrip() for bound in (least, most))
    return Within(DIMENSIONS.get(unit, "ratio"), low, high)
