"""The studies of the examples with every kind of occupant in the seat of their subject, unchanged otherwise."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from seahaven.files import Document
from seahaven.seats import OccupantIs
from seahaven.takes import drivers_in, open_run
from tests.seats.test_reference_drivers import STRICT, built

EXAMPLES = Path(__file__).parents[2] / "examples"
REFERENCE = "examples.drivers.route_driver:RouteDriver"
STUDIES = {"rear_end": (8.0, 150.0), "town": (6.0, 15.0), "motorway": (6.0, 120.0)}
"""How many seconds are played, and how many metres the subject comes in them at least."""
OCCUPANTS: dict[str, tuple[dict[str, Any], str]] = {
    "machine": ({"like": "cautious"}, "the driver machine"),
    "virtual": (
        {"virtual": {"kind": "tailgater", "number": 1}},
        "virtual subject 'tailgater', number 1, panel controls",
    ),
    "pedals": (
        {"virtual": {"kind": "set speed", "number": 1}},
        "virtual subject 'set speed', number 1, assisted controls",
    ),
    "python": ({"python": REFERENCE}, f"driver '{REFERENCE}', motion controls"),
    "program": (
        {"program": [sys.executable, str(EXAMPLES / "drivers" / "route_driver.py")], "limit": "60 s"},
        f"program '{sys.executable} {EXAMPLES}/drivers/route_driver.py', motion controls",
    ),
    "c": ({"program": ["C"], "limit": "60 s"}, "program 'C', motion controls"),
}


@pytest.fixture(scope="module")
def c_driver(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The reference driver in C; where there is no compiler it is left out."""
    if which("cc") is None:
        pytest.skip("there is no C compiler")
    return str(built(tmp_path_factory.mktemp("driver"), *STRICT))


def played(study: str, occupant: str, program: str, seconds: float, *, warm_up: str) -> tuple[float, str]:
    """How far the subject came, and a digest; who drives is compared with what is said of it."""
    driver, label = OCCUPANTS[occupant]
    if occupant == "c":
        driver, label = {**driver, "program": [program]}, label.replace("'C'", f"'{program}'")

    def change(document: Document) -> Document:
        data: Any = document.data
        data = {**data, "subject": {"name": "subject", **data["subject"], "driver": driver}}
        if "warm_up" in data.get("traffic", {}):
            data["traffic"] = {**data["traffic"], "warm_up": warm_up}
        return replace(document, data=data)

    allow = ["examples", sys.executable, program]
    with open_run(EXAMPLES / f"{study}.study.yaml", allow=allow, change=change) as run:
        name = str(run.names and next(name for name, entity in run.names.items() if entity == run.subject.id))
        assert drivers_in(run.controller.root, run.world)[name] == label
        told: list[OccupantIs] = []
        run.watch(_Listening(told))
        x, y, way = run.subject.x, run.subject.y, 0.0
        while run.time < seconds:
            run.advance(0.5)
            way += float(((run.subject.x - x) ** 2 + (run.subject.y - y) ** 2) ** 0.5)
            x, y = run.subject.x, run.subject.y
            assert run.subject.contact is None
            assert run.subject.lane >= 0
        said = [f"{each.occupant}, {each.controls} controls" for each in told if each.entity == run.subject.id]
        assert said == ([] if occupant == "machine" else [label])
        return way, run.world.digest()


class _Listening:
    """Keeps who took a seat."""

    def __init__(self, told: list[OccupantIs]) -> None:
        self._told = told

    def on_event(self, event: Any) -> None:
        if isinstance(event.value, OccupantIs):
            self._told.append(event.value)


@pytest.mark.parametrize("occupant", OCCUPANTS)
@pytest.mark.parametrize("study", STUDIES)
def test_every_study_runs_with_every_occupant(study: str, occupant: str, request: pytest.FixtureRequest) -> None:
    program = request.getfixturevalue("c_driver") if occupant == "c" else ""
    seconds, least = STUDIES[study]
    way, _ = played(study, occupant, program, seconds, warm_up="10 s")
    assert way > least


@pytest.mark.slow
@pytest.mark.parametrize("occupant", OCCUPANTS)
def test_the_rear_end_study_goes_on_for_three_minutes(occupant: str, request: pytest.FixtureRequest) -> None:
    program = request.getfixturevalue("c_driver") if occupant == "c" else ""
    way, _ = played("rear_end", occupant, program, 180.0, warm_up="30 s")
    assert way > 2000.0


@pytest.mark.parametrize("occupant", ["pedals", "python"])
def test_the_same_occupant_gives_the_same_bytes(occupant: str) -> None:
    assert played("motorway", occupant, "", 5.0, warm_up="0 s") == played("motorway", occupant, "", 5.0, warm_up="0 s")
