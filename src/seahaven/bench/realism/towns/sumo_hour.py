"""SUMO's hour in a town, from what SUMO itself writes about it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from pyarrow import csv

from seahaven.bench.realism.standing import STILL
from seahaven.bench.realism.towns.demand_town import DemandTown
from seahaven.bench.realism.towns.hour import Hour
from seahaven.files import load_xml
from seahaven.geometry import Floats, Integers

__all__ = ["longest_stand", "sumo_hour"]

PERIOD = 1.0
"""Seconds between two looks at SUMO's vehicles."""
NOBODY_IS_MOVED = {"collision.action": "warn", "collision.check-junctions": "true"}
"""Besides waiting, a collision is a reason for SUMO to put a vehicle elsewhere."""


def sumo_hour(town: DemandTown, folder: Path, *, step: float, seed: int, seconds: float) -> Hour:
    """Have SUMO drive for so many seconds."""
    speeds, trips, touched = folder / "speeds.csv", folder / "trips.csv", folder / "collisions.xml"
    wishes = {
        "fcd-output": speeds, "fcd-output.attributes": "speed", "device.fcd.period": PERIOD,
        "tripinfo-output": trips, "collision-output": touched, "seed": seed,
    }  # fmt: skip
    town.sumo(step=step).run(town.begin + seconds, options={**town.sumo_options, **NOBODY_IS_MOVED, **wishes})
    pairs = {tuple(sorted((row.attributes["collider"], row.attributes["victim"]))) for row in load_xml(touched)}
    return Hour(_times(trips), _longest(speeds), len(pairs))


def _read(file: Path, *columns: str) -> list[list[object]]:
    """Columns of a table that SUMO wrote; it writes nothing where there is no row."""
    if not file.read_text(encoding="utf-8").strip():
        return [[] for _ in columns]
    table = csv.read_csv(
        file, parse_options=csv.ParseOptions(delimiter=";"),
        convert_options=csv.ConvertOptions(column_types={name: "string" for name in columns if name.endswith("_id")}),
    )  # fmt: skip
    return [table.column(name).to_numpy() for name in columns]


def _times(file: Path) -> dict[str, float]:
    names, seconds = _read(file, "tripinfo_id", "tripinfo_duration")
    return {str(name): float(value) for name, value in zip(names, seconds, strict=True)}  # type: ignore[arg-type]


def _longest(file: Path) -> float:
    times, names, speeds = _read(file, "timestep_time", "vehicle_id", "vehicle_speed")
    numbers = np.unique(np.array(names, str), return_inverse=True)[1]
    return longest_stand(np.array(times, float), numbers, np.array(speeds, float))


def longest_stand(times: Floats, vehicles: Integers, speeds: Floats) -> float:
    """The longest time, in seconds, that a vehicle stood without a break, from looks at all vehicles."""
    if not len(times):
        return 0.0
    order = np.lexsort((times, vehicles))
    times, vehicles, stands = times[order], vehicles[order], speeds[order] <= STILL
    is_on = stands[1:] & stands[:-1] & (vehicles[1:] == vehicles[:-1])
    pieces = np.where(is_on, np.diff(times), 0.0)
    # seconds stood up to each look, less those up to the last look at which the vehicle did not stand yet
    total = np.concatenate(([0.0], np.cumsum(pieces)))
    begun = np.maximum.accumulate(np.where(np.concatenate(([False], is_on)), 0, np.arange(len(times))))
    return float((total - total[begun]).max())
