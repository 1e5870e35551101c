"""Vehicles strewn over roads, moved about without sense, and what they perceive."""

from __future__ import annotations

from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.behaviour import SENSED, Perception
from seahaven.kernel import Controller, Module, Param, Stream, Tick
from seahaven.roads.routing import Tracks
from seahaven.traffic import VEHICLES
from seahaven.world import WEATHER, World, reads, writes
from tests.behaviour.perception.reference import Reference

STEP = 100_000_000
MOVED = ("lane", "entry", "s", "offset", "drift", "speed", "acceleration", "brake_light", "turn_light", "headlamps")
ASKED = (*MOVED, "heading", "length", "width", "reaction", "sight", "weather_caution", "partner")
KNOWN = ("leader", "gap", *SENSED)


class Jumble(Module):
    """Moves everybody along their lanes, now and then to the next or over to another one."""

    tracks: Param[Tracks]
    seen = reads("vehicle", *MOVED)
    out = writes("vehicle", *MOVED)

    def step(self, tick: Tick) -> None:
        """Move everybody."""
        tracks, lane_map = self.tracks.arrays, self.tracks.lane_map
        stream = Stream.named(tick.seed, "jumble")
        columns: dict[str, Any] = {name: getattr(self.seen, name).copy() for name in MOVED}
        columns["s"] += columns["speed"] * tick.dt
        for i, id in enumerate(self.seen.ids.tolist()):
            draw = [stream.uniform(entity=id, step=tick.index, draw=k) for k in range(8)]
            lane, entry = int(columns["lane"][i]), int(columns["entry"][i])
            if lane >= 0 and columns["s"][i] > lane_map.length[lane]:
                onto = int(tracks.following[entry]) if entry >= 0 else -1
                rest = columns["s"][i] - lane_map.length[lane]
                columns["entry"][i] = onto
                columns["lane"][i], columns["s"][i] = (tracks.lane[onto], rest) if onto >= 0 else (-1, 0.0)
            if draw[0] < 0.1:
                columns["offset"][i], columns["drift"][i] = 4.0 * draw[1] - 2.0, 2.0 * draw[2] - 1.0
                columns["speed"][i], columns["acceleration"][i] = 40.0 * draw[3], 6.0 * draw[4] - 3.0
                columns["turn_light"][i], columns["brake_light"][i] = int(4.0 * draw[5]), draw[6] < 0.5
                columns["headlamps"][i] = draw[7] < 0.5
        for name, values in columns.items():
            setattr(self.out, name, values)


class Lots:
    """Numbers drawn for so many vehicles."""

    def __init__(self, seed: int, count: int) -> None:
        self.stream, self.count, self.draws = Stream.named(seed, "lots"), count, 0

    def share(self) -> NDArray[np.float64]:
        """From 0 to 1."""
        self.draws += 1
        return self.stream.uniforms(np.arange(self.count), draw=self.draws)

    def one_of(self, *options: float) -> NDArray[np.float64]:
        """One of the options."""
        return np.array(options)[(self.share() * len(options)).astype(int)]


def strewn(tracks: Tracks, count: int, seed: int, *, crowd: float = 1.0) -> dict[str, Any]:
    """Columns of vehicles anywhere on the tracks; the smaller `crowd`, the closer together."""
    lots, length = Lots(seed, count), tracks.lane_map.length
    entry = (lots.share() * max(1.0, len(tracks.arrays.lane) * crowd)).astype(np.int32)
    lane = tracks.arrays.lane[entry].copy()
    s = np.minimum(np.round(lots.share() * length[lane], seed % 2), length[lane])
    entry[lots.share() < 0.1] = -1
    lane[lots.share() < 0.05] = -1
    return {
        "x": 0.0,
        "y": 0.0,
        "lane": lane,
        "s": s,
        "entry": np.where(lane < 0, -1, entry).astype(np.int32),
        "route": tracks.arrays.route[entry],
        "speed": np.where(lots.share() < 0.3, 0.5, 40.0 * lots.share()),
        "acceleration": 6.0 * lots.share() - 3.0,
        "offset": lots.one_of(0.0, 0.0, 0.5, -1.2, 1.4),
        "drift": lots.one_of(0.0, 0.0, 0.0, 0.2, -0.2, 0.6, -0.6),
        "length": lots.one_of(4.6, 12.0, 2.2),
        "width": lots.one_of(1.9, 2.5, 0.8),
        "turn_light": lots.one_of(0, 1, 2, 3).astype(np.int16),
        "brake_light": lots.share() < 0.5,
        "reaction": lots.one_of(0.0, 0.3, 0.6, 1.0, 1.4),
        "sight": lots.one_of(50.0, 150.0, 300.0, 600.0),
    }


