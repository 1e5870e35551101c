from __future__ import annotations

import numpy as np
import pytest

from seahaven.behaviour import TRAITS
from seahaven.errors import InputError
from seahaven.roads.routing import EMERGENCY
from seahaven.traffic import (
    CAR,
    CAUTIOUS,
    CHARACTERS,
    HURRIED,
    TRUCK,
    TYPES,
    VEHICLES,
    Character,
    Normal,
    VehicleType,
)


@pytest.mark.parametrize("kind", TYPES.values(), ids=str)
@pytest.mark.parametrize("character", CHARACTERS.values(), ids=lambda one: one.name)
def test_every_type_with_every_character_fits_the_family(kind: VehicleType, character: Character) -> None:
    columns = kind.driven_by(character).columns(np.arange(50), seed=1, who="test")
    cells = VEHICLES.rows(np.arange(50), {"x": 0.0, "y": 0.0, **columns})
    assert (cells["headway"] >= 0.5).all()
    assert (cells["comfort"] <= 4.0).all()
    assert columns.keys() >= TRAITS.keys()


def test_a_vehicle_is_the_same_whoever_comes_with_it() -> None:
    many = CAR.columns(range(100), seed=5, who="north")
    few = CAR.columns([80, 3], seed=5, who="north")
    assert all((few[name] == many[name][[80, 3]]).all() for name in many)
    assert not (CAR.columns([3], seed=5, who="south")["headway"] == few["headway"][1]).any()
    assert not (CAR.columns([3], seed=6, who="north")["headway"] == few["headway"][1]).any()


def test_hurried_drivers_are_faster_and_closer_than_cautious_ones() -> None:
    hurried, cautious = (CAR.driven_by(who).columns(range(500), seed=1, who="x") for who in (HURRIED, CAUTIOUS))
    assert hurried["speed_factor"].mean() > 1.2 * cautious["speed_factor"].mean()
    assert hurried["headway"].mean() < 0.6 * cautious["headway"].mean()
    assert hurried["liveliness"].mean() > 1.5 * cautious["liveliness"].mean()


def test_a_character_leaves_to_a_truck_what_the_truck_is() -> None:
    truck = TRUCK.driven_by(HURRIED).columns(range(500), seed=1, who="x")
    assert truck["top_speed"].max() <= 25.0
    assert truck["liveliness"].max() < 1.5
    assert TRUCK.driven_by(HURRIED).name == "hurried truck"


def test_a_type_can_be_changed_in_body_traits_and_lanes() -> None:
    ambulance = CAR.changed("ambulance", length=6.0, top_speed=Normal(40.0, 1.0), headway=1.0, user=EMERGENCY)
    columns = ambulance.columns([1], seed=1, who="x")
    assert (ambulance.name, columns["length"][0], columns["headway"][0]) == ("ambulance", 6.0, 1.0)
    assert ambulance.user is EMERGENCY
    assert columns["liveliness"][0] == CAR.columns([1], seed=1, who="x")["liveliness"][0]


def test_unknown_words_are_refused_with_the_nearest() -> None:
    with pytest.raises(InputError, match=r"vehicle type 'car' has no 'lenght'; did you mean 'length'"):
        CAR.changed("x", lenght=4.0)
    with pytest.raises(InputError, match=r"the vehicle type 'x' has no trait 'headways'; did you mean 'headway'"):
        VehicleType("x", CAR.body, {"headways": 1.0})
    with pytest.raises(InputError, match=r"the character 'y' has no trait 'sped_factor'; did you mean 'speed_factor'"):
        Character("y", {}, {"sped_factor": 1.0})
    with pytest.raises(InputError, match=r"a body's length must be above 0"):
        CAR.changed("x", length=-4.0)
