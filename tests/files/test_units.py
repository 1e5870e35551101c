import math
import re
from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from seahaven.errors import UnitError
from seahaven.files import UNITS, Dimension, exact_quantity, format_quantity, parse_duration, parse_quantity, parse_rate
from seahaven.files.units import quantity_pattern

every_unit = st.sampled_from([(dimension, unit) for dimension, units in UNITS.items() for unit in units])
decimals = st.decimals(-(10**9), 10**9, places=6)


@pytest.mark.parametrize(
    ("text", "dimension", "value"),
    [
        ("55 mph", "speed", 24.5872),
        ("0.35 g", "acceleration", 3.4323275),
        ("1/2 mi", "length", 804.672),
        ("1 1/2 mi", "length", 2414.016),
        ("-1 1/2 mi", "length", -2414.016),
        ("1.5 s", "time", 1.5),
        ("90 km/h", "speed", 25.0),
        ("90kph", "speed", 25.0),
        ("10 kn", "speed", 18520 / 3600),
        ("12 in", "length", 0.3048),
        ("−3", "speed", -3.0),
        ("- 3 m/s", "speed", -3.0),
        ("+3", "speed", 3.0),
        (".5", "length", 0.5),
        ("1.", "length", 1.0),
        ("1e-3 m", "length", 0.001),
        ("1_000 m", "length", 1000.0),
        ("  2 ft  ", "length", 0.6096),
        ("250 µs", "time", 0.00025),
        ("250 μs", "time", 0.00025),
        ("250 us", "time", 0.00025),
        ("3 m/s²", "acceleration", 3.0),
        ("3 m/s^2", "acceleration", 3.0),
        ("3 m/s2", "acceleration", 3.0),
        ("2 m/s³", "jerk", 2.0),
        ("180 deg", "angle", math.pi),
        ("180°", "angle", math.pi),
        ("90 deg/s", "angular speed", math.pi / 2),
        ("1/500 1/m", "curvature", 0.002),
        ("0.002 /m", "curvature", 0.002),
        ("2 1/m", "curvature", 2.0),
        ("1/min", "rate", 1 / 60),
        ("1800 veh/h", "flow", 0.5),
        ("1800 /h", "flow", 0.5),
        ("20 veh/km", "density", 0.02),
        ("1 t", "mass", 1000.0),
        ("1 lb", "mass", 0.45359237),
        ("2 kN", "force", 2000.0),
        ("35 %", "ratio", 0.35),
        ("35%", "ratio", 0.35),
        (0.35, "ratio", 0.35),
        (7, "speed", 7.0),
    ],
)
def test_quantity_is_read_as_the_nearest_float_in_si(text: object, dimension: Dimension, value: float) -> None:
    assert parse_quantity(text, dimension) == value


@pytest.mark.parametrize(
    ("value", "dimension", "message"),
    [
        ("30 s", "speed", "'30 s' is a time; expected a speed (m/s, km/h, kph, mph, ft/s, kn)"),
        ("3 /h", "length", "'3 /h' is a rate or a flow; expected a length (m, km, cm, mm, mi, yd, ft, in)"),
        ("2 g", "mass", "'2 g' is an acceleration; expected a mass (kg, t, lb)"),
        ("55 mhp", "speed", "'55 mhp': unknown unit 'mhp' for a speed; did you mean 'mph'?"),
        ("55 kmh", "speed", "'55 kmh': unknown unit 'kmh' for a speed; did you mean 'km/h'?"),
        ("3 parsec", "angle", "'3 parsec': unknown unit 'parsec' for an angle; valid names are deg, rad, °"),
        (
            "fast",
            "speed",
            "'fast' is not a speed; expected a number, or a number and a unit such as '0.5 mph'",
        ),
        ("", "mass", "'' is not a mass; expected a number, or a number and a unit such as '0.5 kg'"),
        ("0,35 g", "acceleration", "'0,35 g': unknown unit ',35 g' for an acceleration"),
        ("nan", "speed", "'nan' is not a speed"),
        ("1/0 mi", "length", "'1/0 mi' divides by zero"),
        ("1e400", "length", "'1e400' is too large for a length"),
        ("1e99999", "length", "'1e99999': unknown unit 'e99999' for a length"),
        ("9" * 200, "length", f"'{'9' * 60}…' is not a length"),
        (10**400, "length", "1000"),
        (math.nan, "speed", "expected a number, or a number and a unit such as '0.5 mph', found nan"),
        (math.inf, "time", "expected a number, or a number and a unit such as '0.5 s', found inf"),
        (True, "speed", "expected a number, or a number and a unit such as '0.5 mph', found true"),
        (None, "speed", "expected a number, or a number and a unit such as '0.5 mph', found null"),
        ([1], "speed", "expected a number, or a number and a unit such as '0.5 mph', found a list"),
    ],
)
def test_refusal_says_what_was_found_and_what_fits(value: object, dimension: Dimension, message: str) -> None:
    with pytest.raises(UnitError) as caught:
        parse_quantity(value, dimension)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "nanoseconds"),
    [
        ("1.5 s", 1_500_000_000),
        ("0.1 s", 100_000_000),
        (0.1, 100_000_000),
        (3, 3_000_000_000),
        ("1/3 s", 333_333_333),
        ("0.5 ns", 0),
        ("1.5 ns", 2),
        ("2 h", 7_200_000_000_000),
    ],
)
def test_duration_is_a_whole_number_of_nanoseconds(text: object, nanoseconds: int) -> None:
    assert parse_duration(text) == nanoseconds