def scene(
    tracks: Tracks, columns: dict[str, Any], *others: Module, parallel: bool = False, rate: int = 10
) -> tuple[World, Controller]:
    """A world with these vehicles, and a run in which they are jumbled and perceive; some have partners."""
    world = World([VEHICLES, WEATHER])
    world.add_many("vehicle", len(columns["s"]), **columns)
    perception = Perception("perception", rate=rate, tracks=tracks, parallel=parallel)
    root = Module("root", perception, Jumble("jumble", rate=rate, tracks=tracks), Pairing("pairs", rate=rate), *others)
    return world, Controller(root, seed=3, store=world)


class Pairing(Module):
    """Gives every fifth vehicle a partner, and one a partner that is not there."""

    seen = reads("vehicle", "x")
    out = writes("vehicle", "partner")

    def step(self, tick: Tick) -> None:
        """Pair them."""
        ids = self.seen.ids
        rows = np.arange(len(ids))
        self.out.partner = np.where(rows == 5, 77, ids[(7 * rows + 3 + tick.index) % max(len(ids), 1)])
        self.out.set_null("partner", rows % 5 != 0)


def asked(world: World) -> dict[int, dict[str, Any]]:
    """What the reference needs to know of everybody."""
    table = world.family("vehicle")
    values = {name: getattr(table, name).tolist() for name in ASKED}
    gone = table.null("partner").tolist()
    values["partner"] = [None if is_null else id for id, is_null in zip(values["partner"], gone, strict=True)]
    return {id: {name: values[name][k] for name in ASKED} for k, id in enumerate(table.ids.tolist())}


def answered(world: World) -> dict[int, dict[str, Any]]:
    """What everybody perceived last, None for null."""
    table = world.family("vehicle")
    found: dict[int, dict[str, Any]] = {id: {} for id in table.ids.tolist()}
    for name in KNOWN:
        nulls = table.null(name) if table.column(name).nullable else np.zeros(len(table), bool)
        for id, value, null in zip(found, getattr(table, name).tolist(), nulls.tolist(), strict=True):
            assert not null or value == 0
            found[id][name] = None if null else value
    return found


def differences(expected: Any, found: Any) -> list[tuple[int, str, Any, Any]]:
    """Where a reference and what was perceived by those who are still there differ: id, column, expected, found."""
    return [
        (id, name, expected[id][name], found[id][name])
        for id in expected.keys() & found.keys()
        for name in KNOWN
        if not _agree(expected[id][name], found[id][name])
    ]


def _agree(expected: Any, found: Any) -> bool:
    if expected is None or not isfinite(expected):
        return found is None
    return found is not None and abs(expected - found) <= 1e-6 * max(1.0, abs(expected))


def compare(world: World, run: Controller, tracks: Tracks, *, steps: int, rate: int = 10) -> None:
    """Run on, and hold every step against the reference."""
    reference = Reference(tracks, 1.0 / rate)
    weather = world.family("weather")
    for _ in range(steps):
        before = asked(world)
        conditions = [float(getattr(weather, name)[0]) for name in weather.columns] if len(weather) else []
        run.advance(10 * STEP // rate)
        expected = reference.step(before, *conditions)
        assert differences(expected, answered(world)) == []
