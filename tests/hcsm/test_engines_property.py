"""Interpreter and compiler agree bit for bit, on machines made at random (H10), in any order of anything (rule 15)."""

from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.bench.drivers import Driver, TalkingDriver
from seahaven.bench.drivers.large import TownDriver
from seahaven.hcsm import Machine
from tests.hcsm.agreement import Agreement
from tests.hcsm.chance import Chance

NATIVE = (4, 20, 25, 63, 75, 114, 119, 152, 153, 180)
"""Of the 200, small ones of every sort, since compiling a large one takes half a minute; `make fuzz` takes them as they
come."""
TWENTIES = [*range(0, 100, 20), *(pytest.param(first, marks=pytest.mark.slow) for first in range(100, 200, 20))]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.mark.parametrize("machine", [Driver, TalkingDriver, TownDriver])
def test_generated_source_agrees_with_the_interpreter_on_drivers(machine: type[Machine]) -> None:
    for number in range(3):
        Agreement(machine.program, Chance(number)).hold(50)


@pytest.mark.parametrize("first", TWENTIES)
def test_generated_source_agrees_with_the_interpreter_on_200_machines(first: int) -> None:
    for number in range(first, first + 20):
        Agreement.of(number).hold()


@pytest.mark.parametrize("number", NATIVE)
def test_native_code_agrees_with_the_interpreter_on_one_thread_and_two(folder: Path, number: int) -> None:
    Agreement.of(number, folder).hold()
