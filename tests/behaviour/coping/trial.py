"""A trial: traffic, a hooligan in its midst, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from seahaven.bench.sumo.town_drive import TownDrive
from seahaven.kernel import fork
from seahaven.roads.junctions import JunctionLogic
from seahaven.world import LightState, World
from tests.behaviour.coping.hooligan import (
    APPROACH,
    HASTE,
    LENGTH,
    STEP,
    WIDTH,
    Hooligan,
    Poses,
    driven,
    laid_out,
    line_ahead,
    line_along,
)
from tests.behaviour.coping.judge import Track, judged

Make = Callable[[int], TownDrive]

CLEAR, LANE = 25.0, 2.0
"""Metres around the hooligan that are free of others when it appears, and beside its way to a red light."""
RECENTLY = 150
"""Steps within which a light has turned red that will be red for a while."""
Ids = NDArray[np.int64]
Rows = NDArray[np.float64]
POSE = ("x", "y", "heading", "speed", "z")
OWNED = ("x", "y", "heading", "speed", "acceleration")
WARM_UP, BEFORE, AFTER, MUCH_LATER = 100.0, 20.0, 60.0, 60.0
"""Seconds until traffic flows, before the deed over which its speed is the mean, after it until it flows again, and
after that until everybody who stood at lights has gone on."""
SHARE, CYCLE = 0.9, 90.0
"""Of the mean speed of before, or of traffic without the hooligan, which is back within a minute; and seconds of a
cycle of lights, over which it is judged where the last half minute falls short: those who missed their green wait for
the next one."""
LONGEST = 60.0
"""Seconds that are waited for an occasion for a deed."""
AROUND, CALM = 100.0, 100
"""Metres around a hooligan, and steps after its deed, within which mishaps of others are laid to its account."""
STAYS = 1.0
"""Metres within which a vehicle is that stands."""


@dataclass(frozen=True)
class Outcome:
    """What came of a deed: ids of those who touched the hooligan, of those among them who were to blame, and of those
    who touched others near it; the mean speed before, during and after (m/s), and after it without a hooligan;
    who stood for two minutes after; and for how many seconds horns were sounded during the deed.

    Wrecks, which are all who touched somebody, are towed away when the deed is over, and are in no mean.
    """

    touched: list[int]
    guilty: list[int]
    entangled: list[int]
    before: float
    during: float
    after: float
    undisturbed: float
    frozen: list[int]
    honked: float


class Mishap(NamedTuple):
    """With whom a vehicle or person was first in touch, in which step and where."""

    other: int
    step: int
    x: float
    y: float

    def is_near(self, hooligan: int, its: Track) -> bool:
        """Whether it happened near a hooligan, during its deed or shortly after, and not with itself."""
        k = self.step - its.first
        if self.other == hooligan or not 0 <= k < len(its.poses) + CALM:
            return False
        pose = its.poses[min(k, len(its.poses) - 1)]
        return bool(np.hypot(pose[0] - self.x, pose[1] - self.y) < AROUND)


class Log:
    """Where everybody was, step by step."""

    def __init__(self, drive: TownDrive) -> None:
        self.drive, self.step = drive, 0
        self.frames, self.speeds = list[tuple[Ids, Rows]](), list[tuple[Ids, NDArray[np.float64]]]()
        """Of each step: who was there, and of each the pose, length and width; and the speeds of all vehicles."""
        self.wrecks, self.lights, self.honks = dict[int, Mishap](), list[NDArray[np.int8]](), list[int]()

    def twin(self) -> Log:
        """The same, to be driven on from here by itself."""
        log, drive = copy(self), copy(self.drive)
        drive.controller = fork(self.drive.controller)
        drive.world = cast("World", drive.controller.store)
        drive.vehicles, drive.people = drive.world.family("vehicle"), drive.world.family("person")
        log.drive, log.frames, log.speeds = drive, list(self.frames), list(self.speeds)
        log.wrecks, log.lights, log.honks = dict(self.wrecks), list(self.lights), list(self.honks)
        return log

    def advance(self, seconds: float) -> None:
        """Drive on, and note it."""
        world, cars = self.drive.world, self.drive.vehicles
        for _ in range(round(seconds / STEP)):
            self.drive.advance()
            tables = cars, self.drive.people
            rows = [np.column_stack([getattr(table, name) for name in (*POSE, "length", "width")]) for table in tables]
            self.frames.append((np.concatenate([table.ids for table in tables]), np.concatenate(rows)))
            for table in tables:
                for row in np.flatnonzero(~table.null("contact")).tolist():
                    mishap = Mishap(int(table.contact[row]), self.step, float(table.x[row]), float(table.y[row]))
                    self.wrecks.setdefault(int(table.ids[row]), mishap)
            self.speeds.append((cars.ids.copy(), cars.speed.copy()))
            self.honks.append(int(cars.horn.sum()))
            self.lights.append(world.family("signal").state.copy())
            self.step += 1

    def tracks(self) -> dict[int, Track]:
        """Of everybody the track."""
        who = np.concatenate([ids for ids, _ in self.frames])
        order = np.argsort(who, kind="stable")
        rows = np.concatenate([rows for _, rows in self.frames])[order]
        steps = np.repeat(np.arange(self.step), [len(ids) for ids, _ in self.frames])[order]
        ids, begins = np.unique(who[order], return_index=True)
        each = zip(ids.tolist(), begins.tolist(), [*begins[1:].tolist(), len(who)], strict=True)
        return {
            one: Track(int(steps[a]), rows[a:b, : len(POSE)], (rows[b - 1, -2].item(), rows[b - 1, -1].item()))
            for one, a, b in each
        }

    def mean(self, begin: int, end: int, without: set[int]) -> float:
        """The mean speed of all vehicles but some, from a step to another."""
        ids, speeds = (np.concatenate(part) for part in zip(*self.speeds[begin:end], strict=True))
        return float(speeds[~np.isin(ids, list(without))].mean())

    def standing(self, begin: int, without: set[int]) -> list[int]:
        """The vehicles that stood from a step up to now."""
        here, tracks = {*self.speeds[-1][0].tolist()} - without, self.tracks()
        return [
            one
            for one in sorted(here)
            if tracks[one].first <= begin
            and np.ptp(tracks[one].poses[begin - tracks[one].first :, :2], axis=0).max() < STAYS
        ]


def is_clear(log: Log, poses: Poses) -> bool:
    """Whether nobody is where a deed begins."""
    table = log.drive.vehicles
    return len(poses) >= 50 and bool(np.hypot(table.x - poses[0, 0], table.y - poses[0, 1]).min() > CLEAR)


def shows_red(drive: TownDrive, way: int, lights: NDArray[np.int8]) -> bool:
    """Whether a way through a junction has lights, all of them red."""
    rows = drive.plan.way_row[drive.plan.way_first[way] : drive.plan.way_first[way + 1]]
    return len(rows) > 0 and bool((lights[rows] == LightState.RED).all())


def past_red(log: Log, seed: int) -> tuple[Poses, int] | None:
    """The poses of a hooligan that comes to lights which have turned red, with nobody before it, and its way there."""
    drive, ways, table = log.drive, JunctionLogic.of(log.drive.lane_map).ways, log.drive.vehicles
    for k in range(len(ways)):
        way = ways[(k + 7 * seed) % len(ways)]
        is_red = shows_red(drive, way.index, log.lights[-1]) and not shows_red(drive, way.index, log.lights[-RECENTLY])
        if not is_red or min(way.incoming, way.outgoing) < 0 or drive.lane_map.length[way.incoming] < APPROACH:
            continue
        lanes = [way.incoming, *way.lanes, way.outgoing]
        line = line_along(drive.lane_map, lanes, float(drive.lane_map.length[way.incoming]) - APPROACH)
        poses = driven(line, HASTE)
        before = poses[: round(APPROACH / (HASTE * STEP))]
        apart = np.hypot(table.x - before[:, :1], table.y - before[:, 1:2])
        if is_clear(log, poses) and apart.min() > LANE:
            return poses, way.index
    return None


def chosen(log: Log, deed: str, near: int, seed: int) -> tuple[Poses, int] | None:
    """The poses of a deed before the nose of a driver, who is drawn; nearer where nobody has room further ahead."""
    if deed == "red light":
        return past_red(log, seed)
    drive = log.drive
    table, tracks = drive.vehicles, drive.controller["traffic/motion"].tracks
    count = len(table)
    for distance in (near, 3 * near // 4, near // 2):
        for k in range(2 * count):
            # by leaps, which may come round too soon, and then one after the other
            row = (7 * seed + (13 * k if k < count else k)) % count
            entry, s = int(table.entry[row]), float(table.s[row])
            line = line_ahead(drive.lane_map, tracks.arrays, entry, s, 8.0 * distance)
            poses = laid_out(deed, line, distance, max(float(table.speed[row]), 8.0)) if len(line) else None
            if poses is not None and is_clear(log, poses):
                return poses, -1
    return None


def awaited(log: Log, deed: str, near: int, seed: int) -> tuple[Poses, int]:
    """The same, as soon as there is an occasion."""
    for _ in range(round(LONGEST)):
        choice = chosen(log, deed, near, seed)
        if choice is not None:
            return choice
        log.advance(1.0)
    raise AssertionError(f"nobody has room for '{deed}' ahead")


def ran_red(log: Log, way: int, begin: int) -> bool:
    """Whether it came into the junction when its lights were red."""
    return shows_red(log.drive, way, log.lights[begin + round(APPROACH / (HASTE * STEP))])


@lru_cache(maxsize=1)
def warmed_up(made: Make, seed: int) -> Log:
    """Traffic that flows, right before a deed."""
    log = Log(made(seed))
    log.drive.advance(round(WARM_UP / STEP))
    log.advance(BEFORE)
    return log


@lru_cache(maxsize=1)
def calm(made: Make, seed: int) -> Log:
    """Traffic without a hooligan, as far as it has been asked for."""
    return warmed_up(made, seed).twin()


def undisturbed(made: Make, seed: int, begin: int, end: int) -> float:
    """The mean speed from a step to another without a hooligan."""
    log = calm(made, seed)
    log.advance(max(end - log.step, 0) * STEP)
    return log.mean(begin, end, set())


def released(log: Log, poses: Poses) -> int:
    """The id of a hooligan that begins its deed now."""
    world, controller = log.drive.world, log.drive.controller
    x, y, heading, speed = poses[0].tolist()
    entity = world.add("vehicle", x=x, y=y, heading=heading, speed=speed, length=LENGTH, width=WIDTH)
    world.grant("hooligan", "vehicle", ids=[])
    controller.add(Hooligan("hooligan", rate=1.0 / STEP, poses=poses, begin=log.drive.seconds))
    world.transfer(entity, OWNED, to="hooligan")
    return int(entity)


def tow(log: Log, wrecks: set[int]) -> None:
    """Take those away who touched somebody, and people who were hit."""
    here = {*log.drive.vehicles.ids.tolist(), *log.drive.people.ids.tolist()}
    if wrecks & here:
        log.drive.world.remove(sorted(wrecks & here))


def tried(made: Make, deed: str, near: int, seed: int) -> Outcome:
    """Let a hooligan do its deed among traffic, and see how that copes."""
    log = warmed_up(made, seed).twin()
    poses, way = awaited(log, deed, near, seed)
    begin = log.step
    entity = released(log, poses)
    log.advance(len(poses) * STEP)
    end, tracks = log.step, log.tracks()
    its = Track(begin, tracks.pop(entity).poses[: len(poses)], (LENGTH, WIDTH))
    assert deed != "red light" or ran_red(log, way, begin)
    touched, guilty = judged(tracks, its)
    wrecks = {*log.wrecks, *touched} - {entity}
    tow(log, wrecks)
    log.advance(AFTER)
    last, flows = log.step - round(0.5 * AFTER / STEP), log.step
    away = wrecks | {entity}
    speeds = (log.mean(a, b, away) for a, b in ((begin - round(BEFORE / STEP), begin), (begin, end), (last, flows)))
    known = {entity, *touched}
    others = [one for one, mishap in log.wrecks.items() if one not in known and mishap.is_near(entity, its)]
    before, during, after = speeds
    if log.standing(end, away):
        log.advance(MUCH_LATER)
    free, frozen = undisturbed(made, seed, last, flows), log.standing(end, away)
    if after < SHARE * min(before, free):
        flows = last + round(CYCLE / STEP)
        log.advance(max(flows - log.step, 0) * STEP)
        after, free = log.mean(last, flows, away), undisturbed(made, seed, last, flows)
    return Outcome(touched, guilty, others, before, during, after, free, frozen, sum(log.honks[begin:end]) * STEP)
