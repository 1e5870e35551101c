"""What bodies on wheels measure and can do: values for the columns of a vehicle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any

from seahaven.errors import InputError, nearest

__all__ = ["BODIES", "BODY_BOUNDS", "Body"]

BODY_BOUNDS: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "length": (0.2, 500.0),
        "width": (0.1, 10.0),
        "height": (0.1, 10.0),
        "power": (0.01, 10_000.0),
        "traction": (0.01, 20.0),
        "braking": (0.1, 20.0),
        "drag": (1e-6, 1.0),
    }
)
"""Within which a body makes sense, in its own units; far beyond all vehicles."""


@dataclass(frozen=True, slots=True)
class Body:
    """The size and the abilities of a kind of vehicle; everything by its mass, so that masses are not needed.

        world.add_many("vehicle", 20, **Body.preset("truck").columns, ...)

    The defaults are those of a middle-class car with 90 kW and 1,500 kg.
    """

    kind: str = "car"
    """One of the kinds of the column of that name."""
    length: float = 4.6
    """m"""
    width: float = 1.85
    """m, without mirrors"""
    height: float = 1.5
    """m"""
    power: float = 60.0
    """W/kg, what the engine gives at any speed"""
    traction: float = 4.5
    """m/s², the most that the driven wheels put down on dry road"""
    braking: float = 9.0
    """m/s², with the pedal to the floor on dry road"""
    drag: float = 2.6e-4
    """1/m, deceleration by air over the square of the speed: half the air's density times c_w A over the mass"""

    def __post_init__(self) -> None:
        for name, (least, most) in BODY_BOUNDS.items():
            value = getattr(self, name)
            if not value > 0.0:
                raise InputError(f"a body's {name} must be above 0, not {value!r}")
            if not least <= value <= most:
                raise InputError(f"a body's {name} is {value:g}; expected {least:g} to {most:g}")

    @classmethod
    def preset(cls, name: str) -> Body:
        """The body of that name among `BODIES`."""
        if name not in BODIES:
            raise InputError(f"there is no body '{name}'{nearest(name, BODIES)}")
        return BODIES[name]

    @property
    def columns(self) -> dict[str, Any]:
        """The body as values for the columns of the same names."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


BODIES: Mapping[str, Body] = MappingProxyType(
    {
        "car": Body(),
        # 1,050 kg with 51 kW
        "small car": Body(length=3.7, width=1.65, height=1.5, power=48.0, traction=4.0, drag=3.6e-4),
        # 2,800 kg with 103 kW, c_w A of 1.6 m²
        "van": Body(length=5.9, width=2.0, height=2.6, power=37.0, traction=3.5, braking=8.0, drag=3.4e-4),
        # 15 t with 206 kW, c_w A of 5 m²
        "truck": Body("truck", 9.5, 2.5, 3.6, power=13.7, traction=2.2, braking=7.0, drag=2.0e-4),
        # a tractor with its trailer, 36 t with 330 kW, c_w A of 5.5 m²
        "trailer truck": Body("truck", 16.5, 2.55, 4.0, power=9.2, traction=1.5, braking=6.5, drag=9.2e-5),
        # a coach, 18 t with 300 kW, c_w A of 4.5 m²
        "bus": Body("bus", 13.0, 2.55, 3.7, power=16.7, traction=2.0, braking=7.0, drag=1.5e-4),
        # 290 kg with its rider, 60 kW, c_w A of 0.4 m²
        "motorcycle": Body("motorcycle", 2.2, 0.85, 1.5, power=205.0, traction=6.0, braking=8.5, drag=8.3e-4),
        # 90 kg with its rider, who gives 120 W, c_w A of 0.6 m²
        "bicycle": Body("bicycle", 1.8, 0.6, 1.7, power=1.3, traction=1.2, braking=4.5, drag=4.0e-3),
    }
)
"""Bodies by name. Masses and engines of ordinary vehicles on European motorways; trucks have 8 to 14 W/kg."""
