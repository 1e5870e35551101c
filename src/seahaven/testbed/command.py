"""The one command that plays a drive again."""

from __future__ import annotations

import shlex
from typing import Any

__all__ = ["command_of"]


def command_of(job: Any, seed: int | None = None) -> str:
    """The command that plays and judges the drive of a job in the same way, from the same working folder."""
    variant = job.variant
    words = ["seahaven", "race" if variant.grid else "test", job.source]
    if variant.condition:
        words += ["--condition", variant.condition]
    seed = job.seed if seed is None else seed
    if seed is not None:
        words += ["--seed", str(seed)]
    if variant.driver:
        words += ["--driver", variant.driver]
    for name, driver in variant.grid:
        words += ["--racer", f"{name}={driver}"] if driver else []
    if variant.grid:
        words += ["--order", ",".join(name for name, _ in variant.grid)]
        words += ["--gap", f"{variant.gap:g} m"] if any(driver for _, driver in variant.grid) else []
    for name, value in variant.settings.items():
        words += ["--set", f"{name}={value}"]
    for name in dict.fromkeys(job.allow):
        words += ["--allow", name]
    return shlex.join(words)
