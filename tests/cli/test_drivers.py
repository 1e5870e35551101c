"""Drives whose driver fails, as `seahaven play` tells of them: a message, an exit code, and a reel that can be read."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from seahaven.reels import Reel
from seahaven.roads import write_opendrive
from seahaven.roads.builder import Builder, motorway
from tests.cli.sources import Seahaven
from tests.seats.test_program import FAULTS

STUDY = """\
study: Driven
seed: 5
duration: 3 s
record: 10 Hz
roads: motorway.xodr
subject: {name: ada, on: M1, at: 100 m, speed: 20 m/s, driver: DRIVER}
"""
CODE = """\
import threading
from math import nan

from seahaven.seats import LaneControls, MotionControls, PedalControls


class Failing:
    def __init__(self, how):
        self.how = how

    def drive(self, view):
        if view.step >= 3:
            return getattr(self, self.how)()
        return LaneControls(0.5)

    def raises(self):
        return 1 / 0

    def exits(self):
        raise SystemExit(4)

    def spins(self):
        while True:
            pass

    def waits(self):
        threading.Event().wait(60.0)

    def sends_nan(self):
        return LaneControls(nan)

    def sends_nonsense(self):
        return "full speed"

    def sends_another_kind(self):
        return MotionControls(1.0)
"""
PYTHON_FAULTS = {
    "raises": "it raised ZeroDivisionError: division by zero (", "exits": "it raised SystemExit: 4 (",
    "spins": "it did not answer within 0.3 s (it is at ", "waits": "it did not answer within 0.3 s (it is at ",
    "sends_nan": "it raised InputError: LaneControls.acceleration got nan; expected a number from -15 to 15",
    "sends_nonsense": "it returned 'full speed'; expected LaneControls",
    "sends_another_kind": "it sent controls of kind 'motion'; the seat takes 'lane'",
}  # fmt: skip
PROGRAM_FAULTS = ("nan", "exit", "hang", "flood", "megabytes", "nonsense", "types", "crash")
OCCUPANT = Path(__file__).parents[1] / "seats" / "programs" / "occupant.py"


@pytest.fixture
def study(folder: Path) -> Path:
    """A study beside a program and a package of drivers that fail, whose driver is to be filled in."""
    builder = Builder("motorway")
    builder.road("M1", motorway(limit=30.0)).straight(1000.0)
    write_opendrive(builder.build(), folder / "motorway.xodr")
    (folder / "failing_drivers.py").write_text(CODE)
    program = folder / "mydriver"
    program.write_text(f"#!{sys.executable}\n{OCCUPANT.read_text()}")
    program.chmod(0o755)
    sys.modules.pop("failing_drivers", None)
    return folder / "driven.study.yaml"


def flat(text: str) -> str:
    """A message without the line breaks of the terminal."""
    return " ".join(text.split())


def check_reel(path: Path, until: float) -> None:
    """What was recorded before the fault can be read."""
    reel = Reel.open(path)
    assert reel.manifest.state == "failed"
    assert reel.manifest.fault
    assert len(reel.table("vehicle")) > 0
    assert reel.manifest.duration == pytest.approx(until)


@pytest.mark.parametrize("how", PYTHON_FAULTS)
def test_a_python_driver_that_fails_is_told_and_its_reel_is_readable(how: str, study: Path, seahaven: Seahaven) -> None:
    driver = f'{{python: "failing_drivers:Failing", controls: lane, limit: 0.3 s, parameters: {{how: {how}}}}}'
    study.write_text(STUDY.replace("DRIVER", driver))
    ended = seahaven("play", study, "--allow", "failing_drivers", "--out", "out")
    assert ended.exit_code == 1
    told = flat(ended.stderr)
    assert "driver 'failing_drivers:Failing' at step 3 (0.3 s)" in told
    assert flat(PYTHON_FAULTS[how]) in told
    assert "its last answer was LaneControls(acceleration=0.5" in told
    check_reel(Path("out/driven.reel"), 0.3)


@pytest.mark.parametrize("how", PROGRAM_FAULTS)
def test_a_program_that_fails_is_told_and_its_reel_is_readable(how: str, study: Path, seahaven: Seahaven) -> None:
    limit = "1 s" if how in ("hang", "megabytes") else "20 s"
    study.write_text(STUDY.replace("DRIVER", f"{{program: [./mydriver, {how}], controls: lane, limit: {limit}}}"))
    ended = seahaven("play", study, "--allow", "./mydriver", "--out", "out")
    assert ended.exit_code == 1
    told, step = flat(ended.stderr), 4 if how == "flood" else 3
    assert f"program './mydriver {how}' at step {step}" in told
    assert FAULTS[how] in told
    assert "its last answer was LaneControls(acceleration=0." in told
    check_reel(Path("out/driven.reel"), 0.1 * step)


@pytest.mark.parametrize("policy", ["hold", "brake"])
def test_a_drive_that_goes_on_without_its_driver_ends_well(policy: str, study: Path, seahaven: Seahaven) -> None:
    terms = f"controls: lane, limit: 0.3 s, on_fault: {policy}"
    driver = f'{{python: "failing_drivers:Failing", {terms}, parameters: {{how: waits}}}}'
    study.write_text(STUDY.replace("DRIVER", driver))
    ended = seahaven("play", study, "--allow", "failing_drivers", "--out", "out")
    assert ended.exit_code == 0, ended.stderr
    reel = Reel.open("out/driven.reel")
    assert (reel.is_complete, reel.manifest.duration) == (True, pytest.approx(3.0))
    assert reel.events().column("kind").to_pylist().count("OccupantFault") == 1
