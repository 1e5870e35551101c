"""Which heats a race has: each racer begins once at each place, under each seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from seahaven.errors import InputError, nearest
from seahaven.files import load_yaml
from seahaven.takes import subject_names
from seahaven.testbed.drive import GAP, Variant, load_drive
from seahaven.testbed.playing import DriveJob

__all__ = ["Race", "plan_race", "racers_of"]

MOST: Final = 12
"""Racers: a row of more is longer than most streets."""


@dataclass(frozen=True, slots=True)
class Race:
    """What is raced: a drive file, drivers by the names of the racers, or '' for the file's own, and how often.

    Without an `order`, the racers change places from heat to heat, so that each has begun at each place in the end;
    with one, there is a single heat for each seed, in which they begin in this order, the foremost first.
    """

    source: str
    racers: Mapping[str, str]
    seeds: Sequence[int | None] = (None,)
    order: Sequence[str] = ()
    gap: float = GAP
    condition: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    allow: tuple[str, ...] = ()

    @property
    def orders(self) -> list[list[str]]:
        """The orders at the start, heat by heat."""
        names = list(self.racers)
        if self.order:
            return [list(self.order)]
        return [[*names[k:], *names[:k]] for k in range(len(names))]


def racers_of(source: str | Path, racers: Mapping[str, str]) -> dict[str, str]:
    """The racers that are named, or else the subjects of the file with drivers of their own."""
    own = subject_names(load_yaml(Path(source)))
    if not racers and len(own) < 2:
        raise InputError(f"{source} has no two subjects to race; name at least two racers with --racer NAME=DRIVER")
    found = dict(racers) or dict.fromkeys(own, "")
    if not 2 <= len(found) <= MOST:
        raise InputError(f"a race has from 2 to {MOST} racers, and here is {len(found)}")
    return found


def plan_race(race: Race, out: Path) -> list[DriveJob]:
    """The heats of a race as drives, each with a folder of its own; what cannot be raced is refused before any."""
    for name in race.order:
        if name not in race.racers:
            raise InputError(f"there is no racer '{name}'{nearest(name, list(race.racers))}")
    if race.order and sorted(race.order) != sorted(race.racers):
        raise InputError(f"--order names {', '.join(race.order)}; name each of {', '.join(race.racers)} once")
    jobs = []
    for seed in race.seeds:
        for order in race.orders:
            grid = tuple((name, race.racers[name]) for name in order)
            variant = Variant(race.condition, "", dict(race.settings), grid, race.gap)
            jobs.append(DriveJob(race.source, out, seed, variant, race.allow))
    drive = load_drive(race.source, jobs[0].variant, allow=race.allow)
    if drive.study.mission is None:
        raise InputError(f"{race.source} has no mission to be raced on; add 'mission' with its checkpoints")
    return [replace(job, folder=out / f"heat-{number}") for number, job in enumerate(jobs, start=1)]
