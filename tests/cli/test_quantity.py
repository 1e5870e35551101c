"""Quantities on the command line."""

from __future__ import annotations

from fractions import Fraction

import pytest
import typer

from seahaven.cli import quantity
from tests.cli.sources import Seahaven


def test_units_are_read_and_bare_numbers_are_si() -> None:
    assert quantity.duration("2 min") == quantity.duration("120") == 120_000_000_000
    assert quantity.rate("20 Hz") == quantity.rate("20") == 20
    assert quantity.rate("59.94") == Fraction(5994, 100)
    assert quantity.seed("7") == 7
    assert (quantity.pace("realtime"), quantity.pace("0.5")) == (1.0, 0.5)


@pytest.mark.parametrize(
    ("parse", "text", "reason"),
    [
        (quantity.duration, "30 mph", "expected a time"),
        (quantity.duration, "-1 s", "before the start"),
        (quantity.rate, "0 Hz", "a rate is 0.001 Hz to 1,000 Hz, not '0 Hz'"),
        (quantity.rate, "fast", "is not a rate"),
        (quantity.seed, "-1", "a seed is a whole number, 0 to 1,0.*, not '-1'"),
        (quantity.seed, "1.5", "a seed is a whole number"),
        (quantity.pace, "quick", "'quick' is no pace"),
        (quantity.pace, "nan", "is no pace"),
        (quantity.pace, "-1", "is no pace"),
    ],
)
def test_what_does_not_fit_is_refused(parse: object, text: str, reason: str) -> None:
    with pytest.raises(typer.BadParameter, match=reason):
        parse(text)  # type: ignore[operator]  # each is a function of one text


def test_a_wrong_quantity_is_a_usage_error(seahaven: Seahaven) -> None:
    result = seahaven("play", "short.study.yaml", "--until", "30 mph")
    assert result.exit_code == 2
    assert "--until" in result.stderr
