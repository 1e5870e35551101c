"""The benches there are, by name."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

from seahaven.bench.bench import Bench
from seahaven.bench.direction import DirectionBench
from seahaven.bench.hcsm import HcsmBench
from seahaven.bench.kernel import KernelBench
from seahaven.bench.learning import LearningBench
from seahaven.bench.parts import chosen
from seahaven.bench.realism import RealismBench
from seahaven.bench.roads import RoadsBench
from seahaven.bench.seat import SeatBench
from seahaven.bench.studio import StudioBench
from seahaven.bench.testbed import VerdictBench
from seahaven.bench.traffic import TrafficBench
from seahaven.errors import InputError, nearest

__all__ = ["BENCHES", "find_bench"]

BENCHES: dict[str, Bench] = {
    bench.name: bench
    for bench in (
        KernelBench(),
        HcsmBench(),
        RoadsBench(),
        TrafficBench(),
        RealismBench(),
        DirectionBench(),
        SeatBench(),
        StudioBench(),
        LearningBench(),
        VerdictBench(),
    )
}
"""All benches, in the order in which they are listed."""


def find_bench(
    name: str,
    *,
    quick: bool = False,
    data: Path | None = None,
    km: float | None = None,
    parts: tuple[str, ...] = (),
    subjects: int | None = None,
    drives: int | None = None,
    out: Path | None = None,
    jobs: int | None = None,
    roads: Path | None = None,
    demand: tuple[Path, ...] = (),
) -> Bench:
    """Give the bench of that name, to read files from the folder `data`, to drive so many `km`, or some `parts` alone.

    A `quick` one is small enough for five minutes; other options count for it, too. That of direction may have other
    numbers of `subjects` and whole `drives`, keep what it has measured in the folder `out`, and run in several `jobs`.
    The towns of realism keep theirs in `out`, too; they may be replaced by a town of `roads` with a `demand`.
    An unknown one is refused with the nearest, and so is what the bench has no use for.
    """
    if name not in BENCHES:
        raise InputError(f"there is no bench '{name}'{nearest(name, BENCHES)}")
    bench = BENCHES[name].quick() if quick else BENCHES[name]
    if km is not None:
        bench = _driving(bench, km)
    if out is not None and isinstance(bench, RealismBench):
        bench, out = replace(bench, out=out), None
    if roads is not None or demand:
        bench = _in_town(bench, roads, demand)
    campaign = {"subjects": subjects, "drives": drives, "out": out, "jobs": jobs}
    if any(value is not None for value in campaign.values()):
        bench = _campaigning(bench, {key: value for key, value in campaign.items() if value is not None})
    if parts:
        bench = _in_part(bench, parts)
    return bench if data is None else _reading(bench, data)


def _driving(bench: Bench, km: float) -> Bench:
    if not isinstance(bench, RealismBench | LearningBench):
        raise InputError(f"bench '{bench.name}' drives no kilometres; leave out the {km:g} km")
    if not 0.0 < km < inf:
        raise InputError(f"bench '{bench.name}' got {km:g} km to drive; expected a number above 0")
    return replace(bench, kilometres=km) if isinstance(bench, LearningBench) else replace(bench, km=km)


def _in_town(bench: Bench, roads: Path | None, demand: tuple[Path, ...]) -> Bench:
    if not isinstance(bench, RealismBench):
        raise InputError(f"bench '{bench.name}' drives in no town of yours; leave out --roads and --demand")
    if roads is None:
        raise InputError(f"bench '{bench.name}' got the demand '{demand[0]}' without a network; add --roads")
    for file in (roads, *demand):
        if not file.is_file():
            raise InputError(f"there is no file '{file}' for bench '{bench.name}' to drive in")
    return replace(bench, roads=roads, demand=demand, parts=("towns",))


def _campaigning(bench: Bench, said: dict[str, Any]) -> Bench:
    if not isinstance(bench, DirectionBench):
        raise InputError(f"bench '{bench.name}' makes no trials; leave out --{next(iter(said))}")
    for key in ("subjects", "drives", "jobs"):
        if said.get(key, 1) < 1:
            raise InputError(f"bench '{bench.name}' got {said[key]} {key}; expected 1 or more")
    return replace(bench, **said)


def _in_part(bench: Bench, parts: tuple[str, ...]) -> Bench:
    if not isinstance(bench, TrafficBench | RealismBench | DirectionBench | LearningBench | StudioBench):
        raise InputError(f"bench '{bench.name}' has no parts; leave out '{parts[0]}'")
    chosen(bench.name, parts, among=bench.parts)
    return replace(bench, parts=parts)


def _reading(bench: Bench, data: Path) -> Bench:
    name = bench.name
    if not isinstance(bench, RoadsBench | TrafficBench | RealismBench):
        raise InputError(f"bench '{name}' reads no files; leave out the folder '{data}'")
    if not data.is_dir():
        raise InputError(f"there is no folder '{data}' for bench '{name}' to read road files from")
    return replace(bench, data=data)
