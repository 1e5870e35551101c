"""What is measured of the speed of traffic in towns, and the goals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from seahaven.bench.bench import Progress
from seahaven.bench.row import Row
from seahaven.bench.sumo.bologna import Bologna
from seahaven.bench.sumo.street_grid import StreetGrid
from seahaven.bench.traffic.rates import MODELS, Heat
from seahaven.bench.traffic.town_rates import TownRace, in_bologna, in_grid

__all__ = ["MILLION", "bologna_rows", "grid_rows"]

MILLION = "million updates/s of CPU"
BAR, WISH = 5, 15
"""How many times as fast as SUMO towns have to be, and are meant to be."""


def grid_rows(*, streets: int, per_second: float, heat: Heat, progress: Progress) -> Iterator[Row]:
    """A grid of so many streets each way with lights, and so many random trips a second."""
    with TemporaryDirectory() as folder:
        progress(f"a grid of {streets} x {streets} streets against SUMO")
        found = in_grid(StreetGrid(streets, Path(folder)), MODELS, per_second=per_second, heat=heat)
    yield from _raced(f"{streets} x {streets} grid with lights", found)


def bologna_rows(data: Path, *, heat: Heat, progress: Progress) -> Iterator[Row]:
    """Bologna's morning, or a row that says that its files are not there."""
    town = Bologna.among(data)
    if not town.is_there:
        yield Row.skipped("Bologna, against SUMO", f"no such files in {town.folder}; name the folder with --data")
        return
    progress("Bologna against SUMO")
    with TemporaryDirectory() as folder:
        found = in_bologna(town, heat, Path(folder))
    yield from _raced("Bologna", found)


def _raced(name: str, found: TownRace) -> Iterator[Row]:
    """Judged by SUMO's fastest model."""
    models = [side for side in found.vehicles if side != "ours"]
    best = found.rates.best(models)
    unit = f"SUMO's {best}, meant to be {WISH}"
    yield Row.at_least(f"{name}, against SUMO", found.rates.ratio("ours", best), unit, limit=BAR)
    yield Row(name, found.rates["ours"] / 1e6, f"{MILLION}, {found.vehicles['ours']:,.0f} vehicles")
    for model in models:
        unit = f"{MILLION}, {found.vehicles[model]:,.0f} vehicles"
        yield Row(f"{name}, SUMO's {model}", found.rates[model] / 1e6, unit)
