"""Quantities as types for schemas: a field of type `Speed` takes `55 mph` or a bare number in SI.

Each accepts a number or text with a unit, and holds SI. Two are exact: `Duration` holds nanoseconds as an
integer, `Rate` holds Hz as a fraction. A bare number is in SI for these too: `hold: 2` is two seconds, and
the schema's own default is in what the field holds, `hold: Duration = parse_duration("2 s")`.
Bounds go on as `Annotated[Speed, Within("speed", "0 m/s", "252 km/h")]` (see `bounds`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, TypeAlias

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from seahaven.errors import UnitError
from seahaven.files.units import Dimension, parse_duration, parse_quantity, parse_rate, quantity_pattern, si_unit

__all__ = [
    "Acceleration",
    "Angle",
    "AngularSpeed",
    "Curvature",
    "Density",
    "Duration",
    "Flow",
    "Force",
    "Jerk",
    "Length",
    "Mass",
    "Rainfall",
    "Rate",
    "Ratio",
    "Seconds",
    "Speed",
]


@dataclass(frozen=True, slots=True)
class _Quantity:
    """Reads a field by the table of units, and publishes it as a number or text with a unit.

    `unit` is the one that the field holds. With `is_written`, it is also written behind the value, so that
    what is exact reads back exact.
    """

    dimension: Dimension
    parse: Callable[[object], float | Fraction]
    unit: str
    is_written: bool = False

    def read(self, value: object) -> float | Fraction:
        try:
            return self.parse(value)
        except UnitError as error:
            # The validator gathers only errors of its own kind; any other would hide the problems after it.
            raise PydanticCustomError("quantity", "{message}", {"message": error.message}) from error

    def write(self, value: float | Fraction) -> str:
        return f"{value} {self.unit}"

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        written = core_schema.plain_serializer_function_ser_schema(self.write, when_used="json-unless-none")
        serialization = written if self.is_written else None
        return core_schema.no_info_before_validator_function(self.read, handler(source), serialization=serialization)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        text = {"type": "string", "pattern": quantity_pattern(self.dimension)}
        return {"anyOf": [{"type": "number"}, text], "unit": self.unit}


def _measured(dimension: Dimension) -> _Quantity:
    return _Quantity(dimension, partial(parse_quantity, dimension=dimension), si_unit(dimension))


Length: TypeAlias = Annotated[float, _measured("length")]
"""A length in m."""

Seconds: TypeAlias = Annotated[float, _measured("time")]
"""A time in s, for formulas; dates and periods are a `Duration`."""

Speed: TypeAlias = Annotated[float, _measured("speed")]
"""A speed in m/s."""

Acceleration: TypeAlias = Annotated[float, _measured("acceleration")]
"""An acceleration in m/s²."""

Jerk: TypeAlias = Annotated[float, _measured("jerk")]
"""A jerk in m/s³."""

Angle: TypeAlias = Annotated[float, _measured("angle")]
"""An angle in rad."""

AngularSpeed: TypeAlias = Annotated[float, _measured("angular speed")]
"""An angular speed in rad/s."""

Curvature: TypeAlias = Annotated[float, _measured("curvature")]
"""A curvature in 1/m."""

Flow: TypeAlias = Annotated[float, _measured("flow")]
"""A traffic flow in vehicles per second."""

Density: TypeAlias = Annotated[float, _measured("density")]
"""A traffic density in vehicles per metre."""

Mass: TypeAlias = Annotated[float, _measured("mass")]
"""A mass in kg."""

Force: TypeAlias = Annotated[float, _measured("force")]
"""A force in N."""

Rainfall: TypeAlias = Annotated[float, _measured("rainfall")]
"""How hard it rains, in mm/h, as everybody has it."""

Ratio: TypeAlias = Annotated[float, _measured("ratio")]
"""A plain number that may be written in percent."""

Duration: TypeAlias = Annotated[int, _Quantity("time", parse_duration, "ns", is_written=True)]
"""A time in whole nanoseconds, exact."""

Rate: TypeAlias = Annotated[Fraction, _Quantity("rate", parse_rate, "Hz", is_written=True)]
"""A rate in Hz as an exact fraction."""
