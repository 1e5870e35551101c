"""The benches there are, by name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from seahaven.bench.bench import Bench
from seahaven.bench.hcsm import HcsmBench
from seahaven.bench.kernel import KernelBench
from seahaven.bench.roads import RoadsBench
from seahaven.errors import InputError, nearest

__all__ = ["BENCHES", "find_bench"]

BENCHES: dict[str, Bench] = {bench.name: bench for bench in (KernelBench(), HcsmBench(), RoadsBench())}
"""All benches, in the order in which they are listed."""


def find_bench(name: str, *, data: Path | None = None) -> Bench:
    """Give the bench of that name, to read files from the folder `data`; refuse an unknown one with the nearest."""
    if name not in BENCHES:
        raise InputError(f"there is no bench '{name}'{nearest(name, BENCHES)}")
    bench = BENCHES[name]
    if data is None:
        return bench
    if not isinstance(bench, RoadsBench):
        raise InputError(f"bench '{name}' reads no files; leave out the folder '{data}'")
    if not data.is_dir():
        raise InputError(f"there is no folder '{data}' for bench '{name}' to read road files from")
    return replace(bench, data=data)
