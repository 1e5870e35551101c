"""What is measured on networks that others drew: a row for each, with the accepted range beside the value."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from seahaven.bench.bench import Progress
from seahaven.bench.realism.networks import LONGEST, NetworkDrive, drive_network
from seahaven.bench.roads.road_files import RoadFiles
from seahaven.bench.row import Row
from seahaven.errors import InputError
from seahaven.roads import LaneMap
from seahaven.roads.formats.opendrive import read_opendrive

__all__ = ["network_rows"]


def network_rows(
    data: Path, *, seconds: float, seeds: int, steps: tuple[float, ...], progress: Progress
) -> Iterator[Row]:
    """Mixed traffic on each OpenDRIVE file of a folder; those without a trip of 300 m are listed with the reason."""
    files = RoadFiles(data).valid()
    if not files:
        yield Row.skipped("mixed traffic on OpenDRIVE networks", f"none in {data}; name their folder with --data")
    for path in files:
        progress(f"mixed traffic on {path.stem}")
        try:
            lane_map = LaneMap(read_opendrive(path))
            drives = [
                (f"seed {seed}, steps of {step:g} s", drive_network(lane_map, seconds=seconds, step=step, seed=seed))
                for seed in range(1, seeds + 1)
                for step in steps
            ]
        except InputError as reason:
            yield Row.skipped(f"{path.stem}, collisions", reason.message)
            continue
        yield from _judged(path.stem, drives)


def _judged(name: str, drives: list[tuple[str, NetworkDrive]]) -> Iterator[Row]:
    told = [f"{where}: {line}" for where, drive in drives for line in drive.told]
    km, hard = sum(drive.km for _, drive in drives), sum(drive.hard for _, drive in drives)
    came, trips = (sum(getattr(drive, name) for _, drive in drives) for name in ("came", "trips"))
    unit = f"in {len(drives)} drives, {km:,.0f} vehicle-km, {came} of {trips} came in, {hard} hard brakings"
    collisions = sum(drive.collisions for _, drive in drives)
    yield Row.at_most(f"{name}, collisions", collisions, unit, limit=0).with_details(told)
    longest = max(drive.longest for _, drive in drives)
    yield Row.at_most(f"{name}, longest stand", longest, "s", limit=LONGEST)
