"""Traits that mean nothing are refused before anybody drives with them."""

from __future__ import annotations

import pytest

from seahaven.errors import InputError
from seahaven.traffic import CAR, Character
from seahaven.traffic.distribution import Normal


@pytest.mark.parametrize(
    ("trait", "value", "words"),
    [
        ("headway", -2.0, "headway -2; expected values from 0 to 60 s"),
        ("reaction", -3.0, "reaction -3; expected values from 0 to 10 s"),
        ("speed_factor", -1.0, "speed_factor -1; expected values from 0.01 to 10"),
        ("headway", 200.0, "headway 200; expected values from 0 to 60 s"),
        ("aggressiveness", 7.0, "aggressiveness 7; expected values from 0 to 1"),
        ("headway", Normal(1.0, 1.0), r"headway from -2.72 to 4.72; expected values from 0 to 60 s"),
    ],
)
def test_a_trait_beyond_its_bounds_is_refused(trait: str, value: float, words: str) -> None:
    with pytest.raises(InputError, match=words):
        CAR.changed("odd", **{trait: value})
    with pytest.raises(InputError, match=words):
        Character("odd", {trait: value})
