"""What is measured of the speed of traffic in towns, and the goals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from seahaven.bench.bench import Progress
from seahaven.bench.row import Row
from seahaven.bench.sumo.bologna import Bologna
from seahaven.bench.sumo.cologne import Cologne
from seahaven.bench.sumo.street_grid import StreetGrid
from seahaven.bench.traffic.rates import MODELS, Heat
from seahaven.bench.traffic.town_rates import TownRace, in_bologna, in_grid, whole_processes

__all__ = ["MILLION", "bologna_rows", "cologne_rows", "grid_rows"]

MILLION = "million updates/s of CPU"
GRID_BAR, GRID_GOAL = 6.5, 15
BOLOGNA_BAR, BOLOGNA_GOAL = 1.5, 5
"""How many times as fast as SUMO towns have to be, and are meant to be."""
HOUR_BAR, HOUR_GOAL = 1, 3
"""How many times as fast as SUMO a process is that loads a junction and plays an hour of it."""


def grid_rows(*, streets: int, per_second: float, heat: Heat, progress: Progress) -> Iterator[Row]:
    """A grid of so many streets each way with lights, and so many random trips a second."""
    with TemporaryDirectory() as folder:
        progress(f"a grid of {streets} x {streets} streets against SUMO")
        found = in_grid(StreetGrid(streets, Path(folder)), MODELS, per_second=per_second, heat=heat)
    yield from _raced(f"{streets} x {streets} grid with lights", found, bar=GRID_BAR, goal=GRID_GOAL)


def bologna_rows(data: Path, *, heat: Heat, progress: Progress) -> Iterator[Row]:
    """Bologna's morning, or a row that says that its files are not there."""
    town = Bologna.among(data)
    if not town.is_there:
        yield Row.skipped("Bologna, against SUMO", f"no such files in {town.folder}; name the folder with --data")
        return
    progress("Bologna against SUMO")
    with TemporaryDirectory() as folder:
        found = in_bologna(town, heat, Path(folder))
    yield from _raced("Bologna", found, bar=BOLOGNA_BAR, goal=BOLOGNA_GOAL)


def cologne_rows(data: Path, *, seconds: float, step: float, repeats: int, progress: Progress) -> Iterator[Row]:
    """An hour of a junction in Cologne, processes from their start to their end, or a row that has no files to read."""
    place, name = Cologne.among(data), "an hour of cologne1, loading included"
    if not place.is_there:
        yield Row.skipped(f"{name}, against SUMO", f"no such files in {place.folder}; name the folder with --data")
        return
    progress(f"{name}, against SUMO")
    with TemporaryDirectory() as folder:
        hour = whole_processes(place, Path(folder), seconds=seconds, step=step, repeats=repeats)
    ratio = Row.at_least(f"{name}, against SUMO", hour.ratio, "SUMO's default", limit=HOUR_GOAL)
    yield ratio.first_at_least(HOUR_BAR)
    yield Row(name, hour.ours, "s CPU")
    yield Row(f"{name}, SUMO's default", hour.sumo, "s CPU")


def _raced(name: str, found: TownRace, *, bar: float, goal: float) -> Iterator[Row]:
    """Judged by SUMO's fastest model."""
    models = [side for side in found.vehicles if side != "ours"]
    best = found.rates.best(models)
    ratio = found.rates.ratio("ours", best)
    yield Row.at_least(f"{name}, against SUMO", ratio, f"SUMO's {best}", limit=goal).first_at_least(bar)
    yield Row(name, found.rates["ours"] / 1e6, f"{MILLION}, {found.vehicles['ours']:,.0f} vehicles")
    for model in models:
        unit = f"{MILLION}, {found.vehicles[model]:,.0f} vehicles"
        yield Row(f"{name}, SUMO's {model}", found.rates[model] / 1e6, unit)
