from __future__ import annotations

import pytest

from seahaven.errors import InputError
from seahaven.motion import BODIES, Body
from seahaven.world import ROAD_VEHICLE, World


def test_bodies_fill_columns_of_vehicles() -> None:
    world = World([ROAD_VEHICLE])
    for name, body in BODIES.items():
        world.add("vehicle", name, x=0.0, y=0.0, **body.columns)
        assert world[name].length == body.length
        assert world[name].kind == body.kind


def test_heavier_bodies_are_longer_and_weaker() -> None:
    car, truck, long = BODIES["car"], BODIES["truck"], BODIES["trailer truck"]
    assert car.length < truck.length < long.length
    assert car.power > truck.power > long.power
    assert 8.0 <= long.power <= 10.0


def test_an_unknown_body_is_refused_with_the_nearest() -> None:
    with pytest.raises(InputError, match=r"there is no body 'truk'.*'truck'"):
        Body.preset("truk")


def test_a_body_without_length_is_refused() -> None:
    with pytest.raises(InputError, match=r"a body's length must be above 0, not 0.0"):
        Body(length=0.0)
