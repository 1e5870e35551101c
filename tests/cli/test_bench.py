"""`seahaven bench`, with a bench that is told its figure."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from seahaven.bench import BENCHES, Progress, Row
from tests.cli.sources import Seahaven


@dataclass(frozen=True)
class Toy:
    """One row that must not be above 1, and one without a goal."""

    value: float
    name: str = "toy"
    about: str = "A bench for tests"
    libraries: tuple[str, ...] = ()

    def quick(self) -> Toy:
        return replace(self, value=0.75 * self.value)

    def rows(self, progress: Progress) -> Iterator[Row]:
        progress("toys")
        yield Row.at_most("first", self.value, "toys", limit=1)
        yield Row("second", 3.0, "toys")


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    monkeypatch.setitem(BENCHES, "toy", Toy(request.param))


missed = pytest.mark.parametrize("toy", [1.5], indirect=True)
held = pytest.mark.parametrize("toy", [0.5], indirect=True)


@missed
@pytest.mark.usefixtures("toy")
def test_strict_exits_with_1_where_a_goal_is_missed(seahaven: Seahaven) -> None:
    assert seahaven("bench", "toy").exit_code == 0
    assert seahaven("bench", "toy", "--strict").exit_code == 1
    assert "✗" in seahaven("bench", "toy").stdout
    assert "Missed 1 of 1 goals: first" in seahaven("bench", "toy").stdout


@held
@pytest.mark.usefixtures("toy")
def test_strict_exits_with_0_where_all_goals_hold(seahaven: Seahaven) -> None:
    result = seahaven("bench", "toy", "--strict")
    assert result.exit_code == 0
    assert "✓" in result.stdout
    assert "<= 1" in result.stdout
    assert "All 1 goals hold" in result.stdout


@dataclass(frozen=True)
class FarToy(Toy):
    """A row that must not be above 2, and is meant to be 1."""

    def rows(self, progress: Progress) -> Iterator[Row]:
        progress("toys")
        yield Row.at_most("first", self.value, "toys", limit=1).first_at_most(2)


def test_a_missed_goal_beyond_what_is_to_be_done_is_named_but_counts_as_done(
    seahaven: Seahaven, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BENCHES, "toy", FarToy(1.5))
    result = seahaven("bench", "toy", "--strict")
    assert result.exit_code == 0
    assert "to be done" in result.stdout
    assert "All 1 to be done are done." in result.stdout
    assert "Missed 1 of 1 goals: first" in result.stdout
    monkeypatch.setitem(BENCHES, "toy", FarToy(2.5))
    result = seahaven("bench", "toy", "--strict")
    assert result.exit_code == 1
    assert "Missed 1 of 1 to be done: first" in result.stdout


@held
@pytest.mark.usefixtures("toy")
def test_json_is_one_object_of_rows_and_versions(seahaven: Seahaven) -> None:
    told = json.loads(seahaven("bench", "toy", "--json").stdout)
    assert told["bench"] == "toy"
    assert told["rows"][0] == {"name": "first", "value": 0.5, "unit": "toys", "goal": "<= 1", "holds": True}
    assert {"python", "seahaven"} <= told["versions"].keys()


def test_without_a_name_the_benches_are_listed(seahaven: Seahaven) -> None:
    assert seahaven("bench").stdout.startswith("kernel  ")
    assert json.loads(seahaven("bench", "--json").stdout).keys() == BENCHES.keys()


def test_an_unknown_bench_is_refused(seahaven: Seahaven) -> None:
    result = seahaven("bench", "kernle")
    assert result.exit_code == 1
    assert "did you mean 'kernel'?" in result.stderr


@held
@pytest.mark.usefixtures("toy")
def test_a_quick_bench_is_a_smaller_one(seahaven: Seahaven) -> None:
    assert json.loads(seahaven("bench", "toy", "--quick", "--json").stdout)["rows"][0]["value"] == 0.375
