"""A trial: traffic, a hooligan in its midst, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from seahaven.bench.sumo.town_drive import TownDrive
from tests.behaviour.coping.hooligan import LENGTH, STEP, WIDTH, Hooligan, Poses, laid_out, line_ahead
from tests.behaviour.coping.judge import Track, judged

CLEAR = 25.0
"""Metres around the hooligan that are free of others when it appears."""
POSE = ("x", "y", "heading", "speed")
OWNED = (*POSE, "acceleration")
WARM_UP, BEFORE, AFTER = 100.0, 20.0, 60.0
"""Seconds until traffic flows, before the deed over which its speed is the mean, and after it until it flows again."""


@dataclass(frozen=True)
class Outcome:
    """Who touched the hooligan, who of them was to blame, and the mean speed before, during and after (m/s), and after
    it without a hooligan."""

    touched: list[int]
    guilty: list[int]
    before: float
    during: float
    after: float
    undisturbed: float


class Log:
    """Where everybody was, step by step."""

    def __init__(self, drive: TownDrive) -> None:
        self.drive, self.step, self.rows = drive, 0, dict[int, list[list[float]]]()
        self.first, self.sizes, self.means = dict[int, int](), dict[int, tuple[float, float]](), list[float]()

    def advance(self, seconds: float, *, without: int = -1) -> None:
        """Drive on, and note it."""
        table = self.drive.vehicles
        for _ in range(round(seconds / STEP)):
            self.drive.advance()
            values = np.column_stack([getattr(table, name) for name in POSE])
            for entity, row, length, width in zip(
                table.ids.tolist(), values.tolist(), table.length.tolist(), table.width.tolist(), strict=True
            ):
                self.first.setdefault(entity, self.step)
                self.sizes[entity] = (length, width)
                self.rows.setdefault(entity, []).append(row)
            self.means.append(float(values[table.ids != without, 3].mean()))
            self.step += 1

    def tracks(self) -> dict[int, Track]:
        """Of everybody the track."""
        return {one: Track(self.first[one], np.array(rows), self.sizes[one]) for one, rows in self.rows.items()}


def chosen(drive: TownDrive, deed: str, near: int, seed: int) -> Poses:
    """The poses of a deed before the nose of a driver, who is drawn; nearer where nobody has room further ahead."""
    table, tracks = drive.vehicles, drive.controller["traffic/motion"].tracks
    count = len(table)
    for distance in (near, 3 * near // 4, near // 2):
        for k in range(2 * count):
            # by leaps, which may come round too soon, and then one after the other
            row = (7 * seed + (13 * k if k < count else k)) % count
            entry, s = int(table.entry[row]), float(table.s[row])
            line = line_ahead(drive.lane_map, tracks.arrays, entry, s, 8.0 * distance)
            poses = laid_out(deed, line, distance, max(float(table.speed[row]), 8.0)) if len(line) else None
            if poses is None or len(poses) < 50:
                continue
            if np.hypot(table.x - poses[0, 0], table.y - poses[0, 1]).min() > CLEAR:
                return poses
    raise AssertionError(f"nobody has room for '{deed}' ahead")


def tried(made: Callable[[int], TownDrive], deed: str, near: int, seed: int) -> Outcome:
    """Let a hooligan do its deed among traffic, and see how that copes."""
    drive = made(seed)
    log = Log(drive)
    drive.advance(round(WARM_UP / STEP))
    log.advance(BEFORE)
    poses = chosen(drive, deed, near, seed)
    world, controller = drive.world, drive.controller
    x, y, heading, speed = poses[0].tolist()
    entity = world.add("vehicle", x=x, y=y, heading=heading, speed=speed, length=LENGTH, width=WIDTH)
    world.grant("hooligan", "vehicle", ids=[])
    controller.add(Hooligan("hooligan", rate=1.0 / STEP, poses=poses, begin=WARM_UP + BEFORE))
    world.transfer(entity, OWNED, to="hooligan")
    begin = log.step
    log.advance(len(poses) * STEP, without=entity)
    end = log.step
    log.advance(AFTER, without=entity)
    tracks = log.tracks()
    its = tracks.pop(entity)
    its = Track(its.first, its.poses[: len(poses)], its.size)
    touched, guilty = judged(tracks, its)
    means, last = np.array(log.means), round(0.5 * AFTER / STEP)
    calm = Log(made(seed))
    calm.drive.advance(round((WARM_UP + BEFORE + len(poses) * STEP + 0.5 * AFTER) / STEP))
    calm.advance(0.5 * AFTER)
    parts = means[:begin], means[begin:end], means[-last:], np.array(calm.means)
    return Outcome(touched, guilty, *(float(part.mean()) for part in parts))
