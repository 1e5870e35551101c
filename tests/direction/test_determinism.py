"""Direction is played the same again, and from a fork in its middle on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from seahaven.direction.log import Critical
from seahaven.kernel import SECOND, Controller, fork
from seahaven.takes import load_take
from tests.direction.course import MILE, OTHERS, log_of, with_ear, write

START, END = 23.6 * MILE - 1600.0, 80 * SECOND


def study(folder: Path, seed: int = 2) -> Path:
    return write(folder, "  - {use: sudden stop, at: 1600 m}", START, seed=seed, others=OTHERS)


def started(path: Path) -> Controller:
    return with_ear(load_take(path)).controller()


def rest(run: Controller) -> list[tuple[float, Any]]:
    """What is told up to the end."""
    run.run(END)
    return log_of(run)


def test_the_same_seed_gives_the_same_log_and_another_one_another(tmp_path: Path) -> None:
    with started(study(tmp_path)) as first, started(study(tmp_path)) as second:
        told = rest(first)
        assert rest(second) == told
    assert any(isinstance(event, Critical) for _, event in told)
    with started(study(tmp_path, seed=3)) as other:
        assert rest(other) != told


@pytest.mark.parametrize("seconds", [20, 50])
def test_a_fork_in_the_middle_goes_on_as_the_drive_does(seconds: int, tmp_path: Path) -> None:
    with started(study(tmp_path)) as run:
        run.run(seconds * SECOND)
        so_far = len(log_of(run))
        with fork(run) as twin:
            assert rest(twin) == rest(run)
        assert len(log_of(run)) > so_far
        assert twin.store.family("vehicle").speed.tobytes() == run.store.family("vehicle").speed.tobytes()
