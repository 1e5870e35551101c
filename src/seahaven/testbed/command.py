"""The one command that plays a drive again."""

from __future__ import annotations

import shlex
from typing import Any

__all__ = ["command_of"]


def command_of(job: Any, seed: int | None = None) -> str:
    """The command that plays and judges the drive of a job in the same way, from the same working folder."""
    words = ["seahaven", "test", job.source]
    variant = job.variant
    if variant.condition:
        words += ["--condition", variant.condition]
    seed = job.seed if seed is None else seed
    if seed is not None:
        words += ["--seed", str(seed)]
    if variant.driver:
        words += ["--driver", variant.driver]
    for name, value in variant.settings.items():
        words += ["--set", f"{name}={value}"]
    for name in dict.fromkeys(job.allow):
        words += ["--allow", name]
    return shlex.join(words)
