"""One compiled driver for all runs: putting its code together takes longer than a run does here."""

from typing import Any

import pytest

from seahaven.hcsm import CompiledMachine

made: dict[tuple[Any, ...], tuple[Any, CompiledMachine]] = {}


def shared(program: Any, **options: Any) -> CompiledMachine:
    """The machine of a program, made once; what it remembers of anybody is kept elsewhere."""
    key = (id(program), *sorted(options.items()))
    if key not in made:
        made[key] = program, CompiledMachine(program, **options)
    return made[key][1]


@pytest.fixture(autouse=True)
def compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every run take the same code."""
    monkeypatch.setattr("seahaven.world.machines.CompiledMachine", shared)