@pytest.mark.parametrize(
    ("text", "hertz"),
    [
        ("30 Hz", Fraction(30)),
        ("1/3 Hz", Fraction(1, 3)),
        ("59.94 Hz", Fraction(5994, 100)),
        (59.94, Fraction(5994, 100)),
        ("1 kHz", Fraction(1000)),
        ("90 /min", Fraction(3, 2)),
        (Fraction(1, 7), Fraction(1, 7)),
    ],
)
def test_rate_is_the_fraction_that_is_written(text: object, hertz: Fraction) -> None:
    assert parse_rate(text) == hertz


@given(decimals, every_unit)
def test_decimals_are_exact_in_every_unit(number: object, measure: tuple[Dimension, str]) -> None:
    dimension, unit = measure
    assert exact_quantity(f"{number:f} {unit}", dimension) == Fraction(str(number)) * UNITS[dimension][unit]


@given(st.integers(-(10**12), 10**12))
def test_every_nanosecond_has_its_decimal_in_seconds(nanoseconds: int) -> None:
    seconds = Fraction(nanoseconds, 10**9)
    assert parse_duration(f"{float(seconds)!r} s") == nanoseconds


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_bare_float_is_kept_to_the_bit(value: float) -> None:
    assert parse_quantity(value, "length") == value
    assert parse_quantity(repr(value), "length") == value


@given(st.floats(-1e9, 1e9), every_unit)
def test_formatted_quantity_reads_back(value: float, measure: tuple[Dimension, str]) -> None:
    dimension, unit = measure
    assert parse_quantity(format_quantity(value, unit, digits=17), dimension) == pytest.approx(
        value, rel=1e-14, abs=1e-300
    )


@given(decimals | st.integers(), every_unit, st.booleans())
def test_published_pattern_takes_what_is_read(number: object, measure: tuple[Dimension, str], gap: bool) -> None:
    dimension, unit = measure
    text = f"{number}{' ' if gap else ''}{unit}"
    assert re.search(quantity_pattern(dimension), text)
    exact_quantity(text, dimension)


@given(st.text(st.sampled_from("0123456789.-+/_eE% mkhs"), max_size=8), st.sampled_from(get_args(Dimension)))
def test_published_pattern_refuses_what_is_refused(text: str, dimension: Dimension) -> None:
    try:
        exact_quantity(text, dimension)
        is_read = True
    except UnitError as error:
        # A pattern cannot tell a zero that divides.
        assume("divides by zero" not in str(error))
        is_read = False
    assert bool(re.search(quantity_pattern(dimension), text)) == is_read


def test_quantity_is_formatted_for_people() -> None:
    assert format_quantity(24.5872, "mph") == "55 mph"
    assert format_quantity(-0.5, "%") == "-50 %"
    assert format_quantity(1 / 3, "m", digits=2) == "0.33 m"
    with pytest.raises(UnitError, match="unknown unit 'mhp'; did you mean 'mph'"):
        format_quantity(1.0, "mhp")


def test_table_has_every_dimension_and_one_size_for_each_unit() -> None:
    assert set(UNITS) == set(get_args(Dimension))
    sizes: dict[str, set[Fraction]] = {}
    for units in UNITS.values():
        for unit, size in units.items():
            sizes.setdefault(unit, set()).add(size)
    assert all(len(different) == 1 for different in sizes.values())
