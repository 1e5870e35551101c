"""Speeds in words."""

from __future__ import annotations

import pytest

from seahaven.roads.drawing import speed_text


@pytest.mark.parametrize(
    ("speed", "text"),
    [(50 / 3.6, "50 km/h"), (24.5872, "55 mph"), (13.89, "50 km/h"), (7.3, "26 km/h"), (130 / 3.6, "130 km/h")],
)
def test_a_speed_is_told_in_the_unit_in_which_it_is_round(speed: float, text: str) -> None:
    assert speed_text(speed) == text
