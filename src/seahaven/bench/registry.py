"""The benches there are, by name."""

from __future__ import annotations

from seahaven.bench.bench import Bench
from seahaven.bench.hcsm import HcsmBench
from seahaven.bench.kernel import KernelBench
from seahaven.errors import InputError, nearest

__all__ = ["BENCHES", "find_bench"]

BENCHES: dict[str, Bench] = {bench.name: bench for bench in (KernelBench(), HcsmBench())}
"""All benches, in the order in which they are listed."""


def find_bench(name: str) -> Bench:
    """Give the bench of that name; refuse an unknown one with the nearest."""
    if name not in BENCHES:
        raise InputError(f"there is no bench '{name}'{nearest(name, BENCHES)}")
    return BENCHES[name]
