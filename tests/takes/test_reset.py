"""Resets with other seeds: the bytes of runs that were just opened, whatever happened before."""

from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.errors import SeahavenError
from seahaven.kernel import Module
from seahaven.takes import Run, open_run
from tests.takes.test_assembly import STUDY as ASSEMBLED
from tests.takes.test_run import MOTORWAY, TOWN, contents, written
from tests.takes.test_study import STUDY as TWO_CARS

PEOPLED = """
study: Peopled
duration: 20 s
roads: seahaven.roads.builder:lesson_town
subject: {name: ada, on: High_Street.1, at: 60 m, to: High_Street.6, driver: {virtual: {kind: slow, number: 4}}}
traffic:
  warm_up: 5 s
  ambient: {radius: 300 m, density: 4/km}
  flows: [{from: Station_Road.7, to: High_Street.6, rate: 900/h}]
"""
DRAWN = ASSEMBLED.replace(", driver: {virtual: any}", "")
STUDIES = {"cars": TWO_CARS, "motorway": MOTORWAY, "town": TOWN, "drawn": DRAWN, "peopled": PEOPLED}


def opened(text: str, folder: Path, seed: int) -> Run:
    return open_run(written(folder, text), seed=seed, allow=["tests"])


def recorded(run: Run, out: Path) -> dict[str, bytes]:
    run.record(out)
    run.advance(0.5)
    return contents(run.stop_recording().path)


def meddle(run: Run, number: int) -> None:
    """Do all that a reset has to undo."""
    run.advance(0.3)
    name = next(iter(run.names))
    hand = run.grant(name, "speed" if "wish" not in run.vehicles.columns else "wish")
    setattr(hand, hand.columns[0], 1.0)
    run.advance(0.2)
    if number % 2:
        hand.release()
    if "ambient" in run.controller.tree.activations:
        run.set("ambient.radius", 50.0)
    run.advance(0.1)


@pytest.mark.parametrize("name", list(STUDIES))
def test_resets_with_other_seeds_in_any_order_have_the_bytes_of_fresh_runs(name: str, tmp_path: Path) -> None:
    text, fresh = STUDIES[name], dict[int, dict[str, bytes]]()
    for seed in (1, 2, 3):
        with opened(text, tmp_path, seed) as run:
            fresh[seed] = recorded(run, tmp_path / f"fresh{seed}")
    with opened(text, tmp_path, 5) as run:
        for number, seed in enumerate((2, 1, 3, 2, 2, 1)):
            meddle(run, number)
            if number == 3:
                run = run.fork()  # a fork can be reset as well as the run that it was forked from
            run.reset(seed=seed)
            assert run.seed == run.take.seed == seed
            assert recorded(run, tmp_path / f"reset{number}") == fresh[seed]


@pytest.mark.parametrize("name", ["cars", "motorway", "town", "drawn"])
def test_a_reset_with_another_seed_keeps_the_tree_where_it_serves(name: str, tmp_path: Path) -> None:
    with opened(STUDIES[name], tmp_path, 1) as run:
        run.reset(seed=2)
        controller, world = run.controller, run.world
        run.reset(seed=3)
        assert run.controller is controller
        assert run.world is world


@pytest.mark.parametrize("name", ["motorway", "town"])
def test_compiled_code_is_not_bound_again_after_a_reset(name: str, tmp_path: Path) -> None:
    bound = ("traffic/perception", "traffic/junctions")
    with opened(STUDIES[name], tmp_path, 1) as run:
        run.reset(seed=1)
        run.step(3)
        activations = run.controller.tree.activations
        before = [activations[path].part for path in bound]
        run.reset(seed=1)
        run.step(3)
        after = [activations[path].part for path in bound]
    assert None not in before
    assert all(part is again for part, again in zip(before, after, strict=True))


@pytest.mark.parametrize("seed", [1, 2])
def test_what_was_held_before_a_reset_shows_nothing_after_it(seed: int, tmp_path: Path) -> None:
    with opened(TOWN, tmp_path, 1) as run:
        run.reset(seed=7)
        run.reset(seed=1)
        bob, vehicles, hand = run["bob"], run.vehicles, run.grant("bob", "wish")
        again = vehicles.at(bob.id)
        run.reset(seed=seed)
        assert not bob.exists
        assert not again.exists
        assert len(vehicles) == 0
        assert hand.is_released
        with pytest.raises(SeahavenError, match="is not in the world"):
            _ = bob.speed
        run.grant("bob", "wish")
        with pytest.raises(SeahavenError, match="released"):
            hand.wish = 1.0
        assert run["bob"].exists
        assert run.vehicles.ids.tolist() == run.world.family("vehicle").ids.tolist()


def test_a_tree_that_a_program_changed_is_made_anew(tmp_path: Path) -> None:
    with opened(MOTORWAY, tmp_path, 3) as fresh:
        whole = recorded(fresh, tmp_path / "fresh")
    with opened(MOTORWAY, tmp_path, 1) as run:
        run.reset(seed=2)
        run.controller.add(Module("extra"))
        run.reset(seed=3)
        assert "extra" not in run.controller.tree.activations
        assert recorded(run, tmp_path / "reset") == whole
