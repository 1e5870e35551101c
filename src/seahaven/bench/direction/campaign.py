"""A campaign: every trial that has not been made yet, on as many processes as wanted, and a record of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from queue import Empty
from typing import Any

import numpy as np

from seahaven.bench.direction.crude import stamp
from seahaven.bench.direction.ledger import Record
from seahaven.bench.direction.outcome import hard_steps, outcome, trajectory, verdict
from seahaven.bench.direction.script import Cue, note_script, play_script
from seahaven.bench.direction.trial import (
    TRAFFICS,
    Drive,
    Fork,
    among_others,
    control,
    direction_of,
    forks,
    person,
    traffic_around,
)
from seahaven.bench.direction.windows import windows
from seahaven.bench.ray_test import RayTest
from seahaven.direction import Line, Placement
from seahaven.roads import LaneMap
from seahaven.seats import VirtualSubject
from seahaven.takes import Run, load_take

__all__ = ["Task", "play_all"]

Task = tuple[str, int, int]
"""Variant, number of the situation, and person. Whole drives and controls are no situation's, and have number -1."""
UNLIMITED = 40.0
WINDOWS = 400
"""How many windows of an undirected drive are kept."""
NOTED = 600.0
"""Seconds within which the moment comes in a drive whose triggers are noted."""


def play_all(study: Path, seed: int, tasks: Sequence[Task], *, jobs: int = 1) -> Iterator[Record]:
    """Make trials, and give a record of each as soon as it is there."""
    if not tasks:
        return
    if jobs <= 1:
        yield from _played(study, seed, tasks)
        return
    context = get_context("spawn")
    told: Any = context.Queue()
    shares = [[task for task in tasks if traffic_around(task[2]) % jobs == k] for k in range(jobs)]
    workers = [context.Process(target=_work, args=(study, seed, share, told)) for share in shares if share]
    for worker in workers:
        worker.start()
    yield from _gathered(told, workers)


def _work(study: Path, seed: int, tasks: Sequence[Task], told: Any) -> None:
    for record in _played(study, seed, tasks):
        told.put(record)


def _gathered(told: Any, workers: Iterable[Any]) -> Iterator[Record]:
    """All that the workers tell, until the last of them has ended."""
    while True:
        are_done = all(not worker.is_alive() for worker in workers)
        try:
            yield told.get(timeout=1.0)
        except Empty:
            if are_done:
                break
    for worker in workers:
        worker.join()
        if worker.exitcode:
            raise ChildProcessError(f"trials ended with {worker.exitcode}; run the bench again to go on")


def _played(study: Path, seed: int, tasks: Sequence[Task]) -> Iterator[Record]:
    whole: dict[str, Callable[[Path, int, int], Record]] = {"drive": _drive, "control": _control}
    for variant, number, who in tasks:
        if number < 0:
            yield {"variant": variant, "number": number, **whole[variant](study, seed, who)}
    for traffic in range(TRAFFICS):
        here = [task for task in tasks if task[1] >= 0 and traffic_around(task[2]) == traffic]
        yield from _forked(study, seed, traffic, here)


def _forked(study: Path, seed: int, traffic: int, tasks: Sequence[Task]) -> Iterator[Record]:
    """The trials among one traffic, from a drive of their own to fork."""
    if not tasks:
        return
    last = max(number for _, number, _ in tasks)
    for begin in forks(among_others(load_take(study, seed=seed), traffic)):
        here = [(variant, who) for variant, number, who in tasks if number == begin.placement.number]
        yield from _trials(begin, here, seed)
        if begin.placement.number >= last:
            break


def _trials(begin: Fork, tasks: Sequence[tuple[str, int]], seed: int) -> Iterator[Record]:
    cues = _noted(begin) if any(variant == "fixed" for variant, _ in tasks) else ()
    for variant, number in tasks:
        who = person(number, seed)
        about = {"variant": variant, "number": begin.placement.number, "person": number, "kind": who.kind}
        yield {**about, **_trial(begin, variant, who, cues)}


def _noted(begin: Fork) -> tuple[Cue, ...]:
    twin = begin.base.fork()
    directs = direction_of(twin)
    return note_script(twin, begin.placement, directs.drive, directs.subject, seconds=NOTED)


