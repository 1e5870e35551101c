"""The bar comes after a second, on a terminal only."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from seahaven.cli.meter import Meter

SECOND = 1_000_000_000


class Wall:
    """A clock that is told what time it is."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def screen(wall: Wall, *, terminal: bool = True) -> Console:
    return Console(
        file=io.StringIO(), force_terminal=terminal, force_interactive=terminal, width=100, get_time=wall, no_color=True
    )


def shown(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def follow(meter: Meter, wall: Wall) -> None:
    with meter:
        for second in range(5):
            wall.now = 0.3 * second
            meter.follow(10 * second * SECOND)


def test_a_long_run_shows_simulated_time_and_speed() -> None:
    wall = Wall()
    console = screen(wall)
    follow(Meter(console, title="Two [cars]", until=60 * SECOND, shown=True), wall)
    assert "Two [cars]" in shown(console)
    assert "40.0 of 60.0 s" in shown(console)


@pytest.mark.parametrize(
    ("until", "title", "done"), [(0, "Town (warm-up)", "40.0 of 50.0 s"), (20, "Town", "10.0 of 60.0 s")]
)
def test_a_warm_up_has_a_bar_of_its_own_and_does_not_count(until: int, title: str, done: str) -> None:
    wall = Wall()
    console = screen(wall)
    with Meter(console, title="Town", until=60 * SECOND, shown=True) as meter:
        for second in range(-50, until, 10):
            wall.now = 0.1 * (second + 60)
            meter.follow(second * SECOND)
        assert meter.speed_up == (pytest.approx(10.0) if until else None)
    assert title in shown(console)
    assert done in shown(console)


def test_a_short_run_shows_nothing() -> None:
    wall = Wall()
    console = screen(wall)
    with Meter(console, title="Two cars", until=60 * SECOND, shown=True) as meter:
        wall.now = 0.9
        meter.follow(SECOND)
    assert shown(console) == ""


def test_nothing_is_shown_off_a_terminal_or_when_unwanted() -> None:
    wall = Wall()
    for console, wanted in ((screen(wall, terminal=False), True), (screen(wall), False)):
        wall.now = 0.0
        meter = Meter(console, title="Two cars", until=60 * SECOND, shown=wanted)
        follow(meter, wall)
        assert shown(console) == ""
        assert meter.date == 40 * SECOND


def test_it_knows_how_much_faster_than_real_time_a_run_was() -> None:
    wall = Wall()
    meter = Meter(screen(wall, terminal=False), title="Run", until=60 * SECOND, shown=False)
    assert meter.speed_up is None
    follow(meter, wall)
    assert meter.speed_up is not None
    assert abs(meter.speed_up - 40.0 / 1.2) < 1e-6
