"""`seahaven vehicles`."""

from __future__ import annotations

import json

from seahaven.motion import FLEET, measure_performance
from tests.cli.sources import Seahaven


def test_all_vehicles_are_listed_with_what_they_can_do(seahaven: Seahaven) -> None:
    text = seahaven("vehicles").stdout
    assert not [name for name in FLEET if name not in text]
    assert f"{measure_performance(FLEET['sedan']).to_hundred:.1f}" in text
    assert "never" in text


def test_one_is_shown_with_its_parameters(seahaven: Seahaven) -> None:
    text = seahaven("vehicles", "trailer truck").stdout
    assert "mass_height" in text
    assert "its trailer" in text
    assert "turning circle" in text


def test_programs_get_vehicles_as_json(seahaven: Seahaven) -> None:
    told = json.loads(seahaven("vehicles", "sedan", "--json").stdout)["sedan"]
    assert told["mass"] == FLEET["sedan"].mass
    assert told["performance"]["to_hundred"] == measure_performance(FLEET["sedan"]).to_hundred


def test_a_vehicle_that_does_not_exist_is_refused(seahaven: Seahaven) -> None:
    assert "did you mean 'sedan'" in seahaven("vehicles", "seden").stderr
