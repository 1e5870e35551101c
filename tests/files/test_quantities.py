import math
from fractions import Fraction

import pytest

from seahaven.files import (
    Acceleration,
    Angle,
    AngularSpeed,
    Curvature,
    Density,
    Document,
    Duration,
    Flow,
    Force,
    Jerk,
    Length,
    Mass,
    Rainfall,
    Rate,
    Ratio,
    Schema,
    Seconds,
    Speed,
    validate,
)


class Everything(Schema):
    length: Length = 0.0
    seconds: Seconds = 0.0
    speed: Speed = 0.0
    acceleration: Acceleration = 0.0
    jerk: Jerk = 0.0
    angle: Angle = 0.0
    angular_speed: AngularSpeed = 0.0
    curvature: Curvature = 0.0
    flow: Flow = 0.0
    density: Density = 0.0
    mass: Mass = 0.0
    force: Force = 0.0
    rainfall: Rainfall = 0.0
    ratio: Ratio = 0.0
    duration: Duration = 0
    rate: Rate = Fraction(0)


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("length", "1/2 mi", 804.672),
        ("seconds", "1 min", 60.0),
        ("speed", "55 mph", 24.5872),
        ("acceleration", "1 g", 9.80665),
        ("jerk", "2 m/s³", 2.0),
        ("angle", "90 deg", math.pi / 2),
        ("angular_speed", "180 °/s", math.pi),
        ("curvature", "1/250 1/m", 0.004),
        ("flow", "1800 veh/h", 0.5),
        ("density", "20 veh/km", 0.02),
        ("mass", "1.5 t", 1500.0),
        ("force", "3 kN", 3000.0),
        ("rainfall", "1 in/h", 25.4),
        ("ratio", "50 %", 0.5),
        ("duration", "0.1 s", 100_000_000),
        ("rate", "59.94 Hz", Fraction(2997, 50)),
    ],
)
def test_field_takes_text_with_a_unit_and_holds_si(field: str, text: str, value: object) -> None:
    held = getattr(validate(Document("<data>", {field: text}), Everything), field)
    assert held == value
    assert type(held) is type(value)


@pytest.mark.parametrize("field", Everything.model_fields)
def test_bare_number_is_in_si(field: str) -> None:
    held = getattr(validate(Document("<data>", {field: 3}), Everything), field)
    assert held == (3_000_000_000 if field == "duration" else 3)


def test_python_may_pass_what_a_field_holds_except_for_durations() -> None:
    everything = Everything(speed=3.0, rate=Fraction(1, 3))
    assert (everything.speed, everything.rate) == (3.0, Fraction(1, 3))
