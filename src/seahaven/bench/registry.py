"""The benches there are, by name."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path

from seahaven.bench.bench import Bench
from seahaven.bench.hcsm import HcsmBench
from seahaven.bench.kernel import KernelBench
from seahaven.bench.parts import chosen
from seahaven.bench.realism import RealismBench
from seahaven.bench.roads import RoadsBench
from seahaven.bench.traffic import TrafficBench
from seahaven.errors import InputError, nearest

__all__ = ["BENCHES", "find_bench"]

BENCHES: dict[str, Bench] = {
    bench.name: bench for bench in (KernelBench(), HcsmBench(), RoadsBench(), TrafficBench(), RealismBench())
}
"""All benches, in the order in which they are listed."""


def find_bench(
    name: str, *, data: Path | None = None, km: float | None = None, parts: tuple[str, ...] = ()
) -> Bench:  # fmt: skip
    """Give the bench of that name, to read files from the folder `data`, to drive so many `km`, or some `parts` alone.

    An unknown one is refused with the nearest, and so is what the bench has no use for.
    """
    if name not in BENCHES:
        raise InputError(f"there is no bench '{name}'{nearest(name, BENCHES)}")
    bench = BENCHES[name]
    if km is not None:
        bench = _driving(bench, km)
    if parts:
        bench = _in_part(bench, parts)
    return bench if data is None else _reading(bench, data)


def _driving(bench: Bench, km: float) -> Bench:
    if not isinstance(bench, RealismBench):
        raise InputError(f"bench '{bench.name}' drives no kilometres; leave out the {km:g} km")
    if not 0.0 < km < inf:
        raise InputError(f"bench '{bench.name}' got {km:g} km to drive; expected a number above 0")
    return replace(bench, km=km)


def _in_part(bench: Bench, parts: tuple[str, ...]) -> Bench:
    if not isinstance(bench, TrafficBench | RealismBench):
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
