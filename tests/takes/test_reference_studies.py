"""The example studies, driven by each of the reference drivers: in C and in Python, as a program and as a class."""

from __future__ import annotations

import json
import subprocess
from functools import partial
from math import hypot
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from seahaven.files import Document
from seahaven.kernel import SECOND
from seahaven.reels import Reel
from seahaven.takes import load_take
from seahaven.trials import measure

EXAMPLES = Path(__file__).parents[2] / "examples"
DRIVERS = EXAMPLES / "drivers"
STUDIES = {"rear_end": (60, 1300.0), "town": (30, 100.0), "motorway": (20, 450.0)}
"""How long each is played (s), and how far the subject must come by then (m)."""


@pytest.fixture(scope="session")
def c_driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The driver in C, built by the command in its first comment."""
    compiler, target = which("cc"), tmp_path_factory.mktemp("driver") / "route_driver"
    if compiler is None:
        pytest.skip("THERE IS NO C COMPILER ('cc'): the driver in C is not tested in studies")
    sources = [str(DRIVERS / name) for name in ("route_driver.c", "seat.c")]
    options = ["-std=c99", "-O2", "-Wall", "-Wextra"]
    subprocess.run([compiler, *options, "-o", str(target), *sources, "-lm"], check=True, timeout=120)
    return target


def with_driver(document: Document, driver: dict[str, Any]) -> Document:
    """A study with another driver, and with a shorter warm-up if it has one; all else stays."""
    data: Any = dict(document.data) if isinstance(document.data, dict) else {}
    data["subject"] = {**data["subject"], "driver": driver}
    if "warm_up" in data["traffic"]:
        data["traffic"] = {**data["traffic"], "warm_up": "20 s"}
    return Document(document.file, data, document.keys, document.values)


def played(study: str, driver: dict[str, Any], allow: str, out: Path, *, whole: bool = False) -> Reel:
    path = EXAMPLES / f"{study}.study.yaml"
    take = load_take(path, allow=(allow,), change=partial(with_driver, driver=driver))
    return take.play(out, until=None if whole else STUDIES[study][0] * SECOND)


def check_drive(reel: Reel, study: str) -> None:
    """The subject has come as far as it should, on lanes, without a fault or a collision."""
    seconds, least = STUDIES[study]
    subject = reel.manifest.subjects[0]
    table = reel.query(f"select x, y, lane from vehicle where id = {subject} order by time").fetchnumpy()
    way = sum(
        hypot(*step) for step in zip(table["x"][1:] - table["x"][:-1], table["y"][1:] - table["y"][:-1], strict=True)
    )
    assert way > least
    assert (table["lane"] >= 0).all()
    assert reel.is_complete
    assert reel.manifest.duration == pytest.approx(seconds)
    told = [(event["kind"], json.loads(event["value"])) for event in reel.events().to_pylist()]
    assert [value["controls"] for kind, value in told if kind == "OccupantIs"] == ["motion"]
    assert not [value for kind, value in told if kind == "OccupantFault"]
    assert not [value for kind, value in told if kind == "Collision" and subject in value["entities"]]


@pytest.mark.parametrize("study", STUDIES)
def test_the_driver_in_c_drives_the_study(study: str, c_driver: Path, tmp_path: Path) -> None:
    driver = {"program": [str(c_driver)], "limit": "60 s"}
    check_drive(played(study, driver, str(c_driver), tmp_path), study)


@pytest.mark.parametrize("study", STUDIES)
def test_the_driver_in_python_drives_the_study_as_a_class(study: str, tmp_path: Path) -> None:
    driver = {"python": "examples.drivers.route_driver:RouteDriver", "limit": "60 s"}
    check_drive(played(study, driver, "examples", tmp_path), study)


@pytest.mark.parametrize(
    "study", [pytest.param(study, marks=() if study == "motorway" else pytest.mark.slow) for study in STUDIES]
)
def test_the_driver_in_python_drives_the_study_as_a_program(study: str, tmp_path: Path) -> None:
    """It is written as `drivers/route_driver.py`: programs are looked up beside the study."""
    driver = {"program": ["./drivers/route_driver.py"], "limit": "60 s"}
    check_drive(played(study, driver, "./drivers/route_driver.py", tmp_path), study)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["C", "Python"])
def test_the_whole_rear_end_study_is_driven_with_all_its_situations(
    language: str, c_driver: Path, tmp_path: Path
) -> None:
    """To the goal, on lanes, without a fault or a collision of anybody; every situation comes with what it asks for."""
    drivers = {
        "C": ({"program": [str(c_driver)], "limit": "60 s"}, str(c_driver)),
        "Python": ({"python": "examples.drivers.route_driver:RouteDriver", "limit": "60 s"}, "examples"),
    }
    reel = played("rear_end", *drivers[language], tmp_path, whole=True)
    subject = reel.manifest.subjects[0]
    ((lane, pilot),) = reel.query(
        f"select min(lane), last(pilot order by time) from vehicle where id = {subject}"
    ).fetchall()
    assert (lane >= 0, pilot) == (True, "terminated")
    kinds = [event["kind"] for event in reel.events().to_pylist()]
    assert not {"OccupantFault", "OccupantLate", "Collision"} & set(kinds)
    rows = measure(reel)
    assert len(rows) == 8
    assert [
        (row.situation, row.outcome, row.is_met) for row in rows if (row.outcome, row.is_met) != ("played", True)
    ] == []


def test_the_driver_in_python_does_the_same_as_a_class_and_as_a_program(tmp_path: Path) -> None:
    take = {
        "class": ({"python": "examples.drivers.route_driver:RouteDriver"}, "examples"),
        "program": ({"program": ["./drivers/route_driver.py"]}, "./drivers/route_driver.py"),
    }
    tables = [
        played("motorway", {**driver, "limit": "60 s"}, allow, tmp_path / name).table("vehicle")
        for name, (driver, allow) in take.items()
    ]
    assert tables[0].equals(tables[1])
