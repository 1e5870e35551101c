"""What is measured of traffic in towns, with the accepted range beside each value."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from seahaven.bench.bench import Progress
from seahaven.bench.realism.bologna import LEAST, Morning, compare
from seahaven.bench.realism.open_towns import OpenTown, Visit, open_towns, visit
from seahaven.bench.realism.safety import Log
from seahaven.bench.realism.saturation import discharge
from seahaven.bench.realism.town import TOWNS, watch_town
from seahaven.bench.row import Row
from seahaven.bench.sumo.bologna import Bologna
from seahaven.errors import InputError

__all__ = ["bologna_rows", "open_town_rows", "saturation_rows", "town_rows"]

STEPS = (0.1, 0.5)
STEP = 0.5
"""The step, in seconds, at which towns are compared."""
AFTER = 1800.0
"""Seconds that everybody has to arrive in Bologna after an hour of demand."""
HOUR = 3600.0


def saturation_rows(*, seconds: float, progress: Progress) -> Iterator[Row]:
    """How queues set out at a light."""
    for step in STEPS:
        progress(f"a queue at a light, steps of {step:g} s")
        found = discharge(step=step, seconds=seconds)
        unit = f"vehicles/h/lane, of {found.greens} greens"
        yield Row.within(f"saturation flow, steps of {step:g} s", found.flow, unit, low=1700, high=2000)
        yield Row.within(f"start-up lost time, steps of {step:g} s", found.lost, "s", low=1.5, high=3)


def town_rows(*, km: float, progress: Progress) -> Iterator[Row]:
    """Collisions and hard braking among people and cyclists, over so many kilometres at each length of step."""
    for step in STEPS:
        whole, told = Log(), list[str]()
        for town in TOWNS:
            what = f"town traffic at steps of {step:g} s: {town.name}"
            progress(what)
            log = watch_town(
                town, step=step, km=km * town.share, progress=partial(_tell_of, progress, what)
            )  # fmt: skip
            told += [_log_told(town.name, log, step), *log.told]
            whole.add(log)
        yield from _watched(whole, told, km=km, step=step)


def _tell_of(progress: Progress, what: str, how_far: str) -> None:
    progress(f"{what}, {how_far}")


def _log_told(name: str, log: Log, step: float) -> str:
    return (
        f"{name}: {log.km:.0f} km at {_mean_speed(log, step):.0f} km/h, {log.collisions} collisions, {log.hit_people} "
        f"of them with people on foot, {log.hard} hard brakings"
    )


def _mean_speed(log: Log, step: float) -> float:
    return HOUR * log.km / max(log.updates * step, 1e-9)


def _watched(log: Log, told: list[str], *, km: float, step: float) -> Iterator[Row]:
    unit = f"vehicle-km, at {_mean_speed(log, step):.0f} km/h"
    yield Row.at_least(f"town, driven, steps of {step:g} s", log.km, unit, limit=km).with_details(told)
    unit = f"of vehicles, {log.hit_people} of them with people on foot"
    yield Row.at_most(f"town, collisions, steps of {step:g} s", log.collisions, unit, limit=0)
    unit = f"per 1,000 km, the hardest {log.hardest:.1f} m/s²"
    yield Row.at_most(f"town, braking beyond 6 m/s², steps of {step:g} s", log.hard_per_1000_km, unit, limit=1)


def bologna_rows(data: Path, *, seeds: int, hours: float, progress: Progress) -> Iterator[Row]:
    """Bologna's morning against SUMO, or a row that says that its files are not there."""
    town = Bologna.among(data)
    if not town.is_there:
        yield Row.skipped("Bologna against SUMO", f"no such files in {town.folder}; name the folder with --data")
        return
    seconds = 60.0 * max(round(hours * (HOUR + AFTER) / 60.0), 1)
    with TemporaryDirectory() as folder:
        found = compare(town, seeds=seeds, step=STEP, seconds=seconds, folder=Path(folder), progress=progress)
    yield from _compared(found)


def _compared(found: Morning) -> Iterator[Row]:
    unit = f"% of SUMO's, the median of {len(found.errors)} edges with {LEAST} vehicles or more"
    row = Row.at_most("Bologna, error of travel times", 100.0 * found.median_error, unit, limit=15)
    yield row.with_details(found.told())
    for date, seconds in enumerate(found.dates):
        ours, theirs = found.arrivals(date)
        unit = f"% of SUMO's: {ours:,.0f} and {theirs:,.0f}"
        share = 100.0 * ours / theirs if theirs else float("nan")
        yield Row.within(f"Bologna, arrived in {seconds / 60.0:g} minutes", share, unit, low=98, high=102)
    stuck, left_over = (sum(getattr(one, name) for one in found.ours) for name in ("stuck", "left_over"))
    longest = max(one.longest for one in found.ours)
    unit = f"vehicles, the longest stand {longest:.0f} s; {left_over} still in at the end"
    told = (f"run {run}: {text}" for run, one in enumerate(found.ours, 1) for text in one.told)
    yield Row.at_most("Bologna, stuck for good", stuck, unit, limit=0).with_details(told)
    yield _collided(found)
    leaps, strayed = (sum(getattr(one, name) for one in found.ours) for name in ("leaps", "strayed"))
    teleported = sum(one.teleported for one in found.theirs)
    unit = f"vehicles, by SUMO {teleported}; {strayed} missed their turn and left elsewhere"
    yield Row.at_most("Bologna, put elsewhere", leaps, unit, limit=0)


def _collided(found: Morning) -> Row:
    whole = Log()
    for one in found.ours:
        whole.add(one.log)
    braking = f"{whole.hard_per_1000_km:.1f} hard brakings per 1,000 km, the hardest {whole.hardest:.1f} m/s²"
    unit = f"in {whole.km:,.0f} vehicle-km, with {braking}"
    return Row.at_most("Bologna, collisions", whole.collisions, unit, limit=0).with_details(whole.told)


def open_town_rows(data: Path, *, hours: float, progress: Progress) -> Iterator[Row]:
    """Random trips in all towns of a folder, or a row that says that there are none."""
    is_any = False
    for town in open_towns(data):
        is_any = True
        progress(f"random trips in {town.name}")
        yield from _visited(town, hours)
    if not is_any:
        yield Row.skipped("random trips in OpenDRIVE towns", f"none in {data}; name their folder with --data")


def _visited(town: OpenTown, hours: float) -> Iterator[Row]:
    try:
        found: Visit = visit(town, seconds=HOUR * hours, step=STEP)
    except InputError as reason:
        yield Row.skipped(f"{town.name}, arrived", reason.message)
        return
    unit = f"% of {found.trips} trips, the longest stand {found.longest:.0f} s, {found.collisions} collisions"
    yield Row.at_least(f"{town.name}, arrived", found.share, unit, limit=100).with_details(found.told)
    yield Row.at_most(f"{town.name}, gridlock", float(found.is_locked), "for ten minutes nobody arrives", limit=0)