def _trial(begin: Fork, variant: str, who: VirtualSubject, cues: tuple[Cue, ...]) -> Record:
    """One subject and one situation, directed as the variant says."""
    if variant == "fixed" and not cues:
        return {"situation": begin.placement.name, "is_met": False, "why": "it never came to the moment at 55 mph"}
    drive = begin.trial(who, rays=_rays(begin.lane_map) if variant == "ours" else None)
    if variant == "crude":
        stamp(drive.run.controller)
    if variant == "fixed":
        play_script(drive.run, cues, begin.placement, drive.line, drive.subject)
    notes = begin.play(drive)
    record = outcome(notes, begin.placement)
    if variant == "fixed":
        return record
    directed, others = windows(notes, drive.subject)
    record |= {"directed": directed, "others": others}
    return record | _judged(drive, begin.placement) if variant == "ours" else record


def _judged(drive: Drive, placement: Placement) -> Record:
    """What else is told of a situation that we have directed."""
    notes = drive.notes
    steps, hard = hard_steps(notes)
    return _possible(drive, placement) | {
        "way": trajectory(notes, drive.subject)[::4],
        "steps": steps, "hard": hard, "came": notes.came, "went": notes.went, "in_sight": notes.in_sight,
    }  # fmt: skip


def _drive(study: Path, seed: int, number: int) -> Record:
    """A whole drive."""
    take = load_take(study, seed=seed, person=number)
    run = Run(take, is_bare=True)
    placements = direction_of(run).placements
    drive = Drive.watched(run, _rays(direction_of(run).drive.lane_map))
    notes = drive.play(take.duration)
    steps, hard = hard_steps(notes)
    told = [outcome(notes, one) | _possible(drive, one) for one in placements]
    return {
        "person": number, "kind": person(number, seed).kind, "situations": told, "steps": steps, "hard": hard,
        "came": notes.came, "went": notes.went, "in_sight": notes.in_sight, "seconds": run.time,
    }  # fmt: skip


def _possible(drive: Drive, placement: Placement) -> Record:
    limit = limit_at(drive.line, placement.at)
    is_possible, why = verdict(drive.notes, placement, drive.subject, limit=limit, visibility=drive.visibility)
    return {"is_possible": is_possible, "possible_why": why}


def _control(study: Path, seed: int, number: int) -> Record:
    """Two whole drives in which nobody is directed, other vehicles for everybody: among the traffic of the study, as
    it is beside those who are kept away, and with traffic on all lanes, as those in the cast drive on the subject's."""
    seen = [one for is_everywhere in (False, True) for one in _undirected(study, seed, number, is_everywhere)]
    return {"person": number, "kind": person(number, seed).kind, "others": seen}


def _undirected(study: Path, seed: int, number: int, is_everywhere: bool) -> list[Any]:
    take = among_others(control(study, seed=seed, person=number, is_everywhere=is_everywhere), TRAFFICS + number)
    run = Run(take, is_bare=True)
    drive = Drive.watched(run)
    run.controller.remove("direction")
    notes = drive.play(take.duration)
    return windows(notes, drive.subject, most=WINDOWS)[1]


def limit_at(line: Line, along: float) -> float:
    """The speed limit so far along a drive (m/s)."""
    lanes = line.lanes_at(along)
    if not len(lanes):
        return UNLIMITED
    spot = line.spot(int(lanes[-1]), along)
    limit = float(line.lane_map.limit(spot.lane, spot.s))
    return limit if np.isfinite(limit) else UNLIMITED


@cache
def _rays(lane_map: LaneMap) -> RayTest:
    return RayTest(lane_map)


@dataclass(frozen=True, slots=True)
class Plan:
    """How many trials of which sort make a campaign."""

    subjects: int
    drives: int
    fixed: int
    controls: int
    crude: int

    def tasks(self, situations: int) -> list[Task]:
        """All of them."""
        numbers = range(situations)
        made: list[Task] = [("ours", number, who) for number in numbers for who in range(self.subjects)]
        made += [("fixed", number, who) for number in numbers for who in range(self.fixed)]
        made += [("crude", number, who) for number in numbers for who in range(self.crude)]
        made += [("drive", -1, who) for who in range(self.drives)]
        return made + [("control", -1, who) for who in range(self.controls)]
