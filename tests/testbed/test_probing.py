"""The determinism probe: software that answers alike is left in peace, other software is caught in the act."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from typer.testing import CliRunner

from seahaven.cli import app
from seahaven.errors import InputError
from seahaven.roads import write_opendrive
from seahaven.roads.builder import Builder, motorway
from seahaven.seats import LaneControls, View
from seahaven.testbed import Variant, probe_drive
from seahaven.testbed.probing import _first_difference

STUDY = """\
study: Probed
seed: 5
duration: 1 s
record: 10 Hz
roads: street.xodr
subject:
  {name: ego, on: M1, at: 100 m, speed: 20 m/s, driver: {python: "tests.testbed.test_probing:Steady", controls: lane}}
"""


class Steady:
    """Answers by what it sees."""

    def drive(self, view: View) -> LaneControls:
        return LaneControls(0.1 * (25.0 - view.ego.speed))


class Counting:
    """Answers by how often anybody of its kind was asked: another play finds it elsewhere."""

    asked: Iterator[int] = count()

    def drive(self, view: View) -> LaneControls:
        is_later = next(self.asked) > 13
        return LaneControls(0.5 if is_later else 0.25, turn_light="off")


@pytest.fixture
def study(tmp_path: Path) -> Path:
    builder = Builder("street")
    builder.road("M1", motorway(lanes=3, limit=30.0)).straight(1000.0)
    write_opendrive(builder.build(), tmp_path / "street.xodr")
    path = tmp_path / "probed.study.yaml"
    path.write_text(STUDY)
    return path


def test_software_that_answers_alike_is_the_same(study: Path, tmp_path: Path) -> None:
    found = probe_drive(study, tmp_path / "out", allow=["tests"], burners=1)
    assert (found.answers, found.difference) == (10, None)


def test_the_first_other_answer_is_found(study: Path, tmp_path: Path) -> None:
    Counting.asked = count()
    variant = Variant(driver="tests.testbed.test_probing:Counting")
    found = probe_drive(study, tmp_path / "out", variant=variant, allow=["tests"], burners=0)
    assert str(found.difference) == "step 4 (0.4 s) of 'ego': acceleration was 0.25, then 0.5"
    assert found.difference
    assert found.difference.part == "answer"


def test_the_exit_code_tells(study: Path, tmp_path: Path) -> None:
    def run(driver: str) -> tuple[int, str]:
        Counting.asked = count()
        words = ["probe", str(study), "--driver", f"tests.testbed.test_probing:{driver}", "--out", str(tmp_path / "o")]
        done = CliRunner().invoke(app, words)
        return done.exit_code, " ".join(done.output.split())

    assert run("Steady") == (0, "SAME 10 answers, all the same at another pace and under load")
    assert run("Counting") == (1, "DIFFERENT step 4 (0.4 s) of 'ego': acceleration was 0.25, then 0.5")


def test_a_drive_without_software_is_refused(study: Path, tmp_path: Path) -> None:
    study.write_text(STUDY.partition(", driver")[0] + "}\n")
    with pytest.raises(InputError, match="has no driver from outside, so there is no software to probe"):
        probe_drive(study, tmp_path / "out", burners=0)


def test_differences_are_named_by_their_places() -> None:
    assert _first_difference({"a": [1, {"b": 2.0}]}, {"a": [1, {"b": 2.5}]}) == ("a[1].b", 2.0, 2.5)
    assert _first_difference({"a": [1]}, {"a": [1, 2]}) == ("how many of a there are", 1, 2)
    assert _first_difference({"a": float("nan")}, {"a": float("nan")}) is None
