"""What is looked at on either side: where everybody is and how fast, second by second."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.bench.sumo.course import Course, Drive
from seahaven.bench.sumo.program import Sumo
from seahaven.geometry import Floats
from seahaven.measures import lane_changes

__all__ = ["Samples", "ours", "sumos"]


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Vehicles on the main road of a course, one row for each moment of each; how often they changed lanes."""

    time: Floats
    vehicle: NDArray[np.int64]
    place: Floats
    speed: Floats
    changes: int
    every: float

    @property
    def km(self) -> float:
        """Vehicle-kilometres that were driven."""
        return float(self.speed.sum()) * self.every / 1e3

    @property
    def mean_speed(self) -> float:
        """In m/s: all ways over all times."""
        return float(self.speed.mean()) if len(self.speed) else 0.0

    @property
    def changes_per_km(self) -> float:
        """Lane changes per vehicle-kilometre."""
        return self.changes / max(self.km, 1e-9)


def ours(drive: Drive, *, begin: float, seconds: float, every: float = 1.0) -> Samples:
    """Drive up to a date, then look on for so many seconds."""
    drive.advance(round(begin / drive.step))
    rows: list[tuple[NDArray[Any], ...]] = []
    for _ in range(round(seconds / every)):
        table = drive.vehicles
        place = drive.course.posts.at(table.lane, table.s)
        rows.append(
            (np.full(len(place), drive.seconds), table.ids.copy(), place, table.speed.copy(), table.line.copy())
        )
        drive.advance(round(every / drive.step))
    time, vehicle, place, speed, line = (np.concatenate(column) for column in zip(*rows, strict=True))
    on_main = np.isfinite(place)
    changes = lane_changes(time, vehicle, line)
    return Samples(time[on_main], vehicle[on_main], place[on_main], speed[on_main], changes, every)


def sumos(sumo: Sumo, course: Course, folder: Path, *, begin: float, seconds: float, every: float = 1.0) -> Samples:
    """Have SUMO drive up to a date, and tell of the seconds after it."""
    import pyarrow.csv as csv  # tables are loaded by those who compare
    import pyarrow.parquet as parquet

    moments, changes = folder / "moments.parquet", folder / "changes.csv"
    sumo.run(
        begin + seconds,
        options={
            "fcd-output": moments, "device.fcd.period": every, "device.fcd.begin": begin,
            "fcd-output.attributes": "id,speed,pos,lane", "lanechange-output": changes,
        },
    )  # fmt: skip
    table = parquet.read_table(moments)
    lanes = table["vehicle_lane"].dictionary_encode().combine_chunks()
    place = _places(lanes.dictionary.to_pylist(), course)[lanes.indices.to_numpy()]
    names = table["vehicle_id"].dictionary_encode().combine_chunks().indices.to_numpy()
    along = place + table["vehicle_pos"].to_numpy()
    on_main = np.isfinite(along)
    time, speed = table["timestep_time"].to_numpy(), table["vehicle_speed"].to_numpy().astype(np.float64)
    times = csv.read_csv(changes, parse_options=csv.ParseOptions(delimiter=";"))["change_time"].to_numpy()
    changed = int(np.count_nonzero(times >= begin))
    return Samples(time[on_main], names[on_main], along[on_main], speed[on_main], changed, every)


def _places(lanes: list[str], course: Course) -> Floats:
    """How far along the main road the edges of lanes begin; NaN for others."""
    begins: Mapping[str, float] = {
        road: float(course.posts.at(course.lane_map.index(f"{road}:0:-1"), 0.0)) for road in course.plan.main
    }
    return np.array([begins.get(lane.rpartition("_")[0], np.nan) for lane in lanes], np.float64)
